/* The output of commands: results to standard output, errors to standard error, pictures to a window. */
#pragma once

#include "app/window.h"

/* Prints "PROGRAM: place: message" to standard error. Returns the error's exit code. */
int bp_report(const char *program, const bp_error *error);

/* A text with its control characters as \\x1b and the like: a path may contain them, and a terminal would
 * obey them. A value for the call that it is written in; it is cut off where it doesn't fit. */
typedef struct bp_escaped {
    char text[4096];
} bp_escaped;
bp_escaped bp_escape(const char *text);

/* The exit code of the whole program: `code`; but if that is 0 or 1 and standard output couldn't take all
 * that was printed, prints a message and returns 3. */
int bp_finish_output(const char *program, int code);

/* True if everything printed so far was written. Error: a full disk, a closed pipe. */
bool bp_printed(bp_error *error);

/* Finishes the writer and prints its text to standard output. The writer is empty afterwards. */
bool bp_print_json(bp_json_writer *writer, bp_error *error);

/* Runs a client in a window. Error: there is no display (ENVIRONMENT); its message ends with `instead`, which
 * says what works without one. */
bool bp_run_window(const bp_window *window, const bp_window_options *options, const bp_window_client *client,
                   const char *instead, bp_error *error);
/* Replaces an error of kind ENVIRONMENT, or none, by "there is no display to open a window on (reason).
 * INSTEAD". */
void bp_explain_no_window(const char *instead, bp_error *error);
