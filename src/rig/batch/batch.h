/* batch: how bones and clips are laid out to pose many characters.
 *
 * Definition: batch_scalar.c. batch_isa.c computes the same bits, compiled for each instruction set.
 *
 * Keys are stored key after key, not track after track. All tracks of one kind on one timeline form a
 * group; a row of a group holds one key of all its tracks, each component in an array of its own. Sampling
 * reads two neighbouring rows from front to back, with one track in each lane of a vector. Tracks of bones
 * near the root come first, so characters at a distance sample the beginning of a row.
 *
 * A row of rotations also has, for the way to the next key, the square of the angle and angle / sine of it:
 * slerp then needs no arccosine and no branch. Each key has the sign that makes the way to it the short
 * one.
 */
#pragma once

#include "base/isa.h"
#include "rig/anim/packed.h"
#include "rig/skeleton.h"

#include <bindpose/batch.h>
#include <stdatomic.h>
#include <string.h>

enum {
    BATCH_PADDING = 16,        /* arrays are padded to multiples of the widest vector */
    BATCH_VECTOR_ARRAYS = 3,   /* arrays in a row: x, y, z */
    BATCH_ROTATION_ARRAYS = 6, /* x, y, z, w, angle^2, angle / sin(angle) */
    BATCH_KINDS = 3            /* BP_TRACK_POSITION, _ROTATION, _SCALE */
};

/* The tracks of one kind on one timeline. */
typedef struct batch_track_group {
    size_t count, padded;
    float *rows;       /* key_count + 1 of them: the last is a copy, so that every key has a next one */
    uint32_t *targets; /* `padded` entries: index of the animated bone; of a spare one for the padding */
} batch_track_group;

typedef struct batch_timeline {
    const double *times; /* borrowed from the clip, like the packed keys */
    size_t key_count;
    batch_track_group groups[BATCH_KINDS]; /* of packed tracks, without rows */
    const bp_packed_keys *packed;          /* NULL: the groups have the keys */
    uint32_t *lanes;                       /* of each packed track in its group; BONE_NONE: left out */
    size_t first_key;                      /* of the batch's packed keys */
} batch_timeline;

/* Keys that were unpacked last stay in the scratch: each has a slot, with its row and the next key's in all
 * groups. Characters play on by less than a key in a frame, and many play one clip. */
enum { BATCH_SLOTS = 1024 };

/* A track that is evaluated alone: steps, splines, matrices, morph weights. */
typedef struct batch_other {
    uint32_t track;
    uint32_t target; /* an animated bone, or, of weights, one of the batch's morphs */
} batch_other;

typedef struct batch_clip {
    const bp_clip *clip; /* borrowed */
    batch_timeline *timelines;
    size_t timeline_count, first_timeline; /* the first one's place among intervals */
    batch_other *others;
    size_t other_count;
    /* Of each animated bone, and of each node's morph weights: whether the clip holds that part, 1 or 0, and
     * its value in the first frame, for additive layers. */
    float *holds[BATCH_KINDS], *first[BATCH_KINDS];
    size_t held[BATCH_KINDS]; /* no animated bone from here on has that part; of whole vectors, or all */
    bool *holds_weights;
    float *first_weights;
} batch_clip;

/* The memory in which one thread poses a character. Parts have 4 floats for each animated bone. */
typedef struct batch_scratch {
    float *parts[BATCH_KINDS];  /* the pose; at rest from `held` of the batch on */
    float *layer[BATCH_KINDS];  /* the layer that is being added to it */
    float *totals[BATCH_KINDS]; /* of the layers' weights in each bone */
    float *weight;              /* of the layer in each bone */
    float *morphs, *layer_morphs;
    float *morph_totals; /* of each node with morph weights; 0: no layer holds them */
    bp_mat4 *locals;     /* of each bone by id, and a spare one */
    bp_mat4 *chains, *palette;
    uint32_t *subtree; /* of a partial update: its bones in order, then by id whether a bone is one */
    bp_key_interval *intervals; /* found last on each timeline of each clip */
    float *slots;
    size_t *slot_keys;         /* the packed key in each slot + 1; 0: none */
    const batch_clip *sampled; /* whose bones alone differ from rest in `parts`; NULL: any may */
    int sampled_depth;         /* down to here */
} batch_scratch;

/* An entry of the palette: its inverse * the bone's chain. */
typedef struct batch_final {
    uint32_t bone, index;
    uint32_t next; /* another entry of the bone; BONE_NONE: it has no more */
} batch_final;

/* Morph weights of a node. */
typedef struct batch_morphs {
    uint32_t bone, first, count;
} batch_morphs;

struct bp_batch {
    const bp_context *context; /* borrowed; may be NULL */
    bp_allocator allocator;
    bp_arena arena; /* every array below */
    /* The bones by id. */
    size_t count;
    uint32_t *parent; /* BONE_NONE: a root */
    uint32_t *order;  /* the bones, those of equal depth side by side */
    uint32_t *depth;  /* steps to the root */
    bp_trs *rest;
    bp_mat4 *locals; /* at rest, with shear */
    bp_mat4 root;    /* the parent matrix of roots: the identity, or the pose matrix */
    batch_final *finals;
    uint32_t *final_of; /* by bone id: an entry; BONE_NONE: none */
    bp_mat4 *inverses;  /* of each final */
    size_t final_count, palette_count;
    bool has_gaps; /* some palette entry belongs to no bone */
    batch_morphs *morphs;
    size_t morph_count, weight_count;
    /* The bones that some track animates, by id. */
    size_t animated_count, animated_padded;
    uint32_t *animated;          /* animated_padded: bone id; `count` for the padding */
    uint32_t *animated_index;    /* by bone id; BONE_NONE: not animated */
    float *initial[BATCH_KINDS]; /* parts at rest */
    size_t held[BATCH_KINDS];    /* the largest of the clips' */
    batch_clip *clips;
    size_t clip_count, timeline_count;            /* timelines: of all clips together */
    size_t packed_count, slot_count, slot_floats; /* packed keys of all clips; a slot's size */
    batch_scratch *scratch;                       /* one for each thread of the pool */
    atomic_flag *taken;                           /* of each scratch */
    int scratch_count;
};

/* Interpolates the first `count` tracks (or up to 15 more) of the keys `key` and `key + 1`. */
typedef void batch_interpolate(const batch_track_group *group, size_t count, size_t key, float fraction,
                               float *parts);

typedef struct batch_kernels {
    batch_interpolate *interpolate[BATCH_KINDS];
    /* Of `count` bones, whose weights are `weight` times `holds` (0 or 1).
     * blend: sum += weight * value, total += weight. finish: rest has what the total lacks to 1; the mean.
     * add: value's difference from `first`, weighted, on top of `parts`. */
    void (*blend)(int kind, size_t count, const float *value, const float *weight, const float *holds,
                  float *total, float *sum);
    void (*finish)(int kind, size_t count, const float *rest, const float *total, float *sum);
    void (*add[BATCH_KINDS])(size_t count, const float *value, const float *first, const float *weight,
                             const float *holds, float *parts);
    /* Parts to local matrices, of all animated bones. */
    void (*compose)(const bp_batch *batch, const batch_scratch *scratch);
    /* Local matrices to chains by id, of `count` bones, parents first; with `palette` also to these bones'
     * entries: a final doesn't wait for another bone, as the next chain may. */
    void (*chain)(const bp_batch *batch, const uint32_t *bones, size_t count, const bp_mat4 *locals,
                  bp_mat4 *chains, bp_mat4 *palette);
} batch_kernels;

#define BP_DECLARE_BATCH_KERNELS(isa, suffix) extern const batch_kernels bp_batch_kernels_##suffix;
BP_ISA_EACH(BP_DECLARE_BATCH_KERNELS)
#undef BP_DECLARE_BATCH_KERNELS
extern const batch_kernels bp_batch_kernels_scalar; /* batch_scalar.c */

/* ---- batch.c ---- */
/* A batch whose arrays of bones, finals and morphs the caller fills (rest, locals, parent; the rest is zero),
 * before bp_batch_lay_out. Destroy it after an error. */
bp_batch *bp_batch_begin(const bp_context *context, size_t bones, size_t finals, size_t morphs,
                         bp_error *error);
bool bp_batch_lay_out(bp_batch *batch, const bp_clip *const *clips, size_t clip_count, bp_error *error);
const batch_kernels *bp_batch_kernels(const bp_batch *batch);
/* A scratch that no other thread uses until it is given back. */
batch_scratch *bp_batch_take(bp_batch *batch);
void bp_batch_give_back(bp_batch *batch, batch_scratch *scratch);

/* ---- pack.c ---- */
/* Stores a track's keys with a step: writes them as they come back, and returns their bits. */
typedef size_t batch_coder(const bp_track *source, float step, float *values);
/* As bp_batch_pack, but a clip with keys, as the coder gives them. */
bp_clip *bp_batch_quantize(bp_batch *batch, int clip, const bp_pack_options *options, batch_coder *coder,
                           bp_error *error);

/* ---- batch_scalar.c ---- */
/* The first `rows` of a track's keys, and of its last key once more. */
void bp_batch_store_keys(const bp_track *track, const batch_track_group *group, size_t lane, size_t rows);
/* Fills parts and morphs of the scratch. */
void bp_batch_pose(const bp_batch *batch, const batch_kernels *kernels, const bp_batch_layer *layers,
                   size_t count, batch_scratch *scratch);
/* One character of the job. */
void bp_batch_character(const bp_batch *batch, const batch_kernels *kernels, const bp_batch_job *job,
                        size_t character, batch_scratch *scratch);

static inline size_t batch_padded(size_t count) {
    return (count + BATCH_PADDING - 1) / BATCH_PADDING * BATCH_PADDING;
}

/* Floats of a group in a slot. */
static inline size_t batch_pair_size(const batch_track_group *group, int kind) {
    return 2 * group->padded * (kind == BP_TRACK_ROTATION ? BATCH_ROTATION_ARRAYS : BATCH_VECTOR_ARRAYS);
}

/* Whether a track goes into a group: position, rotation or scale, linear throughout. */
bool bp_batch_is_grouped(const bp_track *track);

static inline void batch_add_final(bp_batch *batch, size_t bone, size_t index, bp_mat4 inverse) {
    batch->finals[batch->final_count] = (batch_final){(uint32_t)bone, (uint32_t)index, batch->final_of[bone]};
    batch->inverses[batch->final_count] = inverse;
    batch->final_of[bone] = (uint32_t)batch->final_count++;
}

static inline bp_trs batch_get_parts(float *const parts[BATCH_KINDS], size_t index) {
    bp_trs trs;
    memcpy(&trs.position, parts[BP_TRACK_POSITION] + 4 * index, sizeof trs.position);
    memcpy(&trs.rotation, parts[BP_TRACK_ROTATION] + 4 * index, sizeof trs.rotation);
    memcpy(&trs.scale, parts[BP_TRACK_SCALE] + 4 * index, sizeof trs.scale);
    return trs;
}

static inline void batch_set_parts(float *const parts[BATCH_KINDS], size_t index, bp_trs trs) {
    memcpy(parts[BP_TRACK_POSITION] + 4 * index, &trs.position, sizeof trs.position);
    memcpy(parts[BP_TRACK_ROTATION] + 4 * index, &trs.rotation, sizeof trs.rotation);
    memcpy(parts[BP_TRACK_SCALE] + 4 * index, &trs.scale, sizeof trs.scale);
}
