/* Lengths, tips and linked nodes. */
#include "rig/engine.h"
#include "rig_support.h"
#include "support/engine_forms.h"

/* Claims 3 to 5: a set length wins, else the distance to the first child; a leaf has none. */
static void test_length(void **state) {
    (void)state;
    character c = make_character(BP_RULES_PAGE);
    float length = 99;
    assert_true(bp_bone_has_length(c.body));
    assert_true(bp_bone_length(c.body, &length));
    expect_float(length, 1.5f, 0);
    bp_bone_unset_length(c.body);
    assert_false(bp_bone_has_length(c.body));
    assert_true(bp_bone_length(c.body, &length));
    expect_float(length, 1.5811388f, NEAR); /* sqrt(0.5^2 + 1.5^2) */
    bp_bone_unset_length(c.left);
    assert_false(bp_bone_length(c.left, &length));
    expect_float(length, 0, 0);
    bp_bone_set_length(c.left, -2);
    assert_true(bp_bone_length(c.left, &length));
    expect_float(length, -2, 0);
    bp_skeleton_destroy(c.skeleton);
}

static void test_tip(void **state) {
    (void)state;
    character c = make_character(BP_RULES_PAGE);
    bp_vec3 tip;
    assert_true(bp_bone_tip(c.left, NULL, &tip));
    /* (0.5, 1.5) and 2 along -Y turned by 30 degrees: (0.5 + 2 sin 30, 1.5 - 2 cos 30). */
    expect_vec3(tip, 1.5f, -0.23205081f, 0, NEAR);
    assert_true(bp_bone_tip(c.body, NULL, &tip));
    expect_vec3(tip, 0, 1.5f, 0, 0);
    bp_bone_unset_length(c.body);
    assert_true(bp_bone_tip(c.body, NULL, &tip));
    expect_vec3(tip, 0.5f, 1.5f, 0, 0);
    bp_bone_unset_length(c.left);
    assert_false(bp_bone_tip(c.left, NULL, &tip));
    expect_vec3(tip, 0.5f, 1.5f, 0, 0);
    bp_node *mesh = bp_node_create(NULL, "mesh", NULL, NULL);
    bp_node_set_position(mesh, bp_vec3_make(5, 0, 0));
    assert_true(bp_bone_tip(c.body, mesh, &tip));
    expect_vec3(tip, 5.5f, 1.5f, 0, 0);
    bp_node_destroy(mesh);
    bp_skeleton_destroy(c.skeleton);
}

/* Claims 6, 7, 9, 10. */
static void test_linked_node(void **state) {
    (void)state;
    character c = make_character(BP_RULES_PAGE);
    bp_node *node = bp_node_create(NULL, "node", NULL, NULL);
    bp_node_set_position(node, bp_vec3_make(0.5f, 1.5f, 0));
    bp_node_set_euler(node, bp_vec3_make(0, 0, bp_radians(75)));
    assert_null(bp_bone_node(c.left));
    assert_true(bp_bone_local_is_current(c.left));
    bp_bone_link(c.left, node);
    assert_ptr_equal(bp_bone_node(c.left), node);
    assert_false(bp_bone_local_is_current(c.left));
    expect_float(bp_degrees(bp_bone_euler(c.left).z), 30, 1e-5); /* copied in prepare, not before */
    assert_true(bp_skeleton_prepare(c.skeleton));
    assert_true(bp_bone_local_is_current(c.left));
    expect_float(bp_degrees(bp_bone_euler(c.left).z), 75, 1e-5);
    bp_bone_set_euler(c.left, bp_vec3_make(0, 0, 1));
    assert_false(bp_bone_local_is_current(c.left));
    assert_true(bp_skeleton_prepare(c.skeleton));
    expect_float(bp_degrees(bp_bone_euler(c.left).z), 75, 1e-5); /* overwritten */
    bp_bone_set_local(c.left, bp_bone_local(c.left));            /* so is a matrix */
    (void)bp_skeleton_prepare(c.skeleton);
    /* The node did not move: prepare writes nothing. */
    bp_skeleton_reset_stats(c.skeleton);
    assert_false(bp_skeleton_prepare(c.skeleton));
    assert_int_equal(bp_skeleton_stats(c.skeleton).final, 0);
    /* After unlinking the bone keeps its values. */
    bp_bone_link(c.left, NULL);
    bp_node_set_euler(node, bp_vec3_make(0, 0, 0));
    assert_false(bp_skeleton_prepare(c.skeleton));
    expect_float(bp_degrees(bp_bone_euler(c.left).z), 75, 1e-5);
    bp_skeleton_destroy(c.skeleton);
    bp_node_destroy(node);
}

/* Only the node's own transform is copied. */
static void test_a_linked_node_without_its_parents(void **state) {
    (void)state;
    character c = make_character(BP_RULES_PAGE);
    bp_node *above = bp_node_create(NULL, "above", NULL, NULL);
    bp_node *node = bp_node_create(NULL, "node", above, NULL);
    bp_node_set_position(above, bp_vec3_make(100, 0, 0));
    bp_node_set_position(node, bp_vec3_make(1, 2, 3));
    bp_node_set_scale(node, bp_vec3_make(2, 2, 2));
    bp_bone_link(c.left, node);
    bp_bone_link(c.left, node); /* linking twice counts once */
    bp_skeleton_prepare(c.skeleton);
    expect_vec3(bp_bone_position(c.left), 1, 2, 3, 0);
    expect_vec3(bp_bone_scale(c.left), 2, 2, 2, 0);
    bp_skeleton_destroy(c.skeleton);
    bp_node_destroy(node);
    bp_node_destroy(above);
}

/* Return to rest sets the node; the bone follows in the next prepare. */
static void test_rest_of_a_linked_bone(void **state) {
    (void)state;
    character c = make_character(BP_RULES_PAGE);
    bp_node *node = bp_node_create(NULL, "node", NULL, NULL);
    bp_node_set_euler(node, bp_vec3_make(0, 0, 1));
    bp_bone_link(c.left, node);
    bp_skeleton_prepare(c.skeleton);
    bp_bone_return_to_rest(c.left);
    assert_false(bp_node_holds_euler(node));
    expect_mat4(bp_node_local(node), turned(30, 0.5f, 1.5f, 0), NEAR);
    expect_float(bp_bone_euler(c.left).z, 1, NEAR);
    bp_skeleton_prepare(c.skeleton);
    expect_mat4(bp_bone_local(c.left), turned(30, 0.5f, 1.5f, 0), NEAR);
    expect_mat4(bp_bone_final(c.left), bp_mat4_identity(), NEAR);
    bp_skeleton_destroy(c.skeleton);
    bp_node_destroy(node);
}

/* A matrix can hold what its parts don't say. Here x has a scale of 0, so that nobody can tell how it was
 * turned: its parts are no turn and the scale (0, -1, 1), y mirrored as the determinant isn't above 0. A
 * node with these very parts makes the matrix with these numbers on its diagonal, and that is what the bone
 * gets, whether or not its parts were asked for before. */
static void test_prepare_replaces_a_matrix_with_equal_parts(void **state) {
    (void)state;
    const bp_mat4 flat = {{0, 0, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
    const bp_mat4 want = {{0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
    for (int asked = 0; asked < 2; asked++) {
        character c = make_character(BP_RULES_PAGE);
        bp_node *node = bp_node_create(NULL, "node", NULL, NULL);
        bp_node_set_matrix(node, flat);
        bp_bone_set_local(c.left, flat);
        if (asked) expect_vec3(bp_bone_scale(c.left), 0, -1, 1, 0);
        bp_skeleton_prepare(c.skeleton);
        expect_mat4(bp_bone_local(c.left), flat, 0);
        bp_bone_link(c.left, node);
        assert_false(bp_bone_local_is_current(c.left));
        assert_true(bp_skeleton_prepare(c.skeleton));
        assert_true(bp_bone_local_is_current(c.left));
        expect_mat4(bp_bone_local(c.left), want, 0);
        assert_false(bp_skeleton_prepare(c.skeleton));
        bp_skeleton_destroy(c.skeleton);
        bp_node_destroy(node);
    }
}

/* A node's Euler angles are converted when they are copied. */
static void test_conversion_of_a_linked_node(void **state) {
    (void)state;
    character c = make_character(BP_RULES_PAGE);
    bp_node *node = bp_node_create(NULL, "node", NULL, NULL);
    bp_bone_link(c.left, node);
    bp_skeleton_reset_stats(c.skeleton);
    bp_node_set_rotation(node, bp_quat_make(0, 0, 1, 0));
    bp_skeleton_prepare(c.skeleton);
    assert_int_equal(bp_skeleton_stats(c.skeleton).euler_to_quaternion, 0);
    bp_node_set_euler(node, bp_vec3_make(0, 0, 1));
    bp_skeleton_prepare(c.skeleton);
    assert_int_equal(bp_skeleton_stats(c.skeleton).euler_to_quaternion, 1);
    bp_skeleton_destroy(c.skeleton);
    bp_node_destroy(node);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_length),
        cmocka_unit_test(test_tip),
        cmocka_unit_test(test_linked_node),
        cmocka_unit_test(test_a_linked_node_without_its_parents),
        cmocka_unit_test(test_rest_of_a_linked_bone),
        cmocka_unit_test(test_prepare_replaces_a_matrix_with_equal_parts),
        cmocka_unit_test(test_conversion_of_a_linked_node),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
