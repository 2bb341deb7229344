/* range: named ranges of a clip, and of each of its tracks. */
#include "rig/anim/anim.h"
#include <string.h>

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
