/* In layout units:
 *
 *     title 40
 *     stages, readouts 50 below them,       | side panel 468, away below a width of 1000
 *     the change's timeline 26              |
 *     caption and question: a fifth of the height, or what the step needs
 *     keys 40
 *
 * In a low window the side panel reaches down to the keys, beside the caption. */
#include "viewer/lesson/lesson_view.h"

enum {
    TALL_FROM = 720,      /* height from which it ends above the caption */
    COMPACT = 640,        /* height below which captions are set smaller */
    BARE = 500,           /* height below which readouts are left out */
    STAGES_PERCENT = 55,  /* of the window's height, at least, where captions allow it */
    CAPTION_PERCENT = 20, /* at most, for steps that need less */
    READOUT = 52,
    ABOVE_READOUT = 10,
    TIMELINE = 26,
    LOW = 150,      /* less height than this is too little for stages */
    LOW_CARD = 165, /* with readouts below it */
    NARROW = 150,   /* if cards would be narrower, only the selected stage is shown */
};

/* A step without readouts shows those of the last step that has some. */
static bool has_readouts(const bp_lesson_plan *lesson, int step) {
    for (int i = 0; i <= step; i++)
        if (lesson->steps[i].readout_count > 0) return true;
    return false;
}

static bool lesson_has_changes(const bp_lesson_plan *lesson) {
    for (int i = 0; i < lesson->step_count; i++)
        if (lesson->steps[i].change) return true;
    return false;
}

/* The same for all steps, so stages don't move: high enough for most captions. But stages keep more than half
 * of the window, and only a step that needs more gets more. `around` is neither stages nor caption. */
static void place_caption(bp_layout *layout, const bp_lesson_viewer *viewer, const bp_lesson_plan *lesson,
                          bp_ui *ui, int width, int bottom, int around) {
    int window = viewer->core.settings.height, most = 0;
    for (int i = 0; i < lesson->step_count; i++) {
        int height = bp_caption_height(ui, lesson, i, width, layout->compact);
        if (height > most) most = height;
    }
    int left = window - around - window * STAGES_PERCENT / 100;
    if (most > left) most = left;
    if (most > window * CAPTION_PERCENT / 100) most = window * CAPTION_PERCENT / 100;
    int own = bp_caption_height(ui, lesson, viewer->position.step, width, layout->compact);
    if (own > most) most = own;
    layout->caption = (bp_rect){0, bottom - most, width, most};
}

/* The pictures to choose among: a row, or two rows of two. */
static void place_options(bp_layout *layout, int count, const bp_ui *ui) {
    int gap = bp_ui_px(ui, BP_LAYOUT_GAP), columns = count > 3 ? 2 : count, rows = count > 3 ? 2 : 1;
    int width = (layout->stages.width - gap * (columns - 1)) / columns,
        height = (layout->stages.height - gap * (rows - 1)) / rows;
    for (int i = 0; i < count; i++)
        layout->options[i] = (bp_rect){layout->stages.x + i % columns * (width + gap),
                                       layout->stages.y + i / columns * (height + gap), width, height};
    layout->option_count = count;
}

/* As high as its texts. If that leaves too little for the stages, it takes their space, too. */
static void place_end(bp_layout *layout, const bp_lesson_viewer *viewer, const bp_lesson_plan *lesson,
                      bp_ui *ui, int width, int bottom) {
    int top = layout->title.height, height = bp_end_height(ui, viewer, lesson, width);
    if (bottom - top - height < bp_ui_px(ui, LOW)) height = bottom > top ? bottom - top : 0;
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
    int left = open ? width - panel : width;
    bp_layout layout = {.title = {0, 0, width, title}, .keys = {0, height - keys, width, keys}};
    /* Opened where there is no room for it, the panel takes the words' place until it is closed. */
    layout.instead = open && viewer->core.settings.fold && !viewer->position.ended;
    bool beside_caption = layout.instead || (open && height < bp_ui_px(ui, TALL_FROM));
    layout.compact = height < bp_ui_px(ui, COMPACT);
    int timeline = lesson_has_changes(lesson) ? bp_ui_px(ui, TIMELINE) : gap;
    int shown = has_readouts(lesson, viewer->position.step) ? bp_ui_px(ui, READOUT + ABOVE_READOUT) : 0;
    if (viewer->position.ended)
        place_end(&layout, viewer, lesson, ui, beside_caption ? left : width, height - keys);
    else if (layout.instead)
        layout.caption = (bp_rect){0, height - keys, left, 0};
    else
        place_caption(&layout, viewer, lesson, ui, beside_caption ? left : width, height - keys,
                      title + gap + shown + timeline + keys);
    int bottom = layout.caption.y;
    if (open) layout.panel = (bp_rect){left, title, panel, (beside_caption ? height - keys : bottom) - title};
    /* In a small window the readouts would be cut off: the stage gets their space. */
    bool page_only = viewer->position.ended && bottom <= title;
    bool cramped = page_only || height < bp_ui_px(ui, BARE) || (beside_caption && left < bp_ui_px(ui, 480));
    int readouts = has_readouts(lesson, viewer->position.step) && !cramped ? bp_ui_px(ui, READOUT) : 0;
    int below = gap;
    if (lesson_has_changes(lesson) && !page_only) {
        below = bp_ui_px(ui, TIMELINE);
        layout.timeline = (bp_rect){gap, bottom - below, left - 2 * gap, below};
    }
    if (readouts > 0) layout.readouts = (bp_rect){gap, bottom - below - readouts, left - 2 * gap, readouts};
    if (layout.readouts.height > 0 && layout.readouts.y - title - gap < bp_ui_px(ui, LOW_CARD))
        layout.readouts.height = readouts = 0; /* the stages need their space */
    int floor = readouts > 0 ? layout.readouts.y - bp_ui_px(ui, ABOVE_READOUT) : bottom - below;
    layout.stages = (bp_rect){gap, title + gap, left - 2 * gap, floor - title - gap};
    if (layout.stages.height < 0) layout.stages.height = 0;
    if (layout.stages.width < 0) layout.stages.width = 0;
    const bp_question *question = bp_lesson_viewer_question(viewer, lesson);
    if (question && question->picture && !page_only)
        place_options(&layout, bp_question_option_count(question), ui);
    else
        place_cards(&layout, viewer, page_only ? 0 : world->stage_count, ui);
    return layout;
}
