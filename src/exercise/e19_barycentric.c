/* Exercise 19: barycentric coordinates by edge functions, added up pixel by pixel. Corners lie on quarters of
 * a pixel. Most wrong answers take another edge, scale or step; two go through the pixels in another way. */
#include "answers/19_barycentric.h"

#define INPUTS triangle_inputs

enum { WIDTH = 12, HEIGHT = 10 };

/* Shares at the first pixel, and their change per pixel. */
typedef struct share_steps {
    bp_vec3 first, right, down;
} share_steps;

static share_steps make_steps(const bp_vec2 corner[3]) {
    float first[3], right[3], down[3], area = bp_edge_at(corner[0], corner[1], corner[2].x, corner[2].y);
    for (int k = 0; k < 3; k++) {
        bp_vec2 a = corner[(k + 1) % 3], b = corner[(k + 2) % 3];
        first[k] = bp_edge_at(a, b, 0.5f, 0.5f) / area;
        right[k] = (a.y - b.y) / area;
        down[k] = (b.x - a.x) / area;
    }
    return (share_steps){
        {first[0], first[1], first[2]}, {right[0], right[1], right[2]}, {down[0], down[1], down[2]}};
}

/* Clockwise on the screen, whatever the order given. */
static void add(bp_case_list *list, const char *name, int width, int height, bp_vec2 a, bp_vec2 b,
                bp_vec2 c) {
    bool clockwise = bp_edge_at(a, b, c.x, c.y) > 0;
    CASE(name, width, height, {a, clockwise ? b : c, clockwise ? c : b});
}

static void cases(bp_case_list *list) {
    const float x = bp_case_random_whole(list, 6, 7), y = bp_case_random_whole(list, 3, 4);
    /* By hand: the right angle is at (0, 0), so the shares of the others are x / 4 and y / 2. */
    const float expected[] = {-0.25f, 0.25f,  0,       -0.5f,  0,      0.5f,    0.625f, 0.125f,
                              0.25f,  0.375f, 0.375f,  0.25f,  0.125f, 0.625f,  0.25f,  0.125f,
                              0.125f, 0.75f,  -0.125f, 0.375f, 0.75f,  -0.375f, 0.625f, 0.75f};
    CASE("a right angle in the image's corner, 3 x 2 pixels", 3, 2, {{0, 0}, {4, 0}, {0, 2}});
    bp_case_expect(list, expected, BP_COUNT(expected));
    add(list, "a triangle inside the image", WIDTH, HEIGHT, (bp_vec2){1.5f, 1}, (bp_vec2){11, y},
        (bp_vec2){x, 9.5f});
    add(list, "a flat one, and the image is high", 3, 8, (bp_vec2){0, y}, (bp_vec2){3, y + 1},
        (bp_vec2){0.5f, y + 2.5f});
    add(list, "an image of one pixel", 1, 1, (bp_vec2){-1, -x}, (bp_vec2){y, 0}, (bp_vec2){0, 3});
    add(list, "mostly beside the image, with two equal sides", 5, 1, (bp_vec2){-x, -1}, (bp_vec2){4, -1},
        (bp_vec2){-x, x + 3});
    for (int i = 0; i < 14; i++) {
        int width = 3 + bp_case_random_below(list, 6), height = 2 + bp_case_random_below(list, 6);
        bp_vec2 a, b, c;
        do {
            a = bp_case_quarters(list, width, height, 0), b = bp_case_quarters(list, width, height, 0),
            c = bp_case_quarters(list, width, height, 0);
        } while (fabsf(bp_edge_at(a, b, c.x, c.y)) < 3);
        add(list, "from the seed", width, height, a, b, c);
    }
}

/* The shares as red, green and blue; grey where one is negative. The corners have their own colours. */
static void show(bp_answer_stage *stage, const void *in, const float *out) {
    const triangle_inputs *p = in;
    const float *share = out + 6, side = 4.0f / (float)p->height;
    for (int i = 0; i < p->width * p->height; i++, share += 3) {
        bool inside = share[0] >= 0 && share[1] >= 0 && share[2] >= 0;
        bp_answer_stage_pixel(stage, i % p->width, i / p->width, p->width, p->height,
                              inside ? bp_paint((bp_vec3){share[0], share[1], share[2]}) : GREY);
    }
    for (int k = 0; k < 3; k++) {
        bp_vec3 at = {(p->corner[k].x - 0.5f * (float)p->width) * side,
                      (0.5f * (float)p->height - p->corner[k].y) * side, 0.1f};
        bp_answer_stage_ball(stage, at, 0.12f,
                             (bp_rgba8){k == 0 ? 255 : 0, k == 1 ? 255 : 0, k == 2 ? 255 : 0, 255});
    }
}

/* The steps, and the way to the pixel of the first wrong float. */
static void trace(bp_exercise_trace *to, const void *in) {
    const triangle_inputs *p = in;
    const share_steps s = make_steps(p->corner);
    const int pixel = to->first < 6 ? 0 : (to->first - 6) / 3, row = pixel / p->width,
              column = pixel % p->width;
    bp_trace(to, bp_edge_at(p->corner[0], p->corner[1], p->corner[2].x, p->corner[2].y),
             "E(corner 0, corner 1, corner 2)");
    for (int k = 0; k < 3; k++) {
        const int a = (k + 1) % 3, b = (k + 2) % 3;
        bp_trace(to, bp_edge_at(p->corner[a], p->corner[b], 0.5f, 0.5f),
                 "E(corner %d, corner %d, (0.5, 0.5))", a, b);
    }
    bp_trace(to, s.right, "right = a.y - b.y of the opposite edges, divided by the first E");
    bp_trace_is_result(to, 0);
    bp_trace(to, s.down, "down = b.x - a.x of the opposite edges, divided by the first E");
    bp_trace_is_result(to, 3);
    bp_trace(to, s.first, "the first pixel's shares, the three E divided by the first");
    bp_trace_is_result(to, 6);
    const bp_vec3 begin = bp_vec3_add(s.first, bp_vec3_scale(s.down, (float)row));
    if (row > 0) bp_trace(to, begin, "row %d begins %d times `down` below", row, row);
    if (column > 0)
        bp_trace(to, bp_vec3_add(begin, bp_vec3_scale(s.right, (float)column)),
                 "column %d is %d times `right` further", column, column);
}

/* clang-format off */
LINE_HELPERS(HELPERS, static float edge_at(bp_vec2 a, bp_vec2 b, bp_vec2 p) {
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
})

#define LINES(X) \
    X(FIRST_CORNER, first[k] = edge_at(a, b, (bp_vec2){0, 0});) \
    X(DIVIDE, first[k] /= area, right[k] /= area, down[k] /= area;) \
    X(BESIDE, a = corner[k], b = corner[(k + 1) % 3];) \
    X(STEPS, right[k] = a.y - b.y, down[k] = b.x - a.x;) \
    X(FIRST_CENTER, first[k] = edge_at(a, b, (bp_vec2){0.5f, 0.5f});) \
    X(DIVIDE_HALF, first[k] /= area / 2, right[k] /= area / 2, down[k] /= area / 2;) \
    X(STEPS_X_Y, right[k] = b.x - a.x, down[k] = a.y - b.y;) \
    X(OPPOSITE, a = corner[(k + 1) % 3], b = corner[(k + 2) % 3];) \
    X(STEPS_BACK, right[k] = b.y - a.y, down[k] = a.x - b.x;)
/* clang-format on */

static float *run_lines(const void *in, const unsigned char *lines, int count, float *out) {
    const triangle_inputs *p = in;
    const bp_vec2 *corner = p->corner;
    float first[3], right[3], down[3];
    float area = edge_at(corner[0], corner[1], corner[2]);
    for (int k = 0; k < 3; k++) {
        bp_vec2 a = corner[0], b = corner[0];
        first[k] = right[k] = down[k] = bp_unwritten();
        RUN_LINES(lines, count)
    }
    for (int k = 0; k < 3; k++) bp_pack_float(&out, right[k]);
    for (int k = 0; k < 3; k++) bp_pack_float(&out, down[k]);
    for (int row = 0; row < p->height; row++) {
        float now[3] = {first[0], first[1], first[2]};
        for (int column = 0; column < p->width; column++)
            for (int k = 0; k < 3; k++) bp_pack_float(&out, now[k]), now[k] += right[k];
        for (int k = 0; k < 3; k++) first[k] += down[k];
    }
    return out;
}

const bp_exercise bp_exercise_19 = {
    .title = "Barycentric coordinates, pixel by pixel",
    .lesson = "19_triangle_to_pixels",
    .term = "edge function",
    .source = "raster/triangle_setup.c",
    .function = "barycentric",
    .hints = {"Which edge belongs to corner 0? The one on which its share is 0. Along it p makes a triangle "
              "without area with the other two corners.",
              "If p.x grows by 1, only the second product of the edge function changes: the function changes "
              "by a.y - b.y. If p.y grows by 1, it changes by b.x - a.x. Divide both by the triangle's edge "
              "function.",
              "For corner k: a = corner[(k + 1) % 3], b = corner[(k + 2) % 3]. Its first share is E(a, b, "
              "(0.5, 0.5)) / E(corner 0, corner 1, corner 2). Copy the three at the start of each row; add "
              "`right` after each pixel, and `down` to the row's first three after each row."},
    .inputs = {INPUT(INT, width), INPUT(INT, height), INPUT_ARRAY(VEC2, corner, 3)},
    .outputs = {OUTPUT(VEC3, "right", 0), OUTPUT(VEC3, "down", 0), OUTPUT(VEC3, "share", BP_VALUE_REST)},
    .form =
        {.helpers = HELPERS,
         .before =
             "/* edge_at(a, b, p) is the edge function of the edge from a to b at the point p. */\n"
             "void barycentric(const bp_vec2 corner[3], int width, int height, float *right, float *down, "
             "float *share) {\n"
             "    float first[3], area = edge_at(corner[0], corner[1], corner[2]);\n"
             "    for (int k = 0; k < 3; k++) {\n"
             "        bp_vec2 a, b; /* the ends of an edge */\n",
         .after = "    }\n"
                  "    for (int row = 0; row < height; row++) {\n"
                  "        float now[3] = {first[0], first[1], first[2]};\n"
                  "        for (int column = 0; column < width; column++)\n"
                  "            for (int k = 0; k < 3; k++) *share++ = now[k], now[k] += right[k];\n"
                  "        for (int k = 0; k < 3; k++) first[k] += down[k];\n    }\n}\n",
         FORM_OF_LINES},
    BP_EXERCISE_PARTS(19),
};
