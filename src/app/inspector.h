/* The pixel inspector. While it is open, the mouse over a stage chooses a pixel, whose history
 * inspector_panel.c shows. A click keeps the pixel, arrow keys move it, the wheel scrolls. A slider goes
 * through the draws of the picture. On a touch screen, the pixel follows the finger. */
#ifndef BP_APP_INSPECTOR_H
#define BP_APP_INSPECTOR_H

#include "app/state.h"

/* The stage's rectangle at a point, its index in app->drawn.rects; -1: none. */
int bp_inspector_stage(const bp_app *app, float x, float y);
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

/* ---- its panel: inspector_panel.c, inspector_triangle.c ---- */

enum { BP_MAGNIFIED = 15 };

/* A square of pixels of a framebuffer, row after row. Those outside of it have alpha 0. */
typedef struct bp_magnified {
    bp_rgba8 pixels[BP_MAGNIFIED * BP_MAGNIFIED];
} bp_magnified;

/* Copies the pixels around (x, y), which becomes the middle one. */
void bp_magnify(const bp_framebuffer *from, int x, int y, bp_magnified *out);

typedef struct bp_inspector_panel {
    bp_app *app;
    const bp_pixel_history *history; /* NULL: no pixel is chosen, and the rest isn't used */
    const bp_figure *figure;         /* of the stage, for names; NULL: none */
    size_t draws;                    /* of the pass */
    bp_magnified magnified;          /* of the picture, as the window's own pass drew it */
} bp_inspector_panel;

/* Draws it over the half of the window that the pixel is not in, and a mark around the pixel. The app's
 * `drawn` gets its slider and the largest scroll that its text has a use for. */
void bp_inspector_draw(bp_painter *p, const bp_inspector_panel *panel);
/* Draws the triangle of an event with the pixels' grid, as a square with a legend below, and returns their
 * height. */
int bp_inspector_triangle(bp_painter *p, const bp_pixel_event *event, const bp_inspector *inspector,
                          bp_rect area);
/* Whether the event's triangle covers a point, in pixels of the picture. */
bool bp_event_covers(const bp_pixel_event *event, float x, float y);

#endif
