/* `bindpose claims`: every claim of the page, measured. */
#ifndef BP_CLI_CLAIMS_COMMAND_H
#define BP_CLI_CLAIMS_COMMAND_H

#include <bindpose/lesson.h>

int bp_claims_command(int argc, char **argv, const bp_lesson_plan *const *lessons);

#endif
