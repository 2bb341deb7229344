/* Pictures of a lesson without a window: one for each step, and a sheet at half size. Errors: files that can't be
 * written, failed allocations. */
#include "base/folder.h"
#include "support/allocator.h"
#include "support/folder.h"
#include "viewer/lesson/lesson_controller.h"
#include "viewer/stage_view.h"
#include <bindpose/io.h>

extern int mkdir(const char *path, unsigned mode);

static void setup(bp_world *world) {
    bp_world_add_character(world, "one", "", BP_BIND_NATURAL);
}
static void turn(bp_world *world, float t) {
    bp_world_rotate(world, 0, "boneArmLeft", (bp_vec3){0, 0, 1}, 90 * t);
}
static const bp_step STEPS[] = {
    {.caption = "One."}, {.caption = "Two.", .change = turn}, {.caption = "Three."}, {.caption = "Four."}};
static const bp_lesson_plan LESSON = {.number = 5,
                                      .name = "05_test",
                                      .title = "A test",
                                      .summary = "One line.",
                                      .setup = setup,
                                      .steps = STEPS,
                                      .step_count = BP_COUNT(STEPS)};

static bp_image *read(const char *folder, const char *name) {
    char path[600];
    bp_error error = {0};
    bp_image *image = bp_image_read(NULL, test_path(path, sizeof path, folder, name), NULL, &error);
    if (!image) fail_msg("%s", error.message);
    return image;
}

static int mean_of_four(const bp_image *image, int x, int y) {
    int sum = 2;
    for (int i = 0; i < 4; i++) sum += image->pixels[(2 * y + i / 2) * image->width + 2 * x + i % 2].g;
    return sum / 4;
}

/* Three beside each other, so four steps are two rows; the second and the fourth are compared point by
 * point. */
static void test_frames_and_sheet(void **state) {
    (void)state;
    char folder[256], frames[300];
    bp_error error = {0};
    test_folder_make(folder, sizeof folder);
    test_path(frames, sizeof frames, folder, "new/frames");
    bp_context *context = bp_context_create(&(bp_context_options){.threads = 1}, &error);
    bp_session *session = bp_session_create(context, &LESSON, NULL, &error);
    const bp_lesson_options options = {
        .step = 1, .width = 340, .height = 320, .light = true, .columns = true};
    if (!bp_lesson_write_frames(context, session, &options, frames, &error)) fail_msg("%s", error.message);
    bp_image *second = read(frames, "step-02.png"), *fourth = read(frames, "step-04.png"),
             *sheet = read(frames, "contact.png");
    assert_true(second->width == 340 && second->height == 320);
    assert_true(sheet->width == 3 * 170 && sheet->height == 2 * 160);
    for (int y = 0; y < 160; y += 3)
        for (int x = 0; x < 170; x += 3) {
            assert_int_equal(sheet->pixels[y * sheet->width + 170 + x].g, mean_of_four(second, x, y));
            assert_int_equal(sheet->pixels[(160 + y) * sheet->width + x].g, mean_of_four(fourth, x, y));
        }
    /* A single picture equals the one among the frames. */
    char path[600];
    test_path(path, sizeof path, folder, "one.png");
    assert_true(bp_lesson_write_picture(context, session, &options, path, &error));
    bp_image *one = read(folder, "one.png");
    expect_bytes((const uint8_t *)one->pixels, (const uint8_t *)second->pixels, (size_t)4 * 340 * 320);
    bp_image_destroy(one);
    bp_image_destroy(sheet);
    bp_image_destroy(fourth);
    bp_image_destroy(second);
    bp_session_destroy(session);
    bp_context_destroy(context);
    test_folder_remove(folder);
}

/* Folders with the files' names, a name that is too long, an impossible size. */
static void test_what_cannot_be_written(void **state) {
    (void)state;
    char folder[256], path[600], deep[1100];
    bp_error error = {0};
    test_folder_make(folder, sizeof folder);
    bp_context *context = bp_context_create(&(bp_context_options){.threads = 1}, &error);
    bp_session *session = bp_session_create(context, &LESSON, NULL, &error);
    bp_lesson_options options = {.width = 320, .height = 320};
    static const char *const names[] = {"contact.png", "step-03.png"};
    for (size_t i = 0; i < BP_COUNT(names); i++) {
        char frames[300];
        snprintf(frames, sizeof frames, "%s/%zu", folder, i);
        assert_true(bp_folder_make(frames, &error));
        assert_int_equal(mkdir(test_path(path, sizeof path, frames, names[i]), 0700), 0);
        error = (bp_error){0};
        assert_false(bp_lesson_write_frames(context, session, &options, frames, &error));
        expect_text_contains(error.place, names[i]);
    }
    snprintf(deep, sizeof deep, "%s", folder); /* the folder's path with more than a thousand bytes */
    while (strlen(deep) < 1015) strcat(deep, "/.");
    error = (bp_error){0};
    assert_false(bp_lesson_write_frames(context, session, &options, deep, &error));
    expect_text_contains(error.message, "too long");
    options.width = BP_FRAMEBUFFER_MAX + 1;
    error = (bp_error){0};
    assert_false(bp_lesson_write_frames(context, session, &options, folder, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "16384");
    assert_false(bp_lesson_write_picture(context, session, &options, path, &error));
    bp_session_destroy(session);
    bp_context_destroy(context);
    test_folder_remove(folder);
}

static bool write_one(const bp_allocator *allocator, void *user, bp_error *error) {
    const char *folder = user;
    bp_lesson_plan plan = LESSON;
    plan.step_count = 1;
    bp_context *context =
        bp_context_create(&(bp_context_options){.threads = 1, .allocator = *allocator}, error);
    bp_session *session = context ? bp_session_create(context, &plan, NULL, error) : NULL;
    const bp_lesson_options options = {.width = 320, .height = 320};
    bool ok = session && bp_lesson_write_frames(context, session, &options, folder, error);
    bp_session_destroy(session);
    bp_context_destroy(context);
    return ok;
}

static void test_memory_runs_out(void **state) {
    (void)state;
    char folder[256];
    test_folder_make(folder, sizeof folder);
    assert_true(test_each_allocation_fails(write_one, folder) > 30);
    test_folder_remove(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_frames_and_sheet),
        cmocka_unit_test(test_what_cannot_be_written),
        cmocka_unit_test(test_memory_runs_out),
    };
    return cmocka_run_group_tests_name("lesson pictures", tests, NULL, NULL);
}
