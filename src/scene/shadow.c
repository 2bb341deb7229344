/* A figure's shadow on level ground, as of light from all of the sky: dark and sharp where the figure touches
 * the ground, soft and faint below what is high above it. It doesn't depend on the camera.
 *
 * The figure is drawn from below into a small depth buffer, so each texel has the height of the lowest
 * surface above it. Heights become two maps of darkness, for what is near the ground and for the rest. Both
 * are blurred, and together they are the alpha of a texture, drawn on a rectangle of the ground. */
#include "scene/shadow.h"
#include "mesh/editing.h"
#include "scene/explain.h"
#include "scene/figure.h"

enum {
    SIDE = 96, /* texels */
    TEXELS = SIDE * SIDE,
    BLURS = 3,
    SOFT = 3, /* radii of the two maps' blurs */
    SHARP = 1,
    MARGIN = BLURS * SOFT + 1, /* texels at each side that the figure itself leaves free */
    DARKEST = 4095             /* of a map: its sums fit in 32 bits */
};

/* In radii of the figure: half of the texture's side, the height from which nothing casts a shadow, the
 * height from which nothing casts the sharp one, and how far below the ground the depth buffer begins. */
static const float HALF = 1.4f, HIGH = 1.1f, LOW = 0.18f, UNDER = 0.25f;
static const float SOFT_DARK = 0.62f, SHARP_DARK = 0.75f; /* opacities at the ground */
static const float REACH = 2; /* radii from the figure's centre: what reaches farther is no part of it */
static const float NEARER = -2e-5f; /* depth by which the shadow lies over a file's own ground */

struct bp_shadow {
    const bp_context *context;
    bp_raster *raster;      /* owned: the pictures' own keep their tiles */
    bp_framebuffer heights; /* owned; only its depth counts */
    bp_texture *texture;    /* owned; NULL: no shadow */
    bp_vec3 corners[4];
    bp_vec2 uvs[4];
    uint32_t soft[TEXELS], sharp[TEXELS], scratch[TEXELS];
    bp_rgba8 colors[TEXELS];
};

/* The square of ground that the texture covers, with the ground's height as y. */
typedef struct ground {
    bp_vec3 center;
    float half, radius; /* the figure's radius */
} ground;

static float larger(float a, float b) { return a > b ? a : b; }

bp_shadow *bp_shadow_create(const bp_context *context, bp_error *error) {
    bp_shadow *shadow = bp_alloc(bp_context_allocator(context), 1, sizeof *shadow, error);
    if (!shadow) return NULL;
    shadow->context = context;
    shadow->raster = bp_raster_create(context, error);
    if (shadow->raster && bp_framebuffer_create(context, SIDE, SIDE, &shadow->heights, error)) return shadow;
    bp_shadow_destroy(shadow);
    return NULL;
}

void bp_shadow_destroy(bp_shadow *shadow) {
    if (!shadow) return;
    bp_texture_destroy(shadow->texture);
    bp_raster_destroy(shadow->raster);
    bp_framebuffer_destroy(shadow->context, &shadow->heights);
    bp_free(bp_context_allocator(shadow->context), shadow);
}

/* Whether a part has triangles and belongs to the figure: one that isn't skinned and reaches far beyond it is
 * the ground, or a sky. `posed` may be NULL. */
static bool casts(const bp_figure *figure, size_t index, bp_bounds bounds, bp_bounds *posed) {
    const bp_figure_part *part = bp_figure_part_at(figure, index);
    if (!posed && part->skeleton) return part->mesh->index_count > 0;
    bp_bounds local = bp_figure_part_bounds(figure, index);
    if (part->mesh->index_count == 0 || bp_bounds_is_empty(local)) return false;
    bp_bounds at = bp_bounds_transform(local, bp_figure_world(figure));
    float reach = bp_vec3_distance(bp_bounds_center(at), bp_bounds_center(bounds)) + bp_bounds_radius(at);
    if (posed) *posed = at;
    return part->skeleton || reach <= REACH * bp_bounds_radius(bounds);
}

/* Draws a part's depth. Colours are written because the kernels are faster with them; texels that are cut out
 * of the part, or transparent, are left. */
static bool draw_part(bp_raster *raster, const bp_figure *figure, size_t index, const bp_mat4 *transform,
                      bp_error *error) {
    const bp_figure_part *part = bp_figure_part_at(figure, index);
    const bp_mesh *mesh = part->mesh;
    const bp_material *material = part->material;
    bp_draw draw = {.vertices = bp_figure_vertices(figure, index),
                    .indices = {.u32 = mesh->indices, .count = mesh->index_count},
                    .transform = transform};
    if (material && material->alpha_mode != BP_ALPHA_OPAQUE) {
        const bp_vec2 *uvs = part->uvs ? part->uvs : mesh->uv[material->texture.uv_set & 1];
        if (uvs) draw.vertices.uvs = &uvs->x;
        bp_scene_set_material(&draw, part);
        if (material->alpha_mode == BP_ALPHA_BLEND) draw.material.alpha_cutoff = 0.5f;
    }
    draw.state = (bp_draw_state){.color = draw.material.texture ? BP_COLOR_SRGB : BP_COLOR_RAW};
    return bp_raster_draw(raster, &draw, error);
}

/* Finds the ground under all that casts a shadow. False: nothing does. */
static bool find_ground(const bp_figure *figure, bp_bounds bounds, ground *out) {
    bp_bounds all = bp_bounds_empty(), posed;
    for (size_t i = 0; i < bp_figure_part_count(figure); i++)
        if (casts(figure, i, bounds, &posed)) all = bp_bounds_union(all, posed);
    out->radius = bp_bounds_radius(bounds);
    if (bp_bounds_is_empty(all) || !(out->radius > 0)) return false;
    float wide = larger(all.hi.x - all.lo.x, all.hi.z - all.lo.z);
    out->half = larger(HALF * out->radius, 0.5f * wide * SIDE / (SIDE - 2 * MARGIN));
    /* Whole texels: what stands still keeps its pixels while something else moves. */
    float texel = 2 * out->half / SIDE;
    bp_vec3 center = bp_bounds_center(all);
    out->center = (bp_vec3){floorf(center.x / texel) * texel, bounds.lo.y, floorf(center.z / texel) * texel};
    return bp_is_finite(out->half) && bp_is_finite(bp_vec3_dot(out->center, out->center));
}

static bool draw_heights(bp_shadow *shadow, const bp_figure *figure, bp_bounds bounds, const ground *at,
                         bp_error *error) {
    bp_raster *raster = shadow->raster;
    /* x and z become -1..1, and y the depth. */
    float scale = 1 / at->half, deep = 1 / ((UNDER + HIGH) * at->radius);
    bp_mat4 down = {{scale, 0, 0, 0, 0, 0, deep, 0, 0, -scale, 0, 0, -at->center.x * scale,
                     at->center.z * scale, (UNDER * at->radius - at->center.y) * deep, 1}};
    bp_mat4 transform = bp_mat4_mul(bp_figure_world(figure), down);
    if (!bp_raster_begin(raster, &shadow->heights, &(bp_pass){.within_limit = true}, error) ||
        !bp_raster_clear(raster, &(bp_clear){0}, error))
        return false;
    for (size_t i = 0; i < bp_figure_part_count(figure); i++)
        if (casts(figure, i, bounds, NULL) && !draw_part(raster, figure, i, &transform, error)) return false;
    return bp_raster_end(raster, NULL, error);
}

/* Squared, because what is higher hides less of the sky. */
static void read_heights(bp_shadow *shadow) {
    for (int i = 0; i < TEXELS; i++) {
        float depth = shadow->heights.depth[i];
        float height = larger(depth * (UNDER + HIGH) - UNDER, 0); /* in radii */
        float soft = larger(1 - height / HIGH, 0), sharp = larger(1 - height / LOW, 0);
        shadow->soft[i] = (uint32_t)(DARKEST * soft * soft + 0.5f);
        shadow->sharp[i] = (uint32_t)(DARKEST * sharp * sharp + 0.5f);
    }
}

/* Each texel becomes the sum of those that are at most `radius` steps of `stride` away. Rows follow each
 * other, and the margins are empty, so sums may run over a row's end. */
static void sum_along(const uint32_t *from, uint32_t *to, int radius, int stride) {
    const int ahead = radius * stride, behind = ahead + stride;
    for (int i = behind; i < TEXELS - ahead; i++) to[i] = to[i - stride] + from[i + ahead] - from[i - behind];
}

static void blur(uint32_t *map, uint32_t *scratch, int radius) {
    for (int i = 0; i < BLURS; i++) {
        sum_along(map, scratch, radius, 1);
        sum_along(scratch, map, radius, SIDE);
    }
}

/* The largest sum that blur makes of DARKEST. */
static float darkest_sum(int radius) {
    float sum = DARKEST;
    for (int i = 0; i < 2 * BLURS; i++) sum *= (float)(2 * radius + 1);
    return sum;
}

/* Sets the rectangle that holds all dark texels. False: there are none. */
static bool make_colors(bp_shadow *shadow, const ground *at) {
    const float soft = SOFT_DARK / darkest_sum(SOFT), sharp = SHARP_DARK / darkest_sum(SHARP);
    int lo[2] = {SIDE, SIDE}, hi[2] = {-1, -1};
    for (int i = 0; i < TEXELS; i++) {
        float light = (1 - soft * (float)shadow->soft[i]) * (1 - sharp * (float)shadow->sharp[i]);
        shadow->colors[i].a = (uint8_t)(255 * (1 - light) + 0.5f);
        if (shadow->colors[i].a < 2) continue; /* less than a step of a pixel's brightness */
        const int texel[2] = {i % SIDE, i / SIDE};
        for (int k = 0; k < 2; k++) {
            if (texel[k] < lo[k]) lo[k] = texel[k];
            if (texel[k] > hi[k]) hi[k] = texel[k];
        }
    }
    for (int i = 0; i < 4; i++) {
        float u = (float)(i == 0 || i == 3 ? lo[0] : hi[0] + 1) / SIDE;
        float v = (float)(i < 2 ? lo[1] : hi[1] + 1) / SIDE;
        shadow->uvs[i] = (bp_vec2){u, v};
        shadow->corners[i] =
            bp_vec3_add(at->center, (bp_vec3){at->half * (2 * u - 1), 0, at->half * (2 * v - 1)});
    }
    return hi[0] >= 0;
}

bool bp_shadow_update(bp_shadow *shadow, const bp_figure *figure, bp_bounds bounds, bp_error *error) {
    if (!shadow) return bp_fail_null(error, "shadow");
    if (!figure) return bp_fail_null(error, "figure");
    ground at;
    bp_texture_destroy(shadow->texture);
    shadow->texture = NULL;
    if (!find_ground(figure, bounds, &at)) return true;
    if (!draw_heights(shadow, figure, bounds, &at, error)) return false;
    read_heights(shadow);
    blur(shadow->soft, shadow->scratch, SOFT);
    blur(shadow->sharp, shadow->scratch, SHARP);
    if (!make_colors(shadow, &at)) return true;
    const bp_texture_options options = {
        .pixels = &shadow->colors->r, .width = SIDE, .height = SIDE, .no_mipmaps = true, .no_raw = true};
    shadow->texture = bp_texture_create(shadow->context, &options, error);
    return shadow->texture != NULL;
}

bool bp_shadow_drew(const bp_shadow *shadow, const bp_pixel_event *event) {
    return shadow && event->positions == &shadow->corners[0].x;
}

bool bp_scene_draw_shadow(bp_raster *raster, const bp_view *view, const bp_shadow *shadow, bp_error *error) {
    static const uint32_t two_triangles[6] = {0, 1, 2, 0, 2, 3};
    if (!raster || !view) return bp_fail_null(error, raster ? "view" : "raster");
    if (!shadow) return bp_fail_null(error, "shadow");
    if (!bp_view_check(view, error)) return false;
    if (!shadow->texture || view->camera.eye.y <= shadow->corners[0].y) return true;
    float aspect = (float)view->viewport.width / (float)view->viewport.height;
    bp_mat4 transform = bp_camera_view_projection(&view->camera, aspect);
    const bp_draw draw = {
        .vertices = {.count = 4, .positions = &shadow->corners->x, .uvs = &shadow->uvs->x},
        .indices = {.u32 = two_triangles, .count = 6},
        .transform = &transform,
        .material = {.base_color = {0, 0, 0, 1},
                     .texture = shadow->texture,
                     .filter = BP_FILTER_BILINEAR,
                     .wrap_u = BP_WRAP_CLAMP,
                     .wrap_v = BP_WRAP_CLAMP},
        .state = {.viewport = view->viewport, .blend = true, .no_depth_write = true, .depth_bias = NEARER}};
    return bp_raster_draw(raster, &draw, error);
}
