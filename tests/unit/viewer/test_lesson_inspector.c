/* The pixel inspector in a lesson's window: each stage's pixels, and panels, which it leaves alone. */
#include "support/lesson_fixture.h"

#include "support/inspector.h"

static void setup(bp_world *world) {
    bp_world_add_character(world, "one", "", BP_BIND_NATURAL);
    bp_world_add_character(world, "two", "", BP_BIND_IDENTITY);
}
static const bp_step STEPS[] = {{"First.", .bone = "boneArmLeft"}, {"Second.", .bone = "boneArmLeft"}};
static const bp_lesson_plan LESSON = {.number = 5,
                                      .name = "05_test",
                                      .title = "A test",
                                      .summary = "One line.",
                                      .difficulty = 1,
                                      .setup = setup,
                                      .steps = STEPS,
                                      .step_count = BP_COUNT(STEPS)};

static void same_bytes(void **state) {
    (void)state;
    bench b;
    static const int sizes[][2] = {{1280, 800}, {800, 600}};
    for (size_t i = 0; i < BP_COUNT(sizes); i++) {
        open_bench(&b, &LESSON, 0, sizes[i][0], sizes[i][1]);
        b.live = true;
        b.controller.base.texts = &inspector_texts;
        draw(&b);
        uint8_t *before = inspector_copy(&b.controller.base.picture);
        type(&b, "#");
        const bp_drawn_frame *drawn = &b.controller.base.drawn;
        assert_true(drawn->scene_count >= 1);
        for (int scene = 0; scene < drawn->scene_count; scene++)
            assert_true(inspector_sweep(&b, before, sizes[i][0], drawn->scenes[scene].rect, 41) > 20);
        type(&b, "#");
        assert_memory_equal(before, b.controller.base.picture.pixels,
                            (size_t)4 * (size_t)sizes[i][0] * (size_t)sizes[i][1]);
        free(before);
        close_bench(&b);
    }
}

/* Only scenes are inspected. The steps' keys still work, but for the arrows. */
static void leaves_panels(void **state) {
    (void)state;
    bench b;
    open_bench(&b, &LESSON, 0, 1280, 800);
    b.live = true;
    b.controller.base.texts = &inspector_texts;
    draw(&b);
    inspector_texts.count = 0;
    type(&b, "#");
    const bp_inspector *in = &b.controller.viewer.core.inspector;
    inspector_point(&b, 300, 5); /* the title */
    assert_false(in->has_pixel);
    key(&b, BP_KEY_RIGHT, 0);
    assert_true(in->has_pixel && b.controller.viewer.position.step == 0);
    key(&b, BP_KEY_SPACE, 0);
    assert_int_equal(b.controller.viewer.position.step, 1);
    assert_true(in->open);
    type(&b, "h"); /* the help covers it */
    assert_true(b.controller.viewer.core.settings.help);
    inspector_texts.count = 0;
    draw(&b);
    assert_int_equal(inspector_texts.count, 0);
    close_bench(&b);
}

/* Depths are those of the scenes, although names are drawn after the samples are resolved. */
static void shows_depths(void **state) {
    (void)state;
    bench b;
    open_bench(&b, &LESSON, 0, 1280, 800);
    b.live = true;
    draw(&b);
    type(&b, "**");
    const bp_framebuffer *picture = &b.controller.base.picture;
    const bp_drawn_frame *drawn = &b.controller.base.drawn;
    const bp_rgba8 near = bp_false_color_at(0), far = bp_false_color_at(1);
    for (int i = 0; i < drawn->scene_count; i++) {
        int nearest = 0, farthest = 0;
        bp_rect r = drawn->scenes[i].rect;
        for (int k = 0; k < r.width * (r.height / 2); k++) { /* the legend is in the lower half */
            int x = r.x + k % r.width, y = r.y + k / r.width;
            const uint8_t *pixel = picture->pixels + 4 * ((size_t)picture->width * (size_t)y + (size_t)x);
            nearest += memcmp(pixel, &near, 4) == 0, farthest += memcmp(pixel, &far, 4) == 0;
        }
        assert_true(nearest + farthest > 0);
    }
    close_bench(&b);
}

/* A finger: first a move, then the press. The panel is in the half of an upright window without the pixel. */
static void follows_fingers(void **state) {
    (void)state;
    bench b;
    open_bench(&b, &LESSON, 0, 360, 740);
    b.live = true;
    b.controller.viewer.core.settings.touch = true;
    draw(&b);
    type(&b, "#");
    const bp_inspector *in = &b.controller.viewer.core.inspector;
    const bp_drawn_frame *drawn = &b.controller.base.drawn;
    const bp_rect scene = drawn->scenes[0].rect;
    const float x = (float)(scene.x + scene.width / 2), top = (float)scene.y;
    give(&b, (bp_event){.kind = BP_EVENT_MOVE, .x = x, .y = top});
    assert_false(in->has_pixel);
    give(&b, (bp_event){.kind = BP_EVENT_PRESS, .button = BP_BUTTON_LEFT, .x = x, .y = top});
    assert_true(in->has_pixel && !in->kept && in->x == (int)x && in->y == (int)top);
    assert_true(drawn->inspector_text.width > 300 && drawn->inspector_text.y > 740 / 2);
    give(&b, (bp_event){.kind = BP_EVENT_MOVE, .x = x - 3, .y = top + 5});
    assert_true(in->x == (int)x - 3 && in->y == (int)top + 5);
    give(&b, (bp_event){.kind = BP_EVENT_RELEASE, .button = BP_BUTTON_LEFT, .x = x - 3, .y = top + 5});
    give(&b, (bp_event){.kind = BP_EVENT_MOVE, .x = -1, .y = -1}); /* it lifts */
    give(&b, (bp_event){.kind = BP_EVENT_MOVE, .x = x, .y = top});
    assert_true(in->x == (int)x - 3 && in->y == (int)top + 5);
    close_bench(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(same_bytes), cmocka_unit_test(leaves_panels),
                                       cmocka_unit_test(shows_depths), cmocka_unit_test(follows_fingers)};
    return cmocka_run_group_tests_name("the pixel inspector of a lesson", tests, NULL, NULL);
}
