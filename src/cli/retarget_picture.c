/* Pictures of how near a retargeted clip comes to its source. */
#include "app/app.h"
#include "app/model/loaded_model.h"
#include "cli/retarget_report.h"
#include <bindpose/io.h>
#include <stdio.h>
#include <string.h>

enum { TEXT = 13, ROW = 16, LABEL = 230, STRIP = 1000, WIDTH = 1280, HEIGHT = 800, TITLE = 36 };

/* The value of a kind that is fully red: far too much for the eye. */
static const float FULL[BP_RETARGET_KINDS] = {10, 50, 30, 50, 100, 20, 50, 3};

/* From grey over yellow to red. */
static bp_rgba8 color_of(float value, bp_retarget_kind kind) {
    static const float stops[3][3] = {{110, 113, 120}, {240, 200, 60}, {213, 40, 0}};
    float at = bp_clamp(value / FULL[kind], 0, 1) * 2;
    int i = at < 1 ? 0 : 1;
    float c[3];
    for (int k = 0; k < 3; k++) c[k] = stops[i][k] + (at - (float)i) * (stops[i + 1][k] - stops[i][k]) + 0.5f;
    return (bp_rgba8){(uint8_t)c[0], (uint8_t)c[1], (uint8_t)c[2], 255};
}

static float worst_angle(const bp_retarget_report *report) {
    return report->series[report->worst[BP_RETARGET_ANGLE]].p95;
}

/* The clip whose bones are furthest from the source's. */
static size_t worst_clip(const bp_retargeted *done) {
    size_t worst = 0;
    for (size_t i = 1; i < done->count; i++)
        if (worst_angle(&done->reports[i]) > worst_angle(&done->reports[worst])) worst = i;
    return worst;
}

static bool begin(bp_raster *raster, const bp_framebuffer *to, bool clears, bp_error *error) {
    bp_clear clear = {0};
    memcpy(clear.color, &bp_theme_of(false)->page, 4);
    return bp_raster_begin(raster, to, &(bp_pass){.samples = 1}, error) &&
           (!clears || bp_raster_clear(raster, &clear, error));
}

static bool draw_text(bp_raster *raster, int x, int y, const char *text, bp_error *error) {
    bp_text line = {.text = text, .size = TEXT, .x = x, .y = y};
    memcpy(line.color, &bp_theme_of(false)->ink, 4);
    return bp_raster_text(raster, &line, error);
}

/* ---- the strip ------------------------------------------------------------------------------------*/

/* The worst value of the frames that share a column. */
static void fill_row(const bp_framebuffer *to, const bp_retarget_series *series, size_t frames, int y) {
    for (int x = 0; x < STRIP; x++) {
        size_t first = (size_t)x * frames / STRIP, end = (size_t)(x + 1) * frames / STRIP;
        float worst = -1;
        for (size_t f = first; f < end || f == first; f++) worst = fmaxf(worst, series->values[f]);
        bp_rgba8 color = color_of(worst, series->kind);
        for (int i = 0; worst >= 0 && i < ROW - 2; i++)
            memcpy(to->pixels + 4 * ((size_t)(y + i) * (size_t)(to->stride ? to->stride : to->width) +
                                     (size_t)(LABEL + x)),
                   &color, 4);
    }
}

static bool draw_strip(bp_raster *raster, const bp_framebuffer *to, const bp_retargeted *done,
                       bp_error *error) {
    const bp_retarget_report *report = &done->reports[worst_clip(done)];
    char text[200];
    snprintf(text, sizeof text,
             "%s: %.2f s; grey 0, red: angle 10 degrees, slide 50 mm/s, jerk 3, reach 20%%, drift "
             "100 mm",
             bp_clip_name(done->clips[worst_clip(done)]), (double)(report->frame_count - 1) * report->step);
    bool ok = begin(raster, to, true, error) && draw_text(raster, 8, ROW, text, error);
    for (size_t s = 0; ok && s < report->series_count; s++) {
        const bp_retarget_series *series = &report->series[s];
        snprintf(text, sizeof text, "%s %s",
                 series->kind == BP_RETARGET_ANGLE ? "" : bp_retarget_kind_name(series->kind), series->role);
        ok = draw_text(raster, 8, (int)(s + 2) * ROW + 10, text, error);
    }
    ok = bp_raster_end(raster, NULL, error) && ok;
    for (size_t s = 0; ok && s < report->series_count; s++)
        fill_row(to, &report->series[s], report->frame_count, (int)(s + 2) * ROW);
    return ok;
}

bool bp_retarget_strip_write(const bp_retargeted *done, const char *path, bp_error *error) {
    const bp_context *context = done->character->context;
    const bp_retarget_report *report = &done->reports[worst_clip(done)];
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

/* ---- the picture ----------------------------------------------------------------------------------*/

/* The angle of the bone that a node is, in the report's worst frame; -1: none. */
static float angle_at(const bp_retargeted *done, bool source, const bp_node *node, size_t frame) {
    const bp_model *model = source ? done->motion->model : done->character->model;
    const bp_retarget_report *report = &done->reports[worst_clip(done)];
    for (size_t i = 0; i < done->map->count; i++) {
        const bp_retarget_pair *pair = &done->map->pairs[i];
        if (model->nodes[source ? pair->source : pair->target] != node) continue;
        for (size_t s = 0; s < report->series_count; s++)
            if (report->series[s].kind == BP_RETARGET_ANGLE &&
                strcmp(report->series[s].role, pair->role) == 0)
                return report->series[s].values[frame];
        return 0;
    }
    return -1;
}

/* Half of the picture: the mesh, and over it a line from each mapped bone to every mapped one below. */
static bool draw_half(bp_raster *raster, const bp_framebuffer *whole, const bp_retargeted *done, bool source,
                      size_t frame, bp_error *error) {
    bp_model_file *file = source ? done->motion : done->character;
    bp_model_figure *figure = bp_model_figure_create(file->context, file->pose, error);
    bp_framebuffer half = *whole;
    bp_line lines[256];
    size_t count = 0;
    if (!figure) return false;
    half.stride = whole->width;
    half.width = WIDTH / 2;
    half.height = HEIGHT - 2 * TITLE;
    half.pixels += 4 * (TITLE * WIDTH + (source ? 0 : WIDTH / 2));
    half.depth += TITLE * WIDTH + (source ? 0 : WIDTH / 2);
    bp_bounds bounds = bp_figure_bounds(bp_model_figure_get_figure(figure));
    for (size_t i = 0; i < file->model->node_count; i++) {
        const bp_node *node = file->model->nodes[i], *above = bp_node_parent(node);
        if (angle_at(done, source, node, frame) < 0) continue;
        while (above && angle_at(done, source, above, frame) < 0) above = bp_node_parent(above);
        bp_vec3 at = bp_mat4_position(bp_node_world(node));
        bounds = bp_bounds_union(bounds, (bp_bounds){at, at});
        if (!above || count == BP_COUNT(lines)) continue;
        bp_rgba8 color = color_of(angle_at(done, source, above, frame), BP_RETARGET_ANGLE);
        lines[count] = (bp_line){.from = bp_mat4_position(bp_node_world(above)), .to = at, .width = 5};
        memcpy(lines[count++].color, &color, 4);
    }
    bp_model_picture drawing = {.model = file->model,
                                .figure = bp_model_figure_get_figure(figure),
                                .theme = bp_theme_of(false),
                                .camera = bp_model_front_camera(file->model, bp_radians(35)),
                                .show = BP_SHOW_MESH,
                                .samples = 4};
    float aspect = (float)half.width / (float)half.height;
    bp_camera_fit(&drawing.camera, bounds, aspect);
    bp_mat4 transform = bp_camera_view_projection(&drawing.camera, aspect);
    const bp_overlay overlay = {.transform = &transform, .hidden = 1};
    bool ok = bp_model_picture_draw(raster, &half, &drawing, error) && begin(raster, &half, false, error) &&
              bp_raster_lines(raster, lines, count, &overlay, error) && bp_raster_end(raster, NULL, error);
    bp_model_figure_destroy(figure);
    return ok;
}

static bool pose_both(const bp_retargeted *done, size_t clip, double seconds, bp_error *error) {
    bp_model_file *character = done->character;
    int source = done->sources[clip];
    double first = 0, last = 0;
    bp_clip_span(done->motion->model->clips[source], &first, &last);
    if (!bp_model_pose_set(done->motion->pose, source, first + seconds, error) ||
        !bp_model_pose_set(character->pose, -1, 0, error))
        return false;
    bp_clip_sample(done->clips[clip], seconds, character->pose->now);
    bp_pose_apply_nodes(character->pose->now, character->model->nodes, character->model->node_count, NULL);
    return true;
}

bool bp_retarget_picture_write(const bp_retargeted *done, const char *path, bp_error *error) {
    size_t clip = worst_clip(done);
    const bp_retarget_report *report = &done->reports[clip];
    const bp_retarget_series *worst = &report->series[report->worst[BP_RETARGET_ANGLE]];
    const bp_context *context = done->character->context;
    double seconds = (double)worst->worst_frame * report->step;
    bp_framebuffer to = {0};
    char text[200];
    snprintf(text, sizeof text,
             "%s at %.2f s: %s is %.2f degrees off; bones grey at 0, yellow at 5, red from 10 degrees",
             bp_clip_name(done->clips[clip]), seconds, worst->role, (double)worst->worst);
    bp_raster *raster = bp_raster_create(context, error);
    bool ok = raster && pose_both(done, clip, seconds, error) &&
              bp_framebuffer_create(context, WIDTH, HEIGHT, &to, error) && begin(raster, &to, true, error) &&
              draw_text(raster, 12, 23, done->motion->path, error) &&
              draw_text(raster, WIDTH / 2 + 12, 23, done->character->path, error) &&
              draw_text(raster, 12, HEIGHT - 13, text, error) && bp_raster_end(raster, NULL, error) &&
              draw_half(raster, &to, done, true, worst->worst_frame, error) &&
              draw_half(raster, &to, done, false, worst->worst_frame, error) &&
              bp_picture_write(&to, path, error);
    bp_framebuffer_destroy(context, &to);
    bp_raster_destroy(raster);
    return ok;
}
