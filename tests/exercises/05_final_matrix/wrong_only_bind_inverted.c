/* Inverts the bind alone. */
#include "exercise.h"

bp_mat4 final_matrix(bp_mat4 local, bp_mat4 parent_absolute, bp_mat4 bind, bp_mat4 parent_absolute_bind) {
    bp_mat4 absolute = bp_mat4_mul(local, parent_absolute);
    bp_mat4 inverse;
    bp_mat4_inverse_affine(bind, &inverse);
    return bp_mat4_mul(bp_mat4_mul(inverse, parent_absolute_bind), absolute);
}
