/* app: the programs. Command lines, the viewer, the window.
 *
 * Everything but the window itself (src/viewer/window_sdl.c, the one file that names SDL) can run without a
 * display, and is tested so. Results go to standard output, messages to standard error; exit codes are
 * 0 good, 1 a check failed, 2 wrong use or unreadable input, 3 environment.
 */
#ifndef BINDPOSE_APP_H
#define BINDPOSE_APP_H

#include <bindpose/lesson.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A way to show things: handed in by main, so that the library itself knows of no display. NULL in its place
 * means that there is none. src/viewer/window.h tells what is in it. */
typedef struct bp_window bp_window;

/* The window by SDL (src/viewer/window_sdl.c). It is linked into the programs only, not into the library. */
const bp_window *bp_window_sdl(void);

/* What main of a lesson's program does: see `NN_name --help`. Returns the exit code. */
int bp_lesson_program(int argc, char **argv, const bp_lesson_plan *lesson, const bp_window *window);

/* What main of `bindpose` does. `lessons` is the registry: all lessons in order, then NULL. */
int bp_program(int argc, char **argv, const bp_lesson_plan *const *lessons, const bp_window *window);

#ifdef __cplusplus
}
#endif

#endif
