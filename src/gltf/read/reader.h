/* reader: a model in the making, and what its parts must know of each other.
 *
 * The parts are read in the order of this header's functions; each fills its own arrays of the model, and
 * relies on those before it. Whoever fails leaves a model that bp_model_destroy takes as it is. */
#ifndef BP_GLTF_READ_READER_H
#define BP_GLTF_READ_READER_H

#include <bindpose/mesh.h>
#include <bindpose/rig.h>

#include "gltf/accessor.h"
#include "gltf/document.h"

/* The tree of nodes, found out before anything is made of it. */
typedef struct bp_gltf_tree {
    int *parents;   /* owned; -1: a root */
    int *order;     /* owned; every node once, parents before children */
    int *places;    /* owned; a node's place in `order` */
    bool *in_scene; /* owned; whether the node is in the scene that is shown */
    size_t *morphs; /* owned; how many morph targets the node's mesh has */
} bp_gltf_tree;

typedef struct bp_gltf_reader {
    const bp_context *context;
    const bp_gltf_read_options *options;
    bp_gltf_document document;
    bp_model *model; /* owned until the end */
    bp_gltf_tree tree;
    size_t *mesh_starts; /* owned; the file's mesh m is the model's meshes mesh_starts[m] up to [m + 1] */
    size_t *
        joints_needed; /* owned; of each mesh of the model: joints that a skin has had for it; 0: not looked */
    bool *images_wanted; /* owned; those that some material looks at */
    size_t bones;        /* of all skeletons so far */
} bp_gltf_reader;

/* Refuses a version or a required extension that isn't known, by name; notes those that are only used. */
bool bp_gltf_check_asset(bp_gltf_document *document, bp_error *error);

/* ---- tree.c: parents, scenes, cycles ---- */
bool bp_gltf_read_tree(bp_gltf_reader *reader, bp_error *error);
void bp_gltf_free_tree(bp_gltf_reader *reader);

/* ---- counts.c: how many of each thing, and the empty model ---- */
bool bp_gltf_make_model(bp_gltf_reader *reader, const char *name, bp_error *error);
/* Checks accessors and views that nobody may ever read. */
bool bp_gltf_check_accessors(bp_gltf_reader *reader, bp_error *error);

/* ---- nodes.c ---- */
bool bp_gltf_read_nodes(bp_gltf_reader *reader, bp_error *error);
/* ---- materials.c, images.c ---- */
bool bp_gltf_read_materials(bp_gltf_reader *reader, bp_error *error);
bool bp_gltf_read_images(bp_gltf_reader *reader, bp_error *error);
/* ---- meshes.c, with primitive.c, influences.c, morphs.c ---- */
bool bp_gltf_read_meshes(bp_gltf_reader *reader, bp_error *error);
/* ---- skins.c ---- */
bool bp_gltf_read_skins(bp_gltf_reader *reader, bp_error *error);
/* ---- instances.c ---- */
bool bp_gltf_read_instances(bp_gltf_reader *reader, bp_error *error);
/* ---- animations.c ---- */
bool bp_gltf_read_animations(bp_gltf_reader *reader, bp_error *error);

/* ---- primitive.c ---- */

/* Makes the mesh of one primitive. */
bp_mesh *bp_gltf_read_primitive(bp_gltf_reader *reader, const bp_gltf_value *primitive, const char *name,
                                bp_error *error);
/* Floats of `count` elements, each number finite, else an error at the accessor that says which. */
bool bp_gltf_finite_floats(bp_gltf_document *document, const bp_gltf_accessor *accessor, float *out,
                           bp_error *error);
/* The same for what a picture can do without: what isn't finite becomes 0, with a note. */
void bp_gltf_sanitized_floats(bp_gltf_document *document, const bp_gltf_accessor *accessor, float *out);
/* ---- influences.c ---- */
bool bp_gltf_read_influences(bp_gltf_reader *reader, const bp_gltf_value *attributes, bp_mesh *mesh,
                             bp_error *error);
/* ---- morphs.c ---- */
bool bp_gltf_read_morphs(bp_gltf_reader *reader, const bp_gltf_value *primitive, bp_mesh *mesh,
                         bp_error *error);
/* The weights and names that the mesh gives for its targets; done once all primitives are there. */
bool bp_gltf_read_morph_defaults(bp_gltf_reader *reader, size_t file_mesh, bp_error *error);

#endif
