/* Depth: a second number for each pixel, and the test that keeps what is nearest.
 *
 * The test: Vulkan 1.3, "Depth Test"; OpenGL 4.6, 17.3.4 "Depth Buffer Test"; Direct3D 11.3 Functional
 * Specification, on the output merger. Bias: Vulkan "Depth Bias".
 *
 * Two walls of 12 x 6 pixels, columns 2 to 13: red has the rows 2 to 7, blue the rows 4 to 9, so they overlap
 * in 12 x 4. Red's depth goes from 0.2 at x = 2 to 0.8 at x = 14, 0.05 for each pixel; blue's the other way.
 * They are equal at x = 8. At P, the pixel (5, 6), x = 5.5: red 0.2 + 0.05 * 3.5 = 0.375, blue 0.8 - 0.175 =
 * 0.625. With the test red keeps the overlap's columns 2 to 7, blue 8 to 13: 72 - 24 = 48 pixels each, in
 * either order. Without it the wall that is drawn last has all of its 72 pixels, and the other 24.
 *
 * Then both are in one plane, 0.2 + 0.043 (x - 2) + 0.017 (y - 2). Their corners differ, so their depths are
 * rounded in different ways, and neither is in front everywhere. A bias of 1/1000 is more than any rounding,
 * and puts blue in front: 72 pixels.
 *
 * At last a floor from the near plane, n = 0.1 m, to the far plane, f = 100 m. Depth at a distance d:
 * z = f (d - n) / ((f - n) d), from the matrices of perspective_rh in Direct3D and Vulkan. On the screen 1/d
 * changes evenly, and z with it. The near edge is at y = 11.5 and the far one at y = 1.5, so P at y = 6.5 has
 * z = 0.5, and 1/d = (10 + 0.01) / 2 = 5.005: d = 0.1998. Beyond 50 m are 1 - z = n (f - d) / ((f - n) d) =
 * 0.1 * 50 / (99.9 * 50) = 1.001 of 1000 depths; with n = 0.2, 0.2 / 99.8: 2.004.
 *
 * A step of depth, 2^-24 near 1, is 2^-24 d^2 (f - n) / (f n) metres: 0.06 mm at 10 m, 4.8 mm at 90 m. */
#include "depth_profiles.h"
#include "math/logarithm.h"
#include "shared/pixel_grid.h"
#include "shared/subject.h"
#include "shared/write.h"
#include <math.h>

static const bp_rgba8 COLOR[] = {{214, 60, 40, 255}, {60, 120, 230, 255}, {0, 158, 115, 255}};
static const bp_rgba8 FLOOR = {200, 160, 90, 255};
static const plane RISING = {0.2f, 0.05f, 0}, FALLING = {0.8f, -0.05f, 0}, ONE_PLANE = {0.2f, 0.043f, 0.017f};

static bp_pixel_grid *grid_of(bp_world *world, int stage) { return bp_grid_of(&world->stages[stage]); }

static float depth_at(float d, float n) { return FAR * (d - n) / ((FAR - n) * d); }

/* ---- walls ---- */

static void put_wall(bp_pixel_grid *grid, int place, wall which, plane in, float bias) {
    bp_pixel_triangle *to = &grid->triangles[2 * place];
    bp_pixel_corner corner[4];
    for (int i = 0; i < 4; i++) {
        const bool left = i == 0 || i == 3;
        const bp_vec2 at = {which == CORD ? (left ? 10 : 11)
                            : left        ? LEFT
                                          : EDGE,
                            i < 2 ? TOP[which] : TOP[which] + TALL};
        corner[i] = (bp_pixel_corner){.at = at, .z = depth_of(in, at.x, at.y)};
    }
    bp_pixel_set_quad(to, corner);
    for (int i = 0; i < 2; i++) to[i].color = COLOR[which], to[i].bias = bias, to[i].unlined = 2u << i;
}

static void put_walls(bp_world *world) {
    const state *s = state_of(world);
    for (int i = WALLS; i <= BESIDE; i++) {
        put_wall(grid_of(world, i), s->blue_first ? 1 : 0, RED, s->planes[RED], 0);
        put_wall(grid_of(world, i), s->blue_first ? 0 : 1, BLUE, s->planes[BLUE], -s->bias * STEP);
    }
}

static void set_planes(bp_world *world, plane red, plane blue) {
    state_of(world)->planes[RED] = red, state_of(world)->planes[BLUE] = blue;
    put_walls(world);
}

/* The rasterizer's own depths in P's row, of each wall alone. */
static void read_row(bp_world *world, bp_pixel_grid *grid) {
    state *s = state_of(world);
    const int row = (int)grid->probe.y;
    for (int which = RED; which <= BLUE; which++) {
        bp_pixel_grid one = *grid;
        one.depth_test = true, one.triangle_count = 2;
        put_wall(&one, 0, (wall)which, s->planes[which], which == BLUE ? -s->bias * STEP : 0);
        if (!bp_pixel_grid_draw(&one, bp_world_raster(world), bp_world_error_slot(world))) return;
        for (int x = 0; x < WIDE; x++) s->row[which][x] = one.depth[row * WIDE + x];
    }
}

/* ---- pixels in the lesson's own colours ---- */

static void fill_character(bp_world *world, bp_pixel_grid *grid) {
    const bp_subject_look look = {.no_depth_test = grid == grid_of(world, WALLS),
                                  .turn = state_of(world)->turn,
                                  .eye = {0.3f, 0.35f, 1},
                                  .target = {0, 0.33f, 0}};
    bp_subject_fill(world, &look, grid);
}
static void fill_grey(bp_world *world, bp_pixel_grid *grid) {
    for (int i = 0; i < WIDE * HIGH; i++) {
        const uint8_t grey = (uint8_t)(255 * bp_clamp(grid_of(world, WALLS)->depth[i], 0, 1) + 0.5f);
        grid->pixels[i] = (bp_rgba8){grey, grey, grey, 255};
    }
}
static void fill_tested(bp_world *world, bp_pixel_grid *grid) {
    if (state_of(world)->shown == SHOW_STEPS) read_row(world, grid);
    if (!grid->depth_test)
        for (int i = 0; i < WIDE * HIGH; i++) grid->depth[i] = 1;
}
/* The far poster was drawn last, a millimetre behind the near one: it shows where their depths are equal. */
static void fill_posters(bp_world *world, bp_pixel_grid *grid) {
    const bool reversed = grid == grid_of(world, BESIDE);
    for (int i = 0; i < WIDE * HIGH; i++) {
        const double d = (double)state_of(world)->posters * (1 + 0.0137 * (i % WIDE) + 0.0071 * (i / WIDE)),
                     n = 0.1, f = 150;
        float z[2];
        for (int k = 0; k < 2; k++) {
            const double at = d + 0.001 * k;
            z[k] = (float)(reversed ? n * (f - at) / ((f - n) * at) : f * (at - n) / ((f - n) * at));
        }
        grid->pixels[i] = COLOR[reversed ? z[1] >= z[0] : z[1] <= z[0]];
    }
}

/* Seen from the left, the feet, of which one is in front: where it shows best. */
static void frame_feet(bp_world *world, bp_pen *pen) {
    if (state_of(world)->turn > 65) bp_pen_frame(pen, (bp_vec2){41, 59}, (bp_vec2){62, 72}, 3, BP_PEN_P);
}

static void keep_size(bp_world *world, bp_pen *pen) {
    if (world->stage_count > 1) bp_pen_dot(pen, (bp_vec2){8, lowest(world)}, 0, BP_PEN_QUIET);
}

static void setup(bp_world *world) {
    bp_world_add_pixels(world, "Not tested", "what is drawn last stays", LARGE, LARGE);
    bp_world_add_pixels(world, "Tested", "what is nearest stays", LARGE, LARGE);
    if (world->error.kind != BP_ERROR_NONE) return;
    for (int i = WALLS; i <= BESIDE; i++) {
        grid_of(world, i)->recolor = fill_character, grid_of(world, i)->draw = frame_feet;
        grid_of(world, i)->zoom = (float)WIDE / LARGE;
    }
    grid_of(world, WALLS)->probe = (bp_vec2){5.5f, 6.5f};
    state_of(world)->near_z = NEAREST;
    state_of(world)->planes[RED] = RISING, state_of(world)->planes[BLUE] = FALLING;
    put_walls(world);
    bp_world_show_stages(world, WALLS, 2);
}

static void turn_to(bp_world *world, float t) { state_of(world)->turn = bp_mix(0, 75, t); }

static void show_grey(bp_world *world) {
    bp_pixel_grid *walls = grid_of(world, WALLS), *grid = grid_of(world, BESIDE);
    bp_name_stage(world, BESIDE, "Depth buffer", "near is dark, 1 is white");
    for (int i = WALLS; i <= BESIDE; i++)
        grid_of(world, i)->width = WIDE, grid_of(world, i)->height = HIGH, grid_of(world, i)->zoom = 1;
    walls->triangle_count = 4, walls->show_probe = true;
    walls->draw = draw_below, walls->recolor = fill_tested;
    grid->recolor = fill_grey, grid->no_dots = true, grid->draw = keep_size;
    put_walls(world);
}
static void test_depth(bp_world *world, float t) {
    grid_of(world, WALLS)->depth_test = t >= 0.5f;
    bp_name_stage(world, WALLS, "Two walls", t < 0.5f ? "so far without a test" : "and P's row from above");
}
static void set_x_of_p(bp_world *world, float x) { grid_of(world, WALLS)->probe.x = x; }
static void show_both(bp_world *world) {
    bp_pixel_grid *grid = grid_of(world, BESIDE);
    world->stages[WALLS].title = "Tested";
    bp_name_stage(world, BESIDE, "Not tested", "what is drawn last stays");
    grid->recolor = NULL, grid->no_dots = false, grid->triangle_count = 4;
}
static void blue_first(bp_world *world, float t) {
    state_of(world)->blue_first = t >= 0.5f;
    put_walls(world);
}
static void set_drawn(bp_world *world, float value) {
    for (int i = WALLS; i <= BESIDE; i++) grid_of(world, i)->triangle_count = (int)value;
}
static void show_equal(bp_world *world) {
    state_of(world)->shown = SHOW_STEPS, state_of(world)->blue_first = false;
    set_planes(world, (plane){0.75f, 0, 0}, (plane){0.75f, 0, 0});
    bp_name_stage(world, WALLS, "LESS_EQUAL", "red first, then blue");
    bp_name_stage(world, BESIDE, "LESS", "red first, then blue");
    grid_of(world, BESIDE)->depth_test = grid_of(world, BESIDE)->nearer_only = true;
}
static void set_apart(bp_world *world, float steps) {
    set_planes(world, (plane){0.75f, 0, 0}, (plane){0.75f + steps * STEP, 0, 0});
}
static void show_fight(bp_world *world) {
    bp_name_stage(world, WALLS, "A poster on a wall", "one plane, other corners");
    world->stage_count = 1;
    set_apart(world, 0);
}
static void tilt_walls(bp_world *world, float t) {
    const plane p = {ONE_PLANE.z + 0.55f * (1 - t), ONE_PLANE.dx * t, ONE_PLANE.dy * t};
    set_planes(world, p, p);
}
static void set_bias(bp_world *world, float lines) {
    state_of(world)->bias = lines;
    put_walls(world);
}
/* 0, 2, 20, ..., 20,000 lines. */
static void lower(bp_world *world, float t) {
    set_bias(world, t < 1 ? 2 * t : 2 * (float)bp_power(10, (double)t - 1));
}
static void hang_cord(bp_world *world) {
    const plane p = {ONE_PLANE.z - 0.0005f, ONE_PLANE.dx, ONE_PLANE.dy};
    put_wall(grid_of(world, WALLS), CORD, CORD, p, 0);
    grid_of(world, WALLS)->triangle_count = 6;
}

/* A floor from a near plane n to FAR; its near edge is drawn at the row where one from NEAREST has that
 * distance. */
static void put_floor(bp_world *world, float n) {
    const float near_d[] = {FAR, FAR, n, n};
    bp_pixel_triangle *floor = grid_of(world, WALLS)->triangles;
    bp_pixel_corner corner[4];
    for (int i = 0; i < 4; i++) {
        const float d = near_d[i], half = 7 * NEAREST / d, side = i == 1 || i == 2 ? 1 : -1;
        const float rows = ROWS * (1 / d - 1 / FAR) / (1 / NEAREST - 1 / FAR);
        corner[i] = (bp_pixel_corner){{8 + side * half, HORIZON + rows}, d, depth_at(d, n), 0, 0};
    }
    bp_pixel_set_quad(floor, corner);
    state_of(world)->near_z = n;
}
static void show_floor(bp_world *world) {
    bp_world_show_stages(world, WALLS, 1);
    bp_pixel_grid *grid = grid_of(world, WALLS);
    state_of(world)->shown = SHOW_FLOOR;
    bp_name_stage(world, WALLS, "A floor, 100 m long", "");
    grid->triangle_count = 2;
    for (unsigned i = 0; i < 2; i++)
        grid->triangles[i] = (bp_pixel_triangle){.color = FLOOR, .unlined = 2u << i};
    put_floor(world, NEAREST);
    grid->probe = (bp_vec2){7.5f, 10.5f};
}
static void set_y_of_p(bp_world *world, float row) { grid_of(world, WALLS)->probe.y = row + 0.5f; }
static void walk_away(bp_world *world, float t) { set_y_of_p(world, bp_mix(10, 6, t)); }
static void push_near(bp_world *world, float t) {
    set_y_of_p(world, 2);
    put_floor(world, NEAREST * (1 + t));
}
static void show_posters(bp_world *world) {
    state_of(world)->shown = SHOW_POSTERS, state_of(world)->posters = 5;
    world->stage_count = 2;
    for (int i = WALLS; i <= BESIDE; i++) {
        bp_pixel_grid *grid = grid_of(world, i);
        grid->triangle_count = 0, grid->recolor = fill_posters, grid->no_dots = true,
        grid->show_probe = false, grid->draw = draw_below;
        bp_name_stage(world, i, i == WALLS ? "0 is near" : "1 is near: reversed",
                      "red is a millimetre nearer");
    }
}
static void set_posters(bp_world *world, float d) { state_of(world)->posters = d; }
static void take_away(bp_world *world, float t) { set_posters(world, bp_mix(5, 60, t)); }

static const char *const BIASES[] = {"0", "-2", "-20", "-200", "-2,000", "-20,000", NULL};
static const bp_step_slider APART =
    BP_SLIDER_SETS("blue's depth minus red's", " steps", -2, 2, 1, 0, 0, set_apart);
static const bp_step_slider GROWTH = BP_SLIDER_OF("depth per pixel", "", 0, 0.05f, 0.001f, 3, 0, 0.043f);

/* Pixels of the wall args->other that are seen. */
static void measure_seen(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *grid = grid_of(world, args->stage);
    for (int i = 0; i < grid->width * grid->height; i++)
        values[0] +=
            (float)(grid->pixels[i].r == COLOR[args->other].r && grid->pixels[i].b == COLOR[args->other].b);
}
/* Likewise with a bias of 1/1000. */
static void measure_biased(bp_world *world, const bp_measure_args *args, float *values) {
    set_bias(world, 0.001f / STEP);
    bp_world_pose(world);
    measure_seen(world, args, values);
}
/* The depth of that wall, or of the floor, at the centre of the probed pixel; 1, the far end, beside it. */
static void measure_depth(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *grid = grid_of(world, args->stage);
    float weights[3];
    const bp_pixel_triangle *in = bp_pixel_weights(grid, args->other == BLUE ? 2 : 0, 2, weights);
    values[0] = in ? 0 : 1;
    for (int i = 0; in && i < 3; i++) values[0] += weights[i] * in->z[i];
}
/* How far away the floor is at P; beside it, the far plane. */
static void measure_distance(bp_world *world, const bp_measure_args *args, float *values) {
    float weights[3], one_over_d = 0;
    const bp_pixel_triangle *in = bp_pixel_weights(grid_of(world, args->stage), 0, 2, weights);
    for (int i = 0; in && i < 3; i++) one_over_d += weights[i] / in->w[i];
    values[0] = in ? 1 / one_over_d : FAR;
}
/* Of 1000 depths, how many are left beyond 50 m. */
static void measure_left(bp_world *world, const bp_measure_args *args, float *values) {
    (void)args;
    values[0] = 1000 * (1 - depth_at(50, state_of(world)->near_z));
}

static const bp_question HOW_DEEP = {
    .text = "Red's depth is 0.2 at its left edge, x = 2, and 0.8 at its right edge, x = 14. What is it at P, "
            "x = 5.5?",
    .answer = 0.375f,
    .caption =
        "Two walls overlap in the four middle rows. Each pixel will keep a second number, its depth: 0 is "
        "near, 1 is far, white. Below, the row of [p:P] from above: [red:red] goes farther away to the "
        "right, [c:blue] to the left.",
    .right = "0.05 for each pixel, and P is 3.5 pixels from the left edge. Blue is at 0.8 - 0.175 there, "
             "farther away.",
    .wrong = {{0.35f, "That is at the pixel's left side, x = 5. Depth is taken at its centre."},
              {0.475f, "P is 3.5 pixels from red's left edge, not 5.5."},
              {0.5f, "That is in the middle of the wall, at x = 8."},
              {0.175f, "That is how much it has grown. It begins at 0.2."},
              {0.625f, "That is blue's, which falls to the right."}},
    .hint = "It grows by 0.6 in 12 pixels. How far is P from the left edge?"};
static const bp_question WHICH_CHANGES = {
    .text = "Now blue will be drawn first, and then red. Which picture will change?",
    .caption = "Picture 2 shows the same walls without a depth test: there the last one covers the other.",
    CHOICE(1, "tested", "not tested", "both", "neither"),
    .right = "The test asks which is nearer, not which came first. Without it, the last one stays.",
    .wrong = {{0, "The test compares depths. They are the same in either order."},
              {2, "Without the test, yes. With it, compare the two depths at P in either order."},
              {3, "With the test, none. What does the other stage do at a pixel that both walls cover?"}}};
static const bp_question WHO_WINS = {
    .text = "Wall and poster will tilt together. Which of them will be seen where they overlap?",
    .caption = "A [c:poster] hangs flat on a [red:wall], and is drawn last. So far both have one depth. Once "
               "it changes from pixel to pixel, each is computed and rounded from corners of its own.",
    CHOICE(2, "the poster, as now", "the wall", "at some pixels the one, at some the other"),
    .right = "The wall shows wherever its depth was rounded to the smaller number.",
    .wrong = {{0, "So it would be if all depths were still equal. They are rounded, each in its own way."},
              {1, "That needs a wall that is nearer everywhere. Rounding goes up and down."}}};
static const bp_question WHICH_SIGN = {
    .text = "Which bias lets the poster win against the wall at all pixels?",
    .caption = "A bias is added to a surface's depths before they are tested: here, some lines of the "
               "drawing below. The [b:cord] hangs in front of both, and shall stay there.",
    CHOICE(0, "two lines less", "none", "two lines more"),
    .right = "Less depth is nearer, so the bias is negative; and two lines are more than the rounding.",
    .wrong = {{1, "That leaves the fight as it is."},
              {2, "A larger depth is farther away: the wall would win."}}};
static const bp_question HALF_WHERE = {
    .text = "Which depth z has the floor at d = 0.2 m?",
    .answer = 0.5f,
    .caption = "A floor goes from the near plane, n = 0.1 m, to the far one, f = 100 m. At a distance d its "
               "depth is\n\nz = f / (f - n) × (d - n) / d\n\n[p:P], at 0.111 m, has 1.001 × 0.011 / 0.111 = "
               "0.1. It will move away, up to 0.2 m.",
    .right = "f / (f - n) is almost 1, and (d - n) / d is 0.1 / 0.2.",
    .wrong = {{0.001f, "So it would be if depth grew evenly with the distance. The formula divides by d."},
              {0.1f, "That is d - n. Divide it by d, too."},
              {2, "That is d / (d - n), upside down."},
              {1, "1 is the far plane, at 100 m."}},
    .hint = "f / (f - n) is almost 1. What is (d - n) / d?"};

static const bp_step STEPS[] = {
    {.caption = "On the left the character was drawn without a depth test: what was drawn last covers the "
                "rest. So the far foot lies over the near leg, in the [p:frame], and the far side of knee "
                "and shoe shows in stripes. Turn it: no order of drawing is right for all views.",
     .change = turn_to,
     .slider = &(const bp_step_slider)BP_SLIDER_OF("angle of view", "°", -90, 90, 1, 0, 0, 75),
     .code = "draw.state.depth = BP_DEPTH_ALWAYS;"},
    {.heading = "A second number for each pixel",
     .caption = "A pixel of a wall is dropped if it is farther away than the nearest one so far. So the "
                "walls cross where their depths are equal.",
     .change = test_depth,
     CLAIMS(
         BP_CLAIM_THAT(
             22,
             "With a depth test each of two crossing walls keeps the half that is nearer: red 48 pixels ...",
             measure_seen, WALLS, RED, .expected = {48}, .unit = "pixels"),
         BP_CLAIM_THAT(22, "... and blue 48.", measure_seen, WALLS, BLUE, .expected = {48}, .unit = "pixels"),
         BP_CLAIM_THAT(23, "Depth is mixed evenly on the screen: red has 0.375 at P.", measure_depth, WALLS,
                       RED, .expected = {0.375f}, .holds_before = true)),
     .question = &HOW_DEEP,
     .slider = &(const bp_step_slider)BP_SLIDER_SETS("x of P", " px", 2.5f, 13.5f, 1, 1, 5.5f, set_x_of_p),
     .code = "bp_depth_passes(BP_DEPTH_LESS_EQUAL, z, old)",
     .footnote = "OpenGL: glDepthFunc and gl_FragCoord.z; Direct3D: DepthFunc.",
     .arrange = show_grey},
    {.heading = "Order doesn't matter",
     .caption = "So with the test a program may draw opaque things in any order. Nearest first is fastest, "
                "because what is hidden need not be coloured. Let the triangles come one after the other.",
     .change = blue_first,
     CLAIMS(BP_CLAIM_THAT(
                24, "Drawn in the other order the walls look the same, with the test: red has 48 pixels.",
                measure_seen, WALLS, RED, .expected = {48}, .unit = "pixels", .holds_before = true),
            BP_CLAIM_THAT(24, "Without it the last one covers the other: red has 72.", measure_seen, BESIDE,
                          RED, .expected = {72}, .unit = "pixels")),
     .question = &WHICH_CHANGES,
     .slider = &(const bp_step_slider)BP_SLIDER_SETS("triangles drawn", "", 0, 4, 1, 0, 4, set_drawn),
     .code = "draw.state.depth = BP_DEPTH_ALWAYS;",
     .arrange = show_both},
    {.heading = "Equally near",
     .caption =
         "Both walls stand on the same plane now, and all depths are equal. LESS_EQUAL lets the last one "
         "win, LESS the first one. A single step of the floating-point number decides: move [c:blue] by one.",
     .slider = &APART,
     .code = "draw.state.depth = BP_DEPTH_LESS;",
     .footnote = "LESS_EQUAL is the default here, in three.js and in Babylon.js; OpenGL and Direct3D begin "
                 "with LESS.",
     .arrange = show_equal},
    {.heading = "Two surfaces fight",
     .caption = "Below are depths of [p:P]'s row, magnified until single steps show, as lines. The higher "
                "bar is nearer, and wins. When anything moves, the pattern jumps.",
     .change = tilt_walls,
     .question = &WHO_WINS,
     .slider = &GROWTH,
     .code = "bp_screen_triangle_at(t, 2, x, y)",
     .footnote = "Equal depths are one bar of two colours: the poster, drawn last, wins. Below 0.5 floats "
                 "are twice as dense: a bar may lie between two lines.",
     .arrange = show_fight},
    {.heading = "A bias decides",
     .caption = "Not much more: the [b:cord] is some 8,000 lines nearer than the wall, so at -20,000 the "
                "[c:poster] covers it.",
     .change = lower,
     CLAIMS(BP_CLAIM_THAT(25, "A bias of 1/1000 puts blue in front: it has all of its 72 pixels.",
                          measure_biased, WALLS, BLUE, .expected = {72}, .unit = "pixels",
                          .holds_before = true)),
     .question = &WHICH_SIGN,
     .slider = &(const bp_step_slider){.name = "bias, lines", .max = 5, .step = 1, .to = 1, .names = BIASES},
     .code = "draw.state.depth_bias = bias;",
     .footnote = "OpenGL: glPolygonOffset; Direct3D: DepthBias. For steep surfaces a slope-scaled bias adds "
                 "a factor times the change within a pixel.",
     .arrange = hang_cord},
    {.heading = "Depth isn't distance",
     .caption = "So half of all depths lie between the near plane and twice its distance. On the ruler each "
                "tick is a tenth of depth, and each label ten times as far as the one before.",
     .change = walk_away,
     CLAIMS(BP_CLAIM_THAT(62,
                          "Half of all depths lie between the near plane and twice its distance: at P, 0.2 m "
                          "away, depth is 0.5.",
                          measure_depth, WALLS, RED, .expected = {0.5f}),
            BP_CLAIM_THAT(62, "P is at 0.1998 m.", measure_distance, WALLS, 0, .expected = {0.1998f},
                          .tolerance = 1e-4f, .unit = "m")),
     .question = &HALF_WHERE,
     .slider = &(const bp_step_slider)BP_SLIDER_OF("row of P", "", 2, 10, 1, 0, 10, 6),
     .code = "f * (d - n) / ((f - n) * d)",
     .arrange = show_floor,
     .seconds = 1.2f,
     .cover = true},
    {.heading = "Push the near plane away",
     .caption = "Few depths must serve a long way, so surfaces fight most far away. Beyond 50 m lies 1 of "
                "1000 depths; with the near plane at 0.2 m there are 2, at 1 m there are 10. But what is "
                "nearer than the plane is cut off.",
     .change = push_near,
     CLAIMS(BP_CLAIM_THAT(62, "With the near plane at 0.2 m, 2 of 1000 depths are left beyond 50 m, not 1.",
                          measure_left, WALLS, 0, .expected = {2.004f}, .tolerance = 1e-3f)),
     .slider = &(const bp_step_slider)BP_SLIDER_OF("near plane", " m", 0.1f, 1, 0.05f, 2, 0.1f, 0.2f),
     .code = "camera.near_z = 0.2f;"},
    {.heading = "Reversed z",
     .caption = "Far away all depths crowd near 1, where a step of a floating-point number is largest. Near "
                "0 its steps are far smaller.\n\nSo picture 2 turns depth round: 1 is near, 0 is far. Its "
                "two posters, a millimetre apart, don't fight at any distance.",
     .change = take_away,
     .slider = &(const bp_step_slider)BP_SLIDER_OF("distance", " m", 1, 90, 1, 0, 5, 60),
     .code = "n * (f - d) / ((f - n) * d)",
     .footnote = "The buffer holds floats, is cleared to 0, and the test is GREATER. OpenGL: glClipControl. "
                 "Bindpose keeps 0 near.",
     .arrange = show_posters,
     .seconds = 1.2f},
};

const bp_lesson_plan bp_lesson = {
    PIXEL_LESSON(23, "23_depth"),
    .title = "How does a pixel know what is in front?",
    .summary = "Each pixel keeps the nearest depth, so the order of drawing doesn't matter.",
    .difficulty = 2,
    .text =
        {.goal = "You will be able to say which of several surfaces a pixel shows, and to cure z-fighting.",
         .learned =
             {"Each pixel keeps the depth of what it shows. Only what is at least as near may draw over it.",
              "Surfaces in one plane fight, because their depths are rounded differently. A bias decides.",
              "Half of all depths lie between the near plane and twice its distance.",
              "Pixel (222, 180): at the point (222.875, 180.375) the hem has depth 0.66407. Then comes the "
              "shirt with 0.66166: nearer, so the shirt stays."},
         .next = "Why did textures swim on old consoles?",
         .teaches = "How a pixel finds the nearest surface, and what two surfaces in one plane do.",
         .prerequisites = "21_vertex_to_pixel",
         .try_this = {"At step 3 draw three triangles. Which picture is half done?",
                      "At step 8 count the depths beyond 50 m for a near plane at 0.5 m."},
         .questions = {"Why must translucent surfaces be drawn after opaque ones, and from far to near?",
                       "A far wall is drawn before a near one, or after it. Which is faster, and by what?",
                       "With the near plane at 0.01 m, how many of 1000 depths are left beyond 50 m?"},
         .answers = {"They mix with what is behind them, so that must be there before. Drawn later, it fails "
                     "the depth test and is missing (lesson 27).",
                     "Afterwards is faster: its pixels fail the test before their colours are computed. "
                     "Drawn first, all of its colours are computed in vain.",
                     "0.1 of them: z at 50 m is 100 (50 - 0.01) / (99.99 . 50) = 0.9999, and 0.0001 is left "
                     "for all that is farther."}},
};
