/* The panels around a model's scene: title, side, keys. */
#include "viewer/model/model_view.h"
#include <stdio.h>
#include <string.h>

enum { PAD = 14, TAB = 30 };

/* "12 vertices, 4 triangles, 3 joints, 1 animation": points and lines where there are some. */
static void describe_size(const bp_loaded_model *loaded, char *text, size_t size) {
    const bp_model *model = loaded->model;
    bool others = loaded->elements[0] + loaded->elements[1] > 0;
    const struct {
        const char *what;
        size_t count;
        bool shown;
    } parts[] = {
        {"triangle", loaded->triangles, loaded->triangles > 0 || !others},
        {"point", loaded->elements[0], loaded->elements[0] > 0},
        {"line", loaded->elements[1], loaded->elements[1] > 0},
        {model->skin_count == 0 && model->skeleton_count > 0 ? "node" : "joint", loaded->joints, true},
        {"animation", model->clip_count, true}};
    char digits[32];
    size_t used = (size_t)snprintf(text, size, "%s vertices",
                                   bp_grouped_digits(digits, sizeof digits, (double)loaded->vertices, ' '));
    for (size_t i = 0; i < BP_COUNT(parts) && used < size; i++)
        if (parts[i].shown)
            used += (size_t)snprintf(text + used, size - used, ", %s %s%s",
                                     bp_grouped_digits(digits, sizeof digits, (double)parts[i].count, ' '),
                                     parts[i].what, parts[i].count == 1 ? "" : "s");
}

void bp_panel_model_title(bp_ui *ui, const bp_model_view *view, bp_rect bar) {
    const bp_loaded_model *loaded = view->loaded;
    const bp_theme *theme = ui->theme;
    bp_panel_title_bar(ui, bar);
    int y = bar.y + bp_ui_px(ui, 26), x = bp_ui_px(ui, 16);
    int right = bp_panel_title_switches(ui, bar, &view->viewer->core.settings, true);
    bp_style bold = {.size = 15, .face = BP_FACE_SANS_BOLD, .max_width = right - x};
    x += bp_ui_text(ui, x, y, bp_loaded_model_name(loaded), bold) + bp_ui_px(ui, 16);
    char text[240];
    describe_size(loaded, text, sizeof text);
    if (right - x > bp_ui_px(ui, 60))
        bp_ui_text(ui, x, y, text, (bp_style){.color = theme->quiet, .max_width = right - x});
}

static void doctor_word(const bp_loaded_model *loaded, char *text, size_t size) {
    const bp_doctor_report *report = &loaded->report;
    if (!loaded->examined)
        snprintf(text, size, "Doctor: looking");
    else if (loaded->failure[0])
        snprintf(text, size, "Doctor: no report");
    else if (report->errors > 0)
        snprintf(text, size, "Doctor: %zu error%s", report->errors, report->errors == 1 ? "" : "s");
    else if (report->warnings > 0)
        snprintf(text, size, "Doctor: %zu warning%s", report->warnings, report->warnings == 1 ? "" : "s");
    else
        snprintf(text, size, "Doctor: sound");
}

static void tab(bp_ui *ui, const char *words, bool here, bp_rect rect, bp_action action) {
    bp_style style = {.size = 13, .align = BP_ALIGN_CENTER, .max_width = rect.width};
    style.face = here ? BP_FACE_SANS_BOLD : BP_FACE_SANS;
    style.color = here ? ui->theme->ink : ui->theme->quiet;
    bp_ui_text(ui, rect.x + rect.width / 2, rect.y + bp_ui_px(ui, 19), words, style);
    int high = here ? bp_ui_px(ui, 2) : 1;
    bp_ui_fill(ui, (bp_rect){rect.x, rect.y + rect.height - high, rect.width, high},
               here ? ui->theme->here : ui->theme->floor);
    if (!here) bp_ui_hit(ui, rect, action, 0);
}

static void bones_page(bp_ui *ui, const bp_model_view *view, bp_rect inner, bp_drawn_frame *drawn) {
    bp_bone_panel panel = {.viewer = &view->viewer->core,
                           .bone = bp_model_viewer_bone(view->viewer, view->loaded),
                           .before = view->before};
    panel.editable = panel.bone && bp_model_bone_block(&view->viewer->core, panel.bone) == NULL;
    if (!panel.bone) {
        bp_ui_text(ui, inner.x, inner.y + bp_ui_px(ui, 18),
                   "No bones: nothing in this file is skinned or moves.",
                   (bp_style){.color = ui->theme->quiet, .max_width = inner.width});
        return;
    }
    char location[48] = "";
    size_t skins = view->loaded->model->skeleton_count;
    if (skins > 1)
        snprintf(location, sizeof location, "skin %d of %zu", view->viewer->core.selection.stage + 1, skins);
    panel.location = location;
    bp_panel_bone(ui, &panel, inner, drawn);
}

void bp_panel_model_side(bp_ui *ui, const bp_model_view *view, bp_rect rect, bp_drawn_frame *drawn) {
    bool doctor = view->viewer->doctor.open;
    char words[48];
    bp_panel_side_ground(ui, rect);
    bp_rect inner = bp_rect_inset(rect, bp_ui_px(ui, PAD), bp_ui_px(ui, 8));
    int high = bp_ui_px(ui, TAB), half = inner.width / 2;
    doctor_word(view->loaded, words, sizeof words);
    tab(ui, "Bones", !doctor, (bp_rect){inner.x, inner.y, half, high},
        drawn->unfolded ? BP_ACTION_PANEL : BP_ACTION_DOCTOR);
    tab(ui, words, doctor, (bp_rect){inner.x + half, inner.y, inner.width - half, high}, BP_ACTION_DOCTOR);
    inner.y += high + bp_ui_px(ui, 8);
    inner.height -= high + bp_ui_px(ui, 8);
    if (doctor)
        bp_panel_findings(ui, view, inner, drawn);
    else
        bones_page(ui, view, inner, drawn);
}

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
    if (viewer->core.notice[0]) {
        bp_ui_text(ui, pad, y, viewer->core.notice,
                   (bp_style){.color = ui->theme->here, .max_width = rect.width - 2 * pad});
        return;
    }
    bp_key_hint hints[BP_COUNT(always) + 11];
    if (viewer->core.binds) {
        hints[count++] = (bp_key_hint){BP_ACTION_BINDS, 0};
        hints[count++] = (bp_key_hint){BP_ACTION_BIND_TAKE, 0};
        hints[count++] = (bp_key_hint){BP_ACTION_BIND_TAKE, 1};
        hints[count++] = (bp_key_hint){BP_ACTION_BINDS_SAVE, 0};
    }
    if (viewer->play.clip >= 0) {
        hints[count++] = (bp_key_hint){BP_ACTION_PLAY, 0};
        hints[count++] = (bp_key_hint){BP_ACTION_FRAME, 1};
    }
    if (layout->panel.width == 0) hints[count++] = (bp_key_hint){BP_ACTION_PANEL, 0};
    if (viewer->core.history.undo_count > 0) hints[count++] = (bp_key_hint){BP_ACTION_UNDO, 0};
    if (view->comparison) hints[count++] = (bp_key_hint){BP_ACTION_COMPARE, 0};
    if ((viewer->doctor.open || view->comparison) && view->loaded->report.count > 0)
        hints[count++] = (bp_key_hint){BP_ACTION_REPAIR, 0};
    if (viewer->doctor.open && !view->comparison && view->loaded->report.count > 0)
        hints[count++] = (bp_key_hint){BP_ACTION_COMPARE, 0};
    for (size_t i = 0; i < BP_COUNT(always); i++) hints[count++] = always[i];
    bp_key_hints(ui, &bp_model_keys, hints, count, (bp_rect){pad, y, rect.width - 2 * pad, 0});
}
