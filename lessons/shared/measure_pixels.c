/* Measures of a grid of large pixels. */
#include "shared/pixels.h"

/* NULL, and the world fails, without a grid. */
static const bp_pixel_grid *grid_of(bp_world *world, const bp_measure_args *args) {
    const bp_pixel_grid *grid = bp_grid_of(&world->stages[args->stage]);
    if (!grid) bp_world_fail(world, "stage %d has no grid of pixels", args->stage + 1);
    return grid;
}

typedef enum counted { COVERED, TWICE, MISSING } counted;

static float count(bp_world *world, const bp_measure_args *args, counted what) {
    const bp_pixel_grid *grid = grid_of(world, args);
    int found = 0;
    for (int i = 0; grid && i < grid->width * grid->height; i++) {
        unsigned owners = grid->owners[i];
        bool twice = (owners & (owners - 1)) != 0; /* more than one bit */
        found += what == COVERED ? owners > 0 : what == TWICE ? twice : owners == 0 && grid->right[i] > 0;
    }
    return (float)found;
}

void bp_measure_pixels_covered(bp_world *world, const bp_measure_args *args, float *values) {
    values[0] = count(world, args, COVERED);
}

void bp_measure_pixels_twice(bp_world *world, const bp_measure_args *args, float *values) {
    values[0] = count(world, args, TWICE);
}

void bp_measure_pixels_missing(bp_world *world, const bp_measure_args *args, float *values) {
    values[0] = count(world, args, MISSING);
}

void bp_measure_pixels_of(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *grid = grid_of(world, args);
    for (int i = 0; grid && i < grid->width * grid->height; i++)
        values[0] += (float)(grid->owners[i] >> args->other & 1);
}

void bp_measure_pixel_edges(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *grid = grid_of(world, args);
    if (!grid) return;
    const bp_vec2 *corner = grid->triangles[0].corner;
    for (int i = 0; i < 3; i++) {
        values[i] = bp_edge_function(corner[i], corner[(i + 1) % 3], grid->probe);
        values[3] += values[i];
    }
}

void bp_measure_pixel_edge(bp_world *world, const bp_measure_args *args, float *values) {
    float all[4] = {0};
    bp_measure_pixel_edges(world, args, all);
    values[0] = all[args->other];
}

void bp_measure_pixel_bytes(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *grid = grid_of(world, args);
    if (!grid) return;
    bp_rgba8 pixel = grid->pixels[bp_pixel_probed(grid)];
    values[0] = (float)pixel.r, values[1] = (float)pixel.g, values[2] = (float)pixel.b;
}

static int samples_of(const bp_pixel_grid *grid, int pixel) {
    int count = 0;
    for (int s = 0; s < BP_PIXEL_SAMPLES && grid->show_samples; s++)
        count += grid->covered_samples[pixel] >> s & 1;
    return count;
}

void bp_measure_pixel_samples(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *grid = grid_of(world, args);
    if (grid) values[0] = (float)samples_of(grid, bp_pixel_probed(grid));
}

void bp_measure_samples(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *grid = grid_of(world, args);
    for (int i = 0; grid && i < grid->width * grid->height; i++) values[0] += (float)samples_of(grid, i);
}

void bp_measure_pixels_touched(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *grid = grid_of(world, args);
    for (int i = 0; grid && i < grid->width * grid->height; i++)
        values[0] += (float)(samples_of(grid, i) > 0);
}

void bp_measure_pixels_visited(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *grid = grid_of(world, args);
    for (int i = 0; grid && i < grid->width * grid->height; i++) values[0] += (float)grid->visited[i];
}

void bp_measure_pixels_differing(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *a = grid_of(world, args), *b = bp_grid_of(&world->stages[args->other]);
    for (int i = 0; a && b && i < a->width * a->height && i < b->width * b->height; i++)
        values[0] += (float)(a->pixels[i].r != b->pixels[i].r || a->pixels[i].g != b->pixels[i].g ||
                             a->pixels[i].b != b->pixels[i].b);
}
