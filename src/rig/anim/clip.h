/* clip: how a clip stores its tracks, for clip.c, clip_sample.c and the ranges. */
#ifndef BP_RIG_CLIP_H
#define BP_RIG_CLIP_H

#include "rig/anim/range.h"
#include "rig/anim/track.h"

/* A track of a clip. The view points to the owned arrays. */
typedef struct bp_owned_track {
    bp_track view;
    double *times; /* owned, like the next two */
    float *values;
    uint8_t *modes;  /* NULL if the view's is */
    size_t timeline; /* index into the clip's timelines */
    bp_range_list ranges;
} bp_owned_track;

/* Tracks with equal times share a timeline, which is searched once for all of them. */
struct bp_clip {
    bp_allocator allocator;
    char *name; /* owned */
    double rate;
    bp_owned_track *tracks; /* owned */
    size_t track_count, track_capacity;
    size_t *timelines; /* owned; the first track of each; track_capacity entries */
    size_t timeline_count;
    size_t *slots;     /* owned; hash table by target and kind: track index + 1, or 0 */
    size_t slot_count; /* a power of two, or 0 */
    bp_range_list ranges;
};

struct bp_cursor {
    bp_allocator allocator;
    size_t count;
    size_t *hints;              /* owned; the key found last in each timeline */
    bp_key_interval *intervals; /* owned; of each timeline, within one call */
};

/* Assigns timelines anew after keys were changed. Allocates nothing. */
void bp_clip_rebuild_timelines(bp_clip *clip);

/* bp_clip_add without the checks. */
bool bp_clip_insert(bp_clip *clip, const bp_track *track, bp_error *error);

/* Exchanges the contents of two clips, except name and rate. Both have the same allocator. */
void bp_clip_swap_tracks(bp_clip *a, bp_clip *b);

/* Frees times, values and modes of a track. */
void bp_owned_track_free_keys(const bp_allocator *allocator, bp_owned_track *track);

#endif
