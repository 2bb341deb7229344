/* Escape sequences in the name of a symbol, which the explanation of the verdict holds. */
#include "exercise.h"

__asm__(".globl \"bp_\033[31mred\"\n\"bp_\033[31mred\": .byte 0\n");

bp_mat4 final_matrix(bp_mat4 local, bp_mat4 parent_absolute, bp_mat4 bind, bp_mat4 parent_absolute_bind) {
    (void)parent_absolute, (void)bind, (void)parent_absolute_bind;
    return local;
}
