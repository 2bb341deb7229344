/* gltf: models read from glTF 2.0 files (.gltf, .glb) and written as such.
 *
 * A bp_model (mesh.h) is what a file becomes and what a file is made of:
 *
 *     bp_gltf_notes notes = {0};
 *     bp_model *model;
 *     if (!bp_gltf_read(context, "fox.glb", NULL, &model, &notes, &error)) ...
 *     bp_model_pose *pose = bp_model_pose_create(model, &error);  // mesh.h
 *     bp_model_pose_set(pose, clip, seconds, &error);    // nodes moved, skeletons prepared
 *     ...
 *     bp_gltf_notes_clear(&notes);
 *     bp_model_destroy(model);
 *
 * What a file's things become:
 *   - nodes, images, materials, skins, animations: those of the model, with the file's numbers;
 *   - a mesh: one bp_mesh for each of its primitives, vertices in the file's order; each node that has the
 *     mesh gets an instance for each of them (bp_model_instance);
 *   - a skin: a skeleton of its own, the skin's number being the skeleton's. Each joint is a bone that is
 *     linked to its node, with the joint's place in the skin as its index. Every ancestor of a joint up to
 *     the root that is no joint becomes a bone of index BP_INDEX_NONE, so that finals are in the scene's
 *     space: final = inverse bind * world(joint), glTF's joint matrix. The transform of the skinned
 *     mesh's own node is not used. Row vectors mean that the 16 floats of a matrix load as they are.
 *     Bones stand parents first. A bone's inverse bind is the file's, bit for bit; absolute bind and bind
 *     are derived from it (bp_bone_set_absolute_inverse_bind). Rest is the node's own transform;
 *   - an animation: a clip whose tracks' targets are nodes, times in seconds.
 *
 * Everything in a file is distrusted. Whatever is wrong fails with the JSON path as the error's place
 * ("skins[0].joints[3]", with the file's name before it) and what to do about it; nothing is half-read.
 * What can be read in only one sensible way, or left out without harm, becomes a note instead.
 */
#ifndef BINDPOSE_GLTF_H
#define BINDPOSE_GLTF_H

#include <bindpose/base.h>
#include <bindpose/mesh.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- notes (src/gltf/notes.c) -------------------------------------------------------------------*/

/* Something that was left out, or read in a way that its author may not expect. */
typedef struct bp_gltf_note {
    char place[128];   /* a JSON path */
    char message[256]; /* a sentence */
} bp_gltf_note;

#define BP_GLTF_NOTES_KEPT 64

/* A list of notes. Zero is an empty one. */
typedef struct bp_gltf_notes {
    bp_allocator allocator;
    size_t count;        /* of all notes, also those beyond the ones kept */
    size_t kept;         /* at most BP_GLTF_NOTES_KEPT */
    bp_gltf_note *notes; /* owned */
} bp_gltf_notes;

/* Frees them; the list is empty again. */
void bp_gltf_notes_clear(bp_gltf_notes *notes);

/* ---- reading (src/gltf/read.c) ------------------------------------------------------------------*/

/* Zero means the value in parentheses. */
typedef struct bp_gltf_read_options {
    bool no_images; /* pictures are neither read nor looked at; model->images are all NULL */
    /* The most that the model may take, in bytes (512 MiB and four times the file's own bytes). Tiny files
     * can ask for endless zeros; this is what stops them. */
    size_t memory_limit;
} bp_gltf_read_options;

/* Reads a model. `options` may be NULL, and so may `notes`; notes are added to those it holds. The file is
 * taken for .glb where it begins with its magic number, else for JSON. Other files are read only where
 * they lie in the file's own folder or below it. Memory is the context's allocator's. Errors: ENVIRONMENT
 * or INPUT (the file can't be read, or what is in it is wrong), MEMORY. */
bool bp_gltf_read(const bp_context *context, const char *path, const bp_gltf_read_options *options,
                  bp_model **out, bp_gltf_notes *notes, bp_error *error);
/* The same from memory. `name` stands for the file in errors; `folder` is where files that it names are
 * looked for; NULL: nowhere, and naming one is an error. The bytes are borrowed for the call. */
bool bp_gltf_read_memory(const bp_context *context, const void *data, size_t size, const char *name,
                         const char *folder, const bp_gltf_read_options *options, bp_model **out,
                         bp_gltf_notes *notes, bp_error *error);

/* ---- writing (src/gltf/write.c) -----------------------------------------------------------------*/

typedef enum bp_gltf_container {
    BP_GLTF_BY_NAME,  /* .glb where the path ends so, else .gltf */
    BP_GLTF_BINARY,   /* .glb: everything in one file */
    BP_GLTF_EMBEDDED, /* .gltf with its buffer and pictures as data URIs */
} bp_gltf_container;

/* Zero means the value in parentheses. */
typedef struct bp_gltf_write_options {
    bp_gltf_container container;
    const char *generator; /* asset.generator ("Bindpose VERSION") */
    const char *copyright; /* asset.copyright (none) */
} bp_gltf_write_options;

/* Writes a model, which must pass bp_model_check; the same model gives the same bytes. The file is written
 * atomically (bp_file_write); a .gltf by name has its buffer in a .bin beside it, which is put back as it was
 * where the .gltf can't be written. Left out is what says nothing: clips and tracks without keys, meshes
 * without vertices. Errors: ARGUMENT (what glTF can't say, with the model's field), MEMORY, those of
 * bp_file_write. */
bool bp_gltf_write(const bp_context *context, const bp_model *model, const char *path,
                   const bp_gltf_write_options *options, bp_error *error);
/* The same into memory (BY_NAME: binary); `out` is freed with bp_file_free. */
bool bp_gltf_write_memory(const bp_context *context, const bp_model *model,
                          const bp_gltf_write_options *options, bp_file *out, bp_error *error);

#ifdef __cplusplus
}
#endif

#endif
