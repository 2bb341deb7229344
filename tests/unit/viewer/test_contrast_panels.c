/* Around a lesson's stages: what can be clicked or tells a state has edges of 3:1, measured on drawn pixels, in
 * both themes. lesson_looks.c measures texts. */
#include "support/contrast.h"
#include "support/lesson_fixture.h"

static void setup(bp_world *world) {
    bp_world_add_character(world, "one", "", BP_BIND_NATURAL);
    bp_world_add_character(world, "two", "", BP_BIND_NATURAL);
}
static void change(bp_world *world, float t) {
    bp_world_rotate(world, 0, "boneArmLeft", (bp_vec3){0, 0, 1}, 60 * t);
}
static void half(bp_world *world, const bp_measure_args *args, float *values) {
    (void)world, (void)args;
    values[0] = 0.5f;
}
static const bp_readout READOUT = {.label = "share", .measure = half};
static const bp_question CHOICE = {.text = "Which?",
                                   .kind = BP_QUESTION_CHOICE,
                                   .options = {"this", "that", "other"},
                                   .right = "Yes.",
                                   .hint = "No."};
static const bp_question ORDER = {.text = "In what order?",
                                  .kind = BP_QUESTION_ORDER,
                                  .answer = 312,
                                  .options = {"this", "that", "other"},
                                  .right = "Yes.",
                                  .hint = "No."};
static const bp_question NUMBER = {.text = "How far?", .answer = 5, .right = "Yes.", .hint = "No."};
static const bp_step STEPS[] = {
    {.caption = "Moves.", .change = change, .readouts = &READOUT, .readout_count = 1, .bars = 1},
    {.caption = "Plays.", .change = change, .clip_seconds = 1},
    {.caption = "Asks.", .question = &CHOICE},
    {.caption = "Asks.", .question = &ORDER},
    {.caption = "Asks.", .question = &NUMBER},
};
static const bp_lesson_plan LESSON = {.number = 5,
                                      .name = "05_test",
                                      .title = "A test",
                                      .summary = "One line.",
                                      .setup = setup,
                                      .steps = STEPS,
                                      .step_count = BP_COUNT(STEPS)};

static const uint8_t *pixel(const bench *b, int x, int y) {
    const bp_framebuffer *picture = &b->controller.base.picture;
    return picture->pixels + 4 * ((size_t)picture->stride * (size_t)y + (size_t)x);
}

static void expect(const bench *b, const char *what, double ratio) {
    if (!(ratio >= 3))
        fail_msg("%s, %s theme: %.2f", what, b->controller.viewer.core.settings.light ? "light" : "dark",
                 ratio);
}

/* A rectangle's left edge, against what is outside. */
static void expect_edge(const bench *b, const char *what, bp_rect r) {
    int y = r.y + r.height / 2;
    expect(b, what, contrast(pixel(b, r.x, y), pixel(b, r.x - 3, y)));
}

static bool same(const uint8_t *p, bp_rgba8 color) { return memcmp(p, &color.r, 3) == 0; }

/* All hit areas of an action, without keys, which are less high; returns their number. */
static int expect_areas(const bench *b, const char *what, bp_action action) {
    const bp_hit_areas *hits = &b->controller.base.drawn.hits;
    int count = 0;
    for (int i = 0; i < hits->count; i++)
        if (hits->items[i].action == action && hits->items[i].rect.height > 20)
            expect_edge(b, what, hits->items[i].rect), count++;
    return count;
}

/* It ends 8 before the button of that action. */
static void expect_number_box(const bench *b, const char *what, bp_action action) {
    const bp_hit_areas *hits = &b->controller.base.drawn.hits;
    int count = 0;
    for (int i = 0; i < hits->count; i++) {
        bp_rect r = hits->items[i].rect;
        if (hits->items[i].action != action || r.height < 20) continue;
        expect(b, what,
               contrast(pixel(b, r.x - 9, r.y + r.height / 2), pixel(b, r.x - 4, r.y + r.height / 2)));
        count++;
    }
    assert_int_equal(count, 1);
}

/* The caps of keys in the bottom row, and their steps' dots against the page below them. */
static void expect_keys(const bench *b) {
    const bp_hit_areas *hits = &b->controller.base.drawn.hits;
    int keys = 0, dots = 0, bottom = b->controller.viewer.core.settings.height - 50;
    for (int i = 0; i < hits->count; i++) {
        bp_rect r = hits->items[i].rect;
        if (r.y < bottom) continue;
        if (hits->items[i].action == BP_ACTION_STEP) {
            int middle = r.x + r.width / 2; /* a ring's line, or the filled dot */
            double best = 1;
            for (int x = middle - 6; x <= middle; x++)
                best = fmax(best, contrast(pixel(b, x, r.y + r.height / 2), pixel(b, middle, r.y + r.height + 2)));
            expect(b, "a step's dot", best);
            dots++;
        } else {
            expect_edge(b, "a key's cap", r), keys++;
        }
    }
    assert_true(keys > 6 && dots == BP_COUNT(STEPS));
}

/* The title's switches, and the title: without edges, by their text. */
static void expect_title(bench *b) {
    static bp_text_log texts;
    bp_drawn_frame drawn = {.valid = false};
    bp_error error = {0};
    const bp_lesson_controller *c = &b->controller;
    texts.count = 0;
    const bp_lesson_view view = {.viewer = &c->viewer,
                                 .lesson = &LESSON,
                                 .world = bp_session_world(b->session),
                                 .data = &c->data,
                                 .texts = &texts};
    assert_true(bp_lesson_view_draw(&view, c->base.raster, &c->base.picture, &drawn, &error));
    int count = 0, wanted = 0;
    for (int i = 0; i < texts.count; i++) {
        if (texts.items[i].rect.y > 36 || !texts.items[i].text[0]) continue;
        double ratio = text_contrast(&c->base.picture, texts.items[i].rect);
        if (!(ratio >= 4.5)) fail_msg("\"%s\": %.2f", texts.items[i].text, ratio);
        wanted += strcmp(texts.items[i].text, "H help") == 0 || strstr(texts.items[i].text, "engine") ||
                  strcmp(texts.items[i].text, "rows") == 0;
        count++;
    }
    assert_true(count > wanted && wanted == 3);
}

/* The bar left and right of the knob, and the knob, against the page above. */
static void expect_timeline(const bench *b, bp_rgba8 knob) {
    bp_rect track = b->controller.base.drawn.track;
    assert_true(track.width > 100);
    int middle = track.y + track.height / 2, at = track.x + (track.width - 1) / 2;
    const int columns[] = {track.x + track.width / 3, at, track.x + 2 * track.width / 3};
    static const char *const names[] = {"the past", "the knob", "the future"};
    for (int i = 0; i < 3; i++)
        expect(b, names[i], contrast(pixel(b, columns[i], middle), pixel(b, columns[i], track.y + 1)));
    assert_true(same(pixel(b, at, middle), knob));
}

/* The share's bar below the readout's number: from its left end to the right one. */
static void expect_share(const bench *b, const bp_theme *theme) {
    bp_rect track = b->controller.base.drawn.track;
    int found = 0;
    for (int y = 40; y < track.y && !found; y++) /* the line of pixels in which the two colours meet */
        for (int x = 20; x < track.x + track.width - 20; x++) {
            if (!same(pixel(b, x, y), theme->here) || same(pixel(b, x + 1, y), theme->here)) continue;
            if (same(pixel(b, x - 20, y), theme->here) && same(pixel(b, x + 1, y), theme->floor) &&
                same(pixel(b, x + 20, y), theme->floor)) {
                expect(b, "a share", contrast(pixel(b, x, y), pixel(b, x, y - 6)));
                expect(b, "the rest of 1", contrast(pixel(b, x + 2, y), pixel(b, x + 2, y - 6)));
                found++;
            }
        }
    assert_true(found > 0);
}

static void enter(bench *b, int step, bool light) {
    bp_lesson_viewer_enter(&b->controller.viewer, &LESSON, step);
    b->controller.viewer.core.settings.light = light;
    draw(b);
}

static void test_edges(void **state) {
    (void)state;
    for (int light = 0; light < 2; light++) {
        const bp_theme *theme = bp_theme_of(light == 1);
        bench b;
        open_bench(&b, &LESSON, 0, 1280, 800);
        b.controller.viewer.core.settings.babylon = true;
        enter(&b, 1, light == 1);
        expect_keys(&b);
        expect_title(&b);
        for (int step = 0; step < 2; step++) {
            enter(&b, step, light == 1);
            bp_lesson_viewer_scrub(&b.controller.viewer, &LESSON, 0.5f);
            draw(&b);
            expect_timeline(&b, theme->here);
            if (step == 0) expect_share(&b, theme);
        }
        enter(&b, 2, light == 1);
        assert_int_equal(expect_areas(&b, "an option", BP_ACTION_OPTION), 3);
        assert_int_equal(expect_areas(&b, "the button", BP_ACTION_ENTER), 1);
        type(&b, "b");
        draw(&b);
        expect_areas(&b, "one of two options", BP_ACTION_OPTION);
        key(&b, BP_KEY_ENTER, 0); /* wrong */
        draw(&b);
        expect_areas(&b, "a wrong option", BP_ACTION_OPTION);
        enter(&b, 2, light == 1);
        key(&b, BP_KEY_SPACE, 0), key(&b, BP_KEY_SPACE, 0);
        assert_true(b.controller.viewer.answer.skipped);
        draw(&b);
        assert_int_equal(expect_areas(&b, "the button to ask a skipped question again", BP_ACTION_RESTART), 1);
        enter(&b, 3, light == 1);
        assert_int_equal(expect_areas(&b, "a place", BP_ACTION_OPTION), 3);
        enter(&b, 4, light == 1);
        expect_number_box(&b, "a number's box", BP_ACTION_ENTER);
        key(&b, BP_KEY_SPACE, 0), key(&b, BP_KEY_SPACE, 0);
        assert_true(b.controller.viewer.answer.skipped);
        draw(&b);
        expect_number_box(&b, "a skipped number's box", BP_ACTION_RESTART);
        close_bench(&b);
    }
}

/* Of the card that the panel shows, and of the other one: a filled box, and an edge. */
static void test_badges(void **state) {
    (void)state;
    for (int light = 0; light < 2; light++) {
        bench b;
        open_bench(&b, &LESSON, 0, 1280, 800);
        enter(&b, 0, light == 1);
        assert_int_equal(b.controller.base.drawn.scene_count, 2);
        for (int i = 0; i < 2; i++) { /* 42 above the scene; the badge at 10, 10 with a side of 20 */
            bp_rect scene = b.controller.base.drawn.scenes[i].rect;
            expect_edge(&b, i ? "a badge" : "the badge of the shown stage",
                        (bp_rect){scene.x - 1 + 10, scene.y - 42 + 10, 20, 20});
        }
        close_bench(&b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_edges), cmocka_unit_test(test_badges)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
