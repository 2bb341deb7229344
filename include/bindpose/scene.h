/* scene: a camera, figures with their skeletons, and how to draw them.
 *
 * A figure is a group of meshes, the skeletons that move them, and buffers for their skinned vertices.
 * bp_figure_pose fills the buffers; drawing only reads them.
 *
 * Spaces: skinning takes a mesh's vertices into the space of the skeleton's root. The figure's world matrix
 * comes after that, then the camera's view and projection.
 *
 * Not thread-safe: use a figure, and the raster it is drawn with, from one thread at a time.
 */
#ifndef BINDPOSE_SCENE_H
#define BINDPOSE_SCENE_H

#include <bindpose/mesh.h>
#include <bindpose/pixel_history.h>
#include <bindpose/rig.h>

BP_BEGIN_C

/* ---- camera (src/scene/camera.c) ---- */

/* In world space, metres and radians; right-handed, depth 0..1. */
typedef struct bp_camera {
    bp_vec3 eye, target;
    bp_vec3 up;          /* need not be perpendicular to the line of sight; zero: +Y */
    float fov_y;         /* full vertical angle; 0: 45 degrees */
    float near_z, far_z; /* distances of the clip planes; 0: 0.01 and 20 times the distance to the target */
} bp_camera;

/* World to camera space: X right, Y up, looking along -Z. */
bp_mat4 bp_camera_view(const bp_camera *camera);
/* `aspect` is width / height of the viewport. */
bp_mat4 bp_camera_projection(const bp_camera *camera, float aspect);
bp_mat4 bp_camera_view_projection(const bp_camera *camera, float aspect);
/* Metres that one pixel covers at the target's distance, in a picture `height` pixels high. */
float bp_camera_pixel_size(const bp_camera *camera, int height);

/* Rotates the eye about the target, in radians: yaw about up, pitch to at most 1 degree from the poles. */
void bp_camera_orbit(bp_camera *camera, float yaw, float pitch);
/* Moves eye and target in the picture's plane: +x right, +y up, in picture heights. */
void bp_camera_pan(bp_camera *camera, float x, float y);
/* Multiplies the distance to the target by `factor`, clamped to 0.05..20. */
void bp_camera_zoom(bp_camera *camera, float factor);
/* Moves the camera along its direction so that the box just fits. An empty box changes nothing. */
void bp_camera_fit(bp_camera *camera, bp_bounds bounds, float aspect);
/* Projects a world position to pixels of a viewport (y down) and depth 0..1. False if it lies behind the
 * near plane; *pixel is undefined then. `depth` may be NULL. */
bool bp_camera_project(const bp_camera *camera, bp_rect viewport, bp_vec3 position, bp_vec2 *pixel,
                       float *depth);

/* A half-line in world space; the direction has length 1. */
typedef struct bp_ray {
    bp_vec3 origin, direction;
} bp_ray;

/* The ray from the eye through a pixel of the viewport (y down): the inverse of bp_camera_project. */
bp_ray bp_camera_ray(const bp_camera *camera, bp_rect viewport, bp_vec2 pixel);
/* Where a ray meets the plane through `point` with that normal. False if it runs along the plane or away
 * from it; *at is undefined then. */
bool bp_ray_plane(bp_ray ray, bp_vec3 point, bp_vec3 normal, bp_vec3 *at);
/* Whether a ray meets a triangle, from either side (Moeller and Trumbore, 1997). If so, *distance is how far
 * from its origin, in lengths of its direction. */
bool bp_ray_triangle(bp_ray ray, bp_vec3 a, bp_vec3 b, bp_vec3 c, float *distance);

/* ---- figures (src/scene/figure.c) ---- */

/* One mesh of a figure. */
typedef struct bp_figure_part {
    const bp_mesh *mesh;         /* borrowed */
    bp_skeleton *skeleton;       /* borrowed; NULL: not skinned */
    const bp_node *node;         /* borrowed; positions a mesh that isn't skinned; NULL: the identity */
    bp_bone *bone;               /* borrowed; carries a mesh that isn't skinned, instead of a node */
    const bp_mat4 *offset;       /* copied; from the mesh to the bone's space; NULL: the identity */
    const bp_material *material; /* borrowed; NULL: the default */
    const bp_texture *texture;   /* borrowed; NULL: none */
    const bp_vec2 *uvs;          /* borrowed; NULL: the mesh's own */
    const float *morph_weights;  /* borrowed, mesh->morph_count of them; NULL: the mesh's own */
    bp_skin_method method;
    bool flat; /* each three vertices are a triangle (bp_mesh_make_flat): recompute normals after posing */
    /* Physically based light, by the material and these maps (borrowed; NULL: none); false: a plain light. */
    bool physical;
    const bp_texture *maps[BP_MAPS];
    bool map_second_uv[BP_MAPS]; /* sampled at uvs2 */
    const bp_vec2 *uvs2;         /* borrowed; NULL: no map uses them */
} bp_figure_part;

/* Copies the parts and poses them. Meshes and all else that parts point to are borrowed for the figure's
 * life. Errors: memory; a mesh whose joints are not in its skeleton's palette. */
typedef struct bp_figure bp_figure;
bp_figure *bp_figure_create(bp_context *context, const bp_figure_part *parts, size_t count, bp_error *error);
void bp_figure_destroy(bp_figure *figure);
/* Hangs a mesh that isn't skinned on a bone: a sword in a hand. It becomes the figure's last part and follows
 * the bone, by its chain matrix, in each bp_figure_pose, whether the bone is linked to a node or not. Copies
 * `offset` (from the mesh's space to the bone's; NULL: the identity); borrows the rest for the figure's life;
 * `material` and
 * `texture` may be NULL. It is lit as the figure's first part is. Errors, and nothing changes: memory. */
bool bp_figure_attach(bp_figure *figure, const bp_mesh *mesh, bp_bone *bone, const bp_mat4 *offset,
                      const bp_material *material, const bp_texture *texture, bp_error *error);
size_t bp_figure_part_count(const bp_figure *figure);
const bp_figure_part *bp_figure_part_at(const bp_figure *figure, size_t part);
/* Draws a part with another material, borrowed for the figure's life. NULL: with the mesh's colours, or
 * those of its joints. Does nothing if there is no such part. */
void bp_figure_set_material(bp_figure *figure, size_t part, const bp_material *material);
/* Draws all parts in the plain light of the lessons: diffuse, without maps. For models' figures, which are
 * drawn in physically based light otherwise. */
void bp_figure_set_plain_light(bp_figure *figure);

/* Prepares the skeletons of all skinned parts, but leaves the vertices as they are. */
void bp_figure_prepare(const bp_figure *figure);
/* Prepares the skeletons, then morphs and skins all parts. Errors: memory; a mesh whose joints are no
 * longer in the palette. After an error some parts keep their old vertices, until a later call succeeds. */
bool bp_figure_pose(bp_figure *figure, bp_error *error);

/* Vertices as last posed, in the mesh's order, before the figure's world matrix; borrowed for the figure's
 * life. Normals are NULL if the mesh has none; tangents too, or if the part has no normal map. */
const bp_vec3 *bp_figure_positions(const bp_figure *figure, size_t part);
const bp_vec3 *bp_figure_normals(const bp_figure *figure, size_t part);
const bp_vec4 *bp_figure_tangents(const bp_figure *figure, size_t part);
/* Each vertex in the colours of its joints, averaged by weight; NULL for a part without skeleton. */
const bp_rgba8 *bp_figure_weight_colors(const bp_figure *figure, size_t part);

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

/* The world matrix is applied after skinning, to meshes and bones. It starts as the identity. */
void bp_figure_set_world(bp_figure *figure, bp_mat4 world);
bp_mat4 bp_figure_world(const bp_figure *figure);

/* Whether a part's node or its first vertex's joint mirrors it, so that front faces are clockwise. */
bool bp_figure_is_mirrored(const bp_figure *figure, size_t part);
/* The box around all posed vertices, in world space. */
bp_bounds bp_figure_bounds(const bp_figure *figure);
/* The largest distance in world space between vertices of equal index; infinite if their numbers differ. */
float bp_figure_difference(const bp_figure *a, const bp_figure *b);

/* ---- models as figures (src/scene/model_figure.c) ---- */

/* A model ready to draw: a figure of its instances (blended ones last) in physically based light, its
 * textures with mipmaps, and a flat copy of each lit mesh that has no normals. A material's maps may use two
 * sets of texture coordinates (of which transforms make more); maps that use a third one are left out. */
typedef struct bp_model_figure bp_model_figure;

/* `pose` is borrowed for the figure's life. After bp_model_pose_set, call bp_figure_pose on the figure.
 * Errors: memory; those of bp_figure_create. */
bp_model_figure *bp_model_figure_create(bp_context *context, const bp_model_pose *pose, bp_error *error);
/* The figure of an instance (model.h) of `like`'s model, which shares its textures and flat meshes: it
 * borrows `like` for its life. Errors: as above; a pose of another model. */
bp_model_figure *bp_model_figure_create_like(bp_context *context, const bp_model_pose *pose,
                                             const bp_model_figure *like, bp_error *error);
const bp_model *bp_model_figure_model(const bp_model_figure *model_figure); /* that of its pose; borrowed */
void bp_model_figure_destroy(bp_model_figure *model_figure);
/* The model's mesh that a part came from. Vertex i of its flat copy is vertex indices[i] of this mesh. */
const bp_mesh *bp_model_figure_mesh(const bp_model_figure *model_figure, size_t part);
/* The figure, to pose and draw; borrowed. */
bp_figure *bp_model_figure_get_figure(const bp_model_figure *model_figure);

/* ---- drawing (src/scene/draw_meshes.c, draw_bones.c) ---- */

/* Kinds of things to draw. */
typedef enum bp_show_flag {
    BP_SHOW_MESH = 1,       /* the surface */
    BP_SHOW_BONES = 2,      /* lines from joint to joint, and along lengths; faint inside the mesh */
    BP_SHOW_AXES = 4,       /* of each bone: red X, green Y, blue Z */
    BP_SHOW_WEIGHTS = 8,    /* vertices in their joints' colours */
    BP_SHOW_WIREFRAME = 16, /* over the surface */
    BP_SHOW_NAMES = 32,     /* of bones */
} bp_show_flag;

/* The colour of a joint, bone or stage, sRGB: eight that colour-blind people can tell apart, repeated. */
bp_rgba8 bp_scene_color(size_t index);
/* The colours of a vertex's joints, averaged by weight, not rounded: red, green, blue 0..255. */
bp_vec3 bp_scene_weights_color(const bp_mesh *mesh, size_t vertex);

/* How to draw everything in a scene. */
typedef struct bp_view {
    bp_camera camera;
    bp_rect viewport; /* pixels of the framebuffer; has a size */
    unsigned show;    /* bits of bp_show_flag; 0: nothing */
    bool unlit;
    bp_rgba8 bone;       /* colour of lines and joints; all zero: near white */
    bp_rgba8 selected;   /* colour of the selected bone; all zero: orange */
    float overlay_scale; /* multiplies widths and radii in pixels, for high-density screens; 0: 1 */
    /* The colour of a rim around bones, joints and axes, which makes them visible over every surface. Inside
     * meshes they are then less faint. All zero: no rim. */
    bp_rgba8 casing;
    bp_rgba8 selected_casing; /* the selected bone's; all zero: casing */
    bp_rgba8 axes[3];         /* colours of X, Y, Z; the first all zero: those of bp_raster_axes */
    bool wire_in_contrast;    /* the wireframe over dark surfaces is white; false: it is black over all */
    /* The light of all figures, in world space; borrowed for the call. Its normal matrix is used in place of
     * the inverse transpose of a figure's world matrix, unless it is NULL. NULL: a light over the viewer's
     * left shoulder, and for physical parts a sky. */
    const bp_draw_light *light;
    bp_color_mode
        color; /* of figures; BP_COLOR_RAW: light is multiplied with encoded values, which is wrong */
} bp_view;

/* Whether the view can be drawn: it has a viewport with a size. All functions that draw check it. */
bool bp_view_check(const bp_view *view, bp_error *error);

/* Sets a draw's colour, culling, blending, texture and surface from a part's material. Set the draw's texture
 * coordinates first, both sets. A part without material changes nothing. */
void bp_scene_set_material(bp_draw *draw, const bp_figure_part *part);

/* Draws a figure's meshes, as posed, into a pass that has begun: lit by a light over the viewer's left
 * shoulder, unless view->unlit; physical parts, by a sky too. A mesh without material and colours gets its
 * joints' colours. Draws nothing unless view->show has MESH, WEIGHTS or WIREFRAME (alone: lines without
 * surface). The pass borrows the figure until it ends. Errors: a viewport without size (ARGUMENT); those of
 * bp_raster_draw. */
bool bp_scene_draw_meshes(bp_raster *raster, const bp_view *view, const bp_figure *figure, bp_error *error);

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

/* Draws a skeleton's bones, as last prepared. Draw them after the meshes: inside a mesh they are faint. A
 * bone is a ball at its joint and a line to its tip (if it has a length) or to each child. `world` comes
 * after the bones' matrices; `selected` may be NULL. */
bool bp_scene_draw_bones(bp_raster *raster, const bp_view *view, const bp_skeleton *skeleton, bp_mat4 world,
                         const bp_bone *selected, bp_error *error);

/* Draws one bone, its line and its joint, in the colour of the selected one. `world` as above. */
bool bp_scene_draw_bone(bp_raster *raster, const bp_view *view, const bp_bone *bone, bp_mat4 world,
                        bp_error *error);

/* Draws a level grid of lines, `half` metres from its centre to each side. */
bool bp_scene_draw_floor(bp_raster *raster, const bp_view *view, bp_vec3 center, float half, bp_rgba8 color,
                         bp_error *error);

/* ---- a shadow under a figure (src/scene/shadow.c) ---- */

/* A soft shadow on level ground, as of light from all of the sky. It doesn't depend on the camera. */
typedef struct bp_shadow bp_shadow;

/* A shadow of nothing. `context` is borrowed for its life. Errors: memory. */
bp_shadow *bp_shadow_create(const bp_context *context, bp_error *error);
void bp_shadow_destroy(bp_shadow *shadow);
/* Makes it that of a figure, as posed. `bounds`, in world space, are those of the figure in its usual pose:
 * the ground is at their lower side, and softness and height are in proportion to their radius. A part that
 * isn't skinned and reaches farther than two radii from their centre casts no shadow: it is ground, or a sky.
 * Neither does a blended material that is more than half transparent. Empty bounds: no shadow. Draws with
 * `raster`, in a pass of its own, so call it between passes, and don't set framebuffer_unchanged in the next
 * one. Errors: memory; there is no shadow then. */
bool bp_shadow_update(bp_shadow *shadow, bp_raster *raster, const bp_figure *figure, bp_bounds bounds,
                      bp_error *error);
/* Draws it into a pass: over what stands below the figure, so after the meshes. It isn't visible from below
 * the ground. The pass borrows the shadow until it ends. Errors: a viewport without size (ARGUMENT); those of
 * bp_raster_draw. */
bool bp_scene_draw_shadow(bp_raster *raster, const bp_view *view, const bp_shadow *shadow, bp_error *error);

/* ---- the page's character, and a tube's skeleton (src/scene/skeletons.c, character_model.c) ---- */

/* Which local matrices its bones are bound with. */
typedef enum bp_character_bind {
    BP_BIND_NATURAL, /* at the shoulders (+-0.5, 1.5, 0), rotated by +-30 degrees about Z along the arms */
    BP_BIND_TRANSLATION, /* at the shoulders, not rotated */
    BP_BIND_IDENTITY,    /* every bone at the origin */
} bp_character_bind;

enum { BP_BONE_BODY, BP_BONE_ARM_LEFT, BP_BONE_ARM_RIGHT, BP_CHARACTER_BONES };

/* The local matrix of a bone (BP_BONE_...) in that bind. */
bp_mat4 bp_character_local(bp_character_bind bind, int bone);

/* The skeleton: boneBody with boneArmLeft and boneArmRight as its children, lengths 1.5, -2, -2 (the arms
 * run along their bones' -Y). `locals` has one matrix for each bone to start with; NULL: their binds.
 * `rules` are bits of bp_rules. The mesh is bp_shape_character. */
bp_skeleton *bp_character_skeleton(const bp_context *context, bp_character_bind bind, const bp_mat4 *locals,
                                   int rules, bp_error *error);

/* The character as a glTF file stores it: nodes 0..2 are the bones', 3 is the mesh's; a skin; no clips. */
bp_model *bp_character_model(const bp_context *context, bp_character_bind bind, bp_error *error);

/* The camera of the page's pictures: eye (0, 2.47, 7.61), looking at the origin. */
bp_camera bp_character_camera(void);

/* Bones along +Y, `spacing` metres apart, each the child of the one before, without lengths set; for
 * bp_shape_tube: length / joints. `names`: one each; NULL: "joint0", "joint1", ... */
bp_skeleton *bp_tube_skeleton(const bp_context *context, const char *const *names, int joints, float spacing,
                              int rules, bp_error *error);

BP_END_C

#endif
