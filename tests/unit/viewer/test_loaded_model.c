/* A loaded model: the doctor runs once, also without memory; rotations of missing joints; clips out of range;
 * bounds. */
#include "support/allocator.h"
#include "support/model_fixture.h"

static void test_doctor_runs_once(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    bp_loaded_model *subject = &b.controller.loaded;
    assert_null(bp_loaded_model_finding(subject, 0));
    bp_loaded_model_examine(subject);
    size_t count = subject->report.count;
    const bp_doctor_finding *first = bp_loaded_model_finding(subject, 0);
    assert_true(subject->examined && count > 0 && first);
    bp_loaded_model_examine(subject);
    assert_int_equal(subject->report.count, count);
    assert_ptr_equal(bp_loaded_model_finding(subject, 0), first);
    assert_null(bp_loaded_model_finding(subject, -1));
    assert_null(bp_loaded_model_finding(subject, (int)count));
    close_bench(&b);
}

/* Without memory there is a message and no report. */
static void test_doctor_without_memory(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    for (long later = 1; later < 400; later += 7) {
        bp_error error = {0};
        test_allocator counter = {.fail_at = 0};
        bp_context *context = bp_context_create(
            &(bp_context_options){.threads = 1, .allocator = test_allocator_hook(&counter)}, &error);
        bp_loaded_model subject;
        if (!bp_loaded_model_open(&subject, context, b.file, &error)) fail_msg("%s", error.message);
        counter.fail_at = counter.asked + later;
        bp_loaded_model_examine(&subject);
        bool failed = counter.failed > 0;
        counter.fail_at = 0;
        assert_true(subject.examined);
        if (failed) {
            expect_text_contains(subject.failure, "memory");
            assert_true(subject.report.count == 0 && subject.worst_first == NULL);
        }
        bp_loaded_model_close(&subject);
        bp_context_destroy(context);
        assert_int_equal(counter.live, 0);
        if (!failed) break;
    }
    close_bench(&b);
}

static void test_rotations_of_missing_joints(void **state) {
    (void)state;
    bench b;
    bp_error error = {0};
    open_bench(&b);
    bp_quat half = bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, 1);
    const bp_edit rotations[] = {
        {.stage = -1, .rotation = half},
        {.stage = 7, .rotation = half},
        {.target = 99, .rotation = half},
        {.target = RIGHT, .rotation = bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, bp_radians(20))}};
    const bp_pose_spec spec = {
        .source = BP_POSE_FROM_REST, .clip = -1, .edits = rotations, .edit_count = BP_COUNT(rotations)};
    assert_true(bp_loaded_model_pose(&b.controller.loaded, &spec, &error));
    expect_float(degrees(&b, RIGHT), 30, 1e-4); /* 10 at rest, 20 by hand */
    expect_float(degrees(&b, LEFT), 30, 1e-4);  /* as the file has it */
    expect_float(degrees(&b, 0), 0, 1e-4);
    close_bench(&b);
}

static void test_lengths_and_names(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    const bp_loaded_model *subject = &b.controller.loaded;
    expect_float(bp_loaded_model_clip_length(subject, 0), 2, 1e-9);
    expect_float(bp_loaded_model_clip_length(subject, 1), 1, 1e-9);
    expect_float(bp_loaded_model_clip_length(subject, -1), 0, 0);
    expect_float(bp_loaded_model_clip_length(subject, 2), 0, 0);
    assert_string_equal(bp_loaded_model_name(subject), "arms.glb");
    char bare[] = "arms.glb", folder[] = "/some/folder/";
    assert_string_equal(bp_loaded_model_name(&(bp_loaded_model){.path = bare}), "arms.glb");
    assert_string_equal(bp_loaded_model_name(&(bp_loaded_model){.path = folder}), "/some/folder/");
    assert_false(bp_loaded_model_next_vertex(subject, NULL, (bp_vertex_ref){.valid = false}).valid);
    close_bench(&b);
}

/* A clip without duration: the box is that of the present pose. */
static void test_boxes_of_a_moment(void **state) {
    (void)state;
    bench b;
    bp_error error = {0};
    open_bench(&b);
    const bp_pose_spec rest = {.source = BP_POSE_FROM_REST, .clip = 0},
                       none = {.source = BP_POSE_FROM_CLIP, .clip = -1};
    const bp_pose_spec moves = {.source = BP_POSE_FROM_CLIP, .clip = 1};
    bp_bounds still, also_still, lifted;
    assert_true(bp_loaded_model_pose(&b.controller.loaded, &rest, &error));
    assert_true(bp_figure_pose(bp_model_figure_get_figure(b.controller.loaded.figure), &error));
    assert_true(bp_loaded_model_bounds(&b.controller.loaded, &rest, &still, &error));
    assert_true(bp_loaded_model_bounds(&b.controller.loaded, &none, &also_still, &error));
    assert_true(bp_loaded_model_bounds(&b.controller.loaded, &moves, &lifted, &error));
    expect_floats(&still.lo.x, &also_still.lo.x, 3, 0);
    expect_float(still.hi.y, 1.75, 1e-4);
    expect_float(lifted.hi.y, 2.75, 1e-4); /* by a metre */
    close_bench(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_doctor_runs_once),
        cmocka_unit_test(test_doctor_without_memory),
        cmocka_unit_test(test_rotations_of_missing_joints),
        cmocka_unit_test(test_lengths_and_names),
        cmocka_unit_test(test_boxes_of_a_moment),
    };
    return cmocka_run_group_tests_name("loaded model", tests, NULL, NULL);
}
