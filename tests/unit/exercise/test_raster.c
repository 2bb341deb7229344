/* The right answers of exercises 17 to 24 are what the rasterizer's scalar functions compute, for the cases of many
 * seeds. */
#include "raster/color.h"
#include "raster/pass.h"
#include "raster/pipeline.h"
#include "raster/texture.h"
#include "raster/tiled/bin.h"
#include "support/test.h"
#include <bindpose/exercise.h>
#include <math.h>
#include <string.h>

enum { SEEDS = 40 };

typedef void checker(const bp_exercise_case *one, const float *right);

static void for_each_case(const char *exercise, checker *check) {
    const bp_exercise *e = bp_exercise_find(exercise);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        bp_case_list list;
        assert_true(bp_exercise_make_cases(e, NULL, seed, &list, NULL));
        for (int i = 0; i < list.count; i++) {
            float right[BP_EXERCISE_FLOATS];
            bp_exercise_solve_case(e, e->right, list.cases[i].in, right);
            check(&list.cases[i], right);
        }
        bp_free(NULL, list.cases);
    }
}

/* The rasterizer snaps to 1/256 pixel. */
static void check_viewport(const bp_exercise_case *one, const float *right) {
    const float *in = one->in;
    const int count = bp_unpack_int(&in);
    const bp_draw_state state = {.viewport = {(int)in[0], (int)in[1], (int)in[2], (int)in[3]}};
    const bp_triangles draw = {.viewport = bp_raster_viewport(NULL, &state), .subpixel_bits = 8, .floats = 4};
    for (int i = 0; i < count; i++) {
        bp_clip_vertex vertex = {{0}, {0}};
        float out[BP_VERTEX_FLOATS_MAX];
        memcpy(vertex.clip, in + 4 + 4 * i, sizeof vertex.clip);
        bp_vertex_project(&draw, &vertex, out);
        expect_floats(out, right + 2 * i, 2, 0.51 / 256);
        expect_float(out[2], right[2 * count + i], 1e-6);
    }
}

/* With a guard band of 1 its sides are those of the view. */
static void check_clip(const bp_exercise_case *one, const float *right) {
    static const struct {
        float plane[4];
        unsigned outcode;
    } PLANES[] = {{{0, 0, 1, 0}, BP_OUTCODE_NEAR},   {{0, 0, -1, 1}, BP_OUTCODE_FAR},
                  {{1, 0, 0, 1}, BP_OUTCODE_LEFT},   {{-1, 0, 0, 1}, BP_OUTCODE_RIGHT},
                  {{0, 1, 0, 1}, BP_OUTCODE_BOTTOM}, {{0, -1, 0, 1}, BP_OUTCODE_TOP}};
    const bp_viewport view = {.guard_x = 1, .guard_y = 1};
    bp_polygon polygon = {.count = 3};
    for (int i = 0; i < 3; i++) {
        memcpy(polygon.vertex[i].clip, one->in + 4 + 4 * i, sizeof polygon.vertex[i].clip);
        polygon.vertex[i].attributes[0] = one->in[16 + i];
    }
    float by = 0, unit[4]; /* the exercise multiplies some planes */
    for (int k = 0; k < 4; k++) by = fmaxf(by, fabsf(one->in[k]));
    for (int k = 0; k < 4; k++) unit[k] = one->in[k] / by;
    size_t plane = 0;
    while (memcmp(PLANES[plane].plane, unit, sizeof unit) != 0) assert_true(++plane < BP_COUNT(PLANES));
    bp_clip_polygon(&view, PLANES[plane].outcode, &polygon);
    assert_int_equal(polygon.count, (int)right[0]);
    for (int i = 0; i < polygon.count; i++) {
        expect_floats(polygon.vertex[i].clip, right + 1 + 4 * i, 4, 1e-5);
        expect_float(polygon.vertex[i].attributes[0], right[17 + i], 1e-5);
    }
}

/* Its edges are in 1/256 pixel: the step to the next pixel is 256 of theirs. */
static void check_barycentric(const bp_exercise_case *one, const float *right) {
    const int width = (int)one->in[0], height = (int)one->in[1];
    bp_triangles draw = {.cull = BP_CULL_NONE};
    const bp_command command = {.triangles = &draw, .scissor = {0, 0, width, height}};
    const float *vertex[3] = {one->in + 2, one->in + 4, one->in + 6};
    bp_triangle_setup setup;
    assert_true(bp_triangle_setup_make(&setup, &command, vertex, 4));
    for (int k = 0; k < 3; k++) {
        const bp_edge *opposite = &setup.edge[(k + 1) % 3];
        const double area = fabs((double)setup.area);
        expect_float(right[k], (double)(opposite->a * 256) / area, 1e-5);
        expect_float(right[3 + k], (double)(opposite->b * 256) / area, 1e-5);
        for (int i = 0; i < width * height; i++)
            expect_float(right[6 + 3 * i + k],
                         (double)bp_edge_at(opposite, i % width * 256 + 128, i / width * 256 + 128) / area,
                         1e-4);
    }
}

static uint64_t texel_of_alpha(long alpha) { return (uint64_t)(alpha ^ 32768) << 48; }

/* Alpha isn't converted to linear light, so the texels go there. The rasterizer rounds to 1/256 texel. */
static void check_bilinear(const bp_exercise_case *one, const float *right) {
    const int width = (int)one->in[0], height = (int)one->in[1], count = (int)one->in[2];
    const float *texel = one->in + 3, *uv = texel + width * height;
    uint64_t texels[6 * 6] = {0};
    for (int i = 0; i < width * height; i++)
        texels[i / width * (width + 1) + i % width] = texel_of_alpha(lrintf(texel[i] * BP_TEXEL_MAX));
    bp_color_tables tables;
    bp_color_tables_fill(&tables);
    const bp_texture texture = {.level_count = 1, .mip = {{NULL, texels, width, height, width + 1}}};
    const bp_shading shading = {.tables = &tables,
                                .sampler = {&texture, BP_FILTER_BILINEAR, BP_WRAP_REPEAT, BP_WRAP_REPEAT, 0},
                                .base = {1, 1, 1, 1}};
    for (int i = 0; i < count; i++) {
        float out[4];
        bp_shade_scalar(&shading, &(bp_shade_input){.inverse_w = 1, .uv = {uv[2 * i], uv[2 * i + 1]}}, out);
        expect_float(out[3], right[i], 2.1 / 512);
    }
}

/* The rasterizer takes the logarithm from a float's bits, which is straight between powers of two. */
static void check_level(const bp_exercise_case *one, const float *right) {
    const int count = (int)one->in[0], width = (int)one->in[1], height = (int)one->in[2],
              levels = (int)one->in[3];
    enum { LEVEL_STEP = 2000 };
    uint64_t texels[BP_TEXTURE_LEVELS_MAX][4];
    bp_texture texture = {.level_count = levels};
    for (int i = 0; i < levels; i++) {
        for (int k = 0; k < 4; k++)
            texels[i][k] = texel_of_alpha(i * LEVEL_STEP); /* all texels say the level */
        texture.mip[i] = (bp_mip_level){NULL, texels[i], i ? 1 : width, i ? 1 : height, 0};
    }
    bp_color_tables tables;
    bp_color_tables_fill(&tables);
    const bp_shading shading = {.tables = &tables,
                                .sampler = {.texture = &texture, .filter = BP_FILTER_TRILINEAR},
                                .gradient_count = 6,
                                .base = {1, 1, 1, 1}};
    for (int i = 0; i < count; i++) {
        const float *change = one->in + 4 + 4 * i;
        const bp_shade_input in = {.inverse_w = 1,
                                   .uv = {1.5f / (float)width, 1.5f / (float)height},
                                   .ddx = {change[0], change[1]},
                                   .ddy = {change[2], change[3]}};
        float out[4];
        bp_shade_scalar(&shading, &in, out);
        expect_float(out[3] * BP_TEXEL_MAX / LEVEL_STEP, right[i], 0.05);
    }
}

/* The rasterizer rounds to bytes after each layer. */
static void check_blend(const bp_exercise_case *one, const float *right) {
    const int count = (int)one->in[0];
    bp_color_tables tables;
    bp_color_tables_fill(&tables);
    const bp_shading shading = {.tables = &tables};
    uint32_t pixel = 255u << 24;
    for (int k = 0; k < 3; k++) pixel |= (uint32_t)lrintf(one->in[1 + k] * 255) << (8 * k);
    for (int i = 0; i < count; i++) {
        float over[4];
        for (int k = 0; k < 3; k++) over[k] = tables.linear[lrintf(one->in[4 + 3 * i + k] * 255)];
        over[3] = one->in[4 + 3 * count + i];
        pixel = bp_shade_pixel_scalar(&shading, over, true, pixel);
    }
    for (int k = 0; k < 3; k++) expect_float((float)(pixel >> (8 * k) & 255), right[k] * 255, 2.5);
}

static void check_resolve(const bp_exercise_case *one, const float *right) {
    const int count = (int)one->in[0];
    bp_color_tables tables;
    bp_color_tables_fill(&tables);
    for (int i = 0; i < count; i++) {
        uint32_t samples[4] = {0};
        for (int s = 0; s < 4; s++)
            for (int k = 0; k < 3; k++)
                samples[s] |= (uint32_t)lrintf(one->in[1 + 3 * (s * count + i) + k] * 255) << (8 * k);
        uint32_t mean = bp_samples_mean(samples, 1, &tables, BP_COLOR_SRGB);
        for (int k = 0; k < 3; k++) expect_float((float)(mean >> (8 * k) & 255), right[3 * i + k] * 255, 1.6);
        float nearest = bp_samples_min_depth(one->in + 1 + 12 * count + 4 * i, 1);
        expect_float(nearest, right[3 * count + i], 0);
    }
}

/* The rasterizer's tiles are 64 pixels, so boxes are scaled. A chunk has lists of the tiles that it touches. */
static void check_binning(const bp_exercise_case *one, const float *right) {
    enum { TILES = 12 };
    const int count = (int)one->in[0], scale = BP_TILE_SIZE / (int)one->in[1];
    const int columns = (int)one->in[2], rows = (int)one->in[3];
    const bp_allocator allocator = bp_allocator_default();
    const bp_irect image = {0, 0, columns * BP_TILE_SIZE, rows * BP_TILE_SIZE};
    uint32_t counts[TILES] = {0};
    bp_binner binner = {
        .allocator = &allocator, .samples = 1, .tiles_x = columns, .tiles_y = rows, .counts = counts};
    const bp_command command = {0};
    bp_chunk chunk = {.command = &command};
    bp_binner_begin(&binner, &chunk);
    for (int i = 0; i < count; i++) {
        const float *in = one->in + 4 + 4 * i;
        bp_irect box = {(int)in[0] * scale, (int)in[1] * scale, (int)in[2] * scale, (int)in[3] * scale};
        box = bp_irect_intersect(box, image);
        if (!bp_irect_is_empty(box)) assert_true(bp_bin_box(&binner, box, (uint32_t)i));
    }
    assert_true(bp_binner_end(&binner, &chunk));
    const bp_irect touched = chunk.tiles;
    for (int tile = 0; tile < TILES; tile++) {
        const int x = tile % columns, y = tile / columns, first = (int)right[tile],
                  length = (int)right[tile + 1] - first;
        if (x < touched.x0 || x >= touched.x1 || y < touched.y0 || y >= touched.y1) {
            assert_int_equal(length, 0);
            continue;
        }
        const uint32_t *offset =
            chunk.offsets + (y - touched.y0) * (touched.x1 - touched.x0) + x - touched.x0;
        assert_int_equal(length, offset[1] - offset[0]);
        for (int i = 0; i < length; i++)
            assert_int_equal((int)right[TILES + 1 + first + i], chunk.entries[offset[0] + (uint32_t)i]);
    }
    bp_free(&allocator, binner.pairs);
    bp_free(&allocator, chunk.offsets);
    bp_free(&allocator, chunk.entries);
}

static void test_viewport(void **state) {
    (void)state;
    for_each_case("17", check_viewport);
}

static void test_clip(void **state) {
    (void)state;
    for_each_case("18", check_clip);
}

static void test_barycentric(void **state) {
    (void)state;
    for_each_case("19", check_barycentric);
}

static void test_bilinear(void **state) {
    (void)state;
    for_each_case("20", check_bilinear);
}

static void test_level(void **state) {
    (void)state;
    for_each_case("21", check_level);
}

static void test_blend(void **state) {
    (void)state;
    for_each_case("22", check_blend);
}

static void test_resolve(void **state) {
    (void)state;
    for_each_case("23", check_resolve);
}

static void test_binning(void **state) {
    (void)state;
    for_each_case("24", check_binning);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_viewport),    cmocka_unit_test(test_clip),
                                       cmocka_unit_test(test_barycentric), cmocka_unit_test(test_bilinear),
                                       cmocka_unit_test(test_level),       cmocka_unit_test(test_blend),
                                       cmocka_unit_test(test_resolve),     cmocka_unit_test(test_binning)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
