/* Exercise 11: which local matrix gives a wanted final one, under any bind. final = B^-1 L P, with B the absolute bind and P
 * the parent's absolute, so L = B F P^-1. */
#include "exercise/answer_stage.h"
#include "exercise/exercises.h"

typedef struct local_inputs {
    bp_mat4 final, bind, parent_bind, parent;
} local_inputs;

static bp_mat4 inverse_of(bp_mat4 m) {
    bp_mat4 out = bp_mat4_identity();
    bp_mat4_inverse(m, &out);
    return out;
}

static const bp_exercise_value INPUTS[] = {
    {"wanted_final", BP_VALUE_MAT4, .offset = offsetof(local_inputs, final)},
    {"bind", BP_VALUE_MAT4, .offset = offsetof(local_inputs, bind)},
    {"parent_absolute_bind", BP_VALUE_MAT4, .offset = offsetof(local_inputs, parent_bind)},
    {"parent_absolute", BP_VALUE_MAT4, .offset = offsetof(local_inputs, parent)},
    BP_NO_MORE_VALUES,
};

static bp_mat4 absolute_bind(const local_inputs *p) { return bp_mat4_mul(p->bind, p->parent_bind); }
static bp_mat4 undo_parent(const local_inputs *p) { return inverse_of(p->parent); }

static float *product(float *out, bp_mat4 a, bp_mat4 b, bp_mat4 c) {
    return bp_answer_mat4(out, bp_mat4_mul(bp_mat4_mul(a, b), c));
}

static float *right(const void *in, float *out) {
    const local_inputs *p = in;
    return product(out, absolute_bind(p), p->final, undo_parent(p));
}

static float *not_done(const void *in, float *out) {
    const local_inputs *p = in;
    return bp_answer_mat4(out, p->bind);
}

static float *final_taken_for_local(const void *in, float *out) {
    const local_inputs *p = in;
    return bp_answer_mat4(out, p->final);
}

static float *bind_after_the_turn(const void *in, float *out) {
    const local_inputs *p = in;
    return product(out, p->final, absolute_bind(p), undo_parent(p));
}

static float *bind_undone_again(const void *in, float *out) {
    const local_inputs *p = in;
    return product(out, inverse_of(absolute_bind(p)), p->final, undo_parent(p));
}

static float *bind_forgotten(const void *in, float *out) {
    const local_inputs *p = in;
    return bp_answer_mat4(out, bp_mat4_mul(p->final, undo_parent(p)));
}

static float *parent_forgotten(const void *in, float *out) {
    const local_inputs *p = in;
    return bp_answer_mat4(out, bp_mat4_mul(absolute_bind(p), p->final));
}

static float *parent_not_undone(const void *in, float *out) {
    const local_inputs *p = in;
    return product(out, absolute_bind(p), p->final, p->parent);
}

static float *parent_undone_first(const void *in, float *out) {
    const local_inputs *p = in;
    return product(out, undo_parent(p), absolute_bind(p), p->final);
}

static float *local_bind_alone(const void *in, float *out) {
    const local_inputs *p = in;
    return product(out, p->bind, p->final, undo_parent(p));
}

static float *order_reversed(const void *in, float *out) {
    const local_inputs *p = in;
    return product(out, undo_parent(p), p->final, bp_mat4_mul(p->parent_bind, p->bind));
}

static float *parent_of_the_bind_undone(const void *in, float *out) {
    const local_inputs *p = in;
    return product(out, absolute_bind(p), p->final, inverse_of(p->parent_bind));
}

static const bp_misconception WRONG[] = {
    {"not_done", "The bone is still left in its bind. Replace the function's body by your own.", not_done},
    {"final_taken_for_local",
     "This writes the wanted final matrix into local. That is right for an identity bind and a parent at the "
     "origin only: with the natural bind 45 degrees would become 15.",
     final_taken_for_local},
    {"bind_after_the_turn",
     "The bind comes after the wanted turn here, and it must come first: what final does to a vertex is done "
     "to where the bind has put it, so absolute bind * final.",
     bind_after_the_turn},
    {"bind_undone_again",
     "You multiply by the inverse of the absolute bind. Final undoes the bind once already; local must bring "
     "it in, so that there is something to undo.",
     bind_undone_again},
    {"bind_forgotten",
     "The bind is missing: final undoes it, so it must be in local. 45 degrees and a bind of 30 make a local "
     "of 75.",
     bind_forgotten},
    {"parent_forgotten",
     "This is the absolute matrix that you want. The local one is within the parent: take the parent's "
     "absolute away again.",
     parent_forgotten},
    {"parent_not_undone",
     "You multiply by where the parent is. That is what the skeleton will do with your local; undo it "
     "beforehand, by the inverse.",
     parent_not_undone},
    {"parent_undone_first",
     "The parent's inverse stands on the wrong side. absolute = local * parent_absolute, so it must be "
     "undone "
     "on the right, at the end.",
     parent_undone_first},
    {"local_bind_alone",
     "You use the bind within the parent. What final undoes is the absolute bind: bind * "
     "parent_absolute_bind.",
     local_bind_alone},
    {"order_reversed",
     "All factors are there, but in the order for column vectors. With row vectors what comes first stands "
     "on the left: "
     "bind, parent's bind, final, parent undone.",
     order_reversed},
    {"parent_of_the_bind_undone",
     "You undo where the parent was at the start. Local will be multiplied by where it is now: undo "
     "parent_absolute.",
     parent_of_the_bind_undone},
    BP_NO_MORE_WRONG,
};

static void cases(bp_case_list *list) {
    const bp_mat4 rest = bp_mat4_identity(), bound_at_30 = bp_rotate_z_then_move(30, 0.5f, 1.5f);
    /* Babylon.js's final for a local of 75 degrees with the natural bind (doc-cases: natural-rot75, left arm). */
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
                                bp_rotate_z_then_move(-40, 1, 2)});
    for (int i = 0; i < 16; i++) {
        bp_mat4 wanted = bp_case_random_mat4(list, 2, i % 2), bind = bp_case_random_mat4(list, 2, i % 4 > 1);
        bp_mat4 parent_bind = bp_case_random_mat4(list, 2, true);
        bp_case_add(list, "from the seed",
                    &(local_inputs){wanted, bind, parent_bind, bp_case_random_mat4(list, 2, true)});
    }
}

/* The arm as this local matrix would move it. */
static void show(bp_answer_stage *stage, const void *in, const float *out) {
    const local_inputs *p = in;
    bp_mat4 absolute = bp_mat4_mul(bp_unpack_mat4(&out), p->parent);
    bp_answer_stage_arm(stage, bp_mat4_mul(inverse_of(absolute_bind(p)), absolute));
}

const bp_exercise bp_exercise_11 = {
    .number = 11,
    .name = "11_local_for_a_final",
    .title = "The local matrix for a wanted final one",
    .lesson = "05_same_pose_three_ways",
    .function = "local_for",
    .allowed = (const char *const[]){"bp_mat4_mul", "bp_mat4_inverse", NULL},
    .hints =
        (const char *const[]){
            "Write final = inverse(absolute bind) * local * parent_absolute on paper. What must be "
            "multiplied, "
            "and on which side, so that local stands alone?",
            "On the left multiply both sides by the absolute bind, on the right by the inverse of "
            "parent_absolute.",
            "local = absolute bind * wanted_final * inverse(parent_absolute), where absolute bind = bind * "
            "parent_absolute_bind.",
            NULL},
    .inputs = INPUTS,
    .outputs = (const bp_exercise_value[]){{.name = "local", .kind = BP_VALUE_MAT4}, BP_NO_MORE_VALUES},
    .tolerance = 1e-3f,
    .right = right,
    .wrong = WRONG,
    .cases = cases,
    .show = show,
};
