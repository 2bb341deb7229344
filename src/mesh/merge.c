/* Transforming meshes, and merging several into one. */
#include "mesh/editing.h"
#include "mesh/vertices.h"
#include <string.h>

/* The inverse transpose of a matrix times a positive factor: the cofactors, with the sign of the
 * determinant. */
static bp_mat4 outward_normal_matrix(bp_mat4 m, bool *mirrored) {
    bp_vec3 x = {m.m[0], m.m[1], m.m[2]}, y = {m.m[4], m.m[5], m.m[6]}, z = {m.m[8], m.m[9], m.m[10]};
    bp_vec3 rows[3] = {bp_vec3_cross(y, z), bp_vec3_cross(z, x), bp_vec3_cross(x, y)};
    bp_mat4 out = bp_mat4_identity();
    *mirrored = bp_vec3_dot(rows[2], z) < 0.0f;
    for (int i = 0; i < 3; i++) {
        bp_vec3 row = *mirrored ? bp_vec3_negate(rows[i]) : rows[i];
        memcpy(out.m + 4 * i, &row, sizeof row);
    }
    return out;
}

static void transform_tangent(bp_vec4 *tangent, bp_mat4 m, bool mirrored) {
    bp_vec3 t = bp_vec3_normalize(bp_mat4_direction(m, bp_vec3_make(tangent->x, tangent->y, tangent->z)));
    /* Mirroring reverses cross(normal, tangent), but not the bitangent. */
    *tangent = bp_vec4_make(t.x, t.y, t.z, mirrored ? -tangent->w : tangent->w);
}

/* Returns whether the matrix mirrors. */
static bool transform_vertices(bp_mesh *mesh, size_t first, size_t count, bp_mat4 m) {
    bool mirrored;
    bp_mat4 normal_matrix = outward_normal_matrix(m, &mirrored);
    for (size_t i = first; i < first + count; i++) {
        mesh->positions[i] = bp_mat4_point(m, mesh->positions[i]);
        if (mesh->normals)
            mesh->normals[i] = bp_vec3_normalize(bp_mat4_direction(normal_matrix, mesh->normals[i]));
        if (mesh->tangents) transform_tangent(&mesh->tangents[i], m, mirrored);
    }
    return mirrored;
}

static void reverse_winding(uint32_t *indices, size_t count) {
    for (size_t i = 0; i + 2 < count; i += 3) {
        uint32_t second = indices[i + 1];
        indices[i + 1] = indices[i + 2];
        indices[i + 2] = second;
    }
}

/* Divides by the mean length of the rows. If `m` scales uniformly, the result keeps lengths. */
static bp_mat4 divide_by_mean_length(bp_mat4 normal_matrix) {
    float *m = normal_matrix.m, sum = 0.0f;
    for (int i = 0; i < 12; i += 4) sum += bp_vec3_length(bp_vec3_make(m[i], m[i + 1], m[i + 2]));
    for (int i = 0; i < 11 && sum > 0.0f; i++) m[i] *= 3.0f / sum;
    return normal_matrix;
}

/* Displacements transform like directions. Those of normals go through the normal matrix, which is exact for
 * rotations, mirroring and uniform scale. Under other scales it isn't, because the normals are normalized and
 * their displacements can't follow. */
static void transform_morph(bp_morph *morph, size_t vertex_count, bp_mat4 m, bp_mat4 normal_matrix) {
    for (size_t i = 0; i < vertex_count; i++) {
        if (morph->positions) morph->positions[i] = bp_mat4_direction(m, morph->positions[i]);
        if (morph->normals) morph->normals[i] = bp_mat4_direction(normal_matrix, morph->normals[i]);
        if (morph->tangents) morph->tangents[i] = bp_mat4_direction(m, morph->tangents[i]);
    }
}

void bp_mesh_transform(bp_mesh *mesh, bp_mat4 m) {
    if (!mesh) return;
    bool mirrored = transform_vertices(mesh, 0, mesh->vertex_count, m);
    bp_mat4 normal_matrix = divide_by_mean_length(outward_normal_matrix(m, &mirrored));
    for (size_t i = 0; i < mesh->morph_count; i++)
        transform_morph(&mesh->morphs[i], mesh->vertex_count, m, normal_matrix);
    if (mirrored) reverse_winding(mesh->indices, mesh->index_count);
}

/* Sums the counts of all parts, and collects their attributes and the largest number of influences. */
static bool sum_parts(const bp_mesh_part *parts, size_t count, bp_mesh_options *options, size_t *submeshes,
                      bp_error *error) {
    for (size_t i = 0; i < count; i++) {
        const bp_mesh *mesh = parts[i].mesh;
        if (!mesh) return bp_fail(error, BP_ERROR_ARGUMENT, "parts", "number %zu has no mesh", i);
        options->vertex_count += mesh->vertex_count;
        options->index_count += mesh->index_count;
        options->attributes |= bp_mesh_attributes_of(mesh);
        if (mesh->influences > options->influences) options->influences = mesh->influences;
        *submeshes += mesh->submesh_count;
    }
    return true;
}

/* Adds `submesh`, shifted by `offset` indices, or extends the last one if it continues that. */
static void append_submesh(bp_mesh *mesh, bp_submesh submesh, size_t offset) {
    submesh.first += offset;
    if (mesh->submesh_count > 0) {
        bp_submesh *last = &mesh->submeshes[mesh->submesh_count - 1];
        if (last->material == submesh.material && last->first + last->count == submesh.first) {
            last->count += submesh.count;
            return;
        }
    }
    mesh->submeshes[mesh->submesh_count++] = submesh;
}

static void append_part(bp_mesh *mesh, const bp_mesh_part *part, size_t first_vertex, size_t first_index) {
    const bp_mesh *from = part->mesh;
    bp_mesh_copy_vertices(mesh, first_vertex, from, NULL, from->vertex_count);
    uint32_t *indices = mesh->indices + first_index;
    for (size_t i = 0; i < from->index_count; i++) indices[i] = from->indices[i] + (uint32_t)first_vertex;
    for (size_t i = 0; i < from->submesh_count; i++) append_submesh(mesh, from->submeshes[i], first_index);
    if (!part->transform) return;
    if (transform_vertices(mesh, first_vertex, from->vertex_count, *part->transform))
        reverse_winding(indices, from->index_count);
}

bp_mesh *bp_mesh_merge(const bp_allocator *allocator, const bp_mesh_part *parts, size_t count,
                       bp_error *error) {
    bp_mesh_options options = {0};
    size_t submeshes = 0;
    if (!sum_parts(parts, count, &options, &submeshes, error)) return NULL;
    bp_mesh *mesh = bp_mesh_create(allocator, &options, error);
    if (!mesh) return NULL;
    bp_submesh *block = bp_alloc(allocator, submeshes, sizeof *block, error);
    if (!block) {
        bp_mesh_destroy(mesh);
        return NULL;
    }
    bp_free(allocator, mesh->submeshes);
    mesh->submeshes = block;
    mesh->submesh_count = 0;
    size_t first_vertex = 0, first_index = 0;
    for (size_t i = 0; i < count; i++) {
        append_part(mesh, &parts[i], first_vertex, first_index);
        first_vertex += parts[i].mesh->vertex_count;
        first_index += parts[i].mesh->index_count;
    }
    return mesh;
}
