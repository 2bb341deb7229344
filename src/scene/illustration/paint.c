/* What paint functions draw on a stage: each call does what the phase asks for. */
#include "scene/illustration/stage_drawing.h"
#include <string.h>

enum { ARROW_TIP = 12 };

int bp_paint_stage(const bp_painter *painter) { return painter->painting->stage; }

bp_rect bp_paint_rect(const bp_painter *painter) { return painter->painting->rect; }

/* Before the picture's size is known: about that of a usual picture. */
float bp_paint_unit(const bp_painter *painter) {
    const struct bp_stage_painting *now = painter->painting;
    if (now->phase == BP_PAINT_MEASURE)
        return 0.00125f * bp_vec3_distance(now->camera->eye, now->camera->target);
    return bp_camera_pixel_size(now->camera, now->rect.height) * painter->unit;
}

bool bp_paint_project(const bp_painter *painter, bp_vec3 at, bp_vec2 *pixel) {
    const struct bp_stage_painting *now = painter->painting;
    return now->phase != BP_PAINT_MEASURE && bp_camera_project(now->camera, now->rect, at, pixel, NULL);
}

/* Draws at most BP_RIMMED_LINES_MAX lines. */
static void draw(bp_painter *painter, bp_line *lines, int count, float width, bp_rgba8 color) {
    struct bp_stage_painting *now = painter->painting;
    if (painter->failed || count == 0) return;
    for (int i = 0; i < count; i++) {
        lines[i].width = width * painter->unit;
        memcpy(lines[i].color, &color, 4);
    }
    bp_overlay overlay = bp_stage_overlay(now->rect, now->camera, &now->transform);
    painter->failed = !bp_painter_rimmed_lines(painter, lines, count, &overlay);
}

void bp_paint_lines(bp_painter *painter, const bp_vec3 *points, int count, bool closed, float width,
                    bp_rgba8 color) {
    struct bp_stage_painting *now = painter->painting;
    bp_line lines[BP_RIMMED_LINES_MAX];
    int used = 0;
    for (int i = 0; i + 1 < count + closed; i++) {
        bp_vec3 from = points[i], to = points[(i + 1) % count];
        switch (now->phase) {
        case BP_PAINT_MEASURE:
            bp_extent_add(now, from);
            bp_extent_add(now, to);
            break;
        case BP_PAINT_SCENE:
            if (used == BP_RIMMED_LINES_MAX) {
                draw(painter, lines, used, width, color);
                used = 0;
            }
            lines[used++] = (bp_line){.from = from, .to = to};
            break;
        case BP_PAINT_LINES: bp_labels_keep_line(now->labels, from, to); break;
        case BP_PAINT_OVER: break;
        }
    }
    draw(painter, lines, used, width, color);
}

void bp_paint_arrow(bp_painter *painter, bp_vec3 from, bp_vec3 to, bp_rgba8 color) {
    struct bp_stage_painting *now = painter->painting;
    float length = bp_vec3_distance(from, to);
    if (!(length > 0) || !bp_is_finite((double)length)) return;
    if (now->phase != BP_PAINT_SCENE) {
        bp_paint_lines(painter, (bp_vec3[]){from, to}, 2, false, 3, color);
        return;
    }
    bp_line lines[BP_ARROW_LINES];
    bp_arrow_lines(from, to, now->camera->eye, ARROW_TIP * bp_paint_unit(painter), lines);
    draw(painter, lines, BP_ARROW_LINES, 3, color);
}

void bp_paint_disc(bp_painter *painter, bp_vec3 at, float radius, bp_rgba8 color) {
    struct bp_stage_painting *now = painter->painting;
    if (now->phase == BP_PAINT_MEASURE) bp_extent_add(now, at);
    if (now->phase != BP_PAINT_SCENE || painter->failed) return;
    bp_disc disc = {.center = at, .radius = radius * painter->unit, .ring = 2 * painter->unit};
    memcpy(disc.color, &color, 4);
    if (color.a > 0) color = painter->theme->card;
    color.a = 255;
    memcpy(disc.ring_color, &color, 4);
    bp_overlay overlay = bp_stage_overlay(now->rect, now->camera, &now->transform);
    painter->failed = !bp_raster_discs(painter->raster, &disc, 1, &overlay, painter->error);
}

void bp_paint_label(bp_painter *painter, const bp_vec3 *points, int count, const char *text, bp_rgba8 color) {
    const struct bp_stage_painting *now = painter->painting;
    if (now->phase == BP_PAINT_LINES) bp_labels_color(now->labels, text, color);
    if (now->phase == BP_PAINT_OVER) bp_labels_add(now->labels, points, count, text, color);
}

bool bp_paint_over(bp_painter *painter, bp_rect rect) {
    const struct bp_stage_painting *now = painter->painting;
    if (now->phase == BP_PAINT_LINES) bp_labels_keep_rect(now->labels, rect);
    return now->phase == BP_PAINT_OVER;
}
