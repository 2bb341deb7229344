/* A live illustration, for the article around it: what its sliders, question and numbers show. It says no
 * more than the picture: the numbers that an open question hides stay hidden. */
#include "app/screens/lesson/lesson_screen.h"
#include "base/format.h"
#include "lesson/article.h"
#include <ctype.h>

static void describe_numbers(const bp_lesson_screen *lesson, bp_json_writer *json) {
    const bp_step *step = &lesson->plan->steps[lesson->position.step];
    bool hidden = lesson->position.asking && step->readout_count > 0; /* as in lesson_draw.c */
    bp_json_write(json, "readouts: [");
    for (int i = 0; i < lesson->readout_count; i++)
        bp_json_write(json, "%s", hidden ? "?" : lesson->readouts[i]);
    bp_json_write(json, "]");
}

/* Where they are, in pixels and in the scene. */
static void describe_handles(const bp_illustration *picture, bp_json_writer *json) {
    bp_json_write(json, "handles: [");
    for (int i = 0; i < picture->content.handle_count * picture->placed_count; i++) {
        const bp_placed_handle *handle = &picture->content.handles[i / picture->placed_count];
        const bp_placed_stage *placed = &picture->placed[i % picture->placed_count];
        const float position[] = {handle->position.x, handle->position.y, handle->position.z};
        bp_vec2 at;
        if (placed->stage != handle->stage ||
            !bp_camera_project(&placed->camera, placed->rect, handle->position, &at, NULL))
            continue;
        bp_json_write(json, "{label: %s, at: %2p, position: %3p}", handle->label,
                      bp_floats((const float[]){at.x, at.y}), bp_floats(position));
    }
    bp_json_write(json, "]");
}

void bp_lesson_describe(const bp_app *app, bp_json_writer *json) {
    const bp_lesson_screen *lesson = app->lesson;
    const bp_question *question = lesson->plan->steps[lesson->position.step].question;
    const bp_bone *bone = bp_illustration_bone(&lesson->picture);
    if (!app->settings.illustration) return;
    if (question) {
        char text[600];
        bp_json_write(json, "question: {open: %i, reply: %s}", lesson->position.asking,
                      bp_lesson_reply(app, question, text, sizeof text));
    }
    describe_numbers(lesson, json);
    bp_stages_describe(lesson->picture.content.stages, lesson->picture.content.stage_count, json);
    bp_json_write(json, "change: %g", (double)lesson->position.t);
    bp_sliders_describe(&lesson->picture.content, json);
    describe_handles(&lesson->picture, json);
    if (bone) bp_bone_describe("numbers", bone, lesson->plan->matrices, json);
}

/* ---- The glossary: a card with one term's definition, and the list of all terms so far ------- */

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
        bp_formatted name = bp_format("%c%s%s%s", toupper((unsigned char)term->name[0]), term->name + 1,
                                      term->plural ? ", " : "", term->plural ? term->plural : "");
        bp_painter_text(p, rect.x, rect.y + bp_painter_px(p, NAME), name.text,
                        (bp_style){.size = NAME, .face = BP_FACE_SANS_BOLD});
        bp_painter_text(p, rect.x + rect.width, rect.y + bp_painter_px(p, NAME),
                        bp_format("lesson %d", term->lesson).text,
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
    bp_painter_text(p, inner.x, card.y + card.height - pad, "F2 or a click: all terms",
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
    bp_painter_text(p, width - pad, pad + bp_painter_px(p, 14), "↑ ↓ scroll, F2 or Esc closes this",
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

/* The page after the last step: what was learned, what to try, the questions that are still open, and the
 * next lesson. */

enum { END_SIZE = 18, HEADING = 19, BULLET = 20, ITEMS = 4 };
static const float END_LEADING = 26;

static void draw_list(bp_read *read, const char *heading, const char *const *items) {
    bp_painter *p = read->p;
    int bullet = bp_painter_px(p, BULLET);
    if (!items[0]) return;
    bp_read_text(read, heading, END_LEADING + 4, (bp_style){.size = HEADING, .face = BP_FACE_SANS_BOLD});
    for (int i = 0; i < ITEMS && items[i]; i++) {
        if (bp_read_sees(read, bp_painter_px(p, END_LEADING)))
            bp_painter_text(p, read->left, read->y + bp_painter_px(p, END_SIZE), "•",
                            (bp_style){.size = END_SIZE, .color = p->theme->here});
        read->left += bullet, read->width -= bullet;
        bp_read_text(read, items[i], END_LEADING, (bp_style){.size = END_SIZE});
        read->left -= bullet, read->width += bullet;
        bp_read_gap(read, 4);
    }
    bp_read_gap(read, 12);
}

/* "3 of 4 questions answered. Still open, step" and the steps of the others, to click. */
static void draw_questions(bp_read *read, const bp_lesson_screen *lesson) {
    bp_painter *p = read->p;
    const bp_progress_entry seen = {.answered = lesson->answered | lesson->earlier};
    int count, answered = bp_progress_answered(&seen, lesson->plan, &count),
               high = bp_painter_px(p, END_LEADING);
    bool all = answered == count;
    if (count == 0) return;
    bp_formatted text = bp_format("%s%d of %d question%s answered.%s", all ? "✓ " : "", answered, count,
                                  count == 1 ? "" : "s", all ? "" : " Still open, step");
    int base = read->y + bp_painter_px(p, END_SIZE), right = read->left + read->width;
    bp_style style = {.size = END_SIZE, .color = all ? p->theme->right : p->theme->quiet};
    while (style.size > 11 && bp_painter_text_width(p, text.text, style) > read->width) style.size--;
    style.max_width = read->width;
    int x = read->left + bp_painter_text_width(p, text.text, style);
    if (bp_read_sees(read, high)) {
        bp_painter_text(p, read->left, base, text.text, style);
        for (int i = 0; i < lesson->plan->step_count && i < 64 && x < right - bp_painter_px(p, 30); i++) {
            if (!lesson->plan->steps[i].question || (seen.answered >> i & 1)) continue;
            x += bp_painter_px(p, 12);
            x += bp_word(p, x, base, bp_format("%d", i + 1).text,
                         (bp_style){.size = style.size, .color = p->theme->here}, BP_ACTION_STEP, i);
        }
    }
    read->y += high;
    bp_read_gap(read, 8);
}

void bp_lesson_draw_end(bp_read *read, const bp_app *app) {
    const bp_lesson_screen *lesson = app->lesson;
    const bp_lesson_text *texts = &lesson->plan->text;
    bp_painter *p = read->p;
    draw_list(read, "You learned", texts->learned);
    draw_list(read, "Try this", texts->try_this);
    draw_questions(read, lesson);
    const char *title = lesson->next ? lesson->next : texts->next;
    bp_style style = {
        .size = END_SIZE, .face = BP_FACE_SANS_BOLD, .color = lesson->next ? p->theme->here : p->theme->ink};
    bp_formatted text =
        bp_format("%s%.150s", title ? "Next: " : "This was the last lesson.", title ? title : "");
    int top = read->y;
    bp_read_text(read, text.text, END_LEADING, style);
    if (lesson->next && !p->failed)
        bp_painter_hit(p, (bp_rect){read->left, top, read->width, read->y - top}, BP_ACTION_NEXT, 0);
    if (lesson->next || !title) return;
    text = bp_format("start it with: bindpose lesson %d", bp_lesson_next_number(lesson->plan));
    bp_read_text(read, text.text, END_LEADING, (bp_style){.size = END_SIZE - 2, .color = p->theme->quiet});
}
