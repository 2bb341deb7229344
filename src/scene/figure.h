/* What our own windows and lessons ask of figures, besides bindpose/scene.h. */
#pragma once

#include <bindpose/scene.h>

/* A figure of parts with the meshes of the first parts of `like`, whose colours of the weights it borrows for
 * its life; NULL: it has its own. Errors: those of bp_figure_create. */
bp_figure *bp_figure_create_like(const bp_context *context, const bp_figure_part *parts, size_t count,
                                 const bp_figure *like, bp_error *error);

/* Draws all parts in the plain light of the lessons: diffuse, without maps. For models' figures, which are
 * drawn in physically based light otherwise. */
void bp_figure_set_plain_light(bp_figure *figure);

/* Says that the figure shows a model in this pose, borrowed for its life: its bones carry attachments, and
 * its batch may pose the figure. */
void bp_figure_set_pose(bp_figure *figure, const bp_model_pose *pose);
/* Whether a batch of the model has all matrices that the figure's parts follow. */
bool bp_figure_follows_batch(const bp_figure *figure);
/* Where it has a part's: the first one of its palette, or that of its node. */
size_t bp_figure_place(const bp_figure *figure, size_t part);
/* bp_figure_pose by the matrices that a batch of the model has computed. */
bool bp_figure_pose_by(bp_figure *figure, const bp_mat4 *palettes, const bp_mat4 *absolutes, bp_error *error);
/* Prepares the skeletons of all skinned parts, but leaves the vertices as they are. */
void bp_figure_prepare(const bp_figure *figure);

/* A part's vertices for a draw: posed, or for the pass to skin. */
bp_draw_vertices bp_figure_vertices(const bp_figure *figure, size_t part);
/* How its vertices were skinned last: a pixel's history has this pointer as the positions of a draw that the
 * pass skinned. */
const bp_skin_job *bp_figure_skinning(const bp_figure *figure, size_t part);
/* The box around a part's posed vertices, before the figure's world matrix. */
bp_bounds bp_figure_part_bounds(const bp_figure *figure, size_t part);
/* Each vertex in the colours of its joints, averaged by weight; NULL for a part without skeleton. */
const bp_rgba8 *bp_figure_weight_colors(const bp_figure *figure, size_t part);

/* Whether a part's node or its first vertex's joint mirrors it, so that front faces are clockwise. */
bool bp_figure_is_mirrored(const bp_figure *figure, size_t part);

/* The largest distance in world space between vertices of equal index; infinite if their numbers differ. */
float bp_figure_difference(const bp_figure *a, const bp_figure *b);

/* The figure of an instance (model.h) of `like`'s model, which shares its textures and flat meshes: it
 * borrows `like` for its life. Errors: those of bp_model_figure_create; a pose of another model. */
bp_model_figure *bp_model_figure_create_like(const bp_context *context, const bp_model_pose *pose,
                                             const bp_model_figure *like, bp_error *error);

/* The colour of a joint, bone or stage, sRGB: eight that colour-blind people can tell apart, repeated. */
bp_rgba8 bp_scene_color(size_t index);
/* The colours of a vertex's joints, averaged by weight, not rounded: red, green, blue 0..255. */
bp_vec3 bp_scene_weights_color(const bp_mesh *mesh, size_t vertex);

/* Whether the view can be drawn: it has a viewport with a size. All functions that draw check it. */
bool bp_view_check(const bp_view *view, bp_error *error);

/* Sets a draw's colour, culling, blending, texture and surface from a part's material. Set the draw's texture
 * coordinates first, both sets. A part without material changes nothing. */
void bp_scene_set_material(bp_draw *draw, const bp_figure_part *part);

/* Draws a part with another material, borrowed for the figure's life. NULL: with the mesh's colours, or
 * those of its joints. Does nothing if there is no such part. */
void bp_figure_set_material(bp_figure *figure, size_t part, const bp_material *material);

/* The model's mesh that a part came from. Vertex i of its flat copy is vertex indices[i] of this mesh. */
const bp_mesh *bp_model_figure_mesh(const bp_model_figure *model_figure, size_t part);

/* Draws a level grid of lines, `half` metres from its centre to each side: so many squares (at most 8), and
 * so many pixels wide. */
bool bp_scene_draw_floor(bp_raster *raster, const bp_view *view, bp_vec3 center, float half, int squares,
                         float width, bp_rgba8 color, bp_error *error);

/* Draws a mesh's points or lines with the vertices, transform, colours, blending and alpha test of `draw`,
 * which is what its triangles would be drawn with. Light and textures don't count. */
bool bp_draw_lines(bp_raster *raster, const bp_view *view, const bp_draw *draw, const bp_mesh *mesh,
                   bp_error *error);

/* ---- highlights and ghosts ---- */

/* A part of the surface: what a bone moves, or what stands elsewhere than in another figure. */
typedef struct bp_highlight {
    size_t first, count;       /* a run of the part's vertices that has all corners of the triangles */
    const bp_rgba8 *colors;    /* of that run */
    bp_draw_indices triangles; /* those that are not transparent; 0 is the run's first vertex */
} bp_highlight;

/* What a bone moves of a part, in `color`, with its alpha multiplied by each vertex's weight of the bone.
 * Without a bone: `color` for vertices that don't lie where the same mesh has them in `beside`, and
 * transparent for the rest; NULL, or a figure without the mesh: `color` for all. Borrowed until the next call
 * for that part. Errors: memory. */
bool bp_figure_highlight(bp_figure *figure, size_t part, const bp_bone *bone, const bp_figure *beside,
                         bp_rgba8 color, bp_highlight *out, bp_error *error);

/* Draws a translucent colour over what a bone moves, as far as it moves it, with an outline if the view has a
 * casing. Draw the figure before. Without a bone: a ghost, what of a figure stands elsewhere than in
 * `beside`; NULL: all of it. Without a casing: translucent, behind all that is solid. With one: its outline
 * alone; draw the figures before. The pass borrows the figure until it ends. Errors: memory; those of
 * bp_raster_draw. */
bool bp_scene_draw_highlight(bp_raster *raster, const bp_view *view, bp_figure *figure, const bp_bone *bone,
                             const bp_figure *beside, bp_rgba8 color, bp_error *error);

/* Draws one bone, its line and its joint, in the colour of the selected one. `world` as for
 * bp_scene_draw_bones. */
bool bp_scene_draw_bone(bp_raster *raster, const bp_view *view, const bp_bone *bone, bp_mat4 world,
                        bp_error *error);

/* ---- whether a picture of a figure would show any of it (src/scene/visibility.c) ---- */

typedef enum bp_visibility {
    BP_VISIBILITY_SHOWN,      /* some of it is in view; or it has no vertices */
    BP_VISIBILITY_NOT_FINITE, /* a vertex is NaN or infinite, or so far away that the camera would be */
    BP_VISIBILITY_OUTSIDE,    /* nothing is in view */
    BP_VISIBILITY_FLAT,       /* nothing in view has an area */
    BP_VISIBILITY_BACK,       /* only backs of single-sided surfaces are in view */
} bp_visibility;

/* Looks for a vertex of a line or point, or a triangle that isn't seen from its back, in view. Triangles
 * count as in view if the box around them on the screen is. */
bp_visibility bp_scene_visibility(const bp_figure *figure, const bp_camera *camera, float aspect);
