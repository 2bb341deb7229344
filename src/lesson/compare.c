/* Comparing two stages: their vertices, and the pictures of their meshes. */
#include "lesson/world.h"

float bp_world_vertex_difference(bp_world *world, int a, int b) {
    const bp_figure *first = world->stages[a].figure, *second = world->stages[b].figure;
    if (first && second) return bp_figure_difference(first, second);
    bp_world_fail(world, "stages %d and %d are not both there to be compared", a + 1, b + 1);
    return 0;
}

static bool draw(bp_world *world, bp_raster *raster, int stage, const bp_framebuffer *to, bp_error *error) {
    bp_view view = {.camera = world->camera, .viewport = {0, 0, to->width, to->height}, .show = BP_SHOW_MESH};
    bp_clear clear = {.color = {0, 0, 0, 255}};
    return bp_raster_begin(raster, to, NULL, error) && bp_raster_clear(raster, &clear, error) &&
           bp_scene_draw_meshes(raster, &view, world->stages[stage].figure, error) &&
           bp_raster_end(raster, NULL, error);
}

static size_t count_differences(const bp_framebuffer *a, const bp_framebuffer *b) {
    const uint32_t *p = (const uint32_t *)(const void *)a->pixels;
    const uint32_t *q = (const uint32_t *)(const void *)b->pixels;
    size_t pixels = (size_t)a->width * (size_t)a->height, count = 0;
    for (size_t i = 0; i < pixels; i++) count += p[i] != q[i];
    return count;
}

float bp_world_pixel_difference(bp_world *world, int a, int b, int width, int height) {
    bp_error error = {0};
    bp_framebuffer first = {0}, second = {0};
    bp_raster *raster = bp_raster_create(world->context, &error);
    bool good = raster && bp_framebuffer_create(world->context, width, height, &first, &error) &&
                bp_framebuffer_create(world->context, width, height, &second, &error) &&
                draw(world, raster, a, &first, &error) && draw(world, raster, b, &second, &error);
    size_t count = good ? count_differences(&first, &second) : 0;
    bp_framebuffer_destroy(world->context, &first);
    bp_framebuffer_destroy(world->context, &second);
    bp_raster_destroy(raster);
    if (!good && world->error.kind == BP_ERROR_NONE) world->error = error;
    return (float)count;
}
