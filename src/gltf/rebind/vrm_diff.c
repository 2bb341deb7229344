/* Each file becomes a list of facts; facts with the same place in the JSON are compared. */
#include "gltf/rebind/vrm_diff.h"
#include "base/format.h"
#include "gltf/rebind/vrm_vectors.h"
#include "rig/anim/anim.h"
#include <stdio.h>
#include <string.h>

enum { MOST_FACTS = 8192, MOST_TEXT = 96, MOST_TURNS = 256, MOMENTS = 33 };

/* A constraint that turns a node as another one turns. */
typedef struct turn {
    int node, source;
    bool rolls;                             /* about the axis only */
    bp_dvec3 axis;                          /* in the node's space */
    bp_dquat rest, source_rest, world_rest; /* of the node, of its source, and of the node in the scene */
} turn;

typedef struct vrm_fact {
    char what[160];
    char name[64];        /* of a node */
    char text[MOST_TEXT]; /* words and numbers that don't depend on frames */
    int node;             /* -1: the fact has no place */
    bool is_direction;
    bp_dvec3 at; /* in scene space */
} vrm_fact;

typedef struct fact_list {
    const bp_gltf_document *document;
    const bp_model *model;
    vrm_fact *facts; /* owned */
    size_t count;
    turn turns[MOST_TURNS];
    size_t turn_count;
} fact_list;

static bp_dmat4 world_of(const fact_list *list, int node) {
    return bp_dmat4_from_mat4(bp_node_world(list->model->nodes[node]));
}

/* A new fact about a node, at its origin; a spare one if there are too many. */
static vrm_fact *add(fact_list *list, int node, const char *format, ...) BP_PRINTF(3, 4);
static vrm_fact *add(fact_list *list, int node, const char *format, ...) {
    vrm_fact *fact = &list->facts[list->count < MOST_FACTS ? list->count++ : MOST_FACTS];
    *fact = (vrm_fact){.node = node};
    BP_FORMAT_REST(fact->what, format);
    if (node < 0) return fact;
    bp_dmat4 world = world_of(list, node);
    fact->at = (bp_dvec3){world.m[12], world.m[13], world.m[14]};
    snprintf(fact->name, sizeof fact->name, "%s", list->model->node_names[node]);
    return fact;
}

static void set_direction(const fact_list *list, vrm_fact *fact, int node, bp_dvec3 direction) {
    fact->is_direction = true;
    fact->at = bp_dvec3_normalize(node < 0 ? direction : bp_dmat4_direction(world_of(list, node), direction));
}

static bool add_vector(void *user, const bp_vrm_vector *vector, bp_error *error) {
    fact_list *list = user;
    char path[160];
    (void)error;
    bp_gltf_path(vector->object, path, sizeof path);
    vrm_fact *fact = add(list, vector->node, "%s.%s", path + strlen("extensions."), vector->key);
    if (vector->is_direction)
        set_direction(list, fact, vector->node, vector->value);
    else
        fact->at = bp_dmat4_point(world_of(list, vector->node), vector->value);
    return true;
}

/* The numbers of a spring that stay, in one text. */
static void set_numbers(vrm_fact *fact, const bp_json *object, const char *const *keys, size_t count) {
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        const bp_json *value = bp_json_member(object, keys[i]);
        if (!value || used >= sizeof fact->text) continue;
        int length = snprintf(fact->text + used, sizeof fact->text - used, "%s%s %.6g", used ? ", " : "",
                              keys[i], bp_json_number_or(value, 0));
        used += length > 0 ? (size_t)length : 0;
    }
}

/* The joints of springs, whose numbers are in `from`. */
static void add_spring(fact_list *list, const bp_gltf_value *joint, int node, const bp_json *from) {
    static const char *const numbers[] = {"hitRadius", "stiffness", "stiffiness", "gravityPower",
                                          "dragForce"};
    char path[160];
    bp_gltf_path(joint, path, sizeof path);
    vrm_fact *fact = add(list, node, "%s", path + strlen("extensions."));
    set_numbers(fact, from, numbers, BP_COUNT(numbers));
    const bp_json *down = bp_json_member(joint->json, "gravityDir");
    if (!down) return;
    fact = add(list, -1, "%s.gravityDir", path + strlen("extensions."));
    bp_dvec3 v = {bp_json_number_or(bp_json_item(down, 0), 0), bp_json_number_or(bp_json_item(down, 1), 0),
                  bp_json_number_or(bp_json_item(down, 2), 0)};
    set_direction(list, fact, -1, v);
}

static void add_springs(fact_list *list) {
    static const char joints[] = "extensions.VRMC_springBone.springs.*.joints.*",
                      bones[] = "extensions.VRM.secondaryAnimation.boneGroups.*.bones.*";
    const bp_gltf_document *document = list->document;
    for (bp_gltf_walk walk = bp_gltf_walk_of(&document->root, joints); bp_gltf_walk_next(&walk);)
        add_spring(list, walk.value, bp_vrm_node(document, walk.value->json, "node"), walk.value->json);
    for (bp_gltf_walk walk = bp_gltf_walk_of(&document->root, bones); bp_gltf_walk_next(&walk);)
        add_spring(list, walk.value, bp_gltf_index_of(document, walk.value->json, BP_GLTF_NODES),
                   walk.steps[4].json);
}

/* "Z" and "PositiveX", "NegativeX" as vectors. */
static bp_dvec3 axis_of(const char *word) {
    size_t length = strlen(word);
    double sign = word[0] == 'N' ? -1.0 : 1.0;
    char axis = length > 0 ? word[length - 1] : 'X';
    return (bp_dvec3){axis == 'X' ? sign : 0, axis == 'Y' ? sign : 0, axis == 'Z' ? sign : 0};
}

static bp_dquat local_of(const fact_list *list, int node) {
    return bp_dquat_normalize(bp_dquat_from_quat(bp_node_rotation(list->model->nodes[node])));
}

/* The rotation of a node's parent in the scene. */
static bp_dquat parent_of(const fact_list *list, int node) {
    const bp_node *parent = bp_node_parent(list->model->nodes[node]);
    bp_dtrs trs;
    if (!parent || !bp_dmat4_decompose(bp_dmat4_from_mat4(bp_node_world(parent)), &trs))
        return (bp_dquat){0, 0, 0, 1};
    return bp_dquat_normalize(trs.rotation);
}

/* The shortest rotation from one unit vector to another. */
static bp_dquat from_to(bp_dvec3 a, bp_dvec3 b) {
    bp_dvec3 c = bp_dvec3_cross(a, b);
    bp_dquat q = {c.x, c.y, c.z, 1.0 + bp_dvec3_dot(a, b)};
    return q.w < 1e-12 ? (bp_dquat){0, 0, 0, 1} : bp_dquat_normalize(q);
}

/* How the constraint turns its node in the scene away from rest, at full weight, in the pose of the moment:
 * the formulas of VRMC_node_constraint. */
static bp_dquat turned_by(const fact_list *list, const turn *t) {
    bp_dquat source = local_of(list, t->source), local;
    if (t->rolls) {
        bp_dquat delta = bp_dquat_mul(bp_dquat_mul(bp_dquat_conjugate(t->rest), source),
                                      bp_dquat_mul(bp_dquat_conjugate(t->source_rest), t->rest));
        bp_dquat swing = from_to(bp_dquat_rotate(delta, t->axis), t->axis);
        local = bp_dquat_mul(bp_dquat_mul(t->rest, swing), delta);
    } else {
        local = bp_dquat_mul(t->rest, bp_dquat_mul(bp_dquat_conjugate(t->source_rest), source));
    }
    return bp_dquat_mul(bp_dquat_mul(parent_of(list, t->node), local), bp_dquat_conjugate(t->world_rest));
}

/* A constraint of a node: its member "roll", "aim" or "rotation". */
static void add_constraint(fact_list *list, size_t index, const bp_gltf_value *kind) {
    bool rolls = strcmp(kind->key, "roll") == 0, aims = strcmp(kind->key, "aim") == 0;
    const char *key = rolls ? "rollAxis" : "aimAxis", *name = list->model->node_names[index];
    const char *axis = bp_json_text_or(bp_json_member(kind->json, key), NULL);
    int source = bp_vrm_node(list->document, kind->json, "source");
    if (!rolls && !aims && strcmp(kind->key, "rotation") != 0) return;
    vrm_fact *fact = add(list, (int)index, "nodes[\"%.48s\"].VRMC_node_constraint.%s", name, kind->key);
    snprintf(fact->text, sizeof fact->text, "source \"%.48s\", weight %.6g",
             source < 0 ? "" : list->model->node_names[source],
             bp_json_number_or(bp_json_member(kind->json, "weight"), 1));
    if (!aims && source >= 0 && list->turn_count < MOST_TURNS) {
        turn *made = &list->turns[list->turn_count++];
        *made = (turn){.node = (int)index, .source = source, .rolls = rolls};
        made->axis = axis_of(rolls && axis ? axis : "X");
        made->rest = local_of(list, made->node);
        made->source_rest = local_of(list, source);
        made->world_rest = bp_dquat_mul(parent_of(list, made->node), made->rest);
    }
    if (!axis || !(rolls || aims)) return;
    fact = add(list, (int)index, "nodes[\"%.48s\"].VRMC_node_constraint.%s.%s", name, kind->key, key);
    set_direction(list, fact, (int)index, axis_of(axis));
    /* A roll axis has no sign: the end in one half of space. */
    double sum = fact->at.x + 1e-3 * fact->at.y + 1e-6 * fact->at.z;
    if (rolls && sum < 0.0) fact->at = (bp_dvec3){-fact->at.x, -fact->at.y, -fact->at.z};
}

/* In VRM 0.x a list of {bone, node}, in VRM 1.0 an object of {node} by bone. */
static void add_humanoid(fact_list *list) {
    static const char *const lists[] = {"extensions.VRM.humanoid.humanBones.*",
                                        "extensions.VRMC_vrm.humanoid.humanBones.*"};
    for (size_t i = 0; i < BP_COUNT(lists); i++)
        for (bp_gltf_walk walk = bp_gltf_walk_of(&list->document->root, lists[i]); bp_gltf_walk_next(&walk);)
            add(list, bp_vrm_node(list->document, walk.value->json, "node"), "humanoid.%.40s",
                walk.value->key ? walk.value->key
                                : bp_json_text_or(bp_json_member(walk.value->json, "bone"), ""));
}

static bool collect(const bp_context *context, const char *path, const bp_file *bytes, fact_list *list,
                    bp_error *error) {
    static const char constraints[] = "nodes.*.extensions.VRMC_node_constraint.constraint.*";
    bp_gltf_document document;
    list->facts = bp_alloc(bp_context_allocator(context), MOST_FACTS + 1, sizeof *list->facts, error);
    if (!list->facts) return false;
    const bp_gltf_source source = bytes ? bp_gltf_source_of(path, bytes) : (bp_gltf_source){0};
    bool ok = bytes ? bp_gltf_document_open_within(&document, context, &source, NULL, 0, error)
                    : bp_gltf_document_read(&document, context, path, error);
    if (!ok) return false;
    list->document = &document;
    if (document.counts[BP_GLTF_NODES] > list->model->node_count)
        ok = bp_fail(error, BP_ERROR_INPUT, path, "was changed while it was read");
    if (ok) {
        bp_vrm_each_vector(&document, add_vector, list, NULL);
        add_springs(list);
        for (bp_gltf_walk walk = bp_gltf_walk_of(&document.root, constraints); bp_gltf_walk_next(&walk);)
            if (walk.value->key) add_constraint(list, walk.steps[1].index, walk.value);
        add_humanoid(list);
    }
    bp_gltf_document_close(&document);
    return ok;
}

/* Usually at the same index. */
static const vrm_fact *find(const fact_list *list, const vrm_fact *fact, size_t index) {
    for (size_t i = 0; i < list->count; i++) {
        const vrm_fact *other = &list->facts[(index + i) % list->count];
        if (strcmp(other->what, fact->what) == 0) return other;
    }
    return NULL;
}

static void differ(bp_vrm_diff *out, const char *format, ...) BP_PRINTF(2, 3);
static void differ(bp_vrm_diff *out, const char *format, ...) {
    if (out->count++ >= BP_VRM_MAX_DIFFERENCES) return;
    BP_FORMAT_REST(out->list[out->count - 1].what, format);
}

static void compare(const vrm_fact *a, const vrm_fact *b, double size, double tolerance, bool ignore_names,
                    bp_vrm_diff *out) {
    bp_dvec3 apart = {a->at.x - b->at.x, a->at.y - b->at.y, a->at.z - b->at.z};
    double distance = bp_dvec3_length(apart) / (a->is_direction ? 1.0 : size);
    if ((a->node < 0) != (b->node < 0) || (!ignore_names && strcmp(a->name, b->name) != 0))
        differ(out, "%s: node \"%s\" against \"%s\"", a->what, a->name, b->name);
    else if (strcmp(a->text, b->text) != 0)
        differ(out, "%s: %s against %s", a->what, a->text, b->text);
    if (!a->is_direction && distance > out->worst) out->worst = distance;
    if (!(distance <= (a->is_direction ? 1e-5 : tolerance)))
        differ(out, a->is_direction ? "%s: another direction (%.3g)" : "%s: %.3g of the size apart at rest",
               a->what, distance);
}

/* The largest angle between what a constraint does in the two files, as the models are posed. */
static double angle_between(const fact_list lists[2], size_t index) {
    bp_dquat a = turned_by(&lists[0], &lists[0].turns[index]),
             b = turned_by(&lists[1], &lists[1].turns[index]);
    bp_dquat q = bp_dquat_mul(bp_dquat_conjugate(a), b);
    return 2.0 * sqrt(q.x * q.x + q.y * q.y + q.z * q.z); /* of a small angle */
}

static bool compare_turns(const fact_list lists[2], bp_model_pose *const poses[2],
                          const bp_motion_diff *motion, bp_vrm_diff *out, bp_error *error) {
    double worst[MOST_TURNS] = {0};
    size_t count = lists[0].turn_count;
    if (count != lists[1].turn_count) return true; /* said before */
    for (size_t i = 0; count > 0 && i < motion->clip_count; i++) {
        const bp_motion_clip *clip = &motion->clips[i];
        double first = 0, last = 0;
        if (clip->a < 0 || clip->b < 0) continue;
        const bp_clip *keys = poses[0]->model->clips[clip->a];
        (void)bp_clip_span(keys, &first, &last);
        for (int j = 0; j < MOMENTS; j++) {
            double seconds = (first + (last - first) * j / (MOMENTS - 1)) / bp_clip_rate(keys);
            if (!bp_model_pose_set(poses[0], clip->a, seconds, error) ||
                !bp_model_pose_set(poses[1], clip->b, seconds, error))
                return false;
            for (size_t k = 0; k < count; k++) worst[k] = fmax(worst[k], angle_between(lists, k));
        }
    }
    for (size_t k = 0; k < count; k++)
        if (worst[k] > 1e-4)
            differ(out, "VRMC_node_constraint of node \"%s\": turns it otherwise, by up to %.3g degrees",
                   lists[0].model->node_names[lists[0].turns[k].node], worst[k] * 180.0 / 3.14159265358979);
    return bp_model_pose_set(poses[0], -1, 0, error) && bp_model_pose_set(poses[1], -1, 0, error);
}

static void compare_lists(const fact_list lists[2], const bp_motion_diff *motion, bool ignore_names,
                          bp_vrm_diff *out) {
    for (size_t i = 0; i < lists[0].count; i++) {
        const vrm_fact *fact = &lists[0].facts[i], *other = find(&lists[1], fact, i);
        if (other)
            compare(fact, other, motion->size, motion->tolerance, ignore_names, out);
        else
            differ(out, "%s: only the first file has it", fact->what);
    }
    for (size_t i = 0; i < lists[1].count; i++)
        if (!find(&lists[0], &lists[1].facts[i], i))
            differ(out, "%s: only the second file has it", lists[1].facts[i].what);
}

bool bp_vrm_diff_run(const bp_context *context, const char *const paths[2], const bp_file *const bytes[2],
                     bp_model_pose *const poses[2], const bp_motion_diff *motion, bool ignore_names,
                     bp_vrm_diff *out, bp_error *error) {
    *out = (bp_vrm_diff){.allocator = *bp_context_allocator(context)};
    out->list = bp_alloc(&out->allocator, BP_VRM_MAX_DIFFERENCES, sizeof *out->list, error);
    fact_list *lists = bp_alloc(&out->allocator, 2, sizeof *lists, error);
    bool ok = out->list && lists;
    for (int i = 0; ok && i < 2; i++) {
        lists[i].model = poses[i]->model;
        ok = collect(context, paths[i], bytes[i], &lists[i], error);
    }
    if (ok) {
        compare_lists(lists, motion, ignore_names, out);
        ok = compare_turns(lists, poses, motion, out, error);
        out->facts = lists[0].count;
    }
    for (int i = 0; lists && i < 2; i++) bp_free(&out->allocator, lists[i].facts);
    bp_free(&out->allocator, lists);
    return ok;
}

void bp_vrm_diff_clear(bp_vrm_diff *diff) {
    bp_free(&diff->allocator, diff->list);
    *diff = (bp_vrm_diff){0};
}
