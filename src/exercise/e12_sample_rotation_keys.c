/* Exercise 12: sampling a clip of quaternion keys, the short way round. */
#include "exercise/answer_stage.h"
#include "exercise/exercises.h"
#include <math.h>

enum { MOST = 6 };

typedef struct clip_inputs {
    int count;
    float time[MOST];
    bp_quat key[MOST];
    float at;
} clip_inputs;

static const bp_exercise_value INPUTS[] = {
    {"count", BP_VALUE_INT, .offset = offsetof(clip_inputs, count)},
    {"time", BP_VALUE_NUMBER, BP_VALUE_PER_FIRST, .offset = offsetof(clip_inputs, time)},
    {"key", BP_VALUE_QUAT, BP_VALUE_PER_FIRST, .offset = offsetof(clip_inputs, key)},
    {"at", BP_VALUE_NUMBER, .offset = offsetof(clip_inputs, at)},
    BP_NO_MORE_VALUES,
};

/* The interval that the time is in, and how far; before and after all keys the first and the last one, 0 and 1. */
static int interval(const clip_inputs *p, float *t) {
    int i = 0;
    while (i + 2 < p->count && p->at >= p->time[i + 1]) i++;
    *t = bp_clamp((p->at - p->time[i]) / (p->time[i + 1] - p->time[i]), 0, 1);
    return i;
}

static float *answer(float *out, bp_quat q) {
    bp_pack_quat(&out, q);
    return out;
}

/* ---- the right answer, and others ----------------------------------------------------------------------- */

static bp_quat mix(bp_quat a, float s, bp_quat b, float t) {
    return (bp_quat){a.x * s + b.x * t, a.y * s + b.y * t, a.z * s + b.z * t, a.w * s + b.w * t};
}

/* Along the great circle from a to b, and not to -b. */
static bp_quat arc(bp_quat a, bp_quat b, float t) {
    float angle = bp_acos(bp_quat_dot(a, b)), sine = bp_sin(angle);
    if (sine < 1e-4f) return a;
    return mix(a, bp_sin((1 - t) * angle) / sine, b, bp_sin(t * angle) / sine);
}

static bp_quat nearer(bp_quat a, bp_quat b) { return bp_quat_dot(a, b) < 0 ? bp_quat_negate(b) : b; }

static float *right(const void *in, float *out) {
    const clip_inputs *p = in;
    float t;
    int i = interval(p, &t);
    return answer(out, bp_quat_slerp(p->key[i], p->key[i + 1], t));
}
static float *not_done(const void *in, float *out) {
    (void)in;
    return answer(out, bp_quat_identity());
}
static float *long_way(const void *in, float *out) {
    const clip_inputs *p = in;
    float t;
    int i = interval(p, &t);
    return answer(out, arc(p->key[i], p->key[i + 1], t));
}
static float *straight_line(const void *in, float *out) {
    const clip_inputs *p = in;
    float t;
    int i = interval(p, &t);
    return answer(out, mix(p->key[i], 1 - t, nearer(p->key[i], p->key[i + 1]), t));
}
static float *uneven_speed(const void *in, float *out) {
    const clip_inputs *p = in;
    float t;
    int i = interval(p, &t);
    return answer(out, bp_quat_normalize(mix(p->key[i], 1 - t, nearer(p->key[i], p->key[i + 1]), t)));
}
static float *key_before(const void *in, float *out) {
    const clip_inputs *p = in;
    float t;
    int i = interval(p, &t);
    return answer(out, p->key[t < 1 ? i : i + 1]);
}
static float *not_held(const void *in, float *out) {
    const clip_inputs *p = in;
    float t;
    int i = interval(p, &t);
    t = (p->at - p->time[i]) / (p->time[i + 1] - p->time[i]);
    return answer(out, arc(p->key[i], nearer(p->key[i], p->key[i + 1]), t));
}
static float *whole_clip(const void *in, float *out) {
    const clip_inputs *p = in;
    int last = p->count - 1;
    float t = bp_clamp((p->at - p->time[0]) / (p->time[last] - p->time[0]), 0, 1);
    return answer(out, bp_quat_slerp(p->key[0], p->key[last], t));
}
static float *swapped(const void *in, float *out) {
    const clip_inputs *p = in;
    float t;
    int i = interval(p, &t);
    bool between = t > 0 && t < 1;
    return answer(out, bp_quat_slerp(p->key[i], p->key[i + 1], between ? 1 - t : t));
}

/* -b is taken, but the angle is still that of b. */
static float *angle_of_the_long_way(const void *in, float *out) {
    const clip_inputs *p = in;
    float t;
    int i = interval(p, &t);
    bp_quat a = p->key[i], b = p->key[i + 1];
    float angle = bp_acos(bp_quat_dot(a, b)), sine = bp_sin(angle);
    if (t <= 0 || t >= 1 || sine < 1e-4f) return answer(out, t < 1 ? a : b);
    return answer(out, mix(a, bp_sin((1 - t) * angle) / sine, nearer(a, b), bp_sin(t * angle) / sine));
}
static float *seconds_for_t(const void *in, float *out) {
    const clip_inputs *p = in;
    float t;
    int i = interval(p, &t);
    if (t > 0 && t < 1) t = p->at - p->time[i];
    return answer(out, arc(p->key[i], nearer(p->key[i], p->key[i + 1]), t));
}

static const bp_misconception WRONG[] = {
    {"not_done", "The function still doesn't turn. Replace its body by your own.", not_done},
    {"long_way",
     "Where the dot product of the two keys is below 0 this goes the long way round: a bone that should turn "
     "by 20 degrees turns by 340. Negate one of them first: it is the same rotation.",
     long_way},
    {"straight_line",
     "The two quaternions are mixed in a straight line, so between the keys the result is shorter than 1, "
     "and "
     "as a matrix it would shrink the bone. Go along the arc.",
     straight_line},
    {"uneven_speed",
     "Mixed in a straight line and made 1 long again: a rotation on the right way, but slow near the keys "
     "and "
     "fast between them. Here the speed must be even: use the sines.",
     uneven_speed},
    {"key_before",
     "This is the key before, until the next one comes: the bone jumps. Go from one to the other.",
     key_before},
    {"not_held",
     "Before the first key, or after the last, this turns on beyond it. There the key itself holds: keep t "
     "within 0..1.",
     not_held},
    {"whole_clip",
     "You go from the first key of the clip to the last one. Look for the two keys between which the time "
     "lies.",
     whole_clip},
    {"swapped", "The two sines are swapped: at t = 0 the result must be a, so a goes with (1 - t).", swapped},
    {"angle_of_the_long_way",
     "You take -b where it is nearer, but the angle is still that to b. When b changes its sign, so does c: "
     "compute the "
     "angle from -c.",
     angle_of_the_long_way},
    {"seconds_for_t",
     "t is the time since the first of the two keys. It must be 1 at the second one: divide by the time "
     "between them.",
     seconds_for_t},
    BP_NO_MORE_WRONG,
};

/* ---- cases ---------------------------------------------------------------------------------------------------- */

static bp_quat about_z(float degrees) {
    return bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, bp_radians(degrees));
}

static void cases(bp_case_list *list) {
    /* By hand: a third of the way from 30 to 150 degrees is 70: (0, 0, sin 35, cos 35). */
    const clip_inputs third = {2, {1, 4}, {about_z(30), about_z(150)}, 2};
    bp_exercise_case *one = bp_case_add(list, "a third of the way from 30 to 150 degrees about z", &third);
    bp_case_expect(one, (const float[]){0, 0, 0.573576436f, 0.819152044f}, 4);
    const clip_inputs other = {2, {1, 4}, {about_z(30), bp_quat_negate(about_z(150))}, 2};
    bp_case_add(list, "the same, with the second key's signs the other way round", &other);
    const clip_inputs three = {3, {0, 1, 3}, {about_z(0), about_z(90), about_z(40)}, 1.5f};
    bp_case_add(list, "in the second of two intervals", &three);
    const clip_inputs before = {2, {1, 2}, {about_z(30), about_z(80)}, 0.5f};
    bp_case_add(list, "before the first key", &before);
    const clip_inputs after = {3, {0, 1, 2}, {about_z(30), about_z(80), about_z(20)}, 2.75f};
    bp_case_add(list, "after the last key", &after);
    for (int i = 0; i < 16; i++) {
        clip_inputs p = {.count = 2 + bp_case_random_below(list, MOST - 1)};
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

const bp_exercise bp_exercise_12 = {
    .number = 12,
    .name = "12_sample_rotation_keys",
    .title = "A clip of quaternion keys, the short way",
    .lesson = "11_rotation",
    .function = "rotation_at",
    .allowed = (const char *const[]){"bp_quat_dot", "bp_quat_negate", "bp_acos", "bp_sin", NULL},
    .hints =
        (const char *const[]){
            "First the two ends: at <= time[0] and at >= time[count - 1] have their answers. Then look for "
            "the "
            "i with time[i] <= at < time[i + 1], and compute t.",
            "With a = key[i] and b = key[i + 1]: if their dot product is below 0, take -b for b, and the dot "
            "product's negative for c. Then the formula, for x, y, z and w alike.",
            "angle = bp_acos(c); s = bp_sin((1 - t) * angle) / bp_sin(angle); r = bp_sin(t * angle) / "
            "bp_sin(angle); the result's x is s * a.x + r * b.x, and so on. Where bp_sin(angle) is under "
            "0.0001, return a.",
            NULL},
    .inputs = INPUTS,
    .outputs = (const bp_exercise_value[]){{.name = "rotation", .kind = BP_VALUE_QUAT}, BP_NO_MORE_VALUES},
    .tolerance = 3e-4f,
    .right = right,
    .wrong = WRONG,
    .cases = cases,
    .show = show,
};
