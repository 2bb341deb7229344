/* Pictures of steps, one file a step, and one sheet with all of them: drawn by the controller that draws
 * windows. */
#include "base/folder.h"
#include "raster/inspect.h"
#include "viewer/lesson/lesson_controller.h"
#include "viewer/offscreen_target.h"
#include <bindpose/io.h>
#include <stdio.h>
#include <string.h>

/* Another step; the view settings stay. */
static bool draw_step(bp_lesson_controller *controller, int step, bp_error *error) {
    const bp_view_settings settings = controller->viewer.core.settings;
    controller->viewer =
        bp_lesson_viewer_make(bp_session_lesson(controller->session), step, settings.width, settings.height);
    controller->viewer.core.settings = settings;
    return bp_controller_draw(&controller->base, error);
}

bool bp_lesson_write_picture(bp_context *context, bp_session *session, const bp_lesson_options *options,
                             const char *path, bp_error *error) {
    bp_lesson_controller controller;
    bool ok = bp_lesson_controller_open_with(&controller, context, session, options, error) &&
              draw_step(&controller, options->step, error) &&
              bp_offscreen_target_write(&controller.base.picture, path, error);
    bp_lesson_controller_close(&controller);
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

static bool frame_path(char *path, size_t size, const char *folder, int step, bp_error *error) {
    int length = step < 0 ? snprintf(path, size, "%s/contact.png", folder)
                          : snprintf(path, size, "%s/step-%02d.png", folder, step + 1);
    return (length > 0 && (size_t)length < size) ||
           bp_fail(error, BP_ERROR_ARGUMENT, "--frames", "the folder's name is too long");
}

static bool write_all(bp_lesson_controller *controller, bp_framebuffer *sheet, const char *folder,
                      bp_error *error) {
    char path[1024];
    int steps = bp_session_lesson(controller->session)->step_count;
    for (int i = 0; i < steps; i++) {
        if (!frame_path(path, sizeof path, folder, i, error) || !draw_step(controller, i, error) ||
            !bp_offscreen_target_write(&controller->base.picture, path, error))
            return false;
        paste(&controller->base.picture, sheet, i);
    }
    return frame_path(path, sizeof path, folder, -1, error) && bp_offscreen_target_write(sheet, path, error);
}

bool bp_lesson_write_frames(bp_context *context, bp_session *session, const bp_lesson_options *options,
                            const char *folder, bp_error *error) {
    bp_lesson_controller controller = {0};
    bp_framebuffer sheet = {0};
    int steps = bp_session_lesson(session)->step_count, rows = (steps + COLUMNS - 1) / COLUMNS;
    bool ok = bp_folder_make(folder, error) &&
              bp_lesson_controller_open_with(&controller, context, session, options, error);
    ok = ok && bp_framebuffer_create_color(context, COLUMNS * (controller.base.picture.width / SHRINK),
                                           rows * (controller.base.picture.height / SHRINK), &sheet, error);
    ok = ok && write_all(&controller, &sheet, folder, error);
    bp_framebuffer_destroy(context, &sheet);
    bp_lesson_controller_close(&controller);
    return ok;
}
