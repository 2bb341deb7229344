/* What drawing a grid's triangles costs: the pixels that the plain loop visits, and the tiles that the fast
 * rasterizer puts triangles into. */
#include "raster/color.h"
#include "raster/inspect.h"
#include "raster/pipeline.h"
#include "shared/pixel_grid.h"
#include <math.h>
#include <string.h>

static const bp_rgba8 VISITED = {96, 78, 44, 255};

/* As the rasterizer has it: the pixels whose centres lie in the bounding box of the snapped corners. */
static bp_irect box_of(const bp_pixel_triangle *triangle) {
    int low[2] = {INT32_MAX, INT32_MAX}, high[2] = {INT32_MIN, INT32_MIN};
    for (int i = 0; i < 3; i++) {
        const float at[2] = {triangle->corner[i].x, triangle->corner[i].y};
        for (int c = 0; c < 2; c++) {
            int snapped = (int)floorf(at[c] * 256 + 0.5f);
            if (snapped < low[c]) low[c] = snapped;
            if (snapped > high[c]) high[c] = snapped;
        }
    }
    return bp_pixel_bounds(low[0], low[1], high[0], high[1], 1);
}

static void visit_boxes(bp_pixel_grid *grid) {
    for (int t = 0; t < grid->triangle_count; t++) {
        const bp_irect box =
            bp_irect_intersect(box_of(&grid->triangles[t]), (bp_irect){0, 0, grid->width, grid->height});
        for (int y = box.y0; y < box.y1; y++)
            for (int x = box.x0; x < box.x1; x++) {
                int i = y * grid->width + x;
                grid->visited[i] = 1;
                if (!grid->owners[i]) grid->pixels[i] = VISITED;
            }
    }
}

/* Draws the triangles as many times as large, so that each square of the grid becomes a tile. */
static bool draw_large(const bp_pixel_grid *grid, bp_raster *raster, const bp_framebuffer *picture,
                       bp_error *error) {
    const bp_mat4 to_clip = {
        {2 / (float)grid->width, 0, 0, 0, 0, -2 / (float)grid->height, 0, 0, 0, 0, 1, 0, -1, 1, 0, 1}};
    float at[BP_PIXEL_TRIANGLE_MAX * 3][3];
    for (int i = 0; i < 3 * grid->triangle_count; i++) {
        const bp_vec2 corner = grid->triangles[i / 3].corner[i % 3];
        at[i][0] = corner.x, at[i][1] = corner.y, at[i][2] = 0;
    }
    const bp_draw triangles = {.vertices = {.count = (size_t)(3 * grid->triangle_count), .positions = at[0]},
                               .transform = &to_clip};
    return bp_raster_begin(raster, picture, &(bp_pass){.time_tiles = true}, error) &&
           bp_raster_draw(raster, &triangles, error) && bp_raster_end(raster, NULL, error);
}

static bool fill_tiles(bp_pixel_grid *grid, bp_raster *raster, bp_error *error) {
    bp_framebuffer picture;
    if (!bp_framebuffer_create_color(NULL, grid->width * BP_PIXEL_TILE, grid->height * BP_PIXEL_TILE,
                                     &picture, error))
        return false;
    bool ok = draw_large(grid, raster, &picture, error);
    const bp_pass_times times = bp_raster_times(raster);
    for (int i = 0; ok && i < grid->width * grid->height; i++) {
        grid->owners[i] = times.each_tile[i] > 0;
        grid->pixels[i] = grid->owners[i] ? grid->triangles[0].color : grid->cleared;
    }
    bp_framebuffer_destroy(NULL, &picture);
    return ok;
}

bool bp_pixel_work_draw(bp_pixel_grid *grid, bp_raster *raster, bp_error *error) {
    memset(grid->visited, 0, sizeof grid->visited);
    if (grid->show_box) visit_boxes(grid);
    return !grid->tiles || fill_tiles(grid, raster, error);
}

/* The four samples of each pixel of a grid, one after the other: the rasterizer draws the grid once for each,
 * moved so that the sample lies where the pixel's centre was. It thus says which samples a triangle covers,
 * and computes a colour at each, as with sample shading. */

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
