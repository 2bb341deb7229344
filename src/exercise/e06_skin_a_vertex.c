/* Exercise 06: a vertex that follows up to four bones. */
#include "answers/06_skin_a_vertex.h"

enum { MOST = 6 };

typedef struct skin_inputs {
    int count;
    bp_mat4 palette[MOST];
    bp_vec3 position;
    int joints[4];
    float weights[4];
} skin_inputs;
#define INPUTS skin_inputs

static float sum_of(const float *weights) { return weights[0] + weights[1] + weights[2] + weights[3]; }

/* Recorded from Babylon.js 9.34 (doc-cases, natural-rot75): a vertex of the left arm, which is joint 1,
 * alone. */
static void recorded(bp_case_list *list) {
    skin_inputs p = {.count = 4,
                     .position = {0.970096f, 0.38577f, -0.17f},
                     .joints = {1, 0, 0, 0},
                     .weights = {1, 0, 0, 0}};
    for (int i = 0; i < 4; i++) p.palette[i] = bp_mat4_identity();
    p.palette[1] = (bp_mat4){{0.707106781f, 0.707106781f, 0, 0, -0.707106781f, 0.707106781f, 0, 0, 0, 0, 1, 0,
                              1.20710678f, 0.0857864381f, 0, 1}};
    bp_case_add(list, "a vertex of an arm that follows one bone", &p);
    EXPECT(1.62028766f, 1.04452848f, -0.17f);
}

/* By hand: (2, 1, 0) rotated is (-1, 2, 0), and moved it is (2, 4, 0); their mean is (0.5, 3, 0). */
static void by_hand(bp_case_list *list) {
    skin_inputs p = {.count = 4, .position = {2, 1, 0}, .joints = {3, 1, 0, 0}, .weights = {1, 1, 0, 0}};
    for (int i = 0; i < 4; i++) p.palette[i] = bp_mat4_identity();
    p.palette[3] = bp_mat4_rotation_z(BP_PI / 2);
    p.palette[1] = bp_mat4_translation((bp_vec3){0, 3, 0});
    bp_case_add(list, "two bones with weights 1 and 1: half of each", &p);
    EXPECT(0.5f, 3, 0);
}

/* Its weights are 0, 3, 0, 0. */
static void second_alone(bp_case_list *list) {
    skin_inputs p = {.count = 4,
                     .position = {2, bp_case_random_whole(list, 1, 9), 0},
                     .joints = {0, 3, 1, 2},
                     .weights = {0, 3, 0, 0}};
    for (int i = 0; i < 4; i++) p.palette[i] = bp_plane_matrix(30 * (float)(i + 1), 0, (float)i);
    bp_case_add(list, "the second of four bones alone", &p);
    p = (skin_inputs){
        MOST, {{{0}}}, {-2, -1, p.position.y}, {5, 5, 0, 4}, {0.125f, 0.125f, 0.25f, 0.015625f}};
    for (int i = 0; i < MOST; i++) p.palette[i] = bp_plane_matrix(30 * (float)(i + 1), 0, (float)i);
    bp_case_add(list, "the last bone of six twice, and weights that sum to less than 1", &p);
}

static void cases(bp_case_list *list) {
    by_hand(list);
    recorded(list);
    second_alone(list);
    for (int i = 0; i < 16; i++) {
        skin_inputs p = {.count = 4 + bp_case_random_below(list, MOST - 3)};
        p.position = bp_case_random_vec3(list, -2, 2);
        float sum = 0;
        for (int k = 0; k < p.count; k++) p.palette[k] = bp_case_random_mat4(list, 2, true);
        for (int k = 0; k < 4; k++) {
            p.joints[k] = bp_case_random_below(list, p.count);
            sum += p.weights[k] = (k + i) % 4 < 2 + i % 3 ? bp_case_random(list, 0.1f, 1) : 0;
        }
        for (int k = 0; k < 4 && i % 2; k++) p.weights[k] /= sum;
        bp_case_add(list, i % 2 ? "from the seed, weights that sum to 1" : "from the seed", &p);
    }
}

/* Grey balls: where each bone alone would move the vertex. The answer lies between them. */
static void show(bp_answer_stage *stage, const void *in, const float *out) {
    const skin_inputs *p = in;
    const bp_rgba8 grey = {150, 155, 165, 255};
    bp_vec3 end = bp_unpack_vec3(&out);
    bp_answer_stage_ball(stage, end, 0.2f, bp_scene_color(1));
    for (int i = 0; i < 4; i++) {
        if (!(p->weights[i] > 0)) continue;
        bp_vec3 alone = bp_mat4_point(p->palette[p->joints[i]], p->position);
        bp_answer_stage_ball(stage, alone, 0.05f + 0.1f * p->weights[i], grey);
        bp_answer_stage_rod(stage, end, alone, 0.03f, grey);
    }
}

static void trace(bp_exercise_trace *to, const void *in) {
    const skin_inputs *p = in;
    for (int i = 0; i < 4; i++)
        if (p->weights[i] != 0)
            bp_trace(to, bp_mat4_point(p->palette[p->joints[i]], p->position),
                     "position by palette[joints[%d]], weight %.4g", i, (double)p->weights[i]);
    bp_vec3 sum = {0, 0, 0};
    for (int i = 0; i < 4; i++)
        sum = bp_vec3_add(sum,
                          bp_vec3_scale(bp_mat4_point(p->palette[p->joints[i]], p->position), p->weights[i]));
    bp_trace(to, sum, "the sum of weights[i] * position by bone i");
    bp_trace(to, sum_of(p->weights), "the sum of the weights");
    bp_trace_right(to, BP_VALUE_VEC3, 0, "skin_vertex = one divided by the other");
}

const bp_exercise bp_exercise_06 = {
    .title = "Skin a vertex with four weights",
    .lesson = "17_smooth_skinning",
    .term = "weight",
    .function = "skin_vertex",
    .allowed = {"bp_mat4_point", "bp_vec3_add", "bp_vec3_scale", "bp_vec3_make"},
    .hints = {"Where would each of the four bones move the vertex if it were alone? The answer is the "
              "weighted mean of these positions.",
              "Bone joints[i] has the matrix palette[joints[i]]. Add up bp_mat4_point(...) times weights[i], "
              "and add up the weights too.",
              "A weighted mean is the weighted sum divided by the sum of the weights."},
    .inputs = {{"count (of the palette)", BP_VALUE_INT, .offset = offsetof(skin_inputs, count)},
               INPUT_EACH(MAT4, palette),
               INPUT(VEC3, position),
               INPUT(INT4, joints),
               INPUT(VEC4, weights)},
    .outputs = {OUTPUT(VEC3, "skin_vertex", 0)},
    .form = {.start = "skin_vertex = ?",
             .example =
                 "largest = weights[0] > weights[1] ? weights[0] : weights[1]\ntotal = sum(weights[i])",
             .indices = 4},
    BP_EXERCISE_PARTS(06),
};
