/* The step's caption, with the glossary's terms underlined, and its question: beside the caption in a wide
 * window, else below it. */
#include "viewer/lesson/lesson_view.h"

enum {
    PAD = 16,
    TOP = 12,
    BOTTOM = 8,
    GAP = 10,
    LINES_MAX = 12,
    SIZE = 17,
    COMPACT_SIZE = 14,
    COMPACT_LEADING = 20,
    COLUMNS_FROM = 900, /* width from which the question is beside the caption */
    COLUMN_GAP = 36,
    LONGEST = 900, /* of a line without a question beside it */
};

/* Where the caption and the question are, in a width that starts at 0. */
typedef struct columns {
    int caption, question; /* widths */
    int x;                 /* of the question */
    bool beside;
} columns;

static columns columns_of(const bp_ui *ui, const bp_question *question, int width) {
    int longest = bp_ui_px(ui, LONGEST), gap = bp_ui_px(ui, COLUMN_GAP);
    if (!question) return (columns){.caption = width < longest ? width : longest};
    if (width < bp_ui_px(ui, COLUMNS_FROM)) return (columns){.caption = width, .question = width};
    int caption = (width - gap) * 13 / 25;
    return (columns){caption, width - caption - gap, caption + gap, true};
}

static bp_style caption_style(bool compact) { return (bp_style){.size = compact ? COMPACT_SIZE : SIZE}; }

static int leading_of(bool compact) { return compact ? (int)COMPACT_LEADING : (int)BP_CAPTION_LEADING; }

int bp_caption_height(bp_ui *ui, const bp_lesson_plan *lesson, int step, int width, bool compact,
                      bool asked) {
    const bp_question *question = lesson->steps[step].question;
    int inner = width - 2 * bp_ui_px(ui, PAD), leading = bp_ui_px(ui, (float)leading_of(compact));
    columns c = columns_of(ui, question, inner);
    int lines =
        bp_ui_count_lines(ui, c.caption, LINES_MAX, lesson->steps[step].caption, caption_style(compact));
    int open = question && question->caption
                   ? bp_ui_count_lines(ui, c.caption, LINES_MAX, question->caption, caption_style(compact))
                   : 0;
    int height = (open > lines || (open > 0 && asked) ? open : lines) * leading;
    if (question) {
        int answer = bp_panel_answer_height(ui, question, c.question, asked);
        if (!c.beside)
            height += bp_ui_px(ui, GAP) + answer;
        else if (answer > height)
            height = answer;
    }
    if (step == 0) height += bp_goal_rows(ui, lesson, inner) * bp_ui_px(ui, BP_CAPTION_LEADING);
    return bp_ui_px(ui, TOP) + height + bp_ui_px(ui, BOTTOM);
}

int bp_caption_terms(const char *caption, int lesson, bp_ui_span *spans, int *terms) {
    int count = 0;
    size_t from = 0, start, length, all;
    const bp_term *first = bp_glossary_terms(&all), *term;
    while (count < BP_CAPTION_TERMS_MAX &&
           (term = bp_glossary_find(caption + from, lesson, &start, &length))) {
        int index = (int)(term - first), i = 0;
        while (i < count && terms[i] != index) i++;
        if (i == count) {
            spans[count] = (bp_ui_span){.start = from + start, .length = length};
            terms[count++] = index;
        }
        from += start + length;
    }
    return count;
}

/* It describes the step: beside a pose that the student changed it steps back. Returns the height. */
static int draw_caption(bp_ui *ui, const bp_lesson_view *view, bp_rect rect) {
    const bp_question *open = bp_lesson_viewer_question(view->viewer, view->lesson);
    const char *caption = view->lesson->steps[view->viewer->position.step].caption;
    if (open && open->caption) caption = open->caption;
    bool compact = view->layout->compact;
    bp_ui_span spans[BP_CAPTION_TERMS_MAX];
    int terms[BP_CAPTION_TERMS_MAX], count = bp_caption_terms(caption, view->lesson->number, spans, terms);
    bp_style style = caption_style(compact);
    if (view->viewer->core.history.count > 0) style.color = ui->theme->quiet;
    int lines = bp_ui_lines_spans(ui, rect, leading_of(compact), LINES_MAX, caption, style, spans, count);
    for (int i = 0; i < count; i++) {
        bool hovered = view->viewer->term == terms[i] + 1;
        for (int k = 0; k < spans[i].count; k++) {
            bp_rect word = spans[i].rects[k];
            int line = word.y + word.height - bp_ui_px(ui, 1);
            bp_ui_fill(ui, (bp_rect){word.x, line, word.width, bp_ui_px(ui, 1)},
                       hovered ? ui->theme->here : ui->theme->faint);
            bp_ui_hit(ui, word, BP_ACTION_TERM, terms[i]);
        }
    }
    return lines * bp_ui_px(ui, (float)leading_of(compact));
}

void bp_panel_caption(bp_ui *ui, const bp_lesson_view *view, bp_rect *answer) {
    *answer = (bp_rect){0};
    bp_rect rect = view->layout->caption;
    if (rect.height == 0) return;
    bp_ui_fill(ui, (bp_rect){rect.x, rect.y, rect.width, 1}, ui->theme->rule);
    bp_rect inner = bp_rect_inset(rect, bp_ui_px(ui, PAD), 0);
    int step = view->viewer->position.step;
    const bp_question *question = view->lesson->steps[step].question;
    columns c = columns_of(ui, question, inner.width);
    int top = rect.y + bp_ui_px(ui, TOP), base = top + bp_ui_px(ui, SIZE);
    int goal = bp_panel_goal(ui, view, inner, base) * bp_ui_px(ui, BP_CAPTION_LEADING);
    int height = draw_caption(ui, view, (bp_rect){inner.x, base + goal, c.caption, 0});
    if (!question) return;
    top += goal + (c.beside ? 0 : height + bp_ui_px(ui, GAP));
    *answer = (bp_rect){inner.x + c.x, top, c.question, 0};
    answer->height = bp_panel_answer(ui, view->viewer, question, *answer);
}
