/* Pictures in false colours: the statistics of pixels, the scale, and the ranges. */
#include "app/model/loaded_model.h"
#include "scene/character.h"
#include "support/test.h"
#include <bindpose/instance.h>

enum { WIDTH = 64, HEIGHT = 48 };

/* ---- statistics --------------------------------------------------------------------------------- */

/* Two triangles over a square of 8 x 8 pixels: about its left half, at depth 0.5, and above the diagonal from
 * the upper left corner to the lower right one, at depth 0.25. */
static void counts_triangles(void **state) {
    (void)state;
    enum { SIDE = 8 };
    bp_error error = {0};
    bp_raster *raster = bp_raster_create(NULL, &error);
    bp_framebuffer picture;
    assert_true(bp_framebuffer_create(NULL, SIDE, SIDE, &picture, &error));
    static const float positions[] = {-1, 1, 0.5f,  0, 1, 0.5f,  -1, -9, 0.5f,
                                      -1, 1, 0.25f, 1, 1, 0.25f, 1,  -1, 0.25f};
    const bp_mat4 identity = bp_mat4_identity();
    const bp_draw draw = {.vertices = {.positions = positions, .count = 6}, .transform = &identity};
    assert_true(bp_raster_begin(raster, &picture, NULL, &error));
    assert_true(bp_raster_clear(raster, &(bp_clear){.color = {1, 2, 3, 255}}, &error));
    assert_true(bp_raster_draw(raster, &draw, &error));
    const bp_pixel_statistics *statistics = bp_raster_end_with_statistics(raster, &error);
    assert_non_null(statistics);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            const bp_pixel_statistics *pixel = &statistics[y * SIDE + x];
            /* The first one's right edge runs from x = 4 at the top to x = 0 forty pixels below. */
            bool first = (double)x + 0.5 < 4 - ((double)y + 0.5) / 10, second = x > y;
            if (x == y) continue; /* on the diagonal: the top-left rule's */
            assert_int_equal(pixel->overdraw, first + second);
            assert_int_equal(pixel->coverage, first || second);
            assert_true(pixel->level < 0);
            expect_float(pixel->depth, second ? 0.25 : first ? 0.5 : 1, 1e-6);
        }
    assert_null(bp_raster_end_with_statistics(raster, &error)); /* the pass is over */
    assert_null(bp_raster_end_with_statistics(NULL, &error));
    bp_framebuffer_destroy(NULL, &picture);
    bp_raster_destroy(raster);
}

/* 19 tiles take 1 µs, one 100 µs: the mean is 5.95 µs, and the scale ends at three times that. */
static void one_slow_tile_leaves_the_others_apart(void **state) {
    (void)state;
    enum { TILES = 20 };
    bp_error error = {0};
    bp_framebuffer picture;
    float seconds[TILES];
    for (int i = 0; i < TILES; i++) seconds[i] = i == 3 ? 100e-6f : 1e-6f;
    const bp_false_values values = {
        .view = BP_FALSE_COLOR_TIME,
        .times = {.each_tile = seconds, .tiles_x = TILES, .tiles_y = 1, .tile_size = 1}};
    assert_true(bp_framebuffer_create(NULL, 4, 1, &picture, &error));
    const bp_false_range range =
        bp_false_color_paint(&values, &picture, (bp_rect){0, 0, 4, 1}, (bp_rgba8){0, 0, 0, 255});
    expect_float(range.high, 17.85, 1e-3);
    bp_framebuffer_destroy(NULL, &picture);
}

/* ---- the scale ---------------------------------------------------------------------------------- */

static double lightness(bp_rgba8 c) { return 0.2126 * c.r + 0.7152 * c.g + 0.0722 * c.b; }

/* It is read by its lightness alone; numbers that are none are its low end. */
static void scale_grows(void **state) {
    (void)state;
    double last = -1;
    for (int i = 0; i <= 100; i++) {
        double now = lightness(bp_false_color_at((float)i / 100));
        assert_true(now > last);
        last = now;
    }
    assert_true(last - lightness(bp_false_color_at(0)) > 150);
    bp_rgba8 low = bp_false_color_at(0), nan = bp_false_color_at(NAN), under = bp_false_color_at(-1);
    assert_memory_equal(&low, &nan, 4);
    assert_memory_equal(&low, &under, 4);
}

static void paints_values(void **state) {
    (void)state;
    bp_error error = {0};
    bp_framebuffer picture;
    const bp_pixel_statistics statistics[4] = {
        {0, 0, -1, 1}, {1, 4, 0, 0.5f}, {2, 2, 1, 0.75f}, {4, 1, 2, 1}};
    const bp_rgba8 none = {1, 2, 3, 255};
    static const struct {
        bp_false_color view;
        bp_false_range range;
        float part[4]; /* negative: no value */
    } cases[] = {{BP_FALSE_COLOR_OVERDRAW, {0, 4}, {-1, 0.25f, 0.5f, 1}},
                 {BP_FALSE_COLOR_DEPTH, {0.5f, 0.75f}, {-1, 0, 1, -1}},
                 {BP_FALSE_COLOR_MIP, {0, 2}, {-1, 0, 0.5f, 1}},
                 {BP_FALSE_COLOR_COVERAGE, {0, 4}, {-1, 1, 0.5f, 0.25f}}};
    assert_true(bp_framebuffer_create(NULL, 4, 1, &picture, &error));
    for (size_t i = 0; i < BP_COUNT(cases); i++) {
        const bp_false_values values = {.view = cases[i].view, .statistics = statistics};
        bp_false_range range = bp_false_color_paint(&values, &picture, (bp_rect){0, 0, 4, 1}, none);
        expect_float(range.low, (double)cases[i].range.low, 0);
        expect_float(range.high, (double)cases[i].range.high, 0);
        for (int x = 0; x < 4; x++) {
            bp_rgba8 expected = cases[i].part[x] < 0 ? none : bp_false_color_at(cases[i].part[x]);
            assert_memory_equal(picture.pixels + 4 * x, &expected, 4);
        }
    }
    bp_framebuffer_destroy(NULL, &picture);
}

/* ---- pictures ----------------------------------------------------------------------------------- */

/* The statistics of a figure's picture, against the histories of its pixels; then its pictures. */
static void agrees_with_histories(void **state) {
    (void)state;
    bp_error error = {0};
    bp_context *context = bp_context_create(NULL, &error);
    bp_raster *raster = bp_raster_create(context, &error);
    bp_model *model = bp_character_model(context, BP_BIND_NATURAL, &error);
    bp_model_pose *pose = bp_model_pose_create(model, &error);
    bp_model_figure *figure = bp_model_figure_create(context, pose, &error);
    bp_framebuffer to;
    const bp_pixel_statistics *statistics = NULL;
    assert_true(figure && bp_framebuffer_create(context, WIDTH, HEIGHT, &to, &error));
    const bp_view view = {
        .camera = bp_character_camera(), .viewport = {0, 0, WIDTH, HEIGHT}, .show = BP_SHOW_MESH};
    int most = 0;
    for (int samples = 1; samples <= 4; samples += 3)
        for (int i = -1; i < WIDTH * HEIGHT; i++) {
            bp_pixel_history history;
            assert_true(bp_raster_begin(raster, &to, &(bp_pass){.samples = samples}, &error));
            assert_true(bp_raster_clear(raster, &(bp_clear){.color = {1, 2, 3, 255}}, &error));
            assert_true(bp_scene_draw_meshes(raster, &view, bp_model_figure_get_figure(figure), &error));
            if (i < 0) {
                assert_non_null(statistics = bp_raster_end_with_statistics(raster, &error));
                continue;
            }
            assert_true(bp_raster_end_with_history(raster, i % WIDTH, i / WIDTH, &history, &error));
            bp_pixel_statistics expected = {.level = -1, .depth = history.depth};
            for (size_t k = 0; k < history.count; k++) {
                const bp_pixel_event *event = &history.events[k];
                int covered = 0, written = 0;
                for (int s = 0; s < event->sample_count && event->positions; s++)
                    covered += event->samples[s].covered, written += event->samples[s].written;
                expected.overdraw += covered > 0 && strcmp(event->kind, "culled triangle") != 0;
                if (!written) continue;
                expected.coverage = covered;
                expected.level = event->shading.texture_count > 0 ? event->shading.textures[0].level : -1;
            }
            assert_memory_equal(&statistics[i], &expected, sizeof expected);
            most = expected.overdraw > most ? expected.overdraw : most;
            bp_pixel_history_clear(context, &history);
        }
    assert_true(most > 2);
    bp_framebuffer_destroy(context, &to);
    bp_model_figure_destroy(figure);
    bp_model_pose_destroy(pose);
    bp_model_destroy(model);
    bp_raster_destroy(raster);
    bp_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(counts_triangles), cmocka_unit_test(scale_grows),
                                       cmocka_unit_test(one_slow_tile_leaves_the_others_apart),
                                       cmocka_unit_test(paints_values),
                                       cmocka_unit_test(agrees_with_histories)};
    return cmocka_run_group_tests_name("false colours", tests, NULL, NULL);
}
