/* Returns the wanted final matrix. */
#include "exercise.h"

bp_mat4 local_for(bp_mat4 wanted_final, bp_mat4 bind, bp_mat4 parent_absolute_bind, bp_mat4 parent_absolute) {
    (void)bind, (void)parent_absolute_bind, (void)parent_absolute;
    return wanted_final;
}
