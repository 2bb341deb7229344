/* Angles about Z as arcs, each with a line to both of its ends, which a whole circle doesn't have. */
#include "viewer/stage_arcs.h"
#include <string.h>

enum { SEGMENTS = 80, LINES = SEGMENTS + 2 };

bp_vec3 bp_angle_arc_point(const bp_angle_arc *arc, float degrees, float radius) {
    float angle = bp_radians(degrees);
    return bp_vec3_add(arc->center, (bp_vec3){radius * bp_sin(angle), -radius * bp_cos(angle), 0});
}

bp_rgba8 bp_angle_arc_color(const bp_theme *theme, const bp_angle_arc *arc) {
    return arc->of_ghost ? theme->ghost : theme->changed;
}

static bool draw_arc(bp_ui *ui, const bp_angle_arc *arc, const bp_overlay *overlay) {
    bp_line lines[LINES];
    bp_rgba8 color = bp_angle_arc_color(ui->theme, arc);
    for (int i = 0; i < LINES; i++) {
        int from = i < SEGMENTS ? i : i == SEGMENTS ? 0 : SEGMENTS;
        float step = (arc->to - arc->from) / SEGMENTS;
        bp_line line = {.from = bp_angle_arc_point(arc, arc->from + step * (float)from, arc->radius),
                        .to = arc->center};
        if (i < SEGMENTS) line.to = bp_angle_arc_point(arc, arc->from + step * (float)(i + 1), arc->radius);
        line.width = (i < SEGMENTS ? 3.0f : 2.0f) * ui->unit;
        memcpy(line.color, &color, 4);
        lines[i] = line;
    }
    bool whole = arc->to - arc->from >= 360;
    return bp_ui_rimmed_lines(ui, lines, whole ? SEGMENTS : LINES, overlay);
}

bool bp_stage_draw_arcs(bp_ui *ui, const bp_stage *stage, const bp_view *scene) {
    if (stage->arc_count == 0) return true;
    float aspect = (float)scene->viewport.width / (float)scene->viewport.height;
    bp_mat4 transform = bp_camera_view_projection(&scene->camera, aspect);
    bp_overlay overlay = {.transform = &transform,
                          .hidden = 0.96f,
                          .state = {.viewport = scene->viewport, .no_depth_write = true}};
    for (int i = 0; i < stage->arc_count; i++)
        if (!draw_arc(ui, &stage->arcs[i], &overlay)) return false;
    return true;
}
