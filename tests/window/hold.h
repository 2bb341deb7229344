/* Taking limbs and handles: where they are in the window, and where a drag must take them. */
#ifndef BINDPOSE_TESTS_WINDOW_HOLD_H
#define BINDPOSE_TESTS_WINDOW_HOLD_H

#include "play.h"
#include "viewer/hover.h"

/* A limb that can be taken, and a drag that rotates it about its axis. */
typedef struct limb {
    bp_vec2 path[3]; /* pixels: where it is taken, half the way, the end */
    bp_vec2 joint;
    int stage;
    size_t bone;
    float degrees;   /* by which the drag rotates it ... */
    float tolerance; /* ... more or less: a few pixels of the way */
} limb;

/* The limb with the longest drag, taken where none of the texts covers it; texts may be NULL. */
bool find_limb(const bp_viewer *viewer, const bp_viewer_scope *scope, const bp_placed_stage *scene,
               bp_drag drag, const bp_text_log *texts, limb *out);
/* The middle of the hit area of an action; false: there is none. */
bool find_button(const bp_drawn_frame *drawn, bp_action action, int value, bp_vec2 *out);
/* A point of the scene rotated about an axis through a joint. */
bp_vec3 rotated_about(bp_vec3 point, bp_vec3 joint, bp_vec3 axis, float degrees);

#endif
