/* A file being looked at: a viewer, the model that it looks at, the picture, and what the viewer wants done
 * outside. The window gives it events and time; without a window it draws the same pictures. */
#ifndef BP_VIEWER_MODEL_MODEL_CONTROLLER_H
#define BP_VIEWER_MODEL_MODEL_CONTROLLER_H

#include "viewer/model/model_view.h"
#include "viewer/window.h"

typedef struct bp_model_controller {
    bp_context *context; /* borrowed */
    bp_raster *raster;   /* owned */
    bp_framebuffer picture;
    bp_scene_layer layer;
    bp_loaded_model loaded;
    bp_model_viewer viewer;
    bp_model_drawn drawn;
    bp_bounds bounds;     /* what the camera looks at */
    bp_matrices before;   /* of the selected bone, before the last turn by hand */
    bp_model_viewer read; /* the viewer as it was when the model was last stood up */
    bool has_read, framed;
    unsigned posed; /* how often the figure was */
    char title[160];
} bp_model_controller;

/* Reads the file. The controller needn't be zeroed, and is to be closed also where this fails. Errors: the file; memory; a
 * size out of range. */
bool bp_model_controller_open(bp_model_controller *controller, bp_context *context, const char *path, int width, int height,
                        bp_error *error);
void bp_model_controller_close(bp_model_controller *controller);

/* Events in, requests out; those for files (open, screenshot) are done already, and what goes wrong with them is said
 * in the picture. Errors: memory. */
bool bp_model_controller_event(bp_model_controller *controller, const bp_event *event, unsigned *requests, bp_error *error);
/* Lets time go by; returns requests. */
unsigned bp_model_controller_tick(bp_model_controller *controller, double seconds);
/* Brings controller->picture up to date. */
bool bp_model_controller_draw(bp_model_controller *controller, bp_error *error);

/* What the window is called; borrowed until the next call. */
const char *bp_model_controller_title(bp_model_controller *controller);
/* One frame for a window: events, time, picture; the doctor is called when the first picture stands. */
bool bp_model_controller_frame(bp_model_controller *controller, const bp_event *events, size_t count, double seconds,
                         bp_frame *out, bp_error *error);

#endif
