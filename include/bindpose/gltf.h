/* gltf: reads glTF 2.0 files (.gltf, .glb, .vrm) and BVH into models, and writes models to glTF files.
 *
 *     bp_model *model;
 *     if (!bp_gltf_read(context, "fox.glb", NULL, &model, NULL, &error)) ...
 *     bp_model_pose *pose = bp_model_pose_create(model, &error); // model.h
 *     bp_model_pose_set(pose, clip, seconds, &error);            // moves the nodes, prepares the skeletons
 *     ...
 *     bp_model_destroy(model);
 *
 * A file becomes a model as follows:
 *   - nodes, images, materials, skins and animations keep the file's indices;
 *   - each primitive of a mesh becomes a bp_mesh with its vertices in the file's order; each node that has
 *     the mesh gets one instance (bp_model_instance) for each primitive;
 *   - a node with copies of its mesh (EXT_mesh_gpu_instancing) has a child without a name for each copy,
 *     after the file's nodes; these have the instances;
 *   - each skin becomes a skeleton with the skin's index. Each joint becomes a bone that is linked to its
 *     node and has the joint's index. Every ancestor that is not a joint becomes a bone of index
 *     BP_INDEX_NONE, so that final matrices are in scene space: final = inverse bind * world(joint), glTF's
 *     joint matrix. The transform of the skinned mesh's own node is ignored, as glTF demands. With row
 *     vectors, the 16 floats of a matrix load without a transpose. Parents come before their children. A
 *     bone's absolute inverse bind is the file's, bit for bit; absolute bind and bind derive from it
 *     (bp_bone_set_absolute_inverse_bind). Rest is the node's transform;
 *   - a file without skins that has animations, or nothing else to show, gets one skeleton, "nodes": each
 *     node of the scene and its ancestors is a bone, with the node's own transform as its bind and rest. No
 *     skin refers to it;
 *   - an animation becomes a clip whose tracks move nodes, with times in seconds;
 *   - a BVH file, known by its first word HIERARCHY, counts as a glTF file: each joint and end site is a
 *     node, the motion an animation, in metres with Y up. A note says which unit and axis were found.
 *
 * Reading trusts nothing in a file. A fault is an error that names the file and the JSON path, as in
 * "fox.glb: skins[0].joints[3]", and no model is returned. Data that has only one sensible meaning, or can
 * be left out without harm, becomes a note instead. Thread safety: that of the context. */
#ifndef BINDPOSE_GLTF_H
#define BINDPOSE_GLTF_H

#include <bindpose/base.h>
#include <bindpose/model.h>

BP_BEGIN_C

/* Data that was left out, or read in a way that the file's author may not expect. */
typedef struct bp_gltf_note {
    char place[128];   /* a JSON path */
    char message[256]; /* a sentence */
} bp_gltf_note;

#define BP_GLTF_MAX_NOTES 64

/* A list of notes; zero is an empty one. */
typedef struct bp_gltf_notes {
    bp_allocator allocator;
    size_t count;        /* of all notes, including those beyond the limit */
    size_t kept;         /* of those in the list, at most BP_GLTF_MAX_NOTES */
    size_t repairs;      /* of all notes: faults that reading with `lenient` mended or left out */
    bp_gltf_note *notes; /* owned */
} bp_gltf_notes;

/* Frees the notes; the list is then empty. */
void bp_gltf_notes_clear(bp_gltf_notes *notes);

/* An attribute of a mesh that Draco compresses. */
typedef struct bp_draco_attribute {
    unsigned id;        /* Draco's unique id, which the file's extension gives */
    unsigned component; /* the type of the numbers that are wanted, as glTF numbers it: 5120 to 5126 */
    size_t width;       /* numbers of an element */
    void *out;          /* room for them, vertex_count elements without gaps */
} bp_draco_attribute;

/* A compressed mesh, and where its numbers go. A bp_draco_decoder fills the indices and every attribute, and
 * returns NULL; or what is wrong, as the end of a sentence that begins with "the compressed mesh". It may be
 * called by several threads at a time. The library has none, since Draco's is in C++; src/draco.cc is one. */
typedef struct bp_draco_mesh {
    const void *data;
    size_t size; /* in bytes */
    size_t vertex_count, index_count;
    uint32_t *indices;
    size_t attribute_count;
    const bp_draco_attribute *attributes;
} bp_draco_mesh;

/* Options of reading (src/gltf/read/read.c). Zero means the default in parentheses. */
typedef struct bp_gltf_read_options {
    bool no_images; /* decodes no images, and only checks their references; model->images are all NULL */
    /* Weights stay as in the file. By default negative ones become 0, those of each vertex are divided by
     * their sum if it isn't 1, and a vertex without weight follows its first joint
     * (bp_mesh_normalize_weights). Notes say so, but for sums that are off by no more than 0.01. */
    bool keep_weights;
    /* Skeletons follow the page's rule, in which prepare replaces what was set on a linked bone by its node's
     * values. By default setting a bone sets its node too (BP_RULE_WRITE_THROUGH). */
    bool no_write_through;
    /* A part that is wrong is mended, or left out if it can't be, with a note: for looking at a file that
     * would be refused. Keys are sorted, weights without their "normalized" divided, joints out of range
     * lose their weight, skins without usable binds are bound at rest. */
    bool lenient;
    bp_draco_decoder *draco; /* unpacks meshes (that of the context; without one such files are refused) */
    size_t memory_limit; /* as the context's limit (the context's); a tiny file can ask for any amount of
                            memory and work, and is refused before it gets them */
} bp_gltf_read_options;

/* Reads a model, which the caller owns; NULL on an error. `options` and `notes` may be NULL; notes are
 * appended. A file that starts with the magic number is a .glb, with HIERARCHY BVH, any other is JSON. It
 * may refer only to files in its own folder and below. Uses the context's allocator. Errors: ENVIRONMENT,
 * INPUT (unreadable or invalid), MEMORY. */
bool bp_gltf_read(const bp_context *context, const char *path, const bp_gltf_read_options *options,
                  bp_model **out, bp_gltf_notes *notes, bp_error *error);
/* Reads a model from bytes, which are borrowed for the call. `name` stands for the file in errors; `folder`
 * has the files that it refers to; NULL: such a file is an error. */
bool bp_gltf_read_memory(const bp_context *context, const void *data, size_t size, const char *name,
                         const char *folder, const bp_gltf_read_options *options, bp_model **out,
                         bp_gltf_notes *notes, bp_error *error);

typedef enum bp_gltf_container {
    BP_GLTF_BY_NAME,  /* .glb if the path ends so or in .vrm, else .gltf with a .bin beside it */
    BP_GLTF_BINARY,   /* .glb: everything in one file */
    BP_GLTF_EMBEDDED, /* .gltf with its buffer and images as data URIs */
} bp_gltf_container;

/* Zero means the default in parentheses. */
typedef struct bp_gltf_write_options {
    bp_gltf_container container;
    const char *generator; /* asset.generator ("Bindpose VERSION") */
    const char *copyright; /* asset.copyright (none) */
} bp_gltf_write_options;

/* Writes a model (src/gltf/write/write.c), which must pass bp_model_check. Equal models give equal bytes.
 * Files are replaced atomically (bp_file_write); if the .gltf can't be written, the .bin is restored. Leaves
 * out clips and tracks without keys, meshes without vertices and empty images, for which glTF has no form.
 * Errors: ARGUMENT at a field of the model (glTF can't hold it), MEMORY, those of bp_file_write. */
bool bp_gltf_write(const bp_context *context, const bp_model *model, const char *path,
                   const bp_gltf_write_options *options, bp_error *error);
/* Writes a model to memory (BY_NAME: binary). Free `out` with bp_file_free. */
bool bp_gltf_write_memory(const bp_context *context, const bp_model *model,
                          const bp_gltf_write_options *options, bp_file *out, bp_error *error);

typedef struct bp_gltf_packing {
    bp_file file;         /* owned; free it with bp_file_free */
    size_t before, after; /* bytes of the keys that were packed, in the file and in the new one */
    double bound;         /* in the file's units */
} bp_gltf_packing;

/* Packs the clips of a file by EXT_meshopt_compression (src/gltf/rewrite/pack_clips.c): no vertex is farther
 * from its place than `part` of the model's size (bp_model_shells). The bytes that the keys had are dropped,
 * and buffers and images beside the file become part of the new one; the rest stays as for bp_gltf_repair.
 * Times, splines, steps, morph weights and keys that several channels share are packed without loss. To prove
 * the result, compare both files (`bindpose diff`). Errors: those of bp_gltf_read and
 * bp_model_batch_create; INPUT, no clips, no meshes, or too few keys; ARGUMENT, not even floats keep the
 * bound. */
bool bp_gltf_pack_clips(const bp_context *context, const char *path, double part, bp_gltf_container container,
                        bp_gltf_packing *out, bp_error *error);

BP_END_C

#endif
