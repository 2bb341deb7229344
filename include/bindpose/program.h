/* program: the command-line programs.
 *
 * Everything except the window itself (src/app/window_sdl.c, the only file that names SDL, and
 * src/app/window_web.c) runs without a display, and is tested that way. Results go to standard output,
 * messages to standard error. Exit codes: 0 success, 1 a check failed, 2 wrong use or unreadable input, 3
 * environment.
 */
#ifndef BINDPOSE_PROGRAM_H
#define BINDPOSE_PROGRAM_H

#include <bindpose/lesson.h>

BP_BEGIN_C

/* A way to open windows. main passes one in, so that the library itself needs no display; NULL means that
 * there is none. src/app/window.h defines it. */
typedef struct bp_window bp_window;

/* The windows of this build: SDL's, or a web page. Only programs link them, not the library. */
const bp_window *bp_window_default(void);

/* The main function of a lesson's program (see `NN_name --help`). argv ends with NULL, and its order changes.
 * Returns the exit code. */
int bp_lesson_program(int argc, char **argv, const bp_lesson_plan *lesson, const bp_window *window);

/* The main function of `bindpose`, with such an argv. `lessons`: all lessons in order, then NULL. `commit`:
 * the one that was built, for --version; "": unknown. Returns the exit code. */
int bp_program(int argc, char **argv, const bp_lesson_plan *const *lessons, const bp_window *window,
               const char *commit);

BP_END_C

#endif
