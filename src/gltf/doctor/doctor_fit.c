/* Inverse binds against the nodes: which of them don't fit, and what would make them fit.
 *
 * If the nodes are in the bind pose, all joints have the same joint matrix (inverse bind times world),
 * mostly the identity. It is called the fit transform. A joint that disagrees is tried with its inverse bind
 * inverted, transposed, in another unit, and exchanged with those of other joints.
 *
 * If the nodes are in another pose, a joint's position in its parent's frame still shows whether the bind
 * fits, since rotating joints doesn't change it. The same remedies are then tried on all matrices at once. */
#include "gltf/doctor/doctor.h"
#include <stdio.h>

enum { MAX_CANDIDATES = 48 };

static bool is_usable(const bp_doctor_skin *skin, size_t joint) {
    return !skin->bad_bind[joint] && skin->joints[joint] >= 0;
}

static size_t votes_for(const bp_doctor *doctor, const bp_doctor_skin *skin, bp_mat4 transform) {
    size_t votes = 0;
    for (size_t i = 0; i < skin->joint_count; i++)
        if (is_usable(skin, i) &&
            bp_doctor_is_close(skin, bp_doctor_joint_matrix(doctor, skin, i), transform))
            votes++;
    return votes;
}

/* The identity, unless more than half of the usable joints share another one. Returns how many share it. */
static size_t find_fit_transform(const bp_doctor *doctor, bp_doctor_skin *skin, size_t usable) {
    size_t best = votes_for(doctor, skin, skin->fit_transform);
    size_t step = skin->joint_count / MAX_CANDIDATES + 1;
    for (size_t i = 0; 2 * best < usable && i < skin->joint_count; i += step) {
        if (!is_usable(skin, i)) continue;
        bp_mat4 candidate = bp_doctor_joint_matrix(doctor, skin, i);
        size_t votes = bp_doctor_is_finite(candidate) ? votes_for(doctor, skin, candidate) : 0;
        if (votes < 2 || votes <= best || 2 * votes <= usable) continue;
        skin->fit_transform = candidate;
        best = votes;
    }
    return best;
}

/* ---- remedies -----------------------------------------------------------------------------------*/

typedef enum fit_remedy {
    REMEDY_INVERT,
    REMEDY_TRANSPOSE,
    REMEDY_SHRINK,
    REMEDY_ENLARGE,
    REMEDY_COUNT
} fit_remedy;

static bp_mat4 scale_translation(bp_mat4 m, float factor) {
    for (int i = 12; i < 15; i++) m.m[i] *= factor;
    return m;
}

/* Transposes the rotation alone: a transposed translation is found before. */
static bp_mat4 remedied(bp_mat4 bind, fit_remedy remedy) {
    bp_mat4 out = bind;
    switch (remedy) {
    case REMEDY_INVERT:
        if (!bp_mat4_inverse_affine(bind, &out)) return bind;
        break;
    case REMEDY_TRANSPOSE:
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) out.m[4 * i + j] = bind.m[4 * j + i];
        break;
    case REMEDY_SHRINK: out = scale_translation(bind, 0.01f); break;
    default: out = scale_translation(bind, 100.0f); break;
    }
    return out;
}

static bool has_unit_mixup(const bp_doctor *doctor) {
    return bp_doctor_first(doctor, BP_DOCTOR_UNIT_MIXUP, BP_DOCTOR_UNIT_MIXUP) != BP_DOCTOR_NONE;
}

static void report_remedy(bp_doctor *doctor, size_t skin, fit_remedy remedy, size_t joints, size_t first) {
    static const bp_doctor_id ids[] = {BP_DOCTOR_IBM_NOT_INVERTED, BP_DOCTOR_IBM_TRANSPOSED,
                                       BP_DOCTOR_UNIT_MIXUP, BP_DOCTOR_UNIT_MIXUP};
    static const char *const texts[] = {
        "inverted", "with their rotation transposed",
        "with a translation 100 times as small, as if they were in centimetres and the nodes in metres",
        "with a translation 100 times as large, as if they were in metres and the nodes in centimetres"};
    if (ids[remedy] == BP_DOCTOR_UNIT_MIXUP && has_unit_mixup(doctor)) return;
    bp_doctor_add_coded(
        doctor, ids[remedy], BP_DOCTOR_ERROR, BP_DOCTOR_NONE, NULL,
        bp_doctor_at_joint(doctor, skin, (int)first, "skins[%zu].inverseBindMatrices", skin),
        "%zu of %zu matrices don't fit their nodes, but would %s; the first is that of joint %zu, %s", joints,
        doctor->skins[skin].joint_count, texts[remedy], first,
        bp_doctor_node_text(doctor, doctor->skins[skin].joints[first]).text);
}

/* Reports the misfits that a remedy repairs. */
static void try_remedies(bp_doctor *doctor, size_t index, const bool *misfit) {
    bp_doctor_skin *skin = &doctor->skins[index];
    /* A pure rotation's inverse is its transpose; if others are transposed, so is this one. */
    bool transposed =
        bp_doctor_first(doctor, BP_DOCTOR_IBM_TRANSPOSED, BP_DOCTOR_IBM_TRANSPOSED) != BP_DOCTOR_NONE;
    for (int attempt = 0; attempt < REMEDY_COUNT; attempt++) {
        int remedy = transposed && attempt < 2 ? REMEDY_TRANSPOSE - attempt : attempt;
        size_t helped = 0, first = 0;
        for (size_t i = 0; i < skin->joint_count; i++) {
            if (!misfit[i] || skin->bad_bind[i]) continue;
            bp_mat4 bind = remedied(skin->binds[i], (fit_remedy)remedy);
            bp_mat4 joint_matrix = bp_mat4_mul(bind, doctor->nodes[skin->joints[i]].world);
            if (bp_doctor_distance(skin, joint_matrix, skin->fit_transform) >= BP_DOCTOR_TOLERANCE) continue;
            skin->bad_bind[i] = true;
            bp_doctor_know_bind(skin, i, bind);
            if (helped++ == 0) first = i;
        }
        if (helped > 0) report_remedy(doctor, index, (fit_remedy)remedy, helped, first);
    }
}

/* ---- order --------------------------------------------------------------------------------------*/

static void report_order(bp_doctor *doctor, size_t index, const int *better, size_t count) {
    const bp_doctor_skin *skin = &doctor->skins[index];
    char list[256] = "";
    size_t listed = 0, used = 0;
    for (size_t i = 0; i < skin->joint_count && listed < 8; i++) {
        if (better[i] < 0) continue;
        int length = snprintf(list + used, sizeof list - used, "%s%zu needs matrix %d", listed++ ? ", " : "",
                              i, better[i]);
        used += length > 0 ? (size_t)length : 0;
        if (used >= sizeof list) break;
    }
    bp_doctor_add(doctor, BP_DOCTOR_IBM_ORDER, BP_DOCTOR_ERROR,
                  bp_doctor_at_joint(doctor, index, -1, "skins[%zu].inverseBindMatrices", index),
                  "%zu of %zu matrices are not in the joints' order: joint %s%s", count, skin->joint_count,
                  list, count > listed ? ", and so on" : "");
}

/* Finds another misfit's matrix that fits this joint; -1: none. */
static int find_matrix(const bp_doctor *doctor, const bp_doctor_skin *skin, const bool *misfit,
                       size_t joint) {
    bp_mat4 world = doctor->nodes[skin->joints[joint]].world;
    for (size_t i = 0; i < skin->joint_count; i++) {
        if (i == joint || !misfit[i] || i >= skin->bind_count) continue;
        if (bp_doctor_is_close(skin, bp_mat4_mul(skin->binds[i], world), skin->fit_transform)) return (int)i;
    }
    return -1;
}

static void try_order(bp_doctor *doctor, size_t index, const bool *misfit, int *better, size_t misfits) {
    bp_doctor_skin *skin = &doctor->skins[index];
    size_t found = 0;
    if (misfits < 2 || misfits > doctor->trials_left / misfits) return;
    doctor->trials_left -= misfits * misfits;
    for (size_t i = 0; i < skin->joint_count; i++) {
        better[i] = misfit[i] && !skin->bad_bind[i] ? find_matrix(doctor, skin, misfit, i) : -1;
        found += better[i] >= 0;
    }
    if (found < 2) return;
    for (size_t i = 0; i < skin->joint_count; i++) {
        if (better[i] < 0) continue;
        skin->bad_bind[i] = true;
        bp_doctor_know_bind(skin, i, skin->binds[better[i]]);
        skin->bind_from[i] = better[i] + 1;
    }
    report_order(doctor, index, better, found);
}

/* ---- positions in the parent's frame ------------------------------------------------------------*/

static bp_mat4 local_of(bp_mat4 absolute, bp_mat4 parent) {
    bp_mat4 inverse;
    if (!bp_mat4_inverse_affine(parent, &inverse)) return bp_mat4_identity();
    return bp_mat4_mul(absolute, inverse);
}

/* Counts the joints whose bind position in their parent's frame, times `factor`, is near their node's.
 * `parents`: by joint, its parent joint; -1: none. `absolutes`: absolute binds. */
static size_t count_near(const bp_doctor *doctor, const bp_doctor_skin *skin, const int *parents,
                         const bp_mat4 *absolutes, float factor) {
    size_t near = 0;
    for (size_t i = 0; i < skin->joint_count; i++) {
        int parent = parents[i];
        if (parent < 0 || skin->joints[i] < 0) continue;
        bp_mat4 bind = local_of(absolutes[i], absolutes[parent]);
        bp_mat4 node =
            local_of(doctor->nodes[skin->joints[i]].world, doctor->nodes[skin->joints[parent]].world);
        bp_vec3 position = bp_vec3_scale(bp_mat4_position(bind), factor), expected = bp_mat4_position(node);
        double off = (double)bp_vec3_distance(position, expected), length = (double)bp_vec3_length(expected);
        near += off < 0.02 * length + 1e-4 * skin->diagonal;
    }
    return near;
}

/* Finds each joint's parent joint. Returns how many have one. */
static size_t find_parents(bp_doctor *doctor, const bp_doctor_skin *skin, int *parents) {
    size_t with = 0;
    bp_doctor_mark_joints(doctor, skin);
    for (size_t i = 0; i < skin->joint_count; i++) {
        parents[i] = bp_doctor_parent_joint(doctor, skin->joints[i]);
        with += parents[i] >= 0;
    }
    bp_doctor_unmark_joints(doctor, skin);
    return with;
}

/* Ways to get a joint's bind pose from the matrices, if they are inverse binds, binds, transposed inverse
 * binds, or inverse binds in reversed order. */
typedef enum bind_source { SOURCE_INVERSE, SOURCE_BIND, SOURCE_TRANSPOSED, SOURCE_REVERSED } bind_source;

static void find_binds(const bp_doctor_skin *skin, bind_source source, bp_mat4 *absolutes) {
    for (size_t i = 0; i < skin->joint_count; i++) {
        bp_mat4 m = skin->binds[source == SOURCE_REVERSED ? skin->joint_count - 1 - i : i];
        if (source == SOURCE_TRANSPOSED) m = remedied(m, REMEDY_TRANSPOSE);
        absolutes[i] = m;
        if (source != SOURCE_BIND && !bp_mat4_inverse_affine(m, &absolutes[i]))
            absolutes[i] = bp_mat4_identity();
    }
}

/* For skins whose nodes are not in the bind pose: reports the first way that fits nearly all joints. */
static void try_positions(bp_doctor *doctor, size_t index, int *better, int *parents, bp_mat4 *absolutes) {
    static const struct {
        bind_source source;
        float factor;
        fit_remedy remedy;
    } WAYS[] = {{SOURCE_INVERSE, 0.01f, REMEDY_SHRINK},
                {SOURCE_INVERSE, 100.0f, REMEDY_ENLARGE},
                {SOURCE_BIND, 1.0f, REMEDY_INVERT},
                {SOURCE_TRANSPOSED, 1.0f, REMEDY_TRANSPOSE},
                {SOURCE_REVERSED, 1.0f, REMEDY_COUNT}};
    bp_doctor_skin *skin = &doctor->skins[index];
    size_t with = find_parents(doctor, skin, parents), way = 0;
    find_binds(skin, SOURCE_INVERSE, absolutes);
    if (with < 3 || 2 * count_near(doctor, skin, parents, absolutes, 1.0f) >= with) return;
    for (; way < BP_COUNT(WAYS); way++) {
        find_binds(skin, WAYS[way].source, absolutes);
        if (10 * count_near(doctor, skin, parents, absolutes, WAYS[way].factor) >= 9 * with) break;
    }
    if (way == BP_COUNT(WAYS)) return;
    for (size_t i = 0; i < skin->joint_count; i++) better[i] = (int)(skin->joint_count - 1 - i);
    if (WAYS[way].source == SOURCE_REVERSED)
        report_order(doctor, index, better, skin->joint_count);
    else
        report_remedy(doctor, index, WAYS[way].remedy, skin->joint_count, 0);
    for (size_t i = 0; i < skin->joint_count; i++) {
        bool reversed = WAYS[way].source == SOURCE_REVERSED;
        bp_mat4 bind = skin->binds[reversed ? (size_t)better[i] : i];
        bp_doctor_know_bind(skin, i, reversed ? bind : remedied(bind, WAYS[way].remedy));
        if (reversed) skin->bind_from[i] = better[i] + 1;
        skin->bad_bind[i] = true;
    }
}

/* ---- one skin -----------------------------------------------------------------------------------*/

/* Finds the usable joints that disagree with the fit transform. */
static size_t find_misfits(const bp_doctor *doctor, const bp_doctor_skin *skin, bool *misfit) {
    size_t count = 0;
    for (size_t i = 0; i < skin->joint_count; i++) {
        misfit[i] = is_usable(skin, i) && bp_doctor_distance(skin, bp_doctor_joint_matrix(doctor, skin, i),
                                                             skin->fit_transform) >= BP_DOCTOR_TOLERANCE;
        count += misfit[i];
    }
    return count;
}

/* Reports a mesh in other units than its joints. A few joints may well be much smaller than their mesh. */
static void check_extent(bp_doctor *doctor, size_t index, const bp_mat4 *absolutes) {
    enum { ENOUGH_JOINTS = 5 };
    const bp_doctor_skin *skin = &doctor->skins[index];
    bp_vec3 origin = bp_mat4_position(absolutes[0]);
    double reach = 0.0;
    for (size_t i = 1; i < skin->joint_count; i++) {
        double far =
            skin->bad_bind[i] ? 0.0 : (double)bp_vec3_distance(origin, bp_mat4_position(absolutes[i]));
        if (far > reach) reach = far;
    }
    if (skin->joint_count < ENOUGH_JOINTS || !(reach > 0.0) || !(skin->diagonal > 0.0) ||
        reach - reach != 0.0)
        return;
    double ratio = skin->diagonal / reach, times = ratio > 1.0 ? ratio : 1.0 / ratio;
    if (times < 40.0) return;
    /* A sound mesh is one to three times as large as its joints' reach. */
    bool hundred = ratio > 1.0 ? times > 60.0 && times < 300.0 : times < 120.0;
    bp_doctor_add(
        doctor, BP_DOCTOR_UNIT_MIXUP, hundred ? BP_DOCTOR_ERROR : BP_DOCTOR_WARNING,
        bp_doctor_at_joint(doctor, index, -1, "skins[%zu]", index),
        "the mesh is %.3g times %s than its joints: %.4g across, and they span %.4g in the bind pose%s",
        times, ratio > 1.0 ? "larger" : "smaller", skin->diagonal, reach,
        !hundred      ? ""
        : ratio > 1.0 ? "; the mesh is in centimetres and the joints in metres, it seems"
                      : "; the mesh is in metres and the joints in centimetres, it seems");
}

/* Reports a mesh that the fit transform scales strongly, unless it has a person's or a building's size
 * then. */
static void check_fit_scale(bp_doctor *doctor, size_t index) {
    const float *m = doctor->skins[index].fit_transform.m;
    double scale = (double)bp_vec3_length((bp_vec3){m[0], m[1], m[2]}),
           size = scale * doctor->skins[index].diagonal;
    if (scale > 1.0 / 40.0 && scale < 40.0) return;
    bp_doctor_add(
        doctor, BP_DOCTOR_UNIT_MIXUP, size > 0.2 && size < 20.0 ? BP_DOCTOR_NOTE : BP_DOCTOR_WARNING,
        bp_doctor_at_joint(doctor, index, -1, "skins[%zu]", index),
        "the mesh appears %.4g times its modelled size, %.3g across: nodes above the joints are scaled, and "
        "the "
        "inverse binds don't undo that, as if the mesh were in %s",
        scale, size,
        scale < 1.0 ? "centimetres and the nodes in metres" : "metres and the nodes in centimetres");
}

bool bp_doctor_fit_binds(bp_doctor *doctor, size_t index, bp_error *error) {
    bp_doctor_skin *skin = &doctor->skins[index];
    size_t joints = skin->joint_count;
    bool *misfit = bp_arena_alloc(&doctor->arena, joints, sizeof *misfit, error);
    int *better = misfit ? bp_arena_alloc(&doctor->arena, joints, sizeof *better, error) : NULL;
    int *parents = better ? bp_arena_alloc(&doctor->arena, joints, sizeof *parents, error) : NULL;
    bp_mat4 *absolutes = parents ? bp_arena_alloc(&doctor->arena, joints, sizeof *absolutes, error) : NULL;
    if (!absolutes) return false;
    size_t usable = 0;
    for (size_t i = 0; i < joints; i++) usable += is_usable(skin, i);
    size_t agreed = find_fit_transform(doctor, skin, usable), misfits = find_misfits(doctor, skin, misfit);
    bool faulty_before = bp_doctor_pose_cause(doctor) != BP_DOCTOR_NONE;
    if (misfits > 0) try_remedies(doctor, index, misfit);
    if (misfits > 0) try_order(doctor, index, misfit, better, misfits);
    if (misfits > 0 && 2 * agreed < usable && usable == joints) {
        size_t left = 0;
        for (size_t i = 0; i < joints; i++) left += is_usable(skin, i);
        if (left == usable) try_positions(doctor, index, better, parents, absolutes);
    }
    if (!has_unit_mixup(doctor)) check_fit_scale(doctor, index);
    find_binds(skin, SOURCE_INVERSE, absolutes);
    if (!faulty_before && bp_doctor_pose_cause(doctor) == BP_DOCTOR_NONE)
        check_extent(doctor, index, absolutes);
    return true;
}
