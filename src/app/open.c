/* Windows of their own, and pictures: opening a lesson or the list, and writing a lesson as PNG files:
 * one for each step, and a sheet with all of them. */
#include "app/screens/lesson/lesson_screen.h"
#include "app/screens/list/list.h"
#include "base/folder.h"
#include <stdio.h>

static void close_app(bp_app *app) {
    if (app) bp_app_close(app);
    bp_free(NULL, app);
}

/* NULL on error. */
static bp_app *open_app(const bp_context *context, bp_session *session, const bp_lesson_options *options,
                        bp_error *error) {
    bp_app *app = bp_alloc(NULL, 1, sizeof *app, error);
    int width = options->width > 0 ? options->width : 1280,
        height = options->height > 0 ? options->height : 800;
    if (!app || !bp_app_open(app, context, width, height, error) ||
        !bp_lesson_open(app, session, false, options->step, error)) {
        close_app(app);
        return NULL;
    }
    app->settings.light = options->light;
    app->settings.illustration = options->illustration;
    app->settings.columns = app->settings.numbers = options->columns;
    return app;
}

bool bp_lesson_window_run(const bp_window *window, const bp_context *context, bp_session *session,
                          const bp_lesson_options *options, bp_error *error) {
    bp_app *app = open_app(context, session, options, error);
    if (!app) return false;
    const bp_window_options window_options = {app->title, options->width, options->height};
    bp_settings *settings = &app->settings;
    bp_app_read_settings(app); /* as far as the options don't name others */
    settings->illustration = options->illustration;
    settings->light = options->light || (settings->light && !options->dark);
    settings->columns |= options->columns;
    settings->numbers |= options->columns;
    app->saved = *settings;
    bp_lesson_start(app, options->step);
    if (settings->illustration) bp_lesson_jump(app->lesson, options->step); /* nothing plays */
    bool ok = bp_app_run(app, window, &window_options, error);
    close_app(app);
    return ok;
}

/* The end of a step, or, with `asking`, its open question. */
static bool draw_step(bp_app *app, int step, bool asking, bp_error *error) {
    app->lesson->picture = bp_illustration_make();
    if (asking)
        bp_lesson_enter(app->lesson, step);
    else
        bp_lesson_enter_done(app->lesson, step);
    return bp_app_draw(app, error);
}

bool bp_lesson_write_picture(const bp_context *context, bp_session *session, const bp_lesson_options *options,
                             const char *path, bp_error *error) {
    bp_app *app = open_app(context, session, options, error);
    bool ok =
        app && draw_step(app, options->step, false, error) && bp_picture_write(&app->picture, path, error);
    close_app(app);
    return ok;
}

enum { COLUMNS = 3, SHRINK = 2 };

/* Copies a picture at half its size into the sheet: each pixel is the mean of four. */
static void paste(const bp_framebuffer *from, bp_framebuffer *sheet, int number) {
    int width = from->width / SHRINK, height = from->height / SHRINK;
    int left = number % COLUMNS * width, top = number / COLUMNS * height;
    for (int y = 0; y < height; y++) {
        const uint8_t *source = from->pixels + (size_t)4 * (size_t)from->stride * (size_t)(SHRINK * y);
        uint8_t *target = sheet->pixels + 4 * ((size_t)sheet->stride * (size_t)(top + y) + (size_t)left);
        for (int x = 0; x < width; x++) {
            for (int c = 0; c < 4; c++) {
                const uint8_t *at = source + 4 * SHRINK * x + c,
                              *below = at + (size_t)4 * (size_t)from->stride;
                target[4 * x + c] = (uint8_t)((at[0] + at[4] + below[0] + below[4] + 2) / 4);
            }
        }
    }
}

static bool frame_path(char *path, size_t size, const char *folder, int step, const char *end,
                       bp_error *error) {
    int length = step < 0 ? snprintf(path, size, "%s/contact.png", folder)
                          : snprintf(path, size, "%s/step-%02d%s.png", folder, step + 1, end);
    return (length > 0 && (size_t)length < size) ||
           bp_fail(error, BP_ERROR_ARGUMENT, "--frames", "the folder's name is too long");
}

/* Writes a step's picture, before and after the answer to its question, and shrinks them onto the sheet. */
static bool write_step(bp_app *app, bp_framebuffer *sheet, const char *folder, int step, int *number,
                       bp_error *error) {
    char path[1024];
    const bool asks = app->lesson->plan->steps[step].question != NULL;
    for (int asking = asks; asking >= 0; asking--) {
        if (!frame_path(path, sizeof path, folder, step, asks && !asking ? "-answer" : "", error) ||
            !draw_step(app, step, asking, error) || !bp_picture_write(&app->picture, path, error))
            return false;
        paste(&app->picture, sheet, (*number)++);
    }
    return true;
}

static bool write_all(bp_app *app, const char *folder, bp_error *error) {
    bp_framebuffer sheet = {0};
    char path[1024];
    int count = app->lesson->plan->step_count, number = 0, pictures = count;
    for (int i = 0; i < count; i++) pictures += app->lesson->plan->steps[i].question != NULL;
    int rows = (pictures + COLUMNS - 1) / COLUMNS;
    bool ok = bp_framebuffer_create_color(app->context, COLUMNS * (app->picture.width / SHRINK),
                                          rows * (app->picture.height / SHRINK), &sheet, error);
    for (int i = 0; ok && i < count; i++) ok = write_step(app, &sheet, folder, i, &number, error);
    ok = ok && frame_path(path, sizeof path, folder, -1, "", error) && bp_picture_write(&sheet, path, error);
    bp_framebuffer_destroy(app->context, &sheet);
    return ok;
}

bool bp_lesson_write_frames(const bp_context *context, bp_session *session, const bp_lesson_options *options,
                            const char *folder, bp_error *error) {
    bp_app *app = bp_folder_make(folder, error) ? open_app(context, session, options, error) : NULL;
    bool ok = app && write_all(app, folder, error);
    close_app(app);
    return ok;
}

bool bp_list_window_run(const bp_window *window, const bp_context *context,
                        const bp_lesson_plan *const *lessons, bp_error *error) {
    const bp_window_options options = {.title = "Bindpose"};
    bp_app *app = bp_alloc(NULL, 1, sizeof *app, error);
    if (!app) return false;
    bool ok = bp_app_open(app, context, 1280, 800, error) && bp_list_open(app, lessons, error);
    if (ok) {
        bp_app_read_settings(app);
        ok = bp_app_run(app, window, &options, error);
    }
    close_app(app);
    return ok;
}
