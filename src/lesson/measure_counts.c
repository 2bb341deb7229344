/* Measures that move a bone and count the effects. They run on a world of their own. */
#include <bindpose/lesson_measure.h>

static void rotate(bp_bone *bone, float degrees) {
    bp_bone_set_rotation(bone, bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, bp_radians(degrees)));
}

void bp_measure_write_counts(bp_world *world, const bp_measure_args *args, float *values) {
    bp_bone *bone = bp_world_bone(world, args->stage, args->bone);
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
    bp_mat4 now[BP_BONE_MATRIX_COUNT];
    float count = 0;
    read_matrices(world, bone, now);
    for (int i = 0; i < BP_BONE_MATRIX_COUNT * 16; i++)
        count += old[i / 16].m[i % 16] != now[i / 16].m[i % 16];
    return count;
}

void bp_measure_changed_entries(bp_world *world, const bp_measure_args *args, float *values) {
    bp_bone *bone = bp_world_bone(world, args->stage, args->bone);
    bp_mat4 old[BP_BONE_MATRIX_COUNT];
    if (!bone) return;
    read_matrices(world, bone, old);
    bp_bone_set_length(bone, 12);
    values[0] = count_changes(world, bone, old);
    rotate(bone, 75);
    values[1] = count_changes(world, bone, old);
}
