/* The plan of a file: the tree of nodes by numbers, and which meshes are primitives of one mesh.
 *
 * In a model each primitive is a mesh of its own. Those that instances put at one node become one mesh of
 * the file again; nodes with the same list share it. Sorted by their lists, so that a model that was read
 * from a file gets the file's meshes in the file's order. */
#include "gltf/write/writer.h"
#include <stdlib.h>

void bp_gltf_plan_clear(bp_gltf_writer *writer) {
    bp_gltf_plan *plan = &writer->plan;
    void *const owned[] = {plan->parents, plan->first_children, plan->next_siblings, plan->in_scene,
                           plan->meshes,  plan->groups,         plan->groups_of,     plan->pictures};
    for (size_t i = 0; i < BP_COUNT(owned); i++) bp_free(&writer->allocator, owned[i]);
    *plan = (bp_gltf_plan){0};
}

static int *make_numbers(const bp_allocator *allocator, size_t count, bp_error *error) {
    int *numbers = bp_alloc(allocator, count, sizeof *numbers, error);
    for (size_t i = 0; numbers && i < count; i++) numbers[i] = -1;
    return numbers;
}

static bool make_arrays(bp_gltf_writer *writer, bp_error *error) {
    bp_gltf_plan *plan = &writer->plan;
    const bp_model *model = writer->model;
    const bp_allocator *allocator = &writer->allocator;
    size_t groups = model->mesh_count + model->instance_count;
    return (plan->parents = make_numbers(allocator, model->node_count, error)) &&
           (plan->first_children = make_numbers(allocator, model->node_count, error)) &&
           (plan->next_siblings = make_numbers(allocator, model->node_count, error)) &&
           (plan->groups_of = make_numbers(allocator, model->node_count, error)) &&
           (plan->pictures = make_numbers(allocator, model->image_count, error)) &&
           (plan->meshes = make_numbers(allocator, groups, error)) &&
           (plan->in_scene = bp_alloc(allocator, model->node_count, sizeof *plan->in_scene, error)) &&
           (plan->groups = bp_alloc(allocator, groups, sizeof *plan->groups, error));
}

/* ---- the tree -----------------------------------------------------------------------------------*/

typedef struct numbered_node {
    const bp_node *node;
    int number;
} numbered_node;

static int by_address(const void *a, const void *b) {
    uintptr_t first = (uintptr_t)((const numbered_node *)a)->node;
    uintptr_t second = (uintptr_t)((const numbered_node *)b)->node;
    return (first > second) - (first < second);
}

static bool find_parents(const bp_gltf_writer *writer, const numbered_node *sorted, bp_error *error) {
    const bp_model *model = writer->model;
    for (size_t i = 0; i < model->node_count; i++) {
        if (i > 0 && sorted[i].node == sorted[i - 1].node)
            return bp_gltf_fail_model(error, "nodes", (size_t)sorted[i].number, "",
                                  "is the same node as nodes[%d]; a model has each node once",
                                  sorted[i - 1].number);
        numbered_node key = {.node = bp_node_parent(model->nodes[i])};
        if (!key.node) continue;
        const numbered_node *found = bsearch(&key, sorted, model->node_count, sizeof key, by_address);
        if (!found)
            return bp_gltf_fail_model(error, "nodes", i, "",
                                  "hangs under a node that isn't in the model; put that into the model too");
        writer->plan.parents[i] = found->number;
    }
    return true;
}

static bool make_tree(bp_gltf_writer *writer, bp_error *error) {
    const bp_model *model = writer->model;
    bp_gltf_plan *plan = &writer->plan;
    numbered_node *sorted = bp_alloc(&writer->allocator, model->node_count, sizeof *sorted, error);
    if (!sorted) return false;
    for (size_t i = 0; i < model->node_count; i++) sorted[i] = (numbered_node){model->nodes[i], (int)i};
    qsort(sorted, model->node_count, sizeof *sorted, by_address);
    bool good = find_parents(writer, sorted, error);
    bp_free(&writer->allocator, sorted);
    for (size_t i = model->node_count; good && i-- > 0;) {
        if (plan->parents[i] < 0) continue;
        plan->next_siblings[i] = plan->first_children[plan->parents[i]];
        plan->first_children[plan->parents[i]] = (int)i;
    }
    return good;
}

/* A root is in the scene unless all that stands below it was outside. */
static void choose_scene(bp_gltf_writer *writer) {
    const bp_model *model = writer->model;
    bp_gltf_plan *plan = &writer->plan;
    for (size_t i = 0; i < model->node_count; i++) plan->in_scene[i] = plan->parents[i] < 0;
    for (int inside = 0; inside < 2; inside++) {
        for (size_t i = 0; i < model->instance_count; i++) {
            const bp_model_instance *instance = &model->instances[i];
            if (instance->outside_scene == (inside == 1)) continue;
            int root = instance->node;
            while (plan->parents[root] >= 0) root = plan->parents[root];
            plan->in_scene[root] = inside == 1;
        }
    }
}

/* ---- meshes -------------------------------------------------------------------------------------*/

typedef struct placed {
    int node, primitive, instance;
} placed;

static int by_node(const void *a, const void *b) {
    const placed *first = a, *second = b;
    if (first->node != second->node) return first->node < second->node ? -1 : 1;
    if (first->primitive != second->primitive) return first->primitive < second->primitive ? -1 : 1;
    return (first->instance > second->instance) - (first->instance < second->instance);
}

/* What is at one node: vertices there must be, and one skin for all. */
static bool add_group(bp_gltf_writer *writer, const placed *list, size_t count, size_t *used,
                      bp_error *error) {
    const bp_model *model = writer->model;
    bp_gltf_plan *plan = &writer->plan;
    int *meshes = plan->meshes + *used;
    bp_gltf_file_mesh group = {.meshes = meshes, .node = list[0].node, .instance = list[0].instance};
    group.skinned = model->instances[list[0].instance].skin >= 0;
    for (size_t i = 0; i < count; i++) {
        const bp_model_instance *instance = &model->instances[list[i].instance];
        if (instance->skin != model->instances[list[0].instance].skin)
            return bp_gltf_fail_model(error, "instances", (size_t)list[i].instance, "skin",
                                  "is %d, that of another mesh at nodes[%d] %d; in glTF a node has one skin",
                                  instance->skin, list[0].node, model->instances[list[0].instance].skin);
        if (model->meshes[instance->mesh]->vertex_count > 0) meshes[group.count++] = instance->mesh;
    }
    *used += group.count;
    if (group.count > 0) plan->groups[plan->group_count++] = group;
    return true;
}

static bool group_instances(bp_gltf_writer *writer, placed *list, size_t *used, bp_error *error) {
    const bp_model *model = writer->model;
    for (size_t i = 0; i < model->instance_count; i++)
        list[i] = (placed){model->instances[i].node, model->instances[i].primitive, (int)i};
    qsort(list, model->instance_count, sizeof *list, by_node);
    for (size_t i = 0, end; i < model->instance_count; i = end) {
        for (end = i + 1; end < model->instance_count && list[end].node == list[i].node;) end++;
        if (!add_group(writer, list + i, end - i, used, error)) return false;
    }
    return true;
}

/* Meshes that stand nowhere are kept as well. */
static bool group_others(bp_gltf_writer *writer, size_t used, bp_error *error) {
    const bp_model *model = writer->model;
    bp_gltf_plan *plan = &writer->plan;
    bool *stands = bp_alloc(&writer->allocator, model->mesh_count, sizeof *stands, error);
    if (!stands) return false;
    for (size_t i = 0; i < model->instance_count; i++) stands[model->instances[i].mesh] = true;
    for (size_t i = 0; i < model->mesh_count; i++) {
        if (stands[i] || model->meshes[i]->vertex_count == 0) continue;
        plan->meshes[used] = (int)i;
        plan->groups[plan->group_count++] = (bp_gltf_file_mesh){.meshes = &plan->meshes[used++],
                                                            .count = 1,
                                                            .skinned = model->meshes[i]->influences > 0,
                                                            .node = -1,
                                                            .instance = -1};
    }
    bp_free(&writer->allocator, stands);
    return true;
}

static int by_meshes(const void *a, const void *b) {
    const bp_gltf_file_mesh *first = a, *second = b;
    for (size_t i = 0; i < first->count && i < second->count; i++)
        if (first->meshes[i] != second->meshes[i]) return first->meshes[i] < second->meshes[i] ? -1 : 1;
    if (first->count != second->count) return first->count < second->count ? -1 : 1;
    return (int)first->skinned - (int)second->skinned;
}

static int by_meshes_and_node(const void *a, const void *b) {
    const bp_gltf_file_mesh *first = a, *second = b;
    int order = by_meshes(a, b);
    return order ? order : (first->node > second->node) - (first->node < second->node);
}

static bool make_groups(bp_gltf_writer *writer, bp_error *error) {
    bp_gltf_plan *plan = &writer->plan;
    placed *list = bp_alloc(&writer->allocator, writer->model->instance_count, sizeof *list, error);
    size_t used = 0;
    bool good = list && group_instances(writer, list, &used, error) && group_others(writer, used, error);
    bp_free(&writer->allocator, list);
    if (!good) return false;
    qsort(plan->groups, plan->group_count, sizeof *plan->groups, by_meshes_and_node);
    for (size_t i = 0; i < plan->group_count; i++) {
        bp_gltf_file_mesh *group = &plan->groups[i];
        group->number = i == 0 ? 0 : plan->groups[i - 1].number + (by_meshes(group - 1, group) != 0);
        if (group->node >= 0) plan->groups_of[group->node] = (int)i;
    }
    return true;
}

bool bp_gltf_plan_make(bp_gltf_writer *writer, bp_error *error) {
    if (!make_arrays(writer, error) || !make_tree(writer, error) || !make_groups(writer, error)) return false;
    choose_scene(writer);
    int pictures = 0;
    for (size_t i = 0; i < writer->model->image_count; i++)
        if (writer->model->images[i]) writer->plan.pictures[i] = pictures++;
    return true;
}
