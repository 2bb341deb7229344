/* Grids of large pixels: the plain loop against the rasterizer, the wrong rules, blending, and the measures.
 * */
#include "lesson/world.h"
#include "shared/pixel_grid.h"
#include "shared/plain_raster.h"
#include "support/random.h"
#include "support/test.h"
#include <bindpose/lesson_session.h>

enum { WIDTH = 14, HEIGHT = 11, TRIANGLES = 3000 };

static bp_raster *make_raster(void) {
    bp_error error = {0};
    bp_raster *raster = bp_raster_create(NULL, &error);
    assert_non_null(raster);
    return raster;
}

static void draw(bp_pixel_grid *grid, bp_raster *raster) {
    bp_error error = {0};
    if (!bp_pixel_grid_draw(grid, raster, &error)) fail_msg("%s", error.message);
}

/* On 1/256 of a pixel, in and around the grid; of every second triangle on half pixels, so that edges meet
 * centres. */
static bp_vec2 random_corner(uint64_t *random, bool coarse) {
    int steps = coarse ? 2 : 256;
    return (bp_vec2){(float)(test_random(random) % (uint64_t)((WIDTH + 4) * steps)) / (float)steps - 2,
                     (float)(test_random(random) % (uint64_t)((HEIGHT + 4) * steps)) / (float)steps - 2};
}

static void plain_loop_covers_what_the_rasterizer_covers(void **state) {
    (void)state;
    bp_error error = {0};
    bp_raster *raster = make_raster();
    bp_pixel_grid *grid = bp_pixel_grid_create(NULL, WIDTH, HEIGHT, &error);
    uint64_t random = 19;
    int covered = 0, by_every_edge = 0, by_no_edge = 0;
    grid->triangle_count = 1;
    for (int n = 0; n < TRIANGLES; n++) {
        bp_pixel_triangle *triangle = &grid->triangles[0];
        *triangle = (bp_pixel_triangle){.color = {255, 255, 255, 255}};
        for (int i = 0; i < 3; i++) triangle->corner[i] = random_corner(&random, n % 2);
        draw(grid, raster);
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            int column = i % WIDTH, row = i / WIDTH;
            bool plain = bp_plain_covers(triangle->corner, column, row, BP_FILL_TOP_LEFT, 8);
            if (plain != (grid->right[i] == 1) || grid->owners[i] != grid->right[i])
                fail_msg("triangle %d, pixel (%d, %d): plain %d, rasterizer %d", n, column, row, plain,
                         grid->right[i]);
            covered += plain;
            by_every_edge += bp_plain_covers(triangle->corner, column, row, BP_FILL_EVERY_EDGE, 8);
            by_no_edge += bp_plain_covers(triangle->corner, column, row, BP_FILL_NO_EDGE, 8);
        }
    }
    assert_true(by_no_edge < covered && covered < by_every_edge); /* else no edge met a centre */
    bp_free(NULL, grid);
    bp_raster_destroy(raster);
}

/* The right triangle (0, 0), (2, 0), (0, 2): its long edge is x + y = 2. The centres (0.5, 0.5) inside;
 * (1.5, 0.5) and (0.5, 1.5) on that edge, a right one. The upper left corners of pixels: (0, 0), (1, 0), (0,
 * 1) on top and left edges or inside; (2, 0), (1, 1) and (0, 2) on the long edge. */
static void wrong_rules_are_wrong_as_they_say(void **state) {
    (void)state;
    static const bp_vec2 clockwise[3] = {{0, 0}, {2, 0}, {0, 2}}, other[3] = {{0, 0}, {0, 2}, {2, 0}};
    static const struct {
        bp_fill_rule rule;
        const char *pixels[2]; /* of clockwise corners, and of the others: rows of 3 pixels */
    } cases[] = {{BP_FILL_TOP_LEFT, {"x.. ... ...", "x.. ... ..."}},
                 {BP_FILL_NOTHING, {"... ... ...", "... ... ..."}},
                 {BP_FILL_EVERY_EDGE, {"xx. x.. ...", "xx. x.. ..."}},
                 {BP_FILL_NO_EDGE, {"x.. ... ...", "x.. ... ..."}},
                 {BP_FILL_PIXEL_CORNER, {"xx. x.. ...", "xx. x.. ..."}},
                 {BP_FILL_POSITIVE, {"x.. ... ...", "... ... ..."}}};
    for (size_t i = 0; i < BP_COUNT(cases); i++)
        for (int order = 0; order < 2; order++)
            for (int pixel = 0; pixel < 9; pixel++) {
                bool wanted = cases[i].pixels[order][pixel / 3 * 4 + pixel % 3] == 'x';
                if (bp_plain_covers(order ? other : clockwise, pixel % 3, pixel / 3, cases[i].rule, 8) !=
                    wanted)
                    fail_msg("rule %d, order %d, pixel %d", (int)cases[i].rule, order, pixel);
            }
    static const bp_vec2 flat[3] = {{0, 0}, {2, 2}, {1, 1}};
    assert_false(bp_plain_covers(flat, 0, 0, BP_FILL_EVERY_EDGE, 8)); /* no area */
    /* Moved by 1/1000: rounded away to 1/256, but not to 1/65536. */
    static const bp_vec2 moved[3] = {{0, 0}, {2.001f, 0}, {0, 2.001f}};
    assert_false(bp_plain_covers(moved, 1, 0, BP_FILL_TOP_LEFT, 8));
    assert_true(bp_plain_covers(moved, 1, 0, BP_FILL_TOP_LEFT, 16));
}

static void edge_functions_are_twice_an_area(void **state) {
    (void)state;
    const bp_vec2 a = {1, 1}, b = {4, 1}, below = {2, 3}, above = {2, 0};
    expect_float(bp_edge_function(a, b, below), 6, 0); /* 3 wide, 2 high; to the right, seen from a to b */
    expect_float(bp_edge_function(a, b, above), -3, 0);
    expect_float(bp_edge_function(b, a, below), -6, 0);
    expect_float(bp_edge_function(a, b, (bp_vec2){9, 1}), 0, 0);
}

/* A wrong rule's squares get the bytes that the rasterizer writes, where both cover a pixel once. */
static void squares_are_blended_as_pixels_are(void **state) {
    (void)state;
    bp_error error = {0};
    bp_raster *raster = make_raster();
    bp_pixel_grid *grid = bp_pixel_grid_create(NULL, 3, 3, &error);
    grid->triangle_count = 1;
    grid->cleared = (bp_rgba8){10, 200, 30, 255};
    grid->triangles[0] = (bp_pixel_triangle){.corner = {{0, 0}, {2, 0}, {0, 2}}, .color = {250, 20, 90, 100}};
    draw(grid, raster);
    bp_rgba8 right = grid->pixels[0];
    assert_true(right.r > 10 && right.r < 250 && right.g < 200); /* blended */
    expect_bytes(&grid->pixels[1], &grid->cleared, 4);
    grid->rule = BP_FILL_EVERY_EDGE;
    draw(grid, raster);
    expect_bytes(&grid->pixels[0], &right, 4);
    expect_bytes(&grid->pixels[1], &right, 4);
    assert_true(grid->owners[1] == 1 && grid->right[1] == 0);
    bp_free(NULL, grid);
    bp_raster_destroy(raster);
}

/* A triangle whose upper corners are four times as far away: half of the way down from them, at y = 4 of 8,
 * 1/w is (1 + 1/4) / 2 and v/w half of 1, so v is 0.5 / 0.625 = 0.8; mixed without w it would be 0.5. The
 * pixels' centres are at y = 3.5 and 4.5: shares s of 3.5 / 8 and 4.5 / 8 of the way from the top, and v = s
 * / (s + (1 - s) / 4). */
static void paint_is_divided_by_w(void **state) {
    (void)state;
    bp_error error = {0};
    bp_raster *raster = make_raster();
    bp_pixel_grid *grid = bp_pixel_grid_create(NULL, 8, 8, &error);
    grid->triangle_count = 1;
    grid->paint = BP_PAINT_V;
    grid->triangles[0] =
        (bp_pixel_triangle){.corner = {{0, 0}, {8, 0}, {0, 8}}, .w = {4, 4, 1}, .v = {0, 0, 1}};
    draw(grid, raster);
    for (int row = 0; row < 7; row++) {
        double s = (row + 0.5) / 8;
        expect_float(grid->pixels[8 * row].r, 255 * s / (s + (1 - s) / 4), 0.51);
    }
    grid->without_w = true;
    draw(grid, raster);
    for (int row = 0; row < 7; row++) expect_float(grid->pixels[8 * row].r, 255 * (row + 0.5) / 8, 0.51);
    /* Tiles: 4 x 4 over the square, two pixels each; neighbours differ, and those across the corner are
     * alike. */
    grid->paint = BP_PAINT_TILES;
    grid->triangles[0] =
        (bp_pixel_triangle){.corner = {{0, 0}, {8, 0}, {0, 8}}, .u = {0, 1, 0}, .v = {0, 0, 1}};
    draw(grid, raster);
    expect_bytes(&grid->pixels[0], &grid->pixels[9], 4);
    expect_bytes(&grid->pixels[0], &grid->pixels[18], 4);
    assert_true(memcmp(&grid->pixels[0], &grid->pixels[2], 4) != 0);
    assert_true(memcmp(&grid->pixels[0], &grid->pixels[16], 4) != 0);
    bp_free(NULL, grid);
    bp_raster_destroy(raster);
}

/* Two triangles over the same pixels, at depths 0.3 and 0.6: the nearer one stays in either order, what is
 * as near is drawn over, and a bias of -0.5 puts the far one in front. Without the test the last one stays.
 * */
static void the_nearest_stays(void **state) {
    (void)state;
    bp_error error = {0};
    bp_raster *raster = make_raster();
    bp_pixel_grid *grid = bp_pixel_grid_create(NULL, 2, 2, &error);
    const bp_rgba8 near_color = {255, 0, 0, 255}, far_color = {0, 0, 255, 255};
    const bp_pixel_triangle near_one = {
        .corner = {{0, 0}, {4, 0}, {0, 4}}, .color = near_color, .z = {0.3f, 0.3f, 0.3f}};
    bp_pixel_triangle far_one = {
        .corner = {{0, 0}, {4, 0}, {0, 4}}, .color = far_color, .z = {0.6f, 0.6f, 0.6f}};
    grid->triangle_count = 2;
    for (int tested = 0; tested < 2; tested++)
        for (int far_first = 0; far_first < 2; far_first++) {
            grid->depth_test = tested;
            grid->triangles[far_first] = near_one, grid->triangles[!far_first] = far_one;
            draw(grid, raster);
            expect_bytes(&grid->pixels[0], tested || far_first ? &near_color : &far_color, 4);
        }
    far_one.z[0] = far_one.z[1] = far_one.z[2] = 0.3f;
    grid->triangles[0] = near_one, grid->triangles[1] = far_one;
    draw(grid, raster);
    expect_bytes(&grid->pixels[0], &far_color, 4);
    far_one.z[0] = far_one.z[1] = far_one.z[2] = 0.6f;
    far_one.bias = -0.5f;
    grid->triangles[1] = near_one, grid->triangles[0] = far_one;
    draw(grid, raster);
    expect_bytes(&grid->pixels[0], &far_color, 4);
    bp_free(NULL, grid);
    bp_raster_destroy(raster);
}

/* ---- in a world ---- */

static void two_triangles(bp_world *world) {
    bp_stage *stage = bp_world_add_pixels(world, "grid", "", 4, 4);
    assert_non_null(bp_grid_of(stage));
    bp_pixel_grid *grid = bp_grid_of(stage);
    grid->triangle_count = 2;
    grid->rule = BP_FILL_EVERY_EDGE;
    grid->show_probe = true;
    grid->probe = (bp_vec2){1.5f, 1.5f};
    /* A square of 2 x 2, whose diagonal has the centres (1.5, 0.5) and (0.5, 1.5). */
    grid->triangles[0] = (bp_pixel_triangle){.corner = {{0, 0}, {2, 0}, {0, 2}}, .color = {255, 0, 0, 255}};
    grid->triangles[1] = (bp_pixel_triangle){.corner = {{2, 0}, {2, 2}, {0, 2}}, .color = {0, 0, 255, 255}};
}
static const bp_step ONE_STEP[] = {{.caption = "One."}};
static const bp_lesson_plan PLAN = {
    .name = "pixels", .setup = two_triangles, .steps = ONE_STEP, .step_count = 1};

static float measured(bp_world *world, bp_measure *measure, int other, int value) {
    float values[BP_CLAIM_VALUE_MAX] = {0};
    measure(world, &(bp_measure_args){.other = other}, values);
    return values[value];
}

static void measures_read_the_grid(void **state) {
    (void)state;
    bp_error error = {0};
    bp_session *session = bp_session_create(NULL, &PLAN, NULL, &error);
    if (!session) fail_msg("%s", error.message);
    bp_world *world = bp_session_world(session);
    const bp_stage *stage = &world->stages[0];
    assert_false(world->has_floor);
    expect_float(measured(world, bp_measure_pixels_covered, 0, 0), 4, 0);
    expect_float(measured(world, bp_measure_pixels_twice, 0, 0), 2, 0);
    expect_float(measured(world, bp_measure_pixels_missing, 0, 0), 0, 0);
    expect_float(measured(world, bp_measure_pixels_of, 0, 0), 3, 0);
    expect_float(measured(world, bp_measure_pixels_of, 1, 0), 3, 0);
    const float blue[] = {0, 0, 255},
                edges[] = {3, -2, 3, 4}; /* at (1.5, 1.5): 2 * 1.5, 2 - 2 * 2, and so on */
    for (int i = 0; i < 3; i++)
        expect_float(measured(world, bp_measure_pixel_bytes, 0, i), (double)blue[i], 0);
    for (int i = 0; i < 4; i++) {
        expect_float(measured(world, bp_measure_pixel_edges, 0, i), (double)edges[i], 0);
        expect_float(measured(world, bp_measure_pixel_edge, i, 0), (double)edges[i], 0);
    }
    bp_grid_of(stage)->rule = BP_FILL_NO_EDGE;
    bp_world_pose(world);
    expect_float(measured(world, bp_measure_pixels_missing, 0, 0), 2, 0); /* both of the diagonal */
    /* The first four vertices are the plate's, then come those of the first pixel, which is red. The view holds
     * the grid: 0.8 m wide. */
    expect_bytes(stage->mesh->colors + 4, ((const uint8_t[]){255, 0, 0, 255}), 4);
    bp_bounds bounds = bp_figure_bounds(stage->figure);
    expect_float(bounds.hi.x - bounds.lo.x, 0.8, 0.03);
    expect_no_error(&world->error);
    bp_session_destroy(session);
}

static void points_are_moved_to_quarters_of_a_pixel(void **state) {
    (void)state;
    bp_error error = {0};
    bp_session *session = bp_session_create(NULL, &PLAN, NULL, &error);
    const bp_stage *stage = &bp_session_world(session)->stages[0];
    bp_vec3 corner = bp_plane_to_world(stage, (bp_vec2){0, 0}, 0),
            at = bp_plane_to_world(stage, (bp_vec2){3, 1}, 0);
    expect_floats(&corner.x, ((const float[]){-0.4f, 0.4f, 0}), 3, 1e-6); /* 4 pixels of 0.2 m, y up */
    expect_floats(&at.x, ((const float[]){0.2f, 0.2f, 0}), 3, 1e-6);
    bp_vec2 back = bp_plane_from_world(stage, (bp_vec3){0.2f + 0.021f, 0.2f + 0.028f, 5});
    expect_floats(&back.x, ((const float[]){3, 0.75f}), 2, 0); /* 3.105 and 0.86 */
    back = bp_plane_from_world(stage, (bp_vec3){-9, 9, 0});
    expect_floats(&back.x, ((const float[]){0, 0}), 2, 0);
    bp_session_destroy(session);
}

static void failures_are_told(void **state) {
    (void)state;
    static const int sizes[][2] = {{0, 3}, {3, 0}, {-1, 3}, {96, 97}, {97, 1}};
    for (size_t i = 0; i < BP_COUNT(sizes); i++) {
        bp_world world = bp_world_make(NULL, NULL, false, NULL);
        bp_stage *stage = bp_world_add_pixels(&world, "grid", "", sizes[i][0], sizes[i][1]);
        assert_int_equal(world.error.kind, BP_ERROR_ARGUMENT);
        assert_true(bp_grid_of(stage) == NULL && bp_plane_to_world(stage, (bp_vec2){3, 3}, 0).x == 0 &&
                    bp_plane_from_world(stage, (bp_vec3){3, 3, 3}).x == 0);
        bp_world_clear(&world);
    }
    bp_world world = bp_world_make(NULL, NULL, false, NULL);
    bp_world_add_pixels(&world, "grid", "", 3, 3);
    bp_world_pose(&world); /* without a session there is no raster */
    assert_non_null(strstr(world.error.message, "session"));
    bp_world_clear(&world);
    world = bp_world_make(NULL, NULL, false, NULL);
    bp_world_add_stage(&world, "nothing", "", NULL, NULL);
    assert_true(measured(&world, bp_measure_pixels_of, 0, 0) == 0);
    assert_non_null(strstr(world.error.message, "grid"));
    bp_world_clear(&world);
}

static void groups_and_claims_have_names(void **state) {
    (void)state;
    char text[16];
    assert_string_equal(bp_claim_name(BP_LESSONS_BONES, 12, text, sizeof text), "12");
    assert_string_equal(bp_claim_name(BP_LESSONS_PIXELS, 3, text, sizeof text), "P3");
    assert_string_equal(bp_claim_name(BP_LESSONS_PIXELS, 0, text, sizeof text), "");
    assert_string_equal(bp_lesson_group_title(BP_LESSONS_PIXELS), "How a pixel is made");
    assert_string_equal(bp_lesson_group_title(BP_LESSONS_BONES), "Bones");
    assert_string_equal(bp_lesson_group_title(BP_LESSON_GROUPS), "");
    static const int order[] = {1, 2, 3, 4, 5, 6, 11, 14, 7, 8, 13, 10, 9, 12, 15, 16, 17, 18, 29, 30, 19, 20, 28};
    for (size_t i = 0; i + 1 < BP_COUNT(order); i++) {
        const bp_lesson_plan plan = {.number = order[i]};
        if (order[i] != 20) assert_int_equal(bp_lesson_next_number(&plan), order[i + 1]);
    }
    assert_int_equal(bp_lesson_place(11), 7);
    assert_int_equal(bp_lesson_place(28), 30);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(plain_loop_covers_what_the_rasterizer_covers),
                                       cmocka_unit_test(wrong_rules_are_wrong_as_they_say),
                                       cmocka_unit_test(edge_functions_are_twice_an_area),
                                       cmocka_unit_test(squares_are_blended_as_pixels_are),
                                       cmocka_unit_test(paint_is_divided_by_w),
                                       cmocka_unit_test(the_nearest_stays),
                                       cmocka_unit_test(measures_read_the_grid),
                                       cmocka_unit_test(points_are_moved_to_quarters_of_a_pixel),
                                       cmocka_unit_test(failures_are_told),
                                       cmocka_unit_test(groups_and_claims_have_names)};
    return cmocka_run_group_tests_name("pixels", tests, NULL, NULL);
}
