/* A skeleton's bones as an indented tree. By default the selected bone is in the middle. During a search
 * only matching bones are listed. */
#include "viewer/bone_tree.h"
#include "viewer/panels.h"
#include <stdio.h>
#include <string.h>

enum { ROW = 22, INDENT = 12, DEEPEST = 10 };

static bool listed(const bp_tree_panel *tree, const bp_bone *bone) {
    return !tree->search || bp_name_contains(bp_bone_name(bone), tree->search);
}

/* The number of rows, and the selected bone's row. */
static int count_rows(const bp_tree_panel *tree, int *selected_row) {
    int count = 0;
    *selected_row = 0;
    const bp_bone *bone = bp_bone_tree_first(bp_bone_skeleton(tree->selected));
    for (; bone; bone = bp_bone_tree_next(bone)) {
        if (!listed(tree, bone)) continue;
        if (bone == tree->selected) *selected_row = count;
        count++;
    }
    return count;
}

/* Behind the selected bone's name: its node and location. */
static void draw_location(bp_ui *ui, const bp_tree_panel *tree, int x, int base, int right) {
    char where[160];
    const bp_node *node = tree->hide_node ? NULL : bp_bone_node(tree->selected);
    const char *name = node ? bp_node_name(node) : "", *more = tree->location ? tree->location : "";
    bool same = node && strcmp(name, bp_bone_name(tree->selected)) == 0;
    snprintf(where, sizeof where, "%s%.60s%s%.60s", node ? "linked to " : "", same ? "its node" : name,
             node && *more ? ", " : "", more);
    bp_style style = {.size = 12, .color = ui->theme->quiet};
    const char *words = *more && bp_ui_text_width(ui, where, style) > right - x ? more : where;
    style.max_width = right - x;
    if (right - x > bp_ui_px(ui, 40)) bp_ui_text(ui, x, base, words, style);
}

static void row(bp_ui *ui, const bp_tree_panel *tree, const bp_bone *bone, bp_rect rect) {
    const bp_theme *theme = ui->theme;
    bool selected = bone == tree->selected;
    char label[32];
    int depth = bp_bone_tree_depth(bone), base = rect.y + bp_ui_px(ui, 15);
    if (depth > DEEPEST) depth = DEEPEST;
    int x = rect.x + bp_ui_px(ui, (float)(10 + INDENT * depth));
    if (selected) {
        bp_ui_fill(ui, rect, theme->card);
        bp_ui_fill(ui, (bp_rect){rect.x, rect.y, bp_ui_px(ui, 3), rect.height}, theme->changed);
    }
    if (bone == tree->hovered) bp_ui_box(ui, rect, (bp_rgba8){0}, 3, theme->here);
    bp_style style = {.size = 13, .max_width = rect.x + rect.width - x - bp_ui_px(ui, 6)};
    if (selected) style.face = BP_FACE_SANS_BOLD;
    x += bp_ui_text(ui, x, base, bp_bone_label(bone, label, sizeof label), style) + bp_ui_px(ui, 10);
    bp_ui_hit(ui, rect, BP_ACTION_BONE, (int)bp_bone_id(bone));
    if (selected) draw_location(ui, tree, x, base, rect.x + rect.width - bp_ui_px(ui, 6));
}

static void search_line(bp_ui *ui, const char *search, bp_rect rect) {
    char text[64];
    snprintf(text, sizeof text, "/%.40s_", search);
    bp_ui_box(ui, (bp_rect){rect.x, rect.y + 1, rect.width, rect.height - 2}, ui->theme->page, 4,
              ui->theme->here);
    bp_ui_text(ui, rect.x + bp_ui_px(ui, 8), rect.y + bp_ui_px(ui, 15), text,
               (bp_style){.face = BP_FACE_MONO, .size = 12});
}

void bp_scroll_indicator(bp_ui *ui, bp_rect rect, int top, int rows, int count) {
    if (count <= rows) return;
    int wide = bp_ui_px(ui, 3), height = rect.height * rows / count;
    if (height < bp_ui_px(ui, 10)) height = bp_ui_px(ui, 10);
    int y = rect.y + (rect.height - height) * top / (count - rows);
    bp_ui_fill(ui, (bp_rect){rect.x + rect.width + bp_ui_px(ui, 4), y, wide, height}, ui->theme->floor);
}

int bp_panel_tree(bp_ui *ui, bp_tree_panel *tree, bp_rect rect) {
    int high = bp_ui_px(ui, ROW), at = 0, chosen, taken = 0;
    if (tree->search) {
        search_line(ui, tree->search, (bp_rect){rect.x, rect.y, rect.width, high});
        taken = high;
    }
    int count = count_rows(tree, &chosen);
    if (count == 0) { /* no match */
        bp_ui_text(ui, rect.x + bp_ui_px(ui, 10), rect.y + taken + bp_ui_px(ui, 15),
                   "no bone has that in its name",
                   (bp_style){.color = ui->theme->quiet, .max_width = rect.width});
        return taken + high;
    }
    int rows = (rect.height - taken) / high;
    if (rows < 1) rows = 1;
    if (rows > count) rows = count;
    int top = chosen - rows / 2 + tree->scroll;
    if (top > count - rows) top = count - rows;
    if (top < 0) top = 0;
    tree->scroll = top - (chosen - rows / 2);
    bp_rect list = {rect.x, rect.y + taken, rect.width, rows * high};
    const bp_bone *bone = bp_bone_tree_first(bp_bone_skeleton(tree->selected));
    for (; bone && at < top + rows; bone = bp_bone_tree_next(bone)) {
        if (!listed(tree, bone)) continue;
        if (at >= top) row(ui, tree, bone, (bp_rect){list.x, list.y + (at - top) * high, list.width, high});
        at++;
    }
    bp_scroll_indicator(ui, list, top, rows, count);
    return taken + rows * high;
}
