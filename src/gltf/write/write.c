/* Writing glTF: the JSON, the buffer, and the container around them.
 *
 * A model that was read from a file keeps the file's indices of nodes, meshes, materials, skins and
 * animations. The writer leaves out what glTF has no form for: clips and tracks without keys, meshes without
 * vertices, empty images. */
#include "base/file_name.h"
#include "base/system.h"
#include "gltf/write/writer.h"
#include "mesh/model_pose.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The layout of a file: the tree of nodes as indices, and which meshes are primitives of one mesh.
 *
 * In a model each primitive is a mesh of its own. The meshes that are instanced at one node become one mesh
 * of the file again, and nodes with equal lists share it. Sorting by the lists gives a model that was read
 * from a file that file's meshes in their order. */

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

static bool find_parents(bp_gltf_writer *writer, const bp_node_entry *sorted) {
    const bp_model *model = writer->model;
    for (size_t i = 0; i < model->node_count; i++) {
        if (i > 0 && sorted[i].node == sorted[i - 1].node)
            return bp_gltf_fail_model(writer, "nodes", (size_t)sorted[i].index, "",
                                      "is also nodes[%d]; a model must have each node once",
                                      sorted[i - 1].index);
        const bp_node *parent = bp_node_parent(model->nodes[i]);
        if (!parent) continue;
        writer->plan.parents[i] = bp_node_entry_find(sorted, model->node_count, parent);
        if (writer->plan.parents[i] < 0)
            return bp_gltf_fail_model(writer, "nodes", i, "",
                                      "has a parent that isn't in the model; add that node too");
    }
    return true;
}

static bool make_tree(bp_gltf_writer *writer) {
    const bp_model *model = writer->model;
    bp_gltf_plan *plan = &writer->plan;
    bp_node_entry *sorted = bp_model_list_nodes(model, bp_gltf_writer_error(writer));
    bool ok = sorted && find_parents(writer, sorted);
    bp_free(&model->allocator, sorted);
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
    for (int inside = 0; inside < 2; inside++)
        for (size_t i = 0; i < model->instance_count; i++) {
            int root = model->instances[i].node;
            if (model->instances[i].outside_scene == (inside == 1)) continue;
            while (plan->parents[root] >= 0) root = plan->parents[root];
            plan->in_scene[root] = inside == 1;
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
    if (!list || !collect_instances(writer, list, &used) || !collect_unused(writer, used)) return false;
    qsort(plan->meshes, plan->mesh_count, sizeof *plan->meshes, by_primitives_and_node);
    for (size_t i = 0; i < plan->mesh_count; i++) {
        bp_gltf_file_mesh *mesh = &plan->meshes[i];
        mesh->index = i == 0 ? 0 : plan->meshes[i - 1].index + (by_primitives(mesh - 1, mesh) != 0);
        if (mesh->node >= 0) plan->mesh_of_node[mesh->node] = (int)i;
    }
    return true;
}

/* Nodes and the scene. Identity translations, rotations and scales are left out. */

static void check_parts(bp_gltf_writer *writer, size_t index) {
    const bp_node *node = writer->model->nodes[index];
    bp_vec3 position = bp_node_position(node), scale = bp_node_scale(node);
    bp_quat q = bp_node_rotation(node);
    const float all[] = {position.x, position.y, position.z, scale.x, scale.y, scale.z, q.x, q.y, q.z, q.w};
    for (size_t i = 0; i < BP_COUNT(all); i++)
        if (!bp_is_finite(all[i]))
            bp_gltf_fail_model(writer, "nodes", index, "",
                               "has NaN or infinity in its transform, which JSON can't hold");
    double length = (double)q.x * (double)q.x + (double)q.y * (double)q.y + (double)q.z * (double)q.z +
                    (double)q.w * (double)q.w;
    if (!(length > 0.9998 && length < 1.0002))
        bp_gltf_fail_model(writer, "nodes", index, "rotation",
                           "is a quaternion of squared length %g; normalize it", length);
}

static void write_parts(bp_json_writer *json, const bp_node *node) {
    bp_vec3 position = bp_node_position(node), scale = bp_node_scale(node);
    bp_quat q = bp_node_rotation(node);
    if (position.x != 0.0f || position.y != 0.0f || position.z != 0.0f)
        bp_json_write(json, "translation: %3p", bp_floats(&position.x));
    if (q.x != 0.0f || q.y != 0.0f || q.z != 0.0f || q.w != 1.0f)
        bp_json_write(json, "rotation: %4p", bp_floats(&q.x));
    if (scale.x != 1.0f || scale.y != 1.0f || scale.z != 1.0f)
        bp_json_write(json, "scale: %3p", bp_floats(&scale.x));
}

/* The node's mesh, with its skin and its weights. */
static void write_mesh(bp_gltf_writer *writer, size_t node) {
    bp_json_writer *json = &writer->json;
    int index = writer->plan.mesh_of_node[node];
    if (index < 0) return;
    const bp_gltf_file_mesh *mesh = &writer->plan.meshes[index];
    const bp_model_instance *instance = &writer->model->instances[mesh->instance];
    bp_json_write(json, "mesh: %d", mesh->index);
    if (mesh->skinned) bp_json_write(json, "skin: %d", instance->skin);
    if (!instance->weights || instance->weight_count == 0) return;
    size_t morphs = writer->model->meshes[instance->mesh]->morph_count;
    if (instance->weight_count != morphs) {
        bp_gltf_fail_model(writer, "instances", (size_t)mesh->instance, "weights",
                           "has %zu numbers for %zu morph targets", instance->weight_count, morphs);
        return;
    }
    for (size_t i = 0; i < morphs; i++)
        if (!bp_is_finite(instance->weights[i]))
            bp_gltf_fail_model(writer, "instances", (size_t)mesh->instance, "weights", "has NaN or infinity");
    bp_json_write(json, "weights: %*p", (int)morphs, bp_floats(instance->weights));
}

/* Also without roots: without a scene, all nodes would be shown. */
static void write_scene(bp_gltf_writer *writer) {
    bp_json_writer *json = &writer->json;
    size_t roots = 0;
    for (size_t i = 0; i < writer->model->node_count; i++) roots += writer->plan.in_scene[i];
    bp_json_write(json, "scene: 0, scenes: [{");
    if (roots > 0) bp_json_write(json, "nodes: (");
    for (size_t i = 0; i < writer->model->node_count; i++)
        if (writer->plan.in_scene[i]) bp_json_write(json, "%zu", i);
    if (roots > 0) bp_json_write(json, ")");
    bp_json_write(json, "}]");
}

static void write_nodes(bp_gltf_writer *writer) {
    const bp_model *model = writer->model;
    bp_json_writer *json = &writer->json;
    if (model->node_count == 0) return;
    write_scene(writer);
    bp_json_write(json, "nodes: [");
    for (size_t i = 0; i < model->node_count; i++) {
        const char *name = model->node_names[i] ? model->node_names[i] : bp_node_name(model->nodes[i]);
        check_parts(writer, i);
        bp_json_write(json, "{");
        bp_gltf_json_name(json, name);
        write_parts(json, model->nodes[i]);
        int child = writer->plan.first_children[i];
        if (child >= 0) {
            bp_json_write(json, "children: (");
            for (; child >= 0; child = writer->plan.next_siblings[child]) bp_json_write(json, "%d", child);
            bp_json_write(json, ")");
        }
        write_mesh(writer, i);
        bp_json_write(json, "}");
    }
    bp_json_write(json, "]");
}

static const bp_gltf_write_options DEFAULTS = {0};

static bool write_json(bp_gltf_writer *writer, bp_file *out) {
    static void (*const parts[])(bp_gltf_writer *) = {write_nodes,
                                                      bp_gltf_write_meshes,
                                                      bp_gltf_write_skins,
                                                      bp_gltf_write_materials,
                                                      bp_gltf_write_animations,
                                                      bp_gltf_write_buffer};
    bp_json_writer *json = &writer->json;
    const bp_gltf_write_options *options = writer->options;
    int images = 0;
    if (!bp_model_check(writer->model, &writer->fault) || !make_arrays(writer) || !make_tree(writer) ||
        !make_file_meshes(writer))
        return false;
    choose_scene(writer);
    for (size_t i = 0; i < writer->model->image_count; i++)
        if (writer->model->images[i]) writer->plan.images[i] = images++;
    bp_json_write(json, "{asset: {version: %s, generator: %s", "2.0",
                  options->generator ? options->generator : "Bindpose " BP_VERSION);
    if (options->copyright) bp_json_write(json, "copyright: %s", options->copyright);
    bp_json_write(json, "}");
    for (size_t i = 0; i < BP_COUNT(parts) && writer->fault.kind == BP_ERROR_NONE; i++) parts[i](writer);
    bp_json_write(json, "}");
    return writer->fault.kind == BP_ERROR_NONE && bp_json_writer_finish(json, out, &writer->fault);
}

/* Writes the file to `out`. If `buffer` isn't NULL, the buffer goes there, and the file refers to it as
 * `uri`. */
static bool make(const bp_context *context, const bp_model *model, const bp_gltf_write_options *options,
                 const char *uri, bp_file *out, bp_file *buffer, bp_error *error) {
    const bp_allocator *allocator = bp_context_allocator(context);
    bp_gltf_writer writer = {.model = model,
                             .options = options,
                             .buffer_uri = uri,
                             .arena = bp_arena_make(allocator, 4096),
                             .json = bp_json_writer_make(allocator)};
    bp_file json = {0};
    *out = (bp_file){0};
    bool ok = write_json(&writer, &json);
    if (ok && !buffer && options->container != BP_GLTF_EMBEDDED) {
        const bp_gltf_span text = {json.data, json.size}, binary = {writer.bytes, writer.size};
        ok = bp_gltf_pack(allocator, text, binary.size > 0 ? &binary : NULL, (bp_gltf_span){NULL, 0}, out,
                          &writer.fault);
        bp_file_free(allocator, &json);
    } else if (ok) {
        *out = json;
    }
    if (ok && buffer) {
        *buffer = (bp_file){.data = writer.bytes, .size = writer.size};
        writer.bytes = NULL;
    }
    bp_free(allocator, writer.bytes);
    bp_free(allocator, writer.views);
    bp_free(allocator, writer.accessors);
    bp_json_writer_clear(&writer.json);
    bp_arena_clear(&writer.arena);
    if (!ok && error) *error = writer.fault;
    return ok;
}

bool bp_gltf_write_memory(const bp_context *context, const bp_model *model,
                          const bp_gltf_write_options *options, bp_file *out, bp_error *error) {
    if (!model) return bp_fail_null(error, "model");
    return make(context, model, options ? options : &DEFAULTS, NULL, out, NULL, error);
}

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcasecmp(text + length - tail, end) == 0;
}

/* The file's name as a URI: percent-encodes everything but unreserved characters. A name that we wouldn't
 * read again is an error. */
static char *name_uri(const bp_allocator *allocator, const char *path, bp_error *error) {
    static const char hex[] = "0123456789ABCDEF";
    const char *name = bp_path_name(path), *fault = bp_path_leaves_folder(name);
    if (!fault) fault = bp_path_unsafe_name(name);
    if (fault) {
        bp_fail(error, BP_ERROR_ARGUMENT, path, "%s, and readers refuse such a buffer; choose another name",
                fault);
        return NULL;
    }
    char *out = bp_alloc(allocator, 3 * strlen(name) + 1, 1, error), *to = out;
    for (const char *c = name; out && *c; c++) {
        bool unreserved = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') ||
                          *c == '.' || *c == '-' || *c == '_' || *c == '~';
        *to++ = unreserved ? *c : '%';
        if (!unreserved) *to++ = hex[(unsigned char)*c >> 4];
        if (!unreserved) *to++ = hex[(unsigned char)*c & 15];
    }
    return out;
}

/* Writes two files that belong together. If writing the second fails, restores the first. */
static bool write_both(const bp_allocator *allocator, const char *path, const bp_file *json,
                       const char *bin_path, const bp_file *bin, bp_error *error) {
    bp_file old = {0};
    bool had = bp_path_allows(bin_path, BP_PATH_EXISTS);
    /* Without a copy, the old file couldn't be restored. */
    if (had && !bp_file_read(allocator, bin_path, 0, &old, error)) return false;
    bool written = bp_file_write(bin_path, bin->data, bin->size, error);
    bool ok = written && bp_file_write(path, json->data, json->size, error);
    if (written && !ok && had) (void)bp_file_write(bin_path, old.data, old.size, NULL);
    if (written && !ok && !had) bp_file_remove(bin_path);
    bp_file_free(allocator, &old);
    return ok;
}

/* The buffer's path has .bin instead of .gltf, or appended. */
static bool write_beside(const bp_context *context, const bp_model *model, const char *path,
                         const bp_gltf_write_options *options, bp_error *error) {
    const bp_allocator *allocator = bp_context_allocator(context);
    bp_file json = {0}, bin = {0};
    size_t length = strlen(path) - (ends_with(path, ".gltf") ? 5 : 0);
    char *bin_path = bp_alloc(allocator, length + 5, 1, error);
    if (bin_path) snprintf(bin_path, length + 5, "%.*s.bin", (int)length, path);
    char *uri = bin_path ? name_uri(allocator, bin_path, error) : NULL;
    bool ok = uri && make(context, model, options, uri, &json, &bin, error);
    if (ok && bin.size > 0)
        ok = write_both(allocator, path, &json, bin_path, &bin, error);
    else if (ok)
        ok = bp_file_write(path, json.data, json.size, error);
    bp_free(allocator, bin_path);
    bp_free(allocator, uri);
    bp_file_free(allocator, &json);
    bp_file_free(allocator, &bin);
    return ok;
}

bool bp_gltf_write(const bp_context *context, const bp_model *model, const char *path,
                   const bp_gltf_write_options *options, bp_error *error) {
    if (!model) return bp_fail_null(error, "model");
    if (!options) options = &DEFAULTS;
    if (options->container == BP_GLTF_BY_NAME && !ends_with(path, ".glb") && !ends_with(path, ".vrm"))
        return write_beside(context, model, path, options, error);
    bp_file file;
    if (!make(context, model, options, NULL, &file, NULL, error)) return false;
    bool ok = bp_file_write(path, file.data, file.size, error);
    bp_file_free(bp_context_allocator(context), &file);
    return ok;
}
