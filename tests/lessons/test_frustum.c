/* The way of a triangle from camera space to pixels: outcodes, cutting, handles, and what fails. The
 * rasterizer itself is the other implementation. */
#include "lesson/world.h"
#include "shared/frustum.h"
#include "shared/pixel_grid.h"
#include "support/random.h"
#include "support/test.h"

enum { SIZE = 12, TRIANGLES = 400 };
static const bp_vec3 SEEN[3] = {{0, 0.5f, -4}, {1, -0.5f, -4}, {0.5f, 0, -2}};

/* Clip coordinates by the formulas at the top of lesson 21. */
static void vertices_are_projected(void **state) {
    (void)state;
    bp_vec4 clip = bp_frustum_clip((bp_vec3){0.5f, 0.75f, -4});
    expect_floats(&clip.x, ((const float[]){1, 1.5f, 3.75f, 4}), 4, 1e-5);
}

static void outcodes_name_planes(void **state) {
    (void)state;
    char text[48];
    const struct {
        bp_vec4 clip;
        const char *words;
    } CASES[] = {{{0, 0, 1, 2}, "inside"},
                 {{-3, 0, 1, 2}, "left"},
                 {{3, 3, 1, 2}, "right, above"},
                 {{0, -3, -1, 2}, "below, near"},
                 {{0, 0, 3, 2}, "far"},
                 {{2, -2, 2, 2}, "inside"},
                 {{0, -2, -3.75f, -2}, "left, right, below, near"}};
    for (size_t i = 0; i < BP_COUNT(CASES); i++)
        assert_string_equal(bp_outcode_words(bp_outcode(CASES[i].clip), text, sizeof text), CASES[i].words);
    assert_string_equal(bp_outcode_words(BP_PLANE_LEFT | BP_PLANE_RIGHT, text, 6), "left,");
}

/* A polygon that was cut by all planes lies inside of all, but for rounding; one inside stays as it is. */
static void polygons_are_cut(void **state) {
    (void)state;
    uint64_t random = 5;
    for (int i = 0; i < TRIANGLES; i++) {
        bp_vec4 corner[BP_POLYGON_MAX], before[3];
        unsigned any = 0;
        for (int k = 0; k < 3; k++) {
            bp_vec3 v = random_vec3(&random, 4);
            before[k] = corner[k] = bp_frustum_clip((bp_vec3){v.x, v.y, v.z - 2});
            any |= bp_outcode(corner[k]);
        }
        int count = bp_polygon_cut(corner, 3, BP_PLANE_ALL);
        assert_in_range(count, 0, BP_POLYGON_MAX);
        if (any == 0) assert_memory_equal(corner, before, sizeof before);
        for (int k = 0; k < count; k++) {
            bp_vec4 p = corner[k];
            assert_true(fabsf(p.x) <= p.w + 1e-4f && fabsf(p.y) <= p.w + 1e-4f && p.z >= -1e-4f &&
                        p.z <= p.w + 1e-4f);
        }
    }
}

static bp_world make_world(bp_context *context, bp_raster *raster) {
    bp_world world = bp_world_make(context, NULL, false, NULL);
    world.raster = raster;
    bp_world_add_frustum(&world, "scene", "", BP_VIEW_SIDE, SEEN);
    bp_world_add_pixels(&world, "picture", "", SIZE, SIZE);
    assert_int_equal(world.error.kind, BP_ERROR_NONE);
    return world;
}

/* Corners that were cut are rounded in other ways than the rasterizer's: so a pixel in a thousand may
 * differ. */
static void the_rasterizer_agrees(void **state) {
    (void)state;
    bp_error error = {0};
    bp_context *context = bp_context_create(NULL, &error);
    bp_raster *raster = bp_raster_create(context, &error);
    bp_world world = make_world(context, raster);
    uint64_t random = 6;
    float pixels = 0, differ = 0;
    const bp_measure_args grid = {.stage = 1};
    for (int i = 0; i < TRIANGLES; i++) {
        for (int k = 0; k < 3; k++) {
            bp_vec3 v = random_vec3(&random, 3);
            bp_frustum_of(&world.stages[0])->vertex[k] = (bp_vec3){v.x, v.y, v.z - 2};
        }
        float one = 0;
        bp_measure_cut_difference(&world, &grid, &one);
        differ += one;
        bp_measure_rasterized(&world, &grid, &pixels);
    }
    assert_int_equal(world.error.kind, BP_ERROR_NONE);
    assert_true(pixels > 1000 && differ <= pixels / 1000);
    bp_world_clear(&world);
    bp_raster_destroy(raster);
    bp_context_destroy(context);
}

static void handles_move_vertices(void **state) {
    (void)state;
    bp_error error = {0};
    bp_context *context = bp_context_create(NULL, &error);
    bp_world world = make_world(context, NULL);
    const bp_frustum *frustum = bp_frustum_of(&world.stages[0]);
    const bp_handle scene = BP_FRUSTUM_HANDLE("A", 0, 0),
                    picture = BP_PIXEL_HANDLE("A", 1, 0, bp_frustum_put);
    bp_handle_move(&scene, &world,
                   bp_plane_to_world(&world.stages[0], bp_frustum_at(frustum, (bp_vec3){0, 1, -2.5f}), 0));
    expect_floats(&frustum->vertex[0].x, ((const float[]){0, 1, -2.5f}), 3, 1e-5);
    bp_handle_move(&scene, &world,
                   bp_plane_to_world(&world.stages[0], bp_frustum_at(frustum, (bp_vec3){0, 9, -9}), 0));
    expect_floats(&frustum->vertex[0].x, ((const float[]){0, 2.5f, -5}), 3, 1e-5);
    bp_handle_move(&scene, &world,
                   bp_plane_to_world(&world.stages[0], bp_frustum_at(frustum, (bp_vec3){0, 0, 0}), 0));
    assert_true(frustum->vertex[0].z < 0); /* not into the eye's plane */
    bp_handle_move(&scene, &world,
                   bp_plane_to_world(&world.stages[0], bp_frustum_at(frustum, (bp_vec3){0, 1, -4}), 0));
    assert_true(isnan(bp_handle_position(&picture, &world).x)); /* the grid has no triangle yet */
    bp_grid_of(&world.stages[1])->vertices = BP_VERTICES_RIGHT;
    bp_grid_of(&world.stages[1])->triangle_count = 1;
    bp_handle_move(&picture, &world,
                   bp_plane_to_world(&world.stages[1], (bp_vec2){9, 3}, 0)); /* x = y = 0.5 * 4 / 2 */
    expect_floats(&frustum->vertex[0].x, ((const float[]){1, 1, -4}), 3, 1e-5);
    bp_vec2 at = bp_plane_from_world(&world.stages[1], bp_handle_position(&picture, &world));
    expect_floats(&at.x, ((const float[]){9, 3}), 2, 1e-5);
    bp_world_clear(&world);
    bp_context_destroy(context);
}

static void failures_are_told(void **state) {
    (void)state;
    bp_error error = {0};
    bp_context *context = bp_context_create(NULL, &error);
    bp_measure *const measures[] = {
        bp_measure_frustum_clip,   bp_measure_frustum_divided, bp_measure_outcodes,
        bp_measure_common_outcode, bp_measure_cut_corners,     bp_measure_landed,
        bp_measure_triangles,      bp_measure_way_round,       bp_measure_rasterized,
        bp_measure_cut_difference};
    for (size_t i = 0; i < BP_COUNT(measures); i++) {
        bp_world world = bp_world_make(context, NULL, false, NULL);
        float values[4] = {0};
        measures[i](&world, &(bp_measure_args){.stage = 0}, values);
        assert_int_not_equal(world.error.kind, BP_ERROR_NONE);
        bp_world_clear(&world);
    }
    bp_world world = make_world(context, NULL); /* without a session there is no rasterizer */
    float value = 0;
    bp_measure_rasterized(&world, &(bp_measure_args){.stage = 1}, &value);
    assert_int_not_equal(world.error.kind, BP_ERROR_NONE);
    bp_world_clear(&world);
    bp_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vertices_are_projected), cmocka_unit_test(outcodes_name_planes),
        cmocka_unit_test(polygons_are_cut),       cmocka_unit_test(the_rasterizer_agrees),
        cmocka_unit_test(handles_move_vertices),  cmocka_unit_test(failures_are_told)};
    return cmocka_run_group_tests_name("frustum", tests, NULL, NULL);
}
