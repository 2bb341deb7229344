/* The timeline of a step that plays a clip: even time, its pause, and the keys of the clip, looped; the view
 * doesn't depend on when frames are drawn. */
#include "support/lesson_fixture.h"
#include "support/window.h"

#define ARM "boneArmLeft"

static bp_clip *clip; /* which the step plays; NULL: none */

static void setup(bp_world *world) { bp_world_add_character(world, "one", "", BP_BIND_NATURAL); }
static void play(bp_world *world, float t) {
    bp_world_rotate(world, 0, ARM, (bp_vec3){0, 0, 1}, 30 + 60 * t);
    world->clip = clip;
}
static const bp_readout READOUT = {
    "rotation", bp_measure_rotation_z, {0, 0, ARM, bp_bone_local}, "%.1f°", NULL};
static const bp_step STEPS[] = {
    {.caption = "First.", .bone = ARM, .readouts = &READOUT, .readout_count = 1},
    {.caption = "A clip.", .change = play, .bone = ARM, .clip_seconds = 4},
};
static const bp_lesson_plan LESSON = {.number = 5,
                                      .name = "05_test",
                                      .title = "A test",
                                      .summary = "One line.",
                                      .setup = setup,
                                      .steps = STEPS,
                                      .step_count = BP_COUNT(STEPS)};

/* A quarter of the way through the step, with a clip that has keys at these times; draws the timeline into
 * `row`, the pixels of its middle line from left to right. Returns their number. */
static int timeline(const double *times, size_t count, uint32_t *row) {
    static const float values[16 * 3] = {0};
    bp_track track = {.kind = BP_TRACK_POSITION, .key_count = count, .times = times, .values = values};
    bench b;
    bp_error error = {0};
    clip = bp_clip_create(NULL, NULL, &error);
    assert_true(clip && bp_clip_add(clip, &track, &error));
    open_bench(&b, &LESSON, 0, 640, 480);
    key(&b, BP_KEY_RIGHT, 0);
    bp_controller_tick(&b.controller.base, 0.2); /* of 0.8 */
    draw(&b);
    assert_string_equal(b.controller.data.readouts[0], "45.0°"); /* not eased: a quarter of 60° */
    bp_rect bar = b.controller.base.drawn.track;
    const bp_framebuffer *picture = &b.controller.base.picture;
    int width = bar.width < 640 ? bar.width : 640, y = bar.y + bar.height / 2 - 3; /* above the bar */
    memcpy(row, picture->pixels + 4 * ((size_t)picture->stride * (size_t)y + (size_t)bar.x),
           4 * (size_t)width);
    close_bench(&b);
    bp_clip_destroy(clip);
    return width;
}

/* How many groups of pixels differ from the row without keys. */
static int diamonds(const double *times, size_t count) {
    static uint32_t without[640], with[640];
    static const double beyond[] = {0, 100}; /* the first key only, under the row's left end */
    int width = timeline(beyond, 2, without), found = 0;
    assert_int_equal(timeline(times, count, with), width);
    for (int x = 10; x < width; x++)
        found += with[x] != without[x] && (x == 10 || with[x - 1] == without[x - 1]);
    return found;
}

static void draws_keys(void **state) {
    (void)state;
    assert_int_equal(diamonds((const double[]){0, 2, 100}, 3), 1);
    assert_int_equal(diamonds((const double[]){0, 1.5, 3, 100}, 4), 2);
    assert_int_equal(diamonds((const double[]){0, 0.8, 2.2}, 3), 3); /* again from 2.2: at 3 */
}

/* T stops the change halfway, whatever time passes, and goes on from there. A rotation by hand doesn't end the pause. */
static void pauses(void **state) {
    (void)state;
    bench b;
    clip = NULL;
    open_bench(&b, &LESSON, 0, 640, 480);
    const bp_lesson_viewer *v = &b.controller.viewer;
    const char *said = b.controller.data.readouts[0];
    key(&b, BP_KEY_RIGHT, 0);
    bp_controller_tick(&b.controller.base, 0.2); /* of 0.8 */
    type(&b, "t");
    for (int i = 0; i < 3; i++) bp_controller_tick(&b.controller.base, 0.5);
    draw(&b);
    assert_true(v->position.paused && v->position.t == 0.25f);
    assert_string_equal(said, "45.0°");
    key(&b, BP_KEY_UP, 0);
    bp_controller_tick(&b.controller.base, 0.5);
    draw(&b);
    assert_string_equal(said, "50.0°");
    key(&b, 'z', BP_MOD_CTRL);
    type(&b, "t");
    bp_controller_tick(&b.controller.base, 0.2);
    draw(&b);
    assert_string_equal(said, "60.0°");
    bp_controller_tick(&b.controller.base, 5);
    draw(&b);
    assert_string_equal(said, "90.0°");
    close_bench(&b);
}

/* Once around: at a quarter of the way the arm reaches farther than where views are measured, at the start,
 * halfway and at the end. */
static void spin(bp_world *world, float t) { bp_world_rotate(world, 0, ARM, (bp_vec3){0, 0, 1}, 360 * t); }
static void predict(bp_skeleton *copy, float degrees) {
    bp_bone_set_rotation(bp_skeleton_find(copy, ARM),
                         bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, bp_radians(degrees)));
}
static const bp_question WHERE = {.text = "Where will it be?",
                                  .kind = BP_QUESTION_ANGLE,
                                  .pose = predict,
                                  .bone = ARM,
                                  .hint = "Once around."};

/* The picture at the end of the change, drawn in so many frames, after a prediction or a rotation by hand. */
static uint64_t picture_after(int frames, bool asks) {
    const bp_step steps[] = {
        {.caption = "First.", .bone = ARM},
        {.caption = "Once around.", .change = spin, .bone = ARM, .question = asks ? &WHERE : NULL}};
    bp_lesson_plan lesson = LESSON;
    lesson.steps = steps;
    bench b;
    open_bench(&b, &lesson, 0, 640, 480);
    const bp_lesson_viewer *v = &b.controller.viewer;
    key(&b, BP_KEY_RIGHT, 0);
    if (asks) {
        type(&b, "0");
        key(&b, BP_KEY_ENTER, 0);
    } else {
        bp_controller_tick(&b.controller.base, 5);
        key(&b, BP_KEY_UP, 0);
        type(&b, "t");
    }
    draw(&b);
    assert_true(!v->position.asking && v->position.t == 0);
    for (int i = 0; i < frames; i++) {
        bp_controller_tick(&b.controller.base, 1.0 / frames); /* it takes 0.8 */
        draw(&b);
    }
    assert_true(v->position.t == 1);
    uint64_t hash = picture_hash(&b.controller.base.picture);
    close_bench(&b);
    return hash;
}

static void view_ignores_frame_times(void **state) {
    (void)state;
    for (int asks = 0; asks < 2; asks++) {
        uint64_t at_once = picture_after(1, asks);
        assert_true(picture_after(3, asks) == at_once);
        assert_true(picture_after(8, asks) == at_once);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(draws_keys), cmocka_unit_test(pauses),
                                       cmocka_unit_test(view_ignores_frame_times)};
    return cmocka_run_group_tests_name("the timeline of a step", tests, NULL, NULL);
}
