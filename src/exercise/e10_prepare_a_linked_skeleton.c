/* Exercise 10: prepare, with linked bones. */
#include "exercise/answer_stage.h"
#include "exercise/exercises.h"

enum { MOST = 4 };

typedef struct prepare_inputs {
    int count, node_count, parent[MOST], node[MOST];
    bp_mat4 local[MOST], inverse[MOST];
    bp_trs nodes[MOST];
} prepare_inputs;

static const bp_exercise_value INPUTS[] = {
    {"count", BP_VALUE_INT, .offset = offsetof(prepare_inputs, count)},
    {"node_count", BP_VALUE_INT, .offset = offsetof(prepare_inputs, node_count)},
    {"bones.parent", BP_VALUE_INT, BP_VALUE_PER_FIRST, .offset = offsetof(prepare_inputs, parent)},
    {"bones.node", BP_VALUE_INT, BP_VALUE_PER_FIRST, .offset = offsetof(prepare_inputs, node)},
    {"bones.local", BP_VALUE_MAT4, BP_VALUE_PER_FIRST, .offset = offsetof(prepare_inputs, local)},
    {"bones.absolute_inverse_bind", BP_VALUE_MAT4, BP_VALUE_PER_FIRST,
     .offset = offsetof(prepare_inputs, inverse)},
    {"nodes.translation", BP_VALUE_VEC3, BP_VALUE_PER_SECOND,
     .offset = offsetof(prepare_inputs, nodes[0].translation), .stride = sizeof(bp_trs)},
    {"nodes.rotation", BP_VALUE_QUAT, BP_VALUE_PER_SECOND,
     .offset = offsetof(prepare_inputs, nodes[0].rotation), .stride = sizeof(bp_trs)},
    {"nodes.scale", BP_VALUE_VEC3, BP_VALUE_PER_SECOND, .offset = offsetof(prepare_inputs, nodes[0].scale),
     .stride = sizeof(bp_trs)},
    BP_NO_MORE_VALUES,
};

/* ---- the right answer, and others ----------------------------------------------------------------------- */

static void take_nodes(prepare_inputs *p) {
    for (int i = 0; i < p->count; i++)
        if (p->node[i] >= 0) p->local[i] = bp_mat4_from_trs(p->nodes[p->node[i]]);
}

static float *answer(float *out, const bp_mat4 *local, const bp_mat4 *final, int count) {
    for (int i = 0; i < count; i++) {
        bp_pack_mat4(&out, local[i]);
        bp_pack_mat4(&out, final[i]);
    }
    return out;
}

/* local times the parent's chain, or the other way round. */
static void make_chains(const prepare_inputs *p, bool child_first, bp_mat4 *chain) {
    for (int i = 0; i < p->count; i++) {
        int up = p->parent[i];
        if (up < 0)
            chain[i] = p->local[i];
        else
            chain[i] =
                child_first ? bp_mat4_mul(p->local[i], chain[up]) : bp_mat4_mul(chain[up], p->local[i]);
    }
}

static float *right(const void *in, float *out) {
    prepare_inputs p = *(const prepare_inputs *)in;
    bp_mat4 chain[MOST], final[MOST];
    take_nodes(&p);
    make_chains(&p, true, chain);
    for (int i = 0; i < p.count; i++) final[i] = bp_mat4_mul(p.inverse[i], chain[i]);
    return answer(out, p.local, final, p.count);
}
static float *not_done(const void *in, float *out) {
    const prepare_inputs *p = in;
    return answer(out, p->local, p->local, p->count);
}
static float *nodes_forgotten(const void *in, float *out) {
    const prepare_inputs *p = in;
    bp_mat4 chain[MOST], final[MOST];
    make_chains(p, true, chain);
    for (int i = 0; i < p->count; i++) final[i] = bp_mat4_mul(p->inverse[i], chain[i]);
    return answer(out, p->local, final, p->count);
}
static float *local_not_kept(const void *in, float *out) {
    prepare_inputs p = *(const prepare_inputs *)in, before = p;
    bp_mat4 chain[MOST], final[MOST];
    take_nodes(&p);
    make_chains(&p, true, chain);
    for (int i = 0; i < p.count; i++) final[i] = bp_mat4_mul(p.inverse[i], chain[i]);
    return answer(out, before.local, final, p.count);
}
static float *parent_before_child(const void *in, float *out) {
    prepare_inputs p = *(const prepare_inputs *)in;
    bp_mat4 chain[MOST], final[MOST];
    take_nodes(&p);
    make_chains(&p, false, chain);
    for (int i = 0; i < p.count; i++) final[i] = bp_mat4_mul(p.inverse[i], chain[i]);
    return answer(out, p.local, final, p.count);
}
static float *bind_undone_last(const void *in, float *out) {
    prepare_inputs p = *(const prepare_inputs *)in;
    bp_mat4 chain[MOST], final[MOST];
    take_nodes(&p);
    make_chains(&p, true, chain);
    for (int i = 0; i < p.count; i++) final[i] = bp_mat4_mul(chain[i], p.inverse[i]);
    return answer(out, p.local, final, p.count);
}
static float *parents_forgotten(const void *in, float *out) {
    prepare_inputs p = *(const prepare_inputs *)in;
    bp_mat4 final[MOST];
    take_nodes(&p);
    for (int i = 0; i < p.count; i++) final[i] = bp_mat4_mul(p.inverse[i], p.local[i]);
    return answer(out, p.local, final, p.count);
}
static float *node_taken_for_the_chain(const void *in, float *out) {
    prepare_inputs p = *(const prepare_inputs *)in;
    bp_mat4 chain[MOST], final[MOST];
    take_nodes(&p);
    for (int i = 0; i < p.count; i++) {
        bool alone = p.parent[i] < 0 || p.node[i] >= 0;
        chain[i] = alone ? p.local[i] : bp_mat4_mul(p.local[i], chain[p.parent[i]]);
        final[i] = bp_mat4_mul(p.inverse[i], chain[i]);
    }
    return answer(out, p.local, final, p.count);
}

static float *final_of_the_parent(const void *in, float *out) {
    prepare_inputs p = *(const prepare_inputs *)in;
    bp_mat4 final[MOST];
    take_nodes(&p);
    for (int i = 0; i < p.count; i++) {
        bp_mat4 chain = p.parent[i] < 0 ? p.local[i] : bp_mat4_mul(p.local[i], final[p.parent[i]]);
        final[i] = bp_mat4_mul(p.inverse[i], chain);
    }
    return answer(out, p.local, final, p.count);
}
static float *node_0_taken_for_none(const void *in, float *out) {
    prepare_inputs p = *(const prepare_inputs *)in;
    bp_mat4 chain[MOST], final[MOST];
    for (int i = 0; i < p.count; i++)
        if (p.node[i] > 0) p.local[i] = bp_mat4_from_trs(p.nodes[p.node[i]]);
    make_chains(&p, true, chain);
    for (int i = 0; i < p.count; i++) final[i] = bp_mat4_mul(p.inverse[i], chain[i]);
    return answer(out, p.local, final, p.count);
}

static const bp_misconception WRONG[] = {
    {"not_done", "The function still writes the local matrices. Replace its body by your own.", not_done},
    {"nodes_forgotten",
     "Linked bones keep their old local matrices. Where bones[i].node is not -1, local is made from that "
     "node, "
     "whatever was in it.",
     nodes_forgotten},
    {"local_not_kept",
     "The finals are right, but linked bones still hold their old local matrices: what prepare took from the "
     "node must be kept in the bone.",
     local_not_kept},
    {"parent_before_child",
     "The chains are multiplied the wrong way round. With row vectors the child's local comes first: local * "
     "chain of the parent.",
     parent_before_child},
    {"bind_undone_last",
     "The bind is undone after the chain here. It comes first: absolute_inverse_bind * chain.",
     bind_undone_last},
    {"parents_forgotten",
     "Each bone stands as if it had no parent. Multiply its local by the chain of its parent, which is there "
     "already.",
     parents_forgotten},
    {"node_taken_for_the_chain",
     "You take a linked bone's node for its whole chain. A node's transform is within the node's parent, as "
     "a "
     "local matrix is: the bone's parents come after it.",
     node_taken_for_the_chain},
    {"final_of_the_parent",
     "You multiply by the parent's final matrix, which has undone the parent's bind already. Multiply by its "
     "chain.",
     final_of_the_parent},
    {"node_0_taken_for_none",
     "The bone that is linked to node 0 doesn't follow it. 0 is a node like any other; none is -1: ask for "
     ">= 0, not "
     "> 0.",
     node_0_taken_for_none},
    BP_NO_MORE_WRONG,
};

/* ---- cases ---------------------------------------------------------------------------------------------------- */

static bp_mat4 up_by(float y) { return bp_mat4_translation((bp_vec3){0, y, 0}); }

/* A chain of three, each 1 above the one before, bound so; the middle one's node has turned by 90 degrees. */
static prepare_inputs bent_chain(void) {
    prepare_inputs p = {.count = 3, .node_count = 1, .parent = {-1, 0, 1}, .node = {-1, 0, -1}};
    for (int i = 0; i < 3; i++) {
        p.local[i] = up_by(i ? 1 : 0);
        p.inverse[i] = up_by(-(float)i);
    }
    p.nodes[0] = (bp_trs){{0, 1, 0}, bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, bp_radians(90)), {1, 1, 1}};
    return p;
}

static void cases(bp_case_list *list) {
    prepare_inputs p = bent_chain();
    bp_case_add(list, "a chain of three whose middle bone follows a node that has turned by 90 degrees", &p);
    for (int i = 0; i < 18; i++) {
        p = (prepare_inputs){.count = 2 + bp_case_random_below(list, MOST - 1), .node_count = MOST};
        for (int k = 0; k < p.count; k++) {
            p.parent[k] = bp_case_random_below(list, k + 1) - (bp_case_random_below(list, 3) == 0);
            if (p.parent[k] >= k) p.parent[k] = k - 1;
            p.node[k] = bp_case_random_below(list, MOST + 2) - 2;
            if (p.node[k] < 0) p.node[k] = -1;
            p.local[k] = bp_case_random_mat4(list, 2, i % 2);
            p.inverse[k] = bp_case_random_mat4(list, 2, true);
        }
        for (int k = 0; k < MOST; k++)
            p.nodes[k] = (bp_trs){bp_case_random_vec3(list, -2, 2), bp_case_random_quat(list),
                                  bp_case_random_vec3(list, 0.5f, 1.5f)};
        bp_case_add(list, "from the seed", &p);
    }
}

/* The bones as the final matrices move them from where they were bound. */
static void show(bp_answer_stage *stage, const void *in, const float *out) {
    const prepare_inputs *p = in;
    for (int i = 0; i < p->count; i++) {
        bp_mat4 bind;
        bp_unpack_mat4(&out);
        bp_mat4 final = bp_unpack_mat4(&out);
        if (bp_mat4_inverse(p->inverse[i], &bind))
            bp_answer_stage_bone(stage, bp_mat4_mul(bind, final), (size_t)i);
    }
}

const bp_exercise bp_exercise_10 = {
    .number = 10,
    .name = "10_prepare_a_linked_skeleton",
    .title = "Prepare a skeleton that is linked to nodes",
    .lesson = "12_linked_nodes",
    .function = "prepare",
    .allowed = (const char *const[]){"bp_mat4_mul", "bp_mat4_from_trs", NULL},
    .hints =
        (const char *const[]){
            "One loop over the bones and three statements in it: local (perhaps), chain, final. Parents come "
            "first, so the parent's chain is there when you need it.",
            "A linked bone's local is bp_mat4_from_trs of its node. A root's chain is its local alone.",
            "chain = bp_mat4_mul(local, chain of the parent); final = bp_mat4_mul(absolute_inverse_bind, "
            "chain).",
            NULL},
    .inputs = INPUTS,
    .outputs =
        (const bp_exercise_value[]){
            {.name = "local and final", .kind = BP_VALUE_MAT4, .count = BP_VALUE_REST}, BP_NO_MORE_VALUES},
    .right = right,
    .wrong = WRONG,
    .cases = cases,
    .show = show,
};
