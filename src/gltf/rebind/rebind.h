/* rebind: another bind pose for the same motion.
 *
 * A joint's vertices are moved by inverse bind times world. If the joint's frame changes by a constant C, so
 * that its world matrix becomes C * world, then inverse bind * C^-1 undoes that for every pose: the motion is
 * the same. There are three ways to get there.
 *   - Frame: C is a rotation and a uniform scale. The node's local matrix becomes C * local * (C of its
 *     parent)^-1, which is again a translation, rotation and scale, key by key: translations are rotated and
 *     scaled, rotations multiplied from both sides, scales multiplied. Exact between keys too.
 *     A node without keys and children takes any C.
 *   - Node: for any other C, a new node below the joint's has C as its matrix and becomes the joint.
 *   - Baked: the bind pose itself changes, so each vertex is moved to where it is in that pose. Exact in that
 *     pose, and for vertices with one joint; others move a little differently in other poses. */
#pragma once

#include "gltf/rewrite/rewrite.h"
#include "math/double.h"
#include <bindpose/tools.h>

/* A rotation, then a uniform scale: the change of a node's frame. */
typedef struct bp_rebind_frame {
    bp_dquat rotation;
    double scale;
} bp_rebind_frame;

typedef struct bp_rebind_node {
    int parent;          /* -1: none */
    bp_dtrs local, rest; /* in the pose of the new bind, and at rest */
    bp_dmat4 world;
    bp_rebind_frame frame;
    bool changed;         /* its frame isn't the identity */
    bool has_joint_below; /* it or a descendant is a joint */
    bool still;           /* no key and no child: any change of its frame is exact */
    bool reshaped;        /* then its world matrix is multiplied by `change` */
    bp_dmat4 change;
    bool uneven; /* its scale, or a key of it, has unequal components: it can't be rotated */
} bp_rebind_node;

typedef struct bp_rebind_skin {
    size_t joint_count;
    int *nodes;
    bp_dmat4 *binds;     /* inverse binds */
    bp_dmat4 *new_binds; /* those that come */
    bp_dmat4 *helpers;   /* local matrices of new nodes */
    bp_rebind_way *ways;
} bp_rebind_skin;

/* A file being rebound. */
typedef struct bp_rebind_job {
    const bp_context *context;
    const bp_rebind_options *options;
    bp_gltf_document document;
    bp_gltf_rewrite rewrite;
    bp_arena arena;
    bp_model *model; /* owned */
    size_t node_count, skin_count;
    const int *order; /* of the nodes: parents first */
    bp_rebind_node *nodes;
    bp_rebind_skin *skins;
    bp_rebind *out;
    struct bp_rebind_library *libraries; /* files with clips for this one: options->clips_count; NULL: none */
    bool is_open;                        /* document and rewrite */
} bp_rebind_job;

/* A file whose clips are for another file's skeleton. */
typedef struct bp_rebind_library {
    bp_rebind_job job;
    bp_file file; /* owned */
    bp_gltf_source source;
} bp_rebind_library;

/* Decides which way each joint takes: rebind_plan.c. */
bool bp_rebind_plan(bp_rebind_job *job, bp_error *error);
/* Inverse binds for joints whose node got a new frame, but that have their old bind yet. */
void bp_rebind_follow(bp_rebind_job *job);
/* Writes nodes and skins (rebind_write.c), and clips (rebind_clips.c). */
bool bp_rebind_write_skins(bp_rebind_job *job, bp_error *error);
bool bp_rebind_write_clips(bp_rebind_job *job, bp_error *error);
/* Writes extensions' numbers for the new frames, or refuses: rebind_vrm.c. */
bool bp_rebind_write_extensions(bp_rebind_job *job, bp_error *error);

static inline bool bp_rebind_is_baked(const bp_rebind_job *job) {
    return job->options->preset == BP_REBIND_REST || job->options->preset == BP_REBIND_POSE;
}
/* The name of a new node, before that of the node above it. */
#define BP_REBIND_HELPER "bind of "
/* A node's new local transform, for its own frame and its parent's. */
bp_dtrs bp_rebind_local(const bp_rebind_job *job, size_t node, bp_dtrs local);

/* The way as the end of a sentence: "kept as it is". */
const char *bp_rebind_way_text(bp_rebind_way way);
