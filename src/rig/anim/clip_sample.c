/* clip_sample: the values of a clip's tracks at one time, written into a pose.
 *
 * First the time is searched once in every timeline. Then each track is evaluated at the interval found,
 * straight into the pose's arrays. This is the definition of sampling; batch/ has the vector form for many
 * characters.
 */
#include "rig/anim/anim.h"
#include <string.h>

bp_cursor *bp_cursor_create(const bp_clip *clip, bp_error *error) {
    if (!clip) return bp_fail_null(error, "clip"), NULL;
    size_t size = sizeof(bp_cursor) + clip->timeline_count * sizeof(((bp_cursor *)0)->timelines[0]);
    bp_cursor *cursor = bp_alloc(&clip->allocator, 1, size, error);
    if (!cursor) return NULL;
    cursor->allocator = clip->allocator;
    cursor->count = clip->timeline_count;
    return cursor;
}

void bp_cursor_destroy(bp_cursor *cursor) {
    if (!cursor) return;
    bp_allocator allocator = cursor->allocator;
    bp_free(&allocator, cursor);
}

/* A timeline that is newer than the cursor is searched track by track instead. */
static void search_timelines(const bp_clip *clip, double time, bp_cursor *cursor) {
    for (size_t i = 0; i < clip->timeline_count && i < cursor->count; i++) {
        const bp_track *track = &clip->tracks[clip->timelines[i]].view;
        if (track->key_count == 0) continue;
        cursor->timelines[i].interval =
            bp_key_find(track->times, track->key_count, time, &cursor->timelines[i].hint);
    }
}

static bp_key_interval interval_of(const bp_owned_track *track, double time, const bp_cursor *cursor) {
    size_t hint = 0;
    if (cursor && track->timeline < cursor->count) return cursor->timelines[track->timeline].interval;
    return bp_key_find(track->times, track->view.key_count, time, &hint);
}

static void write_weights(const bp_track *track, bp_key_interval interval, bp_pose *pose, size_t target) {
    size_t space = bp_pose_weight_count(pose, target), width = bp_track_width(track);
    if (space == 0) return;
    bp_track_evaluate(track, interval, width < space ? width : space,
                      pose->weights + pose->weight_starts[target]);
    pose->parts[target] |= BP_POSE_WEIGHTS;
}

/* Most values of most clips: a rotation between two keys. */
static bool write_rotation(const bp_owned_track *track, bp_key_interval interval, bp_pose *pose) {
    size_t target = (size_t)track->view.target;
    if (!track->arcs || interval.fraction == 0.0f || pose->parts[target] & BP_POSE_MATRIX) return false;
    const bp_arc *arc = &track->arcs[interval.key];
    if (arc->stretch_a == 0.0) return false;
    bp_quat ends[2];
    memcpy(ends, track->values + 4 * interval.key, sizeof ends);
    pose->rotations[target] = bp_arc_mix(arc, ends[0], ends[1], interval.fraction);
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

bool bp_clip_sample(const bp_clip *clip, double time, bp_cursor *cursor, bp_pose *pose) {
    if (!clip || !pose) return false;
    if (!bp_targets_check(clip->targets, pose->targets, clip->name, NULL)) return false;
    if (pose->targets == BP_TARGETS_ANY) pose->targets = clip->targets;
    if (cursor) search_timelines(clip, time, cursor);
    for (size_t i = 0; i < clip->track_count; i++) {
        const bp_owned_track *track = &clip->tracks[i];
        if (track->view.key_count == 0 || (size_t)track->view.target >= pose->count) continue;
        bp_key_interval interval = interval_of(track, time, cursor);
        if (!write_rotation(track, interval, pose)) write_value(&track->view, interval, pose);
    }
    return true;
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

bool bp_clip_sample_playback(const bp_clip *clip, const bp_playback *playback, bp_cursor *cursor,
                             bp_pose *pose) {
    if (!clip || !playback || !pose) return false;
    if (!bp_clip_sample(clip, playback->time, cursor, pose)) return false;
    if (playback->options.loop != BP_LOOP_RELATIVE || playback->cycles == 0) return true;
    for (size_t i = 0; i < clip->track_count; i++) {
        const bp_track *track = &clip->tracks[i].view;
        if (track->key_count > 0 && (size_t)track->target < pose->count) add_cycles(track, playback, pose);
    }
    return true;
}
