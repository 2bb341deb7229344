/* Exercise 09: parents and the joints of vertices in; order, new parents and new joints out. */
#include "exercise/runner/run.h"

static void pack_ints(float **out, const int *values, int count) {
    for (int i = 0; i < count; i++) bp_pack_float(out, (float)values[i]);
}

float *bp_exercise_call(const float *in, float *out) {
    int count = bp_unpack_int(&in), joint_count = bp_unpack_int(&in);
    int *parent = bp_run_ints(&in, count), *joints = bp_run_ints(&in, joint_count);
    int *order = bp_run_array(count, sizeof *order), *new_parent = bp_run_array(count, sizeof *new_parent);
    sort_bones(parent, count, order, new_parent, joints, joint_count);
    pack_ints(&out, order, count);
    pack_ints(&out, new_parent, count);
    pack_ints(&out, joints, joint_count);
    return out;
}
