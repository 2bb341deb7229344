/* skeleton: how bones are kept, for the files of this room.
 *
 * A bone is two things. What a frame's one pass needs (parent, local, chain, inverse bind, final) lies
 * in arrays of the skeleton, one entry for each bone by number, so that prepare runs through memory in
 * order. The rest (name, family, the matrices that seldom change) is the bp_bone, which never moves.
 *
 * Position, rotation and scale (`trs`) and the local matrix are two forms of one thing. At most one of
 * them is out of date: BONE_COMPOSE says that the matrix is, BONE_DECOMPOSE that the parts are. Whoever
 * wants one asks bp_bone_local_d or bp_bone_trs_d, which bring it up to date. Parts say less than a
 * matrix can hold: one that was set whole is kept when it is taken apart, and BONE_WHOLE says that the
 * parts need not make it again.
 *
 * Matrices are kept in double. A float pose would do for a picture, but rounding adds up over
 * hundreds of calls in world space, each of which multiplies by an inverse.
 */
#ifndef BP_RIG_SKELETON_H
#define BP_RIG_SKELETON_H

#include <bindpose/rig.h>

#include "math/double.h"
#include "rig/node.h"

#define BONE_NOBODY UINT32_MAX /* as a parent's number: none */

enum {
    BONE_COMPOSE = 1,   /* local is older than trs */
    BONE_DECOMPOSE = 2, /* trs is older than local */
    BONE_WHOLE = 4,     /* local was set as a matrix, not made from trs */
};

/* Arrays by bone number but for `order`; all in one block. */
typedef struct bone_arrays {
    void *block;           /* owned; everything below points into it */
    uint32_t capacity;     /* bones there is room for */
    bp_dmat4 *local;   /* see BONE_COMPOSE */
    bp_dmat4 *chain;   /* as of the last prepare */
    bp_dmat4 *inverse; /* absolute inverse bind */
    bp_dtrs *trs;      /* see BONE_DECOMPOSE */
    bp_mat4 *final;        /* as of the last prepare */
    bp_bone **bone;        /* borrowed from the arena */
    uint32_t *parent;      /* number, or BONE_NOBODY */
    uint32_t *order;       /* by place: number */
    int32_t *slot;         /* in the palette, or BP_INDEX_NONE */
    uint8_t *pending;      /* BONE_COMPOSE, BONE_DECOMPOSE, BONE_WHOLE */
    uint8_t *visited;      /* scratch of sort and reorder; zero in between */
} bone_arrays;

/* Bone numbers by name: open addressing, at most half full. Of one name the first bone alone. */
typedef struct bone_names {
    uint32_t *entry;   /* owned; number + 1, or 0 */
    uint32_t capacity; /* a power of two, or 0 */
    uint32_t used;
} bone_names;

/* Many fields: it is the room's central thing, and its parts are used together by every pass. */
struct bp_skeleton {
    const bp_context *context; /* borrowed; for clones */
    bp_allocator allocator;
    bp_arena arena; /* bones and names */
    char *name;     /* in the arena */
    int rules;
    uint32_t count;
    uint32_t linked; /* bones with a node */
    bone_arrays at;
    bone_names names;
    bp_mat4 *palette;          /* owned; NULL while slot = number for all bones: then at.final serves */
    uint32_t palette_capacity; /* slots there is room for */
    uint32_t index_end;        /* highest explicit index ever + 1 */
    bool dirty;                /* prepare has something to compute */
    bool absolutes_dirty;      /* compute_absolutes has */
    bool has_pose, pose_waits; /* waits: absolute binds don't have it yet, prepare will see to it */
    bp_dmat4 pose, pose_inverse;
    uint64_t clock;      /* gives out stamps, see bp_bone.absolute_stamp */
    uint64_t pose_stamp; /* of the last change of the pose matrix */
    bp_skeleton_counters counters;
};

/* Everything of a bone that isn't needed in every frame. */
struct bp_bone {
    bp_skeleton *skeleton;
    uint32_t number, place;
    const char *name; /* in the arena */
    uint64_t hash;    /* of the name */
    bp_bone *parent, *first_child, *last_child, *previous, *next;
    bp_node *node; /* borrowed; NULL: not linked */
    int32_t index; /* of use where has_index */
    float length;  /* of use where has_length */
    bool has_index, has_length;
    bool mirrored;      /* the absolute bind's determinant is negative */
    bool rest_is_local; /* local is known to be a copy of rest */
    bp_dmat4 bind, absolute_bind, rest, absolute;
    /* The lamp. A stamp is a moment: local_stamp of the last change of local or parent; absolute_stamp
     * of the last computing of absolute, which used the local of seen_local and the parent's absolute
     * (a root: the pose matrix) of seen_parent. */
    uint64_t local_stamp, absolute_stamp, seen_local, seen_parent;
};

/* ---- bone_pose.c ---- */

/* A matrix from outside with its last column made (0, 0, 0, 1). */
bp_dmat4 bp_rig_affine_d(bp_mat4 m);
/* Local matrix and parts, brought up to date. */
const bp_dmat4 *bp_bone_local_d(const bp_bone *bone);
const bp_dtrs *bp_bone_trs_d(const bp_bone *bone);
/* Replaces all parts, or the matrix; marks what depends on it. */
void bp_bone_set_trs_d(bp_bone *bone, bp_dtrs trs);
void bp_bone_set_local_d(bp_bone *bone, bp_dmat4 local);
/* Local was changed in some way: final and absolute are out of date. */
void bp_bone_mark_changed(bp_bone *bone);
/* Brings the local matrix of bone `number` up to date. */
void bp_skeleton_compose_local(bp_skeleton *skeleton, uint32_t number);

/* ---- bone.c ---- */

/* The next bone of a walk over `top` and all below it, parents first; NULL at the end. */
bp_bone *bp_bone_next_in_subtree(const bp_bone *bone, const bp_bone *top);
/* Makes the bone the last child of `parent` (NULL: a root); it must be nobody's. */
void bp_bone_attach(bp_bone *bone, bp_bone *parent);

/* ---- bone_bind.c ---- */

/* Recomputes absolute bind and inverse of a bone and its descendants from the parent's. */
void bp_bone_compute_binds(bp_bone *bone);

/* ---- bone_absolute.c ---- */

/* Absolute matrix, refreshed if the skeleton's absolutes are dirty. */
bp_dmat4 bp_bone_absolute_fresh(const bp_bone *bone);

/* ---- names.c ---- */

uint64_t bp_bone_name_hash(const char *text);
/* Makes room for one name more. */
bool bp_bone_names_reserve(bp_skeleton *skeleton, bp_error *error);
/* Enters the bone, unless its name is there already. */
void bp_bone_names_add(bp_skeleton *skeleton, const bp_bone *bone);

/* ---- palette.c ---- */

/* Makes room for slots 0..end-1. `separate`: in an array of their own, since some bone's slot is not
 * (or no longer) its number. */
bool bp_palette_reserve(bp_skeleton *skeleton, uint32_t end, bool separate, bp_error *error);
/* Gives every bone its slot, by index, number or place. */
void bp_palette_assign(bp_skeleton *skeleton);
/* Whether the skeleton needs an array of its own for the palette, given its rules. */
bool bp_palette_is_separate(const bp_skeleton *skeleton);

/* ---- skeleton.c ---- */

/* Makes room for `count` bones in the arrays. */
bool bp_skeleton_reserve(bp_skeleton *skeleton, size_t count, bp_error *error);

#endif
