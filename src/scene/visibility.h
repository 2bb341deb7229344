/* Whether a picture of a figure would show any of it. */
#ifndef BP_SCENE_VISIBILITY_H
#define BP_SCENE_VISIBILITY_H

#include <bindpose/scene.h>

typedef enum bp_visibility {
    BP_VISIBILITY_SHOWN,      /* some of it is in view; or it has no vertices */
    BP_VISIBILITY_NOT_FINITE, /* a vertex is NaN or infinite, or so far away that the camera would be */
    BP_VISIBILITY_OUTSIDE,    /* nothing is in view */
    BP_VISIBILITY_BACK,       /* only backs of single-sided surfaces are in view */
} bp_visibility;

/* Looks for a vertex of a line or point, or a triangle that isn't seen from its back, in view. Triangles
 * count as in view if the box around them on the screen is. */
bp_visibility bp_scene_visibility(const bp_figure *figure, const bp_camera *camera, float aspect);

#endif
