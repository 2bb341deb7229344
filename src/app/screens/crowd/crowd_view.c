/* Drawing over the crowd's picture: coloured tiles, the panel with measurements and settings, words, the
 * help. */
#include "app/help.h"
#include "app/layout.h"
#include "app/screens/crowd/crowd_screen.h"
#include "base/isa.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAD = 16, CARD = 276, LINE = 19, STAGES = 6 };

/* A colour map from deep blue over magenta to yellow. Lightness increases all the way, so it works without
 * colours too. */
static bp_rgba8 heat_color(float part) {
    static const float stops[5][3] = {
        {24, 18, 76}, {104, 24, 120}, {190, 54, 100}, {246, 138, 48}, {252, 232, 110}};
    float at = (part < 0 ? 0 : part > 1 ? 1 : part) * 4;
    int i = at < 3 ? (int)at : 3;
    float t = at - (float)i, c[3];
    for (int k = 0; k < 3; k++) c[k] = stops[i][k] + (stops[i + 1][k] - stops[i][k]) * t;
    return (bp_rgba8){(uint8_t)c[0], (uint8_t)c[1], (uint8_t)c[2], 158};
}

static int by_size(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* The time that counts as hottest: the 97th percentile. The slowest few tiles are those whose thread had to
 * wait for another program. */
static float hottest(const bp_pass_times *times) {
    size_t count = (size_t)times->tiles_x * (size_t)times->tiles_y;
    float *sorted = bp_alloc(NULL, count, sizeof *sorted, NULL), result = 0;
    if (!sorted) return 0;
    memcpy(sorted, times->each_tile, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_size);
    if (count > 0) result = sorted[(count - 1) * 97 / 100];
    bp_free(NULL, sorted);
    return result;
}

/* "7", "48", "1.2k": microseconds, as short as possible. */
static void write_microseconds(char *text, size_t size, double us) {
    if (us < 999.5)
        snprintf(text, size, "%.0f", us);
    else
        snprintf(text, size, "%.1fk", us / 1000);
}

static void draw_tiles(bp_painter *p, const bp_pass_times *times) {
    float max = hottest(times);
    int side = times->tile_size;
    for (int y = 0; y < times->tiles_y; y++)
        for (int x = 0; x < times->tiles_x; x++) {
            float seconds = times->each_tile[y * times->tiles_x + x], part = max > 0 ? seconds / max : 0;
            bp_painter_fill(p, (bp_rect){x * side, y * side, side - 1, side - 1}, heat_color(part));
            char text[16];
            write_microseconds(text, sizeof text, (double)seconds * 1e6);
            bp_rgba8 ink = part > 0.6f ? (bp_rgba8){20, 16, 24, 255} : (bp_rgba8){240, 238, 244, 255};
            bp_text words = {.text = text,
                             .x = x * side + side / 2,
                             .y = y * side + side / 2 + 5,
                             .size = 13,
                             .align = BP_ALIGN_CENTER};
            memcpy(words.color, &ink, 4);
            if (!p->failed) p->failed = !bp_raster_text(p->raster, &words, p->error);
        }
}

static bp_rgba8 panel_color(const bp_theme *theme) {
    bp_rgba8 color = theme->page;
    color.a = 222;
    return color;
}

typedef struct stage_row {
    const char *name;
    double ms;
    bp_rgba8 color;
} stage_row;

static void stages_of(const bp_crowd_averages *f, stage_row rows[STAGES]) {
    const stage_row all[STAGES] = {
        {"pose", f->pose, {0, 158, 115, 255}},     {"skinning", f->skin, {86, 180, 233, 255}},
        {"setup", f->setup, {0, 114, 178, 255}},   {"tiles", f->tiles, {230, 159, 0, 255}},
        {"panel", f->panel, {204, 121, 167, 255}}, {"present", f->present, {213, 94, 0, 255}}};
    memcpy(rows, all, sizeof all);
}

/* The stages as a bar, each as long as its time. The rest of the bar is waiting. */
static void draw_bar(bp_painter *p, bp_rect rect, const bp_crowd_averages *f, const stage_row *rows) {
    double at = 0;
    bp_painter_fill(p, rect, p->theme->card);
    for (int i = 0; i < STAGES && f->frame > 0; i++) {
        int from = rect.x + (int)(at / f->frame * rect.width);
        at += rows[i].ms;
        int to = rect.x + (int)(at / f->frame * rect.width);
        if (to > rect.x + rect.width) to = rect.x + rect.width;
        bp_painter_fill(p, (bp_rect){from, rect.y, to - from, rect.height}, rows[i].color);
    }
}

static void line(bp_painter *p, int x, int y, int width, const char *name, const char *value) {
    bp_painter_text(p, x, y, name, (bp_style){.size = 12, .color = p->theme->quiet});
    bp_painter_text(p, x + width, y, value, (bp_style){.size = 12, .align = BP_ALIGN_RIGHT});
}

static int draw_stages(bp_painter *p, int x, int y, int width, const bp_crowd_averages *f) {
    stage_row rows[STAGES];
    char text[48];
    stages_of(f, rows);
    draw_bar(p, (bp_rect){x, y, width, bp_painter_px(p, 8)}, f, rows);
    y += bp_painter_px(p, 10 + LINE);
    for (int i = 0; i < STAGES; i++, y += bp_painter_px(p, LINE)) {
        int side = bp_painter_px(p, 9);
        bp_painter_fill(p, (bp_rect){x, y - side, side, side}, rows[i].color);
        snprintf(text, sizeof text, "%.2f ms", rows[i].ms);
        line(p, x + bp_painter_px(p, 16), y, width - bp_painter_px(p, 16), rows[i].name, text);
    }
    return y;
}

static int draw_counts(bp_painter *p, int x, int y, int width, const bp_crowd_screen *screen,
                       const bp_crowd_averages *f) {
    char text[64], part[32];
    bp_grouped_digits(text, sizeof text, screen->count, ',');
    bp_grouped_digits(part, sizeof part, f->visible, ',');
    char both[128];
    snprintf(both, sizeof both, "%s of %s", part, text);
    line(p, x, y, width, "characters in the picture", both), y += bp_painter_px(p, LINE);
    const struct {
        const char *name;
        double value;
    } rows[] = {{"joints posed", f->bones},
                {"vertices skinned", f->vertices},
                {"triangles", f->triangles},
                {"of them facing you", f->drawn},
                {screen->samples > 1 ? "samples written" : "pixels written", f->pixels}};
    for (size_t i = 0; i < BP_COUNT(rows); i++, y += bp_painter_px(p, LINE)) {
        bp_grouped_digits(text, sizeof text, rows[i].value, ',');
        line(p, x, y, width, rows[i].name, text);
    }
    return y;
}

/* A setting with its key and value. A click does the same as the key. */
static int setting(bp_painter *p, int x, int y, int width, const char *key, const char *name,
                   const char *value, bp_action action) {
    bp_key_cap(p, x, y, key, "");
    line(p, x + bp_painter_px(p, 40), y, width - bp_painter_px(p, 40), name, value);
    bp_painter_hit(p, (bp_rect){x, y - bp_painter_px(p, 15), width, bp_painter_px(p, 21)}, action, 1);
    return y + bp_painter_px(p, LINE + 4);
}

static int draw_settings(bp_painter *p, int x, int y, int width, const bp_crowd_screen *screen) {
    char count[32], threads[48];
    bp_grouped_digits(count, sizeof count, screen->count, ',');
    snprintf(threads, sizeof threads, "%d of %d", screen->threads, screen->threads_max);
    y = setting(p, x, y, width, "+ -", "characters", count, BP_ACTION_COUNT);
    y = setting(p, x, y, width, "[ ]", "threads", threads, BP_ACTION_THREADS);
    y = setting(p, x, y, width, "I", "instruction set", bp_isa_name(screen->isa), BP_ACTION_ISA);
    y = setting(p, x, y, width, "M", "samples a pixel", screen->samples > 1 ? "4" : "1", BP_ACTION_SAMPLES);
    y = setting(p, x, y, width, "D", "far ones", screen->full_detail ? "full detail" : "coarser",
                BP_ACTION_DETAIL);
    y = setting(p, x, y, width, "W", "wireframe", screen->wireframe ? "on" : "off", BP_ACTION_SHOW);
    return setting(p, x, y, width, "T", "tiles, in microseconds", screen->tiles ? "on" : "off",
                   BP_ACTION_TILES);
}

/* In a window as narrow as a phone the panel would cover the crowd: only its head is shown. */
static bool is_narrow(const bp_painter *p, const bp_app *app) {
    return app->settings.width < bp_painter_px(p, 2 * CARD);
}

static void draw_panel(bp_painter *p, const bp_app *app) {
    const bp_crowd_screen *screen = app->crowd;
    const bp_theme *theme = p->theme;
    const bp_crowd_averages *f = &screen->meter.shown;
    bool narrow = is_narrow(p, app);
    int pad = bp_painter_px(p, PAD), x = 2 * pad,
        width = narrow ? app->settings.width - 4 * pad : bp_painter_px(p, CARD - 2 * PAD);
    int height = narrow ? 102 : 124 + (STAGES + 6) * LINE + 7 * (LINE + 4) + 34;
    bp_rect card = {pad, pad, width + 2 * pad, bp_painter_px(p, (float)height)};
    int above_keys = app->settings.height - 2 * pad - bp_painter_px(p, 36);
    if (card.height > above_keys) card.height = above_keys;
    bp_painter_box(p, card, panel_color(theme), 8, theme->rule);
    char text[160];
    snprintf(text, sizeof text, "%.1f", f->frames_per_second);
    int y = pad + bp_painter_px(p, 42);
    int wide = bp_painter_text(p, x, y, text, (bp_style){.size = 34, .face = BP_FACE_SANS_BOLD});
    bp_painter_text(p, x + wide + bp_painter_px(p, 8), y, "frames a second",
                    (bp_style){.color = theme->quiet});
    if (narrow)
        snprintf(text, sizeof text, "%.2f ms each, with %d characters", f->frame, screen->count);
    else
        snprintf(text, sizeof text, "%.2f ms each, %d×%d pixels", f->frame, app->settings.width,
                 app->settings.height);
    bp_painter_text(p, x, y + bp_painter_px(p, 22), text,
                    (bp_style){.size = 12, .color = theme->quiet, .max_width = width});
    if (narrow) {
        stage_row rows[STAGES];
        stages_of(f, rows);
        draw_bar(p, (bp_rect){x, y + bp_painter_px(p, 36), width, bp_painter_px(p, 8)}, f, rows);
        return;
    }
    y = draw_stages(p, x, y + bp_painter_px(p, 36), width, f) + bp_painter_px(p, 8);
    y = draw_counts(p, x, y, width, screen, f) + bp_painter_px(p, 12);
    y = draw_settings(p, x, y, width, screen);
    snprintf(text, sizeof text, "%.80s%s%.70s", screen->name, screen->note[0] ? ": " : "", screen->note);
    bp_painter_text(p, x, y + bp_painter_px(p, 2), text,
                    (bp_style){.size = 12, .color = theme->quiet, .max_width = width});
}

/* Words to click, and the notice above them. */
static void draw_footer(bp_painter *p, const bp_app *app) {
    static const struct {
        const char *word;
        bp_action action;
    } words[] = {{"Help", BP_ACTION_HELP},
                 {"Stop and go", BP_ACTION_PLAY},
                 {"Light or dark", BP_ACTION_THEME},
                 {"Figures", BP_ACTION_NUMBERS},
                 {"Picture", BP_ACTION_SCREENSHOT}};
    const bp_style style = {.size = 14};
    int pad = bp_painter_px(p, PAD), y = app->settings.height - pad - bp_painter_px(p, 10),
        gap = bp_painter_px(p, 20), wide = 0;
    size_t count = 0; /* that fit */
    for (; count < BP_COUNT(words); count++) {
        int more = bp_painter_text_width(p, words[count].word, style) + gap;
        if (wide + more + gap > app->settings.width - 2 * pad) break;
        wide += more;
    }
    bp_rect strip = {pad, y - bp_painter_px(p, 23), wide + gap, bp_painter_px(p, 36)};
    bp_painter_box(p, strip, panel_color(p->theme), 8, p->theme->rule);
    int x = pad + gap;
    for (size_t i = 0; i < count; i++) x += bp_word(p, x, y, words[i].word, style, words[i].action, 0) + gap;
    if (!app->notice[0]) return;
    int width = bp_painter_text_width(p, app->notice, style) + 2 * gap;
    bp_painter_box(p, (bp_rect){pad, strip.y - bp_painter_px(p, 44), width, bp_painter_px(p, 34)},
                   panel_color(p->theme), 8, p->theme->here);
    bp_painter_text(p, pad + gap, strip.y - bp_painter_px(p, 22), app->notice, style);
}

bool bp_crowd_view_draw(bp_app *app, bool panel, bp_error *error) {
    const bp_crowd_screen *screen = app->crowd;
    bp_painter p = bp_app_painter(app, error);
    p.raster = screen->raster;
    p.unit = app->settings.scale > 0 ? app->settings.scale : 1;
    if (!bp_raster_begin(p.raster, &screen->picture, NULL, error)) return false;
    if (screen->tiles && screen->report.raster.each_tile) draw_tiles(&p, &screen->report.raster);
    app->drawn = (bp_drawn){.valid = false};
    if (panel && screen->panel) draw_panel(&p, app);
    if (panel && (screen->panel || app->notice[0])) draw_footer(&p, app);
    if (panel && app->settings.help)
        bp_help_draw(&p, BP_KEYS_CROWD, app->settings.width, app->settings.height);
    return !p.failed && bp_raster_end(p.raster, NULL, error);
}
