/* Fast: the same picture by the plain loop, by tiles, by vector instructions, by threads and by reuse, with
 * the same bytes.
 *
 * Coverage: Vulkan 1.3, "Basic Polygon Rasterization"; Direct3D 11.3 Functional Specification, 3.4.2. Equal
 * bytes follow from IEEE 754-2019, 4.3 and 5.4.1: + - * / and the square root are rounded once, in one way,
 * so equal operations in equal order give equal bits, in a vector's lane as in a scalar register.
 *
 * The triangle is A = (1.25, 1), B = (3.25, 1), C = (11, 7). Its left edge A to C is at x = 1.25 + 1.625 u,
 * its right one B to C at x = 3.25 + 1.291667 u, where u = y - 1. At the centres of the rows, u = 0.5, 1.5,
 *     ..., 5.5, it spans 2.06 to 3.90   3.69 to 5.19   5.31 to 6.48   6.94 to 7.77   8.56 to 9.06   10.19 to
 * 10.35 with the centres 2.5 and 3.5; 4.5; 5.5; 7.5; none; none: 5 pixels. Its bounding box, from (1.25, 1)
 * to (11, 7), has the centres of columns 1 to 10 and of rows 1 to 6: 60 pixels, which the plain loop visits.
 *
 * As tiles, 64 times as large: in the row of tiles from u = n to n + 1 the triangle spans x from 1.25 +
 * 1.625 n, its left edge at the top, to 3.25 + 1.291667 (n + 1), its right edge at the bottom:
 *     1.25 to 4.54   2.88 to 5.83   4.50 to 7.13   6.13 to 8.42   7.75 to 9.71   9.38 to 11
 *     columns 1..4   2..5           4..7           6..8           7..9           9..10       4 + 4 + 4 + 3 +
 * 3 + 2 = 20 tiles of 96.
 *
 * Two opaque rectangles, red in columns 2 to 6 and rows 1 to 4, blue in columns 5 to 9 and rows 3 to 6,
 * share columns 5 and 6 and rows 3 and 4: 4 pixels, which have the colour of the one that is drawn last. */
#include "base/system.h"
#include "draw_ways.h"
#include "shared/subject.h"
#include "shared/write.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { GRID, OTHER, FIGURE, SUBJECT, TILE = 64, LARGE = 96 }; /* stages; pixels */
enum { SIDES = 7, LEAST_SIDE = 8 };                           /* of tiles: 8, 16, ... 512 pixels */
static const bp_vec2 LONG[3] = {{1.25f, 1}, {3.25f, 1}, {11, 7}}, BROAD[3] = {{1, 1}, {11, 1}, {1, 7}};

typedef enum over { NOTHING, SUMS, LANES, GROWING, TILES } over; /* what is drawn over the pixels */
typedef struct state {
    bp_speed speed; /* the measures' own */
    over over;
    float column, lanes, grown; /* grown: pixels of the character's picture */
    int side;                   /* of a tile: LEAST_SIDE << side pixels */
    bool tiled;
    char said[100]; /* of tiles of this side */
} state;

static state *state_of(bp_world *world) { return bp_world_data(world); }
static bp_pixel_grid *grid_of(bp_world *world, int stage) { return bp_grid_of(&world->stages[stage]); }

/* ---- tiles alone: the plain loop, tile by tile ---- */

/* Seconds of a picture by the plain loop, and by tiles of each side; 0: not measured. */
typedef struct tile_times {
    double whole, tiles[SIDES];
    bp_rgba8 *picture; /* the last one */
} tile_times;

static void free_times(void *block) { bp_free(NULL, ((tile_times *)block)->picture); }
/* NULL, and the world fails: memory. */
static tile_times *times_of(bp_world *world) {
    tile_times *times = bp_world_keep(world, sizeof *times, free_times);
    if (times && !times->picture)
        times->picture =
            bp_alloc(NULL, (size_t)BP_SUBJECT_SIZE * BP_SUBJECT_SIZE, sizeof *times->picture, &world->error);
    return times && times->picture ? times : NULL;
}
/* The best of a few runs, of which only the order of work differs. */
static double draw_plain(bp_world *world, int tile, int runs) {
    tile_times *times = times_of(world);
    double best = INFINITY;
    for (int i = 0; times && i < runs; i++) {
        const bp_framebuffer to = {.pixels = &times->picture->r,
                                   .width = BP_SUBJECT_SIZE,
                                   .height = BP_SUBJECT_SIZE,
                                   .stride = BP_SUBJECT_SIZE};
        const double start = bp_seconds();
        if (!bp_subject_draw(world, &(bp_subject_look){.plain = true, .tile = tile}, &to)) return 0;
        best = fmin(best, bp_seconds() - start);
    }
    return times ? best : 0;
}
static int side_of(const state *s) { return LEAST_SIDE << s->side; }
/* Milliseconds; NaN where times aren't allowed. */
static void measure_tiles_alone(bp_world *world, const bp_measure_args *args, float *values) {
    enum { RUNS = 3 };
    tile_times *times = world->timed ? times_of(world) : NULL;
    const int side = state_of(world)->side;
    if (times && times->whole == 0) times->whole = draw_plain(world, 0, RUNS);
    if (times && times->tiles[side] == 0)
        times->tiles[side] = draw_plain(world, side_of(state_of(world)), RUNS);
    values[0] = times ? (float)(times->tiles[side] * 1e3) : NAN;
    if (args->other) values[0] /= times ? (float)(times->whole * 1e3) : NAN;
}
/* Bytes of the picture by tiles of 64 pixels that differ from the plain loop's; before it was drawn it is all
 * zeros. */
static void measure_tiled_bytes(bp_world *world, const bp_measure_args *args, float *values) {
    const size_t size = 4 * (size_t)BP_SUBJECT_SIZE * BP_SUBJECT_SIZE;
    tile_times *times = times_of(world);
    uint8_t *whole = times ? bp_alloc(NULL, size, 1, &world->error) : NULL;
    (void)args;
    if (whole && draw_plain(world, 0, 1) > 0) {
        memcpy(whole, times->picture, size);
        if (state_of(world)->tiled) draw_plain(world, TILE, 1);
        const uint8_t *drawn = &times->picture->r;
        for (size_t i = 0; i < size; i++) values[0] += whole[i] != (state_of(world)->tiled ? drawn[i] : 0);
    }
    bp_free(NULL, whole);
}

/* ---- drawn over the pixels ---- */

/* The character as far as it is drawn; or each tile in the grey of its triangles' number. */
static void fill_subject(bp_world *world, bp_pixel_grid *grid) {
    const state *s = state_of(world);
    const int count = grid->width * grid->height, scale = BP_SUBJECT_SIZE / side_of(s);
    const bp_triangle_bins *bins = s->over == TILES ? bp_subject_bins(world, side_of(s)) : NULL;
    uint32_t most = 1;
    bp_subject_fill(world, &(bp_subject_look){0}, grid);
    for (int i = 0; bins && i < scale * scale; i++)
        if (bins->first[i + 1] - bins->first[i] > most) most = bins->first[i + 1] - bins->first[i];
    for (int i = 0; i < count; i++) {
        bp_rgba8 *at = &grid->pixels[i];
        if (s->over == GROWING && (float)i * BP_SUBJECT_SIZE * BP_SUBJECT_SIZE >= s->grown * (float)count)
            *at = (bp_rgba8){28, 31, 37, 255};
        if (!bins) continue;
        const int tile = i / LARGE * scale / LARGE * scale + i % LARGE * scale / LARGE;
        const uint32_t grey = 30 + 225 * (bins->first[tile + 1] - bins->first[tile]) / most;
        *at = (bp_rgba8){(uint8_t)((at->r + grey) / 2), (uint8_t)((at->g + grey) / 2),
                         (uint8_t)((at->b + grey) / 2), 255};
    }
}
static void draw_tile_borders(bp_world *world, bp_pen *pen) {
    const int across = BP_SUBJECT_SIZE / side_of(state_of(world));
    for (int i = 0; i <= across && across < 64 && state_of(world)->over == TILES; i++) {
        const float at = (float)i * LARGE / (float)across;
        bp_pen_line(pen, (bp_vec2){at, 0}, (bp_vec2){at, LARGE}, 1, BP_PEN_C);
        bp_pen_line(pen, (bp_vec2){0, at}, (bp_vec2){LARGE, at}, 1, BP_PEN_C);
    }
    if (state_of(world)->over != TILES) return;
    bp_pen_dot(pen, (bp_vec2){LARGE / 2, LARGE + 8}, 0, BP_PEN_QUIET); /* keeps the size */
    bp_pen_text(pen, (bp_vec2){LARGE / 2, LARGE + 7}, BP_ALIGN_CENTER, BP_PEN_INK, "%s",
                state_of(world)->said);
}

/* The edge function of B to C in row 3: from column to column always the same is added. */
static void draw_sums(bp_world *world, bp_pen *pen) {
    const bp_vec2 *c = grid_of(world, GRID)->triangles[0].corner;
    const float step = -(c[2].y - c[1].y);
    for (int x = 0; x < 12; x++) {
        const float e = bp_edge_function(c[1], c[2], (bp_vec2){(float)x + 0.5f, 3.5f});
        const bool here = x == (int)state_of(world)->column;
        bp_pen_text(pen, (bp_vec2){(float)x + 0.5f, 8.8f}, BP_ALIGN_CENTER, here ? BP_PEN_P : BP_PEN_INK,
                    "%.0f", floor((double)e + 0.5)); /* never "-0" */
        if (x < 11)
            bp_pen_arrow(pen, (bp_vec2){(float)x + 0.5f, 3.5f}, (bp_vec2){(float)x + 1.4f, 3.5f},
                         here ? BP_PEN_P : BP_PEN_QUIET);
    }
    bp_pen_text(pen, (bp_vec2){6, 9.8f}, BP_ALIGN_CENTER, BP_PEN_P, "in this row each step adds %.3g",
                (double)step);
}
/* Rows cut into groups of lanes: those that work in vain are pale. */
static void draw_lanes(bp_world *world, bp_pen *pen) {
    const bp_pixel_grid *grid = grid_of(world, GRID);
    const int lanes = 1 << (int)state_of(world)->lanes;
    int used = 0, useful = 0;
    for (int y = 0; y < grid->height; y++)
        for (int x = 0; x < grid->width; x += lanes) {
            const int end = x + lanes < 12 ? x + lanes : 12;
            int covered = 0;
            for (int i = x; i < end; i++) covered += grid->owners[y * grid->width + i] != 0;
            if (!covered) continue;
            const bp_vec2 box[4] = {{(float)x + 0.08f, (float)y + 0.08f},
                                    {(float)end - 0.08f, (float)y + 0.08f},
                                    {(float)end - 0.08f, (float)y + 0.92f},
                                    {(float)x + 0.08f, (float)y + 0.92f}};
            bp_pen_lines(pen, box, 4, true, 3, BP_PEN_C);
            used += lanes, useful += covered;
        }
    bp_pen_text(pen, (bp_vec2){6, 9}, BP_ALIGN_CENTER, BP_PEN_INK, "%d lanes work for %d pixels", used,
                useful);
}
static void draw_over(bp_world *world, bp_pen *pen) {
    bp_pen_dot(pen, (bp_vec2){6, 10}, 0, BP_PEN_QUIET); /* keeps the size */
    if (state_of(world)->over == SUMS) draw_sums(world, pen);
    if (state_of(world)->over == LANES) draw_lanes(world, pen);
}

/* Says how much faster or slower the plain loop is tile by tile, with tiles of the slider's size. */
static void write_tiles_note(bp_world *world) {
    state *s = state_of(world);
    float share = NAN;
    measure_tiles_alone(world, &(bp_measure_args){.other = 1}, &share);
    if (isnan(share))
        snprintf(s->said, sizeof s->said, "tiles of %d x %d pixels: brighter ones have more triangles",
                 side_of(s), side_of(s));
    else if (share < 0.95f)
        snprintf(s->said, sizeof s->said, "Tiles of %d take %.2f of the plain loop's time.", side_of(s),
                 (double)share);
    else if (share < 1.05f)
        snprintf(s->said, sizeof s->said, "No gain: your processor's cache holds what the plain loop needs.");
    else
        snprintf(s->said, sizeof s->said,
                 "Slower, %.2f times as long: small tiles repeat each triangle's setup.", (double)share);
}
/* Of the figure what its times say; without times, its size. */
static void write_notes(bp_world *world) {
    static const char *const SLOWER[] = {"", "so small a picture fits into the caches as a whole", "", "",
                                         "", "waking the threads took longer than this picture",   ""};
    float share = NAN;
    int last = BP_DRAW_WAYS - 1;
    world->stages[GRID].note[0] = '\0';
    if (state_of(world)->over == TILES) write_tiles_note(world);
    if (grid_of(world, GRID)) return;
    bp_speed_measure(world);
    const int ways = state_of(world)->speed.ways;
    while (last > 0 && !(ways >> last & 1)) last--;
    if (world->timed && last > 0)
        bp_measure_way_share(world, &(bp_measure_args){.other = ways & ~BP_WAY_PLAIN}, &share);
    if (isnan(share))
        bp_world_note(world, GRID, "512 x 512 pixels, 4 samples each");
    else if (share < 0.95f)
        bp_world_note(world, GRID, "%s: %.3f of the plain loop's time",
                      bp_draw_way_name((bp_draw_way)(1 << last)), (double)share);
    else
        bp_world_note(world, GRID, "%s: no gain here%s%s", bp_draw_way_name((bp_draw_way)(1 << last)),
                      *SLOWER[last] ? ", " : "", SLOWER[last]);
}
static void paint(bp_world *world, bp_painter *painter) {
    if (bp_grid_of(&world->stages[bp_paint_stage(painter)]))
        bp_drawings_paint(world, painter);
    else
        bp_speed_paint(world, painter);
}
static void setup(bp_world *world) {
    char path[4096];
    if (!bp_asset_path("character.glb", path, sizeof path, &world->error)) return;
    bp_world_add_pixels(world, "A picture of 12 x 8 pixels", "one thin triangle", 12, 8);
    bp_world_add_pixels(world, "", "", 12, 8);
    bp_world_add_file(world, "One character", "7876 triangles", path);
    bp_pixel_grid *subject = bp_grid_of(bp_world_add_pixels(world, "The character", "", LARGE, LARGE));
    if (world->error.kind != BP_ERROR_NONE) return;
    const int walk = bp_model_find_clip(world->stages[FIGURE].model, "walk");
    bp_world_sample_clip(world, FIGURE, walk, 0.25);
    world->clip = NULL;
    world->stages[FIGURE].skeleton = NULL; /* it stands still: the times are to be compared */
    bp_pixel_grid *grid = grid_of(world, GRID);
    grid->triangle_count = 1, grid->draw = draw_over;
    grid->triangles[0] =
        (bp_pixel_triangle){.corner = {LONG[0], LONG[1], LONG[2]}, .color = {230, 159, 0, 255}};
    subject->zoom = 0.125f, subject->recolor = fill_subject, subject->draw = draw_tile_borders;
    world->stages[SUBJECT].own_view = true;
    state_of(world)->over = GROWING;
    bp_world_show_stages(world, SUBJECT, 1);
    world->camera = (bp_camera){.eye = {0, 0, 6}};
    world->write_notes = write_notes, world->paint = paint;
}

/* ---- changes and sliders ---- */

static void set_grown(bp_world *world, float pixels) { state_of(world)->grown = pixels; }
static void grow(bp_world *world, float t) { set_grown(world, BP_SUBJECT_SIZE * BP_SUBJECT_SIZE * t); }
static void show_grid(bp_world *world) {
    state_of(world)->over = NOTHING;
    bp_world_show_stages(world, GRID, 1);
}
static void set_x_of_c(bp_world *world, float x) { grid_of(world, GRID)->triangles[0].corner[2].x = x; }
static void set_pixels_of_c(bp_world *world, float x) { set_x_of_c(world, x / TILE); }
static void show_box(bp_world *world, float t) { grid_of(world, GRID)->show_box = t >= 0.5f; }
static void show_sums(bp_world *world) {
    set_x_of_c(world, LONG[2].x);
    grid_of(world, GRID)->show_box = false, grid_of(world, GRID)->no_dots = true;
    state_of(world)->over = SUMS;
}
static void set_column(bp_world *world, float column) { state_of(world)->column = column; }
static void show_bins(bp_world *world) { state_of(world)->over = NOTHING; }
static void show_tiles(bp_world *world, float t) {
    grid_of(world, GRID)->tiles = t >= 0.5f;
    if (t >= 0.5f)
        bp_name_stage(world, GRID, "A picture of 768 x 512 pixels", "each square is a tile of 64 x 64");
}
static void set_side(bp_world *world, float power) { state_of(world)->side = (int)power; }
static void show_tiles_alone(bp_world *world) {
    state_of(world)->over = TILES;
    bp_world_show_stages(world, SUBJECT, 1);
    world->stages[0].title = "Tiles", set_side(world, 3);
}
static void draw_tiles_alone(bp_world *world, float t) { state_of(world)->tiled = t >= 0.5f; }
static void show_lanes(bp_world *world) {
    bp_world_show_stages(world, GRID, 1);
    bp_pixel_grid *grid = grid_of(world, GRID);
    grid->tiles = grid->no_dots = false;
    for (int i = 0; i < 3; i++) grid->triangles[0].corner[i] = BROAD[i];
    bp_name_stage(world, GRID, "A picture of 12 x 8 pixels",
                  "a frame around pixels that are computed at once");
    state_of(world)->over = LANES;
}
static void set_lanes(bp_world *world, float power) { state_of(world)->lanes = power; }
static void show_figure(bp_world *world) {
    bp_world_show_stages(world, FIGURE, 1);
    world->camera = (bp_camera){.eye = {0.6f, 0.5f, 2}};
    bp_camera_fit(&world->camera, bp_figure_bounds(world->stages[0].figure), 1);
    state_of(world)->speed.ways = BP_WAY_PLAIN;
}
static void draw_by(bp_world *world, float t, int ways) {
    if (t >= 0.5f) state_of(world)->speed.ways |= ways;
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
    state_of(world)->over = NOTHING;
    bp_pixel_set_rectangle(grid, 0, (bp_rect){2, 1, 5, 4}, 0, (bp_rgba8){214, 60, 42, 255});
    bp_pixel_set_rectangle(grid, 1, (bp_rect){5, 3, 5, 4}, 0, (bp_rgba8){60, 120, 230, 255});
    *grid_of(world, OTHER) = *grid;
    bp_name_stage(world, GRID, "As the program says", "red first, then blue");
    bp_name_stage(world, OTHER, "The thread with red was late", "blue first, then red");
}
static void finish_late(bp_world *world, float t) {
    const bp_pixel_grid *from = grid_of(world, GRID);
    for (int i = 0; i < 4 && t >= 0.5f; i++)
        grid_of(world, OTHER)->triangles[i] = from->triangles[(i + 2) % 4];
}

static const char *const SIDE_NAMES[] = {"8", "16", "32", "64", "128", "256", "512", NULL};
static const bp_step_slider PIXELS_OF_C =
    BP_SLIDER_SETS("x of C", " px", 192, 704, 16, 0, 704, set_pixels_of_c);

/* ---- claims and questions ---- */

#define SPEED(title, ways)                                                                                   \
    {.label = title,                                                                                         \
     .measure = bp_measure_way_milliseconds,                                                                 \
     .args = {.other = (ways)},                                                                              \
     .format = "%.4g ms"},                                                                                   \
    {                                                                                                        \
        .label = "of the plain loop's time", .measure = bp_measure_way_share, .args = {.other = (ways)},     \
        .format = "%.3f"                                                                                     \
    }
static const bp_handle CORNERS[] = {BP_PIXEL_HANDLE("A", GRID, 0, NULL), BP_PIXEL_HANDLE("B", GRID, 1, NULL),
                                    BP_PIXEL_HANDLE("C", GRID, 2, NULL)};
static const bp_question HOW_MANY = {
    .text = "How many pixels will the plain loop visit for this triangle?",
    .answer = 60,
    .unit = "pixels",
    .caption = "The plain loop visits every pixel whose centre lies in the triangle's bounding box: the "
               "upright rectangle around [a:A], [b:B] and [c:C].",
    .right = "Ten columns, from A's to the one before x = 11, and six rows.",
    .wrong = {{5, "That many it covers. The loop knows it only when it has tested the others, too."},
              {96, "That is the whole picture. The loop stays in the box around the triangle."},
              {66, "The last column begins at x = 11, where the box ends: its centres are outside."},
              {70, "Count the rows once more: from y = 1 to y = 7 there are six."}},
    .hint = "Count the columns and the rows of centres between the outermost corners."};
static const bp_question WHAT_CHANGES = {
    .text = "Several threads draw tiles at the same time. Which tile is ready first is chance. What will "
            "differ in the picture from run to run?",
    .kind = BP_QUESTION_CHOICE,
    .answer = 2,
    .caption = "So far one thread drew all tiles, one after the other.",
    .options = {"pixels where two tiles meet", "which surface is in front", "nothing, not one bit",
                "last digits of some colours"},
    .right = "Each tile is drawn by one thread, its triangles in order, and no tile needs another's result.",
    .wrong = {{0,
               "Each pixel belongs to one tile, and is computed from the triangle, not from its neighbours."},
              {1, "One thread draws a whole tile, and takes its triangles in order."},
              {3, "Digits change if a sum is taken in another order. Nothing is summed up over tiles."}},
    .hint = "Who writes to a pixel, and what does it read?"};

static const bp_step STEPS[] = {
    {.heading = "A quarter of a million pixels",
     .caption = "So a plain loop draws the character: one pixel after the other, each by the steps of nine "
                "lessons. The picture has 262,144 of them, and you want 60 pictures a second.",
     .change = grow,
     .slider = &(const bp_step_slider)BP_SLIDER_OF("pixels drawn", "", 0, BP_SUBJECT_SIZE *BP_SUBJECT_SIZE,
                                                   512, 0, 0, BP_SUBJECT_SIZE *BP_SUBJECT_SIZE),
     .code = "for (int y = 0; y < 512; y++) for (int x = 0; x < 512; x++)",
     .seconds = 3},
    {.heading = "Looking in vain",
     .caption = "A plain rasterizer is a loop: for each triangle, and for each pixel of its bounding box, "
                "test three edges. It visits the brown pixels in vain: 60 visits for 5 pixels. This lesson "
                "makes it fast, and changes no byte.",
     .change = show_box,
     CLAIMS(BP_CLAIM_THAT(56, "The plain loop visits the 60 pixels of the bounding box ...",
                          bp_measure_pixels_visited, GRID, 0, .expected = {60}, .unit = "pixels"),
            BP_CLAIM_THAT(56, "... of which the triangle covers 5.", bp_measure_pixels_covered, GRID, 0,
                          .expected = {5}, .unit = "pixels", .holds_before = true)),
     .question = &HOW_MANY,
     .slider = &(const bp_step_slider)BP_SLIDER_SETS("x of C", " px", 3, 11, 0.5f, 1, 11, set_x_of_c),
     .code = "for (int y = b.y0; y < b.y1; y++) for (int x = b.x0; x < b.x1; x++)",
     HANDLES_OF(CORNERS),
     .arrange = show_grid,
     .pictured = true},
    {.heading = "Add, don't multiply",
     .caption =
         "One row of pixels, and below it the edge function of [b:B] to [c:C] at each of their "
         "centres. From one column to the next [p:always the same] is added. So two products become one sum.",
     .slider = &(const bp_step_slider)BP_SLIDER_SETS("column", "", 0, 11, 1, 0, 0, set_column),
     .code = "e += a;",
     .footnote = "In place of a * x + b * y + c. With whole numbers the sum is exact.",
     HANDLES_OF(CORNERS),
     .arrange = show_sums},
    {.heading = "Bins",
     .caption =
         "Now each square is a tile, and everything is 64 times as large. First each triangle goes into the "
         "bins of the tiles that it may touch: the long one into 20 of 96. Then tiles are drawn one by one.",
     .change = show_tiles,
     CLAIMS(BP_CLAIM_THAT(57, "64 times as large, the triangle goes into the bins of 20 of 96 tiles.",
                          bp_measure_pixels_covered, GRID, 0, .expected = {20}, .unit = "tiles")),
     .slider = &PIXELS_OF_C,
     .code = "bp_pixel_bounds(x0, y0, x1, y1, samples)",
     HANDLES_OF(CORNERS),
     .arrange = show_bins,
     .pictured = true},
    {.heading = "Tiles alone",
     .caption =
         "The plain loop again, but tile by tile: it draws the triangles of one bin, then those of the next. "
         "Nothing else changes. A [c:tile] of 64 x 64 pixels has 128 KiB of samples, which stay in a fast "
         "cache; the whole picture has 8 MiB. Brighter tiles have more triangles, and each is set up anew in "
         "every tile that it touches. In the lesson's window your machine measures what that gains.",
     .change = draw_tiles_alone,
     CLAIMS(BP_CLAIM_THAT(58, "Tile by tile the plain loop draws the same picture: no byte differs.",
                          measure_tiled_bytes, 0, 0, .expected = {0}, .unit = "bytes")),
     READOUTS({.label = "tiles alone, on your machine", .measure = measure_tiles_alone, .format = "%.4g ms"},
              {.label = "of the plain loop's time",
               .measure = measure_tiles_alone,
               .args = {.other = 1},
               .format = "%.3f"}),
     .slider = &(const bp_step_slider){.name = "side of a tile",
                                       .unit = " px",
                                       .max = SIDES - 1,
                                       .step = 1,
                                       .from = 3,
                                       .to = 3,
                                       .names = SIDE_NAMES,
                                       .set = set_side},
     .code = "draw.state.scissor = tile;",
     .arrange = show_tiles_alone,
     .pictured = true},
    {.heading = "Lanes",
     .caption =
         "One vector instruction computes 4, 8 or 16 pixels of a row, each in its [c:lane]. Some lanes work "
         "in vain at the edges, so wider isn't always faster. A small triangle would leave most of them "
         "idle: the pixels of several triangles wait in a queue, and get their colours together.",
     READOUTS({.label = "pixels", .measure = bp_measure_pixels_covered, .format = "%.0f"}),
     .slider = &(const bp_step_slider)BP_SLIDER_SETS("lanes: 2 to the power", "", 0, 4, 1, 0, 2, set_lanes),
     .code = ".isa = BP_ISA_AVX2",
     .arrange = show_lanes,
     .pictured = true},
    {.heading = "What a tile makes possible",
     .caption = "Within a tile coordinates are small, so the edge functions' whole numbers fit into 32 bits "
                "in place of 64. Tiny triangles are tested together, small ones in blocks, large ones row by "
                "row. That brings far more than the order of the work. All bytes are equal to the plain "
                "loop's. An AMD EPYC took 40 ms for this picture by the plain loop, and 5 by tiles.",
     .change = draw_by_tiles,
     CLAIMS(BP_CLAIM_THAT(58, "Tiles give the plain loop's picture: no byte differs.", bp_measure_way_bytes,
                          0, BP_WAY_TILES, .expected = {0}, .unit = "bytes")),
     READOUTS(SPEED("tiles, on your machine", BP_WAY_TILES)),
     .code = "bp_pass.time_tiles",
     .arrange = show_figure},
    {.heading = "Lanes, measured",
     .caption = "A lane adds, multiplies and rounds as the plain loop does, in the same order. So no byte "
                "changes. You see what your processor has; on the EPYC 16 lanes took 1 ms in place of 5.",
     .change = draw_by_lanes,
     CLAIMS(BP_CLAIM_THAT(59, "With 4, 8 and 16 lanes, as far as the processor has them, no byte differs.",
                          bp_measure_way_bytes, 0, BP_WAY_SIMD, .expected = {0}, .unit = "bytes")),
     READOUTS(SPEED("the widest lanes, on your machine", BP_WAY_SIMD)),
     .code = ".isa = BP_ISA_AVX2"},
    {.heading = "Threads",
     .caption = "Threads share the tiles. No two write to one pixel, and none waits for another's pixels, so "
                "two threads or sixty give equal bytes.",
     .change = draw_by_threads,
     CLAIMS(BP_CLAIM_THAT(60, "With several threads no byte differs.", bp_measure_way_bytes, 0,
                          BP_WAY_THREADS, .expected = {0}, .unit = "bytes")),
     .question = &WHAT_CHANGES,
     READOUTS(SPEED("all threads, on your machine", BP_WAY_THREADS)),
     .code = ".threads = n"},
    {.heading = "What didn't change isn't drawn",
     .caption = "The rasterizer keeps for each tile what it was drawn from. Nothing moved since the last "
                "frame, so all 64 tiles stay. Vertices are still transformed and binned, to find that out: "
                "0.05 ms on the EPYC.",
     .change = reuse,
     CLAIMS(BP_CLAIM_THAT(61, "If nothing changed, no tile is drawn again ...", bp_measure_way_tiles, 0,
                          BP_WAY_THREADS | BP_WAY_REUSE, .expected = {0}, .unit = "tiles"),
            BP_CLAIM_THAT(61, "... and no byte differs.", bp_measure_way_bytes, 0, BP_WAY_REUSE,
                          .expected = {0}, .unit = "bytes")),
     READOUTS(SPEED("reuse, on your machine", BP_WAY_REUSE)),
     .code = ".framebuffer_unchanged = true"},
    {.heading = "Why not share triangles?",
     .caption = "Here each of two threads draws one rectangle, and who comes late lies on top: 4 pixels are "
                "left to chance. A tile takes its triangles in order, so its result is always the same.",
     .change = finish_late,
     CLAIMS(BP_CLAIM_THAT(60,
                          "If threads shared triangles instead of tiles, 4 pixels would depend on who comes "
                          "last.",
                          bp_measure_pixels_differing, GRID, OTHER, .expected = {4}, .unit = "pixels")),
     .code = "one tile, one thread, triangles in order",
     HANDLES(BP_PIXEL_HANDLE("red", GRID, 0, bp_pixel_put_rectangle),
             BP_PIXEL_HANDLE("blue", GRID, 6, bp_pixel_put_rectangle)),
     .arrange = show_overlap},
};

const bp_lesson_plan bp_lesson = {
    PIXEL_LESSON(28, "28_fast"),
    .title = "How can a million pixels be drawn in a few milliseconds?",
    .summary = "Tiles, lanes, threads and reuse: the same picture, many times as fast.",
    .difficulty = 3,
    .text = {.goal =
                 "You will be able to say what makes a rasterizer fast, and why none of it changes a byte.",
             .learned = {"The plain loop visits each pixel of a triangle's bounding box, mostly in vain.",
                         "Bins and tiles keep the work where triangles are, and the pixels in a fast cache. "
                         "A tile in which nothing changed isn't drawn again. One computer: 40 ms by the "
                         "plain loop, 5 by tiles, 1 by 16 lanes, 0.05 if nothing changed.",
                         "Lanes and threads do the same operations in the same order for each pixel, so no "
                         "byte changes.",
                         "Pixel (222, 180) with one thing left out: one sample (151, 150, 119); nearest "
                         "texel (91, 129, 124); no light (155, 169, 142); mean of bytes (117, 132, 113)."},
             .teaches = "What makes a rasterizer fast, and why the bytes stay the same.",
             .prerequisites = "19_triangle_to_pixels, 27_antialiasing",
             .try_this = {"At step 2 find a triangle that covers half of the pixels that are visited. Can "
                          "one cover more?",
                          "At step 4 find the smallest triangle that goes into four bins."},
             .questions = {"A compiler may compute a * b + c with one rounding instead of two. Why does this "
                           "project forbid it?",
                           "Two threads add up the same million numbers, half each. Is the sum the same as "
                           "that of one thread?",
                           "Which of the four ideas helps a picture with one huge triangle, and which helps "
                           "one with a million small ones?"}},
};
