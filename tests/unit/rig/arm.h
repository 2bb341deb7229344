/* An arm of two bones for the tests of ik, and a triangle whose corners are known by hand:
 * see expect_triangle and the opening of test_two_bone.c. */
#ifndef TESTS_UNIT_RIG_ARM_H
#define TESTS_UNIT_RIG_ARM_H

#include "rig/engine.h"
#include "support/test.h"
#include <bindpose/rig.h>
#include <math.h>

#define HALF_PI 1.57079633f

typedef struct arm {
    bp_skeleton *skeleton;
    bp_bone *root, *upper, *lower;
} arm;

static inline bp_bone *add(bp_skeleton *skeleton, const char *name, bp_bone *parent, bp_vec3 at,
                           float length) {
    bp_mat4 local = bp_mat4_translation(at);
    bp_bone_options o = {
        .name = name, .parent = parent, .local = &local, .has_length = length != 0, .length = length};
    bp_bone *bone = bp_skeleton_add(skeleton, &o, NULL);
    assert_non_null(bone);
    return bone;
}

/* Root above the upper joint, which is in the origin; bones of the given lengths along +Y. */
static inline arm make_arm(float a, float b) {
    arm made = {.skeleton = bp_skeleton_create(NULL, NULL, NULL)};
    made.root = add(made.skeleton, "root", NULL, (bp_vec3){0, 5, 0}, 0);
    made.upper = add(made.skeleton, "upper", made.root, (bp_vec3){0, -5, 0}, a);
    made.lower = add(made.skeleton, "lower", made.upper, (bp_vec3){0, a, 0}, b);
    return made;
}

static inline bp_ik *control(const arm *on, const bp_ik_options *options) {
    bp_error error = {0};
    bp_ik *ik = bp_ik_create(NULL, on->lower, options, &error);
    expect_no_error(&error);
    return ik;
}

static inline void reach(bp_ik *ik, float x, float y, float z) {
    bp_error error = {0};
    bp_ik_set_target(ik, (bp_vec3){x, y, z});
    assert_true(bp_ik_update(ik, NULL, &error));
    expect_no_error(&error);
}

static inline void expect_at(bp_vec3 got, float x, float y, float z, double tolerance) {
    float g[3] = {got.x, got.y, got.z}, w[3] = {x, y, z};
    expect_floats(g, w, 3, tolerance);
}

static inline bp_vec3 middle(const arm *of) { return bp_bone_position_in(of->lower, BP_SPACE_WORLD, NULL); }

static inline bp_vec3 tip(const arm *of) {
    bp_vec3 at;
    assert_true(bp_bone_tip(of->lower, NULL, &at));
    return at;
}

/* The triangle of the opening comment, mirrored to the other side of the line where `side` is -1. */
static inline void expect_triangle(const arm *of, float side) {
    expect_at(middle(of), 1.8f, -2.4f * side, 0, 1e-6);
    expect_at(tip(of), 5, 0, 0, 1e-6);
}

static inline bp_vec3 anywhere(uint64_t *seed, float size) {
    float x = test_random_float(seed, -size, size), y = test_random_float(seed, -size, size);
    return (bp_vec3){x, y, test_random_float(seed, -size, size)};
}

static inline bp_quat any_rotation(uint64_t *seed) {
    bp_vec3 v = anywhere(seed, 1);
    return bp_quat_normalize((bp_quat){v.x, v.y, v.z, test_random_float(seed, -1, 1)});
}

#endif
