/* Exercise 14: edge functions and the top-left rule. Corners lie on quarters of a pixel, and the image is
 * small, so every product and sum is exact in a float: the edge function is 0 on an edge. */
#include "answers/14_top_left_rule.h"

#define INPUTS triangle_inputs

enum { WIDTH = 16, HEIGHT = 12 };

static void add(bp_case_list *list, const char *name, bp_vec2 a, bp_vec2 b, bp_vec2 c) {
    CASE(name, WIDTH, HEIGHT, {a, b, c});
}

static void cases(bp_case_list *list) {
    const float left = bp_case_random_whole(list, 1, 4) + 0.5f, top = bp_case_random_whole(list, 1, 2) + 0.5f;
    const float right = left + 10, bottom = top + 8;
    bp_vec2 corner[4] = {{left, top}, {right, top}, {right, bottom}, {left, bottom}};
    add(list, "the upper left half of a square, edges through pixel centres", corner[0], corner[1],
        corner[3]);
    add(list, "its lower right half", corner[1], corner[2], corner[3]);
    add(list, "a narrow one, that misses most middles", (bp_vec2){left - 1.5f, 1},
        (bp_vec2){left + 12.25f, 8}, (bp_vec2){left + 11, 8.25f});
    add(list, "the same corners, begun at another", corner[3], corner[1], corner[2]);
    bp_vec2 middle = {.x = bp_case_random_whole(list, 2, WIDTH - 3) + 0.5f};
    middle.y = bp_case_random_whole(list, 2, HEIGHT - 3) + 0.5f;
    add(list, "smaller than a pixel, with the top edge through its middle",
        (bp_vec2){middle.x - 0.25f, middle.y}, (bp_vec2){middle.x + 0.25f, middle.y},
        (bp_vec2){middle.x, middle.y + 0.75f});
    add(list, "smaller than a pixel, with the right edge through its middle",
        (bp_vec2){middle.x, middle.y - 0.25f}, (bp_vec2){middle.x, middle.y + 0.25f},
        (bp_vec2){middle.x - 0.75f, middle.y});
    add(list, "larger than the picture", (bp_vec2){-left, -top}, (bp_vec2){3 * WIDTH, -top},
        (bp_vec2){-left, 3 * HEIGHT});
    CASE("a picture of one pixel", 1, 1, {{-left, 0}, {left, 0}, {0, top}});
    CASE("beside a picture that is higher than wide", 5, 9, {{5.5f, top}, {9, top}, {5.5f, bottom}});
    for (int i = 0; i < 16; i++) {
        const int width = WIDTH - bp_case_random_below(list, 9),
                  height = HEIGHT - bp_case_random_below(list, 3);
        bp_vec2 a = bp_case_quarters(list, width, height, 1), b = bp_case_quarters(list, width, height, 1),
                c = bp_case_quarters(list, width, height, 1), ab = bp_vec2_sub(b, a), ac = bp_vec2_sub(c, a);
        float area = ab.x * ac.y - ab.y * ac.x;
        if (area == 0)
            c = (bp_vec2){a.x - (b.y > a.y ? 2 : -2), a.y}, area = (b.y > a.y ? 2 : -2) * (b.y - a.y);
        if (area == 0) b = (bp_vec2){a.x + 5, a.y}, c = (bp_vec2){a.x, a.y + 5}, area = 25;
        CASE("from the seed", width, height, {a, area > 0 ? b : c, area > 0 ? c : b});
    }
}

static void show(bp_answer_stage *stage, const void *in, const float *out) {
    const triangle_inputs *p = in;
    bp_answer_stage_bits(stage, p->width, p->height, out);
}

/* The three edge functions of the first wrong pixel. */
static void trace(bp_exercise_trace *to, const void *in) {
    const triangle_inputs *p = in;
    int pixel = to->first;
    bp_vec2 center = {(float)(pixel % p->width) + 0.5f, (float)(pixel / p->width) + 0.5f};
    bp_trace(to, center, "the centre of the pixel in row %d, column %d", pixel / p->width, pixel % p->width);
    for (int i = 0; i < 3; i++) {
        bp_vec2 a = p->corner[i], along = bp_vec2_sub(p->corner[(i + 1) % 3], a);
        float edge = along.x * (center.y - a.y) - along.y * (center.x - a.x);
        const char *kind = along.y < 0                   ? "left"
                           : along.y == 0 && along.x > 0 ? "top"
                                                         : "neither top nor left";
        bp_trace(to, along, "the edge from corner %d to %d, b - a", i, (i + 1) % 3);
        bp_trace(to, edge, "its edge function, %s",
                 edge > 0   ? "which is inside"
                 : edge < 0 ? "which is outside"
                            : kind);
    }
}

/* clang-format off */
#define LINES(X) \
    X(LEFT_ALONE, inside = inside && (e > 0 || (e == 0 && dy < 0));) \
    X(ALL_EDGES, inside = inside && e >= 0;) \
    X(NOT_TOP_LEFT, inside = inside && (e > 0 || (e == 0 && !(dy < 0 || (dy == 0 && dx > 0))));) \
    X(TOP_LEFT, inside = inside && (e > 0 || (e == 0 && (dy < 0 || (dy == 0 && dx > 0))));) \
    X(INNER, inside = inside && e > 0;) \
    X(TOP_DOWN, inside = inside && (e > 0 || (e == 0 && (dy > 0 || (dy == 0 && dx > 0))));)
/* clang-format on */

static float *run_lines(const void *in, const unsigned char *lines, int count, float *out) {
    const triangle_inputs *p = in;
    for (int i = 0; i < p->width * p->height; i++) {
        bp_vec2 center = {(float)(i % p->width) + 0.5f, (float)(i / p->width) + 0.5f};
        bool inside = true;
        for (int corner = 0; corner < 3; corner++) {
            bp_vec2 a = p->corner[corner], b = p->corner[(corner + 1) % 3];
            float dx = b.x - a.x, dy = b.y - a.y, e = dx * (center.y - a.y) - dy * (center.x - a.x);
            RUN_LINES(lines, count)
        }
        bp_pack_float(&out, inside);
    }
    return out;
}

const bp_exercise bp_exercise_14 = {
    .title = "Edge functions and the top-left rule",
    .lesson = "20_who_owns_the_edge",
    .term = "left edge",
    .source = "raster/triangle_setup.c",
    .function = "cover_triangle",
    .hints = {"Use two loops over rows and columns, and inside them one over the three edges. A pixel is "
              "covered unless an edge excludes it.",
              "Write a small function for one edge, with corners a and b and the pixel's centre p. Positive: "
              "inside. Negative: outside. Zero: look at the edge's direction, b.x - a.x and b.y - a.y.",
              "With dx = b.x - a.x, dy = b.y - a.y and e = dx * (p.y - a.y) - dy * (p.x - a.x), the point is "
              "inside the edge if e > 0 || (e == 0 && (dy < 0 || (dy == 0 && dx > 0)))."},
    .inputs = {INPUT(INT, width), INPUT(INT, height), INPUT_ARRAY(VEC2, corner, 3)},
    .outputs = {OUTPUT(NUMBER, "covered", BP_VALUE_PER_PIXEL)},
    .form =
        {.kind = BP_FORM_CHOICE,
         .before =
             "void cover_triangle(const bp_vec2 corner[3], int width, int height, int *covered) {\n"
             "    for (int i = 0; i < width * height; i++) {\n"
             "        bp_vec2 p = {i % width + 0.5f, i / width + 0.5f};\n"
             "        int inside = 1;\n"
             "        for (int k = 0; k < 3; k++) {\n"
             "            bp_vec2 a = corner[k], b = corner[(k + 1) % 3];\n"
             "            float dx = b.x - a.x, dy = b.y - a.y, e = dx * (p.y - a.y) - dy * (p.x - a.x);\n",
         .after = "        }\n"
                  "        covered[i] = inside;\n    }\n}\n",
         LINES_OF_FORM},
    BP_EXERCISE_PARTS(14),
};
