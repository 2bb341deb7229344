/* Grading runs students' code in a sandbox that Windows doesn't have. */
#include "cli/commands.h"
#include <stdio.h>

int bp_grade_command(const bp_environment *environment, int argc, char **argv) {
    (void)environment, (void)argc, (void)argv;
    fprintf(
        stderr,
        "bindpose exercise grade: it needs the sandbox of Linux; use Linux, or the Linux in Windows (wsl)\n");
    return 3;
}
