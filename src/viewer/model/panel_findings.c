/* The doctor's findings: a list, worst first, and the details of the selected one. */
#include "viewer/model/model_view.h"
#include <stdio.h>

enum { ROW = 22, LEADING = 17, MOST_LINES = 8 };

static bp_rgba8 color_of(const bp_ui *ui, bp_doctor_severity severity) {
    return severity == BP_DOCTOR_ERROR     ? ui->theme->wrong
           : severity == BP_DOCTOR_WARNING ? ui->theme->changed
                                           : ui->theme->quiet;
}

static void row(bp_ui *ui, const bp_doctor_finding *finding, int number, bool selected, bp_rect rect) {
    static const char *const letters[] = {"N", "W", "E"};
    int base = rect.y + bp_ui_px(ui, 15), x = rect.x + bp_ui_px(ui, 10);
    if (selected) {
        bp_ui_fill(ui, rect, ui->theme->card);
        bp_ui_fill(ui, (bp_rect){rect.x, rect.y, bp_ui_px(ui, 3), rect.height}, ui->theme->changed);
    }
    bp_ui_text(ui, x, base, letters[finding->severity],
               (bp_style){.size = 12, .face = BP_FACE_MONO_BOLD, .color = color_of(ui, finding->severity)});
    x += bp_ui_px(ui, 18);
    bp_style name = {.size = 13, .face = selected ? BP_FACE_SANS_BOLD : BP_FACE_SANS};
    name.max_width = rect.width / 2;
    x += bp_ui_text(ui, x, base, finding->id, name) + bp_ui_px(ui, 10);
    bp_ui_text(ui, x, base, finding->place,
               (bp_style){.size = 12,
                          .color = ui->theme->quiet,
                          .max_width = rect.x + rect.width - x - bp_ui_px(ui, 4)});
    bp_ui_hit(ui, rect, BP_ACTION_FINDING, number);
}

/* A label and its text. Returns the next y. */
static int detail(bp_ui *ui, const char *word, const char *text, bp_rect rect, int y) {
    int line = bp_ui_px(ui, LEADING), max = (rect.y + rect.height - y) / line;
    if (max > MOST_LINES) max = MOST_LINES;
    if (!text || !*text || max < 1) return y;
    int indent = *word ? bp_ui_px(ui, 62) : 0;
    bp_ui_text(ui, rect.x, y + bp_ui_px(ui, 12), word, (bp_style){.size = 12, .color = ui->theme->quiet});
    int lines = bp_ui_lines(ui, rect.x + indent, y + bp_ui_px(ui, 12), rect.width - indent, LEADING, max,
                            text, (bp_style){.size = 12});
    return y + lines * line + bp_ui_px(ui, 5);
}

static void details(bp_ui *ui, const bp_model_view *view, const bp_doctor_finding *finding, bp_rect rect) {
    char head[320];
    int y = rect.y, skeleton;
    if (!finding) {
        detail(ui, "", "E takes the next one: its joint is then selected, where it has one.", rect, y);
        return;
    }
    snprintf(head, sizeof head, "%s: %s", bp_doctor_severity_text(finding->severity), finding->place);
    bp_ui_text(ui, rect.x, y + bp_ui_px(ui, 12), head,
               (bp_style){.size = 12, .color = color_of(ui, finding->severity), .max_width = rect.width});
    y = detail(ui, "", finding->message, rect, y + bp_ui_px(ui, LEADING + 3));
    const bp_bone *bone = bp_loaded_model_finding_bone(view->loaded, finding, &skeleton);
    if (bone) y = detail(ui, "joint", bp_bone_name(bone), rect, y);
    y = detail(ui, "follows", finding->caused_by, rect, y);
    y = detail(ui, "picture", finding->effect, rect, y);
    y = detail(ui, "cause", finding->cause, rect, y);
    y = detail(ui, "remedy", finding->remedy, rect, y);
    detail(ui, "validator", finding->validator_code, rect, y);
}

static void summary(bp_ui *ui, const bp_loaded_model *loaded, bp_rect rect) {
    const bp_doctor_report *report = &loaded->report;
    char text[400];
    if (!loaded->examined)
        snprintf(text, sizeof text, "The doctor is looking at the file.");
    else if (loaded->failure[0])
        snprintf(text, sizeof text, "No report: %s", loaded->failure);
    else if (report->count == 0)
        snprintf(text, sizeof text, "Nothing is wrong with this file's skins.");
    else
        snprintf(text, sizeof text, "%zu error%s, %zu warning%s, %zu note%s", report->errors,
                 report->errors == 1 ? "" : "s", report->warnings, report->warnings == 1 ? "" : "s",
                 report->notes, report->notes == 1 ? "" : "s");
    bp_ui_lines(ui, rect.x, rect.y + bp_ui_px(ui, 14), rect.width, LEADING, 6, text, (bp_style){.size = 13});
}

void bp_panel_findings(bp_ui *ui, const bp_model_view *view, bp_rect rect, bp_drawn_frame *drawn) {
    const bp_loaded_model *loaded = view->loaded;
    const bp_findings_page *page = &view->viewer->doctor;
    int high = bp_ui_px(ui, ROW), head = bp_ui_px(ui, 26), count = (int)loaded->report.count;
    summary(ui, loaded, rect);
    if (count == 0) return;
    int rows = (rect.height - head) / 2 / high;
    if (rows < 2) rows = 2;
    if (rows > count) rows = count;
    int top = page->top > count - rows ? count - rows : page->top;
    bp_rect list = {rect.x, rect.y + head, rect.width, rows * high};
    for (int i = 0; i < rows; i++)
        row(ui, bp_loaded_model_finding(loaded, top + i), top + i, top + i == page->selected,
            (bp_rect){list.x, list.y + i * high, list.width, high});
    bp_scroll_indicator(ui, list, top, rows, count);
    drawn->findings = list;
    drawn->findings_rows = rows;
    int y = list.y + list.height + bp_ui_px(ui, 8);
    y += bp_panel_rule(ui, rect, y);
    details(ui, view, bp_loaded_model_finding(loaded, page->selected),
            (bp_rect){rect.x, y, rect.width, rect.y + rect.height - y});
}
