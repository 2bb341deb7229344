/* The beginning and the end of a lesson: its goal above the first caption, and the page after the last step,
 * with what was learned, what to try, and the next lesson. */
#include "viewer/lesson/lesson_view.h"
#include "viewer/progress.h"
#include <stdio.h>

enum { PAD = 16, TOP = 14, LEADING = 20, HEADING = 24, ITEM_GAP = 5, BULLET = 16, NEXT = 38, COUNT = 26 };
enum { GAP = 32, TWO_FROM = 480 /* width from which both lists stand side by side */ };
enum { ITEMS = 4, LINES = 6, GOAL_LINES = 6 };

static bp_style goal_style(void) { return (bp_style){.size = 14}; }

int bp_goal_rows(bp_ui *ui, const bp_lesson_plan *lesson, int width) {
    return lesson->text.goal ? bp_ui_count_lines(ui, width, GOAL_LINES, lesson->text.goal, goal_style()) : 0;
}

int bp_panel_goal(bp_ui *ui, const bp_lesson_view *view, bp_rect inner, int y) {
    if (view->viewer->position.step > 0 || !view->lesson->text.goal) return 0;
    bp_style style = goal_style();
    style.color = ui->theme->quiet;
    return bp_ui_lines(ui, inner.x, y, inner.width, LEADING, GOAL_LINES, view->lesson->text.goal, style);
}

/* A list with a heading. Returns its height in pixels. Items that would end below `bottom` are left out. */
static int list(bp_ui *ui, const char *heading, const char *const *items, bp_rect rect, bool draw) {
    int y = rect.y, bullet = bp_ui_px(ui, BULLET), leading = bp_ui_px(ui, LEADING);
    bp_style style = {.size = 14};
    if (!items[0]) return 0;
    int first = bp_ui_count_lines(ui, rect.width - bullet, LINES, items[0], style) * leading;
    if (bp_ui_px(ui, HEADING) + first > rect.height) return 0; /* no heading alone */
    if (draw)
        bp_ui_text(ui, rect.x, y + bp_ui_px(ui, 14), heading,
                   (bp_style){.size = 14, .face = BP_FACE_SANS_BOLD, .max_width = rect.width});
    y += bp_ui_px(ui, HEADING);
    for (int i = 0; i < ITEMS && items[i]; i++) {
        int lines = bp_ui_count_lines(ui, rect.width - bullet, LINES, items[i], style);
        if (y + lines * leading > rect.y + rect.height) break;
        if (draw) {
            bp_ui_text(ui, rect.x, y + bp_ui_px(ui, 14), "•", (bp_style){.color = ui->theme->here});
            bp_ui_lines(ui, rect.x + bullet, y + bp_ui_px(ui, 14), rect.width - bullet, LEADING, LINES,
                        items[i], style);
        }
        y += lines * leading + bp_ui_px(ui, ITEM_GAP);
    }
    return y - rect.y;
}

/* "Next: Removing the bind", and the key that goes there, or how to start it. */
static void draw_next(bp_ui *ui, const bp_lesson_viewer *viewer, const bp_lesson_plan *lesson, bp_rect rect) {
    const bp_theme *theme = ui->theme;
    const char *title = viewer->next ? viewer->next : lesson->text.next;
    char text[200];
    int y = rect.y + bp_ui_px(ui, 24), x = rect.x, right = rect.x + rect.width;
    snprintf(text, sizeof text, title ? "Next: %.150s" : "This was the last lesson.", title);
    bp_style bold = {.size = 14, .face = BP_FACE_SANS_BOLD, .max_width = rect.width};
    x += bp_ui_text(ui, x, y, text, bold) + bp_ui_px(ui, 16);
    if (viewer->next) bp_ui_hit(ui, (bp_rect){rect.x, rect.y, x - rect.x, rect.height}, BP_ACTION_NEXT, 0);
    if (viewer->next)
        snprintf(text, sizeof text, "open it");
    else
        snprintf(text, sizeof text, "start it with: bindpose lesson %d", bp_lesson_next_number(lesson));
    if (viewer->next && right - x > bp_ui_key_width(ui, "Space", text))
        x += bp_ui_key(ui, x, y, "Space", text, BP_ACTION_NEXT, 0);
    else if (title && !viewer->next && right - x > bp_ui_text_width(ui, text, (bp_style){0}))
        bp_ui_text(ui, x, y, text, (bp_style){.color = theme->quiet});
}

/* "3 of 4 questions answered. Still open:" and the steps of the others, to click. Returns the height; 0: the
 * lesson asks nothing. */
static int count_questions(bp_ui *ui, const bp_lesson_viewer *viewer, const bp_lesson_plan *lesson,
                           bp_rect rect, bool draw) {
    const bp_progress_entry seen = {.answered = viewer->answered | viewer->earlier};
    int count, answered = bp_progress_answered(&seen, lesson, &count), y = rect.y + bp_ui_px(ui, 18);
    bool all = answered == count;
    char text[80];
    if (count == 0 || !draw) return count > 0 ? bp_ui_px(ui, COUNT) : 0;
    snprintf(text, sizeof text, "%s%d of %d question%s answered.%s", all ? "✓ " : "", answered, count,
             count == 1 ? "" : "s", all ? "" : " Still open, step");
    int x = rect.x, right = rect.x + rect.width;
    x += bp_ui_text(
        ui, x, y, text,
        (bp_style){.size = 14, .color = all ? ui->theme->right : ui->theme->quiet, .max_width = rect.width});
    for (int i = 0; i < lesson->step_count && i < 64 && x < right - bp_ui_px(ui, 30); i++) {
        if (!lesson->steps[i].question || (seen.answered >> i & 1)) continue;
        snprintf(text, sizeof text, "%d", i + 1);
        x += bp_ui_px(ui, 10);
        int width = bp_ui_text(ui, x, y, text, (bp_style){.size = 14, .color = ui->theme->here});
        bp_ui_hit(ui, (bp_rect){x - 4, rect.y, width + 8, bp_ui_px(ui, COUNT)}, BP_ACTION_STEP, i);
        x += width;
    }
    return bp_ui_px(ui, COUNT);
}

/* Returns the height that it takes in rect.width. */
static int page(bp_ui *ui, const bp_lesson_viewer *viewer, const bp_lesson_plan *lesson, bp_rect rect,
                bool draw) {
    bp_rect inner = bp_rect_inset(rect, bp_ui_px(ui, PAD), bp_ui_px(ui, TOP));
    int next = bp_ui_px(ui, NEXT) + count_questions(ui, viewer, lesson, inner, false),
        available = inner.height - next, gap = bp_ui_px(ui, GAP), high;
    bp_rect left = {inner.x, inner.y, inner.width, available}, right = left;
    bool two = inner.width >= bp_ui_px(ui, TWO_FROM) && lesson->text.learned[0] && lesson->text.try_this[0];
    if (two) {
        left.width = right.width = (inner.width - gap) / 2;
        right.x += left.width + gap;
    }
    high = list(ui, "You learned", lesson->text.learned, left, draw);
    if (!two) {
        if (high > 0) high += bp_ui_px(ui, 8);
        right.y += high, right.height -= high;
    }
    int other = list(ui, "Try this", lesson->text.try_this, right, draw);
    high = !two ? high + other : other > high ? other : high;
    bp_rect below = {inner.x, inner.y + high, inner.width, next};
    if (draw) {
        below.y += count_questions(ui, viewer, lesson, below, true);
        draw_next(ui, viewer, lesson, below);
    }
    return high + next + 2 * bp_ui_px(ui, TOP);
}

int bp_end_height(bp_ui *ui, const bp_lesson_viewer *viewer, const bp_lesson_plan *lesson, int width) {
    return page(ui, viewer, lesson, (bp_rect){0, 0, width, 1 << 20}, false);
}

void bp_panel_end(bp_ui *ui, const bp_lesson_view *view) {
    bp_rect rect = view->layout->caption;
    bp_ui_fill(ui, (bp_rect){rect.x, rect.y, rect.width, 1}, ui->theme->rule);
    page(ui, view->viewer, view->lesson, rect, true);
}
