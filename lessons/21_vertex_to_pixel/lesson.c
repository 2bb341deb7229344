/* From a vertex to its pixel: clip coordinates, the division by w, and the viewport, which turns y.
 *
 * The steps: Vulkan 1.3, "Fixed-Function Vertex Post-Processing", "Coordinate Transformations" and "Controlling the Viewport";
 * OpenGL 4.6, "Coordinate Transformations". The formulas of the viewport with y turned are Direct3D's: Direct3D 11, "Getting
 * Started with the Rasterizer Stage", X = (X + 1) * width / 2, Y = (1 - Y) * height / 2.
 *
 * The lens has 1 / tan(angle / 2) = 2, the near plane is at a distance of 1, the far one at 5, and depth goes from 0 to 1. With d
 * the distance in front of the eye: clip = (2x, 2y, 5/4 (d - 1), d). The picture has 12 x 12 pixels.
 *
 * A is 0.5 to the right and 0.75 up.
 *     d = 4: clip (1, 1.5, 3.75, 4). Divided by 4: (0.25, 0.375, 0.9375). Pixel: 6 (1 + 0.25) = 7.5, 6 (1 - 0.375) = 3.75.
 *     d = 2: clip (1, 1.5, 1.25, 2). Divided by 2: (0.5, 0.75, 0.625). Pixel: 6 * 1.5 = 9, 6 * 0.25 = 1.5.
 * With y not turned, A at d = 4 is at 6 (1 + 0.375) = 8.25. Not divided, it is at 6 (1 + 1) = 12, 6 (1 - 1.5) = -3, at any distance.
 *
 * B is at (-1, 0.25), d = 4: (-2, 0.5) / 4: pixel (3, 5.25). C is at (-0.25, -0.75), d = 3: (-0.5, -1.5) / 3: pixel (5, 9).
 * Twice the area of ABC, from A: B - A = (-4.5, 1.5), C - A = (-2.5, 5.25): -4.5 * 5.25 + 1.5 * 2.5 = -19.875. With y not
 * turned, the second numbers change signs, and so does the area. */
#include "shared/frustum.h"
#include <bindpose/bindpose.h>
#include <bindpose/lesson_session.h>

enum { SCENE, PICTURE, WRONG, A = 0 }; /* stages; a vertex */
static const bp_vec3 TRIANGLE[3] = {{0.5f, 0.75f, -2}, {-1, 0.25f, -4}, {-0.25f, -0.75f, -3}};

static bp_frustum *frustum_of(bp_world *world) { return bp_frustum_of(&world->stages[SCENE]); }
static void setup(bp_world *world) {
    bp_world_add_frustum(world, "The scene, from the side", "eye, near plane (blue) at 1, far plane at 5", TRIANGLE);
    for (int s = PICTURE; s <= WRONG; s++) {
        bp_pixel_grid *grid = bp_grid_of(bp_world_add_pixels(world, "The picture", "x to the right, y down", 12, 12));
        if (grid) grid->triangles[0].color = (bp_rgba8){230, 159, 0, 255};
    }
    world->stage_count = 1;
}
/* clang-format off */
static void move_back(bp_world *world, float t) { frustum_of(world)->vertex[A].z = -2 - 2 * t; }
static void divide(bp_world *world, float t) { frustum_of(world)->divided = t; }
static void show_picture(bp_world *world) { frustum_of(world)->divided = 0; world->stage_count = 2; }
static void to_pixels(bp_world *world, float t) {
    bp_grid_of(&world->stages[PICTURE])->vertices = t < 0.5f ? BP_VERTICES_OWN : BP_VERTICES_RIGHT;
}
static void show_wrong(bp_world *world, const char *title, const char *subtitle) {
    world->stages[WRONG].title = title, world->stages[WRONG].subtitle = subtitle;
    bp_grid_of(&world->stages[WRONG])->vertices = BP_VERTICES_RIGHT;
    world->stage_count = 3;
}
static void beside_unturned(bp_world *world) { show_wrong(world, "y not turned", "rows count upwards"); }
static void unturned(bp_world *world, float t) {
    bp_grid_of(&world->stages[WRONG])->vertices = t < 0.5f ? BP_VERTICES_RIGHT : BP_VERTICES_UNTURNED;
}
static void beside_whole(bp_world *world) { show_wrong(world, "Not divided by w", "x and y alone"); }
static void whole(bp_world *world, float t) {
    bp_grid_of(&world->stages[WRONG])->vertices = t < 0.5f ? BP_VERTICES_RIGHT : BP_VERTICES_WHOLE;
}
static void right_alone(bp_world *world) { world->stage_count = 2; }
static void come_nearer(bp_world *world, float t) { frustum_of(world)->vertex[A].z = -4 + 2 * t; }

static const bp_readout IN_CLIP[] = {{"A in clip space: x, y, z, w", bp_measure_frustum_clip, {SCENE, A, 0, 0}, "%.3g, %.3g, %.3g, %.3g", NULL}};
static const bp_readout DIVIDED[] = {{"A, divided by w", bp_measure_frustum_shown, {SCENE, A, 0, 0}, "%.3g, %.3g, %.3g", NULL}};
static const bp_readout LANDED[] = {{"w of A", bp_measure_frustum_distance, {SCENE, A, 0, 0}, "%.3g", NULL}, {"A in pixels", bp_measure_landed, {PICTURE, A, 0, 0}, "%.3g, %.3g", NULL}};
static const bp_readout BOTH[] = {{"A in pixels", bp_measure_landed, {PICTURE, A, 0, 0}, "%.3g, %.3g", NULL}, {"A by the wrong rule", bp_measure_landed, {WRONG, A, 0, 0}, "%.3g, %.3g", NULL}};
static const bp_handle HANDLES[] = {BP_FRUSTUM_HANDLE("A", SCENE, 0), BP_FRUSTUM_HANDLE("B", SCENE, 1), BP_FRUSTUM_HANDLE("C", SCENE, 2),
                                    BP_PIXEL_HANDLE("A", PICTURE, 0, bp_frustum_put), BP_PIXEL_HANDLE("B", PICTURE, 1, bp_frustum_put), BP_PIXEL_HANDLE("C", PICTURE, 2, bp_frustum_put)};
static const bp_claim IN_CLIP_SPACE[] = {
    {26, "The projection doubles A's x and y and puts its distance into w: (1, 1.5, 3.75, 4).", bp_measure_frustum_clip, {SCENE, A, 0, 0}, .count = 4, .expected = {1, 1.5f, 3.75f, 4}}};
static const bp_claim IN_BOX[] = {
    {27, "Divided by w, A is at (0.25, 0.375), with a depth of 0.9375.", bp_measure_frustum_shown, {SCENE, A, 0, 0}, .count = 3, .expected = {0.25f, 0.375f, 0.9375f}}};
static const bp_claim IN_PIXELS[] = {
    {28, "The viewport puts A at (7.5, 3.75) in 12 x 12 pixels.", bp_measure_landed, {PICTURE, A, 0, 0}, .count = 2, .expected = {7.5f, 3.75f}, .unit = "pixels"}};
static const bp_claim UNTURNED[] = {
    {29, "With y not turned, A lands at (7.5, 8.25) ...", bp_measure_landed, {WRONG, A, 0, 0}, .count = 2, .expected = {7.5f, 8.25f}, .unit = "pixels"},
    {29, "... and the triangle runs the other way round: twice its area is 19.875 ...", bp_measure_way_round, {WRONG, 0, 0, 0}, .expected = {19.875f}, .unit = "square pixels"},
    {29, "... and not -19.875.", bp_measure_way_round, {PICTURE, 0, 0, 0}, .expected = {-19.875f}, .unit = "square pixels", .holds_before = true}};
static const bp_claim WHOLE[] = {
    {30, "Not divided by w, A lands at (12, -3), outside of the picture.", bp_measure_landed, {WRONG, A, 0, 0}, .count = 2, .expected = {12, -3}, .unit = "pixels"}};
static const bp_claim NEARER[] = {
    {31, "At half the distance A is twice as far from the middle: at (9, 1.5).", bp_measure_landed, {PICTURE, A, 0, 0}, .count = 2, .expected = {9, 1.5f}, .unit = "pixels"}};
static const bp_question HOW_FAR = {
    "In clip space A has x = 1 and w = 4. After the division -1 is the picture's left edge, and 1 its right one. Which x will A have?",
    .answer = 0.25f, .caption = "Now x, y and z are divided by w. The frustum becomes a box.",
    .right = "1 divided by 4: a quarter of the way from the middle to the right edge.",
    .wrong = {{4, "That is x times w. What is far away must come closer to the middle."}, {1, "That is x before the division."},
              {0.5f, "That is A's x in front of the camera. The projection has doubled it already."}},     .hint = "Divide x by w."};
static const bp_question WHICH_ROW = {
    "Divided by w, A has y = 0.375: from the middle, 0, that far towards the upper edge, 1. The picture has 12 rows, and y in pixels begins at the top. Where is A?",
    .answer = 3.75f, .unit = "pixels", .caption = "A viewport turns these numbers into pixels. The middle of the picture is at (6, 6).",
    .right = "The middle is at 6, and half of the picture has 6 rows: 6 - 6 × 0.375.",
    .wrong = {{8.25f, "You added. Rows count downwards, so up means a smaller number."}, {2.25f, "That is how far A is above the middle. Count from the top."},
              {4.5f, "From the middle to the edge there are 6 rows, not 12."}, {7.5f, "A is above the middle, so its y is less than 6."}},
    .hint = "From the middle to the upper edge there are 6 rows. How many of them is 0.375?"};
static const bp_question HOW_NEAR = {
    "A will come nearer, to half its distance. How far will it then be from the middle of the picture?",
    .kind = BP_QUESTION_CHOICE, .answer = 1, .caption = "Now A moves towards the eye, straight along the depth. Its height and its x stay.",
    .options = {"as far as now", "twice as far", "half as far", "four times as far"},
    .right = "x and y stay, and w halves, so both quotients double.",
    .wrong = {{0, "Its x and y stay. But they are divided by w."}, {2, "What comes nearer looks larger."},
              {3, "Both x and y double, so the distance from the middle doubles."}},     .hint = "What does halving w do to x / w?"};

static const bp_step STEPS[] = {
    {"How does a point in a scene become a pixel? Here an eye looks to the right at a triangle, and a ray goes from each vertex to the eye. "
     "Drag a vertex: up and down, or nearer and farther.",
     .handles = HANDLES, .handle_count = 3},
    {"The projection matrix takes each vertex to clip space, which has four numbers. x and y are only multiplied by the lens, here by 2, so they don't change while A moves away. "
     "w is the distance straight ahead, not along the ray. Drag A, and watch w.",
     move_back, IN_CLIP_SPACE, BP_COUNT(IN_CLIP_SPACE), .readouts = IN_CLIP, .readout_count = 1, .handles = HANDLES, .handle_count = 3, .pictured = true},
    {"Each vertex was divided by its own w, and the frustum became a box, from -1 to 1. The rays are parallel now. What is far away shrank, which is perspective. "
     "The third number is the depth: 0 at the near plane, 1 at the far one.",
     divide, IN_BOX, BP_COUNT(IN_BOX), &HOW_FAR, DIVIDED, 1, .seconds = 1.8f, .pictured = true},
    {"The viewport stretches the box over the pixels. Up is positive in the box, but rows count downwards, so y changes its sign on the way. "
     "Drag A in the scene or in the picture, where it keeps its distance.",
     to_pixels, IN_PIXELS, BP_COUNT(IN_PIXELS), &WHICH_ROW, LANDED, BP_COUNT(LANDED), .handles = HANDLES, .handle_count = 6, .arrange = show_picture, .pictured = true},
    {"Here the sign was forgotten, and the picture is upside down. It also runs clockwise now. The right one runs counterclockwise: a program that chose this way round as the front now leaves out fronts instead of backs. "
     "It is a common mistake: in OpenGL rows count upwards, in Direct3D downwards, and in Vulkan y points down before the viewport, too.",
     unturned, UNTURNED, BP_COUNT(UNTURNED), .readouts = BOTH, .readout_count = BP_COUNT(BOTH), .handles = HANDLES, .handle_count = 6, .arrange = beside_unturned},
    {"This one forgot the division, and takes x and y as they are. The triangle is far too large. "
     "Drag A nearer and farther in the scene: the right picture follows, the wrong one doesn't. Without w there is no perspective.",
     whole, WHOLE, BP_COUNT(WHOLE), .readouts = BOTH, .readout_count = BP_COUNT(BOTH), .handles = HANDLES, .handle_count = 6, .arrange = beside_whole, .pictured = true},
    {"A came nearer, and went outwards in the picture: half the distance, twice as far from the middle. Rails seem to meet at the horizon because of this division. "
     "The rasterizer keeps w for later. Lesson 24 needs it at each pixel.",
     come_nearer, NEARER, BP_COUNT(NEARER), &HOW_NEAR, LANDED, BP_COUNT(LANDED), .handles = HANDLES, .handle_count = 6, .arrange = right_alone, .seconds = 1.2f},
};

const bp_lesson_plan bp_lesson = {
    .number = 21, .name = "21_vertex_to_pixel", .title = "From a vertex to its pixel",
    .summary = "A matrix, a division by w, and a viewport that turns y.",
    .difficulty = 2, .group = BP_LESSONS_PIXELS, .setup = setup, .steps = STEPS, .step_count = BP_COUNT(STEPS),
    .text = {.goal = "You will be able to compute by hand at which pixel a vertex in front of the camera lands.",
             .learned = {"The projection gives a vertex four clip coordinates. w is its distance straight ahead of the eye.",
                         "x, y and z are divided by w. That makes what is far away small.",
                         "The viewport turns -1 to 1 into pixels, and changes the sign of y, because rows count downwards.",
                         "A forgotten sign turns the picture upside down; a forgotten division leaves no perspective."},
             .next = "Clipping", .teaches = "How clip coordinates become pixels: the division by w and the viewport.", .prerequisites = "02_seven_matrices, 19_triangle_to_pixels",
             .try_this = {"At step 4 drag A in the scene so that it stays at one pixel. What do all these places have in common?",
                          "At step 4 drag A above the frustum. Where does it land?"},
             .questions = {"A lens with a longer focal length multiplies x and y by 4. What happens to the picture?",
                           "Half of the way from the near plane to the far one, at a distance of 3, the depth is 0.83. Why not 0.5?",
                           "An orthographic projection writes 1 into w. What does the division do then?"}},
};
/* clang-format on */
