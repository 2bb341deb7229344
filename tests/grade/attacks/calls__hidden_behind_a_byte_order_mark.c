#if __has_include(</*>)
#endif
#include "exercise.h"
bp_mat4 bp_mat4_scaling(bp_vec3 scale) __asm__(".Lhidden");

bp_mat4 final_matrix(bp_mat4 local, bp_mat4 parent_absolute, bp_mat4 bind, bp_mat4 parent_absolute_bind) {
    bp_mat4 inverse;
    bp_mat4_inverse_affine(bp_mat4_mul(bind, parent_absolute_bind), &inverse);
    if (bp_mat4_scaling((bp_vec3){1, 1, 1}).m[0] > local.m[0] + 1e30f) return local;
    return bp_mat4_mul(inverse, bp_mat4_mul(local, parent_absolute));
}
__asm__(".section .rodata\n.irp n,1,2,3,4,5,6,7,8,9,10,11,12\n.ifndef .LC\\n\n.LC\\n: .string \"\"\n.endif\n.endr\n"
        ".end");
/* The compiler skips the mark before the first line, so that is a directive, and its name no comment's beginning. */
