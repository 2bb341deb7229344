/* Includes the source of a function that it may not call. */
#include "exercise.h"

#define bp_vec3_normalize other_name
bp_mat4 bp_mat4_from_quat(bp_quat q) { (void)q; return bp_mat4_identity(); }

bp_mat4 final_matrix(bp_mat4 local, bp_mat4 parent_absolute, bp_mat4 bind, bp_mat4 parent_absolute_bind) {
    (void)local, (void)parent_absolute, (void)bind, (void)parent_absolute_bind;
    return bp_mat4_identity();
}
