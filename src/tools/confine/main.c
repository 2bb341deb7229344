/* The first program in a grader's sandbox (see tools/grade/sandbox.c): becomes a user without rights, and
 * then the program that it is told to start.
 *
 *   confine build|run USER PROCESSES PROGRAM [ARGUMENTS...]
 *
 * USER 0 keeps the user. A program that is run, not built with, can't do more than compute and answer:
 * bp_seccomp_exec. Exit 125 if that is impossible; the program doesn't start then. */
#define _GNU_SOURCE
#include "base/process.h"
#include <errno.h>
#include <grp.h>
#include <linux/capability.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

extern char **environ;

static int fail(const char *what) {
    fprintf(stderr, "confine: %s: %s\n", what, strerror(errno));
    return 125;
}

/* Rights that programs inherit survive the change of user. */
static int drop_inherited_rights(void) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
    return (int)syscall(SYS_capset, &header, none);
}

int main(int argc, char **argv) {
    if (argc < 5) return 125;
    const uid_t user = (uid_t)atoi(argv[2]);
    const rlim_t processes = (rlim_t)atoi(argv[3]);
    if (user &&
        (setgroups(0, NULL) != 0 || setresgid(user, user, user) != 0 || setresuid(user, user, user) != 0))
        return fail("can't become another user");
    if (drop_inherited_rights() != 0) return fail("can't give up rights");
    if (setrlimit(RLIMIT_NPROC, &(struct rlimit){processes, processes}) != 0)
        return fail("can't limit the number of processes");
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return fail("can't give up privileges");
    if (strcmp(argv[1], "build") == 0)
        execvp(argv[4], argv + 4);
    else
        bp_seccomp_exec(argv[4], (const char *const *)(argv + 4), (const char *const *)environ);
    return fail(argv[4]);
}
