/* Prepare: local to chain to final, once for each change, and what it leaves alone. */
#include "rig/engine.h"
#include "rig_support.h"
#include "support/engine_forms.h"

/* Claims 14 and 17: final is the chain with the bind removed. */
static void test_final_in_the_bind_pose(void **state) {
    (void)state;
    character c = make_character(BP_RULES_PAGE);
    expect_mat4(bp_bone_final(c.left), (bp_mat4){{0}}, 0); /* nothing before the first time */
    expect_mat4(bp_bone_chain(c.left), (bp_mat4){{0}}, 0);
    assert_true(bp_skeleton_is_dirty(c.skeleton));
    assert_true(bp_skeleton_prepare(c.skeleton));
    assert_false(bp_skeleton_is_dirty(c.skeleton));
    for (size_t i = 0; i < 3; i++)
        expect_mat4(bp_bone_final(number(c.skeleton, i)), bp_mat4_identity(), NEAR);
    expect_mat4(bp_bone_chain(c.left), turned(30, 0.5f, 1.5f, 0), NEAR);
    bp_skeleton_destroy(c.skeleton);
}

/* Claim 53: local 75 with bind 30 is final 45, about the shoulder: S - S * R45 = (1.2071, 0.0858, 0). */
static void test_final_of_a_pose(void **state) {
    (void)state;
    character c = make_character(BP_RULES_PAGE);
    bp_bone_set_euler(c.left, bp_vec3_make(0, 0, bp_radians(75)));
    bp_skeleton_prepare(c.skeleton);
    expect_mat4(bp_bone_final(c.left), turned(45, 1.2071068f, 0.085786438f, 0), NEAR);
    expect_mat4(bp_bone_final(c.right), bp_mat4_identity(), NEAR);
    bp_skeleton_destroy(c.skeleton);
}

/* Chain equals absolute when both are current. */
static void test_chain_is_absolute(void **state) {
    (void)state;
    character c = make_character(BP_RULES_PAGE);
    bp_bone_set_local(c.body, bp_mat4_from_trs((bp_trs){{1, 2, 3}, {0.5f, 0.5f, 0.5f, 0.5f}, {1, 2, 3}}));
    bp_skeleton_prepare(c.skeleton);
    bp_skeleton_compute_absolutes(c.skeleton, false);
    for (size_t i = 0; i < 3; i++) {
        bp_mat4 chain = bp_bone_chain(number(c.skeleton, i)),
                absolute = bp_bone_absolute(number(c.skeleton, i));
        expect_mat4(chain, absolute, NEAR);
    }
    /* The left shoulder: (0.5, 3, 0) after scaling, (x,y,z) to (z,x,y) by the turn, moved. */
    expect_vec3(bp_mat4_position(bp_bone_chain(c.left)), 1, 2.5f, 6, NEAR);
    bp_skeleton_destroy(c.skeleton);
}

/* Claims 21 and 22: in a hundred frames of animation only local, chain and final are written. */
static void test_writes_of_a_hundred_frames(void **state) {
    (void)state;
    character c = make_character(BP_RULES_PAGE);
    bp_skeleton_prepare(c.skeleton);
    bp_skeleton_reset_stats(c.skeleton);
    for (int frame = 0; frame < 100; frame++) {
        for (size_t i = 0; i < 3; i++)
            bp_bone_set_rotation(number(c.skeleton, i), bp_quat_make(0, 0, (float)frame * 0.001f, 1));
        assert_true(bp_skeleton_prepare(c.skeleton));
        assert_false(bp_skeleton_prepare(c.skeleton)); /* nothing changed since */
    }
    bp_skeleton_counters n = bp_skeleton_stats(c.skeleton);
    assert_int_equal(n.local, 300);
    assert_int_equal(n.chain, 300);
    assert_int_equal(n.final, 300);
    assert_int_equal(n.prepared, 100);
    assert_int_equal(n.absolute, 0);
    assert_int_equal(n.bind, 0);
    assert_int_equal(n.absolute_bind, 0);
    assert_int_equal(n.absolute_inverse_bind, 0);
    assert_int_equal(n.rest, 0);
    bp_skeleton_destroy(c.skeleton);
}

/* Making three bones writes each of the static ones once a bone. */
static void test_writes_of_creation(void **state) {
    (void)state;
    character c = make_character(BP_RULES_PAGE);
    bp_skeleton_counters n = bp_skeleton_stats(c.skeleton);
    assert_int_equal(n.local, 3);
    assert_int_equal(n.bind, 3);
    assert_int_equal(n.absolute_bind, 3);
    assert_int_equal(n.absolute_inverse_bind, 3);
    assert_int_equal(n.rest, 3);
    assert_int_equal(n.chain + n.final + n.absolute, 0);
    bp_skeleton_destroy(c.skeleton);
}

/* Only a change of something that finals depend on makes the skeleton dirty. */
static void test_dirty(void **state) {
    (void)state;
    for (int change = 0; change < 14; change++) {
        character c = make_character(BP_RULES_PAGE);
        bool expected = change < 10;
        bp_skeleton_prepare(c.skeleton);
        switch (change) {
        case 0: bp_bone_set_position(c.left, bp_vec3_make(1, 1, 1)); break;
        case 1: bp_bone_set_local(c.left, moved(1, 1, 1)); break;
        case 2: assert_true(bp_bone_set_bind(c.left, moved(1, 1, 1), NULL)); break;
        case 3: assert_true(bp_bone_update_bind(c.left, moved(1, 1, 1), true, false, NULL)); break;
        case 4: assert_true(bp_bone_set_parent(c.left, c.right, false, NULL)); break;
        case 5: bp_skeleton_sort(c.skeleton); break;
        case 6: assert_true(bp_bone_set_index(c.left, 5, NULL)); break;
        case 7: assert_true(bp_bone_set_bind_from_pose(c.left, NULL)); break;
        case 8:
            assert_true(bp_bone_rotate(c.left, bp_vec3_make(1, 0, 0), 1, BP_SPACE_LOCAL, NULL, NULL));
            break;
        case 9: assert_true(bp_bone_scale_by(c.left, bp_vec3_make(2, 2, 2), false, NULL)); break;
        case 10: bp_bone_set_length(c.left, 9); break;
        case 11: bp_bone_set_rest(c.left, moved(1, 1, 1)); break;
        case 12: bp_skeleton_compute_absolutes(c.skeleton, true); break;
        default: (void)bp_bone_euler(c.left); break;
        }
        if (bp_skeleton_is_dirty(c.skeleton) != expected)
            fail_msg("change %d: dirty is %d", change, !expected);
        assert_true(bp_skeleton_prepare(c.skeleton) == expected);
        bp_skeleton_destroy(c.skeleton);
    }
}

/* Infinity in one arm stays in that arm. */
static void test_infinity_stays_where_it_is(void **state) {
    (void)state;
    character c = make_character(BP_RULES_PAGE);
    bp_bone_set_position(c.left, bp_vec3_make(INFINITY, 0, 0));
    bp_skeleton_prepare(c.skeleton);
    expect_mat4(bp_bone_final(c.right), bp_mat4_identity(), NEAR);
    expect_float(bp_bone_chain(c.left).m[12], INFINITY, 0);
    expect_float(bp_bone_chain(c.left).m[15], 1, 0);
    bp_skeleton_destroy(c.skeleton);
}

static bp_mat4 chain_times_inverse(const bp_bone *bone) {
    return bp_mat4_mul(bp_bone_chain(bone), bp_bone_absolute_inverse_bind(bone));
}

/* A faulty program's finals: only those change, palettes and clones have them, and they follow the pose. With its
 * factors swapped, the arm at 75 degrees gets a rotation of 45 degrees about the origin. */
static void test_replaced_finals(void **state) {
    (void)state;
    character c = make_character(BP_RULES_PAGE);
    bp_skeleton_prepare(c.skeleton);
    bp_mat4 inverse = bp_bone_absolute_inverse_bind(c.left);
    bp_skeleton_replace_final(c.skeleton, chain_times_inverse);
    assert_true(bp_skeleton_is_dirty(c.skeleton));
    bp_bone_set_euler(c.left, bp_vec3_make(0, 0, bp_radians(75)));
    bp_skeleton_prepare(c.skeleton);
    expect_mat4(bp_bone_final(c.left), turned(45, 0, 0, 0), NEAR);
    expect_mat4(bp_bone_final(c.right), bp_mat4_identity(), NEAR);
    expect_mat4(bp_bone_chain(c.left), turned(75, 0.5f, 1.5f, 0), NEAR);
    expect_mat4(bp_bone_absolute_inverse_bind(c.left), inverse, 0);
    expect_mat4(bp_skeleton_palette(c.skeleton)[bp_bone_index(c.left)], turned(45, 0, 0, 0), NEAR);
    bp_error error = {0};
    assert_true(bp_bone_set_index(c.left, 5, &error)); /* a palette apart from the finals */
    bp_skeleton *copy = bp_skeleton_clone(c.skeleton, NULL, &error);
    bp_skeleton_prepare(c.skeleton);
    expect_mat4(bp_skeleton_palette(c.skeleton)[5], turned(45, 0, 0, 0), NEAR);
    bp_skeleton_prepare(copy);
    expect_mat4(bp_skeleton_palette(copy)[5], turned(45, 0, 0, 0), NEAR);
    bp_skeleton_replace_final(copy, NULL);
    bp_skeleton_prepare(copy);
    expect_mat4(bp_skeleton_palette(copy)[5], turned(45, 1.2071068f, 0.085786438f, 0), NEAR);
    bp_skeleton_destroy(copy);
    bp_skeleton_destroy(c.skeleton);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_final_in_the_bind_pose),     cmocka_unit_test(test_final_of_a_pose),
        cmocka_unit_test(test_chain_is_absolute),          cmocka_unit_test(test_writes_of_a_hundred_frames),
        cmocka_unit_test(test_writes_of_creation),         cmocka_unit_test(test_dirty),
        cmocka_unit_test(test_infinity_stays_where_it_is), cmocka_unit_test(test_replaced_finals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
