/* The whole picture of a lesson: what the window shows and what is written to PNG. */
#ifndef BP_VIEWER_LESSON_LESSON_VIEW_H
#define BP_VIEWER_LESSON_LESSON_VIEW_H

#include "viewer/panels.h"

/* Draws into the framebuffer, which has the viewer's size. `drawn` is told what can be clicked; where the last
 * picture stands in the framebuffer, parts that are the same aren't drawn again. The world must be that of the
 * viewer's moment, and the viewer settled. Errors: memory. */
bool bp_lesson_view_draw(bp_raster *raster, const bp_framebuffer *to, const bp_viewer *viewer,
                         const bp_viewer_scope *scope, const bp_panel_data *data, bp_drawn_frame *drawn,
                         bp_error *error);

#endif
