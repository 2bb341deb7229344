/* Measures of the texture that a grid's probed pixel shows. Texels and weights are those that the rasterizer
 * read (pixel_history.h); coordinates and their derivatives are computed here from the triangle's corners. */
#include "shared/pixels.h"
#include <math.h>

/* NULL, and the world fails, without a grid. */
static const bp_pixel_grid *grid_of(bp_world *world, const bp_measure_args *args) {
    const bp_pixel_grid *grid = bp_grid_of(&world->stages[args->stage]);
    if (!grid) bp_world_fail(world, "stage %d has no grid of pixels", args->stage + 1);
    return grid;
}

static bp_vec2 centre_of(const bp_pixel_grid *grid, int pixel) {
    return (bp_vec2){(float)(pixel % grid->width) + 0.5f, (float)(pixel / grid->width) + 0.5f};
}

void bp_measure_texture_uv(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *grid = grid_of(world, args);
    if (!grid || !grid->owners[bp_pixel_probed(grid)]) return;
    const bp_vec2 uv = bp_pixel_texture_at(grid, centre_of(grid, bp_pixel_probed(grid)));
    values[0] = uv.x, values[1] = uv.y;
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

/* Differences over 1/256 of a pixel to each side: as good as derivatives. */
void bp_measure_texels_per_pixel(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *grid = grid_of(world, args);
    const float near = 1.0f / 256;
    if (!grid || !grid->owners[bp_pixel_probed(grid)]) return;
    const bp_vec2 p = centre_of(grid, bp_pixel_probed(grid));
    for (int i = 0; i < 2; i++) {
        const bp_vec2 way = {i == 0 ? near : 0, i == 1 ? near : 0};
        const bp_vec2 grows = bp_vec2_sub(bp_pixel_texture_at(grid, bp_vec2_add(p, way)),
                                          bp_pixel_texture_at(grid, bp_vec2_sub(p, way)));
        const float texels =
            sqrtf(grows.x * grows.x + grows.y * grows.y) * (float)grid->texture_size / (2 * near);
        values[0] = fmaxf(values[0], texels);
    }
}
