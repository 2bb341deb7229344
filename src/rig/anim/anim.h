/* anim: how clips, their tracks and ranges are stored, and access to single targets of a pose. */
#pragma once

#include "math/arc.h"
#include <bindpose/rig.h>

/* The position of a time among keys: between `key` and the next one. */
typedef struct bp_key_interval {
    size_t key;
    float fraction; /* 0: exactly the key's value; 1 only by rounding */
    float span;     /* time from this key to the next */
} bp_key_interval;

/* Finds `time` among `count` > 0 times. `*hint` is any number; it becomes the key. */
bp_key_interval bp_key_find(const double *times, size_t count, double time, size_t *hint);

/* The first `count` components of the value in the interval; for rotations and matrices all of them. */
void bp_track_evaluate(const bp_track *track, bp_key_interval interval, size_t count, float *out);

/* Floats in a value: 3, 4, 3, 16, or the width of WEIGHTS (0 if that is negative). */
size_t bp_track_width(const bp_track *track);

/* Floats of a key in track->values: the width, or three times the width with tangents. */
static inline size_t bp_track_stride(const bp_track *track) {
    return bp_track_width(track) * (track->interpolation == BP_INTERPOLATION_CUBIC ? 3 : 1);
}

/* A named part of a clip or track, such as "walk": Babylon.js's AnimationRange. Only the replay of recordings
 * uses them (tests/support/range.c). */
typedef struct bp_range {
    char *name;      /* owned by the clip; borrowed from it until it is changed */
    double from, to; /* both ends belong to the range */
} bp_range;

typedef struct bp_range_list {
    bp_range *items; /* owned, with their names */
    size_t count, capacity;
} bp_range_list;

/* Adds a copy of a range that isn't in the list yet. */
bool bp_range_list_add(bp_range_list *list, const bp_allocator *allocator, bp_range range, bp_error *error);

/* A track of a clip. The view points to the owned arrays. */
typedef struct bp_owned_track {
    bp_track view;
    double *times; /* owned, like the next two */
    float *values;
    uint8_t *modes;  /* NULL if the view's is */
    bp_arc *arcs;    /* owned; of linear rotations, key to next key; zero: bp_track_evaluate; may be NULL */
    size_t timeline; /* index into the clip's timelines */
    bp_range_list ranges;
} bp_owned_track;

typedef struct bp_packed_keys bp_packed_keys; /* packed.h: the tracks of one timeline */

/* Tracks with equal times share a timeline, which is searched once for all of them. */
struct bp_clip {
    bp_allocator allocator;
    char *name; /* owned */
    double rate;
    bp_targets targets;
    bp_owned_track *tracks; /* owned */
    size_t track_count, track_capacity;
    size_t *timelines; /* owned; the first track of each; track_capacity entries */
    size_t timeline_count;
    size_t *slots;     /* owned; hash table by target and kind: track index, or SIZE_MAX */
    size_t slot_count; /* a power of two, or 0 */
    bp_range_list ranges;
    bp_packed_keys *packed; /* owned; tracks that aren't among `tracks` */
    size_t packed_count;
};

bool bp_track_same_times(const bp_track *a, const bp_track *b);
/* Gives a track the timeline with its times, or a new one. Allocates nothing. */
void bp_clip_assign_timeline(bp_clip *clip, size_t track);

/* bp_clip_add without the checks. */
bool bp_clip_insert(bp_clip *clip, const bp_track *track, bp_error *error);

/* Gives a track of linear rotations the arcs between its keys, which spare sampling most of slerp's work;
 * other tracks have none. False: no memory. */
bool bp_owned_track_add_arcs(const bp_allocator *allocator, bp_owned_track *track, bp_error *error);
/* Measures them again, after a change of the keys. */
void bp_owned_track_measure_arcs(bp_owned_track *track);

/* Frees times, values, modes and arcs of a track. */
void bp_owned_track_free_keys(const bp_allocator *allocator, bp_owned_track *track);

enum { BP_POSE_TRS = BP_POSE_POSITION | BP_POSE_ROTATION | BP_POSE_SCALE };

/* Whether targets of one kind are as needed; `place` is the clip's name or the argument. */
bool bp_targets_check(bp_targets targets, bp_targets needed, const char *place, bp_error *error);

/* Sets a target's matrix; in a pose without matrices its three parts. */
void bp_pose_set_matrix(bp_pose *pose, size_t index, bp_mat4 matrix);
void bp_pose_set_trs(bp_pose *pose, size_t index, bp_trs trs);

/* bp_pose_apply_nodes of `rest`, which has position, rotation and scale of every node, and then of `pose`.
 * Nodes that don't move keep their world matrices. */
void bp_pose_apply_nodes_over(const bp_pose *rest, const bp_pose *pose, bp_node *const *nodes, size_t count);

/* The number of morph weights that the pose holds for a target. */
static inline size_t bp_pose_weight_count(const bp_pose *pose, size_t index) {
    return pose->weight_starts ? pose->weight_starts[index + 1] - pose->weight_starts[index] : 0;
}

/* "position", "rotation", ...; "?" for anything else. */
const char *bp_track_kind_name(bp_track_kind kind);

/* Whether a track can be sampled. The error's place names the wrong field: "times[3]" (not finite or not
 * increasing), "values[7]" (index of a float that is not finite), "modes[2]", "width", "kind",
 * "interpolation", "target"; "times" or "values" for a missing pointer. */
bool bp_track_check(const bp_track *track, bp_error *error);

/* The value at a time, bp_track_width floats into `out`. `cursor` (may be NULL) remembers the last key, so
 * the next search takes a step or two; any start value is fine and the result doesn't depend on it. False,
 * and `out` unchanged, if the track has no keys. */
bool bp_track_sample(const bp_track *track, double time, size_t *cursor, float *out);

/* bp_clip_sample at playback->time, with the offset of BP_LOOP_RELATIVE. */
bool bp_clip_sample_playback(const bp_clip *clip, const bp_playback *playback, bp_pose *pose);

double bp_clip_rate(const bp_clip *clip); /* units of time in a second */

/* The index of the track of that kind for that target; bp_clip_track_count if there is none. */
size_t bp_clip_find(const bp_clip *clip, int target, bp_track_kind kind);

/* A clip with the keys that a packed one plays. */
bp_clip *bp_clip_unpack(const bp_clip *clip, bp_error *error);

/* A deep copy. */
bp_clip *bp_clip_clone(const bp_clip *clip, bp_error *error);
