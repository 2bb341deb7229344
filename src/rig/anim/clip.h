/* clip: what clip.c, range.c, range_copy.c and the sampling of clips share. */
#ifndef BINDPOSE_RIG_CLIP_H
#define BINDPOSE_RIG_CLIP_H

#include "rig/anim/range.h"
#include "rig/anim/track.h"

/* A track of a clip. The view's pointers are the owned blocks beside it. */
typedef struct bp_owned_track {
    bp_track view;
    double *times; /* owned, like the next two */
    float *values;
    uint8_t *modes; /* NULL where the view's is */
    size_t line;    /* which of the clip's lines */
    bp_range_list ranges;
} bp_owned_track;

/* Tracks with the same times are found by one search: they form a line. */
struct bp_clip {
    bp_allocator allocator;
    char *name; /* owned */
    double rate;
    bp_owned_track *tracks; /* owned */
    size_t track_count, track_capacity;
    size_t *lines; /* owned; of each line its first track; as much room as for tracks */
    size_t line_count;
    size_t *slots;     /* owned; a hash table: track number + 1 by target and kind, 0 free */
    size_t slot_count; /* a power of two, or 0 */
    bp_range_list ranges;
};

struct bp_cursor {
    bp_allocator allocator;
    size_t count;
    size_t *hints;        /* owned; of each line the key found last */
    bp_key_interval *places; /* owned; of each line, within one call */
};

/* Forms the lines anew after keys were changed. Needs no memory. */
void bp_clip_rebuild_timelines(bp_clip *clip);

/* A checked track into the clip, where no other is for its property: like bp_clip_add. */
bool bp_clip_insert(bp_clip *clip, const bp_track *track, bp_error *error);

/* Trades all that two clips hold, but for name and rate. Same allocator. */
void bp_clip_swap_tracks(bp_clip *a, bp_clip *b);

#endif
