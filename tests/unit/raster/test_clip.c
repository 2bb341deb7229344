/* Clipping: intersections computed by hand, which edges belong to the triangle, and what must vanish. */
#include "raster/pipeline.h"
#include "support/raster_draw.h"

static const bp_viewport VIEW = {50, -50, 50, 50, 4, 4}; /* guard band at ndc +-4, for small numbers */

static bp_polygon triangle(const float a[4], const float b[4], const float c[4]) {
    bp_polygon p = {.count = 3, .edge = {true, true, true}};
    const float *corner[3] = {a, b, c};
    for (int i = 0; i < 3; i++) {
        memcpy(p.vertex[i].clip, corner[i], sizeof p.vertex[i].clip);
        p.vertex[i].attributes[0] = (float)i * 10;
    }
    return p;
}

static void test_near_one_out(void **state) {
    (void)state;
    /* c is as far behind the near plane as a and b are in front of it: the cuts are in the middle. */
    bp_polygon p = triangle((float[]){0, 0, 1, 2}, (float[]){4, 0, 1, 2}, (float[]){0, 2, -1, 2});
    bp_clip_polygon(&VIEW, BP_OUTCODE_NEAR, &p);
    assert_int_equal(p.count, 4);
    const float expected[4][4] = {{0, 0, 1, 2}, {4, 0, 1, 2}, {2, 1, 0, 2}, {0, 1, 0, 2}};
    const float slot[4] = {0, 10, 15, 10};
    const bool edge[4] = {true, true, false, true}; /* a-b, b-cut, along the plane, cut-a */
    for (int i = 0; i < 4; i++) {
        expect_floats(p.vertex[i].clip, expected[i], 4, 0);
        expect_float(p.vertex[i].attributes[0], slot[i], 0);
        assert_int_equal(p.edge[i], edge[i]);
    }
}

static void test_near_two_out(void **state) {
    (void)state;
    bp_polygon p = triangle((float[]){0, 0, 3, 4}, (float[]){4, 0, -1, 4}, (float[]){0, 8, -1, 4});
    bp_clip_polygon(&VIEW, BP_OUTCODE_NEAR, &p);
    assert_int_equal(p.count, 3);
    /* Three quarters of the way from a. */
    const float expected[3][4] = {{0, 0, 3, 4}, {3, 0, 0, 4}, {0, 6, 0, 4}};
    for (int i = 0; i < 3; i++) expect_floats(p.vertex[i].clip, expected[i], 4, 0);
    assert_true(p.edge[0]);
    assert_false(p.edge[1]);
    assert_true(p.edge[2]);
}

/* Each of the other planes, with one corner as far outside as the others are inside. */
static void test_other_planes(void **state) {
    (void)state;
    const struct {
        unsigned code;
        float in[4], out[4], cut[4];
    } cases[] = {
        {BP_OUTCODE_FAR, {0, 0, 1, 2}, {0, 0, 3, 2}, {0, 0, 2, 2}},
        {BP_OUTCODE_LEFT, {-3, 0, 0.5f, 1}, {-5, 0, 0.5f, 1}, {-4, 0, 0.5f, 1}},
        {BP_OUTCODE_RIGHT, {3, 0, 0.5f, 1}, {5, 0, 0.5f, 1}, {4, 0, 0.5f, 1}},
        {BP_OUTCODE_BOTTOM, {0, -3, 0.5f, 1}, {0, -5, 0.5f, 1}, {0, -4, 0.5f, 1}},
        {BP_OUTCODE_TOP, {0, 3, 0.5f, 1}, {0, 5, 0.5f, 1}, {0, 4, 0.5f, 1}},
    };
    for (size_t i = 0; i < BP_COUNT(cases); i++) {
        assert_int_equal(bp_vertex_outcode(&VIEW, cases[i].in), 0);
        assert_int_equal(bp_vertex_outcode(&VIEW, cases[i].out), cases[i].code);
        bp_polygon p = triangle(cases[i].in, cases[i].in, cases[i].out);
        bp_clip_polygon(&VIEW, cases[i].code, &p);
        assert_int_equal(p.count, 4);
        expect_floats(p.vertex[2].clip, cases[i].cut, 4, 1e-6);
    }
}

static void test_all_out(void **state) {
    (void)state;
    bp_polygon p = triangle((float[]){0, 0, -1, 2}, (float[]){4, 0, -1, 2}, (float[]){0, 2, -1, 2});
    bp_clip_polygon(&VIEW, BP_OUTCODE_NEAR, &p);
    assert_true(p.count < 3);
    p = triangle((float[]){0, 0, -1, -2}, (float[]){4, 0, -1, -2}, (float[]){0, 2, -1, -2});
    bp_clip_polygon(&VIEW, BP_OUTCODE_NEAR | BP_OUTCODE_W, &p);
    assert_true(p.count < 3);
}

/* Clipping two triangles cuts their common edge at one point, bit for bit, in whichever direction each
 * runs. */
static void test_common_edge(void **state) {
    (void)state;
    uint64_t random = 11;
    for (int round = 0; round < 1000; round++) {
        float a[4], b[4], c[4], d[4];
        for (int i = 0; i < 4; i++) {
            a[i] = test_random_float(&random, -2, 2);
            b[i] = test_random_float(&random, -2, 2);
            c[i] = d[i] = test_random_float(&random, 0.5f, 2);
        }
        a[2] = test_random_float(&random, 0.1f, 1);
        b[2] = test_random_float(&random, -1, -0.1f);
        bp_polygon p = triangle(a, b, c), q = triangle(b, a, d);
        bp_clip_polygon(&VIEW, BP_OUTCODE_NEAR, &p);
        bp_clip_polygon(&VIEW, BP_OUTCODE_NEAR, &q);
        /* p: a, cut(ab), cut(bc), c. q: cut(ab), a, d, cut(db). */
        assert_int_equal(p.count, 4);
        assert_int_equal(q.count, 4);
        expect_bytes(p.vertex[1].clip, q.vertex[0].clip, sizeof p.vertex[1].clip);
    }
}

/* ---- seen from outside ------------------------------------------------------------------------- */

static void draw(picture *p, bp_raster *raster, const float *positions, size_t count, const bp_mat4 *matrix) {
    picture_draw(p, raster, NULL,
                 &(bp_draw){.vertices = {.count = count, .positions = positions}, .transform = matrix});
}

/* A floor from behind the eye to far away covers everything below the horizon. The eye is 1 above the floor,
 * looks along -z, and sees 90 degrees: row y looks down by (y + 0.5 - 32) / 32, and hits the floor at a
 * distance of 32 / (y - 31.5). The far plane at 20 hides rows with a larger distance: y <= 33. */
static void test_floor(void **state) {
    (void)state;
    static picture p = {.width = 64, .height = 64};
    bp_error error = {0};
    bp_raster *raster = bp_raster_create(NULL, &error);
    const float e = 1e4f;
    const float floor_at[6][3] = {{-e, -1, e}, {e, -1, e},  {e, -1, -e},
                                  {-e, -1, e}, {e, -1, -e}, {-e, -1, -e}};
    bp_mat4 matrix = bp_mat4_perspective_rh(BP_PI / 2, 1, 0.5f, 20);
    draw(&p, raster, floor_at[0], 6, &matrix);
    for (int y = 0; y < 64; y++)
        for (int x = 0; x < 64; x++) assert_int_equal(p.pixels[y * 64 + x] != 0, y >= 34);
    /* Row 63: 32/31.5 away; depth is far (d - near) / (d (far - near)). */
    double d = 32 / 31.5;
    expect_float(p.depth[63 * 64 + 5], 20 * (d - 0.5) / (d * 19.5), 2e-5);
    assert_int_equal(p.counters.triangles_clipped, 2);
    bp_raster_destroy(raster);
}

static void test_nothing_left(void **state) {
    (void)state;
    static picture p = {.width = 16, .height = 16};
    bp_error error = {0};
    bp_raster *raster = bp_raster_create(NULL, &error);
    bp_mat4 matrix = bp_mat4_perspective_rh(BP_PI / 2, 1, 0.5f, 20);
    const float behind[3][3] = {{-1, -1, 1}, {1, -1, 1}, {0, 1, 3}};
    draw(&p, raster, behind[0], 3, &matrix);
    assert_int_equal(picture_covered(&p), 0);
    assert_int_equal(p.counters.triangles_culled, 1);
    const float strange[9][3] = {{NAN, 0, -1},      {1, 0, -1},     {0, 1, -1},
                                 {INFINITY, 0, -1}, {1, 0, -1},     {0, 1, -INFINITY},
                                 {3e38f, 0, -1},    {1, 3e38f, -1}, {0, 1, 3e38f}};
    draw(&p, raster, strange[0], 9, &matrix);
    assert_int_equal(p.counters.triangles_in, 3);
    assert_true(p.counters.triangles_invalid >= 2);
    bp_raster_destroy(raster);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_near_one_out), cmocka_unit_test(test_near_two_out),
        cmocka_unit_test(test_other_planes), cmocka_unit_test(test_all_out),
        cmocka_unit_test(test_common_edge),  cmocka_unit_test(test_floor),
        cmocka_unit_test(test_nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
