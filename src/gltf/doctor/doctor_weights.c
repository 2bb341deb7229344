/* Weights: each vertex's influences must be numbers, of joints there are, and add up to 1. */
#include "gltf/doctor/doctor.h"
#include <stdio.h>
#include <string.h>

/* What a vertex's influences are like, as bits. */
typedef enum weight_fault {
    FAULT_NAN,
    FAULT_NEGATIVE,
    FAULT_ZERO,
    FAULT_SUM,
    FAULT_RANGE,
    FAULT_TWICE,
    FAULT_IDLE,
    FAULT_MANY,
    FAULT_COUNT
} weight_fault;

/* How often a fault was found, and where it is worst. */
typedef struct weight_tally {
    size_t vertices, first;
    double worst;
} weight_tally;

/* Sums that are this far from 1 show: a hundredth of the vertex's way. Less is still not what is allowed. */
static const double SUM_ERROR = 0.01, SUM_WARNING = 5e-4;

static void tally(weight_tally *tallies, weight_fault fault, size_t vertex, double amount) {
    weight_tally *one = &tallies[fault];
    double size = amount < 0.0 ? -amount : amount;
    double worst = one->worst < 0.0 ? -one->worst : one->worst;
    if (one->vertices == 0) one->first = vertex;
    if (one->vertices++ == 0 || size > worst) one->worst = amount;
}

/* The largest, smallest and sum of a vertex's weights. */
typedef struct weight_range {
    double sum, least;
    size_t counted; /* those that aren't 0 */
    bool finite;
} weight_range;

static weight_range range_of(const float *weights, size_t count) {
    weight_range range = {.finite = true};
    for (size_t i = 0; i < count; i++) {
        if (!bp_doctor_is_finite(weights[i])) range.finite = false;
        if (!range.finite) break;
        range.sum += (double)weights[i];
        range.counted += weights[i] != 0.0f;
        if ((double)weights[i] < range.least) range.least = (double)weights[i];
    }
    return range;
}

static void check_amounts(const bp_doctor_primitive *primitive, size_t vertex, weight_range range,
                          weight_tally *tallies) {
    double off = range.sum - 1.0, size = off < 0.0 ? -off : off;
    double rounding = (double)primitive->step * (double)(range.counted + 1);
    if (!range.finite) {
        tally(tallies, FAULT_NAN, vertex, 0.0);
    } else if (range.least < 0.0) {
        tally(tallies, FAULT_NEGATIVE, vertex, range.least);
    } else if (range.counted == 0) {
        tally(tallies, FAULT_ZERO, vertex, 0.0);
    } else if (size > SUM_WARNING && size > rounding) {
        tally(tallies, FAULT_SUM, vertex, off);
    }
    if (range.finite && range.counted > 4) tally(tallies, FAULT_MANY, vertex, (double)range.counted);
}

static void check_joints(bp_doctor_skin *skin, const uint16_t *joints, const float *weights, size_t count,
                         size_t vertex, weight_tally *tallies) {
    bool out = false, twice = false, idle = false;
    for (size_t i = 0; i < count; i++) {
        if (joints[i] >= skin->joint_count) {
            if (!out) tally(tallies, FAULT_RANGE, vertex, (double)joints[i]);
            out = true;
            continue;
        }
        if (weights[i] == 0.0f) {
            if (!idle && joints[i] != 0) tally(tallies, FAULT_IDLE, vertex, (double)joints[i]);
            idle = idle || joints[i] != 0;
            continue;
        }
        skin->used[joints[i]] = true;
        for (size_t j = 0; j < i && !twice; j++) {
            if (weights[j] == 0.0f || joints[j] != joints[i]) continue;
            tally(tallies, FAULT_TWICE, vertex, (double)joints[i]);
            twice = true;
        }
    }
}

/* ---- telling ------------------------------------------------------------------------------------*/

static void tell_amounts(bp_doctor *doctor, const char *place, const weight_tally *tallies, size_t vertices) {
    const weight_tally *t = &tallies[FAULT_NAN];
    if (t->vertices > 0)
        bp_doctor_add(doctor, BP_DOCTOR_WEIGHTS_NAN, BP_DOCTOR_ERROR, BP_DOCTOR_NO_CAUSE, place,
                      "weights of %zu of %zu vertices are not finite; the first is vertex %zu", t->vertices,
                      vertices, t->first);
    t = &tallies[FAULT_NEGATIVE];
    if (t->vertices > 0)
        bp_doctor_add(doctor, BP_DOCTOR_WEIGHTS_NEGATIVE, BP_DOCTOR_ERROR, BP_DOCTOR_NO_CAUSE, place,
                      "%zu of %zu vertices have a negative weight, down to %g; the first is vertex %zu",
                      t->vertices, vertices, t->worst, t->first);
    t = &tallies[FAULT_ZERO];
    if (t->vertices > 0)
        bp_doctor_add(doctor, BP_DOCTOR_WEIGHTS_ZERO, BP_DOCTOR_ERROR, BP_DOCTOR_NO_CAUSE, place,
                      "all weights of %zu of %zu vertices are 0; the first is vertex %zu", t->vertices,
                      vertices, t->first);
    t = &tallies[FAULT_SUM];
    bool shows = t->worst > SUM_ERROR || t->worst < -SUM_ERROR;
    if (t->vertices > 0)
        bp_doctor_add(
            doctor, BP_DOCTOR_WEIGHTS_SUM, shows ? BP_DOCTOR_ERROR : BP_DOCTOR_WARNING, BP_DOCTOR_NO_CAUSE,
            place,
            "weights of %zu of %zu vertices don't add up to 1, but as far from it as to %.6g; the first "
            "is vertex %zu",
            t->vertices, vertices, 1.0 + t->worst, t->first);
    t = &tallies[FAULT_MANY];
    if (t->vertices > 0)
        bp_doctor_add(
            doctor, BP_DOCTOR_INFLUENCES_OVER_4, BP_DOCTOR_WARNING, BP_DOCTOR_NO_CAUSE, place,
            "%zu of %zu vertices are moved by more than 4 joints, by up to %g; the first is vertex %zu",
            t->vertices, vertices, t->worst, t->first);
}

static void tell_joints(bp_doctor *doctor, const bp_doctor_primitive *primitive, const char *place,
                        const weight_tally *tallies) {
    const bp_doctor_skin *skin = &doctor->skins[primitive->skin];
    const weight_tally *t = &tallies[FAULT_RANGE];
    if (t->vertices > 0)
        bp_doctor_add(
            doctor, BP_DOCTOR_JOINT_OUT_OF_RANGE, BP_DOCTOR_ERROR, BP_DOCTOR_NO_CAUSE, place,
            "%zu of %zu vertices name joints up to %g, but skins[%d] has %zu; the first is vertex %zu",
            t->vertices, primitive->vertex_count, t->worst, primitive->skin, skin->joint_count, t->first);
    t = &tallies[FAULT_TWICE];
    if (t->vertices > 0)
        bp_doctor_add(doctor, BP_DOCTOR_JOINT_DUPLICATED, BP_DOCTOR_ERROR, BP_DOCTOR_NO_CAUSE, place,
                      "%zu of %zu vertices have two weights for one joint; the first is vertex %zu",
                      t->vertices, primitive->vertex_count, t->first);
    t = &tallies[FAULT_IDLE];
    if (t->vertices > 0)
        bp_doctor_add(doctor, BP_DOCTOR_JOINT_ZERO_WEIGHT, BP_DOCTOR_WARNING, BP_DOCTOR_NO_CAUSE, place,
                      "%zu of %zu vertices name joints other than 0 with weight 0; the first is vertex %zu",
                      t->vertices, primitive->vertex_count, t->first);
}

static void check_primitive(bp_doctor *doctor, const bp_doctor_primitive *primitive) {
    weight_tally tallies[FAULT_COUNT] = {{0}};
    size_t width = primitive->influences;
    char weights_place[96], joints_place[96];
    bp_doctor_skin none = {0}, *skin = primitive->skin >= 0 ? &doctor->skins[primitive->skin] : &none;
    for (size_t i = 0; i < primitive->vertex_count; i++) {
        const float *weights = primitive->weights + i * width;
        check_amounts(primitive, i, range_of(weights, width), tallies);
        if (skin->joint_count > 0)
            check_joints(skin, primitive->joints + i * width, weights, width, i, tallies);
    }
    snprintf(weights_place, sizeof weights_place, "meshes[%zu].primitives[%zu].attributes.WEIGHTS_0",
             primitive->mesh, primitive->number);
    snprintf(joints_place, sizeof joints_place, "meshes[%zu].primitives[%zu].attributes.JOINTS_0",
             primitive->mesh, primitive->number);
    tell_amounts(doctor, weights_place, tallies, primitive->vertex_count);
    if (skin->joint_count > 0) tell_joints(doctor, primitive, joints_place, tallies);
}

/* ---- joints without weight ----------------------------------------------------------------------*/

static void check_unused(bp_doctor *doctor, size_t index) {
    const bp_doctor_skin *skin = &doctor->skins[index];
    size_t unused = 0, first = 0;
    for (size_t i = skin->joint_count; i-- > 0;) {
        if (skin->used[i]) continue;
        unused++;
        first = i;
    }
    if (unused == 0 || skin->size == 0.0) return;
    char place[64], text[64];
    snprintf(place, sizeof place, "skins[%zu].joints[%zu]", index, first);
    bp_doctor_add(doctor, BP_DOCTOR_JOINT_UNUSED, BP_DOCTOR_NOTE, BP_DOCTOR_NO_CAUSE, place,
                  "%zu of %zu joints move no vertex; the first is %s", unused, skin->joint_count,
                  bp_doctor_node_text(doctor, skin->joints[first], text, sizeof text));
}

void bp_doctor_check_weights(bp_doctor *doctor) {
    for (size_t i = 0; i < doctor->primitive_count; i++)
        if (doctor->primitives[i].sets > 0) check_primitive(doctor, &doctor->primitives[i]);
    for (size_t i = 0; i < doctor->skin_count; i++) check_unused(doctor, i);
}
