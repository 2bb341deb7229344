/* Measures of one bone: its matrices, its length and line, whether its absolute is stale, and how many
 * matrices and entries a change of the bone writes. */
#include "rig/engine.h"
#include <bindpose/lesson_world.h>
#include <string.h>

static bp_bone *find_bone(bp_world *world, const bp_measure_args *args) {
    return bp_world_bone(world, args->stage, args->bone);
}

static bp_mat4 matrix_of(bp_world *world, const bp_measure_args *args) {
    const bp_bone *bone = find_bone(world, args);
    return bone ? args->matrix(bone) : bp_mat4_identity();
}

/* The direction of the X axis, in degrees. */
static float rotation_z(bp_mat4 m) { return bp_degrees(bp_atan2(m.m[1], m.m[0])); }

static void put(bp_vec3 v, float *values) { values[0] = v.x, values[1] = v.y, values[2] = v.z; }

static void put_degrees(bp_vec3 radians, float *values) {
    put((bp_vec3){bp_degrees(radians.x), bp_degrees(radians.y), bp_degrees(radians.z)}, values);
}

void bp_measure_matrix(bp_world *world, const bp_measure_args *args, float *values) {
    bp_mat4 m = matrix_of(world, args);
    memcpy(values, m.m, sizeof m.m);
}

void bp_measure_chain(bp_world *world, const bp_measure_args *args, float *values) {
    bp_measure_matrix(world, &(bp_measure_args){args->stage, 0, args->bone, bp_bone_chain}, values);
}

void bp_measure_position(bp_world *world, const bp_measure_args *args, float *values) {
    put(bp_mat4_position(matrix_of(world, args)), values);
}

void bp_measure_height(bp_world *world, const bp_measure_args *args, float *values) {
    values[0] = bp_mat4_position(matrix_of(world, args)).y;
}

void bp_measure_rotation_z(bp_world *world, const bp_measure_args *args, float *values) {
    values[0] = rotation_z(matrix_of(world, args));
}

void bp_measure_euler(bp_world *world, const bp_measure_args *args, float *values) {
    put_degrees(bp_quat_to_euler(bp_quat_from_mat4(matrix_of(world, args))), values);
}

void bp_measure_identity_error(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_skeleton *skeleton = world->stages[args->stage].skeleton;
    bp_mat4 identity = bp_mat4_identity();
    if (!skeleton) bp_world_fail(world, "stage %d has no bones", args->stage + 1);
    for (size_t i = 0; skeleton && i < bp_skeleton_count(skeleton); i++) {
        bp_mat4 m = args->matrix(bp_skeleton_bone(skeleton, i));
        for (int k = 0; k < 16; k++) {
            float difference = fabsf(m.m[k] - identity.m[k]);
            if (!(difference <= values[0])) values[0] = difference; /* NaN counts as a difference */
        }
    }
}

void bp_measure_bone_length(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_bone *bone = find_bone(world, args);
    values[1] = bone && bp_bone_length(bone, &values[0]) ? 1 : 0;
}

void bp_measure_bone_tip(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_bone *bone = find_bone(world, args);
    bp_vec3 tip = {0};
    if (bone) bp_bone_tip(bone, NULL, &tip);
    put(tip, values);
}

void bp_measure_bone_ends(bp_world *world, const bp_measure_args *args, float *values) {
    bp_bone *bone = find_bone(world, args);
    put(bone ? bp_bone_position_in(bone, BP_SPACE_WORLD, NULL) : (bp_vec3){0}, values);
    bp_measure_bone_tip(world, args, &values[3]);
}

void bp_measure_trs(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_bone *bone = find_bone(world, args);
    if (!bone) return;
    put(bp_bone_trs(bone).position, values);
    put_degrees(bp_bone_euler(bone), &values[3]);
    put(bp_bone_trs(bone).scale, &values[6]);
}

void bp_measure_stale_and_x(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_bone *bone = find_bone(world, args);
    if (!bone) return;
    values[0] = !bp_bone_absolute_is_current(bone); /* first: by the engine's rules, reading refreshes it */
    values[1] = bp_bone_absolute(bone).m[12];
}

void bp_measure_bind_removed_locally(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_bone *bone = find_bone(world, args);
    bp_mat4 inverse;
    if (!bone || !bp_mat4_inverse_affine(bp_bone_bind(bone), &inverse)) return;
    values[0] = rotation_z(bp_mat4_mul(inverse, bp_bone_local(bone)));
    values[1] = rotation_z(args->matrix(bone));
}

/* The measures from here on move the bone. */
static void rotate(bp_bone *bone, float degrees) {
    bp_bone_set_rotation(bone, bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, bp_radians(degrees)));
}

void bp_measure_write_counts(bp_world *world, const bp_measure_args *args, float *values) {
    bp_bone *bone = find_bone(world, args);
    if (!bone) return;
    bp_skeleton *skeleton = bp_bone_skeleton(bone);
    bp_skeleton_reset_stats(skeleton);
    for (int frame = 0; frame < 100; bp_skeleton_prepare(skeleton), frame++) rotate(bone, (float)frame);
    bp_skeleton_counters n = bp_skeleton_stats(skeleton);
    (void)bp_bone_position_in(bone, BP_SPACE_WORLD, NULL);
    const uint64_t written[] = {n.local,         n.final,
                                n.absolute,      n.bind,
                                n.absolute_bind, n.absolute_inverse_bind,
                                n.rest,          bp_skeleton_stats(skeleton).absolute};
    for (size_t i = 0; i < BP_COUNT(written); i++) values[i] = (float)written[i];
}

/* The bone's seven matrices, all brought up to date. */
static void read_matrices(bp_world *world, const bp_bone *bone, bp_mat4 matrices[BP_BONE_MATRIX_COUNT]) {
    bp_world_pose(world);
    bp_skeleton_compute_absolutes(bp_bone_skeleton(bone), true);
    bp_bone_matrices(bone, matrices);
}

static float count_changes(bp_world *world, const bp_bone *bone, const bp_mat4 old[BP_BONE_MATRIX_COUNT]) {
    bp_mat4 current[BP_BONE_MATRIX_COUNT];
    float count = 0;
    read_matrices(world, bone, current);
    for (int i = 0; i < BP_BONE_MATRIX_COUNT * 16; i++)
        count += old[i / 16].m[i % 16] != current[i / 16].m[i % 16];
    return count;
}

void bp_measure_changed_entries(bp_world *world, const bp_measure_args *args, float *values) {
    bp_bone *bone = find_bone(world, args);
    bp_mat4 old[BP_BONE_MATRIX_COUNT];
    if (!bone) return;
    read_matrices(world, bone, old);
    bp_bone_set_length(bone, 12);
    values[0] = count_changes(world, bone, old);
    rotate(bone, 75);
    values[1] = count_changes(world, bone, old);
}
