/* Clipping: what lies behind the eye must be cut away before the division by w.
 *
 * The view volume, -w <= x <= w, -w <= y <= w, 0 <= z <= w: Vulkan 1.3, "Primitive Clipping"; OpenGL 4.6,
 * "Primitive Clipping" (z from -w there). Outcodes: Cohen and Sutherland; cutting by one plane after another:
 * Sutherland and Hodgman, "Reentrant polygon clipping", 1974.
 *
 * As in lesson 21: clip = (2x, 2y, 5/4 (d - 1), d), 12 x 12 pixels. A triangle on the floor, 1 below the eye:
 * A = (-1, -1), B = (1, -1), both at d = 4: (-2, -2) / 4 and (2, -2) / 4: pixels (3, 9) and (9, 9).
 * C = (0, -1): x = 6, y = 6 (1 + 2 / d):
 *     d = 1.5: 14    d = 0.5: 30    d = -2: 6 (1 - 1) = 0, the upper edge, though C lies below the eye.
 * So not clipped it is the triangle (3, 9), (9, 9), (6, 0). At row y it goes from 6 - y/3 to 6 + y/3; left
 * edges count. Centres at y = 0.5 to 8.5 have 0, 1, 2, 2, 3, 4, 4, 5, 6 pixels: 27, all in the rows 0 to 8.
 *
 * Cut by the near plane, d = 1: from A, d = 4, to C, d = -2, that is (4 - 1) / (4 + 2) = 1/2 of the way:
 * (-0.5, -1), clip (-1, -2) / 1: pixel (0, 18). From B: (12, 18). The polygon (3, 9), (9, 9), (12, 18),
 * (0, 18) is two triangles. At row y it goes from 3 - (y - 9)/3 to 9 + (y - 9)/3. Row 9: 2.83 to 9.17, 6
 * centres; row 10: 2.5 (counts) to 9.5 (doesn't), 7; row 11: 2.17 to 9.83, 8. Together 21.
 * With B at d = -2, too, A to B is cut at (0, -1), d = 1: pixel (6, 18). The triangle (3, 9), (6, 18), (0,
 * 18): row 9 none, row 10: 2.5 (counts) to 3.5 (doesn't), 1; row 11: 2.17 to 3.83, 2. Together 3.
 *
 * Outcodes: A = (3, 0.5), B = (4, -0.5), d = 4, C = (3.5, 0), d = 2: x = 6 and 8 > 4, 7 > 2: all to the
 * right, bit 2. Nothing else is out. Guard band: A = (0, 0.5), B = (0, -0.5), C = (4, 0), all at d = 4: C is
 * at x = 8 > 4, pixel (18, 6). The near plane leaves 3 corners. The right plane would cut both edges to C: 4
 * corners. No pixel of the picture changes: they are at x < 12 in both. */
#include "scene/camera.h"
#include "shared/frustum.h"
#include "shared/subject.h"
#include "shared/write.h"
#include <math.h>

enum { SCENE, PICTURE, HOOK, A = 0, B = 1, C = 2, CUT_CA = 5 }; /* stages; vertices; a point of the grid */
static const float LOWEST = 18.2f;                              /* row that is still drawn */
static const bp_vec3 FLOOR[3] = {{-1, -1, -4}, {1, -1, -4}, {0, -1, -1.5f}};
static const bp_vec3 SEEN[3] = {{0, 0.5f, -4}, {1, -0.5f, -4}, {0.5f, 0, -2}};
static const bp_vec3 POINTED[3] = {{0, 0.5f, -4}, {0, -0.5f, -4}, {1, 0, -4}};

typedef struct state {
    float eye;                  /* its distance from the chest, metres */
    bool fan, codes, far, band; /* the polygon's diagonal; outcodes; a corner far out, and the guard band */
} state;

static state *state_of(bp_world *world) { return bp_world_data(world); }

/* ---- what is drawn ---- */

static void fill_hook(bp_world *world, bp_pixel_grid *grid) {
    const float d = state_of(world)->eye;
    const bp_subject_look look = {.uncut = true, .eye = {0.1f, 1, d}, .target = {0.1f, 1, d - 1}};
    bp_subject_fill(world, &look, grid);
}

/* From above: the triangle; once it is cut, its visible part and the new corners, and the rest dashed. */
static void draw_cut(const bp_frustum *frustum, bool cut, bool fan, bp_pen *pen) {
    bp_vec4 corner[BP_POLYGON_MAX];
    const int count = bp_frustum_visible(frustum, corner);
    bp_vec2 whole[3], seen[BP_POLYGON_MAX];
    for (int i = 0; i < 3; i++) whole[i] = bp_frustum_at(frustum, frustum->vertex[i]);
    for (int i = 0; i < count; i++) seen[i] = (bp_vec2){corner[i].w, corner[i].x / 2};
    bp_pen_fill(pen, cut ? seen : whole, cut ? count : 3, 1, BP_PEN_A);
    for (int i = 0; i < 3 && cut; i++) bp_pen_dashes(pen, whole[i], whole[(i + 1) % 3], 2, BP_PEN_INK);
    bp_pen_lines(pen, cut ? seen : whole, cut ? count : 3, true, 3, BP_PEN_INK);
    if (fan && count == 4) bp_pen_line(pen, seen[0], seen[2], 2, BP_PEN_INK);
    for (int i = 0; i < count && cut; i++) {
        const bool upper = seen[i].y < 0;
        if (fabsf(seen[i].x - bp_frustum_near(frustum)) > 1e-4f) continue;
        bp_pen_dot(pen, seen[i], 5, BP_PEN_P);
        bp_pen_text(pen,
                    (bp_vec2){seen[i].x, upper ? seen[i].y - 0.25f : fmaxf(seen[i].y, seen[i].x / 2) + 0.55f},
                    BP_ALIGN_RIGHT, BP_PEN_P, "x %.3g, w %.3g", (double)seen[i].y, (double)seen[i].x);
    }
}

/* The borders of the picture, and what lies beyond each; the triangle's outline, and the vertices' outcodes.
 * Returns the bits that all three share. */
static unsigned draw_regions(const bp_frustum *frustum, bp_pen *pen) {
    for (float d = BP_FRUSTUM_NEAR; d <= BP_FRUSTUM_FAR; d += BP_FRUSTUM_FAR - BP_FRUSTUM_NEAR)
        bp_pen_dashes(pen, (bp_vec2){d, -3.4f}, (bp_vec2){d, 3.4f}, 1, BP_PEN_QUIET);
    bp_pen_text(pen, (bp_vec2){1.7f, 1.9f}, BP_ALIGN_CENTER, BP_PEN_QUIET, "right");
    bp_pen_text(pen, (bp_vec2){1.7f, -1.8f}, BP_ALIGN_CENTER, BP_PEN_QUIET, "left");
    bp_pen_text(pen, (bp_vec2){5.1f, -2.9f}, BP_ALIGN_LEFT, BP_PEN_QUIET, "far");
    bp_pen_text(pen, (bp_vec2){-0.15f, -3.2f}, BP_ALIGN_CENTER, BP_PEN_QUIET,
                "from above: no top, no bottom");
    unsigned common = ~0u;
    for (int i = 0; i < 3; i++) {
        const bp_vec3 from = SEEN[i], to = SEEN[(i + 1) % 3];
        bp_pen_dashes(pen, (bp_vec2){-from.z, from.x + 3}, (bp_vec2){-to.z, to.x + 3}, 2, BP_PEN_QUIET);
        char words[48];
        const unsigned outcode = bp_outcode(bp_frustum_clip(frustum->vertex[i]));
        const bp_vec2 at = bp_frustum_at(frustum, frustum->vertex[i]);
        bp_pen_line(pen, at, bp_frustum_at(frustum, frustum->vertex[(i + 1) % 3]), 2.5f, BP_PEN_INK);
        bp_pen_name(pen, at, BP_PEN_INK, "%c: %s", 'A' + i, bp_outcode_words(outcode, words, sizeof words));
        common &= outcode;
    }
    return common;
}

/* The areas above and below the view that the guard band takes in. The band is 16,384 / 6 = 2,731 times as
 * wide as the picture: its sides are outside of the drawing. */
static void draw_guard_band(const bp_frustum *frustum, bp_pen *pen) {
    const float near = bp_frustum_near(frustum), far = BP_FRUSTUM_FAR, out = 4.7f;
    for (float up = -1; up <= 1; up += 2) {
        bp_pen_dashes(pen, (bp_vec2){far, up * far / 2}, (bp_vec2){far, up * out}, 2, BP_PEN_B);
        bp_pen_dashes(pen, (bp_vec2){near, up * near / 2}, (bp_vec2){near, up * out}, 2, BP_PEN_B);
        bp_pen_arrow(pen, (bp_vec2){3, up * (out - 0.9f)}, (bp_vec2){3, up * out}, BP_PEN_B);
    }
    bp_pen_name(pen, (bp_vec2){1.6f, -3.8f}, BP_PEN_B, "guard band");
}

static void draw_scene(bp_world *world, bp_pen *pen) {
    const bp_frustum *frustum = bp_world_frustum(world);
    const state *s = state_of(world);
    if (frustum->view == BP_VIEW_SIDE) {
        bp_pen_line(pen, (bp_vec2){-2.2f, -1}, (bp_vec2){5, -1}, 1, BP_PEN_QUIET);
        bp_pen_text(pen, (bp_vec2){-1.6f, -1.5f}, BP_ALIGN_CENTER, BP_PEN_QUIET, "floor");
        bp_frustum_draw(world, pen);
        const float d = -frustum->vertex[C].z;
        if (d > 0.4f || d < -0.4f)
            bp_pen_text(pen, (bp_vec2){1.12f, -1 / d - 0.1f}, BP_ALIGN_LEFT, BP_PEN_C, "1/d = %.3g",
                        (double)(1 / d));
        return;
    }
    const bool cut = bp_grid_of(&world->stages[PICTURE])->vertices == BP_VERTICES_RIGHT;
    const bool dropped = s->codes && draw_regions(frustum, pen);
    bp_frustum_draw_volume(frustum, s->codes || s->far || !cut, pen);
    if (s->codes || s->far) {
        if (s->band) draw_guard_band(frustum, pen);
        if (!dropped) bp_frustum_draw_triangle(frustum, pen);
    } else {
        draw_cut(frustum, cut, s->fan, pen);
        for (int i = 0; i < 3; i++)
            bp_pen_dot(pen, bp_frustum_at(frustum, frustum->vertex[i]), 5.5f, (bp_pen_color)(BP_PEN_A + i));
    }
    if (!s->codes) bp_frustum_name_vertices(frustum, pen);
}

/* The part of an edge that lies between the picture's sides and at most 18 rows down. */
static void draw_edge(bp_pen *pen, bp_vec2 from, bp_vec2 to) {
    if (bp_segment_cut((bp_vec2){-0.5f, -0.5f}, (bp_vec2){12.5f, LOWEST}, &from, &to))
        bp_pen_line(pen, from, to, 2, BP_PEN_INK);
}

/* Corners below the picture's rows have a dot where they are, or an arrow if that is too far. */
static void draw_picture(bp_world *world, bp_pen *pen) {
    const bp_pixel_grid *grid = bp_grid_of(&world->stages[PICTURE]);
    bp_pen_dot(pen, (bp_vec2){6, LOWEST + 1}, 0, BP_PEN_QUIET); /* keeps the size */
    for (int i = 0; i < 3 * grid->triangle_count; i++) {
        const bool diagonal = (i % 3 == 0 && i > 0) || (i % 3 == 2 && i / 3 + 1 < grid->triangle_count);
        if (diagonal && !state_of(world)->fan) continue;
        draw_edge(pen, grid->triangles[i / 3].corner[i % 3], grid->triangles[i / 3].corner[(i + 1) % 3]);
    }
    for (int i = 0; i < 3 * grid->triangle_count; i++) {
        const bp_vec2 at = grid->triangles[i / 3].corner[i % 3];
        const bool far = at.y > LOWEST, again = i / 3 > 0 && i % 3 < 2; /* of the fan: named before */
        if (i == C && at.x > 12 && state_of(world)->far) {
            bp_pen_arrow(pen, (bp_vec2){11.5f, 13}, (bp_vec2){12.5f, 13}, BP_PEN_C);
            bp_pen_text(pen, (bp_vec2){11.2f, 13.4f}, BP_ALIGN_RIGHT, BP_PEN_C, "C is at (%.4g, %.4g)",
                        (double)at.x, (double)at.y);
        }
        if (at.y <= 12.1f || at.x < 0 || at.x > 12 || again) continue;
        if (far) bp_pen_arrow(pen, (bp_vec2){at.x, 13}, (bp_vec2){at.x, 16}, BP_PEN_C);
        if (!far) bp_pen_dot(pen, at, 5, BP_PEN_P);
        /* The left corner's label is beside it: below, it would reach the next one's in a small window. */
        const bool left = !far && at.x < 2;
        bp_pen_text(pen, left ? (bp_vec2){at.x - 0.5f, at.y + 0.2f} : (bp_vec2){at.x, far ? 17 : at.y + 1},
                    left || at.x > 10 ? BP_ALIGN_RIGHT
                    : at.x < 2        ? BP_ALIGN_LEFT
                                      : BP_ALIGN_CENTER,
                    far ? BP_PEN_C : BP_PEN_P, "%s(%.4g, %.4g)", far ? "C is at " : "", (double)at.x,
                    (double)at.y);
    }
}

static void setup(bp_world *world) {
    bp_world_add_frustum(world, "From the side", "eye, near plane, floor", BP_VIEW_SIDE, FLOOR);
    bp_pixel_grid *grid = bp_grid_of(bp_world_add_pixels(world, "The picture", "12 x 12 pixels", 12, 12));
    bp_pixel_grid *hook = bp_grid_of(bp_world_add_pixels(world, "The character, not clipped", "", 96, 96));
    if (world->error.kind != BP_ERROR_NONE) return;
    bp_world_frustum(world)->drawing.draw = draw_scene;
    grid->triangles[0].color = (bp_rgba8){230, 159, 0, 255};
    grid->vertices = BP_VERTICES_UNCUT;
    grid->draw = draw_picture, grid->no_outlines = true;
    hook->recolor = fill_hook;
    hook->zoom = 0.15f;
    state_of(world)->eye = 1.5f;
    bp_world_show_stages(world, HOOK, 1);
}

static void step_in(bp_world *world, float t) { state_of(world)->eye = bp_mix(1.5f, -1.5f, t); }

/* Never exactly into the eye's plane, where the division has no result. */
static void put_distance(bp_world *world, int vertex, float d) {
    bp_world_frustum(world)->vertex[vertex].z = fabsf(d) < 0.01f ? -0.01f : -d;
}
static void set_c(bp_world *world, float value) { put_distance(world, C, value); }
static void show_side(bp_world *world) { bp_world_show_stages(world, SCENE, 2); }
static void come_close(bp_world *world, float t) { put_distance(world, C, bp_mix(1.5f, 0.5f, t)); }
static void go_behind(bp_world *world, float t) { put_distance(world, C, bp_mix(0.5f, -2, t)); }

static void show_top(bp_world *world) {
    bp_frustum_look(bp_world_frustum(world), BP_VIEW_TOP, 5.2f);
    bp_name_stage(world, SCENE, "From above", "right of the eye is below");
}
static void clip(bp_world *world, float t) {
    bp_grid_of(&world->stages[PICTURE])->vertices = t < 0.5f ? BP_VERTICES_UNCUT : BP_VERTICES_RIGHT;
}
static void set_near(bp_world *world, float value) { bp_world_frustum(world)->near_z = value; }
static void show_fan(bp_world *world) { state_of(world)->fan = true; }
static void two_behind(bp_world *world, float t) { put_distance(world, B, bp_mix(4, -2, t)); }

static void put_all(bp_world *world, const bp_vec3 to[3], float high) {
    for (int i = 0; i < 3; i++) bp_world_frustum(world)->vertex[i] = to[i];
    bp_frustum_look(bp_world_frustum(world), BP_VIEW_TOP, high);
}
static void show_codes(bp_world *world) {
    put_all(world, SEEN, 7.6f);
    bp_world_frustum(world)->drawing.frame.left = -0.6f;
    world->stage_count = 1;
    state_of(world)->codes = true;
}
static void leave(bp_world *world, float t) {
    for (int i = 0; i < 3; i++) bp_world_frustum(world)->vertex[i].x = SEEN[i].x + 3 * t;
}
static void point_right(bp_world *world) {
    put_all(world, POINTED, 9.6f);
    world->stage_count = 2;
    world->camera.eye.z *= 1.1f; /* so that the step has a view of its own, in which the drawing is larger */
    state_of(world)->codes = false, state_of(world)->far = true;
}
static void set_x_of_c(bp_world *world, float value) { bp_world_frustum(world)->vertex[C].x = value; }
static void reach_out(bp_world *world, float t) {
    set_x_of_c(world, bp_mix(POINTED[C].x, 4, t));
    state_of(world)->band = t > 0;
}

static const bp_handle HANDLES[] = {BP_FRUSTUM_HANDLE("A", SCENE, A), BP_FRUSTUM_HANDLE("B", SCENE, B),
                                    BP_FRUSTUM_HANDLE("C", SCENE, C)};

static const bp_question WHERE = {
    .text = "C will go on, to 2 behind the eye, and still 1 below it. Where will the picture show C?",
    .caption = "[c:C] moves on towards the [p:eye], and past it. We still divide by w, which is d, and clip "
               "nothing.",
    CHOICE(2, "farther below", "nowhere", "at the upper edge", "as at first"),
    .right = "1/d is -0.5, and -1 times that is 0.5 above the middle: the edge is at 0.5. A negative w "
             "changes the signs of x and y.",
    .wrong = {{0, "Until it reaches the eye's plane. Which sign has w behind the eye?"},
              {1, "It should be nowhere. But a division by -2 has a result."},
              {3, "Look at the signs: y is negative, and so is w."}}};
static const bp_question HOW_MUCH = {
    .text = "A is 4 in front of the eye, C is 2 behind it, and the near plane is at 1. Which share of the "
            "way from A to C is on the visible side?",
    .answer = 0.5f,
    .caption = "Now from above. The part of the triangle behind the near plane will be cut away, before the "
               "division.",
    .right = "The whole way is 6 long, and 3 of it lie on the visible side.",
    .wrong = {{0.667f, "That is where the edge meets the eye's plane. The near plane comes 1 earlier."},
              {0.75f, "C is behind the eye: the way from A to C is 6 long, not 4."},
              {0.333f, "From the plane at 1 to A at 4 it is 3, of 6."},
              {3, "That is the length. Which share of the whole way is it?"}},
    .hint = "How long is the way from 4 to -2, and how long the part from 4 to 1?"};
static const bp_question WHAT_TO_DO = {
    .text = "The triangle will move 3 m to the right, to the dashed triangle. What will the rasterizer do "
            "with it then?",
    .caption = "A vertex has a bit for each plane that it lies outside of: its outcode. If none of the three "
               "has a bit, the triangle is drawn as it is. If all three share one, it is dropped. Only the "
               "rest may need a cut.",
    CHOICE(2, "draw it as it is", "cut it by the right plane", "drop it"),
    .right = "All three are outside of the right plane, so they share its bit.",
    .wrong = {{0, "It leaves the view. Which bits have A, B and C then?"},
              {1, "Only if a part of it stays inside. Where are A, B and C?"}}};
static const bp_question WHICH_PLANES = {
    .text = "C will leave the picture at the side. Which plane must cut the triangle then?",
    .caption =
        "The triangle stands upright now: from above it is a line. All of it stays in front of the near "
        "plane.\n\nA rasterizer visits only the picture's pixels. Parts beside the picture cost it no time.",
    CHOICE(2, "right", "near", "none"),
    .right = "w is positive everywhere, so the division is safe, and no pixel outside is visited.",
    .wrong = {{0, "Would one pixel of the picture change by that?"},
              {1, "All three vertices are on its visible side, so it cuts nothing."}}};

static const bp_step STEPS[] = {
    {.caption = "The eye moves forward, through the character, and nothing is clipped. Where the distance "
                "from the eye, w, is almost 0, triangles burst over the picture. At last the character is "
                "behind the eye, and shows up in front, upside down.",
     .change = step_in,
     .slider = &(const bp_step_slider)BP_SLIDER_OF("eye before the chest", " m", -1.5f, 1.5f, 0.02f, 2, 1.5f,
                                                   -1.5f),
     .code = "x / w, y / w",
     .seconds = 3},
    {.heading = "Close to the eye",
     .caption =
         "A triangle lies on the floor, 1 below the [p:eye]. The line from the [p:eye] through a "
         "vertex meets the near plane, at 1, and there the picture shows it.\n\n[c:C] comes closer, to a "
         "distance d. Its line meets the plane [c:1/d] below the middle: farther and farther down. In "
         "the eye's own plane d is 0, and the division has no result.",
     .change = come_close,
     CLAIMS(BP_CLAIM_THAT(32,
                          "A half in front of the eye's plane, C lands at (6, 30), far below the picture.",
                          bp_measure_landed, PICTURE, C, .count = 2, .expected = {6, 30}, .unit = "pixels")),
     .slider = &(const bp_step_slider)BP_SLIDER_OF("d, distance of C", "", 0.25f, 4, 0.05f, 2, 1.5f, 0.5f),
     .code = "y * inverse_w",
     HANDLES_OF(HANDLES),
     .arrange = show_side},
    {.heading = "Past the eye",
     .caption = "Its line runs through the [p:eye] and on to the near plane in front. The floor stands on "
                "its head: 27 pixels by the wrong rule.",
     .change = go_behind,
     CLAIMS(BP_CLAIM_THAT(33, "Divided by a negative w, C lands at the upper edge: (6, 0) ...",
                          bp_measure_landed, PICTURE, C, .count = 2, .expected = {6, 0}, .unit = "pixels"),
            BP_CLAIM_THAT(33, "... and the picture gets 27 pixels that should show something else.",
                          bp_measure_pixels_covered, PICTURE, 0, .expected = {27}, .unit = "pixels")),
     .question = &WHERE,
     .slider = &(const bp_step_slider)BP_SLIDER_OF("d, distance of C", "", -2, 0.5f, 0.05f, 2, 0.5f, -2),
     .code = "y * inverse_w",
     HANDLES_OF(HANDLES),
     .seconds = 1.5f},
    {.heading = "Cut first",
     .caption = "The dashed part is dropped. The [p:new corners] lie on the plane, so their w is 1, and the "
                "division is safe: they land below the picture's 12 rows.",
     .change = clip,
     CLAIMS(BP_CLAIM_THAT(34, "Clipped by the near plane, the edge from A to C ends at (0, 18).",
                          bp_measure_drawn_corner, PICTURE, CUT_CA, .count = 2, .expected = {0, 18},
                          .unit = "pixels")),
     .question = &HOW_MUCH,
     .slider = &(const bp_step_slider)BP_SLIDER_SETS("near plane", "", 0.5f, 3, 0.1f, 1, 1, set_near),
     .code = "float t = d_in / (d_in - d_out);",
     HANDLES_OF(HANDLES),
     .arrange = show_top,
     .footnote = "In the code d_in and d_out say how far A and C are inside of the plane: 3 and -3."},
    {.heading = "Four corners, two triangles",
     .caption = "Four corners are left. A diagonal makes two triangles of them, and the picture is right: 21 "
                "pixels, those that the rasterizer draws. Move [c:C]: in front of the plane three corners "
                "are enough.",
     CLAIMS(BP_CLAIM_THAT(34, "The clipped triangle is two triangles ...", bp_measure_triangles, PICTURE, 0,
                          .expected = {2}, .holds_before = true),
            BP_CLAIM_THAT(34, "... so 21 pixels are covered ...", bp_measure_pixels_covered, PICTURE, 0,
                          .expected = {21}, .unit = "pixels", .holds_before = true),
            BP_CLAIM_THAT(34, "... as by the rasterizer itself.", bp_measure_rasterized, PICTURE, 0,
                          .expected = {21}, .unit = "pixels", .holds_before = true)),
     .slider = &(const bp_step_slider)BP_SLIDER_SETS("distance of C", "", -2, 4, 0.1f, 1, -2, set_c),
     .code = "bp_clip_polygon(viewport, outcodes, polygon)",
     HANDLES_OF(HANDLES),
     .arrange = show_fan},
    {.heading = "Two behind",
     .caption = "[b:B] went behind the near plane, too. The edge from [a:A] to [b:B] is cut, and only the "
                "tip at [a:A] is left: three corners, one triangle, 3 pixels.",
     .change = two_behind,
     CLAIMS(BP_CLAIM_THAT(35, "With two vertices behind the near plane one triangle is left ...",
                          bp_measure_triangles, PICTURE, 0, .expected = {1}),
            BP_CLAIM_THAT(35, "... of 3 pixels.", bp_measure_rasterized, PICTURE, 0, .expected = {3},
                          .unit = "pixels")),
     .slider = &(const bp_step_slider)BP_SLIDER_OF("distance of B", "", -2, 4, 0.1f, 1, 4, -2),
     .code = "bp_clip_polygon(viewport, outcodes, polygon)",
     HANDLES_OF(HANDLES),
     .seconds = 1.2f},
    {.heading = "Six bits say what to do",
     .caption = "Two operations a vertex find that out. On the way some have the bit and some don't: drag.",
     .change = leave,
     CLAIMS(BP_CLAIM_THAT(36, "All three outcodes have the bit of the right plane, 2 ...",
                          bp_measure_common_outcode, SCENE, 0, .expected = {2}),
            BP_CLAIM_THAT(36, "... so the triangle has no pixel.", bp_measure_rasterized, PICTURE, 0,
                          .expected = {0}, .unit = "pixels")),
     .question = &WHAT_TO_DO,
     .slider = &(const bp_step_slider)BP_SLIDER_OF("moved right", " m", 0, 3, 0.1f, 1, 0, 3),
     .code = "any |= outcode; all &= outcode;",
     .arrange = show_codes,
     .seconds = 1.2f},
    {.heading = "Out at the side",
     .caption = "The rasterizer cuts at the sides only beyond a wide [b:guard band], where coordinates get "
                "too large for its whole numbers.",
     .change = reach_out,
     CLAIMS(BP_CLAIM_THAT(37, "The near plane leaves the triangle its 3 corners; all planes would make 4 ...",
                          bp_measure_cut_corners, SCENE, 0, .count = 2, .expected = {3, 4}),
            BP_CLAIM_THAT(37, "... and not one pixel would differ.", bp_measure_cut_difference, PICTURE, 0,
                          .expected = {0}, .unit = "pixels", .holds_before = true)),
     .question = &WHICH_PLANES,
     .slider = &(const bp_step_slider)BP_SLIDER_OF("x of C", " m", 1, 4, 0.1f, 1, 1, 4),
     .code = "viewport->guard_x * w",
     .footnote = "The band ends 16,384 pixels from the middle.",
     HANDLES_OF(HANDLES),
     .arrange = point_right,
     .seconds = 1.2f,
     .cover = true},
};

const bp_lesson_plan bp_lesson = {
    PIXEL_LESSON(22, "22_clipping"),
    .title = "Why does what is behind the camera show up in front?",
    .summary = "What lies behind the eye is cut away before the division.",
    .difficulty = 2,
    .text = {.goal = "You will be able to say where a triangle is cut, and why.",
             .learned =
                 {"In the eye's plane w is 0, and behind it negative. The division turns such vertices over.",
                  "So triangles are cut by the near plane, before the division. One may become two.",
                  "Outcodes tell quickly which triangles are out, in, or to be cut.",
                  "Pixel (222, 180): all six corners have z between 0 and w, so nothing is cut."},
             .next = "How does a pixel know what is in front?",
             .teaches = "Why the near plane cuts triangles, and the sides mostly don't.",
             .prerequisites = "21_vertex_to_pixel",
             .try_this = {"At step 3 lift C to the eye's height. Why does the burst become a line?",
                          "At step 7 find a triangle outside of everything whose outcodes share no bit."},
             .questions =
                 {"Why isn't the far plane as important as the near one?",
                  "A triangle is cut by two planes at a corner of the picture. How many corners can it have?",
                  "Why are the new corners always computed from the visible end of an edge?"},
             .answers =
                 {"A point beyond the far plane has a positive w, so the division puts it at the right "
                  "place. Behind the eye w is negative, and the division turns the point over.",
                  "Five: each plane takes away at least one corner and adds two.",
                  "Two triangles that share the edge pass along it in opposite directions. Computed from the "
                  "same end, both get the same corner to the last bit, and no gap opens between them."}},
};
