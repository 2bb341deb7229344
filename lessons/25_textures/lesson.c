/* Textures: which texels a pixel reads, and why a small picture of a large texture needs smaller copies of
 * it.
 *
 * Sources: Vulkan 1.3, "Texel Coordinate Systems", "Texel Filtering" and "Scale Factor Operation, LOD
 * Operation and Image Level(s) Selection"; OpenGL 4.6, 8.14 "Texture Minification" and 8.15 "Texture
 * Magnification"; Direct3D 11.3, 7.18. Encoding: IEC 61966-2-1.
 *
 * The house, 4 x 4 texels, is 16 pixels wide: u = x/16, and 4u is the position in texels. P, pixel (10, 4),
 *     has its centre at (10.5, 4.5): u = 0.65625, 4u = 2.625; v = 0.28125, 4v = 1.125. The texel's column
 * and row are the whole parts: (2, 1), a roof's. Bilinear: centres of texels are at i + 0.5, so P is 0.125
 *     of a texel to the right of that of column 2, and 0.625 below that of row 0. Weights: 0.875 * 0.375 =
 *     0.328125, 0.125 * 0.375 = 0.046875, 0.875 * 0.625 = 0.546875, 0.125 * 0.625 = 0.078125. The third is
 *     roof (200, 70, 45), the others are sky (120, 185, 240), 0.453125 of all. Red, in linear light: sky
 * ((120/255 + 0.055) / 1.055)^2.4 = 0.188, roof 0.578; 0.453 * 0.188 + 0.547 * 0.578 = 0.401, encoded
 *     255 * (1.055 * 0.401^(1/2.4) - 0.055) = 169.8. Likewise green 137.8, and blue 171.4.
 * The chessboard, 8 x 8 texels, repeats every 4 pixels from x = 0.375: the place in texels is 2 (x - 0.375),
 *     in column i 2i + 0.25. So each pixel reads a column of even number, and a row: all are the white ones.
 *     Half of all texels are white: linear 0.5, encoded 255 * (1.055 * 0.5^(1/2.4) - 0.055) = 187.5, 188.
 * Every 2 pixels: 4 texels from pixel to pixel, log2(4) = 2. The floor, on 64 x 64 pixels: its near edge,
 *     60 pixels wide, is at y = 62 with w = 1, the far one, 8 pixels, at y = 6 with w = 7.5. 16 texels go
 *     across, 96 along: two chessboards, and twelve. P, pixel (33, 17), is at s = 44.5/56 of the way on the
 *     screen. There the floor is 60 - 52 s = 18.679 pixels wide: 16/18.679 = 0.857 texels for a pixel to
 *     the right. v = s / (7.5 - 6.5 s) of the way; its derivative 7.5 / (7.5 - 6.5 s)^2 = 1.376, times
 *     96/56: 2.359 texels for a pixel down. log2(2.359) = 1.238; the rasterizer reads the logarithm off
 *     the bits of a float in 1/256, so it is at most 0.047 too low. In row j the floor is 60 - 52 (61.5 -
 *     j) / 56 pixels wide. In rows 6 to 15 a pixel down is 2.9 texels and more (at s = 46.5/56 it is 7.5 /
 *     2.103^2 * 96/56 = 2.91): level 1.54. The squares are 2 x 2 texels, so level 2 is grey as a
 *     whole: no pixel is black or white, 8 + 10 + 10 + 12 + 12 + 14 + 14 + 14 +
 *     16 + 16 = 126 pixels. */
#include "shared/subject.h"
#include "shared/write.h"
#include <math.h>

/* Stages: beside the picture the texture, and in the end a picture without levels; at first the character. */
enum { PICTURE, BESIDE, HIDDEN, NEAREST_OF, MIXED_OF, LARGE = 64 };
static const float SIDE = 16, OFFSET = 0.375f, NEAR_HALF = 30, NEAR_Y = 62, MIDDLE = 32; /* pixels */
static const float SLIDE = 1.0f / 16; /* of the texture: so texels at the near edge are whole */
/* Sky, roof, wall, door and, in the last corner, lawn. */
static const bp_rgba8 HOUSE[] = {
    {120, 185, 240, 255}, {200, 70, 45, 255}, {120, 185, 240, 255}, {120, 185, 240, 255},
    {200, 70, 45, 255},   {200, 70, 45, 255}, {200, 70, 45, 255},   {120, 185, 240, 255},
    {240, 215, 150, 255}, {90, 60, 50, 255},  {240, 215, 150, 255}, {120, 185, 240, 255},
    {240, 215, 150, 255}, {90, 60, 50, 255},  {240, 215, 150, 255}, {90, 150, 70, 255}};
#define W                                                                                                    \
    { 255, 255, 255, 255 }
#define B                                                                                                    \
    { 0, 0, 0, 255 }
static const bp_rgba8 BOARD[] = {W, B, W, B, W, B, W, B, B, W, B, W, B, W, B, W, W, B, W, B, W, B,
                                 W, B, B, W, B, W, B, W, B, W, W, B, W, B, W, B, W, B, B, W, B, W,
                                 B, W, B, W, W, B, W, B, W, B, W, B, B, W, B, W, B, W, B, W};
/* Squares of 2 x 2 texels, which stay sharp near the eye. */
static const bp_rgba8 LARGER[] = {W, W, B, B, W, W, B, B, W, W, B, B, W, W, B, B, B, B, W, W, B, B,
                                  W, W, B, B, W, W, B, B, W, W, W, W, B, B, W, W, B, B, W, W, B, B,
                                  W, W, B, B, B, B, W, W, B, B, W, W, B, B, W, W, B, B, W, W};

static bp_pixel_grid *grid_of(bp_world *world, int stage) { return bp_grid_of(&world->stages[stage]); }
/* The stages change places in the last step. */
static int stage_of(const bp_world *world, bool texture) {
    return (bp_grid_of(&world->stages[BESIDE])->paint == BP_PAINT_LEVELS) == texture ? BESIDE : HIDDEN;
}
static bp_pixel_grid *texture(bp_world *world) { return grid_of(world, stage_of(world, true)); }
static bp_pixel_grid *without(bp_world *world) { return grid_of(world, stage_of(world, false)); }
static void put_quad(bp_world *world, const bp_pixel_corner corner[4]) {
    bp_pixel_set_quad(grid_of(world, PICTURE)->triangles, corner);
    bp_pixel_set_quad(without(world)->triangles, corner);
}

/* Covers both pictures with the texture, which repeats every `tile` pixels from `offset` on. */
static void put_tiles(bp_world *world, float tile, float offset) {
    const float from = -offset / tile, to = (SIDE - offset) / tile;
    const bp_pixel_corner corner[] = {{{0, 0}, 1, 0, from, from},
                                      {{SIDE, 0}, 1, 0, to, from},
                                      {{SIDE, SIDE}, 1, 0, to, to},
                                      {{0, SIDE}, 1, 0, from, to}};
    put_quad(world, corner);
}
/* The floor, whose far edge has that half width, moved by `slide` of the texture. */
static void put_floor(bp_world *world, float half, float slide) {
    const float y = 6, w = NEAR_HALF / half;
    const bp_pixel_corner corner[] = {{{MIDDLE - half, y}, w, 0, 0, 12 + slide},
                                      {{MIDDLE + half, y}, w, 0, 2, 12 + slide},
                                      {{MIDDLE + NEAR_HALF, NEAR_Y}, 1, 0, 2, slide},
                                      {{MIDDLE - NEAR_HALF, NEAR_Y}, 1, 0, 0, slide}};
    put_quad(world, corner);
}

/* ---- drawn over the pixels ---- */

typedef struct state {
    bool row, told; /* of texels, below the picture; with its shares */
    float away;     /* of the eye from the shirt, metres */
} state;
static state *state_of(bp_world *world) { return bp_world_data(world); }

/* The texture's second row, a dot at each texel's centre, and P; then how much the texels beside it count. */
static void draw_row(const bp_pixel_grid *grid, bool told, bp_pen *pen) {
    const float x = grid->probe.x, at = x / 4, left = floorf(at - 0.5f) + 0.5f, share = at - left;
    for (int i = 0; i < 4; i++) {
        const float middle = 4 * (float)i + 2;
        bp_pen_rectangle(pen, (bp_vec2){middle - 1.95f, 21.5f}, (bp_vec2){middle + 1.95f, 18.5f}, 0,
                         HOUSE[4 + i]);
        bp_pen_dot(pen, (bp_vec2){middle, 20}, 5, BP_PEN_INK);
        bp_pen_text(pen, (bp_vec2){middle, 22.5f}, BP_ALIGN_CENTER, BP_PEN_INK, "%.1f", (double)i + 0.5);
    }
    bp_pen_dashes(pen, (bp_vec2){x, 17.8f}, (bp_vec2){x, 21.5f}, 2, BP_PEN_P);
    bp_pen_text(pen, (bp_vec2){x, 17.6f}, BP_ALIGN_CENTER, BP_PEN_P, "P: 4 u = %.3f", (double)at);
    if (!told || left < 0 || left > 3) return;
    for (int i = 0; i < 2; i++) {
        const float from = i == 0 ? 4 * left : x, to = i == 0 ? x : 4 * left + 4;
        bp_pen_line(pen, (bp_vec2){from, 23.2f}, (bp_vec2){to, 23.2f}, 3, BP_PEN_QUIET);
        bp_pen_line(pen, (bp_vec2){from, 23.0f}, (bp_vec2){from, 23.4f}, 2, BP_PEN_INK);
        bp_pen_line(pen, (bp_vec2){to, 23.0f}, (bp_vec2){to, 23.4f}, 2, BP_PEN_INK);
    }
    bp_pen_text(pen, (bp_vec2){4 * left + 2, 24.6f}, BP_ALIGN_CENTER, BP_PEN_INK,
                "column %d counts %.3f, column %d %.3f", (int)left, 1 - (double)share, (int)left + 1,
                (double)share);
}
static void draw_below(bp_world *world, bp_pen *pen) {
    const bp_pixel_grid *grid = bp_grid_of(bp_pen_stage(pen));
    if (grid->width == LARGE && grid_of(world, BESIDE)->paint == BP_PAINT_LEVELS) /* the first floor */
        bp_pen_name(pen, (bp_vec2){2, grid->probe.y}, BP_PEN_P, "row %d", (int)grid->probe.y);
    if (grid->filter == BP_FILTER_BILINEAR) { /* P's colour, without the frame and the dot */
        const bp_rgba8 mixed = grid->pixels[bp_pixel_probed(grid)];
        bp_pen_rectangle(pen, (bp_vec2){2, 17}, (bp_vec2){5, 19}, 0, mixed);
        bp_pen_text(pen, (bp_vec2){5.5f, 18.4f}, BP_ALIGN_LEFT, BP_PEN_P, "P: (%d, %d, %d)", mixed.r, mixed.g,
                    mixed.b);
    }
    if (!state_of(world)->row) return;
    bp_pen_dot(pen, (bp_vec2){8, 24.8f}, 0, BP_PEN_QUIET); /* keeps the size */
    draw_row(grid, state_of(world)->told, pen);
}
/* Numbers the columns and rows of a texture without levels; or the levels. */
static void draw_numbers(const bp_pixel_grid *grid, bp_pen *pen) {
    static const bp_vec2 LEVELS[] = {{4, -0.2f}, {10, -0.2f}, {11.2f, 5.3f}, {10.2f, 6.8f}};
    for (int i = 0; i < 4; i++) {
        if (grid->width == 4) {
            bp_pen_text(pen, (bp_vec2){(float)i + 0.5f, -0.1f}, BP_ALIGN_CENTER, BP_PEN_QUIET, "%d", i);
            bp_pen_text(pen, (bp_vec2){-0.15f, (float)i + 0.6f}, BP_ALIGN_RIGHT, BP_PEN_QUIET, "%d", i);
        }
        if (grid->width > grid->height)
            bp_pen_text(pen, LEVELS[i], BP_ALIGN_CENTER, BP_PEN_QUIET, "level %d", i);
    }
}
/* A square of one texel around P's centre, cut along the texels' borders into four areas: the weights of the
 * texels that P read. */
static void draw_weights(bp_world *world, bp_pen *pen) {
    const bp_pixel_grid *grid = texture(world), *reader = grid->reader;
    draw_numbers(grid, pen);
    if (!reader || reader->sample.texel_count == 0) return;
    const float size = (float)grid->texture_size, *uv = reader->sample.uv;
    const bp_vec2 at = {(uv[0] - floorf(uv[0])) * size, (uv[1] - floorf(uv[1])) * size};
    bp_pen_dot(pen, at, 4, BP_PEN_P);
    if (reader->sample.texel_count != 4) return;
    const bp_vec2 low = {at.x - 0.5f, at.y - 0.5f}, high = {at.x + 0.5f, at.y + 0.5f},
                  cut = {floorf(high.x), floorf(high.y)};
    bp_pen_line(pen, (bp_vec2){cut.x, low.y}, (bp_vec2){cut.x, high.y}, 2, BP_PEN_INK);
    bp_pen_line(pen, (bp_vec2){low.x, cut.y}, (bp_vec2){high.x, cut.y}, 2, BP_PEN_INK);
    bp_pen_frame(pen, low, high, 4, BP_PEN_INK);
    for (int i = 0; i < 4; i++) {
        const bp_texel_step *texel = &reader->sample.texels[i];
        bp_pen_name(pen, (bp_vec2){(float)texel->x, (float)texel->y + (i < 2 ? 0.25f : 0.95f)}, BP_PEN_INK,
                    "%.3f", (double)texel->weight);
    }
}
static void fill_hook(bp_world *world, bp_pixel_grid *grid) {
    const float d = state_of(world)->away;
    const bp_subject_look look = {.samples = 1,
                                  .unlit = true,
                                  .nearest = grid == grid_of(world, 0),
                                  .eye = {0, 1.15f, d},
                                  .target = {0, 1.15f, 0}};
    bp_subject_fill(world, &look, grid);
}

static void setup(bp_world *world) {
    bp_world_add_pixels(world, "The picture", "the texture on a surface", LARGE, LARGE);
    bp_world_add_pixels(world, "The texture", "each square is a texel", 12, 8);
    bp_world_add_pixels(world, "One texel", "without mip levels", LARGE, LARGE);
    bp_world_add_pixels(world, "One texel", "", LARGE, LARGE);
    bp_world_add_pixels(world, "Several texels, mixed", "", LARGE, LARGE);
    if (world->error.kind != BP_ERROR_NONE) return;
    for (int s = NEAREST_OF; s <= MIXED_OF; s++)
        grid_of(world, s)->recolor = fill_hook, grid_of(world, s)->zoom = 0.25f;
    for (int s = PICTURE; s <= HIDDEN; s++) {
        bp_pixel_grid *grid = grid_of(world, s);
        if (s != BESIDE) grid->width = grid->height = (int)SIDE;
        grid->paint = s == BESIDE ? BP_PAINT_LEVELS : BP_PAINT_TEXTURE, grid->filter = BP_FILTER_NEAREST;
        grid->texels = HOUSE, grid->texture_size = 4, grid->triangle_count = s == BESIDE ? 0 : 2;
        grid->show_probe = s != BESIDE, grid->no_outlines = true, grid->probe = (bp_vec2){10.5f, 4.5f};
        grid->draw = s == BESIDE ? draw_weights : draw_below;
    }
    texture(world)->width = texture(world)->height = 4, texture(world)->zoom = 3;
    put_tiles(world, SIDE, 0);
    bp_world_show_stages(world, NEAREST_OF, 2);
}

static void come_near(bp_world *world, float t) { state_of(world)->away = bp_mix(5, 0.4f, t); }
static void show_texture(bp_world *world) { bp_world_show_stages(world, PICTURE, 2); }
static void mark_texel(bp_world *world, float t) {
    texture(world)->reader = t >= 0.5f ? grid_of(world, PICTURE) : NULL;
}
static void set_u(bp_world *world, float u) {
    for (int s = PICTURE; s <= HIDDEN; s++) grid_of(world, s)->probe.x = bp_clamp(SIDE * u, 0, SIDE - 0.01f);
}
static void filter(bp_world *world, bp_filter with) { grid_of(world, PICTURE)->filter = with; }
static void show_row(bp_world *world) { state_of(world)->row = true, world->stage_count = 1; }
static void tell(bp_world *world, float t) { state_of(world)->told = t > 0; }
static void mix_four(bp_world *world, float t) {
    filter(world, t < 0.5f ? BP_FILTER_NEAREST : BP_FILTER_BILINEAR);
}
static void show_four(bp_world *world) { state_of(world)->row = false, world->stage_count = 2; }
static void show_board(bp_world *world) {
    for (int s = PICTURE; s <= HIDDEN; s++) {
        bp_pixel_grid *grid = grid_of(world, s);
        grid->texels = BOARD, grid->texture_size = 8, grid->probe = (bp_vec2){11.5f, 7.5f};
    }
    texture(world)->width = texture(world)->height = 8, texture(world)->zoom = 1.5f;
    filter(world, BP_FILTER_NEAREST);
    put_tiles(world, SIDE, OFFSET);
}
static void shrink(bp_world *world, float t) { put_tiles(world, 8 / bp_mix(0.5f, 2, t), OFFSET); }
static void show_levels(bp_world *world) {
    put_tiles(world, 8, 0);
    texture(world)->width = 12, texture(world)->zoom = 1;
    bp_name_stage(world, BESIDE, "The mip levels", "each half as wide as the one before");
}
static void read_levels(bp_world *world, float t) {
    put_tiles(world, 8 / bp_mix(1, 4, t), 0);
    filter(world, t < 0.5f ? BP_FILTER_NEAREST : BP_FILTER_TRILINEAR);
}
static void show_floor(bp_world *world) {
    bp_pixel_grid *grids[] = {grid_of(world, PICTURE), without(world)};
    for (int s = PICTURE; s <= HIDDEN; s++) grid_of(world, s)->texels = LARGER;
    for (int i = 0; i < 2; i++) {
        grids[i]->width = grids[i]->height = LARGE, grids[i]->zoom = SIDE / LARGE;
        grids[i]->probe = (bp_vec2){33.5f, 17.5f};
    }
}
static void tilt(bp_world *world, float t) { put_floor(world, bp_mix(NEAR_HALF, 4, t), SLIDE); }
static void set_row(bp_world *world, float row) {
    for (int s = PICTURE; s <= HIDDEN; s++) grid_of(world, s)->probe.y = row + 0.5f;
}
static void slide(bp_world *world, float t) { put_floor(world, 4, SLIDE + t / 2); }
static void show_without(bp_world *world) {
    const bp_stage beside = world->stages[BESIDE];
    world->stages[BESIDE] = world->stages[HIDDEN], world->stages[HIDDEN] = beside;
    bp_name_stage(world, PICTURE, "With levels", "each pixel reads the two that fit best");
}

static const bp_step_slider U = BP_SLIDER_SETS("u", "", 0, 1, 0.0078125f, 3, 0.65625f, set_u);
static const bp_step_slider APART =
    BP_SLIDER_OF("texels from pixel to pixel", "", 0.5f, 4, 0.25f, 2, 0.5f, 2);
static const bp_step_slider LEVELS_APART =
    BP_SLIDER_OF("texels from pixel to pixel", "", 1, 8, 0.25f, 2, 1, 4);
static const bp_handle POINT[] = {BP_PIXEL_HANDLE("P", PICTURE, BP_PIXEL_PROBE, NULL)};

/* How many pixels of the surface are black, grey or white: args->other is 0, 1 or 2. */
static void measure_pixels(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *grid = grid_of(world, args->stage);
    for (int i = 0; i < grid->width * 16; i++) { /* of the upper 16 rows */
        const int what = grid->pixels[i].r == 0 ? 0 : grid->pixels[i].r == 255 ? 2 : 1;
        values[0] += (float)(grid->owners[i] && what == args->other);
    }
}

static const bp_question WHICH_TEXEL = {
    .text =
        "At the centre of P, u is 0.65625. Columns of texels are numbered from 0. In which one does P lie?",
    .answer = 2,
    .caption = "A texture is a small picture, made of texels. It is laid on a surface by two numbers: u goes "
               "across it from 0 to 1, v down. A pixel has one colour, and takes it where its centre lies.",
    .right = "4 times 0.65625 is 2.625: past the left edge of column 2, and before that of column 3.",
    .wrong = {{3, "Don't round: each column goes from one whole number to the next."},
              {2.625f, "That is how far P is from the left, in texels. Which column is there?"},
              {0, "u runs from 0 to 1 over all four columns."},
              {1, "Over four columns u runs from 0 to 1, so each is 0.25 wide."}},
    .hint = "The texture is 4 texels wide. How many texels from the left is P?"};
static const bp_question HOW_MUCH = {
    .text = "P lies at 2.625 texels from the left. The centre of column 2 is at 2.5, that of column 3 at "
            "3.5. How much does column 3 count?",
    .answer = 0.125f,
    .caption = "To look smooth, [p:P] will mix two texels. A texel's colour belongs to its centre, the dot: "
               "the nearer centre counts more, and both together count 1.",
    .right = "Half a texel off, 2.625 - 0.5 = 2.125: column 2, and 0.125 of the way to column 3.",
    .wrong = {{0.625f, "Measure from the centre of column 2, not from its edge."},
              {0.875f, "That is how much column 2 counts."},
              {0.5f, "So it would be in the middle between both centres."}},
    .hint = "How far is P from the centre of column 2?"};
static const bp_question WHAT_IS_SEEN = {
    .text = "The chessboard will shrink until neighbouring pixels are two texels apart. What will the "
            "picture show?",
    .caption = "Now the texture is a chessboard of 8 x 8 texels. Each pixel reads one texel again, the one "
               "at its centre.",
    CHOICE(2, "a finer chessboard", "grey everywhere", "one colour: all white, or all black"),
    .right = "Every second texel of a row has one colour, and the texels between are never read.",
    .wrong = {{0, "A pixel reads a texel, and the next one skips a texel. What colours do they get?"},
              {1, "Grey would be right. But each pixel reads one texel alone, and none is grey."}}};
static const bp_question WHICH_LEVEL = {
    .text =
        "Level 0 is the texture itself. Which level should a pixel read if the next pixel is 4 texels away?",
    .answer = 2,
    .caption = "The remedy is made in advance: smaller copies, the mip levels. Each has half as many texels "
               "on a side, and each texel is the mean of four: half of the light. The frame is [p:P] on "
               "the texture.",
    .right = "At level 1 a texel is as wide as 2 of level 0, at level 2 as 4: the logarithm of 4 to base 2.",
    .wrong = {{4, "That is the distance. How often must the texture be halved until it is 1 texel?"},
              {3, "At level 3 a texel is as wide as eight of level 0."},
              {1, "At level 1 a texel is as wide as two of level 0."}},
    .hint = "How often must 4 be halved to get 1?"};

static const bp_step STEPS[] = {
    {.caption = "The bone on the shirt, by two filters. Far away the left picture flickers with every step. "
                "Close up, one texel for each pixel shows blocks, and several, mixed, look smooth.",
     .change = come_near,
     .slider = &(const bp_step_slider)BP_SLIDER_OF("distance", " m", 0.4f, 8, 0.1f, 1, 5, 0.4f),
     .code = "material.filter = BP_FILTER_NEAREST;",
     .seconds = 2},
    {.heading = "Where on the texture?",
     .caption = "The small square on the texture is all of [p:P]. Its centre chooses the texel: 4 u = 2.625 "
                "and 4 v = 1.125.",
     .change = mark_texel,
     CLAIMS(BP_CLAIM_THAT(38, "The centre of P lies in the texel of column 2 and row 1 ...",
                          bp_measure_texture_texel, PICTURE, 0, .count = 2, .expected = {2, 1},
                          .holds_before = true),
            BP_CLAIM_THAT(38, "... and P has its colour.", bp_measure_pixel_bytes, PICTURE, 0, .count = 3,
                          .expected = {200, 70, 45}, .holds_before = true)),
     .question = &WHICH_TEXEL,
     .slider = &U,
     .code = "(int)(u * width)",
     .footnote = "BP_FILTER_NEAREST; GLSL: texelFetch, HLSL: Load.",
     HANDLES_OF(POINT),
     .arrange = show_texture},
    {.heading = "A texel sits at its centre",
     .caption = "Without the half the picture would move half a texel to the left.",
     .change = tell,
     .question = &HOW_MUCH,
     .slider = &U,
     .code = "round_to_int(u * scale - 128.0f)",
     .footnote = "In the code, in 1/256 of a texel: 128 is the half.",
     .arrange = show_row},
    {.heading = "Four texels",
     .caption = "A square of one texel around the dot covers four texels. Its four areas are their weights, "
                "here written in the texels. Enlarged pictures look smooth.\n\nThe texture repeats: at a "
                "border the texels of the other side are mixed in.",
     .change = mix_four,
     CLAIMS(BP_CLAIM_THAT(39,
                          "Four texels count by how near their centres are: 0.328, 0.047, 0.547 and 0.078.",
                          bp_measure_texture_weights, PICTURE, 0, .count = 4,
                          .expected = {0.328125f, 0.046875f, 0.546875f, 0.078125f}),
            BP_CLAIM_THAT(40, "Mixed in linear light by these weights, roof and sky are (170, 138, 171).",
                          bp_measure_pixel_bytes, PICTURE, 0, .count = 3, .expected = {170, 138, 171})),
     .slider = &U,
     .code = "material.filter = BP_FILTER_BILINEAR;",
     .footnote = "GLSL: texture(), HLSL: Sample() with a linear sampler.",
     HANDLES_OF(POINT),
     .arrange = show_four},
    {.heading = "Too few samples",
     .caption =
         "All pixels fall on white texels: [p:P], the large frame, is as large as four and reads one. This "
         "is aliasing: too few samples for the detail.",
     .change = shrink,
     CLAIMS(BP_CLAIM_THAT(41, "If pixels are two texels apart, none of the 256 is black ...", measure_pixels,
                          PICTURE, 0, .expected = {0}, .unit = "pixels"),
            BP_CLAIM_THAT(41, "... and all are white, though half of the texels are black.", measure_pixels,
                          PICTURE, 2, .expected = {256}, .unit = "pixels")),
     .question = &WHAT_IS_SEEN,
     .slider = &APART,
     .code = "(int)(u * width)",
     .arrange = show_board,
     .seconds = 2.5f},
    {.heading = "Smaller copies",
     .caption =
         "From far a chessboard is grey, and here it is. Between two levels, texels of both are mixed.",
     .change = read_levels,
     CLAIMS(BP_CLAIM_THAT(42, "Pixels that are 4 texels apart read level 2.", bp_measure_texture_level,
                          PICTURE, 0, .expected = {2}),
            BP_CLAIM_THAT(42, "There every texel is half of the light, 188.", bp_measure_pixel_bytes, PICTURE,
                          0, .count = 3, .expected = {188, 188, 188})),
     .question = &WHICH_LEVEL,
     .slider = &LEVELS_APART,
     .code = "material.filter = BP_FILTER_TRILINEAR;",
     .footnote = "Half of the light is byte 188: see lesson 26. GLSL: textureLod, HLSL: SampleLevel.",
     .arrange = show_levels,
     .seconds = 1.5f},
    {.heading = "A pixel's footprint",
     .caption =
         "On a floor, with squares of 2 x 2 texels now, the square of [p:P] becomes a long shape: 0.86 "
         "texels wide and 2.36 long.\n\nThe longer way chooses the level: log2(2.36) is 1.24, so [p:P] mixes "
         "three quarters of level 1 with a quarter of level 2: four texels of each, in the [p:frames].",
     .change = tilt,
     CLAIMS(BP_CLAIM_THAT(42,
                          "On the floor pixels are 2.36 texels apart at P: level 1.24, less at most 0.047.",
                          bp_measure_texture_level, PICTURE, 0, .expected = {1.238f}, .tolerance = 0.047f),
            BP_CLAIM_THAT(43, "With mip levels the 126 pixels of rows 6 to 15 are grey.", measure_pixels,
                          PICTURE, 1, .expected = {126}, .unit = "pixels")),
     .slider = &(const bp_step_slider)BP_SLIDER_SETS("row of P", "", 6, 61, 1, 0, 17, set_row),
     .code = "level_of_detail(s, in, w, u, v)",
     .footnote = "Anisotropic filters choose by the shorter way, and sample several times along the longer. "
                 "GLSL: dFdx and dFdy, HLSL: ddx and ddy.",
     .arrange = show_floor,
     .seconds = 1.5f,
     .cover = true},
    {.heading = "Glitter",
     .caption = "Drag the slider: the floor comes towards you. In picture 2, with one texel a pixel, far "
                "pixels jump between black and white. They glitter, which no still picture shows.\n\nIn "
                "picture 1, with levels, the far rows stay grey.",
     .change = slide,
     CLAIMS(BP_CLAIM_THAT(43, "They stay grey when the floor slides ...", measure_pixels, PICTURE, 1,
                          .expected = {126}, .unit = "pixels", .holds_before = true),
            BP_CLAIM_THAT(43, "... and without mip levels they are black or white: none is grey.",
                          measure_pixels, BESIDE, 1, .expected = {0}, .unit = "pixels",
                          .holds_before = true)),
     .slider = &(const bp_step_slider)BP_SLIDER_OF("slide", " of the texture", 0, 0.5f, 0.03125f, 2, 0, 0.5f),
     .code = "material.filter = BP_FILTER_TRILINEAR;",
     .arrange = show_without,
     .seconds = 4},
};

const bp_lesson_plan bp_lesson = {
    PIXEL_LESSON(25, "25_textures"),
    .title = "Why is my texture blocky up close, and why does it glitter far away?",
    .summary = "A pixel reads one texel, four, or the mean of many.",
    .difficulty = 2,
    .text =
        {.goal = "You will be able to compute which texels a pixel reads, and what they weigh.",
         .learned =
             {"u and v at a pixel's centre, times the texture's size, say where it lies among the texels; a "
              "texel's colour belongs to its centre.",
              "If pixels are farther apart than texels, most are never read. That is aliasing.",
              "Mip levels are smaller copies, made in advance. Derivatives of u and v choose the level.",
              "Pixel (222, 180): (u, v) of the hem, (0.172837, 0.587642), times 512, less 0.5, is (87.99, "
              "300.37): texels (121, 163, 151) by 0.624, (233, 187, 102) by 0.368, two more by 0.008."},
         .next = "How does a renderer decide how bright a point is?",
         .teaches = "Which texels a pixel reads, and how mip levels avoid aliasing.",
         .prerequisites = "24_perspective",
         .try_this = {"At step 4 find a pixel that is mixed from four colours.",
                      "At step 5 find a distance at which the picture is black and white stripes.",
                      "At step 7 move P to the row with the highest level. Where is it?"},
         .questions = {"All mip levels together take a third more memory than the texture. Why?",
                       "At the far end of a floor a pixel is much longer than wide on the texture. What does "
                       "one level for both do to the picture?",
                       "Why must the mean of four texels be computed in linear light?"},
         .answers = {"Each level has half the width and half the height of the one before: 1/4 + 1/16 + 1/64 "
                     "+ ... = 1/3.",
                     "If the level fits the length, the picture is blurred sideways; if it fits the width, "
                     "it glitters along the floor. Anisotropic filters read several times along the length.",
                     "The pixel shows the mean of the light. Of a black and a white byte the mean byte is "
                     "128, which is a fifth of the light, not half of it."}},
};
