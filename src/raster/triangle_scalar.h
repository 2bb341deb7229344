/* Inside the reference rasterizer: from what is interpolated to a colour. */
#ifndef BP_RASTER_TRIANGLE_SCALAR_H
#define BP_RASTER_TRIANGLE_SCALAR_H

#include "raster/triangles.h"

/* What a pixel's colour is computed from: see triangles.h for the slots, which are still times 1/w. */
typedef struct bp_shade_input {
    float inverse_w;
    float color[4], uv[2], normal[3];
    float slope_x[3], slope_y[3]; /* of u, v (times 1/w) and 1/w, to the right and down */
    float wire;                   /* opacity of the wireframe's lines */
} bp_shade_input;

/* The colour before blending: RAW 0..255 (bytes already, whole numbers), else linear 0..1. */
void bp_shade_scalar(const bp_shading *surface, const bp_shade_input *input, float out[4]);

/* That colour as a pixel, over `under` if `blend`. */
uint32_t bp_shade_pixel_scalar(const bp_shading *surface, const float color[4], bool blend, uint32_t under);

#endif
