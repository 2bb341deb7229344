/* What a student reads: numbers, tables that fit the screen, traces, the sanitizers' reports as one sentence, and
 * what never written, not a number and infinite are told apart by. Expected values are by hand. */
#include "base/folder.h"
#include "exercise/checker.h"
#include "exercise/exercises.h"
#include "exercise/report_values.h"
#include "support/folder.h"
#include <math.h>

enum { SEED = 1 };

typedef struct fixture {
    bp_case_list list;
    bp_exercise_answer answers[BP_EXERCISE_CASES];
    bp_exercise_result result;
    bp_file text;
} fixture;

static int set_up(void **state) {
    *state = calloc(1, sizeof(fixture));
    return *state ? 0 : -1;
}
static int tear_down(void **state) {
    fixture *f = *state;
    bp_free(NULL, f->list.cases);
    bp_file_free(NULL, &f->text);
    free(f);
    return 0;
}

/* Answers all cases as the misconception does. */
static void answer(fixture *f, const bp_exercise *exercise, int misconception) {
    bp_error error = {0};
    bp_free(NULL, f->list.cases);
    assert_true(bp_exercise_make_cases(exercise, NULL, SEED, &f->list, &error));
    for (int i = 0; i < f->list.count; i++)
        f->answers[i].count =
            bp_exercise_solve_case(exercise, misconception, f->list.cases[i].in, f->answers[i].values);
}

static void judge(fixture *f, const bp_exercise *exercise) {
    bp_error error = {0};
    f->result.edited = true;
    assert_true(bp_exercise_judge(exercise, NULL, &f->list, f->answers, f->list.count, &f->result, &error));
}

static const char *report(fixture *f, const bp_exercise *exercise, const bp_exercise_report_options *options) {
    bp_error error = {0};
    bp_file_free(NULL, &f->text);
    assert_true(bp_exercise_report(exercise, NULL, &f->result, options, &f->text, &error));
    return (const char *)f->text.data;
}

static const char *report_of(fixture *f, const char *name, const char *id, const bp_exercise_report_options *options) {
    const bp_exercise *exercise = bp_exercise_find(name);
    int misconception = 0;
    while (strcmp(exercise->wrong[misconception].id, id) != 0) misconception++;
    answer(f, exercise, misconception);
    judge(f, exercise);
    assert_string_equal(f->result.id, id);
    return report(f, exercise, options);
}

static void test_numbers(void **state) {
    (void)state;
    static const struct {
        float value;
        const char *text;
    } ROWS[] = {{0, "0"},           {-0.0f, "0"},           {-4.37e-8f, "0"},       {1, "1"},        {-1, "-1"},
                {0.5f, "0.5"},      {0.70710678f, "0.7071"}, {-0.0858f, "-0.0858"}, {12.34567f, "12.346"},
                {123.456f, "123.46"}, {1234.56f, "1234.6"}, {100, "100"},          {1.5e-5f, "1.5e-05"},
                {3e7f, "3.0e+07"},  {INFINITY, "inf"},      {-INFINITY, "-inf"},    {NAN, "NaN"}};
    char text[BP_NUMBER_SIZE];
    for (size_t i = 0; i < BP_COUNT(ROWS); i++) {
        bp_report_number(text, ROWS[i].value);
        assert_string_equal(text, ROWS[i].text);
    }
    bp_report_number(text, bp_unwritten());
    assert_string_equal(text, "?");
}

static int widest(const char *text, int *lines) {
    size_t width = 0;
    for (*lines = 0; *text; ++*lines) {
        size_t length = strcspn(text, "\n");
        if (length > width) width = length;
        text += length + (text[length] == '\n');
    }
    return (int)width;
}

/* Every wrong answer of every exercise, on the smallest screen and on others. Five lines and the prompt are below. */
static void test_everything_fits_the_screen(void **state) {
    fixture *f = *state;
    static const bp_exercise_report_options SCREENS[] = {{80, 24, false, false}, {100, 30, false, false}, {0, 0, false, false}};
    for (const bp_exercise *const *one = bp_exercises; *one; one++)
        for (int i = 0; i < (*one)->right; i++) {
            if (!test_takes(i + (int)(one - bp_exercises), 24)) continue;
            answer(f, *one, i);
            judge(f, *one);
            for (size_t k = 0; k < BP_COUNT(SCREENS); k++) {
                int lines, columns = SCREENS[k].columns ? SCREENS[k].columns : 80;
                const char *text = report(f, *one, &SCREENS[k]);
                int width = widest(text, &lines), rows = SCREENS[k].rows ? SCREENS[k].rows : 24;
                if (lines > rows - 6 || width > columns)
                    fail_msg("%s %s: %d lines of %d columns\n%s", (*one)->name, (*one)->wrong[i].id, lines, width, text);
                const char *given = strstr(text, "\nGiven:\n");
                assert_non_null(given);
                assert_non_null(strstr(given, "\n  "));
                char begin[24];
                snprintf(begin, sizeof begin, "%.20s", f->result.text);
                assert_true(strstr(text, begin) && strstr(text, begin) < strstr(text, "\nCase ")); /* explained first */
            }
        }
}

/* A triangle of 3, 4 and 5 times a size, the right angle at the shoulder. */
static void test_a_trace(void **state) {
    fixture *f = *state;
    const char *text = report_of(f, "13", "hand_from_the_elbow", &(bp_exercise_report_options){.trace = true});
    expect_text_contains(text, "\n  cos(A), from the law of cosines = 0\n");
    expect_text_contains(text, "\n  A = bp_acos(cos(A)) = 1.5708\n");
    expect_text_contains(text, "\n  elbow = upper * (cos(angle), sin(angle)) (yours too) = (0, ");
    const char *hand = strstr(text, "\n  hand = elbow + lower * (cos(way), sin(way)) = ");
    assert_non_null(hand);
    expect_text_contains(hand, "\n  * yours, which differs = ");
    text = report_of(f, "05", "bind_not_removed", &(bp_exercise_report_options){.trace = true});
    expect_text_contains(text, "Yours has the value of this step: absolute = local * parent_absolute.\n");
    /* The second bone of the chain is wrong, so nothing is told of the third. */
    text = report_of(f, "03", "parent_forgotten", &(bp_exercise_report_options){.trace = true});
    expect_text_contains(text, "  absolute[0] = local[0] (yours too)\n");
    expect_text_contains(text, "  absolute[1] = local[1] * absolute[0]");
    assert_null(strstr(text, "absolute[2]"));
}

/* All exercises have a trace, of at least one step before the result, whatever float is the first wrong one. */
static void test_all_have_traces(void **state) {
    fixture *f = *state;
    for (const bp_exercise *const *one = bp_exercises; *one; one++) {
        if (!(*one)->trace || !test_takes((int)(one - bp_exercises), 7)) continue;
        answer(f, *one, (*one)->right);
        for (int i = 0; i < f->answers[1].count; i += 1 + f->answers[1].count / 6) {
            answer(f, *one, (*one)->right);
            f->answers[1].values[i] += 3;
            judge(f, *one);
            if (f->result.verdict != BP_EXERCISE_WRONG) continue;
            const char *text = report(f, *one, &(bp_exercise_report_options){.trace = true});
            expect_text_contains(text, "Step by step, the right way:\n");
            expect_text_contains(text, "* yours, which differs");
        }
    }
}

/* Pixel 0 of row 1 is wrong; that row alone is shown. */
static void test_a_grid(void **state) {
    fixture *f = *state;
    const bp_exercise *exercise = bp_exercise_find("14");
    answer(f, exercise, exercise->right);
    f->answers[0].values[16] = 1;
    f->answers[0].values[17] = bp_unwritten();
    judge(f, exercise);
    assert_string_equal(f->result.id, "not_written");
    const char *text = report(f, exercise, NULL);
    expect_text_contains(text, "+ yours 1, right 0  ? never written\n  row  1  + ? ");
    assert_null(strstr(text, "\n  row  2"));
}

static void test_never_written_nan_and_infinite(void **state) {
    fixture *f = *state;
    const bp_exercise *exercise = bp_exercise_find("04");
    static const struct {
        float value;
        const char *id, *text;
    } ROWS[] = {{0, "results", "right in all cases but"},
                {NAN, "not_finite", "`inverse` is not a number (NaN)"},
                {INFINITY, "not_finite", "`inverse` is infinite"}};
    for (size_t i = 0; i <= BP_COUNT(ROWS); i++) {
        answer(f, exercise, exercise->right);
        f->answers[0].values[20] = i < BP_COUNT(ROWS) ? ROWS[i].value : bp_unwritten();
        judge(f, exercise);
        assert_string_equal(f->result.id, i < BP_COUNT(ROWS) ? ROWS[i].id : "not_written");
        expect_text_contains(f->result.text, i < BP_COUNT(ROWS) ? ROWS[i].text : "`inverse` is never written");
    }
}

/* The original's answer of a file that was edited is explained in another way, if there is one. */
static void test_not_done_is_what_nobody_began(void **state) {
    fixture *f = *state;
    bp_error error = {0};
    const bp_exercise *exercise = bp_exercise_find("14");
    answer(f, exercise, 0);
    judge(f, exercise);
    assert_string_equal(f->result.id, "sign_flipped");
    f->result.edited = false;
    assert_true(bp_exercise_judge(exercise, NULL, &f->list, f->answers, f->list.count, &f->result, &error));
    assert_string_equal(f->result.id, "not_done");
}

static void test_what_is_edited(void **state) {
    (void)state;
    static const char ORIGINAL[] = "/* Begin. */\nint f(int a) {\n    return a; // here\n}\n";
    static const struct {
        const char *text;
        bool edited;
    } ROWS[] = {{ORIGINAL, false},
                {"int f(int a)\n{ return a; }", false},
                {"/* Mine\n * now */ int f(int a) { /* ... */ return a; }\n\n", false},
                {"int f(int a) { return -a; }", true},
                {"int f(int a) { return a; } int g;", true},
                {"/* int f(int a) { return a; } */", true},
                {"", true}};
    char folder[512], path[700], source[700];
    test_folder_make(folder, sizeof folder);
    assert_true(bp_folder_make(test_path(path, sizeof path, folder, "lessons/exercises/originals"), NULL));
    bp_exercise_paths paths = {.root = ""};
    snprintf(paths.root, sizeof paths.root, "%s", folder);
    assert_true(bp_file_write(test_path(path, sizeof path, folder, "lessons/exercises/originals/05_final_matrix.c"),
                              ORIGINAL, strlen(ORIGINAL), NULL));
    const bp_exercise_job job = {.exercise = bp_exercise_find("05"),
                                 .paths = &paths,
                                 .source = test_path(source, sizeof source, folder, "own.c")};
    for (size_t i = 0; i < BP_COUNT(ROWS); i++) {
        assert_true(bp_file_write(source, ROWS[i].text, strlen(ROWS[i].text), NULL));
        assert_int_equal(bp_exercise_is_edited(&job), ROWS[i].edited);
    }
    test_folder_remove(folder);
}

/* Reports as gcc's and clang's sanitizers write them, shortened. */
static void test_sanitizers(void **state) {
    fixture *f = *state;
    static const char SOURCE[] = "int a;\n    sum += weights[i];\n  x = p[j] + q[k];\n";
    static const struct {
        const char *report, *text;
    } ROWS[] = {
        {"==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60\nREAD of size 4 at 0x60 thread T0\n"
         "    #0 0x55 in skin_vertex SOURCE:2\n    #1 0x55 in main main.c:58\n\n"
         "0x60 is located 0 bytes to the right of 16-byte region [0x50,0x60)\n",
         "Line 2 reads beyond the end of `weights`, which has 16 bytes (4 floats).\n    sum += weights[i];"},
        {"==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60\nWRITE of size 4 at 0x60 thread T0\n"
         "    #0 0x55 in f SOURCE:3\n0x60 is located 4 bytes before 64-byte region [0x50,0x60)\n",
         "Line 3 writes outside an array: an index in this line is negative or too large."},
        {"==1==ERROR: AddressSanitizer: stack-buffer-overflow on address 0x7f\nREAD of size 4 at 0x7f thread T0\n"
         "    #0 0x55 in f SOURCE:3\n  This frame has 2 object(s):\n"
         "    [32, 48) 'sum' (line 4) <== Memory access at offset 48 overflows this variable\n",
         "Line 3 reads beyond the end of `sum`."},
        {"SOURCE:3:12: runtime error: index 16 out of bounds for type 'float [16]'\n",
         "Line 3 uses element 16 of an array, which has the elements 0 to 15."},
        {"SOURCE:2:1: runtime error: index -1 out of bounds for type 'float[4]'\n",
         "Line 2 uses element -1 of `weights`, which has the elements 0 to 3."},
        {"SOURCE:3:18: runtime error: load of null pointer of type 'float'\n", "Line 3 reads through a null pointer."},
        {"SOURCE:3:18: runtime error: store to null pointer of type 'float'\n", "Line 3 writes through a null pointer."},
        {"SOURCE:3:2: runtime error: division by zero\n", "Line 3 divides a whole number by 0."},
        {"SOURCE:3:2: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'\n",
         "leaves undefined (signed integer overflow: 2147483647 + 1 cannot be represented in type 'int')."},
        {"AddressSanitizer:DEADLYSIGNAL\n====\n==1==ERROR: AddressSanitizer: SEGV on unknown address 0x0\n"
         "==1==Hint: address points to the zero page.\n    #0 0x5 in f SOURCE:1\n",
         "Line 1 reads or writes through a null pointer."},
        {"AddressSanitizer:DEADLYSIGNAL\n==1==ERROR: AddressSanitizer: stack-overflow on address 0x7f\n"
         "    #0 0x55 in f SOURCE:3\n",
         "Line 3 is where the stack overflowed"},
        {"==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x60\n    #0 0x55 in free x.c:3\n",
         "The code uses memory that is gone"},
    };
    char folder[512], source[600], output[1200];
    test_folder_make(folder, sizeof folder);
    assert_true(bp_file_write(test_path(source, sizeof source, folder, "own file.c"), SOURCE, strlen(SOURCE), NULL));
    const bp_exercise_options options = {.seed = 1};
    const bp_exercise_job job = {.source = source, .options = &options, .program = "/nowhere"};
    for (size_t i = 0; i < BP_COUNT(ROWS); i++) {
        const char *mark = strstr(ROWS[i].report, "SOURCE");
        int before = mark ? (int)(mark - ROWS[i].report) : 0;
        snprintf(output, sizeof output, "i is 3\n%.*s%s%s", before, ROWS[i].report, mark ? source : "",
                 mark ? mark + strlen("SOURCE") : ROWS[i].report);
        assert_int_equal(bp_sanitizer_begins(output), 7);
        assert_true(bp_sanitizer_explain(&job, output, &f->result));
        expect_text_contains(f->result.text, ROWS[i].text);
    }
    assert_false(bp_sanitizer_explain(&job, "i is 3\nno error\n", &f->result));
    test_folder_remove(folder);
}

/* The first wrong float lies behind the last one wanted; the fuzzer met a trace that looked for its bone. */
static void test_answers_too_long(void **state) {
    fixture *f = *state;
    for (int e = 0; bp_exercises[e]; e++) {
        if (!test_takes(e, 11)) continue;
        answer(f, bp_exercises[e], bp_exercises[e]->right);
        for (int i = 0; i < f->list.count; i++) f->answers[i].values[f->answers[i].count++] = 7;
        judge(f, bp_exercises[e]);
        assert_int_equal(f->result.first_difference, f->result.expected_count);
        expect_text_contains(report(f, bp_exercises[e], NULL), "Case 1 of");
        report(f, bp_exercises[e], &(bp_exercise_report_options){.trace = true});
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_numbers),
                                       TEST(test_everything_fits_the_screen),
                                       TEST(test_a_trace),
                                       TEST(test_all_have_traces),
                                       TEST(test_a_grid),
                                       TEST(test_never_written_nan_and_infinite),
                                       TEST(test_not_done_is_what_nobody_began),
                                       TEST(test_what_is_edited),
                                       TEST(test_sanitizers),
                                       TEST(test_answers_too_long)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
