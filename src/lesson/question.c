/* Judging an answer: right within the tolerance, or one of the mistakes that people make, each with
 * the thought behind it, or something else. */
#include <bindpose/lesson.h>
#include <math.h>

static bool near_enough(float a, float b, float tolerance) { return fabsf(a - b) <= tolerance; }

const char *bp_question_judge(const bp_question *question, float answer, bool *right) {
    float tolerance = question->tolerance > 0 ? question->tolerance : 0.005f;
    *right = near_enough(answer, question->answer, tolerance);
    if (*right) return question->right;
    for (int i = 0; i < BP_WRONG_ANSWER_MAX && question->wrong[i].why; i++)
        if (near_enough(answer, question->wrong[i].answer, tolerance)) return question->wrong[i].why;
    return question->hint;
}
