/* Exercise 10: prepare, with bones that are linked to nodes. */
#include "exercise/answer_stage.h"
#include "exercise/answers.h"
#include "exercise/exercises.h"
#include "exercise/lines.h"
#include "exercise/trace.h"
#include <math.h>

#include "answers/10_prepare_a_linked_skeleton.h"

enum { MOST = 4 };

typedef struct prepare_inputs {
    int count, node_count, parent[MOST], node[MOST];
    bp_mat4 local[MOST], inverse[MOST];
    bp_trs nodes[MOST];
} prepare_inputs;

static bp_mat4 up_by(float y) { return bp_mat4_translation((bp_vec3){0, y, 0}); }

/* A chain of three bones, each 1 above its parent in the bind; the middle one's node is moved up and
 * rotated by 90 degrees. */
static prepare_inputs bent_chain(bp_case_list *list) {
    prepare_inputs p = {.count = 3, .node_count = 1, .parent = {-1, 0, 1}, .node = {-1, 0, -1}};
    for (int i = 0; i < 3; i++) {
        p.local[i] = up_by(i ? 1 : 0);
        p.inverse[i] = up_by(-(float)i);
    }
    p.nodes[0] = (bp_trs){{0, bp_case_random_whole(list, 1, 9), 0},
                          bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, bp_radians(90)),
                          {1, 1, 1}};
    return p;
}

static void cases(bp_case_list *list) {
    prepare_inputs p = bent_chain(list);
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

/* The bones, moved from their binds by the final matrices. */
static void show(bp_answer_stage *stage, const void *in, const float *out) {
    const prepare_inputs *p = in;
    out += 16 * p->count; /* the local matrices */
    for (int i = 0; i < p->count; i++) {
        bp_mat4 bind, final = bp_unpack_mat4(&out);
        if (bp_mat4_inverse(p->inverse[i], &bind))
            bp_answer_stage_bone(stage, bp_mat4_mul(bind, final), (size_t)i);
    }
}

/* A wrong local matrix alone; or the chains and finals, bone by bone, up to the first that is wrong. */
static void trace(bp_exercise_trace *to, const void *in, int first) {
    prepare_inputs p = *(const prepare_inputs *)in;
    bp_mat4 chain[MOST], final[MOST];
    for (int i = 0; i < p.count; i++) {
        if (p.node[i] >= 0) p.local[i] = bp_mat4_from_trs(p.nodes[p.node[i]]);
        chain[i] = p.parent[i] < 0 ? p.local[i] : bp_mat4_mul(p.local[i], chain[p.parent[i]]);
        final[i] = bp_mat4_mul(p.inverse[i], chain[i]);
    }
    if (first < 16 * p.count) {
        int bone = first / 16;
        bp_trace_mat4(to, p.local[bone],
                      p.node[bone] < 0 ? "bones[%d].local, not linked: it stays"
                                       : "bones[%d].local = bp_mat4_from_trs(nodes[%d])",
                      bone, p.node[bone]);
        bp_trace_is_result(to, 16 * bone);
        return;
    }
    for (int i = 0; i <= first / 16 - p.count; i++) {
        if (p.parent[i] < 0)
            bp_trace_mat4(to, chain[i], "bones[%d].chain = local", i);
        else
            bp_trace_mat4(to, chain[i], "bones[%d].chain = local * bones[%d].chain", i, p.parent[i]);
        bp_trace_mat4(to, final[i], "bones[%d].final = absolute_inverse_bind * chain", i);
        bp_trace_is_result(to, 16 * (p.count + i));
    }
}

/* ---- the lines to choose from, in a mixed order ---- */

/* clang-format off */
#define LINES(X) \
    X(BIND_LAST, bone->final = bp_mat4_mul(bone->chain, bone->absolute_inverse_bind);) \
    X(NODE_ABOVE_0, if (bone->node > 0) bone->local = bp_mat4_from_trs(nodes[bone->node]);) \
    X(CHAIN, bone->chain = parent ? bp_mat4_mul(bone->local, parent->chain) : bone->local;) \
    X(CHAIN_IS_LOCAL, bone->chain = bone->local;) \
    X(BIND_FIRST, bone->final = bp_mat4_mul(bone->absolute_inverse_bind, bone->chain);) \
    X(OLD_LOCAL, bone->local = old_local;) \
    X(PARENT_FIRST, bone->chain = parent ? bp_mat4_mul(parent->chain, bone->local) : bone->local;) \
    X(NODE, if (bone->node >= 0) bone->local = bp_mat4_from_trs(nodes[bone->node]);) \
    X(NODE_IS_CHAIN, if (bone->node >= 0) bone->chain = bone->local;) \
    X(FINAL_OF_PARENT, bone->chain = parent ? bp_mat4_mul(bone->local, parent->final) : bone->local;)
/* clang-format on */
enum { LINES(LINE_NAME) LINE_COUNT };
static const char *const LINE_TEXTS[] = {LINES(LINE_TEXT)};

/* A matrix that isn't written yet. */
static bp_mat4 nothing(void) {
    bp_mat4 m;
    for (int i = 0; i < 16; i++) m.m[i] = bp_unwritten();
    return m;
}

static float *run_lines(const void *in, const unsigned char *lines, int count, float *out) {
    const prepare_inputs *p = in;
    const bp_trs *nodes = p->nodes;
    struct linked_bone {
        int node;
        bp_mat4 local, absolute_inverse_bind, chain, final;
    } bones[MOST];
    for (int i = 0; i < p->count; i++) {
        struct linked_bone *bone = &bones[i], *parent = p->parent[i] < 0 ? NULL : &bones[p->parent[i]];
        const bp_mat4 old_local = p->local[i];
        *bone = (struct linked_bone){p->node[i], old_local, p->inverse[i], nothing(), nothing()};
        RUN_LINES(lines, count)
        bp_pack_mat4(&out, bone->local);
    }
    for (int i = 0; i < p->count; i++) bp_pack_mat4(&out, bones[i].final);
    return out;
}

static const bp_exercise_form FORM = {
    .kind = BP_FORM_LINES,
    .before = "void prepare(linked_bone *bones, int count, const bp_trs *nodes) {\n"
              "    for (int i = 0; i < count; i++) {\n"
              "        linked_bone *bone = &bones[i];\n"
              "        linked_bone *parent = bone->parent < 0 ? NULL : &bones[bone->parent];\n"
              "        bp_mat4 old_local = bone->local;\n",
    .after = "    }\n"
             "}\n",
    .lines = LINE_TEXTS,
    .line_count = LINE_COUNT,
    .run = run_lines,
};

const bp_exercise bp_exercise_10 = {
    .id = "10",
    .name = "10_prepare_a_linked_skeleton",
    .title = "Prepare a skeleton that is linked to nodes",
    .lesson = "12_linked_nodes",
    .term = "linked",
    .function = "prepare",
    .allowed = {"bp_mat4_mul", "bp_mat4_from_trs"},
    .hints = {"One loop over the bones with three statements: local (if linked), chain, "
              "final. Parents come first, so the parent's chain is ready when you need it.",
              "A linked bone's local is bp_mat4_from_trs of its node. A root's chain is its "
              "local matrix alone.",
              "chain = bp_mat4_mul(local, chain of the parent); final = "
              "bp_mat4_mul(absolute_inverse_bind, chain)."},
    .inputs =
        {
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
            {"nodes.scale", BP_VALUE_VEC3, BP_VALUE_PER_SECOND,
             .offset = offsetof(prepare_inputs, nodes[0].scale), .stride = sizeof(bp_trs)},
        },
    .outputs = {{.name = "bones.local", .kind = BP_VALUE_MAT4, .count = BP_VALUE_PER_FIRST},
                {.name = "bones.final", .kind = BP_VALUE_MAT4, .count = BP_VALUE_PER_FIRST}},
    .call = bp_call_10,
    .right = RIGHT,
    .wrong = WRONG,
    .mutants = &MUTANTS,
    .cases = cases,
    .show = show,
    .trace = trace,
    .form = &FORM,
};
