/* A class: its folder, the paths of a student's file, and grades as CSV, JSON and JUnit, with any characters in names
 * and messages. (tests/grade runs students' code.) */
#define _XOPEN_SOURCE 700 /* readlink */
#include "io/json.h"
#include "tools/grade/grade.h"
#include "tools/grade/sandbox.h"
#include "support/folder.h"
#include <bindpose/io.h>
#include <unistd.h>

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
    for (size_t i = 0; i < f->class.student_count; i++)
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
    expect_text_contains(f->error.message, "no student's folder or file");
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
    add_student(f, " \n=1");
    add_student(f, "\uFF1D" "2");
    add_student(f, "\uFEFF\u200B=3");
    add_student(f, "x\x1b[31m\xc2\x9b");
    add_student(f, "\u200E\u2003\u00AD\u3164=4");
    open_class(f);
    f->class.students[2].grades[2].points = 0;
    for (size_t i = 0; i < 7; i++) f->class.students[i].points = 150;
    assert_true(bp_gradebook_write(&f->class, f->out, &f->error));
    char *text = read_text(f, "grades.csv");
    expect_text_contains(text, "\"' ?=1\",");
    expect_text_contains(text, "\"'\uFF1D" "2\",");
    expect_text_contains(text, "\"'\uFEFF\u200B=3\",");
    expect_text_contains(text, "\"x?[31m?\",");
    expect_text_contains(text, "\"'\u200E\u2003\u00AD\u3164=4\",");
    assert_int_equal(strncmp(text, "\xEF\xBB\xBFstudent,id,site_id,01_row_vectors,", 37), 0);
    expect_text_contains(text, ",days_late,points,of,late,seed\r\n");
    expect_text_contains(text, "\"'=SUM(A1)\",\"\",\"\",10,");
    expect_text_contains(text, "\"a \"\"quoted\"\", name\",\"\",\"\",10,10,0,10,");
    expect_text_contains(text, "\"b?c\",");
    expect_text_contains(text, "\"\xc3\xa4rger\",");
    snprintf(row, sizeof row, ",0,150,%d,,0\r\n", BP_EXERCISE_POINTS * f->class.exercise_count);
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

/* What students write can't become part of the page. */
static void test_hostile_page(void **state) {
    fixture *f = *state;
    add_student(f, "<script>alert(1)<");
    open_class(f);
    bp_grade *grade = &f->class.students[0].grades[0];
    *grade = (bp_grade){.checked = true, .verdict = BP_EXERCISE_BUILD, .text = "</p><img src=x onerror=y>"};
    grade->message = bp_copy_text(NULL, "</pre>\n<b>\x1b[31m\xff", NULL);
    grade->report = bp_copy_text(NULL, "title\nCase 1 of 2: \"<i>\"\n", NULL);
    assert_true(bp_gradebook_write(&f->class, f->out, &f->error));
    char *text = read_text(f, "feedback/_script_alert(1)_.html");
    expect_text_contains(text, "<h1>&lt;script&gt;alert(1)&lt;</h1>");
    expect_text_contains(text, "<p>&lt;/p&gt;&lt;img src=x onerror=y&gt;</p>");
    expect_text_contains(text, "<pre>&lt;/pre&gt;\n&lt;b&gt;?[31m?</pre>");
    expect_text_contains(text, "<pre>Case 1 of 2: &quot;&lt;i&gt;&quot;\n</pre>");
    expect_text_contains(text, "default-src 'none'");
    assert_null(strstr(text, "<script"));
    free(text);
}

/* A page for each of many students, also if their names differ only in characters that a file's name can't have. */
static void test_names_of_pages(void **state) {
    fixture *f = *state;
    char name[32];
    static const char *const NAMES[] = {"a*", "a?", "a_", "a~3", "con"};
    for (size_t i = 0; i < BP_COUNT(NAMES); i++) add_student(f, NAMES[i]);
    for (int i = 0; i < 60; i++) {
        snprintf(name, sizeof name, "student%02d", i);
        add_student(f, name);
    }
    open_class(f);
    assert_true(bp_gradebook_write(&f->class, f->out, &f->error));
    static const char *const PAGES[] = {"feedback/a_.html", "feedback/a_~2.html", "feedback/a_~3.html", "feedback/a_3.html", "feedback/_con.html"};
    static const char *const TITLES[] = {"<h1>a*<", "<h1>a?<", "<h1>a_<", "<h1>a~3<", "<h1>con<"};
    for (size_t i = 0; i < BP_COUNT(PAGES); i++) {
        char *text = read_text(f, PAGES[i]);
        expect_text_contains(text, TITLES[i]);
        free(text);
    }
    free(read_text(f, "feedback/student59.html"));
}

/* Moodle's and Canvas's numbers, from the names of their downloads. */
static void test_sites(void **state) {
    fixture *f = *state;
    char path[700];
    add_student(f, "Ada B_7_assignsubmission_file_");
    add_student(f, "Ada B_7_assignsubmission_onlinetext_");
    static const char *const FILES[] = {"Bo_b_8_assignsubmission_file_x_1_2_y.c", "cydroe_LATE_12_345_05.c",
                                        "cydroe_LATE_12_346_06.c", "anon_x9Z_347_05.c", "LATE_anon_y_348_05.c", "a_1.c"};
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++)
        assert_true(bp_file_write(test_path(path, sizeof path, f->class_folder, FILES[i]), "x", 1, NULL));
    open_class(f);
    static const struct {
        const char *name, *id;
        bool late;
        bp_course_site site;
        size_t files;
    } EXPECTED[] = {{"Ada B", "7", false, BP_SITE_MOODLE, 0},   {"Bo_b", "8", false, BP_SITE_MOODLE, 1},
                    {"LATE_anon_y", "y", true, BP_SITE_CANVAS, 1}, {"anon_x9Z", "x9Z", false, BP_SITE_CANVAS, 1},
                    {"cydroe", "12", true, BP_SITE_CANVAS, 2}};
    assert_int_equal(f->class.student_count, 5);
    for (size_t i = 0; i < 5; i++) {
        const bp_student *student = &f->class.students[i];
        assert_string_equal(student->name, EXPECTED[i].name);
        assert_string_equal(student->site_id, EXPECTED[i].id);
        assert_int_equal(student->late, EXPECTED[i].late);
        assert_int_equal(student->site, EXPECTED[i].site);
        assert_int_equal(student->files.count, EXPECTED[i].files);
    }
    assert_string_equal(bp_class_own_name(FILES[0]), "x_1_2_y.c");
    assert_string_equal(bp_class_own_name(FILES[1]), "05.c");
    assert_string_equal(bp_class_own_name(FILES[3]), "05.c");
    assert_string_equal(bp_class_own_name("a_1.c"), "a_1.c");
    expect_text_contains(f->class.warnings, "Ada B_7_assignsubmission_onlinetext_: text typed into Moodle's page");
    expect_text_contains(f->class.warnings, "a_1.c: neither a folder nor a handin nor an archive");
    f->class.students[0].points = 30;
    assert_true(bp_gradebook_write(&f->class, f->out, &f->error));
    char *moodle = read_text(f, "moodle.csv"), *canvas = read_text(f, "canvas.csv");
    expect_text_contains(moodle, "Identifier,Full name,ID number,Grade,Maximum Grade,Last modified (grade),");
    expect_text_contains(moodle, "\nParticipant 7,\"Ada B\",\"\",30,");
    assert_null(strstr(moodle, "cydroe"));
    expect_text_contains(canvas, "\n    Points Possible,,,,,");
    expect_text_contains(canvas, "\n\"cydroe\",\"12\",\"\",,,0\r\n");
    assert_null(strstr(canvas, "Ada"));
    free(moodle);
    free(canvas);
}

static void add_file(fixture *f, const char *name, const char *text) {
    char path[700];
    assert_true(bp_file_write(test_path(path, sizeof path, f->class_folder, name), text, strlen(text), &f->error));
}

/* What students choose, a file's name and a handin's contents, makes nobody else of them. */
static void test_false_names(void **state) {
    fixture *f = *state;
    static char handin[5000];
    add_student(f, "ada");
    add_student(f, "mal");
    add_student(f, "ned_7_assignsubmission_file_");
    add_file(f, "mal/h.json", "{\"form\": \"bindpose-handin-1\", \"name\": \"ada\", \"id\": \"1815\"}");
    add_file(f, "ned_7_assignsubmission_file_/h.json", "{\"form\": \"bindpose-handin-1\", \"id\": \"1815\"}");
    add_file(f, "z.json", "{\"form\": \"bindpose-handin-1\", \"name\": \"ada\"}");
    snprintf(handin, sizeof handin, "{\"form\": \"bindpose-handin-1\", \"name\": \"y%01999d\", \"id\": \"%02000d\"}", 0, 0);
    for (char *c = handin; (c = strstr(c, "00")); c += 2) memcpy(c, "\xc3\xa4", 2);
    add_file(f, "y.json", handin);
    add_file(f, "mal_12_34_Ada_99_assignsubmission_file_05.c", "x");
    add_file(f, "bob_8_assignsubmission_file_x_1_2_05.c", "x");
    add_file(f, "anon_\",=1+1,\"_3_05.c", "x");
    add_file(f, "\u202enun_4_5_05.c", "x");
    open_class(f);
    static const char *const NAMES[] = {"ada", "ada", "anon_\",=1+1,\"", "bob", "mal", "mal", "ned"};
    static const char *const IDS[] = {"", "", "\",=1+1,\"", "8", "", "12", "7"};
    assert_int_equal(f->class.student_count, 9);
    for (size_t i = 0; i < 7; i++) {
        assert_string_equal(f->class.students[i].name, NAMES[i]);
        assert_string_equal(f->class.students[i].site_id, IDS[i]);
    }
    assert_int_equal(strlen(f->class.students[7].name), 199); /* whole letters, behind the y */
    assert_int_equal(strlen(f->class.students[7].id), 200);
    expect_text_contains(f->class.warnings, "ada and z.json: both have the name ada\n");
    expect_text_contains(f->class.warnings, "mal and ned_7_assignsubmission_file_: both handins have the id 1815\n");
    assert_true(bp_gradebook_write(&f->class, f->out, &f->error));
    char *moodle = read_text(f, "moodle.csv"), *canvas = read_text(f, "canvas.csv");
    expect_text_contains(moodle, "\nParticipant 7,\"ned\",\"\",");
    expect_text_contains(moodle, "\n,\"mal\",\"1815\",");
    expect_text_contains(canvas, "\n\"anon_\"\",=1+1,\"\"\",\"\"\",=1+1,\"\"\",\"\",,,0\r\n");
    expect_text_contains(canvas, "\n\"?nun\",\"4\",\"\",,,0\r\n");
    free(moodle);
    free(canvas);
}

/* A hundred copies of 100 KB: the table lists all, and the page stays below 9 MB. */
static void test_many_long_copies(void **state) {
    enum { COPIES = 100, LENGTH = 100000 };
    fixture *f = *state;
    add_student(f, "ada");
    open_class(f);
    f->class.pairs = bp_alloc(NULL, COPIES, sizeof *f->class.pairs, &f->error);
    for (f->class.pair_count = 0; f->class.pair_count < COPIES; f->class.pair_count++) {
        bp_similar_pair *pair = &f->class.pairs[f->class.pair_count];
        *pair = (bp_similar_pair){.other = 1, .percent = 80};
        pair->source = bp_copy_text(NULL, "a source", &f->error);
        pair->text = bp_alloc(NULL, LENGTH + 1, 1, &f->error);
        for (int i = 0; i < LENGTH; i++) pair->text[i] = i % 50 ? 'x' : '\n';
    }
    assert_true(bp_gradebook_write(&f->class, f->out, &f->error));
    char *table = read_text(f, "similar.csv"), *page = read_text(f, "similar.html");
    int lines = 0;
    for (const char *at = table; (at = strchr(at, '\n')); at++) lines++;
    assert_int_equal(lines, 1 + COPIES);
    assert_in_range(strlen(page), 8 << 20, 9 << 20);
    expect_text_contains(page, "similar.csv lists all");
    free(table);
    free(page);
}

/* An installed Bindpose is hidden in /usr/bin and /usr/lib. If /bin is a link to /usr/bin, a sandbox must not mount it as
 * well: there it would be seen. */
static void test_one_name_for_a_folder(void **state) {
    static const char *const FOLDERS[] = {"/bin", "/lib", "/lib64"};
    fixture *f = *state;
    const bp_exercise_paths paths = {.root = "/root", .build = "/root/build"};
    const bp_sandbox_plan *plan = &(bp_sandbox_plan){.paths = &paths};
    bp_sandboxes *made = calloc(1, sizeof *made);
    assert_true(bp_sandboxes_make(plan, "/scratch", 0, made, &f->error));
    const char *const *commands[] = {made->build.words, made->run.words};
    for (size_t c = 0; c < 2; c++)
        for (size_t i = 0; i < 3; i++)
            for (const char *const *word = commands[c]; *word; word++) {
                char target[200];
                const ssize_t length = readlink(FOLDERS[i], target, sizeof target - 1);
                if (strncmp(*word, "--ro-bind", 9) == 0 && length > 0) assert_string_not_equal(word[1], FOLDERS[i]);
                if (strcmp(*word, "--symlink") == 0 && strcmp(word[2], FOLDERS[i]) == 0) {
                    assert_int_equal(strlen(word[1]), length);
                    assert_memory_equal(word[1], target, (size_t)length);
                }
            }
    free(made);
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
static void expect_key(void (*key)(const char *, char[BP_IDENTITY_MOST]), const char *one, const char *other, bool same) {
    char keys[2][BP_IDENTITY_MOST];
    key(one, keys[0]);
    key(other, keys[1]);
    if ((strcmp(keys[0], keys[1]) == 0) != same) fail_msg("\"%s\" and \"%s\": %s, %s", one, other, keys[0], keys[1]);
}

/* Unicode Standard Annex 15 (NFKC) and Technical Standard 39 (confusables.txt). */
static void test_identities(void **state) {
    (void)state;
    expect_key(bp_identity_of_name, "Ada Lovelace", " ada LOVELACE", true);
    expect_key(bp_identity_of_name, "Ada", "Adb", false);
    expect_key(bp_identity_of_id, "0018/15", "1815", true);
    expect_key(bp_identity_of_id, "000", "0", true);
    expect_key(bp_identity_of_id, "a015", "a15", false);
    expect_key(bp_identity_of_id, "1815", "1816", false);
    expect_key(bp_identity_of_id, "I8l5", "1815", true); /* letters that look like digits */
    expect_key(bp_identity_of_id, "70O7", "7007", true);
#ifdef BP_HAS_ICU
    expect_key(bp_identity_of_name, "\u0410da", "Ada", true);                  /* Cyrillic A */
    expect_key(bp_identity_of_name, "M\u00fcller", "Mu\u0308ller", true);     /* composed or not */
    expect_key(bp_identity_of_name, "\uff21\uff24\uff21", "ada", true);      /* wide letters */
    expect_key(bp_identity_of_name, "A\u200bd\u2060a\u00ad", "Ada", true);   /* what isn't seen */
    expect_key(bp_identity_of_name, "Ada\u2800", "Ada", true);                /* Braille without dots */
    expect_key(bp_identity_of_name, "Stra\u00dfe", "STRASSE", true);
    expect_key(bp_identity_of_name, "Iris", "lris", true);
    expect_key(bp_identity_of_name, "M\u00fcller", "Muller", false);
    expect_key(bp_identity_of_look, "\u0412ob", "Bob", true);   /* Cyrillic Ve, whose small letter is no b */
    expect_key(bp_identity_of_look, "\u039dina", "Nina", true); /* Greek Nu */
    expect_key(bp_identity_of_look, "0lga", "OLGA", true);
    expect_key(bp_identity_of_look, "M\u00fcller", "Muller", false);
    expect_key(bp_identity_of_id, "\u0661\u0668\u0661\u0665", "1815", true); /* Arabic digits */
    expect_key(bp_identity_of_id, "\uff11\uff18\uff11\uff15", "1815", true);
#endif
}

static void set_age(fixture *f, const char *name, const char *when) {
    char command[2000];
    snprintf(command, sizeof command, "cd '%s' && mkdir -p '%s' && touch -d '%s' '%s/05.c'", f->class_folder, name, when, name);
    assert_int_equal(system(command), 0);
}

/* 25 points for 05 and 10 for 06, 10 % less a day. All exercises of all students pass. */
static void test_points(void **state) {
    fixture *f = *state;
    static const struct {
        const char *name, *when;
        int days, points; /* 25 and 10; 22 and 9; 17 and 7 */
    } STUDENTS[] = {{"a in time", "2026-11-30 18:00:00", 0, 35},
                    {"b a minute", "2026-11-30 18:01:00", 1, 31},
                    {"c three days", "2026-12-03 12:00:00", 3, 24},
                    {"d with two more", "2026-12-03 12:00:00", 1, 31},
                    {"e a month", "2026-12-30 18:00:00", 30, 0}};
    for (size_t i = 0; i < BP_COUNT(STUDENTS); i++) set_age(f, STUDENTS[i].name, STUDENTS[i].when);
    open_class(f);
    assert_true(bp_gradebook_choose(&f->class, "05 06", &f->error));
    assert_true(bp_gradebook_weigh(&f->class, "05=25", &f->error));
    assert_true(bp_gradebook_set_due(&f->class, "2026-11-30 18:00", 10, "d with two more=2", &f->error));
    for (size_t i = 0; i < BP_COUNT(STUDENTS); i++) f->class.students[i].grades[0].points = 25;
    bp_gradebook_sum(&f->class);
    assert_int_equal(bp_gradebook_max_points(&f->class), 35);
    for (size_t i = 0; i < BP_COUNT(STUDENTS); i++) {
        const bp_student *student = &f->class.students[i];
        assert_string_equal(student->name, STUDENTS[i].name);
        assert_int_equal(student->days_late, STUDENTS[i].days);
        assert_int_equal(student->points, STUDENTS[i].points);
        assert_int_equal(student->late, STUDENTS[i].days > 0);
    }
    static const char *const TIMES[] = {"", "tomorrow", "2026-02-30", "2026-11-30 25:00", "2026-11-30 18:00 x", "30.11.2026"};
    for (size_t i = 0; i < BP_COUNT(TIMES); i++) {
        assert_false(bp_gradebook_set_due(&f->class, TIMES[i], 10, "", &f->error));
        expect_error(&f->error, BP_ERROR_ARGUMENT, TIMES[i]);
    }
    static const char *const WRONG[] = {"05", "05=", "05=x", "05=-1", "05=1001", "99=1", "07=1"};
    for (size_t i = 0; i < BP_COUNT(WRONG); i++) {
        assert_false(bp_gradebook_weigh(&f->class, WRONG[i], &f->error));
        assert_int_equal(f->error.kind, BP_ERROR_ARGUMENT);
    }
    assert_false(bp_gradebook_set_due(&f->class, "2026-11-30", 10, "nobody=2", &f->error));
    expect_error(&f->error, BP_ERROR_ARGUMENT, "nobody");
    /* Another student's number may be somebody's name. */
    bp_free(f->class.allocator, f->class.students[1].id);
    f->class.students[1].id = bp_copy_text(f->class.allocator, "a in time", NULL);
    assert_false(bp_gradebook_set_due(&f->class, "2026-11-30", 10, "a in time=2", &f->error));
    expect_error(&f->error, BP_ERROR_ARGUMENT, "a in time");
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_identities), TEST(test_points), TEST(test_nobody), TEST(test_csv), TEST(test_xml), TEST(test_json),
                                       TEST(test_no_folder_for_grades), TEST(test_hostile_page), TEST(test_names_of_pages), TEST(test_sites), TEST(test_many_long_copies), TEST(test_false_names), TEST(test_one_name_for_a_folder)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
