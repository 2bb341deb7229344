/* key: where a time lies among keys, and the value there.
 *
 * Finding starts from a hint, the key found last time. Playing on moves by a key or two, which a few
 * comparisons settle; anything else is a binary search. The hint only saves time: the answer is
 * always the last key that isn't later than the time. Comparisons are written so that NaN, as a time
 * or among the keys, ends them.
 *
 * The value is interpolated component by component, but for rotations, which go along the great circle,
 * and matrices, which are taken apart. Only the fraction is computed in double: clips can be long, and
 * a float second after ten minutes is a fifteen-thousandth. */
#include "rig/anim/track.h"
#include <string.h>

/* Steps that are tried before searching. */
#define NEAR 4

/* The last key in low..count-1 that isn't later than `time`; times[low] isn't. */
static size_t search(const double *times, size_t low, size_t count, double time) {
    size_t high = count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (times[middle] <= time) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

static size_t find_key(const double *times, size_t count, double time, size_t hint) {
    size_t key = hint < count ? hint : 0;
    if (!(times[key] <= time)) {
        if (key > 0 && times[key - 1] <= time) return key - 1;
        return times[0] <= time ? search(times, 0, key + 1, time) : 0;
    }
    for (int step = 0; step < NEAR; step++) {
        if (key + 1 == count || !(times[key + 1] <= time)) return key;
        key++;
    }
    return search(times, key, count, time);
}

bp_key_interval bp_key_find(const double *times, size_t count, double time, size_t *hint) {
    bp_key_interval place = {.key = find_key(times, count, time, *hint)};
    *hint = place.key;
    if (place.key + 1 == count || !(times[place.key] < time)) return place;
    double span = times[place.key + 1] - times[place.key];
    double fraction = (time - times[place.key]) / span;
    if (!(fraction <= 1)) return place; /* unchecked keys, or a span beyond double: not a number */
    place.fraction = (float)fraction;
    place.span = (float)span;
    return place;
}

/* ---- values -------------------------------------------------------------------------------------- */

static bp_quat quat_at(const float *v) { return (bp_quat){v[0], v[1], v[2], v[3]}; }

static void quat_to(bp_quat q, float *out) { memcpy(out, &q, sizeof q); }

static bp_trs matrix_parts(const float *values) {
    bp_mat4 m;
    bp_trs parts;
    memcpy(m.m, values, sizeof m.m);
    bp_mat4_decompose(m, &parts); /* a scale of 0 leaves the rotation the identity: as good as any */
    return parts;
}

/* Close ones are mixed as they are, without normalizing, as Babylon.js does: of unit quaternions the result
 * is short of 1 by 2.5e-7 at most, and ones that aren't quite unit keep their length. */
static bp_quat mix_rotations(bp_quat a, bp_quat b, float u) {
    float dot = bp_quat_dot(a, b), v = dot < 0 ? -u : u;
    if (!(fabsf(dot) > 0.999999f)) return bp_quat_slerp(a, b, u);
    return (bp_quat){(1 - u) * a.x + v * b.x, (1 - u) * a.y + v * b.y, (1 - u) * a.z + v * b.z,
                     (1 - u) * a.w + v * b.w};
}

static void mix_matrices(const float *a, const float *b, float u, float *out) {
    bp_trs from = matrix_parts(a), to = matrix_parts(b);
    bp_mat4 m = bp_mat4_from_trs((bp_trs){
        .translation = bp_vec3_mix(from.translation, to.translation, u),
        .rotation = mix_rotations(from.rotation, to.rotation, u),
        .scale = bp_vec3_mix(from.scale, to.scale, u),
    });
    memcpy(out, m.m, sizeof m.m);
}

static void linear(bp_track_kind kind, const float *a, const float *b, float u, size_t count, float *out) {
    if (kind == BP_TRACK_ROTATION) {
        quat_to(mix_rotations(quat_at(a), quat_at(b), u), out);
    } else if (kind == BP_TRACK_MATRIX) {
        mix_matrices(a, b, u, out);
    } else {
        for (size_t i = 0; i < count; i++) out[i] = bp_mix(a[i], b[i], u);
    }
}

/* Tangents lie behind the earlier value and before the later one: all four in a row. */
static void cubic(const bp_track *track, const float *a, bp_key_interval place, size_t count, float *out) {
    size_t width = bp_track_width(track);
    const float *leave = a + width, *arrive = a + 2 * width, *b = a + 3 * width;
    float u = place.fraction, u2 = u * u, u3 = u2 * u;
    float at_a = 2 * u3 - 3 * u2 + 1, at_b = 3 * u2 - 2 * u3;
    float at_leave = (u3 - 2 * u2 + u) * place.span, at_arrive = (u3 - u2) * place.span;
    for (size_t i = 0; i < count; i++) {
        out[i] = at_a * a[i] + at_leave * leave[i] + at_arrive * arrive[i] + at_b * b[i];
    }
    if (track->kind == BP_TRACK_ROTATION) quat_to(bp_quat_normalize(quat_at(out)), out);
}

void bp_track_evaluate(const bp_track *track, bp_key_interval place, size_t count, float *out) {
    bool tangents = track->interpolation == BP_INTERPOLATION_CUBIC;
    int mode = track->modes ? track->modes[place.key] : (int)track->interpolation;
    size_t stride = bp_track_stride(track);
    const float *a = track->values + place.key * stride + (tangents ? bp_track_width(track) : 0);
    if (place.fraction == 0.0f || mode == BP_INTERPOLATION_STEP) {
        memcpy(out, a, count * sizeof *out);
    } else if (mode == BP_INTERPOLATION_CUBIC && tangents) {
        cubic(track, a, place, count, out);
    } else {
        linear(track->kind, a, a + stride, place.fraction, count, out);
    }
}

bool bp_track_sample(const bp_track *track, double time, size_t *cursor, float *out) {
    size_t fresh = 0;
    if (track->key_count == 0) return false;
    bp_key_interval place = bp_key_find(track->times, track->key_count, time, cursor ? cursor : &fresh);
    bp_track_evaluate(track, place, bp_track_width(track), out);
    return true;
}
