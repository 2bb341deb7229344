/* Grids with four samples a pixel, wrong means, boxes and tiles: against the plain loop and sums by hand. */
#include "shared/pixel_grid.h"
#include "shared/plain_raster.h"
#include "support/random.h"
#include "support/test.h"
#include <bindpose/lesson_session.h>

enum { WIDTH = 14, HEIGHT = 11, PIXELS = WIDTH * HEIGHT, TRIANGLES = 400 };
/* Vulkan 1.3, "Multisampling": standard sample locations, in eighths of a pixel. */
static const float SAMPLE_X[4] = {3, 7, 1, 5}, SAMPLE_Y[4] = {1, 3, 5, 7};

typedef struct drawn {
    bp_raster *raster;
    bp_pixel_grid *grid;
} drawn;

static drawn open_grid(int width, int height) {
    bp_error error = {0};
    drawn d = {bp_raster_create(NULL, &error), bp_pixel_grid_create(NULL, width, height, &error)};
    if (!d.raster || !d.grid) fail_msg("%s", error.message);
    d.grid->triangle_count = 1;
    d.grid->cleared = (bp_rgba8){0, 0, 0, 255};
    return d;
}
static void close_grid(drawn *d) {
    bp_free(NULL, d->grid);
    bp_raster_destroy(d->raster);
}
static void draw(const drawn *d) {
    bp_error error = {0};
    if (!bp_pixel_grid_draw(d->grid, d->raster, &error) ||
        !bp_pixel_samples_draw(d->grid, d->raster, &error) || !bp_pixel_work_draw(d->grid, d->raster, &error))
        fail_msg("%s", error.message);
}

static bp_pixel_triangle random_triangle(uint64_t *random) {
    bp_pixel_triangle triangle = {.color = {255, 255, 255, 255}};
    for (int i = 0; i < 3; i++) {
        triangle.corner[i].x = (float)(test_random(random) % ((WIDTH + 4) * 8)) / 8 - 2;
        triangle.corner[i].y = (float)(test_random(random) % ((HEIGHT + 4) * 8)) / 8 - 2;
    }
    return triangle;
}

/* Whether the plain loop covers a sample: as the centre of a pixel of a moved triangle. */
static bool plain_sample(const bp_pixel_triangle *triangle, int pixel, int s) {
    bp_vec2 corner[3];
    for (int i = 0; i < 3; i++)
        corner[i] = (bp_vec2){triangle->corner[i].x + 0.5f - SAMPLE_X[s] / 8,
                              triangle->corner[i].y + 0.5f - SAMPLE_Y[s] / 8};
    return bp_plain_covers(corner, pixel % WIDTH, pixel / WIDTH, BP_FILL_TOP_LEFT, 8);
}

/* White over black: the bytes of 0, 1/4, 1/2, 3/4 and 1 of white's light by IEC 61966-2-1, and the rounded
 * means of bytes. */
static const uint8_t LIGHT[5] = {0, 137, 188, 225, 255}, BYTES[5] = {0, 64, 128, 191, 255};

static void samples_are_those_that_the_plain_loop_covers(void **state) {
    (void)state;
    drawn d = open_grid(WIDTH, HEIGHT);
    uint64_t random = 27;
    int seen[5] = {0};
    d.grid->show_samples = true, d.grid->samples = 4;
    for (int n = 0; n < TRIANGLES; n++) {
        d.grid->triangles[0] = random_triangle(&random);
        d.grid->resolve_encoded = n % 2, d.grid->shade_samples = n % 4 == 2;
        draw(&d);
        for (int i = 0; i < PIXELS; i++) {
            int count = 0;
            for (int s = 0; s < 4; s++) {
                bool covered = plain_sample(&d.grid->triangles[0], i, s);
                assert_int_equal(d.grid->covered_samples[i] >> s & 1, covered);
                count += covered;
            }
            seen[count]++;
            assert_int_equal(d.grid->pixels[i].r, n % 2 ? BYTES[count] : LIGHT[count]);
        }
    }
    for (int i = 0; i < 5; i++) assert_true(seen[i] > 100);
    close_grid(&d);
}

/* v is half of x. At the first pixel's centre it is 1/4: byte 64. At its samples it is 3/16, 7/16, 1/16 and
 * 5/16: bytes 48, 112, 16 and 80, in light 0.0296, 0.1620, 0.0052 and 0.0802. Their mean is 0.0692: byte 74.
 * */
static void one_colour_a_sample_is_a_mean_of_four(void **state) {
    (void)state;
    drawn d = open_grid(2, 1);
    d.grid->triangles[0] = (bp_pixel_triangle){.corner = {{0, -8}, {4, -8}, {0, 8}}, .v = {0, 2, 0}};
    d.grid->paint = BP_PAINT_V, d.grid->show_samples = true, d.grid->samples = 4;
    draw(&d);
    assert_int_equal(d.grid->pixels[0].r, 64);
    d.grid->shade_samples = true;
    draw(&d);
    assert_int_equal(d.grid->pixels[0].r, 74);
    close_grid(&d);
}

/* Half (128/255) green over red: light 0.498 and 0.502, bytes 187 and 188; blended as bytes 127 and 128. */
static void bytes_are_blended_if_asked(void **state) {
    (void)state;
    drawn d = open_grid(4, 4);
    d.grid->triangle_count = 4;
    bp_pixel_set_rectangle(d.grid, 0, (bp_rect){0, 0, 4, 4}, 0.5f, (bp_rgba8){255, 0, 0, 255});
    bp_pixel_set_rectangle(d.grid, 1, (bp_rect){1, 1, 2, 2}, 0.2f, (bp_rgba8){0, 255, 0, 128});
    for (int deep = 0; deep < 2; deep++) {
        d.grid->depth_test = deep, d.grid->blend_encoded = false;
        draw(&d);
        expect_bytes(&d.grid->pixels[5], ((const uint8_t[]){187, 188, 0, 255}), 4);
        expect_bytes(&d.grid->pixels[3], ((const uint8_t[]){255, 0, 0, 255}), 4);
        d.grid->blend_encoded = true;
        draw(&d);
        expect_bytes(&d.grid->pixels[5], ((const uint8_t[]){127, 128, 0, 255}), 4);
    }
    for (int i = 0; i < 16; i++) { /* each pixel once, on the common edge too */
        bool inside = i % 4 > 0 && i % 4 < 3 && i / 4 > 0 && i / 4 < 3;
        int owners = d.grid->owners[i];
        assert_true(((owners & 3) == 1 || (owners & 3) == 2) &&
                    (owners >> 2 == 1 || owners >> 2 == 2) == inside);
    }
    close_grid(&d);
}

/* The centres of columns 1 to 3 and of rows 0 to 3 are in the box from (1.5, 0.25) to (4.25, 3.5), some on
 * its border. Tiles: the triangle (0.5, 0.5), (3.375, 0.5), (0.5, 3.375) lies in x + y < 4, so it touches
 * the tiles (i, j) with i + j < 4. */
static void boxes_and_tiles_are_found(void **state) {
    (void)state;
    drawn d = open_grid(5, 5);
    d.grid->triangles[0] =
        (bp_pixel_triangle){.corner = {{1.5f, 0.25f}, {4.25f, 1}, {2, 3.5f}}, .color = {255, 255, 255, 255}};
    d.grid->show_box = true;
    draw(&d);
    for (int i = 0; i < 25; i++) assert_int_equal(d.grid->visited[i], i % 5 >= 1 && i % 5 <= 3 && i / 5 <= 3);
    d.grid->triangles[0].corner[0] = (bp_vec2){0.5f, 0.5f};
    d.grid->triangles[0].corner[1] = (bp_vec2){3.375f, 0.5f};
    d.grid->triangles[0].corner[2] = (bp_vec2){0.5f, 3.375f};
    d.grid->show_box = false, d.grid->tiles = true;
    draw(&d);
    for (int i = 0; i < 25; i++) {
        assert_int_equal(d.grid->visited[i], 0);
        assert_int_equal(d.grid->owners[i], i % 5 + i / 5 < 4);
        assert_int_equal(d.grid->pixels[i].r, i % 5 + i / 5 < 4 ? 255 : 0);
    }
    close_grid(&d);
}

/* ---- in a world ---- */

static void two_grids(bp_world *world) {
    for (int i = 0; i < 2; i++) {
        bp_pixel_grid *grid = bp_grid_of(bp_world_add_pixels(world, "grid", "", 6, 6));
        assert_non_null(grid);
        grid->triangle_count = 4;
        bp_pixel_set_rectangle(grid, i, (bp_rect){0, 0, 3, 3}, 0, (bp_rgba8){255, 0, 0, 255});
        bp_pixel_set_rectangle(grid, !i, (bp_rect){2, 1, 3, 3}, 0, (bp_rgba8){0, 0, 255, 255});
    }
}
static const bp_step ONE_STEP[] = {{.caption = "One."}};
static const bp_lesson_plan PLAN = {.name = "pixels", .setup = two_grids, .steps = ONE_STEP, .step_count = 1};

static float measured(bp_world *world, bp_measure *measure, int other) {
    float values[BP_CLAIM_VALUE_MAX] = {0};
    measure(world, &(bp_measure_args){.other = other}, values);
    return values[0];
}

static void rectangles_move_on_all_stages(void **state) {
    (void)state;
    bp_error error = {0};
    bp_session *session = bp_session_create(NULL, &PLAN, NULL, &error);
    if (!session) fail_msg("%s", error.message);
    bp_world *world = bp_session_world(session);
    expect_float(measured(world, bp_measure_pixels_differing, 1), 2, 0); /* columns 2, rows 1 and 2 */
    bp_vec2 at = bp_pixel_point(&world->stages[0], 6);
    expect_floats(&at.x, ((const float[]){2, 1}), 2, 0);
    bp_pixel_put_rectangle(world, 6, (bp_vec2){1, 1});
    bp_world_pose(world);
    expect_float(measured(world, bp_measure_pixels_differing, 1), 4, 0);
    expect_float(measured(world, bp_measure_pixel_samples, 0), 0, 0); /* they aren't shown */
    bp_grid_of(&world->stages[0])->show_samples = true;
    bp_world_pose(world);
    expect_float(measured(world, bp_measure_pixel_samples, 0), 4, 0);
    expect_float(measured(world, bp_measure_pixels_touched, 0), 9 + 9 - 4, 0);
    expect_float(measured(world, bp_measure_samples, 0), 4 * 14, 0);
    bp_session_destroy(session);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_those_that_the_plain_loop_covers),
        cmocka_unit_test(one_colour_a_sample_is_a_mean_of_four), cmocka_unit_test(bytes_are_blended_if_asked),
        cmocka_unit_test(boxes_and_tiles_are_found), cmocka_unit_test(rectangles_move_on_all_stages)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
