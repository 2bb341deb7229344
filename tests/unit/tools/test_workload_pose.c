/* The posing workload: the root follows the clip's keys, both ways agree, and failed allocations leak nothing. */
#include "support/allocator.h"
#include "tools/bench/workload.h"

static void test_root(void **state) {
    (void)state;
    bp_error error = {0};
    bp_workload_pose *w = bp_workload_pose_create(NULL, 2, &error);
    expect_no_error(&error);
    const struct {
        int frame;
        float y, z;
    } cases[] = {
        {0, 1, 0},     /* the first key */
        {30, 1, 0.5f}, /* half way: between two keys, sin(2 pi) */
        {60, 1, 0},    /* a second later it begins again */
    };
    for (size_t i = 0; i < BP_COUNT(cases); i++) {
        bp_workload_pose_run_bones(w, cases[i].frame);
        bp_bone *root = bp_skeleton_bone_by_id(w->characters[0].skeleton, 0);
        bp_vec3 place = bp_mat4_position(bp_bone_absolute(root));
        const float expected[3] = {0, cases[i].y, cases[i].z};
        expect_floats(&place.x, expected, 3, 1e-5);
    }
    /* A child joint stays at its bone's length from the parent. */
    bp_bone *a = bp_skeleton_bone_by_id(w->characters[1].skeleton, 10);
    bp_bone *b = bp_skeleton_bone_by_id(w->characters[1].skeleton, 13);
    expect_float(
        bp_vec3_distance(bp_mat4_position(bp_bone_absolute(a)), bp_mat4_position(bp_bone_absolute(b))), 0.1f,
        1e-5);
    bp_workload_pose_destroy(w);
    bp_workload_pose_destroy(NULL);
}

static void test_both_ways(void **state) {
    (void)state;
    bp_workload_pose *w = bp_workload_pose_create(NULL, 3, NULL);
    for (int frame = 0; frame < 90; frame += 7) {
        bp_workload_pose_run(w, frame);
        bp_workload_pose_run_bones(w, frame);
        for (size_t character = 0; character < 3; character++)
            for (size_t i = 0; i < BP_WORKLOAD_POSE_JOINTS; i++) {
                const bp_skeleton *skeleton = w->characters[character].skeleton;
                bp_mat4 expected = bp_bone_absolute(bp_skeleton_bone_by_id(skeleton, i));
                expect_floats(w->absolutes[character * BP_WORKLOAD_POSE_JOINTS + i].m, expected.m, 16, 1e-5);
            }
    }
    bp_workload_pose_destroy(w);
}

static bool attempt(const bp_allocator *allocator, void *user, bp_error *error) {
    (void)user;
    bp_context *context =
        bp_context_create(&(bp_context_options){.allocator = *allocator, .threads = 1}, error);
    bp_workload_pose *w = context ? bp_workload_pose_create(context, 1, error) : NULL;
    bool ok = w != NULL;
    bp_workload_pose_destroy(w);
    bp_context_destroy(context);
    return ok;
}

static void test_no_memory(void **state) {
    (void)state;
    assert_true(test_each_allocation_fails(attempt, NULL) >= 6);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_root), cmocka_unit_test(test_both_ways),
                                       cmocka_unit_test(test_no_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
