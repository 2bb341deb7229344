/* Two-bone inverse kinematics by the least rotations: the lower bone bends in the plane in which it is bent
 * already, then the upper bone turns the end towards the target by the shortest arc. Neither bone twists
 * about its own length, whatever its axes are.
 *
 * bp_ik (rig/ik/two_bone.c) is Babylon.js's controller: it sets both rotations from a pole and from how the
 * bones' axes lie, which suits a rig that was made for it. A file's bones may lie in any way.
 */
#include <bindpose/stage.h>

enum { LEVELS = 4 }; /* a finger is at most so far below its hand */

static bp_vec3 joint_of(const bp_stage *stage, const bp_bone *bone) {
    return bp_mat4_position(bp_bone_frame(stage, bone));
}

/* The shorter of the two bones above, if they are of similar length; 0: this is not a limb's end. */
static float limb_size(const bp_stage *stage, const bp_bone *bone) {
    const bp_bone *lower = bp_bone_parent(bone), *upper = lower ? bp_bone_parent(lower) : NULL;
    if (!upper || !bp_bone_parent(upper)) return 0;
    float b = bp_vec3_distance(joint_of(stage, bone), joint_of(stage, lower));
    float a = bp_vec3_distance(joint_of(stage, lower), joint_of(stage, upper));
    float min = a < b ? a : b, max = a < b ? b : a;
    return min > 0.6f * max ? min : 0;
}

const bp_bone *bp_limb_end(const bp_stage *stage, const bp_bone *bone) {
    const bp_bone *end = NULL;
    float best = 0;
    for (int i = 0; bone && i < LEVELS; i++, bone = bp_bone_parent(bone)) {
        float size = limb_size(stage, bone);
        if (!(size > best)) continue;
        best = size;
        end = bone;
    }
    return end;
}

/* A rotation about an axis in world space, as a rotation about the bone's own axes. */
static bp_quat about_own_axes(const bp_stage *stage, const bp_bone *bone, bp_vec3 axis, float angle) {
    bp_mat4 inverse;
    if (!bp_mat4_inverse(bp_bone_frame(stage, bone), &inverse)) return bp_quat_identity();
    return bp_quat_from_axis_angle(bp_vec3_normalize(bp_mat4_direction(inverse, axis)), angle);
}

static float angle_between(bp_vec3 a, bp_vec3 b) {
    return bp_atan2(bp_vec3_length(bp_vec3_cross(a, b)), bp_vec3_dot(a, b));
}

/* The inner angle opposite the side c of a triangle with the sides a, b, c; c is limited to what they
 * reach. */
static float angle_opposite(float a, float b, float c) {
    float longest = 0.999f * (a + b), shortest = 1.001f * fabsf(a - b);
    c = bp_clamp(c, shortest, longest);
    return bp_acos(bp_clamp((a * a + b * b - c * c) / (2 * a * b), -1, 1));
}

/* The axis about which the limb is bent; of a straight limb one across it. */
static bp_vec3 bend_axis(bp_vec3 to_upper, bp_vec3 to_end) {
    bp_vec3 axis = bp_vec3_cross(to_upper, to_end);
    if (bp_vec3_length(axis) > 1e-3f * bp_vec3_length(to_upper) * bp_vec3_length(to_end)) return axis;
    axis = bp_vec3_cross(to_upper, (bp_vec3){0, 1, 0});
    if (bp_vec3_length(axis) > 1e-3f * bp_vec3_length(to_upper)) return axis;
    return bp_vec3_cross(to_upper, (bp_vec3){0, 0, 1});
}

bool bp_limb_drag(const bp_stage *stage, const bp_bone *end, bp_vec3 from, bp_vec3 to, bp_quat own[2]) {
    const bp_bone *lower = bp_bone_parent(end), *upper = lower ? bp_bone_parent(lower) : NULL;
    if (!upper) return false;
    bp_vec3 e = joint_of(stage, end), l = joint_of(stage, lower), u = joint_of(stage, upper);
    bp_vec3 target = bp_vec3_add(e, bp_vec3_sub(to, from));
    bp_vec3 to_upper = bp_vec3_sub(u, l), to_end = bp_vec3_sub(e, l);
    float a = bp_vec3_length(to_upper), b = bp_vec3_length(to_end);
    if (!(a > 0 && b > 0 && a + b <= 1e30f)) return false;
    bp_vec3 bend = bp_vec3_normalize(bend_axis(to_upper, to_end));
    float by = angle_opposite(a, b, bp_vec3_distance(u, target)) - angle_between(to_upper, to_end);
    own[1] = about_own_axes(stage, lower, bend, by);
    bp_vec3 bent = bp_vec3_add(l, bp_quat_rotate(bp_quat_from_axis_angle(bend, by), to_end));
    bp_vec3 now = bp_vec3_sub(bent, u), wanted = bp_vec3_sub(target, u), axis = bp_vec3_cross(now, wanted);
    own[0] = bp_quat_identity();
    if (bp_vec3_length(axis) > 1e-6f * a * b)
        own[0] = about_own_axes(stage, upper, bp_vec3_normalize(axis), angle_between(now, wanted));
    return isfinite(own[0].w + own[0].x + own[1].w + own[1].x);
}
