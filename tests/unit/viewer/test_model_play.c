/* Clips and time in the model viewer: playing, stepping, scrubbing, rest and bind pose. */
#include "support/model_fixture.h"

static void plays_and_pauses(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    const bp_model_play *play = &b.controller.viewer.play;
    assert_true(play->clip == 0 && play->source == BP_POSE_FROM_CLIP && !play->playing);
    assert_int_equal(bp_controller_tick(&b.controller.base, 1), 0);
    assert_true(bp_model_viewer_make(&b.controller.loaded, 640, 480).play.playing); /* a file opens playing */
    key(&b, BP_KEY_SPACE, 0);
    assert_int_equal(bp_controller_tick(&b.controller.base, 1), BP_REQUEST_REDRAW);
    draw(&b);
    expect_float(play->seconds, 1, 1e-9);
    expect_float(degrees(&b, LEFT), 45, 1e-4); /* half of 90 degrees in half of 2 seconds */
    bp_controller_tick(&b.controller.base, 1.5);
    expect_float(play->seconds, 0.5, 1e-9); /* 2.5 s of 2 s: it repeats */
    type(&b, ">");
    bp_controller_tick(&b.controller.base, 0.25);
    expect_float(play->seconds, 1, 1e-9); /* a quarter of a second at twice the speed */
    type(&b, "<<");
    bp_controller_tick(&b.controller.base, 0.5);
    expect_float(play->seconds, 1.25, 1e-9); /* at half of it */
    key(&b, BP_KEY_SPACE, 0);
    assert_int_equal(bp_controller_tick(&b.controller.base, 1), 0);
    type(&b, "<<<<<<<<");
    assert_int_equal(play->speed, 0);
    type(&b, ">>>>>>>>>");
    assert_int_equal(play->speed, BP_MODEL_SPEEDS - 1);
    close_bench(&b);
}

static void steps_by_frames(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    const bp_model_play *play = &b.controller.viewer.play;
    type(&b, "..");
    expect_float(play->seconds, 2.0 / 30, 1e-9);
    key(&b, BP_KEY_RIGHT, 0);
    expect_float(play->seconds, 3.0 / 30, 1e-9);
    key(&b, BP_KEY_LEFT, 0);
    type(&b, ",");
    expect_float(play->seconds, 1.0 / 30, 1e-9);
    type(&b, ",,");
    expect_float(play->seconds, 0, 0);       /* not before the start */
    b.controller.viewer.play.seconds = 0.05; /* between the frames 1 and 2 */
    type(&b, ".");
    expect_float(play->seconds, 2.0 / 30, 1e-9);
    b.controller.viewer.play.seconds = 0.05;
    type(&b, ",");
    expect_float(play->seconds, 1.0 / 30, 1e-9);
    key(&b, BP_KEY_END, 0);
    expect_float(play->seconds, 2, 0);
    expect_float(degrees(&b, LEFT), 90, 1e-4);
    type(&b, ".");
    expect_float(play->seconds, 2, 0);
    key(&b, BP_KEY_SPACE, 0); /* from the end it plays from the start */
    expect_float(play->seconds, 0, 0);
    assert_true(play->playing);
    key(&b, BP_KEY_HOME, 0);
    expect_float(degrees(&b, LEFT), 0, 1e-4);
    close_bench(&b);
}

static void chooses_clips(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    const bp_model_play *play = &b.controller.viewer.play;
    type(&b, "k");
    assert_int_equal(play->clip, 1);
    key(&b, BP_KEY_END, 0);
    expect_float(bp_bone_local(bone(&b, 0)).m[13], 1, 1e-6); /* lifted by a metre */
    type(&b, "k");
    assert_true(play->clip == 0 && play->seconds == 0);
    type(&b, "j");
    assert_int_equal(play->clip, 1);
    type(&b, "1");
    assert_int_equal(play->clip, 0);
    type(&b, "2");
    assert_int_equal(play->clip, 1);
    type(&b, "9");
    assert_int_equal(play->clip, 1);
    assert_string_equal(b.controller.viewer.core.notice, "the file has 2 animations");
    bp_vec2 card = place_of(&b, BP_ACTION_CLIP, 0);
    click(&b, card.x, card.y);
    assert_int_equal(play->clip, 0);
    close_bench(&b);
}

static void scrubs(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    const bp_model_play *play = &b.controller.viewer.play;
    bp_rect track = b.controller.base.drawn.track;
    float y = (float)track.y + (float)track.height / 2, left = (float)track.x, wide = (float)track.width - 1;
    key(&b, BP_KEY_SPACE, 0);
    mouse(&b, BP_EVENT_PRESS, left + wide / 2, y);
    expect_float(play->seconds, 1, 1e-6);
    expect_float(degrees(&b, LEFT), 45, 1e-3);
    assert_int_equal(bp_controller_tick(&b.controller.base, 1), 0); /* holding the knob stops the clip */
    mouse(&b, BP_EVENT_MOVE, left + wide / 4, y - 300);
    expect_float(play->seconds, 0.5, 1e-6);
    mouse(&b, BP_EVENT_MOVE, left - 500, y);
    expect_float(play->seconds, 0, 0);
    mouse(&b, BP_EVENT_MOVE, left + 5000, y);
    expect_float(play->seconds, 2, 0);
    mouse(&b, BP_EVENT_MOVE, left + wide / 2, y);
    mouse(&b, BP_EVENT_RELEASE, left + wide / 2, y);
    assert_int_equal(bp_controller_tick(&b.controller.base, 0.5),
                     BP_REQUEST_REDRAW); /* after the release it continues */
    expect_float(play->seconds, 1.5, 1e-6);
    close_bench(&b);
}

static void shows_rest_and_bind_pose(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    key(&b, BP_KEY_END, 0);
    key(&b, BP_KEY_UP, 0);
    type(&b, "r");
    assert_true(b.controller.viewer.play.source == BP_POSE_FROM_REST &&
                b.controller.viewer.core.history.count == 0);
    expect_float(degrees(&b, LEFT), 30, 1e-4);  /* the natural bind's shoulder */
    expect_float(degrees(&b, RIGHT), 10, 1e-4); /* its node's rest rotation */
    type(&b, "t");
    expect_float(degrees(&b, RIGHT), -30, 1e-4); /* its bind */
    const bp_mat4 identity = bp_mat4_identity();
    for (size_t i = 0; i < 3; i++) {
        bp_mat4 final = bp_bone_final(bone(&b, i));
        expect_floats(final.m, identity.m, 16, 1e-5);
    }
    /* In the bind pose vertices have the mesh's positions. */
    const bp_figure *figure = bp_model_figure_get_figure(b.controller.loaded.figure);
    const bp_mesh *mesh = bp_figure_part_at(figure, 0)->mesh;
    expect_floats(&bp_figure_positions(figure, 0)->x, &mesh->positions->x, 3 * mesh->vertex_count, 1e-5);
    key(&b, BP_KEY_SPACE, 0);
    assert_true(b.controller.viewer.play.source == BP_POSE_FROM_CLIP && b.controller.viewer.play.playing);
    close_bench(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plays_and_pauses),
        cmocka_unit_test(steps_by_frames),
        cmocka_unit_test(chooses_clips),
        cmocka_unit_test(scrubs),
        cmocka_unit_test(shows_rest_and_bind_pose),
    };
    return cmocka_run_group_tests_name("model play", tests, NULL, NULL);
}
