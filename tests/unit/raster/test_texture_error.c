/* How far sampled colours in linear light are from exact real arithmetic, in steps of 255: the scalar
 * definition against the formulas of sRGB and of bilinear filtering in double, at random places of random
 * textures. */
#include "raster/pipeline.h"
#include "raster/triangles.h"
#include "support/random.h"
#include "support/test.h"

enum { SIZE = 64, PLACES = 400000 };

static double decoded(double c) { return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4); }
static double encoded(double x) { return x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1 / 2.4) - 0.055; }

/* Red at a position in texels from the first texel's centre. */
static double exact(const uint32_t *pixels, double x, double y) {
    double result = 0;
    for (int j = 0; j < 2; j++)
        for (int i = 0; i < 2; i++) {
            int column = (int)floor(x) + i, row = (int)floor(y) + j;
            double weight = (1 - fabs(x - column)) * (1 - fabs(y - row));
            result +=
                weight * decoded((pixels[(row & (SIZE - 1)) * SIZE + (column & (SIZE - 1))] & 255) / 255.0);
        }
    return encoded(result) * 255;
}

/* Errors with texels of 0..range: of the arithmetic, at the position in 1/256 texel that is sampled, and of
 * all, at the position itself. */
typedef struct errors {
    double largest[2], mean[2];
} errors;

static errors measure(uint32_t range) {
    static uint32_t pixels[SIZE * SIZE];
    uint64_t state = 20 + range;
    for (int i = 0; i < SIZE * SIZE; i++)
        pixels[i] = 0xff000000u | (uint32_t)((test_random(&state) >> 20) % (range + 1));
    bp_color_tables tables;
    bp_color_tables_fill(&tables);
    bp_texture_options options = {.pixels = (const uint8_t *)pixels, .width = SIZE, .height = SIZE};
    bp_texture *texture = bp_texture_create(NULL, &options, NULL);
    assert_non_null(texture);
    const bp_shading shading = {.tables = &tables,
                                .texture = texture,
                                .filter = BP_FILTER_BILINEAR,
                                .uv_offset = BP_POSITION_FLOATS,
                                .base = {1, 1, 1, 1}};
    errors e = {{0}, {0}};
    for (int i = 0; i < PLACES; i++) {
        bp_shade_input in = {.inverse_w = 1};
        float color[4];
        double position[2][2]; /* rounded, exact */
        for (int c = 0; c < 2; c++) {
            in.uv[c] = (float)((test_random(&state) >> 20) % (1 << 24)) / (1 << 24);
            position[1][c] = (double)in.uv[c] * SIZE - 0.5;
            position[0][c] = nearbyint(position[1][c] * 256) / 256;
        }
        bp_shade_scalar(&shading, &in, color);
        const double byte = bp_shade_pixel_scalar(&shading, color, false, 0) & 255;
        for (int k = 0; k < 2; k++) {
            const double error = fabs(byte - exact(pixels, position[k][0], position[k][1]));
            e.largest[k] = error > e.largest[k] ? error : e.largest[k];
            e.mean[k] += error / PLACES;
        }
    }
    bp_texture_destroy(texture);
    return e;
}

/* Rounding to bytes alone gives 0.5 at most and 0.25 in the mean. */
static void test_errors(void **state) {
    (void)state;
    const uint32_t ranges[] = {15, 63, 255};
    for (size_t i = 0; i < BP_COUNT(ranges); i++) {
        const errors e = measure(ranges[i]);
        print_message(
            "texels 0..%3u: arithmetic %.3f at most, %.4f in the mean; with the position %.3f, %.4f\n",
            ranges[i], e.largest[0], e.mean[0], e.largest[1], e.mean[1]);
        assert_true(e.largest[0] < 0.7 && e.mean[0] < 0.255);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
