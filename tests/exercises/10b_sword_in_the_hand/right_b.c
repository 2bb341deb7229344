/* The movement from then to now first, one step after the other. */
#include "exercise.h"

static bp_mat4 undo(bp_mat4 m) {
    bp_mat4 out = m;
    bp_mat4_inverse(m, &out);
    return out;
}

bp_mat4 carry_sword(bp_mat4 sword, bp_mat4 taken_final, bp_mat4 taken_world, bp_mat4 final, bp_mat4 world) {
    bp_mat4 movement = bp_mat4_mul(undo(taken_world), undo(taken_final));
    movement = bp_mat4_mul(movement, final);
    movement = bp_mat4_mul(movement, world);
    return bp_mat4_mul(sword, movement);
}
