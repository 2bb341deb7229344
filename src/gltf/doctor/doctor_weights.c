/* Weights: a vertex's weights must be finite and sum to 1, and its joints must exist, and belong together.
 *
 * Two joints of a vertex are related if few steps through the tree separate them. Of two unrelated joints,
 * the one that is much farther from the vertex in the bind pose is the wrong one. */
#include "gltf/doctor/doctor.h"
#include <math.h>

/* The vertices that have a fault, and the worst amount; by id. RESCALED's are sums off by rounding. */
typedef struct weight_tally {
    bp_doctor_concerned vertices;
    double worst;
} weight_tally;

/* A sum this far from 1 is visible: it moves a vertex by a hundredth of its way. Less is only forbidden. */
static const double SUM_ERROR = 0.01, SUM_WARNING = 5e-4;

static void tally(weight_tally *tallies, bp_doctor_id fault, size_t vertex, double amount) {
    weight_tally *one = &tallies[fault];
    double size = amount < 0.0 ? -amount : amount;
    double worst = one->worst < 0.0 ? -one->worst : one->worst;
    if (one->vertices.count == 0 || size > worst) one->worst = amount;
    bp_doctor_concern(&one->vertices, vertex);
}

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
        tally(tallies, BP_DOCTOR_WEIGHTS_NAN, vertex, 0.0);
    } else if (range.min < 0.0) {
        tally(tallies, BP_DOCTOR_WEIGHTS_NEGATIVE, vertex, range.min);
    } else if (range.nonzero == 0) {
        tally(tallies, BP_DOCTOR_WEIGHTS_ZERO, vertex, 0.0);
    } else if (size > SUM_WARNING && size > rounding) {
        tally(tallies, BP_DOCTOR_WEIGHTS_SUM, vertex, off);
    } else if (size > (primitive->weight_step > 0.0f ? 0.5 * (double)primitive->weight_step
                                                     : 2e-7 * (double)range.nonzero)) {
        tally(tallies, BP_DOCTOR_WEIGHTS_RESCALED, vertex, off);
    }
    if (range.finite && range.nonzero > 4)
        tally(tallies, BP_DOCTOR_INFLUENCES_OVER_4, vertex, (double)range.nonzero);
}

static void check_joints(bp_doctor_skin *skin, const uint16_t *joints, const float *weights, size_t count,
                         size_t vertex, weight_tally *tallies) {
    bool out = false, duplicated = false, unweighted = false;
    for (size_t i = 0; i < count; i++) {
        if (joints[i] >= skin->joint_count) {
            if (!out) tally(tallies, BP_DOCTOR_JOINT_OUT_OF_RANGE, vertex, (double)joints[i]);
            out = true;
            continue;
        }
        if (weights[i] == 0.0f) {
            if (!unweighted && joints[i] != 0)
                tally(tallies, BP_DOCTOR_JOINT_ZERO_WEIGHT, vertex, (double)joints[i]);
            unweighted = unweighted || joints[i] != 0;
            continue;
        }
        skin->used[joints[i]] = true;
        for (size_t j = 0; j < i && !duplicated; j++) {
            if (weights[j] == 0.0f || joints[j] != joints[i]) continue;
            tally(tallies, BP_DOCTOR_JOINT_DUPLICATED, vertex, (double)joints[i]);
            duplicated = true;
        }
    }
}

/* Adds the finding of one fault, if a vertex has it: "12 of 40 vertices DETAIL; the first is vertex 3". */
static void report(bp_doctor *doctor, const bp_doctor_primitive *primitive, const weight_tally *tallies,
                   bp_doctor_id id, bp_doctor_severity severity, const char *detail) {
    bool about_joints = id >= BP_DOCTOR_JOINT_OUT_OF_RANGE && id <= BP_DOCTOR_JOINT_ZERO_WEIGHT;
    bp_doctor_place place =
        bp_doctor_at_primitive(primitive, about_joints ? "attributes.JOINTS_0" : "attributes.WEIGHTS_0");
    place.vertices = tallies[id].vertices;
    if (place.vertices.count > 0)
        bp_doctor_add(doctor, id == BP_DOCTOR_WEIGHTS_RESCALED ? BP_DOCTOR_WEIGHTS_SUM : id, severity, place,
                      "%zu of %zu vertices %s; the first is vertex %u", place.vertices.count,
                      primitive->vertex_count, detail, place.vertices.first[0]);
}

static void report_all(bp_doctor *doctor, const bp_doctor_primitive *p, size_t joints,
                       const weight_tally *t) {
    const bp_doctor_severity error = BP_DOCTOR_ERROR, warning = BP_DOCTOR_WARNING;
    double sum = t[BP_DOCTOR_WEIGHTS_SUM].worst;
    bool visible = sum > SUM_ERROR || sum < -SUM_ERROR;
    report(doctor, p, t, BP_DOCTOR_WEIGHTS_NAN, error, "have weights that are NaN or infinite");
    report(doctor, p, t, BP_DOCTOR_WEIGHTS_NEGATIVE, error,
           bp_format("have a negative weight, down to %g", t[BP_DOCTOR_WEIGHTS_NEGATIVE].worst).text);
    report(doctor, p, t, BP_DOCTOR_WEIGHTS_ZERO, error, "have no weight at all");
    report(doctor, p, t, BP_DOCTOR_WEIGHTS_SUM, visible ? error : warning,
           bp_format("have weights that don't sum to 1 (the worst sums to %.4g)", 1.0 + sum).text);
    report(doctor, p, t, BP_DOCTOR_WEIGHTS_RESCALED, p->weight_step > 0.0f ? error : BP_DOCTOR_NOTE,
           bp_format(p->weight_step > 0.0f ? "have integer weights that don't sum to exactly 1 (%.5f)"
                                           : "have weights that sum to 1 only roughly (%.7f)",
                     1.0 + t[BP_DOCTOR_WEIGHTS_RESCALED].worst)
               .text);
    report(doctor, p, t, BP_DOCTOR_INFLUENCES_OVER_4, warning,
           bp_format("follow more than 4 joints, up to %g", t[BP_DOCTOR_INFLUENCES_OVER_4].worst).text);
    report(doctor, p, t, BP_DOCTOR_JOINT_OUT_OF_RANGE, error,
           bp_format("refer to joints up to %g, but skins[%d] has %zu", t[BP_DOCTOR_JOINT_OUT_OF_RANGE].worst,
                     p->skin, joints)
               .text);
    report(doctor, p, t, BP_DOCTOR_JOINT_DUPLICATED, error, "have two weights for one joint");
    report(doctor, p, t, BP_DOCTOR_JOINT_ZERO_WEIGHT, BP_DOCTOR_NOTE,
           "refer to a joint other than 0 with weight 0");
}

/* Our reader divides by the sum and keeps the largest influences, so the picture may differ from other
 * programs'. */
static void report_rescaled(bp_doctor *doctor, const bp_doctor_primitive *primitive, const weight_tally *t,
                            size_t over) {
    size_t sums = t[BP_DOCTOR_WEIGHTS_SUM].vertices.count, vertices = sums > over ? sums : over;
    if (vertices == 0) return;
    bp_doctor_id cause = sums > 0 ? BP_DOCTOR_WEIGHTS_SUM : BP_DOCTOR_INFLUENCES_OVER_4;
    bp_doctor_add_caused(doctor, BP_DOCTOR_WEIGHTS_RESCALED, BP_DOCTOR_NOTE, cause,
                         bp_doctor_at_primitive(primitive, "attributes.WEIGHTS_0"),
                         "Bindpose rescales the weights of %zu of %zu vertices to a sum of 1%s", vertices,
                         primitive->vertex_count, over > 0 ? ", and drops all but the 8 largest" : "");
}

static void check_primitive(bp_doctor *doctor, const bp_doctor_primitive *primitive) {
    weight_tally tallies[BP_DOCTOR_WEIGHTS_RESCALED + 1] = {{.worst = 0}};
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
    bp_doctor_place place = bp_doctor_at_joints(doctor, index, &unused);
    bp_doctor_add(doctor, BP_DOCTOR_JOINT_UNUSED, BP_DOCTOR_NOTE, place,
                  "%zu of %zu joints move no vertex; the first is %s", unused.count, skin->joint_count,
                  bp_doctor_node_text(doctor, place.node).text);
}

void bp_doctor_check_weights(bp_doctor *doctor) {
    for (size_t i = 0; i < doctor->primitive_count; i++)
        if (doctor->primitives[i].sets > 0) check_primitive(doctor, &doctor->primitives[i]);
    for (size_t i = 0; i < doctor->skin_count; i++) check_unused(doctor, i);
}

/* ---- unrelated branches --------------------------------------------------------------------------------*/

/* STEP_BUDGET bounds the work on a whole file: then some vertices aren't checked. */
enum { UNRELATED_STEPS = 5, MAX_STEPS = 512, MAX_STRONG = 8, STEP_BUDGET = 50000000 };

/* Weights below this are hardly visible. */
static const float STRONG_WEIGHT = 0.05f;
/* The wrong joint is this many times as far as the nearer one, and at least this fraction of the mesh's size.
 */
static const double FARTHER = 2.5, FAR = 0.2;

/* Steps between two nodes through the tree; MAX_STEPS if they aren't connected. */
static int steps_between(const bp_doctor *doctor, int a, int b) {
    const bp_doctor_node *nodes = doctor->nodes;
    int steps = 0;
    for (; a != b && steps < MAX_STEPS; steps++) {
        if (nodes[a].depth < nodes[b].depth) {
            b = nodes[b].parent;
        } else {
            a = nodes[a].parent;
        }
        if (a < 0 || b < 0) return MAX_STEPS;
    }
    return steps;
}

/* Each joint's position in the bind pose, NaN if unknown; NULL: no memory. */
static bp_vec3 *bind_positions(bp_doctor *doctor, const bp_doctor_skin *skin) {
    bp_vec3 *positions = bp_doctor_memory(doctor, skin->joint_count, sizeof *positions);
    for (size_t i = 0; positions && i < skin->joint_count; i++) {
        bp_mat4 absolute;
        bool known =
            !skin->bad_bind[i] && skin->joints[i] >= 0 && bp_mat4_inverse_affine(skin->binds[i], &absolute);
        positions[i] = known ? bp_mat4_position(absolute) : bp_vec3_make(NAN, NAN, NAN);
    }
    return positions;
}

/* The joints with strong weight on a vertex, each once, at most MAX_STRONG. */
static size_t find_strong(const bp_doctor_skin *skin, const bp_doctor_primitive *primitive, size_t vertex,
                          size_t strong[MAX_STRONG]) {
    size_t count = 0;
    for (size_t i = vertex * primitive->influences; i < (vertex + 1) * primitive->influences; i++) {
        size_t joint = primitive->joints[i];
        bool fresh =
            primitive->weights[i] >= STRONG_WEIGHT && joint < skin->joint_count && count < MAX_STRONG;
        for (size_t j = 0; fresh && j < count; j++) fresh = strong[j] != joint;
        if (fresh) strong[count++] = joint;
    }
    return count;
}

/* Finds two unrelated joints of a vertex: the near one and the far one. */
static bool find_unrelated(const bp_doctor *doctor, const bp_doctor_primitive *primitive,
                           const bp_vec3 *positions, size_t vertex, size_t *steps, size_t pair[2]) {
    const bp_doctor_skin *skin = &doctor->skins[primitive->skin];
    size_t strong[MAX_STRONG], count = find_strong(skin, primitive, vertex, strong);
    double away[MAX_STRONG];
    for (size_t i = 0; i < count; i++)
        away[i] = (double)bp_vec3_distance(positions[strong[i]], primitive->positions[vertex]);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++) {
            if (i == j || !(away[i] >= 0.0) ||
                !(away[j] >= FAR * skin->diagonal && away[j] >= FARTHER * away[i]))
                continue;
            int between = steps_between(doctor, skin->joints[strong[i]], skin->joints[strong[j]]);
            *steps += (size_t)between;
            if (between < UNRELATED_STEPS) continue;
            pair[0] = strong[i];
            pair[1] = strong[j];
            return true;
        }
    return false;
}

static void check_relations(bp_doctor *doctor, const bp_doctor_primitive *primitive, const bp_vec3 *positions,
                            size_t *steps) {
    bp_doctor_concerned unrelated = {.count = 0};
    size_t pair[2] = {0}, found[2];
    for (size_t i = 0; i < primitive->vertex_count && *steps < STEP_BUDGET; i++) {
        if (!find_unrelated(doctor, primitive, positions, i, steps, found)) continue;
        if (unrelated.count == 0) pair[0] = found[0], pair[1] = found[1];
        bp_doctor_concern(&unrelated, i);
    }
    if (unrelated.count == 0) return;
    const bp_doctor_skin *skin = &doctor->skins[primitive->skin];
    bp_doctor_place place = bp_doctor_at_primitive(primitive, "attributes.JOINTS_0");
    place.vertices = unrelated;
    place.joint = (int)pair[1];
    place.node = skin->joints[pair[1]];
    bp_doctor_add_caused(
        doctor, BP_DOCTOR_INFLUENCES_UNRELATED, BP_DOCTOR_WARNING, bp_doctor_pose_cause(doctor), place,
        "%zu of %zu vertices follow a distant joint of another branch; the first is vertex %u, which "
        "follows %s and %s",
        unrelated.count, primitive->vertex_count, unrelated.first[0],
        bp_doctor_node_text(doctor, skin->joints[pair[0]]).text,
        bp_doctor_node_text(doctor, skin->joints[pair[1]]).text);
}

void bp_doctor_check_influences(bp_doctor *doctor) {
    bp_vec3 *positions = NULL;
    int skin = -1; /* of the positions */
    size_t steps = 0;
    for (size_t i = 0; i < doctor->primitive_count; i++) {
        const bp_doctor_primitive *primitive = &doctor->primitives[i];
        if (primitive->skin < 0 || primitive->sets == 0 || !(doctor->skins[primitive->skin].diagonal > 0.0))
            continue;
        if (primitive->skin != skin) {
            skin = primitive->skin;
            positions = bind_positions(doctor, &doctor->skins[skin]);
        }
        if (positions) check_relations(doctor, primitive, positions, &steps);
    }
}
