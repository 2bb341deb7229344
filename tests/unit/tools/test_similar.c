/* Comparing submissions. The right answers in tests/exercises were written independently of each other (right_a and
 * right_b of each exercise), so they stand for two honest students; copies are made of them here. */
#include "tools/grade/similar.h"
#include "support/folder.h"
#include <ctype.h>
#include <stdio.h>

typedef struct fixture {
    bp_exercise_paths paths;
    bp_gradebook book;
    bp_error error;
} fixture;

static int set_up(void **state) {
    fixture *f = calloc(1, sizeof *f);
    for (; bp_exercises[f->book.exercise_count]; f->book.exercise_count++)
        f->book.exercises[f->book.exercise_count] = bp_exercises[f->book.exercise_count];
    snprintf(f->paths.root, sizeof f->paths.root, "."); /* tests run in the project's folder */
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    fixture *f = *state;
    bp_gradebook_close(&f->book);
    free(f);
    return 0;
}

static void add_students(fixture *f, size_t count) {
    f->book.students = bp_alloc(NULL, count, sizeof *f->book.students, &f->error);
    f->book.student_count = count;
    for (size_t i = 0; i < count; i++)
        f->book.students[i].grades = bp_alloc(NULL, (size_t)f->book.exercise_count, sizeof(bp_grade), &f->error);
}

static char *solution(fixture *f, int exercise, const char *name) {
    char path[2048];
    bp_file file;
    const char *build = getenv("BINDPOSE_BUILD");
    if (strcmp(name, "right_a") == 0)
        snprintf(path, sizeof path, "%s/answers/%s/right.c", build ? build : "build", bp_exercises[exercise]->name);
    else
        snprintf(path, sizeof path, "%s/tests/exercises/%s/%s.c", f->paths.root, bp_exercises[exercise]->name, name);
    if (!bp_file_read(NULL, path, 0, &file, &f->error)) fail_msg("%s isn't there", path);
    return (char *)file.data;
}

static void hand_in(fixture *f, size_t student, int exercise, const char *text) {
    char **tokens = &f->book.students[student].grades[exercise].tokens;
    bp_free(NULL, *tokens);
    *tokens = bp_similar_tokens(NULL, text, &f->error);
    assert_non_null(*tokens);
}

static size_t find(fixture *f, bp_similar_pair *first) {
    bp_similar_pair *pairs = NULL;
    size_t count = 0;
    assert_true(bp_similar_find(&f->book, &f->paths, &pairs, &count, &f->error));
    if (first && count > 0) *first = pairs[0];
    bp_free(NULL, pairs);
    return count;
}

static void expect_tokens(const char *text, const char *expected) {
    char *tokens = bp_similar_tokens(NULL, text, NULL);
    assert_string_equal(tokens, expected);
    bp_free(NULL, tokens);
}

static void test_tokens(void **state) {
    (void)state;
    expect_tokens("", "");
    expect_tokens("#include <x>\nint a/*b*/=1.5f; // c", "int a = 1.5f ; ");
    expect_tokens("x+=\"a b\\\" */\";\n  # define y\n'\\''", "x + = \" ; # define y '\\'' ");
    expect_tokens("a /* never closed", "a ");
    expect_tokens("\"never closed\nb", "\" b ");
}

/* Everyone's answers to all exercises: no two honest ones are alike. */
static void test_honest_answers(void **state) {
    fixture *f = *state;
    static const char *const NAMES[] = {"right_a", "right_b"};
    add_students(f, 2);
    for (int e = 0; e < f->book.exercise_count; e++)
        for (size_t i = 0; i < 2; i++) {
            char *text = solution(f, e, NAMES[i]);
            hand_in(f, i, e, text);
            bp_free(NULL, text);
        }
    assert_int_equal(find(f, NULL), 0);
}

/* Another layout, other comments, and an x behind each name of a local variable that is longer than one letter. */
static void disguise(const char *text, char *out, size_t size) {
    size_t used = (size_t)snprintf(out, size, "/* my own work */\n");
    char *tokens = bp_similar_tokens(NULL, text, NULL), *rest = NULL;
    for (char *token = strtok_r(tokens, " ", &rest); token && used < size - 200; token = strtok_r(NULL, " ", &rest)) {
        bool name = islower((unsigned char)*token) && strncmp(token, "bp_", 3) != 0 && !strchr(token, '.') &&
                    !strstr(" int float for if else return const double while struct void static bool break continue "
                            "char case switch sizeof unsigned do ", token);
        used += (size_t)snprintf(out + used, size - used, "%s%s\n /* %zu */ ", token, name ? "x" : "", used);
    }
    bp_free(NULL, tokens);
}

static void test_disguised_copy(void **state) {
    fixture *f = *state;
    static char copy[1 << 16];
    static const char *const LONG[] = {"09", "12", "13", "14", "16"};
    add_students(f, 4);
    for (size_t i = 0; i < BP_COUNT(LONG); i++) {
        const int e = (int)i;
        bp_similar_pair pair = {0};
        int index = 0;
        while (bp_exercises[index] != bp_exercise_find(LONG[i])) index++;
        char *one = solution(f, index, "right_a"), *other = solution(f, index, "right_b");
        disguise(one, copy, sizeof copy);
        hand_in(f, 0, index, other);
        hand_in(f, 1, index, one);
        hand_in(f, 3, index, copy);
        if (find(f, &pair) != (size_t)e + 1) fail_msg("the copy of exercise %s isn't found", LONG[i]);
        bp_free(NULL, one);
        bp_free(NULL, other);
    }
    bp_similar_pair pair = {0};
    find(f, &pair);
    assert_int_equal(pair.one, 1);
    assert_int_equal(pair.other, 3);
    assert_false(pair.same_names);
    assert_in_range(pair.percent, BP_SIMILAR_PERCENT, 100);
}

/* Replaces each `from`, at most `most` times. */
static void replace(char *to, size_t size, const char *text, const char *from, const char *with, int most) {
    size_t used = 0;
    while (*text && used + strlen(with) + 1 < size) {
        const bool here = strncmp(text, from, strlen(from)) == 0 && most-- > 0;
        used += (size_t)snprintf(to + used, size - used, "%.*s", here ? (int)strlen(with) : 1, here ? with : text);
        text += here ? strlen(from) : 1;
    }
    to[used] = '\0';
}

/* Rewritings that change nothing of what the compiler makes of it. */
static void test_idle_rewritings(void **state) {
    fixture *f = *state;
    static const char *const WAYS[][3] = {{";", ";(void)0;", ""}, {";", ";;;", ""},     {"{", "<%", ""},
                                          {"[", "<:", ""},        {"float", "F", "#define F float\n"},
                                          {"count;", "count + 0;", ""}, {"= ", "= /* */ ", ""}};
    add_students(f, 2);
    int index = 0;
    while (bp_exercises[index] != bp_exercise_find("16")) index++;
    char *text = solution(f, index, "right_a");
    for (size_t i = 0; i < BP_COUNT(WAYS); i++) {
        char copy[1 << 15];
        bp_similar_pair pair = {0};
        snprintf(copy, sizeof copy, "%s", WAYS[i][2]);
        const size_t used = strlen(copy);
        replace(copy + used, sizeof copy - used, text, WAYS[i][0], WAYS[i][1], 1000);
        hand_in(f, 0, index, text);
        hand_in(f, 1, index, copy);
        if (find(f, &pair) != 1 || pair.percent != 100) fail_msg("\"%s\" for \"%s\": %d percent", WAYS[i][1], WAYS[i][0], pair.percent);
    }
    bp_free(NULL, text);
}

static void test_equal_but_for_comments(void **state) {
    fixture *f = *state;
    bp_similar_pair pair = {0};
    add_students(f, 2);
    int index = 0;
    while (bp_exercises[index] != bp_exercise_find("16")) index++;
    char *text = solution(f, index, "right_a"), copy[1 << 15];
    snprintf(copy, sizeof copy, "// mine\n\n%s", text);
    hand_in(f, 0, index, text);
    hand_in(f, 1, index, copy);
    assert_int_equal(find(f, &pair), 1);
    assert_true(pair.same_names);
    assert_int_equal(pair.percent, 100);
    bp_free(NULL, text);
}

/* A line or two in a small gap, equal to the letter, say nothing; nor does the file that everyone began with. */
static void test_small_gaps_and_originals(void **state) {
    fixture *f = *state;
    static const char *const SHORT[] = {"03", "04", "05", "11"};
    add_students(f, 2);
    for (int e = 0; e < f->book.exercise_count; e++) {
        char path[2048];
        bp_file original;
        assert_true(bp_exercise_original_path(&f->paths, bp_exercises[e], path, sizeof path, &f->error));
        assert_true(bp_file_read(NULL, path, 0, &original, &f->error));
        for (size_t i = 0; i < 2; i++) hand_in(f, i, e, (const char *)original.data);
        bp_file_free(NULL, &original);
    }
    for (size_t k = 0; k < BP_COUNT(SHORT); k++) {
        int index = 0;
        while (bp_exercises[index] != bp_exercise_find(SHORT[k])) index++;
        char *text = solution(f, index, "right_a");
        for (size_t i = 0; i < 2; i++) hand_in(f, i, index, text);
        bp_free(NULL, text);
    }
    assert_int_equal(find(f, NULL), 0);
}

/* Seven of eight students solve it in the same way: the usual way. */
static void test_usual_answer(void **state) {
    fixture *f = *state;
    add_students(f, 8);
    int index = 0;
    while (bp_exercises[index] != bp_exercise_find("14")) index++;
    char *text = solution(f, index, "right_a");
    for (size_t i = 0; i < 7; i++) hand_in(f, i, index, text);
    assert_int_equal(find(f, NULL), 0);
    for (size_t i = 2; i < 7; i++) hand_in(f, i, index, "int a;");
    assert_int_equal(find(f, NULL), 1);
    bp_free(NULL, text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tokens),
        cmocka_unit_test_setup_teardown(test_honest_answers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_disguised_copy, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_idle_rewritings, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_equal_but_for_comments, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_small_gaps_and_originals, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_usual_answer, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
