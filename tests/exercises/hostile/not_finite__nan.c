/* Divides by zero. */
#include "exercise.h"

bp_mat4 final_matrix(bp_mat4 local, bp_mat4 parent_absolute, bp_mat4 bind, bp_mat4 parent_absolute_bind) {
    (void)local, (void)parent_absolute, (void)bind, (void)parent_absolute_bind;
    volatile float zero = 0;
    for (int i = 0; i < 16; i++) local.m[i] = zero / zero;
    return local;
}
