/* Root motion: see bindpose/motion.h.
 *
 * Let P and Q be position and rotation of the target at a key, a its yaw since the first key, and P' the
 * position in place: that of the first key on the chosen axes, P on the others. With row vectors P = P' *
 * Ry(a) + T, so T = P - P' * Ry(a), and Q' = the rotation that Ry(a) completes to Q. */
#include "rig/anim/anim.h"
#include <bindpose/motion.h>
#include <string.h>

enum { SPLINE_STEPS = 8 };

/* ---- rotations about Y, and translations -------------------------------------------------------------- */

static bp_dvec3 turned(double yaw, bp_dvec3 v) {
    double sine, cosine;
    bp_sincos_d(yaw, &sine, &cosine);
    return (bp_dvec3){v.x * cosine + v.z * sine, v.y, v.z * cosine - v.x * sine};
}

/* First a, then b. */
static bp_motion_key compose(bp_motion_key a, bp_motion_key b) {
    bp_dvec3 t = turned(b.yaw, (bp_dvec3){a.x, a.y, a.z});
    return (bp_motion_key){0, a.yaw + b.yaw, t.x + b.x, t.y + b.y, t.z + b.z};
}

static bp_motion_key inverse(bp_motion_key a) {
    bp_dvec3 t = turned(-a.yaw, (bp_dvec3){-a.x, -a.y, -a.z});
    return (bp_motion_key){0, -a.yaw, t.x, t.y, t.z};
}

/* `n` times the same, n >= 0, by squares. */
static bp_motion_key repeated(bp_motion_key a, double n) {
    bp_motion_key sum = {0};
    for (; n >= 1; n = floor(n / 2), a = compose(a, a))
        if (n - 2 * floor(n / 2) == 1) sum = compose(sum, a);
    return sum;
}

/* ---- extracting --------------------------------------------------------------------------------------- */

/* The twist about Y of the way from one rotation to another, in the space of the parent. */
static double yaw_between(bp_dquat from, bp_dquat to) {
    bp_dquat back = {-from.x, -from.y, -from.z, from.w}, way = bp_dquat_mul(to, back);
    if (way.w < 0) way = (bp_dquat){-way.x, -way.y, -way.z, -way.w};
    return 2 * bp_atan2_d(way.y, way.w);
}

/* The tracks of the target; NULL: it has none of that kind. */
typedef struct source {
    const bp_track *position, *rotation;
} source;

static const bp_track *track_of(const bp_clip *clip, int target, bp_track_kind kind) {
    size_t index = bp_clip_find(clip, target, kind);
    const bp_track *track = index < clip->track_count ? &clip->tracks[index].view : NULL;
    return track && track->key_count > 0 ? track : NULL;
}

/* Adds the times of a track to the sorted ones, without repeating any. */
static size_t add_times(bp_motion_key *keys, size_t count, const bp_track *track) {
    int steps = track->interpolation == BP_INTERPOLATION_CUBIC ? SPLINE_STEPS : 1;
    for (size_t i = 0; i < track->key_count; i++)
        for (int step = 0; step < (i + 1 < track->key_count ? steps : 1); step++) {
            double time = track->times[i];
            if (step > 0) time += (track->times[i + 1] - time) * step / steps;
            size_t at = count;
            while (at > 0 && keys[at - 1].time > time) at--;
            if (at > 0 && keys[at - 1].time == time) continue;
            memmove(keys + at + 1, keys + at, (count - at) * sizeof *keys);
            keys[at] = (bp_motion_key){.time = time};
            count++;
        }
    return count;
}

static size_t most_times(const source *from) {
    size_t most = 0;
    const bp_track *tracks[] = {from->position, from->rotation};
    for (int i = 0; i < 2; i++)
        if (tracks[i])
            most += tracks[i]->key_count *
                    (tracks[i]->interpolation == BP_INTERPOLATION_CUBIC ? SPLINE_STEPS : 1);
    return most;
}

/* Fills the motion's keys, and position and rotation in place at each of them. */
static void split(bp_motion *motion, const source *from, const bp_motion_options *o, float *positions,
                  float *rotations) {
    bp_vec3 first = {0, 0, 0};
    bp_quat start = {0, 0, 0, 1};
    double yaw = 0;
    bp_dquat before = {0, 0, 0, 1};
    for (size_t i = 0; i < motion->count; i++) {
        bp_motion_key *key = &motion->keys[i];
        bp_vec3 p = {0, 0, 0};
        bp_quat q = {0, 0, 0, 1};
        if (from->position) bp_track_sample(from->position, key->time, NULL, &p.x);
        if (from->rotation) bp_track_sample(from->rotation, key->time, NULL, &q.x);
        bp_dquat exact = bp_dquat_from_quat(q);
        if (i == 0) {
            first = p;
            start = q;
            before = bp_dquat_from_quat(start);
        }
        if (o->yaw) yaw += yaw_between(before, exact);
        before = exact;
        bp_dvec3 place = {o->x ? (double)first.x : (double)p.x, o->y ? (double)first.y : (double)p.y,
                          o->z ? (double)first.z : (double)p.z};
        bp_dvec3 moved = turned(yaw, place);
        key->yaw = yaw;
        key->x = (double)p.x - moved.x;
        key->y = (double)p.y - moved.y;
        key->z = (double)p.z - moved.z;
        bp_vec3 in_place = bp_dvec3_to_vec3(place);
        bp_dquat back = bp_dquat_from_axis_angle((bp_dvec3){0, 1, 0}, -yaw);
        bp_quat rest = bp_dquat_to_quat(bp_dquat_normalize(bp_dquat_mul(back, exact)));
        memcpy(positions + 3 * i, &in_place, sizeof in_place);
        memcpy(rotations + 4 * i, &rest, sizeof rest);
    }
}

/* A copy of the clip in which these tracks replace those of the target. */
static bp_clip *copy_without(const bp_clip *clip, int target, const source *from, const bp_motion *motion,
                             const float *positions, const float *rotations, bp_error *error) {
    bp_clip_options options = {
        .name = bp_clip_name(clip), .rate = bp_clip_rate(clip), .targets = clip->targets};
    bp_clip *copy = bp_clip_create(&clip->allocator, &options, error);
    double *times = copy ? bp_alloc(&clip->allocator, motion->count, sizeof *times, error) : NULL;
    bool ok = times != NULL;
    for (size_t i = 0; ok && i < motion->count; i++) times[i] = motion->keys[i].time;
    for (size_t i = 0; ok && i < clip->track_count; i++) {
        bp_track track = clip->tracks[i].view;
        bool position = track.target == target && track.kind == BP_TRACK_POSITION && from->position;
        bool rotation = track.target == target && track.kind == BP_TRACK_ROTATION && from->rotation;
        if (position || rotation)
            track = (bp_track){.target = target,
                               .kind = track.kind,
                               .key_count = motion->count,
                               .times = times,
                               .values = position ? positions : rotations};
        ok = bp_clip_add(copy, &track, error);
    }
    bp_free(&clip->allocator, times);
    if (ok) return copy;
    bp_clip_destroy(copy);
    return NULL;
}

static bool fill(bp_motion *motion, const bp_clip *clip, const source *from, const bp_motion_options *o,
                 bp_error *error) {
    size_t most = most_times(from);
    motion->keys = bp_alloc(&motion->allocator, most, sizeof *motion->keys, error);
    float *values = motion->keys ? bp_alloc(&motion->allocator, most, 7 * sizeof(float), error) : NULL;
    if (!values) return false;
    if (from->position) motion->count = add_times(motion->keys, 0, from->position);
    if (from->rotation) motion->count = add_times(motion->keys, motion->count, from->rotation);
    bp_clip_span(clip, &motion->first, &motion->last);
    split(motion, from, o, values, values + 3 * most);
    motion->clip = copy_without(clip, o->target, from, motion, values, values + 3 * most, error);
    bp_free(&motion->allocator, values);
    return motion->clip != NULL;
}

bp_motion *bp_motion_extract(const bp_clip *clip, const bp_motion_options *options, bp_error *error) {
    if (!clip || !options) return bp_fail_null(error, clip ? "options" : "clip"), NULL;
    const bp_motion_options *o = options;
    if (!o->x && !o->y && !o->z && !o->yaw) {
        bp_fail(error, BP_ERROR_ARGUMENT, "options", "choose an axis or yaw: nothing would become motion");
        return NULL;
    }
    source from = {track_of(clip, o->target, BP_TRACK_POSITION),
                   track_of(clip, o->target, BP_TRACK_ROTATION)};
    if ((!from.position && !from.rotation) || track_of(clip, o->target, BP_TRACK_MATRIX)) {
        bp_fail(error, BP_ERROR_ARGUMENT, "target",
                "the clip \"%s\" has no position or rotation of %d, or moves it by matrices", clip->name,
                o->target);
        return NULL;
    }
    bp_motion *motion = bp_alloc(&clip->allocator, 1, sizeof *motion, error);
    if (!motion) return NULL;
    motion->allocator = clip->allocator;
    if (fill(motion, clip, &from, o, error)) return motion;
    bp_motion_destroy(motion);
    return NULL;
}

void bp_motion_destroy(bp_motion *motion) {
    if (!motion) return;
    bp_allocator allocator = motion->allocator;
    bp_clip_destroy(motion->clip);
    bp_free(&allocator, motion->keys);
    bp_free(&allocator, motion);
}

/* ---- between two times ---- */

static bp_motion_key at(const bp_motion *motion, double time) {
    const bp_motion_key *keys = motion->keys;
    size_t low = 0, high = motion->count - 1;
    if (!(time > keys[0].time)) return keys[0];
    if (time >= keys[high].time) return keys[high];
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (keys[middle].time <= time)
            low = middle;
        else
            high = middle;
    }
    const bp_motion_key *a = &keys[low], *b = &keys[high];
    double t = (time - a->time) / (b->time - a->time);
    return (bp_motion_key){time, a->yaw + (b->yaw - a->yaw) * t, a->x + (b->x - a->x) * t,
                           a->y + (b->y - a->y) * t, a->z + (b->z - a->z) * t};
}

/* The motion since the first key. `cycles` is subtracted from the number of the cycle. */
static bp_motion_key since_first(const bp_motion *motion, double time, double cycles) {
    double length = motion->last - motion->first, n = floor((time - motion->first) / length);
    bp_motion_key cycle = motion->keys[motion->count - 1], rest = at(motion, time - n * length);
    n -= cycles;
    return compose(rest, n < 0 ? repeated(inverse(cycle), -n) : repeated(cycle, n));
}

bp_trs bp_motion_between(const bp_motion *motion, double from, double to, bool loop) {
    if (!motion || !bp_is_finite(from) || !bp_is_finite(to)) return bp_trs_identity();
    double first = motion->first, length = motion->last - first;
    bp_motion_key a, b;
    if (loop && length > 0) {
        double cycles = floor((from - first) / length);
        a = since_first(motion, from, cycles);
        b = since_first(motion, to, cycles);
    } else {
        a = at(motion, from);
        b = at(motion, to);
    }
    bp_motion_key delta = compose(b, inverse(a));
    bp_quat yaw = bp_dquat_to_quat(bp_dquat_from_axis_angle((bp_dvec3){0, 1, 0}, delta.yaw));
    return (bp_trs){bp_dvec3_to_vec3((bp_dvec3){delta.x, delta.y, delta.z}), yaw, {1, 1, 1}};
}
