/* Exercise 23: four samples of a pixel become one colour and one depth. */
#include "answers/23_resolve.h"

enum { SAMPLES = 4, MOST = 8 };

typedef struct resolve_inputs {
    int count;
    pixel_samples pixels[MOST];
} resolve_inputs;
#define INPUTS resolve_inputs

static int nearest_of(const pixel_samples *p) {
    int best = 0;
    for (int s = 1; s < SAMPLES; s++)
        if (p->depth[s] < p->depth[best]) best = s;
    return best;
}

static pixel_samples edge(bp_vec3 front, bp_vec3 behind, int covered, float depth) {
    pixel_samples p;
    for (int s = 0; s < SAMPLES; s++) {
        bool hit = s >= SAMPLES - covered;
        p.color[s] = hit ? front : behind;
        p.depth[s] = hit ? depth : 1;
    }
    return p;
}

static void cases(bp_case_list *list) {
    const bp_vec3 front = bp_case_random_vec3(list, 0.5f, 1), behind = bp_case_random_vec3(list, 0, 0.3f);
    resolve_inputs row = {.count = SAMPLES + 1};
    CASE("one pixel, three samples on a surface before the background", 1, {edge(front, behind, 3, 0.25f)});
    /* By hand: half of white's light is 0.735357 when encoded. */
    CASE("two samples white and near, two black and far", 1,
         {edge((bp_vec3){1, 1, 1}, (bp_vec3){0, 0, 0}, 2, 0.5f)});
    EXPECT(0.7353570f, 0.7353570f, 0.7353570f, 0.5f);
    for (int i = 0; i <= SAMPLES; i++) row.pixels[i] = edge(front, behind, i, 0.125f * (float)(i + 1));
    bp_case_add(list, "across an edge: none to four samples", &row);
    resolve_inputs zero = {2, {edge(front, behind, 4, 0), edge(front, behind, 0, 0.5f)}};
    zero.pixels[0].depth[0] = 0.5f; /* the nearest is still 0 */
    bp_case_add(list, "a pixel at depth 0, and one that is the background alone", &zero);
    CASE("no pixel at all", 0);
    row.count = MOST;
    for (int i = 0; i < MOST; i++) row.pixels[i] = edge(front, front, 1 + i % SAMPLES, 1 - 0.125f * (float)i);
    bp_case_add(list, "eight pixels, whose samples have one colour each", &row);
    for (int i = 0; i < 16; i++) {
        resolve_inputs p = {.count = 1 + bp_case_random_below(list, MOST)};
        for (int k = 0; k < p.count; k++)
            for (int s = 0; s < SAMPLES; s++) {
                p.pixels[k].color[s] = bp_case_random_vec3(list, 0, 1);
                p.pixels[k].depth[s] = bp_case_random_below(list, 4) == 0 ? 1 : bp_case_random(list, 0, 1);
            }
        bp_case_add(list, "from the seed", &p);
    }
}

/* A square, and a bar at its right side that is as high as its depth. */
static void show_square(bp_answer_stage *stage, bp_vec3 center, float side, const float *color, float depth) {
    float high = side * bp_clamp(depth, 0, 1);
    bp_answer_stage_block(stage, (bp_vec3){side * 0.86f, side, 0.02f}, center,
                          bp_paint((bp_vec3){color[0], color[1], color[2]}));
    bp_vec3 bar = {center.x + side * 0.5f, center.y - side / 2 + high / 2, 0.02f};
    bp_answer_stage_block(stage, (bp_vec3){side * 0.1f, high, 0.02f}, bar, bp_scene_color(2));
}

/* The four samples of each pixel above, the pixel below. */
static void show(bp_answer_stage *stage, const void *in, const float *out) {
    const resolve_inputs *p = in;
    for (int i = 0; i < p->count; i++) {
        float x = 1.3f * (float)i;
        for (int s = 0; s < SAMPLES; s++)
            show_square(stage, (bp_vec3){x + (s % 2 ? 0.27f : -0.27f), s < 2 ? 1.5f : 0.95f, 0}, 0.46f,
                        &p->pixels[i].color[s].x, p->pixels[i].depth[s]);
        show_square(stage, (bp_vec3){x, 0, 0}, 1, out + 3 * i, out[3 * p->count + i]);
    }
}

/* The pixel of the first wrong float. */
static void trace(bp_exercise_trace *to, const void *in) {
    const resolve_inputs *p = in;
    const int i = to->first < 3 * p->count ? to->first / 3 : to->first - 3 * p->count;
    const pixel_samples *pixel = &p->pixels[i];
    bp_vec3 sum = {0, 0, 0};
    for (int s = 0; s < SAMPLES; s++) {
        const bp_vec3 c = pixel->color[s], light = {to_linear(c.x), to_linear(c.y), to_linear(c.z)};
        sum = bp_vec3_add(sum, light);
        bp_trace(to, light, "to_linear(pixels[%d].color[%d])", i, s);
    }
    bp_trace(to, bp_vec3_scale(sum, 1.0f / SAMPLES), "their mean");
    bp_trace_right(to, BP_VALUE_VEC3, 3 * i, "color[%d] = to_encoded(the mean)", i);
    bp_trace_right(to, BP_VALUE_NUMBER, 3 * p->count + i, "depth[%d] = the depth of sample %d, the nearest",
                   i, nearest_of(pixel));
}

/* clang-format off */
#define LINES(X) \
    X(DIVIDE, for (int k = 0; k < 3; k++) c[k] /= 4;) \
    X(SUM_NUMBERS, for (int s = 0; s < 4; s++) BR for (int k = 0; k < 3; k++) c[k] += (&p.color[s].x)[k];) \
    X(NEAREST, d = p.depth[0]; BR for (int s = 1; s < 4; s++) if (p.depth[s] < d) d = p.depth[s];) \
    X(ENCODE, for (int k = 0; k < 3; k++) c[k] = to_encoded(c[k]);) \
    X(MEAN_DEPTH, d = (p.depth[0] + p.depth[1] + p.depth[2] + p.depth[3]) / 4;) \
    X(SUM_LIGHT, for (int s = 0; s < 4; s++) BR \
          for (int k = 0; k < 3; k++) c[k] += to_linear((&p.color[s].x)[k]);) \
    X(FARTHEST, d = p.depth[0]; BR for (int s = 1; s < 4; s++) if (p.depth[s] > d) d = p.depth[s];) \
    X(DECODE, for (int k = 0; k < 3; k++) c[k] = to_linear(c[k]);) \
    X(SUM_ENCODED, for (int s = 0; s < 4; s++) BR \
          for (int k = 0; k < 3; k++) c[k] += to_encoded((&p.color[s].x)[k]);) \
    X(COVERED_LIGHT, for (int s = 0; s < 4; s++) BR \
          for (int k = 0; k < 3; k++) if (p.depth[s] < 1) c[k] += to_linear((&p.color[s].x)[k]);)
/* clang-format on */

static float *run_lines(const void *in, const unsigned char *lines, int count, float *out) {
    const resolve_inputs *inputs = in;
    float depth[MOST];
    for (int i = 0; i < inputs->count; i++) {
        const pixel_samples p = inputs->pixels[i];
        float c[3] = {0, 0, 0}, d = bp_unwritten();
        RUN_LINES(lines, count)
        for (int k = 0; k < 3; k++) bp_pack_float(&out, c[k]);
        depth[i] = d;
    }
    for (int i = 0; i < inputs->count; i++) bp_pack_float(&out, depth[i]);
    return out;
}

const bp_exercise bp_exercise_23 = {
    .title = "Resolve four samples to a pixel",
    .lesson = "27_antialiasing",
    .term = "resolve",
    .source = "raster/resolve.c",
    .function = "resolve",
    .hints = {"Two questions, two answers: how bright is the pixel, and how near is it? The first takes all "
              "four samples, the second one of them.",
              "The light of a pixel is the mean of its samples' light. In which form are the samples' "
              "colours, and in which must the pixel's be?",
              "For each channel: to_encoded((to_linear(sample 0) + ... + to_linear(sample 3)) / 4). The "
              "depth is the smallest of the four."},
    .inputs = {INPUT(INT, count),
               {"pixels.color[0]", BP_VALUE_VEC3, BP_VALUE_PER_FIRST,
                .offset = offsetof(resolve_inputs, pixels[0].color[0]), .stride = sizeof(pixel_samples)},
               {"pixels.color[1]", BP_VALUE_VEC3, BP_VALUE_PER_FIRST,
                .offset = offsetof(resolve_inputs, pixels[0].color[1]), .stride = sizeof(pixel_samples)},
               {"pixels.color[2]", BP_VALUE_VEC3, BP_VALUE_PER_FIRST,
                .offset = offsetof(resolve_inputs, pixels[0].color[2]), .stride = sizeof(pixel_samples)},
               {"pixels.color[3]", BP_VALUE_VEC3, BP_VALUE_PER_FIRST,
                .offset = offsetof(resolve_inputs, pixels[0].color[3]), .stride = sizeof(pixel_samples)},
               INPUT_FIELD(VEC4, pixels, depth, BP_VALUE_PER_FIRST)},
    .outputs = {OUTPUT(VEC3, "color", BP_VALUE_PER_FIRST), OUTPUT(NUMBER, "depth", BP_VALUE_PER_FIRST)},
    .form = {.before =
                 "void resolve(const pixel_samples *pixels, int count, bp_vec3 *color, float *depth) {\n"
                 "    for (int i = 0; i < count; i++) {\n"
                 "        pixel_samples p = pixels[i];\n"
                 "        float c[3] = {0, 0, 0}, d;\n",
             .after = "        color[i] = (bp_vec3){c[0], c[1], c[2]};\n"
                      "        depth[i] = d;\n    }\n}\n",
             FORM_OF_LINES},
    BP_EXERCISE_PARTS(23),
};
