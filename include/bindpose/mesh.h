/* mesh: triangles, skin weights, morph targets, and skinning on the CPU.
 *
 * model.h puts meshes together to characters, raster.h draws them, gltf.h reads files. Example:
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
 * glTF. A NULL bp_allocator means the default one. A mesh may be read by several threads at a time, but
 * changed by only one.
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

/* The smallest box around both. */
bp_bounds bp_bounds_union(bp_bounds a, bp_bounds b);
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

/* Adds missing attributes, zeroed (colours: opaque white). Existing ones stay. */
bool bp_mesh_add_attributes(bp_mesh *mesh, unsigned attributes, bp_error *error);
/* Replaces the submeshes by a copy of these. A range beyond the indices is an error and changes nothing. */
bool bp_mesh_set_submeshes(bp_mesh *mesh, const bp_submesh *submeshes, size_t count, bp_error *error);
/* Replaces the morph targets by `count` new ones. They have zeroed positions and, if `attributes` says so,
 * normals and tangents. */
bool bp_mesh_set_morphs(bp_mesh *mesh, size_t count, unsigned attributes, bp_error *error);

/* Computes smooth normals and adds the attribute if missing: a vertex's normal is the sum of its triangles'
 * normals, weighted by area. Vertices with different indices are not smoothed together. A vertex of no
 * triangle gets (0, 1, 0). */
bool bp_mesh_make_normals(bp_mesh *mesh, bp_error *error);

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

/* Checks and runs the job. The error's place is the field. Joints are checked as they are used, which costs
 * next to nothing: for one that is not in the palette ("source.joints") the message names the first such
 * vertex and its joint, and the target's arrays have been written in part. Uses the context's threads,
 * instruction set and, for a copy of the palette, its allocator. The bits are the same for any number of
 * threads and any instruction set: those of a scalar definition (src/mesh/skin/skin_scalar.c). With weights
 * of sum 1, positions are within 4e-6 of the exact result, relative to the largest product of coordinate and
 * matrix entry; normals and tangents within 2e-5, unless the sum nearly cancels. */
bool bp_skin_job_run(const bp_context *context, const bp_skin_job *job, bp_error *error);

/* ---- morph targets (src/mesh/geometry.c) --------------------------------------------------------*/

/* The mesh's vertices plus its morph targets times `count` weights (0..morph_count; the other targets have
 * weight 0), before skinning. The arrays have vertex_count elements and are not the mesh's own; NULL: not
 * computed. Attributes that the mesh lacks are not written. Normals and tangents are normalized. */
bool bp_mesh_morph(const bp_mesh *mesh, const float *weights, size_t count, const bp_vertex_arrays *out,
                   bp_error *error);

BP_END_C

#endif
