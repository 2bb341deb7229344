/* Exercise 12b: two rotations and an angle in, a rotation out. */
#include "exercise/runner/run.h"

float *bp_exercise_call(const float *in, float *out) {
    bp_quat from = bp_unpack_quat(&in), to = bp_unpack_quat(&in);
    bp_pack_quat(&out, turn_towards(from, to, bp_unpack_float(&in)));
    return out;
}
