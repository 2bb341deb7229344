/* A class: its folder, the paths of a student's file, and grades as CSV, JSON and JUnit, with any characters in names
 * and messages. (tests/grade runs students' code.) */
#include "tools/grade/grade.h"
#include "support/folder.h"
#include <bindpose/io.h>

typedef struct fixture {
    char folder[512], class_folder[600], out[600];
    bp_gradebook class;
    bp_error error;
} fixture;

static int set_up(void **state) {
    fixture *f = calloc(1, sizeof *f);
    test_folder_make(f->folder, sizeof f->folder);
    test_path(f->class_folder, sizeof f->class_folder, f->folder, "class");
    test_path(f->out, sizeof f->out, f->folder, "out");
    assert_true(bp_folder_make(f->class_folder, NULL));
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    fixture *f = *state;
    bp_gradebook_close(&f->class);
    test_folder_remove(f->folder);
    free(f);
    return 0;
}

static void add_student(fixture *f, const char *name) {
    char path[700];
    assert_true(bp_folder_make(test_path(path, sizeof path, f->class_folder, name), &f->error));
}

static void open_class(fixture *f) {
    if (!bp_gradebook_open(NULL, f->class_folder, &f->class, &f->error)) fail_msg("%s: %s", f->error.place, f->error.message);
    for (size_t i = 0; i < f->class.names.count; i++)
        for (int e = 0; e < f->class.exercise_count; e++)
            f->class.students[i].grades[e] = (bp_grade){.checked = true, .verdict = BP_EXERCISE_PASSED, .points = 10};
}

static char *read_text(fixture *f, const char *name) {
    char path[700];
    bp_file file = {0};
    if (!bp_file_read(NULL, test_path(path, sizeof path, f->out, name), 0, &file, &f->error)) fail_msg("%s isn't there", name);
    char *text = calloc(file.size + 1, 1);
    memcpy(text, file.data, file.size);
    bp_file_free(NULL, &file);
    return text;
}

static void test_nobody(void **state) {
    fixture *f = *state;
    assert_false(bp_gradebook_open(NULL, f->class_folder, &f->class, &f->error));
    expect_error(&f->error, BP_ERROR_INPUT, f->class_folder);
    expect_text_contains(f->error.message, "no student's folder");
    assert_false(bp_gradebook_open(NULL, "/nowhere/at/all", &f->class, &f->error));
    expect_error(&f->error, BP_ERROR_INPUT, "/nowhere/at/all");
}

/* RFC 4180: quotes doubled, all in quotes; and an apostrophe where a spreadsheet would see a formula. */
static void test_csv(void **state) {
    fixture *f = *state;
    char row[32];
    add_student(f, "=SUM(A1)");
    add_student(f, "a \"quoted\", name");
    add_student(f, "b\xff" "c");
    add_student(f, "\xc3\xa4rger");
    open_class(f);
    f->class.students[1].grades[2].points = 0;
    for (size_t i = 0; i < 4; i++) f->class.students[i].points = 150;
    assert_true(bp_gradebook_write(&f->class, f->out, &f->error));
    char *text = read_text(f, "grades.csv");
    assert_int_equal(strncmp(text, "student,01_row_vectors,", 23), 0);
    expect_text_contains(text, ",points,of,seed\r\n");
    expect_text_contains(text, "\"'=SUM(A1)\",10,");
    expect_text_contains(text, "\"a \"\"quoted\"\", name\",10,10,0,10,");
    expect_text_contains(text, "\"b?c\",");
    expect_text_contains(text, "\"\xc3\xa4rger\",");
    snprintf(row, sizeof row, ",150,%d,0\r\n", BP_EXERCISE_POINTS * f->class.exercise_count);
    expect_text_contains(text, row);
    free(text);
}

/* Special characters are escaped; characters that XML can't contain become question marks. */
static void test_xml(void **state) {
    fixture *f = *state;
    add_student(f, "<a> & \"b\"\x01\xff");
    open_class(f);
    bp_grade *mark = &f->class.students[0].grades[0];
    *mark = (bp_grade){.checked = true, .verdict = BP_EXERCISE_WRONG, .cause = "other", .case_name = "a < b"};
    snprintf(mark->text, sizeof mark->text, "one\ntwo \xef\xbf\xbe\xef\xbf\xbf \x7f \xc3\xa4");
    f->class.students[0].grades[1] = (bp_grade){.cause = "missing"};
    assert_true(bp_gradebook_write(&f->class, f->out, &f->error));
    char *text = read_text(f, "grades.xml");
    char suite[120];
    snprintf(suite, sizeof suite, "<testsuite name=\"&lt;a&gt; &amp; &quot;b&quot;??\" tests=\"%d\" failures=\"1\" skipped=\"1\">",
             f->class.exercise_count);
    expect_text_contains(text, suite);
    expect_text_contains(text, "<failure type=\"other\" message=\"a &lt; b\">one&#10;two ?? ? \xc3\xa4</failure>");
    expect_text_contains(text, "name=\"02_compose_a_matrix\"><skipped message=\"missing\"/></testcase>");
    expect_text_contains(text, "name=\"03_absolutes_from_locals\"/>");
    free(text);
}

static void test_json(void **state) {
    fixture *f = *state;
    add_student(f, "ada");
    open_class(f);
    f->class.seed = UINT64_MAX;
    f->class.students[0].grades[1] = (bp_grade){.cause = "missing", .text = "There is no file for this exercise."};
    assert_true(bp_gradebook_write(&f->class, f->out, &f->error));
    char *text = read_text(f, "grades.json");
    bp_json *json = bp_json_parse(text, strlen(text), 0, "grades.json", &f->error);
    expect_no_error(&f->error);
    assert_string_equal(bp_json_text_or(bp_json_member(json, "seed"), ""), "18446744073709551615");
    const bp_json *student = bp_json_item(bp_json_member(json, "students"), 0);
    const bp_json *grades = bp_json_member(student, "exercises");
    assert_int_equal(bp_json_count(grades), f->class.exercise_count);
    assert_string_equal(bp_json_text_or(bp_json_member(bp_json_item(grades, 0), "verdict"), ""), "passed");
    assert_int_equal(bp_json_kind_of(bp_json_member(bp_json_item(grades, 0), "cause")), BP_JSON_NULL);
    assert_string_equal(bp_json_text_or(bp_json_member(bp_json_item(grades, 1), "verdict"), ""), "none");
    assert_string_equal(bp_json_text_or(bp_json_member(bp_json_item(grades, 1), "cause"), ""), "missing");
    bp_json_destroy(json);
    free(text);
}

/* A folder for the grades that can't be created, or whose name is too long. */
static void test_no_folder_for_grades(void **state) {
    fixture *f = *state;
    add_student(f, "ada");
    open_class(f);
    assert_false(bp_gradebook_write(&f->class, "/dev/null/grades", &f->error));
    expect_error(&f->error, BP_ERROR_INPUT, "/dev/null");
    test_path(f->out, sizeof f->out, f->folder, "file");
    assert_true(bp_file_write(f->out, "x", 1, NULL));
    assert_false(bp_gradebook_write(&f->class, f->out, &f->error));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_nobody), TEST(test_csv), TEST(test_xml), TEST(test_json),
                                       TEST(test_no_folder_for_grades)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
