/* A row of colours over time for each measure of a retargeted clip. */
#include "app/model/loaded_model.h"
#include "cli/retarget_report.h"
#include "gltf/retarget/retarget.h"
#include <bindpose/io.h>
#include <string.h>

enum { TEXT = 13, ROW = 16, LABEL = 230, STRIP = 1000 };

static bool draw_text(bp_raster *raster, int x, int y, const char *text, bp_error *error) {
    bp_text line = {.text = text, .size = TEXT, .x = x, .y = y};
    memcpy(line.color, &bp_theme_of(false)->ink, 4);
    return bp_raster_text(raster, &line, error);
}

static void fill_row(const bp_framebuffer *to, const bp_retarget_series *series, size_t frames, int y) {
    for (int x = 0; x < STRIP; x++) {
        size_t first = (size_t)x * frames / STRIP, end = (size_t)(x + 1) * frames / STRIP;
        float worst = bp_retarget_worst(series, first, end);
        bp_rgba8 color = bp_retarget_color(worst, series->kind);
        for (int i = 0; worst >= 0 && i < ROW - 2; i++)
            memcpy(to->pixels + 4 * ((size_t)(y + i) * (size_t)(to->stride ? to->stride : to->width) +
                                     (size_t)(LABEL + x)),
                   &color, 4);
    }
}

static bool draw_strip(bp_raster *raster, const bp_framebuffer *to, const bp_transfer *done,
                       bp_error *error) {
    const bp_retarget_report *report = &done->reports[bp_transfer_worst_clip(done)];
    const bp_formatted title = bp_format(
        "%s: %.2f s; grey 0, red: angle 10 degrees, slide 50 mm/s, jerk 3, reach 20%%, drift 100 mm",
        bp_clip_name(done->clips[bp_transfer_worst_clip(done)]),
        (double)(report->frame_count - 1) * report->step);
    bp_clear clear = {0};
    memcpy(clear.color, &bp_theme_of(false)->page, 4);
    bool ok = bp_raster_begin(raster, to, &(bp_pass){.samples = 1}, error) &&
              bp_raster_clear(raster, &clear, error) && draw_text(raster, 8, ROW, title.text, error);
    for (size_t s = 0; ok && s < report->series_count; s++) {
        const bp_retarget_series *series = &report->series[s];
        const char *kind = series->kind == BP_RETARGET_ANGLE ? "" : bp_retarget_kind_name(series->kind);
        ok =
            draw_text(raster, 8, (int)(s + 2) * ROW + 10, bp_format("%s %s", kind, series->role).text, error);
    }
    ok = bp_raster_end(raster, NULL, error) && ok;
    for (size_t s = 0; ok && s < report->series_count; s++)
        fill_row(to, &report->series[s], report->frame_count, (int)(s + 2) * ROW);
    return ok;
}

bool bp_retarget_strip_write(const bp_transfer *done, const char *path, bp_error *error) {
    const bp_context *context = done->context;
    const bp_retarget_report *report = &done->reports[bp_transfer_worst_clip(done)];
    bp_framebuffer to = {0};
    bp_raster *raster = bp_raster_create(context, error);
    bool ok = raster &&
              bp_framebuffer_create(context, LABEL + STRIP + 10, (int)(report->series_count + 3) * ROW, &to,
                                    error) &&
              draw_strip(raster, &to, done, error) && bp_picture_write(&to, path, error);
    bp_framebuffer_destroy(context, &to);
    bp_raster_destroy(raster);
    return ok;
}
