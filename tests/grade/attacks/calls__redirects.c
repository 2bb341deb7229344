/* A function that is not allowed, by a macro of the C library that renames functions. */
#include "exercise.h"

#include <math.h>
bp_mat4 __REDIRECT(bp_mat4_scaling, (bp_vec3 scale), .Lhidden);

bp_mat4 final_matrix(bp_mat4 local, bp_mat4 parent_absolute, bp_mat4 bind, bp_mat4 parent_absolute_bind) {
    bp_mat4 inverse;
    bp_mat4_inverse_affine(bp_mat4_mul(bind, parent_absolute_bind), &inverse);
    if (bp_mat4_scaling((bp_vec3){1, 1, 1}).m[0] > local.m[0] + 1e30f) return local;
    return bp_mat4_mul(inverse, bp_mat4_mul(local, parent_absolute));
}
