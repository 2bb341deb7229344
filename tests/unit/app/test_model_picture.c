/* Histories of a picture's pixels: what a command explains is what the picture shows. */
#include "app/model/loaded_model.h"
#include "scene/character.h"
#include "scene/explain.h"
#include "support/test.h"
#include <bindpose/instance.h>
#include <bindpose/pick.h>

enum { WIDTH = 36, HEIGHT = 28 };

typedef struct fixture {
    bp_context *context;
    bp_raster *raster;
    bp_model *model;
    bp_model_pose *pose;
    bp_model_figure *figure;
    bp_framebuffer frames[2];
    bp_model_picture picture;
} fixture;

static void open_fixture(fixture *f) {
    bp_error error = {0};
    *f = (fixture){.context = bp_context_create(NULL, &error)};
    f->raster = bp_raster_create(f->context, &error);
    f->model = bp_character_model(f->context, BP_BIND_NATURAL, &error);
    f->pose = bp_model_pose_create(f->model, &error);
    f->figure = bp_model_figure_create(f->context, f->pose, &error);
    assert_non_null(f->figure);
    for (int i = 0; i < 2; i++)
        assert_true(bp_framebuffer_create(f->context, WIDTH, HEIGHT, &f->frames[i], &error));
    f->picture = (bp_model_picture){.model = f->model,
                                    .figure = bp_model_figure_get_figure(f->figure),
                                    .theme = bp_theme_of(false),
                                    .camera = bp_character_camera(),
                                    .show = BP_SHOW_MESH | BP_SHOW_BONES | BP_SHOW_AXES | BP_SHOW_NAMES};
}

static void close_fixture(fixture *f) {
    for (int i = 0; i < 2; i++) bp_framebuffer_destroy(f->context, &f->frames[i]);
    bp_model_figure_destroy(f->figure);
    bp_model_pose_destroy(f->pose);
    bp_model_destroy(f->model);
    bp_raster_destroy(f->raster);
    bp_context_destroy(f->context);
}

/* The bone that moves the vertices most is one that they have weights of; the weights of a triangle's corners
 * place the point inside it. */
static void check_pick(const fixture *f, const bp_pixel_event *event, int *named) {
    bp_pick pick;
    if (!bp_figure_drew(f->picture.figure, event, &pick)) return;
    const bp_figure_part *part = bp_figure_part_at(f->picture.figure, pick.part);
    bool found = false;
    assert_non_null(pick.bone);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(part->mesh->indices[3 * pick.triangle + (size_t)i], pick.vertices[i]);
        for (int k = 0; k < part->mesh->influences; k++) {
            size_t at = pick.vertices[i] * (size_t)part->mesh->influences + (size_t)k;
            found |= part->mesh->joints[at] == bp_bone_index(pick.bone) && part->mesh->weights[at] > 0;
        }
    }
    assert_true(found);
    expect_float(pick.weights[0] + pick.weights[1] + pick.weights[2], 1, 1e-5);
    ++*named;
}

/* A disc is a joint's: it has its bone's name, and the joint is in the middle of it. */
static void check_bone(const fixture *f, const bp_explain_scene *names, const bp_pixel_history *history,
                       const bp_pixel_event *event, int *joints) {
    if (strcmp(event->kind, "discs") != 0) return;
    const bp_bone *bone = bp_explain_bone(names, event);
    bp_vec2 at;
    assert_non_null(bone);
    const bp_vec3 joint =
        bp_mat4_position(bp_mat4_mul(bp_bone_chain(bone), bp_figure_world(f->picture.figure)));
    assert_true(bp_camera_project(&f->picture.camera, (bp_rect){0, 0, WIDTH, HEIGHT}, joint, &at, NULL));
    assert_true(fabsf(at.x - (float)history->x - 0.5f) < 7 && fabsf(at.y - (float)history->y - 0.5f) < 7);
    ++*joints;
}

static void explained_as_drawn(void **state) {
    (void)state;
    fixture f;
    bp_error error = {0};
    bp_explain_scene names;
    int named = 0, most = 0, joints = 0;
    open_fixture(&f);
    for (f.picture.samples = 1; f.picture.samples <= 4; f.picture.samples += 3) {
        assert_true(bp_model_picture_draw(f.raster, &f.frames[0], &f.picture, &error));
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            bp_pixel_history history;
            assert_true(bp_model_picture_explain(f.raster, &f.frames[1], &f.picture, i % WIDTH, i / WIDTH,
                                                 &history, &names, &error));
            assert_memory_equal(history.color, f.frames[0].pixels + 4 * i, 4);
            assert_true(history.count > 0);
            assert_string_equal(history.events[0].kind, "clear");
            for (size_t k = 0; k < history.count; k++) check_pick(&f, &history.events[k], &named);
            for (size_t k = 0; k < history.count; k++)
                check_bone(&f, &names, &history, &history.events[k], &joints);
            most = (int)history.count > most ? (int)history.count : most;
            bp_pixel_history_clear(f.context, &history);
        }
    }
    assert_true(named > 200 && most > 3 && joints > 20);
    close_fixture(&f);
}

static void refusals(void **state) {
    (void)state;
    fixture f;
    bp_error error = {0};
    bp_pixel_history history;
    bp_explain_scene names;
    open_fixture(&f);
    f.picture.samples = 1;
    assert_false(
        bp_model_picture_explain(f.raster, &f.frames[0], &f.picture, WIDTH, 0, &history, &names, &error));
    assert_int_equal(error.kind, BP_ERROR_ARGUMENT);
    assert_null(history.events);
    error = (bp_error){0};
    assert_false(bp_raster_end_with_history(f.raster, 0, 0, &history, &error)); /* the pass is over */
    assert_int_equal(error.kind, BP_ERROR_ARGUMENT);
    bp_pixel_history_clear(f.context, NULL);
    assert_false(bp_pixel_history_append(f.context, NULL, &history, &error));
    assert_false(bp_pixel_history_append(f.context, &history, NULL, &error));
    close_fixture(&f);
}

/* The draws of the later pass are numbered on; its pixel is the last. */
static void joins_passes(void **state) {
    (void)state;
    fixture f;
    bp_error error = {0};
    bp_pixel_history both = {0}, passes[2];
    open_fixture(&f);
    f.picture.samples = 1;
    for (int i = 0; i < 2; i++) {
        assert_true(bp_raster_begin(f.raster, &f.frames[0], NULL, &error));
        for (int k = 0; k < 2; k++) {
            bp_clear clear = {.color = {(uint8_t)(10 * i + k), 0, 0, 255}};
            assert_true(bp_raster_clear(f.raster, &clear, &error));
        }
        assert_true(bp_raster_end_with_history(f.raster, 3 + i, 4, &passes[i], &error));
        assert_true(bp_pixel_history_append(f.context, &both, &passes[i], &error));
        assert_true(!passes[i].events && passes[i].count == 0);
    }
    assert_true(both.count == 4 && both.x == 4 && both.y == 4 && both.color[0] == 11);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(both.events[i].draw, i);
        assert_int_equal(both.events[i].samples[0].color[0], 10 * (i / 2) + i % 2);
    }
    bp_pixel_history_clear(f.context, &both);
    close_fixture(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(explained_as_drawn), cmocka_unit_test(refusals),
                                       cmocka_unit_test(joins_passes)};
    return cmocka_run_group_tests_name("model_picture", tests, NULL, NULL);
}
