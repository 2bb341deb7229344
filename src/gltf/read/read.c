/* Reading a model: opens the document, reads its parts one after the other, and checks the result with
 * bp_model_check. */
#include "base/allocator.h"
#include "base/error.h"
#include "gltf/read/reader.h"
#include <math.h>
#include <string.h>

/* Instances: one for each primitive of each node's mesh. */

/* A node that has a mesh. */
typedef struct mesh_node {
    bp_gltf_value value;
    int node, mesh, skin; /* indices in the file; -1: none */
} mesh_node;

/* A joint index outside the skin is an error if it has weight, and becomes 0 if it has none. */
static bool check_joints(bp_gltf_reader *reader, const mesh_node *from, size_t primitive, bp_error *error) {
    bp_mesh *mesh = reader->model->meshes[reader->mesh_starts[from->mesh] + primitive];
    size_t joints = reader->model->skins[from->skin].joint_count, width = (size_t)mesh->influences;
    bp_gltf_primitive value;
    bp_gltf_primitive_find(&reader->document, (size_t)from->mesh, primitive, &value);
    bp_gltf_value set = bp_gltf_member(&value.attributes, "JOINTS_0");
    size_t *limit = &reader->joint_limits[reader->mesh_starts[from->mesh] + primitive], unused = 0;
    bool lost = false;
    if (*limit > 0 && *limit <= joints) return true;
    for (size_t i = 0; i < mesh->vertex_count * width; i++) {
        if (mesh->joints[i] < joints) continue;
        if (mesh->weights[i] != 0.0f) {
            bp_error fault = {0};
            bp_gltf_fail(&set, &fault, "vertex %zu follows joint %u, but skins[%d] has %zu joints", i / width,
                         (unsigned)mesh->joints[i], from->skin, joints);
            if (!lost &&
                !bp_gltf_forgive(&reader->document, &fault, "it loses that weight, as others do", error))
                return false;
            lost = true;
            mesh->weights[i] = 0;
        }
        mesh->joints[i] = 0;
        unused++;
    }
    *limit = joints;
    if (lost) return bp_mesh_normalize_weights(mesh), true;
    if (unused > 0)
        bp_gltf_add_note(&reader->document, &set,
                         "%zu joints without weight are not in skins[%d] and become 0", unused, from->skin);
    return true;
}

static bool read_weights(bp_gltf_reader *reader, const mesh_node *from, const bp_mesh *mesh,
                         bp_model_instance *instance, bp_error *error) {
    bp_gltf_value weights;
    size_t count;
    bp_error fault = {0};
    bool ok = bp_gltf_array(&from->value, "weights", &weights, &count, &fault);
    if (ok && !weights.json) return true;
    if (ok && count != mesh->morph_count)
        ok =
            bp_gltf_fail(&weights, &fault, "has %zu weights for %zu morph targets", count, mesh->morph_count);
    if (!ok) return bp_gltf_forgive(&reader->document, &fault, "the mesh's own are used", error);
    instance->weights = bp_alloc(&reader->model->allocator, count, sizeof *instance->weights, error);
    if (!instance->weights) return false;
    instance->weight_count = count;
    return bp_gltf_floats(&from->value, "weights", instance->weights, count, NULL, error);
}

/* `node`: the file's node, or that of a copy. */
static bool fill_instance(bp_gltf_reader *reader, const mesh_node *from, size_t primitive, size_t node,
                          bp_model_instance *instance, bp_error *error) {
    size_t mesh = reader->mesh_starts[from->mesh] + primitive;
    instance->node = (int)node;
    instance->mesh = (int)mesh;
    instance->primitive = (int)primitive;
    if (!bp_gltf_charge(&reader->document, &from->value, reader->model->meshes[mesh]->morph_count,
                        3 * sizeof(float), error))
        return false;
    instance->outside_scene = !reader->tree.in_scene[from->node];
    if (from->skin >= 0 && reader->model->meshes[mesh]->influences == 0) {
        bp_gltf_value skin = bp_gltf_member(&from->value, "skin");
        bp_gltf_add_note(&reader->document, &skin,
                         "is not used: primitive %zu of the mesh has no JOINTS_0 and WEIGHTS_0", primitive);
    } else if (from->skin >= 0) {
        if (!check_joints(reader, from, primitive, error)) return false;
        instance->skin = from->skin;
    }
    return read_weights(reader, from, reader->model->meshes[mesh], instance, error);
}

/* A skinned mesh's node doesn't move it, which surprises people who move the node. One note a skin. */
static void note_ignored_transform(bp_gltf_reader *reader, const mesh_node *from) {
    if (from->skin < 0 || reader->skins_noted[from->skin]) return;
    bp_mat4 world = bp_node_world(reader->model->nodes[from->node]), identity = bp_mat4_identity();
    for (int i = 0; i < 16; i++) {
        if (fabsf(world.m[i] - identity.m[i]) <= 1e-5f) continue;
        reader->skins_noted[from->skin] = true;
        bp_gltf_add_note(&reader->document, &from->value,
                         "the transform of a skinned mesh's node is ignored, as glTF demands");
        return;
    }
}

static bool read_instances(bp_gltf_reader *reader, bp_error *error) {
    bp_gltf_document *document = &reader->document;
    size_t count = 0;
    for (size_t i = 0; i < document->counts[BP_GLTF_NODES]; i++) {
        mesh_node from = {.value = bp_gltf_element(document, BP_GLTF_NODES, i), .node = (int)i};
        if (!bp_gltf_optional_reference(document, &from.value, "mesh", BP_GLTF_MESHES, &from.mesh, error) ||
            !bp_gltf_optional_reference(document, &from.value, "skin", BP_GLTF_SKINS, &from.skin, error))
            return false;
        if (from.mesh < 0) continue;
        note_ignored_transform(reader, &from);
        size_t primitives = reader->mesh_starts[from.mesh + 1] - reader->mesh_starts[from.mesh];
        size_t first = reader->copy_starts[i], end = reader->copy_starts[i + 1];
        if (first == end) first = i, end = i + 1;
        for (size_t j = 0; j < (end - first) * primitives; j++)
            if (!fill_instance(reader, &from, j % primitives, first + j / primitives,
                               &reader->model->instances[count++], error))
                return false;
    }
    return true;
}

/* EXT_mesh_gpu_instancing: a node's mesh many times, each time with a transform of its own below the node's.
 * Each copy becomes a node without a name, after the file's own nodes.
 *
 * A few bytes can ask for any number of copies. If they and their primitives are more than MAX_COPIES, the
 * others are left out with a note. */

enum { MAX_COPIES = 65536, COPY_BYTES = 4096 /* about what one needs with its node */ };

/* The transforms of one node's copies. */
typedef struct copy_set {
    bp_gltf_value attributes;
    bp_gltf_accessor accessors[3]; /* translation, rotation, scale */
    bool given[3];
    size_t count, primitives; /* of each copy */
} copy_set;

static const char *const KEYS[3] = {"TRANSLATION", "ROTATION", "SCALE"};

/* Opens the accessors; the shortest one counts. Skinned meshes have no copies, since their nodes don't move
 * them. */
static bool open_copies(bp_gltf_reader *reader, size_t node, copy_set *out, bp_error *error) {
    bp_gltf_value value = bp_gltf_element(&reader->document, BP_GLTF_NODES, node);
    bp_gltf_value instancing = bp_gltf_inner(&value, "extensions.EXT_mesh_gpu_instancing");
    bp_gltf_value attributes = bp_gltf_member(&instancing, "attributes");
    int mesh = bp_gltf_index_of(&reader->document, bp_json_member(value.json, "mesh"), BP_GLTF_MESHES);
    *out = (copy_set){.count = 0};
    if (!attributes.json || mesh < 0 || bp_json_member(value.json, "skin")) return true;
    out->primitives = reader->mesh_starts[mesh + 1] - reader->mesh_starts[mesh];
    size_t count = SIZE_MAX;
    for (int i = 0; i < 3; i++) {
        unsigned type = i == 1 ? BP_GLTF_VEC4 : BP_GLTF_VEC3;
        if (!bp_gltf_accessor_member(&reader->document, &attributes, KEYS[i], type, &out->accessors[i],
                                     &out->given[i], error))
            return false;
        if (out->given[i] && out->accessors[i].count < count) count = out->accessors[i].count;
    }
    out->count = count == SIZE_MAX ? 0 : count;
    return true;
}

/* Counts the copies before the model is made. */
static bool count_copies(bp_gltf_reader *reader, bp_error *error) {
    size_t nodes = reader->document.counts[BP_GLTF_NODES], left = MAX_COPIES;
    reader->copy_starts = bp_arena_alloc(&reader->arena, nodes + 1, sizeof *reader->copy_starts, error);
    if (!reader->copy_starts) return false;
    reader->copy_starts[0] = nodes;
    for (size_t i = 0; i < nodes; i++) {
        copy_set copies;
        bp_error fault = {0};
        if (!open_copies(reader, i, &copies, &fault)) {
            if (!bp_gltf_forgive(&reader->document, &fault, "the copies are left out", error)) return false;
            copies.count = 0;
        }
        size_t each = 1 + copies.primitives, most = left / each;
        if (copies.count > most) {
            bp_gltf_value node = bp_gltf_element(&reader->document, BP_GLTF_NODES, i);
            bp_gltf_add_note(
                &reader->document, &node,
                "has %zu copies of its mesh; %zu of them are drawn, and %d of all meshes at most",
                copies.count, most, MAX_COPIES);
            copies.count = most;
        }
        left -= copies.count * each;
        reader->copy_starts[i + 1] = reader->copy_starts[i] + copies.count;
    }
    return bp_gltf_charge(&reader->document, &reader->document.collections[BP_GLTF_NODES],
                          reader->copy_starts[nodes] - nodes, COPY_BYTES, error);
}

static bool make_copy(bp_gltf_reader *reader, size_t node, size_t copy, void *const values[3],
                      bp_error *error) {
    bp_model *model = reader->model;
    size_t i = copy - reader->copy_starts[node];
    bp_node *made = bp_node_create(reader->context, "", model->nodes[node], error);
    if (!made) return false;
    model->nodes[copy] = made;
    if (!(model->node_names[copy] = bp_copy_text(&model->allocator, "", error))) return false;
    if (values[0]) bp_node_set_position(made, ((const bp_vec3 *)values[0])[i]);
    if (values[1]) bp_node_set_rotation(made, ((const bp_quat *)values[1])[i]);
    if (values[2]) bp_node_set_scale(made, ((const bp_vec3 *)values[2])[i]);
    return true;
}

static bool make_copies(bp_gltf_reader *reader, size_t node, bp_error *error) {
    bp_gltf_document *document = &reader->document;
    void *values[3] = {NULL, NULL, NULL};
    copy_set copies;
    if (reader->copy_starts[node + 1] == reader->copy_starts[node]) return true;
    bool ok = open_copies(reader, node, &copies, error);
    for (int i = 0; ok && i < 3; i++) {
        const bp_gltf_accessor *accessor = &copies.accessors[i];
        if (!copies.given[i]) continue;
        values[i] = bp_gltf_accessor_copy(document, &copies.attributes, accessor, error);
        ok = values[i] && bp_gltf_finite_floats(document, accessor, values[i], 0, error);
    }
    for (size_t i = reader->copy_starts[node]; ok && i < reader->copy_starts[node + 1]; i++)
        ok = make_copy(reader, node, i, values, error);
    for (int i = 0; i < 3; i++) bp_free(&document->allocator, values[i]);
    return ok;
}

static bool count_primitives(bp_gltf_reader *reader, bp_error *error) {
    bp_gltf_document *document = &reader->document;
    size_t meshes = document->counts[BP_GLTF_MESHES];
    reader->mesh_starts = bp_arena_alloc(&reader->arena, meshes + 1, sizeof *reader->mesh_starts, error);
    if (!reader->mesh_starts) return false;
    for (size_t i = 0; i < meshes; i++) {
        bp_gltf_value mesh = bp_gltf_element(document, BP_GLTF_MESHES, i), primitives;
        size_t count;
        bp_error fault = {0};
        bool ok = bp_gltf_array(&mesh, "primitives", &primitives, &count, &fault);
        if (ok && count == 0)
            ok = bp_gltf_fail(&primitives, &fault, "has no primitive; a mesh needs at least one");
        if (!ok && !bp_gltf_forgive(document, &fault, "the mesh is empty", error)) return false;
        if (!ok) count = 0;
        reader->mesh_starts[i + 1] = reader->mesh_starts[i] + count;
    }
    return bp_gltf_charge(document, &document->collections[BP_GLTF_MESHES], reader->mesh_starts[meshes],
                          sizeof(bp_mesh) + 64, error);
}

/* A few nodes that share a mesh of many primitives make many instances. */
static bool count_instances(bp_gltf_reader *reader, size_t *count, bp_error *error) {
    bp_gltf_document *document = &reader->document;
    for (size_t i = 0; i < document->counts[BP_GLTF_NODES]; i++) {
        bp_gltf_value node = bp_gltf_element(document, BP_GLTF_NODES, i);
        int mesh;
        if (!bp_gltf_optional_reference(document, &node, "mesh", BP_GLTF_MESHES, &mesh, error)) return false;
        if (mesh < 0) continue;
        size_t primitives = reader->mesh_starts[mesh + 1] - reader->mesh_starts[mesh];
        size_t copies = reader->copy_starts[i + 1] - reader->copy_starts[i];
        if (copies > 1) primitives *= copies;
        if (!bp_gltf_charge(document, &node, primitives, sizeof(bp_model_instance), error)) return false;
        *count += primitives;
    }
    return true;
}

/* Makes the empty model, with arrays of their final size. */
static bool create_model(bp_gltf_reader *reader, const char *name, bp_error *error) {
    bp_gltf_document *document = &reader->document;
    const size_t *totals = document->counts;
    size_t instances = 0;
    if (!count_primitives(reader, error) || !count_copies(reader, error) ||
        !count_instances(reader, &instances, error))
        return false;
    /* Nodes are shown as a skeleton if they move, or if there is nothing else to show. */
    bool bones = totals[BP_GLTF_NODES] > 0 && (totals[BP_GLTF_ANIMATIONS] > 0 || instances == 0);
    bp_model_counts counts = {
        .nodes = reader->copy_starts[totals[BP_GLTF_NODES]],
        .meshes = reader->mesh_starts[totals[BP_GLTF_MESHES]],
        .images = totals[BP_GLTF_IMAGES],
        .materials = totals[BP_GLTF_MATERIALS],
        .skeletons = totals[BP_GLTF_SKINS] > 0 ? totals[BP_GLTF_SKINS] : bones,
        .skins = totals[BP_GLTF_SKINS],
        .instances = instances,
        .clips = totals[BP_GLTF_ANIMATIONS],
    };
    reader->model = bp_model_create(&document->allocator, name, &counts, error);
    reader->images_needed =
        bp_arena_alloc(&reader->arena, counts.images, sizeof *reader->images_needed, error);
    reader->skins_noted = bp_arena_alloc(&reader->arena, counts.skins, sizeof *reader->skins_noted, error);
    reader->joint_limits = bp_arena_alloc(&reader->arena, counts.meshes, sizeof *reader->joint_limits, error);
    /* VRM 1.0's extension is VRMC_vrm, and its figures look along +Z. */
    if (reader->model)
        reader->model->faces_back = bp_json_member(bp_json_member(document->root.json, "extensions"), "VRM");
    return reader->model && reader->images_needed && reader->skins_noted && reader->joint_limits;
}

/* Checks accessors and views, including unused ones. */
static bool check_accessors(bp_gltf_reader *reader, bp_error *error) {
    bp_gltf_document *document = &reader->document;
    bp_gltf_buffer_view view;
    bp_gltf_accessor accessor;
    if (document->lenient) return true;
    for (size_t i = 0; i < document->counts[BP_GLTF_BUFFER_VIEWS]; i++)
        if (!bp_gltf_buffer_view_read(document, i, &view, error)) return false;
    for (size_t i = 0; i < document->counts[BP_GLTF_ACCESSORS]; i++)
        if (!bp_gltf_accessor_open(document, i, false, &accessor, error)) return false;
    return true;
}

static bool read_parts(bp_gltf_reader *reader, const char *name, bp_error *error) {
    bool ok = bp_gltf_check_asset(&reader->document, error) && check_accessors(reader, error) &&
              bp_gltf_read_tree(reader, error) && create_model(reader, name, error) &&
              bp_gltf_read_nodes(reader, error);
    for (size_t i = 0; ok && i < reader->document.counts[BP_GLTF_NODES]; i++)
        ok = make_copies(reader, i, error);
    return ok && bp_gltf_read_materials(reader, error) && bp_gltf_read_images(reader, error) &&
           bp_gltf_read_meshes(reader, error) && bp_gltf_read_skins(reader, error) &&
           bp_gltf_read_node_skeleton(reader, error) && read_instances(reader, error) &&
           bp_gltf_read_animations(reader, error) && bp_model_check(reader->model, error);
}

/* Says why the picture has no surface. */
static void note_nothing(bp_gltf_reader *reader) {
    const bp_model *model = reader->model;
    size_t drawn = 0, bones = 0;
    for (size_t i = 0; i < model->instance_count; i++)
        if (!model->instances[i].outside_scene)
            drawn += model->meshes[model->instances[i].mesh]->vertex_count > 0;
    for (size_t i = 0; i < model->skeleton_count; i++) bones += bp_skeleton_count(model->skeletons[i]);
    if (drawn > 0) return;
    if (bones > 0)
        bp_gltf_add_note(&reader->document, NULL, "no mesh is in the scene, only bones: %zu", bones);
    else
        bp_gltf_add_note(&reader->document, NULL, "%s, so the picture is empty",
                         model->node_count > 0 ? "the scene that is shown has no mesh and no bones"
                                               : "the file has no nodes");
}

bool bp_gltf_read_source(const bp_context *context, const bp_gltf_source *source, bp_file *owned,
                         const bp_gltf_read_options *options, bp_model **out, bp_gltf_notes *notes,
                         bp_error *error) {
    static const bp_gltf_read_options defaults = {0};
    bp_gltf_reader reader = {.context = context, .options = options ? options : &defaults};
    const char *name = source->name ? source->name : "", *slash = strrchr(name, '/');
    if (!bp_gltf_document_open_within(&reader.document, context, source, notes, reader.options->memory_limit,
                                      error))
        return false;
    reader.arena = bp_arena_make(&reader.document.allocator, 4096);
    reader.document.lenient = reader.options->lenient;
    reader.document.draco_decoder = reader.options->draco ? reader.options->draco : bp_context_draco(context);
    /* Once the JSON is parsed, only a binary chunk still needs the bytes. */
    if (owned && !reader.document.has_binary) bp_file_free(&reader.document.allocator, owned);
    bool ok = read_parts(&reader, slash ? slash + 1 : name, error);
    if (ok) note_nothing(&reader);
    bp_arena_clear(&reader.arena);
    bp_gltf_document_close(&reader.document);
    if (!ok) {
        if (source->name) bp_error_prefix_place(error, source->name);
        bp_model_destroy(reader.model);
        return false;
    }
    /* A new model's final matrices are valid; the caller need not prepare the skeletons. */
    for (size_t i = 0; i < reader.model->skeleton_count; i++) {
        bp_skeleton_prepare(reader.model->skeletons[i]);
        bp_skeleton_compute_absolutes(reader.model->skeletons[i], true);
    }
    *out = reader.model;
    return true;
}

bool bp_gltf_read_memory(const bp_context *context, const void *data, size_t size, const char *name,
                         const char *folder, const bp_gltf_read_options *options, bp_model **out,
                         bp_gltf_notes *notes, bp_error *error) {
    if (out) *out = NULL;
    bp_gltf_source source = {data, size, name ? name : "glTF", folder, folder ? strlen(folder) : 0, NULL};
    return bp_gltf_read_source(context, &source, NULL, options, out, notes, error);
}

bool bp_gltf_read(const bp_context *context, const char *path, const bp_gltf_read_options *options,
                  bp_model **out, bp_gltf_notes *notes, bp_error *error) {
    const bp_allocator *allocator = bp_context_allocator(context);
    bp_file file = {0};
    bp_gltf_source source;
    if (out) *out = NULL;
    if (!bp_gltf_source_read(allocator, path, &file, &source, error)) return false;
    bool ok = bp_gltf_read_source(context, &source, &file, options, out, notes, error);
    bp_file_free(allocator, &file);
    return ok;
}
