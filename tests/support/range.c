/* range: named ranges of a clip, and of each of its tracks. A test includes this file once. */
#include "support/range.h"
#include "rig/engine.h"
#include <string.h>

/* NULL if there is none. */
static const bp_range *bp_range_list_find(const bp_range_list *list, const char *name) {
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->items[i].name, name) == 0) return &list->items[i];
    return NULL;
}

/* Assigns timelines anew after keys were changed. */
static void bp_clip_rebuild_timelines(bp_clip *clip) {
    clip->timeline_count = 0;
    for (size_t i = 0; i < clip->track_count; i++) bp_clip_assign_timeline(clip, i);
}

/* Removes the range of that name, if any; the others keep their order. */
static void bp_range_list_remove(bp_range_list *list, const bp_allocator *allocator, const char *name) {
    const bp_range *found = bp_range_list_find(list, name);
    if (!found) return;
    size_t index = (size_t)(found - list->items);
    bp_free(allocator, list->items[index].name);
    list->count--;
    memmove(&list->items[index], &list->items[index + 1], (list->count - index) * sizeof *list->items);
}

/* Exchanges the contents of two clips, except name and rate. Both have the same allocator. */
static void bp_clip_swap_tracks(bp_clip *a, bp_clip *b) {
    bp_clip old = *a;
    *a = *b;
    a->name = old.name;
    a->rate = old.rate;
    a->targets = old.targets;
    old.name = b->name;
    old.rate = b->rate;
    old.targets = b->targets;
    *b = old;
}

static bool check_range(const bp_clip *clip, const char *name, double from, double to, bp_error *error) {
    if (!name || !*name) return bp_fail(error, BP_ERROR_ARGUMENT, "name", "a range needs a name");
    if (!bp_is_finite(from) || !bp_is_finite(to))
        return bp_fail(error, BP_ERROR_ARGUMENT, name, "the ends %g and %g must be finite", from, to);
    if (from > to)
        return bp_fail(error, BP_ERROR_ARGUMENT, name, "begins at %g, after its end at %g", from, to);
    if (bp_range_list_find(&clip->ranges, name))
        return bp_fail(error, BP_ERROR_ARGUMENT, name, "the clip has a range of this name; delete it first");
    return true;
}

static bool add_to_lists(bp_clip *clip, bp_range range, bp_error *error) {
    for (size_t i = 0; i < clip->track_count; i++) {
        bp_range_list *list = &clip->tracks[i].ranges;
        if (!bp_range_list_find(list, range.name) && !bp_range_list_add(list, &clip->allocator, range, error))
            return false;
    }
    return bp_range_list_add(&clip->ranges, &clip->allocator, range, error);
}

/* Works on a clone, so that a failed allocation leaves the clip unchanged. */
bool bp_clip_range_create(bp_clip *clip, const char *name, double from, double to, bp_error *error) {
    if (!clip) return bp_fail_null(error, "clip");
    if (!check_range(clip, name, from, to, error)) return false;
    bp_clip *clone = bp_clip_clone(clip, error);
    bool ok = clone && add_to_lists(clone, (bp_range){(char *)name, from, to}, error);
    if (ok) bp_clip_swap_tracks(clip, clone);
    bp_clip_destroy(clone);
    return ok;
}

/* Deletes the keys within from..to; the later ones move up within their arrays. */
static void delete_keys_within(bp_owned_track *track, double from, double to) {
    size_t stride = bp_track_stride(&track->view), kept = 0;
    for (size_t i = 0; i < track->view.key_count; i++) {
        if (track->times[i] >= from && track->times[i] <= to) continue;
        track->times[kept] = track->times[i];
        memmove(track->values + kept * stride, track->values + i * stride, stride * sizeof *track->values);
        if (track->modes) track->modes[kept] = track->modes[i];
        kept++;
    }
    track->view.key_count = kept;
    bp_owned_track_measure_arcs(track);
}

bool bp_clip_range_delete(bp_clip *clip, const char *name, bool delete_keys, bp_error *error) {
    if (!clip) return bp_fail_null(error, "clip");
    if (!bp_clip_range_get(clip, name))
        return bp_fail(error, BP_ERROR_ARGUMENT, name, "the clip has no range of this name");
    for (size_t i = 0; i < clip->track_count; i++) {
        bp_owned_track *track = &clip->tracks[i];
        const bp_range *range = bp_range_list_find(&track->ranges, name);
        if (range && delete_keys) delete_keys_within(track, range->from, range->to);
        bp_range_list_remove(&track->ranges, &clip->allocator, name);
    }
    bp_range_list_remove(&clip->ranges, &clip->allocator, name);
    bp_clip_rebuild_timelines(clip);
    return true;
}

const bp_range *bp_clip_range_get(const bp_clip *clip, const char *name) {
    if (!clip) return NULL;
    return name ? bp_range_list_find(&clip->ranges, name) : NULL;
}

size_t bp_clip_range_count(const bp_clip *clip) { return clip ? clip->ranges.count : 0; }

const bp_range *bp_clip_track_range_get(const bp_clip *clip, size_t track, const char *name) {
    if (!clip) return NULL;
    if (track >= clip->track_count || !name) return NULL;
    return bp_range_list_find(&clip->tracks[track].ranges, name);
}

size_t bp_clip_track_range_count(const bp_clip *clip, size_t track) {
    if (!clip) return 0;
    return track < clip->track_count ? clip->tracks[track].ranges.count : 0;
}

/* range_copy: appends a range of one skeleton's clip to the clip of a similar skeleton.
 *
 * It works on a clone of the clip, which replaces the contents at the end, so a failure leaves the clip
 * unchanged. Bones are matched by name. A track that gets keys is built anew; if its interpolation differs
 * from the source's, each key keeps its own.
 */

/* The data of one run. */
typedef struct range_job {
    bp_range_copy *copy;
    bp_clip *clip; /* the clone */
    double offset; /* added to the times */
    bool stopped;  /* by copy->engine_stops */
} range_job;

static bool check_pointers(const bp_range_copy *copy, bp_error *error) {
    const void *pointers[] = {copy->clip, copy->skeleton, copy->source, copy->source_skeleton, copy->name};
    static const char *const names[] = {"clip", "skeleton", "source", "source_skeleton", "name"};
    for (size_t i = 0; i < BP_COUNT(names); i++)
        if (!pointers[i]) return bp_fail(error, BP_ERROR_ARGUMENT, names[i], "is missing");
    return bp_targets_check(copy->clip->targets, BP_TARGETS_BONES, "clip", error) &&
           bp_targets_check(copy->source->targets, BP_TARGETS_BONES, "source", error);
}

static bool check(const bp_range_copy *copy, bp_error *error) {
    if (!check_pointers(copy, error)) return false;
    if (bp_clip_range_get(copy->clip, copy->name))
        return bp_fail(error, BP_ERROR_ARGUMENT, copy->name, "the clip has a range of this name already");
    if (!bp_clip_range_get(copy->source, copy->name))
        return bp_fail(error, BP_ERROR_ARGUMENT, copy->name, "the source has no range of this name");
    if (copy->clip->rate != copy->source->rate)
        return bp_fail(error, BP_ERROR_ARGUMENT, "rate",
                       "the clips count time differently: %g and %g units a second", copy->clip->rate,
                       copy->source->rate);
    return true;
}

static bp_interpolation mode_of(const bp_track *track, size_t key) {
    return track->modes ? (bp_interpolation)track->modes[key] : track->interpolation;
}

static void scale_triple(float *v, bp_vec3 factor) {
    v[0] *= factor.x;
    v[1] *= factor.y;
    v[2] *= factor.z;
}

/* Appends a key to `to`, whose arrays have space for it. */
static void append_key(bp_owned_track *to, const bp_track *from, size_t key, double offset, bp_vec3 factor) {
    size_t width = bp_track_width(from), index = to->view.key_count++;
    bool tangents = from->interpolation == BP_INTERPOLATION_CUBIC;
    bool to_cubic = to->view.interpolation == BP_INTERPOLATION_CUBIC;
    float *values = to->values + index * bp_track_stride(&to->view) + (to_cubic && !tangents ? width : 0);
    size_t count = bp_track_stride(from);
    memcpy(values, from->values + key * count, count * sizeof *values);
    for (size_t i = 0; i < count && from->kind == BP_TRACK_POSITION; i += 3) scale_triple(values + i, factor);
    if (from->kind == BP_TRACK_MATRIX) scale_triple(values + 12, factor);
    to->times[index] = from->times[key] + offset;
    to->modes[index] = (uint8_t)mode_of(from, key);
}

static bool within(const bp_range *range, double time) { return time >= range->from && time <= range->to; }

/* A track without keys, with space for the keys of both. */
static bool allocate_track(const range_job *work, const bp_track *old, const bp_track *source,
                           const bp_range *range, bp_owned_track *track, bp_error *error) {
    const bp_allocator *allocator = &work->clip->allocator;
    size_t keys = old->key_count;
    for (size_t i = 0; i < source->key_count; i++) keys += within(range, source->times[i]);
    *track = (bp_owned_track){.view = *old};
    track->view.key_count = 0;
    if (old->key_count == 0 || source->interpolation == BP_INTERPOLATION_CUBIC)
        track->view.interpolation = source->interpolation;
    size_t stride = bp_track_stride(&track->view);
    track->view.times = track->times = bp_alloc(allocator, keys, sizeof *track->times, error);
    if (track->times) track->values = bp_alloc(allocator, keys, stride * sizeof *track->values, error);
    if (track->values) track->modes = bp_alloc(allocator, keys, 1, error);
    track->view.values = track->values;
    track->view.modes = track->modes;
    return track->modes != NULL;
}

/* Drops modes that all equal the track's interpolation. */
static void drop_modes(const bp_allocator *allocator, bp_owned_track *track) {
    for (size_t i = 0; i < track->view.key_count; i++)
        if (track->modes[i] != track->view.interpolation) return;
    bp_free(allocator, track->modes);
    track->view.modes = track->modes = NULL;
}

/* Appends the keys of a range of a source track to a track of the clone. */
static bool append_keys(const range_job *work, size_t index, const bp_track *source, const bp_range *range,
                        bp_vec3 factor, bp_error *error) {
    bp_owned_track *old = &work->clip->tracks[index], track;
    if (!allocate_track(work, &old->view, source, range, &track, error)) {
        bp_owned_track_free_keys(&work->clip->allocator, &track);
        return false;
    }
    bp_vec3 unscaled = {1, 1, 1};
    for (size_t i = 0; i < old->view.key_count; i++) append_key(&track, &old->view, i, 0, unscaled);
    for (size_t i = 0; i < source->key_count; i++)
        if (within(range, source->times[i])) append_key(&track, source, i, work->offset, factor);
    drop_modes(&work->clip->allocator, &track);
    if (!bp_owned_track_add_arcs(&work->clip->allocator, &track, error)) {
        bp_owned_track_free_keys(&work->clip->allocator, &track);
        return false;
    }
    bp_owned_track_free_keys(&work->clip->allocator, old);
    track.ranges = old->ranges;
    *old = track;
    return true;
}

/* Finds the clone's track for a bone, or adds one without keys. */
static bool find_or_add_track(const range_job *work, int target, const bp_track *source, size_t *index,
                              bp_error *error) {
    *index = bp_clip_find(work->clip, target, source->kind);
    if (*index < work->clip->track_count) {
        if (bp_track_width(&work->clip->tracks[*index].view) == bp_track_width(source)) return true;
        return bp_fail(error, BP_ERROR_ARGUMENT, "width",
                       "bone %d has %zu weights here, and %zu in the source", target,
                       bp_track_width(&work->clip->tracks[*index].view), bp_track_width(source));
    }
    bp_track empty = {.target = target,
                      .kind = source->kind,
                      .interpolation = source->interpolation,
                      .width = source->width};
    return bp_clip_insert(work->clip, &empty, error);
}

static bool copy_track(const range_job *work, int target, size_t source, bp_vec3 factor, bp_error *error) {
    const bp_owned_track *from = &work->copy->source->tracks[source];
    const bp_range *range = bp_range_list_find(&from->ranges, work->copy->name);
    size_t index;
    if (!find_or_add_track(work, target, &from->view, &index, error) ||
        !append_keys(work, index, &from->view, range, factor, error))
        return false;
    bp_range_list *list = &work->clip->tracks[index].ranges;
    bp_range moved = {range->name, range->from + work->offset, range->to + work->offset};
    return bp_range_list_find(list, range->name) ||
           bp_range_list_add(list, &work->clip->allocator, moved, error);
}

static float ratio(float a, float b) { return b != 0 ? a / b : 1; }

/* The scale of the translations in this bone's keys: Babylon.js's rules, with lengths that aren't set taken
 * from the pose. */
static bp_vec3 factor_of(const bp_range_copy *copy, const bp_bone *bone, const bp_bone *source) {
    bp_vec3 unscaled = {1, 1, 1}, a = copy->dimensions, b = copy->source_dimensions;
    const bp_bone *parent = bp_bone_parent(bone), *source_parent = bp_bone_parent(source);
    float length, source_length, above, source_above;
    if (!copy->rescale) return unscaled;
    if (!parent) {
        bool known = a.x != 0 || a.y != 0 || a.z != 0;
        return known ? bp_vec3_make(ratio(a.x, b.x), ratio(a.y, b.y), ratio(a.z, b.z)) : unscaled;
    }
    if (!source_parent || !bp_bone_length(bone, &length) || !bp_bone_length(source, &source_length) ||
        length == source_length || length == 0 || source_length == 0 || !bp_bone_length(parent, &above) ||
        !bp_bone_length(source_parent, &source_above))
        return unscaled;
    float factor = ratio(above, source_above);
    return bp_vec3_make(factor, factor, factor);
}

static bool has_range(const bp_range_copy *copy, size_t track) {
    return track < copy->source->track_count &&
           bp_range_list_find(&copy->source->tracks[track].ranges, copy->name) != NULL;
}

/* Copies the tracks of one bone; counts it as copied or missing. */
static bool copy_bone(range_job *work, const bp_bone *bone, bp_error *error) {
    bp_range_copy *copy = work->copy;
    const bp_bone *source = bp_skeleton_find(copy->source_skeleton, bp_bone_name(bone));
    bool any = false;
    for (int kind = 0; source && kind < BP_TRACK_USER; kind++) {
        size_t track = bp_clip_find(copy->source, (int)bp_bone_id(source), (bp_track_kind)kind);
        if (!has_range(copy, track)) continue;
        any = true;
        if (!work->stopped &&
            !copy_track(work, (int)bp_bone_id(bone), track, factor_of(copy, bone, source), error))
            return false;
    }
    if (any) {
        copy->copied += !work->stopped;
    } else {
        copy->missing++;
        work->stopped = work->stopped || copy->engine_stops;
    }
    return true;
}

/* Behind all keys, also if the range begins before 0. */
static double offset_of(const bp_range_copy *copy) {
    double first, last, lowest = bp_clip_range_get(copy->source, copy->name)->from;
    bp_clip_span(copy->clip, &first, &last);
    return (last > 0 ? last : 0) + 1 - (lowest < 0 ? lowest : 0);
}

static bool copy_bones(range_job *work, bp_error *error) {
    bp_range_copy *copy = work->copy;
    size_t bones = bp_skeleton_count(copy->skeleton);
    bool same_count = bones == bp_skeleton_count(copy->source_skeleton);
    work->stopped = copy->engine_stops && !same_count;
    for (size_t i = 0; i < bones; i++)
        if (!copy_bone(work, bp_skeleton_bone(copy->skeleton, i), error)) return false;
    if (copy->copied == 0 && !copy->engine_stops)
        return bp_fail(error, BP_ERROR_ARGUMENT, copy->name,
                       "no bone of \"%s\" has a namesake in \"%s\" that takes part in the range",
                       bp_skeleton_name(copy->skeleton), bp_skeleton_name(copy->source_skeleton));
    copy->exact = same_count && copy->missing == 0;
    const bp_range *range = bp_clip_range_get(copy->source, copy->name);
    bp_range moved = {range->name, range->from + work->offset, range->to + work->offset};
    return bp_range_list_add(&work->clip->ranges, &work->clip->allocator, moved, error);
}

bool bp_range_copy_run(bp_range_copy *copy, bp_error *error) {
    if (!copy) return bp_fail_null(error, "copy");
    copy->copied = copy->missing = 0;
    copy->exact = false;
    if (!check(copy, error)) return false;
    range_job work = {.copy = copy, .clip = bp_clip_clone(copy->clip, error), .offset = offset_of(copy)};
    bool ok = work.clip && copy_bones(&work, error);
    if (ok) {
        bp_clip_rebuild_timelines(work.clip);
        bp_clip_swap_tracks(copy->clip, work.clip);
    }
    bp_clip_destroy(work.clip);
    return ok;
}
