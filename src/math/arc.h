/* arc: slerp between two rotations in two steps, so that a clip keeps the first one for each pair of keys.
 *
 * With the angle a between the quaternions a and b, the weights of slerp are sin((1 - t) a) / sin(a) and
 * sin(t a) / sin(a). That is the definition, and it also holds for t outside 0..1 (slerp_by_sines in quat.c).
 * Within 0..1 a series is faster: with q(x) = sin(sqrt x) / sqrt x the weights are (1 - t) q((1 - t)^2 a^2)
 * and t q(t^2 a^2), both times a / sin(a). No angle needs reduction, and a pair of doubles holds both
 * weights. Batch sampling does this in float (rig/batch/batch_scalar.c). */
#pragma once

#include "math/double.h"

/* The first step, which doesn't depend on t. */
typedef struct bp_arc {
    double angle2;    /* the square of the angle between the quaternions, the short way: at most (pi / 2)^2 */
    double stretch_a; /* angle / sine; 0: they are closer than Babylon.js's limit, so mix them linearly */
    double stretch_b; /* the same, negative if b has to be negated for the short way */
} bp_arc;

bp_arc bp_arc_between(bp_quat a, bp_quat b);

#ifdef BP_SCALAR
typedef double bp_arc_lanes;
#define BOTH(value) (value)
#else
typedef double bp_arc_lanes __attribute__((vector_size(16)));
#define BOTH(value) ((bp_arc_lanes){value, value})
#endif

/* q(x) for 0 <= x <= (pi / 2)^2: the Taylor series up to x^10 / 21!; the next term is at most 8e-19. Even and
 * odd powers are summed apart, so that the processor works on both sums at once. */
static inline bp_arc_lanes bp_arc_series(bp_arc_lanes x) {
    bp_arc_lanes z = x * x;
    bp_arc_lanes even = z * BOTH(1.0 / 51090942171709440000.0) + BOTH(1.0 / 355687428096000.0);
    bp_arc_lanes odd = z * BOTH(-1.0 / 121645100408832000.0) + BOTH(-1.0 / 1307674368000.0);
    even = z * even + BOTH(1.0 / 6227020800.0);
    odd = z * odd + BOTH(-1.0 / 39916800.0);
    even = z * even + BOTH(1.0 / 362880.0);
    odd = z * odd + BOTH(-1.0 / 5040.0);
    even = z * even + BOTH(1.0 / 120.0);
    odd = z * odd + BOTH(-1.0 / 6.0);
    even = z * even + BOTH(1.0);
    return even + x * odd;
}
#undef BOTH

/* Slerp for 0 <= t <= 1 of the rotations that the arc was measured for; its stretch isn't 0. */
static inline bp_quat bp_arc_mix(const bp_arc *arc, bp_quat a, bp_quat b, float t) {
#ifdef BP_SCALAR
    double s = 1.0 - t, wa = bp_arc_series(s * s * arc->angle2) * (s * arc->stretch_a);
    double wb = bp_arc_series((double)t * t * arc->angle2) * (t * arc->stretch_b);
#else
    bp_arc_lanes part = {1.0 - t, t}, stretch = {arc->stretch_a, arc->stretch_b};
    bp_arc_lanes weight = bp_arc_series(part * part * arc->angle2) * (part * stretch);
    double wa = weight[0], wb = weight[1];
#endif
    return (bp_quat){(float)(a.x * wa + b.x * wb), (float)(a.y * wa + b.y * wb), (float)(a.z * wa + b.z * wb),
                     (float)(a.w * wa + b.w * wb)};
}
