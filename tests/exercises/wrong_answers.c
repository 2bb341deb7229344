/* What the checker says to wrong answers that students may plausibly give, written without a look at what it knows
 * (tests/exercises/lists), and to the mistakes that it knows. In the list each has the verdict that is true of it
 * and, for the general ones, words that the explanation must hold. Prints a table:
 *
 *   named    the mistake is named, or what it does to the results is said as the list demands
 *   general  true, but it names no cause ("other", "cases", or results without a relation)
 *   wrong    another mistake is named
 *   passed   the cases don't notice it
 *   longest  seconds of processor time that one of them takes
 *
 * Arguments choose exercises; -v prints each answer. Exit 1 if one passes or is named wrongly. */
#include "exercise/calls.h"
#include "exercise/checker.h"
#include "exercise/diagnose.h"
#include "exercise/exercises.h"
#include <bindpose/exercise.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define DECLARE(id) extern const bp_misconception *const list_##id;
#define ENTRY(id) {#id, &list_##id},
BP_EXERCISE_IDS(DECLARE)
static const struct {
    const char *id;
    const bp_misconception *const *answers;
} LISTS[] = {BP_EXERCISE_IDS(ENTRY)};

enum { SEEDS = 3, NAMED = 0, GENERAL, WRONG, PASSED, KINDS };

/* Arrays for a mutant, one behind another, with room for indices that lead out of them. */
typedef struct answer_room {
    bp_call call;
    size_t used;
    max_align_t space[12 * 1024];
} answer_room;

static void *take(bp_call *call, size_t bytes) {
    answer_room *room = (answer_room *)(void *)call;
    void *taken = room->space + room->used;
    room->used += (bytes + sizeof room->space[0] - 1) / sizeof room->space[0];
    return taken;
}

static bp_exercise_result result;
static double longest;
static bp_exercise_answer answers[BP_EXERCISE_CASES];

/* The verdict on a function, with the cases of a seed. */
static void judge(const bp_exercise *exercise, bp_answer_function function, uint64_t seed) {
    bp_exercise with = *exercise; /* the list's function takes the place of the right one for the calls */
    const bp_misconception only = {.function = function};
    bp_case_list cases;
    bp_error error = {0};
    with.wrong = &only;
    with.right = 0;
    memset(&result, 0, sizeof result);
    result.edited = true;
    if (!bp_exercise_make_cases(exercise, NULL, seed, &cases, &error)) exit(3);
    for (int i = 0; i < cases.count; i++)
        answers[i].count = bp_exercise_solve_case(&with, 0, cases.cases[i].in, answers[i].values);
    const clock_t before = clock();
    if (!bp_exercise_judge(exercise, NULL, &cases, answers, cases.count, &result, &error)) exit(3);
    longest = fmax(longest, (double)(clock() - before) / CLOCKS_PER_SEC);
    bp_free(NULL, cases.cases);
}

/* "a|b" holds a and b. */
static bool is_among(const char *list, const char *id) {
    const size_t length = strlen(id);
    for (const char *at = list; at; at = strchr(at, '|'), at += at != NULL)
        if (strncmp(at, id, length) == 0 && (at[length] == '|' || at[length] == '\0')) return true;
    return false;
}

static bool is_general(const char *id) {
    return strcmp(id, "other") == 0 || strcmp(id, "cases") == 0 || strcmp(id, "parts") == 0;
}

static int kind_of(const bp_misconception *entry) {
    if (result.verdict == BP_EXERCISE_PASSED) return PASSED;
    if (is_among(entry->id, result.id) && strstr(result.text, entry->text))
        return is_general(result.id) ? GENERAL : NAMED;
    static const char *const TRUE_OF_ALL[] = {"change", "results",     "parts",      "nearly",   "cases",
                                              "other",  "not_written", "not_finite", "no_effect"};
    for (size_t i = 0; i < BP_COUNT(TRUE_OF_ALL); i++)
        if (strcmp(result.id, TRUE_OF_ALL[i]) == 0)
            return is_general(result.id) || strcmp(result.id, "nearly") == 0 || strstr(entry->id, "|")
                       ? GENERAL
                       : NAMED;
    return WRONG;
}

static bool is_chosen(const bp_exercise *exercise, int argc, char **argv) {
    bool any = false;
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '-') continue;
        any = true;
        if (bp_exercise_find(argv[i]) == exercise) return true;
    }
    return !any;
}

static void count_list(const bp_exercise *exercise, const bp_misconception *list, bool verbose,
                       int counts[KINDS]) {
    for (const bp_misconception *entry = list; entry->id; entry++) {
        int worst = NAMED;
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            judge(exercise, entry->function, seed);
            const int kind = kind_of(entry);
            if (kind > worst || seed == 1) worst = kind;
            if (kind >= WRONG || (verbose && seed == 1))
                printf("%s %s, %d: expected %s, got %s, seed %d: %.600s\n",
                       kind >= WRONG ? "[  FAILED  ]" : "  ", exercise->id, (int)(entry - list) + 1,
                       entry->id, result.verdict == BP_EXERCISE_PASSED ? "PASSED" : result.id, (int)seed,
                       result.text);
            if (kind >= GENERAL) break;
        }
        counts[worst]++;
    }
}

static int run_mutant(const bp_exercise *exercise, const bp_mutants *mutants, const float *in, float *out) {
    static answer_room room;
    room = (answer_room){.call = {mutants->function, take}};
    bp_current_mutant.steps = 20000;
    for (int k = 0; k < BP_EXERCISE_FLOATS; k++) out[k] = 0.0f / 0.0f;
    return (int)(exercise->call(&room.call, in, out) - out);
}

/* Without a change, the solutions that are searched must be correct: the second was written by hand. */
static bool are_solutions(const bp_exercise *exercise) {
    bool good = true;
    for (const bp_mutants *mutants = exercise->mutants; mutants; mutants = mutants->next)
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            bp_case_list cases;
            bp_error error = {0};
            if (!bp_exercise_make_cases(exercise, NULL, seed, &cases, &error)) exit(3);
            for (int i = 0; i < cases.count; i++) {
                float right[BP_EXERCISE_FLOATS], out[BP_EXERCISE_FLOATS];
                const int count = bp_exercise_solve_case(exercise, exercise->right, cases.cases[i].in, right);
                const int got = run_mutant(exercise, mutants, cases.cases[i].in, out);
                if (bp_exercise_compare_answers(exercise, out, got, right, count) < 0) continue;
                printf("[  FAILED  ] %s: %s solution without a change is wrong: %s, seed %d\n",
                       exercise->name, mutants == exercise->mutants ? "the" : "another", cases.cases[i].name,
                       (int)seed);
                good = false;
            }
            bp_free(NULL, cases.cases);
        }
    return good;
}

/* Single changes of the correct answer (src/exercise/mutant.h) that no case notices. */
static void list_survivors(const bp_exercise *exercise, const bp_mutants *mutants) {
    static bp_case_list cases[SEEDS];
    int tried = 0, survived = 0;
    bp_error error = {0};
    for (int seed = 0; seed < SEEDS; seed++)
        if (!bp_exercise_make_cases(exercise, NULL, (uint64_t)seed + 1, &cases[seed], &error)) exit(3);
    for (int p = 0; mutants->points[p].kind != BP_MUTATE_END; p++)
        for (int a = 1; a <= bp_mutation_alternatives(&mutants->points[p]); a++, tried++) {
            bool same = true;
            for (int i = 0; i < SEEDS * cases[0].count && same; i++) {
                const bp_case_list *list = &cases[i % SEEDS];
                if (i / SEEDS >= list->count) continue;
                const float *in = list->cases[i / SEEDS].in;
                float right[BP_EXERCISE_FLOATS], out[BP_EXERCISE_FLOATS];
                const int count = bp_exercise_solve_case(exercise, exercise->right, in, right);
                bp_current_mutant.alternatives[p + 1] = (short)a;
                const int got = run_mutant(exercise, mutants, in, out);
                bp_current_mutant.alternatives[p + 1] = 0;
                same = bp_current_mutant.steps >= 0 &&
                       bp_exercise_compare_answers(exercise, out, got, right, count) < 0;
            }
            if (!same) continue;
            bp_note note = {.used = 0};
            bp_mutation_say(&note, &mutants->points[p], a);
            printf("%s SURVIVES: %s, in %s\n", exercise->id, note.text,
                   mutants->places[mutants->points[p].place]);
            survived++;
        }
    printf("%s: %d of %d changes survive\n", exercise->id, survived, tried);
    for (int seed = 0; seed < SEEDS; seed++) bp_free(NULL, cases[seed].cases);
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "-m") == 0) {
        for (const bp_exercise *const *one = bp_exercises; *one; one++)
            for (const bp_mutants *mutants = (*one)->mutants; mutants && is_chosen(*one, argc, argv);
                 mutants = mutants->next)
                list_survivors(*one, mutants);
        return 0;
    }
    const bool verbose = argc > 1 && strcmp(argv[1], "-v") == 0;
    int total[KINDS] = {0};
    bool good = true;
    printf("%-32s %7s %7s %8s %7s %7s %8s\n", "exercise", "answers", "named", "general", "wrong", "passed",
           "longest");
    for (size_t i = 0; i < BP_COUNT(LISTS); i++) {
        const bp_exercise *exercise = bp_exercise_find(LISTS[i].id);
        int counts[KINDS] = {0}, sum = 0;
        longest = 0;
        if (!is_chosen(exercise, argc, argv)) continue;
        good &= are_solutions(exercise);
        count_list(exercise, *LISTS[i].answers, verbose, counts);
        count_list(exercise, exercise->wrong + 1, verbose, counts);
        for (int k = 0; k < KINDS; k++) total[k] += counts[k], sum += counts[k];
        printf("%-32s %7d %7d %8d %7d %7d %6.2f s\n", exercise->name, sum, counts[NAMED], counts[GENERAL],
               counts[WRONG], counts[PASSED], longest);
    }
    printf("%-32s %7d %7d %8d %7d %7d\n", "all", total[0] + total[1] + total[2] + total[3], total[NAMED],
           total[GENERAL], total[WRONG], total[PASSED]);
    return !good || total[WRONG] + total[PASSED] > 0;
}
