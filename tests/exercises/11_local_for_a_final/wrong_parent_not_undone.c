/* B F P. */
#include "exercise.h"

bp_mat4 local_for(bp_mat4 wanted_final, bp_mat4 bind, bp_mat4 parent_absolute_bind, bp_mat4 parent_absolute) {
    bp_mat4 absolute_bind = bp_mat4_mul(bind, parent_absolute_bind), out_of_parent;
    if (!bp_mat4_inverse(parent_absolute, &out_of_parent)) return bind;
    return bp_mat4_mul(bp_mat4_mul(absolute_bind, wanted_final), parent_absolute);
}
