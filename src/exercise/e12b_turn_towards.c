/* Exercise 12b: one step of a rotation with a limited speed. */
#include "answers/12b_turn_towards.h"

typedef struct turn_inputs {
    bp_quat from, to;
    float most;
} turn_inputs;
#define INPUTS turn_inputs

static void cases(bp_case_list *list) {
    /* By hand: 30 of the 90 degrees from 20 are at 50: (0, 0, sin 25, cos 25). */
    CASE("30 degrees on the way from 20 to 110 degrees about z", bp_about_z(20), bp_about_z(110), 30);
    EXPECT(0, 0, 0.422618262f, 0.906307787f);
    const float angle = bp_case_random_whole(list, 60, 110), most = bp_case_random_whole(list, 8, 20);
    CASE("`to` with its signs the other way round", bp_about_z(10), bp_quat_negate(bp_about_z(10 + angle)),
         most);
    CASE("a way shorter than the limit", bp_about_z(angle), bp_about_z(angle - most), 2 * most);
    CASE("clockwise about z", bp_about_z(angle), bp_about_z(-30), most);
    CASE("four fifths of the limit", bp_about_z(most), bp_about_z(most + 0.8f * angle), angle);
    CASE("just within the limit", bp_about_z(most), bp_about_z(most + 0.997f * angle), angle);
    bp_quat there = bp_case_random_quat(list);
    CASE("already there", there, there, most);
    CASE("a limit of 0 degrees", bp_about_z(angle), bp_about_z(20), 0);
    CASE("most of a turn, and a limit beyond it", bp_about_z(angle), bp_about_z(angle + 170), 200);
    for (int i = 0; i < 16; i++) {
        turn_inputs p = {.from = bp_case_random_quat(list)};
        const float step = bp_radians(bp_case_random(list, 25, 170));
        p.to = bp_quat_mul(p.from, bp_quat_from_axis_angle(bp_case_random_vec3(list, -1, 1), step));
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
static void trace(bp_exercise_trace *to, const void *in) {
    const turn_inputs *p = in;
    float angle = bp_degrees(2 * bp_acos(fabsf(bp_quat_dot(p->from, p->to))));
    bp_trace(to, angle, "the angle from one to the other, in degrees, the short way");
    bp_trace(to, fminf(angle, p->most), "the angle of this step, in degrees");
}

const bp_exercise bp_exercise_12b = {
    .title = "Open: turn towards a rotation, with a limit",
    .lesson = "11_rotation",
    .term = "angle",
    .function = "turn_towards",
    .allowed = {"bp_quat_dot", "bp_quat_slerp", "bp_acos", "bp_radians", "bp_quat_mul", "bp_quat_conjugate",
                "bp_quat_from_axis_angle"},
    .hints =
        {"You need the angle between `from` and `to`. Write the quaternions of 20 and 110 degrees about z, "
         "(0, 0, sin 10, cos 10) and (0, 0, sin 55, cos 55). What is their dot product the cosine of?",
         "If the dot product is below 0, one of the two has its signs the other way round: take the absolute "
         "value. Its arc cosine is half the angle between the rotations.",
         "The share of the way is bp_radians(most) / angle, and at most 1. bp_quat_slerp goes that share of "
         "the short way. On the page, mix `from` and `to` with the sines of exercise 12."},
    .inputs = {INPUT(QUAT, from), INPUT(QUAT, to), INPUT(NUMBER, most)},
    .outputs = {OUTPUT(QUAT, "turn_towards", 0)},
    .tolerance = 5e-4f,
    .form = {.start = "turn_towards = ?",
             .example =
                 "c = from.x * to.x\nsign = c < 0 ? -1 : 1\nhalf_of_each = from / 2 + to * (sign / 2)"},
    BP_EXERCISE_PARTS(12b),
};
