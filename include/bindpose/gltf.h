/* gltf: models read from glTF 2.0 files (.gltf, .glb), written as such, and examined for faults.
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

#define BP_GLTF_MAX_NOTES 64

/* A list of notes. Zero is an empty one. */
typedef struct bp_gltf_notes {
    bp_allocator allocator;
    size_t count;        /* of all notes, also those beyond the ones kept */
    size_t kept;         /* at most BP_GLTF_MAX_NOTES */
    bp_gltf_note *notes; /* owned */
} bp_gltf_notes;

/* Frees them; the list is empty again. */
void bp_gltf_notes_clear(bp_gltf_notes *notes);

/* ---- reading (src/gltf/read/read.c) ------------------------------------------------------------------*/

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

/* ---- writing (src/gltf/write/write.c) -----------------------------------------------------------------*/

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

/* ---- the doctor (src/gltf/doctor/doctor.c) --------------------------------------------------------------*/

/* An ERROR makes the picture wrong, or the file unreadable to some; a WARNING may, or does in other programs;
 * a NOTE is good to know, or follows from another finding. */
typedef enum bp_doctor_severity {
    BP_DOCTOR_NOTE,
    BP_DOCTOR_WARNING,
    BP_DOCTOR_ERROR,
} bp_doctor_severity;

/* "note", "warning", "error". */
const char *bp_doctor_severity_text(bp_doctor_severity severity);

/* One thing that is wrong. All texts that are pointers live as long as the program; only caused_by and
 * validator_code may be NULL. */
typedef struct bp_doctor_finding {
    const char *id; /* "weights-sum"; scripts rely on it */
    bp_doctor_severity severity;
    char place[192];            /* a JSON path: "skins[0].joints[3]" */
    const char *validator_code; /* what Khronos' validator calls it, where it knows it */
    const char *caused_by;      /* the id of the finding that this one follows from */
    char message[512];          /* what was found, with numbers */
    const char *effect;         /* what it does to the picture */
    const char *cause;          /* how it usually comes about */
    const char *remedy;         /* what to do */
} bp_doctor_finding;

#define BP_DOCTOR_MAX_FINDINGS 512

/* Zero is an empty one. */
typedef struct bp_doctor_report {
    bp_allocator allocator;
    size_t errors, warnings, notes; /* all of them, also those beyond the ones kept */
    size_t count;                   /* of findings kept, in the order in which they were found */
    bp_doctor_finding *findings;    /* owned */
} bp_doctor_report;

/* Frees the findings; the report is empty again. */
void bp_doctor_report_clear(bp_doctor_report *report);

/* Looks for everything that goes wrong with skins: weights, inverse binds, hierarchy, pose, animation, mesh,
 * motion. Reads as leniently as can be: what bp_gltf_read refuses is a finding here, and the rest of the
 * file is looked at all the same. `report` is filled afresh (not cleared before), and is to be cleared
 * whatever it holds. Errors: the container or the JSON can't be read (INPUT), ENVIRONMENT, MEMORY; then the
 * report is empty. */
bool bp_doctor_examine(const bp_context *context, const char *path, bp_doctor_report *report,
                       bp_error *error);
/* The same of a file that bp_gltf_read has made a model of, which saves reading it once more; NULL is fine. The model
 * must stand at rest, is posed by its clips, and stands at rest again afterwards. */
bool bp_doctor_examine_model(const bp_context *context, const char *path, bp_model *model,
                             bp_doctor_report *report, bp_error *error);
/* The same from memory; `name` and `folder` as for bp_gltf_read_memory. */
bool bp_doctor_examine_memory(const bp_context *context, const void *data, size_t size, const char *name,
                              const char *folder, bp_doctor_report *report, bp_error *error);

#ifdef __cplusplus
}
#endif

#endif
