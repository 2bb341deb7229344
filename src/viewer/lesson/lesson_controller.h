/* A lesson being looked at: a viewer, the world that it looks at, the picture, and what the viewer wants done
 * outside. The window gives it events and time; without a window it draws the same pictures. */
#ifndef BP_VIEWER_LESSON_LESSON_CONTROLLER_H
#define BP_VIEWER_LESSON_LESSON_CONTROLLER_H

#include "viewer/lesson/lesson_view.h"

typedef struct bp_lesson_controller {
    bp_context *context; /* borrowed */
    bp_session *session; /* borrowed */
    bp_raster *raster;   /* owned */
    bp_framebuffer picture;
    bp_viewer viewer;
    bp_drawn_frame drawn;
    bp_panel_data data;
    bp_viewer read; /* the viewer as it was when `data` was made */
    bool has_read;
    int furthest; /* step that was shown, 0.. */
} bp_lesson_controller;

/* At a step, its change done. The controller is zeroed by the caller, and closed also where this fails. Errors:
 * memory, a size out of range. */
bool bp_lesson_controller_open(bp_lesson_controller *controller, bp_context *context, bp_session *session, int step, int width,
                         int height, bp_error *error);
void bp_lesson_controller_close(bp_lesson_controller *controller);

/* Events in, requests out; those for files (save, open, screenshot) are done already. Errors: the lesson's
 * functions; memory. What goes wrong with a file is said in the picture. */
bool bp_lesson_controller_event(bp_lesson_controller *controller, const bp_event *event, unsigned *requests, bp_error *error);
/* Lets time go by; returns requests. */
unsigned bp_lesson_controller_tick(bp_lesson_controller *controller, double seconds);
/* Brings controller->picture up to date. */
bool bp_lesson_controller_draw(bp_lesson_controller *controller, bp_error *error);

#endif
