/* What students hand in, with every odd name that was met, and archives that mean harm. */
#include "support/folder.h"
#include "support/test.h"
#include "tools/grade/submission.h"

static char base[256];
static bp_submission found;

static int make(void **state) {
    (void)state;
    test_folder_make(base, sizeof base);
    return 0;
}
static int tidy(void **state) {
    (void)state;
    bp_submission_close(&found);
    test_folder_remove(base);
    return 0;
}

/* Runs a line of shell in the student's folder, "s"; $A is a file with an answer to exercise 05, $O its
 * original. */
static void shell(const char *line) {
    char command[4096];
    snprintf(command, sizeof command,
             "A=$PWD/tests/exercises/05_final_matrix/right_a.c "
             "O=$PWD/lessons/exercises/originals/05_final_matrix.c; "
             "mkdir -p '%s/s' && cd '%s/s' && %s",
             base, base, line);
    assert_int_equal(system(command), 0);
}

static const char *notes(void) { return found.notes.data ? (const char *)found.notes.data : ""; }

static void read_one(const char *name) {
    static const bp_exercise_paths paths = {".", "build"};
    char scratch[300];
    bp_error error = {0};
    snprintf(scratch, sizeof scratch, "%s/scratch", base);
    assert_true(bp_folder_make(scratch, &error));
    const bp_submission_place place = {.folder = base, .name = name, .scratch = scratch, .paths = &paths};
    bp_submission_close(&found);
    assert_true(bp_submission_open(NULL, &place, &found, &error));
    expect_no_error(&error);
}

static int answers(void) {
    int count = 0;
    for (int i = 0; i < BP_SUBMISSION_MAX_EXERCISES; i++) count += found.exercises[i].file.data != NULL;
    return count;
}

/* The answer to exercise 05 must be that file. */
static void expect_five(const char *name) {
    const bp_submitted *five = &found.exercises[4];
    if (!five->file.data) fail_msg("no answer, problem \"%s\", notes: %s", five->problem, notes());
    assert_string_equal(five->name, name);
    assert_non_null(strstr((const char *)five->file.data, "bp_mat4_inverse_affine"));
    assert_int_equal(answers(), 1);
}

static void usual_names(void **state) {
    (void)state;
    static const char *const NAMES[] = {"05_final_matrix.c", "05_final_matrix/exercise.c",
                                        "exercises/05_final_matrix/exercise.c",
                                        "lessons/exercises/05_final_matrix/exercise.c"};
    char line[256];
    for (size_t i = 0; i < BP_COUNT(NAMES); i++) { /* each comes before those above it */
        snprintf(line, sizeof line, "mkdir -p \"$(dirname %s)\" && cp $A %s", NAMES[i], NAMES[i]);
        shell(line);
        read_one("s");
        expect_five(NAMES[i]);
        assert_string_equal(notes(), "");
    }
    shell("rm -r * && mkdir -p a/b/lessons/exercises/05_final_matrix && cp $A "
          "a/b/lessons/exercises/05_final_matrix/exercise.c");
    read_one("s");
    expect_five("a/b/lessons/exercises/05_final_matrix/exercise.c");
    assert_string_equal(notes(), "");
}

static void unusual_names(void **state) {
    (void)state;
    static const char *const NAMES[] = {"05_final_matrix/Exercise.c",
                                        "05_final_matrix/exercise (1).c",
                                        "05_final_matrix/exercise.c.txt",
                                        "05.c",
                                        "5.c",
                                        "ex05.c",
                                        "Ex 5.C",
                                        "exercise5.c",
                                        "exercise_05.c",
                                        "05-final-matrix.c",
                                        "05 - Copy.c",
                                        "FINAL_MATRIX.C.TXT",
                                        "Exercise 05/exercise.c",
                                        "deep/er/05/exercise.c",
                                        "mine.c" /* by its function */};
    char line[400];
    for (size_t i = 0; i < BP_COUNT(NAMES); i++) {
        snprintf(line, sizeof line, "mkdir -p \"$(dirname '%s')\" && cp $A '%s'", NAMES[i], NAMES[i]);
        shell(line);
        read_one("s");
        expect_five(NAMES[i]);
        assert_non_null(strstr(notes(), NAMES[i]));
        assert_non_null(strstr(notes(), i + 1 < BP_COUNT(NAMES) ? " as 05\n" : "taken as the answer to 05_final_matrix"));
        shell("rm -r ./*");
    }
}

static void names_of_nothing(void **state) {
    (void)state;
    shell(
        "cp $A 99.c && cp $A notes.txt && cp $A ex05.cpp && mkdir -p src originals .git && cp $A src/05.c && "
        "cp $A originals/05_final_matrix.c && cp $A .git/05.c && echo 'int x;' >x05y.c && rm 99.c");
    read_one("s");
    assert_int_equal(answers(), 0);
    assert_non_null(strstr(notes(), "no answer was found among ex05.cpp, notes.txt"));
    shell("rm -r * && echo 'final_matrix() absolute_bind()' >all.c");
    read_one("s");
    assert_int_equal(answers(), 0);
    assert_non_null(strstr(notes(), "all.c: not graded: it holds functions of several exercises"));
    shell("rm -r *");
    read_one("s");
    assert_non_null(strstr(notes(), "no answer was found"));
}

static void two_answers(void **state) {
    (void)state;
    shell("mkdir 05_final_matrix && cp $O 05_final_matrix/exercise.c && cp $A ex05.c");
    read_one("s");
    expect_five("ex05.c"); /* the other one is the original */
    shell("echo >>05_final_matrix/exercise.c");
    read_one("s");
    assert_string_equal(found.exercises[4].name, "05_final_matrix/exercise.c");
    assert_non_null(strstr(notes(), "ex05.c: not used; graded is 05_final_matrix/exercise.c"));
}

/* As saved on Windows. What is graded has line feeds, as the original has. */
static void line_ends_of_windows(void **state) {
    (void)state;
    shell("sed 's/$/\r/' $A >05.c");
    read_one("s");
    expect_five("05.c");
    shell("sed 's/$/\r/' $O >05.c");
    read_one("s");
    assert_true(found.exercises[4].untouched);
}

static void wide_texts(void **state) {
    (void)state;
    static const char *const WAYS[] = {"UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "UTF-32LE", "UTF-32BE"};
    char line[128];
    for (size_t i = 0; i < BP_COUNT(WAYS); i++) {
        snprintf(line, sizeof line, "iconv -f UTF-8 -t %s $A >05_final_matrix.c", WAYS[i]);
        shell(line);
        read_one("s");
        expect_five("05_final_matrix.c");
        assert_non_null(strstr(notes(), i < 3 ? "it is UTF-16," : "it is UTF-32,"));
    }
    shell("printf 'i\\0n\\0t\\0\\0\\330\\0' >05_final_matrix.c"); /* half a surrogate pair */
    read_one("s");
    assert_non_null(strstr(found.exercises[4].problem, "damaged"));
}

/* 10.c holds the answer to 10b: said of both. And many files of usual names, in one line. */
static void another_function(void **state) {
    (void)state;
    shell("printf '#include \"exercise.h\"\\nbp_mat4 carry_sword(bp_mat4 a) { return a; }\\n' >10.c");
    read_one("s");
    const int ten = 9, ten_b = 10;
    assert_string_equal(found.exercises[ten].name, "10.c");
    assert_int_equal(found.exercises[ten].holds, ten_b);
    assert_string_equal(found.exercises[ten_b].elsewhere, "10.c");
    shell("cp $A 05.c && rm 10.c && for n in 01 02 03 04 06 07 08 09; do sed s/final_matrix/f/ $A >$n.c; done");
    read_one("s");
    assert_non_null(strstr(notes(), "taken by their names: 01.c as 01, 02.c as 02, 03.c as 03"));
    assert_null(strchr(strchr(notes(), '\n') + 1, '\n'));
}

static void links(void **state) {
    (void)state;
    shell("mkdir ../other && cp $A ../other/05_final_matrix.c && ln -s ../other linked && "
          "ln -s ../other/05_final_matrix.c 05_final_matrix.c && ln -s . round");
    read_one("s");
    assert_int_equal(answers(), 0);
    assert_non_null(strstr(found.exercises[4].problem, "link out of the folder"));
    assert_non_null(strstr(notes(), "linked: not looked at: it is a link to a folder"));
    shell("mkdir 05 && cp $A 05/exercise.c"); /* a readable one comes before it */
    read_one("s");
    expect_five("05/exercise.c");
}

/* Makes archives with bsdtar itself; without it, says so and skips. */
static bool have_bsdtar(void) {
    const bool have = system("command -v bsdtar >/dev/null 2>&1") == 0;
    if (!have) print_message("skipped: there is no bsdtar (libarchive-tools)\n");
    return have;
}

static void archives(void **state) {
    (void)state;
    static const char *const NAMES[] = {"s.zip", "s.tar", "s.tar.gz", "s.TGZ", "s.tar.xz", "s.7z"};
    char line[300];
    if (!have_bsdtar()) return;
    for (size_t i = 0; i < BP_COUNT(NAMES); i++) {
        snprintf(line, sizeof line,
                 "rm -rf * && mkdir -p 'M\303\274 [a]*/05_final_matrix' && cp $A 'M\303\274 "
                 "[a]*/05_final_matrix/exercise.c' && "
                 "LC_ALL=C.UTF-8 bsdtar -acf '../x%s' . && mv '../x%s' '../%s'",
                 NAMES[i] + 1, NAMES[i] + 1, NAMES[i]);
        shell(i == 3 ? "cp ../s.tar.gz ../s.TGZ" : line);
        read_one(NAMES[i]);
        snprintf(line, sizeof line, "M\303\274 [a]*/05_final_matrix/exercise.c");
        expect_five(line);
        snprintf(line, sizeof line, "rm -rf * && cp ../%s . && cp $O 05_final_matrix.c", NAMES[i]);
        shell(line); /* in the student's folder, beside an original */
        read_one("s");
        assert_non_null(strstr((const char *)found.exercises[4].file.data, "bp_mat4_inverse_affine"));
    }
}

static void harmful_archives(void **state) {
    (void)state;
    char line[400];
    if (!have_bsdtar()) return;
    shell("cp $A ../05.c && echo secret >../secret && tar -P -cf ../up.tar ../05.c && "
          "tar -P --transform 's,^,/tmp/,' -cf ../root.tar 05.c 2>/dev/null || tar -P -cf ../root.tar "
          "\"$PWD/../05.c\"");
    read_one("up.tar");
    assert_int_equal(answers(), 0);
    read_one("root.tar");
    assert_int_equal(answers(), 0);
    shell("mkdir l && ln -s ../../secret l/05.c && ln -s /etc/passwd l/06.c && ln -s .. l/up && tar -cf "
          "../links.tar l");
    read_one("links.tar");
    assert_int_equal(answers(), 0);
    assert_true(*found.exercises[4].problem);
    shell("mkdir p && mkfifo p/05.c && tar -cf ../pipe.tar p");
    read_one("pipe.tar");
    assert_int_equal(answers(), 0);
    /* Devices of Windows. */
    shell("mkdir aux console && cp $A aux/05.c && cp $A nul.c && cp $A com1.05.c && tar -cf ../devices.tar "
          "aux nul.c com1.05.c");
    read_one("devices.tar");
    assert_int_equal(answers(), 0);
    shell("cp $A console/05.c && tar -cf ../devices.tar aux nul.c com1.05.c console");
    read_one("devices.tar");
    expect_five("console/05.c");
    shell("rm -r aux console nul.c com1.05.c");
    /* Bombs: a file of 2 GiB, ten thousand files, an archive in an archive, and something that is none. */
    shell("truncate -s 2G 05.c && tar -S -czf ../big.tgz 05.c && rm 05.c");
    read_one("big.tgz");
    assert_int_equal(answers(), 0);
    assert_non_null(strstr(notes(), "takes too much time, memory or disk"));
    shell("mkdir many && cd many && seq -f '%05g.c' 1000 11000 | xargs touch && cp $A 05.c && tar -czf "
          "../../many.tgz .");
    read_one("many.tgz");
    assert_non_null(strstr(notes(), "more than 99 C files"));
    snprintf(line, sizeof line, "! ls '%s'/scratch | grep unpacked", base);
    shell(line);
    shell("cp $A 05.c && tar -czf in.tgz 05.c && tar -cf ../out.tar in.tgz && yes 'no archive' | head -c "
          "5000 >../none.zip && "
          "head -c 100 ../s.tgz >../half.tgz 2>/dev/null || head -c 100 in.tgz >../half.tgz");
    read_one("out.tar");
    assert_int_equal(answers(), 0);
    assert_non_null(strstr(notes(), "no answer was found"));
    /* A name twice: the last one counts, which is said. A device among the files costs that file alone. */
    shell("echo old >05.c && tar -cf ../twice.tar 05.c && cp $A 05.c && tar -rf ../twice.tar 05.c");
    read_one("twice.tar");
    expect_five("05.c");
    assert_non_null(strstr(notes(), "it holds 05.c twice; the last one counts"));
    shell("mkfifo 04.c && tar -cf ../fifo.tar 04.c 05.c && rm 04.c");
    read_one("fifo.tar");
    expect_five("05.c");
    read_one("none.zip");
    assert_non_null(strstr(notes(), "damaged, or no archive"));
    read_one("half.tgz");
    assert_non_null(strstr(notes(), "damaged, or no archive"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(usual_names, make, tidy),
        cmocka_unit_test_setup_teardown(unusual_names, make, tidy),
        cmocka_unit_test_setup_teardown(names_of_nothing, make, tidy),
        cmocka_unit_test_setup_teardown(two_answers, make, tidy),
        cmocka_unit_test_setup_teardown(line_ends_of_windows, make, tidy),
        cmocka_unit_test_setup_teardown(wide_texts, make, tidy),
        cmocka_unit_test_setup_teardown(another_function, make, tidy),
        cmocka_unit_test_setup_teardown(links, make, tidy),
        cmocka_unit_test_setup_teardown(archives, make, tidy),
        cmocka_unit_test_setup_teardown(harmful_archives, make, tidy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
