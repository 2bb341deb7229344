/* The user's data folder: its path, the progress file, and pose files, also if they are missing, damaged or of
 * another lesson. */
#include "support/app.h"
#include "support/folder.h"
#include <bindpose/io.h>

extern int setenv(const char *name, const char *value, int overwrite);
extern int unsetenv(const char *name);

static void nothing(bp_world *world) { (void)world; }
static const bp_step STEPS[] = {{.caption = "One."}, {.caption = "Two."}, {.caption = "Three."}};
static const bp_lesson_plan LESSON = {
    .number = 5, .name = "05_test", .setup = nothing, .steps = STEPS, .step_count = BP_COUNT(STEPS)};

static void enter_folder(char *folder, size_t size) {
    test_folder_make(folder, size);
    setenv("XDG_DATA_HOME", folder, 1);
}

static void write_file(const char *path, const char *text) {
    bp_error error = {0};
    if (!bp_file_write(path, text, strlen(text), &error)) fail_msg("%s", error.message);
}

static void finds_the_folder(void **state) {
    (void)state;
    char path[1024], small[16], deep[1200];
    bp_error error = {0};
    setenv("XDG_DATA_HOME", "/data", 1);
    assert_true(bp_data_path("a.json", false, path, sizeof path, &error));
    assert_string_equal(path, "/data/bindpose/a.json");
    /* A relative one doesn't count, says the XDG base directory specification. */
    setenv("XDG_DATA_HOME", "data", 1);
    setenv("HOME", "/home/one", 1);
    assert_true(bp_data_path("a.json", false, path, sizeof path, &error));
    assert_string_equal(path, "/home/one/.local/share/bindpose/a.json");
    assert_false(bp_data_path("a.json", false, small, sizeof small, &error));
    expect_text_contains(error.message, "too long");
    memset(deep, 'd', sizeof deep);
    deep[0] = '/';
    deep[sizeof deep - 1] = '\0';
    setenv("XDG_DATA_HOME", deep, 1);
    assert_false(bp_data_path("a.json", false, path, sizeof path, &error));
    expect_text_contains(error.message, "too long");
    unsetenv("XDG_DATA_HOME");
    setenv("HOME", "", 1);
    assert_false(bp_data_path("a.json", false, path, sizeof path, &error));
    assert_int_equal(error.kind, BP_ERROR_ENVIRONMENT);
    unsetenv("HOME");
    assert_false(bp_data_path("a.json", false, path, sizeof path, &error));
    bp_progress progress = {.count = 1};
    bp_progress_read(&progress); /* with no folder at all */
    assert_int_equal(progress.count, 0);
    assert_false(bp_progress_write(&progress, &error));
}

static void saves_progress(void **state) {
    (void)state;
    char folder[512], path[1024];
    bp_error error = {0};
    bp_progress progress, again;
    enter_folder(folder, sizeof folder);
    bp_progress_read(&progress);
    assert_int_equal(progress.count, 0);
    assert_int_equal(bp_progress_of(&progress, "05_test").step, 0);
    assert_true(bp_progress_record(&progress, "05_test", (bp_progress_entry){.step = 3}));
    assert_false(bp_progress_record(&progress, "05_test",
                                    (bp_progress_entry){.step = 2})); /* not further than before */
    assert_true(bp_progress_record(&progress, "06_test", (bp_progress_entry){.step = 1}));
    assert_true(bp_progress_write(&progress, &error));
    bp_progress_read(&again);
    assert_int_equal(again.count, 2);
    assert_int_equal(bp_progress_of(&again, "05_test").step, 3);
    assert_int_equal(bp_progress_of(&again, "06_test").step, 1);
    /* Impossible steps are ignored; the others count. */
    test_path(path, sizeof path, folder, "bindpose/progress.json");
    write_file(path, "{\"a\": 0, \"b\": -1, \"c\": 1001, \"d\": 1.5, \"e\": \"2\", \"f\": 1000}");
    bp_progress_read(&again);
    assert_int_equal(again.count, 1);
    assert_int_equal(bp_progress_of(&again, "f").step, 1000);
    /* What is known of a question and an end stays known. */
    write_file(path,
               "{\"a\": {\"step\": 4, \"left\": 3, \"answered\": [1, 64, 0, 65, \"2\"], \"ended\": true},"
               " \"b\": {\"step\": 2}, \"c\": {}, \"d\": {\"answered\": 3}, \"e\": 2}");
    bp_progress_read(&again);
    assert_int_equal(again.count, 3);
    bp_progress_entry a = bp_progress_of(&again, "a"), b = bp_progress_of(&again, "b");
    assert_true(a.step == 4 && a.left == 3 && a.ended && a.answered == ((uint64_t)1 << 63 | 1));
    assert_true(b.step == 2 && !b.ended && b.answered == 0);
    assert_int_equal(bp_progress_of(&again, "e").step, 2);
    assert_false(bp_progress_record(&again, "a", (bp_progress_entry){.step = 3, .left = 3, .answered = 1}));
    assert_true(bp_progress_record(&again, "a", (bp_progress_entry){.step = 1, .left = 2}));
    assert_true(bp_progress_record(&again, "a", (bp_progress_entry){.left = 2, .answered = 2}));
    assert_true(bp_progress_record(&again, "b", (bp_progress_entry){.ended = true}));
    assert_true(bp_progress_write(&again, &error));
    bp_progress_read(&progress);
    assert_int_equal(progress.count, 3);
    a = bp_progress_of(&progress, "a"), b = bp_progress_of(&progress, "b");
    assert_true(a.step == 4 && a.left == 2 && a.ended && a.answered == ((uint64_t)1 << 63 | 3));
    assert_true(b.step == 2 && b.ended && b.answered == 0);
    write_file(path, "{\"a\": ");
    bp_progress_read(&again);
    assert_int_equal(again.count, 0);
    test_folder_remove(folder);
}

/* Answered questions count, not visited steps. A lesson without questions is done at its end page. */
static void counts_questions(void **state) {
    (void)state;
    static const bp_question question = {.text = "?"};
    const bp_step asking[] = {{.caption = "1"},
                              {.caption = "2", .question = &question},
                              {.caption = "3"},
                              {.caption = "4", .question = &question}};
    const bp_lesson_plan asks = {.steps = asking, .step_count = 4},
                         tells = {.steps = asking, .step_count = 1};
    int count;
    bp_progress_entry seen = {.step = 4, .ended = true};
    assert_int_equal(bp_progress_answered(&seen, &asks, &count), 0);
    assert_int_equal(count, 2);
    assert_false(bp_progress_is_done(&seen, &asks));
    assert_true(bp_progress_is_done(&seen, &tells));
    assert_int_equal(bp_progress_answered(&seen, &tells, &count), 0);
    assert_int_equal(count, 0);
    seen = (bp_progress_entry){.answered = 1 << 1 | 1 << 2}; /* step 3 asks nothing */
    assert_int_equal(bp_progress_answered(&seen, &asks, &count), 1);
    assert_false(bp_progress_is_done(&seen, &asks));
    assert_false(bp_progress_is_done(&seen, &tells));
    seen.answered = 1 << 1 | 1 << 3;
    assert_true(bp_progress_is_done(&seen, &asks));
}

static void progress_holds_64_lessons(void **state) {
    (void)state;
    bp_progress progress = {.count = 0};
    char name[80];
    for (int i = 0; i < BP_PROGRESS_MAX; i++) {
        snprintf(name, sizeof name, "lesson %d", i);
        assert_true(bp_progress_record(&progress, name, (bp_progress_entry){.step = 1}));
    }
    assert_false(bp_progress_record(&progress, "one more", (bp_progress_entry){.step = 1}));
    assert_true(bp_progress_record(&progress, "lesson 63", (bp_progress_entry){.step = 2}));
    progress.count = 0;
    memset(name, 'n', sizeof name);
    name[BP_PROGRESS_NAME] = '\0';
    assert_false(
        bp_progress_record(&progress, name, (bp_progress_entry){.step = 1})); /* a name of 64 characters */
    name[BP_PROGRESS_NAME - 1] = '\0';
    assert_true(bp_progress_record(&progress, name, (bp_progress_entry){.step = 1}));
}

static void saves_and_opens_poses(void **state) {
    (void)state;
    char folder[512], path[1024], expected[1024];
    bp_error error = {0};
    enter_folder(folder, sizeof folder);
    static bp_lesson_screen viewer, other;
    viewer = (bp_lesson_screen){
        .plan = &LESSON, .position = {.step = 1, .t = 1}, .picture = bp_illustration_make()};
    other = (bp_lesson_screen){.plan = &LESSON, .position = {.t = 1}, .picture = bp_illustration_make()};
    assert_false(bp_pose_file_open(&viewer, path, sizeof path, &error)); /* none yet */
    assert_int_equal(error.kind, BP_ERROR_INPUT);
    const bp_quat quarter = {0, 0, 0.70710678f, 0.70710678f};
    viewer.picture.history.edits[0] = (bp_edit){.stage = 1, .target = 2, .rotation = quarter};
    viewer.picture.history.edits[1] = (bp_edit){.rotation = {1, 0, 0, 0}};
    viewer.picture.history.edits[2] =
        (bp_edit){.kind = BP_EDIT_HANDLE, .rotation = {0, 0, 0, 1}, .vector = {1, 2, 3}};
    viewer.picture.history.count = 3;
    assert_true(bp_pose_file_save(&viewer, path, sizeof path, &error));
    assert_string_equal(path, test_path(expected, sizeof expected, folder, "bindpose/05_test.pose.json"));
    assert_true(bp_pose_file_open(&other, path, sizeof path, &error));
    assert_int_equal(other.position.step, 1);
    assert_true(other.position.t == 1 && !other.position.asking);
    assert_int_equal(other.picture.history.count, 3);
    assert_memory_equal(&other.picture.history.edits[0].rotation, &quarter, sizeof quarter);
    assert_int_equal(other.picture.history.edits[0].stage, 1);
    assert_int_equal((int)other.picture.history.edits[0].target, 2);
    assert_memory_equal(&other.picture.history.edits[2].vector, &viewer.picture.history.edits[2].vector,
                        sizeof(bp_vec3));
    assert_int_equal(other.picture.history.undo_count, 3);
    assert_true(
        bp_edit_history_undo(&other.picture.history) && bp_edit_history_undo(&other.picture.history) &&
        bp_edit_history_undo(&other.picture.history) && !bp_edit_history_undo(&other.picture.history));
    assert_int_equal(other.picture.history.count, 0); /* as if never turned */
    test_folder_remove(folder);
}

static void damaged_poses_change_nothing(void **state) {
    (void)state;
#define POSE(step, rotations) "{\"lesson\": \"05_test\", \"step\": " step ", \"turns\": " rotations "}"
#define TURN(stage, bone, turn) "[{\"stage\": " stage ", \"bone\": " bone ", \"turn\": " turn "}]"
    static const char *const damaged[] = {
        "",
        "{",
        "[]",
        "{\"lesson\": \"06_test\", \"step\": 1, \"turns\": []}",
        POSE("0", "[]"),
        POSE("4", "[]"),
        POSE("\"1\"", "[]"),
        POSE("1", "{}"),
        POSE("1", "7"),
        POSE("1", "[7]"),
        POSE("1", TURN("0", "0", "[0, 0, 0, 1]")),
        POSE("1", TURN("99", "0", "[0, 0, 0, 1]")),
        POSE("1", TURN("1", "-1", "[0, 0, 0, 1]")),
        POSE("1", TURN("1", "2000000000", "[0, 0, 0, 1]")),
        POSE("1", TURN("1", "0.5", "[0, 0, 0, 1]")),
        POSE("1", TURN("1", "0", "[0, 0, 1]")),
        POSE("1", TURN("1", "0", "[0, 0, 0, 2]")),
        POSE("1", TURN("1", "0", "[0, 0, 0, 0]")),
        POSE("1", "[], \"edits\": 7"),
        POSE("1", "[], \"edits\": [{}]"),
        POSE("1", "[], \"edits\": [{\"kind\": \"turn\", \"stage\": 1, \"bone\": 0, \"vector\": [0, 0, 0]}]"),
        POSE("1", "[], \"edits\": [{\"kind\": \"move\", \"stage\": 0, \"bone\": 0, \"vector\": [1, 0, 0]}]"),
        POSE("1", "[], \"edits\": [{\"kind\": \"move\", \"stage\": 1, \"bone\": 0, \"vector\": [1, 0]}]"),
    };
    char folder[512], path[1024];
    enter_folder(folder, sizeof folder);
    static bp_lesson_screen viewer, before;
    viewer = (bp_lesson_screen){
        .plan = &LESSON, .position = {.step = 2, .t = 1}, .picture = bp_illustration_make()};
    bp_error error = {0};
    assert_true(bp_pose_file_save(&viewer, path, sizeof path, &error));
    memcpy(&before, &viewer, sizeof before);
    for (size_t i = 0; i < BP_COUNT(damaged); i++) {
        error = (bp_error){0};
        write_file(path, damaged[i]);
        if (bp_pose_file_open(&viewer, path, sizeof path, &error))
            fail_msg("taken for a pose: %s", damaged[i]);
        if (error.kind != BP_ERROR_INPUT || !error.message[0]) fail_msg("no message for %s", damaged[i]);
        assert_memory_equal(&viewer, &before, sizeof before);
    }
    /* One turn more than there is room for. */
    char text[BP_EDITS_MAX * 80 + 200] = "{\"lesson\": \"05_test\", \"step\": 1, \"turns\": [";
    for (int i = 0; i <= BP_EDITS_MAX; i++) {
        size_t end = strlen(text);
        snprintf(text + end, sizeof text - end, "%s{\"stage\": 1, \"bone\": %d, \"turn\": [0, 0, 1, 0]}",
                 i ? ", " : "", i);
    }
    strcat(text, "]}");
    write_file(path, text);
    assert_false(bp_pose_file_open(&viewer, path, sizeof path, &error));
    test_folder_remove(folder);
}

static void saves_settings(void **state) {
    (void)state;
    char folder[512], path[1024];
    bp_error error = {0};
    enter_folder(folder, sizeof folder);
    bp_settings first = bp_settings_make(640, 480), now = first, saved = first, read = first;
    bp_settings_read(&read); /* no file */
    assert_memory_equal(&read, &first, sizeof read);
    bp_settings_keep(&now, &saved); /* nothing changed, so nothing is written */
    assert_true(bp_data_path("settings.json", false, path, sizeof path, &error));
    assert_null(bp_json_read(NULL, path, 1000, NULL));
    now.light = now.columns = now.babylon = now.still = true;
    now.text = 3;
    now.help = true; /* not kept */
    bp_settings_keep(&now, &saved);
    bp_settings_read(&read);
    assert_true(read.light && read.columns && read.babylon && read.still && read.text == 3 && !read.help);
    write_file(path, "{\"theme\": \"dark\", \"text\": 99}");
    bp_settings_read(&read);
    assert_true(!read.light && read.columns && read.text == 3);
    write_file(path, "[");
    bp_settings_read(&read);
    assert_true(read.columns);
    test_folder_remove(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_folder),      cmocka_unit_test(saves_progress),
        cmocka_unit_test(counts_questions),      cmocka_unit_test(progress_holds_64_lessons),
        cmocka_unit_test(saves_and_opens_poses), cmocka_unit_test(damaged_poses_change_nothing),
        cmocka_unit_test(saves_settings),
    };
    return cmocka_run_group_tests_name("data folder", tests, NULL, NULL);
}
