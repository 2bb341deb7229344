/* Writes to nodes[i]. */
#include "exercise.h"

void return_to_rest(exercise_bone *bones, int count, bp_trs *nodes) {
    for (int i = 0; i < count; i++)
        if (bones[i].node < 0)
            bones[i].local = bones[i].rest;
        else
            bp_mat4_decompose(bones[i].rest, &nodes[i]);
}
