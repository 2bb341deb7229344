/* A model that a test shows: its figure, and the pixel in the middle of its picture. */
#ifndef BINDPOSE_TESTS_SUPPORT_SHOWN_MODEL_H
#define BINDPOSE_TESTS_SUPPORT_SHOWN_MODEL_H

#include "scene/figure.h"
#include "support/test.h"
#include <bindpose/scene.h>

enum { SIDE = 16 }; /* of the picture */

typedef struct shown_model {
    bp_model *model; /* owned */
    bp_model_pose *pose;
    bp_model_figure *model_figure;
    bp_figure *figure; /* of model_figure */
} shown_model;

static inline shown_model show(bp_model *model) {
    bp_error error = {0};
    shown_model s = {.model = model, .pose = bp_model_pose_create(model, &error)};
    s.model_figure = s.pose ? bp_model_figure_create(NULL, s.pose, &error) : NULL;
    expect_no_error(&error);
    assert_non_null(s.model_figure);
    s.figure = bp_model_figure_get_figure(s.model_figure);
    return s;
}

static inline void hide(shown_model *s) {
    bp_model_figure_destroy(s->model_figure);
    bp_model_pose_destroy(s->pose);
    bp_model_destroy(s->model);
}

/* Over black, seen along -Z from a distance, or along Z from a negative one. */
static inline bp_rgba8 center_pixel(const shown_model *s, float distance) {
    bp_error error = {0};
    bp_framebuffer frame;
    bp_raster *raster = bp_raster_create(NULL, &error);
    bp_view view = {
        .camera = {.eye = {0, 0, distance}}, .viewport = {0, 0, SIDE, SIDE}, .show = BP_SHOW_MESH};
    bool ok = raster && bp_framebuffer_create(NULL, SIDE, SIDE, &frame, &error) &&
              bp_raster_begin(raster, &frame, NULL, &error) &&
              bp_raster_clear(raster, &(bp_clear){.color = {0, 0, 0, 255}}, &error) &&
              bp_scene_draw_meshes(raster, &view, s->figure, &error) && bp_raster_end(raster, NULL, &error);
    expect_no_error(&error);
    assert_true(ok);
    const uint8_t *p = frame.pixels + 4 * (SIDE / 2 * SIDE + SIDE / 2);
    const bp_rgba8 pixel = {p[0], p[1], p[2], p[3]};
    bp_framebuffer_destroy(NULL, &frame);
    bp_raster_destroy(raster);
    return pixel;
}

#endif
