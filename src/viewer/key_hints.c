/* The row of keys at the bottom of the window. */
#include "viewer/panels.h"

static int width_of(const bp_ui *ui, const bp_key_table *table, bp_key_hint hint) {
    const bp_binding *binding = bp_key_table_find_action(table, hint.action, hint.value);
    return bp_ui_key_width(ui, binding->label, binding->caption) + bp_ui_px(ui, 10);
}

void bp_key_hints(bp_ui *ui, const bp_key_table *table, const bp_key_hint *hints, int count, bp_rect row) {
    const bp_key_hint help = {BP_ACTION_HELP, 0};
    int fitting = 0, used = width_of(ui, table, help) - bp_ui_px(ui, 10);
    while (fitting < count && used + width_of(ui, table, hints[fitting]) <= row.width)
        used += width_of(ui, table, hints[fitting++]);
    int x = row.x + row.width - used;
    for (int i = 0; i <= fitting; i++) {
        bp_key_hint hint = i < fitting ? hints[i] : help;
        const bp_binding *binding = bp_key_table_find_action(table, hint.action, hint.value);
        bp_ui_key(ui, x, row.y, binding->label, binding->caption, binding->action, binding->value);
        x += width_of(ui, table, hint);
    }
}
