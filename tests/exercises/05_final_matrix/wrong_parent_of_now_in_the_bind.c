/* Uses the parent's absolute matrix on both sides. */
#include "exercise.h"

bp_mat4 final_matrix(bp_mat4 local, bp_mat4 parent_absolute, bp_mat4 bind, bp_mat4 parent_absolute_bind) {
    (void)parent_absolute_bind;
    bp_mat4 a;
    bp_mat4_inverse(bp_mat4_mul(bind, parent_absolute), &a);
    return bp_mat4_mul(a, bp_mat4_mul(local, parent_absolute));
}
