/* Every way to a new process or program. */
#include "attack.h"
#include <sched.h>
#include <spawn.h>
#include <sys/wait.h>

extern char **environ;

static int child(void *none) {
    (void)none;
    return 0;
}

static int attack(void) {
    static char stack[65536];
    char *argv[] = {"/confine", NULL}, *self[] = {"/proc/self/exe", NULL};
    pid_t pid;
    int succeeded = 0, file;
    succeeded += TRY(fork() >= 0);
    succeeded += TRY(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) >= 0);
    succeeded += TRY(clone(child, stack + sizeof stack, CLONE_VM | CLONE_THREAD | CLONE_SIGHAND, NULL) >= 0);
    succeeded += TRY(clone(child, stack + sizeof stack, CLONE_NEWUSER | SIGCHLD, NULL) >= 0);
    succeeded += TRY(syscall(SYS_clone3, 0, 0) >= 0);
    succeeded += TRY(posix_spawn(&pid, "/confine", NULL, NULL, argv, environ) == 0);
    succeeded += TRY(system("true") == 0);
    succeeded += TRY(execve("/confine", argv, environ) == 0);
    succeeded += TRY(execve("/proc/self/exe", self, environ) == 0);
    succeeded += TRY(execve("/lib64/ld-linux-x86-64.so.2", argv, environ) == 0);
    /* Guessing the filter's password. */
    for (unsigned long i = 0; i < 1000; i++)
        succeeded += syscall(SYS_execve, "/confine", argv, environ, i, i, i) == 0;
    succeeded += TRY(syscall(SYS_execve, "/confine", argv, environ, 0, 0, 0) == 0);
    succeeded += TRY(syscall(SYS_execveat, AT_FDCWD, "/confine", argv, environ, 0) == 0);
    succeeded += TRY((file = (int)syscall(SYS_memfd_create, "x", 0)) >= 0);
    return succeeded;
}
