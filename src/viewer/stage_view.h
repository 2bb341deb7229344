/* A stage as a card: title, scene, and a note. */
#ifndef BP_VIEWER_STAGE_VIEW_H
#define BP_VIEWER_STAGE_VIEW_H

#include "scene/illustration/stage_drawing.h"
#include "viewer/viewer.h"
#include "viewer/widgets.h"
#include <bindpose/lesson_session.h>

typedef struct bp_stage_view {
    const bp_stage *stage;
    bp_camera camera;
    bp_rect rect;            /* the card, in pixels */
    unsigned show;           /* of bp_show_flag */
    const bp_bone *selected; /* NULL: none */
    const bp_bone *hovered;  /* under the mouse: its flesh and line light up; NULL: none */
    int matrix_row;          /* of the selected bone, as in bp_hover: its arrows are drawn; 0: none */
    const bp_world *world;   /* for its ghosts; NULL: none */
    int index;               /* the stage's, in the world */
    int axis;                /* of the selected joint's ring */
    float ring;              /* its radius in metres; 0: none */
    bool here;               /* the side panel shows this stage */
    bool numbered;           /* of several: a badge in the card's corner, because captions say "stage 2" */
    char letter;             /* of an option: in the badge; 0: none. The stage then has no subtitle */
    bp_vec3 floor;           /* its centre, in world space */
    float floor_half;        /* half of its side, in metres; 0: no floor */
    const bp_shadow *shadow; /* of the figure on the floor; NULL: none */
    const char *note;        /* instead of the stage's; NULL: the stage's */
    const bp_placed_handle *handles; /* of all stages; NULL: none */
    int handle_count;
    int hovered_handle, selected_handle; /* index plus 1; 0: none */
    bp_drag_arc arc;
} bp_stage_view;

/* The part of the card that holds the scene: without the stage's tiles. NULL: a stage without tiles. */
bp_rect bp_stage_view_scene(const bp_ui *ui, bp_rect card, const bp_stage *stage);
/* The radius in metres that makes a ring of the usual size on the screen. */
float bp_stage_view_ring(const bp_ui *ui, const bp_camera *camera, bp_rect scene);

void bp_stage_view_card(bp_ui *ui, const bp_stage_view *view);
/* Meshes, bones, floor, ring: in a pass with depth. The stage's figure must be posed. */
void bp_stage_view_draw(bp_ui *ui, const bp_stage_view *view);
/* Names and marks, over the picture. */
void bp_stage_view_over(bp_ui *ui, const bp_stage_view *view);
/* Sets what the mouse holds of the view's stage: the hovered bone and handle, and the arc of a drag. */
void bp_stage_view_set_hand(bp_stage_view *view, const bp_viewer *viewer);
/* The words beside the mouse, inside of the drawn scenes, so never over the caption. */
void bp_stage_view_hover(bp_ui *ui, const bp_viewer *viewer, const bp_stage *stages, int stage_count,
                         const bp_drawn_frame *drawn);

#endif
