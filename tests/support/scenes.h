/* Parts of golden pictures: cameras, viewports side by side, draws of shapes. */
#ifndef BINDPOSE_TESTS_SUPPORT_SCENES_H
#define BINDPOSE_TESTS_SUPPORT_SCENES_H

#include "support/golden.h"
#include <bindpose/mesh.h>
#include <bindpose/raster.h>

/* The clear colour of all golden pictures. */
static inline void scene_clear(bp_raster *raster, uint8_t r, uint8_t g, uint8_t b, bp_error *error) {
    bp_raster_clear(raster, &(bp_clear){.color = {r, g, b, 255}}, error);
}

/* Looks from `eye` at the origin, with a vertical field of view of 40 degrees and this aspect ratio. */
static inline bp_mat4 scene_camera(bp_vec3 eye, float aspect) {
    bp_mat4 view = bp_mat4_look_at_rh(eye, (bp_vec3){0, 0, 0}, (bp_vec3){0, 1, 0});
    return bp_mat4_mul(view, bp_mat4_perspective_rh(bp_radians(40), aspect, 0.1f, 50));
}

/* The pixel of a point in a picture. */
static inline bp_vec2 scene_project(const bp_mat4 *camera, int width, int height, bp_vec3 point) {
    bp_vec4 clip = bp_mat4_vec4(*camera, (bp_vec4){point.x, point.y, point.z, 1});
    return (bp_vec2){(clip.x / clip.w + 1) * 0.5f * (float)width,
                     (1 - clip.y / clip.w) * 0.5f * (float)height};
}

/* Viewport i of n side by side in a picture. */
static inline bp_rect scene_panel(int i, int n, int width, int height) {
    return (bp_rect){i * width / n, 0, (i + 1) * width / n - i * width / n, height};
}

/* Draws a mesh with its own attributes; the caller fills in the rest. */
static inline bp_draw scene_draw(const bp_mesh *mesh, const bp_mat4 *transform, bp_rect viewport) {
    return (bp_draw){.vertices = {.count = mesh->vertex_count,
                                  .positions = &mesh->positions->x,
                                  .normals = mesh->normals ? &mesh->normals->x : NULL,
                                  .uvs = mesh->uv[0] ? &mesh->uv[0]->x : NULL,
                                  .colors8 = mesh->colors ? &mesh->colors->r : NULL},
                     .indices = {.u32 = mesh->indices, .count = mesh->index_count},
                     .transform = transform,
                     .state = {.viewport = viewport}};
}

/* A quad in clip space (w = 1) from (x0, y0) to (x1, y1) at depth z; its arrays must live until the pass
 * ends. */
typedef struct scene_quad {
    float positions[12], uvs[8];
} scene_quad;

static const uint16_t scene_quad_indices[6] = {0, 1, 2, 0, 2, 3};

static inline scene_quad scene_quad_make(float x0, float y0, float x1, float y1, float z, float u0,
                                         float u1) {
    return (scene_quad){{x0, y0, z, x1, y0, z, x1, y1, z, x0, y1, z}, {u0, u1, u1, u1, u1, u0, u0, u0}};
}

static inline bp_draw scene_quad_draw(const scene_quad *quad) {
    return (bp_draw){.vertices = {.count = 4, .positions = quad->positions, .uvs = quad->uvs},
                     .indices = {.u16 = scene_quad_indices, .count = 6}};
}

/* 8 x 8 texels of different colours, with distinct corners: shows filters, wraps and orientation. */
static inline void scene_texels(uint8_t out[256]) {
    for (int i = 0; i < 64; i++) {
        int x = i % 8, y = i / 8, dark = (x + y) & 1;
        uint8_t *p = out + 4 * i;
        p[0] = (uint8_t)(dark ? 40 : 230), p[1] = (uint8_t)(60 + 24 * x), p[2] = (uint8_t)(60 + 24 * y),
        p[3] = 255;
    }
    const uint8_t corners[4][4] = {
        {255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 255, 255}};
    const int places[4] = {0, 7, 56, 63};
    for (int i = 0; i < 4; i++) memcpy(out + 4 * places[i], corners[i], 4);
}

static inline bp_texture *scene_texture(bp_error *error) {
    uint8_t texels[256];
    scene_texels(texels);
    return bp_texture_create(NULL, &(bp_texture_options){.pixels = texels, .width = 8, .height = 8}, error);
}

#endif
