/* Doesn't invert the bind. */
#include "exercise.h"

bp_mat4 final_matrix(bp_mat4 local, bp_mat4 parent_absolute, bp_mat4 bind, bp_mat4 parent_absolute_bind) {
    return bp_mat4_mul(bp_mat4_mul(bind, parent_absolute_bind), bp_mat4_mul(local, parent_absolute));
}
