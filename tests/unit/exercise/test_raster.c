/* The right answers of exercises 17 to 24 are what the rasterizer's scalar functions compute, for the cases of many
 * seeds. */
#include "raster/pipeline.h"
#include "support/test.h"
#include <bindpose/exercise.h>
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

static void test_viewport(void **state) {
    (void)state;
    for_each_case("17", check_viewport);
}

static void test_clip(void **state) {
    (void)state;
    for_each_case("18", check_clip);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_viewport), cmocka_unit_test(test_clip)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
