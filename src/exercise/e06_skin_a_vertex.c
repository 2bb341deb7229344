/* Exercise 06: a vertex that follows up to four bones. */
#include "exercise/answer_stage.h"
#include "exercise/exercises.h"
#include <string.h>

enum { MOST = 6 };

typedef struct skin_inputs {
    int count;
    bp_mat4 palette[MOST];
    bp_vec3 position;
    int joints[4];
    float weights[4];
} skin_inputs;

static const bp_exercise_value INPUTS[] = {
    {"count (of the palette)", BP_VALUE_INT, .offset = offsetof(skin_inputs, count)},
    {"palette", BP_VALUE_MAT4, BP_VALUE_PER_FIRST, .offset = offsetof(skin_inputs, palette)},
    {"position", BP_VALUE_VEC3, .offset = offsetof(skin_inputs, position)},
    {"joints", BP_VALUE_INT4, .offset = offsetof(skin_inputs, joints)},
    {"weights", BP_VALUE_VEC4, .offset = offsetof(skin_inputs, weights)},
    BP_NO_MORE_VALUES,
};

static float sum_of(const skin_inputs *p) {
    float sum = 0;
    for (int i = 0; i < 4; i++) sum += p->weights[i];
    return sum;
}

/* The weighted sum of where the bones take the vertex, over the first `influences`. */
static bp_vec3 blend(const skin_inputs *p, int influences) {
    bp_vec3 sum = {0, 0, 0};
    for (int i = 0; i < influences; i++)
        sum = bp_vec3_add(sum,
                          bp_vec3_scale(bp_mat4_point(p->palette[p->joints[i]], p->position), p->weights[i]));
    return sum;
}

static float *right(const void *in, float *out) {
    const skin_inputs *p = in;
    return bp_answer_vec3(out, bp_vec3_scale(blend(p, 4), 1 / sum_of(p)));
}

static float *not_done(const void *in, float *out) {
    return bp_answer_vec3(out, ((const skin_inputs *)in)->position);
}

static float *weights_not_normalised(const void *in, float *out) {
    const skin_inputs *p = in;
    return bp_answer_vec3(out, blend(p, 4));
}

static float *weights_ignored(const void *in, float *out) {
    skin_inputs p = *(const skin_inputs *)in;
    for (int i = 0; i < 4; i++) p.weights[i] = 0.25f;
    return bp_answer_vec3(out, blend(&p, 4));
}

static float *heaviest_alone(const void *in, float *out) {
    const skin_inputs *p = in;
    int best = 0;
    for (int i = 1; i < 4; i++)
        if (p->weights[i] > p->weights[best]) best = i;
    return bp_answer_vec3(out, bp_mat4_point(p->palette[p->joints[best]], p->position));
}

static float *joints_ignored(const void *in, float *out) {
    skin_inputs p = *(const skin_inputs *)in;
    for (int i = 0; i < 4; i++) p.joints[i] = i;
    return bp_answer_vec3(out, bp_vec3_scale(blend(&p, 4), 1 / sum_of(&p)));
}

static float *translation_forgotten(const void *in, float *out) {
    const skin_inputs *p = in;
    bp_vec3 sum = {0, 0, 0};
    for (int i = 0; i < 4; i++)
        sum = bp_vec3_add(sum, bp_vec3_scale(bp_mat4_direction(p->palette[p->joints[i]], p->position),
                                             p->weights[i] / sum_of(p)));
    return bp_answer_vec3(out, sum);
}

static float *one_after_the_other(const void *in, float *out) {
    const skin_inputs *p = in;
    bp_vec3 at = p->position;
    for (int i = 0; i < 4; i++)
        at = bp_vec3_mix(at, bp_mat4_point(p->palette[p->joints[i]], at), p->weights[i] / sum_of(p));
    return bp_answer_vec3(out, at);
}

static float *divided_by_four(const void *in, float *out) {
    const skin_inputs *p = in;
    return bp_answer_vec3(out, bp_vec3_scale(blend(p, 4), 0.25f));
}

static const bp_misconception WRONG[] = {
    {"not_done", "The function still leaves the vertex where it is. Replace its body by your own.", not_done},
    {"weights_not_normalised",
     "The weights are used as they come. Where they don't sum to 1 the vertex is drawn towards the origin, "
     "or "
     "away from it: divide the sum of the places by the sum of the weights.",
     weights_not_normalised},
    {"weights_ignored",
     "All four bones pull equally here. How much each of them counts is weights[i]; a bone with weight 0 "
     "counts nothing.",
     weights_ignored},
    {"heaviest_alone",
     "Only the bone with the largest weight moves the vertex. That is rigid skinning; it tears at the "
     "joints. "
     "All four take part, each by its weight.",
     heaviest_alone},
    {"joints_ignored",
     "You take palette[0] to palette[3]. Which bones move this vertex stands in joints: the matrix is "
     "palette[joints[i]].",
     joints_ignored},
    {"translation_forgotten",
     "The matrices' last rows are left out: this is what happens to a direction. A position has a 1 behind "
     "it; "
     "bp_mat4_point takes it along.",
     translation_forgotten},
    {"one_after_the_other",
     "You take the vertex from bone to bone, each going on from where the one before left it. Every bone "
     "begins with the same position; their results are added up by weight.",
     one_after_the_other},
    {"divided_by_four",
     "You divide by the number of bones. What was counted are the weights: divide by their sum.",
     divided_by_four},
    BP_NO_MORE_WRONG,
};

/* Recorded from Babylon.js 9.34 (doc-cases, natural-rot75): a vertex of the left arm, which is joint 1, alone. */
static void recorded(bp_case_list *list) {
    skin_inputs p = {.count = 4,
                     .position = {0.970096f, 0.38577f, -0.17f},
                     .joints = {1, 0, 0, 0},
                     .weights = {1, 0, 0, 0}};
    for (int i = 0; i < 4; i++) p.palette[i] = bp_mat4_identity();
    p.palette[1] = (bp_mat4){{0.707106781f, 0.707106781f, 0, 0, -0.707106781f, 0.707106781f, 0, 0, 0, 0, 1, 0,
                              1.20710678f, 0.0857864381f, 0, 1}};
    static const float WANTED[3] = {1.62028766f, 1.04452848f, -0.17f};
    bp_exercise_case *one = bp_case_add(list, "a vertex of an arm that follows one bone", &p);
    bp_case_expect(one, WANTED, 3);
}

/* By hand: half of (2, 1, 0) turned to (-1, 2, 0), half of it moved to (2, 4, 0): (0.5, 3, 0). */
static void by_hand(bp_case_list *list) {
    skin_inputs p = {.count = 4, .position = {2, 1, 0}, .joints = {3, 1, 0, 0}, .weights = {1, 1, 0, 0}};
    for (int i = 0; i < 4; i++) p.palette[i] = bp_mat4_identity();
    p.palette[3] = bp_mat4_rotation_z(BP_PI / 2);
    p.palette[1] = bp_mat4_translation((bp_vec3){0, 3, 0});
    bp_exercise_case *one = bp_case_add(list, "two bones with weights 1 and 1: half of each", &p);
    bp_case_expect(one, (const float[]){0.5f, 3, 0}, 3);
}

static void cases(bp_case_list *list) {
    by_hand(list);
    recorded(list);
    for (int i = 0; i < 16; i++) {
        skin_inputs p = {.count = 4 + bp_case_random_below(list, MOST - 3),
                         .position = bp_case_random_vec3(list, -2, 2)};
        float sum = 0;
        for (int k = 0; k < p.count; k++) p.palette[k] = bp_case_random_mat4(list, 2, true);
        for (int k = 0; k < 4; k++) {
            p.joints[k] = bp_case_random_below(list, p.count);
            sum += p.weights[k] = k < 2 + i % 3 ? bp_case_random(list, 0.1f, 1) : 0;
        }
        for (int k = 0; k < 4 && i % 2; k++) p.weights[k] /= sum;
        bp_case_add(list, i % 2 ? "from the seed, weights that sum to 1" : "from the seed", &p);
    }
}

/* Grey: where each bone alone would take the vertex; the answer hangs between them. */
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

const bp_exercise bp_exercise_06 = {
    .number = 6,
    .name = "06_skin_a_vertex",
    .title = "Skin a vertex with four weights",
    .lesson = "17_smooth_skinning",
    .function = "skin_vertex",
    .allowed = (const char *const[]){"bp_mat4_point", "bp_vec3_add", "bp_vec3_scale", "bp_vec3_make", NULL},
    .hints =
        (const char *const[]){
            "Ask each of the four bones where it would take the vertex if it were alone. The answer is the "
            "mean of these places, each counted by its weight.",
            "Bone number joints[i] has the matrix palette[joints[i]]. Add up bp_mat4_point(...) times "
            "weights[i], and the weights too.",
            "A mean is a sum divided by what was counted: divide by the sum of the weights at the end.",
            NULL},
    .inputs = INPUTS,
    .outputs = (const bp_exercise_value[]){{.name = "skin_vertex", .kind = BP_VALUE_VEC3}, BP_NO_MORE_VALUES},
    .right = right,
    .wrong = WRONG,
    .cases = cases,
    .show = show,
};
