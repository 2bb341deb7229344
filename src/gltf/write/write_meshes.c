/* Meshes: attributes as unchanged floats, indices in 16 bits if they fit. A mesh of several submeshes becomes
 * several primitives, each with all of its vertices. */
#include "gltf/write/writer.h"
#include "mesh/editing.h"
#include "raster/color.h"

/* Skins: the joints' nodes, and the unchanged inverse binds of their bones. Also the joints and weights of
 * vertices, in sets of four. glTF requires weights that are finite, not negative and sum to 1, each joint at
 * most once a vertex, and joint 0 for a weight of 0. The writer refuses weights that break the first three
 * rules (bp_mesh_normalize_weights repairs them), and enforces the last two, which move no vertex. */

static void check_joints(bp_gltf_writer *writer, size_t index) {
    const bp_model_skin *skin = &writer->model->skins[index];
    if (skin->joint_count == 0)
        bp_gltf_fail_model(writer, "skins", index, "joint_count", "is 0; a skin needs at least one joint");
    int *seen = bp_gltf_writer_alloc(writer, writer->model->node_count, sizeof *seen);
    for (size_t i = 0; seen && i < skin->joint_count; i++) {
        int *first = &seen[skin->nodes[i]];
        if (*first)
            bp_gltf_fail_model(writer, "skins", index, "nodes", "lists nodes[%d] as joints %d and %zu",
                               skin->nodes[i], *first - 1, i);
        *first = (int)i + 1;
    }
}

static void write_inverse_binds(bp_gltf_writer *writer, size_t index) {
    const bp_model_skin *skin = &writer->model->skins[index];
    const bp_skeleton *skeleton = writer->model->skeletons[skin->skeleton];
    bp_mat4 *matrices = bp_gltf_writer_alloc(writer, skin->joint_count, sizeof *matrices);
    if (!matrices) return;
    for (size_t i = 0; i < skin->joint_count; i++) {
        matrices[i] = bp_bone_absolute_inverse_bind(bp_skeleton_bone_by_id(skeleton, (size_t)skin->bones[i]));
        matrices[i].m[3] = matrices[i].m[7] = matrices[i].m[11] = 0.0f;
        matrices[i].m[15] = 1.0f;
    }
    const bp_gltf_numbers numbers = bp_gltf_float_numbers(matrices, skin->joint_count, BP_GLTF_MAT4);
    bp_gltf_write_accessor(writer, "inverseBindMatrices", bp_format("skins[%zu]: inverse binds", index).text,
                           &numbers);
}

void bp_gltf_write_skins(bp_gltf_writer *writer) {
    const bp_model *model = writer->model;
    bp_json_writer *json = &writer->json;
    if (model->skin_count == 0) return;
    bp_json_write(json, "skins: [");
    for (size_t i = 0; i < model->skin_count; i++) {
        const bp_model_skin *skin = &model->skins[i];
        check_joints(writer, i);
        bp_json_write(json, "{");
        bp_gltf_json_name(json, skin->name);
        bp_json_write(json, "joints: (");
        for (size_t j = 0; j < skin->joint_count; j++) bp_json_write(json, "%d", skin->nodes[j]);
        bp_json_write(json, ")");
        write_inverse_binds(writer, i);
        bp_json_write(json, "}");
    }
    bp_json_write(json, "]");
}

enum { SET_SIZE = 4 };

/* One vertex's influences that have weight, each joint once. */
typedef struct vertex_influences {
    uint16_t joints[BP_MESH_MAX_INFLUENCES];
    float weights[BP_MESH_MAX_INFLUENCES];
} vertex_influences;

static bool gather(bp_gltf_writer *writer, size_t mesh_index, size_t vertex, vertex_influences *out) {
    const bp_mesh *mesh = writer->model->meshes[mesh_index];
    size_t width = (size_t)mesh->influences, kept = 0;
    double sum = 0;
    *out = (vertex_influences){0};
    for (size_t i = vertex * width; i < (vertex + 1) * width; i++) {
        float weight = mesh->weights[i];
        size_t slot = 0;
        if (!(weight >= 0.0f && bp_is_finite(weight)))
            return bp_gltf_fail_model(writer, "meshes", mesh_index, "weights",
                                      "vertex %zu has the weight %g; bp_mesh_normalize_weights repairs that",
                                      vertex, (double)weight);
        if (weight == 0.0f) continue;
        while (slot < kept && out->joints[slot] != mesh->joints[i]) slot++;
        kept += slot == kept;
        out->joints[slot] = mesh->joints[i];
        out->weights[slot] += weight;
        sum += (double)weight;
    }
    double off = sum > 1.0 ? sum - 1.0 : 1.0 - sum;
    if (off <= 2e-7 * (double)kept) return true;
    return bp_gltf_fail_model(writer, "meshes", mesh_index, "weights",
                              "of vertex %zu sum to %.9g, not 1; bp_mesh_normalize_weights repairs that",
                              vertex, sum);
}

typedef struct set_arrays {
    uint16_t *joints;
    uint8_t *bytes; /* the joints in 8 bits */
    float *weights;
} set_arrays;

static void write_set(bp_gltf_writer *writer, size_t mesh_index, size_t set, bool small,
                      const set_arrays *arrays) {
    const bp_mesh *mesh = writer->model->meshes[mesh_index];
    const bp_formatted field = bp_format("meshes[%zu].weights", mesh_index);
    for (size_t v = 0; v < mesh->vertex_count; v++) {
        vertex_influences one;
        if (!gather(writer, mesh_index, v, &one)) return;
        for (size_t i = 0; i < SET_SIZE; i++) {
            arrays->joints[v * SET_SIZE + i] = one.joints[set * SET_SIZE + i];
            arrays->bytes[v * SET_SIZE + i] = (uint8_t)one.joints[set * SET_SIZE + i];
            arrays->weights[v * SET_SIZE + i] = one.weights[set * SET_SIZE + i];
        }
    }
    bp_gltf_numbers numbers = {.count = mesh->vertex_count, .type = BP_GLTF_VEC4, .target = BP_GLTF_VERTICES};
    numbers.bytes = small ? (const void *)arrays->bytes : arrays->joints;
    numbers.component = small ? BP_GLTF_UNSIGNED_BYTE : BP_GLTF_UNSIGNED_SHORT;
    bp_gltf_write_accessor(writer, bp_format("JOINTS_%zu", set).text, field.text, &numbers);
    numbers.bytes = arrays->weights;
    numbers.component = BP_GLTF_FLOAT;
    bp_gltf_write_accessor(writer, bp_format("WEIGHTS_%zu", set).text, field.text, &numbers);
}

/* JOINTS_n and WEIGHTS_n of a mesh, inside the primitive's attributes. */
static void write_influences(bp_gltf_writer *writer, size_t mesh_index) {
    const bp_mesh *mesh = writer->model->meshes[mesh_index];
    size_t width = (size_t)mesh->influences, count = mesh->vertex_count * SET_SIZE;
    set_arrays arrays = {0};
    bool small = true;
    for (size_t i = 0; i < mesh->vertex_count * width; i++)
        small = small && (mesh->weights[i] == 0.0f || mesh->joints[i] < 256);
    bool ok = (arrays.joints = bp_gltf_writer_alloc(writer, count, sizeof *arrays.joints)) &&
              (arrays.bytes = bp_gltf_writer_alloc(writer, count, 1)) &&
              (arrays.weights = bp_gltf_writer_alloc(writer, count, sizeof *arrays.weights));
    for (size_t set = 0; ok && set * SET_SIZE < width; set++)
        write_set(writer, mesh_index, set, small, &arrays);
}

typedef struct mesh_plan {
    size_t index;
    const bp_mesh *mesh;
    bool skinned;
} mesh_plan;

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

static void write_floats(bp_gltf_writer *writer, const mesh_plan *plan, const char *key, const char *field,
                         const void *values, bp_gltf_type type, bool bounds) {
    bp_gltf_numbers numbers = bp_gltf_float_numbers(values, plan->mesh->vertex_count, type);
    numbers.bounds = bounds;
    numbers.target = BP_GLTF_VERTICES;
    if (values)
        bp_gltf_write_accessor(writer, key, bp_format("meshes[%zu].%s", plan->index, field).text, &numbers);
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
}

static void write_attributes(bp_gltf_writer *writer, const mesh_plan *plan) {
    const bp_mesh *mesh = plan->mesh;
    write_floats(writer, plan, "POSITION", "positions", mesh->positions, BP_GLTF_VEC3, true);
    write_floats(writer, plan, "NORMAL", "normals", mesh->normals, BP_GLTF_VEC3, false);
    write_floats(writer, plan, "TANGENT", "tangents", mesh->tangents, BP_GLTF_VEC4, false);
    write_floats(writer, plan, "TEXCOORD_0", "uv[0]", mesh->uv[0], BP_GLTF_VEC2, false);
    write_floats(writer, plan, "TEXCOORD_1", "uv[1]", mesh->uv[1], BP_GLTF_VEC2, false);
    write_colors(writer, plan);
    if (plan->skinned && mesh->influences > 0) write_influences(writer, plan->index);
}

/* A target without positions has zeros. */
static void write_morphs(bp_gltf_writer *writer, const mesh_plan *plan) {
    const bp_mesh *mesh = plan->mesh;
    if (mesh->morph_count == 0) return;
    bp_vec3 *zeros = bp_gltf_writer_alloc(writer, mesh->vertex_count, sizeof *zeros);
    bp_json_write(&writer->json, "targets: [");
    for (size_t i = 0; i < mesh->morph_count; i++) {
        const bp_morph *morph = &mesh->morphs[i];
        bp_json_write(&writer->json, "{");
        write_floats(writer, plan, "POSITION", "morphs", morph->positions ? morph->positions : zeros,
                     BP_GLTF_VEC3, true);
        if (mesh->normals)
            write_floats(writer, plan, "NORMAL", "morphs", morph->normals, BP_GLTF_VEC3, false);
        if (mesh->tangents)
            write_floats(writer, plan, "TANGENT", "morphs", morph->tangents, BP_GLTF_VEC3, false);
        bp_json_write(&writer->json, "}");
    }
    bp_json_write(&writer->json, "]");
}

static void write_indices(bp_gltf_writer *writer, const mesh_plan *plan, const uint32_t *indices,
                          size_t count) {
    bp_gltf_numbers numbers = {.bytes = indices,
                               .count = count,
                               .type = BP_GLTF_SCALAR,
                               .component = BP_GLTF_UNSIGNED_INT,
                               .target = BP_GLTF_INDICES};
    if (plan->mesh->vertex_count <= UINT16_MAX) { /* glTF reserves index 65535 (primitive restart) */
        uint16_t *small = bp_gltf_writer_alloc(writer, count, sizeof *small);
        if (!small) return;
        for (size_t i = 0; i < count; i++) small[i] = (uint16_t)indices[i];
        numbers.bytes = small;
        numbers.component = BP_GLTF_UNSIGNED_SHORT;
    }
    bp_gltf_write_accessor(writer, "indices", "indices", &numbers);
}

/* Points and lines. Other vertices without triangles are written as points, since joints can still move
 * them. Points in the order of the vertices need no indices. */
static void write_lines(bp_gltf_writer *writer, const mesh_plan *plan) {
    const bp_mesh *mesh = plan->mesh;
    bool in_order = mesh->line_ends == 1 && mesh->line_count == mesh->vertex_count;
    for (size_t i = 0; in_order && i < mesh->line_count; i++) in_order = mesh->lines[i] == i;
    bp_json_write(&writer->json, "mode: %d", mesh->line_ends == 2 ? 1 : 0);
    if (mesh->line_count > 0 && !in_order) write_indices(writer, plan, mesh->lines, mesh->line_count);
}

static void write_primitive(bp_gltf_writer *writer, const mesh_plan *plan, const bp_submesh *submesh) {
    bp_json_writer *json = &writer->json;
    bp_json_write(json, "{attributes: {");
    write_attributes(writer, plan);
    bp_json_write(json, "}");
    if (submesh->count > 0)
        write_indices(writer, plan, plan->mesh->indices + submesh->first, submesh->count);
    else
        write_lines(writer, plan);
    if (submesh->material >= 0) bp_json_write(json, "material: %d", submesh->material);
    write_morphs(writer, plan);
    bp_json_write(json, "}");
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
    bp_json_write(json, "weights: (");
    for (size_t i = 0; i < mesh->morph_count; i++) {
        bp_json_write(json, "%g", (double)mesh->morphs[i].weight);
        named = named || (mesh->morphs[i].name && mesh->morphs[i].name[0]);
    }
    bp_json_write(json, ")");
    if (!named) return;
    bp_json_write(json, "extras: {targetNames: (");
    for (size_t i = 0; i < mesh->morph_count; i++)
        bp_json_write(json, "%s", mesh->morphs[i].name ? mesh->morphs[i].name : "");
    bp_json_write(json, ")}");
}

static void write_mesh(bp_gltf_writer *writer, const bp_gltf_file_mesh *file_mesh) {
    bp_json_writer *json = &writer->json;
    const bp_mesh *first = writer->model->meshes[file_mesh->primitives[0]];
    check_morphs(writer, file_mesh);
    bp_json_write(json, "{");
    bp_gltf_json_name(json, first->name);
    bp_json_write(json, "primitives: [");
    for (size_t i = 0; i < file_mesh->count; i++) {
        mesh_plan plan = {.index = (size_t)file_mesh->primitives[i], .skinned = file_mesh->skinned};
        plan.mesh = writer->model->meshes[plan.index];
        write_primitives(writer, &plan);
    }
    bp_json_write(json, "]");
    write_morph_defaults(json, first);
    bp_json_write(json, "}");
}

void bp_gltf_write_meshes(bp_gltf_writer *writer) {
    const bp_gltf_plan *plan = &writer->plan;
    if (plan->mesh_count == 0) return;
    bp_json_write(&writer->json, "meshes: [");
    for (size_t i = 0; i < plan->mesh_count; i++) {
        if (i > 0 && plan->meshes[i].index == plan->meshes[i - 1].index) continue;
        write_mesh(writer, &plan->meshes[i]);
    }
    bp_json_write(&writer->json, "]");
}
