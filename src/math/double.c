/* Quaternions and matrices in double: the functions too long for double.h. */
#include "math/double.h"
#include <float.h>

/* Newton's method on x = part * 8^n, with the part from 0.5 to 4: from 1 it takes six steps to all digits. */
double bp_cube_root_d(double x) {
    int exponent;
    if (x == 0.0 || !bp_is_finite(x)) return x;
    double part = frexp(fabs(x), &exponent), root = 1.0;
    int n = (exponent + 1200) / 3 - 400, over = exponent - 3 * n;
    part = ldexp(part, over);
    for (int i = 0; i < 7; i++) root = (2.0 * root + part / (root * root)) / 3.0;
    return ldexp(x < 0.0 ? -root : root, n);
}

bp_dquat bp_dquat_from_axis_angle(bp_dvec3 axis, double radians) {
    double length = bp_dvec3_length(axis), sine, cosine;
    if (length == 0.0) return (bp_dquat){0, 0, 0, 1};
    bp_sincos_d(0.5 * radians, &sine, &cosine);
    double s = sine / length;
    return (bp_dquat){axis.x * s, axis.y * s, axis.z * s, cosine};
}

/* The product (yaw about Y) (pitch about X) (roll about Z), expanded. */
bp_dquat bp_dquat_from_euler(bp_dvec3 pitch_yaw_roll) {
    double sp, cp, sy, cy, sr, cr;
    bp_sincos_d(0.5 * pitch_yaw_roll.x, &sp, &cp);
    bp_sincos_d(0.5 * pitch_yaw_roll.y, &sy, &cy);
    bp_sincos_d(0.5 * pitch_yaw_roll.z, &sr, &cr);
    return (bp_dquat){cy * sp * cr + sy * cp * sr, sy * cp * cr - cy * sp * sr, cy * cp * sr - sy * sp * cr,
                      cy * cp * cr + sy * sp * sr};
}

bp_dvec3 bp_dquat_to_euler(bp_dquat q) {
    /* Row 2, column 1 of the matrix of q is -sin(pitch), which is -2 times this. */
    const double nearly_vertical = 0.4999999;
    double half_sine = q.x * q.w - q.y * q.z;
    if (fabs(half_sine) > nearly_vertical) {
        double quarter_turn = half_sine > 0.0 ? 0x1.921fb54442d18p+0 : -0x1.921fb54442d18p+0;
        return (bp_dvec3){quarter_turn, 2.0 * bp_atan2_d(q.y, q.w), 0.0};
    }
    double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z, ww = q.w * q.w;
    return (bp_dvec3){bp_asin_d(2.0 * half_sine),
                      bp_atan2_d(2.0 * (q.z * q.x + q.y * q.w), zz - xx - yy + ww),
                      bp_atan2_d(2.0 * (q.x * q.y + q.z * q.w), yy - zz - xx + ww)};
}

/* Shepperd's method. The diagonal gives 4w^2 - 1 = trace, 4x^2 = 1 + m00 - m11 - m22 and so on. The component
 * computed by a square root is one of at least 1/2, because the others are divided by it and would lose
 * digits otherwise. */
bp_dquat bp_dquat_from_dmat4(bp_dmat4 matrix) {
    const double *m = matrix.m;
    double trace = m[0] + m[5] + m[10];
    if (trace > 0.0) {
        double w4 = 2.0 * sqrt(trace + 1.0);
        return (bp_dquat){(m[6] - m[9]) / w4, (m[8] - m[2]) / w4, (m[1] - m[4]) / w4, 0.25 * w4};
    }
    if (m[0] > m[5] && m[0] > m[10]) {
        double x4 = 2.0 * sqrt(1.0 + m[0] - m[5] - m[10]);
        return (bp_dquat){0.25 * x4, (m[1] + m[4]) / x4, (m[2] + m[8]) / x4, (m[6] - m[9]) / x4};
    }
    if (m[5] > m[10]) {
        double y4 = 2.0 * sqrt(1.0 + m[5] - m[0] - m[10]);
        return (bp_dquat){(m[1] + m[4]) / y4, 0.25 * y4, (m[6] + m[9]) / y4, (m[8] - m[2]) / y4};
    }
    double z4 = 2.0 * sqrt(1.0 + m[10] - m[0] - m[5]);
    return (bp_dquat){(m[2] + m[8]) / z4, (m[6] + m[9]) / z4, 0.25 * z4, (m[1] - m[4]) / z4};
}

/* v + 2w (u x v) + 2 u x (u x v), u the vector part of q. */
bp_dvec3 bp_dquat_rotate(bp_dquat q, bp_dvec3 v) {
    bp_dvec3 u = {q.x, q.y, q.z};
    bp_dvec3 once = bp_dvec3_cross(u, v), twice = bp_dvec3_cross(u, once);
    return (bp_dvec3){v.x + 2.0 * (q.w * once.x + twice.x), v.y + 2.0 * (q.w * once.y + twice.y),
                      v.z + 2.0 * (q.w * once.z + twice.z)};
}

bp_dmat4 bp_dmat4_from_dquat(bp_dquat q) {
    return bp_dmat4_from_dtrs((bp_dtrs){.rotation = q, .scale = {1, 1, 1}});
}

/* Rodrigues: cos * identity + (1 - cos) * axis^T axis + sin * (cross product with the axis). */
bp_dmat4 bp_dmat4_from_axis_angle(bp_dvec3 axis, double radians) {
    bp_dvec3 a = bp_dvec3_normalize(axis);
    double s, c;
    bp_sincos_d(radians, &s, &c);
    if (a.x == 0.0 && a.y == 0.0 && a.z == 0.0) return bp_dmat4_identity();
    double k = 1.0 - c;
    return (bp_dmat4){{k * a.x * a.x + c, k * a.x * a.y + s * a.z, k * a.x * a.z - s * a.y, 0,
                       k * a.x * a.y - s * a.z, k * a.y * a.y + c, k * a.y * a.z + s * a.x, 0,
                       k * a.x * a.z + s * a.y, k * a.y * a.z - s * a.x, k * a.z * a.z + c, 0, 0, 0, 0, 1}};
}

static double row_length(const double row[3]) {
    return sqrt(row[0] * row[0] + row[1] * row[1] + row[2] * row[2]);
}

bool bp_dmat4_decompose(bp_dmat4 m, bp_dtrs *out) {
    bp_dvec3 s = {row_length(&m.m[0]), row_length(&m.m[4]), row_length(&m.m[8])};
    if (bp_dmat4_determinant(m) <= 0.0) s.y = -s.y;
    out->position = (bp_dvec3){m.m[12], m.m[13], m.m[14]};
    out->rotation = (bp_dquat){0, 0, 0, 1};
    out->scale = s;
    if (s.x == 0.0 || s.y == 0.0 || s.z == 0.0) return false;
    for (int column = 0; column < 3; column++) {
        m.m[column] /= s.x;
        m.m[4 + column] /= s.y;
        m.m[8 + column] /= s.z;
    }
    out->rotation = bp_dquat_from_dmat4(m);
    return true;
}

/* Determinants and inverses in double, by cofactors.
 *
 * When is a matrix singular? A determinant is a sum of positive and negative products. We also sum the
 * magnitudes of these products. If the determinant is only a few rounding errors of that sum, it is noise,
 * and we call the matrix singular. Scaling a row or a column scales both sums alike, so units don't matter,
 * unlike with a fixed epsilon: a model in micrometres has an inverse.
 */

/* The six 2x2 minors of two rows, for columns 01, 02, 03, 12, 13, 23, and the sums of their products'
 * magnitudes. */
typedef struct row_pair {
    double minor[6], magnitude[6];
} row_pair;

static row_pair pair_rows(const double a[4], const double b[4]) {
    row_pair pair;
    int n = 0;
    for (int i = 0; i < 3; i++)
        for (int j = i + 1; j < 4; j++, n++) {
            double down = a[i] * b[j], up = a[j] * b[i];
            pair.minor[n] = down - up;
            pair.magnitude[n] = fabs(down) + fabs(up);
        }
    return pair;
}

/* Laplace's expansion along the first two rows. */
static double determinant_of_pairs(const double s[6], const double c[6]) {
    return s[0] * c[5] - s[1] * c[4] + s[2] * c[3] + s[3] * c[2] - s[4] * c[1] + s[5] * c[0];
}

double bp_dmat4_determinant(bp_dmat4 m) {
    row_pair top = pair_rows(&m.m[0], &m.m[4]), bottom = pair_rows(&m.m[8], &m.m[12]);
    return determinant_of_pairs(top.minor, bottom.minor);
}

double bp_dmat4_determinant3(bp_dmat4 m) {
    const double *a = m.m;
    return a[0] * (a[5] * a[10] - a[6] * a[9]) - a[1] * (a[4] * a[10] - a[6] * a[8]) +
           a[2] * (a[4] * a[9] - a[5] * a[8]);
}

/* 16 rounding errors: a few more than a determinant has. False for NaN and infinity. */
static bool is_regular(double determinant, double magnitude) {
    return fabs(determinant) > 16.0 * DBL_EPSILON * magnitude;
}

static bool store_inverse(const bp_dmat4 *inverse, bool regular, bp_dmat4 *out) {
    for (int i = 0; i < 16; i++) regular = regular && bp_is_finite(inverse->m[i]);
    *out = regular ? *inverse : bp_dmat4_identity();
    return regular;
}

bool bp_dmat4_inverse(bp_dmat4 m, bp_dmat4 *out) {
    const double *a = m.m;
    row_pair top = pair_rows(&a[0], &a[4]), bottom = pair_rows(&a[8], &a[12]);
    const double *s = top.minor, *c = bottom.minor;
    double magnitude = 0.0;
    for (int i = 0; i < 6; i++) magnitude += top.magnitude[i] * bottom.magnitude[5 - i];
    double d = determinant_of_pairs(s, c);
    bp_dmat4 r = {{
        (a[5] * c[5] - a[6] * c[4] + a[7] * c[3]) / d,
        (a[2] * c[4] - a[1] * c[5] - a[3] * c[3]) / d,
        (a[13] * s[5] - a[14] * s[4] + a[15] * s[3]) / d,
        (a[10] * s[4] - a[9] * s[5] - a[11] * s[3]) / d,
        (a[6] * c[2] - a[4] * c[5] - a[7] * c[1]) / d,
        (a[0] * c[5] - a[2] * c[2] + a[3] * c[1]) / d,
        (a[14] * s[2] - a[12] * s[5] - a[15] * s[1]) / d,
        (a[8] * s[5] - a[10] * s[2] + a[11] * s[1]) / d,
        (a[4] * c[4] - a[5] * c[2] + a[7] * c[0]) / d,
        (a[1] * c[2] - a[0] * c[4] - a[3] * c[0]) / d,
        (a[12] * s[4] - a[13] * s[2] + a[15] * s[0]) / d,
        (a[9] * s[2] - a[8] * s[4] - a[11] * s[0]) / d,
        (a[5] * c[1] - a[4] * c[3] - a[6] * c[0]) / d,
        (a[0] * c[3] - a[1] * c[1] + a[2] * c[0]) / d,
        (a[13] * s[1] - a[12] * s[3] - a[14] * s[0]) / d,
        (a[8] * s[3] - a[9] * s[1] + a[10] * s[0]) / d,
    }};
    return store_inverse(&r, is_regular(d, magnitude), out);
}

bool bp_dmat4_inverse_affine(bp_dmat4 m, bp_dmat4 *out) {
    bp_dvec3 row[3], cofactor[3];
    double magnitude = 0.0;
    for (int i = 0; i < 3; i++) row[i] = (bp_dvec3){m.m[4 * i], m.m[4 * i + 1], m.m[4 * i + 2]};
    for (int i = 0; i < 3; i++) cofactor[i] = bp_dvec3_cross(row[(i + 1) % 3], row[(i + 2) % 3]);
    double d = bp_dvec3_dot(row[0], cofactor[0]);
    bp_dvec3 a = row[1], b = row[2];
    magnitude += fabs(row[0].x) * (fabs(a.y * b.z) + fabs(a.z * b.y));
    magnitude += fabs(row[0].y) * (fabs(a.z * b.x) + fabs(a.x * b.z));
    magnitude += fabs(row[0].z) * (fabs(a.x * b.y) + fabs(a.y * b.x));
    bp_dmat4 r = bp_dmat4_identity();
    for (int i = 0; i < 3; i++) { /* the cofactors of row i are column i of the inverse */
        r.m[i] = cofactor[i].x / d;
        r.m[4 + i] = cofactor[i].y / d;
        r.m[8 + i] = cofactor[i].z / d;
    }
    bp_dvec3 back = bp_dmat4_direction(r, (bp_dvec3){-m.m[12], -m.m[13], -m.m[14]});
    r.m[12] = back.x;
    r.m[13] = back.y;
    r.m[14] = back.z;
    return store_inverse(&r, is_regular(d, magnitude), out);
}
