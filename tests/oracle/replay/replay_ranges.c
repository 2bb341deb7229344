/* replay_ranges: named ranges on two skeletons, copied from one to the other; after each operation all
 * keys and all ranges of both are compared. */
#include "anim_track.h"
#include "rig/anim/anim.h"
#include "rig_scene.h"
#include "support/range.c"

#include <string.h>

/* One skeleton with the clip that moves it. */
typedef struct player {
    rig_scene scene;
    bp_clip *clip;
    bool has_dimensions;
    bp_vec3 dimensions;
} player;

static bool make_player(replay *r, const json_t *object, player *p) {
    const json_t *bones = replay_array(r, object, "bones", -1);
    const json_t *tracks = replay_array(r, object, "tracks", -1);
    bp_error error = {0};
    if (!bones || !tracks || !rig_scene_make(r, NULL, bones, &p->scene)) return false;
    p->has_dimensions = json_object_get(object, "dimensionsAtRest") != NULL;
    if (p->has_dimensions && !replay_vec3(r, object, "dimensionsAtRest", &p->dimensions)) return false;
    p->clip = bp_clip_create(NULL, &(bp_clip_options){.rate = 30}, &error);
    if (!p->clip) return anim_failed(r, &error);
    for (size_t i = 0; i < json_array_size(tracks); i++) {
        size_t mark = replay_enter(r, "tracks", 0);
        (void)replay_enter(r, NULL, i);
        if (!anim_track_add(r, json_array_get(tracks, i), p->scene.bone_count, p->clip)) return false;
        replay_leave(r, mark);
    }
    return true;
}

/* ---- the state after a step ---------------------------------------------------------------------------- */

typedef const bp_range *find_range(const player *p, size_t track, const char *name);

static const bp_range *clip_range(const player *p, size_t track, const char *name) {
    (void)track;
    return bp_clip_range_get(p->clip, name);
}

static const bp_range *track_range(const player *p, size_t track, const char *name) {
    return bp_clip_track_range_get(p->clip, track, name);
}

/* One row [name, from, to], or [name, null, null] for a deleted range. Counts the existing ones. */
static bool compare_range(replay *r, const json_t *row, const player *p, size_t track, find_range *find,
                          size_t *present) {
    const char *name = json_string_value(json_array_get(row, 0));
    const json_t *from = json_array_get(row, 1), *to = json_array_get(row, 2);
    bool gone = json_is_null(from) && json_is_null(to);
    if (!name || json_array_size(row) != 3 || !(gone || (json_is_number(from) && json_is_number(to))))
        return replay_malformed(r, "not [name, from, to] or [name, null, null]");
    const bp_range *range = find(p, track, name);
    *present += !gone;
    replay_expect(r, gone == !range, "range \"%.60s\" is %s", name, range ? "there, wanted none" : "missing");
    if (gone || !range) return true;
    double want[2] = {json_number_value(from), json_number_value(to)}, got[2] = {range->from, range->to};
    replay_compare_numbers(r, want, got, 2);
    return true;
}

static bool compare_ranges(replay *r, const json_t *object, const player *p, size_t track, find_range *find,
                           size_t have) {
    const json_t *rows = replay_array(r, object, "ranges", -1);
    size_t present = 0;
    r->place.matrix = "ranges";
    for (size_t i = 0; rows && i < json_array_size(rows); i++) {
        size_t mark = replay_enter(r, "ranges", 0);
        (void)replay_enter(r, NULL, i);
        if (!compare_range(r, json_array_get(rows, i), p, track, find, &present)) return false;
        replay_leave(r, mark);
    }
    if (rows) replay_expect(r, present == have, "%zu ranges, wanted %zu", have, present);
    return rows != NULL;
}

static bool compare_keys(replay *r, const json_t *bone, const bp_track *track) {
    const json_t *frames = replay_array(r, bone, "frames", -1);
    const json_t *translations = replay_array(r, bone, "translations", (long)json_array_size(frames));
    if (!frames || !translations) return false;
    size_t count = json_array_size(frames);
    r->place.matrix = "keys";
    replay_expect(r, count == track->key_count, "%zu keys, wanted %zu", track->key_count, count);
    for (size_t i = 0; i < count && i < track->key_count; i++) {
        const json_t *frame = json_array_get(frames, i);
        double want = json_number_value(frame);
        if (!json_is_number(frame)) return replay_malformed(r, "frames[%zu] is not a number", i);
        r->place.matrix = "frame";
        replay_compare_numbers(r, &want, &track->times[i], 1);
        r->place.matrix = "translation";
        if (!replay_compare(r, json_array_get(translations, i), track->values + 16 * i + 12, 3)) return false;
    }
    return true;
}

/* null: the bone has no animation. */
static bool compare_bone(replay *r, const json_t *bone, const player *p, size_t number) {
    size_t track = bp_clip_find(p->clip, (int)number, BP_TRACK_MATRIX);
    const bp_track *view = bp_clip_track(p->clip, track);
    r->place.bone = (long)number;
    r->place.matrix = "animation";
    replay_expect(r, json_is_null(bone) == !view, view ? "has a track, wanted none" : "has no track");
    if (json_is_null(bone) || !view) return true;
    return compare_keys(r, bone, view) &&
           compare_ranges(r, bone, p, track, track_range, bp_clip_track_range_count(p->clip, track));
}

static bool compare_state(replay *r, const json_t *state, const player *p) {
    const json_t *bones = replay_array(r, state, "bones", (long)p->scene.bone_count);
    r->place.bone = -1;
    if (!bones || !compare_ranges(r, state, p, 0, clip_range, bp_clip_range_count(p->clip))) return false;
    for (size_t i = 0; i < p->scene.bone_count; i++) {
        size_t mark = replay_enter(r, "bones", 0);
        (void)replay_enter(r, NULL, i);
        if (!compare_bone(r, json_array_get(bones, i), p, i)) return false;
        replay_leave(r, mark);
    }
    r->place.bone = -1;
    return true;
}

/* ---- operations
 * ------------------------------------------------------------------------------------------ */

static bool do_create(replay *r, const json_t *step, player *p, const char *name) {
    double from = 0, to = 0;
    if (!replay_number(r, step, "from", &from) || !replay_number(r, step, "to", &to)) return false;
    bool used = bp_clip_range_get(p->clip, name) != NULL;
    bool made = bp_clip_range_create(p->clip, name, from, to, NULL);
    replay_expect(r, made == !used, "the range was %s", made ? "made twice" : "not made");
    return true;
}

static bool do_delete(replay *r, const json_t *step, player *p, const char *name) {
    bool keys = false;
    if (!replay_flag(r, step, "deleteFrames", &keys)) return false;
    bool was = bp_clip_range_get(p->clip, name) != NULL;
    replay_expect(r, bp_clip_range_delete(p->clip, name, keys, NULL) == was, "deleting says the opposite");
    return true;
}

static bool do_get(replay *r, const json_t *step, const player *p, const char *name) {
    const json_t *want = json_object_get(step, "result");
    const bp_range *range = bp_clip_range_get(p->clip, name);
    replay_expect(r, json_is_null(want) == !range, range ? "is there, wanted none" : "is missing");
    if (json_is_null(want) || !range) return true;
    return replay_compare_doubles(r, want, (double[]){range->from, range->to}, 2);
}

static bool do_copy(replay *r, const json_t *step, player *players, player *p, const char *name) {
    long source = 0;
    bool rescale = false, want = false;
    if (!replay_index(r, step, "source", 0, 1, &source) || !replay_flag(r, step, "rescale", &rescale) ||
        !replay_flag(r, step, "result", &want))
        return false;
    player *from = &players[source];
    bp_range_copy copy = {.clip = p->clip,
                          .skeleton = p->scene.skeleton,
                          .source = from->clip,
                          .source_skeleton = from->scene.skeleton,
                          .name = name,
                          .rescale = rescale,
                          .engine_stops = true};
    if (p->has_dimensions && from->has_dimensions) {
        copy.dimensions = p->dimensions;
        copy.source_dimensions = from->dimensions;
    }
    bool done = bp_range_copy_run(&copy, NULL);
    replay_expect(r, (done && copy.exact) == want, "copying answers %d, wanted %d", done && copy.exact, want);
    return true;
}

static bool play_step(replay *r, const json_t *step, player *players) {
    const char *op = replay_text(r, step, "op"), *name = replay_text(r, step, "name");
    long which = 0;
    if (!op || !name || !replay_index(r, step, "skeleton", 0, 1, &which)) return false;
    player *p = &players[which];
    r->place.operation = op;
    r->place.matrix = "result";
    if (strcmp(op, "createAnimationRange") == 0) return do_create(r, step, p, name);
    if (strcmp(op, "deleteAnimationRange") == 0) return do_delete(r, step, p, name);
    if (strcmp(op, "getAnimationRange") == 0) return do_get(r, step, p, name);
    if (strcmp(op, "copyAnimationRange") == 0) return do_copy(r, step, players, p, name);
    return replay_malformed(r, "no known op: \"%.60s\"", op);
}

static bool compare_states(replay *r, const json_t *step, const player *players) {
    const json_t *states = replay_array(r, step, "state", 2);
    for (size_t i = 0; states && i < 2; i++) {
        size_t mark = replay_enter(r, "state", 0);
        (void)replay_enter(r, NULL, i);
        if (!compare_state(r, json_array_get(states, i), &players[i])) return false;
        replay_leave(r, mark);
    }
    return states != NULL;
}

static bool play_all(replay *r, const json_t *object, player *players) {
    const json_t *skeletons = replay_array(r, object, "skeletons", 2);
    const json_t *steps = replay_array(r, object, "steps", -1);
    if (!skeletons || !steps) return false;
    for (size_t i = 0; i < 2; i++) {
        size_t mark = replay_enter(r, "skeletons", 0);
        (void)replay_enter(r, NULL, i);
        if (!make_player(r, json_array_get(skeletons, i), &players[i])) return false;
        replay_leave(r, mark);
    }
    for (size_t i = 0; i < json_array_size(steps); i++) {
        size_t mark = replay_enter(r, "steps", 0);
        (void)replay_enter(r, NULL, i);
        const json_t *step = json_array_get(steps, i);
        r->place.step = (long)i;
        if (!play_step(r, step, players) || !compare_states(r, step, players)) return false;
        r->steps++;
        replay_leave(r, mark);
    }
    return true;
}

bool replay_ranges(replay *r, const json_t *object) {
    player players[2] = {0};
    bool ok = play_all(r, object, players);
    for (size_t i = 0; i < 2; i++) {
        bp_clip_destroy(players[i].clip);
        rig_scene_free(&players[i].scene);
    }
    return ok;
}
