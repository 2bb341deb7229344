/* Exercise 09: parents and vertices' numbers in; order, new parents and new numbers out. */
#include "exercise/runner/run.h"

static void put_all(float **out, const int *numbers, int count) {
    for (int i = 0; i < count; i++) bp_pack_float(out, (float)numbers[i]);
}

float *bp_exercise_call(const float *in, float *out) {
    int count = bp_unpack_int(&in), joint_count = bp_unpack_int(&in);
    int *parent = bp_run_array((size_t)count, sizeof *parent);
    int *order = bp_run_array((size_t)count, sizeof *order);
    int *new_parent = bp_run_array((size_t)count, sizeof *new_parent);
    int *joints = bp_run_array((size_t)joint_count, sizeof *joints);
    for (int i = 0; i < count; i++) parent[i] = bp_unpack_int(&in);
    for (int i = 0; i < joint_count; i++) joints[i] = bp_unpack_int(&in);
    sort_bones(parent, count, order, new_parent, joints, joint_count);
    put_all(&out, order, count);
    put_all(&out, new_parent, count);
    put_all(&out, joints, joint_count);
    free(parent);
    free(order);
    free(new_parent);
    free(joints);
    return out;
}
