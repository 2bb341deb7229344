/* Framebuffers, textures, passes: if an allocation at the end of a pass fails, the picture is unchanged. */
#include "fingerprints.h"
#include "mesh/shapes.h"
#include "raster/inspect.h"
#include "raster/texture.h"

enum { SIDE = 80 };

typedef struct objects {
    int param; /* 0: one sample; 1: four; 2: the reference; 3, 4: as 0 and 1 with a second thread */
    bp_allocator hook;
    bp_context *context;
    bp_raster *raster;
    bp_framebuffer picture;
    bp_texture *texture;
    bp_mesh *mesh;
    /* created by the call */
    bp_raster *created;
    bp_framebuffer created_picture;
    bp_texture *created_texture;
} objects;

static uint8_t texels[16 * 16 * 4];

static void prepare(void *user) {
    objects *t = user;
    bp_error error = {0};
    t->hook = heap_hook();
    SWEEP_NEED(t->context = bp_context_create(
                   &(bp_context_options){.allocator = t->hook, .threads = t->param > 2 ? 2 : 1}, &error));
    SWEEP_NEED(t->raster = bp_raster_create(t->context, &error));
    SWEEP_NEED(bp_framebuffer_create(t->context, SIDE, SIDE, &t->picture, &error));
    for (size_t i = 0; i < sizeof texels; i++) texels[i] = (uint8_t)(i * 7);
    bp_texture_options options = {.pixels = texels, .width = 16, .height = 16};
    SWEEP_NEED(t->texture = bp_texture_create(t->context, &options, &error));
    SWEEP_NEED(t->mesh = bp_shape_sphere(&t->hook, &(bp_sphere_options){.sides = 40, .rings = 30}, &error));
}

static void fingerprint(const void *user, uint64_t *hash) {
    const objects *t = user;
    sweep_bytes(hash, t->picture.pixels, SIDE * SIDE * 4);
    sweep_floats(hash, t->picture.depth, SIDE * SIDE);
    sweep_bytes(hash, t->created_picture.pixels, t->created_picture.pixels ? 40 * 30 * 4 : 0);
    sweep_word(hash, t->created != NULL);
    sweep_word(hash, t->created_texture != NULL);
    for (int i = 0; t->created_texture && i < t->created_texture->level_count; i++) {
        const bp_mip_level *mip = &t->created_texture->mip[i];
        sweep_bytes(hash, mip->linear, (size_t)mip->stride * (size_t)mip->height * sizeof *mip->linear);
    }
}

static void finish(void *user) {
    objects *t = user;
    bp_mesh_destroy(t->mesh);
    bp_raster_destroy(t->raster), bp_raster_destroy(t->created);
    bp_texture_destroy(t->texture), bp_texture_destroy(t->created_texture);
    bp_framebuffer_destroy(t->context, &t->picture), bp_framebuffer_destroy(t->context, &t->created_picture);
    bp_context_destroy(t->context);
}

static bool framebuffer(void *user, bp_error *error) {
    objects *t = user;
    return bp_framebuffer_create(t->context, 40, 30, &t->created_picture, error) &&
           bp_framebuffer_check(&t->created_picture, error);
}

static bool flat(void *user, bp_error *error) {
    objects *t = user;
    return bp_framebuffer_create_color(t->context, 40, 30, &t->created_picture, error);
}

static bool texture(void *user, bp_error *error) {
    objects *t = user;
    bp_texture_options options = {.pixels = texels, .width = 15, .height = 16};
    return (t->created_texture = bp_texture_create(t->context, &options, error)) != NULL;
}

static bool raster(void *user, bp_error *error) {
    objects *t = user;
    return (t->created = bp_raster_create(t->context, error)) != NULL;
}

/* Frames like a lesson's, with every kind of command, and more of them than the first blocks hold. */
static bool pass(void *user, bp_error *error) {
    objects *t = user;
    int kind = t->param % 3;
    bp_pass options = {.samples = kind == 1 ? 4 : 1, .reference = t->param == 2};
    bp_mat4 m =
        bp_mat4_mul(bp_mat4_scaling((bp_vec3){1.5f, 1.5f, 0.3f}), bp_mat4_translation((bp_vec3){0, 0, 0.5f}));
    bp_draw draw = {.vertices = {.count = t->mesh->vertex_count,
                                 .positions = &t->mesh->positions->x,
                                 .normals = &t->mesh->normals->x,
                                 .uvs = &t->mesh->uv[0]->x},
                    .indices = {.u32 = t->mesh->indices, .count = t->mesh->index_count},
                    .transform = &m,
                    .material = {.texture = t->texture},
                    .light = {.lighting = BP_LIGHTING_PIXEL},
                    .wire = {.mode = BP_WIRE_OVER}};
    bp_line lines[20];
    bp_disc discs[20];
    bp_box boxes[5];
    for (int i = 0; i < 20; i++) {
        float x = (float)(4 * i);
        lines[i] = (bp_line){.from = {x, 0, 0}, .to = {80 - x, 80, 0}, .width = (float)(i % 3)};
        discs[i] = (bp_disc){.center = {x, x, 0}, .radius = 5, .color = {9, 99, 199, 255}};
        boxes[i % 5] = (bp_box){.rect = {i, i, 30, 30}, .color = {200, 9, 9, 100}, .corner = 4};
    }
    bp_overlay flat = {0}, deep = {.transform = &m};
    bool ok = bp_raster_begin(t->raster, &t->picture, &options, error) &&
              bp_raster_clear(t->raster, &(bp_clear){.color = {9, 9, 9, 255}}, error);
    for (int i = 0; i < 4; i++) ok = ok && bp_raster_draw(t->raster, &draw, error);
    ok = ok && bp_raster_lines(t->raster, lines, 20, &flat, error) &&
         bp_raster_discs(t->raster, discs, 20, &flat, error) &&
         bp_raster_axes(t->raster, &(bp_axes){0}, &deep, error) &&
         bp_raster_boxes(t->raster, boxes, 5, (bp_rect){0}, error);
    for (int i = 0; i < 10; i++)
        ok = ok && bp_raster_text(t->raster, &(bp_text){.text = "some text, rather long", .x = i, .y = 8 * i},
                                  error);
    ok = ok && bp_raster_resolve_samples(t->raster, error) &&
         bp_raster_boxes(t->raster, boxes, 5, (bp_rect){0}, error);
    return ok && bp_raster_end(t->raster, NULL, error);
}

static const sweep_case cases[] = {
    {"bp_framebuffer_create bp_framebuffer_check", framebuffer, 0, 0},
    {"bp_framebuffer_create_color", flat, 0, 0},
    {"bp_texture_create", texture, 0, 0},
    {"bp_raster_create", raster, 4, 0},
    {"bp_raster_begin bp_raster_clear bp_raster_draw bp_raster_lines bp_raster_discs bp_raster_axes "
     "bp_raster_boxes bp_raster_text bp_raster_resolve_samples bp_raster_end",
     pass, 5, 0},
};

const sweep_suite sweep_raster = {"raster", sizeof(objects), prepare,        fingerprint,
                                  finish,   cases,           BP_COUNT(cases)};
