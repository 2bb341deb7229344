/* Exercise 21: the mip level from the change of a texture's coordinates between neighbouring pixels. */
#include "answers/21_mip_level.h"

enum { MOST = 24 };

typedef struct level_inputs {
    int count, width, height, levels;
    uv_change change[MOST];
} level_inputs;
#define INPUTS level_inputs

static void cases(bp_case_list *list) {
    /* By hand: to the right 3 and 4 texels, so 5; down 1 and 2. log2(5) = 2.3219. */
    CASE("one pixel: 5 texels to the right neighbour", 1, 64, 32, 6,
         {{{3.0f / 64, 4.0f / 32}, {1.0f / 64, 2.0f / 32}}});
    EXPECT(2.3219281f);
    level_inputs floor = {.count = MOST, .width = 256, .height = 128, .levels = 8};
    const float slope = bp_case_random(list, 0.02f, 0.04f);
    for (int i = 0; i < MOST; i++) {
        float distance = 1 / (0.1f + slope * (float)(MOST - 1 - i));
        floor.change[i] = (uv_change){{0.004f * distance, 0}, {0, 0.0015f * distance * distance}};
    }
    bp_case_add(list, "a floor, from near pixels to far ones", &floor);
    const float tiny = bp_case_random(list, 0.0001f, 0.001f);
    const float over = 1.1f + tiny; /* texels */
    CASE("just above one texel, close up, no change at all, and beyond the last level", 4, 128, 256, 5,
         {{{over / 128, 0}, {0, 0.9f / 256}},
          {{tiny, 0}, {0, tiny}},
          {{0, 0}, {0, 0}},
          {{0.5f, 0.5f}, {tiny, 0}}});
    const float often = 1.5f + tiny;
    CASE("so far away that the texture repeats within a pixel", 1, 32, 64, 7,
         {{{often, 0.5f}, {0.25f, often}}});
    CASE("exactly 2, 1, 8 and 4 texels", 4, 64, 64, 4,
         {{{2.0f / 64, 0}, {0, tiny / 64}},
          {{0, 1.0f / 64}, {0, 0}},
          {{0, 0}, {8.0f / 64, 0}},
          {{0, -4.0f / 64}, {0, 0}}});
    CASE("a texture with one level", 2, 32, 32, 1, {{{often, 0}, {0, often}}, {{tiny, 0}, {0, tiny}}});
    CASE("no pixel at all", .width = 16, .height = 16, .levels = 5 + (int)(tiny * 1e6f) % 4);
    CASE("both neighbours equally far", 1, 64, 32, 7, {{{-often / 64, 0}, {0, often / 32}}});
    for (int i = 0; i < 16; i++) {
        level_inputs p = {.count = 1 + bp_case_random_below(list, 6)};
        p.width = 16 << bp_case_random_below(list, 6);
        p.height = 16 << bp_case_random_below(list, 6);
        p.levels = 5 - bp_case_random_below(list, 2);
        for (int size = 16; size < p.width || size < p.height; size *= 2) p.levels++;
        for (int k = 0; k < p.count; k++) {
            float *c = &p.change[k].right.x;
            for (int j = 0; j < 4; j++)
                c[j] = bp_case_random(list, -8, 8) / (float)(j % 2 == 0 ? p.width : p.height);
        }
        bp_case_add(list, "from the seed", &p);
    }
}

/* A bar for each pixel, as high as its level, and a line for each level. */
static void show(bp_answer_stage *stage, const void *in, const float *out) {
    const level_inputs *p = in;
    const float spacing = p->count > 8 ? 0.3f : 0.8f, width = spacing * (float)p->count;
    for (int i = 0; i < p->levels; i++)
        bp_answer_stage_block(stage, (bp_vec3){width + 0.4f, 0.03f, 0.02f},
                              (bp_vec3){width / 2, (float)i, -0.1f}, GREY);
    for (int i = 0; i < p->count; i++) {
        float level = out[i], high = fabsf(level) + 0.04f;
        stage->is_incomplete |= !(high < 1000);
        if (!(high < 1000)) continue;
        bp_vec3 center = {spacing * ((float)i + 0.5f), level / 2, 0};
        bp_answer_stage_block(stage, (bp_vec3){spacing * 0.8f, high, 0.04f}, center,
                              bp_scene_color(1 + (size_t)bp_clamp(level, 0, 20)));
    }
}

/* The pixel of the first wrong float. */
static void trace(bp_exercise_trace *to, const void *in) {
    const level_inputs *p = in;
    const int i = to->first;
    const uv_change c = p->change[i];
    const bp_vec2 right = {c.right.x * (float)p->width, c.right.y * (float)p->height};
    const bp_vec2 down = {c.down.x * (float)p->width, c.down.y * (float)p->height};
    const float longer = fmaxf(bp_vec2_length(right), bp_vec2_length(down));
    bp_trace(to, right, "change[%d].right in texels: times width, times height", i);
    bp_trace(to, bp_vec2_length(right), "its length");
    bp_trace(to, down, "change[%d].down in texels", i);
    bp_trace(to, bp_vec2_length(down), "its length");
    bp_trace(to, longer, "the longer of the two");
    if (longer > 0)
        bp_trace(to, log2f(longer), "its logarithm to the base 2, still to be limited to 0..%d",
                 p->levels - 1);
}

/* clang-format off */
#define LINES(X) \
    X(SQUARES, r = ru * ru + rv * rv, d = du * du + dv * dv;) \
    X(LONGER, step = fmaxf(r, d);) \
    X(BINARY, level[i] = log2f(step);) \
    X(TEXELS, ru *= width, du *= width, rv *= height, dv *= height;) \
    X(LIMIT_HIGH, level[i] = fminf(fmaxf(level[i], 0), levels);) \
    X(MEAN, step = (r + d) / 2;) \
    X(BY_U_AND_V, r = sqrtf(ru * ru + du * du), d = sqrtf(rv * rv + dv * dv);) \
    X(NATURAL, level[i] = logf(step);) \
    X(WIDTHS, ru *= width, du *= width, rv *= width, dv *= width;) \
    X(LENGTHS, r = sqrtf(ru * ru + rv * rv), d = sqrtf(du * du + dv * dv);) \
    X(WHOLE, level[i] = roundf(level[i]);) \
    X(SHORTER, step = fminf(r, d);) \
    X(LIMIT, level[i] = fminf(fmaxf(level[i], 0), levels - 1);) \
    X(PARTS, r = fabsf(ru) + fabsf(rv), d = fabsf(du) + fabsf(dv);)
/* clang-format on */

static float *run_lines(const void *in, const unsigned char *lines, int count, float *out) {
    const level_inputs *p = in;
    const float width = (float)p->width, height = (float)p->height, levels = (float)p->levels;
    float level[MOST];
    for (int i = 0; i < p->count; i++) {
        float ru = p->change[i].right.x, rv = p->change[i].right.y, r = 0;
        float du = p->change[i].down.x, dv = p->change[i].down.y, d = 0, step = 0;
        level[i] = bp_unwritten();
        RUN_LINES(lines, count)
        bp_pack_float(&out, level[i]);
    }
    return out;
}

const bp_exercise bp_exercise_21 = {
    .title = "The mip level from derivatives",
    .lesson = "25_textures",
    .term = "mip",
    .source = "raster/texture_sample_scalar.c",
    .function = "mip_levels",
    .hints = {"A step to the right is (change of u * width, change of v * height) in texels. How long is it? "
              "And the step down?",
              "Which number turns 1, 2, 4, 8 into 0, 1, 2, 3? The logarithm to the base 2, log2f in "
              "<math.h>. Take that of the longer step.",
              "level = log2f(fmaxf(length right, length down)), then at least 0 and at most levels - 1."},
    .inputs = {INPUT(INT, count),
               INPUT(INT, width),
               INPUT(INT, height),
               INPUT(INT, levels),
               {"change (of u and v to the right, then down)", BP_VALUE_VEC4, BP_VALUE_PER_FIRST,
                .offset = offsetof(level_inputs, change)}},
    .outputs = {OUTPUT(NUMBER, "level", BP_VALUE_PER_FIRST)},
    .form =
        {.before =
             "void mip_levels(const uv_change *change, int count, int width, int height, int levels, float "
             "*level) {\n    for (int i = 0; i < count; i++) {\n"
             "        float ru = change[i].right.x, rv = change[i].right.y, r = 0;\n"
             "        float du = change[i].down.x, dv = change[i].down.y, d = 0, step = 0;\n",
         .after = "    }\n}\n",
         FORM_OF_LINES},
    BP_EXERCISE_PARTS(21),
};
