/* All keys, over everything: as many columns as fit. What is long to say goes on in a second line. */
#include "app/panels.h"

enum { LINE = 24, MORE = 15, HEAD = 30, COLUMN = 370, KEY = 104, PAD = 24, MOST_LINES = 2 };

static bool is_heading(const bp_binding *b) { return !b->label && b->help; }
static bool is_shown(const bp_binding *b) { return b->help != NULL; }

/* Of an entry in a column that is so wide, in pixels. */
static int height_of(const bp_ui *ui, const bp_binding *b, int width) {
    if (!is_shown(b)) return 0;
    if (is_heading(b)) return bp_ui_px(ui, HEAD);
    int lines = bp_ui_count_lines(ui, width - bp_ui_px(ui, KEY), MOST_LINES, b->help, (bp_style){.size = 12});
    return bp_ui_px(ui, LINE) + (lines > 1 ? (lines - 1) * bp_ui_px(ui, MORE) : 0);
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

void bp_panel_help(bp_ui *ui, const bp_key_table *table, int width, int height) {
    const bp_theme *theme = ui->theme;
    bp_rect all = {0, 0, width, height};
    bp_ui_fill(ui, all, theme->page);
    bp_ui_hit(ui, all, BP_ACTION_HELP, 0); /* a click anywhere closes it */
    int pad = bp_ui_px(ui, PAD), top = pad + bp_ui_px(ui, 34), wide = bp_ui_px(ui, COLUMN);
    bp_ui_text(ui, pad, pad + bp_ui_px(ui, 14), "Keys", (bp_style){.size = 17, .face = BP_FACE_SANS_BOLD});
    bp_ui_text(ui, width - pad, pad + bp_ui_px(ui, 14), "H or Esc closes this",
               (bp_style){.color = theme->quiet, .align = BP_ALIGN_RIGHT});
    int columns = (width - 2 * pad) / wide;
    if (columns < 1) columns = 1;
    wide = (width - 2 * pad) / columns;
    int x = pad, y = top, gap = bp_ui_px(ui, 16);
    for (int i = 0; i < table->count; i++) {
        const bp_binding *b = &table->bindings[i];
        int high = height_of(ui, b, wide - gap), need = high;
        if (is_heading(b)) need += bp_ui_px(ui, 2 * LINE); /* no heading at a column's foot */
        if (y + need > height - pad / 2 && x + 2 * wide <= width - pad + columns) {
            x += wide;
            y = top;
        }
        if (is_shown(b) && y + high <= height) entry(ui, b, x, y, wide - gap);
        y += high;
    }
}
