/* Angles as arcs: where their points are, and that they are drawn. */
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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(points), cmocka_unit_test(arcs_are_drawn)};
    return cmocka_run_group_tests_name("stage arcs", tests, NULL, NULL);
}
