/* A camera's matrices are computed at each call, never stored. Orbiting works in angles, which keeps the
 * horizon level. */
#include "scene/camera.h"
#include "mesh/editing.h"
#include "scene/figure.h"
#include <float.h>

static const float MAX_PITCH = 89; /* degrees */

static bp_vec3 up_of(const bp_camera *camera) {
    return bp_vec3_dot(camera->up, camera->up) > 0 ? bp_vec3_normalize(camera->up) : (bp_vec3){0, 1, 0};
}

static float fov_of(const bp_camera *camera) { return camera->fov_y > 0 ? camera->fov_y : bp_radians(45); }

bp_mat4 bp_camera_view(const bp_camera *camera) {
    return bp_mat4_look_at_rh(camera->eye, camera->target, up_of(camera));
}

static bp_mat4 projection(const bp_camera *camera, float aspect) {
    float distance = bp_vec3_distance(camera->eye, camera->target);
    float near_z = camera->near_z > 0 ? camera->near_z : distance * 0.01f;
    float far_z = camera->far_z > near_z ? camera->far_z : distance * 20;
    return bp_mat4_perspective_rh(fov_of(camera), aspect, near_z, far_z);
}

bp_mat4 bp_camera_view_projection(const bp_camera *camera, float aspect) {
    if (!camera) return bp_mat4_identity();
    return bp_mat4_mul(bp_camera_view(camera), projection(camera, aspect));
}

bp_vec3 bp_axis(int axis, float length) {
    return (bp_vec3){axis == 0 ? length : 0, axis == 1 ? length : 0, axis == 2 ? length : 0};
}

bp_vec3 bp_frame_axis(bp_mat4 frame, int axis) {
    const float *row = &frame.m[4 * axis];
    return bp_vec3_normalize((bp_vec3){row[0], row[1], row[2]});
}

float bp_camera_pixel_size(const bp_camera *camera, int height) {
    return 2 * bp_vec3_distance(camera->eye, camera->target) * bp_tan(fov_of(camera) / 2) / (float)height;
}

void bp_camera_orbit(bp_camera *camera, float yaw, float pitch) {
    if (!camera) return;
    bp_vec3 up = up_of(camera);
    bp_vec3 arm = bp_vec3_sub(camera->eye, camera->target);
    float distance = bp_vec3_length(arm);
    if (!(distance > 0 && distance <= FLT_MAX)) return;
    float sine = bp_clamp(bp_vec3_dot(arm, up) / distance, -1, 1);
    float height = bp_clamp(bp_asin(sine) + pitch, bp_radians(-MAX_PITCH), bp_radians(MAX_PITCH));
    bp_vec3 level = bp_vec3_sub(arm, bp_vec3_scale(up, bp_vec3_dot(arm, up)));
    if (!(bp_vec3_dot(level, level) > 0)) return; /* straight above: no heading to rotate */
    level = bp_quat_rotate(bp_quat_from_axis_angle(up, yaw), bp_vec3_normalize(level));
    arm = bp_vec3_add(bp_vec3_scale(level, distance * bp_cos(height)),
                      bp_vec3_scale(up, distance * bp_sin(height)));
    camera->eye = bp_vec3_add(camera->target, arm);
}

void bp_camera_pan(bp_camera *camera, float x, float y) {
    bp_vec3 forward = bp_vec3_sub(camera->target, camera->eye);
    float height = 2 * bp_vec3_length(forward) * bp_tan(fov_of(camera) / 2);
    bp_vec3 right = bp_vec3_normalize(bp_vec3_cross(forward, up_of(camera)));
    bp_vec3 up = bp_vec3_normalize(bp_vec3_cross(right, forward));
    bp_vec3 step = bp_vec3_add(bp_vec3_scale(right, x * height), bp_vec3_scale(up, y * height));
    camera->eye = bp_vec3_add(camera->eye, step);
    camera->target = bp_vec3_add(camera->target, step);
}

void bp_camera_zoom(bp_camera *camera, float factor) {
    if (!camera) return;
    bp_vec3 arm = bp_vec3_sub(camera->eye, camera->target);
    camera->eye = bp_vec3_add(camera->target, bp_vec3_scale(arm, bp_clamp(factor, 0.05f, 20)));
}

/* The least distance of the eye from the box's centre at which the picture shows a corner. A corner x to
 * the side and z towards the eye is seen at the tangent x / (distance - z). */
static float distance_to_show(bp_vec3 corner, bp_vec3 right, bp_vec3 up, bp_vec3 back, float tan_x,
                              float tan_y) {
    float z = bp_vec3_dot(corner, back);
    float for_x = z + fabsf(bp_vec3_dot(corner, right)) / tan_x;
    float for_y = z + fabsf(bp_vec3_dot(corner, up)) / tan_y;
    return for_x > for_y ? for_x : for_y;
}

void bp_camera_fit(bp_camera *camera, bp_bounds bounds, float aspect) {
    if (!camera) return;
    if (bp_bounds_is_empty(bounds)) return;
    const float margin = 1.08f;
    bp_vec3 center = bp_bounds_center(bounds), half = bp_vec3_sub(bounds.hi, center);
    bp_vec3 back = bp_vec3_normalize(bp_vec3_sub(camera->eye, camera->target));
    if (!(bp_vec3_dot(back, back) > 0)) back = (bp_vec3){0, 0, 1};
    /* The camera's axes are the view matrix's columns. */
    bp_mat4 view = bp_mat4_look_at_rh(bp_vec3_add(center, back), center, up_of(camera));
    bp_vec3 right = {view.m[0], view.m[4], view.m[8]}, up = {view.m[1], view.m[5], view.m[9]};
    float tan_y = bp_tan(fov_of(camera) / 2) / margin, tan_x = tan_y * aspect, distance = 0;
    for (int i = 0; i < 8; i++) {
        bp_vec3 corner = {i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z};
        float required = distance_to_show(corner, right, up, back, tan_x, tan_y);
        if (required > distance) distance = required;
    }
    if (!(distance > 0)) distance = 1; /* a point */
    camera->target = center;
    camera->eye = bp_vec3_add(center, bp_vec3_scale(back, distance));
}

bool bp_camera_project(const bp_camera *camera, bp_rect viewport, bp_vec3 position, bp_vec2 *pixel,
                       float *depth) {
    if (!camera) return false;
    float aspect = (float)viewport.width / (float)viewport.height;
    bp_vec4 clip = bp_mat4_vec4(bp_camera_view_projection(camera, aspect),
                                (bp_vec4){position.x, position.y, position.z, 1});
    if (!(clip.w > 0 && clip.z >= 0)) return false;
    pixel->x = (float)viewport.x + (clip.x / clip.w * 0.5f + 0.5f) * (float)viewport.width;
    pixel->y = (float)viewport.y + (0.5f - clip.y / clip.w * 0.5f) * (float)viewport.height;
    if (depth) *depth = clip.z / clip.w;
    return true;
}

/* The camera's axes are the view matrix's columns; it looks along -Z. */
bp_ray bp_camera_ray(const bp_camera *camera, bp_rect viewport, bp_vec2 pixel) {
    if (!camera) return (bp_ray){0};
    bp_mat4 view = bp_camera_view(camera);
    float tan_y = bp_tan(fov_of(camera) / 2), tan_x = tan_y * (float)viewport.width / (float)viewport.height;
    float x = (2 * (pixel.x - (float)viewport.x) / (float)viewport.width - 1) * tan_x;
    float y = (1 - 2 * (pixel.y - (float)viewport.y) / (float)viewport.height) * tan_y;
    bp_vec3 direction = {view.m[0] * x + view.m[1] * y - view.m[2], view.m[4] * x + view.m[5] * y - view.m[6],
                         view.m[8] * x + view.m[9] * y - view.m[10]};
    return (bp_ray){camera->eye, bp_vec3_normalize(direction)};
}

bool bp_ray_plane(bp_ray ray, bp_vec3 point, bp_vec3 normal, bp_vec3 *at) {
    float along = bp_vec3_dot(ray.direction, normal);
    float distance = bp_vec3_dot(bp_vec3_sub(point, ray.origin), normal) / along;
    if (!(distance > 0 && distance <= FLT_MAX)) return false;
    *at = bp_vec3_add(ray.origin, bp_vec3_scale(ray.direction, distance));
    return true;
}

bool bp_ray_triangle(bp_ray ray, bp_vec3 a, bp_vec3 b, bp_vec3 c, float *distance) {
    bp_vec3 ab = bp_vec3_sub(b, a), ac = bp_vec3_sub(c, a), from_a = bp_vec3_sub(ray.origin, a);
    bp_vec3 across = bp_vec3_cross(ray.direction, ac), over = bp_vec3_cross(from_a, ab);
    float determinant = bp_vec3_dot(ab, across);
    float u = bp_vec3_dot(from_a, across) / determinant, v = bp_vec3_dot(ray.direction, over) / determinant;
    if (!(u >= 0 && v >= 0 && u + v <= 1)) return false; /* outside, or NaN: edge on */
    *distance = bp_vec3_dot(ac, over) / determinant;
    return *distance > 0;
}

bool bp_view_check(const bp_view *view, bp_error *error) {
    if (view && view->viewport.width > 0 && view->viewport.height > 0) return true;
    if (!view) return bp_fail(error, BP_ERROR_ARGUMENT, "view", "is NULL");
    return bp_fail(error, BP_ERROR_ARGUMENT, "bp_view.viewport", "is %d x %d pixels; set its size",
                   view->viewport.width, view->viewport.height);
}

bool bp_segment_cut(bp_vec2 low, bp_vec2 high, bp_vec2 *a, bp_vec2 *b) {
    const float least[2] = {low.x, low.y}, most[2] = {high.x, high.y};
    const float from[2] = {a->x, a->y}, to[2] = {b->x, b->y}, by[2] = {to[0] - from[0], to[1] - from[1]};
    float t0 = 0, t1 = 1;
    for (int i = 0; i < 2; i++) {
        if ((from[i] < least[i] && to[i] < least[i]) || (from[i] > most[i] && to[i] > most[i])) return false;
        if (by[i] == 0) continue; /* along the border: inside as a whole */
        float enter = (least[i] - from[i]) / by[i], leave = (most[i] - from[i]) / by[i];
        t0 = fmaxf(t0, by[i] > 0 ? enter : leave), t1 = fminf(t1, by[i] > 0 ? leave : enter);
    }
    if (!(t0 < t1)) return false;
    if (t1 < 1) *b = (bp_vec2){from[0] + by[0] * t1, from[1] + by[1] * t1};
    if (t0 > 0) *a = (bp_vec2){from[0] + by[0] * t0, from[1] + by[1] * t0};
    return true;
}
