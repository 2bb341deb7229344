/* The longer matrix functions. Those that would lose digits compute in double (double.c)
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

/* View and projection matrices: world to eye space, and eye to clip space.
 *
 * A view matrix is the inverse of the camera's world matrix: its columns are the camera's axes. The camera
 * looks along its -Z. A projection with depth 0..1 maps the near plane to z/w = 0 and the far plane to z/w =
 * 1, where w is the distance in front of the camera.
 */

/* An up direction that replaces one parallel to the camera's z axis: Y, or for a vertical z axis the
 * horizontal direction that keeps world X to the right. */
static bp_dvec3 fallback_up(bp_dvec3 z) {
    if (fabs(z.y) < 0.9) return (bp_dvec3){0, 1, 0};
    return (bp_dvec3){0, 0, z.y > 0.0 ? -1.0 : 1.0};
}

bp_mat4 bp_mat4_look_at_rh(bp_vec3 eye, bp_vec3 target, bp_vec3 up) {
    const double parallel = 1e-6; /* sine of the smallest angle between view direction and up */
    bp_dvec3 e = bp_dvec3_from_vec3(eye);
    bp_dvec3 z = {(double)eye.x - target.x, (double)eye.y - target.y, (double)eye.z - target.z};
    z = z.x == 0.0 && z.y == 0.0 && z.z == 0.0 ? (bp_dvec3){0, 0, 1} : bp_dvec3_normalize(z);
    bp_dvec3 x = bp_dvec3_cross(bp_dvec3_normalize(bp_dvec3_from_vec3(up)), z);
    if (bp_dvec3_length(x) < parallel) x = bp_dvec3_cross(fallback_up(z), z);
    x = bp_dvec3_normalize(x);
    bp_dvec3 y = bp_dvec3_cross(z, x);
    double ex = -bp_dvec3_dot(x, e), ey = -bp_dvec3_dot(y, e), ez = -bp_dvec3_dot(z, e);
    return bp_dmat4_to_mat4(
        (bp_dmat4){{x.x, y.x, z.x, 0, x.y, y.y, z.y, 0, x.z, y.z, z.z, 0, ex, ey, ez, 1}});
}

/* With near / far, a far plane at infinity needs no special case. */
bp_mat4 bp_mat4_perspective_rh(float fov_y, float aspect, float near_z, float far_z) {
    double sine, cosine, depth = 1.0 / (1.0 - (double)near_z / far_z);
    bp_sincos_d(0.5 * fov_y, &sine, &cosine);
    double zoom = cosine / sine;
    return bp_dmat4_to_mat4(
        (bp_dmat4){{zoom / aspect, 0, 0, 0, 0, zoom, 0, 0, 0, 0, -depth, -1, 0, 0, -near_z * depth, 0}});
}

bp_mat4 bp_mat4_orthographic_rh(float width, float height, float near_z, float far_z) {
    double depth = (double)far_z - near_z;
    return bp_dmat4_to_mat4((bp_dmat4){
        {2.0 / width, 0, 0, 0, 0, 2.0 / height, 0, 0, 0, 0, -1.0 / depth, 0, 0, 0, -near_z / depth, 1}});
}
