/* The step's caption, its question with the answer box, and the reply: beside the box if it fits, else
 * below. */
#include "viewer/lesson/lesson_view.h"
#include <stdio.h>

enum { PAD = 16, BOX = 96, REPLY_MIN = 260 };

bp_style bp_caption_style(void) { return (bp_style){.size = 17}; }

static bp_style reply_style(void) { return (bp_style){.size = 13}; }

/* The x of the answer box on the question's line, in pixels from its beginning. */
static int box_x(bp_ui *ui, const bp_question *question) {
    return bp_ui_text_width(ui, question->text, (bp_style){.size = 14}) + bp_ui_px(ui, 12);
}

static int reply_rows(bp_ui *ui, const char *words, int width) {
    return words ? bp_ui_count_lines(ui, width, 4, words, reply_style()) : 0;
}

/* Rows of the question itself; one more if the box doesn't fit beside it. */
static int question_rows(bp_ui *ui, const bp_question *question, int width) {
    int lines = bp_ui_count_lines(ui, width, 3, question->text, (bp_style){.size = 14});
    return lines > 1 || box_x(ui, question) + bp_ui_px(ui, BOX) > width ? lines + 1 : 1;
}

/* The width for a reply beside the box; 0: too little. */
static int width_beside(bp_ui *ui, const bp_question *question, int width) {
    int used = question_rows(ui, question, width) > 1 ? 0 : box_x(ui, question);
    int left = width - used - bp_ui_px(ui, BOX + 26);
    return left >= bp_ui_px(ui, REPLY_MIN) ? left : 0;
}

/* Rows that a reply takes below the box's line. */
static int rows_below(bp_ui *ui, const bp_question *question, const char *words, int width) {
    int room = width_beside(ui, question, width);
    if (room > 0 && reply_rows(ui, words, room) <= 1) return 0;
    return reply_rows(ui, words, width - bp_ui_px(ui, 20));
}

int bp_question_rows(bp_ui *ui, const bp_question *question, int width) {
    int max = rows_below(ui, question, question->right, width);
    int other = rows_below(ui, question, question->hint, width);
    if (other > max) max = other;
    for (int i = 0; i < BP_WRONG_ANSWER_MAX && question->wrong[i].why; i++) {
        int rows = rows_below(ui, question, question->wrong[i].why, width);
        if (rows > max) max = rows;
    }
    return question_rows(ui, question, width) + max;
}

/* Holds the answer being typed, or the right one after the question. */
static void answer_box(bp_ui *ui, int x, int y, const bp_lesson_viewer *viewer, const bp_question *question) {
    const bp_theme *theme = ui->theme;
    bp_rgba8 edge = viewer->position.asking ? theme->here : theme->right;
    if (viewer->position.asking && viewer->answer.reply) edge = theme->wrong;
    bp_rect box = {x, y - bp_ui_px(ui, 18), bp_ui_px(ui, BOX), bp_ui_px(ui, 25)};
    bp_ui_box(ui, box, theme->bar, 4, edge);
    char text[48];
    if (viewer->position.asking)
        snprintf(text, sizeof text, "%s_", viewer->answer.text);
    else
        snprintf(text, sizeof text, "%.5g", (double)question->answer);
    int unit = question->unit && *question->unit
                   ? bp_ui_text_width(ui, question->unit, (bp_style){.size = 11}) + bp_ui_px(ui, 6)
                   : 0;
    int room = box.width - bp_ui_px(ui, 16);
    if (unit > room - bp_ui_px(ui, 30)) unit = 0;
    bp_ui_text(ui, x + bp_ui_px(ui, 8), y, text,
               (bp_style){.size = 14, .face = BP_FACE_MONO, .max_width = room - unit});
    if (unit > 0)
        bp_ui_text(ui, box.x + box.width - bp_ui_px(ui, 8), y, question->unit,
                   (bp_style){.size = 11, .color = theme->quiet, .align = BP_ALIGN_RIGHT});
}

/* The reply, its colour and its symbol; NULL: none. */
static const char *reply_of(const bp_lesson_viewer *viewer, const bp_question *question,
                            const bp_theme *theme, bp_rgba8 *color, const char **symbol) {
    *color = theme->quiet;
    *symbol = "";
    if (!viewer->position.asking) {
        *color = theme->right;
        *symbol = "✓";
        return question->right;
    }
    if (viewer->answer.skipping) return "Space once more shows it without an answer.";
    if (!viewer->answer.reply) return "Type a number, then Enter.";
    *color = theme->wrong;
    *symbol = "✗";
    return viewer->answer.reply;
}

static void reply(bp_ui *ui, bp_rect inner, int y, int after_box, const bp_lesson_viewer *viewer,
                  const bp_question *question) {
    bp_rgba8 color;
    const char *symbol, *words = reply_of(viewer, question, ui->theme, &color, &symbol);
    if (!words) return;
    int x = after_box + bp_ui_px(ui, 12), room = width_beside(ui, question, inner.width);
    if (room == 0 || reply_rows(ui, words, room) > 1) {
        x = inner.x;
        y += bp_ui_px(ui, BP_QUESTION_LEADING);
    }
    bp_style style = reply_style();
    style.color = color;
    if (*symbol) {
        bp_ui_text(ui, x, y, symbol, style);
        x += bp_ui_px(ui, 18);
    }
    bp_ui_lines(ui, x, y, inner.x + inner.width - x, 20, 4, words, style);
}

static void ask(bp_ui *ui, bp_rect inner, int y, const bp_lesson_viewer *viewer,
                const bp_question *question) {
    bp_style style = {.size = 14};
    int x = inner.x;
    if (question_rows(ui, question, inner.width) > 1) {
        y += bp_ui_lines(ui, x, y, inner.width, BP_QUESTION_LEADING, 3, question->text, style) *
             bp_ui_px(ui, BP_QUESTION_LEADING);
    } else {
        bp_ui_text(ui, x, y, question->text, style);
        x += box_x(ui, question);
    }
    answer_box(ui, x, y, viewer, question);
    reply(ui, inner, y, x + bp_ui_px(ui, BOX), viewer, question);
}

void bp_panel_caption(bp_ui *ui, const bp_lesson_view *view) {
    const bp_theme *theme = ui->theme;
    bp_rect rect = view->layout->caption;
    const bp_lesson_plan *lesson = view->lesson;
    bp_ui_fill(ui, (bp_rect){rect.x, rect.y, rect.width, 1}, theme->rule);
    bp_rect inner = bp_rect_inset(rect, bp_ui_px(ui, PAD), 0);
    int y = rect.y + bp_ui_px(ui, 12 + 18);
    y += bp_panel_goal(ui, view, inner, y) * bp_ui_px(ui, BP_CAPTION_LEADING);
    const bp_step *step = &lesson->steps[view->viewer->position.step];
    int lines =
        bp_ui_lines(ui, inner.x, y, inner.width, BP_CAPTION_LEADING, 8, step->caption, bp_caption_style());
    if (step->question)
        ask(ui, inner, y + lines * bp_ui_px(ui, BP_CAPTION_LEADING) + bp_ui_px(ui, 8), view->viewer,
            step->question);
}
