/* Undoes the parent's bind instead of its current matrix. */
#include "exercise.h"

bp_mat4 local_for(bp_mat4 wanted_final, bp_mat4 bind, bp_mat4 parent_absolute_bind, bp_mat4 parent_absolute) {
    bp_mat4 inv; (void)parent_absolute;
    bp_mat4_inverse(parent_absolute_bind, &inv);
    return bp_mat4_mul(bp_mat4_mul(bp_mat4_mul(bind, parent_absolute_bind), wanted_final), inv);
}
