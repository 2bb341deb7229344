/* The loop that all viewers share: events -> state -> offscreen target -> frame. A client (a lesson, a
 * model file) says how its state changes and how it is drawn. */
#ifndef BP_VIEWER_CONTROLLER_H
#define BP_VIEWER_CONTROLLER_H

#include "viewer/viewer.h"
#include "viewer/window.h"

typedef struct bp_controller bp_controller;

/* Each function gets the controller that is the first member of the client's own. */
typedef struct bp_controller_client {
    bool (*event)(bp_controller *controller, const bp_event *event, unsigned *requests, bp_error *error);
    unsigned (*tick)(bp_controller *controller, double seconds);
    bool (*draw)(bp_controller *controller, bp_error *error);
    bool (*is_moving)(const bp_controller *controller);
    /* The stage that a drawn scene shows. */
    const bp_stage *(*stage)(const bp_controller *controller, const bp_placed_stage *scene);
} bp_controller_client;

struct bp_controller {
    const bp_controller_client *client;
    bp_viewer *viewer;   /* borrowed: the core of the client's viewer */
    bp_context *context; /* borrowed */
    bp_raster *raster;   /* owned */
    bp_framebuffer picture;
    bp_drawn_frame drawn;
    bp_pixel_probe *probe; /* the client draws into it, and leaves `drawn` as it is; NULL: the picture */
    bp_text_log *texts;    /* borrowed: receives the inspector's texts, for tests; NULL: not needed */
};

/* The caller zeroes the controller, and must close it even if this fails. The picture gets the size in the
 * viewer's settings. Errors: memory, the size. */
bool bp_controller_open(bp_controller *controller, const bp_controller_client *client, bp_viewer *viewer,
                        bp_context *context, bp_error *error);
void bp_controller_close(bp_controller *controller);

/* Handles one event. The caller fulfils the *requests, except those about files: the client has done them,
 * and shows their errors in the picture. Errors: the client's, memory. */
bool bp_controller_event(bp_controller *controller, const bp_event *event, unsigned *requests,
                         bp_error *error);
/* Lets time pass; returns requests. */
unsigned bp_controller_tick(bp_controller *controller, double seconds);
/* Draws controller->picture, in the viewer's size. */
bool bp_controller_draw(bp_controller *controller, bp_error *error);
/* One frame of a window: time, events, picture. Adds the frame's requests to those in *requests. */
bool bp_controller_frame(bp_controller *controller, const bp_event *events, size_t count, double seconds,
                         unsigned *requests, bp_frame *out, bp_error *error);
/* Draws the picture and writes it to a PNG file. The viewer's notice says whether that worked. */
void bp_controller_screenshot(bp_controller *controller, const char *path);
/* Sets the viewer's notice: "DONE PATH", or the error. */
void bp_viewer_report(bp_viewer *viewer, bool ok, const char *done, const char *path, const bp_error *error);

#endif
