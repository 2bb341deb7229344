/* The status of exercises, in a project and a data folder of the test. */
#include "base/folder.h"
#include "cli/exercise_command.h"
#include "support/folder.h"

extern int setenv(const char *name, const char *value, int replace); /* POSIX; strict C17 hides it */

typedef struct fixture {
    char folder[256];
    bp_exercise_paths paths;
    const bp_exercise *exercise;
    char source[1200];
} fixture;

static void write_text(const char *path, const char *text) {
    bp_error error = {0};
    assert_true(bp_file_write(path, text, strlen(text), &error));
}

static int set_up(void **state) {
    fixture *f = calloc(1, sizeof *f);
    char path[1200];
    bp_error error = {0};
    test_folder_make(f->folder, sizeof f->folder);
    setenv("XDG_DATA_HOME", f->folder, 1);
    snprintf(f->paths.root, sizeof f->paths.root, "%s", f->folder);
    f->exercise = bp_exercise_find("05");
    snprintf(path, sizeof path, "%s/lessons/exercises/%s", f->folder, f->exercise->name);
    assert_true(bp_folder_make(path, &error));
    snprintf(path, sizeof path, "%s/lessons/exercises/originals", f->folder);
    assert_true(bp_folder_make(path, &error));
    assert_true(bp_exercise_original_path(&f->paths, f->exercise, path, sizeof path, &error));
    write_text(path, "the gap\n");
    assert_true(bp_exercise_source_path(&f->paths, f->exercise, f->source, sizeof f->source, &error));
    *state = f;
    return 0;
}
static int tear_down(void **state) {
    fixture *f = *state;
    test_folder_remove(f->folder);
    free(f);
    return 0;
}

static bp_exercise_status standing(const fixture *f) {
    bp_exercise_progress known;
    bp_exercise_progress_read(&known);
    return bp_exercise_status_of(&known, &f->paths, f->exercise);
}

static void test_from_nothing_to_passed(void **state) {
    fixture *f = *state;
    assert_int_equal(standing(f), BP_EXERCISE_STATUS_MISSING);
    write_text(f->source, "the gap\n");
    assert_int_equal(standing(f), BP_EXERCISE_STATUS_NOT_BEGUN);
    write_text(f->source, "an attempt\n");
    assert_int_equal(standing(f), BP_EXERCISE_STATUS_CHANGED);
    bp_exercise_progress_store(f->exercise, f->source, false);
    assert_int_equal(standing(f), BP_EXERCISE_STATUS_FAILS);
    write_text(f->source, "another attempt\n");
    assert_int_equal(standing(f), BP_EXERCISE_STATUS_CHANGED);
    bp_exercise_progress_store(f->exercise, f->source, true);
    assert_int_equal(standing(f), BP_EXERCISE_STATUS_PASSES);
    write_text(f->source, "the gap\n"); /* a reset */
    assert_int_equal(standing(f), BP_EXERCISE_STATUS_NOT_BEGUN);
}

static void test_hints_are_kept(void **state) {
    fixture *f = *state;
    bp_exercise_progress known;
    bp_error error = {0};
    bp_exercise_progress_read(&known);
    bp_exercise_progress_record(&known, f->exercise->name)->hints = 2;
    assert_true(bp_exercise_progress_write(&known, &error));
    write_text(f->source, "an attempt\n");
    bp_exercise_progress_store(f->exercise, f->source, true);
    bp_exercise_progress_read(&known);
    assert_int_equal(known.count, 1);
    assert_int_equal(bp_exercise_progress_record(&known, f->exercise->name)->hints, 2);
}

/* A damaged file gives no progress and no error. */
static void test_a_damaged_file(void **state) {
    fixture *f = *state;
    static const char *const TEXTS[] = {"",
                                        "[1, 2]",
                                        "{\"05_final_matrix\": 3}",
                                        "{\"05_final_matrix\": {\"hints\": -5}}",
                                        "{\"no such exercise\": {\"hints\": 1}}",
                                        "{\"05_final"};
    char path[600];
    bp_error error = {0};
    snprintf(path, sizeof path, "%s/bindpose", f->folder);
    assert_true(bp_folder_make(path, &error));
    snprintf(path, sizeof path, "%s/bindpose/exercises.json", f->folder);
    for (size_t i = 0; i < BP_COUNT(TEXTS); i++) {
        bp_exercise_progress known;
        write_text(path, TEXTS[i]);
        bp_exercise_progress_read(&known);
        assert_int_equal(bp_exercise_progress_record(&known, f->exercise->name)->hints, 0);
    }
}

static void test_a_table_that_is_full(void **state) {
    (void)state;
    bp_exercise_progress known = {.count = 0};
    char name[16];
    for (int i = 0; i < BP_EXERCISE_RECORDS + 3; i++) {
        snprintf(name, sizeof name, "%d", i);
        assert_non_null(bp_exercise_progress_record(&known, name));
    }
    assert_int_equal(known.count, BP_EXERCISE_RECORDS);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_from_nothing_to_passed), TEST(test_hints_are_kept),
                                       TEST(test_a_damaged_file),
                                       cmocka_unit_test(test_a_table_that_is_full)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
