/* Exercise 14b: conservative rasterization. A square and a triangle share an area unless a line separates
 * them, and it is enough to try the directions of their sides: the triangle's three, horizontal and
 * vertical. Corners lie on quarters of a pixel, so every product and sum is exact in a float. */
#include "answers/14b_touched_pixels.h"

#define INPUTS triangle_inputs

enum { WIDTH = 16, HEIGHT = 12 };

/* The bounds of the triangle, or of a pixel's square. */
typedef struct rect {
    float left, top, right, bottom;
} rect;

static float turn_of(const bp_vec2 c[3]) { return bp_edge_at(c[0], c[1], c[2].x, c[2].y) < 0 ? -1 : 1; }

static rect bounds_of(const bp_vec2 c[3]) {
    return (rect){fminf(c[0].x, fminf(c[1].x, c[2].x)), fminf(c[0].y, fminf(c[1].y, c[2].y)),
                  fmaxf(c[0].x, fmaxf(c[1].x, c[2].x)), fmaxf(c[0].y, fmaxf(c[1].y, c[2].y))};
}

static bool overlap(rect a, rect b) {
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/* For each edge, the corner of the square that lies farthest inside. */
static bool is_within_edges(const bp_vec2 c[3], rect at) {
    const float turn = turn_of(c);
    for (int k = 0; k < 3; k++) {
        bp_vec2 a = c[k], b = c[(k + 1) % 3];
        float dx = turn * (b.x - a.x), dy = turn * (b.y - a.y);
        float x = dy > 0 ? at.left : at.right, y = dx > 0 ? at.bottom : at.top;
        if (!(dx * (y - a.y) - dy * (x - a.x) > 0)) return false;
    }
    return true;
}

static bp_exercise_case *add(bp_case_list *list, const char *name, bp_vec2 a, bp_vec2 b, bp_vec2 c) {
    return CASE(name, WIDTH, HEIGHT, {a, b, c});
}

static void cases(bp_case_list *list) {
    /* By hand: the long side leaves row 1 at x = 3.5, so row 2 has columns 2 and 3. */
    static const int TOUCHED[] = {WIDTH + 2, WIDTH + 3, WIDTH + 4, 2 * WIDTH + 2, 2 * WIDTH + 3};
    float expected[WIDTH * HEIGHT] = {0};
    for (size_t i = 0; i < BP_COUNT(TOUCHED); i++) expected[TOUCHED[i]] = 1;
    add(list, "a small one", (bp_vec2){2.25f, 1.25f}, (bp_vec2){4.75f, 1.25f}, (bp_vec2){2.25f, 2.75f});
    bp_case_expect(list, expected, WIDTH * HEIGHT);
    const float x = bp_case_random_whole(list, 1, 4), y = bp_case_random_whole(list, 1, 2);
    add(list, "its sides on the lines between pixels", (bp_vec2){x, y}, (bp_vec2){x + 8, y},
        (bp_vec2){x, y + 8});
    add(list, "a thin one", (bp_vec2){x, y}, (bp_vec2){x + 10.75f, y + 6.25f},
        (bp_vec2){x + 10.25f, y + 6.5f});
    add(list, "within one pixel", (bp_vec2){x + 0.25f, y + 0.25f}, (bp_vec2){x + 0.75f, y + 0.25f},
        (bp_vec2){x + 0.25f, y + 0.5f});
    add(list, "counterclockwise", (bp_vec2){x + 1, y + 1}, (bp_vec2){x + 2, y + 7.5f}, (bp_vec2){x + 9, y});
    add(list, "left and right corner on lines between pixels", (bp_vec2){x, y + 2.25f},
        (bp_vec2){x + 5, y + 2.75f}, (bp_vec2){x + 2.25f, y + 5.25f});
    add(list, "upper and lower corner on lines between pixels", (bp_vec2){x + 2.25f, y},
        (bp_vec2){x + 6.25f, y + 2.25f}, (bp_vec2){x + 2.75f, y + 5});
    add(list, "the second corner above and left of the others", (bp_vec2){x + 8.75f, y + 6.25f},
        (bp_vec2){x + 0.25f, y + 0.25f}, (bp_vec2){x + 2.25f, y + 5.5f});
    add(list, "within one pixel, symmetric", (bp_vec2){x + 0.25f, y + 0.5f}, (bp_vec2){x + 0.75f, y + 0.75f},
        (bp_vec2){x + 0.75f, y + 0.25f});
    add(list, "larger than the picture", (bp_vec2){-x, -y}, (bp_vec2){3 * WIDTH, -y},
        (bp_vec2){-x, 3 * HEIGHT});
    CASE("a picture of one pixel", 1, 1, {{-x, 0}, {x, 0}, {0, y}});
    CASE("beside a picture that is higher than wide, and along its edge", 5, 9, {{5, y}, {9, y}, {5, y + 5}});
    for (int i = 0; i < 16; i++) {
        const int width = WIDTH - bp_case_random_below(list, 9),
                  height = HEIGHT - bp_case_random_below(list, 3);
        bp_vec2 a = bp_case_quarters(list, width, height, 1), b = bp_case_quarters(list, width, height, 1),
                c = bp_case_quarters(list, width, height, 1);
        if (i % 3 == 0) c = (bp_vec2){b.x + 0.75f, b.y - 0.25f}; /* thin */
        if (bp_edge_at(a, b, c.x, c.y) == 0) b = (bp_vec2){a.x + 5, a.y}, c = (bp_vec2){a.x, a.y + 5};
        CASE("from the seed", width, height, {a, b, c});
    }
}

static bp_vec3 on_stage(bp_vec2 p) {
    const float side = 4.0f / HEIGHT;
    return (bp_vec3){(p.x - 0.5f * WIDTH) * side, (0.5f * HEIGHT - p.y) * side, 0.05f};
}

static void show(bp_answer_stage *stage, const void *in, const float *out) {
    const triangle_inputs *p = in;
    bp_answer_stage_bits(stage, p->width, p->height, out);
    for (int k = 0; k < 3; k++)
        bp_answer_stage_rod(stage, on_stage(p->corner[k]), on_stage(p->corner[(k + 1) % 3]), 0.03f,
                            bp_scene_color(0));
}

/* Values without the formulas: finding those is the exercise. */
static void trace(bp_exercise_trace *to, const void *in) {
    const triangle_inputs *p = in;
    int pixel = to->first;
    float left = (float)(pixel % p->width), top = (float)(pixel / p->width);
    rect at = {left, top, left + 1, top + 1};
    bp_trace(to, ((bp_vec2){left, top}), "the upper left corner of the pixel in row %d, column %d",
             pixel / p->width, pixel % p->width);
    bp_trace(to, (float)overlap(bounds_of(p->corner), at),
             "the triangle's bounds overlap the pixel (1) or not");
    bp_trace(to, (float)is_within_edges(p->corner, at),
             "a part of the pixel is on the inner side of every edge (1), or not");
}

/* clang-format off */
#define LINES(X) \
    X(ABOVE, inside = inside && e > 0;) \
    X(BOX_AND_BORDER, inside = inside && left <= hi.x && right >= lo.x && top <= hi.y && bottom >= lo.y;) \
    X(FARTHEST_OUT, x = dy > 0 ? right : left, y = dx > 0 ? top : bottom;) \
    X(VALUE, e = dx * (y - a.y) - dy * (x - a.x);) \
    X(BOX, inside = inside && left < hi.x && right > lo.x && top < hi.y && bottom > lo.y;) \
    X(CENTRE, x = left + 0.5f, y = top + 0.5f;) \
    X(FARTHEST_IN, x = dy > 0 ? left : right, y = dx > 0 ? bottom : top;) \
    X(NOT_BELOW, inside = inside && e >= 0;) \
    X(ORDER, if (turn < 0) dx = -dx, dy = -dy;)
/* clang-format on */

static bool touches_by_lines(const bp_vec2 corner[3], rect at, const unsigned char *lines, int count) {
    const float left = at.left, top = at.top, right = at.right, bottom = at.bottom, turn = turn_of(corner);
    const rect all = bounds_of(corner);
    const bp_vec2 lo = {all.left, all.top}, hi = {all.right, all.bottom};
    bool inside = true;
    for (int k = 0; k < 3; k++) {
        bp_vec2 a = corner[k], b = corner[(k + 1) % 3];
        float dx = b.x - a.x, dy = b.y - a.y, x = NAN, y = NAN, e = NAN;
        RUN_LINES(lines, count)
    }
    return inside;
}

static float *run_lines(const void *in, const unsigned char *lines, int count, float *out) {
    const triangle_inputs *p = in;
    for (int i = 0; i < p->width * p->height; i++) {
        float left = (float)(i % p->width), top = (float)(i / p->width);
        bp_pack_float(&out, touches_by_lines(p->corner, (rect){left, top, left + 1, top + 1}, lines, count));
    }
    return out;
}

const bp_exercise bp_exercise_14b = {
    .title = "Open: every pixel that a triangle touches",
    .lesson = "20_who_owns_the_edge",
    .term = "edge",
    .function = "touch_pixels",
    .hints = {"Two convex shapes are apart if a line lies between them, and it is enough to try lines along "
              "their sides: the triangle's three edges, and horizontal and vertical ones.",
              "For an edge of the triangle, the square is apart if all of it is outside. Its corner that "
              "lies farthest inside decides: which of the four is that, if the edge goes right and down?",
              "For dx = b.x - a.x and dy = b.y - a.y (clockwise corners), take x = dy > 0 ? left : right and "
              "y = dx > 0 ? bottom : top. The square must have an edge function above 0 there for all three "
              "edges, and overlap the triangle's bounding box."},
    .inputs = {INPUT(INT, width), INPUT(INT, height), INPUT_ARRAY(VEC2, corner, 3)},
    .outputs = {OUTPUT(NUMBER, "touched", BP_VALUE_PER_PIXEL)},
    .form = {.before =
                 "/* lo and hi are the corners of the triangle's bounding box. */\n"
                 "void touch_pixels(const bp_vec2 corner[3], int width, int height, int *touched) {\n"
                 "    bp_vec2 p = corner[0], q = corner[1], r = corner[2];\n"
                 "    bp_vec2 lo = {fminf(p.x, fminf(q.x, r.x)), fminf(p.y, fminf(q.y, r.y))};\n"
                 "    bp_vec2 hi = {fmaxf(p.x, fmaxf(q.x, r.x)), fmaxf(p.y, fmaxf(q.y, r.y))};\n"
                 "    float turn = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);\n"
                 "    for (int i = 0; i < width * height; i++) {\n"
                 "        float left = i % width, top = i / width, right = left + 1, bottom = top + 1;\n"
                 "        int inside = 1;\n"
                 "        for (int k = 0; k < 3; k++) {\n"
                 "            bp_vec2 a = corner[k], b = corner[(k + 1) % 3];\n"
                 "            float dx = b.x - a.x, dy = b.y - a.y, x = NAN, y = NAN, e = NAN;\n",
             .after = "        }\n"
                      "        touched[i] = inside;\n    }\n}\n",
             FORM_OF_LINES},
    BP_EXERCISE_PARTS(14b),
};
