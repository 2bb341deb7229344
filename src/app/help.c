/* All keys, over everything, in columns of whole groups: in letters as large as fit, so a large window isn't
 * half empty and a small one shows all. */
#include "app/help.h"
#include "app/keys.h"
#include "app/layout.h"

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
    all->columns = inner / column;
    if (all->columns < 1) all->columns = 1;
    if (all->columns > COLUMNS_MAX) all->columns = COLUMNS_MAX;
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
