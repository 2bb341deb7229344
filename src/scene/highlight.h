/* Highlights and ghosts: what a bone moves, and what stands elsewhere than in another figure. */
#ifndef BP_SCENE_HIGHLIGHT_H
#define BP_SCENE_HIGHLIGHT_H

#include <bindpose/scene.h>

/* A part of the surface: what a bone moves, or what stands elsewhere than in another figure. */
typedef struct bp_highlight {
    size_t first, count;       /* a run of the part's vertices that has all corners of the triangles */
    const bp_rgba8 *colors;    /* of that run */
    bp_draw_indices triangles; /* those that are not transparent; 0 is the run's first vertex */
} bp_highlight;

/* What a bone moves of a part, in `color`, with its alpha multiplied by each vertex's weight of the bone.
 * Borrowed until the next call of this or the next function for that part. Errors: memory. */
bool bp_figure_highlight(bp_figure *figure, size_t part, const bp_bone *bone, bp_rgba8 color,
                         bp_highlight *out, bp_error *error);
/* The same with `color` for vertices that don't lie where the same mesh has them in `other`, and transparent
 * for the rest. NULL, or a figure without the mesh: `color` for all. */
bool bp_figure_highlight_moved(bp_figure *figure, size_t part, const bp_figure *other, bp_rgba8 color,
                               bp_highlight *out, bp_error *error);

/* Draws a translucent colour over what a bone moves, as far as it moves it, with an outline if the view has a
 * casing. Draw the figure before. The pass borrows the figure until it ends. Errors: memory; those of
 * bp_raster_draw. */
bool bp_scene_draw_highlight(bp_raster *raster, const bp_view *view, bp_figure *figure, const bp_bone *bone,
                             bp_rgba8 color, bp_error *error);
/* Draws a translucent figure in one colour, with an outline if the view has a casing: what of it stands
 * elsewhere than in `beside`, a figure that is drawn already; NULL: all of it. Its nearer surfaces hide those
 * behind them. The pass borrows the figure until it ends. Errors: memory; those of
 * bp_raster_draw. */
bool bp_scene_draw_ghost(bp_raster *raster, const bp_view *view, bp_figure *figure, const bp_figure *beside,
                         bp_rgba8 color, bp_error *error);

/* Draws one bone, its line and its joint, in the colour of the selected one. `world` as for
 * bp_scene_draw_bones. */
bool bp_scene_draw_bone(bp_raster *raster, const bp_view *view, const bp_bone *bone, bp_mat4 world,
                        bp_error *error);

#endif
