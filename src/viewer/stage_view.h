/* A stage as a card: title, scene, and a note. */
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
    const bp_bone *hovered;  /* under the mouse: its flesh and line light up; NULL: none */
    const bp_world *world;   /* for its ghosts; NULL: none */
    int index;               /* the stage's, in the world */
    int axis;                /* of the selected joint's ring */
    float ring;              /* its radius in metres; 0: none */
    bool here;               /* the side panel shows this stage */
    bool numbered;           /* of several: a badge in the card's corner, because captions say "stage 2" */
    bp_vec3 floor;           /* its centre, in world space */
    float floor_half;        /* half of its side, in metres */
} bp_stage_view;

/* The part of the card that holds the scene. */
bp_rect bp_stage_view_scene(const bp_ui *ui, bp_rect card);
/* The radius in metres that makes a ring of the usual size on the screen. */
float bp_stage_view_ring(const bp_ui *ui, const bp_camera *camera, bp_rect scene);

void bp_stage_view_card(bp_ui *ui, const bp_stage_view *view);
/* Meshes, bones, floor, ring: in a pass with depth. The stage's figure must be posed. */
void bp_stage_view_draw(bp_ui *ui, const bp_stage_view *view);
/* The position of the stage's marked vertex in world space; false: none. */
bool bp_stage_followed(const bp_stage *stage, bp_vec3 *at);
/* Names beside the joints, none over another. */
void bp_stage_view_names(bp_ui *ui, const bp_stage_view *view);

#endif
