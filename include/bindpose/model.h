/* model: a whole character as a file holds it: nodes, meshes, images, materials, skeletons, skins and clips;
 * its pose; finding things in it, masks, and instances that share its data.
 *
 * Threads: one thread at a time for each model or instance; different instances of one model may be used by
 * different threads at a time. Images may be read by several threads at a time.
 */
#ifndef BINDPOSE_MODEL_H
#define BINDPOSE_MODEL_H

#include <bindpose/mesh.h>
#include <bindpose/rig.h>

BP_BEGIN_C

/* ---- images (src/mesh/model.c) ------------------------------------------------------------------*/

#define BP_IMAGE_MAX_SIDE 16384

/* An image in memory: rows from top to bottom, without gaps. */
typedef struct bp_image {
    bp_allocator allocator;
    int width, height; /* 1..BP_IMAGE_MAX_SIDE */
    bool linear;       /* red, green and blue are linear; usually false: sRGB-encoded */
    bp_rgba8 *pixels;  /* owned, width * height */
} bp_image;

/* An image of transparent black. NULL on error. */
bp_image *bp_image_create(const bp_allocator *allocator, int width, int height, bp_error *error);
void bp_image_destroy(bp_image *image);

/* ---- models (src/mesh/model.c) ------------------------------------------------------------------*/

/* Texture filters, also of the rasterizer (raster.h). */
typedef enum bp_filter {
    BP_FILTER_BILINEAR,
    BP_FILTER_NEAREST,
    BP_FILTER_TRILINEAR, /* interpolated between the two nearest mipmaps, bilinear in each */
} bp_filter;

/* Texture coordinates outside 0..1. */
typedef enum bp_wrap {
    BP_WRAP_REPEAT,
    BP_WRAP_MIRROR,
    BP_WRAP_CLAMP,
} bp_wrap;

/* A material's reference to an image. Zero but for `image`: bilinear, repeated, not transformed. */
typedef struct bp_texture_info {
    int image; /* of the model's images; -1: none */
    int uv_set;
    bp_filter filter;
    bp_wrap wrap_u, wrap_v;
    /* KHR_texture_transform: uv' = rotate(uv * scale) + offset, if has_transform is set. */
    bool has_transform;
    bp_vec2 offset, scale;
    float rotation; /* radians, counter-clockwise with v downwards */
} bp_texture_info;

/* Maps of a material besides its base colour, in glTF's channels. */
typedef enum bp_map {
    BP_MAP_METALLIC_ROUGHNESS, /* roughness in green, metallic in blue */
    BP_MAP_NORMAL,             /* x, y, z of the normal in tangent space, each 2 * channel - 1 */
    BP_MAP_OCCLUSION,          /* in red */
    BP_MAP_EMISSIVE,           /* a colour, sRGB-encoded; the others are data */
    BP_MAPS
} bp_map;

typedef enum bp_alpha_mode { BP_ALPHA_OPAQUE, BP_ALPHA_MASK, BP_ALPHA_BLEND } bp_alpha_mode;

typedef struct bp_material {
    char *name;         /* owned */
    bp_vec4 base_color; /* linear; multiplied by the texture and the vertex colour */
    bp_texture_info texture;
    bp_alpha_mode alpha_mode;
    float alpha_cutoff; /* BP_ALPHA_MASK: fragments with less alpha are not drawn */
    bool double_sided;
    bool unlit;
    float metallic, roughness; /* 0..1; multiplied by the map */
    bp_vec3 emissive;          /* linear, 0 or more; multiplied by the map */
    float normal_scale;        /* of the normal map's x and y */
    float occlusion_strength;  /* 0..1 */
    bp_texture_info maps[BP_MAPS];
} bp_material;

/* White, opaque, lit, no textures, cutoff 0.5, name NULL; metallic 0, roughness 1, emissive 0, scale and
 * strength 1. */
bp_material bp_material_default(void);

/* A skin: the nodes and bones that a mesh's joint indices stand for. */
typedef struct bp_model_skin {
    char *name;   /* owned */
    int skeleton; /* of the model's skeletons */
    size_t joint_count;
    int *nodes; /* owned; joint -> node of the model */
    int *bones; /* owned; joint -> creation index of the skeleton's bone; the joint is its palette index */
} bp_model_skin;

/* A mesh in the scene. */
typedef struct bp_model_instance {
    int node;           /* of the model's nodes: its world matrix transforms the mesh if skin is -1 */
    int mesh;           /* of the model's meshes */
    int skin;           /* of the model's skins; -1: not skinned */
    int primitive;      /* index in the file's mesh; each of its primitives is a mesh here */
    bool outside_scene; /* its node is not in the scene: it is posed and skinned, but not drawn */
    size_t weight_count;
    float *weights; /* owned; of morph targets; NULL: the mesh's defaults */
} bp_model_instance;

/* A whole character, as a file holds it and the viewer draws it. It owns everything in it, and everything
 * must come from its allocator. Objects refer to each other by index into these arrays. */
typedef struct bp_model {
    bp_allocator allocator;
    char *name;
    size_t node_count;
    bp_node **nodes; /* in the file's order; parents may come after children */
    char **node_names;
    size_t mesh_count;
    bp_mesh **meshes;
    size_t image_count;
    bp_image **images; /* an element is NULL if the image couldn't be read */
    size_t material_count;
    bp_material *materials;
    size_t skeleton_count;
    bp_skeleton **skeletons;
    size_t skin_count;
    bp_model_skin *skins;
    size_t instance_count;
    bp_model_instance *instances;
    size_t clip_count;
    bp_clip **clips; /* targets are nodes; WEIGHTS: of morph targets, for all instances at the node */
    bool faces_back; /* the figure looks along -Z, not +Z: a VRM 0.x file's */
    const struct bp_model *shares; /* an instance's: the model that owns all but nodes and skeletons; NULL */
} bp_model;

/* The array lengths of a model. */
typedef struct bp_model_counts {
    size_t nodes, meshes, images, materials, skeletons, skins, instances, clips;
} bp_model_counts;

/* A model with arrays of these lengths, to be filled by the caller: pointers NULL, materials
 * bp_material_default, indices -1. NULL on error. */
bp_model *bp_model_create(const bp_allocator *allocator, const char *name, const bp_model_counts *counts,
                          bp_error *error);
/* Also destroys everything in it. A half-filled model and NULL are fine. */
void bp_model_destroy(bp_model *model);
/* Checks a filled model: no node, mesh, skeleton or clip is NULL, every index is within its array, joints of
 * meshes are within their skins. The error's place says where ("instances[2].skin"). Needs memory for a
 * number per mesh (error MEMORY). */
bool bp_model_check(const bp_model *model, bp_error *error);

/* ---- model poses (src/mesh/model_pose.c) --------------------------------------------------------*/

/* The pose of a model: local transforms of its nodes, and morph weights. */
typedef struct bp_model_pose {
    bp_model *model; /* borrowed for its life; its counts don't change meanwhile */
    bp_pose *rest;   /* owned; the nodes' transforms when this was created */
    bp_pose *now;    /* owned; sampled from the clip, one target for each node */
    size_t *starts;  /* owned; instance i has weights starts[i] to starts[i + 1] - 1 */
    float *weights;  /* owned; may be written, until the next bp_model_pose_set */
    bool behind;     /* `now` was set by bp_instances_pose, and nodes and skeletons don't show it yet */
} bp_model_pose;

/* Stores the model's current pose as its rest. NULL on error (MEMORY). */
bp_model_pose *bp_model_pose_create(bp_model *model, bp_error *error);
/* Doesn't change the model's nodes. NULL is fine. */
void bp_model_pose_destroy(bp_model_pose *pose);
/* Sets all nodes and weights to rest, then applies the clip (an index; -1: none) at `seconds`, and prepares
 * all skeletons. Before a track's first key its first value holds, after the last key the last. Error: no
 * such clip, or one that moves bones; then nothing changes. */
bool bp_model_pose_set(bp_model_pose *pose, int clip, double seconds, bp_error *error);

/* ---- finding (src/mesh/model.c) -------------------------------------------------------------- */

/* The index of the first node or clip of that name; -1 if there is none. */
int bp_model_find_node(const bp_model *model, const char *name);
int bp_model_find_clip(const bp_model *model, const char *name);
/* The first bone of that name in any skeleton, borrowed; NULL if there is none. */
bp_bone *bp_model_find_bone(const bp_model *model, const char *name);

/* Fills a mask for layers: `inside` for a node (an index) and all its descendants, `outside` for the others.
 * `mask` has node_count elements. Nothing happens if there is no such node. */
void bp_model_mask(const bp_model *model, int node, float inside, float outside, float *mask);

/* The inverse bind matrices of a skin (an index), by joint: joint_count of them.
 * Errors: no such skin; another count. */
bool bp_model_inverse_binds(const bp_model *model, int skin, bp_mat4 *out, size_t count, bp_error *error);

/* Boxes for bp_batch_pack, of each node, in its space: around the vertices that it moves (with morph
 * targets, each alone), or, if it moves none, a cube of 1/50 of the model's size around it, for what a
 * program attaches there. `shells` has 2 * node_count elements. Returns the size: the longest side of a
 * box around all boxes, as the nodes are posed; 0: nothing is drawn, and then there are no boxes. */
float bp_model_shells(const bp_model *model, bp_vec3 *shells);

/* ---- clips for bones (src/mesh/model.c) -----------------------------------------------------*/

/* A copy of a model's clip (an index) that moves the bones of `skeleton` instead of nodes: tracks of linked
 * nodes get the id of their bone, all others (and morph weights) are left out. For bp_batch_create and
 * bp_pose_apply. The caller destroys it. NULL on error: no such clip; memory. */
bp_clip *bp_model_clip_for_skeleton(const bp_model *model, int clip, const bp_skeleton *skeleton,
                                    bp_error *error);

/* A batch (batch.h) for all clips of a model: its bones are the nodes, its palettes those of all skeletons,
 * one after the other, its weights the morph weights of all nodes, and rest is the pose of the moment.
 * Instances of the model have the same. It borrows the model for its life. Errors: memory; a bone that isn't
 * linked to a node, or hangs from another bone than its node's parent (place: its name), as in no model that
 * is read from a file. */
bp_batch *bp_model_batch_create(const bp_context *context, const bp_model *model, bp_error *error);

BP_END_C

#endif
