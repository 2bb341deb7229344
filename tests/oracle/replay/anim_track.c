/* anim_track: reads Babylon.js's keys, with or without tangents, into the library's arrays. */
#include "anim_track.h"
#include "rig/anim/anim.h"

#include <stdlib.h>
#include <string.h>

bool anim_failed(replay *r, const bp_error *error) {
    char text[768];
    return replay_malformed(r, "the library refuses: %s", bp_error_text(error, text, sizeof text));
}

typedef struct named_kind {
    const char *name;
    bp_track_kind kind;
} named_kind;

static bool kind_named(replay *r, const json_t *object, const char *key, const named_kind *kinds,
                       size_t count, bp_track_kind *kind) {
    const char *name = replay_text(r, object, key);
    for (size_t i = 0; name && i < count; i++) {
        if (strcmp(name, kinds[i].name) != 0) continue;
        *kind = kinds[i].kind;
        return true;
    }
    return name ? replay_malformed(r, "no known %s: \"%.60s\"", key, name) : false;
}

bool anim_kind_of_type(replay *r, const json_t *object, bp_track_kind *kind) {
    static const named_kind kinds[] = {
        {"vector3", BP_TRACK_POSITION}, {"quaternion", BP_TRACK_ROTATION}, {"matrix", BP_TRACK_MATRIX}};
    return kind_named(r, object, "type", kinds, BP_COUNT(kinds), kind);
}

bool anim_kind_of_property(replay *r, const json_t *object, bp_track_kind *kind) {
    static const named_kind kinds[] = {{"position", BP_TRACK_POSITION},
                                       {"rotationQuaternion", BP_TRACK_ROTATION},
                                       {"scaling", BP_TRACK_SCALE},
                                       {"_matrix", BP_TRACK_MATRIX}};
    return kind_named(r, object, "property", kinds, BP_COUNT(kinds), kind);
}

/* ---- keys ------------------------------------------------------------------------------------------ */

static bool read_floats(replay *r, const json_t *key, const char *name, size_t width, float *out) {
    double numbers[16];
    if (!replay_member(r, key, name, width, numbers)) return false;
    for (size_t i = 0; i < width; i++) out[i] = (float)numbers[i];
    return true;
}

static bool read_key(replay *r, const json_t *key, anim_track *track, size_t at) {
    size_t width = bp_track_width(&track->view);
    bool tangents = track->view.interpolation == BP_INTERPOLATION_CUBIC;
    float *values = track->values + at * width * (tangents ? 3 : 1);
    bool step = false;
    if (!replay_number(r, key, "frame", &track->times[at])) return false;
    if (!read_floats(r, key, "value", width, values + (tangents ? width : 0))) return false;
    if (tangents && json_object_get(key, "in") && !read_floats(r, key, "in", width, values)) return false;
    if (tangents && json_object_get(key, "out") && !read_floats(r, key, "out", width, values + 2 * width))
        return false;
    if (json_object_get(key, "step") && !replay_flag(r, key, "step", &step)) return false;
    if (step) track->modes[at] = BP_INTERPOLATION_STEP;
    return true;
}

/* The interpolation from each key to the next, unless `step` overrides it. */
static void find_modes(const json_t *keys, anim_track *track, bp_interpolation plain) {
    for (size_t i = 0; i < track->view.key_count; i++) {
        bool cubic = json_object_get(json_array_get(keys, i), "out") &&
                     json_object_get(json_array_get(keys, i + 1), "in");
        track->modes[i] = (uint8_t)plain;
        if (cubic && track->view.kind != BP_TRACK_MATRIX) {
            track->modes[i] = BP_INTERPOLATION_CUBIC;
            track->view.interpolation = BP_INTERPOLATION_CUBIC;
        }
    }
}

static bool read_keys(replay *r, const json_t *keys, anim_track *track) {
    for (size_t i = 0; i < track->view.key_count; i++) {
        size_t mark = replay_enter(r, "keys", 0);
        (void)replay_enter(r, NULL, i);
        if (!read_key(r, json_array_get(keys, i), track, i)) return false;
        replay_leave(r, mark);
    }
    return true;
}

bool anim_track_read(replay *r, const json_t *object, bp_track_kind kind, bool interpolate_matrices,
                     anim_track *track) {
    const json_t *keys = replay_array(r, object, "keys", -1);
    bool steps = kind == BP_TRACK_MATRIX && !interpolate_matrices;
    bp_interpolation plain = steps ? BP_INTERPOLATION_STEP : BP_INTERPOLATION_LINEAR;
    bp_error error = {0};
    size_t count = json_array_size(keys);
    if (!keys) return false;
    *track = (anim_track){.view = {.kind = kind, .interpolation = plain, .key_count = count}};
    track->times = calloc(count + 1, sizeof *track->times);
    track->values = calloc(count + 1, 3 * bp_track_width(&track->view) * sizeof *track->values);
    track->modes = calloc(count + 1, 1);
    track->view.times = track->times;
    track->view.values = track->values;
    track->view.modes = track->modes;
    bool ok = track->times && track->values && track->modes;
    if (!ok) replay_malformed(r, "no memory for %zu keys", count);
    if (ok) find_modes(keys, track, plain);
    ok = ok && read_keys(r, keys, track);
    if (ok && !bp_track_check(&track->view, &error)) ok = anim_failed(r, &error);
    if (!ok) anim_track_free(track);
    return ok;
}

void anim_track_free(anim_track *track) {
    free(track->times);
    free(track->values);
    free(track->modes);
}

bool anim_track_add(replay *r, const json_t *object, size_t bones, bp_clip *clip) {
    long bone = 0;
    bp_track_kind kind = BP_TRACK_POSITION;
    anim_track track;
    bp_error error = {0};
    if (!replay_index(r, object, "bone", 0, (long)bones - 1, &bone) ||
        !anim_kind_of_property(r, object, &kind) || !anim_track_read(r, object, kind, false, &track))
        return false;
    track.view.target = (int)bone;
    bool ok = bp_clip_add(clip, &track.view, &error);
    anim_track_free(&track);
    return ok || anim_failed(r, &error);
}
