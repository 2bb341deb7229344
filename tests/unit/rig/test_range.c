/* Named ranges of a clip: create, delete with and without keys, failing half way. */
#include "support/allocator.h"
#include "support/range.c"
#include <bindpose/rig.h>
#include <math.h>

/* Keys at 0, 1 .. 9 whose x is the time; the rotation's with tangents and modes. */
static bp_clip *ten_keys(const bp_allocator *allocator, bp_error *error) {
    double times[10];
    float values[120] = {0};
    uint8_t modes[10];
    for (int i = 0; i < 10; i++) {
        times[i] = i;
        values[3 * i] = (float)i;
        modes[i] = (uint8_t)(i % 3);
    }
    bp_track track = {.kind = BP_TRACK_POSITION, .key_count = 10, .times = times, .values = values};
    bp_clip *clip = bp_clip_create(allocator, NULL, error);
    bool ok = clip && bp_clip_add(clip, &track, error);
    for (int i = 0; i < 10; i++) values[12 * i + 4] = (float)i; /* in, value, out: the value's x */
    track.kind = BP_TRACK_ROTATION;
    track.interpolation = BP_INTERPOLATION_CUBIC;
    track.modes = modes;
    if (ok && bp_clip_add(clip, &track, error)) return clip;
    bp_clip_destroy(clip);
    return NULL;
}

static void test_create_and_get(void **state) {
    (void)state;
    bp_clip *clip = ten_keys(NULL, NULL);
    assert_true(bp_clip_range_create(clip, "walk", 2, 4, NULL));
    assert_true(bp_clip_range_create(clip, "run", 5, 5, NULL));
    assert_int_equal(bp_clip_range_count(clip), 2);
    assert_string_equal(bp_clip_range_get(clip, "run")->name, "run");
    expect_float(bp_clip_range_get(clip, "walk")->from, 2, 0);
    expect_float(bp_clip_range_get(clip, "walk")->to, 4, 0);
    assert_null(bp_clip_range_get(clip, "fly"));
    assert_null(bp_clip_range_get(clip, NULL));
    expect_float(bp_clip_track_range_get(clip, 1, "run")->from, 5, 0);
    assert_null(bp_clip_track_range_get(clip, 2, "run"));
    assert_null(bp_clip_track_range_get(clip, 0, NULL));
    assert_int_equal(bp_clip_track_range_count(clip, 0), 2);
    assert_int_equal(bp_clip_track_range_count(clip, 9), 0);
    bp_clip_destroy(clip);
}

static void test_wrong_ranges_are_refused(void **state) {
    (void)state;
    bp_clip *clip = ten_keys(NULL, NULL);
    bp_error error = {0};
    assert_true(bp_clip_range_create(clip, "walk", 2, 4, NULL));
    assert_false(bp_clip_range_create(clip, "walk", 1, 2, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "walk");
    assert_false(bp_clip_range_create(clip, "", 1, 2, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "name");
    assert_false(bp_clip_range_create(clip, NULL, 1, 2, &error));
    assert_false(bp_clip_range_create(clip, "a", 3, 2, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "begins at 3");
    assert_false(bp_clip_range_create(clip, "a", (double)NAN, 2, &error));
    assert_false(bp_clip_range_create(clip, "a", 0, (double)INFINITY, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "finite");
    assert_false(bp_clip_range_delete(clip, "a", true, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "no range");
    assert_int_equal(bp_clip_range_count(clip), 1);
    expect_float(bp_clip_range_get(clip, "walk")->from, 2, 0);
    bp_clip_destroy(clip);
}

static void test_delete_with_keys(void **state) {
    (void)state;
    bp_clip *clip = ten_keys(NULL, NULL);
    assert_true(bp_clip_range_create(clip, "walk", 2, 4.5, NULL));
    assert_true(bp_clip_range_create(clip, "rest", 0, 9, NULL));
    assert_true(bp_clip_range_delete(clip, "walk", true, NULL)); /* 2, 3, 4 go */
    for (size_t t = 0; t < 2; t++) {
        static const double left[] = {0, 1, 5, 6, 7, 8, 9};
        const bp_track *track = bp_clip_track(clip, t);
        assert_int_equal(track->key_count, 7);
        for (size_t i = 0; i < 7; i++) {
            expect_float(track->times[i], left[i], 0);
            expect_float(track->values[t ? 12 * i + 4 : 3 * i], left[i], 0);
            if (t) assert_int_equal(track->modes[i], (int)left[i] % 3);
        }
        assert_null(bp_clip_track_range_get(clip, t, "walk"));
        assert_non_null(bp_clip_track_range_get(clip, t, "rest"));
    }
    assert_null(bp_clip_range_get(clip, "walk"));
    assert_true(bp_clip_range_create(clip, "walk", 5, 6, NULL)); /* the name is free again */
    assert_true(bp_clip_range_delete(clip, "walk", false, NULL));
    assert_int_equal(bp_clip_track(clip, 0)->key_count, 7);
    assert_true(bp_clip_range_delete(clip, "rest", true, NULL)); /* nothing is left, and says nothing */
    assert_int_equal(bp_clip_track(clip, 1)->key_count, 0);
    bp_pose *pose = bp_pose_create(NULL, 1, NULL, NULL);
    bp_clip_sample(clip, 1, pose);
    assert_int_equal(pose->parts[0], 0);
    bp_pose_destroy(pose);
    bp_clip_destroy(clip);
}

static bool create_ranges(const bp_allocator *allocator, void *user, bp_error *error) {
    (void)user;
    static const char *const names[] = {"a", "b", "c", "d", "e", "f"};
    bp_clip *clip = ten_keys(allocator, error);
    bool ok = clip != NULL;
    for (size_t i = 0; ok && i < BP_COUNT(names); i++) {
        ok = bp_clip_range_create(clip, names[i], 0, 1, error);
        if (ok) continue;
        assert_int_equal(bp_clip_range_count(clip), i); /* as it was */
        assert_int_equal(bp_clip_track_range_count(clip, 0), i);
        assert_int_equal(bp_clip_track_range_count(clip, 1), i);
    }
    bp_clip_destroy(clip);
    return ok;
}

static void test_each_allocation_may_fail(void **state) {
    (void)state;
    assert_true(test_each_allocation_fails(create_ranges, NULL) > 25);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_create_and_get),
        cmocka_unit_test(test_wrong_ranges_are_refused),
        cmocka_unit_test(test_delete_with_keys),
        cmocka_unit_test(test_each_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
