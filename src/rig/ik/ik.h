/* The controller of a chain of bones: its data, and its two ways of solving. two_bone.c has creation, options
 * and the engine's way; reach.c the default one. */
#ifndef BP_RIG_IK_H
#define BP_RIG_IK_H

#include "rig/ik/ik_common.h"

/* A bone of the chain. All but the first four is scratch of an update. */
typedef struct ik_link {
    bp_bone *bone;     /* borrowed */
    bp_dquat creation; /* its rotation when the controller was created: limits are measured from it */
    double limit;      /* radians; 0: none */
    bp_dquat last;     /* its rotation after the last update */
    bp_dtrs parts;     /* the pose that is being made */
    bp_dmat4 world;
    bp_dvec3 offset;      /* of the next joint, in this bone's space */
    bp_dvec3 joint, goal; /* in the world: where it is and where it shall be */
    double length;
} ik_link;

struct bp_ik {
    bp_allocator allocator;
    bp_bone *upper, *lower; /* borrowed: the first and the last bone */
    bp_ik_options options;
    double a, b, reach; /* lengths in the world: of the first bone, of the last one; of all together */
    bool along_x;       /* as_engine: the bones point along +X, not +Y */
    bool mirrored;
    bp_dvec3 bend_axis;
    bp_dvec3 target, pole; /* as set, or as used last */
    bp_dvec3 normal;       /* of the last plane of bending */
    bp_dquat rotation;     /* as_engine: of the upper bone in the world after the last update */
    double bend;           /* of the lower bone after the last update */
    bool started;          /* there was an update */
    bool has_pole;         /* bp_ik_set_pole was called */
    double weight;         /* 0..1 */
    double distance;       /* that the last update left; -1 before */
    size_t count;          /* of links */
    ik_link *links;        /* owned; from the first bone to the last; NULL: as_engine */
    bp_dvec3 axis;         /* from the upper joint to the lower one, in the upper bone's space */
    bp_dvec3 hinge;        /* about which the pose of creation bends, perpendicular to it */
    bool bent;             /* that pose was not straight */
};

/* Where the end of the chain is in the last bone's space. Error: the matrix of the bone has no inverse. */
bool bp_ik_end_offset(const bp_ik *ik, bp_dvec3 *offset, bp_error *error);
/* Measures the chain and chooses its axes (reach.c). Error: a length that isn't positive. */
bool bp_ik_measure_chain(bp_ik *ik, bp_error *error);
/* Rotates the bones towards ik->target and keeps away from `pole` (NULL: the plane of the pose). */
bool bp_ik_reach(bp_ik *ik, const bp_dvec3 *pole, bp_error *error);

#endif
