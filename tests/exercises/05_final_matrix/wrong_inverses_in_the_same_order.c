/* inverse(bind) * inverse(parent). */
#include "exercise.h"

bp_mat4 final_matrix(bp_mat4 local, bp_mat4 parent_absolute, bp_mat4 bind, bp_mat4 parent_absolute_bind) {
    bp_mat4 a, b;
    bp_mat4_inverse(bind, &a); bp_mat4_inverse(parent_absolute_bind, &b);
    return bp_mat4_mul(bp_mat4_mul(a, b), bp_mat4_mul(local, parent_absolute));
}
