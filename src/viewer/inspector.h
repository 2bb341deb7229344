/* The pixel inspector's keys and mouse. While it is open, the mouse over a scene chooses a pixel, whose
 * history panel_inspector.c shows. A click keeps the pixel, arrow keys move it, the wheel scrolls. A slider
 * goes through the draws of the picture. On a touch screen, the pixel follows the finger. */
#ifndef BP_VIEWER_INSPECTOR_H
#define BP_VIEWER_INSPECTOR_H

#include "viewer/viewer.h"

/* A key: true if the inspector is open and has a use for it. */
bool bp_inspector_key(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event);
/* A mouse event outside of hit areas: true if the inspector is open and no drag goes on. */
bool bp_inspector_mouse(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event,
                        unsigned *requests);
/* The actions BP_ACTION_INSPECT...; ignores all others. */
void bp_inspector_act(bp_viewer *viewer, const bp_viewer_scope *scope, bp_action action, int value);
/* Writes the member "inspector" of a window's description, if the inspector is open: `text`, the rectangle in
 * which its text scrolls (pixels: left, top, width, height; width 0: no pixel is chosen). */
void bp_inspector_describe(const bp_inspector *inspector, const bp_drawn_frame *drawn, bp_json_writer *json);

#endif
