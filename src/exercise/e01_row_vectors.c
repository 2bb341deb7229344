/* Exercise 01, row vectors: a point through one matrix and then another. */
#include "answers/01_row_vectors.h"

typedef struct row_inputs {
    bp_vec3 point;
    bp_mat4 first, second;
} row_inputs;
#define INPUTS row_inputs

/* Recorded from Babylon.js 9.34 (doc-cases, natural-rot75): a vertex of the left arm, its bone's absolute
 * inverse bind, the bone's absolute, and the skinned vertex. */
static void recorded(bp_case_list *list) {
    const bp_mat4 unbind = {{0.866025404f, -0.5f, 0, 0, 0.5f, 0.866025404f, 0, 0, 0, 0, 1, 0, -1.183012702f,
                             -1.049038106f, 0, 1}};
    const bp_mat4 absolute = {
        {0.258819045f, 0.965925826f, 0, 0, -0.965925826f, 0.258819045f, 0, 0, 0, 0, 1, 0, 0.5f, 1.5f, 0, 1}};
    CASE("a vertex of an arm, out of its bone's bind and into its pose",
         (bp_vec3){0.970096f, 0.38577f, -0.17f}, unbind, absolute);
    EXPECT(1.62028766f, 1.04452848f, -0.17f);
}

static void cases(bp_case_list *list) {
    const bp_vec3 point = {bp_case_random_whole(list, 1, 9), 0, 0};
    const bp_mat4 move = bp_mat4_translation((bp_vec3){bp_case_random_whole(list, 1, 9), 0, 0});
    const bp_mat4 turn = bp_mat4_rotation_z(BP_PI / 2);
    CASE("a quarter turn about Z, then a move along X", point, turn, move);
    CASE("a move along X, then a quarter turn about Z", point, move, turn);
    recorded(list);
    const bp_mat4 mirror = bp_mat4_scaling((bp_vec3){-2, 1, 1}),
                  any_turn = bp_case_random_mat4(list, 3, true);
    CASE("the origin, through one matrix twice", {0, 0, 0}, any_turn, any_turn);
    CASE("through the identity, then a mirror", bp_case_random_vec3(list, -3, -1), bp_mat4_identity(),
         mirror);
    for (int i = 0; i < 16; i++) {
        bp_vec3 any = bp_case_random_vec3(list, -3, 3);
        bp_mat4 first = bp_case_random_mat4(list, 3, i % 2);
        CASE("from the seed", any, first, bp_case_random_mat4(list, 3, i % 4 > 1));
    }
}

static void show(bp_answer_stage *stage, const void *in, const float *out) {
    const row_inputs *p = in;
    bp_vec3 end = bp_unpack_vec3(&out), origin = {0, 0, 0};
    bp_answer_stage_bone(stage, bp_mat4_identity(), 0);
    bp_answer_stage_ball(stage, p->point, 0.12f, (bp_rgba8){150, 155, 165, 255});
    bp_answer_stage_rod(stage, origin, end, 0.04f, bp_scene_color(1));
    bp_answer_stage_ball(stage, end, 0.18f, bp_scene_color(1));
}

static void trace(bp_exercise_trace *to, const void *in) {
    const row_inputs *p = in;
    bp_trace(to, bp_mat4_point(p->first, p->point), "after the first = (point, 1) * first");
    bp_trace_right(to, BP_VALUE_VEC3, 0, "through_both = (after the first, 1) * second");
}

const bp_exercise bp_exercise_01 = {
    .title = "Row vectors, and the order of a product",
    .lesson = "01_what_a_bone_is",
    .term = "row",
    .function = "through_both",
    .allowed = {"bp_mat4_mul"},
    .solved_by = {"bp_mat4_point", "bp_mat4_direction"},
    .hints = {"Begin with one matrix, and with x only. Which three numbers does a row vector meet on its way "
              "down the first column, and what is added at the end?",
              "x' = x * m[0] + y * m[4] + z * m[8] + m[12]; y' uses the next column, and so on. Write this "
              "as a function of your own and call it twice.",
              "Send the point through `first`, and the result through `second`. Or multiply the matrices "
              "first, with bp_mat4_mul(first, second), and use the product once."},
    .inputs = {INPUT(VEC3, point), INPUT(MAT4, first), INPUT(MAT4, second)},
    .outputs = {OUTPUT(VEC3, "through_both", 0)},
    .form = {.start = "through_both = ?"},
    BP_EXERCISE_PARTS(01),
};
