/* From a vertex to its pixel: clip coordinates, the division by w, and the viewport, which turns y.
 *
 * The steps: Vulkan 1.3, "Fixed-Function Vertex Post-Processing", "Coordinate Transformations" and
 * "Controlling the Viewport"; OpenGL 4.6, "Coordinate Transformations". The formulas of the viewport with y
 * turned are Direct3D's: Direct3D 11, "Getting Started with the Rasterizer Stage", X = (X + 1) * width / 2,
 * Y = (1 - Y) * height / 2.
 *
 * The lens has 1 / tan(angle / 2) = 2, the near plane is at a distance of 1, the far one at 5, and depth goes
 * from 0 to 1. With d the distance in front of the eye: clip = (2x, 2y, 5/4 (d - 1), d). 12 x 12 pixels.
 *
 * A is 0.5 to the right and 0.75 up.
 *     d = 4: clip (1, 1.5, 3.75, 4). Divided by 4: (0.25, 0.375, 0.9375). Pixel: 6 (1 + 0.25) = 7.5,
 *            6 (1 - 0.375) = 3.75. On the near plane it is at the height 0.75 / 4 = 0.1875.
 *     d = 2: clip (1, 1.5, 1.25, 2). Divided by 2: (0.5, 0.75, 0.625). Pixel: 6 * 1.5 = 9, 6 * 0.25 = 1.5.
 * With y not turned, A at d = 4 is at 6 (1 + 0.375) = 8.25. Not divided, it is at 6 (1 + 1) = 12,
 * 6 (1 - 1.5) = -3, at any distance.
 *
 * B is at (-1, 0.25), d = 4: (-2, 0.5) / 4: pixel (3, 5.25). C is at (-1/6, -0.5), d = 2: (-1/3, -1) / 2:
 * pixel (5, 9). Twice the area of ABC, from A: B - A = (-4.5, 1.5), C - A = (-2.5, 5.25):
 * -4.5 * 5.25 + 1.5 * 2.5 = -19.875. With y not turned, the second numbers change signs, and so does the
 * area. A plane at distance d lands at depth 5/4 (d - 1) / d: 0, 0.625, 0.833, 0.9375, 1 for d = 1 to 5. */
#include "shared/frustum.h"
#include "shared/subject.h"
#include "shared/write.h"

/* Stages, HOOK added first; the two pictures in the end; a vertex; pixels. */
enum { SCENE, PICTURE, OTHER, HOOK, FIRST = 0, SECOND, A = 0, SIZE = 12, LARGE = 96 };
static const bp_vec3 TRIANGLE[3] = {{0.5f, 0.75f, -2}, {-1, 0.25f, -4}, {-1.0f / 6, -0.5f, -2}};
static const bp_rgba8 ORANGE = {230, 159, 0, 255}, VIOLET = {150, 110, 210, 255},
                      LARGE_TINT = {190, 160, 106, 255};
static const float EYE_HEIGHT = 0.95f, TALL = 1.75f; /* of the character, metres */

typedef enum shown { SHOW_PERSON, SHOW_RAY, SHOW_NUMBERS, SHOW_BOTH, SHOW_BOX } shown;
typedef struct state {
    shown shown;
    float away; /* of the character, metres */
    bool divided;
} state;

static state *state_of(bp_world *world) { return bp_world_data(world); }
static float distance(bp_world *world) { return -bp_world_frustum(world)->vertex[A].z; }

/* ---- what is drawn ---- */

/* The character as a line from head to feet, and the rays that meet the picture plane. */
static void draw_person(float d, bp_pen *pen) {
    const bp_vec2 eye = {0, 0}, feet = {d, -EYE_HEIGHT}, head = {d, TALL - EYE_HEIGHT};
    bp_pen_line(pen, (bp_vec2){-0.3f, feet.y}, (bp_vec2){6.3f, feet.y}, 1, BP_PEN_QUIET);
    bp_pen_line(pen, (bp_vec2){1, -1.6f}, (bp_vec2){1, 1.6f}, 3, BP_PEN_C);
    bp_pen_text(pen, (bp_vec2){1.2f, 1.3f}, BP_ALIGN_LEFT, BP_PEN_C, "picture plane");
    bp_pen_line(pen, eye, head, 1.5f, BP_PEN_A);
    bp_pen_line(pen, eye, feet, 1.5f, BP_PEN_B);
    bp_pen_line(pen, feet, (bp_vec2){d, head.y - 0.2f}, 6, BP_PEN_SHIRT);
    bp_pen_dot(pen, (bp_vec2){d, head.y - 0.12f}, 8, BP_PEN_A);
    bp_pen_line(pen, (bp_vec2){1, feet.y / d}, (bp_vec2){1, head.y / d}, 7, BP_PEN_P);
    bp_pen_dot(pen, (bp_vec2){1, head.y / d}, 5, BP_PEN_A);
    bp_pen_dot(pen, (bp_vec2){1, feet.y / d}, 5, BP_PEN_B);
    bp_pen_dot(pen, eye, 6, BP_PEN_P);
    bp_pen_name(pen, eye, BP_PEN_P, "eye");
}

/* Two similar triangles: to A, and to the plane at distance 1. */
static void draw_ray(float d, bp_pen *pen) {
    const bp_vec2 eye = {0, 0}, a = {d, 0.75f}, meets = {1, 0.75f / d};
    const bp_vec2 large[3] = {eye, {d, 0}, a}, small[3] = {eye, {1, 0}, meets};
    bp_pen_fill_rgb(pen, large, 3, 0, LARGE_TINT);
    bp_pen_fill_rgb(pen, small, 3, 1, ORANGE);
    bp_pen_line(pen, eye, (bp_vec2){5.1f, 0}, 1, BP_PEN_QUIET);
    bp_pen_line(pen, (bp_vec2){1, -0.5f}, (bp_vec2){1, 0.5f}, 4, BP_PEN_C);
    bp_pen_line(pen, eye, a, 2, BP_PEN_A);
    bp_pen_line(pen, (bp_vec2){d, 0}, a, 2.5f, BP_PEN_A);
    bp_pen_line(pen, (bp_vec2){1, 0}, meets, 4, BP_PEN_P);
    bp_pen_dot(pen, meets, 5, BP_PEN_P);
    bp_pen_dot(pen, a, 6, BP_PEN_A);
    bp_pen_dot(pen, eye, 6, BP_PEN_P);
    bp_pen_text(pen, (bp_vec2){d, 0.85f}, BP_ALIGN_CENTER, BP_PEN_A, "A");
    bp_pen_text(pen, (bp_vec2){0, -0.35f}, BP_ALIGN_CENTER, BP_PEN_P, "eye");
    bp_pen_text(pen, (bp_vec2){1, -0.75f}, BP_ALIGN_CENTER, BP_PEN_C, "picture plane, at 1");
    bp_pen_text(pen, (bp_vec2){1.1f, 0.6f}, BP_ALIGN_CENTER, BP_PEN_P, "0.75 / %.3g = %.4g", (double)d,
                0.75 / (double)d);
    bp_pen_arrow(pen, (bp_vec2){0, -1}, (bp_vec2){d, -1}, BP_PEN_A);
    bp_pen_text(pen, (bp_vec2){d / 2, -1.3f}, BP_ALIGN_CENTER, BP_PEN_A, "d = %.3g", (double)d);
}

/* The distance straight ahead, and the four clip coordinates of A. */
static void draw_numbers(float d, bp_pen *pen) {
    draw_ray(d, pen);
    bp_pen_text(pen, (bp_vec2){0.93f, 0.35f}, BP_ALIGN_RIGHT, BP_PEN_C, "0.5");
    bp_pen_text(pen, (bp_vec2){-0.1f, -1.9f}, BP_ALIGN_LEFT, BP_PEN_INK, "x:  2 × 0.5 to the right = 1");
    bp_pen_text(pen, (bp_vec2){-0.1f, -2.3f}, BP_ALIGN_LEFT, BP_PEN_INK, "y:  2 × 0.75 up = 1.5");
    bp_pen_text(pen, (bp_vec2){2.9f, -1.9f}, BP_ALIGN_LEFT, BP_PEN_QUIET, "z = %.4g, for the depth",
                1.25 * ((double)d - 1));
    bp_pen_text(pen, (bp_vec2){2.9f, -2.3f}, BP_ALIGN_LEFT, BP_PEN_A, "w:  d = %.3g", (double)d);
}

/* Divided by w: a box, in a drawing whose unit is the scene's. `at`: where it is. */
static bp_vec2 boxed(bp_vec3 v, bp_vec2 at) {
    const bp_vec4 clip = bp_frustum_clip(v);
    return (bp_vec2){at.x + 4 * clip.z / clip.w, at.y + 2 * clip.y / clip.w};
}

static void draw_box(const bp_frustum *frustum, bp_vec2 at, bool filled, bp_pen *pen) {
    static const bp_pen_color COLORS[3] = {BP_PEN_A, BP_PEN_B, BP_PEN_C};
    const bp_vec2 box[4] = {{at.x, at.y - 2}, {at.x + 4, at.y - 2}, {at.x + 4, at.y + 2}, {at.x, at.y + 2}};
    bp_vec2 corner[3];
    for (int d = 1; d <= 5 && filled; d++) {
        const float x = boxed((bp_vec3){0, 0, (float)-d}, at).x;
        for (float up = -2; up <= 2; up += 4)
            bp_pen_line(pen, (bp_vec2){x, at.y + 0.9f * up}, (bp_vec2){x, at.y + up}, 1.5f, BP_PEN_QUIET);
        bp_pen_text(pen, (bp_vec2){x, at.y + 2.1f}, BP_ALIGN_CENTER, BP_PEN_QUIET, "%d", d);
    }
    for (int i = 0; i < 3; i++) corner[i] = boxed(frustum->vertex[i], at);
    bp_pen_lines(pen, box, 4, true, 2, BP_PEN_QUIET);
    bp_pen_line(pen, box[0], box[3], 4, BP_PEN_C);
    bp_pen_text(pen, (bp_vec2){at.x - 0.1f, at.y + 1.8f}, BP_ALIGN_RIGHT, BP_PEN_QUIET, "1");
    bp_pen_text(pen, (bp_vec2){at.x - 0.1f, at.y - 2}, BP_ALIGN_RIGHT, BP_PEN_QUIET, "-1");
    if (!filled) return;
    bp_pen_fill_rgb(pen, corner, 3, 0, ORANGE);
    bp_pen_lines(pen, corner, 3, true, 1.5f, BP_PEN_INK);
    for (int i = 0; i < 3; i++) {
        bp_pen_line(pen, corner[i], (bp_vec2){at.x, corner[i].y}, 1.5f, COLORS[i]);
        bp_pen_dot(pen, (bp_vec2){at.x, corner[i].y}, 4, COLORS[i]);
        bp_pen_dot(pen, corner[i], 5.5f, COLORS[i]);
    }
    bp_pen_name_corners(pen, corner);
}

static void draw_scene(bp_world *world, bp_pen *pen) {
    const bp_frustum *frustum = bp_world_frustum(world);
    const state *s = state_of(world);
    switch (s->shown) {
    case SHOW_PERSON: draw_person(s->away, pen); break;
    case SHOW_RAY: draw_ray(distance(world), pen); break;
    case SHOW_NUMBERS: draw_numbers(distance(world), pen); break;
    case SHOW_BOTH:
        for (float d = 2; d <= 4; d++)
            for (float up = -d / 2; up <= d / 2; up += d) {
                bp_pen_line(pen, (bp_vec2){d, up - (up < 0 ? -0.2f : 0.2f)}, (bp_vec2){d, up}, 1.5f,
                            BP_PEN_QUIET);
                if (up < 0)
                    bp_pen_text(pen, (bp_vec2){d, up - 0.4f}, BP_ALIGN_CENTER, BP_PEN_QUIET, "%.0f",
                                (double)d);
            }
        bp_frustum_draw(world, pen);
        bp_pen_arrow(pen, (bp_vec2){5.6f, 0}, (bp_vec2){6.5f, 0}, BP_PEN_QUIET);
        bp_pen_text(pen, (bp_vec2){6.05f, 0.15f}, BP_ALIGN_CENTER, BP_PEN_QUIET, "/ w");
        draw_box(frustum, (bp_vec2){7.4f, 0}, s->divided, pen);
        break;
    case SHOW_BOX: draw_box(frustum, (bp_vec2){0.5f, 0}, true, pen); break;
    }
}

/* Names the corners, also those outside. */
static void draw_corners(bp_world *world, bp_pen *pen) {
    (void)world;
    const bp_pixel_grid *grid = bp_grid_of(bp_pen_stage(pen));
    for (int i = 0; i < 3; i++) {
        const bp_vec2 at = grid->triangles[0].corner[i],
                      near = {bp_clamp(at.x, 0, SIZE), bp_clamp(at.y, 0, SIZE)};
        const bp_pen_color color = (bp_pen_color)(BP_PEN_A + i);
        if (at.x == near.x && at.y == near.y)
            bp_pen_name(pen, near, color, "%c", 'A' + i);
        else
            bp_pen_name(pen, near, color, "%c is at (%.3g, %.3g)", 'A' + i, (double)at.x, (double)at.y);
    }
    for (float at = -0.5f; at < SIZE + 1; at += SIZE + 1) /* keeps the size, whatever lies outside */
        bp_pen_dot(pen, (bp_vec2){at, at}, 0, BP_PEN_QUIET);
}

static void fill_person(bp_world *world, bp_pixel_grid *grid) {
    const float d = state_of(world)->away;
    const bp_subject_look look = {.eye = {0, EYE_HEIGHT, d}, .target = {0, EYE_HEIGHT, 0}};
    bp_subject_fill(world, &look, grid);
}

static void setup(bp_world *world) {
    bp_world_add_pixels(world, "The picture", "", LARGE, LARGE);
    bp_world_add_frustum(world, "From the side", "distance to the right, height up", BP_VIEW_SIDE, TRIANGLE);
    for (int s = PICTURE; s <= OTHER; s++)
        bp_world_add_pixels(world, "The picture", "x to the right, y down", SIZE, SIZE);
    if (world->error.kind != BP_ERROR_NONE) return;
    for (int s = PICTURE; s <= OTHER; s++) bp_grid_of(&world->stages[1 + s])->draw = draw_corners;
    bp_grid_of(&world->stages[0])->recolor = fill_person;
    bp_grid_of(&world->stages[0])->zoom = (float)SIZE / LARGE;
    bp_grid_of(&world->stages[1 + PICTURE])->triangles[0].color = ORANGE;
    bp_grid_of(&world->stages[1 + OTHER])->triangles[0].color = VIOLET;
    bp_world_frustum(world)->drawing.draw = draw_scene;
    bp_world_frustum(world)->drawing.frame = (bp_drawing_frame){-0.5f, 6.5f, -2.33f, 2.33f, 3.6f, 2.4f};
    state_of(world)->away = 2;
    bp_world_show_stages(world, 0, 2);
}

static void walk_away(bp_world *world, float t) { state_of(world)->away = bp_mix(2, 4, t); }
static void show_ray(bp_world *world) {
    bp_world_show_stages(world, 1, 1);
    state_of(world)->shown = SHOW_RAY;
    bp_world_frustum(world)->drawing.frame = (bp_drawing_frame){-0.5f, 5.4f, -1.5f, 1.2f, 5.25f, 2.4f};
}
static void set_distance(bp_world *world, float d) { bp_world_frustum(world)->vertex[A].z = -d; }
static void move_back(bp_world *world, float t) { set_distance(world, bp_mix(2, 4, t)); }
static void show_numbers(bp_world *world) {
    state_of(world)->shown = SHOW_NUMBERS;
    bp_world_frustum(world)->drawing.frame = (bp_drawing_frame){-0.5f, 5.4f, -2.6f, 1.2f, 5.25f, 3.38f};
}
static void show_both(bp_world *world) {
    state_of(world)->shown = SHOW_BOTH;
    bp_world_frustum(world)->drawing.frame = (bp_drawing_frame){-0.5f, 11.8f, -2.7f, 2.7f, 5.45f, 2.4f};
}
static void divide(bp_world *world, float t) { state_of(world)->divided = t > 0; }
static void show_picture(bp_world *world) {
    state_of(world)->shown = SHOW_BOX;
    bp_world_frustum(world)->drawing.frame = (bp_drawing_frame){-0.2f, 4.8f, -2.5f, 2.5f, 2.4f, 2.4f};
    bp_name_stage(world, SCENE, "Divided by w", "from the side; distances along the top");
    world->stage_count = 2;
}
static void to_pixels(bp_world *world, float t) {
    bp_grid_of(&world->stages[PICTURE])->vertices = t < 0.5f ? BP_VERTICES_OWN : BP_VERTICES_RIGHT;
}
static void set_height(bp_world *world, float y) {
    bp_world_frustum(world)->vertex[A].y = y * distance(world) / 2;
}

static void show_pictures(bp_world *world, const char *title, const char *other) {
    bp_world_show_stages(world, 1 + PICTURE, 2);
    set_height(world, 0.375f);
    bp_grid_of(&world->stages[SECOND])->vertices = BP_VERTICES_RIGHT;
    bp_name_stage(world, FIRST, title, ""), bp_name_stage(world, SECOND, other, "");
}
static void show_unturned(bp_world *world) { show_pictures(world, "y flipped", "y not flipped"); }
/* The other picture's viewport: y = 6 + factor * y'. */
static void set_factor(bp_world *world, float value) {
    bp_pixel_grid *grid = bp_grid_of(&world->stages[SECOND]);
    grid->vertices = BP_VERTICES_OWN;
    grid->triangle_count = 1;
    for (int i = 0; i < 3; i++) {
        const bp_vec4 clip = bp_frustum_clip(bp_world_frustum(world)->vertex[i]);
        grid->triangles[0].corner[i] = (bp_vec2){6 + 6 * clip.x / clip.w, 6 + value * clip.y / clip.w};
    }
}
static void unturn(bp_world *world, float t) { set_factor(world, bp_mix(-6, 6, t)); }
static void show_whole(bp_world *world) {
    show_pictures(world, "x/w, y/w", "x, y");
    bp_grid_of(&world->stages[SECOND])->vertices = BP_VERTICES_WHOLE;
}
static void come_nearer(bp_world *world, float t) { set_distance(world, bp_mix(4, 2, t)); }

static const bp_step_slider DISTANCE_AT = BP_SLIDER_SETS("distance of A", "", 1, 5, 0.1f, 1, 4, set_distance);
static const bp_step_slider HEIGHT =
    BP_SLIDER_SETS("y of A, divided", "", -1, 1, 0.125f, 3, 0.375f, set_height);

static const bp_question HOW_HIGH = {
    .text = "A is 0.75 up. From d = 2 its ray passes the plane at a height of 0.375. Where does it pass from "
            "d = 4?",
    .answer = 0.1875f,
    .tolerance = 0.002f,
    .caption = "The picture is a [c:plane] at a distance of 1. The ray from [a:A] to the [p:eye] passes it: "
               "two triangles with one angle. [a:A] will move away.",
    .right = "The large triangle is 4 times as long as the small one, and so 4 times as high: 0.75 / 4.",
    .wrong = {{0.75f, "A stays that high. But what is far looks small."},
              {0.375f, "The height of A stays, but its ray gets flatter."},
              {0.094f, "Twice as far is half as large, not a quarter."}},
    .hint = "Both triangles have one angle. How many times as long is the large one?"};
static const bp_question HOW_FAR = {
    .text = "In clip space A has y = 1.5 and w = 4. After the division -1 is the picture's lower edge, and 1 "
            "its upper one. Which y will A have?",
    .answer = 0.375f,
    .tolerance = 0.002f,
    .caption = "[a:A] is a corner of a triangle with [b:B] and [c:C]. Each vertex will be divided by its own "
               "w, and so the frustum becomes a box. The picture plane is its near plane.",
    .right = "1.5 divided by 4: three eighths of the way from the middle to the upper edge.",
    .wrong = {{6, "That is y times w. What is far away must come closer to the middle."},
              {1.5f, "That is y before the division."},
              {0.75f, "That is A's height in front of the camera. The projection has doubled it already."},
              {0.1875f, "That is the height on the plane. The projection doubles it."}},
    .hint = "Divide y by w."};
static const bp_question WHICH_ROW = {
    .text = "A has y = 0.375: from the middle, 0, that far towards the upper edge, 1. The picture has 12 "
            "rows. Which y has A in pixels, counted from the top?",
    .answer = 3.75f,
    .unit = "pixels",
    .caption = "A viewport turns these numbers into pixels. The middle of the picture is at (6, 6). The view "
               "from the side doesn't show x: that of [a:A] is 0.25.",
    .right = "The middle is at 6, and half of the picture has 6 rows: 6 - 6 × 0.375.",
    .wrong = {{8.25f, "You added. Rows count downwards, so up means a smaller number."},
              {2.25f, "That is how far A is above the middle. Count from the top."},
              {4.5f, "From the middle to the edge there are 6 rows, not 12."},
              {7.5f, "A is above the middle, so its y is less than 6."}},
    .hint = "From the middle to the upper edge there are 6 rows. How many of them is 0.375?"};
static const bp_question HOW_NEAR = {
    .text = "A will come to half of its distance. How far will it then be from the middle of the picture "
            "that divides by w?",
    .caption = "The [wrong:violet picture] ignores the distance: it takes x and y as they are. Now [a:A] "
               "comes nearer; its height and its x stay.",
    CHOICE(1, "as far as now", "twice as far", "half as far", "four times as far"),
    .right = "x and y stay, and w halves, so both quotients double.",
    .wrong = {{0, "Its x and y stay. But they are divided by w."},
              {2, "What comes nearer looks larger."},
              {3, "Both x and y double, so the distance from the middle doubles."}}};

static const bp_step STEPS[] = {
    {.caption = "Rays go from the [a:head] and from the [b:feet] to the [p:eye], and pass a [c:plane] on "
                "their way. The picture is what this plane sees.\n\nThe character walks away. At twice the "
                "distance d its height y is half as large in the picture: y / d.",
     .change = walk_away,
     .slider = &(const bp_step_slider)BP_SLIDER_OF("distance", " m", 2, 6, 0.1f, 1, 2, 4),
     .code = "y / d",
     .seconds = 1.5f},
    {.heading = "A ray through a window",
     .caption = "So from any d the ray passes at 0.75 / d. Move [a:A]: what is far away gets small, because "
                "of a division by d.",
     .change = move_back,
     .question = &HOW_HIGH,
     .slider = &(const bp_step_slider)BP_SLIDER_OF("distance of A", "", 1, 5, 0.1f, 1, 2, 4),
     .code = "y / d",
     .arrange = show_ray},
    {.heading = "w is the divisor",
     .caption =
         "A matrix multiplies and adds; it can't divide. So the projection writes the distance d into a "
         "fourth number, [a:w], and leaves the division for later.\n\nThe projection also doubles x and y: "
         "the [c:plane]'s edge is [c:0.5] up, and is to become 1. [a:A] is 0.75 up and 0.5 to the right.",
     CLAIMS(BP_CLAIM_THAT(
         26, "The projection doubles A's x and y and puts its distance into w: (1, 1.5, 3.75, 4).",
         bp_measure_frustum_clip, SCENE, A, .count = 4, .expected = {1, 1.5f, 3.75f, 4},
         .holds_before = true)),
     .slider = &DISTANCE_AT,
     .code = "bp_mat4_perspective_rh(fov_y, 1, 1, 5)",
     .footnote = "These four numbers are clip space: gl_Position in GLSL. Lesson 23 explains z.",
     .arrange = show_numbers},
    {.heading = "Divide",
     .caption = "The rays are parallel now, and what was far away shrank. The ticks are 1, 2, 3, 4 and 5 "
                "away: in the box they crowd at the far end, and so do depths.",
     CLAIMS(BP_CLAIM_THAT(27, "Divided by w, A is at (0.25, 0.375), with a depth of 0.9375.",
                          bp_measure_frustum_divided, SCENE, A, .count = 3,
                          .expected = {0.25f, 0.375f, 0.9375f}, .holds_before = true)),
     .change = divide,
     .question = &HOW_FAR,
     .slider = &DISTANCE_AT,
     .code = "float inverse_w = 1.0f / clip[3];",
     .footnote = "A GPU does this division for you, between vertex shader and rasterizer.",
     .arrange = show_both},
    {.heading = "Stretch it over the pixels, and flip y",
     .caption = "So the viewport computes 6 + 6 x and 6 - 6 y of the divided x and y. Rows count from the "
                "top: that is why y changes its sign.",
     .change = to_pixels,
     CLAIMS(BP_CLAIM_THAT(28, "The viewport puts A at (7.5, 3.75) in 12 x 12 pixels.", bp_measure_landed,
                          PICTURE, A, .count = 2, .expected = {7.5f, 3.75f}, .unit = "pixels")),
     .question = &WHICH_ROW,
     .slider = &HEIGHT,
     .code = "draw.state.viewport = (bp_rect){0, 0, 12, 12};",
     .footnote = "OpenGL: glViewport; Direct3D: RSSetViewports.",
     HANDLES(BP_PIXEL_HANDLE("A", PICTURE, 0, bp_frustum_put),
             BP_PIXEL_HANDLE("B", PICTURE, 1, bp_frustum_put),
             BP_PIXEL_HANDLE("C", PICTURE, 2, bp_frustum_put)),
     .arrange = show_picture},
    {.heading = "The forgotten sign",
     .caption = "In the [wrong:violet picture] y wasn't flipped. It is upside down, and its corners run the "
                "other way round: the area changes its sign. So a program that leaves out back faces now "
                "leaves out the fronts.",
     .change = unturn,
     CLAIMS(BP_CLAIM_THAT(29, "With y not flipped, A lands at (7.5, 8.25) ...", bp_measure_drawn_corner,
                          SECOND, A, .count = 2, .expected = {7.5f, 8.25f}, .unit = "pixels"),
            BP_CLAIM_THAT(29, "... and the triangle runs the other way round: twice its area is 19.875 ...",
                          bp_measure_way_round, SECOND, 0, .expected = {19.875f}, .unit = "square pixels"),
            BP_CLAIM_THAT(29, "... and not -19.875.", bp_measure_way_round, FIRST, 0, .expected = {-19.875f},
                          .unit = "square pixels", .holds_before = true)),
     .slider = &(const bp_step_slider)BP_SLIDER_OF("factor of y in picture 2", " px", -6, 6, 0.5f, 1, -6, 6),
     .code = "scale_y = -height / 2",
     .footnote =
         "OpenGL counts rows upwards, Direct3D downwards; in Vulkan y points down before the viewport, too.",
     .arrange = show_unturned},
    {.heading = "With and without the division",
     .caption = "In the [wrong:violet picture] [a:A] stays at (12, -3). Rails seem to meet at the horizon "
                "because of this division.",
     .change = come_nearer,
     CLAIMS(BP_CLAIM_THAT(30,
                          "Not divided by w, A lands at (12, -3), outside of the picture, at any distance.",
                          bp_measure_landed, SECOND, A, .count = 2, .expected = {12, -3}, .unit = "pixels",
                          .holds_before = true),
            BP_CLAIM_THAT(31, "At half the distance A is twice as far from the middle: at (9, 1.5).",
                          bp_measure_landed, FIRST, A, .count = 2, .expected = {9, 1.5f}, .unit = "pixels")),
     .question = &HOW_NEAR,
     .slider = &(const bp_step_slider)BP_SLIDER_OF("distance of A", "", 2, 4, 0.1f, 1, 4, 2),
     .code = "float inverse_w = 1.0f / clip[3];",
     .arrange = show_whole,
     .seconds = 1.2f,
     .cover = true},
};

const bp_lesson_plan bp_lesson = {
    PIXEL_LESSON(21, "21_vertex_to_pixel"),
    .title = "How does a 3D point become a pixel?",
    .summary = "A matrix, a division by w, and a viewport that turns y.",
    .difficulty = 2,
    .text =
        {.goal = "You will be able to compute by hand at which pixel a point lands.",
         .learned =
             {"The projection gives a vertex four clip coordinates. w is its distance straight ahead.",
              "x, y and z are divided by w. That makes what is far away small.",
              "The viewport turns -1 to 1 into pixels, and changes the sign of y.",
              "Pixel (222, 180): vertex 2144 of the hem has the clip coordinates (-0.302, 0.755, 1.658, "
              "2.492), rounded; divided (-0.121, 0.303, 0.665); in 512 pixels (225.023, 178.488)."},
         .next = "Why does what is behind the camera show up in front?",
         .teaches = "How clip coordinates become pixels: the division by w and the viewport.",
         .prerequisites = "02_seven_matrices, 19_triangle_to_pixels",
         .try_this = {"At step 5 drag A in the picture, and watch it in the box. Which line does it follow?",
                      "At step 5 put A above the box. Where does it land?"},
         .questions =
             {"A lens with a longer focal length multiplies x and y by 4. What happens to the picture?",
              "Half of the way from the near plane to the far one, at a distance of 3, the depth is 0.83. "
              "Why not 0.5?",
              "An orthographic projection writes 1 into w. What does the division do then?"},
         .answers = {"All of it becomes four times as large. Only the middle quarter of its width and height "
                     "is still seen.",
                     "Here z/w is 1.25 (1 - 1/distance): 1/3 is much nearer to the 1/5 of the far plane than "
                     "to 1. Depth grows fast near the eye and slowly far away.",
                     "Nothing: what is far away stays as large as what is near."}},
};
