/* An answer beside the correct one: in a picture, in a simulated window, without an answer, and without a display. */
#include "cli/exercise_command.h"
#include "support/folder.h"
#include "support/window.h"
#include <bindpose/io.h>

extern int setenv(const char *name, const char *value, int overwrite);

static char folder[256];

/* The final matrix is a rotation by 90 degrees about Z; the answer is the identity. */
static bp_exercise_result *make(void) {
    bp_exercise_result *result = calloc(1, sizeof *result);
    bp_mat4 right = bp_mat4_from_axis_angle((bp_vec3){0, 0, 1}, bp_radians(90)), wrong = bp_mat4_identity();
    assert_non_null(result);
    result->verdict = BP_EXERCISE_WRONG;
    snprintf(result->case_name, sizeof result->case_name, "a quarter");
    snprintf(result->text, sizeof result->text, "Nothing moves.");
    result->in_count = 64, result->got_count = result->expected_count = 16;
    memcpy(result->got, wrong.m, sizeof wrong.m);
    memcpy(result->expected, right.m, sizeof right.m);
    return result;
}

static uint64_t picture_of(const bp_exercise_result *result, bool light) {
    char path[300];
    bp_error error = {0};
    const bp_exercise_pictures how = {
        .screenshot = test_path(path, sizeof path, folder, "shown.png"), .size = {640, 400}, .theme = light};
    if (!bp_exercise_show_answer(NULL, bp_exercise_find("05"), result, &how, &error))
        fail_msg("%s", error.message);
    bp_image *image = bp_image_read(NULL, path, NULL, &error);
    assert_true(image && image->width == 640 && image->height == 400);
    const bp_framebuffer picture = {.pixels = (uint8_t *)image->pixels, .width = 640, .height = 400};
    uint64_t hash = picture_hash(&picture);
    bp_image_destroy(image);
    return hash;
}

static void test_pictures(void **state) {
    (void)state;
    bp_exercise_result *result = make();
    uint64_t wrong = picture_of(result, false);
    assert_true(picture_of(result, false) == wrong);
    assert_true(picture_of(result, true) != wrong);
    result->case_name[0] = '\0'; /* the caption changes */
    uint64_t unnamed = picture_of(result, false);
    assert_true(unnamed != wrong);
    result->got_count = 0; /* a stage without an answer */
    uint64_t none = picture_of(result, false);
    assert_true(none != unnamed);
    result->got_count = 16;
    memcpy(result->got, result->expected, sizeof result->got);
    result->verdict = BP_EXERCISE_PASSED;
    uint64_t passed = picture_of(result, false);
    assert_true(passed != unnamed);
    snprintf(result->text, sizeof result->text, "Something else."); /* a passed answer doesn't show it */
    assert_true(picture_of(result, false) == passed);
    free(result);
}

static bool play(const bp_window_options *wish, const bp_window_client *shown, bp_error *error) {
    (void)error;
    expect_text_contains(wish->title, "The final matrix");
    bp_frame out = window_resize(shown, 640, 400);
    assert_non_null(out.picture);
    uint64_t before = picture_hash(out.picture);
    assert_true(picture_hash(window_key(shown, BP_KEY_UP, 0).picture) !=
                before); /* joints can be rotated, as in lessons */
    assert_true(window_key(shown, BP_KEY_ESCAPE, 0).quit);
    return true;
}

static void test_windows(void **state) {
    (void)state;
    bp_error error = {0};
    const bp_window window = {play};
    const bp_exercise_pictures how = {.size = {640, 400}};
    bp_exercise_result *result = make();
    if (!bp_exercise_show_answer(&window, bp_exercise_find("05"), result, &how, &error))
        fail_msg("%s", error.message);
    assert_false(bp_exercise_show_answer(NULL, bp_exercise_find("05"), result, &how, &error));
    expect_error(&error, BP_ERROR_ENVIRONMENT, "this program has no window");
    free(result);
}

static int enter(void **state) {
    (void)state;
    test_folder_make(folder, sizeof folder);
    setenv("XDG_DATA_HOME", folder, 1);
    return 0;
}
static int leave(void **state) {
    (void)state;
    test_folder_remove(folder);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pictures), cmocka_unit_test(test_windows)};
    return cmocka_run_group_tests_name("exercise show", tests, enter, leave);
}
