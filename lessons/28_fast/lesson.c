/* Fast: the same picture by the plain loop, by tiles, by vector instructions, by threads and by reuse, with
 * the same bytes.
 *
 * Coverage: Vulkan 1.3, "Basic Polygon Rasterization"; Direct3D 11.3 Functional Specification, 3.4.2. Equal
 * bytes follow from IEEE 754-2019, 4.3 and 5.4.1: + - * / and the square root are rounded once, in one way,
 * so equal operations in equal order give equal bits, in a vector's lane as in a scalar register.
 *
 * The triangle is A = (1.25, 1), B = (3, 1), C = (11, 7). Its left edge A to C is at x = 1.25 + 1.625 u, its
 * right one B to C at x = 3 + 1.333333 u, where u = y - 1. At the centres of the rows, u = 0.5, ..., 5.5,
 *     it spans 2.06 to 3.67   3.69 to 5.00   5.31 to 6.33   6.94 to 7.67   8.56 to 9.00   10.19 to 10.33
 * with the centres 2.5 and 3.5; 4.5; 5.5; 7.5; none; none: 5 pixels. Its bounding box, from (1.25, 1)
 * to (11, 7), has the centres of columns 1 to 10 and of rows 1 to 6: 60 pixels, which the plain loop visits.
 *
 * As tiles, 64 times as large: in the row of tiles from u = n to n + 1 the triangle spans x from 1.25 +
 * 1.625 n, its left edge at the top, to 3 + 1.333333 (n + 1), its right edge at the bottom; it touches 7:
 *     1.25 to 4.33   2.88 to 5.67   4.50 to 7.00   6.13 to 8.33   7.75 to 9.67   9.38 to 11
 *     columns 1..4   2..5           4..7           6..8           7..9           9..10       20 of 96 tiles
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

enum { GRID, OTHER, SUBJECT, BESIDE, FIGURE, TILE = 64, LARGE = 96 }; /* stages; pixels */
enum { ACROSS = BP_SUBJECT_SIZE / TILE, TILES_OF = ACROSS * ACROSS, THREADS_MOST = 8 };
static const bp_vec2 LONG[3] = {{1.25f, 1}, {3, 1}, {11, 7}}, BROAD[3] = {{1, 1}, {11, 1}, {1, 7}};

/* What is drawn over the pixels, and beside the character. */
typedef enum over { NOTHING, SUMS, LANES, GROWING, TILES, THREADS, KEPT, TIMES } over;
typedef struct state {
    bp_speed speed; /* the measures' own */
    over over;
    float column, grown; /* grown: pixels of the character's picture */
    float arm;           /* degrees, by which the arm has moved since the last frame */
    int lanes, threads;
    uint64_t changed; /* bit i: tile i of the character's picture, since the arm moved */
} state;

static state *state_of(bp_world *world) { return bp_world_data(world); }
static bp_pixel_grid *grid_of(bp_world *world, int stage) { return bp_grid_of(&world->stages[stage]); }
static int side_of(bp_world *world) { return BP_LEAST_SIDE << state_of(world)->speed.side; }

/* ---- the character's picture ---- */

/* When a thread draws a tile, in triangles. */
typedef struct turn {
    int thread;
    float start, end;
} turn;

/* The thread that is free first takes the next tile, and needs as long as it has triangles. Returns when the
 * last one is done. */
static float share_tiles(bp_world *world, int threads, turn turns[TILES_OF]) {
    const bp_triangle_bins *bins = bp_subject_bins(world, TILE);
    float busy[THREADS_MOST] = {0}, last = 0;
    for (int i = 0; bins && i < TILES_OF; i++) {
        int free = 0;
        for (int k = 1; k < threads; k++)
            if (busy[k] < busy[free]) free = k;
        turns[i] = (turn){.thread = free, .start = busy[free]};
        busy[free] += 1 + (float)(bins->first[i + 1] - bins->first[i]) / 3;
        turns[i].end = busy[free];
        last = fmaxf(last, busy[free]);
    }
    return last;
}
static const bp_pen_color OF_THREAD[THREADS_MOST] = {BP_PEN_A,   BP_PEN_C,     BP_PEN_B,   BP_PEN_P,
                                                     BP_PEN_HEM, BP_PEN_WRONG, BP_PEN_RED, BP_PEN_INK};

/* Which tiles aren't as they were before the arm moved. */
static void compare_tiles(bp_world *world, bp_pixel_grid *grid) {
    state *s = state_of(world);
    bp_rgba8 *moved = bp_alloc(NULL, sizeof grid->pixels, 1, bp_world_error_slot(world));
    if (!moved) return;
    bp_subject_fill(world, &(bp_subject_look){.arm = s->arm}, grid);
    memcpy(moved, grid->pixels, sizeof grid->pixels);
    bp_subject_fill(world, &(bp_subject_look){0}, grid);
    s->changed = 0;
    for (int i = 0; i < LARGE * LARGE; i++)
        if (memcmp(&moved[i], &grid->pixels[i], sizeof *moved) != 0)
            s->changed |= UINT64_C(1) << (i / LARGE * ACROSS / LARGE * ACROSS + i % LARGE * ACROSS / LARGE);
    memcpy(grid->pixels, moved, sizeof grid->pixels);
    bp_free(NULL, moved);
}
/* The share of a tile's triangles in the most that a tile has, or its thread, as a colour over its pixels. */
static void tint_tiles(bp_world *world, bp_pixel_grid *grid) {
    const state *s = state_of(world);
    const bool shared = s->over == THREADS;
    const int side = shared ? TILE : side_of(world), across = BP_SUBJECT_SIZE / side;
    turn turns[TILES_OF] = {{0}};
    uint32_t most = 1;
    if (shared) share_tiles(world, s->threads, turns);
    const bp_triangle_bins *bins = bp_subject_bins(world, side);
    for (int i = 0; bins && i < across * across; i++)
        if (bins->first[i + 1] - bins->first[i] > most) most = bins->first[i + 1] - bins->first[i];
    for (int i = 0; bins && i < LARGE * LARGE; i++) {
        const int tile = i / LARGE * across / LARGE * across + i % LARGE * across / LARGE;
        const float share = (float)(bins->first[tile + 1] - bins->first[tile]) / (float)most;
        const bp_rgba8 tint = bp_pen_area(shared ? OF_THREAD[turns[tile].thread] : BP_PEN_C);
        const float part = shared ? 0.3f : share > 0 ? 0.15f + 0.55f * share : 0;
        for (int c = 0; c < 3; c++)
            (&grid->pixels[i].r)[c] =
                (uint8_t)bp_mix((float)(&grid->pixels[i].r)[c], (float)(&tint.r)[c], part);
    }
}
static void fill_subject(bp_world *world, bp_pixel_grid *grid) {
    const state *s = state_of(world);
    if (s->over == KEPT) {
        compare_tiles(world, grid);
        return;
    }
    bp_subject_fill(world, &(bp_subject_look){0}, grid);
    if (s->over == TILES || s->over == THREADS) tint_tiles(world, grid);
    for (int i = 0; i < LARGE * LARGE; i++)
        if (s->over == GROWING && (float)i * BP_SUBJECT_SIZE * BP_SUBJECT_SIZE >= s->grown * LARGE * LARGE)
            grid->pixels[i] = (bp_rgba8){28, 31, 37, 255};
}
static void draw_tile_borders(bp_world *world, bp_pen *pen) {
    const float tall = LARGE / (float)ACROSS;
    for (int i = 0; i < TILES_OF && state_of(world)->over == KEPT; i++) {
        const float x = tall * (float)(i % ACROSS) + 0.4f, y = tall * (float)(i / ACROSS) + 0.4f;
        if (state_of(world)->changed >> i & 1)
            bp_pen_frame(pen, (bp_vec2){x, y}, (bp_vec2){x + tall - 0.8f, y + tall - 0.8f}, 3, BP_PEN_P);
    }
}

/* ---- beside the character: rows with a name, a value, and a bar below both ---- */

enum { ROWS = 8 };
static const float ROW = 1.2f, WIDE = 10;

static void draw_bar(bp_pen *pen, int row, float from, float to, int layer, bp_pen_color color) {
    const float y = ROW * (float)row + 0.6f, end = y + 0.35f;
    const bp_vec2 bar[4] = {{WIDE * from, y}, {WIDE * to, y}, {WIDE * to, end}, {WIDE * from, end}};
    bp_pen_fill(pen, bar, 4, layer, color);
}
static void draw_row(bp_pen *pen, int row, const char *name, const char *value, float share, bool here) {
    const float y = ROW * (float)row + 0.55f;
    bp_pen_text(pen, (bp_vec2){0, y}, BP_ALIGN_LEFT, here ? BP_PEN_A : BP_PEN_INK, "%s", name);
    bp_pen_text(pen, (bp_vec2){WIDE, y}, BP_ALIGN_RIGHT, here ? BP_PEN_A : BP_PEN_INK, "%s", value);
    draw_bar(pen, row, 0, 1, 0, BP_PEN_PALE);
    if (share > 0) draw_bar(pen, row, 0, fmaxf(share, 0.01f), 1, here ? BP_PEN_A : BP_PEN_C);
}
static void draw_tile_times(bp_world *world, bp_pen *pen) {
    const double whole = bp_time_of_tiles(world, -1);
    double longest = whole;
    for (int i = 0; i < BP_SIDES; i++) longest = fmax(longest, bp_time_of_tiles(world, i));
    for (int i = -1; i < BP_SIDES; i++) {
        char name[32] = "no tiles", value[24] = "not measured yet";
        const double time = bp_time_of_tiles(world, i);
        if (i >= 0) snprintf(name, sizeof name, "tiles of %d", BP_LEAST_SIDE << i);
        if (time > 0) snprintf(value, sizeof value, "%.3g ms", time);
        draw_row(pen, i + 1, name, value, (float)(time / longest), i == state_of(world)->speed.side);
    }
}
static void draw_turns(bp_world *world, bp_pen *pen) {
    turn turns[TILES_OF];
    const int threads = state_of(world)->threads;
    const float alone = share_tiles(world, 1, turns), last = share_tiles(world, threads, turns);
    for (int i = 0; i < threads; i++) {
        draw_bar(pen, i, 0, 1, 0, BP_PEN_PALE);
        bp_pen_text(pen, (bp_vec2){0, ROW * (float)i + 0.55f}, BP_ALIGN_LEFT, BP_PEN_INK, "thread %d", i + 1);
    }
    for (int i = 0; i < TILES_OF; i++)
        draw_bar(pen, turns[i].thread, turns[i].start / alone, turns[i].end / alone - 0.002f, 1,
                 OF_THREAD[turns[i].thread]);
    bp_pen_text(pen, (bp_vec2){0, ROW * (float)threads + 0.55f}, BP_ALIGN_LEFT, BP_PEN_INK,
                "%.2f of one thread's time", (double)(last / alone));
}
static void draw_beside(bp_world *world, bp_pen *pen) {
    const state *s = state_of(world);
    if (s->over == TILES) draw_tile_times(world, pen);
    if (s->over == THREADS) draw_turns(world, pen);
    if (s->over != TIMES) return;
    bp_speed_measure(world);
    for (int i = 0; i < s->speed.bar_count; i++)
        draw_row(pen, i, s->speed.bars[i].label, s->speed.bars[i].value, s->speed.bars[i].share,
                 i + 1 == s->speed.bar_count);
}

/* ---- over the grid ---- */

/* The edge function of B to C in row 3: from column to column always the same is added. */
static void draw_sums(bp_world *world, bp_pen *pen) {
    const bp_vec2 *c = grid_of(world, GRID)->triangles[0].corner;
    const float step = -(c[2].y - c[1].y);
    for (int x = 0; x < 12; x++) {
        const float e = bp_edge_function(c[1], c[2], (bp_vec2){(float)x + 0.5f, 3.5f});
        const bool here = x == (int)state_of(world)->column;
        bp_pen_text(pen, (bp_vec2){(float)x + 0.5f, 8.8f}, BP_ALIGN_CENTER, here ? BP_PEN_P : BP_PEN_INK,
                    "%.3g", (double)e);
    }
    bp_pen_frame(pen, (bp_vec2){0, 3}, (bp_vec2){12, 4}, 3, BP_PEN_P);
    bp_pen_text(pen, (bp_vec2){6, 9.8f}, BP_ALIGN_CENTER, BP_PEN_P, "in the framed row each step adds %.3g",
                (double)step);
}
/* Rows cut into groups of lanes: those that work in vain are blue. */
static void draw_lanes(bp_world *world, bp_pen *pen) {
    const bp_pixel_grid *grid = grid_of(world, GRID);
    const int lanes = state_of(world)->lanes;
    int used = 0, useful = 0;
    for (int i = 0; i < 12 * grid->height; i += i % 12 + lanes < 12 ? lanes : 12 - i % 12) {
        const int end = i % 12 + lanes < 12 ? lanes : 12 - i % 12;
        const float x = (float)(i % 12), y = (float)(i / 12);
        int covered = 0;
        for (int k = 0; k < end; k++) covered += grid->owners[i + k] != 0;
        if (!covered) continue;
        for (int k = 0; k < end; k++)
            if (!grid->owners[i + k])
                bp_pen_rectangle(pen, (bp_vec2){x + (float)k + 0.04f, y + 0.04f},
                                 (bp_vec2){x + (float)k + 0.96f, y + 0.96f}, 0, (bp_rgba8){40, 84, 122, 255});
        bp_pen_frame(pen, (bp_vec2){x + 0.08f, y + 0.08f}, (bp_vec2){x + (float)end - 0.08f, y + 0.92f}, 3,
                     BP_PEN_C);
        used += lanes, useful += covered;
    }
    bp_pen_text(pen, (bp_vec2){6, 9}, BP_ALIGN_CENTER, BP_PEN_INK,
                "%d lanes compute, [a:%d] of them a pixel of the triangle, [c:%d] in vain", used, useful,
                used - useful);
}
static void draw_over(bp_world *world, bp_pen *pen) {
    bp_pen_dot(pen, (bp_vec2){6, 10}, 0, BP_PEN_QUIET); /* keeps the size */
    if (state_of(world)->over == SUMS) draw_sums(world, pen);
    if (state_of(world)->over == LANES) draw_lanes(world, pen);
    if (grid_of(world, GRID)->triangle_count == 1)
        bp_pen_name_corners(pen, grid_of(world, GRID)->triangles[0].corner);
    if (state_of(world)->over != NOTHING || grid_of(world, GRID)->tiles || world->stage_count > 1) return;
    bp_pen_number_edges(pen, grid_of(world, GRID));
}

static void setup(bp_world *world) {
    char path[4096];
    if (!bp_asset_path("character.glb", path, sizeof path, &world->error)) return;
    bp_world_add_pixels(world, "A picture of 12 x 8 pixels", "one thin triangle", 12, 8);
    bp_world_add_pixels(world, "", "", 12, 8);
    bp_pixel_grid *subject = bp_grid_of(bp_world_add_pixels(world, "The character", "", LARGE, LARGE));
    bp_world_add_drawing(world, "How long it takes", "",
                         (bp_drawing_frame){.right = WIDE, .bottom = ROW * ROWS + 0.4f}, draw_beside);
    bp_world_add_file(world, "One character", "7876 triangles", path);
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
    state_of(world)->over = GROWING;
    bp_world_show_stages(world, SUBJECT, 1);
    world->camera = (bp_camera){.eye = {0, 0, 6}};
}

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
static void set_side(bp_world *world, float power) { state_of(world)->speed.side = (int)power; }
static void show_beside(bp_world *world, over shown, const char *picture, const char *beside,
                        const char *source) {
    state_of(world)->over = shown;
    bp_world_show_stages(world, SUBJECT, 2);
    bp_name_stage(world, 0, picture, "");
    bp_name_stage(world, 1, beside, source);
}
static const char *source_of(const bp_world *world) {
    return world->timed ? "measured on your machine" : "on an AMD EPYC";
}
static void show_tiles_alone(bp_world *world) {
    show_beside(world, TILES, "Tiles by their triangles", "The plain loop, tile by tile", source_of(world));
    set_side(world, 3);
}
static void draw_tiles_alone(bp_world *world, float t) { state_of(world)->speed.tiled = t >= 0.5f; }
static void set_lanes(bp_world *world, float chosen) {
    static const int LANES_OF[] = {1, 4, 8, 16};
    state_of(world)->lanes = LANES_OF[(int)chosen];
}
static void show_lanes(bp_world *world) {
    bp_world_show_stages(world, GRID, 1);
    bp_pixel_grid *grid = grid_of(world, GRID);
    grid->tiles = false, grid->no_dots = true;
    for (int i = 0; i < 3; i++) grid->triangles[0].corner[i] = BROAD[i];
    bp_name_stage(world, GRID, "A picture of 12 x 8 pixels",
                  "a frame around pixels that are computed at once");
    state_of(world)->over = LANES;
}
static void set_threads(bp_world *world, float t) { state_of(world)->threads = 1 + (int)(3 * t + 0.5f); }
static void show_threads(bp_world *world) {
    show_beside(world, THREADS, "Who draws which tile", "And when", "a tile takes as long as its triangles");
    set_threads(world, 0);
}
static void move_arm(bp_world *world, float t) { state_of(world)->arm = 30 * t; }
static void show_kept(bp_world *world) {
    state_of(world)->over = KEPT;
    bp_world_show_stages(world, SUBJECT, 1);
    world->camera = (bp_camera){.eye = {0, 0, 6}};
}
static void show_times(bp_world *world) {
    show_beside(world, TIMES, "The character", "How long it takes", source_of(world));
    state_of(world)->speed.ways = BP_WAY_PLAIN;
}
static void draw_by(bp_world *world, float t) {
    state_of(world)->speed.ways = (2 << (int)((BP_DRAW_WAYS - 1) * t + 0.5f)) - 1;
}
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

static const char *const SIDE_NAMES[] = {"8", "16", "32", "64", "128", "256", "512", NULL},
                         *const LANE_NAMES[] = {"1 lane", "4 lanes", "8 lanes", "16 lanes", NULL};
static const bp_step_slider SIDES = {.name = "side of a tile",
                                     .unit = " px",
                                     .max = BP_SIDES - 1,
                                     .step = 1,
                                     .from = 3,
                                     .to = 3,
                                     .names = SIDE_NAMES,
                                     .set = set_side};
static const bp_step_slider LANE_COUNT = {
    .name = "lanes", .max = 3, .step = 1, .from = 1, .to = 1, .names = LANE_NAMES, .set = set_lanes};
static const bp_step_slider PIXELS_OF_C =
    BP_SLIDER_SETS("x of C", " px", 192, 704, 16, 0, 704, set_pixels_of_c);

static const bp_handle CORNERS[] = {BP_PIXEL_HANDLE("A", GRID, 0, NULL), BP_PIXEL_HANDLE("B", GRID, 1, NULL),
                                    BP_PIXEL_HANDLE("C", GRID, 2, NULL)};
static const bp_question HOW_MANY = {
    .text = "How many pixels will the plain loop visit for this triangle?",
    .answer = 60,
    .unit = "pixels",
    .caption = "For each triangle the plain loop visits every pixel whose centre lies in its bounding box, "
               "the upright rectangle around [a:A], [b:B] and [c:C], and tests three edges.",
    .right = "Ten columns, from A's to the one before x = 11, and six rows.",
    .wrong = {{5, "That many it covers. The loop knows it only when it has tested the others, too."},
              {96, "That is the whole picture. The loop stays in the box around the triangle."},
              {66, "The last column begins at x = 11, where the box ends: its centres are outside."},
              {70, "Count the rows once more: from y = 1 to y = 7 there are six."}},
    .hint = "Count the columns and the rows of centres between the outermost corners."};
static const bp_question WHAT_CHANGES = {
    .text = "Several threads draw tiles at the same time. Which tile is ready first is chance. What will "
            "differ in the picture from run to run?",
    .caption = "So far one thread drew all tiles, one after the other. Now several share them: whoever is "
               "free takes the next one.",
    CHOICE(2, "pixels where two tiles meet", "which surface is in front", "nothing, not one bit",
           "last digits of some colours"),
    .right = "Each tile is drawn by one thread, its triangles in order, and no tile needs another's result.",
    .wrong = {
        {0, "Each pixel belongs to one tile, and is computed from the triangle, not from its neighbours."},
        {1, "One thread draws a whole tile, and takes its triangles in order."},
        {3, "Digits change if a sum is taken in another order. Nothing is summed up over tiles."}}};

static const bp_step STEPS[] = {
    {.caption = "A plain loop draws the character: one pixel after the other, each by the steps of nine "
                "lessons. The picture has 262,144 pixels with four samples each, a million: here one square "
                "stands for 28 pixels.\n\nAn AMD EPYC needs 38 ms for it by such a loop: 26 pictures a "
                "second, and no time for anything else.",
     .change = grow,
     .slider = &(const bp_step_slider)BP_SLIDER_OF("pixels drawn", "", 0, BP_SUBJECT_SIZE *BP_SUBJECT_SIZE,
                                                   512, 0, 0, BP_SUBJECT_SIZE *BP_SUBJECT_SIZE),
     .code = "for (int i = 0; i < 512 * 512; i++) draw_pixel(i);",
     .seconds = 3},
    {.heading = "Looking in vain",
     .caption = "The brown ones are visited in vain: 60 visits for 5 pixels. This lesson makes the loop "
                "fast, and changes no byte.",
     .change = show_box,
     CLAIMS(BP_CLAIM_THAT(56, "The plain loop visits the 60 pixels of the bounding box ...",
                          bp_measure_pixels_visited, GRID, 0, .expected = {60}, .unit = "pixels"),
            BP_CLAIM_THAT(56, "... of which the triangle covers 5.", bp_measure_pixels_covered, GRID, 0,
                          .expected = {5}, .unit = "pixels", .holds_before = true)),
     .question = &HOW_MANY,
     .slider = &(const bp_step_slider)BP_SLIDER_SETS("x of C", " px", 3, 11, 0.5f, 1, 11, set_x_of_c),
     .code = "for (int x = b.x0; x < b.x1; x++) test(x, y);",
     HANDLES_OF(CORNERS),
     .arrange = show_grid},
    {.heading = "Add, don't multiply",
     .caption =
         "The numbers below are the edge function of [b:B] to [c:C] at the centres of the [p:framed] row. "
         "From one column to the next [p:always the same] is added. So one sum replaces two products.",
     .slider = &(const bp_step_slider)BP_SLIDER_SETS("column", "", 0, 11, 1, 0, 0, set_column),
     .code = "e += a;",
     .footnote = "In place of a * x + b * y + c. With whole numbers the sum is exact.",
     HANDLES_OF(CORNERS),
     .arrange = show_sums},
    {.heading = "Bins",
     .caption = "Now each square is a tile of 64 x 64 pixels: the picture is 768 x 512. Threads can share "
                "tiles, and unchanged ones needn't be drawn again. First each triangle goes into the bins of "
                "the tiles that it may touch: this one into 20 of 96. Then tiles are drawn one by one.",
     .change = show_tiles,
     CLAIMS(BP_CLAIM_THAT(57, "64 times as large, the triangle goes into the bins of 20 of 96 tiles.",
                          bp_measure_pixels_covered, GRID, 0, .expected = {20}, .unit = "tiles")),
     .slider = &PIXELS_OF_C,
     .code = "bp_pixel_bounds(x0, y0, x1, y1, samples)",
     HANDLES_OF(CORNERS),
     .arrange = show_bins},
    {.heading = "Tiles alone gain nothing",
     .caption =
         "The plain loop draws the triangles of one [c:bin], then those of the next. The [c:bluer] a tile, "
         "the more triangles it has.\n\nThat alone gains nothing, as the bars show: each triangle is set up "
         "anew in every tile that it touches. The light is simpler than in step 1, so all times are shorter.",
     .change = draw_tiles_alone,
     CLAIMS(BP_CLAIM_THAT(58, "Tile by tile the plain loop draws the same picture: no byte differs.",
                          bp_measure_tiled_bytes, 0, 0, .expected = {0}, .unit = "bytes")),
     .slider = &SIDES,
     .code = "draw.state.scissor = tile;",
     .arrange = show_tiles_alone},
    {.heading = "Lanes",
     .caption = "One vector instruction computes 4, 8 or 16 pixels of a row, each in its [c:lane]. At the "
                "edges some lanes work in vain. So 16 lanes aren't four times as fast as 4.\n\nA small "
                "triangle would leave most lanes idle, so several small ones are tested together.",
     .slider = &LANE_COUNT,
     .code = ".isa = BP_ISA_SSE2",
     .footnote = "SSE2 has 4 lanes, AVX2 8, AVX-512 16.",
     .arrange = show_lanes},
    {.heading = "Threads",
     .caption = "The bars show when each tile is drawn. The last ones end at different times, so four "
                "threads aren't quite four times as fast.",
     .change = set_threads,
     .question = &WHAT_CHANGES,
     .slider = &(const bp_step_slider)BP_SLIDER_OF("threads", "", 1, THREADS_MOST, 1, 0, 1, 4),
     .code = ".threads = {}",
     .arrange = show_threads},
    {.heading = "Why not share triangles?",
     .caption = "Here each of two threads draws one rectangle without a depth test, and who comes late lies "
                "on top: 4 pixels are "
                "left to chance. A tile takes its triangles in order, so its result is always the same.",
     .change = finish_late,
     .slider = &(const bp_step_slider)BP_SLIDER_OF("how late red is", " %", 0, 100, 1, 0, 0, 100),
     CLAIMS(BP_CLAIM_THAT(
         60, "If threads shared triangles instead of tiles, 4 pixels would depend on who comes last.",
         bp_measure_pixels_differing, GRID, OTHER, .expected = {4}, .unit = "pixels")),
     .code = "for (i = first[tile]; i < first[tile + 1]; i++) draw(i);",
     HANDLES(BP_PIXEL_HANDLE("first", GRID, 0, bp_pixel_put_rectangle),
             BP_PIXEL_HANDLE("second", GRID, 6, bp_pixel_put_rectangle)),
     .arrange = show_overlap},
    {.heading = "What didn't change isn't drawn",
     .caption = "The rasterizer keeps for each tile what it was drawn from. An arm moved since the last "
                "picture: only the tiles with a [p:border], where the arm is or was, are drawn again. While "
                "nothing moves none is; vertices are still transformed and put into bins, to find that out.",
     .change = move_arm,
     .slider = &(const bp_step_slider)BP_SLIDER_OF("arm", "°", 0, 40, 1, 0, 0, 30),
     .code = ".framebuffer_unchanged = true",
     .arrange = show_kept},
    {.heading = "All of it",
     .caption = "All bars draw the same picture, byte for byte.\n\nThe second one gains most, by what tiles "
                "make possible: coordinates in a tile are small, so edge functions fit into 32 bits, not 64, "
                "and tiny triangles are tested together. Each later bar adds one thing.",
     .change = draw_by,
     CLAIMS(BP_CLAIM_THAT(58, "Tiles give the plain loop's picture: no byte differs.", bp_measure_way_bytes,
                          0, BP_WAY_TILES, .expected = {0}, .unit = "bytes"),
            BP_CLAIM_THAT(59, "With 4, 8 and 16 lanes, as far as the processor has them, no byte differs.",
                          bp_measure_way_bytes, 0, BP_WAY_SIMD, .expected = {0}, .unit = "bytes"),
            BP_CLAIM_THAT(60, "With several threads no byte differs.", bp_measure_way_bytes, 0,
                          BP_WAY_THREADS, .expected = {0}, .unit = "bytes"),
            BP_CLAIM_THAT(61, "If nothing changed, no tile is drawn again ...", bp_measure_way_tiles, 0,
                          BP_WAY_THREADS | BP_WAY_REUSE, .expected = {0}, .unit = "tiles",
                          .holds_before = true),
            BP_CLAIM_THAT(61, "... and no byte differs.", bp_measure_way_bytes, 0, BP_WAY_REUSE,
                          .expected = {0}, .unit = "bytes")),
     .slider =
         &(const bp_step_slider)BP_SLIDER_OF("ways to draw it", "", 1, BP_DRAW_WAYS, 1, 0, 1, BP_DRAW_WAYS),
     .code = ".threads = 0, .isa = BP_ISA_AUTO",
     .footnote = "512 x 512 pixels, four samples each, 7876 triangles, physically based light.",
     .arrange = show_times,
     .cover = true},
};

const bp_lesson_plan bp_lesson = {
    PIXEL_LESSON(28, "28_fast"),
    .title = "How can a million samples be drawn in a few milliseconds?",
    .summary = "Tiles, lanes, threads and reuse: the same picture, many times as fast.",
    .difficulty = 3,
    .text = {.goal =
                 "You will be able to say what makes a rasterizer fast, and why none of it changes a byte.",
             .learned = {"The plain loop visits each pixel of a triangle's bounding box, mostly in vain.",
                         "Bins say which tiles a triangle may touch. In a tile numbers are small, and tiles "
                         "can be shared by threads, or kept while nothing changes in them.",
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
                           "Which of the ideas helps a picture with one huge triangle, and which helps one "
                           "with a million small ones?"},
             .answers = {"It does so on some processors and not on others, so the last bits would depend on "
                         "the machine.",
                         "For whole numbers, yes. For floats, not always: each sum is rounded, and the order "
                         "of the sums is another one.",
                         "One huge triangle: lanes, threads and sums in place of products. A million small "
                         "ones: testing several together, and a queue for their colours; most of the plain "
                         "loop's time is spent on setting each one up."}},
};
