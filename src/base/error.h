/* Errors on their way to the user of a program. */
#pragma once

#include <bindpose/base.h>

/* Puts `outer` and ": " before the error's place. A caller adds the file's name to a JSON path in this way.
 * Does nothing if `error` is NULL or NONE. */
void bp_error_prefix_place(bp_error *error, const char *outer);

/* The exit code for the error: 0 (NULL or NONE), 2 or 3. */
int bp_error_exit_code(const bp_error *error);
