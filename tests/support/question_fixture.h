/* A lesson with a question of each kind, and what tests do with it. The left arm's bone is at (0.5, 1.5, 0), and a
 * prediction is its rotation about Z. */
#ifndef BINDPOSE_TESTS_SUPPORT_QUESTION_FIXTURE_H
#define BINDPOSE_TESTS_SUPPORT_QUESTION_FIXTURE_H

#include "support/app.h"
#include <string.h>

#define ARM "boneArmLeft"

static void setup(bp_world *world) {
    bp_world_add_character(world, "one", "", BP_BIND_NATURAL);
    bp_world_add_character(world, "two", "", BP_BIND_IDENTITY);
}
static void rotate(bp_world *world, float t) {
    bp_world_rotate(world, 0, ARM, (bp_vec3){0, 0, 1}, 30 + 45 * t);
}
static void pose_arm(bp_skeleton *copy, float value) {
    bp_bone_set_rotation(bp_skeleton_find(copy, ARM),
                         bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, bp_radians(value)));
}
static void show_option(bp_world *world, int option) {
    bp_world_rotate(world, 0, ARM, (bp_vec3){0, 0, 1}, 30 + 45 * (float)option);
}
static const bp_question NUMBER = {"How many degrees is the arm's local rotation now?",
                                   .answer = 75,
                                   .unit = "degrees",
                                   .right = "It was 30, and 45 were added.",
                                   .wrong = {{45, "That is how far it moved."}},
                                   .hint = "Where did it begin?",
                                   .pose = pose_arm},
                         ANGLE = {"Where will the arm be?",
                                  .answer = 75,
                                  .right = "It was at 30°, and 45° were added.",
                                  .wrong = {{45, "That is how far it moved."}},
                                  .hint = "Where did it begin?",
                                  .kind = BP_QUESTION_ANGLE,
                                  .pose = pose_arm,
                                  .bone = ARM,
                                  .start = 30},
                         WORDS = {"Which matrix changes?",
                                  .answer = 2,
                                  .right = "Final follows local.",
                                  .wrong = {{0, "A bind never changes."}},
                                  .hint = "Think of what prepare computes.",
                                  .kind = BP_QUESTION_CHOICE,
                                  .options = {"bind", "absolute inverse bind", "final", "rest"}},
                         PICTURES = {"Which picture comes next?",
                                     .answer = 1,
                                     .right = "30° and 45° make 75°.",
                                     .hint = "Where did it begin?",
                                     .kind = BP_QUESTION_CHOICE,
                                     .options = {"nothing moves", "the arm rises", "the arm swings over"},
                                     .picture = show_option},
                         ORDER = {"Arrange the three calls.",
                                  .answer = 312,
                                  .right = "Set, then prepare, then read.",
                                  .wrong = {{123, "The matrix isn't computed yet."}},
                                  .hint = "What does prepare need?",
                                  .kind = BP_QUESTION_ORDER,
                                  .options = {"prepare", "read final", "set local"}};
static const bp_readout READOUTS[] = {
    {"local rotation", bp_measure_rotation_z, {0, 0, ARM, bp_bone_local}, "%.1f°", "about Z"}};
#define STEP(asked)                                                                                          \
    {                                                                                                        \
        "The arm rotates. Its bone carries the vertices of the arm, and the final matrix says how they "     \
        "move "                                                                                              \
        "from the bind pose.",                                                                               \
            rotate, .question = &(asked), .bone = ARM, .readouts = READOUTS, .readout_count = 1,             \
                    .seconds = 2                                                                             \
    }
static const bp_step STEPS[] = {STEP(NUMBER), STEP(ANGLE), STEP(WORDS), STEP(PICTURES), STEP(ORDER)};
static const bp_lesson_plan LESSON = {.number = 5,
                                      .name = "05_test",
                                      .title = "A test",
                                      .summary = "One line.",
                                      .difficulty = 1,
                                      .setup = setup,
                                      .steps = STEPS,
                                      .step_count = BP_COUNT(STEPS)};

static inline void open_question(bench *b, int step) {
    bench_lesson(b, &LESSON, 0, 1280, 800);
    bp_lesson_enter(b->app.lesson, step);
    draw(b);
    assert_true(b->app.lesson->position.asking);
}

static inline void expect_answered(const bench *b, int step) {
    const bp_lesson_screen *lesson = b->app.lesson;
    assert_false(lesson->position.asking);
    assert_true(lesson->answered == UINT64_C(1) << step && lesson->answer.right);
}

/* The stage's ghost with that name and value. */
static inline void expect_ghost(const bench *b, const char *name, float value) {
    const bp_world *world = bp_session_world(b->session);
    assert_int_equal(world->ghost_count, 1);
    assert_string_equal(world->ghosts[0].name, name);
    expect_float(world->ghosts[0].value, value, 0.01);
}

#endif
