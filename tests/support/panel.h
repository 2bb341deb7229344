/* A canvas for widgets and panels. A test compares a panel's drawing with its own, and finds the areas that react to clicks.
 *
 *   panel_canvas canvas = panel_open(600, 400);
 *   panel_begin(&canvas);
 *   bp_ui_text(&canvas.ui, ...);
 *   uint64_t expected = panel_end(&canvas);
 *   ...
 *   panel_close(&canvas);
 */
#ifndef BINDPOSE_TESTS_SUPPORT_PANEL_H
#define BINDPOSE_TESTS_SUPPORT_PANEL_H

#include "raster/inspect.h"
#include "viewer/widgets.h"
#include "support/window.h"

typedef struct panel_canvas {
    bp_context *context;
    bp_raster *raster;
    bp_framebuffer picture;
    bp_hit_areas hits;
    bp_error error;
    bp_ui ui;
} panel_canvas;

static inline void panel_open(panel_canvas *canvas, int width, int height) {
    *canvas = (panel_canvas){.context = bp_context_create(&(bp_context_options){.threads = 1}, NULL)};
    canvas->raster = bp_raster_create(canvas->context, &canvas->error);
    assert_true(bp_framebuffer_create_color(canvas->context, width, height, &canvas->picture, &canvas->error));
    canvas->ui = (bp_ui){.raster = canvas->raster,
                         .theme = bp_theme_of(false),
                         .unit = 1,
                         .hits = &canvas->hits,
                         .error = &canvas->error};
}

static inline void panel_close(panel_canvas *canvas) {
    bp_framebuffer_destroy(canvas->context, &canvas->picture);
    bp_raster_destroy(canvas->raster);
    bp_context_destroy(canvas->context);
}

/* Clears to the page colour, without clickable areas. */
static inline void panel_begin(panel_canvas *canvas) {
    bp_clear clear = {0};
    memcpy(clear.color, &canvas->ui.theme->page, 4);
    canvas->hits.count = 0;
    canvas->ui.failed = false;
    assert_true(bp_raster_begin(canvas->raster, &canvas->picture, NULL, &canvas->error));
    assert_true(bp_raster_clear(canvas->raster, &clear, &canvas->error));
}

static inline uint64_t panel_end(panel_canvas *canvas) {
    if (canvas->ui.failed) fail_msg("%s", canvas->error.message);
    assert_true(bp_raster_end(canvas->raster, NULL, &canvas->error));
    return picture_hash(&canvas->picture);
}

static inline const bp_hit_area *panel_hit(const panel_canvas *canvas, bp_action action, int value) {
    for (int i = 0; i < canvas->hits.count; i++)
        if (canvas->hits.items[i].action == action && canvas->hits.items[i].value == value)
            return &canvas->hits.items[i];
    return NULL;
}

#endif
