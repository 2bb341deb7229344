/* The browser in a simulated window: one card's picture a frame; opening, playing and leaving a lesson; saved
 * progress; a lesson whose setup fails; failed allocations. */
#include "support/allocator.h"
#include "support/folder.h"
#include "support/window.h"
#include "viewer/browser/browser.h"
#include "viewer/progress.h"
#include "viewer/widgets.h"

extern int setenv(const char *name, const char *value, int overwrite);

static void setup(bp_world *world) { bp_world_add_character(world, "one", "", BP_BIND_NATURAL); }
static void fail_to_set_up(bp_world *world) { bp_world_fail(world, "there is no such thing"); }
static void empty(bp_world *world) { (void)world; }

static const bp_step STEPS[] = {{.caption = "One."}, {.caption = "Two."}, {.caption = "Three."}};
#define PLAN(n, text, maker)                                                                                 \
    {                                                                                                        \
        .number = n, .name = text, .title = "Lesson " text, .summary = "A line.", .difficulty = n,           \
        .setup = maker, .steps = STEPS, .step_count = BP_COUNT(STEPS)                                        \
    }
static const bp_lesson_plan GOOD = PLAN(1, "01_good", setup), BAD = PLAN(2, "02_bad", fail_to_set_up),
                            EMPTY = PLAN(9, "09_empty", empty);
static const bp_lesson_plan *const LESSONS[] = {&GOOD, &BAD, &EMPTY, NULL};

typedef bool script_function(const bp_window_options *, const bp_window_client *, bp_error *);

static bool run_with(const bp_lesson_plan *const *lessons, script_function *script) {
    bp_error error = {0};
    const bp_window window = {script};
    bp_context *context = bp_context_create(&(bp_context_options){.threads = 1}, &error);
    assert_non_null(context);
    bool ok = bp_browser_window_run(&window, context, lessons, &error);
    bp_context_destroy(context);
    return ok;
}
static bool run(script_function *script) { return run_with(LESSONS, script); }

static void enter_folder(char *folder, size_t size) {
    test_folder_make(folder, size);
    setenv("XDG_DATA_HOME", folder, 1);
    setenv("BINDPOSE_ASSETS", folder, 1); /* no character: the window rests once all pictures are made */
}

/* The first frame draws the cards without pictures; each of the next ones makes one picture, until none is
 * missing. */
static bool makes_cards(const bp_window_options *wish, const bp_window_client *client, bp_error *error) {
    (void)error;
    assert_string_equal(wish->title, "Bindpose");
    bp_frame out = window_resize(client, 900, 700);
    assert_true(out.picture && out.picture->width == 900 && out.picture->height == 700 && out.moving);
    uint64_t one = picture_hash(out.picture), two;
    int frames = 1;
    while ((out = window_wait(client, 0.01)).moving) frames++;
    assert_int_equal(frames, 5); /* the list; no character; three lessons, one of which has no picture */
    assert_null(out.picture);    /* nothing changed: nothing is drawn */
    out = window_key(client, BP_KEY_HOME, 0);
    two = picture_hash(out.picture);
    assert_true(one != two); /* the third card's picture came after the first frame */
    /* Another theme or text size: all pictures are drawn again. */
    out = window_type(client, "l");
    assert_true(out.moving);
    while ((out = window_wait(client, 0.01)).moving) continue;
    out = window_type(client, "l");
    while ((out = window_wait(client, 0.01)).moving) continue;
    out = window_key(client, BP_KEY_HOME, 0);
    assert_true(picture_hash(out.picture) == two);
    assert_true(window_type(client, "f").toggle_fullscreen);
    assert_true(window_type(client, "+").moving);
    assert_true(window_key(client, 'q', BP_MOD_CTRL).quit);
    return true;
}

static void test_makes_cards(void **state) {
    (void)state;
    char folder[512];
    enter_folder(folder, sizeof folder);
    assert_true(run(makes_cards));
    test_folder_remove(folder);
}

/* Enter opens the selected lesson. It takes the browser's view settings and hands them back. */
static bool opens_a_lesson(const bp_window_options *wish, const bp_window_client *client, bp_error *error) {
    (void)wish, (void)error;
    window_resize(client, 800, 600);
    bp_frame out = window_key(client, BP_KEY_ENTER, 0);
    assert_string_equal(out.title, "Lesson 01_good");
    assert_true(out.picture && out.picture->width == 800 && out.moving);
    assert_null(window_wait(client, 0.1).title);
    window_key(client, BP_KEY_RIGHT, 0);
    window_type(client, "l");
    out = window_key(client, BP_KEY_ESCAPE, 0);
    assert_string_equal(out.title, "Bindpose");
    assert_false(out.quit);
    assert_non_null(out.picture);
    const bp_theme *light = bp_theme_of(true);
    expect_bytes(out.picture->pixels + 4 * (size_t)out.picture->stride * 599, &light->page, 4);
    /* A click on the first card opens it again; Ctrl+Q ends the program. */
    out = window_press(client, 120, 120);
    assert_string_equal(out.title, "Lesson 01_good");
    assert_true(window_type(client, "f").toggle_fullscreen);
    out = window_key(client, 'q', BP_MOD_CTRL);
    assert_true(out.quit);
    return true;
}

static void test_opens_a_lesson(void **state) {
    (void)state;
    char folder[512];
    enter_folder(folder, sizeof folder);
    assert_true(run(opens_a_lesson));
    bp_progress progress;
    bp_progress_read(&progress);
    assert_int_equal(bp_progress_of(&progress, "01_good").step,
                     2); /* the furthest, not the last time's first */
    assert_int_equal(bp_progress_of(&progress, "02_bad").step, 0);
    test_folder_remove(folder);
}

/* The browser shows the setup's error until the next key. A lesson without stages opens normally. */
static bool opens_bad_ones(const bp_window_options *wish, const bp_window_client *client, bp_error *error) {
    (void)wish, (void)error;
    window_resize(client, 800, 600);
    while (window_wait(client, 0.01).moving) continue;
    bp_frame out = window_key(client, BP_KEY_RIGHT, 0);
    uint64_t before = picture_hash(out.picture);
    out = window_key(client, BP_KEY_ENTER, 0);
    assert_null(out.title);
    assert_true(out.picture && picture_hash(out.picture) != before);
    window_key(client, BP_KEY_RIGHT, 0);
    out = window_key(client, BP_KEY_LEFT, 0);
    assert_true(picture_hash(out.picture) == before);
    window_key(client, BP_KEY_RIGHT, 0);
    out = window_key(client, BP_KEY_ENTER, 0);
    assert_string_equal(out.title, "Lesson 09_empty");
    window_type(client, "][/a");
    window_key(client, BP_KEY_TAB, 0);
    window_key(client, BP_KEY_UP, 0);
    window_press(client, 300, 300);
    window_key(client, BP_KEY_ESCAPE, 0);
    return false; /* the window fails while a lesson is open */
}

static void test_opens_lessons_that_fail(void **state) {
    (void)state;
    char folder[512];
    enter_folder(folder, sizeof folder);
    assert_false(run(opens_bad_ones));
    test_folder_remove(folder);
}

/* The page after the last step opens the next lesson; after the last lesson only Esc leads on. */
static bool goes_on(const bp_window_options *wish, const bp_window_client *client, bp_error *error) {
    (void)wish, (void)error;
    window_resize(client, 800, 600);
    bp_frame out = window_key(client, BP_KEY_ENTER, 0);
    assert_string_equal(out.title, "Lesson 01_good");
    window_type(client, "k"); /* for Babylon.js users: the next lesson, too */
    window_key(client, BP_KEY_END, 0);
    out = window_key(client, BP_KEY_SPACE, 0);
    assert_null(out.title);
    out = window_key(client, BP_KEY_SPACE, 0);
    assert_string_equal(out.title, "Lesson 09_empty");
    assert_true(out.picture && !out.quit);
    window_key(client, BP_KEY_END, 0);
    window_key(client, BP_KEY_SPACE, 0);
    out = window_key(client, BP_KEY_SPACE, 0);
    assert_null(out.title);
    out = window_key(client, BP_KEY_ESCAPE, 0);
    assert_string_equal(out.title, "Bindpose");
    assert_string_equal(window_key(client, BP_KEY_ENTER, 0).title,
                        "Lesson 09_empty"); /* it is selected now */
    return true;
}

/* The next lesson's setup fails: the list is back, and says so. */
static bool goes_on_to_a_bad_one(const bp_window_options *wish, const bp_window_client *client,
                                 bp_error *error) {
    (void)wish, (void)error;
    window_resize(client, 800, 600);
    window_key(client, BP_KEY_ENTER, 0);
    window_key(client, BP_KEY_END, 0);
    window_key(client, BP_KEY_SPACE, 0);
    bp_frame out = window_key(client, BP_KEY_SPACE, 0);
    assert_string_equal(out.title, "Bindpose");
    assert_true(out.picture && !out.quit);
    return true;
}

static void test_goes_on_to_the_next(void **state) {
    (void)state;
    char folder[512];
    bp_lesson_plan first = GOOD, last = EMPTY;
    first.text.learned[0] = last.text.learned[0] = "A thing.";
    const bp_lesson_plan *const good[] = {&first, &last, NULL}, *const bad[] = {&first, &BAD, NULL};
    enter_folder(folder, sizeof folder);
    assert_true(run_with(good, goes_on));
    bp_progress progress;
    bp_progress_read(&progress);
    const bp_progress_entry seen = bp_progress_of(&progress, "01_good");
    assert_true(seen.ended && bp_progress_is_done(&seen, &first)); /* it asks nothing */
    assert_true(run_with(bad, goes_on_to_a_bad_one));
    test_folder_remove(folder);
}

/* With the character the list moves all the time, and pauses while a lesson is open. */
static bool shows_character(const bp_window_options *wish, const bp_window_client *client, bp_error *error) {
    (void)wish, (void)error;
    window_resize(client, 900, 700);
    for (int i = 0; i < 8; i++) assert_true(window_wait(client, 0.016).moving);
    uint64_t before = picture_hash(window_wait(client, 0.016).picture);
    bp_frame out = window_wait(client, 0.1);
    assert_true(out.moving && picture_hash(out.picture) != before);
    const bp_event over[] = {{.kind = BP_EVENT_MOVE, .x = 100, .y = 300},
                             {.kind = BP_EVENT_WHEEL, .wheel = 1, .x = 100, .y = 300},
                             {.kind = BP_EVENT_WHEEL, .wheel = -1, .x = 800, .y = 300}};
    assert_true(window_frame(client, over, 3, 0.016).moving);
    window_key(client, BP_KEY_ENTER, 0);
    window_wait(client, 5);
    assert_false(window_wait(client, 0.1).moving); /* the lesson's first step doesn't */
    assert_true(window_key(client, BP_KEY_ESCAPE, 0).picture);
    assert_true(window_wait(client, 0.1).moving);
    return true;
}

static void test_shows_the_character(void **state) {
    (void)state;
    char folder[512];
    enter_folder(folder, sizeof folder);
    setenv("BINDPOSE_ASSETS", "", 1); /* the project's own */
    assert_true(run(shows_character));
    test_folder_remove(folder);
}

/* A file where the data folder should be: nothing is saved, and nothing fails. */
static void test_progress_without_a_data_folder(void **state) {
    (void)state;
    char folder[512], path[600];
    bp_error error = {0};
    enter_folder(folder, sizeof folder);
    test_path(path, sizeof path, folder, "bindpose");
    assert_true(bp_file_write(path, "x", 1, &error));
    assert_true(run(opens_a_lesson));
    bp_progress progress;
    bp_progress_read(&progress);
    assert_int_equal(progress.count, 0);
    test_folder_remove(folder);
}

static bool walk(const bp_window_options *wish, const bp_window_client *client, bp_error *error) {
    (void)wish;
    static const bp_event events[] = {{.kind = BP_EVENT_RESIZE, .width = 640, .height = 480, .scale = 1},
                                      {.kind = BP_EVENT_KEY, .key = BP_KEY_ENTER},
                                      {.kind = BP_EVENT_KEY, .key = BP_KEY_RIGHT},
                                      {.kind = BP_EVENT_KEY, .key = BP_KEY_ESCAPE},
                                      {.kind = BP_EVENT_RESIZE, .width = 500, .height = 400, .scale = 1}};
    for (size_t i = 0; i < BP_COUNT(events); i++) {
        bp_frame out = {0};
        if (!client->frame(client->user, &events[i], 1, 0.1, &out, error)) return false;
    }
    return true;
}

/* Each failed allocation gives an error, or a browser without that picture or lesson; never a leak. */
static void test_memory_runs_out(void **state) {
    (void)state;
    char folder[512];
    enter_folder(folder, sizeof folder);
    const bp_window window = {walk};
    int errors = 0;
    for (long n = 1; n < 100000; n++) {
        test_allocator counter = {.fail_at = n};
        bp_error error = {0};
        bp_context *context = bp_context_create(
            &(bp_context_options){.threads = 1, .allocator = test_allocator_hook(&counter)}, &error);
        bool ok = context && bp_browser_window_run(&window, context, LESSONS, &error);
        bp_context_destroy(context);
        if (counter.live != 0) fail_msg("allocation %ld failed: %ld blocks leaked", n, (long)counter.live);
        if (!ok && error.kind != BP_ERROR_MEMORY) fail_msg("allocation %ld: %s", n, error.message);
        errors += !ok;
        if (counter.failed == 0) break;
    }
    assert_true(errors > 10);
    test_folder_remove(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_makes_cards),
        cmocka_unit_test(test_opens_a_lesson),
        cmocka_unit_test(test_opens_lessons_that_fail),
        cmocka_unit_test(test_goes_on_to_the_next),
        cmocka_unit_test(test_shows_the_character),
        cmocka_unit_test(test_progress_without_a_data_folder),
        cmocka_unit_test(test_memory_runs_out),
    };
    return cmocka_run_group_tests_name("browser window", tests, NULL, NULL);
}
