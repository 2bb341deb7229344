/* Random scenes for the rasterizer, as plain data that tests can draw, compare, shrink and print. */
#ifndef BINDPOSE_TESTS_SUPPORT_RASTER_SCENE_H
#define BINDPOSE_TESTS_SUPPORT_RASTER_SCENE_H

#include "support/test.h"
#include <bindpose/raster.h>

enum { SCENE_VERTICES = 18, SCENE_INDICES = 36, SCENE_DRAWS = 4, SCENE_TEXTURES = 3 };

typedef struct scene_draw {
    float positions[SCENE_VERTICES][3], normals[SCENE_VERTICES][3], uvs[SCENE_VERTICES][2];
    float colors[SCENE_VERTICES][4], uvs2[SCENE_VERTICES][2], tangents[SCENE_VERTICES][4];
    uint8_t colors8[SCENE_VERTICES][4];
    uint16_t indices[SCENE_INDICES];
    int index_count;
    int color_kind;    /* 0: none, 1: bytes, 2: floats */
    int texture;       /* 0: none */
    int maps[BP_MAPS]; /* of a physical draw; 0: none */
    bool use_tangents, use_view;
    bool use_matrix, use_normal_matrix;
    bp_mat4 matrix, normal_matrix;
    bp_draw_material material;
    bp_draw_light light;
    bp_draw_wire wire;
    bp_draw_state state;
} scene_draw;

typedef struct scene {
    int width, height;
    bp_pass pass;
    bool clear, no_depth;
    int draw_count;
    scene_draw draws[SCENE_DRAWS];
} scene;

/* Three textures of odd and even sizes, the same in every run, as colours and as data. */
typedef struct scene_textures {
    bp_texture *texture[SCENE_TEXTURES], *data[SCENE_TEXTURES];
} scene_textures;

static inline scene_textures scene_textures_make(void) {
    static const int sizes[SCENE_TEXTURES][2] = {{16, 16}, {7, 13}, {33, 5}};
    scene_textures made;
    for (int i = 0; i < SCENE_TEXTURES; i++) {
        uint8_t pixels[33 * 16 * 4];
        uint64_t state = 77 + (uint64_t)i;
        for (size_t k = 0; k < sizeof pixels; k++) pixels[k] = (uint8_t)test_random(&state);
        bp_error error = {0};
        bp_texture_options options = {.pixels = pixels, .width = sizes[i][0], .height = sizes[i][1]};
        made.texture[i] = bp_texture_create(NULL, &options, &error);
        options.linear = true;
        made.data[i] = bp_texture_create(NULL, &options, &error);
        expect_no_error(&error);
    }
    return made;
}

static inline void scene_textures_free(scene_textures *textures) {
    for (int i = 0; i < SCENE_TEXTURES; i++) {
        bp_texture_destroy(textures->texture[i]);
        bp_texture_destroy(textures->data[i]);
    }
}

static inline int scene_pick(uint64_t *state, int count) {
    return (int)(test_random(state) % (uint64_t)count);
}

/* A coordinate: usually inside the view, sometimes far outside, huge, on a pixel's corner, or NaN. */
static inline float scene_coordinate(uint64_t *state, bool wild) {
    if (wild) {
        switch (scene_pick(state, 24)) {
        case 0: return NAN;
        case 1: return INFINITY;
        case 2: return test_random_float(state, -1e6f, 1e6f);
        case 3: return test_random_float(state, -1e30f, 1e30f);
        case 4:
        case 5: return test_random_float(state, -100, 100);
        default: break;
        }
    }
    return scene_pick(state, 8) == 0 ? (float)scene_pick(state, 9) * 0.25f - 1.0f
                                     : test_random_float(state, -1.3f, 1.3f);
}

static inline void scene_vertices(scene_draw *d, uint64_t *state, bool wild) {
    float size = scene_pick(state, 2) ? 1.0f : test_random_float(state, 0.01f, 0.3f);
    float center_x = test_random_float(state, -1, 1), center_y = test_random_float(state, -1, 1);
    for (int i = 0; i < SCENE_VERTICES; i++) {
        for (int k = 0; k < 3; k++) d->positions[i][k] = scene_coordinate(state, wild);
        if (size != 1.0f) {
            d->positions[i][0] = center_x + size * d->positions[i][0];
            d->positions[i][1] = center_y + size * d->positions[i][1];
        }
        for (int k = 0; k < 3; k++) d->normals[i][k] = test_random_float(state, -1, 1);
        float spread = scene_pick(state, 16) ? 3.0f : 1e5f;
        for (int k = 0; k < 2; k++) d->uvs[i][k] = test_random_float(state, -spread, spread);
        for (int k = 0; k < 4; k++) {
            d->colors8[i][k] = (uint8_t)test_random(state);
            d->colors[i][k] = test_random_float(state, -0.1f, 1.2f);
        }
    }
}

/* Moves the vertices to pixel corners and centres, or half-way between two subpixels, where tie rules decide;
 * and often all to one depth. */
static inline void scene_align(scene_draw *d, uint64_t *state, int width, int height) {
    float step = scene_pick(state, 3) ? 0.5f : 1.0f / 512;
    bool level = scene_pick(state, 2);
    int span = scene_pick(state, 3) ? 12 : 2 * width + 8;
    int corner_x = scene_pick(state, width), corner_y = scene_pick(state, height);
    d->use_matrix = false;
    for (int i = 0; i < SCENE_VERTICES; i++) {
        float x = (float)corner_x + (float)scene_pick(state, span) * 0.5f + (step < 0.5f ? step : 0.0f);
        float y = (float)corner_y + (float)scene_pick(state, span) * 0.5f + (step < 0.5f ? step : 0.0f);
        d->positions[i][0] = x * 2.0f / (float)width - 1.0f;
        d->positions[i][1] = 1.0f - y * 2.0f / (float)height;
        if (level) d->positions[i][2] = 0.5f;
    }
}

static inline void scene_state(scene_draw *d, uint64_t *state, int width, int height) {
    bp_draw_state *s = &d->state;
    s->color = scene_pick(state, 2) ? BP_COLOR_RAW : BP_COLOR_SRGB;
    s->cull = (bp_cull)(scene_pick(state, 2) ? 0 : scene_pick(state, 3));
    s->front_clockwise = scene_pick(state, 4) == 0;
    s->depth = (bp_depth_test)scene_pick(state, 3);
    s->no_depth_write = scene_pick(state, 6) == 0;
    s->no_color_write = scene_pick(state, 12) == 0;
    s->blend = scene_pick(state, 3) == 0;
    s->depth_bias = scene_pick(state, 6) ? 0.0f : test_random_float(state, -0.1f, 0.1f);
    if (scene_pick(state, 4) == 0)
        s->viewport = (bp_rect){scene_pick(state, width + 8) - 4, scene_pick(state, height + 8) - 4,
                                1 + scene_pick(state, width + 4), 1 + scene_pick(state, height + 4)};
    if (scene_pick(state, 4) == 0)
        s->scissor = (bp_rect){scene_pick(state, width + 8) - 4, scene_pick(state, height + 8) - 4,
                               1 + scene_pick(state, width + 4), 1 + scene_pick(state, height + 4)};
}

static inline void scene_look(scene_draw *d, uint64_t *state) {
    d->color_kind = scene_pick(state, 3);
    d->texture = scene_pick(state, SCENE_TEXTURES + 2);
    if (d->texture > SCENE_TEXTURES) d->texture = 0;
    d->material.filter = (bp_filter)scene_pick(state, 3);
    d->material.wrap_u = (bp_wrap)scene_pick(state, 3);
    d->material.wrap_v = (bp_wrap)scene_pick(state, 3);
    if (scene_pick(state, 2))
        for (int i = 0; i < 4; i++) d->material.base_color[i] = test_random_float(state, 0, 1.2f);
    if (scene_pick(state, 4) == 0) d->material.alpha_cutoff = (float)(1 + scene_pick(state, 270)) / 255;
    d->light.lighting = (bp_lighting)(scene_pick(state, 2) ? 0 : scene_pick(state, 3));
    d->use_normal_matrix = scene_pick(state, 2);
    for (int i = 0; i < 16; i++) d->normal_matrix.m[i] = test_random_float(state, -2, 2);
    d->wire.mode = (bp_wire)(scene_pick(state, 4) ? 0 : scene_pick(state, 3));
    d->wire.width = test_random_float(state, 0.5f, 4);
    for (int i = 0; i < 4; i++) d->wire.color[i] = test_random_float(state, 0, 1);
}

static inline scene scene_random(uint64_t seed) {
    uint64_t value = seed * 0x9E3779B97F4A7C15u + 1, *state = &value;
    for (int i = 0; i < 4; i++) test_random(state);
    scene s = {.width = 1 + scene_pick(state, 40), .height = 1 + scene_pick(state, 40)};
    if (scene_pick(state, 8) == 0) {
        s.width = 1 + scene_pick(state, 200);
        s.height = 1 + scene_pick(state, 200);
    }
    s.pass.samples = scene_pick(state, 3) ? 1 : 4;
    s.pass.subpixel_bits = scene_pick(state, 2) ? 8 : 4 + scene_pick(state, 5);
    s.pass.color = scene_pick(state, 2) ? BP_COLOR_RAW : BP_COLOR_SRGB;
    s.clear = scene_pick(state, 3) != 0;
    s.no_depth = scene_pick(state, 8) == 0;
    s.draw_count = 1 + scene_pick(state, SCENE_DRAWS);
    for (int i = 0; i < s.draw_count; i++) {
        scene_draw *d = &s.draws[i];
        d->use_matrix = scene_pick(state, 2);
        bp_mat4 view = bp_mat4_translation(bp_vec3_make(0, 0, -test_random_float(state, 0.5f, 4)));
        d->matrix = bp_mat4_mul(bp_mat4_mul(bp_mat4_rotation_y(test_random_float(state, -3, 3)), view),
                                bp_mat4_perspective_rh(1.0f, 1.0f, 0.3f, 5.0f));
        scene_vertices(d, state, scene_pick(state, 4) == 0);
        if (scene_pick(state, 3) == 0) scene_align(d, state, s.width, s.height);
        d->index_count = 3 * (1 + scene_pick(state, SCENE_INDICES / 3));
        for (int k = 0; k < d->index_count; k++)
            d->indices[k] =
                (uint16_t)scene_pick(state, scene_pick(state, 30) ? SCENE_VERTICES : SCENE_VERTICES + 2);
        scene_state(d, state, s.width, s.height);
        scene_look(d, state);
    }
    return s;
}

/* Makes the draws of a scene physically based ones, with random maps, lights and skies. */
static inline void scene_make_physical(scene *s, uint64_t seed) {
    uint64_t value = seed * 0x9E3779B97F4A7C15u + 7, *state = &value;
    for (int i = 0; i < s->draw_count; i++) {
        scene_draw *d = &s->draws[i];
        bp_draw_surface *surface = &d->material.surface;
        for (int k = 0; k < SCENE_VERTICES; k++)
            for (int c = 0; c < 4; c++) {
                if (c < 2) d->uvs2[k][c] = test_random_float(state, -3, 3);
                d->tangents[k][c] = test_random_float(state, -1, 1);
            }
        d->state.color = BP_COLOR_SRGB;
        d->light.lighting = BP_LIGHTING_PBR;
        d->use_tangents = scene_pick(state, 2);
        d->use_view = scene_pick(state, 2);
        d->light.no_tone_mapping = scene_pick(state, 3) == 0;
        d->light.direction = bp_vec3_normalize(
            (bp_vec3){test_random_float(state, -1, 1), test_random_float(state, -1, 1), 0.5f});
        surface->metallic = test_random_float(state, -0.1f, 1.1f);
        surface->roughness = scene_pick(state, 4) ? test_random_float(state, 0, 1.1f) : 0;
        surface->normal_scale = scene_pick(state, 4) ? 1.0f : test_random_float(state, -1, 2);
        surface->occlusion_strength = scene_pick(state, 4) ? test_random_float(state, 0, 1) : 0;
        for (int c = 0; c < 3; c++) {
            d->light.color[c] = scene_pick(state, 3) ? test_random_float(state, 0, 4) : 0;
            d->light.ambient[c] = scene_pick(state, 3) ? test_random_float(state, 0, 1) : 0;
            d->light.sky_slope[c] = test_random_float(state, -0.3f, 0.3f);
            surface->emissive[c] = scene_pick(state, 3) ? test_random_float(state, 0, 2) : 0;
        }
        const bool alike = scene_pick(state, 2);
        for (int k = 0; k < 4; k++) {
            d->maps[k] = scene_pick(state, 3) ? 1 + scene_pick(state, SCENE_TEXTURES) : 0;
            surface->maps[k] = (bp_draw_map){.filter = (bp_filter)scene_pick(state, 3),
                                             .wrap_u = (bp_wrap)scene_pick(state, 3),
                                             .wrap_v = (bp_wrap)scene_pick(state, 3),
                                             .second_uv = scene_pick(state, 4) == 0};
            if (alike) surface->maps[k] = (bp_draw_map){.filter = BP_FILTER_TRILINEAR};
            if (alike && k == 2) d->maps[2] = d->maps[0];
        }
        if (alike) d->material.filter = BP_FILTER_TRILINEAR, d->material.wrap_u = d->material.wrap_v = 0;
    }
}

/* The result of drawing a scene. `pixels` and `depth` are owned (free). */
typedef struct scene_result {
    uint32_t *pixels;
    float *depth;
    size_t count;
    bp_counters counters;
} scene_result;

static inline void scene_result_free(scene_result *result) {
    free(result->pixels);
    free(result->depth);
}

static inline bp_draw scene_draw_of(const scene_draw *d, const scene_textures *textures) {
    bp_draw draw = {
        .vertices = {.count = SCENE_VERTICES,
                     .positions = &d->positions[0][0],
                     .normals = &d->normals[0][0],
                     .uvs = &d->uvs[0][0]},
        .indices = {.u16 = d->indices, .count = (size_t)d->index_count},
        .transform = d->use_matrix ? &d->matrix : NULL,
        .material = d->material,
        .light = d->light,
        .wire = d->wire,
        .state = d->state,
    };
    if (d->color_kind == 1) draw.vertices.colors8 = &d->colors8[0][0];
    if (d->color_kind == 2) draw.vertices.colors = &d->colors[0][0];
    if (d->texture) draw.material.texture = textures->texture[d->texture - 1];
    if (d->use_normal_matrix) draw.light.normal_matrix = &d->normal_matrix;
    for (int k = 0; k < BP_MAPS; k++)
        if (d->maps[k])
            draw.material.surface.maps[k].texture =
                (k == BP_MAP_EMISSIVE ? textures->texture : textures->data)[d->maps[k] - 1];
    draw.vertices.uvs2 = &d->uvs2[0][0];
    if (d->use_tangents) draw.vertices.tangents = &d->tangents[0][0];
    if (d->use_view) draw.light.view_projection = &d->matrix;
    return draw;
}

/* A picture that is not empty. */
static inline scene_result scene_picture(const scene *s) {
    scene_result r = {.count = (size_t)s->width * (size_t)s->height};
    r.pixels = malloc(r.count * 4);
    r.depth = malloc(r.count * sizeof(float));
    for (size_t i = 0; i < r.count; i++) {
        r.pixels[i] = (uint32_t)i * 2654435761u;
        r.depth[i] = (float)(i % 7) / 6.0f;
    }
    return r;
}

/* Begins a pass into the picture, and records the scene. */
static inline bool scene_record(const scene *s, const scene_textures *textures, bp_raster *raster,
                                const scene_result *to, bool reference, bp_error *error) {
    bp_framebuffer framebuffer = {(uint8_t *)to->pixels, s->no_depth ? NULL : to->depth, s->width, s->height,
                                  0};
    bp_pass pass = s->pass;
    pass.reference = reference;
    bool ok = bp_raster_begin(raster, &framebuffer, &pass, error);
    if (s->clear) ok = ok && bp_raster_clear(raster, &(bp_clear){.color = {20, 40, 60, 255}}, error);
    for (int i = 0; i < s->draw_count && ok; i++) {
        bp_draw draw = scene_draw_of(&s->draws[i], textures);
        ok = bp_raster_draw(raster, &draw, error);
    }
    return ok;
}

static inline scene_result scene_render(const scene *s, const scene_textures *textures, bp_raster *raster,
                                        bool reference) {
    scene_result r = scene_picture(s);
    bp_error error = {0};
    bool ok = scene_record(s, textures, raster, &r, reference, &error) &&
              bp_raster_end(raster, &r.counters, &error);
    expect_no_error(&error);
    assert_true(ok);
    return r;
}

/* The first pixel whose colour or depth differs. -1: no difference; -2: the counters differ. */
static inline long scene_difference(const scene_result *a, const scene_result *b) {
    for (size_t i = 0; i < a->count; i++)
        if (a->pixels[i] != b->pixels[i] || memcmp(&a->depth[i], &b->depth[i], sizeof(float)) != 0)
            return (long)i;
    bp_counters ca = a->counters, cb = b->counters;
    ca.tiles = cb.tiles = 0;
    return memcmp(&ca, &cb, sizeof ca) != 0 ? -2 : -1;
}

#endif
