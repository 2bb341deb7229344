/* Angles as arcs: where their points are, and that they are drawn. And the bars of a chart. */
#include "support/test.h"
#include "viewer/lesson/lesson_controller.h"
#include "viewer/stage_arcs.h"
#include <string.h>

/* Angles count from straight down, and go counter-clockwise: 0 is down, 90 right, 180 up. */
static void points(void **state) {
    (void)state;
    const bp_angle_arc arc = {.center = {0.5f, 1.5f, 0.4f}, .radius = 2};
    const struct {
        float degrees;
        bp_vec3 at;
    } cases[] = {{0, {0.5f, -0.5f, 0.4f}},
                 {90, {2.5f, 1.5f, 0.4f}},
                 {180, {0.5f, 3.5f, 0.4f}},
                 {-90, {-1.5f, 1.5f, 0.4f}},
                 {30, {1.5f, 1.5f - 1.7320508f, 0.4f}}};
    for (size_t i = 0; i < BP_COUNT(cases); i++) {
        bp_vec3 at = bp_angle_arc_point(&arc, cases[i].degrees, arc.radius);
        if (bp_vec3_distance(at, cases[i].at) > 1e-5f)
            fail_msg("%g degrees: (%g, %g, %g)", (double)cases[i].degrees, (double)at.x, (double)at.y,
                     (double)at.z);
    }
}

static void setup(bp_world *world) { bp_world_add_character(world, "one", "", BP_BIND_NATURAL); }
static void set_arc(bp_world *world) {
    world->stages[0].arcs[0] =
        (bp_angle_arc){.name = "local", .center = {0.5f, 1.5f, 0.4f}, .radius = 1, .to = 90};
    world->stages[0].arc_count = 1;
}
static void setup_arc(bp_world *world) {
    setup(world);
    world->write_notes = set_arc;
}

/* The pixels of a lesson's only step. */
static void draw(void (*set_up)(bp_world *world), uint8_t *pixels, size_t size) {
    static const bp_step steps[] = {{.caption = "One."}};
    const bp_lesson_plan plan = {
        .number = 5, .name = "05_test", .title = "A test", .setup = set_up, .steps = steps, .step_count = 1};
    bp_error error = {0};
    bp_context *context = bp_context_create(&(bp_context_options){.threads = 1}, &error);
    bp_session *session = bp_session_create(context, &plan, NULL, &error);
    assert_non_null(session);
    bp_lesson_controller controller;
    assert_true(bp_lesson_controller_open(&controller, context, session, 0, 640, 480, &error));
    assert_true(bp_controller_draw(&controller.base, &error));
    const bp_framebuffer *picture = &controller.base.picture;
    assert_true((size_t)4 * (size_t)picture->stride * (size_t)picture->height <= size);
    memcpy(pixels, picture->pixels, (size_t)4 * (size_t)picture->stride * (size_t)picture->height);
    bp_lesson_controller_close(&controller);
    bp_session_destroy(session);
    bp_context_destroy(context);
}

static void arcs_are_drawn(void **state) {
    (void)state;
    enum { SIZE = 4 * 1024 * 480 };
    static uint8_t without[SIZE], with[SIZE];
    draw(setup, without, SIZE);
    draw(setup_arc, with, SIZE);
    size_t different = 0;
    for (size_t i = 0; i < SIZE; i += 4) different += memcmp(without + i, with + i, 4) != 0;
    assert_in_range(different, 100, 20000); /* lines and a name */
}

static void set_bars(bp_world *world) {
    bp_stage *stage = &world->stages[0];
    stage->bars[0] = (bp_stage_bar){.label = "slow", .value = "8 ms", .share = 1};
    stage->bars[1] = (bp_stage_bar){.label = "fast", .value = "2 ms", .share = 0.25f};
    stage->bar_count = 2;
}
static void setup_bars(bp_world *world) {
    setup(world);
    world->write_notes = set_bars;
}

/* How many pixels of a colour a row has. */
static int count_in_row(const uint8_t *pixels, int row, bp_rgba8 color) {
    const uint8_t *at = pixels + (size_t)4 * 640 * (size_t)row;
    int count = 0;
    for (int i = 0; i < 640; i++) count += memcmp(at + 4 * i, &color, 3) == 0;
    return count;
}

/* The first bar is as wide as its row, in the colour of the position; the last one is new, and a quarter as wide. */
static void bars_are_as_long_as_their_shares(void **state) {
    (void)state;
    enum { SIZE = 4 * 1024 * 480 };
    static uint8_t pixels[SIZE];
    int longest[2] = {0, 0};
    draw(setup_bars, pixels, SIZE);
    const bp_theme *theme = bp_theme_of(false);
    for (int row = 60; row < 160; row++) {
        const int here = count_in_row(pixels, row, theme->here),
                  now = count_in_row(pixels, row, theme->changed);
        if (here > longest[0]) longest[0] = here;
        if (now > longest[1]) longest[1] = now;
    }
    assert_in_range(longest[0], 100, 300);
    assert_in_range(longest[1], longest[0] / 4 - 6, longest[0] / 4 + 6);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(points), cmocka_unit_test(arcs_are_drawn),
                                       cmocka_unit_test(bars_are_as_long_as_their_shares)};
    return cmocka_run_group_tests_name("stage arcs", tests, NULL, NULL);
}
