/* Textures: the copied border, mipmaps by hand, errors. */
#include "raster/texture.h"
#include "support/allocator.h"

static uint32_t at(const bp_texture *texture, int level, int x, int y) {
    const bp_mip_level *mip = &texture->mip[level];
    uint32_t texel = 0;
    for (int c = 0; c < 4; c++) texel |= bp_texel_byte(mip->pairs[y * mip->stride + x], c) << (8 * c);
    return texel;
}

static bp_texture *make(const uint32_t *pixels, int width, int height, bp_color_mode color) {
    bp_error error = {0};
    bp_texture_options options = {
        .pixels = (const uint8_t *)pixels, .width = width, .height = height, .color = color};
    bp_texture *texture = bp_texture_create(NULL, &options, &error);
    expect_no_error(&error);
    return texture;
}

static void test_borders(void **state) {
    (void)state;
    const uint32_t pixels[6] = {1, 2, 3, 4, 5, 6};
    bp_texture *t = make(pixels, 3, 2, BP_COLOR_RAW);
    const uint32_t expected[3][4] = {{1, 2, 3, 1}, {4, 5, 6, 4}, {1, 2, 3, 1}};
    for (int y = 0; y < 3; y++)
        for (int x = 0; x < 4; x++) assert_int_equal(at(t, 0, x, y), expected[y][x]);
    bp_texture_destroy(t);
}

/* A texel with the one below it, byte by byte, and in 16 bits of linear light: 188 is 0.502886 of white's,
 * and alpha is not light. */
static void test_copies(void **state) {
    (void)state;
    const uint32_t pixels[2] = {0x80ff00bcu, 0x04030201u};
    bp_texture *t = make(pixels, 1, 2, BP_COLOR_RAW);
    assert_int_equal(t->mip[0].pairs[0] ^ 0x8080808080808080u, 0x048003ff020001bcu);
    const int expected[4] = {32957, 0, 65535, 32896}; /* 0.502886 * 65535; 128 / 255 * 65535 */
    for (int c = 0; c < 4; c++) assert_int_equal(bp_texel_linear(t->mip[0].linear[0], c), expected[c]);
    bp_texture_options options = {.pixels = (const uint8_t *)pixels, .width = 1, .height = 2};
    options.color = BP_COLOR_RAW, options.no_raw = true;
    bp_texture *light = bp_texture_create(NULL, &options, NULL);
    assert_non_null(light);
    for (int level = 0; level < 2; level++)
        assert_int_equal(light->mip[level].linear[0], t->mip[level].linear[0]);
    bp_texture_destroy(light);
    bp_texture_destroy(t);
}

static void test_mipmap_raw(void **state) {
    (void)state;
    /* Red 0, 40, 80, 120: the mean is 60. Alpha 255 stays. */
    const uint32_t pixels[4] = {0xff000000u, 0xff000028u, 0xff000050u, 0xff000078u};
    bp_texture *t = make(pixels, 2, 2, BP_COLOR_RAW);
    assert_int_equal(t->level_count, 2);
    assert_int_equal(at(t, 1, 0, 0), 0xff00003cu);
    assert_int_equal(at(t, 1, 1, 1), 0xff00003cu);
    bp_texture_destroy(t);
}

static void test_mipmap_linear(void **state) {
    (void)state;
    /* 200 is 0.5776 of white's light; half of that encodes to 146.3, not 100. Alpha is not light: 100. */
    const uint32_t pixels[2] = {0x00000000u, 0xc8c8c8c8u};
    bp_texture *t = make(pixels, 2, 1, BP_COLOR_SRGB);
    assert_int_equal(at(t, 1, 0, 0), 0x64929292u);
    bp_texture_destroy(t);
}

static void test_mipmap_odd(void **state) {
    (void)state;
    /* Five texels become two, each the mean of two and a half: (0 + 10 + 20/2) / 2.5 = 8 and (20/2 + 30 + 40)
     * / 2.5 = 32. */
    const uint32_t pixels[5] = {0, 10, 20, 30, 40};
    bp_texture *t = make(pixels, 5, 1, BP_COLOR_RAW);
    assert_int_equal(t->level_count, 3);
    assert_int_equal(at(t, 1, 0, 0), 8);
    assert_int_equal(at(t, 1, 1, 0), 32);
    assert_int_equal(at(t, 2, 0, 0), 20);
    bp_texture_destroy(t);
}

static void test_stride(void **state) {
    (void)state;
    const uint32_t pixels[6] = {1, 2, 99, 3, 4, 99};
    bp_error error = {0};
    bp_texture_options options = {
        .pixels = (const uint8_t *)pixels, .width = 2, .height = 2, .stride = 3, .no_mipmaps = true};
    bp_texture *t = bp_texture_create(NULL, &options, &error);
    assert_int_equal(t->level_count, 1);
    assert_int_equal(at(t, 0, 0, 1), 3);
    assert_int_equal(at(t, 0, 1, 1), 4);
    bp_texture_destroy(t);
}

static void test_refusals(void **state) {
    (void)state;
    const uint32_t pixel = 0;
    const uint8_t *p = (const uint8_t *)&pixel;
    const bp_texture_options wrong[] = {
        {.pixels = NULL, .width = 1, .height = 1},           {.pixels = p, .width = 0, .height = 1},
        {.pixels = p, .width = 1, .height = 16385},          {.pixels = p, .width = -5, .height = 1},
        {.pixels = p, .width = 4, .height = 1, .stride = 3},
    };
    for (size_t i = 0; i < BP_COUNT(wrong); i++) {
        bp_error error = {0};
        assert_null(bp_texture_create(NULL, &wrong[i], &error));
        assert_int_equal(error.kind, BP_ERROR_ARGUMENT);
    }
    bp_error error = {0};
    assert_null(bp_texture_create(NULL, NULL, &error));
    bp_texture_destroy(NULL);
}

static bool attempt(const bp_allocator *allocator, void *user, bp_error *error) {
    const uint32_t pixels[4] = {1, 2, 3, 4};
    (void)user;
    bp_context *context =
        bp_context_create(&(bp_context_options){.allocator = *allocator, .threads = 1}, error);
    if (!context) return false;
    bp_texture_options options = {.pixels = (const uint8_t *)pixels, .width = 2, .height = 2};
    bp_texture *texture = bp_texture_create(context, &options, error);
    bool ok = texture != NULL;
    bp_texture_destroy(texture);
    bp_context_destroy(context);
    return ok;
}

static void test_no_memory(void **state) {
    (void)state;
    assert_true(test_each_allocation_fails(attempt, NULL) >= 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_borders),    cmocka_unit_test(test_copies),
        cmocka_unit_test(test_mipmap_raw), cmocka_unit_test(test_mipmap_linear),
        cmocka_unit_test(test_mipmap_odd), cmocka_unit_test(test_stride),
        cmocka_unit_test(test_refusals),   cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
