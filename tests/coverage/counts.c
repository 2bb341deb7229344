/* Only in the coverage build, which is linked with -Wl,--wrap=_exit,--wrap=execvp,--wrap=fork. gcov writes its counts
 * where a program ends by exit(): what a child has done before it becomes another program, or ends at once, would be lost,
 * and what was done before it was born would count twice. */
#include <sys/types.h>

void __gcov_dump(void);
void __gcov_reset(void);
void __real__exit(int code) __attribute__((noreturn));
int __real_execvp(const char *file, char *const argv[]);
pid_t __real_fork(void);

void __wrap__exit(int code) __attribute__((noreturn));
int __wrap_execvp(const char *file, char *const argv[]);
pid_t __wrap_fork(void);

/* After vfork the counts are the parent's too, who goes on with them: from zero, because they are written. */
void __wrap__exit(int code) {
    __gcov_dump();
    __gcov_reset();
    __real__exit(code);
}

int __wrap_execvp(const char *file, char *const argv[]) {
    __gcov_dump();
    int failed = __real_execvp(file, argv);
    __gcov_reset();
    return failed;
}

pid_t __wrap_fork(void) {
    pid_t child = __real_fork();
    if (child == 0) __gcov_reset();
    return child;
}
