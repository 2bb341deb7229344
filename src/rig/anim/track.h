/* track: searching the keys of a track and evaluating them. */
#ifndef BP_RIG_TRACK_H
#define BP_RIG_TRACK_H

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

/* Floats of a key in track->values: the width, or three times the width with tangents. */
static inline size_t bp_track_stride(const bp_track *track) {
    return bp_track_width(track) * (track->interpolation == BP_INTERPOLATION_CUBIC ? 3 : 1);
}

#endif
