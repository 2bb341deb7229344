/* Exercise 04: the absolute bind of a bone, the product of the binds down to it, and its inverse. */
#include "answers/04_absolute_bind.h"

enum { FEW = 6, MOST = 8 };

typedef struct bind_inputs {
    int count;
    bp_mat4 bind[MOST];
} bind_inputs;
#define INPUTS bind_inputs

static bp_mat4 absolute_of(const bind_inputs *p) {
    bp_mat4 product = p->bind[0];
    for (int i = 1; i < p->count; i++) product = bp_mat4_mul(p->bind[i], product);
    return product;
}

/* Recorded from Babylon.js 9.34 (api-fuzz, dev-0, bone 2 below 1 below 0): the absolute inverse bind. The
 * absolute beside it is the product of the three, in doubles; times the recorded inverse it is the identity
 * within 3e-9. */
static void recorded(bp_case_list *list) {
    CASE("three bones of a recorded skeleton", 3,
         {{{0.162995483f, -0.0257049324f, -0.986291908f, 0, 0.874616625f, -0.458861485f, 0.156498863f, 0,
            -0.456594164f, -0.888135908f, -0.0523103873f, 0, 0.9119f, -1.4287f, -1.2079f, 1}},
          {{0.406208379f, -0.874754391f, 0.0288360583f, 0, 0.156570773f, 0.103905214f, 0.946425544f, 0,
            -0.861111117f, -0.39375179f, 0.185685708f, 0, 0.2247f, -1.2631f, 0.5376f, 1}},
          {{-0.61123525f, -0.49225238f, 0.619741125f, 0, 0.283933421f, 0.594536209f, 0.752268907f, 0,
            -0.738764699f, 0.635778492f, -0.223634586f, 0, 1.3908f, 0.7118f, 0.9272f, 1}}});
    EXPECT(0.237683388f, 0.239394624f, 0.904007095f, 0, -0.81831894f, -0.398237605f, 0.320613368f, 0,
           0.452650779f, -0.845653021f, 0.104929725f, 0, -2.14476181f, -1.42420557f, -1.81727036f, 1,
           0.255290243f, -0.878937493f, 0.48618176f, 0, 0.257128243f, -0.427737822f, -0.9082964f, 0,
           0.970973166f, 0.344363421f, 0.112702597f, 0, 2.678261f, -1.86849672f, -0.0460456289f, 1);
}

static void cases(bp_case_list *list) {
    bind_inputs arm = {3,
                       {bp_plane_matrix(bp_case_random_whole(list, 15, 40), 0, 1),
                        bp_plane_matrix(30, 0.5f, 1.5f), bp_plane_matrix(40, 0, 1)}};
    bp_case_add(list, "a body, an upper arm, a lower arm", &arm);
    recorded(list);
    arm.count = 1;
    bp_case_add(list, "a root alone", &arm);
    bind_inputs tail = {.count = MOST};
    for (int i = 0; i < MOST; i++) tail.bind[i] = bp_plane_matrix(30, 0, 1);
    tail.bind[0] = bp_case_random_mat4(list, 2, true);
    bp_case_add(list, "eight bones, all but the root with one bind", &tail);
    const bp_mat4 mirror = bp_mat4_scaling((bp_vec3){-1, 1, 1});
    CASE("a root whose bind is the identity, and a mirrored child", 2,
         {bp_mat4_identity(), bp_mat4_mul(mirror, tail.bind[0])});
    for (int i = 0; i < 16; i++) {
        bind_inputs p = {.count = 1 + bp_case_random_below(list, FEW)};
        for (int k = 0; k < p.count; k++) p.bind[k] = bp_case_random_mat4(list, 2, i % 2 || p.count > 3);
        bp_case_add(list, "from the seed", &p);
    }
}

/* The bone at its absolute bind, and that bone moved back by the inverse: it must lie on the axes. */
static void show(bp_answer_stage *stage, const void *in, const float *out) {
    bp_mat4 absolute = bp_unpack_mat4(&out), inverse = bp_unpack_mat4(&out);
    bp_answer_stage_bone(stage, absolute, 1);
    bp_answer_stage_bone(stage, bp_mat4_mul(absolute_of(in), inverse), 0);
}

static void trace(bp_exercise_trace *to, const void *in) {
    const bind_inputs *p = in;
    bp_mat4 product = p->bind[0];
    bp_trace(to, product, "product = bind[0]");
    for (int i = 1; i < p->count; i++) {
        product = bp_mat4_mul(p->bind[i], product);
        bp_trace(to, product, "product = bind[%d] * product", i);
    }
    bp_trace(to, product, "absolute = product");
    bp_trace_is_result(to, 0);
    bp_trace(to, bp_inverse_of_affine(product), "inverse = inverse of product");
    bp_trace_is_result(to, 16);
}

const bp_exercise bp_exercise_04 = {
    .title = "The absolute bind and its inverse",
    .lesson = "03_bind_pose",
    .term = "absolute bind",
    .function = "absolute_bind",
    .allowed = {"bp_mat4_mul", "bp_mat4_identity", "bp_mat4_inverse_affine", "bp_mat4_inverse"},
    .hints = {"The product is that of the absolute matrices, with binds: from the bone up to the root.",
              "Start at the root, and put each further bind on the left of the product.",
              "product = bind[0]; then product = bind[i] * product for i = 1, 2, ... Invert the result."},
    .inputs = {INPUT(INT, count), INPUT_EACH(MAT4, bind)},
    .outputs = {OUTPUT(MAT4, "absolute", 0), OUTPUT(MAT4, "inverse", 0)},
    .tolerance = 2e-4f,
    .form = {.start = "absolute = ?\ninverse = ?",
             .example = "half[i] = i == 0 ? 1 : half[i - 1] / 2\nlast = half[count - 1]",
             .indices = BP_VALUE_PER_FIRST},
    BP_EXERCISE_PARTS(04),
};
