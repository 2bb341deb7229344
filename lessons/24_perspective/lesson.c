/* Perspective-correct interpolation: values between the corners of a triangle, and what w is for.
 *
 * The formulas: Vulkan 1.3, "Basic Polygon Rasterization"; OpenGL 4.6, 14.6.1; Heckbert and Moreton,
 * "Interpolation for polygon texture mapping and shading", 1991.
 *
 * A floor: near edge at y = 62, 84 pixels wide, w = 1; far edge at y = 5, 21 wide, so w = 4. v is 0 at the
 * near edge and 1 at the far one. P, the pixel (48, 33), y = 33.5, is half of the way on the screen: s = 1/2.
 *     1/w: 1 and 1/4, half of the way 0.625.   v/w: 0 and 1/4, half of the way 0.125.   v = 0.125 / 0.625 =
 * 0.2 Without w, v would be 0.5. As a share s of the way: v = (s/4) / (1 - s + s/4) = s / (4 - 3 s). The
 * first of four rows of tiles ends at v = 1/4: s = 4/7, y = 62 - 57 * 4/7 = 29.43. So in column 48 it has
 * the rows 29 to 61, 33 of them; without w it ends at s = 1/4, y = 47.75, and has the rows 48 to 61, 14.
 *
 * From the side: the eye is 1 above the floor, the picture plane at a distance of 1. A point of the floor at
 * distance w is seen 1/w below the eye's height: 1 at the near edge, 0.25 at the far one. P is at 0.625: w =
 * 1.6. Without w, v is off by s - s / (4 - 3 s): at most where (4 - 3 s)^2 = 4, s = 2/3, by 1/3. */
#include "shared/pixels.h"
#include "shared/write.h"
#include <math.h>

enum { RIGHT, WRONG, WIDE = 96, HIGH = 64, MIDDLE = 48 };            /* stages; pixels */
static const float NEAR_HALF = 42, NEAR_Y = 62, FAR_Y = 5, DEEP = 4; /* pixels; w of the far edge */

typedef enum below { NOTHING, RAYS, TRIANGLES, CURVES } below; /* what is drawn below the first picture */
typedef struct state {
    float far_w, forward, power; /* of the far edge; quarters of the floor; 2^power strips */
    bool strips, told;           /* whether their error is shown; the ray's foot, or the quotient */
    below below;
} state;

static state *state_of(bp_world *world) { return bp_world_data(world); }
static bp_pixel_grid *grid_of(bp_world *world, int stage) { return bp_grid_of(&world->stages[stage]); }

/* How far up the screen is what lies that far along the floor. */
static float on_screen(const state *s, float v) { return v * s->far_w / (1 + (s->far_w - 1) * v); }
/* The second one in strips, each with right corners. Triangles ABD and BCD of each; A and B are far. */
static void put_floor(bp_world *world) {
    const state *s = state_of(world);
    for (int g = RIGHT; g <= WRONG; g++) {
        const int count = g == WRONG ? 1 << (int)s->power : 1;
        grid_of(world, g)->triangle_count = 2 * count;
        for (int k = 0; k < count; k++) {
            bp_pixel_corner corner[4];
            for (int i = 0; i < 4; i++) {
                const float v = (float)(i < 2 ? k + 1 : k) / (float)count, w = 1 + (s->far_w - 1) * v,
                            u = i == 1 || i == 2 ? 1 : 0, x = MIDDLE + (2 * u - 1) * NEAR_HALF / w,
                            y = NEAR_Y - (NEAR_Y - FAR_Y) * on_screen(s, v);
                corner[i] = (bp_pixel_corner){{x, y}, w, 0, u, v + s->forward / 4};
            }
            bp_pixel_set_quad(&grid_of(world, g)->triangles[2 * k], corner);
        }
    }
}
static void paint(bp_world *world, bp_pixel_paint with) {
    for (int i = RIGHT; i <= WRONG; i++) grid_of(world, i)->paint = with;
}
static void put_probe(bp_world *world, float y) {
    for (int i = RIGHT; i <= WRONG; i++)
        grid_of(world, i)->probe = (bp_vec2){MIDDLE + 0.5f, y}, grid_of(world, i)->show_probe = true;
}

/* ---- from the side: eye, picture plane, floor ---- */

static float way_up(bp_world *world) { return (NEAR_Y - grid_of(world, RIGHT)->probe.y) / (NEAR_Y - FAR_Y); }
static float v_at(const void *user, float s) {
    const float w = *(const float *)user;
    return s / (w - (w - 1) * s);
}
static float one_over_w(const void *user, float s) { return 1 - s * (1 - 1 / *(const float *)user); }
static float v_over_w(const void *user, float s) { return s / *(const float *)user; }

/* Below the picture, in its pixels: distances to the right, heights up. */
static bp_vec2 side(float w, float height) { return (bp_vec2){6 + 20 * w, 116 - 38 * height}; }
static bp_vec2 graph(float s, float y) { return (bp_vec2){16 + 64 * s, 112 - 38 * y}; }

static void draw_rays(float s, bool told, bool filled, bp_pen *pen) {
    const float w = 1 / (1 - 0.75f * s);
    const bp_vec2 eye = side(0, 1), on_plane = side(1, 0.75f * s), meets = side(w, 0);
    const bp_vec2 large[3] = {eye, side(0, 0), meets}, small[3] = {eye, side(0, 0.75f * s), on_plane};
    for (int i = 0; i < 2 && filled; i++)
        bp_pen_fill_rgb(pen, i ? small : large, 3, i, (bp_rgba8){i ? 230 : 190, 160, i ? 0 : 106, 255});
    bp_pen_line(pen, side(1, 0), side(4, 0), 5, BP_PEN_A);
    bp_pen_line(pen, side(0, 0), eye, 1.5f, BP_PEN_QUIET);
    bp_pen_line(pen, side(1, 0), side(1, 0.75f), 4, BP_PEN_C);
    bp_pen_line(pen, eye, side(4, 0), 1, BP_PEN_QUIET);
    bp_pen_line(pen, eye, told ? meets : on_plane, 2.5f, BP_PEN_P);
    bp_pen_dot(pen, on_plane, 5.5f, BP_PEN_P);
    bp_pen_name(pen, on_plane, BP_PEN_P, "P");
    bp_pen_dot(pen, eye, 6, BP_PEN_P);
    bp_pen_text(pen, side(-0.05f, 1.08f), BP_ALIGN_CENTER, BP_PEN_P, "eye");
    bp_pen_text(pen, side(1.1f, 0.8f), BP_ALIGN_LEFT, BP_PEN_C, "picture plane");
    for (int i = 1; i <= 4; i++)
        bp_pen_text(pen, side((float)i, -0.2f), BP_ALIGN_CENTER, BP_PEN_QUIET, "w = %d", i);
    if (filled) bp_pen_line(pen, eye, side(0, 1 - 1 / w), 6, BP_PEN_C);
    for (int i = 0; i < 2 && filled; i++) { /* how long both triangles are */
        const bp_vec2 *of = i ? small : large;
        bp_pen_arrow(pen, of[1], of[2], BP_PEN_INK);
        bp_pen_arrow(pen, of[2], of[1], BP_PEN_INK);
    }
    if (filled) {
        bp_pen_name(pen, side(0, 1 - 0.8f / w), BP_PEN_C, "1/w");
        bp_pen_name(pen, side(0.5f, 1 - 1 / w), BP_PEN_INK, "1");
        bp_pen_line(pen, side(-0.12f, 0), side(-0.12f, 1), 1.5f, BP_PEN_INK);
        bp_pen_text(pen, side(-0.18f, 0.5f), BP_ALIGN_RIGHT, BP_PEN_INK, "1");
        bp_pen_name(pen, side(0.5f * w, 0), BP_PEN_INK, "w");
    }
    if (!told) return;
    bp_pen_dot(pen, meets, 5.5f, BP_PEN_P);
    bp_pen_name(pen, meets, BP_PEN_P, "w = %.2f", (double)w);
}

/* v bends; v/w and 1/w are straight. */
static void draw_curves(float s, bool told, bp_pen *pen) {
    static const char *const NAMES[] = {"v", "v/w", "1/w"};
    const bp_pen_color colors[] = {BP_PEN_A, BP_PEN_B, BP_PEN_C};
    float (*const curves[])(const void *, float) = {v_at, v_over_w, one_over_w};
    const float ends[] = {0.95f, 0.12f, 0.34f};
    bp_pen_line(pen, graph(0, 0), graph(1, 0), 1.5f, BP_PEN_QUIET);
    bp_pen_line(pen, graph(0, 0), graph(0, 1), 1.5f, BP_PEN_QUIET);
    bp_pen_text(pen, graph(-0.03f, 0.95f), BP_ALIGN_RIGHT, BP_PEN_QUIET, "1");
    bp_pen_text(pen, graph(-0.03f, 0), BP_ALIGN_RIGHT, BP_PEN_QUIET, "0");
    bp_pen_text(pen, graph(0, -0.14f), BP_ALIGN_CENTER, BP_PEN_QUIET, "near");
    bp_pen_text(pen, graph(1, -0.14f), BP_ALIGN_CENTER, BP_PEN_QUIET, "far");
    bp_pen_dashes(pen, graph(s, 0), graph(s, 1), 1.5f, BP_PEN_P);
    for (int i = 0; i < 3; i++) {
        bp_vec2 points[41];
        for (int k = 0; k <= 40; k++) points[k] = graph((float)k / 40, curves[i](&DEEP, (float)k / 40));
        bp_pen_lines(pen, points, 41, false, 3, colors[i]);
        bp_pen_dot(pen, graph(s, curves[i](&DEEP, s)), 5, colors[i]);
        bp_pen_text(pen, graph(1.03f, ends[i]), BP_ALIGN_LEFT, colors[i], "%s", NAMES[i]);
    }
    if (!told) return;
    const float over = v_over_w(&DEEP, s), one = one_over_w(&DEEP, s);
    bp_pen_text(pen, graph(s + 0.03f, over - 0.08f), BP_ALIGN_LEFT, BP_PEN_B, "%.3f", (double)over);
    bp_pen_text(pen, graph(s + 0.03f, one + 0.06f), BP_ALIGN_LEFT, BP_PEN_C, "%.3f", (double)one);
    bp_pen_text(pen, graph(0.5f, -0.14f), BP_ALIGN_CENTER, BP_PEN_INK, "[b:%.3f] / [c:%.3f] = [a:%.3f]",
                (double)over, (double)one, (double)v_at(&DEEP, s));
}

/* The borders of the four rows of tiles, how many pixels high the nearest is, and what v is at P. */
static void draw_rows(const bp_pixel_grid *grid, float far_w, bp_pen *pen) {
    const float row = grid->probe.y, s = (NEAR_Y - row) / (NEAR_Y - FAR_Y);
    const bp_pen_color color = grid->without_w ? BP_PEN_WRONG : BP_PEN_INK;
    float first = 0;
    for (int i = 3; i >= 1; i--) {
        const float v = (float)i / 4, at = grid->without_w ? v : v * far_w / (1 + (far_w - 1) * v),
                    half = NEAR_HALF * (1 + (1 / far_w - 1) * at) + 3;
        first = NEAR_Y - (NEAR_Y - FAR_Y) * at;
        bp_pen_line(pen, (bp_vec2){MIDDLE - half, first}, (bp_vec2){MIDDLE + half, first}, 2, color);
    }
    bp_pen_name(pen, (bp_vec2){MIDDLE, (first + NEAR_Y) / 2}, color, "%.0f rows of pixels",
                (double)(floorf(NEAR_Y - 0.5f) - ceilf(first - 0.5f) + 1));
    bp_pen_dot(pen, grid->probe, 5, BP_PEN_P);
    bp_pen_text(pen, (bp_vec2){MIDDLE, HIGH + 6}, BP_ALIGN_CENTER, BP_PEN_P, "v at P: %.2f",
                (double)(grid->without_w ? s : v_at(&far_w, s)));
}
static void draw_below(bp_world *world, bp_pen *pen) {
    const bp_pixel_grid *grid = grid_of(world, RIGHT);
    if (world->stage_count > 1 && grid->paint == BP_PAINT_V) draw_rows(grid, state_of(world)->far_w, pen);
    if (state_of(world)->below == RAYS || state_of(world)->below == TRIANGLES)
        draw_rays(way_up(world), state_of(world)->told, state_of(world)->below == TRIANGLES, pen);
    if (state_of(world)->below == CURVES) draw_curves(way_up(world), state_of(world)->told, pen);
    if (state_of(world)->below != NOTHING)
        bp_pen_dot(pen, (bp_vec2){MIDDLE, 124}, 0, BP_PEN_QUIET); /* keeps the size */
}
static void draw_error(bp_world *world, bp_pen *pen) {
    const bp_pixel_grid *grid = grid_of(world, WRONG);
    float most = 0;
    if (grid->paint == BP_PAINT_V) draw_rows(grid, state_of(world)->far_w, pen);
    if (!state_of(world)->strips) return;
    const float count = (float)(1 << (int)state_of(world)->power);
    for (int i = 0; i < 400; i++) {
        const float s = ((float)i + 0.5f) / 400, v = v_at(&DEEP, s), strip = floorf(v * count),
                    from = on_screen(state_of(world), strip / count),
                    to = on_screen(state_of(world), (strip + 1) / count);
        most = fmaxf(most, fabsf((strip + (s - from) / (to - from)) / count - v));
    }
    for (float i = 1; i < count; i++) {
        const float y = bp_mix(NEAR_Y, FAR_Y, on_screen(state_of(world), i / count));
        bp_pen_line(pen, (bp_vec2){MIDDLE - NEAR_HALF, y}, (bp_vec2){MIDDLE + NEAR_HALF, y}, 1.5f, BP_PEN_C);
    }
    bp_pen_text(pen, (bp_vec2){MIDDLE, HIGH + 7}, BP_ALIGN_CENTER, BP_PEN_WRONG,
                "along the floor off by up to %.3f of its length", (double)most);
}

static void setup(bp_world *world) {
    bp_world_add_pixels(world, "Divided by w", "", WIDE, HIGH);
    bp_world_add_pixels(world, "Not divided", "", WIDE, HIGH);
    if (world->error.kind != BP_ERROR_NONE) return;
    for (int i = RIGHT; i <= WRONG; i++) {
        bp_pixel_grid *grid = grid_of(world, i);
        grid->zoom = 0.14f, grid->no_outlines = true;
    }
    grid_of(world, WRONG)->without_w = true;
    grid_of(world, RIGHT)->draw = draw_below, grid_of(world, WRONG)->draw = draw_error;
    state_of(world)->far_w = DEEP;
    put_floor(world);
    paint(world, BP_PAINT_TILES);
}

static void set_forward(bp_world *world, float value) {
    state_of(world)->forward = value;
    put_floor(world);
}
static void go_forward(bp_world *world, float t) { set_forward(world, 1.5f * t); }
static void set_way_up(bp_world *world, float s) { put_probe(world, NEAR_Y - (NEAR_Y - FAR_Y) * s); }

static void show_side(bp_world *world) {
    set_forward(world, 0);
    set_way_up(world, 0.5f);
    state_of(world)->below = RAYS;
    bp_name_stage(world, RIGHT, "The floor", "and from the side");
    world->stage_count = 1;
}
static void show_triangles(bp_world *world) { state_of(world)->below = TRIANGLES; }
static void show_v(bp_world *world, float t) {
    grid_of(world, RIGHT)->paint = t < 0.5f ? BP_PAINT_TILES : BP_PAINT_V;
}
static void show_curves(bp_world *world) { state_of(world)->below = CURVES, state_of(world)->told = false; }
static void tell(bp_world *world, float t) { state_of(world)->told = t > 0; }
static void show_both(bp_world *world) {
    state_of(world)->below = NOTHING;
    set_way_up(world, 0.5f);
    paint(world, BP_PAINT_V);
    bp_name_stage(world, RIGHT, "Divided by w", "");
    world->stage_count = 2;
    grid_of(world, WRONG)->without_w = false;
}
static void forget_w(bp_world *world, float t) { grid_of(world, WRONG)->without_w = t >= 0.5f; }
static void show_tiles(bp_world *world) {
    paint(world, BP_PAINT_TILES);
    for (int i = RIGHT; i <= WRONG; i++)
        grid_of(world, i)->no_outlines = grid_of(world, i)->show_probe = false;
}
static void set_far_w(bp_world *world, float w) {
    state_of(world)->far_w = w;
    put_floor(world);
}
static void show_strips(bp_world *world) {
    state_of(world)->strips = true;
    world->stages[WRONG].title = "Not divided, in strips";
    for (int i = RIGHT; i <= WRONG; i++) grid_of(world, i)->no_outlines = true;
}
static void set_power(bp_world *world, float value) {
    state_of(world)->power = value;
    put_floor(world);
}
static void cut(bp_world *world, float t) { set_power(world, floorf(2 * t + 0.5f)); }
static void without_strips(bp_world *world) {
    state_of(world)->strips = false;
    set_power(world, 0);
    world->stages[WRONG].title = "Not divided";
}
static void face_it(bp_world *world, float t) { set_far_w(world, bp_mix(DEEP, 1, t)); }

static const char *const STRIPS[] = {"1 strip", "2 strips", "4 strips", NULL};
static const bp_step_slider WAY =
    BP_SLIDER_SETS("s, way up the screen", "", 0, 1, 0.02f, 2, 0.5f, set_way_up);

/* What the picture says: the grey of the probed pixel as v. */
static void measure_v(bp_world *world, const bp_measure_args *args, float *values) {
    bp_measure_pixel_bytes(world, args, values);
    values[0] /= 255, values[1] = values[2] = 0;
}
/* By the formula: 1/w and v/w at the probed pixel, mixed on the screen, and their quotient. */
static void measure_formula(bp_world *world, const bp_measure_args *args, float *values) {
    float weights[3], inverse_w = 0, over_w = 0;
    const bp_pixel_triangle *in = bp_pixel_weights(grid_of(world, args->stage), 0, 2, weights);
    for (int i = 0; in && i < 3; i++)
        inverse_w += weights[i] / in->w[i], over_w += weights[i] * in->v[i] / in->w[i];
    if (in) values[0] = inverse_w, values[1] = over_w, values[2] = over_w / inverse_w;
}
/* Of both stages: rows of column args->other that lie in the first quarter of v. */
static void measure_first_row(bp_world *world, const bp_measure_args *args, float *values) {
    for (int s = RIGHT; s <= WRONG; s++)
        for (int i = args->other; i < WIDE * HIGH; i += WIDE)
            values[s] += (float)(grid_of(world, s)->owners[i] &&
                                 grid_of(world, s)->pixels[i].r <= 64 /* 255 / 4, rounded */);
}

static const bp_question WHERE = {
    .text =
        "P is half of the way from the near edge to the far one, on the screen. Where on the floor is that?",
    .caption = "The eye looks at a floor of tiles through a [c:picture plane]. The far edge is four times as "
               "far away as the near one.",
    CHOICE(0, "nearer to the near edge", "in the middle of the floor", "nearer to the far edge"),
    .right = "Far tiles look small, so the far half of the floor needs less than half of the picture.",
    .wrong = {{1, "P lies in the nearest of four rows of tiles. Each is a quarter of the floor."},
              {2, "P lies in the nearest of four rows of tiles. The near ones look larger."}}};
static const bp_question RECIPROCAL = {
    .text = "1/w is 1 at the near edge and 0.25 at the far one, and on the screen it changes evenly. What is "
            "it half of the way?",
    .answer = 0.625f,
    .caption = "[a:v], the way along the floor from 0 near to 1 far, can't be mixed on the screen. But two "
               "other numbers can: [b:v/w] and [c:1/w].",
    .right = "The mean of 1 and 0.25. v/w goes from 0 to 0.25, so there it is 0.125.",
    .wrong = {{0.4f, "That is 1 over the mean of both w. Take the reciprocals first, then their mean."},
              {2.5f, "That is the mean of both w. Take the mean of 1/w."},
              {1.6f, "That is w there. The question asks for 1/w."},
              {0.5f, "1/w is 1 at the near edge and a quarter at the far one."}},
    .hint = "Take 1/w at both edges. Half of the way lies their mean."};

static const bp_question WHERE_RIGHT = {
    .text = "The second floor will be cut into four strips, each mixed without w. Where will it be right?",
    .caption = "A program that can't divide at each pixel can cut the floor into strips, and compute the "
               "corners of each strip correctly; old consoles did so.",
    CHOICE(1, "everywhere", "at the cuts", "nowhere"),
    .right = "All points of a cut are equally far away, so mixing its two correct corners is correct.",
    .wrong = {{0, "Within a strip w still changes, and is still left out."},
              {2, "The corners of each strip are computed rightly."}}};
static const bp_question HOW_MANY = {
    .text = "The floor will stand up like a wall, until all corners are equally far away. How many pixels "
            "will then differ between the pictures?",
    .caption = "Back to one strip. The first picture divides by w, the second one doesn't.",
    CHOICE(0, "none", "those along the diagonal", "as many as now"),
    .right = "With one w for all, v/w divided by 1/w is v mixed evenly.",
    .wrong = {{1, "Lines break there because w differs between the corners. Does it still?"},
              {2, "They differ because w does. Does it, if all corners are equally far away?"}}};

static const bp_step STEPS[] = {
    {.caption = "Both pictures show one floor of tiles, and the camera goes forward. In the first one each "
                "pixel divides by w, the distance from the eye. The second one leaves the division out, as "
                "some old consoles did: its tiles bend and crawl.",
     .change = go_forward,
     .slider = &(const bp_step_slider)BP_SLIDER_OF("forward", " m", 0, 2, 0.05f, 2, 0, 1.5f),
     .code = "w = 1.0f / in->inverse_w;",
     .seconds = 1.5f},
    {.heading = "Half of the screen isn't half of the floor",
     .caption = "Its [p:ray] meets the floor after a fifth of the way, at w = 1.6.",
     .change = tell,
     .question = &WHERE,
     .slider = &WAY,
     .code = "w = 1 / (1 - 0.75f * s)",
     .arrange = show_side},
    {.heading = "P is 1/w below the eye",
     .caption =
         "Call the way along the floor [a:v], from 0 near to 1 far: now it is the brightness, and 0.2 at "
         "[p:P].\n\nHow far below the eye is [p:P] on the screen? The large triangle, down to the floor, is "
         "w long and 1 high. The bright one has its shape and is 1 long, so it is [c:1/w] high.",
     .change = show_v,
     CLAIMS(BP_CLAIM_THAT(17, "Half of the way on the screen is a fifth of the way on the floor: v = 0.2.",
                          measure_v, RIGHT, 0, .expected = {0.2f}, .tolerance = 1e-3f)),
     .slider = &WAY,
     .code = "v = s / (w_far - (w_far - 1) * s)",
     .arrange = show_triangles},
    {.heading = "Two numbers do change evenly",
     .caption =
         "A rasterizer mixes [b:v/w] and [c:1/w], and divides at each pixel: that gives [a:v], on its curve.",
     .change = tell,
     CLAIMS(BP_CLAIM_THAT(20, "Mixed on the screen, 1/w is 0.625 and v/w 0.125; their quotient is v = 0.2.",
                          measure_formula, RIGHT, 0, .count = 3, .expected = {0.625f, 0.125f, 0.2f},
                          .holds_before = true)),
     .question = &RECIPROCAL,
     .slider = &WAY,
     .code = "w = 1.0f / in->inverse_w; v = in->uv[1] * w;",
     .footnote = "Why v/w, too? Here v = (w - 1) / 3, so v/w = (1 - 1/w) / 3.",
     .arrange = show_curves},
    {.heading = "Forget w",
     .caption =
         "The second picture mixes [a:v] itself on the screen, as if the floor stood upright. In the middle "
         "it says 0.5. The nearest of four rows of tiles should have 33 rows of pixels; here it has 14.",
     .change = forget_w,
     CLAIMS(BP_CLAIM_THAT(18, "Mixed without w, v is 0.5 there.", measure_v, WRONG, 0, .expected = {0.5f},
                          .tolerance = 3e-3f),
            BP_CLAIM_THAT(19, "The nearest of four rows of tiles has 33 rows of pixels; without w it has 14.",
                          measure_first_row, RIGHT, MIDDLE, .count = 2, .expected = {33, 14},
                          .unit = "pixels")),
     .slider = &WAY,
     .code = "noperspective in float v;",
     .footnote = "GLSL and HLSL both call this noperspective.",
     .arrange = show_both},
    {.heading = "Each triangle bends for itself",
     .caption = "With tiles the mistake is plain. Each of the two triangles mixes for itself, so lines break "
                "where the triangles meet. Tilt the floor, and the break grows.",
     .slider = &(const bp_step_slider)BP_SLIDER_SETS("w of the far edge", "", 1, 8, 0.1f, 1, 4, set_far_w),
     .code = "noperspective in vec2 uv;",
     .arrange = show_tiles},
    {.heading = "How consoles hid it",
     .caption = "Between the [c:cuts] each strip is wrong for itself. Along the floor the error falls from a "
                "third of its length to 0.035. To the sides the lines still bend, less with each cut.",
     .change = cut,
     .question = &WHERE_RIGHT,
     .slider = &(const bp_step_slider){.name = "strips", .max = 2, .step = 1, .to = 2, .names = STRIPS},
     .code = "for (int i = 0; i < strips; i++) draw_strip(i);",
     .arrange = show_strips,
     .cover = true},
    {.heading = "Straight on, both look alike",
     .caption = "So the mistake hides until something is tilted.",
     .change = face_it,
     .question = &HOW_MANY,
     CLAIMS(BP_CLAIM_THAT(21, "If all corners have the same w, both rules draw the same picture.",
                          bp_measure_pixels_differing, RIGHT, WRONG, .expected = {0}, .unit = "pixels")),
     .slider = &(const bp_step_slider)BP_SLIDER_OF("w of the far edge", "", 1, 4, 0.1f, 1, 4, 1),
     .code = "w = 1.0f / in->inverse_w; v = in->uv[1] * w;",
     .arrange = without_strips,
     .seconds = 1.5f},
};

const bp_lesson_plan bp_lesson = {
    PIXEL_LESSON(24, "24_perspective"),
    .title = "Why did textures swim on old consoles?",
    .summary = "Half of the way on the screen isn't half of the way on the floor.",
    .difficulty = 2,
    .text = {.goal = "You will be able to compute what lies under a pixel of a tilted triangle.",
             .learned =
                 {"What is far looks small, so values can't be mixed evenly on the screen.",
                  "v/w and 1/w can. A rasterizer mixes both, and divides at each pixel.",
                  "Without the division textures bend where triangles meet, and swim when something moves.",
                  "Pixel (222, 180): the hem's first corner has the share 0.205871 on the screen, and "
                  "0.205227 with 1/w. The triangle is small, so little is lost."},
             .next = "Why is my texture blocky up close, and why does it glitter far away?",
             .teaches = "How a value between the corners is found: v/w and 1/w, and one division.",
             .prerequisites = "21_vertex_to_pixel",
             .try_this = {"At step 2 find the way up the screen where v is a half.",
                          "At step 5 make the far edge half as wide as the near one. How many rows has each "
                          "row of tiles?"},
             .questions = {"Depth is mixed on the screen without this division. Why is that right?",
                           "Why doesn't a colour that is equal at all corners show the mistake?",
                           "Into how many strips would you cut a wall beside you?"},
             .answers =
                 {"Depth is z/w: it is divided already. On a plane z is even in w, so z/w is even in 1/w, "
                  "and 1/w is even on the screen.",
                  "Shares that add up to 1 mix equal values to that value, whatever the shares are.",
                  "As many as a floor with the same w at its ends: the error within a strip depends only on "
                  "how many times larger w is at its far edge. Near strips must be shorter than far ones."}},
};
