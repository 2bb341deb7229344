/* All keys, over everything, in columns of whole groups. If they don't fit, lines get closer together. */
#include "viewer/panels.h"

enum { LINE = 24, TIGHT_LINE = 20, MORE = 15, COLUMN = 370, KEY = 104, PAD = 24, TOP = 58, MOST_LINES = 2 };

/* Layout units between lines; pixels of a column's width and height. */
typedef struct setting {
    const bp_key_table *table;
    int line, width, room;
} setting;

static bool is_heading(const bp_binding *b) { return !b->label && b->help; }
static bool is_shown(const bp_binding *b) { return b->help != NULL; }

static int height_of(const bp_ui *ui, const setting *set, const bp_binding *b) {
    if (!is_shown(b)) return 0;
    if (is_heading(b)) return bp_ui_px(ui, (float)set->line + 6);
    int room = set->width - bp_ui_px(ui, KEY);
    int lines = bp_ui_count_lines(ui, room, MOST_LINES, b->help, (bp_style){.size = 12});
    return bp_ui_px(ui, (float)set->line) + (lines > 1 ? (lines - 1) * bp_ui_px(ui, MORE) : 0);
}

/* A heading with the rows below it. Returns the row after the last. */
static int next_group(const bp_ui *ui, const setting *set, int first, int *height) {
    const bp_binding *b;
    int i = first;
    for (*height = 0; (b = bp_key_table_row(set->table, i)) && (i == first || !is_heading(b)); i++)
        *height += height_of(ui, set, b);
    return i;
}

/* The columns that the groups take, without splitting any. */
static int columns_for(const bp_ui *ui, const setting *set) {
    int columns = 1, used = 0, height;
    for (int i = 0; bp_key_table_row(set->table, i);) {
        i = next_group(ui, set, i, &height);
        if (used > 0 && used + height > set->room) columns++, used = 0;
        used += height;
    }
    return columns;
}

static void entry(bp_ui *ui, const bp_binding *b, int x, int y, int width) {
    if (is_heading(b)) {
        bp_ui_text(ui, x, y + bp_ui_px(ui, 21), b->help,
                   (bp_style){.size = 13, .face = BP_FACE_SANS_BOLD, .color = ui->theme->here});
        return;
    }
    int base = y + bp_ui_px(ui, 16), after = x + bp_ui_px(ui, KEY);
    bp_ui_key(ui, x, base, b->label, "", BP_ACTION_NONE, 0);
    bp_ui_lines(ui, after, base, width - bp_ui_px(ui, KEY), MORE, MOST_LINES, b->help,
                (bp_style){.size = 12, .color = ui->theme->ink});
}

/* A group that is higher than a column continues in the next one. */
static void draw_columns(bp_ui *ui, const setting *set, int step, int right) {
    int top = bp_ui_px(ui, TOP), x = bp_ui_px(ui, PAD), y = top, high;
    for (int i = 0; bp_key_table_row(set->table, i);) {
        int end = next_group(ui, set, i, &high);
        if (y > top && y + high > top + set->room && x + step + set->width <= right) x += step, y = top;
        for (; i < end; i++) {
            const bp_binding *b = bp_key_table_row(set->table, i);
            high = height_of(ui, set, b);
            if (y + high > top + set->room && x + step + set->width <= right) x += step, y = top;
            if (is_shown(b) && y + high <= top + set->room + bp_ui_px(ui, PAD))
                entry(ui, b, x, y, set->width);
            y += high;
        }
    }
}

void bp_panel_help(bp_ui *ui, const bp_key_table *table, int width, int height) {
    const bp_theme *theme = ui->theme;
    bp_rect all = {0, 0, width, height};
    bp_ui_fill(ui, all, theme->page);
    bp_ui_hit(ui, all, BP_ACTION_HELP, 0); /* a click anywhere closes it */
    int pad = bp_ui_px(ui, PAD);
    bp_ui_text(ui, pad, pad + bp_ui_px(ui, 14), "Keys", (bp_style){.size = 17, .face = BP_FACE_SANS_BOLD});
    bp_ui_text(ui, width - pad, pad + bp_ui_px(ui, 14), "H or Esc closes this",
               (bp_style){.color = theme->quiet, .align = BP_ALIGN_RIGHT});
    int max = (width - 2 * pad) / bp_ui_px(ui, COLUMN), gap = bp_ui_px(ui, 16);
    if (max < 1) max = 1;
    int step = (width - 2 * pad) / max;
    if (step > bp_ui_px(ui, COLUMN + 110)) step = bp_ui_px(ui, COLUMN + 110);
    setting set = {table, LINE, step - gap, height - bp_ui_px(ui, TOP) - pad / 2};
    while (set.line > TIGHT_LINE && columns_for(ui, &set) > max) set.line--;
    draw_columns(ui, &set, step, width - pad + max);
}
