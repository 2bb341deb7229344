/* Uses the bone's own bind only. */
#include "exercise.h"

bp_mat4 local_for(bp_mat4 wanted_final, bp_mat4 bind, bp_mat4 parent_absolute_bind, bp_mat4 parent_absolute) {
    (void)parent_absolute_bind;
    bp_mat4 out_of_parent;
    if (!bp_mat4_inverse(parent_absolute, &out_of_parent)) return bind;
    return bp_mat4_mul(bp_mat4_mul(bind, wanted_final), out_of_parent);
}
