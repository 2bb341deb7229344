/* The student's answer beside the correct one, in the lessons' window. */
#ifndef BP_CLI_EXERCISE_SHOW_H
#define BP_CLI_EXERCISE_SHOW_H

#include "app/window.h"
#include <bindpose/exercise.h>

typedef struct bp_exercise_show_options {
    const char *screenshot; /* a PNG file to write instead of opening a window; NULL: a window */
    int width, height;      /* 0: 1280x800 */
    bool light;
} bp_exercise_show_options;

/* Shows a checked exercise: the case that failed, or the first. Errors: no display (ENVIRONMENT), memory, the
 * file. */
bool bp_exercise_show_answer(const bp_window *window, const bp_exercise *exercise,
                             const bp_exercise_result *result, const bp_exercise_show_options *how,
                             bp_error *error);

#endif
