/* The two themes; drawing boxes, texts, lines and dots; and recording what can be clicked. */
#include <bindpose/painter.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const bp_theme DARK = {.page = {20, 23, 28, 255},
                              .bar = {26, 30, 36, 255},
                              .card = {31, 35, 43, 255},
                              .rule = {48, 54, 64, 255},
                              .ink = {236, 239, 244, 255},
                              .quiet = {152, 160, 172, 255},
                              .faint = {132, 140, 152, 255},
                              .here = {86, 180, 233, 255},
                              .changed = {240, 168, 20, 255},
                              .right = {38, 184, 140, 255},
                              .wrong = {244, 128, 72, 255},
                              .bone = {240, 242, 246, 255},
                              .selected = {240, 168, 20, 255},
                              .selected_rim = {31, 35, 43, 255},
                              .floor = {112, 120, 132, 255},
                              .arm_left = {245, 138, 69, 255},
                              .arm_right = {93, 178, 238, 255},
                              .ghost = {190, 160, 240, 255},
                              .axis_x = {255, 110, 125, 255},
                              .axis_y = {150, 205, 70, 255},
                              .axis_z = {60, 205, 220, 255},
                              .axis_origin = {236, 130, 225, 255}};

static const bp_theme LIGHT = {.page = {244, 245, 247, 255},
                               .bar = {255, 255, 255, 255},
                               .card = {232, 235, 240, 255},
                               .rule = {208, 213, 220, 255},
                               .ink = {24, 28, 34, 255},
                               .quiet = {88, 96, 108, 255},
                               .faint = {96, 104, 116, 255},
                               .here = {0, 98, 158, 255},
                               .changed = {156, 82, 0, 255},
                               .right = {0, 112, 80, 255},
                               .wrong = {178, 62, 0, 255},
                               .bone = {20, 24, 30, 255},
                               .selected = {255, 184, 40, 255},
                               .selected_rim = {24, 28, 34, 255},
                               .floor = {104, 112, 124, 255},
                               .arm_left = {176, 70, 0, 255},
                               .arm_right = {0, 98, 159, 255},
                               .ghost = {104, 64, 176, 255},
                               .axis_x = {190, 20, 50, 255},
                               .axis_y = {62, 104, 0, 255},
                               .axis_z = {0, 106, 118, 255},
                               .axis_origin = {150, 30, 140, 255}};

const bp_theme *bp_theme_of(bool light) { return light ? &LIGHT : &DARK; }

bp_rgba8 bp_theme_axis(const bp_theme *theme, int row) {
    return row == 0   ? theme->axis_x
           : row == 1 ? theme->axis_y
           : row == 2 ? theme->axis_z
                      : theme->axis_origin;
}

static void set_color(uint8_t to[4], bp_rgba8 c) { memcpy(to, &c, 4); }

static void check(bp_painter *painter, bool ok) { painter->failed |= !ok; }

bp_painter bp_painter_measuring(const bp_painter *painter) {
    bp_painter quiet = *painter;
    quiet.failed = true, quiet.hits = NULL, quiet.texts = NULL;
    return quiet;
}

int bp_painter_px(const bp_painter *painter, float units) { return (int)(units * painter->unit + 0.5f); }

int bp_clamp_int(int value, int least, int most) {
    if (value > most) value = most;
    return value < least ? least : value;
}

bool bp_rect_contains(bp_rect r, float x, float y) {
    return x >= (float)r.x && y >= (float)r.y && x < (float)(r.x + r.width) && y < (float)(r.y + r.height);
}

bool bp_rect_overlaps(bp_rect a, bp_rect b) {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

bool bp_rect_is_inside(bp_rect r, bp_rect outer) {
    return r.x >= outer.x && r.y >= outer.y && r.x + r.width <= outer.x + outer.width &&
           r.y + r.height <= outer.y + outer.height;
}

bp_rect bp_rect_inset(bp_rect r, int x, int y) {
    return (bp_rect){r.x + x, r.y + y, r.width - 2 * x, r.height - 2 * y};
}

void bp_painter_begin(bp_painter *painter, const bp_framebuffer *to, const bp_pass *pass,
                      const bp_rect *clear, bp_rgba8 color) {
    if (painter->failed) return;
    bp_pass options = pass ? *pass : (bp_pass){0};
    options.within_limit = true;
    options.time_tiles |= painter->probe && painter->probe->kind == BP_PROBE_TIMES;
    check(painter, bp_raster_begin(painter->raster, to, &options, painter->error));
    if (painter->failed || !clear) return;
    bp_clear command = {.rect = *clear};
    set_color(command.color, color);
    check(painter, bp_raster_clear(painter->raster, &command, painter->error));
}

static bool end_probed(bp_painter *painter) {
    bp_pixel_probe *probe = painter->probe;
    bp_pixel_history pass;
    if (probe->kind == BP_PROBE_DRAWS) bp_raster_limit_draws(painter->raster, probe->draws);
    if (probe->kind == BP_PROBE_TIMES || probe->kind == BP_PROBE_DRAWS)
        return bp_raster_end(painter->raster, NULL, painter->error);
    if (probe->kind == BP_PROBE_STATISTICS)
        return (probe->statistics = bp_raster_end_with_statistics(painter->raster, painter->error)) != NULL;
    if (probe->history.count == 0) probe->draws = bp_raster_limit_draws(painter->raster, SIZE_MAX);
    return bp_raster_end_with_history(painter->raster, probe->x, probe->y, &pass, painter->error) &&
           bp_pixel_history_append(probe->context, &probe->history, &pass, painter->error);
}

void bp_painter_end(bp_painter *painter) {
    if (!painter->failed)
        check(painter,
              painter->probe ? end_probed(painter) : bp_raster_end(painter->raster, NULL, painter->error));
}

void bp_painter_box(bp_painter *painter, bp_rect rect, bp_rgba8 fill, float corner, bp_rgba8 border) {
    if (painter->failed || rect.width <= 0 || rect.height <= 0) return;
    bp_box box = {.rect = rect, .corner = corner * painter->unit};
    set_color(box.color, fill);
    if (border.a > 0) box.border = painter->unit > 1.5f ? 2 : 1;
    set_color(box.border_color, border);
    check(painter, bp_raster_boxes(painter->raster, &box, 1, (bp_rect){0}, painter->error));
}

void bp_painter_fill(bp_painter *painter, bp_rect rect, bp_rgba8 color) {
    bp_painter_box(painter, rect, color, 0, (bp_rgba8){0});
}

static bp_text text_of(const bp_painter *painter, const char *words, bp_style style) {
    bp_text text = {.text = words, .face = style.face, .align = style.align, .max_width = style.max_width};
    text.size = bp_painter_px(painter, (float)(style.size > 0 ? style.size : 13));
    set_color(text.color, style.color.a > 0 ? style.color : painter->theme->ink);
    return text;
}

enum { SET_MAX = 2400 };

/* Whether the '-' at `at` is a minus sign and not a hyphen or a dash: before a number or a word, between
 * two spaces, or in an exponent. */
static bool is_minus(const char *text, const char *at) {
    char before = at > text ? at[-1] : ' ', after = at[1];
    if (before == 'e' && at > text + 1 && isdigit((unsigned char)at[-2]))
        return isdigit((unsigned char)after);
    if (isalnum((unsigned char)before) || before == '-' || after == '-') return false;
    return after == ' ' || after == '.' || isalnum((unsigned char)after);
}

/* The text with U+2212, which is as wide as a digit, for each minus sign typed as '-'; code as it is. */
static const char *with_minus_signs(const char *words, bp_face face, char *set) {
    if (face >= BP_FACE_MONO || !strchr(words, '-') || strlen(words) >= SET_MAX / 3) return words;
    char *to = set;
    for (const char *at = words; *at; at++) {
        if (*at == '-' && is_minus(words, at)) {
            memcpy(to, "\xE2\x88\x92", 3);
            to += 3;
        } else {
            *to++ = *at;
        }
    }
    *to = '\0';
    return set;
}

int bp_painter_text_width(const bp_painter *painter, const char *words, bp_style style) {
    char set[SET_MAX];
    bp_text text = text_of(painter, with_minus_signs(words, style.face, set), style);
    return bp_text_measure(&text).width;
}

/* Draws a line and records it. */
static void draw_line(bp_painter *painter, const bp_text *line) {
    if (painter->failed) return;
    check(painter, bp_raster_text(painter->raster, line, painter->error));
    if (!painter->texts || painter->texts->count == BP_TEXT_LOG_MAX) return;
    bp_text whole = *line;
    whole.max_width = 0;
    bp_text_extent extent = bp_text_measure(line);
    size_t bytes = line->bytes > 0 ? line->bytes : strlen(line->text), i = (size_t)painter->texts->count++;
    int left = line->align == BP_ALIGN_RIGHT    ? line->x - extent.width
               : line->align == BP_ALIGN_CENTER ? line->x - extent.width / 2
                                                : line->x;
    snprintf(painter->texts->items[i].text, sizeof painter->texts->items[i].text, "%.*s", (int)bytes,
             line->text);
    painter->texts->items[i].rect =
        (bp_rect){left, line->y - extent.ascent, extent.width, extent.ascent + extent.descent};
    painter->texts->items[i].cut = line->max_width > 0 && bp_text_measure(&whole).width > line->max_width;
}

int bp_painter_text(bp_painter *painter, int x, int y, const char *words, bp_style style) {
    char set[SET_MAX];
    bp_text text = text_of(painter, with_minus_signs(words, style.face, set), style);
    text.x = x;
    text.y = y;
    if (painter->failed || style.max_width < 0) return 0;
    draw_line(painter, &text);
    return bp_text_measure(&text).width;
}

/* Moves *at past the next line. */
static bp_text next_line(const bp_painter *painter, const char **at, int width, bool last, bp_style style) {
    bp_text line = text_of(painter, *at, style);
    line.bytes = bp_text_wrap(&line, width);
    *at += line.bytes;
    if (last && **at) { /* the last line ends in an ellipsis */
        line.bytes = 0;
        line.max_width = width;
    }
    return line;
}

int bp_painter_count_lines(const bp_painter *painter, int width, int max, const char *words, bp_style style) {
    char set[SET_MAX];
    int count = 0;
    for (const char *at = with_minus_signs(words, style.face, set); *at && count < max; count++)
        next_line(painter, &at, width, count == max - 1, style);
    return count;
}

int bp_painter_wrap(bp_painter *painter, int x, int y, int width, int leading, int max, const char *words,
                    bp_style style) {
    char set[SET_MAX];
    int count = 0;
    for (const char *at = with_minus_signs(words, style.face, set); *at && count < max; count++) {
        bp_text line = next_line(painter, &at, width, count == max - 1, style);
        line.x = x;
        line.y = y + count * bp_painter_px(painter, (float)leading);
        draw_line(painter, &line);
    }
    return count;
}

const char *bp_grouped_digits(char *text, size_t size, double value, char gap) {
    char digits[32];
    int length = snprintf(digits, sizeof digits, "%.0f", value);
    size_t used = 0;
    for (int i = 0; i < length && used + 2 < size; i++) {
        if (i > 0 && (length - i) % 3 == 0) text[used++] = gap;
        text[used++] = digits[i];
    }
    text[used] = '\0';
    return text;
}

bool bp_painter_rimmed_lines(bp_painter *painter, const bp_line *lines, int count,
                             const bp_overlay *overlay) {
    return bp_painter_lines_with_rim(painter, lines, count, painter->theme->card, overlay);
}

bool bp_painter_lines_with_rim(bp_painter *painter, const bp_line *lines, int count, bp_rgba8 rim,
                               const bp_overlay *overlay) {
    bp_line all[2 * BP_RIMMED_LINES_MAX];
    if (count > BP_RIMMED_LINES_MAX) count = BP_RIMMED_LINES_MAX;
    for (int i = 0; i < count; i++) {
        all[i] = all[count + i] = lines[i];
        all[i].width += 3 * painter->unit;
        set_color(all[i].color, rim);
    }
    return bp_raster_lines(painter->raster, all, (size_t)(2 * count), overlay, painter->error);
}

void bp_painter_dot(bp_painter *painter, int x, int y, float radius, bp_rgba8 color, bool filled) {
    if (painter->failed) return;
    bp_disc disc = {.center = {(float)x, (float)y, 0}, .radius = radius * painter->unit};
    set_color(disc.color, filled ? color : painter->theme->page);
    if (!filled) {
        disc.ring = painter->unit > 1.2f ? 1.2f * painter->unit : 1.2f;
        set_color(disc.ring_color, color);
    }
    check(painter, bp_raster_discs(painter->raster, &disc, 1, &(bp_overlay){0}, painter->error));
}

void bp_painter_hit(bp_painter *painter, bp_rect rect, unsigned action, int value) {
    if (!painter->hits || painter->hits->count == BP_HIT_AREAS_MAX) return;
    painter->hits->items[painter->hits->count++] = (bp_hit_area){rect, action, value};
}

const bp_hit_area *bp_hit_areas_find(const bp_hit_areas *hits, float x, float y) {
    for (int i = hits->count - 1; i >= 0; i--)
        if (bp_rect_contains(hits->items[i].rect, x, y)) return &hits->items[i];
    return NULL;
}
