/* Answers of exercises: any bytes that a student's process writes are decoded as far as they are valid, judged
 * and reported. The verdict is "passed" only if every answer is right, and the numbers in the result are
 * consistent. */
#include "exercise/checker.h"
#include "fuzz/input.h"

enum { KINDS = 5 };

/* The right answers, some of them changed by the input. */
static bp_file write_answers(const bp_exercise *exercise, const bp_case_list *cases, fuzz_input *in,
                             bool *intact) {
    bp_file out = {malloc(BP_EXERCISE_CASES * (BP_EXERCISE_FLOATS + 1) * sizeof(float)), 0};
    if (!out.data) abort();
    *intact = true;
    for (int i = 0; i < cases->count; i++) {
        float values[BP_EXERCISE_FLOATS] = {0};
        uint32_t count =
            (uint32_t)bp_exercise_solve_case(exercise, exercise->right, cases->cases[i].in, values);
        uint8_t what = fuzz_byte(in);
        if (what > 0) *intact = false;
        if (what >= 250) break;
        if (what >= 200)
            count = what % 2 ? fuzz_word(in) % BP_EXERCISE_FLOATS : count + what % 3;
        else if (what > 0 && count > 0)
            values[what % count] = fuzz_float(in);
        memcpy(out.data + out.size, &count, sizeof count);
        memcpy(out.data + out.size + sizeof count, values, count * sizeof(float));
        out.size += sizeof count + count * sizeof(float);
    }
    return out;
}

static void check_result(const bp_exercise *exercise, const bp_exercise_result *r, int cases, int answered) {
    bool passed = r->verdict == BP_EXERCISE_PASSED;
    FUZZ_CHECK(passed || r->verdict == BP_EXERCISE_WRONG, "verdict %d", (int)r->verdict);
    FUZZ_CHECK(r->case_count == cases && r->case_right <= answered, "%d of %d, answered %d", r->case_right,
               r->case_count, answered);
    FUZZ_CHECK(passed == (r->case_right == cases) && passed == (r->failed_case < 0),
               "%d right of %d, failed %d", r->case_right, cases, r->failed_case);
    FUZZ_CHECK(passed == (r->points == BP_EXERCISE_POINTS), "%d points", r->points);
    FUZZ_CHECK(passed == !r->id[0] && passed == !r->text[0], "the verdict's reason is \"%s\"", r->id);
    FUZZ_CHECK(r->got_count >= 0 && r->got_count <= BP_EXERCISE_FLOATS, "%d floats", r->got_count);
    FUZZ_CHECK(r->first_difference <= r->got_count, "difference at %d of %d", r->first_difference,
               r->got_count);
    bp_file text = {0};
    bp_error error = {0};
    FUZZ_CHECK(bp_exercise_report(exercise, NULL, r, NULL, &text, &error), "%s", error.message);
    FUZZ_CHECK(text.size > 0 && strlen((const char *)text.data) == text.size, "the report has a zero in it");
    bp_file_free(NULL, &text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static bp_exercise_answer answers[BP_EXERCISE_CASES];
    fuzz_input in = {data, size, 0};
    int number = 0;
    while (bp_exercises[number]) number++;
    const bp_exercise *exercise = bp_exercises[fuzz_below(&in, number)];
    bp_case_list cases = {0};
    bp_error error = {0};
    bool bytes = fuzz_byte(&in) % KINDS == 0, intact = false;
    FUZZ_CHECK(bp_exercise_make_cases(exercise, NULL, 1 + (uint64_t)fuzz_byte(&in), &cases, &error), "%s",
               error.message);
    bp_file written = {(uint8_t *)malloc(fuzz_left(&in) + 1), fuzz_left(&in)};
    if (bytes) {
        memcpy(written.data, data + in.at, written.size);
    } else {
        free(written.data);
        written = write_answers(exercise, &cases, &in, &intact);
    }
    bool malformed = false;
    int answered = bp_exercise_decode_answers(&written, cases.count, answers, &malformed);
    FUZZ_CHECK(answered >= 0 && answered <= cases.count, "%d answers to %d cases", answered, cases.count);
    bp_exercise_result *result = calloc(1, sizeof *result);
    if (!result) abort();
    FUZZ_CHECK(bp_exercise_judge(exercise, NULL, &cases, answers, answered, result, &error), "%s",
               error.message);
    check_result(exercise, result, cases.count, answered);
    FUZZ_CHECK(!intact || (result->verdict == BP_EXERCISE_PASSED && !malformed), "right answers are refused");
    free(result);
    free(written.data);
    bp_free(NULL, cases.cases);
    return 0;
}
