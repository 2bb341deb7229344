/* Fast: the same picture by the plain loop, by tiles, by vector instructions, by threads and by reuse, with the same bytes.
 *
 * Coverage: Vulkan 1.3, "Basic Polygon Rasterization"; Direct3D 11.3 Functional Specification, 3.4.2. Equal bytes follow from IEEE
 * 754-2019, 4.3 and 5.4.1: + - * / and the square root are rounded once, in one way, so equal operations in equal order give equal
 * bits, in a vector's lane as in a scalar register.
 *
 * The triangle is A = (1.25, 1), B = (3.25, 1), C = (11, 7). Its left edge A to C is at x = 1.25 + 1.625 u, its right one B to C at x =
 * 3.25 + 1.291667 u, where u = y - 1. At the centres of the rows, u = 0.5, 1.5, ..., 5.5, it spans
 *     2.06 to 3.90   3.69 to 5.19   5.31 to 6.48   6.94 to 7.77   8.56 to 9.06   10.19 to 10.35
 * with the centres 2.5 and 3.5; 4.5; 5.5; 7.5; none; none: 5 pixels. Its bounding box, from (1.25, 1) to (11, 7), has the centres of
 * columns 1 to 10 and of rows 1 to 6: 60 pixels, which the plain loop visits.
 *
 * As tiles, 64 times as large: in the row of tiles from u = n to n + 1 the triangle spans x from 1.25 + 1.625 n, its left edge at the
 * top, to 3.25 + 1.291667 (n + 1), its right edge at the bottom:
 *     1.25 to 4.54   2.88 to 5.83   4.50 to 7.13   6.13 to 8.42   7.75 to 9.71   9.38 to 11
 *     columns 1..4   2..5           4..7           6..8           7..9           9..10       4 + 4 + 4 + 3 + 3 + 2 = 20 tiles of 96.
 *
 * Two opaque rectangles, red in columns 2 to 6 and rows 1 to 4, blue in columns 5 to 9 and rows 3 to 6, share columns 5 and 6 and
 * rows 3 and 4: 4 pixels, which have the colour of the one that is drawn last. */
#include "draw_ways.h"
#include "shared/pixels.h"
#include "base/system.h"
#include <bindpose/bindpose.h>
#include <bindpose/lesson_session.h>

enum { GRID, OTHER, FIGURE, TILE = 64 };
static const bp_vec2 LONG[3] = {{1.25f, 1}, {3.25f, 1}, {11, 7}};

static bp_pixel_grid *grid_of(bp_world *world, int stage) { return bp_grid_of(&world->stages[stage]); }
/* Of the triangle its corners; of the figure the times, in a window. */
static void write_notes(bp_world *world) {
    const bp_pixel_grid *grid = grid_of(world, GRID);
    world->stages[GRID].note[0] = '\0';
    if (!grid) {
        bp_speed_measure(world);
        bp_world_note(world, GRID, "512 x 512 pixels, 4 samples each");
    } else if (grid->triangle_count == 1) {
        const bp_vec2 *c = grid->triangles[0].corner;
        const double scale = grid->tiles ? TILE : 1;
        bp_world_note(world, GRID, "A (%.4g, %.4g)   B (%.4g, %.4g)   C (%.4g, %.4g)", scale * c[0].x,
                      scale * c[0].y, scale * c[1].x, scale * c[1].y, scale * c[2].x, scale * c[2].y);
    }
}
static void name(bp_world *world, int stage, const char *title, const char *subtitle) {
    world->stages[stage].title = title, world->stages[stage].subtitle = subtitle;
}
static void setup(bp_world *world) {
    char path[4096];
    if (!bp_asset_path("character.glb", path, sizeof path, &world->error)) return;
    bp_world_add_pixels(world, "A picture of 12 x 8 pixels", "one thin triangle", 12, 8);
    bp_world_add_pixels(world, "", "", 12, 8);
    bp_world_add_file(world, "One character", "7876 triangles", path);
    if (world->error.kind != BP_ERROR_NONE) return;
    const int walk = bp_model_find_clip(world->stages[FIGURE].model, "walk");
    bp_world_sample_clip(world, FIGURE, walk, 0.25);
    world->clip = NULL;
    world->stages[FIGURE].skeleton = NULL; /* it stands still: the times are to be compared */
    grid_of(world, GRID)->triangle_count = 1;
    grid_of(world, GRID)->triangles[0] =
        (bp_pixel_triangle){.corner = {LONG[0], LONG[1], LONG[2]}, .color = {230, 159, 0, 255}};
    world->stage_count = 1, world->camera = (bp_camera){.eye = {0, 0, 6}}, world->write_notes = write_notes;
}
static void show_box(bp_world *world, float t) { grid_of(world, GRID)->show_box = t >= 0.5f; }
static void show_tiles(bp_world *world, float t) {
    grid_of(world, GRID)->show_box = false, grid_of(world, GRID)->tiles = t >= 0.5f;
    if (t >= 0.5f) name(world, GRID, "A picture of 768 x 512 pixels", "each square is a tile of 64 x 64");
}
static void show_figure(bp_world *world) {
    bp_world_show_stages(world, FIGURE, 1);
    world->camera = (bp_camera){.eye = {0.6f, 0.5f, 2}};
    bp_camera_fit(&world->camera, bp_figure_bounds(world->stages[0].figure), 1);
    ((bp_speed *)bp_world_data(world))->ways = BP_WAY_PLAIN;
    world->paint = bp_speed_paint;
}
static void draw_by(bp_world *world, float t, int ways) {
    if (t >= 0.5f) ((bp_speed *)bp_world_data(world))->ways |= ways;
}
static void draw_by_tiles(bp_world *world, float t) { draw_by(world, t, BP_WAY_TILES); }
static void draw_by_lanes(bp_world *world, float t) { draw_by(world, t, BP_WAY_SIMD); }
static void draw_by_threads(bp_world *world, float t) { draw_by(world, t, BP_WAY_THREADS); }
static void reuse(bp_world *world, float t) { draw_by(world, t, BP_WAY_REUSE); }
/* Two rectangles in the grid, on both stages. */
static void show_overlap(bp_world *world) {
    bp_world_show_stages(world, GRID, 2);
    world->camera = (bp_camera){.eye = {0, 0, 6}};
    bp_pixel_grid *grid = grid_of(world, GRID);
    grid->triangle_count = 4, grid->tiles = false;
    bp_pixel_set_rectangle(grid, 0, (bp_rect){2, 1, 5, 4}, 0, (bp_rgba8){214, 60, 42, 255});
    bp_pixel_set_rectangle(grid, 1, (bp_rect){5, 3, 5, 4}, 0, (bp_rgba8){60, 120, 230, 255});
    *grid_of(world, OTHER) = *grid;
    name(world, GRID, "Red first, then blue", "as the program says");
    name(world, OTHER, "Blue first, then red", "the thread with red was late");
}
static void finish_late(bp_world *world, float t) {
    const bp_pixel_grid *from = grid_of(world, GRID);
    for (int i = 0; i < 4 && t >= 0.5f; i++)
        grid_of(world, OTHER)->triangles[i] = from->triangles[(i + 2) % 4];
}

/* clang-format off */
static const bp_readout VISITS[] = {{"pixels visited", bp_measure_pixels_visited, {0, 0, 0, 0}, "%.0f", NULL}, {"pixels covered", bp_measure_pixels_covered, {0, 0, 0, 0}, "%.0f", NULL}};
static const bp_readout TILES[] = {{"tiles with the triangle", bp_measure_pixels_covered, {0, 0, 0, 0}, "%.0f of 96", NULL}};
#define SPEED(title, ways) \
    {"bytes that differ", bp_measure_way_bytes, {.other = (ways)}, "%.0f of 1048576", NULL}, \
    {title, bp_measure_way_milliseconds, {.other = (ways)}, "%.3g ms", NULL}, \
    {"of the plain loop's time", bp_measure_way_share, {.other = (ways)}, "%.3f", NULL}
static const bp_readout BY_TILES[] = {SPEED("tiles, on your machine", BP_WAY_TILES)};
static const bp_readout BY_LANES[] = {SPEED("the widest lanes, on your machine", BP_WAY_SIMD)};
static const bp_readout BY_THREADS[] = {SPEED("all threads, on your machine", BP_WAY_THREADS)};
static const bp_readout BY_REUSE[] = {
    {"tiles drawn", bp_measure_way_tiles, {.other = BP_WAY_THREADS | BP_WAY_REUSE}, "%.0f of 64", NULL},
    {"reuse, on your machine", bp_measure_way_milliseconds, {.other = BP_WAY_REUSE}, "%.3g ms", NULL},
    {"of the plain loop's time", bp_measure_way_share, {.other = BP_WAY_REUSE}, "%.4f", NULL}};
static const bp_readout LATE[] = {{"pixels that differ", bp_measure_pixels_differing, {GRID, OTHER, 0, 0}, "%.0f", NULL}};
static const bp_handle CORNERS[] = {BP_PIXEL_HANDLE("A", GRID, 0, NULL), BP_PIXEL_HANDLE("B", GRID, 1, NULL), BP_PIXEL_HANDLE("C", GRID, 2, NULL)};
static const bp_handle RECTANGLES[] = {BP_PIXEL_HANDLE("red", GRID, 0, bp_pixel_put_rectangle), BP_PIXEL_HANDLE("blue", GRID, 6, bp_pixel_put_rectangle)};
static const bp_claim VISITED[] = {
    {56, "The plain loop visits the 60 pixels of the bounding box ...", bp_measure_pixels_visited, .expected = {60}, .unit = "pixels"},
    {56, "... of which the triangle covers 5.", bp_measure_pixels_covered, .expected = {5}, .unit = "pixels", .holds_before = true}};
static const bp_claim BINNED[] = {
    {57, "64 times as large, the triangle goes into the bins of 20 of 96 tiles.", bp_measure_pixels_covered, .expected = {20}, .unit = "tiles"}};
static const bp_claim SAME_BY_TILES[] = {
    {58, "Tiles give the plain loop's picture: no byte differs.", bp_measure_way_bytes, {.other = BP_WAY_TILES}, .expected = {0}, .unit = "bytes"}};
static const bp_claim SAME_BY_LANES[] = {
    {59, "With 4, 8 and 16 lanes, as far as the processor has them, no byte differs.", bp_measure_way_bytes, {.other = BP_WAY_SIMD}, .expected = {0}, .unit = "bytes"}};
static const bp_claim SAME_BY_THREADS[] = {
    {60, "With several threads no byte differs.", bp_measure_way_bytes, {.other = BP_WAY_THREADS}, .expected = {0}, .unit = "bytes"}};
static const bp_claim REUSED[] = {
    {61, "If nothing changed, no tile is drawn again ...", bp_measure_way_tiles, {.other = BP_WAY_THREADS | BP_WAY_REUSE}, .expected = {0}, .unit = "tiles"},
    {61, "... and no byte differs.", bp_measure_way_bytes, {.other = BP_WAY_REUSE}, .expected = {0}, .unit = "bytes"}};
static const bp_claim BY_CHANCE[] = {
    {60, "If threads shared triangles instead of tiles, 4 pixels would depend on who comes last.", bp_measure_pixels_differing, {GRID, OTHER, 0, 0}, .expected = {4}, .unit = "pixels"}};
static const bp_question HOW_MANY = {
    "How many pixels will the plain loop visit for this triangle?",
    .answer = 60, .unit = "pixels",
    .caption = "The plain loop visits every pixel whose centre lies in the triangle's bounding box: the upright rectangle around A, B and C.",
    .right = "Ten columns, from A's to the one before x = 11, and six rows.",
    .wrong = {{5, "That many it covers. The loop knows it only when it has tested the others, too."},
              {96, "That is the whole picture. The loop stays in the box around the triangle."},
              {66, "The last column begins at x = 11, where the box ends: its centres are outside."},
              {70, "Count the rows once more: from y = 1 to y = 7 there are six."}},
    .hint = "Count the columns and the rows of centres between the outermost corners."};
static const bp_question WHAT_CHANGES = {
    "Several threads draw tiles at the same time. Which tile is ready first is chance. What will differ in the picture from run to run?",
    .kind = BP_QUESTION_CHOICE, .answer = 2,
    .caption = "So far one thread drew all tiles, one after the other.",
    .options = {"pixels where two tiles meet", "which surface is in front", "nothing, not one bit", "last digits of some colours"},
    .right = "Each tile is drawn by one thread, its triangles in order, and no tile needs another's result.",
    .wrong = {{0, "Each pixel belongs to one tile, and is computed from the triangle, not from its neighbours."},
              {1, "One thread draws a whole tile, and takes its triangles in order."},
              {3, "Digits change if a sum is taken in another order. Nothing is summed up over tiles."}},
    .hint = "Who writes to a pixel, and what does it read?"};

static const bp_step STEPS[] = {
    {"A plain rasterizer is a loop: for each triangle, and for each pixel of its bounding box, test three edges. It is right, and short, and it defines what is right here. "
     "This lesson makes it fast, and changes no byte.",
     .handles = CORNERS, .handle_count = 3},
    {"It visits the brown pixels in vain: 60 visits for 5 pixels. Drag C to see which triangles are worst. "
     "Memory costs even more: a whole picture's colours and depths don't fit into the processor's small, fast caches.",
     show_box, VISITED, BP_COUNT(VISITED), &HOW_MANY, VISITS, BP_COUNT(VISITS), .handles = CORNERS, .handle_count = 3, .pictured = true},
    {"Now each square is a tile, and everything is 64 times as large. First each triangle goes into the bins of the tiles that it may touch, here 20 of 96. "
     "Then tiles are drawn one by one, and a tile's colours and depths stay in a fast cache.",
     show_tiles, BINNED, BP_COUNT(BINNED), .readouts = TILES, .readout_count = BP_COUNT(TILES), .handles = CORNERS, .handle_count = 3, .pictured = true},
    {"A character was drawn by the plain loop, and then by tiles, both in plain C on one processor. All bytes are equal. "
     "In the lesson's window, your machine has just measured both: the times are its own.",
     draw_by_tiles, SAME_BY_TILES, BP_COUNT(SAME_BY_TILES), .readouts = BY_TILES, .readout_count = BP_COUNT(BY_TILES), .arrange = show_figure, .pictured = true},
    {"One vector instruction does the same to 4, 8 or 16 pixels, each in its lane. A lane adds, multiplies and rounds as the plain loop does, in the same order. "
     "So no byte changes. You see what your processor has.",
     draw_by_lanes, SAME_BY_LANES, BP_COUNT(SAME_BY_LANES), .readouts = BY_LANES, .readout_count = BP_COUNT(BY_LANES)},
    {"Threads share the tiles. No two write to one pixel, and none waits for another's pixels, so two threads or sixty give equal bytes. "
     "For a small picture like this one, much of the gain goes into waking the threads.",
     draw_by_threads, SAME_BY_THREADS, BP_COUNT(SAME_BY_THREADS), &WHAT_CHANGES, .readouts = BY_THREADS, .readout_count = BP_COUNT(BY_THREADS)},
    {"The fastest tile is one that isn't drawn. The rasterizer keeps for each tile what it was drawn from. Nothing moved since the last frame, so all 64 tiles stay. "
     "Vertices are still transformed and binned, to find that out.",
     reuse, REUSED, BP_COUNT(REUSED), .readouts = BY_REUSE, .readout_count = BP_COUNT(BY_REUSE)},
    {"Why not share the triangles? Here each of two threads draws one rectangle, and who comes late lies on top: 4 pixels are left to chance. "
     "A tile takes its triangles in order, so its result is always the same. Drag the rectangles.",
     finish_late, BY_CHANCE, BP_COUNT(BY_CHANCE), .readouts = LATE, .readout_count = BP_COUNT(LATE), .handles = RECTANGLES, .handle_count = 2, .arrange = show_overlap, .pictured = true},
};

const bp_lesson_plan bp_lesson = {
    .number = 28,
    .name = "28_fast",
    .title = "Fast",
    .summary = "Tiles, lanes, threads and reuse: the same picture, many times as fast.",
    .difficulty = 3,
    .group = BP_LESSONS_PIXELS,
    .setup = setup,
    .steps = STEPS,
    .step_count = BP_COUNT(STEPS),
    .text = {.goal = "You will be able to say what makes a rasterizer fast, and why none of it changes a byte.",
             .learned = {"The plain loop visits each pixel of a triangle's bounding box, mostly in vain.",
                         "Bins and tiles keep the work where triangles are, and the pixels in a fast cache.",
                         "Lanes and threads do the same operations in the same order for each pixel, so no byte changes.",
                         "A tile in which nothing changed isn't drawn again."},
             .teaches = "What makes a rasterizer fast, and why the bytes stay the same.",
             .prerequisites = "19_triangle_to_pixels, 27_antialiasing",
             .try_this = {"At step 2 find a triangle that covers half of the pixels that are visited. Can one cover more?",
                          "At step 3 find the smallest triangle that goes into four bins.",
                          "Step back and forth between steps 4 and 7 in the window, and compare the times in the picture's corner."},
             .questions = {"A compiler may compute a * b + c with one rounding instead of two. Why does this project forbid it?",
                           "Two threads add up the same million numbers, half each. Is the sum the same as that of one thread?",
                           "Which of the four ideas helps a picture with one huge triangle, and which helps one with a million small ones?"}},
};
