/* Commands that need a compiler, other processes or many threads, and so can't run in the page. They are
 * linked before the library, which leaves the real ones and all that only those need out of the download. */
#include "cli/commands.h"

static int refuse(bp_cli *call) {
    return bp_fail(&call->error, BP_ERROR_ENVIRONMENT, NULL,
                   "the page can't do this; use the program on the desktop");
}

int bp_bench_command(bp_cli *call) { return refuse(call); }
int bp_grade_command(bp_cli *call) { return refuse(call); }
int bp_handin_command(bp_cli *call) { return refuse(call); }
