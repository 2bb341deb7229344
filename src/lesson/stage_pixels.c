/* A stage with a grid of large pixels. */
#include "lesson/pixel_grid.h"
#include "lesson/world.h"
#include <math.h>

static const bp_vec3 EYE = {0, 0, 6};

bp_stage *bp_world_add_pixels(bp_world *world, const char *title, const char *subtitle, int width,
                              int height) {
    bp_error *error = bp_world_error_slot(world);
    bp_pixel_grid *grid = bp_pixel_grid_create(world->context, width, height, error);
    bp_mesh *mesh = grid ? bp_pixel_grid_mesh(world->context, grid, error) : NULL;
    bp_stage stage = {.title = title, .subtitle = subtitle, .mesh = mesh, .grid = mesh ? grid : NULL};
    if (!mesh) bp_free(bp_context_allocator(world->context), grid);
    if (mesh) bp_pixel_grid_show(grid, mesh);
    world->no_floor = true;
    world->camera = (bp_camera){.eye = EYE};
    world->show = BP_SHOW_MESH;
    return bp_world_add_mesh_stage(world, stage, BP_SKIN_LINEAR);
}

bp_vec3 bp_pixel_to_world(const bp_stage *stage, bp_vec2 pixel) {
    return stage->grid ? bp_pixel_grid_to_world(stage->grid, pixel.x, pixel.y, 0) : (bp_vec3){0, 0, 0};
}

static float quarter(float x, int size) { return bp_clamp(floorf(4 * x + 0.5f) / 4, 0, (float)size); }

bp_vec2 bp_pixel_from_world(const bp_stage *stage, bp_vec3 position) {
    if (!stage->grid) return (bp_vec2){0, 0};
    const int width = stage->grid->width, height = stage->grid->height;
    const float size = bp_pixel_grid_size(stage->grid);
    return (bp_vec2){quarter(position.x / size + (float)width / 2, width),
                     quarter((float)height / 2 - position.y / size, height)};
}

void bp_world_show_weights(bp_world *world, int index) {
    const bp_stage *stage = &world->stages[index];
    const bp_pixel_grid *reader = stage->grid ? stage->grid->reader : NULL;
    for (int i = 0; i < 4; i++) {
        bp_vec3 from = {0, 0, 0}, to = from;
        float weight = 0;
        if (reader && reader->sample.texel_count == 4) {
            const bp_texture_step *sample = &reader->sample;
            const bp_texel_step *texel = &sample->texels[i];
            const float size = (float)stage->grid->texture_size;
            const bp_vec2 at = {(sample->uv[0] - floorf(sample->uv[0])) * size,
                                (sample->uv[1] - floorf(sample->uv[1])) * size};
            from = bp_pixel_to_world(stage, (bp_vec2){(float)texel->x + 0.5f, (float)texel->y + 0.5f});
            to = bp_pixel_to_world(stage, at);
            weight = texel->weight;
        }
        bp_world_set_arrow(world, index, i, to, from, "%.3f", (double)weight);
        world->stages[index].arrows[i].label_at_tip = true;
    }
}
