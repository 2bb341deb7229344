/* Inverse binds against the nodes: which of them don't fit, and what would make them fit.
 *
 * Where the nodes stand as they did when the mesh was bound, inverse bind times world is one matrix for all
 * joints, mostly the identity: the whole. A joint that disagrees is tried with its matrix inverted,
 * transposed, in another unit, and with those of other joints.
 *
 * Where the nodes stand otherwise, a joint's place in its parent's frame tells: turning changes neither the
 * bind's nor the node's. Then the same is tried for all matrices at once. */
#include "gltf/doctor/doctor.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_CANDIDATES = 48 };

/* The same for corner i, not limited. */
static double corner_apart(const bp_doctor_skin *skin, int i, const bp_mat4 *a, const bp_mat4 *b) {
    bool box = skin->size > 0.0;
    bp_vec3 lo = box ? skin->lo : (bp_vec3){0, 0, 0}, hi = box ? skin->hi : (bp_vec3){1, 1, 1};
    bp_vec3 corner = {i & 1 ? hi.x : lo.x, i & 2 ? hi.y : lo.y, i & 4 ? hi.z : lo.z};
    return (double)bp_vec3_distance(bp_mat4_point(*a, corner), bp_mat4_point(*b, corner)) /
           (box ? skin->size : 1.7320508);
}

double bp_doctor_distance(const bp_doctor_skin *skin, bp_mat4 a, bp_mat4 b) {
    double worst = 0.0;
    if (!bp_doctor_is_finite_mat4(a) || !bp_doctor_is_finite_mat4(b)) return 1e30;
    for (int i = 0; i < 8; i++) {
        double off = corner_apart(skin, i, &a, &b);
        if (!(off <= worst)) worst = off;
    }
    return worst - worst == 0.0 ? worst : 1e30;
}

/* Whether they are not apart: most that are show it at the first corner. */
static bool is_close(const bp_doctor_skin *skin, bp_mat4 a, bp_mat4 b) {
    return corner_apart(skin, 0, &a, &b) < BP_DOCTOR_TOLERANCE && bp_doctor_distance(skin, a, b) < BP_DOCTOR_TOLERANCE;
}

bp_mat4 bp_doctor_joint_matrix(const bp_doctor *doctor, const bp_doctor_skin *skin, size_t joint) {
    return bp_mat4_mul(skin->binds[joint], doctor->nodes[skin->joints[joint]].world);
}

static bool is_sound(const bp_doctor_skin *skin, size_t joint) {
    return !skin->bad[joint] && skin->joints[joint] >= 0;
}

/* ---- the whole ----------------------------------------------------------------------------------*/

static size_t votes_for(const bp_doctor *doctor, const bp_doctor_skin *skin, bp_mat4 whole) {
    size_t votes = 0;
    for (size_t i = 0; i < skin->joint_count; i++)
        if (is_sound(skin, i) && is_close(skin, bp_doctor_joint_matrix(doctor, skin, i), whole)) votes++;
    return votes;
}

/* The identity, unless more than half of the joints agree on another. Returns how many agree. */
static size_t find_whole(const bp_doctor *doctor, bp_doctor_skin *skin, size_t sound) {
    size_t best = votes_for(doctor, skin, skin->whole);
    size_t step = skin->joint_count / MOST_CANDIDATES + 1;
    for (size_t i = 0; 2 * best < sound && i < skin->joint_count; i += step) {
        if (!is_sound(skin, i)) continue;
        bp_mat4 candidate = bp_doctor_joint_matrix(doctor, skin, i);
        size_t votes = bp_doctor_is_finite_mat4(candidate) ? votes_for(doctor, skin, candidate) : 0;
        if (votes < 2 || votes <= best || 2 * votes <= sound) continue;
        skin->whole = candidate;
        best = votes;
    }
    return best;
}

/* ---- remedies -----------------------------------------------------------------------------------*/

/* What may have been done to a matrix. */
typedef enum fit_remedy {
    REMEDY_INVERT,
    REMEDY_TRANSPOSE,
    REMEDY_CENTI,
    REMEDY_HECTO,
    REMEDY_COUNT
} fit_remedy;

static bp_mat4 with_translation(bp_mat4 m, float factor) {
    for (int i = 12; i < 15; i++) m.m[i] *= factor;
    return m;
}

/* The rotation alone is transposed; translations at the wrong place were found before. */
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
    case REMEDY_CENTI: out = with_translation(bind, 0.01f); break;
    default: out = with_translation(bind, 100.0f); break;
    }
    return out;
}

static void tell_remedy(bp_doctor *doctor, size_t skin, fit_remedy remedy, size_t joints, size_t first) {
    static const bp_doctor_id ids[] = {BP_DOCTOR_IBM_NOT_INVERTED, BP_DOCTOR_IBM_TRANSPOSED,
                                       BP_DOCTOR_UNIT_MIXUP, BP_DOCTOR_UNIT_MIXUP};
    static const char *const texts[] = {"inverted", "with rows and columns of the rotation exchanged",
                                        "with a translation 100 times smaller",
                                        "with a translation 100 times larger"};
    char place[64], text[64];
    snprintf(place, sizeof place, "skins[%zu].inverseBindMatrices", skin);
    bp_doctor_add_coded(
        doctor, ids[remedy], BP_DOCTOR_ERROR, BP_DOCTOR_NO_CAUSE, NULL, place,
        "%zu of %zu matrices don't fit their nodes as they are, and do %s; the first is that of "
        "joint %zu, %s",
        joints, doctor->skins[skin].joint_count, texts[remedy], first,
        bp_doctor_node_text(doctor, doctor->skins[skin].joints[first], text, sizeof text));
}

/* Of the joints that disagree with the whole, those that a remedy helps. */
static void try_remedies(bp_doctor *doctor, size_t index, const bool *misfit) {
    bp_doctor_skin *skin = &doctor->skins[index];
    /* A pure rotation's inverse is its transpose: among transposed matrices it is one of them. */
    bool transposed =
        bp_doctor_first(doctor, BP_DOCTOR_IBM_TRANSPOSED, BP_DOCTOR_IBM_TRANSPOSED) != BP_DOCTOR_NO_CAUSE;
    for (int turn = 0; turn < REMEDY_COUNT; turn++) {
        int remedy = transposed && turn < 2 ? REMEDY_TRANSPOSE - turn : turn;
        size_t helped = 0, first = 0;
        for (size_t i = 0; i < skin->joint_count; i++) {
            if (!misfit[i] || skin->bad[i]) continue;
            bp_mat4 bind = remedied(skin->binds[i], (fit_remedy)remedy);
            bp_mat4 product = bp_mat4_mul(bind, doctor->nodes[skin->joints[i]].world);
            if (bp_doctor_distance(skin, product, skin->whole) >= BP_DOCTOR_TOLERANCE) continue;
            skin->bad[i] = true;
            if (helped++ == 0) first = i;
        }
        if (helped > 0) tell_remedy(doctor, index, (fit_remedy)remedy, helped, first);
    }
}

/* ---- order --------------------------------------------------------------------------------------*/

/* "joint 2 has the matrix of joint 3, 3 that of 2". */
static void tell_order(bp_doctor *doctor, size_t index, const int *better, size_t count) {
    const bp_doctor_skin *skin = &doctor->skins[index];
    char place[64], list[256] = "";
    size_t told = 0, used = 0;
    snprintf(place, sizeof place, "skins[%zu].inverseBindMatrices", index);
    for (size_t i = 0; i < skin->joint_count && told < 8; i++) {
        if (better[i] < 0) continue;
        int length = snprintf(list + used, sizeof list - used, "%s%zu needs the matrix that is at %d",
                              told++ ? ", " : "", i, better[i]);
        used += length > 0 ? (size_t)length : 0;
        if (used >= sizeof list) break;
    }
    bp_doctor_add(doctor, BP_DOCTOR_IBM_ORDER, BP_DOCTOR_ERROR, BP_DOCTOR_NO_CAUSE, place,
                  "%zu of %zu matrices are in another order than the joints: joint %s%s", count,
                  skin->joint_count, list, count > told ? ", and so on" : "");
}

/* The matrix of another joint that fits, and isn't that of a joint that it fits already. */
static int find_matrix(const bp_doctor *doctor, const bp_doctor_skin *skin, const bool *misfit,
                       size_t joint) {
    bp_mat4 world = doctor->nodes[skin->joints[joint]].world;
    for (size_t i = 0; i < skin->joint_count; i++) {
        if (i == joint || !misfit[i] || i >= skin->bind_count) continue;
        if (is_close(skin, bp_mat4_mul(skin->binds[i], world), skin->whole)) return (int)i;
    }
    return -1;
}

static void try_order(bp_doctor *doctor, size_t index, const bool *misfit, int *better, size_t misfits) {
    bp_doctor_skin *skin = &doctor->skins[index];
    size_t found = 0;
    if (misfits < 2 || misfits > doctor->trials / misfits) return;
    doctor->trials -= misfits * misfits;
    for (size_t i = 0; i < skin->joint_count; i++) {
        better[i] = misfit[i] && !skin->bad[i] ? find_matrix(doctor, skin, misfit, i) : -1;
        found += better[i] >= 0;
    }
    if (found < 2) return;
    for (size_t i = 0; i < skin->joint_count; i++) skin->bad[i] = skin->bad[i] || better[i] >= 0;
    tell_order(doctor, index, better, found);
}

/* ---- places in the parent's frame ---------------------------------------------------------------*/

/* One way to read all matrices. */
typedef struct fit_reading {
    const int *parents; /* of joints: joints, -1: none */
    bp_mat4 *absolutes; /* the binds that the reading gives */
} fit_reading;

static bp_mat4 local_of(bp_mat4 absolute, bp_mat4 parent) {
    bp_mat4 inverse;
    if (!bp_mat4_inverse_affine(parent, &inverse)) return bp_mat4_identity();
    return bp_mat4_mul(absolute, inverse);
}

/* How many joints lie where their nodes do, in their parent's frame; `factor` multiplies the binds'
 * lengths. */
static size_t count_near(const bp_doctor *doctor, const bp_doctor_skin *skin, const fit_reading *reading,
                         float factor) {
    size_t near = 0;
    for (size_t i = 0; i < skin->joint_count; i++) {
        int parent = reading->parents[i];
        if (parent < 0 || skin->joints[i] < 0) continue;
        bp_mat4 bind = local_of(reading->absolutes[i], reading->absolutes[parent]);
        bp_mat4 node =
            local_of(doctor->nodes[skin->joints[i]].world, doctor->nodes[skin->joints[parent]].world);
        bp_vec3 place = bp_vec3_scale(bp_mat4_position(bind), factor), wanted = bp_mat4_position(node);
        double off = (double)bp_vec3_distance(place, wanted), length = (double)bp_vec3_length(wanted);
        near += off < 0.02 * length + 1e-4 * skin->size;
    }
    return near;
}

/* The nearest joint of the skin above each joint. Returns how many have one. */
static size_t find_parents(bp_doctor *doctor, const bp_doctor_skin *skin, int *parents) {
    const int *joint_of = doctor->joint_of;
    size_t with = 0;
    bp_doctor_mark_joints(doctor, skin);
    for (size_t i = 0; i < skin->joint_count; i++) {
        int at = skin->joints[i] < 0 ? -1 : doctor->nodes[skin->joints[i]].parent;
        for (int steps = 0; at >= 0 && joint_of[at] < 0 && steps < 64; steps++) at = doctor->nodes[at].parent;
        parents[i] = at >= 0 ? joint_of[at] : -1;
        with += parents[i] >= 0;
    }
    bp_doctor_unmark_joints(doctor, skin);
    return with;
}

static void read_inverted(const bp_doctor_skin *skin, bp_mat4 *absolutes) {
    for (size_t i = 0; i < skin->joint_count; i++)
        if (!bp_mat4_inverse_affine(skin->binds[i], &absolutes[i])) absolutes[i] = bp_mat4_identity();
}

static void read_transposed(const bp_doctor_skin *skin, bp_mat4 *absolutes) {
    for (size_t i = 0; i < skin->joint_count; i++)
        if (!bp_mat4_inverse_affine(remedied(skin->binds[i], REMEDY_TRANSPOSE), &absolutes[i]))
            absolutes[i] = bp_mat4_identity();
}

static void read_reversed(const bp_doctor_skin *skin, bp_mat4 *absolutes) {
    for (size_t i = 0; i < skin->joint_count; i++)
        if (!bp_mat4_inverse_affine(skin->binds[skin->joint_count - 1 - i], &absolutes[i]))
            absolutes[i] = bp_mat4_identity();
}

static void spoil(bp_doctor_skin *skin) { memset(skin->bad, 1, skin->joint_count * sizeof *skin->bad); }

/* For skins whose nodes don't stand as they were bound. */
static void try_places(bp_doctor *doctor, size_t index, int *better, int *parents, bp_mat4 *absolutes) {
    bp_doctor_skin *skin = &doctor->skins[index];
    fit_reading reading = {parents, absolutes};
    size_t with = find_parents(doctor, skin, parents);
    read_inverted(skin, absolutes);
    if (with < 3 || 2 * count_near(doctor, skin, &reading, 1.0f) >= with) return;
    int remedy = -1;
    if (10 * count_near(doctor, skin, &reading, 100.0f) >= 9 * with) remedy = REMEDY_HECTO;
    if (10 * count_near(doctor, skin, &reading, 0.01f) >= 9 * with) remedy = REMEDY_CENTI;
    memcpy(absolutes, skin->binds, skin->joint_count * sizeof *absolutes);
    if (remedy < 0 && 10 * count_near(doctor, skin, &reading, 1.0f) >= 9 * with) remedy = REMEDY_INVERT;
    read_transposed(skin, absolutes);
    if (remedy < 0 && 10 * count_near(doctor, skin, &reading, 1.0f) >= 9 * with) remedy = REMEDY_TRANSPOSE;
    read_reversed(skin, absolutes);
    if (remedy >= 0) {
        tell_remedy(doctor, index, (fit_remedy)remedy, skin->joint_count, 0);
        spoil(skin);
    } else if (10 * count_near(doctor, skin, &reading, 1.0f) >= 9 * with) {
        for (size_t i = 0; i < skin->joint_count; i++) better[i] = (int)(skin->joint_count - 1 - i);
        tell_order(doctor, index, better, skin->joint_count);
        spoil(skin);
    }
}

/* ---- one skin -----------------------------------------------------------------------------------*/

/* Which sound joints disagree with the whole. */
static size_t find_misfits(const bp_doctor *doctor, const bp_doctor_skin *skin, bool *misfit) {
    size_t count = 0;
    for (size_t i = 0; i < skin->joint_count; i++) {
        misfit[i] = is_sound(skin, i) &&
                    bp_doctor_distance(skin, bp_doctor_joint_matrix(doctor, skin, i), skin->whole) >= BP_DOCTOR_TOLERANCE;
        count += misfit[i];
    }
    return count;
}

/* Where the mesh lies in other units than the joints that move it. */
static void check_extent(bp_doctor *doctor, size_t index, const bp_mat4 *absolutes) {
    const bp_doctor_skin *skin = &doctor->skins[index];
    bp_vec3 origin = bp_mat4_position(absolutes[0]);
    double reach = 0.0;
    for (size_t i = 1; i < skin->joint_count; i++) {
        double far = skin->bad[i] ? 0.0 : (double)bp_vec3_distance(origin, bp_mat4_position(absolutes[i]));
        if (far > reach) reach = far;
    }
    if (skin->joint_count < 2 || !(reach > 0.0) || !(skin->size > 0.0) || reach - reach != 0.0) return;
    double ratio = skin->size / reach;
    if (ratio < 40.0 && ratio > 1.0 / 40.0) return;
    char place[64];
    snprintf(place, sizeof place, "skins[%zu]", index);
    bp_doctor_add(doctor, BP_DOCTOR_UNIT_MIXUP, BP_DOCTOR_ERROR, BP_DOCTOR_NO_CAUSE, place,
                  "the mesh is %.4g across, its joints reach %.4g when bound: %.3g times", skin->size, reach,
                  ratio);
}

static void check_whole(bp_doctor *doctor, size_t index) {
    const bp_doctor_skin *skin = &doctor->skins[index];
    double scale = (double)bp_vec3_length((bp_vec3){skin->whole.m[0], skin->whole.m[1], skin->whole.m[2]});
    char place[64];
    if (scale > 1.0 / 40.0 && scale < 40.0) return;
    snprintf(place, sizeof place, "skins[%zu]", index);
    bp_doctor_add(
        doctor, BP_DOCTOR_UNIT_MIXUP, BP_DOCTOR_WARNING, BP_DOCTOR_NO_CAUSE, place,
        "the mesh is shown %.4g times as large as it was modelled: nodes above the joints are scaled, "
        "and inverse binds are not",
        scale);
}

bool bp_doctor_fit_binds(bp_doctor *doctor, size_t index, bp_error *error) {
    bp_doctor_skin *skin = &doctor->skins[index];
    size_t joints = skin->joint_count;
    bool *misfit = bp_arena_alloc(&doctor->arena, joints, sizeof *misfit, error);
    int *numbers = misfit ? bp_arena_alloc(&doctor->arena, joints, sizeof *numbers, error) : NULL;
    int *parents = numbers ? bp_arena_alloc(&doctor->arena, joints, sizeof *parents, error) : NULL;
    bp_mat4 *absolutes = parents ? bp_arena_alloc(&doctor->arena, joints, sizeof *absolutes, error) : NULL;
    if (!absolutes) return false;
    size_t sound = 0;
    for (size_t i = 0; i < joints; i++) sound += is_sound(skin, i);
    size_t agreed = find_whole(doctor, skin, sound), misfits = find_misfits(doctor, skin, misfit);
    bool before = bp_doctor_pose_cause(doctor) != BP_DOCTOR_NO_CAUSE;
    if (misfits > 0) try_remedies(doctor, index, misfit);
    if (misfits > 0) try_order(doctor, index, misfit, numbers, misfits);
    if (misfits > 0 && 2 * agreed < sound && sound == joints) {
        size_t left = 0;
        for (size_t i = 0; i < joints; i++) left += is_sound(skin, i);
        if (left == sound) try_places(doctor, index, numbers, parents, absolutes);
    }
    check_whole(doctor, index);
    read_inverted(skin, absolutes);
    if (!before && bp_doctor_pose_cause(doctor) == BP_DOCTOR_NO_CAUSE) check_extent(doctor, index, absolutes);
    return true;
}
