/* The measures that many lessons share. */
#include <bindpose/lesson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static bp_mat4 matrix_of(bp_world *world, const bp_measure_args *args) {
    bp_bone *bone = bp_world_bone(world, args->stage, args->bone);
    return bone ? args->matrix(bone) : bp_mat4_identity();
}

static float from_identity(bp_mat4 m) {
    bp_mat4 identity = bp_mat4_identity();
    float largest = 0;
    for (int i = 0; i < 16; i++) {
        float difference = fabsf(m.m[i] - identity.m[i]);
        if (!(difference <= largest)) largest = difference; /* NaN is a difference as well */
    }
    return largest;
}

void bp_measure_rotation_z(bp_world *world, const bp_measure_args *args, float *values) {
    bp_mat4 m = matrix_of(world, args);
    values[0] = bp_degrees(bp_atan2(m.m[1], m.m[0])); /* where the X axis goes */
}

void bp_measure_position(bp_world *world, const bp_measure_args *args, float *values) {
    bp_mat4 m = matrix_of(world, args);
    memcpy(values, &m.m[12], 3 * sizeof *values);
}

void bp_measure_height(bp_world *world, const bp_measure_args *args, float *values) {
    values[0] = bp_mat4_position(matrix_of(world, args)).y;
}

void bp_measure_matrix(bp_world *world, const bp_measure_args *args, float *values) {
    bp_mat4 m = matrix_of(world, args);
    memcpy(values, m.m, sizeof m.m);
}

void bp_measure_identity(bp_world *world, const bp_measure_args *args, float *values) {
    values[0] = from_identity(matrix_of(world, args));
}

void bp_measure_identity_error(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_skeleton *skeleton = world->stages[args->stage].skeleton;
    values[0] = 0;
    if (!skeleton) bp_world_fail(world, "stage %d has no bones", args->stage + 1);
    for (size_t i = 0; skeleton && i < bp_skeleton_count(skeleton); i++) {
        float one = from_identity(args->matrix(bp_skeleton_bone(skeleton, i)));
        if (!(one <= values[0])) values[0] = one;
    }
}

void bp_measure_vertex_difference(bp_world *world, const bp_measure_args *args, float *values) {
    values[0] = bp_world_vertex_difference(world, args->stage, args->other);
}

void bp_measure_pixel_difference(bp_world *world, const bp_measure_args *args, float *values) {
    values[0] = bp_world_pixel_difference(world, args->stage, args->other, 400, 400);
}

void bp_measure_arm_alignment(bp_world *world, const bp_measure_args *args, float *values) {
    bp_world_arm_line(world, args->stage, values);
}

void bp_measure_chain(bp_world *world, const bp_measure_args *args, float *values) {
    bp_measure_matrix(world,
                      &(bp_measure_args){.stage = args->stage, .bone = args->bone, .matrix = bp_bone_chain},
                      values);
}

void bp_measure_bone_tip(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_bone *bone = bp_world_bone(world, args->stage, args->bone);
    bp_vec3 tip = {0};
    if (bone) bp_bone_tip(bone, NULL, &tip);
    values[0] = tip.x, values[1] = tip.y, values[2] = tip.z;
}

void bp_measure_bone_ends(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_bone *bone = bp_world_bone(world, args->stage, args->bone);
    bp_vec3 joint = bone ? bp_bone_position_in(bone, BP_SPACE_WORLD, NULL) : (bp_vec3){0};
    values[0] = joint.x, values[1] = joint.y, values[2] = joint.z;
    bp_measure_bone_tip(world, args, &values[3]);
}

void bp_measure_bone_length(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_bone *bone = bp_world_bone(world, args->stage, args->bone);
    values[1] = bone && bp_bone_length(bone, &values[0]) ? 1 : 0;
}

void bp_measure_stale(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_bone *bone = bp_world_bone(world, args->stage, args->bone);
    values[0] = bone && !bp_bone_absolute_is_current(bone) ? 1 : 0;
}

void bp_measure_stale_and_x(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_bone *bone = bp_world_bone(world, args->stage, args->bone);
    bp_measure_stale(world, args, values); /* first: by the engine's rules reading makes it current */
    if (bone) values[1] = bp_bone_absolute(bone).m[12];
}

void bp_measure_bind_removed_locally(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_bone *bone = bp_world_bone(world, args->stage, args->bone);
    bp_mat4 inverse;
    if (!bone || !bp_mat4_inverse_affine(bp_bone_bind(bone), &inverse)) return;
    bp_mat4 alone = bp_mat4_mul(inverse, bp_bone_local(bone));
    values[0] = bp_degrees(bp_atan2(alone.m[1], alone.m[0]));
    bp_measure_rotation_z(world, args, &values[1]);
}

static void put_degrees(bp_vec3 angles, float *values) {
    values[0] = bp_degrees(angles.x), values[1] = bp_degrees(angles.y), values[2] = bp_degrees(angles.z);
}

void bp_measure_euler(bp_world *world, const bp_measure_args *args, float *values) {
    put_degrees(bp_quat_to_euler(bp_quat_from_mat4(matrix_of(world, args))), values);
}

void bp_measure_trs(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_bone *bone = bp_world_bone(world, args->stage, args->bone);
    if (!bone) return;
    bp_trs parts = bp_bone_trs(bone);
    values[0] = parts.translation.x, values[1] = parts.translation.y, values[2] = parts.translation.z;
    put_degrees(bp_bone_euler(bone), &values[3]);
    values[6] = parts.scale.x, values[7] = parts.scale.y, values[8] = parts.scale.z;
}

void bp_measure_mesh_counts(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_mesh *mesh = world->stages[args->stage].mesh;
    if (mesh)
        values[0] = (float)mesh->vertex_count, values[1] = (float)mesh->index_count;
    else
        bp_world_fail(world, "stage %d has no mesh", args->stage + 1);
}

void bp_bone_matrices(const bp_bone *bone, bp_mat4 seven[BP_BONE_MATRIX_COUNT]) {
    seven[0] = bp_bone_local(bone);
    seven[1] = bp_bone_absolute(bone);
    seven[2] = bp_bone_final(bone);
    seven[3] = bp_bone_bind(bone);
    seven[4] = bp_bone_absolute_bind(bone);
    seven[5] = bp_bone_absolute_inverse_bind(bone);
    seven[6] = bp_bone_rest(bone);
}

const char *bp_readout_text(const bp_readout *readout, bp_world *world, char *text, size_t size) {
    float values[BP_CLAIM_VALUE_MAX] = {0};
    readout->measure(world, &readout->of, values);
    /* The formats are literals of the lessons; the compiler can't see that here. */
    const char *format = readout->format ? readout->format : "%.4g";
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(text, size, format, (double)values[0]);
#pragma GCC diagnostic pop
    /* "-0.0" is noise below what is shown: a zero has no sign. */
    if (size > 1 && text[0] == '-' && !strpbrk(text, "123456789")) memmove(text, text + 1, strlen(text));
    return text;
}
