/* Contexts and pools used from several threads: each poses, skins and rasterizes, and all get the picture that
 * one thread gets alone. The thread sanitizer runs this test too. */
#include "base/pool.h"
#include "rig/engine.h"
#include "scene/character.h"
#include "support/engine_forms.h"
#include "support/test.h"
#include <bindpose/rig.h>
#include <bindpose/scene.h>
#include <pthread.h>

enum { SIDE = 96, THREADS = 4, ROUNDS = 4 };

/* FNV-1a over the pixels of the character with its arm rotated a little more in each round; 0: an error. */
static uint64_t draw_rounds(bp_context *context) {
    bp_error error = {0};
    bp_framebuffer frame = {0};
    uint64_t hash = 0xcbf29ce484222325u;
    bp_model *model = bp_character_model(context, BP_BIND_NATURAL, &error);
    bp_model_pose *pose = model ? bp_model_pose_create(model, &error) : NULL;
    bp_model_figure *shown = pose ? bp_model_figure_create(context, pose, &error) : NULL;
    bp_raster *raster = shown ? bp_raster_create(context, &error) : NULL;
    bool ok = raster && bp_framebuffer_create(context, SIDE, SIDE, &frame, &error);
    for (int i = 0; ok && i < ROUNDS; i++) {
        bp_figure *figure = bp_model_figure_get_figure(shown);
        bp_view view = {
            .camera = bp_character_camera(), .viewport = {0, 0, SIDE, SIDE}, .show = BP_SHOW_MESH};
        bp_node_set_euler(model->nodes[1], bp_vec3_make(0, 0, 0.2f * (float)i));
        ok = bp_figure_pose(figure, &error) && bp_raster_begin(raster, &frame, NULL, &error) &&
             bp_raster_clear(raster, &(bp_clear){.color = {9, 9, 9, 255}}, &error) &&
             bp_scene_draw_meshes(raster, &view, figure, &error) && bp_raster_end(raster, NULL, &error);
        for (size_t k = 0; ok && k < 4 * SIDE * SIDE; k++) hash = (hash ^ frame.pixels[k]) * 0x100000001b3u;
    }
    bp_framebuffer_destroy(context, &frame);
    bp_raster_destroy(raster);
    bp_model_figure_destroy(shown);
    bp_model_pose_destroy(pose);
    bp_model_destroy(model);
    return ok ? hash : 0;
}

typedef struct drawing {
    bp_context *shared; /* NULL: the thread makes a context of its own */
    uint64_t hash;
} drawing;

static void *draw_in_thread(void *user) {
    drawing *self = user;
    bp_context *own = self->shared ? NULL : bp_context_create(&(bp_context_options){.threads = 2}, NULL);
    if (self->shared || own) self->hash = draw_rounds(self->shared ? self->shared : own);
    bp_context_destroy(own);
    return NULL;
}

static void expect_equal_pictures(bp_context *shared) {
    uint64_t alone = draw_rounds(NULL);
    pthread_t threads[THREADS];
    drawing drawings[THREADS] = {0};
    assert_true(alone != 0);
    for (int i = 0; i < THREADS; i++) {
        drawings[i].shared = shared;
        assert_int_equal(pthread_create(&threads[i], NULL, draw_in_thread, &drawings[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++) assert_true(drawings[i].hash == alone);
}

static void test_four_contexts(void **state) {
    (void)state;
    expect_equal_pictures(NULL);
}

static void test_one_context_in_four_threads(void **state) {
    (void)state;
    bp_context *context = bp_context_create(&(bp_context_options){.threads = 3}, NULL);
    assert_non_null(context);
    expect_equal_pictures(context);
    bp_context_destroy(context);
}

typedef struct job_drawings {
    bp_context *context;
    uint64_t hashes[THREADS];
} job_drawings;

static void draw_in_job(void *user, size_t index, int worker) {
    (void)worker;
    job_drawings *all = user;
    all->hashes[index] = draw_rounds(all->context);
}

static void test_rasterizing_in_a_job_of_the_same_pool(void **state) {
    (void)state;
    job_drawings all = {.context = bp_context_create(&(bp_context_options){.threads = 3}, NULL)};
    assert_non_null(all.context);
    bp_pool_run(bp_context_pool(all.context), THREADS, draw_in_job, &all);
    for (int i = 0; i < THREADS; i++) assert_true(all.hashes[i] == draw_rounds(NULL));
    bp_context_destroy(all.context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_four_contexts),
        cmocka_unit_test(test_one_context_in_four_threads),
        cmocka_unit_test(test_rasterizing_in_a_job_of_the_same_pool),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
