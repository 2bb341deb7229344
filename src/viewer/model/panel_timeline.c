/* The clips as a row of cards, and the timeline of the current one with its time and speed. */
#include "viewer/model/model_view.h"
#include <stdio.h>

enum { ROW = 30, TRACK = 34, KNOB = 7 };

static const char *name_of(const bp_model *model, int clip, char *text, size_t size) {
    const char *name = bp_clip_name(model->clips[clip]);
    snprintf(text, size, "%d  %.40s", clip + 1, *name ? name : "unnamed");
    return text;
}

static int card_width(const bp_ui *ui, const bp_model *model, int clip) {
    char text[64];
    bp_style style = {.size = 12, .face = BP_FACE_SANS_BOLD};
    return bp_ui_text_width(ui, name_of(model, clip, text, sizeof text), style) + bp_ui_px(ui, 16);
}

static void clip_card(bp_ui *ui, const bp_model *model, int clip, bool here, bp_rect rect) {
    char text[64];
    bp_style style = {.size = 12, .color = here ? ui->theme->ink : ui->theme->quiet};
    if (here) style.face = BP_FACE_SANS_BOLD;
    style.max_width = rect.width - bp_ui_px(ui, 12);
    bp_ui_box(ui, rect, ui->theme->card, 4, here ? ui->theme->here : ui->theme->floor);
    bp_ui_text(ui, rect.x + bp_ui_px(ui, 8), rect.y + bp_ui_px(ui, 15),
               name_of(model, clip, text, sizeof text), style);
    bp_ui_hit(ui, rect, BP_ACTION_CLIP, clip);
}

static bool all_fit(const bp_ui *ui, const bp_model *model, int width) {
    int used = 0;
    for (int i = 0; i < (int)model->clip_count && used <= width; i++)
        used += card_width(ui, model, i) + (i > 0 ? bp_ui_px(ui, 6) : 0);
    return used <= width;
}

/* Opens the list of all clips. Returns its width. */
static int list_card(bp_ui *ui, const bp_model_view *view, int x, int y) {
    char text[32];
    bool open = view->viewer->clips.open;
    bp_style style = {.size = 12, .color = open ? ui->theme->ink : ui->theme->quiet};
    snprintf(text, sizeof text, "all %zu", view->loaded->model->clip_count);
    bp_rect rect = {x, y, bp_ui_text_width(ui, text, style) + bp_ui_px(ui, 16), bp_ui_px(ui, 21)};
    bp_ui_box(ui, rect, ui->theme->bar, 4, open ? ui->theme->here : ui->theme->floor);
    bp_ui_text(ui, rect.x + bp_ui_px(ui, 8), rect.y + bp_ui_px(ui, 15), text, style);
    bp_ui_hit(ui, rect, BP_ACTION_CLIPS, 0);
    return rect.width;
}

/* Draws the cards that fit; the current clip's is one of them. If not all do, the first card opens the list
 * of all. */
static void clip_cards(bp_ui *ui, const bp_model_view *view, int x, int y, int right) {
    const bp_model *model = view->loaded->model;
    int count = (int)model->clip_count, now = view->viewer->play.clip, gap = bp_ui_px(ui, 6), first = now;
    if (right - x > bp_ui_px(ui, 120) && !all_fit(ui, model, right - x)) x += list_card(ui, view, x, y) + gap;
    int used = now >= 0 ? card_width(ui, model, now) : 0;
    while (first > 0 && used + gap + card_width(ui, model, first - 1) <= right - x)
        used += gap + card_width(ui, model, --first);
    if (right - x < bp_ui_px(ui, 50)) return;
    for (int i = first; i >= 0 && i < count; i++) {
        int width = card_width(ui, model, i);
        if (x + width > right && i > first) return;
        if (x + width > right) width = right - x;
        clip_card(ui, model, i, i == now && view->viewer->play.source == BP_POSE_FROM_CLIP,
                  (bp_rect){x, y, width, bp_ui_px(ui, 21)});
        x += width + gap;
    }
}

static void draw_time(bp_ui *ui, const bp_model_view *view, double length, bool wide, int right, int y) {
    const bp_model_play *play = &view->viewer->play;
    char text[96];
    if (!wide)
        snprintf(text, sizeof text, "%.2f of %.2f s  %gx", play->seconds, length,
                 bp_model_speed(play->speed));
    else
        snprintf(text, sizeof text, "%7.3f of %.3f s   frame %3d of %d   %gx", play->seconds, length,
                 (int)(play->seconds * BP_MODEL_FRAME_RATE + 0.5), (int)(length * BP_MODEL_FRAME_RATE + 0.5),
                 bp_model_speed(play->speed));
    bool here = play->source == BP_POSE_FROM_CLIP;
    bp_ui_text(ui, right, y, text,
               (bp_style){.size = 12,
                          .face = BP_FACE_MONO,
                          .align = BP_ALIGN_RIGHT,
                          .color = here ? ui->theme->ink : ui->theme->quiet});
}

/* A tick for each second, or each ten seconds in a long clip. */
static void draw_ticks(bp_ui *ui, double length, bp_rect bar) {
    double wide = bar.width - 1;
    for (int i = 1; i < length && wide / length >= 2 * ui->unit; i++) {
        if (wide / length < 12 * ui->unit && i % 10 != 0) continue;
        int x = bar.x + (int)(wide * i / length);
        bp_ui_fill(ui, (bp_rect){x, bar.y + bar.height + bp_ui_px(ui, 3), 1, bp_ui_px(ui, 4)},
                   ui->theme->faint);
    }
}

static void draw_track(bp_ui *ui, const bp_model_view *view, double length, bp_rect rect) {
    const bp_model_play *play = &view->viewer->play;
    bool here = play->source == BP_POSE_FROM_CLIP;
    int high = bp_ui_px(ui, 4), middle = rect.y + rect.height / 2;
    bp_rect bar = {rect.x, middle - high / 2, rect.width, high};
    int done = length > 0 ? (int)(play->seconds / length * (rect.width - 1) + 0.5) : 0;
    bp_rgba8 color = here ? ui->theme->here : ui->theme->faint;
    bp_ui_box(ui, bar, ui->theme->floor, 2, (bp_rgba8){0});
    bp_ui_box(ui, (bp_rect){bar.x, bar.y, done, high}, color, 2, (bp_rgba8){0});
    draw_ticks(ui, length, bar);
    bp_ui_dot(ui, bar.x + done, middle, KNOB, color, here);
}

void bp_panel_timeline(bp_ui *ui, const bp_model_view *view, bp_rect rect, bp_rect *track) {
    const bp_model_viewer *viewer = view->viewer;
    int y = rect.y + bp_ui_px(ui, 10), right = rect.x + rect.width;
    *track = (bp_rect){0};
    if (viewer->play.clip < 0) {
        bp_ui_text(ui, rect.x, y + bp_ui_px(ui, 15),
                   "The file has no animation: drag a joint, or rotate it with the arrow keys.",
                   (bp_style){.color = ui->theme->quiet, .max_width = rect.width});
        return;
    }
    double length = bp_loaded_model_clip_length(view->loaded, viewer->play.clip);
    bool wide = rect.width > bp_ui_px(ui, 460);
    int time = bp_ui_px(ui, wide ? 340 : 180), knob = bp_ui_px(ui, KNOB);
    draw_time(ui, view, length, wide, right, y + bp_ui_px(ui, 15));
    clip_cards(ui, view, rect.x, y, right - time);
    *track =
        (bp_rect){rect.x + knob, rect.y + bp_ui_px(ui, ROW + 6), rect.width - 2 * knob, bp_ui_px(ui, TRACK)};
    draw_track(ui, view, length, *track);
}
