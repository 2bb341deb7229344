/* A matrix in words, as the notes below the stages have it; and notes that follow the student's changes. */
#include "support/test.h"
#include <bindpose/lesson_session.h>

static bp_mat4 compose(bp_vec3 scale, bp_mat4 rotation, bp_vec3 at) {
    return bp_mat4_mul(bp_mat4_mul(bp_mat4_scaling(scale), rotation), bp_mat4_translation(at));
}

static void writes_matrices(void **state) {
    (void)state;
    const bp_vec3 one = {1, 1, 1}, zero = {0, 0, 0};
    bp_mat4 sheared = bp_mat4_translation((bp_vec3){0.9f, 0.4f, 0.3f});
    sheared.m[1] = 0.8f; /* the X axis leans towards Y */
    const struct {
        bp_mat4 matrix;
        const char *text;
    } cases[] = {
        {bp_mat4_identity(), "I"},
        {compose(one, bp_mat4_rotation_z(bp_radians(30)), (bp_vec3){0.5f, 1.5f, 0}), "Rz 30° T(0.5, 1.5, 0)"},
        {compose((bp_vec3){1, 1.2f, 1}, bp_mat4_rotation_z(bp_radians(75)), zero), "S(1, 1.2, 1) Rz 75°"},
        {compose(one, bp_mat4_rotation_x(bp_radians(-40)), zero), "Rx -40°"},
        {compose(one, bp_mat4_rotation_y(bp_radians(170)), zero), "Ry 170°"},
        {compose(one, bp_mat4_rotation_z(bp_radians(270)), zero), "Rz -90°"},
        {bp_mat4_translation((bp_vec3){0, -2, 1e-7f}), "T(0, -2, 0)"},
        /* Roll 40 degrees, then pitch 30. */
        {compose(one, bp_mat4_mul(bp_mat4_rotation_z(bp_radians(40)), bp_mat4_rotation_x(bp_radians(30))),
                 zero),
         "R(30, 0, 40)"},
        {compose((bp_vec3){1, 1, 0}, bp_mat4_identity(), (bp_vec3){1, 0, 0}), "flat T(1, 0, 0)"},
        {sheared, "sheared T(0.9, 0.4, 0.3)"},
    };
    for (size_t i = 0; i < BP_COUNT(cases); i++) {
        char text[96];
        assert_string_equal(bp_transform_text(cases[i].matrix, text, sizeof text), cases[i].text);
    }
    char small[6];
    assert_string_equal(bp_transform_text(cases[1].matrix, small, sizeof small), "Rz 30");
}

static void note_local(bp_world *world) {
    char text[96];
    bp_mat4 local = bp_bone_local(bp_world_bone(world, 0, "boneArmLeft"));
    bp_world_note(world, 0, "local: %s", bp_transform_text(local, text, sizeof text));
}
static void setup(bp_world *world) {
    bp_world_add_character(world, "one", "", BP_BIND_NATURAL);
    world->write_notes = note_local;
}

/* The note has the step's pose, and what the student changed on top of it. */
static void notes_follow_edits(void **state) {
    (void)state;
    static const bp_step steps[] = {{.caption = "One."}};
    const bp_lesson_plan plan = {.name = "05_test", .setup = setup, .steps = steps, .step_count = 1};
    bp_error error = {0};
    bp_context *context = bp_context_create(&(bp_context_options){.threads = 1}, &error);
    bp_session *session = bp_session_create(context, &plan, NULL, &error);
    assert_non_null(session);
    assert_string_equal(bp_session_world(session)->stages[0].note, "local: Rz 30° T(0.5, 1.5, 0)");
    const bp_edit edit = {.kind = BP_EDIT_ROTATE,
                               .target = 1,
                               .rotation = bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, bp_radians(15))};
    assert_true(bp_session_seek(session, (bp_lesson_state){.edits = &edit, .edit_count = 1}, &error));
    assert_string_equal(bp_session_world(session)->stages[0].note, "local: Rz 45° T(0.5, 1.5, 0)");
    bp_session_destroy(session);
    bp_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(writes_matrices),
                                       cmocka_unit_test(notes_follow_edits)};
    return cmocka_run_group_tests_name("transform text", tests, NULL, NULL);
}
