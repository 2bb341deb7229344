/* The side panel's main page: a skeleton's tree, the selected bone's matrices, and the formulas behind
 * them. */
#include "viewer/panels.h"

enum { TREE_ROW = 22, TREE_ROWS_MIN = 3, MATRICES = 4 * 91, RULES = 30 };

int bp_panel_bone(bp_ui *ui, const bp_bone_panel *panel, bp_rect rect, bp_drawn_frame *drawn) {
    const bp_viewer *viewer = panel->viewer;
    bool columns = viewer->settings.columns;
    int y = rect.y, bottom = rect.y + rect.height, min = bp_ui_px(ui, TREE_ROWS_MIN * TREE_ROW);
    int tall = rect.height - bp_ui_px(ui, MATRICES + RULES + 3 * BP_FORMULA_LEADING) - panel->reserved;
    bp_tree_panel tree = {.selected = panel->bone,
                          .search = viewer->search.open ? viewer->search.name : NULL,
                          .scroll = viewer->selection.scroll,
                          .location = panel->location};
    drawn->tree = (bp_rect){rect.x, y, rect.width, tall > min ? tall : min};
    int used = bp_panel_tree(ui, &tree, drawn->tree);
    drawn->tree_scroll = tree.scroll;
    /* The matrices stay where they are while a search shortens the list. */
    y += (tree.search ? drawn->tree.height : used) + bp_ui_px(ui, 8);
    y += bp_panel_rule(ui, rect, y);
    y += bp_panel_matrices(ui, panel->bone, panel->before, columns,
                           (bp_rect){rect.x, y, rect.width, bottom - y});
    if (bottom - y < bp_ui_px(ui, BP_FORMULA_LEADING)) return rect.height;
    y += bp_panel_rule(ui, rect, y);
    y += bp_panel_formula(ui, panel->bone, columns, (bp_rect){rect.x, y, rect.width, bottom - y});
    return y - rect.y;
}
