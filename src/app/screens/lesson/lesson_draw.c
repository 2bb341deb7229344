/* The picture of a lesson: words at the left, stages at the right, all in one pass with four samples.
 * Names, numbers and the help come after the samples are resolved, so they cost one sample a pixel. */
#include "app/help.h"
#include "app/numbers.h"
#include "app/screens/lesson/lesson_screen.h"
#include "raster/inspect.h"
#include <stdio.h>
#include <string.h>

enum { SMALL_PRINT = 15, HEADING = 28, PROSE = 21, GOAL = 17 }; /* letters */
static const float HEADING_LEADING = 36, PROSE_LEADING = 32, GOAL_LEADING = 25;
static const float LEAST_FOR_ALL = 0.72f, LEAST = 0.5f, STEP = 0.96f; /* of the letters' size */

/* ---- words -------------------------------------------------------------------------------------- */

enum { PAGE_CLAIMS = 64 };

/* ", claims 52 to 55, 59": for Babylon.js users, those of its page that the lesson checks. */
static void add_claims(const bp_lesson_plan *plan, char *text, size_t size) {
    bool has[PAGE_CLAIMS + 2] = {false};
    int count = 0;
    for (int s = 0; s < plan->step_count; s++) {
        for (int i = 0; i < plan->steps[s].claim_count; i++) {
            int number = plan->steps[s].claims[i].number;
            if (number < 1 || number > PAGE_CLAIMS || has[number]) continue;
            has[number] = true;
            count++;
        }
    }
    size_t used = strlen(text);
    const char *lead = count > 1 ? " · claims " : " · claim ";
    for (int from = 1; from <= PAGE_CLAIMS && used < size; from++) {
        if (!has[from]) continue;
        int to = from;
        while (has[to + 1]) to++;
        int more = to > from ? snprintf(text + used, size - used, "%s%d%s%d", lead, from,
                                        to > from + 1 ? " to " : ", ", to)
                             : snprintf(text + used, size - used, "%s%d", lead, from);
        used += more > 0 ? (size_t)more : 0;
        lead = ", ";
        from = to;
    }
}

/* "Lesson 5 · 2 of 7"; for Babylon.js users also whose rules are in force. */
static void draw_step_line(bp_read *read, const bp_app *app, int step) {
    const bp_lesson_screen *lesson = app->lesson;
    char text[240], number[16];
    bp_lesson_number(lesson->plan, number, sizeof number);
    const char *digits = number[0] == '0' ? number + 1 : number;
    bp_style style = {.size = SMALL_PRINT, .color = read->p->theme->quiet};
    if (lesson->position.ended)
        snprintf(text, sizeof text, "Lesson %s · the end", digits);
    else
        snprintf(text, sizeof text, "Lesson %s · %d of %d", digits, step + 1, lesson->plan->step_count);
    bool babylon = app->settings.babylon && lesson->plan->group == BP_LESSONS_BONES;
    if (babylon) add_claims(lesson->plan, text, sizeof text);
    bp_read_text(read, text, SMALL_PRINT * 1.5f, style, NULL, 0);
    if (!babylon) return;
    const char *rules = lesson->position.engine ? "the page's rules ○   the engine's ●"
                                                : "the page's rules ●   the engine's ○";
    style.color = read->p->theme->here;
    int y = read->y;
    bp_read_text(read, rules, SMALL_PRINT * 1.6f, style, NULL, 0);
    bp_painter_hit(read->p, (bp_rect){read->left, y, read->width, read->y - y}, BP_ACTION_ENGINE, 0);
}

/* Terms are underlined by dots; the mouse shows their card. */
static void draw_caption(bp_read *read, const bp_app *app, const char *caption) {
    const bp_lesson_screen *lesson = app->lesson;
    bp_painter *p = read->p;
    bp_text_span spans[BP_TERMS_MAX];
    int terms[BP_TERMS_MAX], count = bp_lesson_find_terms(caption, lesson->plan->number, spans, terms);
    bp_style style = {.size = PROSE, .color = p->theme->ink};
    /* It describes the step: beside a pose that the student changed it steps back. */
    if (lesson->picture.history.count > 0) style.color = p->theme->quiet;
    bp_read_text(read, caption, PROSE_LEADING, style, spans, count);
    if (p->failed) return;
    int dot = bp_painter_px(p, 2) > 0 ? bp_painter_px(p, 2) : 1;
    for (int i = 0; i < count; i++) {
        bool hovered = app->hover.action == BP_ACTION_TERM && app->hover.value == terms[i];
        for (int k = 0; k < spans[i].count; k++) {
            bp_rect word = spans[i].rects[k];
            int y = word.y + word.height;
            for (int x = word.x; x < word.x + word.width; x += hovered ? dot : 2 * dot)
                bp_painter_fill(p, (bp_rect){x, y, dot, dot}, hovered ? p->theme->here : p->theme->quiet);
            bp_painter_hit(p, (bp_rect){word.x, word.y, word.width, word.height + 2 * dot}, BP_ACTION_TERM,
                           terms[i]);
        }
    }
}

/* All of a step's words. With a painter that has failed, the height with the longest reply is measured. */
static void draw_words(bp_read *read, const bp_app *app, int step) {
    const bp_lesson_screen *lesson = app->lesson;
    const bp_lesson_plan *plan = lesson->plan;
    const bp_step *shown = &plan->steps[step];
    const bp_question *question = shown->question;
    bool here = step == lesson->position.step, open = here && lesson->position.asking;
    draw_step_line(read, app, step);
    bp_read_gap(read, 2);
    bp_read_text(read, plan->title, HEADING_LEADING, (bp_style){.size = HEADING, .face = BP_FACE_SANS_BOLD},
                 NULL, 0);
    bp_read_gap(read, 14);
    if (here && lesson->position.ended) {
        bp_lesson_draw_end(read, app);
        return;
    }
    if (step == 0 && plan->text.goal) {
        bp_read_text(read, plan->text.goal, GOAL_LEADING,
                     (bp_style){.size = GOAL, .color = read->p->theme->quiet}, NULL, 0);
        bp_read_gap(read, 12);
    }
    draw_caption(read, app, open && question->caption ? question->caption : shown->caption);
    if (!question) return;
    bp_read_gap(read, 18);
    if (read->p->failed) {
        bp_lesson_measure_question(read, app, question);
    } else {
        app->lesson->question_y = read->y;
        bp_lesson_draw_question(read, app, question);
    }
}

static int height_of(bp_painter *p, const bp_app *app, bp_rect rect, int step, float size) {
    bp_painter quiet = *p;
    quiet.failed = true, quiet.hits = NULL, quiet.texts = NULL;
    quiet.unit = p->unit * size;
    bp_read read = bp_read_begin(&quiet, rect, 0);
    draw_words(&read, app, step);
    return read.y - rect.y;
}

static bool same_size(bp_rect a, bp_rect b) { return a.width == b.width && a.height == b.height; }

/* One size for all steps, as long as letters aren't too small by that; the step gets smaller ones if it
 * needs them. */
static float words_size(bp_painter *p, bp_app *app, bp_rect rect) {
    bp_lesson_screen *lesson = app->lesson;
    if (lesson->words <= 0 || !same_size(lesson->words_for, rect) || lesson->words_unit != p->unit) {
        lesson->words = 1;
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
    char value[48];
    float t = lesson->position.t;
    bool waits = lesson->position.asking;
    if (!step->change || lesson->option_count > 0 || lesson->picture.content.slider_count > 0) return;
    if (step->clip_seconds > 0)
        snprintf(value, sizeof value, "%.2f of %.2f s", (double)(t * step->clip_seconds),
                 (double)step->clip_seconds);
    else
        snprintf(value, sizeof value, "%.0f %%", (double)(100 * t));
    int button = bp_painter_px(p, 26), middle = rect.y + rect.height / 2 + bp_painter_px(p, 6);
    if (!waits) {
        const char *symbol = bp_lesson_is_moving(app) ? "∥" : t >= 1 ? "↻" : "▶";
        bp_style style = {.size = t >= 1 ? 18 : 15, .color = p->theme->here};
        bp_word(p, rect.x, middle, symbol, style, BP_ACTION_PLAY, 0);
    }
    rect.x += button, rect.width -= button;
    bp_slider_draw(p, rect, step->clip_seconds > 0 ? "time: " : "the change: ", waits ? "waits" : value, t,
                   waits, BP_ACTION_FRAME);
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
                                 lesson->readout[i].label, hidden ? "?" : lesson->readouts[i]);
    if (lesson->option_count > 0) text[0] = '\0'; /* they are about the stages */
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
    if (!layout->stacked || !app->settings.touch)
        right -= bp_word_left_of(p, right, base, "Help", quiet, BP_ACTION_HELP, 0) + gap;
    if (app->notice[0]) {
        bp_notice_draw(p, app, layout, x, right);
    } else if (lesson->picture.history.count > 0 && !position->ended) {
        bp_style style = {.size = 15, .color = theme->here};
        const char *words =
            app->settings.touch ? "Changed by hand: start again" : "Changed by hand. R: start again";
        if (bp_painter_text_width(p, words, style) < right - x)
            bp_word(p, x, base, words, style, BP_ACTION_RESTART, 0);
    }
}

static void draw_numbers(bp_painter *p, bp_app *app, const bp_layout *layout) {
    enum { LINKED_NODES = 12 }; /* the lesson that introduces them */
    const bp_lesson_screen *lesson = app->lesson;
    const bp_theme *theme = p->theme;
    bp_rect area = layout->picture;
    char location[24] = "", text[300];
    bool engine = app->settings.babylon && !lesson->position.asking;
    int line = bp_painter_px(p, 20), rows = engine ? 2 * lesson->differing_count : 0;
    if (!app->settings.numbers) return;
    if (layout->stacked) area = (bp_rect){0, 0, app->settings.width, layout->footer.y};
    area.height = layout->line.y - area.y - rows * line;
    if (lesson->picture.content.stage_count > 1)
        snprintf(location, sizeof location, "stage %d", lesson->picture.chosen.stage + 1);
    const bp_numbers_panel panel = {.shown = &lesson->picture,
                                    .before = &lesson->before,
                                    .location = location,
                                    .hide_node = lesson->plan->number < LINKED_NODES,
                                    .blocked = lesson->picture.content.blocked,
                                    .matrices = lesson->plan->matrices};
    bp_rect card = bp_numbers_draw(p, app, &panel, area);
    int y = card.y + card.height;
    if (rows > 0) bp_painter_fill(p, (bp_rect){card.x, y, card.width, rows * line}, theme->bar);
    for (int i = 0; i < rows / 2; i++) { /* where page and engine differ */
        const bp_engine_difference *two = &lesson->differing[i];
        const char *unit = two->claim->unit ? two->claim->unit : "";
        const char *words = lesson->position.engine ? two->claim->engine : two->claim->page;
        int x = card.x + bp_painter_px(p, 16), width = card.width - bp_painter_px(p, 32);
        snprintf(text, sizeof text, "page %.5g %s · engine %.5g %s", (double)two->page, unit,
                 (double)two->engine, unit);
        bp_painter_text(p, x, y + bp_painter_px(p, 14), text,
                        (bp_style){.size = 13, .face = BP_FACE_SANS_BOLD, .max_width = width});
        bp_painter_text(p, x, y + line + bp_painter_px(p, 14), words ? words : two->claim->text,
                        (bp_style){.size = 13, .color = theme->quiet, .max_width = width});
        y += 2 * line;
    }
}

/* ---- all of it ---------------------------------------------------------------------------------- */

/* Pictures to choose among: in rows, as large as they can be. */
static void place_options(bp_lesson_screen *lesson, bp_rect area, float unit) {
    int count = lesson->option_count, gap = (int)(16 * unit),
        columns = count > 2 || area.width > area.height ? 2 : 1, rows = (count + columns - 1) / columns;
    int width = (area.width - gap * (columns - 1)) / columns,
        height = (area.height - gap * (rows - 1)) / rows;
    for (int i = 0; i < count; i++)
        bp_illustration_place(&lesson->pictures[i],
                              (bp_rect){area.x + i % columns * (width + gap),
                                        area.y + i / columns * (height + gap), width > 1 ? width : 1,
                                        height > 1 ? height : 1},
                              unit);
}

/* The step's own slider, if it has one, lies where otherwise that of its change does. */
static void place_picture(bp_lesson_screen *lesson, const bp_layout *layout, float unit) {
    bp_illustration *picture = &lesson->picture;
    int label = (int)(226 * unit);
    bp_rect track = {layout->slider.x + label, layout->slider.y,
                     layout->slider.width - label - (int)(14 * unit), layout->slider.height};
    if (track.width < 1) track.width = 0;
    bp_illustration_place_stages(picture, layout->picture, unit);
    for (int i = 0; i < BP_SLIDER_MAX; i++) picture->tracks[i] = (bp_rect){0};
    if (picture->content.slider_count > 0) picture->tracks[0] = track;
}

/* A world that makes its own models also destroys their textures: the tile cache must not trust them. */
static bool textures_stay(const bp_lesson_screen *lesson) {
    const bp_world *world = bp_session_world(lesson->session);
    if (lesson->option_count > 0) return false;
    for (int i = 0; i < world->stage_count; i++)
        if (world->stages[i].owns_posed && world->stages[i].model->image_count > 0) return false;
    return true;
}

static void draw_over(bp_painter *p, bp_app *app, const bp_layout *layout) {
    bp_lesson_screen *lesson = app->lesson;
    if (lesson->option_count == 0) bp_illustration_draw_over(&lesson->picture, p);
    for (int i = 0; i < lesson->option_count; i++) {
        bp_rect rect = lesson->pictures[i].rect;
        bool chosen = lesson->answer.option == i,
             hovered = app->hover.action == BP_ACTION_OPTION && app->hover.value == i;
        bp_illustration_draw_over(&lesson->pictures[i], p);
        bp_painter_box(p, rect, (bp_rgba8){0}, 6, chosen || hovered ? p->theme->here : p->theme->rule);
        bp_painter_hit(p, rect, BP_ACTION_OPTION, i);
    }
    draw_numbers(p, app, layout);
    bp_lesson_draw_term(p, app);
    if (lesson->glossary) bp_lesson_draw_glossary(p, app);
    if (app->settings.help) bp_help_draw(p, bp_lesson_keys(app), app->settings.width, app->settings.height);
}

bool bp_lesson_draw(bp_app *app, bp_error *error) {
    bp_lesson_screen *lesson = app->lesson;
    if (!bp_lesson_update(app, error)) return false;
    if (lesson->extent_waits && lesson->picture.hand.took.drag == BP_TAKE_NOTHING &&
        !bp_lesson_is_moving(app)) {
        lesson->made = 0; /* the drag is over: the view may grow */
        if (!bp_lesson_update(app, error)) return false;
    }
    bp_painter p = bp_app_painter(app, error);
    const bp_pass pass = bp_app_pass(app, app->drawn.valid && textures_stay(lesson));
    if (!app->probe) app->drawn = (bp_drawn){.valid = false};
    bp_layout layout = bp_layout_make(&p, &app->settings);
    lesson->layout = layout;
    bp_numbers_light(app, &lesson->picture);
    if (lesson->option_count > 0)
        place_options(lesson, layout.picture, p.unit);
    else
        place_picture(lesson, &layout, p.unit);
    /* Only scenes need depth, and no later pass reads it: the pass's own buffer is enough. */
    bp_framebuffer flat = app->picture;
    flat.depth = NULL;
    bp_painter_begin(&p, &flat, &pass, &(bp_rect){0}, p.theme->page);
    draw_read(&p, app, layout.read);
    draw_slider(&p, app, layout.slider);
    draw_line(&p, app, layout.line);
    draw_footer(&p, app, &layout);
    if (lesson->option_count == 0) {
        bp_illustration_draw(&lesson->picture, &p);
        bp_app_record(app, &lesson->picture);
    }
    for (int i = 0; i < lesson->option_count; i++) {
        bp_illustration_draw(&lesson->pictures[i], &p);
        bp_app_record(app, &lesson->pictures[i]);
    }
    if (!p.failed) p.failed = !bp_raster_resolve_samples(p.raster, error);
    draw_over(&p, app, &layout);
    bp_painter_end(&p);
    app->drawn.valid = !p.failed && !app->probe;
    return !p.failed;
}
