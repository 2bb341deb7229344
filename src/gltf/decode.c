/* Node transforms, vertex attributes, influences, inverse bind matrices, and triangles, lines and
 * points: lists, strips, loops and fans, indexed or not, become indexed lists. */
#include "gltf/decode.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool bp_gltf_transform_read(const bp_gltf_value *node, bp_gltf_transform *out, bp_error *error) {
    float t[3] = {0}, r[4] = {0, 0, 0, 1}, s[3] = {1, 1, 1};
    bool exists[3];
    out->matrix = bp_mat4_identity();
    if (!bp_gltf_floats(node, "matrix", out->matrix.m, 16, &out->has_matrix, error) ||
        !bp_gltf_floats(node, "translation", t, 3, &exists[0], error) ||
        !bp_gltf_floats(node, "rotation", r, 4, &exists[1], error) ||
        !bp_gltf_floats(node, "scale", s, 3, &exists[2], error))
        return false;
    out->has_trs = exists[0] || exists[1] || exists[2];
    out->trs = (bp_trs){
        .position = {t[0], t[1], t[2]}, .rotation = {r[0], r[1], r[2], r[3]}, .scale = {s[0], s[1], s[2]}};
    return true;
}

const char *const bp_gltf_paths[BP_TRACK_WEIGHTS + 1] = {[BP_TRACK_POSITION] = "translation",
                                                         [BP_TRACK_ROTATION] = "rotation",
                                                         [BP_TRACK_SCALE] = "scale",
                                                         [BP_TRACK_WEIGHTS] = "weights"};

bp_gltf_target bp_gltf_target_of(const bp_gltf_document *document, const bp_json *target) {
    static const char nodes[] = "/nodes/";
    const char *path = bp_json_text_or(bp_json_member(target, "path"), "");
    long long node = -1;
    if (strcmp(path, "pointer") == 0) {
        const bp_gltf_value of = {.json = target};
        bp_gltf_value extension = bp_gltf_inner(&of, "extensions.KHR_animation_pointer");
        path = bp_json_text_or(bp_json_member(extension.json, "pointer"), "");
        size_t start = sizeof nodes - 1;
        if (strncmp(path, nodes, start) == 0 && isdigit((unsigned char)path[start])) {
            char *end;
            node = strtoll(path + start, &end, 10);
            path = *end == '/' ? end + 1 : "";
        }
    } else {
        bp_json_integer(bp_json_member(target, "node"), &node);
    }
    if (node >= 0 && (unsigned long long)node < document->counts[BP_GLTF_NODES])
        for (size_t i = 0; i < BP_COUNT(bp_gltf_paths); i++)
            if (bp_gltf_paths[i] && strcmp(path, bp_gltf_paths[i]) == 0)
                return (bp_gltf_target){(int)node, (bp_track_kind)i};
    return (bp_gltf_target){-1, BP_TRACK_POSITION};
}

bool bp_gltf_attribute_open(bp_gltf_document *document, const bp_gltf_value *attributes, const char *key,
                            unsigned types, size_t vertices, bp_gltf_accessor *out, bool *exists,
                            bp_error *error) {
    if (!bp_gltf_accessor_member(document, attributes, key, types, out, exists, error)) return false;
    if (!*exists || out->count == vertices) return true;
    return bp_gltf_fail_member(attributes, key, error,
                               "has %zu elements, but POSITION has %zu; each vertex needs one of each",
                               out->count, vertices);
}

enum { MAX_SETS = 64 };

/* In lenient reading, weights of integers count as normalized. */
static bool check_types(bp_gltf_document *document, const bp_gltf_value *attributes, const char *joints_key,
                        const char *weights_key, bp_gltf_influence_set *set, bp_error *error) {
    const bp_gltf_accessor *joints = &set->joints;
    bp_gltf_accessor *weights = &set->weights;
    bp_error fault = {0};
    if (!bp_gltf_accessor_is_unsigned(joints, 2) || joints->normalized)
        return bp_gltf_fail_member(
            attributes, joints_key, error,
            "is accessors[%zu] of type %s%s; joints must be unsigned bytes or shorts, not normalized",
            joints->index, joints->normalized ? "normalized " : "",
            bp_gltf_component_text(joints->base.component));
    bool is_normalized = weights->normalized && bp_gltf_accessor_is_unsigned(weights, 2);
    if (weights->base.component == BP_GLTF_FLOAT || is_normalized) return true;
    bp_gltf_fail_member(
        attributes, weights_key, &fault,
        "is accessors[%zu] of type %s; weights must be floats or normalized unsigned integers",
        weights->index, bp_gltf_component_text(weights->base.component));
    if (bp_gltf_accessor_is_unsigned(weights, 2))
        return weights->normalized = bp_gltf_forgive(document, &fault, "they are read as normalized", error);
    if (error) *error = fault;
    return false;
}

bool bp_gltf_influence_set_open(bp_gltf_document *document, const bp_gltf_value *attributes, size_t n,
                                size_t vertices, bp_gltf_influence_set *out, bool *exists, bp_error *error) {
    const bp_formatted joints = bp_format("JOINTS_%zu", n), weights = bp_format("WEIGHTS_%zu", n);
    bool has_weights;
    if (!bp_gltf_attribute_open(document, attributes, joints.text, BP_GLTF_VEC4, vertices, &out->joints,
                                exists, error) ||
        !bp_gltf_attribute_open(document, attributes, weights.text, BP_GLTF_VEC4, vertices, &out->weights,
                                &has_weights, error))
        return false;
    if (*exists != has_weights)
        return bp_gltf_fail_member(attributes, (*exists ? weights : joints).text, error,
                                   "is missing; %s needs it", (*exists ? joints : weights).text);
    return !*exists || check_types(document, attributes, joints.text, weights.text, out, error);
}

bool bp_gltf_influence_sets(bp_gltf_document *document, const bp_gltf_value *attributes, size_t vertices,
                            size_t *count, bp_error *error) {
    bp_gltf_influence_set unused;
    bool exists = true;
    for (*count = 0; *count < MAX_SETS; ++*count) {
        if (!bp_gltf_influence_set_open(document, attributes, *count, vertices, &unused, &exists, error))
            return false;
        if (!exists) break;
    }
    return true;
}

bool bp_gltf_inverse_binds_open(bp_gltf_document *document, const bp_gltf_value *skin, bp_gltf_accessor *out,
                                bool *exists, bp_error *error) {
    static const char key[] = "inverseBindMatrices";
    if (!bp_gltf_accessor_member(document, skin, key, BP_GLTF_MAT4, out, exists, error))
        return *exists = false;
    if (!*exists || out->base.component == BP_GLTF_FLOAT) return true;
    return bp_gltf_fail_member(skin, key, error, "has components of type %s; these matrices must be floats",
                               bp_gltf_component_text(out->base.component));
}

enum { POINTS, LINES, LINE_LOOP, LINE_STRIP, TRIANGLES, STRIP, FAN, MODES };

/* Corners of all points, lines or triangles that `count` vertices in order make. */
static size_t count_corners(size_t mode, size_t count) {
    if (mode == POINTS) return count;
    if (count < (mode < TRIANGLES ? 2 : 3)) return 0;
    if (mode == LINES) return count / 2 * 2;
    if (mode == TRIANGLES) return count / 3 * 3;
    return mode == LINE_LOOP ? 2 * count : mode == LINE_STRIP ? 2 * (count - 1) : 3 * (count - 2);
}

static bool open_indices(bp_gltf_document *document, const bp_gltf_value *primitive,
                         bp_gltf_topology *topology, bp_error *error) {
    bp_gltf_accessor *accessor = &topology->indices;
    if (!bp_gltf_accessor_member(document, primitive, "indices", BP_GLTF_SCALAR, accessor,
                                 &topology->has_indices, error))
        return false;
    if (!topology->has_indices) return true;
    topology->order_count = accessor->count;
    if (bp_gltf_accessor_is_unsigned(accessor, 4) && !accessor->normalized) return true;
    return bp_gltf_fail_member(
        primitive, "indices", error,
        "is accessors[%zu] of type %s%s; indices must be unsigned integers, not normalized", accessor->index,
        accessor->normalized ? "normalized " : "", bp_gltf_component_text(accessor->base.component));
}

bool bp_gltf_topology_open(bp_gltf_document *document, const bp_gltf_value *primitive, size_t vertices,
                           bp_gltf_topology *out, bp_error *error) {
    *out = (bp_gltf_topology){.mode = TRIANGLES, .order_count = vertices, .vertex_count = vertices};
    if (!bp_gltf_size(primitive, "mode", MODES - 1, &out->mode, error) ||
        !open_indices(document, primitive, out, error))
        return false;
    out->ends = out->mode == POINTS ? 1 : out->mode < TRIANGLES ? 2 : 3;
    out->corner_count = count_corners(out->mode, out->order_count);
    if ((out->mode == TRIANGLES || out->mode == LINES) && out->corner_count != out->order_count)
        bp_gltf_add_note(document, primitive,
                         "has %zu corners, not a multiple of %d; the last ones are left out",
                         out->order_count, out->ends);
    return bp_gltf_charge(document, primitive, out->corner_count, sizeof(uint32_t), error);
}

/* Corner j of element i, of `count` vertices in order, as the specification numbers them. */
static size_t corner_of(size_t mode, size_t ends, size_t i, size_t j, size_t count) {
    switch (mode) {
    case LINE_LOOP:
    case LINE_STRIP: return (i + j) % count;
    case STRIP: return j == 0 ? i : j == 1 ? i + 1 + i % 2 : i + 2 - i % 2;
    case FAN: return j == 2 ? 0 : i + 1 + j;
    default: return ends * i + j;
    }
}

static bool check_range(const bp_gltf_value *primitive, const uint32_t *order, size_t count, size_t vertices,
                        bp_error *error) {
    for (size_t i = 0; i < count; i++)
        if (order[i] >= vertices)
            return bp_gltf_fail_member(primitive, "indices", error,
                                       "number %zu is %lu, but the primitive has %zu vertices", i,
                                       (unsigned long)order[i], vertices);
    return true;
}

/* Elements with an index out of range become points. */
static void collapse_elements(uint32_t *indices, const bp_gltf_topology *topology) {
    size_t ends = (size_t)topology->ends;
    for (size_t i = 0; i < topology->corner_count; i += ends) {
        bool wrong = false;
        for (size_t j = i; j < i + ends; j++) wrong = wrong || indices[j] >= topology->vertex_count;
        for (size_t j = i; wrong && j < i + ends; j++) indices[j] = 0;
    }
}

bool bp_gltf_topology_decode(bp_gltf_document *document, const bp_gltf_value *primitive,
                             const bp_gltf_topology *topology, uint32_t *out, bp_error *error) {
    size_t mode = topology->mode, ends = (size_t)topology->ends;
    bool is_list = mode == TRIANGLES || mode == LINES || mode == POINTS;
    size_t used = is_list ? topology->corner_count : topology->order_count;
    uint32_t *order = out; /* a list's order needs no memory of its own */
    if (topology->corner_count == 0) return true;
    if (topology->has_indices) {
        if (!is_list || used != topology->order_count)
            order = bp_alloc(&document->allocator, topology->order_count, sizeof *order, error);
        if (!order) return false;
        bp_gltf_accessor_u32(&topology->indices, order);
    }
    bp_error fault = {0};
    bool sound =
        !topology->has_indices || check_range(primitive, order, used, topology->vertex_count, &fault);
    bool ok = sound || bp_gltf_forgive(document, &fault, "what has such a corner is left out", error);
    for (size_t i = 0; ok && i < topology->corner_count / ends; i++)
        for (size_t j = 0; j < ends; j++) {
            size_t corner = corner_of(mode, ends, i, j, topology->order_count);
            out[ends * i + j] = topology->has_indices ? order[corner] : (uint32_t)corner;
        }
    if (order != out) bp_free(&document->allocator, order);
    if (ok && !sound) collapse_elements(out, topology);
    return ok;
}
