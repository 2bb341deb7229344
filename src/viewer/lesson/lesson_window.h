/* A lesson in a window. */
#ifndef BP_VIEWER_LESSON_LESSON_WINDOW_H
#define BP_VIEWER_LESSON_LESSON_WINDOW_H

#include "viewer/lesson/lesson_controller.h"
#include "viewer/window.h"

/* What a lesson's window shows first. */
typedef struct bp_lesson_start {
    int step;          /* 0.. */
    int width, height; /* 0: 1280x800 */
    bool light, columns;
} bp_lesson_start;

/* Opens the window, returns when it is closed, and saves the progress. Errors: no display; the lesson's functions. */
bool bp_lesson_window_run(const bp_window *window, bp_context *context, bp_session *session,
                          const bp_lesson_start *start, bp_error *error);

#endif
