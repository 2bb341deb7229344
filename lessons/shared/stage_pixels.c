/* A stage with a grid of large pixels, and the points of it that can be dragged. */
#include "raster/pipeline.h"
#include "shared/frustum.h"
#include "shared/pixel_grid.h"
#include <math.h>
#include <string.h>

/* What drawing a grid's triangles costs: the pixels that the plain loop visits, and the tiles that the fast
 * rasterizer puts triangles into. */

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

static const char KIND[] = "pixels";

bp_pixel_grid *bp_grid_of(const bp_stage *stage) { return stage->kind == KIND ? stage->data : NULL; }

bp_stage *bp_world_add_pixels(bp_world *world, const char *title, const char *subtitle, int width,
                              int height) {
    bp_pixel_grid *grid = bp_pixel_grid_create(world->context, width, height, bp_world_error_slot(world));
    bp_stage stage = {.title = title, .subtitle = subtitle, .kind = grid ? KIND : NULL, .data = grid};
    if (grid) stage.mesh = bp_pixel_grid_mesh(world->context, grid, bp_world_error_slot(world));
    return bp_world_add_flat(world, stage);
}

static bool draw(bp_pixel_grid *grid, bp_raster *raster, bp_error *error) {
    return bp_pixel_grid_draw(grid, raster, error) && bp_pixel_samples_draw(grid, raster, error) &&
           bp_pixel_work_draw(grid, raster, error);
}

/* Draws all grids, then shows each as its stage's mesh, since some show what another one read; and
 * drawings. */
void bp_pixels_update(bp_world *world) {
    for (int i = 0; i < world->stage_count; i++) {
        bp_pixel_grid *grid = bp_grid_of(&world->stages[i]);
        bp_raster *raster = grid ? bp_world_raster(world) : NULL;
        if (grid && (!raster || world->error.kind != BP_ERROR_NONE ||
                     !draw(grid, raster, bp_world_error_slot(world))))
            return;
        if (grid && grid->recolor) grid->recolor(world, grid);
    }
    for (int i = 0; i < world->stage_count; i++) {
        const bp_pixel_grid *grid = bp_grid_of(&world->stages[i]);
        if (grid && world->stages[i].mesh) bp_pixel_grid_show(world, i);
        bp_drawing_update(world, i);
    }
}

/* ---- handles ---- */

bp_vec2 bp_pixel_point(const bp_stage *stage, int point) {
    const bp_pixel_grid *grid = bp_grid_of(stage);
    if (!grid) return (bp_vec2){0, 0};
    return point == BP_PIXEL_PROBE ? grid->probe : grid->triangles[point / 3].corner[point % 3];
}

void bp_pixel_put(bp_world *world, int stage, int point, bp_vec2 to) {
    bp_pixel_grid *on = bp_grid_of(&world->stages[stage]);
    if (on && point < BP_PIXEL_PROBE) on->triangles[point / 3].corner[point % 3] = to;
    for (int i = 0; point == BP_PIXEL_PROBE && i < BP_STAGE_MAX; i++) {
        bp_pixel_grid *grid = bp_grid_of(&world->stages[i]);
        if (grid) grid->probe = to;
    }
}

/* Where a frustum's vertex lands may be far outside. */
static bp_vec3 position(bp_world *world, const bp_handle *handle) {
    const bp_stage *stage = &world->stages[handle->stage];
    const bp_pixel_grid *grid = bp_grid_of(stage);
    if (grid && grid->triangle_count == 0 && handle->point < BP_PIXEL_PROBE)
        return (bp_vec3){NAN, NAN, NAN}; /* nowhere yet: not shown */
    if (!grid || grid->vertices == BP_VERTICES_OWN)
        return bp_plane_to_world(stage, bp_pixel_point(stage, handle->point), 0);
    bp_vec2 at = bp_frustum_landing(world, handle->stage, handle->point);
    return bp_plane_to_world(
        stage, (bp_vec2){bp_clamp(at.x, 0, (float)grid->width), bp_clamp(at.y, 0, (float)grid->height)}, 0);
}

static void move(bp_world *world, const bp_handle *handle, bp_vec3 to) {
    bp_vec2 pixel = bp_plane_from_world(&world->stages[handle->stage], to);
    if (handle->put)
        handle->put(world, handle->point, pixel);
    else
        bp_pixel_put(world, handle->stage, handle->point, pixel);
}

const bp_handle_kind bp_pixel_handle = {.position = position, .move = move};

/* ---- triangles: moved, made in pairs, and asked for their weights at a pixel ---- */

void bp_pixel_switch_rule(bp_world *world, float t, bp_fill_rule before, bp_fill_rule after) {
    bp_grid_of(&world->stages[0])->rule = t < 0.5f ? before : after;
}

void bp_pixel_set_quad(bp_pixel_triangle triangles[2], const bp_pixel_corner corner[4]) {
    static const int OF[2][3] = {{0, 1, 3}, {1, 2, 3}};
    for (int t = 0; t < 2; t++)
        for (int i = 0; i < 3; i++) {
            const bp_pixel_corner *from = &corner[OF[t][i]];
            bp_pixel_triangle *to = &triangles[t];
            to->corner[i] = from->at, to->w[i] = from->w, to->z[i] = from->z;
            to->u[i] = from->u, to->v[i] = from->v;
        }
}

void bp_pixel_set_rectangle(bp_pixel_grid *grid, int place, bp_rect at, float depth, bp_rgba8 color) {
    const float x = (float)at.x, y = (float)at.y, right = x + (float)at.width, bottom = y + (float)at.height;
    const bp_pixel_corner corners[4] = {{.at = {x, y}, .z = depth},
                                        {.at = {right, y}, .z = depth},
                                        {.at = {right, bottom}, .z = depth},
                                        {.at = {x, bottom}, .z = depth}};
    bp_pixel_triangle *pair = &grid->triangles[2 * place];
    pair[0] = (bp_pixel_triangle){.color = color, .unlined = 2};
    pair[1] = (bp_pixel_triangle){.color = color, .unlined = 4};
    bp_pixel_set_quad(pair, corners);
}

void bp_pixel_put_rectangle(bp_world *world, int point, bp_vec2 to) {
    if (!bp_grid_of(&world->stages[0])) return;
    const bp_pixel_triangle like = bp_grid_of(&world->stages[0])->triangles[point / 3];
    const bp_vec2 by = bp_vec2_sub(to, like.corner[0]);
    for (int s = 0; s < world->stage_count; s++) {
        bp_pixel_grid *grid = bp_grid_of(&world->stages[s]);
        for (int i = 0; grid && i < 3 * grid->triangle_count; i++) {
            bp_pixel_triangle *triangle = &grid->triangles[i / 3];
            if (memcmp(&triangle->color, &like.color, sizeof like.color) == 0)
                triangle->corner[i % 3] = bp_vec2_add(triangle->corner[i % 3], by);
        }
    }
}

const bp_pixel_triangle *bp_pixel_weights(const bp_pixel_grid *grid, int first, int count, float weights[3]) {
    const int probed = bp_pixel_probed(grid);
    const bp_vec2 p = {(float)(probed % grid->width) + 0.5f, (float)(probed / grid->width) + 0.5f};
    for (int t = first; t < first + count; t++) {
        const bp_vec2 *c = grid->triangles[t].corner;
        float area = bp_edge_function(c[0], c[1], c[2]);
        for (int i = 0; i < 3; i++) weights[i] = bp_edge_function(c[(i + 1) % 3], c[(i + 2) % 3], p) / area;
        if (weights[0] >= 0 && weights[1] >= 0 && weights[2] >= 0) return &grid->triangles[t];
    }
    return NULL;
}

void bp_pen_number_edges(bp_pen *pen, const bp_pixel_grid *grid) {
    for (int i = 0; i <= grid->width; i++) {
        bp_pen_text(pen, (bp_vec2){(float)i, -0.15f}, BP_ALIGN_CENTER, BP_PEN_QUIET, "%d", i);
        if (i > grid->height) continue;
        bp_pen_text(pen, (bp_vec2){-0.15f, (float)i + 0.15f}, BP_ALIGN_RIGHT, BP_PEN_QUIET, "%d", i);
    }
}

/* ---- measures ---- */

const bp_pixel_grid *bp_measured_grid(bp_world *world, const bp_measure_args *args) {
    const bp_pixel_grid *grid = bp_grid_of(&world->stages[args->stage]);
    if (!grid) bp_world_fail(world, "stage %d has no grid of pixels", args->stage + 1);
    return grid;
}

static int samples_of(const bp_pixel_grid *grid, int pixel) {
    int count = 0;
    for (int s = 0; s < BP_PIXEL_SAMPLES && grid->show_samples; s++)
        count += grid->covered_samples[pixel] >> s & 1;
    return count;
}

/* Measures that add up a number of each pixel i of the grid. */
#define ADD_UP(name, number)                                                                                 \
    void name(bp_world *world, const bp_measure_args *args, float *values) {                                 \
        const bp_pixel_grid *grid = bp_measured_grid(world, args);                                           \
        for (int i = 0; grid && i < grid->width * grid->height; i++) values[0] += (float)(number);           \
    }
ADD_UP(bp_measure_pixels_covered, grid->owners[i] > 0)
ADD_UP(bp_measure_pixels_twice, (grid->owners[i] & (grid->owners[i] - 1)) > 0) /* more than one bit */
ADD_UP(bp_measure_pixels_missing, grid->owners[i] == 0 && grid->right[i] > 0)
ADD_UP(bp_measure_pixels_of, grid->owners[i] >> args->other & 1)
ADD_UP(bp_measure_pixels_visited, grid->visited[i])
ADD_UP(bp_measure_samples, samples_of(grid, i))
ADD_UP(bp_measure_pixels_touched, samples_of(grid, i) > 0)

void bp_measure_pixel_edges(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *grid = bp_measured_grid(world, args);
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
    const bp_pixel_grid *grid = bp_measured_grid(world, args);
    if (!grid) return;
    bp_rgba8 pixel = grid->pixels[bp_pixel_probed(grid)];
    values[0] = (float)pixel.r, values[1] = (float)pixel.g, values[2] = (float)pixel.b;
}

void bp_measure_pixel_samples(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *grid = bp_measured_grid(world, args);
    if (grid) values[0] = (float)samples_of(grid, bp_pixel_probed(grid));
}

void bp_measure_pixels_differing(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *a = bp_measured_grid(world, args), *b = bp_grid_of(&world->stages[args->other]);
    for (int i = 0; a && b && i < a->width * a->height && i < b->width * b->height; i++)
        values[0] += (float)(a->pixels[i].r != b->pixels[i].r || a->pixels[i].g != b->pixels[i].g ||
                             a->pixels[i].b != b->pixels[i].b);
}

/* Of the texture that the probed pixel shows: texels and weights as the rasterizer read them. */

void bp_measure_texture_texel(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *grid = bp_measured_grid(world, args);
    const bp_texel_step *largest = NULL;
    for (int i = 0; grid && i < grid->sample.texel_count; i++)
        if (!largest || grid->sample.texels[i].weight > largest->weight) largest = &grid->sample.texels[i];
    if (largest) values[0] = (float)largest->x, values[1] = (float)largest->y;
}

void bp_measure_texture_weights(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *grid = bp_measured_grid(world, args);
    for (int i = 0; grid && i < grid->sample.texel_count && i < 4; i++)
        values[i] = grid->sample.texels[i].weight;
}

void bp_measure_texture_level(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *grid = bp_measured_grid(world, args);
    if (grid) values[0] = grid->sample.level;
}
