/* Nothing in the picture gives an open question's answer away.
 *
 * Each open question is drawn twice: as it is, and with another right answer, other replies, other claims and other
 * changes from its step on. Both pictures must be equal: with the page's rules and the engine's, the numbers open,
 * all seven matrices, in a small window, with the mouse on rows of the numbers and on stages, and after each wrong
 * answer. lesson_spoiler_texts.c looks at the words. */
#include "support/lesson_player.h"

enum { STEPS = 64, CLAIMS = 64, TEXTS = 4096, TEXT = 500 };

/* ---- a plan with another answer ---- */

typedef struct altered {
    bp_lesson_plan plan;
    bp_step steps[STEPS];
    bp_question question;
    bp_claim claims[STEPS][CLAIMS];
    bp_readout readouts[STEPS][BP_READOUT_MAX];
    char texts[TEXTS][TEXT];
    int text_count;
} altered;

static altered other; /* too large for the stack */

/* Another text of the same width: digits are alike wide, and so are b, d, p, q, and n, u. */
static const char *other_text(const char *text) {
    static const char from[] = "0123456789bdpqnu", to[] = "3456789012dbqpun";
    if (!text) return NULL;
    assert_true(other.text_count < TEXTS && strlen(text) < TEXT);
    char *copy = other.texts[other.text_count++];
    size_t i = 0;
    for (; text[i]; i++) {
        const char *at = strchr(from, text[i]);
        copy[i] = at ? to[at - from] : text[i];
    }
    copy[i] = '\0';
    return copy;
}

/* Rotates every bone, and writes other notes. */
static void other_change(bp_world *world, float t) {
    for (int s = 0; s < world->stage_count; s++) {
        bp_skeleton *skeleton = world->stages[s].skeleton;
        if (t > 0) bp_world_note(world, s, "something else");
        for (size_t i = 0; skeleton && i < bp_skeleton_count(skeleton); i++) {
            bp_edit edit = {.kind = BP_EDIT_ROTATE,
                            .rotation = bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, t)};
            bp_edit_apply(&edit, bp_skeleton_bone(skeleton, i));
        }
    }
}

static float other_answer(const bp_question *question) {
    int count = bp_question_option_count(question), answer = (int)(question->answer + 0.5f);
    switch (question->kind) {
    case BP_QUESTION_NUMBER: return question->answer + 7;
    case BP_QUESTION_ANGLE: return question->answer > 0 ? question->answer - 77 : question->answer + 77;
    case BP_QUESTION_CHOICE: return (float)((answer + 1) % count);
    case BP_QUESTION_ORDER: /* the last two change places */
        return (float)(answer / 100 * 100 + answer % 10 * 10 + answer / 10 % 10);
    }
    return 0;
}

/* `replies`: the student gets to see those to wrong answers, so they stay. */
static void alter_question(const bp_question *question, bool replies) {
    other.question = *question;
    other.question.answer = other_answer(question);
    other.question.right = other_text(question->right);
    other.question.engine = other_text(question->engine);
    if (replies) return;
    other.question.hint = other_text(question->hint);
    for (int i = 0; i < BP_WRONG_ANSWER_MAX && question->wrong[i].why; i++) {
        other.question.wrong[i].answer += 1;
        other.question.wrong[i].why = other_text(question->wrong[i].why);
    }
}

static void alter_step(int step, const bp_step *from) {
    bp_step *to = &other.steps[step];
    if (from->change) to->change = other_change;
    assert_true(from->claim_count <= CLAIMS);
    for (int i = 0; i < from->claim_count; i++) {
        bp_claim *claim = &other.claims[step][i];
        *claim = from->claims[i];
        claim->text = other_text(claim->text);
        claim->page = other_text(claim->page);
        claim->engine = other_text(claim->engine);
        for (int k = 0; k < BP_CLAIM_VALUE_MAX; k++) claim->expected[k] += 1;
    }
    if (from->claims) to->claims = other.claims[step];
    for (int i = 0; i < from->readout_count; i++) {
        other.readouts[step][i] = from->readouts[i];
        other.readouts[step][i].note = other_text(from->readouts[i].note);
    }
    if (from->readouts) to->readouts = other.readouts[step];
}

/* The lesson with another answer in `step`, and everything else from there on. */
static const bp_lesson_plan *alter(const bp_lesson_plan *lesson, int step, bool replies) {
    other.text_count = 0;
    other.plan = *lesson;
    assert_true(lesson->step_count <= STEPS);
    for (int i = 0; i < lesson->step_count; i++) other.steps[i] = lesson->steps[i];
    for (int i = step; i < lesson->step_count; i++) alter_step(i, &lesson->steps[i]);
    alter_question(lesson->steps[step].question, replies);
    other.steps[step].question = &other.question;
    other.plan.steps = other.steps;
    return &other.plan;
}

/* ---- pictures ---- */

/* The box around differing pixels; width 0: none. */
static bp_rect difference(const bp_framebuffer *a, const bp_framebuffer *b) {
    bp_rect box = {0};
    for (int y = 0; y < a->height; y++) {
        const uint8_t *row = a->pixels + (size_t)4 * (size_t)a->stride * (size_t)y,
                      *same = b->pixels + (size_t)4 * (size_t)b->stride * (size_t)y;
        for (int x = 0; x < a->width; x++) {
            if (memcmp(row + 4 * x, same + 4 * x, 4) == 0) continue;
            bp_rect pixel = {x, y, 1, 1};
            if (box.width == 0) box = pixel;
            int right = box.x + box.width > x + 1 ? box.x + box.width : x + 1;
            if (x < box.x) box.x = x;
            box.width = right - box.x;
            box.height = y + 1 - box.y;
        }
    }
    return box;
}

/* Draws both and compares. The camera keeps the whole lesson in view, and the floor's middle too: that is
 * not an answer, so both get the same.
 * Returns the number of failures. */
static int compare(bench *one, bench *two, const char *when) {
    const bp_lesson_screen *a = one->app.lesson;
    bp_lesson_screen *b = two->app.lesson;
    draw_player(one, NULL);
    draw_player(two, NULL);
    memcpy(b->picture.content.extents, a->picture.content.extents, sizeof a->picture.content.extents);
    b->picture.content.floor = a->picture.content.floor;
    for (int i = 0; i < a->option_count; i++) {
        b->pictures[i].content.extents[0] = a->pictures[i].content.extents[0];
        b->pictures[i].content.floor = a->pictures[i].content.floor;
    }
    draw_player(two, NULL);
    bp_rect box = difference(&one->app.picture, &two->app.picture);
    if (box.width > 0)
        print_error("%s step %d, %s: with another answer the picture differs at (%d, %d), %d x %d pixels\n",
                    a->plan->name, a->position.step + 1, when, box.x, box.y, box.width, box.height);
    return box.width > 0;
}

static void give_both(bench *one, bench *two, bp_event event) {
    give(one, event);
    give(two, event);
}

/* The mouse on rows of matrices (every fifth), rows of the tree, and on points of each stage. */
static int compare_hovers(bench *one, bench *two) {
    enum { POINTS = 3 };
    const bp_drawn drawn = one->app.drawn;
    int failures = 0, rows = 0;
    for (int i = 0; i < drawn.hits.count; i++) {
        const bp_hit_area *hit = &drawn.hits.items[i];
        bool row = hit->action == BP_ACTION_MATRIX_ROW && rows++ % 5 == 0;
        if ((!row && hit->action != BP_ACTION_BONE) || !test_takes(i, 4)) continue;
        give_both(
            one, two,
            (bp_event){.kind = BP_EVENT_MOVE, .x = (float)hit->rect.x + 2, .y = (float)hit->rect.y + 2});
        failures += compare(one, two, "the mouse on a row of the numbers");
    }
    for (int i = 0; i < drawn.rect_count * POINTS; i++) {
        if (!test_takes(i, POINTS)) continue;
        bp_rect r = drawn.rects[i / POINTS];
        float part = (float)(i % POINTS + 1) / (POINTS + 1);
        give_both(one, two,
                  (bp_event){.kind = BP_EVENT_MOVE,
                             .x = (float)r.x + (float)r.width * part,
                             .y = (float)r.y + (float)r.height * 0.5f});
        failures += compare(one, two, "the mouse on a stage");
    }
    return failures;
}

static void put_answer(bench *b, float value) {
    bp_answer *answer = &b->app.lesson->answer;
    const bp_lesson_screen *lesson = b->app.lesson;
    bp_question_kind kind = lesson->plan->steps[lesson->position.step].question->kind;
    int order = (int)(value + 0.5f);
    if (kind == BP_QUESTION_NUMBER)
        snprintf(b->app.field.text, sizeof b->app.field.text, "%.6g", (double)value);
    if (kind == BP_QUESTION_ANGLE) bp_answer_predict(&b->app, value);
    answer->option = order;
    for (int i = 0; i < BP_OPTION_MAX; i++) answer->order[i] = i;
    if (kind == BP_QUESTION_ORDER)
        for (int i = value > 999 ? 3 : value > 99 ? 2 : 1; i >= 0; i--, order /= 10)
            answer->order[i] = order % 10 - 1;
}

/* After an answer that is wrong either way. Returns failures; *tried counts the answers. */
static int compare_reply(const bp_lesson_plan *lesson, int step, float value, int *tried) {
    const bp_question *question = lesson->steps[step].question;
    const look plain = {.name = "page"};
    bool right, right_too;
    static bench one, two;
    const bp_lesson_plan *changed = alter(lesson, step, true);
    bp_question_judge(question, value, &right);
    bp_question_judge(&other.question, value, &right_too);
    if (right || right_too) return 0;
    open_player(&one, lesson, step, &plain);
    open_player(&two, changed, step, &plain);
    put_answer(&one, value);
    put_answer(&two, value);
    give_both(&one, &two, (bp_event){.kind = BP_EVENT_KEY, .key = BP_KEY_ENTER});
    assert_true(one.app.lesson->position.asking && one.app.lesson->answer.submitted);
    int failures = compare(&one, &two, "after a wrong answer");
    ++*tried;
    bench_close(&one);
    bench_close(&two);
    return failures;
}

static int compare_replies(const bp_lesson_plan *lesson, int step) {
    const bp_question *question = lesson->steps[step].question;
    int failures = 0, tried = 0, count = bp_question_option_count(question);
    if (question->kind == BP_QUESTION_CHOICE)
        for (int i = 0; i < count; i++) failures += compare_reply(lesson, step, (float)i, &tried);
    for (int i = 0; i < BP_WRONG_ANSWER_MAX && question->wrong[i].why && question->kind != BP_QUESTION_CHOICE;
         i++)
        failures += compare_reply(lesson, step, question->wrong[i].answer, &tried);
    if (question->kind == BP_QUESTION_NUMBER ||
        question->kind == BP_QUESTION_ANGLE) /* one without a reply of its own */
        failures += compare_reply(lesson, step, question->answer + 40, &tried);
    if (tried == 0 && count != 2) fail_msg("%s step %d: no wrong answer to try", lesson->name, step + 1);
    return failures;
}

static int compare_step(const bp_lesson_plan *lesson, int step) {
    static const look looks[] = {{.name = "page"},
                                 {.name = "engine", .engine = true, .numbers = true, .seven = true},
                                 {.name = "numbers", .numbers = true},
                                 {.name = "small window", .small = true},
                                 {.name = "small window with numbers", .small = true, .numbers = true}};
    int failures = 0;
    for (size_t i = 0; i < BP_COUNT(looks); i++) {
        if (!test_takes((int)i + step, 3) && !looks[i].seven) continue;
        bench one, two;
        open_player(&one, lesson, step, &looks[i]);
        open_player(&two, alter(lesson, step, false), step, &looks[i]);
        failures += compare(&one, &two, looks[i].name);
        if (looks[i].seven) failures += compare_hovers(&one, &two);
        bench_close(&one);
        bench_close(&two);
    }
    return failures + compare_replies(lesson, step);
}

static void pictures_do_not_depend_on_the_answer(void **state) {
    (void)state;
    int failures = 0, number = 0, kinds[BP_QUESTION_ORDER + 2] = {0};
    for (const bp_lesson_plan *const *lesson = bp_lesson_registry; *lesson; lesson++) {
        for (int step = 0; step < (*lesson)->step_count; step++) {
            const bp_question *question = (*lesson)->steps[step].question;
            if (!question) continue;
            bool first = kinds[question->picture ? BP_QUESTION_ORDER + 1 : (int)question->kind]++ == 0;
            if (test_takes(number++, 120) || first) failures += compare_step(*lesson, step);
        }
    }
    for (size_t i = 0; i < BP_COUNT(kinds); i++)
        if (kinds[i] == 0) fail_msg("no lesson asks a question of kind %d", (int)i);
    if (failures > 0) fail_msg("%d pictures of open questions depend on the answer", failures);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(pictures_do_not_depend_on_the_answer)};
    return cmocka_run_group_tests_name("lesson spoilers", tests, NULL, NULL);
}
