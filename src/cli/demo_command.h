/* `bindpose demo`: a crowd of characters, in a window, into pictures, or just measured. */
#ifndef BP_CLI_DEMO_COMMAND_H
#define BP_CLI_DEMO_COMMAND_H

#include "viewer/window.h"

/* argv[0] is the command's word. Returns the exit code. */
int bp_demo_command(int argc, char **argv, const bp_window *window);

#endif
