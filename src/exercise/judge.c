/* Judging answers. A value is right when each of its floats is within the tolerance, relative to the largest float
 * of the wanted value (at least 1); a quaternion also when all its signs are the other way round. A misconception is
 * named only where it gives the student's answers in every case, right ones included, and in the one that failed. */
#include <bindpose/exercise.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ROOM = BP_EXERCISE_FLOATS };

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

static bool is_close(float got, float wanted, double allowed) {
    if (isnan(wanted)) return isnan(got);
    return got == wanted || fabs((double)got - (double)wanted) <= allowed;
}

/* The first float of one value that is off, or -1. `sign` -1 compares with the negated wanted. */
static int first_off(const float *got, const float *wanted, int count, double tolerance, float sign) {
    double size = 1;
    for (int i = 0; i < count; i++)
        if (fabs((double)wanted[i]) > size) size = fabs((double)wanted[i]);
    for (int i = 0; i < count; i++)
        if (!is_close(got[i], sign * wanted[i], tolerance * size)) return i;
    return -1;
}

/* The first float of a whole answer that is off, or -1. */
static int compare(const bp_exercise *exercise, const float *got, int got_count, const float *wanted,
                   int wanted_count) {
    double tolerance = exercise->tolerance > 0 ? (double)exercise->tolerance : 1e-4;
    int at = 0;
    for (const bp_exercise_value *value = exercise->outputs; value->name && at < wanted_count; value++) {
        int floats = bp_value_floats(value->kind), repeat = value->count > 0    ? value->count
                                                            : value->count == 0 ? 1
                                                                                : ROOM;
        for (int i = 0; i < repeat && at + floats <= wanted_count; i++, at += floats) {
            if (at + floats > got_count) return got_count;
            int off = first_off(got + at, wanted + at, floats, tolerance, 1);
            if (off >= 0 && value->kind == BP_VALUE_QUAT)
                off = first_off(got + at, wanted + at, floats, tolerance, -1) < 0 ? -1 : off;
            if (off >= 0) return at + off;
        }
    }
    return got_count > wanted_count ? wanted_count : -1;
}

static int solve(bp_exercise_solve *how, const float *in, float *out) {
    for (int i = 0; i < ROOM; i++) out[i] = NAN;
    return (int)(how(in, out) - out);
}

/* What a case wants: its recorded answer where it has one. False where the exercise contradicts itself. */
static bool wanted_of(const bp_exercise *exercise, const bp_exercise_case *one, float *wanted, int *count,
                      bp_error *error) {
    *count = solve(exercise->right, one->in, wanted);
    if (one->wanted_count == 0) return true;
    int off = compare(exercise, wanted, *count, one->wanted, one->wanted_count);
    if (off >= 0)
        return bp_fail(error, BP_ERROR_INPUT, one->name,
                       "the exercise's own answer differs from the recorded one at %d", off);
    memcpy(wanted, one->wanted, sizeof one->wanted);
    *count = one->wanted_count;
    return true;
}

static bool explains(const bp_exercise *exercise, const bp_misconception *wrong, const bp_case_list *cases,
                     const bp_exercise_answer *answers, int answered, float *scratch) {
    for (int i = 0; i < answered; i++) {
        int count = solve(wrong->solve, cases->cases[i].in, scratch);
        if (compare(exercise, answers[i].values, answers[i].count, scratch, count) >= 0) return false;
    }
    return answered > 0;
}

static void explain(const bp_exercise *exercise, const bp_case_list *cases, const bp_exercise_answer *answers,
                    int answered, float *scratch, bp_exercise_result *result) {
    for (const bp_misconception *wrong = exercise->wrong; wrong->id; wrong++) {
        if (!explains(exercise, wrong, cases, answers, answered, scratch)) continue;
        snprintf(result->id, sizeof result->id, "%s", wrong->id);
        snprintf(result->text, sizeof result->text, "%s", wrong->text);
        return;
    }
    float first = result->first_difference >= 0 && result->first_difference < result->got_count
                      ? result->got[result->first_difference]
                      : 0;
    bool finite = isfinite(first);
    snprintf(result->id, sizeof result->id, "%s", finite ? "other" : "not_finite");
    snprintf(
        result->text, sizeof result->text, "%s",
        finite
            ? "This is none of the mistakes that are known here. Do the first case by hand and look where "
              "the numbers part."
            : "Something is not a number, or infinite: a division by zero, the root of something negative, "
              "or a value that was never written.");
}

static void keep_case(bp_exercise_result *result, const bp_exercise_case *one,
                      const bp_exercise_answer *answer, const float *wanted, int wanted_count) {
    snprintf(result->case_name, sizeof result->case_name, "%s", one->name);
    result->in_count = one->in_count;
    memcpy(result->in, one->in, sizeof result->in);
    result->got_count = answer ? answer->count : 0;
    if (answer) memcpy(result->got, answer->values, sizeof result->got);
    result->wanted_count = wanted_count;
    memcpy(result->wanted, wanted, sizeof result->wanted);
}

/* Keeps the first case, and then the first that is wrong. */
static void note_case(bp_exercise_result *result, const bp_exercise_case *one, int number,
                      const bp_exercise_answer *answer, const float *wanted, int wanted_count, int off) {
    bool wrong = !answer || off >= 0;
    bool first_wrong = wrong && result->failed_case < 0;
    if (number == 0 || first_wrong) keep_case(result, one, answer, wanted, wanted_count);
    if (!wrong) result->case_right++;
    if (!first_wrong) return;
    result->failed_case = number;
    result->first_difference = answer ? off : -1;
}

bool bp_exercise_judge(const bp_exercise *exercise, const bp_allocator *allocator, const bp_case_list *cases,
                       const bp_exercise_answer *answers, int answered, bp_exercise_result *result,
                       bp_error *error) {
    float *wanted =
        bp_alloc(allocator, 2 * ROOM, sizeof *wanted, error); /* the other half: misconceptions' */
    if (!wanted) return false;
    bool good = true;
    result->case_count = cases->count;
    result->case_right = 0;
    result->failed_case = -1;
    result->first_difference = -1;
    for (int i = 0; i < cases->count && good; i++) {
        int count = 0;
        good = wanted_of(exercise, &cases->cases[i], wanted, &count, error);
        const bp_exercise_answer *answer = i < answered ? &answers[i] : NULL;
        int off = answer ? compare(exercise, answer->values, answer->count, wanted, count) : -1;
        note_case(result, &cases->cases[i], i, answer, wanted, count, off);
    }
    result->verdict = result->failed_case < 0 ? BP_EXERCISE_PASSED : BP_EXERCISE_WRONG;
    result->points = result->verdict == BP_EXERCISE_PASSED ? BP_EXERCISE_POINTS : 0;
    result->id[0] = result->text[0] = '\0';
    if (good && result->failed_case >= 0) explain(exercise, cases, answers, answered, wanted + ROOM, result);
    bp_free(allocator, wanted);
    return good;
}
