/* The page after the last step: what was learned, what to try, the questions that are still open, and the
 * next lesson. */
#include "app/screens/lesson/lesson_screen.h"
#include <stdio.h>

enum { SIZE = 18, HEADING = 19, BULLET = 20, ITEMS = 4 };
static const float LEADING = 26;

static void draw_list(bp_read *read, const char *heading, const char *const *items) {
    bp_painter *p = read->p;
    int bullet = bp_painter_px(p, BULLET);
    if (!items[0]) return;
    bp_read_text(read, heading, LEADING + 4, (bp_style){.size = HEADING, .face = BP_FACE_SANS_BOLD}, NULL, 0);
    for (int i = 0; i < ITEMS && items[i]; i++) {
        if (bp_read_sees(read, bp_painter_px(p, LEADING)))
            bp_painter_text(p, read->left, read->y + bp_painter_px(p, SIZE), "•",
                            (bp_style){.size = SIZE, .color = p->theme->here});
        read->left += bullet, read->width -= bullet;
        bp_read_text(read, items[i], LEADING, (bp_style){.size = SIZE}, NULL, 0);
        read->left -= bullet, read->width += bullet;
        bp_read_gap(read, 4);
    }
    bp_read_gap(read, 12);
}

/* "3 of 4 questions answered. Still open, step" and the steps of the others, to click. */
static void draw_questions(bp_read *read, const bp_lesson_screen *lesson) {
    bp_painter *p = read->p;
    const bp_progress_entry seen = {.answered = lesson->answered | lesson->earlier};
    int count, answered = bp_progress_answered(&seen, lesson->plan, &count), high = bp_painter_px(p, LEADING);
    bool all = answered == count;
    char text[100];
    if (count == 0) return;
    snprintf(text, sizeof text, "%s%d of %d question%s answered.%s", all ? "✓ " : "", answered, count,
             count == 1 ? "" : "s", all ? "" : " Still open, step");
    int base = read->y + bp_painter_px(p, SIZE), right = read->left + read->width;
    bp_style style = {.size = SIZE, .color = all ? p->theme->right : p->theme->quiet};
    while (style.size > 11 && bp_painter_text_width(p, text, style) > read->width) style.size--;
    style.max_width = read->width;
    int x = read->left + bp_painter_text_width(p, text, style);
    if (bp_read_sees(read, high)) {
        bp_painter_text(p, read->left, base, text, style);
        for (int i = 0; i < lesson->plan->step_count && i < 64 && x < right - bp_painter_px(p, 30); i++) {
            if (!lesson->plan->steps[i].question || (seen.answered >> i & 1)) continue;
            snprintf(text, sizeof text, "%d", i + 1);
            x += bp_painter_px(p, 12);
            x += bp_word(p, x, base, text, (bp_style){.size = style.size, .color = p->theme->here},
                         BP_ACTION_STEP, i);
        }
    }
    read->y += high;
    bp_read_gap(read, 8);
}

void bp_lesson_draw_end(bp_read *read, const bp_app *app) {
    const bp_lesson_screen *lesson = app->lesson;
    const bp_lesson_text *texts = &lesson->plan->text;
    bp_painter *p = read->p;
    char text[240];
    draw_list(read, "You learned", texts->learned);
    draw_list(read, "Try this", texts->try_this);
    draw_questions(read, lesson);
    const char *title = lesson->next ? lesson->next : texts->next;
    bp_style style = {
        .size = SIZE, .face = BP_FACE_SANS_BOLD, .color = lesson->next ? p->theme->here : p->theme->ink};
    snprintf(text, sizeof text, title ? "Next: %.150s" : "This was the last lesson.", title);
    int top = read->y;
    bp_read_text(read, text, LEADING, style, NULL, 0);
    if (lesson->next && !p->failed)
        bp_painter_hit(p, (bp_rect){read->left, top, read->width, read->y - top}, BP_ACTION_NEXT, 0);
    if (lesson->next || !title) return;
    snprintf(text, sizeof text, "start it with: bindpose lesson %d", bp_lesson_next_number(lesson->plan));
    bp_read_text(read, text, LEADING, (bp_style){.size = SIZE - 2, .color = p->theme->quiet}, NULL, 0);
}
