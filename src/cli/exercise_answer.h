/* The commands of `bindpose exercise` that the web page calls. */
#ifndef BP_CLI_EXERCISE_ANSWER_H
#define BP_CLI_EXERCISE_ANSWER_H

#include "cli/commands.h"

bp_command bp_exercise_describe_command; /* exercises as JSON */
bp_command bp_exercise_try_command;      /* checks an answer; exit 0 passed, 1 wrong, 2 unreadable */

#endif
