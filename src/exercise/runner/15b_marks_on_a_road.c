/* Exercise 15b: the ends of a road in, places on the screen out. */
#include "exercise/runner/run.h"

float *bp_exercise_call(const float *in, float *out) {
    int count = bp_unpack_int(&in);
    float w_begin = bp_unpack_float(&in), *along = bp_run_array(count, sizeof *along);
    place_marks(count, w_begin, bp_unpack_float(&in), along);
    for (int k = 0; k < count; k++) bp_pack_float(&out, along[k]);
    return out;
}
