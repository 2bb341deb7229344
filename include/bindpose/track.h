/* track: the keys of one property of one bone or node.
 *
 * A key is a time and a value; `interpolation` fills the time between two keys. Before the first key the
 * first value holds, after the last the last, and at a key its value comes out bit for bit. A time that is
 * NaN counts as before the first key. Times are in the clip's unit: seconds in glTF, frames in Babylon.js.
 */
#ifndef BINDPOSE_TRACK_H
#define BINDPOSE_TRACK_H

#include <bindpose/base.h>
#include <bindpose/math.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum bp_track_kind {
    BP_TRACK_POSITION, /* 3 floats: a local translation */
    BP_TRACK_ROTATION, /* 4 floats: a local rotation, a unit quaternion (x, y, z, w) */
    BP_TRACK_SCALE,    /* 3 floats: a local scale */
    BP_TRACK_MATRIX,   /* 16 floats: a local matrix, in the order of bp_mat4 */
    BP_TRACK_WEIGHTS,  /* `width` floats: weights of morph targets */
    BP_TRACK_KIND_COUNT
} bp_track_kind;

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
    int width;           /* floats in a value: required for WEIGHTS; 0 or the kind's own for the others */
    size_t key_count;    /* 0: the track leaves its target alone */
    const double *times; /* key_count, strictly increasing */
    const float
        *values; /* key after key, `width` floats each; if interpolation is CUBIC, three values a key in
                             glTF's order: in tangent, value, out tangent */
    const uint8_t *modes; /* NULL: `interpolation` holds throughout; else for each key the bp_interpolation up
                             to the next one (CUBIC only if `interpolation` is CUBIC) */
} bp_track;

/* "position", "rotation", ...; "?" for anything else. */
const char *bp_track_kind_name(bp_track_kind kind);

/* Floats in a value: 3, 4, 3, 16, or the width of WEIGHTS (0 if that is negative). */
size_t bp_track_width(const bp_track *track);

/* Whether a track can be sampled. The error's place names the wrong field: "times[3]" (not finite or not
 * increasing), "values[7]" (index of a float that is not finite), "modes[2]", "width", "kind",
 * "interpolation", "target"; "times" or "values" for a missing pointer. */
bool bp_track_check(const bp_track *track, bp_error *error);

/* The value at a time, bp_track_width floats into `out`. `cursor` (may be NULL) remembers the last key, so
 * the next search takes a step or two; any start value is fine and the result doesn't depend on it. False,
 * and `out` unchanged, if the track has no keys. */
bool bp_track_sample(const bp_track *track, double time, size_t *cursor, float *out);

#ifdef __cplusplus
}
#endif

#endif
