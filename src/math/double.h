/* Vectors, quaternions and matrices in double, for this module and the rig.
 *
 * Bones are stored in float. But an inverse or a decomposition in float loses digits, and each child bone
 * multiplies the loss. So both are computed here in double and rounded once, at the end. For conventions and
 * documentation see bindpose/math.h, where the functions have names without the d. Matrix entries should be 0
 * or between about 1e-60 and 1e60 in magnitude, as every float is: products of four then stay finite.
 */
#pragma once

#include <bindpose/math.h>

typedef struct bp_dvec3 {
    double x, y, z;
} bp_dvec3;
typedef struct bp_dquat {
    double x, y, z, w;
} bp_dquat;
typedef struct bp_dmat4 {
    double m[16];
} bp_dmat4;
typedef struct bp_dtrs {
    bp_dvec3 position;
    bp_dquat rotation;
    bp_dvec3 scale;
} bp_dtrs;

/* Trigonometry (trig.c). Measured errors: within 0.8 units in the last place of double for sine and cosine of
 * up to 2^20 radians, 1.4 for atan2, 1.8 for acos and asin. NaN and infinity give NaN. A larger angle is off
 * by 2.4e-16 for each turn: up to 10^8 radians by less than floats show. */
void bp_sincos_d(double radians, double *sine, double *cosine);
void bp_sincos(float radians, float *sine, float *cosine); /* rounded: bp_sin and bp_cos */
double bp_sin_d(double radians);
double bp_cos_d(double radians);
/* The argument is clamped to -1..1. */
double bp_acos_d(double cosine);
double bp_asin_d(double sine);
/* -pi..pi; zeros and infinities as in C's atan2. Other arguments should be between 1e-300 and 1e300 in
 * magnitude, as every float is. */
double bp_atan2_d(double y, double x);

static inline bp_dvec3 bp_dvec3_from_vec3(bp_vec3 v) { return (bp_dvec3){v.x, v.y, v.z}; }
static inline bp_vec3 bp_dvec3_to_vec3(bp_dvec3 v) { return (bp_vec3){(float)v.x, (float)v.y, (float)v.z}; }
static inline bp_dquat bp_dquat_from_quat(bp_quat q) { return (bp_dquat){q.x, q.y, q.z, q.w}; }
static inline bp_quat bp_dquat_to_quat(bp_dquat q) {
    return (bp_quat){(float)q.x, (float)q.y, (float)q.z, (float)q.w};
}
static inline bp_dmat4 bp_dmat4_from_mat4(bp_mat4 m) {
    bp_dmat4 r;
    for (int i = 0; i < 16; i++) r.m[i] = m.m[i];
    return r;
}
static inline bp_mat4 bp_dmat4_to_mat4(bp_dmat4 m) {
    bp_mat4 r;
    for (int i = 0; i < 16; i++) r.m[i] = (float)m.m[i];
    return r;
}
static inline bp_dtrs bp_dtrs_from_trs(bp_trs trs) {
    return (bp_dtrs){bp_dvec3_from_vec3(trs.position), bp_dquat_from_quat(trs.rotation),
                     bp_dvec3_from_vec3(trs.scale)};
}
static inline bp_trs bp_dtrs_to_trs(bp_dtrs trs) {
    return (bp_trs){bp_dvec3_to_vec3(trs.position), bp_dquat_to_quat(trs.rotation),
                    bp_dvec3_to_vec3(trs.scale)};
}

static inline double bp_dvec3_part(bp_dvec3 v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }
static inline double bp_dvec3_dot(bp_dvec3 a, bp_dvec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline bp_dvec3 bp_dvec3_cross(bp_dvec3 a, bp_dvec3 b) {
    return (bp_dvec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline double bp_dvec3_length(bp_dvec3 v) { return sqrt(bp_dvec3_dot(v, v)); }
/* Unit length; a zero vector stays zero. */
static inline bp_dvec3 bp_dvec3_normalize(bp_dvec3 v) {
    double length = bp_dvec3_length(v);
    return length == 0.0 ? v : (bp_dvec3){v.x / length, v.y / length, v.z / length};
}

static inline bp_dquat bp_dquat_normalize(bp_dquat q) {
    double length = sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    if (length == 0.0) return (bp_dquat){0, 0, 0, 1};
    return (bp_dquat){q.x / length, q.y / length, q.z / length, q.w / length};
}
static inline bp_dquat bp_dquat_mul(bp_dquat p, bp_dquat q) {
    return (bp_dquat){
        p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y, p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x,
        p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w, p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z};
}
static inline bp_dquat bp_dquat_conjugate(bp_dquat q) { return (bp_dquat){-q.x, -q.y, -q.z, q.w}; }
bp_dquat bp_dquat_from_axis_angle(bp_dvec3 axis, double radians);
bp_dquat bp_dquat_from_euler(bp_dvec3 pitch_yaw_roll);
bp_dvec3 bp_dquat_to_euler(bp_dquat q);
bp_dquat bp_dquat_from_dmat4(bp_dmat4 m);
bp_dvec3 bp_dquat_rotate(bp_dquat q, bp_dvec3 v);

static inline bp_dmat4 bp_dmat4_identity(void) {
    return (bp_dmat4){{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
}
static inline bp_dmat4 bp_dmat4_mul(bp_dmat4 a, bp_dmat4 b) {
    bp_dmat4 r;
    for (int i = 0; i < 16; i += 4) {
        double x = a.m[i], y = a.m[i + 1], z = a.m[i + 2], w = a.m[i + 3];
        r.m[i] = x * b.m[0] + y * b.m[4] + z * b.m[8] + w * b.m[12];
        r.m[i + 1] = x * b.m[1] + y * b.m[5] + z * b.m[9] + w * b.m[13];
        r.m[i + 2] = x * b.m[2] + y * b.m[6] + z * b.m[10] + w * b.m[14];
        r.m[i + 3] = x * b.m[3] + y * b.m[7] + z * b.m[11] + w * b.m[15];
    }
    return r;
}
bp_dmat4 bp_dmat4_from_dquat(bp_dquat q);
bp_dmat4 bp_dmat4_from_axis_angle(bp_dvec3 axis, double radians);
static inline bp_dmat4 bp_dmat4_from_dtrs(bp_dtrs trs) {
    bp_dquat q = trs.rotation;
    bp_dvec3 s = trs.scale, t = trs.position;
    double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z, xy = q.x * q.y, yz = q.y * q.z, zx = q.z * q.x;
    double xw = q.x * q.w, yw = q.y * q.w, zw = q.z * q.w;
    return (bp_dmat4){{s.x * (1.0 - 2.0 * (yy + zz)), s.x * (2.0 * (xy + zw)), s.x * (2.0 * (zx - yw)), 0,
                       s.y * (2.0 * (xy - zw)), s.y * (1.0 - 2.0 * (zz + xx)), s.y * (2.0 * (yz + xw)), 0,
                       s.z * (2.0 * (zx + yw)), s.z * (2.0 * (yz - xw)), s.z * (1.0 - 2.0 * (yy + xx)), 0,
                       t.x, t.y, t.z, 1}};
}
static inline bp_dvec3 bp_dmat4_direction(bp_dmat4 m, bp_dvec3 d) {
    return (bp_dvec3){d.x * m.m[0] + d.y * m.m[4] + d.z * m.m[8], d.x * m.m[1] + d.y * m.m[5] + d.z * m.m[9],
                      d.x * m.m[2] + d.y * m.m[6] + d.z * m.m[10]};
}
static inline bp_dvec3 bp_dmat4_point(bp_dmat4 m, bp_dvec3 p) {
    bp_dvec3 d = bp_dmat4_direction(m, p);
    return (bp_dvec3){d.x + m.m[12], d.y + m.m[13], d.z + m.m[14]};
}

/* The cube root, with an error of about one unit in the last place; NaN and infinity stay. */
double bp_cube_root_d(double x);

double bp_dmat4_determinant(bp_dmat4 m);
/* Of the upper left 3x3: the factor by which an affine matrix multiplies volumes. */
double bp_dmat4_determinant3(bp_dmat4 m);
bool bp_dmat4_inverse(bp_dmat4 m, bp_dmat4 *out);
bool bp_dmat4_inverse_affine(bp_dmat4 m, bp_dmat4 *out);
bool bp_dmat4_decompose(bp_dmat4 m, bp_dtrs *out);
