/* wide: the mathematics that has to be done in double, for this room and the rig.
 *
 * Bones are stored in float, but an inverse or a decomposition made in float loses digits that a
 * chain of bones then multiplies. So both are made here in double and rounded once, at the end.
 * Conventions are those of bindpose/math.h: row vectors, A * B applies A first, quaternions
 * (x, y, z, w). Only + - * / and sqrt, floor, fabs are used, so that results have the same bits
 * on every compiler and processor. Matrix entries should stay between about 1e-60 and 1e60 in
 * magnitude (or be 0): every float does, and products of four of them then stay finite.
 */
#ifndef BP_MATH_WIDE_H
#define BP_MATH_WIDE_H

#include "bindpose/math.h"

typedef struct bp_wide_vec3 {
    double x, y, z;
} bp_wide_vec3;
typedef struct bp_wide_quat {
    double x, y, z, w;
} bp_wide_quat;
typedef struct bp_wide_mat4 {
    double m[16];
} bp_wide_mat4;
typedef struct bp_wide_trs {
    bp_wide_vec3 translation;
    bp_wide_quat rotation; /* used as it is, not renormalized */
    bp_wide_vec3 scale;
} bp_wide_trs;

/* ---- functions of angles (trig.c) --------------------------------------------------------------
 * Within 1 unit in the last place of double or so, for every finite argument, however large: the
 * reduction to a quarter turn is exact. NaN and infinity give NaN. */

void bp_wide_sincos(double radians, double *sine, double *cosine);
double bp_wide_sin(double radians);
double bp_wide_cos(double radians);
/* Arguments outside -1..1 are clamped; NaN stays. */
double bp_wide_acos(double cosine);
double bp_wide_asin(double sine);
/* -pi..pi, signs of zeros as C's atan2. Arguments of magnitude over 1e300 lose their meaning. */
double bp_wide_atan2(double y, double x);

/* ---- widening, and rounding back to float ------------------------------------------------------*/

static inline bp_wide_vec3 bp_wide_vec3_of(bp_vec3 v) { return (bp_wide_vec3){v.x, v.y, v.z}; }
static inline bp_vec3 bp_wide_vec3_round(bp_wide_vec3 v) {
    return (bp_vec3){(float)v.x, (float)v.y, (float)v.z};
}
static inline bp_wide_quat bp_wide_quat_of(bp_quat q) { return (bp_wide_quat){q.x, q.y, q.z, q.w}; }
static inline bp_quat bp_wide_quat_round(bp_wide_quat q) {
    return (bp_quat){(float)q.x, (float)q.y, (float)q.z, (float)q.w};
}
bp_wide_mat4 bp_wide_mat4_of(bp_mat4 m);
bp_mat4 bp_wide_mat4_round(bp_wide_mat4 m);
bp_wide_trs bp_wide_trs_of(bp_trs trs);
bp_trs bp_wide_trs_round(bp_wide_trs trs);

/* ---- vectors -----------------------------------------------------------------------------------*/

static inline double bp_wide_vec3_dot(bp_wide_vec3 a, bp_wide_vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline bp_wide_vec3 bp_wide_vec3_cross(bp_wide_vec3 a, bp_wide_vec3 b) {
    return (bp_wide_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline double bp_wide_vec3_length(bp_wide_vec3 v) { return sqrt(bp_wide_vec3_dot(v, v)); }
/* Unit length; a zero vector stays zero. */
bp_wide_vec3 bp_wide_vec3_normalize(bp_wide_vec3 v);

/* ---- quaternions -------------------------------------------------------------------------------*/

/* The functions of the same names in bindpose/math.h say what each means. */
bp_wide_quat bp_wide_quat_normalize(bp_wide_quat q);
bp_wide_quat bp_wide_quat_mul(bp_wide_quat p, bp_wide_quat q);
bp_wide_quat bp_wide_quat_from_axis_angle(bp_wide_vec3 axis, double radians);
bp_wide_quat bp_wide_quat_from_euler(bp_wide_vec3 pitch_yaw_roll);
bp_wide_vec3 bp_wide_quat_to_euler(bp_wide_quat q);
bp_wide_quat bp_wide_quat_from_mat4(bp_wide_mat4 m);
bp_wide_vec3 bp_wide_quat_rotate(bp_wide_quat q, bp_wide_vec3 v);

/* ---- matrices ----------------------------------------------------------------------------------*/

bp_wide_mat4 bp_wide_mat4_identity(void);
bp_wide_mat4 bp_wide_mat4_mul(bp_wide_mat4 a, bp_wide_mat4 b);
bp_wide_mat4 bp_wide_mat4_from_quat(bp_wide_quat q);
bp_wide_mat4 bp_wide_mat4_from_axis_angle(bp_wide_vec3 axis, double radians);
bp_wide_mat4 bp_wide_mat4_from_trs(bp_wide_trs trs);
/* (p, 1) * m and (d, 0) * m, without a division by w. */
bp_wide_vec3 bp_wide_mat4_point(bp_wide_mat4 m, bp_wide_vec3 p);
bp_wide_vec3 bp_wide_mat4_direction(bp_wide_mat4 m, bp_wide_vec3 d);

double bp_wide_mat4_determinant(bp_wide_mat4 m);
/* Of the upper left 3x3 alone: the factor by which an affine matrix multiplies volumes. */
double bp_wide_mat4_determinant3(bp_wide_mat4 m);

/* False, and *out is the identity, where m is singular: where its determinant is no larger than
 * what rounding alone would leave of the products it is a sum of. Unlike a fixed epsilon, this
 * measure doesn't change when rows or columns are scaled, so that a model in micrometres inverts.
 * Also false where m or the inverse isn't finite in double. */
bool bp_wide_mat4_inverse(bp_wide_mat4 m, bp_wide_mat4 *out);
/* The last column of m is taken to be (0, 0, 0, 1) and is exactly that in *out. */
bool bp_wide_mat4_inverse_affine(bp_wide_mat4 m, bp_wide_mat4 *out);

/* False where a scale is 0; see bp_mat4_decompose. */
bool bp_wide_mat4_decompose(bp_wide_mat4 m, bp_wide_trs *out);

#endif
