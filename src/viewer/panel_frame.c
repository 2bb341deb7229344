/* The frame of every window: the title bar with its switches, the ground of the side panel, and the row of
 * keys at the bottom. */
#include "viewer/panels.h"

enum {
    SIDE = 484,          /* matrices in two columns */
    SIDE_NARROW = 330,   /* in one */
    NARROW_MOST = 4,     /* so many matrices fit below each other, ... */
    TALL_FROM = 720,     /* ... from this height of the window */
    SWITCHES_FROM = 540, /* width of a touch screen's title bar with switches */
};

int bp_side_width(const bp_view_settings *settings, const bp_ui *ui, int matrices, int from_width,
                  int from_height) {
    bool narrow = matrices <= NARROW_MOST && settings->height >= bp_ui_px(ui, TALL_FROM) && !settings->fold;
    int side = bp_ui_px(ui, narrow ? SIDE_NARROW : SIDE), max = settings->width * 3 / 4;
    bool fits = !settings->compact && settings->width >= bp_ui_px(ui, (float)from_width) &&
                settings->height >= bp_ui_px(ui, (float)from_height);
    bool open = fits != settings->fold;
    if (!open) return 0;
    return side > max ? max : side;
}

void bp_panel_side_ground(bp_ui *ui, bp_rect rect) {
    bp_ui_fill(ui, rect, ui->theme->bar);
    bp_ui_fill(ui, (bp_rect){rect.x, rect.y, 1, rect.height}, ui->theme->rule);
}

int bp_panel_rule(bp_ui *ui, bp_rect panel, int y) {
    bp_ui_fill(ui, (bp_rect){panel.x, y, panel.width, 1}, ui->theme->rule);
    return bp_ui_px(ui, 8);
}

void bp_panel_title_bar(bp_ui *ui, bp_rect bar) {
    bp_ui_fill(ui, bar, ui->theme->bar);
    bp_ui_fill(ui, (bp_rect){bar.x, bar.y + bar.height - 1, bar.width, 1}, ui->theme->rule);
}

int bp_panel_title_switch(bp_ui *ui, bp_rect bar, int right, const char *text, bp_action action) {
    bp_style style = {.size = 13, .color = ui->theme->quiet};
    int width = bp_ui_text_width(ui, text, style), x = right - width;
    bp_ui_text(ui, x, bar.y + bp_ui_px(ui, 26), text, style);
    bp_ui_hit(ui, (bp_rect){x - bp_ui_px(ui, 6), bar.y, width + bp_ui_px(ui, 12), bar.height - 1}, action, 0);
    return x - bp_ui_px(ui, 20);
}

int bp_panel_title_switches(bp_ui *ui, bp_rect bar, const bp_view_settings *settings, bool matrices) {
    int right = bar.width - bp_ui_px(ui, 16) - settings->corner;
    if (ui->touch && bar.width < bp_ui_px(ui, SWITCHES_FROM)) return right;
    if (!ui->touch) right = bp_panel_title_switch(ui, bar, right, "H help", BP_ACTION_HELP);
    if (!matrices) return right;
    return bp_panel_title_switch(ui, bar, right, settings->columns ? "columns" : "rows", BP_ACTION_COLUMNS);
}

static int width_of(const bp_ui *ui, const bp_key_table *table, bp_key_hint hint) {
    const bp_binding *binding = bp_key_table_find_action(table, (int)hint.action, hint.value);
    return bp_ui_key_width(ui, binding->label, binding->caption) + bp_ui_px(ui, 10);
}

void bp_key_hints(bp_ui *ui, const bp_key_table *table, const bp_key_hint *hints, int count, bp_rect row) {
    const bp_key_hint help = {BP_ACTION_HELP, 0};
    if (ui->touch) return;
    int fitting = 0, used = width_of(ui, table, help) - bp_ui_px(ui, 10);
    while (fitting < count && used + width_of(ui, table, hints[fitting]) <= row.width)
        used += width_of(ui, table, hints[fitting++]);
    int x = row.x + row.width - used;
    for (int i = 0; i <= fitting; i++) {
        bp_key_hint hint = i < fitting ? hints[i] : help;
        const bp_binding *binding = bp_key_table_find_action(table, (int)hint.action, hint.value);
        bp_ui_key(ui, x, row.y, binding->label, binding->caption, (bp_action)binding->action, binding->value);
        x += width_of(ui, table, hint);
    }
}
