/* Exercise 08: bones and nodes in, locals after the next prepare out. Prepare copies the local matrix of a
 * linked bone from its node. */
#include "exercise/runner/run.h"

static void read_bones(const float **in, exercise_bone *bones, int count) {
    for (int i = 0; i < count; i++) bones[i].node = bp_unpack_int(in);
    for (int i = 0; i < count; i++) bones[i].local = bp_unpack_mat4(in);
    for (int i = 0; i < count; i++) bones[i].bind = bp_unpack_mat4(in);
    for (int i = 0; i < count; i++) bones[i].rest = bp_unpack_mat4(in);
}

float *bp_exercise_call(const float *in, float *out) {
    int count = bp_unpack_int(&in);
    exercise_bone *bones = bp_run_array(count, sizeof *bones);
    bp_trs *nodes = bp_run_array(count, sizeof *nodes);
    read_bones(&in, bones, count);
    int linked[BP_EXERCISE_FLOATS];
    for (int i = 0; i < count; i++) linked[i] = bones[i].node;
    for (int i = 0; i < count; i++) nodes[i].translation = bp_unpack_vec3(&in);
    for (int i = 0; i < count; i++) nodes[i].rotation = bp_unpack_quat(&in);
    for (int i = 0; i < count; i++) nodes[i].scale = bp_unpack_vec3(&in);
    return_to_rest(bones, count, nodes);
    for (int i = 0; i < count; i++)
        bp_pack_mat4(&out, linked[i] < 0 ? bones[i].local : bp_mat4_from_trs(nodes[linked[i]]));
    return out;
}
