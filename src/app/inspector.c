/* The pixel inspector: choosing the pixel. Behind it false colours, and what draws both over the picture. */
#include "app/inspector.h"
#include "app/layout.h"
#include "base/format.h"
#include "base/pool.h"

enum { PAGE_ROWS = 12 };

/* The stage's rectangle at a point, its index in app->drawn.rects; -1: none. */
static int inspector_stage(const bp_app *app, float x, float y) {
    for (int i = 0; i < app->drawn.rect_count; i++)
        if (bp_rect_contains(app->drawn.rects[i], x, y)) return i;
    return -1;
}

/* Shows the picture after `draws` draws, at least one. */
static void limit_draws(bp_app *app, int draws) {
    app->inspector.draws = draws >= app->drawn.inspector_draws ? 0 : draws > 1 ? draws : 1;
}

void bp_inspector_slide(bp_app *app, float x) {
    float part = bp_held_part(app, x);
    limit_draws(app, 1 + (int)(part * (float)(app->drawn.inspector_draws - 1) + 0.5f));
}

bool bp_inspector_act(bp_app *app, bp_action action, int value) {
    bp_inspector *inspector = &app->inspector;
    bool opens = !inspector->open;
    switch (action) {
    case BP_ACTION_INSPECT_EVENT:
        inspector->event = inspector->event == value ? 0 : value;
        inspector->kept = true;
        return true;
    case BP_ACTION_INSPECT_DRAWS:
        inspector->kept = true;
        bp_inspector_slide(app, app->x);
        return true;
    case BP_ACTION_INSPECT:
        app->scrolled[BP_SCROLL_HISTORY] = 0;
        *inspector = (bp_inspector){.open = opens,
                                    .has_pixel = opens && app->hover.action == BP_ACTION_NONE &&
                                                 inspector_stage(app, app->x, app->y) >= 0,
                                    .x = (int)app->x,
                                    .y = (int)app->y};
        return true;
    default: return false;
    }
}

static void choose(bp_app *app, int x, int y) {
    bp_inspector *inspector = &app->inspector;
    inspector->has_pixel = true;
    inspector->x = x;
    inspector->y = y;
    inspector->event = app->scrolled[BP_SCROLL_HISTORY] = 0;
}

/* The first pixel is the middle of a stage. Later ones stay in theirs. */
static void move(bp_app *app, int dx, int dy) {
    bp_inspector *inspector = &app->inspector;
    int stage = inspector_stage(app, (float)inspector->x, (float)inspector->y);
    if (stage < 0 || !inspector->has_pixel) {
        if (app->drawn.rect_count == 0) return;
        const bp_rect *first = &app->drawn.rects[0];
        choose(app, first->x + first->width / 2, first->y + first->height / 2);
    } else {
        const bp_rect *rect = &app->drawn.rects[stage];
        choose(app, bp_clamp_int(inspector->x + dx, rect->x, rect->x + rect->width - 1),
               bp_clamp_int(inspector->y + dy, rect->y, rect->y + rect->height - 1));
    }
    inspector->kept = true;
}

bool bp_inspector_type(bp_app *app, const bp_event *event) {
    bp_inspector *inspector = &app->inspector;
    if (!inspector->open || (app->field.use != BP_FIELD_NONE && app->field.use != BP_FIELD_ANSWER))
        return false;
    if (event->kind == BP_EVENT_TEXT && (event->text[0] == ',' || event->text[0] == '.')) {
        int now = inspector->draws ? inspector->draws : app->drawn.inspector_draws;
        if (now > 0) limit_draws(app, now + (event->text[0] == ',' ? -1 : 1));
        return true;
    }
    switch (event->kind != BP_EVENT_KEY || event->mods ? BP_KEY_NONE : event->key) {
    case BP_KEY_LEFT: move(app, -1, 0); return true;
    case BP_KEY_RIGHT: move(app, 1, 0); return true;
    case BP_KEY_UP: move(app, 0, -1); return true;
    case BP_KEY_DOWN: move(app, 0, 1); return true;
    case BP_KEY_PAGE_UP: bp_app_scroll_by(app, BP_SCROLL_HISTORY, -PAGE_ROWS); return true;
    case BP_KEY_PAGE_DOWN: bp_app_scroll_by(app, BP_SCROLL_HISTORY, PAGE_ROWS); return true;
    case BP_KEY_ESCAPE: /* closes the triangle, releases the pixel, and then closes the inspector */
        inspector->open = inspector->event || inspector->kept;
        if (!inspector->event) inspector->kept = false;
        inspector->event = 0;
        return true;
    default: return false;
    }
}

bool bp_inspector_point(bp_app *app, const bp_event *event) {
    bp_inspector *inspector = &app->inspector;
    const bp_inspector before = *inspector;
    int x = (int)event->x, y = (int)event->y;
    bool pressed = event->kind == BP_EVENT_PRESS, touch = app->settings.touch;
    if (!inspector->open || event->kind == BP_EVENT_RELEASE) return false;
    bool on_stage = inspector_stage(app, event->x, event->y) >= 0;
    if (pressed && (!on_stage || event->button != BP_BUTTON_LEFT || event->mods)) return false;
    inspector->follows = on_stage && (pressed || inspector->follows);
    bool moves = touch ? inspector->follows : pressed || !inspector->kept;
    if (on_stage && moves && (!before.has_pixel || x != before.x || y != before.y)) choose(app, x, y);
    if (pressed) inspector->kept = !inspector->kept && !touch;
    return pressed || inspector->x != before.x || inspector->y != before.y ||
           inspector->has_pixel != before.has_pixel;
}

void bp_inspector_describe(const bp_app *app, bp_json_writer *json) {
    if (!app->inspector.open) return;
    const bp_rect text = app->drawn.scrolls[BP_SCROLL_HISTORY].rect;
    bp_json_write(json, "inspector: {");
    const float rect[] = {(float)text.x, (float)text.y, (float)text.width, (float)text.height};
    bp_json_write(json, "text: %4p}", bp_floats(rect));
}

/* The scale goes from dark blue over teal and green to light yellow. Its lightness grows all the way, so it
 * can be read without seeing hues. */

const char *const bp_false_color_names[BP_FALSE_COLOR_COUNT + 1] = {"none",     "overdraw", "depth", "mip",
                                                                    "coverage", "time",     NULL};

enum { BAR = 180, BAR_HIGH = 12, PAD = 10, STEPS = 45 };

bp_rgba8 bp_false_color_at(float part) {
    static const float stops[][3] = {
        {48, 38, 120}, {20, 96, 168}, {0, 148, 148}, {86, 196, 90}, {252, 236, 120}};
    const int last = (int)BP_COUNT(stops) - 1;
    float along = part > 0 ? (part < 1 ? part : 1) * (float)last : 0; /* NaN: 0 */
    int i = along < (float)last ? (int)along : last - 1;
    float t = along - (float)i, c[3];
    for (int k = 0; k < 3; k++) c[k] = stops[i][k] + t * (stops[i + 1][k] - stops[i][k]) + 0.5f;
    return (bp_rgba8){(uint8_t)c[0], (uint8_t)c[1], (uint8_t)c[2], 255};
}

/* The value of a pixel; false: it has none. */
static bool value_at(const bp_false_values *values, const bp_framebuffer *picture, int x, int y, float *out) {
    if (values->view == BP_FALSE_COLOR_TIME) {
        const bp_pass_times *times = &values->times;
        int tile = times->tile_size;
        if (!times->each_tile) return false;
        *out = times->each_tile[y / tile * times->tiles_x + x / tile] * 1e6f;
        return true;
    }
    const bp_pixel_statistics *pixel = &values->statistics[(size_t)y * (size_t)picture->width + (size_t)x];
    switch (values->view) {
    case BP_FALSE_COLOR_OVERDRAW: *out = (float)pixel->overdraw; return pixel->overdraw > 0;
    case BP_FALSE_COLOR_DEPTH: *out = pixel->depth; return pixel->depth < 1;
    case BP_FALSE_COLOR_MIP: *out = pixel->level; return pixel->level >= 0;
    case BP_FALSE_COLOR_COVERAGE: *out = (float)pixel->coverage; return pixel->coverage > 0;
    default: return false;
    }
}

/* Three times the mean of the tiles that were drawn: a single slow one doesn't flatten the others. */
static float time_limit(const bp_pass_times *times) {
    float sum = 0;
    int drawn = 0;
    for (int i = 0; i < times->tiles_x * times->tiles_y && times->each_tile; i++)
        if (times->each_tile[i] > 0) sum += times->each_tile[i] * 1e6f, drawn++;
    return drawn > 0 ? 3 * sum / (float)drawn : INFINITY;
}

/* A rectangle that is painted, in bands on all threads. */
enum { BANDS = 16 };
typedef struct painting {
    const bp_false_values *values;
    const bp_framebuffer *picture;
    bp_rect rect;
    bp_rgba8 none;
    bool paints;
    bp_false_range range, bands[BANDS];
} painting;

static int row_of(const painting *p, size_t band) { return p->rect.y + p->rect.height * (int)band / BANDS; }

static uint8_t mixed(uint8_t under, uint8_t over) { return (uint8_t)((under + 3 * over + 2) / 4); }

/* Paints a band, or finds the range of its values. */
static void paint_band(void *user, size_t band, int worker) {
    painting *p = user;
    const bp_framebuffer *picture = p->picture;
    const int stride = picture->stride ? picture->stride : picture->width;
    bp_false_range range = {INFINITY, -INFINITY};
    (void)worker;
    for (int y = row_of(p, band); y < row_of(p, band + 1); y++)
        for (int x = p->rect.x; x < p->rect.x + p->rect.width; x++) {
            float value;
            uint8_t *to = picture->pixels + 4 * ((size_t)stride * (size_t)y + (size_t)x);
            const bool any = value_at(p->values, picture, x, y, &value);
            if (any && value < range.low) range.low = value;
            if (any && value > range.high) range.high = value;
            if (!p->paints) continue;
            bp_rgba8 color = p->none;
            if (any) color = bp_false_color_at((value - p->range.low) / (p->range.high - p->range.low));
            if (p->values->view == BP_FALSE_COLOR_TIME)
                color = (bp_rgba8){mixed(to[0], color.r), mixed(to[1], color.g), mixed(to[2], color.b), 255};
            memcpy(to, &color, 4);
        }
    p->bands[band] = range;
}

bp_false_range bp_false_color_paint(const bp_false_values *values, const bp_framebuffer *picture,
                                    bp_rect rect, bp_rgba8 none) {
    bp_pool *pool = bp_context_pool(values->context);
    /* A small window has less than its layout. */
    const int left = bp_clamp_int(rect.x, 0, picture->width), top = bp_clamp_int(rect.y, 0, picture->height);
    rect = (bp_rect){left, top, bp_clamp_int(rect.x + rect.width, 0, picture->width) - left,
                     bp_clamp_int(rect.y + rect.height, 0, picture->height) - top};
    painting p = {.values = values, .picture = picture, .rect = rect, .none = none};
    bp_pool_run(pool, BANDS, paint_band, &p);
    bp_false_range range = p.bands[0];
    for (int i = 1; i < BANDS; i++) {
        range.low = fminf(range.low, p.bands[i].low);
        range.high = fmaxf(range.high, p.bands[i].high);
    }
    /* Counts begin at 0; a scale is never without extent. */
    if (values->view != BP_FALSE_COLOR_DEPTH || !(range.low < range.high)) range.low = 0;
    if (values->view == BP_FALSE_COLOR_COVERAGE) range.high = 4;
    if (values->view == BP_FALSE_COLOR_TIME) range.high = fminf(range.high, time_limit(&values->times));
    if (!(range.high > 0)) range.high = 1;
    p.range = range;
    p.paints = true;
    bp_pool_run(pool, BANDS, paint_band, &p);
    return range;
}

static const char *const TITLES[BP_FALSE_COLOR_COUNT] = {
    [BP_FALSE_COLOR_OVERDRAW] = "Overdraw: triangles on the pixel",
    [BP_FALSE_COLOR_DEPTH] = "Depth: 0 near, 1 far plane",
    [BP_FALSE_COLOR_MIP] = "Mip level: 0 full size, 1 half ...",
    [BP_FALSE_COLOR_COVERAGE] = "Coverage: samples of the last one",
    [BP_FALSE_COLOR_TIME] = "Time: microseconds a tile"};

static void legend(bp_painter *p, bp_false_color view, bp_false_range range, bp_rect rect) {
    int pad = bp_painter_px(p, PAD), bar = bp_painter_px(p, BAR), high = bp_painter_px(p, 58);
    bp_style style = {.size = 12};
    int width = bp_painter_text_width(p, TITLES[view], style);
    if (width < bar) width = bar;
    if (width > rect.width - 4 * pad) width = rect.width - 4 * pad;
    if (bar > width) bar = width;
    bp_rect box = {rect.x + pad, rect.y + rect.height - pad - high, width + 2 * pad, high};
    int x = box.x + pad, y = box.y + bp_painter_px(p, 16);
    bp_painter_box(p, box, p->theme->bar, 4, p->theme->rule);
    style.max_width = width;
    bp_painter_text(p, x, y, TITLES[view], style);
    y += bp_painter_px(p, 7);
    for (int i = 0; i < STEPS; i++) {
        int from = bar * i / STEPS, to = bar * (i + 1) / STEPS;
        bp_painter_fill(p, (bp_rect){x + from, y, to - from, bp_painter_px(p, BAR_HIGH)},
                        bp_false_color_at((float)i / (STEPS - 1)));
    }
    y += bp_painter_px(p, BAR_HIGH + 14);
    const float ends[3] = {range.low, (range.low + range.high) / 2, range.high};
    static const bp_align aligns[3] = {BP_ALIGN_LEFT, BP_ALIGN_CENTER, BP_ALIGN_RIGHT};
    for (int i = 0; i < 3; i++) {
        const bool more = view == BP_FALSE_COLOR_TIME && i == 2;
        bp_painter_text(p, x + bar * i / 2, y,
                        bp_format(more ? "%.4g or more" : "%.4g", (double)ends[i]).text,
                        (bp_style){.size = 12, .align = aligns[i]});
    }
}

bool bp_false_color_show(bp_painter *p, const bp_false_values *values, const bp_framebuffer *picture,
                         const bp_rect *rects, int count) {
    bp_false_range ranges[BP_RECTS_MAX];
    for (int i = 0; i < count; i++)
        ranges[i] = bp_false_color_paint(values, picture, rects[i], p->theme->page);
    bp_painter_begin(p, picture, NULL, NULL, p->theme->page);
    for (int i = 0; i < count; i++) legend(p, values->view, ranges[i], rects[i]);
    bp_painter_end(p);
    return !p->failed;
}

typedef bool draw_screen(bp_app *app, bp_error *error);

/* Draws the picture once more, for what the probe wants of it. */
static bool draw_probed(bp_app *app, draw_screen *draw, bp_pixel_probe *probe, bp_error *error) {
    app->probe = probe;
    bool ok = draw(app, error);
    app->probe = NULL;
    return ok;
}

/* The pixel as it was drawn, and its history. The picture is then drawn as it was after some of its draws,
 * if the inspector wants that, and no false colours hide it. */
static bool read_history(bp_app *app, draw_screen *draw, bp_pixel_probe *probe, bp_inspector_panel *panel,
                         bp_error *error) {
    const bp_inspector *inspector = &app->inspector;
    int stage = inspector_stage(app, (float)inspector->x, (float)inspector->y);
    if (stage < 0 || !inspector->has_pixel) return true;
    probe->x = inspector->x, probe->y = inspector->y;
    const bp_framebuffer *from = &app->picture;
    for (int i = 0; i < BP_MAGNIFIED_PIXELS; i++) {
        int x = probe->x + i % BP_MAGNIFIED - BP_MAGNIFIED / 2,
            y = probe->y + i / BP_MAGNIFIED - BP_MAGNIFIED / 2,
            stride = from->stride ? from->stride : from->width;
        if (x >= 0 && y >= 0 && x < from->width && y < from->height)
            memcpy(&panel->magnified[i], from->pixels + 4 * ((size_t)stride * (size_t)y + (size_t)x), 4);
    }
    panel->history = &probe->history;
    panel->figure = app->drawn.figures[stage];
    if (!draw_probed(app, draw, probe, error)) return false;
    panel->draws = probe->draws;
    if (!inspector->draws || app->settings.false_color != BP_FALSE_COLOR_NONE) return true;
    bp_pixel_probe first = {.kind = BP_PROBE_DRAWS,
                            .context = app->context,
                            .x = probe->x,
                            .y = probe->y,
                            .draws = (size_t)inspector->draws};
    return draw_probed(app, draw, &first, error);
}

/* Colours the stages, each with a legend. */
static bool false_colors(bp_app *app, draw_screen *draw, bp_error *error) {
    const bp_false_color view = app->settings.false_color;
    bp_pixel_probe probe = {.kind = view == BP_FALSE_COLOR_TIME ? BP_PROBE_TIMES : BP_PROBE_STATISTICS,
                            .context = app->context};
    bool ok = draw_probed(app, draw, &probe, error);
    const bp_false_values values = {view, probe.statistics, bp_raster_times(app->raster), app->context};
    bp_painter p = bp_app_painter(app, error);
    return ok && bp_false_color_show(&p, &values, &app->picture, app->drawn.rects, app->drawn.rect_count);
}

bool bp_probe_draw(bp_app *app, draw_screen *draw, bp_error *error) {
    const bool inspects = app->inspector.open, colors = app->settings.false_color != BP_FALSE_COLOR_NONE;
    if (!inspects && !colors) return true;
    bp_pixel_probe probe = {.context = app->context};
    bp_inspector_panel panel = {.app = app};
    bool ok = !inspects || read_history(app, draw, &probe, &panel, error);
    ok = ok && (!colors || false_colors(app, draw, error));
    if (ok && inspects) {
        bp_painter p = bp_app_painter(app, error);
        bp_painter_begin(&p, &app->picture, NULL, NULL, p.theme->page);
        bp_inspector_draw(&p, &panel);
        bp_painter_end(&p);
        ok = !p.failed;
    }
    bp_pixel_history_clear(app->context, &probe.history);
    app->drawn.valid = false; /* the framebuffer no longer holds the picture alone */
    return ok;
}
