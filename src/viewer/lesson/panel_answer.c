/* A question, the input for its answer, and the reply. One function draws all of it and returns its height;
 * measuring calls it with a copy of the ui that draws nothing. */
#include "viewer/lesson/lesson_answer.h"
#include "viewer/lesson/lesson_view.h"
#include <math.h>
#include <stdio.h>

enum {
    SIZE = 14,
    LEADING = 22,
    REPLY_SIZE = 13,
    REPLY_LEADING = 19,
    LINES_MAX = 7,
    INPUT = 96, /* width of a number's box */
    TALL = 27,  /* of boxes */
    GAP = 8,
    PAD = 10,    /* in boxes */
    BESIDE = 220 /* the least width for a reply beside the input */
};

/* What is drawn. */
typedef struct asked {
    const bp_question *question;
    const bp_answer_input *answer;
    bool open;    /* else the right answer is shown */
    bool skipped; /* and it is not the student's */
    const char *reply, *symbol;
    bp_rgba8 color; /* of the reply */
} asked;

static int text_box_width(const bp_ui *ui, const char *text) {
    return bp_ui_text_width(ui, text, (bp_style){.size = SIZE}) + 2 * bp_ui_px(ui, PAD);
}

static void text_in_box(bp_ui *ui, bp_rect box, const char *text, bp_style style) {
    style.size = SIZE;
    int available = box.width - 2 * bp_ui_px(ui, PAD);
    while (style.size > 10 && bp_ui_text_width(ui, text, style) > available) style.size--;
    style.max_width = available;
    bp_ui_text(ui, box.x + bp_ui_px(ui, PAD), box.y + bp_ui_px(ui, 19), text, style);
}

/* The button that submits, or takes a skipped question up again. Returns its width with the gap behind it; 0
 * once the question is answered. */
static int button(bp_ui *ui, const asked *a, int x, int y) {
    if (!a->open && !a->skipped) return 0;
    const char *text = ui->touch ? (a->open ? "Check" : "Ask again") : a->open ? "Check ↵" : "R  Ask again";
    bp_rect box = {x, y, text_box_width(ui, text), bp_ui_px(ui, TALL)};
    bp_ui_box(ui, box, ui->theme->card, 4, ui->theme->here);
    text_in_box(ui, box, text, (bp_style){.color = ui->theme->here});
    if (!ui->failed) bp_ui_hit(ui, box, a->open ? BP_ACTION_ENTER : BP_ACTION_RESTART, 0);
    return box.width + bp_ui_px(ui, GAP);
}

static bp_rgba8 edge_of(const bp_ui *ui, const asked *a) {
    if (!a->open) return a->skipped ? ui->theme->quiet : ui->theme->right;
    return a->answer->reply ? ui->theme->wrong : ui->theme->here;
}

/* A number or an angle as it is typed, an angle as it is dragged, or the right answer. Returns the width. */
static int number_box(bp_ui *ui, const asked *a, int x, int y) {
    const bp_question *question = a->question;
    bool angle = question->kind == BP_QUESTION_ANGLE;
    const char *unit = angle ? "degrees" : question->unit ? question->unit : "";
    bp_rect box = {x, y, bp_ui_px(ui, INPUT), bp_ui_px(ui, TALL)};
    bp_style small = {.size = 11, .color = ui->theme->quiet};
    int behind = *unit ? bp_ui_text_width(ui, unit, small) + bp_ui_px(ui, 6) : 0;
    bp_ui_box(ui, box, ui->theme->bar, 4, edge_of(ui, a));
    char text[48];
    if (!a->open)
        snprintf(text, sizeof text, "%.5g", (double)question->answer);
    else if (angle && !*a->answer->text)
        snprintf(text, sizeof text, "%.0f", (double)a->answer->degrees);
    else
        snprintf(text, sizeof text, "%s_", a->answer->text);
    text_in_box(ui, box, text, (bp_style){.face = BP_FACE_MONO});
    if (a->open && !angle && !ui->failed) bp_ui_hit(ui, box, BP_ACTION_OPTION, 0); /* to drag */
    if (*unit) bp_ui_text(ui, x + box.width + bp_ui_px(ui, 6), y + bp_ui_px(ui, 18), unit, small);
    return box.width + behind;
}

/* The option at a place: a choice's are in order. */
static int option_at(const asked *a, int place, int count) {
    if (a->question->kind != BP_QUESTION_ORDER) return place;
    if (a->open) return a->answer->order[place];
    int digits = (int)(a->question->answer + 0.5f);
    for (int i = place + 1; i < count; i++) digits /= 10;
    return digits % 10 - 1;
}

/* Its words with their letter (a choice) or number (an order); a picture's are on its card. */
static void option_text(const asked *a, int place, int count, char *text, size_t size) {
    int option = option_at(a, place, count);
    const char *words = option >= 0 && option < count ? a->question->options[option] : "";
    if (a->question->kind == BP_QUESTION_ORDER)
        snprintf(text, size, "%d  %s", place + 1, words);
    else if (a->question->picture && a->open)
        snprintf(text, size, "%c", 'A' + place);
    else
        snprintf(text, size, "%c  %s", 'A' + place, words);
}

static void option_box(bp_ui *ui, const asked *a, bp_rect box, int place, const char *text) {
    const bp_theme *theme = ui->theme;
    bool choice = a->question->kind == BP_QUESTION_CHOICE, marked = false;
    bp_rgba8 edge = theme->floor;
    bp_style style = {.color = theme->ink};
    if (a->open) {
        marked = place == (choice ? a->answer->option : a->answer->place);
        if (marked) edge = edge_of(ui, a);
    } else {
        marked = !choice || place == (int)(a->question->answer + 0.5f);
        if (marked) edge = edge_of(ui, a);
        if (!marked) style.color = theme->quiet;
        if (!marked && a->answer->submitted && place == (int)(a->answer->value + 0.5f)) edge = theme->wrong;
    }
    bp_ui_box(ui, box, marked ? theme->card : theme->bar, 4, edge);
    if (marked && choice) style.face = BP_FACE_SANS_BOLD;
    text_in_box(ui, box, text, style);
    if (a->open && !ui->failed) bp_ui_hit(ui, box, BP_ACTION_OPTION, place);
}

/* The options in a row that wraps. Returns the rectangle that they take. Those of pictures are only letters
 * while the question is open, so the button fits behind them. */
static bp_rect options(bp_ui *ui, const asked *a, bp_rect rect) {
    int count = bp_question_option_count(a->question), x = rect.x, y = rect.y, gap = bp_ui_px(ui, GAP);
    int right = x;
    for (int i = 0; i < count; i++) {
        char text[160];
        option_text(a, i, count, text, sizeof text);
        bp_style bold = {.size = SIZE, .face = BP_FACE_SANS_BOLD}; /* as wide as when it is marked */
        int width = bp_ui_text_width(ui, text, bold) + 2 * bp_ui_px(ui, PAD) + 1;
        if (width > rect.width) width = rect.width;
        if (x > rect.x && x + width > rect.x + rect.width) {
            x = rect.x;
            y += bp_ui_px(ui, TALL) + gap;
        }
        option_box(ui, a, (bp_rect){x, y, width, bp_ui_px(ui, TALL)}, i, text);
        if (x + width > right) right = x + width;
        x += width + gap;
    }
    return (bp_rect){rect.x, rect.y, right - rect.x, y + bp_ui_px(ui, TALL) - rect.y};
}

/* The reply behind the input or the button, where it fits in one line or the space is wide; else below.
 * Returns the bottom's y. */
static int reply(bp_ui *ui, const asked *a, bp_rect rect, int x, int y) {
    bp_style style = {.size = REPLY_SIZE, .color = a->color};
    int symbol = a->symbol ? bp_ui_px(ui, 18) : 0, right = rect.x + rect.width,
        bottom = y + bp_ui_px(ui, TALL);
    bool beside = right - x - symbol >= bp_ui_px(ui, BESIDE);
    if (!beside && x > rect.x) {
        y = bottom + bp_ui_px(ui, 4);
        x = rect.x;
    }
    int base = y + bp_ui_px(ui, 18);
    if (a->symbol) bp_ui_text(ui, x, base, a->symbol, style);
    int lines =
        bp_ui_lines(ui, x + symbol, base, right - x - symbol, REPLY_LEADING, LINES_MAX, a->reply, style);
    int end = base + (lines - 1) * bp_ui_px(ui, REPLY_LEADING) + bp_ui_px(ui, 6);
    return end > bottom ? end : bottom;
}

static int draw(bp_ui *ui, const asked *a, bp_rect rect) {
    bp_style style = {.size = SIZE, .face = BP_FACE_SANS_BOLD};
    int y = rect.y, x = rect.x;
    int lines =
        bp_ui_lines(ui, x, y + bp_ui_px(ui, 15), rect.width, LEADING, LINES_MAX, a->question->text, style);
    y += lines * bp_ui_px(ui, LEADING) + bp_ui_px(ui, 5);
    if (a->question->kind == BP_QUESTION_NUMBER || a->question->kind == BP_QUESTION_ANGLE)
        x += number_box(ui, a, x, y) + bp_ui_px(ui, GAP);
    else if (a->question->picture && a->open)
        x += options(ui, a, (bp_rect){x, y, rect.width, 0}).width + bp_ui_px(ui, GAP);
    else
        y += options(ui, a, (bp_rect){x, y, rect.width, 0}).height + bp_ui_px(ui, 6);
    x += button(ui, a, x, y);
    return reply(ui, a, rect, x, y) - rect.y;
}

static const char *how_to(bp_question_kind kind, bool touch) {
    switch (kind) {
    case BP_QUESTION_NUMBER:
        return touch ? "Type a number below, or drag in its box; then Check."
                     : "Type a number, or drag in its box; then Enter.";
    case BP_QUESTION_ANGLE:
        return touch ? "Drag the part to where it will be, or type its angle below; then Check."
                     : "Drag the part to where it will be, or type its angle; then Enter.";
    case BP_QUESTION_CHOICE:
        return touch ? "Tap one, then Check." : "Click one, or press its letter; then Enter.";
    case BP_QUESTION_ORDER:
        return touch ? "Drag them into order, then Check."
                     : "Drag them into order, or press ← → to pick and ↑ ↓ to move; then Enter.";
    }
    return "";
}

static const char *const SKIPPING =
    "Once more skips the question. Its answer is shown, and it doesn't count as answered.";

/* The reply once the right answer is shown: what became of the student's, and why the right one is right. An
 * angle's error comes only now: two replies with it would tell the answer. */
static const char *closing_reply(const asked *a, bool engine, char *text, size_t size) {
    const bp_question *question = a->question;
    const char *why = engine && question->engine ? question->engine : question->right;
    const char *skipped = a->skipped ? "Skipped. " : "";
    bool off = question->kind == BP_QUESTION_ANGLE && a->answer->submitted;
    float error = off ? bp_question_error(question, a->answer->value, question->answer) : 0;
    if (off && error < 0.5f)
        snprintf(text, size, "%sExactly. %s", skipped, why);
    else if (off)
        snprintf(text, size, "%sYou were %.0f° off. %s", skipped, (double)error, why);
    else
        snprintf(text, size, "%s%s", skipped, why);
    return text;
}

static asked asked_of(const bp_theme *theme, const bp_lesson_viewer *viewer, const bp_question *question,
                      char *text, size_t size) {
    const bp_answer_input *answer = &viewer->answer;
    asked a = {.question = question,
               .answer = answer,
               .open = viewer->position.asking,
               .skipped = answer->skipped,
               .color = theme->quiet};
    if (!a.open) {
        a.reply = closing_reply(&a, viewer->position.engine, text, size);
        if (!a.skipped) a.color = theme->right;
        a.symbol = a.skipped ? "○" : "✓";
    } else if (answer->skipping) {
        a.reply = SKIPPING;
    } else if (answer->reply) {
        a.reply = answer->reply;
        a.color = theme->wrong;
        a.symbol = "✗";
    } else {
        a.reply = how_to(question->kind, viewer->core.settings.touch);
    }
    return a;
}

const char *bp_panel_answer_reply(const bp_lesson_viewer *viewer, const bp_question *question, char *text,
                                  size_t size) {
    const bp_theme *theme = bp_theme_of(viewer->core.settings.light);
    return asked_of(theme, viewer, question, text, size).reply;
}

int bp_panel_answer(bp_ui *ui, const bp_lesson_viewer *viewer, const bp_question *question, bp_rect rect) {
    char text[400];
    asked a = asked_of(ui->theme, viewer, question, text, sizeof text);
    return draw(ui, &a, rect);
}

static void keep_larger(int *max, int height) {
    if (height > *max) *max = height;
}

int bp_panel_answer_height(const bp_ui *ui, const bp_question *question, int width, bool asked_only) {
    bp_ui quiet = *ui;
    quiet.failed = true; /* draws nothing */
    quiet.hits = NULL;
    bp_answer_input answer = bp_answer_begin(question);
    asked a = {
        .question = question, .answer = &answer, .open = true, .reply = how_to(question->kind, ui->touch)};
    char text[400];
    int max = draw(&quiet, &a, (bp_rect){0, 0, width, 0});
    a.reply = SKIPPING;
    keep_larger(&max, draw(&quiet, &a, (bp_rect){0, 0, width, 0}));
    a.symbol = "✗";
    a.reply = question->hint ? question->hint : "";
    keep_larger(&max, draw(&quiet, &a, (bp_rect){0, 0, width, 0}));
    for (int i = 0; i < BP_WRONG_ANSWER_MAX && question->wrong[i].why; i++) {
        a.reply = question->wrong[i].why;
        keep_larger(&max, draw(&quiet, &a, (bp_rect){0, 0, width, 0}));
    }
    if (asked_only) return max;
    a.open = false;
    a.skipped = answer.submitted = true;
    answer.value = question->answer + 180; /* the longest error: three digits */
    for (int engine = 0; engine < 2; engine++) {
        a.reply = closing_reply(&a, engine, text, sizeof text);
        keep_larger(&max, draw(&quiet, &a, (bp_rect){0, 0, width, 0}));
    }
    return max;
}
