/* Functions on a lesson's data: replies to answers, readouts as text, the number of claims. */
#include <bindpose/lesson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

const char *bp_question_judge(const bp_question *question, float answer, bool *right) {
    float tolerance = question->tolerance > 0 ? question->tolerance : 0.005f;
    if (question->kind == BP_QUESTION_ANGLE && !(question->tolerance > 0)) tolerance = 10;
    *right = fabsf(answer - question->answer) <= tolerance;
    if (*right) return question->right;
    for (int i = 0; i < BP_WRONG_ANSWER_MAX && question->wrong[i].why; i++)
        if (fabsf(answer - question->wrong[i].answer) <= tolerance) return question->wrong[i].why;
    return question->hint;
}

int bp_question_option_count(const bp_question *question) {
    int count = 0;
    while (count < BP_OPTION_MAX && question->options[count]) count++;
    return count;
}

const char *bp_readout_text(const bp_readout *readout, bp_world *world, char *text, size_t size) {
    float values[BP_CLAIM_VALUE_MAX] = {0};
    readout->measure(world, &readout->args, values);
    const char *format = readout->format ? readout->format : "%.4g";
    /* The formats are literals of the lessons; the compiler can't see that here. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(text, size, format, (double)values[0]);
#pragma GCC diagnostic pop
    /* A value that rounds to zero prints as "-0.0". Drop the sign. */
    if (size > 1 && text[0] == '-' && !strpbrk(text, "123456789")) memmove(text, text + 1, strlen(text));
    return text;
}

int bp_lesson_claim_count(const bp_lesson_plan *lesson) {
    int count = 0;
    for (int i = 0; i < lesson->step_count; i++) count += lesson->steps[i].claim_count;
    return count;
}
