/* Overflows a signed integer. */
#include "exercise.h"

bp_mat4 final_matrix(bp_mat4 local, bp_mat4 parent_absolute, bp_mat4 bind, bp_mat4 parent_absolute_bind) {
    (void)local, (void)parent_absolute, (void)bind, (void)parent_absolute_bind;
    volatile int large = 2147483647;
    local.m[0] = (float)(large + 1);
    return local;
}
