/* node: what the rest of this room sees of a transform node. */
#ifndef BP_RIG_NODE_H
#define BP_RIG_NODE_H

#include <bindpose/rig.h>

#include "math/double.h"

/* More fields than most: links of the tree, the transform, and the cache of the world matrix. */
struct bp_node {
    bp_allocator allocator;
    char *name;                             /* owned */
    bp_node *parent;                        /* borrowed, like all links of the tree */
    bp_node *first_child, *previous, *next; /* previous and next among the siblings */
    bp_dtrs trs;                        /* rotation: converted from `euler` where that is held */
    bp_dvec3 euler;                     /* of use where holds_euler */
    bool holds_euler;
    bp_node *below;     /* one step of the way down, while a world matrix is computed */
    bool world_stale;   /* if set, it is set for every node below as well */
    bp_dmat4 world; /* of use where not stale */
};

/* Current world matrix in full precision; the identity for NULL. */
bp_dmat4 bp_node_world_d(const bp_node *node);

/* What is held as a matrix, in full precision. */
bp_dmat4 bp_node_local_d(const bp_node *node);

/* Sets all three parts, as a quaternion. */
void bp_node_set_trs_d(bp_node *node, bp_dtrs trs);

#endif
