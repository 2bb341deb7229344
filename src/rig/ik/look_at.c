/* look: turning a bone so that its +Z points at a target.
 *
 * An update finds the direction to the target, has it bounded by the limits, builds the rotation whose z
 * is that direction and whose y is as near to up as it can be, turns it by the adjustments and
 * from the bone's own axes, and gives it to the bone, all at once or a part of the way.
 */
#include "rig/ik/look_at.h"

/* Up in the world, of length 1. It is divided by multiplying with the reciprocal, as the engine does:
 * where as_engine it matters whether y comes out as exactly 1. */
static bp_dvec3 up_in_world(const bp_look_at *look) {
    const bp_node *mesh = look->options.mesh;
    bp_dvec3 up = look->up_axis;
    if (look->up_space == BP_LOOK_AT_UP_PARENT) {
        up = bp_dmat4_direction(look->axes, up);
        up = bp_dmat4_direction(bp_bone_world_d(look->bone->parent, mesh), up);
    } else if (look->up_space == BP_LOOK_AT_UP_MESH) {
        up = bp_dmat4_direction(bp_node_world_d(mesh), up);
    }
    double length = bp_dvec3_length(up);
    if (length == 0 || length == 1) return up;
    double by = 1 / length;
    return (bp_dvec3){up.x * by, up.y * by, up.z * by};
}

static bp_dmat4 adjustment(const bp_look_at_options *o) {
    bp_dvec3 angles = {(double)o->adjust_pitch, (double)o->adjust_yaw, (double)o->adjust_roll};
    return bp_dmat4_from_dquat(bp_dquat_from_euler(angles));
}

static bp_dmat4 transposed(bp_dmat4 m) {
    bp_dmat4 t = m;
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++) t.m[4 * row + column] = m.m[4 * column + row];
    }
    return t;
}

/* The x that the bone has now, before axes and adjustments: what to keep where up says nothing. */
static bp_dvec3 present_x(const bp_look_at *look) {
    bp_dmat4 now = bp_dmat4_from_dquat(bp_bone_world_rotation_d(look->bone, look->options.mesh));
    now = bp_dmat4_mul(transposed(adjustment(&look->options)), bp_dmat4_mul(look->axes, now));
    return bp_ik_row(&now, 0);
}

/* The rotation in the world that looks along z (of length 1). */
static bp_dmat4 looking(const bp_look_at *look, bp_dvec3 up, bp_dvec3 z) {
    bp_dvec3 x = bp_dvec3_cross(up, z);
    x = bp_dvec3_length(x) < BP_IK_PARALLEL ? bp_ik_perpendicular(z, present_x(look))
                                                 : bp_dvec3_normalize(x);
    bp_dmat4 rows = bp_ik_matrix_of_rows(x, bp_dvec3_cross(z, x), z);
    rows = bp_dmat4_mul(adjustment(&look->options), rows);
    return bp_dmat4_mul(transposed(look->axes), rows);
}

/* Gives the bone that rotation in the world; its own scale and position stay. */
static bool turn(bp_look_at *look, bp_dmat4 rotation, bp_error *error) {
    bp_dmat4 local;
    if (!bp_ik_local_for_rotation(look->bone, look->options.mesh, rotation, &local, error)) return false;
    bp_dtrs parts, old = *bp_bone_trs_d(look->bone);
    bp_dmat4_decompose(local, &parts); /* works: what is above inverts, so the mesh has no scale of 0 */
    old.rotation = parts.rotation;
    bp_bone_set_trs_d(look->bone, old);
    bp_bone_copy_rotation_to_node(look->bone);
    return true;
}

bool bp_look_at_update(bp_look_at *look, bp_error *error) {
    double part = (double)look->options.slerp;
    bool whole = part == 0 || part == 1;
    if (!whole && !look->waited) {
        look->waited = true;
        return true;
    }
    bp_dmat4 world = bp_bone_world_d(look->bone, look->options.mesh);
    bp_dvec3 d = bp_ik_sub(look->target, bp_ik_row(&world, 3)), up = up_in_world(look);
    if (!bp_ik_is_finite(look->target)) {
        return bp_fail(error, BP_ERROR_ARGUMENT, "target", "the target's place isn't finite");
    }
    if (!bp_ik_is_finite(d) || !bp_ik_is_finite(up)) {
        return bp_fail(error, BP_ERROR_ARGUMENT, look->bone->name,
                       "the bone's place in the world or the up direction isn't finite");
    }
    if (d.x == 0 && d.y == 0 && d.z == 0) return true; /* nowhere to look */
    d = bp_look_at_limit(look, up, d);
    bp_dvec3 z = bp_dvec3_normalize(d);
    bool in_line = bp_dvec3_length(bp_dvec3_cross(up, z)) < BP_IK_PARALLEL;
    if (in_line && look->options.as_engine) return true;
    bp_dmat4 rotation = looking(look, up, z);
    bp_dquat turned = bp_dquat_from_dmat4(rotation);
    if (!whole) {
        bp_dquat from = look->slerping ? look->turned : bp_bone_world_rotation_d(look->bone, look->options.mesh);
        turned = bp_ik_slerp(from, turned, part);
        rotation = bp_dmat4_from_dquat(turned);
    }
    if (!turn(look, rotation, error)) return false;
    look->turned = turned;
    look->slerping = !whole;
    return true;
}

void bp_look_at_set_target(bp_look_at *look, bp_vec3 world) { look->target = bp_dvec3_from_vec3(world); }
