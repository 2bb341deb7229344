/* The glossary: a card with one term's definition, and the list of all terms so far. */
#include "app/screens/lesson/lesson_screen.h"
#include <ctype.h>
#include <stdio.h>

enum {
    CARD = 340,
    PAD = 12,
    NAME = 14,
    SIZE = 13,
    LEADING = 18,
    HEAD = 24, /* of a term, above its definition */
    ENTRY_GAP = 14,
    TOP = 58,     /* of the list */
    COLUMN = 420, /* the least width */
    LINES_MAX = 6,
};

/* Its height, and, with `draw`, the term itself: name, lesson, definition. */
static int entry(bp_painter *p, const bp_term *term, bp_rect rect, bool draw) {
    bp_style style = {.size = SIZE};
    int lines = bp_painter_count_lines(p, rect.width, LINES_MAX, term->definition, style);
    if (draw) {
        char name[64], lesson[24];
        snprintf(name, sizeof name, "%c%s%s%s", toupper((unsigned char)term->name[0]), term->name + 1,
                 term->plural ? ", " : "", term->plural ? term->plural : "");
        snprintf(lesson, sizeof lesson, "lesson %d", term->lesson);
        bp_painter_text(p, rect.x, rect.y + bp_painter_px(p, NAME), name,
                        (bp_style){.size = NAME, .face = BP_FACE_SANS_BOLD});
        bp_painter_text(p, rect.x + rect.width, rect.y + bp_painter_px(p, NAME), lesson,
                        (bp_style){.size = 12, .color = p->theme->quiet, .align = BP_ALIGN_RIGHT});
        bp_painter_wrap(p, rect.x, rect.y + bp_painter_px(p, HEAD + SIZE), rect.width, LEADING, LINES_MAX,
                        term->definition, style);
    }
    return bp_painter_px(p, HEAD) + lines * bp_painter_px(p, LEADING);
}

int bp_lesson_find_terms(const char *text, int lesson, bp_text_span *spans, int *terms) {
    int count = 0;
    size_t from = 0, start, length, all;
    const bp_term *first = bp_glossary_terms(&all), *term;
    while (count < BP_TERMS_MAX && (term = bp_glossary_find(text + from, lesson, &start, &length))) {
        int index = (int)(term - first), i = 0;
        while (i < count && terms[i] != index) i++;
        if (i == count) {
            spans[count] = (bp_text_span){.start = from + start, .length = length};
            terms[count++] = index;
        }
        from += start + length;
    }
    return count;
}

void bp_lesson_draw_term(bp_painter *p, const bp_app *app) {
    size_t count;
    const bp_term *terms = bp_glossary_terms(&count);
    const bp_rect word = app->hover.rect;
    int index = app->hover.value, width = app->settings.width, gap = bp_painter_px(p, 6);
    if (app->hover.action != BP_ACTION_TERM || index < 0 || (size_t)index >= count || app->lesson->glossary)
        return;
    int pad = bp_painter_px(p, PAD), foot = bp_painter_px(p, 22);
    bp_rect card = {word.x, 0, bp_painter_px(p, CARD), 0};
    if (card.width > width - 2 * gap) card.width = width - 2 * gap;
    if (card.x + card.width > width - gap) card.x = width - gap - card.width;
    bp_rect inner = {card.x + pad, 0, card.width - 2 * pad, 0};
    card.height = entry(p, &terms[index], inner, false) + 2 * pad + foot;
    card.y = word.y - gap - card.height;
    if (card.y < 0) card.y = word.y + word.height + gap;
    inner.y = card.y + pad;
    bp_painter_box(p, card, p->theme->bar, 6, p->theme->here);
    entry(p, &terms[index], inner, true);
    bp_painter_text(p, inner.x, card.y + card.height - pad,
                    p->touch ? "Tap it for all terms" : "F2 or a click: all terms",
                    (bp_style){.size = 12, .color = p->theme->quiet, .max_width = inner.width});
}

void bp_lesson_draw_glossary(bp_painter *p, bp_app *app) {
    int width = app->settings.width, height = app->settings.height;
    int pad = bp_painter_px(p, 24), top = bp_painter_px(p, TOP), bottom = height - pad,
        gap = bp_painter_px(p, 40);
    bp_rect all = {0, 0, width, height};
    bp_painter_fill(p, all, p->theme->page);
    bp_painter_hit(p, all, BP_ACTION_TERM, -1); /* a click anywhere closes it */
    bp_painter_text(p, pad, pad + bp_painter_px(p, 14), "Terms so far",
                    (bp_style){.size = 19, .face = BP_FACE_SANS_BOLD});
    const char *how = p->touch ? "Swipe to scroll, tap to close" : "↑ ↓ scroll, F2 or Esc closes this";
    bp_painter_text(p, width - pad, pad + bp_painter_px(p, 14), how,
                    (bp_style){.color = p->theme->quiet, .align = BP_ALIGN_RIGHT});
    size_t count;
    const bp_term *terms = bp_glossary_terms(&count);
    int last = bp_lesson_term_count(app->lesson->plan),
        columns = (width - 2 * pad) / bp_painter_px(p, COLUMN);
    if (columns < 1) columns = 1;
    bp_rect rect = {pad, top, (width - 2 * pad - (columns - 1) * gap) / columns, 0};
    int i = bp_app_scroll(app, BP_SCROLL_TERMS, all, 1, last);
    if (!app->probe) app->drawn.scrolls[BP_SCROLL_TERMS].step = 1;
    for (int column = 0; i < last && column < columns; i++) {
        rect.height = entry(p, &terms[i], rect, false);
        if (rect.y > top && rect.y + rect.height > bottom) {
            column++;
            rect.x += rect.width + gap;
            rect.y = top;
        }
        if (column == columns) break;
        entry(p, &terms[i], rect, true);
        rect.y += rect.height + bp_painter_px(p, ENTRY_GAP);
    }
    if (i < last)
        bp_painter_text(p, width - pad, height - bp_painter_px(p, 8), "more below",
                        (bp_style){.size = 12, .color = p->theme->quiet, .align = BP_ALIGN_RIGHT});
}
