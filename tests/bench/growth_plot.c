/* Plots growth.c's figures with the library that it measures: lines, discs and text, no triangles. */
#include "bench/growth.h"
#include "raster/inspect.h"
#include "app/app.h"
#include <bindpose/raster.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WIDE = 1560, HIGH = 980, COLUMNS = 3, TOP = 84, LEFT = 20, PANEL_WIDE = 506, PANEL_HIGH = 440 };

typedef struct color {
    uint8_t c[4];
} color;

static const color PAPER = {{250, 250, 248, 255}}, CARD = {{255, 255, 255, 255}},
                   RULE = {{226, 228, 232, 255}}, INK = {{26, 30, 38, 255}}, QUIET = {{104, 112, 124, 255}},
                   GUIDE = {{150, 156, 166, 255}}, LINES[2] = {{{0, 114, 178, 255}}, {{213, 94, 0, 255}}};

/* One series' card, and its axes. */
typedef struct panel {
    bp_raster *raster;
    bp_error *error;
    const growth_series *series;
    bp_rect card, plot;
    double x0, x1, y0, y1; /* logarithms of the edges */
} panel;

static void put(uint8_t to[4], color from) { memcpy(to, from.c, 4); }

static void write_text(const panel *p, int x, int y, const char *words, int size, bp_face face,
                       bp_align align, color ink) {
    bp_text text = {.text = words, .x = x, .y = y, .size = size, .face = face, .align = align};
    put(text.color, ink);
    bp_raster_text(p->raster, &text, p->error);
}

static void stroke(const panel *p, double x0, double y0, double x1, double y1, color ink, float width) {
    bp_line line = {.from = {(float)x0, (float)y0, 0}, .to = {(float)x1, (float)y1, 0}, .width = width};
    put(line.color, ink);
    bp_raster_lines(p->raster, &line, 1, &(bp_overlay){0}, p->error);
}

static double at_x(const panel *p, double log_size) {
    return p->plot.x + (log_size - p->x0) / (p->x1 - p->x0) * p->plot.width;
}
static double at_y(const panel *p, double log_seconds) {
    return p->plot.y + p->plot.height - (log_seconds - p->y0) / (p->y1 - p->y0) * p->plot.height;
}

/* Extends the axes to whole decades; an axis of sizes within one decade stays as it is. */
static void find_range(panel *p) {
    const growth_series *s = p->series;
    p->x0 = log10(s->size[0]), p->x1 = log10(s->size[s->count - 1]);
    if (p->x1 - p->x0 > 1) p->x0 = floor(p->x0 + 1e-6), p->x1 = ceil(p->x1 - 1e-6);
    p->y0 = 9, p->y1 = -9;
    for (int t = 0; t < s->threads; t++)
        for (int i = 0; i < s->count; i++) {
            p->y0 = fmin(p->y0, log10(s->seconds[t][i]));
            p->y1 = fmax(p->y1, log10(s->seconds[t][i]));
        }
    p->y0 = floor(p->y0), p->y1 = ceil(p->y1);
}

/* 10^3 as "1k", 10^-3 seconds as "1 ms". */
static void name_size(int power, char *text, size_t room) {
    static const char *const words[] = {"1", "10", "100", "1k", "10k", "100k", "1M", "10M", "100M"};
    snprintf(text, room, "%s", power >= 0 && power < 9 ? words[power] : "");
}
static void name_seconds(int power, char *text, size_t room) {
    static const char *const words[] = {"0.1 µs", "1 µs",  "10 µs", "0.1 ms", "1 ms",
                                        "10 ms",  "0.1 s", "1 s",   "10 s"};
    snprintf(text, room, "%s", power >= -7 && power < 2 ? words[power + 7] : "");
}

static void draw_axes(const panel *p) {
    char text[32];
    const growth_series *s = p->series;
    int bottom = p->plot.y + p->plot.height, right = p->plot.x + p->plot.width;
    for (int k = (int)p->y0; k <= (int)p->y1; k++) {
        double y = floor(at_y(p, k)) + 0.5;
        stroke(p, p->plot.x, y, right, y, RULE, 1);
        name_seconds(k, text, sizeof text);
        write_text(p, p->plot.x - 8, (int)y + 5, text, 13, BP_FACE_SANS, BP_ALIGN_RIGHT, QUIET);
    }
    bool decades = p->x1 - p->x0 > 1;
    for (int i = 0; i < (decades ? (int)(p->x1 - p->x0) + 1 : s->count); i++) {
        double log_size = decades ? p->x0 + i : log10(s->size[i]), x = floor(at_x(p, log_size)) + 0.5;
        stroke(p, x, p->plot.y, x, bottom, RULE, 1);
        if (decades)
            name_size((int)(p->x0 + i), text, sizeof text);
        else
            snprintf(text, sizeof text, "%.0f", s->size[i]);
        write_text(p, (int)x, bottom + 20, text, 13, BP_FACE_SANS, BP_ALIGN_CENTER, QUIET);
    }
    write_text(p, p->plot.x + p->plot.width / 2, bottom + 42, s->unit, 13, BP_FACE_SANS, BP_ALIGN_CENTER,
               INK);
}

/* A line of slope 1 through the last point, clipped to the card. */
static void draw_guide(const panel *p) {
    const growth_series *s = p->series;
    double x = log10(s->size[s->count - 1]), y = log10(s->seconds[0][s->count - 1]);
    double down = fmin(x - p->x0, y - p->y0), from_x = at_x(p, x - down), from_y = at_y(p, y - down);
    double to_x = at_x(p, x), to_y = at_y(p, y), length = hypot(to_x - from_x, to_y - from_y);
    for (double d = 0; d < length; d += 10) {
        double a = d / length, b = fmin(d + 5, length) / length;
        stroke(p, from_x + (to_x - from_x) * a, from_y + (to_y - from_y) * a, from_x + (to_x - from_x) * b,
               from_y + (to_y - from_y) * b, GUIDE, 1.2f);
    }
}

static void draw_line(const panel *p, int t) {
    const growth_series *s = p->series;
    double x = 0, y = 0;
    for (int i = 0; i < s->count; i++) {
        double to_x = at_x(p, log10(s->size[i])), to_y = at_y(p, log10(s->seconds[t][i]));
        if (i > 0) stroke(p, x, y, to_x, to_y, LINES[t], 2.4f);
        x = to_x, y = to_y;
        bp_disc disc = {.center = {(float)x, (float)y, 0}, .radius = 5, .ring = t ? 2.2f : 0};
        put(disc.color, t ? CARD : LINES[0]);
        put(disc.ring_color, LINES[t]);
        bp_raster_discs(p->raster, &disc, 1, &(bp_overlay){0}, p->error);
    }
}

static void draw_card(const panel *p, const char *title, const char *line) {
    bp_box box = {.rect = p->card, .corner = 8, .border = 1};
    put(box.color, CARD);
    put(box.border_color, RULE);
    bp_raster_boxes(p->raster, &box, 1, (bp_rect){0}, p->error);
    write_text(p, p->card.x + 20, p->card.y + 32, title, 18, BP_FACE_SANS_BOLD, BP_ALIGN_LEFT, INK);
    write_text(p, p->card.x + 20, p->card.y + 56, line, 13, BP_FACE_SANS, BP_ALIGN_LEFT, QUIET);
}

static void draw_series(panel *p) {
    char text[64];
    find_range(p);
    draw_card(p, p->series->name, p->series->what);
    draw_axes(p);
    draw_guide(p);
    for (int t = 0; t < p->series->threads; t++) {
        draw_line(p, t);
        snprintf(text, sizeof text, "%d thread%s, slope %.2f", t + 1, t ? "s" : "",
                 growth_slope(p->series, t, 0));
        int y = p->card.y + 26 + 18 * t, right = p->card.x + p->card.width - 20;
        write_text(p, right, y, text, 13, BP_FACE_SANS, BP_ALIGN_RIGHT, LINES[t]);
    }
}

/* The last card: the speedup from the second thread, at each size. */
static void draw_gain(panel *p, const growth_series *series, int count) {
    int y = p->card.y + 92, row = 0;
    draw_card(p, "two threads beside one", "times as fast, from small to large");
    for (int i = 0; i < count; i++) {
        const growth_series *s = &series[i];
        if (s->threads < 2) continue;
        write_text(p, p->card.x + 20, y + 6, s->name, 14, BP_FACE_SANS_BOLD, BP_ALIGN_LEFT, INK);
        for (int k = 0; k < s->count; k++, row++) {
            double gain = s->seconds[0][k] / s->seconds[1][k];
            int wide = (int)(fmin(fmax(gain, 0), 2.05) * 130), x = p->card.x + 120;
            bp_box bar = {.rect = {x, y - 5, wide > 0 ? wide : 1, 12}, .corner = 2};
            put(bar.color, LINES[1]);
            bp_raster_boxes(p->raster, &bar, 1, (bp_rect){0}, p->error);
            char text[32];
            snprintf(text, sizeof text, "%.2f", gain);
            write_text(p, p->card.x + 402, y + 6, text, 13, BP_FACE_SANS, BP_ALIGN_LEFT, INK);
            y += 20;
        }
        y += 14;
    }
    double two = p->card.x + 120 + 260 + 0.5;
    stroke(p, two, p->card.y + 78, two, y - 16, GUIDE, 1);
}

static void draw_all(bp_raster *raster, const growth_series *series, int count, const char *machine,
                     bp_error *error) {
    panel p = {.raster = raster, .error = error};
    write_text(&p, LEFT + 4, 42, "How cost grows with size", 24, BP_FACE_SANS_BOLD, BP_ALIGN_LEFT, INK);
    char text[320];
    snprintf(text, sizeof text,
             "%s. Time of one run, both axes logarithmic; dashed: slope 1, which is linear.", machine);
    write_text(&p, LEFT + 4, 68, text, 13, BP_FACE_SANS, BP_ALIGN_LEFT, QUIET);
    for (int i = 0; i <= count; i++) {
        p.card = (bp_rect){LEFT + i % COLUMNS * PANEL_WIDE, TOP + i / COLUMNS * PANEL_HIGH, PANEL_WIDE - 14,
                           PANEL_HIGH - 14};
        p.plot = (bp_rect){p.card.x + 70, p.card.y + 76, p.card.width - 96, p.card.height - 134};
        p.series = i < count ? &series[i] : NULL;
        if (p.series)
            draw_series(&p);
        else
            draw_gain(&p, series, count);
    }
}

bool growth_plot(const growth_series *series, int count, const char *machine, const char *path,
                 bp_error *error) {
    bp_framebuffer framebuffer;
    bp_clear clear = {0};
    put(clear.color, PAPER);
    if (!bp_framebuffer_create(NULL, WIDE, HIGH, &framebuffer, error)) return false;
    bp_raster *raster = bp_raster_create(NULL, error);
    bool ok = raster && bp_raster_begin(raster, &framebuffer, NULL, error) &&
              bp_raster_clear(raster, &clear, error);
    if (ok) draw_all(raster, series, count, machine, error);
    ok = ok && bp_raster_end(raster, NULL, error) && bp_picture_write(&framebuffer, path, error);
    bp_raster_destroy(raster);
    bp_framebuffer_destroy(NULL, &framebuffer);
    return ok;
}
