/* Influences from unrelated branches: a vertex that follows a joint which has nothing to do with it.
 *
 * Two of a vertex's joints belong together where few steps through the tree lie between them. Where there are
 * many, the one that is much farther away (as bound) than the nearer one is the stranger. */
#include "gltf/doctor/doctor.h"
#include <math.h>
#include <stdio.h>

/* In files made to be slow, not all vertices are looked at. */
enum { MANY_STEPS = 5, MOST_STEPS = 512, MOST_STRONG = 8, ALL_STEPS = 50000000 };

/* Weights below this are hardly seen. */
static const float LEAST_WEIGHT = 0.05f;
/* The stranger is this many times as far as the nearer joint, and this part of the mesh's size. */
static const double FARTHER = 2.5, FAR = 0.2;

/* Steps between two nodes through the tree; MOST_STEPS where they aren't connected. */
static int steps_between(const bp_doctor *doctor, int a, int b) {
    const bp_doctor_node *nodes = doctor->nodes;
    int steps = 0;
    for (; a != b && steps < MOST_STEPS; steps++) {
        if (nodes[a].depth < nodes[b].depth) {
            b = nodes[b].parent;
        } else {
            a = nodes[a].parent;
        }
        if (a < 0 || b < 0) return MOST_STEPS;
    }
    return steps;
}

/* Where each joint was when it was bound; NULL: no memory. Not finite where that isn't known. */
static bp_vec3 *find_places(bp_doctor *doctor, const bp_doctor_skin *skin, bp_error *error) {
    bp_vec3 *places = bp_alloc(&doctor->document.allocator, skin->joint_count, sizeof *places, error);
    for (size_t i = 0; places && i < skin->joint_count; i++) {
        bp_mat4 absolute;
        bool known =
            !skin->bad[i] && skin->joints[i] >= 0 && bp_mat4_inverse_affine(skin->binds[i], &absolute);
        places[i] = known ? bp_mat4_position(absolute) : bp_vec3_make(NAN, NAN, NAN);
    }
    return places;
}

/* The joints that a vertex follows strongly, each once, at most MOST_STRONG of them. */
static size_t find_strong(const bp_doctor_skin *skin, const bp_doctor_primitive *primitive, size_t vertex,
                          size_t strong[MOST_STRONG]) {
    size_t count = 0;
    for (size_t i = vertex * primitive->influences; i < (vertex + 1) * primitive->influences; i++) {
        size_t joint = primitive->joints[i];
        bool fresh =
            primitive->weights[i] >= LEAST_WEIGHT && joint < skin->joint_count && count < MOST_STRONG;
        for (size_t j = 0; fresh && j < count; j++) fresh = strong[j] != joint;
        if (fresh) strong[count++] = joint;
    }
    return count;
}

/* The places among a vertex's joints of a pair that don't belong together: near, far. */
static bool find_strangers(const bp_doctor *doctor, const bp_doctor_primitive *primitive,
                           const bp_vec3 *places, size_t vertex, size_t *steps, size_t pair[2]) {
    const bp_doctor_skin *skin = &doctor->skins[primitive->skin];
    const float *p = primitive->positions + 3 * vertex;
    size_t strong[MOST_STRONG], count = find_strong(skin, primitive, vertex, strong);
    double away[MOST_STRONG];
    for (size_t i = 0; i < count; i++)
        away[i] = (double)bp_vec3_distance(places[strong[i]], (bp_vec3){p[0], p[1], p[2]});
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++) {
            if (i == j || !(away[i] >= 0.0) || !(away[j] >= FAR * skin->size && away[j] >= FARTHER * away[i]))
                continue;
            int between = steps_between(doctor, skin->joints[strong[i]], skin->joints[strong[j]]);
            *steps += (size_t)between;
            if (between < MANY_STEPS) continue;
            pair[0] = strong[i];
            pair[1] = strong[j];
            return true;
        }
    return false;
}

static void check_primitive(bp_doctor *doctor, const bp_doctor_primitive *primitive, const bp_vec3 *places,
                            size_t *steps) {
    size_t strange = 0, first = 0, pair[2] = {0}, found[2];
    for (size_t i = 0; i < primitive->vertex_count && *steps < ALL_STEPS; i++) {
        if (!find_strangers(doctor, primitive, places, i, steps, found) || strange++ > 0) continue;
        first = i;
        pair[0] = found[0];
        pair[1] = found[1];
    }
    if (strange == 0) return;
    const bp_doctor_skin *skin = &doctor->skins[primitive->skin];
    char place[96], near[64], far[64];
    snprintf(place, sizeof place, "meshes[%zu].primitives[%zu].attributes.JOINTS_0", primitive->mesh,
             primitive->number);
    bp_doctor_add(
        doctor, BP_DOCTOR_INFLUENCES_UNRELATED, BP_DOCTOR_WARNING, bp_doctor_pose_cause(doctor), place,
        "%zu of %zu vertices follow a joint of another branch, far from them; the first is vertex %zu, "
        "which follows %s and %s",
        strange, primitive->vertex_count, first,
        bp_doctor_node_text(doctor, skin->joints[pair[0]], near, sizeof near),
        bp_doctor_node_text(doctor, skin->joints[pair[1]], far, sizeof far));
}

bool bp_doctor_check_influences(bp_doctor *doctor, bp_error *error) {
    bp_vec3 *places = NULL;
    int skin = -1; /* whose places they are */
    size_t steps = 0;
    bool good = true;
    for (size_t i = 0; good && i < doctor->primitive_count; i++) {
        const bp_doctor_primitive *primitive = &doctor->primitives[i];
        if (primitive->skin < 0 || primitive->sets == 0 || !(doctor->skins[primitive->skin].size > 0.0))
            continue;
        if (primitive->skin != skin) {
            bp_free(&doctor->document.allocator, places);
            skin = primitive->skin;
            places = find_places(doctor, &doctor->skins[skin], error);
        }
        good = places != NULL;
        if (good) check_primitive(doctor, primitive, places, &steps);
    }
    bp_free(&doctor->document.allocator, places);
    return good;
}
