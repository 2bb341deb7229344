/* Drawing the lesson list. In a wide window, in layout units:
 *
 *     Bindpose, what it is       | 28 lessons, 2 done            3 more above
 *     the character              | picture  01 title              2 of 5 questions
 *     the selected lesson's goal |          summary
 *     keys                       | ...                           5 more below
 *
 * In a narrow one the list takes it all. Rows share the height evenly, so there is no half row and no empty
 * page. A group of lessons has its title above its first row. */
#include "app/layout.h"
#include "app/screens/list/list.h"
#include "base/format.h"
#include <stdio.h>
#include <string.h>

enum {
    PAD = 20,
    WIDE_FROM = 600, /* width from which the character stands beside the list */
    LOW = 400,       /* below this height rows have only titles, and the keys give way to the goal */
    HEAD = 44,       /* the list's first line */
    CUE = 30,        /* "5 more below" */
    BRAND = 76,      /* the name, above the character */
    GOAL = 122,      /* the selected lesson, below the character */
    KEYS = 40,
    ROW = 62,
    LOW_ROW = 34,
    ROW_MOST = 110,
    GAP = 6,
    GROUP = 26, /* the title of a group */
};

/* In pixels. */
typedef struct list_layout {
    bool wide, low;
    bp_rect side;      /* all that is beside the list; width 0: nothing */
    bp_rect character; /* height 0: none */
    bp_rect head, rows, cue, goal, keys;
    int pitch; /* from row to row */
    const bp_lesson_plan *const *lessons;
} list_layout;

/* Whether the lesson begins a group that isn't the list's first. */
static bool begins_group(const bp_lesson_plan *const *lessons, int index) {
    return index > 0 && lessons[index]->group != lessons[index - 1]->group;
}

static void place_side(const bp_painter *p, list_layout *out, int width, int height, int pad) {
    int side = width * 38 / 100, goal = bp_painter_px(p, GOAL), top = bp_painter_px(p, BRAND);
    out->side = (bp_rect){0, 0, side, height};
    out->keys = (bp_rect){pad, height - bp_painter_px(p, KEYS), width - 2 * pad, bp_painter_px(p, KEYS)};
    if (out->low) goal = bp_painter_px(p, GOAL - 32);
    out->goal = (bp_rect){pad, out->keys.y - goal, side - 2 * pad, goal};
    out->character = (bp_rect){0, top, side, out->goal.y - top};
    if (out->character.height < 0) out->character.height = 0;
}

/* Divides the window, and the list's height among the rows that fit. */
static list_layout lay_out(const bp_painter *p, bp_app *app) {
    bp_list *list = app->list;
    bool character = list->character.open;
    int width = app->settings.width, height = app->settings.height, pad = bp_painter_px(p, PAD), left = pad;
    list_layout out = {.wide = character && width >= bp_painter_px(p, WIDE_FROM),
                       .low = height < bp_painter_px(p, LOW),
                       .lessons = list->lessons};
    int line = bp_painter_px(p, KEYS);
    if (out.wide) {
        place_side(p, &out, width, height, pad);
        left = out.side.width + bp_painter_px(p, 4);
    } else {
        int goal = out.low ? line : bp_painter_px(p, 24), rest = out.low ? 0 : line;
        out.keys = (bp_rect){pad, height - rest, width - 2 * pad, rest};
        out.goal = (bp_rect){pad, height - rest - goal, width - 2 * pad, goal};
    }
    int bottom = (out.wide ? out.keys.y : out.goal.y) - bp_painter_px(p, CUE);
    out.head = (bp_rect){left, 0, width - left - pad, bp_painter_px(p, HEAD)};
    out.rows = (bp_rect){left, out.head.height, out.head.width, bottom - out.head.height};
    out.cue = (bp_rect){left, bottom, out.head.width, bp_painter_px(p, CUE)};
    int rows = out.rows.height;
    for (int i = 0; i < list->count; i++)
        if (begins_group(list->lessons, i)) rows -= bp_painter_px(p, GROUP);
    int fit = rows / bp_painter_px(p, out.low ? LOW_ROW : ROW);
    list->rows_seen = fit > list->count ? list->count : fit;
    if (list->rows_seen < 1) list->rows_seen = 1;
    out.pitch = rows / list->rows_seen;
    if (out.pitch > bp_painter_px(p, ROW_MOST)) out.pitch = bp_painter_px(p, ROW_MOST);
    if (fit < 1) out.pitch = bp_painter_px(p, LOW_ROW);
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
static int short_state(bp_painter *p, const bp_lesson_plan *lesson, const bp_progress_entry *seen, int right,
                       int y, int available) {
    bool done = bp_progress_is_done(seen, lesson);
    bp_style style = {.size = 11, .color = done ? p->theme->right : p->theme->quiet, .align = BP_ALIGN_RIGHT};
    char text[40];
    const char *words = progress_text(lesson, seen, false, text, sizeof text);
    if (bp_painter_text_width(p, words, style) > available)
        words = progress_text(lesson, seen, true, text, sizeof text);
    return bp_painter_text(p, right, y, words, style) + bp_painter_px(p, 10);
}

static bp_rect row_rect(const bp_painter *p, const bp_list *list, const list_layout *lay, int index) {
    int gap = bp_painter_px(p, GAP), y = lay->rows.y + (index - list->top) * lay->pitch;
    for (int i = list->top; i <= index; i++)
        if (begins_group(lay->lessons, i)) y += bp_painter_px(p, GROUP);
    return (bp_rect){lay->rows.x, y, lay->rows.width, lay->pitch - gap};
}

/* The picture's corner; false: rows are too low, or the list too narrow. */
static bool picture_corner(const bp_painter *p, const list_layout *lay, bp_rect row, int *x, int *y) {
    int spare = row.height - bp_painter_px(p, BP_LIST_PICTURE_HEIGHT);
    *x = row.x + bp_painter_px(p, 8);
    *y = row.y + spare / 2;
    return !lay->low && spare >= 0 && row.width >= bp_painter_px(p, 300);
}

static void draw_row(bp_painter *p, const bp_lesson_plan *lesson, const bp_progress_entry *seen,
                     bool selected, const list_layout *lay, bp_rect rect) {
    const bp_theme *theme = p->theme;
    bp_painter_box(p, rect, selected ? theme->card : theme->bar, 6, selected ? theme->here : theme->rule);
    int x, y, right = rect.x + rect.width - bp_painter_px(p, 12);
    if (picture_corner(p, lay, rect, &x, &y)) {
        bp_painter_fill(p,
                        (bp_rect){x, y, bp_painter_px(p, BP_LIST_PICTURE_WIDTH),
                                  bp_painter_px(p, BP_LIST_PICTURE_HEIGHT)},
                        theme->page);
        x += bp_painter_px(p, BP_LIST_PICTURE_WIDTH + 14);
    } else {
        x = rect.x + bp_painter_px(p, 12);
    }
    int lines = 0, most = (rect.height - bp_painter_px(p, 16)) / bp_painter_px(p, 14);
    if (!lay->low)
        lines = bp_painter_count_lines(p, right - x, most < 3 ? most : 3, lesson->summary,
                                       (bp_style){.size = 12});
    int leading = lines > 2 ? 14 : 15,
        block = bp_painter_px(p, 18) + lines * bp_painter_px(p, (float)leading);
    y = rect.y + (rect.height - block) / 2 + bp_painter_px(p, 13);
    bp_style bold = {.size = 14, .face = BP_FACE_SANS_BOLD};
    bp_formatted text = bp_format("%02d  %.120s", lesson->number, lesson->title);
    int available = right - x - bp_painter_text_width(p, text.text, bold) - bp_painter_px(p, 10);
    bold.max_width = right - x - short_state(p, lesson, seen, right, y, available);
    while (bold.size > 10 &&
           bp_painter_text_width(p, text.text, (bp_style){.size = bold.size, .face = bold.face}) >
               bold.max_width)
        bold.size--;
    bp_painter_text(p, x, y, text.text, bold);
    bp_painter_wrap(p, x, y + bp_painter_px(p, 17), right - x, leading, lines, lesson->summary,
                    (bp_style){.size = 12, .color = theme->quiet});
}

/* A line that says how many lessons are out of sight; a click scrolls there. */
static void draw_cue(bp_painter *p, bp_rect rect, int y, int hidden, bool below) {
    if (hidden <= 0) return;
    bp_formatted text = bp_format(below ? "▼  %d more below" : "▲  %d more above", hidden);
    bp_style style = {.size = 12, .color = p->theme->here};
    int width = bp_painter_text_width(p, text.text, style), x = rect.x + rect.width - width;
    if (below) x = rect.x + (rect.width - width) / 2;
    bp_painter_text(p, x, y, text.text, style);
    bp_rect hit = {x - bp_painter_px(p, 8), y - bp_painter_px(p, 15), width + bp_painter_px(p, 16),
                   bp_painter_px(p, 22)};
    bp_painter_hit(p, hit, BP_ACTION_SCROLL, below ? 1 : -1);
}

static void draw_head(bp_painter *p, const bp_app *app, const list_layout *lay) {
    const bp_list *list = app->list;
    int done = 0, y = bp_painter_px(p, 30), x = lay->head.x, hidden = list->top;
    for (int i = 0; i < list->count; i++) {
        const bp_progress_entry seen = bp_progress_of(&list->progress, list->lessons[i]->name);
        done += bp_progress_is_done(&seen, list->lessons[i]);
    }
    if (!lay->wide)
        x += bp_painter_text(p, x, y, "Bindpose", (bp_style){.size = 18, .face = BP_FACE_SANS_BOLD}) +
             bp_painter_px(p, 14);
    bp_formatted text = bp_format("%d lessons", list->count);
    if (done > 0) text = bp_format("%d lessons, %d done", list->count, done);
    int available = lay->head.x + lay->head.width - x - (hidden > 0 ? bp_painter_px(p, 120) : 0);
    if (bp_painter_text_width(p, text.text, (bp_style){.size = 13}) <= available)
        bp_painter_text(p, x, y, text.text, (bp_style){.color = p->theme->quiet});
    draw_cue(p, lay->head, y, hidden, false);
}

/* The selected lesson, and what the student will be able to do after it. Low rows have no summary: without a
 * goal it is shown here. */
static void draw_goal(bp_painter *p, const bp_lesson_plan *lesson, const list_layout *lay) {
    const bp_theme *theme = p->theme;
    bp_rect rect = lay->goal;
    int y = rect.y + bp_painter_px(p, lay->wide ? 24 : 14), lines = lay->low ? 2 : 1;
    if (lay->wide) lines = lay->low ? 3 : 4;
    if (lay->wide) {
        bp_formatted title = bp_format("%02d  %.120s", lesson->number, lesson->title);
        y += bp_painter_wrap(p, rect.x, y, rect.width, 19, 2, title.text,
                             (bp_style){.size = 15, .face = BP_FACE_SANS_BOLD}) *
             bp_painter_px(p, 19);
        y += bp_painter_px(p, 3);
    }
    const char *text = lesson->text.goal ? lesson->text.goal : lay->low ? lesson->summary : "";
    bp_painter_wrap(p, rect.x, y, rect.width, 17, lines, text, (bp_style){.color = theme->quiet});
}

/* The notice, else the words that can be clicked. */
static void draw_footer(bp_painter *p, const bp_app *app, const list_layout *lay) {
    int x = lay->keys.x, right = x + lay->keys.width, y = app->settings.height - bp_painter_px(p, 15),
        gap = bp_painter_px(p, 28);
    bp_style style = {.size = 15, .color = p->theme->quiet};
    if (lay->keys.height > 0) right -= bp_word_left_of(p, right, y, "Help", style, BP_ACTION_HELP, 0) + gap;
    if (app->notice[0])
        bp_painter_text(p, x, y, app->notice,
                        (bp_style){.size = 14, .color = p->theme->wrong, .max_width = right - x});
    if (app->notice[0] || lay->keys.height == 0) return;
    style.face = BP_FACE_SANS_BOLD;
    style.color = p->theme->here;
    bp_word(p, x, y, "Open →", style, BP_ACTION_ENTER, 0);
}

static void draw_side(bp_painter *p, const list_layout *lay) {
    int pad = bp_painter_px(p, PAD), available = lay->side.width - pad;
    bp_painter_text(p, pad, bp_painter_px(p, 38), "Bindpose",
                    (bp_style){.size = 24, .face = BP_FACE_SANS_BOLD});
    bp_painter_wrap(p, pad, bp_painter_px(p, 60), available, 17, 2,
                    "Skeletal animation, with nothing hidden.", (bp_style){.color = p->theme->quiet});
}

static void draw_list(bp_painter *p, const bp_app *app, const list_layout *lay) {
    const bp_list *list = app->list;
    for (int i = list->top; i < list->count && i < list->top + list->rows_seen; i++) {
        const bp_progress_entry seen = bp_progress_of(&list->progress, list->lessons[i]->name);
        bp_rect rect = row_rect(p, list, lay, i);
        draw_row(p, list->lessons[i], &seen, i == list->selected, lay, rect);
        if (begins_group(lay->lessons, i))
            bp_painter_text(p, rect.x, rect.y - bp_painter_px(p, 8),
                            bp_lesson_group_title(lay->lessons[i]->group),
                            (bp_style){.size = 13, .face = BP_FACE_SANS_BOLD, .max_width = rect.width});
        bp_painter_hit(p, rect, BP_ACTION_STEP, i);
    }
    bp_scroll_bar(p, lay->rows, list->top, list->rows_seen, list->count);
    draw_cue(p, lay->cue, lay->cue.y + bp_painter_px(p, 16), list->count - list->top - list->rows_seen, true);
}

/* Clipped to the picture. */
static void copy_picture(const bp_framebuffer *from, const bp_framebuffer *to, int x, int y) {
    int width = x + from->width <= to->width ? from->width : to->width - x;
    for (int row = 0; row < from->height && x >= 0 && width > 0; row++) {
        if (y + row < 0 || y + row >= to->height) continue;
        memcpy(to->pixels + 4 * ((size_t)to->stride * (size_t)(y + row) + (size_t)x),
               from->pixels + 4 * ((size_t)from->stride * (size_t)row), 4 * (size_t)width);
    }
}

static void copy_pictures(const bp_painter *p, const bp_app *app, const list_layout *lay,
                          const bp_framebuffer *to) {
    const bp_list *list = app->list;
    for (int i = list->top; i < list->count && i < list->top + list->rows_seen; i++) {
        const bp_framebuffer *from = &list->pictures[i];
        int x, y;
        if (from->pixels && picture_corner(p, lay, row_rect(p, list, lay, i), &x, &y))
            copy_picture(from, to, x, y);
    }
}

bool bp_list_draw(bp_app *app, bp_error *error) {
    bp_list *list = app->list;
    bp_painter p = bp_app_painter(app, error);
    const bp_pass pass = bp_app_pass(app, false);
    int rows_seen = list->rows_seen;
    app->drawn = (bp_drawn){.valid = false};
    list_layout lay = lay_out(&p, app);
    /* Other rows fit: the selected one comes into view. Else the wheel may have scrolled it away. */
    if (rows_seen != list->rows_seen) bp_list_show_selected(list);
    list->top = bp_clamp_int(list->top, 0, list->count - list->rows_seen);
    if (!bp_title_character_place(&list->character, lay.wide ? lay.character : (bp_rect){0}, p.unit, error))
        return false;
    bp_painter_begin(&p, &app->picture, &pass, &(bp_rect){0}, p.theme->page);
    draw_head(&p, app, &lay);
    draw_list(&p, app, &lay);
    if (list->count > 0 && (lay.wide || !app->notice[0])) draw_goal(&p, list->lessons[list->selected], &lay);
    draw_footer(&p, app, &lay);
    if (lay.wide) draw_side(&p, &lay);
    if (list->character.open) bp_illustration_draw(&list->character.picture, &p);
    if (!p.failed && pass.samples > 1) p.failed = !bp_raster_resolve_samples(p.raster, error);
    if (app->settings.help) bp_help_draw(&p, BP_KEYS_LIST, app->settings.width, app->settings.height);
    bp_painter_end(&p);
    if (!p.failed && !app->settings.help) copy_pictures(&p, app, &lay, &app->picture);
    app->drawn.valid = !p.failed && list->top == list->top_drawn; /* else the pictures moved */
    list->top_drawn = list->top;
    list->shown = true;
    return !p.failed;
}
