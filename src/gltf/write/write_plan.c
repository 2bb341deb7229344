/* The layout of a file: the tree of nodes as indices, and which meshes are primitives of one mesh.
 *
 * In a model each primitive is a mesh of its own. The meshes that are instanced at one node become one mesh
 * of the file again, and nodes with equal lists share it. Sorting by the lists gives a model that was read
 * from a file that file's meshes in their order. */
#include "gltf/write/writer.h"
#include <stdlib.h>

void bp_gltf_plan_clear(bp_gltf_writer *writer) {
    bp_gltf_plan *plan = &writer->plan;
    void *const owned[] = {plan->parents,    plan->first_children, plan->next_siblings, plan->in_scene,
                           plan->primitives, plan->meshes,         plan->mesh_of_node,  plan->images};
    for (size_t i = 0; i < BP_COUNT(owned); i++) bp_free(&writer->allocator, owned[i]);
    *plan = (bp_gltf_plan){0};
}

static int *alloc_indices(bp_gltf_writer *writer, size_t count) {
    int *indices = bp_gltf_writer_alloc(writer, count, sizeof *indices);
    for (size_t i = 0; indices && i < count; i++) indices[i] = -1;
    return indices;
}

static bool make_arrays(bp_gltf_writer *writer) {
    bp_gltf_plan *plan = &writer->plan;
    const bp_model *model = writer->model;
    size_t max = model->mesh_count + model->instance_count;
    return (plan->parents = alloc_indices(writer, model->node_count)) &&
           (plan->first_children = alloc_indices(writer, model->node_count)) &&
           (plan->next_siblings = alloc_indices(writer, model->node_count)) &&
           (plan->mesh_of_node = alloc_indices(writer, model->node_count)) &&
           (plan->images = alloc_indices(writer, model->image_count)) &&
           (plan->primitives = alloc_indices(writer, max)) &&
           (plan->in_scene = bp_gltf_writer_alloc(writer, model->node_count, sizeof *plan->in_scene)) &&
           (plan->meshes = bp_gltf_writer_alloc(writer, max, sizeof *plan->meshes));
}

typedef struct indexed_node {
    const bp_node *node;
    int index;
} indexed_node;

static int by_address(const void *a, const void *b) {
    uintptr_t first = (uintptr_t)((const indexed_node *)a)->node;
    uintptr_t second = (uintptr_t)((const indexed_node *)b)->node;
    return (first > second) - (first < second);
}

static bool find_parents(bp_gltf_writer *writer, const indexed_node *sorted) {
    const bp_model *model = writer->model;
    for (size_t i = 0; i < model->node_count; i++) {
        if (i > 0 && sorted[i].node == sorted[i - 1].node)
            return bp_gltf_fail_model(writer, "nodes", (size_t)sorted[i].index, "",
                                      "is also nodes[%d]; a model must have each node once",
                                      sorted[i - 1].index);
        indexed_node key = {.node = bp_node_parent(model->nodes[i])};
        if (!key.node) continue;
        const indexed_node *found = bsearch(&key, sorted, model->node_count, sizeof key, by_address);
        if (!found)
            return bp_gltf_fail_model(writer, "nodes", i, "",
                                      "has a parent that isn't in the model; add that node too");
        writer->plan.parents[i] = found->index;
    }
    return true;
}

static bool make_tree(bp_gltf_writer *writer) {
    const bp_model *model = writer->model;
    bp_gltf_plan *plan = &writer->plan;
    indexed_node *sorted = bp_gltf_writer_alloc(writer, model->node_count, sizeof *sorted);
    if (!sorted) return false;
    for (size_t i = 0; i < model->node_count; i++) sorted[i] = (indexed_node){model->nodes[i], (int)i};
    qsort(sorted, model->node_count, sizeof *sorted, by_address);
    bool ok = find_parents(writer, sorted);
    bp_free(&writer->allocator, sorted);
    for (size_t i = model->node_count; ok && i-- > 0;) {
        if (plan->parents[i] < 0) continue;
        plan->next_siblings[i] = plan->first_children[plan->parents[i]];
        plan->first_children[plan->parents[i]] = (int)i;
    }
    return ok;
}

/* A root is in the scene unless all instances below it are outside. */
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

typedef struct node_instance {
    int node, primitive, instance;
} node_instance;

static int by_node(const void *a, const void *b) {
    const node_instance *first = a, *second = b;
    if (first->node != second->node) return first->node < second->node ? -1 : 1;
    if (first->primitive != second->primitive) return first->primitive < second->primitive ? -1 : 1;
    return (first->instance > second->instance) - (first->instance < second->instance);
}

/* Makes the file mesh of one node from its instances. They must share one skin; empty meshes are left out. */
static bool add_file_mesh(bp_gltf_writer *writer, const node_instance *list, size_t count, size_t *used) {
    const bp_model *model = writer->model;
    bp_gltf_plan *plan = &writer->plan;
    int *primitives = plan->primitives + *used;
    bp_gltf_file_mesh file_mesh = {
        .primitives = primitives, .node = list[0].node, .instance = list[0].instance};
    file_mesh.skinned = model->instances[list[0].instance].skin >= 0;
    for (size_t i = 0; i < count; i++) {
        const bp_model_instance *instance = &model->instances[list[i].instance];
        if (instance->skin != model->instances[list[0].instance].skin)
            return bp_gltf_fail_model(
                writer, "instances", (size_t)list[i].instance, "skin",
                "is %d, but another mesh at nodes[%d] has %d; in glTF a node has one skin", instance->skin,
                list[0].node, model->instances[list[0].instance].skin);
        if (model->meshes[instance->mesh]->vertex_count > 0) primitives[file_mesh.count++] = instance->mesh;
    }
    *used += file_mesh.count;
    if (file_mesh.count > 0) plan->meshes[plan->mesh_count++] = file_mesh;
    return true;
}

static bool collect_instances(bp_gltf_writer *writer, node_instance *list, size_t *used) {
    const bp_model *model = writer->model;
    for (size_t i = 0; i < model->instance_count; i++)
        list[i] = (node_instance){model->instances[i].node, model->instances[i].primitive, (int)i};
    qsort(list, model->instance_count, sizeof *list, by_node);
    for (size_t i = 0, end; i < model->instance_count; i = end) {
        for (end = i + 1; end < model->instance_count && list[end].node == list[i].node;) end++;
        if (!add_file_mesh(writer, list + i, end - i, used)) return false;
    }
    return true;
}

/* Keeps meshes that no instance uses. */
static bool collect_unused(bp_gltf_writer *writer, size_t used) {
    const bp_model *model = writer->model;
    bp_gltf_plan *plan = &writer->plan;
    bool *instanced = bp_gltf_writer_alloc(writer, model->mesh_count, sizeof *instanced);
    if (!instanced) return false;
    for (size_t i = 0; i < model->instance_count; i++) instanced[model->instances[i].mesh] = true;
    for (size_t i = 0; i < model->mesh_count; i++) {
        if (instanced[i] || model->meshes[i]->vertex_count == 0) continue;
        plan->primitives[used] = (int)i;
        plan->meshes[plan->mesh_count++] = (bp_gltf_file_mesh){.primitives = &plan->primitives[used++],
                                                               .count = 1,
                                                               .skinned = model->meshes[i]->influences > 0,
                                                               .node = -1,
                                                               .instance = -1};
    }
    bp_free(&writer->allocator, instanced);
    return true;
}

static int by_primitives(const void *a, const void *b) {
    const bp_gltf_file_mesh *first = a, *second = b;
    for (size_t i = 0; i < first->count && i < second->count; i++)
        if (first->primitives[i] != second->primitives[i])
            return first->primitives[i] < second->primitives[i] ? -1 : 1;
    if (first->count != second->count) return first->count < second->count ? -1 : 1;
    return (int)first->skinned - (int)second->skinned;
}

static int by_primitives_and_node(const void *a, const void *b) {
    const bp_gltf_file_mesh *first = a, *second = b;
    int order = by_primitives(a, b);
    return order ? order : (first->node > second->node) - (first->node < second->node);
}

static bool make_file_meshes(bp_gltf_writer *writer) {
    bp_gltf_plan *plan = &writer->plan;
    node_instance *list = bp_gltf_writer_alloc(writer, writer->model->instance_count, sizeof *list);
    size_t used = 0;
    bool ok = list && collect_instances(writer, list, &used) && collect_unused(writer, used);
    bp_free(&writer->allocator, list);
    if (!ok) return false;
    qsort(plan->meshes, plan->mesh_count, sizeof *plan->meshes, by_primitives_and_node);
    for (size_t i = 0; i < plan->mesh_count; i++) {
        bp_gltf_file_mesh *mesh = &plan->meshes[i];
        mesh->index = i == 0 ? 0 : plan->meshes[i - 1].index + (by_primitives(mesh - 1, mesh) != 0);
        if (mesh->node >= 0) plan->mesh_of_node[mesh->node] = (int)i;
    }
    return true;
}

bool bp_gltf_plan_make(bp_gltf_writer *writer) {
    if (!make_arrays(writer) || !make_tree(writer) || !make_file_meshes(writer)) return false;
    choose_scene(writer);
    int images = 0;
    for (size_t i = 0; i < writer->model->image_count; i++)
        if (writer->model->images[i]) writer->plan.images[i] = images++;
    return true;
}
