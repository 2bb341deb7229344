/* Takes memory without end. */
#include <stdlib.h>
#include <string.h>
#include "exercise.h"

bp_mat4 final_matrix(bp_mat4 local, bp_mat4 parent_absolute, bp_mat4 bind, bp_mat4 parent_absolute_bind) {
    (void)local, (void)parent_absolute, (void)bind, (void)parent_absolute_bind;
    for (;;) {
        char *more = malloc(1 << 24);
        if (more) memset(more, 1, 1 << 24);
    }
}
