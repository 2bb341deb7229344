/* Looking at skin weights, and mending them. What is wrong with a vertex is found one kind after the
 * other, so that a NaN isn't told again as a wrong sum. */
#include "mesh/vertices.h"
#include <stdio.h>
#include <string.h>

static void note(bp_weight_report *report, bp_weight_fault fault) {
    report->counts[fault.kind]++;
    report->total++;
    if (report->kept < BP_COUNT(report->faults)) report->faults[report->kept++] = fault;
}

/* Joints that aren't there, and weights that are no weights. True where the sum means something. */
static bool check_values(bp_weight_report *report, size_t vertex, const uint16_t *joints,
                         const float *weights, int influences, size_t joint_count) {
    bool finite = true;
    for (int k = 0; k < influences; k++) {
        double weight = (double)weights[k];
        if (!bp_is_finite(weights[k])) {
            note(report, (bp_weight_fault){BP_WEIGHT_NAN, vertex, k, weight});
            finite = false;
        } else if (weights[k] < 0.0f) {
            note(report, (bp_weight_fault){BP_WEIGHT_NEGATIVE, vertex, k, weight});
        }
        if (joints[k] >= joint_count)
            note(report, (bp_weight_fault){BP_WEIGHT_JOINT, vertex, k, (double)joints[k]});
        else if (weights[k] == 0.0f && joints[k] != 0)
            note(report, (bp_weight_fault){BP_WEIGHT_IDLE_JOINT, vertex, k, (double)joints[k]});
    }
    return finite;
}

static void check_duplicates(bp_weight_report *report, size_t vertex, const uint16_t *joints,
                             const float *weights, int influences) {
    for (int k = 1; k < influences; k++) {
        for (int before = 0; before < k; before++) {
            if (joints[k] != joints[before] || weights[k] == 0.0f || weights[before] == 0.0f) continue;
            note(report, (bp_weight_fault){BP_WEIGHT_DUPLICATED, vertex, k, (double)joints[k]});
            break;
        }
    }
}

static void check_sum(bp_weight_report *report, size_t vertex, const float *weights, int influences,
                      double tolerance) {
    double sum = 0.0;
    bool any = false;
    for (int k = 0; k < influences; k++) {
        sum += (double)weights[k];
        any = any || weights[k] != 0.0f;
    }
    if (fabs(sum - 1.0) > fabs(report->worst_sum - 1.0)) {
        report->worst_sum = sum;
        report->worst_vertex = vertex;
    }
    if (!any)
        note(report, (bp_weight_fault){BP_WEIGHT_ZERO, vertex, -1, 0.0});
    else if (fabs(sum - 1.0) > tolerance)
        note(report, (bp_weight_fault){BP_WEIGHT_SUM, vertex, -1, sum});
}

void bp_mesh_check_weights(const bp_mesh *mesh, size_t joint_count, double tolerance,
                           bp_weight_report *report) {
    memset(report, 0, sizeof *report);
    report->worst_sum = 1.0;
    int influences = mesh->influences;
    if (tolerance == 0.0) tolerance = 1e-4 * influences;
    for (size_t vertex = 0; influences > 0 && vertex < mesh->vertex_count; vertex++) {
        const uint16_t *joints = mesh->joints + vertex * (size_t)influences;
        const float *weights = mesh->weights + vertex * (size_t)influences;
        bool finite = check_values(report, vertex, joints, weights, influences, joint_count);
        check_duplicates(report, vertex, joints, weights, influences);
        if (finite) check_sum(report, vertex, weights, influences, tolerance);
    }
}

const char *bp_weight_fault_text(const bp_weight_fault *fault, char *text, size_t size) {
    static const char *const formats[BP_WEIGHT_FAULT_KINDS] = {
        [BP_WEIGHT_NAN] = "is %.9g, which is no number",
        [BP_WEIGHT_NEGATIVE] = "is %.9g: negative",
        [BP_WEIGHT_JOINT] = "belongs to joint %.0f, which the skeleton doesn't have",
        [BP_WEIGHT_ZERO] = "all weights are %.0f, so nothing holds it",
        [BP_WEIGHT_SUM] = "the weights add up to %.9g, not 1",
        [BP_WEIGHT_DUPLICATED] = "belongs to joint %.0f, as does one before it",
        [BP_WEIGHT_IDLE_JOINT] = "is 0, but names joint %.0f; unused places name joint 0",
    };
    if (size == 0) return text;
    if ((unsigned)fault->kind >= BP_WEIGHT_FAULT_KINDS) {
        snprintf(text, size, "no fault of weights");
        return text;
    }
    char what[128];
    snprintf(what, sizeof what, formats[fault->kind], fault->value);
    if (fault->influence < 0)
        snprintf(text, size, "vertex %zu: %s", fault->vertex, what);
    else
        snprintf(text, size, "vertex %zu: weight %d %s", fault->vertex, fault->influence, what);
    return text;
}

/* Whether anything was changed. A sum within a rounding or two of 1 is left alone, so that mending twice
 * is mending once. */
static bool normalize_vertex(float *weights, int influences) {
    bool changed = false;
    double sum = 0.0;
    for (int k = 0; k < influences; k++) {
        if (!bp_is_finite(weights[k]) || weights[k] < 0.0f) {
            weights[k] = 0.0f;
            changed = true;
        }
        sum += (double)weights[k];
    }
    if (sum == 0.0) {
        weights[0] = 1.0f;
        return true;
    }
    if (fabs(sum - 1.0) <= 3e-7 * influences) return changed;
    for (int k = 0; k < influences; k++) weights[k] = (float)((double)weights[k] / sum);
    return true;
}

size_t bp_mesh_normalize_weights(bp_mesh *mesh) {
    size_t changed = 0;
    for (size_t vertex = 0; mesh->influences > 0 && vertex < mesh->vertex_count; vertex++) {
        if (normalize_vertex(mesh->weights + vertex * (size_t)mesh->influences, mesh->influences)) changed++;
    }
    return changed;
}
