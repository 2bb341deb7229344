/* A lesson's screen: steps, the slider, questions by key, click and mouse, changes by hand, what is shown. */
#include "support/folder.h"
#include "support/question_fixture.h"

extern int setenv(const char *name, const char *value, int overwrite);
static bp_text_log texts;

/* ---- steps ---- */

static const bp_step PLAIN[] = {{.caption = "The first step."},
                                {.caption = "The arm rotates.",
                                 .change = rotate,
                                 .bone = ARM,
                                 .readouts = READOUTS,
                                 .readout_count = 1,
                                 .seconds = 2},
                                {.caption = "The last step."}};
static const bp_lesson_plan PLAIN_LESSON = {.number = 6,
                                            .name = "06_test",
                                            .title = "Steps",
                                            .summary = "One line.",
                                            .difficulty = 1,
                                            .setup = setup,
                                            .steps = PLAIN,
                                            .step_count = BP_COUNT(PLAIN)};

static void walks_by_keys_and_words(void **state) {
    (void)state;
    bench b;
    bench_lesson(&b, &PLAIN_LESSON, 0, 1280, 800);
    const bp_lesson_position *at = &b.app.lesson->position;
    assert_null(area(&b, BP_ACTION_BACK, 0)); /* the first step */
    key(&b, BP_KEY_RIGHT);
    assert_true(at->step == 1 && at->t < 0.1f && bp_app_is_moving(&b.app));
    pass(&b, 1);
    assert_true(at->t > 0.3f && at->t < 0.7f);
    pass(&b, 2);
    assert_true(at->t == 1 && !bp_app_is_moving(&b.app));
    click(&b, BP_ACTION_NEXT, 0);
    assert_int_equal(at->step, 2);
    click(&b, BP_ACTION_BACK, 0);
    assert_int_equal(at->step, 1);
    key(&b, BP_KEY_HOME);
    assert_int_equal(at->step, 0);
    key(&b, BP_KEY_END);
    assert_int_equal(at->step, 2);
    key(&b, BP_KEY_ESCAPE);
    assert_true(b.requests & BP_REQUEST_LEAVE);
    bench_close(&b);
}

static void slides(void **state) {
    (void)state;
    bench b;
    bench_lesson(&b, &PLAIN_LESSON, 1, 1280, 800);
    const bp_lesson_position *at = &b.app.lesson->position;
    const bp_hit_area *track = area(&b, BP_ACTION_FRAME, 0);
    assert_non_null(track);
    bp_rect r = track->rect;
    float y = (float)r.y + (float)r.height / 2;
    mouse(&b, BP_EVENT_PRESS, (float)r.x + (float)r.width / 2, y);
    assert_true(at->t > 0.45f && at->t < 0.55f && at->paused);
    mouse(&b, BP_EVENT_MOVE, -400, y); /* held: beyond the end */
    assert_true(at->t == 0);
    mouse(&b, BP_EVENT_MOVE, 5000, y);
    assert_true(at->t == 1);
    mouse(&b, BP_EVENT_RELEASE, 5000, y);
    mouse(&b, BP_EVENT_MOVE, (float)r.x, y);
    assert_true(at->t == 1); /* no longer held */
    bench_close(&b);
}

/* The picture has one place and one size in all steps, whatever else is shown. */
static void picture_keeps_its_place(void **state) {
    (void)state;
    static const int sizes[][2] = {{1280, 800}, {1024, 640}, {800, 600}, {1920, 1080}};
    for (size_t i = 0; i < BP_COUNT(sizes); i++) {
        bench b;
        bench_lesson(&b, &LESSON, 0, sizes[i][0], sizes[i][1]);
        bp_rect first = b.app.lesson->layout.picture;
        assert_true(first.width >= sizes[i][0] / 2 && first.width <= sizes[i][0] * 62 / 100);
        for (int step = 0; step < LESSON.step_count; step++) {
            for (int asking = 0; asking < 2; asking++) {
                b.app.lesson->answered = 0;
                if (asking)
                    bp_lesson_enter(b.app.lesson, step);
                else
                    bp_lesson_enter_done(b.app.lesson, step);
                draw(&b);
                assert_memory_equal(&b.app.lesson->layout.picture, &first, sizeof first);
            }
        }
        bench_close(&b);
    }
}

/* ---- questions ---- */

static void answers_a_number(void **state) {
    (void)state;
    bench b;
    open_question(&b, 0);
    type(&b, "45");
    key(&b, BP_KEY_ENTER);
    assert_true(b.app.lesson->position.asking && b.app.lesson->answer.submitted);
    assert_string_equal(b.app.lesson->answer.reply, "That is how far it moved.");
    for (int i = 0; i < 2; i++) key(&b, BP_KEY_BACKSPACE);
    type(&b, "75");
    key(&b, BP_KEY_ENTER);
    expect_answered(&b, 0);
    pass(&b, 5);
    assert_true(b.app.lesson->position.t == 1);
    bench_close(&b);
}

static void answers_a_choice(void **state) {
    (void)state;
    bench b;
    open_question(&b, 2);
    type(&b, "1"); /* one press answers */
    assert_true(b.app.lesson->position.asking && b.app.lesson->answer.submitted);
    assert_string_equal(b.app.lesson->answer.reply, "A bind never changes.");
    click(&b, BP_ACTION_OPTION, 1);
    assert_true(b.app.lesson->position.asking);
    click(&b, BP_ACTION_OPTION, 2);
    expect_answered(&b, 2);
    bench_close(&b);
}

static void answers_by_pictures(void **state) {
    (void)state;
    bench b;
    open_question(&b, 3);
    assert_int_equal(b.app.lesson->option_count, 3);
    click(&b, BP_ACTION_OPTION, 0);
    assert_true(b.app.lesson->position.asking);
    type(&b, "2");
    expect_answered(&b, 3);
    assert_int_equal(b.app.lesson->option_count, 0);
    bench_close(&b);
}

static void answers_an_angle(void **state) {
    (void)state;
    bench b;
    open_question(&b, 1);
    expect_ghost(&b, "your prediction", 30);
    key(&b, BP_KEY_UP); /* five degrees */
    assert_true(b.app.lesson->answer.degrees != 30);
    bp_answer_predict(&b.app, 75);
    key(&b, BP_KEY_ENTER);
    expect_answered(&b, 1);
    bench_close(&b);
}

static void answers_an_order(void **state) {
    (void)state;
    bench b;
    open_question(&b, 4);
    key(&b, BP_KEY_ENTER); /* 123 */
    assert_string_equal(b.app.lesson->answer.reply, "The matrix isn't computed yet.");
    static const int right[] = {2, 0, 1};
    for (int i = 0; i < 3; i++) b.app.lesson->answer.order[i] = right[i];
    key(&b, BP_KEY_ENTER);
    expect_answered(&b, 4);
    bench_close(&b);
}

static void skips_by_a_second_press(void **state) {
    (void)state;
    bench b;
    open_question(&b, 0);
    key(&b, BP_KEY_SPACE);
    assert_true(b.app.lesson->position.asking && b.app.lesson->answer.skipping);
    key(&b, BP_KEY_SPACE);
    assert_false(b.app.lesson->position.asking);
    assert_true(b.app.lesson->answered == 0 && b.app.lesson->answer.skipped);
    bench_close(&b);
}

/* Nothing can be changed while a question is open. */
static void questions_block_changes(void **state) {
    (void)state;
    bench b;
    open_question(&b, 0);
    key(&b, BP_KEY_UP);
    assert_int_equal(b.app.lesson->picture.history.count, 0);
    assert_true(b.app.lesson->position.asking);
    bench_close(&b);
}

/* ---- changes by hand ---- */

static void rotates_and_takes_back(void **state) {
    (void)state;
    bench b;
    bench_lesson(&b, &PLAIN_LESSON, 1, 1280, 800);
    const bp_edit_history *history = &b.app.lesson->picture.history;
    key(&b, BP_KEY_UP);
    assert_int_equal(history->count, 1);
    key_with(&b, 'z', BP_MOD_CTRL);
    assert_int_equal(history->count, 0);
    key_with(&b, 'y', BP_MOD_CTRL);
    assert_int_equal(history->count, 1);
    type(&b, "r");
    assert_int_equal(history->count, 0);
    assert_true(b.app.lesson->position.step == 1);
    bench_close(&b);
}

static void drags_the_joint(void **state) {
    (void)state;
    bench b;
    bench_lesson(&b, &PLAIN_LESSON, 1, 1280, 800);
    const bp_illustration *shown = &b.app.lesson->picture;
    bp_vec2 at = joint(shown, 0, ARM);
    mouse(&b, BP_EVENT_MOVE, at.x, at.y);
    assert_true(shown->hover.drag != BP_TAKE_NOTHING && shown->hover.drag != BP_TAKE_ORBIT);
    bench_close(&b);
}

/* A slow picture is coarse while a page's slider is dragged. The view moves back once it stands still. */
static void the_view_waits_while_coarse(void **state) {
    (void)state;
    bench b;
    bp_event size = {.kind = BP_EVENT_RESIZE, .width = 1280, .height = 800, .scale = 1, .coarse = true};
    bench_lesson(&b, &PLAIN_LESSON, 1, size.width, size.height);
    const bp_bounds before = b.app.lesson->extents[0];
    give(&b, size);
    for (int i = 0; i < 40; i++) key(&b, BP_KEY_UP);
    draw(&b);
    assert_memory_equal(&b.app.lesson->extents[0], &before, sizeof before);
    size.coarse = false;
    give(&b, size);
    draw(&b);
    const bp_bounds after = b.app.lesson->extents[0];
    assert_true(after.lo.x < before.lo.x || after.hi.x > before.hi.x || after.hi.y > before.hi.y);
    bench_close(&b);
}

/* The camera turns by 40 degrees at most, and comes home at the next step. */
static void camera_is_limited(void **state) {
    (void)state;
    bench b;
    bench_lesson(&b, &PLAIN_LESSON, 0, 1280, 800);
    const bp_illustration *shown = &b.app.lesson->picture;
    for (int i = 0; i < 40; i++) key_with(&b, BP_KEY_RIGHT, BP_MOD_CTRL);
    float yaw = shown->moves.yaw < 0 ? -shown->moves.yaw : shown->moves.yaw;
    assert_true(yaw > 0.5f && yaw <= 0.6982f);
    key(&b, BP_KEY_RIGHT);
    for (int i = 0; i < 60; i++) pass(&b, 0.05);
    expect_float(shown->moves.yaw, 0, 1e-3);
    bench_close(&b);
}

/* ---- what is shown ---- */

static void says_what_it_shows(void **state) {
    (void)state;
    bench b;
    bench_lesson(&b, &PLAIN_LESSON, 1, 1280, 800);
    b.app.texts = &texts;
    texts.count = 0;
    b.app.drawn.valid = false;
    draw(&b);
    assert_true(texts_say(&texts, "Steps") && texts_say(&texts, "The arm rotates.") &&
                texts_say(&texts, "Next") && texts_say(&texts, "Help") && texts_say(&texts, "75.0"));
    type(&b, "i");
    assert_true(b.app.settings.numbers && area(&b, BP_ACTION_NUMBER, 1));
    type(&b, "i");
    assert_false(b.app.settings.numbers);
    type(&b, "l");
    assert_true(b.app.settings.light);
    type(&b, "h");
    assert_true(b.app.settings.help);
    key(&b, BP_KEY_RIGHT); /* help covers all else */
    assert_int_equal(b.app.lesson->position.step, 1);
    key(&b, BP_KEY_ESCAPE);
    assert_true(!b.app.settings.help && !(b.requests & BP_REQUEST_LEAVE));
    bench_close(&b);
}

/* Everything that reacts to a click lies in the window, and nothing over another. */
static void areas_are_apart(void **state) {
    (void)state;
    static const int sizes[][2] = {{1280, 800}, {1024, 640}, {800, 600}, {1920, 1080}, {390, 844}};
    for (size_t i = 0; i < BP_COUNT(sizes); i++)
        for (int step = 0; step < LESSON.step_count; step++) {
            bench b;
            bench_lesson(&b, &LESSON, 0, sizes[i][0], sizes[i][1]);
            bp_lesson_enter(b.app.lesson, step);
            draw(&b);
            const bp_rect window = {0, 0, sizes[i][0], sizes[i][1]};
            const bp_hit_areas *hits = &b.app.drawn.hits;
            for (int k = 0; k < hits->count; k++) {
                if (!bp_rect_is_inside(hits->items[k].rect, window))
                    fail_msg("%d x %d, step %d: action %u leaves the window", sizes[i][0], sizes[i][1],
                             step + 1, hits->items[k].action);
                for (int n = 0; n < k; n++)
                    if (bp_rect_overlaps(hits->items[k].rect, hits->items[n].rect))
                        fail_msg("%d x %d, step %d: actions %u and %u overlap", sizes[i][0], sizes[i][1],
                                 step + 1, hits->items[k].action, hits->items[n].action);
            }
            bench_close(&b);
        }
}

/* Windows smaller than the layout: what leaves the picture is clipped for all, also for false colours and the
 * inspector, which read pixels. */
static void draws_in_small_windows(void **state) {
    (void)state;
    static const int sizes[][2] = {{1, 1}, {3, 70}, {20, 15}, {97, 3}, {150, 120}, {400, 8}};
    for (size_t i = 0; i < BP_COUNT(sizes); i++) {
        bench b;
        bench_lesson(&b, &PLAIN_LESSON, 1, 640, 480);
        give(&b,
             (bp_event){.kind = BP_EVENT_RESIZE, .width = sizes[i][0], .height = sizes[i][1], .scale = 2});
        for (int color = 0; color < 7; color++) type(&b, "*");
        type(&b, "#");
        mouse(&b, BP_EVENT_MOVE, 0.5f, 0.5f);
        for (int color = 0; color < 7; color++) type(&b, "*");
        type(&b, "#");
        type(&b, "i");
        type(&b, "7");
        key(&b, BP_KEY_F2);
        key(&b, BP_KEY_ESCAPE);
        type(&b, "h");
        assert_true(b.app.picture.width == sizes[i][0] && b.app.picture.height == sizes[i][1]);
        bench_close(&b);
    }
}

int main(void) {
    char folder[512];
    test_folder_make(folder, sizeof folder);
    setenv("XDG_DATA_HOME", folder, 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walks_by_keys_and_words),
        cmocka_unit_test(slides),
        cmocka_unit_test(picture_keeps_its_place),
        cmocka_unit_test(answers_a_number),
        cmocka_unit_test(answers_a_choice),
        cmocka_unit_test(answers_by_pictures),
        cmocka_unit_test(answers_an_angle),
        cmocka_unit_test(answers_an_order),
        cmocka_unit_test(skips_by_a_second_press),
        cmocka_unit_test(questions_block_changes),
        cmocka_unit_test(rotates_and_takes_back),
        cmocka_unit_test(drags_the_joint),
        cmocka_unit_test(camera_is_limited),
        cmocka_unit_test(says_what_it_shows),
        cmocka_unit_test(areas_are_apart),
        cmocka_unit_test(draws_in_small_windows),
        cmocka_unit_test(the_view_waits_while_coarse),
    };
    int failed = cmocka_run_group_tests_name("lesson", tests, NULL, NULL);
    test_folder_remove(folder);
    return failed;
}
