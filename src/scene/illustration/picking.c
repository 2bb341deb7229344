/* What is under the mouse: the ring of the chosen bone, joints, bones' lines, the mesh. Joints win over
 * lines. The nearest to the mouse wins; of several at one pixel the last in the tree, so clicking reaches
 * children. On a mesh, the bone whose part is under the mouse, and the axis about which a drag rotates it:
 * bp_figure_pick searches all triangles of the posed figure, once for each movement. */
#include "rig/engine.h"
#include "scene/illustration/stage_drawing.h"
#include <bindpose/pick.h>

enum { JOINT_REACH = 11, LINE_REACH = 7, RING_REACH = 8, RING_POINTS = 48 };

bp_pointed bp_pointed_nothing(void) {
    return (bp_pointed){.placed = -1, .bone = BP_ID_NONE, .handle = -1, .slider = -1};
}

bp_mat4 bp_bone_frame(const bp_stage *stage, const bp_bone *bone) {
    bp_mat4 chain = bp_bone_chain(bone);
    return stage->figure ? bp_mat4_mul(chain, bp_figure_world(stage->figure)) : chain;
}

static bool to_pixel(const bp_placed_stage *placed, bp_vec3 at, bp_vec2 *pixel) {
    return bp_camera_project(&placed->camera, placed->rect, at, pixel, NULL);
}

static float distance_to(bp_vec2 a, float x, float y) {
    float dx = a.x - x, dy = a.y - y;
    return sqrtf(dx * dx + dy * dy);
}

/* How far along a line segment its point nearest to another one is, 0..1; and their distance, in pixels. */
static float part_of_line(bp_vec2 a, bp_vec2 b, float x, float y) {
    float dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
    return length > 0 ? bp_clamp(((x - a.x) * dx + (y - a.y) * dy) / length, 0, 1) : 0;
}

static float distance_to_line(bp_vec2 a, bp_vec2 b, float x, float y) {
    float t = part_of_line(a, b, x, y);
    return distance_to((bp_vec2){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)}, x, y);
}

float bp_handle_distance(const bp_placed_handle *handle, const bp_placed_stage *placed, float x, float y) {
    bp_vec2 at, before = {0};
    float distance = to_pixel(placed, handle->position, &at) ? distance_to(at, x, y) : INFINITY;
    for (int i = 0, last = 0, seen = 0; i < handle->count; i++, last = seen, before = at) {
        seen = to_pixel(placed, handle->curve[i], &at);
        if (seen && last) distance = fminf(distance, distance_to_line(before, at, x, y));
    }
    return distance;
}

/* From a point to the bone's line as it is drawn, in pixels. */
static float line_distance(const bp_stage *stage, const bp_placed_stage *placed, const bp_bone *bone, float x,
                           float y) {
    bp_mat4 frame = bp_bone_frame(stage, bone);
    bp_vec2 from, to;
    float length, min = INFINITY;
    if (!to_pixel(placed, bp_mat4_position(frame), &from)) return min;
    if (bp_bone_has_length(bone) && bp_bone_length(bone, &length))
        return to_pixel(placed, bp_mat4_point(frame, (bp_vec3){0, length, 0}), &to)
                   ? distance_to_line(from, to, x, y)
                   : min;
    for (const bp_bone *child = bp_bone_first_child(bone); child; child = bp_bone_next_sibling(child)) {
        if (!to_pixel(placed, bp_mat4_position(bp_bone_frame(stage, child)), &to)) continue;
        min = fminf(min, distance_to_line(from, to, x, y));
    }
    return min;
}

static float joint_distance(const bp_stage *stage, const bp_placed_stage *placed, const bp_bone *bone,
                            float x, float y) {
    bp_vec2 at;
    return to_pixel(placed, bp_mat4_position(bp_bone_frame(stage, bone)), &at) ? distance_to(at, x, y)
                                                                               : INFINITY;
}

/* The bone that is nearest by that measure. */
static bp_bone *nearest(const bp_stage *stage, const bp_placed_stage *placed, float x, float y, float reach,
                        float (*measure)(const bp_stage *stage, const bp_placed_stage *placed,
                                         const bp_bone *bone, float x, float y)) {
    bp_bone *found = NULL;
    for (size_t i = 0; stage->skeleton && i < bp_skeleton_count(stage->skeleton); i++) {
        bp_bone *bone = bp_skeleton_bone(stage->skeleton, i);
        float distance = measure(stage, placed, bone, x, y);
        if (distance <= reach) reach = distance, found = bone;
    }
    return found;
}

bp_bone *bp_pick_joint(const bp_stage *stage, const bp_placed_stage *placed, float x, float y, float reach) {
    return nearest(stage, placed, x, y, reach, joint_distance);
}

bp_bone *bp_pick_bone(const bp_stage *stage, const bp_placed_stage *placed, float x, float y, float unit) {
    bp_bone *joint = bp_pick_joint(stage, placed, x, y, JOINT_REACH * unit);
    return joint ? joint : nearest(stage, placed, x, y, LINE_REACH * unit, line_distance);
}

void bp_rotation_ring_points(bp_mat4 frame, int axis, float radius, bp_vec3 *points, int count) {
    bp_vec3 u = bp_frame_axis(frame, (axis + 1) % 3), v = bp_frame_axis(frame, (axis + 2) % 3),
            center = bp_mat4_position(frame);
    for (int i = 0; i < count; i++) {
        float angle = 2 * BP_PI * (float)i / (float)count;
        bp_vec3 out =
            bp_vec3_add(bp_vec3_scale(u, radius * bp_cos(angle)), bp_vec3_scale(v, radius * bp_sin(angle)));
        points[i] = bp_vec3_add(center, out);
    }
}

static int ring_on_screen(const bp_rotation_ring *ring, const bp_placed_stage *placed,
                          bp_vec2 pixels[RING_POINTS]) {
    bp_vec3 points[RING_POINTS];
    if (!ring->bone || !(placed->ring > 0)) return 0;
    bp_rotation_ring_points(bp_bone_frame(ring->stage, ring->bone), ring->axis, placed->ring, points,
                            RING_POINTS);
    for (int i = 0; i < RING_POINTS; i++)
        if (!to_pixel(placed, points[i], &pixels[i])) return 0;
    return RING_POINTS;
}

bool bp_pick_ring(const bp_rotation_ring *ring, const bp_placed_stage *placed, float x, float y, float unit) {
    bp_vec2 pixels[RING_POINTS];
    int count = ring_on_screen(ring, placed, pixels);
    for (int i = 0; i < count; i++)
        if (distance_to_line(pixels[i], pixels[(i + 1) % count], x, y) <= RING_REACH * unit) return true;
    return false;
}

/* The angle of the ring's point that is nearest on the screen: a drag follows the ring from any view. */
static float angle_at(const bp_vec2 *pixels, int count, bp_vec2 at) {
    int best = 0;
    float min = INFINITY, part = 0;
    for (int i = 0; i < count; i++) {
        bp_vec2 a = pixels[i], b = pixels[(i + 1) % count];
        float distance = distance_to_line(a, b, at.x, at.y);
        if (distance < min) min = distance, best = i, part = part_of_line(a, b, at.x, at.y);
    }
    return 2 * BP_PI * ((float)best + part) / (float)count;
}

float bp_rotation_ring_angle(const bp_rotation_ring *ring, const bp_placed_stage *placed, bp_vec2 from,
                             bp_vec2 to) {
    bp_vec2 pixels[RING_POINTS];
    int count = ring_on_screen(ring, placed, pixels);
    if (count == 0) return 0;
    float angle = angle_at(pixels, count, to) - angle_at(pixels, count, from);
    if (angle > BP_PI) angle -= 2 * BP_PI;
    if (angle < -BP_PI) angle += 2 * BP_PI;
    return angle;
}

/* ---- the mesh ---- */

bp_mesh_hit bp_pick_mesh(const bp_stage *stage, const bp_placed_stage *placed, float x, float y) {
    bp_mesh_hit hit = {NULL, {0, 0, 0}};
    if (!stage->figure || !stage->skeleton) return hit;
    bp_pick pick;
    if (!bp_figure_pick(stage->figure, bp_camera_ray(&placed->camera, placed->rect, (bp_vec2){x, y}), &pick))
        return hit;
    if (bp_figure_part_at(stage->figure, pick.part)->skeleton != stage->skeleton) return hit;
    hit.bone = pick.bone; /* NULL: no vertex there is skinned */
    hit.position = pick.position;
    return hit;
}

int bp_mesh_drag_axis(const bp_stage *stage, const bp_placed_stage *placed, const bp_bone *bone) {
    bp_mat4 frame = bp_bone_frame(stage, bone);
    bp_vec3 toward = bp_vec3_normalize(bp_vec3_sub(placed->camera.eye, bp_mat4_position(frame)));
    int best = 2;
    float max = 0;
    for (int axis = 2; axis >= 0; axis--) { /* of equal ones, Z */
        float facing = fabsf(bp_vec3_dot(bp_frame_axis(frame, axis), toward));
        if (!(facing > max + 1e-3f)) continue;
        max = facing;
        best = axis;
    }
    return best;
}

float bp_drag_angle(const bp_placed_stage *placed, bp_vec3 on, bp_vec3 center, bp_vec3 normal, bp_vec2 from,
                    bp_vec2 to) {
    bp_vec3 a, b;
    if (!bp_ray_plane(bp_camera_ray(&placed->camera, placed->rect, from), on, normal, &a) ||
        !bp_ray_plane(bp_camera_ray(&placed->camera, placed->rect, to), on, normal, &b))
        return 0;
    a = bp_vec3_sub(a, center);
    b = bp_vec3_sub(b, center);
    float angle = bp_atan2(bp_vec3_dot(bp_vec3_cross(a, b), normal), bp_vec3_dot(a, b));
    return isfinite(angle) ? angle : 0;
}

float bp_mesh_drag_angle(const bp_stage *stage, const bp_placed_stage *placed, const bp_bone *bone, int axis,
                         bp_vec3 taken, bp_vec2 from, bp_vec2 to) {
    bp_mat4 frame = bp_bone_frame(stage, bone);
    bp_vec3 joint = bp_mat4_position(frame), normal = bp_frame_axis(frame, axis);
    float along = bp_vec3_dot(bp_vec3_sub(taken, joint), normal);
    bp_vec3 center = bp_vec3_add(joint, bp_vec3_scale(normal, along));
    float angle = bp_drag_angle(placed, taken, center, normal, from, to);
    return bp_mat4_determinant(frame) < 0 ? -angle : angle; /* mirrored: positive is the other way round */
}

/* ---- matrices ---- */

void bp_bone_matrices(const bp_bone *bone, bp_mat4 matrices[BP_BONE_MATRIX_COUNT]) {
    matrices[0] = bp_bone_local(bone);
    matrices[1] = bp_bone_absolute(bone);
    matrices[2] = bp_bone_final(bone);
    matrices[3] = bp_bone_bind(bone);
    matrices[4] = bp_bone_absolute_bind(bone);
    matrices[5] = bp_bone_absolute_inverse_bind(bone);
    matrices[6] = bp_bone_rest(bone);
}
