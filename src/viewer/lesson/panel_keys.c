/* The bottom row: the steps as dots, and the keys that are useful now. */
#include "viewer/lesson/lesson_view.h"
#include <stdio.h>

enum { PAD = 16, DOT = 16 };

/* Returns the x behind the dots; if they don't fit, there is only "3 of 7". */
static int dots(bp_ui *ui, const bp_lesson_view *view, int x, int y, int available) {
    const bp_theme *theme = ui->theme;
    int count = view->lesson->step_count, now = view->viewer->position.step, wide = bp_ui_px(ui, DOT);
    if (count * wide <= available) {
        for (int i = 0; i < count; i++) {
            bp_rgba8 color = i == now ? theme->here : theme->quiet;
            int center = x + wide * i + wide / 2;
            bp_ui_dot(ui, center, y, i == now ? 5.5f : 5, color, i <= now);
            bp_ui_hit(ui, (bp_rect){center - wide / 2, y - wide / 2, wide, wide}, BP_ACTION_STEP, i);
        }
        x += wide * count + bp_ui_px(ui, 10);
    }
    char text[40];
    snprintf(text, sizeof text, view->viewer->position.ended ? "the end" : "%d of %d", now + 1, count);
    return x + bp_ui_text(ui, x, y + bp_ui_px(ui, 4), text, (bp_style){.color = theme->quiet});
}

enum { HINTS_MAX = 18 };

/* Keys that are useful now, the most useful first. */
static int hints_of(const bp_lesson_view *view, bp_key_hint *hints) {
    static const bp_key_hint always[] = {{BP_ACTION_BONE_NEXT, 0},        {BP_ACTION_ROTATE, 1},
                                         {BP_ACTION_SHOW, BP_SHOW_BONES}, {BP_ACTION_SHOW, BP_SHOW_WIREFRAME},
                                         {BP_ACTION_SHOW, BP_SHOW_AXES},  {BP_ACTION_SHOW, BP_SHOW_WEIGHTS},
                                         {BP_ACTION_COLUMNS, 0}};
    const bp_lesson_viewer *viewer = view->viewer;
    const bp_lesson_plan *lesson = view->lesson;
    bool asking = viewer->position.asking, ended = viewer->position.ended;
    bool last = viewer->position.step + 1 == lesson->step_count;
    bool more = ended ? viewer->next != NULL : !last || bp_lesson_has_end(lesson);
    bool order = asking && viewer->answer.kind == BP_QUESTION_ORDER; /* there the arrow keys arrange */
    bool changed = viewer->core.history.count > 0 && !ended;
    int count = 0;
    if (changed) hints[count++] = (bp_key_hint){BP_ACTION_RESTART, 0};
    if (viewer->core.history.undo_count > 0) hints[count++] = (bp_key_hint){BP_ACTION_UNDO, 0};
    if (asking) hints[count++] = (bp_key_hint){BP_ACTION_ENTER, 0};
    if (more || asking) hints[count++] = (bp_key_hint){BP_ACTION_NEXT, asking};
    if ((viewer->position.step > 0 && !order) || ended) hints[count++] = (bp_key_hint){BP_ACTION_BACK, 0};
    if (ended || !(more || asking)) hints[count++] = (bp_key_hint){BP_ACTION_LEAVE, 0};
    if (bp_lesson_viewer_has_timeline(viewer, lesson)) hints[count++] = (bp_key_hint){BP_ACTION_PLAY, 0};
    const bool bones = bp_lesson_has_bones(view->world);
    if (bones && (view->layout->panel.width == 0 || view->layout->instead))
        hints[count++] = (bp_key_hint){BP_ACTION_PANEL, 0};
    if (view->data->handle_count > 0) hints[count++] = (bp_key_hint){BP_ACTION_HANDLE, 0};
    for (size_t i = 0; bones && i < BP_COUNT(always); i++) hints[count++] = always[i];
    if (lesson->group == BP_LESSONS_BONES)
        hints[count++] =
            (bp_key_hint){viewer->core.settings.babylon ? BP_ACTION_ENGINE : BP_ACTION_BABYLON, 0};
    return count;
}

/* After the last step the figures stay in the student's hands; in a step the caption tells of another pose
 * than the student's. Returns the width that it takes. */
static int by_hand(bp_ui *ui, const bp_lesson_view *view, int x, int y, int available) {
    const char *words = view->viewer->core.history.count > 0 ? "Changed by hand:" : NULL;
    if (view->viewer->position.ended)
        words =
            bp_lesson_has_bones(view->world) ? "Free play: drag any limb." : "Free play: drag the corners.";
    bp_style style = {.color = ui->theme->here};
    if (!words || bp_ui_text_width(ui, words, style) > available) return 0;
    return bp_ui_text(ui, x, y, words, style) + bp_ui_px(ui, 20);
}

void bp_panel_keys(bp_ui *ui, const bp_lesson_view *view) {
    bp_rect rect = view->layout->keys;
    bp_key_hint hints[HINTS_MAX];
    int pad = bp_ui_px(ui, PAD), y = rect.y + rect.height - bp_ui_px(ui, 20);
    int right = rect.width - pad, x = dots(ui, view, pad, y, rect.width / 2);
    x += bp_ui_px(ui, 20);
    if (view->viewer->core.notice[0]) {
        bp_ui_text(ui, x, y + bp_ui_px(ui, 4), view->viewer->core.notice,
                   (bp_style){.color = ui->theme->here, .max_width = right - x});
    } else {
        x += by_hand(ui, view, x, y + bp_ui_px(ui, 4), (right - x) / 2);
        bp_key_hints(ui, &bp_lesson_keys, hints, hints_of(view, hints),
                     (bp_rect){x, y + bp_ui_px(ui, 5), right - x, 0});
    }
}
