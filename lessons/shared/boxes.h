/* What the lessons on the page's character of three boxes share: names, sliders, readouts, lines of code. */
#pragma once

#include "shared/painted_marks.h"
#include "shared/person.h"
#include "shared/write.h"

#define BODY "boneBody"
#define ARM "boneArmLeft"
#define ARM_RIGHT "boneArmRight"

static const bp_vec3 BP_SHOULDER = {0.5f, 1.5f, 0}; /* of the left arm */
/* The front of the left arm's box in its bone's grid. */
static const bp_vec3 BP_HANGING_ARM[] = {{-0.3170f, 0.1340f, 0.25f},
                                         {0.1830f, 0.1340f, 0.25f},
                                         {0.1830f, -2.3660f, 0.25f},
                                         {-0.3170f, -2.3660f, 0.25f}};

/* A rotation about Z. */
static inline bp_quat bp_about_z(float degrees) {
    return bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, bp_radians(degrees));
}
/* The left arm of a stage: its angle about Z in degrees, and its position. */
static inline void bp_pose_arm(bp_world *world, int stage, float degrees, bp_vec3 position) {
    bp_world_rotate(world, stage, ARM, (bp_vec3){0, 0, 1}, degrees);
    bp_bone_set_position(bp_world_bone(world, stage, ARM), position);
}
/* The same for a ghost. */
static inline void bp_pose_ghost_arm(bp_skeleton *copy, float degrees, bp_vec3 position) {
    bp_bone *arm = bp_skeleton_find(copy, ARM);
    bp_bone_set_rotation(arm, bp_about_z(degrees));
    bp_bone_set_position(arm, position);
}
/* One angle of a ghost's arm; and the step in which the arm rises from its bind, 30 degrees, to 75. */
static inline void bp_ghost_arm(bp_skeleton *copy, float degrees) {
    bp_pose_ghost_arm(copy, degrees, BP_SHOULDER);
}
static inline void bp_raise_arm(bp_world *world, float t) { bp_pose_arm(world, 0, 30 + 45 * t, BP_SHOULDER); }
/* A ghost's left arm gets this final matrix: its absolute is its absolute bind times that. */
static inline void bp_pose_ghost_final(bp_skeleton *copy, bp_mat4 final) {
    bp_bone *arm = bp_skeleton_find(copy, ARM);
    bp_mat4 absolute = bp_mat4_mul(bp_bone_absolute_bind(arm), final), inverse;
    if (bp_mat4_inverse(bp_bone_local(bp_bone_parent(arm)), &inverse))
        bp_bone_set_local(arm, bp_mat4_mul(absolute, inverse));
}
static inline void bp_ghost_arm_as_modelled(bp_skeleton *copy, float value) {
    (void)value;
    bp_pose_ghost_final(copy, bp_mat4_identity());
}
/* For a world's write_notes: prepare leaves absolutes stale; so they follow what moves. */
static inline void bp_compute_absolutes(bp_world *world) {
    for (int i = 0; i < world->stage_count; i++)
        bp_skeleton_compute_absolutes(world->stages[i].skeleton, false);
}
/* A point rotated about the origin. */
static inline bp_vec3 bp_rotate_z(bp_vec3 p, float degrees) { return bp_quat_rotate(bp_about_z(degrees), p); }
/* From S R, where that takes the left shoulder S, back to S. */
static inline bp_vec3 bp_gap(float degrees) {
    return bp_vec3_sub(BP_SHOULDER, bp_rotate_z(BP_SHOULDER, degrees));
}

/* clang-format off */ /* tables */
/* A slider for the angle about Z in a bone's local matrix; dragging the bone moves it, too. */
#define ANGLE_SLIDER(text, stage, bone, least, most, first, last) \
    {.name = text, .unit = "°", .min = least, .max = most, .from = first, .to = last, \
     .measure = bp_measure_rotation_z, .args = {stage, 0, bone, bp_bone_local}}
#define PERCENT_SLIDER(text) {.name = text, .unit = " %", .max = 100, .to = 100}
/* "local 45°": the angle about Z of one of a bone's matrices. */
#define ANGLE_OF(text, stage, bone, matrix) \
    {.label = text, .measure = bp_measure_rotation_z, .args = {stage, 0, bone, matrix}, .format = "%.0f°"}
/* The same for the position in one of them, and its height. */
#define POSITION_OF(text, stage, bone, matrix, form) \
    {.label = text, .measure = bp_measure_position, .args = {stage, 0, bone, matrix}, .format = form}
#define HEIGHT_OF(text, stage, bone, matrix, form) \
    {.label = text, .measure = bp_measure_height, .args = {stage, 0, bone, matrix}, .format = form}
/* Of a claim: all of a bone's matrix; and one that rotates about Z, by this cosine and sine, at (x, y, 0). */
#define MATRIX_OF(stage, bone, matrix) \
    .measure = bp_measure_matrix, .args = {stage, 0, bone, matrix}, .count = 16
/* Of a claim: the angle about Z in one of a bone's matrices; its position; that two stages look alike. */
#define ANGLE_IS(stage, bone, matrix, degrees) \
    .measure = bp_measure_rotation_z, .args = {stage, 0, bone, matrix}, .expected = {degrees}, \
    .unit = "degrees"
#define POSITION_IS(stage, bone, matrix, ...) \
    .measure = bp_measure_position, .args = {stage, 0, bone, matrix}, .count = 3, \
    .expected = {__VA_ARGS__}, .unit = "m"
#define SAME_VERTICES(stage, other) \
    .measure = bp_measure_vertex_difference, .args = {stage, other, 0, 0}, .expected = {1e-6f}, \
    .at_most = true, .unit = "m"
#define SAME_PIXELS(stage, other) \
    .measure = bp_measure_pixel_difference, .args = {stage, other, 0, 0}, .at_most = true, .unit = "pixels"
#define ABOUT_Z(c, s, x, y) {c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, x, y, 0, 1}
/* clang-format on */
#define ROTATE_ARM "bp_bone_set_rotation(arm, bp_quat_from_axis_angle(z, bp_radians({})));"
#define ROTATE_ARM_JS "arm.setAxisAngle(Axis.Z, Tools.ToRadians({}));"
