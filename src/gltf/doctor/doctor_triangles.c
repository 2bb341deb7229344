/* The surface of skinned meshes: triangles without area, or facing against their normals or neighbours; and
 * the normals of morph targets, differences with which the mesh's normals keep about their length. */
#include "gltf/doctor/doctor.h"
#include <math.h>

/* As a fraction of all triangles. */
static const double FEW = 0.02;

typedef struct triangle_tally {
    size_t repeated, flat, flipped, first_degenerate, first_flipped;
    bp_doctor_concerned degenerate_corners, flipped_corners;
} triangle_tally;

static void add_corners(bp_doctor_concerned *list, const uint32_t *corners) {
    for (int i = 0; i < 3; i++) bp_doctor_concern(list, corners[i]);
}

static void check_triangle(const bp_doctor_primitive *primitive, size_t triangle, triangle_tally *tally) {
    const uint32_t *c = primitive->indices + 3 * triangle;
    bool repeated = c[0] == c[1] || c[1] == c[2] || c[2] == c[0];
    const bp_vec3 *p = primitive->positions, *n = primitive->normals;
    bp_vec3 u = bp_vec3_sub(p[c[1]], p[c[0]]), v = bp_vec3_sub(p[c[2]], p[c[0]]);
    double longest = (double)bp_vec3_length(u) + (double)bp_vec3_length(v);
    bp_vec3 normal = bp_vec3_cross(u, v);
    double area = (double)bp_vec3_length(normal);
    if (repeated || area <= 1e-10 * longest * longest) {
        if (tally->repeated + tally->flat == 0) tally->first_degenerate = triangle;
        tally->repeated += repeated;
        tally->flat += !repeated;
        add_corners(&tally->degenerate_corners, c);
        return;
    }
    if (!n) return;
    bp_vec3 vertex_normals = bp_vec3_add(bp_vec3_add(n[c[0]], n[c[1]]), n[c[2]]);
    double cosine = (double)bp_vec3_dot(normal, vertex_normals);
    if (!(cosine < -0.25 * area * (double)bp_vec3_length(vertex_normals))) return;
    if (tally->flipped++ == 0) tally->first_flipped = triangle;
    add_corners(&tally->flipped_corners, c);
}

static bp_doctor_severity severity_of(size_t wrong, size_t triangles) {
    return (double)wrong > FEW * (double)triangles ? BP_DOCTOR_WARNING : BP_DOCTOR_NOTE;
}

static void report(bp_doctor *doctor, const bp_doctor_primitive *primitive, const triangle_tally *tally) {
    size_t triangles = primitive->index_count / 3, degenerate = tally->repeated + tally->flat;
    bp_doctor_place place = bp_doctor_at_primitive(primitive, "indices");
    place.vertices = tally->degenerate_corners;
    if (degenerate > 0)
        bp_doctor_add_coded(doctor, BP_DOCTOR_TRIANGLE_DEGENERATE, severity_of(degenerate, triangles),
                            BP_DOCTOR_NONE, tally->repeated > 0 ? "ACCESSOR_INDEX_TRIANGLE_DEGENERATE" : NULL,
                            place,
                            "%zu of %zu triangles have no area, and %zu of these repeat a vertex; the first "
                            "is triangle %zu",
                            degenerate, triangles, tally->repeated, tally->first_degenerate);
    place.vertices = tally->flipped_corners;
    if (tally->flipped > 0)
        bp_doctor_add(doctor, BP_DOCTOR_TRIANGLE_FLIPPED, severity_of(tally->flipped, triangles), place,
                      "%zu of %zu triangles face away from their vertices' normals or neighbours; the first "
                      "is triangle %zu",
                      tally->flipped, triangles, tally->first_flipped);
}

/* An edge in the direction in which a triangle uses it. */
static uint64_t edge_key(uint32_t from, uint32_t to) { return (uint64_t)from << 32 | to; }

static size_t slot_of(uint64_t key, size_t mask) {
    return (size_t)((key * 0x9e3779b97f4a7c15u) >> 20) & mask;
}

/* Two triangles that use an edge in the same direction face opposite ways. The edges are in a hash table with
 * open addressing, at most half full. */
static void check_edges(bp_doctor *doctor, const bp_doctor_primitive *primitive, triangle_tally *tally) {
    size_t capacity = 16;
    while (capacity < 2 * primitive->index_count) capacity *= 2;
    uint64_t *table = bp_alloc(&doctor->document.allocator, capacity, sizeof *table, &doctor->fault);
    if (!bp_doctor_read(doctor, table != NULL)) return;
    for (size_t i = 0; i < primitive->index_count; i++) {
        const uint32_t *c = primitive->indices + i / 3 * 3;
        uint64_t key = edge_key(c[i % 3], c[(i + 1) % 3]) + 1;
        size_t slot = slot_of(key, capacity - 1);
        while (table[slot] != 0 && table[slot] != key) slot = (slot + 1) & (capacity - 1);
        if (table[slot] == key && c[0] != c[1] && c[1] != c[2] && c[2] != c[0]) {
            if (tally->flipped++ == 0) tally->first_flipped = i / 3;
            add_corners(&tally->flipped_corners, c);
        }
        table[slot] = key;
    }
    bp_free(&doctor->document.allocator, table);
}

void bp_doctor_check_triangles(bp_doctor *doctor) {
    for (size_t i = 0; i < doctor->primitive_count; i++) {
        const bp_doctor_primitive *primitive = &doctor->primitives[i];
        triangle_tally tally = {0};
        if (primitive->skin < 0 || primitive->index_count == 0) continue;
        for (size_t j = 0; j < primitive->index_count / 3; j++) check_triangle(primitive, j, &tally);
        if (!primitive->normals) check_edges(doctor, primitive, &tally);
        report(doctor, primitive, &tally);
    }
}

/* Lengths outside this range are wrong, if so many vertices have them. */
static const double SHORT = 0.5, LONG = 1.5, MANY = 0.1;

static void check_target(bp_doctor *doctor, const bp_doctor_primitive *primitive,
                         const bp_gltf_value *target) {
    bp_gltf_accessor accessor;
    size_t moved = 0, wrong = 0;
    float *normals = bp_doctor_floats(doctor, target, "NORMAL", BP_GLTF_VEC3, &accessor);
    for (size_t i = 0; normals && accessor.count == primitive->vertex_count && i < accessor.count; i++) {
        bp_vec3 change = {normals[3 * i], normals[3 * i + 1], normals[3 * i + 2]};
        double length = (double)bp_vec3_length(bp_vec3_add(change, primitive->normals[i]));
        if (!(bp_vec3_length(change) > 1e-3f)) continue;
        moved++;
        wrong += !(length > SHORT && length < LONG);
    }
    bp_free(&doctor->document.allocator, normals);
    if (wrong > 0 && (double)wrong > MANY * (double)moved)
        bp_doctor_add(
            doctor, BP_DOCTOR_MORPH_NORMALS, BP_DOCTOR_WARNING,
            bp_doctor_at_primitive(primitive, bp_format("targets[%zu].NORMAL", target->index).text),
            "with the morph target, %zu of %zu normals that it changes are shorter than %g or longer "
            "than %g instead of 1",
            wrong, moved, SHORT, LONG);
}

void bp_doctor_check_morphs(bp_doctor *doctor) {
    for (size_t i = 0; i < doctor->primitive_count; i++) {
        const bp_doctor_primitive *primitive = &doctor->primitives[i];
        bp_gltf_primitive value;
        if (primitive->skin < 0 || !primitive->normals) continue;
        bp_gltf_primitive_find(&doctor->document, primitive->mesh, primitive->index, &value);
        BP_GLTF_EACH(walk, &value.primitive, "targets.*") check_target(doctor, primitive, walk.value);
    }
}
