/* Applies the absolute matrix first. */
#include "exercise.h"

bp_mat4 final_matrix(bp_mat4 local, bp_mat4 parent_absolute, bp_mat4 bind, bp_mat4 parent_absolute_bind) {
    bp_mat4 absolute = bp_mat4_mul(local, parent_absolute), start = bp_mat4_mul(bind, parent_absolute_bind), inverse;
    bp_mat4_inverse_affine(start, &inverse);
    return bp_mat4_mul(absolute, inverse);
}
