/* mesh: triangles, materials and models, and skinning.
 *
 * Meshes, shapes for lessons, images in memory, skin weights, morph targets, skinning on the CPU, and the
 * model: a whole character as a file holds it. raster.h draws them, gltf.h and io.h read files. Example:
 *
 *     bp_mesh *mesh = bp_shape_tube(NULL, &(bp_tube_options){.joints = 3}, &error);
 *     bp_skin_job job = {
 *         .source = bp_skin_source_from_mesh(mesh),
 *         .palette = palette, .palette_count = 3,      // final matrices, from the skeleton
 *         .target = {.positions = positions, .normals = normals},
 *     };
 *     if (!bp_skin_job_run(context, &job, &error)) ...
 *     bp_mesh_destroy(mesh);
 *
 * Conventions: as in math.h (row vectors, right-handed, +Y up, metres). Front faces are counter-clockwise
 * seen from outside. Texture coordinates have (0, 0) at the image's top left, and v grows downwards, as in
 * glTF. A NULL bp_allocator means the default one. A mesh, image or model may be read by several threads at
 * a time, but changed by only one.
 */
#ifndef BINDPOSE_MESH_H
#define BINDPOSE_MESH_H

#include <bindpose/base.h>
#include <bindpose/math.h>

BP_BEGIN_C

/* A colour with 8 bits a channel: red, green and blue sRGB-encoded, alpha linear and not premultiplied. */
typedef struct bp_rgba8 {
    uint8_t r, g, b, a;
} bp_rgba8;

/* ---- bounds (src/mesh/geometry.c) -----------------------------------------------------------------*/

/* An axis-aligned box. It is empty if lo.x > hi.x. */
typedef struct bp_bounds {
    bp_vec3 lo, hi;
} bp_bounds;

/* The empty box: the start of a union. */
bp_bounds bp_bounds_empty(void);
bool bp_bounds_is_empty(bp_bounds bounds);
/* The smallest box around the points. Points with a NaN or infinite coordinate are left out. */
bp_bounds bp_bounds_from_points(const bp_vec3 *points, size_t count);
bp_bounds bp_bounds_union(bp_bounds a, bp_bounds b);
/* The box around the eight corners, transformed by `m` (affine). An empty box stays empty. */
bp_bounds bp_bounds_transform(bp_bounds bounds, bp_mat4 m);
/* Centre and half the diagonal: a sphere around the box. Zero for the empty box. */
bp_vec3 bp_bounds_center(bp_bounds bounds);
float bp_bounds_radius(bp_bounds bounds);

/* ---- meshes (src/mesh/mesh.c) -------------------------------------------------------------------*/

#define BP_MESH_UV_SETS 2
/* The most joints that may influence one vertex: two of glTF's sets of four. */
#define BP_MESH_MAX_INFLUENCES 8

/* The optional attributes of a vertex. */
typedef enum bp_mesh_attributes {
    BP_MESH_NORMALS = 1,
    BP_MESH_TANGENTS = 2,
    BP_MESH_UV0 = 4,
    BP_MESH_UV1 = 8,
    BP_MESH_COLORS = 16,
} bp_mesh_attributes;

/* A range of a mesh's indices that has one material. */
typedef struct bp_submesh {
    size_t first; /* of mesh->indices; a multiple of 3 */
    size_t count; /* a multiple of 3 */
    int material; /* of the model's materials; -1: the default material */
} bp_submesh;

/* A morph target: displacements that are added to the vertices, times a weight. The arrays have vertex_count
 * elements and are owned by the mesh; NULL adds nothing. A tangent's w never changes. */
typedef struct bp_morph {
    char *name; /* owned, may be "" */
    bp_vec3 *positions;
    bp_vec3 *normals;
    bp_vec3 *tangents;
    float weight; /* default weight, from the file or program that made it */
} bp_morph;

/* Triangles and their vertices. Arrays are owned by the mesh. Those of vertices have vertex_count elements,
 * or are NULL if the mesh doesn't have the attribute. Read and write elements directly, but change counts
 * and pointers only through the functions below. */
typedef struct bp_mesh {
    bp_allocator allocator;
    char *name; /* owned, never NULL */

    size_t vertex_count;
    bp_vec3 *positions; /* never NULL */
    bp_vec3 *normals;   /* unit length */
    bp_vec4 *tangents;  /* xyz unit length along +u; w +1 or -1: bitangent = cross(normal, xyz) * w */
    bp_vec2 *uv[BP_MESH_UV_SETS];
    bp_rgba8 *colors;

    int influences;   /* joints of each vertex: 0 (not skinned) to BP_MESH_MAX_INFLUENCES */
    uint16_t *joints; /* vertex_count * influences: indices into the palette */
    float *weights;   /* vertex_count * influences */

    size_t index_count; /* a multiple of 3 */
    uint32_t *indices;  /* vertices of triangles */
    size_t submesh_count;
    bp_submesh *submeshes; /* in drawing order */

    int line_ends;     /* of a mesh without triangles: 2, it has lines; 1, points; 0, neither */
    size_t line_count; /* elements of `lines`: a multiple of line_ends */
    uint32_t *lines;   /* vertices */
    int line_material; /* as a submesh's */

    size_t morph_count;
    bp_morph *morphs;
} bp_mesh;

/* Arrays of vertex_count for the results of morphing and skinning, borrowed for the call. NULL: not
 * computed. */
typedef struct bp_vertex_arrays {
    bp_vec3 *positions;
    bp_vec3 *normals;
    bp_vec4 *tangents;
} bp_vertex_arrays;

typedef struct bp_mesh_options {
    const char *name;    /* copied; NULL: "" */
    size_t vertex_count; /* at most 2^32 - 1 */
    size_t index_count;  /* a multiple of 3 */
    unsigned attributes; /* of bp_mesh_attributes */
    int influences;      /* 0..BP_MESH_MAX_INFLUENCES */
} bp_mesh_options;

/* A mesh with zeroed vertices (colours: opaque white) and indices. One submesh with the default material
 * spans all indices, if there are any. The caller fills the arrays. NULL on error. */
bp_mesh *bp_mesh_create(const bp_allocator *allocator, const bp_mesh_options *options, bp_error *error);
/* NULL is fine. */
void bp_mesh_destroy(bp_mesh *mesh);
/* A deep copy, with morph targets. NULL on error (memory). */
bp_mesh *bp_mesh_clone(const bp_allocator *allocator, const bp_mesh *mesh, bp_error *error);

/* The mesh's attributes: bits of bp_mesh_attributes. */
unsigned bp_mesh_attributes_of(const bp_mesh *mesh);
/* Adds missing attributes, zeroed (colours: opaque white). Existing ones stay. */
bool bp_mesh_add_attributes(bp_mesh *mesh, unsigned attributes, bp_error *error);
/* Changes the number of influences of each vertex. New ones are joint 0 with weight 0. Surplus ones are cut
 * off; the remaining weights stay as they are (see bp_mesh_normalize_weights). */
bool bp_mesh_set_influences(bp_mesh *mesh, int influences, bp_error *error);
/* Binds all vertices to one joint: one influence with weight 1. */
bool bp_mesh_bind_rigid(bp_mesh *mesh, uint16_t joint, bp_error *error);
/* Replaces the indices by a copy of these, as Babylon.js's Mesh.setIndices. One submesh spans them, with the
 * material of the first one before. Errors, which change nothing: an index that is not a vertex, a count
 * that is not a multiple of 3, a mesh with points or lines, no memory. */
bool bp_mesh_set_indices(bp_mesh *mesh, const uint32_t *indices, size_t count, bp_error *error);
/* The material of the first submesh, or of the points or lines; -1: the default material. */
int bp_mesh_material(const bp_mesh *mesh);
/* Replaces the submeshes by a copy of these. A range beyond the indices is an error and changes nothing. */
bool bp_mesh_set_submeshes(bp_mesh *mesh, const bp_submesh *submeshes, size_t count, bp_error *error);
/* Makes a mesh without triangles points (ends 1) or lines (ends 2) by a copy of these. Errors as above. */
bool bp_mesh_set_lines(bp_mesh *mesh, int ends, const uint32_t *vertices, size_t count, bp_error *error);
/* Replaces the morph targets by `count` new ones. They have zeroed positions and, if `attributes` says so,
 * normals and tangents. */
bool bp_mesh_set_morphs(bp_mesh *mesh, size_t count, unsigned attributes, bp_error *error);
bool bp_mesh_set_name(bp_mesh *mesh, const char *name, bp_error *error);

/* Checks a mesh that other code has filled: counts, indices in range, submeshes within the indices. The
 * error's place says where ("indices[7]"). Values (positions, weights) are not checked. */
bool bp_mesh_check(const bp_mesh *mesh, bp_error *error);

/* The box around the stored vertices: in the bind pose, before morphing. */
bp_bounds bp_mesh_bounds(const bp_mesh *mesh);
/* The volume of a closed mesh in cubic metres: a sixth of the sum of its triangles' determinants. Positive if
 * faces point outwards. */
double bp_mesh_volume(const bp_mesh *mesh);

/* Computes smooth normals and adds the attribute if missing: a vertex's normal is the sum of its triangles'
 * normals, weighted by area. Vertices with different indices are not smoothed together. A vertex of no
 * triangle gets (0, 1, 0). */
bool bp_mesh_make_normals(bp_mesh *mesh, bp_error *error);
/* Flat shading: gives each triangle three vertices of its own with the face's normal, as glTF requires for
 * a mesh without normals. The new vertex i is the old vertex indices[i]. */
bool bp_mesh_make_flat(bp_mesh *mesh, bp_error *error);

/* ---- transforming and merging (src/mesh/merge.c) ------------------------------------------------*/

/* Transforms positions, normals, tangents and morph targets by `m` (affine). Normals go through the inverse
 * transpose; normals and tangents are normalized. If `m` mirrors, the winding of triangles is reversed, and
 * their front faces stay outside. */
void bp_mesh_transform(bp_mesh *mesh, bp_mat4 m);

typedef struct bp_mesh_part {
    const bp_mesh *mesh;      /* borrowed for the call */
    const bp_mat4 *transform; /* borrowed for the call; NULL: the identity */
} bp_mesh_part;

/* Merges meshes: vertices and indices one after the other, each part transformed (as bp_mesh_transform),
 * and all submeshes. Neighbouring submeshes with the same material are joined. The result has every
 * attribute that any part has (zero or white where a part lacks it) and the largest number of influences.
 * Joints are not renumbered. Morph targets, points and lines are dropped. NULL on error. */
bp_mesh *bp_mesh_merge(const bp_allocator *allocator, const bp_mesh_part *parts, size_t count,
                       bp_error *error);

/* ---- simplification (src/mesh/simplify.c) -------------------------------------------------------*/

/* A simplified mesh for distant views, by vertex clustering: all vertices in one cube of `cell` metres with
 * the same main joint become one, and triangles that collapse are dropped. Closed surfaces stay closed.
 * Submeshes stay, though some may be empty. Morph targets, points and lines are dropped. NULL on error: a
 * cell that is not above 0, memory. */
bp_mesh *bp_mesh_simplify(const bp_allocator *allocator, const bp_mesh *mesh, float cell, bp_error *error);

/* ---- shapes (src/mesh/shapes.c) -----------------------------------------------------------------
 * All have normals and one set of texture coordinates, and (0, 0, 0) is their centre unless said otherwise.
 * All but the grid and open tubes are closed. Options may be NULL; a zero in them means the default in
 * parentheses. Negative, NaN or infinite sizes and counts over 4096 are errors. NULL on error. */

typedef struct bp_box_options {
    bp_vec3 size;   /* (1, 1, 1) metres along x, y, z */
    bp_vec3 center; /* (0, 0, 0) */
} bp_box_options;
/* 24 vertices, 12 triangles; each face shows the whole texture. */
bp_mesh *bp_shape_box(const bp_allocator *allocator, const bp_box_options *options, bp_error *error);

typedef struct bp_sphere_options {
    float radius; /* (0.5) */
    int sides;    /* around Y (32); at least 3 */
    int rings;    /* bands between the poles (16); at least 2 */
} bp_sphere_options;
/* (sides + 1) * (rings + 1) vertices: those of the seam are there twice, with u = 0 and 1. */
bp_mesh *bp_shape_sphere(const bp_allocator *allocator, const bp_sphere_options *options, bp_error *error);

/* A tube along +Y from the origin, with smooth weights for a chain of joints inside: the lesson on weights
 * bends it. Joint j is at y = j * length / joints. Each vertex has two influences. Around the height of
 * joint j the weight passes from joint j-1 to joint j as 3t^2 - 2t^3, over `blend` times the distance
 * between joints. Elsewhere one joint has weight 1. */
typedef struct bp_tube_options {
    float radius; /* (0.25) */
    float length; /* (2) */
    int sides;    /* (24); at least 3 */
    int rings;    /* bands along the tube (32) */
    int joints;   /* (2); 1 to rings */
    float blend;  /* (0.5), at most 1; negative: weights jump from 0 to 1 */
    bool open;    /* without caps */
} bp_tube_options;
bp_mesh *bp_shape_tube(const bp_allocator *allocator, const bp_tube_options *options, bp_error *error);

typedef struct bp_grid_options {
    float width; /* along X (1) */
    float depth; /* along Z (1) */
    int columns; /* cells along X (1) */
    int rows;    /* cells along Z (1) */
} bp_grid_options;
/* A flat grid in the XZ plane, facing +Y; Babylon.js's MeshBuilder.CreateGround. */
bp_mesh *bp_shape_grid(const bp_allocator *allocator, const bp_grid_options *options, bp_error *error);

/* The character of Babylon.js's page: a body box of 1 x 3.5 x 1 at the origin (joint 0) and arms of 0.5 x
 * 2.5 x 0.5, the left one (joint 1) centred at (1, 0.5, 0) and rotated by +30 degrees about Z, the right
 * one (joint 2) at (-1, 0.5, 0) by -30 degrees. 72 vertices in that order, 24 each; weights 1. */
bp_mesh *bp_shape_character(const bp_allocator *allocator, bp_error *error);

/* ---- weights (src/mesh/mesh.c) ------------------------------------------------------------------*/

/* Divides each vertex's weights by their sum. NaN, infinite and negative weights count as 0. A vertex with
 * no other weight gets weight 1 for its first joint. Returns the number of vertices that changed. */
size_t bp_mesh_normalize_weights(bp_mesh *mesh);

/* ---- skinning (src/mesh/skin/skin.c) -----------------------------------------------------------------
 *
 * Linear blend: v' = v * (w0 M0 + w1 M1 + ...), where M are the palette's final matrices. Weights are not
 * normalized; if their sum is less than 1, the vertex moves towards the origin.
 *
 * Dual quaternions (Kavan, Collins, Zara, O'Sullivan 2007): the rigid parts of the matrices are blended as
 * dual quaternions and normalized, and a twisted tube keeps its width. q and -q are the same rotation; each
 * quaternion takes the sign nearer to the one of the vertex's first influence, which is the short way. The
 * rest of each matrix (scale, shear, mirroring) is blended linearly and applied first.
 *
 * Tangents go through the blended matrix; w is copied. Normals do too (DIRECT), which is right for
 * rotations with uniform scale, or go through its inverse transpose (by cofactors, which exist for singular
 * matrices too), which is right for every matrix. AUTO takes DIRECT if in every palette matrix the rows
 * have equal lengths and right angles, within 1e-4. Normals and tangents are normalized; zero ones stay
 * zero. */

typedef enum bp_skin_method {
    BP_SKIN_LINEAR,
    BP_SKIN_DUAL_QUATERNION,
} bp_skin_method;

typedef enum bp_skin_normals {
    BP_SKIN_NORMALS_AUTO,
    BP_SKIN_NORMALS_DIRECT,
    BP_SKIN_NORMALS_INVERSE_TRANSPOSE,
} bp_skin_normals;

/* The vertices before skinning. Borrowed for the call. */
typedef struct bp_skin_source {
    size_t vertex_count;
    int influences;         /* 1..BP_MESH_MAX_INFLUENCES */
    const uint16_t *joints; /* vertex_count * influences, each less than the palette's count */
    const float *weights;   /* vertex_count * influences */
    const bp_vec3 *positions;
    const bp_vec3 *normals;  /* or NULL */
    const bp_vec4 *tangents; /* or NULL */
} bp_skin_source;

/* The inputs and outputs of skinning. */
typedef struct bp_skin_job {
    bp_skin_source source;
    const bp_mat4 *palette; /* borrowed for the call; affine: last columns count as (0, 0, 0, 1) */
    size_t palette_count;
    bp_skin_method method;
    bp_skin_normals normals;
    bool unnormalized;       /* for callers that normalize later; lengths are undefined then */
    bp_vertex_arrays target; /* may be the source's arrays (in place), but must not overlap them otherwise */
} bp_skin_job;

/* A mesh's vertices as a source. After bp_mesh_morph, set the pointers to its results. */
bp_skin_source bp_skin_source_from_mesh(const bp_mesh *mesh);

/* Checks a job, with every joint. The error's place is the field; for a joint that isn't in the palette
 * ("source.joints") the message names vertex and joint. */
bool bp_skin_job_check(const bp_skin_job *job, bp_error *error);

/* Checks and runs the job. Joints are checked as they are used, which costs next to nothing. If one is not
 * in the palette, the error is that of bp_skin_job_check for the first such vertex, and the target's arrays
 * have been written in part. Uses the context's pool, instruction set and, for a copy of the palette, its
 * allocator. The bits are the same for any number of threads and any instruction set. */
bool bp_skin_job_run(bp_context *context, const bp_skin_job *job, bp_error *error);

/* The scalar definition of bp_skin_job_run (src/mesh/skin/skin_scalar.c): one vertex at a time, in one
 * thread, with the same bits. With weights of sum 1, positions are within 4e-6 of the exact result,
 * relative to the largest product of coordinate and matrix entry; normals and tangents within 2e-5, unless
 * the sum nearly cancels. */
bool bp_skin_job_run_scalar(const bp_skin_job *job, bp_error *error);

/* ---- morph targets (src/mesh/morph.c) -----------------------------------------------------------*/

/* The mesh's vertices plus its morph targets times `count` weights (0..morph_count; the other targets have
 * weight 0), before skinning. The arrays have vertex_count elements and are not the mesh's own; NULL: not
 * computed. Attributes that the mesh lacks are not written. Normals and tangents are normalized. */
bool bp_mesh_morph(const bp_mesh *mesh, const float *weights, size_t count, const bp_vertex_arrays *out,
                   bp_error *error);

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

struct bp_node;
struct bp_skeleton;
struct bp_clip;

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
/* Transforms a texture coordinate. */
bp_vec2 bp_texture_info_transform(const bp_texture_info *texture, bp_vec2 uv);

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
 * must come from its allocator. Objects refer to each other by index into these arrays. More than 12
 * fields, because it holds every kind of object. */
typedef struct bp_model {
    bp_allocator allocator;
    char *name;
    size_t node_count;
    struct bp_node **nodes; /* in the file's order; parents may come after children */
    char **node_names;
    size_t mesh_count;
    bp_mesh **meshes;
    size_t image_count;
    bp_image **images; /* an element is NULL if the image couldn't be read */
    size_t material_count;
    bp_material *materials;
    size_t skeleton_count;
    struct bp_skeleton **skeletons;
    size_t skin_count;
    bp_model_skin *skins;
    size_t instance_count;
    bp_model_instance *instances;
    size_t clip_count;
    struct bp_clip **clips; /* targets are nodes; WEIGHTS: of morph targets, for all instances at the node */
    const struct bp_model *shares; /* NULL, or the model that owns all but nodes and skeletons: model.h */
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
    bp_model *model;          /* borrowed for its life; its counts don't change meanwhile */
    struct bp_pose *rest;     /* owned; the nodes' transforms when this was created */
    struct bp_pose *now;      /* owned; sampled from the clip, one target for each node */
    size_t *starts;           /* owned; instance i has weights starts[i] to starts[i + 1] - 1 */
    float *weights;           /* owned; may be written, until the next bp_model_pose_set */
    struct bp_cursor *cursor; /* owned; into the clip that was set last, or NULL */
    int cursor_clip;
} bp_model_pose;

/* Stores the model's current pose as its rest. NULL on error (MEMORY). */
bp_model_pose *bp_model_pose_create(bp_model *model, bp_error *error);
/* Doesn't change the model's nodes. NULL is fine. */
void bp_model_pose_destroy(bp_model_pose *pose);
/* Sets all nodes and weights to rest, then applies the clip (an index; -1: none) at `seconds`, and prepares
 * all skeletons. Before a track's first key its first value holds, after the last key the last. Error: no
 * such clip, or one that moves bones; then nothing changes. */
bool bp_model_pose_set(bp_model_pose *pose, int clip, double seconds, bp_error *error);

/* What bp_model_pose_set does after sampling: sets nodes and weights to rest, then to `pose->now`, which the
 * caller has filled, and prepares all skeletons. Error, and nothing changes: `now` moves bones. */
bool bp_model_pose_apply(bp_model_pose *pose, bp_error *error);

/* The vertices of an instance in the current pose, in scene space: morphed, then skinned, or transformed by
 * the node's world matrix if it has no skin. Errors as bp_skin_job_run; the arrays are then undefined. */
bool bp_model_pose_vertices(bp_context *context, const bp_model_pose *pose, size_t instance,
                            const bp_vertex_arrays *out, bp_error *error);

BP_END_C

#endif
