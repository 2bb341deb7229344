/* The four samples of each pixel of a grid, one after the other: the rasterizer draws the grid once for each,
 * moved so that the sample lies where the pixel's centre was. It thus says which samples a triangle covers,
 * and computes a colour at each, as with sample shading. */
#include "raster/color.h"
#include "shared/pixel_grid.h"
#include <string.h>

/* The grid with one sample a pixel, at that place. */
static bp_pixel_grid moved_grid(const bp_pixel_grid *grid, bp_vec2 sample) {
    bp_pixel_grid moved = *grid;
    moved.samples = 1, moved.show_samples = moved.shade_samples = false;
    for (int i = 0; i < grid->triangle_count; i++)
        for (int k = 0; k < 3; k++) {
            moved.triangles[i].corner[k].x += 0.5f - sample.x;
            moved.triangles[i].corner[k].y += 0.5f - sample.y;
        }
    return moved;
}

bool bp_pixel_samples_draw(bp_pixel_grid *grid, bp_raster *raster, bp_error *error) {
    bp_color_tables tables;
    float light[BP_PIXEL_GRID_MAX][3] = {{0}};
    const int count = grid->width * grid->height;
    if (!grid->show_samples) return true;
    bp_color_tables_fill(&tables);
    memset(grid->covered_samples, 0, sizeof grid->covered_samples);
    for (int s = 0; s < BP_PIXEL_SAMPLES; s++) {
        bp_pixel_grid moved = moved_grid(grid, bp_pixel_sample(s));
        if (!bp_pixel_grid_draw(&moved, raster, error)) return false;
        for (int i = 0; i < count; i++) {
            const uint8_t *pixel = &moved.pixels[i].r;
            grid->covered_samples[i] |= (uint8_t)((moved.right[i] > 0) << s);
            for (int c = 0; c < 3; c++) light[i][c] += tables.linear[pixel[c]] / BP_PIXEL_SAMPLES;
        }
    }
    for (int i = 0; i < count && grid->shade_samples; i++)
        grid->pixels[i] = (bp_rgba8){bp_color_encode(light[i][0]), bp_color_encode(light[i][1]),
                                     bp_color_encode(light[i][2]), 255};
    return true;
}
