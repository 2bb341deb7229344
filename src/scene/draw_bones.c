/* Bones as marks over the meshes: a ball at each joint, a line along each bone. They are drawn after the
 * meshes, in full where they are in front and faintly where a mesh hides them, since bones live inside
 * bodies. */
#include <bindpose/scene.h>

typedef struct painter {
    bp_raster *raster;
    const bp_view *view;
    bp_mat4 world;
    bp_overlay marks;
    float scale; /* metres that look like a pixel at the target's distance */
    float mark;  /* pixels of a mark's unit */
    bp_error *error;
} painter;

static const bp_rgba8 BONE = {238, 240, 244, 255}, SELECTED = {230, 159, 0, 255};

static bool is_zero(bp_rgba8 c) { return c.r == 0 && c.g == 0 && c.b == 0 && c.a == 0; }

static bp_rgba8 color_of(const painter *p, bool selected) {
    if (selected) return is_zero(p->view->selected) ? SELECTED : p->view->selected;
    return is_zero(p->view->bone) ? BONE : p->view->bone;
}

/* A bone's frame in the world, from the chain that prepare wrote. */
static bp_mat4 frame_of(const painter *p, const bp_bone *bone) {
    return bp_mat4_mul(bp_bone_chain(bone), p->world);
}

static bool line(const painter *p, bp_vec3 from, bp_vec3 to, bool selected) {
    bp_rgba8 c = color_of(p, selected);
    bp_line one = {
        .from = from, .to = to, .color = {c.r, c.g, c.b, c.a}, .width = p->mark * (selected ? 3.0f : 2.0f)};
    return bp_raster_lines(p->raster, &one, 1, &p->marks, p->error);
}

/* To the tip where a length was set, and to every child otherwise. */
static bool bone_lines(const painter *p, const bp_bone *bone, bool selected) {
    bp_mat4 frame = frame_of(p, bone);
    bp_vec3 joint = bp_mat4_position(frame);
    float length;
    if (bp_bone_has_length(bone) && bp_bone_length(bone, &length))
        return line(p, joint, bp_mat4_point(frame, (bp_vec3){0, length, 0}), selected);
    for (const bp_bone *child = bp_bone_first_child(bone); child; child = bp_bone_next_sibling(child))
        if (!line(p, joint, bp_mat4_position(frame_of(p, child)), selected)) return false;
    return true;
}

static bool joint(const painter *p, const bp_bone *bone, bool selected) {
    bp_rgba8 c = color_of(p, selected);
    bool bright = c.r + c.g + c.b > 3 * 128; /* the inside contrasts with the ring */
    bp_disc disc = {.center = bp_mat4_position(frame_of(p, bone)),
                    .radius = p->mark * (selected ? 6.0f : 4.5f),
                    .color = {22, 26, 32, 255},
                    .ring = 2 * p->mark,
                    .ring_color = {c.r, c.g, c.b, c.a}};
    if (!bright) disc.color[0] = disc.color[1] = disc.color[2] = 250;
    return bp_raster_discs(p->raster, &disc, 1, &p->marks, p->error);
}

static bool axes(const painter *p, const bp_bone *bone) {
    bp_axes one = {.frame = frame_of(p, bone), .length = 40 * p->mark * p->scale, .width = 2 * p->mark};
    for (int row = 0; row < 3; row++) { /* directions alone: scale would make them vanish or explode */
        bp_vec3 axis = {one.frame.m[4 * row], one.frame.m[4 * row + 1], one.frame.m[4 * row + 2]};
        axis = bp_vec3_normalize(axis);
        one.frame.m[4 * row] = axis.x, one.frame.m[4 * row + 1] = axis.y, one.frame.m[4 * row + 2] = axis.z;
    }
    return bp_raster_axes(p->raster, &one, &p->marks, p->error);
}

bool bp_scene_draw_bones(bp_raster *raster, const bp_view *view, const bp_skeleton *skeleton, bp_mat4 world,
                         const bp_bone *selected, bp_error *error) {
    float aspect = (float)view->viewport.width / (float)view->viewport.height;
    bp_mat4 transform = bp_camera_view_projection(&view->camera, aspect);
    float distance = bp_vec3_distance(view->camera.eye, view->camera.target);
    float fov = view->camera.fov_y > 0 ? view->camera.fov_y : bp_radians(45);
    painter p = {.raster = raster, .view = view, .world = world, .error = error};
    p.marks = (bp_overlay){.transform = &transform, .hidden = 0.55f, .state = {.viewport = view->viewport}};
    p.marks.state.no_depth_write = true;
    p.mark = view->overlay_scale > 0 ? view->overlay_scale : 1;
    p.scale = 2 * distance * bp_tan(fov / 2) / (float)view->viewport.height;
    size_t count = bp_skeleton_count(skeleton);
    for (size_t pass = 0; pass < 2; pass++) { /* lines first, so that joints lie on top of them */
        for (size_t i = 0; i < count; i++) {
            const bp_bone *bone = bp_skeleton_bone(skeleton, i);
            bool is_selected = bone == selected;
            if (view->show & BP_SHOW_BONES) {
                if (!(pass == 0 ? bone_lines(&p, bone, is_selected) : joint(&p, bone, is_selected)))
                    return false;
            }
            if (pass == 1 && (view->show & BP_SHOW_AXES) && !axes(&p, bone)) return false;
        }
    }
    return true;
}

bool bp_scene_draw_floor(bp_raster *raster, const bp_view *view, bp_vec3 center, float half, bp_rgba8 color,
                         bp_error *error) {
    enum { LINES = 8 };
    float aspect = (float)view->viewport.width / (float)view->viewport.height;
    bp_mat4 transform = bp_camera_view_projection(&view->camera, aspect);
    bp_overlay marks = {.transform = &transform, .state = {.viewport = view->viewport, .no_depth_write = true}};
    bp_line lines[2 * (LINES + 1)];
    for (int i = 0; i <= LINES; i++) {
        float at = half * (2.0f * (float)i / LINES - 1);
        bp_line along = {.from = bp_vec3_add(center, (bp_vec3){at, 0, -half}),
                         .to = bp_vec3_add(center, (bp_vec3){at, 0, half}),
                         .width = 1};
        along.color[0] = color.r, along.color[1] = color.g, along.color[2] = color.b,
        along.color[3] = color.a;
        bp_line across = along;
        across.from = bp_vec3_add(center, (bp_vec3){-half, 0, at});
        across.to = bp_vec3_add(center, (bp_vec3){half, 0, at});
        lines[2 * i] = along;
        lines[2 * i + 1] = across;
    }
    return bp_raster_lines(raster, lines, BP_COUNT(lines), &marks, error);
}
