/* Jumps to a point that was never set. */
#include <setjmp.h>
#include "exercise.h"

static jmp_buf nowhere;

bp_mat4 final_matrix(bp_mat4 local, bp_mat4 parent_absolute, bp_mat4 bind, bp_mat4 parent_absolute_bind) {
    (void)local, (void)parent_absolute, (void)bind, (void)parent_absolute_bind;
    longjmp(nowhere, 1);
}
