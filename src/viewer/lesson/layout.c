/* In layout units, in a large window:
 *
 *     title 40
 *     stages, readouts below them           | side panel 484 or 330
 *     the change's timeline 26              |
 *     caption and question: a fifth of the height, or what the step needs
 *     keys 42
 *
 * In a window too narrow for the side panel, caption and question have its place beside the stages if
 * figures are larger then. The side panel, opened there, takes their place until it is closed; in a window as
 * narrow as a phone it is below the stages, as the words are. */
#include "viewer/lesson/lesson_view.h"
#include "viewer/stage_view.h"
#include <math.h>

enum {
    STAGES_PERCENT = 55,  /* of the window's height, at least, where captions allow it */
    LEAST_PERCENT = 42,   /* for which captions get smaller letters */
    CAPTION_PERCENT = 20, /* at most, for steps that need less */
    WORDS_PERCENT = 44,   /* of the width, for words beside the stages */
    WORDS = 440,          /* and at most */
    LEAST_WORDS = 240,    /* and at least: in a narrower window words are below */
    INSTEAD_PERCENT = 58, /* of the space between title and keys, for the panel below the stages */
    READOUT = 52,
    PHONE = 480, /* of three readouts one is below the others in a narrower window */
    ABOVE_READOUT = 10,
    TIMELINE = 26,
    LOW = 150,      /* less height than this is too little for stages */
    LOW_CARD = 165, /* with readouts below it */
    PANEL_WIDTH_FROM = 1180,
    PANEL_HEIGHT_FROM = 640, /* the side panel is open by default */
    SMALL_CARD = 360,        /* width below which letters in cards don't grow */
    NARROW = 150,            /* if cards would be narrower, only the selected stage is shown */
    STACKED = 190,           /* the least height of one of two cards above each other */
    WIDE_PERCENT = 60,       /* of the stages' width, for the card beside them */
};

static const float SMALLEST = 0.85f; /* letters, by those of the default text size */

/* The layout unit with text of the default size. */
static float usual_unit(const bp_lesson_viewer *viewer) {
    bp_view_settings usual = viewer->core.settings;
    usual.text = BP_TEXT_SIZE_DEFAULT;
    return bp_view_settings_unit(&usual);
}

/* A step without readouts shows those of the last step that has some. */
static int readout_count(const bp_lesson_plan *lesson, int step) {
    int count = 0;
    for (int i = step; i >= 0 && count == 0; i--) count = lesson->steps[i].readout_count;
    return count;
}

static bool lesson_has_changes(const bp_lesson_plan *lesson) {
    for (int i = 0; i < lesson->step_count; i++)
        if (lesson->steps[i].change) return true;
    return false;
}

/* The height of the words of a step, or of the end page (step -1), in the layout's letters. */
static int words_height(const bp_layout *layout, const bp_lesson_viewer *viewer, const bp_lesson_plan *lesson,
                        const bp_ui *ui, int step, int width) {
    bp_ui words = *ui;
    words.unit = layout->words_unit;
    if (step < 0) return bp_end_height(&words, viewer, lesson, width);
    bool asked = layout->asked && step == viewer->position.step;
    return bp_caption_height(&words, lesson, step, width, layout->compact, asked);
}

/* Of all steps, or of those without a question. */
static int most_words(const bp_layout *layout, const bp_lesson_viewer *viewer, const bp_lesson_plan *lesson,
                      const bp_ui *ui, int width, bool questions) {
    int most = 0;
    for (int i = 0; i < lesson->step_count; i++) {
        if (!questions && lesson->steps[i].question) continue;
        int height = words_height(layout, viewer, lesson, ui, i, width);
        if (height > most) most = height;
    }
    return most;
}

/* Sets the letters' size: all captions of a lesson get compact letters if one of them needs that; a step
 * whose words are still too high gets smaller ones, down to SMALLEST. Returns the height of the words. */
static int fit_words(bp_layout *layout, const bp_lesson_viewer *viewer, const bp_lesson_plan *lesson,
                     const bp_ui *ui, int width, int available) {
    int step = viewer->position.ended ? -1 : viewer->position.step;
    float least = SMALLEST * usual_unit(viewer);
    layout->words_unit = ui->unit;
    layout->compact = most_words(layout, viewer, lesson, ui, width, true) > available;
    int height = words_height(layout, viewer, lesson, ui, step, width);
    while (height > available && layout->words_unit > least) {
        layout->words_unit *= 0.96f;
        height = words_height(layout, viewer, lesson, ui, step, width);
    }
    return height;
}

/* The number of columns in which `count` cards show the largest figures, and the size of a scene then, by the
 * less of its height and its width, which figures need a little more of. */
static int columns_of(const bp_ui *ui, int width, int height, int count, int *size) {
    int gap = bp_ui_px(ui, BP_LAYOUT_GAP), best = 1;
    *size = -1;
    for (int columns = count; columns >= 1; columns--) {
        int rows = (count + columns - 1) / columns;
        if (rows * columns > count) continue; /* no holes */
        bp_rect card = {0, 0, (width - gap * (columns - 1)) / columns, (height - gap * (rows - 1)) / rows};
        bp_rect scene = bp_stage_view_scene(ui, card, NULL);
        int wide = scene.width * 5 / 6, least = wide < scene.height ? wide : scene.height;
        if (columns > 1 && card.width < bp_ui_px(ui, NARROW)) least = 0;
        if (least <= *size) continue;
        *size = least;
        best = columns;
    }
    return best;
}

static void place_grid(const bp_ui *ui, bp_rect all, int count, bp_rect *cards) {
    if (count == 0) return;
    int size, gap = bp_ui_px(ui, BP_LAYOUT_GAP),
              columns = columns_of(ui, all.width, all.height, count, &size);
    int rows = (count + columns - 1) / columns;
    int width = (all.width - gap * (columns - 1)) / columns, height = (all.height - gap * (rows - 1)) / rows;
    for (int i = 0; i < count; i++)
        cards[i] = (bp_rect){all.x + i % columns * (width + gap), all.y + i / columns * (height + gap), width,
                             height};
}

/* Three cards that would be high and narrow: the step's stage is large, and the two others are above each
 * other beside it. False: there is too little room. */
static bool place_beside(bp_layout *layout, int large, const bp_ui *ui) {
    bp_rect all = layout->stages;
    int gap = bp_ui_px(ui, BP_LAYOUT_GAP), width = (all.width - gap) * WIDE_PERCENT / 100,
        height = (all.height - gap) / 2, other = all.width - gap - width;
    if (height < bp_ui_px(ui, STACKED) || other < height) return false;
    bool right = large > 0;
    for (int i = 0, y = all.y; i < 3; i++) {
        if (i == large) {
            layout->cards[i] = (bp_rect){right ? all.x + other + gap : all.x, all.y, width, all.height};
        } else {
            layout->cards[i] = (bp_rect){right ? all.x : all.x + width + gap, y, other, height};
            y += height + gap;
        }
    }
    return true;
}

/* Stages; of too many, the selected one. */
static void place_cards(bp_layout *layout, const bp_lesson_viewer *viewer, int count, int large,
                        const bp_ui *ui) {
    int size;
    layout->first = 0;
    layout->count = count;
    if (count == 3 && place_beside(layout, large, ui)) return;
    if (count > 1 && columns_of(ui, layout->stages.width, layout->stages.height, count, &size) == 1 &&
        layout->stages.height / count < bp_ui_px(ui, NARROW)) {
        layout->first = viewer->core.selection.stage;
        layout->count = 1;
    }
    place_grid(ui, layout->stages, layout->count, layout->cards);
}

/* What the words' place depends on. */
typedef struct window_space {
    int width, height;      /* of the window */
    int top, bottom;        /* between title and keys */
    int readouts, timeline; /* their heights with gaps */
    int panel;              /* the side panel's width; 0: folded away */
    int words;              /* the width of words beside the stages */
} window_space;

/* Whether the window is too narrow for two things side by side. */
static bool is_slim(const window_space *space, const bp_ui *ui) {
    return space->words < bp_ui_px(ui, LEAST_WORDS);
}

/* Whether figures are larger with the words beside them than with the words below them. */
static bool words_beside(const bp_layout *layout, const window_space *space, const bp_lesson_viewer *viewer,
                         const bp_lesson_plan *lesson, int count, const bp_ui *ui) {
    if (is_slim(space, ui)) return false;
    bp_layout trial = *layout;
    trial.words_unit = fminf(ui->unit, usual_unit(viewer));
    trial.compact = true;
    int gap = bp_ui_px(ui, BP_LAYOUT_GAP),
        high = space->bottom - space->top - gap - space->readouts - space->timeline;
    int below, beside, most = most_words(&trial, viewer, lesson, ui, space->width, true);
    columns_of(ui, space->width - 2 * gap, high - most, count, &below);
    columns_of(ui, space->width - space->words - 2 * gap, high, count, &beside);
    return beside > below;
}

/* Below the stages. The same height for all steps without a question, so stages don't move between them: high
 * enough for their captions. But stages keep more than half of the window, and only a step that needs more
 * gets more. */
static void place_below(bp_layout *layout, const window_space *space, const bp_lesson_viewer *viewer,
                        const bp_lesson_plan *lesson, const bp_ui *ui) {
    int gap = bp_ui_px(ui, BP_LAYOUT_GAP);
    int left = space->bottom - space->top - gap - space->readouts - space->timeline;
    const bp_question *question = bp_lesson_viewer_question(viewer, lesson);
    layout->asked = question && question->picture && is_slim(space, ui); /* the pictures are small there */
    int own = fit_words(layout, viewer, lesson, ui, space->width, left - space->height * LEAST_PERCENT / 100);
    int most = own;
    if (!viewer->position.ended) {
        most = most_words(layout, viewer, lesson, ui, space->width, false);
        if (most > left - space->height * STAGES_PERCENT / 100)
            most = left - space->height * STAGES_PERCENT / 100;
        if (most > space->height * CAPTION_PERCENT / 100) most = space->height * CAPTION_PERCENT / 100;
        if (own > most || layout->asked) most = own;
    } else if (space->bottom - space->top - own < bp_ui_px(ui, LOW)) {
        most = space->bottom - space->top; /* too little is left for stages: the end page takes it, too */
    }
    layout->caption = (bp_rect){0, space->bottom - most, space->width, most};
}

/* Caption and question, or the end page. Returns whether they are beside the stages. */
static bool place_words(bp_layout *layout, const window_space *space, const bp_lesson_viewer *viewer,
                        const bp_lesson_plan *lesson, int count, const bp_ui *ui) {
    layout->words_unit = ui->unit;
    layout->instead = space->panel > 0 && viewer->core.settings.fold && !viewer->position.ended;
    if (layout->instead) {
        layout->caption = (bp_rect){0, space->bottom, space->width - space->panel, 0};
        return false;
    }
    if (space->panel > 0 || !words_beside(layout, space, viewer, lesson, count, ui)) {
        place_below(layout, space, viewer, lesson, ui);
        return false;
    }
    int height = space->bottom - space->top -
                 (space->readouts > 0 ? space->readouts + bp_ui_px(ui, BP_LAYOUT_GAP) : 0);
    fit_words(layout, viewer, lesson, ui, space->words, height);
    layout->caption = (bp_rect){space->width - space->words, space->top, space->words, height};
    return true;
}

/* In small cards letters are no larger than usual. */
static void fit_cards(bp_layout *layout, const bp_lesson_viewer *viewer, const bp_ui *ui) {
    float least = usual_unit(viewer), unit = ui->unit;
    int width = layout->option_count > 0 ? layout->options[0].width : layout->cards[0].width;
    if (width < bp_ui_px(ui, SMALL_CARD)) unit = (float)width / SMALL_CARD;
    if (unit < least) unit = least;
    layout->cards_unit = unit < ui->unit ? unit : ui->unit;
}

static window_space space_of(const bp_lesson_viewer *viewer, const bp_lesson_plan *lesson, const bp_ui *ui) {
    const bp_view_settings *settings = &viewer->core.settings;
    window_space space = {
        .width = settings->width, .height = settings->height, .top = bp_ui_px(ui, BP_LAYOUT_TITLE)};
    space.bottom = space.height - bp_ui_px(ui, BP_LAYOUT_KEYS);
    int matrices = bp_matrix_count(settings->all_matrices ? 0 : lesson->matrices);
    space.panel = bp_side_width(settings, ui, matrices, PANEL_WIDTH_FROM, PANEL_HEIGHT_FROM);
    space.timeline = bp_ui_px(ui, lesson_has_changes(lesson) ? (int)TIMELINE : (int)BP_LAYOUT_GAP);
    space.words = space.width * WORDS_PERCENT / 100;
    if (space.words > bp_ui_px(ui, WORDS)) space.words = bp_ui_px(ui, WORDS);
    int readouts = readout_count(lesson, viewer->position.step);
    int rows = readouts > 2 && space.width < bp_ui_px(ui, PHONE) ? 2 : 1;
    int low = space.bottom - space.top - space.timeline - bp_ui_px(ui, LOW_CARD + BP_LAYOUT_GAP) -
              rows * bp_ui_px(ui, READOUT + ABOVE_READOUT);
    /* Readouts are about the stages, which pictures of answers replace. */
    const bp_question *question = bp_lesson_viewer_question(viewer, lesson);
    bool pictures = question && question->picture;
    if (low >= 0 && !pictures && readouts > 0) space.readouts = rows * bp_ui_px(ui, READOUT + ABOVE_READOUT);
    return space;
}

bool bp_lesson_has_bones(const bp_world *world) {
    for (int i = 0; i < world->stage_count; i++)
        if (world->stages[i].skeleton) return true;
    return false;
}

bp_layout bp_layout_make(const bp_lesson_viewer *viewer, const bp_lesson_plan *lesson, const bp_world *world,
                         bp_ui *ui) {
    window_space space = space_of(viewer, lesson, ui);
    if (!bp_lesson_has_bones(world)) space.panel = 0; /* it would be empty */
    int gap = bp_ui_px(ui, BP_LAYOUT_GAP), high = space.readouts - bp_ui_px(ui, ABOVE_READOUT);
    bp_layout layout = {.title = {0, 0, space.width, space.top},
                        .keys = {0, space.bottom, space.width, space.height - space.bottom}};
    const bp_question *question = bp_lesson_viewer_question(viewer, lesson);
    bool pictures = question && question->picture;
    int count = pictures ? bp_question_option_count(question) : world->stage_count;
    bool beside = place_words(&layout, &space, viewer, lesson, count, ui);
    int bottom = beside ? space.bottom : layout.caption.y,
        left = space.width - (beside ? space.words : space.panel);
    bool page_only = bottom <= space.top;
    bool stacked = layout.instead && is_slim(&space, ui); /* the panel is below the stages */
    if (stacked) {
        int tall = (space.bottom - space.top) * INSTEAD_PERCENT / 100;
        bottom -= tall;
        left = space.width;
        layout.panel = (bp_rect){0, bottom, space.width, tall};
    }
    /* Readouts reach below words or panel, too. */
    bool across = !stacked && (beside || layout.instead);
    if (bottom - space.readouts - space.timeline - space.top - gap < bp_ui_px(ui, LOW_CARD))
        space.readouts = 0;
    if (across && space.readouts > 0) {
        bottom -= space.readouts + gap - bp_ui_px(ui, ABOVE_READOUT);
        layout.readouts = (bp_rect){gap, bottom, space.width - 2 * gap, high};
    }
    if (space.panel > 0 && !stacked)
        layout.panel = (bp_rect){left, space.top, space.panel, bottom - space.top};
    bottom -= space.timeline;
    if (lesson_has_changes(lesson) && !page_only)
        layout.timeline = (bp_rect){gap, bottom, left - 2 * gap, space.timeline};
    if (!across && space.readouts > 0) {
        bottom -= space.readouts;
        layout.readouts = (bp_rect){gap, bottom + space.readouts - high, left - 2 * gap, high};
    }
    layout.stages = (bp_rect){gap, space.top + gap, left - 2 * gap, bottom - space.top - gap};
    if (layout.stages.height < 0) layout.stages.height = 0;
    if (layout.stages.width < 0) layout.stages.width = 0;
    if (pictures && !page_only) {
        layout.option_count = count;
        place_grid(ui, layout.stages, count, layout.options);
    } else {
        place_cards(&layout, viewer, page_only ? 0 : count, lesson->steps[viewer->position.step].stage, ui);
    }
    fit_cards(&layout, viewer, ui);
    return layout;
}
