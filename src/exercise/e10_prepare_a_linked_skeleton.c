/* Exercise 10: prepare, with bones that are linked to nodes. */
#include "answers/10_prepare_a_linked_skeleton.h"

enum { FEW = 4, MOST = 8 };

typedef struct prepare_inputs {
    int count, node_count;
    linked_bone bones[MOST];
    bp_trs nodes[MOST];
} prepare_inputs;
#define INPUTS prepare_inputs

static bp_mat4 up_by(float y) { return bp_mat4_translation((bp_vec3){0, y, 0}); }

/* A chain of three bones, each 1 above its parent in the bind; the middle one's node is moved up and
 * rotated by 90 degrees. */
static prepare_inputs bent_chain(bp_case_list *list) {
    prepare_inputs p = {.count = 3, .node_count = 1};
    for (int i = 0; i < 3; i++)
        p.bones[i] = (linked_bone){.parent = i - 1,
                                   .node = i == 1 ? 0 : -1,
                                   .local = up_by(i ? 1 : 0),
                                   .absolute_inverse_bind = up_by(-(float)i)};
    p.nodes[0] = (bp_trs){{0, bp_case_random_whole(list, 1, 9), 0},
                          bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, bp_radians(90)),
                          {1, 1, 1}};
    return p;
}

static void cases(bp_case_list *list) {
    prepare_inputs p = bent_chain(list);
    bp_case_add(list, "a chain of three whose middle bone follows a node that has turned by 90 degrees", &p);
    CASE("no bone at all", 0);
    p = (prepare_inputs){.count = 1,
                         .bones = {{-1, -1, bp_case_random_mat4(list, 2, true), up_by(1), {{0}}, {{0}}}}};
    bp_case_add(list, "a root without a node", &p);
    p = bent_chain(list);
    for (p.count = 3; p.count < MOST; p.count++)
        p.bones[p.count] = p.bones[1], p.bones[p.count].parent = p.count - 1;
    bp_case_add(list, "eight bones, six of them linked to one node", &p);
    for (int i = 0; i < 18; i++) {
        p = (prepare_inputs){.count = 1 + bp_case_random_below(list, FEW), .node_count = FEW};
        for (int k = 0; k < p.count; k++) {
            linked_bone *bone = &p.bones[k];
            bone->parent = bp_case_random_below(list, k + 1);
            bone->parent -= bp_case_random_below(list, 3) == 0;
            if (bone->parent >= k) bone->parent = k - 1;
            bone->node = bp_case_random_below(list, FEW + 2) - 2;
            if (bone->node < 0) bone->node = -1;
            bone->local = bp_case_random_mat4(list, 2, i % 2);
            bone->absolute_inverse_bind = bp_case_random_mat4(list, 2, true);
        }
        for (int k = 0; k < FEW; k++) p.nodes[k] = bp_case_random_trs(list, 2, 1.5f);
        bp_case_add(list, "from the seed", &p);
    }
}

/* The bones, moved from their binds by the final matrices. */
static void show(bp_answer_stage *stage, const void *in, const float *out) {
    const prepare_inputs *p = in;
    out += 16 * p->count; /* the local matrices */
    for (int i = 0; i < p->count; i++) {
        bp_mat4 bind, final = bp_unpack_mat4(&out);
        if (bp_mat4_inverse(p->bones[i].absolute_inverse_bind, &bind))
            bp_answer_stage_bone(stage, bp_mat4_mul(bind, final), (size_t)i);
    }
}

/* A wrong local matrix alone; or the chains and finals, bone by bone, up to the first that is wrong. */
static void trace(bp_exercise_trace *to, const void *in) {
    prepare_inputs p = *(const prepare_inputs *)in;
    linked_bone *bones = p.bones;
    const int first = to->first / 16 % p.count;
    const bool is_final = to->first >= 16 * p.count;
    for (int i = 0; i < p.count; i++) {
        if (bones[i].node >= 0) bones[i].local = bp_mat4_from_trs(p.nodes[bones[i].node]);
        bones[i].chain =
            bones[i].parent < 0 ? bones[i].local : bp_mat4_mul(bones[i].local, bones[bones[i].parent].chain);
    }
    if (!is_final)
        bp_trace_right(to, BP_VALUE_MAT4, 16 * first,
                       bones[first].node < 0 ? "bones[%d].local, not linked: it stays"
                                             : "bones[%d].local = bp_mat4_from_trs(nodes[%d])",
                       first, bones[first].node);
    for (int i = 0; is_final && i <= first; i++) {
        bp_trace(to, bones[i].chain,
                 bones[i].parent < 0 ? "bones[%d].chain = local"
                                     : "bones[%d].chain = local * bones[%d].chain",
                 i, bones[i].parent);
        bp_trace_right(to, BP_VALUE_MAT4, 16 * (p.count + i),
                       "bones[%d].final = absolute_inverse_bind * chain", i);
    }
}

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

/* A matrix that isn't written yet. */
static bp_mat4 nothing(void) {
    bp_mat4 m;
    for (int i = 0; i < 16; i++) m.m[i] = bp_unwritten();
    return m;
}

static float *run_lines(const void *in, const unsigned char *lines, int count, float *out) {
    prepare_inputs p = *(const prepare_inputs *)in;
    linked_bone *bones = p.bones;
    const bp_trs *nodes = p.nodes;
    for (int i = 0; i < p.count; i++) {
        linked_bone *bone = &bones[i], *parent = bone->parent < 0 ? NULL : &bones[bone->parent];
        const bp_mat4 old_local = bone->local;
        bone->chain = bone->final = nothing();
        RUN_LINES(lines, count)
    }
    for (int i = 0; i < p.count; i++) bp_pack_mat4(&out, bones[i].local);
    for (int i = 0; i < p.count; i++) bp_pack_mat4(&out, bones[i].final);
    return out;
}

const bp_exercise bp_exercise_10 = {
    .title = "Prepare a skeleton that is linked to nodes",
    .lesson = "12_linked_nodes",
    .term = "linked",
    .function = "prepare",
    .allowed = {"bp_mat4_mul", "bp_mat4_from_trs"},
    .hints =
        {"One loop over the bones with three statements: local (if linked), chain, final. Parents come "
         "first, so the parent's chain is ready when you need it.",
         "A linked bone's local is bp_mat4_from_trs of its node. A root's chain is its local matrix alone.",
         "chain = bp_mat4_mul(local, chain of the parent); final = bp_mat4_mul(absolute_inverse_bind, "
         "chain)."},
    .inputs = {INPUT(INT, count), INPUT(INT, node_count), INPUT_FIELD(INT, bones, parent, BP_VALUE_PER_FIRST),
               INPUT_FIELD(INT, bones, node, BP_VALUE_PER_FIRST),
               INPUT_FIELD(MAT4, bones, local, BP_VALUE_PER_FIRST),
               INPUT_FIELD(MAT4, bones, absolute_inverse_bind, BP_VALUE_PER_FIRST),
               INPUT_FIELD(VEC3, nodes, position, BP_VALUE_PER_SECOND),
               INPUT_FIELD(QUAT, nodes, rotation, BP_VALUE_PER_SECOND),
               INPUT_FIELD(VEC3, nodes, scale, BP_VALUE_PER_SECOND)},
    .outputs = {OUTPUT(MAT4, "bones.local", BP_VALUE_PER_FIRST),
                OUTPUT(MAT4, "bones.final", BP_VALUE_PER_FIRST)},
    .form = {.before = "void prepare(linked_bone *bones, int count, const bp_trs *nodes) {\n"
                       "    for (int i = 0; i < count; i++) {\n"
                       "        linked_bone *bone = &bones[i];\n"
                       "        linked_bone *parent = bone->parent < 0 ? NULL : &bones[bone->parent];\n"
                       "        bp_mat4 old_local = bone->local;\n",
             .after = "    }\n}\n",
             FORM_OF_LINES},
    BP_EXERCISE_PARTS(10),
};
