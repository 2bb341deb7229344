/* A whole clip: sampled evenly, retargeted frame by frame. */
#include "gltf/retarget/retarget.h"
#include "rig/anim/anim.h"
#include <string.h>

/* The track's own times, if they are these within what files in float leave of them. */
static const double *own_keys(const bp_track *track, const retarget_times *times) {
    bool same = track->key_count == times->count;
    for (size_t k = 0; same && k < times->count; k++)
        same =
            fabs(track->times[k] / times->rate - times->first - (double)k * times->step) < 0.01 * times->step;
    return same ? track->times : NULL;
}

/* At the keys' distance, or a part of it. */
retarget_times bp_retarget_times(const bp_clip *clip) {
    retarget_times times = {.step = 1.0 / 30, .count = 1, .rate = bp_clip_rate(clip)};
    double last = 0, rate = times.rate, least = 1e300;
    if (!bp_clip_span(clip, &times.first, &last)) return times;
    for (size_t i = 0; i < clip->timeline_count; i++) {
        const bp_track *track = bp_clip_track(clip, clip->timelines[i]);
        for (size_t k = 1; k < track->key_count; k++)
            least = fmin(least, (track->times[k] - track->times[k - 1]) / rate);
    }
    double span = (last - times.first) / rate;
    double step = fmax(least, 1.0 / 120);
    step = least < span ? step / fmax(1, floor(step * 30 + 0.999)) : 1.0 / 30;
    double steps = fmin(floor(span / step + 0.5), 1e7);
    if (steps * 1.001 * step < span) steps = fmin(floor(span / step) + 1, 1e7);
    times.count = (size_t)steps + 1;
    times.first /= rate;
    times.step = steps > 0 ? span / steps : step;
    for (size_t i = 0; i < clip->timeline_count && !times.keys; i++)
        times.keys = own_keys(bp_clip_track(clip, clip->timelines[i]), &times);
    return times;
}

/* The keys of all bones and of the hips, frame after frame. */
typedef struct clip_keys {
    retarget_times span;
    double *times;
    bp_quat *rotations; /* bone after bone */
    bp_vec3 *hips;
    retarget_footing (*footings)[2]; /* if feet are kept; ... */
    double *drops;                   /* ... of the hips; twice as many, and scratch */
    bp_pose *from, *to;
} clip_keys;

static bool make_keys(const bp_retarget *r, clip_keys *keys, bp_arena *arena, bp_error *error) {
    const bp_pose_options nodes = {.targets = BP_TARGETS_NODES};
    size_t count = keys->span.count, feet = r->options.keep_feet ? count : 0;
    if (count > SIZE_MAX / (r->count * sizeof *keys->rotations + 1))
        return bp_fail(error, BP_ERROR_MEMORY, "clip", "has too many frames");
    keys->times = bp_arena_alloc(arena, count, sizeof *keys->times, error);
    keys->footings = keys->times ? bp_arena_alloc(arena, feet, sizeof *keys->footings, error) : NULL;
    keys->drops = keys->footings ? bp_arena_alloc(arena, 2 * feet, sizeof *keys->drops, error) : NULL;
    keys->hips = keys->drops ? bp_arena_alloc(arena, count, sizeof *keys->hips, error) : NULL;
    keys->rotations =
        keys->hips ? bp_arena_alloc(arena, count * r->count, sizeof *keys->rotations, error) : NULL;
    keys->from = keys->rotations ? bp_pose_create(&r->allocator, r->from.tree.count, &nodes, error) : NULL;
    keys->to = keys->from ? bp_pose_create(&r->allocator, r->to.tree.count, &nodes, error) : NULL;
    return keys->to != NULL;
}

static void store_key(const bp_retarget *r, clip_keys *keys, size_t bone, size_t f) {
    bp_quat q = keys->to->rotations[r->bones[bone].target];
    bp_quat *key = &keys->rotations[bone * keys->span.count + f];
    *key = f > 0 && bp_quat_dot(q, key[-1]) < 0 ? bp_quat_negate(q) : q;
}

static void fill_keys(bp_retarget *r, const bp_clip *clip, clip_keys *keys) {
    bp_retarget_feet_begin(r);
    for (size_t f = 0; f < keys->span.count; f++) {
        double time = bp_retarget_time(&keys->span, f);
        keys->times[f] = time / keys->span.rate - keys->span.first;
        bp_pose_clear(keys->from);
        bp_clip_sample(clip, time, keys->from);
        (void)bp_retarget_pose(r, keys->from, keys->to);
        for (int i = 0; r->options.keep_feet && i < 2; i++)
            if (r->limbs[i].nodes[0] >= 0)
                bp_retarget_footing(r, i, f > 0 ? keys->span.step : 0, &keys->footings[f][i]);
        bp_retarget_keep_hands(r, keys->to);
        keys->hips[f] = keys->to->positions[r->bones[r->hips].target];
        for (size_t b = 0; b < r->count; b++) store_key(r, keys, b, f);
    }
}

/* A foot turns out to be planted after a moment; here it is from the beginning of its rest on. */
static void plant_early(const clip_keys *keys, int side) {
    for (size_t f = keys->span.count - 1; f-- > 0;)
        for (int k = 0; k < 2; k++) {
            retarget_footing *foot = &keys->footings[f][side], *next = &keys->footings[f + 1][side];
            if (foot->planted[k] || !next->planted[k] || !(f > 0 ? foot : next)->rests[k]) continue;
            foot->planted[k] = true;
            foot->levels[k] = next->levels[k];
        }
}

/* While a foot is planted, its sole is on the ground, or on what is over it. Before and after that the lift
 * fades. */
static void plan_lifts(const clip_keys *keys, int side) {
    double fade = 1 / (1 + keys->span.step / BP_RETARGET_FADE), near = 0, level = 0;
    bool was = false;
    for (size_t f = 0; f < keys->span.count; f++) {
        retarget_footing *foot = &keys->footings[f][side];
        bool planted = foot->planted[0] || foot->planted[1];
        if (planted && !was) level = foot->levels[foot->planted[0] ? 0 : 1];
        foot->lift = near = planted ? level - foot->sole : near * fade;
        was = planted;
    }
    for (size_t f = keys->span.count; f-- > 0;) {
        retarget_footing *foot = &keys->footings[f][side];
        near = foot->planted[0] || foot->planted[1] ? foot->lift : near * fade;
        if (fabs(near) > fabs(foot->lift)) foot->lift = near;
    }
}

/* The hips go down early and slowly: the farthest of near frames, then means over half as many, twice. So
 * they are as low as they must be in every frame, without a kink. */
static void smooth_drops(const clip_keys *keys) {
    long count = (long)keys->span.count, reach = (long)(0.15 / keys->span.step) + 1;
    double *from = keys->drops, *to = keys->drops + count;
    for (int pass = 0; pass < 3; pass++) {
        long n = pass == 0 ? 2 * reach : reach;
        for (long f = 0; f < count; f++) {
            double most = 0, sum = 0;
            for (long k = f - n; k <= f + n; k++) {
                double drop = from[k < 0 ? 0 : k < count ? k : count - 1];
                most = fmax(most, drop);
                sum += drop;
            }
            to[f] = pass == 0 ? most : sum / (double)(2 * n + 1);
        }
        double *swap = from;
        from = to;
        to = swap;
    }
    memcpy(keys->drops, from, keys->span.count * sizeof *keys->drops);
}

static void keep_feet(bp_retarget *r, clip_keys *keys) {
    size_t count = keys->span.count;
    int hips = r->bones[r->hips].target;
    bp_retarget_feet_begin(r);
    for (int i = 0; i < 2; i++) plant_early(keys, i), plan_lifts(keys, i);
    for (size_t f = 0; f < count; f++)
        for (int i = 0; i < 2; i++)
            keys->drops[f] = fmax(keys->drops[f], bp_retarget_foot_plan(r, i, &keys->footings[f][i],
                                                                        f > 0 ? keys->span.step : 0));
    smooth_drops(keys);
    for (size_t f = 0; f < count; f++) {
        keys->to->positions[hips] = keys->hips[f];
        for (size_t b = 0; b < r->count; b++)
            if (r->to.placed[r->bones[b].target])
                keys->to->rotations[r->bones[b].target] = keys->rotations[b * count + f];
        bp_retarget_pose_side(&r->to, keys->to, r->to.placed_count, false);
        bp_retarget_stand(r, keys->footings[f], keys->drops[f], keys->to);
        keys->hips[f] = keys->to->positions[hips];
        for (int i = 0; i < 6; i++)
            if (r->feet[i / 3].bones[i % 3] >= 0) store_key(r, keys, (size_t)r->feet[i / 3].bones[i % 3], f);
    }
}

static bool add_track(bp_clip *to, int target, bp_track_kind kind, const clip_keys *keys, const float *values,
                      bp_error *error) {
    size_t width = kind == BP_TRACK_ROTATION ? 4 : 3, count = keys->span.count;
    bool still = true;
    for (size_t f = 1; still && f < count; f++)
        still = memcmp(values, values + width * f, width * sizeof *values) == 0;
    bp_track track = {.target = target,
                      .kind = kind,
                      .key_count = still ? 1 : count,
                      .times = keys->times,
                      .values = values};
    return bp_clip_add(to, &track, error);
}

/* The rest pose of motion capture often stands anywhere, with the hips at 0. If the ankles of the clip stay
 * far from their height at rest, the lowest one stands on the ground. */
static void find_ground(bp_retarget *r, const bp_clip *clip, clip_keys *keys) {
    enum { MOMENTS = 64 };
    double lowest = 1e300;
    for (size_t i = 0; i < MOMENTS; i++) {
        bp_pose_clear(keys->from);
        bp_clip_sample(clip, bp_retarget_time(&keys->span, i * (keys->span.count - 1) / MOMENTS), keys->from);
        bp_retarget_pose_side(&r->from, keys->from, r->from.needed_count, true);
        for (size_t b = 0; b < r->count; b++)
            if (body_left(r->bones[b].slot) == BODY_FOOT)
                lowest = fmin(lowest, bp_retarget_at(&r->from.world[r->bones[b].source]).y);
    }
    if (r->options.has_ground || lowest == 1e300 || fabs(lowest - r->from_ground) < 0.25 * r->height) return;
    r->offset.y += r->axes.y * (r->from_ground - lowest);
    r->from_ground = lowest;
}

bp_clip *bp_retarget_clip(bp_retarget *r, int clip, bp_error *error) {
    if (!r) return bp_fail_null(error, "retarget"), NULL;
    if (clip < 0 || (size_t)clip >= r->from.model->clip_count)
        return bp_fail(error, BP_ERROR_ARGUMENT, "clip", "there is no clip %d", clip), NULL;
    const bp_clip *from = r->from.model->clips[clip];
    const bp_clip_options options = {.name = bp_clip_name(from), .targets = BP_TARGETS_NODES};
    bp_arena arena = bp_arena_make(&r->allocator, 4096);
    clip_keys keys = {.span = bp_retarget_times(from)};
    bp_clip *to = bp_clip_create(&r->allocator, &options, error);
    bool ok = to && make_keys(r, &keys, &arena, error);
    if (ok) find_ground(r, from, &keys);
    if (ok) fill_keys(r, from, &keys);
    if (ok && r->options.keep_feet) keep_feet(r, &keys);
    for (size_t b = 0; ok && b < r->count; b++)
        ok = add_track(to, r->bones[b].target, BP_TRACK_ROTATION, &keys,
                       &keys.rotations[b * keys.span.count].x, error);
    ok = ok && add_track(to, r->bones[r->hips].target, BP_TRACK_POSITION, &keys, &keys.hips->x, error);
    bp_pose_destroy(keys.from);
    bp_pose_destroy(keys.to);
    bp_arena_clear(&arena);
    if (ok) return to;
    bp_clip_destroy(to);
    return NULL;
}
