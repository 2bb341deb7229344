/* Finds the bone whose part of the mesh is under the mouse, and the axis about which a drag rotates it.
 * bp_figure_pick searches all triangles of the posed figure, once for each movement of the mouse. */
#include "scene/camera.h"
#include <bindpose/instance.h>
#include <bindpose/pick.h>
#include <bindpose/stage.h>

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

static bp_vec3 axis_of(bp_mat4 frame, int axis) {
    const float *row = &frame.m[4 * axis];
    return bp_vec3_normalize((bp_vec3){row[0], row[1], row[2]});
}

int bp_mesh_drag_axis(const bp_stage *stage, const bp_placed_stage *placed, const bp_bone *bone) {
    bp_mat4 frame = bp_bone_frame(stage, bone);
    bp_vec3 toward = bp_vec3_normalize(bp_vec3_sub(placed->camera.eye, bp_mat4_position(frame)));
    int best = 2;
    float max = 0;
    for (int axis = 2; axis >= 0; axis--) { /* of equal ones, Z */
        float facing = fabsf(bp_vec3_dot(axis_of(frame, axis), toward));
        if (!(facing > max + 1e-3f)) continue;
        max = facing;
        best = axis;
    }
    return best;
}

float bp_mesh_drag_angle(const bp_stage *stage, const bp_placed_stage *placed, const bp_bone *bone, int axis,
                         bp_vec3 taken, bp_vec2 from, bp_vec2 to) {
    bp_mat4 frame = bp_bone_frame(stage, bone);
    bp_vec3 joint = bp_mat4_position(frame), normal = axis_of(frame, axis), a, b;
    if (!bp_ray_plane(bp_camera_ray(&placed->camera, placed->rect, from), taken, normal, &a) ||
        !bp_ray_plane(bp_camera_ray(&placed->camera, placed->rect, to), taken, normal, &b))
        return 0;
    float along = bp_vec3_dot(bp_vec3_sub(taken, joint), normal);
    bp_vec3 center = bp_vec3_add(joint, bp_vec3_scale(normal, along));
    a = bp_vec3_sub(a, center);
    b = bp_vec3_sub(b, center);
    float angle = bp_atan2(bp_vec3_dot(bp_vec3_cross(a, b), normal), bp_vec3_dot(a, b));
    if (!isfinite(angle)) return 0;
    return bp_mat4_determinant(frame) < 0 ? -angle : angle; /* mirrored: positive is the other way round */
}
