/* bp_tube_skeleton: names, parents, heights, bad rules, failing allocations. */
#include "rig/engine.h"
#include "scene/character.h"
#include "support/allocator.h"
#include <bindpose/scene.h>

static void each_bone_is_the_next_ones_parent(void **state) {
    (void)state;
    bp_error error = {0};
    bp_skeleton *skeleton = bp_tube_skeleton(NULL, NULL, 3, 0.5f, BP_RULES_PAGE, &error);
    expect_no_error(&error);
    assert_int_equal(bp_skeleton_count(skeleton), 3);
    static const char *const NAMES[] = {"joint0", "joint1", "joint2"};
    bp_skeleton_prepare(skeleton);
    for (size_t i = 0; i < 3; i++) {
        bp_bone *bone = bp_skeleton_bone(skeleton, i);
        assert_string_equal(bp_bone_name(bone), NAMES[i]);
        assert_ptr_equal(bp_bone_parent(bone), i ? bp_skeleton_bone(skeleton, i - 1) : NULL);
        assert_false(bp_bone_has_length(bone));
        const float expected[] = {0, 0.5f * (float)i, 0};
        expect_floats(&bp_bone_chain(bone).m[12], expected, 3, 0);
    }
    bp_skeleton_destroy(skeleton);
}

static void rules_reach_the_skeleton(void **state) {
    (void)state;
    bp_error error = {0};
    bp_skeleton *skeleton = bp_tube_skeleton(NULL, NULL, 1, 1, BP_RULES_ENGINE, &error);
    assert_int_equal(bp_skeleton_rules(skeleton), BP_RULES_ENGINE);
    bp_skeleton_destroy(skeleton);
    assert_null(bp_tube_skeleton(NULL, NULL, 1, 1, 1 << 30, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "rules");
}

static bool create(const bp_allocator *allocator, void *user, bp_error *error) {
    (void)user;
    bp_context *context =
        bp_context_create(&(bp_context_options){.allocator = *allocator, .threads = 1}, error);
    if (!context) return false;
    bp_skeleton *skeleton = bp_tube_skeleton(context, NULL, 4, 1, BP_RULES_PAGE, error);
    bp_skeleton_destroy(skeleton);
    bp_context_destroy(context);
    return skeleton != NULL;
}

static void out_of_memory_leaks_nothing(void **state) {
    (void)state;
    assert_true(test_each_allocation_fails(create, NULL) > 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_bone_is_the_next_ones_parent),
                                       cmocka_unit_test(rules_reach_the_skeleton),
                                       cmocka_unit_test(out_of_memory_leaks_nothing)};
    return cmocka_run_group_tests_name("skeleton", tests, NULL, NULL);
}
