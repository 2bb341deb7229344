/* How something is shown, whatever it is: size, theme, what is drawn, and where one looks from. Shared by the
 * lessons' viewer, the browser and the viewer of files. */
#ifndef BP_VIEWER_VIEW_SETTINGS_H
#define BP_VIEWER_VIEW_SETTINGS_H

#include "viewer/action.h"
#include <bindpose/scene.h>

enum { BP_VIEWER_TEXTS = 7, BP_TEXT_USUAL = 1 };

typedef struct bp_viewer_look {
    int width, height;   /* pixels */
    float scale;         /* of the screen */
    int text;            /* size of it, 0 .. BP_VIEWER_TEXTS - 1 */
    bool light, columns; /* theme; column vectors */
    bool help, fold;     /* the help is open; the side panel is the other way than it would be by itself */
    unsigned flipped;    /* bits of bp_show_flag that are the other way than what is shown wants */
    float yaw, pitch;    /* walked around, radians */
    float pan_x, pan_y;  /* in heights of the picture */
    float zoom;          /* times the usual distance */
} bp_viewer_look;

/* Dark, usual text, the usual view. */
bp_viewer_look bp_look_make(int width, int height);
/* Pixels of one unit of layout. */
float bp_look_unit(const bp_viewer_look *look);
/* The camera as moved by hand; wide enough for `rect` to show sideways what a square would. */
bp_camera bp_look_camera(const bp_viewer_look *look, bp_camera camera, bp_rect rect);
/* What an action does to the look; others change nothing. */
void bp_look_act(bp_viewer_look *look, bp_action action, int value);
/* A drag in a scene of that height, in pixels: around, or sideways. */
void bp_look_drag(bp_viewer_look *look, bool around, float dx, float dy, int height);

#endif
