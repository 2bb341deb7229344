/* Pulling a limb: where its end goes, and which bones are limbs. The expected positions are the targets. */
#include "support/test.h"
#include <bindpose/stage.h>
#include <math.h>

enum { ROOT, UPPER, LOWER, HAND, FINGER, BONES };

/* A root, an upper arm and a forearm of 1 m each, a hand and a finger of 0.2 m. The bones' axes lie in any way:
 * each bone is rotated about an odd axis, and its child's position is given in these axes. */
static bp_skeleton *make_arm(void) {
    static const char *const names[BONES] = {"root", "upper", "lower", "hand", "finger"};
    static const bp_vec3 positions[BONES] = {
        {0, 0, 0}, {0, 0.1f, 0}, {0, 1, 0}, {0.6f, 0.8f, 0}, {0, 0.2f, 0}};
    bp_skeleton *skeleton = bp_skeleton_create(NULL, NULL, NULL);
    bp_bone *parent = NULL;
    for (int i = 0; i < BONES; i++) {
        bp_quat q =
            bp_quat_from_axis_angle(bp_vec3_normalize((bp_vec3){1, (float)i, -0.5f}), 0.3f * (float)i);
        bp_mat4 local = bp_mat4_from_trs((bp_trs){positions[i], q, {1, 1, 1}});
        parent = bp_skeleton_add(
            skeleton, &(bp_bone_options){.name = names[i], .parent = parent, .local = &local}, NULL);
        assert_non_null(parent);
    }
    bp_skeleton_prepare(skeleton);
    return skeleton;
}

static bp_vec3 joint(const bp_stage *stage, int bone) {
    return bp_mat4_position(bp_bone_frame(stage, bp_skeleton_bone_by_id(stage->skeleton, (size_t)bone)));
}

/* Pulls the hand to a point; returns whether that was possible. */
static bool pull_to(const bp_stage *stage, bp_vec3 target) {
    bp_quat own[2];
    const bp_bone *hand = bp_skeleton_bone_by_id(stage->skeleton, HAND);
    if (!bp_limb_drag(stage, hand, joint(stage, HAND), target, own)) return false;
    for (int i = 0; i < 2; i++) {
        bp_bone *bone = bp_skeleton_bone_by_id(stage->skeleton, (size_t)(i ? LOWER : UPPER));
        bp_bone_set_rotation(bone, bp_quat_mul(bp_bone_rotation(bone), own[i]));
    }
    bp_skeleton_prepare(stage->skeleton);
    return true;
}

static void reaches_what_it_can(void **state) {
    (void)state;
    static const bp_vec3 targets[] = {{1, 0.5f, 0},       {-1, 0.3f, 0.5f}, {0.2f, -1.2f, 0.8f},
                                      {0.4f, 0.4f, 0.4f}, {0, 2, 0.2f},     {-0.3f, 0.1f, -1.6f}};
    bp_stage stage = {.skeleton = make_arm()};
    for (size_t i = 0; i < BP_COUNT(targets); i++) {
        assert_true(pull_to(&stage, targets[i]));
        bp_vec3 hand = joint(&stage, HAND);
        expect_float(bp_vec3_distance(hand, targets[i]), 0, 1e-4);
        expect_float(bp_vec3_distance(joint(&stage, UPPER), joint(&stage, LOWER)), 1, 1e-5);
        expect_float(bp_vec3_distance(joint(&stage, LOWER), hand), 1, 1e-5);
    }
    bp_skeleton_destroy(stage.skeleton);
}

/* Out of reach: the arm is all but straight (0.999 of 2 m), and points to the target. */
static void stretches_towards_the_rest(void **state) {
    (void)state;
    bp_stage stage = {.skeleton = make_arm()};
    const bp_vec3 target = {6, 0, 8};
    assert_true(pull_to(&stage, target));
    bp_vec3 shoulder = joint(&stage, UPPER), arm = bp_vec3_sub(joint(&stage, HAND), shoulder);
    expect_float(bp_vec3_length(arm), 1.998, 1e-4);
    expect_float(bp_vec3_dot(bp_vec3_normalize(arm), bp_vec3_normalize(bp_vec3_sub(target, shoulder))), 1,
                 1e-5);
    bp_skeleton_destroy(stage.skeleton);
}

/* Nothing moves if the hand is where it is pulled to. */
static void stays_where_it_is(void **state) {
    (void)state;
    bp_stage stage = {.skeleton = make_arm()};
    bp_vec3 elbow = joint(&stage, LOWER);
    assert_true(pull_to(&stage, joint(&stage, HAND)));
    expect_float(bp_vec3_distance(joint(&stage, LOWER), elbow), 0, 1e-3);
    bp_skeleton_destroy(stage.skeleton);
}

/* Hand and finger pull the arm. The forearm's two bones above (1 m and 0.1 m) are no limb. */
static void knows_limbs(void **state) {
    (void)state;
    bp_stage stage = {.skeleton = make_arm()};
    const bp_bone *hand = bp_skeleton_bone_by_id(stage.skeleton, HAND);
    assert_ptr_equal(bp_limb_end(&stage, hand), hand);
    assert_ptr_equal(bp_limb_end(&stage, bp_skeleton_bone_by_id(stage.skeleton, FINGER)), hand);
    assert_null(bp_limb_end(&stage, bp_skeleton_bone_by_id(stage.skeleton, LOWER)));
    assert_null(bp_limb_end(&stage, bp_skeleton_bone_by_id(stage.skeleton, ROOT)));
    bp_skeleton_destroy(stage.skeleton);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reaches_what_it_can),
        cmocka_unit_test(stretches_towards_the_rest),
        cmocka_unit_test(stays_where_it_is),
        cmocka_unit_test(knows_limbs),
    };
    return cmocka_run_group_tests_name("pulling a limb", tests, NULL, NULL);
}
