/* Pictures of steps, one file a step, and one sheet with all of them: drawn at the same desk as the window's. */
#include "viewer/lesson/lesson_pictures.h"
#include "viewer/lesson/lesson_controller.h"
#include "viewer/picture.h"
#include <bindpose/io.h>
#include <stdio.h>
#include <string.h>

static bool open_desk(bp_lesson_desk *desk, bp_context *context, bp_session *session,
                      const bp_picture_options *options, bp_error *error) {
    int width = options->width > 0 ? options->width : 1280,
        height = options->height > 0 ? options->height : 800;
    bool good = bp_lesson_desk_open(desk, context, session, 0, width, height, error);
    desk->viewer.look.light = options->light;
    desk->viewer.look.columns = options->columns;
    return good;
}

/* Another step, the rest of what is shown as it was. */
static bool draw_step(bp_lesson_desk *desk, int step, bp_error *error) {
    const bp_viewer_look look = desk->viewer.look;
    desk->viewer = bp_viewer_make(bp_session_lesson(desk->session), step, look.width, look.height);
    desk->viewer.look = look;
    return bp_lesson_desk_draw(desk, error);
}

bool bp_lesson_write_picture(bp_context *context, bp_session *session, int step,
                             const bp_picture_options *options, const char *path, bp_error *error) {
    bp_lesson_desk desk;
    bool good = open_desk(&desk, context, session, options, error) && draw_step(&desk, step, error) &&
                bp_picture_write(&desk.picture, path, error);
    bp_lesson_desk_close(&desk);
    return good;
}

enum { COLUMNS = 3, SHRINK = 2 };

/* Puts a picture, half as large, into its place on the sheet: each pixel the mean of four. */
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

static bool write_all(bp_lesson_desk *desk, bp_framebuffer *sheet, const char *folder, bp_error *error) {
    char path[1024];
    int steps = bp_session_lesson(desk->session)->step_count;
    for (int i = 0; i < steps; i++) {
        if (!frame_path(path, sizeof path, folder, i, error) || !draw_step(desk, i, error) ||
            !bp_picture_write(&desk->picture, path, error))
            return false;
        paste(&desk->picture, sheet, i);
    }
    return frame_path(path, sizeof path, folder, -1, error) && bp_picture_write(sheet, path, error);
}

bool bp_lesson_write_frames(bp_context *context, bp_session *session, const bp_picture_options *options,
                            const char *folder, bp_error *error) {
    bp_lesson_desk desk = {0};
    bp_framebuffer sheet = {0};
    int steps = bp_session_lesson(session)->step_count, rows = (steps + COLUMNS - 1) / COLUMNS;
    bool good = bp_folder_make(folder, error) && open_desk(&desk, context, session, options, error);
    good = good && bp_framebuffer_create_color(context, COLUMNS * (desk.picture.width / SHRINK),
                                              rows * (desk.picture.height / SHRINK), &sheet, error);
    good = good && write_all(&desk, &sheet, folder, error);
    bp_framebuffer_destroy(context, &sheet);
    bp_lesson_desk_close(&desk);
    return good;
}
