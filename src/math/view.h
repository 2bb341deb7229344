/* Babylon.js's own left-handed views and projections, which lessons and tests compare: Matrix.LookAtLH,
 * PerspectiveFovLH, OrthoLH. As those of bindpose/math.h, but the camera looks along +Z. */
#ifndef BP_MATH_VIEW_H
#define BP_MATH_VIEW_H

#include <bindpose/math.h>

bp_mat4 bp_mat4_look_at_lh(bp_vec3 eye, bp_vec3 target, bp_vec3 up);
bp_mat4 bp_mat4_perspective_lh(float fov_y, float aspect, float near_z, float far_z);
bp_mat4 bp_mat4_orthographic_lh(float width, float height, float near_z, float far_z);

#endif
