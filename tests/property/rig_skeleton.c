/* Random work on skeletons, next to a second implementation that is as plain as can be
 * (support/plain_skeleton.h). */
#include "support/plain_skeleton.h"

static void test_same_as_model(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 150; seed++) {
        pair p = make_pair(seed * 7919);
        for (int i = 0; i < 120; i++) {
            size_t n = below(&p.seed, p.model.count);
            operations[below(&p.seed, BP_COUNT(operations))](&p, bp_skeleton_bone_by_id(p.skeleton, n), n);
            check_current_absolutes(&p);
            if (below(&p.seed, 4) == 0) check_finals(&p);
        }
        check_finals(&p);
        bp_skeleton_destroy(p.skeleton);
    }
}

/* The invariant that students are to remember: in the bind pose, final is the identity. */
static void test_bind_pose_is_identity(void **state) {
    (void)state;
    const matrix identity = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
    for (uint64_t seed = 1; seed <= 100; seed++) {
        pair p = make_pair(seed * 104729);
        for (size_t i = 0; i < p.model.count; i++) {
            bp_bone *bone = bp_skeleton_bone_by_id(p.skeleton, i);
            bp_bone_set_local(bone, any_local(&p.seed));
        }
        bp_skeleton_prepare(p.skeleton);
        for (size_t i = 0; i < p.model.count; i++) {
            bp_bone *bone = bp_skeleton_bone_by_id(p.skeleton, i);
            bp_bone_set_local(bone, bp_bone_bind(bone));
        }
        bp_skeleton_prepare(p.skeleton);
        for (size_t i = 0; i < p.model.count; i++) {
            expect_matrix(bp_bone_final(bp_skeleton_bone_by_id(p.skeleton, i)), &identity);
        }
        bp_skeleton_destroy(p.skeleton);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_as_model),
        cmocka_unit_test(test_bind_pose_is_identity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
