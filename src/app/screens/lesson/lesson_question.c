/* A question below the caption: its text, the input, and the reply, beside a line that sets them apart. */
#include "app/screens/lesson/lesson_screen.h"
#include "base/format.h"
#include <stdio.h>
#include <string.h>

const bp_question *bp_lesson_question(const bp_lesson_screen *lesson) {
    return lesson->position.asking ? lesson->plan->steps[lesson->position.step].question : NULL;
}

/* ---- Answers of the four kinds of question --------------------------------------------------- */

static const float ANGLE_STEP = 5; /* degrees a key press */
static const char NO_NUMBER[] = "That is not a number.";

void bp_answer_take_field(bp_app *app) {
    const bp_question *question = bp_lesson_question(app->lesson);
    bool typed = question->kind == BP_QUESTION_NUMBER || question->kind == BP_QUESTION_ANGLE;
    bp_field_open(&app->field, typed ? BP_FIELD_ANSWER : BP_FIELD_NONE);
}

void bp_answer_begin(bp_app *app) {
    const bp_question *question = bp_lesson_question(app->lesson);
    app->lesson->answer = (bp_answer){.option = -1, .degrees = question->start, .order = {0, 1, 2, 3}};
    app->lesson->picture.predicted = question->start;
    bp_answer_take_field(app);
}

/* After a change: what the answer lacked is said no more. */
static void changed(bp_answer *answer) {
    if (answer->incomplete) answer->reply = NULL;
    answer->incomplete = answer->skipping = false;
}

/* The answer being made; false: there is none yet, and *reply says what is missing. */
static bool value_of(const bp_app *app, float *value, const char **reply) {
    const bp_question *question = bp_lesson_question(app->lesson);
    const bp_answer *answer = &app->lesson->answer;
    bool typed = app->field.text[0] != '\0';
    switch (question->kind) {
    case BP_QUESTION_NUMBER:
        *reply = typed ? NO_NUMBER : "Type a number first.";
        return bp_field_number(&app->field, value);
    case BP_QUESTION_ANGLE:
        *reply = NO_NUMBER;
        if (typed && !bp_field_number(&app->field, value)) return false;
        *value = answer->degrees;
        return true;
    case BP_QUESTION_CHOICE:
        *value = (float)answer->option;
        *reply = "Choose one first.";
        return answer->option >= 0;
    case BP_QUESTION_ORDER:
        *value = 0;
        for (int i = 0; i < bp_question_option_count(question); i++)
            *value = 10 * *value + (float)(answer->order[i] + 1);
        return true;
    }
    return false;
}

bool bp_answer_submit(bp_app *app) {
    bp_answer *answer = &app->lesson->answer;
    float value;
    answer->skipping = false;
    answer->incomplete = !value_of(app, &value, &answer->reply);
    app->field.fresh = !answer->incomplete || app->field.text[0];
    if (answer->incomplete) return false;
    answer->reply = bp_question_judge(bp_lesson_question(app->lesson), value, &answer->right);
    answer->submitted = true;
    answer->value = value;
    return answer->right;
}

void bp_answer_set(bp_app *app, float value) {
    const bp_question *question = bp_lesson_question(app->lesson);
    bp_answer *answer = &app->lesson->answer;
    int digits = (int)value, count = bp_question_option_count(question);
    answer->degrees = app->lesson->picture.predicted = value;
    answer->option = (int)value;
    for (int i = count - 1; i >= 0; i--, digits /= 10)
        answer->order[i] = digits % 10 > 0 && digits % 10 <= count ? digits % 10 - 1 : i;
    app->field.text[0] = '\0';
    if (question->kind == BP_QUESTION_NUMBER) snprintf(app->field.text, 24, "%.9g", (double)value);
}

/* Into -180 (exclusive) to 180. */
static float wrapped(float degrees) {
    degrees -= 360 * floorf(degrees / 360);
    return degrees > 180 ? degrees - 360 : degrees;
}

void bp_answer_predict(bp_app *app, float degrees) {
    app->lesson->answer.degrees = wrapped(degrees);
    app->field.text[0] = '\0'; /* what was typed before makes way */
    changed(&app->lesson->answer);
}

/* A number, or the angle that the box shows: the part follows at each digit. A character that isn't part
 * of a number must not act as a key while one is being typed ("pi/4", "45 deg"); the space comes as a key,
 * too, and that one warns. */
static bool type_number(bp_app *app, const bp_event *event) {
    bp_answer *answer = &app->lesson->answer;
    bp_text_field *field = &app->field;
    float degrees;
    bool typing = *field->text && !field->fresh;
    if (bp_field_type(field, event)) {
        if (bp_lesson_question(app->lesson)->kind == BP_QUESTION_ANGLE && bp_field_number(field, &degrees))
            answer->degrees = wrapped(degrees);
        changed(answer);
        return true;
    }
    if (typing && event->kind == BP_EVENT_KEY && event->key == BP_KEY_ESCAPE) {
        field->text[0] = '\0'; /* leaves the field, and not the lesson */
        return true;
    }
    if (!typing || event->kind != BP_EVENT_TEXT || strcmp(event->text, " ") == 0) return false;
    if (strcmp(event->text, "°") != 0) {
        answer->reply = "A number has digits, a point and a minus sign: 0.75 or -45.";
        answer->incomplete = true;
    }
    return true;
}

/* The direction of a key: 1 for `more`, -1 for `less`, else 0. */
static int direction(const bp_event *event, int more, int less) {
    if (event->kind != BP_EVENT_KEY) return 0;
    return event->key == more ? 1 : event->key == less ? -1 : 0;
}

static bool type_choice(bp_answer *answer, int count, int named, const bp_event *event) {
    int by = direction(event, BP_KEY_DOWN, BP_KEY_UP);
    if (by != 0 && answer->option < 0)
        named = by > 0 ? 0 : count - 1;
    else if (by != 0)
        named = (answer->option + by + count) % count;
    if (named < 0) return false;
    answer->option = named;
    changed(answer);
    return true;
}

static bool type_order(bp_app *app, int count, int slot, const bp_event *event) {
    bp_answer *answer = &app->lesson->answer;
    int by = direction(event, BP_KEY_DOWN, BP_KEY_UP), step = direction(event, BP_KEY_RIGHT, BP_KEY_LEFT);
    if (step != 0) {
        answer->slot = bp_clamp_int(answer->slot + step, 0, count - 1);
        changed(answer);
        return true;
    }
    if (by != 0) slot = answer->slot + by < 0 ? 0 : answer->slot + by;
    if (slot < 0) return false;
    bp_answer_move(app, slot);
    return true;
}

bool bp_answer_type(bp_app *app, const bp_event *event, bool *submit) {
    const bp_question *question = bp_lesson_question(app->lesson);
    bp_answer *answer = &app->lesson->answer;
    *submit = false;
    if (event->kind == BP_EVENT_KEY && event->mods) return false;
    int by = direction(event, BP_KEY_UP, BP_KEY_DOWN), count = bp_question_option_count(question);
    int named = event->kind == BP_EVENT_TEXT && !event->text[1] ? event->text[0] - '1' : -1;
    if (named >= count) named = -1; /* the option that a digit names */
    switch (question->kind) {
    case BP_QUESTION_NUMBER: return type_number(app, event);
    case BP_QUESTION_ANGLE:
        if (by == 0) return type_number(app, event);
        bp_answer_predict(app, answer->degrees + (float)by * ANGLE_STEP);
        return true;
    case BP_QUESTION_CHOICE: *submit = named >= 0; return type_choice(answer, count, named, event);
    case BP_QUESTION_ORDER: return type_order(app, count, named, event);
    }
    return false;
}

void bp_answer_move(bp_app *app, int slot) {
    bp_answer *answer = &app->lesson->answer;
    int step = slot > answer->slot ? 1 : -1;
    if (slot < 0 || slot >= bp_question_option_count(bp_lesson_question(app->lesson))) return;
    int moved = answer->order[answer->slot];
    for (; answer->slot != slot; answer->slot += step)
        answer->order[answer->slot] = answer->order[answer->slot + step];
    answer->order[slot] = moved;
    changed(answer);
}

enum { SIZE = 19, REPLY = 18, UNIT = 17, INDENT = 21, BOX = 84, TALL = 36 };
static const float LEADING = 28, REPLY_LEADING = 26;

/* What is drawn. */
typedef struct asked {
    const bp_question *question;
    const bp_app *app;
    bool open;    /* else the right answer is shown */
    bool skipped; /* and it is not the student's */
    const char *reply, *symbol;
    bp_rgba8 color; /* of the symbol */
} asked;

static const char *const HOW_TO[] = {
    [BP_QUESTION_NUMBER] = "Type a number, or click its digits; then Enter.",
    [BP_QUESTION_ANGLE] = "Drag the part to where it will be, or type its angle; then Enter.",
    [BP_QUESTION_CHOICE] = "Click one, or press its number.",
    [BP_QUESTION_ORDER] = "Drag them into order, or press ← → to pick and ↑ ↓ to move; then Enter."};

static const char *const SKIPPING =
    "Once more skips the question. Its answer is shown, and it doesn't count as answered.";

/* The reply once the right answer is shown: what became of the student's, and why the right one is right.
 * An angle's error comes only now: two replies with it would tell the answer. */
static const char *closing_reply(const bp_lesson_screen *lesson, const bp_question *question, char *text,
                                 size_t size) {
    const bp_answer *answer = &lesson->answer;
    const char *why = lesson->position.engine && question->engine ? question->engine : question->right;
    const char *skipped = answer->skipped ? "Skipped. " : "";
    bool off = question->kind == BP_QUESTION_ANGLE && answer->submitted;
    float error = off ? bp_question_error(question, answer->value, question->answer) : 0;
    if (off && error < 0.5f)
        snprintf(text, size, "%sExactly. %s", skipped, why);
    else if (off)
        snprintf(text, size, "%sYou were %.0f° off. %s", skipped, (double)error, why);
    else
        snprintf(text, size, "%s%s", skipped, why);
    return text;
}

static asked asked_of(const bp_app *app, const bp_question *question, char *text, size_t size) {
    const bp_lesson_screen *lesson = app->lesson;
    const bp_answer *answer = &lesson->answer;
    const bp_theme *theme = bp_theme_of(app->settings.light);
    asked a = {.question = question,
               .app = app,
               .open = lesson->position.asking,
               .skipped = answer->skipped,
               .color = theme->quiet};
    if (!a.open) {
        a.reply = closing_reply(lesson, question, text, size);
        if (!a.skipped) a.color = theme->right;
        a.symbol = a.skipped ? "○" : "✓";
    } else if (answer->skipping) {
        a.reply = SKIPPING;
    } else if (answer->reply) {
        a.reply = answer->reply;
        a.color = theme->wrong;
        a.symbol = "✗";
    } else {
        a.reply = HOW_TO[question->kind];
    }
    return a;
}

const char *bp_lesson_reply(const bp_app *app, const bp_question *question, char *text, size_t size) {
    return asked_of(app, question, text, size).reply;
}

static bp_rgba8 edge_of(const bp_painter *p, const asked *a) {
    if (!a->open) return a->skipped ? p->theme->quiet : p->theme->right;
    return a->app->lesson->answer.reply ? p->theme->wrong : p->theme->here;
}

/* The word that submits, or takes a skipped question up again. */
static void draw_button(bp_read *read, const asked *a, int x, int base) {
    bp_painter *p = read->p;
    bp_style style = {.size = UNIT, .face = BP_FACE_SANS_BOLD, .color = p->theme->here};
    if (!a->open && !a->skipped) return;
    if (bp_read_sees(read, bp_painter_px(p, TALL)))
        bp_word(p, x, base, a->open ? "Check" : "Ask again", style,
                a->open ? BP_ACTION_ENTER : BP_ACTION_RESTART, 0);
}

/* For the mouse alone: what they type, as options. */
static void draw_digits(bp_read *read) {
    static const char digits[] = "1234567890.-";
    bp_painter *p = read->p;
    const int count = (int)sizeof digits, step = read->width / count, tall = bp_painter_px(p, TALL);
    const bp_style style = {.size = UNIT, .color = p->theme->quiet, .align = BP_ALIGN_CENTER};
    bp_rect key = {read->left, read->y, step, tall};
    for (int i = 0; i < count && bp_read_sees(read, tall); i++, key.x += step) {
        bp_painter_text(p, key.x + step / 2, key.y + bp_painter_px(p, 26),
                        digits[i] ? (char[]){digits[i], '\0'} : "←", style);
        if (!p->failed) bp_painter_hit(p, key, BP_ACTION_OPTION, digits[i]);
    }
    read->y += tall;
}

/* A number or an angle as it is typed, an angle as it is dragged, or the right answer. */
static void draw_number(bp_read *read, const asked *a) {
    bp_painter *p = read->p;
    const bp_question *question = a->question;
    const char *typed = a->app->field.use == BP_FIELD_ANSWER ? a->app->field.text : "";
    bool angle = question->kind == BP_QUESTION_ANGLE;
    const char *unit = angle ? "degrees" : question->unit ? question->unit : "";
    bp_rect box = {read->left, read->y, bp_painter_px(p, BOX), bp_painter_px(p, TALL)};
    int base = box.y + bp_painter_px(p, 24), x = box.x + box.width + bp_painter_px(p, 10);
    bp_formatted text = bp_format("%.24s_", typed);
    if (!a->open)
        text = bp_format("%.5g", (double)question->answer);
    else if (angle && !*typed)
        text = bp_format("%.0f", (double)a->app->lesson->answer.degrees);
    if (bp_read_sees(read, box.height)) {
        int most = box.width - bp_painter_px(p, 20);
        bp_style style = {.size = SIZE};
        while (style.size > 9 && bp_painter_text_width(p, text.text, style) > most) style.size--;
        style.max_width = most;
        bp_painter_box(p, box, p->theme->page, 7, edge_of(p, a));
        bp_painter_text(p, box.x + bp_painter_px(p, 12), base, text.text, style);
        bp_painter_text(p, x, base, unit, (bp_style){.size = UNIT});
    }
    x += bp_painter_text_width(p, unit, (bp_style){.size = UNIT}) + bp_painter_px(p, *unit ? 20 : 8);
    draw_button(read, a, x, base);
    read->y += box.height;
    if (a->open && !angle) draw_digits(read);
}

/* The option at a slot: a choice's are in order. */
static int option_at(const asked *a, int slot, int count) {
    if (a->question->kind != BP_QUESTION_ORDER) return slot;
    if (a->open) return a->app->lesson->answer.order[slot];
    int digits = (int)(a->question->answer + 0.5f);
    for (int i = slot + 1; i < count; i++) digits /= 10;
    return digits % 10 - 1;
}

/* "1  It stays": a row to click; in an order, a slot. */
static void draw_option(bp_read *read, const asked *a, int slot, int count) {
    bp_painter *p = read->p;
    const bp_theme *theme = p->theme;
    const bp_answer *answer = &a->app->lesson->answer;
    bool choice = a->question->kind == BP_QUESTION_CHOICE, marked = false;
    int option = option_at(a, slot, count), pad = bp_painter_px(p, 12), top = read->y, left = read->left;
    const char *words = option >= 0 && option < count ? a->question->options[option] : "";
    bp_rgba8 edge = theme->floor;
    bp_style style = {.size = SIZE, .color = theme->ink};
    if (a->open) {
        marked = slot == (choice ? answer->option : answer->slot);
    } else {
        marked = !choice || slot == (int)(a->question->answer + 0.5f);
        if (!marked) style.color = theme->quiet;
        if (!marked && answer->submitted && slot == (int)(answer->value + 0.5f)) edge = theme->wrong;
    }
    if (marked) edge = edge_of(p, a);
    bool hovered = a->open && a->app->hover.action == BP_ACTION_OPTION && a->app->hover.value == slot;
    bp_formatted text = bp_format("%d   %s", slot + 1, words);
    bp_painter quiet = bp_painter_measuring(p);
    bp_read inside = *read;
    inside.left += pad, inside.width -= 2 * pad;
    inside.y += bp_painter_px(p, 5);
    bp_read measured = inside;
    measured.p = &quiet;
    bp_read_text(&measured, text.text, LEADING, style);
    bp_rect box = {left, top, read->width, measured.y - top + bp_painter_px(p, 5)};
    if (bp_read_sees(read, box.height)) {
        bp_painter_box(p, box, hovered ? theme->card : theme->page, 7,
                       hovered && !marked ? theme->here : edge);
        bp_read_text(&inside, text.text, LEADING, style);
        if (a->open && !p->failed) bp_painter_hit(p, box, BP_ACTION_OPTION, slot);
    }
    read->y = top + box.height + bp_painter_px(p, 6);
}

static void draw_reply(bp_read *read, const asked *a) {
    bp_painter *p = read->p;
    int symbol = a->symbol ? bp_painter_px(p, 24) : 0, left = read->left, width = read->width;
    bp_style style = {.size = REPLY, .color = a->symbol ? p->theme->ink : p->theme->quiet};
    if (a->symbol && bp_read_sees(read, bp_painter_px(p, REPLY_LEADING)))
        bp_painter_text(p, left, read->y + bp_painter_px(p, REPLY), a->symbol,
                        (bp_style){.size = REPLY, .face = BP_FACE_SANS_BOLD, .color = a->color});
    read->left += symbol, read->width -= symbol;
    bp_read_text(read, a->reply, REPLY_LEADING, style);
    read->left = left, read->width = width;
}

static void draw(bp_read *read, const asked *a) {
    bp_painter *p = read->p;
    int count = bp_question_option_count(a->question), indent = bp_painter_px(p, INDENT), top = read->y;
    bool number = a->question->kind == BP_QUESTION_NUMBER || a->question->kind == BP_QUESTION_ANGLE;
    read->left += indent, read->width -= indent;
    bp_read_text(read, a->question->text, LEADING, (bp_style){.size = SIZE, .face = BP_FACE_SANS_BOLD});
    bp_read_gap(read, 10);
    if (number) {
        draw_number(read, a);
    } else if (!a->question->picture || !a->open) {
        for (int i = 0; i < count; i++) draw_option(read, a, i, count);
        if (a->question->kind == BP_QUESTION_ORDER || a->skipped) {
            draw_button(read, a, read->left, read->y + bp_painter_px(p, 24));
            if (a->open || a->skipped) read->y += bp_painter_px(p, TALL);
        }
    }
    bp_read_gap(read, 8);
    draw_reply(read, a);
    read->left -= indent, read->width += indent;
    int bottom = read->rect.y + read->rect.height;
    int from = top > read->rect.y ? top : read->rect.y, to = read->y < bottom ? read->y : bottom;
    if (to > from)
        bp_painter_fill(p, (bp_rect){read->left, from, bp_painter_px(p, 3), to - from}, p->theme->rule);
}

void bp_lesson_draw_question(bp_read *read, const bp_app *app, const bp_question *question) {
    char text[600];
    asked a = asked_of(app, question, text, sizeof text);
    draw(read, &a);
}

/* Of all states; the longest reply need not be the one with the most lines, but nearly. */
void bp_lesson_measure_question(bp_read *read, const bp_app *app, const bp_question *question) {
    const char *replies[BP_WRONG_ANSWER_MAX + 5] = {HOW_TO[question->kind], SKIPPING, question->hint,
                                                    question->right, question->engine};
    for (int i = 0; i < BP_WRONG_ANSWER_MAX; i++) replies[5 + i] = question->wrong[i].why;
    int from = read->y, most = from;
    for (int open = 0; open < 2; open++) {
        for (size_t i = 0; i < BP_COUNT(replies); i++) {
            bool closing = i == 3 || i == 4;
            char text[600];
            if (!replies[i] || closing == (open == 1)) continue;
            snprintf(text, sizeof text, "%s%s", closing ? "Skipped. You were 180° off. " : "", replies[i]);
            asked a = {.question = question,
                       .app = app,
                       .open = open == 1,
                       .skipped = closing,
                       .reply = text,
                       .symbol = "✗"};
            read->y = from;
            draw(read, &a);
            if (read->y > most) most = read->y;
        }
    }
    read->y = most;
}
