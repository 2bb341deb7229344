/* The scale goes from dark blue over teal and green to light yellow. Its lightness grows all the way, so it
 * can be read without seeing hues. */
#include "app/false_color.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

const char *const bp_false_color_names[BP_FALSE_COLOR_COUNT + 1] = {"none",     "overdraw", "depth", "mip",
                                                                    "coverage", "time",     NULL};

enum { BAR = 180, BAR_HIGH = 12, PAD = 10, STEPS = 45 };

bp_rgba8 bp_false_color_at(float part) {
    static const float stops[][3] = {
        {48, 38, 120}, {20, 96, 168}, {0, 148, 148}, {86, 196, 90}, {252, 236, 120}};
    const int last = (int)BP_COUNT(stops) - 1;
    float along = part > 0 ? (part < 1 ? part : 1) * (float)last : 0; /* NaN: 0 */
    int i = along < (float)last ? (int)along : last - 1;
    float t = along - (float)i, c[3];
    for (int k = 0; k < 3; k++) c[k] = stops[i][k] + t * (stops[i + 1][k] - stops[i][k]) + 0.5f;
    return (bp_rgba8){(uint8_t)c[0], (uint8_t)c[1], (uint8_t)c[2], 255};
}

/* The value of a pixel; false: it has none. */
static bool value_at(const bp_false_values *values, const bp_framebuffer *picture, int x, int y, float *out) {
    if (values->view == BP_FALSE_COLOR_TIME) {
        const bp_pass_times *times = &values->times;
        int tile = times->tile_size;
        if (!times->each_tile) return false;
        *out = times->each_tile[y / tile * times->tiles_x + x / tile] * 1e6f;
        return true;
    }
    const bp_pixel_statistics *pixel = &values->statistics[(size_t)y * (size_t)picture->width + (size_t)x];
    switch (values->view) {
    case BP_FALSE_COLOR_OVERDRAW: *out = (float)pixel->overdraw; return pixel->overdraw > 0;
    case BP_FALSE_COLOR_DEPTH: *out = pixel->depth; return pixel->depth < 1;
    case BP_FALSE_COLOR_MIP: *out = pixel->level; return pixel->level >= 0;
    case BP_FALSE_COLOR_COVERAGE: *out = (float)pixel->coverage; return pixel->coverage > 0;
    default: return false;
    }
}

/* The part of the rectangle that the picture has. */
static bp_rect inside(bp_rect rect, const bp_framebuffer *picture) {
    const int x = rect.x > 0 ? rect.x : 0, y = rect.y > 0 ? rect.y : 0;
    const int right = rect.x + rect.width, bottom = rect.y + rect.height;
    return (bp_rect){x, y, (right < picture->width ? right : picture->width) - x,
                     (bottom < picture->height ? bottom : picture->height) - y};
}

/* Counts begin at 0; a scale is never without extent. */
static bp_false_range range_of(const bp_false_values *values, const bp_framebuffer *picture, bp_rect rect) {
    bp_false_range range = {INFINITY, -INFINITY};
    for (int y = rect.y; y < rect.y + rect.height; y++)
        for (int x = rect.x; x < rect.x + rect.width; x++) {
            float value;
            if (!value_at(values, picture, x, y, &value)) continue;
            range.low = fminf(range.low, value);
            range.high = fmaxf(range.high, value);
        }
    if (values->view != BP_FALSE_COLOR_DEPTH || !(range.low < range.high)) range.low = 0;
    if (values->view == BP_FALSE_COLOR_COVERAGE) range.high = 4;
    if (!(range.high > 0)) range.high = 1;
    return range;
}

static uint8_t mixed(uint8_t under, uint8_t over) { return (uint8_t)((under + 3 * over + 2) / 4); }

bp_false_range bp_false_color_paint(const bp_false_values *values, const bp_framebuffer *picture,
                                    bp_rect rect, bp_rgba8 none) {
    const int stride = picture->stride ? picture->stride : picture->width;
    rect = inside(rect, picture); /* a small window has less than its layout */
    bp_false_range range = range_of(values, picture, rect);
    for (int y = rect.y; y < rect.y + rect.height; y++)
        for (int x = rect.x; x < rect.x + rect.width; x++) {
            float value;
            uint8_t *to = picture->pixels + 4 * ((size_t)stride * (size_t)y + (size_t)x);
            bp_rgba8 color = none;
            if (value_at(values, picture, x, y, &value))
                color = bp_false_color_at((value - range.low) / (range.high - range.low));
            if (values->view == BP_FALSE_COLOR_TIME)
                color = (bp_rgba8){mixed(to[0], color.r), mixed(to[1], color.g), mixed(to[2], color.b), 255};
            memcpy(to, &color, 4);
        }
    return range;
}

static const char *const TITLES[BP_FALSE_COLOR_COUNT] = {
    [BP_FALSE_COLOR_OVERDRAW] = "Overdraw: triangles that cover the pixel",
    [BP_FALSE_COLOR_DEPTH] = "Depth: 0 near plane, 1 far plane",
    [BP_FALSE_COLOR_MIP] = "Mip level: 0 full size, 1 half ...",
    [BP_FALSE_COLOR_COVERAGE] = "Coverage: samples of 4 that its last triangle covers",
    [BP_FALSE_COLOR_TIME] = "Time: microseconds a tile"};

void bp_false_color_legend(bp_painter *p, bp_false_color view, bp_false_range range, bp_rect rect) {
    int pad = bp_painter_px(p, PAD), bar = bp_painter_px(p, BAR), high = bp_painter_px(p, 58);
    bp_style style = {.size = 12};
    int width = bp_painter_text_width(p, TITLES[view], style);
    if (width < bar) width = bar;
    if (width > rect.width - 4 * pad) width = rect.width - 4 * pad;
    if (bar > width) bar = width;
    bp_rect box = {rect.x + pad, rect.y + rect.height - pad - high, width + 2 * pad, high};
    int x = box.x + pad, y = box.y + bp_painter_px(p, 16);
    bp_painter_box(p, box, p->theme->bar, 4, p->theme->rule);
    style.max_width = width;
    bp_painter_text(p, x, y, TITLES[view], style);
    y += bp_painter_px(p, 7);
    for (int i = 0; i < STEPS; i++) {
        int from = bar * i / STEPS, to = bar * (i + 1) / STEPS;
        bp_painter_fill(p, (bp_rect){x + from, y, to - from, bp_painter_px(p, BAR_HIGH)},
                        bp_false_color_at((float)i / (STEPS - 1)));
    }
    y += bp_painter_px(p, BAR_HIGH + 14);
    char text[32];
    const float ends[3] = {range.low, (range.low + range.high) / 2, range.high};
    static const bp_align aligns[3] = {BP_ALIGN_LEFT, BP_ALIGN_CENTER, BP_ALIGN_RIGHT};
    for (int i = 0; i < 3; i++) {
        snprintf(text, sizeof text, "%.4g", (double)ends[i]);
        bp_painter_text(p, x + bar * i / 2, y, text, (bp_style){.size = 12, .align = aligns[i]});
    }
}
