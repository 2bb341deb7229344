/* Exercise 10b: five matrices in, a matrix out. */
#include "exercise/runner/run.h"

float *bp_exercise_call(const float *in, float *out) {
    bp_mat4 sword = bp_unpack_mat4(&in), taken_final = bp_unpack_mat4(&in), taken_world = bp_unpack_mat4(&in);
    bp_mat4 final = bp_unpack_mat4(&in), world = bp_unpack_mat4(&in);
    bp_pack_mat4(&out, carry_sword(sword, taken_final, taken_world, final, world));
    return out;
}
