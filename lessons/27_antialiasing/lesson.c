/* Antialiasing and blending: four samples a pixel, their mean in linear light, and the order of transparent
 * things.
 *
 * Samples: Vulkan 1.3, "Multisampling", standard sample locations: (3/8, 1/8), (7/8, 3/8), (1/8, 5/8), (5/8,
 * 7/8) of a pixel. One colour for all of them: "Sample Shading", which is off by default. Light and bytes:
 * IEC 61966-2-1, byte = 255 (1.055 L^(1/2.4) - 0.055). Over: Porter and Duff, "Compositing Digital Images",
 * 1984: a C + (1 - a) B.
 *
 * The triangle is A = (2.5, 1), B = (10, 1), C = (2.5, 4.75); its long edge is x + 2y = 12. Count columns i
 * from x = 2 and rows j from y = 1, and let k = i + 2j. A sample at (a, b) in the pixel is left of the long
 * edge if k < 8 - a - 2b: the four for k < 7.375, 6.375, 6.625 and 5.625. So k <= 5: all four; 6: the first
 * three; 7: the first; and the centre, 1.5, for k <= 6. In column i = 0, x >= 2.5 leaves the second and the
 * fourth sample, and the centre, on a left edge. Samples in the columns i = 0, 1, ...:
 *     row 0:  2, 4, 4, 4, 4, 4, 3, 1     26 samples, 8 pixels
 *     row 1:  2, 4, 4, 4, 3, 1           18 samples, 6 pixels
 *     row 2:  2, 4, 3, 1                 10 samples, 4 pixels
 *     row 3:  1, 1                        2 samples, 2 pixels
 * Together 56 samples in 20 pixels. Of centres 7 + 5 + 3 + 1 = 16. P = (9.5, 1.5) has i = 7, j = 0: 1 of 4.
 * White over black: a quarter of the light is 137, a half 188, three quarters 225. The bytes' means: 63.75,
 * 127.5, 191.25.
 *
 * Panes have an alpha of 128/255 = 0.502. Over the white wall blue gives (0.498, 0.498, 1): bytes (187, 187,
 * 255), so 0.497 of light. Red over that: red 0.502 + 0.498 * 0.497 = 0.749: 225; green 0.498 * 0.497 =
 * 0.2475: 136; blue 0.498: 187. Red first: (255, 187, 187), and blue, which is farther away, fails the depth
 * test. Green over red: 0.498: 187, 0.502: 188; by bytes 255 * 127/255 = 127, and 128. */
#include "raster/color.h"
#include "shared/pixel_grid.h"
#include "shared/subject.h"
#include "shared/write.h"
#include <math.h>

enum { RIGHT, WRONG, ONE, FOUR, CLOSE, ROW = 8, LARGE = 64 }; /* stages; pixels */
enum { WALL, BLUE, RED };
static const bp_vec2 START[3] = {{2.5f, 1}, {10, 1}, {2.5f, 4.75f}};
static const bp_vec2 SQUARE[4] = {{0.25f, 0.25f}, {0.75f, 0.25f}, {0.25f, 0.75f}, {0.75f, 0.75f}};

typedef enum below { NOTHING, GREYS, COLORS, SHARES, PANES } below;
typedef struct state {
    below below;
    float arm, edge, white, looked; /* degrees; pixels; samples; 0 at the centre, 1 at the sample */
} state;

static state *state_of(bp_world *world) { return bp_world_data(world); }
static bp_pixel_grid *grid_of(bp_world *world, int stage) { return bp_grid_of(&world->stages[stage]); }
static void put_corner(bp_world *world, int point, bp_vec2 to) {
    for (int s = 0; s < world->stage_count; s++) bp_pixel_put(world, s, point, to);
}
/* A second picture beside the first: the same, until the step's change. */
static void compare(bp_world *world) {
    *grid_of(world, WRONG) = *grid_of(world, RIGHT);
    world->stage_count = 2;
}

/* ---- what is drawn below the pixels ---- */

/* A pixel, large, with an upright edge and its samples: those on the left are covered. */
static void draw_pixel(bp_pen *pen, const char *name, bp_vec2 at, const bp_vec2 samples[4], float edge) {
    const float side = 4.6f;
    int covered = 0;
    if (edge > 0)
        bp_pen_rectangle(pen, (bp_vec2){at.x, at.y + side}, (bp_vec2){at.x + side * edge, at.y}, 0,
                         (bp_rgba8){110, 116, 128, 255});
    bp_pen_frame(pen, at, (bp_vec2){at.x + side, at.y + side}, 2, BP_PEN_QUIET);
    bp_pen_text(pen, (bp_vec2){at.x + side / 2, at.y - 0.15f}, BP_ALIGN_CENTER, BP_PEN_INK, "%s", name);
    for (int i = 0; i < 4; i++) {
        const bool in = samples[i].x < edge;
        bp_pen_dot(pen, (bp_vec2){at.x + side * samples[i].x, at.y + side * samples[i].y}, 6,
                   in ? BP_PEN_HEM : BP_PEN_QUIET);
        covered += in;
    }
    bp_pen_line(pen, (bp_vec2){at.x + side * edge, at.y}, (bp_vec2){at.x + side * edge, at.y + side}, 3,
                BP_PEN_INK);
    bp_pen_text(pen, (bp_vec2){at.x + side / 2, at.y + side + 0.6f}, BP_ALIGN_CENTER, BP_PEN_INK, "%d of 4",
                covered);
}
static void draw_pair(bp_world *world, bp_pen *pen) {
    const bp_vec2 turned[4] = {bp_pixel_sample(0), bp_pixel_sample(1), bp_pixel_sample(2),
                               bp_pixel_sample(3)};
    draw_pixel(pen, "rotated (the standard)", (bp_vec2){0, 0}, turned, state_of(world)->edge);
    draw_pixel(pen, "in a square", (bp_vec2){5.6f, 0}, SQUARE, state_of(world)->edge);
}
/* Greys of 0 to 4 white samples: beside a single picture in a column, below one of two in a row. */
static void draw_greys(bp_world *world, const bp_pixel_grid *grid, bp_pen *pen) {
    const bool row = world->stage_count > 1;
    for (int k = 0; k <= 4; k++) {
        const uint8_t byte =
            grid->resolve_encoded ? (uint8_t)((255 * k + 2) / 4) : bp_color_encode((float)k / 4);
        const float x = row ? 0.6f + 2.2f * (float)k : 13.4f, y = row ? 8.7f : -0.3f + 1.8f * (float)k;
        const bp_vec2 low = {x, y}, high = {x + 1.8f, y + 1.5f};
        const bool here = k == (int)state_of(world)->white;
        bp_pen_rectangle(pen, (bp_vec2){x, high.y}, (bp_vec2){high.x, y}, 0,
                         (bp_rgba8){byte, byte, byte, 255});
        bp_pen_frame(pen, low, high, here ? 4 : 1, here ? BP_PEN_P : BP_PEN_QUIET);
        if (k % 4 == 0 || grid->samples == 4)
            bp_pen_text(pen, (bp_vec2){row ? x + 0.9f : x + 2.9f, row ? y + 2.2f : y + 1}, BP_ALIGN_CENTER,
                        grid->resolve_encoded ? BP_PEN_WRONG : BP_PEN_INK, "%d", byte);
    }
}
/* The pixel (9, 1): its centre is outside of the triangle, one sample inside. */
static void draw_shares(bp_world *world, bp_pen *pen) {
    const float t = state_of(world)->looked, side = 5.5f, x = 13, y = 0.3f;
    const bp_vec2 centre = {9.5f, 1.5f}, sample = {9.375f, 1.125f},
                  p = {bp_mix(centre.x, sample.x, t), bp_mix(centre.y, sample.y, t)};
    const bp_vec2 cut[3] = {{x, y}, {x + side, y}, {x, y + side / 2}};
    bp_pen_fill_rgb(pen, cut, 3, 0, (bp_rgba8){110, 116, 128, 255});
    bp_pen_frame(pen, (bp_vec2){x, y}, (bp_vec2){x + side, y + side}, 2, BP_PEN_P);
    bp_pen_line(pen, cut[1], cut[2], 3, BP_PEN_INK);
    bp_pen_name_corners(pen, START);
    for (int i = 0; i < 4; i++) {
        const bp_vec2 at = bp_pixel_sample(i);
        bp_pen_dot(pen, (bp_vec2){x + side * at.x, y + side * at.y}, 5, i == 0 ? BP_PEN_HEM : BP_PEN_QUIET);
    }
    bp_pen_name(pen, (bp_vec2){x + side * (sample.x - 9), y + side * (sample.y - 1)}, BP_PEN_HEM, "sample");
    bp_pen_name(pen, (bp_vec2){x + side / 2, y + side / 2}, BP_PEN_WRONG, "centre");
    bp_pen_dot(pen, (bp_vec2){x + side * (p.x - 9), y + side * (p.y - 1)}, 6, BP_PEN_WRONG);
    for (int i = 0; i < 3; i++) {
        const float share = bp_edge_function(START[(i + 1) % 3], START[(i + 2) % 3], p) /
                            bp_edge_function(START[0], START[1], START[2]);
        bp_pen_text(pen, (bp_vec2){x + side / 2, y + side + 0.9f * (float)(i + 1)}, BP_ALIGN_CENTER,
                    (bp_pen_color)(BP_PEN_A + i), "share of %c: %.3f", 'A' + i, (double)share);
    }
}
/* The eye, both panes and the wall from the side; when they are drawn, in which order. Beside a single
 * picture, below one of two. */
static void draw_side(const bp_pixel_grid *grid, bool single, bp_pen *pen) {
    static const char *const TURNS[] = {"1st", "2nd", "3rd"};
    const float left = single ? 12.6f : 0, scale = single ? 0.58f : 1, y = single ? 3 : 9,
                tall = single ? 3.2f : 2.6f;
    const bp_vec2 eye = {left + scale, y + tall / 2};
    const bool red_last = grid->triangles[2 * RED].color.r > 0;
    for (int i = BLUE; i <= RED; i++) {
        const bool red = (i == RED) == red_last;
        const bp_vec2 corner = grid->triangles[2 * i].corner[0];
        bp_pen_frame(pen, corner, grid->triangles[2 * i + 1].corner[1], 3, red ? BP_PEN_RED : BP_PEN_C);
        bp_pen_name(pen, corner, red ? BP_PEN_RED : BP_PEN_C, red ? "near" : "far");
    }
    const struct {
        float x;
        bp_pen_color color;
        const char *name;
        int turn;
    } parts[] = {{4, BP_PEN_RED, "red", red_last ? 3 : 2},
                 {7, BP_PEN_C, "blue", red_last ? 2 : 3},
                 {10, BP_PEN_INK, "wall", 1}};
    bp_pen_arrow(pen, (bp_vec2){left + 10 * scale, eye.y}, (bp_vec2){eye.x + 0.5f, eye.y}, BP_PEN_QUIET);
    if (grid->rule == BP_FILL_TOP_LEFT)
        bp_pen_text(pen, (bp_vec2){eye.x, y + tall + 1}, BP_ALIGN_CENTER, BP_PEN_QUIET, "drawn");
    bp_pen_dot(pen, eye, 6, BP_PEN_P);
    bp_pen_text(pen, (bp_vec2){eye.x, eye.y - 0.4f}, BP_ALIGN_CENTER, BP_PEN_P, "eye");
    for (int i = 0; i < 3; i++) {
        const float x = left + scale * parts[i].x;
        bp_pen_line(pen, (bp_vec2){x, y}, (bp_vec2){x, y + tall}, i == 2 ? 7 : 4, parts[i].color);
        bp_pen_text(pen, (bp_vec2){x, y - 0.1f}, BP_ALIGN_CENTER, parts[i].color, "%s", parts[i].name);
        if (grid->rule == BP_FILL_TOP_LEFT)
            bp_pen_text(pen, (bp_vec2){x, y + tall + 1}, BP_ALIGN_CENTER, parts[i].color, "%s",
                        TURNS[parts[i].turn - 1]);
    }
}
static bp_measure measure_colors;
/* Below the picture P enlarged: the tiles that are there, and the points that P takes its colours from. */
static void draw_colors(bp_world *world, bp_pen *pen) {
    const bp_pixel_grid *grid = bp_grid_of(bp_pen_stage(pen));
    const float side = 3.6f, x = 1, y = 8.8f, tiles = 4 * grid->triangles[0].u[1] / (START[1].x - START[0].x),
                first = tiles * (floorf(grid->probe.x) - START[0].x);
    float count[BP_CLAIM_VALUE_MAX] = {0};
    measure_colors(world, &(bp_measure_args){.stage = (int)(bp_pen_stage(pen) - world->stages)}, count);
    for (float row = 0; row < tiles; row++)
        for (float column = floorf(first); column < first + tiles; column++) {
            const float left = fmaxf(column - first, 0), right = fminf(column + 1 - first, tiles);
            bp_pen_rectangle(
                pen, (bp_vec2){x + side * left / tiles, y + side * fminf(row + 1, tiles) / tiles},
                (bp_vec2){x + side * right / tiles, y + side * row / tiles}, 0,
                ((int)row + (int)column) % 2 ? (bp_rgba8){166, 74, 42, 255} : (bp_rgba8){236, 224, 196, 255});
        }
    bp_pen_frame(pen, (bp_vec2){x, y}, (bp_vec2){x + side, y + side}, 3, BP_PEN_P);
    for (int i = 0; i < (grid->shade_samples ? 4 : 1); i++) {
        const bp_vec2 at = grid->shade_samples ? bp_pixel_sample(i) : (bp_vec2){0.5f, 0.5f};
        bp_pen_dot(pen, (bp_vec2){x + side * at.x, y + side * at.y}, 4, BP_PEN_C);
    }
    bp_pen_text(pen, (bp_vec2){x + side + 0.4f, y + 1.4f}, BP_ALIGN_LEFT, BP_PEN_P, "P and the tiles in it");
    bp_pen_text(pen, (bp_vec2){x + side + 0.4f, y + 2.8f}, BP_ALIGN_LEFT, BP_PEN_INK, "%.0f colours computed",
                (double)count[0]);
}
static void draw_below(bp_world *world, bp_pen *pen) {
    const below shown = state_of(world)->below;
    const bool single = world->stage_count == 1;
    const float right = single && shown != NOTHING ? 18.5f : 6, low = !single ? 13 : shown == NOTHING ? 8 : 9;
    bp_pen_dot(pen, (bp_vec2){right, low}, 0, BP_PEN_QUIET); /* keeps the size */
    switch (shown) {
    case GREYS: draw_greys(world, bp_grid_of(bp_pen_stage(pen)), pen); break;
    case SHARES: draw_shares(world, pen); break;
    case PANES: draw_side(bp_grid_of(bp_pen_stage(pen)), single, pen); break;
    case COLORS: draw_colors(world, pen); break;
    case NOTHING: break;
    }
}

static void fill_hook(bp_world *world, bp_pixel_grid *grid) {
    const bp_subject_look look = {.samples = grid == grid_of(world, 0) ? 1 : 4,
                                  .arm = state_of(world)->arm,
                                  .eye = {-0.1f, 1.1f, 0.9f},
                                  .target = {-0.1f, 1.05f, 0}};
    bp_subject_fill(world, &look, grid);
}

static void setup(bp_world *world) {
    for (int s = RIGHT; s <= WRONG; s++) bp_world_add_pixels(world, "", "", 12, 8);
    for (int s = ONE; s <= FOUR; s++)
        bp_world_add_pixels(world, s == ONE ? "One sample" : "Four samples", "", LARGE, LARGE);
    bp_world_add_drawing(world, "", "", (bp_drawing_frame){-0.4f, 10.6f, 5.5f, -0.7f, 4.3f, 2.4f}, draw_pair);
    if (world->error.kind != BP_ERROR_NONE) return;
    bp_pixel_grid *grid = grid_of(world, RIGHT);
    bp_name_stage(world, RIGHT, "A white triangle on black", "12 x 8 pixels");
    for (int s = ONE; s <= FOUR; s++)
        grid_of(world, s)->recolor = fill_hook, grid_of(world, s)->zoom = 12.0f / LARGE;
    grid->draw = draw_below;
    grid->triangle_count = 1, grid->show_probe = true, grid->probe = (bp_vec2){9.5f, 1.5f};
    grid->cleared = (bp_rgba8){0, 0, 0, 255};
    grid->triangles[0] = (bp_pixel_triangle){.corner = {START[0], START[1], START[2]},
                                             .color = {255, 255, 255, 255},
                                             .u = {0, 5.8125f, 0},
                                             .v = {0, 0, 2.90625f}};
    bp_world_show_stages(world, ONE, 2);
}

static void lift_arm(bp_world *world, float t) { state_of(world)->arm = 30 * t; }
static void show_triangle(bp_world *world) { bp_world_show_stages(world, RIGHT, 1); }
static void set_y_of_b(bp_world *world, float y) {
    for (int s = RIGHT; s <= WRONG; s++) grid_of(world, s)->triangles[0].corner[1].y = y;
}
static void show_pixel(bp_world *world) {
    set_y_of_b(world, 1);
    bp_world_show_stages(world, CLOSE, 1);
}
static void set_edge(bp_world *world, float x) { state_of(world)->edge = x; }
static void show_greys(bp_world *world) {
    state_of(world)->below = GREYS;
    bp_world_show_stages(world, RIGHT, 1);
    grid_of(world, RIGHT)->no_dots = grid_of(world, RIGHT)->no_outlines = true;
    grid_of(world, RIGHT)->show_samples = true;
}
static void resolve(bp_world *world, float t) { grid_of(world, RIGHT)->samples = t < 0.5f ? 1 : 4; }
static void set_white(bp_world *world, float samples) { state_of(world)->white = samples; }
static void show_wrong_mean(bp_world *world) {
    compare(world);
    bp_name_stage(world, RIGHT, "Mean of light", ""), bp_name_stage(world, WRONG, "Mean of bytes", "");
}
static void mean_of_bytes(bp_world *world, float t) { grid_of(world, WRONG)->resolve_encoded = t >= 0.5f; }
static void show_tiles(bp_world *world) {
    state_of(world)->below = COLORS;
    grid_of(world, RIGHT)->paint = BP_PAINT_TILES;
    grid_of(world, RIGHT)->samples = 4, grid_of(world, RIGHT)->probe.x = 5.5f;
    compare(world);
    bp_name_stage(world, RIGHT, "One colour a pixel", "at its centre");
    bp_name_stage(world, WRONG, "One colour a sample", "at each covered sample");
}
static void set_tiles(bp_world *world, float tiles) {
    for (int s = RIGHT; s <= WRONG; s++) {
        bp_pixel_triangle *triangle = &grid_of(world, s)->triangles[0];
        triangle->u[1] = tiles * (START[1].x - START[0].x) / 4;
        triangle->v[2] = tiles * (START[2].y - START[0].y) / 4;
    }
}
static void shade_samples(bp_world *world, float t) { grid_of(world, WRONG)->shade_samples = t >= 0.5f; }
static void show_shares(bp_world *world) {
    set_y_of_b(world, 1);
    grid_of(world, RIGHT)->no_outlines = false, grid_of(world, RIGHT)->probe.x = 9.5f;
    state_of(world)->below = SHARES;
    world->stage_count = 1;
}
static void set_looked(bp_world *world, float percent) { state_of(world)->looked = percent / 100; }

/* The wall and the panes are pairs of triangles. */
static void show_panes(bp_world *world) {
    bp_pixel_grid *grid = grid_of(world, RIGHT);
    bp_name_stage(world, RIGHT, "Two panes before a white wall", "red is nearest, then blue, then the wall");
    state_of(world)->below = PANES;
    grid->paint = BP_PAINT_COLOR, grid->samples = 1, grid->show_samples = false, grid->depth_test = true;
    grid->no_dots = false;
    grid->triangle_count = 6, grid->rule = BP_FILL_NOTHING, grid->probe = (bp_vec2){5.5f, 4.5f};
    bp_pixel_set_rectangle(grid, WALL, (bp_rect){1, 0, 10, 8}, 0.8f, (bp_rgba8){255, 255, 255, 255});
    bp_pixel_set_rectangle(grid, BLUE, (bp_rect){4, 3, 6, 4}, 0.5f, (bp_rgba8){0, 0, 255, 128});
    bp_pixel_set_rectangle(grid, RED, (bp_rect){2, 1, 5, 5}, 0.2f, (bp_rgba8){255, 0, 0, 128});
}
static void draw_panes(bp_world *world, float t) {
    bp_pixel_switch_rule(world, t, BP_FILL_NOTHING, BP_FILL_TOP_LEFT);
}
/* Of what is no wall. */
static void set_alpha(bp_world *world, float alpha) {
    for (int s = RIGHT; s <= WRONG; s++)
        for (int i = 2; i < 6; i++) grid_of(world, s)->triangles[i].color.a = (uint8_t)alpha;
}
static void show_wrong_order(bp_world *world) {
    compare(world);
    bp_name_stage(world, RIGHT, "Far before near", "wall, blue, red"),
        bp_name_stage(world, WRONG, "Near before far", "wall, red, blue");
}
static void exchange(bp_world *world, float t) {
    const bp_pixel_grid *from = grid_of(world, RIGHT);
    for (int i = 0; i < 4 && t >= 0.5f; i++)
        grid_of(world, WRONG)->triangles[2 + i] = from->triangles[2 + (i + 2) % 4];
}
static void show_green(bp_world *world) {
    bp_pixel_grid *grid = grid_of(world, RIGHT);
    grid->triangle_count = 4;
    state_of(world)->below = NOTHING;
    bp_pixel_set_rectangle(grid, WALL, (bp_rect){1, 1, 10, 6}, 0.8f, (bp_rgba8){255, 0, 0, 255});
    bp_pixel_set_rectangle(grid, BLUE, (bp_rect){4, 2, 5, 4}, 0.5f, (bp_rgba8){0, 255, 0, 128});
    compare(world);
    bp_name_stage(world, RIGHT, "As light", "green over red"),
        bp_name_stage(world, WRONG, "As bytes", "green over red");
}
static void blend_bytes(bp_world *world, float t) { grid_of(world, WRONG)->blend_encoded = t >= 0.5f; }

static const bp_step_slider Y_OF_B = BP_SLIDER_SETS("y of B", " px", 0.5f, 3, 0.125f, 3, 1, set_y_of_b);
static const bp_step_slider TILES = BP_SLIDER_SETS("tiles in a pixel", "", 0.5f, 4, 0.1f, 1, 3.1f, set_tiles);
static const bp_step_slider WHITE = BP_SLIDER_SETS("white samples", "", 0, 4, 1, 0, 1, set_white);
static const bp_step_slider LOOKED =
    BP_SLIDER_SETS("from centre to sample", " %", 0, 100, 5, 0, 0, set_looked);
static const bp_step_slider ALPHA = BP_SLIDER_SETS("alpha", "", 0, 255, 1, 0, 128, set_alpha);
static const bp_handle GLASS[] = {BP_PIXEL_HANDLE("near", RIGHT, 6 * RED, bp_pixel_put_rectangle),
                                  BP_PIXEL_HANDLE("far", RIGHT, 6 * BLUE, bp_pixel_put_rectangle),
                                  BP_PIXEL_HANDLE("P", RIGHT, BP_PIXEL_PROBE, NULL)};

static void measure_row(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *grid = grid_of(world, args->stage);
    for (int i = 0; i < ROW; i++) values[i] = (float)grid->pixels[grid->width + 2 + i].r;
}
static void measure_colors(bp_world *world, const bp_measure_args *args, float *values) {
    (grid_of(world, args->stage)->shade_samples ? bp_measure_samples : bp_measure_pixels_touched)(world, args,
                                                                                                  values);
}

static const bp_question WHICH_BYTE = {
    .text = "One of P's four samples is white, three are black, so P will get a quarter of white's light. "
            "Which byte is that?",
    .caption = "With one sample [p:P] was black. A pixel will be the mean of its four samples. Light is "
               "averaged, and then encoded as in lesson 26, where half of white's light was the byte 188.",
    CHOICE(1, "64", "137", "188"),
    .right = "A quarter of the light is byte 137 by the sRGB curve, as half of it is 188.",
    .wrong = {{0, "That is a quarter of 255. A byte isn't light: 64 is only a twentieth of it."},
              {2, "That is half of white's light, with two samples."}}};
static const bp_question WHICH_ORDER = {
    .text = "The depth test drops what lies behind something drawn. In which order must wall and panes be "
            "drawn, so that both panes show?",
    .kind = BP_QUESTION_ORDER,
    .answer = 213,
    .caption = "Two panes, [red:red] and [c:blue], stand before an opaque white wall. Each lets half of the "
               "light through: it is mixed over what is there already.",
    .options = {"blue pane", "wall", "red pane"},
    .right = "Opaque things come first, then transparent ones from far to near.",
    .wrong =
        {{231, "Red is there when blue comes, and blue lies behind it: the depth test drops blue."},
         {312,
          "That is from near to far: what lies behind a pane comes after it, and the depth test drops it."},
         {321, "Red comes first and mixes with nothing. What lies behind it comes after it, and is dropped."},
         {132, "The wall comes last, and lies behind the panes: where they are, it is dropped."},
         {123, "The wall lies behind blue, so the depth test drops it there."}},
    .hint = "A pane needs what lies behind it."};

static const bp_step STEPS[] = {
    {.caption = "The character's arm, with one sample a pixel and with four. On the left its edges are "
                "stairs, and when the arm moves, the steps crawl along it.",
     .change = lift_arm,
     .slider = &(const bp_step_slider)BP_SLIDER_OF("angle of the arm", "°", 0, 30, 1, 0, 0, 30),
     .code = "(bp_pass){.samples = 4}",
     .seconds = 1.5f},
    {.heading = "One sample, all or nothing",
     .caption = "A pixel looks at one point, its centre, and is white or black as a whole: [p:P] is black, "
                "though a corner of it lies in the triangle. So slanted edges become stairs, and while a "
                "corner moves, pixels flash on and off.",
     .slider = &Y_OF_B,
     .code = "(bp_pass){.samples = 1}",
     HANDLES(BP_PIXEL_HANDLE("A", RIGHT, 0, put_corner), BP_PIXEL_HANDLE("B", RIGHT, 1, put_corner),
             BP_PIXEL_HANDLE("C", RIGHT, 2, put_corner)),
     .arrange = show_triangle},
    {.heading = "Four samples, not in a square",
     .caption = "Four points of a pixel tell more than one: its samples. An upright edge passes them one by "
                "one. In a plain square of 2 by 2 it would pass them two by two, and give fewer shades.",
     .slider =
         &(const bp_step_slider)BP_SLIDER_SETS("x of the edge", " px", 0, 1, 0.0625f, 2, 0.3125f, set_edge),
     .code = "bp_sample_x[4] = {96, 224, 32, 160};",
     .footnote = "GLSL: gl_SampleMaskIn; Direct3D: SampleDesc.Count. The places are standard, in eighths (3, "
                 "1), (7, 3), (1, 5), (5, 7); the code has x in 256ths.",
     .arrange = show_pixel},
    {.heading = "The mean of light",
     .caption = "Three quarters are 225. From a distance the edge looks smooth now. Averaging the samples is "
                "called resolving.",
     .change = resolve,
     CLAIMS(BP_CLAIM_THAT(50, "Of the four samples of the pixel (9, 1) one lies in the triangle ...",
                          bp_measure_pixel_samples, RIGHT, 0, .expected = {1}, .unit = "samples",
                          .holds_before = true),
            BP_CLAIM_THAT(
                50,
                "... and 56 of all samples do: four times the area, 14.06, as nearly as whole numbers can.",
                bp_measure_samples, RIGHT, 0, .expected = {56}, .unit = "samples", .holds_before = true),
            BP_CLAIM_THAT(51,
                          "A pixel is the mean of its samples in linear light: half of white's light is the "
                          "byte 188, three quarters 225, a quarter 137.",
                          measure_row, RIGHT, 0, .count = ROW,
                          .expected = {188, 255, 255, 255, 255, 255, 225, 137})),
     .question = &WHICH_BYTE,
     .slider = &WHITE,
     .code = "bp_color_encode(sum * 0.25f)",
     .arrange = show_greys},
    {.heading = "The mean of bytes",
     .caption = "Picture 2 takes the [wrong:mean of the bytes]: 128 instead of 188, and 64 instead "
                "of 137. So its edge is too dark.",
     .change = mean_of_bytes,
     CLAIMS(BP_CLAIM_THAT(52, "The mean of encoded bytes is too dark: 128, 191 and 64.", measure_row, WRONG,
                          0, .count = ROW, .expected = {128, 255, 255, 255, 255, 255, 191, 64})),
     .slider = &WHITE,
     .code = "(b0 + b1 + b2 + b3 + 2) / 4",
     .arrange = show_wrong_mean},
    {.heading = "One colour for all samples",
     .caption = "To test whether a sample is covered is cheap, but a colour costs a lot. So the rasterizer "
                "computes one a pixel, at its centre, for all samples that are inside: 20 colours, not "
                "56.\n\nHere the triangle has a fine chessboard, about 3 tiles to a pixel: below is [p:P] "
                "with the [c:points] that its colours come from. One point hits one tile, and makes up a "
                "coarse chessboard that isn't there. Four points mix the tiles that are there.",
     .change = shade_samples,
     CLAIMS(BP_CLAIM_THAT(53, "One colour a pixel: 20 colours for 56 samples.", measure_colors, RIGHT, 0,
                          .expected = {20}, .unit = "colours", .holds_before = true),
            BP_CLAIM_THAT(53, "One colour a sample: 56.", measure_colors, WRONG, 0, .expected = {56},
                          .unit = "colours")),
     .slider = &TILES,
     .code = "bp_shade_scalar(s, &in, color);",
     .footnote = "One for each sample: GLSL's sample in, HLSL's sample.",
     .arrange = show_tiles},
    {.heading = "When the centre is outside",
     .caption = "In [p:P] one sample is inside, and the centre isn't. A texture read at the centre is "
                "read beyond the edge, where [a:A]'s share is negative. If the texture holds several "
                "pictures side by side, the next one may begin there, and its colour gets in.\n\nDrag to the "
                "sample: there all shares are positive. Centroid interpolation asks for that.",
     .slider = &LOOKED,
     .code = "centroid in vec2 uv;",
     .footnote = "The rasterizer of this lesson always takes the centre.",
     .arrange = show_shares},
    {.heading = "Glass",
     .caption = "Each pixel gets alpha times the pane's colour, and the rest of what is there.",
     .change = draw_panes,
     CLAIMS(BP_CLAIM_THAT(54, "Wall, blue, red: where both panes overlap the pixel is (225, 136, 187).",
                          bp_measure_pixel_bytes, RIGHT, 0, .count = 3, .expected = {225, 136, 187})),
     .question = &WHICH_ORDER,
     .slider = &ALPHA,
     .code = "color[c] * a + under * (1 - a)",
     .footnote = "glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA)",
     HANDLES_OF(GLASS),
     .arrange = show_panes,
     .cover = true},
    {.heading = "Near before far",
     .caption = "In picture 2 the near pane is drawn before the far one. When [c:blue] comes, the depth test "
                "finds something nearer and drops it, as if [red:red] were opaque. So holes appear in smoke "
                "and leaves whose parts aren't sorted.",
     .change = exchange,
     CLAIMS(BP_CLAIM_THAT(
         54, "Wall, red, blue: the depth test drops blue behind red, and the pixel is (255, 187, 187).",
         bp_measure_pixel_bytes, WRONG, 0, .count = 3, .expected = {255, 187, 187})),
     .slider = &ALPHA,
     .code = "color[c] * a + under * (1 - a)",
     HANDLES_OF(GLASS),
     .arrange = show_wrong_order},
    {.heading = "Blend light",
     .caption = "Half green over red: blended as light it is a brighter yellow, as [wrong:bytes] a muddy "
                "one. So a blend decodes the bytes that are there, mixes light, and encodes the result, as "
                "the mean of samples does.",
     .change = blend_bytes,
     CLAIMS(BP_CLAIM_THAT(55, "Green over red with alpha 0.502 is (187, 188, 0) if light is blended ...",
                          bp_measure_pixel_bytes, RIGHT, 0, .count = 3, .expected = {187, 188, 0},
                          .holds_before = true),
            BP_CLAIM_THAT(55, "... and (127, 128, 0), too dark, if bytes are.", bp_measure_pixel_bytes, WRONG,
                          0, .count = 3, .expected = {127, 128, 0})),
     .slider = &ALPHA,
     .code = "color[c] * a + under * (1 - a)",
     .footnote = "Colours that are stored multiplied by alpha can be filtered without dark borders: "
                 "glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA).",
     .arrange = show_green},
};

const bp_lesson_plan bp_lesson = {
    PIXEL_LESSON(27, "27_antialiasing"),
    .title = "Why are edges jagged, and what do four samples do?",
    .summary = "Four samples a pixel, averaged as light, and transparent things in order.",
    .difficulty = 2,
    .text =
        {.goal = "You will be able to compute the bytes of a pixel at an edge, and of a pixel behind glass.",
         .learned =
             {"Four samples a pixel say how much of it a triangle covers; the colour is computed once.",
              "A pixel is the mean of its samples' light. Blending mixes light, too; opaque things come "
              "first, transparent ones from far to near.",
              "Pixel (222, 180): its four samples are hem, shirt, hem, hem. The shirt's colour was computed "
              "at the centre, which lies outside of it: its shares there are 0.631, -0.557, 0.926.",
              "(3 × 0.3095 + 0.0040) / 4 = 0.2331 is the byte 133; green is 136, and blue 113. The pixel is "
              "solved: (133, 136, 113)."},
         .next = "How can a million samples be drawn in a few milliseconds?",
         .teaches = "How edges become smooth, and why transparent things need an order.",
         .prerequisites = "19_triangle_to_pixels, 23_depth",
         .try_this = {"At step 2 make an edge level, and move it down by quarters of a pixel.",
                      "At step 9 drag red off blue. Where do both orders give the same picture?"},
         .questions = {"Two panes cross like the blades of scissors. Which order is right?",
                       "Red glass over blue or blue over red: why do they look different if light is mixed "
                       "half and half?",
                       "An edge has four samples a pixel. How many shades between black and white can it "
                       "have, and what would 16 samples change?"},
         .answers = {"Neither: each is in front on one side of the crossing. Cut one along the crossing, or "
                     "sort pixel by pixel.",
                     "The pane in front gives half of the light, the one behind it half of the rest: a "
                     "quarter. So the order decides which colour counts twice.",
                     "Three: 1, 2 or 3 samples are white. 16 samples give fifteen, and need four times the "
                     "memory."}},
};
