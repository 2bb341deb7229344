/* clip: a named set of tracks, such as "walk", and sampling them into a pose.
 *
 * A clip doesn't know what it moves. A track's target is a number; applying the pose decides whether it
 * means a bone of a skeleton (by id) or a node of an array. Sampling changes nothing in the clip, so any
 * number of players can share it, also on several threads.
 */
#ifndef BINDPOSE_CLIP_H
#define BINDPOSE_CLIP_H

#include <bindpose/pose.h>
#include <bindpose/track.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bp_clip bp_clip;

typedef struct bp_clip_options {
    const char *name; /* copied; NULL: "" */
    double rate;      /* units of time in a second, such as frames per second; 0: 1, times are seconds */
} bp_clip_options;

/* A clip without tracks. NULL options: all defaults. Errors: a rate that is negative or not finite;
 * memory. */
bp_clip *bp_clip_create(const bp_allocator *allocator, const bp_clip_options *options, bp_error *error);
bp_clip *bp_clip_clone(const bp_clip *clip, bp_error *error);
void bp_clip_destroy(bp_clip *clip);

const char *bp_clip_name(const bp_clip *clip); /* borrowed, as long as the clip lives */
double bp_clip_rate(const bp_clip *clip);      /* units of time in a second */

/* Adds a copy of a track that passes bp_track_check. Error, and the clip is unchanged: it has a track of
 * this kind for this target. */
bool bp_clip_add(bp_clip *clip, const bp_track *track, bp_error *error);
size_t bp_clip_track_count(const bp_clip *clip);
/* Borrowed until the clip is changed; NULL if there is none. */
const bp_track *bp_clip_track(const bp_clip *clip, size_t index);
/* The index of the track of that kind for that target; bp_clip_track_count if there is none. */
size_t bp_clip_find(const bp_clip *clip, int target, bp_track_kind kind);
/* The first and the last key's time over all tracks; false and 0, 0 without keys. */
bool bp_clip_span(const bp_clip *clip, double *first, double *last);

/* Remembers the keys found last: one for each player of a clip. Tracks with equal times (in glTF files most
 * of them) are searched once together. */
typedef struct bp_cursor bp_cursor;
bp_cursor *bp_cursor_create(const bp_clip *clip, bp_error *error);
void bp_cursor_destroy(bp_cursor *cursor);

/* Writes the clip's values at a time (in the clip's unit) into the pose. Parts without a track stay as they
 * were; tracks for targets beyond the pose are ignored. `cursor` may be NULL (each track is then searched)
 * and never changes the result. */
void bp_clip_sample(const bp_clip *clip, double time, bp_cursor *cursor, bp_pose *pose);

#ifdef __cplusplus
}
#endif

#endif
