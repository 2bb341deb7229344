/* Exercise 11: the local matrix that gives a wanted final one, for any bind. final = B^-1 L P, with B the
 * absolute bind and P the parent's absolute, so L = B F P^-1. */
#include "answers/11_local_for_a_final.h"

typedef struct local_inputs {
    bp_mat4 wanted_final, bind, parent_absolute_bind, parent_absolute;
} local_inputs;
#define INPUTS local_inputs

static bp_mat4 start_of(const local_inputs *p) { return bp_mat4_mul(p->bind, p->parent_absolute_bind); }
static bp_mat4 undo_parent(const local_inputs *p) { return bp_inverse_of(p->parent_absolute); }

static void cases(bp_case_list *list) {
    const bp_mat4 rest = bp_mat4_identity(), bound_at_30 = bp_plane_matrix(30, 0.5f, 1.5f);
    /* Babylon.js's final for a local of 75 degrees with the natural bind (doc-cases: natural-rot75, left
     * arm). */
    const bp_mat4 final = {{0.707106781f, 0.707106781f, 0, 0, -0.707106781f, 0.707106781f, 0, 0, 0, 0, 1, 0,
                            1.20710678f, 0.0857864381f, 0, 1}};
    bp_mat4 local = bp_plane_matrix(75, 0.5f, 1.5f);
    CASE("45 degrees about the shoulder, bound at 30: the page's 75", final, bound_at_30, rest, rest);
    bp_case_expect(list, local.m, 16);
    local = bp_plane_matrix(45, 0.5f, 1.5f);
    CASE("the same with a bind that doesn't turn: the page's 45", final, bp_plane_matrix(0, 0.5f, 1.5f), rest,
         rest);
    bp_case_expect(list, local.m, 16);
    CASE("the same with an identity bind", final, rest, rest, rest);
    bp_case_expect(list, final.m, 16);
    CASE("the same arm on a body that was bound turned, and has moved", final, bound_at_30,
         bp_plane_matrix(10, 0, 1), bp_plane_matrix(-bp_case_random_whole(list, 20, 70), 1, 2));
    const bp_mat4 moved = bp_case_random_mat4(list, 2, true), mirror = bp_mat4_scaling((bp_vec3){-1, 1, 1});
    CASE("a final matrix that moves nothing", rest, bound_at_30, moved, moved);
    CASE("a final matrix that mirrors", mirror, bound_at_30, moved, rest);
    for (int i = 0; i < 16; i++) {
        bp_mat4 wanted = bp_case_random_mat4(list, 2, i % 2), bind = bp_case_random_mat4(list, 2, i % 4 > 1);
        bp_mat4 parent_bind = bp_case_random_mat4(list, 2, true);
        CASE("from the seed", wanted, bind, parent_bind, bp_case_random_mat4(list, 2, true));
    }
}

/* The arm, moved by this local matrix. */
static void show(bp_answer_stage *stage, const void *in, const float *out) {
    const local_inputs *p = in;
    bp_mat4 absolute = bp_mat4_mul(bp_unpack_mat4(&out), p->parent_absolute);
    bp_answer_stage_arm(stage, bp_mat4_mul(bp_inverse_of(start_of(p)), absolute));
}

static void trace(bp_exercise_trace *to, const void *in) {
    const local_inputs *p = in;
    bp_mat4 absolute = bp_mat4_mul(start_of(p), p->wanted_final);
    bp_trace(to, start_of(p), "absolute_bind = bind * parent_absolute_bind");
    bp_trace(to, absolute, "absolute = absolute_bind * wanted_final");
    bp_trace(to, undo_parent(p), "undo = inverse of parent_absolute");
    bp_trace(to, bp_mat4_mul(absolute, undo_parent(p)), "local = absolute * undo");
    bp_trace_is_result(to, 0);
}

const bp_exercise bp_exercise_11 = {
    .title = "The local matrix for a wanted final one",
    .lesson = "05_same_pose_three_ways",
    .term = "final",
    .function = "local_for",
    .allowed = {"bp_mat4_mul", "bp_mat4_inverse"},
    .hints = {"Write final = inverse(absolute bind) * local * parent_absolute on paper. What must you "
              "multiply by, and on which side, to leave local alone?",
              "Multiply both sides by the absolute bind on the left, and by the inverse of parent_absolute "
              "on the right.",
              "local = absolute bind * wanted_final * inverse(parent_absolute), with absolute bind = bind * "
              "parent_absolute_bind."},
    .inputs = {INPUT(MAT4, wanted_final), INPUT(MAT4, bind), INPUT(MAT4, parent_absolute_bind),
               INPUT(MAT4, parent_absolute)},
    .outputs = {OUTPUT(MAT4, "local", 0)},
    .tolerance = 1e-3f,
    .form = {.start = "local = ?"},
    BP_EXERCISE_PARTS(11),
};
