/* Determinants and inverses in double, by cofactors.
 *
 * When is a matrix singular? A determinant is a sum of positive and negative products. We also sum the
 * magnitudes of these products. If the determinant is only a few rounding errors of that sum, it is noise,
 * and we call the matrix singular. Scaling a row or a column scales both sums alike, so units don't matter,
 * unlike with a fixed epsilon: a model in micrometres has an inverse.
 */
#include "math/double.h"

#include <float.h>

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
