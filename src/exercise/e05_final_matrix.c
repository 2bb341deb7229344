/* Exercise 05, the final matrix: inverse of the absolute bind, then the absolute. */
#include "answers/05_final_matrix.h"

typedef struct final_inputs {
    bp_mat4 local, parent_absolute, bind, parent_absolute_bind;
} final_inputs;
#define INPUTS final_inputs

static bp_mat4 absolute(const final_inputs *p) { return bp_mat4_mul(p->local, p->parent_absolute); }
static bp_mat4 start_of(const final_inputs *p) { return bp_mat4_mul(p->bind, p->parent_absolute_bind); }
static bp_mat4 undo_bind(const final_inputs *p) { return bp_inverse_of_affine(start_of(p)); }

/* Recorded from Babylon.js 9.34 (doc-cases: natural-rot75, natural-body-moved, scaled-bind-rotated; left
 * arm). */
static void recorded(bp_case_list *list) {
    const bp_mat4 rest = bp_mat4_identity(), arm = bp_plane_matrix(75, 0.5f, 1.5f),
                  bind = bp_plane_matrix(30, 0.5f, 1.5f);
    CASE("an arm bound at 30 degrees, its local turned to 75", arm, rest, bind, rest);
    EXPECT(0.707106781f, 0.707106781f, 0, 0, -0.707106781f, 0.707106781f, 0, 0, 0, 0, 1, 0, 1.20710678f,
           0.0857864381f, 0, 1);
    static const bp_mat4 BODY = {{0.939692621f, 0.342020144f, 0, 0, -0.342020144f, 0.939692621f, 0, 0, 0, 0,
                                  1, 0, 0.3f, 0.1f, -0.2f, 1}};
    CASE("the same arm, and the body below it moved and turned", arm, BODY, bind, rest);
    EXPECT(0.422618261f, 0.906307787f, 0, 0, -0.906307787f, 0.422618261f, 0, 0, 0, 0, 1, 0, 1.40496864f,
           0.593467718f, -0.2f, 1);
    static const bp_mat4 SCALED_LOCAL = {
        {2.59807621f, 1.5f, 0, 0, -0.999999999f, 1.73205081f, 0, 0, 0, 0, 1, 0, 0.5f, 1.5f, 0, 1}};
    static const bp_mat4 SCALED_BIND = {
        {1.73205081f, 1, 0, 0, -2, 3.46410162f, 0, 0, 0, 0, 0.5f, 0, 0.5f, 1.5f, 0, 1}};
    CASE("a bind that scales, along turned axes", SCALED_LOCAL, rest, SCALED_BIND, rest);
    EXPECT(1.25f, 0.433012701f, 0, 0, 0.433012701f, 0.749999999f, 0, 0, 0, 0, 2, 0, -0.774519051f,
           0.158493651f, 0, 1);
}

static void cases(bp_case_list *list) {
    recorded(list);
    const bp_mat4 rest = bp_mat4_identity();
    CASE("everything where it was bound: the identity", bp_plane_matrix(30, 0.5f, 1.5f),
         bp_plane_matrix(20, 0, 1), bp_plane_matrix(30, 0.5f, 1.5f), bp_plane_matrix(20, 0, 1));
    bp_case_expect(list, rest.m, 16);
    const bp_mat4 body = bp_case_random_mat4(list, 2, true);
    CASE("a mirrored bind", bp_plane_matrix(75, 0.5f, 1.5f), body,
         bp_mat4_mul(bp_mat4_scaling((bp_vec3){-1, 1, 1}), body), body);
    for (int i = 0; i < 16; i++) {
        bp_mat4 local = bp_case_random_mat4(list, 3, i % 2), parent = bp_case_random_mat4(list, 3, i % 4 > 1);
        bp_mat4 bind = bp_case_random_mat4(list, 3, i % 2);
        CASE("from the seed", local, parent, bind, bp_case_random_mat4(list, 3, i % 4 > 1));
    }
}

static void show(bp_answer_stage *stage, const void *in, const float *out) {
    (void)in;
    bp_answer_stage_arm(stage, bp_unpack_mat4(&out));
}

static void trace(bp_exercise_trace *to, const void *in) {
    bp_trace(to, absolute(in), "absolute = local * parent_absolute");
    bp_trace(to, start_of(in), "absolute_bind = bind * parent_absolute_bind");
    bp_trace(to, undo_bind(in), "undo = inverse of absolute_bind");
    bp_trace(to, bp_mat4_mul(undo_bind(in), absolute(in)), "final_matrix = undo * absolute");
    bp_trace_is_result(to, 0);
}

const bp_exercise bp_exercise_05 = {
    .title = "The final matrix",
    .lesson = "02_seven_matrices",
    .term = "final",
    .function = "final_matrix",
    .allowed = {"bp_mat4_mul", "bp_mat4_inverse_affine", "bp_mat4_inverse", "bp_mat4_identity"},
    .hints = {"Follow one vertex at the bone's tip in the bind pose. Which matrix brought the bone there? "
              "Undo that matrix before you apply the bone's new transform.",
              "You need two products and one inverse: the bone's current absolute matrix, its absolute bind, "
              "and the inverse of the absolute bind.",
              "absolute = local * parent_absolute, absolute bind = bind * parent_absolute_bind, and final = "
              "inverse(absolute bind) * absolute. `*` is bp_mat4_mul."},
    .inputs = {INPUT(MAT4, local), INPUT(MAT4, parent_absolute), INPUT(MAT4, bind),
               INPUT(MAT4, parent_absolute_bind)},
    .outputs = {OUTPUT(MAT4, "final_matrix", 0)},
    .form = {.start = "final_matrix = ?"},
    BP_EXERCISE_PARTS(05),
};
