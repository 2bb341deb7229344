/* What is under the mouse, what pressing its left button there would do, and how the window says so. */
#ifndef BP_VIEWER_HOVER_H
#define BP_VIEWER_HOVER_H

#include <bindpose/stage.h>
#include "viewer/viewer.h"

/* The drawn scene at a point, and its number; NULL: none. */
const bp_placed_stage *bp_scene_at(const bp_drawn_frame *drawn, float x, float y, int *number);
/* The selected joint's ring in a scene; without a bone if another stage is selected. */
bp_rotation_ring bp_hover_ring(const bp_viewer *viewer, const bp_viewer_scope *scope,
                               const bp_placed_stage *scene);
/* What pressing the left button at the event's point of a scene would take. */
bp_hover bp_hover_at(const bp_viewer *viewer, const bp_viewer_scope *scope, const bp_placed_stage *scene,
                     const bp_event *event);
/* Remembers what is under the mouse. Returns REDRAW if something that is shown changed. */
unsigned bp_hover_update(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event);

/* The window's cursor for it. */
bp_mouse_cursor bp_hover_cursor(const bp_viewer *viewer);
/* The words beside the mouse: what a drag would do, or why it can't; one or two lines. Returns `text`; "":
 * nothing. */
const char *bp_hover_text(const bp_viewer *viewer, const bp_stage *stages, int stage_count,
                          const bp_drawn_frame *drawn, char *text, size_t size);

#endif
