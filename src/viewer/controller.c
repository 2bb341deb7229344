/* Events and time go to the client; a picture is drawn once a frame, if anything asked for it. */
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

/* Draws the picture once more, for the pixel's history alone, then the inspector over it. */
static bool inspect(bp_controller *controller, bp_error *error) {
    const bp_viewer *viewer = controller->viewer;
    const bp_inspector *inspector = &viewer->inspector;
    bp_pixel_probe probe = {.context = controller->context, .x = inspector->x, .y = inspector->y};
    bp_inspector_panel panel = {.viewer = viewer};
    int number;
    const bp_drawn_scene *scene = bp_scene_at(&controller->drawn, (float)probe.x, (float)probe.y, &number);
    bool ok = true;
    if (scene && inspector->has_pixel) {
        bp_magnify(&controller->picture, probe.x, probe.y, &panel.magnified);
        controller->probe = &probe;
        ok = controller->client->draw(controller, error);
        controller->probe = NULL;
        panel.history = &probe.history;
        panel.figure = controller->client->stage(controller, scene->stage)->figure;
    }
    bp_ui ui = {.raster = controller->raster,
                .theme = bp_theme_of(viewer->settings.light),
                .unit = bp_view_settings_unit(&viewer->settings),
                .hits = &controller->drawn.hits,
                .texts = controller->texts,
                .error = error,
                .touch = viewer->settings.touch};
    if (ok) {
        bp_ui_begin(&ui, &controller->picture, NULL, NULL, ui.theme->page);
        controller->drawn.inspector_scroll = bp_panel_inspector(&ui, &panel);
        bp_ui_end(&ui);
    }
    bp_pixel_history_clear(controller->context, &probe.history);
    controller->drawn.valid = false; /* the next picture has no inspector to keep */
    return ok && !ui.failed;
}

bool bp_controller_draw(bp_controller *controller, bp_error *error) {
    const bp_viewer *viewer = controller->viewer;
    if (!resize(controller, error) || !controller->client->draw(controller, error)) return false;
    return !viewer->inspector.open || viewer->settings.help || inspect(controller, error);
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
