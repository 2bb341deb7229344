/* Textures: which texels a pixel reads, and why a small picture of a large texture needs smaller copies of it.
 *
 * Sources: Vulkan 1.3, "Texel Coordinate Systems", "Texel Filtering" and "Scale Factor Operation, LOD Operation and Image
 * Level(s) Selection"; OpenGL 4.6, 8.14 "Texture Minification" and 8.15 "Texture Magnification"; Direct3D 11.3, 7.18.
 * Encoding: IEC 61966-2-1.
 *
 * The house, 4 x 4 texels, is 16 pixels wide: u = x/16, and 4u is the position in texels. P, pixel (10, 4), has its centre at (10.5,
 *     4.5): u = 0.65625, 4u = 2.625; v = 0.28125, 4v = 1.125. The texel's column and row are the whole parts: (2, 1), a roof's.
 * Bilinear: centres of texels are at i + 0.5, so P is 0.125 of a texel to the right of that of column 2, and 0.625 below that of
 *     row 0. Weights: 0.875 * 0.375 = 0.328125, 0.125 * 0.375 = 0.046875, 0.875 * 0.625 = 0.546875, 0.125 * 0.625 = 0.078125.
 *     The third is roof (200, 70, 45), the others are sky (120, 185, 240), 0.453125 of all. Red, in linear light: sky
 *     ((120/255 + 0.055) / 1.055)^2.4 = 0.188, roof 0.578; 0.453 * 0.188 + 0.547 * 0.578 = 0.401, encoded 255 * (1.055 *
 *     0.401^(1/2.4) - 0.055) = 169.8. Likewise green 137.8, and blue 171.4.
 * The chessboard, 8 x 8 texels, repeats every 4 pixels from x = 0.375: the place in texels is 2 (x - 0.375), in column i 2i + 0.25.
 *     So each pixel reads a column of even number, and a row: all are the white ones. Half of all texels are white: linear 0.5,
 *     encoded 255 * (1.055 * 0.5^(1/2.4) - 0.055) = 187.5, 188. Every 2 pixels: 4 texels from pixel to pixel, log2(4) = 2.
 * The floor: its near edge, 15 pixels wide, is at y = 15.5 with w = 1, the far one, 2 pixels, at y = 1.5 with w = 7.5. 8 texels
 *     go across, 8 along. P, pixel (7, 4), is at s = 11/14 of the way on the screen. There the floor is 15 - 13 s = 4.786 pixels
 *     wide: 8/4.786 = 1.672 texels for a pixel to the right. v = s / (7.5 - 6.5 s) of the way; its derivative 7.5 / (7.5 - 6.5 s)^2
 *     = 1.310, times 8/14: 0.749 texels for a pixel down. log2(1.672) = 0.741; the rasterizer reads the logarithm off the
 *     bits of a float in 1/256, so it is at most 0.047 too low. Above y = 7.96 it is narrower than 8 pixels, so level 0 alone isn't
 *     enough. Rows 1 to 7 have 2, 2, 4, 4, 6, 6, 8 pixels, 32. */
#include "shared/pixels.h"
#include <bindpose/bindpose.h>
#include <bindpose/lesson_session.h>

enum {
    PICTURE,
    BESIDE,
    HIDDEN
}; /* stages: beside the picture the texture, and in the end a picture without levels */
static const float SIDE = 16, OFFSET = 0.375f, NEAR_HALF = 7.5f, NEAR_Y = 15.5f, MIDDLE = 8; /* pixels */
static const float SLIDE = 1.0f / 16; /* of the texture: so texels at the near edge are whole */
#define SKY                                                                                                  \
    { 120, 185, 240, 255 }
#define ROOF                                                                                                 \
    { 200, 70, 45, 255 }
#define WALL                                                                                                 \
    { 240, 215, 150, 255 }
#define DOOR                                                                                                 \
    { 90, 60, 50, 255 }
#define LAWN                                                                                                 \
    { 90, 150, 70, 255 }
static const bp_rgba8 HOUSE[] = {SKY,  ROOF, SKY,  SKY, ROOF, ROOF, ROOF, SKY,
                                 WALL, DOOR, WALL, SKY, WALL, DOOR, WALL, LAWN};
#define W                                                                                                    \
    { 255, 255, 255, 255 }
#define B                                                                                                    \
    { 0, 0, 0, 255 }
static const bp_rgba8 BOARD[] = {W, B, W, B, W, B, W, B, B, W, B, W, B, W, B, W, W, B, W, B, W, B,
                                 W, B, B, W, B, W, B, W, B, W, W, B, W, B, W, B, W, B, B, W, B, W,
                                 B, W, B, W, W, B, W, B, W, B, W, B, B, W, B, W, B, W, B, W};

static bp_pixel_grid *grid_of(bp_world *world, int stage) { return bp_grid_of(&world->stages[stage]); }
/* The stages change places in the last step. */
static int stage_of(const bp_world *world, bool texture) {
    return (bp_grid_of(&world->stages[BESIDE])->paint == BP_PAINT_LEVELS) == texture ? BESIDE : HIDDEN;
}
static bp_pixel_grid *texture(bp_world *world) { return grid_of(world, stage_of(world, true)); }
static bp_pixel_grid *without(bp_world *world) { return grid_of(world, stage_of(world, false)); }
static const bp_pixel_triangle *first(const bp_world *world) {
    return bp_grid_of(&world->stages[PICTURE])->triangles;
}
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
static float tile_of(const bp_world *world) { return SIDE / (first(world)->u[1] - first(world)->u[0]); }
static float offset_of(const bp_world *world) { return -first(world)->u[0] * tile_of(world); }
static bp_vec3 position_c(bp_world *world) {
    const float at = tile_of(world) + offset_of(world);
    return bp_plane_to_world(&world->stages[PICTURE], (bp_vec2){at, at}, 0);
}
static void put_c(bp_world *world, int point, bp_vec2 to) {
    const float offset = offset_of(world);
    (void)point;
    put_tiles(world, bp_clamp((to.x + to.y) / 2 - offset, 1, SIDE - offset), offset);
}
/* The floor with a far corner B, moved by `slide` of the texture. */
static void put_floor(bp_world *world, bp_vec2 b, float slide) {
    const float half = bp_clamp(b.x - MIDDLE, 0.75f, NEAR_HALF), y = bp_clamp(b.y, 0.5f, 13),
                w = NEAR_HALF / half;
    const bp_pixel_corner corner[] = {{{MIDDLE - half, y}, w, 0, 0, 1 + slide},
                                      {{MIDDLE + half, y}, w, 0, 1, 1 + slide},
                                      {{MIDDLE + NEAR_HALF, NEAR_Y}, 1, 0, 1, slide},
                                      {{MIDDLE - NEAR_HALF, NEAR_Y}, 1, 0, 0, slide}};
    put_quad(world, corner);
}
static float slide_of(const bp_world *world) { return first(world)->v[2]; }
static void put_b(bp_world *world, int point, bp_vec2 to) {
    (void)point;
    put_floor(world, to, slide_of(world));
}
static bp_vec3 position_s(bp_world *world) {
    return bp_plane_to_world(&world->stages[PICTURE], (bp_vec2){1, 4 + 8 * slide_of(world)}, 0);
}
static void put_s(bp_world *world, int point, bp_vec2 to) {
    (void)point;
    put_floor(world, first(world)->corner[1], bp_clamp((to.y - 4) / 8, 0, 1));
}
static void write_notes(bp_world *world) {
    const bp_texture_step *sample = &grid_of(world, PICTURE)->sample;
    const int stage = stage_of(world, true), size = texture(world)->texture_size;
    if (!texture(world)->reader)
        bp_world_note(world, stage, "%d x %d texels", size, size);
    else if (sample->texel_count == 0)
        bp_world_note(world, stage, "P lies beside the surface");
    else if (sample->texel_count == 1)
        bp_world_note(world, stage, "P reads one texel");
    else if (sample->texel_count == 4)
        bp_world_note(world, stage, "P reads four texels");
    else
        bp_world_note(world, stage, "P reads four texels of each of two levels");
}
static void paint(bp_world *world, bp_painter *painter) {
    if (bp_paint_stage(painter) == stage_of(world, true)) bp_paint_weights(&world->stages[bp_paint_stage(painter)], painter);
}
static void setup(bp_world *world) {
    bp_world_add_pixels(world, "The picture", "the texture on a surface", 16, 16);
    bp_world_add_pixels(world, "The texture", "each square is a texel", 12, 8);
    bp_world_add_pixels(world, "Without mip levels", "each pixel reads one texel", 16, 16);
    if (world->error.kind != BP_ERROR_NONE) return;
    for (int s = PICTURE; s <= HIDDEN; s++) {
        bp_pixel_grid *grid = grid_of(world, s);
        world->stages[s].own_view = true;
        grid->paint = s == BESIDE ? BP_PAINT_LEVELS : BP_PAINT_TEXTURE, grid->filter = BP_FILTER_NEAREST;
        grid->texels = HOUSE, grid->texture_size = 4, grid->triangle_count = s == BESIDE ? 0 : 2;
        grid->show_probe = s != BESIDE, grid->no_outlines = true, grid->probe = (bp_vec2){10.5f, 4.5f};
    }
    texture(world)->width = texture(world)->height = 4, texture(world)->zoom = 2;
    put_tiles(world, SIDE, 0);
    world->stage_count = 2;
    world->paint = paint, world->write_notes = write_notes;
}
static void filter(bp_world *world, bp_filter with) { grid_of(world, PICTURE)->filter = with; }
static void mark_texels(bp_world *world, float t) {
    texture(world)->reader = t < 0.5f ? NULL : grid_of(world, PICTURE);
}
static void mix_four(bp_world *world, float t) {
    filter(world, t < 0.5f ? BP_FILTER_NEAREST : BP_FILTER_BILINEAR);
}
static void show_board(bp_world *world) {
    for (int s = PICTURE; s <= HIDDEN; s++)
        grid_of(world, s)->texels = BOARD, grid_of(world, s)->texture_size = 8,
                       grid_of(world, s)->probe = (bp_vec2){11.5f, 7.5f};
    texture(world)->width = texture(world)->height = 8, texture(world)->zoom = 1;
    filter(world, BP_FILTER_NEAREST);
    put_tiles(world, SIDE - OFFSET, OFFSET);
}
static void shrink(bp_world *world, float t) { put_tiles(world, bp_mix(SIDE - OFFSET, 4, t), OFFSET); }
static void show_levels(bp_world *world) {
    texture(world)->width = 12;
    world->stages[BESIDE].title = "The mip levels",
    world->stages[BESIDE].subtitle = "each half as wide as the one before";
}
static void read_levels(bp_world *world, float t) {
    put_tiles(world, bp_mix(4, 2, t), OFFSET);
    filter(world, t < 0.5f ? BP_FILTER_NEAREST : BP_FILTER_TRILINEAR);
}
static void show_floor(bp_world *world) {
    for (int s = PICTURE; s <= HIDDEN; s++)
        grid_of(world, s)->no_outlines = false, grid_of(world, s)->probe = (bp_vec2){7.5f, 4.5f};
}
static void tilt(bp_world *world, float t) {
    put_floor(world, (bp_vec2){MIDDLE + bp_mix(NEAR_HALF, 1, t), 1.5f}, SLIDE);
}
static void show_without(bp_world *world) {
    const bp_stage beside = world->stages[BESIDE];
    world->stages[BESIDE] = world->stages[HIDDEN], world->stages[HIDDEN] = beside;
    world->stages[PICTURE].title = "With mip levels",
    world->stages[PICTURE].subtitle = "each pixel reads the two that fit best";
}
static void slide(bp_world *world, float t) { put_floor(world, first(world)->corner[1], SLIDE + t / 2); }

/* How many pixels of the surface are black, grey or white: args->other is 0, 1 or 2. */
static void measure_pixels(bp_world *world, const bp_measure_args *args, float *values) {
    const bp_pixel_grid *grid = grid_of(world, args->stage);
    for (int i = 0; i < grid->width * grid->height / 2; i++) /* of the upper half */
        values[0] += (float)(grid->owners[i] && (grid->pixels[i].r == 0     ? 0
                                                 : grid->pixels[i].r == 255 ? 2
                                                                            : 1) == args->other);
}

/* clang-format off */
static const bp_readout UV[] = {{"u at P", bp_measure_texture_uv, {PICTURE, 0, 0, 0}, "%.3f", NULL}};
static const bp_readout FOUND[] = {{"u and v at P", bp_measure_texture_uv, {PICTURE, 0, 0, 0}, "%.3f, %.3f", NULL}, {"column and row", bp_measure_texture_texel, {PICTURE, 0, 0, 0}, "%.0f, %.0f", NULL}};
static const bp_readout MIXED[] = {{"weights: upper two, lower two", bp_measure_texture_weights, {PICTURE, 0, 0, 0}, "%.3f  %.3f  %.3f  %.3f", NULL}, {"red, green, blue of P", bp_measure_pixel_bytes, {PICTURE, 0, 0, 0}, "%.0f, %.0f, %.0f", NULL}};
static const bp_readout SKIPPED[] = {{"texels from P to the next pixel", bp_measure_texels_per_pixel, {PICTURE, 0, 0, 0}, "%.2f", NULL}, {"black pixels above the middle", measure_pixels, {PICTURE, 0, 0, 0}, "%.0f", NULL}};
static const bp_readout LEVEL[] = {{"texels from P to the next pixel", bp_measure_texels_per_pixel, {PICTURE, 0, 0, 0}, "%.2f", NULL}, {"mip level at P", bp_measure_texture_level, {PICTURE, 0, 0, 0}, "%.2f", NULL}, {"red, green, blue of P", bp_measure_pixel_bytes, {PICTURE, 0, 0, 0}, "%.0f, %.0f, %.0f", NULL}};
static const bp_readout GREYS[] = {{"grey pixels of the upper half, with mip levels", measure_pixels, {PICTURE, 1, 0, 0}, "%.0f", NULL}, {"without", measure_pixels, {BESIDE, 1, 0, 0}, "%.0f", NULL}};
static const bp_handle STRETCH[] = {BP_PIXEL_HANDLE("P", PICTURE, BP_PIXEL_PROBE, NULL), BP_PIXEL_HANDLE_AT("C", PICTURE, position_c, put_c)};
static const bp_handle FLOOR[] = {BP_PIXEL_HANDLE("P", PICTURE, BP_PIXEL_PROBE, NULL), BP_PIXEL_HANDLE("B", PICTURE, 1, put_b), BP_PIXEL_HANDLE_AT("S", PICTURE, position_s, put_s)};
static const bp_claim NEAREST[] = {
    {38, "The centre of P lies in the texel of column 2 and row 1 ...", bp_measure_texture_texel, {PICTURE, 0, 0, 0}, .count = 2, .expected = {2, 1}, .holds_before = true},
    {38, "... and P has its colour.", bp_measure_pixel_bytes, {PICTURE, 0, 0, 0}, .count = 3, .expected = {200, 70, 45}, .holds_before = true}};
static const bp_claim BILINEAR[] = {
    {39, "Four texels count by how near their centres are: 0.328, 0.047, 0.547 and 0.078.", bp_measure_texture_weights, {PICTURE, 0, 0, 0}, .count = 4, .expected = {0.328125f, 0.046875f, 0.546875f, 0.078125f}},
    {40, "Mixed in linear light by these weights, roof and sky are (170, 138, 171).", bp_measure_pixel_bytes, {PICTURE, 0, 0, 0}, .count = 3, .expected = {170, 138, 171}}};
static const bp_claim ALIASED[] = {
    {41, "If pixels are two texels apart, none of the upper 128 is black ...", measure_pixels, {PICTURE, 0, 0, 0}, .expected = {0}, .unit = "pixels"},
    {41, "... and all are white, though half of the texels are black.", measure_pixels, {PICTURE, 2, 0, 0}, .expected = {128}, .unit = "pixels"}};
static const bp_claim LEVELS[] = {
    {42, "Pixels that are 4 texels apart read level 2.", bp_measure_texture_level, {PICTURE, 0, 0, 0}, .expected = {2}},
    {42, "There every texel is half of the light, 188.", bp_measure_pixel_bytes, {PICTURE, 0, 0, 0}, .count = 3, .expected = {188, 188, 188}}};
static const bp_claim OWN_LEVEL[] = {
    {42, "On the floor pixels are 1.67 texels apart at P: level 0.74, less at most 0.047.", bp_measure_texture_level, {PICTURE, 0, 0, 0}, .expected = {0.741f}, .tolerance = 0.047f},
    {43, "With mip levels the 32 pixels of rows 1 to 7 are grey.", measure_pixels, {PICTURE, 1, 0, 0}, .expected = {32}, .unit = "pixels"}};
static const bp_claim SLID[] = {
    {43, "They stay grey when the floor slides ...", measure_pixels, {PICTURE, 1, 0, 0}, .expected = {32}, .unit = "pixels", .holds_before = true},
    {43, "... and without mip levels they are black or white: none is grey.", measure_pixels, {BESIDE, 1, 0, 0}, .expected = {0}, .unit = "pixels", .holds_before = true}};
static const bp_question WHICH_TEXEL = {
    "At the centre of P, u is 0.656. Columns of texels are numbered from 0. In which one does P lie?",
    .answer = 2, .caption = "A pixel has one colour, so the rasterizer has to choose one. It looks up u and v at the pixel's centre.",
    .right = "4 times 0.656 is 2.625: past the left edge of column 2, and before that of column 3.",
    .wrong = {{3, "Don't round: each column goes from one whole number to the next."},
              {2.625f, "That is how far P is from the left, in texels. Which column is there?"},
              {0, "u runs from 0 to 1 over all four columns."},
              {1, "Over four columns u runs from 0 to 1, so each is 0.25 wide."}},
    .hint = "The texture is 4 texels wide. How many texels from the left is P?"};
static const bp_question WHAT_IS_SEEN = {
    "The chessboard will shrink until neighbouring pixels are two texels apart. What will the picture show?",
    .kind = BP_QUESTION_CHOICE, .answer = 2, .caption = "Now the texture is a chessboard of 8 x 8 texels. Each pixel still reads one texel, the one at its centre.",
    .options = {"a finer chessboard", "grey everywhere", "one colour: all white, or all black"},
    .right = "Every second texel of a row has one colour, and the texels between are never read.",
    .wrong = {{0, "A pixel reads a texel, and the next one skips a texel. What colours do they get?"},
              {1, "Grey would be right. But each pixel reads one texel alone, and none is grey."}},
    .hint = "Go along a row of the chessboard by two texels at a time."};
static const bp_question WHICH_LEVEL = {
    "Level 0 is the texture itself. Which level should a pixel read if the next pixel is 4 texels away?",
    .answer = 2, .caption = "The remedy is made in advance: smaller copies, the mip levels. Each has half as many texels on a side, and each texel is the mean of four.",
    .right = "At level 1 a texel is as wide as 2 of level 0, at level 2 as 4. It is the logarithm of 4 to base 2.",
    .wrong = {{4, "That is the distance. How often must the texture be halved until it is 1 texel?"},
              {3, "At level 3 a texel is as wide as eight of level 0."},
              {1, "At level 1 a texel is as wide as two of level 0."}},
    .hint = "How often must 4 be halved to get 1?"};

static const bp_step STEPS[] = {
    {"A texture is a small picture, made of texels. It is laid on a surface by two numbers: u goes across it from 0 to 1, v down. "
     "Drag C to change its size; when it is smaller than the surface, it repeats.",
     .readouts = UV, .readout_count = BP_COUNT(UV), .handles = STRETCH, .handle_count = 2},
    {"The dot is where the centre of P lies on the texture, and P takes the texel around it. That is called nearest: its centre is the nearest one. "
     "The small square is all of P. Drag P, and watch both move.",
     mark_texels, NEAREST, BP_COUNT(NEAREST), &WHICH_TEXEL, FOUND, BP_COUNT(FOUND), .handles = STRETCH, .handle_count = 2},
    {"Enlarged, texels look like blocks. The bilinear filter takes the four around the dot, and mixes them in linear light: the nearer a texel's centre, the more it counts. "
     "Drag P slowly from one texel to the next.",
     mix_four, BILINEAR, BP_COUNT(BILINEAR), .readouts = MIXED, .readout_count = BP_COUNT(MIXED), .handles = STRETCH, .handle_count = 2, .pictured = true},
    {"The chessboard is gone. Half of its texels are black, but all pixels fall on white ones. This is aliasing: too few samples for the detail. "
     "Drag C a little, and patterns appear that the texture doesn't have.",
     shrink, ALIASED, BP_COUNT(ALIASED), &WHAT_IS_SEEN, SKIPPED, BP_COUNT(SKIPPED), .handles = STRETCH, .handle_count = 2, .arrange = show_board, .seconds = 2.5f, .pictured = true},
    {"A pixel now reads the level at which the next pixel is one texel away. Seen from far, a chessboard is grey, and here it is. "
     "Drag C: between two levels their texels are mixed, so no border shows.",
     read_levels, LEVELS, BP_COUNT(LEVELS), &WHICH_LEVEL, LEVEL, BP_COUNT(LEVEL), .handles = STRETCH, .handle_count = 2, .arrange = show_levels, .seconds = 1.5f},
    {"On a floor each pixel has its own level. The rasterizer knows how u and v change from pixel to pixel, their derivatives, and takes the larger of the step to the right and the step down. "
     "Its fast logarithm is a little too low: 0.70, but log2(1.67) = 0.74. Drag P up and down, and B to tilt the floor.",
     tilt, OWN_LEVEL, BP_COUNT(OWN_LEVEL), .readouts = LEVEL, .readout_count = BP_COUNT(LEVEL), .handles = FLOOR, .handle_count = 3, .arrange = show_floor, .seconds = 1.5f, .pictured = true},
    {"The floor slides towards you. Without mip levels far pixels jump between black and white in each frame: they glitter. With them, they stay grey. "
     "Even near texels are less than two pixels wide, so most pixels mix both colours there. Drag S to slide it yourself.",
     slide, SLID, BP_COUNT(SLID), .readouts = GREYS, .readout_count = BP_COUNT(GREYS), .handles = FLOOR, .handle_count = 3, .arrange = show_without, .seconds = 4, .pictured = true},
};

const bp_lesson_plan bp_lesson = {
    .number = 25,
    .name = "25_textures",
    .title = "Textures",
    .summary = "A pixel reads one texel, four, or the mean of many.",
    .difficulty = 2,
    .group = BP_LESSONS_PIXELS,
    .setup = setup,
    .steps = STEPS,
    .step_count = BP_COUNT(STEPS),
    .text = {.goal = "You will be able to compute which texels a pixel reads, and say why distant textures glitter.",
             .learned = {"u and v at a pixel's centre, times the texture's size, say where it lies among the texels.",
                         "Nearest takes the texel around that point; bilinear mixes four, by the distances of their centres.",
                         "If pixels are farther apart than texels, most are never read. That is aliasing.",
                         "Mip levels are smaller copies, made in advance. Derivatives of u and v choose the level."},
             .next = "Light",
             .teaches = "Which texels a pixel reads, and how mip levels avoid aliasing.",
             .prerequisites = "24_perspective",
             .try_this = {"At step 3 find a pixel that is mixed from four colours.",
                          "At step 4 drag C until the picture is all black.",
                          "At step 6 drag P to the pixel with the highest level. Where is it?"},
             .questions = {"All mip levels together take a third more memory than the texture. Why?",
                           "At the far end of a floor a pixel is much longer than wide on the texture. What does one level for both do to the picture?",
                           "Why must the mean of four texels be computed in linear light?"}},
};
