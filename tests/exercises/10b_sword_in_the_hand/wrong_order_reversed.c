/* The order for column vectors. */
#include "exercise.h"

static bp_mat4 undo(bp_mat4 m) {
    bp_mat4 out = m;
    bp_mat4_inverse(m, &out);
    return out;
}

bp_mat4 carry_sword(bp_mat4 sword, bp_mat4 taken_final, bp_mat4 taken_world, bp_mat4 final, bp_mat4 world) {
    bp_mat4 back;
    back = bp_mat4_mul(undo(bp_mat4_mul(taken_final, taken_world)), sword);
    return bp_mat4_mul(world, bp_mat4_mul(final, back));
}
