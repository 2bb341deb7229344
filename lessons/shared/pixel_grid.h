/* the grid of large pixels of a stage. */
#pragma once

#include "shared/pixels.h"

/* NULL: a size out of range (ARGUMENT), memory. Free with bp_free of the context's allocator. */
bp_pixel_grid *bp_pixel_grid_create(const bp_context *context, int width, int height, bp_error *error);
/* A mesh for a grid of that size, all of whose triangles are still empty. */
bp_mesh *bp_pixel_grid_mesh(const bp_context *context, const bp_pixel_grid *grid, bp_error *error);
/* Draws the triangles: pixels, hits, right. Errors: memory. */
bool bp_pixel_grid_draw(bp_pixel_grid *grid, bp_raster *raster, bp_error *error);
/* The rest, of a grid that was drawn: with show_samples which samples are covered, and with shade_samples the
 * pixels anew; stage_pixels.c. Errors: memory. */
bool bp_pixel_samples_draw(bp_pixel_grid *grid, bp_raster *raster, bp_error *error);
/* With show_box the visited pixels, with tiles those instead of pixels; stage_pixels.c. Errors:
 * memory. */
bool bp_pixel_work_draw(bp_pixel_grid *grid, bp_raster *raster, bp_error *error);
/* Where sample 0..3 is in each pixel. */
bp_vec2 bp_pixel_sample(int sample);
/* How wide a pixel is shown, in metres. */
float bp_pixel_grid_size(const bp_pixel_grid *grid);
/* A point of the picture, in pixels, as a world position that many metres in front of it. */
bp_vec3 bp_pixel_grid_to_world(const bp_pixel_grid *grid, float x, float y, float height);
/* The grid of args->stage; NULL, and the world fails, without one. */
const bp_pixel_grid *bp_measured_grid(bp_world *world, const bp_measure_args *args);
/* Writes squares for the pixels of a stage's grid, a dot at each centre, the outlines and the mark of the
 * probe to the stage's mesh, and what the lesson draws over them. */
void bp_pixel_grid_show(bp_world *world, int stage);
