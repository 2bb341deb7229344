/* Passes: scissor and viewport, clears, colours, counters, and failing allocations. */
#include "base/system.h"
#include "full_draw.h"
#include "raster/commands.h"
#include "raster/inspect.h"
#include "support/allocator.h"
#include "support/raster_draw.h"

static const bp_mat4 IDENTITY = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};

static void test_scissor_and_viewport(void **state) {
    (void)state;
    static picture p = {.width = 6, .height = 5};
    bp_raster *raster = make();
    bp_draw draw = full();
    draw.transform = &IDENTITY;
    draw.state.viewport = (bp_rect){1, 1, 4, 3};
    picture_draw(&p, raster, NULL, &draw);
    expect_picture(&p, ((const char *const[]){"......", ".####.", ".####.", ".####.", "......"}));
    draw.state.scissor = (bp_rect){3, 2, 100, 1};
    picture_draw(&p, raster, NULL, &draw);
    expect_picture(&p, ((const char *const[]){"......", "......", "...##.", "......", "......"}));
    draw.state.scissor = (bp_rect){-7, -7, 3, 3};
    picture_draw(&p, raster, NULL, &draw);
    assert_int_equal(picture_covered(&p), 0);
    /* Pixels outside the viewport are not drawn, though they are inside the guard band. */
    bp_mat4 twice = bp_mat4_scaling(bp_vec3_make(2, 2, 1));
    draw.state.scissor = (bp_rect){0};
    draw.transform = &twice;
    picture_draw(&p, raster, NULL, &draw);
    expect_picture(&p, ((const char *const[]){"......", ".####.", ".####.", ".####.", "......"}));
    bp_raster_destroy(raster);
}

static void test_clears(void **state) {
    (void)state;
    uint32_t pixels[12];
    float depth[12];
    for (int i = 0; i < 12; i++) {
        pixels[i] = 9;
        depth[i] = 0.75f;
    }
    /* 3 x 3 pixels in rows of 4. */
    bp_framebuffer framebuffer = {(uint8_t *)pixels, depth, 3, 3, 4};
    bp_raster *raster = make();
    bp_error error = {0};
    assert_true(bp_raster_begin(raster, &framebuffer, NULL, &error));
    assert_true(bp_raster_clear(
        raster, &(bp_clear){.rect = {1, 1, 5, 1}, .color = {1, 2, 3, 4}, .depth = 0.5f}, &error));
    assert_true(bp_raster_clear(raster, &(bp_clear){.rect = {0, 2, 1, 1}, .keep_color = true}, &error));
    assert_true(bp_raster_clear(raster, &(bp_clear){.rect = {0, 0, 1, 1}, .keep_depth = true}, &error));
    bp_counters counters;
    assert_true(bp_raster_end(raster, &counters, &error));
    const uint32_t c = 0x04030201u, expected[12] = {0, 9, 9, 9, 9, c, c, 9, 9, 9, 9, 9};
    const float z[12] = {0.75f, 0.75f, 0.75f, 0.75f, 0.75f, 0.5f, 0.5f, 0.75f, 1, 0.75f, 0.75f, 0.75f};
    expect_bytes(pixels, expected, sizeof expected);
    expect_floats(depth, z, 12, 0);
    assert_int_equal(counters.primitives, 3);
    assert_int_equal(counters.tiles, 1);
    bp_raster_destroy(raster);
}

/* The first pass, without any command, changes nothing. */
static void test_nothing_drawn(void **state) {
    (void)state;
    uint32_t pixels[4] = {1, 2, 3, 4};
    const uint32_t expected[4] = {1, 2, 3, 4};
    bp_framebuffer framebuffer = {.pixels = (uint8_t *)pixels, .width = 2, .height = 2};
    bp_raster *raster = make();
    bp_error error = {0};
    bp_counters counters;
    assert_true(bp_raster_begin(raster, &framebuffer, NULL, &error));
    assert_true(bp_raster_end(raster, &counters, &error));
    expect_bytes(pixels, expected, sizeof expected);
    assert_int_equal(counters.primitives, 0);
    assert_int_equal(counters.tiles, 0);
    bp_raster_destroy(raster);
}

/* One pixel, cleared to `under` and depth 0.5, and drawn over with `color` at depth 0.5. */
static uint32_t one_pixel(bp_draw draw, uint32_t under, float z, bool *written) {
    uint32_t pixel = 0;
    float depth = 0;
    bp_framebuffer framebuffer = {(uint8_t *)&pixel, &depth, 1, 1, 0};
    bp_mat4 to_depth = bp_mat4_translation(bp_vec3_make(0, 0, z - 0.5f));
    bp_raster *raster = make();
    bp_error error = {0};
    bp_counters counters;
    bp_clear clear = {.depth = 0.5f};
    for (int i = 0; i < 4; i++) clear.color[i] = (uint8_t)(under >> (8 * i));
    draw.transform = &to_depth;
    bool ok = bp_raster_begin(raster, &framebuffer, NULL, &error) &&
              bp_raster_clear(raster, &clear, &error) && bp_raster_draw(raster, &draw, &error) &&
              bp_raster_end(raster, &counters, &error);
    expect_no_error(&error);
    assert_true(ok);
    if (written) *written = depth != 0.5f;
    assert_int_equal(counters.fragments_tested, 1);
    bp_raster_destroy(raster);
    return pixel;
}

static void test_depth(void **state) {
    (void)state;
    const struct {
        bp_depth_test test;
        float z;
        bool passes;
    } cases[] = {
        {BP_DEPTH_LESS_EQUAL, 0.25f, true},  {BP_DEPTH_LESS_EQUAL, 0.5f, true},
        {BP_DEPTH_LESS_EQUAL, 0.75f, false}, {BP_DEPTH_LESS, 0.25f, true},
        {BP_DEPTH_LESS, 0.5f, false},        {BP_DEPTH_LESS, 0.75f, false},
        {BP_DEPTH_ALWAYS, 0.75f, true},
    };
    for (size_t i = 0; i < BP_COUNT(cases); i++) {
        bp_draw draw = full();
        draw.state.depth = cases[i].test;
        bool written;
        assert_int_equal(one_pixel(draw, 5, cases[i].z, &written), cases[i].passes ? 0xffffffffu : 5);
        assert_int_equal(written, cases[i].passes && cases[i].z != 0.5f);
        draw.state.no_depth_write = true;
        one_pixel(draw, 5, cases[i].z, &written);
        assert_false(written);
        draw.state.no_color_write = true;
        assert_int_equal(one_pixel(draw, 5, cases[i].z, NULL), 5);
    }
    bp_draw draw = full();
    draw.state.depth_bias = 0.1f;
    assert_int_equal(one_pixel(draw, 5, 0.45f, NULL), 5);
}

static void test_colors(void **state) {
    (void)state;
    bp_draw draw = full();
    /* RAW: 0.2 * 255 = 51, 0.5 * 255 = 127.5 and up, more than 1 is 255. */
    draw.material = (bp_draw_material){.base_color = {0.2f, 0.5f, 1.5f, 1}};
    assert_int_equal(one_pixel(draw, 0, 0.5f, NULL), 0xffff8033u);
    /* RAW blending: a quarter of 200 over three quarters of 100; alpha 0.25 over 1 is 1. */
    draw.material = (bp_draw_material){.base_color = {200 / 255.0f, 200 / 255.0f, 200 / 255.0f, 64 / 255.0f}};
    draw.state.blend = true;
    /* (200 * 64 + 100 * 191) / 255 = 125.1 */
    assert_int_equal(one_pixel(draw, 0xff646464u, 0.5f, NULL), 0xff7d7d7du);
    /* Linear light: 0.2159 is encoded as 128 (127.99), half of white over black as 187.5: 187 or 188. */
    draw.state = (bp_draw_state){.color = BP_COLOR_SRGB};
    draw.material = (bp_draw_material){.base_color = {0.2159f, 0.2159f, 0.2159f, 1}};
    assert_int_equal(one_pixel(draw, 0, 0.5f, NULL), 0xff808080u);
    draw.state.blend = true;
    draw.material = (bp_draw_material){.base_color = {1, 1, 1, 0.2159f}};
    assert_int_equal(one_pixel(draw, 0xff000000u, 0.5f, NULL), 0xff808080u);
}

/* Alpha 102/255 = 0.4: with a cutoff up to 0.4 the pixel is drawn, and opaque; else it is unchanged. */
static void test_cutoff(void **state) {
    (void)state;
    const struct {
        float cutoff;
        bool drawn;
    } cases[] = {{0.41f, false}, {0.402f, false}, {0.4f, true}, {0.1f, true}, {2, false}};
    for (size_t i = 0; i < 2 * BP_COUNT(cases); i++) {
        bp_draw draw = full();
        draw.state.color = i % 2 ? BP_COLOR_RAW : BP_COLOR_SRGB;
        draw.material =
            (bp_draw_material){.base_color = {1, 1, 1, 0.4f}, .alpha_cutoff = cases[i / 2].cutoff};
        bool drawn = cases[i / 2].drawn, written;
        assert_int_equal(one_pixel(draw, 5, 0.25f, &written), drawn ? 0xffffffffu : 5);
        assert_int_equal(written, drawn);
        draw.state.blend = true;
        assert_int_equal(one_pixel(draw, 5, 0.25f, NULL), drawn ? 0xffffffffu : 5);
        draw.state.no_color_write = true; /* drawing only depth leaves the same holes */
        assert_int_equal(one_pixel(draw, 5, 0.25f, &written), 5);
        assert_int_equal(written, drawn);
    }
}

/* Ambient 0.25 and light 0.5 at 60 degrees (cosine 0.5): half of the base colour. Facing away: ambient. */
static void test_light(void **state) {
    (void)state;
    const float normals[6][3] = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
    for (int lighting = BP_LIGHTING_VERTEX; lighting <= BP_LIGHTING_PIXEL; lighting++) {
        bp_draw draw = full();
        draw.vertices.normals = normals[0];
        draw.light = (bp_draw_light){.lighting = (bp_lighting)lighting,
                                     .direction = {0.8660254f, 0, 0.5f},
                                     .color = {0.5f, 0.5f, 0.5f},
                                     .ambient = {0.25f, 0.25f, 0.25f}};
        draw.material = (bp_draw_material){.base_color = {0.8f, 0.4f, 0.2f, 1}};
        assert_int_equal(one_pixel(draw, 0, 0.5f, NULL), 0xff1a3366u); /* 102, 51, 25.5 and up */
        draw.light.direction.z = -0.5f;
        assert_int_equal(one_pixel(draw, 0, 0.5f, NULL), 0xff0d1a33u); /* 51, 25.5, 12.75 */
        /* The normal matrix rotates z to x: the cosine is 0.866, 0.25 + 0.433 = 0.683: 139.3, 69.7, 34.8. */
        bp_mat4 turn = {{0, 0, 0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 1}};
        draw.light.normal_matrix = &turn;
        assert_int_equal(one_pixel(draw, 0, 0.5f, NULL), 0xff23468bu);
    }
}

static void test_texture(void **state) {
    (void)state;
    const uint32_t texels[4] = {0xff000000u, 0xff000064u, 0xff0000c8u, 0xff00002cu}; /* red 0, 100; 200, 44 */
    bp_texture_options options = {
        .pixels = (const uint8_t *)texels, .width = 2, .height = 2, .color = BP_COLOR_RAW};
    bp_texture *texture = bp_texture_create(NULL, &options, NULL);
    const struct {
        bp_filter filter;
        bp_wrap wrap;
        float u, v;
        uint32_t red;
    } cases[] = {
        {BP_FILTER_NEAREST, BP_WRAP_REPEAT, 0.1f, 0.1f, 0},
        {BP_FILTER_NEAREST, BP_WRAP_REPEAT, 1.6f, 0.1f, 100},
        {BP_FILTER_NEAREST, BP_WRAP_CLAMP, -3, 7, 200},
        {BP_FILTER_NEAREST, BP_WRAP_MIRROR, 1.1f, 0.9f, 44},
        {BP_FILTER_BILINEAR, BP_WRAP_REPEAT, 0.25f, 0.25f, 0},
        {BP_FILTER_BILINEAR, BP_WRAP_REPEAT, 0.75f, 0.25f, 100},
        {BP_FILTER_BILINEAR, BP_WRAP_REPEAT, 0.5f, 0.25f, 50},
        {BP_FILTER_BILINEAR, BP_WRAP_REPEAT, 0.5f, 0.5f, 86},
        {BP_FILTER_BILINEAR, BP_WRAP_REPEAT, 0, 0.25f, 50},
        {BP_FILTER_BILINEAR, BP_WRAP_CLAMP, 0, 0.25f, 0},
        {BP_FILTER_BILINEAR, BP_WRAP_MIRROR, 1, 0.25f, 100},
        {BP_FILTER_TRILINEAR, BP_WRAP_REPEAT, 0.75f, 0.75f, 44},
    };
    for (size_t i = 0; i < BP_COUNT(cases); i++) {
        float uvs[6][2];
        for (int k = 0; k < 6; k++) {
            uvs[k][0] = cases[i].u;
            uvs[k][1] = cases[i].v;
        }
        bp_draw draw = full();
        draw.vertices.uvs = uvs[0];
        draw.material = (bp_draw_material){
            .texture = texture, .filter = cases[i].filter, .wrap_u = cases[i].wrap, .wrap_v = cases[i].wrap};
        assert_int_equal(one_pixel(draw, 0, 0.5f, NULL) & 0xff, cases[i].red);
    }
    bp_texture_destroy(texture);
}

/* The wireframe of two triangles that cover the picture: lines along its edge and its diagonal alone. */
static void test_wire(void **state) {
    (void)state;
    static picture p = {.width = 9, .height = 9};
    bp_raster *raster = make();
    bp_draw draw = full();
    draw.transform = &IDENTITY;
    draw.wire = (bp_draw_wire){.mode = BP_WIRE_ONLY, .color = {1, 1, 1, 1}};
    picture_draw(&p, raster, NULL, &draw);
    /* Opacity is 1 - distance to the edge's line: 0.5 along the border, 1 on the diagonal, less beside it. */
    assert_int_equal(p.pixels[4 * 9 + 4], 0xffffffffu);
    assert_int_equal(p.pixels[4 * 9 + 0], 0x80808080u);
    assert_int_equal(p.pixels[2 * 9 + 2], 0); /* two pixels from the border, four from the diagonal */
    assert_int_equal(p.depth[2 * 9 + 2] == 1.0f, 1);
    draw.wire.mode = BP_WIRE_OVER;
    draw.material.base_color[0] = 1;
    draw.material.base_color[3] = 1;
    picture_draw(&p, raster, NULL, &draw);
    assert_int_equal(p.pixels[2 * 9 + 2], 0xff0000ffu);
    assert_int_equal(p.pixels[4 * 9 + 4], 0xffffffffu);
    bp_raster_destroy(raster);
}

static void test_counters(void **state) {
    (void)state;
    static picture p = {.width = 130, .height = 70};
    const uint16_t indices[12] = {0, 1, 2, 3, 4, 5, 0, 2, 1, 0, 1, 6};
    bp_raster *raster = make();
    bp_draw draw = full();
    draw.transform = &IDENTITY;
    draw.indices = (bp_draw_indices){.u16 = indices, .count = 12};
    draw.state.cull = BP_CULL_BACK;
    picture_draw(&p, raster, NULL, &draw);
    const bp_counters expected = {.triangles_in = 4,
                                  .triangles_invalid = 1,
                                  .triangles_culled = 1,
                                  .primitives = 1,
                                  .tiles = 6,
                                  .fragments_tested = 130 * 70,
                                  .fragments_written = 130 * 70};
    expect_bytes(&p.counters, &expected, sizeof expected);
    draw.state.cull = BP_CULL_FRONT;
    picture_draw(&p, raster, NULL, &draw);
    assert_int_equal(p.counters.triangles_culled, 2);
    draw.state.front_clockwise = true;
    picture_draw(&p, raster, NULL, &draw);
    assert_int_equal(p.counters.triangles_culled, 1);
    bp_raster_destroy(raster);
}

/* Without worker threads the tiles' times add up to at most that of the stage, and the stages' to at most the
 * time of the whole pass. */
static void test_times(void **state) {
    (void)state;
    static picture p = {.width = 130, .height = 70};
    bp_context *context = bp_context_create(&(bp_context_options){.threads = 1}, NULL);
    bp_raster *raster = bp_raster_create(context, NULL);
    bp_draw draw = full();
    draw.transform = &IDENTITY;
    const bp_pass_times none = {0};
    bp_pass_times times = bp_raster_times(raster);
    expect_bytes(&times, &none, sizeof times);
    double start = bp_seconds(), sum = 0;
    picture_draw(&p, raster, &(bp_pass){.time_tiles = true}, &draw);
    double went_by = bp_seconds() - start;
    times = bp_raster_times(raster);
    assert_true(times.setup > 0 && times.tiles > 0 && times.setup + times.tiles <= went_by);
    assert_true(times.tiles_x == 3 && times.tiles_y == 2 && times.tile_size == 64);
    for (int i = 0; i < 6; i++) {
        assert_true(times.each_tile[i] > 0);
        sum += (double)times.each_tile[i];
    }
    assert_true(sum <= times.tiles * 1.0001); /* each is rounded to a float */
    picture_draw(&p, raster, NULL, &draw);
    times = bp_raster_times(raster);
    assert_true(times.tiles > 0 && !times.each_tile && times.tiles_x == 0);
    picture_draw(&p, raster, &(bp_pass){.reference = true}, &draw);
    times = bp_raster_times(raster);
    expect_bytes(&times, &none, sizeof times);
    bp_raster_destroy(raster);
    bp_context_destroy(context);
}

/* After resolving, a pixel that is half white stays so, and a box over it is blended once. */
static void test_resolved_samples(void **state) {
    (void)state;
    uint32_t pixels[2];
    bp_framebuffer to = {.pixels = (uint8_t *)pixels, .width = 2, .height = 1};
    const float half[3][3] = {{-2, -9, 0.5f}, {-0.5f, -9, 0.5f}, {-0.5f, 9, 0.5f}};
    bp_raster *raster = make();
    bp_draw draw = full();
    draw.vertices = (bp_draw_vertices){.count = 3, .positions = half[0]};
    draw.state.cull = BP_CULL_NONE;
    for (int reference = 0; reference < 2; reference++) {
        bp_error error = {0};
        bp_counters counters;
        bp_pass pass = {.samples = 4, .color = BP_COLOR_RAW, .reference = reference};
        bp_box box = {.rect = {0, 0, 1, 1}, .color = {255, 255, 255, 51}}; /* a fifth */
        assert_true(bp_raster_begin(raster, &to, &pass, &error));
        assert_true(bp_raster_clear(raster, &(bp_clear){.color = {0, 0, 0, 255}}, &error));
        assert_true(bp_raster_draw(raster, &draw, &error));
        assert_true(bp_raster_resolve_samples(raster, &error));
        assert_true(bp_raster_boxes(raster, &box, 1, (bp_rect){0}, &error));
        assert_false(bp_raster_draw(raster, &draw, &error));
        assert_int_equal(error.kind, BP_ERROR_ARGUMENT);
        error = (bp_error){0};
        assert_false(bp_raster_resolve_samples(raster, &error));
        assert_int_equal(error.kind, BP_ERROR_ARGUMENT);
        error = (bp_error){0};
        assert_true(bp_raster_end(raster, &counters, &error));
        assert_int_equal(pixels[0], 0xff999999u); /* 128, and a fifth of the way to 255: 153 */
        assert_int_equal(pixels[1], 0xff000000u);
        assert_int_equal(counters.fragments_written, 2 + 1);
    }
    bp_error error = {0};
    assert_false(bp_raster_resolve_samples(raster, &error)); /* there is no pass */
    bp_raster_destroy(raster);
}

/* If an allocation fails, the framebuffer is unchanged. */
static bool attempt(const bp_allocator *allocator, void *user, bp_error *error) {
    static uint32_t pixels[100 * 80];
    const bp_pass *pass = user;
    const float clipped[3][3] = {{-3, -1, -1}, {1, -1, 0.5f}, {0, 1, 0.5f}};
    for (size_t i = 0; i < BP_COUNT(pixels); i++) pixels[i] = 3;
    bp_context *context =
        bp_context_create(&(bp_context_options){.allocator = *allocator, .threads = 1}, error);
    if (!context) return false;
    bp_raster *raster = bp_raster_create(context, error);
    bp_framebuffer framebuffer = {(uint8_t *)pixels, NULL, 100, 80, 0};
    bp_draw draw = full(), cut = full();
    cut.vertices = (bp_draw_vertices){.count = 3, .positions = clipped[0]};
    bool ok = raster && bp_raster_begin(raster, &framebuffer, pass, error) &&
              bp_raster_clear(raster, &(bp_clear){0}, error) && bp_raster_draw(raster, &draw, error) &&
              bp_raster_draw(raster, &cut, error) && bp_raster_end(raster, NULL, error);
    for (size_t i = 0; i < BP_COUNT(pixels) && !ok; i++) assert_int_equal(pixels[i], 3);
    bp_raster_destroy(raster);
    bp_context_destroy(context);
    return ok;
}

static void test_no_memory(void **state) {
    (void)state;
    assert_true(test_each_allocation_fails(attempt, &(bp_pass){.samples = 4, .time_tiles = true}) >= 10);
    assert_true(test_each_allocation_fails(attempt, &(bp_pass){.reference = true}) >= 5);
}

/* One raster draws pictures of several sizes and kinds, one after the other. */
static void test_reuse(void **state) {
    (void)state;
    static picture p;
    bp_raster *raster = make();
    const int sizes[][2] = {{1, 1}, {200, 3}, {64, 64}, {65, 65}, {7, 250}, {1, 1}};
    for (size_t i = 0; i < BP_COUNT(sizes); i++) {
        p.width = sizes[i][0];
        p.height = sizes[i][1];
        bp_draw draw = full();
        draw.transform = &IDENTITY;
        picture_draw(&p, raster, &(bp_pass){.samples = i % 2 ? 4 : 1}, &draw);
        assert_int_equal(picture_covered(&p), (size_t)(p.width * p.height));
    }
    bp_raster_destroy(raster);
}

/* Sixty-seven triangles side by side, each a pixel wide. An index out of range, wherever it is, drops its own
 * triangle and no other. */
static void test_indices_out_of_range(void **state) {
    (void)state;
    enum { COUNT = 67 };
    static picture p = {.width = COUNT, .height = 1};
    static float positions[3 * COUNT][3];
    bp_raster *raster = make();
    for (int i = 0; i < COUNT; i++) {
        const float corners[3][2] = {{0, 0}, {0, 2}, {2, 0}}; /* its edge passes by the next pixel's centre */
        for (int k = 0; k < 3; k++) {
            positions[3 * i + k][0] = (float)i + corners[k][0] * 0.7f;
            positions[3 * i + k][1] = corners[k][1] * 0.7f;
        }
    }
    for (int at = 0; at < 3 * COUNT; at += 7) {
        uint32_t indices[3 * COUNT];
        uint16_t small[3 * COUNT];
        for (int i = 0; i < 3 * COUNT; i++) {
            indices[i] = i != at ? (uint32_t)i : at % 2 ? 3 * COUNT : UINT32_MAX;
            small[i] = (uint16_t)indices[i];
        }
        for (int wide = 0; wide < 2; wide++) {
            bp_draw draw = {.vertices = {.count = 3 * COUNT, .positions = positions[0]},
                            .state.color = BP_COLOR_RAW};
            draw.indices = (bp_draw_indices){wide ? NULL : small, wide ? indices : NULL, 3 * COUNT};
            picture_draw(&p, raster, NULL, &draw);
            assert_int_equal(p.counters.triangles_invalid, 1);
            assert_int_equal(picture_covered(&p), COUNT - 1);
            assert_int_equal(p.pixels[at / 3], 0);
        }
    }
    bp_raster_destroy(raster);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scissor_and_viewport),
        cmocka_unit_test(test_clears),
        cmocka_unit_test(test_nothing_drawn),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_colors),
        cmocka_unit_test(test_cutoff),
        cmocka_unit_test(test_light),
        cmocka_unit_test(test_texture),
        cmocka_unit_test(test_wire),
        cmocka_unit_test(test_counters),
        cmocka_unit_test(test_times),
        cmocka_unit_test(test_resolved_samples),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_reuse),
        cmocka_unit_test(test_indices_out_of_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
