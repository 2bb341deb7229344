/* Perspective-correct interpolation: what lies between the corners of a triangle is not mixed on the screen.
 *
 * The formula: Vulkan 1.3, "Basic Polygon Rasterization"; OpenGL 4.6, 14.6.1, equation 14.9: f = (sum of a_i f_i / w_i) / (sum
 * of a_i / w_i), a_i the weights on the screen. Direct3D 11.3 Functional Specification: interpolation "linear" against
 * "noperspective".
 *
 * A square floor: on the screen its near edge D to C is 14 pixels wide, at y = 11.5, and its far edge A to B 3.5, at y = 1.5. What
 * is four times as far looks a quarter as wide: w is 1 at C and D, and 4 at A and B. v is 0 at the near edge and 1 at the far one.
 *
 * The centre of pixel (7, 6), P, is at y = 6.5, half of the way from the near edge to the far one on the screen. There
 *     1/w = (1/1 + 1/4) / 2 = 0.625    v/w = (0/1 + 1/4) / 2 = 0.125    v = 0.125 / 0.625 = 0.2
 * Mixed without w, v would be 0.5. As a share s of the way: v = (s/4) / (1 - s + s/4) = s / (4 - 3 s). The first of four rows of tiles
 * ends at v = 1/4: s = 4/7, y = 11.5 - 10 * 4/7 = 5.79. So in column 7 it has the rows 6 to 10, five; without w it ends at
 * s = 1/4, y = 9, and has the rows 9 and 10. (Row 11 has its centre on the near edge, a bottom one.) */
#include "shared/pixels.h"
#include <bindpose/bindpose.h>
#include <bindpose/lesson_session.h>
#include <math.h>

/* clang-format off */
enum { RIGHT, WRONG };                                          /* stages */
static const float NEAR_HALF = 7, FAR_HALF = 1.75f, MIDDLE = 8; /* pixels */
static const float NEAR_Y = 11.5f, FAR_Y = 1.5f;

/* The floor with a far corner B: w is the ratio of the widths. Triangles ABD and BCD. */
static void put_floor(bp_world *world, bp_vec2 b) {
    const float half = bp_clamp(b.x - MIDDLE, 0.5f, NEAR_HALF), w = NEAR_HALF / half, y = bp_clamp(b.y, 0.5f, 10.5f);
    const bp_pixel_corner corner[4] = {{{MIDDLE - half, y}, w, 0, 0, 1}, {{MIDDLE + half, y}, w, 0, 1, 1},
                                       {{MIDDLE + NEAR_HALF, NEAR_Y}, 1, 0, 1, 0},
                                       {{MIDDLE - NEAR_HALF, NEAR_Y}, 1, 0, 0, 0}};
    for (int s = RIGHT; s <= WRONG; s++) bp_pixel_set_quad(bp_grid_of(&world->stages[s])->triangles, corner);
}
static void put_b(bp_world *world, int point, bp_vec2 to) { (void)point, put_floor(world, to); }
static void write_notes(bp_world *world) {
    float w = bp_grid_of(&world->stages[RIGHT])->triangles[0].w[1];
    bp_world_note(world, RIGHT, "w: %.3g at the far edge, 1 at the near one", (double)w);
    bp_world_note(world, WRONG, "w is not used");
}
static void paint(bp_world *world, bp_pixel_paint with) {
    for (int s = RIGHT; s <= WRONG; s++) bp_grid_of(&world->stages[s])->paint = with;
}
static void setup(bp_world *world) {
    bp_world_add_pixels(world, "Divided by w", "a floor of 4 x 4 tiles, seen from above its near edge", 16, 12);
    bp_world_add_pixels(world, "Not divided", "mixed on the screen", 16, 12);
    if (world->error.kind != BP_ERROR_NONE) return;
    for (int s = RIGHT; s <= WRONG; s++) bp_grid_of(&world->stages[s])->triangle_count = 2;
    put_floor(world, (bp_vec2){MIDDLE + FAR_HALF, FAR_Y});
    paint(world, BP_PAINT_TILES);
    bp_pixel_put(world, RIGHT, BP_PIXEL_PROBE, (bp_vec2){7.5f, 6.5f});
    bp_grid_of(&world->stages[RIGHT])->show_probe = bp_grid_of(&world->stages[WRONG])->show_probe = true;
    world->stage_count = 1;
    world->write_notes = write_notes;
}
static void show_v(bp_world *world, float t) { paint(world, t < 0.5f ? BP_PAINT_TILES : BP_PAINT_V); }
static void show_wrong(bp_world *world) { world->stage_count = 2; }
static void forget_w(bp_world *world, float t) { bp_grid_of(&world->stages[WRONG])->without_w = t >= 0.5f; }
static void show_tiles(bp_world *world, float t) { paint(world, t < 0.5f ? BP_PAINT_V : BP_PAINT_TILES); }
static void face_it(bp_world *world, float t) {
    put_floor(world, (bp_vec2){bp_mix(MIDDLE + FAR_HALF, MIDDLE + NEAR_HALF, t), FAR_Y});
}

/* What the picture says: the grey of the probed pixel as v. */
static void measure_v(bp_world *world, const bp_measure_args *args, float *values) {
    bp_measure_pixel_bytes(world, args, values);
    values[0] /= 255, values[1] = values[2] = 0;
}
/* By the formula: 1/w and v/w at the probed pixel, mixed on the screen, and their quotient. */
static void measure_formula(bp_world *world, const bp_measure_args *args, float *values) {
    float weights[3], one_over_w = 0, v_over_w = 0;
    const bp_pixel_triangle *in = bp_pixel_weights(bp_grid_of(&world->stages[args->stage]), 0, 2, weights);
    for (int i = 0; in && i < 3; i++) one_over_w += weights[i] / in->w[i], v_over_w += weights[i] * in->v[i] / in->w[i];
    if (in) values[0] = one_over_w, values[1] = v_over_w, values[2] = v_over_w / one_over_w;
}
static void measure_v_over_w(bp_world *world, const bp_measure_args *args, float *values) {
    measure_formula(world, args, values);
    values[0] = values[1];
}
/* Of both stages: rows of column 7 that lie in the first quarter of v. */
static void measure_first_row(bp_world *world, const bp_measure_args *args, float *values) {
    for (int s = RIGHT; s <= WRONG; s++) {
        const bp_pixel_grid *grid = bp_grid_of(&world->stages[s]);
        for (int i = args->other; i < grid->width * grid->height; i += grid->width)
            values[s] += (float)(grid->owners[i] && grid->pixels[i].r < 255 / 4.0f);
    }
}
static void measure_differing(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *a = bp_grid_of(&world->stages[RIGHT]), *b = bp_grid_of(&world->stages[WRONG]);
    for (int i = args->other; i < a->width * a->height; i++)
        values[0] += (float)(a->pixels[i].r != b->pixels[i].r || a->pixels[i].g != b->pixels[i].g);
}

static const bp_readout ONE_V[] = {{"v at P", measure_v, {RIGHT, 0, 0, 0}, "%.2f", NULL}};
static const bp_readout BOTH_V[] = {{"v at P, divided", measure_v, {RIGHT, 0, 0, 0}, "%.2f", NULL}, {"v at P, not divided", measure_v, {WRONG, 0, 0, 0}, "%.2f", NULL}};
static const bp_readout DIFFERING[] = {{"pixels that differ", measure_differing, {0, 0, 0, 0}, "%.0f", NULL}};
static const bp_readout FORMULA[] = {{"1/w at P", measure_formula, {0, 0, 0, 0}, "%.4g", NULL}, {"v/w at P", measure_v_over_w, {0, 0, 0, 0}, "%.4g", NULL}};
static const bp_handle HANDLES[] = {BP_PIXEL_HANDLE("B", RIGHT, 1, put_b), BP_PIXEL_HANDLE("P", RIGHT, BP_PIXEL_PROBE, NULL)};
static const bp_claim NEARER[] = {
    {17, "Half of the way on the screen is a fifth of the way on the floor: v = 0.2.", measure_v, {RIGHT, 0, 0, 0}, .expected = {0.2f}, .tolerance = 1e-3f}};
static const bp_claim MIXED[] = {
    {18, "Mixed without w, v is 0.5 there.", measure_v, {WRONG, 0, 0, 0}, .expected = {0.5f}, .tolerance = 3e-3f},
    {19, "The nearest of four rows of tiles has 5 rows of pixels; without w it has 2.", measure_first_row, {0, 7, 0, 0}, 2, {5, 2}, .unit = "pixels"}};
static const bp_claim QUOTIENT[] = {
    {20, "Mixed on the screen, 1/w is 0.625 and v/w 0.125; their quotient is v = 0.2.", measure_formula, {0, 0, 0, 0}, 3, {0.625f, 0.125f, 0.2f}, .holds_before = true}};
static const bp_claim FACING[] = {
    {21, "If all corners have the same w, both rules draw the same picture.", measure_differing, {0, 0, 0, 0}, .expected = {0}, .unit = "pixels"}};
static const bp_question WHERE = {
    "P is half of the way from the near edge to the far one, on the screen. Where on the floor is that?",
    .kind = BP_QUESTION_CHOICE, .answer = 0, .caption = "We call the way across the floor v: 0 at the near edge, 1 at the far one. The far edge is four times as far away as the near one.",
    .options = {"nearer to the near edge", "in the middle of the floor", "nearer to the far edge"},
    .right = "Far tiles look small, so the far half of the floor needs less than half of the picture.",
    .wrong = {{1, "P lies in the nearest of four rows of tiles. Each is a quarter of the floor."}, {2, "P lies in the nearest of four rows of tiles. The near ones look larger."}},
    .hint = "Which rows of tiles look larger?"};
static const bp_question RECIPROCAL = {
    "1/w may be mixed on the screen. At the near edge w is 1, at the far one 4. What is 1/w half of the way between?",
    .answer = 0.625f, .caption = "v can't be mixed on the screen, but two other numbers can: v/w and 1/w. A rasterizer mixes both, and divides.",
    .right = "The mean of 1 and a quarter. With v/w, half of a quarter, the quotient is a fifth.",
    .wrong = {{0.4f, "That is 1 over the mean of both w. Take the reciprocals first, then their mean."}, {2.5f, "That is the mean of both w. Take the mean of 1/w."},
              {1.6f, "That is w there. The question asks for 1/w."}, {0.5f, "1/w is 1 at the near edge and a quarter at the far one."}},
    .hint = "Take 1/w at both edges. Half of the way lies their mean."};

static const bp_step STEPS[] = {
    {"A floor of tiles lies before you. The rasterizer knows where each corner is on the screen, and its w: how far away it is. "
     "What colour has a pixel between them, such as P? Drag B to tilt the floor.",
     .handles = HANDLES, .handle_count = 2},
    {"Now the brightness is v: 0 near, 1 far. P is half of the way up the picture, and not even a quarter of the way across the floor. Drag P up and down: near the horizon v rises fast.",
     show_v, NEARER, BP_COUNT(NEARER), &WHERE, ONE_V, BP_COUNT(ONE_V), .handles = HANDLES, .handle_count = 2, .pictured = true},
    {"The other picture comes from the same rasterizer, with all w set to 1. It mixes v evenly on the screen, as if the floor stood upright.",
     forget_w, MIXED, BP_COUNT(MIXED), .readouts = BOTH_V, .readout_count = BP_COUNT(BOTH_V), .handles = HANDLES, .handle_count = 2, .arrange = show_wrong},
    {"With tiles the mistake is plain. Each of the two triangles mixes for itself, so lines bend where they meet. When the camera moves, such textures swim. "
     "Drag B, and watch the tiles on both.",
     show_tiles, .readouts = DIFFERING, .readout_count = BP_COUNT(DIFFERING), .handles = HANDLES, .handle_count = 2, .pictured = true},
    {"On the screen, v/w and 1/w change evenly, and v is their quotient. That costs one division at each pixel. "
     "Colours, normals and texture coordinates all go this way.",
     NULL, QUOTIENT, BP_COUNT(QUOTIENT), &RECIPROCAL, FORMULA, BP_COUNT(FORMULA), .handles = HANDLES, .handle_count = 2},
    {"Here all corners are equally far away: the floor has become a wall that faces you. The division changes nothing, and both pictures are the same. "
     "So the mistake hides until something is tilted. Drag B inwards to see it come back.",
     face_it, FACING, BP_COUNT(FACING), .readouts = DIFFERING, .readout_count = BP_COUNT(DIFFERING), .handles = HANDLES, .handle_count = 2, .seconds = 1.5f, .pictured = true},
};

const bp_lesson_plan bp_lesson = {
    .number = 24, .name = "24_perspective", .title = "Perspective-correct interpolation",
    .summary = "Half of the way on the screen isn't half of the way on the floor.",
    .difficulty = 2, .group = BP_LESSONS_PIXELS, .setup = setup, .steps = STEPS, .step_count = BP_COUNT(STEPS),
    .text = {.goal = "You will be able to compute what a pixel shows between the corners of a tilted triangle.",
             .learned = {"What is far looks small, so values can't be mixed evenly on the screen.", "v/w and 1/w can. A rasterizer mixes both, and divides at each pixel.",
                         "Without the division textures bend where triangles meet, and swim when something moves.", "If all corners are equally far away, the division changes nothing."},
             .next = "Textures",
             .teaches = "How a value between the corners is found: v/w and 1/w, and one division.", .prerequisites = "21_vertex_to_pixel",
             .try_this = {"At step 4 drag B until the far edge is half as wide as the near one. How many rows of pixels has each row of tiles?", "At step 2 find the pixel where v is a half."},
             .questions = {"Depth is mixed on the screen without this division. Why is that right?", "Some old game consoles had no division at each pixel. How could a program hide it?",
                           "Why doesn't a colour that is equal at all corners show the mistake?"}},
};
