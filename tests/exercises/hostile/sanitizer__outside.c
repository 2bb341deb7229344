/* Writes past the end of a matrix. */
#include "exercise.h"

bp_mat4 final_matrix(bp_mat4 local, bp_mat4 parent_absolute, bp_mat4 bind, bp_mat4 parent_absolute_bind) {
    (void)local, (void)parent_absolute, (void)bind, (void)parent_absolute_bind;
    volatile int column = 16;
    local.m[column] = 1;
    return local;
}
