/* Pictures of steps: the stages side by side over their caption, one file a step, and one sheet with
 * all of them. */
#include "app/lesson_pictures.h"
#include "app/stage_view.h"
#include <bindpose/io.h>
#include <stdio.h>
#include <string.h>

enum { GAP = 12, CAPTION = 96 };

static const bp_bone *selected_bone(const bp_lesson_plan *lesson, int step, const bp_world *world,
                                    int stage) {
    const char *name = NULL;
    int on = 0;
    for (int i = 0; i <= step; i++) {
        if (!lesson->steps[i].bone) continue;
        name = lesson->steps[i].bone;
        on = lesson->steps[i].stage;
    }
    return on == stage && name ? bp_skeleton_find(world->stages[stage].skeleton, name) : NULL;
}

static bool draw_stages(bp_raster *raster, bp_session *session, int step, const bp_framebuffer *to,
                        const bp_theme *theme, bp_error *error) {
    const bp_world *world = bp_session_world(session);
    int count = world->stage_count, width = (to->width - GAP * (count + 1)) / count;
    for (int i = 0; i < count; i++) {
        bp_stage_view view = {.theme = theme,
                              .stage = &world->stages[i],
                              .camera = world->camera,
                              .rect = {GAP + i * (width + GAP), GAP, width, to->height - CAPTION - 2 * GAP},
                              .show = world->show,
                              .selected = selected_bone(bp_session_lesson(session), step, world, i)};
        if (!bp_stage_view_draw(raster, &view, error)) return false;
    }
    return true;
}

static bool draw_caption(bp_raster *raster, const char *caption, const bp_framebuffer *to,
                         const bp_theme *theme, bp_error *error) {
    int width = to->width - 4 * GAP, y = to->height - CAPTION + 20;
    while (*caption) {
        bp_text line = {.text = caption, .x = 2 * GAP, .y = y, .size = 17};
        line.bytes = bp_text_break(&line, width);
        memcpy(line.color, &theme->ink, 4);
        if (!bp_raster_text(raster, &line, error)) return false;
        caption += line.bytes;
        y += 26;
    }
    return true;
}

static bool draw_step(bp_raster *raster, bp_session *session, int step, const bp_picture_options *options,
                      const bp_framebuffer *to, bp_error *error) {
    const bp_theme *theme = bp_theme_of(options->light);
    bp_clear clear = {0};
    memcpy(clear.color, &theme->page, 4);
    return bp_session_go(session, (bp_moment){.step = step, .t = 1}, error) &&
           bp_raster_begin(raster, to, &(bp_pass){.samples = 4}, error) &&
           bp_raster_clear(raster, &clear, error) && draw_stages(raster, session, step, to, theme, error) &&
           draw_caption(raster, bp_session_lesson(session)->steps[step].caption, to, theme, error) &&
           bp_raster_end(raster, NULL, error);
}

/* What a picture is drawn with. */
typedef struct picture_studio {
    bp_context *context;
    bp_raster *raster;
    bp_framebuffer framebuffer;
} picture_studio;

static bool open_studio(bp_context *context, const bp_picture_options *options, picture_studio *out,
                        bp_error *error) {
    int width = options->width > 0 ? options->width : 1280,
        height = options->height > 0 ? options->height : 800;
    *out = (picture_studio){.context = context};
    out->raster = bp_raster_create(context, error);
    return out->raster && bp_framebuffer_create(context, width, height, &out->framebuffer, error);
}

static void close_studio(picture_studio *studio) {
    bp_framebuffer_destroy(studio->context, &studio->framebuffer);
    bp_raster_destroy(studio->raster);
}

static bool write(const bp_framebuffer *from, const char *path, bp_error *error) {
    bp_file png;
    if (!bp_pixels_encode_png(NULL, (const bp_rgba8 *)(const void *)from->pixels, from->width, from->height,
                              (size_t)from->stride, &png, error))
        return false;
    bool good = bp_file_write(path, png.data, png.size, error);
    bp_file_free(NULL, &png);
    return good;
}

bool bp_lesson_write_picture(bp_context *context, bp_session *session, int step,
                             const bp_picture_options *options, const char *path, bp_error *error) {
    picture_studio studio;
    bool good = open_studio(context, options, &studio, error) &&
                draw_step(studio.raster, session, step, options, &studio.framebuffer, error) &&
                write(&studio.framebuffer, path, error);
    close_studio(&studio);
    return good;
}

/* ---- the sheet with all steps ----------------------------------------------------------------- */

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

bool bp_lesson_write_frames(bp_context *context, bp_session *session, const bp_picture_options *options,
                            const char *folder, bp_error *error) {
    picture_studio studio;
    bp_framebuffer sheet = {0};
    int steps = bp_session_lesson(session)->step_count, rows = (steps + COLUMNS - 1) / COLUMNS;
    bool good = bp_folder_make(folder, error) && open_studio(context, options, &studio, error);
    if (!good) return false;
    good = bp_framebuffer_create(context, COLUMNS * (studio.framebuffer.width / SHRINK),
                                 rows * (studio.framebuffer.height / SHRINK), &sheet, error);
    char path[1024];
    for (int i = 0; good && i < steps; i++) {
        int length = snprintf(path, sizeof path, "%s/step-%02d.png", folder, i + 1);
        if (length < 0 || (size_t)length >= sizeof path) {
            good = bp_fail(error, BP_ERROR_ARGUMENT, "--frames", "the folder's name is too long");
            break;
        }
        good = draw_step(studio.raster, session, i, options, &studio.framebuffer, error) &&
               write(&studio.framebuffer, path, error);
        if (good) paste(&studio.framebuffer, &sheet, i);
    }
    snprintf(path, sizeof path, "%s/contact.png", folder);
    good = good && write(&sheet, path, error);
    bp_framebuffer_destroy(context, &sheet);
    close_studio(&studio);
    return good;
}
