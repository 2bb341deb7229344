/* The model viewer's controller: opened and refused files, nearly empty files, frames for a window, the camera,
 * failed allocations. */
#include "support/allocator.h"
#include <bindpose/io.h>

extern int chdir(const char *path);
extern char *getcwd(char *path, size_t size);
extern int mkdir(const char *path, unsigned mode);
extern int rmdir(const char *path);
#include "support/model_fixture.h"

/* ---- files -------------------------------------------------------------------------------------- */

static void opens_files(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    bp_model_viewer *v = &b.controller.viewer;
    type(&b, "l");
    give(&b, (bp_event){.kind = BP_EVENT_DROP, .path = b.broken});
    assert_non_null(strstr(v->failure, "broken.gltf"));
    assert_non_null(strstr(v->failure, "nodes[0].children[0]"));
    assert_non_null(strstr(v->failure, "bindpose doctor"));
    assert_string_equal(b.controller.loaded.path, b.file); /* the old one stays */
    assert_int_equal(key(&b, BP_KEY_ESCAPE, 0) & BP_REQUEST_LEAVE, 0);
    assert_string_equal(v->failure, "");
    give(&b, (bp_event){.kind = BP_EVENT_DROP, .path = b.other});
    assert_string_equal(b.controller.loaded.path, b.other);
    assert_true(v->play.clip == -1 && v->play.source == BP_POSE_FROM_REST && v->core.settings.light);
    key(&b, BP_KEY_SPACE, 0); /* nothing to play */
    assert_false(bp_model_viewer_is_moving(v, &b.controller.loaded));
    key(&b, 'o', BP_MOD_CTRL);
    type(&b, b.file);
    type(&b, "x");
    key(&b, BP_KEY_BACKSPACE, 0);
    assert_string_equal(v->file.path, b.file);
    key(&b, BP_KEY_ENTER, 0);
    assert_string_equal(b.controller.loaded.path, b.file);
    key(&b, BP_KEY_END, 0);
    key(&b, 'r', BP_MOD_CTRL); /* reloads the file, from the start */
    expect_float(v->play.seconds, 0, 0);
    key(&b, 'o', BP_MOD_CTRL);
    type(&b, "qx");
    key(&b, BP_KEY_ESCAPE, 0);
    assert_false(v->file.open);
    char name[2048];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    give(&b, (bp_event){.kind = BP_EVENT_DROP, .path = name});
    assert_non_null(strstr(v->failure, "2047 bytes is too long"));
    close_bench(&b);
}

/* While a file name is typed, keys go to it. An empty name opens nothing. */
static void types_names(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    bp_model_viewer *v = &b.controller.viewer;
    key(&b, 'o', BP_MOD_CTRL);
    assert_int_equal(key(&b, BP_KEY_ENTER, 0), BP_REQUEST_REDRAW);
    assert_false(v->file.open);
    key(&b, 'o', BP_MOD_CTRL);
    uint64_t empty = picture_hash(&b.controller.base.picture);
    assert_int_equal(key(&b, BP_KEY_SPACE, 0), BP_REQUEST_REDRAW); /* also comes as text */
    assert_false(v->play.playing);
    assert_int_equal(key(&b, BP_KEY_RIGHT, 0), 0); /* no frame on */
    expect_float(v->play.seconds, 0, 0);
    type(&b, " a-b");
    assert_string_equal(v->file.path, " a-b");
    assert_true(picture_hash(&b.controller.base.picture) != empty);
    for (int i = 0; i < 150; i++) /* longer than the field: the end is visible */
        give(&b, (bp_event){.kind = BP_EVENT_TEXT, .text = "\xC3\xA9"});
    uint64_t end = picture_hash(&b.controller.base.picture);
    give(&b, (bp_event){.kind = BP_EVENT_TEXT, .text = "\xC3\xA9"});
    assert_true(picture_hash(&b.controller.base.picture) == end);
    type(&b, "z");
    assert_true(picture_hash(&b.controller.base.picture) != end);
    assert_true((key(&b, 'q', BP_MOD_CTRL) & BP_REQUEST_QUIT) != 0); /* keys with Ctrl still work */
    close_bench(&b);
}

/* Writes NAME-view-1.png, or the next free number, with the pixels of the picture. */
static void takes_pictures(void **state) {
    (void)state;
    bench b;
    char came_from[1024];
    bp_error error = {0};
    open_bench(&b);
    assert_non_null(getcwd(came_from, sizeof came_from));
    assert_int_equal(chdir(b.folder), 0);
    uint64_t before = picture_hash(&b.controller.base.picture);
    assert_true((give(&b, (bp_event){.kind = BP_EVENT_TEXT, .text = "s"}) & BP_REQUEST_SCREENSHOT) != 0);
    assert_string_equal(b.controller.viewer.core.notice, "picture written: arms-view-1.png");
    bp_image *image = bp_image_read(NULL, "arms-view-1.png", NULL, &error);
    assert_true(image && image->width == WIDTH && image->height == HEIGHT);
    key(&b, BP_KEY_LEFT, 0); /* the notice goes */
    assert_true(picture_hash(&b.controller.base.picture) == before);
    expect_bytes((const uint8_t *)image->pixels, b.controller.base.picture.pixels,
                 (size_t)4 * WIDTH * HEIGHT);
    bp_image_destroy(image);
    type(&b, "s");
    assert_string_equal(b.controller.viewer.core.notice, "picture written: arms-view-2.png");
    give(&b, (bp_event){.kind = BP_EVENT_DROP, .path = b.other});
    type(&b, "s");
    assert_string_equal(b.controller.viewer.core.notice, "picture written: other one-view-1.png");
#ifndef _WIN32
    assert_int_equal(rename(b.other, "nul.a.glb"), 0);
    give(&b, (bp_event){.kind = BP_EVENT_DROP, .path = "nul.a.glb"});
    type(&b, "s");
    assert_string_equal(b.controller.viewer.core.notice, "picture written: _nul.a-view-1.png");
    assert_int_equal(rename("nul.a.glb", b.other), 0);
    give(&b, (bp_event){.kind = BP_EVENT_DROP, .path = b.other});
#endif
    assert_int_equal(mkdir("gone", 0700), 0);
    assert_int_equal(chdir("gone"), 0);
    assert_int_equal(rmdir("../gone"), 0); /* the folder no longer exists */
    type(&b, "s");
    expect_text_contains(b.controller.viewer.core.notice, "other one-view-1.png");
    assert_null(strstr(b.controller.viewer.core.notice, "written"));
    assert_int_equal(chdir(came_from), 0);
    close_bench(&b);
}

/* The arm's clip of 2 s as 50 pictures, as large as the scene at most; the window stays as it was. */
static void writes_gifs(void **state) {
    (void)state;
    bench b;
    char came_from[1024];
    bp_error error = {0};
    bp_file file;
    open_bench(&b);
    bp_viewer *core = &b.controller.viewer.core;
    assert_non_null(getcwd(came_from, sizeof came_from));
    assert_int_equal(chdir(b.folder), 0);
    key(&b, BP_KEY_RIGHT, 0);
    uint64_t before = picture_hash(&b.controller.base.picture);
    assert_true((key(&b, 's', BP_MOD_CTRL) & BP_REQUEST_SAVE) != 0);
    assert_string_equal(core->notice, "animation written: arms-view-1.gif");
    assert_true(bp_file_read(NULL, "arms-view-1.gif", 0, &file, &error));
    assert_memory_equal(file.data, "GIF89a", 6);
    int width = file.data[6] + 256 * file.data[7], height = file.data[8] + 256 * file.data[9], pictures = 0;
    assert_true((width == 480 || height == 480) && width <= 480 && height <= 480);
    for (size_t i = 0; i + 4 < file.size; i++) /* the extensions before pictures that take 0.04 s */
        pictures += memcmp(file.data + i, "\x21\xf9\x04\x05\x04", 5) == 0;
    assert_int_equal(pictures, 50);
    bp_file_free(NULL, &file);
    core->notice[0] = '\0';
    draw(&b);
    assert_true(picture_hash(&b.controller.base.picture) == before);
    key(&b, 's', BP_MOD_CTRL);
    assert_string_equal(core->notice, "animation written: arms-view-2.gif");
    type(&b, "r");
    key(&b, 's', BP_MOD_CTRL);
    assert_string_equal(core->notice, "no animation plays; a GIF shows one");
    assert_int_equal(chdir(came_from), 0);
    close_bench(&b);
}

/* The right arm's rotation, by 10 degrees, gets a real part of 2.996 instead of 0.996: one repair. */
static void saves_repaired_files(void **state) {
    (void)state;
    bench b;
    char came_from[1024];
    bp_error error = {0};
    bp_file file;
    bp_doctor_report report = {0};
    open_bench(&b);
    const char *notice = b.controller.viewer.core.notice;
    assert_non_null(getcwd(came_from, sizeof came_from));
    assert_int_equal(chdir(b.folder), 0);
    assert_true((key(&b, 'd', BP_MOD_CTRL) & BP_REQUEST_REPAIR) != 0);
    assert_string_equal(notice, "nothing that can be repaired mechanically");
    assert_true(bp_file_read(NULL, b.file, 0, &file, &error));
    int found = 0;
    for (size_t i = 0; i + 5 < file.size; i++)
        if (memcmp(file.data + i, "0.996", 5) == 0 && ++found == 1) file.data[i] = '2';
    assert_int_equal(found, 1);
    assert_true(bp_file_write(b.file, file.data, file.size, &error));
    bp_file_free(NULL, &file);
    key(&b, 'r', BP_MOD_CTRL);
    key(&b, 'd', BP_MOD_CTRL);
    assert_string_equal(notice, "1 repair; written: arms-repaired-1.glb");
    assert_true(bp_doctor_examine(b.context, "arms-repaired-1.glb", &report, &error));
    for (size_t i = 0; i < report.count; i++)
        assert_int_not_equal(report.findings[i].id, BP_DOCTOR_ROTATION_NOT_UNIT);
    bp_doctor_report_clear(&report);
    assert_int_equal(remove(b.file), 0);
    key(&b, 'd', BP_MOD_CTRL);
    expect_text_contains(notice, "arms.glb");
    assert_null(strstr(notice, "written"));
    assert_int_equal(chdir(came_from), 0);
    close_bench(&b);
}

/* No picture is ever overwritten. */
static void keeps_a_thousand_pictures(void **state) {
    (void)state;
    bench b;
    char came_from[1024], path[64];
    open_bench(&b);
    assert_non_null(getcwd(came_from, sizeof came_from));
    assert_int_equal(chdir(b.folder), 0);
    for (int i = 1; i <= 1000; i++) {
        snprintf(path, sizeof path, "arms-view-%d.png", i);
        FILE *file = fopen(path, "wb");
        assert_true(file && fclose(file) == 0);
    }
    type(&b, "s");
    assert_string_equal(b.controller.viewer.core.notice, "picture written: arms-view-1001.png");
    assert_int_equal(remove("arms-view-1001.png"), 0);
    for (int i = 1; i <= 1000; i++) {
        snprintf(path, sizeof path, "arms-view-%d.png", i);
        FILE *file = fopen(path, "rb");
        assert_true(file && fgetc(file) == EOF && fclose(file) == 0);
        assert_int_equal(remove(path), 0);
    }
    assert_int_equal(chdir(came_from), 0);
    close_bench(&b);
}

/* After another file is opened, later events of the frame find nothing drawn and change nothing. */
static void events_before_the_first_picture(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    bp_error error = {0};
    bp_frame out = {0};
    const bp_event events[] = {{.kind = BP_EVENT_DROP, .path = b.other},
                               {.kind = BP_EVENT_MOVE, .x = 300, .y = 300},
                               {.kind = BP_EVENT_PRESS, .button = BP_BUTTON_LEFT, .x = 300, .y = 300},
                               {.kind = BP_EVENT_MOVE, .x = 350, .y = 300},
                               {.kind = BP_EVENT_RELEASE, .button = BP_BUTTON_LEFT, .x = 350, .y = 300},
                               {.kind = BP_EVENT_WHEEL, .wheel = 1, .x = 300, .y = 300},
                               {.kind = BP_EVENT_NONE}};
    assert_true(bp_model_controller_frame(&b.controller, events, BP_COUNT(events), 0, &out, &error));
    assert_string_equal(out.title, "other one.gltf - Bindpose");
    assert_non_null(out.picture);
    const bp_view_settings *look = &b.controller.viewer.core.settings;
    assert_true(look->yaw == 0 && look->pan_x == 0 && look->zoom == 1);
    /* A drag during which another file opens: its scene is gone. */
    mouse(&b, BP_EVENT_PRESS, 100, 300);
    const bp_event held[] = {{.kind = BP_EVENT_DROP, .path = b.file},
                             {.kind = BP_EVENT_PRESS, .button = BP_BUTTON_RIGHT, .x = 100, .y = 300},
                             {.kind = BP_EVENT_MOVE, .x = 180, .y = 300},
                             {.kind = BP_EVENT_KEY, .key = BP_KEY_ESCAPE},
                             {.kind = BP_EVENT_KEY, .key = BP_KEY_END}};
    out = (bp_frame){0};
    assert_true(bp_model_controller_frame(&b.controller, held, BP_COUNT(held), 0, &out, &error));
    assert_true(out.quit && look->pan_x == 0);
    expect_float(b.controller.viewer.play.seconds, 0, 0); /* events after Esc are ignored */
    close_bench(&b);
}

static void sizes_out_of_range(void **state) {
    (void)state;
    bench b;
    bp_error error = {0};
    open_bench(&b);
    bp_loaded_model_examine(&b.controller.loaded); /* or the first frame will */
    b.controller.has_pose = false;
    draw(&b);
    uint64_t before = picture_hash(&b.controller.base.picture);
    const bp_event large = {
        .kind = BP_EVENT_RESIZE, .width = BP_FRAMEBUFFER_MAX + 1, .height = 600, .scale = 1};
    bp_frame out = {0};
    assert_false(bp_model_controller_frame(&b.controller, &large, 1, 0, &out, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "16384");
    give(&b, (bp_event){.kind = BP_EVENT_RESIZE, .width = WIDTH, .height = HEIGHT, .scale = 1});
    assert_true(picture_hash(&b.controller.base.picture) == before);
    close_bench(&b);
}

static void open_text(bench *b, const char *text) {
    FILE *file = fopen(b->broken, "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    give(b, (bp_event){.kind = BP_EVENT_DROP, .path = b->broken});
    assert_string_equal(b->controller.viewer.failure, "");
    bp_loaded_model_examine(&b->controller.loaded);
}

/* Files without a mesh, without bones, or with bones and no mesh: every key works. */
static void nearly_empty_files(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    static const char *const texts[] = {
        "{\"asset\":{\"version\":\"2.0\"}}",
        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{}],\"scenes\":[{\"nodes\":[0]}],\"scene\":0}",
        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"children\":[1]},{}],\"skins\":[{\"joints\":[0,1]}]}"};
    for (size_t i = 0; i < BP_COUNT(texts); i++) {
        open_text(&b, texts[i]);
        const bp_binding *binding;
        for (int k = 0; (binding = bp_key_table_row(&bp_model_keys, k)); k++) {
            if (binding->action == BP_ACTION_NONE || binding->action == BP_ACTION_SCREENSHOT) continue;
            bp_event event = {.kind = binding->character ? BP_EVENT_TEXT : BP_EVENT_KEY, .key = binding->key};
            event.mods = binding->mods;
            event.text[0] = binding->character;
            give(&b, event);
            b.controller.viewer.core.search.open = b.controller.viewer.file.open =
                b.controller.viewer.core.settings.help = false;
        }
        mouse(&b, BP_EVENT_MOVE, 200, 200);
        click(&b, 200, 200);
    }
    close_bench(&b);
}

/* ---- the picture ------------------------------------------------------------------------------------ */

/* The camera shows the whole clip, but a clip that flies away does not make the model tiny. */
static void fits_the_camera(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    bp_pose_spec spec = bp_model_viewer_pose_spec(&b.controller.viewer);
    bp_bounds arm, lift;
    assert_true(bp_loaded_model_bounds(&b.controller.loaded, &spec, &arm, NULL));
    /* The body is 3.5 high. The left arm is 2.5 long and 0.5 thick, its middle (0.5, -1) from the shoulder
     * at (0.5, 1.5) when it is at 30 degrees, and is swung from straight below to the right, where its end
     * is 0.5 + 1.25 + 1 cos 30 + 0.5 sin 30 = 2.866; a corner of it comes 0.021 further on its way. */
    expect_float(arm.lo.y, -1.75, 1e-4);
    assert_true(arm.hi.x > 2.8659f && arm.hi.x < 2.888f);
    type(&b, "2");
    spec = bp_model_viewer_pose_spec(&b.controller.viewer);
    assert_true(bp_loaded_model_bounds(&b.controller.loaded, &spec, &lift, NULL));
    expect_float(lift.hi.y, 1.75 + 1, 1e-4); /* lifted by a metre */
    bp_mat4 stands = bp_bone_local(bone(&b, 0));
    expect_float(stands.m[13], 0, 1e-6); /* and put back */
    close_bench(&b);
}

/* Vertices are skinned only when the pose changes. */
static void skins_only_changed_poses(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    unsigned before = b.controller.posed;
    type(&b, "wgxnlid");
    key(&b, BP_KEY_TAB, 0);
    mouse(&b, BP_EVENT_MOVE, 300, 300);
    key(&b, BP_KEY_LEFT, BP_MOD_CTRL);
    assert_int_equal(b.controller.posed, before);
    type(&b, ".");
    assert_int_equal(b.controller.posed, before + 1);
    close_bench(&b);
}

static void frames_run_the_doctor(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    bp_error error = {0};
    bp_frame out = {0};
    const bp_event events[] = {{.kind = BP_EVENT_RESIZE, .width = 640, .height = 480, .scale = 1}};
    b.controller.has_pose = false; /* as before the first picture */
    assert_true(bp_model_controller_frame(&b.controller, events, 1, 0, &out, &error));
    assert_true(out.picture && out.picture->width == 640 && out.moving && !b.controller.loaded.examined);
    out = (bp_frame){0};
    assert_true(bp_model_controller_frame(&b.controller, NULL, 0, 0, &out, &error));
    assert_true(out.picture && !out.moving && b.controller.loaded.examined);
    out = (bp_frame){0};
    assert_true(bp_model_controller_frame(&b.controller, NULL, 0, 0, &out, &error));
    assert_null(out.picture); /* nothing happened: nothing is drawn */
    close_bench(&b);
}

/* Opening, drawing, rotating: each failed allocation gives an error and no leak. */
static bool look_at(const bp_allocator *allocator, void *user, bp_error *error) {
    const bench *b = user;
    bp_model_controller controller = {.base.context = NULL};
    bp_context *context =
        bp_context_create(&(bp_context_options){.threads = 1, .allocator = *allocator}, error);
    bool ok = context && bp_model_controller_open(&controller, context, b->file, 320, 240, error);
    ok = ok && bp_controller_draw(&controller.base, error);
    controller.viewer.play.seconds = 1;
    ok = ok && bp_controller_draw(&controller.base, error);
    if (context) bp_model_controller_close(&controller);
    bp_context_destroy(context);
    return ok;
}

static void memory_runs_out(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    assert_true(test_each_allocation_fails(look_at, &b) > 50);
    close_bench(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opens_files),
        cmocka_unit_test(types_names),
        cmocka_unit_test(takes_pictures),
        cmocka_unit_test(writes_gifs),
        cmocka_unit_test(saves_repaired_files),
        cmocka_unit_test(keeps_a_thousand_pictures),
        cmocka_unit_test(events_before_the_first_picture),
        cmocka_unit_test(sizes_out_of_range),
        cmocka_unit_test(nearly_empty_files),
        cmocka_unit_test(fits_the_camera),
        cmocka_unit_test(skins_only_changed_poses),
        cmocka_unit_test(frames_run_the_doctor),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests_name("model controller", tests, NULL, NULL);
}
