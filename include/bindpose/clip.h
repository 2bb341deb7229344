/* clip: keys of animated properties (tracks), named sets of tracks (clips), and sampling a clip into a pose.
 *
 * A track has the keys of one property of one target. `interpolation` fills the time between two keys.
 * Before the first key the first value holds, after the last the last, and at a key its value comes out bit
 * for bit. A time that is NaN counts as before the first key. Times are in the clip's unit: seconds in
 * glTF, frames in Babylon.js.
 *
 * A track's target is a number: the id of a bone, or the index of a node. The clip says which
 * (bp_clip_targets), and functions that need the other kind fail. Sampling changes nothing in the clip, so
 * any number of players can share it, also on several threads.
 */
#ifndef BINDPOSE_CLIP_H
#define BINDPOSE_CLIP_H

#include <bindpose/pose.h>

BP_BEGIN_C

typedef enum bp_track_kind {
    BP_TRACK_POSITION, /* 3 floats: a local translation */
    BP_TRACK_ROTATION, /* 4 floats: a local rotation, a unit quaternion (x, y, z, w) */
    BP_TRACK_SCALE,    /* 3 floats: a local scale */
    BP_TRACK_MATRIX,   /* 16 floats: a local matrix, in the order of bp_mat4 */
    BP_TRACK_WEIGHTS,  /* `width` floats: weights of morph targets */
    /* `width` floats, at most BP_USER_WIDTH, of the program's own: a curve along the clip, such as how firmly
     * a foot stands. The target is a number of the program's. No pose holds them (bp_clip_user reads them),
     * and no file: bp_gltf_write leaves them out. */
    BP_TRACK_USER,
    BP_TRACK_KIND_COUNT
} bp_track_kind;

enum { BP_USER_WIDTH = 16 };

/* How a value follows from the two keys around it. u runs from 0 to 1 between them, d is the time between
 * them. */
typedef enum bp_interpolation {
    /* Linear per component; rotations by slerp the short way; matrices as scale, rotation and translation,
     * each interpolated and composed again. */
    BP_INTERPOLATION_LINEAR,
    /* The earlier key's value until the next key. */
    BP_INTERPOLATION_STEP,
    /* Cubic Hermite spline: glTF's CUBICSPLINE, Babylon.js's keys with tangents. With values a and b, the
     * out tangent of a and the in tangent of b (value per time unit),
     *   (2u^3 - 3u^2 + 1) a + (u^3 - 2u^2 + u) d out + (-2u^3 + 3u^2) b + (u^3 - u^2) d in
     * component by component; rotations are normalized afterwards. Not for matrices. */
    BP_INTERPOLATION_CUBIC,
    BP_INTERPOLATION_COUNT
} bp_interpolation;

/* A view of a track's keys; it borrows everything that it points to. */
typedef struct bp_track {
    int target; /* bone id, or index of the node: see bp_pose_apply, bp_pose_apply_nodes */
    bp_track_kind kind;
    bp_interpolation interpolation;
    int width;           /* floats in a value; 0: the kind's own, if it has one */
    size_t key_count;    /* 0: the track leaves its target alone */
    const double *times; /* key_count, strictly increasing */
    /* Key after key, `width` floats each. CUBIC: three values a key, in glTF's order: in tangent, value, out
     * tangent. */
    const float *values;
    const uint8_t *modes; /* NULL: `interpolation` holds throughout; else for each key the bp_interpolation up
                             to the next one (CUBIC only if `interpolation` is CUBIC) */
} bp_track;

typedef struct bp_clip bp_clip;

typedef struct bp_clip_options {
    const char *name;   /* copied; NULL: "" */
    double rate;        /* units of time in a second, such as frames per second; 0: 1, times are seconds */
    bp_targets targets; /* what its tracks move; ANY: not said, and never an error */
} bp_clip_options;

/* A clip without tracks. NULL options: all defaults. Errors: a rate that is negative or not finite;
 * memory. */
bp_clip *bp_clip_create(const bp_allocator *allocator, const bp_clip_options *options, bp_error *error);
void bp_clip_destroy(bp_clip *clip);

const char *bp_clip_name(const bp_clip *clip); /* borrowed, as long as the clip lives */

bp_targets bp_clip_targets(const bp_clip *clip); /* clips of files: BP_TARGETS_NODES */

/* Adds a copy of a track that passes bp_track_check. Error, and the clip is unchanged: it has a track of
 * this kind for this target. */
bool bp_clip_add(bp_clip *clip, const bp_track *track, bp_error *error);
size_t bp_clip_track_count(const bp_clip *clip);
/* Borrowed until the clip is changed; NULL if there is none. */
const bp_track *bp_clip_track(const bp_clip *clip, size_t index);
/* A clip can be packed into few bytes: bp_batch_pack (batch.h). It plays as others do, in poses, batches and
 * mixers, but its packed tracks aren't listed above, and what reads keys (ranges, root motion) needs the clip
 * that was packed. */
/* The bytes of the keys: of tracks as float32 with their times, as a glTF file has them; of packed ones as
 * they are in memory. */
size_t bp_clip_size(const bp_clip *clip);

/* The first and the last key's time over all tracks; false and 0, 0 without keys. */
bool bp_clip_span(const bp_clip *clip, double *first, double *last);

/* Writes the clip's values at a time (in the clip's unit) into the pose. Parts without a track stay as they
 * were; tracks for targets beyond the pose are ignored. For many characters at a time: batch.h. False, and
 * the pose is unchanged: one moves bones and the other nodes. */
bool bp_clip_sample(const bp_clip *clip, double time, bp_pose *pose);

/* The value of the user track with that number: `out` gets its floats. Returns how many; 0, and nothing is
 * written: the clip has no such track. bp_mixer_user (mixer.h) blends them. */
size_t bp_clip_user(const bp_clip *clip, int number, double time, float *out);

BP_END_C

#endif
