/* ik_create: what a controller measures, and what it refuses. */
#include "rig/engine.h"
#include "support/allocator.h"
#include "unit/rig/arm.h"

/* Both set: length * own y scale * mesh's y scale, also in a pose that is stretched. */
static void test_lengths_set(void **state) {
    (void)state;
    arm a = make_arm(3, 4);
    bp_node *mesh = bp_node_create(NULL, "mesh", NULL, NULL);
    bp_node_set_scale(mesh, (bp_vec3){1, 2, 1});
    bp_bone_set_scale(a.lower, (bp_vec3){1, 0.5f, 1});
    bp_bone_set_position(a.lower, (bp_vec3){0, 30, 0});
    bp_ik *ik = control(&a, &(bp_ik_options){.mesh = mesh, .as_engine = true});
    expect_float(bp_ik_read(ik).upper_length, 6, 1e-6);
    expect_float(bp_ik_read(ik).lower_length, 4, 1e-6);
    bp_ik_destroy(ik);
    /* By default the upper bone ends where the lower one is: 30 times 2 away. */
    ik = control(&a, &(bp_ik_options){.mesh = mesh});
    expect_float(bp_ik_read(ik).upper_length, 60, 1e-6);
    expect_float(bp_ik_read(ik).lower_length, 4, 1e-6);
    bp_ik_destroy(ik);
    bp_node_destroy(mesh);
    bp_skeleton_destroy(a.skeleton);
}

/* Only one set: the upper from joint to joint, the lower to its child or, without one, as set. */
static void test_lengths_measured(void **state) {
    (void)state;
    arm a = make_arm(3, 4);
    bp_bone_unset_length(a.upper);
    bp_bone_set_position(a.lower, (bp_vec3){0, 2, 1.5f}); /* 2.5 away */
    bp_ik *ik = control(&a, NULL);
    expect_float(bp_ik_read(ik).upper_length, 2.5, 1e-6);
    expect_float(bp_ik_read(ik).lower_length, 4, 1e-6);
    bp_ik_destroy(ik);
    add(a.skeleton, "hand", a.lower, (bp_vec3){0, 0.6f, 0.8f}, 0);
    ik = control(&a, &(bp_ik_options){.as_engine = true});
    expect_float(bp_ik_read(ik).lower_length, 1, 1e-6);
    bp_ik_destroy(ik);
    ik = control(&a, NULL); /* by default a length that was set wins, as in bp_bone_tip */
    expect_float(bp_ik_read(ik).lower_length, 4, 1e-6);
    bp_ik_destroy(ik);
    bp_bone_unset_length(a.lower);
    ik = control(&a, NULL);
    expect_float(bp_ik_read(ik).lower_length, 1, 1e-6);
    bp_ik_destroy(ik);
    bp_skeleton_destroy(a.skeleton);
}

/* A root that is the upper bone and mirrors has, taken apart, the y scale -1: the engine measures -3. With
 * a = -3, b = 4, c = 5: cos B = (9 + 25 - 16) / -30 = -0.6, cos A = (16 + 25 - 9) / 40; but c is at most the
 * reach, which is |a + b| = 1 now: cos B = (9 + 1 - 16) / -6 = 1, cos A = (16 + 1 - 9) / 8 = 1: straight. */
static void test_mirrored_length(void **state) {
    (void)state;
    arm a = {.skeleton = bp_skeleton_create(NULL, NULL, NULL)};
    bp_mat4 mirror = bp_mat4_scaling((bp_vec3){1, 1, -1});
    bp_bone_options o = {.name = "upper", .local = &mirror, .has_length = true, .length = 3};
    a.upper = bp_skeleton_add(a.skeleton, &o, NULL);
    a.lower = add(a.skeleton, "lower", a.upper, (bp_vec3){0, 3, 0}, 4);
    bp_ik *ik = control(&a, &(bp_ik_options){.as_engine = true});
    expect_float(bp_ik_read(ik).upper_length, -3, 1e-6);
    expect_float(bp_ik_read(ik).reach, 1, 1e-6);
    reach(ik, 5, 0, 0);
    expect_float(bp_ik_read(ik).bend, 0, 1e-6);
    bp_ik_destroy(ik);
    bp_bone_set_local(a.upper, mirror);
    ik = control(&a, NULL);
    expect_float(bp_ik_read(ik).upper_length, 3, 1e-6);
    reach(ik, 5, 0, 0);
    expect_at(tip(&a), 5, 0, 0, 1e-6);
    bp_ik_destroy(ik);
    bp_skeleton_destroy(a.skeleton);
}

/* With a right angle at most, 3 and 4 reach 5. */
static void test_max_angle(void **state) {
    (void)state;
    arm a = make_arm(3, 4);
    bp_ik *ik = control(&a, &(bp_ik_options){.max_angle = HALF_PI});
    expect_float(bp_ik_read(ik).reach, 5, 1e-6);
    expect_float(bp_ik_read(ik).max_angle, HALF_PI, 1e-6);
    reach(ik, 100, 0, 0);
    expect_triangle(&a, 1);
    reach(ik, 6, 0, 0);
    expect_triangle(&a, 1);
    assert_true(bp_ik_set_options(ik, NULL, NULL));
    expect_float(bp_ik_read(ik).reach, 7, 1e-6);
    expect_float(bp_ik_read(ik).max_angle, BP_PI, 1e-6);
    bp_ik_destroy(ik);
    bp_skeleton_destroy(a.skeleton);
}

static void refuse(const arm *on, bp_ik_options options, const char *part) {
    bp_error error = {0};
    bp_ik *ik = bp_ik_create(NULL, on->lower, &options, &error);
    assert_null(ik);
    expect_error(&error, BP_ERROR_ARGUMENT, part);
}

static void test_bad_options(void **state) {
    (void)state;
    arm a = make_arm(3, 4), other = make_arm(1, 1);
    bp_node *node = bp_node_create(NULL, NULL, NULL, NULL);
    refuse(&a, (bp_ik_options){.pole_bone = other.root},
           "pole_bone: the bone \"root\" belongs to another skeleton");
    refuse(&a, (bp_ik_options){.pole_fixed = true, .pole_bone = a.root}, "pole_fixed");
    refuse(&a, (bp_ik_options){.pole_fixed = true, .pole_node = node}, "pole_fixed");
    refuse(&a, (bp_ik_options){.pole_offset = {0, NAN, 0}}, "pole_offset");
    refuse(&a, (bp_ik_options){.bend_axis = {INFINITY, 0, 0}}, "bend_axis");
    refuse(&a, (bp_ik_options){.bend_axis = {0, 0, NAN}}, "bend_axis");
    refuse(&a, (bp_ik_options){.pole_angle = NAN}, "pole_angle");
    refuse(&a, (bp_ik_options){.pole_angle = 1.1e9f}, "pole_angle");
    refuse(&a, (bp_ik_options){.pole_angle = -1.1e9f}, "pole_angle");
    refuse(&a, (bp_ik_options){.max_angle = -0.1f}, "max_angle: -0.1 must be finite and within 0..3.14159");
    refuse(&a, (bp_ik_options){.max_angle = 3.2f}, "max_angle");
    refuse(&a, (bp_ik_options){.slerp = 1.5f}, "slerp");
    refuse(&a, (bp_ik_options){.slerp = -INFINITY}, "slerp");
    bp_node_destroy(node);
    bp_skeleton_destroy(a.skeleton);
    bp_skeleton_destroy(other.skeleton);
}

static void test_bad_bones(void **state) {
    (void)state;
    bp_error error = {0};
    assert_null(bp_ik_create(NULL, NULL, NULL, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "lower");
    arm a = make_arm(3, 4);
    error = (bp_error){0};
    assert_null(bp_ik_create(NULL, a.root, NULL, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "root: the lower bone has no parent");
    bp_bone_unset_length(a.lower);
    refuse(&a, (bp_ik_options){0}, "lower: it has no length");
    bp_bone_set_length(a.lower, 0);
    refuse(&a, (bp_ik_options){0}, "lower: its length in the world is 0");
    refuse(&a, (bp_ik_options){.bones = 1}, "bones");
    refuse(&a, (bp_ik_options){.bones = 4}, "bones");
    refuse(&a, (bp_ik_options){.bones = 3, .max_angle = 1}, "bones");
    refuse(&a, (bp_ik_options){.bones = 3, .as_engine = true}, "as_engine");
    refuse(&a, (bp_ik_options){.end = a.upper}, "end");
    refuse(&a, (bp_ik_options){.limits = (const float[]){1, 4}}, "limits");
    bp_bone_set_length(a.lower, INFINITY);
    refuse(&a, (bp_ik_options){.as_engine = true}, "lower: its length in the world is inf");
    bp_bone_set_length(a.lower, 4);
    bp_bone_unset_length(a.upper);
    bp_bone_set_position(a.lower, (bp_vec3){0, 0, 0});
    refuse(&a, (bp_ik_options){0}, "upper: its length in the world is 0");
    bp_skeleton_destroy(a.skeleton);
}

static void test_set_options_refuses(void **state) {
    (void)state;
    arm a = make_arm(3, 4);
    bp_node *mesh = bp_node_create(NULL, NULL, NULL, NULL);
    bp_ik *ik = control(&a, &(bp_ik_options){.max_angle = HALF_PI});
    bp_error error = {0};
    assert_false(bp_ik_set_options(ik, &(bp_ik_options){.mesh = mesh}, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "mesh");
    error = (bp_error){0};
    assert_false(bp_ik_set_options(ik, &(bp_ik_options){.slerp = 2}, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "slerp");
    expect_float(bp_ik_read(ik).reach, 5, 1e-6); /* as before */
    bp_ik_destroy(ik);
    bp_node_destroy(mesh);
    bp_skeleton_destroy(a.skeleton);
}

static bool attempt(const bp_allocator *allocator, void *user, bp_error *error) {
    bp_error ignored = {0};
    bp_context *context =
        bp_context_create(&(bp_context_options){.allocator = *allocator, .threads = 1}, error);
    if (!context) return false;
    bp_ik *ik = bp_ik_create(context, user, NULL, error);
    bp_ik *refused = ik ? bp_ik_create(context, user, &(bp_ik_options){.slerp = 2}, &ignored) : NULL;
    bool ok = ik && !refused;
    if (ok && ignored.kind == BP_ERROR_MEMORY) {
        ok = false;
        *error = ignored;
    }
    bp_ik_destroy(ik);
    bp_context_destroy(context);
    return ok;
}

static void test_no_memory(void **state) {
    (void)state;
    arm a = make_arm(3, 4);
    assert_true(test_each_allocation_fails(attempt, a.lower) >= 2);
    bp_ik_destroy(NULL);
    bp_skeleton_destroy(a.skeleton);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lengths_set),         cmocka_unit_test(test_lengths_measured),
        cmocka_unit_test(test_mirrored_length),     cmocka_unit_test(test_max_angle),
        cmocka_unit_test(test_bad_options),         cmocka_unit_test(test_bad_bones),
        cmocka_unit_test(test_set_options_refuses), cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
