/* reader: a model while it is being read.
 *
 * The parts are read in the order of the functions below. Each part fills its own arrays of the model and
 * may use the parts before it. If one fails, bp_model_destroy accepts the incomplete model. */
#pragma once

#include <bindpose/mesh.h>

#include "base/arena.h"
#include "gltf/decode.h"

/* The tree of nodes, found before any node is made. Arrays have one entry a node. */
typedef struct bp_gltf_tree {
    int *parents;         /* -1: a root */
    int *order;           /* every node once, parents before children */
    int *order_index;     /* of a node in `order` */
    bool *in_scene;       /* whether the node is in the scene that is shown */
    size_t *morph_counts; /* morph targets of the node's mesh */
} bp_gltf_tree;

typedef struct bp_gltf_reader {
    const bp_context *context;
    const bp_gltf_read_options *options;
    bp_gltf_document document;
    bp_model *model; /* owned until the end */
    bp_arena arena;  /* of the arrays below, and those of a skin */
    bp_gltf_tree tree;
    size_t *copy_starts;    /* the copies of the file's node n are the nodes copy_starts[n] to [n + 1] */
    size_t *mesh_starts;    /* the file's mesh m is the model's meshes mesh_starts[m] to [m + 1] */
    size_t *joint_limits;   /* of each mesh of the model: its joints are below this; 0: not checked yet */
    bool *skins_noted;      /* whether a note says that a node of the skin's mesh is ignored */
    uint8_t *images_needed; /* texture_use; 0: nothing uses it */
} bp_gltf_reader;

/* Reads a model from a source. If source->name is NULL, errors hold the JSON path alone. `owned` may be NULL;
 * else it holds the source's bytes and is freed as soon as they aren't needed. */
bool bp_gltf_read_source(const bp_context *context, const bp_gltf_source *source, bp_file *owned,
                         const bp_gltf_read_options *options, bp_model **out, bp_gltf_notes *notes,
                         bp_error *error); /* read.c */

bool bp_gltf_read_tree(bp_gltf_reader *reader, bp_error *error);
bool bp_gltf_read_nodes(bp_gltf_reader *reader, bp_error *error);
bool bp_gltf_read_materials(bp_gltf_reader *reader, bp_error *error);
bool bp_gltf_read_images(bp_gltf_reader *reader, bp_error *error);
bool bp_gltf_read_meshes(bp_gltf_reader *reader, bp_error *error);
bool bp_gltf_read_skins(bp_gltf_reader *reader, bp_error *error);
/* Without skins, the tree of nodes becomes a skeleton, if the model has one: see bp_gltf.h. */
bool bp_gltf_read_node_skeleton(bp_gltf_reader *reader, bp_error *error); /* skins.c */
bool bp_gltf_read_animations(bp_gltf_reader *reader, bp_error *error);
