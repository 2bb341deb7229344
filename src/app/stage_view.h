/* A stage as a card: title, picture, and the line that says what was done. */
#ifndef BP_APP_STAGE_VIEW_H
#define BP_APP_STAGE_VIEW_H

#include "app/theme.h"
#include <bindpose/lesson.h>

typedef struct bp_stage_view {
    const bp_theme *theme;
    const bp_stage *stage;
    bp_camera camera;
    bp_rect rect;            /* the card, in pixels */
    unsigned show;           /* of bp_show */
    const bp_bone *selected; /* NULL: none */
} bp_stage_view;

/* Draws the card into a pass that was begun. The stage's figure must be posed. */
bool bp_stage_view_draw(bp_raster *raster, const bp_stage_view *view, bp_error *error);

/* The part of the card in which the scene stands. */
bp_rect bp_stage_view_scene(const bp_stage_view *view);

#endif
