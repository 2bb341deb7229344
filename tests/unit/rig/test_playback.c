/* Seconds to frames: each loop mode by a table, directions, speeds, callbacks, times that aren't numbers. */
#include "support/test.h"
#include <bindpose/rig.h>
#include <math.h>

typedef struct calls {
    int loops, ends;
} calls;

static void on_loop(void *user, const bp_playback *playback) {
    assert_true(playback->loops > 0);
    ((calls *)user)->loops++;
}

static void on_end(void *user, const bp_playback *playback) {
    assert_true(playback->ended);
    ((calls *)user)->ends++;
}

/* Range 2..12 (ten frames), 5 frames a second: a cycle takes 2 seconds. */
typedef struct row {
    bp_loop loop;
    double from, to, speed, seconds;
    double frame, time, cycles;
    bool ended;
} row;

static const row table[] = {
    {BP_LOOP_CYCLE, 2, 12, 0, 0, 2, 2, 0, false},
    {BP_LOOP_CYCLE, 2, 12, 1, 1, 7, 7, 0, false},
    {BP_LOOP_CYCLE, 2, 12, 1, 2, 2, 2, 1, false},   /* a border: the next cycle's first frame */
    {BP_LOOP_CYCLE, 2, 12, 2, 2.5, 7, 7, 2, false}, /* 25 frames on: two cycles and 5 */
    {BP_LOOP_CYCLE, 2, 12, 1, -0.5, 9.5, 9.5, -1, false},
    {BP_LOOP_CYCLE, 2, 12, -1, 0, 12, 12, 0, false}, /* backwards from the end */
    {BP_LOOP_CYCLE, 2, 12, -1, 0.5, 9.5, 9.5, 0, false},
    {BP_LOOP_CYCLE, 2, 12, -1, 2, 12, 12, -1, false},
    {BP_LOOP_CYCLE, 2, 12, -1, 2.2, 11, 11, -1, false},
    {BP_LOOP_CYCLE, 12, 2, 1, 0.5, 9.5, 9.5, 0, false}, /* a falling range */
    {BP_LOOP_CYCLE, 12, 2, 1, 2.5, 9.5, 9.5, 1, false},
    {BP_LOOP_CYCLE, 12, 2, -1, 0.5, 4.5, 4.5, 0, false},
    {BP_LOOP_CYCLE, 7, 7, 1, 100, 7, 7, 0, false}, /* no range: one frame */
    {BP_LOOP_ONCE, 2, 12, 1, 1, 7, 7, 0, false},
    {BP_LOOP_ONCE, 2, 12, 1, 2, 12, 12, 0, true},
    {BP_LOOP_ONCE, 2, 12, 1, 77, 12, 12, 0, true},
    {BP_LOOP_ONCE, 2, 12, -1, 1.9, 2.5, 2.5, 0, false},
    {BP_LOOP_ONCE, 2, 12, -1, 3, 2, 2, 0, true},
    {BP_LOOP_ONCE, 12, 2, 1, 3, 2, 2, 0, true},
    {BP_LOOP_ONCE, 7, 7, 1, 0, 7, 7, 0, true},
    {BP_LOOP_CONSTANT, 2, 12, 1, 1, 7, 7, 0, false},
    {BP_LOOP_CONSTANT, 2, 12, 1, 3, 7, 12, 1, false}, /* the clock cycles, the value stays */
    {BP_LOOP_CONSTANT, 2, 12, -1, 3, 7, 2, -1, false},
    {BP_LOOP_RELATIVE, 2, 12, 1, 5, 7, 7, 2, false},
    {BP_LOOP_YOYO, 2, 12, 1, 0, 2, 2, 0, false},
    {BP_LOOP_YOYO, 2, 12, 1, 1, 12, 12, 0, false},    /* sin 90 = 1 */
    {BP_LOOP_YOYO, 2, 12, 1, 1 / 3., 7, 7, 0, false}, /* a sixth of the cycle: sin 30 = 1/2 */
    {BP_LOOP_YOYO, 2, 12, 1, 5 / 3., 7, 7, 0, false}, /* sin 150 */
    {BP_LOOP_YOYO, 2, 12, 1, 2 + 1 / 3., 7, 7, 1, false},
    {BP_LOOP_YOYO, 2, 12, -1, 1 / 3., 7, 7, 0, false},                /* out from the end it began at */
    {BP_LOOP_YOYO, 2, 12, -1, 0.5, 4.92893219, 4.92893219, 0, false}, /* 12 - 10 sin 45 */
    {BP_LOOP_YOYO, 3, 3, 1, 9, 3, 3, 0, false},
};

static void test_loop_modes(void **state) {
    (void)state;
    for (size_t i = 0; i < BP_COUNT(table); i++) {
        const row *want = &table[i];
        bp_playback_options options = {
            .from = want->from, .to = want->to, .rate = 5, .speed = want->speed, .loop = want->loop};
        bp_playback playback;
        assert_true(bp_playback_start(&playback, &options, NULL));
        bp_playback_update(&playback, want->seconds);
        if (!test_close(playback.frame, want->frame, 1e-6) || !test_close(playback.time, want->time, 1e-6) ||
            !test_close(playback.cycles, want->cycles, 0) || playback.ended != want->ended) {
            fail_msg("row %zu: got frame %.9g, time %.9g, cycles %g, ended %d; expected %.9g, %.9g, %g, %d",
                     i, playback.frame, playback.time, playback.cycles, playback.ended, want->frame,
                     want->time, want->cycles, want->ended);
        }
    }
}

static void test_zero_options_are_seconds_forwards(void **state) {
    (void)state;
    bp_playback playback;
    assert_true(bp_playback_start(&playback, &(bp_playback_options){.to = 3}, NULL));
    bp_playback_update(&playback, playback.seconds + 0.5);
    bp_playback_update(&playback, playback.seconds + 0.75);
    expect_float(playback.frame, 1.25, 0);
    expect_float(playback.seconds, 1.25, 0);
}

static void test_loops_and_the_end_are_called(void **state) {
    (void)state;
    calls seen = {0};
    bp_playback_options options = {.to = 10, .rate = 10, .on_loop = on_loop, .on_end = on_end, .user = &seen};
    bp_playback playback;
    assert_true(bp_playback_start(&playback, &options, NULL));
    bp_playback_update(&playback, 0.9);
    assert_int_equal(seen.loops, 0);
    bp_playback_update(&playback, 3.1); /* three borders at once: one call, three loops */
    assert_int_equal(seen.loops, 1);
    expect_float(playback.loops, 3, 0);
    options.loop = BP_LOOP_ONCE;
    assert_true(bp_playback_start(&playback, &options, NULL));
    for (int i = 0; i < 30; i++) bp_playback_update(&playback, playback.seconds + 0.1);
    assert_int_equal(seen.ends, 1);
    assert_int_equal(seen.loops, 1);
    expect_float(playback.loops, 0, 0);
}

/* Loop counts of the engine and ours. */
static void test_engine_loop_counting(void **state) {
    (void)state;
    for (int engine = 0; engine < 2; engine++) {
        bp_playback_options options = {.to = 10, .rate = 10, .speed = -1, .engine_loops = engine};
        bp_playback playback;
        assert_true(bp_playback_start(&playback, &options, NULL));
        bp_playback_update(&playback, 0); /* backwards: from frame "0" up to 10 looks like a jump */
        expect_float(playback.loops, engine, 0);
        bp_playback_update(&playback, 3.5); /* from 10 over three borders to 5: no jump to be seen */
        expect_float(playback.loops, engine ? 1 : 3, 0);
        bp_playback_update(&playback, 4.1); /* 5 to 9 */
        expect_float(playback.loops, engine ? 2 : 4, 0);
    }
    bp_playback_options falling = {.from = 10, .to = 0, .rate = 10, .engine_loops = true};
    bp_playback playback;
    assert_true(bp_playback_start(&playback, &falling, NULL));
    bp_playback_update(&playback, 0.1);
    expect_float(playback.loops, 1, 0);
}

static void test_speed_changes_go_on_from_there(void **state) {
    (void)state;
    bp_playback playback;
    assert_true(bp_playback_start(&playback, &(bp_playback_options){.to = 10}, NULL));
    bp_playback_update(&playback, 4);
    bp_playback_set_speed(&playback, 3);
    bp_playback_update(&playback, 5); /* 4 + 3 */
    expect_float(playback.frame, 7, 1e-12);
    bp_playback_set_speed(&playback, -2);
    bp_playback_update(&playback, playback.seconds + 2); /* 7 - 4 */
    expect_float(playback.frame, 3, 1e-12);
    bp_playback_set_speed(&playback, 0);
    bp_playback_update(&playback, playback.seconds + 100);
    expect_float(playback.frame, 3, 1e-12);
    assert_true(playback.backwards);
    bp_playback_set_speed(&playback, (double)NAN);
    bp_playback_set_speed(&playback, 1);
    bp_playback_update(&playback, playback.seconds + 1);
    expect_float(playback.frame, 4, 1e-12);
}

static void test_seek(void **state) {
    (void)state;
    bp_playback playback;
    bp_playback_options options = {.from = 2, .to = 12, .loop = BP_LOOP_ONCE};
    assert_true(bp_playback_start(&playback, &options, NULL));
    bp_playback_update(&playback, 50);
    assert_true(playback.ended);
    bp_playback_seek(&playback, 5);
    assert_false(playback.ended);
    bp_playback_update(&playback, playback.seconds + 1);
    expect_float(playback.frame, 6, 1e-12);
    const double to[] = {-100, 100, (double)NAN, 12};
    const double expected[] = {2, 12, 12, 12};
    for (int i = 0; i < 4; i++) {
        bp_playback_seek(&playback, to[i]);
        expect_float(playback.frame, expected[i], 0);
    }
    /* A pause at the end keeps showing the end. */
    bp_playback_set_speed(&playback, 0);
    bp_playback_update(&playback, playback.seconds + 1);
    expect_float(playback.frame, 12, 0);
    options = (bp_playback_options){.from = 12, .to = 2}; /* a falling range */
    assert_true(bp_playback_start(&playback, &options, NULL));
    bp_playback_seek(&playback, 9);
    bp_playback_update(&playback, playback.seconds + 1);
    expect_float(playback.frame, 8, 1e-12);
}

static void test_seek_in_yoyo(void **state) {
    (void)state;
    bp_playback playback;
    bp_playback_options options = {.from = 2, .to = 12, .rate = 5, .loop = BP_LOOP_YOYO};
    assert_true(bp_playback_start(&playback, &options, NULL));
    bp_playback_seek(&playback, 7); /* 30 degrees of the swing; 180 take two seconds */
    bp_playback_update(&playback, playback.seconds + 1 / 6.);
    expect_float(playback.frame, 2 + 10 * 0.707106781, 1e-6); /* 45 degrees */
    options.speed = -1; /* swings out from 12: 7 is at 150 degrees on the way back in time */
    assert_true(bp_playback_start(&playback, &options, NULL));
    bp_playback_seek(&playback, 7);
    expect_float(playback.frame, 7, 0);
    bp_playback_update(&playback, playback.seconds + 1 / 6.); /* 30 degrees become 15: 12 - 10 sin 15 */
    expect_float(playback.frame, 12 - 10 * 0.258819045, 1e-6);
}

static void test_times_that_are_not_finite(void **state) {
    (void)state;
    bp_playback playback;
    assert_true(bp_playback_start(&playback, &(bp_playback_options){.to = 10}, NULL));
    bp_playback_update(&playback, 3);
    const double strange[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    for (int i = 0; i < 3; i++) {
        bp_playback_update(&playback, strange[i]);
        expect_float(playback.frame, 3, 0);
        expect_float(playback.seconds, 3, 0);
    }
    /* Huge ones stay within the range, for each mode, and count no infinite loops. */
    for (int loop = 0; loop < BP_LOOP_COUNT; loop++) {
        bp_playback_options options = {.to = 1e-300, .loop = (bp_loop)loop};
        assert_true(bp_playback_start(&playback, &options, NULL));
        for (double seconds = -1e300; seconds <= 1e300; seconds += 5e299) {
            bp_playback_update(&playback, seconds);
            assert_true(playback.frame >= 0 && playback.frame <= 1e-300);
            assert_true(playback.loops >= 0 && playback.loops < 1e17);
        }
    }
}

static void test_wrong_options_are_named(void **state) {
    (void)state;
    const bp_playback_options wrong[] = {{.from = (double)NAN},
                                         {.to = (double)INFINITY},
                                         {.rate = (double)NAN},
                                         {.speed = (double)INFINITY},
                                         {.rate = -30},
                                         {.loop = (bp_loop)9},
                                         {.from = -1e308, .to = 1e308}};
    const char *const places[] = {"from", "to", "rate", "speed", "rate", "loop", "to"};
    for (size_t i = 0; i < BP_COUNT(wrong); i++) {
        bp_error error = {0};
        bp_playback playback = {.frame = 42};
        assert_false(bp_playback_start(&playback, &wrong[i], &error));
        assert_string_equal(error.place, places[i]);
        expect_float(playback.frame, 42, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_loop_modes),
        cmocka_unit_test(test_zero_options_are_seconds_forwards),
        cmocka_unit_test(test_loops_and_the_end_are_called),
        cmocka_unit_test(test_engine_loop_counting),
        cmocka_unit_test(test_speed_changes_go_on_from_there),
        cmocka_unit_test(test_seek),
        cmocka_unit_test(test_seek_in_yoyo),
        cmocka_unit_test(test_times_that_are_not_finite),
        cmocka_unit_test(test_wrong_options_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
