/* A step's picture doesn't depend on the path to the step. Each lesson is drawn step by step, as --frames does, then
 * walked by random keys (forward, back, to the beginning, to the end, restart), which also select and rotate bones
 * and switch the rules. And every picture, which may reuse parts of the previous one, equals one drawn whole. */
#include "raster/inspect.h"
#include "support/test.h"
#include "viewer/lesson/lesson_controller.h"
#include "viewer/lesson/lesson_view.h"

extern const bp_lesson_plan *const bp_lesson_registry[];

enum { WIDTH = 480, HEIGHT = 320, STEPS = 64 };

/* Draws the controller's picture again, without reusing the previous one. */
static void draw_whole(const bp_lesson_controller *controller, bp_framebuffer *to) {
    bp_error error = {0};
    bp_drawn_frame drawn = {.valid = false};
    const bp_lesson_view view = {.viewer = &controller->viewer,
                                 .lesson = bp_session_lesson(controller->session),
                                 .world = bp_session_world(controller->session),
                                 .data = &controller->data};
    bp_raster *raster = bp_raster_create(NULL, &error);
    if (!raster || !bp_framebuffer_create_color(NULL, WIDTH, HEIGHT, to, &error) ||
        !bp_lesson_view_draw(&view, raster, to, &drawn, &error))
        fail_msg("%s", error.message);
    bp_raster_destroy(raster);
}

static uint64_t hash_picture(bp_lesson_controller *controller) {
    bp_error error = {0};
    bp_framebuffer whole;
    if (!bp_controller_draw(&controller->base, &error)) fail_msg("%s", error.message);
    draw_whole(controller, &whole);
    uint64_t hash = 1469598103934665603u; /* FNV-1a, four bytes at a time */
    for (int y = 0; y < controller->base.picture.height; y++) {
        const uint8_t *row =
            controller->base.picture.pixels + (size_t)4 * (size_t)controller->base.picture.stride * (size_t)y;
        const uint8_t *expected = whole.pixels + (size_t)4 * (size_t)whole.stride * (size_t)y;
        expect_bytes(row, expected, (size_t)4 * WIDTH);
        for (int x = 0; x < controller->base.picture.width; x++) {
            uint32_t pixel;
            memcpy(&pixel, row + 4 * x, 4);
            hash = (hash ^ pixel) * 1099511628211u;
        }
    }
    bp_framebuffer_destroy(NULL, &whole);
    return hash;
}

static void press(bp_lesson_controller *controller, int key, const char *text) {
    bp_error error = {0};
    unsigned requests;
    bp_event event = {.kind = text ? BP_EVENT_TEXT : BP_EVENT_KEY, .key = key};
    if (text) snprintf(event.text, sizeof event.text, "%s", text);
    if (!bp_controller_event(&controller->base, &event, &requests, &error)) fail_msg("%s", error.message);
}

/* Skips a question by a second Space, and lets the change run to its end. */
static void arrive(bp_lesson_controller *controller) {
    if (controller->viewer.position.asking) press(controller, BP_KEY_SPACE, NULL);
    if (controller->viewer.position.asking) press(controller, BP_KEY_SPACE, NULL);
    controller->viewer.answer.skipped = false; /* the pictures have its answer as given */
    while (bp_controller_tick(&controller->base, 0.37)) hash_picture(controller);
}

/* Presses a key that leads to another step, or keys with effects that the next step must not keep. */
static void walk(bp_lesson_controller *controller, uint64_t *random) {
    static const int keys[] = {BP_KEY_RIGHT, BP_KEY_RIGHT, BP_KEY_LEFT, BP_KEY_LEFT, BP_KEY_HOME, BP_KEY_END};
    size_t choice = (size_t)test_random_float(random, 0, 7.99f);
    if (choice >= BP_COUNT(keys)) {
        press(controller, BP_KEY_TAB, NULL);
        press(controller, BP_KEY_UP, NULL);
        press(controller, 0, "p");
        hash_picture(controller);
        press(controller, 0, "p");
        press(controller, 0, "k"); /* the first p showed what is for Babylon.js users; that stays until k */
        press(controller, BP_KEY_LEFT, NULL);
        press(controller, 0, "r");
    } else {
        press(controller, keys[choice], NULL);
    }
    if (controller->viewer.position.ended) press(controller, BP_KEY_LEFT, NULL); /* from the end page */
    arrive(controller);
}

static void walk_lesson(const bp_lesson_plan *lesson, uint64_t *random) {
    bp_error error = {0};
    bp_lesson_controller controller = {0};
    uint64_t expected[STEPS];
    bp_session *session = bp_session_create(NULL, lesson, NULL, &error);
    if (!session || !bp_lesson_controller_open(&controller, NULL, session, 0, WIDTH, HEIGHT, &error))
        fail_msg("%s: %s", lesson->name, error.message);
    assert_true(lesson->step_count <= STEPS);
    for (int step = 0; step < lesson->step_count; step++) {
        controller.viewer = bp_lesson_viewer_make(lesson, step, WIDTH, HEIGHT);
        expected[step] = hash_picture(&controller);
        for (int other = 0; other < step; other++) /* otherwise the comparison would prove nothing */
            if (expected[other] == expected[step])
                fail_msg("%s: steps %d and %d look the same", lesson->name, other + 1, step + 1);
    }
    bool seen[STEPS] = {false};
    for (int n = 0, missing = lesson->step_count; n < 12 || (missing > 0 && n < 400); n++) {
        walk(&controller, random);
        int step = controller.viewer.position.step;
        if (seen[step] && n >= 12) continue;
        missing -= !seen[step];
        seen[step] = true;
        if (hash_picture(&controller) != expected[step])
            fail_msg("%s: step %d looks different after %d keys", lesson->name, step + 1, n + 1);
    }
    for (int step = 0; step < lesson->step_count; step++)
        if (!seen[step]) fail_msg("%s: the walk never reached step %d", lesson->name, step + 1);
    bp_lesson_controller_close(&controller);
    bp_session_destroy(session);
}

static void pictures_do_not_depend_on_the_path(void **state) {
    (void)state;
    uint64_t random = 0x5eed;
    for (const bp_lesson_plan *const *lesson = bp_lesson_registry; *lesson; lesson++)
        if (test_takes((*lesson)->number, 6)) walk_lesson(*lesson, &random);
}

/* Changes much of the picture, some of it, or next to nothing. */
static void change_picture(bp_lesson_controller *controller, uint64_t *random) {
    static const char *const texts[] = {"m", "w", "b", "x", "g", "n", "p", "c",
                                        "i", "l", "+", "-", "h", "]", "a", "o"};
    static const int keys[] = {BP_KEY_RIGHT, BP_KEY_LEFT,    BP_KEY_TAB,
                               BP_KEY_UP,    BP_KEY_PAGE_UP, BP_KEY_PAGE_DOWN};
    size_t choice = (size_t)test_random_float(random, 0, 29.99f);
    if (choice < BP_COUNT(texts))
        press(controller, 0, texts[choice]);
    else if (choice < BP_COUNT(texts) + BP_COUNT(keys))
        press(controller, keys[choice - BP_COUNT(texts)], NULL);
    else if (choice < 25)
        controller->viewer.core.settings.yaw += 0.1f;
    else
        bp_controller_tick(&controller->base, 0.05);
}

static void partly_redrawn_pictures_equal_whole_ones(void **state) {
    (void)state;
    uint64_t random = 0xbed;
    for (const bp_lesson_plan *const *lesson = bp_lesson_registry; *lesson; lesson++) {
        if (!test_takes((*lesson)->number, 6)) continue;
        bp_error error = {0};
        bp_lesson_controller controller;
        bp_session *session = bp_session_create(NULL, *lesson, NULL, &error);
        assert_true(session &&
                    bp_lesson_controller_open(&controller, NULL, session, 0, WIDTH, HEIGHT, &error));
        for (int i = 0; i < 60; i++) {
            hash_picture(&controller);
            change_picture(&controller, &random);
        }
        bp_lesson_controller_close(&controller);
        bp_session_destroy(session);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(pictures_do_not_depend_on_the_path),
                                       cmocka_unit_test(partly_redrawn_pictures_equal_whole_ones)};
    return cmocka_run_group_tests_name("lesson walks", tests, NULL, NULL);
}
