/* Exercise 15: perspective-correct interpolation. */
#include "answers/15_perspective_interpolation.h"

enum { MOST = 40 };

typedef struct mix_inputs {
    int count;
    float value[3], w[3];
    bp_vec3 share[MOST];
} mix_inputs;
#define INPUTS mix_inputs

static void cases(bp_case_list *list) {
    /* By hand: halfway between w = 1 and w = 3 the mixtures are (0 / 1 + 12 / 3) / 2 = 2 and (1 + 1 / 3) / 2
     * = 2 / 3, so the value is 3: a quarter of the way. */
    mix_inputs floor = {.count = MOST, .value = {0, bp_case_random_whole(list, 4, 20), 0}, .w = {1, 3, 1}};
    for (int i = 0; i < MOST; i++)
        floor.share[i] = (bp_vec3){1 - (float)i / (MOST - 1), (float)i / (MOST - 1), 0};
    bp_case_add(list, "along an edge from w = 1 to w = 3", &floor);
    CASE("halfway on the screen between w = 1 and w = 3", .count = 1, .value = {0, 12, 0}, .w = {1, 3, 1},
         .share = {{0.5f, 0.5f, 0}});
    EXPECT(3);
    const float w = bp_case_random_whole(list, 2, 8);
    CASE("the same w at all corners", 3, {-2, 0, 6}, {w, w, w},
         {{1, 0, 0}, {0.25f, 0.25f, 0.5f}, {0, 0.5f, 0.5f}});
    CASE("no pixel at all", .value = {1, 2, w}, .w = {1, 2, 4});
    CASE("at the three corners", 3, {1, -2, w}, {1, 2, 4}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
    for (int i = 0; i < 16; i++) {
        mix_inputs p = {.count = 1 + bp_case_random_below(list, 8)};
        for (int k = 0; k < 3; k++) {
            p.value[k] = bp_case_random(list, -4, 4);
            p.w[k] = bp_case_random(list, 0.5f, 8);
        }
        for (int k = 0; k < p.count; k++) {
            float x = bp_case_random(list, 0, 1), y = bp_case_random(list, 0, 1 - x);
            p.share[k] = (bp_vec3){x, y, 1 - x - y};
        }
        bp_case_add(list, "from the seed", &p);
    }
}

/* Pixels from left to right; light if the value's integer part is even, dark if it is odd. */
static void show(bp_answer_stage *stage, const void *in, const float *out) {
    enum { ROWS = 10 };
    int count = ((const mix_inputs *)in)->count;
    for (int column = 0; column < count; column++) {
        bool odd = isfinite(out[column]) && fabsf(out[column]) < 1e6f && ((long)floorf(out[column]) & 1);
        for (int row = 0; row < ROWS; row++)
            bp_answer_stage_pixel(stage, column, row, count, ROWS,
                                  odd ? bp_scene_color(0) : (bp_rgba8){225, 225, 225, 255});
    }
}

/* The first pixel that is wrong. */
static void trace(bp_exercise_trace *to, const void *in) {
    const mix_inputs *p = in;
    int i = to->first;
    bp_vec3 share = p->share[i],
            value = {p->value[0] / p->w[0], p->value[1] / p->w[1], p->value[2] / p->w[2]};
    bp_vec3 inverse = {1 / p->w[0], 1 / p->w[1], 1 / p->w[2]};
    bp_trace(to, value, "value / w, of the corners");
    bp_trace(to, inverse, "1 / w, of the corners");
    bp_trace(to, share, "share[%d]", i);
    bp_trace(to, bp_vec3_dot(share, value), "the mixture of value / w");
    bp_trace(to, bp_vec3_dot(share, inverse), "the mixture of 1 / w");
    bp_trace_right(to, BP_VALUE_NUMBER, i, "mixed[%d] = one divided by the other", i);
}

/* clang-format off */
#define LINES(X) \
    X(PRODUCT, mixed[i] = above * below;) \
    X(BELOW_W, below = x * w[0] + y * w[1] + z * w[2];) \
    X(ABOVE_QUOTIENTS, above = x * value[0] / w[0] + y * value[1] / w[1] + z * value[2] / w[2];) \
    X(QUOTIENT, mixed[i] = above / below;) \
    X(ABOVE_PRODUCTS, above = x * value[0] * w[0] + y * value[1] * w[1] + z * value[2] * w[2];) \
    X(BELOW_INVERSES, below = x / w[0] + y / w[1] + z / w[2];) \
    X(ABOVE_VALUES, above = x * value[0] + y * value[1] + z * value[2];)
/* clang-format on */

static float *run_lines(const void *in, const unsigned char *lines, int count, float *out) {
    const mix_inputs *p = in;
    const float *value = p->value, *w = p->w;
    float mixed[MOST];
    for (int i = 0; i < p->count; i++) {
        float x = p->share[i].x, y = p->share[i].y, z = p->share[i].z, above = 0, below = 1;
        mixed[i] = NAN;
        RUN_LINES(lines, count)
        bp_pack_float(&out, mixed[i]);
    }
    return out;
}

const bp_exercise bp_exercise_15 = {
    .title = "Perspective-correct interpolation",
    .lesson = "24_perspective",
    .term = "perspective",
    .source = "raster/triangle_scalar.c",
    .function = "interpolate",
    .hints = {"Each pixel needs two mixtures with the same shares, and one division. What do you mix?",
              "Mix value[k] / w[k] over the three corners, and mix 1 / w[k]. Both are linear on the screen.",
              "above = share.x * value[0] / w[0] + share.y * value[1] / w[1] + share.z * value[2] / w[2]; "
              "below is the sum with 1 instead of the values; mixed[i] = above / below."},
    .inputs = {INPUT(INT, count), INPUT_ARRAY(NUMBER, value, 3), INPUT_ARRAY(NUMBER, w, 3),
               INPUT_EACH(VEC3, share)},
    .outputs = {OUTPUT(NUMBER, "mixed", BP_VALUE_PER_FIRST)},
    .form = {.before =
                 "void interpolate(const float value[3], const float w[3], const bp_vec3 *share, int count, "
                 "float *mixed) {\n"
                 "    for (int i = 0; i < count; i++) {\n"
                 "        float x = share[i].x, y = share[i].y, z = share[i].z, above = 0, below = 1;\n",
             .after = "    }\n}\n",
             FORM_OF_LINES},
    BP_EXERCISE_PARTS(15),
};
