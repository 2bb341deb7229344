/* Antialiasing and blending: four samples a pixel, their mean in linear light, and the order of transparent things.
 *
 * Samples: Vulkan 1.3, "Multisampling", standard sample locations: (3/8, 1/8), (7/8, 3/8), (1/8, 5/8), (5/8, 7/8) of a pixel.
 * One colour for all of them: "Sample Shading", which is off by default. Light and bytes: IEC 61966-2-1, byte = 255 (1.055
 * L^(1/2.4) - 0.055). Over: Porter and Duff, "Compositing Digital Images", 1984: a C + (1 - a) B.
 *
 * The triangle is A = (2.5, 1), B = (10, 1), C = (2.5, 4.75); its long edge is x + 2y = 12. Count columns i from x = 2 and rows j from
 * y = 1, and let k = i + 2j. A sample at (a, b) in the pixel is left of the long edge if k < 8 - a - 2b: the four for k < 7.375,
 * 6.375, 6.625 and 5.625. So k <= 5: all four; 6: the first three; 7: the first; and the centre, 1.5, for k <= 6. In column i = 0,
 * x >= 2.5 leaves the second and the fourth sample, and the centre, on a left edge.
 *     row 0: i = 0: 2, i = 1..5: 4, i = 6: 3, i = 7: 1       together 26 samples, 8 pixels
 *     row 1: 2, then 4 4 4, 3, 1: 18, 6 pixels     row 2: 2, 4, 3, 1: 10, 4 pixels     row 3: 1 (the second), 1: 2, 2 pixels
 * 56 samples in 20 pixels. One of the centre: 7 + 5 + 3 + 1 = 16 pixels. P = (8.5, 1.5) has i = 6, j = 0: 3 samples.
 * White over black: a quarter of the light is 137, a half 188, three quarters 225. The bytes' means: 63.75, 127.5, 191.25.
 *
 * Panes have an alpha of 128/255 = 0.502. Over the white wall blue gives (0.498, 0.498, 1): bytes (187, 187, 255), so 0.497 of light.
 * Red over that: red 0.502 + 0.498 * 0.497 = 0.749: 225; green 0.498 * 0.497 = 0.2475: 136; blue 0.498: 187. Red first: (255, 187, 187),
 * and blue, which is farther away, fails the depth test. Green over red: 0.498: 187, 0.502: 188; by bytes 255 * 127/255 = 127, and 128. */
#include "shared/pixels.h"
#include <bindpose/bindpose.h>
#include <bindpose/lesson_session.h>

enum { RIGHT, WRONG, ROW = 8 };
enum { WALL, BLUE, RED };
static const bp_vec2 START[3] = {{2.5f, 1}, {10, 1}, {2.5f, 4.75f}};

static bp_pixel_grid *grid_of(bp_world *world, int stage) { return bp_grid_of(&world->stages[stage]); }
static void put_corner(bp_world *world, int point, bp_vec2 to) {
    for (int s = 0; s < world->stage_count; s++) bp_pixel_put(world, s, point, to);
}
static void write_notes(bp_world *world) {
    const bp_pixel_grid *grid = grid_of(world, RIGHT);
    const bp_vec2 *c = grid->triangles[0].corner;
    world->stages[RIGHT].note[0] = '\0';
    if (grid->triangle_count == 1)
        bp_world_note(world, RIGHT, "A (%.4g, %.4g)   B (%.4g, %.4g)   C (%.4g, %.4g)", (double)c[0].x,
                      (double)c[0].y, (double)c[1].x, (double)c[1].y, (double)c[2].x, (double)c[2].y);
}
static void name(bp_world *world, int stage, const char *title, const char *subtitle) {
    world->stages[stage].title = title, world->stages[stage].subtitle = subtitle;
}
/* A second picture beside the first: the same, until the step's change. */
static void compare(bp_world *world) {
    *grid_of(world, WRONG) = *grid_of(world, RIGHT);
    world->stage_count = 2;
}
static void setup(bp_world *world) {
    for (int s = RIGHT; s <= WRONG; s++) bp_world_add_pixels(world, "", "12 x 8 pixels", 12, 8);
    bp_pixel_grid *grid = grid_of(world, RIGHT);
    if (world->error.kind != BP_ERROR_NONE) return;
    name(world, RIGHT, "A white triangle on black", "12 x 8 pixels");
    grid->triangle_count = 1, grid->show_probe = true, grid->probe = (bp_vec2){8.5f, 1.5f};
    grid->cleared = (bp_rgba8){0, 0, 0, 255};
    grid->triangles[0] = (bp_pixel_triangle){.corner = {START[0], START[1], START[2]},
                                             .color = {255, 255, 255, 255},
                                             .u = {0, 2, 0},
                                             .v = {0, 0, 1}};
    world->stage_count = 1, world->write_notes = write_notes;
}
static void show_samples(bp_world *world, float t) { grid_of(world, RIGHT)->show_samples = t >= 0.5f; }
static void probe_half(bp_world *world) { grid_of(world, RIGHT)->probe = (bp_vec2){2.5f, 2.5f}; }
static void resolve(bp_world *world, float t) { grid_of(world, RIGHT)->samples = t < 0.5f ? 1 : 4; }
static void show_wrong_mean(bp_world *world) {
    compare(world);
    name(world, RIGHT, "Mean of light", "right"), name(world, WRONG, "Mean of bytes", "wrong");
}
static void mean_of_bytes(bp_world *world, float t) { grid_of(world, WRONG)->resolve_encoded = t >= 0.5f; }
static void show_tiles(bp_world *world) {
    grid_of(world, RIGHT)->paint = BP_PAINT_TILES;
    compare(world);
    name(world, RIGHT, "One colour a pixel", "at its centre");
    name(world, WRONG, "One colour a sample", "at each covered sample");
}
static void shade_samples(bp_world *world, float t) { grid_of(world, WRONG)->shade_samples = t >= 0.5f; }

/* The wall and the panes are pairs of triangles. */
static void show_panes(bp_world *world) {
    bp_pixel_grid *grid = grid_of(world, RIGHT);
    name(world, RIGHT, "Two panes before a white wall", "red is nearest, then blue, then the wall");
    world->stage_count = 1;
    grid->paint = BP_PAINT_COLOR, grid->samples = 1, grid->show_samples = false, grid->depth_test = true;
    grid->triangle_count = 6, grid->rule = BP_FILL_NOTHING, grid->probe = (bp_vec2){5.5f, 4.5f};
    bp_pixel_set_rectangle(grid, WALL, (bp_rect){1, 1, 10, 6}, 0.8f, (bp_rgba8){255, 255, 255, 255});
    bp_pixel_set_rectangle(grid, BLUE, (bp_rect){5, 3, 5, 3}, 0.5f, (bp_rgba8){0, 0, 255, 128});
    bp_pixel_set_rectangle(grid, RED, (bp_rect){2, 2, 5, 3}, 0.2f, (bp_rgba8){255, 0, 0, 128});
}
static void draw_panes(bp_world *world, float t) {
    bp_pixel_switch_rule(world, t, BP_FILL_NOTHING, BP_FILL_TOP_LEFT);
}
static void show_wrong_order(bp_world *world) {
    compare(world);
    name(world, RIGHT, "Far before near", "wall, blue, red"),
        name(world, WRONG, "Near before far", "wall, red, blue");
}
static void exchange(bp_world *world, float t) {
    const bp_pixel_grid *from = grid_of(world, RIGHT);
    for (int i = 0; i < 4 && t >= 0.5f; i++)
        grid_of(world, WRONG)->triangles[2 + i] = from->triangles[2 + (i + 2) % 4];
}
static void show_green(bp_world *world) {
    bp_pixel_grid *grid = grid_of(world, RIGHT);
    grid->triangle_count = 4;
    bp_pixel_set_rectangle(grid, WALL, (bp_rect){1, 1, 10, 6}, 0.8f, (bp_rgba8){255, 0, 0, 255});
    bp_pixel_set_rectangle(grid, BLUE, (bp_rect){4, 2, 5, 4}, 0.5f, (bp_rgba8){0, 255, 0, 128});
    compare(world);
    name(world, RIGHT, "Light is blended", "right"), name(world, WRONG, "Bytes are blended", "wrong");
}
static void blend_bytes(bp_world *world, float t) { grid_of(world, WRONG)->blend_encoded = t >= 0.5f; }
/* The bytes of the triangle's first row. */
static void measure_row(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *grid = grid_of(world, args->stage);
    for (int i = 0; i < ROW; i++) values[i] = (float)grid->pixels[grid->width + 2 + i].r;
}
static void measure_colors(bp_world *world, const bp_measure_args *args, float *values) {
    (grid_of(world, args->stage)->shade_samples ? bp_measure_samples : bp_measure_pixels_touched)(world, args,
                                                                                                  values);
}

/* clang-format off */
static const bp_readout COUNTS[] = {{"samples in P", bp_measure_pixel_samples, {0, 0, 0, 0}, "%.0f of 4", NULL}, {"samples in all", bp_measure_samples, {0, 0, 0, 0}, "%.0f", NULL}};
static const bp_readout ONE_BYTE[] = {{"samples in P", bp_measure_pixel_samples, {0, 0, 0, 0}, "%.0f of 4", NULL}, {"byte of P", bp_measure_pixel_bytes, {0, 0, 0, 0}, "%.0f", NULL}};
static const bp_readout BOTH_BYTES[] = {{"P, mean of light", bp_measure_pixel_bytes, {RIGHT, 0, 0, 0}, "%.0f", NULL}, {"P, mean of bytes", bp_measure_pixel_bytes, {WRONG, 0, 0, 0}, "%.0f", NULL}};
static const bp_readout SHADED[] = {{"colours, one a pixel", measure_colors, {RIGHT, 0, 0, 0}, "%.0f", NULL}, {"colours, one a sample", measure_colors, {WRONG, 0, 0, 0}, "%.0f", NULL}};
static const bp_readout PANE[] = {{"P: red, green, blue", bp_measure_pixel_bytes, {0, 0, 0, 0}, "%.0f, %.0f, %.0f", NULL}};
static const bp_readout BOTH_ORDERS[] = {{"P, far before near", bp_measure_pixel_bytes, {RIGHT, 0, 0, 0}, "%.0f, %.0f, %.0f", NULL}, {"P, near before far", bp_measure_pixel_bytes, {WRONG, 0, 0, 0}, "%.0f, %.0f, %.0f", NULL}};
static const bp_readout BOTH_BLENDS[] = {{"P, by light", bp_measure_pixel_bytes, {RIGHT, 0, 0, 0}, "%.0f, %.0f, %.0f", NULL}, {"P, by bytes", bp_measure_pixel_bytes, {WRONG, 0, 0, 0}, "%.0f, %.0f, %.0f", NULL}};
static const bp_handle CORNERS[] = {BP_PIXEL_HANDLE("A", RIGHT, 0, put_corner), BP_PIXEL_HANDLE("B", RIGHT, 1, put_corner), BP_PIXEL_HANDLE("C", RIGHT, 2, put_corner),
                                    BP_PIXEL_HANDLE("P", RIGHT, BP_PIXEL_PROBE, NULL)};
static const bp_handle GLASS[] = {BP_PIXEL_HANDLE("red", RIGHT, 6 * RED, bp_pixel_put_rectangle), BP_PIXEL_HANDLE("blue", RIGHT, 6 * BLUE, bp_pixel_put_rectangle),
                                  BP_PIXEL_HANDLE("P", RIGHT, BP_PIXEL_PROBE, NULL)};
static const bp_handle GREEN[] = {BP_PIXEL_HANDLE("green", RIGHT, 6 * BLUE, bp_pixel_put_rectangle), BP_PIXEL_HANDLE("P", RIGHT, BP_PIXEL_PROBE, NULL)};
static const bp_claim SAMPLES[] = {
    {50, "Of the four samples of the pixel (8, 1) three lie in the triangle ...", bp_measure_pixel_samples, .expected = {3}, .unit = "samples"},
    {50, "... and 56 of all samples do: four times the area, 14.06, as nearly as whole numbers can.", bp_measure_samples, .expected = {56}, .unit = "samples"}};
static const bp_claim MEAN[] = {
    {51, "A pixel is the mean of its samples in linear light: half of white's light is the byte 188, three quarters 225, a quarter 137.",
     measure_row, .count = ROW, .expected = {188, 255, 255, 255, 255, 255, 225, 137}}};
static const bp_claim ENCODED[] = {
    {52, "The mean of encoded bytes is too dark: 128, 191 and 64.", measure_row, {WRONG, 0, 0, 0}, .count = ROW, .expected = {128, 255, 255, 255, 255, 255, 191, 64}}};
static const bp_claim ONCE[] = {
    {53, "One colour a pixel: 20 colours for 56 samples.", measure_colors, {RIGHT, 0, 0, 0}, .expected = {20}, .unit = "colours", .holds_before = true},
    {53, "One colour a sample: 56.", measure_colors, {WRONG, 0, 0, 0}, .expected = {56}, .unit = "colours"}};
static const bp_claim OVER[] = {
    {54, "Wall, blue, red: where both panes overlap the pixel is (225, 136, 187).", bp_measure_pixel_bytes, .count = 3, .expected = {225, 136, 187}}};
static const bp_claim HIDDEN[] = {
    {54, "Wall, red, blue: the depth test drops blue behind red, and the pixel is (255, 187, 187).", bp_measure_pixel_bytes, {WRONG, 0, 0, 0}, .count = 3, .expected = {255, 187, 187}}};
static const bp_claim GREEN_OVER_RED[] = {
    {55, "Green over red with alpha 0.502 is (187, 188, 0) if light is blended ...", bp_measure_pixel_bytes, .count = 3, .expected = {187, 188, 0}, .holds_before = true},
    {55, "... and (127, 128, 0), too dark, if bytes are.", bp_measure_pixel_bytes, {WRONG, 0, 0, 0}, .count = 3, .expected = {127, 128, 0}}};
static const bp_question WHICH_BYTE = {
    "Two samples of P are white and two are black, so P gets half of white's light. Which byte is that?",
    .answer = 188, .tolerance = 1.5f,
    .caption = "A pixel will be the mean of its four samples. Light is averaged, and then written as a byte: 255 (1.055 L^(1/2.4) - 0.055), where L is 1 for white. So says the sRGB standard.",
    .right = "0.5^(1/2.4) is 0.749, and 255 (1.055 * 0.749 - 0.055) is 187.5, which is rounded up.",
    .wrong = {{128, "That is half of 255, the mean of the bytes. A byte isn't light: 128 has only a fifth of white's."},
              {255, "That is white, with all four samples."},
              {137, "That is a quarter of white's light. P has half of it."},
              {0.5f, "That is the light, L. Put it into the formula."}},
    .hint = "Put L = 0.5 into the formula. 0.5^(1/2.4) is about 0.75."};
static const bp_question WHICH_ORDER = {
    "What is drawn is dropped where something nearer is there already. In which order must they be drawn, so that both panes show?",
    .kind = BP_QUESTION_ORDER, .answer = 213,
    .caption = "Blending mixes a colour over what is there already. Red and blue are panes that let about half of the light through. The wall is opaque.",
    .options = {"blue pane", "white wall", "red pane"},
    .right = "What a pane mixes with must be there before it: the opaque wall, the pane behind, and then the nearest.",
    .wrong = {{231, "Red is there when blue comes, and blue lies behind it: the depth test drops blue."},
              {312, "That is from near to far: what lies behind a pane comes after it, and the depth test drops it."},
              {321, "Red comes first and mixes with nothing. What lies behind it comes after it, and is dropped."},
              {132, "The wall comes last, and lies behind the panes: where they are, it is dropped."},
              {123, "The wall lies behind blue, so the depth test drops it there."}},
    .hint = "A pane needs what lies behind it."};

static const bp_step STEPS[] = {
    {"A pixel looks at one point, its centre, and is white or black as a whole. So slanted edges become stairs, and while a corner moves, pixels flash on and off. "
     "Drag B up and down.",
     .handles = CORNERS, .handle_count = 4},
    {"Four samples a pixel tell more: those with a dark middle are in the triangle. They lie on a grid that is turned a little, so a steep or a level edge passes them one by one. "
     "Three of P's four are inside.",
     show_samples, SAMPLES, BP_COUNT(SAMPLES), .readouts = COUNTS, .readout_count = BP_COUNT(COUNTS), .handles = CORNERS, .handle_count = 4},
    {"Now each pixel has the mean of its samples' light, and from a distance the edge looks smooth. Averaging the samples is called resolving. "
     "Drag P along the edges: a quarter of the light is 137, a half 188, three quarters 225.",
     resolve, MEAN, BP_COUNT(MEAN), &WHICH_BYTE, ONE_BYTE, BP_COUNT(ONE_BYTE), .handles = CORNERS, .handle_count = 4, .arrange = probe_half, .pictured = true},
    {"The other picture takes the mean of the bytes: 128 instead of 188. Its edges are too dark, so the stairs come back a little, and thin bright lines look like strings of beads.",
     mean_of_bytes, ENCODED, BP_COUNT(ENCODED), .readouts = BOTH_BYTES, .readout_count = BP_COUNT(BOTH_BYTES), .handles = CORNERS, .handle_count = 4, .arrange = show_wrong_mean, .pictured = true},
    {"Whether a sample is covered is cheap to test, but a colour costs a lot. So the rasterizer computes one a pixel, at its centre, for all samples that are inside. "
     "One for each sample costs almost three times as much, and smooths the texture too. Mipmaps do that for less.",
     shade_samples, ONCE, BP_COUNT(ONCE), .readouts = SHADED, .readout_count = BP_COUNT(SHADED), .handles = CORNERS, .handle_count = 4, .arrange = show_tiles},
    {"Each pane mixes its colour over what was drawn before: alpha times its own, and the rest of what is there. Here alpha is the byte 128: 128/255 = 0.502, a little more than half. "
     "Opaque things must come first, then transparent ones from far to near. Drag both panes.",
     draw_panes, OVER, BP_COUNT(OVER), &WHICH_ORDER, PANE, BP_COUNT(PANE), .handles = GLASS, .handle_count = 3, .arrange = show_panes, .pictured = true},
    {"Here the near pane is drawn first. When blue comes, the depth test finds something nearer and drops it, as if red were opaque. "
     "That is why holes appear in smoke and leaves whose parts aren't sorted.",
     exchange, HIDDEN, BP_COUNT(HIDDEN), .readouts = BOTH_ORDERS, .readout_count = BP_COUNT(BOTH_ORDERS), .handles = GLASS, .handle_count = 3, .arrange = show_wrong_order},
    {"A green pane over red, with alpha 0.502 again: almost half and half. Light gives a bright yellow, bytes a muddy one: the same mistake as with the mean. "
     "A fade between two pictures is darker in the middle if bytes are blended.",
     blend_bytes, GREEN_OVER_RED, BP_COUNT(GREEN_OVER_RED), .readouts = BOTH_BLENDS, .readout_count = BP_COUNT(BOTH_BLENDS), .handles = GREEN, .handle_count = 2, .arrange = show_green, .pictured = true},
};

const bp_lesson_plan bp_lesson = {
    .number = 27,
    .name = "27_antialiasing",
    .title = "Antialiasing and blending",
    .summary = "Four samples a pixel, averaged as light, and transparent things in order.",
    .difficulty = 2,
    .group = BP_LESSONS_PIXELS,
    .setup = setup,
    .steps = STEPS,
    .step_count = BP_COUNT(STEPS),
    .text = {.goal = "You will be able to compute the bytes of a pixel at an edge, and of a pixel behind glass.",
             .learned = {"Four samples a pixel say how much of it a triangle covers; the colour is computed once.",
                         "A pixel is the mean of its samples' light. The mean of bytes is too dark.",
                         "Blending mixes alpha of the new colour with the rest of the old one, as light too.",
                         "Opaque things are drawn first, transparent ones after them, from far to near."},
             .next = "Fast",
             .teaches = "How edges become smooth, and why transparent things need an order.",
             .prerequisites = "19_triangle_to_pixels, 23_depth",
             .try_this = {"At step 3 make an edge level, and move it down by quarters of a pixel. Which bytes does it go through?",
                          "At step 2 make a triangle that covers one sample of a pixel and no centre.",
                          "At step 7 drag red off blue. Where do both orders give the same picture?"},
             .questions = {"Two panes cross like the blades of scissors. Which order is right?",
                           "Red glass over blue or blue over red: why do they look different if light is mixed half and half?",
                           "An edge has four samples a pixel. How many shades between black and white can it have, and what would 16 samples change?"}},
};
