/* The interface between a window and its content. In each frame the window passes events and time to its
 * client and gets a picture back. Neither knows anything else of the other. */
#ifndef BP_APP_WINDOW_H
#define BP_APP_WINDOW_H

#include "io/json.h"
#include "app/event.h"
#include <bindpose/io.h>
#include <bindpose/program.h>
#include <bindpose/raster.h>

/* A frame's results. The window sets `presented` and zeroes the rest. */
typedef struct bp_frame {
    double presented;              /* seconds that copying the last picture to the screen took */
    const bp_framebuffer *picture; /* borrowed until the next frame; NULL: unchanged */
    const char *title;             /* likewise */
    bool moving;                   /* call the next frame at once, not only after an event */
    bp_mouse_cursor cursor;
    bool toggle_fullscreen;
    bool next;        /* with `quit`: a web page opens the next lesson; other windows just close */
    const char *copy; /* borrowed: a command for the clipboard; a web page copies its link instead */
    bool quit;
} bp_frame;

/* A window's content. */
typedef struct bp_window_client {
    void *user;
    /* Takes the events since the last frame (the first of all is RESIZE) and the seconds that went by, and
     * fills *out. False ends the window with that error. */
    bool (*frame)(void *user, const bp_event *events, size_t count, double seconds, bp_frame *out,
                  bp_error *error);
    /* Describes what the window shows, as members of the JSON object that is open: for screen readers, and
     * for the address of a web page. `program` names the kind of window; the other members depend on it.
     * NULL: nothing is known. */
    void (*describe)(void *user, bp_json_writer *json);
} bp_window_client;

typedef struct bp_window_options {
    const char *title;
    int width, height; /* 0: 1280x800 */
} bp_window_options;

/* A kind of window. */
struct bp_window {
    /* Opens one, and returns when it is closed. Errors: no display (ENVIRONMENT); the client's.
     * With $BINDPOSE_TIMES set it tells on standard error how long the first picture took, the frames while
     * something moved by itself, and those after events: drags, keys, the wheel. */
    bool (*run)(const bp_window_options *options, const bp_window_client *client, bp_error *error);
};

#endif
