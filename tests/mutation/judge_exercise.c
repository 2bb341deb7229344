/* Judges a program that was built around an answer to an exercise: which seeds does it pass?
 *
 *   judge_exercise EXERCISE PROGRAM SEEDS
 *
 * It runs the program with the cases of each of the seeds 1..SEEDS and prints those that pass, one a line. The program
 * may be built without sanitizers, so it is quicker to try than with bp_exercise_check. Exit 3: it can't be run. */
#include "base/process.h"
#include "exercise/checker.h"
#include <stdio.h>
#include <stdlib.h>

static bool are_right(const bp_exercise *exercise, const bp_case_list *cases, const bp_exercise_answer *answers) {
    for (int i = 0; i < cases->count; i++) {
        float right[BP_EXERCISE_FLOATS];
        const int count = bp_exercise_solve_case(exercise, exercise->right, cases->cases[i].in, right);
        const bp_exercise_answer *got = &answers[i];
        if (bp_exercise_compare_answers(exercise, got->values, got->count, right, count) >= 0) return false;
    }
    return true;
}

/* 1: it passes. 0: it doesn't. -1: it didn't end in time, so more seeds only take time. Ends the program on errors. */
static int judge(const bp_exercise *exercise, const char *program, uint64_t seed) {
    static bp_exercise_answer answers[BP_EXERCISE_CASES];
    bp_error error = {0};
    bp_case_list cases;
    bp_file input;
    bp_process_result ran;
    const bp_process_options task = {.argv = (const char *const[]){program, NULL},
                                     .channel = true,
                                     .answer_limit =
                                         BP_EXERCISE_CASES * (BP_EXERCISE_FLOATS + 1) * sizeof(float),
                                     .seconds = 2,
                                     .megabytes = 512,
                                     .confined = true};
    bp_process_options with_input = task;
    bool ok = bp_exercise_make_cases(exercise, NULL, seed, &cases, &error) &&
              bp_exercise_encode_cases(NULL, &cases, &input, &error);
    with_input.input = input.data;
    with_input.input_size = input.size;
    ok = ok && bp_process_run(NULL, &with_input, &ran, &error);
    bool malformed = false;
    int answered = ok ? bp_exercise_decode_answers(&ran.answer, cases.count, answers, &malformed) : 0;
    if (!ok) {
        fprintf(stderr, "judge_exercise: %s: %s\n", error.place, error.message);
        exit(3);
    }
    const bool ended = ran.end == BP_PROCESS_EXITED && ran.code == 0 && !malformed;
    const int passed = ended && answered == cases.count && are_right(exercise, &cases, answers);
    const bool late = ran.end == BP_PROCESS_TIME_LIMIT;
    bp_process_result_free(NULL, &ran);
    bp_file_free(NULL, &input);
    bp_free(NULL, cases.cases);
    return late ? -1 : passed;
}

int main(int argc, char **argv) {
    const bp_exercise *exercise = argc == 4 ? bp_exercise_find(argv[1]) : NULL;
    if (!exercise) {
        fprintf(stderr, "Usage: judge_exercise EXERCISE PROGRAM SEEDS\n");
        return 3;
    }
    for (int seed = 1; seed <= atoi(argv[3]); seed++) {
        int verdict = judge(exercise, argv[2], (uint64_t)seed);
        if (verdict < 0) break;
        if (verdict) printf("%d\n", seed);
    }
    return 0;
}
