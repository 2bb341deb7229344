/* Drawing the lesson list. In a wide window, in layout units:
 *
 *     Bindpose, what it is       | 28 lessons, 2 done            3 more above
 *     the character              | picture  01 title              2 of 5 questions
 *     the selected lesson's goal |          summary                     difficulty
 *     keys                       | ...                           5 more below
 *
 * In a narrow one the list takes it all. Rows share the height evenly, so there is no half row and no empty
 * page. A group of lessons has its title above its first row. */
#include "raster/inspect.h"
#include "viewer/browser/browser.h"
#include "viewer/offscreen_target.h"
#include "viewer/panels.h"
#include <stdio.h>

enum {
    PAD = 20,
    WIDE_FROM = 600, /* width from which the character stands beside the list */
    LOW = 400,       /* below this height rows have only titles, and the keys give way to the goal */
    HEAD = 44,       /* the list's first line */
    CUE = 30,        /* "5 more below" */
    BRAND = 76,      /* the name, above the character */
    GOAL = 122,      /* the selected lesson, below the character */
    TOUCH_GOAL = 58, /* and below a narrow list, without keys below it */
    KEYS = 40,
    ROW = 62,
    LOW_ROW = 34,
    TOUCH_ROW = 74, /* a narrow list's summaries have three lines */
    ROW_MOST = 110,
    GAP = 6,
    GROUP = 26, /* the title of a group */
    PICTURE_WIDTH = 64,
    PICTURE_HEIGHT = 48,
    STATE = 124,      /* width of the column with progress and difficulty */
    STATE_FROM = 460, /* the list's width from which there is one */
};

static const char *const DIFFICULTY[] = {"", "easy", "medium", "hard"};

/* In pixels. */
typedef struct browser_layout {
    bool wide, low;
    bp_rect side;      /* all that is beside the list; width 0: nothing */
    bp_rect character; /* height 0: none */
    bp_rect head, rows, cue, goal, keys;
    int pitch; /* from row to row */
    const bp_lesson_plan *const *lessons;
} browser_layout;

/* Whether the lesson begins a group that isn't the list's first. */
static bool begins_group(const bp_lesson_plan *const *lessons, int index) {
    return index > 0 && lessons[index]->group != lessons[index - 1]->group;
}

static bp_ui ui_of(const bp_browser *browser) {
    return (bp_ui){.theme = bp_theme_of(browser->settings.light),
                   .unit = bp_view_settings_unit(&browser->settings),
                   .touch = browser->settings.touch};
}

void bp_browser_picture_size(const bp_browser *browser, int *width, int *height) {
    bp_ui ui = ui_of(browser);
    *width = bp_ui_px(&ui, PICTURE_WIDTH);
    *height = bp_ui_px(&ui, PICTURE_HEIGHT);
}

static void place_side(const bp_ui *ui, browser_layout *out, int width, int height, int pad) {
    int side = width * 38 / 100, goal = bp_ui_px(ui, GOAL), top = bp_ui_px(ui, BRAND);
    out->side = (bp_rect){0, 0, side, height};
    out->keys = (bp_rect){pad, height - bp_ui_px(ui, KEYS), width - 2 * pad, bp_ui_px(ui, KEYS)};
    if (out->low) goal = bp_ui_px(ui, GOAL - 32);
    out->goal = (bp_rect){pad, out->keys.y - goal, side - 2 * pad, goal};
    out->character = (bp_rect){0, top, side, out->goal.y - top};
    if (out->character.height < 0) out->character.height = 0;
}

/* Divides the window, and the list's height among the rows that fit. */
static browser_layout lay_out(const bp_ui *ui, bp_browser *browser, const bp_browser_scope *scope) {
    bool character = scope->hero && scope->hero->open;
    int width = browser->settings.width, height = browser->settings.height, pad = bp_ui_px(ui, PAD),
        left = pad;
    browser_layout out = {.wide = character && width >= bp_ui_px(ui, WIDE_FROM),
                          .low = height < bp_ui_px(ui, LOW),
                          .lessons = scope->lessons};
    int line = bp_ui_px(ui, KEYS);
    if (out.wide) {
        place_side(ui, &out, width, height, pad);
        left = out.side.width + bp_ui_px(ui, 4);
    } else {
        int goal = bp_ui_px(ui, 24), rest = out.low || ui->touch ? 0 : line;
        if (out.low) goal = line;
        if (!out.low && ui->touch) goal = bp_ui_px(ui, TOUCH_GOAL);
        out.keys = (bp_rect){pad, height - rest, width - 2 * pad, rest};
        out.goal = (bp_rect){pad, height - rest - goal, width - 2 * pad, goal};
    }
    int bottom = (out.wide ? out.keys.y : out.goal.y) - bp_ui_px(ui, CUE);
    out.head = (bp_rect){left, 0, width - left - pad, bp_ui_px(ui, HEAD)};
    out.rows = (bp_rect){left, out.head.height, out.head.width, bottom - out.head.height};
    out.cue = (bp_rect){left, bottom, out.head.width, bp_ui_px(ui, CUE)};
    int rows = out.rows.height;
    for (int i = 0; i < browser->count; i++)
        if (begins_group(scope->lessons, i)) rows -= bp_ui_px(ui, GROUP);
    int fit = rows / bp_ui_px(ui, out.low ? LOW_ROW : ui->touch && !out.wide ? TOUCH_ROW : ROW);
    browser->rows_seen = fit > browser->count ? browser->count : fit;
    if (browser->rows_seen < 1) browser->rows_seen = 1;
    out.pitch = rows / browser->rows_seen;
    if (out.pitch > bp_ui_px(ui, ROW_MOST)) out.pitch = bp_ui_px(ui, ROW_MOST);
    if (fit < 1) out.pitch = bp_ui_px(ui, LOW_ROW);
    return out;
}

/* "done", or "3 of 5 questions"; if short "3 of 5". */
static const char *progress_text(const bp_lesson_plan *lesson, const bp_progress_entry *seen, bool brief,
                                 char *text, size_t size) {
    int count, answered = bp_progress_answered(seen, lesson, &count);
    if (bp_progress_is_done(seen, lesson)) return "✓ done";
    if (count == 0) return seen->step > 0 ? "begun" : "";
    if (brief)
        snprintf(text, size, "%d of %d", answered, count);
    else if (answered == 0)
        snprintf(text, size, "%d question%s", count, count == 1 ? "" : "s");
    else
        snprintf(text, size, "%d of %d questions", answered, count);
    return text;
}

/* Its progress at the right end of a row's first line, in few words if the title needs the space. Returns the
 * width. */
static int short_state(bp_ui *ui, const bp_lesson_plan *lesson, const bp_progress_entry *seen, int right,
                       int y, int available) {
    bool done = bp_progress_is_done(seen, lesson);
    bp_style style = {
        .size = 11, .color = done ? ui->theme->right : ui->theme->quiet, .align = BP_ALIGN_RIGHT};
    char text[40];
    const char *words = progress_text(lesson, seen, false, text, sizeof text);
    if (bp_ui_text_width(ui, words, style) > available)
        words = progress_text(lesson, seen, true, text, sizeof text);
    return bp_ui_text(ui, right, y, words, style) + bp_ui_px(ui, 10);
}

static void difficulty(bp_ui *ui, int right, int y, int level) {
    if (level < 1 || level > 3) level = 1;
    bp_style style = {.size = 11, .color = ui->theme->quiet, .align = BP_ALIGN_RIGHT};
    int x = right - bp_ui_text(ui, right, y, DIFFICULTY[level], style);
    for (int i = 0; i < 3; i++)
        bp_ui_dot(ui, x - bp_ui_px(ui, (float)(32 - 11 * i)), y - bp_ui_px(ui, 4), 3.5f, ui->theme->quiet,
                  i < level);
}

/* Progress and difficulty at the right of a row. */
static void state_column(bp_ui *ui, const bp_lesson_plan *lesson, const bp_progress_entry *seen, bp_rect rect,
                         int y) {
    const bp_theme *theme = ui->theme;
    char text[40];
    bool done = bp_progress_is_done(seen, lesson);
    int right = rect.x + rect.width - bp_ui_px(ui, 12), width = bp_ui_px(ui, STATE - 24), count;
    int answered = bp_progress_answered(seen, lesson, &count);
    bp_rgba8 color = done ? theme->right : theme->quiet;
    bp_ui_text(ui, right, y, progress_text(lesson, seen, false, text, sizeof text),
               (bp_style){.size = 11, .color = color, .align = BP_ALIGN_RIGHT});
    bp_rect bar = {right - width, y + bp_ui_px(ui, 6), width, bp_ui_px(ui, 2)};
    bp_ui_fill(ui, bar, theme->floor);
    bar.width = done ? width : count > 0 ? width * answered / count : 0;
    bp_ui_fill(ui, bar, done ? color : theme->here);
    difficulty(ui, right, y + bp_ui_px(ui, 23), lesson->difficulty);
}

static bp_rect row_rect(const bp_ui *ui, const bp_browser *browser, const browser_layout *lay, int index) {
    int gap = bp_ui_px(ui, GAP), y = lay->rows.y + (index - browser->top) * lay->pitch;
    for (int i = browser->top; i <= index; i++)
        if (begins_group(lay->lessons, i)) y += bp_ui_px(ui, GROUP);
    return (bp_rect){lay->rows.x, y, lay->rows.width, lay->pitch - gap};
}

/* The picture's corner; false: rows are too low, or the list too narrow. */
static bool picture_corner(const bp_ui *ui, const browser_layout *lay, bp_rect row, int *x, int *y) {
    int spare = row.height - bp_ui_px(ui, PICTURE_HEIGHT);
    *x = row.x + bp_ui_px(ui, 8);
    *y = row.y + spare / 2;
    return !lay->low && spare >= 0 && row.width >= bp_ui_px(ui, 300);
}

static void draw_row(bp_ui *ui, const bp_lesson_plan *lesson, const bp_progress_entry *seen, bool selected,
                     const browser_layout *lay, bp_rect rect) {
    const bp_theme *theme = ui->theme;
    bp_ui_box(ui, rect, selected ? theme->card : theme->bar, 6, selected ? theme->here : theme->rule);
    int x, y, right = rect.x + rect.width - bp_ui_px(ui, 12);
    if (picture_corner(ui, lay, rect, &x, &y)) {
        bp_ui_fill(ui, (bp_rect){x, y, bp_ui_px(ui, PICTURE_WIDTH), bp_ui_px(ui, PICTURE_HEIGHT)},
                   theme->page);
        x += bp_ui_px(ui, PICTURE_WIDTH + 14);
    } else {
        x = rect.x + bp_ui_px(ui, 12);
    }
    bool column = !lay->low && rect.width >= bp_ui_px(ui, STATE_FROM);
    char text[160];
    int lines = 0, most = (rect.height - bp_ui_px(ui, 16)) / bp_ui_px(ui, 14);
    if (column) right -= bp_ui_px(ui, STATE);
    if (!lay->low)
        lines =
            bp_ui_count_lines(ui, right - x, most < 3 ? most : 3, lesson->summary, (bp_style){.size = 12});
    int leading = lines > 2 ? 14 : 15, block = bp_ui_px(ui, 18) + lines * bp_ui_px(ui, (float)leading);
    y = rect.y + (rect.height - block) / 2 + bp_ui_px(ui, 13);
    bp_style bold = {.size = 14, .face = BP_FACE_SANS_BOLD};
    snprintf(text, sizeof text, "%02d  %.120s", lesson->number, lesson->title);
    if (column) {
        state_column(ui, lesson, seen, rect, rect.y + rect.height / 2 - bp_ui_px(ui, 6));
    } else {
        int available = right - x - bp_ui_text_width(ui, text, bold) - bp_ui_px(ui, 10);
        right -= short_state(ui, lesson, seen, right, y, available);
    }
    bold.max_width = right - x;
    while (bold.size > 10 &&
           bp_ui_text_width(ui, text, (bp_style){.size = bold.size, .face = bold.face}) > right - x)
        bold.size--;
    bp_ui_text(ui, x, y, text, bold);
    if (!column) right = rect.x + rect.width - bp_ui_px(ui, 12);
    bp_ui_lines(ui, x, y + bp_ui_px(ui, 17), right - x, leading, lines, lesson->summary,
                (bp_style){.size = 12, .color = theme->quiet});
}

/* A line that says how many lessons are out of sight; a click scrolls there. */
static void draw_cue(bp_ui *ui, bp_rect rect, int y, int hidden, bool below) {
    char text[48];
    if (hidden <= 0) return;
    snprintf(text, sizeof text, below ? "▼  %d more below" : "▲  %d more above", hidden);
    bp_style style = {.size = 12, .color = ui->theme->here};
    int width = bp_ui_text_width(ui, text, style), x = rect.x + rect.width - width;
    if (below) x = rect.x + (rect.width - width) / 2;
    bp_ui_text(ui, x, y, text, style);
    bp_rect hit = {x - bp_ui_px(ui, 8), y - bp_ui_px(ui, 15), width + bp_ui_px(ui, 16), bp_ui_px(ui, 22)};
    bp_ui_hit(ui, hit, BP_ACTION_SCROLL, below ? 1 : -1);
}

static void draw_head(bp_ui *ui, const bp_browser *browser, const bp_browser_scope *scope,
                      const browser_layout *lay) {
    char text[64];
    int done = 0, y = bp_ui_px(ui, 30), x = lay->head.x, hidden = browser->top;
    for (int i = 0; i < browser->count; i++) {
        const bp_progress_entry seen = bp_progress_of(scope->progress, scope->lessons[i]->name);
        done += bp_progress_is_done(&seen, scope->lessons[i]);
    }
    if (!lay->wide)
        x += bp_ui_text(ui, x, y, "Bindpose", (bp_style){.size = 18, .face = BP_FACE_SANS_BOLD}) +
             bp_ui_px(ui, 14);
    if (done > 0)
        snprintf(text, sizeof text, "%d lessons, %d done", browser->count, done);
    else
        snprintf(text, sizeof text, "%d lessons", browser->count);
    int available = lay->head.x + lay->head.width - x - (hidden > 0 ? bp_ui_px(ui, 120) : 0);
    if (bp_ui_text_width(ui, text, (bp_style){.size = 13}) <= available)
        bp_ui_text(ui, x, y, text, (bp_style){.color = ui->theme->quiet});
    draw_cue(ui, lay->head, y, hidden, false);
}

/* The selected lesson, and what the student will be able to do after it. Low rows have no summary: without a
 * goal it is shown here. */
static void draw_goal(bp_ui *ui, const bp_lesson_plan *lesson, const browser_layout *lay) {
    const bp_theme *theme = ui->theme;
    bp_rect rect = lay->goal;
    int y = rect.y + bp_ui_px(ui, lay->wide ? 24 : 14), lines = lay->low ? 2 : ui->touch ? 3 : 1;
    if (lay->wide) lines = lay->low ? 3 : 4;
    if (lay->wide) {
        char title[160];
        snprintf(title, sizeof title, "%02d  %.120s", lesson->number, lesson->title);
        y += bp_ui_lines(ui, rect.x, y, rect.width, 19, 2, title,
                         (bp_style){.size = 15, .face = BP_FACE_SANS_BOLD}) *
             bp_ui_px(ui, 19);
        y += bp_ui_px(ui, 3);
    }
    const char *text = lesson->text.goal ? lesson->text.goal : lay->low ? lesson->summary : "";
    bp_ui_lines(ui, rect.x, y, rect.width, 17, lines, text, (bp_style){.color = theme->quiet});
}

static void draw_keys(bp_ui *ui, const bp_browser *browser, const browser_layout *lay) {
    static const struct {
        const char *key, *does;
        bp_action action;
        int value;
    } keys[] = {{"Enter", "open", BP_ACTION_ENTER, 0},      {"↑↓", "choose", BP_ACTION_NONE, 0},
                {"Esc", "quit", BP_ACTION_LEAVE, 0},        {"+ -", "text", BP_ACTION_TEXT_SIZE, 1},
                {"L", "light or dark", BP_ACTION_THEME, 0}, {"F", "full screen", BP_ACTION_FULLSCREEN, 0}};
    int x = lay->keys.x, right = x + lay->keys.width, y = browser->settings.height - bp_ui_px(ui, 15);
    if (browser->notice[0]) {
        bp_ui_text(ui, x, y, browser->notice, (bp_style){.color = ui->theme->wrong, .max_width = right - x});
        return;
    }
    if (lay->keys.height == 0 || ui->touch) return;
    for (size_t i = 0; i < BP_COUNT(keys); i++) {
        if (keys[i].action == BP_ACTION_LEAVE && browser->settings.page) continue;
        if (x + bp_ui_key_width(ui, keys[i].key, keys[i].does) > right) return;
        x += bp_ui_key(ui, x, y, keys[i].key, keys[i].does, keys[i].action, keys[i].value) + bp_ui_px(ui, 12);
    }
}

static void draw_side(bp_ui *ui, const bp_browser *browser, const bp_browser_scope *scope,
                      const browser_layout *lay) {
    int pad = bp_ui_px(ui, PAD), available = lay->side.width - pad;
    bp_ui_text(ui, pad, bp_ui_px(ui, 38), "Bindpose", (bp_style){.size = 24, .face = BP_FACE_SANS_BOLD});
    bp_ui_lines(ui, pad, bp_ui_px(ui, 60), available, 17, 2, "Skeletal animation, with nothing hidden.",
                (bp_style){.color = ui->theme->quiet});
    bp_hero_draw(ui, scope->hero, &browser->settings, lay->character);
}

static bool is_visible(const bp_browser *browser, int index) {
    return index >= browser->top && index < browser->top + browser->rows_seen;
}

static void draw_list(bp_ui *ui, const bp_browser *browser, const bp_browser_scope *scope,
                      const browser_layout *lay) {
    for (int i = browser->top; i < browser->count && is_visible(browser, i); i++) {
        const bp_progress_entry seen = bp_progress_of(scope->progress, scope->lessons[i]->name);
        bp_rect rect = row_rect(ui, browser, lay, i);
        draw_row(ui, scope->lessons[i], &seen, i == browser->selected, lay, rect);
        if (begins_group(lay->lessons, i))
            bp_ui_text(ui, rect.x, rect.y - bp_ui_px(ui, 8), bp_lesson_group_title(lay->lessons[i]->group),
                       (bp_style){.size = 13, .face = BP_FACE_SANS_BOLD, .max_width = rect.width});
        bp_ui_hit(ui, rect, BP_ACTION_STEP, i);
    }
    bp_scroll_indicator(ui, lay->rows, browser->top, browser->rows_seen, browser->count);
    draw_cue(ui, lay->cue, lay->cue.y + bp_ui_px(ui, 16), browser->count - browser->top - browser->rows_seen,
             true);
}

static void copy_pictures(const bp_ui *ui, const bp_browser *browser, const bp_browser_scope *scope,
                          const browser_layout *lay, const bp_framebuffer *to) {
    for (int i = browser->top; i < browser->count && is_visible(browser, i); i++) {
        const bp_framebuffer *from = &scope->pictures[i];
        int x, y;
        if (from->pixels && picture_corner(ui, lay, row_rect(ui, browser, lay, i), &x, &y))
            bp_offscreen_target_copy(from, (bp_rect){0, 0, from->width, from->height}, to, x, y);
    }
}

bool bp_browser_draw(bp_browser *browser, const bp_browser_scope *scope, bp_raster *raster,
                     const bp_framebuffer *to, bp_hit_areas *hits, bp_error *error) {
    bp_ui ui = ui_of(browser);
    int rows_seen = browser->rows_seen;
    ui.raster = raster;
    ui.hits = hits;
    ui.texts = scope->texts;
    ui.error = error;
    hits->count = 0;
    browser_layout lay = lay_out(&ui, browser, scope);
    /* Other rows fit: the selected one comes into view. Else the wheel may have scrolled it away. */
    if (rows_seen != browser->rows_seen) bp_browser_show_selected(browser);
    bp_browser_scroll(browser, 0);
    bp_framebuffer flat = *to;
    flat.depth = NULL;
    const bp_pass pass = {.samples = 4, .framebuffer_unchanged = scope->framebuffer_unchanged};
    bp_ui_begin(&ui, &flat, &pass, &(bp_rect){0}, ui.theme->page);
    draw_head(&ui, browser, scope, &lay);
    draw_list(&ui, browser, scope, &lay);
    if (browser->count > 0 && (lay.wide || !browser->notice[0]))
        draw_goal(&ui, scope->lessons[browser->selected], &lay);
    draw_keys(&ui, browser, &lay);
    if (lay.wide)
        draw_side(&ui, browser, scope, &lay);
    else if (scope->hero && scope->hero->open)
        bp_hero_draw(&ui, scope->hero, &browser->settings, (bp_rect){0});
    if (!ui.failed) ui.failed = !bp_raster_resolve_samples(raster, error);
    bp_ui_end(&ui);
    if (!ui.failed) copy_pictures(&ui, browser, scope, &lay, to);
    return !ui.failed;
}
