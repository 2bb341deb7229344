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

#include <bindpose/raster.h>
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

/* `aspect` is width / height of the viewport. */
bp_mat4 bp_camera_view_projection(const bp_camera *camera, float aspect);

/* Rotates the eye about the target, in radians: yaw about up, pitch to at most 1 degree from the poles. */
void bp_camera_orbit(bp_camera *camera, float yaw, float pitch);
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
bp_figure *bp_figure_create(const bp_context *context, const bp_figure_part *parts, size_t count,
                            bp_error *error);
void bp_figure_destroy(bp_figure *figure);
/* Hangs a mesh that isn't skinned on a bone: a sword in a hand. It becomes the figure's last part and follows
 * the bone, by its chain matrix, in each bp_figure_pose, whether the bone is linked to a node or not. Copies
 * `offset` (from the mesh's space to the bone's; NULL: the identity); borrows the rest for the figure's life;
 * `material` and
 * `texture` may be NULL. It is lit as the figure's first part is. Errors, and nothing changes: memory; a bone
 * of a skeleton that isn't this figure's, such as that of the prototype of an instance. */
bool bp_figure_attach(bp_figure *figure, const bp_mesh *mesh, bp_bone *bone, const bp_mat4 *offset,
                      const bp_material *material, const bp_texture *texture, bp_error *error);
size_t bp_figure_part_count(const bp_figure *figure);
const bp_figure_part *bp_figure_part_at(const bp_figure *figure, size_t part);

/* Prepares the skeletons, then morphs and skins all parts. Errors: memory; a mesh whose joints are no
 * longer in the palette. After an error some parts keep their old vertices, until a later call succeeds. */
bool bp_figure_pose(bp_figure *figure, bp_error *error);

/* Vertices as last posed, in the mesh's order, before the figure's world matrix; borrowed for the figure's
 * life. Normals are NULL if the mesh has none. An instance has no array of them: the pass that draws it skins
 * them. Its first such call makes one, and the first after each pose fills it; NULL: no memory. */
const bp_vec3 *bp_figure_positions(const bp_figure *figure, size_t part);
const bp_vec3 *bp_figure_normals(const bp_figure *figure, size_t part);

/* The world matrix is applied after skinning, to meshes and bones. It starts as the identity. */
void bp_figure_set_world(bp_figure *figure, bp_mat4 world);
bp_mat4 bp_figure_world(const bp_figure *figure);

/* The box around all posed vertices, in world space. */
bp_bounds bp_figure_bounds(const bp_figure *figure);

/* ---- models as figures (src/scene/model_figure.c) ---- */

/* A model ready to draw: a figure of its instances (blended ones last) in physically based light, its
 * textures with mipmaps, and a flat copy of each lit mesh that has no normals. A material's maps may use two
 * sets of texture coordinates (of which transforms make more); maps that use a third one are left out. */
typedef struct bp_model_figure bp_model_figure;

/* `pose` is borrowed for the figure's life. After bp_model_pose_set, call bp_figure_pose on the figure.
 * Errors: memory; those of bp_figure_create. */
bp_model_figure *bp_model_figure_create(const bp_context *context, const bp_model_pose *pose,
                                        bp_error *error);
void bp_model_figure_destroy(bp_model_figure *model_figure);
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

/* Draws a figure's meshes, as posed, into a pass that has begun: lit by a light over the viewer's left
 * shoulder, unless view->unlit; physical parts, by a sky too. A mesh without material and colours gets its
 * joints' colours. Draws nothing unless view->show has MESH, WEIGHTS or WIREFRAME (alone: lines without
 * surface). The pass borrows the figure until it ends. Errors: a viewport without size (ARGUMENT); those of
 * bp_raster_draw. */
bool bp_scene_draw_meshes(bp_raster *raster, const bp_view *view, const bp_figure *figure, bp_error *error);

/* Draws a skeleton's bones, as last prepared. Draw them after the meshes: inside a mesh they are faint. A
 * bone is a ball at its joint and a line to its tip (if it has a length) or to each child. `world` comes
 * after the bones' matrices; `selected` may be NULL. */
bool bp_scene_draw_bones(bp_raster *raster, const bp_view *view, const bp_skeleton *skeleton, bp_mat4 world,
                         const bp_bone *selected, bp_error *error);

BP_END_C

#endif
