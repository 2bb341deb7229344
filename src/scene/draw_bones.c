/* Bones and the floor as overlays. Bones lie inside meshes, so draw them after the meshes: they are opaque
 * in front of a mesh and faint behind it. */
#include "raster/inspect.h"
#include "rig/engine.h"
#include "scene/camera.h"
#include "scene/explain.h"
#include "scene/figure.h"
#include <string.h>

typedef struct painter {
    bp_raster *raster;
    const bp_view *view;
    bp_mat4 world;
    bp_overlay overlay;
    float pixel; /* metres that one pixel covers at the target's distance */
    float scale; /* of widths and radii */
    bool casing; /* draws the rims that lie below the marks, not the marks */
    bp_error *error;
} painter;

static const bp_rgba8 BONE = {238, 240, 244, 255}, SELECTED = {230, 159, 0, 255};

enum { RIM = 2 }; /* width of a casing's part on each side */

static bool is_zero(bp_rgba8 c) { return c.r == 0 && c.g == 0 && c.b == 0 && c.a == 0; }

static bp_rgba8 casing_of(const painter *p, bool selected) {
    return selected && !is_zero(p->view->selected_casing) ? p->view->selected_casing : p->view->casing;
}

static bp_rgba8 color_of(const painter *p, bool selected) {
    if (selected) return is_zero(p->view->selected) ? SELECTED : p->view->selected;
    return is_zero(p->view->bone) ? BONE : p->view->bone;
}

/* A bone's frame in the world, from the chain that prepare wrote. */
static bp_mat4 frame_of(const painter *p, const bp_bone *bone) {
    return bp_mat4_mul(bp_bone_chain(bone), p->world);
}

static bool draw_line(const painter *p, bp_vec3 from, bp_vec3 to, bool selected) {
    bp_rgba8 c = p->casing ? casing_of(p, selected) : color_of(p, selected);
    float width = (selected ? 3.0f : 2.0f) + (p->casing ? 2.0f * RIM : 0);
    bp_line line = {.from = from, .to = to, .color = {c.r, c.g, c.b, c.a}, .width = p->scale * width};
    return bp_raster_lines(p->raster, &line, 1, &p->overlay, p->error);
}

/* A line to the tip if the bone has a length, otherwise to each child. */
static bool draw_bone(const painter *p, const bp_bone *bone, bool selected) {
    bp_mat4 frame = frame_of(p, bone);
    bp_vec3 joint = bp_mat4_position(frame);
    float length;
    if (bp_bone_has_length(bone) && bp_bone_length(bone, &length))
        return draw_line(p, joint, bp_mat4_point(frame, (bp_vec3){0, length, 0}), selected);
    for (const bp_bone *child = bp_bone_first_child(bone); child; child = bp_bone_next_sibling(child))
        if (!draw_line(p, joint, bp_mat4_position(frame_of(p, child)), selected)) return false;
    return true;
}

static bool draw_joint(const painter *p, const bp_bone *bone, bool selected) {
    bp_rgba8 c = color_of(p, selected);
    bool bright = c.r + c.g + c.b > 3 * 128; /* the inside contrasts with the ring */
    bp_disc disc = {.center = bp_mat4_position(frame_of(p, bone)),
                    .radius = p->scale * (selected ? 6.0f : 4.5f),
                    .color = {22, 26, 32, 255},
                    .ring = (is_zero(p->view->casing) ? 2.0f : 2.5f) * p->scale,
                    .ring_color = {c.r, c.g, c.b, c.a}};
    if (!bright) disc.color[0] = disc.color[1] = disc.color[2] = 250;
    if (p->casing) {
        c = casing_of(p, selected);
        disc = (bp_disc){.center = disc.center, .radius = disc.radius + p->scale * RIM};
        memcpy(disc.color, &c, sizeof disc.color);
    }
    return bp_raster_discs(p->raster, &disc, 1, &p->overlay, p->error);
}

/* The axes as plain lines, in the view's colours. */
static bool draw_axis_lines(const painter *p, const bp_axes *axes) {
    bp_line lines[3];
    bp_vec3 origin = bp_mat4_position(axes->frame);
    for (int i = 0; i < 3; i++) {
        bp_vec3 along = {axes->frame.m[4 * i], axes->frame.m[4 * i + 1], axes->frame.m[4 * i + 2]};
        bp_rgba8 color = p->casing ? p->view->casing : p->view->axes[i];
        lines[i] = (bp_line){.from = origin,
                             .to = bp_vec3_add(origin, bp_vec3_scale(along, axes->length)),
                             .width = axes->width + (p->casing ? 2 * RIM * p->scale : 0)};
        memcpy(lines[i].color, &color, sizeof lines[i].color);
    }
    return bp_raster_lines(p->raster, lines, 3, &p->overlay, p->error);
}

static bool draw_axes(const painter *p, const bp_bone *bone) {
    bp_axes axes = {.frame = frame_of(p, bone), .length = 40 * p->scale * p->pixel, .width = 2 * p->scale};
    for (int i = 0; i < 3; i++) { /* without the bone's scaling */
        bp_vec3 axis = bp_frame_axis(axes.frame, i);
        memcpy(&axes.frame.m[4 * i], &axis, sizeof axis);
    }
    if (!is_zero(p->view->axes[0])) return draw_axis_lines(p, &axes);
    return p->casing || bp_raster_axes(p->raster, &axes, &p->overlay, p->error);
}

static bp_mat4 view_projection(const bp_view *view) {
    return bp_camera_view_projection(&view->camera,
                                     (float)view->viewport.width / (float)view->viewport.height);
}

/* Lines first: joints cover their ends. The selected bone's line covers the others. */
static bool draw_all(const painter *p, const bp_skeleton *skeleton, const bp_bone *selected) {
    size_t count = bp_skeleton_count(skeleton);
    unsigned show = p->view->show;
    for (size_t i = 0; i < count && show & BP_SHOW_BONES; i++) {
        const bp_bone *bone = bp_skeleton_bone(skeleton, i);
        if (bone != selected && !draw_bone(p, bone, false)) return false;
    }
    if (selected && show & BP_SHOW_BONES && !draw_bone(p, selected, true)) return false;
    for (size_t i = 0; i < count; i++) {
        const bp_bone *bone = bp_skeleton_bone(skeleton, i);
        if (show & BP_SHOW_BONES && !draw_joint(p, bone, bone == selected)) return false;
        if (show & BP_SHOW_AXES && !draw_axes(p, bone)) return false;
    }
    return true;
}

/* A call for each line, then for each joint and each bone's axes: as above. */
const bp_bone *bp_scene_bone_of_call(const bp_skeleton *skeleton, unsigned show, size_t *call) {
    const size_t count = bp_skeleton_count(skeleton),
                 marks = (size_t) !!(show & BP_SHOW_BONES) + (size_t) !!(show & BP_SHOW_AXES);
    for (size_t i = 0; i < count && show & BP_SHOW_BONES; i++) {
        const bp_bone *bone = bp_skeleton_bone(skeleton, i);
        float length;
        size_t lines = bp_bone_has_length(bone) && bp_bone_length(bone, &length);
        for (const bp_bone *child = lines ? NULL : bp_bone_first_child(bone); child;
             child = bp_bone_next_sibling(child))
            lines++;
        if (*call < lines) return bone;
        *call -= lines;
    }
    if (marks > 0 && *call < marks * count) return bp_skeleton_bone(skeleton, *call / marks);
    *call -= marks * count;
    return NULL;
}

/* Of a skeleton, or the selected bone alone: NULL. The rims lie below all marks. */
static bool draw_marks(bp_raster *raster, const bp_view *view, const bp_skeleton *skeleton, bp_mat4 world,
                       const bp_bone *selected, bp_error *error) {
    bp_mat4 transform = view_projection(view);
    painter p = {.raster = raster, .view = view, .world = world, .error = error};
    p.overlay = (bp_overlay){.transform = &transform,
                             .hidden = is_zero(view->casing) ? 0.55f : 0.96f,
                             .state = {.viewport = view->viewport, .no_depth_write = true}};
    p.scale = view->overlay_scale > 0 ? view->overlay_scale : 1;
    p.pixel = bp_camera_pixel_size(&view->camera, view->viewport.height);
    for (int rims = !is_zero(view->casing); rims >= 0; rims--) {
        p.casing = rims;
        if (skeleton ? !draw_all(&p, skeleton, selected)
                     : !draw_bone(&p, selected, true) || !draw_joint(&p, selected, true))
            return false;
    }
    return true;
}

bool bp_scene_draw_bone(bp_raster *raster, const bp_view *view, const bp_bone *bone, bp_mat4 world,
                        bp_error *error) {
    return bp_view_check(view, error) && draw_marks(raster, view, NULL, world, bone, error);
}

bool bp_scene_draw_bones(bp_raster *raster, const bp_view *view, const bp_skeleton *skeleton, bp_mat4 world,
                         const bp_bone *selected, bp_error *error) {
    if (!raster) return bp_fail_null(error, "raster");
    if (!view) return bp_fail_null(error, "view");
    if (!skeleton) return bp_fail_null(error, "skeleton");
    return bp_view_check(view, error) && draw_marks(raster, view, skeleton, world, selected, error);
}

bool bp_scene_draw_floor(bp_raster *raster, const bp_view *view, bp_vec3 center, float half, int squares,
                         float width, bp_rgba8 color, bp_error *error) {
    enum { MOST = 8 };
    if (!bp_view_check(view, error)) return false;
    bp_mat4 transform = view_projection(view);
    bp_overlay overlay = {.transform = &transform,
                          .state = {.viewport = view->viewport, .no_depth_write = true}};
    bp_line lines[2 * (MOST + 1)];
    for (int i = 0; i <= squares; i++) {
        float offset = half * (2.0f * (float)i / (float)squares - 1);
        bp_line line = {.width = width, .color = {color.r, color.g, color.b, color.a}};
        line.from = bp_vec3_add(center, (bp_vec3){offset, 0, -half});
        line.to = bp_vec3_add(center, (bp_vec3){offset, 0, half});
        lines[2 * i] = line;
        line.from = bp_vec3_add(center, (bp_vec3){-half, 0, offset});
        line.to = bp_vec3_add(center, (bp_vec3){half, 0, offset});
        lines[2 * i + 1] = line;
    }
    return bp_raster_lines(raster, lines, 2 * ((size_t)squares + 1), &overlay, error);
}
