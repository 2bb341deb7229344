/* The pixel inspector. While it is open, the mouse over a stage chooses a pixel, whose history
 * inspector_panel.c shows. A click keeps the pixel, arrow keys move it, the wheel scrolls. A slider goes
 * through the draws of the picture. On a touch screen, the pixel follows the finger. */
#pragma once

#include "app/app.h"

/* A key: true if the inspector is open and has a use for it. */
bool bp_inspector_type(bp_app *app, const bp_event *event);
/* A mouse event outside of hit areas: true if the inspector is open and something changed, or the event is
 * its own. */
bool bp_inspector_point(bp_app *app, const bp_event *event);
/* The actions BP_ACTION_INSPECT...; false: another one. */
bool bp_inspector_act(bp_app *app, bp_action action, int value);
/* The mouse at x holds the slider. */
void bp_inspector_slide(bp_app *app, float x);
/* Writes the member "inspector" of a window's description, if the inspector is open: `text`, the rectangle
 * in which its text scrolls (pixels: left, top, width, height; width 0: no pixel is chosen). */
void bp_inspector_describe(const bp_app *app, bp_json_writer *json);

/* ---- its panel: inspector_panel.c ---- */

enum { BP_MAGNIFIED = 15, BP_MAGNIFIED_PIXELS = BP_MAGNIFIED * BP_MAGNIFIED };

typedef struct bp_inspector_panel {
    bp_app *app;
    const bp_pixel_history *history; /* NULL: no pixel is chosen, and the rest isn't used */
    const bp_figure *figure;         /* of the stage, for names; NULL: none */
    size_t draws;                    /* of the pass */
    /* A square of the picture, as the window's own pass drew it, around the pixel, row after row. Pixels
     * outside of the picture have alpha 0. */
    bp_rgba8 magnified[BP_MAGNIFIED_PIXELS];
} bp_inspector_panel;

/* Draws it over the half of the window that the pixel is not in, and a mark around the pixel. The app's
 * `drawn` gets its slider and the largest scroll that its text has a use for. */
void bp_inspector_draw(bp_painter *p, const bp_inspector_panel *panel);

/* What is drawn over a finished picture: false colours, and the pixel inspector. Both need the picture's
 * passes once more, with a probe. */

/* Adds them to app->picture, if they are wanted. `draw` draws the screen. */
bool bp_probe_draw(bp_app *app, bool (*draw)(bp_app *app, bp_error *error), bp_error *error);
