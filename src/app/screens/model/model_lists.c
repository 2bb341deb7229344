/* Clips, findings and vertices of a model file: what is listed or shown of each.
 *
 * The clips and poses among the words, and the list of all clips over the scene: a line for the search,
 * then the clips with their lengths. */
#include "app/screens/model/model_screen.h"
#include "base/format.h"
#include "gltf/doctor/doctor.h"
#include "gltf/retarget/retarget.h"
#include "rig/engine.h"
#include "scene/figure.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const float CAPTION = 56;

int bp_model_clip_at(const bp_loaded_model *loaded, const char *search, int row) {
    const bp_model *model = loaded->model;
    for (size_t i = 0; i < model->clip_count && row >= 0; i++)
        if (bp_name_contains(bp_clip_name(model->clips[i]), search) && row-- == 0) return (int)i;
    return -1;
}

int bp_model_clip_count(const bp_loaded_model *loaded, const char *search) {
    int count = 0;
    for (size_t i = 0; i < loaded->model->clip_count; i++)
        count += bp_name_contains(bp_clip_name(loaded->model->clips[i]), search);
    return count;
}

enum { ROW = 22, PAD = 10, WIDTH = 360 };

static void search_line(bp_painter *p, const bp_app *app, int count, bp_rect rect) {
    int base = rect.y + bp_painter_px(p, 15), pad = bp_painter_px(p, 8);
    bp_formatted text = bp_format("%.40s_", app->field.text);
    bp_style style = {.face = BP_FACE_MONO, .size = 12, .max_width = rect.width - bp_painter_px(p, 90)};
    if (!app->field.text[0]) {
        text = bp_format(p->touch ? "tap one" : "type to search; ↑ ↓ Enter");
        style.face = BP_FACE_SANS;
        style.color = p->theme->quiet;
    }
    bp_painter_box(p, rect, p->theme->page, 4, p->theme->floor);
    bp_painter_text(p, rect.x + pad, base, text.text, style);
    bp_painter_text(p, rect.x + rect.width - pad, base,
                    bp_format("%d of %zu", count, app->model->loaded.model->clip_count).text,
                    (bp_style){.size = 12, .align = BP_ALIGN_RIGHT, .color = p->theme->quiet});
}

/* Numbers are aligned at their last digit. */
static void row(bp_painter *p, const bp_app *app, int clip, bool selected, bp_rect rect) {
    const bp_theme *theme = p->theme;
    const bp_model_play *play = &app->model->play;
    const char *name = bp_clip_name(app->model->loaded.model->clips[clip]);
    bool here = clip == play->clip && play->source == BP_POSE_FROM_CLIP;
    int base = rect.y + bp_painter_px(p, 15), pad = bp_painter_px(p, 8);
    bp_style style = {.size = 13, .face = here ? BP_FACE_SANS_BOLD : BP_FACE_SANS};
    if (selected) bp_painter_box(p, rect, theme->card, 3, theme->here);
    if (here) bp_painter_fill(p, (bp_rect){rect.x, rect.y, bp_painter_px(p, 3), rect.height}, theme->changed);
    int left = rect.x + pad +
               bp_painter_text_width(p, bp_format("%zu", app->model->loaded.model->clip_count).text, style);
    style.align = BP_ALIGN_RIGHT;
    bp_painter_text(p, left, base, bp_format("%d", clip + 1).text, style);
    left += pad;
    style.align = BP_ALIGN_LEFT;
    style.max_width = rect.x + rect.width - pad - bp_painter_px(p, 64) - left;
    bp_painter_text(p, left, base, bp_format("%.60s", *name ? name : "unnamed").text, style);
    style = (bp_style){.size = 12, .face = BP_FACE_MONO, .align = BP_ALIGN_RIGHT, .color = theme->quiet};
    bp_painter_text(p, rect.x + rect.width - pad, base,
                    bp_format("%.2f s", bp_loaded_model_clip_length(&app->model->loaded, clip)).text, style);
    bp_painter_hit(p, rect, BP_ACTION_CLIP, clip);
}

void bp_model_draw_clip_list(bp_painter *p, bp_app *app, bp_rect scene) {
    bp_model_screen *screen = app->model;
    const bp_loaded_model *loaded = &screen->loaded;
    if (!screen->clips) return;
    int count = bp_model_clip_count(loaded, app->field.text), high = bp_painter_px(p, ROW),
        pad = bp_painter_px(p, PAD);
    int width = bp_painter_px(p, WIDTH), rows = (scene.height - 4 * pad) / high - 1;
    if (width > scene.width - 2 * pad) width = scene.width - 2 * pad;
    rows = bp_clamp_int(rows, 0, (int)loaded->model->clip_count);
    if (rows < 1 || width < bp_painter_px(p, 80)) return;
    /* While a search leaves fewer rows, the search line stays in its place. */
    int above = scene.y + scene.height - 3 * pad - (rows + 1) * high, shown = bp_clamp_int(count, 1, rows);
    bp_rect card = {scene.x + pad, above, width, (shown + 1) * high + 2 * pad};
    bp_painter_box(p, card, p->theme->bar, 6, p->theme->rule);
    bp_painter_hit(p, card, BP_ACTION_NONE, 0);
    bp_rect inner = bp_rect_inset(card, pad, pad);
    search_line(p, app, count, (bp_rect){inner.x, inner.y - bp_painter_px(p, 3), inner.width, high});
    bp_rect lines = {inner.x, inner.y + high, inner.width - bp_painter_px(p, 8), rows * high};
    int top = bp_app_scroll(app, BP_SCROLL_CLIPS, card, rows, count);
    for (int i = 0; i < rows && top + i < count; i++)
        row(p, app, bp_model_clip_at(loaded, app->field.text, top + i), top + i == screen->clip_row,
            (bp_rect){lines.x, lines.y + i * high, lines.width, high});
    if (count == 0)
        bp_painter_text(p, lines.x + bp_painter_px(p, 8), lines.y + bp_painter_px(p, 15),
                        "no animation has that in its name",
                        (bp_style){.size = 13, .color = p->theme->quiet, .max_width = lines.width});
    bp_scroll_bar(p, lines, top, rows, count);
    screen->rows = rows;
}

/* ---- among the words ---------------------------------------------------------------------------- */

enum { WORD = 17, MOST = 8 };
static const float LEADING = 27;

static void word(bp_read *read, const bp_app *app, const char *text, bool here, bp_action action, int value) {
    bp_painter *p = read->p;
    bool hovered = app->hover.action == (unsigned)action && app->hover.value == value;
    bp_style style = {
        .size = WORD, .face = here ? BP_FACE_SANS_BOLD : BP_FACE_SANS, .max_width = read->width};
    style.color = here || hovered ? p->theme->here : p->theme->ink;
    if (bp_read_sees(read, bp_painter_px(p, LEADING)))
        bp_word(p, read->left, read->y + bp_painter_px(p, WORD), text, style, action, value);
    read->y += bp_painter_px(p, LEADING);
}

/* The clips around the current one, all if they are few; then the poses without a clip. */
void bp_model_draw_clips(bp_read *read, bp_app *app) {
    const bp_model_screen *screen = app->model;
    const bp_model *model = screen->loaded.model;
    const bp_model_play *now = &screen->play;
    int count = (int)model->clip_count,
        first = count > MOST && now->clip > MOST / 2 ? now->clip - MOST / 2 : 0;
    if (first > count - MOST && count > MOST) first = count - MOST;
    for (int i = first; i < count && i < first + MOST; i++) {
        const char *name = bp_clip_name(model->clips[i]);
        word(read, app,
             bp_format("%d  %.50s  %.2f s", i + 1, *name ? name : "unnamed",
                       bp_loaded_model_clip_length(&screen->loaded, i))
                 .text,
             i == now->clip && now->source == BP_POSE_FROM_CLIP, BP_ACTION_CLIP, i);
    }
    if (count > MOST)
        word(read, app, bp_format("all %d animations", count).text, screen->clips, BP_ACTION_CLIPS, 0);
    if (count == 0)
        bp_read_text(read, "The file has no animation.", LEADING,
                     (bp_style){.size = WORD, .color = read->p->theme->quiet});
    word(read, app, "Rest pose", now->source == BP_POSE_FROM_REST, BP_ACTION_REST, 0);
    word(read, app, "Bind pose", now->source == BP_POSE_FROM_BIND, BP_ACTION_BIND, 0);
}

void bp_model_draw_measures(bp_read *read, bp_app *app) {
    const bp_model_screen *screen = app->model;
    const bp_retarget_report *report = bp_model_comparison_report(&screen->comparison, screen->play.clip);
    if (!report) return;
    for (int k = 0; k < BP_RETARGET_KINDS; k++) {
        if (report->worst[k] < 0) continue;
        const bp_retarget_series *worst = &report->series[report->worst[k]];
        double at = (double)worst->worst_frame * report->step;
        const char *unit = k == BP_RETARGET_ANGLE ? "°" : bp_retarget_kind_unit(worst->kind);
        bp_formatted text = bp_format("%s %.1f %s, %s %.1f s", bp_retarget_kind_name(worst->kind),
                                      (double)worst->worst, unit, worst->role, at);
        word(read, app, text.text, fabs(at - screen->play.seconds) < 1e-6, BP_ACTION_WORST, k);
    }
    bp_read_text(read,
                 "Each goes to its worst moment, ! to that of the angles. " BP_RETARGET_COLORS
                 " Under the slider is the worst one's colour.",
                 LEADING - 5, (bp_style){.size = WORD - 2, .color = read->p->theme->quiet});
    bp_read_gap(read, 12);
}

void bp_model_draw_angles(bp_painter *p, const bp_retarget_report *report, bp_rect track) {
    int high = bp_painter_px(p, 5), wide = bp_painter_px(p, 2);
    bp_rect column = {track.x, track.y + track.height / 2 + bp_painter_px(p, 14), wide, high};
    for (; report && column.x + wide <= track.x + track.width; column.x += wide) {
        size_t frames = report->frame_count, width = (size_t)track.width, x = (size_t)(column.x - track.x);
        float worst = 0;
        for (size_t s = 0; s < report->series_count; s++)
            if (report->series[s].kind == BP_RETARGET_ANGLE)
                worst = fmaxf(worst, bp_retarget_worst(&report->series[s], x * frames / width,
                                                       (x + (size_t)wide) * frames / width));
        bp_painter_box(p, column, bp_retarget_color(worst, BP_RETARGET_ANGLE), 0, (bp_rgba8){0});
    }
}

int bp_model_caption_height(const bp_painter *p, const bp_app *app) {
    bool shown = app->settings.illustration &&
                 bp_model_comparison_report(&app->model->comparison, app->model->play.clip);
    return shown ? bp_painter_px(p, CAPTION) : 0;
}

void bp_model_draw_caption(bp_painter *p, const bp_app *app) {
    const bp_model_screen *screen = app->model;
    const bp_retarget_report *report = bp_model_comparison_report(&screen->comparison, screen->play.clip);
    const bp_retarget_series *worst = NULL;
    if (bp_model_caption_height(p, app) == 0) return;
    size_t frame = (size_t)(screen->play.seconds / report->step + 0.5);
    for (size_t s = 0; s < report->series_count && frame < report->frame_count; s++)
        if (report->series[s].kind == BP_RETARGET_ANGLE &&
            (!worst || report->series[s].values[frame] > worst->values[frame]))
            worst = &report->series[s];
    bp_formatted lines[2] = {{""}, {BP_RETARGET_COLORS}};
    if (worst)
        lines[0] =
            bp_format("%.60s at %.2f s: worst %s %.1f degrees, %s",
                      bp_clip_name(screen->loaded.model->clips[screen->play.clip]), screen->play.seconds,
                      bp_retarget_kind_name(BP_RETARGET_ANGLE), (double)worst->values[frame], worst->role);
    for (int i = 0; i < 2; i++) {
        int pad = bp_painter_px(p, 12), base = app->settings.height - bp_painter_px(p, i == 0 ? 36 : 14);
        int wide = app->settings.width - 2 * pad;
        bp_style style = {.size = i == 0 ? 17 : 15, .color = i == 0 ? p->theme->ink : p->theme->quiet};
        while (style.size > 8 && bp_painter_text_width(p, lines[i].text, style) > wide) style.size--;
        style.max_width = wide;
        bp_painter_text(p, pad, base, lines[i].text, style);
    }
}

/* What the doctor found, worst first: a sentence each, and the details of the selected one, with what
 * repairs it. */

enum { SIZE = 16, DETAIL = 15, INDENT = 16 };
static const float FINDINGS_LEADING = 23, DETAIL_LEADING = 21;

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
    bp_read_text(read, line, DETAIL_LEADING, (bp_style){.size = DETAIL, .color = read->p->theme->quiet});
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

static void findings_row(bp_read *read, const bp_app *app, int number) {
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
    bp_style kind = {.size = DETAIL - 1, .face = BP_FACE_SANS_BOLD, .color = p->theme->quiet};
    if (finding->severity == BP_DOCTOR_WARNING) kind.color = p->theme->changed;
    if (finding->severity == BP_DOCTOR_ERROR) kind.color = p->theme->wrong;
    bp_read_text(read, bp_doctor_severity_text(finding->severity), DETAIL_LEADING - 2, kind);
    bp_read_text(read, sentence(finding, text, sizeof text), FINDINGS_LEADING, style);
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

/* Words that do something about them, in a row. */
static void draw_remedies(bp_read *read, const bp_app *app) {
    bp_painter *p = read->p;
    int base = read->y + bp_painter_px(p, SIZE), x = read->left,
        high = bp_painter_px(p, FINDINGS_LEADING + 8);
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
    if (!loaded->examined)
        snprintf(text, sizeof text, "The file is being checked ...");
    else if (loaded->failure[0])
        snprintf(text, sizeof text, "No report: %s", loaded->failure);
    else if (wrong == 0)
        snprintf(text, sizeof text, "✓ No errors, no warnings. %s", report->checked);
    else
        snprintf(text, sizeof text, "%zu error%s, %zu warning%s", report->errors,
                 report->errors == 1 ? "" : "s", report->warnings, report->warnings == 1 ? "" : "s");
    int top = read->y;
    bp_read_text(read, text, (float)style.size * 1.45f, style);
    if (report->count > 0 && !p->failed && top >= read->rect.y)
        bp_painter_hit(p, (bp_rect){read->left, top, read->width, read->y - top}, BP_ACTION_DOCTOR, 0);
    bp_read_gap(read, 6);
    if (!screen->findings) {
        if (report->count > 0) {
            bp_formatted word = bp_format("▲ %zu %s%s", report->count, wrong > 0 ? "finding" : "note",
                                          report->count == 1 ? "" : "s");
            if (bp_read_sees(read, bp_painter_px(p, FINDINGS_LEADING)))
                bp_word(p, read->left, read->y + bp_painter_px(p, SIZE), word.text,
                        (bp_style){.size = SIZE, .color = p->theme->here}, BP_ACTION_DOCTOR, 0);
            read->y += bp_painter_px(p, FINDINGS_LEADING);
        }
        return;
    }
    if (report->count > 0) draw_remedies(read, app);
    bp_read_gap(read, 6);
    for (int i = 0; i < (int)report->count; i++) findings_row(read, app, i);
}

/* Over the scene: the weights of a vertex with the names of its bones; a file name, or why a file failed. */

enum { VERTEX_PAD = 10, LINE = 19, VERTEX_WIDTH = 300, BAR = 70 };

typedef struct influence {
    int joint;
    float weight;
} influence;

/* Non-zero weights, the largest first. Returns their number. */
static int influences_of(const bp_mesh *mesh, size_t vertex, influence *out) {
    int count = 0;
    for (int i = 0; i < mesh->influences; i++) {
        size_t index = vertex * (size_t)mesh->influences + (size_t)i;
        influence one = {mesh->joints[index], mesh->weights[index]};
        if (one.weight == 0) continue;
        int to = count++;
        for (; to > 0 && out[to - 1].weight < one.weight; to--) out[to] = out[to - 1];
        out[to] = one;
    }
    return count;
}

static void draw_influence(bp_painter *p, const bp_skeleton *skeleton, influence one, bp_rect rect) {
    const bp_bone *bone = bp_skeleton_bone_of_joint(skeleton, one.joint);
    bp_formatted name = bp_format("%.70s", bone ? bp_bone_name(bone) : "");
    int base = rect.y + bp_painter_px(p, 13), bar = bp_painter_px(p, BAR), number = bp_painter_px(p, 56),
        swatch = bp_painter_px(p, 10);
    if (!name.text[0]) name = bp_format("joint %d", one.joint);
    bp_painter_box(p, (bp_rect){rect.x, base - swatch, swatch, swatch}, bp_scene_color((size_t)one.joint), 2,
                   p->theme->floor);
    bp_painter_text(p, rect.x + bp_painter_px(p, 18), base, name.text,
                    (bp_style){.size = 12, .max_width = rect.width - bp_painter_px(p, 24) - bar - number});
    bp_painter_text(p, rect.x + rect.width - bar - bp_painter_px(p, 8), base,
                    bp_format("%.4f", (double)one.weight).text,
                    (bp_style){.size = 11, .face = BP_FACE_MONO, .align = BP_ALIGN_RIGHT});
    bp_rect whole = {rect.x + rect.width - bar, base - bp_painter_px(p, 7), bar, bp_painter_px(p, 5)};
    bp_painter_fill(p, whole, p->theme->floor);
    whole.width = (int)((float)whole.width * bp_clamp(one.weight, 0, 1) + 0.5f);
    bp_painter_fill(p, whole, p->theme->ink);
}

static void draw_ring(bp_painter *p, const bp_app *app, bp_vertex_ref vertex) {
    const bp_figure *figure = bp_model_figure_get_figure(app->model->loaded.figure);
    const bp_placed_stage *scene = &app->model->picture.placed[0];
    bp_vec3 position = bp_figure_positions(figure, vertex.part)[vertex.vertex];
    bp_vec2 at;
    if (p->failed || !bp_camera_project(&scene->camera, scene->rect, position, &at, NULL) ||
        !bp_rect_contains(scene->rect, at.x, at.y))
        return;
    bp_rgba8 inside = p->theme->page, ring = p->theme->here;
    bp_disc disc = {.center = {at.x, at.y, 0},
                    .radius = 5 * p->unit,
                    .color = {inside.r, inside.g, inside.b, 120},
                    .ring = 2 * p->unit,
                    .ring_color = {ring.r, ring.g, ring.b, 255}};
    p->failed = !bp_raster_discs(p->raster, &disc, 1, &(bp_overlay){0}, p->error);
}

void bp_model_draw_vertex(bp_painter *p, const bp_app *app, bp_vertex_ref vertex) {
    const bp_loaded_model *loaded = &app->model->loaded;
    const bp_placed_stage *scene = &app->model->picture.placed[0];
    if (!vertex.valid) return;
    const bp_figure_part *part = bp_figure_part_at(bp_model_figure_get_figure(loaded->figure), vertex.part);
    influence all[BP_MESH_MAX_INFLUENCES];
    int count = part->skeleton ? influences_of(part->mesh, vertex.vertex, all) : 0,
        line = bp_painter_px(p, LINE);
    int pad = bp_painter_px(p, VERTEX_PAD), width = bp_painter_px(p, VERTEX_WIDTH),
        high = 2 * pad + line * (count > 0 ? count + 1 : 2);
    int margin = bp_painter_px(p, 10);
    if (width > scene->rect.width - 2 * margin) width = scene->rect.width - 2 * margin;
    draw_ring(p, app, vertex);
    bp_rect card = {scene->rect.x + margin, scene->rect.y + scene->rect.height - high - margin, width, high};
    bp_rgba8 ground = p->theme->bar;
    ground.a = 235;
    bp_painter_box(p, card, ground, 6, p->theme->rule);
    bp_rect inner = bp_rect_inset(card, pad, pad);
    double sum = 0;
    for (int i = 0; i < count; i++) sum += (double)all[i].weight;
    const bp_mesh *mesh = bp_model_figure_mesh(loaded->figure, vertex.part);
    size_t number = part->flat ? mesh->indices[vertex.vertex] : vertex.vertex;
    bp_formatted total = {""}, head;
    if (count > 0) total = bp_format(", sum %.4f", sum);
    head = bp_format("vertex %zu%s%.40s%s", number, part->mesh->name[0] ? " of " : "", part->mesh->name,
                     total.text);
    bp_painter_text(p, inner.x, inner.y + bp_painter_px(p, 11), head.text,
                    (bp_style){.size = 12, .face = BP_FACE_SANS_BOLD, .max_width = inner.width});
    if (count == 0)
        bp_painter_text(p, inner.x, inner.y + line + bp_painter_px(p, 13),
                        part->skeleton ? "no bone moves it" : "not skinned",
                        (bp_style){.size = 12, .color = p->theme->quiet});
    for (int i = 0; i < count; i++)
        draw_influence(p, part->skeleton, all[i],
                       (bp_rect){inner.x, inner.y + line * (i + 1), inner.width, line});
}

static void name_line(bp_painter *p, const char *path, bp_rect card) {
    bp_rect inner = bp_rect_inset(card, bp_painter_px(p, VERTEX_PAD), bp_painter_px(p, VERTEX_PAD));
    bp_style mono = {.size = 13, .face = BP_FACE_MONO};
    bp_painter_text(p, inner.x, inner.y + bp_painter_px(p, 12),
                    "Open which file? Enter opens it, Esc leaves it.",
                    (bp_style){.size = 13, .color = p->theme->quiet, .max_width = inner.width});
    bp_rect field = {inner.x, inner.y + bp_painter_px(p, 22), inner.width, bp_painter_px(p, 26)};
    bp_painter_box(p, field, p->theme->page, 4, p->theme->here);
    char text[BP_FIELD_MAX + 2];
    int available = field.width - bp_painter_px(p, 16);
    /* Of a name that is too long the end is visible. */
    for (const char *from = path;; from++) {
        snprintf(text, sizeof text, "%s_", from);
        if (!*from || bp_painter_text_width(p, text, mono) <= available) break;
        while ((from[1] & 0xC0) == 0x80) from++;
    }
    bp_painter_text(p, field.x + bp_painter_px(p, 8), field.y + bp_painter_px(p, 17), text, mono);
}

void bp_model_draw_path(bp_painter *p, const bp_app *app, bp_rect scene) {
    const bp_model_screen *screen = app->model;
    bool trouble = screen->failure[0] != '\0';
    if (app->field.use != BP_FIELD_PATH && !trouble) return;
    int margin = bp_painter_px(p, 16), pad = bp_painter_px(p, VERTEX_PAD), width = scene.width - 2 * margin;
    bp_style style = {.size = 13};
    int lines = bp_painter_count_lines(p, width - 2 * pad, 8, screen->failure, style);
    int high = trouble ? 2 * pad + (lines + 1) * bp_painter_px(p, LINE) : 2 * pad + bp_painter_px(p, 50);
    bp_rect card = {scene.x + margin, scene.y + margin, width, high};
    bp_painter_box(p, card, p->theme->bar, 6, trouble ? p->theme->wrong : p->theme->rule);
    if (!trouble) {
        name_line(p, app->field.text, card);
        return;
    }
    bp_painter_text(
        p, card.x + pad, card.y + pad + bp_painter_px(p, 12), "The file can't be opened; this one stays.",
        (bp_style){
            .size = 13, .face = BP_FACE_SANS_BOLD, .color = p->theme->wrong, .max_width = width - 2 * pad});
    bp_painter_wrap(p, card.x + pad, card.y + pad + bp_painter_px(p, LINE + 12), width - 2 * pad, LINE, 8,
                    screen->failure, style);
}
