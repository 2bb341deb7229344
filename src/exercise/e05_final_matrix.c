/* Exercise 05, the final matrix: inverse of the absolute bind, then the absolute. */
#include "exercise/answer_stage.h"
#include "exercise/exercises.h"
#include <string.h>

typedef struct final_inputs {
    bp_mat4 local, parent, bind, parent_bind;
} final_inputs;

static const bp_exercise_value INPUTS[] = {
    {"local", BP_VALUE_MAT4, .offset = offsetof(final_inputs, local)},
    {"parent_absolute", BP_VALUE_MAT4, .offset = offsetof(final_inputs, parent)},
    {"bind", BP_VALUE_MAT4, .offset = offsetof(final_inputs, bind)},
    {"parent_absolute_bind", BP_VALUE_MAT4, .offset = offsetof(final_inputs, parent_bind)},
    BP_NO_MORE_VALUES,
};

static bp_mat4 absolute(const final_inputs *p) { return bp_mat4_mul(p->local, p->parent); }
static bp_mat4 absolute_bind(const final_inputs *p) { return bp_mat4_mul(p->bind, p->parent_bind); }
static bp_mat4 undo_bind(const final_inputs *p) { return bp_inverse_of(absolute_bind(p)); }

static float *product(float *out, bp_mat4 a, bp_mat4 b) { return bp_answer_mat4(out, bp_mat4_mul(a, b)); }

static float *right(const void *in, float *out) { return product(out, undo_bind(in), absolute(in)); }

static float *not_done(const void *in, float *out) {
    (void)in;
    return bp_answer_mat4(out, bp_mat4_identity());
}

static float *order_reversed(const void *in, float *out) { return product(out, absolute(in), undo_bind(in)); }

static float *bind_not_inverted(const void *in, float *out) {
    return product(out, absolute_bind(in), absolute(in));
}

static float *bind_not_removed(const void *in, float *out) { return bp_answer_mat4(out, absolute(in)); }

static float *inverse_of_the_local_bind(const void *in, float *out) {
    const final_inputs *p = in;
    return product(out, bp_inverse_of(p->bind), absolute(p));
}

static float *parents_forgotten(const void *in, float *out) {
    const final_inputs *p = in;
    return product(out, bp_inverse_of(p->bind), p->local);
}

static float *parent_before_child(const void *in, float *out) {
    const final_inputs *p = in;
    return product(out, bp_inverse_of(bp_mat4_mul(p->parent_bind, p->bind)),
                   bp_mat4_mul(p->parent, p->local));
}

static float *inverse_of_the_absolute(const void *in, float *out) {
    return product(out, bp_inverse_of(absolute(in)), absolute_bind(in));
}

static float *transposed(const void *in, float *out) {
    return bp_answer_mat4(out, bp_mat4_transpose(bp_mat4_mul(undo_bind(in), absolute(in))));
}

static float *inverses_in_the_same_order(const void *in, float *out) {
    const final_inputs *p = in;
    return product(out, bp_mat4_mul(bp_inverse_of(p->bind), bp_inverse_of(p->parent_bind)), absolute(p));
}

static float *parent_of_now_in_the_bind(const void *in, float *out) {
    const final_inputs *p = in;
    return product(out, bp_inverse_of(bp_mat4_mul(p->bind, p->parent)), absolute(p));
}

static const bp_misconception WRONG[] = {
    {"not_done", "The function still says that nothing moves. Replace its body by your own.", not_done},
    {"order_reversed",
     "The two factors are the wrong way round: this puts the vertex where the bone is now, and undoes the "
     "bind "
     "after that. With row vectors what happens first stands on the left, and undoing the bind happens "
     "first.",
     order_reversed},
    {"bind_not_inverted",
     "The absolute bind is applied instead of undone. Its inverse takes the vertex out of the starting "
     "place; "
     "the matrix itself would put it in a second time.",
     bind_not_inverted},
    {"bind_not_removed",
     "This is the absolute matrix alone. The vertex already stands where the bone was at the start, and that "
     "has to be undone first, or it counts twice: in the starting pose the final matrix must be the "
     "identity.",
     bind_not_removed},
    {"inverse_of_the_local_bind",
     "You invert the bind within the parent. What must be undone is the whole way from the root: the "
     "absolute "
     "bind, bind * parent_absolute_bind.",
     inverse_of_the_local_bind},
    {"parents_forgotten",
     "The parents are forgotten: local and bind are within the parent, and vertices are not. Multiply both "
     "by "
     "where the parent is, now and at the start.",
     parents_forgotten},
    {"parent_before_child",
     "The products with the parents are the wrong way round. With row vectors the child comes first: local * "
     "parent_absolute, bind * parent_absolute_bind.",
     parent_before_child},
    {"inverse_of_the_absolute",
     "You undo the absolute and apply the bind: that is the way back, from the pose to the start. Invert the "
     "other one.",
     inverse_of_the_absolute},
    {"transposed",
     "Right, but transposed: this is the matrix for column vectors. Here vectors are rows and the "
     "translation "
     "stands in the last row.",
     transposed},
    {"inverses_in_the_same_order",
     "You multiply the inverses in the order of the matrices. What was done last is undone first: the "
     "inverse of "
     "A * B is inverse(B) * inverse(A). Or multiply first, and invert the product.",
     inverses_in_the_same_order},
    {"parent_of_now_in_the_bind",
     "In the absolute bind you use where the parent is now. The bind is about the start: there it is "
     "parent_absolute_bind.",
     parent_of_now_in_the_bind},
    BP_NO_MORE_WRONG,
};

/* Recorded from Babylon.js 9.34 (doc-cases: natural-rot75, natural-body-moved, scaled-bind-rotated; left arm). */
static void recorded(bp_case_list *list) {
    const bp_mat4 rest = bp_mat4_identity(), arm = bp_rotate_z_then_move(75, 0.5f, 1.5f),
                  bind = bp_rotate_z_then_move(30, 0.5f, 1.5f);
    static const bp_mat4 ARM = {{0.707106781f, 0.707106781f, 0, 0, -0.707106781f, 0.707106781f, 0, 0, 0, 0, 1,
                                 0, 1.20710678f, 0.0857864381f, 0, 1}};
    bp_case_expect(bp_case_add(list, "an arm bound at 30 degrees, its local turned to 75",
                               &(final_inputs){arm, rest, bind, rest}),
                   ARM.m, 16);
    static const bp_mat4 BODY = {{0.939692621f, 0.342020144f, 0, 0, -0.342020144f, 0.939692621f, 0, 0, 0, 0,
                                  1, 0, 0.3f, 0.1f, -0.2f, 1}};
    static const bp_mat4 WITH_BODY = {{0.422618261f, 0.906307787f, 0, 0, -0.906307787f, 0.422618261f, 0, 0, 0,
                                       0, 1, 0, 1.40496864f, 0.593467718f, -0.2f, 1}};
    bp_case_expect(bp_case_add(list, "the same arm, and the body below it moved and turned",
                               &(final_inputs){arm, BODY, bind, rest}),
                   WITH_BODY.m, 16);
    static const bp_mat4 SCALED_LOCAL = {
        {2.59807621f, 1.5f, 0, 0, -0.999999999f, 1.73205081f, 0, 0, 0, 0, 1, 0, 0.5f, 1.5f, 0, 1}};
    static const bp_mat4 SCALED_BIND = {
        {1.73205081f, 1, 0, 0, -2, 3.46410162f, 0, 0, 0, 0, 0.5f, 0, 0.5f, 1.5f, 0, 1}};
    static const bp_mat4 SCALED = {{1.25f, 0.433012701f, 0, 0, 0.433012701f, 0.749999999f, 0, 0, 0, 0, 2, 0,
                                    -0.774519051f, 0.158493651f, 0, 1}};
    bp_case_expect(bp_case_add(list, "a bind that scales, along turned axes",
                               &(final_inputs){SCALED_LOCAL, rest, SCALED_BIND, rest}),
                   SCALED.m, 16);
}

static void cases(bp_case_list *list) {
    recorded(list);
    const bp_mat4 rest = bp_mat4_identity();
    bp_case_expect(
        bp_case_add(list, "everything where it was bound: the identity",
                    &(final_inputs){bp_rotate_z_then_move(30, 0.5f, 1.5f), bp_rotate_z_then_move(20, 0, 1),
                                    bp_rotate_z_then_move(30, 0.5f, 1.5f), bp_rotate_z_then_move(20, 0, 1)}),
        rest.m, 16);
    for (int i = 0; i < 16; i++) {
        bp_mat4 local = bp_case_random_mat4(list, 3, i % 2), parent = bp_case_random_mat4(list, 3, i % 4 > 1);
        bp_mat4 bind = bp_case_random_mat4(list, 3, i % 2);
        bp_case_add(list, "from the seed",
                    &(final_inputs){local, parent, bind, bp_case_random_mat4(list, 3, i % 4 > 1)});
    }
}

static void show(bp_answer_stage *stage, const void *in, const float *out) {
    (void)in;
    bp_answer_stage_arm(stage, bp_unpack_mat4(&out));
}

const bp_exercise bp_exercise_05 = {
    .number = 5,
    .name = "05_final_matrix",
    .title = "The final matrix",
    .lesson = "02_seven_matrices",
    .function = "final_matrix",
    .allowed = (const char *const[]){"bp_mat4_mul", "bp_mat4_inverse_affine", "bp_mat4_inverse",
                                     "bp_mat4_identity", NULL},
    .hints =
        (const char *const[]){
            "Follow one vertex at the bone's tip in the starting pose. Which matrix brought the bone there? "
            "That one has to be undone before the bone's new place means anything.",
            "You need two products and one inverse: where the bone is now, relative to the root; where it "
            "was "
            "at the start, relative to the root; and the way back from there.",
            "absolute = local * parent_absolute, absolute bind = bind * parent_absolute_bind, and "
            "final = inverse(absolute bind) * absolute. `*` is bp_mat4_mul.",
            NULL},
    .inputs = INPUTS,
    .outputs =
        (const bp_exercise_value[]){{.name = "final_matrix", .kind = BP_VALUE_MAT4}, BP_NO_MORE_VALUES},
    .right = right,
    .wrong = WRONG,
    .cases = cases,
    .show = show,
};
