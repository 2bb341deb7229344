/* The selected stage's bones as a tree: indented, the selected one marked by a bar, a ground and weight.
 * Where there are more than fit, the selected one stays in sight. While a name is searched only the bones that
 * have it are listed. */
#include "app/panels.h"
#include "app/tree.h"
#include <stdio.h>

enum { ROW = 22, INDENT = 12, DEEPEST = 10 };

static bool listed(const bp_viewer *viewer, const bp_bone *bone) {
    return !viewer->typed.search || bp_name_has(bp_bone_name(bone), viewer->typed.name);
}

/* How many rows there are, and which of them is the selected bone's. */
static int count_rows(const bp_viewer *viewer, const bp_skeleton *skeleton, const bp_bone *selected,
                      int *selected_row) {
    int count = 0;
    *selected_row = 0;
    for (const bp_bone *bone = bp_tree_first(skeleton); bone; bone = bp_tree_next(bone)) {
        if (!listed(viewer, bone)) continue;
        if (bone == selected) *selected_row = count;
        count++;
    }
    return count;
}

static void row(bp_ui *ui, const bp_panel_scope *panel, const bp_bone *bone, bool selected, bp_rect rect) {
    const bp_theme *theme = ui->theme;
    const bp_viewer *viewer = panel->viewer;
    int depth = bp_tree_depth(bone), base = rect.y + bp_ui_px(ui, 15);
    if (depth > DEEPEST) depth = DEEPEST;
    int x = rect.x + bp_ui_px(ui, (float)(10 + INDENT * depth));
    if (selected) {
        bp_ui_fill(ui, rect, theme->card);
        bp_ui_fill(ui, (bp_rect){rect.x, rect.y, bp_ui_px(ui, 3), rect.height}, theme->changed);
    }
    bp_style style = {.size = 13, .max_width = rect.x + rect.width - x - bp_ui_px(ui, 6)};
    if (selected) style.face = BP_FACE_SANS_BOLD;
    x += bp_ui_text(ui, x, base, bp_bone_name(bone), style) + bp_ui_px(ui, 10);
    bp_ui_hit(ui, rect, BP_ACTION_BONE, (int)bp_bone_number(bone));
    if (!selected) return;
    char where[160];
    const bp_world *world = panel->scope->world;
    const bp_node *node = bp_bone_node(bone);
    int used = snprintf(where, sizeof where, "%s", node ? "linked to " : "");
    if (node) used += snprintf(where + used, sizeof where - (size_t)used, "%.60s, ", bp_node_name(node));
    if (used > 0 && used < (int)sizeof where && world->stage_count > 1)
        snprintf(where + used, sizeof where - (size_t)used, "stage %d", viewer->choice.stage + 1);
    else if (world->stage_count > 1)
        snprintf(where, sizeof where, "stage %d", viewer->choice.stage + 1);
    int room = rect.x + rect.width - x - bp_ui_px(ui, 6);
    if (room > bp_ui_px(ui, 40))
        bp_ui_text(ui, x, base, where, (bp_style){.size = 12, .color = theme->quiet, .max_width = room});
}

static void search_line(bp_ui *ui, const bp_panel_scope *panel, bp_rect rect) {
    char text[64];
    snprintf(text, sizeof text, "/%s_", panel->viewer->typed.name);
    bp_ui_box(ui, (bp_rect){rect.x, rect.y + 1, rect.width, rect.height - 2}, ui->theme->page, 4,
              ui->theme->here);
    bp_ui_text(ui, rect.x + bp_ui_px(ui, 8), rect.y + bp_ui_px(ui, 15), text,
               (bp_style){.face = BP_FACE_MONO, .size = 12});
}

/* A mark at the right edge: which part of the list is in sight. */
static void scroll_mark(bp_ui *ui, bp_rect rect, int top, int rows, int count) {
    if (count <= rows) return;
    int wide = bp_ui_px(ui, 3), height = rect.height * rows / count;
    if (height < bp_ui_px(ui, 10)) height = bp_ui_px(ui, 10);
    int y = rect.y + (rect.height - height) * top / (count - rows);
    bp_ui_fill(ui, (bp_rect){rect.x + rect.width + bp_ui_px(ui, 4), y, wide, height}, ui->theme->rule);
}

int bp_panel_tree(bp_ui *ui, const bp_panel_scope *panel, bp_rect rect) {
    const bp_viewer *viewer = panel->viewer;
    const bp_bone *selected = bp_viewer_bone(viewer, panel->scope->world);
    if (!selected) return 0;
    const bp_skeleton *skeleton = bp_bone_skeleton(selected);
    int high = bp_ui_px(ui, ROW), at = 0, chosen, taken = 0;
    if (viewer->typed.search) {
        search_line(ui, panel, (bp_rect){rect.x, rect.y, rect.width, high});
        taken = high;
    }
    int count = count_rows(viewer, skeleton, selected, &chosen), rows = (rect.height - taken) / high;
    if (rows < 1) rows = 1;
    if (rows > count) rows = count;
    int top = chosen - rows / 2 + viewer->choice.scroll;
    if (top > count - rows) top = count - rows;
    if (top < 0) top = 0;
    bp_rect list = {rect.x, rect.y + taken, rect.width, rows * high};
    for (const bp_bone *bone = bp_tree_first(skeleton); bone && at < top + rows; bone = bp_tree_next(bone)) {
        if (!listed(viewer, bone)) continue;
        if (at >= top)
            row(ui, panel, bone, bone == selected,
                (bp_rect){list.x, list.y + (at - top) * high, list.width, high});
        at++;
    }
    scroll_mark(ui, list, top, rows, count);
    return taken + rows * high;
}
