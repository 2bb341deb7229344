#include "app/probe.h"
#include "app/inspector.h"
#include "raster/inspect.h"

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
    int stage = bp_inspector_stage(app, (float)inspector->x, (float)inspector->y);
    if (stage < 0 || !inspector->has_pixel) return true;
    probe->x = inspector->x, probe->y = inspector->y;
    bp_magnify(&app->picture, probe->x, probe->y, &panel->magnified);
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
static bool paint_stages(bp_app *app, draw_screen *draw, bp_pixel_statistics *statistics, bp_error *error) {
    const bp_drawn *drawn = &app->drawn;
    const bp_false_color view = app->settings.false_color;
    bp_pixel_probe probe = {.kind = statistics ? BP_PROBE_STATISTICS : BP_PROBE_TIMES,
                            .context = app->context,
                            .statistics = statistics};
    if (!draw_probed(app, draw, &probe, error)) return false;
    const bp_false_values values = {view, statistics, bp_raster_times(app->raster)};
    bp_painter p = bp_app_painter(app, error);
    bp_false_range ranges[BP_RECTS_MAX];
    for (int i = 0; i < drawn->rect_count; i++)
        ranges[i] = bp_false_color_paint(&values, &app->picture, drawn->rects[i], p.theme->page);
    bp_painter_begin(&p, &app->picture, NULL, NULL, p.theme->page);
    for (int i = 0; i < drawn->rect_count; i++) bp_false_color_legend(&p, view, ranges[i], drawn->rects[i]);
    bp_painter_end(&p);
    return !p.failed;
}

static bool false_colors(bp_app *app, draw_screen *draw, bp_error *error) {
    const bp_allocator *allocator = bp_context_allocator(app->context);
    bp_pixel_statistics *statistics = NULL;
    if (app->settings.false_color != BP_FALSE_COLOR_TIME &&
        !(statistics = bp_alloc(allocator, (size_t)app->picture.width * (size_t)app->picture.height,
                                sizeof *statistics, error)))
        return false;
    bool ok = paint_stages(app, draw, statistics, error);
    bp_free(allocator, statistics);
    return ok;
}

static bool show_inspector(bp_app *app, const bp_inspector_panel *panel, bp_error *error) {
    bp_painter p = bp_app_painter(app, error);
    bp_painter_begin(&p, &app->picture, NULL, NULL, p.theme->page);
    bp_inspector_draw(&p, panel);
    bp_painter_end(&p);
    return !p.failed;
}

bool bp_probe_draw(bp_app *app, draw_screen *draw, bp_error *error) {
    const bool inspects = app->inspector.open, colors = app->settings.false_color != BP_FALSE_COLOR_NONE;
    if (!inspects && !colors) return true;
    bp_pixel_probe probe = {.context = app->context};
    bp_inspector_panel panel = {.app = app};
    bool ok = !inspects || read_history(app, draw, &probe, &panel, error);
    ok = ok && (!colors || false_colors(app, draw, error));
    ok = ok && (!inspects || show_inspector(app, &panel, error));
    bp_pixel_history_clear(app->context, &probe.history);
    app->drawn.valid = false; /* the framebuffer no longer holds the picture alone */
    return ok;
}
