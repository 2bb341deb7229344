/* Runs a student's program that was linked as a shared object (see build.c). The first argument names it.
 * Linked once for a class, with the sanitizers and the C library; linking these with each answer takes longer
 * than all else that the linker does. Exit 120, with the name, if a function is missing. */
#include <dlfcn.h>
#include <stdio.h>

typedef int main_function(void);

int main(int argc, char **argv) {
    void *program = argc > 1 ? dlopen(argv[1], RTLD_NOW) : NULL;
    /* C knows no conversion of these pointers; POSIX promises that it works. */
    union {
        void *symbol;
        main_function *call;
    } start = {program ? dlsym(program, "main") : NULL};
    if (start.symbol) return start.call();
    fprintf(stderr, "%s\n", dlerror());
    return 120;
}
