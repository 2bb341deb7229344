/* Exercise 05, the final matrix: inverse of the absolute bind, then the absolute. */
#include "exercise/exercises.h"
#include "exercise/answer_stage.h"
#include <string.h>

/* A case's inputs, and what most answers are made of. */
typedef struct final_parts {
    bp_mat4 local, parent, bind, parent_bind;
    bp_mat4 absolute, absolute_bind, inverse; /* inverse: of the absolute bind */
} final_parts;

static final_parts parts_of(const float *in) {
    final_parts parts = {.local = bp_unpack_mat4(&in)};
    parts.parent = bp_unpack_mat4(&in);
    parts.bind = bp_unpack_mat4(&in);
    parts.parent_bind = bp_unpack_mat4(&in);
    parts.absolute = bp_mat4_mul(parts.local, parts.parent);
    parts.absolute_bind = bp_mat4_mul(parts.bind, parts.parent_bind);
    bp_mat4_inverse_affine(parts.absolute_bind, &parts.inverse);
    return parts;
}

static bp_mat4 inverse_of(bp_mat4 m) {
    bp_mat4 inverse;
    bp_mat4_inverse_affine(m, &inverse);
    return inverse;
}

static float *right(const float *in, float *out) {
    final_parts p = parts_of(in);
    return bp_answer_mat4(out, bp_mat4_mul(p.inverse, p.absolute));
}

static float *not_done(const float *in, float *out) {
    (void)in;
    return bp_answer_mat4(out, bp_mat4_identity());
}

static float *order_reversed(const float *in, float *out) {
    final_parts p = parts_of(in);
    return bp_answer_mat4(out, bp_mat4_mul(p.absolute, p.inverse));
}

static float *bind_not_inverted(const float *in, float *out) {
    final_parts p = parts_of(in);
    return bp_answer_mat4(out, bp_mat4_mul(p.absolute_bind, p.absolute));
}

static float *bind_not_removed(const float *in, float *out) {
    return bp_answer_mat4(out, parts_of(in).absolute);
}

static float *inverse_of_the_local_bind(const float *in, float *out) {
    final_parts p = parts_of(in);
    return bp_answer_mat4(out, bp_mat4_mul(inverse_of(p.bind), p.absolute));
}

static float *parents_forgotten(const float *in, float *out) {
    final_parts p = parts_of(in);
    return bp_answer_mat4(out, bp_mat4_mul(inverse_of(p.bind), p.local));
}

static float *parent_before_child(const float *in, float *out) {
    final_parts p = parts_of(in);
    return bp_answer_mat4(
        out, bp_mat4_mul(inverse_of(bp_mat4_mul(p.parent_bind, p.bind)), bp_mat4_mul(p.parent, p.local)));
}

static float *inverse_of_the_absolute(const float *in, float *out) {
    final_parts p = parts_of(in);
    return bp_answer_mat4(out, bp_mat4_mul(inverse_of(p.absolute), p.absolute_bind));
}

static float *transposed(const float *in, float *out) {
    final_parts p = parts_of(in);
    return bp_answer_mat4(out, bp_mat4_transpose(bp_mat4_mul(p.inverse, p.absolute)));
}

static float *inverses_in_the_same_order(const float *in, float *out) {
    final_parts p = parts_of(in);
    return bp_answer_mat4(
        out, bp_mat4_mul(bp_mat4_mul(inverse_of(p.bind), inverse_of(p.parent_bind)), p.absolute));
}

static float *parent_of_now_in_the_bind(const float *in, float *out) {
    final_parts p = parts_of(in);
    return bp_answer_mat4(out, bp_mat4_mul(inverse_of(bp_mat4_mul(p.bind, p.parent)), p.absolute));
}

static const bp_misconception WRONG[] = {
    {"not_done", "The function still says that nothing moves. Replace its body by your own.", not_done},
    {"order_reversed",
     "The two factors are the wrong way round: this puts the vertex where the bone is now, and undoes the bind "
     "after that. With row vectors what happens first stands on the left, and undoing the bind happens first.",
     order_reversed},
    {"bind_not_inverted",
     "The absolute bind is applied instead of undone. Its inverse takes the vertex out of the starting place; "
     "the matrix itself would put it in a second time.",
     bind_not_inverted},
    {"bind_not_removed",
     "This is the absolute matrix alone. The vertex already stands where the bone was at the start, and that "
     "has to be undone first, or it counts twice: in the starting pose the final matrix must be the identity.",
     bind_not_removed},
    {"inverse_of_the_local_bind",
     "You invert the bind within the parent. What must be undone is the whole way from the root: the absolute "
     "bind, bind * parent_absolute_bind.",
     inverse_of_the_local_bind},
    {"parents_forgotten",
     "The parents are forgotten: local and bind are within the parent, and vertices are not. Multiply both by "
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
     "Right, but transposed: this is the matrix for column vectors. Here vectors are rows and the translation "
     "stands in the last row.",
     transposed},
    {"inverses_in_the_same_order",
     "You multiply the inverses in the order of the matrices. What was done last is undone first: the inverse of "
     "A * B is inverse(B) * inverse(A). Or multiply first, and invert the product.",
     inverses_in_the_same_order},
    {"parent_of_now_in_the_bind",
     "In the absolute bind you use where the parent is now. The bind is about the start: there it is "
     "parent_absolute_bind.",
     parent_of_now_in_the_bind},
    BP_NO_MORE_WRONG,
};

static void add(bp_case_list *list, const char *name, bp_mat4 local, bp_mat4 parent, bp_mat4 bind,
                bp_mat4 parent_bind, const bp_mat4 *wanted) {
    bp_exercise_case *one = bp_case_add(list, "%s", name);
    float *at = one->in;
    bp_pack_mat4(&at, local);
    bp_pack_mat4(&at, parent);
    bp_pack_mat4(&at, bind);
    bp_pack_mat4(&at, parent_bind);
    one->in_count = (int)(at - one->in);
    if (!wanted) return;
    memcpy(one->wanted, wanted->m, sizeof wanted->m);
    one->wanted_count = 16;
}

static bp_mat4 turned(float degrees, float x, float y) {
    return bp_mat4_mul(bp_mat4_rotation_z(bp_radians(degrees)), bp_mat4_translation(bp_vec3_make(x, y, 0)));
}

/* Recorded from Babylon.js 9.34 (doc-cases: natural-rot75, natural-body-moved, scaled-bind-rotated; left arm). */
static void recorded(bp_case_list *list) {
    const bp_mat4 rest = bp_mat4_identity(), arm = turned(75, 0.5f, 1.5f), bind = turned(30, 0.5f, 1.5f);
    static const bp_mat4 ARM = {{0.707106781f, 0.707106781f, 0, 0, -0.707106781f, 0.707106781f, 0, 0, 0, 0, 1,
                                 0, 1.20710678f, 0.0857864381f, 0, 1}};
    add(list, "an arm bound at 30 degrees, its local turned to 75", arm, rest, bind, rest, &ARM);
    static const bp_mat4 BODY = {{0.939692621f, 0.342020144f, 0, 0, -0.342020144f, 0.939692621f, 0, 0, 0, 0,
                                  1, 0, 0.3f, 0.1f, -0.2f, 1}};
    static const bp_mat4 WITH_BODY = {{0.422618261f, 0.906307787f, 0, 0, -0.906307787f, 0.422618261f, 0, 0, 0,
                                       0, 1, 0, 1.40496864f, 0.593467718f, -0.2f, 1}};
    add(list, "the same arm, and the body below it moved and turned", arm, BODY, bind, rest, &WITH_BODY);
    static const bp_mat4 SCALED_LOCAL = {
        {2.59807621f, 1.5f, 0, 0, -0.999999999f, 1.73205081f, 0, 0, 0, 0, 1, 0, 0.5f, 1.5f, 0, 1}};
    static const bp_mat4 SCALED_BIND = {
        {1.73205081f, 1, 0, 0, -2, 3.46410162f, 0, 0, 0, 0, 0.5f, 0, 0.5f, 1.5f, 0, 1}};
    static const bp_mat4 SCALED = {{1.25f, 0.433012701f, 0, 0, 0.433012701f, 0.749999999f, 0, 0, 0, 0, 2, 0,
                                    -0.774519051f, 0.158493651f, 0, 1}};
    add(list, "a bind that scales, along turned axes", SCALED_LOCAL, rest, SCALED_BIND, rest, &SCALED);
}

static void cases(bp_case_list *list) {
    recorded(list);
    const bp_mat4 rest = bp_mat4_identity();
    add(list, "everything where it was bound: the identity", turned(30, 0.5f, 1.5f), turned(20, 0, 1),
        turned(30, 0.5f, 1.5f), turned(20, 0, 1), &rest);
    for (int i = 0; i < 16; i++) {
        bp_mat4 local = bp_case_random_mat4(list, 3, i % 2), parent = bp_case_random_mat4(list, 3, i % 4 > 1);
        bp_mat4 bind = bp_case_random_mat4(list, 3, i % 2);
        add(list, "from the seed", local, parent, bind, bp_case_random_mat4(list, 3, i % 4 > 1), NULL);
    }
}

static void show(bp_world *world, const char *title, const float *in, const float *out) {
    (void)in;
    bp_answer_stage_arm(world, title, bp_unpack_mat4(&out));
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
            "You need two products and one inverse: where the bone is now, relative to the root; where it was "
            "at the start, relative to the root; and the way back from there.",
            "absolute = local * parent_absolute, absolute bind = bind * parent_absolute_bind, and "
            "final = inverse(absolute bind) * absolute. `*` is bp_mat4_mul.",
            NULL},
    .inputs = (const bp_exercise_value[]){{"local", BP_VALUE_MAT4, 0},
                                          {"parent_absolute", BP_VALUE_MAT4, 0},
                                          {"bind", BP_VALUE_MAT4, 0},
                                          {"parent_absolute_bind", BP_VALUE_MAT4, 0},
                                          BP_NO_MORE_VALUES},
    .outputs = (const bp_exercise_value[]){{"final_matrix", BP_VALUE_MAT4, 0}, BP_NO_MORE_VALUES},
    .right = right,
    .wrong = WRONG,
    .cases = cases,
    .show = show,
};
