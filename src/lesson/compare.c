/* Comparing two stages: their vertices, and the pictures of their meshes. Pictures are taken in a offscreen that the
 * session keeps, so that live numbers don't cost new memory in every frame; and a stage's picture is taken once
 * for all numbers that want it. */
#include "lesson/world.h"
#include <string.h>

float bp_world_vertex_difference(bp_world *world, int a, int b) {
    const bp_figure *first = world->stages[a].figure, *second = world->stages[b].figure;
    if (first && second) return bp_figure_difference(first, second);
    bp_world_fail(world, "stages %d and %d are not both there to be compared", a + 1, b + 1);
    return 0;
}

/* A stage's picture, and what it was taken of. Posing forgets it, so that the vertices are those. */
typedef struct shot {
    bp_framebuffer picture;  /* owned */
    const bp_figure *figure; /* borrowed, never looked at; NULL: of nothing */
    bp_mat4 place;
    bp_camera camera;
} shot;

struct bp_offscreen {
    bp_context *context; /* borrowed */
    bp_raster *raster;   /* owned */
    shot shots[BP_STAGE_MAX];
};

bp_offscreen *bp_offscreen_create(bp_context *context, bp_error *error) {
    bp_offscreen *offscreen = bp_alloc(bp_context_allocator(context), 1, sizeof *offscreen, error);
    if (!offscreen) return NULL;
    offscreen->context = context;
    offscreen->raster = bp_raster_create(context, error);
    if (offscreen->raster) return offscreen;
    bp_offscreen_destroy(offscreen);
    return NULL;
}

void bp_offscreen_destroy(bp_offscreen *offscreen) {
    if (!offscreen) return;
    for (int i = 0; i < BP_STAGE_MAX; i++) bp_framebuffer_destroy(offscreen->context, &offscreen->shots[i].picture);
    bp_raster_destroy(offscreen->raster);
    bp_free(bp_context_allocator(offscreen->context), offscreen);
}

void bp_offscreen_invalidate(bp_offscreen *offscreen) {
    for (int i = 0; offscreen && i < BP_STAGE_MAX; i++) offscreen->shots[i].figure = NULL;
}

static bool draw(bp_offscreen *offscreen, const bp_world *world, int stage, const bp_framebuffer *to,
                 bp_error *error) {
    bp_view view = {.camera = world->camera, .viewport = {0, 0, to->width, to->height}, .show = BP_SHOW_MESH};
    bp_clear clear = {.color = {0, 0, 0, 255}};
    return bp_raster_begin(offscreen->raster, to, NULL, error) &&
           bp_raster_clear(offscreen->raster, &clear, error) &&
           bp_scene_draw_meshes(offscreen->raster, &view, world->stages[stage].figure, error) &&
           bp_raster_end(offscreen->raster, NULL, error);
}

static bool is_of(const shot *s, const bp_world *world, const bp_figure *figure, int width, int height) {
    bp_mat4 place = bp_figure_world(figure);
    return s->figure == figure && s->picture.width == width && s->picture.height == height &&
           memcmp(&s->camera, &world->camera, sizeof s->camera) == 0 &&
           memcmp(&s->place, &place, sizeof place) == 0;
}

/* The picture of a stage's meshes; NULL on an error. */
static const bp_framebuffer *take(bp_offscreen *offscreen, const bp_world *world, int stage, int width, int height,
                                  bp_error *error) {
    shot *s = &offscreen->shots[stage];
    const bp_figure *figure = world->stages[stage].figure;
    if (is_of(s, world, figure, width, height)) return &s->picture;
    if (s->picture.width != width || s->picture.height != height) {
        bp_framebuffer_destroy(offscreen->context, &s->picture);
        if (!bp_framebuffer_create_color(offscreen->context, width, height, &s->picture, error)) return NULL;
    }
    s->figure = NULL;
    if (!draw(offscreen, world, stage, &s->picture, error)) return NULL;
    s->figure = figure;
    s->place = bp_figure_world(figure);
    s->camera = world->camera;
    return &s->picture;
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
    if (!world->stages[a].figure || !world->stages[b].figure) {
        bp_world_fail(world, "stages %d and %d are not both there to be compared", a + 1, b + 1);
        return 0;
    }
    bp_offscreen *own = world->offscreen ? NULL : bp_offscreen_create(world->context, &error);
    bp_offscreen *offscreen = own ? own : world->offscreen;
    const bp_framebuffer *first = offscreen ? take(offscreen, world, a, width, height, &error) : NULL;
    const bp_framebuffer *second = first ? take(offscreen, world, b, width, height, &error) : NULL;
    size_t count = second ? count_differences(first, second) : 0;
    bp_offscreen_destroy(own);
    if (!second && world->error.kind == BP_ERROR_NONE) world->error = error;
    return (float)count;
}
