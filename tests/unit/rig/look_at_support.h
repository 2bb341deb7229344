/* A bone in the origin for the tests of look_at, with or without a parent and a mesh. */
#ifndef TESTS_UNIT_RIG_GAZE_H
#define TESTS_UNIT_RIG_GAZE_H

#include "rig/engine.h"
#include "support/engine_forms.h"
#include "support/test.h"
#include <bindpose/rig.h>
#include <math.h>

#define DEGREE (BP_PI / 180)

typedef struct scene {
    bp_skeleton *skeleton;
    bp_bone *parent, *bone;
    bp_node *mesh;
} scene;

/* A bone in the origin; with_parent: under another bone there. */
static inline scene make_scene(bool with_parent) {
    scene s = {.skeleton = bp_skeleton_create(NULL, NULL, NULL),
               .mesh = bp_node_create(NULL, "mesh", NULL, NULL)};
    if (with_parent) s.parent = bp_skeleton_add(s.skeleton, &(bp_bone_options){.name = "neck"}, NULL);
    s.bone = bp_skeleton_add(s.skeleton, &(bp_bone_options){.name = "head", .parent = s.parent}, NULL);
    assert_non_null(s.bone);
    return s;
}

static inline void strike(scene *s) {
    bp_skeleton_destroy(s->skeleton);
    bp_node_destroy(s->mesh);
}

static inline bp_look_at *control(const scene *s, const bp_look_at_options *options) {
    bp_error error = {0};
    bp_look_at *look = bp_look_at_create(NULL, s->bone, options, &error);
    expect_no_error(&error);
    return look;
}

static inline void look_at(bp_look_at *look, float x, float y, float z) {
    bp_error error = {0};
    bp_look_at_set_target(look, (bp_vec3){x, y, z});
    assert_true(bp_look_at_update(look, &error));
    expect_no_error(&error);
}

/* At an angle of yaw (about +Y, from +Z towards +X) and pitch (up), in degrees, 5 away from the origin. */
static inline void look_to(bp_look_at *look, float yaw, float pitch) {
    float flat = 5 * bp_cos(pitch * DEGREE);
    look_at(look, flat * bp_sin(yaw * DEGREE), 5 * bp_sin(pitch * DEGREE), flat * bp_cos(yaw * DEGREE));
}

static inline void expect_rows(bp_mat4 m, const float *rows, double tolerance) {
    float got[9] = {m.m[0], m.m[1], m.m[2], m.m[4], m.m[5], m.m[6], m.m[8], m.m[9], m.m[10]};
    expect_floats(got, rows, 9, tolerance);
}

/* The direction of the bone's +Z in the world, as yaw and pitch in degrees. */
static inline void expect_direction(const scene *s, const bp_node *mesh, float yaw, float pitch) {
    bp_vec3 d = bp_bone_direction(s->bone, (bp_vec3){0, 0, 1}, mesh);
    float got[2] = {bp_atan2(d.x, d.z) / DEGREE, bp_asin(d.y) / DEGREE}, want[2] = {yaw, pitch};
    expect_floats(got, want, 2, 2e-5);
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
