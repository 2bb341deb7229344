/* math: vectors, quaternions, matrices, angles.
 *
 * Conventions of the whole project (each has a test in tests/unit/math):
 *
 *   - Vectors are rows: v' = v * M, and in A * B the matrix A is applied first. The translation is
 *     the last row. A child's absolute matrix is local * parent.
 *   - A matrix is float m[16], row after row: m[4*row + column], translation in m[12], m[13], m[14].
 *     glTF and OpenGL use column vectors and store column after column. That transposes twice, so their
 *     16 floats are ours, bit for bit, and files load as they are. Products are written in the opposite
 *     order: column notation has v' = B^-1 * L * v, which applies L first; we write v' = v * L * B^-1.
 *   - Right-handed, +Y up, metres. Angles are radians here; degrees where people read or type.
 *   - Quaternions are (x, y, z, w), Hamilton's product, unit length for rotations; q and -q are the
 *     same rotation. The rotation of bp_quat_mul(p, q) applies q first, then p, so that its matrix is
 *     matrix(q) * matrix(p).
 *   - Euler angles are in Babylon.js's order: roll about Z first, then pitch about X, then yaw about
 *     Y. A vector of Euler angles is (pitch, yaw, roll) = (about X, about Y, about Z).
 *   - Depth in clip space runs from 0 (near) to 1 (far).
 *   - Results have the same bits on every compiler and processor, also in programs that let the compiler
 *     fuse multiplications with additions (BP_SUM below), but not with -ffast-math. Of libm only sqrt, floor
 *     and fabs are used, and every sum has one fixed order. NaN and infinity propagate; no function traps or
 *     hangs.
 *
 * Everything here is a value. No function allocates or keeps state, and any thread may call any of them.
 */
#ifndef BINDPOSE_MATH_H
#define BINDPOSE_MATH_H

#include <bindpose/base.h>
#include <math.h>
#include <string.h>

BP_BEGIN_C

/* Before and in functions that sum products: no compiler may round once where they round twice (a fused
 * multiply-add), or bits would depend on the program's options. clang takes that from a pragma. gcc keeps it
 * only for functions that aren't inlined or vectorized, so where the processor has such an instruction they
 * are not, unless the program says by BP_CONTRACT_OFF that it compiles with -ffp-contract=off. */
#if defined(__clang__)
#define BP_SUM static inline
#define BP_UNFUSED _Pragma("clang fp contract(off)")
#elif defined(__GNUC__) && defined(__FP_FAST_FMAF) && !defined(BP_CONTRACT_OFF)
#define BP_SUM static __attribute__((noinline, unused, optimize("fp-contract=off", "no-tree-slp-vectorize")))
#define BP_UNFUSED
#else
#define BP_SUM static inline
#define BP_UNFUSED
#endif

#define BP_PI 3.14159265358979323846f

typedef struct bp_vec2 {
    float x, y;
} bp_vec2;
typedef struct bp_vec3 {
    float x, y, z;
} bp_vec3;
typedef struct bp_vec4 {
    float x, y, z, w;
} bp_vec4;
typedef struct bp_quat {
    float x, y, z, w;
} bp_quat;
typedef struct bp_mat4 {
    float m[16];
} bp_mat4;

/* Translation, rotation, scale. As a matrix: scale first, then rotation, then translation. */
typedef struct bp_trs {
    bp_vec3 position;
    bp_quat rotation; /* is not normalized before use */
    bp_vec3 scale;
} bp_trs;

/* ---- trigonometry (src/math/trig.c) -----------------------------------------------------------
 * Computed in double by our own series and rounded once. The result is the float nearest to the true value,
 * for all but about one argument in a hundred million; there it is the neighbour. That holds for every
 * finite argument, however large. NaN gives NaN, and so do the sine, cosine and tangent of infinity. */

float bp_sin(float radians);
float bp_cos(float radians);
float bp_tan(float radians);
float bp_acos(float cosine); /* 0..pi; the argument is clamped to -1..1 */
float bp_asin(float sine);   /* -pi/2..pi/2; likewise */
/* The angle of the point (x, y), from X towards Y: -pi..pi. Zeros, their signs and infinities as in C's
 * atan2: (0, 0) gives 0, two infinities are a diagonal. */
float bp_atan2(float y, float x);

static inline float bp_radians(float degrees) { return (float)(degrees * (3.14159265358979323846 / 180.0)); }
static inline float bp_degrees(float radians) { return (float)(radians * (180.0 / 3.14159265358979323846)); }

/* False for NaN and the infinities, by the bits, which hold with -ffast-math too. */
static inline bool bp_is_finite(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (bits >> 52 & 0x7ff) != 0x7ff;
}
/* NaN gives lo. */
static inline float bp_clamp(float x, float lo, float hi) { return x > lo ? (x < hi ? x : hi) : lo; }
/* Linear interpolation: a at t = 0, b at t = 1 but for rounding. t outside 0..1 extrapolates. */
BP_SUM float bp_mix(float a, float b, float t) {
    BP_UNFUSED
    return a + (b - a) * t;
}

/* ---- vectors -----------------------------------------------------------------------------------
 * Operations work component by component unless said otherwise. Lengths are computed in double, where the
 * squares of floats neither overflow nor vanish. */

static inline bp_vec2 bp_vec2_make(float x, float y) { return BP_MAKE(bp_vec2){x, y}; }
static inline bp_vec2 bp_vec2_add(bp_vec2 a, bp_vec2 b) { return BP_MAKE(bp_vec2){a.x + b.x, a.y + b.y}; }
static inline bp_vec2 bp_vec2_sub(bp_vec2 a, bp_vec2 b) { return BP_MAKE(bp_vec2){a.x - b.x, a.y - b.y}; }
static inline float bp_vec2_length(bp_vec2 a) { return (float)sqrt((double)a.x * a.x + (double)a.y * a.y); }

static inline bp_vec3 bp_vec3_make(float x, float y, float z) { return BP_MAKE(bp_vec3){x, y, z}; }
static inline bp_vec3 bp_vec3_add(bp_vec3 a, bp_vec3 b) {
    return BP_MAKE(bp_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}
static inline bp_vec3 bp_vec3_sub(bp_vec3 a, bp_vec3 b) {
    return BP_MAKE(bp_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}
static inline bp_vec3 bp_vec3_mul(bp_vec3 a, bp_vec3 b) {
    return BP_MAKE(bp_vec3){a.x * b.x, a.y * b.y, a.z * b.z};
}
static inline bp_vec3 bp_vec3_scale(bp_vec3 a, float s) {
    return BP_MAKE(bp_vec3){a.x * s, a.y * s, a.z * s};
}
static inline bp_vec3 bp_vec3_negate(bp_vec3 a) { return BP_MAKE(bp_vec3){-a.x, -a.y, -a.z}; }
BP_SUM float bp_vec3_dot(bp_vec3 a, bp_vec3 b) {
    BP_UNFUSED
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
/* Perpendicular to both; X cross Y is Z. */
BP_SUM bp_vec3 bp_vec3_cross(bp_vec3 a, bp_vec3 b) {
    BP_UNFUSED
    return BP_MAKE(bp_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline float bp_vec3_length(bp_vec3 a) {
    return (float)sqrt((double)a.x * a.x + (double)a.y * a.y + (double)a.z * a.z);
}
static inline float bp_vec3_distance(bp_vec3 a, bp_vec3 b) { return bp_vec3_length(bp_vec3_sub(a, b)); }
/* Unit length; a zero vector stays zero. */
static inline bp_vec3 bp_vec3_normalize(bp_vec3 a) {
    double length = sqrt((double)a.x * a.x + (double)a.y * a.y + (double)a.z * a.z);
    double factor = length == 0.0 ? 1.0 : 1.0 / length;
    return BP_MAKE(bp_vec3){(float)(a.x * factor), (float)(a.y * factor), (float)(a.z * factor)};
}
static inline bp_vec3 bp_vec3_mix(bp_vec3 a, bp_vec3 b, float t) {
    return BP_MAKE(bp_vec3){bp_mix(a.x, b.x, t), bp_mix(a.y, b.y, t), bp_mix(a.z, b.z, t)};
}

static inline bp_vec4 bp_vec4_make(float x, float y, float z, float w) {
    return BP_MAKE(bp_vec4){x, y, z, w};
}
static inline bp_vec4 bp_vec4_mix(bp_vec4 a, bp_vec4 b, float t) {
    return BP_MAKE(bp_vec4){bp_mix(a.x, b.x, t), bp_mix(a.y, b.y, t), bp_mix(a.z, b.z, t),
                            bp_mix(a.w, b.w, t)};
}

/* ---- quaternions (the longer ones in src/math/quat.c) -----------------------------------------*/

static inline bp_quat bp_quat_make(float x, float y, float z, float w) {
    return BP_MAKE(bp_quat){x, y, z, w};
}
static inline bp_quat bp_quat_identity(void) { return BP_MAKE(bp_quat){0, 0, 0, 1}; }
static inline bp_quat bp_quat_conjugate(bp_quat q) { return BP_MAKE(bp_quat){-q.x, -q.y, -q.z, q.w}; }
static inline bp_quat bp_quat_negate(bp_quat q) { return BP_MAKE(bp_quat){-q.x, -q.y, -q.z, -q.w}; }
BP_SUM float bp_quat_dot(bp_quat a, bp_quat b) {
    BP_UNFUSED
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
static inline float bp_quat_length(bp_quat q) {
    return (float)sqrt((double)q.x * q.x + (double)q.y * q.y + (double)q.z * q.z + (double)q.w * q.w);
}
/* Unit length; a zero quaternion becomes the identity. */
bp_quat bp_quat_normalize(bp_quat q);
/* Hamilton's product p q, which applies q first. Its matrix is matrix(q) * matrix(p); in column notation
 * R(p) R(q). */
BP_SUM bp_quat bp_quat_mul(bp_quat p, bp_quat q) {
    BP_UNFUSED
    return BP_MAKE(bp_quat){
        p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y, p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x,
        p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w, p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z};
}
/* Rotation by `radians` about `axis`, which is normalized first; a zero axis gives the identity. Positive
 * angles rotate X towards Y about Z, Y towards Z about X, Z towards X about Y: counter-clockwise as seen
 * against the axis, in a right-handed space. */
bp_quat bp_quat_from_axis_angle(bp_vec3 axis, float radians);
/* From (pitch, yaw, roll): roll about Z first, then pitch about X, then yaw about Y. */
bp_quat bp_quat_from_euler(bp_vec3 pitch_yaw_roll);
/* The inverse, for a unit quaternion: pitch in -pi/2..pi/2, yaw and roll in -pi..pi. Within about 0.04
 * degrees of pitch +-90 (gimbal lock), pitch is +-90 degrees exactly, roll is 0 and yaw has the whole
 * rotation, in -2pi..2pi. Mirrors Babylon.js's Quaternion.toEulerAngles. */
bp_vec3 bp_quat_to_euler(bp_quat q);
/* The rotation of a matrix whose upper three rows are orthonormal and right-handed. For mirrored or scaled
 * matrices use bp_mat4_decompose. Of q and -q the result is the one with w > 0 if the angle is under 120
 * degrees, else the one whose largest vector component is positive. */
bp_quat bp_quat_from_mat4(bp_mat4 m);
/* v rotated by the unit quaternion q. */
bp_vec3 bp_quat_rotate(bp_quat q, bp_vec3 v);
/* From a (t = 0) to b (t = 1) at constant angular speed, the short way. If a . b < 0, it goes to -b, which is
 * the same rotation. If |a . b| > 0.999999 (an angle under 0.16 degrees), it interpolates linearly as
 * Babylon.js does, but normalizes the result, which differs from theirs by under 3e-7. t outside 0..1
 * extrapolates. */
bp_quat bp_quat_slerp(bp_quat a, bp_quat b, float t);
/* Linear interpolation the short way, normalized. */
bp_quat bp_quat_nlerp(bp_quat a, bp_quat b, float t);

/* ---- matrices (the longer ones, and projections, in src/math/mat4.c) ----------------------------*/

static inline bp_mat4 bp_mat4_identity(void) {
    return BP_MAKE(bp_mat4){{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
}
/* A homogeneous vector: v * m. Each component is summed in the order ((x + y) + z) + w. */
BP_SUM bp_vec4 bp_mat4_vec4(bp_mat4 m, bp_vec4 v) {
    BP_UNFUSED
    return BP_MAKE(bp_vec4){v.x * m.m[0] + v.y * m.m[4] + v.z * m.m[8] + v.w * m.m[12],
                            v.x * m.m[1] + v.y * m.m[5] + v.z * m.m[9] + v.w * m.m[13],
                            v.x * m.m[2] + v.y * m.m[6] + v.z * m.m[10] + v.w * m.m[14],
                            v.x * m.m[3] + v.y * m.m[7] + v.z * m.m[11] + v.w * m.m[15]};
}
/* Applies a first, then b: each row of a is transformed by b. */
static inline bp_mat4 bp_mat4_mul(bp_mat4 a, bp_mat4 b) {
    bp_mat4 r;
    for (int i = 0; i < 16; i += 4) {
        bp_vec4 row = bp_mat4_vec4(b, BP_MAKE(bp_vec4){a.m[i], a.m[i + 1], a.m[i + 2], a.m[i + 3]});
        r.m[i] = row.x;
        r.m[i + 1] = row.y;
        r.m[i + 2] = row.z;
        r.m[i + 3] = row.w;
    }
    return r;
}
bp_mat4 bp_mat4_transpose(bp_mat4 m);
static inline bp_mat4 bp_mat4_translation(bp_vec3 t) {
    return BP_MAKE(bp_mat4){{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, t.x, t.y, t.z, 1}};
}
static inline bp_mat4 bp_mat4_scaling(bp_vec3 s) {
    return BP_MAKE(bp_mat4){{s.x, 0, 0, 0, 0, s.y, 0, 0, 0, 0, s.z, 0, 0, 0, 0, 1}};
}
/* Rotations by an angle about an axis, as bp_quat_from_axis_angle. */
bp_mat4 bp_mat4_rotation_x(float radians);
bp_mat4 bp_mat4_rotation_y(float radians);
bp_mat4 bp_mat4_rotation_z(float radians);
bp_mat4 bp_mat4_from_axis_angle(bp_vec3 axis, float radians);
/* q is not normalized: unless its length is 1, the matrix is no rotation. */
bp_mat4 bp_mat4_from_quat(bp_quat q);
/* Scale(s) * Rotation(q) * Translation(t). */
bp_mat4 bp_mat4_from_trs(bp_trs trs);
static inline bp_trs bp_trs_identity(void) { return BP_MAKE(bp_trs){{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}}; }
static inline bp_vec3 bp_mat4_position(bp_mat4 m) { return BP_MAKE(bp_vec3){m.m[12], m.m[13], m.m[14]}; }

/* Decomposes an affine matrix as Babylon.js does, in double. Scale is the length of the rows; y's is negated
 * if the determinant is <= 0, and so every mirrored matrix comes out as mirrored in Y. Rotation comes from
 * the rows divided by the scale (bp_quat_from_mat4). A matrix with shear is no TRS: its parts don't compose
 * to it again. False if a scale is 0; then rotation is the identity, and the other parts are right. */
bool bp_mat4_decompose(bp_mat4 m, bp_trs *out);

/* Of the whole 4x4, computed in double. */
float bp_mat4_determinant(bp_mat4 m);
/* The inverse, computed in double. False, and *out is the identity, if m is singular or either matrix isn't
 * finite. A matrix is singular if its determinant is within the rounding errors of the products it sums.
 * That doesn't depend on units: a uniform scale of 1e-12 inverts like one of 1. */
bool bp_mat4_inverse(bp_mat4 m, bp_mat4 *out);
/* For a matrix whose last column is (0, 0, 0, 1): cheaper, and the last column stays exact. */
bool bp_mat4_inverse_affine(bp_mat4 m, bp_mat4 *out);

/* A position: (p, 1) * m, without division by w (which stays 1 for affine matrices). */
BP_SUM bp_vec3 bp_mat4_point(bp_mat4 m, bp_vec3 p) {
    BP_UNFUSED
    return BP_MAKE(bp_vec3){p.x * m.m[0] + p.y * m.m[4] + p.z * m.m[8] + m.m[12],
                            p.x * m.m[1] + p.y * m.m[5] + p.z * m.m[9] + m.m[13],
                            p.x * m.m[2] + p.y * m.m[6] + p.z * m.m[10] + m.m[14]};
}
/* A direction: (d, 0) * m, not normalized. */
BP_SUM bp_vec3 bp_mat4_direction(bp_mat4 m, bp_vec3 d) {
    BP_UNFUSED
    return BP_MAKE(bp_vec3){d.x * m.m[0] + d.y * m.m[4] + d.z * m.m[8],
                            d.x * m.m[1] + d.y * m.m[5] + d.z * m.m[9],
                            d.x * m.m[2] + d.y * m.m[6] + d.z * m.m[10]};
}
/* The matrix that transforms normals (as directions; normalize them afterwards): the inverse transpose of the
 * upper 3x3, times a positive factor. It is made of the cofactors, which exist for singular matrices too.
 * Those of mirrored matrices are negated, so that outward normals stay outward. The longest row has
 * length 1: a rotation with uniform scale gives the rotation. If m flattens everything to a line or a
 * point, the 3x3 is zero. The last row and column are those of the identity. */
bp_mat4 bp_mat4_normal_matrix(bp_mat4 m);
/* Transforms one normal and normalizes it. For many, make bp_mat4_normal_matrix once. */
bp_vec3 bp_mat4_normal(bp_mat4 m, bp_vec3 normal);

/* View matrices: world to eye space, X right and Y up in the picture; the camera looks along -Z, as glTF's
 * does. If `up` is zero or parallel to the view direction, Y replaces it, or for a vertical view the
 * direction that keeps world X to the right. If `target` is `eye`, the camera looks along world -Z. */
bp_mat4 bp_mat4_look_at_rh(bp_vec3 eye, bp_vec3 target, bp_vec3 up);
/* Projections: eye to clip space, depth 0 at `near_z` to 1 at `far_z`. Both are positive distances in front
 * of the camera in metres (orthographic: any two different numbers; perspective: far_z may be INFINITY).
 * `fov_y` is the full vertical angle in radians, `aspect` is width / height. `width` and `height` are those
 * of the visible box. */
bp_mat4 bp_mat4_perspective_rh(float fov_y, float aspect, float near_z, float far_z);
bp_mat4 bp_mat4_orthographic_rh(float width, float height, float near_z, float far_z);

BP_END_C

#endif
