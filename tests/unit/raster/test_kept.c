/* Tiles that stay: only where nobody else writes, only where the same marks are drawn, never with triangles. */
#include "full_draw.h"
#include "raster/kept.h"
#include "support/allocator.h"

enum { WIDE = 192, TALL = 64 }; /* three tiles */

/* Three tiles with a pixel of the test's own in the middle of each: where it is still there, nothing was drawn. */
typedef struct sheet {
    uint32_t pixels[WIDE * TALL];
    float depth[(WIDE + 64) * TALL];
    bp_raster *raster;
    bool flat;
    bp_box box;    /* in the middle tile */
    bp_draw *draw; /* with triangles; NULL: none */
    bp_pass pass;
    uint64_t tiles; /* drawn, as counted */
} sheet;

static const uint32_t OWN = 0x01020304u;

static bp_framebuffer frame_of(sheet *s) {
    return (bp_framebuffer){(uint8_t *)s->pixels, s->flat ? NULL : s->depth, WIDE, TALL, 0};
}

/* Clears, draws the box, and a text in the last tile. */
static bool record(sheet *s, bool clear, bp_error *error) {
    bp_framebuffer to = frame_of(s);
    bp_text text = {.text = "same", .x = 140, .y = 30, .color = {0, 0, 0, 255}};
    return bp_raster_begin(s->raster, &to, &s->pass, error) &&
           (!clear || bp_raster_clear(s->raster, &(bp_clear){.color = {9, 9, 9, 9}}, error)) &&
           bp_raster_boxes(s->raster, &s->box, 1, (bp_rect){0}, error) &&
           bp_raster_text(s->raster, &text, error) && (!s->draw || bp_raster_draw(s->raster, s->draw, error));
}

static void paint(sheet *s, bool clear) {
    bp_error error = {0};
    bp_counters counters;
    for (int i = 0; i < 3; i++) s->pixels[32 * WIDE + 64 * i + 2] = OWN;
    assert_true(record(s, clear, &error) && bp_raster_end(s->raster, &counters, &error));
    s->tiles = counters.tiles;
}

/* The tiles that were drawn, as bits. */
static unsigned drawn(const sheet *s) {
    unsigned bits = 0;
    for (unsigned i = 0; i < 3; i++) bits |= (unsigned)(s->pixels[32 * WIDE + 64 * i + 2] != OWN) << i;
    return bits;
}

static void expect_drawn(sheet *s, unsigned wanted) {
    paint(s, true);
    assert_int_equal(drawn(s), wanted);
    assert_int_equal(s->tiles, (wanted & 1) + (wanted >> 1 & 1) + (wanted >> 2 & 1));
}

static sheet *make_sheet(void) {
    static sheet s;
    s = (sheet){.raster = make(),
                .box = {.rect = {70, 5, 40, 20}, .color = {0, 0, 255, 255}},
                .pass.untouched = true};
    return &s;
}

static void test_what_is_the_same_stays(void **state) {
    (void)state;
    for (int flat = 0; flat < 2; flat++) {
        sheet *s = make_sheet();
        s->flat = flat;
        expect_drawn(s, 7);
        expect_drawn(s, 0);
        s->box.color[1] = 1;
        expect_drawn(s, 2);
        s->box.rect.x = 20; /* into the first tile, out of most of the second */
        expect_drawn(s, 3);
        s->box.rect.width = 41;
        expect_drawn(s, 1);
        expect_drawn(s, 0);
        bp_raster_destroy(s->raster);
    }
}

static void test_a_mark_more_or_less(void **state) {
    (void)state;
    sheet *s = make_sheet();
    expect_drawn(s, 7);
    s->box.rect = (bp_rect){-50, 0, 10, 10};
    expect_drawn(s, 2);
    expect_drawn(s, 0);
    s->box.rect = (bp_rect){70, 5, 40, 20};
    expect_drawn(s, 2);
    bp_raster_destroy(s->raster);
}

static void test_only_where_it_is_promised(void **state) {
    (void)state;
    sheet *s = make_sheet();
    s->pass.untouched = false;
    expect_drawn(s, 7);
    expect_drawn(s, 7);
    s->pass.untouched = true;
    expect_drawn(s, 7); /* what was drawn before was not noted */
    expect_drawn(s, 0);
    s->pass.untouched = false;
    expect_drawn(s, 7);
    s->pass = (bp_pass){.untouched = true, .reference = true};
    paint(s, true);
    assert_int_equal(drawn(s), 7);
    s->pass.reference = false;
    expect_drawn(s, 7);
    bp_raster_destroy(s->raster);
}

static void test_another_framebuffer(void **state) {
    (void)state;
    sheet *s = make_sheet();
    expect_drawn(s, 7);
    s->flat = true;
    expect_drawn(s, 7);
    s->flat = false;
    expect_drawn(s, 7);
    static uint32_t other[(WIDE + 64) * TALL];
    const bp_framebuffer others[] = {{(uint8_t *)other, s->depth, WIDE, TALL, 0},
                                     {(uint8_t *)s->pixels, s->depth, WIDE - 1, TALL, WIDE},
                                     {(uint8_t *)s->pixels, s->depth, WIDE, TALL - 1, 0},
                                     {(uint8_t *)other, s->depth, WIDE, TALL, WIDE + 64}};
    for (size_t i = 0; i < BP_COUNT(others); i++) {
        bp_error error = {0};
        bp_counters counters;
        assert_true(bp_raster_begin(s->raster, &others[i], &s->pass, &error));
        assert_true(bp_raster_clear(s->raster, &(bp_clear){0}, &error));
        assert_true(bp_raster_end(s->raster, &counters, &error));
        assert_int_equal(counters.tiles, 3);
    }
    expect_drawn(s, 7);
    bp_raster_destroy(s->raster);
}

/* Triangles are not compared, and what is drawn over something depends on that. */
static void test_what_is_always_drawn(void **state) {
    (void)state;
    sheet *s = make_sheet();
    bp_draw triangles = full();
    triangles.state.scissor = (bp_rect){0, 0, 64, 64};
    s->draw = &triangles;
    expect_drawn(s, 7);
    expect_drawn(s, 1);
    s->draw = NULL;
    expect_drawn(s, 1);
    expect_drawn(s, 0);
    /* Over what is there: box and text alone, so the first tile isn't touched, and is known still. */
    paint(s, false);
    assert_int_equal(s->tiles, 2);
    expect_drawn(s, 6);
    expect_drawn(s, 0);
    bp_raster_destroy(s->raster);
}

/* An undrawn pass forgets nothing and learns nothing. */
static void test_a_pass_never_ended(void **state) {
    (void)state;
    bp_error error = {0};
    sheet *s = make_sheet();
    expect_drawn(s, 7);
    s->box.color[0] = 77;
    assert_true(record(s, true, &error));
    expect_drawn(s, 2);
    bp_raster_destroy(s->raster);
}

static bool attempt(const bp_allocator *allocator, void *user, bp_error *error) {
    (void)user;
    bp_context *context =
        bp_context_create(&(bp_context_options){.allocator = *allocator, .threads = 1}, error);
    sheet *s = make_sheet();
    bp_raster_destroy(s->raster);
    s->raster = context ? bp_raster_create(context, error) : NULL;
    bool good = s->raster && record(s, true, error) && bp_raster_end(s->raster, NULL, error);
    bp_raster_destroy(s->raster);
    bp_context_destroy(context);
    return good;
}

static void test_without_memory(void **state) {
    (void)state;
    assert_true(test_each_allocation_fails(attempt, NULL) > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_the_same_stays),
        cmocka_unit_test(test_a_mark_more_or_less),
        cmocka_unit_test(test_only_where_it_is_promised),
        cmocka_unit_test(test_another_framebuffer),
        cmocka_unit_test(test_what_is_always_drawn),
        cmocka_unit_test(test_a_pass_never_ended),
        cmocka_unit_test(test_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
