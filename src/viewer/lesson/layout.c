/* In layout units:
 *
 *     title 40
 *     stages, readouts 50 below them,       | side panel 468, away below a width of 1000
 *     the change's timeline 26              |
 *     caption: as many lines as the longest step needs, then the question
 *     keys 40
 *
 * In a low window the side panel reaches down to the keys, beside the caption. */
#include "viewer/lesson/lesson_view.h"

enum {
    TALL_FROM = 720, /* height from which it ends above the caption */
    READOUT = 52,
    TIMELINE = 26,
    CAPTION_PAD = 16,
    CAPTION_TOP = 12,
    NARROW = 150, /* if cards would be narrower, only the selected stage is shown */
};

static bool lesson_has_readouts(const bp_lesson_plan *lesson) {
    for (int i = 0; i < lesson->step_count; i++)
        if (lesson->steps[i].readout_count > 0) return true;
    return false;
}

static bool lesson_has_changes(const bp_lesson_plan *lesson) {
    for (int i = 0; i < lesson->step_count; i++)
        if (lesson->steps[i].change) return true;
    return false;
}

/* High enough for the longest caption and the longest question of all steps. */
static void place_caption(bp_layout *layout, const bp_lesson_plan *lesson, bp_ui *ui, int width, int bottom) {
    int inner = width - 2 * bp_ui_px(ui, CAPTION_PAD), most_lines = 1, rows = 0;
    for (int i = 0; i < lesson->step_count; i++) {
        const bp_step *step = &lesson->steps[i];
        int lines = bp_ui_count_lines(ui, inner, 8, step->caption, bp_caption_style());
        if (i == 0) lines += bp_goal_rows(ui, lesson, inner);
        int asked = step->question ? bp_question_rows(ui, step->question, inner) : 0;
        if (lines > most_lines) most_lines = lines;
        if (asked > rows) rows = asked;
    }
    float height = CAPTION_TOP + (float)most_lines * BP_CAPTION_LEADING + 6;
    if (rows > 0) height += 10 + (float)rows * BP_QUESTION_LEADING;
    int pixels = bp_ui_px(ui, height);
    layout->caption = (bp_rect){0, bottom - pixels, width, pixels};
}

/* The end page may take up to two thirds of the window. */
static void place_end(bp_layout *layout, const bp_lesson_viewer *viewer, const bp_lesson_plan *lesson,
                      bp_ui *ui, int width, int bottom) {
    int height = bp_end_height(ui, viewer, lesson, width), most = bottom * 2 / 3;
    if (height > most) height = most;
    layout->caption = (bp_rect){0, bottom - height, width, height};
}

static void place_cards(bp_layout *layout, const bp_lesson_viewer *viewer, int count, bp_ui *ui) {
    int gap = bp_ui_px(ui, BP_LAYOUT_GAP);
    layout->first = 0;
    layout->count = count;
    int width = count > 0 ? (layout->stages.width - gap * (count - 1)) / count : 0;
    if (count > 1 && width < bp_ui_px(ui, NARROW)) {
        layout->first = viewer->core.selection.stage;
        layout->count = 1;
        width = layout->stages.width;
    }
    for (int i = 0; i < layout->count; i++)
        layout->cards[i] =
            (bp_rect){layout->stages.x + i * (width + gap), layout->stages.y, width, layout->stages.height};
}

bp_layout bp_layout_make(const bp_lesson_viewer *viewer, const bp_lesson_plan *lesson, const bp_world *world,
                         bp_ui *ui) {
    int width = viewer->core.settings.width, height = viewer->core.settings.height,
        gap = bp_ui_px(ui, BP_LAYOUT_GAP);
    int title = bp_ui_px(ui, BP_LAYOUT_TITLE), keys = bp_ui_px(ui, BP_LAYOUT_KEYS),
        panel = bp_side_width(&viewer->core.settings, ui);
    bool open = panel > 0;
    bool beside_caption = open && height < bp_ui_px(ui, TALL_FROM);
    int left = open ? width - panel : width;
    bp_layout layout = {.title = {0, 0, width, title}, .keys = {0, height - keys, width, keys}};
    if (viewer->position.ended)
        place_end(&layout, viewer, lesson, ui, beside_caption ? left : width, height - keys);
    else
        place_caption(&layout, lesson, ui, beside_caption ? left : width, height - keys);
    int bottom = layout.caption.y;
    if (open) layout.panel = (bp_rect){left, title, panel, (beside_caption ? height - keys : bottom) - title};
    /* In a small window the readouts would be cut off: the stage gets their space. */
    bool cramped = beside_caption && left < bp_ui_px(ui, 480);
    int readouts = lesson_has_readouts(lesson) && !cramped ? bp_ui_px(ui, READOUT) : 0;
    int below = gap;
    if (lesson_has_changes(lesson)) {
        below = bp_ui_px(ui, TIMELINE);
        layout.timeline = (bp_rect){gap, bottom - below, left - 2 * gap, below};
    }
    if (readouts > 0) layout.readouts = (bp_rect){gap, bottom - below - readouts, left - 2 * gap, readouts};
    int floor = readouts > 0 ? layout.readouts.y - bp_ui_px(ui, 10) : bottom - below;
    layout.stages = (bp_rect){gap, title + gap, left - 2 * gap, floor - title - gap};
    if (layout.stages.height < 0) layout.stages.height = 0;
    if (layout.stages.width < 0) layout.stages.width = 0;
    place_cards(&layout, viewer, world->stage_count, ui);
    return layout;
}
