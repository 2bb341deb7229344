/* Follows a vertex to its pose, against values computed by hand. Bad vertices are errors.
 *
 * The body's vertex 17 is the corner (0.5, 1.75, 0.5) of its front. The body's bone, bound at the origin,
 * moves up by 0.25. */
#include "support/test.h"
#include <bindpose/lesson_session.h>
#include <math.h>

static void setup(bp_world *world) {
    bp_world_add_character(world, "one", "", BP_BIND_NATURAL);
    bp_skeleton *bones = bp_skeleton_create(world->context, NULL, &world->error);
    bp_world_add_stage(world, "bones alone", "", NULL, bones);
    bp_bone_set_position(bp_world_bone(world, 0, "boneBody"), (bp_vec3){0, 0.25f, 0});
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
    assert_int_equal(world->error.kind, BP_ERROR_NONE);
    bp_session_destroy(session);
}

static void bad_vertices_are_errors(void **state) {
    (void)state;
    static const struct {
        int stage, vertex;
        const char *says;
    } cases[] = {{0, 72, "stage 1 has no skinned vertex 72"},
                 {0, -1, "stage 1 has no skinned vertex -1"},
                 {1, 0, "stage 2 has no skinned vertex 0"}};
    for (size_t i = 0; i < BP_COUNT(cases); i++) {
        bp_error error = {0};
        bp_session *session = bp_session_create(NULL, &LESSON, NULL, &error);
        assert_non_null(session);
        bp_world *world = bp_session_world(session);
        float values[3];
        bp_measure_vertex_bone(world, &(bp_measure_args){.stage = cases[i].stage, .other = cases[i].vertex},
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
