/* Triangles in any state: every instruction set, with one thread and with three, draws the same colours and
 * depths as the reference, and counts the same. Invalid draws are refused.
 *
 * A scene begins as one of the property test's, chosen by four bytes. The bytes behind them change it
 * number by number: a coordinate, an index, a state, the picture's size. */
#include "base/isa.h"
#include "base/pool.h"
#include "fuzz/input.h"
#include "support/raster_scene.h"

enum { VARIANTS = BP_ISA_COUNT }; /* each instruction set with one thread, and the best one with three */

typedef struct variant {
    const char *name;
    bp_context *context;
    bp_raster *raster;
} variant;

/* Created for the first input and kept, because that takes longer than drawing. */
static struct {
    bool open;
    scene_textures textures;
    variant variants[VARIANTS];
} renderers;

static void open_variant(variant *f, bp_isa isa, int threads) {
    bp_error error = {0};
    if (isa != BP_ISA_AUTO && !bp_isa_available(isa)) return;
    f->name = bp_isa_name(isa);
    f->context = bp_context_create(&(bp_context_options){.threads = threads, .isa = isa}, &error);
    f->raster = f->context ? bp_raster_create(f->context, &error) : NULL;
    FUZZ_CHECK(f->raster, "%s", error.message);
}

static void open_renderers(void) {
    if (renderers.open) return;
    renderers.open = true;
    renderers.textures = scene_textures_make();
    for (int isa = BP_ISA_PORTABLE; isa < BP_ISA_COUNT; isa++)
        open_variant(&renderers.variants[isa], (bp_isa)isa, 1);
    open_variant(&renderers.variants[0], BP_ISA_AUTO, 3);
}

/* ---- changing a scene ----------------------------------------------------------------------------*/

static void change_vertex(scene_draw *d, fuzz_input *in) {
    int v = fuzz_below(in, SCENE_VERTICES), what = fuzz_below(in, 16);
    if (what < 6)
        d->positions[v][what % 3] = fuzz_float(in);
    else if (what < 8)
        d->uvs[v][what % 2] = fuzz_float(in);
    else if (what < 10)
        d->colors[v][what % 4] = fuzz_float(in);
    else if (what < 12)
        d->normals[v][what % 3] = fuzz_float(in);
    else if (what < 14)
        memcpy(d->positions[v], d->positions[fuzz_below(in, SCENE_VERTICES)], sizeof d->positions[v]);
    else
        d->colors8[v][3] = fuzz_byte(in);
}

static bp_rect any_rect(fuzz_input *in) {
    bp_rect rect = {(int8_t)fuzz_byte(in), (int8_t)fuzz_byte(in), fuzz_byte(in), fuzz_byte(in)};
    if (fuzz_byte(in) > 240)
        rect.x = (int16_t)fuzz_word(in) / 2, rect.width = 1 + (int)(fuzz_word(in) % BP_FRAMEBUFFER_MAX);
    return rect;
}

static void change_state(scene_draw *d, fuzz_input *in) {
    bp_draw_state *s = &d->state;
    switch (fuzz_below(in, 12)) {
    case 0: s->viewport = any_rect(in); break;
    case 1: s->scissor = any_rect(in); break;
    case 2: s->color = (bp_color_mode)fuzz_below(in, 2); break;
    case 3: s->cull = (bp_cull)fuzz_below(in, 3); break;
    case 4: s->front_clockwise = fuzz_flag(in); break;
    case 5: s->depth = (bp_depth_test)fuzz_below(in, 3); break;
    case 6: s->no_depth_write = fuzz_flag(in); break;
    case 7: s->no_color_write = fuzz_flag(in); break;
    case 8: s->blend = fuzz_flag(in); break;
    case 9: s->depth_bias = fuzz_small_float(in) / 8; break;
    case 10: d->use_matrix = fuzz_flag(in); break;
    default: d->matrix.m[fuzz_below(in, 16)] = fuzz_float(in); break;
    }
}

static void change_material(scene_draw *d, fuzz_input *in) {
    bp_draw_material *m = &d->material;
    switch (fuzz_below(in, 12)) {
    case 0: d->color_kind = fuzz_below(in, 3); break;
    case 1: d->texture = fuzz_below(in, SCENE_TEXTURES + 1); break;
    case 2: m->filter = (bp_filter)fuzz_below(in, 3); break;
    case 3: m->wrap_u = (bp_wrap)fuzz_below(in, 3); break;
    case 4: m->wrap_v = (bp_wrap)fuzz_below(in, 3); break;
    case 5: m->base_color[fuzz_below(in, 4)] = fuzz_float(in); break;
    case 6: m->alpha_cutoff = (float)fuzz_byte(in) / 250; break;
    case 7: d->light.lighting = (bp_lighting)fuzz_below(in, 3); break;
    case 8: d->light.direction = fuzz_vec3(in, true); break;
    case 9: d->wire.mode = (bp_wire)fuzz_below(in, 3); break;
    case 10: d->wire.width = (float)fuzz_below(in, 2000) / 16; break;
    default: d->wire.color[fuzz_below(in, 4)] = fuzz_float(in); break;
    }
}

static void change_pass(scene *s, fuzz_input *in) {
    switch (fuzz_below(in, 8)) {
    case 0: s->width = 1 + fuzz_below(in, 160); break;
    case 1: s->height = 1 + fuzz_below(in, 160); break;
    case 2: s->pass.samples = fuzz_flag(in) ? 4 : 1; break;
    case 3: s->pass.subpixel_bits = 4 + fuzz_below(in, 5); break;
    case 4: s->pass.color = (bp_color_mode)fuzz_below(in, 2); break;
    case 5: s->clear = fuzz_flag(in); break;
    case 6: s->no_depth = fuzz_flag(in); break;
    default: s->draw_count = 1 + fuzz_below(in, SCENE_DRAWS); break;
    }
}

static scene make_scene(fuzz_input *in) {
    const uint32_t seed = fuzz_word(in);
    scene s = scene_random(seed);
    if (seed % 3 == 0) scene_make_physical(&s, seed);
    if (s.width > 160) s.width = 160;
    if (s.height > 160) s.height = 160;
    for (int changes = 0; fuzz_left(in) > 0 && changes < 200; changes++) {
        uint8_t what = fuzz_byte(in);
        scene_draw *d = &s.draws[what % s.draw_count];
        switch (what / SCENE_DRAWS % 8) {
        case 0: change_pass(&s, in); break;
        case 1: change_state(d, in); break;
        case 2: change_material(d, in); break;
        case 3: d->indices[fuzz_below(in, SCENE_INDICES)] = fuzz_byte(in) % (SCENE_VERTICES + 2); break;
        case 4: d->index_count = fuzz_below(in, SCENE_INDICES + 1); break;
        default: change_vertex(d, in); break;
        }
    }
    for (int i = 0; i < SCENE_DRAWS; i++)
        if (s.draws[i].light.lighting == BP_LIGHTING_PBR) s.draws[i].state.color = BP_COLOR_SRGB;
    return s;
}

/* ---- refused draws -------------------------------------------------------------------------------*/

/* Makes one field of a draw invalid: the draw must be refused, and nothing drawn. */
static void break_draw(bp_draw *d, int how) {
    switch (how) {
    case 0: d->vertices.positions = NULL; break;
    case 1: d->vertices.position_stride = 6; break;
    case 2: d->vertices.position_stride = 8; break;
    case 3: d->state.cull = (bp_cull)3; break;
    case 4: d->state.depth = (bp_depth_test)77; break;
    case 5: d->material.alpha_cutoff = (float)NAN; break;
    case 6: d->light.lighting = (bp_lighting)4, d->vertices.normals = NULL; break;
    case 7: d->wire.mode = (bp_wire)-1; break;
    case 8: d->wire.width = (float)NAN, d->wire.mode = BP_WIRE_OVER; break;
    case 9: d->material.alpha_cutoff = -1; break;
    default: d->state.color = (bp_color_mode)2; break;
    }
}

static void check_refusal(const scene *s, uint8_t how) {
    uint32_t pixel = 0;
    bp_error error = {0};
    bp_framebuffer frame = {(uint8_t *)&pixel, NULL, 1, 1, 0};
    bp_raster *raster = renderers.variants[BP_ISA_PORTABLE].raster;
    FUZZ_CHECK(bp_raster_begin(raster, &frame, NULL, &error), "%s", error.message);
    bp_draw draw = scene_draw_of(&s->draws[0], &renderers.textures);
    break_draw(&draw, how % 11);
    FUZZ_CHECK(!bp_raster_draw(raster, &draw, &error), "invalid draw %d was accepted", how % 11);
    FUZZ_CHECK_ERROR(&error);
    FUZZ_CHECK(bp_raster_end(raster, NULL, &error), "%s", error.message);
    FUZZ_CHECK(pixel == 0, "a refused draw wrote a pixel");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input in = {data, size, 0};
    open_renderers();
    scene s = make_scene(&in);
    if (size > 4) check_refusal(&s, data[size - 1]);
    scene_result expected =
        scene_render(&s, &renderers.textures, renderers.variants[BP_ISA_PORTABLE].raster, true);
    for (int i = 0; i < VARIANTS; i++) {
        const variant *f = &renderers.variants[i];
        if (!f->raster) continue;
        scene_result got = scene_render(&s, &renderers.textures, f->raster, false);
        long at = scene_difference(&expected, &got);
        FUZZ_CHECK(at == -1, "%s (%d threads): pixel %ld of %d x %d", f->name,
                   bp_pool_threads(bp_context_pool(f->context)), at, s.width, s.height);
        scene_result_free(&got);
    }
    scene_result_free(&expected);
    return 0;
}
