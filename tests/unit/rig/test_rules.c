/* Page against engine: each rule, both sides. The engine's numbers are those of Babylon.js 9.34 in the
 * recorded behaviours (doc-cases), or follow from its rule by hand. */
#include "rig/engine.h"
#include "rig_support.h"
#include "support/engine_forms.h"

/* Claim 28: rest starts as bind; in the engine as local. */
static void test_rest_starts_at_bind_or_local(void **state) {
    (void)state;
    bp_mat4 local = moved(1, 0, 0), bind = moved(0, 1, 0);
    for (int engine = 0; engine < 2; engine++) {
        bp_skeleton *skeleton = skeleton_with(engine ? BP_RULE_REST_IS_LOCAL : BP_RULES_PAGE);
        bp_bone *bone = bp_skeleton_add(skeleton, &(bp_bone_options){.local = &local, .bind = &bind}, NULL);
        expect_mat4(bp_bone_rest(bone), engine ? local : bind, 0);
        bp_bone_return_to_rest(bone);
        expect_mat4(bp_bone_local(bone), engine ? local : bind, 0);
        bp_skeleton_destroy(skeleton);
    }
}

/* Claim 33: every root; in the engine what hangs below the first bone of the array. */
static void test_first_root_only(void **state) {
    (void)state;
    for (int engine = 0; engine < 2; engine++) {
        bp_skeleton *skeleton = skeleton_with(engine ? BP_RULE_FIRST_ROOT_ONLY : BP_RULES_PAGE);
        bp_bone *r0 = add_bone(skeleton, "r0", NULL, moved(1, 0, 0));
        bp_bone *c0 = add_bone(skeleton, "c0", r0, moved(0, 1, 0));
        bp_bone *r1 = add_bone(skeleton, "r1", NULL, moved(0, 0, 2));
        bp_bone *c1 = add_bone(skeleton, "c1", r1, moved(0, 1, 0));
        bp_skeleton_compute_absolutes(skeleton, true);
        expect_mat4(bp_bone_absolute(c0), moved(1, 1, 0), 0);
        expect_mat4(bp_bone_absolute(c1), engine ? (bp_mat4){{0}} : moved(0, 1, 2), 0);
        bp_bone_compute_absolutes(r1);
        expect_mat4(bp_bone_absolute(c1), moved(0, 1, 2), 0);
        bp_skeleton_destroy(skeleton);
    }
}

/* Claim 29: reading refreshes nothing; in the engine it does. */
static void test_reading_refreshes(void **state) {
    (void)state;
    for (int engine = 0; engine < 2; engine++) {
        bp_skeleton *skeleton = make_chain(engine ? BP_RULE_READING_REFRESHES : BP_RULES_PAGE, 2);
        bp_bone *root = number(skeleton, 0), *child = number(skeleton, 1);
        bp_skeleton_compute_absolutes(skeleton, false);
        bp_bone_set_position(root, bp_vec3_make(6, 0, 0));
        expect_float(bp_bone_absolute(child).m[12], engine ? 7 : 2, 0);
        assert_int_equal(bp_bone_absolute_is_current(child), engine);
        bp_skeleton_destroy(skeleton);
    }
}

/* Claim 41: slots keep what vertices mean; in the engine they follow the array. */
static void test_sorting_renumbers(void **state) {
    (void)state;
    for (int engine = 0; engine < 2; engine++) {
        bp_skeleton *skeleton = skeleton_with(engine ? BP_RULE_SORT_RENUMBERS : BP_RULES_PAGE);
        bp_bone *child = add_bone(skeleton, "child", NULL, moved(0, 1, 0));
        bp_bone *root = add_bone(skeleton, "root", NULL, moved(1, 0, 0));
        assert_true(bp_bone_set_parent(child, root, true, NULL));
        bp_skeleton_sort(skeleton);
        assert_ptr_equal(bp_skeleton_bone(skeleton, 0), root);
        bp_bone_set_position(child, bp_vec3_make(0, 4, 0));
        bp_skeleton_prepare(skeleton);
        /* Vertices of index 0 belong to the child, which moved by 3. */
        expect_mat4(bp_skeleton_palette(skeleton)[0], engine ? bp_mat4_identity() : moved(0, 3, 0), NEAR);
        assert_int_equal(bp_bone_index(child), engine ? 1 : 0);
        assert_int_equal(bp_bone_index(root), engine ? 0 : 1);
        bp_skeleton_destroy(skeleton);
    }
}

/* An explicit index stays what it is under both. */
static void test_explicit_indices_stay(void **state) {
    (void)state;
    for (int engine = 0; engine < 2; engine++) {
        bp_skeleton *skeleton = skeleton_with(engine ? BP_RULES_ENGINE : BP_RULES_PAGE);
        for (int i = 0; i < 3; i++)
            (void)bp_skeleton_add(skeleton, &(bp_bone_options){.has_index = true, .index = 2 - i}, NULL);
        assert_true(bp_skeleton_reorder(skeleton, (size_t[]){2, 0, 1}, 3, NULL));
        for (int i = 0; i < 3; i++) assert_int_equal(bp_bone_index(number(skeleton, (size_t)i)), 2 - i);
        bp_skeleton_destroy(skeleton);
    }
}

/* Sorting: the page's prepare sees that finals change; the engine's doesn't. */
static void test_sorting_marks_dirty(void **state) {
    (void)state;
    for (int engine = 0; engine < 2; engine++) {
        bp_skeleton *skeleton = make_chain(engine ? BP_RULE_ENGINE_DIRTY : BP_RULES_PAGE, 2);
        assert_true(bp_skeleton_reorder(skeleton, (size_t[]){1, 0}, 2, NULL));
        bp_skeleton_prepare(skeleton);
        bp_skeleton_sort(skeleton);
        assert_int_equal(bp_skeleton_prepare(skeleton), !engine);
        bp_mat4 expected = engine ? (bp_mat4){{0}} : bp_mat4_identity();
        expect_mat4(bp_bone_final(number(skeleton, 1)), expected, 0);
        bp_skeleton_destroy(skeleton);
    }
}

/* Binding a bone to its own local matrix (the recorded "bind-to-own-local-stale"). */
static void test_bind_from_pose_marks_dirty(void **state) {
    (void)state;
    for (int engine = 0; engine < 2; engine++) {
        character c = make_character(engine ? BP_RULE_ENGINE_DIRTY : BP_RULES_PAGE);
        bp_bone_set_euler(c.left, bp_vec3_make(0, 0, bp_radians(75)));
        bp_skeleton_prepare(c.skeleton);
        assert_true(bp_bone_set_bind_from_pose(c.left, NULL));
        assert_int_equal(bp_skeleton_prepare(c.skeleton), !engine);
        bp_mat4 old = turned(45, 1.2071068f, 0.085786438f, 0);
        expect_mat4(bp_bone_final(c.left), engine ? old : bp_mat4_identity(), NEAR);
        /* Until something else makes it dirty. */
        assert_true(bp_bone_translate(c.body, bp_vec3_make(0, 0, 0), BP_SPACE_LOCAL, NULL, NULL));
        assert_true(bp_skeleton_prepare(c.skeleton));
        expect_mat4(bp_bone_final(c.left), bp_mat4_identity(), NEAR);
        bp_skeleton_destroy(c.skeleton);
    }
}

static void test_index_marks_dirty(void **state) {
    (void)state;
    for (int engine = 0; engine < 2; engine++) {
        character c = make_character(engine ? BP_RULE_ENGINE_DIRTY : BP_RULES_PAGE);
        bp_skeleton_prepare(c.skeleton);
        assert_true(bp_bone_set_index(c.left, 5, NULL));
        assert_int_equal(bp_skeleton_prepare(c.skeleton), !engine);
        expect_mat4(bp_skeleton_palette(c.skeleton)[5], engine ? (bp_mat4){{0}} : bp_mat4_identity(), NEAR);
        bp_skeleton_destroy(c.skeleton);
    }
}

/* A linked node that didn't move: the engine computes all the same, every time. */
static void test_linked_node_that_rests(void **state) {
    (void)state;
    for (int engine = 0; engine < 2; engine++) {
        character c = make_character(engine ? BP_RULE_ENGINE_DIRTY : BP_RULES_PAGE);
        bp_node *node = bp_node_create(NULL, "node", NULL, NULL);
        bp_bone_link(c.left, node);
        bp_skeleton_prepare(c.skeleton);
        bp_skeleton_reset_stats(c.skeleton);
        for (int frame = 0; frame < 10; frame++) assert_int_equal(bp_skeleton_prepare(c.skeleton), engine);
        assert_int_equal(bp_skeleton_stats(c.skeleton).final, engine ? 30 : 0);
        bp_skeleton_destroy(c.skeleton);
        bp_node_destroy(node);
    }
}

/* A mesh's pose matrix: no such thing by the page. */
static void test_pose_matrix(void **state) {
    (void)state;
    bp_mat4 pose = turned(90, 1, 2, 3), flat = bp_mat4_scaling(bp_vec3_make(1, 1, 0));
    bp_error error = {0};
    character page = make_character(BP_RULES_PAGE);
    assert_false(bp_skeleton_set_pose_matrix(page.skeleton, &pose, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "BP_RULE_POSE_MATRIX");
    bp_skeleton_destroy(page.skeleton);

    character c = make_character(BP_RULE_POSE_MATRIX);
    error = (bp_error){0};
    assert_false(bp_skeleton_set_pose_matrix(c.skeleton, &flat, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "inverse");
    assert_true(bp_skeleton_set_pose_matrix(c.skeleton, &pose, NULL));
    /* Root chain = local * P, root absolute = local * P, from prepare on absolute bind = bind * P. */
    bp_skeleton_compute_absolutes(c.skeleton, false);
    expect_mat4(bp_bone_absolute(c.body), pose, NEAR);
    assert_true(bp_bone_absolute_is_current(c.left));
    expect_mat4(bp_bone_absolute_bind(c.body), bp_mat4_identity(), 0);
    bp_skeleton_prepare(c.skeleton);
    expect_mat4(bp_bone_chain(c.body), pose, NEAR);
    expect_mat4(bp_bone_absolute_bind(c.body), pose, NEAR);
    /* The shoulder (0.5, 1.5, 0), turned by 90: (-1.5, 0.5, 0), moved (-0.5, 2.5, 3). */
    expect_mat4(bp_bone_absolute_bind(c.left), turned(120, -0.5f, 2.5f, 3), NEAR);
    expect_mat4(bp_bone_final(c.left), bp_mat4_identity(), NEAR); /* in the starting pose still */
    /* A bind set later is under it as well; the rules can't be left while it is there. */
    assert_true(bp_bone_set_bind(c.body, moved(1, 0, 0), NULL));
    expect_mat4(bp_bone_absolute_bind(c.body), turned(90, 1, 3, 3), NEAR);
    error = (bp_error){0};
    assert_false(bp_skeleton_set_rules(c.skeleton, BP_RULES_PAGE, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "remove it first");
    assert_true(bp_skeleton_set_pose_matrix(c.skeleton, NULL, NULL));
    assert_false(bp_bone_absolute_is_current(c.left));
    bp_skeleton_prepare(c.skeleton);
    expect_mat4(bp_bone_chain(c.body), moved(1, 0, 0), NEAR);
    expect_mat4(bp_bone_absolute_bind(c.body), moved(1, 0, 0), NEAR);
    assert_true(bp_skeleton_set_rules(c.skeleton, BP_RULES_PAGE, NULL));
    bp_skeleton_destroy(c.skeleton);
}

/* Every root is under it, whichever was added first. */
static void test_pose_matrix_of_two_roots(void **state) {
    (void)state;
    bp_mat4 pose = moved(1, 2, 3);
    bp_skeleton *skeleton = skeleton_with(BP_RULE_POSE_MATRIX);
    bp_bone *first = add_bone(skeleton, "first", NULL, moved(10, 0, 0));
    bp_bone *second = add_bone(skeleton, "second", NULL, moved(20, 0, 0));
    bp_bone *child = add_bone(skeleton, "child", second, moved(0, 5, 0));
    assert_true(bp_skeleton_set_pose_matrix(skeleton, &pose, NULL));
    bp_skeleton_prepare(skeleton);
    expect_mat4(bp_bone_absolute_bind(first), moved(11, 2, 3), 0);
    expect_mat4(bp_bone_absolute_bind(second), moved(21, 2, 3), 0);
    expect_mat4(bp_bone_absolute_bind(child), moved(21, 7, 3), 0);
    expect_mat4(bp_bone_chain(child), moved(21, 7, 3), 0);
    bp_skeleton_destroy(skeleton);
}

/* The lessons' switch: the same skeleton under one, then the other. */
static void test_switching(void **state) {
    (void)state;
    bp_skeleton *skeleton = make_chain(BP_RULES_PAGE, 3);
    assert_true(bp_skeleton_reorder(skeleton, (size_t[]){2, 0, 1}, 3, NULL));
    const size_t by_place[3] = {1, 2, 0};
    for (int round = 0; round < 3; round++) {
        assert_true(bp_skeleton_set_rules(skeleton, BP_RULES_ENGINE, NULL));
        assert_int_equal(bp_skeleton_rules(skeleton), BP_RULES_ENGINE);
        for (size_t i = 0; i < 3; i++) assert_int_equal(bp_bone_index(number(skeleton, i)), by_place[i]);
        assert_true(bp_skeleton_set_rules(skeleton, BP_RULES_PAGE, NULL));
        for (size_t i = 0; i < 3; i++) assert_int_equal(bp_bone_index(number(skeleton, i)), i);
    }
    bp_skeleton_destroy(skeleton);
}

/* Other slots: prepare has something to do, though no bone moved. The chain is one unit along x from bone
 * to bone and rests in another pose, so that each bone's final is another. */
static void test_switching_moves_finals(void **state) {
    (void)state;
    bp_skeleton *skeleton = make_chain(BP_RULES_PAGE, 3);
    for (size_t i = 0; i < 3; i++) bp_bone_set_position(number(skeleton, i), bp_vec3_make(2, 0, 0));
    assert_true(bp_skeleton_reorder(skeleton, (size_t[]){2, 0, 1}, 3, NULL));
    bp_skeleton_prepare(skeleton);
    assert_false(bp_skeleton_prepare(skeleton));
    assert_true(bp_skeleton_set_rules(skeleton, BP_RULE_SORT_RENUMBERS, NULL));
    assert_true(bp_skeleton_prepare(skeleton));
    for (size_t i = 0; i < 3; i++) {
        const bp_bone *bone = number(skeleton, i);
        bp_mat4 slot = bp_skeleton_palette(skeleton)[bp_bone_index(bone)];
        expect_mat4(slot, bp_bone_final(bone), 0);
    }
    assert_true(bp_skeleton_set_rules(skeleton, BP_RULE_SORT_RENUMBERS, NULL));
    assert_false(bp_skeleton_prepare(skeleton));
    bp_skeleton_destroy(skeleton);
}

/* Under the engine's rule a bone's new index is no reason to compute; back on the page it is. */
static void test_switching_rules_marks_dirty(void **state) {
    (void)state;
    bp_skeleton *skeleton = make_chain(BP_RULE_ENGINE_DIRTY, 1);
    bp_bone_set_position(number(skeleton, 0), bp_vec3_make(5, 0, 0)); /* bound at x 1: its final moves by 4 */
    bp_skeleton_prepare(skeleton);
    assert_true(bp_bone_set_index(number(skeleton, 0), 7, NULL));
    assert_true(bp_skeleton_set_rules(skeleton, BP_RULES_PAGE, NULL));
    assert_true(bp_skeleton_prepare(skeleton));
    expect_mat4(bp_skeleton_palette(skeleton)[7], moved(4, 0, 0), 0);
    bp_skeleton_destroy(skeleton);
}

/* Claim 14: the engine's getter is the chain, the page's final has the bind removed. Both are there. */
static void test_final_and_chain(void **state) {
    (void)state;
    character c = make_character(BP_RULES_PAGE);
    bp_bone_set_euler(c.left, bp_vec3_make(0, 0, bp_radians(75)));
    bp_skeleton_prepare(c.skeleton);
    expect_mat4(bp_bone_chain(c.left), turned(75, 0.5f, 1.5f, 0), NEAR);
    expect_mat4(bp_bone_final(c.left), turned(45, 1.2071068f, 0.085786438f, 0), NEAR);
    bp_skeleton_destroy(c.skeleton);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rest_starts_at_bind_or_local),
        cmocka_unit_test(test_first_root_only),
        cmocka_unit_test(test_reading_refreshes),
        cmocka_unit_test(test_sorting_renumbers),
        cmocka_unit_test(test_explicit_indices_stay),
        cmocka_unit_test(test_sorting_marks_dirty),
        cmocka_unit_test(test_bind_from_pose_marks_dirty),
        cmocka_unit_test(test_index_marks_dirty),
        cmocka_unit_test(test_linked_node_that_rests),
        cmocka_unit_test(test_pose_matrix),
        cmocka_unit_test(test_pose_matrix_of_two_roots),
        cmocka_unit_test(test_switching),
        cmocka_unit_test(test_switching_moves_finals),
        cmocka_unit_test(test_switching_rules_marks_dirty),
        cmocka_unit_test(test_final_and_chain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
