/* Exercise 11: the local matrix that gives a wanted final one, for any bind. final = B^-1 L P, with B the
 * absolute bind and P the parent's absolute, so L = B F P^-1. */
#include "exercise/parts.h"

#include "answers/11_local_for_a_final.h"

typedef struct local_inputs {
    bp_mat4 wanted_final, bind, parent_absolute_bind, parent_absolute;
} local_inputs;

static bp_mat4 start_of(const local_inputs *p) { return bp_mat4_mul(p->bind, p->parent_absolute_bind); }
static bp_mat4 undo_parent(const local_inputs *p) { return bp_inverse_of(p->parent_absolute); }

static void cases(bp_case_list *list) {
    const bp_mat4 rest = bp_mat4_identity(), bound_at_30 = bp_rotate_z_then_move(30, 0.5f, 1.5f);
    /* Babylon.js's final for a local of 75 degrees with the natural bind (doc-cases: natural-rot75, left
     * arm). */
    const bp_mat4 final = {{0.707106781f, 0.707106781f, 0, 0, -0.707106781f, 0.707106781f, 0, 0, 0, 0, 1, 0,
                            1.20710678f, 0.0857864381f, 0, 1}};
    bp_mat4 local = bp_rotate_z_then_move(75, 0.5f, 1.5f);
    bp_exercise_case *one = bp_case_add(list, "45 degrees about the shoulder, bound at 30: the page's 75",
                                        &(local_inputs){final, bound_at_30, rest, rest});
    bp_case_expect(one, local.m, 16);
    local = bp_rotate_z_then_move(45, 0.5f, 1.5f);
    one = bp_case_add(list, "the same with a bind that doesn't turn: the page's 45",
                      &(local_inputs){final, bp_rotate_z_then_move(0, 0.5f, 1.5f), rest, rest});
    bp_case_expect(one, local.m, 16);
    one = bp_case_add(list, "the same with an identity bind", &(local_inputs){final, rest, rest, rest});
    bp_case_expect(one, final.m, 16);
    bp_case_add(list, "the same arm on a body that was bound turned, and has moved",
                &(local_inputs){final, bound_at_30, bp_rotate_z_then_move(10, 0, 1),
                                bp_rotate_z_then_move(-bp_case_random_whole(list, 20, 70), 1, 2)});
    const bp_mat4 moved = bp_case_random_mat4(list, 2, true), mirror = bp_mat4_scaling((bp_vec3){-1, 1, 1});
    bp_case_add(list, "a final matrix that moves nothing", &(local_inputs){rest, bound_at_30, moved, moved});
    bp_case_add(list, "a final matrix that mirrors", &(local_inputs){mirror, bound_at_30, moved, rest});
    for (int i = 0; i < 16; i++) {
        bp_mat4 wanted = bp_case_random_mat4(list, 2, i % 2), bind = bp_case_random_mat4(list, 2, i % 4 > 1);
        bp_mat4 parent_bind = bp_case_random_mat4(list, 2, true);
        bp_case_add(list, "from the seed",
                    &(local_inputs){wanted, bind, parent_bind, bp_case_random_mat4(list, 2, true)});
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
    bp_trace_mat4(to, start_of(p), "absolute_bind = bind * parent_absolute_bind");
    bp_trace_mat4(to, absolute, "absolute = absolute_bind * wanted_final");
    bp_trace_mat4(to, undo_parent(p), "undo = inverse of parent_absolute");
    bp_trace_mat4(to, bp_mat4_mul(absolute, undo_parent(p)), "local = absolute * undo");
    bp_trace_is_result(to, 0);
}

static const bp_exercise_form FORM = {.kind = BP_FORM_EXPRESSION, .start = "local = ?"};

const bp_exercise bp_exercise_11 = {
    .name = "11_local_for_a_final",
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
    .inputs = {INPUT(local_inputs, MAT4, wanted_final), INPUT(local_inputs, MAT4, bind),
               INPUT(local_inputs, MAT4, parent_absolute_bind), INPUT(local_inputs, MAT4, parent_absolute)},
    .outputs = {OUTPUT(MAT4, "local", 0)},
    .tolerance = 1e-3f,
    BP_EXERCISE_PARTS(11),
};
