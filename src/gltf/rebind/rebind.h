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

/* Which bind pose a file is to have (src/gltf/rebind/rebind.h). */
typedef enum bp_rebind_preset {
    BP_REBIND_REST,             /* the rest pose; bakes vertices */
    BP_REBIND_POSE,             /* a moment of a clip; bakes vertices */
    BP_REBIND_ROTATION_FREE,    /* no joint is rotated at rest: VRM 0.x's axes */
    BP_REBIND_UNIT_SCALE,       /* no joint is scaled at rest: an armature's 0.01 or 100 is folded away */
    BP_REBIND_TRANSLATION_ONLY, /* inverse binds only translate */
    BP_REBIND_IDENTITY,         /* inverse binds are identities */
    BP_REBIND_FILE,             /* inverse binds are those of another file's joints of the same names */
    BP_REBIND_PRESET_COUNT
} bp_rebind_preset;

/* How a joint got its bind. */
typedef enum bp_rebind_way {
    BP_REBIND_KEPT,
    BP_REBIND_FRAME,    /* its frame changed, and its keys with it: exact */
    BP_REBIND_NODE,     /* a new node below it became the joint: exact */
    BP_REBIND_BAKED,    /* vertices moved: exact in the new bind pose */
    BP_REBIND_SINGULAR, /* kept: a matrix has no inverse */
    BP_REBIND_WAY_COUNT
} bp_rebind_way;

typedef struct bp_rebind_options {
    bp_rebind_preset preset;
    int clip; /* of POSE; -1: the rest pose */
    double seconds;
    const bp_model *from;        /* of FILE; borrowed for the call */
    bp_gltf_container container; /* BY_NAME: the one that the file has */
    bool embed;                  /* buffers and images that are files beside it become part of it */
    const char *const *clips;    /* files with clips for this skeleton, carried along; may be NULL */
    size_t clips_count;
} bp_rebind_options;

typedef struct bp_rebind_joint {
    int skin, joint, node;
    bp_rebind_way way;
    char name[64]; /* of the node */
} bp_rebind_joint;

/* A rebound file; zero is an empty one. */
typedef struct bp_rebind {
    bp_allocator allocator;
    bp_file file; /* owned */
    size_t joint_count;
    bp_rebind_joint *joints; /* owned; skin after skin */
    size_t clips_count;      /* of the options */
    bp_file *clips;          /* owned; the options' files, with everything in them */
    char note[256];          /* an extension's number that couldn't follow exactly; usually "" */
} bp_rebind;

void bp_rebind_clear(bp_rebind *rebind);

/* Gives a file another bind pose and the same motion. Rotations and uniform scales of joints' frames are
 * carried through nodes and keys, which is exact in every pose; other changes of frames put a new node below
 * the joint, which is exact too; REST and POSE bake vertices. Numbers that VRM's extensions have in the space
 * of a joint (colliders, offsets, axes) follow; an unknown extension that has some on a joint whose frame
 * changes is an error with its name. Everything else stays, as for bp_gltf_repair. Clips of other files
 * follow by the names of their nodes: their keys are for the new frames then, and so are those files' own
 * nodes and skins. A joint that they move gets no change that keys can't have. To prove the result, compare
 * both files (bp_motion_diff_run). Overwrites `out`; clear it in any case. Errors: those of bp_gltf_read;
 * INPUT, a file without skins, or a mesh with two skins that is to be baked. */
bool bp_gltf_rebind(const bp_context *context, const char *path, const bp_rebind_options *options,
                    bp_rebind *out, bp_error *error);
bool bp_gltf_rebind_memory(const bp_context *context, const void *data, size_t size, const char *name,
                           const char *folder, const bp_rebind_options *options, bp_rebind *out,
                           bp_error *error);

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
