/* The doctor's findings: a list, worst first, and the details of the selected one. */
#include "gltf/doctor/doctor.h"
#include "viewer/model/model_view.h"
#include <stdio.h>
#include <string.h>

enum { ROW = 40, LEADING = 17, LINES_MAX = 8, LABEL = 78 };

static bp_rgba8 color_of(const bp_ui *ui, bp_doctor_severity severity) {
    return severity == BP_DOCTOR_ERROR     ? ui->theme->wrong
           : severity == BP_DOCTOR_WARNING ? ui->theme->changed
                                           : ui->theme->quiet;
}

/* A finding's message as a sentence: a capital letter, a full stop. Returns `text`. */
static const char *sentence(const bp_doctor_finding *finding, char *text, size_t size) {
    int length = snprintf(text, size, "%s", finding->message);
    if (length <= 0 || (size_t)length + 2 > size) return text;
    if (text[0] >= 'a' && text[0] <= 'z' && strncmp(text, "nodes[", 6) != 0) text[0] -= 'a' - 'A';
    if (text[length - 1] != '.') memcpy(text + length, ".", 2);
    return text;
}

static void row(bp_ui *ui, const bp_doctor_finding *finding, int number, bool selected, bp_rect rect) {
    int base = rect.y + bp_ui_px(ui, 15), x = rect.x + bp_ui_px(ui, 10);
    if (selected) {
        bp_ui_fill(ui, rect, ui->theme->card);
        bp_ui_fill(ui, (bp_rect){rect.x, rect.y, bp_ui_px(ui, 3), rect.height}, ui->theme->changed);
    }
    bp_rgba8 color = color_of(ui, finding->severity);
    bp_ui_text(ui, x, base, bp_doctor_severity_text(finding->severity),
               (bp_style){.size = 12, .face = BP_FACE_SANS_BOLD, .color = color});
    x += bp_ui_px(ui, 62);
    char text[400];
    bp_style style = {.size = 13, .face = selected ? BP_FACE_SANS_BOLD : BP_FACE_SANS};
    bp_ui_lines(ui, x, base, rect.x + rect.width - x - bp_ui_px(ui, 8), LEADING, 2,
                sentence(finding, text, sizeof text), style);
    bp_ui_hit(ui, rect, BP_ACTION_FINDING, number);
}

/* A label and its text. Returns the next y. */
static int detail(bp_ui *ui, const char *word, const char *text, bp_rect rect, int y) {
    int line = bp_ui_px(ui, LEADING), max = (rect.y + rect.height - y) / line;
    if (max > LINES_MAX) max = LINES_MAX;
    if (!text || !*text || max < 1) return y;
    int indent = *word ? bp_ui_px(ui, LABEL) : 0;
    bp_ui_text(ui, rect.x, y + bp_ui_px(ui, 12), word, (bp_style){.size = 12, .color = ui->theme->quiet});
    int lines = bp_ui_lines(ui, rect.x + indent, y + bp_ui_px(ui, 12), rect.width - indent, LEADING, max,
                            text, (bp_style){.size = 12});
    return y + lines * line + bp_ui_px(ui, 5);
}

static void details(bp_ui *ui, const bp_model_view *view, const bp_doctor_finding *finding, bp_rect rect) {
    char text[400];
    int y = rect.y, skeleton;
    if (!finding) {
        detail(ui, "",
               ui->touch
                   ? "Tap a finding. Its joint is then selected. All keys in the menu has repair, which "
                     "saves a repaired copy of the file."
                   : "Click a finding, or press E for the next one. Its joint is then selected. Ctrl+D "
                     "saves a repaired copy of the file, Ctrl+Shift+D shows it beside the file.",
               rect, y);
        return;
    }
    y = detail(ui, "", sentence(finding, text, sizeof text), rect, y);
    const bp_bone *bone = bp_loaded_model_finding_bone(view->loaded, finding, &skeleton);
    if (bone) y = detail(ui, "Joint", bp_bone_name(bone), rect, y);
    y = detail(ui, "Caused by", bp_doctor_id_name(finding->caused_by), rect, y);
    y = detail(ui, "You see", finding->effect, rect, y);
    y = detail(ui, "Cause", finding->cause, rect, y);
    y = detail(ui, "To mend it", finding->remedy, rect, y);
    y = detail(ui, "In the file", finding->place, rect, y);
    snprintf(text, sizeof text, "%.150s%s%.150s", bp_doctor_id_name(finding->id),
             finding->validator_code ? ", validator " : "",
             finding->validator_code ? finding->validator_code : "");
    detail(ui, "Known as", text, rect, y);
}

static void summary(bp_ui *ui, const bp_loaded_model *loaded, bp_rect rect) {
    const bp_doctor_report *report = &loaded->report;
    char text[400];
    if (!loaded->examined)
        snprintf(text, sizeof text, "The file is being checked ...");
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
