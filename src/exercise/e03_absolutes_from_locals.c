/* Exercise 03: absolute matrices of a hierarchy whose parents come first. */
#include "answers/03_absolutes_from_locals.h"

enum { MOST = 8 };

typedef struct tree_inputs {
    int count, parent[MOST];
    bp_mat4 local[MOST];
} tree_inputs;
#define INPUTS tree_inputs

/* Recorded from Babylon.js 9.34 (doc-cases, natural-body-moved): body, left arm, right arm. */
static const bp_mat4 ABSOLUTE[3] = {
    {{0.939692621f, 0.342020144f, 0, 0, -0.342020144f, 0.939692621f, 0, 0, 0, 0, 1, 0, 0.3f, 0.1f, -0.2f, 1}},
    {{-0.0871557433f, 0.996194698f, 0, 0, -0.996194698f, -0.0871557433f, 0, 0, 0, 0, 1, 0, 0.256816094f,
      1.680549f, -0.2f, 1}},
    {{0.984807753f, -0.173648177f, 0, 0, 0.173648177f, 0.984807753f, 0, 0, 0, 0, 1, 0, -0.682876526f,
      1.33852886f, -0.2f, 1}}};

static void recorded(bp_case_list *list) {
    CASE("a body, moved and turned, with two arms", 3, {-1, 0, 0},
         {{{0.939692621f, 0.342020144f, 0, 0, -0.342020144f, 0.939692621f, 0, 0, 0, 0, 1, 0, 0.3f, 0.1f,
            -0.2f, 1}},
          {{0.258819045f, 0.965925826f, 0, 0, -0.965925826f, 0.258819045f, 0, 0, 0, 0, 1, 0, 0.5f, 1.5f, 0,
            1}},
          {{0.866025404f, -0.5f, 0, 0, 0.5f, 0.866025404f, 0, 0, 0, 0, 1, 0, -0.5f, 1.5f, 0, 1}}});
    bp_case_expect(list, ABSOLUTE[0].m, 48);
}

static void cases(bp_case_list *list) {
    CASE("a chain of four, each 1 above the one before and turned", 4, {-1, 0, 1, 2},
         {bp_plane_matrix(bp_case_random_whole(list, 15, 40), 0, 0), bp_plane_matrix(30, 0, 1),
          bp_plane_matrix(30, 0, 1), bp_plane_matrix(-50, 0, 1)});
    recorded(list);
    CASE("a root alone", 1, {-1}, {bp_plane_matrix(bp_case_random_whole(list, 15, 40), 1, 2)});
    tree_inputs eight = {MOST, {-1, 0, -1, 2, 2, 4, 5, 6}, {{{0}}}};
    for (int i = 0; i < MOST; i++) eight.local[i] = bp_case_random_mat4(list, 1, true);
    bp_case_add(list, "eight bones of two roots", &eight);
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
static void trace(bp_exercise_trace *to, const void *in) {
    const tree_inputs *p = in;
    for (int i = 0; i < p->count && i <= to->first / 16; i++)
        if (p->parent[i] < 0)
            bp_trace_right(to, BP_VALUE_MAT4, 16 * i, "absolute[%d] = local[%d]", i, i);
        else
            bp_trace_right(to, BP_VALUE_MAT4, 16 * i, "absolute[%d] = local[%d] * absolute[%d]", i, i,
                           p->parent[i]);
}

const bp_exercise bp_exercise_03 = {
    .title = "Absolute from locals, down a hierarchy",
    .lesson = "08_stale_absolutes",
    .term = "absolute",
    .function = "absolute_matrices",
    .allowed = {"bp_mat4_mul"},
    .hints = {"Begin with the roots: the absolute matrix of a bone without a parent is its local matrix. Now "
              "take a child of a root: which two matrices bring a vertex from the child to the root?",
              "When you reach bone i, its parent's absolute matrix is ready, because parents come first. One "
              "loop with one product is enough.",
              "absolute[i] = local[i] * absolute[parent[i]], or local[i] alone if parent[i] is -1."},
    .inputs = {INPUT(INT, count), INPUT_EACH(INT, parent), INPUT_EACH(MAT4, local)},
    .outputs = {OUTPUT(MAT4, "absolute", BP_VALUE_PER_FIRST)},
    .form = {.start = "absolute[i] = ?",
             .example = "depth[i] = parent[i] < 0 ? 0 : depth[parent[i]] + 1",
             .indices = BP_VALUE_PER_FIRST},
    BP_EXERCISE_PARTS(03),
};
