/* Bind, absolute bind, absolute inverse bind: which calls recompute which, and which are refused. */
#include "rig/engine.h"
#include "rig_support.h"
#include "support/engine_forms.h"

/* Claims 18 and 19. */
static void test_products_and_inverses(void **state) {
    (void)state;
    bp_skeleton *skeleton = skeleton_with(BP_RULES_PAGE);
    bp_bone *a = add_bone(skeleton, "a", NULL, turned(90, 1, 0, 0));
    bp_bone *b = add_bone(skeleton, "b", a, moved(2, 0, 0));
    bp_bone *c = add_bone(skeleton, "c", b, moved(0, 3, 0));
    /* b: (2,0,0) turned by 90 is (0,2,0), plus (1,0,0). c: (2,3,0) turned is (-3,2,0), plus (1,0,0). */
    expect_mat4(bp_bone_absolute_bind(b), turned(90, 1, 2, 0), NEAR);
    expect_mat4(bp_bone_absolute_bind(c), turned(90, -2, 2, 0), NEAR);
    /* Inverse of c: turned by -90; -(-2,2,0) = (2,-2,0) turned by -90 is (-2,-2,0). */
    expect_mat4(bp_bone_absolute_inverse_bind(c), turned(-90, -2, -2, 0), NEAR);
    bp_skeleton_destroy(skeleton);
    character page = make_character(BP_RULES_PAGE);
    bp_mat4 inverse = bp_bone_absolute_inverse_bind(page.left);
    expect_mat4(inverse, turned(-30, -1.1830127f, -1.0490381f, 0), NEAR);
    bp_skeleton_destroy(page.skeleton);
}

/* Claim 35; local is set too, as in the engine. */
static void test_set_bind(void **state) {
    (void)state;
    bp_skeleton *skeleton = make_chain(BP_RULES_PAGE, 3);
    bp_skeleton_prepare(skeleton);
    bp_skeleton_reset_stats(skeleton);
    assert_true(bp_bone_set_bind(number(skeleton, 1), moved(0, 5, 0), NULL));
    expect_mat4(bp_bone_bind(number(skeleton, 1)), moved(0, 5, 0), 0);
    expect_mat4(bp_bone_local(number(skeleton, 1)), moved(0, 5, 0), 0);
    expect_mat4(bp_bone_absolute_bind(number(skeleton, 0)), moved(1, 0, 0), 0);
    expect_mat4(bp_bone_absolute_bind(number(skeleton, 1)), moved(1, 5, 0), 0);
    expect_mat4(bp_bone_absolute_bind(number(skeleton, 2)), moved(2, 5, 0), 0);
    expect_mat4(bp_bone_absolute_inverse_bind(number(skeleton, 2)), moved(-2, -5, 0), 0);
    bp_skeleton_counters counters = bp_skeleton_stats(skeleton);
    assert_int_equal(counters.bind, 1);
    assert_int_equal(counters.absolute_bind, 2);
    assert_int_equal(counters.absolute_inverse_bind, 2);
    assert_int_equal(counters.rest, 0);
    assert_true(bp_skeleton_prepare(skeleton));
    for (size_t i = 0; i < 3; i++) expect_mat4(bp_bone_final(number(skeleton, i)), bp_mat4_identity(), 0);
    bp_skeleton_destroy(skeleton);
}

static const float unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
static bp_mat4 unit_bind(size_t i) { return moved(unit[i][0], unit[i][1], unit[i][2]); }

/* Claim 36: leaf first, its absolute bind is wrong until its parents are set. */
static void test_setting_binds_leaf_first(void **state) {
    (void)state;
    bp_skeleton *skeleton = make_chain(BP_RULES_PAGE, 3);
    bp_bone *leaf = number(skeleton, 2);
    assert_true(bp_bone_set_bind(leaf, unit_bind(2), NULL));
    expect_mat4(bp_bone_absolute_bind(leaf), moved(2, 0, 1), 0); /* from the old parents */
    assert_true(bp_bone_set_bind(number(skeleton, 1), unit_bind(1), NULL));
    expect_mat4(bp_bone_absolute_bind(leaf), moved(1, 1, 1), 0); /* the old root was (1,0,0) as well */
    assert_true(bp_bone_set_bind(number(skeleton, 0), unit_bind(0), NULL));
    expect_mat4(bp_bone_absolute_bind(leaf), moved(1, 1, 1), 0);
    bp_skeleton_destroy(skeleton);
}

/* Without an update of the descendants it stays wrong. */
static void test_descendants_keep_old_binds_without_update(void **state) {
    (void)state;
    bp_skeleton *skeleton = make_chain(BP_RULES_PAGE, 3);
    bp_bone *leaf = number(skeleton, 2);
    assert_true(bp_bone_set_bind(leaf, unit_bind(2), NULL));
    assert_true(bp_bone_update_bind(number(skeleton, 1), unit_bind(1), false, true, NULL));
    assert_true(bp_bone_update_bind(number(skeleton, 0), moved(5, 0, 0), false, true, NULL));
    expect_mat4(bp_bone_bind(number(skeleton, 1)), unit_bind(1), 0);
    expect_mat4(bp_bone_absolute_bind(number(skeleton, 1)), moved(2, 0, 0), 0);
    expect_mat4(bp_bone_absolute_bind(leaf), moved(2, 0, 1), 0);
    /* One call with the update, on the root, corrects all. */
    assert_true(bp_bone_update_bind(number(skeleton, 0), moved(5, 0, 0), true, false, NULL));
    expect_mat4(bp_bone_absolute_bind(leaf), moved(5, 1, 1), 0);
    bp_skeleton_destroy(skeleton);
}

/* Claim 37: all six orders give the same result. */
static void test_every_order_ends_the_same(void **state) {
    (void)state;
    const size_t orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (size_t k = 0; k < 6; k++) {
        bp_skeleton *skeleton = make_chain(BP_RULES_PAGE, 3);
        for (size_t i = 0; i < 3; i++)
            assert_true(bp_bone_set_bind(number(skeleton, orders[k][i]), unit_bind(orders[k][i]), NULL));
        expect_mat4(bp_bone_absolute_bind(number(skeleton, 2)), moved(1, 1, 1), 0);
        bp_skeleton_destroy(skeleton);
    }
}

static void test_update_bind_without_local(void **state) {
    (void)state;
    bp_skeleton *skeleton = make_chain(BP_RULES_PAGE, 2);
    bp_skeleton_prepare(skeleton);
    assert_true(bp_bone_update_bind(number(skeleton, 1), moved(0, 5, 0), true, false, NULL));
    expect_mat4(bp_bone_local(number(skeleton, 1)), moved(1, 0, 0), 0);
    assert_true(bp_skeleton_prepare(skeleton));
    /* Chain (2,0,0), bind (1,5,0): final is the difference. */
    expect_mat4(bp_bone_final(number(skeleton, 1)), moved(1, -5, 0), 0);
    bp_skeleton_destroy(skeleton);
}

static void test_bind_from_pose(void **state) {
    (void)state;
    character c = make_character(BP_RULES_PAGE);
    bp_bone_set_euler(c.left, bp_vec3_make(0, 0, bp_radians(75)));
    assert_true(bp_bone_set_bind_from_pose(c.left, NULL));
    expect_mat4(bp_bone_bind(c.left), turned(75, 0.5f, 1.5f, 0), NEAR);
    bp_skeleton_prepare(c.skeleton);
    expect_mat4(bp_bone_final(c.left), bp_mat4_identity(), NEAR);
    bp_bone_set_scale(c.left, bp_vec3_make(1, 0, 1));
    bp_error error = {0};
    assert_false(bp_bone_set_bind_from_pose(c.left, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "boneArmLeft");
    expect_mat4(bp_bone_bind(c.left), turned(75, 0.5f, 1.5f, 0), NEAR);
    bp_skeleton_destroy(c.skeleton);
}

/* Claim 61: any invertible matrix can be the bind ... */
static void test_any_invertible_bind_is_accepted(void **state) {
    (void)state;
    bp_mat4 sheared = turned(20, 1, 2, 3), mirrored = bp_mat4_scaling(bp_vec3_make(-1, 2, 1));
    sheared.m[4] += 0.7f;
    sheared.m[9] -= 1.3f;
    bp_mat4 tiny = bp_mat4_scaling(bp_vec3_make(1e-6f, 1e-6f, 1e-6f));
    const bp_mat4 binds[] = {sheared, mirrored, tiny, bp_mat4_mul(mirrored, sheared)};
    for (size_t i = 0; i < BP_COUNT(binds); i++) {
        bp_skeleton *skeleton = make_chain(BP_RULES_PAGE, 3);
        for (size_t k = 0; k < 3; k++) assert_true(bp_bone_set_bind(number(skeleton, k), binds[i], NULL));
        bp_skeleton_prepare(skeleton);
        for (size_t k = 0; k < 3; k++)
            expect_mat4(bp_bone_final(number(skeleton, k)), bp_mat4_identity(), NEAR);
        bp_skeleton_destroy(skeleton);
    }
}

/* ... and a singular one is refused without a change. */
static void test_a_singular_bind_is_refused(void **state) {
    (void)state;
    bp_mat4 flat = bp_mat4_scaling(bp_vec3_make(1, 0, 1)), nan = moved(0, NAN, 0), rank = bp_mat4_identity();
    for (int i = 0; i < 3; i++) rank.m[4 + i] = 3 * (rank.m[i] = (float)(i + 1));
    const bp_mat4 wrong[] = {flat, nan, rank, {{0}}};
    for (size_t i = 0; i < BP_COUNT(wrong); i++) {
        character c = make_character(BP_RULES_PAGE);
        bp_skeleton_prepare(c.skeleton);
        bp_skeleton_reset_stats(c.skeleton);
        bp_error error = {0};
        assert_false(bp_bone_set_bind(c.left, wrong[i], &error));
        expect_error(&error, BP_ERROR_ARGUMENT, "boneArmLeft: a bind matrix must have an inverse");
        assert_false(bp_bone_update_bind(c.left, wrong[i], false, false, NULL));
        expect_mat4(bp_bone_bind(c.left), turned(30, 0.5f, 1.5f, 0), 0);
        expect_mat4(bp_bone_absolute_bind(c.left), turned(30, 0.5f, 1.5f, 0), 0);
        expect_mat4(bp_bone_local(c.left), turned(30, 0.5f, 1.5f, 0), 0);
        assert_false(bp_skeleton_is_dirty(c.skeleton));
        assert_int_equal(bp_skeleton_stats(c.skeleton).bind, 0);
        bp_skeleton_destroy(c.skeleton);
    }
}

/* Hundreds of uneven scales in a chain: no single bind is singular, so none is refused. */
static void test_scales_pile_up(void **state) {
    (void)state;
    bp_skeleton *skeleton = skeleton_with(BP_RULES_PAGE);
    bp_mat4 uneven = bp_mat4_mul(bp_mat4_scaling(bp_vec3_make(1, 0.5f, 0.25f)), turned(37, 0, 1, 0));
    bp_bone *last = NULL;
    for (int i = 0; i < 300; i++) last = add_bone(skeleton, "b", last, uneven);
    assert_true(bp_bone_set_bind(number(skeleton, 0), uneven, NULL));
    bp_skeleton_prepare(skeleton);
    expect_mat4(bp_bone_final(number(skeleton, 3)), bp_mat4_identity(), NEAR);
    bp_skeleton_destroy(skeleton);
}

static void test_set_parent_and_binds(void **state) {
    (void)state;
    bp_skeleton *skeleton = make_chain(BP_RULES_PAGE, 3);
    bp_bone *root = number(skeleton, 0), *leaf = number(skeleton, 2);
    assert_true(bp_bone_set_parent(leaf, root, false, NULL));
    expect_mat4(bp_bone_absolute_bind(leaf), moved(3, 0, 0), 0); /* the old parent's */
    assert_true(bp_bone_set_parent(leaf, number(skeleton, 1), false, NULL));
    assert_true(bp_bone_set_parent(leaf, root, true, NULL));
    expect_mat4(bp_bone_absolute_bind(leaf), moved(2, 0, 0), 0);
    expect_mat4(bp_bone_absolute_inverse_bind(leaf), moved(-2, 0, 0), 0);
    expect_mat4(bp_bone_local(leaf), moved(1, 0, 0), 0);
    assert_true(bp_bone_set_parent(leaf, NULL, true, NULL));
    expect_mat4(bp_bone_absolute_bind(leaf), moved(1, 0, 0), 0);
    bp_skeleton_prepare(skeleton);
    expect_mat4(bp_bone_final(leaf), bp_mat4_identity(), 0);
    /* The same parent again: nothing happens. */
    assert_true(bp_bone_set_parent(leaf, NULL, true, NULL));
    assert_false(bp_skeleton_is_dirty(skeleton));
    bp_skeleton_destroy(skeleton);
}

/* Claim 24: prepare reads neither bind nor absolute bind. */
static void test_prepare_reads_no_bind(void **state) {
    (void)state;
    character c = make_character(BP_RULES_PAGE);
    bp_bone_set_euler(c.left, bp_vec3_make(0, 0, bp_radians(75)));
    bp_skeleton_prepare(c.skeleton);
    bp_mat4 before = bp_bone_final(c.left);
    bp_bone_overwrite_binds(c.left, moved(NAN, 1, 1), bp_mat4_scaling(bp_vec3_make(0, 0, 0)));
    bp_bone_set_euler(c.left, bp_vec3_make(0, 0, bp_radians(75)));
    assert_true(bp_skeleton_prepare(c.skeleton));
    bp_mat4 after = bp_bone_final(c.left);
    expect_bytes(&after, &before, sizeof before);
    assert_true(bp_bone_bind(c.left).m[12] != bp_bone_bind(c.left).m[12]);
    expect_float(bp_bone_absolute_bind(c.left).m[0], 0, 0);
    bp_skeleton_destroy(c.skeleton);
}

/* A file's inverse bind is kept bit for bit, and the other binds follow from it. */
static void test_inverse_bind_from_a_file(void **state) {
    (void)state;
    bp_skeleton *skeleton = make_chain(BP_RULES_PAGE, 3);
    bp_bone *root = number(skeleton, 0), *child = number(skeleton, 1), *leaf = number(skeleton, 2);
    bp_mat4 odd = turned(-37, 0.1f, 0.2f, 0.3f), kept;
    odd.m[3] = 9; /* the last column is ignored */
    bp_skeleton_prepare(skeleton);
    assert_true(bp_bone_set_absolute_inverse_bind(root, moved(-2, -3, 0), NULL));
    assert_true(bp_bone_set_absolute_inverse_bind(child, odd, NULL));
    kept = bp_bone_absolute_inverse_bind(child);
    odd.m[3] = 0;
    expect_bytes(&kept, &odd, sizeof kept);
    /* Absolute bind: turned by 37; -(0.1, 0.2) turned by 37: (0.0404995, -0.2199086). */
    expect_mat4(bp_bone_absolute_bind(child), turned(37, 0.0404995f, -0.2199086f, -0.3f), NEAR);
    expect_mat4(bp_bone_bind(child), turned(37, -1.9595005f, -3.2199086f, -0.3f), NEAR);
    expect_mat4(bp_bone_local(child), moved(1, 0, 0), 0);
    expect_mat4(bp_bone_absolute_bind(leaf), moved(3, 0, 0), 0);
    assert_true(bp_skeleton_prepare(skeleton));
    expect_mat4(bp_bone_final(child), turned(-37, 2.1f, 0.2f, 0.3f), NEAR); /* chain (2,0,0) comes after */
    bp_skeleton_destroy(skeleton);
}

static void test_inverse_bind_without_inverse(void **state) {
    (void)state;
    bp_skeleton *skeleton = make_chain(BP_RULES_PAGE, 2);
    bp_bone *child = number(skeleton, 1);
    bp_mat4 flat = bp_mat4_scaling(bp_vec3_make(1, 0, 1));
    assert_true(bp_bone_set_absolute_inverse_bind(child, flat, NULL));
    expect_mat4(bp_bone_absolute_inverse_bind(child), flat, 0);
    expect_mat4(bp_bone_bind(child), bp_mat4_identity(), 0);
    expect_mat4(bp_bone_absolute_bind(child), moved(1, 0, 0), 0);
    assert_true(bp_bone_set_absolute_inverse_bind(number(skeleton, 0), flat, NULL));
    expect_mat4(bp_bone_absolute_bind(number(skeleton, 0)), bp_mat4_identity(), 0);
    /* A bone under such a parent has no bind either. */
    assert_true(bp_bone_set_absolute_inverse_bind(child, moved(-1, 0, 0), NULL));
    expect_mat4(bp_bone_bind(child), bp_mat4_identity(), 0);
    bp_skeleton_prepare(skeleton);
    expect_mat4(bp_bone_final(child), moved(1, 0, 0), 0);
    const float strange[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < BP_COUNT(strange); i++) {
        bp_error error = {0};
        assert_false(bp_bone_set_absolute_inverse_bind(child, moved(0, strange[i], 0), &error));
        expect_error(&error, BP_ERROR_ARGUMENT, "link: an inverse bind matrix must be finite");
        expect_mat4(bp_bone_absolute_inverse_bind(child), moved(-1, 0, 0), 0);
    }
    bp_skeleton_destroy(skeleton);
}

/* How many matrices each way to set a bind writes, on the middle bone of three. Setting a bind also rewrites
 * descendants' absolute binds; setting an inverse writes only the bone's own. */
static void test_counters(void **state) {
    (void)state;
    for (int way = 0; way < 4; way++) {
        static const int products[4] = {2, 2, 1, 0}; /* absolute binds, and as many inverses */
        bp_skeleton *skeleton = make_chain(BP_RULES_PAGE, 3);
        bp_bone *middle = number(skeleton, 1);
        bp_skeleton_reset_stats(skeleton);
        switch (way) {
        case 0: assert_true(bp_bone_set_bind(middle, moved(2, 0, 0), NULL)); break;
        case 1: assert_true(bp_bone_set_bind_from_pose(middle, NULL)); break;
        case 2: assert_true(bp_bone_set_absolute_inverse_bind(middle, moved(2, 0, 0), NULL)); break;
        default: assert_true(bp_bone_update_bind(middle, moved(2, 0, 0), false, false, NULL)); break;
        }
        bp_skeleton_counters counters = bp_skeleton_stats(skeleton);
        assert_int_equal(counters.bind, 1);
        assert_int_equal(counters.absolute_bind, products[way]);
        assert_int_equal(counters.absolute_inverse_bind, products[way]);
        assert_int_equal(counters.local, way == 0);
        bp_skeleton_destroy(skeleton);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_products_and_inverses),
        cmocka_unit_test(test_set_bind),
        cmocka_unit_test(test_setting_binds_leaf_first),
        cmocka_unit_test(test_descendants_keep_old_binds_without_update),
        cmocka_unit_test(test_every_order_ends_the_same),
        cmocka_unit_test(test_update_bind_without_local),
        cmocka_unit_test(test_bind_from_pose),
        cmocka_unit_test(test_any_invertible_bind_is_accepted),
        cmocka_unit_test(test_a_singular_bind_is_refused),
        cmocka_unit_test(test_scales_pile_up),
        cmocka_unit_test(test_set_parent_and_binds),
        cmocka_unit_test(test_prepare_reads_no_bind),
        cmocka_unit_test(test_inverse_bind_from_a_file),
        cmocka_unit_test(test_inverse_bind_without_inverse),
        cmocka_unit_test(test_counters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
