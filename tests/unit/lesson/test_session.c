/* A session with a tiny lesson: a state gives one world however you reach it; claims that are wrong, vacuous or
 * NaN fail; an error of a lesson's function names the step. */
#include "support/allocator.h"
#include <bindpose/lesson_session.h>
#include <math.h>
#include <string.h>

#define ARM "boneArmLeft"

static void setup(bp_world *world) {
    bp_world_add_character(world, "one", "", BP_BIND_NATURAL);
    bp_world_add_character(world, "two", "", BP_BIND_NATURAL);
}
static void rotate_arm(bp_world *world, float t) {
    bp_bone *arm = bp_world_bone(world, 1, ARM);
    bp_bone_set_rotation(arm, bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, bp_radians(30 + 60 * t)));
}
static void move_body(bp_world *world, float t) {
    bp_bone *body = bp_world_bone(world, 0, "boneBody");
    bp_vec3 p = bp_bone_position(body);
    bp_bone_set_position(body, (bp_vec3){p.x + 2 * t, p.y, p.z});
}
static void fails(bp_world *world, float t) { bp_world_fail(world, "no way at %g", (double)t); }
static void measure_nan(bp_world *world, const bp_measure_args *subject, float *values) {
    (void)world, (void)subject;
    values[0] = NAN;
}

/* The arm is rotated by 60 degrees more than its bind, so its final rotates by 60. */
static const bp_claim CLAIMS[] = {
    {1, "holds", bp_measure_rotation_z, {1, 0, ARM, bp_bone_final}, .expected = {60}},
    {2, "wrong", bp_measure_rotation_z, {1, 0, ARM, bp_bone_final}, .expected = {61}},
    {3, "vacuous", bp_measure_rotation_z, {0, 0, ARM, bp_bone_final}, .expected = {0}},
    {4,
     "holds before too",
     bp_measure_rotation_z,
     {0, 0, ARM, bp_bone_final},
     .expected = {0},
     .holds_before = true},
    {5, "NaN fails", measure_nan, {0, 0, 0, 0}, .expected = {0}},
    {6, "no such bone", bp_measure_rotation_z, {0, 0, "tail", bp_bone_final}, .expected = {0}},
};
static const bp_step STEPS[] = {{"start", .bone = ARM},
                                {"rotate", rotate_arm, CLAIMS, BP_COUNT(CLAIMS), .bone = ARM, .stage = 1},
                                {"move", .change = move_body},
                                {"fails", .change = fails}};
static const bp_lesson_plan LESSON = {.number = 99,
                                      .name = "99_test",
                                      .title = "Test",
                                      .summary = "A test.",
                                      .setup = setup,
                                      .steps = STEPS,
                                      .step_count = BP_COUNT(STEPS)};

static void expect_angle(bp_session *session, float expected) {
    float got[BP_CLAIM_VALUE_MAX];
    bp_measure_rotation_z(bp_session_world(session), &CLAIMS[0].args, got);
    if (fabsf(got[0] - expected) > 1e-4f)
        fail_msg("angle: got %.9g, expected %.9g", (double)got[0], (double)expected);
}

static void states_do_not_depend_on_the_path(void **state) {
    (void)state;
    bp_error error = {0};
    bp_session *session = bp_session_create(NULL, &LESSON, NULL, &error);
    assert_non_null(session);
    static const struct {
        int step;
        float t, angle;
    } visits[] = {{1, 0.5f, 30}, {1, 1, 60}, {0, 1, 0}, {2, 0, 60}, {1, 0, 0}, {2, 1, 60}, {1, 0.25f, 15}};
    for (size_t i = 0; i < BP_COUNT(visits); i++) {
        assert_true(
            bp_session_seek(session, (bp_lesson_state){.step = visits[i].step, .t = visits[i].t}, &error));
        expect_angle(session, visits[i].angle);
    }
    bp_session_destroy(session);
}

static void user_rotations_are_applied_last(void **state) {
    (void)state;
    bp_error error = {0};
    bp_session *session = bp_session_create(NULL, &LESSON, NULL, &error);
    bp_edit rotations[] = {{.stage = 1,
                                 .target = BP_BONE_ARM_LEFT,
                                 .rotation = bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, bp_radians(10))},
                                {.stage = 7, .rotation = {0, 0, 0, 1}},
                                {.target = 99, .rotation = {0, 0, 0, 1}}};
    assert_true(bp_session_seek(
        session, (bp_lesson_state){.step = 1, .t = 1, .edits = rotations, .edit_count = 3}, &error));
    expect_angle(session, 70);
    bp_session_destroy(session);
}

static void claims_are_judged(void **state) {
    (void)state;
    bp_error error = {0};
    bp_session *session = bp_session_create(NULL, &LESSON, NULL, &error);
    static const struct {
        bool pass;
        const char *failure;
    } expected[] = {
        {true, ""}, {false, "expected 61"}, {false, "true before"}, {true, ""}, {false, "measured"}};
    for (int i = 0; i < (int)BP_COUNT(expected); i++) {
        bp_claim_result result;
        assert_true(bp_session_check(session, 1, i, &result, &error));
        if (result.pass != expected[i].pass || !strstr(result.failure, expected[i].failure))
            fail_msg("claim %d: pass %d, failure '%s'", i + 1, result.pass, result.failure);
    }
    bp_claim_result result;
    assert_false(bp_session_check(session, 1, 5, &result, &error));
    assert_non_null(strstr(error.message, "no bone named tail"));
    bp_session_destroy(session);
}

static void errors_name_the_step(void **state) {
    (void)state;
    bp_error error = {0};
    bp_session *session = bp_session_create(NULL, &LESSON, NULL, &error);
    assert_true(bp_session_seek(session, (bp_lesson_state){.step = 1, .t = 1}, &error));
    assert_false(bp_session_seek(session, (bp_lesson_state){.step = 3, .t = 1}, &error));
    assert_string_equal(error.place, "step 4");
    assert_string_equal(error.message, "no way at 1");
    expect_angle(session, 60); /* the world did not change */
    error = (bp_error){0};
    assert_false(bp_session_seek(session, (bp_lesson_state){.step = 4}, &error));
    assert_non_null(strstr(error.message, "steps 1 to 4"));
    assert_false(bp_session_seek(session, (bp_lesson_state){.step = -1}, &error));
    bp_session_destroy(session);
}

static bool attempt(const bp_allocator *allocator, void *user, bp_error *error) {
    (void)user;
    bp_context *context =
        bp_context_create(&(bp_context_options){.allocator = *allocator, .threads = 1}, error);
    if (!context) return false;
    bp_session *session = bp_session_create(context, &LESSON, NULL, error);
    bool ok = session && bp_session_seek(session, (bp_lesson_state){.step = 2, .t = 1}, error);
    bp_session_destroy(session);
    bp_context_destroy(context);
    return ok;
}

static void out_of_memory_leaks_nothing(void **state) {
    (void)state;
    assert_true(test_each_allocation_fails(attempt, NULL) > 20);
}

/* The body's box ends at y = -1.75 and the arms reach to 1.8415 and 0.25 + 0.25: a radius of 2.6, squares
 * of 1 m. */
static void floor_is_below_and_does_not_move(void **state) {
    (void)state;
    bp_error error = {0};
    bp_session *session = bp_session_create(NULL, &LESSON, NULL, &error);
    assert_non_null(session);
    for (int step = 0; step < 3; step++) {
        assert_true(bp_session_seek(session, (bp_lesson_state){.step = step, .t = 1}, &error));
        const bp_world *world = bp_session_world(session);
        expect_float(world->floor.x, 0, 0);
        expect_float(world->floor.y, -1.75, 1e-6);
        expect_float(world->floor.z, 0, 0);
        expect_float(world->floor_half, 4, 0);
    }
    bp_session_destroy(session);
}

static void panel_shows_the_bone_named_last(void **state) {
    (void)state;
    bp_error error = {0};
    bp_session *session = bp_session_create(NULL, &LESSON, NULL, &error);
    assert_non_null(session);
    bp_world *world = bp_session_world(session);
    const bp_step unnamed[] = {{"no bone is named", .readout_count = 0}};
    bp_lesson_plan other = LESSON;
    other.steps = unnamed;
    other.step_count = 1;
    int stage = -1;
    assert_ptr_equal(bp_world_panel_bone(world, &LESSON, 0, &stage), bp_world_bone(world, 0, ARM));
    assert_int_equal(stage, 0);
    assert_ptr_equal(bp_world_panel_bone(world, &LESSON, 2, &stage), bp_world_bone(world, 1, ARM));
    assert_int_equal(stage, 1);
    assert_ptr_equal(bp_world_panel_bone(world, &other, 0, &stage), bp_world_bone(world, 0, "boneBody"));
    world->panel_bone = "boneArmRight";
    assert_ptr_equal(bp_world_panel_bone(world, &other, 0, &stage), bp_world_bone(world, 0, "boneArmRight"));
    assert_int_equal(stage, 0);
    bp_session_destroy(session);
}

static void exchange(bp_world *world) {
    bp_stage first = world->stages[0];
    world->stages[0] = world->stages[1];
    world->stages[1] = first;
}

/* A step's arrangement is there before its change, and stays for the later steps. */
static void arrangements_come_before_changes(void **state) {
    (void)state;
    static const bp_step steps[] = {{"start", .bone = ARM},
                                    {"rotate", rotate_arm, .bone = ARM, .arrange = exchange},
                                    {"stay", .bone = ARM}};
    bp_lesson_plan plan = LESSON;
    plan.steps = steps;
    plan.step_count = BP_COUNT(steps);
    bp_error error = {0};
    bp_session *session = bp_session_create(NULL, &plan, NULL, &error);
    assert_non_null(session);
    static const struct {
        int step;
        float t, angle; /* of stage 2's arm */
        const char *title;
    } visits[] = {{0, 1, 0, "two"}, {1, 0, 0, "one"}, {1, 1, 60, "one"}, {2, 0, 60, "one"}, {0, 0, 0, "two"}};
    for (size_t i = 0; i < BP_COUNT(visits); i++) {
        assert_true(
            bp_session_seek(session, (bp_lesson_state){.step = visits[i].step, .t = visits[i].t}, &error));
        expect_angle(session, visits[i].angle);
        assert_string_equal(bp_session_world(session)->stages[1].title, visits[i].title);
    }
    bp_session_destroy(session);
}

static void name_stage(bp_world *world, float card) { world->stages[1].title = card > 0.5f ? "to" : "from"; }

/* Cards are at `to` as soon as the change has begun, also where a slider goes to the other side of its start. */
static void cards_stay_below_the_start(void **state) {
    (void)state;
    static const char *const names[] = {"from", "to", NULL};
    static const bp_step_slider angle = {.name = "angle", .min = -60, .max = 60, .to = 60},
                                card = {.name = "card", .to = 1, .set = name_stage, .names = names};
    static const bp_step steps[] = {{"rotate", rotate_arm, .bone = ARM, .slider = &angle, .cards = &card}};
    bp_lesson_plan plan = LESSON;
    plan.steps = steps;
    plan.step_count = BP_COUNT(steps);
    bp_error error = {0};
    bp_session *session = bp_session_create(NULL, &plan, NULL, &error);
    assert_non_null(session);
    for (int side = -1; side <= 1; side++) {
        bp_edit edit = {.kind = BP_EDIT_SLIDER, .vector = {30 * (float)side, 0, 0}, .rotation = {0, 0, 0, 1}};
        const bp_lesson_state at = {.t = 1, .edits = &edit, .edit_count = 1};
        assert_true(bp_session_seek(session, at, &error));
        expect_angle(session, 30 * (float)side);
        assert_string_equal(bp_session_world(session)->stages[1].title, side == 0 ? "from" : "to");
    }
    bp_session_destroy(session);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(cards_stay_below_the_start),
                                       cmocka_unit_test(arrangements_come_before_changes),
                                       cmocka_unit_test(states_do_not_depend_on_the_path),
                                       cmocka_unit_test(user_rotations_are_applied_last),
                                       cmocka_unit_test(claims_are_judged),
                                       cmocka_unit_test(floor_is_below_and_does_not_move),
                                       cmocka_unit_test(panel_shows_the_bone_named_last),
                                       cmocka_unit_test(errors_name_the_step),
                                       cmocka_unit_test(out_of_memory_leaks_nothing)};
    return cmocka_run_group_tests_name("session", tests, NULL, NULL);
}
