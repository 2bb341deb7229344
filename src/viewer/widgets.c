/* Drawing boxes, words, keys and dots, and remembering what can be clicked. */
#include "viewer/widgets.h"
#include <ctype.h>
#include <string.h>

static void put_color(uint8_t to[4], bp_rgba8 c) { memcpy(to, &c, 4); }

static void keep(bp_ui *ui, bool good) { ui->failed |= !good; }

int bp_ui_px(const bp_ui *ui, float units) { return (int)(units * ui->unit + 0.5f); }

bool bp_rect_contains(bp_rect r, float x, float y) {
    return x >= (float)r.x && y >= (float)r.y && x < (float)(r.x + r.width) && y < (float)(r.y + r.height);
}

bp_rect bp_rect_inset(bp_rect r, int x, int y) {
    return (bp_rect){r.x + x, r.y + y, r.width - 2 * x, r.height - 2 * y};
}

void bp_ui_begin(bp_ui *ui, const bp_framebuffer *to, const bp_pass *pass, const bp_rect *clear,
                 bp_rgba8 color) {
    if (ui->failed) return;
    keep(ui, bp_raster_begin(ui->raster, to, pass, ui->error));
    if (ui->failed || !clear) return;
    bp_clear command = {.rect = *clear};
    put_color(command.color, color);
    keep(ui, bp_raster_clear(ui->raster, &command, ui->error));
}

void bp_ui_end(bp_ui *ui) {
    if (!ui->failed) keep(ui, bp_raster_end(ui->raster, NULL, ui->error));
}

void bp_ui_box(bp_ui *ui, bp_rect rect, bp_rgba8 fill, float corner, bp_rgba8 border) {
    if (ui->failed || rect.width <= 0 || rect.height <= 0) return;
    bp_box box = {.rect = rect, .corner = corner * ui->unit};
    put_color(box.color, fill);
    if (border.a > 0) box.border = ui->unit > 1.5f ? 2 : 1;
    put_color(box.border_color, border);
    keep(ui, bp_raster_boxes(ui->raster, &box, 1, (bp_rect){0}, ui->error));
}

void bp_ui_fill(bp_ui *ui, bp_rect rect, bp_rgba8 color) { bp_ui_box(ui, rect, color, 0, (bp_rgba8){0}); }

static bp_text text_of(const bp_ui *ui, const char *words, bp_style style) {
    bp_text text = {.text = words, .face = style.face, .align = style.align, .max_width = style.max_width};
    text.size = bp_ui_px(ui, (float)(style.size > 0 ? style.size : 13));
    put_color(text.color, style.color.a > 0 ? style.color : ui->theme->ink);
    return text;
}

enum { SET_MAX = 800 };

/* Whether the '-' at `at` is a minus: nothing that belongs to a word before it, a number or a sign after; or
 * between two spaces; or in the exponent of a number. */
static bool is_minus(const char *text, const char *at) {
    char before = at > text ? at[-1] : ' ', after = at[1];
    if (before == 'e' && at > text + 1 && isdigit((unsigned char)at[-2]))
        return isdigit((unsigned char)after);
    if (isalnum((unsigned char)before) || before == '-' || after == '-') return false;
    return after == ' ' || after == '.' || isalnum((unsigned char)after);
}

/* The words as they are set: minus signs of a digit's width for those that were typed as '-'. */
static const char *as_set(const char *words, char *set) {
    if (!strchr(words, '-') || strlen(words) > SET_MAX / 4) return words;
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

int bp_ui_text_width(const bp_ui *ui, const char *words, bp_style style) {
    char set[SET_MAX];
    bp_text text = text_of(ui, as_set(words, set), style);
    return bp_text_measure(&text).width;
}

int bp_ui_text(bp_ui *ui, int x, int y, const char *words, bp_style style) {
    char set[SET_MAX];
    bp_text text = text_of(ui, as_set(words, set), style);
    text.x = x;
    text.y = y;
    if (ui->failed || style.max_width < 0) return 0;
    keep(ui, bp_raster_text(ui->raster, &text, ui->error));
    return bp_text_measure(&text).width;
}

/* Takes the next line's bytes off `*at`. */
static bp_text next_line(const bp_ui *ui, const char **at, int width, bool last, bp_style style) {
    bp_text line = text_of(ui, *at, style);
    line.bytes = bp_text_wrap(&line, width);
    *at += line.bytes;
    if (last && **at) { /* the last line there is room for says that there was more */
        line.bytes = 0;
        line.max_width = width;
    }
    return line;
}

int bp_ui_count_lines(const bp_ui *ui, int width, int most, const char *words, bp_style style) {
    char set[SET_MAX];
    int count = 0;
    for (const char *at = as_set(words, set); *at && count < most; count++)
        next_line(ui, &at, width, count == most - 1, style);
    return count;
}

int bp_ui_lines(bp_ui *ui, int x, int y, int width, int leading, int most, const char *words,
                bp_style style) {
    char set[SET_MAX];
    int count = 0;
    for (const char *at = as_set(words, set); *at && count < most; count++) {
        bp_text line = next_line(ui, &at, width, count == most - 1, style);
        line.x = x;
        line.y = y + count * bp_ui_px(ui, (float)leading);
        if (!ui->failed) keep(ui, bp_raster_text(ui->raster, &line, ui->error));
    }
    return count;
}

enum { KEY_SIZE = 11, DOES_SIZE = 12, KEY_PAD = 6, KEY_GAP = 4 };

static bp_style key_style(void) { return (bp_style){.size = KEY_SIZE, .face = BP_FACE_MONO}; }

int bp_ui_key_width(const bp_ui *ui, const char *key, const char *does) {
    int cap = bp_ui_text_width(ui, key, key_style()) + 2 * bp_ui_px(ui, KEY_PAD);
    if (!*does) return cap;
    return cap + bp_ui_px(ui, KEY_GAP) + bp_ui_text_width(ui, does, (bp_style){.size = DOES_SIZE});
}

int bp_ui_key(bp_ui *ui, int x, int y, const char *key, const char *does, bp_action action, int value) {
    bp_style style = key_style();
    int cap = bp_ui_text_width(ui, key, style) + 2 * bp_ui_px(ui, KEY_PAD), up = bp_ui_px(ui, 14);
    bp_ui_box(ui, (bp_rect){x, y - up, cap, bp_ui_px(ui, 19)}, ui->theme->card, 4, ui->theme->rule);
    style.align = BP_ALIGN_CENTER;
    bp_ui_text(ui, x + cap / 2, y, key, style);
    bp_ui_text(ui, x + cap + bp_ui_px(ui, KEY_GAP), y, does,
               (bp_style){.size = DOES_SIZE, .color = ui->theme->quiet});
    int width = bp_ui_key_width(ui, key, does);
    if (action != BP_ACTION_NONE) bp_ui_hit(ui, (bp_rect){x, y - up, width, bp_ui_px(ui, 19)}, action, value);
    return width;
}

void bp_ui_dot(bp_ui *ui, int x, int y, float radius, bp_rgba8 color, bool filled) {
    if (ui->failed) return;
    bp_disc disc = {.center = {(float)x, (float)y, 0}, .radius = radius * ui->unit};
    put_color(disc.color, filled ? color : ui->theme->page);
    if (!filled) {
        disc.ring = ui->unit > 1.2f ? 1.2f * ui->unit : 1.2f;
        put_color(disc.ring_color, color);
    }
    keep(ui, bp_raster_discs(ui->raster, &disc, 1, &(bp_overlay){0}, ui->error));
}

void bp_ui_hit(bp_ui *ui, bp_rect rect, bp_action action, int value) {
    if (!ui->hits || ui->hits->count == BP_HIT_AREAS_MAX) return;
    ui->hits->items[ui->hits->count++] = (bp_hit_area){rect, action, value};
}

const bp_hit_area *bp_hit_areas_find(const bp_hit_areas *hits, float x, float y) {
    for (int i = hits->count - 1; i >= 0; i--)
        if (bp_rect_contains(hits->items[i].rect, x, y)) return &hits->items[i];
    return NULL;
}
