/* Answers without a compiler: a formula, or letters of lines. Both give the exercise's answer to each case,
 * and bp_exercise_judge judges it, as it does for C files. */
#include "exercise/checker.h"
#include "exercise/exercises.h"
#include "exercise/expression.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_LINES = 26 };

/* An answer that was read. */
typedef struct read_answer {
    bp_expression expression;
    unsigned char lines[MOST_LINES];
    int line_count;
} read_answer;

/* "D A F", or "DAF": each letter once. */
static bool read_letters(const bp_exercise_form *form, const char *text, read_answer *to,
                         bp_expression_problem *problem) {
    to->line_count = 0;
    for (int at = 0; text[at]; at++) {
        if (strchr(" ,\t\r\n", text[at])) continue;
        int line = (text[at] & ~0x20) - 'A';
        if (line < 0 || line >= form->line_count)
            return bp_expression_fail(problem, at, "the lines are called A to %c",
                                      'A' + form->line_count - 1);
        if (memchr(to->lines, line, (size_t)to->line_count))
            return bp_expression_fail(problem, at, "line %c is there twice", 'A' + line);
        to->lines[to->line_count++] = (unsigned char)line;
    }
    return form->kind != BP_FORM_CHOICE || to->line_count == 1 ||
           bp_expression_fail(problem, 0, "choose one of the lines");
}

static int answer_case(const bp_exercise *exercise, const read_answer *from, const float *in, float *out,
                       bp_expression_problem *problem) {
    bp_exercise_inputs inputs;
    for (int i = 0; i < BP_EXERCISE_FLOATS; i++) out[i] = NAN;
    if (exercise->form.kind == BP_FORM_EXPRESSION)
        return bp_expression_run(&from->expression, in, out, problem);
    bp_exercise_unpack(exercise->inputs, in, inputs.bytes);
    return (int)(exercise->form.run(inputs.bytes, from->lines, from->line_count, out) - out);
}

/* Line and column, both from 1; a column is a character. */
static void locate(const char *text, int at, bp_exercise_result *result) {
    result->line = result->column = 1;
    for (int i = 0; i < at && text[i]; i++) {
        if (((unsigned char)text[i] & 0xC0) != 0x80) result->column++;
        if (text[i] != '\n') continue;
        result->line++;
        result->column = 1;
    }
}

static bool fail_answer(const bp_exercise *exercise, const char *text, const char *case_name,
                        const bp_expression_problem *problem, bp_exercise_result *result) {
    locate(text, problem->at, result);
    bool formula = exercise->form.kind == BP_FORM_EXPRESSION;
    char where[64] = "", when[140] = "";
    if (formula) snprintf(where, sizeof where, "Line %d, column %d: ", result->line, result->column);
    if (case_name && problem->about_case) snprintf(when, sizeof when, " (in the case \"%s\")", case_name);
    return bp_exercise_set_verdict(result, BP_EXERCISE_BUILD, "answer", "%s%s%s.", where, problem->message,
                                   when);
}

static bool check_cases(const bp_exercise *exercise, const bp_allocator *allocator, const char *text,
                        const bp_case_list *cases, const read_answer *from, bp_exercise_answer *answers,
                        bp_exercise_result *result, bp_error *error) {
    bp_expression_problem problem = {0};
    for (int i = 0; i < cases->count; i++) {
        answers[i].count = answer_case(exercise, from, cases->cases[i].in, answers[i].values, &problem);
        if (answers[i].count < 0) return fail_answer(exercise, text, cases->cases[i].name, &problem, result);
    }
    return bp_exercise_judge(exercise, allocator, cases, answers, cases->count, result, error);
}

bool bp_exercise_check_answer(const bp_exercise *exercise, const bp_allocator *allocator, const char *answer,
                              uint64_t seed, bp_exercise_result *result, bp_error *error) {
    bp_expression_problem problem = {0};
    bp_case_list cases = {0};
    *result = (bp_exercise_result){.failed_case = -1, .first_difference = -1};
    read_answer *from = bp_alloc(allocator, 1, sizeof *from, error);
    bp_exercise_answer *answers = bp_alloc(allocator, BP_EXERCISE_CASES, sizeof *answers, error);
    bool ok = from && answers && bp_exercise_make_cases(exercise, allocator, seed, &cases, error);
    bool formula = exercise->form.kind == BP_FORM_EXPRESSION;
    bool is_read = ok && (formula ? bp_expression_parse(exercise, answer, &from->expression, &problem)
                                  : read_letters(&exercise->form, answer, from, &problem));
    if (is_read)
        ok = check_cases(exercise, allocator, answer, &cases, from, answers, result, error);
    else if (ok)
        fail_answer(exercise, answer, NULL, &problem, result);
    bp_free(allocator, cases.cases);
    bp_free(allocator, answers);
    bp_free(allocator, from);
    return ok;
}
