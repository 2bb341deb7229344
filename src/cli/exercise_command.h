/* bindpose exercise: the student's side of the exercises. */
#ifndef BP_CLI_EXERCISE_COMMAND_H
#define BP_CLI_EXERCISE_COMMAND_H

#include "viewer/window.h"

/* `list`, `check N`, `hint N`, `reset N`, ...; argv[0] is "exercise". The exit code: 0 pass, 1 wrong, 2 does not build
 * or wrong use, 3 environment, 4 time limit. */
int bp_exercise_command(int argc, char **argv, const bp_window *window);

#endif
