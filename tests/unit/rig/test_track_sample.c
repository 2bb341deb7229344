/* Finding a time among keys, and the value between them. Expected values are derived beside them. */
#include "rig/anim/anim.h"
#include "support/test.h"
#include <math.h>

#define SIN_22_5 0.382683432f
#define COS_22_5 0.923879533f
#define SQRT_HALF 0.707106781f

static bp_track track_of(bp_track_kind kind, bp_interpolation interpolation, size_t keys, const double *times,
                         const float *values) {
    return (bp_track){
        .kind = kind, .interpolation = interpolation, .key_count = keys, .times = times, .values = values};
}

static void test_cubic_is_the_specification_s_formula(void **state) {
    (void)state;
    /* One float: in, value, out at t = 1 (value 2, out 1) and t = 3 (value 10, in -1); d = 2. */
    const double times[] = {1, 3};
    const float values[] = {99, 2, 1, -1, 10, 99};
    bp_track track = track_of(BP_TRACK_WEIGHTS, BP_INTERPOLATION_CUBIC, 2, times, values);
    track.width = 1;
    float out;
    /* u = 1/2: 0.5*2 + 0.125*2*1 + 0.5*10 - 0.125*2*(-1) = 1 + 0.25 + 5 + 0.25 */
    assert_true(bp_track_sample(&track, 2, NULL, &out));
    expect_float(out, 6.5, 0);
    /* u = 1/4: 0.84375*2 + 0.140625*2*1 + 0.15625*10 - 0.046875*2*(-1) = 1.6875 + 0.28125 + 1.5625 +
     * 0.09375 */
    assert_true(bp_track_sample(&track, 1.5, NULL, &out));
    expect_float(out, 3.625, 0);
    /* At and beyond keys: the values, not the tangents beside them. */
    const double at[] = {-5, 1, 3, 7};
    const float expected[] = {2, 2, 10, 10};
    for (int i = 0; i < 4; i++) {
        assert_true(bp_track_sample(&track, at[i], NULL, &out));
        expect_float(out, expected[i], 0);
    }
}

static void test_cubic_rotations_are_normalized(void **state) {
    (void)state;
    /* Identity and 90 degrees about z, no tangents: at u = 1/2 the mean of both, which bisects: 45
     * degrees. */
    const double times[] = {0, 4};
    const float values[] = {0, 0, 0, 0, 0, 0, 0,         1,         0, 0, 0, 0,
                            0, 0, 0, 0, 0, 0, SQRT_HALF, SQRT_HALF, 0, 0, 0, 0};
    bp_track track = track_of(BP_TRACK_ROTATION, BP_INTERPOLATION_CUBIC, 2, times, values);
    float out[4];
    assert_true(bp_track_sample(&track, 2, NULL, out));
    expect_floats(out, ((float[]){0, 0, SIN_22_5, COS_22_5}), 4, 2e-7);
}

static void test_slerp_at_known_angles(void **state) {
    (void)state;
    const double times[] = {0, 3};
    /* From 0 to 90 degrees about z; a third of the way is 30, whose half's sine and cosine are these. */
    float values[] = {0, 0, 0, 1, 0, 0, SQRT_HALF, SQRT_HALF};
    bp_track track = track_of(BP_TRACK_ROTATION, BP_INTERPOLATION_LINEAR, 2, times, values);
    float out[4];
    assert_true(bp_track_sample(&track, 1, NULL, out));
    expect_floats(out, ((float[]){0, 0, 0.258819045f, 0.965925826f}), 4, 2e-7);
    /* The end's other sign is the same rotation and goes the same way. */
    values[6] = values[7] = -SQRT_HALF;
    assert_true(bp_track_sample(&track, 1, NULL, out));
    expect_floats(out, ((float[]){0, 0, 0.258819045f, 0.965925826f}), 4, 2e-7);
    /* 270 degrees (half: sine 0.707, cosine -0.707) is reached the short way, by -90: half of it is -45. */
    values[6] = SQRT_HALF;
    assert_true(bp_track_sample(&track, 1.5, NULL, out));
    expect_floats(out, ((float[]){0, 0, -SIN_22_5, COS_22_5}), 4, 2e-7);
    /* Opposite signs of one rotation: nothing turns. */
    memcpy(values, (float[]){0, SQRT_HALF, 0, SQRT_HALF, 0, -SQRT_HALF, 0, -SQRT_HALF}, sizeof values);
    assert_true(bp_track_sample(&track, 1.2, NULL, out));
    expect_floats(out, values, 4, 2e-7);
}

static void test_close_rotations_keep_their_length(void **state) {
    (void)state;
    /* Not quite unit: 1.0001 and 1.0002 times the identity. Halfway, with the end's sign either way, the
     * engine has 1.00015. */
    const double times[] = {0, 2};
    for (float sign = -1; sign <= 1; sign += 2) {
        const float values[] = {0, 0, 0, 1.0001f, 0, 0, 0, sign * 1.0002f};
        bp_track track = track_of(BP_TRACK_ROTATION, BP_INTERPOLATION_LINEAR, 2, times, values);
        float out[4];
        assert_true(bp_track_sample(&track, 1, NULL, out));
        expect_floats(out, ((float[]){0, 0, 0, 1.00015f}), 4, 1e-7);
    }
}

static void test_vectors_are_linear(void **state) {
    (void)state;
    const double times[] = {10, 12, 20};
    const float values[] = {0, 4, -1, 8, 4, 1, 8, 4, 3};
    bp_track track = track_of(BP_TRACK_POSITION, BP_INTERPOLATION_LINEAR, 3, times, values);
    float out[3];
    assert_true(bp_track_sample(&track, 10.5, NULL, out)); /* a quarter: 0 + 8/4, 4, -1 + 2/4 */
    expect_floats(out, ((float[]){2, 4, -0.5f}), 3, 0);
    assert_true(bp_track_sample(&track, 18, NULL, out)); /* three quarters: 1 + 2 * 3/4 */
    expect_floats(out, ((float[]){8, 4, 2.5f}), 3, 0);
}

static void test_steps_hold_until_the_next_key(void **state) {
    (void)state;
    const double times[] = {0, 1, 2};
    const float values[] = {1, 1, 1, 2, 2, 2, 3, 3, 3};
    bp_track track = track_of(BP_TRACK_SCALE, BP_INTERPOLATION_STEP, 3, times, values);
    const double at[] = {0.5, 0.999999999999, 1, 1.5, 2};
    const float expected[] = {1, 1, 2, 2, 3};
    for (int i = 0; i < 5; i++) {
        float out[3];
        assert_true(bp_track_sample(&track, at[i], NULL, out));
        expect_float(out[2], expected[i], 0);
    }
}

static void test_modes_per_key(void **state) {
    (void)state;
    const double times[] = {0, 2, 4, 6};
    const uint8_t modes[] = {BP_INTERPOLATION_STEP, BP_INTERPOLATION_LINEAR, BP_INTERPOLATION_CUBIC, 0};
    /* in, value, out: 0, 10, 20, 30, no tangents but out 4 at the third key. */
    const float values[] = {0, 0, 0, 0, 10, 0, 0, 20, 4, 0, 30, 0};
    bp_track track = track_of(BP_TRACK_WEIGHTS, BP_INTERPOLATION_CUBIC, 4, times, values);
    track.width = 1;
    track.modes = modes;
    float out;
    assert_true(bp_track_sample(&track, 1, NULL, &out)); /* step */
    expect_float(out, 0, 0);
    assert_true(bp_track_sample(&track, 2.5, NULL, &out)); /* linear: a quarter of 10..20 */
    expect_float(out, 12.5, 0);
    assert_true(bp_track_sample(&track, 5, NULL, &out)); /* cubic: 0.5*20 + 0.125*2*4 + 0.5*30 */
    expect_float(out, 26, 0);
}

static void test_matrices_go_in_parts(void **state) {
    (void)state;
    const double times[] = {0, 1};
    /* Identity to Scale(2) * 90 degrees about z * Translation(2, 4, 6). */
    const float values[] = {1, 0, 0, 0, 0,  1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1,
                            0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 2, 4, 6, 1};
    bp_track track = track_of(BP_TRACK_MATRIX, BP_INTERPOLATION_LINEAR, 2, times, values);
    float out[16];
    assert_true(bp_track_sample(&track, 0.5, NULL, out));
    /* Scale 1.5, 45 degrees: 1.5 * 0.707106781 = 1.06066017. */
    const float s = 1.06066017f;
    expect_floats(out, ((float[]){s, s, 0, 0, -s, s, 0, 0, 0, 0, 1.5f, 0, 1, 2, 3, 1}), 16, 5e-7);
    track.interpolation = BP_INTERPOLATION_STEP;
    assert_true(bp_track_sample(&track, 0.99, NULL, out));
    expect_floats(out, values, 16, 0);
}

static void test_times_outside_and_nan(void **state) {
    (void)state;
    const double times[] = {-1, 5};
    const float values[] = {1, 2, 3, 7, 8, 9};
    bp_track track = track_of(BP_TRACK_POSITION, BP_INTERPOLATION_LINEAR, 2, times, values);
    const double at[] = {-1.5, -1e300, -(double)INFINITY, (double)NAN, 5.5, 1e300, (double)INFINITY};
    for (size_t i = 0; i < BP_COUNT(at); i++) {
        float out[3];
        size_t cursor = i % 2 ? SIZE_MAX : 1;
        assert_true(bp_track_sample(&track, at[i], &cursor, out));
        expect_floats(out, i < 4 ? values : values + 3, 3, 0);
    }
    track.key_count = 0;
    float kept = 42;
    assert_false(bp_track_sample(&track, 0, NULL, &kept));
    expect_float(kept, 42, 0);
}

static void test_keys_come_out_bit_for_bit(void **state) {
    (void)state;
    /* A rotation that isn't quite unit: slerp at 0 would compute with it, a key is copied. */
    const double times[] = {0.1, 0.7};
    const float values[] = {0.1f, 0.2f, 0.3f, 0.9f, -0.4f, 0.5f, 0.1f, 0.8f};
    bp_track track = track_of(BP_TRACK_ROTATION, BP_INTERPOLATION_LINEAR, 2, times, values);
    for (size_t key = 0; key < 2; key++) {
        float out[4];
        assert_true(bp_track_sample(&track, times[key], NULL, out));
        expect_bytes(out, values + 4 * key, sizeof out);
    }
}

static void test_long_clips_keep_their_precision(void **state) {
    (void)state;
    /* Ten hours in, a tenth of a second between keys; as floats the three times would be 36000,
     * 36000.1015625 and 36000.0234375, and the value 0.2308. */
    const double times[] = {36000, 36000.1};
    const float values[] = {0, 0, 0, 1, 1, 1};
    bp_track track = track_of(BP_TRACK_POSITION, BP_INTERPOLATION_LINEAR, 2, times, values);
    float out[3];
    assert_true(bp_track_sample(&track, 36000.025, NULL, out));
    expect_float(out[0], 0.25, 1e-6);
}

/* The last key that isn't later, by looking at each. */
static size_t slow_key(const double *times, size_t count, double time) {
    size_t key = 0;
    while (key + 1 < count && times[key + 1] <= time) key++;
    return key;
}

static void test_cursor_does_not_change_the_result(void **state) {
    (void)state;
    uint64_t random = 20240601;
    for (size_t count = 1; count <= 60; count += 1 + count / 8) {
        double times[64], time = 0;
        size_t hint = 0;
        for (size_t i = 0; i < count; i++) {
            times[i] = time;
            time += (double)test_random_float(&random, 0.25f, 4);
        }
        double end = time, now = 0;
        for (int step = 0; step < 2000; step++) {
            uint64_t kind = test_random(&random) % 8;
            if (kind < 5) now += (double)test_random_float(&random, 0, 2);
            if (kind == 5) now -= (double)test_random_float(&random, 0, 3);
            if (kind == 6) now = (double)test_random_float(&random, -2, (float)end + 2);
            if (kind == 7) now = times[test_random(&random) % count];
            if (step % 100 == 0) hint = (size_t)test_random(&random);
            if (now > end + 5) now = -1;
            bp_key_interval place = bp_key_find(times, count, now, &hint);
            assert_int_equal(place.key, slow_key(times, count, now));
            assert_int_equal(hint, place.key);
            assert_true(place.fraction >= 0 && place.fraction <= 1);
        }
    }
}

static void test_bad_keys_do_no_harm(void **state) {
    (void)state;
    /* Never checked: repeated, falling, not numbers, too far apart for a double. */
    const double bad[][4] = {{0, 0, 0, 0},
                             {3, 2, 1, 0},
                             {(double)NAN, 1, (double)NAN, 2},
                             {0, (double)NAN, (double)NAN, (double)NAN},
                             {-1e308, 1e308, 1.5e308, (double)INFINITY},
                             {-(double)INFINITY, 0, 1, 2}};
    float values[12];
    for (size_t i = 0; i < 12; i++) values[i] = (float)i;
    for (size_t set = 0; set < BP_COUNT(bad); set++) {
        bp_track track = track_of(BP_TRACK_POSITION, BP_INTERPOLATION_LINEAR, 4, bad[set], values);
        for (size_t cursor = 0; cursor < 4; cursor++) {
            for (double time = -2; time < 5; time += 0.5) {
                size_t hint = cursor;
                float out[3];
                assert_true(bp_track_sample(&track, time, &hint, out));
                assert_true(hint < 4);
                assert_true(out[0] >= 0 && out[2] <= 11);
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cubic_is_the_specification_s_formula),
        cmocka_unit_test(test_cubic_rotations_are_normalized),
        cmocka_unit_test(test_slerp_at_known_angles),
        cmocka_unit_test(test_close_rotations_keep_their_length),
        cmocka_unit_test(test_vectors_are_linear),
        cmocka_unit_test(test_steps_hold_until_the_next_key),
        cmocka_unit_test(test_modes_per_key),
        cmocka_unit_test(test_matrices_go_in_parts),
        cmocka_unit_test(test_times_outside_and_nan),
        cmocka_unit_test(test_keys_come_out_bit_for_bit),
        cmocka_unit_test(test_long_clips_keep_their_precision),
        cmocka_unit_test(test_cursor_does_not_change_the_result),
        cmocka_unit_test(test_bad_keys_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
