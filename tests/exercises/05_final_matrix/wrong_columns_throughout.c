/* Every product as for column vectors. */
#include "exercise.h"

bp_mat4 final_matrix(bp_mat4 local, bp_mat4 parent_absolute, bp_mat4 bind, bp_mat4 parent_absolute_bind) {
    bp_mat4 absolute = bp_mat4_mul(parent_absolute, local);
    bp_mat4 inverse;
    bp_mat4_inverse_affine(bp_mat4_mul(parent_absolute_bind, bind), &inverse);
    return bp_mat4_mul(absolute, inverse);
}
