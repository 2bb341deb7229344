/* Weights: a vertex's weights must be finite and sum to 1, and its joints must exist. */
#include "gltf/doctor/doctor.h"

typedef enum weight_fault {
    FAULT_NAN,
    FAULT_NEGATIVE,
    FAULT_ZERO,
    FAULT_SUM,
    FAULT_ROUNDING,
    FAULT_RANGE,
    FAULT_DUPLICATED,
    FAULT_ZERO_WEIGHT,
    FAULT_OVER_4,
    FAULT_COUNT
} weight_fault;

/* The vertices that have a fault, and the worst amount. */
typedef struct weight_tally {
    bp_doctor_concerned vertices;
    double worst;
} weight_tally;

/* A sum this far from 1 is visible: it moves a vertex by a hundredth of its way. Less is only forbidden. */
static const double SUM_ERROR = 0.01, SUM_WARNING = 5e-4;

static void tally(weight_tally *tallies, weight_fault fault, size_t vertex, double amount) {
    weight_tally *one = &tallies[fault];
    double size = amount < 0.0 ? -amount : amount;
    double worst = one->worst < 0.0 ? -one->worst : one->worst;
    if (one->vertices.count == 0 || size > worst) one->worst = amount;
    bp_doctor_concern(&one->vertices, vertex);
}

/* The sum and the least of a vertex's weights. */
typedef struct weight_range {
    double sum, min;
    size_t nonzero;
    bool finite;
} weight_range;

static weight_range range_of(const float *weights, size_t count) {
    weight_range range = {.finite = true};
    for (size_t i = 0; i < count; i++) {
        if (!bp_is_finite(weights[i])) range.finite = false;
        if (!range.finite) break;
        range.sum += (double)weights[i];
        range.nonzero += weights[i] != 0.0f;
        if ((double)weights[i] < range.min) range.min = (double)weights[i];
    }
    return range;
}

static void check_amounts(const bp_doctor_primitive *primitive, size_t vertex, weight_range range,
                          weight_tally *tallies) {
    double off = range.sum - 1.0, size = off < 0.0 ? -off : off;
    double rounding = (double)primitive->weight_step * (double)(range.nonzero + 1);
    if (!range.finite) {
        tally(tallies, FAULT_NAN, vertex, 0.0);
    } else if (range.min < 0.0) {
        tally(tallies, FAULT_NEGATIVE, vertex, range.min);
    } else if (range.nonzero == 0) {
        tally(tallies, FAULT_ZERO, vertex, 0.0);
    } else if (size > SUM_WARNING && size > rounding) {
        tally(tallies, FAULT_SUM, vertex, off);
    } else if (size > (primitive->weight_step > 0.0f ? 0.5 * (double)primitive->weight_step
                                                     : 2e-7 * (double)range.nonzero)) {
        tally(tallies, FAULT_ROUNDING, vertex, off);
    }
    if (range.finite && range.nonzero > 4) tally(tallies, FAULT_OVER_4, vertex, (double)range.nonzero);
}

static void check_joints(bp_doctor_skin *skin, const uint16_t *joints, const float *weights, size_t count,
                         size_t vertex, weight_tally *tallies) {
    bool out = false, duplicated = false, unweighted = false;
    for (size_t i = 0; i < count; i++) {
        if (joints[i] >= skin->joint_count) {
            if (!out) tally(tallies, FAULT_RANGE, vertex, (double)joints[i]);
            out = true;
            continue;
        }
        if (weights[i] == 0.0f) {
            if (!unweighted && joints[i] != 0) tally(tallies, FAULT_ZERO_WEIGHT, vertex, (double)joints[i]);
            unweighted = unweighted || joints[i] != 0;
            continue;
        }
        skin->used[joints[i]] = true;
        for (size_t j = 0; j < i && !duplicated; j++) {
            if (weights[j] == 0.0f || joints[j] != joints[i]) continue;
            tally(tallies, FAULT_DUPLICATED, vertex, (double)joints[i]);
            duplicated = true;
        }
    }
}

/* Adds the finding of one fault, if a vertex has it: "12 of 40 vertices DETAIL; the first is vertex 3". */
static void report(bp_doctor *doctor, const bp_doctor_primitive *primitive, const weight_tally *tallies,
                   weight_fault fault, bp_doctor_id id, bp_doctor_severity severity, const char *detail) {
    bool about_joints = fault == FAULT_RANGE || fault == FAULT_DUPLICATED || fault == FAULT_ZERO_WEIGHT;
    if (tallies[fault].vertices.count == 0) return;
    bp_doctor_place place =
        bp_doctor_at_primitive(primitive, about_joints ? "attributes.JOINTS_0" : "attributes.WEIGHTS_0");
    place.vertices = tallies[fault].vertices;
    bp_doctor_add(doctor, id, severity, place, "%zu of %zu vertices %s; the first is vertex %u",
                  place.vertices.count, primitive->vertex_count, detail, place.vertices.first[0]);
}

static void report_all(bp_doctor *doctor, const bp_doctor_primitive *p, size_t joints,
                       const weight_tally *t) {
    const bp_doctor_severity error = BP_DOCTOR_ERROR, warning = BP_DOCTOR_WARNING;
    double sum = t[FAULT_SUM].worst;
    bool visible = sum > SUM_ERROR || sum < -SUM_ERROR;
    report(doctor, p, t, FAULT_NAN, BP_DOCTOR_WEIGHTS_NAN, error, "have weights that are NaN or infinite");
    report(doctor, p, t, FAULT_NEGATIVE, BP_DOCTOR_WEIGHTS_NEGATIVE, error,
           bp_format("have a negative weight, down to %g", t[FAULT_NEGATIVE].worst).text);
    report(doctor, p, t, FAULT_ZERO, BP_DOCTOR_WEIGHTS_ZERO, error, "have no weight at all");
    report(doctor, p, t, FAULT_SUM, BP_DOCTOR_WEIGHTS_SUM, visible ? error : warning,
           bp_format("have weights that don't sum to 1 (the worst sums to %.4g)", 1.0 + sum).text);
    report(doctor, p, t, FAULT_ROUNDING, BP_DOCTOR_WEIGHTS_SUM,
           p->weight_step > 0.0f ? error : BP_DOCTOR_NOTE,
           bp_format(p->weight_step > 0.0f ? "have integer weights that don't sum to exactly 1 (%.5f)"
                                           : "have weights that sum to 1 only roughly (%.7f)",
                     1.0 + t[FAULT_ROUNDING].worst)
               .text);
    report(doctor, p, t, FAULT_OVER_4, BP_DOCTOR_INFLUENCES_OVER_4, warning,
           bp_format("follow more than 4 joints, up to %g", t[FAULT_OVER_4].worst).text);
    report(doctor, p, t, FAULT_RANGE, BP_DOCTOR_JOINT_OUT_OF_RANGE, error,
           bp_format("refer to joints up to %g, but skins[%d] has %zu", t[FAULT_RANGE].worst, p->skin, joints)
               .text);
    report(doctor, p, t, FAULT_DUPLICATED, BP_DOCTOR_JOINT_DUPLICATED, error,
           "have two weights for one joint");
    report(doctor, p, t, FAULT_ZERO_WEIGHT, BP_DOCTOR_JOINT_ZERO_WEIGHT, BP_DOCTOR_NOTE,
           "refer to a joint other than 0 with weight 0");
}

/* Our reader divides by the sum and keeps the largest influences, so the picture may differ from other
 * programs'. */
static void report_rescaled(bp_doctor *doctor, const bp_doctor_primitive *primitive, const weight_tally *t,
                            size_t over) {
    size_t sums = t[FAULT_SUM].vertices.count, vertices = sums > over ? sums : over;
    if (vertices == 0) return;
    bp_doctor_id cause = sums > 0 ? BP_DOCTOR_WEIGHTS_SUM : BP_DOCTOR_INFLUENCES_OVER_4;
    bp_doctor_add_caused(doctor, BP_DOCTOR_WEIGHTS_RESCALED, BP_DOCTOR_NOTE, cause,
                         bp_doctor_at_primitive(primitive, "attributes.WEIGHTS_0"),
                         "Bindpose rescales the weights of %zu of %zu vertices to a sum of 1%s", vertices,
                         primitive->vertex_count, over > 0 ? ", and drops all but the 8 largest" : "");
}

static void check_primitive(bp_doctor *doctor, const bp_doctor_primitive *primitive) {
    weight_tally tallies[FAULT_COUNT] = {{.worst = 0}};
    size_t width = primitive->influences, over = 0;
    bp_doctor_skin none = {0}, *skin = primitive->skin >= 0 ? &doctor->skins[primitive->skin] : &none;
    for (size_t i = 0; i < primitive->vertex_count; i++) {
        const float *weights = primitive->weights + i * width;
        weight_range range = range_of(weights, width);
        check_amounts(primitive, i, range, tallies);
        over += range.nonzero > BP_MESH_MAX_INFLUENCES;
        if (skin->joint_count > 0)
            check_joints(skin, primitive->joints + i * width, weights, width, i, tallies);
    }
    report_all(doctor, primitive, skin->joint_count, tallies);
    report_rescaled(doctor, primitive, tallies, over);
}

static void check_unused(bp_doctor *doctor, size_t index) {
    const bp_doctor_skin *skin = &doctor->skins[index];
    bp_doctor_concerned unused = {.count = 0};
    for (size_t i = 0; i < skin->joint_count; i++)
        if (!skin->used[i]) bp_doctor_concern(&unused, i);
    if (unused.count == 0 || skin->diagonal == 0.0) return;
    bp_doctor_place place = bp_doctor_at_joint(doctor, index, unused.first[0]);
    place.joints = unused;
    bp_doctor_add(doctor, BP_DOCTOR_JOINT_UNUSED, BP_DOCTOR_NOTE, place,
                  "%zu of %zu joints move no vertex; the first is %s", unused.count, skin->joint_count,
                  bp_doctor_node_text(doctor, skin->joints[unused.first[0]]).text);
}

void bp_doctor_check_weights(bp_doctor *doctor) {
    for (size_t i = 0; i < doctor->primitive_count; i++)
        if (doctor->primitives[i].sets > 0) check_primitive(doctor, &doctor->primitives[i]);
    for (size_t i = 0; i < doctor->skin_count; i++) check_unused(doctor, i);
}
