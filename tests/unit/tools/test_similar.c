/* Comparing submissions. The right answers in tests/exercises and the answers in tests/grade/honest were written
 * independently of each other, so they stand for honest students; copies are made of them here. */
#include "support/folder.h"
#include "tools/grade/answer_code.h"
#include "tools/grade/similar.h"
#include <stdio.h>
#include <unistd.h>

enum { STUDENTS = 8 };

static bp_exercise_paths paths = {.root = "."}; /* tests run in the project's folder */
static bp_gradebook book;
static char folder[256];
static bp_error error;

static int set_up(void **state) {
    (void)state;
    test_folder_make(folder, sizeof folder);
    book = (bp_gradebook){.exercise_count = 0};
    for (; bp_exercises[book.exercise_count]; book.exercise_count++)
        book.exercises[book.exercise_count] = bp_exercises[book.exercise_count];
    book.student_count = STUDENTS;
    book.students = bp_alloc(NULL, STUDENTS, sizeof *book.students, &error);
    for (size_t i = 0; i < STUDENTS; i++)
        book.students[i].grades = bp_alloc(NULL, (size_t)book.exercise_count, sizeof(bp_grade), &error);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    bp_gradebook_close(&book);
    test_folder_remove(folder);
    return 0;
}

static int index_of(const char *id) {
    int index = 0;
    while (bp_exercises[index] != bp_exercise_find(id)) index++;
    return index;
}

static char *read_text(const char *path) {
    bp_file file;
    if (!bp_file_read(NULL, path, 0, &file, &error)) fail_msg("%s isn't there", path);
    return (char *)file.data;
}

/* The answer to `exercise`: right_a or right_b. */
static char *solution(int exercise, const char *name) {
    char path[2048];
    const char *build = getenv("BINDPOSE_BUILD");
    if (strcmp(name, "right_a") == 0)
        snprintf(path, sizeof path, "%s/answers/%s/right.c", build ? build : "build",
                 bp_exercises[exercise]->name);
    else
        snprintf(path, sizeof path, "tests/exercises/%s/%s.c", bp_exercises[exercise]->name, name);
    return read_text(path);
}

/* As the grader does (grade.c): a short answer has no code. */
static void hand_in(size_t student, int exercise, const char *text) {
    char path[512], original[512];
    const bp_code_options options = {.paths = &paths};
    char **code = &book.students[student].grades[exercise].code;
    bp_free(NULL, *code);
    *code = NULL;
    if (!text) return;
    assert_true(bp_exercise_original_path(&paths, bp_exercises[exercise], original, sizeof original, &error));
    char *begun = read_text(original);
    const bool is_short =
        bp_code_length(text, strlen(text)) - bp_code_length(begun, strlen(begun)) < BP_CODE_SHORT;
    bp_free(NULL, begun);
    if (is_short) return;
    test_path(path, sizeof path, folder, "exercise.c");
    assert_true(bp_file_write(path, text, strlen(text), &error));
    *code = bp_answer_code(NULL, &options, path, &error);
    assert_non_null(*code);
    if (!**code) fail_msg("this doesn't compile:\n%s", text);
}

/* The pairs of students; `first`: the first of them. */
static size_t find(bp_similar_pair *first) {
    bp_similar_pair *pairs = NULL;
    size_t count = 0, all;
    assert_true(bp_similar_find(&book, &paths, &pairs, &all, &error));
    for (size_t i = 0; i < all; i++)
        if (!pairs[i].source && count++ == 0 && first) *first = pairs[i];
    bp_similar_pairs_free(NULL, pairs, all);
    return count;
}

/* Which of Bindpose's own texts an answer to `id` is alike: their names, with a space behind each. */
static const char *sources_of(const char *id, const char *text) {
    static char names[4 * BP_SIMILAR_NAME];
    bp_similar_pair *pairs = NULL;
    size_t count, used = 0;
    hand_in(0, index_of(id), text);
    assert_true(bp_similar_find(&book, &paths, &pairs, &count, &error));
    names[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        assert_true(pairs[i].source && strlen(pairs[i].text) > 100);
        used += (size_t)snprintf(names + used, sizeof names - used, "%s ", pairs[i].source);
    }
    bp_similar_pairs_free(NULL, pairs, count);
    hand_in(0, index_of(id), NULL);
    return names;
}

/* Copies of Bindpose's answers, and, for contrast, an honest one. All lines of the page compile. */
static void test_copies_of_sources(void **state) {
    (void)state;
    char *text = solution(index_of("16"), "right_b");
    assert_string_equal(sources_of("16", text), "tests/exercises/16_depth_and_order/right_b.c ");
    bp_free(NULL, text);
    text = solution(index_of("18"), "right_a");
    assert_non_null(strstr(sources_of("18", text), "src/exercise/answers/18_clip_triangle.txt "));
    bp_free(NULL, text);
    text = read_text("tests/grade/honest/16_s1.c");
    assert_string_equal(sources_of("16", text), "");
    bp_free(NULL, text);
    bp_similar_source lines;
    for (int e = 0; e < book.exercise_count; e++) {
        if (!test_takes(e, 12)) continue;
        assert_true(bp_similar_source_read(NULL, &paths, bp_exercises[e], 0, &lines, &error));
        if (bp_exercises[e]->form.kind != BP_FORM_EXPRESSION && !*lines.code)
            fail_msg("the page's lines don't compile: %s", (char *)lines.text.data);
        bp_similar_source_free(NULL, &lines);
    }
}

static void test_length(void **state) {
    (void)state;
    static const char *const TEXTS[] = {"", "a b\n", "/* x */a/b // c", "/*/ a */b", "a//b\nc", "/*"};
    static const int LENGTHS[] = {0, 2, 3, 1, 2, 0};
    for (size_t i = 0; i < BP_COUNT(TEXTS); i++)
        assert_int_equal(bp_code_length(TEXTS[i], strlen(TEXTS[i])), LENGTHS[i]);
}

/* No two honest answers are alike: two to each exercise, and up to three more. */
static void test_honest_answers(void **state) {
    (void)state;
    for (int e = 0; e < book.exercise_count; e++) {
        char path[512];
        if (!test_takes(e, 30)) continue;
        for (size_t i = 0; i < 5; i++) {
            snprintf(path, sizeof path, "tests/grade/honest/%s_s%d.c", bp_exercises[e]->id, (int)i - 1);
            if (i >= 2 && access(path, F_OK) != 0) continue;
            char *text = i < 2 ? solution(e, i ? "right_b" : "right_a") : read_text(path);
            hand_in(i, e, text);
            bp_free(NULL, text);
        }
    }
    bp_similar_pair pair;
    if (find(&pair) != 0)
        fail_msg("%s: %zu and %zu share %d%%", bp_exercises[pair.exercise]->id, pair.one, pair.other,
                 pair.percent);
}

/* Replaces each `from`. */
static char *replaced(const char *text, const char *from, const char *with) {
    const size_t size = 40 * strlen(text) + 1000;
    size_t used = 0;
    char *to = bp_alloc(NULL, size, 1, &error);
    while (*text) {
        const bool here = strncmp(text, from, strlen(from)) == 0;
        used += (size_t)snprintf(to + used, size - used, "%.*s", here ? (int)strlen(with) : 1,
                                 here ? with : text);
        text += here ? strlen(from) : 1;
    }
    return to;
}

/* Each of the next students has copied from the first one. */
static void expect_copies(size_t count, const char *const ways[][3]) {
    bp_similar_pair *pairs = NULL;
    size_t all = 0;
    assert_true(bp_similar_find(&book, &paths, &pairs, &all, &error));
    for (size_t i = 1; i <= count; i++) {
        bool found = false;
        for (size_t k = 0; k < all; k++)
            found |= pairs[k].one == 0 && pairs[k].other == i && !pairs[k].source;
        if (!found) fail_msg("\"%s\" for \"%s\" hides a copy", ways[i - 1][1], ways[i - 1][0]);
    }
    bp_similar_pairs_free(NULL, pairs, all);
}

/* Rewritings of a copy that the compiler sees through. */
static void test_rewritings(void **state) {
    (void)state;
    static const char *const WAYS[][3] = {
        /* the six that once hid a copy */
        {";\n", ";(void)0;\n", ""},
        {";\n", ";;;\n", ""},
        {"{", "<%", ""},
        {"float", "F", "#define F float\n"},
        {"i + 1", "i + 1 + 0", ""},
        {"= ", "= /* \1 */ ", ""},
        /* and others */
        {"", "", "// mine\n\n"},
        {"count", "how_many", ""},
        {"float", "real", "typedef float real;\n"},
        {"for (int i = 0; i < count; i++)", "EACH", "#define EACH for (int i = 0; i < count; ++i)\n"},
        {"i++", "i += 1", ""},
        {";\n", ";(void)clock();\n", "#include <time.h>\n"},
        {"i < count", "!(count <= i)", ""},
        {"return color;", "if (1) return color; else return background;", ""},
        {"float depth = 2;", "volatile float depth = 2;", ""},
        {"fragments[i]", "*(fragments + i)", ""},
        {"f[i]", "i[f]", ""},
        {"alpha >= 1", "alpha >= 3 - 2 * 1.0f", ""},
        {"depth < depth", "depth * 1.0f - 0 < depth", ""},
        {"#include \"exercise.h\"",
         "static int junk(int a) { int s = 0; for (int i = 0; i < a; i++) s += i * a % 7; return s; }\n"
         "int more(int a, int b); int more(int a, int b) { return a > b ? junk(a) / 3 : junk(b) ^ a; }\n"
         "#include \"exercise.h\"",
         ""},
        {"color = f[i].color", "color = (bp_vec3){f[i].color.x, f[i].color.y, f[i].color.z}", ""},
        {"\n    return", "\n#pragma GCC optimize(\"O0\")\n    return", ""},
        {"#include \"exercise.h\"",
         "#ifdef __OPTIMIZE__\n#define float double\n#endif\n#include \"exercise.h\"", ""},
    };
    const int e = index_of("16");
    char *text = solution(e, "right_a");
    hand_in(0, e, text);
    for (size_t i = 0; i < BP_COUNT(WAYS); i++) {
        if (!test_takes((int)i / 4, 24)) continue;
        char *copy =
            WAYS[i][0][0] ? replaced(text, WAYS[i][0], WAYS[i][1]) : bp_copy_text(NULL, text, &error);
        const size_t size = strlen(copy) + strlen(WAYS[i][2]) + 1;
        char *whole = bp_alloc(NULL, size, 1, &error);
        snprintf(whole, size, "%s%s", WAYS[i][2], copy);
        if (strcmp(whole, text) == 0) fail_msg("\"%s\" isn't in it", WAYS[i][0]);
        hand_in(1 + i % 4, e, whole);
        bp_free(NULL, copy);
        bp_free(NULL, whole);
        if (i % 4 == 3 || i + 1 == BP_COUNT(WAYS)) expect_copies(1 + i % 4, WAYS + i / 4 * 4);
    }
    bp_free(NULL, text);
}

/* A line or two in a small gap, equal to the letter, say nothing; nor does the file that everyone began with. */
static void test_small_gaps_and_originals(void **state) {
    (void)state;
    static const char *const SHORT[] = {"03", "04", "05", "11"};
    for (size_t k = 0; k < BP_COUNT(SHORT); k++) {
        const int e = index_of(SHORT[k]);
        char *text = solution(e, "right_a");
        for (size_t i = 0; i < 2; i++) hand_in(i, e, text);
        bp_free(NULL, text);
    }
    assert_int_equal(find(NULL), 0);
}

/* Seven of eight students solve it in the same way: the usual way, if it is short. A long answer, equal in
 * everything, is a copy: each is listed with the first one. */
static void test_usual_answer(void **state) {
    (void)state;
    static const char *const IDS[] = {"14", "14b"};
    static const size_t PAIRS[] = {0, 6};
    for (size_t k = 0; k < 2; k++) {
        const int e = index_of(IDS[k]);
        char *text = solution(e, k ? "right_b" : "right_a");
        for (size_t i = 0; i < 7; i++) hand_in(i, e, text);
        assert_int_equal(find(NULL), PAIRS[k]);
        for (size_t i = 2; i < 7; i++) hand_in(i, e, NULL);
        assert_int_equal(find(NULL), 1);
        for (size_t i = 0; i < 2; i++) hand_in(i, e, NULL);
        bp_free(NULL, text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_length),
        cmocka_unit_test_setup_teardown(test_honest_answers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_rewritings, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_small_gaps_and_originals, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_usual_answer, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_copies_of_sources, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
