/* retarget: what a bp_retarget holds. bindpose/retarget.h has the formula. */
#pragma once

#include "gltf/retarget/body.h"

/* The source or the target. All arrays are in the arena, by node. */
typedef struct retarget_side {
    const bp_model *model; /* borrowed */
    retarget_tree tree;    /* its order has only needed_count nodes in use, those that are placed first */
    bp_dmat4 *reference;   /* world matrices of the reference pose */
    bp_dmat4 *world;       /* of the moment */
    bp_dquat *spin;        /* their rotations */
    double
        *size; /* their scales; 0: one at or above it mirrors, or differs by axis. Else rotations multiply */
    bool *needed; /* a bone of the map, or above one */
    bool *placed; /* corrections and the hips' path need its world matrix, and not only its rotation */
    size_t needed_count, placed_count;
} retarget_side;

typedef struct retarget_bone {
    int slot;      /* body_slot; -1: none */
    int twist_of;  /* of a twist bone, the limb's slot; -1: it is none */
    bp_dvec3 axis; /* about which it rolls, in the source's reference pose */
    int source, second, target;
    double weight;
    bp_dquat align;             /* A */
    double apart;               /* radians between the reference directions; -1: no direction */
    bp_dmat4 aligned;           /* T0 * A */
    bp_dquat aligned_spin;      /* its rotation */
    bp_dquat back, back_second; /* of S0^-1, of source and second */
    bp_dquat through;           /* of T0 * A after S0^-1 */
} retarget_bone;

/* A point of a foot that can rest: its ankle, or its toes. */
typedef struct retarget_contact {
    int source, target; /* nodes; source -1: none */
    double rest;        /* the source's height over its ankle when it stands */
    bool planted;
    double level;         /* of what it was planted on, over the ground, in the source's units */
    double rested;        /* seconds for which it has stayed */
    bp_dvec3 last, place; /* where the source's was; and where it began to rest */
} retarget_contact;

/* A skinned vertex: its place at rest, and its joints' nodes, positions in the joints' spaces and weights. */
typedef struct retarget_vertex {
    bp_dvec3 at;
    int count, nodes[BP_MESH_MAX_INFLUENCES];
    bp_dvec3 local[BP_MESH_MAX_INFLUENCES];
    double weights[BP_MESH_MAX_INFLUENCES];
} retarget_vertex;

enum { RETARGET_SOLE = 17 };

typedef struct retarget_foot {
    int bones[3];                 /* of the map: upper leg, lower leg, foot; -1: the map lacks them */
    retarget_contact contacts[2]; /* ankle, toes */
    size_t sole_count;
    retarget_vertex sole[RETARGET_SOLE];
    /* What correct.c keeps from frame to frame. */
    int kept;                        /* index of the contact that stays in `place`; -1: none */
    bool were[2];                    /* whether the contacts were planted, ... */
    bp_dvec3 place, offset, last[2]; /* ... and where they were, corrected */
    double lift, level;              /* level: of what the foot stands on, over the target's ground */
} retarget_foot;

/* A foot in a frame: as transferred, and what shall become of it. */
typedef struct retarget_footing {
    bp_dvec3 hip, points[2]; /* the upper leg's joint; ankle and toes */
    double sole, farthest;   /* height of the sole; how far ankle and hip may be apart */
    bool planted[2], rests[2];
    double levels[2]; /* of what the planted contacts are on, over the target's ground */
    double lift;      /* of the ankle over its place, if that is planned; NaN: by the frames so far */
    bp_dvec3 goal;    /* of the ankle */
} retarget_footing;

/* A leg or arm of the target. */
typedef struct retarget_limb {
    int nodes[3];  /* upper, lower, end; the first is -1 if it isn't complete */
    bp_dvec3 bend; /* where a straight limb bends to */
} retarget_limb;

struct bp_retarget {
    bp_allocator allocator;
    bp_arena arena;
    retarget_side from, to;
    size_t count, hips;            /* hips: the index of their bone */
    retarget_bone *bones;          /* in the order of the map */
    int *bone_of;                  /* of a node of the target: index + 1; 0: none */
    bp_dquat facing;               /* F */
    double from_ground, to_ground; /* heights of the ankles when standing */
    double to_floor;               /* height of the lower sole when standing */
    bp_dvec3 offset;               /* of the hips, after their scaling */
    bp_retarget_fit fit;
    bp_retarget_options options;
    double height;      /* of the source's hips over its ankles, or its legs' length */
    double statures[2]; /* of source and target: the height of a body with such legs */
    retarget_foot feet[2];
    retarget_limb limbs[4]; /* legs, arms */
    bool *under_hips;       /* by node of the target: the hips, or below them */
    bp_dvec3 axes;          /* factors of the hips' translation */
    double drop;            /* how far the hips went down for the feet */
};

/* ---- directions.c */
/* The rotation of a matrix that scales, but doesn't mirror. */
bp_dquat bp_retarget_rotation(const bp_dmat4 *m);
/* The local rotation that gives a node its world matrix's directions: the scale is the node's own. `above`:
 * its parent's matrix, or NULL. */
bp_dquat bp_retarget_local_rotation(const bp_dmat4 *world, const bp_dmat4 *above, bp_dvec3 scale);
/* The least rotation from one direction to another; half a turn is about `axis`. */
bp_dquat bp_retarget_arc(bp_dvec3 from, bp_dvec3 to, bp_dvec3 axis);
double bp_retarget_angle(bp_dvec3 a, bp_dvec3 b);
/* The pair of a slot: the first or last of a chain; -1: none. */
int bp_retarget_pair_of(const bp_retarget *r, int slot, bool last);
/* A pair's node on that side; -1 for no pair. */
int bp_retarget_node_of(const bp_retarget *r, const retarget_side *side, int pair);
static inline int bp_retarget_slot_node(const bp_retarget *r, const retarget_side *side, int slot) {
    return bp_retarget_node_of(r, side, bp_retarget_pair_of(r, slot, false));
}
/* Where a pair's bone points on one side, by the joints in `world`. False: it has no direction. */
bool bp_retarget_direction(const bp_retarget *r, const retarget_side *side, const bp_dmat4 *world,
                           size_t pair, bp_dvec3 *out);

/* ---- retarget.c */
/* Takes a model's tree and reference pose. */
bool bp_retarget_side_make(retarget_side *side, const bp_model *model, bool from_bind, bp_arena *arena,
                           bp_error *error);
/* Sets the rotations of a side's first `count` nodes, in its order, and world matrices of those that are
 * placed, or of all; parts that the pose lacks are at rest. */
void bp_retarget_pose_side(retarget_side *side, const bp_pose *pose, size_t count, bool all);
/* Flags a pair's nodes on both sides as placed; -1: none. */
void bp_retarget_place_pair(bp_retarget *r, int pair);
/* How a bone's source has turned since the reference pose, in the target's facing. */
bp_dquat bp_retarget_turn(const bp_retarget *r, const retarget_bone *bone);
/* Where the source's hips take the target's. */
bp_dvec3 bp_retarget_hips(const bp_retarget *r, int source);

/* Even times that have a clip's keys among them if those are even. */
typedef struct retarget_times {
    double first, step, rate; /* seconds, and the clip's units a second */
    size_t count;
    const double *keys; /* borrowed, in the clip's units: its keys, if they are these times; else NULL */
} retarget_times;
retarget_times bp_retarget_times(const bp_clip *clip);
/* The time of a frame, in the clip's units. */
static inline double bp_retarget_time(const retarget_times *times, size_t frame) {
    return times->keys ? times->keys[frame] : (times->first + (double)frame * times->step) * times->rate;
}

/* ---- contacts.c */
/* Finds both feet, and the joints that move their soles, which become needed. */
bool bp_retarget_feet_make(bp_retarget *r, bp_error *error);
/* Whether the source's point is planted, `seconds` after the last call (0: a first one), with hysteresis: it
 * is slow and near its height when standing, or stays in one place higher up. `other`: those of the other
 * foot. */
bool bp_retarget_contact_step(const bp_retarget *r, retarget_contact *contact,
                              const retarget_contact other[2], double seconds);
/* The height of the sole's lowest vertex over the target's ground; without vertices of the ankle over its
 * height when standing. */
double bp_retarget_sole_height(const bp_retarget *r, const retarget_foot *foot);

/* ---- correct.c */
#define BP_RETARGET_FADE 0.1 /* seconds in which a correction falls to half */
/* `left`: at rest, from the right leg to the left one. */
void bp_retarget_limbs_make(bp_retarget *r, bp_dvec3 left);
/* Forgets the frames before. */
void bp_retarget_feet_begin(bp_retarget *r);
/* Measures a foot of a pose that was just transferred, `seconds` after the last one (0: a first one). */
void bp_retarget_footing(bp_retarget *r, int side, double seconds, retarget_footing *out);
/* Finds the ankle's goal. Returns how far the hips must go down so that the leg can reach it. */
double bp_retarget_foot_plan(bp_retarget *r, int side, retarget_footing *footing, double seconds);
/* Lowers the hips, and takes both ankles to their goals. */
void bp_retarget_stand(bp_retarget *r, const retarget_footing footings[2], double drop, bp_pose *to);
/* Both of that for a pose that was just transferred, `seconds` after the last one (0: a first one). */
void bp_retarget_keep_feet(bp_retarget *r, double seconds, bp_pose *to);
void bp_retarget_keep_hands(bp_retarget *r, bp_pose *to);

/* Calls for each skinned vertex that the scene shows. */
bool bp_retarget_each_vertex(const retarget_side *side,
                             void (*visit)(void *user, const retarget_vertex *vertex), void *user,
                             bp_error *error);

/* Radians between the reference directions of a pair's bones; negative: a bone without a direction. */
float bp_retarget_apart(const bp_retarget *retarget, size_t pair);

/* "bone angle", "degrees". */
const char *bp_retarget_kind_name(bp_retarget_kind kind);

const char *bp_retarget_kind_unit(bp_retarget_kind kind);
