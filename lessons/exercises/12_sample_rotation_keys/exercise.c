/* Exercise 12: the rotation of a bone between two keys of a clip.      (lesson 11_rotation)
 *
 * A clip holds rotations: the quaternion key[i] at time[i]. Times increase, and there are at least two keys.
 *   - Before the first key the result is the first key, and after the last one it is the last.
 *   - Between keys a and b the bone rotates about one axis at constant speed ("slerp"). Let t go from 0 at
 *     the time of a to 1 at the time of b, and let c be the dot product of a and b. Then angle = acos(c), and
 *     the result is a * sin((1 - t) * angle) / sin(angle) + b * sin(t * angle) / sin(angle).
 *     (If sin(angle) is nearly 0, say below 1e-6, a and b are nearly equal: return a. Rounding can give a c
 *     a little over 1, which is no cosine: take 1.)
 *   - q and -q are the same rotation, but they lie in different directions from a. If c is below 0, the way
 *     from a to b is the long one, and -b is nearer. Take the short way.
 *
 * You may call:
 *   float bp_quat_dot(bp_quat a, bp_quat b)       bp_quat bp_quat_negate(bp_quat q)
 *   float bp_acos(float c)                        float bp_sin(float radians)
 * A bp_quat has float x, y, z, w; multiply and add each of them.
 *
 * Check it with: make exercise EX=12      A hint: make hint EX=12
 */
#include "exercise.h"

bp_quat rotation_at(const float *time, const bp_quat *key, int count, float at) {
    /* Your code here. The next lines don't rotate at all; delete them. */
    (void)time, (void)key, (void)count, (void)at;
    return (bp_quat){0, 0, 0, 1};
}
