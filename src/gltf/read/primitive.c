/* A primitive becomes a mesh: its vertices in the file's order, attribute by attribute. */
#include "gltf/read/reader.h"
#include "gltf/triangles.h"
#include "raster/color.h"
#include <stdio.h>
#include <string.h>

/* The attributes that are read, before there is a mesh. */
typedef struct primitive_plan {
    bp_gltf_value attributes;
    bp_gltf_accessor positions, normals, tangents, uv[BP_MESH_UV_SETS], colors;
    bool has_positions, has_normals, has_tangents, has_uv[BP_MESH_UV_SETS], has_colors;
} primitive_plan;

/* ---- floats -------------------------------------------------------------------------------------*/

bool bp_gltf_finite_floats(bp_gltf_document *document, const bp_gltf_accessor *accessor, float *out,
                           bp_error *error) {
    bp_gltf_accessor_floats(accessor, out);
    for (size_t i = 0; i < accessor->count * accessor->width; i++) {
        if (bp_is_finite(out[i])) continue;
        bp_gltf_value place = bp_gltf_element(document, BP_GLTF_ACCESSORS, accessor->index);
        return bp_gltf_fail(&place, error,
                             "number %zu of element %zu is NaN or infinite; mend it where the file was made",
                             i % accessor->width, i / accessor->width);
    }
    return true;
}

void bp_gltf_sanitized_floats(bp_gltf_document *document, const bp_gltf_accessor *accessor, float *out) {
    size_t wild = 0;
    bp_gltf_accessor_floats(accessor, out);
    for (size_t i = 0; i < accessor->count * accessor->width; i++) {
        if (bp_is_finite(out[i])) continue;
        out[i] = 0.0f;
        wild++;
    }
    bp_gltf_value place = bp_gltf_element(document, BP_GLTF_ACCESSORS, accessor->index);
    if (wild) bp_gltf_add_note(document, &place, "%zu numbers are NaN or infinite; 0 is used", wild);
}

/* ---- attributes ---------------------------------------------------------------------------------*/

/* One attribute: of the right type, and with as many elements as there are positions. */
static bool open_attribute(bp_gltf_document *document, primitive_plan *plan, const char *key, unsigned shapes,
                           bp_gltf_accessor *out, bool *given, bp_error *error) {
    if (!bp_gltf_accessor_at(document, &plan->attributes, key, shapes, out, given, error)) return false;
    if (!*given || !plan->has_positions || out->count == plan->positions.count) return true;
    bp_gltf_value place = bp_gltf_member(&plan->attributes, key);
    return bp_gltf_fail(&place, error, "has %zu elements, POSITION has %zu; each vertex needs one of each",
                         out->count, plan->positions.count);
}

static bool open_attributes(bp_gltf_document *document, primitive_plan *plan, bp_error *error) {
    if (!open_attribute(document, plan, "POSITION", BP_GLTF_VEC3, &plan->positions, &plan->has_positions,
                        error) ||
        !open_attribute(document, plan, "NORMAL", BP_GLTF_VEC3, &plan->normals, &plan->has_normals, error) ||
        !open_attribute(document, plan, "TANGENT", BP_GLTF_VEC4, &plan->tangents, &plan->has_tangents,
                        error) ||
        !open_attribute(document, plan, "COLOR_0", BP_GLTF_VEC3 | BP_GLTF_VEC4, &plan->colors,
                        &plan->has_colors, error))
        return false;
    for (int i = 0; i < BP_MESH_UV_SETS; i++) {
        char key[24];
        snprintf(key, sizeof key, "TEXCOORD_%d", i);
        if (!open_attribute(document, plan, key, BP_GLTF_VEC2, &plan->uv[i], &plan->has_uv[i], error))
            return false;
    }
    return true;
}

static void note_unread(bp_gltf_document *document, const primitive_plan *plan) {
    static const char *const others[] = {"TEXCOORD_2", "TEXCOORD_3", "COLOR_1"};
    for (size_t i = 0; i < BP_COUNT(others); i++) {
        bp_gltf_value value = bp_gltf_member(&plan->attributes, others[i]);
        if (value.json) bp_gltf_add_note(document, &value, "is not read");
    }
}

/* ---- filling the mesh ---------------------------------------------------------------------------*/

static bool fill_colors(bp_gltf_document *document, const primitive_plan *plan, bp_mesh *mesh,
                        bp_error *error) {
    const bp_gltf_accessor *accessor = &plan->colors;
    size_t width = accessor->width;
    bp_gltf_value place = bp_gltf_member(&plan->attributes, "COLOR_0");
    if (!bp_gltf_charge(document, &place, accessor->count * width, sizeof(float), error)) return false;
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
        !bp_gltf_finite_floats(document, &plan->positions, (float *)mesh->positions, error))
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

/* What a vertex of this plan takes. */
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

static bool fill_rest(bp_gltf_reader *reader, const bp_gltf_value *primitive, const primitive_plan *plan,
                      const bp_gltf_triangles *triangles, bp_mesh *mesh, bp_error *error) {
    bp_gltf_document *document = &reader->document;
    return read_material(document, primitive, mesh, error) && fill_mesh(document, plan, mesh, error) &&
           bp_gltf_triangles_fill(document, primitive, triangles, mesh, error) &&
           bp_gltf_read_influences(reader, &plan->attributes, mesh, error) &&
           bp_gltf_read_morphs(reader, primitive, mesh, error);
}

bp_mesh *bp_gltf_read_primitive(bp_gltf_reader *reader, const bp_gltf_value *primitive, const char *name,
                                bp_error *error) {
    bp_gltf_document *document = &reader->document;
    primitive_plan plan = {.attributes = bp_gltf_member(primitive, "attributes")};
    bp_gltf_triangles triangles;
    if (!bp_gltf_require_object(&plan.attributes, error) || !open_attributes(document, &plan, error)) return NULL;
    note_unread(document, &plan);
    if (!plan.has_positions) {
        bp_gltf_add_note(document, &plan.attributes, "has no POSITION, so there is nothing to move or draw");
        plan = (primitive_plan){.attributes = plan.attributes};
        bp_gltf_triangles none = {0};
        return create_mesh(document, primitive, &plan, &none, name, error);
    }
    if (!bp_gltf_triangles_open(document, primitive, plan.positions.count, &triangles, error)) return NULL;
    bp_mesh *mesh = create_mesh(document, primitive, &plan, &triangles, name, error);
    if (mesh && !fill_rest(reader, primitive, &plan, &triangles, mesh, error)) {
        bp_mesh_destroy(mesh);
        return NULL;
    }
    return mesh;
}
