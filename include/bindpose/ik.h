/* ik: a chain of bones that reaches for a target: an arm, a leg, a tail. Babylon.js's BoneIKController, for
 * bones of any axis and chains of any length.
 *
 * The controller rotates a bone, its parent and as many bones above as the chain has until the last one's far
 * end is in the target. Positions are in the world of `mesh`, the node of the skinned mesh (NULL: in the
 * skeleton's own space). A bone points from its joint to the next one, and the last one to the end: whatever
 * axis that is, bones keep their roll. bp_ik_update returns the distance that is left, bp_ik_read what the
 * controller chose.
 *
 * Two bones and the line from the upper joint to the target form a triangle with sides a (upper length), b
 * (lower length) and c (distance to the target, at most the reach). The law of cosines gives
 *
 *     at the upper joint  cos B = (a^2 + c^2 - b^2) / (2 a c)
 *     at the target       cos A = (b^2 + c^2 - a^2) / (2 b c)
 *
 * and the middle joint bends by the outer angle A + B. The triangle lies in the plane of joint, target and
 * pole, and the middle joint is on the other side of the line to the target than the pole. Without a pole of
 * its own the controller keeps the plane in which the pose bends, or, if the pose was straight at creation,
 * takes the position of the upper bone's parent as pole. The upper bone rolls so that its hinge, the axis
 * about which the pose of creation bends, is normal to that plane; a straight pose has no hinge, and then it
 * is the direction nearest to the bone's -Z (bend_axis chooses another).
 *
 * More bones keep the shape of the pose as far as they can (FABRIK, see src/rig/ik/reach.c), so set the pose
 * before each update. `limits` keep each bone near its rotation at creation; of the targets that they allow
 * about one in a hundred is missed, most of them by less than a hundredth of the reach.
 *
 * Edge cases, finite for finite input:
 *   - target out of reach: all bones in one line towards it;
 *   - target nearer than the longest bone is longer than all others together: folded back fully;
 *   - target in the upper joint: the current direction of the upper bone, c = 0;
 *   - pole in the joint: it counts as above it (world +Y);
 *   - pole in line with the target (within a millionth): the plane of the last update, at first of the pose.
 *
 * Softness: the elbow of a chain that nearly reaches its full length snaps straight, because a small step of
 * the target then bends it by a large angle. With softness s the chain eases instead: from da = reach - ds
 * on, ds = s * reach, the distance c is replaced by
 *
 *     da + ds (1 - (1 + x / 4)^-4),  x = (c - da) / ds
 *
 * which continues c with the same slope and comes near the reach without touching it; the bones' end stays
 * behind the target by the difference. This is Andy Nicholas's soft IK (softimageblog.com/archives/108,
 * 2009), which has exp(-x) where we have (1 + x / 4)^-4, of the same value and slope at 0: powers give the
 * same bits on every machine.
 *
 * as_engine: Babylon.js 9.34's own controller, which takes two bones to point along +Y, or along +X if the
 * lower bone starts at x > y and x > z of the upper one, and misses the target with others. It measures
 * lengths once, at creation: if both bones have a length set, length * own y scale * mesh's own y scale
 * (negative if a scale mirrors); else the distances between the joints. With y towards the target, u towards
 * the pole, z = y x u and x = y x z, all normalized, the upper bone gets the world rotation
 *
 *     Axis(bend axis, B) * [x; y; z] * Axis(y, pole angle)          (row vectors: first factor first)
 *
 * and the lower bone the local rotation Axis(bend axis, -(A + B)). The default bend axis is (0, 0, -1). Along
 * +X, [x; y; z] is rolled by 90 degrees, the default is (0, 0, 1), and the middle joint moves towards the
 * pole. If the lower bone's absolute matrix mirrors, the default is (1, 0, 0), and the upper bone rotates by
 * Axis((-ax, ay, az), -B) instead. The upper bone ends with the mesh's own scale in the world, whatever its
 * scale was. slerp starts from the upper bone at creation and a lower bone bent by pi.
 *
 * Several controllers in one frame: bp_skeleton_prepare isn't needed between them, but once before the first
 * if bones are linked to nodes that moved, and once after the last. Bones that are linked to nodes pass their
 * new rotation to the node.
 */
#ifndef BINDPOSE_IK_H
#define BINDPOSE_IK_H

#include <bindpose/bone.h>

BP_BEGIN_C

typedef struct bp_ik bp_ik;

typedef struct bp_ik_options {
    const bp_node *mesh; /* borrowed; the skinned mesh's node; NULL: the skeleton's space is the world */
    const bp_node *target_node; /* borrowed; each update reads the target from it; NULL: bp_ik_set_target */
    int bones;                  /* of the chain: the lower bone and those above it; 0: 2 */
    /* Borrowed; a bone below the lower one, which is to be in the target. NULL: the lower bone's far end,
     * (0, length, 0) of it if a length was set, else its first child. */
    const bp_bone *end;
    /* Copied; radians, for each bone from the first one: how far it may turn from its rotation at creation,
     * 0..pi, 0: any angle. NULL: none. */
    const float *limits;
    /* The pole comes from the first that is given: node, bone, bp_ik_set_pole (with pole_fixed or without a
     * pose that bends; as_engine: or without a parent of the upper bone), the upper bone's parent. */
    const bp_node *pole_node; /* borrowed */
    const bp_bone *pole_bone; /* borrowed; of the same skeleton */
    bool pole_fixed;          /* bp_ik_set_pole alone */
    bp_vec3 pole_offset;      /* of the pole, in the space of that node or bone */
    float pole_angle;         /* radians; rotates the plane of bending about the line to the target */
    bp_vec3 bend_axis; /* in the upper bone's space, of any length; its part across the bone counts, in place
                                 of the hinge; zero: the hinge */
    float max_angle;   /* of the middle joint's inner angle, 0..pi: limits the reach; 0: pi */
    float slerp;       /* fraction of the remaining rotation that each update makes; 0 means 1 */
    float softness;    /* part of the reach in which the chain eases, 0..1; 0: none, 0.1 is much */
    bool as_engine;    /* Babylon.js's own way, see above */
} bp_ik_options;

/* A controller for a chain that ends with `lower`. It borrows everything for its life. NULL options: all
 * zero. Errors, with the option or bone as place: memory; `lower` NULL or without as many parents as the
 * chain has bones; a leaf without length; a length that is 0 or not finite; a pole bone of another skeleton;
 * pole_fixed together with a pole node or bone; an end bone that is not below `lower`; more than two bones
 * with a pole, bend_axis or max_angle; max_angle, a limit, slerp or softness out of range; a value that isn't
 * finite. */
bp_ik *bp_ik_create(const bp_context *context, bp_bone *lower, const bp_ik_options *options, bp_error *error);
void bp_ik_destroy(bp_ik *ik); /* NULL is fine */

/* Other options from the next update on; the progress of slerp stays. Errors as in creation, also another
 * mesh, as_engine or number of bones; then nothing changes. */
bool bp_ik_set_options(bp_ik *ik, const bp_ik_options *options, bp_error *error);

void bp_ik_set_target(bp_ik *ik, bp_vec3 world); /* no effect with a target node */
void bp_ik_set_pole(bp_ik *ik, bp_vec3 world);   /* no effect if a node or bone gives the pole */

/* How far an update rotates the bones, from the pose that they have then (a clip's, say) to the one that
 * reaches: 1 until set, 0 leaves the pose alone. All bones take that part of the way, by slerp. Set the pose
 * anew before each update, or the parts add up. Clamped to 0..1; NaN is ignored. With slerp in the options
 * this comes after it. */
void bp_ik_set_weight(bp_ik *ik, float weight);

/* Rotates the bones. `distance` (may be NULL) is what is left between the chain's end and the target, in the
 * world: 0 but for rounding if it is within reach, and the limits, slerp and weight allow it. Error, and
 * nothing changes: target, pole or a matrix of the chain is not finite, or the chain can't be inverted (a
 * scale of 0). */
bool bp_ik_update(bp_ik *ik, float *distance, bp_error *error);

/* The controller's measurements and choices: the engine's private members, for display and tests. */
typedef struct bp_ik_state {
    bp_vec3 target, pole; /* as set, or as used by the last update; in the world */
    float bend; /* the lower bone's angle about the bend axis: -(A + B), slerped; pi before an update */
    float upper_length, lower_length; /* a and b, in the world: of the first and the last bone */
    float reach;       /* sqrt(a^2 + b^2 - 2 a b cos(max_angle)); without it the sum of all lengths */
    float max_angle;   /* radians; the one in force */
    bp_vec3 bend_axis; /* the one in force */
    float roll;        /* as_engine: pi/2 if the bones are taken to point along +X; else 0 */
    bool mirrored;     /* the lower bone's absolute matrix mirrored at creation */
    bp_vec3 bone_axis; /* along which the upper bone points, in its own space */
    float distance;    /* that the last update left; -1 before */
} bp_ik_state;
bp_ik_state bp_ik_read(const bp_ik *ik);

BP_END_C

#endif
