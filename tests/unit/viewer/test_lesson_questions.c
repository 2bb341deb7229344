/* What a question is before and after its answer: skipped and taken up again, left and come back to, counted. */
#include "raster/inspect.h"
#include "support/folder.h"
#include "support/question_fixture.h"
#include "viewer/progress.h"
#include <stdlib.h>

extern int setenv(const char *name, const char *value, int overwrite);

/* The texts of the window. */
static bool shows(const bench *b, const char *words) {
    bp_text_log *texts = calloc(1, sizeof *texts);
    bp_framebuffer picture;
    bp_error error = {0};
    bp_drawn_frame drawn = {.valid = false};
    const bp_lesson_view view = {.viewer = &b->controller.viewer,
                                 .lesson = bp_session_lesson(b->session),
                                 .world = bp_session_world(b->session),
                                 .data = &b->controller.data,
                                 .texts = texts};
    assert_true(texts && bp_framebuffer_create_color(NULL, 1280, 800, &picture, &error));
    assert_true(bp_lesson_view_draw(&view, b->controller.base.raster, &picture, &drawn, &error));
    bool found = false;
    for (int i = 0; i < texts->count; i++) found |= strstr(texts->items[i].text, words) != NULL;
    bp_framebuffer_destroy(NULL, &picture);
    free(texts);
    return found;
}

static void leave_unanswered(bench *b) {
    key(b, BP_KEY_SPACE, 0);
    give(b, (bp_event){.kind = BP_EVENT_KEY, .key = BP_KEY_SPACE, .repeat = true}); /* held: no skip */
    assert_true(b->controller.viewer.position.asking && b->controller.viewer.answer.skipping);
    key(b, BP_KEY_SPACE, 0);
    bp_controller_tick(&b->controller.base, 100);
    draw(b);
    const bp_lesson_viewer *v = &b->controller.viewer;
    assert_true(!v->position.asking && v->answer.skipped && v->answered == 0);
    assert_true(shows(b, "Skipped") && shows(b, "○") && !shows(b, "✓"));
}

/* A skipped question has its own mark. A wrong answer's ghost goes, because the answer beside it is not the
 * student's; a prediction stays, to compare with the result. */
static void skipped_questions(void **state) {
    (void)state;
    bench b;
    open_question(&b, 0);
    const bp_lesson_viewer *v = &b.controller.viewer;
    type(&b, "45");
    key(&b, BP_KEY_ENTER, 0);
    leave_unanswered(&b);
    assert_int_equal(bp_session_world(b.session)->ghost_count, 0);
    click(&b, BP_ACTION_RESTART, 0); /* the button asks again */
    assert_true(v->position.asking && !v->answer.skipped && !v->answer.submitted);
    type(&b, "75");
    key(&b, BP_KEY_ENTER, 0);
    expect_answered(&b, 0);
    assert_true(shows(&b, "✓") && !shows(&b, "Skipped"));
    close_bench(&b);
    open_question(&b, 1);
    type(&b, "20");
    key(&b, BP_KEY_ENTER, 0);
    assert_false(shows(&b, "55")); /* 75 - 20: two wrong answers with their errors would tell the right one */
    leave_unanswered(&b);
    expect_ghost(&b, "your answer: 20°", 20);
    assert_true(shows(&b, "You were 55° off"));
    key(&b, BP_KEY_LEFT, 0);
    key(&b, BP_KEY_RIGHT, 0); /* the step before waits, too: one press warns */
    assert_true(v->position.step == 0 && v->position.asking);
    close_bench(&b);
}

/* Letters of options do nothing after the answer, unless they are typed twice or something else comes first. */
static void letters_after_the_answer(void **state) {
    (void)state;
    bench b;
    open_question(&b, 2);
    const bp_lesson_viewer *v = &b.controller.viewer;
    type(&b, "c");
    key(&b, BP_KEY_ENTER, 0);
    expect_answered(&b, 2);
    const bp_view_settings before = v->core.settings;
    int axis = v->core.selection.axis;
    for (const char *letter = "abcdcba"; *letter; letter++) {
        key(&b, *letter, 0); /* a window sends the key, then its text */
        give(&b, (bp_event){.kind = BP_EVENT_TEXT, .text = {*letter}});
    }
    assert_memory_equal(&before, &v->core.settings, sizeof before);
    assert_int_equal(v->core.selection.axis, axis);
    expect_text_contains(v->core.notice, "closed");
    type(&b, "a");
    assert_true(v->core.selection.axis != axis && !v->core.notice[0]);
    type(&b, "c"); /* from now on they are keys */
    assert_true(v->core.settings.columns != before.columns);
    type(&b, "c");
    type(&b, "r"); /* asked again */
    type(&b, "c");
    key(&b, BP_KEY_ENTER, 0);
    key(&b, BP_KEY_UP, 0);
    type(&b, "c");
    assert_true(v->core.settings.columns != before.columns);
    close_bench(&b);
}

/* Ctrl+Z takes an answer that is being made back to its beginning; Esc does so while it is dragged. */
static void answers_are_undone(void **state) {
    (void)state;
    bench b;
    open_question(&b, 1);
    const bp_lesson_viewer *v = &b.controller.viewer;
    for (int i = 0; i < 3; i++) key(&b, BP_KEY_UP, 0);
    key(&b, BP_KEY_ENTER, 0); /* 45: wrong */
    key(&b, 'z', BP_MOD_CTRL);
    expect_ghost(&b, "your prediction", 30);
    assert_true(v->answer.submitted && v->position.asking);
    assert_string_equal(v->answer.reply, "That is how far it moved.");
    close_bench(&b);
    open_question(&b, 4);
    bp_vec2 from = area(&b, BP_ACTION_OPTION, 2), to = area(&b, BP_ACTION_OPTION, 0);
    mouse(&b, BP_EVENT_PRESS, from.x, from.y);
    mouse(&b, BP_EVENT_MOVE, to.x, to.y);
    assert_int_equal(v->answer.order[0], 2);
    assert_int_equal(key(&b, BP_KEY_ESCAPE, 0) & BP_REQUEST_LEAVE, 0);
    mouse(&b, BP_EVENT_MOVE, from.x, from.y);
    mouse(&b, BP_EVENT_RELEASE, from.x, from.y);
    for (int i = 0; i < 3; i++) assert_int_equal(v->answer.order[i], i);
    assert_true((key(&b, BP_KEY_ESCAPE, 0) & BP_REQUEST_LEAVE) != 0);
    close_bench(&b);
}

/* What is typed over the list of terms doesn't answer the question below it. */
static void terms_cover_the_question(void **state) {
    (void)state;
    bench b;
    open_question(&b, 2);
    const bp_lesson_viewer *v = &b.controller.viewer;
    key(&b, BP_KEY_F2, 0);
    type(&b, "b2l");
    assert_true(v->answer.option == -1 && v->core.settings.light);
    key(&b, BP_KEY_F2, 0);
    type(&b, "b");
    assert_int_equal(v->answer.option, 1);
    close_bench(&b);
}

/* A letter beyond the options is no key while the question is open. */
static void letters_without_an_option(void **state) {
    (void)state;
    bench b;
    open_question(&b, 3); /* three pictures */
    const bp_lesson_viewer *v = &b.controller.viewer;
    type(&b, "bd");
    assert_int_equal(v->answer.option, 1);
    expect_text_contains(v->answer.reply, "no such option");
    assert_false(v->core.notice[0]);
    type(&b, "a");
    assert_null(v->answer.reply);
    close_bench(&b);
}

/* A matrix row that was clicked, a half made answer: neither outlives its step. */
static void steps_begin_clean(void **state) {
    (void)state;
    bench b;
    open_question(&b, 2);
    bp_lesson_viewer *v = &b.controller.viewer;
    type(&b, "y");
    assert_true(v->core.matrix_row > 0);
    type(&b, "c");
    key(&b, BP_KEY_RIGHT, 0);
    give(&b, (bp_event){.kind = BP_EVENT_RESIZE, .width = 800, .height = 600, .scale = 1});
    type(&b, "l");
    assert_true(v->answer.option == 2 && v->core.matrix_row > 0); /* the window may change */
    key(&b, BP_KEY_LEFT, 0);
    assert_true(v->position.step == 1 && v->core.matrix_row == 0);
    key(&b, BP_KEY_END, 0);
    assert_true(v->position.step == 4 && v->position.asking && v->answer.place == 0);
    close_bench(&b);
}

/* The reply for the rules in force. */
static void engine_has_its_own_reply(void **state) {
    (void)state;
    bp_question question = WORDS;
    question.engine = "The engine differs.";
    bp_step steps[] = {STEP(question)};
    bp_lesson_plan plan = LESSON;
    plan.steps = steps, plan.step_count = 1;
    bench b;
    open_bench(&b, &plan, 0, 1280, 800);
    b.live = true;
    bp_lesson_viewer_enter(&b.controller.viewer, &plan, 0);
    type(&b, "p");
    assert_false(shows(&b, "The engine differs."));
    type(&b, "c");
    key(&b, BP_KEY_ENTER, 0);
    assert_true(shows(&b, "The engine differs.") && !shows(&b, "Final follows local."));
    type(&b, "p");
    assert_true(shows(&b, "Final follows local.") && !shows(&b, "The engine differs."));
    close_bench(&b);
}

/* The caption is about the step's pose: after a change by hand the window says how to get that back. */
static void changes_by_hand(void **state) {
    (void)state;
    bench b;
    open_question(&b, 0);
    leave_unanswered(&b);
    assert_false(shows(&b, "Changed by hand"));
    key(&b, BP_KEY_UP, 0);
    assert_true(shows(&b, "Changed by hand") && shows(&b, "undo"));
    area(&b, BP_ACTION_UNDO, 0);
    key(&b, 'z', BP_MOD_CTRL);
    assert_false(shows(&b, "Changed by hand"));
    close_bench(&b);
}

/* Questions count when they are answered, not when they are seen; a session that ends in the middle goes on. */
static void progress_counts_answers(void **state) {
    (void)state;
    char folder[512];
    test_folder_make(folder, sizeof folder);
    setenv("XDG_DATA_HOME", folder, 1);
    bp_progress progress;
    int count;
    bench b;
    open_question(&b, 0);
    leave_unanswered(&b);
    key(&b, BP_KEY_END, 0);
    bp_lesson_viewer_enter(&b.controller.viewer, &LESSON, 2);
    type(&b, "c");
    key(&b, BP_KEY_ENTER, 0);
    bp_lesson_controller_save_progress(&b.controller);
    close_bench(&b);
    bp_progress_read(&progress);
    bp_progress_entry seen = bp_progress_of(&progress, LESSON.name);
    assert_true(bp_progress_answered(&seen, &LESSON, &count) == 1 && count == 5 && seen.answered == 4);

    open_question(&b, 0); /* another session */
    bp_lesson_viewer *v = &b.controller.viewer;
    bp_lesson_controller_start(&b.controller, 0);
    assert_true(v->position.step == 0 && bp_lesson_viewer_answered(v, 2) && !bp_lesson_viewer_answered(v, 0));
    bp_lesson_viewer_enter(v, &LESSON, 3);
    key(&b, BP_KEY_LEFT, 0);
    assert_true(v->position.step == 2 && !v->position.asking);
    v->position.step = 4, v->position.ended = true;
    draw(&b);
    assert_true(shows(&b, "1 of 5 questions answered"));
    area(&b, BP_ACTION_STEP, 3);
    v->answered = 31;
    assert_true(shows(&b, "✓ 5 of 5 questions answered"));
    bp_lesson_controller_save_progress(&b.controller);
    close_bench(&b);

    open_question(&b, 0); /* a lesson that is done asks again */
    bp_lesson_controller_start(&b.controller, -1);
    assert_true(b.controller.viewer.answered == 0 && b.controller.viewer.earlier == 31);
    close_bench(&b);
    test_folder_remove(folder);
}

/* A lesson that isn't done goes on where the student left it, unless a step is named. From its end page it begins anew. */
static void goes_on_where_it_was_left(void **state) {
    (void)state;
    char folder[512];
    test_folder_make(folder, sizeof folder);
    setenv("XDG_DATA_HOME", folder, 1);
    bench b;
    for (int i = 0; i < 4; i++) {
        static const int ask[] = {-1, -1, 1, -1}, at[] = {0, 3, 1, 0};
        open_question(&b, 0);
        bp_lesson_viewer *v = &b.controller.viewer;
        bp_lesson_controller_start(&b.controller, ask[i]);
        draw(&b);
        assert_int_equal(v->position.step, at[i]);
        assert_true(v->position.asking); /* the question that waits there */
        assert_true(shows(&b, "You stopped here") == (i == 1));
        bp_lesson_viewer_enter_done(v, &LESSON, i == 0 ? 3 : 4);
        v->position.ended = i == 2;
        bp_lesson_controller_save_progress(&b.controller);
        close_bench(&b);
    }
    test_folder_remove(folder);
}

/* Space skips a question, and the row of keys says so. The help covers the question: keys don't answer it. */
static void help_over_a_question(void **state) {
    (void)state;
    bench b;
    open_question(&b, 2);
    const bp_lesson_viewer *v = &b.controller.viewer;
    assert_true(shows(&b, "skip") && !shows(&b, "next"));
    click(&b, BP_ACTION_HELP, 0);
    assert_true(v->core.settings.help);
    type(&b, "c2");
    key(&b, BP_KEY_DOWN, 0);
    key(&b, BP_KEY_ENTER, 0);
    key(&b, BP_KEY_SPACE, 0);
    assert_true(v->answer.option == -1 && !v->answer.submitted && !v->answer.skipping && !v->answer.reply);
    assert_true(v->position.asking);
    type(&b, "h");
    type(&b, "d");
    assert_true(!v->core.settings.help && v->answer.option == 3);
    leave_unanswered(&b);
    assert_true(shows(&b, "next") && !shows(&b, "skip"));
    close_bench(&b);
}

/* A pose file that was saved at an open question doesn't answer it. */
static void poses_of_open_questions(void **state) {
    (void)state;
    char folder[512], path[1024];
    bp_error error = {0};
    bench b;
    test_folder_make(folder, sizeof folder);
    setenv("XDG_DATA_HOME", folder, 1);
    open_question(&b, 0);
    bp_lesson_viewer *v = &b.controller.viewer;
    assert_true(bp_pose_file_save(v, &LESSON, path, sizeof path, &error));
    assert_true(bp_pose_file_open(v, &LESSON, path, sizeof path, &error));
    assert_true(v->position.step == 0 && v->position.asking);
    leave_unanswered(&b);
    key(&b, BP_KEY_UP, 0);
    assert_true(bp_pose_file_save(v, &LESSON, path, sizeof path, &error));
    key(&b, BP_KEY_END, 0);
    assert_true(bp_pose_file_open(v, &LESSON, path, sizeof path, &error));
    assert_true(v->position.step == 0 && v->answer.skipped && v->core.history.count == 1);
    close_bench(&b);
    test_folder_remove(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(skipped_questions),         cmocka_unit_test(letters_after_the_answer),
        cmocka_unit_test(letters_without_an_option), cmocka_unit_test(answers_are_undone),
        cmocka_unit_test(terms_cover_the_question),  cmocka_unit_test(steps_begin_clean),
        cmocka_unit_test(engine_has_its_own_reply),  cmocka_unit_test(changes_by_hand),
        cmocka_unit_test(goes_on_where_it_was_left), cmocka_unit_test(help_over_a_question),
        cmocka_unit_test(progress_counts_answers),   cmocka_unit_test(poses_of_open_questions)};
    return cmocka_run_group_tests_name("lesson questions", tests, NULL, NULL);
}
