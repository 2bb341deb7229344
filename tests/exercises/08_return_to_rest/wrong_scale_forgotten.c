/* Writes position and rotation, and keeps the scale. */
#include "exercise.h"

void return_to_rest(exercise_bone *bones, int count, bp_trs *nodes) {
    for (int i = 0; i < count; i++) {
        bp_trs parts;
        bones[i].local = bones[i].rest;
        if (bones[i].node < 0) continue;
        bp_mat4_decompose(bones[i].rest, &parts);
        nodes[bones[i].node].translation = parts.translation;
        nodes[bones[i].node].rotation = parts.rotation;
    }
}
