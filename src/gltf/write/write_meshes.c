/* Meshes: attributes as unchanged floats, indices in 16 bits if they fit. A mesh of several submeshes becomes
 * several primitives, each with all of its vertices. */
#include "gltf/write/writer.h"
#include "io/json.h"
#include "mesh/editing.h"
#include "raster/color.h"
#include <stdio.h>

/* One mesh of the model while it is being written. */
typedef struct mesh_plan {
    size_t index;
    const bp_mesh *mesh;
    bool skinned;
} mesh_plan;

/* ---- checks -------------------------------------------------------------------------------------*/

/* glTF requires directions of length 1; the tolerance is a little wider than that of Khronos' validator. */
static bool check_length(size_t mesh, const char *field, size_t vertex, float x, float y, float z,
                         bp_error *error) {
    double square = (double)x * (double)x + (double)y * (double)y + (double)z * (double)z;
    if (square > 0.99 && square < 1.01) return true;
    return bp_gltf_fail_model(error, "meshes", mesh, field,
                              "of vertex %zu have the squared length %g; normalize them", vertex, square);
}

static bool check_directions(const mesh_plan *plan, bp_error *error) {
    const bp_mesh *mesh = plan->mesh;
    if (mesh->tangents && !mesh->normals)
        return bp_gltf_fail_model(error, "meshes", plan->index, "tangents",
                                  "need normals in glTF; bp_mesh_make_normals makes some");
    for (size_t i = 0; mesh->normals && i < mesh->vertex_count; i++) {
        const bp_vec3 *n = &mesh->normals[i];
        if (!check_length(plan->index, "normals", i, n->x, n->y, n->z, error)) return false;
    }
    for (size_t i = 0; mesh->tangents && i < mesh->vertex_count; i++) {
        const bp_vec4 *t = &mesh->tangents[i];
        if (!check_length(plan->index, "tangents", i, t->x, t->y, t->z, error)) return false;
        if (t->w != 1.0f && t->w != -1.0f)
            return bp_gltf_fail_model(error, "meshes", plan->index, "tangents",
                                      "of vertex %zu have the w %g; it must be 1 or -1", i, (double)t->w);
    }
    return true;
}

/* A texture needs the set of coordinates that it uses. */
static bool check_coordinates(const bp_gltf_writer *writer, const mesh_plan *plan, bp_error *error) {
    const bp_mesh *mesh = plan->mesh;
    if (mesh->uv[1] && !mesh->uv[0])
        return bp_gltf_fail_model(error, "meshes", plan->index, "uv[1]", "needs uv[0] in glTF");
    for (size_t i = 0; i < mesh->submesh_count; i++) {
        int material = mesh->submeshes[i].material;
        for (int k = 0; k < BP_GLTF_MATERIAL_TEXTURES && material >= 0; k++) {
            const bp_texture_info *use = bp_gltf_material_texture(writer, (size_t)material, k);
            if (!use || (use->uv_set >= 0 && use->uv_set < BP_MESH_UV_SETS && mesh->uv[use->uv_set]))
                continue;
            return bp_gltf_fail_model(error, "meshes", plan->index, "uv",
                                      "lacks set %d, which a texture of materials[%d] uses", use->uv_set,
                                      material);
        }
    }
    return true;
}

/* ---- attributes ---------------------------------------------------------------------------------*/

static bool write_floats(bp_gltf_writer *writer, const mesh_plan *plan, const char *key, const char *field,
                         const void *values, size_t width, bool bounds, bp_error *error) {
    if (!values) return true;
    char path[64];
    snprintf(path, sizeof path, "meshes[%zu].%s", plan->index, field);
    bp_gltf_accessor_data data = {.field = path,
                                  .values = values,
                                  .count = plan->mesh->vertex_count,
                                  .width = width,
                                  .component = BP_GLTF_AS_FLOAT,
                                  .target = BP_GLTF_VERTICES,
                                  .bounds = bounds};
    return bp_gltf_write_accessor(writer, key, &data, error);
}

/* Vertex colours are linear in glTF. Floats preserve the sRGB bytes exactly. */
static bool write_colors(bp_gltf_writer *writer, const mesh_plan *plan, bp_error *error) {
    const bp_mesh *mesh = plan->mesh;
    if (!mesh->colors) return true;
    bp_color_tables *tables = bp_alloc(&writer->allocator, 1, sizeof *tables, error);
    bp_vec4 *colors = tables ? bp_alloc(&writer->allocator, mesh->vertex_count, sizeof *colors, error) : NULL;
    if (colors) bp_color_tables_fill(tables);
    for (size_t i = 0; colors && i < mesh->vertex_count; i++) {
        bp_rgba8 c = mesh->colors[i];
        colors[i] =
            bp_vec4_make(tables->linear[c.r], tables->linear[c.g], tables->linear[c.b], (float)c.a / 255.0f);
    }
    bool ok = colors && write_floats(writer, plan, "COLOR_0", "colors", colors, 4, false, error);
    bp_free(&writer->allocator, tables);
    bp_free(&writer->allocator, colors);
    return ok;
}

static bool write_attributes(bp_gltf_writer *writer, const mesh_plan *plan, bp_error *error) {
    const bp_mesh *mesh = plan->mesh;
    return write_floats(writer, plan, "POSITION", "positions", mesh->positions, 3, true, error) &&
           write_floats(writer, plan, "NORMAL", "normals", mesh->normals, 3, false, error) &&
           write_floats(writer, plan, "TANGENT", "tangents", mesh->tangents, 4, false, error) &&
           write_floats(writer, plan, "TEXCOORD_0", "uv[0]", mesh->uv[0], 2, false, error) &&
           write_floats(writer, plan, "TEXCOORD_1", "uv[1]", mesh->uv[1], 2, false, error) &&
           write_colors(writer, plan, error) &&
           (!plan->skinned || mesh->influences == 0 || bp_gltf_write_influences(writer, plan->index, error));
}

static bool write_morph_positions(bp_gltf_writer *writer, const mesh_plan *plan, const bp_morph *morph,
                                  bp_error *error) {
    if (morph->positions)
        return write_floats(writer, plan, "POSITION", "morphs", morph->positions, 3, true, error);
    bp_vec3 *zeros = bp_alloc(&writer->allocator, plan->mesh->vertex_count, sizeof *zeros, error);
    bool ok = zeros && write_floats(writer, plan, "POSITION", "morphs", zeros, 3, true, error);
    bp_free(&writer->allocator, zeros);
    return ok;
}

static bool write_morphs(bp_gltf_writer *writer, const mesh_plan *plan, bp_error *error) {
    const bp_mesh *mesh = plan->mesh;
    if (mesh->morph_count == 0) return true;
    bp_json_open_array(&writer->json, "targets");
    for (size_t i = 0; i < mesh->morph_count; i++) {
        const bp_morph *morph = &mesh->morphs[i];
        bp_json_begin_object(&writer->json);
        if (!write_morph_positions(writer, plan, morph, error) ||
            !write_floats(writer, plan, "NORMAL", "morphs", mesh->normals ? morph->normals : NULL, 3, false,
                          error) ||
            !write_floats(writer, plan, "TANGENT", "morphs", mesh->tangents ? morph->tangents : NULL, 3,
                          false, error))
            return false;
        bp_json_end_object(&writer->json);
    }
    bp_json_end_array(&writer->json);
    return true;
}

/* ---- primitives ---------------------------------------------------------------------------------*/

static bool write_indices(bp_gltf_writer *writer, const mesh_plan *plan, const uint32_t *indices,
                          size_t count, bp_error *error) {
    const bp_mesh *mesh = plan->mesh;
    bp_gltf_accessor_data data = {.field = "indices", .values = indices, .count = count, .width = 1};
    data.target = BP_GLTF_INDICES;
    data.component = BP_GLTF_AS_U32;
    /* glTF reserves index 65535 (primitive restart). */
    if (mesh->vertex_count > UINT16_MAX) return bp_gltf_write_accessor(writer, "indices", &data, error);
    uint16_t *small = bp_alloc(&writer->allocator, count, sizeof *small, error);
    if (!small) return false;
    for (size_t i = 0; i < count; i++) small[i] = (uint16_t)indices[i];
    data.values = small;
    data.component = BP_GLTF_AS_U16;
    bool ok = bp_gltf_write_accessor(writer, "indices", &data, error);
    bp_free(&writer->allocator, small);
    return ok;
}

/* Points in the order of the vertices need no indices. */
static bool in_order(const bp_mesh *mesh) {
    if (mesh->line_ends != 1 || mesh->line_count != mesh->vertex_count) return false;
    for (size_t i = 0; i < mesh->line_count; i++)
        if (mesh->lines[i] != i) return false;
    return true;
}

/* Points and lines. Other vertices without triangles are written as points, since joints can still move
 * them. */
static bool write_lines(bp_gltf_writer *writer, const mesh_plan *plan, bp_error *error) {
    const bp_mesh *mesh = plan->mesh;
    bp_json_set_integer(&writer->json, "mode", mesh->line_ends == 2 ? 1 : 0);
    return mesh->line_count == 0 || in_order(mesh) ||
           write_indices(writer, plan, mesh->lines, mesh->line_count, error);
}

static bool write_primitive(bp_gltf_writer *writer, const mesh_plan *plan, const bp_submesh *submesh,
                            bp_error *error) {
    bp_json_writer *json = &writer->json;
    bp_json_begin_object(json);
    bp_json_open_object(json, "attributes");
    if (!write_attributes(writer, plan, error)) return false;
    bp_json_end_object(json);
    if (!(submesh->count > 0
              ? write_indices(writer, plan, plan->mesh->indices + submesh->first, submesh->count, error)
              : write_lines(writer, plan, error)))
        return false;
    if (submesh->material >= 0) bp_json_set_integer(json, "material", submesh->material);
    if (!write_morphs(writer, plan, error)) return false;
    bp_json_end_object(json);
    return true;
}

static bool write_primitives(bp_gltf_writer *writer, const mesh_plan *plan, bp_error *error) {
    const bp_mesh *mesh = plan->mesh;
    size_t written = 0;
    if (!check_directions(plan, error) || !check_coordinates(writer, plan, error)) return false;
    for (size_t i = 0; i < mesh->submesh_count; i++) {
        if (mesh->submeshes[i].count == 0) continue;
        if (!write_primitive(writer, plan, &mesh->submeshes[i], error)) return false;
        written++;
    }
    bp_submesh rest = {.material = bp_mesh_material(mesh)};
    return written > 0 || write_primitive(writer, plan, &rest, error);
}

/* ---- meshes -------------------------------------------------------------------------------------*/

static bool check_morphs(const bp_gltf_writer *writer, const bp_gltf_file_mesh *file_mesh, bp_error *error) {
    const bp_mesh *first = writer->model->meshes[file_mesh->primitives[0]];
    for (size_t i = 0; i < file_mesh->count; i++) {
        const bp_mesh *mesh = writer->model->meshes[file_mesh->primitives[i]];
        bool same = mesh->morph_count == first->morph_count;
        for (size_t j = 0; same && j < mesh->morph_count; j++) {
            if (!bp_is_finite(mesh->morphs[j].weight))
                return bp_gltf_fail_model(error, "meshes", (size_t)file_mesh->primitives[i], "morphs",
                                          "the weight of target %zu is NaN or infinite", j);
            same = mesh->morphs[j].weight == first->morphs[j].weight;
        }
        if (!same)
            return bp_gltf_fail_model(
                error, "meshes", (size_t)file_mesh->primitives[i], "morphs",
                "differ in number or weights from those of meshes[%d] at the same node; in glTF "
                "both belong to one mesh",
                file_mesh->primitives[0]);
    }
    return true;
}

/* Weights, and names if any target has one, in extras.targetNames, where other programs look for them. */
static void write_morph_defaults(bp_json_writer *json, const bp_mesh *mesh) {
    bool named = false;
    if (mesh->morph_count == 0) return;
    bp_json_open_row(json, "weights");
    for (size_t i = 0; i < mesh->morph_count; i++) {
        bp_json_put_number(json, (double)mesh->morphs[i].weight);
        named = named || (mesh->morphs[i].name && mesh->morphs[i].name[0]);
    }
    bp_json_end_array(json);
    if (!named) return;
    bp_json_open_object(json, "extras");
    bp_json_open_row(json, "targetNames");
    for (size_t i = 0; i < mesh->morph_count; i++)
        bp_json_put_text(json, mesh->morphs[i].name ? mesh->morphs[i].name : "");
    bp_json_end_array(json);
    bp_json_end_object(json);
}

static bool write_mesh(bp_gltf_writer *writer, const bp_gltf_file_mesh *file_mesh, bp_error *error) {
    bp_json_writer *json = &writer->json;
    const bp_mesh *first = writer->model->meshes[file_mesh->primitives[0]];
    if (!check_morphs(writer, file_mesh, error)) return false;
    bp_json_begin_object(json);
    bp_gltf_json_name(json, first->name);
    bp_json_open_array(json, "primitives");
    for (size_t i = 0; i < file_mesh->count; i++) {
        mesh_plan plan = {.index = (size_t)file_mesh->primitives[i], .skinned = file_mesh->skinned};
        plan.mesh = writer->model->meshes[plan.index];
        if (!write_primitives(writer, &plan, error)) return false;
    }
    bp_json_end_array(json);
    write_morph_defaults(json, first);
    bp_json_end_object(json);
    return true;
}

bool bp_gltf_write_meshes(bp_gltf_writer *writer, bp_error *error) {
    const bp_gltf_plan *plan = &writer->plan;
    if (plan->mesh_count == 0) return true;
    bp_json_open_array(&writer->json, "meshes");
    for (size_t i = 0; i < plan->mesh_count; i++) {
        if (i > 0 && plan->meshes[i].index == plan->meshes[i - 1].index) continue;
        if (!write_mesh(writer, &plan->meshes[i], error)) return false;
    }
    bp_json_end_array(&writer->json);
    return true;
}
