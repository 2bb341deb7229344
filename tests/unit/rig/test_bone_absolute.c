/* Absolute matrices: when they are computed, from which parents, and when they are stale. */
#include "rig/engine.h"
#include "rig_support.h"
#include "support/engine_forms.h"

static float x_of(const bp_bone *bone) { return bp_bone_absolute(bone).m[12]; }

static void test_zeros_before_the_first_time(void **state) {
    (void)state;
    character c = make_character(BP_RULES_PAGE);
    expect_mat4(bp_bone_absolute(c.left), (bp_mat4){{0}}, 0);
    assert_false(bp_bone_absolute_is_current(c.left));
    bp_skeleton_destroy(c.skeleton);
}

/* Claim 13: local times every ancestor's local. */
static void test_product_down_the_chain(void **state) {
    (void)state;
    bp_skeleton *skeleton = skeleton_with(BP_RULES_PAGE);
    bp_bone *a = add_bone(skeleton, "a", NULL, turned(90, 1, 0, 0));
    bp_bone *b = add_bone(skeleton, "b", a, turned(90, 2, 0, 0));
    bp_bone *c = add_bone(skeleton, "c", b, moved(3, 0, 0));
    bp_skeleton_compute_absolutes(skeleton, false);
    expect_mat4(bp_bone_absolute(b), turned(180, 1, 2, 0), NEAR);
    expect_mat4(bp_bone_absolute(c), turned(180, -2, 2, 0), NEAR);
    assert_true(bp_bone_absolute_is_current(c));
    bp_skeleton_destroy(skeleton);
}

/* Claim 29: absolutes don't update themselves; prepare doesn't update them either. */
static void test_nothing_keeps_absolutes_current(void **state) {
    (void)state;
    bp_skeleton *skeleton = make_chain(BP_RULES_PAGE, 3);
    bp_skeleton_compute_absolutes(skeleton, false);
    bp_bone_set_position(number(skeleton, 0), bp_vec3_make(6, 0, 0));
    expect_float(x_of(number(skeleton, 2)), 3, 0);
    bp_skeleton_prepare(skeleton);
    expect_float(x_of(number(skeleton, 2)), 3, 0);
    expect_float(bp_bone_chain(number(skeleton, 2)).m[12], 8, 0);
    bp_skeleton_compute_absolutes(skeleton, false);
    expect_float(x_of(number(skeleton, 2)), 8, 0);
    bp_skeleton_destroy(skeleton);
}

/* Claim 30: reading a position, rotation or direction in world space refreshes them all. */
static void test_reading_in_world_space_refreshes(void **state) {
    (void)state;
    for (int question = 0; question < 6; question++) {
        bp_skeleton *skeleton = make_chain(BP_RULES_PAGE, 3);
        bp_bone *root = number(skeleton, 0);
        bp_vec3 v;
        bp_skeleton_compute_absolutes(skeleton, false);
        bp_bone_set_position(root, bp_vec3_make(6, 0, 0));
        (void)bp_bone_position_in(root, BP_SPACE_LOCAL, NULL);
        assert_false(bp_bone_absolute_is_current(number(skeleton, 2)));
        switch (question) {
        case 0: (void)bp_bone_position_in(root, BP_SPACE_WORLD, NULL); break;
        case 1: (void)bp_bone_rotation_in(root, BP_SPACE_WORLD, NULL); break;
        case 2: (void)bp_bone_direction(root, bp_vec3_make(0, 1, 0), NULL); break;
        case 3: (void)bp_bone_to_world(root, bp_vec3_make(0, 1, 0), NULL); break;
        case 4: assert_true(bp_bone_from_world(root, bp_vec3_make(0, 1, 0), NULL, &v, NULL)); break;
        default: (void)bp_bone_tip(root, NULL, &v); break;
        }
        assert_true(bp_bone_absolute_is_current(number(skeleton, 2)));
        expect_float(x_of(number(skeleton, 2)), 8, 0);
        bp_skeleton_destroy(skeleton);
    }
}

/* Claims 31 and 32. */
static void test_compute_uses_the_parent_as_it_stands(void **state) {
    (void)state;
    bp_skeleton *skeleton = make_chain(BP_RULES_PAGE, 3);
    bp_bone *root = number(skeleton, 0), *child = number(skeleton, 1), *leaf = number(skeleton, 2);
    bp_skeleton_compute_absolutes(skeleton, false);
    bp_bone_set_position(root, bp_vec3_make(6, 0, 0));
    bp_bone_compute_absolutes(child);
    expect_float(x_of(child), 2, 0); /* from the parent's old absolute */
    assert_false(bp_bone_absolute_is_current(child));
    bp_bone_compute_absolutes(root);
    expect_float(x_of(child), 7, 0);
    expect_float(x_of(leaf), 8, 0);
    assert_true(bp_bone_absolute_is_current(leaf));
    bp_skeleton_destroy(skeleton);
}

static void test_only_when_dirty_unless_forced(void **state) {
    (void)state;
    bp_skeleton *skeleton = make_chain(BP_RULES_PAGE, 3);
    bp_skeleton_compute_absolutes(skeleton, false);
    bp_skeleton_reset_stats(skeleton);
    bp_skeleton_compute_absolutes(skeleton, false);
    assert_int_equal(bp_skeleton_stats(skeleton).absolute, 0);
    bp_skeleton_compute_absolutes(skeleton, true);
    assert_int_equal(bp_skeleton_stats(skeleton).absolute, 3);
    bp_bone_set_position(number(skeleton, 2), bp_vec3_make(0, 0, 0));
    bp_skeleton_compute_absolutes(skeleton, false);
    assert_int_equal(bp_skeleton_stats(skeleton).absolute, 6);
    bp_skeleton_destroy(skeleton);
}

/* Each change makes the absolutes of the bone and its descendants stale. */
static void test_whether_absolute_is_current(void **state) {
    (void)state;
    character c = make_character(BP_RULES_PAGE);
    bp_skeleton_compute_absolutes(c.skeleton, false);
    bp_bone_set_position(c.left, bp_vec3_make(1, 1, 1));
    assert_false(bp_bone_absolute_is_current(c.left));
    assert_true(bp_bone_absolute_is_current(c.right));
    assert_true(bp_bone_absolute_is_current(c.body));
    bp_bone_compute_absolutes(c.left);
    assert_true(bp_bone_absolute_is_current(c.left));
    bp_bone_set_local(c.body, moved(1, 0, 0));
    assert_false(bp_bone_absolute_is_current(c.right));
    bp_bone_compute_absolutes(c.body);
    assert_true(bp_bone_absolute_is_current(c.right));
    assert_true(bp_bone_set_parent(c.right, c.left, false, NULL));
    assert_false(bp_bone_absolute_is_current(c.right));
    assert_true(bp_bone_absolute_is_current(c.left));
    bp_bone_compute_absolutes(c.right);
    assert_true(bp_bone_absolute_is_current(c.right));
    /* Length, rest and bind do not belong to the pose. */
    bp_bone_set_length(c.body, 7);
    bp_bone_set_rest(c.body, moved(7, 7, 7));
    assert_true(bp_bone_update_bind(c.body, moved(7, 7, 7), true, false, NULL));
    assert_true(bp_bone_absolute_is_current(c.right));
    bp_skeleton_prepare(c.skeleton);
    assert_true(bp_bone_absolute_is_current(c.right));
    bp_skeleton_destroy(c.skeleton);
}

/* A linked node that moved makes its bone and those below stale, before prepare and after it. */
static void test_whether_absolute_is_current_with_links(void **state) {
    (void)state;
    character c = make_character(BP_RULES_PAGE);
    bp_node *node = bp_node_create(NULL, "node", NULL, NULL);
    bp_bone_link(c.body, node);
    bp_skeleton_prepare(c.skeleton);
    bp_skeleton_compute_absolutes(c.skeleton, false);
    assert_true(bp_bone_absolute_is_current(c.left));
    bp_node_set_position(node, bp_vec3_make(5, 0, 0));
    assert_false(bp_bone_absolute_is_current(c.left));
    bp_skeleton_compute_absolutes(c.skeleton, true); /* ignores nodes */
    expect_float(x_of(c.left), 0.5f, 0);
    assert_false(bp_bone_absolute_is_current(c.left));
    bp_skeleton_prepare(c.skeleton);
    assert_false(bp_bone_absolute_is_current(c.left));
    bp_skeleton_compute_absolutes(c.skeleton, false);
    assert_true(bp_bone_absolute_is_current(c.left));
    expect_float(x_of(c.left), 5.5f, 0);
    bp_skeleton_prepare(c.skeleton); /* nothing moved */
    assert_true(bp_bone_absolute_is_current(c.left));
    bp_skeleton_destroy(c.skeleton);
    bp_node_destroy(node);
}

/* Claim 33, as on the page: every root. */
static void test_several_roots(void **state) {
    (void)state;
    bp_skeleton *skeleton = skeleton_with(BP_RULES_PAGE);
    add_bone(skeleton, "r0", NULL, moved(1, 0, 0));
    bp_bone *r1 = add_bone(skeleton, "r1", NULL, moved(2, 0, 0));
    bp_bone *c1 = add_bone(skeleton, "c1", r1, moved(3, 0, 0));
    bp_skeleton_compute_absolutes(skeleton, false);
    expect_float(x_of(r1), 2, 0);
    expect_float(x_of(c1), 5, 0);
    bp_skeleton_destroy(skeleton);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_zeros_before_the_first_time),
        cmocka_unit_test(test_product_down_the_chain),
        cmocka_unit_test(test_nothing_keeps_absolutes_current),
        cmocka_unit_test(test_reading_in_world_space_refreshes),
        cmocka_unit_test(test_compute_uses_the_parent_as_it_stands),
        cmocka_unit_test(test_only_when_dirty_unless_forced),
        cmocka_unit_test(test_whether_absolute_is_current),
        cmocka_unit_test(test_whether_absolute_is_current_with_links),
        cmocka_unit_test(test_several_roots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
