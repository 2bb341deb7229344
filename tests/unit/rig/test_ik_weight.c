/* ik: weight between the pose and the solution, and softness near the full length.
 *
 * Bones of length 1 along +Y, pole at (-1, 0, 0), target on +Y at the distance sqrt 2: y = +Y, u = -X, z = y x u
 * = +Z, x = +X, so the axes are the world's. The triangle 1, 1, sqrt 2 has the angles 45, 45 and 90 degrees:
 * the upper bone rotates by 45 degrees towards +X and the lower one back by 90.
 */
#include "unit/rig/arm.h"

static bp_ik *control_arm(const arm *on, float softness) {
    bp_ik *ik = control(on, &(bp_ik_options){.pole_fixed = true, .softness = softness});
    bp_ik_set_pole(ik, (bp_vec3){-1, 0, 0});
    return ik;
}

static const float SQRT2 = 1.41421356f;

/* With half the weight: 22.5 degrees (sine 0.38268343, cosine 0.92387953), and back by 45. */
static void test_half_of_the_way(void **state) {
    (void)state;
    arm a = make_arm(1, 1);
    bp_ik *ik = control_arm(&a, 0);
    bp_ik_set_weight(ik, 0.5f);
    reach(ik, 0, SQRT2, 0);
    expect_at(middle(&a), 0.38268343f, 0.92387953f, 0, 1e-6);
    expect_at(tip(&a), 0, 2 * 0.92387953f, 0, 1e-6);
    /* The next half of the way starts there: 33.75 degrees, and back by 67.5. */
    reach(ik, 0, SQRT2, 0);
    expect_at(middle(&a), 0.55557023f, 0.83146961f, 0, 1e-6);
    bp_ik_set_weight(ik, 1);
    reach(ik, 0, SQRT2, 0);
    expect_at(middle(&a), 0.70710678f, 0.70710678f, 0, 1e-6);
    expect_at(tip(&a), 0, SQRT2, 0, 1e-6);
    bp_ik_destroy(ik);
    bp_skeleton_destroy(a.skeleton);
}

static void test_weights_at_the_ends(void **state) {
    (void)state;
    arm a = make_arm(1, 1);
    bp_ik *ik = control_arm(&a, 0);
    bp_ik_set_weight(ik, -3);
    bp_ik_set_weight(ik, NAN); /* ignored */
    bp_mat4 before = bp_bone_local(a.upper);
    reach(ik, 0, SQRT2, 0);
    expect_bytes(&before, &(bp_mat4[]){bp_bone_local(a.upper)}[0], sizeof before);
    expect_at(tip(&a), 0, 2, 0, 0);
    bp_ik_set_weight(ik, 7);
    reach(ik, 0, SQRT2, 0);
    expect_at(tip(&a), 0, SQRT2, 0, 1e-6);
    bp_ik_set_weight(NULL, 1);
    bp_ik_destroy(ik);
    bp_skeleton_destroy(a.skeleton);
}

/* Reach 2, softness 0.5: da = ds = 1. At 2, x is 1: 1 + (1 - 1.25^-4) = 2 - 0.4096. At 5, x is 4: 2 - 1/16. */
static void test_softness(void **state) {
    (void)state;
    arm a = make_arm(1, 1);
    bp_ik *ik = control_arm(&a, 0.5f);
    static const float targets[] = {0.5f, 1, 2, 5}, spans[] = {0.5f, 1, 1.5904f, 1.9375f};
    for (size_t i = 0; i < BP_COUNT(targets); i++) {
        reach(ik, 0, targets[i], 0);
        expect_at(tip(&a), 0, spans[i], 0, 1e-6);
    }
    /* No step at da: the slope before it is 1, and just after it too. */
    reach(ik, 0, 1.001f, 0);
    expect_at(tip(&a), 0, 1.001f, 0, 2e-6);
    bp_ik_set_options(ik, &(bp_ik_options){.pole_fixed = true}, NULL); /* none */
    reach(ik, 0, 5, 0);
    expect_at(tip(&a), 0, 2, 0, 1e-6);
    bp_ik_destroy(ik);
    bp_skeleton_destroy(a.skeleton);
}

/* max_angle 90 degrees: the reach is sqrt 2, and the chain eases towards that. At sqrt 2, x is 1 with softness
 * 1 (da = 0): sqrt 2 (1 - 1.25^-4) = 0.83495. */
static void test_softness_of_a_limited_reach(void **state) {
    (void)state;
    arm a = make_arm(1, 1);
    bp_ik *ik = control(&a, &(bp_ik_options){.pole_fixed = true, .softness = 1, .max_angle = BP_PI / 2});
    bp_ik_set_pole(ik, (bp_vec3){-1, 0, 0});
    reach(ik, 0, SQRT2, 0);
    expect_at(tip(&a), 0, 0.83495169f, 0, 1e-6);
    bp_ik_destroy(ik);
    bp_skeleton_destroy(a.skeleton);
}

static void test_softness_out_of_range(void **state) {
    (void)state;
    arm a = make_arm(1, 1);
    const float wrong[] = {-0.1f, 1.5f, NAN};
    for (size_t i = 0; i < BP_COUNT(wrong); i++) {
        bp_error error = {0};
        assert_null(bp_ik_create(NULL, a.lower, &(bp_ik_options){.softness = wrong[i]}, &error));
        expect_error(&error, BP_ERROR_ARGUMENT, "softness");
    }
    bp_skeleton_destroy(a.skeleton);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_half_of_the_way),
        cmocka_unit_test(test_weights_at_the_ends),
        cmocka_unit_test(test_softness),
        cmocka_unit_test(test_softness_of_a_limited_reach),
        cmocka_unit_test(test_softness_out_of_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
