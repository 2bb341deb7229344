/* Exercise 09: sorting bones, parents first, and updating the bone indices of vertices. */
#include "answers/09_sort_bones.h"

enum { MOST = 8, JOINTS = 12 };

typedef struct sort_inputs {
    int count, joint_count, parent[MOST], joints[JOINTS];
} sort_inputs;
#define INPUTS sort_inputs

static int depth_of(const sort_inputs *p, int bone) {
    int depth = 0;
    for (int up = p->parent[bone]; up >= 0; up = p->parent[up]) depth++;
    return depth;
}

/* Sorts by depth. Bones of equal depth keep their order. */
static void sort_by_depth(const sort_inputs *p, int *order) {
    int count = 0;
    for (int d = 0; d < MOST; d++)
        for (int i = 0; i < p->count; i++)
            if (depth_of(p, i) == d) order[count++] = i;
}

/* A random tree whose bones are shuffled: bone shuffled[i] is a child of a bone before it in `shuffled`. */
static void any_joints(bp_case_list *list, sort_inputs *p) {
    for (int j = 0; j < p->joint_count; j++) p->joints[j] = bp_case_random_below(list, p->count);
}

static sort_inputs random_tree(bp_case_list *list) {
    sort_inputs p = {.count = 3 + bp_case_random_below(list, MOST - 2), .joint_count = JOINTS};
    int shuffled[MOST];
    for (int i = 0; i < p.count; i++) {
        int other = bp_case_random_below(list, i + 1);
        shuffled[i] = shuffled[other];
        shuffled[other] = i;
    }
    for (int i = 0; i < p.count; i++) {
        int parent = i == 0 ? -1 : bp_case_random_below(list, i + 1) - 1;
        p.parent[shuffled[i]] = parent < 0 ? -1 : shuffled[parent];
    }
    any_joints(list, &p);
    return p;
}

static void cases(bp_case_list *list) {
    sort_inputs chain = {4, JOINTS, {2, 0, -1, 1}, {0}};
    any_joints(list, &chain);
    bp_case_add(list, "a chain: 2, 0, 1, 3 from root to tip", &chain);
    sort_inputs body = {5, JOINTS, {1, -1, 1, 0, 2}, {0}};
    any_joints(list, &body);
    bp_case_add(list, "two arms before and after their body", &body);
    sort_inputs two = {4, JOINTS, {3, -1, 1, -1}, {0}};
    any_joints(list, &two);
    bp_case_add(list, "two roots with a bone each", &two);
    sort_inputs deep = {MOST, JOINTS, {1, 2, 3, 4, 5, 6, 7, -1}, {0}};
    any_joints(list, &deep);
    bp_case_add(list, "eight bones in a row, the tip first", &deep);
    const float expected[2 + JOINTS] = {0, -1};
    CASE("one bone alone", 1, JOINTS, {-1}, {0});
    bp_case_expect(list, expected, 2 + JOINTS);
    CASE("no bone, and no vertex", 0);
    bp_case_expect(list, expected, 0);
    sort_inputs sorted = {MOST, JOINTS, {-1, -1, 0, 1, 1, 2, 4, 6}, {0}};
    any_joints(list, &sorted);
    bp_case_add(list, "eight bones that are sorted already", &sorted);
    /* Bone 1 is the root of 2, and 2 the parent of 0. */
    const float without_vertex[6] = {1, 2, 0, -1, 0, 1};
    CASE("three bones without a vertex", 3, 0, {2, -1, 1}, {0});
    bp_case_expect(list, without_vertex, 6);
    for (int i = 0; i < 16; i++) {
        sort_inputs p = random_tree(list);
        if (i % 4 == 3) p.joint_count = bp_case_random_below(list, JOINTS);
        bp_case_add(list, "from the seed", &p);
    }
}

/* Height of the bone with a new index: the deeper the lower; far down if there is none. */
static float height_of(const sort_inputs *p, const float *order, int index) {
    float old = index >= 0 && index < p->count ? order[index] : -1;
    return old >= 0 && old < (float)p->count ? -0.8f * (float)depth_of(p, (int)old) : -4;
}

/* Vertices: small cubes above the bone whose index they hold, in the colour of the bone they belong to. */
static void show_vertices(bp_answer_stage *stage, const sort_inputs *p, const float *out) {
    int above[MOST] = {0};
    const float *joints = out + 2 * p->count;
    for (int j = 0; j < p->joint_count; j++) {
        if (!(joints[j] >= 0 && joints[j] < (float)p->count)) continue;
        int index = (int)joints[j];
        bp_vec3 center = {(float)index, height_of(p, out, index) + 0.35f + 0.2f * (float)above[index]++, 0};
        bp_answer_stage_block(stage, (bp_vec3){0.16f, 0.16f, 0.16f}, center,
                              bp_scene_color((size_t)p->joints[j]));
    }
}

/* Bones from left to right by new index, lower the deeper they are, each with a rod from its parent. */
static void show(bp_answer_stage *stage, const void *in, const float *out) {
    const sort_inputs *p = in;
    for (int k = 0; k < p->count; k++) {
        float old = out[k], parent = out[p->count + k];
        bool known = old >= 0 && old < (float)p->count;
        bp_vec3 center = {(float)k, height_of(p, out, k), 0};
        bp_answer_stage_ball(stage, center, 0.2f, bp_scene_color(known ? (size_t)old : 7));
        if (!(parent >= 0 && parent < (float)p->count)) continue;
        bp_vec3 from = {parent, height_of(p, out, (int)parent), 0};
        bp_answer_stage_rod(stage, from, center, 0.06f, bp_scene_color(0));
    }
    show_vertices(stage, p, out);
}

static void trace(bp_exercise_trace *to, const void *in) {
    const sort_inputs *p = in;
    int order[MOST];
    sort_by_depth(p, order);
    for (int i = 0; i < p->count && to->first < p->count; i++)
        bp_trace(to, (float)depth_of(p, i), "depth of bone %d", i);
    for (int k = 0; k < p->count && to->first >= p->count; k++)
        bp_trace(to, (float)k, "bone %d gets the new index", order[k]);
    if (to->first >= p->count && to->first < 2 * p->count)
        bp_trace(to, (float)p->parent[order[to->first - p->count]], "order[%d] is bone %d, whose parent was",
                 to->first - p->count, order[to->first - p->count]);
    if (to->first >= 2 * p->count)
        bp_trace(to, (float)p->joints[to->first - 2 * p->count], "joints[%d] was", to->first - 2 * p->count);
}

/* clang-format off */
#define LINES(X) \
    X(PARENTS_OLD, for (int k = 0; k < count; k++) new_parent[k] = parent[order[k]];) \
    X(UPWARDS, for (int d = 0; d < count; d++) BR \
          for (int i = 0; i < count; i++) BR if (depth[i] == d) order[n++] = i;) \
    X(JOINTS_FROM_ORDER, for (int j = 0; j < joint_count; j++) joints[j] = order[joints[j]];) \
    X(PLACES, for (int k = 0; k < count; k++) place[order[k]] = k;) \
    X(DEEPEST_FIRST, for (int d = count - 1; d >= 0; d--) BR \
          for (int i = 0; i < count; i++) BR if (depth[i] == d) order[n++] = i;) \
    X(JOINTS_FROM_PLACE, for (int j = 0; j < joint_count; j++) joints[j] = place[joints[j]];) \
    X(BACKWARDS, for (int d = 0; d < count; d++) BR \
          for (int i = count - 1; i >= 0; i--) BR if (depth[i] == d) order[n++] = i;) \
    X(QUEUE, for (int k = -1; k < n; k++) BR \
          for (int i = 0; i < count; i++) BR if (parent[i] == (k < 0 ? -1 : order[k])) order[n++] = i;) \
    X(PARENTS_NEW, for (int k = 0; k < count; k++) BR \
          new_parent[k] = parent[order[k]] < 0 ? -1 : place[parent[order[k]]];)
/* clang-format on */

/* With several lines that sort, order grows beyond the bones: there is space for the worst of it. */
static float *run_lines(const void *in, const unsigned char *lines, int line_count, float *out) {
    enum { SPACE = 512 };
    const sort_inputs p = *(const sort_inputs *)in;
    int count = p.count, joint_count = p.joint_count, n = 0, joints[JOINTS];
    int depth[MOST], place[MOST] = {0}, order[SPACE] = {0}, new_parent[MOST] = {0};
    const int *parent = p.parent;
    for (int i = 0; i < count; i++) depth[i] = depth_of(&p, i);
    for (int j = 0; j < joint_count; j++) joints[j] = p.joints[j];
    RUN_LINES(lines, line_count)
    for (int k = 0; k < count; k++) bp_pack_float(&out, (float)order[k]);
    for (int k = 0; k < count; k++) bp_pack_float(&out, (float)new_parent[k]);
    for (int j = 0; j < joint_count; j++) bp_pack_float(&out, (float)joints[j]);
    return out;
}

const bp_exercise bp_exercise_09 = {
    .title = "Parents first, and vertices that still know their bones",
    .lesson = "10_bone_order",
    .term = "parents first",
    .function = "sort_bones",
    .hints = {"How deep is a bone? Count the steps from it to its root. Then go through the depths 0, 1, 2 "
              "..., and for each depth through all bones.",
              "Whenever you write order[k] = i, also keep the new index of i: place[i] = k. (Arrays of 8 are "
              "enough here; or search for i in order.)",
              "new_parent[k] is -1 if parent[order[k]] is -1, else place[parent[order[k]]]; and joints[j] = "
              "place[joints[j]]."},
    .inputs = {INPUT(INT, count), INPUT(INT, joint_count), INPUT_EACH(INT, parent),
               INPUT_ARRAY(INT, joints, BP_VALUE_PER_SECOND)},
    .outputs = {OUTPUT(NUMBER, "order", BP_VALUE_PER_FIRST), OUTPUT(NUMBER, "new_parent", BP_VALUE_PER_FIRST),
                OUTPUT(NUMBER, "joints", BP_VALUE_REST)},
    .form =
        {.before =
             "void sort_bones(const int *parent, int count, int *order, int *new_parent, int *joints, int "
             "joint_count) {\n"
             "    int n = 0, depth[8], place[8]; /* at most 8 bones */\n"
             "    for (int i = 0; i < count; i++) {\n"
             "        depth[i] = 0;\n"
             "        for (int up = parent[i]; up >= 0; up = parent[up]) depth[i]++;\n"
             "    }\n",
         .after = "}\n",
         FORM_OF_LINES},
    BP_EXERCISE_PARTS(09),
};
