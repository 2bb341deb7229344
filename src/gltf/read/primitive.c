/* A primitive becomes a mesh: its vertices in the file's order, attribute by attribute. */
#include "gltf/read/reader.h"
#include "raster/color.h"
#include <stdio.h>

/* The opened attributes, before there is a mesh. */
typedef struct primitive_plan {
    bp_gltf_value attributes;
    bp_gltf_accessor positions, normals, tangents, uv[BP_MESH_UV_SETS], colors;
    bool has_positions, has_normals, has_tangents, has_uv[BP_MESH_UV_SETS], has_colors;
} primitive_plan;

static bool open_attributes(bp_gltf_document *document, primitive_plan *plan, bp_error *error) {
    const bp_gltf_value *attributes = &plan->attributes;
    if (!bp_gltf_accessor_at(document, attributes, "POSITION", BP_GLTF_VEC3, &plan->positions,
                             &plan->has_positions, error))
        return false;
    if (!plan->has_positions) return true;
    size_t vertices = plan->positions.count;
    if (!bp_gltf_attribute_open(document, attributes, "NORMAL", BP_GLTF_VEC3, vertices, &plan->normals,
                                &plan->has_normals, error) ||
        !bp_gltf_attribute_open(document, attributes, "TANGENT", BP_GLTF_VEC4, vertices, &plan->tangents,
                                &plan->has_tangents, error) ||
        !bp_gltf_attribute_open(document, attributes, "COLOR_0", BP_GLTF_VEC3 | BP_GLTF_VEC4, vertices,
                                &plan->colors, &plan->has_colors, error))
        return false;
    for (int i = 0; i < BP_MESH_UV_SETS; i++) {
        char key[24];
        snprintf(key, sizeof key, "TEXCOORD_%d", i);
        if (!bp_gltf_attribute_open(document, attributes, key, BP_GLTF_VEC2, vertices, &plan->uv[i],
                                    &plan->has_uv[i], error))
            return false;
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

/* ---- filling the mesh ---------------------------------------------------------------------------*/

static bool fill_colors(bp_gltf_document *document, const primitive_plan *plan, bp_mesh *mesh,
                        bp_error *error) {
    const bp_gltf_accessor *accessor = &plan->colors;
    size_t width = accessor->width;
    bp_gltf_value member = bp_gltf_member(&plan->attributes, "COLOR_0");
    if (!bp_gltf_charge(document, &member, accessor->count * width, sizeof(float), error)) return false;
    float *colors = bp_alloc(&document->allocator, accessor->count * width, sizeof *colors, error);
    bp_color_tables *tables = bp_alloc(&document->allocator, 1, sizeof *tables, error);
    if (colors && tables) {
        bp_color_tables_fill(tables);
        bp_gltf_sanitized_floats(document, accessor, colors);
    }
    for (size_t i = 0; colors && tables && i < accessor->count; i++) {
        const float *c = colors + i * width;
        mesh->colors[i] =
            (bp_rgba8){bp_color_encode(tables, c[0]), bp_color_encode(tables, c[1]),
                       bp_color_encode(tables, c[2]), width == 4 ? bp_color_byte(c[3]) : (uint8_t)255};
    }
    bool good = colors && tables;
    bp_free(&document->allocator, colors);
    bp_free(&document->allocator, tables);
    return good;
}

static void normalize(bp_vec3 *normals, size_t count) {
    for (size_t i = 0; i < count; i++) {
        float length = bp_vec3_dot(normals[i], normals[i]);
        if (!(length > 0.99999f && length < 1.00001f)) normals[i] = bp_vec3_normalize(normals[i]);
    }
}

static bool fill_mesh(bp_gltf_document *document, const primitive_plan *plan, bp_mesh *mesh,
                      bp_error *error) {
    if (plan->has_positions &&
        !bp_gltf_finite_floats(document, &plan->positions, (float *)mesh->positions, 0, error))
        return false;
    if (mesh->normals) {
        bp_gltf_sanitized_floats(document, &plan->normals, (float *)mesh->normals);
        normalize(mesh->normals, mesh->vertex_count);
    }
    if (mesh->tangents) bp_gltf_sanitized_floats(document, &plan->tangents, (float *)mesh->tangents);
    for (int i = 0; i < BP_MESH_UV_SETS; i++)
        if (mesh->uv[i]) bp_gltf_sanitized_floats(document, &plan->uv[i], (float *)mesh->uv[i]);
    return !mesh->colors || fill_colors(document, plan, mesh, error);
}

/* Bytes of one vertex with these attributes. */
static size_t vertex_bytes(unsigned attributes) {
    return 12 + (attributes & BP_MESH_NORMALS ? 12u : 0u) + (attributes & BP_MESH_TANGENTS ? 16u : 0u) +
           (attributes & BP_MESH_UV0 ? 8u : 0u) + (attributes & BP_MESH_UV1 ? 8u : 0u) +
           (attributes & BP_MESH_COLORS ? 4u : 0u);
}

static bp_mesh *create_mesh(bp_gltf_document *document, const bp_gltf_value *primitive,
                            const primitive_plan *plan, const bp_gltf_triangles *triangles, const char *name,
                            bp_error *error) {
    unsigned attributes = (plan->has_normals ? BP_MESH_NORMALS : 0u) |
                          (plan->has_tangents ? BP_MESH_TANGENTS : 0u) |
                          (plan->has_uv[0] ? BP_MESH_UV0 : 0u) | (plan->has_uv[1] ? BP_MESH_UV1 : 0u) |
                          (plan->has_colors ? BP_MESH_COLORS : 0u);
    bp_mesh_options options = {.name = name, .attributes = attributes};
    options.vertex_count = plan->has_positions ? plan->positions.count : 0;
    options.index_count = triangles->corner_count;
    if (!bp_gltf_charge(document, primitive, options.vertex_count, vertex_bytes(attributes), error))
        return NULL;
    return bp_mesh_create(&document->allocator, &options, error);
}

static bool read_material(bp_gltf_document *document, const bp_gltf_value *primitive, bp_mesh *mesh,
                          bp_error *error) {
    int material;
    if (!bp_gltf_reference(document, primitive, "material", BP_GLTF_MATERIALS, &material, error))
        return false;
    for (size_t i = 0; i < mesh->submesh_count; i++) mesh->submeshes[i].material = material;
    return true;
}

static bool fill_all(bp_gltf_document *document, const bp_gltf_value *primitive, const primitive_plan *plan,
                     const bp_gltf_triangles *triangles, bp_mesh *mesh, bp_error *error) {
    return read_material(document, primitive, mesh, error) && fill_mesh(document, plan, mesh, error) &&
           bp_gltf_triangles_decode(document, primitive, triangles, mesh->indices, error) &&
           bp_gltf_read_influences(document, &plan->attributes, mesh, error) &&
           bp_gltf_read_morphs(document, primitive, mesh, error);
}

bp_mesh *bp_gltf_read_primitive(bp_gltf_document *document, const bp_gltf_value *primitive, const char *name,
                                bp_error *error) {
    primitive_plan plan = {.attributes = bp_gltf_member(primitive, "attributes")};
    bp_gltf_triangles triangles;
    if (!bp_gltf_require_object(&plan.attributes, error) || !open_attributes(document, &plan, error))
        return NULL;
    note_ignored(document, &plan);
    if (!plan.has_positions) {
        bp_gltf_add_note(document, &plan.attributes, "has no POSITION, so the primitive has no vertices");
        bp_gltf_triangles none = {0};
        return create_mesh(document, primitive, &plan, &none, name, error);
    }
    if (!bp_gltf_triangles_open(document, primitive, plan.positions.count, &triangles, error)) return NULL;
    bp_mesh *mesh = create_mesh(document, primitive, &plan, &triangles, name, error);
    if (mesh && !fill_all(document, primitive, &plan, &triangles, mesh, error)) {
        bp_mesh_destroy(mesh);
        return NULL;
    }
    return mesh;
}
