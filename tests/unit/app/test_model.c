/* A model file's screen: clips, poses, bones, findings, binds, files. */
#include "base/system.h"
#include "support/model_fixture.h"

extern int setenv(const char *name, const char *value, int overwrite);
static bp_text_log texts;

static void plays_and_steps(void **state) {
    (void)state;
    bench b;
    files f;
    open_model(&b, &f);
    const bp_model_play *play = &b.app.model->play;
    assert_true(play->source == BP_POSE_FROM_CLIP && play->clip == 0);
    key(&b, BP_KEY_SPACE);
    assert_true(play->playing && bp_app_is_moving(&b.app));
    pass(&b, 0.5);
    expect_float(degrees(&b, LEFT), 22.5, 0.2);
    key(&b, BP_KEY_SPACE);
    key(&b, BP_KEY_END);
    expect_float(degrees(&b, LEFT), 90, 0.01);
    key(&b, BP_KEY_HOME);
    expect_float(degrees(&b, LEFT), 0, 0.01);
    type(&b, ".");
    expect_float(degrees(&b, LEFT), 1.5, 0.01); /* a thirtieth of a second */
    type(&b, "2");
    assert_int_equal(play->clip, 1);
    type(&b, "k"); /* wraps */
    assert_int_equal(play->clip, 0);
    type(&b, "r");
    assert_int_equal(play->source, BP_POSE_FROM_REST);
    expect_float(degrees(&b, RIGHT), 10, 0.01);
    type(&b, "t");
    assert_int_equal(play->source, BP_POSE_FROM_BIND);
    expect_float(degrees(&b, RIGHT), -30, 0.01); /* as it was bound */
    close_model(&b, &f);
}

static void drags_the_timeline(void **state) {
    (void)state;
    bench b;
    files f;
    open_model(&b, &f);
    const bp_hit_area *track = area(&b, BP_ACTION_FRAME, 0);
    assert_non_null(track);
    bp_rect r = track->rect;
    mouse(&b, BP_EVENT_PRESS, (float)r.x + (float)r.width / 2, (float)r.y + (float)r.height / 2);
    expect_float(degrees(&b, LEFT), 45, 2);
    mouse(&b, BP_EVENT_MOVE, 9000, 0);
    expect_float(degrees(&b, LEFT), 90, 0.01);
    mouse(&b, BP_EVENT_RELEASE, 9000, 0);
    close_model(&b, &f);
}

static void finds_clips(void **state) {
    (void)state;
    bench b;
    files f;
    open_model(&b, &f);
    type(&b, "0");
    assert_true(b.app.model->clips && b.app.field.use == BP_FIELD_CLIP);
    type(&b, "li");
    key(&b, BP_KEY_ENTER);
    assert_true(b.app.model->play.clip == 1 && !b.app.model->clips && b.app.field.use == BP_FIELD_NONE);
    close_model(&b, &f);
}

static void rotates_bones(void **state) {
    (void)state;
    bench b;
    files f;
    open_model(&b, &f);
    const bp_edit_history *history = &b.app.model->picture.history;
    type(&b, "r");
    key(&b, BP_KEY_TAB);
    double before = degrees(&b, LEFT);
    key(&b, BP_KEY_UP);
    assert_int_equal(history->count, 1);
    expect_float(degrees(&b, LEFT), before + 5, 0.01);
    key_with(&b, 'z', BP_MOD_CTRL);
    expect_float(degrees(&b, LEFT), before, 0.01);
    type(&b, "i"); /* numbers are folded until they are asked for */
    assert_true(b.app.settings.numbers && area(&b, BP_ACTION_NUMBER, 1));
    close_model(&b, &f);
}

static void searches_bones(void **state) {
    (void)state;
    bench b;
    files f;
    open_model(&b, &f);
    type(&b, "/");
    assert_int_equal(b.app.field.use, BP_FIELD_BONE);
    type(&b, "right");
    assert_int_equal(b.app.model->picture.chosen.bone, RIGHT);
    key(&b, BP_KEY_ESCAPE);
    assert_true(b.app.field.use == BP_FIELD_NONE && !(b.requests & BP_REQUEST_LEAVE));
    close_model(&b, &f);
}

static void edits_binds(void **state) {
    (void)state;
    bench b;
    files f;
    open_model(&b, &f);
    type(&b, "t");
    key_with(&b, 'b', BP_MOD_CTRL);
    assert_true(b.app.model->picture.binds);
    key(&b, BP_KEY_TAB);
    bp_mat4 before = bp_bone_absolute_inverse_bind(bone(&b, LEFT));
    key(&b, BP_KEY_UP);
    bp_mat4 after = bp_bone_absolute_inverse_bind(bone(&b, LEFT));
    assert_true(memcmp(&before, &after, sizeof before) != 0);
    key_with(&b, 'z', BP_MOD_CTRL);
    after = bp_bone_absolute_inverse_bind(bone(&b, LEFT));
    expect_floats(after.m, before.m, 16, 1e-6);
    close_model(&b, &f);
}

/* Esc leaves at the second time, when changed binds aren't saved. */
static void keeps_changed_binds(void **state) {
    (void)state;
    bench b;
    files f;
    open_model(&b, &f);
    type(&b, "t");
    key_with(&b, 'b', BP_MOD_CTRL);
    key(&b, BP_KEY_TAB);
    key(&b, BP_KEY_UP);
    assert_int_equal(bp_model_unsaved(b.app.model), 1);
    key(&b, BP_KEY_ESCAPE);
    assert_false(b.requests & BP_REQUEST_LEAVE);
    assert_non_null(strstr(b.app.notice, "1 changed bind is not saved"));
    assert_int_equal(bp_edit_history_binds(&b.app.model->picture.history), 1);
    key(&b, BP_KEY_DOWN);
    assert_int_equal(bp_model_unsaved(b.app.model), 1);
    key_with(&b, 's', BP_MOD_CTRL | BP_MOD_SHIFT);
    assert_int_equal(bp_model_unsaved(b.app.model), 0);
    key(&b, BP_KEY_ESCAPE);
    assert_true(b.requests & BP_REQUEST_LEAVE);
    close_model(&b, &f);
}

static void opens_files(void **state) {
    (void)state;
    bench b;
    files f;
    open_model(&b, &f);
    give(&b, (bp_event){.kind = BP_EVENT_DROP, .path = f.other});
    assert_string_equal(bp_loaded_model_name(&b.app.model->loaded), "other one.gltf");
    assert_int_equal(b.app.model->play.clip, -1);
    give(&b, (bp_event){.kind = BP_EVENT_DROP, .path = f.broken});
    assert_true(b.app.model->failure[0]);
    assert_string_equal(bp_loaded_model_name(&b.app.model->loaded), "other one.gltf"); /* as it was */
    key_with(&b, 'o', BP_MOD_CTRL);
    assert_int_equal(b.app.field.use, BP_FIELD_PATH);
    b.app.field.text[0] = '\0';
    type(&b, f.file);
    key(&b, BP_KEY_ENTER);
    assert_string_equal(bp_loaded_model_name(&b.app.model->loaded), "arms.glb");
    key_with(&b, 'r', BP_MOD_CTRL);
    assert_string_equal(bp_loaded_model_name(&b.app.model->loaded), "arms.glb");
    close_model(&b, &f);
}

/* A file without errors opens calm: no findings, no numbers. */
static void opens_calm(void **state) {
    (void)state;
    bench b;
    files f;
    open_model(&b, &f);
    bp_model_examine(&b.app);
    draw(&b);
    assert_true(b.app.model->loaded.examined);
    bool wrong = false;
    for (size_t i = 0; i < b.app.model->loaded.report.count; i++)
        wrong |= b.app.model->loaded.report.findings[i].severity >= BP_DOCTOR_WARNING;
    assert_int_equal(b.app.model->findings, wrong);
    assert_false(b.app.settings.numbers);
    type(&b, "d");
    assert_true(b.app.model->findings != wrong);
    close_model(&b, &f);
}

/* The left arm's second key, at 2 s, gets length 2: whether it is the rotation that was meant is a guess. So
 * nothing is saved, and the finding shows the arm at that time. */
static void saves_no_half_repair(void **state) {
    (void)state;
    bench b;
    files f;
    bp_file bytes;
    bp_error error = {0};
    char saved[300];
    const float key[] = {0, 0, sqrtf(0.5f), sqrtf(0.5f)}, twice[] = {0, 0, sqrtf(2), sqrtf(2)};
    open_model(&b, &f);
    assert_true(bp_file_read(NULL, f.file, 1 << 20, &bytes, &error));
    uint8_t *copy = malloc(bytes.size);
    memcpy(copy, bytes.data, bytes.size);
    for (size_t i = 0; i + sizeof key <= bytes.size; i += 4)
        if (memcmp(copy + i, key, sizeof key) == 0) memcpy(copy + i, twice, sizeof twice);
    assert_true(bp_file_write(f.file, copy, bytes.size, &error));
    free(copy);
    bp_file_free(NULL, &bytes);
    key_with(&b, 'r', BP_MOD_CTRL);
    bp_model_examine(&b.app);
    draw(&b);
    const bp_model_screen *screen = b.app.model;
    assert_int_equal(screen->loaded.report.errors, 1);
    assert_int_equal(bp_illustration_bone(&screen->picture) == bone(&b, LEFT), 1);
    expect_float(screen->play.seconds, 2, 1e-6);
    key_with(&b, 'd', BP_MOD_CTRL);
    assert_non_null(strstr(b.app.notice, "--guess"));
    test_path(saved, sizeof saved, f.folder, "arms-repaired-1.glb");
    assert_false(bp_path_allows(saved, BP_PATH_EXISTS));
    const bp_doctor_finding finding = {.node = screen->loaded.model->instances[0].node,
                                       .vertices = {.count = 1, .first = {5}}};
    bp_vertex_ref vertex = bp_loaded_model_finding_vertex(&screen->loaded, &finding);
    assert_true(vertex.valid && vertex.part == 0);
    close_model(&b, &f);
}

static void shows_what_it_says(void **state) {
    (void)state;
    bench b;
    files f;
    open_model(&b, &f);
    b.app.texts = &texts;
    texts.count = 0;
    b.app.drawn.valid = false;
    draw(&b);
    assert_true(texts_say(&texts, "arms.glb") && texts_say(&texts, "lift"));
    static const int sizes[][2] = {{1280, 800}, {1024, 640}, {800, 600}, {1920, 1080}};
    for (size_t i = 0; i < BP_COUNT(sizes); i++) {
        give(&b,
             (bp_event){.kind = BP_EVENT_RESIZE, .width = sizes[i][0], .height = sizes[i][1], .scale = 1});
        const bp_rect window = {0, 0, sizes[i][0], sizes[i][1]};
        for (int k = 0; k < b.app.drawn.hits.count; k++)
            if (!bp_rect_is_inside(b.app.drawn.hits.items[k].rect, window))
                fail_msg("%d x %d: action %u leaves the window", sizes[i][0], sizes[i][1],
                         b.app.drawn.hits.items[k].action);
    }
    close_model(&b, &f);
}

static void set(bench *b, bp_set what, int index, float value) {
    give(b, (bp_event){.kind = BP_EVENT_SET, .set = what, .index = index, .value = value});
}

/* What the page's lists beside the picture set; others than there are change nothing. */
static void takes_values_of_the_page(void **state) {
    (void)state;
    bench b;
    files f;
    open_model(&b, &f);
    const bp_model_screen *screen = b.app.model;
    set(&b, BP_SET_CLIP, 1, 0);
    assert_int_equal(screen->play.clip, 1);
    set(&b, BP_SET_TIME, 0, 0.25f);
    assert_true(screen->play.seconds == 0.25 && !screen->play.playing);
    set(&b, BP_SET_BONE, RIGHT, 0);
    assert_ptr_equal(bp_illustration_bone(&screen->picture), bone(&b, RIGHT));
    set(&b, BP_SET_BONE, 3, 0);
    set(&b, BP_SET_BONE, -1, 0);
    set(&b, BP_SET_BONE, 0, 1);
    set(&b, BP_SET_BONE, 0, NAN);
    set(&b, BP_SET_CLIP, 2, 0);
    assert_ptr_equal(bp_illustration_bone(&screen->picture), bone(&b, RIGHT));
    assert_int_equal(screen->play.clip, 1);
    close_model(&b, &f);
}

/* The second skin stays chosen when the picture is drawn again, by its key and from the page. */
static void shows_the_second_skin(void **state) {
    (void)state;
    bench b;
    files f;
    open_model(&b, &f);
    FILE *file = fopen(f.broken, "wb");
    assert_non_null(file);
    fputs("{\"asset\": {\"version\": \"2.0\"}, \"scenes\": [{\"nodes\": [0, 1]}],"
          "\"nodes\": [{\"name\": \"a\"}, {\"name\": \"b\", \"children\": [2]}, {\"name\": \"c\"}],"
          "\"skins\": [{\"joints\": [0]}, {\"joints\": [1, 2]}]}",
          file);
    fclose(file);
    give(&b, (bp_event){.kind = BP_EVENT_DROP, .path = f.broken});
    const bp_illustration *picture = &b.app.model->picture;
    assert_string_equal(bp_bone_name(bp_illustration_bone(picture)), "a");
    type(&b, "]");
    type(&b, "r");
    assert_string_equal(bp_bone_name(bp_illustration_bone(picture)), "b");
    set(&b, BP_SET_BONE, 0, 0);
    set(&b, BP_SET_BONE, 1, 1);
    type(&b, "t");
    assert_string_equal(bp_bone_name(bp_illustration_bone(picture)), "c");
    close_model(&b, &f);
}

int main(void) {
    char folder[512];
    test_folder_make(folder, sizeof folder);
    setenv("XDG_DATA_HOME", folder, 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plays_and_steps),
        cmocka_unit_test(drags_the_timeline),
        cmocka_unit_test(finds_clips),
        cmocka_unit_test(rotates_bones),
        cmocka_unit_test(searches_bones),
        cmocka_unit_test(edits_binds),
        cmocka_unit_test(keeps_changed_binds),
        cmocka_unit_test(opens_files),
        cmocka_unit_test(opens_calm),
        cmocka_unit_test(shows_what_it_says),
        cmocka_unit_test(takes_values_of_the_page),
        cmocka_unit_test(shows_the_second_skin),
        cmocka_unit_test(saves_no_half_repair),
    };
    int failed = cmocka_run_group_tests_name("model", tests, NULL, NULL);
    test_folder_remove(folder);
    return failed;
}
