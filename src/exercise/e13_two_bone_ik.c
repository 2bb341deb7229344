/* Exercise 13: two-bone inverse kinematics in a plane, by the law of cosines. */
#include "exercise/answer_stage.h"
#include "exercise/exercises.h"
#include "exercise/lines.h"
#include "exercise/trace.h"
#include "scene/figure.h"
#include <math.h>

typedef struct reach_inputs {
    float upper, lower;
    bp_vec2 target;
} reach_inputs;

/* Stands for the distance of a target at the shoulder. With 0, bones of equal length would give 0 / 0. */
#define TINY 1e-6f

static float distance(const reach_inputs *p) { return bp_vec2_length(p->target); }
static float direction(const reach_inputs *p) { return bp_atan2(p->target.y, p->target.x); }

static bp_vec2 along(float angle, float length) {
    return (bp_vec2){length * bp_cos(angle), length * bp_sin(angle)};
}

static float *joints(float *out, bp_vec2 elbow, bp_vec2 hand) {
    bp_pack_vec2(&out, elbow);
    bp_pack_vec2(&out, hand);
    return out;
}

/* The upper bone at that angle, and the lower bone from its end towards the target. */
static float *bent(float *out, const reach_inputs *p, float angle) {
    bp_vec2 elbow = along(angle, p->upper), rest = bp_vec2_sub(p->target, elbow);
    return joints(out, elbow, bp_vec2_add(elbow, along(bp_atan2(rest.y, rest.x), p->lower)));
}

/* The angle between sides a and b of a triangle whose third side is c. */
static float law_of_cosines(float a, float b, float c) {
    return bp_acos((a * a + b * b - c * c) / (2 * a * b));
}

static float at_shoulder(const reach_inputs *p) { return law_of_cosines(p->upper, distance(p), p->lower); }

/* Not a number for a target at the shoulder, or beyond the arm's reach: what acosf returns for them. */
static float without_clamp(const reach_inputs *p) {
    float d = distance(p), c = (p->upper * p->upper + d * d - p->lower * p->lower) / (2 * p->upper * d);
    return c >= -1 && c <= 1 ? bp_acos(c) : NAN;
}

/* atan2 with its arguments in the wrong order, for the direction of the target and that of the lower bone. */
static float *swapped(const reach_inputs *p, bool upper, bool lower, float *out) {
    float way = upper ? bp_atan2(p->target.x, p->target.y) : direction(p);
    bp_vec2 elbow = along(way + at_shoulder(p), p->upper), rest = bp_vec2_sub(p->target, elbow);
    float on = lower ? bp_atan2(rest.x, rest.y) : bp_atan2(rest.y, rest.x);
    return joints(out, elbow, bp_vec2_add(elbow, along(on, p->lower)));
}

/* Both angles converted before the sines and cosines. */
static float *converted(const reach_inputs *p, float (*convert)(float), float *out) {
    bp_vec2 elbow = along(convert(direction(p) + at_shoulder(p)), p->upper);
    bp_vec2 rest = bp_vec2_sub(p->target, elbow);
    return joints(out, elbow, bp_vec2_add(elbow, along(convert(bp_atan2(rest.y, rest.x)), p->lower)));
}

static float *hand_from_the_elbow(const reach_inputs *p, float *out) {
    bp_vec2 elbow = along(direction(p) + at_shoulder(p), p->upper), rest = bp_vec2_sub(p->target, elbow);
    return joints(out, elbow, along(bp_atan2(rest.y, rest.x), p->lower));
}

enum {
    NOT_DONE,
    OTHER_SIDE,
    DEGREES_FOR_RADIANS,
    DIRECTION_FORGOTTEN,
    ANGLE_OF_THE_ELBOW,
    STRAIGHT_ARM,
    LENGTHS_SWAPPED,
    STRETCHED,
    X_AND_Y_SWAPPED,
    CLAMP_FORGOTTEN,
    TARGET_AT_SHOULDER,
    ALL_IN_DEGREES,
    CONVERTED_TO_RADIANS,
    DIRECTION_SWAPPED,
    LOWER_SWAPPED,
    HAND_FROM_THE_ELBOW,
    RIGHT
};

static float *solve(const void *in, int answer, float *out) {
    const reach_inputs *p = in;
    const bp_vec2 any = {bp_any(), bp_any()};
    /* Who makes one of these mistakes may get a target at the shoulder right or wrong. */
    bool at_either = answer != RIGHT && answer != NOT_DONE && answer != TARGET_AT_SHOULDER;
    if (at_either && distance(p) == 0) return joints(out, any, any);
    switch (answer) {
    case RIGHT: {
        float d = distance(p) > 0 ? distance(p) : TINY;
        return bent(out, p, direction(p) + law_of_cosines(p->upper, d, p->lower));
    }
    case TARGET_AT_SHOULDER: return bent(out, p, direction(p) + at_shoulder(p));
    case CLAMP_FORGOTTEN: return bent(out, p, direction(p) + without_clamp(p));
    case NOT_DONE: return joints(out, (bp_vec2){0, -p->upper}, (bp_vec2){0, -p->upper - p->lower});
    case OTHER_SIDE: return bent(out, p, direction(p) - at_shoulder(p));
    case DEGREES_FOR_RADIANS: return bent(out, p, direction(p) + bp_degrees(at_shoulder(p)));
    case DIRECTION_FORGOTTEN: return bent(out, p, at_shoulder(p));
    case ANGLE_OF_THE_ELBOW:
        return bent(out, p, direction(p) + law_of_cosines(p->upper, p->lower, distance(p)));
    case STRAIGHT_ARM:
        return joints(out, along(direction(p), p->upper), along(direction(p), p->upper + p->lower));
    case LENGTHS_SWAPPED: return bent(out, p, direction(p) + law_of_cosines(p->lower, distance(p), p->upper));
    case STRETCHED: return joints(out, along(direction(p) + at_shoulder(p), p->upper), p->target);
    case X_AND_Y_SWAPPED: return swapped(p, true, true, out);
    case DIRECTION_SWAPPED: return swapped(p, true, false, out);
    case LOWER_SWAPPED: return swapped(p, false, true, out);
    case ALL_IN_DEGREES: return converted(p, bp_degrees, out);
    case CONVERTED_TO_RADIANS: return converted(p, bp_radians, out);
    case HAND_FROM_THE_ELBOW: return hand_from_the_elbow(p, out);
    }
    return out;
}

static const bp_misconception WRONG[RIGHT + 1] = {
    {"not_done", "The arm still hangs down. Replace the function's body with your own."},
    {"other_side", "The elbow bends to the other side. Add the angle to the target's direction to rotate "
                   "left, counterclockwise; you rotate right."},
    {"degrees_for_radians", "You use an angle in degrees as radians. Sine and cosine take radians here."},
    {"direction_forgotten",
     "The angle from the law of cosines lies between the upper bone and the line to the target. The "
     "direction of that line is missing: bp_atan2(target.y, target.x)."},
    {"angle_of_the_elbow", "This is the angle at the elbow, opposite the distance. The angle at the shoulder "
                           "is opposite the lower bone: in the law, `lower` is the side that is alone."},
    {"straight_arm", "The arm is always straight. The target is usually nearer than that: bend the elbow."},
    {"lengths_swapped", "`upper` and `lower` are swapped in the law of cosines."},
    {"stretched", "You put the hand on the target at any distance, so out of reach the lower bone changes "
                  "its length. From the elbow, go `lower` towards the target."},
    {"x_and_y_swapped", "You measure directions from the wrong axis: bp_atan2 takes y first and then x, like "
                        "the C library's atan2."},
    {"clamp_forgotten",
     "A result is not a number where the target is out of reach or too near: cos(A) is outside "
     "-1..1 there. Limit it first; bp_acos does that by itself, acosf doesn't."},
    {"target_at_shoulder", "With equal bones and the target at the shoulder, cos(A) is 0 / 0, which is not a "
                           "number. Use a tiny distance, such as 1e-6, in place of 0."},
    {"all_in_degrees",
     "You turn the angles into degrees before the sine and cosine. bp_sin and bp_cos take radians, "
     "and bp_acos and bp_atan2 give radians already: leave out the conversion."},
    {"converted_to_radians",
     "You convert the angles from degrees to radians, but bp_acos and bp_atan2 give radians "
     "already. Leave out the conversion."},
    {"direction_swapped",
     "The arguments of the first atan2, for the direction of the target, are swapped. It takes y "
     "first: bp_atan2(target.y, target.x)."},
    {"lower_swapped",
     "The elbow is right. The arguments of the second atan2, for the direction from the elbow to the "
     "target, are swapped: it takes the difference of y first."},
    {"hand_from_the_elbow",
     "The elbow is right, but your hand is relative to the elbow. The result is relative to the "
     "shoulder, like the elbow: add the elbow to it."},
};

static void cases(bp_case_list *list) {
    /* By hand: sides 3, 4 and 5. The right angle is at the shoulder, so with the target along +x at 4 and
     * lower 5 the elbow is 3 straight above the shoulder. */
    float size = bp_case_random_whole(list, 1, 9) / 4;
    bp_exercise_case *one = bp_case_add(list, "a triangle like that of 3, 4 and 5, the target along x",
                                        &(reach_inputs){3 * size, 5 * size, (bp_vec2){4 * size, 0}});
    bp_case_expect(one, (const float[]){0, 3 * size, 4 * size, 0}, 4);
    /* Each kind, with numbers from the seed. The second is out of reach by at least 1. */
    const struct {
        const char *name;
        float upper, lower, nearest, farthest;
    } kinds[] = {{"the target above and aside", 1.5f, 1, 1.2f, 2},
                 {"a target too far away", 1.5f, 1, 3.5f, 4},
                 {"too near for a long upper bone", 2, 0.75f, 0.3f, 0.7f},
                 {"too near for a long lower bone", 0.75f, 2, 0.3f, 0.7f}};
    for (size_t i = 0; i < BP_COUNT(kinds); i++) {
        float distance = bp_case_random(list, kinds[i].nearest, kinds[i].farthest);
        float angle = i == 0 ? bp_case_random(list, 1.7f, 2.2f) : bp_case_random(list, -3, 3);
        bp_case_add(list, kinds[i].name,
                    &(reach_inputs){kinds[i].upper, kinds[i].lower, along(angle, distance)});
    }
    bp_case_add(list, "bones of equal length, the target at the shoulder",
                &(reach_inputs){size, size, (bp_vec2){0, 0}});
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

static void trace(bp_exercise_trace *to, const void *in, int first) {
    const reach_inputs *p = in;
    float d = distance(p) > 0 ? distance(p) : TINY;
    float c = (p->upper * p->upper + d * d - p->lower * p->lower) / (2 * p->upper * d);
    float angle = direction(p) + bp_acos(c);
    bp_vec2 elbow = along(angle, p->upper), rest = bp_vec2_sub(p->target, elbow);
    float way = bp_atan2(rest.y, rest.x);
    (void)first;
    bp_trace_number(to, d, "d = the length of target");
    bp_trace_number(to, c, "cos(A), from the law of cosines");
    bp_trace_number(to, bp_acos(c), "A = bp_acos(cos(A))");
    bp_trace_number(to, direction(p), "direction = bp_atan2(target.y, target.x)");
    bp_trace_number(to, angle, "angle = direction + A");
    bp_trace_vec2(to, elbow, "elbow = upper * (cos(angle), sin(angle))");
    bp_trace_is_result(to, 0);
    bp_trace_number(to, way, "way = direction from the elbow to the target");
    bp_trace_vec2(to, bp_vec2_add(elbow, along(way, p->lower)),
                  "hand = elbow + lower * (cos(way), sin(way))");
    bp_trace_is_result(to, 2);
}

/* ---- the lines to choose from, in a mixed order ---- */

/* clang-format off */
#define LINES(X) \
    X(MINUS_BEND, angle = angle - bend;) \
    X(HAND, *hand = (bp_vec2){elbow->x + lower * bp_cos(angle), elbow->y + lower * bp_sin(angle)};) \
    X(BEND_AT_ELBOW, bend = bp_acos((upper * upper + lower * lower - d * d) / (2 * upper * lower));) \
    X(DIRECTION, angle = bp_atan2(target.y, target.x);) \
    X(PLUS_BEND, angle = angle + bend;) \
    X(TO_TARGET, angle = bp_atan2(target.y - elbow->y, target.x - elbow->x);) \
    X(BEND, bend = bp_acos((upper * upper + d * d - lower * lower) / (2 * upper * d));) \
    X(HAND_ON_TARGET, *hand = target;) \
    X(DISTANCE, d = bp_vec2_length(target);) \
    X(BEND_ALONE, angle = bend;) \
    X(ELBOW, *elbow = (bp_vec2){upper * bp_cos(angle), upper * bp_sin(angle)};) \
    X(LENGTHS_SWAPPED_BEND, bend = bp_acos((lower * lower + d * d - upper * upper) / (2 * lower * d));) \
    X(AT_SHOULDER, if (d == 0) d = 1e-6f;)
/* clang-format on */
enum { LINES(LINE_NAME) LINE_COUNT };
static const char *const LINE_TEXTS[] = {LINES(LINE_TEXT)};

static float *run_lines(const void *in, const unsigned char *lines, int count, float *out) {
    const reach_inputs *p = in;
    const bp_vec2 target = p->target;
    float upper = p->upper, lower = p->lower, d = NAN, bend = NAN, angle = NAN;
    bp_vec2 elbow[1] = {{NAN, NAN}}, hand[1] = {{NAN, NAN}};
    RUN_LINES(lines, count)
    return joints(out, *elbow, *hand);
}

static const bp_exercise_form FORM = {
    .kind = BP_FORM_LINES,
    .before = "void reach(float upper, float lower, bp_vec2 target, bp_vec2 *elbow, bp_vec2 *hand) {\n"
              "    float d, bend, angle;\n",
    .after = "}\n",
    .lines = LINE_TEXTS,
    .line_count = LINE_COUNT,
    .run = run_lines,
};

const bp_exercise bp_exercise_13 = {
    .id = "13",
    .name = "13_two_bone_ik",
    .title = "Two bones that reach for a target",
    .lesson = "16_length_and_ik",
    .function = "reach",
    .allowed = {"bp_acos", "bp_atan2", "bp_sin", "bp_cos", "bp_vec2_length"},
    .hints = {"Draw the triangle of shoulder, elbow and target. Solve the law of cosines for cos(A), with d "
              "the length of `target`.",
              "cos(A) = (upper * upper + d * d - lower * lower) / (2 * upper * d), and bp_acos limits it to "
              "-1..1; use d = 1e-6 for d = 0. The upper bone's angle is the target's direction plus A.",
              "elbow = upper * (cos(angle), sin(angle)) with angle = bp_atan2(target.y, target.x) + A. The "
              "lower bone's angle is bp_atan2(target.y - elbow.y, target.x - elbow.x); go `lower` in that "
              "direction from the elbow."},
    .inputs =
        {
            {"upper", BP_VALUE_NUMBER, .offset = offsetof(reach_inputs, upper)},
            {"lower", BP_VALUE_NUMBER, .offset = offsetof(reach_inputs, lower)},
            {"target", BP_VALUE_VEC2, .offset = offsetof(reach_inputs, target)},
        },
    .outputs = {{.name = "elbow", .kind = BP_VALUE_VEC2}, {.name = "hand", .kind = BP_VALUE_VEC2}},
    .tolerance = 1e-3f,
    .solve = solve,
    .right = RIGHT,
    .wrong = WRONG,
    .cases = cases,
    .show = show,
    .trace = trace,
    .form = &FORM,
};
