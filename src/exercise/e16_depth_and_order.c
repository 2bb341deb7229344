/* Exercise 16: the depth test and the order of drawing, within one pixel. Most answers, correct or wrong,
 * differ only in the order of the fragments and in the test that each must pass. */
#include "answers/16_depth_and_order.h"

enum { MOST = 8 };

typedef struct pixel_inputs {
    bp_vec3 background;
    int count;
    fragment fragments[MOST];
} pixel_inputs;
#define INPUTS pixel_inputs

static bool is_opaque(const fragment *p) { return p->alpha >= 1; }

/* clang-format off */
LINE_HELPERS(HELPERS, static void sort(fragment *f, int count, float direction) {
    for (int round = 0; round < count; round++)
        for (int i = 0; i + 1 < count; i++)
            if (direction * f[i].depth < direction * f[i + 1].depth) {
                fragment swapped = f[i];
                f[i] = f[i + 1];
                f[i + 1] = swapped;
            }
})
/* clang-format on */

/* Index of the nearest opaque fragment, or -1. */
static int winner(const pixel_inputs *p) {
    int best = -1;
    for (int i = 0; i < p->count; i++)
        if (is_opaque(&p->fragments[i]) && (best < 0 || p->fragments[i].depth < p->fragments[best].depth))
            best = i;
    return best;
}

static bp_vec3 random_color(bp_case_list *list) { return bp_case_random_vec3(list, 0, 1); }

/* Depths are eighths. Glass adds a little, so glass depths are all different; opaque ones may be equal. With
 * `touching`, the last fragment is glass at the depth of the nearest opaque one. */
static pixel_inputs random_pixel(bp_case_list *list, bool touching) {
    pixel_inputs p = {.background = random_color(list), .count = 2 + bp_case_random_below(list, MOST - 1)};
    for (int i = 0; i < p.count; i++) {
        bool opaque = bp_case_random_below(list, 2) == 0;
        float depth = (float)(1 + bp_case_random_below(list, 6)) / 8;
        p.fragments[i] = (fragment){opaque ? depth : depth + 0.01f * (float)(i + 1), random_color(list),
                                    opaque ? 1 : bp_case_random(list, 0.2f, 0.8f)};
    }
    int won = winner(&p);
    if (touching && won >= 0 && won < p.count - 1)
        p.fragments[p.count - 1] =
            (fragment){p.fragments[won].depth, random_color(list), bp_case_random(list, 0.2f, 0.8f)};
    return p;
}

static void cases(bp_case_list *list) {
    const bp_vec3 grey = {0.5f, 0.5f, 0.5f}, red = {1, 0, 0}, green = {0, 1, 0}, blue = {0, 0, 1},
                  white = {1, 1, 1}, any = random_color(list);
    const float shade = bp_case_random_whole(list, 4, 7) / 8;
    CASE("three walls: red, a nearer green one, a farther blue one", grey, 3,
         {{0.5f, red, 1}, {0.25f, {0, shade, 0}, 1}, {0.75f, blue, 1}});
    CASE("red glass, a green wall behind it, blue glass between them", white, 3,
         {{0.25f, red, 0.5f}, {0.75f, {0, shade, 0}, 1}, {0.5f, blue, 0.5f}});
    CASE("two walls at the same depth, and glass behind them", white, 3,
         {{0.5f, {0, shade, 0}, 1}, {0.75f, red, 0.5f}, {0.5f, blue, 1}});
    /* By hand: neither glass is in front of the wall, so only the wall is seen. */
    CASE("glass at the depth of the wall, and glass behind it", white, 3,
         {{0.5f, red, 0.5f}, {0.5f, green, 1}, {0.75f, blue, 0.5f}});
    EXPECT(0, 1, 0);
    CASE("nothing but glass", any, 2, {{0.5f, red, 0.5f}, {0.25f, blue, 0.25f}});
    CASE("a wall at depth 1, the farthest there is, and glass before it", white, 2,
         {{1, {0, shade, 0}, 1}, {0.5f, red, 0.5f}});
    CASE("a wall at depth 0, the nearest there is", white, 3,
         {{0.5f, red, 1}, {0, {0, shade, 0}, 1}, {0.25f, blue, 0.5f}});
    CASE("glass with alpha 0 over glass with 0.5", any, 2, {{0.25f, red, 0}, {0.75f, blue, 0.5f}});
    CASE("one wall alone", any, 1, {{0.5f, {0, shade, 0}, 1}});
    CASE("four pieces of glass, the nearest first", any, 4,
         {{0.125f, red, 0.5f}, {0.25f, green, 0.25f}, {0.5f, blue, 0.5f}, {0.75f, white, 0.75f}});
    CASE("no fragment at all", .background = any);
    CASE("glass that is nearly opaque, before a wall", any, 2,
         {{0.25f, red, 0.96875f}, {0.5f, {0, shade, 0}, 1}});
    pixel_inputs eight = {any, MOST, {{0.75f, grey, 1}}};
    for (int i = 1; i < MOST; i++)
        eight.fragments[i] = (fragment){0.0625f * (float)(i * 5 % MOST), random_color(list), 0.5f};
    bp_case_add(list, "a wall behind seven pieces of glass", &eight);
    for (int i = 0; i < 20; i++) {
        pixel_inputs p = random_pixel(list, i % 2);
        bp_case_add(list, "from the seed", &p);
    }
}

/* The pixel, large, and above it the fragments in drawing order: low means near, tall means opaque. */
static void show(bp_answer_stage *stage, const void *in, const float *out) {
    const pixel_inputs *p = in;
    bp_answer_stage_block(stage, (bp_vec3){3, 3, 0.05f}, (bp_vec3){0, -1, 0}, bp_paint(bp_unpack_vec3(&out)));
    for (int i = 0; i < p->count; i++) {
        bp_vec3 size = {0.5f, is_opaque(&p->fragments[i]) ? 0.6f : 0.25f, 0.05f};
        float x = ((float)i - 0.5f * (float)(p->count - 1)) * 0.6f;
        bp_vec3 center = {x, 1 + 1.5f * p->fragments[i].depth, 0};
        bp_answer_stage_block(stage, size, center, bp_paint(p->fragments[i].color));
    }
}

static void trace(bp_exercise_trace *to, const void *in) {
    pixel_inputs p = *(const pixel_inputs *)in;
    int won = winner(&p);
    bp_vec3 color = won < 0 ? p.background : p.fragments[won].color;
    float limit = won < 0 ? 2 : p.fragments[won].depth;
    if (won < 0)
        bp_trace(to, color, "no fragment is opaque: the background");
    else
        bp_trace(to, color, "the nearest opaque fragment is [%d], at depth %g", won, (double)limit);
    sort(p.fragments, p.count, 1);
    for (int i = 0; i < p.count; i++) {
        if (is_opaque(&p.fragments[i]) || p.fragments[i].depth >= limit) continue;
        color = bp_vec3_mix(color, p.fragments[i].color, p.fragments[i].alpha);
        bp_trace(to, color, "with the glass at depth %.4g over it, alpha %.4g", (double)p.fragments[i].depth,
                 (double)p.fragments[i].alpha);
    }
}

/* clang-format off */
#define LINES(X) \
    X(BLEND_IN_FRONT, for (int i = 0; i < count; i++) BR \
          if (f[i].alpha < 1 && f[i].depth < depth) BR color = bp_vec3_mix(color, f[i].color, f[i].alpha);) \
    X(NEAR_FIRST, sort(f, count, -1);) \
    X(ALL_IN_ORDER, for (int i = 0; i < count; i++) BR \
          color = bp_vec3_mix(color, f[i].color, f[i].alpha);) \
    X(OPAQUE_OR_EQUAL, for (int i = 0; i < count; i++) BR \
          if (f[i].alpha >= 1 && f[i].depth <= depth) BR color = f[i].color, depth = f[i].depth;) \
    X(BLEND_ALL, for (int i = 0; i < count; i++) BR \
          if (f[i].alpha < 1) BR color = bp_vec3_mix(color, f[i].color, f[i].alpha);) \
    X(FAR_FIRST, sort(f, count, 1);) \
    X(BLEND_BACKWARDS, for (int i = 0; i < count; i++) BR \
          if (f[i].alpha < 1 && f[i].depth < depth) BR color = bp_vec3_mix(f[i].color, color, f[i].alpha);) \
    X(OPAQUE, for (int i = 0; i < count; i++) BR \
          if (f[i].alpha >= 1 && f[i].depth < depth) BR color = f[i].color, depth = f[i].depth;) \
    X(ALL_WRITE_DEPTH, for (int i = 0; i < count; i++) BR \
        if (f[i].depth < depth) BR color = bp_vec3_mix(color, f[i].color, f[i].alpha), depth = f[i].depth;) \
    X(BLEND_UP_TO, for (int i = 0; i < count; i++) BR \
          if (f[i].alpha < 1 && f[i].depth <= depth) BR color = bp_vec3_mix(color, f[i].color, f[i].alpha);)
/* clang-format on */

static float *run_lines(const void *in, const unsigned char *lines, int line_count, float *out) {
    pixel_inputs p = *(const pixel_inputs *)in;
    fragment *f = p.fragments;
    int count = p.count;
    bp_vec3 color = p.background;
    float depth = 2;
    RUN_LINES(lines, line_count)
    bp_pack_vec3(&out, color);
    return out;
}

const bp_exercise bp_exercise_16 = {
    .title = "The depth test, and the order of drawing",
    .lesson = "23_depth",
    .term = "depth test",
    .function = "pixel_color",
    .allowed = {"bp_vec3_mix"},
    .hints = {"Go through the fragments twice. The first time look at opaque ones only. What must you "
              "remember about them?",
              "Remember the nearest opaque depth (begin with a number beyond 1) and its colour. Then, of the "
              "glass nearer than that, repeatedly take the farthest that you haven't taken yet.",
              "For the glass: keep `last`, the depth of the piece that you blended last (at first the opaque "
              "depth). The next piece is the glass with the greatest depth below `last`; color = "
              "bp_vec3_mix(color, its color, its alpha). Stop when there is none."},
    .inputs = {INPUT(VEC3, background), INPUT(INT, count),
               INPUT_FIELD(NUMBER, fragments, depth, BP_VALUE_PER_SECOND),
               INPUT_FIELD(VEC3, fragments, color, BP_VALUE_PER_SECOND),
               INPUT_FIELD(NUMBER, fragments, alpha, BP_VALUE_PER_SECOND)},
    .outputs = {OUTPUT(VEC3, "color", 0)},
    .form = {.helpers = HELPERS,
             .before =
                 "/* sort(f, count, 1) puts the farthest fragment first, sort(f, count, -1) the nearest. */\n"
                 "bp_vec3 pixel_color(const fragment *fragments, int count, bp_vec3 background) {\n"
                 "    bp_vec3 color = background;\n"
                 "    float depth = 2; /* of the opaque fragment that is seen; 2: none yet */\n"
                 "    fragment f[8];\n"
                 "    for (int i = 0; i < count; i++) f[i] = fragments[i];\n",
             .after = "    return color;\n"
                      "}\n",
             FORM_OF_LINES},
    BP_EXERCISE_PARTS(16),
};
