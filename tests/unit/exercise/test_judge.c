/* Judging answers of a made-up exercise: twice a number, and a rotation by that many radians about Z. */
#include "exercise/calls.h"
#include "support/allocator.h"
#include <bindpose/exercise.h>
#include <math.h>

enum { NOT_DONE, NOT_DOUBLED, SQUARED, RIGHT };

static float nothing(float x) { return 0 * x; }
static float once(float x) { return x; }
static float squared(float x) { return x * x; }
static float twice(float x) { return 2 * x; }

static float *call(bp_call *how, const float *in, float *out) {
    const float radians = how->function == (bp_answer_function)nothing ? 0 : in[0];
    bp_pack_float(&out, ((float (*)(float))how->function)(in[0]));
    bp_pack_quat(&out, (bp_quat){0, 0, bp_sin(radians / 2), bp_cos(radians / 2)});
    return out;
}

static void cases(bp_case_list *list) {
    static const float INPUTS[] = {2, 0, 3, 100};
    for (size_t i = 0; i < BP_COUNT(INPUTS); i++) {
        char name[32];
        snprintf(name, sizeof name, "number %g", (double)INPUTS[i]);
        bp_case_add(list, name, &INPUTS[i]);
    }
}

static const bp_misconception WRONG[] = {
    {"not_done", "nothing", (bp_answer_function)nothing},
    {"not_doubled", "once", (bp_answer_function)once},
    {"squared", "squared", (bp_answer_function)squared},
    {NULL, NULL, (bp_answer_function)twice}};
static const bp_exercise EXERCISE = {
    .id = "01",
    .name = "01_twice",
    .title = "Twice",
    .function = "twice",
    .inputs = {{.name = "number", .kind = BP_VALUE_NUMBER}},
    .outputs = {{.name = "twice", .kind = BP_VALUE_NUMBER}, {.name = "rotation", .kind = BP_VALUE_QUAT}},
    .right = RIGHT,
    .call = call,
    .wrong = WRONG,
    .cases = cases,
};

typedef struct fixture {
    bp_case_list list;
    bp_exercise_answer answers[BP_EXERCISE_CASES];
    bp_exercise_result result;
} fixture;

/* All answers by one function. */
static void answer_all(fixture *f, int which) {
    for (int i = 0; i < f->list.count; i++)
        f->answers[i].count =
            bp_exercise_solve_case(&EXERCISE, which, f->list.cases[i].in, f->answers[i].values);
}
static void judge(fixture *f, int answered) {
    bp_error error = {0};
    assert_true(bp_exercise_judge(&EXERCISE, NULL, &f->list, f->answers, answered, &f->result, &error));
}

static int set_up(void **state) {
    fixture *f = calloc(1, sizeof *f);
    bp_error error = {0};
    *state = f;
    return bp_exercise_make_cases(&EXERCISE, NULL, 1, &f->list, &error) ? 0 : -1;
}
static int tear_down(void **state) {
    fixture *f = *state;
    bp_free(NULL, f->list.cases);
    free(f);
    return 0;
}

static void test_right_answers_pass(void **state) {
    fixture *f = *state;
    answer_all(f, RIGHT);
    judge(f, 4);
    assert_int_equal(f->result.verdict, BP_EXERCISE_PASSED);
    assert_int_equal(f->result.points, BP_EXERCISE_POINTS);
    assert_int_equal(f->result.case_right, 4);
    assert_int_equal(f->result.failed_case, -1);
    assert_string_equal(f->result.id, "");
    assert_string_equal(f->result.case_name, "number 2"); /* the first is kept for a picture */
}

/* 1e-4 of 200 is 0.02: so much is let pass, and no more. */
static void test_the_tolerance_is_relative(void **state) {
    fixture *f = *state;
    answer_all(f, RIGHT);
    f->answers[3].values[0] = 200.019f;
    judge(f, 4);
    assert_int_equal(f->result.verdict, BP_EXERCISE_PASSED);
    f->answers[3].values[0] = 200.021f;
    judge(f, 4);
    assert_int_equal(f->result.verdict, BP_EXERCISE_WRONG);
    assert_int_equal(f->result.failed_case, 3);
    assert_int_equal(f->result.first_difference, 0);
    assert_string_equal(f->result.id, "cases"); /* all are right but one */
    assert_non_null(strstr(f->result.text, "number 100"));
}

static void test_a_quaternion_and_its_negative_are_one(void **state) {
    fixture *f = *state;
    answer_all(f, RIGHT);
    for (int k = 1; k < 5; k++) f->answers[0].values[k] *= -1;
    judge(f, 4);
    assert_int_equal(f->result.verdict, BP_EXERCISE_PASSED);
    f->answers[0].values[4] *= -1; /* one sign alone makes another rotation */
    judge(f, 4);
    assert_int_equal(f->result.verdict, BP_EXERCISE_WRONG);
    assert_int_equal(f->result.points, 0);
}

/* 2 squared is twice 2, and for 0 all say the same: the first case that fails is 3. */
static void test_a_misconception_is_named(void **state) {
    fixture *f = *state;
    answer_all(f, SQUARED);
    judge(f, 4);
    assert_int_equal(f->result.verdict, BP_EXERCISE_WRONG);
    assert_string_equal(f->result.id, "squared");
    assert_string_equal(f->result.text, "squared");
    assert_int_equal(f->result.failed_case, 2);
    assert_int_equal(f->result.case_right, 2);
    expect_float(f->result.in[0], 3, 0);
    expect_float(f->result.got[0], 9, 0);
    expect_float(f->result.expected[0], 6, 0);
}

/* Answers that agree with a misconception in the case that fails, but not in another, are something else. */
static void test_it_must_explain_every_case(void **state) {
    fixture *f = *state;
    answer_all(f, SQUARED);
    f->answers[1].values[0] = 1;
    judge(f, 4);
    assert_string_equal(f->result.id, "parts"); /* one of the two is right */
    assert_non_null(strstr(f->result.text, "`rotation` is right"));
}

static void test_what_is_not_finite(void **state) {
    fixture *f = *state;
    answer_all(f, RIGHT);
    f->answers[0].values[0] = NAN;
    judge(f, 4);
    assert_string_equal(f->result.id, "not_finite");
    f->answers[0].values[0] = INFINITY;
    judge(f, 4);
    assert_string_equal(f->result.id, "not_finite");
}

static void test_too_few_and_too_many_numbers(void **state) {
    fixture *f = *state;
    answer_all(f, RIGHT);
    f->answers[0].count = 4;
    judge(f, 4);
    assert_int_equal(f->result.failed_case, 0);
    answer_all(f, RIGHT);
    f->answers[0].count = 6;
    judge(f, 4);
    assert_int_equal(f->result.failed_case, 0);
    assert_int_equal(f->result.first_difference, 5);
}

static void test_answers_that_are_missing(void **state) {
    fixture *f = *state;
    answer_all(f, RIGHT);
    judge(f, 2);
    assert_int_equal(f->result.verdict, BP_EXERCISE_WRONG);
    assert_int_equal(f->result.failed_case, 2);
    assert_int_equal(f->result.got_count, 0);
    assert_int_equal(f->result.case_right, 2);
}

static void test_recorded_answers_count(void **state) {
    fixture *f = *state;
    bp_error error = {0};
    answer_all(f, RIGHT);
    f->list.cases[0].expected_count = 5;
    bp_exercise_solve_case(&EXERCISE, RIGHT, f->list.cases[0].in, f->list.cases[0].expected);
    judge(f, 4);
    assert_int_equal(f->result.verdict, BP_EXERCISE_PASSED);
    f->list.cases[0].expected[0] = 5; /* and where the exercise itself disagrees, it is at fault */
    assert_false(bp_exercise_judge(&EXERCISE, NULL, &f->list, f->answers, 4, &f->result, &error));
    expect_error(&error, BP_ERROR_INPUT, "number 2");
}

static void test_exit_codes(void **state) {
    (void)state;
    assert_int_equal(bp_exercise_exit_code(BP_EXERCISE_PASSED), 0);
    assert_int_equal(bp_exercise_exit_code(BP_EXERCISE_WRONG), 1);
    assert_int_equal(bp_exercise_exit_code(BP_EXERCISE_BUILD), 2);
    assert_int_equal(bp_exercise_exit_code(BP_EXERCISE_FORBIDDEN), 1);
    assert_int_equal(bp_exercise_exit_code(BP_EXERCISE_CRASH), 1);
    assert_int_equal(bp_exercise_exit_code(BP_EXERCISE_TIME), 4);
    assert_int_equal(bp_exercise_exit_code(BP_EXERCISE_MEMORY), 1);
}

static bool attempt(const bp_allocator *allocator, void *user, bp_error *error) {
    fixture *f = user;
    bp_case_list list;
    bp_file text;
    bool ok = bp_exercise_make_cases(&EXERCISE, allocator, 1, &list, error);
    ok = ok && bp_exercise_judge(&EXERCISE, allocator, &list, f->answers, 4, &f->result, error);
    ok = ok && bp_exercise_report(&EXERCISE, allocator, &f->result, NULL, &text, error);
    if (ok) bp_file_free(allocator, &text);
    bp_free(allocator, list.cases);
    return ok;
}
static void test_memory_fails(void **state) {
    fixture *f = *state;
    answer_all(f, SQUARED);
    assert_true(test_each_allocation_fails(attempt, f) >= 3);
}

static void test_the_report_tells_it_all(void **state) {
    fixture *f = *state;
    bp_error error = {0};
    bp_file text;
    answer_all(f, SQUARED);
    judge(f, 4);
    assert_true(bp_exercise_report(&EXERCISE, NULL, &f->result, NULL, &text, &error));
    const char *told = (const char *)text.data;
    expect_text_contains(told, "01 Twice: wrong. 2 of 4 cases are right.");
    expect_text_contains(told, "Case 3 of 4: number 3");
    expect_text_contains(told, "\nsquared\n\nCase 3"); /* the explanation comes first */
    expect_text_contains(told, "\n  number = 3\n");
    expect_text_contains(told, "  twice         9*        6\n"); /* the rotation is right: it isn't shown */
    assert_null(strstr(told, "rotation"));
    bp_file_free(NULL, &text);
    answer_all(f, RIGHT);
    f->answers[2].values[4] = 7;
    judge(f, 4);
    assert_true(bp_exercise_report(&EXERCISE, NULL, &f->result, NULL, &text, &error));
    expect_text_contains((const char *)text.data, "  rotation  0  0  0.9975       7*    0  0  0.9975  0.0707\n");
    bp_file_free(NULL, &text);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_right_answers_pass),
        TEST(test_the_tolerance_is_relative),
        TEST(test_a_quaternion_and_its_negative_are_one),
        TEST(test_a_misconception_is_named),
        TEST(test_it_must_explain_every_case),
        TEST(test_what_is_not_finite),
        TEST(test_too_few_and_too_many_numbers),
        TEST(test_answers_that_are_missing),
        TEST(test_recorded_answers_count),
        TEST(test_the_report_tells_it_all),
        TEST(test_memory_fails),
        cmocka_unit_test(test_exit_codes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
