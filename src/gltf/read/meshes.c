/* Meshes: each primitive of each mesh in the file becomes a mesh of the model, with its vertices in the
 * file's order. */
#include "gltf/read/reader.h"
#include "mesh/editing.h"
#include "mesh/shapes.h"
#include "raster/color.h"

/* Joints and weights: all sets of four together, divided by their sum unless the options keep them.
 *
 * One or two sets become four or eight influences, in the file's order. From more sets, the reader keeps a
 * vertex's eight largest weights. */

/* Decodes all sets, a vertex's influences side by side. */
static bool decode_sets(bp_gltf_document *document, const bp_gltf_value *attributes, size_t vertices,
                        size_t sets, uint16_t *joints, float *weights, bp_error *error) {
    size_t width = sets * BP_GLTF_SET_SIZE;
    for (size_t i = 0; i < sets; i++) {
        bp_gltf_influence_set set;
        bool exists;
        if (!bp_gltf_influence_set_open(document, attributes, i, vertices, &set, &exists, error))
            return false;
        bp_gltf_accessor_u16(&set.joints, joints + i * BP_GLTF_SET_SIZE, width);
        bp_error fault = {0};
        if (bp_gltf_finite_floats(document, &set.weights, weights + i * BP_GLTF_SET_SIZE, width, &fault))
            continue;
        if (!bp_gltf_forgive(document, &fault, "it becomes 0", error)) return false;
        for (size_t j = 0; j < vertices; j++)
            for (size_t k = i * BP_GLTF_SET_SIZE; k < (i + 1) * BP_GLTF_SET_SIZE; k++)
                if (!bp_is_finite(weights[j * width + k])) weights[j * width + k] = 0;
    }
    return true;
}

/* How many vertices lost influences, and the most that one lost, as a fraction of its weights. */
typedef struct influence_loss {
    size_t vertices;
    double most;
} influence_loss;

/* Keeps the largest weights of one vertex. Returns the sum of those it drops. */
static double keep_largest(const uint16_t *joints, const float *weights, size_t width, uint16_t *to_joints,
                           float *to_weights, size_t max) {
    double lost = 0.0;
    size_t kept = 0;
    for (size_t i = 0; i < width; i++) {
        size_t at = kept;
        if (weights[i] == 0.0f) continue;
        if (kept == max) {
            at = 0;
            for (size_t j = 1; j < max; j++)
                if (to_weights[j] < to_weights[at]) at = j;
            if (weights[i] <= to_weights[at]) {
                lost += (double)weights[i];
                continue;
            }
            lost += (double)to_weights[at];
        } else {
            kept++;
        }
        to_joints[at] = joints[i];
        to_weights[at] = weights[i];
    }
    return lost;
}

static void compact(size_t width, const uint16_t *joints, const float *weights, bp_mesh *mesh,
                    influence_loss *loss) {
    size_t max = (size_t)mesh->influences;
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        const float *from = weights + i * width;
        double lost = keep_largest(joints + i * width, from, width, mesh->joints + i * max,
                                   mesh->weights + i * max, max);
        double sum = 0.0;
        for (size_t j = 0; j < width; j++) sum += (double)from[j];
        if (!(lost > 0.0 && sum > 0.0)) continue;
        loss->vertices++;
        if (lost / sum > loss->most) loss->most = lost / sum;
    }
}

static bool decode_and_compact(bp_gltf_document *document, const bp_gltf_value *attributes, size_t sets,
                               bp_mesh *mesh, bp_error *error) {
    const bp_allocator *allocator = &document->allocator;
    size_t width = sets * BP_GLTF_SET_SIZE, count = mesh->vertex_count * width;
    if (!bp_gltf_charge(document, attributes, count, sizeof(float) + sizeof(uint16_t), error)) return false;
    uint16_t *joints = bp_alloc(allocator, count, sizeof *joints, error);
    float *weights = joints ? bp_alloc(allocator, count, sizeof *weights, error) : NULL;
    influence_loss loss = {0};
    bool ok = weights && decode_sets(document, attributes, mesh->vertex_count, sets, joints, weights, error);
    if (ok) compact(width, joints, weights, mesh, &loss);
    if (loss.vertices > 0)
        bp_gltf_add_note(
            document, attributes,
            "%zu of %zu vertices follow more than %d joints; the largest weights are kept, and a vertex "
            "loses up to %.2g%% of its weight",
            loss.vertices, mesh->vertex_count, mesh->influences, 100.0 * loss.most);
    bp_free(allocator, joints);
    bp_free(allocator, weights);
    return ok;
}

static void note_faults(bp_gltf_document *document, const bp_gltf_value *attributes,
                        bp_weight_faults faults) {
    if (faults.negative > 0)
        bp_gltf_add_note(document, attributes, "%zu weights are negative and become 0", faults.negative);
    if (faults.empty > 0)
        bp_gltf_add_note(
            document, attributes,
            "%zu vertices have no weight (the first is vertex %zu) and follow the first joint that "
            "they name",
            faults.empty, faults.first_empty);
    if (faults.rescaled > 0)
        bp_gltf_add_note(document, attributes,
                         "the weights of %zu vertices don't sum to 1 (at worst to %.3g, vertex %zu) and are "
                         "divided by their sum",
                         faults.rescaled, faults.worst_sum, faults.worst_vertex);
}

/* `keep`: the weights stay as the file has them. */
static bool add_influences(bp_gltf_document *document, const bp_gltf_value *attributes, bool keep,
                           bp_mesh *mesh, bp_error *error) {
    size_t sets;
    if (!bp_gltf_influence_sets(document, attributes, mesh->vertex_count, &sets, error)) return false;
    if (sets == 0) return true;
    int influences = sets > 2 ? BP_MESH_MAX_INFLUENCES : (int)sets * BP_GLTF_SET_SIZE;
    if (!bp_gltf_charge(document, attributes, mesh->vertex_count, (size_t)influences * 6, error) ||
        !bp_mesh_set_influences(mesh, influences, error))
        return false;
    if (!(sets <= 2 ? decode_sets(document, attributes, mesh->vertex_count, sets, mesh->joints, mesh->weights,
                                  error)
                    : decode_and_compact(document, attributes, sets, mesh, error)))
        return false;
    if (!keep) note_faults(document, attributes, bp_mesh_mend_weights(mesh));
    return true;
}

/* Morph targets: offsets to positions, normals and tangents, a name and a default weight. */

static bool read_offsets(bp_gltf_document *document, const bp_gltf_value *target, const char *key,
                         bp_mesh *mesh, bp_vec3 *out, bp_error *error) {
    bp_gltf_accessor accessor;
    bool exists;
    if (!out) return bp_gltf_accessor_member(document, target, key, BP_GLTF_VEC3, &accessor, &exists, error);
    return bp_gltf_attribute_open(document, target, key, BP_GLTF_VEC3, mesh->vertex_count, &accessor, &exists,
                                  error) &&
           (!exists || bp_gltf_finite_floats(document, &accessor, (float *)out, 0, error));
}

static bool read_morphs(bp_gltf_document *document, const bp_gltf_value *primitive, bp_mesh *mesh,
                        bp_error *error) {
    bp_gltf_value targets;
    size_t count;
    unsigned attributes = 0;
    if (!bp_gltf_array(primitive, "targets", &targets, &count, error)) return false;
    if (count == 0) return true;
    for (size_t i = 0; i < count; i++) {
        bp_gltf_value target = bp_gltf_item(&targets, i);
        if (!bp_gltf_require_object(&target, error)) return false;
        if (mesh->normals && bp_json_member(target.json, "NORMAL")) attributes |= BP_MESH_NORMALS;
        if (mesh->tangents && bp_json_member(target.json, "TANGENT")) attributes |= BP_MESH_TANGENTS;
    }
    size_t vertex =
        12 + (attributes & BP_MESH_NORMALS ? 12u : 0u) + (attributes & BP_MESH_TANGENTS ? 12u : 0u);
    if (!bp_gltf_charge(document, &targets, mesh->vertex_count, vertex * count, error) ||
        !bp_gltf_charge(document, &targets, count, sizeof(bp_morph), error) ||
        !bp_mesh_set_morphs(mesh, count, attributes, error))
        return false;
    for (size_t i = 0; i < count; i++) {
        bp_gltf_value target = bp_gltf_item(&targets, i);
        bp_morph *morph = &mesh->morphs[i];
        if (!read_offsets(document, &target, "POSITION", mesh, morph->positions, error) ||
            !read_offsets(document, &target, "NORMAL", mesh, morph->normals, error) ||
            !read_offsets(document, &target, "TANGENT", mesh, morph->tangents, error))
            return false;
    }
    return true;
}

/* Weights if there are any, and names. glTF itself has none for targets; exporters put them into extras. */
static bool set_defaults(const bp_gltf_value *value, const bp_gltf_value *weights, bp_mesh *mesh,
                         bp_error *error) {
    bp_gltf_value names = bp_gltf_inner(value, "extras.targetNames");
    for (size_t i = 0; i < mesh->morph_count; i++) {
        bp_gltf_value item = bp_gltf_item(weights, i);
        const char *name = bp_json_text_or(bp_json_item(names.json, i), NULL);
        double weight = weights->json ? bp_json_number_or(item.json, 1e300) : mesh->morphs[i].weight;
        if (!(weight > -1e38 && weight < 1e38))
            return bp_gltf_fail(&item, error, "must be a number that a float can hold");
        mesh->morphs[i].weight = (float)weight;
        if (name && !bp_replace_text(&mesh->allocator, &mesh->morphs[i].name, name, error)) return false;
    }
    return true;
}

/* Reads the default weights and names of a mesh's morph targets, once all its primitives are read. */
static bool read_morph_defaults(bp_gltf_reader *reader, size_t file_mesh, bp_error *error) {
    bp_gltf_value value = bp_gltf_element(&reader->document, BP_GLTF_MESHES, file_mesh), weights;
    size_t first = reader->mesh_starts[file_mesh], end = reader->mesh_starts[file_mesh + 1], count;
    bp_mesh *const *meshes = reader->model->meshes;
    if (!bp_gltf_array(&value, "weights", &weights, &count, error)) return false;
    for (size_t i = first; i < end; i++) {
        bp_gltf_value primitives = bp_gltf_member(&value, "primitives");
        bp_gltf_value primitive = bp_gltf_item(&primitives, i - first);
        if (meshes[i]->morph_count != meshes[first]->morph_count)
            return bp_gltf_fail(&primitive, error,
                                "has %zu morph targets, but the first primitive has %zu; they must agree",
                                meshes[i]->morph_count, meshes[first]->morph_count);
        if (weights.json && count != meshes[i]->morph_count)
            return bp_gltf_fail(&weights, error, "has %zu weights for %zu morph targets", count,
                                meshes[i]->morph_count);
        if (!set_defaults(&value, &weights, meshes[i], error)) return false;
    }
    return true;
}

/* The attributes besides POSITION, which has its own rules. */
enum { NORMAL, TANGENT, COLOR, UV, ATTRIBUTE_COUNT = UV + BP_MESH_UV_SETS };
static const struct {
    const char *key;
    unsigned types, flag;
    size_t bytes; /* of one vertex in a mesh */
} ATTRIBUTES[ATTRIBUTE_COUNT] = {
    {"NORMAL", BP_GLTF_VEC3, BP_MESH_NORMALS, 12},
    {"TANGENT", BP_GLTF_VEC4, BP_MESH_TANGENTS, 16},
    {"COLOR_0", BP_GLTF_VEC3 | BP_GLTF_VEC4, BP_MESH_COLORS, 4},
    {"TEXCOORD_0", BP_GLTF_VEC2, BP_MESH_UV0, 8},
    {"TEXCOORD_1", BP_GLTF_VEC2, BP_MESH_UV1, 8},
};

/* A primitive's opened attributes, before there is a mesh. */
typedef struct primitive_plan {
    bp_gltf_value attributes;
    bp_gltf_accessor positions, accessors[ATTRIBUTE_COUNT];
    unsigned flags;      /* of the attributes given */
    size_t vertex_bytes; /* of one vertex in the mesh */
    bool keep_weights;   /* of the reader's options */
} primitive_plan;

static bool open_attributes(bp_gltf_document *document, primitive_plan *plan, bool *has_positions,
                            bp_error *error) {
    if (!bp_gltf_accessor_member(document, &plan->attributes, "POSITION", BP_GLTF_VEC3, &plan->positions,
                                 has_positions, error))
        return false;
    plan->vertex_bytes = sizeof(bp_vec3);
    for (size_t i = 0; *has_positions && i < ATTRIBUTE_COUNT; i++) {
        bool exists;
        bp_error fault = {0};
        if (!bp_gltf_attribute_open(document, &plan->attributes, ATTRIBUTES[i].key, ATTRIBUTES[i].types,
                                    plan->positions.count, &plan->accessors[i], &exists, &fault)) {
            if (!bp_gltf_forgive(document, &fault, "the attribute is left out", error)) return false;
            exists = false;
        }
        if (exists) plan->flags |= ATTRIBUTES[i].flag;
        if (exists) plan->vertex_bytes += ATTRIBUTES[i].bytes;
    }
    return true;
}

static void note_ignored(bp_gltf_document *document, const primitive_plan *plan) {
    static const char *const others[] = {"TEXCOORD_2", "TEXCOORD_3", "COLOR_1"};
    for (size_t i = 0; i < BP_COUNT(others); i++) {
        bp_gltf_value value = bp_gltf_member(&plan->attributes, others[i]);
        if (value.json) bp_gltf_add_note(document, &value, "is ignored; Bindpose doesn't use it");
    }
}

static bool fill_colors(bp_gltf_document *document, const primitive_plan *plan, bp_mesh *mesh,
                        bp_error *error) {
    const bp_gltf_accessor *accessor = &plan->accessors[COLOR];
    size_t width = accessor->width;
    bp_gltf_value member = bp_gltf_member(&plan->attributes, "COLOR_0");
    if (!bp_gltf_charge(document, &member, accessor->count * width, sizeof(float), error)) return false;
    float *colors = bp_alloc(&document->allocator, accessor->count * width, sizeof *colors, error);
    if (!colors) return false;
    bp_gltf_sanitized_floats(document, accessor, colors);
    for (size_t i = 0; i < accessor->count; i++) {
        const float *c = colors + i * width;
        mesh->colors[i] = (bp_rgba8){bp_color_encode(c[0]), bp_color_encode(c[1]), bp_color_encode(c[2]),
                                     width == 4 ? bp_color_byte(c[3]) : (uint8_t)255};
    }
    bp_free(&document->allocator, colors);
    return true;
}

static bool fill_mesh(bp_gltf_document *document, const primitive_plan *plan, bp_mesh *mesh,
                      bp_error *error) {
    const bp_gltf_accessor *accessors = plan->accessors;
    bp_error fault = {0};
    if (!bp_gltf_finite_floats(document, &plan->positions, (float *)mesh->positions, 0, &fault)) {
        if (!bp_gltf_forgive(document, &fault, "it becomes 0", error)) return false;
        bp_gltf_sanitized_floats(document, &plan->positions, (float *)mesh->positions);
    }
    if (mesh->normals) bp_gltf_sanitized_floats(document, &accessors[NORMAL], (float *)mesh->normals);
    for (size_t i = 0; mesh->normals && i < mesh->vertex_count; i++) {
        float square = bp_vec3_dot(mesh->normals[i], mesh->normals[i]);
        if (!(square > 0.99999f && square < 1.00001f)) mesh->normals[i] = bp_vec3_normalize(mesh->normals[i]);
    }
    if (mesh->tangents) bp_gltf_sanitized_floats(document, &accessors[TANGENT], (float *)mesh->tangents);
    for (int i = 0; i < BP_MESH_UV_SETS; i++)
        if (mesh->uv[i]) bp_gltf_sanitized_floats(document, &accessors[UV + i], (float *)mesh->uv[i]);
    return !mesh->colors || fill_colors(document, plan, mesh, error);
}

static bp_mesh *create_mesh(bp_gltf_document *document, const bp_gltf_value *primitive,
                            const primitive_plan *plan, size_t index_count, const char *name,
                            bp_error *error) {
    bp_mesh_options options = {.name = name,
                               .attributes = plan->flags,
                               .vertex_count = plan->positions.count,
                               .index_count = index_count};
    if (!bp_gltf_charge(document, primitive, options.vertex_count, plan->vertex_bytes, error)) return NULL;
    return bp_mesh_create(&document->allocator, &options, error);
}

/* The triangles, lines or points. */
static bool fill_elements(bp_gltf_document *document, const bp_gltf_value *primitive,
                          const bp_gltf_topology *topology, bp_mesh *mesh, bp_error *error) {
    uint32_t *out = mesh->indices;
    if (topology->ends < 3) {
        out = bp_alloc(&mesh->allocator, topology->corner_count, sizeof *out, error);
        if (!out) return false;
        mesh->lines = out;
        mesh->line_count = topology->corner_count;
        mesh->line_ends = topology->ends;
    }
    return bp_gltf_topology_decode(document, primitive, topology, out, error);
}

static bool fill_all(bp_gltf_document *document, const bp_gltf_value *primitive, const primitive_plan *plan,
                     const bp_gltf_topology *topology, bp_mesh *mesh, bp_error *error) {
    bp_error fault = {0};
    int material;
    if (!bp_gltf_optional_reference(document, primitive, "material", BP_GLTF_MATERIALS, &material, error))
        return false;
    for (size_t i = 0; i < mesh->submesh_count; i++) mesh->submeshes[i].material = material;
    mesh->line_material = material;
    if (!fill_mesh(document, plan, mesh, error) || !fill_elements(document, primitive, topology, mesh, error))
        return false;
    if (!add_influences(document, &plan->attributes, plan->keep_weights, mesh, &fault) &&
        (!bp_gltf_forgive(document, &fault, "the joints are left out", error) ||
         !bp_mesh_set_influences(mesh, 0, error)))
        return false;
    return read_morphs(document, primitive, mesh, error);
}

static bp_mesh *read_primitive(bp_gltf_reader *reader, const bp_gltf_value *primitive, const char *name,
                               bp_error *error) {
    bp_gltf_document *document = &reader->document;
    primitive_plan plan = {.attributes = bp_gltf_member(primitive, "attributes"),
                           .keep_weights = reader->options->keep_weights};
    bp_gltf_topology topology;
    bool has_positions;
    if (!bp_gltf_require_object(&plan.attributes, error) ||
        !open_attributes(document, &plan, &has_positions, error))
        return NULL;
    note_ignored(document, &plan);
    if (!has_positions) {
        bp_gltf_add_note(document, &plan.attributes, "has no POSITION, so the primitive has no vertices");
        return create_mesh(document, primitive, &plan, 0, name, error);
    }
    if (!bp_gltf_topology_open(document, primitive, plan.positions.count, &topology, error)) return NULL;
    bp_mesh *mesh =
        create_mesh(document, primitive, &plan, topology.ends == 3 ? topology.corner_count : 0, name, error);
    if (mesh && !fill_all(document, primitive, &plan, &topology, mesh, error)) {
        bp_mesh_destroy(mesh);
        return NULL;
    }
    return mesh;
}

static bool read_mesh(bp_gltf_reader *reader, size_t index, bp_error *error) {
    bp_gltf_value mesh = bp_gltf_element(&reader->document, BP_GLTF_MESHES, index);
    bp_gltf_value primitives = bp_gltf_member(&mesh, "primitives");
    const char *name = "";
    size_t first = reader->mesh_starts[index], end = reader->mesh_starts[index + 1];
    bp_error fault = {0};
    if (!bp_gltf_text(&mesh, "name", &name, &fault) &&
        !bp_gltf_forgive(&reader->document, &fault, "it is left out", error))
        return false;
    for (size_t i = first; i < end; i++) {
        bp_gltf_value primitive = bp_gltf_item(&primitives, i - first);
        bp_mesh **out = &reader->model->meshes[i];
        *out = bp_gltf_require_object(&primitive, &fault) ? read_primitive(reader, &primitive, name, &fault)
                                                          : NULL;
        if (!*out && bp_gltf_forgive(&reader->document, &fault, "the primitive is left out", error))
            *out = create_mesh(&reader->document, &primitive, &(primitive_plan){.flags = 0}, 0, name, error);
        if (!*out) return false;
    }
    if (first == end) return true;
    return read_morph_defaults(reader, index, &fault) ||
           bp_gltf_forgive(&reader->document, &fault, "the weights stay 0", error);
}

bool bp_gltf_read_meshes(bp_gltf_reader *reader, bp_error *error) {
    for (size_t i = 0; i < reader->document.counts[BP_GLTF_MESHES]; i++)
        if (!read_mesh(reader, i, error)) return false;
    return true;
}
