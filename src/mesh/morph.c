/* Morph targets: displacements times weights, added to the vertices. The outer loop runs over the targets,
 * because most weights are usually 0 and a target with weight 0 is skipped. */
#include <bindpose/mesh.h>
#include <string.h>

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
