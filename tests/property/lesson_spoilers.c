/* Nothing on screen gives an open question's answer away.
 *
 * First, each open question is drawn twice: as it is, and with another right answer, other replies, other claims
 * and other changes from its step on. Both pictures must be equal. Second, no number that is drawn may equal the
 * answer, as far as it is written out, unless the question itself says it, or it is 0 or 1, or the table says why. */
#include "support/test.h"
#include "viewer/lesson/lesson_controller.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>

extern const bp_lesson_plan *const bp_lesson_registry[];

enum { WIDTH = 1280, HEIGHT = 800, STEPS = 64, CLAIMS = 64, TEXTS = 4096, TEXT = 500 };

/* Lines that may have the answer's number or words: each with its reason. */
static const struct {
    int lesson, step; /* 1.. */
    const char *text; /* part of the line; "": any line of the step */
    const char *reason;
} EXCEPTIONS[] = {
    {7, 4, "100°", "rest is known from step 3; the question is whether local becomes equal to it"},
    {8, 2, "0.5", "the answer is that the number stays as it is, so it is there"},
    {8, 3, "0.5", "likewise"},
};

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
            bp_user_edit edit = {.kind = BP_EDIT_ROTATE,
                                 .rotation = bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, t)};
            bp_user_edit_apply(&edit, bp_skeleton_bone(skeleton, i));
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

static void alter_question(const bp_question *question) {
    other.question = *question;
    other.question.answer = other_answer(question);
    other.question.right = other_text(question->right);
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
static const bp_lesson_plan *alter(const bp_lesson_plan *lesson, int step) {
    other.text_count = 0;
    other.plan = *lesson;
    assert_true(lesson->step_count <= STEPS);
    for (int i = 0; i < lesson->step_count; i++) other.steps[i] = lesson->steps[i];
    for (int i = step; i < lesson->step_count; i++) alter_step(i, &lesson->steps[i]);
    alter_question(lesson->steps[step].question);
    other.steps[step].question = &other.question;
    other.plan.steps = other.steps;
    return &other.plan;
}

/* ---- pictures ---- */

typedef struct player {
    bp_session *session;
    bp_lesson_controller controller;
} player;

static void open_player(player *p, const bp_lesson_plan *lesson, int step, bool engine) {
    bp_error error = {0};
    p->session = bp_session_create(NULL, lesson, NULL, &error);
    if (!p->session || !bp_lesson_controller_open(&p->controller, NULL, p->session, 0, WIDTH, HEIGHT, &error))
        fail_msg("%s: %s", lesson->name, error.message);
    bp_lesson_viewer_enter(&p->controller.viewer, lesson, step);
    p->controller.viewer.core.settings.babylon = engine;
    p->controller.viewer.position.engine = engine;
    if (!bp_controller_draw(&p->controller.base, &error)) fail_msg("%s: %s", lesson->name, error.message);
    assert_true(p->controller.viewer.position.asking);
}

static void close_player(player *p) {
    bp_lesson_controller_close(&p->controller);
    bp_session_destroy(p->session);
}

/* Draws it without what an earlier frame left; `texts` may be NULL. */
static void draw_player(player *p, bp_framebuffer *to, bp_text_log *texts) {
    bp_error error = {0};
    bp_drawn_frame drawn = {.valid = false};
    const bp_lesson_view view = {.viewer = &p->controller.viewer,
                                 .lesson = bp_session_lesson(p->session),
                                 .world = bp_session_world(p->session),
                                 .data = &p->controller.data,
                                 .texts = texts};
    bp_raster *raster = bp_raster_create(NULL, &error);
    if (!raster || !bp_framebuffer_create_color(NULL, WIDTH, HEIGHT, to, &error) ||
        !bp_lesson_view_draw(&view, raster, to, &drawn, &error))
        fail_msg("%s", error.message);
    bp_raster_destroy(raster);
}

/* The box around differing pixels; width 0: none. */
static bp_rect difference(const bp_framebuffer *a, const bp_framebuffer *b) {
    bp_rect box = {0};
    for (int y = 0; y < HEIGHT; y++) {
        const uint8_t *row = a->pixels + (size_t)4 * (size_t)a->stride * (size_t)y,
                      *same = b->pixels + (size_t)4 * (size_t)b->stride * (size_t)y;
        for (int x = 0; x < WIDTH; x++) {
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

/* The camera keeps the whole lesson in view: that is not an answer, so both get the same. Returns failures. */
static int compare_step(const bp_lesson_plan *lesson, int step, bool engine) {
    player one, two;
    bp_framebuffer a, b;
    open_player(&one, lesson, step, engine);
    open_player(&two, alter(lesson, step), step, engine);
    two.controller.data.extent = one.controller.data.extent;
    draw_player(&one, &a, NULL);
    draw_player(&two, &b, NULL);
    bp_rect box = difference(&a, &b);
    if (box.width > 0)
        print_error("%s step %d%s: with another answer the picture differs at (%d, %d), %d x %d pixels\n",
                    lesson->name, step + 1, engine ? ", engine" : "", box.x, box.y, box.width, box.height);
    bp_framebuffer_destroy(NULL, &a);
    bp_framebuffer_destroy(NULL, &b);
    close_player(&one);
    close_player(&two);
    return box.width > 0;
}

static void pictures_do_not_depend_on_the_answer(void **state) {
    (void)state;
    int failures = 0;
    for (const bp_lesson_plan *const *lesson = bp_lesson_registry; *lesson; lesson++) {
        for (int step = 0; step < (*lesson)->step_count; step++) {
            if (!(*lesson)->steps[step].question) continue;
            failures += compare_step(*lesson, step, false);
            failures += compare_step(*lesson, step, true);
        }
    }
    if (failures > 0) fail_msg("%d pictures of open questions depend on the answer", failures);
}

/* ---- numbers ---- */

/* Reads the number at *at, which may begin with a minus sign of either kind, and moves *at behind it. False: none
 * begins there. */
static bool read_number(const char *text, const char **at, float *number) {
    const char *from = *at;
    bool minus = *from == '-' || strncmp(from, "\xE2\x88\x92", 3) == 0;
    if (minus) from += *from == '-' ? 1 : 3;
    if (!isdigit((unsigned char)*from)) return false;
    if (from > text && (isalpha((unsigned char)from[-1]) || from[-1] == '_'))
        return false; /* a name: joint0 */
    char *end;
    *number = strtof(from, &end);
    if (minus) *number = -*number;
    *at = end;
    return true;
}

static bool tells(float number, float answer, float tolerance) {
    float close = floorf(number) == number ? tolerance : fmaxf(tolerance, 0.01f * fabsf(answer));
    return fabsf(number - answer) <= close;
}

/* A number in the text that tells the answer. */
static bool contains(const char *text, float answer, float tolerance) {
    for (const char *at = text; *at;) {
        float number;
        if (!read_number(text, &at, &number))
            at++;
        else if (tells(number, answer, tolerance))
            return true;
    }
    return false;
}

/* The number to look for. A choice's is in its right option; if other options have it too, it tells nothing. */
static bool number_of(const bp_question *question, float *answer, float *tolerance) {
    *tolerance = question->tolerance > 0 ? question->tolerance : 0.005f;
    if (question->kind == BP_QUESTION_ANGLE) *tolerance = 1;
    *answer = question->answer;
    if (question->kind == BP_QUESTION_ORDER) return false;
    if (question->kind == BP_QUESTION_CHOICE) {
        int index = (int)(question->answer + 0.5f);
        const char *right = question->options[index], *at = right;
        bool found = false;
        while (*at && !(found = read_number(right, &at, answer))) at++;
        if (!found) return false;
        for (int i = 0; i < bp_question_option_count(question); i++)
            if (i != index && contains(question->options[i], *answer, *tolerance)) return false;
    }
    float size = fabsf(*answer);
    return size > 1e-3f && fabsf(size - 1) > 1e-3f && !contains(question->text, *answer, *tolerance);
}

static bool is_excepted(const bp_lesson_plan *lesson, int step, const char *text) {
    for (size_t i = 0; i < BP_COUNT(EXCEPTIONS); i++)
        if (EXCEPTIONS[i].lesson == lesson->number && EXCEPTIONS[i].step == step + 1 &&
            strstr(text, EXCEPTIONS[i].text))
            return true;
    return false;
}

/* The texts of an open step: without title bar and keys, the question, its options and replies, and the numbers of
 * stages. */
static void collect(const bp_lesson_plan *lesson, int step, bp_text_log *texts) {
    player p;
    bp_framebuffer picture;
    open_player(&p, lesson, step, false);
    texts->count = 0;
    draw_player(&p, &picture, texts);
    bp_rect answer = p.controller.base.drawn.answer;
    int kept = 0;
    for (int i = 0; i < texts->count; i++) {
        bp_rect rect = texts->items[i].rect;
        if (bp_rect_overlaps(rect, answer) || rect.y < BP_LAYOUT_TITLE || rect.y > HEIGHT - BP_LAYOUT_KEYS ||
            !texts->items[i].text[1])
            continue;
        texts->items[kept++] = texts->items[i];
    }
    texts->count = kept;
    bp_framebuffer_destroy(NULL, &picture);
    close_player(&p);
}

static bp_text_log texts;

/* Returns the number of lines that tell. */
static int check_numbers(const bp_lesson_plan *lesson, int step) {
    float answer, tolerance;
    int found = 0;
    if (!number_of(lesson->steps[step].question, &answer, &tolerance)) return 0;
    collect(lesson, step, &texts);
    for (int i = 0; i < texts.count; i++) {
        const char *text = texts.items[i].text;
        if (!contains(text, answer, tolerance) || is_excepted(lesson, step, text)) continue;
        print_error("%s step %d: the answer is %g, and \"%s\" at (%d, %d) tells it\n", lesson->name, step + 1,
                    (double)answer, text, texts.items[i].rect.x, texts.items[i].rect.y);
        found++;
    }
    return found;
}

/* Whether all words of an option that have four letters or more are in the caption; false without such words. */
static bool says(const char *caption, const char *option) {
    int words = 0;
    for (const char *at = option; *at;) {
        char word[40];
        size_t length = 0;
        while (*at && !isalpha((unsigned char)*at)) at++;
        while (isalpha((unsigned char)at[length])) length++;
        if (length >= 4 && length < sizeof word) {
            memcpy(word, at, length);
            word[length] = '\0';
            words++;
            if (!strstr(caption, word)) return false;
        }
        at += length;
    }
    return words > 0;
}

/* A caption that has the words of the right option, and of no other, tells which one is right. */
static int check_words(const bp_lesson_plan *lesson, int step) {
    const bp_question *question = lesson->steps[step].question;
    if (question->kind != BP_QUESTION_CHOICE) return 0;
    const char *caption = question->caption ? question->caption : lesson->steps[step].caption;
    for (int i = 0; i < bp_question_option_count(question); i++)
        if (says(caption, question->options[i]) != (i == (int)(question->answer + 0.5f))) return 0;
    if (is_excepted(lesson, step, caption)) return 0;
    print_error("%s step %d: the caption \"%s\" has the words of the right option, and of no other\n",
                lesson->name, step + 1, caption);
    return 1;
}

static void no_text_tells_the_answer(void **state) {
    (void)state;
    int found = 0;
    for (const bp_lesson_plan *const *lesson = bp_lesson_registry; *lesson; lesson++)
        for (int step = 0; step < (*lesson)->step_count; step++)
            if ((*lesson)->steps[step].question)
                found += check_numbers(*lesson, step) + check_words(*lesson, step);
    if (found > 0)
        fail_msg("%d lines tell an answer. Say it after the question (bp_question.caption is the caption of "
                 "the open "
                 "step), bring the readout with the question's own step, or add the line to EXCEPTIONS with "
                 "its reason",
                 found);
}

/* Each question can be answered: an angle has a ghost and a bone, options are there, the answer is one of them, and
 * each wrong answer that is explained is wrong. */
static void check_question(const bp_lesson_plan *lesson, int step) {
    const bp_question *question = lesson->steps[step].question;
    int count = bp_question_option_count(question), answer = (int)(question->answer + 0.5f);
    bool right;
    bp_question_judge(question, question->answer, &right);
    if (!right || !question->right || !question->hint)
        fail_msg("%s step %d: no right answer, or no reply", lesson->name, step + 1);
    if (question->kind == BP_QUESTION_ANGLE && (!question->pose || !question->bone))
        fail_msg("%s step %d: an angle needs `pose` and `bone`", lesson->name, step + 1);
    if (question->kind == BP_QUESTION_CHOICE && (count < 2 || answer < 0 || answer >= count))
        fail_msg("%s step %d: the answer %d is none of %d options", lesson->name, step + 1, answer, count);
    if (question->kind == BP_QUESTION_ORDER) {
        unsigned seen = 0;
        for (int i = 0; i < count; i++, answer /= 10) seen |= 1u << answer % 10;
        if (count < 2 || answer != 0 || seen != (1u << (count + 1)) - 2)
            fail_msg("%s step %d: the answer is no order of %d options", lesson->name, step + 1, count);
    }
    for (int i = 0; i < BP_WRONG_ANSWER_MAX && question->wrong[i].why; i++) {
        bp_question_judge(question, question->wrong[i].answer, &right);
        if (right)
            fail_msg("%s step %d: wrong answer %g is right", lesson->name, step + 1,
                     (double)question->wrong[i].answer);
    }
}

static void questions_can_be_answered(void **state) {
    (void)state;
    for (const bp_lesson_plan *const *lesson = bp_lesson_registry; *lesson; lesson++)
        for (int step = 0; step < (*lesson)->step_count; step++)
            if ((*lesson)->steps[step].question) check_question(*lesson, step);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(questions_can_be_answered),
                                       cmocka_unit_test(pictures_do_not_depend_on_the_answer),
                                       cmocka_unit_test(no_text_tells_the_answer)};
    return cmocka_run_group_tests_name("lesson spoilers", tests, NULL, NULL);
}
