/* Clipping: what lies behind the eye must be cut away before the division by w.
 *
 * The view volume, -w <= x <= w, -w <= y <= w, 0 <= z <= w: Vulkan 1.3, "Primitive Clipping"; OpenGL 4.6, "Primitive Clipping" (z
 * from -w there). Outcodes: Cohen and Sutherland; cutting by one plane after another: Sutherland and Hodgman, "Reentrant
 * polygon clipping", 1974.
 *
 * As in lesson 21: clip = (2x, 2y, 5/4 (d - 1), d), 12 x 12 pixels. A triangle on the floor, 1 below the eye: A = (-1, -1), B = (1, -1),
 * both at d = 4: (-2, -2) / 4 and (2, -2) / 4: pixels (3, 9) and (9, 9). C = (0, -1): x = 6, y = 6 (1 + 2 / d):
 *     d = 1.5: 14    d = 0.25: 54    d = -2: 6 (1 - 1) = 0, the upper edge, though C lies below the eye.
 * So not clipped it is the triangle (3, 9), (9, 9), (6, 0). At row y it goes from 6 - y/3 to 6 + y/3; left edges count. Centres at
 * y = 0.5 to 8.5 have 0, 1, 2, 2, 3, 4, 4, 5, 6 pixels: 27, all in the rows 0 to 8.
 *
 * Cut by the near plane, d = 1: from A, d = 4, to C, d = -2, that is (4 - 1) / (4 + 2) = 1/2 of the way: (-0.5, -1), clip (-1, -2) / 1: pixel
 * (0, 18). From B: (12, 18). The polygon (3, 9), (9, 9), (12, 18), (0, 18) is two triangles. At row y it goes from 3 - (y - 9)/3 to
 * 9 + (y - 9)/3. Row 9: 2.83 to 9.17, 6 centres; row 10: 2.5 (counts) to 9.5 (doesn't), 7; row 11: 2.17 to 9.83, 8. Together 21.
 * With B at d = -2, too, A to B is cut at (0, -1), d = 1: pixel (6, 18). The triangle (3, 9), (6, 18), (0, 18): row 9 none, row 10: 2.5
 * (counts) to 3.5 (doesn't), 1; row 11: 2.17 to 3.83, 2. Together 3.
 *
 * Outcodes: A = (3, 0.5), B = (4, -0.5), d = 4, C = (3.5, 0), d = 2: x = 6 and 8 > 4, 7 > 2: all to the right, bit 2. Nothing else is out.
 * Guard band: A = (0, 0.5), B = (0, -0.5), C = (4, 0), all at d = 4: C is at x = 8 > 4, pixel (18, 6). The near plane leaves 3 corners.
 * The right plane would cut both edges to C: 4 corners. No pixel of the picture changes: they are at x < 12 in both. */
#include "shared/frustum.h"
#include <bindpose/bindpose.h>
#include <bindpose/lesson_session.h>
#include <stdio.h>

/* clang-format off */
enum { SCENE, PICTURE, A = 0, B = 1, C = 2, CUT_CA = 5 }; /* stages; vertices; a point of the grid */
static const bp_vec3 FLOOR[3] = {{-1, -1, -4}, {1, -1, -4}, {0, -1, -1.5f}};
static const bp_vec3 SEEN[3] = {{0, 0.5f, -4}, {1, -0.5f, -4}, {0.5f, 0, -2}};
static const bp_vec3 POINTED[3] = {{0, 0.5f, -4}, {0, -0.5f, -4}, {1, 0, -4}};

static bp_vec3 *vertices_of(bp_world *world) { return bp_frustum_of(&world->stages[SCENE])->vertex; }
static void setup(bp_world *world) {
    bp_world_add_frustum(world, "The scene, from the side", "eye, near plane (blue) and far plane", FLOOR);
    bp_pixel_grid *grid = bp_grid_of(bp_world_add_pixels(world, "The picture", "not clipped", 12, 12));
    if (!grid) return;
    grid->triangles[0].color = (bp_rgba8){230, 159, 0, 255};
    grid->vertices = BP_VERTICES_UNCUT;
}
/* Never exactly into the eye's plane, where the division has no result. */
static void put_distance(bp_world *world, int vertex, float d) { vertices_of(world)[vertex].z = d == 0 ? -0.01f : -d; }
static void come_close(bp_world *world, float t) { put_distance(world, C, bp_mix(1.5f, 0.25f, t)); }
static void go_behind(bp_world *world, float t) { put_distance(world, C, bp_mix(0.25f, -2, t)); }
static void clip(bp_world *world, float t) {
    bp_grid_of(&world->stages[PICTURE])->vertices = t < 0.5f ? BP_VERTICES_UNCUT : BP_VERTICES_RIGHT;
    world->stages[PICTURE].subtitle = t < 0.5f ? "not clipped" : "clipped by the near plane";
}
static void two_behind(bp_world *world, float t) { put_distance(world, B, bp_mix(4, -2, t)); }
static void write_outcodes(bp_world *world) {
    char words[3][48];
    bp_frustum_write_notes(world);
    for (int i = 0; i < 3; i++) bp_outcode_words(bp_outcode(bp_frustum_clip(vertices_of(world)[i])), words[i], sizeof words[i]);
    bp_world_note(world, SCENE, "A: %s   B: %s   C: %s", words[A], words[B], words[C]);
}
static void put_all(bp_world *world, const bp_vec3 to[3]) {
    for (int i = 0; i < 3; i++) vertices_of(world)[i] = to[i];
    world->write_notes = write_outcodes;
}
static void show_codes(bp_world *world) { put_all(world, SEEN); }
static void leave(bp_world *world, float t) { for (int i = 0; i < 3; i++) vertices_of(world)[i].x = SEEN[i].x + 3 * t; }
static void point_right(bp_world *world) { put_all(world, POINTED); }
static void reach_out(bp_world *world, float t) { vertices_of(world)[C].x = bp_mix(POINTED[C].x, 4, t); }

static const bp_readout OF_C[] = {{"w of C", bp_measure_frustum_distance, {SCENE, C, 0, 0}, "%.3g", NULL}, {"C in pixels", bp_measure_landed, {PICTURE, C, 0, 0}, "%.4g, %.4g", NULL}};
static const bp_readout CUT[] = {{"triangles drawn", bp_measure_triangles, {PICTURE, 0, 0, 0}, "%.0f", NULL}, {"pixels of the plain loop", bp_measure_pixels_covered, {PICTURE, 0, 0, 0}, "%.0f", NULL},
                                 {"pixels of the rasterizer", bp_measure_rasterized, {PICTURE, 0, 0, 0}, "%.0f", NULL}};
static const bp_readout COVERED[] = {{"pixels drawn", bp_measure_rasterized, {PICTURE, 0, 0, 0}, "%.0f", NULL}};
static const bp_readout CORNERS[] = {{"corners, cut by the near plane; by all planes", bp_measure_cut_corners, {SCENE, 0, 0, 0}, "%.0f, %.0f", NULL}, {"pixels that differ", bp_measure_cut_difference, {PICTURE, 0, 0, 0}, "%.0f", NULL}};
static const bp_handle HANDLES[] = {BP_FRUSTUM_HANDLE("A", SCENE, A), BP_FRUSTUM_HANDLE("B", SCENE, B), BP_FRUSTUM_HANDLE("C", SCENE, C),
                                    BP_PIXEL_HANDLE("A", PICTURE, A, bp_frustum_put), BP_PIXEL_HANDLE("B", PICTURE, B, bp_frustum_put), BP_PIXEL_HANDLE("C", PICTURE, C, bp_frustum_put)};
static const bp_claim CLOSE[] = {
    {32, "A quarter in front of the eye's plane, C lands at (6, 54), far below the picture.", bp_measure_landed, {PICTURE, C, 0, 0}, .count = 2, .expected = {6, 54}, .unit = "pixels"}};
static const bp_claim BEHIND[] = {
    {33, "Divided by a negative w, C lands at the upper edge: (6, 0) ...", bp_measure_landed, {PICTURE, C, 0, 0}, .count = 2, .expected = {6, 0}, .unit = "pixels"},
    {33, "... and the picture gets 27 pixels that should show something else.", bp_measure_pixels_covered, {PICTURE, 0, 0, 0}, .expected = {27}, .unit = "pixels"}};
static const bp_claim CLIPPED[] = {
    {34, "Clipped by the near plane, the triangle is two ...", bp_measure_triangles, {PICTURE, 0, 0, 0}, .expected = {2}},
    {34, "... and the edge from A to C ends at (0, 18) ...", bp_measure_drawn_corner, {PICTURE, CUT_CA, 0, 0}, .count = 2, .expected = {0, 18}, .unit = "pixels"},
    {34, "... so 21 pixels are covered ...", bp_measure_pixels_covered, {PICTURE, 0, 0, 0}, .expected = {21}, .unit = "pixels"},
    {34, "... as by the rasterizer itself.", bp_measure_rasterized, {PICTURE, 0, 0, 0}, .expected = {21}, .unit = "pixels", .holds_before = true}};
static const bp_claim TIP[] = {
    {35, "With two vertices behind the near plane one triangle is left ...", bp_measure_triangles, {PICTURE, 0, 0, 0}, .expected = {1}},
    {35, "... of 3 pixels.", bp_measure_rasterized, {PICTURE, 0, 0, 0}, .expected = {3}, .unit = "pixels"}};
static const bp_claim DROPPED[] = {
    {36, "All three outcodes have the bit of the right plane, 2 ...", bp_measure_common_outcode, {SCENE, 0, 0, 0}, .expected = {2}},
    {36, "... so the triangle has no pixel.", bp_measure_rasterized, {PICTURE, 0, 0, 0}, .expected = {0}, .unit = "pixels"}};
static const bp_claim GUARDED[] = {
    {37, "The near plane leaves the triangle its 3 corners; all planes would make 4 ...", bp_measure_cut_corners, {SCENE, 0, 0, 0}, .count = 2, .expected = {3, 4}},
    {37, "... and not one pixel would differ.", bp_measure_cut_difference, {PICTURE, 0, 0, 0}, .expected = {0}, .unit = "pixels", .holds_before = true}};
static const bp_question WHERE = {
    "C will go on, to 2 behind the eye, and still 1 below it. If we just divide by w, where will the picture show C?",
    .kind = BP_QUESTION_CHOICE, .answer = 2, .caption = "C moves on towards the eye, and past it. Nothing is clipped yet.",
    .options = {"farther below the picture", "nowhere", "at the upper edge", "where it was first"},
    .right = "y = -2 divided by w = -2 is 1: up. A negative w changes the signs of x and y.",
    .wrong = {{0, "Until it reaches the eye's plane. Which sign has w behind the eye?"}, {1, "It should be nowhere. But a division by -2 has a result."},
              {3, "Look at the signs: y is negative, and so is w."}},     .hint = "In clip space C has y = -2, and w is its distance in front of the eye: -2."};
static const bp_question HOW_MUCH = {
    "A is 4 in front of the eye, C is 2 behind it, and the near plane is at 1. Which share of the way from A to C is on the visible side of the near plane?",
    .answer = 0.5f, .caption = "The part of the triangle behind the near plane will be cut away, before the division.",
    .right = "The whole way is 6 long, and 3 of it lie on the plane's visible side.",
    .wrong = {{0.667f, "That is where the edge meets the eye's plane. The near plane comes 1 earlier."}, {0.75f, "C is behind the eye: the way from A to C is 6 long, not 4."},
              {0.333f, "From the plane at 1 to A at 4 it is 3, of 6."}, {3, "That is the length. Which share of the whole way is it?"}},
    .hint = "How long is the way from 4 to -2, and how long the part from 4 to 1?"};
static const bp_question WHICH_PLANES = {
    "C will move to the right, out of the picture. By which plane must a rasterizer then cut the triangle?",
    .kind = BP_QUESTION_CHOICE, .answer = 2, .caption = "Here A and B are in the picture, and C will leave it. All three stay on the visible side of the near plane.",
    .options = {"the right one", "the near one", "none"},
    .right = "w is positive everywhere, so the division is safe. Pixels outside of the picture are just not visited.",
    .wrong = {{0, "It may. But which pixels does a rasterizer look at?"}, {1, "All three vertices are on its visible side, so it cuts nothing."}},
    .hint = "Cutting is for vertices that can't be divided. Can these?"};

static const bp_step STEPS[] = {
    {"A triangle lies on the floor, and the eye looks over it. A and B are far away, C is close. The picture shows it up to its lower edge. "
     "Drag C towards the eye, but not past it.",
     .handles = HANDLES, .handle_count = 3},
    {"C came closer, and ran down and out of the picture: its y is divided by a smaller and smaller w. In the eye's own plane w is 0, and the division has no result. "
     "What happens beyond it?",
     come_close, CLOSE, BP_COUNT(CLOSE), .readouts = OF_C, .readout_count = BP_COUNT(OF_C), .handles = HANDLES, .handle_count = 3},
    {"Behind the eye w is negative, and the division turns x and y over. The floor now points up, over the horizon. This picture was drawn by the wrong rule. "
     "Drag C through the eye's plane and back to see the triangle burst.",
     go_behind, BEHIND, BP_COUNT(BEHIND), &WHERE, OF_C, BP_COUNT(OF_C), .handles = HANDLES, .handle_count = 3, .seconds = 1.5f, .pictured = true},
    {"So the triangle is cut at the near plane, before the division. The two new corners have w = 1. Four corners are left, which make two triangles. "
     "Drag C anywhere: the picture stays right.",
     clip, CLIPPED, BP_COUNT(CLIPPED), &HOW_MUCH, CUT, BP_COUNT(CUT), .handles = HANDLES, .handle_count = 3, .pictured = true},
    {"B went behind the near plane, too, and only the tip at A is left: three corners, one triangle. "
     "Drag A behind it as well, and nothing is drawn.",
     two_behind, TIP, BP_COUNT(TIP), .readouts = CUT, .readout_count = BP_COUNT(CUT), .handles = HANDLES, .handle_count = 3, .seconds = 1.2f},
    {"Each vertex has an outcode: a bit for each plane that it lies outside of, written below the scene. Here all three are to the right, so the triangle is dropped without any cutting. "
     "If no vertex has a bit, nothing needs cutting either. Outside of the picture, handles stay at its border.",
     leave, DROPPED, BP_COUNT(DROPPED), .readouts = COVERED, .readout_count = BP_COUNT(COVERED), .handles = HANDLES, .handle_count = 6, .arrange = show_codes, .seconds = 1.2f},
    {"C is outside, though its handle is shown at the border, and nothing was cut. New corners cost time, and a rasterizer visits the picture's pixels alone. It cuts at the sides only beyond a guard band far outside, where corners would be too large for its numbers. "
     "Drag C: cutting by all planes would add corners, and change no pixel.",
     reach_out, GUARDED, BP_COUNT(GUARDED), &WHICH_PLANES, CORNERS, BP_COUNT(CORNERS), .handles = HANDLES, .handle_count = 6, .arrange = point_right, .seconds = 1.2f, .pictured = true},
};

const bp_lesson_plan bp_lesson = {
    .number = 22, .name = "22_clipping", .title = "Clipping",
    .summary = "What lies behind the eye is cut away before the division.",
    .difficulty = 2, .group = BP_LESSONS_PIXELS, .setup = setup, .steps = STEPS, .step_count = BP_COUNT(STEPS),
    .text = {.goal = "You will be able to say why a triangle must be cut at the near plane, and where its new corners are.",
             .learned = {"In the eye's plane w is 0, and behind it negative. The division turns such vertices over.", "So triangles are cut by the near plane, before the division. One may become two.",
                         "Outcodes tell quickly which triangles are out, in, or to be cut.", "The sides need no cutting up to a guard band: pixels outside of the picture are not visited."},
             .next = "Depth", .teaches = "Why the near plane cuts triangles, and the sides mostly don't.", .prerequisites = "21_vertex_to_pixel",
             .try_this = {"At step 4 lift C to the height of the eye. Where do the new corners land?", "At step 6 drag the vertices back until their outcodes have no bit in common, and yet nothing is seen."},
             .questions = {"How many corners can a triangle have after six planes have cut it?", "Why is the near plane not at a distance of 0?",
                           "Two triangles share an edge that crosses the near plane. How do you make sure that no gap opens there?"}},
};
/* clang-format on */
