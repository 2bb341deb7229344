/* Functions on a lesson's data: replies to answers, readouts as text, the number of claims. */
#include <bindpose/lesson.h>
#include <stdio.h>
#include <string.h>

float bp_question_error(const bp_question *question, float answer, float other) {
    float error = fabsf(answer - other);
    if (question->kind != BP_QUESTION_ANGLE) return error;
    error -= 360 * floorf(error / 360);
    return error > 180 ? 360 - error : error;
}

const char *bp_question_judge(const bp_question *question, float answer, bool *right) {
    float tolerance = question->tolerance > 0 ? question->tolerance : 0.005f;
    if (question->kind == BP_QUESTION_ANGLE && !(question->tolerance > 0)) tolerance = 10;
    float error = bp_question_error(question, answer, question->answer);
    *right = error <= tolerance;
    if (*right) return question->right;
    for (int i = 0; i < BP_WRONG_ANSWER_MAX && question->wrong[i].why; i++)
        if (bp_question_error(question, answer, question->wrong[i].answer) <= tolerance)
            return question->wrong[i].why;
    /* The student has the right idea: the hint would lead away from it. */
    if (question->kind == BP_QUESTION_ANGLE && error <= 2 * tolerance)
        return "That is close. Adjust it a little.";
    return question->hint;
}

int bp_question_option_count(const bp_question *question) {
    int count = 0;
    while (count < BP_OPTION_MAX && question->options[count]) count++;
    return count;
}

/* A value that rounds to zero prints as "-0.0". Drops the sign of each such number in the text. */
static void drop_signs_of_zeros(char *text) {
    for (char *at = text; *at; at++) {
        if (*at != '-') continue;
        size_t zeros = strspn(at + 1, "0."), digits = strspn(at + 1, "0123456789.");
        if (zeros > 0 && zeros == digits) memmove(at, at + 1, strlen(at));
    }
}

const char *bp_readout_text(const bp_readout *readout, bp_world *world, char *text, size_t size) {
    float values[BP_CLAIM_VALUE_MAX] = {0};
    readout->measure(world, &readout->args, values);
    const char *format = readout->format ? readout->format : "%.4g";
    const char *bar = strchr(format, '|');
    if (isnan(values[0])) {
        snprintf(text, size, "not measured");
        return text;
    }
    if (bar) {
        bool second = values[0] != 0;
        snprintf(text, size, "%.*s", second ? (int)strlen(bar + 1) : (int)(bar - format),
                 second ? bar + 1 : format);
        return text;
    }
    /* The formats are literals of the lessons; the compiler can't see that here. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(text, size, format, (double)values[0], (double)values[1], (double)values[2], (double)values[3]);
#pragma GCC diagnostic pop
    drop_signs_of_zeros(text);
    return text;
}

/* The order of reading, where it isn't that of the numbers. */
static const int READING[] = {1, 2, 3, 4, 5, 6, 11, 14, 7, 8, 13, 10, 9, 12};

int bp_lesson_place(int number) {
    for (int i = 0; i < (int)BP_COUNT(READING); i++)
        if (READING[i] == number) return i + 1;
    if (number > 0 && number < READING[0]) return 0;
    return number;
}

int bp_lesson_next_number(const bp_lesson_plan *lesson) {
    int place = bp_lesson_place(lesson->number), count = (int)BP_COUNT(READING);
    bool known = place <= count && READING[place - 1] == lesson->number;
    return known && place < count ? READING[place] : known ? count + 1 : lesson->number + 1;
}

int bp_lesson_claim_count(const bp_lesson_plan *lesson) {
    int count = 0;
    for (int i = 0; i < lesson->step_count; i++) count += lesson->steps[i].claim_count;
    return count;
}

const char *bp_lesson_group_title(bp_lesson_group group) {
    switch (group) {
    case BP_LESSONS_BONES: return "Bones";
    case BP_LESSONS_PIXELS: return "How a pixel is made";
    case BP_LESSON_GROUPS: break;
    }
    return "";
}

const char *bp_claim_name(bp_lesson_group group, int number, char *text, size_t size) {
    if (size > 0) *text = '\0';
    if (number > 0) snprintf(text, size, "%s%d", group == BP_LESSONS_PIXELS ? "P" : "", number);
    return text;
}
