/* The points and lines of a mesh. */
#ifndef BP_SCENE_DRAW_LINES_H
#define BP_SCENE_DRAW_LINES_H

#include <bindpose/scene.h>

/* Draws a mesh's points or lines with the vertices, transform, colours, blending and alpha test of `draw`,
 * which is what its triangles would be drawn with. Light and textures don't count. */
bool bp_draw_lines(bp_raster *raster, const bp_view *view, const bp_draw *draw, const bp_mesh *mesh,
                   bp_error *error);

#endif
