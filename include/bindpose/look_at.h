/* look_at: the look-at controller. Babylon.js's BoneLookController.
 *
 * It rotates a bone so that its +Z axis points at a target, with its +Y as near to an up direction as that
 * allows: a head, an eye. Other axes of the bone can take their parts (forward_axis, yaw_axis): a gun along
 * +X, bones of Blender along +Y. Positions are in the world of `mesh`.
 *
 * With d from the bone to the target and u up, z = d, x = u x z, y = z x x, all normalized, the bone's
 * world rotation becomes (row vectors: first factor first)
 *
 *     inverse([pitch axis; yaw axis; roll axis]) * YawPitchRoll(adjustments) * [x; y; z]
 *
 * with roll axis = pitch axis x yaw axis. The bone keeps its scale and position.
 *
 * Limits are measured in the space right = u x f, u, f = right x u, in which f is the roll axis, transformed
 * by the parent bone (for a root: by the mesh). Pitch = atan2(d.u, |d without u|) is clamped first, then
 * yaw = atan2(d.right, d.f). A yaw above max becomes max, one below min becomes min; if the allowed range
 * exceeds pi, the bound that is nearer around the circle. With slerp and such a range, a bone whose
 * shortest way leads through the forbidden part goes around the other way, 3/4 pi at a time.
 *
 * Edge cases, finite for finite input:
 *   - target in the bone: nothing changes;
 *   - target in line with up: the bone keeps its own x as far as it can;
 *   - f in line with up: right is the pitch axis, transformed by the parent, made perpendicular to up;
 *   - pitch limit and target straight above or below: yaw 0;
 *   - parents that scale unevenly: the bone points at the target, but may lean.
 */
#ifndef BINDPOSE_LOOK_AT_H
#define BINDPOSE_LOOK_AT_H

#include <bindpose/bone.h>

BP_BEGIN_C

typedef struct bp_look_at bp_look_at;

typedef enum bp_look_at_up {
    BP_LOOK_AT_UP_MESH, /* up_axis is a direction of the mesh (the engine's Space.LOCAL) */
    BP_LOOK_AT_UP_WORLD,
    BP_LOOK_AT_UP_PARENT, /* of the parent bone, in terms of yaw and pitch axis (Space.BONE); roots: MESH */
} bp_look_at_up;

typedef struct bp_look_at_options {
    const bp_node *mesh; /* borrowed; wears the skeleton; NULL: the skeleton's space is the world */
    bool limit_yaw;
    float min_yaw, max_yaw; /* with limit_yaw: radians, -pi..pi, min <= max */
    bool absolute_yaw;      /* with limit_yaw: the limits are for |yaw|, 0 <= min, on both sides */
    bool limit_pitch;
    float min_pitch, max_pitch; /* with limit_pitch: radians; min <= max, min below pi/2, max above -pi/2 */
    bp_vec3 up_axis;            /* any length; zero: +Y */
    bp_look_at_up up_space;
    bp_vec3 yaw_axis, pitch_axis; /* the bone's own, perpendicular, any length; zero: +Y, +X */
    /* The bone's own axis that points at the target, any length; zero: pitch_axis x yaw_axis, which is +Z
     * unless they were given. With it, yaw_axis is the bone's own up: its part perpendicular to forward_axis
     * is used, and zero means +Y, or +Z if forward_axis is along Y. The pitch axis is then yaw x forward, and
     * pitch_axis must be zero. As ozz's IKAimJob: forward and up. */
    bp_vec3 forward_axis;
    float adjust_yaw, adjust_pitch, adjust_roll; /* radians, about the axes after looking */
    /* Fraction of the remaining rotation that each update makes, 0..1; 0 means 1. Below 1 the first update
     * does nothing: it waits a frame for linked nodes, as the engine does. */
    float slerp;
    /* Habits of Babylon.js 9.34. For a root whose up is exactly (0, 1, 0) it measures limits in the mesh's
     * whole world matrix, translation included; for such an up from BP_LOOK_AT_UP_PARENT in the parent's
     * own rotation. It has no limit space if f is in line with up, and continues with a matrix that isn't
     * inverted. It applies the mesh's world matrix twice to decide which way to go around. It changes
     * nothing if the target is in line with up, and misses it below bones that scale unevenly. */
    bool as_engine;
} bp_look_at_options;

/* A controller for one bone. It borrows everything for its life. NULL options: all zero. Errors, with the
 * option as place: memory; bone NULL; limits out of range or order; pitch and yaw axis not perpendicular;
 * forward_axis together with pitch_axis, or parallel to yaw_axis; slerp out of range; an unknown space; a
 * value that isn't finite. */
bp_look_at *bp_look_at_create(const bp_context *context, bp_bone *bone, const bp_look_at_options *options,
                              bp_error *error);
void bp_look_at_destroy(bp_look_at *look); /* NULL is fine */

/* Other options from the next update on; the progress of slerp stays. Errors as in creation; then nothing
 * changes. */
bool bp_look_at_set_options(bp_look_at *look, const bp_look_at_options *options, bp_error *error);

void bp_look_at_set_target(bp_look_at *look, bp_vec3 world); /* the origin until set */

/* Rotates the bone. Error, and nothing changes: the target or a matrix of the chain is not finite, or the
 * chain can't be inverted (a scale of 0). */
bool bp_look_at_update(bp_look_at *look, bp_error *error);

BP_END_C

#endif
