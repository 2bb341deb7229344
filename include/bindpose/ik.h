/* ik: the two-bone controller. Babylon.js's BoneIKController.
 *
 * It rotates an upper bone and its child until the lower one's far end reaches a target: an arm, a leg.
 * Positions are in the world of `mesh`, the node of the skinned mesh (NULL: in the skeleton's own space).
 *
 * The two bones and the line from the upper joint to the target form a triangle with sides a (upper
 * length), b (lower length) and c (distance to the target, at most the reach). The law of cosines gives
 *
 *     at the upper joint  cos B = (a^2 + c^2 - b^2) / (2 a c)
 *     at the target       cos A = (b^2 + c^2 - a^2) / (2 b c)
 *
 * and the middle joint bends by the outer angle A + B. With y towards the target, u towards the pole,
 * z = y x u and x = y x z, all normalized, the upper bone gets the world rotation
 *
 *     Axis(bend axis, B) * [x; y; z] * Axis(y, pole angle)          (row vectors: first factor first)
 *
 * and the lower bone the local rotation Axis(bend axis, -(A + B)). With the default bend axis (0, 0, -1)
 * the bones point along their +Y and the middle joint moves away from the pole, within the plane of joint,
 * target and pole. If the lower bone starts at x > y and x > z of the upper one, the bones are taken to
 * point along +X: [x; y; z] is rolled by 90 degrees, the default bend axis is (0, 0, 1), and the middle
 * joint moves towards the pole. If the lower bone's absolute matrix mirrors, the default is (1, 0, 0), and
 * the upper bone rotates by Axis((-ax, ay, az), -B) instead.
 *
 * Edge cases, finite for finite input:
 *   - target out of reach: both bones in one line towards it;
 *   - target nearer than |a - b|: folded back fully;
 *   - target in the upper joint: the current direction of the upper bone, c = 0;
 *   - pole in the joint: it counts as above it (world +Y);
 *   - pole in line with the target (within a millionth): the plane of the last update; at first the plane
 *     that the upper bone's +Z is normal to.
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
 * As in the engine the upper bone ends with the mesh's own scale in the world, whatever its scale was.
 * Bones that are linked to nodes pass their new rotation to the node.
 */
#ifndef BINDPOSE_IK_H
#define BINDPOSE_IK_H

#include <bindpose/bone.h>

BP_BEGIN_C

typedef struct bp_ik bp_ik;

typedef struct bp_ik_options {
    const bp_node *mesh; /* borrowed; the skinned mesh's node; NULL: the skeleton's space is the world */
    const bp_node *target_node; /* borrowed; each update reads the target from it; NULL: bp_ik_set_target */
    /* The pole comes from the first that is given: node, bone, the upper bone's parent, bp_ik_set_pole. */
    const bp_node *pole_node; /* borrowed */
    const bp_bone *pole_bone; /* borrowed; of the same skeleton */
    bool pole_fixed;          /* bp_ik_set_pole alone, also if the upper bone has a parent */
    bp_vec3 pole_offset;      /* of the pole, in the space of that node or bone */
    float pole_angle;         /* radians; rotates the plane of bending about the line to the target */
    bp_vec3 bend_axis;        /* of both bones, any length; zero: chosen as described above */
    float max_angle;          /* of the middle joint's inner angle, 0..pi: limits the reach; 0: pi */
    float slerp;              /* fraction of the remaining rotation that each update makes; 0 means 1 */
    float softness;           /* part of the reach in which the chain eases, 0..1; 0: none, 0.1 is much */
    /* Two habits of Babylon.js 9.34. A bone whose own scale mirrors gets a negative length, and the
     * triangle's angles come out wrong; by default lengths have no sign. And slerp starts from the upper
     * bone at creation and a lower bone bent by pi; by default from both at the first update. True: do as
     * the engine. */
    bool as_engine;
} bp_ik_options;

/* A controller for `lower` and its parent. It measures lengths once, at creation, in the world: if both bones
 * have a length set, length * own y scale * mesh's own y scale; else the distances between the joints, with
 * the lower bone's first child, or else its length, for the far end. It borrows everything for its life. NULL
 * options: all zero. Errors, with the option or bone as place: memory; `lower` NULL or without parent; a
 * leaf without length; a length that is negative, 0 or not finite; a pole bone of another skeleton;
 * pole_fixed together with a pole node or bone; max_angle, slerp or softness out of range; a value that
 * isn't finite. */
bp_ik *bp_ik_create(const bp_context *context, bp_bone *lower, const bp_ik_options *options, bp_error *error);
void bp_ik_destroy(bp_ik *ik); /* NULL is fine */

/* Other options from the next update on; lengths and the progress of slerp stay. Errors as in creation,
 * also another mesh; then nothing changes. */
bool bp_ik_set_options(bp_ik *ik, const bp_ik_options *options, bp_error *error);

void bp_ik_set_target(bp_ik *ik, bp_vec3 world); /* no effect with a target node */
void bp_ik_set_pole(bp_ik *ik, bp_vec3 world);   /* no effect if a node or bone gives the pole */

/* How far an update rotates the bones, from the pose that they have then (a clip's, say) to the one that
 * reaches: 1 until set, 0 leaves the pose alone. Both bones take that part of the way, by slerp. Set the pose
 * anew before each update, or the parts add up. Clamped to 0..1; NaN is ignored. With slerp in the options
 * this comes after it. */
void bp_ik_set_weight(bp_ik *ik, float weight);

/* Rotates the two bones. Error, and nothing changes: target, pole or a matrix of the chain is not finite,
 * or the chain can't be inverted (a scale of 0). */
bool bp_ik_update(bp_ik *ik, bp_error *error);

/* The controller's measurements and choices: the engine's private members, for display and tests. */
typedef struct bp_ik_state {
    bp_vec3 target, pole; /* as set, or as used by the last update; in the world */
    float bend; /* the lower bone's angle about the bend axis: -(A + B), slerped; pi before an update */
    float upper_length, lower_length; /* a and b, in the world */
    float reach;                      /* sqrt(a^2 + b^2 - 2 a b cos(max_angle)); a + b without limit */
    float max_angle;                  /* radians; the one in force */
    bp_vec3 bend_axis;                /* the one in force */
    float roll;                       /* radians; pi/2 if the bones are taken to point along +X, else 0 */
    bool mirrored;                    /* the lower bone's absolute matrix mirrored at creation */
} bp_ik_state;
bp_ik_state bp_ik_read(const bp_ik *ik);

BP_END_C

#endif
