/* A stage as a card: title, picture, and the line that says what was done. Its scene is drawn in a pass of its
 * own with more samples; card and words are marks around it. */
#ifndef BP_VIEWER_STAGE_VIEW_H
#define BP_VIEWER_STAGE_VIEW_H

#include "viewer/widgets.h"
#include <bindpose/lesson_session.h>

typedef struct bp_stage_view {
    const bp_stage *stage;
    bp_camera camera;
    bp_rect rect;            /* the card, in pixels */
    unsigned show;           /* of bp_show_flag */
    const bp_bone *selected; /* NULL: none */
    int axis;                /* of the selected joint's ring */
    float ring;              /* its radius in metres; 0: none */
    bool here;               /* the panel is about this stage */
    bp_vec3 floor;           /* its middle, in the world */
    float floor_half;        /* half of its side in metres */
} bp_stage_view;

/* The part of the card in which the scene stands. */
bp_rect bp_stage_view_scene(const bp_ui *ui, bp_rect card);
/* Metres of the world that look like a ring of the usual size. */
float bp_stage_view_ring(const bp_ui *ui, const bp_camera *camera, bp_rect scene);

void bp_stage_view_card(bp_ui *ui, const bp_stage_view *view);
/* Meshes, bones, floor, ring: in a pass with depth. The stage's figure must be posed. */
void bp_stage_view_draw(bp_ui *ui, const bp_stage_view *view);
/* Where the stage's followed vertex is in the world; false: it has none. */
bool bp_stage_followed(const bp_stage *stage, bp_vec3 *at);
/* Names beside the joints: those that would lie over others step aside or stay away. */
void bp_stage_view_names(bp_ui *ui, const bp_stage_view *view);

#endif
