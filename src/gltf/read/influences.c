/* Joints and weights: all sets of four together, divided by their sum.
 *
 * One or two sets become four or eight influences, in the file's order. With more sets the influences
 * without weight are left out, and a vertex that still has more than eight is refused: cutting would move
 * it elsewhere. */
#include "gltf/read/reader.h"
#include <stdio.h>

enum { SET_SIZE = 4, MOST_SETS = 64 };

/* One pair of attributes. */
typedef struct influence_set {
    bp_gltf_accessor joints, weights;
} influence_set;

/* The file's influences, all sets of a vertex side by side. */
typedef struct raw_influences {
    size_t sets;
    uint16_t *joints; /* vertex_count * sets * 4 */
    float *weights;
} raw_influences;

/* ---- the attributes -----------------------------------------------------------------------------*/

static bool check_types(const bp_gltf_value *joints, const bp_gltf_value *weights, const influence_set *set,
                        bp_error *error) {
    if (!bp_gltf_accessor_is_unsigned(&set->joints, 2) || set->joints.normalized)
        return bp_gltf_fail(joints, error,
                             "is accessors[%zu] of type %s%s; joints are plain unsigned bytes or "
                             "shorts",
                             set->joints.index, set->joints.normalized ? "normalized " : "",
                             bp_gltf_component_text(set->joints.base.component));
    bool units = set->weights.normalized && bp_gltf_accessor_is_unsigned(&set->weights, 2);
    if (set->weights.base.component == BP_GLTF_FLOAT || units) return true;
    return bp_gltf_fail(weights, error,
                         "is accessors[%zu] of type %s; weights are floats or normalized unsigned integers",
                         set->weights.index, bp_gltf_component_text(set->weights.base.component));
}

/* Opens set `number`; `*given` is false where there is neither of the two attributes. */
static bool open_set(bp_gltf_document *document, const bp_gltf_value *attributes, size_t number,
                     size_t vertices, influence_set *out, bool *given, bp_error *error) {
    char joints_key[24], weights_key[24];
    snprintf(joints_key, sizeof joints_key, "JOINTS_%zu", number);
    snprintf(weights_key, sizeof weights_key, "WEIGHTS_%zu", number);
    bp_gltf_value joints = bp_gltf_member(attributes, joints_key);
    bp_gltf_value weights = bp_gltf_member(attributes, weights_key);
    bool has_weights;
    if (!bp_gltf_accessor_at(document, attributes, joints_key, BP_GLTF_VEC4, &out->joints, given, error) ||
        !bp_gltf_accessor_at(document, attributes, weights_key, BP_GLTF_VEC4, &out->weights, &has_weights,
                             error))
        return false;
    if (*given != has_weights)
        return bp_gltf_fail(*given ? &weights : &joints, error, "is missing; %s needs it",
                             *given ? joints_key : weights_key);
    if (!*given) return true;
    if (out->joints.count != vertices || out->weights.count != vertices) {
        bool wrong_joints = out->joints.count != vertices;
        return bp_gltf_fail(wrong_joints ? &joints : &weights, error,
                             "has %zu elements, POSITION has %zu; each vertex needs one of each",
                             wrong_joints ? out->joints.count : out->weights.count, vertices);
    }
    return check_types(&joints, &weights, out, error);
}

static bool count_sets(bp_gltf_document *document, const bp_gltf_value *attributes, size_t vertices,
                       size_t *count, bp_error *error) {
    influence_set unused;
    bool given = true;
    for (*count = 0; *count < MOST_SETS; ++*count) {
        if (!open_set(document, attributes, *count, vertices, &unused, &given, error)) return false;
        if (!given) break;
    }
    return true;
}

/* ---- reading ------------------------------------------------------------------------------------*/

static bool read_set(bp_gltf_document *document, const bp_gltf_value *attributes, size_t vertices,
                     size_t number, raw_influences *raw, uint16_t *joints, float *weights, bp_error *error) {
    influence_set set;
    bool given;
    if (!open_set(document, attributes, number, vertices, &set, &given, error)) return false;
    bp_gltf_accessor_u16(&set.joints, joints);
    if (!bp_gltf_finite_floats(document, &set.weights, weights, error)) return false;
    for (size_t i = 0; i < vertices; i++) {
        size_t to = (i * raw->sets + number) * SET_SIZE;
        for (size_t j = 0; j < SET_SIZE; j++) {
            raw->joints[to + j] = joints[i * SET_SIZE + j];
            raw->weights[to + j] = weights[i * SET_SIZE + j];
        }
    }
    return true;
}

/* One set goes straight where it belongs, several by way of a set's worth of memory. */
static bool read_raw(bp_gltf_document *document, const bp_gltf_value *attributes, size_t vertices,
                     raw_influences *raw, bp_error *error) {
    const bp_allocator *allocator = &document->allocator;
    size_t count = vertices * SET_SIZE;
    uint16_t *joints = bp_alloc(allocator, count, sizeof *joints, error);
    float *weights = joints ? bp_alloc(allocator, count, sizeof *weights, error) : NULL;
    bool good = weights != NULL;
    for (size_t i = 0; good && i < raw->sets; i++)
        good = read_set(document, attributes, vertices, i, raw, joints, weights, error);
    bp_free(allocator, joints);
    bp_free(allocator, weights);
    return good;
}

static bool read_single(bp_gltf_document *document, const bp_gltf_value *attributes, bp_mesh *mesh,
                        bp_error *error) {
    influence_set set;
    bool given;
    if (!open_set(document, attributes, 0, mesh->vertex_count, &set, &given, error)) return false;
    bp_gltf_accessor_u16(&set.joints, mesh->joints);
    return bp_gltf_finite_floats(document, &set.weights, mesh->weights, error);
}

/* Puts the influences that have weight first; more than eight of them are an error. */
static bool compact(const bp_gltf_value *attributes, const raw_influences *raw, bp_mesh *mesh,
                    bp_error *error) {
    size_t width = raw->sets * SET_SIZE, room = (size_t)mesh->influences;
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        size_t kept = 0;
        for (size_t j = i * width; j < (i + 1) * width; j++) {
            if (raw->weights[j] == 0.0f) continue;
            if (kept == room)
                return bp_gltf_fail(
                    attributes, error,
                    "vertex %zu is moved by more than %zu joints; export it with at most that many", i, room);
            mesh->joints[i * room + kept] = raw->joints[j];
            mesh->weights[i * room + kept++] = raw->weights[j];
        }
    }
    return true;
}

static bool read_many(bp_gltf_document *document, const bp_gltf_value *attributes, size_t sets, bp_mesh *mesh,
                      bp_error *error) {
    const bp_allocator *allocator = &document->allocator;
    raw_influences raw = {.sets = sets, .joints = mesh->joints, .weights = mesh->weights};
    size_t count = mesh->vertex_count * sets * SET_SIZE;
    bool direct = sets * SET_SIZE == (size_t)mesh->influences;
    if (direct) return read_raw(document, attributes, mesh->vertex_count, &raw, error);
    if (!bp_gltf_charge(document, attributes, count, sizeof(float) + sizeof(uint16_t), error)) return false;
    raw.joints = bp_alloc(allocator, count, sizeof *raw.joints, error);
    raw.weights = raw.joints ? bp_alloc(allocator, count, sizeof *raw.weights, error) : NULL;
    bool good = raw.weights && read_raw(document, attributes, mesh->vertex_count, &raw, error) &&
                compact(attributes, &raw, mesh, error);
    bp_free(allocator, raw.joints);
    bp_free(allocator, raw.weights);
    return good;
}

/* ---- weights ------------------------------------------------------------------------------------*/

/* Negative weights count as 0; the others are divided by their sum, unless that is 1 but for the rounding of
 * floats: what was written comes back bit for bit. A vertex without weight stays so. */
static size_t divide_by_sums(bp_mesh *mesh) {
    size_t negative = 0, width = (size_t)mesh->influences;
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        float *weights = mesh->weights + i * width;
        double sum = 0.0;
        for (size_t j = 0; j < width; j++) {
            negative += weights[j] < 0.0f;
            if (weights[j] < 0.0f) weights[j] = 0.0f;
            sum += (double)weights[j];
        }
        bool divide = sum > 0.0 && !(sum > 1.0 - 2e-7 && sum < 1.0 + 2e-7);
        for (size_t j = 0; divide && j < width; j++) weights[j] = (float)((double)weights[j] / sum);
    }
    return negative;
}

bool bp_gltf_read_influences(bp_gltf_reader *reader, const bp_gltf_value *attributes, bp_mesh *mesh,
                             bp_error *error) {
    bp_gltf_document *document = &reader->document;
    size_t sets;
    if (!count_sets(document, attributes, mesh->vertex_count, &sets, error)) return false;
    if (sets == 0) return true;
    int influences = sets > 2 ? BP_MESH_MAX_INFLUENCES : (int)sets * SET_SIZE;
    if (!bp_gltf_charge(document, attributes, mesh->vertex_count, (size_t)influences * 6, error) ||
        !bp_mesh_set_influences(mesh, influences, error))
        return false;
    if (!(sets == 1 ? read_single(document, attributes, mesh, error)
                    : read_many(document, attributes, sets, mesh, error)))
        return false;
    size_t negative = divide_by_sums(mesh);
    if (negative > 0)
        bp_gltf_add_note(document, attributes, "%zu weights are negative; they are taken for 0", negative);
    return true;
}
