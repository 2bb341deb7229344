/* A picture of one stage with the page's character, all of it in one colour. */
#ifndef BINDPOSE_TESTS_SUPPORT_STAGE_BENCH_H
#define BINDPOSE_TESTS_SUPPORT_STAGE_BENCH_H

#include "lesson/world.h"
#include "raster/inspect.h"
#include "scene/figure.h"
#include "scene/illustration/stage_drawing.h"
#include "support/contrast.h"
#include "support/test.h"

enum { WIDTH = 420, HEIGHT = 460, GROUNDS = 9 };

typedef struct bench {
    bp_context *context;
    bp_raster *raster;
    bp_framebuffer picture;
    bp_model_cache *cache;
    bp_world world;
    bp_error error;
    bp_painter ui;
    bp_content content;
    bp_stage_drawing view;
    bool nameless; /* draw without names and labels */
} bench;

/* As a world's content does. */
static inline void paint_bench(void *user, bp_painter *painter) {
    bench *b = user;
    if (b->world.paint) b->world.paint(&b->world, painter);
}

/* The page's character, all of it in one colour; ground 8: without its mesh. */
static inline void open_bench(bench *b, bool light, int ground) {
    *b = (bench){.context = bp_context_create(&(bp_context_options){.threads = 1}, NULL)};
    b->raster = bp_raster_create(b->context, &b->error);
    assert_true(bp_framebuffer_create_color(b->context, WIDTH, HEIGHT, &b->picture, &b->error));
    b->cache = bp_model_cache_create(b->context, &b->error);
    b->world = bp_world_make(b->context, NULL, false, b->cache);
    bp_world_add_character(&b->world, "", "", BP_BIND_NATURAL);
    bp_world_pose(&b->world);
    bp_mesh *mesh = b->world.stages[0].mesh;
    mesh->colors =
        bp_alloc(bp_context_allocator(b->context), mesh->vertex_count, sizeof *mesh->colors, &b->error);
    for (size_t i = 0; i < mesh->vertex_count; i++) mesh->colors[i] = bp_scene_color((size_t)ground);
    b->ui = (bp_painter){.raster = b->raster, .theme = bp_theme_of(light), .unit = 1, .error = &b->error};
    b->content = (bp_content){.floor = {0, -1.75f, 0}, .floor_half = 2, .paint = paint_bench, .user = b};
    b->view = (bp_stage_drawing){.content = &b->content,
                                 .stage = &b->world.stages[0],
                                 .camera = {.eye = {0.2f, 1, 7}, .target = {0, 0.1f, 0}},
                                 .rect = {1, 42, WIDTH - 2, HEIGHT - 68}, /* room for a head and a note */
                                 .show = BP_SHOW_BONES | (ground < 8 ? BP_SHOW_MESH : 0),
                                 .lit_row = -1,
                                 .hovered_handle = -1,
                                 .selected_handle = -1,
                                 .axis = 2};
}

static inline void close_bench(bench *b) {
    bp_world_clear(&b->world);
    bp_model_cache_destroy(b->cache);
    bp_framebuffer_destroy(b->context, &b->picture);
    bp_raster_destroy(b->raster);
    bp_context_destroy(b->context);
}

static inline void draw(bench *b) {
    const bp_pass pass = {.samples = 4};
    b->content.ghosts = b->world.ghosts, b->content.ghost_count = b->world.ghost_count;
    bp_painter_begin(&b->ui, &b->picture, &pass, &(bp_rect){0}, b->ui.theme->page);
    bp_painter_fill(&b->ui, (bp_rect){0, 0, WIDTH, HEIGHT}, b->ui.theme->card);
    bp_stage_draw(&b->ui, &b->view);
    if (!b->ui.failed) b->ui.failed = !bp_raster_resolve_samples(b->raster, &b->error);
    if (!b->nameless) bp_stage_draw_names(&b->ui, &b->view);
    bp_stage_draw_marks(&b->ui, &b->view);
    bp_painter_end(&b->ui);
    if (b->ui.failed) fail_msg("%s", b->error.message);
}

static inline const uint8_t *pixel(const bench *b, float x, float y) {
    int column = (int)bp_clamp(floorf(x), 0, WIDTH - 1), row = (int)bp_clamp(floorf(y), 0, HEIGHT - 1);
    return b->picture.pixels + 4 * ((size_t)b->picture.stride * (size_t)row + (size_t)column);
}

#endif
