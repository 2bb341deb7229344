/* Projection of overlay primitives: lines beyond the range of fixed-point numbers are cut, and the rest
 * doesn't move. */
#include "raster/overlay/overlay.h"
#include "support/canvas.h"

/* A projection that changes nothing: clip space is the screen. */
static const bp_mat4 same = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
static const bp_projection screen = {.transform = &same, .viewport = {.scale_x = 1, .scale_y = 1}};
static const bp_projection pixels = {.transform = NULL};

static void expect_line(const bp_projection *projection, bp_vec3 from, bp_vec3 to, const double *expected) {
    bp_screen_line line;
    for (int turned = 0; turned < 2; turned++) {
        assert_true(bp_project_line(projection, turned ? to : from, turned ? from : to, &line));
        const double ends[2][3] = {{line.x0, line.y0, line.z0}, {line.x1, line.y1, line.z1}};
        for (int i = 0; i < 6; i++) expect_float(ends[turned ^ (i / 3)][i % 3], expected[i], 0);
    }
}

/* x runs over 2^18 pixels from -2^17; it is cut at -32768, 3/8 of the way, and at 49152, 11/16 of it. With y
 * = x / 4 and a depth from 1/4 to 3/4 all numbers are exact. Then x and y are exchanged. */
static void test_far_ends_are_cut(void **state) {
    (void)state;
    const bp_vec3 from = {-131072, -32768, 0.25f}, to = {131072, 32768, 0.75f};
    expect_line(&screen, from, to, (double[]){-32768, -8192, 0.4375, 49152, 12288, 0.59375});
    expect_line(&pixels, from, to, (double[]){-32768, -8192, 0, 49152, 12288, 0});
    const bp_vec3 above = {-32768, -131072, 0.25f}, below = {32768, 131072, 0.75f};
    expect_line(&screen, above, below, (double[]){-8192, -32768, 0.4375, 12288, 49152, 0.59375});
    /* Both: after the cut in x, y is still outside. y = 2x is cut in y at x = -16384 and 24576. */
    const bp_vec3 steep = {-65536, -131072, 0}, end = {65536, 131072, 1};
    expect_line(&screen, steep, end, (double[]){-16384, -32768, 0.375, 24576, 49152, 0.6875});
    /* A line that ends at the border is not cut. */
    const bp_vec3 corner = {-32768, 49152, 0.5f}, other = {49152, -32768, 0.25f};
    expect_line(&screen, corner, other, (double[]){-32768, 49152, 0.5, 49152, -32768, 0.25});
}

static void test_lines_outside(void **state) {
    (void)state;
    static const bp_vec3 ends[][2] = {
        {{-32769, 0, 0}, {-40000, 5, 0}},
        {{49153, 0, 0}, {60000, 5, 0}},
        {{0, -32769, 0}, {5, -40000, 0}},
        {{0, 49153, 0}, {5, 60000, 0}},
        {{-60000, -10000, 0}, {-10000, -60000, 0}}, /* past the corners: -32768 is met at -37232, */
        {{60000, -20000, 0}, {20000, -60000, 0}},   /* 49152 at -30848 and so -32768 at 47232: inside, */
        {{80000, 20000, 0}, {20000, 80000, 0}},     /* 49152 at 50848 */
        {{0, 0, -1}, {5, 5, -2}},
        {{0, 0, 2}, {5, 5, 3}},
    };
    for (size_t i = 0; i < BP_COUNT(ends); i++) {
        bp_screen_line line;
        assert_int_equal(bp_project_line(&screen, ends[i][0], ends[i][1], &line), i == 5);
        assert_int_equal(bp_project_line(&screen, ends[i][1], ends[i][0], &line), i == 5);
    }
    const float bad[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < BP_COUNT(bad); i++) {
        const bp_vec3 ok = {1, 2, 0.5f};
        const bp_vec3 wrong[] = {{bad[i], 0, 0}, {0, bad[i], 0}, {0, 0, bad[i]}};
        for (int k = 0; k < 3; k++) {
            bp_screen_line line;
            assert_false(bp_project_line(&screen, wrong[k], ok, &line));
            assert_false(bp_project_line(&screen, ok, wrong[k], &line));
            if (k < 2) assert_false(bp_project_line(&pixels, ok, wrong[k], &line));
        }
    }
}

/* Near is z = 0, far z = w. From z -1 to 3 with w 2: the plane is met after 1/4 and after 3/4. */
static void test_near_and_far(void **state) {
    (void)state;
    const bp_mat4 half = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2}};
    const bp_projection projection = {
        .transform = &half,
        .viewport = {.scale_x = 10, .scale_y = -20, .center_x = 3, .center_y = 5},
        .depth_bias = 0.125};
    /* x: 0 to 8, so 2 and 6, halved by w, times 10, and 3 to the right; y: 4 to 0, so 3 and 1, turned over;
     * depth is 0 and 1, and the bias. */
    expect_line(&projection, (bp_vec3){0, 4, -1}, (bp_vec3){8, 0, 3},
                (double[]){13, -25, 0.125, 33, -5, 1.125});
}

/* A disc's position, and the range it must lie in. */
static void test_points(void **state) {
    (void)state;
    const struct {
        bp_vec3 at;
        bool ok;
    } cases[] = {
        {{-32768, 0, 0}, true},     {{-32769, 0, 0}, false}, {{49152, 0, 0}, true},   {{49153, 0, 0}, false},
        {{0, -32768, 0}, true},     {{0, -32769, 0}, false}, {{0, 49152, 1}, true},   {{0, 49153, 0}, false},
        {{1, 2, 0}, true},          {{1, 2, 1}, true},       {{1, 2, -0.25f}, false}, {{1, 2, 1.25f}, false},
        {{49153, 49153, 0}, false}, {{NAN, 0, 0}, false},
    };
    for (size_t i = 0; i < BP_COUNT(cases); i++) {
        bp_vec4 clip;
        double pixel[3];
        if (bp_project_point(&screen, cases[i].at, &clip, pixel) != cases[i].ok) fail_msg("case %zu", i);
        if (!cases[i].ok) continue;
        const float *expected = &cases[i].at.x;
        for (int k = 0; k < 3; k++) expect_float(pixel[k], expected[k], 0);
        expect_float(clip.w, 1, 0);
    }
}

/* Four zeros mean opaque black; any other colour is copied. */
static void test_color_of_four_zeros(void **state) {
    (void)state;
    uint8_t out[4];
    bp_overlay_color(out, (const uint8_t[]){0, 0, 0, 0});
    expect_bytes(out, "\0\0\0\xff", 4);
    for (int i = 0; i < 4; i++) {
        uint8_t color[4] = {0};
        color[i] = 1;
        bp_overlay_color(out, color);
        expect_bytes(out, color, 4);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_far_ends_are_cut),    cmocka_unit_test(test_lines_outside),
        cmocka_unit_test(test_near_and_far),        cmocka_unit_test(test_points),
        cmocka_unit_test(test_color_of_four_zeros),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
