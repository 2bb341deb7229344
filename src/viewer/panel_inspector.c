/* From the top: what the keys do, the magnified pixels beside the picture's bytes and the history's, then the
 * history in the words of scene/explain.c, which scroll. */
#include "raster/inspect.h"
#include "viewer/panel_inspector.h"
#include "scene/explain.h"
#include <stdio.h>
#include <string.h>

enum { SLIDER = 22, KNOB = 6, SLIDER_WORDS = 150 };
enum { NARROW = 330 /* a narrower half has no room beside a pixel */, NARROW_CELL = 7 };
enum { WIDTH = 440, PAD = 12, CELL = 9, ROW = 16, INDENT = 12, SIZE = 12, SWATCH = 26, HINT_LINES = 3 };

void bp_magnify(const bp_framebuffer *from, int x, int y, bp_magnified *out) {
    int stride = from->stride ? from->stride : from->width;
    for (int i = 0; i < BP_MAGNIFIED * BP_MAGNIFIED; i++) {
        int px = x - BP_MAGNIFIED / 2 + i % BP_MAGNIFIED, py = y - BP_MAGNIFIED / 2 + i / BP_MAGNIFIED;
        out->pixels[i] = (bp_rgba8){0};
        if (px < 0 || py < 0 || px >= from->width || py >= from->height) continue;
        memcpy(&out->pixels[i], from->pixels + 4 * ((size_t)stride * (size_t)py + (size_t)px), 4);
    }
}

/* Upright, as phones are held: the panel is above or below the pixel. */
static bool is_upright(const bp_ui *ui, const bp_view_settings *settings) {
    return settings->width / 2 < bp_ui_px(ui, NARROW) && settings->height > settings->width;
}

/* The half of the window without the pixel, between title and keys. */
static bp_rect panel_rect(const bp_ui *ui, const bp_inspector_panel *panel) {
    const bp_view_settings *settings = &panel->viewer->settings;
    const bp_inspector *inspector = &panel->viewer->inspector;
    int width = bp_ui_px(ui, WIDTH), most = settings->width / 2, top = bp_ui_px(ui, BP_LAYOUT_TITLE);
    if (is_upright(ui, settings)) {
        int middle = settings->height / 2;
        bool above = inspector->has_pixel && inspector->y >= middle;
        return (bp_rect){0, above ? top : middle, settings->width,
                         above ? middle - top : settings->height - middle};
    }
    if (width > most) width = most;
    bool left = inspector->has_pixel && inspector->x >= settings->width / 2;
    return (bp_rect){left ? 0 : settings->width - width, top, width,
                     settings->height - top - bp_ui_px(ui, BP_LAYOUT_KEYS)};
}

/* A frame that is seen on every colour, around a rectangle. */
static void frame(bp_ui *ui, bp_rect inner) {
    int line = ui->unit > 1.5f ? 2 : 1;
    bp_ui_box(ui, bp_rect_inset(inner, -2 * line, -2 * line), (bp_rgba8){0}, 0, ui->theme->page);
    bp_ui_box(ui, bp_rect_inset(inner, -line, -line), (bp_rgba8){0}, 0, ui->theme->ink);
}

/* ---- the magnified pixels ----------------------------------------------------------------------- */

static void draw_magnified(bp_ui *ui, const bp_magnified *magnified, int cell, int x, int y) {
    bp_box boxes[BP_MAGNIFIED * BP_MAGNIFIED];
    int middle = BP_MAGNIFIED / 2;
    if (ui->failed) return;
    for (int i = 0; i < BP_MAGNIFIED * BP_MAGNIFIED; i++) {
        boxes[i] = (bp_box){.rect = {x + i % BP_MAGNIFIED * cell, y + i / BP_MAGNIFIED * cell, cell, cell}};
        memcpy(boxes[i].color, &magnified->pixels[i], 4);
    }
    ui->failed |= !bp_raster_boxes(ui->raster, boxes, BP_COUNT(boxes), (bp_rect){0}, ui->error);
    frame(ui, (bp_rect){x + middle * cell, y + middle * cell, cell, cell});
}

/* A colour and its bytes, below what they are. Returns the height. */
static int draw_bytes(bp_ui *ui, const char *what, bp_rgba8 color, bp_rect at) {
    char text[32];
    int size = bp_ui_px(ui, SWATCH), left = at.x + size + bp_ui_px(ui, 8);
    snprintf(text, sizeof text, "%d, %d, %d, %d", color.r, color.g, color.b, color.a);
    bp_ui_text(ui, at.x, at.y + bp_ui_px(ui, 12), what,
               (bp_style){.size = SIZE, .color = ui->theme->quiet, .max_width = at.width});
    bp_ui_box(ui, (bp_rect){at.x, at.y + bp_ui_px(ui, 17), size, bp_ui_px(ui, 16)}, color, 0, ui->theme->ink);
    bp_ui_text(ui, left, at.y + bp_ui_px(ui, 30), text,
               (bp_style){.size = SIZE, .face = BP_FACE_MONO, .max_width = at.x + at.width - left});
    return bp_ui_px(ui, 42);
}

/* What the picture has, what the history came to, and whether that is the same. */
static void draw_check(bp_ui *ui, const bp_inspector_panel *panel, bp_rect at) {
    bp_rgba8 shown = panel->magnified.pixels[BP_MAGNIFIED * BP_MAGNIFIED / 2], computed;
    memcpy(&computed, panel->history->color, 4);
    bool same = memcmp(&shown, &computed, 4) == 0;
    at.y += draw_bytes(ui, "the picture's bytes: R, G, B, A", shown, at);
    at.y += draw_bytes(ui, "the history's last bytes", computed, at);
    bp_ui_text(ui, at.x, at.y + bp_ui_px(ui, 13), same ? "✓ the same" : "× they differ",
               (bp_style){.size = 13,
                          .face = BP_FACE_SANS_BOLD,
                          .color = same ? ui->theme->right : ui->theme->wrong,
                          .max_width = at.width});
}

/* ---- the history in words ----------------------------------------------------------------------- */

typedef struct history_text {
    bp_ui *ui;
    const bp_pixel_history *history;
    bp_rect rect;
    int top, rows; /* the rows that are shown */
    int row;       /* of the next line */
    int headlines; /* so far: one for the pixel, then one for each event */
} history_text;

/* The number of the event whose headline was begun last, if it is a triangle's; 0: it isn't. */
static int triangle_of(const history_text *to) {
    int number = to->headlines - 1;
    bool valid = number >= 1 && (size_t)number <= to->history->count;
    return valid && to->history->events[number - 1].positions ? number : 0;
}

static void draw_row(const history_text *to, const char *text, size_t bytes, int indent, bp_style style) {
    char part[400];
    int at = to->row - to->top;
    if (at < 0 || at >= to->rows) return;
    snprintf(part, sizeof part, "%.*s", (int)bytes, text);
    int high = bp_ui_px(to->ui, ROW), y = to->rect.y + at * high;
    bp_ui_text(to->ui, to->rect.x + indent, y + bp_ui_px(to->ui, 12), part, style);
    int triangle = style.face == BP_FACE_SANS_BOLD ? triangle_of(to) : 0;
    if (triangle)
        bp_ui_hit(to->ui, (bp_rect){to->rect.x, y, to->rect.width, high}, BP_ACTION_INSPECT_EVENT, triangle);
}

/* One line of the explanation, wrapped into rows. A triangle's headline can be clicked. */
static void add_line(void *user, int level, const char *text) {
    history_text *to = user;
    bp_ui *ui = to->ui;
    int indent = bp_ui_px(ui, (float)(INDENT * level));
    bp_style style = {.size = SIZE, .color = level == 2 ? ui->theme->quiet : ui->theme->ink};
    if (level == 0) {
        style.face = BP_FACE_SANS_BOLD;
        to->headlines++;
        if (triangle_of(to)) style.color = ui->theme->here;
    }
    bp_text line = {.text = text, .face = style.face, .size = bp_ui_px(ui, SIZE)};
    while (*line.text) {
        size_t bytes = bp_text_wrap(&line, to->rect.width - indent);
        draw_row(to, line.text, bytes, indent, style);
        line.text += bytes;
        to->row++;
    }
}

static void draw_scrolled(bp_ui *ui, const bp_inspector_panel *panel, history_text *text) {
    const int last = text->row - text->rows; /* counted before */
    text->top = panel->viewer->inspector.scroll;
    if (text->top > last) text->top = last > 0 ? last : 0;
    int count = text->row;
    text->row = text->headlines = 0;
    bp_explain_pixel(panel->history, panel->figure, add_line, text);
    bp_scroll_indicator(ui, text->rect, text->top, text->rows, count);
}

/* Returns the largest scroll. */
static int draw_history(bp_ui *ui, const bp_inspector_panel *panel, bp_rect rect) {
    history_text text = {.ui = ui, .history = panel->history, .rect = rect};
    text.rect.width -= bp_ui_px(ui, 10);                              /* for the scroll bar */
    bp_explain_pixel(panel->history, panel->figure, add_line, &text); /* counts: no row is shown */
    text.rows = rect.height / bp_ui_px(ui, ROW);
    if (text.rows < 1) return 0;
    int most = text.row > text.rows ? text.row - text.rows : 0;
    draw_scrolled(ui, panel, &text);
    return most;
}

/* ---- all of it ---------------------------------------------------------------------------------- */

/* Returns the height that it takes. */
static int draw_head(bp_ui *ui, const bp_inspector_panel *panel, bp_rect at) {
    const bp_inspector *inspector = &panel->viewer->inspector;
    char title[64] = "Pixel inspector";
    const char *hint = ui->touch ? "Touch the picture to choose a pixel, or drag to it."
                                 : "Point at a pixel of the picture. # or Esc closes this.";
    if (panel->history) snprintf(title, sizeof title, "Pixel %d, %d", inspector->x, inspector->y);
    if (panel->history && !ui->touch)
        hint = inspector->event  ? "Esc closes the triangle; arrow keys move the pixel, the wheel scrolls."
               : inspector->kept ? "Kept: a click or Esc releases it. Click a triangle below to see it large."
                                 : "A click keeps it, arrow keys move it, the wheel scrolls; , . go through "
                                   "the draws; # or Esc closes this.";
    bp_ui_text(ui, at.x, at.y + bp_ui_px(ui, 15), title,
               (bp_style){.size = 16, .face = BP_FACE_SANS_BOLD, .max_width = at.width});
    if (panel->history && ui->touch) return bp_ui_px(ui, 26);
    int lines = bp_ui_lines(ui, at.x, at.y + bp_ui_px(ui, 34), at.width, ROW, HINT_LINES, hint,
                            (bp_style){.size = SIZE, .color = ui->theme->quiet});
    return bp_ui_px(ui, (float)(30 + ROW * lines));
}

/* The chosen triangle, or the magnified pixels. Returns the height. */
static int draw_picture(bp_ui *ui, const bp_inspector_panel *panel, bp_rect at) {
    const bp_inspector *inspector = &panel->viewer->inspector;
    int cell = bp_ui_px(ui, is_upright(ui, &panel->viewer->settings) ? NARROW_CELL : CELL);
    int size = BP_MAGNIFIED * cell, pad = bp_ui_px(ui, PAD), number = inspector->event;
    bool triangle =
        number > 0 && (size_t)number <= panel->history->count && panel->history->events[number - 1].positions;
    if (triangle)
        return bp_inspector_triangle(ui, &panel->history->events[number - 1], inspector,
                                     (bp_rect){at.x, at.y, at.width, at.height / 2});
    draw_magnified(ui, &panel->magnified, cell, at.x, at.y);
    draw_check(ui, panel, (bp_rect){at.x + size + pad, at.y, at.width - size - pad, size});
    return size;
}

/* The slider, at the bottom. Returns its height. */
static int draw_slider(bp_ui *ui, const bp_inspector_panel *panel, bp_rect area, bp_drawn_frame *drawn) {
    const int all = (int)panel->draws, now = panel->viewer->inspector.draws, shown = now ? now : all;
    int high = bp_ui_px(ui, SLIDER), knob = bp_ui_px(ui, KNOB), y = area.y + area.height - high;
    char text[64];
    snprintf(text, sizeof text, now && now < all ? "after %d of %d draws" : "after all %d draws",
             now && now < all ? now : all, all);
    bp_rect track = {area.x + knob, y, area.width - 2 * knob - bp_ui_px(ui, SLIDER_WORDS), high};
    drawn->inspector_draws = all;
    if (track.width < 4 * knob) return 0;
    int bar = bp_ui_px(ui, 4), middle = y + high / 2;
    int done = all > 1 ? (int)((float)(shown - 1) / (float)(all - 1) * (float)(track.width - 1) + 0.5f) : 0;
    bp_ui_box(ui, (bp_rect){track.x, middle - bar / 2, track.width, bar}, ui->theme->floor, 2, (bp_rgba8){0});
    bp_ui_box(ui, (bp_rect){track.x, middle - bar / 2, done, bar}, ui->theme->here, 2, (bp_rgba8){0});
    bp_ui_dot(ui, track.x + done, middle, KNOB, ui->theme->here, true);
    bp_ui_text(ui, area.x + area.width, middle + bp_ui_px(ui, 4), text,
               (bp_style){.size = SIZE, .align = BP_ALIGN_RIGHT});
    bp_ui_hit(ui, (bp_rect){area.x, y, track.width + 2 * knob, high}, BP_ACTION_INSPECT_DRAWS, 0);
    drawn->inspector_track = track;
    return high + bp_ui_px(ui, 6);
}

void bp_panel_inspector(bp_ui *ui, const bp_inspector_panel *panel, bp_drawn_frame *drawn) {
    const bp_inspector *inspector = &panel->viewer->inspector;
    bp_rect outer = panel_rect(ui, panel);
    int pad = bp_ui_px(ui, PAD);
    bp_ui_box(ui, outer, ui->theme->bar, 0, ui->theme->rule);
    bp_ui_hit(ui, outer, BP_ACTION_NONE, 0);
    bp_rect at = bp_rect_inset(outer, pad, pad);
    int used = draw_head(ui, panel, at);
    if (!panel->history) return;
    at.y += used, at.height -= used;
    used = draw_picture(ui, panel, at);
    at.y += used + pad;
    at.y += bp_panel_rule(ui, (bp_rect){outer.x, at.y, outer.width, 0}, at.y);
    frame(ui, bp_rect_inset((bp_rect){inspector->x, inspector->y, 1, 1}, -2, -2));
    at.height = outer.y + outer.height - pad - at.y;
    at.height -= draw_slider(ui, panel, at, drawn);
    drawn->inspector_text = at;
    drawn->inspector_scroll = draw_history(ui, panel, at);
}
