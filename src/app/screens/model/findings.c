/* What the doctor found, worst first: a sentence each, and the details of the selected one, with what
 * repairs it. */
#include "app/screens/model/model_screen.h"
#include "gltf/doctor/doctor.h"
#include <stdio.h>
#include <string.h>

enum { SIZE = 16, DETAIL = 15, INDENT = 16 };
static const float LEADING = 23, DETAIL_LEADING = 21;

static bp_rgba8 color_of(const bp_painter *p, bp_doctor_severity severity) {
    return severity == BP_DOCTOR_ERROR     ? p->theme->wrong
           : severity == BP_DOCTOR_WARNING ? p->theme->changed
                                           : p->theme->quiet;
}

/* A finding's message as a sentence: a capital letter, a full stop. Returns `text`. */
static const char *sentence(const bp_doctor_finding *finding, char *text, size_t size) {
    int length = snprintf(text, size, "%s", finding->message);
    if (length <= 0 || (size_t)length + 2 > size) return text;
    if (text[0] >= 'a' && text[0] <= 'z' && strncmp(text, "nodes[", 6) != 0) text[0] -= 'a' - 'A';
    if (text[length - 1] != '.') memcpy(text + length, ".", 2);
    return text;
}

/* "You see: ...". */
static void detail(bp_read *read, const char *word, const char *text) {
    char line[800];
    if (!text || !*text) return;
    snprintf(line, sizeof line, "%s: %s", word, text);
    bp_read_text(read, line, DETAIL_LEADING, (bp_style){.size = DETAIL, .color = read->p->theme->quiet}, NULL,
                 0);
    bp_read_gap(read, 3);
}

static void details(bp_read *read, const bp_loaded_model *loaded, const bp_doctor_finding *finding) {
    char known[600];
    int skeleton;
    const bp_bone *bone = bp_loaded_model_finding_bone(loaded, finding, &skeleton);
    bp_read_gap(read, 3);
    detail(read, "You see", finding->effect);
    detail(read, "Cause", finding->cause);
    detail(read, "To mend it", finding->remedy);
    if (bone) detail(read, "Joint", bp_bone_name(bone));
    detail(read, "Caused by", bp_doctor_id_name(finding->caused_by));
    snprintf(known, sizeof known, "%.150s%s%.150s in %.200s", bp_doctor_id_name(finding->id),
             finding->validator_code ? ", validator " : "",
             finding->validator_code ? finding->validator_code : "", finding->place);
    detail(read, "Known as", known);
}

static void row(bp_read *read, const bp_app *app, int number) {
    const bp_loaded_model *loaded = &app->model->loaded;
    const bp_doctor_finding *finding = bp_loaded_model_finding(loaded, number);
    bp_painter *p = read->p;
    bool selected = app->model->finding == number,
         hovered = app->hover.action == BP_ACTION_FINDING && app->hover.value == number;
    char text[400];
    int indent = bp_painter_px(p, INDENT), top = read->y, mark = bp_painter_px(p, 3);
    bp_style style = {.size = SIZE, .face = selected ? BP_FACE_SANS_BOLD : BP_FACE_SANS};
    if (hovered) style.color = p->theme->here;
    read->left += indent, read->width -= indent;
    bp_style kind = {.size = DETAIL - 1, .face = BP_FACE_SANS_BOLD, .color = color_of(p, finding->severity)};
    bp_read_text(read, bp_doctor_severity_text(finding->severity), DETAIL_LEADING - 2, kind, NULL, 0);
    bp_read_text(read, sentence(finding, text, sizeof text), LEADING, style, NULL, 0);
    int bottom = read->y;
    if (selected) details(read, loaded, finding);
    read->left -= indent, read->width += indent;
    int end = read->rect.y + read->rect.height, from = top > read->rect.y ? top : read->rect.y,
        to = read->y < end ? read->y : end;
    if (to > from)
        bp_painter_fill(p, (bp_rect){read->left, from, mark, to - from},
                        selected ? kind.color : p->theme->rule);
    if (bottom > end) bottom = end;
    if (bottom > from && !p->failed)
        bp_painter_hit(p, (bp_rect){read->left, from, read->width, bottom - from}, BP_ACTION_FINDING, number);
    bp_read_gap(read, 10);
}

static void summary(const bp_loaded_model *loaded, char *text, size_t size) {
    const bp_doctor_report *report = &loaded->report;
    if (!loaded->examined)
        snprintf(text, size, "The file is being checked ...");
    else if (loaded->failure[0])
        snprintf(text, size, "No report: %s", loaded->failure);
    else if (report->errors + report->warnings == 0)
        snprintf(text, size,
                 "✓ Checked: weights, joints, inverse binds, nodes, clips and triangles. Nothing is wrong.");
    else
        snprintf(text, size, "%zu error%s, %zu warning%s", report->errors, report->errors == 1 ? "" : "s",
                 report->warnings, report->warnings == 1 ? "" : "s");
}

/* Words that do something about them, in a row. */
static void draw_remedies(bp_read *read, const bp_app *app) {
    bp_painter *p = read->p;
    int base = read->y + bp_painter_px(p, SIZE), x = read->left, high = bp_painter_px(p, LEADING + 8);
    bp_style style = {.size = SIZE, .face = BP_FACE_SANS_BOLD, .color = p->theme->here};
    const char *compare = app->model->comparison.open ? "Before alone" : "Before and after";
    if (bp_read_sees(read, high)) {
        x += bp_word(p, x, base, "Save a repaired copy", style, BP_ACTION_REPAIR, 0) + bp_painter_px(p, 24);
        if (x + bp_painter_text_width(p, compare, style) <= read->left + read->width)
            bp_word(p, x, base, compare, style, BP_ACTION_COMPARE, 0);
    }
    read->y += high;
}

void bp_model_draw_findings(bp_read *read, bp_app *app) {
    const bp_model_screen *screen = app->model;
    const bp_loaded_model *loaded = &screen->loaded;
    const bp_doctor_report *report = &loaded->report;
    bp_painter *p = read->p;
    char text[400];
    size_t wrong = report->errors + report->warnings;
    bp_style style = {.size = 19,
                      .face = wrong > 0 ? BP_FACE_SANS_BOLD : BP_FACE_SANS,
                      .color = wrong > 0 ? p->theme->ink : p->theme->quiet};
    if (wrong == 0) style.size = SIZE;
    summary(loaded, text, sizeof text);
    int top = read->y;
    bp_read_text(read, text, (float)style.size * 1.45f, style, NULL, 0);
    if (report->count > 0 && !p->failed && top >= read->rect.y)
        bp_painter_hit(p, (bp_rect){read->left, top, read->width, read->y - top}, BP_ACTION_DOCTOR, 0);
    bp_read_gap(read, 6);
    if (!screen->findings) {
        if (report->count > 0) {
            snprintf(text, sizeof text, "▲ %zu finding%s", report->count, report->count == 1 ? "" : "s");
            if (bp_read_sees(read, bp_painter_px(p, LEADING)))
                bp_word(p, read->left, read->y + bp_painter_px(p, SIZE), text,
                        (bp_style){.size = SIZE, .color = p->theme->here}, BP_ACTION_DOCTOR, 0);
            read->y += bp_painter_px(p, LEADING);
        }
        return;
    }
    if (report->count > 0) draw_remedies(read, app);
    bp_read_gap(read, 6);
    for (int i = 0; i < (int)report->count; i++) row(read, app, i);
}
