/* Commands that need a compiler, other processes or many threads, and so can't run in the page. They are
 * linked before the library, which leaves the real ones and all that only those need out of the download. */
#include "cli/commands.h"
#include <stdio.h>

static int refuse(const char *command) {
    fprintf(stderr, "bindpose %s: the page can't do this; use the program on the desktop\n", command);
    return 3;
}

int bp_bench_command(const bp_environment *environment, int argc, char **argv) {
    (void)environment, (void)argc, (void)argv;
    return refuse("bench");
}

int bp_grade_command(const bp_environment *environment, int argc, char **argv) {
    (void)environment, (void)argc, (void)argv;
    return refuse("exercise grade");
}

int bp_handin_command(const bp_environment *environment, int argc, char **argv) {
    (void)environment, (void)argc, (void)argv;
    return refuse("exercise handin");
}
