/* The glossary: a card with one term's definition, and the list of all terms so far. */
#include "viewer/lesson/lesson_view.h"
#include <ctype.h>
#include <stdio.h>

enum {
    CARD = 330,
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
static int entry(bp_ui *ui, const bp_term *term, bp_rect rect, bool draw) {
    bp_style style = {.size = SIZE};
    int lines = bp_ui_count_lines(ui, rect.width, LINES_MAX, term->definition, style);
    if (draw) {
        char name[64], lesson[24];
        snprintf(name, sizeof name, "%c%s%s%s", toupper((unsigned char)term->name[0]), term->name + 1,
                 term->plural ? ", " : "", term->plural ? term->plural : "");
        snprintf(lesson, sizeof lesson, "lesson %d", term->lesson);
        bp_ui_text(ui, rect.x, rect.y + bp_ui_px(ui, NAME), name,
                   (bp_style){.size = NAME, .face = BP_FACE_SANS_BOLD});
        bp_ui_text(ui, rect.x + rect.width, rect.y + bp_ui_px(ui, NAME), lesson,
                   (bp_style){.size = 12, .color = ui->theme->quiet, .align = BP_ALIGN_RIGHT});
        bp_ui_lines(ui, rect.x, rect.y + bp_ui_px(ui, HEAD + SIZE), rect.width, LEADING, LINES_MAX,
                    term->definition, style);
    }
    return bp_ui_px(ui, HEAD) + lines * bp_ui_px(ui, LEADING);
}

void bp_panel_term(bp_ui *ui, const bp_lesson_view *view) {
    size_t count;
    const bp_term *terms = bp_glossary_terms(&count);
    int index = view->viewer->term - 1, width = view->viewer->core.settings.width, gap = bp_ui_px(ui, 6);
    bp_rect word = {0};
    for (int i = 0; ui->hits && i < ui->hits->count && word.width == 0; i++)
        if (ui->hits->items[i].action == BP_ACTION_TERM && ui->hits->items[i].value == index)
            word = ui->hits->items[i].rect;
    if (index < 0 || (size_t)index >= count || word.width == 0 || view->viewer->glossary) return;
    int pad = bp_ui_px(ui, PAD), foot = bp_ui_px(ui, 22);
    bp_rect card = {word.x, 0, bp_ui_px(ui, CARD), 0};
    if (card.width > width - 2 * gap) card.width = width - 2 * gap;
    if (card.x + card.width > width - gap) card.x = width - gap - card.width;
    bp_rect inner = {card.x + pad, 0, card.width - 2 * pad, 0};
    card.height = entry(ui, &terms[index], inner, false) + 2 * pad + foot;
    card.y = word.y - gap - card.height;
    if (card.y < 0) card.y = word.y + word.height + gap;
    inner.y = card.y + pad;
    bp_ui_box(ui, card, ui->theme->bar, 6, ui->theme->here);
    entry(ui, &terms[index], inner, true);
    bp_ui_text(ui, inner.x, card.y + card.height - pad,
               ui->touch ? "Tap it for all terms" : "F2 or a click: all terms",
               (bp_style){.size = 12, .color = ui->theme->quiet});
}

void bp_panel_glossary(bp_ui *ui, const bp_lesson_view *view) {
    const bp_lesson_viewer *viewer = view->viewer;
    int width = viewer->core.settings.width, height = viewer->core.settings.height;
    int pad = bp_ui_px(ui, 24), top = bp_ui_px(ui, TOP), bottom = height - pad, gap = bp_ui_px(ui, 40);
    bp_rect all = {0, 0, width, height};
    bp_ui_fill(ui, all, ui->theme->page);
    bp_ui_hit(ui, all, BP_ACTION_TERM, -1); /* a click anywhere closes it */
    bp_ui_text(ui, pad, pad + bp_ui_px(ui, 14), "Terms so far",
               (bp_style){.size = 17, .face = BP_FACE_SANS_BOLD});
    const char *how = ui->touch ? "Swipe to scroll, tap to close" : "↑ ↓ scroll, F2 or Esc closes this";
    bp_ui_text(ui, width - pad, pad + bp_ui_px(ui, 14), how,
               (bp_style){.color = ui->theme->quiet, .align = BP_ALIGN_RIGHT});
    size_t count;
    const bp_term *terms = bp_glossary_terms(&count);
    int last = bp_lesson_viewer_term_count(view->lesson), columns = (width - 2 * pad) / bp_ui_px(ui, COLUMN);
    if (columns < 1) columns = 1;
    bp_rect rect = {pad, top, (width - 2 * pad - (columns - 1) * gap) / columns, 0};
    int i = viewer->glossary_top;
    for (int column = 0; i < last && column < columns; i++) {
        rect.height = entry(ui, &terms[i], rect, false);
        if (rect.y > top && rect.y + rect.height > bottom) {
            column++;
            rect.x += rect.width + gap;
            rect.y = top;
        }
        if (column == columns) break;
        entry(ui, &terms[i], rect, true);
        rect.y += rect.height + bp_ui_px(ui, ENTRY_GAP);
    }
    if (i < last)
        bp_ui_text(ui, width - pad, height - bp_ui_px(ui, 8), "more below",
                   (bp_style){.size = 12, .color = ui->theme->quiet, .align = BP_ALIGN_RIGHT});
}
