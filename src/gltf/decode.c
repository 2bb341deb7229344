/* Node transforms, vertex attributes, influences and inverse bind matrices; triangles.c has the indices. */
#include "gltf/decode.h"
#include <stdio.h>

bool bp_gltf_transform_read(const bp_gltf_value *node, bp_gltf_transform *out, bp_error *error) {
    float t[3] = {0}, r[4] = {0, 0, 0, 1}, s[3] = {1, 1, 1};
    bool given[3];
    out->matrix = bp_mat4_identity();
    if (!bp_gltf_floats(node, "matrix", out->matrix.m, 16, &out->has_matrix, error) ||
        !bp_gltf_floats(node, "translation", t, 3, &given[0], error) ||
        !bp_gltf_floats(node, "rotation", r, 4, &given[1], error) ||
        !bp_gltf_floats(node, "scale", s, 3, &given[2], error))
        return false;
    out->has_parts = given[0] || given[1] || given[2];
    out->parts = (bp_trs){
        .translation = {t[0], t[1], t[2]}, .rotation = {r[0], r[1], r[2], r[3]}, .scale = {s[0], s[1], s[2]}};
    return true;
}

bool bp_gltf_attribute_open(bp_gltf_document *document, const bp_gltf_value *attributes, const char *key,
                            unsigned types, size_t vertices, bp_gltf_accessor *out, bool *given,
                            bp_error *error) {
    if (!bp_gltf_accessor_at(document, attributes, key, types, out, given, error)) return false;
    if (!*given || out->count == vertices) return true;
    return bp_gltf_fail_member(attributes, key, error,
                               "has %zu elements, but POSITION has %zu; each vertex needs one of each",
                               out->count, vertices);
}

/* ---- influences ---------------------------------------------------------------------------------*/

enum { MAX_SETS = 64 };

static bool check_types(const bp_gltf_value *attributes, const char *joints_key, const char *weights_key,
                        const bp_gltf_influence_set *set, bp_error *error) {
    const bp_gltf_accessor *joints = &set->joints, *weights = &set->weights;
    if (!bp_gltf_accessor_is_unsigned(joints, 2) || joints->normalized)
        return bp_gltf_fail_member(
            attributes, joints_key, error,
            "is accessors[%zu] of type %s%s; joints must be unsigned bytes or shorts, not normalized",
            joints->index, joints->normalized ? "normalized " : "",
            bp_gltf_component_text(joints->base.component));
    bool is_normalized = weights->normalized && bp_gltf_accessor_is_unsigned(weights, 2);
    if (weights->base.component == BP_GLTF_FLOAT || is_normalized) return true;
    return bp_gltf_fail_member(
        attributes, weights_key, error,
        "is accessors[%zu] of type %s; weights must be floats or normalized unsigned integers",
        weights->index, bp_gltf_component_text(weights->base.component));
}

bool bp_gltf_influence_set_open(bp_gltf_document *document, const bp_gltf_value *attributes, size_t n,
                                size_t vertices, bp_gltf_influence_set *out, bool *given, bp_error *error) {
    char joints[24], weights[24];
    bool has_weights;
    snprintf(joints, sizeof joints, "JOINTS_%zu", n);
    snprintf(weights, sizeof weights, "WEIGHTS_%zu", n);
    if (!bp_gltf_attribute_open(document, attributes, joints, BP_GLTF_VEC4, vertices, &out->joints, given,
                                error) ||
        !bp_gltf_attribute_open(document, attributes, weights, BP_GLTF_VEC4, vertices, &out->weights,
                                &has_weights, error))
        return false;
    if (*given != has_weights)
        return bp_gltf_fail_member(attributes, *given ? weights : joints, error, "is missing; %s needs it",
                                   *given ? joints : weights);
    return !*given || check_types(attributes, joints, weights, out, error);
}

bool bp_gltf_influence_sets(bp_gltf_document *document, const bp_gltf_value *attributes, size_t vertices,
                            size_t *count, bp_error *error) {
    bp_gltf_influence_set unused;
    bool given = true;
    for (*count = 0; *count < MAX_SETS; ++*count) {
        if (!bp_gltf_influence_set_open(document, attributes, *count, vertices, &unused, &given, error))
            return false;
        if (!given) break;
    }
    return true;
}

bool bp_gltf_inverse_binds_open(bp_gltf_document *document, const bp_gltf_value *skin, bp_gltf_accessor *out,
                                bool *given, bp_error *error) {
    static const char key[] = "inverseBindMatrices";
    if (!bp_gltf_accessor_at(document, skin, key, BP_GLTF_MAT4, out, given, error)) return *given = false;
    if (!*given || out->base.component == BP_GLTF_FLOAT) return true;
    return bp_gltf_fail_member(skin, key, error, "has components of type %s; these matrices must be floats",
                               bp_gltf_component_text(out->base.component));
}
