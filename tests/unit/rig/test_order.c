/* The array's order: sorting, reordering, and the palette indices afterwards. */
#include "rig/engine.h"
#include "rig_support.h"

static void expect_order(const bp_skeleton *skeleton, const size_t *expected, size_t count) {
    for (size_t i = 0; i < count; i++) {
        size_t got = bp_bone_id(bp_skeleton_bone(skeleton, i));
        if (got != expected[i]) fail_msg("place %zu: got bone %zu, expected bone %zu", i, got, expected[i]);
        assert_int_equal(bp_bone_array_index(number(skeleton, expected[i])), i);
    }
}

static void reorder(bp_skeleton *skeleton, const size_t *numbers, size_t count) {
    bp_error error = {0};
    assert_true(bp_skeleton_reorder(skeleton, numbers, count, &error));
    expect_no_error(&error);
    expect_order(skeleton, numbers, count);
}

static void test_sorted_stays(void **state) {
    (void)state;
    character c = make_character(BP_RULES_PAGE);
    assert_true(bp_skeleton_is_sorted(c.skeleton));
    bp_skeleton_sort(c.skeleton);
    expect_order(c.skeleton, (size_t[]){0, 1, 2}, 3);
    bp_skeleton_destroy(c.skeleton);
}

/* Bones 0 <- 1 <- 2, 0 <- 3, and 4 alone. */
static bp_skeleton *make_tree(void) {
    bp_skeleton *skeleton = skeleton_with(BP_RULES_PAGE);
    bp_bone *root = add_bone(skeleton, "0", NULL, moved(1, 0, 0));
    bp_bone *child = add_bone(skeleton, "1", root, moved(0, 1, 0));
    add_bone(skeleton, "2", child, moved(0, 0, 1));
    add_bone(skeleton, "3", root, moved(0, 2, 0));
    add_bone(skeleton, "4", NULL, moved(0, 0, 9));
    return skeleton;
}

static void test_sort_puts_ancestors_first(void **state) {
    (void)state;
    bp_skeleton *skeleton = make_tree();
    reorder(skeleton, (size_t[]){4, 3, 2, 1, 0}, 5);
    assert_false(bp_skeleton_is_sorted(skeleton));
    bp_skeleton_sort(skeleton);
    /* 4 has no parent; before 3 comes 0; before 2 come 0 (there already) and 1. */
    expect_order(skeleton, (size_t[]){4, 0, 3, 1, 2}, 5);
    assert_true(bp_skeleton_is_sorted(skeleton));
    reorder(skeleton, (size_t[]){2, 4, 1, 0, 3}, 5);
    bp_skeleton_sort(skeleton);
    expect_order(skeleton, (size_t[]){0, 1, 2, 4, 3}, 5);
    bp_skeleton_destroy(skeleton);
}

static void test_an_order_must_be_a_permutation(void **state) {
    (void)state;
    bp_skeleton *skeleton = make_tree();
    const size_t wrong[][5] = {{0, 1, 2, 3, 3}, {0, 1, 2, 3, 5}, {0, 1, 2, 3, (size_t)-1}};
    for (size_t i = 0; i < BP_COUNT(wrong); i++) {
        bp_error error = {0};
        assert_false(bp_skeleton_reorder(skeleton, wrong[i], 5, &error));
        expect_error(&error, BP_ERROR_ARGUMENT, "each of the 5 bones once");
        expect_order(skeleton, (size_t[]){0, 1, 2, 3, 4}, 5);
    }
    assert_false(bp_skeleton_reorder(skeleton, wrong[0], 4, NULL));
    reorder(skeleton, (size_t[]){4, 3, 2, 1, 0}, 5); /* the refused ones left no trace */
    bp_skeleton_destroy(skeleton);
}

/* Claim 40: the pass expects parents first; claim 41: sorting puts them first. */
static void test_child_first_lags_by_one_frame(void **state) {
    (void)state;
    bp_skeleton *skeleton = make_chain(BP_RULES_PAGE, 2);
    bp_bone *root = number(skeleton, 0), *child = number(skeleton, 1);
    bp_skeleton_prepare(skeleton);
    reorder(skeleton, (size_t[]){1, 0}, 2);
    bp_bone_set_position(root, bp_vec3_make(11, 0, 0));
    assert_true(bp_skeleton_prepare(skeleton));
    expect_mat4(bp_bone_final(root), moved(10, 0, 0), 0);
    expect_mat4(bp_bone_final(child), moved(0, 0, 0), 0); /* the frame before */
    bp_bone_set_position(root, bp_vec3_make(21, 0, 0));
    bp_skeleton_prepare(skeleton);
    expect_mat4(bp_bone_final(root), moved(20, 0, 0), 0);
    expect_mat4(bp_bone_final(child), moved(10, 0, 0), 0);
    bp_skeleton_sort(skeleton);
    assert_true(bp_skeleton_prepare(skeleton));
    expect_mat4(bp_bone_final(child), moved(20, 0, 0), 0);
    bp_skeleton_destroy(skeleton);
}

/* A child before its parent in the very first pass multiplies by a chain of zeros. */
static void test_child_first_in_the_very_first_prepare(void **state) {
    (void)state;
    bp_skeleton *skeleton = make_chain(BP_RULES_PAGE, 2);
    reorder(skeleton, (size_t[]){1, 0}, 2);
    bp_skeleton_prepare(skeleton);
    expect_mat4(bp_bone_chain(number(skeleton, 1)), (bp_mat4){{0}}, 0);
    expect_mat4(bp_bone_final(number(skeleton, 1)), (bp_mat4){{0}}, 0);
    bp_skeleton_destroy(skeleton);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sorted_stays),
        cmocka_unit_test(test_sort_puts_ancestors_first),
        cmocka_unit_test(test_an_order_must_be_a_permutation),
        cmocka_unit_test(test_child_first_lags_by_one_frame),
        cmocka_unit_test(test_child_first_in_the_very_first_prepare),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
