/* Exercise 18: a triangle clipped against one plane, in clip space. The right answer is one step of
 * Sutherland and Hodgman's algorithm, as in raster/clip.c; most wrong ones differ from it in a test or a
 * ratio. */
#include "answers/18_clip_triangle.h"

enum { KEPT = 4 };

typedef struct corner_inputs {
    bp_vec4 plane;
    clip_vertex corner[3];
} corner_inputs;
#define INPUTS corner_inputs

static float distance(bp_vec4 plane, bp_vec4 p) {
    return plane.x * p.x + plane.y * p.y + plane.z * p.z + plane.w * p.w;
}

static float *pack(float *out, int count, const clip_vertex kept[KEPT]) {
    bp_pack_float(&out, (float)count);
    for (int i = 0; i < KEPT; i++, out += 4)
        for (int k = 0; k < 4; k++) out[k] = i < count ? (&kept[i].position.x)[k] : 0;
    for (int i = 0; i < KEPT; i++) bp_pack_float(&out, i < count ? kept[i].value : 0);
    return out;
}

/* The planes of the view: near, far, left, right, bottom, top. */
static const bp_vec4 PLANES[] = {{0, 0, 1, 0},  {0, 0, -1, 1}, {1, 0, 0, 1},
                                 {-1, 0, 0, 1}, {0, 1, 0, 1},  {0, -1, 0, 1}};

/* Three corners in front of the near plane by z, or behind it. */
static void add(bp_case_list *list, const char *name, bp_vec3 z) {
    corner_inputs p = {.plane = PLANES[0]};
    const float at[3] = {z.x, z.y, z.z};
    for (int i = 0; i < 3; i++) {
        static const bp_vec2 CORNERS[] = {{-2, -2}, {2, 2.5f}, {-1, 0.5f}};
        p.corner[i].position =
            (bp_vec4){CORNERS[i].x, CORNERS[i].y, at[i], bp_case_random_whole(list, 1, 4) + (float)i};
        p.corner[i].value = (float)i / 2;
    }
    bp_case_add(list, name, &p);
}

/* The plane is also multiplied, so that its numbers aren't only 0, 1 and -1. No corner is so near the
 * plane that rounding decides its side. */
static corner_inputs random_triangle(bp_case_list *list) {
    corner_inputs p = {.plane = PLANES[bp_case_random_below(list, BP_COUNT(PLANES))]};
    const float by = bp_case_random_whole(list, 1, 3);
    p.plane = (bp_vec4){by * p.plane.x, by * p.plane.y, by * p.plane.z, by * p.plane.w};
    for (int i = 0; i < 3; i++) {
        clip_vertex *c = &p.corner[i];
        c->value = bp_case_random(list, 0, 1);
        do {
            bp_vec3 at = bp_case_random_vec3(list, -4, 4);
            c->position = (bp_vec4){at.x, at.y, at.z, bp_case_random(list, -1, 3)};
        } while (fabsf(distance(p.plane, c->position)) < 0.1f);
    }
    return p;
}

static void cases(bp_case_list *list) {
    const float far = bp_case_random_whole(list, 2, 4);
    add(list, "near plane; the last corner is behind it", (bp_vec3){3, far, -1});
    add(list, "near plane; the last two corners are behind it", (bp_vec3){far, -1, -3});
    add(list, "near plane; a corner is exactly on it, the others in front", (bp_vec3){1, 0, far});
    add(list, "near plane; the first corner is behind it", (bp_vec3){-2, 1, far});
    /* By hand: the first edge goes from 3 to -1, so its cut is at 3/4; the last from -3 to 3, at 1/2. */
    const float expected[] = {3, 0, 0, 3, 4, 3, 0, 0, 4, 0, 4, 0, 4, 0, 0, 0, 0, 0, 0.75f, 1, 0};
    CASE("near plane; only the first corner is in front", {0, 0, 1, 0},
         {{{0, 0, 3, 4}, 0}, {{4, 0, -1, 4}, 1}, {{0, 8, -3, 4}, 2}});
    bp_case_expect(list, expected, BP_COUNT(expected));
    add(list, "near plane; a corner is exactly on it, the others behind", (bp_vec3){-1, 0, -far});
    add(list, "near plane; all corners are in front", (bp_vec3){1, 2, far});
    add(list, "near plane; all corners are behind", (bp_vec3){-1, -2, -far});
    /* By hand: the first edge goes from 2 to -2, so its cut is halfway; the last from -2 to 1, at 2/3. */
    const float cut[] = {4, 0, 0, 2, -1, 2, 0, 0, 1, 4.0f / 3, 4, 0, 1, 0, 6, 1, 0, 0, 0.5f, 5.0f / 3, 2};
    CASE("near plane; corners in front whose w is negative, and 0", {0, 0, 1, 0},
         {{{0, 0, 2, -1}, 0}, {{4, 0, -2, 3}, 1}, {{0, 6, 1, 0}, 2}});
    bp_case_expect(list, cut, BP_COUNT(cut));
    add(list, "near plane; two corners are exactly on it, the third in front", (bp_vec3){0, 0, far});
    add(list, "near plane; two corners are exactly on it, the third behind", (bp_vec3){0, -far, 0});
    add(list, "near plane; all corners are exactly on it", (bp_vec3){0, 0, 0});
    for (int i = 0; i < 18; i++) {
        corner_inputs p = random_triangle(list);
        bp_case_add(list, "from the seed", &p);
    }
}

/* To the right by the distance from the plane; upwards by y, or by x for planes that cut y. */
static bp_vec3 drawn_at(const corner_inputs *p, const float *at) {
    bp_vec4 position = {at[0], at[1], at[2], at[3]};
    return (bp_vec3){distance(p->plane, position), p->plane.y != 0 ? at[0] : at[1], 0};
}

static bp_rgba8 paint(float value) {
    float t = bp_clamp(value, 0, 1);
    return (bp_rgba8){(uint8_t)(40 + 200 * t), (uint8_t)(60 + 60 * t), (uint8_t)(200 - 180 * t), 255};
}

/* The triangle thin, the plane as a wall that keeps what is to its right, and the kept polygon on top, with
 * each vertex in the colour of its value, the first one larger. Below, a box for each vertex, in order. */
static void show(bp_answer_stage *stage, const void *in, const float *out) {
    const corner_inputs *p = in;
    bp_answer_stage_block(stage, (bp_vec3){0.06f, 7, 0.02f}, (bp_vec3){0, 0, -0.1f}, bp_scene_color(3));
    for (int i = 0; i < 3; i++)
        bp_answer_stage_rod(stage, drawn_at(p, &p->corner[i].position.x),
                            drawn_at(p, &p->corner[(i + 1) % 3].position.x), 0.05f, GREY);
    int count = (int)bp_clamp(out[0], 0, KEPT);
    for (int i = 0; i < count; i++) {
        const float *a = out + 1 + 4 * i, *b = out + 1 + 4 * ((i + 1) % count), value = out[1 + 4 * KEPT + i];
        bp_answer_stage_rod(stage, drawn_at(p, a), drawn_at(p, b), 0.14f, bp_scene_color(7));
        bp_answer_stage_ball(stage, drawn_at(p, a), i == 0 ? 0.3f : 0.2f, paint(value));
        bp_answer_stage_block(stage, (bp_vec3){0.3f, 0.3f, 0.02f},
                              (bp_vec3){0.4f + 0.4f * (float)i, -3.3f, 0}, paint(value));
    }
}

static void trace(bp_exercise_trace *to, const void *in) {
    const corner_inputs *p = in;
    float d[3];
    int count = 0;
    for (int i = 0; i < 3; i++) {
        d[i] = distance(p->plane, p->corner[i].position);
        bp_trace(to, d[i], "distance of corner %d, which is %s", i, d[i] >= 0 ? "inside" : "outside");
    }
    for (int i = 0; i < 3; i++) {
        const int next = (i + 1) % 3;
        const clip_vertex *a = &p->corner[i];
        if (d[i] >= 0) {
            bp_trace(to, ((bp_quat){a->position.x, a->position.y, a->position.z, a->position.w}),
                     "kept[%d].position = corner %d", count, i);
            bp_trace_is_result(to, 1 + 4 * count++);
        }
        if ((d[i] >= 0) == (d[next] >= 0)) continue;
        bp_trace(to, d[i] / (d[i] - d[next]), "edge %d to %d: t = d%d / (d%d - d%d)", i, next, i, i, next);
        bp_trace_right(to, BP_VALUE_QUAT, 1 + 4 * count, "kept[%d].position = the two ends, mixed by t",
                       count);
        bp_trace_right(to, BP_VALUE_NUMBER, 1 + 4 * KEPT + count, "kept[%d].value = their values, mixed by t",
                       count);
        count++;
    }
    bp_trace(to, (float)count, "the result: how many were written");
    bp_trace_is_result(to, 0);
}

/* clang-format off */
#define LINES(X) \
    X(HALF, t = 0.5f;) \
    X(CORNER_B, if (b_in) kept[n++] = b;) \
    X(SIDES, a_in = da >= 0, b_in = db >= 0;) \
    X(CUT_ALONE, if (a_in != b_in) BR \
          kept[n++] = (clip_vertex){bp_vec4_mix(a.position, b.position, t), a.value};) \
    X(SUM, t = da / (da + db);) \
    X(CORNER_A, if (a_in) kept[n++] = a;) \
    X(OTHER_SIDES, a_in = da <= 0, b_in = db <= 0;) \
    X(DIFFERENCE, t = da / (da - db);) \
    X(CUT, if (a_in != b_in) BR \
          kept[n++] = (clip_vertex){bp_vec4_mix(a.position, b.position, t), bp_mix(a.value, b.value, t)};) \
    X(STRICT_SIDES, a_in = da > 0, b_in = db > 0;) \
    X(OTHER_END, t = db / (db - da);) \
    X(OVER_W, da = da / a.position.w, db = db / b.position.w;)
/* clang-format on */

/* With all lines that write there are more vertices than can be kept. */
static float *run_lines(const void *in, const unsigned char *lines, int count, float *out) {
    const corner_inputs *p = in;
    clip_vertex kept[3 * KEPT];
    int n = 0;
    for (int i = 0; i < 3; i++) {
        clip_vertex a = p->corner[i], b = p->corner[(i + 1) % 3];
        float da = distance(p->plane, a.position), db = distance(p->plane, b.position), t = 0;
        bool a_in = false, b_in = false;
        RUN_LINES(lines, count)
    }
    return pack(out, n, kept);
}

const bp_exercise bp_exercise_18 = {
    .title = "Clip a triangle against a plane",
    .lesson = "22_clipping",
    .term = "clip",
    .source = "raster/clip.c",
    .function = "clip_triangle",
    .allowed = {"bp_vec4_mix", "bp_mix"},
    .hints =
        {"Compute the distance of both ends of an edge. There are four cases: both inside, both outside, "
         "leaving, entering. What is written in each?",
         "The first corner is written if it is inside, the cut if the two ends are on different sides. The "
         "distance changes evenly along the edge: from da at t = 0 to db at t = 1. At which t is it 0?",
         "t = da / (da - db), and the cut is bp_vec4_mix(a.position, b.position, t) with the value "
         "bp_mix(a.value, b.value, t)."},
    .inputs = {INPUT(VEC4, plane), INPUT_FIELD(VEC4, corner, position, 3),
               INPUT_FIELD(NUMBER, corner, value, 3)},
    .outputs = {OUTPUT(NUMBER, "count", 0), OUTPUT(VEC4, "kept.position", KEPT),
                OUTPUT(NUMBER, "kept.value", KEPT)},
    .form = {.before =
                 "int clip_triangle(const clip_vertex corner[3], bp_vec4 plane, clip_vertex kept[4]) {\n"
                 "    int n = 0;\n"
                 "    for (int i = 0; i < 3; i++) {\n"
                 "        clip_vertex a = corner[i], b = corner[(i + 1) % 3];\n"
                 "        bp_vec4 p = a.position, q = b.position;\n"
                 "        float da = plane.x * p.x + plane.y * p.y + plane.z * p.z + plane.w * p.w;\n"
                 "        float db = plane.x * q.x + plane.y * q.y + plane.z * q.z + plane.w * q.w, t = 0;\n"
                 "        bool a_in = false, b_in = false;\n",
             .after = "    }\n"
                      "    return n;\n"
                      "}\n",
             FORM_OF_LINES},
    BP_EXERCISE_PARTS(18),
};
