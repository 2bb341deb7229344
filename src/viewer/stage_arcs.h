/* The angles of a stage, as arcs. */
#ifndef BP_VIEWER_STAGE_ARCS_H
#define BP_VIEWER_STAGE_ARCS_H

#include "viewer/stage_view.h"

/* The point of an arc at an angle between its ends. */
bp_vec3 bp_angle_arc_point(const bp_angle_arc *arc, float degrees, float radius);
bp_rgba8 bp_angle_arc_color(const bp_theme *theme, const bp_angle_arc *arc);
/* Draws a stage's arcs over its scene. */
bool bp_stage_draw_arcs(bp_ui *ui, const bp_stage *stage, const bp_view *scene);

#endif
