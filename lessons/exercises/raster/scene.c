#include "scene.h"
#include "scene/camera.h"
#include <bindpose/gltf.h>
#include <bindpose/io.h>
#include <bindpose/scene.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint8_t BACKGROUND[4] = {40, 44, 52, 255};

bp_error failure;

void need(bool ok) {
    if (ok) return;
    fprintf(stderr, "%s: %s\n", failure.place, failure.message);
    exit(failure.kind == BP_ERROR_MEMORY ? 3 : 2);
}

picture picture_create(int width, int height) {
    picture p = {width, height, malloc((size_t)(width * height) * 4),
                 malloc((size_t)(width * height) * sizeof(float))};
    if (!p.pixels || !p.depth) exit(3);
    for (int i = 0; i < width * height; i++) {
        memcpy(p.pixels + 4 * i, BACKGROUND, 4);
        p.depth[i] = 1;
    }
    return p;
}

void picture_destroy(picture *p) {
    free(p->pixels);
    free(p->depth);
}

void save(const checker *c, const picture *p, const char *text) {
    char path[1024];
    snprintf(path, sizeof path, "%.900s/step-%d.png", c->folder, c->step);
    bp_image image = {.width = p->width, .height = p->height, .pixels = (bp_rgba8 *)(void *)p->pixels};
    need(bp_image_write_png(NULL, &image, path, &failure));
    printf("right: %s; %s\n", text, path);
    fflush(stdout);
}

float random_float(checker *c, float from, float to) {
    c->random = c->random * 6364136223846793005u + 1442695040888963407u;
    return from + (to - from) * (float)(c->random >> 40) / 16777216.0f;
}

/* The light's picture is as deep as wide, and takes in the floor: beyond its far side all would be dark. */
picture draw_from_light(mesh *meshes, int count, bp_bounds box) {
    enum { SIDE = 2048 };
    const bp_vec3 l = meshes[0].light.direction, center = bp_bounds_center(box),
                  right = bp_vec3_normalize(bp_vec3_cross((bp_vec3){0, 1, 0}, l)),
                  up = bp_vec3_cross(l, right);
    const float radius = 2.1f * bp_bounds_radius(box);
    const bp_vec3 axis[3] = {bp_vec3_scale(right, 1 / radius), bp_vec3_scale(up, 1 / radius),
                             bp_vec3_scale(l, -0.5f / radius)};
    bp_mat4 to_light = bp_mat4_identity();
    for (int i = 0; i < 3; i++) {
        to_light.m[i] = axis[i].x, to_light.m[4 + i] = axis[i].y, to_light.m[8 + i] = axis[i].z;
        to_light.m[12 + i] = (i == 2 ? 0.5f : 0) - bp_vec3_dot(axis[i], center);
    }
    picture p = picture_create(SIDE, SIDE);
    for (int i = 0; i < count; i++) {
        mesh m = meshes[i];
        m.transform = to_light, m.from_light = NULL;
        draw(&m, &p);
    }
    for (int i = 0; i < count; i++) meshes[i].to_light = to_light;
    return p;
}

mesh floor_below(bp_bounds box, const mesh *like) {
    static const uint8_t WHITE[4] = {255, 255, 255, 255};
    static const texture PLAIN = {1, 1, WHITE};
    static const uint32_t INDICES[6] = {0, 1, 2, 0, 2, 3};
    static vertex corner[4];
    const bp_vec3 center = bp_bounds_center(box);
    const float half = 1.4f * bp_bounds_radius(box), y = box.lo.y;
    for (int i = 0; i < 4; i++) {
        const bp_vec3 at = {center.x + (i == 1 || i == 2 ? half : -half), y,
                            center.z + (i < 2 ? half : -half)};
        corner[i] = (vertex){at, {0, 1, 0, 0, 0, at.x, at.y, at.z}};
    }
    mesh m = *like;
    m.vertices = corner, m.indices = INDICES, m.triangle_count = 2, m.texture = &PLAIN;
    memcpy(m.color, (float[]){0.5f, 0.53f, 0.58f}, sizeof m.color);
    return m;
}

static bp_draw library_draw(const mesh *m, size_t vertex_count, const bp_texture *texture) {
    bp_draw draw = {.vertices = {.count = vertex_count,
                                 .positions = &m->vertices[0].position.x,
                                 .position_stride = sizeof(vertex),
                                 .normals = &m->vertices[0].attributes[NORMAL],
                                 .normal_stride = sizeof(vertex),
                                 .uvs = &m->vertices[0].attributes[UV],
                                 .uv_stride = sizeof(vertex)},
                    .indices = {.u32 = m->indices, .count = (size_t)m->triangle_count * 3},
                    .transform = &m->transform,
                    .material = {.texture = texture, .filter = BP_FILTER_BILINEAR},
                    .light = {.lighting = BP_LIGHTING_PIXEL, .direction = m->light.direction}};
    for (int i = 0; i < 3; i++) {
        draw.material.base_color[i] = m->color[i];
        draw.light.color[i] = m->light.color[i];
        draw.light.ambient[i] = m->light.ambient[i];
    }
    draw.material.base_color[3] = 1;
    return draw;
}

static void begin_pass(checker *c, const picture *p) {
    bp_framebuffer target = {.pixels = p->pixels, .depth = p->depth, .width = p->width, .height = p->height};
    bp_clear clear = {0};
    memcpy(clear.color, BACKGROUND, sizeof clear.color);
    need(bp_raster_begin(c->raster, &target, &(bp_pass){.reference = true}, &failure));
    need(bp_raster_clear(c->raster, &clear, &failure));
}

void draw_alone(checker *c, const picture *p, const bp_draw *draw) {
    begin_pass(c, p);
    need(bp_raster_draw(c->raster, draw, &failure));
    need(bp_raster_end(c->raster, NULL, &failure));
}

void record(checker *c, const picture *p, const bp_mat4 *transform) {
    begin_pass(c, p);
    for (int i = 0; i < c->mesh_count; i++) {
        c->mesh[i].transform = *transform;
        bp_draw draw = library_draw(&c->mesh[i], c->vertex_counts[i], c->texture);
        need(bp_raster_draw(c->raster, &draw, &failure));
    }
}

static void make_texture(checker *c) {
    for (int i = 0; i < TEXTURE_WIDTH * TEXTURE_HEIGHT; i++) {
        const int x = i % TEXTURE_WIDTH, y = i / TEXTURE_WIDTH;
        const bool light = (x / 4 + y / 4) % 2;
        const uint8_t texel[4] = {(uint8_t)(light ? 250 : 150), (uint8_t)(light ? 245 - 2 * y : 170),
                                  (uint8_t)(light ? 220 : 160 + x), 255};
        memcpy(c->texels + 4 * i, texel, sizeof texel);
    }
    c->own_texture = (texture){TEXTURE_WIDTH, TEXTURE_HEIGHT, c->texels};
    c->texture = bp_texture_create(
        c->context,
        &(bp_texture_options){.pixels = c->texels, .width = TEXTURE_WIDTH, .height = TEXTURE_HEIGHT},
        &failure);
    need(c->texture != NULL);
}

static void add_mesh(checker *c, const bp_figure *figure, size_t part) {
    const bp_mesh *from = bp_figure_part_at(figure, part)->mesh;
    const bp_vec3 *positions = bp_figure_positions(figure, part), *normals = bp_figure_normals(figure, part);
    if (c->mesh_count + 2 > MESHES_MAX || !normals || !from->index_count) return;
    vertex *vertices = calloc(from->vertex_count, sizeof *vertices);
    if (!vertices) exit(3);
    for (size_t i = 0; i < from->vertex_count; i++) {
        const bp_vec2 uv = from->uv[0] ? from->uv[0][i] : (bp_vec2){0, 0};
        vertices[i] = (vertex){positions[i],
                               {normals[i].x, normals[i].y, normals[i].z, 3 * uv.x, 3 * uv.y, positions[i].x,
                                positions[i].y, positions[i].z}};
    }
    mesh m = {.vertices = vertices,
              .indices = from->indices,
              .triangle_count = (int)(from->index_count / 3),
              .color = {0.9f, 0.3f, 0.2f},
              .texture = &c->own_texture,
              .light = {{0.36f, 0.48f, 0.8f}, {0.8f, 0.78f, 0.7f}, {0.2f, 0.22f, 0.3f}}};
    for (int copy = 0; copy < 2; copy++) { /* the second one has equal depths, and covers the first */
        c->vertex_counts[c->mesh_count] = from->vertex_count;
        c->mesh[c->mesh_count++] = m;
        memcpy(m.color, (float[]){0.55f, 0.75f, 0.95f}, sizeof m.color);
    }
}

/* The near plane of the second camera cuts the character in half, and the third sees a part of it. */
void load(checker *c, const char *path) {
    bp_model *model;
    make_texture(c);
    need(bp_gltf_read(c->context, path, NULL, &model, NULL, &failure));
    bp_model_pose *pose = bp_model_pose_create(model, &failure);
    need(pose && bp_model_pose_set(pose, model->clip_count ? 0 : -1, 0.3, &failure));
    bp_model_figure *owner = bp_model_figure_create(c->context, pose, &failure);
    bp_figure *figure = owner ? bp_model_figure_get_figure(owner) : NULL;
    need(figure && bp_figure_pose(figure, &failure));
    for (size_t i = 0; i < bp_figure_part_count(figure); i++) add_mesh(c, figure, i);
    if (c->mesh_count == 0) {
        fprintf(stderr, "%s: has no mesh with normals\n", path);
        exit(2);
    }
    const bp_bounds box = c->box = bp_figure_bounds(figure);
    bp_camera camera = {.target = bp_bounds_center(box), .fov_y = bp_radians(35)};
    camera.eye = bp_vec3_add(camera.target, bp_vec3_make(0.5f, 0.25f, 1));
    bp_camera_fit(&camera, box, 1);
    const float distance = bp_vec3_length(bp_vec3_sub(camera.target, camera.eye));
    const bp_mat4 view = bp_camera_view(&camera);
    c->whole = bp_mat4_mul(view, bp_mat4_perspective_rh(camera.fov_y, 1, distance / 10, distance * 4));
    c->cut = bp_mat4_mul(view, bp_mat4_perspective_rh(camera.fov_y, 1, distance, distance * 4));
    c->close = bp_mat4_mul(view, bp_mat4_perspective_rh(camera.fov_y / 4, 1, distance / 10, distance * 4));
}
