/* Measures of the texture that a grid's probed pixel shows: texels and weights as the rasterizer read them
 * (pixel_history.h). */
#include "shared/pixels.h"

/* NULL, and the world fails, without a grid. */
static const bp_pixel_grid *grid_of(bp_world *world, const bp_measure_args *args) {
    const bp_pixel_grid *grid = bp_grid_of(&world->stages[args->stage]);
    if (!grid) bp_world_fail(world, "stage %d has no grid of pixels", args->stage + 1);
    return grid;
}

void bp_measure_texture_texel(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *grid = grid_of(world, args);
    const bp_texel_step *largest = NULL;
    for (int i = 0; grid && i < grid->sample.texel_count; i++)
        if (!largest || grid->sample.texels[i].weight > largest->weight) largest = &grid->sample.texels[i];
    if (largest) values[0] = (float)largest->x, values[1] = (float)largest->y;
}

void bp_measure_texture_weights(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *grid = grid_of(world, args);
    for (int i = 0; grid && i < grid->sample.texel_count && i < 4; i++)
        values[i] = grid->sample.texels[i].weight;
}

void bp_measure_texture_level(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *grid = grid_of(world, args);
    if (grid) values[0] = grid->sample.level;
}
