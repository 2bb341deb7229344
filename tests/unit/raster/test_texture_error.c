/* How far sampled colours in linear light are from exact real arithmetic, in steps of 255: the scalar
 * definition against the formulas of sRGB and of bilinear and trilinear filtering in double, at random
 * places of random textures. */
#include "raster/pipeline.h"
#include "raster/triangles.h"
#include "support/random.h"
#include "support/test.h"

enum { SIZE = 64, PLACES = 400000 };

static double decoded(double c) { return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4); }
static double encoded(double x) { return x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1 / 2.4) - 0.055; }

/* Linear red at a position in texels of the full level, from its first texel's corner. */
static double exact_level(const bp_mip_level *level, const double position[2]) {
    const double x = position[0] * level->width / SIZE - 0.5, y = position[1] * level->height / SIZE - 0.5;
    double result = 0;
    for (int j = 0; j < 2; j++)
        for (int i = 0; i < 2; i++) {
            const int column = (int)floor(x) + i, row = (int)floor(y) + j;
            const double weight = (1 - fabs(x - column)) * (1 - fabs(y - row));
            const uint64_t texel =
                level->pairs[(row & (level->height - 1)) * level->stride + (column & (level->width - 1))];
            result += weight * decoded(bp_texel_byte(texel, 0) / 255.0);
        }
    return result;
}

/* The byte, with its fraction, of a mix of levels 0 and 1. */
static double exact(const bp_texture *texture, const double position[2], double part) {
    return 255 * encoded((1 - part) * exact_level(&texture->mip[0], position) +
                         part * exact_level(&texture->mip[1], position));
}

/* Errors with texels of 0..range: of the arithmetic, at the position in 1/256 texel that is sampled, and of
 * all, at the position itself. */
typedef struct errors {
    double largest[2], mean[2];
} errors;

static errors measure(uint32_t range, bp_filter filter) {
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
                                .sampler = {.texture = texture, .filter = filter},
                                .uv_offset = BP_POSITION_FLOATS,
                                .base = {1, 1, 1, 1}};
    const int steps =
        filter == BP_FILTER_TRILINEAR ? 128 : 256; /* in a texel, which are exact in all levels */
    errors e = {{0}, {0}};
    for (int i = 0; i < PLACES; i++) {
        /* The level is read off the bits of a squared gradient of 1 to 2: the latter is halfway to level 1. */
        const int part = filter == BP_FILTER_TRILINEAR ? (int)(test_random(&state) >> 20) & 127 : 0;
        bp_shade_input in = {.inverse_w = 1, .ddx = {sqrtf(1 + ((float)part + 0.5f) / 128) / SIZE}};
        float color[4];
        double position[2][2]; /* rounded, exact */
        for (int c = 0; c < 2; c++) {
            in.uv[c] = (float)((test_random(&state) >> 20) % (1 << 24)) / (1 << 24);
            position[1][c] = (double)in.uv[c] * SIZE;
            position[0][c] = nearbyint(position[1][c] * steps) / steps;
            if (filter == BP_FILTER_TRILINEAR) in.uv[c] = (float)(position[1][c] = position[0][c]) / SIZE;
        }
        bp_shade_scalar(&shading, &in, color);
        const double byte = bp_shade_pixel_scalar(&shading, color, false, 0) & 255;
        for (int k = 0; k < 2; k++) {
            const double error = fabs(byte - exact(texture, position[k], part / 256.0));
            e.largest[k] = error > e.largest[k] ? error : e.largest[k];
            e.mean[k] += error / PLACES;
        }
    }
    bp_texture_destroy(texture);
    return e;
}

/* Rounding to bytes alone gives 0.5 at most and 0.25 in the mean. Filtering in floats and encoding by a table
 * of 4096 square roots gave 0.540 and 0.2503. */
static void test_errors(void **state) {
    (void)state;
    const uint32_t ranges[] = {15, 63, 255};
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < BP_COUNT(ranges); i++) {
            const errors e = measure(ranges[i], k ? BP_FILTER_TRILINEAR : BP_FILTER_BILINEAR);
            print_message(
                "%s, texels 0..%3u: arithmetic %.3f at most, %.4f in the mean; with the position %.3f, "
                "%.4f\n",
                k ? "trilinear" : "bilinear", ranges[i], e.largest[0], e.mean[0], e.largest[1], e.mean[1]);
            assert_true(e.largest[0] < 0.536 && e.mean[0] < 0.2505);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
