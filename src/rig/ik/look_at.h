/* look_at: the look-at controller as its two files see it. */
#ifndef BP_RIG_IK_LOOK_AT_H
#define BP_RIG_IK_LOOK_AT_H

#include "rig/ik/ik_common.h"

/* More than 12 fields: options, their meaning, and the state after the last update. */
struct bp_look_at {
    bp_allocator allocator;
    bp_bone *bone; /* borrowed */
    bp_look_at_options options;
    bp_dmat4 axes; /* rows: pitch, yaw, roll axis of the bone */
    bp_dvec3 up_axis;
    bp_look_at_up up_space; /* the one in force: a root has no parent */
    double min_yaw, max_yaw, min_pitch, max_pitch;
    bp_dvec3 target;
    bp_dquat rotation; /* of the bone in the world after the last update that changed it */
    bool slerping;     /* `rotation` is the start of the next slerp */
    bool waited;       /* the first update of a slerp, which does nothing, is over */
};

/* The direction d from the bone to the target (not 0), clamped to the yaw and pitch limits. `up` is the up
 * direction in the world. */
bp_dvec3 bp_look_at_limit(const bp_look_at *look, bp_dvec3 up, bp_dvec3 d);

#endif
