/* The box around everything that a stage shows, as a camera sees it. */
#include "mesh/editing.h"
#include "rig/engine.h"
#include "scene/illustration/stage_drawing.h"

static const float REACH = 1.6f; /* of a mesh around its bones, by the figure's radius */

/* From world space to the picture: to view space, and there along the ray to the eye into the target's
 * plane. */
typedef struct eye {
    bp_mat4 view;
    float distance;
} eye;

static eye eye_of(const bp_camera *camera) {
    return (eye){bp_camera_view(camera), bp_vec3_distance(camera->eye, camera->target)};
}

/* Points behind the eye, or close to it, count as an eighth of the distance in front of it. */
static float depth_of(const eye *from, float z) { return fmaxf(-z, from->distance / 8); }

static bp_bounds point_bounds(bp_vec3 point, const eye *from) {
    bp_vec3 p = bp_mat4_point(from->view, point);
    float scale = from->distance / depth_of(from, p.z);
    p.x *= scale, p.y *= scale;
    return bp_bounds_from_points(&p, 1);
}

/* Parts of the eye's distance: around a joint, because the selected one has a ring; axes. */
static const float JOINT = 0.02f, AXES = 0.055f;

static bp_bounds joint_bounds(bp_vec3 joint, const eye *from) {
    bp_bounds around = point_bounds(joint, from);
    float reach = JOINT * from->distance;
    around.lo.x -= reach, around.lo.y -= reach;
    around.hi.x += reach, around.hi.y += reach;
    return around;
}

/* Around the axes of a bone, which are as long in any picture. */
static bp_bounds axes_bounds(bp_mat4 frame, const eye *from) {
    bp_vec3 at = bp_mat4_position(frame);
    bp_bounds bounds = point_bounds(at, from);
    for (int i = 0; i < 3; i++) {
        bp_vec3 tip = bp_vec3_add(at, bp_vec3_scale(bp_frame_axis(frame, i), AXES * from->distance));
        bounds = bp_bounds_union(bounds, point_bounds(tip, from));
    }
    return bounds;
}

/* A box around a skeleton's joints, tips and axes. */
static bp_bounds skeleton_bounds(const bp_skeleton *skeleton, bool axes, bp_mat4 space, const eye *from) {
    bp_bounds bounds = bp_bounds_empty();
    for (size_t i = 0; i < bp_skeleton_count(skeleton); i++) {
        const bp_bone *bone = bp_skeleton_bone(skeleton, i);
        bp_mat4 frame = bp_mat4_mul(bp_bone_chain(bone), space);
        float length = 0;
        bounds = bp_bounds_union(bounds, joint_bounds(bp_mat4_position(frame), from));
        if (axes) bounds = bp_bounds_union(bounds, axes_bounds(frame, from));
        if (!bp_bone_has_length(bone) || !bp_bone_length(bone, &length)) continue;
        bounds = bp_bounds_union(bounds, point_bounds(bp_mat4_point(frame, (bp_vec3){0, length, 0}), from));
    }
    return bounds;
}

/* The box around the figure's vertices, as posed or before bones move them. */
static bp_bounds figure_bounds(const bp_figure *figure, bool posed, const eye *from) {
    bp_bounds bounds = bp_bounds_empty();
    bp_mat4 world = bp_figure_world(figure);
    for (size_t k = 0; k < bp_figure_part_count(figure); k++) {
        const bp_mesh *mesh = bp_figure_part_at(figure, k)->mesh;
        const bp_vec3 *positions = posed ? bp_figure_positions(figure, k) : mesh->positions;
        for (size_t i = 0; i < mesh->vertex_count; i++)
            bounds = bp_bounds_union(bounds, point_bounds(bp_mat4_point(world, positions[i]), from));
    }
    return bounds;
}

/* A mesh that explodes doesn't make the view move back until bones are tiny: what is too far from the bones
 * may leave the view. */
static bp_bounds visible_bounds(const bp_figure *figure, bp_bounds bones, const eye *from) {
    bp_bounds mesh = figure_bounds(figure, true, from);
    if (bp_bounds_is_empty(bones) || bp_bounds_is_empty(mesh)) return mesh;
    float reach = REACH * bp_bounds_radius(bones);
    float *lo = &mesh.lo.x, *hi = &mesh.hi.x;
    const float *least = &bones.lo.x, *most = &bones.hi.x;
    bool far = false;
    for (int i = 0; i < 3; i++) far |= lo[i] < least[i] - reach || hi[i] > most[i] + reach;
    if (!far) return mesh;
    const bp_bounds unposed = figure_bounds(figure, false, from);
    reach = fmaxf(reach, REACH * bp_bounds_radius(unposed));
    for (int i = 0; i < 3; i++) {
        lo[i] = fmaxf(lo[i], fminf(least[i] - reach, (&unposed.lo.x)[i]));
        hi[i] = fminf(hi[i], fmaxf(most[i] + reach, (&unposed.hi.x)[i]));
    }
    return bp_bounds_is_empty(mesh) ? bones : mesh;
}

bp_bounds bp_stage_extent(const bp_content *content, int index, const bp_camera *camera) {
    const bp_stage *stage = &content->stages[index];
    const eye from = eye_of(camera);
    const bp_mat4 space = stage->figure ? bp_figure_world(stage->figure) : bp_mat4_identity();
    bp_bounds bounds = bp_bounds_empty();
    if (stage->skeleton)
        bounds = skeleton_bounds(stage->skeleton, content->show & BP_SHOW_AXES, space, &from);
    if (stage->figure) bounds = bp_bounds_union(bounds, visible_bounds(stage->figure, bounds, &from));
    for (int i = 0; i < content->ghost_count; i++) {
        const bp_ghost *ghost = &content->ghosts[i];
        if (ghost->stage != index || !ghost->skeleton) continue;
        bounds =
            bp_bounds_union(bounds, ghost->figure ? figure_bounds(ghost->figure, true, &from)
                                                  : skeleton_bounds(ghost->skeleton, false, space, &from));
    }
    if (!content->paint) return bounds;
    struct bp_stage_painting painting = {.phase = BP_PAINT_MEASURE, .stage = index, .camera = camera};
    painting.bounds = bp_bounds_empty();
    bp_painter painter = {.theme = bp_theme_of(false), .unit = 1, .painting = &painting};
    content->paint(content->user, &painter);
    return bp_bounds_union(bounds, painting.bounds);
}

void bp_extent_add(struct bp_stage_painting *painting, bp_vec3 point) {
    const eye from = eye_of(painting->camera);
    painting->bounds = bp_bounds_union(painting->bounds, point_bounds(point, &from));
}

/* A point x to the side in the target's plane is, seen at a depth w from an eye moved by s, at the tangent
 * x / distance - s / w. The least picture has equal tangents at both ends, at the worst depth of each. */
static float shift_to_center(float lo, float hi, const float inverse_depth[2], float distance,
                             float *tangent) {
    float shift = (lo + hi) / distance / (inverse_depth[0] + inverse_depth[1]);
    float spread = fabsf(shift) * fabsf(inverse_depth[0] - inverse_depth[1]) / 2;
    *tangent = (hi - lo) / distance / 2 + spread;
    return shift;
}

bp_camera bp_extent_camera(const bp_camera *camera, bp_bounds extent, float aspect) {
    const eye from = eye_of(camera);
    bp_camera out = *camera;
    const float inverse_depth[2] = {1 / depth_of(&from, extent.lo.z), 1 / depth_of(&from, extent.hi.z)};
    float tan_x, tan_y;
    float x = shift_to_center(extent.lo.x, extent.hi.x, inverse_depth, from.distance, &tan_x),
          y = shift_to_center(extent.lo.y, extent.hi.y, inverse_depth, from.distance, &tan_y);
    /* The camera's axes are the view matrix's columns. */
    const float *m = from.view.m;
    bp_vec3 shift = {x * m[0] + y * m[1], x * m[4] + y * m[5], x * m[8] + y * m[9]};
    out.eye = bp_vec3_add(out.eye, shift);
    out.target = bp_vec3_add(out.target, shift);
    out.fov_y = 2 * bp_atan2(fmaxf(tan_y, tan_x / aspect), 1);
    return out;
}

bp_vec3 bp_extent_center(const bp_camera *camera, bp_bounds extent) {
    const eye from = eye_of(camera);
    bp_vec3 p = bp_bounds_center(extent);
    float scale = depth_of(&from, p.z) / from.distance;
    bp_mat4 to_world;
    if (!bp_mat4_inverse(from.view, &to_world)) return camera->target;
    return bp_mat4_point(to_world, (bp_vec3){p.x * scale, p.y * scale, p.z});
}
