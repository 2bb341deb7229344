/* The float rasterizer of triangle_float.h: values computed by hand, and the coverage and depth of the real
 * one. */
#include "raster/triangle_float.h"
#include "support/raster_draw.h"

enum { SIDE = 32 };

static void draw_float(const bp_float_vertex v[3], float *depth, float *image) {
    for (int i = 0; i < SIDE * SIDE; i++) depth[i] = 1, image[i] = 0;
    bp_float_triangle(v, SIDE, SIDE, depth, image);
}

static void test_by_hand(void **state) {
    (void)state;
    float depth[SIDE * SIDE], image[SIDE * SIDE];
    /* The value is x, the depth y / 32; the inside is x > 0, y > 0, x + y < 8. */
    const bp_float_vertex v[3] = {{0, 0, 0, 0}, {8, 0, 0, 8}, {0, 8, 0.25f, 0}};
    draw_float(v, depth, image);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            bool inside = x + y + 1 <= 8;
            expect_float(image[y * SIDE + x], inside ? x + 0.5 : 0, 1e-5);
            expect_float(depth[y * SIDE + x], inside ? (y + 0.5) / 32 : 1, 1e-6);
        }
}

/* Random triangles off the subpixel grid: both rasterizers agree, except for pixels close to an edge. */
static void test_like_the_exact_one(void **state) {
    (void)state;
    static picture p = {.width = SIDE, .height = SIDE};
    bp_error error = {0};
    bp_raster *raster = bp_raster_create(NULL, &error);
    float depth[SIDE * SIDE], image[SIDE * SIDE];
    uint64_t random = 5;
    for (int round = 0; round < 50; round++) {
        bp_float_vertex v[3];
        float positions[3][3];
        for (int i = 0; i < 3; i++) {
            v[i] = (bp_float_vertex){test_random_float(&random, 0, SIDE), test_random_float(&random, 0, SIDE),
                                     test_random_float(&random, 0, 1), 1};
            memcpy(positions[i], &v[i], sizeof positions[i]);
        }
        draw_float(v, depth, image);
        picture_draw(&p, raster, NULL, &(bp_draw){.vertices = {.count = 3, .positions = positions[0]}});
        const float area = bp_float_area(&v[0], &v[1], v[2].x, v[2].y);
        for (int i = 0; i < SIDE * SIDE; i++) {
            bool near_edge = fabsf(area) < 20;
            for (int k = 0; k < 3; k++) {
                const bp_float_vertex *a = &v[k], *b = &v[(k + 1) % 3];
                float e = bp_float_area(a, b, (float)(i % SIDE) + 0.5f, (float)(i / SIDE) + 0.5f);
                near_edge = near_edge || fabsf(e) < 0.02f * hypotf(b->x - a->x, b->y - a->y);
            }
            if (near_edge) continue;
            assert_int_equal(p.pixels[i] != 0, image[i] != 0);
            expect_float(depth[i], (double)p.depth[i], 0.02);
        }
    }
    bp_raster_destroy(raster);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_like_the_exact_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
