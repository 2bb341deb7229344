/* The picture of a lesson: what the window shows and what is written to PNG. */
#ifndef BP_VIEWER_LESSON_LESSON_VIEW_H
#define BP_VIEWER_LESSON_LESSON_VIEW_H

#include "viewer/lesson/layout.h"
#include "viewer/panels.h"

enum { BP_CAPTION_LEADING = 26, BP_QUESTION_LEADING = 26, BP_ENGINE_CLAIMS = 3 };

/* A claim for which page and engine may differ, as measured. */
typedef struct bp_engine_difference {
    const bp_claim *claim; /* borrowed from the lesson */
    float page, engine; /* the first value that differs, or the first; by the page's rules and the engine's */
    int value;          /* its index, 1.. */
} bp_engine_difference;

/* Numbers that the panels show; lesson_controller.c makes them when something changed. */
typedef struct bp_panel_data {
    bp_matrices before; /* of the selected bone, before the last change */
    char readouts[BP_READOUT_MAX][48];
    char readouts_before[BP_READOUT_MAX][48];
    const bp_readout *readout; /* those of this step, borrowed; NULL: none */
    int readout_count;
    bp_engine_difference differing[BP_ENGINE_CLAIMS];
    int differing_count;
} bp_panel_data;

/* All that the picture is made from; borrowed. */
typedef struct bp_lesson_view {
    const bp_lesson_viewer *viewer;
    const bp_lesson_plan *lesson;
    const bp_world *world; /* of the viewer's state */
    const bp_panel_data *data;
    const bp_layout *layout; /* set by bp_lesson_view_draw */
} bp_lesson_view;

/* Draws into the framebuffer, which has the viewer's size. `drawn` gets what can be clicked; if it says that the last
 * frame is still in the framebuffer, unchanged tiles are not drawn again. The viewer must be settled. Errors: memory. */
bool bp_lesson_view_draw(const bp_lesson_view *view, bp_raster *raster, const bp_framebuffer *to,
                         bp_drawn_frame *drawn, bp_error *error);

/* ---- its panels, each in a file of its own ---------------------------------------------------------- */

void bp_panel_title(bp_ui *ui, const bp_lesson_view *view);
void bp_panel_readouts(bp_ui *ui, const bp_lesson_view *view);
void bp_panel_caption(bp_ui *ui, const bp_lesson_view *view);
void bp_panel_keys(bp_ui *ui, const bp_lesson_view *view);
/* The side: tree, matrices, formula, page and engine, from the top. `drawn` gets the tree's rectangle. */
void bp_panel_side(bp_ui *ui, const bp_lesson_view *view, bp_drawn_frame *drawn);
int bp_panel_engine(bp_ui *ui, const bp_lesson_view *view, bp_rect rect);

#endif
