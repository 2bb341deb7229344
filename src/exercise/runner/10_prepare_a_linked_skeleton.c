/* Exercise 10: bones and nodes in, locals and finals out. */
#include "exercise/runner/run.h"

float *bp_exercise_call(const float *in, float *out) {
    int count = bp_unpack_int(&in), node_count = bp_unpack_int(&in);
    linked_bone *bones = bp_run_array(count, sizeof *bones);
    bp_trs *nodes = bp_run_array(node_count, sizeof *nodes);
    for (int i = 0; i < count; i++) bones[i].parent = bp_unpack_int(&in);
    for (int i = 0; i < count; i++) bones[i].node = bp_unpack_int(&in);
    for (int i = 0; i < count; i++) bones[i].local = bp_unpack_mat4(&in);
    for (int i = 0; i < count; i++) bones[i].absolute_inverse_bind = bp_unpack_mat4(&in);
    for (int i = 0; i < node_count; i++) nodes[i].translation = bp_unpack_vec3(&in);
    for (int i = 0; i < node_count; i++) nodes[i].rotation = bp_unpack_quat(&in);
    for (int i = 0; i < node_count; i++) nodes[i].scale = bp_unpack_vec3(&in);
    prepare(bones, count, nodes);
    for (int i = 0; i < count; i++) bp_pack_mat4(&out, bones[i].local);
    for (int i = 0; i < count; i++) bp_pack_mat4(&out, bones[i].final);
    return out;
}
