/* Pictures of stages, for counting the pixels in which two stages differ. The session keeps them, so
 * readouts don't allocate. A picture stays valid until the pose, the figure's world matrix or the camera
 * changes. */
#include "lesson/world.h"
#include <string.h>

typedef struct stage_picture {
    bp_framebuffer picture;  /* owned */
    const bp_figure *figure; /* the figure that it shows; compared, never read. NULL: none */
    bp_mat4 world;
    bp_camera camera;
} stage_picture;

struct bp_stage_pictures {
    bp_context *context; /* borrowed */
    bp_raster *raster;   /* owned */
    stage_picture stages[BP_STAGE_MAX];
};

bp_stage_pictures *bp_stage_pictures_create(bp_context *context, bp_error *error) {
    bp_stage_pictures *pictures = bp_alloc(bp_context_allocator(context), 1, sizeof *pictures, error);
    if (!pictures) return NULL;
    pictures->context = context;
    pictures->raster = bp_raster_create(context, error);
    if (pictures->raster) return pictures;
    bp_stage_pictures_destroy(pictures);
    return NULL;
}

void bp_stage_pictures_destroy(bp_stage_pictures *pictures) {
    if (!pictures) return;
    for (int i = 0; i < BP_STAGE_MAX; i++)
        bp_framebuffer_destroy(pictures->context, &pictures->stages[i].picture);
    bp_raster_destroy(pictures->raster);
    bp_free(bp_context_allocator(pictures->context), pictures);
}

bp_raster *bp_stage_pictures_raster(bp_stage_pictures *pictures) { return pictures->raster; }

void bp_stage_pictures_invalidate(bp_stage_pictures *pictures) {
    for (int i = 0; pictures && i < BP_STAGE_MAX; i++) pictures->stages[i].figure = NULL;
}

static bool draw(bp_raster *raster, const bp_camera *camera, const bp_stage *stage, const bp_framebuffer *to,
                 bp_error *error) {
    bp_view view = {.camera = *camera, .viewport = {0, 0, to->width, to->height}, .show = BP_SHOW_MESH};
    bp_clear clear = {.color = {0, 0, 0, 255}};
    view.light = stage->light, view.color = stage->color;
    view.unlit = stage->light && stage->light->lighting == BP_LIGHTING_NONE;
    return bp_raster_begin(raster, to, NULL, error) && bp_raster_clear(raster, &clear, error) &&
           bp_scene_draw_meshes(raster, &view, stage->figure, error) && bp_raster_end(raster, NULL, error);
}

const uint32_t *bp_stage_pictures_get(bp_stage_pictures *pictures, const bp_world *world, int stage,
                                      bp_error *error) {
    stage_picture *s = &pictures->stages[stage];
    const bp_figure *figure = world->stages[stage].figure;
    bp_mat4 figure_world = bp_figure_world(figure);
    const int size = BP_STAGE_PICTURE_SIZE;
    if (!s->picture.pixels && !bp_framebuffer_create_color(pictures->context, size, size, &s->picture, error))
        return NULL;
    const uint32_t *pixels = (const uint32_t *)(const void *)s->picture.pixels;
    if (s->figure == figure && memcmp(&s->camera, &world->camera, sizeof s->camera) == 0 &&
        memcmp(&s->world, &figure_world, sizeof figure_world) == 0)
        return pixels;
    s->figure = NULL;
    if (!draw(pictures->raster, &world->camera, &world->stages[stage], &s->picture, error)) return NULL;
    s->figure = figure;
    s->world = figure_world;
    s->camera = world->camera;
    return pixels;
}
