/* View settings: defaults, actions, drags. */
#include "support/test.h"
#include "viewer/view_settings.h"

static void defaults(void **state) {
    (void)state;
    bp_view_settings look = bp_view_settings_make(640, 480);
    assert_true(look.width == 640 && look.height == 480 && !look.light && !look.help && look.flipped == 0);
    expect_float(bp_view_settings_unit(&look), 1,
                 0); /* the usual text on the usual screen: a unit is a pixel */
    look.scale = 2;
    expect_float(bp_view_settings_unit(&look), 2, 0);
    /* 3840 x 2160 is twice 1920 x 1080, on a screen with a scale of 1 or 2; 2560 x 1080 is as high as it. */
    look = bp_view_settings_make(3840, 2160);
    expect_float(bp_view_settings_unit(&look), 2, 0);
    look.scale = 2;
    expect_float(bp_view_settings_unit(&look), 2, 0);
    look = bp_view_settings_make(2560, 1080);
    expect_float(bp_view_settings_unit(&look), 1, 0);
    look = bp_view_settings_make(640, 480);
    bp_camera camera = {.eye = {0, 1, 5}, .target = {0, 1, 0}, .fov_y = 0.7f};
    bp_camera same = bp_view_settings_camera(&look, camera, (bp_rect){0, 0, 640, 480});
    expect_floats(&same.eye.x, &camera.eye.x, 3, 0);
    expect_float(same.fov_y, camera.fov_y, 0);
}

static void moves_the_camera(void **state) {
    (void)state;
    bp_view_settings look = bp_view_settings_make(640, 480);
    bp_camera camera = {.eye = {0, 0, 4}, .target = {0, 0, 0}};
    const bp_rect wide = {0, 0, 640, 480};
    for (int i = 0; i < 18; i++)
        bp_view_settings_act(&look, BP_ACTION_ORBIT, BP_DIRECTION_RIGHT); /* 18 times 5 degrees */
    bp_camera seen = bp_view_settings_camera(&look, camera, wide);
    expect_float(bp_vec3_length(seen.eye), 4, 1e-5);
    expect_float(seen.eye.x > 0 ? seen.eye.x : -seen.eye.x, 4, 1e-4); /* from the side */
    bp_view_settings_act(&look, BP_ACTION_VIEW_RESET, 0);
    bp_view_settings_act(&look, BP_ACTION_ZOOM, 1);
    seen = bp_view_settings_camera(&look, camera, wide);
    expect_float(seen.eye.z, 3.6, 1e-5); /* nine tenths */
    bp_view_settings_act(&look, BP_ACTION_ZOOM, -1);
    expect_float(look.zoom, 1, 1e-6);
    for (int i = 0; i < 100; i++) bp_view_settings_act(&look, BP_ACTION_ZOOM, -1);
    expect_float(look.zoom, 10, 0);
    bp_view_settings_act(&look, BP_ACTION_VIEW_RESET, 0);
    bp_view_settings_drag(&look, true, 240, 0, 480); /* half the height: a quarter of a turn */
    expect_float(look.yaw, -3.14159265 / 2, 1e-6);
    bp_view_settings_drag(&look, false, 48, -24, 480);
    expect_float(look.pan_x, -0.1, 1e-6);
    expect_float(look.pan_y, -0.05, 1e-6);
    bp_view_settings_drag(&look, false, 1e9f, 0, 0); /* a height of 0 gives no NaN */
    expect_float(look.pan_x, -4, 0);
}

/* A scene half as wide as high shows as much sideways as a square would: tan(fov / 2) is twice as large. */
static void widens_narrow_scenes(void **state) {
    (void)state;
    bp_view_settings look = bp_view_settings_make(640, 480);
    bp_camera camera = {.eye = {0, 0, 4}, .fov_y = 2 * bp_atan2(0.25f, 1)};
    bp_camera seen = bp_view_settings_camera(&look, camera, (bp_rect){0, 0, 100, 200});
    expect_float(bp_tan(seen.fov_y / 2), 0.5, 1e-5);
    seen = bp_view_settings_camera(&look, camera, (bp_rect){0, 0, 300, 200});
    expect_float(seen.fov_y, camera.fov_y, 0);
}

static void switches(void **state) {
    (void)state;
    bp_view_settings look = bp_view_settings_make(640, 480), before = look;
    static const bp_action all[] = {BP_ACTION_COLUMNS, BP_ACTION_THEME, BP_ACTION_PANEL, BP_ACTION_HELP};
    for (size_t i = 0; i < BP_COUNT(all); i++) bp_view_settings_act(&look, all[i], 0);
    assert_true(look.columns && look.light && look.fold && look.help);
    for (size_t i = 0; i < BP_COUNT(all); i++) bp_view_settings_act(&look, all[i], 0);
    bp_view_settings_act(&look, BP_ACTION_SHOW, BP_SHOW_AXES);
    assert_int_equal(look.flipped, BP_SHOW_AXES);
    bp_view_settings_act(&look, BP_ACTION_SHOW, BP_SHOW_AXES);
    bp_view_settings_act(&look, BP_ACTION_QUIT, 1); /* not an action of the view */
    assert_memory_equal(&look, &before, sizeof look);
    for (int i = 0; i < 20; i++) bp_view_settings_act(&look, BP_ACTION_TEXT_SIZE, 1);
    assert_int_equal(look.text, BP_TEXT_SIZES - 1);
    for (int i = 0; i < 20; i++) bp_view_settings_act(&look, BP_ACTION_TEXT_SIZE, -1);
    assert_int_equal(look.text, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults),
        cmocka_unit_test(moves_the_camera),
        cmocka_unit_test(widens_narrow_scenes),
        cmocka_unit_test(switches),
    };
    return cmocka_run_group_tests_name("view settings", tests, NULL, NULL);
}
