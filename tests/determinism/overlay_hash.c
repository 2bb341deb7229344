/* Hashes of pixels and depths of random overlay primitives: lines, discs, balls, boxes, text, with triangles
 * between them; of a figure's shadow; and of the pictures of all glyphs, which the page draws from outlines.
 * */
#include "determinism/hash.h"
#include "raster/overlay/font.h"
#include "rig/engine.h"
#include "scene/character.h"
#include "scene/shadow.h"
#include "support/engine_forms.h"
#include "support/overlay_scene.h"
#include <bindpose/rig.h>
#include <bindpose/scene.h>

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

/* The shadow of the page's character as its arm rises. */
static bool add_shadows(bp_context *context, bp_raster *raster, hash *h) {
    enum { WIDTH = 320, HEIGHT = 200, POSES = 4 };
    bp_error error = {0};
    bp_framebuffer frame = {0};
    bp_model *model = bp_character_model(context, BP_BIND_NATURAL, &error);
    bp_model_pose *pose = model ? bp_model_pose_create(model, &error) : NULL;
    bp_model_figure *shown = pose ? bp_model_figure_create(context, pose, &error) : NULL;
    bp_shadow *shadow = shown ? bp_shadow_create(context, &error) : NULL;
    bool ok = shadow && bp_framebuffer_create(context, WIDTH, HEIGHT, &frame, &error);
    bp_figure *figure = bp_model_figure_get_figure(shown);
    const bp_bounds bounds = bp_figure_bounds(figure);
    const bp_view view = {.camera = bp_character_camera(), .viewport = {0, 0, WIDTH, HEIGHT}};
    for (int i = 0; i < POSES && ok; i++) {
        bp_node_set_euler(model->nodes[1], bp_vec3_make(0.3f * (float)i, 0, 0.5f * (float)i));
        ok = bp_figure_pose(figure, &error) && bp_shadow_update(shadow, figure, bounds, &error) &&
             bp_raster_begin(raster, &frame, &(bp_pass){.samples = i % 2 ? 4 : 1}, &error) &&
             bp_raster_clear(raster, &(bp_clear){.color = {200, 210, 220, 255}}, &error) &&
             bp_scene_draw_shadow(raster, &view, shadow, &error) && bp_raster_end(raster, NULL, &error);
        hash_add(h, frame.pixels, (size_t)4 * WIDTH * HEIGHT);
    }
    bp_framebuffer_destroy(context, &frame);
    bp_shadow_destroy(shadow);
    bp_model_figure_destroy(shown);
    bp_model_pose_destroy(pose);
    bp_model_destroy(model);
    return ok;
}

static hash hash_glyphs(void) {
    hash h = hash_make();
    for (uint32_t i = 0; i < bp_font_code_point_count * BP_FONT_SETS; i++) {
        const bp_font_glyph glyph = bp_font_glyph_at(i);
        hash_add(&h, bp_font_glyph_pixels(i, bp_font_glyph_offset(i)),
                 (size_t)((glyph.width + 1) / 2) * glyph.height);
    }
    return h;
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
    h = hash_make();
    ok = ok && add_shadows(context, raster, &h);
    hash_print("shadow", h);
    hash_print("glyphs", hash_glyphs());
    bp_raster_destroy(raster);
    bp_context_destroy(context);
    return ok ? 0 : 1;
}
