/* Exercise 12b, open: turn towards a rotation, but no faster than allowed.      (lesson 11_rotation)
 *
 * A guard's head follows a fly. In each frame it turns from its rotation `from` towards the rotation `to`,
 * which looks at the fly. It takes the short way, about one axis, and it rotates by `most` degrees: not more,
 * because a neck has its limits, and not less, unless the way is shorter than that. Then it arrives, exactly.
 *
 * Which rotation does it have after this frame?
 *
 *   from, to     unit quaternions. Each of them may be q or -q, which are the same rotation
 *   most         degrees, above 0
 *
 * An open part doesn't tell you the method. Find out how many degrees apart `from` and `to` are. Try it on
 * paper with two rotations about z.
 *
 * You may call:
 *   float bp_quat_dot(bp_quat a, bp_quat b)      bp_quat bp_quat_slerp(bp_quat a, bp_quat b, float t)
 *   float bp_acos(float c)                       float bp_radians(float degrees)
 *   bp_quat bp_quat_mul(bp_quat a, bp_quat b)    bp_quat bp_quat_conjugate(bp_quat q)
 *   bp_quat bp_quat_from_axis_angle(bp_vec3 axis, float radians)
 * bp_quat_slerp goes the part t of the short way from a to b. bp_acos gives radians, and 0 for a c over 1.
 *
 * Check it with: make exercise EX=12b      A hint: make hint EX=12b
 */
#include "exercise.h"

bp_quat turn_towards(bp_quat from, bp_quat to, float most) {
    /* Your code here. The next lines leave the head where it is; delete them. */
    (void)to, (void)most;
    return from;
}
