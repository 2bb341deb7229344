/* Measures that try something and count what it did: in a claim the world is the measure's own. */
#include <bindpose/lesson.h>

static void turn(bp_bone *bone, float degrees) {
    bp_bone_set_rotation(bone, bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, bp_radians(degrees)));
}

void bp_measure_write_counts(bp_world *world, const bp_measure_args *args, float *values) {
    bp_bone *bone = bp_world_bone(world, args->stage, args->bone);
    if (!bone) return;
    bp_skeleton *skeleton = bp_bone_skeleton(bone);
    bp_skeleton_reset_stats(skeleton);
    for (int frame = 0; frame < 100; bp_skeleton_prepare(skeleton), frame++) turn(bone, (float)frame);
    bp_skeleton_counters n = bp_skeleton_stats(skeleton);
    (void)bp_bone_position_in(bone, BP_SPACE_WORLD, NULL);
    const uint64_t written[] = {n.local,         n.final,
                                n.absolute,      n.bind,
                                n.absolute_bind, n.absolute_inverse_bind,
                                n.rest,          bp_skeleton_stats(skeleton).absolute};
    for (size_t i = 0; i < BP_COUNT(written); i++) values[i] = (float)written[i];
}

/* How many entries of the bone's seven matrices, all computed, are others than they were. */
static float changes(bp_world *world, const bp_bone *bone, const bp_mat4 were[BP_BONE_MATRIX_COUNT]) {
    bp_mat4 are[BP_BONE_MATRIX_COUNT];
    float count = 0;
    bp_world_pose(world);
    bp_skeleton_compute_absolutes(bp_bone_skeleton(bone), true);
    bp_bone_matrices(bone, are);
    for (int i = 0; i < BP_BONE_MATRIX_COUNT * 16; i++) count += were[i / 16].m[i % 16] != are[i / 16].m[i % 16];
    return count;
}

void bp_measure_changed_entries(bp_world *world, const bp_measure_args *args, float *values) {
    bp_bone *bone = bp_world_bone(world, args->stage, args->bone);
    bp_mat4 were[BP_BONE_MATRIX_COUNT];
    if (!bone) return;
    bp_world_pose(world);
    bp_skeleton_compute_absolutes(bp_bone_skeleton(bone), true);
    bp_bone_matrices(bone, were);
    bp_bone_set_length(bone, 12);
    values[0] = changes(world, bone, were);
    turn(bone, 75);
    values[1] = changes(world, bone, were);
}
