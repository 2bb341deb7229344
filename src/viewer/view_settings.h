/* How something is shown, whatever it is: size, theme, what is drawn, and where one looks from. Shared by the
 * lessons' viewer, the browser and the viewer of files. */
#ifndef BP_VIEWER_VIEW_SETTINGS_H
#define BP_VIEWER_VIEW_SETTINGS_H

#include "viewer/key_table.h"
#include <bindpose/scene.h>

enum { BP_TEXT_SIZES = 7, BP_TEXT_SIZE_DEFAULT = 1 };

typedef struct bp_view_settings {
    int width, height;   /* pixels */
    float scale;         /* of the screen */
    int text;            /* size of it, 0 .. BP_TEXT_SIZES - 1 */
    bool light, columns; /* theme; column vectors */
    bool help, fold;     /* the help is open; the side panel is the other way than it would be by itself */
    unsigned flipped;    /* bits of bp_show_flag that are the other way than what is shown wants */
    float yaw, pitch;    /* walked around, radians */
    float pan_x, pan_y;  /* in heights of the picture */
    float zoom;          /* times the usual distance */
} bp_view_settings;

/* Dark, usual text, the usual view. */
bp_view_settings bp_view_settings_make(int width, int height);
/* Pixels of one unit of layout. */
float bp_view_settings_unit(const bp_view_settings *settings);
/* The camera as moved by hand; wide enough for `rect` to show sideways what a square would. */
bp_camera bp_view_settings_camera(const bp_view_settings *settings, bp_camera camera, bp_rect rect);
/* What an action does to the settings; others change nothing. */
void bp_view_settings_act(bp_view_settings *settings, bp_action action, int value);
/* A drag in a scene of that height, in pixels: around, or sideways. */
void bp_view_settings_drag(bp_view_settings *settings, bool around, float dx, float dy, int height);

#endif
