/* Joints and weights: all sets of four together, divided by their sum unless the options keep them.
 *
 * One or two sets become four or eight influences, in the file's order. From more sets, the reader keeps a
 * vertex's eight largest weights. */
#include "gltf/read/reader.h"
#include "mesh/editing.h"
#include <math.h>

/* Decodes all sets, a vertex's influences side by side. */
static bool decode_sets(bp_gltf_document *document, const bp_gltf_value *attributes, size_t vertices,
                        size_t sets, uint16_t *joints, float *weights, bp_error *error) {
    size_t width = sets * BP_GLTF_SET_SIZE;
    for (size_t i = 0; i < sets; i++) {
        bp_gltf_influence_set set;
        bool exists;
        if (!bp_gltf_influence_set_open(document, attributes, i, vertices, &set, &exists, error))
            return false;
        bp_gltf_accessor_u16(&set.joints, joints + i * BP_GLTF_SET_SIZE, width);
        bp_error fault = {0};
        if (bp_gltf_finite_floats(document, &set.weights, weights + i * BP_GLTF_SET_SIZE, width, &fault))
            continue;
        if (!bp_gltf_forgive(document, &fault, "it becomes 0", error)) return false;
        for (size_t j = 0; j < vertices; j++)
            for (size_t k = i * BP_GLTF_SET_SIZE; k < (i + 1) * BP_GLTF_SET_SIZE; k++)
                if (!bp_is_finite(weights[j * width + k])) weights[j * width + k] = 0;
    }
    return true;
}

/* How many vertices lost influences, and the most that one lost, as a fraction of its weights. */
typedef struct influence_loss {
    size_t vertices;
    double most;
} influence_loss;

/* Keeps the largest weights of one vertex. Returns the sum of those it drops. */
static double keep_largest(const uint16_t *joints, const float *weights, size_t width, uint16_t *to_joints,
                           float *to_weights, size_t max) {
    double lost = 0.0;
    size_t kept = 0;
    for (size_t i = 0; i < width; i++) {
        size_t at = kept;
        if (weights[i] == 0.0f) continue;
        if (kept == max) {
            at = 0;
            for (size_t j = 1; j < max; j++)
                if (to_weights[j] < to_weights[at]) at = j;
            if (weights[i] <= to_weights[at]) {
                lost += (double)weights[i];
                continue;
            }
            lost += (double)to_weights[at];
        } else {
            kept++;
        }
        to_joints[at] = joints[i];
        to_weights[at] = weights[i];
    }
    return lost;
}

static void compact(size_t width, const uint16_t *joints, const float *weights, bp_mesh *mesh,
                    influence_loss *loss) {
    size_t max = (size_t)mesh->influences;
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        const float *from = weights + i * width;
        double lost = keep_largest(joints + i * width, from, width, mesh->joints + i * max,
                                   mesh->weights + i * max, max);
        double sum = 0.0;
        for (size_t j = 0; j < width; j++) sum += (double)from[j];
        if (!(lost > 0.0 && sum > 0.0)) continue;
        loss->vertices++;
        if (lost / sum > loss->most) loss->most = lost / sum;
    }
}

static bool decode_and_compact(bp_gltf_document *document, const bp_gltf_value *attributes, size_t sets,
                               bp_mesh *mesh, bp_error *error) {
    const bp_allocator *allocator = &document->allocator;
    size_t width = sets * BP_GLTF_SET_SIZE, count = mesh->vertex_count * width;
    if (!bp_gltf_charge(document, attributes, count, sizeof(float) + sizeof(uint16_t), error)) return false;
    uint16_t *joints = bp_alloc(allocator, count, sizeof *joints, error);
    float *weights = joints ? bp_alloc(allocator, count, sizeof *weights, error) : NULL;
    influence_loss loss = {0};
    bool ok = weights && decode_sets(document, attributes, mesh->vertex_count, sets, joints, weights, error);
    if (ok) compact(width, joints, weights, mesh, &loss);
    if (loss.vertices > 0)
        bp_gltf_add_note(
            document, attributes,
            "%zu of %zu vertices follow more than %d joints; the largest weights are kept, and a vertex "
            "loses up to %.2g%% of its weight",
            loss.vertices, mesh->vertex_count, mesh->influences, 100.0 * loss.most);
    bp_free(allocator, joints);
    bp_free(allocator, weights);
    return ok;
}

static void note_faults(bp_gltf_document *document, const bp_gltf_value *attributes,
                        bp_weight_faults faults) {
    if (faults.negative > 0)
        bp_gltf_add_note(document, attributes, "%zu weights are negative and become 0", faults.negative);
    if (faults.empty > 0)
        bp_gltf_add_note(
            document, attributes,
            "%zu vertices have no weight (the first is vertex %zu) and follow the first joint that "
            "they name",
            faults.empty, faults.first_empty);
    if (faults.rescaled > 0)
        bp_gltf_add_note(document, attributes,
                         "the weights of %zu vertices don't sum to 1 (at worst to %.3g, vertex %zu) and are "
                         "divided by their sum",
                         faults.rescaled, faults.worst_sum, faults.worst_vertex);
}

bool bp_gltf_read_influences(bp_gltf_document *document, const bp_gltf_value *attributes, bool keep,
                             bp_mesh *mesh, bp_error *error) {
    size_t sets;
    if (!bp_gltf_influence_sets(document, attributes, mesh->vertex_count, &sets, error)) return false;
    if (sets == 0) return true;
    int influences = sets > 2 ? BP_MESH_MAX_INFLUENCES : (int)sets * BP_GLTF_SET_SIZE;
    if (!bp_gltf_charge(document, attributes, mesh->vertex_count, (size_t)influences * 6, error) ||
        !bp_mesh_set_influences(mesh, influences, error))
        return false;
    if (!(sets <= 2 ? decode_sets(document, attributes, mesh->vertex_count, sets, mesh->joints, mesh->weights,
                                  error)
                    : decode_and_compact(document, attributes, sets, mesh, error)))
        return false;
    if (!keep) note_faults(document, attributes, bp_mesh_mend_weights(mesh));
    return true;
}
