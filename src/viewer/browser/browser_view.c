/* Drawing the cards: the picture at the left; number, title, summary, difficulty and progress beside it. */
#include "viewer/browser/browser.h"
#include "viewer/offscreen_target.h"
#include <stdio.h>

enum {
    PAD = 20,
    TOP = 76,
    BOTTOM = 44,
    CARD_WIDTH = 380, /* at least */
    CARD_HEIGHT = 106,
    GAP = 12,
    PICTURE_WIDTH = 116,
    PICTURE_HEIGHT = 86,
};

static const char *const DIFFICULTY[] = {"", "easy", "medium", "hard"};

static bp_ui ui_of(const bp_browser *browser) {
    return (bp_ui){.theme = bp_theme_of(browser->settings.light),
                   .unit = bp_view_settings_unit(&browser->settings)};
}

void bp_browser_picture_size(const bp_browser *browser, int *width, int *height) {
    bp_ui ui = ui_of(browser);
    *width = bp_ui_px(&ui, PICTURE_WIDTH);
    *height = bp_ui_px(&ui, PICTURE_HEIGHT);
}

/* "done", or "3 of 5 questions", and a progress bar. */
static void progress_line(bp_ui *ui, int x, int y, int width, const bp_lesson_plan *lesson,
                          const bp_progress_entry *seen) {
    const bp_theme *theme = ui->theme;
    char text[32] = "";
    int count, answered = bp_progress_answered(seen, lesson, &count);
    bool done = bp_progress_is_done(seen, lesson);
    if (done)
        snprintf(text, sizeof text, "✓ done");
    else if (count > 0)
        snprintf(text, sizeof text, "%d of %d questions", answered, count);
    bp_rgba8 color = done ? theme->right : theme->quiet;
    bp_ui_text(ui, x + width, y, text, (bp_style){.size = 11, .color = color, .align = BP_ALIGN_RIGHT});
    bp_rect bar = {x, y + bp_ui_px(ui, 7), width, bp_ui_px(ui, 2)};
    bp_ui_fill(ui, bar, theme->rule);
    bar.width = done ? width : count > 0 ? width * answered / count : 0;
    bp_ui_fill(ui, bar, color);
}

static void card(bp_ui *ui, const bp_lesson_plan *lesson, const bp_progress_entry *seen, bool selected,
                 bp_rect rect) {
    const bp_theme *theme = ui->theme;
    bp_ui_box(ui, rect, theme->bar, 6, selected ? theme->here : theme->rule);
    if (selected)
        bp_ui_fill(
            ui, (bp_rect){rect.x, rect.y + bp_ui_px(ui, 8), bp_ui_px(ui, 3), rect.height - bp_ui_px(ui, 16)},
            theme->here);
    int x = rect.x + bp_ui_px(ui, PICTURE_WIDTH + 24), width = rect.x + rect.width - x - bp_ui_px(ui, 14);
    char text[160];
    snprintf(text, sizeof text, "%02d  %.120s", lesson->number, lesson->title);
    bp_ui_text(ui, x, rect.y + bp_ui_px(ui, 24), text,
               (bp_style){.size = 14, .face = BP_FACE_SANS_BOLD, .max_width = width});
    bp_ui_lines(ui, x, rect.y + bp_ui_px(ui, 42), width, 15, 3, lesson->summary,
                (bp_style){.size = 12, .color = theme->quiet});
    int y = rect.y + rect.height - bp_ui_px(ui, 18), level = lesson->difficulty;
    if (level < 1 || level > 3) level = 1;
    for (int i = 0; i < 3; i++)
        bp_ui_dot(ui, x + bp_ui_px(ui, (float)(4 + 11 * i)), y - bp_ui_px(ui, 4), 3.5f, theme->quiet,
                  i < level);
    bp_ui_text(ui, x + bp_ui_px(ui, 36), y, DIFFICULTY[level], (bp_style){.size = 11, .color = theme->quiet});
    progress_line(ui, x, y, width, lesson, seen);
}

static bp_rect card_rect(const bp_ui *ui, const bp_browser *browser, int number) {
    int pad = bp_ui_px(ui, PAD), gap = bp_ui_px(ui, GAP), columns = browser->columns;
    int width = (browser->settings.width - 2 * pad - gap * (columns - 1)) / columns;
    int row = number / columns - browser->top;
    return (bp_rect){pad + number % columns * (width + gap),
                     bp_ui_px(ui, TOP) + row * bp_ui_px(ui, CARD_HEIGHT + GAP), width,
                     bp_ui_px(ui, CARD_HEIGHT)};
}

/* Finds the numbers of columns and rows that fit. If they changed, scrolls the selected card into view;
 * otherwise the wheel may have scrolled it away on purpose. */
static void fit(const bp_ui *ui, bp_browser *browser) {
    int columns = browser->columns, rows_seen = browser->rows_seen;
    int available = browser->settings.width - 2 * bp_ui_px(ui, PAD) + bp_ui_px(ui, GAP);
    browser->columns = available / bp_ui_px(ui, CARD_WIDTH + GAP);
    if (browser->columns < 1) browser->columns = 1;
    int high = browser->settings.height - bp_ui_px(ui, TOP + BOTTOM) + bp_ui_px(ui, GAP);
    browser->rows_seen = high / bp_ui_px(ui, CARD_HEIGHT + GAP);
    if (browser->rows_seen < 1) browser->rows_seen = 1;
    if (columns != browser->columns || rows_seen != browser->rows_seen) bp_browser_show_selected(browser);
    bp_browser_scroll(browser, 0);
}

static void draw_texts(bp_ui *ui, const bp_browser *browser) {
    const bp_theme *theme = ui->theme;
    int pad = bp_ui_px(ui, PAD), right = browser->settings.width - pad;
    bp_ui_text(ui, pad, bp_ui_px(ui, 34), "Bindpose", (bp_style){.size = 18, .face = BP_FACE_SANS_BOLD});
    bp_ui_text(ui, pad, bp_ui_px(ui, 56), "Step through skeletal animation, with nothing hidden.",
               (bp_style){.color = theme->quiet, .max_width = right - pad});
    int y = browser->settings.height - bp_ui_px(ui, 16), x = pad;
    if (browser->notice[0]) {
        bp_ui_text(ui, x, y, browser->notice, (bp_style){.color = theme->wrong, .max_width = right - x});
        return;
    }
    static const struct {
        const char *key, *does;
        bp_action action;
        int value;
    } keys[] = {{"←↑↓→", "choose", BP_ACTION_NONE, 0},         {"Enter", "open", BP_ACTION_NONE, 0},
                {"L", "light or dark", BP_ACTION_THEME, 0},    {"+ -", "text", BP_ACTION_TEXT_SIZE, 1},
                {"F", "full screen", BP_ACTION_FULLSCREEN, 0}, {"Esc", "quit", BP_ACTION_LEAVE, 0}};
    for (size_t i = 0; i < BP_COUNT(keys); i++)
        x += bp_ui_key(ui, x, y, keys[i].key, keys[i].does, keys[i].action, keys[i].value) + bp_ui_px(ui, 12);
}

static bool is_visible(const bp_browser *browser, int number) {
    int row = number / browser->columns - browser->top;
    return row >= 0 && row < browser->rows_seen;
}

bool bp_browser_draw(bp_browser *browser, const bp_browser_scope *scope, bp_raster *raster,
                     const bp_framebuffer *to, bp_hit_areas *hits, bp_error *error) {
    bp_ui ui = ui_of(browser);
    ui.raster = raster;
    ui.hits = hits;
    ui.error = error;
    hits->count = 0;
    fit(&ui, browser);
    bp_ui_begin(&ui, to, NULL, &(bp_rect){0}, ui.theme->page);
    for (int i = 0; i < browser->count; i++) {
        if (!is_visible(browser, i)) continue;
        const bp_lesson_plan *lesson = scope->lessons[i];
        const bp_progress_entry seen = bp_progress_of(scope->progress, lesson->name);
        card(&ui, lesson, &seen, i == browser->selected, card_rect(&ui, browser, i));
        bp_ui_hit(&ui, card_rect(&ui, browser, i), BP_ACTION_STEP, i);
    }
    draw_texts(&ui, browser);
    bp_ui_end(&ui);
    for (int i = 0; !ui.failed && i < browser->count; i++) {
        if (!is_visible(browser, i) || !scope->pictures[i].pixels) continue;
        bp_rect rect = card_rect(&ui, browser, i);
        const bp_framebuffer *from = &scope->pictures[i];
        bp_offscreen_target_copy(from, (bp_rect){0, 0, from->width, from->height}, to,
                                 rect.x + bp_ui_px(&ui, 10), rect.y + bp_ui_px(&ui, 10));
    }
    return !ui.failed;
}
