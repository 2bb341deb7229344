/* Exercise 14: edge functions and the top-left rule. Corners lie on quarters of a pixel, within a picture so small that
 * every product and sum is exact in a float: on an edge means 0, and no rounding decides. */
#include "exercise/answer_stage.h"
#include "exercise/exercises.h"

enum { WIDTH = 16, HEIGHT = 12 };

typedef struct fill_inputs {
    int width, height;
    bp_vec2 corner[3];
} fill_inputs;

static const bp_exercise_value INPUTS[] = {
    {"width", BP_VALUE_INT, .offset = offsetof(fill_inputs, width)},
    {"height", BP_VALUE_INT, .offset = offsetof(fill_inputs, height)},
    {"corner", BP_VALUE_VEC2, 3, .offset = offsetof(fill_inputs, corner)},
    BP_NO_MORE_VALUES,
};

/* What a way of filling may differ in. */
typedef struct fill_rule {
    float middle; /* where in a pixel one asks: 0.5 */
    bool (*on_edge)(
        bp_vec2 along); /* whether a point on an edge that goes this way belongs to the triangle */
    bool any;           /* one edge is enough */
} fill_rule;

static bool never(bp_vec2 along) { return (void)along, false; }
static bool always(bp_vec2 along) { return (void)along, true; }
static bool top_or_left(bp_vec2 along) { return along.y < 0 || (along.y == 0 && along.x > 0); }
static bool bottom_or_right(bp_vec2 along) { return !top_or_left(along); }
static bool left_only(bp_vec2 along) { return along.y < 0; }

static bool is_inside(const bp_vec2 corner[3], bp_vec2 p, const fill_rule *rule) {
    int good = 0;
    for (int i = 0; i < 3; i++) {
        bp_vec2 a = corner[i], along = bp_vec2_sub(corner[(i + 1) % 3], a);
        float edge = along.x * (p.y - a.y) - along.y * (p.x - a.x);
        good += edge > 0 || (edge == 0 && rule->on_edge(along));
    }
    return rule->any ? good > 0 : good == 3;
}

static float *fill(const fill_inputs *p, float *out, const fill_rule *rule) {
    for (int row = 0; row < p->height; row++)
        for (int column = 0; column < p->width; column++) {
            bp_vec2 sample = {(float)column + rule->middle, (float)row + rule->middle};
            bp_pack_float(&out, is_inside(p->corner, sample, rule) ? 1 : 0);
        }
    return out;
}

static float *right(const void *in, float *out) {
    return fill(in, out, &(fill_rule){0.5f, top_or_left, false});
}
static float *not_done(const void *in, float *out) {
    const fill_inputs *p = in;
    for (int i = 0; i < p->width * p->height; i++) bp_pack_float(&out, 0);
    return out;
}
static float *both_edges(const void *in, float *out) {
    return fill(in, out, &(fill_rule){0.5f, always, false});
}
static float *no_edges(const void *in, float *out) { return fill(in, out, &(fill_rule){0.5f, never, false}); }
static float *bottom_right(const void *in, float *out) {
    return fill(in, out, &(fill_rule){0.5f, bottom_or_right, false});
}
static float *top_forgotten(const void *in, float *out) {
    return fill(in, out, &(fill_rule){0.5f, left_only, false});
}
static float *corners_of_pixels(const void *in, float *out) {
    return fill(in, out, &(fill_rule){0, top_or_left, false});
}
static float *one_edge_is_enough(const void *in, float *out) {
    return fill(in, out, &(fill_rule){0.5f, top_or_left, true});
}

static bool top_or_down(bp_vec2 along) { return along.y > 0 || (along.y == 0 && along.x > 0); }
static float *left_going_down(const void *in, float *out) {
    return fill(in, out, &(fill_rule){0.5f, top_or_down, false});
}
static float *rows_and_columns_swapped(const void *in, float *out) {
    const fill_inputs *p = in;
    int width = p->width, height = p->height;
    float rows[WIDTH * HEIGHT];
    fill(p, rows, &(fill_rule){0.5f, top_or_left, false});
    for (int i = 0; i < width * height; i++) out[i % width * height + i / width] = rows[i];
    return out + width * height;
}

static const bp_misconception WRONG[] = {
    {"not_done",
     "Nothing is covered. If that isn't the gap as it was: the edge function is positive inside "
     "here, since rows go down and corners come clockwise.",
     not_done},
    {"both_edges",
     "Pixels on every edge are taken, so what lies on an edge between two triangles is drawn twice. Take "
     "those "
     "on top and left edges only: the neighbour's edge goes the other way, and is neither.",
     both_edges},
    {"no_edges",
     "Pixels on an edge are never taken, so what lies on an edge between two triangles is drawn by neither "
     "of "
     "them, and a gap is left. Take those on top and left edges.",
     no_edges},
    {"bottom_right",
     "You take bottom and right edges. Every pixel is drawn once, but not by the triangle that graphics "
     "cards "
     "choose: a left edge goes up, and a top edge goes to the right (rows go down, corners come clockwise).",
     bottom_right},
    {"top_forgotten",
     "Left edges are taken, top edges aren't: they are exactly level and go to the right. Without them a row "
     "of pixels is missing wherever one triangle stands upon another.",
     top_forgotten},
    {"corners_of_pixels",
     "You ask at the pixel's upper left corner. Its middle is half a pixel further: (column + 0.5, row + "
     "0.5).",
     corners_of_pixels},
    {"one_edge_is_enough", "One edge decides here. Inside is what lies on the right side of all three.",
     one_edge_is_enough},
    {"left_going_down",
     "You take edges that go down for left ones. Corners come clockwise and rows go down, so the left side "
     "of a triangle "
     "goes up: y gets smaller.",
     left_going_down},
    {"rows_and_columns_swapped",
     "Rows and columns have changed places in the index: covered[row * width + column].",
     rows_and_columns_swapped},
    BP_NO_MORE_WRONG,
};

static void add(bp_case_list *list, const char *name, bp_vec2 a, bp_vec2 b, bp_vec2 c) {
    bp_case_add(list, name, &(fill_inputs){WIDTH, HEIGHT, {a, b, c}});
}

/* On quarters, inside the picture or a little outside. */
static bp_vec2 quarter(bp_case_list *list) {
    return (bp_vec2){(float)bp_case_random_below(list, 4 * WIDTH + 9) / 4 - 1,
                     (float)bp_case_random_below(list, 4 * HEIGHT + 9) / 4 - 1};
}

static void cases(bp_case_list *list) {
    bp_vec2 corner[4] = {{2.5f, 1.5f}, {12.5f, 1.5f}, {12.5f, 9.5f}, {2.5f, 9.5f}};
    add(list, "the upper left half of a square whose edges go through pixels' middles", corner[0], corner[1],
        corner[3]);
    add(list, "its lower right half", corner[1], corner[2], corner[3]);
    add(list, "a narrow one, that misses most middles", (bp_vec2){1, 1}, (bp_vec2){14.75f, 8},
        (bp_vec2){13.5f, 8.25f});
    add(list, "the same corners, begun at another", (bp_vec2){12.5f, 9.5f}, (bp_vec2){2.5f, 9.5f},
        (bp_vec2){12.5f, 1.5f});
    for (int i = 0; i < 16; i++) {
        bp_vec2 a = quarter(list), b = quarter(list), c = quarter(list), ab = bp_vec2_sub(b, a),
                ac = bp_vec2_sub(c, a);
        float area = ab.x * ac.y - ab.y * ac.x;
        if (area == 0)
            c = (bp_vec2){a.x - (b.y > a.y ? 2 : -2), a.y}, area = (b.y > a.y ? 2 : -2) * (b.y - a.y);
        if (area == 0) b = (bp_vec2){a.x + 5, a.y}, c = (bp_vec2){a.x, a.y + 5}, area = 25;
        add(list, "from the seed", a, area > 0 ? b : c, area > 0 ? c : b);
    }
}

static void show(bp_answer_stage *stage, const void *in, const float *out) {
    const fill_inputs *p = in;
    for (int row = 0; row < p->height; row++)
        for (int column = 0; column < p->width; column++) {
            bool covered = out[row * p->width + column] > 0.5f;
            bp_answer_stage_pixel(stage, column, row, p->width, p->height,
                                  covered ? bp_scene_color(1) : (bp_rgba8){150, 150, 150, 255});
        }
}

const bp_exercise bp_exercise_14 = {
    .number = 14,
    .name = "14_top_left_rule",
    .title = "Edge functions and the top-left rule",
    .lesson = "02_seven_matrices",
    .function = "cover_triangle",
    .allowed = (const char *const[]){NULL},
    .hints =
        (const char *const[]){
            "Two loops over rows and columns, and within them one over the three edges. A pixel is covered "
            "while no edge has said no.",
            "Write a small function for one edge: corners a and b, the pixel's middle p. Positive: yes. "
            "Negative: no. Zero: look at where the edge goes, b.x - a.x and b.y - a.y.",
            "With dx = b.x - a.x, dy = b.y - a.y and e = dx * (p.y - a.y) - dy * (p.x - a.x), the edge says "
            "yes if e > 0 || (e == 0 && (dy < 0 || (dy == 0 && dx > 0))).",
            NULL},
    .inputs = INPUTS,
    .outputs =
        (const bp_exercise_value[]){{.name = "covered", .kind = BP_VALUE_NUMBER, .count = BP_VALUE_REST},
                                    BP_NO_MORE_VALUES},
    .right = right,
    .wrong = WRONG,
    .cases = cases,
    .show = show,
};
