/* Doubts: signs that a skin is wrong although no hypothesis explains it. A limit lies between sound files
 * (public ones, and characters of our own) and the same files broken, but some sound ones lie beyond it. A
 * doubt is therefore a warning, and a repair doesn't write a doubtful file without a guess. */
#include "gltf/doctor/doctor_search.h"
#include "mesh/editing.h"
#include <math.h>
#include <string.h>

/* As a share of edges. Sound files: 0. */
static const double TORN = 0.03;
/* The shares of vertices and of edges whose weights jump. Sound files: up to 0.002 and 0.0005. */
static const double ROUGH = 0.01, UNLIKE = 0.004;
/* The least share of vertices with no bone much nearer than their own, in a skin of MANY joints. Sound files:
 * 0.66. */
static const double NEAR = 0.5;
/* Offsets from joint to joint: in a rig that doesn't stretch, in one that does, and of the right length or
 * from an identity; and the share of joints of which no clip moves so many so far. */
static const double OFF = 0.05, OFF_IF_STRETCHED = 0.3, OFF_IF_ODD = 0.01, MANY_OFF = 0.4;
/* Two joints may have been exchanged if exchanging them makes the offsets around them at most this many times
 * as long. In sound files, which stretch, the offsets get at least 4.6 times as long. */
static const double EXCHANGED = 0.4;
/* Times as large as the joints reach, and the mean distance of its vertices from them. Sound files: up to 8.6
 * with as many joints. */
static const double LARGE = 10.0, DISTANT = 0.15;
/* The vertices of a joint are this many times as far from their bone as from another, and this much farther.
 * Sound files: 1.9, or 3.4 among twist bones. */
static const double ASTRAY = 2.5, ASTRAY_BY = 0.05;
/* Vertices that would be so much nearer to each other's bones. Sound files: 1. */
static const double NEARER = 0.8, BARELY = 0.004;
enum { MANY = 4, SIZED = 8, MAX_COMPARED = 512 };

static double size_with(const bp_doctor_skin *skin, bp_vec3 point) {
    bp_bounds both = bp_bounds_union(skin->bounds, bp_bounds_from_points(&point, 1));
    return (double)bp_vec3_distance(both.lo, both.hi) / skin->diagonal;
}

static bool is_inside_out(const bp_doctor_measure *m, const bp_mat4 *binds) {
    bp_mat4 absolute;
    for (size_t i = 0; i < m->count; i++)
        if (!bp_mat4_inverse_affine(binds[i], &absolute) ||
            size_with(m->skin, bp_mat4_position(absolute)) < 1.05 ||
            size_with(m->skin, bp_mat4_position(binds[i])) > 1.001)
            return false;
    return m->skin->diagonal > 0.0;
}

/* Whether both the joint and the joint above it move vertices: only then the matrices of both matter. */
static bool is_pair(const bp_doctor_measure *m, size_t joint) {
    return m->parents[joint] >= 0 && bp_doctor_measure_counts(m, joint) &&
           bp_doctor_measure_counts(m, (size_t)m->parents[joint]);
}

static bool keeps_length(const bp_doctor_measure *m, const bp_mat4 *binds, size_t joint) {
    bp_mat4 absolute;
    if (!bp_mat4_inverse_affine(binds[joint], &absolute)) return false;
    double bound =
        (double)bp_vec3_length(bp_mat4_point(binds[m->parents[joint]], bp_mat4_position(absolute)));
    return fabs(bound - (double)bp_vec3_length(m->offsets[joint])) < 0.001 * m->longest;
}

static bool is_moved(const bp_doctor_measure *m, size_t joint) {
    return m->doctor->nodes[m->skin->joints[joint]].moved & 1 << BP_TRACK_POSITION;
}

/* Whether the joint's matrix is rotated against those of its children, two at least: none of them is where
 * its node is, though clips don't move them or they are as far as their nodes. */
static bool is_rotated(const bp_doctor_measure *m, const bp_mat4 *binds, size_t joint, double limit) {
    size_t off = 0;
    for (int c = m->first_child[joint]; c >= 0; c = m->next_child[c]) {
        if (!is_pair(m, (size_t)c)) continue;
        if (bp_doctor_offset_error(m, binds, (size_t)c) < limit) return false;
        if (is_moved(m, (size_t)c) && !keeps_length(m, binds, (size_t)c)) return false;
        off++;
    }
    return off >= 2;
}

static bool is_nearer_at_node(bp_doctor_measure *m, const bp_mat4 *binds, size_t joint) {
    bp_mat4 above;
    double now = 0.0, then = 0.0;
    if (!bp_mat4_inverse_affine(binds[m->parents[joint]], &above)) return true;
    bp_vec3 place = bp_mat4_point(above, m->offsets[joint]);
    (void)bp_doctor_measure_distance(m, binds, NULL);
    for (size_t i = 0; i < m->sample_count; i++) {
        if (m->samples[i].joint != joint) continue;
        now += (double)bp_vec3_distance(m->samples[i].position, m->positions[joint]);
        then += (double)bp_vec3_distance(m->samples[i].position, place);
    }
    return !(then >= 0.5 * now);
}

/* A joint that isn't where its node is, though no pose explains it; the count of joints: none. Clips may move
 * a joint, and its vertices with it. */
static size_t find_misplaced(bp_doctor_measure *m, const bp_mat4 *binds) {
    const bp_mat4 identity = bp_mat4_identity();
    size_t all = 0, fitting = 0, far = 0, first = m->count;
    for (size_t i = m->count; i-- > 0;) {
        if (!is_pair(m, i)) continue;
        all++;
        if (!(bp_doctor_offset_error(m, binds, i) < OFF_IF_STRETCHED)) far++, first = i;
        fitting += bp_doctor_offset_fits(m, binds, i);
    }
    if (all >= 3 && (double)far > MANY_OFF * (double)all) return first;
    double limit = 2 * fitting >= all ? OFF : OFF_IF_STRETCHED;
    for (size_t i = 0; i < m->count; i++) {
        if (is_rotated(m, binds, i, limit)) return i;
        if (!is_pair(m, i)) continue;
        double error = bp_doctor_offset_error(m, binds, i);
        bool is_identity = memcmp(&binds[m->parents[i]], &identity, sizeof identity) == 0;
        bool keeps = keeps_length(m, binds, i); /* then no stretch explains it, nor does a pose */
        if (error >= OFF_IF_ODD && (is_moved(m, i) ? is_identity && keeps : is_identity || keeps)) return i;
        if (error >= limit && (!is_moved(m, i) || is_nearer_at_node(m, binds, i))) return i;
    }
    return m->count;
}

/* How far the joint and its children are from where their nodes are, each counting up to 1. */
static double offsets_around(const bp_doctor_measure *m, const bp_mat4 *binds, size_t joint) {
    double sum = is_pair(m, joint) ? fmin(bp_doctor_offset_error(m, binds, joint), 1.0) : 0.0;
    for (int c = m->first_child[joint]; c >= 0; c = m->next_child[c])
        if (is_pair(m, (size_t)c)) sum += fmin(bp_doctor_offset_error(m, binds, (size_t)c), 1.0);
    return sum;
}

/* The first of two joints around which everything would fit far better if their matrices, or their nodes,
 * were exchanged, whatever else stretches; the count of joints: none. `binds` are as before afterwards. */
static size_t find_exchanged(bp_doctor_measure *m, bp_mat4 *binds) {
    double *around = bp_doctor_scratch(m->doctor, m->count, sizeof *around);
    for (size_t i = 0; around && i < m->count; i++) around[i] = offsets_around(m, binds, i);
    for (size_t i = 0; around && i < m->count; i++)
        for (size_t j = i + 1; around[i] >= OFF_IF_STRETCHED && j < m->count; j++) {
            if (around[j] < OFF_IF_STRETCHED || m->doctor->trials_left == 0) continue;
            bp_mat4 one = binds[i], two = binds[j];
            m->doctor->trials_left--;
            binds[i] = two;
            binds[j] = one;
            double then = offsets_around(m, binds, i) + offsets_around(m, binds, j);
            binds[i] = one;
            binds[j] = two;
            if (then < EXCHANGED * (around[i] + around[j])) return i;
        }
    return m->count;
}

/* The only joint that moves its vertices visibly from where they were bound, among SIZED or more; the count
 * of joints: none, or several. A rest pose moves more than one. */
static size_t find_single(const bp_doctor_measure *m, const bp_mat4 *binds) {
    size_t all = 0, found = m->count;
    for (size_t i = 0; i < m->count; i++) {
        if (!bp_doctor_measure_counts(m, i)) continue;
        all++;
        if (bp_doctor_is_close(m->skin, bp_doctor_measure_matrix(m, binds, i), m->skin->fit_transform))
            continue;
        if (found < m->count) return m->count;
        found = i;
    }
    return all >= SIZED ? found : m->count;
}

/* The first joint whose matrix scales otherwise than the first one's, though no node is scaled otherwise; the
 * count of joints: none. */
static size_t find_scaled(const bp_doctor_measure *m, const bp_mat4 *binds) {
    double bind = 0.0, world = 0.0;
    size_t found = m->count;
    for (size_t i = 0; i < m->count; i++) {
        if (!bp_doctor_measure_counts(m, i)) continue;
        double here = bp_doctor_matrix_scale(m->doctor->nodes[m->skin->joints[i]].world);
        double scale = bp_doctor_matrix_scale(binds[i]);
        if (bind == 0.0) bind = scale, world = here;
        if (!(fabs(here - world) < 0.01 * world)) return m->count;
        if (!(fabs(scale - bind) < 0.1 * bind) && found == m->count) found = i;
    }
    return found;
}

/* Removes joints that lead to no other, again and again; what is left leads around in circles. */
static size_t find_circle(const bool *leads, bool *left, size_t count) {
    bool removed = true;
    while (removed) {
        removed = false;
        for (size_t i = 0; i < count; i++) {
            bool on = false;
            for (size_t j = 0; left[i] && !on && j < count; j++) on = left[j] && leads[i * count + j];
            removed = removed || (left[i] && !on);
            left[i] = on;
        }
    }
    for (size_t i = 0; i < count; i++)
        if (left[i]) return i;
    return count;
}

/* Compares joints by their vertices' distances from all bones: a joint whose vertices lie astray, or joints
 * that would exchange theirs. */
static bp_formatted compare_bones(bp_doctor_measure *m, size_t *joint) {
    size_t n = m->count, astray = n, circle = n;
    bp_formatted why = {""};
    if (n < 2 || n > MAX_COMPARED) return why;
    double *means = bp_doctor_scratch(m->doctor, n * n, sizeof *means);
    double *weights = bp_doctor_scratch(m->doctor, 2 * n, sizeof *weights);
    bool *leads = bp_doctor_scratch(m->doctor, n * n, sizeof *leads);
    bool *left = bp_doctor_scratch(m->doctor, n, sizeof *left);
    if (!means || !weights || !leads || !left) return why;
    bp_doctor_measure_means(m, means, weights);
    for (size_t i = 0; i < n; i++) {
        double own = means[i * n + i];
        left[i] = weights[i] > 0.0;
        for (size_t j = 0; left[i] && j < n; j++) {
            double other = means[i * n + j];
            leads[i * n + j] = other + BARELY < NEARER * (own + BARELY);
            bool far = own > ASTRAY * other && own - other > (m->skin->used[j] ? ASTRAY_BY : BARELY * ASTRAY);
            if (!far || n < MANY || astray < n) continue;
            astray = i;
            why = bp_format("the vertices that follow one joint are %.2g times as far from it as from "
                            "another",
                            own / other);
        }
    }
    for (size_t i = 0; i < n * n; i++)
        if (leads[i] && left[i % n] && means[i % n * n + i / n] <= 1.02 * means[i % n * (n + 1)])
            circle = i / n; /* and the other's vertices are as near to this one */
    if (circle == n) circle = find_circle(leads, left, n);
    *joint = circle < n ? circle : astray;
    return circle < n ? bp_format("the vertices of some joints would be nearer to each other's bones") : why;
}

/* Why the skin can't be right, as a sentence; empty: nothing speaks against it. */
static bp_formatted doubt(bp_doctor_search *search, bool sound, bp_doctor_id *fault, size_t *joint) {
    bp_doctor_measure *m = &search->measure;
    const bp_mat4 *binds = search->as_is.binds;
    double unlike, rough, torn = bp_doctor_measure_torn(m, binds, &unlike);
    if (!bp_doctor_search_are_affine(search, binds)) {
        *fault = BP_DOCTOR_IBM_LAST_ROW;
        return bp_format("elements 3, 7, 11 and 15 of some matrices are not 0, 0, 0 and 1");
    }
    if (!sound && torn >= TORN) return bp_format("%.3g%% of the edges are torn at rest", 100.0 * torn);
    if (unlike > UNLIKE)
        return bp_format("%.2g%% of the edges lead to vertices that follow joints elsewhere", 100.0 * unlike);
    if ((rough = bp_doctor_measure_rough(m)) > ROUGH)
        return bp_format("%.2g%% of the vertices have weights unlike those of all vertices beside them",
                         100.0 * rough);
    (void)bp_doctor_measure_distance(m, binds, NULL);
    double apart = m->skin->diagonal > 0.0 ? bp_doctor_measure_spread(m) / m->skin->diagonal : 0.0;
    if (!sound && search->alike && apart > 0.02)
        return bp_format(
            "all nodes are in one place, but the matrices put joints %.3g of the mesh's size apart", apart);
    if (search->alike && is_inside_out(m, binds))
        return bp_format(
            "all joints are in one place outside the mesh; if the matrices were inverted, it would "
            "be within the mesh");
    if (search->alike || m->sample_count == 0 || !(m->skin->diagonal > 0.0)) return (bp_formatted){""};
    if ((*joint = find_misplaced(m, binds)) < m->count)
        return bp_format("a joint and those around it are where no pose of the nodes has them");
    if ((*joint = find_exchanged(m, search->as_is.binds)) < m->count)
        return bp_format("two joints would be where their nodes are if they were exchanged");
    if (!sound && (*joint = find_single(m, binds)) < m->count)
        return bp_format("all other joints are where the mesh was bound");
    if ((*joint = find_scaled(m, binds)) < m->count)
        return bp_format("a matrix scales otherwise than others, though no node does");
    double distance = bp_doctor_measure_distance(m, binds, NULL), ratio = bp_doctor_measure_size(m);
    double near = m->count >= MANY && m->count <= MAX_COMPARED ? bp_doctor_measure_near(m, 0) : 1.0;
    if (near < NEAR)
        return bp_format("only %.2g%% of the vertices are nearest to the bones that they follow",
                         100.0 * near);
    if (m->count >= SIZED && distance > DISTANT && !m->skin->has_integers &&
        (ratio > LARGE || ratio < 1.0 / LARGE))
        return bp_format("the mesh is %.3g times as large as its joints reach", ratio);
    return compare_bones(m, joint);
}

void bp_doctor_search_doubts(bp_doctor_search *search, bool sound) {
    bp_doctor_measure *m = &search->measure;
    bp_doctor_id fault = BP_DOCTOR_IBM_WRONG;
    size_t joint = m->count;
    bp_formatted why = doubt(search, sound, &fault, &joint);
    bool known = joint < m->count;
    if (!*why.text) return;
    bp_doctor_add(
        m->doctor, fault, fault == BP_DOCTOR_IBM_LAST_ROW ? BP_DOCTOR_ERROR : BP_DOCTOR_WARNING,
        bp_doctor_at_skin(m->doctor, m->index, known ? (int)joint : -1, "inverseBindMatrices"),
        "inverse binds, nodes and vertices seem to contradict each other, and no change is known that "
        "makes them agree: %s%s%s",
        why.text, known ? "; the first joint is " : "",
        known ? bp_doctor_node_text(m->doctor, m->skin->joints[joint]).text : "");
    m->skin->remedy.verdict = BP_DOCTOR_UNDECIDED;
    m->skin->remedy.fault = fault;
}
