/* A grid of large pixels: really rasterized, then shown as a mesh.
 *
 * The rasterizer draws each triangle alone, which says which pixels it covers, and then over the picture. By
 * a wrong rule, a plain loop finds the pixels, and the rasterizer draws a square for each: it blends them as
 * it would blend pixels of the triangle. */
#include "shared/pixel_grid.h"
#include "raster/commands.h"
#include "scene/camera.h"
#include "shared/plain_raster.h"
#include <math.h>
#include <string.h>

enum {
    EDGE_QUADS = 2,  /* of an outline's edge: a dark rim, and a light line on it */
    PROBE_QUADS = 8, /* sides and corners */
    READER_QUADS = (BP_TEXELS_MAX + 2) * PROBE_QUADS + 2, /* texels, P's outline with its rim, its centre */
};

bp_pixel_grid *bp_pixel_grid_create(const bp_context *context, int width, int height, bp_error *error) {
    if (width < 1 || height < 1 || width > BP_PIXEL_WIDTH_MAX || width > BP_PIXEL_GRID_MAX / height) {
        bp_fail(error, BP_ERROR_ARGUMENT, NULL,
                "a grid of %d x %d pixels: it may have 1 to %d of them, at most %d in a row", width, height,
                BP_PIXEL_GRID_MAX, BP_PIXEL_WIDTH_MAX);
        return NULL;
    }
    bp_pixel_grid *grid = bp_alloc(bp_context_allocator(context), 1, sizeof *grid, error);
    if (!grid) return NULL;
    grid->width = width, grid->height = height;
    grid->cleared = (bp_rgba8){58, 64, 74, 255};
    return grid;
}

int bp_pixel_probed(const bp_pixel_grid *grid) {
    int column = (int)bp_clamp(grid->probe.x, 0, (float)(grid->width - 1)),
        row = (int)bp_clamp(grid->probe.y, 0, (float)(grid->height - 1));
    return row * grid->width + column;
}

bp_vec2 bp_pixel_sample(int sample) {
    return (bp_vec2){(float)bp_sample_x[sample] / 256, (float)bp_sample_y[sample] / 256};
}

/* The triangle that the probed pixel shows: the last one that it belongs to. */
static const bp_pixel_triangle *seen_at_probe(const bp_pixel_grid *grid) {
    unsigned owners = grid->owners[bp_pixel_probed(grid)];
    int last = 0;
    for (int i = 0; i < grid->triangle_count; i++)
        if (owners >> i & 1) last = i;
    return &grid->triangles[last];
}

/* u/w and v/w over 1/w, each mixed on the screen: Vulkan 1.3, "Basic Polygon Rasterization". */
static bp_vec2 texture_at(const bp_pixel_grid *grid, bp_vec2 point) {
    const bp_pixel_triangle *of = seen_at_probe(grid);
    float u = 0, v = 0, sum = 0;
    for (int i = 0; i < 3; i++) {
        float share = bp_edge_function(of->corner[(i + 1) % 3], of->corner[(i + 2) % 3], point);
        if (of->w[i] > 0) share /= of->w[i];
        u += share * of->u[i], v += share * of->v[i], sum += share;
    }
    return sum != 0 ? (bp_vec2){u / sum, v / sum} : (bp_vec2){0, 0};
}

/* ---- drawing ---- */

enum { SQUARE = 6 /* corners of two triangles */, TILES = 4 };

/* Corners of a triangle, or of a row of squares, three floats each, in pixels. */
typedef struct corners {
    float at[3 * SQUARE * BP_PIXEL_WIDTH_MAX];
    size_t count;
} corners;

/* Without a depth test the third number is w, by which the matrix of `draw` divides: so the first two are
 * multiplied by it. */
static void put(corners *to, float x, float y, float w) {
    float *at = to->at + 3 * to->count++;
    at[0] = x * w, at[1] = y * w, at[2] = w;
}

static void put_triangle(corners *to, const bp_pixel_triangle *triangle, bool without_w) {
    for (int i = 0; i < 3; i++)
        put(to, triangle->corner[i].x, triangle->corner[i].y,
            triangle->w[i] > 0 && !without_w ? triangle->w[i] : 1);
}

/* With one it is the depth. */
static void put_deep_triangle(corners *to, const bp_pixel_triangle *triangle) {
    for (int i = 0; i < 3; i++) {
        put(to, triangle->corner[i].x, triangle->corner[i].y, 1);
        to->at[3 * to->count - 1] = triangle->z[i];
    }
}

static void put_square(corners *to, int column, int row) {
    static const int X[SQUARE] = {0, 0, 1, 1, 0, 1}, Y[SQUARE] = {0, 1, 0, 0, 1, 1};
    for (int i = 0; i < SQUARE; i++) put(to, (float)(column + X[i]), (float)(row + Y[i]), 1);
}

static bp_pass pass_of(const bp_pixel_grid *grid) {
    return (bp_pass){.reference = true,
                     .samples = grid->samples,
                     .color = grid->resolve_encoded ? BP_COLOR_RAW : BP_COLOR_SRGB};
}

static bp_color_mode blending_of(const bp_pixel_grid *grid) {
    return grid->blend_encoded ? BP_COLOR_RAW : BP_COLOR_SRGB;
}

/* Records triangles, to be drawn over the pixels. */
static bool record(const bp_pixel_grid *grid, bp_raster *raster, const corners *from, const bp_draw *like,
                   bp_rgba8 *pixels, bp_error *error) {
    const bp_mat4 to_clip = {
        {2 / (float)grid->width, 0, 0, 0, 0, -2 / (float)grid->height, 0, 0, -1, 1, 0.5f, 1, 0, 0, 0, 0}};
    const bp_framebuffer picture = {
        .pixels = &pixels->r, .width = grid->width, .height = grid->height, .stride = grid->width};
    bp_draw triangles = *like;
    triangles.vertices.count = from->count, triangles.vertices.positions = from->at;
    triangles.transform = &to_clip;
    triangles.state.depth = BP_DEPTH_ALWAYS, triangles.state.no_depth_write = true;
    const bp_pass pass = pass_of(grid);
    return bp_raster_begin(raster, &picture, &pass, error) && bp_raster_draw(raster, &triangles, error);
}

static bool draw(const bp_pixel_grid *grid, bp_raster *raster, const corners *from, const bp_draw *like,
                 bp_rgba8 *pixels, bp_error *error) {
    return from->count == 0 ||
           (record(grid, raster, from, like, pixels, error) && bp_raster_end(raster, NULL, error));
}

/* Blends triangles of one colour over the pixels. */
static bool draw_color(const bp_pixel_grid *grid, bp_raster *raster, const corners *from, bp_rgba8 color,
                       bp_rgba8 *pixels, bp_error *error) {
    bp_rgba8 colors[SQUARE * BP_PIXEL_WIDTH_MAX];
    for (size_t i = 0; i < from->count; i++) colors[i] = color;
    const bp_draw like = {.vertices = {.colors8 = &colors->r},
                          .state = {.blend = true, .color = blending_of(grid)}};
    return draw(grid, raster, from, &like, pixels, error);
}

/* A triangle with v as a grey. */
static bool draw_v(const bp_pixel_grid *grid, bp_raster *raster, const corners *from,
                   const bp_pixel_triangle *triangle, bp_rgba8 *pixels, bp_error *error) {
    float colors[3][4];
    for (int i = 0; i < 3; i++)
        for (int c = 0; c < 4; c++) colors[i][c] = c < 3 ? triangle->v[i] : 1;
    const bp_draw like = {.vertices = {.colors = colors[0]}, .state = {.color = BP_COLOR_RAW}};
    return draw(grid, raster, from, &like, pixels, error);
}

/* Notes the texels that the probed pixel reads, if the triangle is seen there. */
static bool note_sample(bp_pixel_grid *grid, bp_raster *raster, const corners *from, const bp_draw *like,
                        bp_error *error) {
    const int probed = bp_pixel_probed(grid);
    bp_rgba8 pixels[BP_PIXEL_GRID_MAX];
    bp_pixel_history history;
    memcpy(pixels, grid->pixels, sizeof pixels);
    if (!record(grid, raster, from, like, pixels, error) ||
        !bp_raster_end_with_history(raster, probed % grid->width, probed / grid->width, &history, error))
        return false;
    for (size_t i = 0; i < history.count; i++)
        if (history.events[i].shading.texture_count > 0) grid->sample = history.events[i].shading.textures[0];
    bp_pixel_history_clear(NULL, &history);
    return true;
}

/* The grid's texture, or that of tiles. */
static bp_texture *make_texture(const bp_pixel_grid *grid, bp_error *error) {
    static const bp_rgba8 LIGHT_TILE = {236, 224, 196, 255}, DARK_TILE = {166, 74, 42, 255};
    const bool tiles = grid->paint == BP_PAINT_TILES;
    const int size = tiles ? TILES : grid->texture_size;
    bp_rgba8 texels[TILES * TILES];
    for (int i = 0; i < TILES * TILES; i++) texels[i] = (i + i / TILES) % 2 ? DARK_TILE : LIGHT_TILE;
    const bp_texture_options options = {
        .pixels = tiles ? &texels->r : &grid->texels->r, .width = size, .height = size};
    return bp_texture_create(NULL, &options, error);
}

static bool draw_texture(bp_pixel_grid *grid, bp_raster *raster, const corners *from,
                         const bp_pixel_triangle *triangle, bp_rgba8 *pixels, bp_error *error) {
    float uvs[3][2];
    for (int i = 0; i < 3; i++) uvs[i][0] = triangle->u[i], uvs[i][1] = triangle->v[i];
    bp_texture *texture = make_texture(grid, error);
    const bp_draw like = {
        .vertices = {.uvs = uvs[0]},
        .material = {.texture = texture,
                     .filter = grid->paint == BP_PAINT_TILES ? BP_FILTER_NEAREST : grid->filter}};
    bool ok = texture && draw(grid, raster, from, &like, pixels, error) &&
              note_sample(grid, raster, from, &like, error);
    bp_texture_destroy(texture);
    return ok;
}

static bp_rect level_at(const bp_pixel_grid *grid, int level) {
    const int size = grid->texture_size >> level, all = grid->texture_size;
    return (bp_rect){level > 0 ? all : 0, level > 1 ? all - 2 * size : 0, size, size};
}

/* Each level, as a square that is as many pixels wide as the level has texels: so the rasterizer reads that
 * level alone, and texels at their centres. */
static bool draw_levels(bp_pixel_grid *grid, bp_raster *raster, bp_error *error) {
    bp_texture *texture = make_texture(grid, error);
    static const float UVS[SQUARE][2] = {{0, 0}, {0, 1}, {1, 0}, {1, 0}, {0, 1}, {1, 1}};
    const bp_draw like = {.vertices = {.uvs = UVS[0]},
                          .material = {.texture = texture, .filter = BP_FILTER_TRILINEAR}};
    bool ok = texture != NULL;
    for (int level = 0; ok && grid->texture_size >> level > 0; level++) {
        const bp_rect at = level_at(grid, level);
        corners from = {.count = 0};
        for (int i = 0; i < SQUARE; i++)
            put(&from, (float)at.x + UVS[i][0] * (float)at.width, (float)at.y + UVS[i][1] * (float)at.height,
                1);
        for (int i = 0; i < grid->width * grid->height; i++)
            grid->owners[i] |= (uint8_t)(i % grid->width >= at.x && i % grid->width < at.x + at.width &&
                                         i / grid->width >= at.y && i / grid->width < at.y + at.height);
        ok = draw(grid, raster, &from, &like, grid->pixels, error);
    }
    bp_texture_destroy(texture);
    return ok;
}

/* The triangle alone, by the rasterizer: sets its bit in each pixel whose centre it covers. */
static bool count_right(bp_pixel_grid *grid, bp_raster *raster, int triangle, bp_error *error) {
    bp_rgba8 alone[BP_PIXEL_GRID_MAX] = {{0, 0, 0, 0}};
    const bp_pixel_grid centers = {.width = grid->width, .height = grid->height};
    corners from = {.count = 0};
    put_triangle(&from, &grid->triangles[triangle], false);
    if (!draw_color(&centers, raster, &from, (bp_rgba8){255, 255, 255, 255}, alone, error)) return false;
    for (int i = 0; i < grid->width * grid->height; i++)
        grid->right[i] |= (uint8_t)((alone[i].r > 0) << triangle);
    return true;
}

static bool is_right(const bp_pixel_grid *grid) { return grid->rule == BP_FILL_TOP_LEFT && !grid->unsnapped; }

/* The squares of the pixels in a row that the triangle covers by a wrong rule; sets its bit in each. */
static void cover_wrong(bp_pixel_grid *grid, int triangle, int row, corners *to) {
    for (int column = 0; column < grid->width; column++) {
        if (!bp_plain_grid_covers(grid, triangle, column, row)) continue;
        put_square(to, column, row);
        grid->owners[row * grid->width + column] |= (uint8_t)(1u << triangle);
    }
}

static bool draw_wrong(bp_pixel_grid *grid, bp_raster *raster, int i, bp_error *error) {
    for (int row = 0; row < grid->height; row++) {
        corners from = {.count = 0};
        cover_wrong(grid, i, row, &from);
        if (!draw_color(grid, raster, &from, grid->triangles[i].color, grid->pixels, error)) return false;
    }
    return true;
}

/* All triangles in one pass, which keeps the depth of each pixel. */
static bool draw_by_depth(bp_pixel_grid *grid, bp_raster *raster, bp_error *error) {
    const bp_mat4 to_clip = {
        {2 / (float)grid->width, 0, 0, 0, 0, -2 / (float)grid->height, 0, 0, 0, 0, 1, 0, -1, 1, 0, 1}};
    const bp_framebuffer picture = {.pixels = &grid->pixels->r,
                                    .depth = grid->depth,
                                    .width = grid->width,
                                    .height = grid->height,
                                    .stride = grid->width};
    corners from[BP_PIXEL_TRIANGLE_MAX];
    bp_rgba8 colors[BP_PIXEL_TRIANGLE_MAX][3];
    const bp_pass pass = pass_of(grid);
    for (int i = 0; i < grid->width * grid->height; i++) grid->depth[i] = 1;
    bool ok = bp_raster_begin(raster, &picture, &pass, error);
    for (int i = 0; ok && i < grid->triangle_count; i++) {
        from[i].count = 0;
        put_deep_triangle(&from[i], &grid->triangles[i]);
        for (int k = 0; k < 3; k++) colors[i][k] = grid->triangles[i].color;
        const bp_draw triangle = {.vertices = {.count = 3, .positions = from[i].at, .colors8 = &colors[i]->r},
                                  .transform = &to_clip,
                                  .state = {.blend = true,
                                            .color = blending_of(grid),
                                            .depth = grid->nearer_only ? BP_DEPTH_LESS : BP_DEPTH_LESS_EQUAL,
                                            .depth_bias = grid->triangles[i].bias}};
        ok = bp_raster_draw(raster, &triangle, error);
    }
    return ok && bp_raster_end(raster, NULL, error);
}

static bool draw_triangle(bp_pixel_grid *grid, bp_raster *raster, int i, bp_error *error) {
    const bp_pixel_triangle *triangle = &grid->triangles[i];
    corners from = {.count = 0};
    if (!is_right(grid)) return draw_wrong(grid, raster, i, error);
    put_triangle(&from, triangle, grid->without_w);
    if (grid->paint == BP_PAINT_COLOR)
        return draw_color(grid, raster, &from, triangle->color, grid->pixels, error);
    if (grid->paint == BP_PAINT_V) return draw_v(grid, raster, &from, triangle, grid->pixels, error);
    return draw_texture(grid, raster, &from, triangle, grid->pixels, error);
}

bool bp_pixel_grid_draw(bp_pixel_grid *grid, bp_raster *raster, bp_error *error) {
    memset(grid->owners, 0, sizeof grid->owners);
    memset(grid->right, 0, sizeof grid->right);
    grid->sample = (bp_texture_step){0};
    for (int i = 0; i < grid->width * grid->height; i++) grid->pixels[i] = grid->cleared;
    if (grid->paint == BP_PAINT_LEVELS) return draw_levels(grid, raster, error);
    const bool deep = grid->depth_test && is_right(grid);
    for (int i = 0; i < grid->triangle_count; i++)
        if (!count_right(grid, raster, i, error) || (!deep && !draw_triangle(grid, raster, i, error)))
            return false;
    if (deep && !draw_by_depth(grid, raster, error)) return false;
    if (is_right(grid)) memcpy(grid->owners, grid->right, sizeof grid->owners);
    return true;
}

/* ---- showing ---- */

enum { CORNERS = 4 };              /* of a quad of the mesh */
static const float LAYER = 0.002f; /* metres from what is drawn to what is drawn over it */
static const float GAP = 0.04f, DOT = 0.16f, DOT_INSIDE = 0.09f, RIM = 0.13f, LINE = 0.055f, PROBE = 0.11f,
                   SAMPLE = 1.6f, MARGIN = 0.5f, FOOTPRINT = 0.07f; /* pixels */
static const bp_vec2 CENTER = {0.5f, 0.5f};
static const bp_rgba8 DARK = {16, 18, 22, 255}, LIGHT = {244, 246, 250, 255}, PALE = {170, 178, 190, 255},
                      PLATE = {36, 40, 48, 255}, GREY = {92, 98, 108, 255}, PROBE_COLOR = {255, 92, 148, 255};

static bool has_dots(const bp_pixel_grid *grid) { return grid->width * grid->height <= BP_PIXEL_DOTS_MAX; }

static size_t quad_count(const bp_pixel_grid *grid) {
    const int pixels = grid->width * grid->height, dots = 2 * BP_PIXEL_SAMPLES;
    return (size_t)(1 + pixels * (has_dots(grid) ? 1 + dots : 1) + 3 * EDGE_QUADS * BP_PIXEL_TRIANGLE_MAX +
                    PROBE_QUADS + READER_QUADS + BP_DRAWING_QUADS);
}

bp_mesh *bp_pixel_grid_mesh(const bp_context *context, const bp_pixel_grid *grid, bp_error *error) {
    return bp_flat_mesh_create(context, "pixels", quad_count(grid), error);
}

/* Where quads of the mesh are written. */
typedef struct quads {
    const bp_pixel_grid *grid;
    bp_flat_quads flat;
} quads;

float bp_pixel_grid_size(const bp_pixel_grid *grid) {
    return grid->zoom > 0 ? grid->zoom * BP_PIXEL_SIZE : BP_PIXEL_SIZE;
}

bp_vec3 bp_pixel_grid_to_world(const bp_pixel_grid *grid, float x, float y, float height) {
    const float size = bp_pixel_grid_size(grid);
    return (bp_vec3){(x - (float)grid->width / 2) * size, ((float)grid->height / 2 - y) * size, height};
}

/* A square around a point of pixel `i`; in pixels. */
static void put_box(quads *to, int i, bp_vec2 at, float size, float height, bp_rgba8 color) {
    float x = (float)(i % to->grid->width) + at.x, y = (float)(i / to->grid->width) + at.y, half = size / 2;
    const bp_vec3 corner[CORNERS] = {bp_pixel_grid_to_world(to->grid, x - half, y + half, height),
                                     bp_pixel_grid_to_world(to->grid, x + half, y + half, height),
                                     bp_pixel_grid_to_world(to->grid, x + half, y - half, height),
                                     bp_pixel_grid_to_world(to->grid, x - half, y - half, height)};
    bp_flat_quad(&to->flat, corner, color);
}

static void put_line(quads *to, bp_vec2 a, bp_vec2 b, float width, float height, bp_rgba8 color) {
    const bp_vec3 from = bp_pixel_grid_to_world(to->grid, a.x, a.y, height),
                  end = bp_pixel_grid_to_world(to->grid, b.x, b.y, height);
    float dx = end.x - from.x, dy = end.y - from.y, length = sqrtf(dx * dx + dy * dy);
    if (!(length > 0)) length = 1;
    width *= BP_PIXEL_SIZE;
    const bp_vec3 left = {-dy / length * width / 2, dx / length * width / 2, 0};
    const bp_vec3 corner[CORNERS] = {bp_vec3_sub(from, left), bp_vec3_sub(end, left), bp_vec3_add(end, left),
                                     bp_vec3_add(from, left)};
    bp_flat_quad(&to->flat, corner, color);
}

/* Corners may be far away: only what lies in the grid or at most `MARGIN` pixels beside it is shown. */
static void put_outlines(quads *to, float width, float height, bp_rgba8 color) {
    const bp_vec2 low = {-MARGIN, -MARGIN},
                  high = {(float)to->grid->width + MARGIN, (float)to->grid->height + MARGIN};
    for (int i = 0; i < to->grid->triangle_count && !to->grid->no_outlines; i++)
        for (int k = 0; k < 3; k++) {
            const bp_vec2 *corner = to->grid->triangles[i].corner;
            bp_vec2 a = corner[k], b = corner[(k + 1) % 3];
            if (!(to->grid->triangles[i].unlined >> k & 1) && bp_segment_cut(low, high, &a, &b))
                put_line(to, a, b, width, height, color);
        }
}

static void put_outline(quads *to, const bp_vec2 corner[4], float width, float height, bp_rgba8 color) {
    for (int i = 0; i < 4; i++) {
        put_line(to, corner[i], corner[(i + 1) % 4], width, height, color);
        put_box(to, 0, corner[i], width * BP_PIXEL_SIZE / bp_pixel_grid_size(to->grid), height, color);
    }
}

static void put_probe(quads *to, float x, float y) {
    const bp_vec2 corner[] = {{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}};
    put_outline(to, corner, PROBE, 2 * LAYER, PROBE_COLOR);
}

/* On the texture: the texels that the reader's probed pixel read, and the pixel's outline. */
static void put_reader(quads *to, const bp_pixel_grid *reader) {
    const bp_texture_step *sample = &reader->sample;
    const float size = (float)to->grid->texture_size;
    const int probed = bp_pixel_probed(reader);
    const float x = (float)(probed % reader->width), y = (float)(probed / reader->width);
    const bp_vec2 pixel[] = {{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}};
    const bp_vec2 whole = {floorf(sample->uv[0]), floorf(sample->uv[1])}; /* of a texture that repeats */
    bp_vec2 corner[4];
    for (int i = 0; i < sample->texel_count; i++) {
        const bp_rect level = level_at(to->grid, sample->texels[i].level);
        if (sample->texels[i].weight > 0)
            put_probe(to, (float)(level.x + sample->texels[i].x), (float)(level.y + sample->texels[i].y));
    }
    for (int i = 0; i < 4; i++) {
        const bp_vec2 uv = bp_vec2_sub(texture_at(reader, pixel[i]), whole);
        corner[i] = (bp_vec2){bp_clamp(uv.x, 0, 1) * size, bp_clamp(uv.y, 0, 1) * size};
    }
    if (reader->filter != BP_FILTER_BILINEAR) { /* a lesson draws its weights there */
        put_outline(to, corner, 2 * RIM, 6 * LAYER, DARK);
        put_outline(to, corner, FOOTPRINT, 7 * LAYER, LIGHT);
    }
}

/* Rim and middle. On a pixel as dark as the dot its rim still shows. */
static void put_dot(quads *to, int i, bp_vec2 at, float size, bp_rgba8 rim, bp_rgba8 middle) {
    put_box(to, i, at, DOT * size, 4 * LAYER, rim);
    put_box(to, i, at, DOT_INSIDE * size, 5 * LAYER, middle);
}

static void put_dots(quads *to, int i) {
    const bp_pixel_grid *grid = to->grid;
    const float at = grid->rule == BP_FILL_PIXEL_CORNER ? grid->tested : 0.5f;
    if (!grid->show_samples) put_dot(to, i, (bp_vec2){at, at}, 1, DARK, grid->owners[i] ? DARK : PALE);
    for (int s = 0; s < BP_PIXEL_SAMPLES && grid->show_samples; s++) {
        const bool covered = grid->covered_samples[i] >> s & 1;
        put_dot(to, i, bp_pixel_sample(s), SAMPLE, PALE, covered ? LIGHT : DARK);
    }
}

/* Squares, outlines, the mark, and over them the dots: dark if a triangle covers the point, else pale; a
 * covered sample is white, the others dark. */
void bp_pixel_grid_show(bp_world *world, int stage) {
    const bp_pixel_grid *grid = bp_grid_of(&world->stages[stage]);
    quads to = {.grid = grid, .flat = {.mesh = world->stages[stage].mesh}};
    const int count = grid->width * grid->height, probed = bp_pixel_probed(grid);
    const float high = (float)grid->height, middle = high / 2;
    if (grid->paint != BP_PAINT_LEVELS) /* what shows between the squares */
        put_line(&to, (bp_vec2){0, middle}, (bp_vec2){(float)grid->width, middle},
                 high * bp_pixel_grid_size(grid) / BP_PIXEL_SIZE, -LAYER, grid->no_dots ? GREY : PLATE);
    for (int i = 0; i < count; i++)
        if (grid->paint != BP_PAINT_LEVELS || grid->owners[i])
            put_box(&to, i, CENTER, has_dots(grid) ? 1 - GAP : 1, 0, grid->pixels[i]);
    put_outlines(&to, RIM, LAYER, DARK);
    if (grid->show_probe) put_probe(&to, (float)(probed % grid->width), (float)(probed / grid->width));
    if (grid->reader && grid->reader->sample.texel_count > 0) put_reader(&to, grid->reader);
    put_outlines(&to, LINE, 3 * LAYER, LIGHT);
    const bool dots = has_dots(grid) && !grid->no_dots && grid->paint != BP_PAINT_LEVELS;
    for (int i = 0; i < count; i++)
        if (dots || (grid->show_samples && i == probed)) put_dots(&to, i);
    bp_drawing_fill(world, stage, grid->draw, &to.flat);
    bp_flat_finish(&to.flat);
}
