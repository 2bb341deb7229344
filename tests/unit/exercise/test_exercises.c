/* What holds for every exercise and every seed: cases have as many numbers as they say, right answers are finite and
 * have the outputs' shape, misconceptions have that shape too and differ from what is right. And how they are found. */
#include "exercise/calls.h"
#include "exercise/mutant.h"
#include "support/test.h"
#include <ctype.h>
#include <bindpose/exercise.h>
#include <math.h>

enum { SEEDS = 25, ROOM = BP_EXERCISE_FLOATS };

extern int setenv(const char *name, const char *value, int replace); /* POSIX; strict C17 hides them */
extern int unsetenv(const char *name);

/* How many floats a list of values has for a case; *open where it ends with as many as there are. */
static int floats_of(const bp_exercise_value *inputs, const bp_exercise_value *values, const float *in, bool *open) {
    int sum = 0;
    *open = false;
    for (; values->name; values++) {
        if (values->count == BP_VALUE_REST)
            *open = true;
        else
            sum += bp_value_repeat(inputs, values, in) * bp_value_floats(values->kind);
    }
    return sum;
}

static void expect_shape(const bp_exercise *exercise, const char *what, const bp_exercise_value *values,
                         const float *in, int count) {
    bool open;
    int wanted = floats_of(exercise->inputs, values, in, &open);
    if (open ? count < wanted || count > ROOM : count != wanted)
        fail_msg("%s: %s has %d numbers, wanted %d", exercise->name, what, count, wanted);
}

static void check_case(const bp_exercise *exercise, const bp_exercise_case *one) {
    float out[ROOM];
    expect_shape(exercise, one->name, exercise->inputs, one->in, one->in_count);
    int count = bp_exercise_solve_case(exercise, exercise->right, one->in, out);
    expect_shape(exercise, "right", exercise->outputs, one->in, count);
    for (int i = 0; i < count; i++)
        if (!isfinite(out[i])) fail_msg("%s, %s: right[%d] is not finite", exercise->name, one->name, i);
    for (const bp_misconception *wrong = exercise->wrong; wrong->id; wrong++)
        expect_shape(exercise, wrong->id, exercise->outputs, one->in, bp_exercise_solve_case(exercise, (int)(wrong - exercise->wrong), one->in, out));
}

static void test_every_case_has_its_shape(void **state) {
    (void)state;
    for (const bp_exercise *const *one = bp_exercises; *one; one++) {
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            if (!test_takes((int)seed, 3)) continue;
            bp_case_list list;
            bp_error error = {0};
            assert_true(bp_exercise_make_cases(*one, NULL, seed, &list, &error));
            assert_in_range(list.count, 8, BP_EXERCISE_CASES - 1);
            for (int i = 0; i < list.count; i++) check_case(*one, &list.cases[i]);
            bp_free(NULL, list.cases);
        }
    }
}

/* Every misconception given as an answer is refused under its own name, whatever the seed: a teacher's seed must not be
 * kinder than the student's. */
static void test_every_misconception_is_refused(void **state) {
    (void)state;
    bp_exercise_answer *answers = calloc(BP_EXERCISE_CASES, sizeof *answers);
    bp_exercise_result *result = calloc(1, sizeof *result);
    for (const bp_exercise *const *one = bp_exercises; *one; one++) {
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            if (!test_takes((int)seed, 3)) continue;
            bp_case_list list;
            bp_error error = {0};
            assert_true(bp_exercise_make_cases(*one, NULL, seed, &list, &error));
            for (const bp_misconception *wrong = (*one)->wrong; wrong->id; wrong++) {
                for (int i = 0; i < list.count; i++)
                    answers[i].count = bp_exercise_solve_case(*one, (int)(wrong - (*one)->wrong), list.cases[i].in, answers[i].values);
                result->edited = wrong != (*one)->wrong; /* some answers are those of the original file */
                assert_true(bp_exercise_judge(*one, NULL, &list, answers, list.count, result, &error));
                if (strcmp(result->id, wrong->id) != 0)
                    fail_msg("%s, seed %d: %s is taken for \"%s\"", (*one)->name, (int)seed, wrong->id,
                             result->id);
            }
            bp_free(NULL, list.cases);
        }
    }
    free(answers);
    free(result);
}

static void test_a_seed_means_the_same_cases(void **state) {
    (void)state;
    for (const bp_exercise *const *one = bp_exercises; *one; one++) {
        bp_case_list a, b, other;
        bp_error error = {0};
        assert_true(bp_exercise_make_cases(*one, NULL, 7, &a, &error));
        assert_true(bp_exercise_make_cases(*one, NULL, 7, &b, &error));
        assert_true(bp_exercise_make_cases(*one, NULL, 8, &other, &error));
        assert_int_equal(a.count, b.count);
        expect_bytes(a.cases, b.cases, (size_t)a.count * sizeof *a.cases);
        if (a.count == other.count && memcmp(a.cases, other.cases, (size_t)a.count * sizeof *a.cases) == 0)
            fail_msg("%s: seeds 7 and 8 give the same cases", (*one)->name);
        bp_free(NULL, a.cases);
        bp_free(NULL, b.cases);
        bp_free(NULL, other.cases);
    }
}

static void test_a_list_that_is_full(void **state) {
    (void)state;
    bp_case_list list = {.cases = calloc(BP_EXERCISE_CASES, sizeof *list.cases)};
    const bp_exercise_value none[] = {{.name = NULL}};
    list.inputs = none;
    for (int i = 0; i < BP_EXERCISE_CASES + 5; i++) bp_case_add(&list, i % 2 ? "odd" : "even", NULL);
    assert_int_equal(list.count, BP_EXERCISE_CASES);
    assert_string_equal(list.cases[BP_EXERCISE_CASES - 1].name, "even");
    free(list.cases);
}

static void test_random_numbers_stay_in_range(void **state) {
    (void)state;
    bp_case_list list = {.random = 3};
    bool seen[3] = {false, false, false};
    for (int i = 0; i < 2000; i++) {
        float x = bp_case_random(&list, -2, 5);
        assert_true(x >= -2 && x < 5);
        int whole = bp_case_random_below(&list, 3);
        assert_in_range(whole, 0, 2);
        seen[whole] = true;
        expect_float(bp_quat_length(bp_case_random_quat(&list)), 1, 1e-6);
        bp_mat4 inverse;
        assert_true(bp_mat4_inverse_affine(bp_case_random_mat4(&list, 3, i % 2), &inverse));
    }
    assert_true(seen[0] && seen[1] && seen[2]);
}

static void test_finding(void **state) {
    (void)state;
    assert_ptr_equal(bp_exercise_find("05"), bp_exercise_find("05_final_matrix"));
    assert_ptr_equal(bp_exercise_find("5"), bp_exercise_find("05"));
    assert_string_equal(bp_exercise_find("5")->id, "05");
    assert_string_equal(bp_exercise_find("12b")->name, "12b_turn_towards");
    assert_ptr_equal(bp_exercise_find("012B"), bp_exercise_find("12b"));
    assert_null(bp_exercise_find("5b"));
    assert_null(bp_exercise_find("b"));
    assert_null(bp_exercise_find("0"));
    assert_null(bp_exercise_find("5x"));
    assert_null(bp_exercise_find(""));
    assert_null(bp_exercise_find("final_matrix"));
    for (const bp_exercise *const *one = bp_exercises; one[1]; one++)
        assert_true(strcmp((*one)->id, one[1]->id) < 0); /* in order */
}

static void test_paths(void **state) {
    (void)state;
    bp_exercise_paths paths;
    bp_error error = {0};
    setenv("BINDPOSE_ROOT", "/nowhere", 1);
    assert_false(bp_exercise_find_paths(&paths, &error));
    expect_error(&error, BP_ERROR_ENVIRONMENT, "BINDPOSE_ROOT");
    unsetenv("BINDPOSE_ROOT");
    setenv("BINDPOSE_BUILD", "/nowhere", 1);
    error = (bp_error){0};
    assert_false(bp_exercise_find_paths(&paths, &error));
    expect_error(&error, BP_ERROR_ENVIRONMENT, "BINDPOSE_BUILD");
    unsetenv("BINDPOSE_BUILD");
    char path[64];
    snprintf(paths.root, sizeof paths.root, "/p");
    assert_true(bp_exercise_source_path(&paths, bp_exercise_find("5"), path, sizeof path, &error));
    assert_string_equal(path, "/p/lessons/exercises/05_final_matrix/exercise.c");
    assert_false(bp_exercise_original_path(&paths, bp_exercise_find("5"), path, 20, &error));
}

/* Exercise and lesson belong together: both name its term. */
static void expect_term(const bp_exercise *exercise, const char *path) {
    bp_file file;
    bp_error error = {0};
    if (!bp_file_read(NULL, path, 0, &file, &error)) fail_msg("%s: %s", path, error.message);
    bool found = false;
    for (const char *at = (const char *)file.data; *at && !found; at++) {
        const char *have = at, *want = exercise->term;
        while (*want && *have) { /* a space stands for line breaks, and for the ends of two string literals */
            if (*want == ' ') {
                const size_t spaces = strspn(have, " \n\"*");
                if (spaces == 0) break;
                have += spaces, want++;
            } else if (tolower((unsigned char)*have) == *want) {
                have++, want++;
            } else {
                break;
            }
        }
        found = !*want;
    }
    bp_file_free(NULL, &file);
    if (!found) fail_msg("%s: %s doesn't say \"%s\"", exercise->name, path, exercise->term);
}

static void test_lessons_and_exercises_name_one_term(void **state) {
    (void)state;
    for (const bp_exercise *const *one = bp_exercises; *one; one++) {
        char path[300];
        assert_non_null((*one)->term);
        assert_non_null((*one)->lesson);
        snprintf(path, sizeof path, "lessons/%s/lesson.c", (*one)->lesson);
        expect_term(*one, path);
        snprintf(path, sizeof path, "lessons/exercises/originals/%s.c", (*one)->name);
        expect_term(*one, path);
    }
}

/* Arrays for a mutant, one behind another. */
typedef struct mutant_room {
    bp_call call;
    size_t used;
    max_align_t space[12 * 1024];
} mutant_room;

static void *take(bp_call *call, size_t bytes) {
    mutant_room *room = (mutant_room *)(void *)call;
    void *taken = room->space + room->used;
    room->used += (bytes + sizeof room->space[0] - 1) / sizeof room->space[0];
    return taken;
}

/* With no change chosen, the answer with its points of mutation (answers/mutate.awk) is the correct answer. */
static void test_an_unchanged_mutant_is_right(void **state) {
    static mutant_room room;
    (void)state;
    for (int e = 0; bp_exercises[e]; e++) {
        const bp_exercise *exercise = bp_exercises[e];
        bp_case_list list;
        bp_error error = {0};
        assert_true(bp_exercise_make_cases(exercise, NULL, 11, &list, &error));
        for (int i = 0; i < list.count; i++) {
            float right[ROOM], out[ROOM];
            const int count = bp_exercise_solve_case(exercise, exercise->right, list.cases[i].in, right);
            room.call = (bp_call){exercise->mutants->function, take};
            room.used = 0;
            bp_current_mutant = (bp_mutant){.steps = 20000};
            assert_int_equal(exercise->call(&room.call, list.cases[i].in, out) - out, count);
            assert_true(bp_current_mutant.steps >= 0);
            if (memcmp(out, right, (size_t)count * sizeof *out) != 0) fail_msg("%s, %s", exercise->name, list.cases[i].name);
        }
        bp_free(NULL, list.cases);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_case_has_its_shape),
        cmocka_unit_test(test_every_misconception_is_refused),
        cmocka_unit_test(test_a_seed_means_the_same_cases),
        cmocka_unit_test(test_a_list_that_is_full),
        cmocka_unit_test(test_random_numbers_stay_in_range),
        cmocka_unit_test(test_lessons_and_exercises_name_one_term),
        cmocka_unit_test(test_finding),
        cmocka_unit_test(test_paths),
        cmocka_unit_test(test_an_unchanged_mutant_is_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
