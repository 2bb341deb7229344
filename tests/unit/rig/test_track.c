/* The fields of a track, and the error message for each invalid one. */
#include "rig/anim/anim.h"
#include "support/test.h"
#include <bindpose/rig.h>
#include <math.h>

static const double good_times[] = {0, 0.5, 2};
static const float good_values[36] = {0};
static const uint8_t good_modes[] = {BP_INTERPOLATION_CUBIC, BP_INTERPOLATION_STEP, BP_INTERPOLATION_LINEAR};

static bp_track ok(void) {
    return (bp_track){.target = 3,
                      .kind = BP_TRACK_ROTATION,
                      .interpolation = BP_INTERPOLATION_CUBIC,
                      .key_count = 3,
                      .times = good_times,
                      .values = good_values,
                      .modes = good_modes};
}

static void expect_wrong(const bp_track *track, const char *place) {
    bp_error error = {0};
    if (bp_track_check(track, &error)) fail_msg("nothing found wrong with %s", place);
    assert_int_equal(error.kind, BP_ERROR_ARGUMENT);
    assert_string_equal(error.place, place);
    assert_false(bp_track_check(track, NULL));
}

static void test_valid_tracks_pass(void **state) {
    (void)state;
    bp_error error = {0};
    bp_track track = ok();
    assert_true(bp_track_check(&track, &error));
    track.width = 4; /* its own number is fine too */
    assert_true(bp_track_check(&track, &error));
    track = (bp_track){.kind = BP_TRACK_WEIGHTS, .width = 7}; /* no keys need no arrays */
    assert_true(bp_track_check(&track, &error));
    expect_no_error(&error);
}

static void test_wrong_shapes_are_named(void **state) {
    (void)state;
    bp_track track = ok();
    track.target = -1;
    expect_wrong(&track, "target");
    track = ok();
    track.kind = BP_TRACK_KIND_COUNT;
    expect_wrong(&track, "kind");
    track = ok();
    track.interpolation = (bp_interpolation)-1;
    expect_wrong(&track, "interpolation");
    track = ok();
    track.kind = BP_TRACK_MATRIX;
    expect_wrong(&track, "interpolation");
    track = ok();
    track.width = 3;
    expect_wrong(&track, "width");
    track = ok();
    track.kind = BP_TRACK_WEIGHTS;
    expect_wrong(&track, "width");
    track.width = -2;
    expect_wrong(&track, "width");
    track = ok();
    track.key_count = SIZE_MAX / 8;
    expect_wrong(&track, "key_count");
    track = ok();
    track.times = NULL;
    expect_wrong(&track, "times");
    track = ok();
    track.values = NULL;
    expect_wrong(&track, "values");
}

static void test_wrong_times_are_named(void **state) {
    (void)state;
    const double sets[][3] = {
        {0, 0, 1}, {0, 1, 0.5}, {0, (double)NAN, 2}, {(double)NAN, 1, 2}, {0, 1, (double)INFINITY}};
    const char *const places[] = {"times[1]", "times[2]", "times[1]", "times[0]", "times[2]"};
    for (size_t i = 0; i < BP_COUNT(sets); i++) {
        bp_track track = ok();
        track.times = sets[i];
        expect_wrong(&track, places[i]);
    }
}

static void test_wrong_values_are_named(void **state) {
    (void)state;
    for (size_t i = 0; i < 36; i += 7) { /* tangents as well */
        float values[36] = {0};
        char place[32];
        bp_track track = ok();
        track.values = values;
        values[i] = i % 2 ? NAN : -INFINITY;
        snprintf(place, sizeof place, "values[%zu]", i);
        expect_wrong(&track, place);
    }
}

static void test_wrong_modes_are_named(void **state) {
    (void)state;
    uint8_t modes[] = {0, 1, 3};
    bp_track track = ok();
    track.modes = modes;
    expect_wrong(&track, "modes[2]");
    track.modes = good_modes; /* the first is cubic */
    track.interpolation = BP_INTERPOLATION_LINEAR;
    expect_wrong(&track, "modes[0]");
}

static void test_names_and_widths(void **state) {
    (void)state;
    const char *const kinds[] = {"position", "rotation", "scale", "matrix", "weights", "user", "?"};
    const size_t widths[] = {3, 4, 3, 16, 9, 9};
    for (int i = 0; i < 7; i++) assert_string_equal(bp_track_kind_name((bp_track_kind)i), kinds[i]);
    for (int i = 0; i < 6; i++) {
        assert_int_equal(bp_track_width(&(bp_track){.kind = (bp_track_kind)i, .width = 9}), widths[i]);
    }
    assert_int_equal(bp_track_width(&(bp_track){.kind = BP_TRACK_WEIGHTS, .width = -1}), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_valid_tracks_pass),     cmocka_unit_test(test_wrong_shapes_are_named),
        cmocka_unit_test(test_wrong_times_are_named), cmocka_unit_test(test_wrong_values_are_named),
        cmocka_unit_test(test_wrong_modes_are_named), cmocka_unit_test(test_names_and_widths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
