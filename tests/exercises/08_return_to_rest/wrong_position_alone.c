/* Writes only the node's position. */
#include "exercise.h"

void return_to_rest(exercise_bone *bones, int count, bp_trs *nodes) {
    for (int i = 0; i < count; i++) {
        const float *m = bones[i].rest.m;
        bones[i].local = bones[i].rest;
        if (bones[i].node >= 0) nodes[bones[i].node].translation = (bp_vec3){m[12], m[13], m[14]};
    }
}
