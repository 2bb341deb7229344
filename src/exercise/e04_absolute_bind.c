/* Exercise 04: the absolute bind of a bone, from the binds down to it, and its inverse. */
#include "exercise/answer_stage.h"
#include "exercise/exercises.h"
#include <string.h>

enum { MOST = 6 };

typedef struct bind_inputs {
    int count;
    bp_mat4 bind[MOST];
} bind_inputs;

static const bp_exercise_value INPUTS[] = {
    {"count", BP_VALUE_INT, .offset = offsetof(bind_inputs, count)},
    {"bind", BP_VALUE_MAT4, BP_VALUE_PER_FIRST, .offset = offsetof(bind_inputs, bind)},
    BP_NO_MORE_VALUES,
};

static float *answer(float *out, bp_mat4 absolute, bp_mat4 inverse) {
    return bp_answer_mat4s(out, (const bp_mat4[]){absolute, inverse}, 2);
}

/* The last bone's own bind on the left, the root's on the right. */
static bp_mat4 absolute_of(const bind_inputs *p) {
    bp_mat4 product = p->bind[0];
    for (int i = 1; i < p->count; i++) product = bp_mat4_mul(p->bind[i], product);
    return product;
}

static bp_mat4 root_on_the_left(const bind_inputs *p) {
    bp_mat4 product = p->bind[0];
    for (int i = 1; i < p->count; i++) product = bp_mat4_mul(product, p->bind[i]);
    return product;
}

static bp_mat4 own_bind(const bind_inputs *p) { return p->bind[p->count - 1]; }

static float *with_inverse(float *out, bp_mat4 m) { return answer(out, m, bp_inverse_of(m)); }

static float *right(const void *in, float *out) { return with_inverse(out, absolute_of(in)); }

static float *not_done(const void *in, float *out) {
    (void)in;
    return answer(out, bp_mat4_identity(), bp_mat4_identity());
}

static float *root_first(const void *in, float *out) { return with_inverse(out, root_on_the_left(in)); }

static float *inverse_of_the_own_bind(const void *in, float *out) {
    return answer(out, absolute_of(in), bp_inverse_of(own_bind(in)));
}

static float *inverses_in_the_same_order(const void *in, float *out) {
    return answer(out, absolute_of(in), bp_inverse_of(root_on_the_left(in)));
}

static float *transposed_for_inverted(const void *in, float *out) {
    return answer(out, absolute_of(in), bp_mat4_transpose(absolute_of(in)));
}

static float *only_moved_back(const void *in, float *out) {
    bp_mat4 back = absolute_of(in);
    for (int i = 12; i < 15; i++) back.m[i] = -back.m[i];
    return answer(out, absolute_of(in), back);
}

static float *parents_forgotten(const void *in, float *out) { return with_inverse(out, own_bind(in)); }

static float *grandparents_forgotten(const void *in, float *out) {
    const bind_inputs *p = in;
    return with_inverse(out, p->count > 1 ? bp_mat4_mul(own_bind(p), p->bind[p->count - 2]) : own_bind(p));
}

static float *results_swapped(const void *in, float *out) {
    return answer(out, bp_inverse_of(absolute_of(in)), absolute_of(in));
}

static const bp_misconception WRONG[] = {
    {"not_done", "The function still writes two identities. Replace its body by your own.", not_done},
    {"root_first",
     "The product begins with the root. With row vectors the bone's own bind stands on the left, then its "
     "parent's, and the root's last: bind[2] * bind[1] * bind[0].",
     root_first},
    {"inverse_of_the_own_bind",
     "The absolute is right, but you invert the bone's own bind, which is within its parent. Vertices are "
     "relative to the root: invert the absolute.",
     inverse_of_the_own_bind},
    {"inverses_in_the_same_order",
     "You multiply the inverses in the order in which you multiplied the matrices. What was done last is "
     "undone first: the inverse of A * B is inverse(B) * inverse(A).",
     inverses_in_the_same_order},
    {"transposed_for_inverted",
     "You transpose instead of inverting. The two agree for a pure rotation; a position, or a scale, spoils "
     "it.",
     transposed_for_inverted},
    {"only_moved_back",
     "Only the position's sign is changed. The turn must go back as well, and the way back is measured along "
     "the turned axes: use an inverse of the whole matrix.",
     only_moved_back},
    {"parents_forgotten",
     "This is the bone's own bind and its inverse. The absolute bind has the whole chain in it, down from "
     "the root.",
     parents_forgotten},
    {"grandparents_forgotten",
     "The chain ends at the parent here. Go on to the root: bind[0] is in it always.",
     grandparents_forgotten},
    {"results_swapped", "Both are right, but in each other's place: *absolute got the inverse.",
     results_swapped},
    BP_NO_MORE_WRONG,
};

/* Recorded from Babylon.js 9.34 (api-fuzz, dev-0, bone 2 below 1 below 0): the absolute inverse bind. The absolute
 * beside it is the product of the three, in doubles; times the recorded inverse it is the identity within 3e-9. */
static void recorded(bp_case_list *list) {
    static const bind_inputs RECORDED = {
        3,
        {{{0.162995483f, -0.0257049324f, -0.986291908f, 0, 0.874616625f, -0.458861485f, 0.156498863f, 0,
           -0.456594164f, -0.888135908f, -0.0523103873f, 0, 0.9119f, -1.4287f, -1.2079f, 1}},
         {{0.406208379f, -0.874754391f, 0.0288360583f, 0, 0.156570773f, 0.103905214f, 0.946425544f, 0,
           -0.861111117f, -0.39375179f, 0.185685708f, 0, 0.2247f, -1.2631f, 0.5376f, 1}},
         {{-0.61123525f, -0.49225238f, 0.619741125f, 0, 0.283933421f, 0.594536209f, 0.752268907f, 0,
           -0.738764699f, 0.635778492f, -0.223634586f, 0, 1.3908f, 0.7118f, 0.9272f, 1}}}};
    static const bp_mat4 INVERSE = {{0.255290243f, -0.878937493f, 0.48618176f, 0, 0.257128243f, -0.427737822f,
                                     -0.9082964f, 0, 0.970973166f, 0.344363421f, 0.112702597f, 0, 2.678261f,
                                     -1.86849672f, -0.0460456289f, 1}};
    static const bp_mat4 ABSOLUTE = {{0.237683388f, 0.239394624f, 0.904007095f, 0, -0.81831894f,
                                      -0.398237605f, 0.320613368f, 0, 0.452650779f, -0.845653021f,
                                      0.104929725f, 0, -2.14476181f, -1.42420557f, -1.81727036f, 1}};
    bp_exercise_case *one = bp_case_add(list, "three bones of a recorded skeleton", &RECORDED);
    answer(one->expected, ABSOLUTE, INVERSE);
    one->expected_count = 32;
}

static void cases(bp_case_list *list) {
    bind_inputs arm = {3,
                       {bp_rotate_z_then_move(20, 0, 1), bp_rotate_z_then_move(30, 0.5f, 1.5f),
                        bp_rotate_z_then_move(40, 0, 1)}};
    bp_case_add(list, "a body, an upper arm, a lower arm", &arm);
    recorded(list);
    arm.count = 1;
    bp_case_add(list, "a root alone", &arm);
    for (int i = 0; i < 16; i++) {
        bind_inputs p = {.count = 1 + bp_case_random_below(list, MOST)};
        for (int k = 0; k < p.count; k++) p.bind[k] = bp_case_random_mat4(list, 2, i % 2 || p.count > 3);
        bp_case_add(list, "from the seed", &p);
    }
}

/* The bone where its absolute bind puts it, and what the inverse makes of it, which must lie on the axes. */
static void show(bp_answer_stage *stage, const void *in, const float *out) {
    bp_mat4 absolute = bp_unpack_mat4(&out), inverse = bp_unpack_mat4(&out);
    bp_answer_stage_bone(stage, absolute, 1);
    bp_answer_stage_bone(stage, bp_mat4_mul(absolute_of(in), inverse), 0);
}

const bp_exercise bp_exercise_04 = {
    .number = 4,
    .name = "04_absolute_bind",
    .title = "The absolute bind and its inverse",
    .lesson = "03_bind_pose",
    .function = "absolute_bind",
    .allowed = (const char *const[]){"bp_mat4_mul", "bp_mat4_identity", "bp_mat4_inverse_affine",
                                     "bp_mat4_inverse", NULL},
    .hints =
        (const char *const[]){
            "It is the same product as for absolute matrices, with binds: from the bone up to the root.",
            "Go down from the root, and put each further bind on the left of what you have.",
            "product = bind[0]; then product = bind[i] * product for i = 1, 2, ... And the inverse of all of "
            "it.",
            NULL},
    .inputs = INPUTS,
    .outputs = (const bp_exercise_value[]){{.name = "absolute", .kind = BP_VALUE_MAT4},
                                           {.name = "inverse", .kind = BP_VALUE_MAT4},
                                           BP_NO_MORE_VALUES},
    .tolerance = 2e-4f,
    .right = right,
    .wrong = WRONG,
    .cases = cases,
    .show = show,
};
