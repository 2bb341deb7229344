/* A row of a matrix as an arrow in the scene. */
#ifndef BP_VIEWER_MATRIX_ARROWS_H
#define BP_VIEWER_MATRIX_ARROWS_H

#include "viewer/stage_view.h"

/* Makes the lines of an arrow: its shaft, and two strokes of `tip` metres in the plane that faces the eye
 * most. The caller sets their width and colour. */
enum { BP_ARROW_LINES = 3 };
void bp_arrow_lines(bp_vec3 from, bp_vec3 to, bp_vec3 eye, float tip, bp_line lines[BP_ARROW_LINES]);

typedef struct bp_matrix_arrow {
    bp_vec3 from, to; /* world space */
    int row;          /* 0 X, 1 Y, 2 Z, 3 position */
} bp_matrix_arrow;

enum { BP_MATRIX_ARROWS_MAX = 3 };

/* The arrows of a row of the bone's matrix, `matrix_row` as in bp_hover. A matrix is a frame in the space
 * that it leads to: the parent's for local and rest, the parent's absolute bind for bind, the root's for all
 * others. The position row is an arrow from that space's origin. Any other row shows all three axes of the
 * frame, the row's own one last; one of unit length becomes `length` metres long. Returns their number; 0: no
 * such row, or not finite. */
int bp_matrix_arrows(const bp_stage *stage, const bp_bone *bone, int matrix_row, float length,
                     bp_matrix_arrow arrows[BP_MATRIX_ARROWS_MAX]);

/* Draws those of the view's selected bone and row into the scene's rectangle, in a pass with depth. */
bool bp_draw_matrix_arrows(bp_ui *ui, const bp_stage_view *view, bp_rect scene);

#endif
