/* Framebuffers: every error, and failing memory. */
#include "raster/inspect.h"
#include "support/allocator.h"
#include <bindpose/raster.h>

static void test_create(void **state) {
    (void)state;
    bp_framebuffer f;
    bp_error error = {0};
    assert_true(bp_framebuffer_create(NULL, 3, 2, &f, &error));
    assert_int_equal(f.width, 3);
    assert_int_equal(f.height, 2);
    assert_int_equal(f.stride, 3);
    for (int i = 0; i < 6; i++) {
        uint32_t pixel;
        memcpy(&pixel, f.pixels + 4 * i, 4);
        assert_int_equal(pixel, 0);
        expect_float(f.depth[i], 1.0f, 0);
    }
    assert_true(bp_framebuffer_check(&f, &error));
    bp_framebuffer_destroy(NULL, &f);
    assert_null(f.pixels);
    bp_framebuffer_destroy(NULL, &f);
}

static void test_flat(void **state) {
    (void)state;
    bp_framebuffer f;
    bp_error error = {0};
    assert_true(bp_framebuffer_create_color(NULL, 4, 3, &f, &error));
    assert_null(f.depth);
    assert_int_equal(f.width * f.height * f.stride, 4 * 3 * 4);
    for (int i = 0; i < 4 * 4 * 3; i++) assert_int_equal(f.pixels[i], 0);
    assert_true(bp_framebuffer_check(&f, &error));
    bp_framebuffer_destroy(NULL, &f);
    assert_false(bp_framebuffer_create_color(NULL, 0, 3, &f, &error));
    assert_int_equal(error.kind, BP_ERROR_ARGUMENT);
}

static void test_sizes(void **state) {
    (void)state;
    const int wrong[][2] = {{0, 1}, {1, 0}, {-1, 5}, {16385, 1}, {1, 16385}};
    for (size_t i = 0; i < BP_COUNT(wrong); i++) {
        bp_framebuffer f;
        bp_error error = {0};
        assert_false(bp_framebuffer_create(NULL, wrong[i][0], wrong[i][1], &f, &error));
        assert_int_equal(error.kind, BP_ERROR_ARGUMENT);
        assert_null(f.pixels);
    }
}

static void test_check(void **state) {
    (void)state;
    uint32_t pixels[4] = {0};
    const bp_framebuffer wrong[] = {
        {NULL, NULL, 1, 1, 0},
        {(uint8_t *)pixels + 1, NULL, 1, 1, 0},
        {(uint8_t *)pixels, NULL, 2, 1, 1},
        {(uint8_t *)pixels, NULL, 0, 1, 0},
    };
    for (size_t i = 0; i < BP_COUNT(wrong); i++) {
        bp_error error = {0};
        assert_false(bp_framebuffer_check(&wrong[i], &error));
        assert_int_equal(error.kind, BP_ERROR_ARGUMENT);
    }
    assert_false(bp_framebuffer_check(NULL, NULL));
    assert_true(bp_framebuffer_check(&(bp_framebuffer){(uint8_t *)pixels, NULL, 2, 2, 0}, NULL));
}

static bool attempt(const bp_allocator *allocator, void *user, bp_error *error) {
    (void)user;
    bp_context *context =
        bp_context_create(&(bp_context_options){.allocator = *allocator, .threads = 1}, error);
    if (!context) return false;
    bp_framebuffer f;
    bool ok = bp_framebuffer_create(context, 16, 16, &f, error);
    if (!ok) assert_null(f.pixels);
    bp_framebuffer_destroy(context, &f);
    bp_context_destroy(context);
    return ok;
}

static void test_no_memory(void **state) {
    (void)state;
    assert_true(test_each_allocation_fails(attempt, NULL) >= 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_create), cmocka_unit_test(test_flat),      cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_check),  cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
