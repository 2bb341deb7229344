/* Exercise 13: two-bone inverse kinematics in a plane, by the law of cosines. */
#include "answers/13_two_bone_ik.h"

typedef struct reach_inputs {
    float upper, lower;
    bp_vec2 target;
} reach_inputs;
#define INPUTS reach_inputs

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

static void cases(bp_case_list *list) {
    /* By hand: sides 3, 4 and 5. The right angle is at the shoulder, so with the target along +x at 4 and
     * lower 5 the elbow is 3 straight above the shoulder. */
    float size = bp_case_random_whole(list, 1, 9) / 4;
    CASE("a triangle like that of 3, 4 and 5, the target along x", 3 * size, 5 * size,
         (bp_vec2){4 * size, 0});
    EXPECT(0, 3 * size, 4 * size, 0);
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
        CASE(kinds[i].name, kinds[i].upper, kinds[i].lower, along(angle, distance));
    }
    CASE("bones of equal length, the target at the shoulder", size, size, (bp_vec2){0, 0})->either = true;
    CASE("bones of equal length, the target to the left and below", 1, 1, {-size / 2, -size / 4});
    for (int i = 0; i < 16; i++) {
        float upper = bp_case_random(list, 0.5f, 2), lower = bp_case_random(list, 0.5f, 2);
        float nearest = upper > lower ? upper - lower : lower - upper;
        float distance = bp_case_random(list, nearest + 0.1f, upper + lower - 0.1f);
        CASE("from the seed", upper, lower, along(bp_case_random(list, -3, 3), distance));
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

static void trace(bp_exercise_trace *to, const void *in) {
    const reach_inputs *p = in;
    float d = distance(p) > 0 ? distance(p) : TINY;
    float c = (p->upper * p->upper + d * d - p->lower * p->lower) / (2 * p->upper * d);
    float angle = direction(p) + bp_acos(c);
    bp_vec2 elbow = along(angle, p->upper), rest = bp_vec2_sub(p->target, elbow);
    float way = bp_atan2(rest.y, rest.x);
    bp_trace(to, d, "d = the length of target");
    bp_trace(to, c, "cos(A), from the law of cosines");
    bp_trace(to, bp_acos(c), "A = bp_acos(cos(A))");
    bp_trace(to, direction(p), "direction = bp_atan2(target.y, target.x)");
    bp_trace(to, angle, "angle = direction + A");
    bp_trace(to, elbow, "elbow = upper * (cos(angle), sin(angle))");
    bp_trace_is_result(to, 0);
    bp_trace(to, way, "way = direction from the elbow to the target");
    bp_trace(to, bp_vec2_add(elbow, along(way, p->lower)), "hand = elbow + lower * (cos(way), sin(way))");
    bp_trace_is_result(to, 2);
}

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

static float *run_lines(const void *in, const unsigned char *lines, int count, float *out) {
    const reach_inputs *p = in;
    const bp_vec2 target = p->target;
    float upper = p->upper, lower = p->lower, d = NAN, bend = NAN, angle = NAN;
    bp_vec2 elbow[1] = {{NAN, NAN}}, hand[1] = {{NAN, NAN}};
    RUN_LINES(lines, count)
    return joints(out, *elbow, *hand);
}

const bp_exercise bp_exercise_13 = {
    .title = "Two bones that reach for a target",
    .lesson = "16_length_and_ik",
    .term = "reach",
    .function = "reach",
    .allowed = {"bp_acos", "bp_atan2", "bp_sin", "bp_cos", "bp_vec2_length"},
    .hints = {"Draw the triangle of shoulder, elbow and target. Solve the law of cosines for cos(A), with d "
              "the length of `target`.",
              "cos(A) = (upper * upper + d * d - lower * lower) / (2 * upper * d), and bp_acos limits it to "
              "-1..1; use d = 1e-6 for d = 0. The upper bone's angle is the target's direction plus A.",
              "elbow = upper * (cos(angle), sin(angle)) with angle = bp_atan2(target.y, target.x) + A. The "
              "lower bone's angle is bp_atan2(target.y - elbow.y, target.x - elbow.x); go `lower` in that "
              "direction from the elbow."},
    .inputs = {INPUT(NUMBER, upper), INPUT(NUMBER, lower), INPUT(VEC2, target)},
    .outputs = {OUTPUT(VEC2, "elbow", 0), OUTPUT(VEC2, "hand", 0)},
    .tolerance = 1e-3f,
    .form = {.before =
                 "void reach(float upper, float lower, bp_vec2 target, bp_vec2 *elbow, bp_vec2 *hand) {\n"
                 "    float d, bend, angle;\n",
             .after = "}\n",
             FORM_OF_LINES},
    BP_EXERCISE_PARTS(13),
};
