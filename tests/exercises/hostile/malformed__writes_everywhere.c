/* Writes garbage to every open file. */
#include <unistd.h>
#include "exercise.h"

bp_mat4 final_matrix(bp_mat4 local, bp_mat4 parent_absolute, bp_mat4 bind, bp_mat4 parent_absolute_bind) {
    (void)local, (void)parent_absolute, (void)bind, (void)parent_absolute_bind;
    for (int i = 0; i < 64; i++)
        if (write(i, "rubbish!", 8) < 0) continue;
    return bp_mat4_identity();
}
