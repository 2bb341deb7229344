/* The timeline of the step's change, below the stages: a button that plays or pauses, and a knob at t. Of a
 * clip it also shows the seconds and the keys. */
#include "rig/anim/anim.h"
#include "viewer/lesson/lesson_view.h"
#include <stdio.h>

enum { KNOB = 6, BUTTON = 26, LINE = 3 };

/* A triangle to play, two bars to pause, and an arrow back to play again. */
static void button(bp_ui *ui, bp_rect rect, bool moving, bool at_end) {
    const bp_theme *theme = ui->theme;
    int middle = rect.y + rect.height / 2, center = rect.x + rect.width / 2;
    if (moving) {
        int wide = bp_ui_px(ui, 3), high = bp_ui_px(ui, 11);
        bp_ui_fill(ui, (bp_rect){center - bp_ui_px(ui, 1) - wide, middle - high / 2, wide, high}, theme->ink);
        bp_ui_fill(ui, (bp_rect){center + bp_ui_px(ui, 2), middle - high / 2, wide, high}, theme->ink);
    } else {
        bp_ui_text(ui, center, middle + bp_ui_px(ui, at_end ? 6 : 5), at_end ? "↻" : "▶",
                   (bp_style){.size = at_end ? 16 : 13, .align = BP_ALIGN_CENTER});
    }
    bp_ui_hit(ui, rect, BP_ACTION_PLAY, 0);
}

/* "0.42 of 1.00 s". */
static int draw_seconds(bp_ui *ui, const bp_step *step, float t, int right, int middle) {
    char text[48];
    bp_style style = {.size = 12, .face = BP_FACE_MONO, .color = ui->theme->quiet, .align = BP_ALIGN_RIGHT};
    snprintf(text, sizeof text, "%.2f of %.2f s", (double)(t * step->clip_seconds),
             (double)step->clip_seconds);
    return bp_ui_text(ui, right, middle + bp_ui_px(ui, 4), text, style) + bp_ui_px(ui, 10);
}

/* A diamond for each key of the clip's longest track, or a line where diamonds would overlap, bright once the
 * time has passed it. The clip loops if the timeline is longer. */
static void draw_keys(bp_ui *ui, const bp_clip *clip, double seconds, float t, bp_rect bar) {
    const bp_track *track = NULL;
    double first = 0, last = 0, rate = bp_clip_rate(clip);
    for (size_t i = 0; i < bp_clip_track_count(clip); i++)
        if (!track || bp_clip_track(clip, i)->key_count > track->key_count) track = bp_clip_track(clip, i);
    if (!track || !bp_clip_span(clip, &first, &last)) return;
    int middle = bar.y + bar.height / 2, high = bp_ui_px(ui, 9);
    double apart = bar.width * (last - first) / (seconds * rate * (double)track->key_count);
    bool dense = apart < bp_ui_px(ui, 14);
    for (double from = -first;; from += last - first) {
        for (size_t i = from > -first; i < track->key_count; i++) { /* looped, the first is the last */
            float at = (float)((from + track->times[i]) / (seconds * rate));
            if (!(at >= 0 && at <= 1.0001f)) continue;
            int x = bar.x + (int)(at * (float)(bar.width - 1) + 0.5f);
            bp_rgba8 color = at <= t ? ui->theme->here : ui->theme->quiet;
            if (dense)
                bp_ui_fill(ui, (bp_rect){x, middle - high / 2, bp_ui_px(ui, 1), high}, color);
            else
                bp_ui_text(ui, x, middle + bp_ui_px(ui, 5), "◆",
                           (bp_style){.size = 13, .align = BP_ALIGN_CENTER, .color = color});
        }
        if (!(last > first) || from + last >= seconds * rate * 0.9999) return;
    }
}

void bp_panel_time(bp_ui *ui, const bp_lesson_view *view, bp_rect *track) {
    const bp_lesson_viewer *viewer = view->viewer;
    const bp_step *step = &view->lesson->steps[viewer->position.step];
    bp_rect rect = view->layout->timeline;
    *track = (bp_rect){0};
    if (rect.height <= 0 || !bp_lesson_viewer_has_timeline(viewer, view->lesson)) return;
    float t = viewer->position.t;
    int wide = bp_ui_px(ui, BUTTON), knob = bp_ui_px(ui, KNOB), line = bp_ui_px(ui, LINE);
    int middle = rect.y + rect.height / 2, right = rect.x + rect.width;
    bool moving = bp_lesson_viewer_is_moving(viewer, view->lesson);
    button(ui, (bp_rect){rect.x, rect.y, wide, rect.height}, moving, t >= 1);
    if (step->clip_seconds > 0) right -= draw_seconds(ui, step, t, right, middle);
    int left = rect.x + wide + 2 * knob;
    if (right - left < 4 * knob) return;
    *track = (bp_rect){left, rect.y, right - left - knob, rect.height};
    int done = (int)(t * (float)(track->width - 1) + 0.5f);
    bp_rect bar = {left, middle - line / 2, track->width, line};
    bp_ui_box(ui, bar, ui->theme->floor, 1.5f, (bp_rgba8){0});
    bar.width = done;
    bp_ui_box(ui, bar, ui->theme->here, 1.5f, (bp_rgba8){0});
    if (step->clip_seconds > 0 && view->world->clip)
        draw_keys(ui, view->world->clip, (double)step->clip_seconds, t, *track);
    bp_ui_dot(ui, left + done, middle, KNOB, ui->theme->here, true);
}
