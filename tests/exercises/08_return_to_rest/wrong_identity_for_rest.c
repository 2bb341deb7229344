/* Sets everything to the identity. */
#include "exercise.h"

void return_to_rest(exercise_bone *bones, int count, bp_trs *nodes) {
    for (int i = 0; i < count; i++) {
        bones[i].local = (bp_mat4){{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
        if (bones[i].node >= 0) nodes[bones[i].node] = (bp_trs){{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}};
    }
}
