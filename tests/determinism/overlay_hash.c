/* Hashes of pixels and depths of random overlay primitives: lines, discs, balls, boxes, text, with triangles
 * between them. */
#include "determinism/hash.h"
#include "support/overlay_scene.h"

enum { SCENES = 150 };

static bool add_scene(const scene *s, bp_context *context, bp_raster *raster, hash *h) {
    bp_error error = {0};
    bp_framebuffer frame;
    if (!bp_framebuffer_create(context, s->width, s->height, &frame, &error)) return false;
    bool ok = bp_raster_begin(raster, &frame, &s->pass, &error) &&
              bp_raster_clear(raster, &(bp_clear){.color = {120, 130, 140, 255}, .depth = 0.9f}, &error);
    for (int i = 0; i < s->count && ok; i++) draw_primitive(raster, s, &s->primitives[i], &error);
    ok = ok && bp_raster_end(raster, NULL, &error) && error.kind == BP_ERROR_NONE;
    hash_add(h, frame.pixels, (size_t)4 * (size_t)(s->width * s->height));
    hash_add_floats(h, frame.depth, (size_t)(s->width * s->height));
    bp_framebuffer_destroy(context, &frame);
    return ok;
}

int main(int count, char **arguments) {
    bp_error error = {0};
    int threads = count > 1 ? atoi(arguments[1]) : 1;
    bp_context *context = bp_context_create(&(bp_context_options){.threads = threads}, &error);
    if (!context) {
        fprintf(stderr, "%s\n", error.message);
        return 3;
    }
    bp_raster *raster = bp_raster_create(context, &error);
    hash h = hash_make();
    bool ok = raster != NULL;
    for (uint64_t n = 1; n <= SCENES && ok; n++) {
        scene s = random_scene(n);
        ok = add_scene(&s, context, raster, &h);
    }
    hash_print("overlay", h);
    bp_raster_destroy(raster);
    bp_context_destroy(context);
    return ok ? 0 : 1;
}
