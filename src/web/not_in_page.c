/* Commands that the page has no form for. They are linked before the library, as those of desktop_only.c, but
 * the package for npm has them. */
#include "cli/commands.h"
#include <stdio.h>

int bp_retarget_command(const bp_environment *environment, int argc, char **argv) {
    (void)environment, (void)argc, (void)argv;
    fprintf(stderr, "bindpose retarget: the page can't do this; use the program on the desktop\n");
    return 3;
}
