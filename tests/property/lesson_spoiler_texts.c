/* No text gives an open question's answer away: no number that is drawn or that the reply to a wrong answer says may
 * equal the answer, as far as it is written out, unless the question itself says it, or it is 0 or 1, or the table
 * says why. No caption and no reply has the words of the right option alone. */
#include "support/lesson_player.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>

/* Lines that may have the answer's number or words: each with its reason. */
static const struct {
    int lesson, step; /* 1.. */
    const char *text; /* part of the line; "": any line of the step */
    const char *reason;
} EXCEPTIONS[] = {
    {7, 4, "100°", "rest is known from step 3; the question is whether local becomes equal to it"},
    {8, 2, "0.5", "the answer is that the number stays as it is, so it is there"},
    {8, 3, "0.5", "likewise"},
    {25, 6, "level 2", "all four levels are numbered; which of them a pixel reads isn't told"},
};

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
    bench b;
    open_player(&b, lesson, step, &(look){.name = "page"});
    texts->count = 0;
    draw_player(&b, texts);
    const bp_lesson_screen *screen = b.app.lesson;
    const bp_question *question = lesson->steps[step].question;
    const bp_layout *layout = &screen->layout;
    int kept = 0;
    for (int i = 0; i < texts->count; i++) {
        bp_rect rect = texts->items[i].rect;
        bool read = bp_rect_contains(layout->read, (float)rect.x + 1, (float)rect.y + 1);
        bool asked = read && rect.y >= screen->question_y;
        bool step_line = strncmp(texts->items[i].text, "Lesson ", 7) == 0; /* "2 of 7" */
        if (asked || step_line || (screen->option_count > 0 && !read) ||
            bp_rect_overlaps(rect, layout->footer) || !texts->items[i].text[1] ||
            strstr(question->text, texts->items[i].text))
            continue;
        texts->items[kept++] = texts->items[i];
    }
    texts->count = kept;
    bench_close(&b);
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
    char caption[BP_PROSE_MAX];
    bp_prose_plain(question->caption ? question->caption : bp_step_prose(&lesson->steps[step]), caption,
                   sizeof caption);
    for (int i = 0; i < bp_question_option_count(question); i++)
        if (says(caption, question->options[i]) != (i == (int)(question->answer + 0.5f))) return 0;
    if (is_excepted(lesson, step, caption)) return 0;
    print_error("%s step %d: the caption \"%s\" has the words of the right option, and of no other\n",
                lesson->name, step + 1, caption);
    return 1;
}

/* The reply to a wrong answer has neither the right one's number, nor the words of the right option alone. */
static int check_reply(const bp_lesson_plan *lesson, int step, const char *reply) {
    const bp_question *question = lesson->steps[step].question;
    float answer, tolerance;
    bool tells = number_of(question, &answer, &tolerance) && contains(reply, answer, tolerance);
    if (question->kind == BP_QUESTION_CHOICE) {
        bool words = true;
        for (int i = 0; i < bp_question_option_count(question); i++)
            words = words && says(reply, question->options[i]) == (i == (int)(question->answer + 0.5f));
        tells = tells || words;
    }
    if (!tells || is_excepted(lesson, step, reply)) return 0;
    print_error("%s step %d: the reply \"%s\" to a wrong answer tells the right one\n", lesson->name,
                step + 1, reply);
    return 1;
}

static int check_replies(const bp_lesson_plan *lesson, int step) {
    const bp_question *question = lesson->steps[step].question;
    int found = question->hint ? check_reply(lesson, step, question->hint) : 0;
    for (int i = 0; i < BP_WRONG_ANSWER_MAX && question->wrong[i].why; i++)
        found += check_reply(lesson, step, question->wrong[i].why);
    return found;
}

static void no_text_tells_the_answer(void **state) {
    (void)state;
    int found = 0;
    for (const bp_lesson_plan *const *lesson = bp_lesson_registry; *lesson; lesson++)
        for (int step = 0; step < (*lesson)->step_count; step++)
            if ((*lesson)->steps[step].question && test_takes(step + (*lesson)->number, 3))
                found +=
                    check_numbers(*lesson, step) + check_words(*lesson, step) + check_replies(*lesson, step);
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
    if (!right || !question->right || (question->kind != BP_QUESTION_CHOICE && !question->hint))
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
                                       cmocka_unit_test(no_text_tells_the_answer)};
    return cmocka_run_group_tests_name("lesson spoiler texts", tests, NULL, NULL);
}
