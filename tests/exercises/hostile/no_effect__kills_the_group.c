/* Tries to kill its process group and all other processes: the filter refuses. */
#include <signal.h>
#include "exercise.h"

bp_mat4 final_matrix(bp_mat4 local, bp_mat4 parent_absolute, bp_mat4 bind, bp_mat4 parent_absolute_bind) {
    (void)local, (void)parent_absolute, (void)bind, (void)parent_absolute_bind;
    kill(0, SIGKILL);
    return bp_mat4_identity();
}
