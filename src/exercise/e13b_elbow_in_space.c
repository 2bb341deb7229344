/* Exercise 13b: the elbow of two bones in space, bent towards a pole. Seen from the shoulder, it is
 * `along` on the way to the target, and `aside` from it, perpendicular to it, towards the pole. */
#include "answers/13b_elbow_in_space.h"

typedef struct elbow_inputs {
    bp_vec3 shoulder, target, pole;
    float upper, lower;
} elbow_inputs;
#define INPUTS elbow_inputs

static bp_vec3 sum(bp_vec3 at, bp_vec3 a, float s, bp_vec3 b, float t) {
    return bp_vec3_add(at, bp_vec3_add(bp_vec3_scale(a, s), bp_vec3_scale(b, t)));
}

static void cases(bp_case_list *list) {
    /* By hand: 3, 4 and 5 are a right triangle. Its height over 5 is 2.4, at 1.8 from the shoulder. */
    CASE("bones of 3 and 4, and a target 5 away", {1, 2, 0.5f}, {6, 2, 0.5f}, {7, 5, 0.5f}, 3, 4);
    EXPECT(2.8f, 4.4f, 0.5f);
    const float upper = bp_case_random(list, 1.5f, 2), lower = bp_case_random(list, 1, 1.4f);
    CASE("the pole below, and in front", {0, 1, 0}, {2, 1, 0}, {1.5f, -1, 1}, upper, lower);
    CASE("out of reach", {-1, 0, 0}, {4, 1, 0}, {0, 2, 0}, upper, lower);
    CASE("too near, and the upper bone is the longer one", {0.5f, 0, 0}, {0.6f, 0.05f, 0}, {0, 2, 0}, upper,
         lower);
    CASE("too near, and the lower bone is the longer one", {0.5f, 0, 0}, {0.6f, 0.05f, 0}, {0, 2, 0}, lower,
         upper);
    CASE("slightly too near", {0.5f, 0, 0}, {0.5f + 0.5f * upper, 0, 0}, {0, 2, 0}, upper, 1.63f * upper);
    CASE("all three lengths equal, the shoulder at the origin", {0, 0, 0}, {-upper, 0, 0}, {-1, -1, 1}, upper,
         upper);
    for (int i = 0; i < 16; i++) {
        elbow_inputs p = {.shoulder = bp_case_random_vec3(list, -1, 1)};
        p.upper = bp_case_random(list, 0.5f, 2);
        p.lower = bp_case_random(list, 0.5f, 2);
        bp_vec3 ahead = bp_quat_rotate(bp_case_random_quat(list), (bp_vec3){1, 0, 0}), side;
        do {
            side = bp_case_random_vec3(list, -2, 2);
        } while (bp_vec3_length(bp_vec3_cross(ahead, side)) < 0.3f);
        p.target = sum(p.shoulder, ahead, bp_case_random(list, 0.1f, 1.2f) * (p.upper + p.lower), side, 0);
        p.pole = bp_vec3_add(p.shoulder, side);
        bp_case_add(list, "from the seed", &p);
    }
}

/* The hand is where the lower bone ends on its way to the target. */
static void show(bp_answer_stage *stage, const void *in, const float *out) {
    const elbow_inputs *p = in;
    bp_vec3 elbow = bp_unpack_vec3(&out), rest = bp_vec3_normalize(bp_vec3_sub(p->target, elbow));
    bp_vec3 hand = bp_vec3_add(elbow, bp_vec3_scale(rest, p->lower));
    bp_answer_stage_ball(stage, p->target, 0.16f, GREY);
    bp_answer_stage_ball(stage, p->pole, 0.1f, bp_scene_color(2));
    bp_answer_stage_ball(stage, p->shoulder, 0.2f, bp_scene_color(0));
    bp_answer_stage_ball(stage, elbow, 0.15f, bp_scene_color(1));
    bp_answer_stage_rod(stage, p->shoulder, elbow, 0.14f, bp_scene_color(0));
    bp_answer_stage_rod(stage, elbow, hand, 0.12f, bp_scene_color(1));
}

/* Values without the formulas: finding those is the exercise. */
static void trace(bp_exercise_trace *to, const void *in) {
    const elbow_inputs *p = in;
    bp_vec3 way = bp_vec3_sub(p->target, p->shoulder), ahead = bp_vec3_normalize(way);
    bp_vec3 from = bp_vec3_sub((bp_vec3){to->right[0], to->right[1], to->right[2]}, p->shoulder);
    float along = bp_vec3_dot(from, ahead);
    bp_trace(to, bp_vec3_length(way), "the distance of the target");
    bp_trace(to, ahead, "the direction of the target");
    bp_trace(to, along, "how far along that direction the elbow is");
    bp_trace(to, bp_vec3_length(bp_vec3_sub(from, bp_vec3_scale(ahead, along))),
             "how far the elbow is from that line");
    bp_trace(to, from, "the elbow, seen from the shoulder");
}

const bp_exercise bp_exercise_13b = {
    .title = "Open: the elbow in space, towards a pole",
    .lesson = "16_length_and_ik",
    .term = "pole",
    .function = "find_elbow",
    .allowed = {"bp_vec3_add", "bp_vec3_sub", "bp_vec3_scale", "bp_vec3_dot", "bp_vec3_normalize",
                "bp_vec3_length", "bp_vec3_cross"},
    .hints = {"Two directions are enough: one from the shoulder to the target, and one perpendicular to it, "
              "towards the pole. How far do you go along each?",
              "The perpendicular from the elbow cuts the triangle into two with right angles. With the "
              "distance d to the target: along^2 + aside^2 = upper^2 and (d - along)^2 + aside^2 = lower^2. "
              "Subtract one from the other.",
              "along = (upper^2 + d^2 - lower^2) / (2 d), kept within -upper..upper. aside = sqrt(upper^2 - "
              "along^2). The side is pole - shoulder without its part along the line, normalised."},
    .inputs = {INPUT(VEC3, shoulder), INPUT(VEC3, target), INPUT(VEC3, pole), INPUT(NUMBER, upper),
               INPUT(NUMBER, lower)},
    .outputs = {OUTPUT(VEC3, "elbow", 0)},
    .tolerance = 3e-3f,
    .form = {.start = "elbow = ?",
             .example = "way = target - shoulder\nfar = length(way) > upper ? 1 : "
                        "0\nelbow = shoulder + normalize(way) * far"},
    BP_EXERCISE_PARTS(13b),
};
