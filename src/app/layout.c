/* One pass: rectangles from the window's size alone, so nothing moves from step to step. In layout units
 * at 1280x800:
 *     44 | words 428           | picture 744 x 588        | 24
 *        |                     | slider 64                |
 *        |                     |          line of numbers |
 *        | Back  Next                            Help  60 |
 */
#include "app/layout.h"
#include <string.h>

enum {
    PHONE = 560,       /* a narrower and high window has the picture above the words */
    SMALL = 1000,      /* below this width and */
    LOW = 700,         /* this height margins are smaller */
    READ = 40,         /* percent of the width */
    READ_SMALL = 44,   /* in small windows */
    PICTURE_HIGH = 42, /* percent of a phone's height */
    KNOB = 13          /* half of a slider's knob, with its reach */
};

static bp_layout stacked(const bp_painter *p, int width, int height) {
    int pad = bp_painter_px(p, 14), footer = bp_painter_px(p, 46), slider = bp_painter_px(p, 40),
        line = bp_painter_px(p, 24), inner = width - 2 * pad, y = bp_painter_px(p, 10);
    bp_layout layout = {.stacked = true, .picture = {pad, y, inner, height * PICTURE_HIGH / 100}};
    y += layout.picture.height;
    layout.slider = (bp_rect){pad, y, inner, slider};
    layout.line = (bp_rect){pad, y + slider, inner, line};
    y += slider + line + bp_painter_px(p, 6);
    layout.footer = (bp_rect){pad, height - footer, inner, footer};
    layout.read = (bp_rect){pad, y, inner, layout.footer.y - y};
    return layout;
}

bp_layout bp_layout_make(const bp_painter *p, const bp_settings *settings) {
    int width = settings->width, height = settings->height;
    if (settings->illustration) return (bp_layout){.picture = {0, 0, width, height}};
    if (width < bp_painter_px(p, PHONE) && height > width) return stacked(p, width, height);
    bool small = width < bp_painter_px(p, SMALL), low = height < bp_painter_px(p, LOW);
    int top = bp_painter_px(p, low ? 22 : 44), left = bp_painter_px(p, small ? 24 : 48),
        right = bp_painter_px(p, 24), gap = bp_painter_px(p, small ? 20 : 36);
    int footer = bp_painter_px(p, low ? 46 : 60), slider = bp_painter_px(p, low ? 46 : 64),
        line = bp_painter_px(p, low ? 26 : 44), column = width * (small ? READ_SMALL : READ) / 100;
    int bottom = height - footer;
    bp_layout layout = {.read = {left, top, column - left - gap, bottom - top},
                        .footer = {left, bottom, width - left - right, footer}};
    int inner = width - column - right;
    layout.line = (bp_rect){column, bottom - line, inner, line};
    layout.slider = (bp_rect){column, layout.line.y - slider, inner, slider};
    layout.picture = (bp_rect){column, top, inner, layout.slider.y - top};
    if (layout.picture.height < 1) layout.picture.height = 1;
    if (layout.picture.width < 1) layout.picture.width = 1;
    if (layout.read.width < 1) layout.read.width = 1;
    return layout;
}

/* ---- words -------------------------------------------------------------------------------------- */

bp_read bp_read_begin(bp_painter *p, bp_rect rect, int scrolled) {
    return (bp_read){.p = p, .rect = rect, .left = rect.x, .width = rect.width, .y = rect.y - scrolled};
}

void bp_read_gap(bp_read *read, float units) { read->y += bp_painter_px(read->p, units); }

bool bp_read_sees(const bp_read *read, int height) {
    return read->y >= read->rect.y && read->y + height <= read->rect.y + read->rect.height;
}

/* The bytes of `line` up to `bytes` as a text of their own. */
static const char *part_of(const char *line, size_t bytes, char *buffer, size_t size) {
    if (bytes >= size) bytes = size - 1;
    memcpy(buffer, line, bytes);
    buffer[bytes] = '\0';
    return buffer;
}

static void note_span(const bp_read *read, const char *line, size_t from, size_t bytes, bp_style style,
                      bp_text_span *span) {
    char part[400];
    size_t start = span->start > from ? span->start : from,
           end = span->start + span->length < from + bytes ? span->start + span->length : from + bytes;
    while (end > start && line[end - from - 1] == ' ') end--; /* where the line is wrapped */
    if (start >= end || span->count == (int)BP_COUNT(span->rects)) return;
    int left = bp_painter_text_width(read->p, part_of(line, start - from, part, sizeof part), style);
    int right = bp_painter_text_width(read->p, part_of(line, end - from, part, sizeof part), style);
    int high = bp_painter_px(read->p, (float)style.size * 1.25f);
    span->rects[span->count++] = (bp_rect){read->left + left, read->y, right - left, high};
}

/* One line, whose first byte is the text's byte `from`; parts with a colour of their own have it. */
static void draw_line(const bp_read *read, const char *line, size_t from, size_t bytes, bp_style style,
                      const bp_text_span *spans, int count) {
    char part[400];
    int x = read->left, base = read->y + bp_painter_px(read->p, (float)style.size);
    for (size_t at = 0; at < bytes;) {
        size_t end = bytes;
        bp_style with = style;
        for (int i = 0; i < count; i++) {
            size_t start = spans[i].start, stop = start + spans[i].length;
            if (spans[i].color.a == 0 || stop <= from + at) continue;
            if (start <= from + at) with.color = spans[i].color;
            size_t edge = (start <= from + at ? stop : start) - from;
            if (edge < end) end = edge;
        }
        part_of(line + at, end - at, part, sizeof part);
        x += strspn(part, " ") < end - at ? bp_painter_text(read->p, x, base, part, with)
                                          : bp_painter_text_width(read->p, part, with);
        at = end;
    }
}

void bp_read_text(bp_read *read, const char *text, float leading, bp_style style) {
    bp_read_spans(read, text, leading, style, NULL, 0);
}

void bp_read_spans(bp_read *read, const char *text, float leading, bp_style style, bp_text_span *spans,
                   int count) {
    bp_painter *p = read->p;
    int high = bp_painter_px(p, leading);
    bp_text line = {.text = text, .face = style.face, .size = bp_painter_px(p, (float)style.size)};
    while (*line.text) {
        size_t bytes = bp_text_wrap(&line, read->width);
        if (bp_read_sees(read, high)) {
            draw_line(read, line.text, (size_t)(line.text - text), bytes, style, spans, count);
            for (int i = 0; i < count; i++)
                note_span(read, line.text, (size_t)(line.text - text), bytes, style, &spans[i]);
        }
        line.text += bytes;
        read->y += high;
    }
}

int bp_word(bp_painter *p, int x, int y, const char *text, bp_style style, bp_action action, int value) {
    int width = bp_painter_text_width(p, text, style), size = style.size > 0 ? style.size : 13;
    int up = bp_painter_px(p, (float)size * 1.35f), pad = bp_painter_px(p, 8);
    bp_painter_text(p, x, y, text, style);
    if (!p->failed)
        bp_painter_hit(p, (bp_rect){x - pad, y - up, width + 2 * pad, up + bp_painter_px(p, 12)}, action,
                       value);
    return width;
}

int bp_word_left_of(bp_painter *p, int x, int y, const char *text, bp_style style, bp_action action,
                    int value) {
    int width = bp_painter_text_width(p, text, style);
    return bp_word(p, x - width, y, text, style, action, value);
}

int bp_key_cap(bp_painter *p, int x, int y, const char *key, const char *does) {
    bp_style style = {.size = 11, .face = BP_FACE_MONO}, caption = {.size = 12, .color = p->theme->quiet};
    int cap = bp_painter_text_width(p, key, style) + 2 * bp_painter_px(p, 6), up = bp_painter_px(p, 14),
        gap = bp_painter_px(p, 4);
    bp_painter_box(p, (bp_rect){x, y - up, cap, bp_painter_px(p, 19)}, p->theme->card, 4, p->theme->floor);
    style.align = BP_ALIGN_CENTER;
    bp_painter_text(p, x + cap / 2, y, key, style);
    if (!*does) return cap;
    bp_painter_text(p, x + cap + gap, y, does, caption);
    return cap + gap + bp_painter_text_width(p, does, caption);
}

/* ---- sliders and lists -------------------------------------------------------------------------- */

bp_rect bp_slider_draw(bp_painter *p, bp_rect rect, const char *name, const char *value, float part,
                       bool waits, bp_action action) {
    const bp_theme *theme = p->theme;
    int middle = rect.y + rect.height / 2, base = middle + bp_painter_px(p, 6), knob = bp_painter_px(p, KNOB),
        high = bp_painter_px(p, 4), label = bp_painter_px(p, 200);
    if (label > rect.width / 2) label = rect.width / 2;
    bp_style style = {.size = 18, .max_width = label - bp_painter_px(p, 8), .color = theme->ink};
    bp_style bold = {.size = 18, .face = BP_FACE_SANS_BOLD};
    int wide = bp_painter_text_width(p, value, bold), most = style.max_width - wide;
    while (style.size > 11 && bp_painter_text_width(p, name, (bp_style){.size = style.size}) > most) {
        bold.size = --style.size;
        most = style.max_width - bp_painter_text_width(p, value, bold);
    }
    style.max_width = most > 0 ? most : 0;
    if (waits) style.color = bold.color = theme->quiet;
    int x = rect.x + bp_painter_text(p, rect.x, base, name, style);
    bp_painter_text(p, x, base, value, bold);
    bp_rect track = {rect.x + label + knob, rect.y, rect.width - label - 2 * knob, rect.height};
    if (track.width < 2 * knob) return (bp_rect){0};
    int at = track.x + (int)(bp_clamp(part, 0, 1) * (float)(track.width - 1) + 0.5f);
    bp_rgba8 none = {0};
    bp_painter_box(p, (bp_rect){track.x - knob, middle - high / 2, track.width + 2 * knob, high},
                   theme->floor, 2, none);
    if (!waits)
        bp_painter_box(p, (bp_rect){track.x - knob, middle - high / 2, at - track.x + knob, high},
                       theme->here, 2, none);
    bp_painter_dot(p, at, middle, 12, waits ? theme->floor : theme->here, true);
    if (!waits && !p->failed) bp_painter_hit(p, bp_rect_inset(track, -knob, 0), action, 0);
    return track;
}

float bp_held_part(const bp_app *app, float x) {
    int knob = (int)(KNOB * bp_settings_unit(&app->settings) + 0.5f);
    bp_rect track = bp_rect_inset(app->held.rect, knob, 0);
    float part = (x - (float)track.x) / (float)(track.width > 1 ? track.width - 1 : 1);
    return part > 0 ? part < 1 ? part : 1 : 0; /* NaN: 0 */
}

void bp_scroll_bar(bp_painter *p, bp_rect list, int top, int rows, int count) {
    if (count <= rows) return;
    int wide = bp_painter_px(p, 3), height = list.height * rows / count;
    if (height < bp_painter_px(p, 10)) height = bp_painter_px(p, 10);
    int y = list.y + (list.height - height) * top / (count - rows);
    bp_painter_fill(p, (bp_rect){list.x + list.width + bp_painter_px(p, 4), y, wide, height},
                    p->theme->floor);
}

void bp_notice_draw(bp_painter *p, const bp_app *app, const bp_layout *layout, int left, int right) {
    if (!app->notice[0] || right - left < bp_painter_px(p, 40)) return;
    bp_style style = {.size = 15, .color = p->theme->here};
    int base = layout->footer.y + layout->footer.height / 2 + bp_painter_px(p, 6);
    while (style.size > 11 && bp_painter_text_width(p, app->notice, style) > right - left) style.size--;
    style.max_width = right - left;
    bp_painter_text(p, left, base, app->notice, style);
}

/* All keys, over everything, in columns of whole groups: in letters as large as fit, so a large window isn't
 * half empty and a small one shows all. */

enum {
    LINE = 24,
    MORE = 15,
    COLUMN = 340,
    KEY = 104,
    PAD = 24,
    GAP = 20,
    TOP = 58,
    MOST_LINES = 2,
    COLUMNS_MAX = 4,
    GROUPS_MAX = 9
};
static const float LARGEST = 2, SMALLEST = 0.5f, STEP = 0.95f; /* of the letters, by the usual ones */

static bool is_heading(const bp_binding *b) { return !b->label && b->help; }
static bool is_shown(const bp_binding *b) { return b->help != NULL; }

/* Headings with the rows below them, and the column of each. */
typedef struct groups {
    int first[GROUPS_MAX + 1]; /* row of the table; behind the last group, the end */
    int height[GROUPS_MAX], column[GROUPS_MAX];
    int count, columns, width; /* a column's, in pixels */
} groups;

static int height_of(const bp_painter *p, int width, const bp_binding *b) {
    if (!is_shown(b)) return 0;
    if (is_heading(b)) return bp_painter_px(p, LINE + 6);
    int lines =
        bp_painter_count_lines(p, width - bp_painter_px(p, KEY), MOST_LINES, b->help, (bp_style){.size = 12});
    return bp_painter_px(p, LINE) + (lines > 1 ? (lines - 1) * bp_painter_px(p, MORE) : 0);
}

static void measure(const bp_painter *p, unsigned where, groups *all) {
    const bp_binding *b;
    int i = 0;
    all->count = 0;
    for (; (b = bp_keys_row(where, i)); i++) {
        if (i == 0 || (is_heading(b) && all->count < GROUPS_MAX)) {
            all->height[all->count] = 0;
            all->first[all->count++] = i;
        }
        all->height[all->count - 1] += height_of(p, all->width, b);
    }
    all->first[all->count] = i;
}

/* Tries all ways to give groups to columns, the first group to the first one, and keeps the way with the
 * lowest column. Returns that column's height. */
static int balance(groups *all) {
    int ways = 1, best = -1;
    for (int i = 1; i < all->count; i++) ways *= all->columns;
    for (int way = 0; way < ways; way++) {
        int used[COLUMNS_MAX] = {0}, column[GROUPS_MAX] = {0}, rest = way, highest = 0;
        for (int i = 0; i < all->count; i++) {
            if (i > 0) column[i] = rest % all->columns, rest /= all->columns;
            used[column[i]] += all->height[i];
            if (used[column[i]] > highest) highest = used[column[i]];
        }
        if (best >= 0 && highest >= best) continue;
        best = highest;
        for (int i = 0; i < all->count; i++) all->column[i] = column[i];
    }
    return best;
}

/* Returns whether all fits. */
static bool place(const bp_painter *p, unsigned where, int width, int height, groups *all) {
    int inner = width - 2 * bp_painter_px(p, PAD), column = bp_painter_px(p, COLUMN);
    all->columns = bp_clamp_int(inner / column, 1, COLUMNS_MAX);
    all->width = inner / all->columns - bp_painter_px(p, GAP);
    measure(p, where, all);
    const int lowest = balance(all); /* gives each group its column, even if there is no room for one */
    return inner >= column && lowest <= height - bp_painter_px(p, TOP + PAD / 2);
}

static void entry(bp_painter *p, const bp_binding *b, int x, int y, int width) {
    if (is_heading(b)) {
        bp_painter_text(p, x, y + bp_painter_px(p, 21), b->help,
                        (bp_style){.size = 13, .face = BP_FACE_SANS_BOLD, .color = p->theme->here});
        return;
    }
    int base = y + bp_painter_px(p, 16), after = x + bp_painter_px(p, KEY);
    bp_key_cap(p, x, base, b->label, "");
    bp_painter_wrap(p, after, base, width - bp_painter_px(p, KEY), MORE, MOST_LINES, b->help,
                    (bp_style){.size = 12, .color = p->theme->ink});
}

static void draw_columns(bp_painter *p, unsigned where, const groups *all) {
    int next[COLUMNS_MAX];
    for (int i = 0; i < COLUMNS_MAX; i++) next[i] = bp_painter_px(p, TOP);
    for (int i = 0; i < all->count; i++) {
        int x = bp_painter_px(p, PAD) + all->column[i] * (all->width + bp_painter_px(p, GAP));
        int *y = &next[all->column[i]];
        for (int k = all->first[i]; k < all->first[i + 1]; k++) {
            const bp_binding *b = bp_keys_row(where, k);
            if (is_shown(b)) entry(p, b, x, *y, all->width);
            *y += height_of(p, all->width, b);
        }
    }
}

void bp_help_draw(bp_painter *p, unsigned where, int width, int height) {
    const bp_theme *theme = p->theme;
    const float unit = p->unit;
    bp_rect page = {0, 0, width, height};
    bp_painter_fill(p, page, theme->page);
    bp_painter_hit(p, page, BP_ACTION_HELP, 0); /* a click anywhere closes it */
    groups all;
    p->unit = LARGEST * unit;
    while (!place(p, where, width, height, &all) && p->unit * STEP > SMALLEST * unit) p->unit *= STEP;
    int pad = bp_painter_px(p, PAD);
    bp_painter_text(p, pad, pad + bp_painter_px(p, 14), "Keys",
                    (bp_style){.size = 17, .face = BP_FACE_SANS_BOLD});
    bp_painter_text(p, width - pad, pad + bp_painter_px(p, 14),
                    p->touch ? "Tap to close" : "H or Esc closes this",
                    (bp_style){.color = theme->quiet, .align = BP_ALIGN_RIGHT});
    draw_columns(p, where, &all);
    p->unit = unit;
}
