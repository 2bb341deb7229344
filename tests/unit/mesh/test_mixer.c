/* Several clips of a model at once, by time: weights, fades, masks, additive layers. And instances of a model. */
#include "mesh/model_pose.h"
#include "support/test.h"
#include <bindpose/mixer.h>

enum { NODES = 3 }; /* 0 - 1, and 2 apart */

static bp_clip *slide(const char *name, double length, bp_vec3 to) {
    const double times[] = {0, length};
    const float values[] = {0, 0, 0, to.x, to.y, to.z};
    bp_clip *clip = bp_clip_create(NULL, &(bp_clip_options){.name = name, .targets = BP_TARGETS_NODES}, NULL);
    for (int i = 0; i < NODES; i++)
        assert_true(bp_clip_add(
            clip, &(bp_track){.target = i, .key_count = 2, .times = times, .values = values}, NULL));
    return clip;
}

static bp_model *make_model(void) {
    static const char *const names[NODES] = {"hips", "head", "prop"};
    bp_model *m =
        bp_model_create(NULL, "m", &(bp_model_counts){.nodes = NODES, .clips = 2, .skeletons = 1}, NULL);
    for (int i = 0; i < NODES; i++) {
        m->nodes[i] = bp_node_create(NULL, names[i], i == 1 ? m->nodes[0] : NULL, NULL);
        m->node_names[i] = bp_copy_text(NULL, names[i], NULL);
    }
    m->skeletons[0] = bp_skeleton_create(NULL, NULL, NULL);
    bp_bone *hips = bp_skeleton_add(m->skeletons[0], &(bp_bone_options){.name = "hips"}, NULL);
    bp_bone *head =
        bp_skeleton_add(m->skeletons[0], &(bp_bone_options){.name = "head", .parent = hips}, NULL);
    bp_bone_link(hips, m->nodes[0]);
    bp_bone_link(head, m->nodes[1]);
    m->clips[0] = slide("walk", 1, bp_vec3_make(8, 0, 0));
    m->clips[1] = slide("run", 0.5, bp_vec3_make(0, 8, 0));
    return m;
}

static void expect_position(const bp_model *m, int node, float x, float y) {
    bp_vec3 got = bp_node_position(m->nodes[node]);
    const bp_vec3 expected = {x, y, 0};
    expect_floats(&got.x, &expected.x, 3, 1e-5);
}

static void add_curve(bp_clip *clip, int number, float value) {
    bp_track track = {.target = number,
                      .kind = BP_TRACK_USER,
                      .width = 1,
                      .key_count = 1,
                      .times = (double[]){0},
                      .values = &value};
    assert_true(bp_clip_add(clip, &track, NULL));
}

static void test_cross_fade(void **state) {
    (void)state;
    bp_error error = {0};
    bp_model *m = make_model();
    add_curve(m->clips[0], 3, 1);
    add_curve(m->clips[1], 3, 5);
    add_curve(m->clips[1], 900, 7);
    bp_model_pose *pose = bp_model_pose_create(m, NULL);
    bp_mixer *mixer = bp_mixer_create(pose, &error);
    int walk = bp_mixer_play(mixer, &(bp_mixer_options){.clip = 0}, &error);
    int run = bp_mixer_play(mixer, &(bp_mixer_options){.clip = 1, .weight = BP_WEIGHT_NONE}, &error);
    assert_true(bp_mixer_update(mixer, 0.25, &error));
    expect_position(m, 2, 2, 0);
    bp_mixer_cross_fade(mixer, walk, run, 1, true);
    assert_true(bp_mixer_update(mixer, 0.25, &error));
    /* walk: 0.5 s, 4 along x, weight 0.75. run was set to a quarter, 0.125 s, and is at 0.375 s: 6 along y. */
    bp_mixer_state at;
    assert_true(bp_mixer_read(mixer, run, &at));
    expect_float((float)at.seconds, 0.375f, 1e-6);
    expect_float(at.weight, 0.25f, 1e-6);
    expect_position(m, 2, 3, 1.5f);
    float curve[BP_USER_WIDTH] = {-1}; /* 0.75 * 1 + 0.25 * 5; and what one clip alone has */
    assert_int_equal(bp_mixer_user(mixer, 3, curve), 1);
    expect_float(curve[0], 2, 1e-6);
    assert_int_equal(bp_mixer_user(mixer, 900, curve), 1);
    expect_float(curve[0], 7, 1e-6);
    assert_int_equal(bp_mixer_user(mixer, 4, curve), 0);
    /* The head's bone is the sum of hips and head. */
    expect_float(bp_bone_chain(bp_model_find_bone(m, "head")).m[12], 6, 1e-5);
    assert_true(bp_mixer_update(mixer, 0.75, &error));
    assert_true(bp_mixer_read(mixer, walk, &at));
    expect_float(at.weight, 0, 0);
    bp_mixer_stop(mixer, walk);
    bp_mixer_stop(mixer, 77);
    assert_false(bp_mixer_read(mixer, walk, &at));
    /* A weight below 1 leaves the remainder to the rest; speed 0 pauses. */
    bp_mixer_seek(mixer, run, 0.25);
    bp_mixer_set_speed(mixer, run, 0);
    bp_mixer_fade(mixer, run, 0.5f, 0);
    assert_true(bp_mixer_update(mixer, 5, &error));
    expect_position(m, 2, 0, 2);
    assert_false(bp_mixer_update(mixer, INFINITY, &error));
    bp_mixer_destroy(mixer);
    bp_model_pose_destroy(pose);
    bp_model_destroy(m);
}

/* Horse (walk: 1 s, 8 along x) and rider (run: 0.5 s, 8 along y, in frames of 1/30 s) by one clock of 1 s. */
static void test_group(void **state) {
    (void)state;
    bp_error error = {0};
    bp_model *models[2] = {make_model(), make_model()};
    bp_clip *frames = bp_clip_create(NULL, &(bp_clip_options){.rate = 30, .targets = BP_TARGETS_NODES}, NULL);
    const double times[] = {0, 15};
    bp_track track = {.target = 2, .key_count = 2, .times = times, .values = (float[]){0, 0, 0, 0, 8, 0}};
    assert_true(bp_clip_add(frames, &track, NULL));
    bp_clip_destroy(models[1]->clips[1]);
    models[1]->clips[1] = frames;
    bp_model_pose *poses[2];
    bp_mixer *mixers[2];
    bp_mixer_group group = {.weight = 1};
    for (int i = 0; i < 2; i++) {
        poses[i] = bp_model_pose_create(models[i], NULL);
        mixers[i] = bp_mixer_create(poses[i], NULL);
    }
    bp_mixer_options options = {.clip = 1, .group = &group};
    assert_int_equal(bp_mixer_play(mixers[1], &options, &error), -1);
    expect_error(&error, BP_ERROR_ARGUMENT, "group: start its playback first");
    assert_true(bp_playback_start(&group.playback, &(bp_playback_options){.to = 1}, NULL));
    int rider = bp_mixer_play(mixers[1], &options, NULL);
    options.clip = 0;
    int horse = bp_mixer_play(mixers[0], &options, NULL);
    /* Until 2.5 s, with a jump to 0.125 s, then paused; half the weight leaves half to the rest, the origin. */
    static const struct {
        double seconds;
        float seek, speed, weight, x, y; /* seek below 0: none */
    } steps[] = {{0.25, -1, 1, 1, 2, 4},          {0.75, -1, 1, 1, 6, 8}, {1.25, -1, 1, 1, 2, 4},
                 {1.5, 0.125f, 1, 0.5f, 0.5f, 1}, {1.75, -1, 0, 1, 3, 6}, {2.5, -1, 0, 1, 3, 6}};
    for (size_t i = 0; i < BP_COUNT(steps); i++) {
        bp_playback_update(&group.playback, steps[i].seconds);
        if (steps[i].seek >= 0) bp_playback_seek(&group.playback, (double)steps[i].seek);
        if (steps[i].speed == 0) bp_playback_set_speed(&group.playback, 0);
        group.weight = steps[i].weight;
        bp_mixer_seek(mixers[0], horse, 0.5); /* of no effect, like the next one */
        bp_mixer_set_speed(mixers[1], rider, 9);
        for (int k = 0; k < 2; k++) assert_true(bp_mixer_update(mixers[k], 0.01, NULL));
        expect_position(models[0], 2, steps[i].x, 0);
        expect_position(models[1], 2, 0, steps[i].y);
    }
    bp_mixer_state at;
    assert_true(bp_mixer_read(mixers[1], rider, &at));
    expect_float((float)at.seconds, 0.375f, 1e-6);
    for (int i = 0; i < 2; i++) {
        bp_mixer_destroy(mixers[i]);
        bp_model_pose_destroy(poses[i]);
        bp_model_destroy(models[i]);
    }
}

static void test_mask_and_additive(void **state) {
    (void)state;
    bp_error error = {0};
    bp_model *m = make_model();
    bp_model_pose *pose = bp_model_pose_create(m, NULL);
    bp_mixer *mixer = bp_mixer_create(pose, &error);
    float mask[NODES];
    bp_model_mask(m, bp_model_find_node(m, "hips"), 1, 0, mask);
    const float expected[] = {1, 1, 0};
    expect_floats(mask, expected, NODES, 0);
    bp_mixer_play(mixer, &(bp_mixer_options){.clip = bp_model_find_clip(m, "walk"), .mask = mask}, &error);
    bp_mixer_play(
        mixer, &(bp_mixer_options){.clip = 1, .start = 0.25, .speed = 1e-9, .weight = 0.5f, .additive = true},
        &error);
    assert_true(bp_mixer_update(mixer, 0.5, &error));
    expect_position(m, 1, 4, 2); /* walk, and half of run's difference from its first frame */
    expect_position(m, 2, 0, 2); /* the rest and the same */
    assert_int_equal(bp_mixer_play(mixer, &(bp_mixer_options){.clip = 2}, &error), -1);
    assert_string_equal(error.place, "clip");
    assert_int_equal(bp_mixer_play(mixer, &(bp_mixer_options){.start = NAN}, &error), -1);
    assert_int_equal(bp_model_find_clip(m, "crawl"), -1);
    assert_int_equal(bp_model_find_node(m, NULL), -1);
    bp_mixer_destroy(mixer);
    bp_model_pose_destroy(pose);
    bp_model_destroy(m);
}

typedef struct told {
    int times, layer;
    bool play_again;
} told;

static void note_end(void *user, bp_mixer *mixer, int layer) {
    told *t = user;
    t->times++;
    t->layer = layer;
    if (t->play_again)
        bp_mixer_play(mixer, &(bp_mixer_options){.clip = 0, .loop = BP_LOOP_ONCE, .remove_at_end = true},
                      NULL);
}

/* walk lasts a second, and moves by 8. */
static void test_layers_end(void **state) {
    (void)state;
    bp_error error = {0};
    bp_model *m = make_model();
    bp_model_pose *pose = bp_model_pose_create(m, NULL);
    bp_mixer *mixer = bp_mixer_create(pose, &error);
    bp_mixer_state at;
    told held = {0}, removed = {.play_again = true};
    bp_mixer_options once = {.clip = 0, .loop = BP_LOOP_ONCE, .on_end = note_end, .user = &held};
    int stays = bp_mixer_play(mixer, &once, &error);
    once.clip = 1; /* half a second */
    once.user = &removed;
    once.remove_at_end = true;
    once.fade_out = 0.5f;
    int goes = bp_mixer_play(mixer, &once, &error);
    assert_true(bp_mixer_update(mixer, 0.4, &error));
    assert_int_equal(held.times + removed.times, 0);
    assert_true(bp_mixer_update(mixer, 0.2, &error)); /* ends, and begins to fade */
    assert_int_equal(removed.times, 1);
    assert_int_equal(removed.layer, goes);
    assert_true(bp_mixer_update(mixer, 0.25, &error));
    assert_true(bp_mixer_read(mixer, goes, &at));
    expect_float(at.weight, 0.5f, 1e-5);
    assert_true(bp_mixer_update(mixer, 0.3, &error)); /* faded: it is gone, and walk has ended */
    assert_false(bp_mixer_read(mixer, goes, &at));
    assert_int_equal(removed.times, 1);
    assert_int_equal(held.times, 1);
    assert_int_equal(held.layer, stays);
    assert_true(bp_mixer_read(mixer, stays, &at)); /* holds its last frame */
    assert_true(at.ended);
    assert_true(bp_mixer_update(mixer, 2, &error)); /* the one that the callback played goes at its end */
    assert_false(bp_mixer_read(mixer, goes + 1, &at));
    expect_position(m, 2, 8, 0);
    assert_int_equal(held.times, 1);
    /* Without an end of the clip: when the weight has been faded to 0. */
    int faded =
        bp_mixer_play(mixer, &(bp_mixer_options){.clip = 1, .remove_at_end = true, .fade = 0.1f}, &error);
    assert_true(bp_mixer_update(mixer, 0.2, &error));
    bp_mixer_fade(mixer, faded, 0, 0.1f);
    assert_true(bp_mixer_update(mixer, 0.05, &error));
    assert_true(bp_mixer_read(mixer, faded, &at));
    assert_true(bp_mixer_update(mixer, 0.1, &error));
    assert_false(bp_mixer_read(mixer, faded, &at));
    bp_mixer_destroy(mixer);
    bp_model_pose_destroy(pose);
    bp_model_destroy(m);
}

typedef struct steps {
    int feet[2], layer;
} steps;

static void note_step(void *user, bp_mixer *mixer, int layer, const bp_clip_event *event, bool backwards) {
    (void)mixer;
    steps *s = user;
    s->feet[event->id] += backwards ? -1 : 1;
    s->layer = layer;
}

/* walk moves node 2 by 8 along x in a second, run by 8 along y in half a second. */
static void test_motion_and_events(void **state) {
    (void)state;
    bp_error error = {0};
    bp_model *m = make_model();
    bp_model_pose *pose = bp_model_pose_create(m, NULL);
    bp_mixer *mixer = bp_mixer_create(pose, &error);
    bp_motion *walk = bp_motion_extract(m->clips[0], &(bp_motion_options){.target = 2, .x = true}, &error);
    bp_motion *run = bp_motion_extract(m->clips[1], &(bp_motion_options){.target = 2, .y = true}, &error);
    const bp_clip_event feet[2] = {{0, 0}, {0.5, 1}};
    steps s = {{0}, -1};
    bp_mixer_options options = {
        .clip = 0, .motion = walk, .events = feet, .event_count = 2, .on_event = note_step, .user = &s};
    int layer = bp_mixer_play(mixer, &options, &error);
    for (int i = 0; i < 10; i++) { /* 2.5 s: five steps, and the first one at once */
        assert_true(bp_mixer_update(mixer, 0.25, &error));
        bp_trs moved = bp_mixer_motion(mixer);
        expect_float(moved.position.x, 2, 1e-5);
        expect_position(m, 2, 0, 0);
    }
    assert_int_equal(s.feet[0], 3);
    assert_int_equal(s.feet[1], 3);
    assert_int_equal(s.layer, layer);
    bp_mixer_seek(mixer, layer, 0.9); /* passes nothing */
    assert_true(bp_mixer_update(mixer, 0, &error));
    assert_int_equal(s.feet[0], 3);
    expect_float(bp_mixer_motion(mixer).position.x, 0, 1e-5);
    /* Half and half: 0.125 s are 1 along x and 2 along y. */
    bp_mixer_fade(mixer, layer, 0.5f, 0);
    options = (bp_mixer_options){.clip = 1, .motion = run, .weight = 0.5f};
    bp_mixer_play(mixer, &options, &error);
    assert_true(bp_mixer_update(mixer, 0.125, &error));
    const float both[3] = {0.5f, 1, 0};
    bp_trs moved = bp_mixer_motion(mixer);
    expect_floats(&moved.position.x, both, 3, 1e-5);
    assert_int_equal(s.feet[0], 4);
    /* Events at both ends of a loop of 1 s, for 2.5 s from its start, then from its end backwards: where it
     * begins only that end's is passed, later both. */
    const bp_clip_event ends[2] = {{0, 0}, {1, 1}};
    const int passed[2][2] = {{3, 2}, {-2, -3}};
    bp_mixer_group group = {.weight = 1};
    bp_mixer_stop(mixer, layer);
    for (int i = 0; i < 4; i++) {
        options = (bp_mixer_options){.events = ends, .event_count = 2, .on_event = note_step, .user = &s};
        options.speed = i & 1 ? -1 : 1;
        options.group = i & 2 ? &group : NULL;
        assert_true(bp_playback_start(&group.playback,
                                      &(bp_playback_options){.to = 1, .speed = options.speed}, &error));
        s = (steps){{0}, -1};
        layer = bp_mixer_play(mixer, &options, &error);
        for (int k = 1; k <= 10; k++) {
            bp_playback_update(&group.playback, 0.25 * k);
            assert_true(bp_mixer_update(mixer, 0.25, &error));
        }
        assert_memory_equal(s.feet, passed[i & 1], sizeof s.feet);
        bp_mixer_stop(mixer, layer);
    }
    bp_mixer_destroy(mixer);
    bp_motion_destroy(walk);
    bp_motion_destroy(run);
    bp_model_pose_destroy(pose);
    bp_model_destroy(m);
}

static void test_instances_share_and_move_alone(void **state) {
    (void)state;
    bp_error error = {0};
    bp_model *m = make_model(), *copy = bp_model_instantiate(m, &error),
             *third = bp_model_instantiate(copy, &error);
    assert_non_null(copy);
    assert_true(bp_model_check(copy, &error));
    assert_ptr_equal(copy->clips, m->clips);
    assert_ptr_equal(third->shares, m);
    assert_ptr_equal(bp_node_parent(copy->nodes[1]), copy->nodes[0]);
    assert_ptr_equal(bp_bone_node(bp_model_find_bone(copy, "head")), copy->nodes[1]);
    bp_model_pose *pose = bp_model_pose_create(copy, NULL);
    assert_true(bp_model_pose_set(pose, 0, 0.5, &error));
    expect_position(copy, 0, 4, 0);
    expect_position(m, 0, 0, 0);
    bp_skeleton_prepare(m->skeletons[0]);
    expect_float(bp_bone_chain(bp_model_find_bone(copy, "head")).m[12], 8, 1e-5);
    expect_float(bp_bone_chain(bp_model_find_bone(m, "head")).m[12], 0, 0);
    bp_model_pose_destroy(pose);
    bp_model_destroy(third);
    bp_model_destroy(copy);
    bp_model_destroy(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cross_fade),        cmocka_unit_test(test_group),
        cmocka_unit_test(test_layers_end),        cmocka_unit_test(test_motion_and_events),
        cmocka_unit_test(test_mask_and_additive), cmocka_unit_test(test_instances_share_and_move_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
