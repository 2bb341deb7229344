/* Errors of the recording functions, which then record nothing. */
#include "base/isa.h"
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
    options.no_raw = true;
    bp_texture *light = bp_texture_create(NULL, &options, NULL);
    d = full(), d.vertices.uvs = floats, d.material.texture = light, d.state.color = BP_COLOR_RAW;
    refuse(d, "no_raw");
    bp_texture_destroy(light);
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
    const bp_vec3 points[3] = {{0, 0, 0}};
    const bp_mat4 one = bp_mat4_identity();
    bp_skin_job job = {.source = {3, 1, (const uint16_t *)u16, floats, points, NULL, NULL},
                       .palette_count = 1};
    d = full(), d.vertices.skin = &job, d.vertices.count = 3;
    refuse(d, "palette");
    job.palette = &one, job.palette_count = 0;
    refuse(d, "palette_count");
    job.palette_count = 1, job.source.vertex_count = 2;
    refuse(d, "count");
    job.source.vertex_count = 3;
    d.vertices.normals = floats, d.light.lighting = BP_LIGHTING_VERTEX;
    refuse(d, "source.normals");
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

/* Draws a triangle with these corners (x and y in clip space, z 0) so many times into 256 x 256 pixels. */
static bool draw_times(bp_isa isa, int threads, size_t limit, const float (*xy)[2], int times,
                       bp_error *error) {
    static uint8_t pixels[256 * 256 * 4];
    bp_context *context =
        bp_context_create(&(bp_context_options){.threads = threads, .isa = isa, .limit = limit}, NULL);
    bp_raster *raster = bp_raster_create(context, NULL);
    float corners[3][3] = {{0}};
    for (int i = 0; i < 3; i++) corners[i][0] = xy[i][0], corners[i][1] = xy[i][1];
    const bp_draw draw = {.vertices = {.count = 3, .positions = corners[0]}, .state.color = BP_COLOR_RAW};
    memset(pixels, 7, sizeof pixels);
    assert_true(bp_raster_begin(raster, &(bp_framebuffer){pixels, NULL, 256, 256, 0},
                                &(bp_pass){.within_limit = limit > 0}, NULL));
    for (int i = 0; i < times; i++) assert_true(bp_raster_draw(raster, &draw, NULL));
    bool ok = bp_raster_end(raster, NULL, error);
    for (size_t i = 0; !ok && i < sizeof pixels; i++) assert_int_equal(pixels[i], 7);
    bp_raster_destroy(raster);
    bp_context_destroy(context);
    return ok;
}

/* Four steps for each sample, and a limit of N bytes allows 10 N of them. Ten triangles that cover all 65,536 pixels
 * need 2,621,440. A hundred that are one pixel wide need 4 * 256 each. */
static void test_work_within_the_limit(void **state) {
    static const float COVERS[3][2] = {{-2, -2}, {6, -2}, {-2, 6}};
    static const float NARROW[3][2] = {{20 / 256.0f - 1, -1}, {22 / 256.0f - 1, -1}, {20 / 256.0f - 1, 1}};
    (void)state;
    for (int isa = BP_ISA_PORTABLE; isa < BP_ISA_COUNT; isa++)
        for (int threads = 1; threads <= 2 && bp_isa_available((bp_isa)isa); threads++) {
            bp_error error = {0};
            assert_true(draw_times((bp_isa)isa, threads, 262144, COVERS, 10, &error));
            assert_false(draw_times((bp_isa)isa, threads, 262143, COVERS, 10, &error));
            expect_error(&error, BP_ERROR_INPUT, "raise the limit");
            error = (bp_error){0};
            assert_true(draw_times((bp_isa)isa, threads, 10240, NARROW, 100, &error));
            assert_false(draw_times((bp_isa)isa, threads, 10239, NARROW, 100, &error));
            error = (bp_error){0};
            assert_true(draw_times((bp_isa)isa, threads, 0, COVERS, 10, &error));
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_outside_of_a_pass), cmocka_unit_test(test_refused_draws),
        cmocka_unit_test(test_strides),           cmocka_unit_test(test_refused_enums),
        cmocka_unit_test(test_refused_passes),    cmocka_unit_test(test_work_within_the_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
