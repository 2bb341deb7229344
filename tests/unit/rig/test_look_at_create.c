/* look_at: options that creation refuses. */
#include "support/allocator.h"
#include "unit/rig/look_at_support.h"

static void test_bad_options(void **state) {
    (void)state;
    static const struct {
        bp_look_at_options options;
        const char *part;
    } cases[] = {
        {{.limit_yaw = true, .min_yaw = -3.2f}, "min_yaw: -3.2 must be finite and within -3.14159..3.14159"},
        {{.limit_yaw = true, .max_yaw = 3.2f}, "max_yaw"},
        {{.limit_yaw = true, .min_yaw = 1, .max_yaw = 0.5f},
         "max_yaw: 0.5 must be finite and within 1..3.14159"},
        {{.limit_yaw = true, .min_yaw = NAN}, "min_yaw"},
        {{.limit_yaw = true, .absolute_yaw = true, .min_yaw = -0.1f}, "min_yaw"},
        {{.absolute_yaw = true}, "absolute_yaw: this needs limit_yaw"},
        {{.limit_pitch = true, .min_pitch = -1.6f}, "min_pitch"},
        {{.limit_pitch = true, .max_pitch = 1.6f}, "max_pitch"},
        {{.limit_pitch = true, .min_pitch = 0.5f}, "max_pitch"},
        {{.limit_pitch = true, .max_pitch = NAN}, "max_pitch"},
        {{.limit_pitch = true, .min_pitch = BP_PI / 2, .max_pitch = BP_PI / 2},
         "min_pitch: these limits allow nothing"},
        {{.limit_pitch = true, .min_pitch = -BP_PI / 2, .max_pitch = -BP_PI / 2},
         "max_pitch: these limits allow nothing"},
        {{.up_axis = {NAN, 0, 0}}, "up_axis"},
        {{.up_space = (bp_look_at_up)7}, "up_space: 7"},
        {{.yaw_axis = {0, INFINITY, 0}}, "yaw_axis"},
        {{.pitch_axis = {0, 0, NAN}}, "pitch_axis"},
        {{.yaw_axis = {1, 0, 0}}, "yaw_axis: pitch and yaw axis must be perpendicular"},
        {{.pitch_axis = {0, 1, 0}}, "pitch_axis: pitch and yaw axis must be perpendicular"},
        {{.forward_axis = {0, NAN, 0}}, "forward_axis"},
        {{.forward_axis = {1, 0, 0}, .pitch_axis = {0, 0, 1}},
         "pitch_axis: forward_axis and yaw_axis give it"},
        {{.forward_axis = {0, 0, -2}, .yaw_axis = {0, 0, 1}}, "forward_axis: it is parallel to yaw_axis"},
        {{.adjust_yaw = NAN}, "adjust_yaw"},
        {{.adjust_pitch = INFINITY}, "adjust_pitch"},
        {{.adjust_roll = -INFINITY}, "adjust_roll"},
        {{.slerp = -0.5f}, "slerp"},
    };
    scene s = make_scene(true);
    bp_look_at *kept = control(&s, NULL);
    for (size_t i = 0; i < BP_COUNT(cases); i++) {
        bp_error error = {0};
        assert_null(bp_look_at_create(NULL, s.bone, &cases[i].options, &error));
        expect_error(&error, BP_ERROR_ARGUMENT, cases[i].part);
        error = (bp_error){0};
        assert_false(bp_look_at_set_options(kept, &cases[i].options, &error));
        expect_error(&error, BP_ERROR_ARGUMENT, cases[i].part);
    }
    look_at(kept, 3, 0, 4); /* as before: no limits, no slerp */
    expect_rows(bp_bone_local(s.bone), (float[]){0.8f, 0, -0.6f, 0, 1, 0, 0.6f, 0, 0.8f}, 1e-6);
    bp_look_at_destroy(kept);
    bp_error error = {0};
    assert_null(bp_look_at_create(NULL, NULL, NULL, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "bone");
    strike(&s);
}

static bool attempt(const bp_allocator *allocator, void *user, bp_error *error) {
    bp_context *context =
        bp_context_create(&(bp_context_options){.allocator = *allocator, .threads = 1}, error);
    if (!context) return false;
    bp_look_at *look = bp_look_at_create(context, user, NULL, error);
    bool ok = look != NULL;
    bp_look_at_destroy(look);
    bp_context_destroy(context);
    return ok;
}

static void test_no_memory(void **state) {
    (void)state;
    scene s = make_scene(false);
    assert_true(test_each_allocation_fails(attempt, s.bone) >= 2);
    bp_look_at_destroy(NULL);
    strike(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_options),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
