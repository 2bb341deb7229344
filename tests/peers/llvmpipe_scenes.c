/* Textured and lit scenes against Mesa's llvmpipe: within one step of 255 at 99.9 % of the pixels.
 *
 * Colours are RAW on both sides, textures bilinear. Pixels further apart are counted, and shown in
 * build/peers/NAME.diff.png: equal pixels dimmed, one step grey, more red. The outlines are equal.
 * Differences lie inside, next to strong contrasts of the texture: both sides round a coordinate's fraction
 * to 1/256 texel, after perspective divisions that differ in the last bits. */
#include "mesh/shapes.h"
#include "peers/gl.h"
#include "support/golden.h"
#include "support/grid_mesh.h"
#include <bindpose/mesh.h>

enum { SIDE = 512, TEXELS = 128, WITHIN = 1 };

/* What both sides draw. */
typedef struct scene {
    const char *name;
    bp_mesh *mesh;
    bp_mat4 transform;
    bool textured, lit;
    float allowed; /* the share of pixels that may be further apart */
} scene;

/* Towards the light, in the mesh's own space. */
static const float light[3] = {0.398015f, 0.696526f, 0.597022f};

typedef struct pictures {
    peer_gl gl;
    bp_raster *raster;
    bp_framebuffer ours;
    uint32_t *theirs;
    uint8_t *texels;
    bp_texture *texture;
} pictures;

/* Squares of 16 texels with gradients and some noise. */
static void make_texels(uint8_t *out) {
    for (uint32_t i = 0; i < TEXELS * TEXELS; i++) {
        uint32_t x = i % TEXELS, y = i / TEXELS, noise = (x * 0x9E3779B1u ^ y * 0x85EBCA77u) >> 27,
                 dark = (x >> 4 ^ y >> 4) & 1;
        uint8_t *p = out + 4 * i;
        p[0] = (uint8_t)((dark ? 60 : 200) + noise), p[1] = (uint8_t)(x * 200 / TEXELS + noise);
        p[2] = (uint8_t)(y * 200 / TEXELS + noise), p[3] = 255;
    }
}

/* ---- theirs ------------------------------------------------------------------------------------*/

static const char vertex_source[] =
    "#version 120\n"
    "uniform mat4 transform; uniform vec3 light; uniform float lit;"
    "attribute vec3 a_0; attribute vec3 a_1; attribute vec2 a_2; varying vec3 color; varying vec2 uv;"
    "void main() { gl_Position = transform * vec4(a_0, 1.0); uv = a_2;"
    "  color = mix(vec3(1.0), vec3(0.2 + 0.8 * max(dot(a_1, light), 0.0)), lit); }";
static const char fragment_source[] =
    "#version 120\n"
    "uniform sampler2D image; uniform float textured; varying vec3 color; varying vec2 uv;"
    "void main() { gl_FragColor = vec4(color, 1.0) * mix(vec4(0.9, 0.5, 0.3, 1.0), texture2D(image, uv), "
    "textured); }";

static void bind_texels(const uint8_t *texels) {
    GLuint name;
    glGenTextures(1, &name);
    glBindTexture(GL_TEXTURE_2D, name);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, TEXELS, TEXELS, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
}

/* Our 16 floats in row order are OpenGL's layout. Depth changes from 0..w to -w..w, and y is mirrored: row 0
 * is the top row on both sides, and the fill rule sees the same picture. */
static bp_mat4 their_transform(bp_mat4 ours) {
    bp_mat4 change = bp_mat4_identity();
    change.m[5] = -1, change.m[10] = 2, change.m[14] = -1;
    return bp_mat4_mul(ours, change);
}

static void draw_theirs(pictures *p, const scene *s) {
    GLuint program = peer_program(vertex_source, fragment_source);
    const bp_mesh *mesh = s->mesh;
    bp_mat4 transform = their_transform(s->transform);
    glUniformMatrix4fv(glGetUniformLocation(program, "transform"), 1, GL_FALSE, transform.m);
    glUniform3fv(glGetUniformLocation(program, "light"), 1, light);
    glUniform1f(glGetUniformLocation(program, "lit"), s->lit ? 1.0f : 0.0f);
    glUniform1f(glGetUniformLocation(program, "textured"), s->textured ? 1.0f : 0.0f);
    glUniform1i(glGetUniformLocation(program, "image"), 0);
    peer_buffer(GL_ARRAY_BUFFER, mesh->positions, mesh->vertex_count * sizeof *mesh->positions);
    peer_attribute(0, 3, GL_FLOAT, 0, 0);
    peer_buffer(GL_ARRAY_BUFFER, mesh->normals, mesh->vertex_count * sizeof *mesh->normals);
    peer_attribute(1, 3, GL_FLOAT, 0, 0);
    peer_buffer(GL_ARRAY_BUFFER, mesh->uv[0], mesh->vertex_count * sizeof *mesh->uv[0]);
    peer_attribute(2, 2, GL_FLOAT, 0, 0);
    peer_buffer(GL_ELEMENT_ARRAY_BUFFER, mesh->indices, mesh->index_count * sizeof *mesh->indices);
    glClearColor(51 / 255.0f, 51 / 255.0f, 77 / 255.0f, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glDrawElements(GL_TRIANGLES, (GLsizei)mesh->index_count, GL_UNSIGNED_INT, NULL);
    peer_read(&p->gl, p->theirs, NULL);
    glDeleteProgram(program);
}

/* ---- ours --------------------------------------------------------------------------------------*/

static void draw_ours(pictures *p, const scene *s) {
    bp_error error = {0};
    const bp_mesh *mesh = s->mesh;
    bp_draw draw = {.vertices = {.count = mesh->vertex_count,
                                 .positions = &mesh->positions->x,
                                 .normals = &mesh->normals->x,
                                 .uvs = &mesh->uv[0]->x},
                    .indices = {.u32 = mesh->indices, .count = mesh->index_count},
                    .transform = &s->transform,
                    .material = {.texture = s->textured ? p->texture : NULL, .filter = BP_FILTER_BILINEAR},
                    .light = {.lighting = s->lit ? BP_LIGHTING_VERTEX : BP_LIGHTING_NONE,
                              .direction = {light[0], light[1], light[2]},
                              .color = {0.8f, 0.8f, 0.8f},
                              .ambient = {0.2f, 0.2f, 0.2f}},
                    .state.color = BP_COLOR_RAW};
    if (!s->textured) memcpy(draw.material.base_color, (float[]){0.9f, 0.5f, 0.3f, 1}, 4 * sizeof(float));
    assert_true(bp_raster_begin(p->raster, &p->ours, NULL, &error));
    bp_raster_clear(p->raster, &(bp_clear){.color = {51, 51, 77, 255}}, &error);
    bp_raster_draw(p->raster, &draw, &error);
    assert_true(bp_raster_end(p->raster, NULL, &error));
    expect_no_error(&error);
}

/* ---- comparing ---------------------------------------------------------------------------------*/

static int farthest_channel(bp_rgba8 a, bp_rgba8 b) {
    int r = abs(a.r - b.r), g = abs(a.g - b.g), c = abs(a.b - b.b), max = r > g ? r : g;
    return max > c ? max : c;
}

static void write_difference(const pictures *p, const scene *s) {
    bp_rgba8 *out = calloc(SIDE * SIDE, sizeof *out);
    char path[256];
    const char *build = getenv("B");
    for (size_t i = 0; i < SIDE * SIDE; i++) {
        bp_rgba8 a = ((const bp_rgba8 *)(const void *)p->ours.pixels)[i],
                 b = ((const bp_rgba8 *)(const void *)p->theirs)[i];
        int off = farthest_channel(a, b);
        uint8_t dim = (uint8_t)((a.r + a.g + a.b) / 12);
        out[i] = off == 0        ? (bp_rgba8){dim, dim, dim, 255}
                 : off <= WITHIN ? (bp_rgba8){110, 110, 110, 255}
                                 : (bp_rgba8){255, 40, 0, 255};
    }
    snprintf(path, sizeof path, "%s/peers/%s.diff.png", build && *build ? build : "build", s->name);
    golden_write(path, out, SIDE, SIDE, SIDE);
    snprintf(path, sizeof path, "%s/peers/%s.png", build && *build ? build : "build", s->name);
    golden_write(path, (const bp_rgba8 *)(const void *)p->ours.pixels, SIDE, SIDE, SIDE);
    free(out);
}

static void check_scene(pictures *p, const scene *s) {
    long off_by[256] = {0}, drawn = 0, beyond = 0;
    draw_theirs(p, s);
    draw_ours(p, s);
    for (size_t i = 0; i < SIDE * SIDE; i++) {
        bp_rgba8 a = ((const bp_rgba8 *)(const void *)p->ours.pixels)[i],
                 b = ((const bp_rgba8 *)(const void *)p->theirs)[i];
        int off = farthest_channel(a, b);
        drawn += a.r != 51 || a.g != 51 || a.b != 77;
        off_by[off]++;
        beyond += off > WITHIN;
    }
    write_difference(p, s);
    print_message("%s: %ld pixels drawn; %ld equal, %ld one step off, %ld further (%.4f %% of the picture)\n",
                  s->name, drawn, off_by[0], off_by[1], beyond, 100.0 * (double)beyond / (SIDE * SIDE));
    if (drawn < SIDE * SIDE / 8) fail_msg("%s: hardly anything was drawn", s->name);
    if ((double)beyond > (double)s->allowed * (double)drawn) fail_msg("%s: too many pixels differ", s->name);
}

static bp_mat4 camera(bp_vec3 eye) {
    bp_mat4 view = bp_mat4_look_at_rh(eye, (bp_vec3){0, 0, 0}, (bp_vec3){0, 1, 0});
    return bp_mat4_mul(view, bp_mat4_perspective_rh(bp_radians(45), 1, 0.1f, 50));
}

static void test_scenes(void **state) {
    (void)state;
    bp_error error = {0};
    pictures p = {.gl = peer_open(SIDE, SIDE), .texels = malloc(4 * TEXELS * TEXELS)};
    p.theirs = calloc(SIDE * SIDE, 4);
    make_texels(p.texels);
    bind_texels(p.texels);
    p.raster = bp_raster_create(NULL, &error);
    p.texture = bp_texture_create(
        NULL, &(bp_texture_options){.pixels = p.texels, .width = TEXELS, .height = TEXELS}, &error);
    assert_true(p.raster && p.texture && bp_framebuffer_create(NULL, SIDE, SIDE, &p.ours, &error));

    bp_mesh *floor_mesh = grid_mesh(4, 4, &error);
    bp_mesh *ball =
        bp_shape_sphere(NULL, &(bp_sphere_options){.radius = 1, .sides = 48, .rings = 32}, &error);
    bp_mesh *box = bp_shape_box(NULL, &(bp_box_options){.size = {1.3f, 1.3f, 1.3f}}, &error);
    assert_true(floor_mesh && ball && box);
    const scene scenes[] = {
        {"textured_floor", floor_mesh, camera((bp_vec3){0.4f, 1.5f, 3.2f}), true, false, 0.001f},
        {"lit_ball", ball, camera((bp_vec3){1, 1.2f, 2.4f}), false, true, 0.001f},
        {"textured_lit_ball", ball, camera((bp_vec3){1, 1.2f, 2.4f}), true, true, 0.001f},
        {"textured_lit_box", box, camera((bp_vec3){1.3f, 1.4f, 2}), true, true, 0.001f},
    };
    for (size_t i = 0; i < BP_COUNT(scenes); i++) check_scene(&p, &scenes[i]);

    bp_mesh_destroy(floor_mesh);
    bp_mesh_destroy(ball);
    bp_mesh_destroy(box);
    bp_texture_destroy(p.texture);
    bp_raster_destroy(p.raster);
    bp_framebuffer_destroy(NULL, &p.ours);
    free(p.texels);
    free(p.theirs);
    peer_close(&p.gl);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_scenes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
