/* Answers to the four kinds of question: typed, clicked, dragged. Expected angles follow from the bind. */
#include "support/question_fixture.h"

static void number_is_typed(void **state) {
    (void)state;
    bench b;
    open_question(&b, 0);
    bp_lesson_viewer *v = &b.controller.viewer;
    key(&b, BP_KEY_ENTER, 0); /* nothing yet */
    assert_false(v->answer.submitted);
    assert_string_equal(v->answer.reply, "Type a number first.");
    type(&b, "45");
    key(&b, BP_KEY_ENTER, 0);
    assert_string_equal(v->answer.reply, "That is how far it moved.");
    expect_ghost(&b, "your answer: 45°", 45);
    type(&b, "7"); /* begins anew */
    assert_string_equal(v->answer.text, "7");
    type(&b, "5");
    click(&b, BP_ACTION_ENTER, 0);
    expect_answered(&b, 0);
    assert_int_equal(bp_session_world(b.session)->ghost_count, 0);
    close_bench(&b);
}

/* What can't be typed gets a reply, and never acts as a key while a number is being typed. */
static void numbers_as_students_type_them(void **state) {
    (void)state;
    static const struct {
        const char *typed, *text;
    } all[] = {{"75,0", "75.0"}, {"+75", "+75"}, {"75/1", "751"},
               {"75pi", "75"},   {"75r", "75"},  {"-75", "-75"}};
    bench b;
    open_question(&b, 0);
    bp_lesson_viewer *v = &b.controller.viewer;
    for (size_t i = 0; i < BP_COUNT(all); i++) {
        *v->answer.text = '\0';
        const bp_view_settings before = v->core.settings;
        type(&b, all[i].typed);
        assert_string_equal(v->answer.text, all[i].text);
        assert_memory_equal(&before, &v->core.settings, sizeof before);
        assert_true(v->position.asking && !v->core.search.open);
    }
    give(&b, (bp_event){.kind = BP_EVENT_TEXT, .text = "\xE2\x88\x92"}); /* a minus sign at the end */
    key(&b, BP_KEY_ENTER, 0);
    expect_text_contains(v->answer.reply, "not a number");
    assert_false(v->answer.submitted);
    close_bench(&b);
    open_question(&b, 1); /* an angle's box likewise: not the angle before it */
    type(&b, "75-");
    key(&b, BP_KEY_ENTER, 0);
    expect_text_contains(b.controller.viewer.answer.reply, "not a number");
    assert_true(b.controller.viewer.position.asking);
    close_bench(&b);
}

/* By the mouse alone: a degree for each pixel. */
static void number_by_drag(void **state) {
    (void)state;
    bench b;
    open_question(&b, 0);
    const bp_lesson_viewer *v = &b.controller.viewer;
    bp_vec2 at = area(&b, BP_ACTION_OPTION, 0);
    mouse(&b, BP_EVENT_PRESS, at.x, at.y);
    mouse(&b, BP_EVENT_MOVE, at.x - 30, at.y + 300);
    assert_string_equal(v->answer.text, "-30");
    mouse(&b, BP_EVENT_MOVE, at.x, at.y);
    assert_string_equal(v->answer.text, "0");
    mouse(&b, BP_EVENT_MOVE, at.x + 45, at.y);
    mouse(&b, BP_EVENT_RELEASE, at.x + 45, at.y);
    mouse(&b, BP_EVENT_MOVE, at.x + 300, at.y);
    assert_string_equal(v->answer.text, "45");
    click(&b, BP_ACTION_ENTER, 0);
    assert_string_equal(v->answer.reply, "That is how far it moved.");
    mouse(&b, BP_EVENT_PRESS, at.x, at.y);
    mouse(&b, BP_EVENT_MOVE, at.x + 30, at.y);
    mouse(&b, BP_EVENT_RELEASE, at.x + 30, at.y);
    click(&b, BP_ACTION_ENTER, 0);
    expect_answered(&b, 0);
    close_bench(&b);
}

static void angle_by_keys(void **state) {
    (void)state;
    bench b;
    open_question(&b, 1);
    bp_lesson_viewer *v = &b.controller.viewer;
    expect_ghost(&b, "your prediction", 30);
    for (int i = 0; i < 4; i++) key(&b, BP_KEY_UP, 0);
    key(&b, BP_KEY_DOWN, 0);
    expect_ghost(&b, "your prediction", 45);
    key(&b, BP_KEY_ENTER, 0);
    assert_string_equal(v->answer.reply, "That is how far it moved.");
    for (int i = 0; i < 5; i++) key(&b, BP_KEY_UP, 0);
    key(&b, BP_KEY_ENTER, 0); /* 70: within 10 degrees */
    expect_answered(&b, 1);
    expect_ghost(&b, "your answer: 70°", 70);
    close_bench(&b);
}

/* The pixel of a point 1 m from the arm's joint, at an angle from the arm's own direction, which in mesh
 * space is 60 degrees below +X: the arm's line is the natural bind's 30 degrees back from -Y. */
static bp_vec2 arm_pixel(const bench *b, float degrees) {
    const bp_placed_stage *scene = &b->controller.base.drawn.scenes[0];
    float angle = bp_radians(degrees - 90);
    bp_vec3 at = {0.5f + cosf(angle), 1.5f + sinf(angle), 0};
    bp_vec2 pixel = {0, 0};
    assert_true(bp_camera_project(&scene->camera, scene->rect, at, &pixel, NULL));
    return pixel;
}

static void angle_by_drag(void **state) {
    (void)state;
    bench b;
    open_question(&b, 1);
    const bp_lesson_viewer *v = &b.controller.viewer;
    bp_vec2 from = arm_pixel(&b, 30), to = arm_pixel(&b, 80), off = arm_pixel(&b, 200);
    mouse(&b, BP_EVENT_PRESS, from.x, from.y);
    assert_int_equal(v->core.mouse.drag, BP_DRAG_SCRUB);
    bp_vec2 middle = arm_pixel(&b, 50);
    mouse(&b, BP_EVENT_MOVE, middle.x, middle.y);
    mouse(&b, BP_EVENT_MOVE, to.x, to.y);
    mouse(&b, BP_EVENT_RELEASE, to.x, to.y);
    expect_float(v->answer.degrees, 80, 0.5);
    mouse(&b, BP_EVENT_PRESS, to.x, to.y); /* the ghost's flesh, away from the arm */
    mouse(&b, BP_EVENT_MOVE, from.x, from.y);
    mouse(&b, BP_EVENT_RELEASE, from.x, from.y);
    expect_float(v->answer.degrees, 30, 0.5);
    mouse(&b, BP_EVENT_PRESS, off.x, off.y); /* not the arm */
    mouse(&b, BP_EVENT_MOVE, to.x, to.y);
    mouse(&b, BP_EVENT_RELEASE, to.x, to.y);
    expect_float(v->answer.degrees, 30, 0.5);
    type(&b, "-"); /* the box takes digits too; a minus sign alone is no number yet */
    expect_float(v->answer.degrees, 30, 0.5);
    type(&b, "7");
    type(&b, "2");
    expect_float(v->answer.degrees, -72, 1e-4);
    assert_string_equal(v->answer.text, "-72");
    key(&b, BP_KEY_UP, 0); /* an arrow key takes over from what was typed */
    expect_float(v->answer.degrees, -67, 1e-4);
    assert_string_equal(v->answer.text, "");
    assert_int_equal(v->core.history.count, 0);
    close_bench(&b);
}

/* 359 degrees are 1 degree away from 0. */
static void errors_of_angles_wrap(void **state) {
    (void)state;
    bp_question question = {.kind = BP_QUESTION_ANGLE, .right = "yes", .hint = "no"};
    bool right;
    expect_float(bp_question_error(&question, 359, 0), 1, 1e-4);
    expect_float(bp_question_error(&question, -180, 180), 0, 1e-4);
    bp_question_judge(&question, 355, &right);
    assert_true(right);
    expect_text_contains(bp_question_judge(&question, 345, &right),
                         "close"); /* 15 off: twice the tolerance is 20 */
    assert_false(right);
    assert_string_equal(bp_question_judge(&question, 339, &right), "no");
    question.wrong[0].answer = 18, question.wrong[0].why = "minus";
    assert_string_equal(bp_question_judge(&question, 15, &right), "minus"); /* a known mistake comes first */
    question.kind = BP_QUESTION_NUMBER;
    expect_float(bp_question_error(&question, 359, 0), 359, 0);
}

static void choice_of_words(void **state) {
    (void)state;
    bench b;
    open_question(&b, 2);
    const bp_lesson_viewer *v = &b.controller.viewer;
    key(&b, BP_KEY_ENTER, 0);
    assert_string_equal(v->answer.reply, "Choose one first.");
    type(&b, "d");
    assert_int_equal(v->answer.option, 3);
    type(&b, "1");
    assert_int_equal(v->answer.option, 0);
    key(&b, BP_KEY_ENTER, 0);
    assert_string_equal(v->answer.reply, "A bind never changes.");
    key(&b, BP_KEY_UP, 0); /* wraps */
    assert_int_equal(v->answer.option, 3);
    click(&b, BP_ACTION_OPTION, 2);
    assert_int_equal(v->answer.option, 2);
    assert_true(v->position.asking);
    click(&b, BP_ACTION_ENTER, 0);
    expect_answered(&b, 2);
    close_bench(&b);
}

static void choice_of_pictures(void **state) {
    (void)state;
    bench b;
    open_question(&b, 3);
    const bp_lesson_controller *controller = &b.controller;
    assert_int_equal(controller->data.option_count, 3);
    for (int i = 0; i < 3; i++) {
        bp_mat4 local = bp_bone_local(bp_skeleton_find(controller->data.options[i]->stages[0].skeleton, ARM));
        expect_float(bp_degrees(bp_atan2(local.m[1], local.m[0])), 30 + 45 * i, 1e-3);
    }
    assert_int_equal(controller->base.drawn.scene_count, 0);
    click(&b, BP_ACTION_OPTION, 2); /* its card */
    assert_int_equal(controller->viewer.answer.option, 2);
    type(&b, "b");
    key(&b, BP_KEY_ENTER, 0);
    expect_answered(&b, 3);
    assert_int_equal(controller->base.drawn.scene_count, 2);
    close_bench(&b);
}

static void expect_order(const bench *b, int first, int second, int third) {
    const int *order = b->controller.viewer.answer.order;
    if (order[0] != first || order[1] != second || order[2] != third)
        fail_msg("the order is %d %d %d", order[0], order[1], order[2]);
}

static void order_by_keys(void **state) {
    (void)state;
    bench b;
    open_question(&b, 4);
    const bp_lesson_viewer *v = &b.controller.viewer;
    key(&b, BP_KEY_LEFT, 0); /* at its end already, and no step back */
    assert_true(v->position.step == 4 && v->answer.place == 0);
    key(&b, BP_KEY_ENTER, 0);
    assert_string_equal(v->answer.reply, "The matrix isn't computed yet.");
    key(&b, BP_KEY_RIGHT, 0);
    key(&b, BP_KEY_RIGHT, 0);
    key(&b, BP_KEY_RIGHT, 0);
    assert_int_equal(v->answer.place, 2);
    key(&b, BP_KEY_UP, 0);
    expect_order(&b, 0, 2, 1);
    key(&b, BP_KEY_DOWN, 0);
    expect_order(&b, 0, 1, 2);
    type(&b, "1"); /* to the first place */
    expect_order(&b, 2, 0, 1);
    key(&b, BP_KEY_ENTER, 0);
    expect_answered(&b, 4);
    close_bench(&b);
}

static void order_by_drag(void **state) {
    (void)state;
    bench b;
    open_question(&b, 4);
    bp_vec2 from = area(&b, BP_ACTION_OPTION, 2), to = area(&b, BP_ACTION_OPTION, 0);
    mouse(&b, BP_EVENT_PRESS, from.x, from.y);
    mouse(&b, BP_EVENT_MOVE, to.x, to.y + 200); /* nowhere */
    expect_order(&b, 0, 1, 2);
    mouse(&b, BP_EVENT_MOVE, to.x, to.y);
    mouse(&b, BP_EVENT_RELEASE, to.x, to.y);
    expect_order(&b, 2, 0, 1);
    click(&b, BP_ACTION_ENTER, 0);
    expect_answered(&b, 4);
    close_bench(&b);
}

/* A full circle of key presses stays within -180 to 180. */
static void predictions_wrap(void **state) {
    (void)state;
    bench b;
    open_question(&b, 1);
    b.live = false;
    for (int i = 0; i < 73; i++) { /* once around, and 5 degrees */
        key(&b, BP_KEY_UP, 0);
        assert_true(b.controller.viewer.answer.degrees > -180 && b.controller.viewer.answer.degrees <= 180);
    }
    expect_float(b.controller.viewer.answer.degrees, 35, 1e-3);
    close_bench(&b);
}

/* The step's caption underlines terms: hovering opens a card, a click or F2 the list. */
static void glossary(void **state) {
    (void)state;
    bench b;
    open_question(&b, 2);
    const bp_lesson_viewer *v = &b.controller.viewer;
    size_t count, i = 0;
    const bp_term *terms = bp_glossary_terms(&count);
    while (strcmp(terms[i].name, "bind pose") != 0) i++;
    bp_vec2 at = area(&b, BP_ACTION_TERM, (int)i);
    mouse(&b, BP_EVENT_MOVE, at.x, at.y);
    assert_int_equal(v->term, (int)i + 1);
    mouse(&b, BP_EVENT_MOVE, 2, 2);
    assert_int_equal(v->term, 0);
    click(&b, BP_ACTION_TERM, (int)i);
    assert_true(v->glossary && v->glossary_top == (int)i);
    key(&b, BP_KEY_UP, 0);
    assert_int_equal(v->glossary_top, (int)i - 1);
    key(&b, BP_KEY_HOME, 0);
    key(&b, BP_KEY_UP, 0);
    assert_int_equal(v->glossary_top, 0);
    give(&b, (bp_event){.kind = BP_EVENT_WHEEL, .wheel = -1, .x = 100, .y = 100});
    assert_int_equal(v->glossary_top, 1);
    for (int k = 0; k < 60; k++) key(&b, BP_KEY_PAGE_DOWN, 0);
    assert_int_equal(v->glossary_top, bp_lesson_viewer_term_count(&LESSON) - 1);
    assert_int_equal(terms[bp_lesson_viewer_term_count(&LESSON)].lesson > 5, 1);
    assert_int_equal(key(&b, BP_KEY_ESCAPE, 0) & BP_REQUEST_LEAVE, 0);
    assert_false(v->glossary);
    key(&b, BP_KEY_F2, 0);
    assert_true(v->glossary && v->glossary_top == 0);
    key(&b, BP_KEY_F2, 0);
    assert_false(v->glossary);
    assert_true(v->position.step == 2 && v->position.asking && v->answer.option == -1);
    close_bench(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(number_is_typed),  cmocka_unit_test(numbers_as_students_type_them),
        cmocka_unit_test(number_by_drag),   cmocka_unit_test(angle_by_keys),
        cmocka_unit_test(angle_by_drag),    cmocka_unit_test(errors_of_angles_wrap),
        cmocka_unit_test(choice_of_words),  cmocka_unit_test(choice_of_pictures),
        cmocka_unit_test(order_by_keys),    cmocka_unit_test(order_by_drag),
        cmocka_unit_test(predictions_wrap), cmocka_unit_test(glossary)};
    return cmocka_run_group_tests_name("lesson answers", tests, NULL, NULL);
}
