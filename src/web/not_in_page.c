/* Commands that the page has no form for. They are linked before the library, as those of desktop_only.c, but
 * the package for npm has them. */
#include "cli/commands.h"
#include "cli/inspect_summary.h"
#include <stdio.h>

int bp_retarget_command(const bp_environment *environment, int argc, char **argv) {
    (void)environment, (void)argc, (void)argv;
    fprintf(stderr, "bindpose retarget: the page can't do this; use the program on the desktop\n");
    return 3;
}

bool bp_inspect_summary(const bp_model_file *file, bool json, bp_error *error) {
    (void)file, (void)json;
    return bp_fail(error, BP_ERROR_ENVIRONMENT, "--summary",
                   "the page can't do this; use the program on the desktop");
}
