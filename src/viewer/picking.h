/* Finds the bone or the rotation ring under the mouse, and the angle of a drag along the ring. */
#ifndef BP_VIEWER_PICKING_H
#define BP_VIEWER_PICKING_H

#include "viewer/lesson/lesson_viewer.h"

/* The bone whose joint is nearest within `reach` pixels; NULL: none. */
bp_bone *bp_pick_joint(const bp_stage *stage, const bp_drawn_scene *scene, float x, float y, float reach);
/* The bone whose joint, or else whose line, is near enough; NULL: none. `unit`: pixels per layout unit. */
bp_bone *bp_pick_bone(const bp_stage *stage, const bp_drawn_scene *scene, float x, float y, float unit);
typedef struct bp_rotation_ring {
    const bp_stage *stage;
    const bp_bone *bone; /* NULL: no ring */
    int axis;            /* 0 X, 1 Y, 2 Z */
} bp_rotation_ring;

/* Whether the ring is under the point. */
bool bp_pick_ring(const bp_rotation_ring *ring, const bp_drawn_scene *scene, float x, float y, float unit);
/* The angle in radians about the ring's axis of a drag from one pixel to another. */
float bp_rotation_ring_angle(const bp_rotation_ring *ring, const bp_drawn_scene *scene, bp_vec2 from,
                             bp_vec2 to);
/* `count` points on a bone's ring, which is perpendicular to the axis, in world space. */
void bp_rotation_ring_points(bp_mat4 frame, int axis, float radius, bp_vec3 *points, int count);
/* A bone's frame in world space, as last prepared. */
bp_mat4 bp_bone_frame(const bp_stage *stage, const bp_bone *bone);

#endif
