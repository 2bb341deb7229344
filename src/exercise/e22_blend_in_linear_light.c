/* Exercise 22: blending in linear light. An answer converts some of the colours, in one direction or the
 * other. */
#include "answers/22_blend_in_linear_light.h"

enum { FEW = 5, MOST = 8 };

typedef struct blend_inputs {
    int count;
    bp_vec3 background;
    color_layer layers[MOST];
} blend_inputs;
#define INPUTS blend_inputs

static bp_vec3 each(float (*convert)(float), bp_vec3 c) {
    return (bp_vec3){convert(c.x), convert(c.y), convert(c.z)};
}

static void cases(bp_case_list *list) {
    const float shade = bp_case_random_whole(list, 2, 4) / 8;
    CASE("three quarters of green over red", 1, {0.875f, 0.125f, 0.25f}, {{{0.125f, 0.875f, shade}, 0.75f}});
    /* By hand: sRGB's formula gives 1.055 * 0.5^(1 / 2.4) - 0.055 for half of the light, and 0.537099 for a
     * quarter. */
    CASE("half of white over black, and half of black over that", 2, {0, 0, 0},
         {{{1, 1, 1}, 0.5f}, {{0, 0, 0}, 0.5f}});
    EXPECT(0.5370987f, 0.5370987f, 0.5370987f);
    CASE("three layers", 3, {1, 1, shade},
         {{{1, 0.25f, 0}, 0.25f}, {{0, 0.25f, 1}, 0.5f}, {{0.25f, 1, 0}, 0.125f}});
    CASE("no layer: the background", .background = {0.25f, shade, 1});
    CASE("a layer with alpha 0 over one with alpha 1", 2, {0.5f, 0.5f, 0.5f},
         {{{0.125f, shade, 0.75f}, 1}, {{1, 0, 0}, 0}});
    blend_inputs eight = {MOST, {shade, 0, 1}, {{{shade, 0, 1}, 0.5f}}};
    for (int k = 1; k < MOST; k++)
        eight.layers[k] = (color_layer){bp_case_random_vec3(list, 0, 1), k == MOST - 1 ? 0.96875f : 0.125f};
    bp_case_add(list, "eight layers; the first has the background's colour, the last is nearly opaque",
                &eight);
    for (int i = 0; i < 16; i++) {
        blend_inputs p = {.count = 1 + bp_case_random_below(list, FEW)};
        p.background = bp_case_random_vec3(list, 0, 1);
        for (int k = 0; k < p.count; k++) {
            p.layers[k].color = bp_case_random_vec3(list, 0, 1);
            p.layers[k].alpha = bp_case_random(list, 0, 1);
        }
        bp_case_add(list, "from the seed", &p);
    }
}

/* Above, the background and on it the layers, as wide as their alpha, the first one lowest. Below, the
 * result. */
static void show(bp_answer_stage *stage, const void *in, const float *out) {
    const blend_inputs *p = in;
    bp_answer_stage_block(stage, (bp_vec3){4, 1.6f, 0.02f}, (bp_vec3){0, 1.2f, 0}, bp_paint(p->background));
    for (int i = 0; i < p->count; i++) {
        float high = 1.4f / (float)p->count, wide = 4 * p->layers[i].alpha;
        bp_answer_stage_block(stage, (bp_vec3){wide, high * 0.8f, 0.02f},
                              (bp_vec3){wide / 2 - 2, 0.5f + high * ((float)i + 0.5f), 0.05f},
                              bp_paint(p->layers[i].color));
    }
    bp_answer_stage_block(stage, (bp_vec3){4, 2.4f, 0.02f}, (bp_vec3){0, -1, 0},
                          bp_paint((bp_vec3){out[0], out[1], out[2]}));
}

static void trace(bp_exercise_trace *to, const void *in) {
    const blend_inputs *p = in;
    bp_vec3 light = each(to_linear, p->background);
    bp_trace(to, light, "light = to_linear(background)");
    for (int i = 0; i < p->count; i++) {
        const color_layer *layer = &p->layers[i];
        bp_trace(to, each(to_linear, layer->color), "to_linear(layers[%d].color)", i);
        light = bp_vec3_mix(light, each(to_linear, layer->color), layer->alpha);
        bp_trace(to, light, "light = %.4g of that and %.4g of the light so far", (double)layer->alpha,
                 (double)(1 - layer->alpha));
    }
}

/* clang-format off */
#define LINES(X) \
    X(AS_NUMBERS, c[k] = a * l + (1 - a) * c[k];) \
    X(BELOW_ALONE, c[k] = to_encoded(a * l + (1 - a) * to_linear(c[k]));) \
    X(SWAPPED, c[k] = to_linear(a * to_encoded(l) + (1 - a) * to_encoded(c[k]));) \
    X(LAYER_ALONE, c[k] = to_encoded(a * to_linear(l) + (1 - a) * c[k]);) \
    X(LIGHT, c[k] = to_encoded(a * to_linear(l) + (1 - a) * to_linear(c[k]));) \
    X(ALPHA_TOO, c[k] = to_encoded(to_linear(a) * to_linear(l) + (1 - to_linear(a)) * to_linear(c[k]));) \
    X(REVERSED, c[k] = to_encoded((1 - a) * to_linear(l) + a * to_linear(c[k]));)
/* clang-format on */

static float *run_lines(const void *in, const unsigned char *lines, int count, float *out) {
    const blend_inputs *p = in;
    float c[3] = {p->background.x, p->background.y, p->background.z};
    for (int i = 0; i < p->count; i++)
        for (int k = 0; k < 3; k++) {
            float l = (&p->layers[i].color.x)[k], a = p->layers[i].alpha;
            RUN_LINES(lines, count)
        }
    bp_pack_vec3(&out, (bp_vec3){c[0], c[1], c[2]});
    return out;
}

const bp_exercise bp_exercise_22 = {
    .title = "Blend in linear light",
    .lesson = "27_antialiasing",
    .term = "encoded",
    .source = "raster/shade_scalar.c",
    .function = "blend_layers",
    .allowed = {"bp_vec3_mix"},
    .hints = {"Which of the numbers given are brightnesses, and which are shares? Only the brightnesses are "
              "encoded.",
              "Convert the background once, before the loop. In the loop mix light with light. Convert once "
              "more, at the end.",
              "light = alpha * to_linear(layer) + (1 - alpha) * light, for each layer and each of x, y, z; "
              "then to_encoded(light)."},
    .inputs = {INPUT(INT, count), INPUT(VEC3, background),
               INPUT_FIELD(VEC3, layers, color, BP_VALUE_PER_FIRST),
               INPUT_FIELD(NUMBER, layers, alpha, BP_VALUE_PER_FIRST)},
    .outputs = {OUTPUT(VEC3, "color", 0)},
    .form = {.kind = BP_FORM_CHOICE,
             .before = "bp_vec3 blend_layers(const color_layer *layers, int count, bp_vec3 background) {\n"
                       "    float c[3] = {background.x, background.y, background.z};\n"
                       "    for (int i = 0; i < count; i++)\n"
                       "        for (int k = 0; k < 3; k++) {\n"
                       "            float l = (&layers[i].color.x)[k], a = layers[i].alpha;\n",
             .after = "        }\n"
                      "    return (bp_vec3){c[0], c[1], c[2]};\n"
                      "}\n",
             LINES_OF_FORM},
    BP_EXERCISE_PARTS(22),
};
