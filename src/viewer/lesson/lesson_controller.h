/* A lesson in the viewer: the viewer's state, the world at that state, and the numbers that panels show of it. */
#ifndef BP_VIEWER_LESSON_LESSON_CONTROLLER_H
#define BP_VIEWER_LESSON_LESSON_CONTROLLER_H

#include "viewer/controller.h"
#include "viewer/lesson/lesson_view.h"

typedef struct bp_lesson_controller {
    bp_controller base;
    bp_session *session; /* borrowed */
    bp_lesson_viewer viewer;
    bp_panel_data data;
    bp_lesson_viewer data_viewer; /* the viewer for which `data` was made */
    bool has_data;
    int furthest; /* the furthest step that was shown, 0.. */
} bp_lesson_controller;

/* At a step, its change done. Close it even if this fails. Errors: memory, a size out of range. */
bool bp_lesson_controller_open(bp_lesson_controller *controller, bp_context *context, bp_session *session,
                               int step, int width, int height, bp_error *error);
void bp_lesson_controller_close(bp_lesson_controller *controller);

/* Writes the furthest step to the progress file. An error is ignored: progress is a convenience. */
void bp_lesson_controller_save_progress(const bp_lesson_controller *controller);

#endif
