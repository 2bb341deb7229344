/* The chain of bones for tubes: names, parents, heights; what it refuses; failing memory. */
#include "support/allocator.h"
#include <bindpose/scene.h>

static void bones_form_a_chain(void **state) {
    (void)state;
    bp_error error = {0};
    bp_skeleton *chain = bp_tube_skeleton(NULL, NULL, 3, 0.5f, BP_RULES_PAGE, &error);
    expect_no_error(&error);
    assert_int_equal(bp_skeleton_count(chain), 3);
    static const char *const NAMES[] = {"joint0", "joint1", "joint2"};
    bp_skeleton_prepare(chain);
    for (size_t i = 0; i < 3; i++) {
        bp_bone *bone = bp_skeleton_bone(chain, i);
        assert_string_equal(bp_bone_name(bone), NAMES[i]);
        assert_ptr_equal(bp_bone_parent(bone), i ? bp_skeleton_bone(chain, i - 1) : NULL);
        assert_false(bp_bone_has_length(bone));
        const float wanted[] = {0, 0.5f * (float)i, 0};
        expect_floats(&bp_bone_chain(bone).m[12], wanted, 3, 0);
    }
    bp_skeleton_destroy(chain);
}

static void rules_reach_the_skeleton(void **state) {
    (void)state;
    bp_error error = {0};
    bp_skeleton *chain = bp_tube_skeleton(NULL, NULL, 1, 1, BP_RULES_ENGINE, &error);
    assert_int_equal(bp_skeleton_rules(chain), BP_RULES_ENGINE);
    bp_skeleton_destroy(chain);
    assert_null(bp_tube_skeleton(NULL, NULL, 1, 1, 1 << 30, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "rules");
}

static bool make(const bp_allocator *allocator, void *user, bp_error *error) {
    (void)user;
    bp_context *context =
        bp_context_create(&(bp_context_options){.allocator = *allocator, .threads = 1}, error);
    if (!context) return false;
    bp_skeleton *chain = bp_tube_skeleton(context, NULL, 4, 1, BP_RULES_PAGE, error);
    bp_skeleton_destroy(chain);
    bp_context_destroy(context);
    return chain != NULL;
}

static void out_of_memory_leaves_nothing(void **state) {
    (void)state;
    assert_true(test_each_allocation_fails(make, NULL) > 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(bones_form_a_chain),
                                       cmocka_unit_test(rules_reach_the_skeleton),
                                       cmocka_unit_test(out_of_memory_leaves_nothing)};
    return cmocka_run_group_tests_name("chain", tests, NULL, NULL);
}
