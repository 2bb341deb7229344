/* The demo in a simulated window, and the overlays on its picture: figures, tiles, keys, help, notices. */
#include "cli/commands.h"
#include "cli/model_command.h"
#include "support/capture.h"
#include "support/folder.h"
#include "support/window.h"
#include "tools/demo/demo_renderer.h"
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
    for (int i = 0; i < 90; i++) window_wait(client, 0.1);
    return true;
}

/* Who wants no motion gets a crowd that stands, and nothing is drawn again until it is asked to walk. */
static bool stands(const bp_window_options *wish, const bp_window_client *client, bp_error *error) {
    (void)wish, (void)error;
    assert_false(window_resize(client, 420, 320).moving);
    uint64_t before = picture_hash(window_wait(client, 0.1).picture);
    assert_true(picture_hash(window_wait(client, 0.1).picture) == before);
    assert_true(window_type(client, "s").moving); /* the notice about the file will disappear */
    for (int i = 0; i < 90; i++) window_wait(client, 0.1);
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
    const bp_environment environment = {.window = &window};
    int code = bp_demo_command(&environment, argc, argv);
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
    expect_text_contains(printed, "present                  1.00"); /* the simulated window reports a millisecond each */
}

/* ---- over the picture ----------------------------------------------------------------------------- */

static uint64_t view(bp_demo_renderer *renderer, const bp_demo *demo) {
    bp_error error = {0};
    if (!bp_demo_renderer_draw(renderer, demo, true, &error)) fail_msg("%s", error.message);
    return picture_hash(&renderer->picture);
}

static bool can_click(const bp_demo_renderer *renderer, bp_demo_action act) {
    for (int i = 0; i < renderer->hits.count; i++)
        if (renderer->hits.items[i].value == (int)act) return true;
    return false;
}

/* A file and the renderer of its crowd. */
static bool open_file(bp_model_file *file, bp_demo_renderer *renderer, const char *path, bp_error *error) {
    if (!bp_model_file_open(file, "test", path, true, error)) return false;
    bp_demo_renderer_open(renderer, file->pose, file->path);
    return true;
}

static void close_file(bp_model_file *file, bp_demo_renderer *renderer) {
    bp_demo_renderer_close(renderer);
    bp_model_file_close(file);
}

static void test_what_lies_over_it(void **state) {
    (void)state;
    bp_error error = {0};
    bp_demo_renderer renderer;
    bp_model_file file;
    if (!open_file(&file, &renderer, character, &error)) fail_msg("%s", error.message);
    bp_demo demo = bp_demo_make(640, 700, 1, BP_ISA_PORTABLE);
    demo.count = 2000; /* figures in thousands */
    demo.zoom = 4;
    demo.scale = 0; /* before the first RESIZE event */
    uint64_t usual = view(&renderer, &demo);
    assert_true(can_click(&renderer, BP_DEMO_SAMPLES) && can_click(&renderer, BP_DEMO_SCREENSHOT));
    demo.scale = 1;
    assert_true(view(&renderer, &demo) == usual);
    bp_demo changed = demo;
    changed.samples = 4;
    assert_true(view(&renderer, &changed) != usual);
    changed = demo, changed.full_detail = true;
    assert_true(view(&renderer, &changed) != usual);
    changed = demo, changed.wireframe = true;
    assert_true(view(&renderer, &changed) != usual);
    changed = demo, changed.panel = false;
    assert_true(view(&renderer, &changed) != usual);
    assert_int_equal(renderer.hits.count, 0); /* without the panel nothing can be clicked */
    uint64_t bare = picture_hash(&renderer.picture);
    bp_demo_notify(&changed, "something");
    assert_true(view(&renderer, &changed) != bare);
    assert_true(can_click(&renderer, BP_DEMO_SCREENSHOT) && !can_click(&renderer, BP_DEMO_SAMPLES));
    /* The stages' bar ends at its full width. */
    renderer.meter.shown = (bp_demo_stats){.frames_per_second = 50, .frame = 20, .pose = 5, .tiles = 10};
    uint64_t figures = view(&renderer, &demo);
    assert_true(figures != usual);
    renderer.meter.shown.tiles = 100; /* threads that overlap */
    assert_true(view(&renderer, &demo) != figures);
    close_file(&file, &renderer);
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
        bp_demo_renderer renderer;
        bp_model_file file;
        bool ok = open_file(&file, &renderer, files[i], &error);
        if (!ok) fail_msg("%s", error.message);
        assert_string_equal(renderer.name, files[i]); /* the path has no folder */
        assert_string_equal(renderer.note, notes[i]);
        bp_demo demo = bp_demo_make(200, 200, 1, BP_ISA_PORTABLE);
        demo.count = 2;
        view(&renderer, &demo);
        assert_int_equal(renderer.report.visible, 2);
        close_file(&file, &renderer);
    }
}

/* A size out of range is an error; the next frame is drawn. */
static void test_sizes_out_of_range(void **state) {
    (void)state;
    bp_error error = {0};
    bp_demo_renderer renderer;
    bp_model_file file;
    assert_true(open_file(&file, &renderer, character, &error));
    bp_demo demo = bp_demo_make(100, 100, 1, BP_ISA_PORTABLE);
    demo.count = 1;
    uint64_t before = view(&renderer, &demo);
    demo.width = BP_FRAMEBUFFER_MAX + 1;
    assert_false(bp_demo_renderer_draw(&renderer, &demo, true, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "16384");
    demo.width = 100;
    assert_true(view(&renderer, &demo) == before);
    close_file(&file, &renderer);
    assert_false(open_file(&file, &renderer, "nowhere.glb", &error));
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
    };
    return cmocka_run_group_tests_name("demo window", tests, enter, leave);
}
