/* The interface between a window and its content. In each frame the window passes events and time to its
 * client and gets a picture back. Neither knows anything else of the other. */
#pragma once

#include "io/json.h"
#include <bindpose/illustration.h>
#include <bindpose/io.h>
#include <bindpose/program.h>

/* A window's events as plain data, so tests can make their own.
 *
 * Keys that type a character come as TEXT, so bindings don't depend on the keyboard layout. KEY is for all
 * other keys, and for letters with Ctrl. */

typedef enum bp_key {
    BP_KEY_NONE,
    /* 'a' to 'z': themselves, with Ctrl only */
    BP_KEY_SPACE = 256,
    BP_KEY_LEFT,
    BP_KEY_RIGHT,
    BP_KEY_UP,
    BP_KEY_DOWN,
    BP_KEY_HOME,
    BP_KEY_END,
    BP_KEY_PAGE_UP,
    BP_KEY_PAGE_DOWN,
    BP_KEY_TAB,
    BP_KEY_ENTER,
    BP_KEY_ESCAPE,
    BP_KEY_BACKSPACE,
    BP_KEY_F1,
    BP_KEY_F2,
    BP_KEY_F11,
} bp_key;

enum { BP_MOD_SHIFT = 1, BP_MOD_CTRL = 2 }; /* other modifiers are ignored */

typedef enum bp_button { BP_BUTTON_LEFT = 1, BP_BUTTON_MIDDLE, BP_BUTTON_RIGHT } bp_button;

typedef enum bp_event_kind {
    BP_EVENT_NONE,
    BP_EVENT_KEY,     /* a key goes down, or repeats */
    BP_EVENT_TEXT,    /* a character is typed */
    BP_EVENT_PRESS,   /* a mouse button */
    BP_EVENT_RELEASE, /* likewise */
    BP_EVENT_MOVE,    /* the mouse */
    BP_EVENT_WHEEL,
    BP_EVENT_RESIZE, /* the framebuffer's new size; always the first event */
    BP_EVENT_DROP,   /* a file is dropped on the window */
    BP_EVENT_SET,    /* the page sets a value of a lesson or a model */
    BP_EVENT_CLOSE,  /* the window is closed */
} bp_event_kind;

/* The values that HTML controls of the page can set. src/web/window.js has the same numbers. */
typedef enum bp_set {
    BP_SET_SLIDER, /* the slider `index` */
    BP_SET_CHANGE, /* how far the step's change has got, 0..1 */
    BP_SET_ANSWER, /* the answer to the open question */
    BP_SET_SKIP,   /* the question is given up: its answer is shown */
    BP_SET_BONE,   /* of a model: the bone with the id `index` in the skeleton `value` is selected */
    BP_SET_CLIP,   /* the animation `index` plays */
    BP_SET_TIME,   /* it stands still at `value` seconds */
} bp_set;

typedef struct bp_event {
    bp_event_kind kind;
    int key; /* bp_key, or a letter */
    unsigned mods;
    bool repeat;       /* KEY: held down */
    char text[8];      /* TEXT: one character in UTF-8 */
    int button;        /* PRESS, RELEASE: bp_button */
    int clicks;        /* PRESS: 2 for the second of two quick ones in one place */
    float x, y;        /* of the mouse, in pixels of the framebuffer */
    float wheel;       /* notches, up is positive */
    int width, height; /* RESIZE: pixels */
    const char *path;  /* DROP: the file; borrowed until the end of the frame */
    float scale;       /* RESIZE: pixels per layout unit; 2 on a screen of twice the density */
    bool coarse;       /* RESIZE: one sample a pixel, until the next size */
    bp_set set;        /* SET: what, which, and to which value */
    int index;
    float value;
} bp_event;

/* A square of bp_frame.changed, in pixels. */
enum { BP_CHANGED_SIZE = 64 };

/* A frame's results. The window sets `presented` and zeroes the rest. */
typedef struct bp_frame {
    double presented;              /* seconds that copying the last picture to the screen took */
    const bp_framebuffer *picture; /* borrowed until the next frame; NULL: unchanged */
    /* Likewise: for each square of the picture, row after row, whether it may differ from the last picture;
     * NULL: all may. */
    const uint8_t *changed;
    const bp_context *context; /* whose threads copy the picture; NULL: the window's own */
    const char *title;         /* likewise */
    bool moving;               /* call the next frame at once, not only after an event */
    bp_pointer_shape cursor;
    bool toggle_fullscreen;
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
    /* Opens one, and returns when it is closed. Errors: no display (ENVIRONMENT); the client's. */
    bool (*run)(const bp_window_options *options, const bp_window_client *client, bp_error *error);
};
