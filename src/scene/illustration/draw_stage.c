/* Drawing the scene of a stage. */
#include "scene/camera.h"
#include "scene/figure.h"
#include "scene/highlight.h"
#include "scene/illustration/stage_drawing.h"
#include <string.h>

enum { RING_POINTS = 48 };

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

/* Ghosts: translucent meshes where they differ from the figure, faint bones. */
static bool draw_ghosts(bp_painter *painter, const bp_stage_drawing *drawing, const bp_view *scene) {
    bp_view faint = *scene;
    faint.show = BP_SHOW_BONES;
    faint.bone = faint.selected = painter->theme->ghost;
    for (int i = 0; i < drawing->ghost_count; i++) {
        const bp_ghost *ghost = &drawing->ghosts[i];
        if (!bp_stage_ghost_shown(drawing, ghost)) continue;
        bp_rgba8 color = painter->theme->ghost;
        color.a = 90;
        const bp_figure *own = drawing->stage->figure;
        bp_mat4 world = own ? bp_figure_world(own) : bp_mat4_identity();
        /* In the figure's own pose it is seen as a whole: a prediction may start there. */
        bool differs = ghost->figure && own && bp_figure_difference(ghost->figure, own) > LEAST_MOVE;
        if (ghost->figure && !bp_scene_draw_ghost(painter->raster, scene, ghost->figure, differs ? own : NULL,
                                                  color, painter->error))
            return false;
        if ((drawing->show & BP_SHOW_BONES || ghost->bones_only) &&
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
           bp_scene_draw_highlight(painter->raster, scene, drawing->stage->figure, drawing->hovered, color,
                                   painter->error);
}

/* Few lines, because each has the contrast of a mark. */
static bool draw_floor(bp_painter *painter, const bp_stage_drawing *drawing, const bp_view *scene) {
    enum { SQUARES = 4 };
    bp_line lines[2 * (SQUARES + 1)];
    float half = drawing->floor_half;
    if (!(half > 0)) return true;
    for (int i = 0; i <= SQUARES; i++) {
        float offset = half * (2.0f * (float)i / SQUARES - 1);
        bp_line *along = &lines[2 * i], *across = along + 1;
        *along = *across = (bp_line){.width = 2 * painter->unit};
        memcpy(along->color, &painter->theme->floor, 4);
        memcpy(across->color, &painter->theme->floor, 4);
        along->from = bp_vec3_add(drawing->floor, (bp_vec3){offset, 0, -half});
        along->to = bp_vec3_add(drawing->floor, (bp_vec3){offset, 0, half});
        across->from = bp_vec3_add(drawing->floor, (bp_vec3){-half, 0, offset});
        across->to = bp_vec3_add(drawing->floor, (bp_vec3){half, 0, offset});
    }
    bp_mat4 transform;
    bp_overlay overlay = bp_stage_overlay(scene->viewport, &scene->camera, &transform);
    overlay.hidden = 0;
    return bp_raster_lines(painter->raster, lines, BP_COUNT(lines), &overlay, painter->error);
}

static bool draw_hovered_bone(bp_painter *painter, const bp_stage_drawing *drawing, const bp_view *scene,
                              bp_mat4 world) {
    bp_view lit = *scene;
    lit.selected = painter->theme->here, lit.selected_casing = scene->casing;
    return !drawing->hovered || drawing->hovered == drawing->selected || !(drawing->show & BP_SHOW_BONES) ||
           bp_scene_draw_bone(painter->raster, &lit, drawing->hovered, world, painter->error);
}

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
    bool ok = draw_floor(painter, drawing, &scene);
    if (ok && shows_surface(drawing)) ok = bp_scene_draw_meshes(raster, &lit, stage->figure, error);
    if (ok && drawing->shadow) ok = bp_scene_draw_shadow(raster, &scene, drawing->shadow, error);
    ok = ok && draw_hovered_mesh(painter, drawing, &scene) && draw_ghosts(painter, drawing, &scene);
    bp_mat4 world = stage->figure ? bp_figure_world(stage->figure) : bp_mat4_identity();
    if (ok && stage->skeleton)
        ok = bp_scene_draw_bones(raster, &scene, stage->skeleton, world, drawing->selected, error);
    ok = ok && draw_hovered_bone(painter, drawing, &scene, world);
    painter->failed = !ok;
    bp_stage_paint(painter, drawing, BP_PAINT_SCENE, NULL);
    if (!painter->failed && drawing->ring > 0 && drawing->selected)
        painter->failed = !draw_ring(painter, drawing, &scene);
    bp_draw_matrix_arrows(painter, drawing);
    bp_stage_draw_arc(painter, drawing);
}
