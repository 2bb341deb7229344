/* One picture in several ways: equal bytes, drawn anew after changes; times in sessions that allow them, and
 * recorded ones in others. */
#include "28_fast/draw_ways.h"
#include "lesson/world.h"
#include "support/allocator.h"
#include "support/test.h"
#include <bindpose/lesson_session.h>
#include <math.h>
#include <stdlib.h>

enum { ALL = 2 * BP_WAY_REUSE - 1, TILES = BP_SPEED_SIZE / 64 * (BP_SPEED_SIZE / 64) };

static void setup(bp_world *world) { bp_world_add_character(world, "one", "", BP_BIND_NATURAL); }
static const bp_step STEPS[] = {{.caption = "One."}};
static const bp_lesson_plan PLAN = {.name = "ways", .setup = setup, .steps = STEPS, .step_count = 1};

static bp_session *open_session(bp_context *context) {
    bp_error error = {0};
    bp_session *session = bp_session_create(context, &PLAN, NULL, &error);
    if (!session) fail_msg("%s", error.message);
    return session;
}

static bp_speed *speed_of(bp_world *world) { return bp_world_data(world); }

static float measured(bp_world *world, bp_measure *measure, int ways) {
    float values[BP_CLAIM_VALUE_MAX] = {0};
    measure(world, &(bp_measure_args){.other = ways}, values);
    expect_no_error(&world->error);
    return values[0];
}

static void all_ways_give_equal_bytes(void **state) {
    (void)state;
    bp_session *session = open_session(NULL);
    bp_world *world = bp_session_world(session);
    /* A way that hasn't drawn has a picture of zeros. Pixels of the plain loop's have an alpha of 255. */
    assert_true(measured(world, bp_measure_way_bytes, BP_WAY_TILES) >= BP_SPEED_SIZE * BP_SPEED_SIZE);
    assert_true(measured(world, bp_measure_way_tiles, BP_WAY_TILES) == 0);
    speed_of(world)->ways = ALL;
    for (int way = BP_WAY_PLAIN; way <= BP_WAY_REUSE; way *= 2)
        expect_float(measured(world, bp_measure_way_bytes, way), 0, 0);
    expect_float(measured(world, bp_measure_way_bytes, ALL), 0, 0);
    /* A clear of the whole picture is in the bins of all tiles. Nothing changed: none is drawn again. */
    expect_float(measured(world, bp_measure_way_tiles, BP_WAY_TILES), TILES, 0);
    expect_float(measured(world, bp_measure_way_tiles, BP_WAY_THREADS), TILES, 0);
    expect_float(measured(world, bp_measure_way_tiles, ALL), 0, 0);
    bp_session_destroy(session);
}

static void pictures_follow_the_figure(void **state) {
    (void)state;
    bp_session *session = open_session(NULL);
    bp_world *world = bp_session_world(session);
    speed_of(world)->ways = BP_WAY_PLAIN | BP_WAY_TILES;
    float blank = measured(world, bp_measure_way_bytes, BP_WAY_THREADS); /* bytes that aren't zero */
    bp_bone_set_rotation(bp_world_bone(world, 0, "boneArmLeft"),
                         bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, 1));
    bp_world_pose(world);
    expect_float(measured(world, bp_measure_way_bytes, BP_WAY_TILES), 0, 0);
    assert_true(measured(world, bp_measure_way_bytes, BP_WAY_THREADS) != blank);
    bp_session_destroy(session);
}

/* The times that the lesson tells where none are measured: the plain loop's is the longest bar. */
static void recorded_times_stand_for_unmeasured_ones(void **state) {
    (void)state;
    bp_session *session = open_session(NULL);
    bp_world *world = bp_session_world(session);
    const bp_speed *chart = speed_of(world);
    speed_of(world)->ways = ALL;
    bp_speed_measure(world);
    assert_int_equal(chart->bar_count, BP_DRAW_WAYS);
    assert_string_equal(chart->bars[0].label, "plain loop");
    expect_float(chart->bars[0].share, 1, 0);
    for (int i = 1; i < BP_DRAW_WAYS; i++) assert_true(chart->bars[i].share < chart->bars[i - 1].share);
    speed_of(world)->ways = BP_WAY_PLAIN;
    bp_speed_measure(world);
    assert_int_equal(chart->bar_count, 1);
    for (int side = -1; side < BP_SIDES; side++) assert_true(bp_time_of_tiles(world, side) > 0);
    bp_session_destroy(session);
}

static void times_are_measured_where_they_may(void **state) {
    (void)state;
    bp_error error = {0};
    bp_session *session = open_session(NULL);
    bp_session_allow_times(session);
    assert_true(bp_session_seek(session, (bp_lesson_state){.step = 0}, &error));
    bp_world *world = bp_session_world(session);
    const bp_speed *chart = speed_of(world);
    speed_of(world)->ways = ALL;
    bp_speed_measure(world);
    assert_true(chart->bar_count >= 4 &&
                chart->bar_count <= BP_DRAW_WAYS); /* those of any machine, and others */
    assert_string_equal(chart->bars[0].label, "plain loop");
    expect_float(chart->bars[0].share, 1, 0);
    const double plain = strtod(chart->bars[0].value, NULL);
    assert_true(plain > 0 && plain < 60000);
    assert_string_equal(chart->bars[1].label, "tiles, 32 bits");
    assert_non_null(strstr(chart->bars[chart->bar_count - 2].label, " threads"));
    const bp_speed_bar *last = &chart->bars[chart->bar_count - 1];
    assert_true(last->share < 1);
    expect_float(strtod(last->value, NULL), (double)last->share * plain, 0.02 * plain); /* three digits */
    bp_speed_measure(world);
    expect_float(strtod(chart->bars[0].value, NULL), plain, 0); /* kept */
    bp_session_destroy(session);
}

static void failures_are_told(void **state) {
    (void)state;
    bp_world world = bp_world_make(NULL, NULL, false, NULL);
    float value = 0;
    bp_measure_way_bytes(&world, &(bp_measure_args){.other = BP_WAY_TILES}, &value);
    assert_non_null(strstr(world.error.message, "figure"));
    bp_world_clear(&world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_ways_give_equal_bytes), cmocka_unit_test(pictures_follow_the_figure),
        cmocka_unit_test(recorded_times_stand_for_unmeasured_ones),
        cmocka_unit_test(times_are_measured_where_they_may), cmocka_unit_test(failures_are_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
