/* The character in the lesson list: it walks, the mouse turns it around, and a limb taken by its flesh
 * follows the mouse and swings back when it is let go. */
#ifndef BP_VIEWER_BROWSER_HERO_H
#define BP_VIEWER_BROWSER_HERO_H

#include "viewer/model/loaded_model.h"

typedef struct bp_hero {
    bool open;
    bp_loaded_model model;
    bp_viewer core; /* camera, what the mouse holds, rotations by hand */
    bp_bounds bounds;
    int clip;              /* -1: none */
    double seconds;        /* of the clip */
    bp_drawn_frame *drawn; /* owned: its one scene, as drawn last */
} bp_hero;

/* Reads assets/character.glb. Without it there is no character, which is no error. */
void bp_hero_open(bp_hero *hero, bp_context *context);
void bp_hero_close(bp_hero *hero);
/* Lets time pass. */
void bp_hero_tick(bp_hero *hero, double seconds);
/* Whether a point is over it, as drawn last. */
bool bp_hero_contains(const bp_hero *hero, float x, float y);
/* A mouse event. Returns bits of BP_REQUEST_...; 0: it wasn't over the character. */
unsigned bp_hero_event(bp_hero *hero, const bp_event *event);
/* Draws it into a pass with depth. */
void bp_hero_draw(bp_ui *ui, bp_hero *hero, const bp_view_settings *settings, bp_rect rect);

#endif
