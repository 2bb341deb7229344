/* Exercise 12b: one step of a rotation with a limited speed. */
#include "exercise/answer_stage.h"
#include "exercise/exercises.h"
#include "exercise/trace.h"
#include <math.h>

typedef struct turn_inputs {
    bp_quat from, to;
    float most;
} turn_inputs;

static bp_quat mix(bp_quat a, float s, bp_quat b, float t) {
    return (bp_quat){a.x * s + b.x * t, a.y * s + b.y * t, a.z * s + b.z * t, a.w * s + b.w * t};
}

/* Along the great circle from a to b, never to -b; any t. */
static bp_quat arc(bp_quat a, bp_quat b, float t) {
    float angle = bp_acos(bp_quat_dot(a, b)), sine = bp_sin(angle);
    if (sine < 1e-4f) return a;
    return mix(a, bp_sin((1 - t) * angle) / sine, b, bp_sin(t * angle) / sine);
}

/* The rotation from a to b, applied on the wrong side of a. */
static bp_quat step_on_the_wrong_side(bp_quat a, bp_quat b, float t) {
    bp_quat between = bp_quat_mul(bp_quat_conjugate(a), b),
            step = bp_quat_slerp(bp_quat_identity(), between, t);
    return bp_quat_mul(step, a);
}

enum {
    NOT_DONE,
    HALF_THE_ANGLE,
    LONG_WAY,
    ANGLE_OF_THE_LONG_WAY,
    OVERSHOOTS,
    AT_ONCE,
    SHARE_OF_180,
    UNEVEN,
    BACKWARDS,
    WRONG_SIDE,
    RIGHT
};

static bp_quat rotation_of(const turn_inputs *p, int answer) {
    float c = bp_quat_dot(p->from, p->to), most = bp_radians(p->most), angle = 2 * bp_acos(fabsf(c));
    float t = angle > most ? most / angle : 1, far = 2 * bp_acos(c);
    bp_quat near = c < 0 ? bp_quat_negate(p->to) : p->to;
    switch (answer) {
    case RIGHT: return bp_quat_slerp(p->from, p->to, t);
    case HALF_THE_ANGLE: return bp_quat_slerp(p->from, p->to, fminf(1, 2 * most / angle));
    case LONG_WAY: return far > most ? arc(p->from, p->to, most / far) : p->to;
    case ANGLE_OF_THE_LONG_WAY: return bp_quat_slerp(p->from, p->to, fminf(1, most / far));
    case OVERSHOOTS: return angle < 0.002f ? p->to : arc(p->from, near, most / angle);
    case AT_ONCE: return p->to;
    case SHARE_OF_180: return bp_quat_slerp(p->from, p->to, fminf(1, p->most / 180));
    case UNEVEN: return bp_quat_normalize(mix(p->from, 1 - t, near, t));
    case BACKWARDS: return bp_quat_slerp(p->to, p->from, t);
    case WRONG_SIDE: return step_on_the_wrong_side(p->from, p->to, t);
    }
    return p->from; /* not done */
}

static float *solve(const void *in, int answer, float *out) {
    bp_pack_quat(&out, rotation_of(in, answer));
    return out;
}

static const bp_misconception WRONG[RIGHT + 1] = {
    {"not_done", "The function still returns `from`: the head doesn't move. Replace its body with your own."},
    {"half_the_angle", "It turns twice as far as allowed. The dot product of two unit quaternions is the "
                       "cosine of half the angle "
                       "between the rotations: a quaternion holds the sine and cosine of half its angle. "
                       "Double the arc cosine."},
    {"long_way",
     "If the dot product is below 0, this takes the long way round. q and -q are the same rotation: "
     "negate one of the two, or use the absolute value of the dot product, so the angle is at most "
     "180 degrees."},
    {"angle_of_the_long_way", "It takes the short way, but as slowly as if it were the long one: if the dot "
                              "product is below 0, the angle "
                              "that you compute is that of the long way. Use the absolute value of the dot "
                              "product. (bp_quat_slerp takes "
                              "the short way by itself.)"},
    {"overshoots",
     "If the way is shorter than `most`, this turns past the target, and in the next frame back: the "
     "head trembles. Keep the share of the way at most 1."},
    {"at_once",
     "It arrives in one frame, however far the way is. Is the angle in radians, as bp_acos gives it, "
     "and `most` still in degrees? Then the way always seems shorter than `most`."},
    {"share_of_180",
     "The share of the way is most / 180 here, so a near target is approached slowly and a far one "
     "quickly. The share depends on how far apart `from` and `to` are: most / that angle."},
    {"uneven",
     "You mix the two quaternions along a straight line and normalise. The axis is correct, but for a "
     "share of a third it doesn't turn by a third of the angle. Follow the arc."},
    {"backwards",
     "It starts at `to` and turns by `most` degrees back towards `from`. Swap the two: it starts at "
     "`from`."},
    {"wrong_side",
     "The angle is correct, but the axis isn't. You multiply the step onto the wrong side of `from`. "
     "The step that completes `from` on one side rotates about other axes on the other side."},
};

static bp_quat about_z(float degrees) {
    return bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, bp_radians(degrees));
}

static void cases(bp_case_list *list) {
    /* By hand: 30 of the 90 degrees from 20 are at 50: (0, 0, sin 25, cos 25). */
    const turn_inputs first = {about_z(20), about_z(110), 30};
    bp_exercise_case *one = bp_case_add(list, "30 degrees on the way from 20 to 110 degrees about z", &first);
    bp_case_expect(one, (const float[]){0, 0, 0.422618262f, 0.906307787f}, 4);
    const float angle = bp_case_random_whole(list, 60, 110), most = bp_case_random_whole(list, 8, 20);
    const turn_inputs negated = {about_z(10), bp_quat_negate(about_z(10 + angle)), most};
    bp_case_add(list, "`to` with its signs the other way round", &negated);
    const turn_inputs near = {about_z(angle), about_z(angle - most), 2 * most};
    bp_case_add(list, "a way shorter than the limit", &near);
    const turn_inputs back = {about_z(angle), about_z(-30), most};
    bp_case_add(list, "clockwise about z", &back);
    const turn_inputs nearly = {about_z(most), about_z(most + 0.8f * angle), angle};
    bp_case_add(list, "four fifths of the limit", &nearly);
    const turn_inputs just = {about_z(most), about_z(most + 0.997f * angle), angle};
    bp_case_add(list, "just within the limit", &just);
    bp_quat there = bp_case_random_quat(list);
    const turn_inputs same = {there, there, most};
    bp_case_add(list, "already there", &same);
    for (int i = 0; i < 16; i++) {
        turn_inputs p = {.from = bp_case_random_quat(list)};
        bp_quat step = bp_quat_from_axis_angle(bp_case_random_vec3(list, -1, 1),
                                               bp_radians(bp_case_random(list, 25, 170)));
        p.to = bp_quat_mul(p.from, step);
        if (i % 2) p.to = bp_quat_negate(p.to);
        p.most = bp_case_random(list, 8, 80);
        bp_case_add(list, "from the seed", &p);
    }
}

static void show(bp_answer_stage *stage, const void *in, const float *out) {
    const turn_inputs *p = in;
    bp_answer_stage_bone(stage, bp_mat4_from_quat(p->from), 0);
    bp_answer_stage_bone(stage, bp_mat4_from_quat(p->to), 0);
    bp_answer_stage_bone(stage, bp_mat4_from_quat(bp_unpack_quat(&out)), 1);
}

/* Values without the formulas: finding those is the exercise. */
static void trace(bp_exercise_trace *to, const void *in, int first) {
    const turn_inputs *p = in;
    float angle = bp_degrees(2 * bp_acos(fabsf(bp_quat_dot(p->from, p->to))));
    (void)first;
    bp_trace_number(to, angle, "the angle from one to the other, in degrees, the short way");
    bp_trace_number(to, fminf(angle, p->most), "the angle of this step, in degrees");
}

static const bp_exercise_form FORM = {
    .kind = BP_FORM_EXPRESSION,
    .start = "turn_towards = ?",
    .example = "c = from.x * to.x\nsign = c < 0 ? -1 : 1\nhalf_of_each = from / 2 + to * (sign / 2)"};

const bp_exercise bp_exercise_12b = {
    .id = "12b",
    .name = "12b_turn_towards",
    .title = "Open: turn towards a rotation, with a limit",
    .lesson = "11_rotation",
    .function = "turn_towards",
    .allowed = {"bp_quat_dot", "bp_quat_slerp", "bp_acos", "bp_radians", "bp_quat_mul", "bp_quat_conjugate",
                "bp_quat_from_axis_angle"},
    .hints =
        {"You need the angle between `from` and `to`. Write the quaternions of 20 and 110 degrees about z, "
         "(0, 0, sin 10, cos 10) and (0, 0, sin 55, cos 55). What is their dot product the cosine of?",
         "If the dot product is below 0, one of the two has its signs the other way round: take the absolute "
         "value. "
         "Its arc cosine is half the angle between the rotations.",
         "The share of the way is bp_radians(most) / angle, and at most 1. bp_quat_slerp goes that share of "
         "the "
         "short way. On the page, mix `from` and `to` with the sines of exercise 12."},
    .inputs =
        {
            {"from", BP_VALUE_QUAT, .offset = offsetof(turn_inputs, from)},
            {"to", BP_VALUE_QUAT, .offset = offsetof(turn_inputs, to)},
            {"most", BP_VALUE_NUMBER, .offset = offsetof(turn_inputs, most)},
        },
    .outputs = {{.name = "turn_towards", .kind = BP_VALUE_QUAT}},
    .tolerance = 5e-4f,
    .solve = solve,
    .right = RIGHT,
    .wrong = WRONG,
    .cases = cases,
    .show = show,
    .trace = trace,
    .form = &FORM,
};
