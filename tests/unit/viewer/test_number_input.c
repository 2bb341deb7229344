/* Numbers of the side panel that are dragged and typed, and the rows' arrows, in a lesson's window. The natural
 * bind's left arm is rotated by 30 degrees about Z, at (0.5, 1.5, 0) in the body, which is at the origin. */
#include "support/lesson_fixture.h"
#include "support/window.h"
#include "scene/illustration/stage_drawing.h"

#define ARM "boneArmLeft"
enum { POSITION = 3, ABSOLUTE = 1 };

static void setup(bp_world *world) { bp_world_add_character(world, "one", "", BP_BIND_NATURAL); }
static const bp_question QUESTION = {.text = "How far?", .answer = 45, .right = "Just so.", .hint = "No."};
static const bp_step STEPS[] = {{.caption = "First.", .bone = ARM},
                                {.caption = "Asks.", .question = &QUESTION, .bone = ARM}};
static const bp_lesson_plan LESSON = {.number = 5,
                                      .name = "05_test",
                                      .title = "A test",
                                      .summary = "One line.",
                                      .matrices = BP_MATRIX_LOCAL | BP_MATRIX_FINAL,
                                      .setup = setup,
                                      .steps = STEPS,
                                      .step_count = BP_COUNT(STEPS)};

static const bp_hit_area *find(const bench *b, bp_action action, int value) {
    const bp_hit_areas *hits = &b->controller.base.drawn.hits;
    for (int i = 0; i < hits->count; i++)
        if (hits->items[i].action == action && hits->items[i].value == value) return &hits->items[i];
    return NULL;
}
static int count_of(const bench *b, bp_action action) {
    const bp_hit_areas *hits = &b->controller.base.drawn.hits;
    int count = 0;
    for (int i = 0; i < hits->count; i++) count += hits->items[i].action == action;
    return count;
}
static bp_vec2 middle(const bp_hit_area *hit) {
    assert_non_null(hit);
    return (bp_vec2){(float)hit->rect.x + (float)hit->rect.width / 2,
                     (float)hit->rect.y + (float)hit->rect.height / 2};
}
static void mouse(bench *b, bp_event_kind kind, float x, float y, unsigned mods) {
    give(b, (bp_event){.kind = kind, .button = BP_BUTTON_LEFT, .x = x, .y = y, .mods = mods});
}
static bp_mat4 local_of(bench *b) {
    draw(b);
    return bp_bone_local(bp_world_bone(bp_session_world(b->session), 0, ARM));
}
static double degrees(bench *b) {
    bp_mat4 m = local_of(b);
    return (double)bp_degrees(bp_atan2(m.m[1], m.m[0]));
}
static void drag(bench *b, int number, float by, unsigned mods) {
    bp_vec2 at = middle(find(b, BP_ACTION_NUMBER, number));
    mouse(b, BP_EVENT_PRESS, at.x, at.y, 0);
    for (int i = 1; i <= 10; i++) {
        mouse(b, BP_EVENT_MOVE, at.x + by * (float)i / 10, at.y, mods);
        draw(b);
    }
    mouse(b, BP_EVENT_RELEASE, at.x + by, at.y, 0);
    draw(b);
}

/* A degree or a centimetre a pixel, a tenth with Shift; one undo step a drag. */
static void test_drags(void **state) {
    (void)state;
    bench b;
    open_bench(&b, &LESSON, 0, 1280, 800);
    draw(&b);
    drag(&b, BP_NUMBER_ANGLE, 45, 0);
    expect_float(degrees(&b), 75, 1e-3);
    assert_int_equal(b.controller.viewer.core.history.undo_count, 1);
    drag(&b, BP_NUMBER_ANGLE, -80, 0); /* through 0 */
    expect_float(degrees(&b), -5, 1e-3);
    drag(&b, BP_NUMBER_ANGLE, 50, BP_MOD_SHIFT);
    expect_float(degrees(&b), 0, 1e-3);
    drag(&b, BP_NUMBER_Y, -50, 0);
    expect_float((double)local_of(&b).m[13], 1, 1e-5);
    drag(&b, BP_NUMBER_X, 100, BP_MOD_SHIFT);
    expect_float((double)local_of(&b).m[12], 0.6, 1e-5);
    assert_int_equal(b.controller.viewer.core.history.undo_count, 5);
    for (int i = 0; i < 5; i++) key(&b, 'z', BP_MOD_CTRL);
    expect_float(degrees(&b), 30, 1e-4);
    expect_float((double)local_of(&b).m[13], 1.5, 1e-6);
    close_bench(&b);
}

/* A click opens an input; Enter sets, Esc leaves it, Tab goes on, Up and Down are steps. */
static void test_types(void **state) {
    (void)state;
    bench b;
    open_bench(&b, &LESSON, 0, 1280, 800);
    draw(&b);
    const bp_number_input *input = &b.controller.viewer.core.number;
    bp_vec2 at = middle(find(&b, BP_ACTION_NUMBER, BP_NUMBER_ANGLE));
    mouse(&b, BP_EVENT_PRESS, at.x, at.y, 0);
    mouse(&b, BP_EVENT_RELEASE, at.x, at.y, 0);
    assert_int_equal(input->number, BP_NUMBER_ANGLE);
    type(&b, "-12.5");
    assert_string_equal(input->text, "-12.5");
    key(&b, BP_KEY_ENTER, 0);
    assert_int_equal(input->number, BP_NUMBER_NONE);
    expect_float(degrees(&b), -12.5, 1e-3);
    type(&b, "z");
    assert_int_equal(input->number, BP_NUMBER_ANGLE);
    type(&b, "9");
    key(&b, BP_KEY_ESCAPE, 0);
    expect_float(degrees(&b), -12.5, 1e-3);
    type(&b, "z");
    key(&b, BP_KEY_UP, 0);
    expect_float(degrees(&b), -11.5, 1e-3);
    key(&b, BP_KEY_TAB, 0);
    assert_int_equal(input->number, BP_NUMBER_X);
    type(&b, "0.25");
    key(&b, BP_KEY_TAB, 0);
    assert_int_equal(input->number, BP_NUMBER_Y);
    key(&b, BP_KEY_TAB, BP_MOD_SHIFT);
    assert_int_equal(input->number, BP_NUMBER_X);
    key(&b, BP_KEY_DOWN, BP_MOD_SHIFT);
    key(&b, BP_KEY_ESCAPE, 0);
    expect_float((double)local_of(&b).m[12], 0.249, 1e-5);
    /* No number: nothing changes, and the window says so. */
    type(&b, "z");
    type(&b, "1-");
    key(&b, BP_KEY_ENTER, 0);
    expect_float(degrees(&b), -11.5, 1e-3);
    assert_non_null(strstr(b.controller.viewer.core.notice, "not a number"));
    close_bench(&b);
}

/* An open question's pose can't be changed. */
static void test_not_while_asking(void **state) {
    (void)state;
    bench b;
    open_bench(&b, &LESSON, 0, 1280, 800);
    bp_lesson_viewer_enter(&b.controller.viewer, &LESSON, 1);
    draw(&b);
    assert_int_equal(count_of(&b, BP_ACTION_NUMBER), 0);
    type(&b, "z");
    assert_int_equal(b.controller.viewer.core.number.number, BP_NUMBER_NONE);
    close_bench(&b);
}

/* Two of seven matrices, eight rows; 7 shows all. */
static void test_rows(void **state) {
    (void)state;
    bench b;
    open_bench(&b, &LESSON, 0, 1280, 800);
    draw(&b);
    assert_int_equal(count_of(&b, BP_ACTION_MATRIX_ROW), 8);
    type(&b, "y");
    assert_int_equal(bp_viewer_matrix_row(&b.controller.viewer.core), 1);
    type(&b, "u");
    assert_int_equal(bp_viewer_matrix_row(&b.controller.viewer.core), 0);
    type(&b, "u"); /* the last row: final's position */
    assert_int_equal(bp_viewer_matrix_row(&b.controller.viewer.core), 4 * 2 + POSITION + 1);
    bp_vec2 at = middle(find(&b, BP_ACTION_MATRIX_ROW, 1));
    mouse(&b, BP_EVENT_MOVE, at.x, at.y, 0);
    assert_int_equal(bp_viewer_matrix_row(&b.controller.viewer.core), 2);
    type(&b, "7");
    draw(&b);
    assert_int_equal(count_of(&b, BP_ACTION_MATRIX_ROW), 28);
    type(&b, "c");
    draw(&b);
    assert_int_equal(count_of(&b, BP_ACTION_MATRIX_ROW), 28);
    close_bench(&b);
}

static void expect_arrow(const bp_matrix_arrow *arrow, int row, bp_vec3 from, bp_vec3 to) {
    assert_int_equal(arrow->row, row);
    if (bp_vec3_distance(arrow->from, from) > 1e-5f || bp_vec3_distance(arrow->to, to) > 1e-5f)
        fail_msg("row %d from (%g, %g, %g) to (%g, %g, %g)", row, (double)arrow->from.x,
                 (double)arrow->from.y, (double)arrow->from.z, (double)arrow->to.x, (double)arrow->to.y,
                 (double)arrow->to.z);
}

/* A child at (0, 2, 0), rotated by 90 degrees about Z, of a parent at (1, 0, 0): its X points along Y. */
static void test_arrows(void **state) {
    (void)state;
    bp_skeleton *skeleton = bp_skeleton_create(NULL, NULL, NULL);
    bp_mat4 move = bp_mat4_translation((bp_vec3){1, 0, 0}),
            turned = {{0, 2, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 2, 0, 1}};
    bp_bone *parent = bp_skeleton_add(skeleton, &(bp_bone_options){.name = "parent"}, NULL);
    bp_bone *child = bp_skeleton_add(skeleton, &(bp_bone_options){.name = "child", .parent = parent}, NULL);
    bp_bone_set_local(parent, move);
    bp_bone_set_local(child, turned);
    bp_skeleton_prepare(skeleton);
    bp_skeleton_compute_absolutes(skeleton, true);
    const bp_stage stage = {.skeleton = skeleton};
    bp_matrix_arrow arrows[BP_MATRIX_ARROWS_MAX];
    const bp_vec3 joint = {1, 2, 0};
    /* Local and absolute are the same frame in the world; X is scaled by 2. */
    for (int matrix = 0; matrix <= ABSOLUTE; matrix++) {
        assert_int_equal(bp_matrix_arrows(&stage, child, 4 * matrix, 0.5f, arrows), 3);
        expect_arrow(&arrows[0], 1, joint, (bp_vec3){0.5f, 2, 0});
        expect_arrow(&arrows[1], 2, joint, (bp_vec3){1, 2, 0.5f});
        expect_arrow(&arrows[2], 0, joint, (bp_vec3){1, 3, 0});
    }
    assert_int_equal(bp_matrix_arrows(&stage, child, POSITION, 0.5f, arrows), 1);
    expect_arrow(&arrows[0], POSITION, (bp_vec3){1, 0, 0}, joint);
    assert_int_equal(bp_matrix_arrows(&stage, child, 4 * ABSOLUTE + POSITION, 0.5f, arrows), 1);
    expect_arrow(&arrows[0], POSITION, (bp_vec3){0, 0, 0}, joint);
    assert_int_equal(bp_matrix_arrows(&stage, child, -1, 0.5f, arrows), 0);
    assert_int_equal(bp_matrix_arrows(&stage, child, 28, 0.5f, arrows), 0);
    assert_int_equal(bp_matrix_arrows(&stage, NULL, 0, 0.5f, arrows), 0);
    turned.m[12] = NAN;
    bp_bone_set_local(child, turned);
    bp_skeleton_prepare(skeleton);
    for (int row = 1; row <= 4; row++)
        assert_int_equal(bp_matrix_arrows(&stage, child, row, 0.5f, arrows), 0);
    bp_skeleton_destroy(skeleton);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_drags), cmocka_unit_test(test_types),
                                       cmocka_unit_test(test_not_while_asking), cmocka_unit_test(test_rows),
                                       cmocka_unit_test(test_arrows)};
    return cmocka_run_group_tests_name("numbers and arrows", tests, NULL, NULL);
}
