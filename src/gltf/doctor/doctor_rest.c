/* The nodes' own pose: scales and rotations that deform the vertices below, how far the rest pose moves the
 * mesh from its bind pose (its modelled shape), and which joint is responsible. */
#include "gltf/doctor/doctor.h"
#include <math.h>

static bool is_unequal(bp_vec3 scale) {
    double x = fabs((double)scale.x), y = fabs((double)scale.y), z = fabs((double)scale.z);
    double min = x < y ? (x < z ? x : z) : (y < z ? y : z), max = x > y ? (x > z ? x : z) : (y > z ? y : z);
    return max > 1.05 * min; /* less can't be seen */
}

static bool has_zero(bp_vec3 scale) {
    return fabs((double)scale.x) < 1e-6 || fabs((double)scale.y) < 1e-6 || fabs((double)scale.z) < 1e-6;
}

static bp_doctor_place scale_place(const bp_doctor *doctor, int index) {
    return bp_doctor_at_node(index, "nodes[%d].%s", index,
                             doctor->nodes[index].has_matrix ? "matrix" : "scale");
}

static void check_scale(bp_doctor *doctor, int index) {
    bp_vec3 s = doctor->nodes[index].scale;
    bool zero = has_zero(s);
    if (!zero && !(s.x < 0.0f || s.y < 0.0f || s.z < 0.0f)) return;
    bp_doctor_add(doctor, zero ? BP_DOCTOR_SCALE_ZERO : BP_DOCTOR_SCALE_NEGATIVE, BP_DOCTOR_WARNING,
                  scale_place(doctor, index), "%s is scaled by (%g, %g, %g)",
                  bp_doctor_node_text(doctor, index).text, (double)s.x, (double)s.y, (double)s.z);
}

static void report_stretched(bp_doctor *doctor, int index, int child) {
    bp_vec3 s = doctor->nodes[index].scale;
    bp_doctor_add(doctor, BP_DOCTOR_SCALE_NON_UNIFORM, BP_DOCTOR_WARNING, scale_place(doctor, index),
                  "%s is scaled by (%g, %g, %g), and its descendant %s is rotated",
                  bp_doctor_node_text(doctor, index).text, (double)s.x, (double)s.y, (double)s.z,
                  bp_doctor_node_text(doctor, child).text);
}

static bool is_rotated(bp_quat q) { return fabs((double)q.x) + fabs((double)q.y) + fabs((double)q.z) > 1e-3; }

/* Reports each node with unequal scales once, with its first rotated descendant. */
static void check_unequal_scales(bp_doctor *doctor) {
    bp_doctor_node *nodes = doctor->nodes;
    for (size_t i = 0; i < doctor->node_count; i++) {
        int index = doctor->order[i], parent = nodes[index].parent;
        int above = parent >= 0 ? nodes[parent].stretched_above : -1;
        bool matters = nodes[index].is_joint || nodes[index].has_joint_below;
        if (above >= 0 && nodes[above].stretched_above < 0) above = -1;
        if (matters && above >= 0 && is_rotated(nodes[index].rotation)) {
            report_stretched(doctor, above, index);
            nodes[above].stretched_above = -1;
            above = -1;
        }
        bool unequal = matters && is_unequal(nodes[index].scale) && !has_zero(nodes[index].scale);
        nodes[index].stretched_above = unequal ? index : above;
    }
}

static void check_rotation(bp_doctor *doctor, int index) {
    bp_quat q = doctor->nodes[index].rotation;
    double length = sqrt((double)q.x * q.x + (double)q.y * q.y + (double)q.z * q.z + (double)q.w * q.w);
    if (doctor->nodes[index].has_matrix || fabs(length - 1.0) <= 0.005) return;
    bp_doctor_add_coded(doctor, BP_DOCTOR_ROTATION_NOT_UNIT, BP_DOCTOR_ERROR, BP_DOCTOR_NONE,
                        "ROTATION_NON_UNIT", bp_doctor_at_node(index, "nodes[%d].rotation", index),
                        "the quaternion's length is %g, not 1", length);
}

/* A node's matrix must be made of a translation, a rotation and a scale. False: it has no such parts. */
static bool check_matrix(bp_doctor *doctor, int index) {
    const bp_doctor_node *node = &doctor->nodes[index];
    bool affine = bp_doctor_is_affine(node->local);
    bool flat = fabs(bp_doctor_unit_determinant(node->local)) < 1e-6;
    double shear = bp_doctor_shear(node->local);
    if (!node->has_matrix || (affine && !flat && !(shear > 0.01))) return true;
    bp_doctor_add_coded(doctor, BP_DOCTOR_MATRIX_SHEARED,
                        affine && !flat ? BP_DOCTOR_WARNING : BP_DOCTOR_ERROR, BP_DOCTOR_NONE,
                        affine && !flat ? NULL : bp_doctor_text_of(BP_DOCTOR_MATRIX_SHEARED)->code,
                        bp_doctor_at_node(index, "nodes[%d].matrix", index),
                        "the matrix of %s isn't made of a translation, a rotation and a scale: %s",
                        bp_doctor_node_text(doctor, index).text,
                        !affine ? "its last elements are not 0, 0, 0 and 1"
                        : flat  ? "its determinant is 0"
                                : bp_format("two of its axes are %.3g degrees apart",
                                            (double)bp_acos((float)shear) * 57.29577951308232)
                                     .text);
    return affine && !flat;
}

void bp_doctor_check_scales(bp_doctor *doctor) {
    for (size_t i = 0; i < doctor->node_count; i++) {
        bool matters = doctor->nodes[i].is_joint || doctor->nodes[i].has_joint_below;
        if (matters && check_matrix(doctor, (int)i)) check_scale(doctor, (int)i);
        check_rotation(doctor, (int)i);
    }
    check_unequal_scales(doctor);
}

enum { MAX_STEPS = 256 };

/* As a fraction of the mesh's size. */
static const double REST_MOVED = 0.01;

/* Of a joint and its ancestors, the one whose joint matrix differs most from its parent's. */
static size_t find_culprit(const bp_doctor *doctor, const bp_doctor_skin *skin, size_t joint) {
    size_t culprit = joint;
    double max = -1.0;
    for (int steps = 0; steps < MAX_STEPS; steps++) {
        int above = bp_doctor_parent_joint(doctor, skin->joints[joint]);
        bp_mat4 here = bp_doctor_joint_matrix(doctor, skin, joint), there = skin->fit_transform;
        if (above >= 0) there = bp_doctor_joint_matrix(doctor, skin, (size_t)above);
        double distance = bp_doctor_distance(skin, here, there);
        if (distance > max) {
            max = distance;
            culprit = joint;
        }
        if (above < 0) break;
        joint = (size_t)above;
    }
    return culprit;
}

/* Writes down how joints that a skin lists with their parents are rotated in its bind pose. */
static void find_bound(bp_doctor *doctor, const bp_doctor_skin *skin) {
    bp_doctor_mark_joints(doctor, skin);
    for (size_t i = 0; i < skin->joint_count; i++) {
        bp_doctor_node *node = skin->joints[i] >= 0 ? &doctor->nodes[skin->joints[i]] : NULL;
        int above =
            node && node->bound.w != node->bound.w ? bp_doctor_parent_joint(doctor, skin->joints[i]) : -1;
        bp_mat4 absolute;
        bp_trs bound;
        if (above < 0 || skin->joints[above] != node->parent ||
            !bp_mat4_inverse_affine(skin->binds[i], &absolute))
            continue;
        bp_mat4_decompose(bp_mat4_mul(absolute, skin->binds[above]), &bound);
        node->bound = bound.rotation;
    }
    bp_doctor_unmark_joints(doctor, skin);
}

bp_doctor_way_tally bp_doctor_node_ways(bp_doctor *doctor, size_t index) {
    const bp_doctor_skin *skin = &doctor->skins[index];
    bp_doctor_way_tally tally = {.count = 0};
    for (size_t i = 0; i < skin->joint_count; i++) {
        const bp_doctor_node *node = skin->joints[i] >= 0 ? &doctor->nodes[skin->joints[i]] : NULL;
        if (!node || node->has_matrix || node->bound.w != node->bound.w) continue;
        tally.count++;
        for (int way = 0; way < BP_DOCTOR_WAYS; way++)
            tally.off[way] += bp_doctor_angle(bp_doctor_reorder(node->rotation, way), node->bound);
    }
    return tally;
}

static void check_ways(bp_doctor *doctor, size_t index) {
    const bp_doctor_way_tally tally = bp_doctor_node_ways(doctor, index);
    int way = bp_doctor_clear_way(&tally);
    if (way > 0)
        bp_doctor_add(
            doctor, BP_DOCTOR_ROTATION_ORDER, BP_DOCTOR_ERROR, bp_doctor_at_skin(doctor, index, -1, "joints"),
            "the joints' nodes seem to have rotations that are written %s: read so, they are %.3g "
            "degrees from the bind pose in the mean, else %.3g",
            bp_doctor_ways[way], tally.off[way] / (double)tally.count, tally.off[0] / (double)tally.count);
}

static void check_skin(bp_doctor *doctor, size_t index) {
    const bp_doctor_skin *skin = &doctor->skins[index];
    double worst = 0.0;
    size_t joint = 0;
    for (size_t i = 0; i < skin->joint_count; i++) {
        if (skin->joints[i] < 0 || !skin->used[i]) continue;
        double distance =
            bp_doctor_distance(skin, bp_doctor_joint_matrix(doctor, skin, i), skin->fit_transform);
        if (distance <= worst) continue;
        worst = distance;
        joint = i;
    }
    if (worst < REST_MOVED) return;
    if (skin->remedy.verdict == BP_DOCTOR_SOUND) check_ways(doctor, index);
    bp_doctor_mark_joints(doctor, skin);
    size_t culprit = find_culprit(doctor, skin, joint);
    bp_doctor_unmark_joints(doctor, skin);
    bp_doctor_add_caused(
        doctor, BP_DOCTOR_REST_NOT_BIND, BP_DOCTOR_NOTE, bp_doctor_pose_cause(doctor),
        bp_doctor_at_joint(doctor, index, culprit),
        "at rest, %s moves its vertices by up to %.3g of the mesh's size from the bind pose; most of "
        "that comes from %s",
        bp_doctor_node_text(doctor, skin->joints[joint]).text, worst,
        bp_doctor_node_text(doctor, skin->joints[culprit]).text);
}

/* Floats far from the origin have steps that can be seen. */
static void check_far(bp_doctor *doctor, size_t index) {
    const bp_doctor_skin *skin = &doctor->skins[index];
    for (size_t i = 0; i < skin->joint_count; i++) {
        if (skin->joints[i] < 0) continue;
        bp_vec3 p = bp_mat4_position(doctor->nodes[skin->joints[i]].world);
        double far = fmax(fmax(fabs((double)p.x), fabs((double)p.y)), fabs((double)p.z));
        int exponent;
        (void)frexp(far, &exponent);
        double step = ldexp(1.0, exponent - 24); /* a float has 24 bits */
        double size = skin->diagonal * bp_doctor_matrix_scale(bp_doctor_joint_matrix(doctor, skin, i));
        if (!(step > 1e-3 * size) || !(far < 1e30)) continue;
        bp_doctor_add(
            doctor, BP_DOCTOR_FAR_AWAY, BP_DOCTOR_WARNING, bp_doctor_at_joint(doctor, index, i),
            "%s is %.3g m from the origin, where floats are %.2g m apart; the mesh is %.3g m across",
            bp_doctor_node_text(doctor, skin->joints[i]).text, far, step, size);
        return;
    }
}

void bp_doctor_check_rest(bp_doctor *doctor) {
    for (size_t i = 0; i < doctor->skin_count; i++)
        if (doctor->skins[i].has_binds) find_bound(doctor, &doctor->skins[i]);
    for (size_t i = 0; i < doctor->skin_count; i++)
        if (doctor->skins[i].diagonal > 0.0) check_far(doctor, i);
    for (size_t i = 0; i < doctor->skin_count; i++)
        if (doctor->skins[i].has_binds && doctor->skins[i].diagonal > 0.0) check_skin(doctor, i);
}
