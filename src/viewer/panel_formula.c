/* The formulas of the selected bone's matrices, with its name. */
#include "viewer/bone_tree.h"
#include "viewer/panels.h"
#include <stdio.h>

enum { LINE = BP_FORMULA_LEADING, MOST = 3 };

typedef struct formula {
    char left[96], first[96], second[96]; /* left = first * second; second may be "" */
} formula;

static formula final_formula(const bp_bone *bone) {
    formula f = {.left = ""};
    char label[32];
    const char *name = bp_bone_label(bone, label, sizeof label);
    snprintf(f.left, sizeof f.left, "final(%.40s)", name);
    snprintf(f.first, sizeof f.first, "absBind(%.40s)⁻¹", name);
    snprintf(f.second, sizeof f.second, "chain(%.40s)", name);
    return f;
}

/* `matrix`: "chain" or "absolute", which have the same formula. */
static formula product_formula(const bp_bone *bone, const char *matrix) {
    formula f = {.left = ""};
    char label[32], above[32];
    const char *name = bp_bone_label(bone, label, sizeof label);
    const bp_bone *parent = bp_bone_parent(bone);
    snprintf(f.left, sizeof f.left, "%s(%.40s)", matrix, name);
    snprintf(f.first, sizeof f.first, "local(%.40s)", name);
    if (parent)
        snprintf(f.second, sizeof f.second, "%s(%.40s)", matrix, bp_bone_label(parent, above, sizeof above));
    return f;
}

/* One line, or two with the product on the second. Returns the lines; 0: no space. */
static int draw_formula(bp_ui *ui, const formula *f, bool columns, bp_rect rect, int y) {
    if (rect.height < bp_ui_px(ui, LINE)) return 0;
    char product[200], whole[300];
    if (!f->second[0])
        snprintf(product, sizeof product, "%s", f->first);
    else
        snprintf(product, sizeof product, "%s · %s", columns ? f->second : f->first,
                 columns ? f->first : f->second);
    snprintf(whole, sizeof whole, "%.95s = %s", f->left, product);
    bp_style style = {.size = 12, .face = BP_FACE_MONO};
    if (bp_ui_text_width(ui, whole, style) <= rect.width) {
        bp_ui_text(ui, rect.x, y, whole, style);
        return 1;
    }
    if (rect.height < 2 * bp_ui_px(ui, LINE)) return 0;
    snprintf(whole, sizeof whole, "%.95s =", f->left);
    style.max_width = rect.width;
    bp_ui_text(ui, rect.x, y, whole, style);
    style.max_width -= bp_ui_px(ui, 16);
    bp_ui_text(ui, rect.x + bp_ui_px(ui, 16), y + bp_ui_px(ui, LINE), product, style);
    return 2;
}

int bp_panel_formula(bp_ui *ui, const bp_bone *bone, bool columns, bp_rect rect) {
    const formula formulas[MOST] = {final_formula(bone), product_formula(bone, "chain"),
                                    product_formula(bone, "absolute")};
    int lines = 0, line = bp_ui_px(ui, LINE);
    for (int i = 0; i < MOST; i++) {
        bp_rect left = {rect.x, rect.y + lines * line, rect.width, rect.height - lines * line};
        int taken = draw_formula(ui, &formulas[i], columns, left, left.y + bp_ui_px(ui, 13));
        if (taken == 0) break;
        lines += taken;
    }
    return lines * line;
}
