/* Exercise 17: the viewport transform. A wrong answer differs from the right one in one step of it. */
#include "answers/17_viewport.h"

enum { MOST = 8 };

typedef struct viewport_inputs {
    int count;
    screen_area viewport;
    bp_vec4 clip[MOST];
} viewport_inputs;
#define INPUTS viewport_inputs

/* The letter F in one stroke: neither mirrored nor upside down it looks the same. */
static void add_letter(bp_case_list *list, const char *name, screen_area view, const float w[6]) {
    static const bp_vec2 STROKE[] = {{-0.5f, -0.75f}, {-0.5f, 0},     {0.25f, 0},
                                     {-0.5f, 0},      {-0.5f, 0.75f}, {0.5f, 0.75f}};
    viewport_inputs p = {.count = BP_COUNT(STROKE), .viewport = view};
    for (int i = 0; i < p.count; i++)
        p.clip[i] = (bp_vec4){STROKE[i].x * w[i], STROKE[i].y * w[i], 0.125f * (float)(i + 1) * w[i], w[i]};
    bp_case_add(list, name, &p);
}

/* A viewport about 8 * size pixels wide. */
static screen_area random_view(bp_case_list *list, int size) {
    screen_area view;
    view.left = bp_case_random_whole(list, size, 4 * size);
    view.top = bp_case_random_whole(list, size, 3 * size);
    view.width = bp_case_random_whole(list, 6 * size, 12 * size);
    view.height = bp_case_random_whole(list, 5 * size, 9 * size);
    return view;
}

static void cases(bp_case_list *list) {
    const float w = bp_case_random_whole(list, 2, 4);
    screen_area small = random_view(list, 2), view = random_view(list, 16);
    CASE("a vertex to the right and above the middle, and one in the middle", 2, small,
         {{0.5f * w, 0.75f * w, 0.25f * w, w}, {0, 0, 0.5f * w, w}});
    /* By hand: ndc is (0.5, -0.5, 0.25), so 3/4 of 100 to the right of 10, and 3/4 of 80 below 20. */
    CASE("one vertex, a viewport of 100 x 80", 1, {10, 20, 100, 80}, {{1, -1, 0.5f, 2}});
    EXPECT(85, 80, 0.25f);
    add_letter(list, "the letter F, with w = 1", view, (const float[]){1, 1, 1, 1, 1, 1});
    add_letter(list, "the letter F, its vertices at different w", view, (const float[]){2, 3, w, 3, 4, 5});
    CASE("vertices outside the view: left, right, above, below, too near", 5, view,
         {{-1.5f * w, 0.5f * w, 0.5f * w, w},
          {1.25f * w, 0, 0, w},
          {0, 2 * w, w, w},
          {0.5f * w, -3 * w, 1.5f * w, w},
          {w, -w, -0.5f * w, w}});
    CASE("no vertex at all", .viewport = view);
    viewport_inputs corners = {.count = MOST, .viewport = {0, 0, view.width, view.width}};
    for (int i = 0; i < MOST; i++)
        corners.clip[i] = (bp_vec4){i & 1 ? w : -w, i & 2 ? w : -w, i & 4 ? w : 0, w};
    bp_case_add(list, "the eight corners of the view, in an image that is square and has no margin",
                &corners);
    for (int i = 0; i < 12; i++) {
        viewport_inputs p = {.count = 2 + bp_case_random_below(list, MOST - 1)};
        p.viewport = random_view(list, 16);
        for (int k = 0; k < p.count; k++) {
            bp_vec3 ndc = bp_case_random_vec3(list, -1, 1);
            float far_away = bp_case_random(list, 0.5f, 8);
            p.clip[k] = (bp_vec4){ndc.x * far_away, ndc.y * far_away, fabsf(ndc.z) * far_away, far_away};
        }
        bp_case_add(list, "from the seed", &p);
    }
}

static void add_panel(bp_answer_stage *stage, bp_vec3 center, float width, float height, bp_rgba8 color) {
    bp_answer_stage_block(stage, (bp_vec3){width, height, 0.01f}, center, color);
}

/* The image with the viewport on it, and the vertices joined in their order. Near ones are large and
 * light. */
static void show(bp_answer_stage *stage, const void *in, const float *out) {
    const viewport_inputs *p = in;
    const screen_area view = p->viewport;
    const float scale = 3 / view.height, *depth = out + 2 * p->count;
    const float right = view.left + view.width, bottom = view.top + view.height, margin = 0.1f * view.height;
    add_panel(stage, (bp_vec3){right / 2 * scale, -bottom / 2 * scale, -0.3f}, (right + margin) * scale,
              (bottom + margin) * scale, (bp_rgba8){110, 110, 110, 255});
    add_panel(stage,
              (bp_vec3){(view.left + view.width / 2) * scale, -(view.top + view.height / 2) * scale, -0.25f},
              view.width * scale, view.height * scale, (bp_rgba8){205, 205, 205, 255});
    bp_vec3 last = {0, 0, 0};
    for (int i = 0; i < p->count; i++) {
        bp_vec3 at = {out[2 * i] * scale, -out[2 * i + 1] * scale, 0};
        float near = 1 - bp_clamp(depth[i], 0, 1);
        if (i > 0) bp_answer_stage_rod(stage, last, at, 0.06f, bp_scene_color(1));
        bp_answer_stage_ball(stage, at, 0.06f + 0.08f * near, bp_scene_color(2));
        last = at;
    }
}

/* The vertex of the first wrong float. */
static void trace(bp_exercise_trace *to, const void *in) {
    const viewport_inputs *p = in;
    const int i = to->first < 2 * p->count ? to->first / 2 : to->first - 2 * p->count;
    const bp_vec4 c = p->clip[i];
    bp_trace(to, ((bp_quat){c.x, c.y, c.z, c.w}), "clip[%d]", i);
    bp_trace(to, ((bp_vec3){c.x / c.w, c.y / c.w, c.z / c.w}), "x, y, z divided by w");
    bp_trace(to, ((bp_vec2){(c.x / c.w + 1) / 2, (1 - c.y / c.w) / 2}),
             "(x + 1) / 2 and (1 - y) / 2: parts of width and height");
    bp_trace_right(to, BP_VALUE_VEC2, 2 * i, "pixel = those times width, height, plus left, top");
    bp_trace_right(to, BP_VALUE_NUMBER, 2 * p->count + i, "depth = z / w");
}

/* clang-format off */
#define LINES(X) \
    X(DEPTH_HALF, depth[i] = (z + 1) / 2;) \
    X(Y_DOWN, pixel[i].y = viewport.top + (1 - y) / 2 * viewport.height;) \
    X(X_AND_Y_OVER_W, x = x / w, y = y / w;) \
    X(Y_UP, pixel[i].y = viewport.top + (y + 1) / 2 * viewport.height;) \
    X(X_WHOLE, pixel[i].x = viewport.left + (x + 1) * viewport.width;) \
    X(DEPTH, depth[i] = z;) \
    X(Y_AFTER, pixel[i].y = viewport.height - (viewport.top + (y + 1) / 2 * viewport.height);) \
    X(X_HALF, pixel[i].x = viewport.left + (x + 1) / 2 * viewport.width;) \
    X(Z_OVER_W, z = z / w;) \
    X(Y_WHOLE, pixel[i].y = viewport.top + (1 - y) * viewport.height;) \
    X(X_MIDDLE, pixel[i].x = viewport.left + x / 2 * viewport.width;) \
    X(Y_MIDDLE, pixel[i].y = viewport.top - y / 2 * viewport.height;)
/* clang-format on */

static float *run_lines(const void *in, const unsigned char *lines, int count, float *out) {
    const viewport_inputs *p = in;
    const screen_area viewport = p->viewport;
    bp_vec2 pixel[MOST];
    float depth[MOST];
    for (int i = 0; i < p->count; i++) {
        float x = p->clip[i].x, y = p->clip[i].y, z = p->clip[i].z, w = p->clip[i].w;
        pixel[i] = (bp_vec2){bp_unwritten(), bp_unwritten()};
        depth[i] = bp_unwritten();
        RUN_LINES(lines, count)
    }
    for (int i = 0; i < p->count; i++) bp_pack_vec2(&out, pixel[i]);
    for (int i = 0; i < p->count; i++) bp_pack_float(&out, depth[i]);
    return out;
}

const bp_exercise bp_exercise_17 = {
    .title = "From clip space to pixels",
    .lesson = "21_vertex_to_pixel",
    .term = "viewport",
    .source = "raster/vertex.c",
    .function = "to_pixels",
    .hints = {"Three steps, one after the other: divide x, y and z by w; map -1..1 to 0..width and to "
              "0..height, with y the other way round; move by the viewport's corner.",
              "What must happen to y = 1, the top? It becomes row 0 of the viewport. And y = -1 becomes "
              "`height`. Which formula a + b * y gives both?",
              "With x, y, z divided by w: pixel.x = left + (x + 1) / 2 * width, pixel.y = top + (1 - y) / 2 "
              "* height, depth = z."},
    .inputs = {INPUT(INT, count),
               {"viewport (left, top, width, height)", BP_VALUE_VEC4,
                .offset = offsetof(viewport_inputs, viewport)},
               INPUT_EACH(VEC4, clip)},
    .outputs = {OUTPUT(VEC2, "pixel", BP_VALUE_PER_FIRST), OUTPUT(NUMBER, "depth", BP_VALUE_PER_FIRST)},
    .form = {.before =
                 "void to_pixels(const bp_vec4 *clip, int count, screen_area viewport, bp_vec2 *pixel, float "
                 "*depth) {\n    for (int i = 0; i < count; i++) {\n"
                 "        float x = clip[i].x, y = clip[i].y, z = clip[i].z, w = clip[i].w;\n",
             .after = "    }\n}\n",
             FORM_OF_LINES},
    BP_EXERCISE_PARTS(17),
};
