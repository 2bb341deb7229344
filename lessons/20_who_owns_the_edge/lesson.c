/* Who owns the edge: two triangles that share an edge must fill each pixel on it once.
 *
 * The top-left rule: Direct3D 11.3 Functional Specification, 3.4.2.1 "Top-Left Rule". Vulkan 1.3, "Basic Polygon
 * Rasterization", and OpenGL 4.6, 14.6.1, ask for any rule by which exactly one of two polygons with a common edge
 * gets a sample on it. Snapping to 1/256 of a pixel: Direct3D, 3.4.1 "Coordinate Snapping"; Vulkan's subPixelPrecisionBits.
 *
 * The square has the corners A = (2.5, 1.5), B = (8.5, 1.5), C = (8.5, 7.5), D = (2.5, 7.5), all on pixel centres. Its
 * triangles are ABD, the first, and BCD. The centre of column i and row j is (i + 0.5, j + 0.5), so it is on the
 * diagonal B to D, x + y = 10, if i + j = 9. Columns 2 to 8 and rows 1 to 7 have their centres in the square or on its border.
 *
 * Every edge counts: ABD has i >= 2, j >= 1, i + j <= 9: 7 + 6 + ... + 1 = 28 pixels; BCD has as many. Both have the diagonal, 7
 *     pixels, so together they fill 49.
 * No edge counts: i >= 3, j >= 2, i + j <= 8: 4 + 3 + 2 + 1 = 10, and 10: together 20.
 * Top and left edges count: the square has columns 2 to 7 and rows 1 to 6, which is 36, its area. ABD has those with
 *     i + j <= 8: 6 + 5 + ... + 1 = 21. BCD, whose left edge is the diagonal, has the other 15. 36 - 20 = 16 were missing.
 * Unsnapped: B and D of ABD are moved by 1/1000 to the left and up, those of BCD down and to the right, so the diagonals are
 *     x + y = 9.999 and 10.001. The centres on x + y = 10 are in neither: columns 3 to 7, 5 pixels. Their other edges stay.
 *
 * Yellow is (255, 255, 0), cyan (0, 255, 255), each with an alpha of 128 / 255 = 0.502, over black. Once: 0.502 of linear
 * light, which sRGB encodes as 255 * (1.055 * 0.502^(1/2.4) - 0.055) = 188. Yellow, then cyan: red 0.502 * 0.498 = 0.25: 137; green
 * 0.502 + 0.25 = 0.752: 225; blue 0.502: 188. */
#include "shared/pixels.h"
#include <bindpose/bindpose.h>
#include <bindpose/lesson_session.h>

/* clang-format off */
enum { A = 0, B = 1, C = 4, D = 2 }; /* points of the grid: corners of the triangles ABD and BCD */
static const float OFF = 0.001f;     /* pixels between a corner and where the triangle has it */
static const bp_vec2 SQUARE[4] = {{2.5f, 1.5f}, {8.5f, 1.5f}, {8.5f, 7.5f}, {2.5f, 7.5f}},
                     TILTED[4] = {{4, 0.75f}, {9.5f, 2.25f}, {7.25f, 8.25f}, {1.5f, 6}};

static bp_pixel_grid *grid_of(bp_world *world) { return bp_grid_of(&world->stages[0]); }
/* Corner A, B, C or D of both triangles. While corners aren't snapped, each triangle has a B and a D of its own. */
static void put_corner(bp_world *world, int point, bp_vec2 to) {
    bp_vec2 *one = grid_of(world)->triangles[0].corner, *two = grid_of(world)->triangles[1].corner;
    const float off = grid_of(world)->unsnapped ? OFF : 0;
    if (point == A) one[0] = to;
    if (point == B) one[1] = (bp_vec2){to.x - off, to.y}, two[0] = (bp_vec2){to.x, to.y + off};
    if (point == C) two[1] = to;
    if (point == D) one[2] = (bp_vec2){to.x, to.y - off}, two[2] = (bp_vec2){to.x + off, to.y};
}
static void put_square(bp_world *world, const bp_vec2 from[4], const bp_vec2 to[4], float t) {
    static const int POINT[4] = {A, B, C, D};
    for (int i = 0; i < 4; i++)
        put_corner(world, POINT[i], (bp_vec2){bp_mix(from[i].x, to[i].x, t), bp_mix(from[i].y, to[i].y, t)});
}
static void write_notes(bp_world *world) {
    const bp_vec2 one = grid_of(world)->triangles[0].corner[1], two = grid_of(world)->triangles[1].corner[0];
    bp_world_note(world, 0, "B: yellow's (%.4g, %.4g), cyan's (%.4g, %.4g)", (double)one.x, (double)one.y,
                  (double)two.x, (double)two.y);
}

static void setup(bp_world *world) {
    const bp_stage *stage = bp_world_add_pixels(world, "Two triangles with a common edge",
                                                "yellow is drawn first, then cyan", 11, 9);
    bp_pixel_grid *grid = bp_grid_of(stage);
    if (!grid) return;
    grid->triangle_count = 2, grid->rule = BP_FILL_NOTHING;
    grid->triangles[0].color = (bp_rgba8){255, 255, 0, 128}, grid->triangles[1].color = (bp_rgba8){0, 255, 255, 128};
    grid->cleared = (bp_rgba8){0, 0, 0, 255};
    grid->probe = (bp_vec2){5.5f, 4.5f};
    put_square(world, SQUARE, SQUARE, 1);
    world->write_notes = write_notes;
}
static void with_every_edge(bp_world *world, float t) {
    bp_pixel_switch_rule(world, t, BP_FILL_NOTHING, BP_FILL_EVERY_EDGE);
    grid_of(world)->show_probe = true;
}
static void with_no_edge(bp_world *world, float t) {
    bp_pixel_switch_rule(world, t, BP_FILL_EVERY_EDGE, BP_FILL_NO_EDGE);
}
static void with_top_left(bp_world *world, float t) {
    bp_pixel_switch_rule(world, t, BP_FILL_NO_EDGE, BP_FILL_TOP_LEFT);
}
static void tilt(bp_world *world, float t) { put_square(world, SQUARE, TILTED, t); }
static void square_again(bp_world *world) { put_square(world, SQUARE, SQUARE, 1); grid_of(world)->show_probe = false; }
static void leave_unsnapped(bp_world *world, float t) {
    grid_of(world)->unsnapped = t >= 0.5f;
    put_square(world, SQUARE, SQUARE, 1);
}
static void snap(bp_world *world, float t) { grid_of(world)->unsnapped = t < 0.5f; } /* corners stay apart */

static const bp_readout COUNTS[] = {
    {"pixels filled", bp_measure_pixels_covered, {0, 0, 0, 0}, "%.0f", NULL},
    {"filled twice", bp_measure_pixels_twice, {0, 0, 0, 0}, "%.0f", NULL},
    {"left out", bp_measure_pixels_missing, {0, 0, 0, 0}, "%.0f", NULL}};
static const bp_readout SHARES[] = {
    {"pixels of yellow", bp_measure_pixels_of, {0, 0, 0, 0}, "%.0f", NULL},
    {"pixels of cyan", bp_measure_pixels_of, {0, 1, 0, 0}, "%.0f", NULL},
    {"filled twice", bp_measure_pixels_twice, {0, 0, 0, 0}, "%.0f", NULL}};
static const bp_handle CORNERS[] = {BP_PIXEL_HANDLE("A", 0, A, put_corner), BP_PIXEL_HANDLE("B", 0, B, put_corner),
                                    BP_PIXEL_HANDLE("C", 0, C, put_corner), BP_PIXEL_HANDLE("D", 0, D, put_corner)};
static const bp_claim TWICE[] = {
    {9, "If every edge counts, the 7 pixels on the common edge are filled twice ...", bp_measure_pixels_twice, .expected = {7}, .unit = "pixels"},
    {9, "... and both triangles together fill 49 pixels.", bp_measure_pixels_covered, .expected = {49}, .unit = "pixels"},
    {10, "A translucent pixel that is filled twice is too bright: (137, 225, 188).", bp_measure_pixel_bytes, .count = 3, .expected = {137, 225, 188}}};
static const bp_claim MISSING[] = {
    {11, "If no edge counts, 16 pixels are left out ...", bp_measure_pixels_missing, .expected = {16}, .unit = "pixels"},
    {11, "... and 20 are filled.", bp_measure_pixels_covered, .expected = {20}, .unit = "pixels"}};
static const bp_claim ONCE[] = {
    {12, "By the top-left rule the square has 36 pixels, its area ...", bp_measure_pixels_covered, .expected = {36}, .unit = "pixels"},
    {12, "... 21 of them in the upper triangle ...", bp_measure_pixels_of, {0, 0, 0, 0}, .expected = {21}, .unit = "pixels"},
    {12, "... and 15 in the lower one, which owns the common edge.", bp_measure_pixels_of, {0, 1, 0, 0}, .expected = {15}, .unit = "pixels"},
    {12, "None is filled twice.", bp_measure_pixels_twice, .expected = {0}, .unit = "pixels", .holds_before = true},
    {13, "A pixel of the edge has the lower triangle's colour alone: (0, 188, 188).", bp_measure_pixel_bytes, .count = 3, .expected = {0, 188, 188}}};
static const bp_claim ANYWHERE[] = {
    {14, "Wherever the corners are, no pixel is filled twice.", bp_measure_pixels_twice, .expected = {0}, .unit = "pixels", .holds_before = true}};
static const bp_claim UNSNAPPED[] = {
    {15, "Corners that differ by 1/1000 of a pixel leave a gap of 5 pixels.", bp_measure_pixels_missing, .expected = {5}, .unit = "pixels"}};
static const bp_claim SNAPPED[] = {
    {16, "Rounded to 1/256 of a pixel, the corners are equal again, and no pixel is left out ...", bp_measure_pixels_missing, .expected = {0}, .unit = "pixels"},
    {16, "... nor filled twice.", bp_measure_pixels_twice, .expected = {0}, .unit = "pixels", .holds_before = true}};
static const bp_question HOW_MANY_TWICE = {
    "The first rule: a pixel is filled if its dot lies inside or on any edge. How many pixels will be filled twice?",
    .answer = 7, .unit = "pixels", .caption = "Both triangles are half transparent, so a pixel that is filled twice will show.",
    .right = "All dots on the common edge, its two ends included. Both triangles take them.",
    .wrong = {{5, "The edge's ends are dots, too: B and D lie on pixel centres."}, {0, "Both triangles have this edge, and by this rule each takes the dots on it."},
              {6, "The edge goes six columns to the left, so it has one dot more than that."}, {36, "Only what belongs to both triangles is filled twice."}},
    .hint = "Count the dots on the line from B to D."};
static const bp_question WHOSE = {
    "The rasterizer's rule: dots on an edge belong to a triangle if it is its left or its top edge. Who gets the dots of the common edge?",
    .kind = BP_QUESTION_CHOICE, .answer = 1, .caption = "Every dot on the common edge must belong to one triangle, and to one alone.",
    .options = {"yellow, the upper one", "cyan, the lower one", "whichever is drawn first", "both"},
    .right = "The edge bounds cyan on its left, and yellow on its right. One of them says left, so the other can't.",
    .wrong = {{0, "Yellow lies to the left of the edge, so for yellow it is a right one."}, {2, "The rule looks at the edge's side alone. The order of drawing doesn't matter."},
              {3, "An edge can't bound two neighbours on their left."}},     .hint = "On which side of each triangle is the common edge?"};

static const bp_step STEPS[] = {
    {"Surfaces are made of many triangles, and neighbours share an edge. Here the corners lie exactly on pixel centres, so the edge from B to D goes through dots. "
     "Inside is clear. Who fills the dots on the edge?",
     .handles = CORNERS, .handle_count = 4},
    {"If every edge counts, both triangles fill the dots on the common one. In a translucent surface that is a bright seam: look at the marked pixel. "
     "And the square is a column and a row too large.",
     with_every_edge, TWICE, BP_COUNT(TWICE), &HOW_MANY_TWICE, COUNTS, BP_COUNT(COUNTS), .handles = CORNERS, .handle_count = 4, .pictured = true},
    {"If no edge counts, the seam is a gap, through which the background shows. Drag B or D by a quarter of a pixel, and the gap closes: "
     "such holes flicker while something moves.",
     with_no_edge, MISSING, BP_COUNT(MISSING), .handles = CORNERS, .handle_count = 4, .pictured = true},
    {"Top and left edges count, right and bottom ones don't. A top edge is exactly level, and any other edge with the triangle on its right is a left one. What is a left edge for one triangle is a right one for its neighbour, so every dot has one owner.",
     with_top_left, ONCE, BP_COUNT(ONCE), &WHOSE, SHARES, BP_COUNT(SHARES), .handles = CORNERS, .handle_count = 4, .pictured = true},
    {"It holds for any two neighbours. Drag the corners wherever you like, onto dots too, and watch the number of pixels that are filled twice. "
     "They overlap only if you fold the surface, by dragging A or C across the common edge.",
     tilt, ANYWHERE, BP_COUNT(ANYWHERE), .handles = CORNERS, .handle_count = 4, .seconds = 1.2f},
    {"The rule needs one edge, with exactly the same numbers on both sides. Here two programs computed B and D, and differ by 1/1000 of a pixel. "
     "Each dot on the line is now outside of both triangles.",
     leave_unsnapped, UNSNAPPED, BP_COUNT(UNSNAPPED), .readouts = COUNTS, .readout_count = BP_COUNT(COUNTS), .handles = CORNERS, .handle_count = 4, .arrange = square_again},
    {"A rasterizer rounds each corner to a fine grid, here to 1/256 of a pixel, and goes on with whole numbers, which keep the rule exact. "
     "Here both Bs fall on one grid point, and both Ds, so the gap closes. Two near points can also fall on different ones: neighbours must share their corners' numbers.",
     snap, SNAPPED, BP_COUNT(SNAPPED), .handles = CORNERS, .handle_count = 4},
};

const bp_lesson_plan bp_lesson = {
    .number = 20, .name = "20_who_owns_the_edge", .title = "Who owns the edge",
    .summary = "Neighbours share an edge, and each pixel on it is filled once.",
    .difficulty = 2, .group = BP_LESSONS_PIXELS, .setup = setup, .steps = STEPS, .step_count = BP_COUNT(STEPS),
    .text = {.goal = "You will be able to say which of two triangles fills a pixel on their common edge, and why it is one alone.",
             .learned = {"A dot on an edge belongs to a triangle if the edge is its left or its top one.", "The neighbour sees the same edge as a right or a bottom one, so each dot has one owner.",
                         "Other rules leave gaps, or fill pixels twice, which translucent surfaces show.", "Neighbours must share the numbers of their corners. Rounded to 1/256 of a pixel, they are whole numbers, and the rule is exact."},
             .next = "From a vertex to its pixel", .teaches = "Why neighbouring triangles leave no gap and fill no pixel twice.", .prerequisites = "19_triangle_to_pixels",
             .try_this = {"At step 4 make the common edge horizontal. Who owns it now, and by which half of the rule?", "At step 2 drag the corners off the dots. When does the wrong rule do no harm?"},
             .questions = {"A fan of eight triangles meets in one point, on a pixel centre. How many of them fill this pixel?",
                           "A corner of one triangle lies in the middle of a neighbour's edge. Why may that leave a gap after rounding?",
                           "Direct3D asks for the top-left rule, Vulkan for any rule with one owner. What could differ between two pictures?"}},
};
