/* posing: how a skeleton and a clip are laid out for posing many characters, and what the kernels are
 * given. One source, posing_isa.c, is compiled once for each instruction set.
 *
 * Keys lie key after key, not track after track: of all tracks of one kind that share their times, a row
 * holds everything that one key says, each component in an array of its own. Posing at a time then reads
 * two neighbouring rows from front to back, as many tracks at once as a vector has lanes.
 *
 * A row of rotations has two numbers more for each track, about the way to the next key: the square of the
 * angle, and angle / sine of it. With these the great circle takes no arcus cosine and no branch; and
 * each key has the sign that makes the way to it the short one.
 */
#ifndef BP_RIG_BATCH_BATCH_H
#define BP_RIG_BATCH_BATCH_H

#include "base/isa.h"
#include "rig/anim/clip.h"
#include "rig/skeleton.h"

enum {
    POSING_PAD = 16,       /* arrays are filled up to multiples of the widest vector */
    POSING_VECTOR = 3,     /* arrays in a row: x, y, z */
    POSING_ROTATION = 6,   /* x, y, z, w, angle^2, angle / sin(angle) */
    POSING_GROUP_KINDS = 3 /* BP_TRACK_POSITION, _ROTATION, _SCALE */
};

/* The tracks of one kind and one line. */
typedef struct posing_group {
    size_t count, padded;
    float *rows;       /* owned; key_count + 1 of them, the last one a copy, so that there is a next */
    uint32_t *targets; /* owned; `padded` entries: which moved bone; the fillers: a spare one */
} posing_group;

typedef struct posing_line {
    const double *times; /* borrowed from the clip's copy */
    size_t key_count;
    posing_group groups[POSING_GROUP_KINDS];
} posing_line;

/* What one thread writes while it poses a character. What no track says stays as it was filled in. */
typedef struct posing_scratch {
    float *parts[POSING_GROUP_KINDS]; /* 4 floats for each moved bone, and the spare one */
    float *locals;                    /* 16 for each bone by number, and a spare one */
    float *chains;                    /* 16 for each bone, where the caller doesn't want them */
    float *block;                     /* owned; all of the above */
    size_t *hints;                    /* owned; the key found last in each line */
    bp_key_interval *places;             /* owned; of each line, for the character at hand */
} posing_scratch;

struct bp_batch_sampler {
    bp_context *context; /* borrowed; may be NULL */
    bp_allocator allocator;
    bp_clip *clip; /* owned: a copy */
    /* The skeleton, by number, but for `order`. Owned. */
    size_t count, slot_count;
    bool gaps; /* some slot is nobody's */
    uint32_t *parent, *order;
    int32_t *slot;
    float *inverse; /* absolute inverse binds, 16 floats each */
    float *locals;  /* as the skeleton stood; of use for bones that nothing moves */
    float root[16]; /* what stands behind roots: the identity, or the pose matrix */
    /* Bones that some track moves: entries, in order of number. Owned. */
    size_t moved_count, moved_padded;
    uint32_t *moved;  /* moved_padded: the bone's number; the fillers: count */
    uint32_t *entry;  /* by number; BONE_NOBODY: nothing moves it */
    bp_trs *standing; /* by entry: as the skeleton stood */
    posing_line *lines;
    size_t line_count;
    uint32_t *odd; /* owned; tracks that are evaluated one by one: steps, splines, matrices */
    size_t odd_count;
    posing_scratch *scratch; /* owned; one for each thread of the pool */
    int thread_count;
};

typedef void posing_interpolate(const posing_group *group, size_t key, float fraction, float *parts);

typedef struct posing_kernels {
    posing_interpolate *rotations, *vectors;
    /* Parts to local matrices, of all moved bones. */
    void (*compose)(const bp_batch_sampler *posing, const posing_scratch *scratch);
    /* Chains by number, and where `palette` isn't NULL finals by slot. */
    void (*chain)(const bp_batch_sampler *posing, const float *locals, float *chains, float *palette);
} posing_kernels;

#define BP_DECLARE_POSING_KERNELS(isa, suffix) extern const posing_kernels bp_batch_kernels_##suffix;
BP_ISA_EACH(BP_DECLARE_POSING_KERNELS)
#undef BP_DECLARE_POSING_KERNELS

/* ---- posing_layout.c ---- */

/* Fills in everything but context, allocator, clip and scratch. What was made before an error is freed with
 * the posing. */
bool bp_batch_lay_out(bp_batch_sampler *posing, const bp_skeleton *skeleton, bp_error *error);
void bp_batch_free_layout(bp_batch_sampler *posing);

#endif
