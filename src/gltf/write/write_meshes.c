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
static void check_length(bp_gltf_writer *writer, size_t mesh, const char *field, size_t vertex,
                         const float *v) {
    double square = (double)v[0] * (double)v[0] + (double)v[1] * (double)v[1] + (double)v[2] * (double)v[2];
    if (!(square > 0.99 && square < 1.01))
        bp_gltf_fail_model(writer, "meshes", mesh, field,
                           "of vertex %zu have the squared length %g; normalize them", vertex, square);
}

static void check_directions(bp_gltf_writer *writer, const mesh_plan *plan) {
    const bp_mesh *mesh = plan->mesh;
    if (mesh->tangents && !mesh->normals)
        bp_gltf_fail_model(writer, "meshes", plan->index, "tangents",
                           "need normals in glTF; bp_mesh_make_normals makes some");
    for (size_t i = 0; mesh->normals && i < mesh->vertex_count; i++)
        check_length(writer, plan->index, "normals", i, &mesh->normals[i].x);
    for (size_t i = 0; mesh->tangents && i < mesh->vertex_count; i++) {
        const bp_vec4 *t = &mesh->tangents[i];
        check_length(writer, plan->index, "tangents", i, &t->x);
        if (t->w != 1.0f && t->w != -1.0f)
            bp_gltf_fail_model(writer, "meshes", plan->index, "tangents",
                               "of vertex %zu have the w %g; it must be 1 or -1", i, (double)t->w);
    }
}

/* A texture needs the set of coordinates that it uses. */
static void check_coordinates(bp_gltf_writer *writer, const mesh_plan *plan) {
    const bp_mesh *mesh = plan->mesh;
    if (mesh->uv[1] && !mesh->uv[0])
        bp_gltf_fail_model(writer, "meshes", plan->index, "uv[1]", "needs uv[0] in glTF");
    for (size_t i = 0; i < mesh->submesh_count; i++) {
        int material = mesh->submeshes[i].material;
        for (int k = 0; k < BP_GLTF_MATERIAL_TEXTURES && material >= 0; k++) {
            const bp_texture_info *use = bp_gltf_material_texture(writer, (size_t)material, k);
            if (use && !(use->uv_set >= 0 && use->uv_set < BP_MESH_UV_SETS && mesh->uv[use->uv_set]))
                bp_gltf_fail_model(writer, "meshes", plan->index, "uv",
                                   "lacks set %d, which a texture of materials[%d] uses", use->uv_set,
                                   material);
        }
    }
}

/* ---- attributes ---------------------------------------------------------------------------------*/

static void write_floats(bp_gltf_writer *writer, const mesh_plan *plan, const char *key, const char *field,
                         const void *values, bp_gltf_type type, bool bounds) {
    if (!values) return;
    char path[64];
    snprintf(path, sizeof path, "meshes[%zu].%s", plan->index, field);
    const bp_gltf_numbers numbers = {.bytes = values,
                                     .count = plan->mesh->vertex_count,
                                     .type = type,
                                     .component = BP_GLTF_FLOAT,
                                     .bounds = bounds,
                                     .target = BP_GLTF_VERTICES};
    bp_gltf_write_accessor(writer, key, path, &numbers);
}

/* Vertex colours are linear in glTF. Floats preserve the sRGB bytes exactly. */
static void write_colors(bp_gltf_writer *writer, const mesh_plan *plan) {
    const bp_mesh *mesh = plan->mesh;
    if (!mesh->colors) return;
    bp_color_tables *tables = bp_gltf_writer_alloc(writer, 1, sizeof *tables);
    bp_vec4 *colors = tables ? bp_gltf_writer_alloc(writer, mesh->vertex_count, sizeof *colors) : NULL;
    if (colors) bp_color_tables_fill(tables);
    for (size_t i = 0; colors && i < mesh->vertex_count; i++) {
        bp_rgba8 c = mesh->colors[i];
        colors[i] =
            bp_vec4_make(tables->linear[c.r], tables->linear[c.g], tables->linear[c.b], (float)c.a / 255.0f);
    }
    write_floats(writer, plan, "COLOR_0", "colors", colors, BP_GLTF_VEC4, false);
    bp_free(&writer->allocator, tables);
    bp_free(&writer->allocator, colors);
}

static void write_attributes(bp_gltf_writer *writer, const mesh_plan *plan) {
    const bp_mesh *mesh = plan->mesh;
    write_floats(writer, plan, "POSITION", "positions", mesh->positions, BP_GLTF_VEC3, true);
    write_floats(writer, plan, "NORMAL", "normals", mesh->normals, BP_GLTF_VEC3, false);
    write_floats(writer, plan, "TANGENT", "tangents", mesh->tangents, BP_GLTF_VEC4, false);
    write_floats(writer, plan, "TEXCOORD_0", "uv[0]", mesh->uv[0], BP_GLTF_VEC2, false);
    write_floats(writer, plan, "TEXCOORD_1", "uv[1]", mesh->uv[1], BP_GLTF_VEC2, false);
    write_colors(writer, plan);
    if (plan->skinned && mesh->influences > 0) bp_gltf_write_influences(writer, plan->index);
}

/* A target without positions has zeros. */
static void write_morphs(bp_gltf_writer *writer, const mesh_plan *plan) {
    const bp_mesh *mesh = plan->mesh;
    if (mesh->morph_count == 0) return;
    bp_vec3 *zeros = bp_gltf_writer_alloc(writer, mesh->vertex_count, sizeof *zeros);
    bp_json_open_array(&writer->json, "targets");
    for (size_t i = 0; i < mesh->morph_count; i++) {
        const bp_morph *morph = &mesh->morphs[i];
        bp_json_begin_object(&writer->json);
        write_floats(writer, plan, "POSITION", "morphs", morph->positions ? morph->positions : zeros,
                     BP_GLTF_VEC3, true);
        if (mesh->normals)
            write_floats(writer, plan, "NORMAL", "morphs", morph->normals, BP_GLTF_VEC3, false);
        if (mesh->tangents)
            write_floats(writer, plan, "TANGENT", "morphs", morph->tangents, BP_GLTF_VEC3, false);
        bp_json_end_object(&writer->json);
    }
    bp_json_end_array(&writer->json);
    bp_free(&writer->allocator, zeros);
}

/* ---- primitives ---------------------------------------------------------------------------------*/

static void write_indices(bp_gltf_writer *writer, const mesh_plan *plan, const uint32_t *indices,
                          size_t count) {
    bp_gltf_numbers numbers = {.bytes = indices,
                               .count = count,
                               .type = BP_GLTF_SCALAR,
                               .component = BP_GLTF_UNSIGNED_INT,
                               .target = BP_GLTF_INDICES};
    uint16_t *small = NULL;
    if (plan->mesh->vertex_count <= UINT16_MAX) { /* glTF reserves index 65535 (primitive restart) */
        if (!(small = bp_gltf_writer_alloc(writer, count, sizeof *small))) return;
        for (size_t i = 0; i < count; i++) small[i] = (uint16_t)indices[i];
        numbers.bytes = small;
        numbers.component = BP_GLTF_UNSIGNED_SHORT;
    }
    bp_gltf_write_accessor(writer, "indices", "indices", &numbers);
    bp_free(&writer->allocator, small);
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
static void write_lines(bp_gltf_writer *writer, const mesh_plan *plan) {
    const bp_mesh *mesh = plan->mesh;
    bp_json_set_integer(&writer->json, "mode", mesh->line_ends == 2 ? 1 : 0);
    if (mesh->line_count > 0 && !in_order(mesh)) write_indices(writer, plan, mesh->lines, mesh->line_count);
}

static void write_primitive(bp_gltf_writer *writer, const mesh_plan *plan, const bp_submesh *submesh) {
    bp_json_writer *json = &writer->json;
    bp_json_begin_object(json);
    bp_json_open_object(json, "attributes");
    write_attributes(writer, plan);
    bp_json_end_object(json);
    if (submesh->count > 0)
        write_indices(writer, plan, plan->mesh->indices + submesh->first, submesh->count);
    else
        write_lines(writer, plan);
    if (submesh->material >= 0) bp_json_set_integer(json, "material", submesh->material);
    write_morphs(writer, plan);
    bp_json_end_object(json);
}

static void write_primitives(bp_gltf_writer *writer, const mesh_plan *plan) {
    const bp_mesh *mesh = plan->mesh;
    bp_submesh rest = {.material = bp_mesh_material(mesh)};
    size_t written = 0;
    check_directions(writer, plan);
    check_coordinates(writer, plan);
    for (size_t i = 0; i < mesh->submesh_count; i++) {
        if (mesh->submeshes[i].count == 0) continue;
        write_primitive(writer, plan, &mesh->submeshes[i]);
        written++;
    }
    if (written == 0) write_primitive(writer, plan, &rest);
}

/* ---- meshes -------------------------------------------------------------------------------------*/

static void check_morphs(bp_gltf_writer *writer, const bp_gltf_file_mesh *file_mesh) {
    const bp_mesh *first = writer->model->meshes[file_mesh->primitives[0]];
    for (size_t i = 0; i < file_mesh->count; i++) {
        const bp_mesh *mesh = writer->model->meshes[file_mesh->primitives[i]];
        bool same = mesh->morph_count == first->morph_count;
        for (size_t j = 0; same && j < mesh->morph_count; j++) {
            if (!bp_is_finite(mesh->morphs[j].weight))
                bp_gltf_fail_model(writer, "meshes", (size_t)file_mesh->primitives[i], "morphs",
                                   "the weight of target %zu is NaN or infinite", j);
            same = mesh->morphs[j].weight == first->morphs[j].weight;
        }
        if (!same)
            bp_gltf_fail_model(writer, "meshes", (size_t)file_mesh->primitives[i], "morphs",
                               "differ in number or weights from those of meshes[%d] at the same node; in "
                               "glTF both belong to one mesh",
                               file_mesh->primitives[0]);
    }
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

static void write_mesh(bp_gltf_writer *writer, const bp_gltf_file_mesh *file_mesh) {
    bp_json_writer *json = &writer->json;
    const bp_mesh *first = writer->model->meshes[file_mesh->primitives[0]];
    check_morphs(writer, file_mesh);
    bp_json_begin_object(json);
    bp_gltf_json_name(json, first->name);
    bp_json_open_array(json, "primitives");
    for (size_t i = 0; i < file_mesh->count; i++) {
        mesh_plan plan = {.index = (size_t)file_mesh->primitives[i], .skinned = file_mesh->skinned};
        plan.mesh = writer->model->meshes[plan.index];
        write_primitives(writer, &plan);
    }
    bp_json_end_array(json);
    write_morph_defaults(json, first);
    bp_json_end_object(json);
}

void bp_gltf_write_meshes(bp_gltf_writer *writer) {
    const bp_gltf_plan *plan = &writer->plan;
    if (plan->mesh_count == 0) return;
    bp_json_open_array(&writer->json, "meshes");
    for (size_t i = 0; i < plan->mesh_count; i++) {
        if (i > 0 && plan->meshes[i].index == plan->meshes[i - 1].index) continue;
        write_mesh(writer, &plan->meshes[i]);
    }
    bp_json_end_array(&writer->json);
}
