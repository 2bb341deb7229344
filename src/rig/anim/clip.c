/* clip: creating a clip, adding tracks, looking them up.
 *
 * Each track's keys lie in arrays of their own, times apart from values. Exporters write one list of times
 * for many tracks, so tracks with equal times share a timeline, which is searched once for all of them. A
 * hash table finds the track of a target and kind, so building a clip takes linear time.
 */
#include "base/allocator.h"
#include "rig/anim/packed.h"
#include <string.h>

/* Ranges are short lists (a character has a dozen), searched from the front. */
bool bp_range_list_add(bp_range_list *list, const bp_allocator *allocator, bp_range range, bp_error *error) {
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 4;
        bp_range *items = bp_realloc(allocator, list->items, list->capacity, capacity, sizeof *items, error);
        if (!items) return false;
        list->items = items;
        list->capacity = capacity;
    }
    range.name = bp_copy_text(allocator, range.name, error);
    if (!range.name) return false;
    list->items[list->count++] = range;
    return true;
}

static bool copy_ranges(bp_range_list *list, const bp_range_list *source, const bp_allocator *allocator,
                        bp_error *error) {
    for (size_t i = 0; i < source->count; i++)
        if (!bp_range_list_add(list, allocator, source->items[i], error)) return false;
    return true;
}

static void free_ranges(bp_range_list *list, const bp_allocator *allocator) {
    for (size_t i = 0; i < list->count; i++) bp_free(allocator, list->items[i].name);
    bp_free(allocator, list->items);
    *list = (bp_range_list){0};
}

bp_clip *bp_clip_create(const bp_allocator *allocator, const bp_clip_options *options, bp_error *error) {
    bp_allocator own = allocator ? *allocator : bp_allocator_default();
    double rate = options && options->rate != 0 ? options->rate : 1;
    if (!(rate > 0 && bp_is_finite(rate))) {
        bp_fail(error, BP_ERROR_ARGUMENT, "rate", "%g units of time per second: must be finite and positive",
                rate);
        return NULL;
    }
    bp_clip *clip = bp_alloc(&own, 1, sizeof *clip, error);
    if (!clip) return NULL;
    clip->allocator = own;
    clip->rate = rate;
    clip->targets = options ? options->targets : BP_TARGETS_ANY;
    clip->name = bp_copy_text(&own, options ? options->name : NULL, error);
    if (!clip->name) {
        bp_clip_destroy(clip);
        return NULL;
    }
    return clip;
}

void bp_owned_track_free_keys(const bp_allocator *allocator, bp_owned_track *track) {
    bp_free(allocator, track->times);
    bp_free(allocator, track->values);
    bp_free(allocator, track->modes);
    bp_free(allocator, track->arcs);
}

static void free_track(const bp_allocator *allocator, bp_owned_track *track) {
    bp_owned_track_free_keys(allocator, track);
    free_ranges(&track->ranges, allocator);
}

void bp_clip_destroy(bp_clip *clip) {
    if (!clip) return;
    bp_allocator allocator = clip->allocator;
    for (size_t i = 0; i < clip->track_count; i++) free_track(&allocator, &clip->tracks[i]);
    bp_free(&allocator, clip->tracks);
    bp_free(&allocator, clip->timelines);
    bp_free(&allocator, clip->slots);
    free_ranges(&clip->ranges, &allocator);
    for (size_t i = 0; i < clip->packed_count; i++) bp_packed_clear(&clip->packed[i], &allocator);
    bp_free(&allocator, clip->packed);
    bp_free(&allocator, clip->name);
    bp_free(&allocator, clip);
}

static bool copy_tracks(bp_clip *copy, const bp_clip *clip, bp_error *error) {
    for (size_t i = 0; i < clip->track_count; i++)
        if (!bp_clip_insert(copy, &clip->tracks[i].view, error) ||
            !copy_ranges(&copy->tracks[i].ranges, &clip->tracks[i].ranges, &copy->allocator, error))
            return false;
    return copy_ranges(&copy->ranges, &clip->ranges, &copy->allocator, error);
}

static bool copy_packed(bp_clip *copy, const bp_clip *clip, bp_error *error) {
    copy->packed = bp_alloc(&copy->allocator, clip->packed_count, sizeof *copy->packed, error);
    if (!copy->packed) return false;
    for (; copy->packed_count < clip->packed_count; copy->packed_count++)
        if (!bp_packed_copy(&copy->packed[copy->packed_count], &clip->packed[copy->packed_count],
                            &copy->allocator, error))
            return false;
    return true;
}

bp_clip *bp_clip_clone(const bp_clip *clip, bp_error *error) {
    if (!clip) return bp_fail_null(error, "clip"), NULL;
    bp_clip_options options = {.name = clip->name, .rate = clip->rate, .targets = clip->targets};
    bp_clip *copy = bp_clip_create(&clip->allocator, &options, error);
    if (copy && !(copy_tracks(copy, clip, error) && copy_packed(copy, clip, error))) {
        bp_clip_destroy(copy);
        return NULL;
    }
    return copy;
}

#define NO_TRACK SIZE_MAX

static size_t first_slot(const bp_clip *clip, int target, bp_track_kind kind) {
    uint64_t key = (uint64_t)(unsigned)target * BP_TRACK_KIND_COUNT + (unsigned)kind;
    return (size_t)((key * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & (clip->slot_count - 1);
}

/* The slot of the track, or the free slot where it belongs. */
static size_t find_slot(const bp_clip *clip, int target, bp_track_kind kind) {
    size_t slot = first_slot(clip, target, kind);
    while (clip->slots[slot] != NO_TRACK) {
        const bp_track *track = &clip->tracks[clip->slots[slot]].view;
        if (track->target == target && track->kind == kind) break;
        slot = (slot + 1) & (clip->slot_count - 1);
    }
    return slot;
}

size_t bp_clip_find(const bp_clip *clip, int target, bp_track_kind kind) {
    if (!clip) return 0;
    if (clip->slot_count == 0) return clip->track_count;
    size_t entry = clip->slots[find_slot(clip, target, kind)];
    return entry == NO_TRACK ? clip->track_count : entry;
}

/* At most half of the slots are in use. */
static bool reserve_slots(bp_clip *clip, bp_error *error) {
    if (2 * (clip->track_count + 1) <= clip->slot_count) return true;
    size_t count = clip->slot_count ? 2 * clip->slot_count : 16;
    size_t *slots = bp_alloc(&clip->allocator, count, sizeof *slots, error);
    if (!slots) return false;
    bp_free(&clip->allocator, clip->slots);
    clip->slots = slots;
    clip->slot_count = count;
    for (size_t i = 0; i < count; i++) slots[i] = NO_TRACK;
    for (size_t i = 0; i < clip->track_count; i++)
        slots[find_slot(clip, clip->tracks[i].view.target, clip->tracks[i].view.kind)] = i;
    return true;
}

bool bp_track_same_times(const bp_track *a, const bp_track *b) {
    return a->key_count == b->key_count && memcmp(a->times, b->times, a->key_count * sizeof *a->times) == 0;
}

/* Compares with the latest few timelines only: tracks that share times are neighbours, and comparing with
 * all would take quadratic time if none do. */
void bp_clip_assign_timeline(bp_clip *clip, size_t track) {
    size_t newest = clip->timeline_count, oldest = newest > 16 ? newest - 16 : 0;
    for (size_t i = newest; i-- > oldest;) {
        if (bp_track_same_times(&clip->tracks[clip->timelines[i]].view, &clip->tracks[track].view)) {
            clip->tracks[track].timeline = i;
            return;
        }
    }
    clip->timelines[newest] = track;
    clip->tracks[track].timeline = newest;
    clip->timeline_count++;
}

static bool reserve_tracks(bp_clip *clip, bp_error *error) {
    size_t old = clip->track_capacity, capacity = old ? 2 * old : 8;
    if (clip->track_count < old) return true;
    bp_owned_track *tracks = bp_realloc(&clip->allocator, clip->tracks, old, capacity, sizeof *tracks, error);
    if (!tracks) return false;
    clip->tracks = tracks;
    size_t *timelines =
        bp_realloc(&clip->allocator, clip->timelines, old, capacity, sizeof *timelines, error);
    if (!timelines) return false;
    clip->timelines = timelines;
    clip->track_capacity = capacity;
    return true;
}

/* A copy of `count * size` bytes. */
static void *copy_block(const bp_allocator *allocator, const void *block, size_t count, size_t size,
                        bp_error *error) {
    void *copy = bp_alloc(allocator, count, size, error);
    if (copy && count) memcpy(copy, block, count * size);
    return copy;
}

static bool copy_keys(bp_owned_track *copy, const bp_track *track, const bp_allocator *allocator,
                      bp_error *error) {
    size_t keys = track->key_count, floats = keys * bp_track_stride(track);
    *copy = (bp_owned_track){.view = *track};
    copy->times = copy_block(allocator, track->times, keys, sizeof *copy->times, error);
    copy->values =
        copy->times ? copy_block(allocator, track->values, floats, sizeof *copy->values, error) : NULL;
    if (copy->values && track->modes) copy->modes = copy_block(allocator, track->modes, keys, 1, error);
    copy->view.times = copy->times;
    copy->view.values = copy->values;
    copy->view.modes = copy->modes;
    return copy->values && (copy->modes || !track->modes) && bp_owned_track_add_arcs(allocator, copy, error);
}

bool bp_clip_insert(bp_clip *clip, const bp_track *track, bp_error *error) {
    bp_owned_track copy;
    if (!reserve_tracks(clip, error) || !reserve_slots(clip, error)) return false;
    if (!copy_keys(&copy, track, &clip->allocator, error)) {
        free_track(&clip->allocator, &copy);
        return false;
    }
    size_t slot = find_slot(clip, track->target, track->kind), index = clip->track_count++;
    clip->tracks[index] = copy;
    clip->slots[slot] = index;
    bp_clip_assign_timeline(clip, index);
    return true;
}

bool bp_clip_add(bp_clip *clip, const bp_track *track, bp_error *error) {
    if (!clip) return bp_fail_null(error, "clip");
    if (!track) return bp_fail_null(error, "track");
    if (!bp_track_check(track, error)) return false;
    if (bp_clip_find(clip, track->target, track->kind) < clip->track_count)
        return bp_fail(error, BP_ERROR_ARGUMENT, "target", "the clip has a %s track for %d already",
                       bp_track_kind_name(track->kind), track->target);
    return bp_clip_insert(clip, track, error);
}

const char *bp_clip_name(const bp_clip *clip) { return clip ? clip->name : ""; }
double bp_clip_rate(const bp_clip *clip) { return clip ? clip->rate : 0; }
bp_targets bp_clip_targets(const bp_clip *clip) { return clip ? clip->targets : BP_TARGETS_ANY; }
size_t bp_clip_track_count(const bp_clip *clip) { return clip ? clip->track_count : 0; }

const bp_track *bp_clip_track(const bp_clip *clip, size_t index) {
    if (!clip) return NULL;
    return index < clip->track_count ? &clip->tracks[index].view : NULL;
}

bool bp_clip_span(const bp_clip *clip, double *first, double *last) {
    bool any = false;
    *first = *last = 0;
    if (!clip) return false;
    for (size_t i = 0; i < clip->timeline_count; i++) {
        const bp_track *track = &clip->tracks[clip->timelines[i]].view;
        if (track->key_count == 0) continue;
        double from = track->times[0], to = track->times[track->key_count - 1];
        if (!any || from < *first) *first = from;
        if (!any || to > *last) *last = to;
        any = true;
    }
    for (size_t i = 0; i < clip->packed_count; i++) {
        double from = bp_packed_time(&clip->packed[i], 0);
        double to = bp_packed_time(&clip->packed[i], clip->packed[i].key_count - 1);
        if (!any || from < *first) *first = from;
        if (!any || to > *last) *last = to;
        any = true;
    }
    return any;
}

/* ---- the values of a clip's tracks at one time, written into a pose ----
 *
 * This is the definition of sampling; batch/ has the vector form for many characters.
 */

static void write_weights(const bp_track *track, bp_key_interval interval, bp_pose *pose, size_t target) {
    size_t space = bp_pose_weight_count(pose, target), width = bp_track_width(track);
    if (space == 0) return;
    bp_track_evaluate(track, interval, width < space ? width : space,
                      pose->weights + pose->weight_starts[target]);
    pose->parts[target] |= BP_POSE_WEIGHTS;
}

/* Most values of most clips: a rotation at a key or between two. */
static bool write_rotation(const bp_owned_track *track, bp_key_interval interval, bp_pose *pose) {
    size_t target = (size_t)track->view.target;
    if (!track->arcs || pose->parts[target] & BP_POSE_MATRIX) return false;
    const bp_arc *arc = &track->arcs[interval.key];
    bp_quat ends[2];
    bool between = interval.fraction != 0.0f;
    if (between && arc->stretch_a == 0.0) return false;
    memcpy(ends, track->values + 4 * interval.key, between ? sizeof ends : sizeof *ends);
    pose->rotations[target] = between ? bp_arc_mix(arc, ends[0], ends[1], interval.fraction) : ends[0];
    pose->parts[target] |= BP_POSE_ROTATION;
    return true;
}

static void write_value(const bp_track *track, bp_key_interval interval, bp_pose *pose) {
    size_t target = (size_t)track->target;
    float *const parts[] = {&pose->positions[target].x, &pose->rotations[target].x, &pose->scales[target].x};
    bp_mat4 matrix;
    if (track->kind == BP_TRACK_WEIGHTS) {
        write_weights(track, interval, pose, target);
    } else if (track->kind == BP_TRACK_MATRIX) {
        bp_track_evaluate(track, interval, 16, matrix.m);
        bp_pose_set_matrix(pose, target, matrix);
    } else {
        /* A matrix that the pose holds is decomposed, because the track replaces one of its parts. */
        if (pose->parts[target] & BP_POSE_MATRIX) bp_pose_set_trs(pose, target, bp_pose_trs(pose, target));
        bp_track_evaluate(track, interval, bp_track_width(track), parts[track->kind]);
        pose->parts[target] |= (uint8_t)(1 << track->kind); /* BP_POSE_POSITION, _ROTATION, _SCALE */
    }
}

/* A view of two keys at a time. */
static void sample_packed(const bp_packed_keys *packed, double time, bp_pose *pose) {
    bp_key_interval interval = bp_packed_find(packed, time);
    bp_packed_reader reader = bp_packed_begin(packed, interval.key, false);
    interval.key = 0;
    for (size_t i = 0; i < packed->track_count; i++) {
        float values[8];
        bp_track track = bp_packed_next(&reader, values);
        if ((size_t)track.target < pose->count) write_value(&track, interval, pose);
    }
}

/* Tracks with equal times are neighbours, so most need no search of their own. */
bool bp_clip_sample(const bp_clip *clip, double time, bp_pose *pose) {
    if (!clip || !pose) return false;
    if (!bp_targets_check(clip->targets, pose->targets, clip->name, NULL)) return false;
    if (pose->targets == BP_TARGETS_ANY) pose->targets = clip->targets;
    size_t timeline = SIZE_MAX, key = 0;
    bp_key_interval interval = {0};
    for (size_t i = 0; i < clip->track_count; i++) {
        const bp_owned_track *track = &clip->tracks[i];
        if (track->view.key_count == 0 || (size_t)track->view.target >= pose->count) continue;
        if (track->view.kind == BP_TRACK_USER) continue;
        if (track->timeline != timeline)
            interval = bp_key_find(track->times, track->view.key_count, time, &key);
        timeline = track->timeline;
        if (!write_rotation(track, interval, pose)) write_value(&track->view, interval, pose);
    }
    for (size_t i = 0; i < clip->packed_count; i++) sample_packed(&clip->packed[i], time, pose);
    return true;
}

size_t bp_clip_user(const bp_clip *clip, int number, double time, float *out) {
    size_t index = bp_clip_find(clip, number, BP_TRACK_USER);
    const bp_track *track = bp_clip_track(clip, index);
    return track && bp_track_sample(track, time, NULL, out) ? bp_track_width(track) : 0;
}

/* A rotation repeated `times` times: the same axis, that many times the angle (of the short way). */
static bp_quat repeat_rotation(bp_quat q, double times) {
    if (q.w < 0) q = bp_quat_negate(q);
    bp_vec3 axis = {q.x, q.y, q.z};
    double half = (double)bp_atan2(bp_vec3_length(axis), q.w) * times;
    double circles = floor(half / (2 * (double)BP_PI)); /* full circles of the half angle change nothing */
    return bp_quat_from_axis_angle(axis, (float)(2 * (half - circles * 2 * (double)BP_PI)));
}

/* BP_LOOP_RELATIVE: adds the movement of the cycles that are over. */
static void add_cycles(const bp_track *track, const bp_playback *playback, bp_pose *pose) {
    size_t target = (size_t)track->target;
    bp_quat from, to; /* or vectors in their first three floats */
    if (track->kind > BP_TRACK_SCALE) return;
    bp_track_sample(track, playback->options.from, NULL, &from.x);
    bp_track_sample(track, playback->options.to, NULL, &to.x);
    if (track->kind == BP_TRACK_ROTATION) {
        bp_quat cycle = bp_quat_mul(to, bp_quat_conjugate(from)), *value = &pose->rotations[target];
        *value = bp_quat_mul(repeat_rotation(cycle, playback->cycles), *value);
    } else {
        bp_vec3 cycle = {to.x - from.x, to.y - from.y, to.z - from.z};
        bp_vec3 *value = &(track->kind == BP_TRACK_POSITION ? pose->positions : pose->scales)[target];
        *value = bp_vec3_add(*value, bp_vec3_scale(cycle, (float)playback->cycles));
    }
}

bool bp_clip_sample_playback(const bp_clip *clip, const bp_playback *playback, bp_pose *pose) {
    if (!clip || !playback || !pose) return false;
    if (!bp_clip_sample(clip, playback->time, pose)) return false;
    if (playback->options.loop != BP_LOOP_RELATIVE || playback->cycles == 0) return true;
    for (size_t i = 0; i < clip->track_count; i++) {
        const bp_track *track = &clip->tracks[i].view;
        if (track->key_count > 0 && (size_t)track->target < pose->count) add_cycles(track, playback, pose);
    }
    return true;
}

/* ---- packed clips ---- */

size_t bp_clip_size(const bp_clip *clip) {
    size_t size = 0;
    for (size_t i = 0; clip && i < clip->track_count; i++) {
        const bp_track *track = &clip->tracks[i].view;
        size += track->key_count * (1 + bp_track_stride(track)) * sizeof(float);
    }
    for (size_t i = 0; clip && i < clip->packed_count; i++)
        size += sizeof *clip->packed + clip->packed[i].size;
    return size;
}

static bool unpack(bp_clip *to, const bp_packed_keys *packed, bp_arena *arena, bp_error *error) {
    size_t keys = packed->key_count, count = packed->track_count;
    bp_track *tracks = bp_arena_alloc(arena, count, sizeof *tracks, error);
    float *values = bp_arena_alloc(arena, keys * count, 4 * sizeof *values, error);
    double *times = bp_arena_alloc(arena, keys, sizeof *times, error);
    if (!tracks || !values || !times) return false;
    for (size_t k = 0; k < keys; k++) times[k] = bp_packed_time(packed, k);
    for (size_t k = 0; k + 1 < keys; k += packed_segment_length(keys)) {
        bp_packed_reader reader = bp_packed_begin(packed, k, true);
        for (size_t i = 0; i < count; i++) {
            float segment[4 * PACKED_WAVES];
            tracks[i] = bp_packed_next(&reader, segment);
            size_t width = bp_track_width(&tracks[i]);
            memcpy(values + 4 * keys * i + width * k, segment, width * tracks[i].key_count * sizeof *segment);
        }
    }
    for (size_t i = 0; i < count; i++) {
        tracks[i].key_count = keys, tracks[i].times = times, tracks[i].values = values + 4 * keys * i;
        if (!bp_clip_insert(to, &tracks[i], error)) return false;
    }
    return true;
}

bp_clip *bp_clip_unpack(const bp_clip *clip, bp_error *error) {
    bp_clip *copy = bp_clip_clone(clip, error);
    if (!copy) return NULL;
    bp_arena arena = bp_arena_make(&copy->allocator, 0);
    bool ok = true;
    for (size_t i = 0; ok && i < copy->packed_count; i++) ok = unpack(copy, &copy->packed[i], &arena, error);
    while (copy->packed_count > 0) bp_packed_clear(&copy->packed[--copy->packed_count], &copy->allocator);
    bp_arena_clear(&arena);
    if (ok) return copy;
    bp_clip_destroy(copy);
    return NULL;
}
