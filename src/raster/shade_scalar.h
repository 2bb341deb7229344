/* Shading, scalar: from a pixel's interpolated attributes to its colour (shade_scalar.c). */
#ifndef BP_RASTER_SHADE_SCALAR_H
#define BP_RASTER_SHADE_SCALAR_H

#include "raster/triangles.h"

/* A fragment's attributes, interpolated at the pixel's centre and still divided by w. */
typedef struct bp_shade_input {
    float inverse_w;
    float color[4], uv[2], normal[3];
    float slope_x[3], slope_y[3]; /* change of u/w, v/w and 1/w from pixel to pixel, to the right and down */
    float wire;                   /* opacity of the wireframe's lines, 0..1 */
} bp_shade_input;

/* The colour before blending: RAW as whole numbers 0..255, else linear light 0..1. */
void bp_shade_scalar(const bp_shading *shading, const bp_shade_input *input, float out[4]);

/* That colour as a pixel, blended over the pixel `under` if `blend`. */
uint32_t bp_shade_pixel_scalar(const bp_shading *shading, const float color[4], bool blend, uint32_t under);

#endif
