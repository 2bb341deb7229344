/* The demo in a simulated window, and the overlays on its picture: figures, tiles, keys, help, notices. */
#include "app/app.h"
#include "app/screens/crowd/crowd_screen.h"
#include "cli/commands.h"
#include "cli/model_command.h"
#include "support/capture.h"
#include "support/folder.h"
#include "support/window.h"
#include <bindpose/gltf.h>

extern int setenv(const char *name, const char *value, int overwrite);
extern int chdir(const char *path);
extern char *getcwd(char *path, size_t size);
extern int mkdir(const char *path, unsigned mode);

static char folder[512], came_from[1024], character[1200];

static int enter(void **state) {
    (void)state;
    char assets[1100];
    test_folder_make(folder, sizeof folder);
    assert_non_null(getcwd(came_from, sizeof came_from));
    snprintf(assets, sizeof assets, "%s/assets", came_from);
    snprintf(character, sizeof character, "%s/character.glb", assets);
    setenv("BINDPOSE_ASSETS", assets, 1);
    setenv("XDG_DATA_HOME", folder, 1);
    return chdir(folder);
}
static int leave(void **state) {
    (void)state;
    assert_int_equal(chdir(came_from), 0);
    test_folder_remove(folder);
    return 0;
}

/* ---- in a window -------------------------------------------------------------------------------- */

static bool plays(const bp_window_options *wish, const bp_window_client *client, bp_error *error) {
    (void)error;
    assert_string_equal(wish->title, "Bindpose demo");
    assert_true(wish->width == 400 && wish->height == 300);
    bp_frame out = window_resize(client, 420, 320);
    assert_true(out.picture && out.picture->width == 420 && out.picture->height == 320 && out.moving &&
                !out.quit);
    for (int i = 0; i < 6; i++) window_wait(client, 0.1);
    uint64_t before = picture_hash(window_wait(client, 0).picture);
    assert_true(picture_hash(window_wait(client, 0.1).picture) != before); /* they walk */
    window_key(client, BP_KEY_SPACE, 0);
    before = picture_hash(window_wait(client, 0).picture);
    window_type(client, "t");
    assert_true(picture_hash(window_wait(client, 0).picture) != before); /* tiles lie over it */
    window_type(client, "th");
    assert_true(picture_hash(window_wait(client, 0).picture) != before);
    assert_true(window_type(client, "f").toggle_fullscreen);
    window_key(client, BP_KEY_ESCAPE, 0); /* the help */
    assert_true(window_key(client, BP_KEY_ESCAPE, 0).quit);
    return true;
}

static bool takes_a_picture(const bp_window_options *wish, const bp_window_client *client, bp_error *error) {
    (void)wish, (void)error;
    window_resize(client, 420, 320);
    window_key(client, BP_KEY_SPACE, 0);
    uint64_t before = picture_hash(window_wait(client, 0).picture);
    uint64_t said = picture_hash(window_type(client, "s").picture);
    assert_true(said != before); /* the notice about the file disappears after a while */
    remove("demo.png");
    assert_int_equal(mkdir("demo.png", 0700), 0); /* now writing it fails */
    assert_true(picture_hash(window_type(client, "s").picture) != said);
    for (int i = 0; i < 18; i++) window_wait(client, 0.5);
    return true;
}

/* Who wants no motion gets a crowd that stands, and nothing is drawn again until it is asked to walk. */
static bool stands(const bp_window_options *wish, const bp_window_client *client, bp_error *error) {
    (void)wish, (void)error;
    assert_false(window_resize(client, 420, 320).moving);
    uint64_t before = picture_hash(window_wait(client, 0.1).picture);
    assert_true(picture_hash(window_wait(client, 0.1).picture) == before);
    assert_true(window_type(client, "s").moving); /* the notice about the file will disappear */
    for (int i = 0; i < 18; i++) window_wait(client, 0.5);
    assert_false(window_wait(client, 0.1).moving);
    assert_true(window_key(client, BP_KEY_SPACE, 0).moving);
    assert_true(picture_hash(window_wait(client, 0.1).picture) != before);
    return true;
}

/* Ends by itself after --seconds and prints the figures. */
static bool lasts(const bp_window_options *wish, const bp_window_client *client, bp_error *error) {
    (void)wish, (void)error;
    window_resize(client, 200, 200);
    assert_false(window_wait(client, 0.2).quit);
    assert_false(window_wait(client, 0.2).quit);
    bp_frame out = window_wait(client, 0.2);
    assert_true(out.quit && !out.picture);
    return true;
}

static int run(bool (*script)(const bp_window_options *, const bp_window_client *, bp_error *),
               const char *line, char *printed, size_t size) {
    char words[300], *argv[20] = {"demo", character}, said[2000];
    int argc = 2;
    const bp_window window = {script};
    snprintf(words, sizeof words, "%s", line);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) argv[argc++] = word;
    capture_begin(folder);
    bp_cli call = {.program = "bindpose demo", .argc = argc, .argv = argv, .window = &window};
    int code = bp_cli_run(bp_demo_command, &call);
    capture_end(printed, size, said, sizeof said);
    if (code != 0) print_error("%s", said);
    return code;
}

static void test_plays(void **state) {
    (void)state;
    assert_int_equal(run(plays, "--size 400x300 --characters 3 --threads 1", NULL, 0), 0);
}

static void test_takes_a_picture(void **state) {
    (void)state;
    assert_int_equal(run(takes_a_picture, "--size 400x300 --characters 2 --threads 1", NULL, 0), 0);
}

static void test_stands_without_motion(void **state) {
    (void)state;
    assert_int_equal(mkdir("bindpose", 0700), 0);
    FILE *file = fopen("bindpose/settings.json", "w");
    assert_true(file && fputs("{\"still\": true}", file) >= 0 && fclose(file) == 0);
    assert_int_equal(run(stands, "--size 400x300 --characters 3 --threads 1", NULL, 0), 0);
    assert_int_equal(remove("bindpose/settings.json"), 0);
}

/* Of 0.6 seconds three frames were measured: five a second, each of 200 milliseconds. */
static void test_ends_by_itself(void **state) {
    (void)state;
    char printed[4000];
    assert_int_equal(
        run(lasts, "--characters 2 --threads 1 --seconds 0.5 --size 200x200", printed, sizeof printed), 0);
    expect_text_contains(printed, "2 characters of character.glb, 200x200");
    expect_text_contains(printed, "5.0 frames a second, of 3");
    expect_text_contains(printed, "frame                  200.00");
    expect_text_contains(
        printed, "present                  1.00"); /* the simulated window reports a millisecond each */
}

/* ---- over the picture ----------------------------------------------------------------------------- */

typedef struct shown {
    bp_context *context;
    bp_app app;
    bp_model_file file;
} shown;

static uint64_t view(shown *s) {
    bp_error error = {0};
    if (!bp_app_draw(&s->app, &error)) fail_msg("%s", error.message);
    return picture_hash(&s->app.crowd->picture);
}

static bool can_click(const shown *s, bp_action action) {
    for (int i = 0; i < s->app.drawn.hits.count; i++)
        if (s->app.drawn.hits.items[i].action == (unsigned)action) return true;
    return false;
}

/* A file and its crowd of so many. */
static bool open_file(shown *s, const char *path, int width, int height, int count, bp_error *error) {
    *s = (shown){.context = bp_context_create(&(bp_context_options){.threads = 1}, error)};
    s->file.images = true;
    if (!bp_model_file_open(&s->file, "test", path, error)) {
        bp_context_destroy(s->context);
        return false;
    }
    assert_true(bp_app_open(&s->app, s->context, width, height, error) &&
                bp_crowd_open(&s->app, s->file.pose, s->file.path, 1, BP_ISA_PORTABLE, error));
    s->app.crowd->look.count = count;
    return true;
}

static void close_file(shown *s) {
    bp_app_close(&s->app);
    bp_model_file_close(&s->file);
    bp_context_destroy(s->context);
}

static void test_what_lies_over_it(void **state) {
    (void)state;
    bp_error error = {0};
    static shown s;
    if (!open_file(&s, character, 640, 700, 2000, &error)) fail_msg("%s", error.message);
    bp_crowd_screen *crowd = s.app.crowd, first;
    crowd->zoom = 4;
    uint64_t usual = view(&s);
    assert_true(can_click(&s, BP_ACTION_SAMPLES) && can_click(&s, BP_ACTION_SCREENSHOT));
    first = *crowd;
    crowd->look.samples = 4;
    assert_true(view(&s) != usual);
    crowd->look.samples = first.look.samples, crowd->look.full_detail = true;
    assert_true(view(&s) != usual);
    crowd->look.full_detail = false, crowd->look.wireframe = true;
    assert_true(view(&s) != usual);
    crowd->look.wireframe = false, crowd->panel = false;
    assert_true(view(&s) != usual);
    assert_int_equal(s.app.drawn.hits.count, 0); /* without the panel nothing can be clicked */
    crowd->panel = true;
    /* The stages' bar ends at its full width. */
    crowd->meter.shown =
        (bp_crowd_averages){50, {[BP_CROWD_FRAME] = 20, [BP_CROWD_POSE] = 5, [BP_CROWD_TILES] = 10}};
    uint64_t figures = view(&s);
    assert_true(figures != usual);
    crowd->meter.shown.of[BP_CROWD_TILES] = 100; /* threads that overlap */
    assert_true(view(&s) != figures);
    close_file(&s);
}

/* Files without a skin or an animation are drawn too. */
static void test_files_that_cannot_walk(void **state) {
    (void)state;
    bp_error error = {0};
    bp_context *context = bp_context_create(&(bp_context_options){.threads = 1}, &error);
    bp_model *model = bp_character_model(context, BP_BIND_NATURAL, &error);
    assert_true(bp_gltf_write(context, model, "still.glb", NULL, &error));
    for (size_t i = 0; i < model->instance_count; i++) model->instances[i].skin = -1;
    bool written = bp_gltf_write(context, model, "stiff.glb", NULL, &error);
    bp_model_destroy(model);
    bp_context_destroy(context);
    static const char *const files[] = {"still.glb", "stiff.glb"};
    static const char *const notes[] = {"there is no animation: all stand in the rest pose",
                                        "no mesh has a skin: it stands as the file's nodes stand"};
    for (int i = 0; i < (written ? 2 : 1); i++) {
        static shown s;
        if (!open_file(&s, files[i], 200, 200, 2, &error)) fail_msg("%s", error.message);
        assert_string_equal(s.app.crowd->name, files[i]); /* the path has no folder */
        assert_string_equal(s.app.crowd->note, notes[i]);
        view(&s);
        assert_int_equal(s.app.crowd->report.visible, 2);
        close_file(&s);
    }
}

/* A size out of range is an error; the next frame is drawn. */
static void test_sizes_out_of_range(void **state) {
    (void)state;
    bp_error error = {0};
    static shown s;
    assert_true(open_file(&s, character, 100, 100, 1, &error));
    uint64_t before = view(&s);
    s.app.settings.width = BP_FRAMEBUFFER_MAX + 1;
    assert_false(bp_app_draw(&s.app, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "16384");
    s.app.settings.width = 100;
    assert_true(view(&s) == before);
    close_file(&s);
    assert_false(open_file(&s, "nowhere.glb", 100, 100, 1, &error));
}

/* ---- keys ----------------------------------------------------------------------------------------- */

static void send(shown *s, const char *signs) {
    bp_error error = {0};
    for (; *signs; signs++) {
        unsigned requests = 0;
        const bp_event event = {.kind = BP_EVENT_TEXT, .text = {*signs}};
        assert_true(bp_app_step(&s->app, &event, 1, 0, &requests, &error));
    }
}

static void test_keys(void **state) {
    (void)state;
    bp_error error = {0};
    static shown s;
    assert_true(open_file(&s, character, 200, 200, 2, &error));
    const bp_crowd_screen *crowd = s.app.crowd;
    send(&s, "t");
    assert_true(crowd->look.time_tiles);
    send(&s, "w");
    assert_true(crowd->look.wireframe);
    send(&s, "d");
    assert_true(crowd->look.full_detail);
    send(&s, "p");
    assert_false(crowd->panel);
    bool turned = crowd->turning;
    send(&s, "o");
    assert_true(crowd->turning != turned);
    close_file(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plays),
        cmocka_unit_test(test_takes_a_picture),
        cmocka_unit_test(test_stands_without_motion),
        cmocka_unit_test(test_ends_by_itself),
        cmocka_unit_test(test_what_lies_over_it),
        cmocka_unit_test(test_files_that_cannot_walk),
        cmocka_unit_test(test_sizes_out_of_range),
        cmocka_unit_test(test_keys),
    };
    return cmocka_run_group_tests_name("demo window", tests, enter, leave);
}
