/* A second symbol table, which nm can't read. */
#include "exercise.h"

__asm__(".section .symtab, \"\", @2\n.long 1, 2, 3, 4\n.text");

bp_mat4 final_matrix(bp_mat4 local, bp_mat4 parent_absolute, bp_mat4 bind, bp_mat4 parent_absolute_bind) {
    (void)parent_absolute, (void)bind, (void)parent_absolute_bind;
    return local;
}
