/* The right answers of exercises 17 to 24 are what the rasterizer's scalar functions compute, for the cases of many
 * seeds. */
#include "raster/color.h"
#include "raster/pipeline.h"
#include "raster/texture.h"
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
    } PLANES[] = {{{0, 0, 1, 0}, BP_OUTCODE_NEAR},   {{0, 0, -1, 1}, BP_OUTCODE_FAR},  {{1, 0, 0, 1}, BP_OUTCODE_LEFT},
                  {{-1, 0, 0, 1}, BP_OUTCODE_RIGHT}, {{0, 1, 0, 1}, BP_OUTCODE_BOTTOM}, {{0, -1, 0, 1}, BP_OUTCODE_TOP}};
    const bp_viewport view = {.guard_x = 1, .guard_y = 1};
    bp_polygon polygon = {.count = 3};
    for (int i = 0; i < 3; i++) {
        memcpy(polygon.vertex[i].clip, one->in + 4 + 4 * i, sizeof polygon.vertex[i].clip);
        polygon.vertex[i].attributes[0] = one->in[16 + i];
    }
    size_t plane = 0;
    while (memcmp(PLANES[plane].plane, one->in, sizeof PLANES[plane].plane) != 0) assert_true(++plane < BP_COUNT(PLANES));
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
                         (double)bp_edge_at(opposite, i % width * 256 + 128, i / width * 256 + 128) / area, 1e-4);
    }
}

/* Alpha isn't converted to linear light, so the texels go there. The rasterizer rounds to 1/256 texel. */
static void check_bilinear(const bp_exercise_case *one, const float *right) {
    const int count = (int)one->in[0], height = (int)one->in[1];
    const float *texel = one->in + 2, *uv = texel + 4 * height;
    uint32_t texels[6 * 5] = {0};
    for (int i = 0; i < 4 * height; i++) texels[i / 4 * 5 + i % 4] = (uint32_t)lrintf(texel[i] * 255) << 24;
    bp_color_tables tables;
    bp_color_tables_fill(&tables);
    const bp_texture texture = {.level_count = 1, .mip = {{texels, NULL, 4, height, 5}}};
    const bp_shading shading = {.tables = &tables, .texture = &texture, .filter = BP_FILTER_BILINEAR,
                                .wrap_u = BP_WRAP_REPEAT, .wrap_v = BP_WRAP_REPEAT, .base = {1, 1, 1, 1}};
    for (int i = 0; i < count; i++) {
        float out[4];
        bp_shade_scalar(&shading, &(bp_shade_input){.inverse_w = 1, .uv = {uv[2 * i], uv[2 * i + 1]}}, out);
        expect_float(out[3], right[i], 2.1 / 512);
    }
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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_viewport), cmocka_unit_test(test_clip),
                                       cmocka_unit_test(test_barycentric), cmocka_unit_test(test_bilinear)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
