/* The crowd's surroundings: a sky that brightens towards the horizon, a round floor of slabs that fade into
 * it, and a soft blob shadow under each character. Sky and floor cover most pixels, so they use the cheapest
 * method: vertex colours, interpolated as encoded, with no texture and no blending. */
#include "app/screens/crowd/crowd_private.h"
#include <string.h>

enum { SLABS = 96, BLOB_SIDE = 32 };

typedef struct ground_colors {
    bp_rgba8 zenith, horizon, slabs[2];
    float shadow; /* opacity */
} ground_colors;

static const ground_colors DARK = {
    {14, 17, 26, 255}, {58, 66, 84, 255}, {{94, 100, 112, 255}, {84, 90, 101, 255}}, 0.5f};
static const ground_colors LIGHT = {
    {126, 162, 206, 255}, {232, 236, 240, 255}, {{205, 205, 202, 255}, {190, 190, 188, 255}}, 0.32f};

/* The opacity falls off from the middle as (1 - r^2)^2. */
static void paint_blob(bp_rgba8 *pixels) {
    for (int y = 0; y < BLOB_SIDE; y++)
        for (int x = 0; x < BLOB_SIDE; x++) {
            float u = ((float)x + 0.5f) / BLOB_SIDE * 2 - 1, v = ((float)y + 0.5f) / BLOB_SIDE * 2 - 1;
            float inside = 1 - u * u - v * v;
            float alpha = inside > 0 ? inside * inside : 0;
            pixels[y * BLOB_SIDE + x] = (bp_rgba8){255, 255, 255, (uint8_t)(255 * alpha + 0.5f)};
        }
}

static bp_texture *make_blob(const bp_crowd *crowd, bp_error *error) {
    bp_rgba8 pixels[BLOB_SIDE * BLOB_SIDE];
    paint_blob(pixels);
    const bp_texture_options options = {.pixels = &pixels->r, .width = BLOB_SIDE, .height = BLOB_SIDE};
    return bp_texture_create(crowd->context, &options, error);
}

/* A square grid of slabs over -1..1, with four vertices each. */
static bp_mesh *make_floor(const bp_crowd *crowd, bp_error *error) {
    const bp_mesh_options options = {.name = "floor",
                                     .vertex_count = (size_t)SLABS * SLABS * 4,
                                     .index_count = (size_t)SLABS * SLABS * 6,
                                     .attributes = BP_MESH_COLORS};
    bp_mesh *mesh = bp_mesh_create(&crowd->allocator, &options, error);
    if (!mesh) return NULL;
    uint32_t at = 0, *index = mesh->indices;
    for (int z = 0; z < SLABS; z++)
        for (int x = 0; x < SLABS; x++, at += 4) {
            for (int k = 0; k < 4; k++)
                mesh->positions[at + (uint32_t)k] = (bp_vec3){2.0f * (float)(x + (k & 1)) / SLABS - 1, 0,
                                                              2.0f * (float)(z + k / 2) / SLABS - 1};
            const uint32_t two[6] = {at, at + 2, at + 3, at, at + 3, at + 1};
            memcpy(index, two, sizeof two);
            index += 6;
        }
    return mesh;
}

static uint8_t mixed(uint8_t a, uint8_t b, float t) {
    return (uint8_t)((float)a + ((float)b - (float)a) * t + 0.5f);
}

/* Slabs fade to the horizon's colour at radius 1. */
static void color_floor(bp_mesh *floor, const ground_colors *colors) {
    for (size_t i = 0; i < floor->vertex_count; i++) {
        size_t slab = i / 4, odd = (slab / SLABS + slab % SLABS) & 1;
        bp_rgba8 near = colors->slabs[odd], far = colors->horizon;
        float radius = bp_vec3_length(floor->positions[i]);
        float gone = radius < 0.25f ? 0 : radius > 1 ? 1 : (radius - 0.25f) / 0.75f;
        gone = 1 - (1 - gone) * (1 - gone);
        floor->colors[i] = (bp_rgba8){mixed(near.r, far.r, gone), mixed(near.g, far.g, gone),
                                      mixed(near.b, far.b, gone), 255};
    }
}

bool bp_crowd_ground_create(bp_crowd *crowd, bp_error *error) {
    crowd_ground *g = &crowd->ground;
    if ((g->floor = make_floor(crowd, error))) g->blob = make_blob(crowd, error);
    return g->blob != NULL;
}

void bp_crowd_ground_destroy(bp_crowd *crowd) {
    crowd_ground *g = &crowd->ground;
    bp_mesh_destroy(g->floor);
    bp_texture_destroy(g->blob);
    bp_free(&crowd->allocator, g->shadows);
    bp_free(&crowd->allocator, g->shadow_uvs);
    bp_free(&crowd->allocator, g->shadow_indices);
}

/* One colour below the horizon, and a gradient to the zenith above. The horizon's height on the screen is the
 * projection of a far point ahead at eye height. */
static bool draw_sky(crowd_ground *g, const bp_crowd_settings *settings, const ground_colors *colors,
                     const bp_mat4 *transform, bp_raster *raster, bp_error *error) {
    static const uint16_t order[12] = {0, 1, 3, 0, 3, 2, 2, 3, 5, 2, 5, 4};
    const bp_camera *camera = &settings->camera;
    const float *m = transform->m;
    bp_vec3 way = bp_vec3_sub(camera->target, camera->eye);
    way.y = 0;
    bp_vec3 far = bp_vec3_add(camera->eye, bp_vec3_scale(bp_vec3_normalize(way), 1e5f));
    float y = far.x * m[1] + far.y * m[5] + far.z * m[9] + m[13];
    float w = far.x * m[3] + far.y * m[7] + far.z * m[11] + m[15];
    float line = w > 0 ? bp_clamp(y / w, -3, 3) : 3;
    const float heights[3] = {line, line + 1.6f, 5};
    for (int i = 0; i < 6; i++) {
        g->sky[i] = (bp_vec3){i & 1 ? 1.0f : -1.0f, heights[i / 2], 1};
        g->sky_colors[i] = i < 2 ? colors->horizon : colors->zenith;
    }
    const bp_draw draw = {.vertices = {.count = 6, .positions = &g->sky->x, .colors8 = &g->sky_colors->r},
                          .indices = {.u16 = order, .count = 12},
                          .state = {.color = BP_COLOR_RAW, .depth = BP_DEPTH_ALWAYS, .no_depth_write = true}};
    bp_clear clear = {.color = {colors->horizon.r, colors->horizon.g, colors->horizon.b, 255}};
    return bp_raster_clear(raster, &clear, error) && bp_raster_draw(raster, &draw, error);
}

static bool draw_floor(bp_crowd *crowd, const bp_crowd_settings *settings, const ground_colors *colors,
                       const bp_mat4 *transform, bp_raster *raster, bp_error *error) {
    crowd_ground *g = &crowd->ground;
    float radius = 2.2f * bp_crowd_radius(settings->count, crowd->height) + 18 * crowd->height;
    if (g->colors != colors) color_floor(g->floor, colors);
    g->colors = colors;
    bp_mat4 larger = bp_mat4_mul(bp_mat4_scaling((bp_vec3){radius, 1, radius}), *transform);
    const bp_draw draw = {.vertices = {.count = g->floor->vertex_count,
                                       .positions = &g->floor->positions->x,
                                       .colors8 = &g->floor->colors->r},
                          .indices = {.u32 = g->floor->indices, .count = g->floor->index_count},
                          .transform = &larger,
                          .state = {.color = BP_COLOR_RAW, .no_depth_write = true}};
    return bp_raster_draw(raster, &draw, error);
}

static bool reserve(bp_crowd *crowd, size_t count, bp_error *error) {
    crowd_ground *g = &crowd->ground;
    if (count <= g->capacity) return true;
    bp_free(&crowd->allocator, g->shadows);
    bp_free(&crowd->allocator, g->shadow_uvs);
    bp_free(&crowd->allocator, g->shadow_indices);
    g->shadows = NULL, g->shadow_uvs = NULL, g->shadow_indices = NULL;
    g->capacity = 0;
    count += count / 4;
    if (!(g->shadows = bp_alloc(&crowd->allocator, 4 * count, sizeof *g->shadows, error)) ||
        !(g->shadow_uvs = bp_alloc(&crowd->allocator, 4 * count, sizeof *g->shadow_uvs, error)) ||
        !(g->shadow_indices = bp_alloc(&crowd->allocator, 6 * count, sizeof *g->shadow_indices, error)))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t at = 4 * i, two[6] = {at, at + 2, at + 3, at, at + 3, at + 1};
        memcpy(g->shadow_indices + 6 * i, two, sizeof two);
        for (uint32_t k = 0; k < 4; k++) g->shadow_uvs[at + k] = (bp_vec2){(float)(k & 1), (float)(k / 2)};
    }
    g->capacity = count;
    return true;
}

/* Shifted away from the sun, a little to the right and to the back. */
static bool draw_shadows(bp_crowd *crowd, const ground_colors *colors, const bp_mat4 *transform, size_t count,
                         bp_raster *raster, bp_error *error) {
    crowd_ground *g = &crowd->ground;
    if (count == 0) return true;
    if (!reserve(crowd, count, error)) return false;
    float half = 0.30f * crowd->height;
    for (size_t i = 0; i < count; i++) {
        bp_vec3 at = bp_mat4_position(crowd->instances[i].world);
        at = bp_vec3_add(at, (bp_vec3){0.06f * crowd->height, 0, -0.06f * crowd->height});
        for (size_t k = 0; k < 4; k++)
            g->shadows[4 * i + k] =
                (bp_vec3){at.x + (k & 1 ? half : -half), 0, at.z + (k & 2 ? half : -half)};
    }
    const bp_draw draw = {
        .vertices = {.count = 4 * count, .positions = &g->shadows->x, .uvs = &g->shadow_uvs->x},
        .indices = {.u32 = g->shadow_indices, .count = 6 * count},
        .transform = transform,
        .material = {.base_color = {0, 0, 0, colors->shadow},
                     .texture = g->blob,
                     .filter = BP_FILTER_TRILINEAR,
                     .wrap_u = BP_WRAP_CLAMP,
                     .wrap_v = BP_WRAP_CLAMP},
        .state = {.color = BP_COLOR_RAW, .blend = true, .no_depth_write = true}};
    return bp_raster_draw(raster, &draw, error);
}

bool bp_crowd_ground_draw(bp_crowd *crowd, const bp_crowd_settings *settings, const bp_mat4 *transform,
                          size_t count, bp_raster *raster, bp_error *error) {
    const ground_colors *colors = settings->light ? &LIGHT : &DARK;
    return draw_sky(&crowd->ground, settings, colors, transform, raster, error) &&
           draw_floor(crowd, settings, colors, transform, raster, error) &&
           draw_shadows(crowd, colors, transform, count, raster, error);
}
