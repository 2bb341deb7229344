/* From a triangle to pixels: a pixel is covered if its centre lies in the triangle, and three edge functions say so.
 *
 * Point sampling: Vulkan 1.3, "Basic Polygon Rasterization"; OpenGL 4.6, 14.6.1; Direct3D 11.3 Functional Specification,
 * 3.4.2. All three put the sample of a pixel with one sample in its centre.
 *
 * The triangle is A = (2, 2), B = (6.5, 2), C = (2, 6.5), in pixels, rows going down. Its long edge is x + y = 8.5. The
 * centre of the pixel in column i and row j is (i + 0.5, j + 0.5), so it is inside if i >= 2, j >= 2 and i + j + 1 < 8.5:
 * i + j <= 7. Columns 2 to 5 have 4, 3, 2 and 1 such rows: 10 pixels. The pixels' upper left corners (i, j) are inside if
 * i + j <= 8: 5 + 4 + 3 + 2 + 1 = 15, with those on the left and the top edge. The triangle touches these 15 pixels.
 *
 * Edge functions, E(a, b, p) = (bx - ax)(py - ay) - (by - ay)(px - ax). At p = (4.5, 2.5), pixel (4, 2):
 *     AB: 4.5 * 0.5 = 2.25    BC: -4.5 * 0.5 - 4.5 * (4.5 - 6.5) = 6.75    CA: 4.5 * 2.5 = 11.25
 * At p = (7.5, 5.5), pixel (7, 5): AB: 4.5 * 3.5 = 15.75    BC: -4.5 * 3.5 - 4.5 * 1 = -20.25    CA: 4.5 * 5.5 = 24.75
 * Each time they add up to 20.25 = 4.5 * 4.5, twice the area. With B and C exchanged, the values at (4.5, 2.5) come in the
 * order -11.25, -6.75, -2.25.
 *
 * The thin triangle A = (1, 2.25), B = (11, 4), C = (1, 2.75): in column i, x - 1 = i - 0.5 = u, it spans the rows from
 * 2.25 + 0.175 u to 2.75 + 0.125 u. A centre at row 2.5: only u = 0.5 (2.34 to 2.81; the next column begins at 2.51). At 3.5:
 * 3.39 to 3.56 for u = 6.5 (3.21 to 3.44 and 3.56 to 3.69 beside it). So 2 of 10 columns have a pixel. */
#include "shared/painted_marks.h"
#include "shared/pixels.h"
#include <bindpose/bindpose.h>
#include <bindpose/lesson_session.h>

/* clang-format off */
static const bp_vec2 HALF[3] = {{2, 2}, {6.5f, 2}, {2, 6.5f}}, TURNED[3] = {{2, 2}, {2, 6.5f}, {6.5f, 2}},
                     THIN[3] = {{1, 2.25f}, {11, 4}, {1, 2.75f}}, INNER = {4.5f, 2.5f};
static const char *const EDGES[] = {"A to B", "B to C", "C to A"};

static bp_pixel_grid *grid_of(bp_world *world) { return bp_grid_of(&world->stages[0]); }
/* The corners. */
static void write_notes(bp_world *world) {
    const bp_vec2 *c = grid_of(world)->triangles[0].corner;
    bp_world_note(world, 0, "A (%.4g, %.4g)   B (%.4g, %.4g)   C (%.4g, %.4g)", (double)c[0].x,
                  (double)c[0].y, (double)c[1].x, (double)c[1].y, (double)c[2].x, (double)c[2].y);
}
/* While a pixel is probed, an arrow along each edge with the value of its function. */
static void paint(bp_world *world, bp_painter *painter) {
    const bp_stage *stage = &world->stages[0];
    const bp_vec2 *c = grid_of(world)->triangles[0].corner;
    for (int i = 0; grid_of(world)->show_probe && i < 3; i++) {
        float value = 0;
        bp_measure_pixel_edge(world, &(bp_measure_args){.other = i}, &value);
        bp_vec3 from = bp_plane_to_world(stage, c[i], 0), to = bp_plane_to_world(stage, c[(i + 1) % 3], 0);
        bp_mark_arrow(painter, bp_vec3_mix(from, to, 0.1f), bp_vec3_mix(from, to, 0.85f), false, "%s: %+.4g", EDGES[i],
                      (double)value);
    }
}
static void setup(bp_world *world) {
    const bp_stage *stage = bp_world_add_pixels(world, "A picture of 12 x 8 pixels", "x to the right, y down", 12, 8);
    if (!bp_grid_of(stage)) return;
    bp_grid_of(stage)->triangle_count = 1, bp_grid_of(stage)->rule = BP_FILL_NOTHING;
    bp_grid_of(stage)->triangles[0] = (bp_pixel_triangle){.corner = {HALF[0], HALF[1], HALF[2]}, .color = {230, 159, 0, 255}};
    world->write_notes = write_notes, world->paint = paint;
}
static void fill(bp_world *world, float t) { bp_pixel_switch_rule(world, t, BP_FILL_NOTHING, BP_FILL_TOP_LEFT); }
static void show_probe(bp_world *world, float t) { grid_of(world)->show_probe = t > 0, grid_of(world)->probe = INNER; }
static void move_probe(bp_world *world, float t) { grid_of(world)->probe = (bp_vec2){INNER.x + 3 * t, INNER.y + 3 * t}; }
static void exchange(bp_world *world, float t) {
    grid_of(world)->probe = INNER;
    bp_pixel_mix_corners(grid_of(world)->triangles, HALF, TURNED, t);
}
static void only_positive(bp_world *world, float t) {
    bp_pixel_switch_rule(world, t, BP_FILL_TOP_LEFT, BP_FILL_POSITIVE);
}
static void begin_again(bp_world *world) {
    grid_of(world)->rule = BP_FILL_TOP_LEFT, grid_of(world)->show_probe = false;
    bp_pixel_mix_corners(grid_of(world)->triangles, HALF, HALF, 0);
}
static void test_corners(bp_world *world, float t) {
    bp_pixel_switch_rule(world, t, BP_FILL_TOP_LEFT, BP_FILL_PIXEL_CORNER);
}
static void make_thin(bp_world *world, float t) {
    grid_of(world)->rule = BP_FILL_TOP_LEFT;
    bp_pixel_mix_corners(grid_of(world)->triangles, HALF, THIN, t);
}

static const bp_readout COVERED[] = {{"pixels covered", bp_measure_pixels_covered, {0, 0, 0, 0}, "%.0f", NULL}};
static const bp_readout AT_PIXEL[] = {
    {"edge from A to B", bp_measure_pixel_edge, {0, 0, 0, 0}, "%+.2f", NULL},
    {"edge from B to C", bp_measure_pixel_edge, {0, 1, 0, 0}, "%+.2f", NULL},
    {"edge from C to A", bp_measure_pixel_edge, {0, 2, 0, 0}, "%+.2f", NULL}};
static const bp_handle CORNERS[] = {BP_PIXEL_HANDLE("A", 0, 0, NULL), BP_PIXEL_HANDLE("B", 0, 1, NULL), BP_PIXEL_HANDLE("C", 0, 2, NULL),
                                    BP_PIXEL_HANDLE("P", 0, BP_PIXEL_PROBE, NULL)};
static const bp_claim CENTRES[] = {
    {1, "A pixel is covered if its centre lies in the triangle: 10 pixels.", bp_measure_pixels_covered, .expected = {10}, .unit = "pixels"}};
static const bp_claim INSIDE[] = {
    {2, "Inside, all three edge functions have one sign: at (4.5, 2.5) they are 2.25, 6.75 and 11.25.", bp_measure_pixel_edges, .count = 3, .expected = {2.25f, 6.75f, 11.25f}, .unit = "square pixels"}};
static const bp_claim OUTSIDE[] = {
    {3, "Beyond an edge its function changes sign: at (7.5, 5.5) they are 15.75, -20.25 and 24.75.", bp_measure_pixel_edges, .count = 3, .expected = {15.75f, -20.25f, 24.75f}, .unit = "square pixels"},
    {4, "The three add up to twice the area, wherever the point is.", bp_measure_pixel_edge, {.other = 3}, .expected = {20.25f}, .unit = "square pixels", .holds_before = true}};
static const bp_claim EXCHANGED[] = {
    {5, "Corners in the other order change all signs: -11.25, -6.75 and -2.25 at (4.5, 2.5).", bp_measure_pixel_edges, .count = 3, .expected = {-11.25f, -6.75f, -2.25f}, .unit = "square pixels"},
    {5, "The rasterizer covers 10 pixels in either order.", bp_measure_pixels_covered, .expected = {10}, .unit = "pixels", .holds_before = true}};
static const bp_claim POSITIVE[] = {
    {6, "A rule that wants three positive functions leaves this triangle out.", bp_measure_pixels_covered, .expected = {0}, .unit = "pixels"}};
static const bp_claim SHIFTED[] = {
    {7, "A wrong rule tests the pixels' upper left corners: 15 pixels instead of 10.", bp_measure_pixels_covered, .expected = {15}, .unit = "pixels"}};
static const bp_claim BROKEN[] = {
    {8, "A triangle thinner than a pixel covers 2 pixels in 10 columns.", bp_measure_pixels_covered, .expected = {2}, .unit = "pixels"}};
static const bp_question HOW_MANY = {
    "A pixel is filled if its centre, the dot, lies in the triangle. How many pixels will that be?",
    .answer = 10, .unit = "pixels", .caption = "Pixels are filled as a whole or not at all. So a rule must decide for each one.",
    .right = "Four dots in the first column, then three, two and one. The area, 10.1, is close to it: so it is for larger triangles, too.",
    .wrong = {{15, "You counted every pixel that the triangle touches. Only the dot decides."}, {6, "You counted the pixels that lie in the triangle as a whole. The dot is enough."},
              {11, "One too many. Look at the dots along the sloping edge once more."}, {9, "One too few. Look at the dots along the sloping edge once more."}},
    .hint = "Count the dots inside the outline, column by column."};
static const bp_question WHICH_SIGNS = {
    "P will move down and to the right, over the sloping edge. Which signs will the three functions have there?",
    .kind = BP_QUESTION_CHOICE, .answer = 1, .caption = "So far P lies inside, and all three numbers are positive.",
    .options = {"all three positive", "only B to C negative", "all three negative", "only A to B negative"},
    .right = "P crosses one edge, and only that edge's function changes its sign.",
    .wrong = {{0, "That is the sign of a point inside. P leaves the triangle."}, {2, "P stays on the same side of two edges: below A to B, and to the right of C to A."},
              {3, "A to B is the upper edge. P stays below it."}},     .hint = "Which edge does P cross?"};

static const bp_step STEPS[] = {
    {"A picture is a grid of pixels, and a triangle has three corners, which may lie between them. Take a corner by its diamond and drag it. "
     "Which pixels should the triangle fill? No pixel can be half filled.",
     .handles = CORNERS, .handle_count = 3},
    {"A dot marks each pixel's centre. The pixel is filled if its dot lies in the triangle, however much of the square does. "
     "Drag a corner slowly: pixels change when the outline passes their dots.",
     fill, CENTRES, BP_COUNT(CENTRES), &HOW_MANY, COVERED, BP_COUNT(COVERED), .handles = CORNERS, .handle_count = 3, .pictured = true},
    {"How does a program know that a dot is inside? Each edge divides the plane. Its edge function is positive to the right of the arrow, negative to its left, and 0 on it. "
     "Inside, all three are positive. Drag P over the grid.",
     show_probe, INSIDE, BP_COUNT(INSIDE), .readouts = AT_PIXEL, .readout_count = BP_COUNT(AT_PIXEL), .handles = CORNERS, .handle_count = 4, .pictured = true},
    {"P crossed one edge, and one sign changed. Each number is twice the area of the triangle that its edge makes with P, so all three add up to twice the whole area. "
     "Divided by that sum, each is the share of the corner opposite its edge in P's colour: B to C counts for A. Here, outside, that share is negative.",
     move_probe, OUTSIDE, BP_COUNT(OUTSIDE), &WHICH_SIGNS, .handles = CORNERS, .handle_count = 4},
    {"B and C changed places, so the arrows run the other way round, and inside all three are negative. "
     "The sign of their sum tells which way a triangle runs. A rasterizer looks at it first, and then turns all signs.",
     exchange, EXCHANGED, BP_COUNT(EXCHANGED), .handles = CORNERS, .handle_count = 4, .seconds = 1.5f},
    {"This rule takes positive numbers alone, and the triangle is gone. Renderers do that on purpose: seen from behind, a triangle runs the other way, and the back of a closed body need not be drawn. "
     "Each program chooses which way round is the front. Drag C to the other side, and it comes back.",
     only_positive, POSITIVE, BP_COUNT(POSITIVE), .readouts = COVERED, .readout_count = BP_COUNT(COVERED), .handles = CORNERS, .handle_count = 4},
    {"Here a mistake runs: the upper left corner of each pixel is tested, not its centre. The picture moves down and to the right by half a pixel; here that takes 15 pixels instead of 10. "
     "Half a pixel is a common mistake, and a hard one to see.",
     test_corners, SHIFTED, BP_COUNT(SHIFTED), .handles = CORNERS, .handle_count = 3, .arrange = begin_again, .pictured = true},
    {"The right rule again, and a triangle thinner than a pixel. Most dots miss it, and it falls to pieces. That is aliasing: the dots are too far apart for such detail. "
     "More dots in each pixel help: antialiasing adds them.",
     make_thin, BROKEN, BP_COUNT(BROKEN), .handles = CORNERS, .handle_count = 3, .seconds = 1.5f},
};

const bp_lesson_plan bp_lesson = {
    .number = 19, .name = "19_triangle_to_pixels", .title = "From a triangle to pixels",
    .summary = "A pixel is filled if its centre lies in the triangle; three signs say so.",
    .difficulty = 1, .group = BP_LESSONS_PIXELS, .setup = setup, .steps = STEPS, .step_count = BP_COUNT(STEPS),
    .text = {.goal = "You will be able to say which pixels a triangle fills, and to compute it with three edge functions.",
             .learned = {"A pixel is filled if its centre lies in the triangle.", "An edge function is positive on one side of its edge and negative on the other: twice the area of a triangle.",
                         "Inside, all three have one sign, which tells the way that the triangle runs.", "Triangles thinner than a pixel fall to pieces."},
             .next = "Who owns the edge", .teaches = "How a triangle becomes pixels: centres, edge functions and their signs.", .prerequisites = "none",
             .try_this = {"Make a triangle that covers part of nine pixels, and fills none.", "At step 3 drag P onto an edge: what is its number there? And what on the same line, outside of the triangle?",
                          "Drag all three corners onto one line. What is the sum of the three numbers?"},
             .questions = {"Why is the number of filled pixels close to the area, for large triangles?", "Two rasterizers differ in one pixel of a triangle. Both are right about the centre. What may differ?",
                           "How many products does one edge function need at one pixel? And at the pixel to the right of it, if you know this one?"}},
};
