/* A window's events as plain data, so tests can make their own.
 *
 * Keys that type a character come as TEXT, so bindings don't depend on the keyboard layout. KEY is for all
 * other keys, and for letters with Ctrl. */
#ifndef BP_APP_EVENT_H
#define BP_APP_EVENT_H

#include <bindpose/base.h>

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

/* The mouse pointer's shape. */
typedef enum bp_mouse_cursor {
    BP_MOUSE_CURSOR_ARROW,
    BP_MOUSE_CURSOR_HAND,
    BP_MOUSE_CURSOR_MOVE,
    BP_MOUSE_CURSOR_KINDS
} bp_mouse_cursor;

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
    BP_EVENT_CLOSE,  /* the window is closed */
} bp_event_kind;

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
    int corner;        /* RESIZE: pixels at the right of the title bar that the window itself uses */
} bp_event;

#endif
