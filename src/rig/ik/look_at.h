/* look: the controller as its files see it: look_create.c checks, look_limits.c bounds, look.c turns. */
#ifndef BP_RIG_IK_LOOK_AT_H
#define BP_RIG_IK_LOOK_AT_H

#include "rig/ik/ik_common.h"

/* More fields than most: what was asked for, what that means, and where the bone got to. */
struct bp_look_at {
    bp_allocator allocator;
    bp_bone *bone; /* borrowed */
    bp_look_at_options options;
    bp_dmat4 axes; /* rows: pitch, yaw, roll axis of the bone */
    bp_dvec3 up_axis;
    bp_look_at_up up_space; /* the one in force: a root has no parent to ask */
    double min_yaw, max_yaw, min_pitch, max_pitch;
    bp_dvec3 target;
    bp_dquat turned; /* the bone's rotation in the world after the last update that turned it */
    bool slerping;       /* `turned` is where the next slerp starts */
    bool waited;         /* the first update, which does nothing when slerping, has been */
};

/* The direction d from the bone to the target (not 0), bounded by yaw and pitch limits. `up` is the up
 * direction in the world. */
bp_dvec3 bp_look_at_limit(const bp_look_at *look, bp_dvec3 up, bp_dvec3 d);

#endif
