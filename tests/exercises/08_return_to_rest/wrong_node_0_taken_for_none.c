/* Tests for > 0 instead of >= 0. */
#include "exercise.h"

void return_to_rest(exercise_bone *bones, int count, bp_trs *nodes) {
    for (int i = 0; i < count; i++) {
        bones[i].local = bones[i].rest;
        if (bones[i].node > 0) bp_mat4_decompose(bones[i].rest, &nodes[bones[i].node]);
    }
}
