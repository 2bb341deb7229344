/* Exercise 09: sorting bones, parents first, keeping what the numbers in vertices mean. */
#include "exercise/answer_stage.h"
#include "exercise/exercises.h"

enum { MOST = 8, JOINTS = 12 };

typedef struct sort_inputs {
    int count, joint_count, parent[MOST], joints[JOINTS];
} sort_inputs;

typedef struct sorted_parts {
    int order[MOST], place[MOST],
        parent[MOST]; /* old number at a place; place of an old number; new parents */
} sorted_parts;

static const bp_exercise_value INPUTS[] = {
    {"count", BP_VALUE_INT, .offset = offsetof(sort_inputs, count)},
    {"joint_count", BP_VALUE_INT, .offset = offsetof(sort_inputs, joint_count)},
    {"parent", BP_VALUE_INT, BP_VALUE_PER_FIRST, .offset = offsetof(sort_inputs, parent)},
    {"joints", BP_VALUE_INT, BP_VALUE_PER_SECOND, .offset = offsetof(sort_inputs, joints)},
    BP_NO_MORE_VALUES,
};

static int depth_of(const sort_inputs *p, int bone) {
    int depth = 0;
    for (int up = p->parent[bone]; up >= 0; up = p->parent[up]) depth++;
    return depth;
}

/* By depth; bones of the same depth in the old order, or the other way round. */
static sorted_parts sorted(const sort_inputs *p, bool deepest_first, bool keep_order) {
    sorted_parts s = {.order = {0}};
    int at = 0;
    for (int d = 0; d < MOST; d++)
        for (int k = 0; k < p->count; k++) {
            int bone = keep_order ? k : p->count - 1 - k;
            if (depth_of(p, bone) != (deepest_first ? MOST - 1 - d : d)) continue;
            s.order[at] = bone;
            s.place[bone] = at++;
        }
    for (int k = 0; k < p->count; k++) {
        int old = p->parent[s.order[k]];
        s.parent[k] = old < 0 ? -1 : s.place[old];
    }
    return s;
}

static float *answer(float *out, const sort_inputs *p, const sorted_parts *s) {
    for (int i = 0; i < p->count; i++) bp_pack_float(&out, (float)s->order[i]);
    for (int i = 0; i < p->count; i++) bp_pack_float(&out, (float)s->parent[i]);
    for (int i = 0; i < p->joint_count; i++) bp_pack_float(&out, (float)p->joints[i]);
    return out;
}

static void rename_joints(sort_inputs *p, const int *names) {
    for (int i = 0; i < p->joint_count; i++) p->joints[i] = names[p->joints[i]];
}

static float *right(const void *in, float *out) {
    sort_inputs p = *(const sort_inputs *)in;
    sorted_parts s = sorted(&p, false, true);
    rename_joints(&p, s.place);
    return answer(out, &p, &s);
}
static float *not_done(const void *in, float *out) {
    const sort_inputs *p = in;
    sorted_parts s;
    for (int i = 0; i < p->count; i++) s.order[i] = i, s.parent[i] = p->parent[i];
    return answer(out, p, &s);
}
static float *joints_forgotten(const void *in, float *out) {
    const sort_inputs *p = in;
    sorted_parts s = sorted(p, false, true);
    return answer(out, p, &s);
}
static float *joints_the_wrong_way(const void *in, float *out) {
    sort_inputs p = *(const sort_inputs *)in;
    sorted_parts s = sorted(&p, false, true);
    rename_joints(&p, s.order);
    return answer(out, &p, &s);
}
static float *parents_keep_old_numbers(const void *in, float *out) {
    sort_inputs p = *(const sort_inputs *)in;
    sorted_parts s = sorted(&p, false, true);
    rename_joints(&p, s.place);
    for (int k = 0; k < p.count; k++) s.parent[k] = p.parent[s.order[k]];
    return answer(out, &p, &s);
}
static float *children_first(const void *in, float *out) {
    sort_inputs p = *(const sort_inputs *)in;
    sorted_parts s = sorted(&p, true, true);
    rename_joints(&p, s.place);
    return answer(out, &p, &s);
}
static float *order_within_a_depth_lost(const void *in, float *out) {
    sort_inputs p = *(const sort_inputs *)in;
    sorted_parts s = sorted(&p, false, false);
    rename_joints(&p, s.place);
    return answer(out, &p, &s);
}

/* The bones below `above`, each followed by its own, as a recursion writes them. */
static int put_below(const sort_inputs *p, int above, int at, sorted_parts *s) {
    for (int i = 0; i < p->count; i++) {
        if (p->parent[i] != above) continue;
        s->order[at++] = i;
        at = put_below(p, i, at, s);
    }
    return at;
}

/* Roots, then what hangs below the first in the queue, below the second, and so on. */
static void put_in_queue(const sort_inputs *p, sorted_parts *s) {
    int at = 0;
    for (int next = -1; next < at; next++)
        for (int i = 0, above = next < 0 ? -1 : s->order[next]; i < p->count; i++)
            if (p->parent[i] == above) s->order[at++] = i;
}

/* Places and parents' numbers from the order, and the answer. */
static float *answer_order(float *out, sort_inputs *p, sorted_parts *s) {
    for (int k = 0; k < p->count; k++) s->place[s->order[k]] = k;
    for (int k = 0; k < p->count; k++) {
        int old = p->parent[s->order[k]];
        s->parent[k] = old < 0 ? -1 : s->place[old];
    }
    rename_joints(p, s->place);
    return answer(out, p, s);
}
static float *branch_by_branch(const void *in, float *out) {
    sort_inputs p = *(const sort_inputs *)in;
    sorted_parts s = {.order = {0}};
    put_below(&p, -1, 0, &s);
    return answer_order(out, &p, &s);
}
static float *in_the_parents_order(const void *in, float *out) {
    sort_inputs p = *(const sort_inputs *)in;
    sorted_parts s = {.order = {0}};
    put_in_queue(&p, &s);
    return answer_order(out, &p, &s);
}

static const bp_misconception WRONG[] = {
    {"not_done", "Everything is still as it was. Replace the function's body by your own.", not_done},
    {"joints_forgotten",
     "The bones are in order, but vertices still name them by their old numbers: each now follows another "
     "bone. Write the new number into joints[j].",
     joints_forgotten},
    {"joints_the_wrong_way",
     "joints[j] becomes order[joints[j]] here. order leads from the new number to the old one; you need the "
     "way back: keep, for every old number, the place where it went.",
     joints_the_wrong_way},
    {"parents_keep_old_numbers",
     "The parents still have their old numbers. Where the parent went is its new number.",
     parents_keep_old_numbers},
    {"children_first",
     "The deepest bones come first here. Parents must come before their children: roots first.",
     children_first},
    {"order_within_a_depth_lost",
     "Parents come first, but bones of the same depth have changed their order. Walk over them from 0 "
     "upwards.",
     order_within_a_depth_lost},
    {"branch_by_branch",
     "Parents come first, but each bone is followed by all that hangs below it. Here all roots come first, "
     "then all of "
     "their children: by depth.",
     branch_by_branch},
    {"in_the_parents_order",
     "The depths are right, but within a depth the bones stand in the order of their parents. They keep the "
     "order that "
     "they had: for each depth walk over all bones from 0 upwards.",
     in_the_parents_order},
    BP_NO_MORE_WRONG,
};

/* A tree in a random order: bone `name[i]` hangs below an earlier one. */
static sort_inputs random_tree(bp_case_list *list) {
    sort_inputs p = {.count = 3 + bp_case_random_below(list, MOST - 2), .joint_count = JOINTS};
    int name[MOST];
    for (int i = 0; i < p.count; i++) {
        int other = bp_case_random_below(list, i + 1);
        name[i] = name[other];
        name[other] = i;
    }
    for (int i = 0; i < p.count; i++) {
        int above = i == 0 ? -1 : bp_case_random_below(list, i + 1) - 1;
        p.parent[name[i]] = above < 0 ? -1 : name[above];
    }
    for (int j = 0; j < JOINTS; j++) p.joints[j] = bp_case_random_below(list, p.count);
    return p;
}

static void cases(bp_case_list *list) {
    const sort_inputs chain = {4, 6, {2, 0, -1, 1}, {0, 1, 2, 3, 3, 0}};
    bp_case_add(list, "a chain: 2, 0, 1, 3 from root to tip", &chain);
    const sort_inputs body = {5, 5, {1, -1, 1, 0, 2}, {4, 3, 2, 1, 0}};
    bp_case_add(list, "two arms before and after their body", &body);
    const sort_inputs two = {4, 4, {3, -1, 1, -1}, {3, 2, 1, 0}};
    bp_case_add(list, "two roots with a bone each", &two);
    for (int i = 0; i < 16; i++) {
        sort_inputs p = random_tree(list);
        bp_case_add(list, "from the seed", &p);
    }
}

/* How low the bone at a place stands: by its depth, or far down where it is none. */
static float height_of(const sort_inputs *p, const float *order, int place) {
    float old = place >= 0 && place < p->count ? order[place] : -1;
    return old >= 0 && old < (float)p->count ? -0.8f * (float)depth_of(p, (int)old) : -4;
}

/* Vertices as small cubes above the bone that they name, in the colour of the bone that they belong to. */
static void show_vertices(bp_answer_stage *stage, const sort_inputs *p, const float *out) {
    int above[MOST] = {0};
    const float *joints = out + 2 * p->count;
    for (int j = 0; j < p->joint_count; j++) {
        if (!(joints[j] >= 0 && joints[j] < (float)p->count)) continue;
        int place = (int)joints[j];
        bp_vec3 at = {(float)place, height_of(p, out, place) + 0.35f + 0.2f * (float)above[place]++, 0};
        bp_answer_stage_box(stage, bp_mat4_identity(), (bp_vec3){0.16f, 0.16f, 0.16f}, at,
                            bp_scene_color((size_t)p->joints[j]));
    }
}

/* Places from left to right, each bone as low as it is deep, with a rod from where its parent is said to be. */
static void show(bp_answer_stage *stage, const void *in, const float *out) {
    const sort_inputs *p = in;
    for (int k = 0; k < p->count; k++) {
        float old = out[k], parent = out[p->count + k];
        bool known = old >= 0 && old < (float)p->count;
        bp_vec3 at = {(float)k, height_of(p, out, k), 0};
        bp_answer_stage_ball(stage, at, 0.2f, bp_scene_color(known ? (size_t)old : 7));
        if (!(parent >= 0 && parent < (float)p->count)) continue;
        bp_vec3 from = {parent, height_of(p, out, (int)parent), 0};
        bp_answer_stage_rod(stage, from, at, 0.06f, bp_scene_color(0));
    }
    show_vertices(stage, p, out);
}

const bp_exercise bp_exercise_09 = {
    .number = 9,
    .name = "09_sort_bones",
    .title = "Parents first, and vertices that still know their bones",
    .lesson = "10_bone_order",
    .function = "sort_bones",
    .allowed = (const char *const[]){NULL},
    .hints =
        (const char *const[]){
            "How deep is a bone? Count the steps from it to its root. Then go through the depths 0, 1, 2 ... "
            "and for each of them through the bones.",
            "Whenever you write order[k] = i, note also where i went: place[i] = k. (Arrays of 8 are enough "
            "here; or look for i in order.)",
            "new_parent[k] is -1 where parent[order[k]] is, else place[parent[order[k]]]; and joints[j] = "
            "place[joints[j]].",
            NULL},
    .inputs = INPUTS,
    .outputs =
        (const bp_exercise_value[]){
            {.name = "order", .kind = BP_VALUE_NUMBER, .count = BP_VALUE_PER_FIRST},
            {.name = "new_parent", .kind = BP_VALUE_NUMBER, .count = BP_VALUE_PER_FIRST},
            {.name = "joints", .kind = BP_VALUE_NUMBER, .count = BP_VALUE_REST},
            BP_NO_MORE_VALUES},
    .right = right,
    .wrong = WRONG,
    .cases = cases,
    .show = show,
};
