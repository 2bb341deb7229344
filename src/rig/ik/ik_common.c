/* ik_common: shared by the two controllers.
 *
 * A bone's world matrix is L * above, with above = the parent's absolute times the mesh's world. To make it
 * Scale(s) * R, with s the mesh's own scale, L has to be Scale(s) * R * inverse(above): the bone's old
 * rotation doesn't enter. If the absolute bind mirrors, s.x is negated, and R stays a rotation.
 */
#include "rig/ik/ik.h"

bp_dmat4 bp_ik_above(const bp_bone *bone, const bp_node *mesh) {
    if (bone->parent) return bp_bone_world_d(bone->parent, mesh);
    bp_dmat4 world = bp_node_world_d(mesh);
    return bone->skeleton->has_pose_matrix ? bp_dmat4_mul(bone->skeleton->pose_matrix, world) : world;
}

bool bp_ik_local_for_rotation(const bp_bone *bone, const bp_node *mesh, bp_dmat4 rotation, bp_dmat4 *local,
                              bp_error *error) {
    bp_dmat4 back;
    if (!bp_dmat4_inverse_affine(bp_ik_above(bone, mesh), &back))
        return bp_fail(
            error, BP_ERROR_ARGUMENT, bone->name,
            "the matrix above the bone can't be inverted: look for a scale of 0 or a value that isn't "
            "finite in its parents or the mesh's node");
    bp_dvec3 s = mesh ? mesh->trs.scale : (bp_dvec3){1, 1, 1};
    if (bone->mirrored) s.x = -s.x;
    for (int i = 0; i < 3; i++) {
        rotation.m[i] *= s.x;
        rotation.m[4 + i] *= s.y;
        rotation.m[8 + i] *= s.z;
    }
    bp_dmat4 fresh = bp_dmat4_mul(rotation, back);
    const bp_dmat4 *old = bp_bone_local_d(bone);
    for (int i = 12; i < 15; i++) fresh.m[i] = old->m[i];
    *local = fresh;
    return true;
}

void bp_bone_copy_rotation_to_node(bp_bone *bone) {
    if (!bone->node) return;
    bp_dtrs parts = bone->node->trs;
    parts.rotation = bp_bone_trs_d(bone)->rotation;
    bp_node_set_trs_d(bone->node, parts);
}

bp_dquat bp_ik_slerp(bp_dquat a, bp_dquat b, double t) {
    double cosine = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    double sign = cosine < 0 ? -1 : 1;
    double p = 1 - t, q = t;
    if (cosine * sign < 0.999999) { /* nearer, the arc is its chord, and the division would lose digits */
        double angle = bp_acos_d(cosine * sign), sine = bp_sin_d(angle);
        p = bp_sin_d((1 - t) * angle) / sine;
        q = bp_sin_d(t * angle) / sine;
    }
    q *= sign;
    return bp_dquat_normalize(
        (bp_dquat){p * a.x + q * b.x, p * a.y + q * b.y, p * a.z + q * b.z, p * a.w + q * b.w});
}

static bp_dvec3 without_part_along(bp_dvec3 axis, bp_dvec3 v) {
    double along = bp_dvec3_dot(axis, v);
    return (bp_dvec3){v.x - along * axis.x, v.y - along * axis.y, v.z - along * axis.z};
}

bp_dvec3 bp_ik_perpendicular(bp_dvec3 axis, bp_dvec3 direction) {
    bp_dvec3 across = without_part_along(axis, bp_dvec3_normalize(direction));
    if (bp_dvec3_length(across) < BP_IK_PARALLEL) {
        bp_dvec3 other = fabs(axis.z) < 0.8 ? (bp_dvec3){0, 0, 1} : (bp_dvec3){1, 0, 0};
        across = without_part_along(axis, other);
    }
    return bp_dvec3_normalize(across);
}

bp_dmat4 bp_ik_matrix_of_rows(bp_dvec3 x, bp_dvec3 y, bp_dvec3 z) {
    return (bp_dmat4){{x.x, x.y, x.z, 0, y.x, y.y, y.z, 0, z.x, z.y, z.z, 0, 0, 0, 0, 1}};
}

bp_dvec3 bp_ik_row(const bp_dmat4 *m, int row) {
    return (bp_dvec3){m->m[4 * row], m->m[4 * row + 1], m->m[4 * row + 2]};
}

bp_dvec3 bp_ik_sub(bp_dvec3 a, bp_dvec3 b) { return (bp_dvec3){a.x - b.x, a.y - b.y, a.z - b.z}; }

bool bp_ik_is_finite(bp_dvec3 v) { return bp_is_finite(v.x) && bp_is_finite(v.y) && bp_is_finite(v.z); }

bool bp_ik_is_zero(bp_vec3 v) { return v.x == 0 && v.y == 0 && v.z == 0; }

bp_dvec3 bp_ik_axis_or(bp_vec3 option, bp_dvec3 otherwise) {
    return bp_ik_is_zero(option) ? otherwise : bp_dvec3_normalize(bp_dvec3_from_vec3(option));
}

bool bp_ik_check_range(double value, double low, double high, const char *name, bp_error *error) {
    if (value >= low && value <= high && bp_is_finite(value)) return true;
    return bp_fail(error, BP_ERROR_ARGUMENT, name, "%g must be finite and within %g..%g", value, low, high);
}

bool bp_ik_check_finite(bp_vec3 v, const char *name, bp_error *error) {
    if (bp_ik_is_finite(bp_dvec3_from_vec3(v))) return true;
    return bp_fail(error, BP_ERROR_ARGUMENT, name, "(%g, %g, %g) must be finite", (double)v.x, (double)v.y,
                   (double)v.z);
}

double bp_ik_corner(double p, double q, double opposite) {
    double product = 2 * p * q, sum = p * p + q * q - opposite * opposite;
    if (product != 0) return bp_acos_d(sum / product);
    return sum > 0 ? 0 : sum < 0 ? IK_PI : IK_PI / 2;
}

bp_dquat bp_ik_arc(bp_dvec3 from, bp_dvec3 to, bp_dvec3 axis) {
    bp_dvec3 across = bp_dvec3_cross(from, to);
    double w = 1 + bp_dvec3_dot(from, to);
    if (w < 1e-12) { /* opposite */
        axis = bp_ik_perpendicular(from, axis);
        return (bp_dquat){axis.x, axis.y, axis.z, 0};
    }
    return bp_dquat_normalize((bp_dquat){across.x, across.y, across.z, w});
}

double bp_ik_spanned(double reach, double softness, double c) {
    double ds = softness * reach, da = reach - ds;
    if (!(ds > 0 && c > da)) return c > reach ? reach : c;
    double base = 1 + (c - da) / (4 * ds), square = base * base;
    return da + ds * (1 - 1 / (square * square));
}
