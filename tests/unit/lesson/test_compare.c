/* Compares pictures of two stages: they follow the pose, the figure's world matrix and the camera. */
#include "lesson/world.h"
#include "support/allocator.h"
#include <bindpose/lesson_session.h>

#define ARM "boneArmLeft"

static void setup(bp_world *world) {
    bp_world_add_character(world, "one", "", BP_BIND_NATURAL);
    bp_world_add_character(world, "two", "", BP_BIND_NATURAL);
}
static void rotate_arm(bp_world *world, float t) {
    bp_quat q = bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, bp_radians(30 + 60 * t));
    bp_bone_set_rotation(bp_world_bone(world, 1, ARM), q);
}
static const bp_step STEPS[] = {{.caption = "Equal."}, {.caption = "One arm rotates.", .change = rotate_arm}};
static const bp_lesson_plan LESSON = {
    .number = 1, .name = "01_compare", .setup = setup, .steps = STEPS, .step_count = BP_COUNT(STEPS)};

static bp_session *open_session(bp_context *context) {
    bp_error error = {0};
    bp_session *session = bp_session_create(context, &LESSON, NULL, &error);
    if (!session) fail_msg("%s", error.message);
    return session;
}

static const bp_measure_args STAGES = {.stage = 0, .other = 1};

static float difference(bp_world *world) {
    float got = 0;
    bp_measure_pixel_difference(world, &STAGES, &got);
    assert_int_equal(world->error.kind, BP_ERROR_NONE);
    return got;
}

static void pictures_follow_changes(void **state) {
    (void)state;
    bp_error error = {0};
    bp_session *session = open_session(NULL);
    assert_true(difference(bp_session_world(session)) == 0); /* the same character twice */
    assert_true(bp_session_seek(session, (bp_lesson_state){.step = 1, .t = 1}, &error));
    bp_world *world = bp_session_world(session);
    float rotated = difference(world);
    assert_true(rotated > 50); /* an arm rotated by 60 degrees */
    /* With the arm back in its bind the stages are equal again. */
    bp_bone_set_local(bp_world_bone(world, 1, ARM), bp_bone_local(bp_world_bone(world, 0, ARM)));
    bp_world_pose(world);
    assert_true(difference(world) == 0);
    rotate_arm(world, 1);
    bp_world_pose(world);
    assert_true(difference(world) == rotated);
    /* A camera that looks away sees neither figure. */
    bp_camera camera = world->camera;
    world->camera.target = bp_vec3_add(camera.eye, bp_vec3_sub(camera.eye, camera.target));
    assert_true(difference(world) == 0);
    world->camera = camera;
    bp_figure_set_world(world->stages[1].figure, bp_mat4_translation((bp_vec3){100, 0, 0}));
    assert_true(difference(world) > rotated); /* the whole figure has left the picture */
    bp_session_destroy(session);
}

static void each_world_has_its_own(void **state) {
    (void)state;
    bp_error error = {0};
    bp_session *session = open_session(NULL);
    for (int i = 0; i < 4; i++) {
        assert_true(bp_session_seek(session, (bp_lesson_state){.step = i & 1, .t = 1}, &error));
        float got = difference(bp_session_world(session));
        assert_true((got == 0) == ((i & 1) == 0));
    }
    bp_session_destroy(session);
}

static void missing_stage_is_an_error(void **state) {
    (void)state;
    bp_session *session = open_session(NULL);
    bp_world *world = bp_session_world(session);
    bp_world_add_stage(world, "empty", "", NULL, NULL);
    world->error = (bp_error){0};
    float values[1] = {0};
    bp_measure_pixel_difference(world, &(bp_measure_args){.stage = 0, .other = 2}, values);
    assert_true(values[0] == 0);
    assert_string_equal(world->error.message, "stages 1 and 3 can't be compared: one of them is empty");
    bp_session_destroy(session);
}

static bool compare_with(const bp_allocator *allocator, void *user, bp_error *error) {
    (void)user;
    bp_context *context =
        bp_context_create(&(bp_context_options){.allocator = *allocator, .threads = 1}, error);
    if (!context) return false;
    bp_session *session = bp_session_create(context, &LESSON, NULL, error);
    bool ok = session != NULL;
    if (session) {
        bp_world *world = bp_session_world(session);
        float values[1] = {0};
        bp_measure_pixel_difference(world, &STAGES, values);
        ok = world->error.kind == BP_ERROR_NONE;
        if (!ok) *error = world->error;
    }
    bp_session_destroy(session);
    bp_context_destroy(context);
    return ok;
}

static void out_of_memory_is_reported(void **state) {
    (void)state;
    assert_true(test_each_allocation_fails(compare_with, NULL) > 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pictures_follow_changes),
        cmocka_unit_test(each_world_has_its_own),
        cmocka_unit_test(missing_stage_is_an_error),
        cmocka_unit_test(out_of_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
