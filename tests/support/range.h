/* Named ranges of a clip (range.c), such as "walk", frames 1 to 40: Babylon.js's AnimationRange.
 * The clip has a list of ranges and each track has one too, as in the engine: a range may be copied from
 * another skeleton, in which not every bone took part. The functions mirror Animation.createRange,
 * deleteRange, getRange and Skeleton.getAnimationRanges, copyAnimationRange; the replay of recordings
 * compares them. */
#pragma once

#include "rig/anim/anim.h"

/* Adds a range to the clip, and to every track that has none of that name. Errors (the clip is unchanged):
 * an empty name or one in use; ends that aren't finite or are reversed; memory. */
bool bp_clip_range_create(bp_clip *clip, const char *name, double from, double to, bp_error *error);
/* Removes a range from the clip and its tracks; `delete_keys` also deletes the keys within each track's
 * range of that name, possibly all of them. False if the clip has no such range. */
bool bp_clip_range_delete(bp_clip *clip, const char *name, bool delete_keys, bp_error *error);
/* NULL if there is none. */
const bp_range *bp_clip_range_get(const bp_clip *clip, const char *name);
size_t bp_clip_range_count(const bp_clip *clip);
/* Ranges of one track. */
const bp_range *bp_clip_track_range_get(const bp_clip *clip, size_t track, const char *name);
size_t bp_clip_track_range_count(const bp_clip *clip, size_t track);

/* Copies a range from one skeleton's clip to another's. For every bone of `skeleton` it takes the tracks
 * that `source` has for the bone of the same name in `source_skeleton`, and appends the keys within each
 * track's range behind all keys of `clip`: the range begins at highest key + 1 + from (later if from is
 * negative, so that keys stay in order). Missing tracks are created. Targets of both clips are bone ids,
 * and both have the same rate.
 *
 * The skeletons must be similar: only lengths may differ; this is no retargeting. With `rescale`,
 * translations (positions, and those in matrices) of a bone whose length differs from the other's are
 * multiplied by the quotient of their parents' lengths, those of roots by `dimensions` /
 * `source_dimensions`. */
typedef struct bp_range_copy {
    bp_clip *clip;               /* gets the range */
    const bp_skeleton *skeleton; /* the bones that `clip` moves */
    const bp_clip *source;       /* another clip than `clip` */
    const bp_skeleton *source_skeleton;
    const char *name;
    bool rescale;
    bp_vec3 dimensions, source_dimensions; /* size of each skeleton at rest; all zero: unknown */
    /* Babylon.js stops at the first bone that doesn't fit, and before the first if the numbers of bones
     * differ, but records the range. Off: every bone that fits is copied. */
    bool engine_stops;
    /* Results. */
    size_t copied;  /* bones whose counterpart has the range (and that engine_stops didn't skip) */
    size_t missing; /* bones without a counterpart, or whose counterpart's tracks lack the range */
    bool exact;     /* equal numbers of bones and none missing: the engine's return value */
} bp_range_copy;

/* Runs the copy. False, and nothing changes: the clip has a range of that name or the source has none; no
 * bone fits (with engine_stops that is good, as in the engine: the range is recorded); a clip moves nodes
 * (all ARGUMENT); a pointer is missing (place: the field); memory. */
bool bp_range_copy_run(bp_range_copy *copy, bp_error *error);
