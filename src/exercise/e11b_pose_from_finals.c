/* Exercise 11b: local matrices from final ones, for a whole skeleton. Every case is made from local matrices,
 * by the definitions of exercise 10, and these are what it expects: no inverse of the answer's is trusted. */
#include "answers/11b_pose_from_finals.h"

enum { FEW = 5, MOST = 15 };

typedef struct pose_inputs {
    int count, parent[MOST];
    bp_mat4 bind[MOST], final[MOST];
} pose_inputs;
#define INPUTS pose_inputs

/* Makes the final matrices of a pose, and expects that pose. */
static void add(bp_case_list *list, const char *name, pose_inputs *p, const bp_mat4 *local) {
    bp_mat4 bind[MOST], absolute[MOST];
    for (int i = 0; i < p->count; i++) {
        bind[i] = bp_below(p->bind[i], p->parent[i], bind);
        absolute[i] = bp_below(local[i], p->parent[i], absolute);
        p->final[i] = bp_mat4_mul(bp_inverse_of(bind[i]), absolute[i]);
    }
    bp_case_add(list, name, p);
    bp_case_expect(list, local[0].m, 16 * p->count);
}

static void cases(bp_case_list *list) {
    const float angle = bp_case_random_whole(list, 20, 70);
    pose_inputs arm = {
        .count = 2, .parent = {-1, 0}, .bind = {bp_plane_matrix(10, 1, 0), bp_plane_matrix(30, 0, 1)}};
    add(list, "a bone and its child", &arm,
        (const bp_mat4[]){bp_plane_matrix(-angle, 1, 0.5f), bp_plane_matrix(angle + 15, 0, 1)});
    pose_inputs chain = {
        .count = 3,
        .parent = {-1, 0, 1},
        .bind = {bp_plane_matrix(20, 0, 0), bp_plane_matrix(-40, 0, 1), bp_plane_matrix(15, 0.25f, 1)}};
    add(list, "three in a row", &chain,
        (const bp_mat4[]){bp_plane_matrix(angle, 0, 0), bp_plane_matrix(35, 0, 1),
                          bp_plane_matrix(-angle, 0.25f, 1)});
    pose_inputs fork = {.count = 4,
                        .parent = {-1, 0, 0, -1},
                        .bind = {bp_plane_matrix(0, 0, 1), bp_plane_matrix(45, -1, 1),
                                 bp_plane_matrix(-45, 1, 1), bp_plane_matrix(90, 2, 0)}};
    add(list, "two children, and another root", &fork,
        (const bp_mat4[]){bp_plane_matrix(angle / 2, 0, 1), bp_plane_matrix(angle, -1, 1),
                          bp_plane_matrix(-angle, 1, 1), bp_plane_matrix(80, 2, 1)});
    pose_inputs root = {1, {-1}, {bp_plane_matrix(30, 1, 0)}, {{{0}}}};
    add(list, "a root alone, which is mirrored now", &root,
        (const bp_mat4[]){bp_mat4_mul(bp_mat4_scaling((bp_vec3){-1, 1, 1}), bp_plane_matrix(angle, 2, 0))});
    pose_inputs row = {.count = MOST};
    bp_mat4 as_bound[MOST];
    for (int k = 0; k < MOST; k++) {
        row.parent[k] = k - 1;
        as_bound[k] = row.bind[k] = bp_case_random_mat4(list, 0.5f, true);
    }
    add(list, "fifteen in a row, all as they were bound", &row, as_bound);
    for (int i = 0; i < 12; i++) {
        pose_inputs p = {.count = 2 + bp_case_random_below(list, FEW - 1)};
        bp_mat4 local[MOST];
        for (int k = 0; k < p.count; k++) {
            p.parent[k] = bp_case_random_parent(list, k);
            p.bind[k] = bp_case_random_mat4(list, 1, true);
            local[k] = bp_case_random_mat4(list, 1, i % 2);
        }
        add(list, "from the seed", &p, local);
    }
}

static void show(bp_answer_stage *stage, const void *in, const float *out) {
    const pose_inputs *p = in;
    bp_answer_stage_pose(stage, p->parent, p->count, out);
}

/* Values without the formulas: finding those is the exercise. */
static void trace(bp_exercise_trace *to, const void *in) {
    const pose_inputs *p = in;
    bp_mat4 bind[MOST];
    int bone = to->first / 16;
    for (int i = 0; i <= bone; i++) bind[i] = bp_below(p->bind[i], p->parent[i], bind);
    int parent = p->parent[bone];
    bp_trace(to, bind[bone], "the absolute bind of bone %d", bone);
    bp_trace(to, bp_mat4_mul(bind[bone], p->final[bone]), "the absolute matrix of bone %d", bone);
    if (parent >= 0)
        bp_trace(to, bp_mat4_mul(bind[parent], p->final[parent]),
                 "the absolute matrix of its parent, bone %d", parent);
}

const bp_exercise bp_exercise_11b = {
    .title = "Open: a pose from its final matrices",
    .lesson = "05_same_pose_three_ways",
    .term = "final",
    .function = "pose_from_finals",
    .allowed = {"bp_mat4_mul", "bp_mat4_inverse"},
    .hints =
        {"Two steps for each bone. First: where is it? From its final matrix you get its absolute matrix, if "
         "you know its absolute bind. Second: where is that relative to its parent?",
         "Keep two arrays as you go down: the absolute bind, bind[i] * the parent's, and the absolute "
         "matrix, absolute bind * final[i].",
         "local[i] = absolute[i] * inverse(absolute[parent[i]]), and local[i] = absolute[i] for a root."},
    .inputs = {INPUT(INT, count), INPUT_EACH(INT, parent), INPUT_EACH(MAT4, bind), INPUT_EACH(MAT4, final)},
    .outputs = {OUTPUT(MAT4, "local", BP_VALUE_PER_FIRST)},
    .tolerance = 2e-3f,
    .form = {.start = "local[i] = ?",
             .example = "own[i] = i == 0 ? bind[0] : bind[i] * bind[i - 1]\nlocal[i] = own[i] * identity()",
             .indices = BP_VALUE_PER_FIRST},
    BP_EXERCISE_PARTS(11b),
};
