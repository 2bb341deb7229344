/* The nodes, the arrows and the gimbal of a stage. */
#ifndef BP_VIEWER_STAGE_FRAMES_H
#define BP_VIEWER_STAGE_FRAMES_H

#include "viewer/stage_view.h"

enum {
    BP_GIMBAL_RINGS = 3, /* yaw outside, then pitch, then roll */
    BP_GIMBAL_POINTS = 72,
    BP_NODE_LINES = 4
};

/* Draws the nodes of a stage that shows them, its arrows, and its gimbal, if it has one. */
bool bp_stage_draw_frames(bp_ui *ui, const bp_stage *stage, const bp_view *scene);
/* Whether an arrow has a length, and a finite one. */
bool bp_arrow_is_shown(const bp_arrow *arrow);
/* The lines of a node: its axes, and one to the bone that is linked to it. `pixel`: metres of one. Returns
 * their number. */
int bp_stage_node_lines(const bp_ui *ui, const bp_stage *stage, const bp_node *node, float pixel,
                        bp_line lines[BP_NODE_LINES]);
/* The points of a ring, and its name (may be NULL); false: the stage has no gimbal. */
bool bp_stage_gimbal_ring(const bp_stage *stage, int ring, bp_vec3 points[BP_GIMBAL_POINTS],
                          const char **name);
bp_rgba8 bp_gimbal_color(const bp_theme *theme, int ring);

#endif
