/* Exercise 12: sampling a clip of quaternion keys, the short way round. */
#include "answers/12_sample_rotation_keys.h"

enum { FEW = 6, MOST = 8 };

typedef struct clip_inputs {
    int count;
    float time[MOST];
    bp_quat key[MOST];
    float at;
} clip_inputs;
#define INPUTS clip_inputs

/* The interval that holds the time, and the fraction *t of it: 0 before the first key, 1 after the last. */
static int interval(const clip_inputs *p, float *t) {
    int i = 0;
    while (i + 2 < p->count && p->at >= p->time[i + 1]) i++;
    *t = bp_clamp((p->at - p->time[i]) / (p->time[i + 1] - p->time[i]), 0, 1);
    return i;
}

static bp_quat mix(bp_quat a, float s, bp_quat b, float t) {
    return (bp_quat){a.x * s + b.x * t, a.y * s + b.y * t, a.z * s + b.z * t, a.w * s + b.w * t};
}

static bp_quat nearer(bp_quat a, bp_quat b) { return bp_quat_dot(a, b) < 0 ? bp_quat_negate(b) : b; }

static void cases(bp_case_list *list) {
    /* By hand: a third of the way from 30 to 150 degrees is 70: (0, 0, sin 35, cos 35). */
    CASE("a third of the way from 30 to 150 degrees about z", 2, {1, 4}, {bp_about_z(30), bp_about_z(150)},
         2);
    EXPECT(0, 0, 0.573576436f, 0.819152044f);
    const float start = bp_case_random_whole(list, 1, 9), angle = bp_case_random_whole(list, 70, 110);
    CASE("a third of the way, with the second key's signs the other way round", 2, {start, start + 3},
         {bp_about_z(30), bp_quat_negate(bp_about_z(60 + angle))}, start + 1);
    CASE("in the second of two intervals", 3, {0, 1, 3}, {bp_about_z(0), bp_about_z(angle), bp_about_z(40)},
         1.5f);
    /* With fewer intervals, the first one and the one before the right one are the same. */
    CASE("in the last of three intervals", 4, {0, 1, 3, 4},
         {bp_about_z(0), bp_about_z(angle), bp_about_z(40), bp_about_z(90)}, 3.5f);
    CASE("before the first key", 2, {start, start + 1}, {bp_about_z(30), bp_about_z(angle)}, start - 0.5f);
    CASE("after the last key", 3, {0, 1, 2}, {bp_about_z(30), bp_about_z(80), bp_about_z(angle / 2)}, 2.75f);
    /* By half a turn about an axis, so that the dot product is 1 without rounding. */
    const int axis = bp_case_random_below(list, 3);
    const bp_quat held = {axis == 0, axis == 1, axis == 2, 0};
    CASE("between two equal keys", 3, {start, start + 1, start + 3}, {bp_about_z(angle), held, held},
         start + 1.5f);
    CASE("exactly at the second of three keys", 3, {0, 1, 3},
         {bp_about_z(10), bp_about_z(angle), bp_about_z(30)}, 1);
    CASE("exactly at the first key", 2, {start, start + 2}, {bp_about_z(angle), bp_about_z(20)}, start);
    CASE("exactly at the last key", 2, {start, start + 2}, {bp_about_z(20), bp_about_z(angle)}, start + 2);
    clip_inputs eight = {.count = MOST, .time = {-5, -4, -3, -2, -1, 0, 1, 2}, .at = -1.25f};
    for (int k = 0; k < MOST; k++) eight.key[k] = bp_about_z(angle * (float)(k * k % 5) / 4);
    bp_case_add(list, "eight keys, from times below 0 on", &eight);
    eight.at = 1.75f;
    bp_case_add(list, "in the last of seven intervals", &eight);
    CASE("between keys that are 3 degrees apart", 2, {0, 1}, {bp_about_z(angle), bp_about_z(angle + 3)},
         0.5f);
    for (int i = 0; i < 16; i++) {
        clip_inputs p = {.count = 2 + bp_case_random_below(list, FEW - 1)};
        for (int k = 0; k < p.count; k++) {
            p.time[k] = (k ? p.time[k - 1] : 0) + bp_case_random(list, 0.25f, 2);
            p.key[k] = bp_case_random_quat(list);
        }
        p.at = bp_case_random(list, 0, p.time[p.count - 1] + 1);
        bp_case_add(list, "from the seed", &p);
    }
}

static void show(bp_answer_stage *stage, const void *in, const float *out) {
    const clip_inputs *p = in;
    bp_quat q = bp_unpack_quat(&out);
    float t;
    int i = interval(p, &t);
    bp_answer_stage_bone(stage, bp_mat4_from_quat(p->key[i]), 0);
    bp_answer_stage_bone(stage, bp_mat4_from_quat(p->key[i + 1]), 0);
    bp_answer_stage_bone(stage, bp_mat4_from_quat(q), 1);
}

static void trace(bp_exercise_trace *to, const void *in) {
    const clip_inputs *p = in;
    float t;
    int i = interval(p, &t);
    bp_quat a = p->key[i], b = nearer(a, p->key[i + 1]);
    float c = bp_quat_dot(a, b), angle = bp_acos(c);
    if (t <= 0 || t >= 1) {
        bp_trace(to, t < 1 ? a : p->key[i + 1], "the time is %s, so the rotation is that key",
                 t < 1 ? "at or before a key" : "after the last key");
        return;
    }
    bp_trace(to, a, "a = key[%d]", i);
    bp_trace(to, p->key[i + 1], "b = key[%d]", i + 1);
    bp_trace(to, t, "t = (at - time[%d]) / (time[%d] - time[%d])", i, i + 1, i);
    bp_trace(to, bp_quat_dot(a, p->key[i + 1]), "c = bp_quat_dot(a, b)");
    if (bp_quat_dot(a, p->key[i + 1]) < 0) {
        bp_trace(to, c, "it is below 0, so c = -c");
        bp_trace(to, b, "and b = -b");
    }
    bp_trace(to, angle, "angle = bp_acos(c)");
    bp_trace(to, bp_sin((1 - t) * angle) / bp_sin(angle), "the share of a");
    bp_trace(to, bp_sin(t * angle) / bp_sin(angle), "the share of b");
}

/* clang-format off */
#define LINES(X) \
    X(SHARES, p = bp_sin((1 - t) * angle) / bp_sin(angle), q = bp_sin(t * angle) / bp_sin(angle);) \
    X(SECONDS, t = at - time[i];) \
    X(NEAR_KEY, if (c < 0) b = bp_quat_negate(b);) \
    X(FIND, while (i + 2 < count && at >= time[i + 1]) i++;) \
    X(DOT, c = bp_quat_dot(a, b);) \
    X(STEP, t = t < 1 ? 0 : 1;) \
    X(KEYS, a = key[i], b = key[i + 1];) \
    X(FRACTION, t = (at - time[i]) / (time[i + 1] - time[i]);) \
    X(SWAPPED_SHARES, p = bp_sin(t * angle) / bp_sin(angle), q = bp_sin((1 - t) * angle) / bp_sin(angle);) \
    X(ENDS, if (at <= time[0]) return key[0]; BR if (at >= time[count - 1]) return key[count - 1];) \
    X(LINEAR_SHARES, p = 1 - t, q = t;) \
    X(NEAR, if (c < 0) b = bp_quat_negate(b), c = -c;) \
    X(ANGLE, angle = bp_acos(c);)
/* clang-format on */

/* As the student's function: a line may return. */
static bp_quat rotate_by_lines(const clip_inputs *clip, const unsigned char *lines, int line_count) {
    const float *time = clip->time, at = clip->at;
    const bp_quat *key = clip->key;
    int i = 0, count = clip->count;
    float t = NAN, c = NAN, angle = NAN, p = NAN, q = NAN;
    bp_quat a = {NAN, NAN, NAN, NAN}, b = a;
    RUN_LINES(lines, line_count)
    if (bp_sin(angle) < 0.0001f) return a;
    return mix(a, p, b, q);
}

static float *run_lines(const void *in, const unsigned char *lines, int count, float *out) {
    bp_pack_quat(&out, rotate_by_lines(in, lines, count));
    return out;
}

const bp_exercise bp_exercise_12 = {
    .title = "A clip of quaternion keys, the short way",
    .lesson = "11_rotation",
    .term = "rotation",
    .function = "rotation_at",
    .allowed = {"bp_quat_dot", "bp_quat_negate", "bp_acos", "bp_sin"},
    .solved_by = {"bp_quat_slerp", "bp_quat_nlerp"},
    .hints = {"Begin with the two ends: at <= time[0] and at >= time[count - 1] return a key. Then find the "
              "i with time[i] <= at < time[i + 1], and compute t.",
              "Let a = key[i] and b = key[i + 1]. If their dot product is below 0, use -b for b, and the "
              "negative dot product for c. Then apply the formula to x, y, z and w.",
              "angle = bp_acos(c); s = bp_sin((1 - t) * angle) / bp_sin(angle); r = bp_sin(t * angle) / "
              "bp_sin(angle); the result's x is s * a.x + r * b.x, and so on. If bp_sin(angle) is below "
              "0.0001, return a."},
    .inputs = {INPUT(INT, count), INPUT_EACH(NUMBER, time), INPUT_EACH(QUAT, key), INPUT(NUMBER, at)},
    .outputs = {OUTPUT(QUAT, "rotation", 0)},
    .tolerance = 3e-4f,
    .form = {.before = "bp_quat rotation_at(const float *time, const bp_quat *key, int count, float at) {\n"
                       "    int i = 0;\n"
                       "    float t, c, angle = NAN, p, q; /* p is the share of a, and q of b */\n"
                       "    bp_quat a, b;\n",
             .after = "    if (bp_sin(angle) < 0.0001f) return a;\n"
                      "    return (bp_quat){p * a.x + q * b.x, p * a.y + q * b.y, p * a.z + q * b.z, p * a.w "
                      "+ q * b.w};\n"
                      "}\n",
             FORM_OF_LINES},
    BP_EXERCISE_PARTS(12),
};
