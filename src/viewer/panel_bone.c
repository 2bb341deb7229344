/* The side panel's main page: a skeleton's tree, the selected bone's matrices, and the formulas behind
 * them. */
#include "viewer/panels.h"

enum { TREE_ROW = 22, TREE_ROWS_MIN = 3, TREE_ROWS_WANTED = 6, RULES = 32 };

int bp_panel_bone(bp_ui *ui, const bp_bone_panel *panel, bp_rect rect, bp_drawn_frame *drawn) {
    const bp_viewer *viewer = panel->viewer;
    const bp_matrices_panel matrices = {.bone = panel->bone,
                                        .before = panel->before,
                                        .columns = viewer->settings.columns,
                                        .shown = viewer->settings.all_matrices ? 0 : panel->matrices,
                                        .editable = panel->editable,
                                        .binds = viewer->binds,
                                        .axis = viewer->selection.axis,
                                        .input = &viewer->number,
                                        .all = viewer->settings.all_matrices && panel->matrices,
                                        .lit = bp_viewer_matrix_row(viewer)};
    /* The tree takes the height that remains, but never less than a few rows. */
    int bones = (int)bp_skeleton_count(bp_bone_skeleton(panel->bone));
    int row = bp_ui_px(ui, TREE_ROW), min = row * TREE_ROWS_MIN;
    int wanted = row * (bones < TREE_ROWS_WANTED ? bones : TREE_ROWS_WANTED);
    int formulas = bp_panel_formula_height(ui, &matrices, rect.width);
    int below = bp_ui_px(ui, RULES) + formulas + panel->reserved;
    int height = bp_panel_matrices_height(ui, &matrices, rect.width, rect.height - below - wanted);
    int y = rect.y, bottom = rect.y + rect.height, tall = rect.height - below - height;
    bp_tree_panel tree = {.selected = panel->bone,
                          .search = viewer->search.open ? viewer->search.name : NULL,
                          .scroll = viewer->selection.scroll,
                          .location = panel->location,
                          .hide_node = panel->hide_node};
    if (viewer->hover.bone && viewer->hover.stage == viewer->selection.stage)
        tree.hovered = bp_skeleton_bone_by_id(bp_bone_skeleton(panel->bone), viewer->hover.bone - 1);
    drawn->tree = (bp_rect){rect.x, y, rect.width, tall > min ? tall : min};
    int used = bp_panel_tree(ui, &tree, drawn->tree);
    drawn->tree_scroll = tree.scroll;
    /* The matrices stay where they are while a search shortens the list. */
    y += (tree.search ? drawn->tree.height : used) + bp_ui_px(ui, 8);
    y += bp_panel_rule(ui, rect, y);
    if (height > bottom - y) height = bottom - y;
    bp_panel_matrices(ui, &matrices, (bp_rect){rect.x, y, rect.width, height});
    y += height;
    if (formulas == 0 || bottom - y < bp_ui_px(ui, BP_FORMULA_LEADING + 8)) return y - rect.y;
    y += bp_panel_rule(ui, rect, y);
    y += bp_panel_formula(ui, &matrices, (bp_rect){rect.x, y, rect.width, bottom - y});
    return y - rect.y;
}
