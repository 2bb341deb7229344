/* A posed model as a picture: meshes, bones, names. */
#ifndef BP_APP_MODEL_MODEL_PICTURE_H
#define BP_APP_MODEL_MODEL_PICTURE_H

#include "app/false_color.h"
#include <bindpose/scene.h>

typedef struct bp_model_picture {
    const bp_model *model;   /* borrowed; its skeletons are prepared */
    const bp_figure *figure; /* borrowed; posed */
    const bp_theme *theme;
    bp_camera camera;
    unsigned show; /* of bp_show_flag */
    bool unlit;
    int samples; /* 1 or 4 */
    bp_false_color view;
    bp_shadow *shadow; /* borrowed, and updated; NULL: none */
    bp_bounds bounds;  /* of the figure in its usual pose, for the shadow */
} bp_model_picture;

/* Draws the whole of a framebuffer. */
bool bp_model_picture_draw(bp_raster *raster, const bp_framebuffer *to, const bp_model_picture *picture,
                           bp_error *error);
/* The history of one of its pixels, which is all that it draws. Free it with bp_pixel_history_clear. */
bool bp_model_picture_explain(bp_raster *raster, const bp_framebuffer *to, const bp_model_picture *picture,
                              int x, int y, bp_pixel_history *out, bp_error *error);

#endif
