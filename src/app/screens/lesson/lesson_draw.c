/* The picture of a lesson: words at the left, stages at the right, all in one pass with four samples.
 * Names, numbers and the help come after the samples are resolved, so they cost one sample a pixel. */
#include "app/screens/lesson/lesson_screen.h"
#include "base/format.h"
#include <stdio.h>
#include <string.h>

enum { SMALL_PRINT = 15, HEADING = 28, PROSE = 21, GOAL = 17, CODE = 15 }; /* letters */
enum { CARDS = 40, TITLE = 46 }; /* high: a row of cards; the title of a picture to choose */
enum { WIDE = 420, HIGH = 450 }; /* of a picture, in units of its letters: at least, if they are enlarged */
static const float HEADING_LEADING = 36, PROSE_LEADING = 32, GOAL_LEADING = 25, CODE_LEADING = 22;
/* Of the letters' size. The largest is one that most lessons can have, so that they look alike. */
static const float LARGEST = 0.885f, LEAST_FOR_ALL = 0.72f, LEAST = 0.5f, STEP = 0.96f;

/* ---- words -------------------------------------------------------------------------------------- */

/* "Lesson 5 · 2 of 7"; while the engine's rules are in force, a line that says so. */
static void draw_step_line(bp_read *read, const bp_app *app, int step) {
    const bp_lesson_screen *lesson = app->lesson;
    char number[16];
    bp_lesson_number(lesson->plan, number, sizeof number);
    const char *digits = number[0] == '0' ? number + 1 : number;
    bp_style style = {.size = SMALL_PRINT, .color = read->p->theme->quiet};
    bp_formatted text = bp_format("Lesson %s · %d of %d", digits, step + 1, lesson->plan->step_count);
    if (lesson->position.ended) text = bp_format("Lesson %s · the end", digits);
    bp_read_text(read, text.text, SMALL_PRINT * 1.5f, style);
    if (!lesson->position.engine) return;
    style.color = read->p->theme->here;
    int y = read->y;
    bp_read_text(read, "by the engine's rules; click for the page's", SMALL_PRINT * 1.6f, style);
    bp_painter_hit(read->p, (bp_rect){read->left, y, read->width, read->y - y}, BP_ACTION_ENGINE, 0);
}

/* A dotted line below a term. */
static void underline(bp_painter *p, const bp_app *app, const bp_text_span *span, int term) {
    int dot = bp_painter_px(p, 2) > 0 ? bp_painter_px(p, 2) : 1;
    bool hovered = app->hover.action == BP_ACTION_TERM && app->hover.value == term;
    for (int k = 0; k < span->count; k++) {
        bp_rect word = span->rects[k];
        int y = word.y + word.height;
        for (int x = word.x; x < word.x + word.width; x += hovered ? dot : 2 * dot)
            bp_painter_fill(p, (bp_rect){x, y, dot, dot}, hovered ? p->theme->here : p->theme->quiet);
        bp_painter_hit(p, (bp_rect){word.x, word.y, word.width, word.height + 2 * dot}, BP_ACTION_TERM, term);
    }
}

enum { SPANS_MAX = 24 };

/* One paragraph of prose: words coloured like the parts that they name, terms underlined by dots. */
static void draw_paragraph(bp_read *read, const bp_app *app, const char *prose, bp_style style) {
    bp_text_span spans[BP_TERMS_MAX + SPANS_MAX];
    int terms[BP_TERMS_MAX];
    char text[BP_PROSE_MAX];
    bp_prose_plain(prose, text, sizeof text);
    int found = bp_lesson_find_terms(text, app->lesson->plan->number, spans, terms), count = found;
    bp_prose_run run;
    size_t at = 0;
    while (bp_prose_next(&prose, &run)) {
        if (run.color[0] && count < (int)BP_COUNT(spans))
            spans[count++] = (bp_text_span){
                .start = at, .length = run.length, .color = bp_prose_color(read->p->theme, run.color)};
        at += run.length;
    }
    bp_read_spans(read, text, PROSE_LEADING, style, spans, count);
    for (int i = 0; i < found && !read->p->failed; i++) underline(read->p, app, &spans[i], terms[i]);
}

static void draw_prose(bp_read *read, const bp_app *app, const char *prose, bool described) {
    bp_style style = {.size = PROSE, .color = read->p->theme->ink};
    /* A caption describes the step: beside a pose that the student changed it steps back. */
    if (described && app->lesson->picture.history.count > 0) style.color = read->p->theme->quiet;
    char paragraph[BP_PROSE_MAX];
    while (bp_prose_paragraph(&prose, paragraph)) {
        draw_paragraph(read, app, paragraph, style);
        if (*prose) bp_read_gap(read, 10);
    }
}

/* One line of code with the slider's number, at the bottom; a word switches between C and Babylon.js,
 * where that has a line. Not while a question is open: it may be the answer. */
static void draw_code(bp_read *read, const bp_app *app, int step) {
    const bp_lesson_screen *lesson = app->lesson;
    bp_painter *p = read->p;
    const bp_lesson_position *now = &lesson->position;
    bool both = bp_step_code(lesson->plan, step, true) != NULL, babylon = both && app->settings.babylon;
    const char *code = bp_step_code(lesson->plan, step, babylon), *mark = code ? strstr(code, "{}") : NULL;
    if (!code || (now->asking && now->step == step)) return;
    char text[400];
    const bp_slider *slider = &lesson->picture.content.sliders[0];
    bp_text_span number = {.color = p->theme->ink};
    if (mark) {
        number.start = (size_t)(mark - code);
        snprintf(text, sizeof text, "%.*s%.*f%s", (int)number.start, code, slider->decimals,
                 (double)slider->value, mark + 2);
        number.length = strlen(text) - strlen(code) + 2;
    } else {
        snprintf(text, sizeof text, "%s", code);
    }
    bp_style style = {.size = CODE, .face = BP_FACE_MONO, .color = p->theme->quiet};
    bp_painter quiet = bp_painter_measuring(p);
    bp_read measured = *read;
    measured.p = &quiet;
    bp_read_text(&measured, text, CODE_LEADING, style);
    bp_read_gap(read, 14);
    int word = bp_painter_px(p, CODE_LEADING + 4), bottom = read->rect.y + read->rect.height,
        y = bottom - word - (measured.y - read->y) - bp_painter_px(p, 14);
    if (!p->failed && y > read->y) read->y = y;
    bp_read_spans(read, text, CODE_LEADING, style, &number, mark ? 1 : 0);
    if (both && bp_read_sees(read, word))
        bp_word(p, read->left, read->y + bp_painter_px(p, CODE), babylon ? "show C" : "show Babylon.js",
                (bp_style){.size = CODE - 1, .color = p->theme->here}, BP_ACTION_BABYLON, 0);
    read->y += word;
}

/* All of a step's words. With a painter that has failed, the height with the longest reply is measured. */
static void draw_words(bp_read *read, const bp_app *app, int step) {
    const bp_lesson_screen *lesson = app->lesson;
    const bp_lesson_plan *plan = lesson->plan;
    const bp_step *shown = &plan->steps[step];
    const bp_question *question = shown->question;
    bool here = step == lesson->position.step, open = here && lesson->position.asking,
         ended = here && lesson->position.ended;
    draw_step_line(read, app, step);
    bp_read_gap(read, 2);
    bp_read_text(read, shown->heading && !ended ? shown->heading : plan->title, HEADING_LEADING,
                 (bp_style){.size = HEADING, .face = BP_FACE_SANS_BOLD});
    bp_read_gap(read, 14);
    if (ended) {
        bp_lesson_draw_end(read, app);
        return;
    }
    if (step == 0 && plan->text.goal && !shown->prose) {
        bp_read_text(read, plan->text.goal, GOAL_LEADING,
                     (bp_style){.size = GOAL, .color = read->p->theme->quiet});
        bp_read_gap(read, 12);
    }
    const bool later = question && question->caption;
    draw_prose(read, app, later ? question->caption : bp_step_prose(shown), !shown->prose);
    if (question) {
        bp_read_gap(read, 18);
        if (read->p->failed) {
            bp_lesson_measure_question(read, app, question);
        } else {
            app->lesson->question_y = read->y;
            bp_lesson_draw_question(read, app, question);
        }
        if (later && (!open || read->p->failed)) {
            bp_read_gap(read, 12);
            draw_prose(read, app, bp_step_prose(shown), !shown->prose);
        }
    }
    if (shown->footnote && (!open || read->p->failed)) {
        bp_read_gap(read, 12);
        bp_read_text(read, shown->footnote, SMALL_PRINT * 1.5f,
                     (bp_style){.size = SMALL_PRINT, .color = read->p->theme->quiet});
    }
    draw_code(read, app, step);
}

static int height_of(bp_painter *p, const bp_app *app, bp_rect rect, int step, float size) {
    bp_painter quiet = bp_painter_measuring(p);
    quiet.unit = p->unit * size;
    bp_read read = bp_read_begin(&quiet, rect, 0);
    draw_words(&read, app, step);
    return read.y - rect.y;
}

/* One size for all steps, as long as letters aren't too small by that; the step gets smaller ones if it
 * needs them. */
static float words_size(bp_painter *p, bp_app *app, bp_rect rect) {
    bp_lesson_screen *lesson = app->lesson;
    if (lesson->words <= 0 || lesson->words_for.width != rect.width ||
        lesson->words_for.height != rect.height || lesson->words_unit != p->unit) {
        lesson->words = LARGEST;
        for (int i = 0; i < lesson->plan->step_count; i++)
            while (lesson->words > LEAST_FOR_ALL && height_of(p, app, rect, i, lesson->words) > rect.height)
                lesson->words *= STEP;
        lesson->words_for = rect;
        lesson->words_unit = p->unit;
    }
    float size = lesson->words;
    while (size > LEAST && height_of(p, app, rect, lesson->position.step, size) > rect.height) size *= STEP;
    return size;
}

static void draw_read(bp_painter *p, bp_app *app, bp_rect rect) {
    const bp_lesson_screen *lesson = app->lesson;
    float unit = p->unit, size = words_size(p, app, rect);
    int high = height_of(p, app, rect, lesson->position.step, size);
    int scrolled = bp_app_scroll(app, BP_SCROLL_READ, rect, rect.height, high);
    if (!app->probe) app->drawn.scrolls[BP_SCROLL_READ].step = bp_painter_px(p, PROSE_LEADING * 2);
    p->unit = unit * size;
    bp_read read = bp_read_begin(p, rect, scrolled);
    draw_words(&read, app, lesson->position.step);
    p->unit = unit;
    bp_scroll_bar(p, rect, scrolled, rect.height, high);
}

/* ---- below the picture -------------------------------------------------------------------------- */

/* "the change: 60 %", of a clip its seconds. */
static void draw_slider(bp_painter *p, bp_app *app, bp_rect rect) {
    const bp_lesson_screen *lesson = app->lesson;
    const bp_step *step = &lesson->plan->steps[lesson->position.step];
    float t = lesson->position.t;
    bool waits = lesson->position.asking;
    if (lesson->option_count > 0 || lesson->picture.content.slider_count > 0 || !step->change) return;
    bp_formatted value = bp_format("%.0f %%", (double)(100 * t));
    if (step->clip_seconds > 0)
        value = bp_format("%.2f of %.2f s", (double)(t * step->clip_seconds), (double)step->clip_seconds);
    int button = bp_painter_px(p, 26), middle = rect.y + rect.height / 2 + bp_painter_px(p, 6);
    if (!waits) {
        const char *symbol = bp_lesson_is_moving(app) ? "∥" : t >= 1 ? "↻" : "▶";
        bp_style style = {.size = t >= 1 ? 18 : 15, .color = p->theme->here};
        bp_word(p, rect.x, middle, symbol, style, BP_ACTION_PLAY, 0);
    }
    rect.x += button, rect.width -= button;
    bp_slider_draw(p, rect, step->clip_seconds > 0 ? "time: " : "the change: ", waits ? "waits" : value.text,
                   t, waits, BP_ACTION_FRAME);
}

/* "body at 1.4 m · arm at 75°": the readouts. A question hides the numbers that its step brings: they may
 * be its answer. */
static void draw_line(bp_painter *p, const bp_app *app, bp_rect rect) {
    const bp_lesson_screen *lesson = app->lesson;
    const bp_step *step = &lesson->plan->steps[lesson->position.step];
    bool hidden = lesson->position.asking && step->readout_count > 0;
    char text[300] = "";
    size_t used = 0;
    for (int i = 0; i < lesson->readout_count && used < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s %s", i ? " · " : "",
                                 lesson->readout[i].label, lesson->readouts[i]);
    if (hidden || lesson->option_count > 0) text[0] = '\0'; /* they are about the stages */
    bp_numbers_line(p, app, text, rect);
}

static void draw_footer(bp_painter *p, bp_app *app, const bp_layout *layout) {
    const bp_lesson_screen *lesson = app->lesson;
    const bp_lesson_position *position = &lesson->position;
    const bp_theme *theme = p->theme;
    bp_rect rect = layout->footer;
    int base = rect.y + rect.height / 2 + bp_painter_px(p, 6), x = rect.x, gap = bp_painter_px(p, 36),
        right = rect.x + rect.width;
    bool last = position->step + 1 == lesson->plan->step_count;
    bool more = position->ended ? lesson->next != NULL : !last || bp_lesson_has_end(lesson->plan);
    bp_style quiet = {.size = 18, .color = theme->quiet};
    bp_style next = {
        .size = 18, .face = BP_FACE_SANS_BOLD, .color = position->asking ? theme->quiet : theme->here};
    if (position->step > 0 || position->ended)
        x += bp_word(p, x, base, "← Back", quiet, BP_ACTION_BACK, 0) + gap;
    if (more || position->asking)
        x += bp_word(p, x, base, position->asking && lesson->answer.skipping ? "Skip →" : "Next →", next,
                     BP_ACTION_NEXT, 0) +
             gap;
    right -= bp_word_left_of(p, right, base, "Help", quiet, BP_ACTION_HELP, 0) + gap;
    if (app->notice[0]) {
        bp_notice_draw(p, app, layout, x, right);
    } else if (lesson->picture.history.count > 0 && !position->ended) {
        bp_style style = {.size = 15, .color = theme->here};
        const char *words = "Changed by hand. R: start again";
        if (bp_painter_text_width(p, words, style) < right - x)
            bp_word(p, x, base, words, style, BP_ACTION_RESTART, 0);
    }
}

static void draw_numbers(bp_painter *p, bp_app *app, const bp_layout *layout) {
    enum { LINKED_NODES = 12 }; /* the lesson that introduces them */
    const bp_lesson_screen *lesson = app->lesson;
    const bp_theme *theme = p->theme;
    bp_rect area = layout->picture;
    bp_formatted location = {""};
    bool engine = lesson->position.engine && !lesson->position.asking;
    int line = bp_painter_px(p, 20), rows = engine ? 2 * lesson->differing_count : 0;
    if (!app->settings.numbers || !bp_lesson_has_bones(lesson)) return;
    if (layout->stacked) area = (bp_rect){0, 0, app->settings.width, layout->footer.y};
    area.height = layout->line.y - area.y - rows * line;
    if (lesson->picture.content.stage_count > 1)
        location = bp_format("stage %d", lesson->picture.chosen.stage + 1);
    const bp_numbers_panel panel = {.app = app,
                                    .shown = &lesson->picture,
                                    .bone = bp_illustration_bone(&lesson->picture),
                                    .before = &lesson->before,
                                    .location = location.text,
                                    .hide_node = lesson->plan->number < LINKED_NODES,
                                    .blocked = lesson->picture.content.blocked,
                                    .matrices = lesson->plan->matrices};
    bp_rect card = bp_numbers_draw(p, &panel, area);
    int y = card.y + card.height;
    if (rows > 0) bp_painter_fill(p, (bp_rect){card.x, y, card.width, rows * line}, theme->bar);
    for (int i = 0; i < rows / 2; i++) { /* where page and engine differ */
        const bp_claim *claim = lesson->differing[i].claim;
        const char *unit = claim->unit ? claim->unit : "";
        int x = card.x + bp_painter_px(p, 16), width = card.width - bp_painter_px(p, 32);
        bp_painter_text(p, x, y + bp_painter_px(p, 14),
                        bp_format("page %.5g %s · engine %.5g %s", (double)lesson->differing[i].page, unit,
                                  (double)lesson->differing[i].engine, unit)
                            .text,
                        (bp_style){.size = 13, .face = BP_FACE_SANS_BOLD, .max_width = width});
        bp_painter_text(p, x, y + line + bp_painter_px(p, 14), claim->engine ? claim->engine : claim->text,
                        (bp_style){.size = 13, .color = theme->quiet, .max_width = width});
        y += 2 * line;
    }
}

/* Beside the slider or the cards that wait for an answer. */
static const char *skip_words(const bp_lesson_screen *lesson) {
    const bp_step_slider *slider = lesson->plan->steps[lesson->position.step].slider;
    return slider && slider->names && !slider->ordered ? "just let me try" : "just let me drag";
}

/* ---- all of it ---------------------------------------------------------------------------------- */

/* Pictures to choose among, in as many columns as let what they show be largest. */
static void place_options(bp_lesson_screen *lesson, bp_rect area, float unit) {
    const int count = lesson->option_count, gap = (int)(16 * unit);
    const int columns =
                  bp_illustration_columns(lesson->pictures[0].content.extents[0], count, area, TITLE * unit),
              rows = (count + columns - 1) / columns;
    const bp_rect cell = {0, 0, (area.width - gap * (columns - 1)) / columns,
                          (area.height - gap * (rows - 1)) / rows};
    for (int i = 0; i < count; i++) {
        bp_rect place = {area.x + i % columns * (cell.width + gap),
                         area.y + i / columns * (cell.height + gap), cell.width, cell.height};
        if (place.width < 1) place.width = 1;
        if (place.height < 1) place.height = 1;
        bp_illustration_place(&lesson->pictures[i], place, unit);
    }
}

/* The step's own slider, if it has one, lies where otherwise that of its change does. */
static void place_picture(bp_lesson_screen *lesson, const bp_layout *layout, float unit) {
    bp_illustration *picture = &lesson->picture;
    int label = (int)(226 * unit);
    bp_rect track = {layout->slider.x + label, layout->slider.y,
                     layout->slider.width - label - (int)(14 * unit), layout->slider.height};
    if (track.width < 1) track.width = 0;
    bp_rect stages = layout->picture, cards = layout->slider;
    if (picture->content.slider_count > 1 && cards.width > 0) { /* a row of their own above the slider */
        cards.height = (int)(CARDS * unit);
        cards.y = layout->slider.y - cards.height;
        stages.height -= cards.height;
    }
    bp_illustration_place_stages(picture, stages, unit);
    for (int i = 0; i < BP_SLIDER_MAX; i++) picture->tracks[i] = (bp_rect){0};
    if (picture->content.slider_count > 1) picture->tracks[1] = cards;
    if (picture->content.slider_count > 0) picture->tracks[0] = track;
    if (picture->content.slider_count > 0 && picture->content.sliders[0].names)
        picture->tracks[0].x = layout->slider.x, picture->tracks[0].width = layout->slider.width;
}

static void draw_over(bp_painter *p, bp_app *app, const bp_layout *layout, float unit) {
    bp_lesson_screen *lesson = app->lesson;
    const float whole = p->unit;
    p->unit = unit;
    if (lesson->option_count == 0) bp_illustration_draw_over(&lesson->picture, p);
    for (int i = 0; i < lesson->option_count; i++) {
        bp_rect rect = lesson->pictures[i].rect;
        bool chosen = lesson->answer.option == i,
             hovered = app->hover.action == BP_ACTION_OPTION && app->hover.value == i;
        bp_illustration_draw_over(&lesson->pictures[i], p);
        bp_painter_box(p, rect, (bp_rgba8){0}, 6, chosen || hovered ? p->theme->here : p->theme->rule);
        bp_painter_hit(p, rect, BP_ACTION_OPTION, i);
    }
    p->unit = whole;
    draw_numbers(p, app, layout);
    bp_lesson_draw_term(p, app);
    if (lesson->glossary) bp_lesson_draw_glossary(p, app);
    if (app->settings.help) bp_help_draw(p, bp_lesson_keys(app), app->settings.width, app->settings.height);
}

bool bp_lesson_draw(bp_app *app, bp_error *error) {
    bp_lesson_screen *lesson = app->lesson;
    if (!bp_lesson_update(app, error)) return false;
    if (lesson->extent_waits && lesson->picture.hand.took.drag == BP_TAKE_NOTHING &&
        !bp_lesson_is_moving(app) && !app->coarse) {
        lesson->made = 0; /* the drag is over: the view may grow */
        if (!bp_lesson_update(app, error)) return false;
    }
    bp_painter p = bp_app_painter(app, error);
    const bp_pass pass = bp_app_pass(app, false);
    if (!app->probe) app->drawn = (bp_drawn){.valid = false};
    bool alone = app->settings.illustration;
    bp_layout layout = bp_layout_make(&p, &app->settings);
    lesson->layout = layout;
    lesson->picture.still_camera = alone; /* a drag beside the figures scrolls the page */
    const bp_style skip = {.size = SMALL_PRINT, .color = p.theme->quiet};
    const bool skips = !alone && lesson->position.asking && !layout.stacked;
    const char *const words = skip_words(lesson);
    const int slider_end = layout.slider.x + layout.slider.width;
    if (skips) layout.slider.width -= bp_painter_text_width(&p, words, skip) + bp_painter_px(&p, 20);
    lesson->layout.slider.width = layout.slider.width;
    bp_numbers_light(app, &lesson->picture);
    bp_settings least = app->settings;
    least.text = 0;
    const bool enlarged = !alone && app->settings.text > BP_TEXT_SIZE_DEFAULT;
    const float whole = p.unit,
                fits = fminf((float)layout.picture.width / WIDE, (float)layout.picture.height / HIGH),
                unit = enlarged ? fminf(whole, fmaxf(fits, bp_settings_unit(&least))) : whole;
    if (lesson->option_count > 0)
        place_options(lesson, layout.picture, unit);
    else
        place_picture(lesson, &layout, unit);
    bp_painter_begin(&p, &app->picture, &pass, &(bp_rect){0}, p.theme->page);
    if (!alone) {
        draw_read(&p, app, layout.read);
        draw_slider(&p, app, layout.slider);
        if (skips)
            bp_word_left_of(&p, slider_end, layout.slider.y + layout.slider.height / 2 + bp_painter_px(&p, 6),
                            words, skip, BP_ACTION_NEXT, 1);
        draw_line(&p, app, layout.line);
        draw_footer(&p, app, &layout);
    }
    p.unit = unit;
    for (int i = 0; i < (lesson->option_count > 0 ? lesson->option_count : 1); i++) {
        const bp_illustration *shown = lesson->option_count > 0 ? &lesson->pictures[i] : &lesson->picture;
        bp_illustration_draw(shown, &p);
        bp_app_record(app, shown);
    }
    p.unit = whole;
    if (!p.failed && pass.samples > 1) p.failed = !bp_raster_resolve_samples(p.raster, error);
    draw_over(&p, app, &layout, unit);
    bp_painter_end(&p);
    app->drawn.valid = !p.failed && !app->probe;
    return !p.failed;
}
