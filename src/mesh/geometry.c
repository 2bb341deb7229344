/* Bounding boxes; volume and normals of a mesh. */
#include "mesh/editing.h"
#include "mesh/vertices.h"
#include <float.h>
#include <string.h>

/* In the empty box lo is above hi, and so unions need no special case. */
bp_bounds bp_bounds_empty(void) {
    return (bp_bounds){{FLT_MAX, FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX, -FLT_MAX}};
}

bool bp_bounds_is_empty(bp_bounds bounds) { return !(bounds.lo.x <= bounds.hi.x); }

static float min(float a, float b) { return a < b ? a : b; }
static float max(float a, float b) { return a > b ? a : b; }

static bool is_finite3(bp_vec3 v) { return bp_is_finite(v.x) && bp_is_finite(v.y) && bp_is_finite(v.z); }

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
