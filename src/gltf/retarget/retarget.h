/* retarget: what a bp_retarget holds. bindpose/retarget.h has the formula. */
#ifndef BP_GLTF_RETARGET_RETARGET_H
#define BP_GLTF_RETARGET_RETARGET_H

#include "gltf/retarget/body.h"

/* The source or the target. All arrays are in the arena, by node. */
typedef struct retarget_side {
    const bp_model *model; /* borrowed */
    retarget_tree tree;    /* its order has only needed_count nodes in use */
    bp_dmat4 *reference;   /* world matrices of the reference pose */
    bp_dmat4 *world;       /* of the moment */
    bool *needed;          /* a bone of the map, or above one */
    size_t needed_count;
    bp_dmat4 turn; /* from the binds' space to the scene's */
} retarget_side;

typedef struct retarget_bone {
    int slot; /* body_slot; -1: none */
    int source, second, target;
    double weight;
    bp_dquat align;             /* A */
    double apart;               /* radians between the reference directions; -1: no direction */
    bp_dmat4 aligned;           /* T0 * A */
    bp_dmat4 back, back_second; /* S0^-1 of source and second */
} retarget_bone;

struct bp_retarget {
    bp_allocator allocator;
    bp_arena arena;
    retarget_side from, to;
    size_t count, hips;            /* hips: the index of their bone */
    retarget_bone *bones;          /* in the order of the map */
    int *bone_of;                  /* of a node of the target: index + 1; 0: none */
    bp_dquat facing;               /* F */
    double from_ground, to_ground; /* heights of the ankles when standing */
    bp_dvec3 offset;               /* of the hips, after their scaling */
    bp_retarget_fit fit;
    bool has_ground;
    double height; /* of the source's hips over its ankles, or its legs' length */
};

#endif
