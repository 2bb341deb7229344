/* Defines the call that hands the function a case's floats: the linker might take this one. */
#include "exercise.h"

float *bp_call_05(void *call, const float *in, float *out) {
    (void)call, (void)in;
    return out;
}

bp_mat4 final_matrix(bp_mat4 local, bp_mat4 parent_absolute, bp_mat4 bind, bp_mat4 parent_absolute_bind) {
    (void)parent_absolute, (void)bind, (void)parent_absolute_bind;
    return local;
}
