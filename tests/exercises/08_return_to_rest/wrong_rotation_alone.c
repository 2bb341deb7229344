/* Writes only the node's rotation. */
#include "exercise.h"

void return_to_rest(exercise_bone *bones, int count, bp_trs *nodes) {
    for (int i = 0; i < count; i++) {
        bp_trs t;
        bones[i].local = bones[i].rest;
        if (bones[i].node >= 0) { bp_mat4_decompose(bones[i].rest, &t); nodes[bones[i].node].rotation = t.rotation; }
    }
}
