/* Doubts: signs that a skin is wrong although no hypothesis explains it. Nothing can then be repaired, but a
 * copy mustn't pass for a sound file either. The limits lie between the files that were at hand (37 public
 * ones,
 * half of them stubs, and several the same character with other clips) and the same files broken in 35 ways,
 * nearer to the broken ones: another character may lie beyond them. */
#include "gltf/doctor/doctor_search.h"
#include "mesh/editing.h"
#include <math.h>
#include <string.h>

/* As a share of edges. Public models: 0. */
static const double TORN = 0.03;
/* The least share of vertices with no bone much nearer than their own, in a skin of MANY joints. Public
 * models: 0.66. */
static const double NEAR = 0.5;
/* The least share of joints about where their nodes are in their parents' frames; some misfits are a pose
 * that stretches, a few among many that fit are faults. Public models: 1, and once 0.63. */
static const double FITTING = 0.5, NEARLY_ALL = 0.8;
/* Times as large as the joints reach, and the mean distance of its vertices from them. Public models: up to
 * 1.7 with as many joints. */
static const double LARGE = 6.0, DISTANT = 0.25;
/* All vertices of a joint have nearer bones, by this fraction of the mesh's size in the mean. */
static const double ASTRAY = 0.1;
enum { MANY = 4, SIZED = 8, ENOUGH = 6 };

/* How far apart the joints are in the bind pose, as a fraction of the mesh's size. */
static double spread_of(bp_doctor_measure *m, const bp_mat4 *binds) {
    bp_bounds bounds = bp_bounds_empty();
    (void)bp_doctor_measure_distance(m, binds, NULL);
    for (size_t i = 0; i < m->count; i++)
        if (bp_doctor_is_usable(m->skin, i) && (m->skin->used[i] || !m->any_used))
            bounds = bp_bounds_union(bounds, bp_bounds_from_points(&m->positions[i], 1));
    if (bp_bounds_is_empty(bounds) || m->skin->diagonal == 0.0) return 0.0;
    return (double)bp_vec3_distance(bounds.lo, bounds.hi) / m->skin->diagonal;
}

/* Whether the joint's position in its parent's frame is another than its node's, by more than a pose that
 * stretches would explain. */
static bool is_misplaced(const bp_doctor_measure *m, const bp_mat4 *binds, size_t joint) {
    int parent = m->parents[joint];
    return parent >= 0 && bp_doctor_is_usable(m->skin, joint) &&
           bp_doctor_is_usable(m->skin, (size_t)parent) && !(bp_doctor_offset_error(m, binds, joint) < 0.3);
}

/* The share of joints with a parent that are where their nodes are; and the first that isn't. */
static double fitting(const bp_doctor_measure *m, const bp_mat4 *binds, size_t *all, size_t *first) {
    size_t misplaced = 0;
    *all = 0;
    for (size_t i = m->count; i-- > 0;) {
        *all += m->parents[i] >= 0;
        if (!is_misplaced(m, binds, i)) continue;
        misplaced++;
        *first = i;
    }
    return *all > 0 ? 1.0 - (double)misplaced / (double)*all : 1.0;
}

/* The first joint whose matrix scales otherwise than the first one's, though no node is scaled otherwise; the
 * count of joints: none. */
static size_t find_scaled(const bp_doctor_measure *m, const bp_mat4 *binds) {
    double bind = 0.0, world = 0.0;
    size_t found = m->count;
    for (size_t i = 0; i < m->count; i++) {
        if (!bp_doctor_is_usable(m->skin, i) || (m->any_used && !m->skin->used[i])) continue;
        double here = bp_doctor_matrix_scale(m->doctor->nodes[m->skin->joints[i]].world);
        double scale = bp_doctor_matrix_scale(binds[i]);
        if (bind == 0.0) bind = scale, world = here;
        if (!(fabs(here - world) < 0.01 * world)) return m->count;
        if (!(fabs(scale - bind) < 0.1 * bind) && found == m->count) found = i;
    }
    return found;
}

/* The bone that all vertices of some joint lie astray of, nearer to others; the count of joints: none. */
static size_t find_astray(const bp_doctor_measure *m, double *far) {
    size_t found = m->count;
    *far = ASTRAY;
    for (size_t i = 0; i < m->count; i++) {
        double mean;
        size_t vertices;
        double near = bp_doctor_measure_near_joint(m, i, &vertices, &mean);
        if (vertices < ENOUGH || near > 0.0 || !(mean > *far)) continue;
        found = i;
        *far = mean;
    }
    return found;
}

/* Why the skin can't be right, as a sentence; empty: nothing speaks against it. */
static bp_doctor_text doubt(bp_doctor_search *search, bool sound, bp_doctor_id *fault, size_t *joint) {
    bp_doctor_measure *m = &search->measure;
    const bp_mat4 *binds = search->as_is.binds;
    bool compared = !search->alike && m->sample_count > 0 && m->skin->diagonal > 0.0;
    double torn = bp_doctor_measure_torn(m, binds, NULL, NULL), far;
    size_t all, first = 0;
    *fault = BP_DOCTOR_IBM_WRONG;
    if (!bp_doctor_search_are_affine(search, binds)) {
        *fault = BP_DOCTOR_IBM_LAST_ROW;
        return bp_doctor_path("elements 3, 7, 11 and 15 of some matrices are not 0, 0, 0 and 1");
    }
    if (!sound && torn >= TORN) return bp_doctor_path("%.3g%% of the edges are torn at rest", 100.0 * torn);
    double apart = !sound && search->alike ? spread_of(m, binds) : 0.0;
    if (apart > 0.02)
        return bp_doctor_path(
            "all nodes are in one place, but the matrices put joints %.3g of the mesh's size "
            "apart",
            apart);
    if (!compared) return bp_doctor_path("%s", "");
    double distance = bp_doctor_measure_distance(m, binds, NULL);
    double near = m->count >= MANY && m->count <= 512 ? bp_doctor_measure_near(m, 0) : 1.0;
    if (near < NEAR)
        return bp_doctor_path("only %.2g%% of the vertices are nearest to the bones that they follow",
                              100.0 * near);
    double fit = fitting(m, binds, &all, &first);
    if (all >= MANY && (fit < FITTING || (fit < 1.0 && fit >= NEARLY_ALL))) {
        *joint = first;
        return bp_doctor_path("%.3g%% of the joints are where their parents' nodes don't have them",
                              100.0 * (1.0 - fit));
    }
    first = find_scaled(m, binds);
    if (first < m->count) {
        *joint = first;
        return bp_doctor_path("a matrix scales otherwise than others, though no node does");
    }
    first = m->count >= MANY && m->count <= 512 ? find_astray(m, &far) : m->count;
    if (first < m->count) {
        *joint = first;
        return bp_doctor_path(
            "all vertices that follow one joint are nearer to other bones, by %.2g of the mesh's "
            "size in the mean",
            far);
    }
    double ratio = bp_doctor_measure_size(m);
    if (m->count >= SIZED && distance > DISTANT && !m->skin->has_integers &&
        (ratio > LARGE || ratio < 1.0 / LARGE)) {
        *fault = BP_DOCTOR_UNIT_MIXUP;
        return bp_doctor_path("the mesh is %.3g times as large as its joints reach", ratio);
    }
    return bp_doctor_path("%s", "");
}

void bp_doctor_search_doubts(bp_doctor_search *search, bool sound) {
    bp_doctor_measure *m = &search->measure;
    bp_doctor_id fault;
    size_t joint = m->count;
    bp_doctor_text why = doubt(search, sound, &fault, &joint);
    if (!*why.text) return;
    bp_doctor_add(
        m->doctor, fault, BP_DOCTOR_ERROR,
        bp_doctor_at_joint(m->doctor, m->index, joint < m->count ? (int)joint : -1,
                           "skins[%zu].inverseBindMatrices", m->index),
        "inverse binds, nodes and vertices contradict each other, and no change is known that makes "
        "them agree: %s%s%s",
        why.text, joint < m->count ? "; the first joint is " : "",
        joint < m->count ? bp_doctor_node_text(m->doctor, m->skin->joints[joint]).text : "");
    m->skin->remedy.verdict = BP_DOCTOR_UNDECIDED;
    m->skin->remedy.fault = fault;
}
