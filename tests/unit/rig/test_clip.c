/* Clips as containers: adding, finding, cloning, shared times. */
#include "rig/anim/anim.h"
#include "support/allocator.h"
#include "support/range.c"
#include <math.h>

static const double times[] = {1, 2, 4};
static const double other_times[] = {0, 2, 7};
static const float values[48] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

static bp_track track_of(int target, bp_track_kind kind) {
    return (bp_track){.target = target, .kind = kind, .key_count = 3, .times = times, .values = values};
}

static bp_clip *clip_of(const bp_allocator *allocator, const char *name, double rate, bp_error *error) {
    return bp_clip_create(allocator, &(bp_clip_options){.name = name, .rate = rate}, error);
}

static void test_a_clip_keeps_copies(void **state) {
    (void)state;
    double own_times[] = {0, 1};
    float own_values[] = {1, 2, 3, 4, 5, 6};
    uint8_t own_modes[] = {BP_INTERPOLATION_STEP, BP_INTERPOLATION_LINEAR};
    bp_track track = {.target = 2,
                      .kind = BP_TRACK_SCALE,
                      .key_count = 2,
                      .times = own_times,
                      .values = own_values,
                      .modes = own_modes};
    bp_clip *clip = clip_of(NULL, "walk", 30, NULL);
    assert_true(bp_clip_add(clip, &track, NULL));
    own_times[1] = 99;
    own_values[5] = 99;
    own_modes[0] = 2;
    const bp_track *kept = bp_clip_track(clip, 0);
    expect_float(kept->times[1], 1, 0);
    expect_float(kept->values[5], 6, 0);
    assert_int_equal(kept->modes[0], BP_INTERPOLATION_STEP);
    assert_string_equal(bp_clip_name(clip), "walk");
    expect_float(bp_clip_rate(clip), 30, 0);
    assert_int_equal(bp_clip_track_count(clip), 1);
    assert_null(bp_clip_track(clip, 1));
    bp_clip_destroy(clip);
    bp_clip_destroy(NULL);
}

/* One key spans from its time to its time; a track without keys has no span. */
static void test_span_of_single_keys(void **state) {
    (void)state;
    double first = 0, last = 0;
    bp_clip *clip = bp_clip_create(NULL, NULL, NULL);
    bp_track one = {
        .target = 1, .kind = BP_TRACK_SCALE, .key_count = 1, .times = times + 1, .values = values};
    bp_track none = {.target = 2, .kind = BP_TRACK_SCALE, .times = times, .values = values};
    assert_true(bp_clip_add(clip, &one, NULL) && bp_clip_add(clip, &none, NULL));
    assert_true(bp_clip_span(clip, &first, &last));
    expect_float(first, 2, 0);
    expect_float(last, 2, 0);
    bp_clip_destroy(clip);
}

static void test_defaults(void **state) {
    (void)state;
    double first = 1, last = 1;
    bp_clip *clip = bp_clip_create(NULL, NULL, NULL);
    assert_string_equal(bp_clip_name(clip), "");
    expect_float(bp_clip_rate(clip), 1, 0);
    assert_int_equal(bp_clip_find(clip, 0, BP_TRACK_SCALE), 0);
    assert_false(bp_clip_span(clip, &first, &last));
    expect_float(first, 0, 0);
    expect_float(last, 0, 0);
    bp_clip_destroy(clip);
}

static void test_invalid_tracks_are_refused(void **state) {
    (void)state;
    bp_error error = {0};
    assert_null(clip_of(NULL, "x", -1, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "rate");
    assert_null(clip_of(NULL, "x", (double)NAN, &error));
    assert_null(clip_of(NULL, "x", (double)INFINITY, &error));
    bp_clip *clip = clip_of(NULL, "x", 1, NULL);
    bp_track track = track_of(7, BP_TRACK_ROTATION);
    assert_true(bp_clip_add(clip, &track, NULL));
    assert_false(bp_clip_add(clip, &track, &error)); /* a second track for the property */
    expect_error(&error, BP_ERROR_ARGUMENT, "rotation track for 7");
    track.times = NULL;
    assert_false(bp_clip_add(clip, &track, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "times");
    assert_int_equal(bp_clip_track_count(clip), 1);
    bp_clip_destroy(clip);
}

static void test_tracks_are_found_and_times_shared(void **state) {
    (void)state;
    bp_clip *clip = clip_of(NULL, "big", 1, NULL);
    /* 3000 tracks: three kinds for each of 1000 targets, scales with times of their own. */
    for (int i = 0; i < 1000; i++) {
        bp_track position = track_of(i * 7, BP_TRACK_POSITION), rotation = track_of(i * 7, BP_TRACK_ROTATION),
                 scale = track_of(i * 7, BP_TRACK_SCALE);
        scale.times = other_times;
        assert_true(bp_clip_add(clip, &position, NULL) && bp_clip_add(clip, &rotation, NULL) &&
                    bp_clip_add(clip, &scale, NULL));
    }
    assert_int_equal(clip->timeline_count, 2);
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(bp_clip_find(clip, i * 7, BP_TRACK_POSITION), 3 * i);
        assert_int_equal(bp_clip_find(clip, i * 7, BP_TRACK_SCALE), 3 * i + 2);
        assert_int_equal(bp_clip_find(clip, i * 7 + 1, BP_TRACK_SCALE), 3000);
        assert_int_equal(bp_clip_find(clip, i * 7, BP_TRACK_MATRIX), 3000);
    }
    double first, last;
    assert_true(bp_clip_span(clip, &first, &last));
    expect_float(first, 0, 0);
    expect_float(last, 7, 0);
    bp_clip_destroy(clip);
}

static void test_many_lists_of_times(void **state) {
    (void)state;
    /* More timelines than are compared: sharing may be missed, but never assumed. */
    bp_clip *clip = clip_of(NULL, "many", 1, NULL);
    for (int i = 0; i < 200; i++) {
        double own[] = {i % 40, i % 40 + 1, 100};
        bp_track track = track_of(i, BP_TRACK_POSITION);
        track.times = own;
        assert_true(bp_clip_add(clip, &track, NULL));
    }
    for (size_t i = 0; i < 200; i++) {
        const bp_clip *c = clip;
        const bp_track *first = &c->tracks[c->timelines[c->tracks[i].timeline]].view;
        expect_float(first->times[0], (double)(i % 40), 0);
    }
    bp_clip_destroy(clip);
}

static void test_clone_copies_everything(void **state) {
    (void)state;
    bp_clip *clip = clip_of(NULL, "walk", 24, NULL);
    bp_track track = track_of(1, BP_TRACK_MATRIX),
             empty = {.target = 4, .kind = BP_TRACK_WEIGHTS, .width = 2};
    assert_true(bp_clip_add(clip, &track, NULL) && bp_clip_add(clip, &empty, NULL));
    assert_true(bp_clip_range_create(clip, "half", 1, 2, NULL));
    bp_clip *copy = bp_clip_clone(clip, NULL);
    bp_clip_destroy(clip);
    assert_string_equal(bp_clip_name(copy), "walk");
    expect_float(bp_clip_rate(copy), 24, 0);
    assert_int_equal(bp_clip_track_count(copy), 2);
    expect_bytes(bp_clip_track(copy, 0)->values, values, sizeof values);
    assert_int_equal(bp_clip_track(copy, 1)->key_count, 0);
    expect_float(bp_clip_range_get(copy, "half")->to, 2, 0);
    expect_float(bp_clip_track_range_get(copy, 1, "half")->to, 2, 0);
    bp_clip_destroy(copy);
}

static bool build_and_clone(const bp_allocator *allocator, void *user, bp_error *error) {
    (void)user;
    static const uint8_t modes[] = {0, 1, 0};
    bp_clip *clip = clip_of(allocator, "walk", 30, error), *copy = NULL;
    bool ok = clip != NULL;
    for (int i = 0; ok && i < 20; i++) {
        bp_track track = track_of(i, BP_TRACK_ROTATION);
        if (i % 2) track.modes = modes;
        ok = bp_clip_add(clip, &track, error);
        if (!ok) assert_int_equal(bp_clip_track_count(clip), i);
    }
    ok = ok && bp_clip_range_create(clip, "a", 0, 1, error);
    if (ok) copy = bp_clip_clone(clip, error);
    bp_clip_destroy(clip);
    bp_clip_destroy(copy);
    return copy != NULL;
}

static void test_each_allocation_may_fail(void **state) {
    (void)state;
    assert_true(test_each_allocation_fails(build_and_clone, NULL) > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_clip_keeps_copies),
        cmocka_unit_test(test_span_of_single_keys),
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_invalid_tracks_are_refused),
        cmocka_unit_test(test_tracks_are_found_and_times_shared),
        cmocka_unit_test(test_many_lists_of_times),
        cmocka_unit_test(test_clone_copies_everything),
        cmocka_unit_test(test_each_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
