/* What lesson 23 draws below its pictures: depths of one row from above, magnified steps of floats,
 * distances. */
#include "depth_profiles.h"
#include "math/logarithm.h"
#include <math.h>

/* ---- what is drawn below the walls: the row of P from above, near at the top ---- */

static const float UP = 12.8f, DOWN = 16.8f, BELOW = 18; /* rows of depth 0 and 1; of numbers below them */

static bp_vec2 in_profile(float x, float z) { return (bp_vec2){x, bp_mix(UP, DOWN + 3, z)}; }

static void draw_profile(bp_world *world, bp_pen *pen) {
    const state *s = state_of(world);
    const bp_pixel_grid *grid = bp_grid_of(&world->stages[WALLS]);
    const float x = grid->probe.x, y = grid->probe.y;
    const bp_pen_color colors[] = {BP_PEN_RED, BP_PEN_C};
    bp_pen_text(pen, (bp_vec2){0, UP + 0.4f}, BP_ALIGN_LEFT, BP_PEN_QUIET, "near you, 0");
    bp_pen_text(pen, (bp_vec2){0, DOWN + 2.8f}, BP_ALIGN_LEFT, BP_PEN_QUIET, "far, 1");
    for (int i = RED; i <= BLUE; i++) {
        if (y < TOP[i] || y >= TOP[i] + TALL) continue;
        bp_pen_line(pen, in_profile(LEFT, depth_of(s->planes[i], LEFT, y)),
                    in_profile(EDGE, depth_of(s->planes[i], EDGE, y)), 2, colors[i]);
        for (int c = (int)LEFT; c < (int)EDGE && grid->depth_test; c++) { /* what is kept */
            const float at = (float)c, mine = depth_of(s->planes[i], at + 0.5f, y),
                        other = depth_of(s->planes[1 - i], at + 0.5f, y);
            if (mine <= other)
                bp_pen_line(pen, in_profile(at, depth_of(s->planes[i], at, y)),
                            in_profile(at + 1, depth_of(s->planes[i], at + 1, y)), 6, colors[i]);
        }
        if (x >= LEFT && x < EDGE) bp_pen_dot(pen, in_profile(x, depth_of(s->planes[i], x, y)), 5, colors[i]);
    }
    bp_pen_dashes(pen, in_profile(x, 0), in_profile(x, 1), 1.5f, BP_PEN_P);
    bp_pen_text(pen, (bp_vec2){LEFT, BELOW + 3}, BP_ALIGN_CENTER, BP_PEN_QUIET, "x = %g", (double)LEFT);
    bp_pen_text(pen, (bp_vec2){EDGE, BELOW + 3}, BP_ALIGN_CENTER, BP_PEN_QUIET, "%g", (double)EDGE);
    bp_pen_text(pen, (bp_vec2){x, BELOW + 3}, BP_ALIGN_CENTER, BP_PEN_P, "%g", (double)x);
}

/* Magnified until single steps of floats show: how far each depth is from the exact plane, nearer is higher;
 * equal ones as one bar of both colours. Below, what the pixels show. */
static void draw_steps(bp_world *world, bp_pen *pen) {
    const state *s = state_of(world);
    const bp_pen_color colors[] = {BP_PEN_RED, BP_PEN_C};
    const bp_pixel_grid *grid = bp_grid_of(&world->stages[WALLS]);
    const float middle = (UP + DOWN) / 2 - 0.4f, tall = 0.7f, below = 16.2f;
    for (int k = -2; k <= 2; k++)
        bp_pen_line(pen, (bp_vec2){LEFT, middle + (float)k * tall}, (bp_vec2){EDGE, middle + (float)k * tall},
                    1, BP_PEN_QUIET);
    bp_pen_text(pen, (bp_vec2){EDGE + 0.2f, UP + 0.8f}, BP_ALIGN_LEFT, BP_PEN_QUIET, "near");
    bp_pen_text(pen, (bp_vec2){EDGE + 0.2f, DOWN - 0.8f}, BP_ALIGN_LEFT, BP_PEN_QUIET, "far");
    bp_pen_text(pen, (bp_vec2){1.7f, below + 0.7f}, BP_ALIGN_RIGHT, BP_PEN_QUIET, "shown");
    bp_pen_text(pen, (bp_vec2){8, BELOW + 0.3f}, BP_ALIGN_CENTER, BP_PEN_QUIET,
                "a line is 1/16,777,216 of depth");
    for (int c = (int)LEFT; c < (int)EDGE; c++) {
        const float exact = depth_of(s->planes[RED], (float)c + 0.5f, grid->probe.y), left = (float)c + 0.06f;
        bp_pen_rectangle(pen, (bp_vec2){left, below + 0.7f}, (bp_vec2){left + 0.88f, below}, 0,
                         grid->pixels[(int)grid->probe.y * WIDE + c]);
        for (int i = RED; i <= BLUE; i++) {
            const float off = bp_clamp((s->row[i][c] - exact) / STEP, -2.4f, 2.4f), y = middle + tall * off,
                        from = s->row[RED][c] == s->row[BLUE][c] && i == BLUE ? left + 0.44f : left;
            bp_pen_line(pen, (bp_vec2){from, y}, (bp_vec2){left + 0.88f, y}, 3.5f, colors[i]);
        }
    }
}

/* The floor from the side, its distances on a logarithmic axis, with a mark at each tenth of depth. */
static float along_axis(float d) { return 1 + 14 * (float)(bp_log_10((double)d) + 1) / 3; }

static void draw_axis(bp_world *world, bp_pen *pen) {
    const float y = 15, n = state_of(world)->near_z;
    const float up = (bp_grid_of(&world->stages[WALLS])->probe.y - HORIZON) / ROWS,
                p = 1 / bp_mix(1 / FAR, 1 / NEAREST, up);
    bp_pen_line(pen, (bp_vec2){along_axis(n), y}, (bp_vec2){along_axis(FAR), y}, 5, BP_PEN_A);
    for (int i = 0; i <= 10; i++) {
        const float z = (float)i / 10, d = n * FAR / (FAR - z * (FAR - n));
        bp_pen_line(pen, (bp_vec2){along_axis(d), y - 1}, (bp_vec2){along_axis(d), y + 0.4f}, 1.5f,
                    BP_PEN_INK);
        if (i % 10 == 0)
            bp_pen_text(pen, (bp_vec2){along_axis(d), y - 1.1f}, i ? BP_ALIGN_CENTER : BP_ALIGN_RIGHT,
                        BP_PEN_INK, "z = %.3g", (double)z);
    }
    for (int i = -1; i <= 2; i++) {
        const float d = (float)bp_power(10, i);
        bp_pen_text(pen, (bp_vec2){along_axis(d), y + 1.7f}, BP_ALIGN_CENTER, BP_PEN_QUIET, "%g m",
                    (double)d);
    }
    bp_pen_text(pen, (bp_vec2){8, y + 2.9f}, BP_ALIGN_CENTER, BP_PEN_QUIET, "from tick to tick: 0.1 of z");
    bp_pen_dot(pen, (bp_vec2){along_axis(p), y}, 6, BP_PEN_P);
    bp_pen_line(pen, (bp_vec2){along_axis(p), y - 2.1f}, (bp_vec2){along_axis(p), y}, 1.5f, BP_PEN_P);
    bp_pen_text(pen, (bp_vec2){along_axis(p), y - 2.2f}, BP_ALIGN_CENTER, BP_PEN_P, "d = %.3g m, z = %.3g",
                (double)p, (double)(FAR * (p - n) / ((FAR - n) * p)));
}

/* What one step of depth is at the posters' distance, as lengths beside the millimetre between them. */
static double step_length(double d, bool reversed) {
    const double n = 0.1, f = 100, z = reversed ? n * (f - d) / ((f - n) * d) : f * (d - n) / ((f - n) * d);
    int exponent;
    frexp(z, &exponent);
    return ldexp(1, exponent - 24) * d * d * (f - n) / (f * n);
}
static void draw_lengths(bp_world *world, bp_pen *pen) {
    const bool reversed = bp_pen_stage(pen) != &world->stages[WALLS];
    const double lengths[] = {0.001, step_length((double)state_of(world)->posters, reversed)};
    static const char *const NAMES[] = {"between the posters", "one step of depth"};
    const bp_pen_color colors[] = {BP_PEN_INK, reversed ? BP_PEN_B : BP_PEN_WRONG};
    for (int i = 0; i < 2; i++) {
        const float y = 13.2f + 2.6f * (float)i;
        bp_pen_line(pen, (bp_vec2){0, y}, (bp_vec2){0.02f + (float)(lengths[i] * 3000), y}, 6, colors[i]);
        bp_pen_text(pen, (bp_vec2){0, y + 1.4f}, BP_ALIGN_LEFT, colors[i], "%s: %.2g mm", NAMES[i],
                    1000 * lengths[i]);
    }
}

void draw_below(bp_world *world, bp_pen *pen) {
    switch (state_of(world)->shown) {
    case SHOW_WALLS: draw_profile(world, pen); break;
    case SHOW_STEPS: draw_steps(world, pen); break;
    case SHOW_FLOOR: draw_axis(world, pen); break;
    case SHOW_POSTERS: draw_lengths(world, pen); break;
    }
    bp_pen_dot(pen, (bp_vec2){8, lowest(world)}, 0, BP_PEN_QUIET); /* keeps the size */
}
