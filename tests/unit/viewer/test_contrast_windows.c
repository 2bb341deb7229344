/* The list of lessons and the model's window: text has 4.5:1, and what can be clicked or tells a state 3:1,
 * measured on drawn pixels, in both themes. */
#include "raster/inspect.h"
#include "support/contrast.h"
#include "support/model_fixture.h"
#include "viewer/browser/browser.h"

static bp_text_log texts;

static void expect(const char *what, bool light, double ratio, double least) {
    if (!(ratio >= least)) fail_msg("%s, %s theme: %.2f", what, light ? "light" : "dark", ratio);
}

static const uint8_t *pixel(const bp_framebuffer *picture, int x, int y) {
    return picture->pixels + 4 * ((size_t)picture->stride * (size_t)y + (size_t)x);
}

/* A box's left edge, against what is outside. */
static void expect_edge(const bp_framebuffer *picture, const char *what, bool light, bp_rect r) {
    int y = r.y + r.height / 2;
    expect(what, light, contrast(pixel(picture, r.x, y), pixel(picture, r.x - 3, y)), 3);
}

static void expect_texts(const bp_framebuffer *picture, bool light, int least) {
    int count = 0;
    for (int i = 0; i < texts.count; i++) {
        if (texts.items[i].rect.width < 2) continue;
        expect(texts.items[i].text, light, text_contrast(picture, texts.items[i].rect), 4.5);
        count++;
    }
    assert_true(count >= least);
}

/* ---- the list ---- */

static void setup(bp_world *world) { bp_world_add_character(world, "one", "", BP_BIND_NATURAL); }
static const bp_question NUMBER = {.text = "How far?", .answer = 5, .right = "Yes.", .hint = "No."};
static const bp_step STEPS[] = {{.caption = "A.", .question = &NUMBER},
                                {.caption = "B.", .question = &NUMBER}};
#define PLAN(n, level)                                                                                       \
    {                                                                                                        \
        .number = n, .name = "0" #n "_test", .title = "Lesson " #n, .summary = "A line.",                    \
        .difficulty = level, .setup = setup, .steps = STEPS, .step_count = BP_COUNT(STEPS)                   \
    }
static const bp_lesson_plan PLANS[] = {PLAN(1, 1), PLAN(2, 2), PLAN(3, 3)};
static const bp_lesson_plan *const LESSONS[] = {&PLANS[0], &PLANS[1], &PLANS[2], NULL};

/* Along a row of pixels in a rectangle: the first one with the colour; -1: none. */
static int find(const bp_framebuffer *picture, bp_rect r, int y, bp_rgba8 color) {
    for (int x = r.x; x < r.x + r.width; x++)
        if (memcmp(pixel(picture, x, y), &color.r, 3) == 0) return x;
    return -1;
}

/* The bar of a lesson with one of two questions answered: half of it, and the rest, against the row. */
static void expect_bar(const bp_framebuffer *picture, bool light, bp_rect row) {
    const bp_theme *theme = bp_theme_of(light);
    bp_rect right = {row.x + row.width - 140, row.y, 136, row.height};
    for (int y = row.y + 3; y < row.y + row.height - 3; y++) {
        int done = find(picture, right, y, theme->here), rest = find(picture, right, y, theme->floor);
        if (done < 0 || rest < done + 20) continue;
        expect("answered", light, contrast(pixel(picture, done + 5, y), pixel(picture, done + 5, y - 3)), 3);
        expect("not answered", light, contrast(pixel(picture, rest + 5, y), pixel(picture, rest + 5, y - 3)),
               3);
        return;
    }
    fail_msg("no bar");
}

static void test_list(void **state) {
    (void)state;
    bp_error error = {0};
    bp_context *context = bp_context_create(&(bp_context_options){.threads = 1}, &error);
    bp_raster *raster = bp_raster_create(context, &error);
    bp_framebuffer picture, none[BP_COUNT(LESSONS)] = {{0}};
    assert_true(bp_framebuffer_create_color(context, 1280, 800, &picture, &error));
    bp_progress progress = {0};
    bp_hero hero = {.open = false};
    bp_hit_areas hits;
    bp_browser browser = bp_browser_make(LESSONS, 1280, 800);
    bp_progress_record(&progress, "02_test", (bp_progress_entry){.step = 1, .answered = 1});
    for (int light = 0; light < 2; light++) {
        const bp_browser_scope scope = {
            .lessons = LESSONS, .progress = &progress, .pictures = none, .hero = &hero, .texts = &texts};
        browser.settings.light = light;
        texts.count = 0;
        if (!bp_browser_draw(&browser, &scope, raster, &picture, &hits, &error))
            fail_msg("%s", error.message);
        expect_texts(&picture, light, 15);
        int keys = 0;
        for (int i = 0; i < hits.count; i++) {
            bp_rect r = hits.items[i].rect;
            if (hits.items[i].action == BP_ACTION_STEP && hits.items[i].value == browser.selected)
                expect_edge(&picture, "the selected row", light, r);
            if (hits.items[i].action == BP_ACTION_STEP && hits.items[i].value == 1)
                expect_bar(&picture, light, r);
            if (r.y > 760) expect_edge(&picture, "a key's cap", light, r), keys++;
        }
        assert_true(keys >= 4);
    }
    bp_framebuffer_destroy(context, &picture);
    bp_raster_destroy(raster);
    bp_context_destroy(context);
}

/* ---- a model ---- */

/* The bar left and right of the knob, against the page above. */
static void expect_timeline(const bp_framebuffer *picture, bool light, bp_rect track) {
    int middle = track.y + track.height / 2;
    const int columns[] = {track.x + track.width / 4, track.x + 3 * track.width / 4};
    for (int i = 0; i < 2; i++)
        expect(i ? "the future" : "the past", light,
               contrast(pixel(picture, columns[i], middle), pixel(picture, columns[i], track.y + 1)), 3);
}

static void draw_with_texts(bench *b) {
    bp_error error = {0};
    draw(b);
    const bp_model_view view = {.viewer = &b->controller.viewer,
                                .loaded = &b->controller.loaded,
                                .before = &b->controller.before,
                                .bounds = b->controller.bounds,
                                .posed = b->controller.posed,
                                .texts = &texts};
    texts.count = 0;
    assert_true(bp_model_view_draw(&view, &b->controller.base, &b->controller.layer, &error));
}

static void test_model_window(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    give(&b, (bp_event){.kind = BP_EVENT_RESIZE, .width = 1280, .height = 800, .scale = 1});
    b.controller.viewer.play.seconds = 1;
    for (int light = 0; light < 2; light++) {
        b.controller.viewer.core.settings.light = light;
        const bp_framebuffer *picture = &b.controller.base.picture;
        draw_with_texts(&b);
        expect_texts(picture, light, 40);
        expect_timeline(picture, light, b.controller.base.drawn.track);
        const bp_hit_areas *hits = &b.controller.base.drawn.hits;
        int keys = 0, clips = 0;
        for (int i = 0; i < hits->count; i++) {
            bp_rect r = hits->items[i].rect;
            if (hits->items[i].action == BP_ACTION_CLIP)
                expect_edge(picture, "a clip", light, r), clips++;
            else if (r.y > 760)
                expect_edge(picture, "a key's cap", light, r), keys++;
        }
        assert_true(clips == 2 && keys >= 5);
        bp_vec2 doctor = place_of(&b, BP_ACTION_DOCTOR, 0);
        click(&b, doctor.x, doctor.y);
        draw_with_texts(&b);
        expect_texts(picture, light, 20);
        bp_vec2 bones = place_of(&b, BP_ACTION_DOCTOR, 0);
        click(&b, bones.x, bones.y);
    }
    close_bench(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_list), cmocka_unit_test(test_model_window)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
