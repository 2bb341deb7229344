/* Terminals: where a progress bar is worth drawing. */
#define _POSIX_C_SOURCE 200809L
#include <bindpose/base.h>
#include <unistd.h>

bool bp_stderr_is_terminal(void) { return isatty(STDERR_FILENO) == 1; }
