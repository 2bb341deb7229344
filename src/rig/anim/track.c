/* track: the properties of a track and the checks before it is sampled.
 *
 * A failed check names the field and index that is wrong, so the caller (a file reader, a lesson) can
 * report it in its own words.
 */
#include "rig/anim/anim.h"
#include <stdio.h>
#include <string.h>

const char *bp_track_kind_name(bp_track_kind kind) {
    static const char *const names[] = {"position", "rotation", "scale", "matrix", "weights", "user"};
    return (unsigned)kind < BP_COUNT(names) ? names[kind] : "?";
}

size_t bp_track_width(const bp_track *track) {
    if (!track) return 0;
    switch (track->kind) {
    case BP_TRACK_POSITION:
    case BP_TRACK_SCALE: return 3;
    case BP_TRACK_ROTATION: return 4;
    case BP_TRACK_MATRIX: return 16;
    default: return track->width > 0 ? (size_t)track->width : 0;
    }
}

static bool wrong_at(bp_error *error, const char *field, size_t index, const char *message) {
    char place[64];
    snprintf(place, sizeof place, "%s[%zu]", field, index);
    return bp_fail(error, BP_ERROR_ARGUMENT, place, "%s", message);
}

/* Everything but the keys. */
static bool check_shape(const bp_track *track, bp_error *error) {
    if (track->target < 0)
        return bp_fail(error, BP_ERROR_ARGUMENT, "target", "%d: must be a bone id or node index, from 0",
                       track->target);
    if ((unsigned)track->kind >= BP_TRACK_KIND_COUNT)
        return bp_fail(error, BP_ERROR_ARGUMENT, "kind", "%d is not a bp_track_kind", (int)track->kind);
    if ((unsigned)track->interpolation >= BP_INTERPOLATION_COUNT)
        return bp_fail(error, BP_ERROR_ARGUMENT, "interpolation", "%d is not a bp_interpolation",
                       (int)track->interpolation);
    if (track->kind == BP_TRACK_MATRIX && track->interpolation == BP_INTERPOLATION_CUBIC)
        return bp_fail(error, BP_ERROR_ARGUMENT, "interpolation",
                       "matrices have no tangents; use BP_INTERPOLATION_LINEAR, or animate position, "
                       "rotation and scale");
    size_t width = bp_track_width(track);
    if (width == 0 || (track->width != 0 && (size_t)track->width != width))
        return bp_fail(error, BP_ERROR_ARGUMENT, "width", "%d floats in a value of %s: expected %s",
                       track->width, bp_track_kind_name(track->kind),
                       width ? "0 or the width of the kind" : "at least 1");
    if (track->kind == BP_TRACK_USER && width > BP_USER_WIDTH)
        return bp_fail(error, BP_ERROR_ARGUMENT, "width", "%d floats in a value of user: at most %d",
                       track->width, BP_USER_WIDTH);
    if (track->key_count > SIZE_MAX / (3 * sizeof(float)) / width)
        return bp_fail(error, BP_ERROR_ARGUMENT, "key_count", "%zu keys of %zu floats don't fit in memory",
                       track->key_count, width);
    if (track->key_count > 0 && !track->times)
        return bp_fail(error, BP_ERROR_ARGUMENT, "times", "is missing, with %zu keys", track->key_count);
    if (track->key_count > 0 && !track->values)
        return bp_fail(error, BP_ERROR_ARGUMENT, "values", "is missing, with %zu keys", track->key_count);
    return true;
}

static bool check_times(const bp_track *track, bp_error *error) {
    for (size_t i = 0; i < track->key_count; i++) {
        if (!bp_is_finite(track->times[i])) return wrong_at(error, "times", i, "is not a finite number");
        if (i > 0 && !(track->times[i] > track->times[i - 1]))
            return wrong_at(error, "times", i,
                            "must be greater than the time before it; sort the keys, drop repeats");
    }
    return true;
}

static bool check_values(const bp_track *track, bp_error *error) {
    size_t floats = track->key_count * bp_track_stride(track);
    for (size_t i = 0; i < floats; i++)
        if (!bp_is_finite((double)track->values[i]))
            return wrong_at(error, "values", i, "is not a finite number");
    return true;
}

static bool check_modes(const bp_track *track, bp_error *error) {
    for (size_t i = 0; track->modes && i < track->key_count; i++) {
        if (track->modes[i] >= BP_INTERPOLATION_COUNT)
            return wrong_at(error, "modes", i, "is not a bp_interpolation");
        if (track->modes[i] == BP_INTERPOLATION_CUBIC && track->interpolation != BP_INTERPOLATION_CUBIC)
            return wrong_at(error, "modes", i,
                            "is cubic, but the values have no tangents: set interpolation to cubic");
    }
    return true;
}

bool bp_track_check(const bp_track *track, bp_error *error) {
    if (!track) return bp_fail_null(error, "track");
    return check_shape(track, error) && check_times(track, error) && check_values(track, error) &&
           check_modes(track, error);
}

/* ---- searching a time among keys, and the value there ----
 *
 * The search starts from a hint, the key found last. Playback moves on by a key or two, which a few
 * comparisons find; everything else is a binary search. The hint only saves time: the result is always the
 * last key that isn't later than the time. The comparisons are false for NaN, as a time or among the keys,
 * and end the search.
 *
 * Values are interpolated component by component, except rotations (slerp) and matrices (decomposed). The
 * fraction is computed in double: after ten minutes the float next to a second is 1/15,000 away.
 */

/* Steps before the binary search. */
#define NEAR_STEPS 4

/* The last key in low..count-1 that isn't later than `time`; times[low] isn't. */
static size_t search(const double *times, size_t low, size_t count, double time) {
    size_t high = count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (times[middle] <= time)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static size_t find_key(const double *times, size_t count, double time, size_t hint) {
    size_t key = hint < count ? hint : 0;
    if (!(times[key] <= time)) {
        if (key > 0 && times[key - 1] <= time) return key - 1;
        return times[0] <= time ? search(times, 0, key + 1, time) : 0;
    }
    for (int step = 0; step < NEAR_STEPS; step++, key++)
        if (key + 1 == count || !(times[key + 1] <= time)) return key;
    return search(times, key, count, time);
}

bp_key_interval bp_key_find(const double *times, size_t count, double time, size_t *hint) {
    bp_key_interval interval = {.key = find_key(times, count, time, *hint)};
    *hint = interval.key;
    if (interval.key + 1 == count || !(times[interval.key] < time)) return interval;
    double span = times[interval.key + 1] - times[interval.key];
    double fraction = (time - times[interval.key]) / span;
    if (!(fraction <= 1)) return interval; /* NaN: unchecked keys, or a span that overflows */
    interval.fraction = (float)fraction;
    interval.span = (float)span;
    return interval;
}

static bp_quat load_quat(const float *v) { return (bp_quat){v[0], v[1], v[2], v[3]}; }

static void store_quat(bp_quat q, float *out) { memcpy(out, &q, sizeof q); }

static bp_trs decompose(const float *values) {
    bp_mat4 m;
    bp_trs parts;
    memcpy(m.m, values, sizeof m.m);
    bp_mat4_decompose(m, &parts); /* a scale of 0 leaves no rotation */
    return parts;
}

#define CLOSE 0.999999f

/* Slerp; close rotations are mixed linearly without normalizing, as Babylon.js does. The result of unit
 * quaternions is shorter than 1 by at most 2.5e-7, and quaternions that aren't quite unit keep their
 * length. */
static bp_quat mix_rotations(bp_quat a, bp_quat b, float u) {
    float dot = bp_quat_dot(a, b), v = dot < 0 ? -u : u;
    if (!(fabsf(dot) > CLOSE)) return bp_quat_slerp(a, b, u);
    return (bp_quat){(1 - u) * a.x + v * b.x, (1 - u) * a.y + v * b.y, (1 - u) * a.z + v * b.z,
                     (1 - u) * a.w + v * b.w};
}

static void mix_matrices(const float *a, const float *b, float u, float *out) {
    bp_trs from = decompose(a), to = decompose(b);
    bp_mat4 m = bp_mat4_from_trs((bp_trs){
        .position = bp_vec3_mix(from.position, to.position, u),
        .rotation = mix_rotations(from.rotation, to.rotation, u),
        .scale = bp_vec3_mix(from.scale, to.scale, u),
    });
    memcpy(out, m.m, sizeof m.m);
}

static void linear(bp_track_kind kind, const float *a, const float *b, float u, size_t count, float *out) {
    if (kind == BP_TRACK_ROTATION)
        store_quat(mix_rotations(load_quat(a), load_quat(b), u), out);
    else if (kind == BP_TRACK_MATRIX)
        mix_matrices(a, b, u, out);
    else
        for (size_t i = 0; i < count; i++) out[i] = bp_mix(a[i], b[i], u);
}

/* Value and out tangent of the earlier key, in tangent and value of the later one, are neighbours in
 * memory. */
static void cubic(const bp_track *track, const float *a, bp_key_interval interval, size_t count, float *out) {
    size_t width = bp_track_width(track);
    const float *out_tangent = a + width, *in_tangent = a + 2 * width, *b = a + 3 * width;
    float u = interval.fraction, u2 = u * u, u3 = u2 * u;
    float weight_a = 2 * u3 - 3 * u2 + 1, weight_b = 3 * u2 - 2 * u3;
    float weight_out = (u3 - 2 * u2 + u) * interval.span, weight_in = (u3 - u2) * interval.span;
    for (size_t i = 0; i < count; i++)
        out[i] = weight_a * a[i] + weight_out * out_tangent[i] + weight_in * in_tangent[i] + weight_b * b[i];
    if (track->kind == BP_TRACK_ROTATION) store_quat(bp_quat_normalize(load_quat(out)), out);
}

void bp_track_evaluate(const bp_track *track, bp_key_interval interval, size_t count, float *out) {
    bool tangents = track->interpolation == BP_INTERPOLATION_CUBIC;
    int mode = track->modes ? track->modes[interval.key] : (int)track->interpolation;
    size_t stride = bp_track_stride(track);
    const float *a = track->values + interval.key * stride + (tangents ? bp_track_width(track) : 0);
    if (interval.fraction == 0.0f || mode == BP_INTERPOLATION_STEP)
        memcpy(out, a, count * sizeof *out);
    else if (mode == BP_INTERPOLATION_CUBIC && tangents)
        cubic(track, a, interval, count, out);
    else
        linear(track->kind, a, a + stride, interval.fraction, count, out);
}

bool bp_track_sample(const bp_track *track, double time, size_t *cursor, float *out) {
    if (!track) return false;
    size_t start = 0;
    if (track->key_count == 0) return false;
    bp_key_interval interval = bp_key_find(track->times, track->key_count, time, cursor ? cursor : &start);
    bp_track_evaluate(track, interval, bp_track_width(track), out);
    return true;
}

/* ---- arcs --------------------------------------------------------------------------------------------- */

void bp_owned_track_measure_arcs(bp_owned_track *track) {
    const bp_track *view = &track->view;
    for (size_t key = 0; track->arcs && key < view->key_count; key++) {
        int mode = view->modes ? view->modes[key] : (int)view->interpolation;
        const float *values = view->values + 4 * key;
        track->arcs[key] = (bp_arc){0, 0, 0};
        if (key + 1 == view->key_count || mode != BP_INTERPOLATION_LINEAR) continue;
        bp_quat a = load_quat(values), b = load_quat(values + 4);
        if (!(fabsf(bp_quat_dot(a, b)) > CLOSE)) track->arcs[key] = bp_arc_between(a, b);
    }
}

bool bp_owned_track_add_arcs(const bp_allocator *allocator, bp_owned_track *track, bp_error *error) {
    if (track->view.kind != BP_TRACK_ROTATION || track->view.interpolation == BP_INTERPOLATION_CUBIC)
        return true;
    track->arcs = bp_alloc(allocator, track->view.key_count, sizeof *track->arcs, error);
    bp_owned_track_measure_arcs(track);
    return track->arcs != NULL;
}
