/* Clips sampled into poses; relative loops. */
#include "rig/anim/anim.h"
#include "support/allocator.h"
#include "support/engine_forms.h"
#include "support/range.c"
#include <bindpose/rig.h>
#include <math.h>

static uint64_t random_state = 77;

static float any(float low, float high) { return test_random_float(&random_state, low, high); }

/* `targets` bones, each with position, rotation and scale; most share their times. */
static bp_clip *random_clip(int targets, size_t keys) {
    double times[64];
    float values[256];
    bp_clip *clip = bp_clip_create(NULL, NULL, NULL);
    for (int i = 0; i < targets * 3; i++) {
        bp_track track = {.target = i / 3, .kind = (bp_track_kind)(i % 3), .key_count = keys, .times = times};
        for (size_t k = 0; k < keys && (i == 0 || i % 5 == 4); k++)
            times[k] = (double)any((float)k, (float)k + 0.9f);
        for (size_t k = 0; k < keys * 4; k++) values[k] = any(-1, 1);
        track.values = values;
        assert_true(bp_clip_add(clip, &track, NULL));
    }
    return clip;
}

/* The pose holds what each track gives by itself, bit for bit. */
static void expect_as_if_alone(const bp_clip *clip, const bp_pose *pose, double time) {
    for (size_t i = 0; i < bp_clip_track_count(clip); i++) {
        const bp_track *track = bp_clip_track(clip, i);
        const void *parts[] = {&pose->positions[track->target], &pose->rotations[track->target],
                               &pose->scales[track->target]};
        float alone[4];
        assert_true(bp_track_sample(track, time, NULL, alone));
        expect_bytes(parts[track->kind], alone, bp_track_width(track) * sizeof *alone);
    }
}

static void test_each_track_as_if_alone(void **state) {
    (void)state;
    bp_clip *clip = random_clip(9, 50);
    bp_pose *pose = bp_pose_create(NULL, 9, NULL, NULL);
    for (int step = 0; step < 300; step++) {
        double time = step % 7 ? step * 0.2 : (double)any(-3, 60);
        bp_clip_sample(clip, time, pose);
        expect_as_if_alone(clip, pose, time);
    }
    assert_int_equal(pose->parts[8], BP_POSE_POSITION | BP_POSE_ROTATION | BP_POSE_SCALE);
    bp_pose_destroy(pose);
    bp_clip_destroy(clip);
}

/* Deleting keys makes new neighbours. */
static void test_rotations_after_keys_are_deleted(void **state) {
    (void)state;
    const double times[] = {0, 1, 2, 3, 4, 5, 6};
    const uint8_t modes[] = {0, 0, 0, 0, BP_INTERPOLATION_STEP, 0, 0};
    bp_quat keys[7];
    for (int i = 0; i < 7; i++)
        keys[i] = bp_quat_from_axis_angle(bp_vec3_make(1, (float)i, 2), (float)(i * i) * 0.2f);
    keys[2] = bp_quat_negate(keys[2]); /* the short way isn't the sum's */
    keys[6] = keys[5];                 /* too close for slerp */
    bp_track track = {.kind = BP_TRACK_ROTATION, .key_count = 7, .times = times, .values = &keys[0].x};
    track.modes = modes;
    bp_clip *clip = bp_clip_create(NULL, NULL, NULL);
    bp_pose *pose = bp_pose_create(NULL, 1, NULL, NULL);
    assert_true(bp_clip_add(clip, &track, NULL));
    assert_true(bp_clip_range_create(clip, "cut", 2, 3, NULL));
    for (int deleted = 0; deleted < 2; deleted++) {
        for (double time = 0; time < 7; time += 0.125) {
            bp_clip_sample(clip, time, pose);
            expect_as_if_alone(clip, pose, time);
        }
        if (!deleted) assert_true(bp_clip_range_delete(clip, "cut", true, NULL));
    }
    bp_pose_destroy(pose);
    bp_clip_destroy(clip);
}

static const double two_times[] = {0, 1};
static const float still[] = {5, 6, 7, 5, 6, 7};

static void add(bp_clip *clip, int target, bp_track_kind kind, int width, const float *values) {
    bp_track track = {
        .target = target, .kind = kind, .width = width, .key_count = 2, .times = two_times, .values = values};
    assert_true(bp_clip_add(clip, &track, NULL));
}

static void test_targets_beyond_the_pose_are_left_out(void **state) {
    (void)state;
    bp_clip *clip = bp_clip_create(NULL, NULL, NULL);
    bp_pose *pose = bp_pose_create(NULL, 2, NULL, NULL);
    add(clip, 1, BP_TRACK_POSITION, 0, still);
    add(clip, 2, BP_TRACK_POSITION, 0, still);
    bp_track late = {.kind = BP_TRACK_SCALE, .key_count = 1, .times = (double[]){9}, .values = still};
    assert_true(bp_clip_add(clip, &late, NULL));
    bp_clip_sample(clip, 0.5, pose);
    assert_int_equal(pose->parts[0], BP_POSE_SCALE);
    assert_int_equal(pose->parts[1], BP_POSE_POSITION);
    expect_floats((const float *)&pose->positions[1], still, 3, 0);
    expect_floats((const float *)&pose->scales[0], still, 3, 0);
    bp_playback playback;
    assert_true(
        bp_playback_start(&playback, &(bp_playback_options){.to = 1, .loop = BP_LOOP_RELATIVE}, NULL));
    bp_playback_update(&playback, 5.5);
    bp_clip_sample_playback(clip, &playback, pose);
    expect_floats((const float *)&pose->positions[1], still, 3, 0);
    bp_pose_destroy(pose);
    bp_clip_destroy(clip);
}

/* Numbers of the program's own: read by number, in no pose, whatever their target is called. */
static void test_user_tracks(void **state) {
    (void)state;
    bp_clip *clip = bp_clip_create(NULL, NULL, NULL);
    bp_pose *pose = bp_pose_create(NULL, 2, NULL, NULL);
    const float curve[] = {0, 8, 1, 4};
    float got[2] = {-1, -1};
    add(clip, 1, BP_TRACK_USER, 2, curve);
    add(clip, 700, BP_TRACK_USER, 2, still);
    bp_clip_sample(clip, 0.25, pose);
    assert_int_equal(pose->parts[1], 0);
    assert_int_equal(bp_clip_user(clip, 1, 0.25, got), 2);
    expect_floats(got, ((float[]){0.25f, 7}), 2, 0);
    assert_int_equal(bp_clip_user(clip, 700, 9, got), 2);
    expect_floats(got, ((float[]){7, 5}), 2, 0); /* the last key of 5 6, 7 5 */
    assert_int_equal(bp_clip_user(clip, 2, 0.25, got), 0);
    assert_int_equal(bp_clip_user(NULL, 1, 0.25, got), 0);
    bp_error error = {0};
    bp_track wide = {.kind = BP_TRACK_USER, .width = 17, .key_count = 1, .times = two_times, .values = still};
    assert_false(bp_clip_add(clip, &wide, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "at most 16");
    bp_pose_destroy(pose);
    bp_clip_destroy(clip);
}

static void test_matrices_whole_or_in_parts(void **state) {
    (void)state;
    /* Scale(2) * 90 degrees about z * Translation(1, 2, 3). */
    const float matrix[] = {0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 1, 2, 3, 1,
                            0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 1, 2, 3, 1};
    for (int whole = 0; whole < 2; whole++) {
        bp_clip *clip = bp_clip_create(NULL, NULL, NULL);
        bp_pose *pose = bp_pose_create(NULL, 1, &(bp_pose_options){.matrices = whole}, NULL);
        add(clip, 0, BP_TRACK_MATRIX, 0, matrix);
        bp_clip_sample(clip, 0, pose);
        assert_int_equal(pose->parts[0], whole ? BP_POSE_MATRIX : 7);
        expect_floats(bp_pose_local(pose, 0).m, matrix, 16, whole ? 0 : 1e-6);
        /* A position that follows replaces the matrix's; its other parts stay. */
        bp_clip *more = bp_clip_create(NULL, NULL, NULL);
        add(more, 0, BP_TRACK_POSITION, 0, still);
        bp_clip_sample(more, 0, pose);
        assert_int_equal(pose->parts[0], 7);
        expect_floats(bp_pose_local(pose, 0).m + 12, still, 3, 0);
        expect_floats(bp_pose_local(pose, 0).m, matrix, 12, 1e-6);
        bp_clip_destroy(more);
        bp_pose_destroy(pose);
        bp_clip_destroy(clip);
    }
}

static void test_weights_fill_the_available_space(void **state) {
    (void)state;
    const float values[] = {0, 10, 20, 1, 11, 21};
    bp_clip *clip = bp_clip_create(NULL, NULL, NULL);
    for (int i = 0; i < 4; i++) add(clip, i, BP_TRACK_WEIGHTS, 3, values);
    const int counts[] = {3, 0, 2, 4};
    bp_pose *pose = bp_pose_create(NULL, 4, &(bp_pose_options){.weight_counts = counts}, NULL);
    bp_clip_sample(clip, 0.5, pose);
    expect_floats(pose->weights, ((float[]){0.5f, 10.5f, 20.5f, 0.5f, 10.5f, 0.5f, 10.5f, 20.5f, 0}), 9, 0);
    assert_int_equal(pose->parts[0], BP_POSE_WEIGHTS);
    assert_int_equal(pose->parts[1], 0);
    bp_pose_destroy(pose);
    pose = bp_pose_create(NULL, 4, NULL, NULL); /* no space for weights */
    bp_clip_sample(clip, 0.5, pose);
    assert_int_equal(pose->parts[0], 0);
    bp_pose_destroy(pose);
    bp_clip_destroy(clip);
}

/* ---- relative loops ---------------------------------------------------------------------------------- */

static bp_pose *sample_relative(const bp_clip *clip, double speed, double seconds) {
    bp_pose *pose = bp_pose_create(NULL, 1, NULL, NULL);
    bp_playback_options options = {.to = 1, .speed = speed, .loop = BP_LOOP_RELATIVE};
    bp_playback playback;
    assert_true(bp_playback_start(&playback, &options, NULL));
    bp_playback_update(&playback, seconds);
    bp_clip_sample_playback(clip, &playback, pose);
    return pose;
}

static void test_relative_loops_continue(void **state) {
    (void)state;
    const float walk[] = {1, 0, 0, 4, 0, -2}, grow[] = {1, 1, 1, 2, 1, 1};
    /* From 0 to 90 degrees about z in each cycle. */
    const float turn[] = {0, 0, 0, 1, 0, 0, 0.707106781f, 0.707106781f};
    bp_clip *clip = bp_clip_create(NULL, NULL, NULL);
    add(clip, 0, BP_TRACK_POSITION, 0, walk);
    add(clip, 0, BP_TRACK_SCALE, 0, grow);
    add(clip, 0, BP_TRACK_ROTATION, 0, turn);
    bp_pose *pose = sample_relative(clip, 1, 2.5); /* two and a half cycles */
    expect_floats((float *)&pose->positions[0], ((float[]){1 + 2 * 3 + 1.5f, 0, 2 * -2 - 1}), 3, 1e-6);
    expect_floats((float *)&pose->scales[0], ((float[]){1 + 2 + 0.5f, 1, 1}), 3, 1e-6);
    /* 45 + 180 degrees: half of 225 has sine 0.92388, cosine -0.38268; or both negated. */
    bp_quat q = pose->rotations[0].z < 0 ? bp_quat_negate(pose->rotations[0]) : pose->rotations[0];
    expect_floats((float *)&q, ((float[]){0, 0, 0.923879533f, -0.382683432f}), 4, 1e-6);
    bp_pose_destroy(pose);
    pose = sample_relative(clip, 1, 1000000.5); /* 250000 whole circles and 45 degrees */
    q = pose->rotations[0].w < 0 ? bp_quat_negate(pose->rotations[0]) : pose->rotations[0];
    expect_floats((float *)&q, ((float[]){0, 0, 0.382683432f, 0.923879533f}), 4, 1e-3);
    bp_pose_destroy(pose);
    pose = sample_relative(clip, -1, 1.25); /* backwards: one cycle less, a quarter into it from the end */
    expect_floats((float *)&pose->positions[0], ((float[]){1 - 3 + 0.75f * 3, 0, 2 - 0.75f * 2}), 3, 1e-6);
    bp_pose_destroy(pose);
    bp_clip_destroy(clip);
}

static void test_relative_rotations_take_the_short_way(void **state) {
    (void)state;
    /* 270 degrees a turn (half: 0.707, -0.707) are -90; after one turn at its start that is the pose. */
    const float turn[] = {0, 0, 0, 1, 0, 0, 0.707106781f, -0.707106781f};
    bp_clip *clip = bp_clip_create(NULL, NULL, NULL);
    add(clip, 0, BP_TRACK_ROTATION, 0, turn);
    bp_pose *pose = sample_relative(clip, 1, 1);
    expect_floats((float *)&pose->rotations[0], ((float[]){0, 0, -0.707106781f, 0.707106781f}), 4, 1e-6);
    bp_pose_destroy(pose);
    bp_clip_destroy(clip);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_track_as_if_alone),
        cmocka_unit_test(test_rotations_after_keys_are_deleted),
        cmocka_unit_test(test_targets_beyond_the_pose_are_left_out),
        cmocka_unit_test(test_user_tracks),
        cmocka_unit_test(test_matrices_whole_or_in_parts),
        cmocka_unit_test(test_weights_fill_the_available_space),
        cmocka_unit_test(test_relative_loops_continue),
        cmocka_unit_test(test_relative_rotations_take_the_short_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
