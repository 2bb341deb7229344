/* Grading runs students' code in a sandbox that Windows doesn't have. */
#include "cli/commands.h"

int bp_grade_command(bp_cli *call) {
    return bp_fail(&call->error, BP_ERROR_ENVIRONMENT, NULL,
                   "it needs the sandbox of Linux; use Linux, or the Linux in Windows (wsl)");
}
