/* Events and time go to the client; a picture is drawn once a frame, if anything asked for it. */
#include "raster/inspect.h"
#include "viewer/controller.h"
#include "viewer/hover.h"
#include "viewer/offscreen_target.h"
#include "viewer/panel_inspector.h"
#include <stdio.h>

/* Gives the picture the viewer's size. */
static bool resize(bp_controller *controller, bp_error *error) {
    const bp_view_settings *settings = &controller->viewer->settings;
    bp_framebuffer *picture = &controller->picture;
    controller->drawn.valid &= settings->width == picture->width && settings->height == picture->height;
    return bp_offscreen_target_resize(controller->context, picture, settings->width, settings->height, false,
                                      error);
}

bool bp_controller_open(bp_controller *controller, const bp_controller_client *client, bp_viewer *viewer,
                        bp_context *context, bp_error *error) {
    controller->client = client;
    controller->viewer = viewer;
    controller->context = context;
    controller->raster = bp_raster_create(context, error);
    return controller->raster && resize(controller, error);
}

void bp_controller_close(bp_controller *controller) {
    bp_framebuffer_destroy(controller->context, &controller->picture);
    bp_raster_destroy(controller->raster);
    controller->raster = NULL;
}

bool bp_controller_event(bp_controller *controller, const bp_event *event, unsigned *requests,
                         bp_error *error) {
    *requests = 0;
    return controller->client->event(controller, event, requests, error);
}

unsigned bp_controller_tick(bp_controller *controller, double seconds) {
    return controller->client->tick(controller, seconds);
}

/* Draws the picture once more, for what the probe wants of it. */
static bool draw_probed(bp_controller *controller, bp_pixel_probe *probe, bp_error *error) {
    controller->probe = probe;
    bool ok = controller->client->draw(controller, error);
    controller->probe = NULL;
    return ok;
}

static bp_ui ui_of(bp_controller *controller, bp_error *error) {
    const bp_view_settings *settings = &controller->viewer->settings;
    return (bp_ui){.raster = controller->raster,
                   .theme = bp_theme_of(settings->light),
                   .unit = bp_view_settings_unit(settings),
                   .hits = &controller->drawn.hits,
                   .texts = controller->texts,
                   .error = error,
                   .touch = settings->touch};
}

static bool viewer_paints(const bp_controller *controller) {
    return controller->viewer->settings.false_color != BP_FALSE_COLOR_NONE;
}

/* The pixel as it was drawn, and its history. The picture is then drawn as it was after some of its draws, if
 * the inspector wants that, and no false colours hide it. */
static bool read_history(bp_controller *controller, bp_pixel_probe *probe, bp_inspector_panel *panel,
                         bp_error *error) {
    const bp_inspector *inspector = &controller->viewer->inspector;
    int number;
    const bp_placed_stage *scene =
        bp_scene_at(&controller->drawn, (float)inspector->x, (float)inspector->y, &number);
    if (!scene || !inspector->has_pixel) return true;
    probe->x = inspector->x, probe->y = inspector->y;
    bp_magnify(&controller->picture, probe->x, probe->y, &panel->magnified);
    panel->history = &probe->history;
    panel->figure = controller->client->stage(controller, scene)->figure;
    if (!draw_probed(controller, probe, error)) return false;
    panel->draws = probe->draws;
    if (!inspector->draws || viewer_paints(controller)) return true;
    bp_pixel_probe first = {.kind = BP_PROBE_DRAWS,
                            .context = controller->context,
                            .x = probe->x,
                            .y = probe->y,
                            .draws = (size_t)inspector->draws};
    return draw_probed(controller, &first, error);
}

static bool show_inspector(bp_controller *controller, const bp_inspector_panel *panel, bp_error *error) {
    bp_ui ui = ui_of(controller, error);
    bp_ui_begin(&ui, &controller->picture, NULL, NULL, ui.theme->page);
    bp_panel_inspector(&ui, panel, &controller->drawn);
    bp_ui_end(&ui);
    return !ui.failed;
}

/* Colours the scenes, each with a legend. A passive scene has a pass of its own. */
static bool paint_scenes(bp_controller *controller, bp_pixel_statistics *statistics, bp_error *error) {
    const bp_drawn_frame *drawn = &controller->drawn;
    const bp_framebuffer *picture = &controller->picture;
    const bp_false_color view = controller->viewer->settings.false_color;
    bp_pixel_probe probe = {.kind = statistics ? BP_PROBE_STATISTICS : BP_PROBE_TIMES,
                            .context = controller->context,
                            .statistics = statistics};
    bp_ui ui = ui_of(controller, error);
    bp_false_range ranges[BP_STAGE_MAX];
    for (int i = 0; i < drawn->scene_count; i++) {
        const bp_placed_stage *scene = &drawn->scenes[i];
        probe.x = scene->rect.x, probe.y = scene->rect.y;
        if ((i == 0 || scene->passive) && !draw_probed(controller, &probe, error)) return false;
        const bp_false_values values = {view, statistics, bp_raster_times(controller->raster)};
        ranges[i] = bp_false_color_paint(&values, picture, scene->rect, ui.theme->card);
    }
    bp_ui_begin(&ui, picture, NULL, NULL, ui.theme->page);
    for (int i = 0; i < drawn->scene_count; i++)
        bp_false_color_legend(&ui, view, ranges[i], drawn->scenes[i].rect);
    bp_ui_end(&ui);
    return !ui.failed;
}

static bool false_colors(bp_controller *controller, bp_error *error) {
    const bp_allocator *allocator = bp_context_allocator(controller->context);
    const bp_framebuffer *picture = &controller->picture;
    bp_pixel_statistics *statistics = NULL;
    if (controller->viewer->settings.false_color != BP_FALSE_COLOR_TIME &&
        !(statistics = bp_alloc(allocator, (size_t)picture->width * (size_t)picture->height,
                                sizeof *statistics, error)))
        return false;
    bool ok = paint_scenes(controller, statistics, error);
    bp_free(allocator, statistics);
    return ok;
}

bool bp_controller_draw(bp_controller *controller, bp_error *error) {
    const bp_viewer *viewer = controller->viewer;
    const bool inspects = viewer->inspector.open, colors = viewer_paints(controller);
    if (!resize(controller, error) || !controller->client->draw(controller, error)) return false;
    if (viewer->settings.help || (!inspects && !colors)) return true;
    bp_pixel_probe probe = {.context = controller->context};
    bp_inspector_panel panel = {.viewer = viewer};
    bool ok = !inspects || read_history(controller, &probe, &panel, error);
    ok = ok && (!colors || false_colors(controller, error));
    ok = ok && (!inspects || show_inspector(controller, &panel, error));
    bp_pixel_history_clear(controller->context, &probe.history);
    controller->drawn.valid = false; /* the framebuffer no longer holds the picture alone */
    return ok;
}

bool bp_controller_frame(bp_controller *controller, const bp_event *events, size_t count, double seconds,
                         unsigned *requests, bp_frame *out, bp_error *error) {
    *requests |= bp_controller_tick(controller, seconds);
    for (size_t i = 0; i < count; i++) {
        unsigned more;
        if (!bp_controller_event(controller, &events[i], &more, error)) return false;
        *requests |= more;
        if (more & (BP_REQUEST_LEAVE | BP_REQUEST_QUIT | BP_REQUEST_NEXT_LESSON)) break;
    }
    if (*requests & BP_REQUEST_REDRAW) {
        if (!bp_controller_draw(controller, error)) return false;
        out->picture = &controller->picture;
    }
    out->moving = controller->client->is_moving(controller);
    out->cursor = bp_hover_cursor(controller->viewer);
    out->toggle_fullscreen = (*requests & BP_REQUEST_FULLSCREEN) != 0;
    out->quit = (*requests & BP_REQUEST_QUIT) != 0;
    return true;
}

void bp_viewer_report(bp_viewer *viewer, bool ok, const char *done, const char *path, const bp_error *error) {
    char text[400];
    if (ok)
        snprintf(viewer->notice, sizeof viewer->notice, "%s %.120s", done, path);
    else
        snprintf(viewer->notice, sizeof viewer->notice, "%.150s", bp_error_text(error, text, sizeof text));
}

void bp_controller_screenshot(bp_controller *controller, const char *path) {
    bp_error error = {0};
    bool ok = bp_controller_draw(controller, &error) &&
              bp_offscreen_target_write(&controller->picture, path, &error);
    bp_viewer_report(controller->viewer, ok, "picture written:", path, &error);
}
