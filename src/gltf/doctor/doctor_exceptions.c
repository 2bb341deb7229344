/* Exceptions: most of a skin's inverse binds are right, and a few are not. Two may have been swapped; others
 * may have been inverted, transposed or overwritten one by one.
 *
 * A joint whose matrix disagrees with its node may also just be posed. Posing rotates: the joint's position
 * in its parent's frame stays, and its children go with it. Otherwise its matrix is wrong. */
#include "gltf/doctor/doctor_search.h"
#include <math.h>
#include <string.h>

/* Pairs are tried among so many joints. */
enum { MAX_SUSPECTS = 64 };

/* A share of the mesh's size that can be seen. */
static const double VISIBLE = 0.02;

static bool joint_agrees(const bp_doctor_measure *m, const bp_mat4 *binds, size_t joint) {
    return bp_doctor_is_close(m->skin, bp_doctor_measure_matrix(m, binds, joint), m->skin->fit_transform);
}

static double distance_of(bp_doctor_measure *m, const bp_mat4 *binds, const int *bones, const bool *only) {
    bp_doctor_sample *samples = m->samples;
    size_t all = m->sample_count, kept = 0;
    for (size_t i = 0; i < all; i++) {
        bp_doctor_sample sample = samples[i];
        if (sample.joint >= m->count || !only[sample.joint]) continue;
        samples[i] = samples[kept];
        samples[kept++] = sample;
    }
    m->sample_count = kept;
    double distance = bp_doctor_measure_distance(m, binds, bones);
    m->sample_count = all;
    return distance;
}

/* ---- the other joints are in the bind pose ------------------------------------------------------*/

/* Of the joint's parent and children, how many agree with their nodes; `all`: how many there are. */
static size_t neighbours_that_agree(const bp_doctor_measure *m, const bp_mat4 *binds, size_t joint,
                                    size_t *all) {
    int parent = m->parents[joint];
    size_t count = parent >= 0 && joint_agrees(m, binds, (size_t)parent);
    *all = parent >= 0;
    for (int c = m->first_child[joint]; c >= 0; c = m->next_child[c]) {
        count += joint_agrees(m, binds, (size_t)c);
        ++*all;
    }
    return count;
}

/* Whether the joint's matrix is wrong, and not just posed: then its position in its parent's frame would
 * stay, nearly if it may stretch, and joints on both sides of it wouldn't agree with each other. */
static bool is_wrong(const bp_doctor_measure *m, const bp_mat4 *binds, size_t joint) {
    size_t all;
    bool moved = m->doctor->nodes[m->skin->joints[joint]].moved & 1 << BP_TRACK_POSITION;
    return !(bp_doctor_offset_error(m, binds, joint) < (moved ? 0.3 : 0.1)) ||
           neighbours_that_agree(m, binds, joint, &all) >= 2;
}

/* Whether all joints around it agree with their nodes, which a posed joint doesn't allow. */
static bool is_contradicted(const bp_doctor_measure *m, const bp_mat4 *binds, size_t joint) {
    size_t all, agreed = neighbours_that_agree(m, binds, joint, &all);
    return agreed == all && all >= 2;
}

/* Another misfit's matrix that the joint needs; -1: none. */
static int find_donor(bp_doctor_search *search, size_t joint) {
    bp_doctor_measure *m = &search->measure;
    bp_mat4 world = m->doctor->nodes[m->skin->joints[joint]].world;
    for (size_t i = 0; i < m->count; i++) {
        if (i == joint || !search->touched[i] || m->doctor->trials_left == 0) continue;
        m->doctor->trials_left--;
        if (bp_doctor_is_close(m->skin, bp_mat4_mul(search->as_is.binds[i], world), m->skin->fit_transform))
            return (int)i;
    }
    return -1;
}

/* Finds the misfits, and which of them need each other's matrices. Returns how many do; 0 unless they
 * exchange them among themselves. */
static size_t find_exchanged(bp_doctor_search *search) {
    bp_doctor_measure *m = &search->measure;
    size_t found = 0;
    for (size_t i = 0; i < m->count; i++)
        search->touched[i] = bp_doctor_is_usable(m->skin, i) && !joint_agrees(m, search->as_is.binds, i);
    for (size_t i = 0; i < m->count; i++) search->from[i] = (int)i;
    for (size_t i = 0; i < m->count; i++) {
        int donor = search->touched[i] ? find_donor(search, i) : -1;
        if (donor < 0) continue;
        search->from[i] = donor;
        found++;
    }
    for (size_t i = 0; i < m->count; i++) { /* every matrix once */
        size_t users = 0;
        for (size_t j = 0; j < m->count && found > 0; j++) users += search->from[j] == (int)i;
        if (users != 1) found = 0;
    }
    return found;
}

static void score_exchange(bp_doctor_search *search) {
    bp_doctor_measure *m = &search->measure;
    for (size_t i = 0; i < m->count; i++) search->touched[i] = search->from[i] != (int)i;
    search->found = false;
    search->rival = INFINITY;
    bp_doctor_search_order(search);
    bp_doctor_hypothesis *trial = &search->trial; /* holds the list's order now, with both kinds of numbers */
    double now = distance_of(m, search->as_is.binds, NULL, search->touched);
    double matrices = distance_of(m, trial->binds, NULL, search->touched);
    double list = distance_of(m, trial->binds, trial->bones, search->touched);
    search->best.has_bones = list < matrices;
    double best = list < matrices ? list : matrices, other = list < matrices ? matrices : list;
    search->certain = best < 0.8 * other && (list < matrices || best < 1.05 * now);
}

/* A matrix that fits if it is changed as a row of the table says. */
static const bp_doctor_change *find_change(bp_doctor_search *search, size_t joint) {
    bp_doctor_measure *m = &search->measure;
    for (size_t i = 0; i < bp_doctor_change_count; i++) {
        const bp_doctor_change *row = &bp_doctor_changes[i];
        if (row->change(search->as_is.binds[joint], row->factor, &search->trial.binds[joint]) &&
            joint_agrees(m, search->trial.binds, joint))
            return row;
    }
    search->trial.binds[joint] = search->as_is.binds[joint];
    return NULL;
}

/* How far the joint's matrix moves its own vertices from where its node's would, at rest. */
static bool is_visible(const bp_doctor_measure *m, size_t joint, bp_mat4 bind) {
    double worst = 0.0;
    size_t seen = 0;
    bp_mat4 now = bp_doctor_measure_matrix(m, m->skin->binds, joint);
    bp_mat4 then = bp_mat4_mul(bind, m->doctor->nodes[m->skin->joints[joint]].world);
    double scale = bp_doctor_measure_scale(m, m->skin->binds, NULL);
    for (size_t i = 0; i < m->sample_count; i++) {
        if (m->samples[i].joint != joint) continue;
        double off = (double)bp_vec3_distance(bp_mat4_point(now, m->samples[i].position),
                                              bp_mat4_point(then, m->samples[i].position));
        if (!(off <= worst)) worst = off;
        seen++;
    }
    /* It has only small weights. */
    if (seen == 0) worst = scale * m->skin->diagonal * bp_doctor_distance(m->skin, now, then);
    return !(worst < VISIBLE * scale * m->skin->diagonal);
}

static void try_single(bp_doctor_search *search) {
    bp_doctor_measure *m = &search->measure;
    bp_doctor_hypothesis *trial = &search->trial;
    const bp_doctor_change *named = NULL;
    size_t changed = 0, from_nodes = 0;
    bool certain = true, posed = false;
    memcpy(trial->binds, search->as_is.binds, m->count * sizeof *trial->binds);
    memset(search->touched, 0, m->count * sizeof *search->touched);
    for (size_t i = 0; i < m->count; i++) {
        bp_mat4 bind;
        if (!bp_doctor_is_usable(m->skin, i) || joint_agrees(m, search->as_is.binds, i)) continue;
        const bp_doctor_change *row = find_change(search, i);
        if (!row) {
            if (!m->skin->used[i] ||
                !bp_doctor_bind_of_node(m->doctor, m->skin, i, &m->skin->fit_transform, &bind) ||
                !bp_doctor_is_finite(bind))
                continue;
            if (!is_visible(m, i, bind) || !is_wrong(m, search->as_is.binds, i)) {
                posed = true; /* or wrong too */
                continue;
            }
            certain = certain && is_contradicted(m, search->as_is.binds, i);
            trial->binds[i] = bind;
            from_nodes++;
        } else if (!named) {
            named = row;
        }
        search->touched[i] = true;
        changed++;
    }
    m->skin->is_posed_in_part = posed;
    if (changed == 0) return;
    double now = distance_of(m, search->as_is.binds, NULL, search->touched);
    double then = distance_of(m, trial->binds, NULL, search->touched);
    search->found = false;
    bp_doctor_search_try(search, from_nodes > 0 ? BP_DOCTOR_IBM_WRONG : named->fault, "%s",
                         from_nodes > 0 ? "computed from their nodes, as the others agree with theirs"
                                        : named->text);
    /* A joint without children might have been moved at rest; its matrix is wrong if it is far from its
     * vertices. */
    search->certain =
        !posed && (from_nodes == 0 ? then <= 1.1 * now : (certain && then <= 1.1 * now) || then < 0.4 * now);
}

/* ---- the nodes are in another pose --------------------------------------------------------------*/

static size_t count_wrong_offsets(const bp_doctor_measure *m, const bp_mat4 *binds, bool *wrong) {
    size_t count = 0;
    for (size_t i = 0; i < m->count; i++) {
        int parent = m->parents[i];
        bool is = parent >= 0 && bp_doctor_is_usable(m->skin, i) &&
                  bp_doctor_is_usable(m->skin, (size_t)parent) && !bp_doctor_offset_fits(m, binds, i);
        if (wrong) wrong[i] = is;
        count += is;
    }
    return count;
}

/* Tries to exchange the matrices of two joints with wrong offsets, or of their parents. */
static void try_pairs(bp_doctor_search *search, size_t wrong) {
    bp_doctor_measure *m = &search->measure;
    bp_mat4 *binds = search->trial.binds;
    size_t suspects[MAX_SUSPECTS], count = 0, good = 0, pair[2] = {0};
    for (size_t i = 0; i < m->count && count + 1 < MAX_SUSPECTS; i++) {
        bool parent_of_wrong = false;
        for (int c = m->first_child[i]; c >= 0; c = m->next_child[c])
            parent_of_wrong = parent_of_wrong || search->touched[c];
        if (search->touched[i] || parent_of_wrong) suspects[count++] = i;
    }
    memcpy(binds, search->as_is.binds, m->count * sizeof *binds);
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count && m->doctor->trials_left > m->count; j++) {
            size_t a = suspects[i], b = suspects[j];
            m->doctor->trials_left -= m->count;
            binds[a] = search->as_is.binds[b];
            binds[b] = search->as_is.binds[a];
            if (count_wrong_offsets(m, binds, NULL) == 0 && good++ == 0) pair[0] = a, pair[1] = b;
            binds[a] = search->as_is.binds[a];
            binds[b] = search->as_is.binds[b];
        }
    if (good == 0) return;
    for (size_t i = 0; i < m->count; i++) search->from[i] = (int)i;
    search->from[pair[0]] = (int)pair[1];
    search->from[pair[1]] = (int)pair[0];
    score_exchange(search);
    search->certain = search->certain && good == 1 && wrong >= 3;
}

void bp_doctor_search_exceptions(bp_doctor_search *search, size_t agreed) {
    bp_doctor_measure *m = &search->measure;
    size_t usable = 0, offsets;
    for (size_t i = 0; i < m->count; i++) usable += bp_doctor_is_usable(m->skin, i);
    if (agreed == usable) return;
    if (agreed >= 2 && 2 * agreed >= usable) {
        if (find_exchanged(search) > 1)
            score_exchange(search);
        else
            try_single(search);
        search->certain = search->certain && (agreed >= 3 || !search->found);
        return;
    }
    if (bp_doctor_measure_offsets(m, search->as_is.binds, &offsets) < 0.6 || offsets < 3) return;
    size_t wrong = count_wrong_offsets(m, search->as_is.binds, search->touched);
    if (wrong > 0) try_pairs(search, wrong);
}
