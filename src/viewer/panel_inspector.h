/* The pixel inspector's panel: the pixels around the one that is inspected, and its history in words. */
#ifndef BP_VIEWER_PANEL_INSPECTOR_H
#define BP_VIEWER_PANEL_INSPECTOR_H

#include "viewer/panels.h"
#include <bindpose/scene.h>

enum { BP_MAGNIFIED = 15 };

/* A square of pixels of a framebuffer, row after row. Those outside of it have alpha 0. */
typedef struct bp_magnified {
    bp_rgba8 pixels[BP_MAGNIFIED * BP_MAGNIFIED];
} bp_magnified;

/* Copies the pixels around (x, y), which becomes the middle one. */
void bp_magnify(const bp_framebuffer *from, int x, int y, bp_magnified *out);

typedef struct bp_inspector_panel {
    const bp_viewer *viewer;
    const bp_pixel_history *history; /* NULL: no pixel is chosen, and the rest isn't used */
    const bp_figure *figure;         /* of the stage, for names; NULL: none */
    size_t draws;                    /* of the pass */
    bp_magnified magnified;          /* of the picture, as the window's own pass drew it */
} bp_inspector_panel;

/* Draws it over the half of the window that the pixel is not in, and a mark around the pixel. `drawn` gets
 * its slider and the largest scroll that its text has a use for. */
void bp_panel_inspector(bp_ui *ui, const bp_inspector_panel *panel, bp_drawn_frame *drawn);

/* Draws the triangle of an event with the pixels' grid, as a square with a legend below, and returns their
 * height. (inspector_triangle.c) */
int bp_inspector_triangle(bp_ui *ui, const bp_pixel_event *event, const bp_inspector *inspector,
                          bp_rect area);
/* Whether the event's triangle covers a point, in pixels of the picture. */
bool bp_event_covers(const bp_pixel_event *event, float x, float y);

#endif
