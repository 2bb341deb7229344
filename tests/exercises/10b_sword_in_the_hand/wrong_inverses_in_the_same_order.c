/* The inverse of a product with its factors in the same order. */
#include "exercise.h"

static bp_mat4 undo(bp_mat4 m) {
    bp_mat4 out = m;
    bp_mat4_inverse(m, &out);
    return out;
}

bp_mat4 carry_sword(bp_mat4 sword, bp_mat4 taken_final, bp_mat4 taken_world, bp_mat4 final, bp_mat4 world) {
    bp_mat4 in_mesh = bp_mat4_mul(bp_mat4_mul(sword, undo(taken_final)), undo(taken_world));
    return bp_mat4_mul(in_mesh, bp_mat4_mul(final, world));
}
