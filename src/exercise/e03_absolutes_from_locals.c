/* Exercise 03: absolute matrices of a hierarchy whose parents come first. */
#include "exercise/answer_stage.h"
#include "exercise/exercises.h"
#include <string.h>

enum { MOST = 8 };

typedef struct tree_inputs {
    int count, parent[MOST];
    bp_mat4 local[MOST];
} tree_inputs;

static const bp_exercise_value INPUTS[] = {
    {"count", BP_VALUE_INT, .offset = offsetof(tree_inputs, count)},
    {"parent", BP_VALUE_INT, BP_VALUE_PER_FIRST, .offset = offsetof(tree_inputs, parent)},
    {"local", BP_VALUE_MAT4, BP_VALUE_PER_FIRST, .offset = offsetof(tree_inputs, local)},
    BP_NO_MORE_VALUES,
};

static float *right(const void *in, float *out) {
    const tree_inputs *t = in;
    bp_mat4 absolute[MOST];
    for (int i = 0; i < t->count; i++)
        absolute[i] = t->parent[i] < 0 ? t->local[i] : bp_mat4_mul(t->local[i], absolute[t->parent[i]]);
    return bp_answer_mat4s(out, absolute, t->count);
}

static float *not_done(const void *in, float *out) {
    tree_inputs t = *(const tree_inputs *)in;
    for (int i = 0; i < t.count; i++) t.local[i] = bp_mat4_identity();
    return bp_answer_mat4s(out, t.local, t.count);
}

static float *parent_before_child(const void *in, float *out) {
    const tree_inputs *t = in;
    bp_mat4 absolute[MOST];
    for (int i = 0; i < t->count; i++)
        absolute[i] = t->parent[i] < 0 ? t->local[i] : bp_mat4_mul(absolute[t->parent[i]], t->local[i]);
    return bp_answer_mat4s(out, absolute, t->count);
}

static float *parent_forgotten(const void *in, float *out) {
    const tree_inputs *t = in;
    return bp_answer_mat4s(out, t->local, t->count);
}

static float *grandparents_forgotten(const void *in, float *out) {
    const tree_inputs *t = in;
    bp_mat4 absolute[MOST];
    for (int i = 0; i < t->count; i++)
        absolute[i] = t->parent[i] < 0 ? t->local[i] : bp_mat4_mul(t->local[i], t->local[t->parent[i]]);
    return bp_answer_mat4s(out, absolute, t->count);
}

static float *previous_as_parent(const void *in, float *out) {
    const tree_inputs *t = in;
    bp_mat4 absolute[MOST];
    for (int i = 0; i < t->count; i++)
        absolute[i] = t->parent[i] < 0 ? t->local[i] : bp_mat4_mul(t->local[i], absolute[i - 1]);
    return bp_answer_mat4s(out, absolute, t->count);
}

static float *one_root_for_all(const void *in, float *out) {
    const tree_inputs *t = in;
    bp_mat4 absolute[MOST];
    for (int i = 0; i < t->count; i++)
        absolute[i] =
            i == 0 ? t->local[0] : bp_mat4_mul(t->local[i], absolute[t->parent[i] < 0 ? 0 : t->parent[i]]);
    return bp_answer_mat4s(out, absolute, t->count);
}

static float *bone_0_taken_for_none(const void *in, float *out) {
    const tree_inputs *t = in;
    bp_mat4 absolute[MOST];
    for (int i = 0; i < t->count; i++)
        absolute[i] = t->parent[i] <= 0 ? t->local[i] : bp_mat4_mul(t->local[i], absolute[t->parent[i]]);
    return bp_answer_mat4s(out, absolute, t->count);
}

static const bp_misconception WRONG[] = {
    {"not_done", "The function still writes the identity for every bone. Replace its body by your own.",
     not_done},
    {"parent_before_child",
     "The product is the wrong way round. A vertex in the bone's space first goes through the bone's local "
     "matrix, and then through its parent: with row vectors local stands on the left.",
     parent_before_child},
    {"parent_forgotten",
     "These are the local matrices. They say where a bone is within its parent; multiply each by where the "
     "parent is.",
     parent_forgotten},
    {"grandparents_forgotten",
     "You multiply by the parent's local matrix, so everything above the parent is lost. Multiply by the "
     "parent's absolute: it has the whole way to the root in it, and is there already, because parents come "
     "first.",
     grandparents_forgotten},
    {"previous_as_parent",
     "You take the bone before in the array for the parent. In a chain that is so; but two arms hang below "
     "one "
     "body. The parent's number is parent[i].",
     previous_as_parent},
    {"one_root_for_all",
     "A bone whose parent is -1 is a root: its absolute is its local. There can be several, and bone 0 is "
     "not "
     "the parent of the others.",
     one_root_for_all},
    {"bone_0_taken_for_none",
     "Children of bone 0 are taken for roots. 0 is a bone like any other; no parent is -1: ask for >= 0, not "
     "> 0.",
     bone_0_taken_for_none},
    BP_NO_MORE_WRONG,
};

/* Recorded from Babylon.js 9.34 (doc-cases, natural-body-moved): body, left arm, right arm. */
static const bp_mat4 ABSOLUTE[3] = {
    {{0.939692621f, 0.342020144f, 0, 0, -0.342020144f, 0.939692621f, 0, 0, 0, 0, 1, 0, 0.3f, 0.1f, -0.2f, 1}},
    {{-0.0871557433f, 0.996194698f, 0, 0, -0.996194698f, -0.0871557433f, 0, 0, 0, 0, 1, 0, 0.256816094f,
      1.680549f, -0.2f, 1}},
    {{0.984807753f, -0.173648177f, 0, 0, 0.173648177f, 0.984807753f, 0, 0, 0, 0, 1, 0, -0.682876526f,
      1.33852886f, -0.2f, 1}}};

static void recorded(bp_case_list *list) {
    const tree_inputs tree = {
        3,
        {-1, 0, 0},
        {{{0.939692621f, 0.342020144f, 0, 0, -0.342020144f, 0.939692621f, 0, 0, 0, 0, 1, 0, 0.3f, 0.1f, -0.2f,
           1}},
         {{0.258819045f, 0.965925826f, 0, 0, -0.965925826f, 0.258819045f, 0, 0, 0, 0, 1, 0, 0.5f, 1.5f, 0,
           1}},
         {{0.866025404f, -0.5f, 0, 0, 0.5f, 0.866025404f, 0, 0, 0, 0, 1, 0, -0.5f, 1.5f, 0, 1}}}};
    bp_exercise_case *one = bp_case_add(list, "a body, moved and turned, with two arms", &tree);
    bp_case_expect(one, ABSOLUTE[0].m, 48);
}

static void cases(bp_case_list *list) {
    const tree_inputs chain = {4,
                               {-1, 0, 1, 2},
                               {bp_rotate_z_then_move(20, 0, 0), bp_rotate_z_then_move(30, 0, 1),
                                bp_rotate_z_then_move(30, 0, 1), bp_rotate_z_then_move(-50, 0, 1)}};
    bp_case_add(list, "a chain of four, each 1 above the one before and turned", &chain);
    recorded(list);
    for (int i = 0; i < 16; i++) {
        tree_inputs tree = {.count = 2 + bp_case_random_below(list, MOST - 1)};
        for (int k = 0; k < tree.count; k++) {
            tree.parent[k] = bp_case_random_below(list, k + 1) - 1;
            tree.local[k] = bp_case_random_mat4(list, 2, i % 2);
        }
        bp_case_add(list, "from the seed", &tree);
    }
}

static void show(bp_answer_stage *stage, const void *in, const float *out) {
    const tree_inputs *tree = in;
    for (int i = 0; i < tree->count; i++) bp_answer_stage_bone(stage, bp_unpack_mat4(&out), (size_t)i);
}

const bp_exercise bp_exercise_03 = {
    .number = 3,
    .name = "03_absolutes_from_locals",
    .title = "Absolute from locals, down a hierarchy",
    .lesson = "08_stale_absolutes",
    .function = "absolute_matrices",
    .allowed = (const char *const[]){"bp_mat4_mul", NULL},
    .hints =
        (const char *const[]){
            "Begin with the roots: a bone without a parent is where its local matrix says. Then a bone right "
            "below a root: which two matrices bring a vertex from the bone to the root?",
            "When you come to bone i, the absolute of its parent is finished already, because parents come "
            "first. So one loop and one product a bone are enough.",
            "absolute[i] = local[i] * absolute[parent[i]], and local[i] alone where parent[i] is -1.", NULL},
    .inputs = INPUTS,
    .outputs =
        (const bp_exercise_value[]){{.name = "absolute", .kind = BP_VALUE_MAT4, .count = BP_VALUE_PER_FIRST},
                                    BP_NO_MORE_VALUES},
    .right = right,
    .wrong = WRONG,
    .cases = cases,
    .show = show,
};
