/* Asks for one block of 100 GB. */
#include <stdlib.h>
#include "exercise.h"

bp_mat4 final_matrix(bp_mat4 local, bp_mat4 parent_absolute, bp_mat4 bind, bp_mat4 parent_absolute_bind) {
    (void)local, (void)parent_absolute, (void)bind, (void)parent_absolute_bind;
    float *much = malloc(100000000000u);
    local.m[0] = much ? much[0] : 1;
    return local;
}
