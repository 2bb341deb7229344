/* The drawing workloads: counts and pixels by their definition, and failed allocations. */
#include "support/allocator.h"
#include "tools/bench/workload.h"

enum { WIDTH = 192, HEIGHT = 108 };

static bp_counters draw(bp_workload_kind kind, bp_framebuffer *framebuffer) {
    bp_error error = {0};
    bp_counters counters = {0};
    bp_raster *raster = bp_raster_create(NULL, &error);
    bp_workload *w = bp_workload_create(NULL, kind, &error);
    expect_no_error(&error);
    assert_true(bp_framebuffer_create(NULL, WIDTH, HEIGHT, framebuffer, &error));
    assert_true(bp_workload_draw(w, raster, framebuffer, 0, &counters, &error));
    bp_workload_destroy(w);
    bp_raster_destroy(raster);
    return counters;
}

static uint32_t pixel(const bp_framebuffer *f, int x, int y) {
    uint32_t p;
    memcpy(&p, f->pixels + 4 * (y * f->width + x), 4);
    return p;
}

/* 20 quads, each nearer: every pixel is written 20 times; the last quad's z is -0.81, depth (1 - 0.81) / 2. */
static void test_fill(void **state) {
    (void)state;
    bp_framebuffer f;
    bp_counters c = draw(BP_WORKLOAD_FILL, &f);
    assert_int_equal(c.triangles_in, 40);
    assert_int_equal(c.fragments_written, 20 * WIDTH * HEIGHT);
    for (int i = 0; i < WIDTH * HEIGHT; i++) expect_float(f.depth[i], 0.095f, 1e-6);
    bp_framebuffer_destroy(NULL, &f);
}

/* The grid fills 0.999 of the picture, nothing is clipped; blue-less green and red grow upwards and to the right. */
static void test_triangles(void **state) {
    (void)state;
    bp_framebuffer f;
    bp_counters c = draw(BP_WORKLOAD_TRIANGLES, &f);
    assert_int_equal(c.triangles_in, 1000000);
    assert_int_equal(c.triangles_clipped, 0);
    assert_int_equal(c.fragments_written, WIDTH * HEIGHT);
    /* u = 2 * 10.5 / 192 - 1 = -0.89: red 127.5 * 0.109 = 13.9. v is as near to the top: green 255 * 0.903. */
    uint32_t p = pixel(&f, 10, 10);
    expect_float((float)(p & 255), 14, 0.2);
    expect_float((float)(p >> 8 & 255), 230, 0.02);
    bp_framebuffer_destroy(NULL, &f);
}

/* 50 x 20,000 triangles; a good half faces away. Between the characters the clear colour shows. */
static void test_characters(void **state) {
    (void)state;
    bp_framebuffer f;
    bp_counters c = draw(BP_WORKLOAD_CHARACTERS, &f);
    assert_int_equal(c.triangles_in, 1000000);
    assert_true(c.triangles_culled > 500000);
    assert_int_equal(c.triangles_clipped, 0);
    assert_int_equal(pixel(&f, 0, 0), 0xff261a1au);
    assert_true(pixel(&f, (int)(0.5 * WIDTH / 14), HEIGHT / 6) != 0xff261a1au); /* the first one's middle */
    bp_framebuffer_destroy(NULL, &f);
}

static void test_names(void **state) {
    (void)state;
    assert_string_equal(bp_workload_info[BP_WORKLOAD_CHARACTERS].name, "R3");
    assert_string_equal(bp_workload_info[BP_WORKLOAD_FILL].unit, "Mpixel/s");
    expect_float(bp_workload_info[BP_WORKLOAD_FILL].amount, 41.472, 1e-6);
    expect_float(bp_workload_info[BP_WORKLOAD_TRIANGLES].amount, 1, 1e-6);
    expect_float(bp_workload_info[BP_WORKLOAD_CHARACTERS].amount, 1, 0);
    bp_error error = {0};
    assert_null(bp_workload_create(NULL, BP_WORKLOAD_COUNT, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "workload");
}

static bool attempt(const bp_allocator *allocator, void *user, bp_error *error) {
    const bp_workload_kind *kind = user;
    bp_context *context =
        bp_context_create(&(bp_context_options){.allocator = *allocator, .threads = 1}, error);
    bp_workload *w = context ? bp_workload_create(context, *kind, error) : NULL;
    bool ok = w != NULL;
    bp_workload_destroy(w);
    bp_context_destroy(context);
    return ok;
}

static void test_no_memory(void **state) {
    (void)state;
    bp_workload_kind kinds[] = {BP_WORKLOAD_FILL, BP_WORKLOAD_CHARACTERS};
    for (size_t i = 0; i < BP_COUNT(kinds); i++)
        assert_true(test_each_allocation_fails(attempt, &kinds[i]) >= 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fill),  cmocka_unit_test(test_triangles), cmocka_unit_test(test_characters),
        cmocka_unit_test(test_names), cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
