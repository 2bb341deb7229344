/* Do two models move in the same way? And pictures of that. */
#pragma once

#include <bindpose/gltf.h>

/* ---- do two models move in the same way? (src/gltf/motion_diff.c) ----------------------------------
 *
 * Compares the skinned vertices of two models at rest, and at every key and in the middle between keys of
 * every clip. Distances are relative to the first model's size, the diagonal of its bounds at rest. So it
 * proves that a file with other bind poses, joints or keys still shows the same motion.
 *
 * Vertices are compared in the file's order, and the instances of meshes in the models' order. If the two
 * have other vertices or triangles (welded, split, simplified), each vertex of one is compared with the place
 * of the other's surface that is nearest at rest, and both ways. Clips belong together by name; a clip
 * without a partner by its length, as one that was renamed. Instances outside the scene are left out. */

/* Zero means the default in parentheses. */
typedef struct bp_motion_diff_options {
    double tolerance;   /* the largest distance that counts as equal, relative to the size (1e-5) */
    size_t max_moments; /* of one clip (4096); if it has more, some of them are taken, evenly */
    bool ignore_names; /* other names of clips and joints, and joints that only one has, aren't differences */
} bp_motion_diff_options;

/* A vertex at a moment. */
typedef struct bp_motion_place {
    double distance; /* relative to the size; INFINITY: one of the two is no number */
    double seconds;
    size_t instance, vertex; /* of the first model */
    int node;                /* its joint of largest weight, or the mesh's node; of the first model */
    bp_vec3 a, b;            /* where the vertex is, in scene space */
} bp_motion_place;

typedef struct bp_motion_clip {
    const char *name;    /* borrowed from the models; "rest pose" */
    int a, b;            /* clips of the models; -1: it has none; both -1: the rest pose */
    double end_a, end_b; /* seconds: the last key */
    bool durations_differ;
    bool renamed;                /* b has another name */
    size_t moments, all_moments; /* compared, and how many there are */
    bp_motion_place worst;
    bool parts;            /* whether a distance is over the tolerance */
    bp_motion_place first; /* then the first moment at which one is, and its largest distance */
} bp_motion_clip;

/* The vertices of one joint, or of one node with a mesh that isn't skinned. */
typedef struct bp_motion_bone {
    int node;         /* of the first model */
    const char *name; /* borrowed from the model */
    size_t clip;      /* of the list above: where the worst is */
    bp_motion_place worst;
} bp_motion_bone;

/* A joint (without skins, a node) that has another name in the second model, or that only one of them has. */
typedef struct bp_motion_name {
    const char *a, *b; /* borrowed from the models; NULL: it isn't there */
} bp_motion_name;

typedef struct bp_motion_diff {
    bp_allocator allocator;
    bool equal;           /* no distance over the tolerance; the same clips with the same durations; the same
                              names, unless they are ignored */
    bool by_surface;      /* the vertices differ, so places of the surfaces were compared */
    double surface_error; /* then the largest distance at rest of a vertex from its place, relative to size */
    size_t name_count;    /* of joints whose names differ */
    bp_motion_name *names; /* owned */
    double size;           /* of the first model at rest, in its units */
    double tolerance, worst;
    size_t worst_clip; /* of the list */
    size_t clip_count;
    bp_motion_clip *clips; /* owned; the rest pose, then the first model's clips, then those it lacks */
    size_t bone_count;
    bp_motion_bone *bones; /* owned; the worst first */
    size_t vertex_count;   /* compared at each moment */
} bp_motion_diff;

/* Compares. Both models must be at rest, and are at rest again afterwards. `options`
 * may be NULL. Overwrites `out`; clear it in any case. Errors: INPUT if one has vertices and the
 * other none; MEMORY. */
bool bp_motion_diff_run(const bp_context *context, bp_model *a, bp_model *b,
                        const bp_motion_diff_options *options, bp_motion_diff *out, bp_error *error);
void bp_motion_diff_clear(bp_motion_diff *diff);

/* The distance of every vertex of an instance in the two models as they are posed now, relative to `size`.
 * `distances` has the instance's vertex_count elements. */
bool bp_motion_diff_vertices(const bp_context *context, const bp_model_pose *a, const bp_model_pose *b,
                             size_t instance, double size, double *distances, bp_error *error);
