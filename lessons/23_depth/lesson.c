/* Depth: a second number for each pixel, and the test that keeps what is nearest.
 *
 * The test: Vulkan 1.3, "Depth Test"; OpenGL 4.6, 17.3.4 "Depth Buffer Test"; Direct3D 11.3 Functional
 * Specification, on the output merger. Bias: Vulkan "Depth Bias".
 *
 * Two walls of 12 x 6 pixels, columns 2 to 13: red has the rows 2 to 7, blue the rows 4 to 9, so they overlap in 12 x 4. Red's
 * depth goes from 0.2 at x = 2 to 0.8 at x = 14, 0.05 for each pixel; blue's the other way. They are equal at x = 8. At P, the
 * pixel (5, 6), x = 5.5: red 0.2 + 0.05 * 3.5 = 0.375, blue 0.8 - 0.175 = 0.625.
 * With the test red keeps the overlap's columns 2 to 7, blue 8 to 13: 72 - 24 = 48 pixels each, in either order. Without it
 * the wall that is drawn last has all of its 72 pixels, and the other 24.
 *
 * Then both are in one plane, 0.2 + 0.043 (x - 2) + 0.017 (y - 2). Their corners differ, so their depths are rounded in different
 * ways, and neither is in front everywhere. A bias of 1/1000 is more than any rounding, and puts blue in front: 72 pixels.
 *
 * At last a floor from the near plane, n = 0.1 m, to the far plane, f = 100 m. Depth at a distance d: z = f (d - n) / ((f - n) d), from the
 * matrices of perspective_rh in Direct3D and Vulkan. On the screen 1/d changes evenly, and z with it: z = f / (f - n) - f n / (f - n) * 1/d.
 * The near edge is at y = 11.5 and the far one at y = 1.5, so P at y = 6.5 has z = 0.5, and 1/d = (10 + 0.01) / 2 = 5.005: d = 0.1998.
 * Beyond 50 m are 1 - z = n (f - d) / ((f - n) d) = 0.1 * 50 / (99.9 * 50) = 1.001 of 1000 depths; with n = 0.2, 0.2 / 99.8: 2.004. */
#include "shared/pixels.h"
#include <bindpose/bindpose.h>
#include <bindpose/lesson_session.h>

/* clang-format off */
enum { TESTED, UNTESTED }; /* stages */
typedef enum wall { RED, BLUE } wall;
static const float LEFT = 2, EDGE = 14, TALL = 6, CROSS = 8; /* pixels */
static const float TOP[] = {2, 4};
static const bp_rgba8 COLOR[] = {{214, 60, 40, 255}, {60, 120, 230, 255}};

typedef struct plane {
    float z, dx, dy; /* at (2, 2), and how it changes to the right and down */
} plane;
static const plane RISING = {0.2f, 0.05f, 0}, ONE_PLANE = {0.2f, 0.043f, 0.017f};

/* The plane that crosses red's at x = c. */
static plane falling(float c) { return (plane){0.2f + 0.1f * (c - 2), -0.05f, 0}; }
static bp_pixel_triangle *triangles_of(bp_world *world, int stage, wall which) {
    bp_pixel_triangle *all = bp_grid_of(&world->stages[stage])->triangles;
    bool red_first = all[0].color.r > all[0].color.b;
    return red_first == (which == RED) ? all : all + 2;
}
/* Wall number `place` in the order of drawing. */
static void put_wall(bp_world *world, int stage, int place, wall which, plane in) {
    bp_pixel_triangle *to = &bp_grid_of(&world->stages[stage])->triangles[2 * place];
    bp_pixel_corner corner[4];
    for (int i = 0; i < 4; i++) {
        bp_vec2 at = {i == 0 || i == 3 ? LEFT : EDGE, i < 2 ? TOP[which] : TOP[which] + TALL};
        corner[i] = (bp_pixel_corner){.at = at, .z = in.z + in.dx * (at.x - 2) + in.dy * (at.y - 2)};
    }
    bp_pixel_set_quad(to, corner);
    to[0].color = to[1].color = COLOR[which];
}
static void put_walls(bp_world *world, wall first, plane red, plane blue) {
    for (int s = TESTED; s <= UNTESTED; s++) {
        put_wall(world, s, first == RED ? 0 : 1, RED, red);
        put_wall(world, s, first == RED ? 1 : 0, BLUE, blue);
    }
}
static wall first_of(bp_world *world) {
    return triangles_of(world, TESTED, RED) == bp_grid_of(&world->stages[TESTED])->triangles ? RED : BLUE;
}
static float cross_of(bp_world *world) { return 2 + (triangles_of(world, TESTED, BLUE)[0].z[0] - 0.2f) / 0.1f; }
static bp_vec3 position_x(bp_world *world) {
    return bp_plane_to_world(&world->stages[TESTED], (bp_vec2){cross_of(world), 6}, 0);
}
static void set_x(bp_world *world, bp_vec3 to) {
    float c = bp_clamp(bp_plane_from_world(&world->stages[TESTED], to).x, 6, 10); /* depths stay from 0 to 1 */
    put_walls(world, first_of(world), RISING, falling(c));
}
static void write_notes(bp_world *world) {
    for (int s = TESTED; s <= UNTESTED; s++)
        bp_world_note(world, s, "%s", first_of(world) == RED ? "red is drawn first, then blue"
                                             : "blue is drawn first, then red");
}
static void setup(bp_world *world) {
    bp_world_add_pixels(world, "Two walls that cross", "red comes nearer to the left, blue to the right", 16, 12);
    bp_world_add_pixels(world, "Without a depth test", "what is drawn last stays", 16, 12);
    if (world->error.kind != BP_ERROR_NONE) return;
    for (int s = TESTED; s <= UNTESTED; s++) {
        bp_pixel_grid *grid = bp_grid_of(&world->stages[s]);
        grid->triangle_count = 4, grid->show_probe = true;
        grid->probe = (bp_vec2){5.5f, 6.5f};
    }
    put_walls(world, RED, RISING, falling(CROSS));
    world->stage_count = 1;
    world->write_notes = write_notes;
}
static void test_depth(bp_world *world, float t) { bp_grid_of(&world->stages[TESTED])->depth_test = t >= 0.5f; }
static void show_both(bp_world *world) {
    world->stages[TESTED].title = "With a depth test", world->stages[TESTED].subtitle = "what is nearest stays";
    world->stage_count = 2;
}
static void blue_first(bp_world *world, float t) { put_walls(world, t < 0.5f ? RED : BLUE, RISING, falling(CROSS)); }
static void show_one(bp_world *world) {
    world->stage_count = 1;
    world->stages[TESTED].title = "Two walls in one plane", world->stages[TESTED].subtitle = "with a depth test";
}
static void one_plane(bp_world *world, float t) {
    plane blue = falling(CROSS), red = RISING;
    const plane from[] = {red, blue};
    plane to[2];
    for (int i = 0; i < 2; i++)
        to[i] = (plane){bp_mix(from[i].z, ONE_PLANE.z, t), bp_mix(from[i].dx, ONE_PLANE.dx, t),
                        bp_mix(from[i].dy, ONE_PLANE.dy, t)};
    put_walls(world, RED, to[0], t < 1 ? to[1] : to[0]);
}
static void bias(bp_world *world, float t) {
    for (int i = 0; i < 2; i++) triangles_of(world, TESTED, BLUE)[i].bias = -0.001f * t;
}

/* A floor from a near plane n to FAR; its near edge is drawn at the row where a floor from NEAREST_N has that distance. */
static const float FAR = 100, NEAREST_N = 0.1f, HORIZON = 1.5f, ROWS = 10; /* metres, pixels */
static float depth_at(float d, float n) { return FAR * (d - n) / ((FAR - n) * d); }
static float near_of(bp_world *world) { return bp_grid_of(&world->stages[TESTED])->triangles[1].w[1]; }
static void put_floor(bp_world *world, float n) {
    const float near_d[] = {FAR, FAR, n, n};
    bp_pixel_triangle *floor = bp_grid_of(&world->stages[TESTED])->triangles;
    bp_pixel_corner corner[4];
    for (int i = 0; i < 4; i++) {
        const float d = near_d[i], half = 7 * NEAREST_N / d, side = i == 1 || i == 2 ? 1 : -1;
        const float rows = ROWS * (1 / d - 1 / FAR) / (1 / NEAREST_N - 1 / FAR);
        corner[i] = (bp_pixel_corner){{CROSS + side * half, HORIZON + rows}, d, depth_at(d, n), 0, 0};
    }
    bp_pixel_set_quad(floor, corner);
}
static bp_vec3 position_near(bp_world *world) {
    return bp_plane_to_world(&world->stages[TESTED], (bp_vec2){CROSS, bp_grid_of(&world->stages[TESTED])->triangles[1].corner[1].y}, 0);
}
static void set_near(bp_world *world, bp_vec3 to) {
    float rows = bp_clamp(bp_plane_from_world(&world->stages[TESTED], to).y - HORIZON, 1, ROWS);
    put_floor(world, 1 / (1 / FAR + rows / ROWS * (1 / NEAREST_N - 1 / FAR)));
}
static void write_planes(bp_world *world) {
    bp_world_note(world, TESTED, "near plane at %.3g m, far plane at 100 m", (double)near_of(world));
}
static void show_floor(bp_world *world) {
    bp_stage *stage = &world->stages[TESTED];
    stage->title = "A floor, 100 m long", stage->subtitle = "from the near plane to the far one";
    bp_grid_of(stage)->triangle_count = 2;
    bp_grid_of(stage)->triangles[0] = (bp_pixel_triangle){.color = {200, 160, 90, 255}, .unlined = 2};
    bp_grid_of(stage)->triangles[1] = (bp_pixel_triangle){.color = {200, 160, 90, 255}, .unlined = 4};
    put_floor(world, NEAREST_N);
    bp_grid_of(stage)->probe = (bp_vec2){7.5f, 10.5f};
    world->write_notes = write_planes;
}
static void walk_away(bp_world *world, float t) { bp_grid_of(&world->stages[TESTED])->probe = (bp_vec2){7.5f, 10.5f - 4 * t}; }
static void push_near(bp_world *world, float t) {
    bp_grid_of(&world->stages[TESTED])->probe = (bp_vec2){7.5f, 3.5f};
    put_floor(world, NEAREST_N * (1 + t));
}

/* Pixels of the wall args->other that are seen. */
static void measure_seen(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *grid = bp_grid_of(&world->stages[args->stage]);
    for (int i = 0; i < grid->width * grid->height; i++)
        values[0] += (float)(grid->pixels[i].r == COLOR[args->other].r && grid->pixels[i].b == COLOR[args->other].b);
}
/* The depth of that wall at the centre of the probed pixel, mixed from its corners; 1, the far end, beside it. */
static void measure_depth(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *grid = bp_grid_of(&world->stages[args->stage]);
    const int first = (int)(triangles_of(world, args->stage, (wall)args->other) - grid->triangles);
    float weights[3];
    const bp_pixel_triangle *in = bp_pixel_weights(grid, first, 2, weights);
    values[0] = in ? 0 : 1;
    for (int i = 0; in && i < 3; i++) values[0] += weights[i] * in->z[i];
}
/* How far away the floor is at P; beside it, the far plane. */
static void measure_distance(bp_world *world, const bp_measure_args *args, float *values) {
    float weights[3], one_over_d = 0;
    const bp_pixel_triangle *in = bp_pixel_weights(bp_grid_of(&world->stages[args->stage]), 0, 2, weights);
    for (int i = 0; in && i < 3; i++) one_over_d += weights[i] / in->w[i];
    values[0] = in ? 1 / one_over_d : FAR;
}
/* Of 1000 depths, how many are left beyond 50 m. */
static void measure_left(bp_world *world, const bp_measure_args *args, float *values) {
    (void)args;
    values[0] = 1000 * (1 - depth_at(50, near_of(world)));
}

static const bp_readout DEPTHS[] = {{"depth of red at P", measure_depth, {TESTED, RED, 0, 0}, "%.3f", NULL}, {"depth of blue at P", measure_depth, {TESTED, BLUE, 0, 0}, "%.3f", NULL}};
static const bp_readout SEEN[] = {{"red pixels, tested", measure_seen, {TESTED, RED, 0, 0}, "%.0f", NULL}, {"red pixels, not tested", measure_seen, {UNTESTED, RED, 0, 0}, "%.0f", NULL}};
static const bp_readout BLUES[] = {{"red pixels", measure_seen, {TESTED, RED, 0, 0}, "%.0f", NULL}, {"blue pixels", measure_seen, {TESTED, BLUE, 0, 0}, "%.0f", NULL}};
static const bp_readout AT_P[] = {{"distance of P", measure_distance, {TESTED, 0, 0, 0}, "%.3g m", NULL}, {"depth at P", measure_depth, {TESTED, RED, 0, 0}, "%.3f", NULL}};
static const bp_readout LEFT_OVER[] = {{"distance of P", measure_distance, {TESTED, 0, 0, 0}, "%.3g m", NULL}, {"depth at P", measure_depth, {TESTED, RED, 0, 0}, "%.3f", NULL},
                                       {"of 1000 depths, beyond 50 m", measure_left, {TESTED, 0, 0, 0}, "%.3g", NULL}};
static const bp_handle HANDLES[] = {{"crossing", TESTED, position_x, set_x, .normal = {0, 0, 1}}, BP_PIXEL_HANDLE("P", TESTED, BP_PIXEL_PROBE, NULL)};
static const bp_handle NEAR_AND_P[] = {{"near plane", TESTED, position_near, set_near, .normal = {0, 0, 1}}, BP_PIXEL_HANDLE("P", TESTED, BP_PIXEL_PROBE, NULL)};
static const bp_handle ONLY_P[] = {BP_PIXEL_HANDLE("P", TESTED, BP_PIXEL_PROBE, NULL)};
static const bp_claim NEAREST[] = {
    {22, "With a depth test each of two crossing walls keeps the half that is nearer: red 48 pixels ...", measure_seen, {TESTED, RED, 0, 0}, .expected = {48}, .unit = "pixels"},
    {22, "... and blue 48.", measure_seen, {TESTED, BLUE, 0, 0}, .expected = {48}, .unit = "pixels"},
    {23, "Depth is mixed evenly on the screen: red has 0.375 at P.", measure_depth, {TESTED, RED, 0, 0}, .expected = {0.375f}, .holds_before = true}};
static const bp_claim ORDERS[] = {
    {24, "Drawn in the other order the walls look the same, with the test: red has 48 pixels.", measure_seen, {TESTED, RED, 0, 0}, .expected = {48}, .unit = "pixels", .holds_before = true},
    {24, "Without it the last one covers the other: red has 72.", measure_seen, {UNTESTED, RED, 0, 0}, .expected = {72}, .unit = "pixels"}};
static const bp_claim BIASED[] = {
    {25, "A bias of 1/1000 puts blue in front: it has all of its 72 pixels.", measure_seen, {TESTED, BLUE, 0, 0}, .expected = {72}, .unit = "pixels"}};
static const bp_claim HALVED[] = {
    {62, "Half of all depths lie between the near plane and twice its distance: at P, 0.2 m away, depth is 0.5.", measure_depth, {TESTED, RED, 0, 0}, .expected = {0.5f}},
    {62, "P is at 0.1998 m.", measure_distance, {TESTED, 0, 0, 0}, .expected = {0.1998f}, .tolerance = 1e-4f, .unit = "m"}};
static const bp_claim PUSHED[] = {
    {62, "With the near plane at 0.2 m, 2 of 1000 depths are left beyond 50 m, not 1.", measure_left, .expected = {2.004f}, .tolerance = 1e-3f}};
static const bp_question HOW_DEEP = {
    "Red's depth is 0.2 at its left edge, x = 2, and 0.8 at its right edge, x = 14. What is it at P, x = 5.5?",
    .answer = 0.375f, .caption = "Now each pixel remembers a depth: 0 is near, 1 is far. A pixel is drawn over only by something that is at least as near.",
    .right = "0.05 for each pixel, and P is 3.5 pixels from the left edge. Blue is at 0.8 - 0.175 there, farther away.",
    .wrong = {{0.35f, "That is at the pixel's left side, x = 5. Depth is taken at its centre."}, {0.475f, "P is 3.5 pixels from red's left edge, not 5.5."}, {0.5f, "That is in the middle of the wall, at x = 8."},
              {0.175f, "That is how much it has grown. It begins at 0.2."}, {0.625f, "That is blue's, which falls to the right."}},
    .hint = "It grows by 0.6 in 12 pixels. How far is P from the left edge?"};
static const bp_question WHICH_CHANGES = {
    "Now blue will be drawn first, and then red. Which picture will change?",
    .kind = BP_QUESTION_CHOICE, .answer = 1, .caption = "Beside it the same walls without a depth test: there the last one covers everything.",
    .options = {"stage 1, with the test", "stage 2, without it", "both", "neither"},
    .right = "The test asks which is nearer, not which came first. Without it, the last one stays.",
    .wrong = {{0, "The test compares depths. They are the same in either order."}, {2, "Without the test, yes. With it, compare the two depths at P in either order."},
              {3, "With the test, none. What does the other stage do at a pixel that both walls cover?"}},     .hint = "What decides at a pixel of both walls: with the test, and without it?"};
static const bp_question HALF_WHERE = {
    "The near plane is at n = 0.1 m, the far one at f = 100 m, and z = f (d - n) / ((f - n) d). Which depth z has the floor at d = 0.2 m?",
    .answer = 0.5f, .caption = "A floor goes from the near plane to the far one. P will move away, up to a distance of 0.2 m.",
    .right = "f / (f - n) is almost 1, and (d - n) / d is 0.1 / 0.2.",
    .wrong = {{0.001f, "So it would be if depth grew evenly with the distance. The formula divides by d."}, {0.1f, "That is d - n. Divide it by d, too."},
              {2, "That is d / (d - n), upside down."}, {1, "1 is the far plane, at 100 m."}},
    .hint = "f / (f - n) is almost 1. What is (d - n) / d?"};

static const bp_step STEPS[] = {
    {"Two walls cross like the blades of scissors: on the left red is nearer to you, on the right blue. Blue was drawn last, and covers all that both share. "
     "No order of drawing could be right, since each wall is in front of the other somewhere. The white lines show the two triangles of each wall.",
     .handles = HANDLES, .handle_count = 2},
    {"Each pixel keeps the nearest depth so far, and what is farther away is dropped. So the walls cross where their depths are equal. "
     "Drag the crossing to move blue nearer or farther, and P to compare depths.",
     test_depth, NEAREST, BP_COUNT(NEAREST), &HOW_DEEP, DEPTHS, BP_COUNT(DEPTHS), .handles = HANDLES, .handle_count = 2, .pictured = true},
    {"With the test the order doesn't matter, and a program may draw opaque things as it likes. Nearest first is fastest, because what is hidden need not be coloured. "
     "Without the test the last one stays.",
     blue_first, ORDERS, BP_COUNT(ORDERS), &WHICH_CHANGES, SEEN, BP_COUNT(SEEN), .handles = HANDLES, .handle_count = 2, .arrange = show_both, .pictured = true},
    {"Now both walls lie in one plane, as a poster does on a wall. Their corners differ, so each depth is rounded in its own way, and where they overlap now one wins, now the other. "
     "That is z-fighting: it flickers when anything moves.",
     one_plane, .readouts = BLUES, .readout_count = BP_COUNT(BLUES), .handles = ONLY_P, .handle_count = 1, .arrange = show_one, .seconds = 1.2f, .pictured = true},
    {"A bias is the remedy: blue's depth is lowered by 1/1000, more than any rounding, and blue is in front everywhere. "
     "Choose it as small as you can: what is really nearer by less than that would now be hidden.",
     bias, BIASED, BP_COUNT(BIASED), .handles = ONLY_P, .handle_count = 1},
    {"Up the picture depth grows evenly, 0.1 for each row: it was divided by w already, so it may be mixed on the screen. The distance grows slowly at first, then fast. "
     "So depth is uneven: half of its range lies between the near plane and twice its distance. Drag P.",
     walk_away, HALVED, BP_COUNT(HALVED), &HALF_WHERE, AT_P, BP_COUNT(AT_P), .handles = ONLY_P, .handle_count = 1, .arrange = show_floor, .seconds = 1.2f, .pictured = true},
    {"Only 1 of 1000 depths was beyond 50 m. Few depths must serve a long way there, so z-fighting is worst far away. "
     "With the near plane at 0.2 m there are 2, but what is nearer is cut off. Put the near plane as far away as you can: drag it.",
     push_near, PUSHED, BP_COUNT(PUSHED), .readouts = LEFT_OVER, .readout_count = BP_COUNT(LEFT_OVER), .handles = NEAR_AND_P, .handle_count = 2},
};

const bp_lesson_plan bp_lesson = {
    .number = 23, .name = "23_depth", .title = "Depth",
    .summary = "Each pixel keeps the nearest depth, so the order of drawing doesn't matter.",
    .difficulty = 2, .group = BP_LESSONS_PIXELS, .setup = setup, .steps = STEPS, .step_count = BP_COUNT(STEPS),
    .text = {.goal = "You will be able to say which of several surfaces a pixel shows, and why two in one plane flicker, most of all far away.",
             .learned = {"Each pixel keeps the depth of what it shows. Only what is at least as near may draw over it.", "So opaque things can be drawn in any order, and surfaces may cross.",
                         "Depth is mixed evenly on the screen. Over the distance half of it lies between the near plane and twice its distance.", "Surfaces in one plane fight, because their depths are rounded differently. A bias decides."},
             .next = "Perspective-correct interpolation", .teaches = "How a pixel finds the nearest surface, and what two surfaces in one plane do.", .prerequisites = "21_vertex_to_pixel",
             .try_this = {"At step 2 drag the crossing to the left until blue covers P.", "At step 4 drag P over the overlap: how far are the two depths apart?"},
             .questions = {"Why must translucent surfaces be drawn after opaque ones, and from far to near?", "A far wall is drawn before a near one, or after it. Which is faster, and by what?",
                           "With the near plane at 0.01 m, how many of 1000 depths are left beyond 50 m?"}},
};
