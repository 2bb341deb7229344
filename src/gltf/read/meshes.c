/* Meshes: each primitive of each mesh in the file becomes a mesh of the model, with its vertices in the
 * file's order. */
#include "gltf/read/reader.h"
#include "mesh/editing.h"
#include "raster/color.h"

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

static void normalize(bp_vec3 *normals, size_t count) {
    for (size_t i = 0; i < count; i++) {
        float length = bp_vec3_dot(normals[i], normals[i]);
        if (!(length > 0.99999f && length < 1.00001f)) normals[i] = bp_vec3_normalize(normals[i]);
    }
}

static bool fill_mesh(bp_gltf_document *document, const primitive_plan *plan, bp_mesh *mesh,
                      bp_error *error) {
    const bp_gltf_accessor *accessors = plan->accessors;
    bp_error fault = {0};
    if (!bp_gltf_finite_floats(document, &plan->positions, (float *)mesh->positions, 0, &fault)) {
        if (!bp_gltf_forgive(document, &fault, "it becomes 0", error)) return false;
        bp_gltf_sanitized_floats(document, &plan->positions, (float *)mesh->positions);
    }
    if (mesh->normals) {
        bp_gltf_sanitized_floats(document, &accessors[NORMAL], (float *)mesh->normals);
        normalize(mesh->normals, mesh->vertex_count);
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

static bool read_material(bp_gltf_document *document, const bp_gltf_value *primitive, bp_mesh *mesh,
                          bp_error *error) {
    int material;
    if (!bp_gltf_optional_reference(document, primitive, "material", BP_GLTF_MATERIALS, &material, error))
        return false;
    for (size_t i = 0; i < mesh->submesh_count; i++) mesh->submeshes[i].material = material;
    mesh->line_material = material;
    return true;
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

static bool read_influences(bp_gltf_document *document, const primitive_plan *plan, bp_mesh *mesh,
                            bp_error *error) {
    bp_error fault = {0};
    if (bp_gltf_read_influences(document, &plan->attributes, plan->keep_weights, mesh, &fault)) return true;
    return bp_gltf_forgive(document, &fault, "the joints are left out", error) &&
           bp_mesh_set_influences(mesh, 0, error);
}

static bool fill_all(bp_gltf_document *document, const bp_gltf_value *primitive, const primitive_plan *plan,
                     const bp_gltf_topology *topology, bp_mesh *mesh, bp_error *error) {
    return read_material(document, primitive, mesh, error) && fill_mesh(document, plan, mesh, error) &&
           fill_elements(document, primitive, topology, mesh, error) &&
           read_influences(document, plan, mesh, error) &&
           bp_gltf_read_morphs(document, primitive, mesh, error);
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
    return bp_gltf_read_morph_defaults(reader, index, &fault) ||
           bp_gltf_forgive(&reader->document, &fault, "the weights stay 0", error);
}

bool bp_gltf_read_meshes(bp_gltf_reader *reader, bp_error *error) {
    for (size_t i = 0; i < reader->document.counts[BP_GLTF_MESHES]; i++)
        if (!read_mesh(reader, i, error)) return false;
    return true;
}
