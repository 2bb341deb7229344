/* Errors of the recording functions, which then record nothing. */
#include "full_draw.h"

static void test_outside_of_a_pass(void **state) {
    (void)state;
    bp_raster *raster = make();
    bp_draw draw = full();
    bp_error error = {0};
    assert_false(bp_raster_draw(raster, &draw, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "bp_raster_begin");
    assert_false(bp_raster_clear(raster, &(bp_clear){0}, &error));
    assert_false(bp_raster_end(raster, NULL, &error));
    bp_raster_destroy(raster);
    bp_raster_destroy(NULL);
}

static void refuse(bp_draw draw, const char *part) {
    static uint32_t pixel = 7;
    bp_framebuffer framebuffer = {(uint8_t *)&pixel, NULL, 1, 1, 0};
    bp_raster *raster = make();
    bp_error error = {0};
    assert_true(bp_raster_begin(raster, &framebuffer, NULL, &error));
    assert_false(bp_raster_draw(raster, &draw, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, part);
    /* Nothing was recorded. */
    bp_error none = {0};
    assert_true(bp_raster_end(raster, NULL, &none));
    assert_int_equal(pixel, 7);
    bp_raster_destroy(raster);
}

static void accept(bp_draw draw) {
    static uint32_t pixel;
    bp_framebuffer framebuffer = {(uint8_t *)&pixel, NULL, 1, 1, 0};
    bp_raster *raster = make();
    bp_error error = {0};
    assert_true(bp_raster_begin(raster, &framebuffer, NULL, &error));
    if (!bp_raster_draw(raster, &draw, &error)) expect_no_error(&error);
    bp_raster_destroy(raster);
}

static void test_refused_draws(void **state) {
    (void)state;
    const uint8_t bytes[24] = {0};
    const float floats[24] = {0};
    const uint16_t u16[3] = {0};
    const uint32_t u32[3] = {0}, white = 0xffffffffu;
    bp_texture_options options = {.pixels = (const uint8_t *)&white, .width = 1, .height = 1};
    bp_texture *texture = bp_texture_create(NULL, &options, NULL);
    bp_draw d = full();
    d.vertices.positions = NULL;
    refuse(d, "positions");
    d = full(), d.vertices.colors = floats, d.vertices.colors8 = bytes;
    refuse(d, "colors8");
    d = full(), d.indices = (bp_draw_indices){u16, u32, 3};
    refuse(d, "u32");
    d = full(), d.light.lighting = BP_LIGHTING_VERTEX;
    refuse(d, "normals");
    d = full(), d.material.texture = texture;
    refuse(d, "uvs");
    d = full(), d.vertices.position_stride = 8;
    refuse(d, "position_stride");
    d = full(), d.vertices.normals = floats, d.vertices.normal_stride = 14;
    refuse(d, "normal_stride");
    d = full(), d.material.alpha_cutoff = -0.1f;
    refuse(d, "alpha_cutoff");
    d = full(), d.material.alpha_cutoff = NAN;
    refuse(d, "alpha_cutoff");
    d = full(), d.wire.width = -1;
    refuse(d, "wire.width");
    d = full(), d.wire.width = NAN;
    refuse(d, "wire.width");
    d = full(), d.state.depth_bias = NAN;
    refuse(d, "depth_bias");
    d = full(), d.state.viewport.width = -3;
    refuse(d, "viewport");
    d = full(), d.state.scissor = (bp_rect){0, 0, 5, 20000};
    refuse(d, "scissor");
    bp_texture_destroy(texture);
}

/* A stride must be at least the size of an element, and a multiple of a float's. 0 means the size. */
static void test_strides(void **state) {
    (void)state;
    static const float floats[64] = {0};
    static const uint8_t bytes[64] = {0};
    static const struct {
        const char *name;
        size_t size, step;
    } arrays[] = {{"position_stride", 12, 4},
                  {"normal_stride", 12, 4},
                  {"uv_stride", 8, 4},
                  {"color_stride", 16, 4},
                  {"color_stride", 4, 1}};
    for (size_t i = 0; i < BP_COUNT(arrays); i++) {
        for (size_t stride = 0; stride < 24; stride++) {
            bp_draw d = full();
            d.vertices.normals = d.vertices.uvs = floats;
            if (i == 3) d.vertices.colors = floats;
            if (i == 4) d.vertices.colors8 = bytes;
            size_t *const strides[] = {&d.vertices.position_stride, &d.vertices.normal_stride,
                                       &d.vertices.uv_stride, &d.vertices.color_stride,
                                       &d.vertices.color_stride};
            *strides[i] = stride;
            if (stride == 0 || (stride >= arrays[i].size && stride % arrays[i].step == 0))
                accept(d);
            else
                refuse(d, arrays[i].name);
        }
    }
}

/* The value behind the last of each enum, and a negative one. */
static void test_refused_enums(void **state) {
    (void)state;
    bp_draw d = full();
    d.state.color = (bp_color_mode)2;
    refuse(d, "bp_draw_state.color");
    d = full(), d.state.cull = (bp_cull)3;
    refuse(d, "bp_draw_state.cull");
    d = full(), d.state.depth = (bp_depth_test)-1;
    refuse(d, "bp_draw_state.depth");
    d = full(), d.material.filter = (bp_filter)3;
    refuse(d, "bp_draw_material.filter");
    d = full(), d.material.wrap_u = (bp_wrap)3;
    refuse(d, "bp_draw_material.wrap_u");
    d = full(), d.material.wrap_v = (bp_wrap)1000;
    refuse(d, "bp_draw_material.wrap_v");
    d = full(), d.light.lighting = (bp_lighting)3;
    refuse(d, "light");
    d = full(), d.wire.mode = (bp_wire)3;
    refuse(d, "bp_draw_wire.mode");
}

static void test_refused_passes(void **state) {
    (void)state;
    uint32_t pixel;
    bp_framebuffer framebuffer = {(uint8_t *)&pixel, NULL, 1, 1, 0};
    bp_raster *raster = make();
    bp_error error = {0};
    assert_false(bp_raster_begin(raster, &framebuffer, &(bp_pass){.samples = 2}, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "samples");
    assert_false(bp_raster_begin(raster, &framebuffer, &(bp_pass){.subpixel_bits = 3}, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "subpixel");
    framebuffer.width = 0;
    assert_false(bp_raster_begin(raster, &framebuffer, NULL, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "0 x 1");
    bp_raster_destroy(raster);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_outside_of_a_pass), cmocka_unit_test(test_refused_draws),
        cmocka_unit_test(test_strides),           cmocka_unit_test(test_refused_enums),
        cmocka_unit_test(test_refused_passes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
