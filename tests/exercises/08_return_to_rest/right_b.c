/* Writes both, part by part. */
#include "exercise.h"

void return_to_rest(exercise_bone *bones, int count, bp_trs *nodes) {
    for (int i = 0; i < count; i++) {
        bones[i].local = bones[i].rest;
        if (bones[i].node < 0) continue;
        bp_trs parts;
        bp_mat4_decompose(bones[i].rest, &parts);
        bp_trs *node = nodes + bones[i].node;
        node->position = parts.position;
        node->rotation = parts.rotation;
        node->scale = parts.scale;
    }
}
