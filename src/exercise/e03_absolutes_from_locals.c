/* Exercise 03: absolute matrices of a hierarchy whose parents come first. */
#include "exercise/exercises.h"
#include "exercise/answer_stage.h"
#include <string.h>

enum { MOST = 8 };

typedef struct tree_parts {
    int count, parent[MOST];
    bp_mat4 local[MOST];
} tree_parts;

static tree_parts parts_of(const float *in) {
    tree_parts tree = {.count = bp_unpack_int(&in)};
    for (int i = 0; i < tree.count; i++) tree.parent[i] = bp_unpack_int(&in);
    for (int i = 0; i < tree.count; i++) tree.local[i] = bp_unpack_mat4(&in);
    return tree;
}

static float *answer(float *out, const bp_mat4 *absolute, int count) {
    for (int i = 0; i < count; i++) bp_pack_mat4(&out, absolute[i]);
    return out;
}

static float *right(const float *in, float *out) {
    tree_parts t = parts_of(in);
    bp_mat4 absolute[MOST];
    for (int i = 0; i < t.count; i++)
        absolute[i] = t.parent[i] < 0 ? t.local[i] : bp_mat4_mul(t.local[i], absolute[t.parent[i]]);
    return answer(out, absolute, t.count);
}

static float *not_done(const float *in, float *out) {
    tree_parts t = parts_of(in);
    for (int i = 0; i < t.count; i++) t.local[i] = bp_mat4_identity();
    return answer(out, t.local, t.count);
}

static float *parent_before_child(const float *in, float *out) {
    tree_parts t = parts_of(in);
    bp_mat4 absolute[MOST];
    for (int i = 0; i < t.count; i++)
        absolute[i] = t.parent[i] < 0 ? t.local[i] : bp_mat4_mul(absolute[t.parent[i]], t.local[i]);
    return answer(out, absolute, t.count);
}

static float *parent_forgotten(const float *in, float *out) {
    tree_parts t = parts_of(in);
    return answer(out, t.local, t.count);
}

static float *grandparents_forgotten(const float *in, float *out) {
    tree_parts t = parts_of(in);
    bp_mat4 absolute[MOST];
    for (int i = 0; i < t.count; i++)
        absolute[i] = t.parent[i] < 0 ? t.local[i] : bp_mat4_mul(t.local[i], t.local[t.parent[i]]);
    return answer(out, absolute, t.count);
}

static float *previous_as_parent(const float *in, float *out) {
    tree_parts t = parts_of(in);
    bp_mat4 absolute[MOST];
    for (int i = 0; i < t.count; i++)
        absolute[i] = t.parent[i] < 0 ? t.local[i] : bp_mat4_mul(t.local[i], absolute[i - 1]);
    return answer(out, absolute, t.count);
}

static float *one_root_for_all(const float *in, float *out) {
    tree_parts t = parts_of(in);
    bp_mat4 absolute[MOST];
    for (int i = 0; i < t.count; i++)
        absolute[i] =
            i == 0 ? t.local[0] : bp_mat4_mul(t.local[i], absolute[t.parent[i] < 0 ? 0 : t.parent[i]]);
    return answer(out, absolute, t.count);
}

static float *bone_0_taken_for_none(const float *in, float *out) {
    tree_parts t = parts_of(in);
    bp_mat4 absolute[MOST];
    for (int i = 0; i < t.count; i++)
        absolute[i] = t.parent[i] <= 0 ? t.local[i] : bp_mat4_mul(t.local[i], absolute[t.parent[i]]);
    return answer(out, absolute, t.count);
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
     "You take the bone before in the array for the parent. In a chain that is so; but two arms hang below one "
     "body. The parent's number is parent[i].",
     previous_as_parent},
    {"one_root_for_all",
     "A bone whose parent is -1 is a root: its absolute is its local. There can be several, and bone 0 is not "
     "the parent of the others.",
     one_root_for_all},
    {"bone_0_taken_for_none",
     "Children of bone 0 are taken for roots. 0 is a bone like any other; no parent is -1: ask for >= 0, not > 0.",
     bone_0_taken_for_none},
    BP_NO_MORE_WRONG,
};

static bp_exercise_case *add(bp_case_list *list, const char *name, const tree_parts *tree) {
    bp_exercise_case *one = bp_case_add(list, "%s", name);
    float *at = one->in;
    bp_pack_float(&at, (float)tree->count);
    for (int i = 0; i < tree->count; i++) bp_pack_float(&at, (float)tree->parent[i]);
    for (int i = 0; i < tree->count; i++) bp_pack_mat4(&at, tree->local[i]);
    one->in_count = (int)(at - one->in);
    return one;
}

static bp_mat4 turned(float degrees, float x, float y) {
    return bp_mat4_mul(bp_mat4_rotation_z(bp_radians(degrees)), bp_mat4_translation((bp_vec3){x, y, 0}));
}

/* Recorded from Babylon.js 9.34 (doc-cases, natural-body-moved): body, left arm, right arm. */
static const bp_mat4 ABSOLUTE[3] = {
    {{0.939692621f, 0.342020144f, 0, 0, -0.342020144f, 0.939692621f, 0, 0, 0, 0, 1, 0, 0.3f, 0.1f, -0.2f, 1}},
    {{-0.0871557433f, 0.996194698f, 0, 0, -0.996194698f, -0.0871557433f, 0, 0, 0, 0, 1, 0, 0.256816094f,
      1.680549f, -0.2f, 1}},
    {{0.984807753f, -0.173648177f, 0, 0, 0.173648177f, 0.984807753f, 0, 0, 0, 0, 1, 0, -0.682876526f,
      1.33852886f, -0.2f, 1}}};

static void recorded(bp_case_list *list) {
    const tree_parts tree = {
        3,
        {-1, 0, 0},
        {{{0.939692621f, 0.342020144f, 0, 0, -0.342020144f, 0.939692621f, 0, 0, 0, 0, 1, 0, 0.3f, 0.1f, -0.2f,
           1}},
         {{0.258819045f, 0.965925826f, 0, 0, -0.965925826f, 0.258819045f, 0, 0, 0, 0, 1, 0, 0.5f, 1.5f, 0,
           1}},
         {{0.866025404f, -0.5f, 0, 0, 0.5f, 0.866025404f, 0, 0, 0, 0, 1, 0, -0.5f, 1.5f, 0, 1}}}};
    bp_exercise_case *one = add(list, "a body, moved and turned, with two arms", &tree);
    memcpy(one->wanted, ABSOLUTE, sizeof ABSOLUTE);
    one->wanted_count = 48;
}

static void cases(bp_case_list *list) {
    const tree_parts chain = {
        4, {-1, 0, 1, 2}, {turned(20, 0, 0), turned(30, 0, 1), turned(30, 0, 1), turned(-50, 0, 1)}};
    add(list, "a chain of four, each 1 above the one before and turned", &chain);
    recorded(list);
    for (int i = 0; i < 16; i++) {
        tree_parts tree = {.count = 2 + bp_case_random_below(list, MOST - 1)};
        for (int k = 0; k < tree.count; k++) {
            tree.parent[k] = bp_case_random_below(list, k + 1) - 1;
            tree.local[k] = bp_case_random_mat4(list, 2, i % 2);
        }
        add(list, "from the seed", &tree);
    }
}

static void show(bp_world *world, const char *title, const float *in, const float *out) {
    tree_parts tree = parts_of(in);
    bp_answer_stage picture;
    bp_answer_stage_begin(&picture, world);
    for (int i = 0; i < tree.count; i++) bp_answer_stage_bone(&picture, bp_unpack_mat4(&out), (size_t)i);
    bp_answer_stage_end(&picture, title, true);
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
    .inputs = (const bp_exercise_value[]){{"count", BP_VALUE_NUMBER, 0},
                                          {"parent", BP_VALUE_NUMBER, BP_VALUE_PER_FIRST},
                                          {"local", BP_VALUE_MAT4, BP_VALUE_PER_FIRST},
                                          BP_NO_MORE_VALUES},
    .outputs =
        (const bp_exercise_value[]){{"absolute", BP_VALUE_MAT4, BP_VALUE_PER_FIRST}, BP_NO_MORE_VALUES},
    .right = right,
    .wrong = WRONG,
    .cases = cases,
    .show = show,
};
