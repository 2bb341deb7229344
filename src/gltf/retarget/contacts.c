/* Feet: when they are planted, and the soles of the mesh. */
#include "gltf/retarget/retarget.h"

/* For a body of 1.8 m; each first number holds until a point is planted, the second then. On the ground it
 * must be slower and lower than this (metres a second, metres over its height when standing) for a moment
 * (seconds). Higher up, on a step or a box, it must stay this near to where it began to rest (metres) for
 * longer, as no foot does at the top of a jump, while the other foot doesn't rest lower: a leg that is only
 * held up, however slowly it moves, carries nothing. */
static const double SPEED[] = {0.25, 0.5}, HEIGHT[] = {0.04, 0.08}, MOMENT = 0.05;
static const double WITHIN[] = {0.015, 0.03}, LONGER = 0.2;

bool bp_retarget_contact_step(const bp_retarget *r, retarget_contact *contact,
                              const retarget_contact other[2], double seconds) {
    bp_dvec3 at = bp_retarget_at(&r->from.world[contact->source]);
    double size = 1.8 / r->statures[0], height = at.y - r->from_ground - contact->rest;
    double highest = HEIGHT[contact->planted && contact->level == 0];
    bool low = size * height < highest, carries = true;
    for (int k = 0; k < 2 && !low && !contact->planted; k++)
        if (other[k].rested > 0 && size * (at.y - contact->rest - other[k].last.y + other[k].rest) > highest)
            carries = false;
    double moved = size * bp_dvec3_length(bp_retarget_minus(at, low ? contact->last : contact->place));
    bool rests = seconds > 0 && moved < (low ? SPEED[contact->planted] * seconds : WITHIN[contact->planted]);
    contact->rested = rests ? contact->rested + seconds : 0;
    if (!rests) contact->place = at;
    bool planted = contact->rested > (low ? MOMENT : LONGER) && carries;
    if (planted && !contact->planted) contact->level = low ? 0 : height;
    contact->last = at;
    return contact->planted = planted;
}

static void visit_mesh(const retarget_side *side, const bp_model_skin *skin, const bp_mesh *mesh,
                       const bp_mat4 *binds, void (*visit)(void *, const retarget_vertex *), void *user) {
    for (size_t v = 0; v < mesh->vertex_count; v++) {
        retarget_vertex vertex = {.count = 0};
        bp_dvec3 at = bp_dvec3_from_vec3(mesh->positions[v]);
        for (size_t k = v * (size_t)mesh->influences; k < (v + 1) * (size_t)mesh->influences; k++) {
            if (!(mesh->weights[k] > 0)) continue;
            int node = skin->nodes[mesh->joints[k]], i = vertex.count++;
            double weight = vertex.weights[i] = (double)mesh->weights[k];
            vertex.nodes[i] = node;
            vertex.local[i] = bp_dmat4_point(bp_dmat4_from_mat4(binds[mesh->joints[k]]), at);
            vertex.at =
                bp_retarget_plus(vertex.at, bp_dmat4_point(side->tree.world[node], vertex.local[i]), weight);
        }
        if (vertex.count > 0) visit(user, &vertex);
    }
}

bool bp_retarget_each_vertex(const retarget_side *side,
                             void (*visit)(void *user, const retarget_vertex *vertex), void *user,
                             bp_error *error) {
    const bp_model *model = side->model;
    for (size_t i = 0; i < model->instance_count; i++) {
        const bp_model_instance *instance = &model->instances[i];
        if (instance->skin < 0 || instance->outside_scene) continue;
        const bp_model_skin *skin = &model->skins[instance->skin];
        bp_mat4 *binds = bp_alloc(&model->allocator, skin->joint_count, sizeof *binds, error);
        bool ok = binds && bp_model_inverse_binds(model, instance->skin, binds, skin->joint_count, error);
        if (ok) visit_mesh(side, skin, model->meshes[instance->mesh], binds, visit, user);
        bp_free(&model->allocator, binds);
        if (!ok) return false;
    }
    return true;
}

/* The outermost vertices in sixteen directions of the foot's lower part, and the lowest one of all: whichever
 * way the foot tilts, one of them is its lowest, or nearly. */
typedef struct sole_search {
    bp_retarget *r;
    double lowest[2], extents[2][RETARGET_SOLE];
    bool measured; /* the second time: `lowest` is known */
} sole_search;

static int foot_of(const sole_search *search, const retarget_vertex *vertex) {
    for (int side = 0; side < 2; side++) {
        double weight = 0;
        int ankle = search->r->feet[side].contacts[0].target;
        for (int i = 0; i < vertex->count && ankle >= 0; i++)
            if (bp_retarget_is_below(&search->r->to.tree, vertex->nodes[i], ankle))
                weight += vertex->weights[i];
        if (weight > 0.5) return side;
    }
    return -1;
}

static void take_sole(void *user, const retarget_vertex *vertex) {
    sole_search *search = user;
    int side = foot_of(search, vertex);
    if (side < 0) return;
    retarget_foot *foot = &search->r->feet[side];
    double height =
        bp_retarget_at(&search->r->to.tree.world[foot->contacts[0].target]).y - search->lowest[side];
    if (!search->measured) search->lowest[side] = fmin(search->lowest[side], vertex->at.y);
    if (!search->measured || vertex->at.y > search->lowest[side] + 0.4 * height) return;
    for (int d = 0; d < RETARGET_SOLE; d++) {
        double sine, cosine;
        bp_sincos_d(d * (6.28318530717958647692 / 16), &sine, &cosine);
        double extent = d == 16 ? -vertex->at.y : sine * vertex->at.x + cosine * vertex->at.z - vertex->at.y;
        if (foot->sole_count > 0 && extent <= search->extents[side][d]) continue;
        foot->sole[d] = *vertex;
        search->extents[side][d] = extent;
    }
    foot->sole_count = RETARGET_SOLE;
}

bool bp_retarget_feet_make(bp_retarget *r, bp_error *error) {
    sole_search search = {.r = r, .lowest = {1e300, 1e300}};
    for (int side = 0; side < 2; side++) {
        retarget_foot *foot = &r->feet[side];
        int first = BODY_UPPER_LEG + side * BODY_SIDED;
        for (int i = 0; i < 3; i++) foot->bones[i] = bp_retarget_pair_of(r, first + i, false);
        int ankle = foot->bones[2], toes = bp_retarget_pair_of(r, BODY_TOES + side * BODY_SIDED, false);
        if (foot->bones[0] < 0 || foot->bones[1] < 0) ankle = toes = -1;
        for (int i = 0; i < 2; i++) {
            int pair = i == 0 ? ankle : ankle >= 0 ? toes : -1;
            foot->contacts[i] = (retarget_contact){.source = bp_retarget_node_of(r, &r->from, pair),
                                                   .target = bp_retarget_node_of(r, &r->to, pair)};
        }
        for (int i = 0; r->options.keep_feet && i < 3; i++) bp_retarget_place_pair(r, foot->bones[i]);
        if (r->options.keep_feet) bp_retarget_place_pair(r, toes);
        if (toes >= 0)
            foot->contacts[1].rest = bp_retarget_at(&r->from.reference[foot->contacts[1].source]).y -
                                     bp_retarget_at(&r->from.reference[foot->contacts[0].source]).y;
    }
    for (int pass = 0; pass < 2; pass++) {
        search.measured = pass == 1;
        if (!bp_retarget_each_vertex(&r->to, take_sole, &search, error)) return false;
    }
    double floor = fmin(search.lowest[0], search.lowest[1]);
    r->to_floor = floor < 1e300 ? floor : r->to_ground;
    for (int side = 0; side < 2; side++)
        for (size_t s = 0; s < r->feet[side].sole_count; s++)
            for (int i = 0; i < r->feet[side].sole[s].count; i++) {
                r->to.needed[r->feet[side].sole[s].nodes[i]] = true;
                if (r->options.keep_feet) r->to.placed[r->feet[side].sole[s].nodes[i]] = true;
            }
    return true;
}

double bp_retarget_sole_height(const bp_retarget *r, const retarget_foot *foot) {
    double lowest = 1e300;
    if (foot->sole_count == 0) return bp_retarget_at(&r->to.world[foot->contacts[0].target]).y - r->to_ground;
    for (size_t s = 0; s < foot->sole_count; s++) {
        const retarget_vertex *sole = &foot->sole[s];
        double y = 0;
        for (int i = 0; i < sole->count; i++)
            y += sole->weights[i] * bp_dmat4_point(r->to.world[sole->nodes[i]], sole->local[i]).y;
        lowest = fmin(lowest, y);
    }
    return lowest - r->to_floor;
}
