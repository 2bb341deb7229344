/* `bindpose view FILE`: a character in a window. */
#ifndef BP_CLI_VIEW_COMMAND_H
#define BP_CLI_VIEW_COMMAND_H

#include <bindpose/program.h>

/* argv[0] is "view"; `window` may be NULL: there is no display. Returns the program's exit code. */
int bp_view_command(int argc, char **argv, const bp_window *window);

#endif
