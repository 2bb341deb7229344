/* ik: the controller as its two files see it: ik_create.c measures and checks, ik.c turns bones. */
#ifndef BP_RIG_IK_TWO_BONE_H
#define BP_RIG_IK_TWO_BONE_H

#include "rig/ik/ik_common.h"

/* More fields than most: what was asked for, what was measured once, and where the bones got to. */
struct bp_ik {
    bp_allocator allocator;
    bp_bone *upper, *lower; /* borrowed */
    bp_ik_options options;
    double a, b, reach; /* lengths in the world */
    bool along_x;       /* the bones point along +X, not +Y */
    bool mirrored;
    bp_dvec3 bend_axis;
    bp_dvec3 target, pole; /* as set, or as last used */
    bp_dvec3 normal;       /* of the last plane of bending */
    bp_dquat turned;       /* the upper bone's rotation in the world after the last update */
    double bend;               /* the lower bone's turn likewise */
    bool started;              /* there was an update */
};

#endif
