/* The side: whose matrices, the matrices, what they are made of, and where page and engine part. The tree gets
 * what the others leave, and at least three rows. */
#include "viewer/panels.h"
#include <stdio.h>

enum { PAD = 14, ROW = 22, MATRICES = 4 * 91, FORMULA_LINE = BP_FORMULA_LEADING };

/* ---- page and engine ------------------------------------------------------------------------------ */

/* "page 0.5  engine 0.25", the side in force in ink; one number where both do the same. */
static void put_numbers(bp_ui *ui, const bp_engine_difference *two, bool engine, bp_rect rect, int y) {
    const bp_theme *theme = ui->theme;
    char text[64];
    int x = rect.x;
    bool same = two->page == two->engine;
    for (int side = 0; side < (same ? 1 : 2); side++) {
        bool now = same || engine == (side == 1);
        const char *rules = same ? "by both rules" : side ? "engine" : "page";
        snprintf(text, sizeof text, "%s %s %.5g", now ? "●" : "○", rules,
                 (double)(side ? two->engine : two->page));
        bp_style style = {.size = 12, .face = now ? BP_FACE_MONO_BOLD : BP_FACE_MONO};
        style.color = now ? theme->ink : theme->quiet;
        x += bp_ui_text(ui, x, y, text, style) + bp_ui_px(ui, 18);
    }
    const char *unit = two->claim->unit;
    if (unit) bp_ui_text(ui, x, y, unit, (bp_style){.size = 12, .color = theme->quiet});
}

/* What page or engine say to it; with their name where the number is the same for both. */
static const char *put_words(const bp_engine_difference *two, bool engine, char *text, size_t size) {
    const char *words = engine ? two->claim->engine : two->claim->page;
    if (!words) return two->claim->text;
    if (two->page != two->engine) return words;
    snprintf(text, size, "%s: %s", engine ? "the engine" : "the page", words);
    return text;
}

int bp_panel_engine(bp_ui *ui, const bp_panel_scope *panel, bp_rect rect) {
    const bp_panel_data *data = panel->data;
    bool engine = panel->viewer->position.engine;
    int line = bp_ui_px(ui, FORMULA_LINE), y = rect.y + bp_ui_px(ui, 13);
    bp_style quiet = {.size = 12, .color = ui->theme->quiet, .max_width = rect.width};
    if (data->differing_count == 0) {
        if (!engine || rect.height < line) return 0;
        bp_ui_text(ui, rect.x, y, "By the engine's rules: this step's claims are the same.", quiet);
        return line;
    }
    int used = 0;
    for (int i = 0; i < data->differing_count && used + 2 * line <= rect.height; i++) {
        const bp_engine_difference *two = &data->differing[i];
        put_numbers(ui, two, engine, rect, y + used);
        used += line;
        char text[300];
        int most = (rect.height - used) / line;
        used += line * bp_ui_lines(ui, rect.x, y + used, rect.width, FORMULA_LINE, most > 3 ? 3 : most,
                                   put_words(two, engine, text, sizeof text), quiet);
    }
    return used;
}

/* ---- all ------------------------------------------------------------------------------------------ */

static void rule(bp_ui *ui, bp_rect inner, int *y) {
    bp_ui_fill(ui, (bp_rect){inner.x, *y, inner.width, 1}, ui->theme->rule);
    *y += bp_ui_px(ui, 8);
}

/* Height for the tree: what is over when matrices, formula and numbers have theirs. */
static int tree_height(bp_ui *ui, const bp_panel_scope *panel, bp_rect inner) {
    int others = bp_ui_px(ui, MATRICES + 30 + 3 * FORMULA_LINE);
    if (panel->data->differing_count > 0)
        others += bp_ui_px(ui, 3 * FORMULA_LINE + 10);
    else if (panel->viewer->position.engine)
        others += bp_ui_px(ui, FORMULA_LINE + 10);
    int least = bp_ui_px(ui, 3 * ROW), left = inner.height - others;
    return left > least ? left : least;
}

static int draw_tree(bp_ui *ui, const bp_panel_scope *panel, bp_rect rect, bp_drawn_frame *drawn) {
    const bp_viewer *viewer = panel->viewer;
    char where[24] = "";
    if (panel->scope->world->stage_count > 1)
        snprintf(where, sizeof where, "stage %d", viewer->selection.stage + 1);
    bp_tree_panel tree = {.selected = bp_viewer_bone(viewer, panel->scope->world),
                          .search = viewer->typed.search.open ? viewer->typed.search.name : NULL,
                          .scroll = viewer->selection.scroll,
                          .where = where};
    int used = bp_panel_tree(ui, &tree, rect);
    drawn->tree_scroll = tree.scroll;
    return used;
}

void bp_panel_side(bp_ui *ui, const bp_panel_scope *panel, bp_drawn_frame *drawn) {
    const bp_theme *theme = ui->theme;
    bp_rect rect = panel->layout->panel;
    if (rect.width == 0) return;
    bp_ui_fill(ui, rect, theme->bar);
    bp_ui_fill(ui, (bp_rect){rect.x, rect.y, 1, rect.height}, theme->rule);
    bp_rect inner = bp_rect_inset(rect, bp_ui_px(ui, PAD), bp_ui_px(ui, 10));
    int y = inner.y, bottom = inner.y + inner.height;
    const bp_bone *bone = bp_viewer_bone(panel->viewer, panel->scope->world);
    bool columns = panel->viewer->settings.columns;
    if (!bone) {
        bp_ui_text(ui, inner.x, y + bp_ui_px(ui, 14), "No bones on this stage.",
                   (bp_style){.color = theme->quiet});
        return;
    }
    drawn->tree = (bp_rect){rect.x, y, rect.width, tree_height(ui, panel, inner)};
    y +=
        draw_tree(ui, panel, (bp_rect){inner.x, y, inner.width, drawn->tree.height}, drawn) + bp_ui_px(ui, 8);
    rule(ui, inner, &y);
    y += bp_panel_matrices(ui, bone, &panel->data->before, columns,
                           (bp_rect){inner.x, y, inner.width, bottom - y});
    if (bottom - y < bp_ui_px(ui, FORMULA_LINE)) return;
    rule(ui, inner, &y);
    y +=
        bp_panel_formula(ui, bone, columns, (bp_rect){inner.x, y, inner.width, bottom - y}) + bp_ui_px(ui, 6);
    if (bottom - y < 2 * bp_ui_px(ui, FORMULA_LINE)) return;
    if (panel->data->differing_count > 0 || panel->viewer->position.engine) rule(ui, inner, &y);
    bp_panel_engine(ui, panel, (bp_rect){inner.x, y, inner.width, bottom - y});
}
