/* Settings: defaults and actions. */
#include "app/app.h"
#include "support/test.h"

static void defaults(void **state) {
    (void)state;
    bp_settings look = bp_settings_make(640, 480);
    assert_true(look.width == 640 && look.height == 480 && !look.light && !look.help);
    expect_float(bp_settings_unit(&look), 1, 0); /* the usual text on the usual screen: a unit is a pixel */
    look.scale = 2;
    expect_float(bp_settings_unit(&look), 2, 0);
    /* 3840 x 2160 is twice 1920 x 1080, on a screen with a scale of 1 or 2; 2560 x 1080 is as high as it. */
    look = bp_settings_make(3840, 2160);
    expect_float(bp_settings_unit(&look), 2, 0);
    look.scale = 2;
    expect_float(bp_settings_unit(&look), 2, 0);
    look = bp_settings_make(2560, 1080);
    expect_float(bp_settings_unit(&look), 1, 0);
}

static void switches(void **state) {
    (void)state;
    bp_settings look = bp_settings_make(640, 480), before = look;
    static const bp_action all[] = {BP_ACTION_COLUMNS, BP_ACTION_THEME, BP_ACTION_NUMBERS, BP_ACTION_HELP};
    for (size_t i = 0; i < BP_COUNT(all); i++) bp_settings_act(&look, all[i], 0);
    assert_true(look.columns && look.light && look.numbers && look.help);
    for (size_t i = 0; i < BP_COUNT(all); i++) bp_settings_act(&look, all[i], 0);
    assert_false(bp_settings_act(&look, BP_ACTION_QUIT, 1)); /* not about settings */
    assert_memory_equal(&look, &before, sizeof look);
    for (int i = 0; i < 20; i++) bp_settings_act(&look, BP_ACTION_TEXT_SIZE, 1);
    assert_int_equal(look.text, BP_TEXT_SIZES - 1);
    for (int i = 0; i < 20; i++) bp_settings_act(&look, BP_ACTION_TEXT_SIZE, -1);
    assert_int_equal(look.text, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults),
        cmocka_unit_test(switches),
    };
    return cmocka_run_group_tests_name("settings", tests, NULL, NULL);
}
