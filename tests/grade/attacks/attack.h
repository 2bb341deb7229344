/* For the attacks in this folder, which tests/grade/attacks.sh grades as answers to exercise 05. An attack
 * returns how many of its attempts succeeded. If none did, the answer is that of the unsolved exercise; else
 * it is another one. */
#undef _FEATURES_H /* exercise.h came first, with strict C */
#define _GNU_SOURCE
#include "exercise.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int attack(void);

/* Counts an attempt that succeeded, and says which. */
#define TRY(what) ((what) ? (printf("succeeded: %s\n", #what), 1) : 0)

bp_mat4 final_matrix(bp_mat4 local, bp_mat4 parent_absolute, bp_mat4 bind, bp_mat4 parent_absolute_bind) {
    static int succeeded = -1;
    (void)parent_absolute, (void)bind, (void)parent_absolute_bind;
    if (succeeded < 0) succeeded = attack();
    return succeeded ? local : bp_mat4_identity();
}
