/* Drawing the scene of a stage: meshes, ghosts, bones, floor, ring, and rows of matrices as arrows. */
#include "scene/figure.h"
#include "scene/illustration/stage_drawing.h"
#include "scene/shadow.h"
#include <string.h>

enum { RING_POINTS = 48, RING_SIZE = 26 };

float bp_stage_ring(const bp_camera *camera, bp_rect rect, float unit) {
    int least = rect.width < rect.height ? rect.width : rect.height;
    float radius = RING_SIZE * unit, most = (float)least / 10; /* in a small scene it stays inside */
    return bp_camera_pixel_size(camera, rect.height) * (radius < most ? radius : most);
}

void bp_stage_paint(bp_painter *painter, const bp_stage_drawing *drawing, bp_paint_phase phase,
                    struct bp_stage_labels *labels) {
    if (!drawing->content->paint || painter->failed) return;
    struct bp_stage_painting painting = {.phase = phase,
                                         .stage = drawing->index,
                                         .rect = drawing->rect,
                                         .camera = &drawing->camera,
                                         .labels = labels};
    painter->painting = &painting;
    drawing->content->paint(drawing->content->user, painter);
    painter->painting = NULL;
}

bool bp_stage_ghost_shown(const bp_stage_drawing *drawing, const bp_ghost *ghost) {
    return ghost->stage == drawing->index && ghost->skeleton;
}

bp_rect bp_stage_note_rect(bp_painter *painter, const bp_stage_drawing *drawing) {
    const char *note = drawing->stage->note;
    bp_style style = {.size = drawing->note_size};
    int pad = bp_painter_px(painter, NOTE_PAD), width = drawing->rect.width - 2 * pad;
    if (!*note || drawing->note_size <= 0 || width < 1) return (bp_rect){0};
    int lines = bp_painter_count_lines(painter, width, NOTE_LINES, note, style);
    int wide = lines == 1 ? bp_painter_text_width(painter, note, style) : width;
    int high = lines * bp_painter_px(painter, NOTE_LEADING) + pad / 2;
    return (bp_rect){drawing->rect.x + pad / 2, drawing->rect.y + drawing->rect.height - pad / 2 - high,
                     wide + pad, high};
}

static bool draw_ring(bp_painter *painter, const bp_stage_drawing *drawing, const bp_view *scene) {
    bp_vec3 points[RING_POINTS];
    bp_line lines[RING_POINTS];
    bp_rotation_ring_points(bp_bone_frame(drawing->stage, drawing->selected), drawing->axis, drawing->ring,
                            points, RING_POINTS);
    for (int i = 0; i < RING_POINTS; i++) {
        lines[i] =
            (bp_line){.from = points[i], .to = points[(i + 1) % RING_POINTS], .width = 2 * painter->unit};
        memcpy(lines[i].color, &painter->theme->selected, 4);
    }
    bp_mat4 transform;
    bp_overlay overlay = bp_stage_overlay(scene->viewport, &scene->camera, &transform);
    return bp_painter_lines_with_rim(painter, lines, RING_POINTS, painter->theme->selected_rim, &overlay);
}

static const float LEAST_MOVE = 1e-3f; /* metres */

/* Ghosts, where they differ from the figure: translucent meshes and faint bones before what is solid is
 * drawn, outlines after it, and over its bones those of ghosts without a mesh. */
typedef enum ghost_phase { BEHIND_SOLID, OVER_SOLID, OVER_BONES } ghost_phase;
static bool draw_ghosts(bp_painter *painter, const bp_stage_drawing *drawing, const bp_view *scene,
                        ghost_phase phase) {
    bp_view view = *scene, faint = *scene;
    faint.show = BP_SHOW_BONES;
    faint.bone = faint.selected = painter->theme->ghost;
    if (phase == BEHIND_SOLID) view.casing = (bp_rgba8){0};
    for (int i = 0; i < drawing->content->ghost_count; i++) {
        const bp_ghost *ghost = &drawing->content->ghosts[i];
        if (!bp_stage_ghost_shown(drawing, ghost)) continue;
        bp_rgba8 color = painter->theme->ghost;
        const bp_figure *own = drawing->stage->figure;
        bp_mat4 world = own ? bp_figure_world(own) : bp_mat4_identity();
        /* In the figure's own pose the selected bone's part is seen: a prediction may start there. */
        const bp_bone *part = drawing->selected;
        if (ghost->figure && own && part)
            part = bp_figure_difference(ghost->figure, own) > LEAST_MOVE
                       ? NULL
                       : bp_skeleton_find(ghost->skeleton, bp_bone_name(part));
        color.a = part ? 1 : 90; /* there only its outline */
        if (ghost->figure && phase != OVER_BONES &&
            !bp_scene_draw_highlight(painter->raster, &view, ghost->figure, part, own, color, painter->error))
            return false;
        if ((ghost->bones_only ? phase == OVER_BONES
                               : phase == BEHIND_SOLID && drawing->show & BP_SHOW_BONES) &&
            !bp_scene_draw_bones(painter->raster, &faint, ghost->skeleton, world, NULL, painter->error))
            return false;
    }
    return true;
}

static bool shows_surface(const bp_stage_drawing *drawing) {
    return drawing->stage->figure && drawing->show & (BP_SHOW_MESH | BP_SHOW_WIREFRAME | BP_SHOW_WEIGHTS);
}

/* Lighter on the dark theme, darker on the light one: the limb keeps its own colour. Over the colours of
 * weights only the outline is drawn, around what follows the bone by at least half: those colours must stay
 * readable. */
static bool draw_hovered_mesh(bp_painter *painter, const bp_stage_drawing *drawing, const bp_view *scene) {
    bp_rgba8 color = painter->theme->ink;
    bool weights =
        drawing->show & BP_SHOW_WEIGHTS ||
        (drawing->stage->mesh && !drawing->stage->mesh->colors && drawing->stage->mesh->influences > 1);
    color.a = weights ? 1 : 110;
    return !drawing->hovered || !shows_surface(drawing) ||
           bp_scene_draw_highlight(painter->raster, scene, drawing->stage->figure, drawing->hovered, NULL,
                                   color, painter->error);
}

/* ---- rows of matrices as arrows ---- */

enum { LENGTH = 78, TIP = 11 };                   /* layout units */
static const float SHORTEST = 0.25f, LONGEST = 3; /* of an axis, relative to one of unit length */

enum { LOCAL, ABSOLUTE, FINAL, BIND, ABSOLUTE_BIND, ABSOLUTE_INVERSE_BIND, REST };

enum { ARROWS_MAX = 3 };

/* The space that a matrix leads to, in world space. */
static bp_mat4 space_of(const bp_stage *stage, const bp_bone *bone, int matrix) {
    bp_mat4 world = stage->figure ? bp_figure_world(stage->figure) : bp_mat4_identity();
    const bp_bone *parent = bp_bone_parent(bone);
    if (!parent) return world;
    if (matrix == LOCAL || matrix == REST) return bp_bone_frame(stage, parent);
    if (matrix == BIND) return bp_mat4_mul(bp_bone_absolute_bind(parent), world);
    return world;
}

static bool is_finite(bp_vec3 v) {
    return bp_is_finite((double)v.x) && bp_is_finite((double)v.y) && bp_is_finite((double)v.z);
}

void bp_arrow_lines(bp_vec3 from, bp_vec3 to, bp_vec3 eye, float tip, bp_line lines[BP_ARROW_LINES]) {
    bp_vec3 along = bp_vec3_sub(to, from);
    float length = bp_vec3_length(along);
    if (tip > length / 2) tip = length / 2;
    bp_vec3 direction = bp_vec3_normalize(along);
    bp_vec3 side = bp_vec3_normalize(bp_vec3_cross(direction, bp_vec3_sub(eye, to)));
    bp_vec3 back = bp_vec3_add(to, bp_vec3_scale(direction, -tip));
    side = bp_vec3_scale(side, tip * 0.5f);
    lines[0] = (bp_line){.from = from, .to = to};
    lines[1] = (bp_line){.from = to, .to = bp_vec3_add(back, side)};
    lines[2] = (bp_line){.from = to, .to = bp_vec3_sub(back, side)};
}

/* An arrow, if it is finite. Returns how many lines it takes. */
static int add_arrow(const bp_painter *painter, const bp_stage_drawing *drawing, bp_vec3 from, bp_vec3 to,
                     int row, bp_line lines[BP_ARROW_LINES]) {
    bp_rgba8 color = bp_theme_axis(painter->theme, row);
    float pixel = bp_camera_pixel_size(&drawing->camera, drawing->rect.height);
    if (!is_finite(from) || !is_finite(to)) return 0;
    bp_arrow_lines(from, to, drawing->camera.eye, TIP * painter->unit * pixel, lines);
    for (int i = 0; i < BP_ARROW_LINES; i++) {
        lines[i].width = (row == drawing->lit_row % 4 ? 3.5f : 2) * painter->unit;
        memcpy(lines[i].color, &color, 4);
    }
    return BP_ARROW_LINES;
}

/* A matrix is a frame in the space that it leads to: the parent's for local and rest, the parent's absolute
 * bind for bind, the root's for all others. The position row is an arrow from that space's origin. Any other
 * row shows all three axes of the frame, the row's own one last. */
static void draw_matrix_arrows(bp_painter *painter, const bp_stage_drawing *drawing) {
    int matrix = drawing->lit_row / 4, row = drawing->lit_row % 4, count = 0;
    if (!drawing->selected || drawing->lit_row < 0 || matrix >= BP_BONE_MATRIX_COUNT) return;
    bp_line lines[ARROWS_MAX * BP_ARROW_LINES];
    bp_mat4 all[BP_BONE_MATRIX_COUNT];
    bp_bone_matrices(drawing->selected, all);
    const bp_mat4 *m = &all[matrix], space = space_of(drawing->stage, drawing->selected, matrix);
    float length = LENGTH * painter->unit * bp_camera_pixel_size(&drawing->camera, drawing->rect.height);
    bp_vec3 origin = bp_mat4_point(space, bp_mat4_position(*m));
    if (row == 3) count = add_arrow(painter, drawing, bp_mat4_position(space), origin, row, lines);
    for (int i = 1; i <= 3 && row < 3; i++) { /* the row's own axis last */
        int axis = (row + i) % 3;
        bp_vec3 v = {m->m[4 * axis], m->m[4 * axis + 1], m->m[4 * axis + 2]};
        float size = length * bp_clamp(bp_vec3_length(v), SHORTEST, LONGEST);
        bp_vec3 along = bp_vec3_scale(bp_vec3_normalize(bp_mat4_direction(space, v)), size);
        count += add_arrow(painter, drawing, origin, bp_vec3_add(origin, along), axis, lines + count);
    }
    if (count == 0 || painter->failed) return;
    bp_mat4 transform;
    bp_overlay overlay = bp_stage_overlay(drawing->rect, &drawing->camera, &transform);
    painter->failed = !bp_painter_rimmed_lines(painter, lines, count, &overlay);
}

/* ---- all of it ---- */

void bp_stage_draw(bp_painter *painter, const bp_stage_drawing *drawing) {
    const bp_stage *stage = drawing->stage;
    const bp_theme *theme = painter->theme;
    bp_view scene = {.camera = drawing->camera,
                     .viewport = drawing->rect,
                     .show = drawing->show,
                     .bone = theme->bone,
                     .selected = theme->selected,
                     .selected_casing = theme->selected_rim,
                     .casing = theme->card,
                     .axes = {theme->axis_x, theme->axis_y, theme->axis_z},
                     .wire_in_contrast = true,
                     .overlay_scale = painter->unit};
    bp_view lit = scene;
    lit.light = stage->light, lit.color = stage->color;
    lit.unlit = stage->light && stage->light->lighting == BP_LIGHTING_NONE;
    bp_raster *raster = painter->raster;
    bp_error *error = painter->error;
    if (painter->failed) return;
    /* Few lines, because each has the contrast of a mark. */
    bool ok = !(drawing->content->floor_half > 0) ||
              bp_scene_draw_floor(raster, &scene, drawing->content->floor, drawing->content->floor_half, 4,
                                  2 * painter->unit, theme->floor, error);
    ok = ok && draw_ghosts(painter, drawing, &scene, BEHIND_SOLID);
    if (ok && shows_surface(drawing)) ok = bp_scene_draw_meshes(raster, &lit, stage->figure, error);
    if (ok && drawing->content->shadows[drawing->index])
        ok = bp_scene_draw_shadow(raster, &scene, drawing->content->shadows[drawing->index], error);
    ok = ok && draw_hovered_mesh(painter, drawing, &scene) &&
         draw_ghosts(painter, drawing, &scene, OVER_SOLID);
    bp_mat4 world = stage->figure ? bp_figure_world(stage->figure) : bp_mat4_identity();
    if (ok && stage->skeleton)
        ok = bp_scene_draw_bones(raster, &scene, stage->skeleton, world, drawing->selected, error);
    ok = ok && draw_ghosts(painter, drawing, &scene, OVER_BONES);
    bp_view hovered = scene;
    hovered.selected = theme->here, hovered.selected_casing = scene.casing;
    if (ok && drawing->hovered && drawing->hovered != drawing->selected && drawing->show & BP_SHOW_BONES)
        ok = bp_scene_draw_bone(raster, &hovered, drawing->hovered, world, error);
    painter->failed = !ok;
    bp_stage_paint(painter, drawing, BP_PAINT_SCENE, NULL);
    if (!painter->failed && drawing->ring > 0 && drawing->selected)
        painter->failed = !draw_ring(painter, drawing, &scene);
    draw_matrix_arrows(painter, drawing);
    bp_stage_draw_arc(painter, drawing);
}
