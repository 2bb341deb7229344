/* Inside the app room: what the lesson's program shares with `bindpose lesson`. */
#ifndef BP_CLI_LESSON_PROGRAM_H
#define BP_CLI_LESSON_PROGRAM_H

#include <bindpose/program.h>

/* bp_lesson_program under another name: `program` is how usage and messages call it. */
int bp_lesson_command(const char *program, int argc, char **argv, const bp_lesson_plan *lesson,
                      const bp_window *window);

#endif
