/* Calls a function that isn't allowed. So many names come before it in the alphabet that a list of them is cut off. */
#include "exercise.h"

__asm__(".altmacro\n.macro a n\na_name_that_comes_first_in_the_alphabet_\\n\\():\n.endm\n.set i, 0\n"
        ".rept 25000\na %i\n.set i, i + 1\n.endr\n");

bp_mat4 final_matrix(bp_mat4 local, bp_mat4 parent_absolute, bp_mat4 bind, bp_mat4 parent_absolute_bind) {
    bp_mat4 inverse;
    bp_mat4_inverse_affine(bp_mat4_mul(bind, parent_absolute_bind), &inverse);
    if (bp_mat4_point(local, (bp_vec3){0, 0, 0}).x > 1e30f) return local;
    return bp_mat4_mul(inverse, bp_mat4_mul(local, parent_absolute));
}
