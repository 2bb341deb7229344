/* The lowest row: the steps as dots, where one is, and the keys that are of use now. */
#include "viewer/panels.h"
#include <stdio.h>

enum { PAD = 16, DOT = 16 };

/* Returns the x after the dots; with more steps than fit there are only words. */
static int dots(bp_ui *ui, const bp_panel_scope *panel, int x, int y, int room) {
    const bp_theme *theme = ui->theme;
    int count = panel->scope->lesson->step_count, now = panel->viewer->position.step, wide = bp_ui_px(ui, DOT);
    if (count * wide <= room) {
        for (int i = 0; i < count; i++) {
            bp_rgba8 color = i == now ? theme->here : theme->quiet;
            int at = x + wide * i + wide / 2;
            bp_ui_dot(ui, at, y, i == now ? 5.5f : 5, color, i <= now);
            bp_ui_hit(ui, (bp_rect){at - wide / 2, y - wide / 2, wide, wide}, BP_ACTION_STEP, i);
        }
        x += wide * count + bp_ui_px(ui, 10);
    }
    char text[40];
    snprintf(text, sizeof text, "%d of %d", now + 1, count);
    return x + bp_ui_text(ui, x, y + bp_ui_px(ui, 4), text, (bp_style){.color = theme->quiet});
}

enum { USES_MAX = 16 };

/* Keys of use now, the most useful first. */
static int uses_of_now(const bp_panel_scope *panel, bp_key_hint *uses) {
    static const bp_key_hint always[] = {{BP_ACTION_BONE_NEXT, 0},        {BP_ACTION_ROTATE, 1},
                                        {BP_ACTION_SHOW, BP_SHOW_BONES}, {BP_ACTION_SHOW, BP_SHOW_WIREFRAME},
                                        {BP_ACTION_SHOW, BP_SHOW_AXES},  {BP_ACTION_SHOW, BP_SHOW_WEIGHTS},
                                        {BP_ACTION_ENGINE, 0},           {BP_ACTION_COLUMNS, 0}};
    const bp_viewer *viewer = panel->viewer;
    bool asking = viewer->position.asking, last = viewer->position.step + 1 == panel->scope->lesson->step_count;
    int count = 0;
    if (asking) uses[count++] = (bp_key_hint){BP_ACTION_ENTER, 0};
    if (!last || asking) uses[count++] = (bp_key_hint){BP_ACTION_NEXT, 0};
    if (viewer->position.step > 0) uses[count++] = (bp_key_hint){BP_ACTION_BACK, 0};
    if (last && !asking) uses[count++] = (bp_key_hint){BP_ACTION_LEAVE, 0};
    if (panel->layout->panel.width == 0) uses[count++] = (bp_key_hint){BP_ACTION_PANEL, 0};
    if (viewer->rotations.undo_count > 0) uses[count++] = (bp_key_hint){BP_ACTION_UNDO, 0};
    for (size_t i = 0; i < BP_COUNT(always); i++) uses[count++] = always[i];
    return count;
}

static int width_of(const bp_ui *ui, const bp_key_table *table, bp_key_hint one) {
    const bp_binding *binding = bp_key_table_find_action(table, one.action, one.value);
    return bp_ui_key_width(ui, binding->label, binding->does) + bp_ui_px(ui, 10);
}

void bp_key_hints(bp_ui *ui, const bp_key_table *table, const bp_key_hint *uses, int count, bp_rect row) {
    const bp_key_hint help = {BP_ACTION_HELP, 0};
    int fitting = 0, used = width_of(ui, table, help) - bp_ui_px(ui, 10);
    while (fitting < count && used + width_of(ui, table, uses[fitting]) <= row.width)
        used += width_of(ui, table, uses[fitting++]);
    int x = row.x + row.width - used;
    for (int i = 0; i <= fitting; i++) {
        bp_key_hint one = i < fitting ? uses[i] : help;
        const bp_binding *binding = bp_key_table_find_action(table, one.action, one.value);
        bp_ui_key(ui, x, row.y, binding->label, binding->does, binding->action, binding->value);
        x += width_of(ui, table, one);
    }
}

void bp_panel_keys(bp_ui *ui, const bp_panel_scope *panel) {
    bp_rect rect = panel->layout->keys;
    bp_key_hint uses[USES_MAX];
    int pad = bp_ui_px(ui, PAD), y = rect.y + rect.height - bp_ui_px(ui, 20);
    int right = rect.width - pad, x = dots(ui, panel, pad, y, rect.width / 2);
    x += bp_ui_px(ui, 20);
    if (panel->viewer->notice[0])
        bp_ui_text(ui, x, y + bp_ui_px(ui, 4), panel->viewer->notice,
                   (bp_style){.color = ui->theme->here, .max_width = right - x});
    else
        bp_key_hints(ui, &bp_lesson_keys, uses, uses_of_now(panel, uses),
                   (bp_rect){x, y + bp_ui_px(ui, 5), right - x, 0});
}
