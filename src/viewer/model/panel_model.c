/* What stands around a file's scene: title, side, keys. */
#include "viewer/model/model_view.h"
#include <stdio.h>
#include <string.h>

enum { PAD = 14, ROW = 22, TAB = 30, MATRICES = 4 * 91, LINE = BP_FORMULA_LEADING };

/* ---- title -------------------------------------------------------------------------------------- */

/* A number with a thin gap at thousands: 1 000 000. */
static const char *grouped(size_t number, char *text, size_t size) {
    char digits[32];
    int length = snprintf(digits, sizeof digits, "%zu", number);
    size_t used = 0;
    for (int i = 0; i < length && used + 2 < size; i++) {
        if (i > 0 && (length - i) % 3 == 0) text[used++] = ' ';
        text[used++] = digits[i];
    }
    text[used] = '\0';
    return text;
}

static int right_word(bp_ui *ui, bp_rect bar, int right, const char *words, bp_action action) {
    bp_style style = {.size = 13, .color = ui->theme->quiet};
    int width = bp_ui_text_width(ui, words, style), x = right - width;
    bp_ui_text(ui, x, bar.y + bp_ui_px(ui, 26), words, style);
    bp_ui_hit(ui, (bp_rect){x - bp_ui_px(ui, 6), bar.y, width + bp_ui_px(ui, 12), bar.height - 1}, action, 0);
    return x - bp_ui_px(ui, 20);
}

void bp_panel_model_title(bp_ui *ui, const bp_model_view *view, bp_rect bar) {
    const bp_loaded_model *loaded = view->loaded;
    const bp_theme *theme = ui->theme;
    bp_ui_fill(ui, bar, theme->bar);
    bp_ui_fill(ui, (bp_rect){bar.x, bar.y + bar.height - 1, bar.width, 1}, theme->rule);
    int y = bar.y + bp_ui_px(ui, 26), x = bp_ui_px(ui, 16), right = bar.width - bp_ui_px(ui, 16);
    right = right_word(ui, bar, right, "H help", BP_ACTION_HELP);
    right = right_word(ui, bar, right, view->viewer->settings.columns ? "columns" : "rows", BP_ACTION_COLUMNS);
    bp_style bold = {.size = 15, .face = BP_FACE_SANS_BOLD, .max_width = right - x};
    x += bp_ui_text(ui, x, y, bp_loaded_model_name(loaded), bold) + bp_ui_px(ui, 16);
    char text[160], vertices[32], triangles[32];
    snprintf(text, sizeof text, "%s vertices, %s triangles, %zu joint%s, %zu animation%s",
             grouped(loaded->vertices, vertices, sizeof vertices),
             grouped(loaded->triangles, triangles, sizeof triangles), loaded->joints,
             loaded->joints == 1 ? "" : "s", loaded->model->clip_count,
             loaded->model->clip_count == 1 ? "" : "s");
    if (right - x > bp_ui_px(ui, 60))
        bp_ui_text(ui, x, y, text, (bp_style){.color = theme->quiet, .max_width = right - x});
}

/* ---- side --------------------------------------------------------------------------------------- */

static void doctor_word(const bp_loaded_model *loaded, char *text, size_t size) {
    const bp_doctor_report *report = &loaded->report;
    if (!loaded->examined)
        snprintf(text, size, "Doctor: looking");
    else if (loaded->trouble[0])
        snprintf(text, size, "Doctor: no report");
    else if (report->errors > 0)
        snprintf(text, size, "Doctor: %zu error%s", report->errors, report->errors == 1 ? "" : "s");
    else if (report->warnings > 0)
        snprintf(text, size, "Doctor: %zu warning%s", report->warnings, report->warnings == 1 ? "" : "s");
    else
        snprintf(text, size, "Doctor: sound");
}

static void tab(bp_ui *ui, const char *words, bool here, bp_rect rect) {
    bp_style style = {.size = 13, .align = BP_ALIGN_CENTER, .max_width = rect.width};
    style.face = here ? BP_FACE_SANS_BOLD : BP_FACE_SANS;
    style.color = here ? ui->theme->ink : ui->theme->quiet;
    bp_ui_text(ui, rect.x + rect.width / 2, rect.y + bp_ui_px(ui, 19), words, style);
    int high = here ? bp_ui_px(ui, 2) : 1;
    bp_ui_fill(ui, (bp_rect){rect.x, rect.y + rect.height - high, rect.width, high},
               here ? ui->theme->here : ui->theme->rule);
    if (!here) bp_ui_hit(ui, rect, BP_ACTION_DOCTOR, 0);
}

static void bones_page(bp_ui *ui, const bp_model_view *view, bp_rect inner, bp_model_drawn *drawn) {
    const bp_model_viewer *viewer = view->viewer;
    const bp_bone *bone = bp_model_viewer_bone(viewer, view->loaded);
    int y = inner.y, bottom = inner.y + inner.height, gap = bp_ui_px(ui, 8);
    if (!bone) {
        bp_ui_text(ui, inner.x, y + bp_ui_px(ui, 18), "No bones: nothing in this file is skinned.",
                   (bp_style){.color = ui->theme->quiet, .max_width = inner.width});
        return;
    }
    char where[48] = "";
    size_t skins = view->loaded->model->skeleton_count;
    if (skins > 1) snprintf(where, sizeof where, "skin %d of %zu", viewer->selection.stage + 1, skins);
    int least = bp_ui_px(ui, 3 * ROW), tall = inner.height - bp_ui_px(ui, MATRICES + 30 + 3 * LINE);
    bp_tree_panel tree = {.selected = bone,
                          .search = viewer->typed.search.open ? viewer->typed.search.name : NULL,
                          .scroll = viewer->selection.scroll,
                          .where = where};
    if (tall < least) tall = least;
    drawn->stage.tree = (bp_rect){inner.x, y, inner.width, tall};
    int used = bp_panel_tree(ui, &tree, drawn->stage.tree);
    y += (tree.search ? tall : used) + gap; /* nothing below jumps while one types */
    drawn->stage.tree_scroll = tree.scroll;
    bp_ui_fill(ui, (bp_rect){inner.x, y, inner.width, 1}, ui->theme->rule);
    y += gap;
    y += bp_panel_matrices(ui, bone, view->before, viewer->settings.columns,
                           (bp_rect){inner.x, y, inner.width, bottom - y});
    if (bottom - y < bp_ui_px(ui, LINE)) return;
    bp_ui_fill(ui, (bp_rect){inner.x, y, inner.width, 1}, ui->theme->rule);
    y += gap;
    bp_panel_formula(ui, bone, viewer->settings.columns, (bp_rect){inner.x, y, inner.width, bottom - y});
}

void bp_panel_model_side(bp_ui *ui, const bp_model_view *view, bp_rect rect, bp_model_drawn *drawn) {
    bool doctor = view->viewer->doctor.open;
    char words[48];
    bp_ui_fill(ui, rect, ui->theme->bar);
    bp_ui_fill(ui, (bp_rect){rect.x, rect.y, 1, rect.height}, ui->theme->rule);
    bp_rect inner = bp_rect_inset(rect, bp_ui_px(ui, PAD), bp_ui_px(ui, 8));
    int high = bp_ui_px(ui, TAB), half = inner.width / 2;
    doctor_word(view->loaded, words, sizeof words);
    tab(ui, "Bones", !doctor, (bp_rect){inner.x, inner.y, half, high});
    tab(ui, words, doctor, (bp_rect){inner.x + half, inner.y, inner.width - half, high});
    inner.y += high + bp_ui_px(ui, 8);
    inner.height -= high + bp_ui_px(ui, 8);
    if (doctor)
        bp_panel_findings(ui, view, inner, drawn);
    else
        bones_page(ui, view, inner, drawn);
}

/* ---- keys --------------------------------------------------------------------------------------- */

void bp_panel_model_keys(bp_ui *ui, const bp_model_view *view, const bp_model_layout *layout) {
    static const bp_key_hint always[] = {{BP_ACTION_REST, 0},
                                        {BP_ACTION_BIND, 0},
                                        {BP_ACTION_DOCTOR, 0},
                                        {BP_ACTION_BONE_NEXT, 0},
                                        {BP_ACTION_ROTATE, 1},
                                        {BP_ACTION_SHOW, BP_SHOW_WEIGHTS},
                                        {BP_ACTION_VERTEX, 0},
                                        {BP_ACTION_SHOW, BP_SHOW_AXES},
                                        {BP_ACTION_SHOW, BP_SHOW_WIREFRAME},
                                        {BP_ACTION_SHOW, BP_SHOW_BONES},
                                        {BP_ACTION_SHOW, BP_SHOW_NAMES},
                                        {BP_ACTION_COLUMNS, 0}};
    const bp_model_viewer *viewer = view->viewer;
    bp_rect rect = layout->keys;
    int pad = bp_ui_px(ui, 16), y = rect.y + rect.height - bp_ui_px(ui, 15), count = 0;
    if (viewer->notice[0]) {
        bp_ui_text(ui, pad, y, viewer->notice,
                   (bp_style){.color = ui->theme->here, .max_width = rect.width - 2 * pad});
        return;
    }
    bp_key_hint uses[BP_COUNT(always) + 4];
    if (viewer->play.clip >= 0) {
        uses[count++] = (bp_key_hint){BP_ACTION_PLAY, 0};
        uses[count++] = (bp_key_hint){BP_ACTION_FRAME, 1};
    }
    if (layout->panel.width == 0) uses[count++] = (bp_key_hint){BP_ACTION_PANEL, 0};
    if (viewer->rotations.undo_count > 0) uses[count++] = (bp_key_hint){BP_ACTION_UNDO, 0};
    for (size_t i = 0; i < BP_COUNT(always); i++) uses[count++] = always[i];
    bp_key_hints(ui, &bp_model_keys, uses, count, (bp_rect){pad, y, rect.width - 2 * pad, 0});
}
