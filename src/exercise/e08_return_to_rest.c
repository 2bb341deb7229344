/* Exercise 08: return to rest, linked bones included. The checker compares local matrices after the next
 * prepare, which copies the local matrix of a linked bone from its node. */
#include "answers/08_return_to_rest.h"

enum { FEW = 5, MOST = 8 };

typedef struct rest_inputs {
    int count;
    exercise_bone bones[MOST];
    bp_trs nodes[MOST];
} rest_inputs;
#define INPUTS rest_inputs

static bp_mat4 turned(float degrees, float x, float y, float scale) {
    return bp_mat4_mul(
        bp_mat4_scaling((bp_vec3){1, scale, 1}),
        bp_mat4_mul(bp_mat4_rotation_z(bp_radians(degrees)), bp_mat4_translation((bp_vec3){x, y, 0})));
}

/* Three bones side by side; the second is linked to node 0, the third to node 1. */
static void by_hand(bp_case_list *list) {
    rest_inputs p = {.count = 3};
    const float angle = -bp_case_random_whole(list, 40, 80);
    for (int i = 0; i < 3; i++) {
        float x = 1.5f * (float)i;
        p.bones[i] = (exercise_bone){.node = i - 1,
                                     .bind = turned(0, x, 0, 1),
                                     .rest = turned(30, x, 0.5f, 1.5f),
                                     .local = turned(angle, x, -1, 0.6f)};
        bp_mat4_decompose(turned(angle, 1.5f * (float)(i + 1), -1, 0.6f), &p.nodes[i]);
    }
    bp_case_add(list, "three bones, two of them linked", &p);
}

static void cases(bp_case_list *list) {
    by_hand(list);
    CASE("no bone at all", 0);
    rest_inputs one = {.count = 1,
                       .bones = {{.node = 0, .bind = turned(0, 1, 0, 1), .rest = turned(60, 1, 1, 1)}}};
    one.bones[0].local = one.bones[0].rest;
    one.nodes[0] = bp_case_random_trs(list, 2, 2);
    bp_case_add(list, "one bone, whose local is its rest, but its node is elsewhere", &one);
    rest_inputs all = {.count = MOST};
    for (int k = 0; k < MOST; k++) {
        all.bones[k] = (exercise_bone){.node = MOST - 1 - k, .bind = turned(10, 0, 1, 1)};
        all.bones[k].rest = all.bones[k].local = bp_mat4_from_trs(bp_case_random_trs(list, 2, 2));
        all.nodes[k] = bp_case_random_trs(list, 2, 2);
    }
    bp_case_add(list, "eight bones, all of them linked", &all);
    for (int i = 0; i < 16; i++) {
        rest_inputs p = {.count = 2 + bp_case_random_below(list, FEW - 1)};
        int shift = bp_case_random_below(list, p.count);
        for (int k = 0; k < p.count; k++) {
            p.bones[k].node = bp_case_random_below(list, 3) == 0 ? -1 : (k + shift) % p.count;
            p.bones[k].bind = bp_mat4_from_trs(bp_case_random_trs(list, 2, 2));
            p.bones[k].rest = bp_mat4_from_trs(bp_case_random_trs(list, 2, 2));
            p.bones[k].local = bp_mat4_from_trs(bp_case_random_trs(list, 2, 2));
            p.nodes[k] = bp_case_random_trs(list, 2, 2);
        }
        bp_case_add(list, "from the seed", &p);
    }
}

static void show(bp_answer_stage *stage, const void *in, const float *out) {
    const rest_inputs *p = in;
    for (int i = 0; i < p->count; i++) bp_answer_stage_bone(stage, bp_unpack_mat4(&out), (size_t)i);
}

/* The first bone that is wrong. */
static void trace(bp_exercise_trace *to, const void *in) {
    const rest_inputs *p = in;
    int bone = to->first / 16;
    if (p->bones[bone].node < 0) {
        bp_trace(to, p->bones[bone].rest, "bone %d has no node: local = rest", bone);
    } else {
        bp_trs rest = bp_trs_identity();
        bp_mat4_decompose(p->bones[bone].rest, &rest);
        bp_trace(to, rest.position, "bone %d has node %d: its position, from rest", bone,
                 p->bones[bone].node);
        bp_trace(to, rest.rotation, "its rotation");
        bp_trace(to, rest.scale, "its scale");
        bp_trace(to, bp_mat4_from_trs(rest), "local, which prepare copies from the node");
    }
    bp_trace_is_result(to, 16 * bone);
}

/* clang-format off */
#define LINES(X) \
    X(NODE_ROTATION, if (node >= 0) nodes[node].rotation = rest.rotation;) \
    X(LOCAL_FROM_BIND, bones[i].local = bones[i].bind;) \
    X(NODE_FROM_BIND, if (node >= 0) nodes[node] = bind;) \
    X(NODE_ABOVE_0, if (node > 0) nodes[node] = rest;) \
    X(LOCAL_FROM_REST, bones[i].local = bones[i].rest;) \
    X(NODE_POSITION, if (node >= 0) nodes[node].position = rest.position;) \
    X(NODE_I, if (node >= 0) nodes[i] = rest;) \
    X(NODE_FROM_REST, if (node >= 0) nodes[node] = rest;)
/* clang-format on */

/* And the next prepare: linked bones copy their nodes' transforms. */
static float *run_lines(const void *in, const unsigned char *lines, int count, float *out) {
    rest_inputs p = *(const rest_inputs *)in;
    exercise_bone *bones = p.bones;
    bp_trs *nodes = p.nodes, rest, bind;
    for (int i = 0; i < p.count; i++) {
        const int node = bones[i].node;
        if (!bp_mat4_decompose(bones[i].rest, &rest) || !bp_mat4_decompose(bones[i].bind, &bind)) continue;
        RUN_LINES(lines, count)
    }
    for (int i = 0; i < p.count; i++)
        bp_pack_mat4(&out, bones[i].node < 0 ? bones[i].local : bp_mat4_from_trs(nodes[bones[i].node]));
    return out;
}

const bp_exercise bp_exercise_08 = {
    .title = "Return to rest, linked bones included",
    .lesson = "07_rest_pose",
    .term = "rest",
    .function = "return_to_rest",
    .allowed = {"bp_mat4_decompose"},
    .hints = {"Where is the pose of a linked bone stored? What does the next prepare do to its local matrix?",
              "A bone without a node: copy rest to local. A linked bone: decompose rest into "
              "nodes[bones[i].node].",
              "bp_mat4_decompose(bones[i].rest, &nodes[bones[i].node]) writes all three parts."},
    .inputs = {INPUT(INT, count), INPUT_FIELD(INT, bones, node, BP_VALUE_PER_FIRST),
               INPUT_FIELD(MAT4, bones, local, BP_VALUE_PER_FIRST),
               INPUT_FIELD(MAT4, bones, bind, BP_VALUE_PER_FIRST),
               INPUT_FIELD(MAT4, bones, rest, BP_VALUE_PER_FIRST),
               INPUT_FIELD(VEC3, nodes, position, BP_VALUE_PER_FIRST),
               INPUT_FIELD(QUAT, nodes, rotation, BP_VALUE_PER_FIRST),
               INPUT_FIELD(VEC3, nodes, scale, BP_VALUE_PER_FIRST)},
    .outputs = {{.name = "local, after the next prepare",
                 .kind = BP_VALUE_MAT4,
                 .count = BP_VALUE_PER_FIRST}},
    .form = {.before = "void return_to_rest(exercise_bone *bones, int count, bp_trs *nodes) {\n"
                       "    for (int i = 0; i < count; i++) {\n"
                       "        int node = bones[i].node;\n"
                       "        bp_trs rest, bind;\n"
                       "        bp_mat4_decompose(bones[i].rest, &rest);\n"
                       "        bp_mat4_decompose(bones[i].bind, &bind);\n",
             .after = "    }\n}\n",
             FORM_OF_LINES},
    BP_EXERCISE_PARTS(08),
};
