/* The flesh under the mouse: which limb a drag would take, and how far a drag rotates it. */
#ifndef BP_VIEWER_FLESH_H
#define BP_VIEWER_FLESH_H

#include "viewer/viewer.h"

/* A point of a mesh's surface, and the bone that moves it most. */
typedef struct bp_flesh_hit {
    bp_bone *bone;    /* NULL: no skinned mesh there */
    bp_vec3 position; /* in world space */
} bp_flesh_hit;

/* The nearest skinned surface at a pixel of a drawn scene. */
bp_flesh_hit bp_flesh_at(const bp_stage *stage, const bp_drawn_scene *scene, float x, float y);

/* Of a bone's own axes, the one that points most towards the eye: a drag about it stays in the picture. */
int bp_flesh_axis(const bp_stage *stage, const bp_drawn_scene *scene, const bp_bone *bone);

/* How far a drag from one pixel to another rotates the bone about one of its own axes (0..2), in radians. The
 * point that was taken, `taken` in world space, follows the mouse on its circle around the axis. 0 where the
 * circle is nearly a line in the picture. */
float bp_flesh_angle(const bp_stage *stage, const bp_drawn_scene *scene, const bp_bone *bone, int axis,
                     bp_vec3 taken, bp_vec2 from, bp_vec2 to);

#endif
