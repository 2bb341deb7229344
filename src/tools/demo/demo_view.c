/* Drawing over the demo's picture: coloured tiles, the panel with measurements and settings, a line of keys,
 * the help. */
#include "base/isa.h"
#include "tools/demo/demo_renderer.h"
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

static void draw_tiles(bp_ui *ui, const bp_pass_times *times) {
    float max = hottest(times);
    int side = times->tile_size;
    for (int y = 0; y < times->tiles_y; y++)
        for (int x = 0; x < times->tiles_x; x++) {
            float seconds = times->each_tile[y * times->tiles_x + x], part = max > 0 ? seconds / max : 0;
            bp_ui_fill(ui, (bp_rect){x * side, y * side, side - 1, side - 1}, heat_color(part));
            char text[16];
            write_microseconds(text, sizeof text, (double)seconds * 1e6);
            bp_rgba8 ink = part > 0.6f ? (bp_rgba8){20, 16, 24, 255} : (bp_rgba8){240, 238, 244, 255};
            bp_text words = {.text = text,
                             .x = x * side + side / 2,
                             .y = y * side + side / 2 + 5,
                             .size = 13,
                             .align = BP_ALIGN_CENTER};
            memcpy(words.color, &ink, 4);
            if (!ui->failed) ui->failed = !bp_raster_text(ui->raster, &words, ui->error);
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

static void stages_of(const bp_demo_stats *f, stage_row rows[STAGES]) {
    const stage_row all[STAGES] = {
        {"pose", f->pose, {0, 158, 115, 255}},     {"skinning", f->skin, {86, 180, 233, 255}},
        {"setup", f->setup, {0, 114, 178, 255}},   {"tiles", f->tiles, {230, 159, 0, 255}},
        {"panel", f->panel, {204, 121, 167, 255}}, {"present", f->present, {213, 94, 0, 255}}};
    memcpy(rows, all, sizeof all);
}

/* The stages as a bar, each as long as its time. The rest of the bar is waiting. */
static void draw_bar(bp_ui *ui, bp_rect rect, const bp_demo_stats *f, const stage_row *rows) {
    double at = 0;
    bp_ui_fill(ui, rect, ui->theme->card);
    for (int i = 0; i < STAGES && f->frame > 0; i++) {
        int from = rect.x + (int)(at / f->frame * rect.width);
        at += rows[i].ms;
        int to = rect.x + (int)(at / f->frame * rect.width);
        if (to > rect.x + rect.width) to = rect.x + rect.width;
        bp_ui_fill(ui, (bp_rect){from, rect.y, to - from, rect.height}, rows[i].color);
    }
}

static void line(bp_ui *ui, int x, int y, int width, const char *name, const char *value) {
    bp_ui_text(ui, x, y, name, (bp_style){.size = 12, .color = ui->theme->quiet});
    bp_ui_text(ui, x + width, y, value, (bp_style){.size = 12, .align = BP_ALIGN_RIGHT});
}

static int draw_stages(bp_ui *ui, int x, int y, int width, const bp_demo_stats *f) {
    stage_row rows[STAGES];
    char text[48];
    stages_of(f, rows);
    draw_bar(ui, (bp_rect){x, y, width, bp_ui_px(ui, 8)}, f, rows);
    y += bp_ui_px(ui, 10 + LINE);
    for (int i = 0; i < STAGES; i++, y += bp_ui_px(ui, LINE)) {
        int side = bp_ui_px(ui, 9);
        bp_ui_fill(ui, (bp_rect){x, y - side, side, side}, rows[i].color);
        snprintf(text, sizeof text, "%.2f ms", rows[i].ms);
        line(ui, x + bp_ui_px(ui, 16), y, width - bp_ui_px(ui, 16), rows[i].name, text);
    }
    return y;
}

static int draw_counts(bp_ui *ui, int x, int y, int width, const bp_demo *demo, const bp_demo_stats *f) {
    char text[64], part[32];
    bp_grouped_digits(text, sizeof text, demo->count, ',');
    bp_grouped_digits(part, sizeof part, f->visible, ',');
    char both[128];
    snprintf(both, sizeof both, "%s of %s", part, text);
    line(ui, x, y, width, "characters in the picture", both), y += bp_ui_px(ui, LINE);
    const struct {
        const char *name;
        double value;
    } rows[] = {{"joints posed", f->bones},
                {"vertices skinned", f->vertices},
                {"triangles", f->triangles},
                {"of them facing you", f->drawn},
                {demo->samples > 1 ? "samples written" : "pixels written", f->pixels}};
    for (size_t i = 0; i < BP_COUNT(rows); i++, y += bp_ui_px(ui, LINE)) {
        bp_grouped_digits(text, sizeof text, rows[i].value, ',');
        line(ui, x, y, width, rows[i].name, text);
    }
    return y;
}

/* A key with its setting and value. A click does the same as the key. */
static int setting(bp_ui *ui, int x, int y, int width, const char *key, const char *name, const char *value,
                   bp_demo_action action) {
    bp_ui_key(ui, x, y, key, "", BP_ACTION_NONE, 0);
    line(ui, x + bp_ui_px(ui, 40), y, width - bp_ui_px(ui, 40), name, value);
    bp_ui_hit(ui, (bp_rect){x, y - bp_ui_px(ui, 15), width, bp_ui_px(ui, 21)}, BP_ACTION_STEP, (int)action);
    return y + bp_ui_px(ui, LINE + 4);
}

static int draw_settings(bp_ui *ui, int x, int y, int width, const bp_demo *demo) {
    char count[32], threads[48];
    bp_grouped_digits(count, sizeof count, demo->count, ',');
    snprintf(threads, sizeof threads, "%d of %d", demo->threads, demo->threads_max);
    y = setting(ui, x, y, width, "+ -", "characters", count, BP_DEMO_COUNT);
    y = setting(ui, x, y, width, "[ ]", "threads", threads, BP_DEMO_THREADS);
    y = setting(ui, x, y, width, "I", "instruction set", bp_isa_name(demo->isa), BP_DEMO_ISA);
    y = setting(ui, x, y, width, "M", "samples a pixel", demo->samples > 1 ? "4" : "1", BP_DEMO_SAMPLES);
    y = setting(ui, x, y, width, "D", "far ones", demo->full_detail ? "full detail" : "coarser",
                BP_DEMO_DETAIL);
    y = setting(ui, x, y, width, "W", "wireframe", demo->wireframe ? "on" : "off", BP_DEMO_WIREFRAME);
    return setting(ui, x, y, width, "T", "tiles, in microseconds", demo->tiles ? "on" : "off", BP_DEMO_TILES);
}

/* In a window as narrow as a phone the panel would cover the crowd: only its head is shown. */
static bool is_narrow(const bp_ui *ui, const bp_demo *demo) { return demo->width < bp_ui_px(ui, 2 * CARD); }

static void draw_panel(bp_ui *ui, const bp_demo *demo, const bp_demo_renderer *renderer) {
    const bp_theme *theme = ui->theme;
    const bp_demo_stats *f = &renderer->meter.shown;
    bool narrow = is_narrow(ui, demo);
    int pad = bp_ui_px(ui, PAD), x = 2 * pad,
        width = narrow ? demo->width - 4 * pad : bp_ui_px(ui, CARD - 2 * PAD);
    int height = narrow ? 102 : 124 + (STAGES + 6) * LINE + 7 * (LINE + 4) + 34;
    bp_rect card = {pad, pad, width + 2 * pad, bp_ui_px(ui, (float)height)};
    int above_keys = demo->height - 2 * pad - bp_ui_px(ui, 36);
    if (card.height > above_keys) card.height = above_keys;
    bp_ui_box(ui, card, panel_color(theme), 8, theme->rule);
    char text[160];
    snprintf(text, sizeof text, "%.1f", f->frames_per_second);
    int y = pad + bp_ui_px(ui, 42);
    int wide = bp_ui_text(ui, x, y, text, (bp_style){.size = 34, .face = BP_FACE_SANS_BOLD});
    bp_ui_text(ui, x + wide + bp_ui_px(ui, 8), y, "frames a second", (bp_style){.color = theme->quiet});
    if (narrow)
        snprintf(text, sizeof text, "%.2f ms each, with %d characters", f->frame, demo->count);
    else
        snprintf(text, sizeof text, "%.2f ms each, %d×%d pixels", f->frame, demo->width, demo->height);
    bp_ui_text(ui, x, y + bp_ui_px(ui, 22), text,
               (bp_style){.size = 12, .color = theme->quiet, .max_width = width});
    if (narrow) {
        stage_row rows[STAGES];
        stages_of(f, rows);
        draw_bar(ui, (bp_rect){x, y + bp_ui_px(ui, 36), width, bp_ui_px(ui, 8)}, f, rows);
        return;
    }
    y = draw_stages(ui, x, y + bp_ui_px(ui, 36), width, f) + bp_ui_px(ui, 8);
    y = draw_counts(ui, x, y, width, demo, f) + bp_ui_px(ui, 12);
    y = draw_settings(ui, x, y, width, demo);
    snprintf(text, sizeof text, "%.80s%s%.70s", renderer->name, renderer->note[0] ? ": " : "",
             renderer->note);
    bp_ui_text(ui, x, y + bp_ui_px(ui, 2), text,
               (bp_style){.size = 12, .color = theme->quiet, .max_width = width});
}

static void draw_keys(bp_ui *ui, const bp_demo *demo) {
    static const struct {
        const char *key, *does;
        bp_demo_action action;
    } keys[] = {{"H", "all keys", BP_DEMO_HELP},       {"Space", "stop and go", BP_DEMO_PAUSE},
                {"L", "light or dark", BP_DEMO_THEME}, {"P", "figures", BP_DEMO_PANEL},
                {"S", "picture", BP_DEMO_SCREENSHOT},  {"F", "full screen", BP_DEMO_FULLSCREEN},
                {"Esc", "out", BP_DEMO_BACK}};
    int pad = bp_ui_px(ui, PAD), y = demo->height - pad - bp_ui_px(ui, 10), gap = bp_ui_px(ui, 14), wide = 0;
    size_t count = 0; /* that fit */
    for (; count < BP_COUNT(keys); count++) {
        int more = bp_ui_key_width(ui, keys[count].key, keys[count].does) + gap;
        if (wide + more + gap > demo->width - 2 * pad) break;
        wide += more;
    }
    bp_rect strip = {pad, y - bp_ui_px(ui, 22), wide + gap, bp_ui_px(ui, 36)};
    bp_ui_box(ui, strip, panel_color(ui->theme), 8, ui->theme->rule);
    int x = pad + gap;
    for (size_t i = 0; i < count; i++) {
        int step = bp_ui_key(ui, x, y, keys[i].key, keys[i].does, BP_ACTION_STEP, (int)keys[i].action);
        x += step + gap;
    }
    if (!demo->notice[0]) return;
    bp_style style = {.size = 13};
    int width = bp_ui_text_width(ui, demo->notice, style) + 2 * gap;
    bp_ui_box(ui, (bp_rect){pad, strip.y - bp_ui_px(ui, 44), width, bp_ui_px(ui, 34)}, panel_color(ui->theme),
              8, ui->theme->here);
    bp_ui_text(ui, pad + gap, strip.y - bp_ui_px(ui, 22), demo->notice, style);
}

static void draw_help(bp_ui *ui, const bp_demo *demo) {
    const bp_binding *row;
    int lines = 0;
    for (int i = 0; (row = bp_key_table_row(&bp_demo_keys, i)); i++) lines += row->help != NULL;
    int width = bp_ui_px(ui, 520), height = bp_ui_px(ui, (float)(78 + 25 * lines));
    if (width > demo->width) width = demo->width;
    bp_rect card = {(demo->width - width) / 2, (demo->height - height) / 2, width, height};
    bp_ui_hit(ui, (bp_rect){0, 0, demo->width, demo->height}, BP_ACTION_STEP, BP_DEMO_HELP);
    bp_ui_box(ui, card, ui->theme->page, 8, ui->theme->rule);
    int x = card.x + bp_ui_px(ui, 24), y = card.y + bp_ui_px(ui, 38);
    bp_ui_text(ui, x, y, "Keys", (bp_style){.size = 17, .face = BP_FACE_SANS_BOLD});
    bp_ui_text(ui, card.x + width - bp_ui_px(ui, 24), y, "H or Esc closes this",
               (bp_style){.size = 12, .color = ui->theme->quiet, .align = BP_ALIGN_RIGHT});
    y += bp_ui_px(ui, 32);
    for (int i = 0; (row = bp_key_table_row(&bp_demo_keys, i)); i++) {
        if (!row->help) continue;
        bp_ui_key(ui, x, y, row->label, "", BP_ACTION_NONE, 0);
        bp_style style = {.size = 13};
        int available = width - bp_ui_px(ui, 24 + 92 + 12);
        while (style.size > 9 && bp_ui_text_width(ui, row->help, style) > available) style.size--;
        style.max_width = available;
        bp_ui_text(ui, x + bp_ui_px(ui, 92), y, row->help, style);
        y += bp_ui_px(ui, 25);
    }
}

bool bp_demo_view_draw(bp_raster *raster, const bp_framebuffer *picture, const bp_demo *demo,
                       const bp_demo_renderer *renderer, bp_hit_areas *hits, bp_error *error) {
    bp_ui ui = {.raster = raster,
                .theme = bp_theme_of(demo->light),
                .unit = demo->scale > 0 ? demo->scale : 1,
                .hits = hits,
                .error = error};
    if (!bp_raster_begin(raster, picture, NULL, error)) return false;
    if (demo->tiles && renderer->report.raster.each_tile) draw_tiles(&ui, &renderer->report.raster);
    if (hits) {
        hits->count = 0;
        if (demo->panel) draw_panel(&ui, demo, renderer);
        if (demo->panel || demo->notice[0]) draw_keys(&ui, demo);
        if (demo->help) draw_help(&ui, demo);
    }
    return !ui.failed && bp_raster_end(raster, NULL, error);
}
