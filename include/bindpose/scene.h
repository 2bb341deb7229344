/* scene: a camera, figures with their skeletons, and how they are drawn.
 *
 * A figure is what stands on a stage: meshes, the skeletons that move them, and the buffers that
 * their skinned vertices go to. bp_figure_pose brings these up to date; drawing only reads them.
 *
 * Spaces: a mesh's vertices are skinned into the space of the skeleton's root; the figure's world
 * matrix comes after that, then the camera's view and projection.
 */
#ifndef BINDPOSE_SCENE_H
#define BINDPOSE_SCENE_H

#include <bindpose/mesh.h>
#include <bindpose/raster.h>
#include <bindpose/rig.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- camera (src/scene/camera.c) ----------------------------------------------------------------*/

/* Where one looks from. World space, metres, radians; right-handed, depth 0..1. */
typedef struct bp_camera {
    bp_vec3 eye, target;
    bp_vec3 up;  /* need not be at right angles to the line of sight; zero: +Y */
    float fov_y; /* full vertical angle; 0: 45 degrees */
    float near_z,
        far_z; /* distances of the clip planes; 0: a hundredth and 20 times the distance to the target */
} bp_camera;

/* From the world to the camera's space, right-handed: X right, Y up, looking along -Z. */
bp_mat4 bp_camera_view(const bp_camera *camera);
/* `aspect` is width / height of the viewport. */
bp_mat4 bp_camera_projection(const bp_camera *camera, float aspect);
bp_mat4 bp_camera_view_projection(const bp_camera *camera, float aspect);

/* Turns about the target, by radians: yaw about up, pitch towards it, which stops 1 degree before the pole. */
void bp_camera_orbit(bp_camera *camera, float yaw, float pitch);
/* Moves eye and target in the picture's plane, in parts of the picture's height: +x right, +y up. */
void bp_camera_pan(bp_camera *camera, float x, float y);
/* Multiplies the distance to the target by `factor`, which is kept within 0.05..20 of it. */
void bp_camera_zoom(bp_camera *camera, float factor);
/* Keeps the direction and steps so far back that the whole box is in the picture, with a little air. An
 * empty box leaves the camera as it is. */
void bp_camera_fit(bp_camera *camera, bp_bounds bounds, float aspect);
/* A world position in pixels of a viewport (y down), and its depth 0..1. False where it lies behind the
 * near plane; *pixel is then undefined. */
bool bp_camera_project(const bp_camera *camera, bp_rect viewport, bp_vec3 position, bp_vec2 *pixel,
                       float *depth);

/* ---- figures (src/scene/figure.c) ---------------------------------------------------------------*/

/* One mesh of a figure. */
typedef struct bp_figure_part {
    const bp_mesh *mesh;         /* borrowed */
    bp_skeleton *skeleton;       /* borrowed; NULL: not skinned */
    const bp_node *node;         /* borrowed; places a mesh that isn't skinned; NULL: the identity */
    const bp_material *material; /* borrowed; NULL: the default */
    const bp_texture *texture;   /* borrowed; NULL: none */
    const bp_vec2 *uvs;          /* borrowed; NULL: the mesh's own */
    const float *morph_weights;  /* borrowed, mesh->morph_count of them; NULL: the mesh's own */
    bp_skin_method method;
    bool
        flat; /* each three vertices are a triangle whose normals are its own, as it is posed (bp_mesh_make_flat) */
} bp_figure_part;

/* Meshes that are posed and drawn together. */
typedef struct bp_figure bp_figure;

/* The parts are copied; what they point to is borrowed for the figure's life. Errors: memory; a mesh
 * whose joints are not in its skeleton's palette. */
bp_figure *bp_figure_create(bp_context *context, const bp_figure_part *parts, size_t count, bp_error *error);
void bp_figure_destroy(bp_figure *figure);
size_t bp_figure_part_count(const bp_figure *figure);
const bp_figure_part *bp_figure_part_at(const bp_figure *figure, size_t part);

/* Prepares the skeletons and skins all parts: positions and normals are then those of this moment.
 * Errors: memory; bones taken from a skeleton that meshes speak of; some parts are then as they were, and the next
 * call that succeeds puts all of them right. */
bool bp_figure_pose(bp_figure *figure, bp_error *error);

/* Vertices as bp_figure_pose last left them, in the file's order, before the figure's world matrix;
 * borrowed for the figure's life. Normals are NULL where the mesh has none. */
const bp_vec3 *bp_figure_positions(const bp_figure *figure, size_t part);
const bp_vec3 *bp_figure_normals(const bp_figure *figure, size_t part);

/* Vertices in the colours of the joints that move them, mixed by weight; NULL for a part without skeleton. */
const bp_rgba8 *bp_figure_weight_colors(const bp_figure *figure, size_t part);

/* Where the figure stands: applied after skinning, to meshes and bones. Starts as the identity. */
void bp_figure_set_world(bp_figure *figure, bp_mat4 world);
bp_mat4 bp_figure_world(const bp_figure *figure);

/* Whether a part's place or its joints mirror it, so that its front faces are clockwise. A skinned mesh with
 * joints of both kinds goes by the first vertex's. */
bool bp_figure_is_mirrored(const bp_figure *figure, size_t part);

/* The box around all posed vertices, in world space. */
bp_bounds bp_figure_bounds(const bp_figure *figure);
/* The largest distance between vertices of the same part and number, in world space; infinite where the
 * figures don't have the same numbers of them. */
float bp_figure_difference(const bp_figure *a, const bp_figure *b);

/* ---- models as figures (src/scene/model_figure.c) --------------------------------------------------*/

/* A model with what drawing it takes: a figure of its instances, those that blend behind the others, its
 * textures, mipmapped, and for each mesh that has no normals and is to be lit a flat copy: its part's vertices are
 * the corners of the triangles. */
typedef struct bp_model_figure bp_model_figure;

/* The posed model is borrowed for the figure's life. After bp_model_pose_set, bp_figure_pose the figure.
 * Errors: memory; those of bp_figure_create. */
bp_model_figure *bp_model_figure_create(bp_context *context, const bp_model_pose *pose, bp_error *error);
void bp_model_figure_destroy(bp_model_figure *model_figure);
/* The model's mesh that a part was made of: the part's own, or what its flat copy was made from, whose indices say
 * which vertex each of the copy's was. */
const bp_mesh *bp_model_figure_mesh(const bp_model_figure *model_figure, size_t part);
/* Its figure, for posing and drawing; borrowed from it. */
bp_figure *bp_model_figure_get_figure(const bp_model_figure *model_figure);

/* ---- drawing (src/scene/draw_meshes.c) ------------------------------------------------------------------- */

/* What of a figure is drawn. */
typedef enum bp_show_flag {
    BP_SHOW_MESH = 1,
    BP_SHOW_BONES = 2,      /* lines from joint to joint, and along lengths; faint inside the mesh */
    BP_SHOW_AXES = 4,       /* of each bone: red X, green Y, blue Z */
    BP_SHOW_WEIGHTS = 8,    /* vertices in their joints' colours */
    BP_SHOW_WIREFRAME = 16, /* over the surface */
    BP_SHOW_NAMES = 32,     /* of bones */
} bp_show_flag;

/* The colour of a joint, bone or stage: eight that colour-blind people can tell apart too (Okabe and Ito), repeated.
 * sRGB, opaque. */
bp_rgba8 bp_scene_color(size_t index);
/* The colours of a vertex's joints, averaged by weight, not rounded: red, green, blue 0..255. */
bp_vec3 bp_scene_weights_color(const bp_mesh *mesh, size_t vertex);

/* How a scene is drawn: the same for everything in it. */
typedef struct bp_view {
    bp_camera camera;
    bp_rect viewport;
    unsigned show; /* of bp_show_flag */
    bool unlit;
    bp_rgba8 bone;       /* of lines and joints; all zero: near white */
    bp_rgba8 selected;   /* of the selected bone; all zero: orange */
    float overlay_scale; /* of widths and radii in pixels, for screens of higher density; 0: 1 */
} bp_view;

/* Gives a draw the look of a part's material: colour, culling, blending, and the texture where the draw has
 * texture coordinates (set those first). A part without material changes nothing. */
void bp_scene_set_material(bp_draw *draw, const bp_figure_part *part);

/* Draws a figure's meshes, as posed, into a pass that was begun: lit by one lamp over the viewer's shoulder,
 * unless `view->unlit`. Vertex colours, textures and materials are used where there are any; a rigidly skinned
 * mesh without them gets its joints' colours. Everything borrowed until the pass ends. Errors: those of
 * bp_raster_draw. */
bool bp_scene_draw_meshes(bp_raster *raster, const bp_view *view, const bp_figure *figure, bp_error *error);

/* Draws a skeleton's bones, as last prepared, after the meshes: joints as balls, lines to the tips (bones with
 * a length) and to the children, axes where the view shows them; faint where the mesh hides them.
 * `world` comes after the bones' matrices; `selected` may be NULL. */
bool bp_scene_draw_bones(bp_raster *raster, const bp_view *view, const bp_skeleton *skeleton, bp_mat4 world,
                         const bp_bone *selected, bp_error *error);

/* A floor of lines, level, `half` metres from its centre to each side. */
bool bp_scene_draw_floor(bp_raster *raster, const bp_view *view, bp_vec3 center, float half, bp_rgba8 color,
                         bp_error *error);

/* ---- the page's character (src/scene/character.c) -------------------------------------------------*/

/* Which local matrices its bones are made with. */
typedef enum bp_character_bind {
    BP_BIND_NATURAL, /* arms at the shoulders, turned along the arms: (+-0.5, 1.5, 0), +-30 degrees about Z */
    BP_BIND_TRANSLATION, /* at the shoulders, not turned */
    BP_BIND_IDENTITY,    /* every bone at the origin */
} bp_character_bind;

enum { BP_BONE_BODY, BP_BONE_ARM_LEFT, BP_BONE_ARM_RIGHT, BP_CHARACTER_BONES };

/* The local matrix of a bone of the character (BP_BONE_...) in that bind. */
bp_mat4 bp_character_local(bp_character_bind bind, int bone);

/* Its skeleton: boneBody with boneArmLeft and boneArmRight below it, lengths 1.5, -2, -2 (the arms run along
 * their bones' -Y). `rules` are bits of bp_rules. Its mesh is bp_shape_character. */
bp_skeleton *bp_character_skeleton(const bp_context *context, bp_character_bind bind, int rules,
                                   bp_error *error);

/* The same with each bone's local made other than its bind: `locals` has one for each, NULL: all at their binds. */
bp_skeleton *bp_character_skeleton_posed(const bp_context *context, bp_character_bind bind,
                                         const bp_mat4 *locals, int rules, bp_error *error);

/* The same as a model, the way a file would hold it: a node for each bone with the bone linked to it, one for the
 * mesh, a skin with the inverse binds, and no clips. Nodes 0..2 are the bones', 3 is the mesh's. */
bp_model *bp_character_model(const bp_context *context, bp_character_bind bind, bp_error *error);

/* The view that its pictures are taken with: eye (0, 2.47, 7.61), towards the origin. */
bp_camera bp_character_camera(void);

/* ---- a chain (src/scene/tube_skeleton.c) ------------------------------------------------------------------*/

/* Bones "joint0", "joint1", ... one above the other along +Y, `spacing` metres apart, each the child of the one
 * before, none of them with a length set. It goes with bp_shape_tube, whose joints are length / joints apart.
 * `rules` are bits of bp_rules. Errors: those of making skeletons and bones. */
bp_skeleton *bp_tube_skeleton(const bp_context *context, int joints, float spacing, int rules,
                              bp_error *error);

#ifdef __cplusplus
}
#endif

#endif
