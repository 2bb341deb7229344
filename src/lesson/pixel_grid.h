/* Private to the lesson module: the grid of large pixels of a stage. */
#ifndef BP_LESSON_PIXEL_GRID_H
#define BP_LESSON_PIXEL_GRID_H

#include <bindpose/lesson_pixels.h>

/* NULL: a size out of range (ARGUMENT), memory. Free with bp_free of the context's allocator. */
bp_pixel_grid *bp_pixel_grid_create(const bp_context *context, int width, int height, bp_error *error);
/* A mesh for a grid of that size, all of whose triangles are still empty. */
bp_mesh *bp_pixel_grid_mesh(const bp_context *context, const bp_pixel_grid *grid, bp_error *error);
/* Draws the triangles: pixels, hits, right. Errors: memory. */
bool bp_pixel_grid_draw(bp_pixel_grid *grid, bp_raster *raster, bp_error *error);
/* With BP_PAINT_LEVELS: the pixels of a mip level. */
bp_rect bp_pixel_grid_level(const bp_pixel_grid *grid, int level);
/* How wide a pixel is shown, in metres. */
float bp_pixel_grid_size(const bp_pixel_grid *grid);
/* A point of the picture, in pixels, as a world position that many metres in front of it. */
bp_vec3 bp_pixel_grid_to_world(const bp_pixel_grid *grid, float x, float y, float height);
/* Writes squares for the pixels, a dot at each centre, the outlines and the mark of the probe to the mesh. */
void bp_pixel_grid_show(const bp_pixel_grid *grid, bp_mesh *mesh);

#endif
