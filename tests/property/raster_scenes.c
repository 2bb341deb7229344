/* The tiled rasterizer equals the reference bit for bit: thousands of random scenes, on every instruction set
 * of this machine, with one thread and with several.
 *
 * If they differ, the scene is shrunk (fewer draws, fewer triangles, simpler states, a smaller picture)
 * while they still do, and printed.
 *
 *     build/tests/property/raster_scenes [FIRST COUNT]
 */
#include "base/isa.h"
#include "support/raster_scene.h"

typedef struct rig {
    scene_textures textures;
    bp_context *context;
    bp_raster *raster;
} rig;

/* ---- comparing --------------------------------------------------------------------------------- */

static long difference(const scene *s, const rig *r, scene_result *want, scene_result *got) {
    *want = scene_render(s, &r->textures, r->raster, true);
    *got = scene_render(s, &r->textures, r->raster, false);
    return scene_difference(want, got);
}

static bool differs(const scene *s, const rig *r) {
    scene_result want, got;
    long at = difference(s, r, &want, &got);
    scene_result_free(&want);
    scene_result_free(&got);
    return at != -1;
}

/* ---- shrinking --------------------------------------------------------------------------------- */

/* Keeps the smaller scene if it fails too. */
static bool keep(scene *s, const scene *smaller, const rig *r) {
    if (memcmp(s, smaller, sizeof *s) == 0 || !differs(smaller, r)) return false;
    *s = *smaller;
    return true;
}

static bool drop_draws(scene *s, const rig *r) {
    bool changed = false;
    for (int i = s->draw_count - 1; i >= 0 && s->draw_count > 1; i--) {
        scene smaller = *s;
        memmove(&smaller.draws[i], &smaller.draws[i + 1],
                (size_t)(s->draw_count - 1 - i) * sizeof(scene_draw));
        smaller.draw_count--;
        changed |= keep(s, &smaller, r);
    }
    return changed;
}

static bool drop_triangles(scene *s, const rig *r) {
    bool changed = false;
    for (int d = 0; d < s->draw_count; d++)
        for (int i = s->draws[d].index_count - 3; i >= 0 && s->draws[d].index_count > 3; i -= 3) {
            scene smaller = *s;
            scene_draw *draw = &smaller.draws[d];
            memmove(&draw->indices[i], &draw->indices[i + 3],
                    (size_t)(draw->index_count - i - 3) * sizeof(uint16_t));
            draw->index_count -= 3;
            changed |= keep(s, &smaller, r);
        }
    return changed;
}

/* Zeroes the bytes at an offset in each draw, one draw at a time. */
static bool zero_part(scene *s, const rig *r, size_t offset, size_t size) {
    bool changed = false;
    for (int d = 0; d < s->draw_count; d++) {
        scene smaller = *s;
        memset((char *)&smaller.draws[d] + offset, 0, size);
        changed |= keep(s, &smaller, r);
    }
    return changed;
}

#define ZERO(field) zero_part(s, r, offsetof(scene_draw, field), sizeof(((scene_draw *)0)->field))

/* Resets every state that the failure doesn't need. */
static bool plainer(scene *s, const rig *r) {
    bool changed = false;
    changed |= ZERO(state.color);
    changed |= ZERO(state.cull);
    changed |= ZERO(state.front_clockwise);
    changed |= ZERO(state.depth);
    changed |= ZERO(state.no_depth_write);
    changed |= ZERO(state.no_color_write);
    changed |= ZERO(state.blend);
    changed |= ZERO(state.depth_bias);
    changed |= ZERO(state.viewport);
    changed |= ZERO(state.scissor);
    changed |= ZERO(color_kind);
    changed |= ZERO(texture);
    changed |= ZERO(material.filter);
    changed |= ZERO(material.wrap_u);
    changed |= ZERO(material.wrap_v);
    changed |= ZERO(material.base_color);
    changed |= ZERO(material.alpha_cutoff);
    changed |= ZERO(light.lighting);
    changed |= ZERO(maps);
    changed |= ZERO(use_tangents);
    changed |= ZERO(use_view);
    changed |= ZERO(use_normal_matrix);
    changed |= ZERO(wire);
    changed |= ZERO(use_matrix);
    scene smaller = *s;
    smaller.pass = (bp_pass){.samples = 1, .subpixel_bits = s->pass.subpixel_bits};
    changed |= keep(s, &smaller, r);
    smaller = *s;
    smaller.clear = true;
    changed |= keep(s, &smaller, r);
    return changed;
}

static scene shrink(scene s, const rig *r) {
    bool changed = true;
    while (changed) {
        changed = drop_draws(&s, r);
        changed |= drop_triangles(&s, r);
        changed |= plainer(&s, r);
    }
    return s;
}

/* ---- printing ---------------------------------------------------------------------------------- */

static void print_draw(const scene_draw *d) {
    const bp_draw_state *s = &d->state;
    printf("  draw: color %d cull %d clockwise %d depth %d no_depth_write %d no_color_write %d blend %d bias "
           "%.9g\n",
           (int)s->color, (int)s->cull, s->front_clockwise, (int)s->depth, s->no_depth_write,
           s->no_color_write, s->blend, (double)s->depth_bias);
    printf("    viewport %d %d %d %d scissor %d %d %d %d colors %d texture %d filter %d wrap %d %d light %d "
           "wire %d cutoff %.9g\n",
           s->viewport.x, s->viewport.y, s->viewport.width, s->viewport.height, s->scissor.x, s->scissor.y,
           s->scissor.width, s->scissor.height, d->color_kind, d->texture, (int)d->material.filter,
           (int)d->material.wrap_u, (int)d->material.wrap_v, (int)d->light.lighting, (int)d->wire.mode,
           (double)d->material.alpha_cutoff);
    printf("    maps %d %d %d %d tangents %d view %d\n", d->maps[0], d->maps[1], d->maps[2], d->maps[3],
           d->use_tangents, d->use_view);
    for (int i = 0; i < d->index_count; i++) {
        int v = d->indices[i] < SCENE_VERTICES ? d->indices[i] : 0;
        printf("    vertex %2d: %.9g %.9g %.9g%s\n", d->indices[i], (double)d->positions[v][0],
               (double)d->positions[v][1], (double)d->positions[v][2], d->use_matrix ? " (matrix)" : "");
    }
}

static void print_failure(const scene *s, const rig *r) {
    scene_result want, got;
    long at = difference(s, r, &want, &got);
    printf("%d x %d pixels, %d samples, %d subpixel bits, clear %d\n", s->width, s->height, s->pass.samples,
           s->pass.subpixel_bits, s->clear);
    for (int i = 0; i < s->draw_count; i++) print_draw(&s->draws[i]);
    if (at >= 0)
        printf("  pixel %ld, %ld: reference %08x depth %.9g, fast %08x depth %.9g\n", at % s->width,
               at / s->width, want.pixels[at], (double)want.depth[at], got.pixels[at], (double)got.depth[at]);
    const uint64_t *a = (const uint64_t *)&want.counters, *b = (const uint64_t *)&got.counters;
    for (size_t i = 0; i < sizeof want.counters / sizeof *a; i++)
        printf("  counter %zu: reference %llu, fast %llu\n", i, (unsigned long long)a[i],
               (unsigned long long)b[i]);
    scene_result_free(&want);
    scene_result_free(&got);
}

/* ---- scenes of a certain kind ------------------------------------------------------------------- */

typedef void change(scene *s, uint64_t seed);

/* Framebuffers of the largest width or height, where 32 bits would overflow first. */
static void make_large(scene *s, uint64_t seed) {
    s->width = seed % 2 ? BP_FRAMEBUFFER_MAX : 3;
    s->height = seed % 2 ? 3 : BP_FRAMEBUFFER_MAX;
}

/* Textured rectangles along the screen's axes. The texture's rows lie along the screen's rows, and except in
 * every third scene its columns along the screen's columns. */
static void make_level(scene *s, uint64_t seed) {
    uint64_t random = seed;
    s->width += 60;
    s->height += 60;
    for (int i = 0; i < s->draw_count; i++) {
        scene_draw *d = &s->draws[i];
        d->use_matrix = false;
        d->color_kind = 0;
        d->texture = 1;
        d->material = (bp_draw_material){.filter = BP_FILTER_BILINEAR};
        d->light = (bp_draw_light){.lighting = BP_LIGHTING_NONE};
        d->wire = (bp_draw_wire){.mode = BP_WIRE_NONE};
        d->state.color = BP_COLOR_RAW;
        const float scale = test_random_float(&random, -4, 4), shift = test_random_float(&random, -2, 2);
        float x[2] = {-1, 1}, y[2] = {-1, 1};
        for (int k = 0; k < 8; k++) {
            if (k % 4 == 0 && seed % 4)
                for (int n = 0; n < 2; n++) {
                    x[n] = test_random_float(&random, -1.2f, 1.2f);
                    y[n] = test_random_float(&random, -1.2f, 1.2f);
                }
            float *position = d->positions[k], *uv = d->uvs[k];
            position[0] = x[k & 1];
            position[1] = y[k >> 1 & 1];
            position[2] = 0.1f * (float)(i + 1);
            uv[0] = scale * position[0] + shift + (seed % 3 ? 0.0f : position[1]);
            uv[1] = shift * position[1] + scale;
        }
        static const uint16_t order[] = {0, 1, 2, 2, 1, 3, 4, 5, 6, 6, 5, 7};
        memcpy(d->indices, order, sizeof order);
        d->index_count = BP_COUNT(order);
    }
}

/* The same with rotated textures, and every other time in perspective: w is x / 3 + y / 5 + 1. */
static void make_turned(scene *s, uint64_t seed) {
    uint64_t random = seed;
    make_level(s, seed);
    for (int i = 0; i < s->draw_count; i++) {
        scene_draw *d = &s->draws[i];
        const float cosine = test_random_float(&random, -3, 3), sine = test_random_float(&random, 0.5f, 3);
        for (int k = 0; k < 8; k++) {
            d->uvs[k][0] = cosine * d->positions[k][0] + sine * d->positions[k][1];
            d->uvs[k][1] = cosine * d->positions[k][1] - sine * d->positions[k][0];
        }
        d->use_matrix = seed % 2 == 0;
        d->matrix = bp_mat4_identity();
        d->matrix.m[3] = 1.0f / 3;
        d->matrix.m[7] = 0.2f;
    }
}

/* Textures repeated hundreds of thousands of times, where only wrapping after rounding keeps a fraction; in
 * mipmaps of all sizes. */
static void make_far(scene *s, uint64_t seed) {
    uint64_t random = seed;
    for (int i = 0; i < s->draw_count; i++) {
        scene_draw *d = &s->draws[i];
        d->texture = 1 + (int)(test_random(&random) % SCENE_TEXTURES);
        d->material.filter = seed % 3 ? BP_FILTER_TRILINEAR : BP_FILTER_BILINEAR;
        d->material.wrap_u = d->material.wrap_v = BP_WRAP_REPEAT;
        const float scale = test_random_float(&random, -20, 20);
        const float far_u = test_random_float(&random, -300000, 300000);
        const float far_v = test_random_float(&random, -300000, 300000);
        for (int k = 0; k < SCENE_VERTICES; k++) {
            d->uvs[k][0] = scale * d->uvs[k][0] + far_u;
            d->uvs[k][1] = scale * d->uvs[k][1] + far_v;
        }
    }
}

/* In physically based light; some of them large, for triangles that the fragment queue doesn't take. */
static void make_physical(scene *s, uint64_t seed) {
    scene_make_physical(s, seed);
    if (seed % 4) return;
    s->width += 60;
    s->height += 60;
}

/* ---- the test ---------------------------------------------------------------------------------- */

static void check_scenes(bp_isa isa, int threads, uint64_t first, uint64_t count, change *to) {
    if (isa != BP_ISA_AUTO && !bp_isa_available(isa)) {
        printf("skipped: this machine has no %s\n", bp_isa_name(isa));
        return;
    }
    bp_error error = {0};
    rig r = {.textures = scene_textures_make()};
    r.context = bp_context_create(&(bp_context_options){.threads = threads, .isa = isa}, &error);
    r.raster = bp_raster_create(r.context, &error);
    expect_no_error(&error);
    for (uint64_t seed = first; seed < first + count; seed++) {
        scene s = scene_random(seed);
        if (to) to(&s, seed);
        if (!differs(&s, &r)) continue;
        scene minimal = shrink(s, &r);
        printf("scene %llu, %s, %d threads, made smaller:\n", (unsigned long long)seed, bp_isa_name(isa),
               threads);
        print_failure(&minimal, &r);
        fail_msg("the fast path differs from the reference in scene %llu", (unsigned long long)seed);
    }
    bp_raster_destroy(r.raster);
    bp_context_destroy(r.context);
    scene_textures_free(&r.textures);
}

/* Draws of so many vertices that they are transformed in several batches. Of every other one only a tenth of
 * the triangles have an area, so most are culled, and their memory is used again. */
enum { BATCH_DRAWS = 24, BATCH_TRIANGLES = 8192, BATCH_WIDTH = 300, BATCH_HEIGHT = 200 };

static void fill_batch_draw(uint64_t *state, int number, float (*corners)[3], uint32_t *order) {
    float x = 0, y = 0;
    for (uint32_t i = 0; i < BATCH_TRIANGLES; i++) {
        const float size = number % 2 && i % 10 ? 0 : test_random_float(state, 0.001f, 0.03f);
        if (i % 3) x = test_random_float(state, -1.1f, 1.1f), y = test_random_float(state, -1.1f, 1.1f);
        for (uint32_t k = 0; k < 3; k++) {
            float *corner = corners[i * 3 + k];
            corner[0] = x + size * (float)(k == 1);
            corner[1] = y + size * (float)(k == 2);
            corner[2] = test_random_float(state, -0.01f, 1.01f); /* some are clipped */
            order[i * 3 + k] = i * 3 + k;
        }
        if (i % 3 == 0 && i > 0) order[i * 3] -= 3; /* a corner of two triangles */
    }
}

static void record_batches(bp_raster *raster, bool reference, const bp_framebuffer *to,
                           bp_counters *counters) {
    static float all[BATCH_DRAWS][BATCH_TRIANGLES * 3][3];
    static uint32_t order[BATCH_DRAWS][BATCH_TRIANGLES * 3];
    bp_error error = {0};
    uint64_t state = 7;
    bp_raster_begin(raster, to, &(bp_pass){.reference = reference}, &error);
    bp_raster_clear(raster, &(bp_clear){.color = {9, 9, 9, 255}}, &error);
    for (int i = 0; i < BATCH_DRAWS; i++) {
        fill_batch_draw(&state, i, all[i], order[i]);
        bp_draw draw = {.vertices = {.count = BATCH_TRIANGLES * 3, .positions = all[i][0]},
                        .material.base_color = {0.04f * (float)i, 0.5f, 0.9f, 1}};
        if (i % 3) draw.indices = (bp_draw_indices){.u32 = order[i], .count = BATCH_TRIANGLES * 3};
        bp_raster_draw(raster, &draw, &error);
    }
    bp_raster_end(raster, counters, &error);
    expect_no_error(&error);
}

static void test_batches(void **state) {
    (void)state;
    bp_error error = {0};
    bp_framebuffer picture[2];
    bp_counters counters[2];
    for (int isa = BP_ISA_PORTABLE; isa < BP_ISA_COUNT; isa++) {
        if (!bp_isa_available((bp_isa)isa)) continue;
        bp_context *context =
            bp_context_create(&(bp_context_options){.threads = 3, .isa = (bp_isa)isa}, &error);
        bp_raster *raster = bp_raster_create(context, &error);
        for (int i = 0; i < 2; i++) {
            assert_true(bp_framebuffer_create(context, BATCH_WIDTH, BATCH_HEIGHT, &picture[i], &error));
            record_batches(raster, i == 0, &picture[i], &counters[i]);
        }
        const size_t pixels = (size_t)BATCH_WIDTH * BATCH_HEIGHT;
        assert_memory_equal(picture[0].pixels, picture[1].pixels, 4 * pixels);
        assert_memory_equal(picture[0].depth, picture[1].depth, sizeof(float) * pixels);
        assert_int_equal(counters[0].triangles_culled, counters[1].triangles_culled);
        assert_int_equal(counters[0].fragments_written, counters[1].fragments_written);
        assert_true(counters[0].triangles_clipped > 100);
        for (int i = 0; i < 2; i++) bp_framebuffer_destroy(context, &picture[i]);
        bp_raster_destroy(raster);
        bp_context_destroy(context);
    }
}

static uint64_t first_scene = 1, scene_count = 700;

static void test_portable(void **state) {
    (void)state;
    check_scenes(BP_ISA_PORTABLE, 1, first_scene, scene_count, NULL);
}
static void test_sse2(void **state) {
    (void)state;
    check_scenes(BP_ISA_SSE2, 1, first_scene + scene_count, scene_count, NULL);
}
static void test_avx2(void **state) {
    (void)state;
    check_scenes(BP_ISA_AVX2, 1, first_scene + 2 * scene_count, scene_count, NULL);
}
static void test_avx512(void **state) {
    (void)state;
    check_scenes(BP_ISA_AVX512, 1, first_scene + 3 * scene_count, scene_count, NULL);
}
static void test_threads(void **state) {
    (void)state;
    check_scenes(BP_ISA_AUTO, 3, first_scene + 4 * scene_count, scene_count / 4, NULL);
}

static void test_large(void **state) {
    (void)state;
    check_scenes(BP_ISA_AUTO, 2, first_scene + 5 * scene_count, scene_count / 20, make_large);
}

static void test_level(void **state) {
    (void)state;
    for (int isa = BP_ISA_PORTABLE; isa < BP_ISA_COUNT; isa++)
        check_scenes((bp_isa)isa, 1, first_scene + 6 * scene_count, scene_count / 4, make_level);
}

static void test_turned(void **state) {
    (void)state;
    for (int isa = BP_ISA_PORTABLE; isa < BP_ISA_COUNT; isa++)
        check_scenes((bp_isa)isa, 1, first_scene + 7 * scene_count, scene_count / 4, make_turned);
}

static void test_far(void **state) {
    (void)state;
    for (int isa = BP_ISA_PORTABLE; isa < BP_ISA_COUNT; isa++)
        check_scenes((bp_isa)isa, 1, first_scene + 8 * scene_count, scene_count / 4, make_far);
}

static void test_physical(void **state) {
    (void)state;
    for (int isa = BP_ISA_PORTABLE; isa < BP_ISA_COUNT; isa++)
        check_scenes((bp_isa)isa, 1, first_scene + 9 * scene_count, scene_count / 4, make_physical);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_portable), cmocka_unit_test(test_sse2),    cmocka_unit_test(test_avx2),
        cmocka_unit_test(test_avx512),   cmocka_unit_test(test_threads), cmocka_unit_test(test_large),
        cmocka_unit_test(test_level),    cmocka_unit_test(test_turned),  cmocka_unit_test(test_far),
        cmocka_unit_test(test_physical), cmocka_unit_test(test_batches),
    };
    if (argc == 3) {
        first_scene = strtoull(argv[1], NULL, 10);
        scene_count = strtoull(argv[2], NULL, 10);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
