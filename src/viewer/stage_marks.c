/* Marks of what a hand does, over a stage: handles as diamonds, the angle of a drag as an arc, and words
 * beside the mouse. */
#include "scene/camera.h"
#include "viewer/hover.h"
#include "viewer/stage_view.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARC_RADIUS = 46, ARC_POINTS = 40, DIAMOND = 8, DIAMOND_HOVERED = 11, TEXT = 14 };

/* The arc's frame: its centre, and the directions at 0 and at 90 degrees from where the taken point is
 * now. */
typedef struct arc {
    bp_vec3 center, u, v;
    float radius;
} arc;

static bp_vec3 row_of(bp_mat4 m, int row) {
    return bp_vec3_normalize((bp_vec3){m.m[4 * row], m.m[4 * row + 1], m.m[4 * row + 2]});
}

static bool arc_of(const bp_ui *ui, const bp_stage_view *view, arc *out) {
    if (!view->arc.bone) return false;
    bp_mat4 frame = bp_bone_frame(view->stage, view->arc.bone);
    bp_vec3 normal = row_of(frame, view->arc.axis), arm = bp_mat4_direction(frame, view->arc.arm);
    arm = bp_vec3_sub(arm, bp_vec3_scale(normal, bp_vec3_dot(arm, normal)));
    bp_rect scene = bp_stage_view_scene(ui, view->rect, view->stage);
    out->center = bp_mat4_position(frame);
    out->u = bp_vec3_normalize(arm);
    out->v = bp_vec3_cross(normal, out->u);
    if (bp_mat4_determinant(frame) < 0) out->v = bp_vec3_scale(out->v, -1); /* mirrored */
    out->radius = bp_camera_pixel_size(&view->camera, scene.height) * ARC_RADIUS * ui->unit;
    return bp_vec3_dot(out->u, out->u) > 0.5f;
}

static bp_vec3 arc_point(const arc *a, float angle, float radius) {
    bp_vec3 out =
        bp_vec3_add(bp_vec3_scale(a->u, radius * bp_cos(angle)), bp_vec3_scale(a->v, radius * bp_sin(angle)));
    return bp_vec3_add(a->center, out);
}

void bp_stage_view_arc(bp_ui *ui, const bp_stage_view *view) {
    arc a;
    if (ui->failed || !arc_of(ui, view, &a)) return;
    bp_line lines[ARC_POINTS + 2];
    float angle = view->arc.angle;
    for (int i = 0; i < ARC_POINTS; i++) {
        float from = -angle * (float)i / ARC_POINTS, to = -angle * (float)(i + 1) / ARC_POINTS;
        lines[i] = (bp_line){.from = arc_point(&a, from, a.radius), .to = arc_point(&a, to, a.radius)};
    }
    lines[ARC_POINTS] = (bp_line){.from = a.center, .to = arc_point(&a, -angle, 1.25f * a.radius)};
    lines[ARC_POINTS + 1] = (bp_line){.from = a.center, .to = arc_point(&a, 0, 1.25f * a.radius)};
    for (int i = 0; i < ARC_POINTS + 2; i++) {
        lines[i].width = (i == ARC_POINTS ? 1.5f : 2.5f) * ui->unit;
        memcpy(lines[i].color, &ui->theme->here, 4);
    }
    bp_rect scene = bp_stage_view_scene(ui, view->rect, view->stage);
    bp_mat4 transform = bp_camera_view_projection(&view->camera, (float)scene.width / (float)scene.height);
    bp_overlay overlay = {
        .transform = &transform, .hidden = 1, .state = {.viewport = scene, .no_depth_write = true}};
    ui->failed = !bp_ui_rimmed_lines(ui, lines, BP_COUNT(lines), &overlay);
}

/* Returns the number of lines, and the first one's length. */
static int split(const char *text, size_t *first) {
    *first = strcspn(text, "\n");
    return text[*first] ? 2 : 1;
}

static void put_label(bp_ui *ui, const char *text, bp_vec2 at, bp_rect within, bool centered) {
    enum { LINE = 16, PAD = 6, GAP = 18 };
    if (!*text || within.width < 1) return;
    size_t first;
    int count = split(text, &first), pad = bp_ui_px(ui, PAD), gap = bp_ui_px(ui, GAP);
    char lines[2][128];
    snprintf(lines[0], sizeof lines[0], "%.*s", (int)first, text);
    snprintf(lines[1], sizeof lines[1], "%s", count > 1 ? text + first + 1 : "");
    bp_style style = {.size = centered ? TEXT : 12, .max_width = within.width - 2 * pad};
    if (centered) style.face = BP_FACE_SANS_BOLD;
    int width = bp_ui_text_width(ui, lines[0], style), second = bp_ui_text_width(ui, lines[1], style);
    bp_rect box = {.width = (second > width ? second : width) + 2 * pad,
                   .height = bp_ui_px(ui, (float)(LINE * count + 4))};
    box.x = (int)at.x + (centered ? -box.width / 2 : gap);
    box.y = (int)at.y + (centered ? -box.height / 2 : gap);
    if (box.x + box.width > within.x + within.width) box.x = within.x + within.width - box.width;
    if (box.y + box.height > within.y + within.height) /* above the mouse, not under it */
        box.y = centered ? within.y + within.height - box.height : (int)at.y - gap / 2 - box.height;
    if (box.x < within.x) box.x = within.x;
    if (box.y < within.y) box.y = within.y;
    bp_ui_box(ui, box, ui->theme->bar, 4, ui->theme->faint);
    for (int i = 0; i < count; i++) {
        style.color = i ? ui->theme->quiet : ui->theme->ink;
        bp_ui_text(ui, box.x + pad, box.y + bp_ui_px(ui, (float)(14 + LINE * i)), lines[i], style);
    }
}

/* "+23°", outside of the arc's middle. */
static void arc_label(bp_ui *ui, const bp_stage_view *view) {
    arc a;
    bp_vec2 at;
    bp_rect scene = bp_stage_view_scene(ui, view->rect, view->stage);
    if (!arc_of(ui, view, &a)) return;
    float out = 1.25f * a.radius + bp_camera_pixel_size(&view->camera, scene.height) * 16 * ui->unit;
    if (!bp_camera_project(&view->camera, scene, arc_point(&a, -view->arc.angle / 2, out), &at, NULL)) return;
    char text[24];
    float degrees = bp_degrees(view->arc.angle);
    if (!(fabsf(degrees) < 1e5f)) return;
    int whole = (int)lrintf(degrees);
    snprintf(text, sizeof text, "%s%d°", whole < 0 ? "\xE2\x88\x92" : whole > 0 ? "+" : "", abs(whole));
    put_label(ui, text, (bp_vec2){at.x, at.y}, scene, true);
}

static void diamond(bp_ui *ui, bp_vec2 at, float radius, float width, bp_rgba8 color) {
    bp_vec3 corners[4] = {{at.x, at.y - radius, 0},
                          {at.x + radius, at.y, 0},
                          {at.x, at.y + radius, 0},
                          {at.x - radius, at.y, 0}};
    bp_line lines[4];
    for (int i = 0; i < 4; i++) {
        lines[i] = (bp_line){.from = corners[i], .to = corners[(i + 1) % 4], .width = width};
        memcpy(lines[i].color, &color, 4);
    }
    if (!ui->failed) ui->failed = !bp_raster_lines(ui->raster, lines, 4, NULL, ui->error);
}

bool bp_stage_view_handle(const bp_ui *ui, const bp_stage_view *view, int handle, bp_vec2 *at) {
    const bp_placed_handle *drawn = &view->handles[handle];
    bp_rect scene = bp_stage_view_scene(ui, view->rect, view->stage);
    return drawn->stage == view->index &&
           bp_camera_project(&view->camera, scene, drawn->position, at, NULL) &&
           bp_rect_contains(scene, at->x, at->y);
}

void bp_stage_view_marks(bp_ui *ui, const bp_stage_view *view) {
    for (int i = 0; i < view->handle_count; i++) {
        bp_vec2 at;
        if (!bp_stage_view_handle(ui, view, i, &at)) continue;
        bool large = view->hovered_handle == i + 1 || view->selected_handle == i + 1;
        float radius = (float)(large ? DIAMOND_HOVERED : DIAMOND) * ui->unit;
        diamond(ui, at, radius, 5.5f * ui->unit, ui->theme->card); /* a rim, against any background */
        diamond(ui, at, radius, 2.5f * ui->unit, ui->theme->here);
        if (view->selected_handle == i + 1) bp_ui_dot(ui, (int)at.x, (int)at.y, 3.5f, ui->theme->here, true);
    }
    arc_label(ui, view);
}

void bp_stage_view_set_hand(bp_stage_view *view, const bp_viewer *viewer) {
    const bp_skeleton *skeleton = view->stage->skeleton;
    const bp_mouse *mouse = &viewer->mouse;
    if (viewer->hover.stage != view->index) return;
    view->hovered_handle = viewer->hover.handle;
    if (viewer->hover.bone && skeleton)
        view->hovered = bp_skeleton_bone_by_id(skeleton, viewer->hover.bone - 1);
    bool rotating =
        mouse->drag == BP_DRAG_FLESH || mouse->drag == BP_DRAG_RING || mouse->drag == BP_DRAG_JOINT;
    if (rotating && mouse->edited)
        view->arc = (bp_drag_arc){view->hovered, viewer->selection.axis, mouse->angle, mouse->arm};
}

void bp_stage_view_hover(bp_ui *ui, const bp_viewer *viewer, const bp_stage *stages, int stage_count,
                         const bp_drawn_frame *drawn) {
    char text[160];
    if (drawn->scene_count == 0 || viewer->mouse.drag != BP_DRAG_NONE || viewer->settings.help) return;
    if (viewer->number.number != BP_NUMBER_NONE) return;
    bp_rect within = drawn->scenes[0].rect, last = drawn->scenes[drawn->scene_count - 1].rect;
    within.width = last.x + last.width - within.x;
    within.height = last.y + last.height - within.y;
    if (viewer->hover.number) /* of the side panel */
        within = (bp_rect){0, 0, viewer->settings.width, viewer->settings.height};
    bp_hover_text(viewer, stages, stage_count, drawn, text, sizeof text);
    put_label(ui, text, (bp_vec2){viewer->hover.x, viewer->hover.y}, within, false);
}
