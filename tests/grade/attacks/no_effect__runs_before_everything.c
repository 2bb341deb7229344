/* Code that runs while the program is loaded, before main: is it confined by then? */
#include "attack.h"

static int early = -1;

__attribute__((constructor(101))) static void before(void) {
    char *argv[] = {"/confine", NULL};
    early = fork() >= 0 || execve("/confine", argv, argv) == 0 || syscall(SYS_fork) >= 0;
}

static int attack(void) { return TRY(early != 0); }
