/* Bounding boxes; volume and normals of a mesh. */
#include "mesh/editing.h"
#include "mesh/shapes.h"
#include <float.h>
#include <string.h>

/* In the empty box lo is above hi, and so unions need no special case. */
bp_bounds bp_bounds_empty(void) {
    return (bp_bounds){{FLT_MAX, FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX, -FLT_MAX}};
}

bool bp_bounds_is_empty(bp_bounds bounds) { return !(bounds.lo.x <= bounds.hi.x); }

static float min(float a, float b) { return a < b ? a : b; }
static float max(float a, float b) { return a > b ? a : b; }

/* Infinity minus infinity is NaN. This has no branch for each coordinate. */
static bool is_finite3(bp_vec3 v) { return v.x - v.x + (v.y - v.y) + (v.z - v.z) == 0; }

bp_bounds bp_bounds_union(bp_bounds a, bp_bounds b) {
    return (bp_bounds){{min(a.lo.x, b.lo.x), min(a.lo.y, b.lo.y), min(a.lo.z, b.lo.z)},
                       {max(a.hi.x, b.hi.x), max(a.hi.y, b.hi.y), max(a.hi.z, b.hi.z)}};
}

bp_bounds bp_bounds_from_points(const bp_vec3 *points, size_t count) {
    bp_bounds bounds = bp_bounds_empty();
    for (size_t i = 0; i < count; i++) {
        if (is_finite3(points[i])) bounds = bp_bounds_union(bounds, (bp_bounds){points[i], points[i]});
    }
    return bounds;
}

bp_bounds bp_bounds_transform(bp_bounds bounds, bp_mat4 m) {
    if (bp_bounds_is_empty(bounds)) return bounds;
    bp_vec3 corners[8];
    for (int i = 0; i < 8; i++)
        corners[i] = bp_mat4_point(m, bp_vec3_make(i & 1 ? bounds.hi.x : bounds.lo.x,
                                                   i & 2 ? bounds.hi.y : bounds.lo.y,
                                                   i & 4 ? bounds.hi.z : bounds.lo.z));
    return bp_bounds_from_points(corners, 8);
}

bp_vec3 bp_bounds_center(bp_bounds bounds) {
    if (bp_bounds_is_empty(bounds)) return bp_vec3_make(0, 0, 0);
    return bp_vec3_mix(bounds.lo, bounds.hi, 0.5f);
}

float bp_bounds_radius(bp_bounds bounds) {
    if (bp_bounds_is_empty(bounds)) return 0.0f;
    return 0.5f * bp_vec3_distance(bounds.lo, bounds.hi);
}

bp_bounds bp_mesh_bounds(const bp_mesh *mesh) {
    if (!mesh) return bp_bounds_empty();
    return bp_bounds_from_points(mesh->positions, mesh->vertex_count);
}

/* Each triangle and the origin make a tetrahedron with the signed volume dot(a, cross(b, c)) / 6. In double,
 * because in a mesh far from the origin they nearly cancel. */
double bp_mesh_volume(const bp_mesh *mesh) {
    if (!mesh) return 0;
    double sixfold = 0.0;
    for (size_t i = 0; i < mesh->index_count; i += 3) {
        bp_vec3 a = mesh->positions[mesh->indices[i]];
        bp_vec3 b = mesh->positions[mesh->indices[i + 1]];
        bp_vec3 c = mesh->positions[mesh->indices[i + 2]];
        sixfold += (double)a.x * ((double)b.y * c.z - (double)b.z * c.y) +
                   (double)a.y * ((double)b.z * c.x - (double)b.x * c.z) +
                   (double)a.z * ((double)b.x * c.y - (double)b.y * c.x);
    }
    return sixfold / 6.0;
}

/* Perpendicular to the triangle, on its front side; its length is twice the triangle's area. */
static bp_vec3 face_normal(const bp_mesh *mesh, size_t first_index) {
    const uint32_t *corner = mesh->indices + first_index;
    bp_vec3 a = mesh->positions[corner[0]];
    bp_vec3 ab = bp_vec3_sub(mesh->positions[corner[1]], a);
    bp_vec3 ac = bp_vec3_sub(mesh->positions[corner[2]], a);
    return bp_vec3_cross(ab, ac);
}

static bp_vec3 unit_or_up(bp_vec3 v) {
    bp_vec3 unit = bp_vec3_normalize(v);
    float length = bp_vec3_length(unit);
    return length > 0.5f && length < 2.0f ? unit : bp_vec3_make(0, 1, 0);
}

bool bp_mesh_make_normals(bp_mesh *mesh, bp_error *error) {
    if (!mesh) return bp_fail_null(error, "mesh");
    if (!bp_mesh_add_attributes(mesh, BP_MESH_NORMALS, error)) return false;
    memset(mesh->normals, 0, mesh->vertex_count * sizeof *mesh->normals);
    for (size_t i = 0; i < mesh->index_count; i += 3) {
        bp_vec3 normal = face_normal(mesh, i);
        for (size_t k = 0; k < 3; k++) {
            bp_vec3 *sum = &mesh->normals[mesh->indices[i + k]];
            *sum = bp_vec3_add(*sum, normal);
        }
    }
    for (size_t i = 0; i < mesh->vertex_count; i++) mesh->normals[i] = unit_or_up(mesh->normals[i]);
    return true;
}

bool bp_mesh_make_flat(bp_mesh *mesh, bp_error *error) {
    if (!mesh) return bp_fail_null(error, "mesh");
    bp_mesh_options options = bp_mesh_options_like(mesh, mesh->index_count, mesh->index_count);
    options.attributes |= BP_MESH_NORMALS;
    bp_mesh *flat = bp_mesh_clone_onto(&mesh->allocator, mesh, &options, mesh->indices, error);
    if (!flat) return false;
    for (size_t i = 0; i < flat->index_count; i++) flat->indices[i] = (uint32_t)i;
    for (size_t i = 0; i < flat->index_count; i += 3) {
        bp_vec3 normal = unit_or_up(face_normal(flat, i));
        for (size_t k = 0; k < 3; k++) flat->normals[i + k] = normal;
    }
    bp_mesh old = *mesh;
    *mesh = *flat;
    *flat = old;
    bp_mesh_destroy(flat); /* with the old contents */
    return true;
}

/* Morph targets: displacements times weights, added to the vertices. The outer loop runs over the targets,
 * because most weights are usually 0 and a target with weight 0 is skipped. */

static void add_scaled(bp_vec3 *sum, const bp_vec3 *delta, float weight, size_t count) {
    for (size_t i = 0; i < count; i++) sum[i] = bp_vec3_add(sum[i], bp_vec3_scale(delta[i], weight));
}

static void add_to_tangents(bp_vec4 *sum, const bp_vec3 *delta, float weight, size_t count) {
    for (size_t i = 0; i < count; i++) {
        sum[i].x += delta[i].x * weight;
        sum[i].y += delta[i].y * weight;
        sum[i].z += delta[i].z * weight;
    }
}

static void normalize_tangents(bp_vec4 *tangents, size_t count) {
    for (size_t i = 0; i < count; i++) {
        bp_vec3 t = bp_vec3_normalize(bp_vec3_make(tangents[i].x, tangents[i].y, tangents[i].z));
        tangents[i] = bp_vec4_make(t.x, t.y, t.z, tangents[i].w);
    }
}

bool bp_mesh_morph(const bp_mesh *mesh, const float *weights, size_t count, const bp_vertex_arrays *out,
                   bp_error *error) {
    if (!mesh) return bp_fail_null(error, "mesh");
    if (count > mesh->morph_count)
        return bp_fail(error, BP_ERROR_ARGUMENT, "count", "%zu weights for %zu morph targets", count,
                       mesh->morph_count);
    if (count > 0 && !weights)
        return bp_fail(error, BP_ERROR_ARGUMENT, "weights", "is NULL, but there are %zu of them", count);
    size_t vertices = mesh->vertex_count;
    bp_vec3 *positions = out->positions, *normals = mesh->normals ? out->normals : NULL;
    bp_vec4 *tangents = mesh->tangents ? out->tangents : NULL;
    if (positions) memcpy(positions, mesh->positions, vertices * sizeof *positions);
    if (normals) memcpy(normals, mesh->normals, vertices * sizeof *normals);
    if (tangents) memcpy(tangents, mesh->tangents, vertices * sizeof *tangents);
    for (size_t i = 0; i < count; i++) {
        const bp_morph *morph = &mesh->morphs[i];
        if (weights[i] == 0.0f) continue;
        if (positions && morph->positions) add_scaled(positions, morph->positions, weights[i], vertices);
        if (normals && morph->normals) add_scaled(normals, morph->normals, weights[i], vertices);
        if (tangents && morph->tangents) add_to_tangents(tangents, morph->tangents, weights[i], vertices);
    }
    for (size_t i = 0; normals && i < vertices; i++) normals[i] = bp_vec3_normalize(normals[i]);
    if (tangents) normalize_tangents(tangents, vertices);
    return true;
}

/* ---- Transforming meshes, and merging several into one --------------------------------------- */

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
