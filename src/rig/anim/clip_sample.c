/* clip_sample: a clip's tracks at one moment, written into a pose.
 *
 * First every line of tracks is found among its times, once; then each track is evaluated at its
 * line's place straight into the pose's arrays. */
#include "rig/anim/clip.h"
#include "rig/anim/pose.h"

bp_cursor *bp_cursor_create(const bp_clip *clip, bp_error *error) {
    bp_cursor *cursor = bp_alloc(&clip->allocator, 1, sizeof *cursor, error);
    if (!cursor) return NULL;
    cursor->allocator = clip->allocator;
    cursor->count = clip->line_count;
    cursor->hints = bp_alloc(&clip->allocator, cursor->count, sizeof *cursor->hints, error);
    if (cursor->hints)
        cursor->places = bp_alloc(&clip->allocator, cursor->count, sizeof *cursor->places, error);
    if (!cursor->places) {
        bp_cursor_destroy(cursor);
        return NULL;
    }
    return cursor;
}

void bp_cursor_destroy(bp_cursor *cursor) {
    if (!cursor) return;
    bp_allocator allocator = cursor->allocator;
    bp_free(&allocator, cursor->hints);
    bp_free(&allocator, cursor->places);
    bp_free(&allocator, cursor);
}

/* Lines that came to the clip after the cursor was made are searched track by track instead. */
static void find_lines(const bp_clip *clip, double time, bp_cursor *cursor) {
    for (size_t i = 0; i < clip->line_count && i < cursor->count; i++) {
        const bp_track *track = &clip->tracks[clip->lines[i]].view;
        if (track->key_count == 0) continue;
        cursor->places[i] = bp_key_find(track->times, track->key_count, time, &cursor->hints[i]);
    }
}

static bp_key_interval place_of(const bp_owned_track *track, double time, const bp_cursor *cursor) {
    size_t fresh = 0;
    if (cursor && track->line < cursor->count) return cursor->places[track->line];
    return bp_key_find(track->times, track->view.key_count, time, &fresh);
}

static void write_weights(const bp_track *track, bp_key_interval place, bp_pose *pose, size_t target) {
    size_t room = bp_pose_weight_count(pose, target), width = bp_track_width(track);
    if (room == 0) return;
    bp_track_evaluate(track, place, width < room ? width : room, pose->weights + pose->weight_starts[target]);
    pose->parts[target] |= BP_POSE_WEIGHTS;
}

/* A matrix said earlier, and a part said now: the matrix is taken apart, so that the part counts. */
static void begin_parts(bp_pose *pose, size_t target) {
    if (pose->parts[target] & BP_POSE_MATRIX) bp_pose_set_trs(pose, target, bp_pose_trs(pose, target));
}

static void write_value(const bp_track *track, bp_key_interval place, bp_pose *pose) {
    size_t target = (size_t)track->target;
    bp_mat4 matrix;
    switch (track->kind) {
    case BP_TRACK_POSITION:
        begin_parts(pose, target);
        bp_track_evaluate(track, place, 3, (float *)(pose->positions + target));
        pose->parts[target] |= BP_POSE_POSITION;
        break;
    case BP_TRACK_ROTATION:
        begin_parts(pose, target);
        bp_track_evaluate(track, place, 4, (float *)(pose->rotations + target));
        pose->parts[target] |= BP_POSE_ROTATION;
        break;
    case BP_TRACK_SCALE:
        begin_parts(pose, target);
        bp_track_evaluate(track, place, 3, (float *)(pose->scales + target));
        pose->parts[target] |= BP_POSE_SCALE;
        break;
    case BP_TRACK_MATRIX:
        bp_track_evaluate(track, place, 16, matrix.m);
        bp_pose_set_matrix(pose, target, matrix);
        break;
    default: write_weights(track, place, pose, target); break;
    }
}

void bp_clip_sample(const bp_clip *clip, double time, bp_cursor *cursor, bp_pose *pose) {
    if (cursor) find_lines(clip, time, cursor);
    for (size_t i = 0; i < clip->track_count; i++) {
        const bp_owned_track *track = &clip->tracks[i];
        if (track->view.key_count == 0 || (size_t)track->view.target >= pose->count) continue;
        write_value(&track->view, place_of(track, time, cursor), pose);
    }
}

/* ---- relative loops ------------------------------------------------------------------------------- */

/* A rotation done `times` times: the same axis, that many times the angle. The angle of one turn is the
 * short way's. */
static bp_quat repeat_rotation(bp_quat q, double times) {
    if (q.w < 0) q = bp_quat_negate(q);
    bp_vec3 axis = {q.x, q.y, q.z};
    double half = (double)bp_atan2(bp_vec3_length(axis), q.w) * times;
    double turns = floor(half / (2 * (double)BP_PI)); /* whole turns of the quaternion change nothing */
    return bp_quat_from_axis_angle(axis, (float)(2 * (half - turns * 2 * (double)BP_PI)));
}

static void shift_vector(const bp_track *track, const bp_playback *playback, bp_vec3 *value) {
    bp_vec3 from, to;
    bp_track_sample(track, playback->options.from, NULL, (float *)&from);
    bp_track_sample(track, playback->options.to, NULL, (float *)&to);
    *value = bp_vec3_add(*value, bp_vec3_scale(bp_vec3_sub(to, from), (float)playback->turns));
}

static void shift_rotation(const bp_track *track, const bp_playback *playback, bp_quat *value) {
    bp_quat from, to;
    bp_track_sample(track, playback->options.from, NULL, (float *)&from);
    bp_track_sample(track, playback->options.to, NULL, (float *)&to);
    bp_quat turn = bp_quat_mul(to, bp_quat_conjugate(from));
    *value = bp_quat_mul(repeat_rotation(turn, playback->turns), *value);
}

static void shift(const bp_track *track, const bp_playback *playback, bp_pose *pose) {
    size_t target = (size_t)track->target;
    if (track->kind == BP_TRACK_POSITION) shift_vector(track, playback, &pose->positions[target]);
    if (track->kind == BP_TRACK_SCALE) shift_vector(track, playback, &pose->scales[target]);
    if (track->kind == BP_TRACK_ROTATION) shift_rotation(track, playback, &pose->rotations[target]);
}

void bp_clip_sample_playback(const bp_clip *clip, const bp_playback *playback, bp_cursor *cursor,
                             bp_pose *pose) {
    bp_clip_sample(clip, playback->time, cursor, pose);
    if (playback->options.loop != BP_LOOP_RELATIVE || playback->turns == 0) return;
    for (size_t i = 0; i < clip->track_count; i++) {
        const bp_track *track = &clip->tracks[i].view;
        if (track->key_count > 0 && (size_t)track->target < pose->count) shift(track, playback, pose);
    }
}
