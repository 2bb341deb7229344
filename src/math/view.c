/* View and projection matrices: world to eye space, and eye to clip space.
 *
 * A view matrix is the inverse of the camera's world matrix: its columns are the camera's axes. The
 * right-handed camera looks along its -Z, the left-handed one along its +Z. A projection with depth 0..1 maps
 * the near plane to z/w = 0 and the far plane to z/w = 1, where w is the distance in front of the camera.
 */
#include "math/double.h"
#include "math/view.h"

/* An up direction that replaces one parallel to the camera's z axis: Y, or for a vertical z axis the
 * horizontal direction that keeps world X to the right. */
static bp_dvec3 fallback_up(bp_dvec3 z) {
    if (fabs(z.y) < 0.9) return (bp_dvec3){0, 1, 0};
    return (bp_dvec3){0, 0, z.y > 0.0 ? -1.0 : 1.0};
}

/* The view matrix of a camera at `eye` whose z axis points along `direction`. */
static bp_mat4 look_along(bp_vec3 eye, bp_dvec3 direction, bp_vec3 up) {
    const double parallel = 1e-6; /* sine of the smallest angle between view direction and up */
    bp_dvec3 e = bp_dvec3_from_vec3(eye), z = bp_dvec3_normalize(direction);
    bp_dvec3 x = bp_dvec3_cross(bp_dvec3_normalize(bp_dvec3_from_vec3(up)), z);
    if (bp_dvec3_length(x) < parallel) x = bp_dvec3_cross(fallback_up(z), z);
    x = bp_dvec3_normalize(x);
    bp_dvec3 y = bp_dvec3_cross(z, x);
    double ex = -bp_dvec3_dot(x, e), ey = -bp_dvec3_dot(y, e), ez = -bp_dvec3_dot(z, e);
    return bp_dmat4_to_mat4(
        (bp_dmat4){{x.x, y.x, z.x, 0, x.y, y.y, z.y, 0, x.z, y.z, z.z, 0, ex, ey, ez, 1}});
}

static bp_dvec3 from_to(bp_vec3 a, bp_vec3 b, bp_dvec3 if_same) {
    bp_dvec3 d = {(double)b.x - a.x, (double)b.y - a.y, (double)b.z - a.z};
    return d.x == 0.0 && d.y == 0.0 && d.z == 0.0 ? if_same : d;
}

bp_mat4 bp_mat4_look_at_rh(bp_vec3 eye, bp_vec3 target, bp_vec3 up) {
    return look_along(eye, from_to(target, eye, (bp_dvec3){0, 0, 1}), up);
}

bp_mat4 bp_mat4_look_at_lh(bp_vec3 eye, bp_vec3 target, bp_vec3 up) {
    return look_along(eye, from_to(eye, target, (bp_dvec3){0, 0, 1}), up);
}

/* `side` is +1 if the camera looks along +Z, -1 if along -Z. With near / far, a far plane at infinity needs
 * no special case. */
static bp_mat4 perspective(float fov_y, float aspect, float near_z, float far_z, double side) {
    double sine, cosine, depth = 1.0 / (1.0 - (double)near_z / far_z);
    bp_sincos_d(0.5 * fov_y, &sine, &cosine);
    double zoom = cosine / sine;
    return bp_dmat4_to_mat4((bp_dmat4){
        {zoom / aspect, 0, 0, 0, 0, zoom, 0, 0, 0, 0, side * depth, side, 0, 0, -near_z * depth, 0}});
}

bp_mat4 bp_mat4_perspective_rh(float fov_y, float aspect, float near_z, float far_z) {
    return perspective(fov_y, aspect, near_z, far_z, -1.0);
}

bp_mat4 bp_mat4_perspective_lh(float fov_y, float aspect, float near_z, float far_z) {
    return perspective(fov_y, aspect, near_z, far_z, 1.0);
}

static bp_mat4 orthographic(float width, float height, float near_z, float far_z, double side) {
    double depth = (double)far_z - near_z;
    return bp_dmat4_to_mat4((bp_dmat4){
        {2.0 / width, 0, 0, 0, 0, 2.0 / height, 0, 0, 0, 0, side / depth, 0, 0, 0, -near_z / depth, 1}});
}

bp_mat4 bp_mat4_orthographic_rh(float width, float height, float near_z, float far_z) {
    return orthographic(width, height, near_z, far_z, -1.0);
}

bp_mat4 bp_mat4_orthographic_lh(float width, float height, float near_z, float far_z) {
    return orthographic(width, height, near_z, far_z, 1.0);
}
