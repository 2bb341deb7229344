/* The end of the course: your renderer draws a poster, and a turntable as GIF, of the character or of any
 * model.
 *
 *     print MODEL.glb FOLDER
 *
 * The model's own textures are scaled to powers of two; without one it is white. Meshes without normals
 * get those of their triangles. It stands on a floor, with its shadow. Each pixel is the mean, as light,
 * of four samples: the picture is drawn twice as wide and as high.
 */
#include "raster/color.h"
#include "scene.h"
#include "scene/camera.h"
#include <bindpose/gltf.h>
#include <bindpose/io.h>
#include <bindpose/scene.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    POSTER_WIDTH = 1800,
    POSTER_HEIGHT = 2400,
    TURN_WIDTH = 300,
    TURN_HEIGHT = 400,
    TURNS = 100,
    FPS = 25
};

typedef struct shown {
    mesh mesh[MESHES_MAX];
    int count;
    mesh ground;
    picture from_light;
    bp_bounds box;
    bp_color_tables tables;
    bp_rgba8 turn[TURN_WIDTH * TURN_HEIGHT];
} shown;

static void *get(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (!memory) exit(3);
    return memory;
}

/* ---- the model ---- */

static int power_of_two(int size) {
    int power = 1;
    while (power * 2 <= size && power < 4096) power *= 2;
    return power;
}

static texture *texture_of(const bp_model *model, const bp_material *material) {
    static const uint8_t WHITE[4] = {255, 255, 255, 255};
    const int number = material ? material->texture.image : -1;
    const bp_image *image = number >= 0 ? model->images[number] : NULL;
    texture *t = get(1, sizeof *t);
    *t = (texture){1, 1, WHITE};
    if (!image) return t;
    t->width = power_of_two(image->width), t->height = power_of_two(image->height);
    uint8_t *texels = get((size_t)(t->width * t->height), 4);
    for (int i = 0; i < t->width * t->height; i++) {
        const int x = i % t->width * image->width / t->width, y = i / t->width * image->height / t->height;
        memcpy(texels + 4 * i, &image->pixels[y * image->width + x], 4);
    }
    t->texels = texels;
    return t;
}

/* Three vertices of its own for each triangle, so that one may have the triangle's normal. */
static void add_part(shown *s, const bp_model *model, const bp_figure *figure, size_t part) {
    const bp_figure_part *of = bp_figure_part_at(figure, part);
    const bp_vec3 *at = bp_figure_positions(figure, part), *normals = bp_figure_normals(figure, part);
    const bp_mesh *from = of->mesh;
    const size_t count = from->index_count / 3 * 3;
    if (s->count == MESHES_MAX || count == 0) return;
    vertex *vertices = get(count, sizeof *vertices);
    uint32_t *indices = get(count, sizeof *indices);
    for (size_t i = 0; i < count; i++) {
        const uint32_t *corner = from->indices + i / 3 * 3, k = from->indices[i];
        const bp_vec3 across = bp_vec3_cross(bp_vec3_sub(at[corner[1]], at[corner[0]]),
                                             bp_vec3_sub(at[corner[2]], at[corner[0]]));
        const bp_vec3 n = normals ? normals[k] : bp_vec3_normalize(across);
        const bp_vec2 uv = from->uv[0] ? from->uv[0][k] : (bp_vec2){0, 0};
        vertices[i] = (vertex){at[k], {n.x, n.y, n.z, uv.x, uv.y, at[k].x, at[k].y, at[k].z}};
        indices[i] = (uint32_t)i;
    }
    mesh *m = &s->mesh[s->count++];
    *m = (mesh){.vertices = vertices,
                .indices = indices,
                .triangle_count = (int)(count / 3),
                .color = {1, 1, 1},
                .texture = texture_of(model, of->material),
                .light = {{0.36f, 0.8f, 0.48f}, {0.8f, 0.78f, 0.7f}, {0.2f, 0.22f, 0.3f}}};
    if (of->material) memcpy(m->color, &of->material->base_color, sizeof m->color);
}

/* ---- pictures ---- */

/* Draws with four samples a pixel: seen from `turn` radians about the model. */
static void draw_resolved(const shown *s, float turn, int width, int height, bp_rgba8 *out) {
    picture p = picture_create(2 * width, 2 * height);
    float light[3]; /* the background is as bright as the floor, so no edge shows where it ends */
    light_at(&s->ground.light, (bp_vec3){0, 1, 0}, light);
    for (int i = 0; i < 4 * width * height * 4; i++)
        if (i % 4 < 3) p.pixels[i] = encode(s->ground.color[i % 4] * light[i % 4]);
    bp_camera camera = {.target = bp_bounds_center(s->box), .fov_y = bp_radians(35)};
    camera.eye = bp_vec3_add(camera.target, bp_vec3_make(0.5f, 0.25f, 1));
    bp_camera_fit(&camera, s->box, (float)width / (float)height);
    bp_camera_orbit(&camera, turn, 0);
    const float distance = bp_vec3_distance(camera.target, camera.eye);
    const bp_mat4 projection =
        bp_mat4_perspective_rh(camera.fov_y, (float)width / (float)height, distance / 10, distance * 4);
    for (int i = 0; i <= s->count; i++) {
        mesh m = i < s->count ? s->mesh[i] : s->ground;
        m.from_light = &s->from_light;
        m.transform = bp_mat4_mul(bp_camera_view(&camera), projection);
        draw(&m, &p);
    }
    for (int i = 0; i < width * height; i++) {
        const uint8_t *first = p.pixels + 4 * (2 * (i / width) * 2 * width + 2 * (i % width)),
                      *next = first + 8 * width;
        uint8_t *to = &out[i].r;
        for (int c = 0; c < 3; c++) {
            const float *linear = s->tables.linear;
            to[c] =
                encode(((linear[first[c]] + linear[first[4 + c]]) + (linear[next[c]] + linear[next[4 + c]])) *
                       0.25f);
        }
        to[3] = 255;
    }
    picture_destroy(&p);
}

static bool draw_turn(void *user, int number, bp_error *error) {
    shown *s = user;
    (void)error;
    draw_resolved(s, 6.2831853f * (float)number / TURNS, TURN_WIDTH, TURN_HEIGHT, s->turn);
    return true;
}

int main(int count, char **arguments) {
    static shown s;
    char path[1024];
    bp_model *model;
    if (count != 3) {
        fprintf(stderr, "usage: print MODEL.glb FOLDER\n");
        return 2;
    }
    bp_context *context = bp_context_create(NULL, &failure);
    need(context != NULL);
    need(bp_gltf_read(context, arguments[1], NULL, &model, NULL, &failure));
    bp_model_pose *pose = bp_model_pose_create(model, &failure);
    need(pose && bp_model_pose_set(pose, model->clip_count ? 0 : -1, 0.3, &failure));
    bp_model_figure *owner = bp_model_figure_create(context, pose, &failure);
    bp_figure *figure = owner ? bp_model_figure_get_figure(owner) : NULL;
    need(figure && bp_figure_pose(figure, &failure));
    bp_color_tables_fill(&s.tables);
    for (size_t i = 0; i < bp_figure_part_count(figure); i++) add_part(&s, model, figure, i);
    if (s.count == 0) {
        fprintf(stderr, "%s: has no triangles\n", arguments[1]);
        return 2;
    }
    s.box = bp_figure_bounds(figure);
    s.from_light = draw_from_light(s.mesh, s.count, s.box);
    s.ground = floor_below(s.box, &s.mesh[0]);
    bp_image poster = {.width = POSTER_WIDTH,
                       .height = POSTER_HEIGHT,
                       .pixels = get((size_t)POSTER_WIDTH * POSTER_HEIGHT, sizeof(bp_rgba8))};
    draw_resolved(&s, 0, poster.width, poster.height, poster.pixels);
    snprintf(path, sizeof path, "%.900s/poster.png", arguments[2]);
    need(bp_image_write_png(NULL, &poster, path, &failure));
    printf("%s: %d x %d pixels, 15 x 20 cm at 300 dpi\n", path, poster.width, poster.height);
    fflush(stdout);
    const bp_image_sequence turns = {.width = TURN_WIDTH,
                                     .height = TURN_HEIGHT,
                                     .count = TURNS,
                                     .fps = FPS,
                                     .seconds = (double)TURNS / FPS,
                                     .pixels = s.turn,
                                     .stride = TURN_WIDTH,
                                     .draw = draw_turn,
                                     .user = &s};
    bp_file gif = {0};
    need(bp_sequence_encode_gif(NULL, &turns, &gif, &failure));
    snprintf(path, sizeof path, "%.900s/turntable.gif", arguments[2]);
    need(bp_file_write(path, gif.data, gif.size, &failure));
    printf("%s: %d pictures\n", path, TURNS);
    free(poster.pixels);
    return 0;
}
