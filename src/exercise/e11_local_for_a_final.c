/* Exercise 11: which local matrix gives a wanted final one, under any bind. final = B^-1 L P, with B the absolute bind and P
 * the parent's absolute, so L = B F P^-1. */
#include "exercise/exercises.h"
#include "exercise/answer_stage.h"

typedef struct wish_parts {
    bp_mat4 wanted, bind, parent_bind, parent;
    bp_mat4 absolute_bind, out_of_parent;
} wish_parts;

static bp_mat4 inverse_of(bp_mat4 m) {
    bp_mat4 out = bp_mat4_identity();
    bp_mat4_inverse(m, &out);
    return out;
}

static wish_parts parts_of(const float *in) {
    wish_parts p = {.wanted = bp_unpack_mat4(&in)};
    p.bind = bp_unpack_mat4(&in);
    p.parent_bind = bp_unpack_mat4(&in);
    p.parent = bp_unpack_mat4(&in);
    p.absolute_bind = bp_mat4_mul(p.bind, p.parent_bind);
    p.out_of_parent = inverse_of(p.parent);
    return p;
}

static float *product(float *out, bp_mat4 a, bp_mat4 b, bp_mat4 c) {
    return bp_answer_mat4(out, bp_mat4_mul(bp_mat4_mul(a, b), c));
}

static float *right(const float *in, float *out) {
    wish_parts p = parts_of(in);
    return product(out, p.absolute_bind, p.wanted, p.out_of_parent);
}
static float *not_done(const float *in, float *out) { return bp_answer_mat4(out, parts_of(in).bind); }
static float *final_taken_for_local(const float *in, float *out) { return bp_answer_mat4(out, parts_of(in).wanted); }
static float *bind_after_the_turn(const float *in, float *out) {
    wish_parts p = parts_of(in);
    return product(out, p.wanted, p.absolute_bind, p.out_of_parent);
}
static float *bind_undone_again(const float *in, float *out) {
    wish_parts p = parts_of(in);
    return product(out, inverse_of(p.absolute_bind), p.wanted, p.out_of_parent);
}
static float *bind_forgotten(const float *in, float *out) {
    wish_parts p = parts_of(in);
    return bp_answer_mat4(out, bp_mat4_mul(p.wanted, p.out_of_parent));
}
static float *parent_forgotten(const float *in, float *out) {
    wish_parts p = parts_of(in);
    return bp_answer_mat4(out, bp_mat4_mul(p.absolute_bind, p.wanted));
}
static float *parent_not_undone(const float *in, float *out) {
    wish_parts p = parts_of(in);
    return product(out, p.absolute_bind, p.wanted, p.parent);
}
static float *parent_undone_first(const float *in, float *out) {
    wish_parts p = parts_of(in);
    return product(out, p.out_of_parent, p.absolute_bind, p.wanted);
}
static float *local_bind_alone(const float *in, float *out) {
    wish_parts p = parts_of(in);
    return product(out, p.bind, p.wanted, p.out_of_parent);
}

static float *order_reversed(const float *in, float *out) {
    wish_parts p = parts_of(in);
    return product(out, p.out_of_parent, p.wanted, bp_mat4_mul(p.parent_bind, p.bind));
}
static float *parent_of_the_bind_undone(const float *in, float *out) {
    wish_parts p = parts_of(in);
    return product(out, p.absolute_bind, p.wanted, inverse_of(p.parent_bind));
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
     "The bind is missing: final undoes it, so it must be in local. 45 degrees and a bind of 30 make a local of 75.",
     bind_forgotten},
    {"parent_forgotten",
     "This is the absolute matrix that you want. The local one is within the parent: take the parent's absolute away again.",
     parent_forgotten},
    {"parent_not_undone",
     "You multiply by where the parent is. That is what the skeleton will do with your local; undo it "
     "beforehand, by the inverse.",
     parent_not_undone},
    {"parent_undone_first",
     "The parent's inverse stands on the wrong side. absolute = local * parent_absolute, so it must be undone "
     "on the right, at the end.",
     parent_undone_first},
    {"local_bind_alone",
     "You use the bind within the parent. What final undoes is the absolute bind: bind * parent_absolute_bind.",
     local_bind_alone},
    {"order_reversed",
     "All factors are there, but in the order for column vectors. With row vectors what comes first stands on the left: "
     "bind, parent's bind, final, parent undone.",
     order_reversed},
    {"parent_of_the_bind_undone",
     "You undo where the parent was at the start. Local will be multiplied by where it is now: undo parent_absolute.",
     parent_of_the_bind_undone},
    BP_NO_MORE_WRONG,
};

static bp_exercise_case *add(bp_case_list *list, const char *name, bp_mat4 wanted, bp_mat4 bind, bp_mat4 parent_bind,
                             bp_mat4 parent) {
    bp_exercise_case *one = bp_case_add(list, "%s", name);
    float *at = one->in;
    bp_pack_mat4(&at, wanted);
    bp_pack_mat4(&at, bind);
    bp_pack_mat4(&at, parent_bind);
    bp_pack_mat4(&at, parent);
    one->in_count = (int)(at - one->in);
    return one;
}

static bp_mat4 turned(float degrees, float x, float y) {
    return bp_mat4_mul(bp_mat4_rotation_z(bp_radians(degrees)), bp_mat4_translation((bp_vec3){x, y, 0}));
}

static void want(bp_exercise_case *one, bp_mat4 local) {
    bp_answer_mat4(one->wanted, local);
    one->wanted_count = 16;
}

static void cases(bp_case_list *list) {
    const bp_mat4 rest = bp_mat4_identity();
    /* Babylon.js's final for a local of 75 degrees with the natural bind (doc-cases: natural-rot75, left arm). */
    const bp_mat4 final = {{0.707106781f, 0.707106781f, 0, 0, -0.707106781f, 0.707106781f, 0, 0, 0, 0, 1, 0, 1.20710678f,
                            0.0857864381f, 0, 1}};
    want(add(list, "45 degrees about the shoulder, bound at 30: the page's 75", final, turned(30, 0.5f, 1.5f), rest, rest),
         turned(75, 0.5f, 1.5f));
    want(add(list, "the same with a bind that doesn't turn: the page's 45", final, turned(0, 0.5f, 1.5f), rest, rest),
         turned(45, 0.5f, 1.5f));
    want(add(list, "the same with an identity bind", final, rest, rest, rest), final);
    add(list, "the same arm on a body that was bound turned, and has moved", final, turned(30, 0.5f, 1.5f),
        turned(10, 0, 1), turned(-40, 1, 2));
    for (int i = 0; i < 16; i++) {
        bp_mat4 wanted = bp_case_random_mat4(list, 2, i % 2), bind = bp_case_random_mat4(list, 2, i % 4 > 1);
        bp_mat4 parent_bind = bp_case_random_mat4(list, 2, true);
        add(list, "from the seed", wanted, bind, parent_bind, bp_case_random_mat4(list, 2, true));
    }
}

/* The arm as this local matrix would move it. */
static void show(bp_world *world, const char *title, const float *in, const float *out) {
    wish_parts p = parts_of(in);
    bp_mat4 absolute = bp_mat4_mul(bp_unpack_mat4(&out), p.parent);
    bp_answer_stage_arm(world, title, bp_mat4_mul(inverse_of(p.absolute_bind), absolute));
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
            "Write final = inverse(absolute bind) * local * parent_absolute on paper. What must be multiplied, "
            "and on which side, so that local stands alone?",
            "On the left multiply both sides by the absolute bind, on the right by the inverse of parent_absolute.",
            "local = absolute bind * wanted_final * inverse(parent_absolute), where absolute bind = bind * "
            "parent_absolute_bind.",
            NULL},
    .inputs = (const bp_exercise_value[]){{"wanted_final", BP_VALUE_MAT4, 0},
                                          {"bind", BP_VALUE_MAT4, 0},
                                          {"parent_absolute_bind", BP_VALUE_MAT4, 0},
                                          {"parent_absolute", BP_VALUE_MAT4, 0},
                                          BP_NO_MORE_VALUES},
    .outputs = (const bp_exercise_value[]){{"local", BP_VALUE_MAT4, 0}, BP_NO_MORE_VALUES},
    .tolerance = 1e-3f,
    .right = right,
    .wrong = WRONG,
    .cases = cases,
    .show = show,
};
