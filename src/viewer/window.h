/* Between what is client and what shows it. A window hands over events and time, one frame at a call, and is
 * handed a picture; it knows nothing of what it shows, and that knows nothing of the window. */
#ifndef BP_VIEWER_WINDOW_H
#define BP_VIEWER_WINDOW_H

#include "viewer/event.h"
#include <bindpose/program.h>
#include <bindpose/raster.h>

/* What a frame gives back to the window, which hands it over zeroed but for the first field. */
typedef struct bp_frame {
    double presented; /* seconds that it took to bring the last picture to the screen */
    const bp_framebuffer *picture; /* borrowed until the next frame; NULL: as it was */
    const char *title;             /* borrowed likewise; NULL: as it was */
    bool moving;                   /* the next frame is wanted at once; else when something happens */
    bool toggle_fullscreen;
    bool quit;
} bp_frame;

/* What is client. */
typedef struct bp_window_client {
    void *user;
    /* Takes the events since the last frame (the first of all is RESIZE) and the seconds that went by, and
     * fills *out. False ends the window with that error. */
    bool (*frame)(void *user, const bp_event *events, size_t count, double seconds, bp_frame *out,
                  bp_error *error);
} bp_window_client;

/* How the window begins. */
typedef struct bp_window_options {
    const char *title;
    int width, height; /* 0: 1280x800 */
} bp_window_options;

/* A kind of window. */
struct bp_window {
    /* Opens one, and returns when it is closed. Errors: no display (ENVIRONMENT); those of what is client.
     * With $BINDPOSE_TIMES set it tells on standard error how long the first picture and each frame took. */
    bool (*run)(const bp_window_options *options, const bp_window_client *client, bp_error *error);
};

#endif
