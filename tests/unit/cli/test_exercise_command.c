/* The commands of exercises that compile nothing, in a project of the test: the list in every status, all hints, a reset
 * with and without a copy, refused command lines with their exit codes. */
#include "base/folder.h"
#include "cli/commands.h"
#include "cli/exercise_command.h"
#include "support/capture.h"
#include "support/folder.h"

extern int setenv(const char *name, const char *value, int overwrite);
extern int chmod(const char *path, unsigned mode);
extern unsigned geteuid(void);

static char folder[256], printed[20000], said[4000];

static void write_text(const char *path, const char *text) {
    bp_error error = {0};
    if (!bp_file_write(path, text, strlen(text), &error)) fail_msg("%s", error.message);
}

static const char *source_of(const bp_exercise *exercise, char *path, size_t size) {
    bp_exercise_paths paths = {.root = ""};
    bp_error error = {0};
    snprintf(paths.root, sizeof paths.root, "%s", folder);
    assert_true(bp_exercise_source_path(&paths, exercise, path, size, &error));
    return path;
}

static const char *original_of(const bp_exercise *exercise, char *path, size_t size) {
    bp_exercise_paths paths = {.root = ""};
    bp_error error = {0};
    snprintf(paths.root, sizeof paths.root, "%s", folder);
    assert_true(bp_exercise_original_path(&paths, exercise, path, size, &error));
    return path;
}

/* Originals without exercise files. The library and objects are empty files. */
static int set_up(void **state) {
    (void)state;
    char path[1200];
    bp_error error = {0};
    test_folder_make(folder, sizeof folder);
    setenv("XDG_DATA_HOME", folder, 1);
    setenv("BINDPOSE_ROOT", folder, 1);
    setenv("BINDPOSE_BUILD", folder, 1);
    snprintf(path, sizeof path, "%s/lessons/exercises/originals", folder);
    assert_true(bp_folder_make(path, &error));
    snprintf(path, sizeof path, "%s/lib/modules", folder);
    assert_true(bp_folder_make(path, &error));
    snprintf(path, sizeof path, "%s/exercises", folder);
    assert_true(bp_folder_make(path, &error));
    static const char *const names[] = {"lessons/exercises/exercise.h", BP_EXERCISE_LIBRARY,
                                        "exercises/main.o"};
    for (size_t i = 0; i < BP_COUNT(names); i++)
        write_text(test_path(path, sizeof path, folder, names[i]), "");
    for (const bp_exercise *const *one = bp_exercises; *one; one++) {
        snprintf(path, sizeof path, "%s/lessons/exercises/%s", folder, (*one)->name);
        assert_true(bp_folder_make(path, &error));
        write_text(original_of(*one, path, sizeof path), "the gap\n");
    }
    assert_non_null(freopen("/dev/null", "r", stdin));
    return 0;
}
static int tear_down(void **state) {
    (void)state;
    test_folder_remove(folder);
    return 0;
}

static int run(const char *line) {
    char words[400], *argv[17] = {"exercise"};
    int argc = 1;
    snprintf(words, sizeof words, "%s", line);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) argv[argc++] = word;
    capture_begin(folder);
    bp_cli call = {.program = "bindpose exercise", .argc = argc, .argv = argv, .commit = ""};
    int code = bp_cli_run(bp_exercise_command, &call);
    capture_end(printed, sizeof printed, said, sizeof said);
    return code;
}

static void want(const char *line, int code, const char *prints, const char *says) {
    int got = run(line);
    if (got != code) fail_msg("'%s': exit %d, expected %d; %s", line, got, code, said);
    if (prints && !strstr(printed, prints)) fail_msg("'%s' printed\n%s\nwanted %s", line, printed, prints);
    if (says && !strstr(said, says)) fail_msg("'%s' said\n%s\nwanted %s", line, said, says);
}

static void test_wrong_use(void **state) {
    (void)state;
    static const char *const words[] = {"list", "check", "watch", "show", "hint", "reset"};
    char line[80];
    for (size_t i = 0; i < BP_COUNT(words); i++) {
        snprintf(line, sizeof line, "%s --help", words[i]);
        want(line, 0, "Usage: bindpose exercise ", NULL);
        snprintf(line, sizeof line, "%s 5 6 7", words[i]);
        want(line, 2, NULL, "one argument too many");
        if (i == 0) continue;
        snprintf(line, sizeof line, "%s", words[i]);
        want(line, 2, NULL, "an argument is missing");
        snprintf(line, sizeof line, "%s zzzzzzzzzzzz", words[i]);
        want(line, 2, NULL, "there is no such exercise; `bindpose exercise list` lists them");
    }
    want("hint 05_final_matrx", 2, NULL, "did you mean 05_final_matrix?");
    want("zzzzzzzzzzzz", 2, NULL, "there is no such command; --help lists them");
    want("hnit 5", 2, NULL, "did you mean hint?");
    want("check 5 --file nowhere.c", 2, NULL, "nowhere.c");
    want("show 5 --file nowhere.c --screenshot x.png", 2, NULL, "nowhere.c");
    want("", 2, NULL, "Usage: bindpose exercise COMMAND");
    setenv("BINDPOSE_ROOT", "/nowhere", 1);
    want("list", 3, NULL, "BINDPOSE_ROOT");
    want("check 5", 3, NULL, "BINDPOSE_ROOT");
    setenv("BINDPOSE_ROOT", folder, 1);
    setenv("BINDPOSE_BUILD", "/nowhere", 1);
    want("reset 5", 3, NULL, "BINDPOSE_BUILD");
}

static void test_list(void **state) {
    (void)state;
    char path[1200], expected[200];
    const bp_exercise *first = bp_exercises[0], *second = bp_exercises[1];
    want("list", 0, "file missing", NULL);
    snprintf(expected, sizeof expected, "go on with lessons/exercises/%s/exercise.c", first->name);
    expect_text_contains(printed, expected);
    write_text(source_of(first, path, sizeof path), "the gap\n");
    snprintf(expected, sizeof expected, "fill the gap in lessons/exercises/%s/exercise.c", first->name);
    want("list", 0, expected, NULL);
    write_text(source_of(first, path, sizeof path), "done\n");
    bp_exercise_progress_store(first, path, true);
    snprintf(expected, sizeof expected, "Next: %s %s.", second->id, second->title);
    want("list", 0, expected, NULL);
    for (const bp_exercise *const *one = bp_exercises; *one; one++) {
        write_text(source_of(*one, path, sizeof path), "done\n");
        bp_exercise_progress_store(*one, path, true);
    }
    want("list", 0, "All of them pass.", NULL);
    bp_exercise_progress_store(first, "/nowhere/at/all.c", false); /* a missing file: nothing is stored */
    want("list", 0, "All of them pass.", NULL);
}

/* One after the other, then the last one again. Without a data folder, progress is kept beside the exercises. */
static void test_hints(void **state) {
    (void)state;
    char path[600];
    want("hint 5", 0, "hint 1 of 3:", NULL);
    want("hint 05", 0, "hint 2 of 3:", NULL);
    want("hint 05_final_matrix", 0, "That was the last one; lesson ", NULL);
    want("hint 5", 0, "hint 3 of 3:", NULL);
    bp_exercise_progress known;
    bp_exercise_progress_read(&known);
    assert_int_equal(bp_exercise_progress_record(&known, "05_final_matrix")->hints, 3);
    want("hint 6", 0, "hint 1 of ", NULL);
    test_path(path, sizeof path, folder, "file");
    write_text(path, "x");
    setenv("XDG_DATA_HOME", path, 1); /* a file can't contain a folder */
    want("hint 6", 0, "hint 1 of ", "Your progress is kept in ");
    if (!strstr(said, "lessons/exercises/.progress.json: ")) fail_msg("said %s", said);
    want("hint 6", 0, "hint 2 of ", NULL);
    assert_string_equal(said, ""); /* once */
    setenv("BINDPOSE_ROOT", "/nowhere", 1);
    want("hint 6", 0, "hint 1 of ", "Your progress can't be kept: ");
}

static void expect_file(const char *path, const char *expected) {
    bp_file file;
    bp_error error = {0};
    if (!bp_file_read(NULL, path, 1000, &file, &error)) fail_msg("%s: %s", path, error.message);
    assert_int_equal(file.size, strlen(expected));
    assert_memory_equal(file.data, expected, file.size);
    bp_file_free(NULL, &file);
}

static void test_reset(void **state) {
    (void)state;
    char path[1200], copy[1300], answer[600];
    const bp_exercise *exercise = bp_exercise_find("05");
    source_of(exercise, path, sizeof path);
    want("reset 5 --yes", 0, "Done.\n", NULL); /* no file: no copy */
    expect_file(path, "the gap\n");
    want("reset 5", 0, "is at its beginning already", NULL);
    write_text(path, "mine\n");
    want("reset 5", 0, "Nothing was changed.", NULL); /* no answer */
    expect_file(path, "mine\n");
    static const char *const answers[] = {"n\n", "yes\n", "Y\n"};
    test_path(answer, sizeof answer, folder, "answer");
    for (int i = 0; i < 3; i++) {
        write_text(answer, answers[i]);
        assert_non_null(freopen(answer, "r", stdin));
        write_text(path, i == 2 ? "mine again\n" : "mine\n");
        want("reset 5", 0, i == 0 ? "Nothing was changed." : "Done. Your version is in ", NULL);
        expect_file(path, i == 0 ? "mine\n" : "the gap\n");
    }
    snprintf(copy, sizeof copy, "%s.1", path);
    expect_file(copy, "mine\n");
    snprintf(copy, sizeof copy, "%s.2", path);
    expect_file(copy, "mine again\n");
    /* Without the original the reset fails and keeps the file. */
    write_text(path, "mine\n");
    original_of(exercise, copy, sizeof copy);
    assert_int_equal(remove(copy), 0);
    want("reset 5 --yes", 2, NULL, "05_final_matrix.c");
    expect_file(path, "mine\n");
    write_text(copy, "the gap\n");
    if (geteuid() != 0) { /* root reads everything */
        assert_int_equal(chmod(path, 0), 0);
        assert_true(run("reset 5 --yes") >= 2);
        assert_int_equal(chmod(path, 0600), 0);
        expect_file(path, "mine\n");
    }
    /* A file that can't be read can't be copied, so it stays. */
    bp_error error = {0};
    assert_int_equal(remove(path), 0);
    assert_true(bp_folder_make(path, &error));
    want("reset 5 --yes", 2, NULL, "exercise.c");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_wrong_use), TEST(test_list), TEST(test_hints),
                                       TEST(test_reset)};
    return cmocka_run_group_tests_name("exercise command", tests, NULL, NULL);
}
