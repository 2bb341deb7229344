/* What our own windows and lessons ask of figures, besides bindpose/scene.h. */
#ifndef BP_SCENE_FIGURE_H
#define BP_SCENE_FIGURE_H

#include <bindpose/scene.h>

/* Draws all parts in the plain light of the lessons: diffuse, without maps. For models' figures, which are
 * drawn in physically based light otherwise. */
void bp_figure_set_plain_light(bp_figure *figure);

/* Says that the figure shows an instance of this model, borrowed for its life: its bones carry
 * attachments. */
void bp_figure_set_model(bp_figure *figure, const bp_model *model);
/* Prepares the skeletons of all skinned parts, but leaves the vertices as they are. */
void bp_figure_prepare(const bp_figure *figure);

/* As bp_figure_normals; NULL too if the part has no normal map. */
const bp_vec4 *bp_figure_tangents(const bp_figure *figure, size_t part);
/* Each vertex in the colours of its joints, averaged by weight; NULL for a part without skeleton. */
const bp_rgba8 *bp_figure_weight_colors(const bp_figure *figure, size_t part);

/* Whether a part's node or its first vertex's joint mirrors it, so that front faces are clockwise. */
bool bp_figure_is_mirrored(const bp_figure *figure, size_t part);

/* The largest distance in world space between vertices of equal index; infinite if their numbers differ. */
float bp_figure_difference(const bp_figure *a, const bp_figure *b);

/* The figure of an instance (model.h) of `like`'s model, which shares its textures and flat meshes: it
 * borrows `like` for its life. Errors: those of bp_model_figure_create; a pose of another model. */
bp_model_figure *bp_model_figure_create_like(bp_context *context, const bp_model_pose *pose,
                                             const bp_model_figure *like, bp_error *error);
const bp_model *bp_model_figure_model(const bp_model_figure *model_figure); /* that of its pose; borrowed */

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

/* Draws a level grid of lines, `half` metres from its centre to each side. */
bool bp_scene_draw_floor(bp_raster *raster, const bp_view *view, bp_vec3 center, float half, bp_rgba8 color,
                         bp_error *error);

#endif
