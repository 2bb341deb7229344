/* math: vectors, quaternions, matrices, angles.
 *
 * Conventions, said once for the whole project (each line has a test in tests/unit/math):
 *
 *   - Vectors are rows: v' = v * M, and in A * B the matrix A is applied first. The translation is
 *     the last row. A child's absolute matrix is local * parent.
 *   - A matrix is float m[16], row after row: m[4*row + column], translation in m[12], m[13], m[14].
 *     These are bit for bit the 16 floats of glTF and OpenGL, which write column vectors in
 *     column-major order: transposed twice, so files load as they are. Where a text in column
 *     notation says B^-1 * L, we write L * B^-1... read from the other end.
 *   - Right-handed, +Y up, metres. Angles are radians here; degrees where people read or type.
 *   - Quaternions are (x, y, z, w), Hamilton's product, unit length for rotations; q and -q are the
 *     same rotation. The rotation of bp_quat_mul(p, q) applies q first, then p, so that its matrix is
 *     matrix(q) * matrix(p).
 *   - Euler angles are in Babylon.js's order: roll about Z first, then pitch about X, then yaw about
 *     Y. A vector of Euler angles is (pitch, yaw, roll) = (about X, about Y, about Z).
 *   - Depth in clip space runs from 0 (near) to 1 (far).
 *   - All results have the same bits on every compiler and processor: nothing from libm is used but
 *     sqrt, floor and fabs. NaN and infinity go through without a trap or a loop.
 */
#ifndef BINDPOSE_MATH_H
#define BINDPOSE_MATH_H

#include <math.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BP_PI 3.14159265358979323846f

typedef struct bp_vec2 { float x, y; } bp_vec2;
typedef struct bp_vec3 { float x, y, z; } bp_vec3;
typedef struct bp_vec4 { float x, y, z, w; } bp_vec4;
typedef struct bp_quat { float x, y, z, w; } bp_quat;
typedef struct bp_mat4 { float m[16]; } bp_mat4;

/* A transform in parts. As a matrix: scale first, then rotation, then translation. */
typedef struct bp_trs {
    bp_vec3 translation;
    bp_quat rotation; /* used as it is, not renormalized */
    bp_vec3 scale;
} bp_trs;

/* ---- angles and functions of them (src/math/trig.c) -------------------------------------------
 * Single precision, within 2 units in the last place over the stated range, from our own
 * polynomials in double: the same bits everywhere. NaN in, NaN out; infinity gives NaN. */

float bp_sin(float radians);
float bp_cos(float radians);
float bp_tan(float radians);
void bp_sincos(float radians, float *sine, float *cosine);
float bp_acos(float cosine); /* 0..pi; arguments outside -1..1 are clamped (rounding makes them), NaN stays */
float bp_asin(float sine);   /* -pi/2..pi/2; clamped likewise */
float bp_atan2(float y, float x); /* -pi..pi; signs of zeros as C's atan2 */

static inline float bp_radians(float degrees) { return degrees * (BP_PI / 180.0f); }
static inline float bp_degrees(float radians) { return radians * (180.0f / BP_PI); }

/* `x` within lo..hi; NaN gives lo. */
static inline float bp_clamp(float x, float lo, float hi) { return x > lo ? (x < hi ? x : hi) : lo; }
static inline float bp_mix(float a, float b, float t) { return a + (b - a) * t; }

/* ---- vectors ----------------------------------------------------------------------------------*/

static inline bp_vec2 bp_vec2_make(float x, float y) { return (bp_vec2){x, y}; }
static inline bp_vec2 bp_vec2_add(bp_vec2 a, bp_vec2 b) { return (bp_vec2){a.x + b.x, a.y + b.y}; }
static inline bp_vec2 bp_vec2_sub(bp_vec2 a, bp_vec2 b) { return (bp_vec2){a.x - b.x, a.y - b.y}; }
static inline bp_vec2 bp_vec2_scale(bp_vec2 a, float s) { return (bp_vec2){a.x * s, a.y * s}; }
static inline float bp_vec2_dot(bp_vec2 a, bp_vec2 b) { return a.x * b.x + a.y * b.y; }
static inline float bp_vec2_length(bp_vec2 a) { return sqrtf(bp_vec2_dot(a, a)); }

static inline bp_vec3 bp_vec3_make(float x, float y, float z) { return (bp_vec3){x, y, z}; }
static inline bp_vec3 bp_vec3_add(bp_vec3 a, bp_vec3 b) { return (bp_vec3){a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline bp_vec3 bp_vec3_sub(bp_vec3 a, bp_vec3 b) { return (bp_vec3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline bp_vec3 bp_vec3_mul(bp_vec3 a, bp_vec3 b) { return (bp_vec3){a.x * b.x, a.y * b.y, a.z * b.z}; }
static inline bp_vec3 bp_vec3_scale(bp_vec3 a, float s) { return (bp_vec3){a.x * s, a.y * s, a.z * s}; }
static inline bp_vec3 bp_vec3_negate(bp_vec3 a) { return (bp_vec3){-a.x, -a.y, -a.z}; }
static inline float bp_vec3_dot(bp_vec3 a, bp_vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline bp_vec3 bp_vec3_cross(bp_vec3 a, bp_vec3 b) {
    return (bp_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline float bp_vec3_length(bp_vec3 a) { return sqrtf(bp_vec3_dot(a, a)); }
static inline float bp_vec3_distance(bp_vec3 a, bp_vec3 b) { return bp_vec3_length(bp_vec3_sub(a, b)); }
/* Unit length; a zero vector stays zero. */
static inline bp_vec3 bp_vec3_normalize(bp_vec3 a) {
    float length = bp_vec3_length(a);
    return length == 0.0f ? a : bp_vec3_scale(a, 1.0f / length);
}
static inline bp_vec3 bp_vec3_mix(bp_vec3 a, bp_vec3 b, float t) {
    return (bp_vec3){bp_mix(a.x, b.x, t), bp_mix(a.y, b.y, t), bp_mix(a.z, b.z, t)};
}

static inline bp_vec4 bp_vec4_make(float x, float y, float z, float w) { return (bp_vec4){x, y, z, w}; }
static inline bp_vec4 bp_vec4_add(bp_vec4 a, bp_vec4 b) {
    return (bp_vec4){a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
}
static inline bp_vec4 bp_vec4_scale(bp_vec4 a, float s) { return (bp_vec4){a.x * s, a.y * s, a.z * s, a.w * s}; }
static inline float bp_vec4_dot(bp_vec4 a, bp_vec4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
static inline bp_vec4 bp_vec4_mix(bp_vec4 a, bp_vec4 b, float t) {
    return (bp_vec4){bp_mix(a.x, b.x, t), bp_mix(a.y, b.y, t), bp_mix(a.z, b.z, t), bp_mix(a.w, b.w, t)};
}

/* ---- quaternions (the longer ones in src/math/quat.c) -----------------------------------------*/

static inline bp_quat bp_quat_make(float x, float y, float z, float w) { return (bp_quat){x, y, z, w}; }
static inline bp_quat bp_quat_identity(void) { return (bp_quat){0, 0, 0, 1}; }
static inline bp_quat bp_quat_conjugate(bp_quat q) { return (bp_quat){-q.x, -q.y, -q.z, q.w}; }
static inline bp_quat bp_quat_negate(bp_quat q) { return (bp_quat){-q.x, -q.y, -q.z, -q.w}; }
static inline float bp_quat_dot(bp_quat a, bp_quat b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
static inline float bp_quat_length(bp_quat q) { return sqrtf(bp_quat_dot(q, q)); }
/* Unit length; a zero quaternion becomes the identity. */
bp_quat bp_quat_normalize(bp_quat q);
/* Hamilton's product p q: q is applied first. Column notation: R(p) R(q). */
static inline bp_quat bp_quat_mul(bp_quat p, bp_quat q) {
    return (bp_quat){p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y, p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x,
                     p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w, p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z};
}
/* A turn by `radians` about `axis` (normalized here; a zero axis gives the identity). */
bp_quat bp_quat_from_axis_angle(bp_vec3 axis, float radians);
/* From (pitch, yaw, roll): roll about Z first, then pitch about X, then yaw about Y. */
bp_quat bp_quat_from_euler(bp_vec3 pitch_yaw_roll);
/* Back again; near pitch +-90 degrees, where yaw and roll are one, roll takes all of it... as
 * Babylon.js's Quaternion.toEulerAngles does. */
bp_vec3 bp_quat_to_euler(bp_quat q);
/* The rotation of a matrix whose rows are orthonormal (mirrored or scaled ones: bp_mat4_decompose). */
bp_quat bp_quat_from_mat4(bp_mat4 m);
/* v turned by the unit quaternion q. */
bp_vec3 bp_quat_rotate(bp_quat q, bp_vec3 v);
/* From a (t = 0) to b (t = 1) at constant speed, the short way; close ones are mixed and normalized. */
bp_quat bp_quat_slerp(bp_quat a, bp_quat b, float t);
/* The short way along the chord, normalized. */
bp_quat bp_quat_nlerp(bp_quat a, bp_quat b, float t);

/* ---- matrices (the longer ones in src/math/mat4.c, projections in src/math/view.c) -------------*/

static inline bp_mat4 bp_mat4_identity(void) {
    return (bp_mat4){{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
}
/* a applied first, then b. */
static inline bp_mat4 bp_mat4_mul(bp_mat4 a, bp_mat4 b) {
    bp_mat4 r;
    for (int row = 0; row < 4; row++)
        for (int column = 0; column < 4; column++)
            r.m[4 * row + column] = a.m[4 * row] * b.m[column] + a.m[4 * row + 1] * b.m[4 + column] +
                                    a.m[4 * row + 2] * b.m[8 + column] + a.m[4 * row + 3] * b.m[12 + column];
    return r;
}
bp_mat4 bp_mat4_transpose(bp_mat4 m);
static inline bp_mat4 bp_mat4_translation(bp_vec3 t) {
    return (bp_mat4){{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, t.x, t.y, t.z, 1}};
}
static inline bp_mat4 bp_mat4_scaling(bp_vec3 s) {
    return (bp_mat4){{s.x, 0, 0, 0, 0, s.y, 0, 0, 0, 0, s.z, 0, 0, 0, 0, 1}};
}
bp_mat4 bp_mat4_rotation_x(float radians);
bp_mat4 bp_mat4_rotation_y(float radians);
bp_mat4 bp_mat4_rotation_z(float radians);
bp_mat4 bp_mat4_from_axis_angle(bp_vec3 axis, float radians);
/* Of a quaternion as it is: with one of length l the matrix is not a pure rotation. */
bp_mat4 bp_mat4_from_quat(bp_quat q);
/* Scale(s) * Rotation(q) * Translation(t). */
bp_mat4 bp_mat4_from_trs(bp_trs trs);
static inline bp_trs bp_trs_identity(void) {
    return (bp_trs){.rotation = {0, 0, 0, 1}, .scale = {1, 1, 1}};
}
static inline bp_vec3 bp_mat4_position(bp_mat4 m) { return (bp_vec3){m.m[12], m.m[13], m.m[14]}; }

/* Takes an affine matrix apart: scale is the length of the rows, with y's negated where the
 * determinant is <= 0; rotation comes from the rows divided by the scale (what Babylon.js does;
 * shear is lost). Computed in double. False where a scale is 0: rotation is then the identity, and
 * translation and scale are right all the same. */
bool bp_mat4_decompose(bp_mat4 m, bp_trs *out);

/* Of the whole 4x4, computed in double. */
float bp_mat4_determinant(bp_mat4 m);
/* The inverse, computed in double. False (and *out is the identity) where m is singular or not finite. */
bool bp_mat4_inverse(bp_mat4 m, bp_mat4 *out);
/* The same for a matrix whose last column is (0, 0, 0, 1): cheaper, and the last column stays exact. */
bool bp_mat4_inverse_affine(bp_mat4 m, bp_mat4 *out);

/* A position: (p, 1) * m without the division by w (for affine matrices w stays 1). */
static inline bp_vec3 bp_mat4_point(bp_mat4 m, bp_vec3 p) {
    return (bp_vec3){p.x * m.m[0] + p.y * m.m[4] + p.z * m.m[8] + m.m[12],
                     p.x * m.m[1] + p.y * m.m[5] + p.z * m.m[9] + m.m[13],
                     p.x * m.m[2] + p.y * m.m[6] + p.z * m.m[10] + m.m[14]};
}
/* A direction: (d, 0) * m, not normalized. */
static inline bp_vec3 bp_mat4_direction(bp_mat4 m, bp_vec3 d) {
    return (bp_vec3){d.x * m.m[0] + d.y * m.m[4] + d.z * m.m[8], d.x * m.m[1] + d.y * m.m[5] + d.z * m.m[9],
                     d.x * m.m[2] + d.y * m.m[6] + d.z * m.m[10]};
}
/* A homogeneous vector: v * m. */
static inline bp_vec4 bp_mat4_vec4(bp_mat4 m, bp_vec4 v) {
    return (bp_vec4){v.x * m.m[0] + v.y * m.m[4] + v.z * m.m[8] + v.w * m.m[12],
                     v.x * m.m[1] + v.y * m.m[5] + v.z * m.m[9] + v.w * m.m[13],
                     v.x * m.m[2] + v.y * m.m[6] + v.z * m.m[10] + v.w * m.m[14],
                     v.x * m.m[3] + v.y * m.m[7] + v.z * m.m[11] + v.w * m.m[15]};
}
/* What normals are transformed with (as directions, then normalized): the inverse transpose of the
 * upper 3x3 times its determinant, i.e. its cofactors, which exist for singular matrices as well and
 * point the right way for mirrored ones. The last row and column are those of the identity. */
bp_mat4 bp_mat4_normal_matrix(bp_mat4 m);
/* One normal through m: for many, make bp_mat4_normal_matrix once. Normalized. */
bp_vec3 bp_mat4_normal(bp_mat4 m, bp_vec3 normal);

/* View matrices: world to eye space. _rh: the eye looks along -Z (ours, glTF's); _lh: along +Z
 * (Babylon.js's default). `up` may not be parallel to the line of sight (then another is chosen). */
bp_mat4 bp_mat4_look_at_rh(bp_vec3 eye, bp_vec3 target, bp_vec3 up);
bp_mat4 bp_mat4_look_at_lh(bp_vec3 eye, bp_vec3 target, bp_vec3 up);
/* Projections: eye to clip space, depth 0..1. `fov_y` is the full vertical angle in radians, aspect
 * is width / height. */
bp_mat4 bp_mat4_perspective_rh(float fov_y, float aspect, float near_z, float far_z);
bp_mat4 bp_mat4_perspective_lh(float fov_y, float aspect, float near_z, float far_z);
bp_mat4 bp_mat4_orthographic_rh(float width, float height, float near_z, float far_z);
bp_mat4 bp_mat4_orthographic_lh(float width, float height, float near_z, float far_z);

#ifdef __cplusplus
}
#endif

#endif
