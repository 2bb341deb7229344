/* A hundred thousand bones, in one chain and in one fan: everything works, nothing recurses (a stack of
 * a few megabytes would not do), and no call takes time with the square of the bones (the test's time
 * limit would pass; tests/bench/rig_scale.c has the figures). */
#include "rig/engine.h"
#include "rig_support.h"
#include "support/engine_forms.h"

enum { MANY = 100000 };

static bp_skeleton *build(bool chain) {
    bp_skeleton *skeleton = skeleton_with(BP_RULES_PAGE);
    bp_bone *root = NULL, *last = NULL;
    for (int i = 0; i < MANY; i++) {
        char name[16];
        snprintf(name, sizeof name, "b%d", i);
        last = add_bone(skeleton, name, chain ? last : root, moved(1, 0, 0));
        if (!root) root = last;
    }
    return skeleton;
}

static void reverse(bp_skeleton *skeleton) {
    size_t *numbers = calloc(MANY, sizeof *numbers);
    assert_non_null(numbers);
    for (size_t i = 0; i < MANY; i++) numbers[i] = MANY - 1 - i;
    assert_true(bp_skeleton_reorder(skeleton, numbers, MANY, NULL));
    free(numbers);
}

static void use(bool chain) {
    bp_skeleton *skeleton = build(chain);
    bp_bone *root = number(skeleton, 0), *last = number(skeleton, MANY - 1);
    float reach = chain ? MANY : 2;
    expect_float(bp_bone_absolute_bind(last).m[12], reach, 0);
    reverse(skeleton);
    assert_false(bp_skeleton_is_sorted(skeleton));
    bp_skeleton_sort(skeleton);
    assert_true(bp_skeleton_is_sorted(skeleton));
    assert_ptr_equal(bp_skeleton_bone(skeleton, 0), root);
    bp_bone_set_position(root, bp_vec3_make(5, 0, 0));
    assert_true(bp_skeleton_prepare(skeleton));
    expect_mat4(bp_bone_final(last), moved(4, 0, 0), 0);
    bp_skeleton_compute_absolutes(skeleton, false);
    expect_float(bp_bone_absolute(last).m[12], reach + 4, 0);
    assert_true(bp_bone_absolute_is_current(last));
    assert_true(bp_bone_set_bind(root, moved(3, 0, 0), NULL));
    expect_float(bp_bone_absolute_bind(last).m[12], reach + 2, 0);
    assert_true(bp_bone_scale_by(root, bp_vec3_make(2, 2, 2), true, NULL));
    bp_skeleton *copy = bp_skeleton_clone(skeleton, NULL, NULL);
    assert_int_equal(bp_skeleton_count(copy), MANY);
    bp_skeleton_return_to_rest(skeleton);
    expect_mat4(bp_bone_local(root), moved(1, 0, 0), 0);
    expect_float(bp_bone_local(number(copy, 0)).m[0], 2, 0);
    for (size_t i = 0; i < MANY; i += 997)
        assert_ptr_equal(bp_skeleton_find(copy, bp_bone_name(number(skeleton, i))), number(copy, i));
    bp_error error = {0};
    assert_false(bp_bone_set_parent(root, last, true, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "below it");
    for (size_t i = 1; i < MANY; i++) assert_true(bp_bone_set_parent(number(copy, i), NULL, false, NULL));
    assert_null(bp_bone_first_child(number(copy, 0)));
    bp_skeleton_destroy(copy);
    bp_skeleton_destroy(skeleton);
}

static void test_one_chain(void **state) {
    (void)state;
    use(true);
}

static void test_one_fan(void **state) {
    (void)state;
    use(false);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_one_chain), cmocka_unit_test(test_one_fan)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
