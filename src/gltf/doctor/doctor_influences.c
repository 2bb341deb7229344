/* Influences from unrelated branches: vertices that follow a joint of another limb.
 *
 * Two joints of a vertex are related if few steps through the tree separate them. Of two unrelated joints,
 * the one that is much farther from the vertex in the bind pose is the wrong one. */
#include "gltf/doctor/doctor.h"
#include <math.h>

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

static void check_primitive(bp_doctor *doctor, const bp_doctor_primitive *primitive, const bp_vec3 *positions,
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
        if (positions) check_primitive(doctor, primitive, positions, &steps);
    }
}
