/* The tile cache skips a tile only if nothing else writes to it and its commands did not change. */
#include "full_draw.h"
#include "raster/inspect.h"
#include "raster/tiled/tile_cache.h"
#include "support/allocator.h"

enum { WIDE = 192, TALL = 64 }; /* three tiles */

/* Three tiles. The test writes a pixel into the middle of each: if it is still there after a pass, the tile
 * was skipped. */
typedef struct sheet {
    uint32_t pixels[WIDE * TALL];
    float depth[WIDE * TALL];
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

static void expect_drawn(sheet *s, unsigned expected) {
    paint(s, true);
    assert_int_equal(drawn(s), expected);
    assert_int_equal(s->tiles, (expected & 1) + (expected >> 1 & 1) + (expected >> 2 & 1));
}

static sheet *make_sheet(void) {
    static sheet s;
    s = (sheet){.raster = make(),
                .box = {.rect = {70, 5, 40, 20}, .color = {0, 0, 255, 255}},
                .pass.framebuffer_unchanged = true};
    return &s;
}

static void test_unchanged_tiles_are_skipped(void **state) {
    (void)state;
    for (int flat = 0; flat < 2; flat++) {
        sheet *s = make_sheet();
        s->flat = flat;
        expect_drawn(s, 7);
        expect_drawn(s, 0);
        s->box.color[1] = 1;
        expect_drawn(s, 2);
        s->box.rect.x = 20; /* into the first tile, and out of most of the second */
        expect_drawn(s, 3);
        s->box.rect.width = 41;
        expect_drawn(s, 1);
        expect_drawn(s, 0);
        bp_raster_destroy(s->raster);
    }
}

static void test_a_primitive_more_or_less(void **state) {
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

static void test_only_with_the_promise(void **state) {
    (void)state;
    sheet *s = make_sheet();
    s->pass.framebuffer_unchanged = false;
    expect_drawn(s, 7);
    expect_drawn(s, 7);
    s->pass.framebuffer_unchanged = true;
    expect_drawn(s, 7); /* the pass before recorded nothing */
    expect_drawn(s, 0);
    s->pass.framebuffer_unchanged = false;
    expect_drawn(s, 7);
    s->pass = (bp_pass){.framebuffer_unchanged = true, .reference = true};
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
    static uint32_t other[WIDE * TALL];
    const bp_framebuffer others[] = {{(uint8_t *)s->pixels, s->depth, WIDE - 1, TALL,
                                      WIDE}, /* each differs from the one before in one field */
                                     {(uint8_t *)s->pixels, s->depth, WIDE - 1, TALL / 2, WIDE},
                                     {(uint8_t *)s->pixels, s->depth, WIDE - 1, TALL / 2, 2 * WIDE},
                                     {(uint8_t *)s->pixels, NULL, WIDE - 1, TALL / 2, 2 * WIDE},
                                     {(uint8_t *)other, NULL, WIDE - 1, TALL / 2, 2 * WIDE}};
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

/* A pass without a clear draws over the second and third tile. The first isn't touched, so its record is
 * still valid. */
static void test_passes_without_a_clear(void **state) {
    (void)state;
    sheet *s = make_sheet();
    expect_drawn(s, 7);
    paint(s, false);
    assert_int_equal(s->tiles, 2);
    expect_drawn(s, 6);
    expect_drawn(s, 0);
    bp_raster_destroy(s->raster);
}

/* Two triangles that fill the first tile. */
typedef struct square {
    float corners[6][3], uvs[6][2], normals[6][3];
    uint8_t colors[6][4];
    uint16_t short_order[6];
    uint32_t order[6];
    bp_texture *textures[2];
    bp_draw draw;
} square;

static square *make_square(void) {
    static square q;
    const uint8_t texels[2][4] = {{1, 2, 3, 255}, {4, 5, 6, 255}};
    q = (square){.draw = {.vertices = {.count = 6, .positions = q.corners[0]},
                          .state = {.scissor = {0, 0, 64, 64}, .cull = BP_CULL_BACK}}};
    for (int i = 0; i < 2; i++)
        q.textures[i] = bp_texture_create(
            NULL, &(bp_texture_options){.pixels = texels[i], .width = 1, .height = 1}, NULL);
    for (unsigned i = 0; i < 6; i++) {
        for (int k = 0; k < 3; k++) q.corners[i][k] = FULL[i][k], q.normals[i][k] = k == 2;
        for (int k = 0; k < 4; k++) q.colors[i][k] = 200;
        q.uvs[i][0] = q.uvs[i][1] = 0.5f;
        q.order[i] = q.short_order[i] = (uint16_t)i;
    }
    return &q;
}

static void destroy_square(square *q) {
    for (int i = 0; i < 2; i++) bp_texture_destroy(q->textures[i]);
}

static void test_unchanged_triangles_are_skipped(void **state) {
    (void)state;
    for (int samples = 1; samples <= 4; samples += 3) {
        sheet *s = make_sheet();
        square *q = make_square();
        s->pass.samples = samples;
        expect_drawn(s, 7);
        s->draw = &q->draw;
        expect_drawn(s, 1);
        expect_drawn(s, 0);
        q->corners[2][2] = 0.75f;
        expect_drawn(s, 1);
        expect_drawn(s, 0);
        /* A draw that moves changes the tiles it leaves and the ones it enters. */
        q->draw.state.scissor.width = 65;
        expect_drawn(s, 3);
        expect_drawn(s, 0);
        s->draw = NULL;
        expect_drawn(s, 3);
        expect_drawn(s, 0);
        s->draw = &q->draw;
        expect_drawn(s, 3);
        destroy_square(q);
        bp_raster_destroy(s->raster);
    }
}

/* Each changes one thing that pixels depend on, or may depend on. The square's tile is drawn again unless its
 * triangles stay as they were: REPEATED are other indices of the same corners, a corner less that no triangle
 * has, and culling, which drops none of the two. */
static const bool REPEATED[29] = {[0] = true, [5] = true, [6] = true, [7] = true};

static void change(square *q, int number) {
    bp_draw *d = &q->draw;
    switch (number) {
    case 0: d->indices = (bp_draw_indices){.u32 = q->order, .count = 6}; break;
    case 1: q->order[0] = 2, q->order[1] = 0, q->order[2] = 1; break;
    case 2: d->indices.count = 3; break;
    case 3: d->indices = (bp_draw_indices){.u16 = q->short_order, .count = 3}; break;
    case 4: q->short_order[0] = 2, q->short_order[1] = 0, q->short_order[2] = 1; break;
    case 5: d->vertices.count = 5; break;
    case 6: d->state.cull = BP_CULL_NONE; break;
    case 7: d->state.front_clockwise = true; break;
    case 8: d->state.blend = true; break;
    case 9: d->state.color = BP_COLOR_RAW; break;
    case 10: d->state.depth_bias = 0.01f; break;
    case 11: d->material.base_color[1] = 0.5f; break;
    case 12: d->vertices.colors8 = q->colors[0]; break;
    case 13: q->colors[1][1] = 7; break;
    case 14: d->vertices.uvs = q->uvs[0], d->material.texture = q->textures[0]; break;
    case 15: d->material.texture = q->textures[1]; break;
    case 16: d->material.filter = BP_FILTER_NEAREST; break;
    case 17: d->material.filter = BP_FILTER_TRILINEAR; break;
    case 18: d->material.wrap_u = BP_WRAP_CLAMP; break;
    case 19: d->material.wrap_v = BP_WRAP_CLAMP; break;
    case 20: d->material.alpha_cutoff = 0.1f; break;
    case 21: d->vertices.normals = q->normals[0], d->light.lighting = BP_LIGHTING_PIXEL; break;
    case 22: d->light.direction.x = 1; break;
    case 23: d->light.ambient[2] = 0.25f; break;
    case 24: d->wire.mode = BP_WIRE_OVER; break;
    case 25: d->wire.width = 2.5f; break;
    case 26: d->vertices.colors8 = NULL; break;
    case 27: d->vertices.colors8 = q->colors[0], d->light.lighting = BP_LIGHTING_NONE; break;
    default: d->state.no_color_write = true;
    }
}

static void test_changed_triangles_are_drawn(void **state) {
    (void)state;
    sheet *s = make_sheet();
    square *q = make_square();
    s->draw = &q->draw;
    expect_drawn(s, 7);
    for (int i = 0; i < 29; i++) {
        change(q, i);
        paint(s, true);
        if (s->tiles != !REPEATED[i]) fail_msg("change %d: %d tiles were drawn", i, (int)s->tiles);
        paint(s, true);
        if (s->tiles != 0) fail_msg("change %d: %d tiles were drawn again", i, (int)s->tiles);
    }
    s->pass.samples = 4;
    expect_drawn(s, 1);
    s->pass.color = BP_COLOR_RAW;
    expect_drawn(s, 1);
    expect_drawn(s, 0);
    destroy_square(q);
    bp_raster_destroy(s->raster);
}

/* One triangle of the draw is in the first tile, the other in the last. */
static void test_a_part_of_a_draw(void **state) {
    (void)state;
    sheet *s = make_sheet();
    square *q = make_square();
    q->draw.state.scissor = (bp_rect){0};
    for (int i = 0; i < 6; i++) q->corners[i][0] = 0.3f * q->corners[i][0] + (i < 3 ? -0.67f : 0.67f);
    s->draw = &q->draw;
    expect_drawn(s, 7);
    bp_drawn_tiles tiles = bp_raster_drawn_tiles(s->raster);
    assert_true(tiles.across == 3 && tiles.down == 1 && tiles.size == 64);
    assert_memory_equal(tiles.drawn, "\1\1\1", 3);
    memset(tiles.drawn, 0, 3);
    expect_drawn(s, 0);
    q->corners[4][2] = 0.75f;
    expect_drawn(s, 4);
    assert_memory_equal(bp_raster_drawn_tiles(s->raster).drawn, "\0\0\1", 3);
    q->corners[1][2] = 0.75f;
    expect_drawn(s, 1);
    assert_memory_equal(bp_raster_drawn_tiles(s->raster).drawn, "\1\0\1", 3);
    destroy_square(q);
    bp_raster_destroy(s->raster);
}

/* Another texture, which may have the address of the one that was destroyed. */
static void test_another_texture(void **state) {
    (void)state;
    const uint8_t texel[4] = {7, 8, 9, 255};
    sheet *s = make_sheet();
    square *q = make_square();
    q->draw.vertices.uvs = q->uvs[0], q->draw.material.texture = q->textures[0];
    s->draw = &q->draw;
    expect_drawn(s, 7);
    expect_drawn(s, 0);
    bp_texture_destroy(q->textures[0]);
    q->textures[0] =
        bp_texture_create(NULL, &(bp_texture_options){.pixels = texel, .width = 1, .height = 1}, NULL);
    q->draw.material.texture = q->textures[0];
    expect_drawn(s, 1);
    expect_drawn(s, 0);
    destroy_square(q);
    bp_raster_destroy(s->raster);
}

/* Clipped triangles have padding, so they are not compared. */
static void test_clipped_triangles_are_drawn(void **state) {
    (void)state;
    sheet *s = make_sheet();
    square *q = make_square();
    s->draw = &q->draw;
    q->corners[1][2] = -0.5f;
    expect_drawn(s, 7);
    expect_drawn(s, 1);
    q->corners[1][2] = 0.5f;
    expect_drawn(s, 1);
    expect_drawn(s, 0);
    destroy_square(q);
    bp_raster_destroy(s->raster);
}

/* Passes in between: with other draws, with none, and without the promise. */
static void test_passes_between(void **state) {
    (void)state;
    bp_error error = {0};
    sheet *s = make_sheet();
    square *q = make_square();
    s->draw = &q->draw;
    expect_drawn(s, 7);
    s->draw = NULL;
    bp_framebuffer to = frame_of(s);
    assert_true(bp_raster_begin(s->raster, &to, &s->pass, &error));
    assert_true(bp_raster_end(s->raster, NULL, &error));
    s->draw = &q->draw;
    expect_drawn(s, 0);
    s->pass.framebuffer_unchanged = false;
    q->corners[1][0] = 0.5f;
    paint(s, true);
    s->pass.framebuffer_unchanged = true;
    expect_drawn(s, 7);
    expect_drawn(s, 0);
    q->corners[1][0] = 1;
    expect_drawn(s, 1);
    destroy_square(q);
    bp_raster_destroy(s->raster);
}

/* A pass that is never ended changes no record. */
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
    square *q = make_square();
    s->draw = &q->draw;
    change(q, 0);
    bool ok = s->raster && record(s, true, error) && bp_raster_end(s->raster, NULL, error);
    bp_raster_destroy(s->raster);
    bp_context_destroy(context);
    destroy_square(q);
    return ok;
}

static void test_without_memory(void **state) {
    (void)state;
    assert_true(test_each_allocation_fails(attempt, NULL) > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unchanged_tiles_are_skipped),
        cmocka_unit_test(test_a_primitive_more_or_less),
        cmocka_unit_test(test_only_with_the_promise),
        cmocka_unit_test(test_another_framebuffer),
        cmocka_unit_test(test_passes_without_a_clear),
        cmocka_unit_test(test_unchanged_triangles_are_skipped),
        cmocka_unit_test(test_changed_triangles_are_drawn),
        cmocka_unit_test(test_a_part_of_a_draw),
        cmocka_unit_test(test_another_texture),
        cmocka_unit_test(test_clipped_triangles_are_drawn),
        cmocka_unit_test(test_passes_between),
        cmocka_unit_test(test_a_pass_never_ended),
        cmocka_unit_test(test_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
