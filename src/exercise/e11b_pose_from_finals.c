/* Exercise 11b: local matrices from final ones, for a whole skeleton. Every case is made from local matrices,
 * by the definitions of exercise 10, and these are what it expects: no inverse of the answer's is trusted. */
#include "exercise/answer_stage.h"
#include "exercise/exercises.h"
#include "exercise/trace.h"

enum { MOST = 5 };

typedef struct pose_inputs {
    int count, parent[MOST];
    bp_mat4 bind[MOST], final[MOST];
} pose_inputs;

enum {
    NOT_DONE,
    ABSOLUTE_FOR_LOCAL,
    BIND_WITHIN_THE_PARENT,
    BINDS_ROOT_FIRST,
    BIND_UNDONE_AGAIN,
    PARENTS_FINAL_UNDONE,
    PARENTS_LOCAL_UNDONE,
    PARENT_IN_ITS_BIND,
    PARENT_UNDONE_FIRST,
    PREVIOUS_AS_PARENT,
    BONE_0_TAKEN_FOR_NONE,
    RIGHT
};

static bp_mat4 inverse_of(bp_mat4 m) {
    bp_mat4 out = bp_mat4_identity();
    bp_mat4_inverse(m, &out);
    return out;
}

/* The matrix that a bone's absolute is divided by, with a parent. */
static bp_mat4 parent_matrix(int answer, bp_mat4 absolute, bp_mat4 bind, bp_mat4 final, bp_mat4 local) {
    return answer == ABSOLUTE_FOR_LOCAL     ? bp_mat4_identity()
           : answer == PARENTS_FINAL_UNDONE ? final
           : answer == PARENTS_LOCAL_UNDONE ? local
           : answer == PARENT_IN_ITS_BIND   ? bind
                                            : absolute;
}

static int parent_of(const pose_inputs *p, int i, int answer) {
    int parent = answer == PREVIOUS_AS_PARENT ? i - 1 : p->parent[i];
    return answer == BONE_0_TAKEN_FOR_NONE && parent == 0 ? -1 : parent;
}

static float *solve(const void *in, int answer, float *out) {
    const pose_inputs *p = in;
    bp_mat4 bind[MOST], absolute[MOST], local[MOST];
    for (int i = 0; i < p->count; i++) {
        int parent = parent_of(p, i, answer);
        bp_mat4 above = parent < 0 ? bp_mat4_identity() : bind[parent];
        bind[i] = answer == BIND_WITHIN_THE_PARENT ? p->bind[i]
                  : answer == BINDS_ROOT_FIRST     ? bp_mat4_mul(above, p->bind[i])
                                                   : bp_mat4_mul(p->bind[i], above);
        bp_mat4 moved = answer == BIND_UNDONE_AGAIN ? inverse_of(bind[i]) : bind[i];
        local[i] = absolute[i] = bp_mat4_mul(moved, p->final[i]);
        if (parent >= 0) {
            bp_mat4 undo = inverse_of(
                parent_matrix(answer, absolute[parent], bind[parent], p->final[parent], local[parent]));
            local[i] = answer == PARENT_UNDONE_FIRST ? bp_mat4_mul(undo, absolute[i])
                                                     : bp_mat4_mul(absolute[i], undo);
        }
        if (answer == NOT_DONE) local[i] = p->bind[i];
    }
    return bp_answer_mat4s(out, local, p->count);
}

static const bp_misconception WRONG[RIGHT + 1] = {
    {"not_done", "Every bone is still in its bind. Replace the function's body with your own."},
    {"absolute_for_local",
     "The roots are correct; the other bones get their absolute matrices. A local matrix is relative to the "
     "parent: undo the parent's absolute matrix on the right."},
    {"bind_within_the_parent", "You use bind[i] as it is. The final matrix undoes the absolute bind: the "
                               "bone's bind, then its parent's, "
                               "and so on up to the root. Compute that for each bone first."},
    {"binds_root_first",
     "Your absolute binds begin with the root. With row vectors a bone's own bind is on the "
     "left: absolute bind = bind[i] * the parent's absolute bind."},
    {"bind_undone_again",
     "You multiply by the inverse of the absolute bind. The final matrix has undone the bind "
     "already: put it back, and you have the bone's absolute matrix."},
    {"parents_final_undone",
     "You undo the parent's final matrix. It moves vertices, from the bind to the pose. What a local matrix "
     "is "
     "relative to is the parent's absolute matrix: the parent's absolute bind * its final matrix."},
    {"parents_local_undone",
     "You undo the parent's local matrix. That is its absolute matrix only for a root: for a bone deeper "
     "down, "
     "grandparents are missing. Keep each bone's absolute matrix, and undo the parent's."},
    {"parent_in_its_bind",
     "You undo the parent's absolute bind, as if the parent had not moved. Undo where it is "
     "in this pose: its absolute bind * its final matrix."},
    {"parent_undone_first",
     "The parent's inverse is on the wrong side. absolute = local * parent's absolute, so "
     "undo the parent on the right."},
    {"previous_as_parent", "You take the bone before for the parent. Its parent is parent[i]: bones may have "
                           "several children, and there may be several roots."},
    {"bone_0_taken_for_none", "Bones whose parent is bone 0 are treated as roots. Only -1 means none: test "
                              "parent[i] >= 0."},
};

/* Makes the final matrices of a pose, and expects that pose. */
static void add(bp_case_list *list, const char *name, pose_inputs *p, const bp_mat4 *local) {
    bp_mat4 bind[MOST], absolute[MOST];
    float expected[16 * MOST];
    for (int i = 0; i < p->count; i++) {
        int parent = p->parent[i];
        bind[i] = parent < 0 ? p->bind[i] : bp_mat4_mul(p->bind[i], bind[parent]);
        absolute[i] = parent < 0 ? local[i] : bp_mat4_mul(local[i], absolute[parent]);
        p->final[i] = bp_mat4_mul(inverse_of(bind[i]), absolute[i]);
    }
    bp_answer_mat4s(expected, local, p->count);
    bp_case_expect(bp_case_add(list, name, p), expected, 16 * p->count);
}

static void cases(bp_case_list *list) {
    const float angle = bp_case_random_whole(list, 20, 70);
    pose_inputs arm = {.count = 2,
                       .parent = {-1, 0},
                       .bind = {bp_rotate_z_then_move(10, 1, 0), bp_rotate_z_then_move(30, 0, 1)}};
    add(list, "a bone and its child", &arm,
        (const bp_mat4[]){bp_rotate_z_then_move(-angle, 1, 0.5f), bp_rotate_z_then_move(angle + 15, 0, 1)});
    pose_inputs chain = {.count = 3,
                         .parent = {-1, 0, 1},
                         .bind = {bp_rotate_z_then_move(20, 0, 0), bp_rotate_z_then_move(-40, 0, 1),
                                  bp_rotate_z_then_move(15, 0.25f, 1)}};
    add(list, "three in a row", &chain,
        (const bp_mat4[]){bp_rotate_z_then_move(angle, 0, 0), bp_rotate_z_then_move(35, 0, 1),
                          bp_rotate_z_then_move(-angle, 0.25f, 1)});
    pose_inputs fork = {.count = 4,
                        .parent = {-1, 0, 0, -1},
                        .bind = {bp_rotate_z_then_move(0, 0, 1), bp_rotate_z_then_move(45, -1, 1),
                                 bp_rotate_z_then_move(-45, 1, 1), bp_rotate_z_then_move(90, 2, 0)}};
    add(list, "two children, and another root", &fork,
        (const bp_mat4[]){bp_rotate_z_then_move(angle / 2, 0, 1), bp_rotate_z_then_move(angle, -1, 1),
                          bp_rotate_z_then_move(-angle, 1, 1), bp_rotate_z_then_move(80, 2, 1)});
    for (int i = 0; i < 12; i++) {
        pose_inputs p = {.count = 2 + bp_case_random_below(list, MOST - 1)};
        bp_mat4 local[MOST];
        for (int k = 0; k < p.count; k++) {
            p.parent[k] =
                k == 0 ? -1 : bp_case_random_below(list, k + 1) - (bp_case_random_below(list, 4) == 0);
            if (p.parent[k] == k) p.parent[k] = k - 1;
            p.bind[k] = bp_case_random_mat4(list, 1, true);
            local[k] = bp_case_random_mat4(list, 1, i % 2);
        }
        add(list, "from the seed", &p, local);
    }
}

static void show(bp_answer_stage *stage, const void *in, const float *out) {
    const pose_inputs *p = in;
    bp_mat4 absolute[MOST];
    for (int i = 0; i < p->count; i++) {
        bp_mat4 local = bp_unpack_mat4(&out);
        absolute[i] = p->parent[i] < 0 ? local : bp_mat4_mul(local, absolute[p->parent[i]]);
        bp_answer_stage_bone(stage, absolute[i], (size_t)i);
    }
}

/* Values without the formulas: finding those is the exercise. */
static void trace(bp_exercise_trace *to, const void *in, int first) {
    const pose_inputs *p = in;
    bp_mat4 bind[MOST];
    int bone = first / 16;
    for (int i = 0; i <= bone; i++)
        bind[i] = p->parent[i] < 0 ? p->bind[i] : bp_mat4_mul(p->bind[i], bind[p->parent[i]]);
    int parent = p->parent[bone];
    bp_trace_mat4(to, bind[bone], "the absolute bind of bone %d", bone);
    bp_trace_mat4(to, bp_mat4_mul(bind[bone], p->final[bone]), "the absolute matrix of bone %d", bone);
    if (parent >= 0)
        bp_trace_mat4(to, bp_mat4_mul(bind[parent], p->final[parent]),
                      "the absolute matrix of its parent, bone %d", parent);
}

static const bp_exercise_form FORM = {
    .kind = BP_FORM_EXPRESSION,
    .start = "local[i] = ?",
    .example = "own[i] = i == 0 ? bind[0] : bind[i] * bind[i - 1]\nlocal[i] = own[i] * identity()",
    .indices = BP_VALUE_PER_FIRST};

const bp_exercise bp_exercise_11b = {
    .id = "11b",
    .name = "11b_pose_from_finals",
    .title = "Open: a pose from its final matrices",
    .lesson = "05_same_pose_three_ways",
    .function = "pose_from_finals",
    .allowed = {"bp_mat4_mul", "bp_mat4_inverse"},
    .hints =
        {"Two steps for each bone. First: where is it? From its final matrix you get its absolute matrix, if "
         "you know its absolute bind. Second: where is that relative to its parent?",
         "Keep two arrays as you go down: the absolute bind, bind[i] * the parent's, and the absolute "
         "matrix, "
         "absolute bind * final[i].",
         "local[i] = absolute[i] * inverse(absolute[parent[i]]), and local[i] = absolute[i] for a root."},
    .inputs =
        {
            {"count", BP_VALUE_INT, .offset = offsetof(pose_inputs, count)},
            {"parent", BP_VALUE_INT, BP_VALUE_PER_FIRST, .offset = offsetof(pose_inputs, parent)},
            {"bind", BP_VALUE_MAT4, BP_VALUE_PER_FIRST, .offset = offsetof(pose_inputs, bind)},
            {"final", BP_VALUE_MAT4, BP_VALUE_PER_FIRST, .offset = offsetof(pose_inputs, final)},
        },
    .outputs = {{.name = "local", .kind = BP_VALUE_MAT4, .count = BP_VALUE_PER_FIRST}},
    .tolerance = 2e-3f,
    .solve = solve,
    .right = RIGHT,
    .wrong = WRONG,
    .cases = cases,
    .show = show,
    .trace = trace,
    .form = &FORM,
};
