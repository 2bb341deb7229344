/* node: a transform node as the other files of the module see it. */
#ifndef BP_RIG_NODE_H
#define BP_RIG_NODE_H

#include <bindpose/rig.h>

#include "math/double.h"

/* More than 12 fields: the tree, the transform, and the cache of the world matrix. */
struct bp_node {
    bp_allocator allocator;
    char *name;                             /* owned */
    bp_node *parent;                        /* borrowed, like all links of the tree */
    bp_node *first_child, *previous, *next; /* previous and next are siblings */
    bp_dtrs trs;                            /* the rotation is converted from `euler` if that is held */
    bp_dvec3 euler;                         /* meaningful if holds_euler */
    bool holds_euler;
    bool world_stale;       /* if set, it is set for all descendants too */
    bp_dmat4 world;         /* meaningful if not stale */
    bp_node *child_on_path; /* scratch of bp_node_world_d: the way down to the node that was asked */
};

/* World matrix (NULL: the identity) and local matrix in double. */
bp_dmat4 bp_node_world_d(const bp_node *node);
bp_dmat4 bp_node_local_d(const bp_node *node);

/* Sets all three parts; the rotation is held as a quaternion. */
void bp_node_set_trs_d(bp_node *node, bp_dtrs trs);

#endif
