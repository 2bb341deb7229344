/* Exercise 20: bilinear texture samples with wrap. A wrong answer finds other texels or other weights. */
#include "answers/20_bilinear_sample.h"

enum { MOST_TEXELS = 25, MOST = 144 };

typedef struct sample_inputs {
    int width, height, count;
    float texel[MOST_TEXELS];
    bp_vec2 uv[MOST];
} sample_inputs;
#define INPUTS sample_inputs

static int wrap_index(int i, int size) { return (i % size + size) % size; }

/* The two texels around a coordinate, and the share of the second. */
typedef struct neighbours {
    int first, second;
    float share;
} neighbours;

static neighbours find_neighbours(float u, int size) {
    float x = u * (float)size - 0.5f, first = floorf(x);
    return (neighbours){wrap_index((int)first, size), wrap_index((int)first + 1, size), x - first};
}

/* A texture with a value of whole bytes in every texel. */
static sample_inputs random_texture(bp_case_list *list, int width, int height) {
    sample_inputs p = {.width = width, .height = height};
    for (int i = 0; i < width * height; i++) p.texel[i] = bp_case_random_whole(list, 0, 255) / 255;
    return p;
}

static void add(bp_case_list *list, const char *name, sample_inputs p, const bp_vec2 *texels, int count) {
    p.count = count;
    for (int i = 0; i < count; i++)
        p.uv[i] = (bp_vec2){texels[i].x / (float)p.width, texels[i].y / (float)p.height};
    bp_case_add(list, name, &p);
}

static void cases(bp_case_list *list) {
    sample_inputs any = random_texture(list, 4, 2 + bp_case_random_below(list, 4));
    for (int i = 0; i < 4 * any.height; i++) /* dark beside light, so that a wrong texel shows */
        any.texel[i] = bp_case_random_whole(list, 0, 50) / 255 + ((i + i / 4) % 2 == 0 ? 0.8f : 0);
    static const bp_vec2 inside[] = {{0.5f, 0.5f}, {2, 0.5f}, {1.75f, 1.25f}, {3.25f, 0.625f}};
    add(list, "at a texel's centre, between two, between four", any, inside, BP_COUNT(inside));
    /* By hand: u = 0 is halfway between columns 3 and 0, and v = 0.5 halfway between the two rows. */
    CASE("at the left and the upper edge, where it wraps", 4, 2, 4, {0, 0.25f, 0.5f, 1, 1, 0.75f, 0.5f, 0},
         {{0, 0.25f}, {0.125f, 0.5f}, {-0.125f, 0.25f}, {0.25f, 0}});
    EXPECT(0.5f, 0.5f, 1, 0.5f);
    static const bp_vec2 outside[] = {{0, 0.5f},     {-0.5f, 0.5f},    {-1.25f, 1.5f},
                                      {4.25f, 0.5f}, {1.5f, -0.75f},   {-3.75f, 7},
                                      {-70.25f, 1},  {90.5f, -83.75f}, {4, 0.5f}};
    add(list, "outside 0 to 1", any, outside, BP_COUNT(outside));
    add(list, "no sample at all", any, NULL, 0);
    add(list, "one row of texels", random_texture(list, 5, 1), outside, BP_COUNT(outside));
    add(list, "one column of equal texels",
        (sample_inputs){.width = 1, .height = 2, .texel = {any.texel[0], any.texel[0]}}, inside,
        BP_COUNT(inside));
    sample_inputs grid = random_texture(list, 4, 2 + bp_case_random_below(list, 4));
    for (int i = 0; i < MOST; i++)
        grid.uv[i] = (bp_vec2){(-1.8f + 0.5f * (float)(i % 16)) / 4,
                               (-0.9f + 0.5f * (float)(i / 16)) / (float)grid.height};
    grid.count = MOST;
    bp_case_add(list, "a grid, two samples to the texel, beyond all edges", &grid);
    for (int i = 0; i < 14; i++) {
        const int width = 1 + bp_case_random_below(list, 5), height = 1 + bp_case_random_below(list, 5);
        sample_inputs p = random_texture(list, width, height);
        p.count = 1 + bp_case_random_below(list, 8);
        for (int k = 0; k < p.count; k++) {
            p.uv[k].x = bp_case_random(list, -2, 3);
            p.uv[k].y = bp_case_random(list, -2, 3);
        }
        bp_case_add(list, "from the seed", &p);
    }
}

static bp_rgba8 paint(float value) {
    float t = bp_clamp(value, 0, 1);
    return (bp_rgba8){(uint8_t)(30 + 215 * t), (uint8_t)(50 + 160 * t), (uint8_t)(110 - 40 * t), 255};
}

/* The texture on a panel, and the samples on top of it, or around it, as smaller squares. */
static void show(bp_answer_stage *stage, const void *in, const float *out) {
    const sample_inputs *p = in;
    for (int i = 0; i < p->width * p->height; i++)
        bp_answer_stage_block(stage, (bp_vec3){1, 1, 0.02f},
                              (bp_vec3){(float)(i % p->width) + 0.5f, -(float)(i / p->width) - 0.5f, 0},
                              paint(p->texel[i]));
    for (int i = 0; i < p->count; i++) {
        bp_vec3 at = {p->uv[i].x * (float)p->width, -p->uv[i].y * (float)p->height, 0.05f};
        if (p->count < MOST)
            bp_answer_stage_block(stage, (bp_vec3){0.42f, 0.42f, 0.02f}, at, (bp_rgba8){235, 235, 235, 255});
        at.z = 0.1f;
        float side = p->count < MOST ? 0.32f : 0.47f;
        bp_answer_stage_block(stage, (bp_vec3){side, side, 0.02f}, at, paint(out[i]));
    }
}

/* The sample of the first wrong float. */
static void trace(bp_exercise_trace *to, const void *in) {
    const sample_inputs *p = in;
    const int i = to->first;
    const bp_vec2 uv = p->uv[i], texels = {uv.x * (float)p->width - 0.5f, uv.y * (float)p->height - 0.5f};
    const neighbours x = find_neighbours(uv.x, p->width), y = find_neighbours(uv.y, p->height);
    const float *above = p->texel + y.first * p->width, *below = p->texel + y.second * p->width;
    bp_trace(to, uv, "uv[%d]", i);
    bp_trace(to, texels, "x = u * width - 0.5, y = v * height - 0.5");
    bp_trace(to, ((bp_vec2){(float)x.first, (float)x.second}), "columns floor(x) and floor(x) + 1, wrapped");
    bp_trace(to, ((bp_vec2){(float)y.first, (float)y.second}), "rows floor(y) and floor(y) + 1, wrapped");
    bp_trace(to, ((bp_vec2){x.share, y.share}), "shares of the second: x - floor(x), y - floor(y)");
    bp_trace(to, ((bp_vec2){above[x.first], above[x.second]}), "the two texels of the upper row");
    bp_trace(to, ((bp_vec2){below[x.first], below[x.second]}), "the two texels of the lower row");
    bp_trace(to, bp_mix(above[x.first], above[x.second], x.share), "the upper row's mixture");
    bp_trace(to, bp_mix(below[x.first], below[x.second], x.share), "the lower row's mixture");
}

/* clang-format off */
LINE_HELPERS(HELPERS, typedef struct texel_grid {
    const float *texel;
    int width, height;
} texel_grid;
static float get(texel_grid g, int x, int y) {
    return x >= 0 && x < g.width && y >= 0 && y < g.height ? g.texel[y * g.width + x] : 0;
}
static int wrap(int i, int size) { return (i % size + size) % size; }
static int limit(int i, int size) { return i < 0 ? 0 : i < size ? i : size - 1; }
static float mix(float a, float b, float t) { return a + (b - a) * t; })

#define LINES(X) \
    X(FLOOR, x0 = (int)floorf(x), y0 = (int)floorf(y);) \
    X(LIMIT, x1 = limit(x0 + 1, width), y1 = limit(y0 + 1, height);) \
    X(VALUE, value[i] = mix(mix(get(g, x0, y0), get(g, x1, y0), s), BR \
          mix(get(g, x0, y1), get(g, x1, y1), s), t);) \
    X(CENTERS, x = u * columns - 0.5f, y = v * rows - 0.5f;) \
    X(ONE_TEXEL, value[i] = get(g, x0, y0);) \
    X(CAST, x0 = (int)x, y0 = (int)y;) \
    X(LIMIT_FIRST, x0 = limit(x0, width), y0 = limit(y0, height);) \
    X(EDGES, x = u * columns, y = v * rows;) \
    X(INTO_ONE, u = u - floorf(u), v = v - floorf(v);) \
    X(WRAP, x1 = wrap(x0 + 1, width), y1 = wrap(y0 + 1, height);) \
    X(SWAPPED, value[i] = mix(mix(get(g, x1, y1), get(g, x0, y1), s), BR \
          mix(get(g, x1, y0), get(g, x0, y0), s), t);) \
    X(SHARES, s = x - (float)x0, t = y - (float)y0;) \
    X(MINUS_ONE, x = u * (columns - 1), y = v * (rows - 1);) \
    X(WRAP_FIRST, x0 = wrap(x0, width), y0 = wrap(y0, height);)
/* clang-format on */

static float *run_lines(const void *in, const unsigned char *lines, int line_count, float *out) {
    const sample_inputs *p = in;
    const int width = p->width, height = p->height;
    const float columns = (float)width, rows = (float)height;
    const texel_grid g = {p->texel, width, height};
    float value[MOST];
    for (int i = 0; i < p->count; i++) {
        float u = p->uv[i].x, v = p->uv[i].y, x = 0, y = 0, s = 0, t = 0;
        int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
        value[i] = bp_unwritten();
        RUN_LINES(lines, line_count)
        bp_pack_float(&out, value[i]);
    }
    return out;
}

const bp_exercise bp_exercise_20 = {
    .title = "A bilinear sample of a texture that repeats",
    .lesson = "25_textures",
    .term = "texel",
    .source = "raster/texture_sample_scalar.c",
    .function = "sample_texture",
    .hints =
        {"Write u in texels, counted from the centre of column 0. What must you subtract from u * width?",
         "With x = u * width - 0.5 the sample lies between the columns floor(x) and floor(x) + 1, and x - "
         "floor(x) is the share of the second. The same for y. Any of the four indices may lie outside.",
         "wrap(i) = (i % size + size) % size. Mix the two texels of the upper row by x - floor(x), those of "
         "the lower row likewise, and the two results by y - floor(y)."},
    .inputs = {INPUT(INT, width), INPUT(INT, height), INPUT(INT, count),
               INPUT_ARRAY(NUMBER, texel, BP_VALUE_PER_PIXEL), INPUT_ARRAY(VEC2, uv, BP_VALUE_PER_THIRD)},
    .outputs = {OUTPUT(NUMBER, "value", BP_VALUE_PER_THIRD)},
    .form =
        {.helpers = HELPERS,
         .before =
             "/* get(g, x, y) is a texel; wrap and limit bring an index into 0 to size - 1. */\n"
             "void sample_texture(const float *texel, int width, int height, const bp_vec2 *uv, int count, "
             "float *value) {\n"
             "    texel_grid g = {texel, width, height};\n"
             "    float columns = width, rows = height;\n"
             "    for (int i = 0; i < count; i++) {\n"
             "        float u = uv[i].x, v = uv[i].y, x = 0, y = 0, s = 0, t = 0;\n"
             "        int x0 = 0, y0 = 0, x1 = 0, y1 = 0;\n",
         .after = "    }\n}\n",
         FORM_OF_LINES},
    BP_EXERCISE_PARTS(20),
};
