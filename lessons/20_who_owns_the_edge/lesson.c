/* Who owns the edge: two triangles that share an edge must fill each pixel on it once.
 *
 * The top-left rule: Direct3D 11.3 Functional Specification, 3.4.2.1 "Top-Left Rule". Vulkan 1.3, "Basic
 * Polygon Rasterization", and OpenGL 4.6, 14.6.1, ask for any rule by which exactly one of two polygons with
 * a common edge gets a sample on it. Snapping to 1/256 of a pixel: Direct3D, 3.4.1 "Coordinate Snapping";
 * Vulkan's subPixelPrecisionBits.
 *
 * The square has the corners A = (2.5, 1.5), B = (8.5, 1.5), C = (8.5, 7.5), D = (2.5, 7.5), all on pixel
 * centres. Its triangles are ABD, the first, and BCD. The centre of column i and row j is (i + 0.5, j +
 * 0.5), so it is on the diagonal B to D, x + y = 10, if i + j = 9. Columns 2 to 8 and rows 1 to 7 have their
 * centres in the square or on its border.
 *
 * Every edge counts: ABD has i >= 2, j >= 1, i + j <= 9: 7 + 6 + ... + 1 = 28 pixels; BCD has as many. Both
 *     have the diagonal, 7 pixels, so together they fill 49, 13 more than 36 at the outer border.
 * No edge counts: i >= 3, j >= 2, i + j <= 8: 4 + 3 + 2 + 1 = 10, and 10: together 20.
 * Top and left edges count: the square has columns 2 to 7 and rows 1 to 6, which is 36, its area. ABD has
 *     those with i + j <= 8: 6 + 5 + ... + 1 = 21. BCD, whose left edge is the diagonal, has the other 15.
 *     36 - 20 = 16 were missing.
 * Unsnapped: B and D of ABD are moved by 1/1000 to the left and up, those of BCD down and to the right, so
 *     the diagonals are x + y = 9.999 and 10.001. The centres on x + y = 10 are in neither: columns 3 to 7,
 *     5 pixels. Snapped, 8.499 is 2175.74 / 256, nearest 2176: equal. 8.498 is 2175.49 / 256, nearest 2175:
 * apart again.
 *
 * Yellow is (255, 255, 0), cyan (0, 255, 255), each with an alpha of 128 / 255 = 0.502, over black. Once:
 * 0.502 of linear light, which sRGB encodes as 255 * (1.055 * 0.502^(1/2.4) - 0.055) = 188. Yellow, then
 * cyan: red 0.502 * 0.498 = 0.25: 137; green 0.502 + 0.25 = 0.752: 225; blue 0.502: 188. */
#include "shared/pixels.h"
#include "shared/plain_raster.h"
#include "shared/write.h"
#include <math.h>

enum { PANE, LENS, A = 0, B = 1, C = 4, D = 2 }; /* stages; points: corners of the triangles ABD and BCD */
static const bp_vec2 SQUARE[4] = {{2.5f, 1.5f}, {8.5f, 1.5f}, {8.5f, 7.5f}, {2.5f, 7.5f}},
                     TILTED[4] = {{4, 0.75f}, {9.5f, 2.25f}, {7.25f, 8.25f}, {1.5f, 6}},
                     SMALL[4] = {{3.5f, 2.5f}, {7.5f, 2.5f}, {7.5f, 6.5f}, {3.5f, 6.5f}};
static const int POINT[4] = {A, B, C, D};
static const float GRID_STEP = 1000.0f / 256; /* thousandths of a pixel */

typedef struct state {
    float apart, off, pulled, tilted; /* pixels right and down; thousandths of a pixel; pixels; 0 to 1 */
    bool marks, owners, counters, crossings;
} state;

static state *state_of(bp_world *world) { return bp_world_data(world); }
static bp_pixel_grid *grid_of(bp_world *world) { return bp_grid_of(&world->stages[PANE]); }

/* Corner A, B, C or D of both triangles. Each triangle may have a B and a D of its own. */
static void put_corner(bp_world *world, int point, bp_vec2 to) {
    bp_vec2 *one = grid_of(world)->triangles[0].corner, *two = grid_of(world)->triangles[1].corner;
    const float off = state_of(world)->off / 1000;
    if (point == A) one[0] = to;
    if (point == B) one[1] = (bp_vec2){to.x - off, to.y}, two[0] = (bp_vec2){to.x, to.y + off};
    if (point == C) two[1] = to;
    if (point == D) one[2] = (bp_vec2){to.x, to.y - off}, two[2] = (bp_vec2){to.x + off, to.y};
}
static void put_square(bp_world *world) {
    const state *s = state_of(world);
    for (int i = 0; i < 4; i++)
        put_corner(world, POINT[i],
                   (bp_vec2){bp_mix(SQUARE[i].x, TILTED[i].x, s->tilted) + s->apart,
                             bp_mix(SQUARE[i].y, TILTED[i].y, s->tilted) + s->apart});
}

/* ---- what is drawn over the pixels ---- */

static bool is_on_seam(const bp_pixel_grid *grid, int i) {
    return bp_plain_covers(grid->triangles[0].corner, i % grid->width, i / grid->width, BP_FILL_EVERY_EDGE,
                           8) &&
           bp_plain_covers(grid->triangles[1].corner, i % grid->width, i / grid->width, BP_FILL_EVERY_EDGE,
                           8);
}
/* Frames around wrong pixels: pink on the seam, violet at the outer border. */
static void mark_wrong(const bp_pixel_grid *grid, bp_pen *pen) {
    for (int i = 0; i < grid->width * grid->height; i++) {
        const float x = (float)(i % grid->width), y = (float)(i / grid->width);
        const bool twice = (grid->owners[i] & (grid->owners[i] - 1)) != 0,
                   wrong = twice || (grid->owners[i] != 0) != (grid->right[i] != 0);
        if (wrong)
            bp_pen_frame(pen, (bp_vec2){x + 0.06f, y + 0.06f}, (bp_vec2){x + 0.94f, y + 0.94f}, 3,
                         is_on_seam(grid, i) ? BP_PEN_P : BP_PEN_WRONG);
    }
}
/* The outlines, pulled apart; once the rule is told, left and top edges are thick, the others dashed. */
static void draw_owners(bp_world *world, bp_pen *pen) {
    for (int t = 0; t < 2; t++) {
        const bp_vec2 *c = grid_of(world)->triangles[t].corner;
        const float by = state_of(world)->pulled * (t == 0 ? -0.5f : 0.5f);
        for (int i = 0; i < 3; i++) {
            const bp_vec2 from = {c[i].x + by, c[i].y + by},
                          to = {c[(i + 1) % 3].x + by, c[(i + 1) % 3].y + by};
            const bool owns = to.y < from.y || (to.y == from.y && to.x > from.x);
            const bool told = grid_of(world)->rule == BP_FILL_TOP_LEFT;
            (owns || !told ? bp_pen_line : bp_pen_dashes)(pen, from, to, owns && told ? 6 : 2,
                                                          t == 0 ? BP_PEN_HEM : BP_PEN_SHIRT);
        }
    }
}
static float count(bp_world *world, bp_measure *measure) {
    float value = 0;
    measure(world, &(bp_measure_args){.stage = PANE}, &value);
    return value;
}
static void draw_pane(bp_world *world, bp_pen *pen) {
    const state *s = state_of(world);
    bp_pen_dot(pen, (bp_vec2){5.5f, 10}, 0, BP_PEN_QUIET); /* keeps the size */
    for (int i = 0; i < 4 && (s->owners ? s->pulled <= 0 : !grid_of(world)->no_outlines); i++)
        bp_pen_name(pen, bp_pixel_point(bp_pen_stage(pen), POINT[i]), BP_PEN_INK, "%c", 'A' + i);
    if (s->marks) mark_wrong(grid_of(world), pen);
    if (s->owners) draw_owners(world, pen);
    if (s->counters)
        bp_pen_text(pen, (bp_vec2){5.5f, 9.9f}, BP_ALIGN_CENTER, BP_PEN_INK,
                    "filled twice: %.0f   left out: %.0f", (double)count(world, bp_measure_pixels_twice),
                    (double)count(world, bp_measure_pixels_missing));
}

/* B, enlarged 1,000 times, with the grid of 1/256 pixel when corners are rounded to it. */
static void draw_lens(bp_world *world, bp_pen *pen) {
    const float off = state_of(world)->off, most = 5.5f;
    const bool snaps = !grid_of(world)->unsnapped;
    const bp_vec2 points[2] = {{-off, 0}, {0, off}};
    static const char *const NAMES[] = {"yellow's B", "cyan's B"};
    const bp_pen_color colors[] = {BP_PEN_HEM, BP_PEN_SHIRT};
    for (int i = -1; i <= 1 && state_of(world)->crossings; i++) {
        bp_pen_line(pen, (bp_vec2){(float)i * GRID_STEP, -most}, (bp_vec2){(float)i * GRID_STEP, most}, 1,
                    BP_PEN_QUIET);
        bp_pen_line(pen, (bp_vec2){-most, (float)i * GRID_STEP}, (bp_vec2){most, (float)i * GRID_STEP}, 1,
                    BP_PEN_QUIET);
    }
    bp_pen_rectangle(pen, (bp_vec2){-6, 6}, (bp_vec2){6, -6}, 0, (bp_rgba8){0, 0, 0, 255});
    for (int t = 0; t < 2; t++) {
        const bp_vec2 to = {floorf(points[t].x / GRID_STEP + 0.5f) * GRID_STEP,
                            floorf(points[t].y / GRID_STEP + 0.5f) * GRID_STEP};
        const bp_vec2 at = snaps ? to : points[t];
        const bp_vec2 outer = t == 0 ? (bp_vec2){-6, at.y} : (bp_vec2){at.x, 6}; /* the drawing's end */
        const float reach = at.x - outer.x + outer.y - at.y;
        bp_pen_fill_rgb(pen, (bp_vec2[]){at, outer, {at.x - reach, at.y + reach}}, 3, 1,
                        t == 0 ? (bp_rgba8){128, 128, 0, 255} : (bp_rgba8){0, 120, 120, 255});
        if (snaps) bp_pen_arrow(pen, points[t], to, colors[t]);
        bp_pen_dot(pen, points[t], 6, colors[t]);
        bp_pen_name(pen, points[t], colors[t], "%s", NAMES[t]);
    }
    bp_pen_dot(pen, (bp_vec2){0, 0}, 5, BP_PEN_QUIET);
    bp_pen_name(pen, (bp_vec2){0, 0}, BP_PEN_QUIET, "old B");
    bp_pen_line(pen, (bp_vec2){4.3f, 6.6f}, (bp_vec2){5.3f, 6.6f}, 3, BP_PEN_INK);
    bp_pen_text(pen, (bp_vec2){4.1f, 6.9f}, BP_ALIGN_RIGHT, BP_PEN_INK, "1/1000 px");
    if (state_of(world)->crossings)
        bp_pen_text(pen, (bp_vec2){0, -6.2f}, BP_ALIGN_CENTER, BP_PEN_QUIET, "a square: 1/256 px");
}

static void setup(bp_world *world) {
    bp_world_add_pixels(world, "A pane of two triangles", "yellow is drawn first, then cyan", 11, 9);
    bp_world_add_drawing(world, "Corner B, 1,000 times", "", (bp_drawing_frame){-6, 6, 6, -6, 0, 0},
                         draw_lens);
    if (world->error.kind != BP_ERROR_NONE) return;
    bp_pixel_grid *grid = grid_of(world);
    grid->triangle_count = 2, grid->rule = BP_FILL_EVERY_EDGE;
    grid->triangles[0].color = (bp_rgba8){255, 255, 0, 128},
    grid->triangles[1].color = (bp_rgba8){0, 255, 255, 128};
    grid->cleared = (bp_rgba8){0, 0, 0, 255};
    grid->probe = (bp_vec2){5.5f, 4.5f};
    grid->no_outlines = true, grid->draw = draw_pane;
    world->stage_count = 1;
    for (int i = 0; i < 4; i++) put_corner(world, POINT[i], SMALL[i]);
}

static void set_alpha(bp_world *world, float value) {
    for (int i = 0; i < 2; i++) grid_of(world)->triangles[i].color.a = (uint8_t)value;
}
static void show_marks(bp_world *world) {
    set_alpha(world, 128);
    put_square(world);
    grid_of(world)->rule = BP_FILL_NOTHING, grid_of(world)->no_outlines = false;
}
static void with_every_edge(bp_world *world, float t) {
    bp_pixel_switch_rule(world, t, BP_FILL_NOTHING, BP_FILL_EVERY_EDGE);
    state_of(world)->marks = t >= 0.5f;
}
static void with_no_edge(bp_world *world, float t) {
    bp_pixel_switch_rule(world, t, BP_FILL_EVERY_EDGE, BP_FILL_NO_EDGE);
}
static void set_apart(bp_world *world, float x) {
    state_of(world)->apart = x;
    put_square(world);
}
static void show_owners(bp_world *world) {
    set_apart(world, 0);
    state_of(world)->marks = false, state_of(world)->owners = grid_of(world)->no_outlines = true;
}
static void with_top_left(bp_world *world, float t) {
    bp_pixel_switch_rule(world, t, BP_FILL_NO_EDGE, BP_FILL_TOP_LEFT);
}
static void set_pulled(bp_world *world, float by) { state_of(world)->pulled = by; }
static void show_counters(bp_world *world) {
    state_of(world)->owners = grid_of(world)->no_outlines = false, state_of(world)->counters = true;
}
static void set_tilted(bp_world *world, float percent) {
    state_of(world)->tilted = percent / 100;
    put_square(world);
}
static void tilt(bp_world *world, float t) { set_tilted(world, 100 * t); }
static void show_lens(bp_world *world) {
    set_tilted(world, 0);
    state_of(world)->counters = false, state_of(world)->marks = true;
    grid_of(world)->unsnapped = true;
    world->stage_count = 2;
}
static void set_off(bp_world *world, float by) {
    state_of(world)->off = by;
    put_square(world);
}
static void differ(bp_world *world, float t) { set_off(world, t); }
static void show_crossings(bp_world *world) { state_of(world)->crossings = true; }
static void snap(bp_world *world, float t) { grid_of(world)->unsnapped = t < 0.5f; } /* corners stay apart */

static const bp_step_slider ALPHA = BP_SLIDER_SETS("alpha", "", 0, 255, 1, 0, 128, set_alpha);
static const bp_step_slider PULLED =
    BP_SLIDER_SETS("outlines pulled apart", " px", 0, 1.5f, 0.1f, 1, 0.6f, set_pulled);
static const bp_handle CORNERS[] = {
    BP_PIXEL_HANDLE("A", PANE, A, put_corner), BP_PIXEL_HANDLE("B", PANE, B, put_corner),
    BP_PIXEL_HANDLE("C", PANE, C, put_corner), BP_PIXEL_HANDLE("D", PANE, D, put_corner)};

static const bp_question HOW_MANY_TWICE = {
    .text = "A pixel is filled if its dot lies inside or on any edge. How many pixels will be filled twice?",
    .answer = 7,
    .unit = "pixels",
    .caption = "A larger pane, its corners exactly on pixel centres: the common edge from B to D goes "
               "through dots. Both triangles are half transparent: a pixel that is filled twice will show.",
    .right = "All dots on the common edge, its two ends included. Both triangles take them.",
    .wrong = {{5, "The edge's ends are dots, too: B and D lie on pixel centres."},
              {0, "Both triangles have this edge, and by this rule each takes the dots on it."},
              {6, "The edge goes six columns to the left, so it has one dot more than that."},
              {36, "Only what belongs to both triangles is filled twice."}},
    .hint = "Count the dots on the line from B to D."};
static const bp_question WHOSE = {
    .text = "Dots on an edge belong to a triangle if it is its left or its top edge. Who gets the dots of "
            "the common edge?",
    .caption = "Each dot on the common edge needs one owner. Only the outlines are pulled apart. A top edge "
               "is exactly level, and its triangle is below; any other edge with its triangle on the right "
               "is a left one.",
    CHOICE(1, "yellow, the upper one", "cyan, the lower one", "the one drawn first"),
    .right = "The edge is cyan's left one, and yellow's right one.",
    .wrong = {{0, "Yellow lies to the left of the edge, so for yellow it is a right one."},
              {2, "The rule looks at the edge's side alone. The order of drawing doesn't matter."}}};
static const bp_question CLOSES = {
    .text = "Each corner will be rounded to its nearest crossing. How far off may each B be, so that both "
            "still get the old B?",
    .caption = "The remedy: a rasterizer rounds each corner to a fine grid, and goes on with whole numbers "
               "of it. A step of the grid is 1/256 pixel, or 3.9/1000. The old B lies on a crossing.",
    CHOICE(0, "up to 1/1000", "up to 3/1000", "up to 4/1000"),
    .right = "Up to half of a step, 1.95/1000, the old crossing is the nearest.",
    .wrong = {{1, "A step of the grid is 3.9/1000. From 3/1000 the next crossing is nearer."},
              {2, "That is a whole step, so it is rounded to the next crossing."}}};

static const bp_step STEPS[] = {
    {.caption = "A small glass pane is made of a [hem:yellow] and a [shirt:cyan] triangle. A bright line, a "
                "seam, runs where both fill. Alpha says how opaque the pane is. At 255, its most, the "
                "line is gone: opaque models hide the mistake.",
     .slider = &ALPHA,
     .code = "draw.state.blend = true;"},
    {.heading = "Both fill",
     .caption = "These 7 [p:pixels] are too bright. And the pane, 6 by 6 pixels large, gets a row and a "
                "column too many: the [wrong:violet ones].",
     .change = with_every_edge,
     CLAIMS(BP_CLAIM_THAT(9, "If every edge counts, the 7 pixels on the common edge are filled twice ...",
                          bp_measure_pixels_twice, PANE, 0, .expected = {7}, .unit = "pixels"),
            BP_CLAIM_THAT(9, "... and both triangles together fill 49 pixels.", bp_measure_pixels_covered,
                          PANE, 0, .expected = {49}, .unit = "pixels"),
            BP_CLAIM_THAT(10, "A translucent pixel that is filled twice is too bright: (137, 225, 188).",
                          bp_measure_pixel_bytes, PANE, 0, .count = 3, .expected = {137, 225, 188})),
     .question = &HOW_MANY_TWICE,
     .slider = &ALPHA,
     .code = "if (e < 0) return false;",
     HANDLES_OF(CORNERS),
     .arrange = show_marks},
    {.heading = "Neither fills",
     .caption =
         "If no edge counts, 5 pixels of the seam stay empty, and the background shows. Such [p:holes] "
         "flicker when something moves. The [wrong:violet pixels], at the left and the top, are missing, "
         "too.\n\nMove it right and down by 1/8 pixel: no dot lies on an edge any more, and all is well.",
     .change = with_no_edge,
     CLAIMS(BP_CLAIM_THAT(11, "If no edge counts, 16 pixels are left out ...", bp_measure_pixels_missing,
                          PANE, 0, .expected = {16}, .unit = "pixels"),
            BP_CLAIM_THAT(11, "... and 20 are filled.", bp_measure_pixels_covered, PANE, 0, .expected = {20},
                          .unit = "pixels")),
     .slider = &(const bp_step_slider)BP_SLIDER_SETS("right and down", " px", 0, 1, 0.125f, 3, 0, set_apart),
     .code = "if (e <= 0) return false;"},
    {.heading = "Left and top own",
     .caption = "Left and top edges are thick, the others dashed. So the common edge is thick on "
                "[shirt:cyan] alone.",
     .change = with_top_left,
     CLAIMS(BP_CLAIM_THAT(12, "By the top-left rule the square has 36 pixels, its area ...",
                          bp_measure_pixels_covered, PANE, 0, .expected = {36}, .unit = "pixels"),
            BP_CLAIM_THAT(12, "... 21 of them in the upper triangle ...", bp_measure_pixels_of, PANE, 0,
                          .expected = {21}, .unit = "pixels"),
            BP_CLAIM_THAT(12, "... and 15 in the lower one, which owns the common edge.",
                          bp_measure_pixels_of, PANE, 1, .expected = {15}, .unit = "pixels"),
            BP_CLAIM_THAT(12, "None is filled twice.", bp_measure_pixels_twice, PANE, 0, .expected = {0},
                          .unit = "pixels", .holds_before = true),
            BP_CLAIM_THAT(13, "A pixel of the edge has the lower triangle's colour alone: (0, 188, 188).",
                          bp_measure_pixel_bytes, PANE, 0, .count = 3, .expected = {0, 188, 188})),
     .question = &WHOSE,
     .slider = &PULLED,
     .code = "e->top_left = e->a > 0 || (e->a == 0 && e->b > 0);",
     .footnote = "Direct3D: this rule; Vulkan, OpenGL: any with one owner.",
     .arrange = show_owners},
    {.heading = "It holds for any two neighbours",
     .caption =
         "Drag the corners wherever you like, onto dots, too: no pixel is filled twice, and none is left "
         "out. They overlap only if you fold the pane, by dragging A or C across the common edge.",
     .change = tilt,
     CLAIMS(BP_CLAIM_THAT(14, "Wherever the corners are, no pixel is filled twice.", bp_measure_pixels_twice,
                          PANE, 0, .expected = {0}, .unit = "pixels", .holds_before = true)),
     .slider = &(const bp_step_slider)BP_SLIDER_OF("tilted", " %", 0, 100, 1, 0, 0, 100),
     .code = "e->top_left = e->a > 0 || (e->a == 0 && e->b > 0);",
     HANDLES_OF(CORNERS),
     .arrange = show_counters,
     .seconds = 1.2f},
    {.heading = "One edge, two numbers",
     .caption = "Two programs computed the corners, each with an error of 1/1000 pixel. Picture 2 shows B, "
                "1,000 times as large: [hem:yellow]'s is too far left, [shirt:cyan]'s too far down.\n\nThe "
                "dots of the seam lie between the two edges: 5 pixels stay empty.",
     .change = differ,
     CLAIMS(BP_CLAIM_THAT(15, "Corners that differ by 1/1000 of a pixel leave a gap of 5 pixels.",
                          bp_measure_pixels_missing, PANE, 0, .expected = {5}, .unit = "pixels")),
     .slider = &(const bp_step_slider)BP_SLIDER_OF("each is off by", "/1000 px", 0, 4, 1, 0, 0, 1),
     .code = "yellow.b.x -= 0.001f; cyan.b.y += 0.001f;",
     .arrange = show_lens},
    {.heading = "Round to a grid",
     .caption = "So both are equal again, and the gap is closed. From 2/1000 on they jump to two crossings, "
                "and it is open again. Neighbours should share their corners' numbers.",
     .change = snap,
     CLAIMS(BP_CLAIM_THAT(
                16, "Rounded to 1/256 of a pixel, the corners are equal again, and no pixel is left out ...",
                bp_measure_pixels_missing, PANE, 0, .expected = {0}, .unit = "pixels"),
            BP_CLAIM_THAT(16, "... nor filled twice.", bp_measure_pixels_twice, PANE, 0, .expected = {0},
                          .unit = "pixels", .holds_before = true)),
     .question = &CLOSES,
     .slider = &(const bp_step_slider)BP_SLIDER_SETS("each is off by", "/1000 px", 0, 4, 1, 0, 1, set_off),
     .code = "floorf(x * 256 + 0.5f) / 256",
     .footnote = "bp_pass.subpixel_bits is 8; Vulkan has subPixelPrecisionBits.",
     .arrange = show_crossings,
     .cover = true},
};

const bp_lesson_plan bp_lesson = {
    PIXEL_LESSON(20, "20_who_owns_the_edge"),
    .title = "Why are there seams between my triangles?",
    .summary = "Neighbours share an edge, and each pixel on it is filled once.",
    .difficulty = 2,
    .text =
        {.goal = "You will be able to say who owns a dot on any edge.",
         .learned = {"A dot on an edge belongs to a triangle if the edge is its left or its top one.",
                     "Other rules leave gaps, or fill pixels twice, which translucent surfaces show.",
                     "Neighbours must share the numbers of their corners. Rounded to 1/256 of a pixel, they "
                     "are whole numbers, and the rule is exact.",
                     "Pixel (222, 180): in whole numbers of 1/256 the shirt's corners are (57302, 47796), "
                     "(57412, 47445), (56999, 45871). At (57056, 46176) its functions are exactly -264546, "
                     "-36247, -17310; the area is negative, so the rasterizer turns all signs."},
         .next = "How does a 3D point become a pixel?",
         .teaches = "Why neighbouring triangles leave no gap and fill no pixel twice.",
         .prerequisites = "19_triangle_to_pixels",
         .try_this = {"At step 5 make the common edge horizontal. Which half of the rule decides now?",
                      "At step 2 drag the corners off the dots. When does the wrong rule do no harm?"},
         .questions = {"A fan of eight triangles meets in one point, on a pixel centre. How many of them "
                       "fill this pixel?",
                       "A corner of one triangle lies in the middle of a neighbour's edge. Why may that "
                       "leave a gap after rounding?",
                       "Direct3D asks for the top-left rule, Vulkan for any rule with one owner. What could "
                       "differ between two pictures?"},
         .answers = {"One. Around the point each direction belongs to one of them, and the rule takes the "
                     "one to the right, just below level.",
                     "The corner is rounded to the grid, and then it no longer lies on the edge. Between the "
                     "two is a thin sliver, and a centre may lie in it.",
                     "Pixels whose centre lies exactly on an edge: they may have the other neighbour's "
                     "colour. None is missing or filled twice."}},
};
