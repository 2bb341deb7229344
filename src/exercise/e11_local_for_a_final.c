/* Exercise 11: the local matrix that gives a wanted final one, for any bind. final = B^-1 L P, with B the
 * absolute bind and P the parent's absolute, so L = B F P^-1. */
#include "exercise/answer_stage.h"
#include "exercise/exercises.h"
#include "exercise/trace.h"

typedef struct local_inputs {
    bp_mat4 final, bind, parent_bind, parent;
} local_inputs;

static bp_mat4 inverse_of(bp_mat4 m) {
    bp_mat4 out = bp_mat4_identity();
    bp_mat4_inverse(m, &out);
    return out;
}

static bp_mat4 absolute_bind(const local_inputs *p) { return bp_mat4_mul(p->bind, p->parent_bind); }
static bp_mat4 undo_parent(const local_inputs *p) { return inverse_of(p->parent); }

static float *product(float *out, bp_mat4 a, bp_mat4 b, bp_mat4 c) {
    return bp_answer_mat4(out, bp_mat4_mul(bp_mat4_mul(a, b), c));
}

enum {
    NOT_DONE,
    FINAL_TAKEN_FOR_LOCAL,
    BIND_AFTER_THE_TURN,
    BIND_UNDONE_AGAIN,
    BIND_FORGOTTEN,
    PARENT_FORGOTTEN,
    PARENT_NOT_UNDONE,
    PARENT_UNDONE_FIRST,
    LOCAL_BIND_ALONE,
    ORDER_REVERSED,
    PARENT_OF_THE_BIND_UNDONE,
    RIGHT
};

static float *solve(const void *in, int answer, float *out) {
    const local_inputs *p = in;
    switch (answer) {
    case RIGHT: return product(out, absolute_bind(p), p->final, undo_parent(p));
    case NOT_DONE: return bp_answer_mat4(out, p->bind);
    case FINAL_TAKEN_FOR_LOCAL: return bp_answer_mat4(out, p->final);
    case BIND_AFTER_THE_TURN: return product(out, p->final, absolute_bind(p), undo_parent(p));
    case BIND_UNDONE_AGAIN: return product(out, inverse_of(absolute_bind(p)), p->final, undo_parent(p));
    case BIND_FORGOTTEN: return bp_answer_mat4(out, bp_mat4_mul(p->final, undo_parent(p)));
    case PARENT_FORGOTTEN: return bp_answer_mat4(out, bp_mat4_mul(absolute_bind(p), p->final));
    case PARENT_NOT_UNDONE: return product(out, absolute_bind(p), p->final, p->parent);
    case PARENT_UNDONE_FIRST: return product(out, undo_parent(p), absolute_bind(p), p->final);
    case LOCAL_BIND_ALONE: return product(out, p->bind, p->final, undo_parent(p));
    case ORDER_REVERSED: return product(out, undo_parent(p), p->final, bp_mat4_mul(p->parent_bind, p->bind));
    case PARENT_OF_THE_BIND_UNDONE:
        return product(out, absolute_bind(p), p->final, inverse_of(p->parent_bind));
    }
    return out;
}

static const bp_misconception WRONG[RIGHT + 1] = {
    {"not_done", "The bone is still in its bind. Replace the function's body with your own."},
    {"final_taken_for_local",
     "You use the wanted final matrix as local. That is only correct for an identity bind and a parent at "
     "the origin: with the natural bind, 45 degrees would become 15."},
    {"bind_after_the_turn",
     "You apply the bind after the wanted transform, but it comes first: final acts on vertices that the "
     "bind has placed, so local begins with absolute bind * final."},
    {"bind_undone_again", "You multiply by the inverse of the absolute bind. The final matrix undoes the "
                          "bind already; local must contain the bind, so that it can be undone."},
    {"bind_forgotten", "The bind is missing: the final matrix undoes it, so local must contain it. A final "
                       "of 45 degrees and a bind of 30 make a local of 75."},
    {"parent_forgotten",
     "This is the absolute matrix. Local is relative to the parent: remove the parent's absolute matrix."},
    {"parent_not_undone", "You multiply by the parent's absolute matrix. The skeleton will do that with your "
                          "local matrix; undo it beforehand with the inverse."},
    {"parent_undone_first", "The parent's inverse is on the wrong side. absolute = local * parent_absolute, "
                            "so undo the parent on the right, at the end."},
    {"local_bind_alone", "You use the bind within the parent. The final matrix undoes the absolute bind: "
                         "bind * parent_absolute_bind."},
    {"order_reversed", "All factors are there, but in the order for column vectors. With row vectors the "
                       "first step is on the left: bind, parent's bind, final, inverse of the parent."},
    {"parent_of_the_bind_undone", "You undo the parent's bind. The skeleton will multiply local by the "
                                  "parent's current absolute matrix: undo parent_absolute."},
};

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
    bp_mat4 absolute = bp_mat4_mul(bp_unpack_mat4(&out), p->parent);
    bp_answer_stage_arm(stage, bp_mat4_mul(inverse_of(absolute_bind(p)), absolute));
}

static void trace(bp_exercise_trace *to, const void *in, int first) {
    const local_inputs *p = in;
    bp_mat4 absolute = bp_mat4_mul(absolute_bind(p), p->final);
    (void)first;
    bp_trace_mat4(to, absolute_bind(p), "absolute_bind = bind * parent_absolute_bind");
    bp_trace_mat4(to, absolute, "absolute = absolute_bind * wanted_final");
    bp_trace_mat4(to, undo_parent(p), "undo = inverse of parent_absolute");
    bp_trace_mat4(to, bp_mat4_mul(absolute, undo_parent(p)), "local = absolute * undo");
    bp_trace_is_result(to, 0);
}

static const bp_exercise_form FORM = {.kind = BP_FORM_EXPRESSION, .start = "local = ?"};

const bp_exercise bp_exercise_11 = {
    .id = "11",
    .name = "11_local_for_a_final",
    .title = "The local matrix for a wanted final one",
    .lesson = "05_same_pose_three_ways",
    .function = "local_for",
    .allowed = {"bp_mat4_mul", "bp_mat4_inverse"},
    .hints = {"Write final = inverse(absolute bind) * local * parent_absolute on paper. "
              "What must you multiply by, and on which side, to leave local alone?",
              "Multiply both sides by the absolute bind on the left, and by the inverse "
              "of parent_absolute on the right.",
              "local = absolute bind * wanted_final * inverse(parent_absolute), with "
              "absolute bind = bind * parent_absolute_bind."},
    .inputs =
        {
            {"wanted_final", BP_VALUE_MAT4, .offset = offsetof(local_inputs, final)},
            {"bind", BP_VALUE_MAT4, .offset = offsetof(local_inputs, bind)},
            {"parent_absolute_bind", BP_VALUE_MAT4, .offset = offsetof(local_inputs, parent_bind)},
            {"parent_absolute", BP_VALUE_MAT4, .offset = offsetof(local_inputs, parent)},
        },
    .outputs = {{.name = "local", .kind = BP_VALUE_MAT4}},
    .tolerance = 1e-3f,
    .solve = solve,
    .right = RIGHT,
    .wrong = WRONG,
    .cases = cases,
    .show = show,
    .trace = trace,
    .form = &FORM,
};
