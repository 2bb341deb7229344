/* Root motion and events. */
#include "rig/anim/anim.h"
#include "support/allocator.h"
#include <bindpose/motion.h>
#include <math.h>

enum { KEYS = 9, STEPS = 4000 };

/* Bone 2 walks: 2 m along Z in a second, swaying; it turns left by `turn` radians and nods. Bone 3 has a track
 * that lasts half a second longer. */
static bp_clip *walk(const bp_allocator *allocator, float turn) {
    double times[KEYS], long_times[2] = {0, 1.5};
    float positions[KEYS][3], rotations[KEYS][4], other[2][3] = {{0, 0, 0}, {1, 0, 0}};
    for (int i = 0; i < KEYS; i++) {
        float t = (float)i / (KEYS - 1);
        times[i] = (double)t;
        positions[i][0] = 0.1f * bp_sin(6 * t);
        positions[i][1] = 1 + 0.05f * bp_sin(12 * t);
        positions[i][2] = 0.3f + 2 * t;
        bp_quat q = bp_quat_mul(bp_quat_from_axis_angle((bp_vec3){0, 1, 0}, turn * t),
                                bp_quat_from_axis_angle((bp_vec3){1, 0, 0}, 0.2f * bp_sin(9 * t)));
        memcpy(rotations[i], &q, sizeof q);
    }
    bp_clip *clip =
        bp_clip_create(allocator, &(bp_clip_options){.name = "walk", .targets = BP_TARGETS_BONES}, NULL);
    bp_track tracks[3] = {
        {.target = 2, .kind = BP_TRACK_POSITION, .key_count = KEYS, .times = times, .values = positions[0]},
        {.target = 2, .kind = BP_TRACK_ROTATION, .key_count = KEYS, .times = times, .values = rotations[0]},
        {.target = 3, .kind = BP_TRACK_POSITION, .key_count = 2, .times = long_times, .values = other[0]}};
    for (int i = 0; clip && i < 3; i++) assert_true(bp_clip_add(clip, &tracks[i], NULL));
    return clip;
}

static bp_mat4 bone_at(const bp_clip *clip, double time) {
    bp_pose *pose = bp_pose_create(NULL, 4, NULL, NULL);
    bp_clip_sample(clip, time, pose);
    bp_mat4 m = bp_mat4_from_trs(bp_pose_trs(pose, 2));
    bp_pose_destroy(pose);
    return m;
}

/* In place, then moved, is where the bone was; and on the chosen axes it stays where it began. */
static void test_clip_and_motion_compose(void **state) {
    (void)state;
    bp_clip *clip = walk(NULL, 1.3f);
    const bp_motion_options ways[] = {{.target = 2, .x = true, .z = true},
                                      {.target = 2, .z = true, .yaw = true},
                                      {.target = 2, .yaw = true},
                                      {.target = 2, .x = true, .y = true, .z = true, .yaw = true}};
    for (size_t w = 0; w < BP_COUNT(ways); w++) {
        bp_error error = {0};
        bp_motion *motion = bp_motion_extract(clip, &ways[w], &error);
        expect_no_error(&error);
        for (int i = 0; i < KEYS; i++) {
            double time = (double)i / (KEYS - 1);
            bp_mat4 here = bone_at(motion->clip, time), was = bone_at(clip, time);
            bp_mat4 moved = bp_mat4_mul(here, bp_mat4_from_trs(bp_motion_between(motion, 0, time, false)));
            expect_floats(moved.m, was.m, 16, 2e-6);
            if (ways[w].x) expect_float(here.m[12], 0, 1e-6);
            if (ways[w].z) expect_float(here.m[14], 0.3f, 1e-6);
            if (!ways[w].y) expect_float(here.m[13], was.m[13], 1e-6);
        }
        assert_int_equal(bp_clip_track_count(motion->clip), 3);
        bp_motion_destroy(motion);
    }
    bp_clip_destroy(clip);
}

/* The clip lasts 1.5 s, of which the bone walks the first. So each cycle moves 2 m along Z. */
static void test_loops(void **state) {
    (void)state;
    bp_clip *clip = walk(NULL, 0);
    bp_motion *motion = bp_motion_extract(clip, &(bp_motion_options){.target = 2, .z = true}, NULL);
    expect_float((float)motion->last, 1.5f, 0);
    const float cases[][4] = {/* from, to, loop, expected */
                              {0, 1, 0, 2},
                              {0, 9, 0, 2},
                              {0.5f, 0.25f, 0, -0.5f},
                              {0, 1.5f, 1, 2},
                              {0, 4.5f, 1, 6},
                              {0.5f, 2, 1, 2},
                              {1.25f, 1.75f, 1, 0.5f},
                              {4.5f, 0, 1, -6},
                              {-1.5f, 0, 1, 2},
                              {-0.75f, 1, 1, 2.5f},
                              {3, 3, 1, 0}};
    for (size_t i = 0; i < BP_COUNT(cases); i++) {
        bp_trs moved = bp_motion_between(motion, (double)cases[i][0], (double)cases[i][1], cases[i][2] > 0);
        const float expected[3] = {0, 0, cases[i][3]};
        expect_floats(&moved.position.x, expected, 3, 2e-6);
    }
    bp_motion_destroy(motion);
    bp_clip_destroy(clip);
    /* A quarter turn each cycle: after four the character is where it began. A half turn: after two. */
    for (int turns = 4; turns >= 2; turns -= 2) {
        clip = walk(NULL, 2 * BP_PI / (float)turns);
        motion = bp_motion_extract(clip, &(bp_motion_options){.target = 2, .x = true, .z = true, .yaw = true},
                                   NULL);
        bp_trs round = bp_motion_between(motion, 0.3, 0.3 + 1.5 * turns, true);
        const float origin[3] = {0, 0, 0};
        expect_floats(&round.position.x, origin, 3, 1e-5);
        expect_float(fabsf(round.rotation.w), 1, 1e-6);
        bp_motion_destroy(motion);
        bp_clip_destroy(clip);
    }
}

/* The way from a to c is the one from a to b and then from b to c, wherever they are. */
static void test_ways_add_up(void **state) {
    (void)state;
    uint64_t seed = 7;
    bp_clip *clip = walk(NULL, 1.3f);
    bp_motion *motion = bp_motion_extract(
        clip, &(bp_motion_options){.target = 2, .x = true, .y = true, .z = true, .yaw = true}, NULL);
    for (int n = 0; n < 2000; n++) {
        double t[3];
        for (int i = 0; i < 3; i++) t[i] = (double)test_random_float(&seed, -20, 20);
        bool loop = n % 4 != 0;
        bp_mat4 ab = bp_mat4_from_trs(bp_motion_between(motion, t[0], t[1], loop));
        bp_mat4 bc = bp_mat4_from_trs(bp_motion_between(motion, t[1], t[2], loop));
        bp_mat4 ac = bp_mat4_from_trs(bp_motion_between(motion, t[0], t[2], loop)),
                both = bp_mat4_mul(bc, ab);
        expect_floats(both.m, ac.m, 16, 2e-4);
    }
    bp_motion_destroy(motion);
    bp_clip_destroy(clip);
}

static void test_refusals(void **state) {
    (void)state;
    bp_error error = {0};
    bp_clip *clip = walk(NULL, 0);
    assert_null(bp_motion_extract(clip, &(bp_motion_options){.target = 2}, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "options");
    error = (bp_error){0};
    assert_null(bp_motion_extract(clip, &(bp_motion_options){.target = 9, .x = true}, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "target");
    assert_null(bp_motion_extract(NULL, NULL, NULL));
    bp_trs nothing = bp_motion_between(NULL, 0, 1, true);
    expect_float(nothing.rotation.w, 1, 0);
    bp_motion_destroy(NULL);
    bp_clip_destroy(clip);
}

static bool attempt(const bp_allocator *allocator, void *user, bp_error *error) {
    (void)user;
    static const double times[2] = {0, 1};
    static const float values[6] = {0, 0, 0, 1, 0, 0};
    bp_track track = {
        .target = 2, .kind = BP_TRACK_POSITION, .key_count = 2, .times = times, .values = values};
    bp_clip *clip = bp_clip_create(allocator, NULL, error);
    bool ok = clip && bp_clip_add(clip, &track, error);
    bp_motion *motion =
        ok ? bp_motion_extract(clip, &(bp_motion_options){.target = 2, .x = true}, error) : NULL;
    bp_motion_destroy(motion);
    bp_clip_destroy(clip);
    return motion != NULL;
}

static void test_every_allocation_may_fail(void **state) {
    (void)state;
    assert_true(test_each_allocation_fails(attempt, NULL) >= 4);
}

/* ---- events -------------------------------------------------------------------------------------------- */

typedef struct met {
    int forwards[4], backwards[4], order[64], count;
} met;

static void note(void *user, const bp_clip_event *event, bool backwards) {
    met *m = user;
    (backwards ? m->backwards : m->forwards)[event->id]++;
    if (m->count < 64) m->order[m->count++] = event->id;
}

/* How many times of an event are at or before the clock, since cycle -100. */
static int times_until(const bp_clip_event *event, double length, double clock) {
    int count = 0;
    if (length == 0) return event->time <= clock;
    for (int cycle = -100; cycle < 100; cycle++) count += event->time + length * cycle <= clock;
    return count;
}

/* A clock that jumps about: an event is passed once each time that the clock crosses one of its times. So
 * passes forwards less passes backwards are the difference of how many of its times are at or before the clock at
 * the end and at the beginning. */
static void test_events_exactly_once(void **state) {
    (void)state;
    const bp_clip_event events[4] = {{0, 0}, {0.25, 1}, {0.9, 2}, {0.25, 3}};
    uint64_t seed = 5;
    for (int loop = 0; loop < 2; loop++) {
        double length = loop ? 1.25 : 0, start = -0.001, clock = start;
        met m = {.count = 64};
        size_t told = 0;
        for (int n = 0; n < STEPS; n++) {
            double next = (double)test_random_float(&seed, -6, 6);
            told += bp_clip_events_between(events, 4, length, clock, next, note, &m);
            clock = next;
        }
        int all = 0;
        for (int i = 0; i < 4; i++) {
            int passed = times_until(&events[i], length, clock) - times_until(&events[i], length, start);
            assert_int_equal(m.forwards[i] - m.backwards[i], passed);
            all += m.forwards[i] + m.backwards[i];
        }
        assert_int_equal(told, all);
        assert_true(told > STEPS / 2);
    }
}

static void test_order_of_events(void **state) {
    (void)state;
    const bp_clip_event events[4] = {{0.9, 0}, {0.25, 1}, {0.25, 2}, {0, 3}};
    met m = {0};
    assert_int_equal(bp_clip_events_between(events, 4, 1, -0.05, 1.3, note, &m), 7);
    const int forwards[7] = {3, 1, 2, 0, 3, 1, 2};
    assert_memory_equal(m.order, forwards, sizeof forwards);
    m = (met){0};
    assert_int_equal(bp_clip_events_between(events, 4, 1, 1.3, 0.25, note, &m),
                     6); /* 0.25 is met on arrival */
    const int last[3] = {0, 1, 2};
    assert_memory_equal(m.order + 3, last, sizeof last);
    assert_int_equal(bp_clip_events_between(events, 4, 1, 0.25, 0.25, note, &m), 0);
    /* Exactly onto an event, on from there, and back again: it is met once on each way. */
    for (int loop = 0; loop < 2; loop++) {
        const double way[] = {0.1, 0.25, 0.5, 0.25, 0.1, 0.25};
        const size_t told[] = {2, 0, 2, 0, 2};
        for (int i = 0; i < 5; i++)
            assert_int_equal(bp_clip_events_between(events, 4, loop, way[i], way[i + 1], note, &m), told[i]);
    }
    /* Cycles whose times are rounded: each is met once. */
    const bp_clip_event often = {0.1, 0};
    size_t sum = 0;
    for (int i = 0; i < 1000; i++)
        sum += bp_clip_events_between(&often, 1, 0.3, 0.1 + 0.3 * i, 0.1 + 0.3 * (i + 1), NULL, NULL);
    assert_int_equal(sum, 1000);
    assert_int_equal(bp_clip_events_between(events, 4, 1, NAN, 1, note, &m), 0);
    /* Between 1e20 and the next double lie 16,384 seconds, so no cycle of one second can be told there. */
    assert_int_equal(bp_clip_events_between(events, 4, 1, 1e20, 2e20, NULL, NULL), 0);
    assert_int_equal(bp_clip_events_between(events, 4, 1, 0x1p40, 0x1p40 + 1, NULL, NULL), 4);
    assert_int_equal(bp_clip_events_between(NULL, 4, 1, 0, 1, note, &m), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clip_and_motion_compose),
        cmocka_unit_test(test_loops),
        cmocka_unit_test(test_ways_add_up),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_every_allocation_may_fail),
        cmocka_unit_test(test_events_exactly_once),
        cmocka_unit_test(test_order_of_events),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
