/* How the selected bone's matrices follow from others. Matrices that the last change changed are marked. */
#include "app/bone_tree.h"
#include "app/matrices.h"
#include <stdio.h>
#include <string.h>

enum { LINE = BP_FORMULA_LEADING, FORMULAS_MAX = 3 };

typedef struct formula_term {
    char name[64];
    bool changed;
} formula_term;

typedef struct formula {
    formula_term left, first, second; /* left = first * second; second may be "" */
} formula;

static bool differ(bp_mat4 a, bp_mat4 b) {
    for (int i = 0; i < 16; i++)
        if (!(fabsf(a.m[i] - b.m[i]) <= 5e-5f * (1 + fabsf(a.m[i])))) return true;
    return false;
}

/* The parent's matrix from a bone's own one and its local: local^-1 * own. False: it has no inverse. */
static bool parents_of(bp_mat4 local, bp_mat4 own, bp_mat4 *out) {
    bp_mat4 inverse;
    if (!bp_mat4_inverse(local, &inverse)) return false;
    *out = bp_mat4_mul(inverse, own);
    return true;
}

/* Whether own, and then the parent's, changed; `own` is the chain or the absolute. */
static void mark_product(formula *f, const bp_matrices_panel *panel, bp_mat4 own, bp_mat4 own_before) {
    bp_matrices now = bp_matrices_of(panel->bone);
    const bp_matrices *before = panel->before;
    bp_mat4 parents, parents_before;
    f->left.changed = before->valid && differ(own, own_before);
    f->first.changed = before->valid && differ(now.m[0], before->m[0]);
    f->second.changed =
        before->valid && now.current && before->current && parents_of(now.m[0], own, &parents) &&
        parents_of(before->m[0], own_before, &parents_before) && differ(parents, parents_before);
}

static formula product_formula(const bp_matrices_panel *panel, const char *matrix) {
    formula f = {.left = {.name = ""}};
    char above[32];
    const bp_bone *parent = bp_bone_parent(panel->bone);
    snprintf(f.left.name, sizeof f.left.name, "%s", matrix);
    snprintf(f.first.name, sizeof f.first.name, "local");
    if (parent)
        snprintf(f.second.name, sizeof f.second.name, "%s of %.40s", matrix,
                 bp_bone_label(parent, above, sizeof above));
    return f;
}

/* Those whose matrices are shown. */
static int make_formulas(const bp_matrices_panel *panel, formula *formulas) {
    unsigned shown = panel->shown ? panel->shown : ~0U;
    bp_matrices now = bp_matrices_of(panel->bone);
    const bp_matrices *before = panel->before;
    int count = 0;
    if (shown & BP_MATRIX_FINAL && shown & BP_MATRIX_ABSOLUTE_INVERSE_BIND) {
        /* Before the change the chain was absolute bind * final. */
        bp_mat4 chain = bp_bone_chain(panel->bone), chain_before = bp_mat4_mul(before->m[4], before->m[2]);
        formula f = {{"final", false}, {"absolute inverse bind", false}, {"chain", false}};
        f.left.changed = before->valid && differ(now.m[2], before->m[2]);
        f.first.changed = before->valid && differ(now.m[5], before->m[5]);
        f.second.changed = before->valid && differ(chain, chain_before);
        formulas[count++] = f;
        formulas[count] = product_formula(panel, "chain");
        mark_product(&formulas[count++], panel, chain, chain_before);
    }
    if (shown & BP_MATRIX_ABSOLUTE) {
        formulas[count] = product_formula(panel, "absolute");
        mark_product(&formulas[count++], panel, now.m[1], before->m[1]);
    }
    return count;
}

static bp_style term_style(const bp_painter *p, const formula_term *term) {
    bp_style style = {.size = 12, .face = BP_FACE_MONO};
    if (term->changed) style.face = BP_FACE_MONO_BOLD, style.color = p->theme->changed;
    return style;
}

static int draw_term(bp_painter *p, const formula_term *term, int x, int y, int right) {
    bp_style style = term_style(p, term);
    style.max_width = right - x > 0 ? right - x : 1;
    int width = bp_painter_text(p, x, y, term->name, style);
    if (term->changed)
        bp_painter_fill(p, (bp_rect){x, y + bp_painter_px(p, 2), width, bp_painter_px(p, 1)},
                        p->theme->changed);
    return x + width;
}

static int draw_sign(bp_painter *p, const char *text, int x, int y) {
    return x + bp_painter_text(p, x, y, text, (bp_style){.size = 12, .face = BP_FACE_MONO});
}

static int width_of(const bp_painter *p, const formula *f) {
    char whole[220];
    snprintf(whole, sizeof whole, "%s = %s%s%s", f->left.name, f->first.name, f->second.name[0] ? " · " : "",
             f->second.name);
    return bp_painter_text_width(p, whole, (bp_style){.size = 12, .face = BP_FACE_MONO});
}

static int lines_of(const bp_painter *p, const formula *f, int width) {
    return width_of(p, f) <= width ? 1 : 2;
}

/* One line, or two with the product on the second. */
static void draw_formula(bp_painter *p, const formula *f, bool columns, bp_rect rect) {
    const formula_term *first = columns && f->second.name[0] ? &f->second : &f->first;
    const formula_term *second = columns ? &f->first : &f->second;
    int y = rect.y + bp_painter_px(p, 13), right = rect.x + rect.width;
    bool wrap = lines_of(p, f, rect.width) > 1;
    int x = draw_sign(p, wrap ? " =" : " = ", draw_term(p, &f->left, rect.x, y, right), y);
    if (wrap) x = rect.x + bp_painter_px(p, 16), y += bp_painter_px(p, LINE);
    x = draw_term(p, first, x, y, right);
    if (f->second.name[0]) draw_term(p, second, draw_sign(p, " · ", x, y), y, right);
}

int bp_formulas_draw(bp_painter *p, const bp_matrices_panel *panel, bp_rect rect) {
    formula formulas[FORMULAS_MAX];
    int count = make_formulas(panel, formulas), used = 0, line = bp_painter_px(p, LINE);
    for (int i = 0; i < count; i++) {
        int height = line * lines_of(p, &formulas[i], rect.width);
        if (used + height > rect.height) break;
        draw_formula(p, &formulas[i], panel->columns, (bp_rect){rect.x, rect.y + used, rect.width, height});
        used += height;
    }
    return used;
}
