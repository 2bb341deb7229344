/* Clones: a second skeleton in the same state, independent from then on. */
#include "rig/engine.h"
#include "rig_support.h"
#include "support/engine_forms.h"

#define expect_same(function, a, b)                                                                          \
    do {                                                                                                     \
        bp_mat4 first_ = function(a), second_ = function(b);                                                 \
        expect_bytes(&first_, &second_, sizeof first_);                                                      \
    } while (0)

static void expect_same_bone(const bp_bone *a, const bp_bone *b) {
    assert_string_equal(bp_bone_name(a), bp_bone_name(b));
    assert_ptr_not_equal(bp_bone_name(a), bp_bone_name(b));
    assert_int_equal(bp_bone_id(a), bp_bone_id(b));
    assert_int_equal(bp_bone_array_index(a), bp_bone_array_index(b));
    assert_int_equal(bp_bone_index(a), bp_bone_index(b));
    assert_int_equal(bp_bone_has_index(a), bp_bone_has_index(b));
    assert_int_equal(bp_bone_has_length(a), bp_bone_has_length(b));
    float length_a, length_b;
    assert_int_equal(bp_bone_length(a, &length_a), bp_bone_length(b, &length_b));
    expect_float(length_a, length_b, 0);
    assert_ptr_equal(bp_bone_node(a), bp_bone_node(b));
    assert_int_equal(bp_bone_absolute_is_current(a), bp_bone_absolute_is_current(b));
    expect_same(bp_bone_local, a, b);
    expect_same(bp_bone_absolute, a, b);
    expect_same(bp_bone_chain, a, b);
    expect_same(bp_bone_final, a, b);
    expect_same(bp_bone_bind, a, b);
    expect_same(bp_bone_absolute_bind, a, b);
    expect_same(bp_bone_absolute_inverse_bind, a, b);
    expect_same(bp_bone_rest, a, b);
    const bp_bone *pa = bp_bone_parent(a), *pb = bp_bone_parent(b);
    assert_int_equal(pa ? (int)bp_bone_id(pa) : -1, pb ? (int)bp_bone_id(pb) : -1);
    if (pa) assert_ptr_not_equal(pa, pb);
}

/* A skeleton whose every property differs from the default. */
static bp_skeleton *make_used(int rules, bp_node *node) {
    character c = make_character(rules);
    bp_bone *hand = add_bone(c.skeleton, "hand", c.left, moved(0, -2, 0));
    bp_bone *far = bp_skeleton_add(
        c.skeleton, &(bp_bone_options){.name = "far", .parent = hand, .has_index = true, .index = 9}, NULL);
    assert_true(bp_bone_set_bind(c.right, turned(10, 4, 5, 6), NULL));
    bp_skeleton_prepare(c.skeleton);
    bp_skeleton_compute_absolutes(c.skeleton, false);
    bp_bone_set_rest(far, moved(7, 7, 7));
    bp_bone_set_euler(c.left, bp_vec3_make(0.1f, 0.2f, 0.3f));
    bp_bone_unset_length(c.body);
    assert_true(bp_bone_set_parent(hand, c.right, false, NULL));
    assert_true(bp_skeleton_reorder(c.skeleton, (size_t[]){3, 2, 0, 1, 4}, 5, NULL));
    bp_bone_link(far, node);
    return c.skeleton;
}

static void test_clone_copies_everything_stored(void **state) {
    (void)state;
    const int rules[] = {BP_RULES_PAGE, BP_RULES_ENGINE & ~BP_RULE_READING_REFRESHES};
    for (size_t k = 0; k < BP_COUNT(rules); k++) {
        bp_node *node = bp_node_create(NULL, "node", NULL, NULL);
        bp_skeleton *skeleton = make_used(rules[k], node);
        bp_error error = {0};
        bp_skeleton *copy = bp_skeleton_clone(skeleton, NULL, &error);
        expect_no_error(&error);
        assert_int_equal(bp_skeleton_rules(copy), rules[k]);
        assert_int_equal(bp_skeleton_count(copy), 5);
        assert_int_equal(bp_skeleton_palette_count(copy), 10);
        assert_int_equal(bp_skeleton_stats(copy).final, 0);
        expect_bytes(bp_skeleton_palette(copy), bp_skeleton_palette(skeleton), 10 * sizeof(bp_mat4));
        assert_int_equal(bp_skeleton_is_dirty(copy), bp_skeleton_is_dirty(skeleton));
        for (size_t i = 0; i < 5; i++) expect_same_bone(number(skeleton, i), number(copy, i));
        assert_ptr_equal(bp_skeleton_find(copy, "far"), number(copy, 4));
        assert_ptr_equal(bp_skeleton_find_linked(copy, node), number(copy, 4));
        assert_ptr_equal(bp_bone_first_child(number(copy, 2)), number(copy, 3));
        assert_ptr_equal(bp_bone_next_sibling(number(copy, 1)), number(copy, 2));
        assert_ptr_equal(bp_bone_skeleton(number(copy, 1)), copy);
        /* Both give equal results afterwards. */
        bp_node_set_position(node, bp_vec3_make(3, 3, 3));
        assert_int_equal(bp_skeleton_prepare(skeleton), bp_skeleton_prepare(copy));
        for (size_t i = 0; i < 5; i++) expect_same_bone(number(skeleton, i), number(copy, i));
        bp_skeleton_destroy(skeleton);
        bp_skeleton_prepare(copy); /* needs nothing of the first */
        bp_skeleton_destroy(copy);
        bp_node_destroy(node);
    }
}

static void test_clone_is_independent(void **state) {
    (void)state;
    character c = make_character(BP_RULES_PAGE);
    bp_skeleton *copy = bp_skeleton_clone(c.skeleton, "twin", NULL);
    assert_string_equal(bp_skeleton_name(copy), "twin");
    bp_bone_set_position(number(copy, 1), bp_vec3_make(9, 9, 9));
    assert_true(bp_bone_set_parent(number(copy, 2), number(copy, 1), true, NULL));
    add_bone(copy, "more", number(copy, 2), bp_mat4_identity());
    assert_null(bp_skeleton_find(c.skeleton, "more"));
    expect_vec3(bp_bone_position(c.left), 0.5f, 1.5f, 0, 0);
    assert_ptr_equal(bp_bone_parent(c.right), c.body);
    assert_ptr_equal(bp_bone_next_sibling(c.left), c.right);
    bp_skeleton_destroy(c.skeleton);
    assert_ptr_equal(bp_bone_parent(bp_skeleton_find(copy, "more")), number(copy, 2));
    bp_skeleton_destroy(copy);
}

/* The pose matrix is cloned too. */
static void test_pose_matrix(void **state) {
    (void)state;
    character c = make_character(BP_RULES_ENGINE);
    bp_mat4 pose = turned(20, 1, 2, 3);
    assert_true(bp_skeleton_set_pose_matrix(c.skeleton, &pose, NULL));
    bp_skeleton *copy = bp_skeleton_clone(c.skeleton, NULL, NULL);
    bp_skeleton_prepare(c.skeleton);
    bp_skeleton_prepare(copy);
    for (size_t i = 0; i < 3; i++) expect_same_bone(number(c.skeleton, i), number(copy, i));
    expect_mat4(bp_bone_chain(number(copy, 0)), pose, NEAR);
    bp_skeleton_destroy(copy);
    bp_skeleton_destroy(c.skeleton);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clone_copies_everything_stored),
        cmocka_unit_test(test_clone_is_independent),
        cmocka_unit_test(test_pose_matrix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
