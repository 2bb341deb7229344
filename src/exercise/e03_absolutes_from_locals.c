/* Exercise 03: absolute matrices of a hierarchy whose parents come first. */
#include "exercise/answer_stage.h"
#include "exercise/exercises.h"
#include "exercise/trace.h"
#include <string.h>

enum { MOST = 8 };

typedef struct tree_inputs {
    int count, parent[MOST];
    bp_mat4 local[MOST];
} tree_inputs;

enum {
    NOT_DONE,
    PARENT_BEFORE_CHILD,
    PARENT_FORGOTTEN,
    GRANDPARENTS_FORGOTTEN,
    PREVIOUS_AS_PARENT,
    ONE_ROOT_FOR_ALL,
    BONE_0_TAKEN_FOR_NONE,
    PREVIOUS_FOR_ROOTS_TOO,
    RIGHT
};

static bp_mat4 absolute_of(const tree_inputs *p, const bp_mat4 *absolute, int i, int answer) {
    int parent = p->parent[i];
    bp_mat4 local = p->local[i];
    bool all_alike = answer == NOT_DONE || answer == ONE_ROOT_FOR_ALL || answer == PREVIOUS_FOR_ROOTS_TOO;
    if (parent < 0 && !all_alike) return local;
    switch (answer) {
    case RIGHT: return bp_mat4_mul(local, absolute[parent]);
    case NOT_DONE: return bp_mat4_identity();
    case PARENT_BEFORE_CHILD: return bp_mat4_mul(absolute[parent], local);
    case PARENT_FORGOTTEN: return local;
    case GRANDPARENTS_FORGOTTEN: return bp_mat4_mul(local, p->local[parent]);
    case PREVIOUS_AS_PARENT: return bp_mat4_mul(local, absolute[i - 1]);
    case ONE_ROOT_FOR_ALL: return i == 0 ? local : bp_mat4_mul(local, absolute[parent < 0 ? 0 : parent]);
    case PREVIOUS_FOR_ROOTS_TOO: return i == 0 ? local : bp_mat4_mul(local, absolute[i - 1]);
    case BONE_0_TAKEN_FOR_NONE: return parent == 0 ? local : bp_mat4_mul(local, absolute[parent]);
    }
    return local;
}

static float *solve(const void *in, int answer, float *out) {
    const tree_inputs *p = in;
    bp_mat4 absolute[MOST];
    for (int i = 0; i < p->count; i++) absolute[i] = absolute_of(p, absolute, i, answer);
    return bp_answer_mat4s(out, absolute, p->count);
}

static const bp_misconception WRONG[RIGHT + 1] = {
    {"not_done", "The function still writes the identity for every bone. Replace its body with your own."},
    {"parent_before_child",
     "The product is the wrong way round. A vertex in the bone's space goes through the bone's local matrix "
     "first and then through its parent's: with row vectors local is on the left."},
    {"parent_forgotten", "These are the local matrices. They give a bone's transform within its parent. "
                         "Multiply each by the parent's absolute matrix."},
    {"grandparents_forgotten", "You multiply by the parent's local matrix, which loses everything above the "
                               "parent. Multiply by the parent's absolute matrix: it includes the whole way "
                               "to the root, and it is ready, because parents come first."},
    {"previous_as_parent", "You use the previous bone in the array as the parent. That is right for a chain, "
                           "but two arms can share one body. The index of the parent is parent[i]."},
    {"one_root_for_all", "A bone whose parent is -1 is a root: its absolute matrix is its local matrix. "
                         "There can be several roots, and bone 0 is not their parent."},
    {"bone_0_taken_for_none", "You treat children of bone 0 as roots. 0 is a bone like any other; -1 means "
                              "no parent. Test for >= 0, not > 0."},
    {"previous_for_roots_too",
     "You multiply every bone by the one before it in the array. The parent of bone i is "
     "parent[i]; and if that is -1, the bone is a root, and local[i] is its absolute matrix."},
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
                               {bp_rotate_z_then_move(bp_case_random_whole(list, 15, 40), 0, 0),
                                bp_rotate_z_then_move(30, 0, 1), bp_rotate_z_then_move(30, 0, 1),
                                bp_rotate_z_then_move(-50, 0, 1)}};
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

/* Bone by bone, up to the first that is wrong. */
static void trace(bp_exercise_trace *to, const void *in, int first) {
    const tree_inputs *p = in;
    bp_mat4 absolute[MOST];
    for (int i = 0; i < p->count && i <= first / 16; i++) {
        absolute[i] = absolute_of(p, absolute, i, RIGHT);
        if (p->parent[i] < 0)
            bp_trace_mat4(to, absolute[i], "absolute[%d] = local[%d]", i, i);
        else
            bp_trace_mat4(to, absolute[i], "absolute[%d] = local[%d] * absolute[%d]", i, i, p->parent[i]);
        bp_trace_is_result(to, 16 * i);
    }
}

static const bp_exercise_form FORM = {.kind = BP_FORM_EXPRESSION,
                                      .start = "absolute[i] = ?",
                                      .example = "depth[i] = parent[i] < 0 ? 0 : depth[parent[i]] + 1",
                                      .indices = BP_VALUE_PER_FIRST};

const bp_exercise bp_exercise_03 = {
    .id = "03",
    .name = "03_absolutes_from_locals",
    .title = "Absolute from locals, down a hierarchy",
    .lesson = "08_stale_absolutes",
    .function = "absolute_matrices",
    .allowed = {"bp_mat4_mul"},
    .hints = {"Begin with the roots: the absolute matrix of a bone without a parent is its local matrix. Now "
              "take a child of a root: which two matrices bring a vertex from the child to the root?",
              "When you reach bone i, its parent's absolute matrix is ready, because parents come first. One "
              "loop with one product is enough.",
              "absolute[i] = local[i] * absolute[parent[i]], or local[i] alone if parent[i] is -1."},
    .inputs =
        {
            {"count", BP_VALUE_INT, .offset = offsetof(tree_inputs, count)},
            {"parent", BP_VALUE_INT, BP_VALUE_PER_FIRST, .offset = offsetof(tree_inputs, parent)},
            {"local", BP_VALUE_MAT4, BP_VALUE_PER_FIRST, .offset = offsetof(tree_inputs, local)},
        },
    .outputs = {{.name = "absolute", .kind = BP_VALUE_MAT4, .count = BP_VALUE_PER_FIRST}},
    .solve = solve,
    .right = RIGHT,
    .wrong = WRONG,
    .cases = cases,
    .show = show,
    .trace = trace,
    .form = &FORM,
};
