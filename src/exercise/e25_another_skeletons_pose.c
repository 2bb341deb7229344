/* Exercise 25: a pose for another skeleton with the same mesh. Every case is made from the local matrices
 * that it expects: her finals are his, too, and his pose follows. No inverse of the answer's is trusted. */
#include "answers/25_another_skeletons_pose.h"

enum { FEW = 5, MOST = 8 };

typedef struct retarget_inputs {
    int count, parent[MOST];
    bp_mat4 his_bind[MOST], his_local[MOST], her_bind[MOST];
} retarget_inputs;
#define INPUTS retarget_inputs

/* Makes his pose of hers, and expects hers. */
static void add(bp_case_list *list, const char *name, retarget_inputs *p, const bp_mat4 *her_local) {
    bp_mat4 his[MOST], hers[MOST], now[MOST], to[MOST];
    for (int i = 0; i < p->count; i++) {
        int parent = p->parent[i];
        his[i] = bp_below(p->his_bind[i], parent, his);
        hers[i] = bp_below(p->her_bind[i], parent, hers);
        to[i] = bp_below(her_local[i], parent, to);
        now[i] = bp_mat4_mul(his[i], bp_mat4_mul(bp_inverse_of(hers[i]), to[i]));
        p->his_local[i] = parent < 0 ? now[i] : bp_mat4_mul(now[i], bp_inverse_of(now[parent]));
    }
    bp_case_add(list, name, p);
    bp_case_expect(list, her_local[0].m, 16 * p->count);
}

static void cases(bp_case_list *list) {
    const float angle = bp_case_random_whole(list, 20, 70);
    /* By hand, as in the lesson: his arm goes from 30 degrees at the shoulder S by the angle. Hers is bound
     * upright at S, so its local is the angle itself, at S. */
    const bp_mat4 upright = bp_plane_matrix(angle, 0.5f, 1.5f);
    CASE("the lesson's arm alone, hers bound upright", 1, {-1}, {bp_plane_matrix(30, 0.5f, 1.5f)},
         {bp_plane_matrix(30 + angle, 0.5f, 1.5f)}, {bp_plane_matrix(0, 0.5f, 1.5f)});
    bp_case_expect(list, upright.m, 16);
    retarget_inputs arm = {.count = 2,
                           .parent = {-1, 0},
                           .his_bind = {bp_plane_matrix(0, 0, 0), bp_plane_matrix(30, 0.5f, 1.5f)},
                           .her_bind = {bp_plane_matrix(90, 0, 0), bp_plane_matrix(-90, 1.5f, -0.5f)}};
    add(list, "a body that lies on its side, and its arm", &arm,
        (const bp_mat4[]){bp_plane_matrix(80, 0.25f, 0), bp_plane_matrix(angle - 90, 1.5f, -0.5f)});
    retarget_inputs fork = {.count = 4,
                            .parent = {-1, 0, 0, -1},
                            .his_bind = {bp_plane_matrix(0, 0, 1), bp_plane_matrix(45, -1, 1),
                                         bp_plane_matrix(-45, 1, 1), bp_plane_matrix(90, 2, 0)},
                            .her_bind = {bp_plane_matrix(20, 0, 1), bp_plane_matrix(0, -1, 1),
                                         bp_plane_matrix(10, 1, 1), bp_plane_matrix(-30, 2, 0)}};
    add(list, "two children, and another root", &fork,
        (const bp_mat4[]){bp_plane_matrix(angle / 2, 0, 1), bp_plane_matrix(angle, -1, 1),
                          bp_plane_matrix(-angle, 1, 1), bp_plane_matrix(80, 2, 1)});
    retarget_inputs same = fork; /* his pose is copied, and right */
    memcpy(same.her_bind, same.his_bind, sizeof same.her_bind);
    add(list, "equal binds", &same,
        (const bp_mat4[]){bp_plane_matrix(angle, 0, 1), bp_plane_matrix(angle / 2, -1, 1),
                          bp_plane_matrix(15, 1, 1), bp_plane_matrix(-angle, 2, 1)});
    retarget_inputs row = {.count = MOST};
    bp_mat4 as_bound[MOST];
    for (int k = 0; k < MOST; k++) {
        row.parent[k] = k - 1;
        row.his_bind[k] = bp_case_random_mat4(list, 0.5f, true);
        as_bound[k] = row.her_bind[k] = bp_case_random_mat4(list, 0.5f, true);
    }
    add(list, "eight in a row, all as they were bound", &row, as_bound);
    for (int i = 0; i < 12; i++) {
        retarget_inputs p = {.count = 2 + bp_case_random_below(list, FEW - 1)};
        bp_mat4 local[MOST];
        for (int k = 0; k < p.count; k++) {
            p.parent[k] = bp_case_random_parent(list, k);
            p.his_bind[k] = bp_case_random_mat4(list, 1, true);
            p.her_bind[k] = bp_case_random_mat4(list, 1, true);
            local[k] = bp_case_random_mat4(list, 1, i % 2);
        }
        add(list, "from the seed", &p, local);
    }
}

static void show(bp_answer_stage *stage, const void *in, const float *out) {
    const retarget_inputs *p = in;
    bp_answer_stage_pose(stage, p->parent, p->count, out);
}

static void trace(bp_exercise_trace *to, const void *in) {
    const retarget_inputs *p = in;
    bp_mat4 his[MOST], now[MOST], hers[MOST], her_now[MOST];
    int bone = to->first / 16;
    for (int i = 0; i <= bone; i++) {
        his[i] = bp_below(p->his_bind[i], p->parent[i], his);
        now[i] = bp_below(p->his_local[i], p->parent[i], now);
        hers[i] = bp_below(p->her_bind[i], p->parent[i], hers);
        her_now[i] = bp_mat4_mul(hers[i], bp_mat4_mul(bp_inverse_of(his[i]), now[i]));
    }
    int parent = p->parent[bone];
    bp_trace(to, his[bone], "his absolute bind of bone %d", bone);
    bp_trace(to, now[bone], "his absolute matrix of bone %d", bone);
    bp_trace(to, hers[bone], "her absolute bind of bone %d", bone);
    bp_trace(to, her_now[bone], "her absolute matrix = her bind * inverse of his bind * his absolute");
    if (parent >= 0) bp_trace(to, her_now[parent], "her absolute matrix of its parent, bone %d", parent);
}

const bp_exercise bp_exercise_25 = {
    .title = "One skeleton's pose for another",
    .lesson = "29_his_walk_on_her",
    .term = "bind",
    .function = "pose_another",
    .allowed = {"bp_mat4_mul", "bp_mat4_inverse"},
    .hints =
        {"Work with absolute matrices, and turn the result into local ones at the end. Parents come before "
         "their children, so one loop is enough.",
         "Keep four arrays as you go down: his absolute bind, his absolute matrix, her absolute bind, and "
         "her absolute matrix, the product of the other three.",
         "her_absolute[i] = her_absolute_bind[i] * inverse(his_absolute_bind[i]) * his_absolute[i], and "
         "her_local[i] = her_absolute[i] * inverse(her_absolute[parent[i]]), or without the inverse for a "
         "root."},
    .inputs = {INPUT(INT, count), INPUT_EACH(INT, parent), INPUT_EACH(MAT4, his_bind),
               INPUT_EACH(MAT4, his_local), INPUT_EACH(MAT4, her_bind)},
    .outputs = {OUTPUT(MAT4, "her_local", BP_VALUE_PER_FIRST)},
    .tolerance = 2e-3f,
    .form = {.start = "her_local[i] = ?",
             .example = "own[i] = i == 0 ? his_local[0] : his_local[i] * "
                        "his_local[i - 1]\nher_local[i] = own[i] * identity()",
             .indices = BP_VALUE_PER_FIRST},
    BP_EXERCISE_PARTS(25),
};
