/* Discs and balls: pixels and depths computed by hand. */
#include "raster/inspect.h"
#include "support/canvas.h"
#include <math.h>

static const bp_overlay raw = {.state.color = BP_COLOR_RAW};

static void draw_disc(test_canvas *canvas, bp_disc disc, const bp_overlay *overlay, bool reference) {
    bp_error error = {0};
    test_canvas_begin(canvas, &(bp_pass){.reference = reference});
    assert_true(bp_raster_discs(canvas->raster, &disc, 1, overlay, &error));
    test_canvas_end(canvas);
}

/* Radius 2 about the corner (3, 3): the nearest centres are sqrt(0.5) = 0.71 away, the next sqrt(2.5) = 1.58:
 * 2.5 - 1.58 = 0.92 covered, then sqrt(4.5) = 2.12: 0.38, and sqrt(6.5) = 2.55: none. */
static void test_coverage(void **state) {
    (void)state;
    test_canvas canvas = test_canvas_open(6, 6);
    for (int reference = 0; reference < 2; reference++) {
        draw_disc(&canvas, (bp_disc){.center = {3, 3, 0}, .radius = 2, .color = WHITE}, &raw, reference);
        expect_map(&canvas, "......"
                            ".++++."
                            ".+##+."
                            ".+##+."
                            ".++++."
                            "......");
        assert_in_range(test_canvas_pixel(&canvas, 1, 2)[0], 233, 235); /* 0.9189 * 255 = 234.3 */
        assert_in_range(test_canvas_pixel(&canvas, 1, 1)[0], 95, 98);   /* 0.3787 * 255 = 96.6 */
    }
    test_canvas_close(&canvas);
}

/* A ring 1 wide, radius 3: the centre has the colour of the filling, a pixel at 2.5 that of the ring. */
static void test_ring(void **state) {
    (void)state;
    test_canvas canvas = test_canvas_open(7, 7);
    for (int reference = 0; reference < 2; reference++) {
        bp_disc disc = {.center = {3.5f, 3.5f, 0},
                        .radius = 3,
                        .color = WHITE,
                        .ring = 1,
                        .ring_color = {255, 0, 0, 255}};
        draw_disc(&canvas, disc, &raw, reference);
        assert_memory_equal(test_canvas_pixel(&canvas, 3, 3), "\xff\xff\xff", 3);
        assert_memory_equal(test_canvas_pixel(&canvas, 4, 3), "\xff\xff\xff",
                            3); /* 1 away: 1.5 inside the ring */
        /* 3 away, half outside: half a red over black; 2 away, on the seam: half white, half red. */
        assert_in_range(test_canvas_pixel(&canvas, 6, 3)[0], 127, 128);
        assert_in_range(test_canvas_pixel(&canvas, 6, 3)[1], 0, 0);
        assert_in_range(test_canvas_pixel(&canvas, 5, 3)[1], 127, 128);
    }
    test_canvas_close(&canvas);
}

/* A disc smaller than a pixel is fainter: radius 0.25 has a quarter of the area of radius 0.5, whose coverage
 * at the centre is 1. */
static void test_small_ones_are_faint(void **state) {
    (void)state;
    test_canvas canvas = test_canvas_open(3, 3);
    draw_disc(&canvas, (bp_disc){.center = {1.5f, 1.5f, 0}, .radius = 0.25f, .color = WHITE}, &raw, false);
    expect_map(&canvas, "....+....");
    assert_in_range(test_canvas_pixel(&canvas, 1, 1)[0], 63, 65);
    draw_disc(&canvas, (bp_disc){.center = {1.5f, 1.5f, 0}, .radius = 0, .color = WHITE}, &raw, false);
    expect_map(&canvas, ".........");
    test_canvas_close(&canvas);
}

/* An orthographic view 8 units wide and high, depth over 8 units, on 64 x 64 pixels: 8 pixels a unit. A
 * ball of radius 1 at depth 4/8: its middle is one unit nearer, at 3/8, its rim at 4/8, its radius 8
 * pixels. */
static void test_ball_has_depth(void **state) {
    (void)state;
    test_canvas canvas = test_canvas_open(64, 64);
    bp_mat4 view = {{0.25f, 0, 0, 0, 0, 0.25f, 0, 0, 0, 0, -0.125f, 0, 0, 0, 0, 1}};
    bp_overlay overlay = {.transform = &view};
    bp_disc ball = {.center = {0, 0, -4}, .world_radius = 1, .color = WHITE, .ball = true};
    for (int reference = 0; reference < 2; reference++) {
        draw_disc(&canvas, ball, &overlay, reference);
        for (int x = 25; x < 39; x++) {
            double off = (x + 0.5 - 32) / 8, height = sqrt(1 - off * off - 0.0625 * 0.0625);
            expect_float(test_canvas_depth(&canvas, x, 32), 0.5 - height / 8, 1e-5);
        }
        expect_float(test_canvas_depth(&canvas, 22, 32), 1, 0);
        expect_float(test_canvas_depth(&canvas, 42, 32), 1, 0);
    }
    test_canvas_close(&canvas);
}

/* In perspective, fov 90 degrees, 64 pixels: at distance 4 a unit is 8 pixels. The middle is at distance
 * 3, whose depth is far / (far - near) * (1 - near / 3) = 1 - 1/3 (to a thousandth) for a near plane of 1
 * and a far one of 1001. */
static void test_ball_in_perspective(void **state) {
    (void)state;
    test_canvas canvas = test_canvas_open(64, 64);
    bp_mat4 view = bp_mat4_perspective_rh(BP_PI / 2, 1, 1, 1001);
    bp_disc ball = {.center = {0, 0, -4}, .world_radius = 1, .color = WHITE, .ball = true};
    draw_disc(&canvas, ball, &(bp_overlay){.transform = &view}, false);
    expect_float(test_canvas_depth(&canvas, 32, 32), 1.001 * (1 - 1.0 / 3), 1e-3);
    expect_float(test_canvas_depth(&canvas, 23, 32), 1, 0);
    assert_true(test_canvas_depth(&canvas, 25, 32) < 1);
    /* The upper left is brighter than the lower right. */
    assert_true(test_canvas_pixel(&canvas, 29, 28)[0] > test_canvas_pixel(&canvas, 36, 36)[0] + 40);
    test_canvas_close(&canvas);
}

/* A ball behind the viewer or with a NaN is not drawn. One that crosses the near plane, with its centre
 * behind it, reaches up to the plane. */
static void test_invisible_balls(void **state) {
    (void)state;
    test_canvas canvas = test_canvas_open(8, 8);
    bp_mat4 view = bp_mat4_perspective_rh(BP_PI / 2, 1, 1, 100);
    bp_overlay overlay = {.transform = &view};
    float nan = sqrtf(-1.0f);
    const bp_vec3 centers[] = {{0, 0, 4}, {0, 0, -0.5f}, {0, 0, -101}, {nan, 0, -4}, {1e30f, 0, -4}};
    for (size_t i = 0; i < BP_COUNT(centers); i++) {
        draw_disc(&canvas, (bp_disc){.center = centers[i], .radius = 3, .color = WHITE, .ball = true},
                  &overlay, false);
        for (int p = 0; p < 64; p++) assert_int_equal(test_canvas_char(&canvas, p % 8, p / 8), '.');
    }
    draw_disc(&canvas, (bp_disc){.center = {0, 0, -2}, .world_radius = 1.5f, .color = WHITE, .ball = true},
              &overlay, false);
    assert_true(test_canvas_depth(&canvas, 4, 4) >= 0 && test_canvas_depth(&canvas, 4, 4) < 0.1f);
    test_canvas_close(&canvas);
}

static void test_errors(void **state) {
    (void)state;
    test_canvas canvas = test_canvas_open(4, 4);
    const bp_disc bad[] = {
        {.radius = -1}, {.radius = 8193}, {.world_radius = -1}, {.ring = -1}, {.radius = sqrtf(-1.0f)}};
    test_canvas_begin(&canvas, NULL);
    for (size_t i = 0; i < BP_COUNT(bad); i++) {
        bp_error error = {0};
        assert_false(bp_raster_discs(canvas.raster, &bad[i], 1, NULL, &error));
        expect_error(&error, BP_ERROR_ARGUMENT, "disc 0");
    }
    test_canvas_end(&canvas);
    test_canvas_close(&canvas);
}

/* The nearest point of a ball lies `radius` units towards the camera along its view direction. The camera is
 * at the origin, rotated by the quaternion q, and looks along q (0, 0, -1) q*. The ball is 4 units in front
 * of it, and at 3 units the depth is 1.001 (1 - 1 / 3), as above. */
static void test_ball_in_front_of_a_rotated_camera(void **state) {
    (void)state;
    test_canvas canvas = test_canvas_open(64, 64);
    static const bp_quat turns[] = {
        {0.5f, 0.5f, 0.5f, 0.5f}, {0, 0.6f, 0, 0.8f}, {0.6f, 0, 0, 0.8f}, {0.1f, -0.7f, 0.1f, 0.7f}};
    for (size_t i = 0; i < BP_COUNT(turns); i++) {
        bp_quat back = bp_quat_conjugate(turns[i]);
        bp_mat4 view = bp_mat4_mul(bp_mat4_from_quat(back), bp_mat4_perspective_rh(BP_PI / 2, 1, 1, 1001));
        bp_vec3 center = bp_mat4_point(bp_mat4_from_quat(turns[i]), bp_vec3_make(0, 0, -4));
        bp_disc ball = {.center = center, .world_radius = 1, .color = WHITE, .ball = true};
        draw_disc(&canvas, ball, &(bp_overlay){.transform = &view}, false);
        expect_float(test_canvas_depth(&canvas, 32, 32), 1.001 * (1 - 1.0 / 3), 1e-3);
        expect_float(test_canvas_depth(&canvas, 23, 32), 1, 0);
    }
    test_canvas_close(&canvas);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_coverage),
        cmocka_unit_test(test_ring),
        cmocka_unit_test(test_small_ones_are_faint),
        cmocka_unit_test(test_ball_has_depth),
        cmocka_unit_test(test_ball_in_perspective),
        cmocka_unit_test(test_invisible_balls),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_ball_in_front_of_a_rotated_camera),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
