/* Marks of a stage that are neither mesh nor bone: the lesson's nodes as frames, each with a line to the bone
 * that is linked to it, arrows, and the gimbal of a bone. */
#include "raster/inspect.h"
#include "scene/camera.h"
#include "viewer/stage_frames.h"
#include "viewer/matrix_arrows.h"
#include <bindpose/stage.h>
#include <string.h>

enum { NODE_AXIS = 44, ARROW_TIP = 12 };

/* The gimbal's rings from the outside in: each turns with those outside it. */
static const float RADII[BP_GIMBAL_RINGS] = {BP_GIMBAL_RADIUS, 0.95f, 0.85f};
static const int AXES[BP_GIMBAL_RINGS] = {1, 0, 2};
static const char *const RING_NAMES[BP_GIMBAL_RINGS] = {"yaw, about Y", "pitch, about X", "roll, about Z"};

static const bp_bone *gimbal_bone(const bp_stage *stage) {
    return stage->gimbal_bone && stage->skeleton ? bp_skeleton_find(stage->skeleton, stage->gimbal_bone)
                                                 : NULL;
}

/* Yaw's ring lies in the parent's frame; pitch's turns with the yaw, roll's with both. */
static bp_mat4 ring_frame(const bp_stage *stage, const bp_bone *bone, int ring) {
    const bp_bone *parent = bp_bone_parent(bone);
    bp_mat4 outer = parent ? bp_bone_frame(stage, parent) : bp_mat4_identity();
    bp_mat4 frame = bp_mat4_identity();
    if (ring > 1) frame = bp_mat4_rotation_x(stage->gimbal.x);
    if (ring > 0) frame = bp_mat4_mul(frame, bp_mat4_rotation_y(stage->gimbal.y));
    frame = bp_mat4_mul(frame, outer);
    bp_vec3 at = bp_mat4_position(bp_bone_frame(stage, bone));
    frame.m[12] = at.x, frame.m[13] = at.y, frame.m[14] = at.z;
    return frame;
}

bool bp_stage_gimbal_ring(const bp_stage *stage, int ring, bp_vec3 points[BP_GIMBAL_POINTS],
                          const char **name) {
    const bp_bone *bone = gimbal_bone(stage);
    if (bone)
        bp_rotation_ring_points(ring_frame(stage, bone, ring), AXES[ring], RADII[ring], points,
                                BP_GIMBAL_POINTS);
    if (name) *name = RING_NAMES[ring];
    return bone != NULL;
}

bp_rgba8 bp_gimbal_color(const bp_theme *theme, int ring) { return bp_theme_axis(theme, AXES[ring]); }

static bp_line line_of(bp_vec3 from, bp_vec3 to, float width, bp_rgba8 color) {
    bp_line line = {.from = from, .to = to, .width = width};
    memcpy(line.color, &color, 4);
    return line;
}

static bool draw_ring(bp_ui *ui, const bp_stage *stage, int ring, const bp_overlay *overlay) {
    bp_vec3 points[BP_GIMBAL_POINTS];
    bp_line lines[BP_GIMBAL_POINTS];
    if (!bp_stage_gimbal_ring(stage, ring, points, NULL)) return true;
    for (int i = 0; i < BP_GIMBAL_POINTS; i++)
        lines[i] = line_of(points[i], points[(i + 1) % BP_GIMBAL_POINTS], 2.4f * ui->unit,
                           bp_gimbal_color(ui->theme, ring));
    return bp_ui_rimmed_lines(ui, lines, BP_GIMBAL_POINTS, overlay);
}

/* The bone that is linked to a node; NULL: none. */
static const bp_bone *linked_bone(const bp_stage *stage, const bp_node *node) {
    for (size_t i = 0; stage->skeleton && i < bp_skeleton_count(stage->skeleton); i++)
        if (bp_bone_node(bp_skeleton_bone(stage->skeleton, i)) == node)
            return bp_skeleton_bone(stage->skeleton, i);
    return NULL;
}

int bp_stage_node_lines(const bp_ui *ui, const bp_stage *stage, const bp_node *node, float pixel,
                        bp_line lines[BP_NODE_LINES]) {
    bp_mat4 frame = bp_node_world(node);
    bp_vec3 at = bp_mat4_position(frame);
    const bp_bone *bone = linked_bone(stage, node);
    for (int i = 0; i < 3; i++) {
        bp_vec3 axis = bp_vec3_normalize((bp_vec3){frame.m[4 * i], frame.m[4 * i + 1], frame.m[4 * i + 2]});
        bp_vec3 to = bp_vec3_add(at, bp_vec3_scale(axis, NODE_AXIS * ui->unit * pixel));
        lines[i] = line_of(at, to, 3 * ui->unit, bp_theme_axis(ui->theme, i));
    }
    if (!bone) return 3;
    lines[3] = line_of(at, bp_mat4_position(bp_bone_frame(stage, bone)), 2 * ui->unit, ui->theme->ghost);
    return 4;
}

static bool draw_node(bp_ui *ui, const bp_stage *stage, const bp_node *node, float pixel,
                      const bp_overlay *overlay) {
    bp_line lines[BP_NODE_LINES];
    int count = bp_stage_node_lines(ui, stage, node, pixel, lines);
    bp_disc disc = {.center = lines[0].from, .radius = 6.5f * ui->unit, .ring = 2 * ui->unit};
    memcpy(disc.color, &ui->theme->ghost, 4);
    memcpy(disc.ring_color, &ui->theme->card, 4);
    return bp_ui_rimmed_lines(ui, lines, count, overlay) &&
           bp_raster_discs(ui->raster, &disc, 1, overlay, ui->error);
}

bool bp_arrow_is_shown(const bp_arrow *arrow) {
    float length = bp_vec3_distance(arrow->from, arrow->to);
    return length > 0 && bp_is_finite((double)length);
}

static bool draw_arrow(bp_ui *ui, const bp_arrow *arrow, bp_vec3 eye, float pixel,
                       const bp_overlay *overlay) {
    bp_line lines[BP_ARROW_LINES];
    bp_arrow_lines(arrow->from, arrow->to, eye, ARROW_TIP * ui->unit * pixel, lines);
    for (int i = 0; i < BP_ARROW_LINES; i++)
        lines[i] = line_of(lines[i].from, lines[i].to, 3 * ui->unit, ui->theme->here);
    return bp_ui_rimmed_lines(ui, lines, BP_ARROW_LINES, overlay);
}

bool bp_stage_draw_frames(bp_ui *ui, const bp_stage *stage, const bp_view *scene) {
    const bp_bone *bone = gimbal_bone(stage);
    bool arrows = false;
    for (int i = 0; i < BP_STAGE_ARROW_MAX; i++) arrows |= bp_arrow_is_shown(&stage->arrows[i]);
    if (!bone && !stage->show_nodes && !arrows) return true;
    float aspect = (float)scene->viewport.width / (float)scene->viewport.height;
    bp_mat4 transform = bp_camera_view_projection(&scene->camera, aspect);
    bp_overlay overlay = {.transform = &transform,
                          .hidden = 0.96f,
                          .state = {.viewport = scene->viewport, .no_depth_write = true}};
    for (int i = 0; i < BP_GIMBAL_RINGS; i++)
        if (!draw_ring(ui, stage, i, &overlay)) return false;
    float pixel = bp_camera_pixel_size(&scene->camera, scene->viewport.height);
    for (int i = 0; stage->show_nodes && i < BP_STAGE_NODE_MAX; i++)
        if (stage->nodes[i] && !draw_node(ui, stage, stage->nodes[i], pixel, &overlay)) return false;
    for (int i = 0; i < BP_STAGE_ARROW_MAX; i++)
        if (bp_arrow_is_shown(&stage->arrows[i]) &&
            !draw_arrow(ui, &stage->arrows[i], scene->camera.eye, pixel, &overlay))
            return false;
    return true;
}
