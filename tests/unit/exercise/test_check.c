/* Checking where the machine doesn't play along: no compiler, a slow one, one that makes nonsense, no folder to work in, no
 * file to check. Compilers are small shell scripts here. */
#include "base/folder.h"
#include "support/folder.h"
#include <bindpose/exercise.h>
#include <sys/stat.h>

extern int setenv(const char *name, const char *value, int replace); /* POSIX; strict C17 hides them */
extern int unsetenv(const char *name);

typedef struct fixture {
    char folder[512], source[600], tool[600];
    bp_exercise_paths paths;
    bp_exercise_result result;
    bp_error error;
} fixture;

static int set_up(void **state) {
    fixture *f = calloc(1, sizeof *f);
    test_folder_make(f->folder, sizeof f->folder);
    test_path(f->source, sizeof f->source, f->folder, "exercise.c");
    assert_true(bp_file_write(f->source, "int x;\n", 7, NULL));
    char folder[600], original[700];
    assert_true(bp_folder_make(test_path(folder, sizeof folder, f->folder, "lessons/exercises/originals"), NULL));
    assert_true(bp_file_write(test_path(original, sizeof original, folder, "05_final_matrix.c"), "int x;\n", 7, NULL));
    snprintf(f->paths.root, sizeof f->paths.root, "%s", f->folder);
    snprintf(f->paths.build, sizeof f->paths.build, "%s", f->folder);
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    fixture *f = *state;
    test_folder_remove(f->folder);
    free(f);
    return 0;
}

/* Writes a script into the fixture's folder; its path is then f->tool. */
static void write_tool(fixture *f, const char *name, const char *script) {
    char text[900];
    snprintf(text, sizeof text, "#!/bin/sh\n%s\n", script);
    test_path(f->tool, sizeof f->tool, f->folder, name);
    assert_true(bp_file_write(f->tool, text, strlen(text), NULL));
    assert_int_equal(chmod(f->tool, 0755), 0);
}

static bool check(fixture *f, const char *source, const bp_exercise_options *options) {
    f->error = (bp_error){0};
    return bp_exercise_check(bp_exercise_find("05"), &f->paths, source, options, &f->result, &f->error);
}

/* An environment variable, to be given to put_back; NULL: it isn't set. */
static char *copy_of(const char *name) { return getenv(name) ? bp_copy_text(NULL, getenv(name), NULL) : NULL; }

static void put_back(const char *name, char *value) {
    if (value)
        setenv(name, value, 1);
    else
        unsetenv(name);
    bp_free(NULL, value);
}

static void test_a_slow_compiler(void **state) {
    fixture *f = *state;
    write_tool(f, "cc", "[ \"$1\" = --version ] || exec sleep 60");
    assert_false(check(f, f->source, &(bp_exercise_options){.compiler = f->tool, .build_seconds = 0.2}));
    expect_error(&f->error, BP_ERROR_ENVIRONMENT, "this machine");
    expect_text_contains(f->error.message, "(time)");
}

static void test_a_compiler_that_refuses(void **state) {
    fixture *f = *state;
    char script[800];
    snprintf(script, sizeof script, "printf '%s:1:1: error: here it is wrong\\033[2J\\302\\233'; exit 1", f->source);
    write_tool(f, "cc", script);
    assert_true(check(f, f->source, &(bp_exercise_options){.compiler = f->tool}));
    assert_int_equal(f->result.verdict, BP_EXERCISE_BUILD);
    assert_string_equal(f->result.id, "compile");
    expect_text_contains(f->result.warnings, "here it is wrong?[2J??"); /* no control characters */
    assert_int_equal(f->result.points, 0);
}

/* Failures that don't name the student's code count only if the original compiles. */
static void test_a_compiler_that_fails_with_everything(void **state) {
    fixture *f = *state;
    static const char *const SCRIPTS[] = {"kill -9 $$", "echo 'fatal error: No space left on device'; exit 1", "exit 4"};
    for (size_t i = 0; i < BP_COUNT(SCRIPTS); i++) {
        write_tool(f, "cc", SCRIPTS[i]);
        assert_false(check(f, f->source, &(bp_exercise_options){.compiler = f->tool}));
        expect_error(&f->error, BP_ERROR_ENVIRONMENT, "this machine");
        expect_text_contains(f->error.message, "is the disk full");
    }
}

/* It says that all is well, but the list of included files isn't there. */
static void test_a_compiler_that_writes_nothing(void **state) {
    fixture *f = *state;
    write_tool(f, "cc", "exit 0");
    assert_false(check(f, f->source, &(bp_exercise_options){.compiler = f->tool}));
    assert_int_equal(f->error.kind, BP_ERROR_ENVIRONMENT);
}

/* Into the file after -o, and into that after -MF. */
static void test_a_compiler_that_makes_nonsense(void **state) {
    fixture *f = *state;
    write_tool(f, "cc",
               "while [ $# -gt 0 ]; do case $1 in -o) echo nonsense >\"$2\" ;; -MF) echo 'x.o: ' >\"$2\" ;; esac; shift; done");
    assert_false(check(f, f->source, &(bp_exercise_options){.compiler = f->tool}));
    expect_error(&f->error, BP_ERROR_ENVIRONMENT, "this machine");
    expect_text_contains(f->error.message, "file format not recognized");
}

static void test_no_compiler(void **state) {
    fixture *f = *state;
    char script[800];
    assert_false(check(f, f->source, &(bp_exercise_options){.compiler = "/nowhere/cc"}));
    expect_error(&f->error, BP_ERROR_ENVIRONMENT, "/nowhere/cc");
    char *path = copy_of("PATH"), *cc = copy_of("CC");
    setenv("PATH", "/nowhere:", 1);
    setenv("CC", "/nowhere/gcc", 1);
    bool checked = check(f, f->source, NULL);
    /* $CC isn't there, but a gcc is in $PATH. */
    snprintf(script, sizeof script, "echo '%s:1:1: error: gcc of the folder'; exit 1", f->source);
    write_tool(f, "gcc", script);
    setenv("PATH", f->folder, 1);
    bp_error first = f->error;
    bool found = check(f, f->source, NULL);
    put_back("PATH", path);
    put_back("CC", cc);
    assert_false(checked);
    expect_error(&first, BP_ERROR_ENVIRONMENT, "cc");
    expect_text_contains(first.message, "install gcc or clang");
    assert_true(found);
    assert_string_equal(f->result.id, "compile");
}

/* libtcc takes a compiler's place only if its program was built, and never in a grader's sandbox. */
static void test_no_libtcc(void **state) {
    fixture *f = *state;
    const char *const wrap[] = {"env", NULL};
    assert_false(check(f, f->source, &(bp_exercise_options){.compiler = "tcc"}));
    expect_error(&f->error, BP_ERROR_ENVIRONMENT, "exercises/tcc");
    expect_text_contains(f->error.message, "built without libtcc");
    const bp_exercise_options graded = {
        .compiler = "tcc", .wrap_build = wrap, .wrap_run = wrap};
    assert_false(check(f, f->source, &graded));
    expect_error(&f->error, BP_ERROR_ENVIRONMENT, "tcc");
    expect_text_contains(f->error.message, "grading needs gcc or clang");
}

static void test_no_file(void **state) {
    fixture *f = *state;
    assert_false(check(f, "/nowhere/exercise.c", NULL));
    expect_error(&f->error, BP_ERROR_INPUT, "/nowhere/exercise.c");
    assert_false(check(f, f->folder, NULL));
    expect_error(&f->error, BP_ERROR_INPUT, f->folder);
}

static void test_no_folder_to_work_in(void **state) {
    fixture *f = *state;
    char *before = copy_of("TMPDIR");
    setenv("TMPDIR", "/nowhere/at/all", 1);
    bool checked = check(f, f->source, NULL);
    put_back("TMPDIR", before);
    assert_false(checked);
    expect_error(&f->error, BP_ERROR_ENVIRONMENT, "/nowhere/at/all");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_a_slow_compiler), TEST(test_a_compiler_that_refuses),
                                       TEST(test_a_compiler_that_fails_with_everything),
                                       TEST(test_a_compiler_that_writes_nothing),
                                       TEST(test_a_compiler_that_makes_nonsense), TEST(test_no_compiler),
                                       TEST(test_no_libtcc),
                                       TEST(test_no_file), TEST(test_no_folder_to_work_in)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
