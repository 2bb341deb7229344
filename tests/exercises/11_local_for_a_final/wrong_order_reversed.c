/* Multiplies as for column vectors. */
#include "exercise.h"

bp_mat4 local_for(bp_mat4 wanted_final, bp_mat4 bind, bp_mat4 parent_absolute_bind, bp_mat4 parent_absolute) {
    bp_mat4 inv;
    bp_mat4_inverse(parent_absolute, &inv);
    return bp_mat4_mul(inv, bp_mat4_mul(wanted_final, bp_mat4_mul(parent_absolute_bind, bind)));
}
