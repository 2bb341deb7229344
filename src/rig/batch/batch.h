/* batch: how a skeleton and a clip are laid out to sample many characters.
 *
 * Definition: batch_scalar.c. batch_isa.c computes the same bits, compiled for each instruction set.
 *
 * Keys are stored key after key, not track after track. All tracks of one kind on one timeline form a
 * group; a row of a group holds one key of all its tracks, each component in an array of its own. Sampling
 * reads two neighbouring rows from front to back, with one track in each lane of a vector.
 *
 * A row of rotations also has, for the way to the next key, the square of the angle and angle / sine of it:
 * slerp then needs no arccosine and no branch. Each key has the sign that makes the way to it the short
 * one.
 */
#ifndef BP_RIG_BATCH_H
#define BP_RIG_BATCH_H

#include "base/isa.h"
#include "rig/anim/anim.h"
#include "rig/skeleton.h"

#include <string.h>

enum {
    BATCH_PADDING = 16,        /* arrays are padded to multiples of the widest vector */
    BATCH_VECTOR_ARRAYS = 3,   /* arrays in a row: x, y, z */
    BATCH_ROTATION_ARRAYS = 6, /* x, y, z, w, angle^2, angle / sin(angle) */
    BATCH_GROUP_KINDS = 3      /* BP_TRACK_POSITION, _ROTATION, _SCALE */
};

/* The tracks of one kind on one timeline. */
typedef struct batch_track_group {
    size_t count, padded;
    float *rows; /* key_count + 1 of them: the last is a copy, so that every key has a next one */
    uint32_t
        *targets; /* owned; `padded` entries: index of the animated bone; of a spare one for the padding */
} batch_track_group;

typedef struct batch_timeline {
    const double *times; /* borrowed from the clip's copy */
    size_t key_count;
    batch_track_group groups[BATCH_GROUP_KINDS];
} batch_timeline;

/* The memory in which one thread samples a character. Parts without a track keep their initial values. */
typedef struct batch_scratch {
    float *parts[BATCH_GROUP_KINDS]; /* 4 floats for each animated bone and the spare one */
    bp_mat4 *locals;                 /* of each bone by id, and a spare one */
    bp_mat4 *chains;                 /* of each bone, if the caller doesn't want them */
    size_t *hints;                   /* the key found last on each timeline */
    bp_key_interval *intervals;      /* of each timeline for the current character */
} batch_scratch;

struct bp_batch_sampler {
    bp_context *context; /* borrowed; may be NULL */
    bp_allocator allocator;
    bp_arena arena; /* every array below */
    bp_clip *clip;  /* owned: a copy */
    /* The skeleton by id (order: by array index). */
    size_t count, palette_count;
    bool has_gaps; /* some palette entry belongs to no bone */
    uint32_t *parent, *order;
    int32_t *palette_index;
    bp_mat4 *inverse; /* absolute inverse binds */
    bp_mat4 *locals;  /* of the skeleton at creation; used for bones that no track animates */
    bp_mat4 root;     /* the parent matrix of roots: the identity, or the pose matrix */
    /* The bones that some track animates, by id. */
    size_t animated_count, animated_padded;
    uint32_t *animated;       /* animated_padded: bone id; `count` for the padding */
    uint32_t *animated_index; /* by bone id; BONE_NONE: not animated */
    bp_trs *initial;          /* by animated index: parts at creation */
    batch_timeline *timelines;
    size_t timeline_count;
    uint32_t *other_tracks; /* tracks evaluated one by one: steps, splines, matrices */
    size_t other_count;
    batch_scratch *scratch; /* one for each thread of the pool */
};

/* Interpolates the keys `key` and `key + 1` of a group into the parts of its targets. */
typedef void batch_interpolate(const batch_track_group *group, size_t key, float fraction, float *parts);

typedef struct batch_kernels {
    batch_interpolate *interpolate[BATCH_GROUP_KINDS];
    /* Parts to local matrices, of all animated bones. */
    void (*compose)(const bp_batch_sampler *sampler, const batch_scratch *scratch);
    /* Local matrices to chains by id and, unless `palette` is NULL, finals by palette index. */
    void (*chain)(const bp_batch_sampler *sampler, const bp_mat4 *locals, bp_mat4 *chains, bp_mat4 *palette);
} batch_kernels;

#define BP_DECLARE_BATCH_KERNELS(isa, suffix) extern const batch_kernels bp_batch_kernels_##suffix;
BP_ISA_EACH(BP_DECLARE_BATCH_KERNELS)
#undef BP_DECLARE_BATCH_KERNELS

static inline void batch_set_parts(const batch_scratch *s, size_t index, bp_trs trs) {
    memcpy(s->parts[BP_TRACK_POSITION] + 4 * index, &trs.translation, sizeof trs.translation);
    memcpy(s->parts[BP_TRACK_ROTATION] + 4 * index, &trs.rotation, sizeof trs.rotation);
    memcpy(s->parts[BP_TRACK_SCALE] + 4 * index, &trs.scale, sizeof trs.scale);
}

/* Samples one character of the job with these kernels (batch_scalar.c). */
void bp_batch_sample_character(const bp_batch_sampler *sampler, const batch_kernels *kernels,
                               const bp_batch_job *job, size_t character, const batch_scratch *scratch);

/* The scalar definition of bp_batch_sampler_run (src/rig/batch/batch_scalar.c): one bone at a time, in one
 * thread, with the same bits. */
void bp_batch_sampler_run_scalar(bp_batch_sampler *sampler, const bp_batch_job *job);

#endif
