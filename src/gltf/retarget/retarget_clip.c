/* A whole clip: sampled evenly, retargeted frame by frame. */
#include "gltf/retarget/retarget.h"
#include "rig/anim/anim.h"
#include <string.h>

/* At the keys' distance, or a part of it. */
retarget_times bp_retarget_times(const bp_clip *clip) {
    retarget_times times = {.step = 1.0 / 30, .count = 1};
    double last = 0, rate = bp_clip_rate(clip), least = 1e300;
    if (!bp_clip_span(clip, &times.first, &last)) return times;
    for (size_t i = 0; i < bp_clip_track_count(clip); i++) {
        const bp_track *track = bp_clip_track(clip, i);
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
    return times;
}

/* The keys of all bones and of the hips, frame after frame. */
typedef struct clip_keys {
    retarget_times span;
    double *times;
    bp_quat *rotations; /* bone after bone */
    bp_vec3 *hips;
    double *drops; /* of the hips, for the feet; twice as many, and scratch */
    double *lifts; /* of the ankles, both feet frame after frame */
    int *planted;  /* bits as bp_retarget.planned; with 4 more to the left: the contact rests */
    bp_pose *from, *to;
} clip_keys;

static bool make_keys(const bp_retarget *r, clip_keys *keys, bp_arena *arena, bp_error *error) {
    const bp_pose_options nodes = {.targets = BP_TARGETS_NODES};
    size_t count = keys->span.count;
    if (count > SIZE_MAX / (r->count * sizeof *keys->rotations + 1))
        return bp_fail(error, BP_ERROR_MEMORY, "clip", "has too many frames");
    keys->times = bp_arena_alloc(arena, count, sizeof *keys->times, error);
    keys->drops = keys->times ? bp_arena_alloc(arena, 2 * count, sizeof *keys->drops, error) : NULL;
    keys->lifts = keys->drops ? bp_arena_alloc(arena, 2 * count, sizeof *keys->lifts, error) : NULL;
    keys->planted = keys->lifts ? bp_arena_alloc(arena, count, sizeof *keys->planted, error) : NULL;
    keys->hips = keys->planted ? bp_arena_alloc(arena, count, sizeof *keys->hips, error) : NULL;
    keys->rotations =
        keys->hips ? bp_arena_alloc(arena, count * r->count, sizeof *keys->rotations, error) : NULL;
    keys->from = keys->rotations ? bp_pose_create(&r->allocator, r->from.tree.count, &nodes, error) : NULL;
    keys->to = keys->from ? bp_pose_create(&r->allocator, r->to.tree.count, &nodes, error) : NULL;
    return keys->to != NULL;
}

/* `drops`: finds out only how far the hips go down for the feet. */
static void fill_keys(bp_retarget *r, const bp_clip *clip, clip_keys *keys, bool drops) {
    size_t count = keys->span.count;
    for (size_t f = 0; f < count; f++) {
        keys->times[f] = (double)f * keys->span.step;
        bp_pose_clear(keys->from);
        bp_clip_sample(clip, (keys->span.first + keys->times[f]) * bp_clip_rate(clip), keys->from);
        if (drops)
            bp_retarget_pose_placed(r, keys->from, keys->to);
        else
            (void)bp_retarget_pose(r, keys->from, keys->to);
        r->least_drop = keys->drops[f];
        if (r->keeps_feet) r->planned = keys->planted[f] & 15;
        for (int i = 0; i < 2; i++) r->feet[i].planned_lift = keys->lifts[2 * f + (size_t)i];
        bp_retarget_correct(r, f > 0 ? keys->span.step : 0, keys->to);
        keys->drops[f] = r->drop;
        if (drops) continue;
        keys->hips[f] = keys->to->positions[r->bones[r->hips].target];
        for (size_t b = 0; b < r->count; b++) {
            bp_quat q = keys->to->rotations[r->bones[b].target];
            bp_quat *key = &keys->rotations[b * count + f];
            *key = f > 0 && bp_quat_dot(q, key[-1]) < 0 ? bp_quat_negate(q) : q;
        }
    }
}

/* A foot turns out to be planted after a moment; here it is from the beginning of its rest on. */
static void find_planted(bp_retarget *r, const bp_clip *clip, const clip_keys *keys) {
    for (size_t f = 0; f < keys->span.count; f++) {
        bp_pose_clear(keys->from);
        bp_clip_sample(clip, (keys->span.first + (double)f * keys->span.step) * bp_clip_rate(clip),
                       keys->from);
        bp_retarget_pose_placed(r, keys->from, keys->to);
        for (int i = 0; i < 2; i++) keys->lifts[2 * f + (size_t)i] = -bp_retarget_sole_height(r, &r->feet[i]);
        for (int bit = 0; bit < 4; bit++) {
            retarget_contact *contact = &r->feet[bit / 2].contacts[bit % 2];
            if (contact->source < 0) continue;
            bool planted = bp_retarget_contact_step(r, contact, f > 0 ? keys->span.step : 0);
            keys->planted[f] |= planted << bit | (contact->rested > 0) << (bit + 4);
        }
    }
    for (size_t f = keys->span.count - 1; f-- > 0;)
        keys->planted[f] |= keys->planted[f + 1] & ((f > 0 ? keys->planted[f] : keys->planted[1]) >> 4);
}

/* While a foot is planted, its sole is on the ground. Before and after that the lift fades. */
static void plan_lifts(const clip_keys *keys) {
    size_t count = keys->span.count;
    double fade = 1 / (1 + keys->span.step / BP_RETARGET_FADE);
    for (size_t i = 0; i < 2; i++) {
        double *lifts = keys->lifts + i, near = 0;
        for (size_t f = 0; f < count; f++) {
            bool planted = (keys->planted[f] >> (2 * i)) & 3;
            near = planted ? lifts[2 * f] : near * fade;
            lifts[2 * f] = near;
        }
        near = 0;
        for (size_t f = count; f-- > 0;) {
            bool planted = (keys->planted[f] >> (2 * i)) & 3;
            near = planted ? lifts[2 * f] : near * fade;
            if (fabs(near) > fabs(lifts[2 * f])) lifts[2 * f] = near;
        }
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
        double seconds = keys->span.first + (double)(i * (keys->span.count - 1)) / MOMENTS * keys->span.step;
        bp_pose_clear(keys->from);
        bp_clip_sample(clip, seconds * bp_clip_rate(clip), keys->from);
        bp_retarget_pose_side(&r->from, keys->from, r->from.placed_count, false);
        for (size_t b = 0; b < r->count; b++)
            if (body_left(r->bones[b].slot) == BODY_FOOT)
                lowest = fmin(lowest, bp_retarget_at(&r->from.world[r->bones[b].source]).y);
    }
    if (r->has_ground || lowest == 1e300 || fabs(lowest - r->from_ground) < 0.25 * r->height) return;
    r->offset.y += r->axes.y * (r->from_ground - lowest);
    r->from_ground = lowest;
}

/* The clip's tracks of nodes that are placed: all that feet need. */
static bp_clip *clip_of_placed(const bp_retarget *r, const bp_clip *from, bp_error *error) {
    const bp_clip_options options = {.rate = bp_clip_rate(from), .targets = BP_TARGETS_NODES};
    bp_clip *out = bp_clip_create(&r->allocator, &options, error);
    bool ok = out != NULL;
    for (size_t i = 0; ok && i < bp_clip_track_count(from); i++) {
        const bp_track *track = bp_clip_track(from, i);
        if (track->kind != BP_TRACK_WEIGHTS && r->from.placed[track->target])
            ok = bp_clip_add(out, track, error);
    }
    if (ok) return out;
    bp_clip_destroy(out);
    return NULL;
}

bp_clip *bp_retarget_clip(bp_retarget *r, int clip, bp_error *error) {
    if (!r) return bp_fail_null(error, "retarget"), NULL;
    const bp_model *model = r->from.model;
    if (clip < 0 || (size_t)clip >= model->clip_count)
        return bp_fail(error, BP_ERROR_ARGUMENT, "clip", "there is no clip %d; the model has %zu", clip,
                       model->clip_count),
               NULL;
    const bp_clip *from = model->clips[clip];
    const bp_clip_options options = {.name = bp_clip_name(from), .targets = BP_TARGETS_NODES};
    bp_arena arena = bp_arena_make(&r->allocator, 4096);
    clip_keys keys = {.span = bp_retarget_times(from)};
    bp_clip *to = bp_clip_create(&r->allocator, &options, error);
    bp_clip *legs = to && r->keeps_feet ? clip_of_placed(r, from, error) : NULL;
    bool ok = to && (legs || !r->keeps_feet) && make_keys(r, &keys, &arena, error);
    if (ok) find_ground(r, from, &keys);
    if (ok && r->keeps_feet) {
        find_planted(r, legs, &keys);
        plan_lifts(&keys);
        fill_keys(r, legs, &keys, true);
        smooth_drops(&keys);
    }
    if (ok) fill_keys(r, from, &keys, false);
    r->planned = -1;
    for (size_t b = 0; ok && b < r->count; b++)
        ok = add_track(to, r->bones[b].target, BP_TRACK_ROTATION, &keys,
                       &keys.rotations[b * keys.span.count].x, error);
    ok = ok && add_track(to, r->bones[r->hips].target, BP_TRACK_POSITION, &keys, &keys.hips->x, error);
    bp_pose_destroy(keys.from);
    bp_pose_destroy(keys.to);
    bp_clip_destroy(legs);
    bp_arena_clear(&arena);
    if (ok) return to;
    bp_clip_destroy(to);
    return NULL;
}
