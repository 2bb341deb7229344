/* Shared by the tests of bones: the page's character, and comparing matrices. */
#ifndef BINDPOSE_TESTS_RIG_SUPPORT_H
#define BINDPOSE_TESTS_RIG_SUPPORT_H

#include "support/test.h"

#include <bindpose/rig.h>

#define NEAR 1e-6 /* rounding of float input and output */

#define expect_mat4(got, expected, tolerance) expect_floats((got).m, (expected).m, 16, tolerance)
#define expect_vec3(got, ax, ay, az, tolerance)                                                              \
    do {                                                                                                     \
        bp_vec3 got_ = (got);                                                                                \
        expect_floats(&got_.x, ((float[3]){ax, ay, az}), 3, tolerance);                                      \
    } while (0)

static inline bp_mat4 moved(float x, float y, float z) { return bp_mat4_translation(bp_vec3_make(x, y, z)); }

/* A turn about Z by degrees, then a translation. */
static inline bp_mat4 turned(float degrees, float x, float y, float z) {
    bp_mat4 m = bp_mat4_rotation_z(bp_radians(degrees));
    m.m[12] = x;
    m.m[13] = y;
    m.m[14] = z;
    return m;
}

static inline bp_skeleton *skeleton_with(int rules) {
    bp_error error = {0};
    bp_skeleton *skeleton = bp_skeleton_create(NULL, &(bp_skeleton_options){.rules = rules}, &error);
    expect_no_error(&error);
    return skeleton;
}

static inline bp_bone *add_bone(bp_skeleton *skeleton, const char *name, bp_bone *parent, bp_mat4 local) {
    bp_error error = {0};
    bp_bone *bone = bp_skeleton_add(
        skeleton, &(bp_bone_options){.name = name, .parent = parent, .local = &local}, &error);
    expect_no_error(&error);
    return bone;
}

typedef struct character {
    bp_skeleton *skeleton;
    bp_bone *body, *left, *right;
} character;

/* The page's character: body at the origin, length 1.5; arms at the shoulders, turned by +-30 degrees,
 * length -2 (they run along their -Y). */
static inline character make_character(int rules) {
    character c = {.skeleton = skeleton_with(rules)};
    c.body = add_bone(c.skeleton, "boneBody", NULL, bp_mat4_identity());
    c.left = add_bone(c.skeleton, "boneArmLeft", c.body, turned(30, 0.5f, 1.5f, 0));
    c.right = add_bone(c.skeleton, "boneArmRight", c.body, turned(-30, -0.5f, 1.5f, 0));
    bp_bone_set_length(c.body, 1.5f);
    bp_bone_set_length(c.left, -2);
    bp_bone_set_length(c.right, -2);
    return c;
}

/* A chain of bones, each one unit along x from the last. */
static inline bp_skeleton *make_chain(int rules, size_t count) {
    bp_skeleton *skeleton = skeleton_with(rules);
    bp_bone *last = NULL;
    for (size_t i = 0; i < count; i++) last = add_bone(skeleton, "link", last, moved(1, 0, 0));
    return skeleton;
}

static inline bp_bone *number(const bp_skeleton *skeleton, size_t i) {
    bp_bone *bone = bp_skeleton_bone_by_id(skeleton, i);
    assert_non_null(bone);
    return bone;
}

#endif
