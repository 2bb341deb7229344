/* The longer matrix functions. Those that would lose digits compute in double (double.c, double_inverse.c)
 * and round once. */
#include "math/double.h"

bp_mat4 bp_mat4_transpose(bp_mat4 m) {
    bp_mat4 r;
    for (int row = 0; row < 4; row++)
        for (int column = 0; column < 4; column++) r.m[4 * row + column] = m.m[4 * column + row];
    return r;
}

bp_mat4 bp_mat4_rotation_x(float radians) {
    float s, c;
    bp_sincos(radians, &s, &c);
    return (bp_mat4){{1, 0, 0, 0, 0, c, s, 0, 0, -s, c, 0, 0, 0, 0, 1}};
}

bp_mat4 bp_mat4_rotation_y(float radians) {
    float s, c;
    bp_sincos(radians, &s, &c);
    return (bp_mat4){{c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, 0, 0, 0, 1}};
}

bp_mat4 bp_mat4_rotation_z(float radians) {
    float s, c;
    bp_sincos(radians, &s, &c);
    return (bp_mat4){{c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
}

bp_mat4 bp_mat4_from_axis_angle(bp_vec3 axis, float radians) {
    return bp_dmat4_to_mat4(bp_dmat4_from_axis_angle(bp_dvec3_from_vec3(axis), radians));
}

bp_mat4 bp_mat4_from_quat(bp_quat q) { return bp_dmat4_to_mat4(bp_dmat4_from_dquat(bp_dquat_from_quat(q))); }

bp_mat4 bp_mat4_from_trs(bp_trs trs) { return bp_dmat4_to_mat4(bp_dmat4_from_dtrs(bp_dtrs_from_trs(trs))); }

bool bp_mat4_decompose(bp_mat4 m, bp_trs *out) {
    bp_dtrs trs;
    bool ok = bp_dmat4_decompose(bp_dmat4_from_mat4(m), &trs);
    *out = bp_dtrs_to_trs(trs);
    return ok;
}

float bp_mat4_determinant(bp_mat4 m) { return (float)bp_dmat4_determinant(bp_dmat4_from_mat4(m)); }

/* An inverse that is finite in double may still be too large for float. */
static bool round_inverse(bool regular, bp_dmat4 inverse, bp_mat4 *out) {
    *out = bp_dmat4_to_mat4(inverse);
    for (int i = 0; i < 16; i++) regular = regular && bp_is_finite(out->m[i]);
    if (!regular) *out = bp_mat4_identity();
    return regular;
}

bool bp_mat4_inverse(bp_mat4 m, bp_mat4 *out) {
    bp_dmat4 inverse;
    bool regular = bp_dmat4_inverse(bp_dmat4_from_mat4(m), &inverse);
    return round_inverse(regular, inverse, out);
}

bool bp_mat4_inverse_affine(bp_mat4 m, bp_mat4 *out) {
    bp_dmat4 inverse;
    bool regular = bp_dmat4_inverse_affine(bp_dmat4_from_mat4(m), &inverse);
    return round_inverse(regular, inverse, out);
}

/* Row i is the cross product of the other two rows. It is perpendicular to both of them, as the transformed
 * axis normal i must be. A mirrored matrix reverses all three rows, so they are negated. */
static void cofactor_rows(bp_mat4 m, bp_dvec3 cofactor[3]) {
    bp_dvec3 row[3];
    for (int i = 0; i < 3; i++) row[i] = (bp_dvec3){m.m[4 * i], m.m[4 * i + 1], m.m[4 * i + 2]};
    for (int i = 0; i < 3; i++) cofactor[i] = bp_dvec3_cross(row[(i + 1) % 3], row[(i + 2) % 3]);
    if (bp_dvec3_dot(row[0], cofactor[0]) >= 0.0) return;
    for (int i = 0; i < 3; i++) cofactor[i] = (bp_dvec3){-cofactor[i].x, -cofactor[i].y, -cofactor[i].z};
}

bp_mat4 bp_mat4_normal_matrix(bp_mat4 m) {
    bp_dvec3 cofactor[3];
    cofactor_rows(m, cofactor);
    double longest = 0.0;
    for (int i = 0; i < 3; i++) {
        double length = bp_dvec3_length(cofactor[i]);
        if (length > longest) longest = length;
    }
    if (longest == 0.0) longest = 1.0;
    bp_mat4 r = bp_mat4_identity();
    for (int i = 0; i < 3; i++) {
        r.m[4 * i] = (float)(cofactor[i].x / longest);
        r.m[4 * i + 1] = (float)(cofactor[i].y / longest);
        r.m[4 * i + 2] = (float)(cofactor[i].z / longest);
    }
    return r;
}

bp_vec3 bp_mat4_normal(bp_mat4 m, bp_vec3 normal) {
    return bp_vec3_normalize(bp_mat4_direction(bp_mat4_normal_matrix(m), normal));
}
