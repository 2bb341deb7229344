/* skeleton: how nodes, bones and skeletons are stored.
 *
 * The data of prepare's one pass (parent, local, chain, inverse bind, final) lies in arrays of the skeleton
 * by bone id, so the pass runs through memory in order. Everything else (name, hierarchy, the matrices that
 * seldom change) is in bp_bone, which never moves.
 *
 * `trs` (position, rotation, scale) and the local matrix are two forms of one pose, and at most one of them
 * is stale. Read them through bp_bone_local_d and bp_bone_trs_d, which bring them up to date. Parts say
 * less than a matrix: decomposing a matrix that was set as a whole keeps that matrix (BONE_SET_AS_MATRIX).
 *
 * Matrices are double. Float would do for a picture, but rounding adds up over hundreds of calls in world
 * space, each of which multiplies by an inverse.
 */
#pragma once

#include "base/arena.h"
#include "math/double.h"
#include "rig/engine.h"

#include <string.h>

/* ---- node.c ---- */
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

/* To be called after a change of a node's parts: its world matrix and those below it are out of date. */
void bp_node_parts_changed(bp_node *top);
/* Whether two sets of parts have the same bits: memcmp, without its call. */
static inline bool bp_same_parts(const bp_dtrs *a, const bp_dtrs *b) {
    uint64_t x[sizeof *a / sizeof(uint64_t)], y[sizeof *a / sizeof(uint64_t)], differing = 0;
    memcpy(x, a, sizeof x);
    memcpy(y, b, sizeof y);
    for (size_t i = 0; i < sizeof *a / sizeof(uint64_t); i++) differing |= x[i] ^ y[i];
    return differing == 0;
}
/* Sets all three parts; the rotation is held as a quaternion. */
void bp_node_set_trs_d(bp_node *node, bp_dtrs trs);

/* ---- bones ---- */

#define BONE_NONE UINT32_MAX /* the parent id of a root */

/* Bits of bone_arrays.flags. */
enum {
    BONE_LOCAL_STALE = 1,   /* local is older than trs */
    BONE_TRS_STALE = 2,     /* trs is older than local */
    BONE_SET_AS_MATRIX = 4, /* local was set as a matrix, not composed from trs */
};

/* Arrays by bone id (order: by array index), all in one block. */
typedef struct bone_arrays {
    void *block; /* owned; everything below points into it */
    uint32_t capacity;
    bp_dmat4 *local;
    bp_dmat4 *chain;   /* of the last prepare */
    bp_dmat4 *inverse; /* absolute inverse bind */
    bp_dtrs *trs;
    bp_mat4 *final;         /* of the last prepare */
    bp_bone **bone;         /* borrowed from the arena */
    uint32_t *parent;       /* id, or BONE_NONE */
    uint32_t *order;        /* by array index: id */
    int32_t *palette_index; /* or BP_INDEX_NONE */
    uint8_t *flags;         /* BONE_LOCAL_STALE, BONE_TRS_STALE, BONE_SET_AS_MATRIX */
    uint8_t *visited;       /* scratch of sort and reorder; zero in between */
} bone_arrays;

/* Bones by name: open addressing, at most half full. Only the first bone of a name is in it. */
typedef struct bone_names {
    bp_bone **entry;   /* owned; NULL: free */
    uint32_t capacity; /* a power of two, or 0 */
    uint32_t used;
} bone_names;

/* More than 12 fields: every pass uses its parts together. */
struct bp_skeleton {
    const bp_context *context; /* borrowed; for clones */
    bp_allocator allocator;
    bp_arena arena; /* bones and names */
    char *name;     /* in the arena */
    int rules;
    bp_isa isa; /* the context's */
    uint32_t count;
    uint32_t linked; /* number of bones with a node */
    bone_arrays bones;
    bone_names names;
    bp_mat4 *palette; /* owned; NULL while every palette index is the bone's id: bones.final serves then */
    uint32_t palette_capacity;
    uint32_t index_end;   /* highest explicit index ever + 1 */
    bool dirty;           /* prepare has something to compute */
    bool absolutes_dirty; /* so has bp_skeleton_compute_absolutes */
    bool has_pose_matrix;
    bool pose_matrix_pending; /* the next prepare puts it into the absolute binds */
    bp_dmat4 pose_matrix, pose_matrix_inverse;
    uint64_t last_version; /* see bp_bone.absolute_version */
    uint64_t pose_matrix_version;
    bp_final_function *final_function; /* NULL: prepare's own product */
    bp_skeleton_counters counters;
};

struct bp_bone {
    bp_skeleton *skeleton;
    uint32_t id, array_index;
    const char *name; /* in the arena */
    uint64_t hash;    /* of the name */
    bp_bone *parent, *first_child, *last_child, *previous, *next;
    bp_node *node; /* borrowed; NULL: not linked */
    int32_t index; /* meaningful with has_index */
    float length;  /* meaningful with has_length */
    bool has_index, has_length;
    bool mirrored;      /* the absolute bind's determinant is negative */
    bool rest_is_local; /* local is known to equal rest */
    bp_dmat4 bind, absolute_bind, rest, absolute;
    /* Whether absolute is current. A version is a growing number: local_version of the last change of local
     * or parent, absolute_version of the last computation of absolute, which used the local of
     * used_local_version and the parent's absolute (a root: the pose matrix) of used_parent_version. */
    uint64_t local_version, absolute_version, used_local_version, used_parent_version;
};

/* The next bone of a walk over `top` and its descendants, parents first; NULL at the end. */
static inline bp_bone *bp_bone_next_in_subtree(const bp_bone *bone, const bp_bone *top) {
    if (bone->first_child) return bone->first_child;
    while (bone != top && !bone->next) bone = bone->parent;
    return bone == top ? NULL : bone->next;
}

/* ---- skeleton.c ---- */
/* A copy of a text in the arena. */
char *bp_rig_copy_name(bp_arena *arena, const char *name, bp_error *error);
/* Enlarges the arrays to `count` bones. */
bool bp_skeleton_reserve(bp_skeleton *skeleton, size_t count, bp_error *error);
/* Copies the first `count` elements of every array. */
void bp_bone_arrays_copy(bone_arrays *to, const bone_arrays *from, size_t count);

/* ---- bone.c ---- */
/* Makes a bone without parent the last child of `parent` (NULL: it stays a root). */
void bp_bone_attach(bp_bone *bone, bp_bone *parent);

/* ---- bone_local.c ---- */
/* The matrix in double, with the last column (0, 0, 0, 1). */
bp_dmat4 bp_rig_affine_d(bp_mat4 m);
/* Local matrix and parts, brought up to date. */
const bp_dmat4 *bp_bone_local_d(const bp_bone *bone);
const bp_dtrs *bp_bone_trs_d(const bp_bone *bone);
static inline void bp_skeleton_compose_local(bp_skeleton *skeleton, uint32_t id) {
    bone_arrays *bones = &skeleton->bones;
    if (!(bones->flags[id] & BONE_LOCAL_STALE)) return;
    bones->flags[id] = 0;
    bones->local[id] = bp_dmat4_from_dtrs(bones->trs[id]);
    skeleton->counters.local++;
    skeleton->counters.composed++;
}
/* Replace all parts, or the matrix, and mark everything that depends on them. The linked node stays. */
void bp_bone_set_trs_d(bp_bone *bone, bp_dtrs trs);
void bp_bone_set_local_d(bp_bone *bone, bp_dmat4 local);
/* Under BP_RULE_WRITE_THROUGH every public setter of a linked bone begins with the first one, which copies
 * the node's parts to the bone as prepare does, and ends with the second, which copies the bone's to the
 * node. */
void bp_bone_copy_from_node(bp_bone *bone);
void bp_bone_read_through(bp_bone *bone);
void bp_bone_write_through(bp_bone *bone);
/* Marks final and absolute as out of date after a change of local or parent. */
void bp_bone_mark_changed(bp_bone *bone);

/* ---- bone_bind.c ---- */
/* Recomputes absolute bind and its inverse of a bone and its descendants from the parent's. */
void bp_bone_compute_binds(bp_bone *bone);

/* ---- bone_bind.c: absolute matrices ---- */
/* Absolute matrix; refreshed if the skeleton's absolutes are dirty. */
bp_dmat4 bp_bone_absolute_fresh(const bp_bone *bone);
/* The same times the world matrix of `node` (NULL: the identity), and its rotation; if the absolute bind
 * mirrors, the first row is negated before the rotation is taken. */
bp_dmat4 bp_bone_world_d(const bp_bone *bone, const bp_node *node);
bp_dquat bp_bone_world_rotation_d(const bp_bone *bone, const bp_node *node);
bool bp_rules_check(int rules, const char *place, bp_error *error); /* a bit that isn't one of bp_rules */
bool bp_bone_set_bind_d(bp_bone *bone, bp_dmat4 bind, bool absolutes, bp_error *error);
bool bp_bone_set_rotation_d(bp_bone *bone, bp_dquat q, bp_space space, const bp_node *node, bp_error *error);
bool bp_bone_rotate_to_d(bp_bone *bone, bp_dmat4 rotation, const bp_node *node, bp_error *error);

/* ---- prepare.c: the palette ---- */
/* Makes space for palette entries 0..end-1; `separate`: in an array apart from the finals, because some
 * palette index is not (or no longer) the bone's id. */
bool bp_palette_reserve(bp_skeleton *skeleton, uint32_t end, bool separate, bp_error *error);
bool bp_palette_check_index(int index, const char *name, bp_error *error); /* an index out of range */
/* Assigns every bone's palette index from its index, id or array index. */
void bp_palette_assign(bp_skeleton *skeleton);
/* Whether the skeleton's rules or indices need a palette apart from the finals. */
bool bp_palette_is_separate(const bp_skeleton *skeleton);
