/* track: the properties of a track and the checks before it is sampled.
 *
 * A failed check names the field and index that is wrong, so the caller (a file reader, a lesson) can
 * report it in its own words. Sampling is in track_sample.c.
 */
#include "rig/anim/anim.h"
#include <stdio.h>

const char *bp_track_kind_name(bp_track_kind kind) {
    static const char *const names[] = {"position", "rotation", "scale", "matrix", "weights"};
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
