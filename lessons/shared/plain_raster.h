/* The rasterizer's coverage as a plain loop can have it, with the rule as a parameter: for the wrong rules
 * that lessons show. With BP_FILL_TOP_LEFT and 8 bits it covers the pixels that bp_raster covers. */
#pragma once

#include "shared/pixels.h"

/* Whether the triangle gets the pixel in that column and row. Corners are rounded to 1 / 2^bits pixel first;
 * bits 0..16. Of a grid: by its rule, its bits and the point that it tests. */
bool bp_plain_covers(const bp_vec2 corner[3], int column, int row, bp_fill_rule rule, int bits);
bool bp_plain_grid_covers(const bp_pixel_grid *grid, int triangle, int column, int row);
