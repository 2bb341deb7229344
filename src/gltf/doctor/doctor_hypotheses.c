/* Hypotheses about what is wrong with a skin's inverse binds.
 *
 * Each hypothesis says how the right matrices follow from those in the file. It holds for the whole skin, or
 * it isn't made. A skin whose matrices agree with its nodes is right; of the hypotheses under which they
 * agree, the one with the vertices nearest to their bones wins. It is certain if the next one, with another
 * result, is clearly worse, and plausible otherwise. Without any, the skin stays undecided. */
#include "gltf/doctor/doctor_search.h"
#include "mesh/editing.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A certain hypothesis puts vertices this many times as near to their bones as its rival does. */
static const double CLEARLY = 0.8;

/* ---- hypotheses for all joints ------------------------------------------------------------------*/

static void try_changes(bp_doctor_search *search) {
    for (size_t i = 0; i < bp_doctor_change_count; i++) {
        const bp_doctor_change *row = &bp_doctor_changes[i];
        if (bp_doctor_search_change(search, row) && bp_doctor_search_agrees(search, search->trial.binds))
            bp_doctor_search_try(search, row->fault, "%s", row->text);
    }
}

/* All matrices scaled alike, by a factor that the joints' offsets show. */
static void try_scale(bp_doctor_search *search) {
    const bp_doctor_measure *m = &search->measure;
    double scale = bp_doctor_measure_reach(m, search->as_is.binds);
    if (!(scale > 0.0) || (scale > 0.98 && scale < 1.02)) return;
    for (size_t i = 0; i < m->count; i++)
        (void)bp_doctor_scale_all(search->as_is.binds[i], 1.0 / scale, &search->trial.binds[i]);
    if (bp_doctor_search_agrees(search, search->trial.binds))
        bp_doctor_search_try(search, BP_DOCTOR_IBM_SCALED, "scaled by %.4g", 1.0 / scale);
}

/* All joints' axes turned alike: a matrix after its node's is then the same for all of them. */
static void try_turn(bp_doctor_search *search) {
    const bp_doctor_measure *m = &search->measure;
    bp_mat4 turn = {{0}}, back = {{0}};
    bool any = false;
    for (size_t i = 0; i < m->count; i++) {
        if (!bp_doctor_is_usable(m->skin, i)) return;
        bp_mat4 here = bp_mat4_mul(m->doctor->nodes[m->skin->joints[i]].world, search->as_is.binds[i]);
        if (!any) {
            turn = back = here;
            for (int j = 12; j < 15; j++) back.m[j] = 0.0f; /* that is how the mesh was moved */
            if (fabs(bp_doctor_matrix_scale(back) - 1.0) > 0.01 || !bp_mat4_inverse_affine(back, &back))
                return;
            any = true;
        }
        if (!bp_doctor_is_close(m->skin, here, turn)) return;
        search->trial.binds[i] = bp_mat4_mul(search->as_is.binds[i], back);
    }
    if (any && bp_doctor_search_agrees(search, search->trial.binds))
        bp_doctor_search_try(search, BP_DOCTOR_IBM_WRONG, "turned as their nodes are");
}

/* The matrices of all joints moved on by one to count - 1 places, and reversed. */
static void try_orders(bp_doctor_search *search) {
    const bp_doctor_measure *m = &search->measure;
    for (size_t shift = 0; shift < m->count && m->doctor->trials_left > m->count; shift++) {
        m->doctor->trials_left -= m->count;
        for (size_t i = 0; i < m->count; i++) {
            search->from[i] = (int)(shift == 0 ? m->count - 1 - i : (i + shift) % m->count);
            search->trial.binds[i] = search->as_is.binds[search->from[i]];
        }
        if (bp_doctor_search_agrees(search, search->trial.binds)) bp_doctor_search_order(search);
    }
}

/* Finds for each joint, if possible, another's matrix that gives it the joint matrix `transform`. */
static bool match(bp_doctor_search *search, bp_mat4 transform) {
    bp_doctor_measure *m = &search->measure;
    memset(search->touched, 0, m->count * sizeof *search->touched);
    for (size_t i = 0; i < m->count; i++) {
        size_t j = 0;
        if (m->skin->joints[i] < 0) return false;
        for (; j < m->count; j++) { /* joints in one place could be told apart by nothing */
            bp_mat4 world = m->doctor->nodes[m->skin->joints[i]].world;
            if (m->doctor->trials_left > 0) m->doctor->trials_left--;
            if (!search->touched[j] &&
                bp_doctor_is_close(m->skin, bp_mat4_mul(search->as_is.binds[j], world), transform))
                break;
        }
        if (j == m->count || m->doctor->trials_left == 0) return false;
        search->touched[j] = true;
        search->from[i] = (int)j;
    }
    return true;
}

/* Any order, if the nodes are in the bind pose. */
static void try_any_order(bp_doctor_search *search) {
    const bp_doctor_measure *m = &search->measure;
    for (size_t i = 0; i < m->count; i++)
        if (!bp_doctor_is_usable(m->skin, i)) return;
    bool matched = match(search, bp_mat4_identity());
    for (size_t i = 0; !matched && i < m->count && m->doctor->trials_left > 0; i++)
        matched =
            match(search, bp_mat4_mul(search->as_is.binds[i], m->doctor->nodes[m->skin->joints[0]].world));
    if (matched) bp_doctor_search_order(search);
}

/* ---- hypotheses that the nodes can't tell -------------------------------------------------------*/

/* Matrices that scale the whole mesh alike: they still agree, but the mesh is too large for its bones. It may
 * have its modelled size at rest, or, where nodes above the joints are scaled, matrices that scale by 1. */
static void try_mesh_scale(bp_doctor_search *search) {
    bp_doctor_measure *m = &search->measure;
    double spread, before = search->best.distance, rival = search->rival;
    double scales[2] = {bp_doctor_measure_scale(m, search->best.binds, &spread), 1.0};
    if (m->skin->has_integers || !(spread < 1e-2)) return;
    for (size_t i = m->count; i-- > 0;)
        if (bp_doctor_measure_counts(m, i)) scales[1] = bp_doctor_matrix_scale(search->best.binds[i]);
    for (int k = 0; k < 2; k++) {
        if ((scales[k] > 0.9 && scales[k] < 1.1) || !(scales[k] > 0.0)) continue;
        bp_doctor_search_copy(search, &search->trial, &search->best);
        for (size_t i = 0; i < m->count; i++)
            for (int j = 0; j < 12; j++) search->trial.binds[i].m[j] /= (float)scales[k];
        double after = bp_doctor_measure_distance(m, search->trial.binds, NULL);
        if (!(after < 0.6 * before)) continue;
        search->trial.fault = BP_DOCTOR_IBM_SCALED;
        search->trial.distance = after;
        search->trial.text = bp_format("scaled in their axes by %.4g", 1.0 / scales[k]);
        bp_doctor_search_copy(search, &search->best, &search->trial);
        search->certain = after < 0.4 * before && rival > after / CLEARLY;
        return;
    }
}

static size_t votes_for(const bp_doctor *doctor, const bp_doctor_skin *skin, bp_mat4 transform) {
    size_t votes = 0;
    for (size_t i = 0; i < skin->joint_count; i++)
        votes += bp_doctor_is_usable(skin, i) &&
                 bp_doctor_is_close(skin, bp_doctor_joint_matrix(doctor, skin, i), transform);
    return votes;
}

/* The identity, unless more than half of the usable joints share another one. Returns how many share it. */
static size_t find_fit_transform(const bp_doctor *doctor, bp_doctor_skin *skin) {
    enum { MAX_CANDIDATES = 48 };
    size_t usable = 0, step = skin->joint_count / MAX_CANDIDATES + 1;
    for (size_t i = 0; i < skin->joint_count; i++) usable += bp_doctor_is_usable(skin, i);
    size_t best = votes_for(doctor, skin, skin->fit_transform);
    for (size_t i = 0; 2 * best < usable && i < skin->joint_count; i += step) {
        if (!bp_doctor_is_usable(skin, i)) continue;
        bp_mat4 candidate = bp_doctor_joint_matrix(doctor, skin, i);
        size_t votes = bp_doctor_is_finite(candidate) ? votes_for(doctor, skin, candidate) : 0;
        if (votes < 2 || votes <= best || 2 * votes <= usable) continue;
        skin->fit_transform = candidate;
        best = votes;
    }
    return best;
}

static bp_doctor_id bad_fault(const bp_doctor_measure *m) {
    const bp_doctor_report *report = m->doctor->report;
    for (size_t i = 0; i < report->count; i++) {
        const bp_doctor_finding *finding = &report->findings[i];
        if (finding->skin == (int)m->index && finding->id > BP_DOCTOR_IBM_COUNT &&
            finding->id <= BP_DOCTOR_IBM_SHEARED)
            return finding->id;
    }
    return BP_DOCTOR_IBM_COUNT;
}

/* The inverse binds that are wrong in themselves (NaN, flat, and so on) come from the nodes, if all others
 * agree with theirs. */
static void replace_bad(bp_doctor_search *search) {
    bp_doctor_measure *m = &search->measure;
    bp_mat4 transform = bp_mat4_identity();
    size_t bad = 0, good = 0, seen = 0;
    for (size_t i = 0; i < m->count; i++) {
        good += bp_doctor_is_usable(m->skin, i);
        bad += m->skin->bad_bind[i];
        seen += m->skin->bad_bind[i] && m->skin->used[i];
    }
    if (bad == 0) return;
    bool agreed = bp_doctor_measure_agrees(m, search->best.binds, &transform) && good >= 3 && good >= bad;
    for (size_t i = 0; i < m->count; i++)
        if (m->skin->bad_bind[i] && m->skin->joints[i] >= 0 &&
            !bp_doctor_bind_of_node(m->doctor, m->skin, i, &transform, &search->best.binds[i]))
            agreed = false;
    if (!search->found)
        search->best.text = bp_format("computed from their nodes (%zu of %zu)", bad, m->count);
    search->certain = search->certain && (agreed || seen == 0);
    if (search->best.fault == BP_DOCTOR_NONE) search->best.fault = bad_fault(m);
}

static void keep_remedy(bp_doctor_search *search) {
    bp_doctor_measure *m = &search->measure;
    bp_doctor_skin *skin = m->skin;
    bp_doctor_remedy *remedy = &skin->remedy;
    const bp_doctor_hypothesis *best = &search->best;
    if (!(remedy->binds = bp_doctor_memory(m->doctor, m->count, sizeof *remedy->binds)) ||
        (best->has_bones &&
         !(remedy->joints = bp_doctor_memory(m->doctor, m->count, sizeof *remedy->joints))))
        return;
    for (size_t i = 0; i < m->count; i++) {
        size_t bone = best->has_bones ? (size_t)best->bones[i] : i;
        remedy->binds[i] = best->binds[bone];
        if (best->has_bones) remedy->joints[i] = skin->joints[bone];
    }
    remedy->verdict = search->certain ? BP_DOCTOR_CERTAIN : BP_DOCTOR_PLAUSIBLE;
    remedy->fault = best->fault;
    remedy->text = best->text;
}

static const char *ending(const bp_doctor_search *search) {
    return search->certain ? "" : ". That is likely, but not certain";
}

static void report_best(bp_doctor_search *search) {
    bp_doctor_measure *m = &search->measure;
    const bp_doctor_hypothesis *best = &search->best;
    bp_doctor_concerned joints = {.count = 0};
    bool affine = true;
    for (size_t i = 0; i < m->count; i++) {
        affine = affine && bp_doctor_is_affine(m->skin->binds[i]);
        if (best->has_bones ? best->bones[i] == (int)i
                            : memcmp(&best->binds[i], &m->skin->binds[i], sizeof(bp_mat4)) == 0)
            continue;
        bp_doctor_concern(&joints, i);
    }
    const size_t changed = joints.count, first = joints.first[0];
    bp_doctor_place place = bp_doctor_at_skin(m->doctor, m->index, (int)first, "inverseBindMatrices");
    place.joints = joints;
    if (best->fault == BP_DOCTOR_IBM_ORDER)
        bp_doctor_add(m->doctor, best->fault, BP_DOCTOR_ERROR, place,
                      "%zu of %zu matrices are not in the joints' order: %s; %s%s", changed, m->count,
                      best->text.text,
                      best->has_bones ? "the vertices go with the matrices, so the list of joints is wrong"
                                      : "the vertices go with the joints",
                      ending(search));
    else
        bp_doctor_add_coded(m->doctor, best->fault, BP_DOCTOR_ERROR, BP_DOCTOR_NONE,
                            affine ? NULL : bp_doctor_text_of(best->fault)->code, place,
                            "%zu of %zu matrices don't fit their nodes or vertices, but would be right if "
                            "they were %s; the first is that of "
                            "joint %zu, %s%s",
                            changed, m->count, best->text.text, first,
                            bp_doctor_node_text(m->doctor, m->skin->joints[first]).text, ending(search));
    if (!best->has_bones)
        for (size_t i = 0; i < m->count; i++)
            if (memcmp(&best->binds[i], &m->skin->binds[i], sizeof(bp_mat4)) != 0)
                m->skin->bad_bind[i] = true;
}

/* Rounds last columns that are nearly 0, 0, 0, 1, as an inverse has them. Returns how many. */
static size_t snap(bp_doctor_search *search) {
    static const float column[] = {0.0f, 0.0f, 0.0f, 1.0f};
    size_t count = 0;
    for (size_t i = 0; i < search->measure.count; i++) {
        bool off = false;
        if (!bp_doctor_is_affine(search->best.binds[i])) continue;
        for (int j = 0; j < 4; j++) {
            off = off || search->best.binds[i].m[4 * j + 3] != column[j];
            search->best.binds[i].m[4 * j + 3] = column[j];
        }
        count += off;
    }
    return count;
}

/* Programs ignore the column, but validators don't. */
static void report_rounded(bp_doctor_search *search, size_t count) {
    const bp_doctor_measure *m = &search->measure;
    bp_doctor_add(m->doctor, BP_DOCTOR_IBM_LAST_ROW, BP_DOCTOR_WARNING,
                  bp_doctor_at_skin(m->doctor, m->index, -1, "inverseBindMatrices"),
                  "elements 3, 7, 11 and 15 of %zu of %zu matrices are nearly 0, 0, 0 and 1, but not exactly",
                  count, m->count);
    if (search->best.fault != BP_DOCTOR_NONE) return;
    search->best.fault = BP_DOCTOR_IBM_LAST_ROW;
    search->best.text = bp_format("given last elements of exactly 0, 0, 0 and 1");
}

/* Whether the matrices scale by 1, or the mesh has its modelled size at rest. */
static bool is_sized(const bp_doctor_measure *m, const bp_mat4 *binds) {
    for (size_t i = 0; i < m->count; i++)
        if (bp_doctor_measure_counts(m, i))
            return fabs(bp_doctor_matrix_scale(binds[i]) - 1.0) < 0.02 ||
                   fabs(bp_doctor_matrix_scale(bp_doctor_measure_matrix(m, binds, i)) - 1.0) < 0.02;
    return false;
}

/* Where all matrices may be scaled, it may also be the nodes that are: the matrices' own scale tells. */
static void decide(bp_doctor_search *search) {
    const bp_doctor_measure *m = &search->measure;
    if (!search->found) return;
    bool sized = search->best.fault != BP_DOCTOR_IBM_SCALED ||
                 (is_sized(m, search->best.binds) && !is_sized(m, search->as_is.binds));
    /* A mesh of integer positions was moved and scaled when it was packed. Its matrices undo that, so their
     * scale doesn't tell the unit. */
    bool moved = search->best.fault == BP_DOCTOR_UNIT_MIXUP && m->skin->has_integers;
    search->certain = sized && !moved && search->best.distance <= CLEARLY * search->rival &&
                      search->best.distance <= 1.1 * search->as_is.distance;
}

static void search_all(bp_doctor_search *search, bool sound, bool is_tree, size_t agreed) {
    search->certain = true;
    if (!sound) {
        try_changes(search);
        try_scale(search);
        if (!search->alike) try_turn(search), try_orders(search);
        decide(search);
    }
    if (search->alike) return;
    if (!search->found && is_tree) bp_doctor_search_exceptions(search, agreed);
    if (!search->found && !sound) {
        try_any_order(search);
        decide(search);
    }
}

static void judge(bp_doctor_search *search) {
    bp_doctor_measure *m = &search->measure;
    search->alike = bp_doctor_are_nodes_alike(m->doctor, m->skin);
    bool sound = bp_doctor_search_agrees(search, search->as_is.binds);
    size_t agreed = find_fit_transform(m->doctor, m->skin);
    double spread, scale = bp_doctor_measure_scale(m, search->as_is.binds, &spread);
    m->skin->scale = spread < 0.01 || m->skin->has_integers ? scale : 0.0;
    search->as_is.distance = bp_doctor_measure_distance(m, search->as_is.binds, NULL);
    bp_doctor_search_copy(search, &search->best, &search->as_is);
    /* Where the tree is wrong, joints are elsewhere than they should be. */
    bool is_tree =
        bp_doctor_first(m->doctor, BP_DOCTOR_NODE_CYCLE, BP_DOCTOR_JOINTS_REPEATED) == BP_DOCTOR_NONE;
    search_all(search, sound, is_tree, agreed);
    if (!search->found) bp_doctor_search_copy(search, &search->best, &search->as_is);
    try_mesh_scale(search);
    bool changed = search->best.fault != BP_DOCTOR_NONE;
    replace_bad(search);
    if (changed) report_best(search);
    size_t rounded = changed ? 0 : snap(search);
    if (rounded > 0) report_rounded(search, rounded);
    if (search->best.fault != BP_DOCTOR_NONE) keep_remedy(search);
    bp_doctor_search_vertices(search);
    const bp_doctor_remedy *remedy = &m->skin->remedy;
    bool rounds = remedy->verdict == BP_DOCTOR_CERTAIN && remedy->fault == BP_DOCTOR_IBM_LAST_ROW;
    if (is_tree && (remedy->verdict == BP_DOCTOR_SOUND || rounds)) bp_doctor_search_doubts(search, sound);
}

void bp_doctor_judge_skin(bp_doctor *doctor, size_t index) {
    bp_doctor_search search = {.rival = INFINITY};
    size_t n = doctor->skins[index].joint_count;
    search.as_is.binds = doctor->skins[index].binds;
    if (bp_doctor_measure_open(&search.measure, doctor, index) &&
        (search.as_is.bones = bp_doctor_scratch(doctor, n, sizeof(int))) &&
        (search.trial.bones = bp_doctor_scratch(doctor, n, sizeof(int))) &&
        (search.best.bones = bp_doctor_scratch(doctor, n, sizeof(int))) &&
        (search.trial.binds = bp_doctor_scratch(doctor, n, sizeof(bp_mat4))) &&
        (search.best.binds = bp_doctor_scratch(doctor, n, sizeof(bp_mat4))) &&
        (search.from = bp_doctor_scratch(doctor, n, sizeof(int))) &&
        (search.touched = bp_doctor_scratch(doctor, n, sizeof(bool))))
        judge(&search);
}
