/* A lesson in a simulated window, and the lesson's program: its start, saved progress, refused options, and the message
 * without a display. */
#include "support/capture.h"
#include "support/folder.h"
#include "support/window.h"
#include "app/screens/lesson/lesson_screen.h"
#include "app/progress.h"

extern int setenv(const char *name, const char *value, int overwrite);

static void setup(bp_world *world) { bp_world_add_character(world, "one", "", BP_BIND_NATURAL); }
static const bp_claim CLAIMS[] = {{.number = 0,
                                   .text = "The arm turns by 30 degrees.",
                                   .measure = bp_measure_rotation_z,
                                   .args = {.bone = "boneArmLeft", .matrix = bp_bone_local},
                                   .expected = {30},
                                   .tolerance = 1e-4f,
                                   .holds_before = true},
                                  {.number = 0,
                                   .text = "The arm turns by 31 degrees.",
                                   .measure = bp_measure_rotation_z,
                                   .args = {.bone = "boneArmLeft", .matrix = bp_bone_local},
                                   .expected = {31},
                                   .holds_before = true}};
static const bp_step STEPS[] = {
    {.caption = "First."}, {.caption = "Second.", .claims = CLAIMS, .claim_count = 1}, {.caption = "Third."}};
static const bp_step FALSE_STEPS[] = {{.caption = "Only.", .claims = CLAIMS, .claim_count = 2}};
static const bp_lesson_plan LESSON = {.number = 5,
                                      .name = "05_test",
                                      .title = "A test",
                                      .summary = "One line.",
                                      .difficulty = 1,
                                      .setup = setup,
                                      .steps = STEPS,
                                      .step_count = BP_COUNT(STEPS)};
static const bp_lesson_plan FALSE_LESSON = {.number = 6,
                                            .name = "06_false",
                                            .title = "A false one",
                                            .summary = "One line.",
                                            .setup = setup,
                                            .steps = FALSE_STEPS,
                                            .step_count = BP_COUNT(FALSE_STEPS)};

static void enter_folder(char *folder, size_t size) {
    test_folder_make(folder, size);
    setenv("XDG_DATA_HOME", folder, 1);
}

/* ---- in a window -------------------------------------------------------------------------------- */

static bool look(const bp_window_options *wish, const bp_window_client *client, bp_error *error) {
    (void)error;
    assert_string_equal(wish->title, "05 A test - Bindpose");
    assert_int_equal(wish->width, 700);
    bp_frame out = window_resize(client, 700, 500);
    assert_true(out.picture && !out.moving && !out.quit);
    const bp_theme *light = bp_theme_of(true);
    expect_bytes(out.picture->pixels + 4 * (size_t)out.picture->stride * 450, &light->page, 4);
    assert_null(window_wait(client, 1).picture);
    assert_true(window_type(client, "f").toggle_fullscreen);
    window_key(client, BP_KEY_RIGHT, 0);
    /* The first Esc closes the numbers, which --columns opens. Events after the key that leaves are ignored. */
    const bp_event events[] = {{.kind = BP_EVENT_KEY, .key = BP_KEY_ESCAPE},
                               {.kind = BP_EVENT_KEY, .key = BP_KEY_ESCAPE},
                               {.kind = BP_EVENT_KEY, .key = BP_KEY_HOME}};
    assert_true(window_frame(client, events, 3, 0).quit);
    return true;
}

static int run(const bp_lesson_plan *lesson, const bp_window *window, const char *line) {
    char words[400], *argv[16] = {"lesson"};
    int argc = 1;
    snprintf(words, sizeof words, "%s", line);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) argv[argc++] = word;
    return bp_lesson_program(argc, argv, lesson, window);
}

static void test_looks(void **state) {
    (void)state;
    char folder[512];
    bp_progress progress;
    const bp_window window = {look};
    enter_folder(folder, sizeof folder);
    assert_int_equal(run(&LESSON, &window, "--size 700x500 --theme light --step 2 --columns"), 0);
    bp_progress_read(&progress);
    assert_int_equal(bp_progress_of(&progress, "05_test").step, 3);
    test_folder_remove(folder);
}

static bool no_display(const bp_window_options *wish, const bp_window_client *client, bp_error *error) {
    (void)wish, (void)client;
    return bp_fail(error, BP_ERROR_ENVIRONMENT, NULL, "no screen");
}
static bool break_down(const bp_window_options *wish, const bp_window_client *client, bp_error *error) {
    assert_int_equal(wish->width, 0); /* 0: the window's default size */
    window_resize(client, 400, 400);
    return bp_fail(error, BP_ERROR_MEMORY, NULL, "out of textures");
}

static void test_windows_that_fail(void **state) {
    (void)state;
    char folder[512], said[2000];
    enter_folder(folder, sizeof folder);
    const bp_window none = {no_display}, broken = {break_down};
    capture_begin(folder);
    int code = run(&LESSON, &none, "");
    capture_end(NULL, 0, said, sizeof said);
    assert_int_equal(code, 3);
    expect_text_contains(said, "(no screen)");
    expect_text_contains(said, "lesson --headless");
    capture_begin(folder);
    code = run(&LESSON, NULL, "");
    capture_end(NULL, 0, said, sizeof said);
    assert_int_equal(code, 3);
    expect_text_contains(said, "there is no display to open a window on. Instead");
    capture_begin(folder);
    code = run(&LESSON, &broken, "");
    capture_end(NULL, 0, said, sizeof said);
    assert_int_equal(code, 3);
    expect_text_contains(said, "out of textures");
    bp_progress progress; /* no step was reached */
    bp_progress_read(&progress);
    assert_int_equal(progress.count, 0);
    test_folder_remove(folder);
}

/* ---- without one -------------------------------------------------------------------------------- */

/* A command line, its exit code, its output and its messages. */
typedef struct told {
    const bp_lesson_plan *lesson;
    const char *line;
    int code;
    const char *prints, *says;
} told;

static void check(const char *folder, const told *t) {
    static char printed[20000], said[2000];
    capture_begin(folder);
    int code = run(t->lesson, NULL, t->line);
    capture_end(printed, sizeof printed, said, sizeof said);
    if (code != t->code) fail_msg("'%s': exit %d, expected %d; %s", t->line, code, t->code, said);
    if (t->prints) expect_text_contains(printed, t->prints);
    if (t->says) expect_text_contains(said, t->says);
}

static void test_tells(void **state) {
    (void)state;
    static const told all[] = {
        {&LESSON, "--list", 0, " 1  First.\n 2  Second.\n 3  Third.\n", NULL},
        {&LESSON, "--check", 0,
         "pass step 2, claim 0: The arm turns by 30 degrees.\n05_test: 1 of 1 claims hold", NULL},
        {&LESSON, "--headless", 0, "1 of 1 claims hold.", NULL},
        {&LESSON, "--headless --columns", 0, "1 of 1 claims hold.", NULL},
        {&FALSE_LESSON, "--check", 1, "FAIL step 1, claim 0: The arm turns by 31 degrees. -- ", NULL},
        {&FALSE_LESSON, "--check", 1, "06_false: 1 of 2 claims hold", NULL},
        {&FALSE_LESSON, "--headless", 1, "1 of 2 claims hold.", NULL},
        {&LESSON, "--help", 0, "--screenshot", NULL},
        {&LESSON, "--version", 0, "", NULL},
        {&LESSON, "--hedless", 2, NULL, "--headless"},
        {&LESSON, "--step 0 --screenshot x.png", 2, NULL, "--step"},
        {&LESSON, "--step 4 --screenshot x.png", 2, NULL, "--step"},
        {&LESSON, "--step 2 --headless", 2, NULL, "it goes with --screenshot, or with the window"},
        {&LESSON, "--step 2 --check", 2, NULL, "it goes with --screenshot"},
        {&LESSON, "--step 2 --list", 2, NULL, "it goes with --screenshot"},
        {&LESSON, "--step 2 --frames x", 2, NULL, "it goes with --screenshot"},
        {&LESSON, "--step 2 --transcript x.md", 2, NULL, "it goes with --screenshot"},
        {&LESSON, "--transcript x.txt", 2, NULL, "ends in .md or .json"},
        {&LESSON, "--transcript x", 2, NULL, "ends in .md or .json"},
        {&LESSON, "file.glb", 2, NULL, "file.glb"},
        {&LESSON, "--size 199x400 --list", 2, NULL, "200"},
    };
    char folder[512];
    enter_folder(folder, sizeof folder);
    for (size_t i = 0; i < BP_COUNT(all); i++) check(folder, &all[i]);
    test_folder_remove(folder);
}

/* A missing folder, a file with the folder's name, a name that is too long: errors, and no file remains. */
static void test_files_that_cannot_be(void **state) {
    (void)state;
    char folder[512], path[600], line[2000], deep[1100];
    bp_error error = {0};
    enter_folder(folder, sizeof folder);
    test_path(path, sizeof path, folder, "file");
    assert_true(bp_file_write(path, "x", 1, &error));
    static const char *const lines[] = {"--screenshot %s/none/x.png", "--transcript %s/none/x.json",
                                        "--frames %s/file", "--frames %s/file/frames"};
    for (size_t i = 0; i < BP_COUNT(lines); i++) {
        snprintf(line, sizeof line, lines[i], folder);
        /* A folder that can't be created or written to is an error of the environment. */
        char said[2000];
        capture_begin(folder);
        int code = run(&LESSON, NULL, line);
        capture_end(NULL, 0, said, sizeof said);
        if (code != 2 && code != 3) fail_msg("'%s': exit %d", line, code);
        expect_text_contains(said, folder);
    }
    memset(deep, 'd', sizeof deep - 1);
    deep[sizeof deep - 1] = '\0';
    capture_begin(folder);
    char said[2000], *argv[] = {"lesson", "--frames", deep, NULL};
    int code = bp_lesson_program(3, argv, &LESSON, NULL);
    capture_end(NULL, 0, said, sizeof said);
    assert_true(code == 2 || code == 3);
    expect_text_contains(said, "too long");
    test_folder_remove(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_looks),
        cmocka_unit_test(test_windows_that_fail),
        cmocka_unit_test(test_tells),
        cmocka_unit_test(test_files_that_cannot_be),
    };
    return cmocka_run_group_tests_name("lesson window", tests, NULL, NULL);
}
