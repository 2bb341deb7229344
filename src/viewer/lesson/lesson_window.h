/* A lesson in a window. */
#ifndef BP_VIEWER_LESSON_LESSON_WINDOW_H
#define BP_VIEWER_LESSON_LESSON_WINDOW_H

#include "viewer/lesson/lesson_controller.h"
#include "viewer/window.h"

/* How a lesson begins in a window. */
typedef struct bp_lesson_start {
    int step;          /* 0.. */
    int width, height; /* 0: 1280x800 */
    bool light, columns;
} bp_lesson_start;

/* Opens the window and returns when it is closed; how far one came is noted. Errors: no display; the
 * lesson's functions. */
bool bp_lesson_window_run(const bp_window *window, bp_context *context, bp_session *session,
                          const bp_lesson_start *start, bp_error *error);

/* One frame of a controller: events, time, picture. Returns the viewer's requests in *requests. */
bool bp_lesson_controller_frame(bp_lesson_controller *controller, const bp_event *events, size_t count, double seconds,
                          bp_frame *out, unsigned *requests, bp_error *error);
/* Writes down how far one came at this controller. What goes wrong with the file is nobody's loss, and not said. */
void bp_lesson_controller_save_progress(const bp_lesson_controller *controller);

#endif
