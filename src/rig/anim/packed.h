/* packed: the keys of linear tracks of position, rotation and scale in few bits.
 *
 * Tracks on one timeline are packed together. Their keys are cut into segments, which unpack by themselves.
 * In a segment, each component of a track is a sum of waves of rising frequency, whose amplitudes are whole
 * multiples of the track's step. Motion is smooth, so most amplitudes of high frequency are 0 or small. A
 * segment that ends where it begins (a cycle) has the sines and cosines of its period; another one has a line
 * from its first key to its last, and sines that are 0 at both.
 *
 * A rotation is the three components that vary most; the fourth one is positive and follows from them. */
#pragma once

#include "base/arena.h"
#include "rig/anim/anim.h"

struct bp_packed_keys {
    /* Owned; in bits: each key's time, if they are stored; the place of each segment (32 bits); the heads of
     * the tracks; segments, which begin with a byte; PACKED_PADDING. */
    uint8_t *bytes;
    double first, tick; /* a key's time is `first` + a number of ticks */
    uint32_t size, key_count, track_count;
    float unit;        /* a track's step is this * 2^(exponent / 4) */
    uint8_t time_bits; /* of the number of ticks; 0: it is the key's index */
    bool cycle;
};

enum {
    PACKED_PADDING = 8,
    PACKED_SEGMENT = 32,  /* intervals in a segment, unless one segment has all */
    PACKED_WHOLE = 128,   /* intervals that fit into one */
    PACKED_EXPONENTS = 64 /* from -64 to 63 */
};

static inline size_t packed_segment_length(size_t key_count) {
    return key_count - 1 <= PACKED_WHOLE ? PACKED_WHOLE : PACKED_SEGMENT;
}

/* A track that is being packed. */
typedef struct bp_packing_track {
    const bp_track *source; /* borrowed */
    int left_out;           /* the component of a rotation that isn't stored; 3 of others */
    float sign;             /* of that component */
    double *amplitudes;     /* of each segment's components; `key_count + 2` a component are enough */
} bp_packing_track;

/* Whether a track can be packed; if so, finds what is left out. */
bool bp_packing_begin(bp_packing_track *track, const bp_track *source);
/* Whether the track ends where it begins, within `tolerance` a component. */
bool bp_packing_is_cycle(const bp_packing_track *track, double tolerance);
/* Measures the amplitudes. False: no memory. */
bool bp_packing_measure(bp_packing_track *track, bool cycle, bp_arena *arena, bp_error *error);
/* The bits of the track with a step. `values`, if not NULL: its keys as they unpack. SIZE_MAX: the step is
 * too small. */
size_t bp_packing_try(const bp_packing_track *track, bool cycle, float step, float *values);
float bp_packed_step(float unit, int exponent);
/* Sets `first`, `tick` and `time_bits` for times, which become those that the packed keys have. */
void bp_packed_set_times(bp_packed_keys *packed, double *times, size_t count);
/* Packs tracks that share times, which are set, as unit and cycle are. Free with bp_packed_clear. */
bool bp_packed_make(bp_packed_keys *packed, const bp_packing_track *tracks, const int *exponents,
                    size_t count, const bp_allocator *allocator, bp_error *error);
void bp_packed_clear(bp_packed_keys *packed, const bp_allocator *allocator);

/* As bp_key_find. */
bp_key_interval bp_packed_find(const bp_packed_keys *packed, double time);
double bp_packed_time(const bp_packed_keys *packed, size_t key);
bool bp_packed_copy(bp_packed_keys *copy, const bp_packed_keys *packed, const bp_allocator *allocator,
                    bp_error *error);

enum {
    PACKED_WAVES = PACKED_WHOLE + 1,
    PACKED_BLOCK = 2, /* keys that are summed side by side */
    PACKED_FOLDS = PACKED_WHOLE / 2 + PACKED_BLOCK
};

/* Some neighbouring keys of a segment, folded on its first half. */
typedef struct packed_waves {
    size_t length, first, count; /* the segment's intervals; its keys `first` and so on */
    size_t low, folds;           /* the folded keys */
    bool cycle;
    double at[4][PACKED_FOLDS]; /* of each: what their waves are summed with */
} packed_waves;

/* Reads a key and the next one, or the whole segment of a key, track after track. */
typedef struct bp_packed_reader {
    const bp_packed_keys *packed;
    size_t heads, at; /* bits read */
    size_t first;     /* key */
    int target;       /* of the track before */
    packed_waves waves;
} bp_packed_reader;

bp_packed_reader bp_packed_begin(const bp_packed_keys *packed, size_t key, bool whole);
/* The next track: a view of its keys from `first` on, without times: two (of the last key, one), or up to
 * PACKED_WAVES. Their values are in `values`, 4 floats a key are enough; NULL, for all tracks: no keys are
 * read. */
bp_track bp_packed_next(bp_packed_reader *reader, float *values);
