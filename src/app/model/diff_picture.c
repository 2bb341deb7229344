/* Grey where the two agree, red where they are as far apart as anywhere. */
#include "app/model/model_bounds.h"
#include "gltf/motion_diff.h"
#include "app/model/diff_picture.h"
#include "app/model/model_picture.h"
#include "app/picture.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TITLE_SIZE = 15, TITLE_HEIGHT = 36, MARGIN = 12 };

/* ---- colours ------------------------------------------------------------------------------------*/

static bp_rgba8 color_of(double part) {
    static const bp_vec3 same = {196, 198, 202}, apart = {213, 60, 0};
    bp_vec3 c = bp_vec3_mix(same, apart, bp_clamp((float)part, 0, 1));
    return (bp_rgba8){(uint8_t)(c.x + 0.5f), (uint8_t)(c.y + 0.5f), (uint8_t)(c.z + 0.5f), 255};
}

/* The square root shows small differences too. Within the tolerance everything is grey. */
static double part_of(const bp_motion_diff *diff, double distance) {
    if (!(distance > diff->tolerance)) return 0.0;
    return bp_is_finite(diff->worst) ? 0.15 + 0.85 * sqrt(distance / diff->worst) : 1.0;
}

/* A mesh at several nodes has the colours of the last. */
static bool paint(bp_context *context, const bp_diff_picture *picture, bp_error *error) {
    bp_model *models[2] = {picture->poses[0]->model, picture->poses[1]->model};
    for (size_t i = 0; i < models[0]->instance_count; i++) {
        size_t count = models[0]->meshes[models[0]->instances[i].mesh]->vertex_count;
        double *distances = bp_alloc(NULL, count, sizeof *distances, error);
        bool ok = distances && bp_motion_diff_vertices(context, picture->poses[0], picture->poses[1], i,
                                                       picture->diff->size, distances, error);
        for (int m = 0; ok && m < 2; m++) {
            bp_mesh *mesh = models[m]->meshes[models[m]->instances[i].mesh];
            ok = bp_mesh_add_attributes(mesh, BP_MESH_COLORS, error);
            for (size_t j = 0; ok && j < count; j++)
                mesh->colors[j] = color_of(part_of(picture->diff, distances[j]));
        }
        bp_free(NULL, distances);
        if (!ok) return false;
    }
    for (int m = 0; m < 2; m++)
        for (size_t i = 0; i < models[m]->material_count; i++) {
            bp_material *material = &models[m]->materials[i];
            material->base_color = (bp_vec4){1, 1, 1, 1};
            material->texture.image = -1;
            material->alpha_mode = BP_ALPHA_OPAQUE;
            material->unlit = false;
        }
    return true;
}

/* ---- drawing ------------------------------------------------------------------------------------*/

/* Half of the picture, as a framebuffer of its own in the same memory. */
static bp_framebuffer half_of(const bp_framebuffer *whole, int half) {
    bp_framebuffer part = *whole;
    int stride = whole->stride ? whole->stride : whole->width;
    size_t from = (size_t)TITLE_HEIGHT * (size_t)stride + (size_t)(half * (whole->width / 2));
    part.pixels += 4 * from;
    if (part.depth) part.depth += from;
    part.stride = stride;
    part.width = whole->width / 2;
    part.height = whole->height - 2 * TITLE_HEIGHT;
    return part;
}

static bool draw_text(bp_raster *raster, const bp_diff_picture *picture, int x, int y, const char *text,
                      bp_error *error) {
    bp_text line = {.text = text, .size = TITLE_SIZE, .x = x, .y = y + 23};
    memcpy(line.color, &picture->theme->ink, 4);
    return bp_raster_text(raster, &line, error);
}

static bool draw_frame(bp_raster *raster, const bp_framebuffer *to, const bp_diff_picture *picture,
                       bp_error *error) {
    bp_clear clear = {0};
    char note[256];
    memcpy(clear.color, &picture->theme->page, 4);
    snprintf(note, sizeof note, "%s: at most %.3g of the size apart (red); tolerance %.3g (grey)",
             picture->note, picture->diff->worst, picture->diff->tolerance);
    return bp_raster_begin(raster, to, &(bp_pass){.samples = 1}, error) &&
           bp_raster_clear(raster, &clear, error) &&
           draw_text(raster, picture, MARGIN, 0, picture->titles[0], error) &&
           draw_text(raster, picture, to->width / 2 + MARGIN, 0, picture->titles[1], error) &&
           draw_text(raster, picture, MARGIN, to->height - TITLE_HEIGHT, note, error) &&
           bp_raster_end(raster, NULL, error);
}

static bool draw_halves(bp_raster *raster, const bp_framebuffer *to, const bp_diff_picture *picture,
                        bp_model_figure *const *figures, bp_error *error) {
    bp_bounds bounds = bp_bounds_union(bp_figure_bounds(bp_model_figure_get_figure(figures[0])),
                                       bp_figure_bounds(bp_model_figure_get_figure(figures[1])));
    for (int i = 0; i < 2; i++) {
        bp_framebuffer half = half_of(to, i);
        bp_model_picture drawing = {.model = picture->poses[i]->model,
                                    .figure = bp_model_figure_get_figure(figures[i]),
                                    .theme = picture->theme,
                                    .camera = bp_model_front_camera(picture->poses[i]->model, bp_radians(35)),
                                    .show = BP_SHOW_MESH,
                                    .samples = 4};
        bp_camera_fit(&drawing.camera, bounds, (float)half.width / (float)half.height);
        if (!bp_model_picture_draw(raster, &half, &drawing, error)) return false;
    }
    return true;
}

bool bp_diff_picture_write(bp_context *context, const bp_diff_picture *picture, const char *path,
                           bp_error *error) {
    bp_framebuffer to = {0};
    bp_model_figure *figures[2] = {NULL, NULL};
    bp_raster *raster = bp_raster_create(context, error);
    bool ok = raster && bp_framebuffer_create(context, picture->width, picture->height, &to, error) &&
              paint(context, picture, error);
    for (int i = 0; ok && i < 2; i++)
        ok = (figures[i] = bp_model_figure_create(context, picture->poses[i], error)) != NULL;
    ok = ok && draw_frame(raster, &to, picture, error) && draw_halves(raster, &to, picture, figures, error) &&
         bp_picture_write(&to, path, error);
    for (int i = 0; i < 2; i++) bp_model_figure_destroy(figures[i]);
    bp_framebuffer_destroy(context, &to);
    bp_raster_destroy(raster);
    return ok;
}
