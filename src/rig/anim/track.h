/* track: what track.c, key.c and the clips share. */
#ifndef BINDPOSE_RIG_TRACK_H
#define BINDPOSE_RIG_TRACK_H

#include <bindpose/rig.h>

/* Where a time lies among keys: between keys[key] and the next one. */
typedef struct bp_key_interval {
    size_t key;
    float fraction; /* 0: the key's value exactly; 1 only by rounding */
    float span;     /* time from this key to the next */
} bp_key_interval;

/* The place of `time` among `count` > 0 times. `*hint` is any number; it becomes the key. */
bp_key_interval bp_key_find(const double *times, size_t count, double time, size_t *hint);

/* The first `count` components of the value at a place; for rotations and matrices all of them. */
void bp_track_evaluate(const bp_track *track, bp_key_interval place, size_t count, float *out);

/* Floats that a key takes in track->values: the width, or three times that with tangents. */
static inline size_t bp_track_stride(const bp_track *track) {
    return bp_track_width(track) * (track->interpolation == BP_INTERPOLATION_CUBIC ? 3 : 1);
}

#endif
