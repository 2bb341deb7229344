/* View settings: window size, text size, theme, what is drawn, and the camera as the user moved it.
 * Lessons, the lesson browser and the model viewer share them. */
#ifndef BP_VIEWER_VIEW_SETTINGS_H
#define BP_VIEWER_VIEW_SETTINGS_H

#include "viewer/false_color.h"
#include "viewer/key_table.h"
#include <bindpose/scene.h>

enum { BP_TEXT_SIZES = 7, BP_TEXT_SIZE_DEFAULT = 1 };

typedef struct bp_view_settings {
    int width, height;   /* pixels */
    float scale;         /* of the screen */
    int corner;          /* pixels at the right of the title bar that are not ours */
    int text;            /* text size, 0 .. BP_TEXT_SIZES - 1 */
    bool light, columns; /* light theme; matrices for column vectors */
    bool no_shadow;      /* a model has no shadow on the ground */
    bool still;        /* the user wants no motion: changes jump to their end, clips wait for the play key */
    bool babylon;      /* for Babylon.js users: claims of the page, and the switch between page and engine */
    bool compact;      /* in a frame of another page: no side panel unless it is asked for */
    bool page;         /* in a web page: it is never left, and a command is no help */
    bool touch;        /* for fingers, with buttons around the window: keys are not named */
    bool help;         /* the help is open */
    bool fold;         /* the side panel is toggled from its default, which depends on the size */
    bool all_matrices; /* a lesson shows all seven, not only those that it uses */
    unsigned flipped;  /* bits of bp_show_flag that the user toggled */
    bp_false_color false_color; /* of the scenes */
    float yaw, pitch;           /* radians that the camera orbited */
    float pan_x, pan_y;         /* in heights of the picture */
    float zoom;                 /* times the original distance */
} bp_view_settings;

/* Dark theme, default text size, the camera not moved. */
bp_view_settings bp_view_settings_make(int width, int height);
/* Takes size and scale from a RESIZE event. */
void bp_view_settings_resize(bp_view_settings *settings, const bp_event *event);
/* Undoes all camera movement. */
void bp_view_settings_reset_camera(bp_view_settings *settings);
/* Pixels of one layout unit. */
float bp_view_settings_unit(const bp_view_settings *settings);
/* The camera as the user moved it; in a narrow `rect` it shows as much sideways as in a square one. */
bp_camera bp_view_settings_camera(const bp_view_settings *settings, bp_camera camera, bp_rect rect);
/* Applies an action about the view; ignores all others. */
void bp_view_settings_act(bp_view_settings *settings, bp_action action, int value);
/* A drag of (dx, dy) pixels in a scene of that height: orbits, or else pans. */
void bp_view_settings_drag(bp_view_settings *settings, bool orbit, float dx, float dy, int height);

#endif
