/* Follows a vertex to its pixel, against values computed by hand. Bad vertices are errors.
 *
 * The body's vertex 17 is the corner (0.5, 1.75, 0.5) of its front. The body's bone, bound at the origin,
 * moves up by 0.25, the mesh is at x = 1. A camera at (0, 0, 8.5) with an angle of 90 degrees sees it at
 * (1.5, 2, -8): of 400 pixels x is 200 (1 + 1.5 / 8) = 237.5 and y is 200 (1 - 2 / 8) = 150. With near 4 and far
 * 16, z is 16 / 12 (8 - 4) = 5.3333, and depth 5.3333 / 8 = 0.6667. */
#include "support/test.h"
#include <bindpose/lesson_session.h>
#include <math.h>

static void setup(bp_world *world) {
    bp_world_add_character(world, "one", "", BP_BIND_NATURAL);
    bp_skeleton *bones = bp_skeleton_create(world->context, NULL, &world->error);
    bp_world_add_stage(world, "bones alone", "", NULL, bones);
    world->camera = (bp_camera){.eye = {0, 0, 8.5f}, .fov_y = bp_radians(90), .near_z = 4, .far_z = 16};
    bp_bone_set_position(bp_world_bone(world, 0, "boneBody"), (bp_vec3){0, 0.25f, 0});
    bp_figure_set_world(world->stages[0].figure, bp_mat4_translation((bp_vec3){1, 0, 0}));
}
static const bp_step STEPS[] = {{"start", .bone = "boneBody"}};
static const bp_lesson_plan LESSON = {
    .number = 99, .name = "99_path", .setup = setup, .steps = STEPS, .step_count = 1};

static void expect(const char *name, bp_measure *measure, bp_world *world, int count, const float *expected) {
    float got[BP_CLAIM_VALUE_MAX] = {0};
    measure(world, &(bp_measure_args){.stage = 0, .other = 17}, got);
    for (int i = 0; i < count; i++)
        if (!(fabsf(got[i] - expected[i]) <= 1e-5f * fmaxf(1, fabsf(expected[i]))))
            fail_msg("%s, value %d: got %.9g, expected %.9g", name, i, (double)got[i], (double)expected[i]);
}

static void every_step_against_hand_computed_values(void **state) {
    (void)state;
    bp_error error = {0};
    bp_session *session = bp_session_create(NULL, &LESSON, NULL, &error);
    assert_non_null(session);
    bp_world *world = bp_session_world(session);
    expect("mesh", bp_measure_vertex_mesh, world, 3, (float[]){0.5f, 1.75f, 0.5f});
    expect("bone", bp_measure_vertex_bone, world, 3, (float[]){0.5f, 1.75f, 0.5f});
    expect("skeleton", bp_measure_vertex_skeleton, world, 3, (float[]){0.5f, 2, 0.5f});
    expect("skinned", bp_measure_vertex_skinned, world, 3, (float[]){0.5f, 2, 0.5f});
    expect("world", bp_measure_vertex_world, world, 3, (float[]){1.5f, 2, 0.5f});
    expect("view", bp_measure_vertex_view, world, 3, (float[]){1.5f, 2, -8});
    expect("clip", bp_measure_vertex_clip, world, 4, (float[]){1.5f, 2, 16.0f / 3, 8});
    expect("pixel", bp_measure_vertex_pixel, world, 3, (float[]){237.5f, 150, 2.0f / 3});
    assert_int_equal(world->error.kind, BP_ERROR_NONE);
    bp_session_destroy(session);
}

static void bad_vertices_are_errors(void **state) {
    (void)state;
    static const struct {
        int stage, vertex;
        float eye;
        const char *says;
    } cases[] = {{0, 72, 8.5f, "stage 1 has no skinned vertex 72"},
                 {0, -1, 8.5f, "stage 1 has no skinned vertex -1"},
                 {1, 0, 8.5f, "stage 2 has no skinned vertex 0"},
                 {0, 17, 0.1f, "vertex 17 lies behind the camera"}};
    for (size_t i = 0; i < BP_COUNT(cases); i++) {
        bp_error error = {0};
        bp_session *session = bp_session_create(NULL, &LESSON, NULL, &error);
        assert_non_null(session);
        bp_world *world = bp_session_world(session);
        world->camera.eye.z = cases[i].eye;
        float values[3];
        bp_measure_vertex_world(world, &(bp_measure_args){.stage = cases[i].stage, .other = cases[i].vertex},
                                values);
        assert_string_equal(world->error.message, cases[i].says);
        bp_session_destroy(session);
    }
}

/* This measure reads the figure's vertices; a bad index must not read beyond them. */
static void skinned_vertex_out_of_range(void **state) {
    (void)state;
    bp_error error = {0};
    bp_session *session = bp_session_create(NULL, &LESSON, NULL, &error);
    assert_non_null(session);
    float values[3] = {7, 7, 7};
    bp_measure_vertex_skinned(bp_session_world(session), &(bp_measure_args){.stage = 0, .other = 72}, values);
    assert_true(values[0] == 0 && values[1] == 0 && values[2] == 0);
    assert_int_equal(bp_session_world(session)->error.kind, BP_ERROR_ARGUMENT);
    bp_session_destroy(session);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_step_against_hand_computed_values),
                                       cmocka_unit_test(bad_vertices_are_errors),
                                       cmocka_unit_test(skinned_vertex_out_of_range)};
    return cmocka_run_group_tests_name("vertex path", tests, NULL, NULL);
}
