/* Computes the wanted absolute matrix, then makes it relative to the parent. */
#include "exercise.h"

bp_mat4 local_for(bp_mat4 wanted_final, bp_mat4 bind, bp_mat4 parent_absolute_bind, bp_mat4 parent_absolute) {
    bp_mat4 absolute = bp_mat4_mul(bind, bp_mat4_mul(parent_absolute_bind, wanted_final)), back = parent_absolute;
    bp_mat4_inverse(parent_absolute, &back);
    absolute = bp_mat4_mul(absolute, back);
    return absolute;
}
