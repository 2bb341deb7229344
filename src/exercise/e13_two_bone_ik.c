/* Exercise 13: two-bone inverse kinematics in a plane, by the law of cosines. */
#include "exercise/answer_stage.h"
#include "exercise/exercises.h"

typedef struct reach_inputs {
    float upper, lower;
    bp_vec2 target;
} reach_inputs;

static const bp_exercise_value INPUTS[] = {
    {"upper", BP_VALUE_NUMBER, .offset = offsetof(reach_inputs, upper)},
    {"lower", BP_VALUE_NUMBER, .offset = offsetof(reach_inputs, lower)},
    {"target", BP_VALUE_VEC2, .offset = offsetof(reach_inputs, target)},
    BP_NO_MORE_VALUES,
};

static float distance(const reach_inputs *p) { return bp_vec2_length(p->target); }
static float direction(const reach_inputs *p) { return bp_atan2(p->target.y, p->target.x); }

static bp_vec2 along(float angle, float length) {
    return (bp_vec2){length * bp_cos(angle), length * bp_sin(angle)};
}

static float *answer(float *out, bp_vec2 elbow, bp_vec2 hand) {
    bp_pack_vec2(&out, elbow);
    bp_pack_vec2(&out, hand);
    return out;
}

/* The upper bone at that angle, the lower one from its end towards the target. */
static float *bent(float *out, const reach_inputs *p, float angle) {
    bp_vec2 elbow = along(angle, p->upper), left = bp_vec2_sub(p->target, elbow);
    return answer(out, elbow, bp_vec2_add(elbow, along(bp_atan2(left.y, left.x), p->lower)));
}

/* The angle between sides a and b of a triangle whose third side is c. */
static float law_of_cosines(float a, float b, float c) {
    return bp_acos((a * a + b * b - c * c) / (2 * a * b));
}

static float at_shoulder(const reach_inputs *p) { return law_of_cosines(p->upper, distance(p), p->lower); }

static float *right(const void *in, float *out) {
    const reach_inputs *p = in;
    return bent(out, p, direction(p) + at_shoulder(p));
}
static float *not_done(const void *in, float *out) {
    const reach_inputs *p = in;
    return answer(out, (bp_vec2){0, -p->upper}, (bp_vec2){0, -p->upper - p->lower});
}
static float *other_side(const void *in, float *out) {
    const reach_inputs *p = in;
    return bent(out, p, direction(p) - at_shoulder(p));
}
static float *degrees_for_radians(const void *in, float *out) {
    const reach_inputs *p = in;
    return bent(out, p, direction(p) + bp_degrees(at_shoulder(p)));
}
static float *direction_forgotten(const void *in, float *out) {
    const reach_inputs *p = in;
    return bent(out, p, at_shoulder(p));
}
static float *angle_of_the_elbow(const void *in, float *out) {
    const reach_inputs *p = in;
    return bent(out, p, direction(p) + law_of_cosines(p->upper, p->lower, distance(p)));
}
static float *straight_arm(const void *in, float *out) {
    const reach_inputs *p = in;
    return answer(out, along(direction(p), p->upper), along(direction(p), p->upper + p->lower));
}
static float *lengths_swapped(const void *in, float *out) {
    const reach_inputs *p = in;
    return bent(out, p, direction(p) + law_of_cosines(p->lower, distance(p), p->upper));
}
static float *stretched(const void *in, float *out) {
    const reach_inputs *p = in;
    return answer(out, along(direction(p) + at_shoulder(p), p->upper), p->target);
}

static float *x_and_y_swapped(const void *in, float *out) {
    const reach_inputs *p = in;
    bp_vec2 elbow = along(bp_atan2(p->target.x, p->target.y) + at_shoulder(p), p->upper);
    bp_vec2 left = bp_vec2_sub(p->target, elbow);
    return answer(out, elbow, bp_vec2_add(elbow, along(bp_atan2(left.x, left.y), p->lower)));
}

static const bp_misconception WRONG[] = {
    {"not_done", "The arm still hangs down. Replace the function's body by your own.", not_done},
    {"other_side",
     "The elbow bends to the other side. Add the angle to the target's direction to turn left, "
     "counterclockwise; you turn right.",
     other_side},
    {"degrees_for_radians",
     "An angle in degrees is taken for one in radians. Sines and cosines here want radians.",
     degrees_for_radians},
    {"direction_forgotten",
     "The angle by the law of cosines lies between the upper bone and the line to the target. Where that "
     "line "
     "points is missing: bp_atan2(target.y, target.x).",
     direction_forgotten},
    {"angle_of_the_elbow",
     "This is the angle at the elbow, opposite the distance. The one at the shoulder is opposite the lower "
     "bone: lower is the side that stands alone in the law.",
     angle_of_the_elbow},
    {"straight_arm", "The arm is straight always. The target is nearer than that, mostly: bend the elbow.",
     straight_arm},
    {"lengths_swapped", "Upper and lower have changed places in the law of cosines.", lengths_swapped},
    {"stretched",
     "The hand is put on the target whatever the distance, so where that is out of reach the lower bone has "
     "another length. From the elbow go `lower` towards the target.",
     stretched},
    {"x_and_y_swapped",
     "The directions are measured from the wrong axis: bp_atan2 takes y first, and then x, as the C "
     "library's does.",
     x_and_y_swapped},
    BP_NO_MORE_WRONG,
};

static void cases(bp_case_list *list) {
    /* By hand: sides 3, 4 and 5. The right angle is at the shoulder, so with the target along +x at 4 and lower 5 the elbow
     * is 3 straight above the shoulder. */
    bp_exercise_case *known = bp_case_add(list, "a triangle of 3, 4 and 5, the target along x",
                                          &(reach_inputs){3, 5, (bp_vec2){4, 0}});
    bp_case_expect(known, (const float[]){0, 3, 4, 0}, 4);
    bp_case_add(list, "the target above and aside", &(reach_inputs){1.5f, 1, (bp_vec2){-0.5f, 1.75f}});
    bp_case_add(list, "a target too far away", &(reach_inputs){1.5f, 1, (bp_vec2){3, 2}});
    bp_case_add(list, "too near for a long upper bone", &(reach_inputs){2, 0.75f, (bp_vec2){0.3f, -0.4f}});
    bp_case_add(list, "too near for a long lower bone", &(reach_inputs){0.75f, 2, (bp_vec2){0.3f, -0.4f}});
    for (int i = 0; i < 16; i++) {
        float upper = bp_case_random(list, 0.5f, 2), lower = bp_case_random(list, 0.5f, 2);
        float nearest = upper > lower ? upper - lower : lower - upper;
        float distance = bp_case_random(list, nearest + 0.1f, upper + lower - 0.1f);
        bp_case_add(list, "from the seed",
                    &(reach_inputs){upper, lower, along(bp_case_random(list, -3, 3), distance)});
    }
}

static void show(bp_answer_stage *stage, const void *in, const float *out) {
    const reach_inputs *p = in;
    bp_vec3 elbow = {out[0], out[1], 0}, hand = {out[2], out[3], 0}, target = {p->target.x, p->target.y, 0};
    bp_answer_stage_ball(stage, target, 0.12f, bp_scene_color(4));
    bp_answer_stage_rod(stage, (bp_vec3){0, 0, 0}, elbow, 0.14f, bp_scene_color(0));
    bp_answer_stage_rod(stage, elbow, hand, 0.1f, bp_scene_color(1));
    bp_answer_stage_ball(stage, (bp_vec3){0, 0, 0}, 0.12f, bp_scene_color(0));
}

const bp_exercise bp_exercise_13 = {
    .number = 13,
    .name = "13_two_bone_ik",
    .title = "Two bones that reach for a target",
    .lesson = "16_length_and_ik",
    .function = "reach",
    .allowed = (const char *const[]){"bp_acos", "bp_atan2", "bp_sin", "bp_cos", "bp_vec2_length", NULL},
    .hints =
        (const char *const[]){
            "Draw the triangle: shoulder, elbow, target. Solve the law for cos(A), with d the length of "
            "`target`.",
            "cos(A) = (upper * upper + d * d - lower * lower) / (2 * upper * d), and bp_acos keeps within "
            "-1..1 by itself. The upper bone's angle is that of the target, plus A.",
            "elbow = upper * (cos(angle), sin(angle)) with angle = bp_atan2(target.y, target.x) + A. The "
            "lower "
            "bone's angle is bp_atan2(target.y - elbow.y, target.x - elbow.x); go `lower` that way from the "
            "elbow.",
            NULL},
    .inputs = INPUTS,
    .outputs = (const bp_exercise_value[]){{.name = "elbow", .kind = BP_VALUE_VEC2},
                                           {.name = "hand", .kind = BP_VALUE_VEC2},
                                           BP_NO_MORE_VALUES},
    .tolerance = 1e-3f,
    .right = right,
    .wrong = WRONG,
    .cases = cases,
    .show = show,
};
