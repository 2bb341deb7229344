/* Writes local matrices only. */
#include "exercise.h"

void return_to_rest(exercise_bone *bones, int count, bp_trs *nodes) {
    (void)nodes;
    for (int i = 0; i < count; i++) bones[i].local = bones[i].rest;
}
