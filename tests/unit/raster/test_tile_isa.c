/* Coverage: which pixels a triangle covers. Small cases by hand, drawn by the reference and on every
 * instruction set; then edges shared by many triangles, where each pixel must be drawn exactly once. */
#include "base/isa.h"
#include "support/raster_draw.h"

typedef void check(bp_raster *raster, bool reference);

/* Runs a check with the reference, and with every instruction set of this machine. */
static void everywhere(check *run) {
    for (int isa = BP_ISA_PORTABLE; isa < BP_ISA_COUNT; isa++) {
        if (!bp_isa_available((bp_isa)isa)) continue;
        bp_error error = {0};
        bp_context *context =
            bp_context_create(&(bp_context_options){.threads = 2, .isa = (bp_isa)isa}, &error);
        bp_raster *raster = bp_raster_create(context, &error);
        expect_no_error(&error);
        if (isa == BP_ISA_PORTABLE) run(raster, true);
        run(raster, false);
        bp_raster_destroy(raster);
        bp_context_destroy(context);
    }
}

static void draw_triangles(picture *p, bp_raster *raster, bool reference, int bits, const float (*xy)[2],
                           size_t count) {
    float positions[64][3];
    for (size_t i = 0; i < count; i++) {
        positions[i][0] = xy[i][0];
        positions[i][1] = xy[i][1];
        positions[i][2] = 0.5f;
    }
    picture_draw(p, raster, &(bp_pass){.reference = reference, .subpixel_bits = bits},
                 &(bp_draw){.vertices = {.count = count, .positions = positions[0]}});
}

/* ---- by hand ----------------------------------------------------------------------------------- */

/* The corners are pixel corners. Only the diagonal goes through pixel centres, and it is a right edge: inside
 * is x + y < 4, and with x, y = k + 0.5 the sum is a whole number, so 4 itself is outside. */
static void check_diagonal_right(bp_raster *raster, bool reference) {
    static picture p = {.width = 4, .height = 4};
    draw_triangles(&p, raster, reference, 8, (const float[][2]){{0, 0}, {4, 0}, {0, 4}}, 3);
    expect_picture(&p, ((const char *const[]){"###.", "##..", "#...", "...."}));
}

/* The other half of the square. Here the diagonal is a left edge, and owns the centres on it. */
static void check_diagonal_left(bp_raster *raster, bool reference) {
    static picture p = {.width = 4, .height = 4};
    draw_triangles(&p, raster, reference, 8, (const float[][2]){{4, 0}, {4, 4}, {0, 4}}, 3);
    expect_picture(&p, ((const char *const[]){"...#", "..##", ".###", "####"}));
}

/* A square whose edges go through pixel centres: the top and left edges own them, right and bottom don't. */
static void check_square(bp_raster *raster, bool reference) {
    static picture p = {.width = 4, .height = 4};
    draw_triangles(&p, raster, reference, 8,
                   (const float[][2]){
                       {0.5f, 0.5f}, {2.5f, 0.5f}, {2.5f, 2.5f}, {0.5f, 0.5f}, {2.5f, 2.5f}, {0.5f, 2.5f}},
                   6);
    expect_picture(&p, ((const char *const[]){"##..", "##..", "....", "...."}));
}

/* The direction of the vertices makes no difference. */
static void check_square_reversed(bp_raster *raster, bool reference) {
    static picture p = {.width = 4, .height = 4};
    draw_triangles(&p, raster, reference, 8,
                   (const float[][2]){
                       {2.5f, 2.5f}, {2.5f, 0.5f}, {0.5f, 0.5f}, {0.5f, 2.5f}, {2.5f, 2.5f}, {0.5f, 0.5f}},
                   6);
    expect_picture(&p, ((const char *const[]){"##..", "##..", "....", "...."}));
}

/* A corner on a pixel centre is covered only if both edges own it, as at the top left. */
static void check_corners(bp_raster *raster, bool reference) {
    static picture p = {.width = 4, .height = 4};
    draw_triangles(&p, raster, reference, 8, (const float[][2]){{1.5f, 1.5f}, {1.5f, 1.75f}, {1.75f, 1.5f}},
                   3);
    expect_picture(&p, ((const char *const[]){"....", ".#..", "....", "...."}));
    draw_triangles(&p, raster, reference, 8, (const float[][2]){{1.5f, 1.5f}, {1.25f, 1.5f}, {1.5f, 1.25f}},
                   3);
    expect_picture(&p, ((const char *const[]){"....", "....", "....", "...."}));
}

/* Snapping: 1/512 left of a centre is half a step, which rounds up onto the centre. With 4 bits, 1/32 is half
 * a step. */
static void check_snapping(bp_raster *raster, bool reference) {
    static picture p = {.width = 4, .height = 4};
    const float near_half = 0.5f + 0.03f;
    const float square[][2] = {{near_half, 0}, {4, 0}, {4, 4}, {near_half, 0}, {4, 4}, {near_half, 4}};
    draw_triangles(&p, raster, reference, 8, square, 6);
    expect_picture(&p, ((const char *const[]){".###", ".###", ".###", ".###"}));
    draw_triangles(&p, raster, reference, 4, square, 6);
    expect_picture(&p, ((const char *const[]){"####", "####", "####", "####"}));
}

/* Slivers between pixel centres, points and lines cover nothing, and count as culled. */
static void check_nothing(bp_raster *raster, bool reference) {
    static picture p = {.width = 4, .height = 4};
    draw_triangles(
        &p, raster, reference, 8,
        (const float[][2]){{1.6f, 0}, {2.4f, 0}, {2, 4}, {1, 1}, {1, 1}, {1, 1}, {0, 0}, {4, 4}, {2, 2}}, 9);
    assert_int_equal(picture_covered(&p), 0);
    assert_int_equal(p.counters.triangles_in, 3);
    assert_int_equal(p.counters.triangles_culled, 3);
    assert_int_equal(p.counters.fragments_tested, 0);
}

/* A triangle whose corners lie 10,000 pixels away covers everything. */
static void check_huge(bp_raster *raster, bool reference) {
    static picture p = {.width = 70, .height = 70};
    draw_triangles(&p, raster, reference, 8, (const float[][2]){{-10000, -9000}, {10000, -9000}, {35, 15000}},
                   3);
    assert_int_equal(picture_covered(&p), 70 * 70);
    assert_int_equal(p.counters.triangles_clipped, 0);
    draw_triangles(&p, raster, reference, 8, (const float[][2]){{-1e6f, -9e5f}, {1e6f, -9e5f}, {35, 2e6f}},
                   3);
    assert_int_equal(picture_covered(&p), 70 * 70);
    assert_int_equal(p.counters.triangles_clipped, 1);
    assert_int_equal(p.counters.fragments_written, 70 * 70);
}

/* A scissor cuts a rectangle out of a triangle that covers whole tiles, so rows end inside a tile, at any
 * column. Only the pixels of the rectangle get colour and depth, with each depth test. */
static void expect_cut(const picture *p, bp_rect cut) {
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) {
            bool in = x >= cut.x && x < cut.x + cut.width && y >= cut.y && y < cut.y + cut.height;
            int at = y * p->width + x;
            if (p->pixels[at] != (in ? 0xffffffffu : 0) || p->depth[at] != (in ? 0.25f : 1.0f))
                fail_msg("(%d, %d), cut at %d + %d: got %08x %g", x, y, cut.x, cut.width,
                         (unsigned)p->pixels[at], (double)p->depth[at]);
        }
    assert_int_equal(p->counters.fragments_written, cut.width * cut.height);
}

static void check_cut_rows(bp_raster *raster, bool reference) {
    static picture p = {.width = 141, .height = 67};
    const float corners[3][3] = {{-400, -400, 0.25f}, {1200, -400, 0.25f}, {-400, 1200, 0.25f}};
    static const bp_depth_test tests[] = {BP_DEPTH_LESS_EQUAL, BP_DEPTH_LESS, BP_DEPTH_ALWAYS};
    for (int width = 1; width <= 138; width++) {
        bp_draw draw = {.vertices = {.count = 3, .positions = corners[0]},
                        .state = {.color = BP_COLOR_RAW,
                                  .depth = tests[width % 3],
                                  .scissor = {width % 5 ? 3 : 0, 1, width, 65}}};
        picture_draw(&p, raster, &(bp_pass){.color = BP_COLOR_RAW, .reference = reference}, &draw);
        expect_cut(&p, draw.state.scissor);
    }
}

/* Four samples at (96, 32), (224, 96), (32, 160), (160, 224) in 1/256: the first and third lie left of x =
 * 0.5. The mean over black is half of 255: 128 (127.5 rounds up). */
static void check_samples(bp_raster *raster, bool reference) {
    static picture p = {.width = 1, .height = 1};
    const float left_half[6][3] = {{0, 0, 0.25f}, {0.5f, 0, 0.25f}, {0.5f, 1, 0.25f},
                                   {0, 0, 0.25f}, {0.5f, 1, 0.25f}, {0, 1, 0.25f}};
    picture_draw(
        &p, raster, &(bp_pass){.samples = 4, .color = BP_COLOR_RAW, .reference = reference},
        &(bp_draw){.vertices = {.count = 6, .positions = left_half[0]}, .state.color = BP_COLOR_RAW});
    assert_int_equal(p.pixels[0], 0x80808080u);
    expect_float(p.depth[0], 0.25f, 0);
    assert_int_equal(p.counters.fragments_written, 2);
}

static void test_by_hand(void **state) {
    (void)state;
    check *const checks[] = {check_diagonal_right, check_diagonal_left, check_square,  check_square_reversed,
                             check_corners,        check_snapping,      check_nothing, check_huge,
                             check_samples,        check_cut_rows};
    for (size_t i = 0; i < BP_COUNT(checks); i++) everywhere(checks[i]);
}

/* ---- shared edges ------------------------------------------------------------------------------ */

enum { GRID = 120, GRID_VERTICES = (GRID + 1) * (GRID + 1), GRID_TRIANGLES = 2 * GRID * GRID };

/* A grid whose inner vertices are moved by up to 0.3 cells; its border lies outside the picture. */
static void shaken_grid(float (*positions)[3], uint32_t *indices, uint64_t *random, float size) {
    float cell = (size + 4) / GRID;
    for (int y = 0; y <= GRID; y++)
        for (int x = 0; x <= GRID; x++) {
            bool inner = x > 0 && y > 0 && x < GRID && y < GRID;
            float reach = inner ? 0.3f : 0.0f, *p = positions[y * (GRID + 1) + x];
            p[0] = ((float)x + test_random_float(random, -reach, reach)) * cell - 2;
            p[1] = ((float)y + test_random_float(random, -reach, reach)) * cell - 2;
            p[2] = 0.5f;
        }
    for (uint32_t y = 0; y < GRID; y++)
        for (uint32_t x = 0; x < GRID; x++) {
            uint32_t a = y * (GRID + 1) + x, b = a + 1, c = a + GRID + 1, d = c + 1;
            const uint32_t one[6] = {a, b, d, a, d, c}, other[6] = {a, b, c, b, d, c};
            memcpy(indices, test_random(random) & 1 ? one : other, sizeof one);
            indices += 6;
        }
}

/* Everything is covered, with as many fragments as pixels: each pixel exactly once. The grids range from many
 * triangles per pixel to many pixels per triangle: 1.4 million triangles. */
static void test_grids(void **state) {
    (void)state;
    static picture p;
    static float positions[GRID_VERTICES][3];
    static uint32_t indices[3 * GRID_TRIANGLES];
    bp_error error = {0};
    bp_raster *raster = bp_raster_create(NULL, &error);
    uint64_t random = 3;
    for (int round = 0; round < 50; round++) {
        p.width = p.height = 1 + (int)(test_random(&random) % 250);
        shaken_grid(positions, indices, &random, (float)p.width);
        bp_pass pass = {.samples = round % 3 == 2 ? 4 : 1, .subpixel_bits = 4 + round % 5};
        bp_draw draw = {.vertices = {.count = GRID_VERTICES, .positions = positions[0]},
                        .indices = {.u32 = indices, .count = BP_COUNT(indices)},
                        .state.depth = BP_DEPTH_ALWAYS};
        picture_draw(&p, raster, &pass, &draw);
        size_t pixels = (size_t)(p.width * p.height);
        assert_int_equal(picture_covered(&p), pixels);
        assert_int_equal(p.counters.fragments_tested, pixels * (size_t)pass.samples);
    }
    bp_raster_destroy(raster);
}

/* A closed fan around a point, however thin its triangles, covers its polygon once. A second fan of the same
 * polygon around another point covers the same pixels. */
static size_t draw_fan(picture *p, bp_raster *raster, float (*ring)[2], uint32_t count, float x, float y) {
    float positions[65][3] = {{x, y, 0.5f}};
    uint16_t indices[64 * 3];
    for (uint32_t i = 0; i < count; i++) {
        positions[i + 1][0] = ring[i][0];
        positions[i + 1][1] = ring[i][1];
        positions[i + 1][2] = 0.5f;
        indices[3 * i] = 0;
        indices[3 * i + 1] = (uint16_t)(i + 1);
        indices[3 * i + 2] = (uint16_t)((i + 1) % count + 1);
    }
    picture_draw(p, raster, NULL,
                 &(bp_draw){.vertices = {.count = count + 1, .positions = positions[0]},
                            .indices = {.u16 = indices, .count = 3 * (size_t)count},
                            .state.depth = BP_DEPTH_ALWAYS});
    assert_int_equal(picture_covered(p), p->counters.fragments_written);
    return picture_covered(p);
}

static void test_fans(void **state) {
    (void)state;
    static picture p = {.width = 48, .height = 48}, q = {.width = 48, .height = 48};
    bp_error error = {0};
    bp_raster *raster = bp_raster_create(NULL, &error);
    uint64_t random = 5;
    for (int round = 0; round < 3000; round++) {
        uint32_t count = 3 + (uint32_t)(test_random(&random) % 61);
        float ring[64][2], radius = test_random_float(&random, 1, 40),
                           start = test_random_float(&random, 0, 6);
        float x = test_random_float(&random, 10, 38), y = test_random_float(&random, 10, 38);
        for (uint32_t i = 0; i < count; i++) {
            /* On the subpixel grid: snapping doesn't change the ring. */
            float angle = start + 2 * BP_PI * (float)i / (float)count;
            ring[i][0] = floorf((x + radius * bp_cos(angle)) * 256) / 256;
            ring[i][1] = floorf((y + radius * bp_sin(angle)) * 256) / 256;
        }
        float shift = radius * 0.3f;
        size_t first = draw_fan(&p, raster, ring, count, x, y);
        size_t second = draw_fan(&q, raster, ring, count, x + test_random_float(&random, -shift, shift), y);
        assert_int_equal(first, second);
    }
    bp_raster_destroy(raster);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_grids),
        cmocka_unit_test(test_fans),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
