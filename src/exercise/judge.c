/* Judging answers. A misconception explains a failure only if it gives the student's answer in every case,
 * including the correct ones. */
#include "exercise/checker.h"
#include "exercise/exercises.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FLOATS = BP_EXERCISE_FLOATS };

const char *bp_exercise_verdict_text(bp_exercise_verdict verdict) {
    static const char *const TEXTS[] = {"passed", "wrong", "build", "forbidden", "crash", "time", "memory"};
    return TEXTS[verdict];
}

int bp_exercise_exit_code(bp_exercise_verdict verdict) {
    static const int CODES[] = {
        [BP_EXERCISE_BUILD] = 2,     [BP_EXERCISE_TIME] = 4,  [BP_EXERCISE_WRONG] = 1,
        [BP_EXERCISE_FORBIDDEN] = 1, [BP_EXERCISE_CRASH] = 1, [BP_EXERCISE_MEMORY] = 1};
    return CODES[verdict];
}

/* If a case has a recorded answer, the exercise's own answer must agree with it. */
static bool find_expected(const bp_exercise *exercise, const bp_exercise_case *one,
                          bp_exercise_answer *expected, bp_error *error) {
    expected->count = bp_exercise_solve_case(exercise, exercise->right, one->in, expected->values);
    if (one->expected_count == 0) return true;
    int index = bp_exercise_compare_answers(exercise, expected->values, expected->count, one->expected,
                                            one->expected_count);
    if (index >= 0)
        return bp_fail(error, BP_ERROR_INPUT, one->name,
                       "the exercise's own answer differs from the recorded one at index %d", index);
    memcpy(expected->values, one->expected, sizeof one->expected);
    expected->count = one->expected_count;
    return true;
}

static bool is_explained(const bp_exercise *exercise, int misconception, const bp_case_list *cases,
                         const bp_exercise_answer *answers, int answered, bool either) {
    float values[FLOATS];
    for (int i = 0; i < answered; i++) {
        if (either && cases->cases[i].either) continue;
        int count = bp_exercise_solve_case(exercise, misconception, cases->cases[i].in, values);
        if (bp_exercise_compare_answers(exercise, answers[i].values, answers[i].count, values, count) >= 0)
            return false;
    }
    return answered > 0;
}

static bool is_not_a_number(float value) { return isnan(value); }
static bool is_infinite(float value) { return isinf(value); }

/* Never written, not a number, and infinite have different causes. Names the first such result of the failed
 * case. */
static bool explain_not_finite(const bp_exercise *exercise, bp_exercise_result *result) {
    static const struct {
        bool (*test)(float value);
        const char *id, *text;
    } TESTS[] = {{bp_is_unwritten, "not_written",
                  "is never written (it is shown as ?), or is computed from something that is never written. "
                  "Does a loop end too early, or does an `if` leave it out?"},
                 {is_not_a_number, "not_finite",
                  "is not a number (NaN). Look for 0 / 0, for acosf or sqrtf of a number outside their "
                  "range, and for a variable that has no value yet."},
                 {is_infinite, "not_finite", "is infinite. Look for a division by 0."}};
    for (size_t k = 0; k < BP_COUNT(TESTS); k++)
        for (int i = 0; i < result->got_count; i++) {
            char name[64] = "a result";
            int index = i;
            if (!TESTS[k].test(result->got[i])) continue;
            bp_exercise_output_at(exercise, result->in, &index, name, sizeof name);
            return bp_exercise_set_verdict(result, BP_EXERCISE_WRONG, TESTS[k].id, "`%s` %s", name,
                                           TESTS[k].text);
        }
    return false;
}

/* The answer of an original file is "not done" only if the file still is that; an edited one may give the
 * same answer for a reason. */
static void explain(const bp_exercise *exercise, const bp_allocator *allocator, const bp_case_list *cases,
                    const bp_exercise_answer *answers, int answered, bp_exercise_result *result) {
    int found = -1;
    /* First in every case, then in those that every student must meet. The correct answer there isn't a
     * mistake. */
    for (int either = 0; either < 2 && found < 0; either++) {
        if (either && is_explained(exercise, exercise->right, cases, answers, answered, true)) break;
        for (int i = 0; i < exercise->right && found <= 0; i++) {
            if (!is_explained(exercise, i, cases, answers, answered, either)) continue;
            found = i;
            if (i == 0 && !result->edited) break;
        }
    }
    if (found == 0 && result->edited)
        bp_exercise_set_verdict(result, BP_EXERCISE_WRONG, "no_effect",
                                "The results are still those of the unchanged file. Does your code run at "
                                "all? Perhaps a variable has no value yet, or a test is never true.");
    else if (found >= 0)
        bp_exercise_set_verdict(result, BP_EXERCISE_WRONG, exercise->wrong[found].id, "%s",
                                exercise->wrong[found].text);
    else if (!explain_not_finite(exercise, result) &&
             !bp_exercise_diagnose(exercise, allocator, cases, answers, answered, result))
        bp_exercise_set_verdict(result, BP_EXERCISE_WRONG, "other",
                                "This is none of the known mistakes. Follow the case step by step, and find "
                                "the first number that differs from yours.");
}

static void copy_case(bp_exercise_result *result, const bp_exercise_case *one,
                      const bp_exercise_answer *answer, const bp_exercise_answer *expected) {
    snprintf(result->case_name, sizeof result->case_name, "%s", one->name);
    result->in_count = one->in_count;
    memcpy(result->in, one->in, sizeof result->in);
    result->got_count = answer ? answer->count : 0;
    if (answer) memcpy(result->got, answer->values, sizeof result->got);
    result->expected_count = expected->count;
    memcpy(result->expected, expected->values, sizeof result->expected);
}

/* Whether this failure is easier to follow than the one that is kept. The fixed cases come in a good order;
 * of those from the seed, the shortest is best. */
static bool is_easier(const bp_exercise_case *one, bool answered, const bp_exercise_result *result) {
    if (result->failed_case < 0) return true;
    return answered && strncmp(result->case_name, "from the seed", 13) == 0 &&
           one->in_count < result->in_count;
}

/* Counts correct cases. Keeps the numbers of the first case, and then those of the smallest that fails. */
static void judge_case(const bp_exercise *exercise, const bp_exercise_case *one, int index,
                       const bp_exercise_answer *answer, const bp_exercise_answer *expected,
                       bp_exercise_result *result) {
    int difference = answer ? bp_exercise_compare_answers(exercise, answer->values, answer->count,
                                                          expected->values, expected->count)
                            : -1;
    bool correct = answer && difference < 0, keep = !correct && is_easier(one, answer != NULL, result);
    result->case_right += correct;
    if (index == 0 || keep) copy_case(result, one, answer, expected);
    if (!keep) return;
    result->failed_case = index;
    result->first_difference = difference;
}

bool bp_exercise_judge(const bp_exercise *exercise, const bp_allocator *allocator, const bp_case_list *cases,
                       const bp_exercise_answer *answers, int answered, bp_exercise_result *result,
                       bp_error *error) {
    bp_exercise_answer *expected = bp_alloc(allocator, 1, sizeof *expected, error);
    bool ok = expected != NULL;
    result->case_count = cases->count;
    result->case_right = 0;
    result->failed_case = result->first_difference = -1;
    for (int i = 0; i < cases->count && ok; i++) {
        const bp_exercise_case *one = &cases->cases[i];
        ok = find_expected(exercise, one, expected, error);
        judge_case(exercise, one, i, i < answered ? &answers[i] : NULL, expected, result);
    }
    bp_exercise_set_verdict(result, BP_EXERCISE_PASSED, "", "%s", "");
    result->points = result->failed_case < 0 ? BP_EXERCISE_POINTS : 0;
    if (result->failed_case >= 0) result->verdict = BP_EXERCISE_WRONG;
    if (ok && result->failed_case >= 0) explain(exercise, allocator, cases, answers, answered, result);
    bp_free(allocator, expected);
    return ok;
}
