/* mesh: what is drawn, and what moves it.
 *
 * Meshes and the shapes that lessons need, images in memory, the check of skin weights, morph targets,
 * skinning on the CPU, and the model: the whole of a character as a file holds it. Nothing here
 * draws, and nothing here reads a file (io.h does).
 *
 * Step by step:
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
 * Conventions: as in math.h (row vectors, right-handed, +Y up, metres). Front faces are
 * counter-clockwise seen from outside_scene. Texture coordinates have (0, 0) at the image's top left and v
 * growing downwards, as in glTF. Wherever a function takes a bp_allocator, NULL means the default one.
 */
#ifndef BINDPOSE_MESH_H
#define BINDPOSE_MESH_H

#include <bindpose/base.h>
#include <bindpose/math.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A colour of 8 bits a channel: red, green, blue encoded as sRGB, alpha linear and not premultiplied. */
typedef struct bp_rgba8 {
    uint8_t r, g, b, a;
} bp_rgba8;

/* ---- bounds (src/mesh/bounds.c) -----------------------------------------------------------------*/

/* An axis-aligned box. Empty (nothing was added) where lo.x > hi.x. */
typedef struct bp_bounds {
    bp_vec3 lo, hi;
} bp_bounds;

/* A box that holds nothing, from which unions start: lo is above hi. */
bp_bounds bp_bounds_empty(void);
bool bp_bounds_is_empty(bp_bounds bounds);
/* The smallest box that holds the points; those with a coordinate that is NaN or infinite are left out. */
bp_bounds bp_bounds_from_points(const bp_vec3 *points, size_t count);
bp_bounds bp_bounds_union(bp_bounds a, bp_bounds b);
/* The box around the eight corners after `m` (affine). Empty stays empty. */
bp_bounds bp_bounds_transform(bp_bounds bounds, bp_mat4 m);
/* Middle and half the diagonal: a sphere around the box. Zero for an empty one. */
bp_vec3 bp_bounds_center(bp_bounds bounds);
float bp_bounds_radius(bp_bounds bounds);

/* ---- meshes (src/mesh/mesh.c) -------------------------------------------------------------------*/

#define BP_MESH_UV_SETS 2
/* Most joints that may move one vertex: two of glTF's sets of four. */
#define BP_MESH_MAX_INFLUENCES 8

/* What a vertex has besides its position. */
typedef enum bp_mesh_attributes {
    BP_MESH_NORMALS = 1,
    BP_MESH_TANGENTS = 2,
    BP_MESH_UV0 = 4,
    BP_MESH_UV1 = 8,
    BP_MESH_COLORS = 16,
} bp_mesh_attributes;

/* A range of a mesh's indices that is drawn with one material. */
typedef struct bp_submesh {
    size_t first; /* of mesh->indices; a multiple of 3 */
    size_t count; /* a multiple of 3 */
    int material; /* of the model's materials; -1: none, the default material */
} bp_submesh;

/* One morph target: what is added to the vertices, times a weight. Arrays of vertex_count, owned by
 * the mesh; each may be NULL (nothing is added). A tangent's w never changes. */
typedef struct bp_morph {
    char *name; /* owned, may be "" */
    bp_vec3 *positions;
    bp_vec3 *normals;
    bp_vec3 *tangents;
    float weight; /* the file's or maker's default */
} bp_morph;

/* Triangles and their vertices. Arrays are owned by the mesh; those of vertices have vertex_count
 * elements, or are NULL where the mesh has no such attribute. The elements may be read and written
 * directly; the counts and pointers change through functions alone.
 *
 * More than 12 fields, since an attribute is an array of its own: each user (skinning, bounds,
 * drawing) streams only what it needs. */
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
    uint16_t *joints; /* vertex_count * influences: places in the palette */
    float *weights;   /* vertex_count * influences */

    size_t index_count; /* a multiple of 3 */
    uint32_t *indices;  /* vertices of triangles */
    size_t submesh_count;
    bp_submesh *submeshes; /* in the order of drawing */

    size_t morph_count;
    bp_morph *morphs;
} bp_mesh;

typedef struct bp_mesh_options {
    const char *name;    /* copied; NULL: "" */
    size_t vertex_count; /* at most 2^32 - 1 */
    size_t index_count;  /* a multiple of 3 */
    unsigned attributes; /* of bp_mesh_attributes */
    int influences;      /* 0..BP_MESH_MAX_INFLUENCES */
} bp_mesh_options;

/* A mesh of zeroed vertices (colours: opaque white) and indices, with one submesh over all of them that has no material (none
 * where index_count is 0). The caller fills the arrays. NULL on error. */
bp_mesh *bp_mesh_create(const bp_allocator *allocator, const bp_mesh_options *options, bp_error *error);
/* NULL is fine. */
void bp_mesh_destroy(bp_mesh *mesh);
/* All of it, morph targets included. */
bp_mesh *bp_mesh_clone(const bp_allocator *allocator, const bp_mesh *mesh, bp_error *error);

/* The bp_mesh_attributes that the mesh has. */
unsigned bp_mesh_attributes_of(const bp_mesh *mesh);
/* Gives the mesh the attributes that it lacks, zeroed (colours: opaque white). Those it has stay. */
bool bp_mesh_add_attributes(bp_mesh *mesh, unsigned attributes, bp_error *error);
/* Changes the number of joints a vertex; new places get joint 0 with weight 0, surplus ones are cut
 * (and the weights left as they are: see bp_mesh_normalize_weights). */
bool bp_mesh_set_influences(bp_mesh *mesh, int influences, bp_error *error);
/* Every vertex moves with one joint: one influence, weight 1. */
bool bp_mesh_bind_rigid(bp_mesh *mesh, uint16_t joint, bp_error *error);
/* Replaces indices (copied) and submeshes (one over all, keeping the first one's material). An index
 * that is not a vertex, or a count that is not a multiple of 3, is an error and changes nothing. */
bool bp_mesh_set_indices16(bp_mesh *mesh, const uint16_t *indices, size_t count, bp_error *error);
bool bp_mesh_set_indices(bp_mesh *mesh, const uint32_t *indices, size_t count, bp_error *error);
/* Replaces the submeshes (copied). A range outside_scene the indices is an error and changes nothing. */
bool bp_mesh_set_submeshes(bp_mesh *mesh, const bp_submesh *submeshes, size_t count, bp_error *error);
/* Gives the mesh `count` morph targets (in place of those it had), with zeroed arrays of positions and,
 * as `attributes` says, of normals and tangents. */
bool bp_mesh_set_morphs(bp_mesh *mesh, size_t count, unsigned attributes, bp_error *error);
bool bp_mesh_set_name(bp_mesh *mesh, const char *name, bp_error *error);

/* Whether the mesh is sound: counts, indices in range, submeshes within the indices. The error's place
 * says which ("indices[7]"). Everything in this library keeps meshes sound; it is meant for those
 * filled from outside_scene. Values (positions, weights) are not looked at: see bp_mesh_check_weights. */
bool bp_mesh_check(const bp_mesh *mesh, bp_error *error);

/* The box around the vertices as they are stored: in the bind pose, before morphing. */
bp_bounds bp_mesh_bounds(const bp_mesh *mesh);
/* Six times the enclosed volume is the sum of the triangles' determinants: right for closed meshes,
 * positive where faces point outwards. In cubic metres. */
double bp_mesh_volume(const bp_mesh *mesh);

/* Makes smooth normals (adding the attribute): each vertex the sum of its triangles' normals, weighted
 * by area. Vertices are smoothed within one index only; a vertex of no triangle gets (0, 1, 0). */
bool bp_mesh_make_normals(bp_mesh *mesh, bp_error *error);
/* Gives each triangle three vertices of its own and its face's normal (glTF: what a mesh without
 * normals must look like). Vertex i is then the corner indices[i] of before. */
bool bp_mesh_make_flat(bp_mesh *mesh, bp_error *error);

/* ---- transforming and merging (src/mesh/merge.c) ------------------------------------------------*/

/* Puts positions, normals, tangents and morph targets through `m` (affine): normals with the inverse
 * transpose, all lengths of normals and tangents 1 afterwards. Where `m` mirrors, triangles are turned
 * round, so that the outside_scene stays outside_scene. */
void bp_mesh_transform(bp_mesh *mesh, bp_mat4 m);

typedef struct bp_mesh_part {
    const bp_mesh *mesh;      /* borrowed for the call */
    const bp_mat4 *transform; /* borrowed for the call; NULL: the identity */
} bp_mesh_part;

/* One mesh of several: vertices and indices one after the other, each part through its transform (as
 * bp_mesh_transform), and a submesh for each of theirs; neighbours with one material become one. The
 * result has every attribute that any part has (white, zero where a part lacks it) and the most
 * influences; joints are not renumbered. Morph targets are not taken along. */
bp_mesh *bp_mesh_merge(const bp_allocator *allocator, const bp_mesh_part *parts, size_t count,
                       bp_error *error);

/* ---- coarser meshes (src/mesh/simplify.c) ---------------------------------------------------------*/

/* The mesh for seeing it from afar: all vertices within one cube of `cell` metres that move mostly with the same joint
 * become one of them, and triangles that lose a corner by that are left out. Surfaces stay closed where they were;
 * submeshes stay, though perhaps without triangles. Morph targets are not taken along. NULL on error: a cell
 * that is not above 0, no memory. */
bp_mesh *bp_mesh_simplify(const bp_allocator *allocator, const bp_mesh *mesh, float cell, bp_error *error);

/* ---- shapes (src/mesh/shapes.c, src/mesh/tube.c) ------------------------------------------------
 * All have normals and one set of texture coordinates, are closed (but the grid and open tubes), and
 * put (0, 0, 0) in their middle where nothing else is said. Zero in the options means the value in
 * parentheses; negative, NaN or infinite sizes and counts beyond 4096 are errors. NULL on error. */

typedef struct bp_box_options {
    bp_vec3 size;   /* (1, 1, 1) metres along x, y, z */
    bp_vec3 center; /* (0, 0, 0) */
} bp_box_options;
/* 24 vertices, 12 triangles; each face has the whole picture. */
bp_mesh *bp_shape_box(const bp_allocator *allocator, const bp_box_options *options, bp_error *error);

typedef struct bp_sphere_options {
    float radius; /* (0.5) */
    int sides;    /* around Y (32); at least 3 */
    int rings;    /* bands from pole to pole (16); at least 2 */
} bp_sphere_options;
/* (sides + 1) * (rings + 1) vertices: the seam has two of each, u = 0 and 1. Ellipsoids: bp_mesh_transform. */
bp_mesh *bp_shape_sphere(const bp_allocator *allocator, const bp_sphere_options *options, bp_error *error);

typedef struct bp_capsule_options {
    float radius; /* (0.25) */
    float length; /* between the centres of the two half spheres, along Y (1) */
    int sides;    /* (32); at least 3 */
    int rings;    /* bands of each half sphere (8); at least 1 */
} bp_capsule_options;
bp_mesh *bp_shape_capsule(const bp_allocator *allocator, const bp_capsule_options *options, bp_error *error);

/* A tube along +Y from the origin, with smooth weights for a chain of joints in it: the lesson on
 * weights bends it. Joint j sits at y = j * length / joints. Each vertex has at most two influences: the
 * weight goes from joint j-1 to joint j about that height as 3t^2 - 2t^3 over `blend` of the distance
 * between two joints; elsewhere one joint has all of it. */
typedef struct bp_tube_options {
    float radius; /* (0.25) */
    float length; /* (2) */
    int sides;    /* (24); at least 3 */
    int rings;    /* bands along the tube (32) */
    int joints;   /* (2); 1 to rings */
    float blend;  /* (0.5): 0.5 of the distance between joints, at most 1; negative: none, weights jump */
    bool open;    /* without caps */
} bp_tube_options;
bp_mesh *bp_shape_tube(const bp_allocator *allocator, const bp_tube_options *options, bp_error *error);

typedef struct bp_grid_options {
    float width; /* along X (1) */
    float depth; /* along Z (1) */
    int columns; /* cells along X (1) */
    int rows;    /* cells along Z (1) */
} bp_grid_options;
/* A flat grid in the XZ plane, facing +Y. */
bp_mesh *bp_shape_grid(const bp_allocator *allocator, const bp_grid_options *options, bp_error *error);

/* The page's character: a body box 1 x 3.5 x 1 at the origin (joint 0), arms 0.5 x 2.5 x 0.5 centred
 * at (1, 0.5, 0) turned +30 degrees about Z (joint 1, the left arm) and at (-1, 0.5, 0) turned -30
 * degrees (joint 2): 72 vertices in that order, 24 each, 36 triangles, weight 1. */
bp_mesh *bp_shape_character(const bp_allocator *allocator, bp_error *error);

/* ---- weights (src/mesh/weights.c) ---------------------------------------------------------------*/

typedef enum bp_weight_fault_kind {
    BP_WEIGHT_NAN,        /* value: the NaN or infinity */
    BP_WEIGHT_NEGATIVE,   /* value: the weight */
    BP_WEIGHT_JOINT,      /* a joint that is not in the skeleton; value: its number */
    BP_WEIGHT_ZERO,       /* all weights of the vertex are 0: it would fall into the origin; value: 0 */
    BP_WEIGHT_SUM,        /* the weights don't add up to 1; value: what they add up to */
    BP_WEIGHT_DUPLICATED, /* a joint twice in one vertex, with weight both times; value: its number */
    BP_WEIGHT_IDLE_JOINT, /* a joint other than 0 with weight 0 (glTF says 0 there); value: its number */
    BP_WEIGHT_FAULT_KINDS
} bp_weight_fault_kind;

typedef struct bp_weight_fault {
    bp_weight_fault_kind kind;
    size_t vertex;
    int influence; /* 0..influences-1; -1 where the whole vertex is meant */
    double value;
} bp_weight_fault;

/* How many faults there are, by kind, and the first ones of them. */
typedef struct bp_weight_report {
    size_t counts[BP_WEIGHT_FAULT_KINDS];
    size_t total;
    size_t kept;                /* of `faults` */
    bp_weight_fault faults[64]; /* in the order of vertices */
    double worst_sum; /* the sum that is farthest from 1, of vertices with finite weights; 1 if none */
    size_t worst_vertex;
} bp_weight_report;

/* Looks at every vertex. `tolerance` for sums: 0 means 1e-4 for each influence, what files hold after
 * rounding to 8 bits being worse than that. A mesh without influences has no faults. */
void bp_mesh_check_weights(const bp_mesh *mesh, size_t joint_count, double tolerance,
                           bp_weight_report *report);
/* "vertex 12: the weights add up to 0.7, not 1". Returns `text`, which is cut at `size`. */
const char *bp_weight_fault_text(const bp_weight_fault *fault, char *text, size_t size);
/* Divides each vertex's weights by their sum, after taking NaN, infinite and negative ones for 0; a
 * vertex with none left gets weight 1 on its first joint. Returns the number of vertices that changed. */
size_t bp_mesh_normalize_weights(bp_mesh *mesh);

/* ---- skinning (src/mesh/skin/skin.c) -----------------------------------------------------------------
 *
 * Linear blend: v' = v * (w0 M0 + w1 M1 + ...), M being the palette's final matrices. Weights are used
 * as they are; where they don't add up to 1 the vertex is drawn towards the origin.
 *
 * Dual quaternions (Kavan, Collins, Zara, O'Sullivan 2007): the rigid parts of the palette are blended
 * as dual quaternions, normalized, so that a twisted tube keeps its width. Each quaternion takes the
 * sign that is nearer the vertex's first influence's (q and -q are the same rotation, and only one of
 * them is the short way). What is left of a matrix without its rigid part (scale, shear, mirroring) is
 * blended linearly and applied first.
 *
 * Normals come out with length 1 (a zero one stays zero), tangents as well, unless unnormalized is set; a
 * tangent's w is copied.
 * Tangents go through the blended matrix itself. Normals either do likewise, which is right for
 * rotations and uniform scale, or go through its inverse transpose (by way of the cofactors, so that
 * singular matrices do no harm), which is right for every matrix. AUTO looks at the palette: where
 * every matrix has rows of equal length at right angles (within 1e-4) it takes the direct way. */

typedef enum bp_skin_method {
    BP_SKIN_LINEAR,
    BP_SKIN_DUAL_QUATERNION,
} bp_skin_method;

typedef enum bp_skin_normals {
    BP_SKIN_NORMALS_AUTO,
    BP_SKIN_NORMALS_DIRECT,
    BP_SKIN_NORMALS_INVERSE_TRANSPOSE,
} bp_skin_normals;

/* Vertices to be skinned; all borrowed for the call. */
typedef struct bp_skin_source {
    size_t vertex_count;
    int influences;         /* 1..BP_MESH_MAX_INFLUENCES */
    const uint16_t *joints; /* vertex_count * influences, each less than the palette's count */
    const float *weights;   /* vertex_count * influences */
    const bp_vec3 *positions;
    const bp_vec3 *normals;  /* or NULL */
    const bp_vec4 *tangents; /* or NULL */
} bp_skin_source;

/* Where they go: arrays of vertex_count, borrowed for the call. NULL: not wanted. Each may be the same
 * array as the source's (skinning in place), but may not overlap one otherwise. */
typedef struct bp_skin_target {
    bp_vec3 *positions;
    bp_vec3 *normals;
    bp_vec4 *tangents;
} bp_skin_target;

/* A job is its inputs and outputs, checked and run. */
typedef struct bp_skin_job {
    bp_skin_source source;
    const bp_mat4 *palette; /* borrowed for the call; affine: the last columns are taken for (0, 0, 0, 1) */
    size_t palette_count;
    bp_skin_method method;
    bp_skin_normals normals;
    bool unnormalized; /* normals and tangents needn't come out with length 1: for those who normalize later.
                        Through the inverse transpose the length then means nothing */
    bp_skin_target target;
} bp_skin_job;

/* A mesh's vertices as a source; morphed ones: replace the pointers by what bp_mesh_morph wrote. */
bp_skin_source bp_skin_source_from_mesh(const bp_mesh *mesh);

/* Whether the job can run: the error's place is the field ("source.joints", with vertex and number of a
 * joint that isn't in the palette). Looks at every joint. */
bool bp_skin_job_check(const bp_skin_job *job, bp_error *error);

/* Skins. The job is checked on the way (joints as they are used, which costs next to nothing); where
 * a joint is not in the palette, the error is that of bp_skin_job_check for the first such vertex, and
 * the target's arrays hold a part of the result. Uses the context's pool, in fixed chunks, and its
 * instruction set: the bits are the same for all of them. Takes a little memory (a copy of the palette)
 * from the context's allocator. */
bool bp_skin_job_run(bp_context *context, const bp_skin_job *job, bp_error *error);

/* The plain twin of bp_skin_job_run: the formulas as they stand above, a vertex at a time, in one
 * thread. It adds in another order, so that results differ by rounding: at most 4e-6 of the largest
 * magnitude among the vertex's position and the palette's entries times it, for influences up to 8 and
 * weights of sum 1; normals and tangents by at most 2e-5 where they are not nearly cancelled out. */
bool bp_skin_job_run_scalar(const bp_skin_job *job, bp_error *error);

/* ---- morph targets (src/mesh/morph.c) -----------------------------------------------------------*/

/* The mesh's vertices with `count` weights (0..morph_count; further targets count as weight 0) of its
 * morph targets added, before skinning. Arrays of vertex_count; NULL: not wanted; they may not be the
 * mesh's own. What the mesh lacks isn't written. Normals and tangents come out with length 1. */
bool bp_mesh_morph(const bp_mesh *mesh, const float *weights, size_t count, bp_vec3 *positions,
                   bp_vec3 *normals, bp_vec4 *tangents, bp_error *error);

/* ---- images (src/mesh/image.c) ------------------------------------------------------------------*/

#define BP_IMAGE_MAX_SIDE 16384

/* A picture in memory: rows from top to bottom without gaps. */
typedef struct bp_image {
    bp_allocator allocator;
    int width, height; /* 1..BP_IMAGE_MAX_SIDE */
    bool linear;       /* red, green and blue are linear; false: encoded as sRGB, the usual */
    bp_rgba8 *pixels;  /* owned, width * height */
} bp_image;

/* Transparent black. NULL on error. */
bp_image *bp_image_create(const bp_allocator *allocator, int width, int height, bp_error *error);
void bp_image_destroy(bp_image *image);
/* Squares of `cell` pixels of two colours, the first at the top left: what lessons put on things. */
bp_image *bp_image_create_checker(const bp_allocator *allocator, int width, int height, int cell, bp_rgba8 a,
                                  bp_rgba8 b, bp_error *error);
/* How many pixels differ in any channel by more than `tolerance`; the number of all pixels of the larger
 * one where the sizes differ. */
size_t bp_image_difference(const bp_image *a, const bp_image *b, int tolerance);

/* ---- models (src/mesh/model.c) ------------------------------------------------------------------*/

struct bp_node;
struct bp_skeleton;
struct bp_clip;

/* How texels become a colour between them; the rasterizer (raster.h) speaks of the same. */
typedef enum bp_filter {
    BP_FILTER_BILINEAR,
    BP_FILTER_NEAREST,
    BP_FILTER_TRILINEAR, /* bilinear in the two nearest mipmaps, mixed */
} bp_filter;

/* What lies outside_scene the image. */
typedef enum bp_wrap {
    BP_WRAP_REPEAT,
    BP_WRAP_MIRROR,
    BP_WRAP_CLAMP,
} bp_wrap;

/* How a material looks at an image. Zero but for `image`: bilinear, repeated, not transformed. */
typedef struct bp_texture_info {
    int image; /* of the model's images; -1: none */
    int uv_set;
    bp_filter filter;
    bp_wrap wrap_u, wrap_v;
    /* KHR_texture_transform: uv' = rotate(uv * scale) + offset. Used where has_transform is true. */
    bool has_transform;
    bp_vec2 offset, scale;
    float rotation; /* radians, counter-clockwise with v downwards */
} bp_texture_info;

typedef enum bp_alpha_mode { BP_ALPHA_OPAQUE, BP_ALPHA_MASK, BP_ALPHA_BLEND } bp_alpha_mode;

typedef struct bp_material {
    char *name;         /* owned */
    bp_vec4 base_color; /* linear; times the texture and the vertex colour */
    bp_texture_info texture;
    bp_alpha_mode alpha_mode;
    float alpha_cutoff; /* of BP_ALPHA_MASK: less alpha is not drawn */
    bool double_sided;
    bool unlit;
} bp_material;

/* White, opaque, lit, no texture, cutoff 0.5, name NULL. */
bp_material bp_material_default(void);
/* A texture coordinate through the texture's transform. */
bp_vec2 bp_texture_info_transform(const bp_texture_info *texture, bp_vec2 uv);

/* A skin: which nodes are the joints that vertices speak of. */
typedef struct bp_model_skin {
    char *name;   /* owned */
    int skeleton; /* of the model's skeletons */
    size_t joint_count;
    int *nodes; /* owned; joint -> node of the model */
    int *bones; /* owned; joint -> bone (creation index) of the skeleton; its palette slot is the joint */
} bp_model_skin;

/* A mesh put into the scene. */
typedef struct bp_model_instance {
    int node;      /* of the model's nodes: its world matrix places the mesh where skin is -1 */
    int mesh;      /* of the model's meshes */
    int skin;      /* of the model's skins; -1: not skinned */
    int primitive; /* the number within the file's mesh: a file's mesh of several primitives is several here */
    bool outside_scene; /* its node is in no scene that is shown: moved and skinned like any other, but not drawn */
    size_t weight_count;
    float *weights; /* owned; for morph targets in place of the mesh's defaults; NULL: those */
} bp_model_instance;

/* A whole character, as a file holds it and the viewer draws it. Everything in it is owned (what is put
 * into it must come from its allocator); numbers stand for places in these arrays. More than 12 fields,
 * since it is the one place that holds all. */
typedef struct bp_model {
    bp_allocator allocator;
    char *name;
    size_t node_count;
    struct bp_node **nodes; /* parents anywhere; as numbered in the file */
    char **node_names;
    size_t mesh_count;
    bp_mesh **meshes;
    size_t image_count;
    bp_image **images; /* an element may be NULL: an image that could not be had */
    size_t material_count;
    bp_material *materials;
    size_t skeleton_count;
    struct bp_skeleton **skeletons;
    size_t skin_count;
    bp_model_skin *skins;
    size_t instance_count;
    bp_model_instance *instances;
    size_t clip_count;
    struct bp_clip *
        *clips; /* targets are nodes; WEIGHTS: of the morph targets of all instances at the node */
} bp_model;

/* How many of each thing a model has. */
typedef struct bp_model_counts {
    size_t nodes, meshes, images, materials, skeletons, skins, instances, clips;
} bp_model_counts;

/* A model of these counts to be filled: pointers NULL, materials bp_material_default, skins and
 * instances with numbers -1 (instances: skin -1, primitive 0). NULL on error. */
bp_model *bp_model_create(const bp_allocator *allocator, const char *name, const bp_model_counts *counts,
                          bp_error *error);
/* Everything in it; half-filled ones and NULL are fine. */
void bp_model_destroy(bp_model *model);
/* Whether it is filled soundly: no NULL node, mesh, skeleton or clip, every number within its array,
 * joints of meshes within their skins. The place says which ("instances[2].skin"). MEMORY where there is none for a count of each mesh's joints. */
bool bp_model_check(const bp_model *model, bp_error *error);

/* ---- posing a model (src/mesh/model_pose.c) -----------------------------------------------------*/

/* How a model stands at one moment: its nodes (which are set) and its morph weights (which are here). */
typedef struct bp_model_pose {
    bp_model *model;      /* borrowed for its life; its counts don't change meanwhile */
    struct bp_pose *rest; /* owned; as the model stood when this was made, one target for each node */
    struct bp_pose *now;  /* owned; what the clip says, likewise */
    size_t *starts;       /* owned; instance i has weights[starts[i]] up to weights[starts[i + 1]] */
    float *weights;       /* owned; may be written: they hold until the next bp_model_pose_set */
} bp_model_pose;

/* Remembers how the model stands now as its rest. NULL on error (MEMORY). */
bp_model_pose *bp_model_pose_create(bp_model *model, bp_error *error);
/* The model's nodes stay as they are. NULL is fine. */
void bp_model_pose_destroy(bp_model_pose *pose);
/* Sets all nodes and weights to rest and then to what the clip (its number; -1: none) says at `seconds`,
 * and prepares all skeletons. Before a track's first key its first value holds, after the last the last.
 * Error: no such clip; nothing is changed then. */
bool bp_model_pose_set(bp_model_pose *pose, int clip, double seconds, bp_error *error);

/* Where an instance's vertices go: arrays of the mesh's vertex_count. */
typedef struct bp_model_vertices {
    bp_vec3 *positions;
    bp_vec3 *normals;  /* NULL: not wanted; not written where the mesh has none */
    bp_vec4 *tangents; /* likewise */
} bp_model_vertices;

/* The vertices of an instance in the scene's space as the model stands now: morphed, then skinned, or
 * put through its node's world matrix where it has no skin. Errors as bp_skin_job_run; what the arrays hold is then
 * of no use. */
bool bp_model_pose_vertices(bp_context *context, const bp_model_pose *pose, size_t instance,
                            const bp_model_vertices *out, bp_error *error);

#ifdef __cplusplus
}
#endif

#endif
