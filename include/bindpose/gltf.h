/* gltf: reads glTF 2.0 files (.gltf, .glb) into models, writes models to such files, and examines files for
 * faults.
 *
 *     bp_model *model;
 *     if (!bp_gltf_read(context, "fox.glb", NULL, &model, NULL, &error)) ...
 *     bp_model_pose *pose = bp_model_pose_create(model, &error); // mesh.h
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
 *   - an animation becomes a clip whose tracks move nodes, with times in seconds.
 *
 * Reading trusts nothing in a file. A fault is an error that names the file and the JSON path, as in
 * "fox.glb: skins[0].joints[3]", and no model is returned. Data that has only one sensible meaning, or can
 * be left out without harm, becomes a note instead. Thread safety: that of the context. */
#ifndef BINDPOSE_GLTF_H
#define BINDPOSE_GLTF_H

#include <bindpose/base.h>
#include <bindpose/mesh.h>

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
    bp_gltf_note *notes; /* owned */
} bp_gltf_notes;

/* Frees the notes; the list is then empty. */
void bp_gltf_notes_clear(bp_gltf_notes *notes);

/* Options of reading (src/gltf/read/read.c). Zero means the default in parentheses. */
typedef struct bp_gltf_read_options {
    bool no_images; /* reads no images; model->images are all NULL */
    /* Weights stay as in the file. By default negative ones become 0, and those of each vertex are divided by
     * their sum if it isn't 1; a note says so if a sum is off by more than 0.01. */
    bool keep_weights;
    /* Skeletons follow the page's rule, in which prepare replaces what was set on a linked bone by its node's
     * values. By default setting a bone sets its node too (BP_RULE_WRITE_THROUGH). */
    bool no_write_through;
    size_t memory_limit; /* of the model, in bytes (512 MiB plus four times the file's size); a tiny file can
                            claim any amount of memory */
} bp_gltf_read_options;

/* Reads a model, which the caller owns. `options` and `notes` may be NULL; notes are appended. A file that
 * starts with the magic number is a .glb, any other is JSON. It may refer only to files in its own folder and
 * below. Uses the context's allocator. Errors: ENVIRONMENT, INPUT (unreadable or invalid), MEMORY. */
bool bp_gltf_read(const bp_context *context, const char *path, const bp_gltf_read_options *options,
                  bp_model **out, bp_gltf_notes *notes, bp_error *error);
/* Reads a model from bytes, which are borrowed for the call. `name` stands for the file in errors; `folder`
 * has the files that it refers to; NULL: such a file is an error. */
bool bp_gltf_read_memory(const bp_context *context, const void *data, size_t size, const char *name,
                         const char *folder, const bp_gltf_read_options *options, bp_model **out,
                         bp_gltf_notes *notes, bp_error *error);

typedef enum bp_gltf_container {
    BP_GLTF_BY_NAME,  /* .glb if the path ends so, else .gltf with a .bin beside it */
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

/* Severity of a finding of the doctor (src/gltf/doctor/doctor.c). ERROR: the picture is wrong, or some
 * programs refuse the file. WARNING: the picture may be wrong, or is wrong in other programs. NOTE: good to
 * know, or a consequence of another finding. */
typedef enum bp_doctor_severity {
    BP_DOCTOR_NOTE,
    BP_DOCTOR_WARNING,
    BP_DOCTOR_ERROR,
} bp_doctor_severity;

/* "note", "warning", "error". */
const char *bp_doctor_severity_text(bp_doctor_severity severity);

/* The kinds of findings, causes before effects. */
typedef enum bp_doctor_id {
    BP_DOCTOR_NONE, /* no finding, no cause */
    BP_DOCTOR_UNREADABLE,
    BP_DOCTOR_UNSUPPORTED,
    BP_DOCTOR_EXTENSIONS_LEFT_OUT,
    BP_DOCTOR_NODE_CYCLE,
    BP_DOCTOR_NODE_PARENTS,
    BP_DOCTOR_JOINTS_REPEATED,
    BP_DOCTOR_NO_COMMON_ROOT,
    BP_DOCTOR_SKELETON_NOT_ANCESTOR,
    BP_DOCTOR_JOINT_NOT_IN_SCENE,
    BP_DOCTOR_MESH_UNDER_SKELETON,
    BP_DOCTOR_MESH_TRANSFORM_IGNORED,
    BP_DOCTOR_SKIN_MISSING,
    BP_DOCTOR_JOINT_ORDER,
    BP_DOCTOR_JOINT_UNUSED,
    BP_DOCTOR_NAMES_DUPLICATED,
    BP_DOCTOR_WEIGHTS_NAN,
    BP_DOCTOR_WEIGHTS_NEGATIVE,
    BP_DOCTOR_WEIGHTS_ZERO,
    BP_DOCTOR_WEIGHTS_SUM,
    BP_DOCTOR_JOINT_OUT_OF_RANGE,
    BP_DOCTOR_JOINT_DUPLICATED,
    BP_DOCTOR_JOINT_ZERO_WEIGHT,
    BP_DOCTOR_INFLUENCES_OVER_4,
    BP_DOCTOR_WEIGHTS_RESCALED,
    BP_DOCTOR_IBM_COUNT,
    BP_DOCTOR_IBM_NAN,
    BP_DOCTOR_IBM_TRANSPOSED,
    BP_DOCTOR_IBM_LAST_ROW,
    BP_DOCTOR_IBM_SINGULAR,
    BP_DOCTOR_IBM_NOT_INVERTED,
    BP_DOCTOR_IBM_MIRRORED,
    BP_DOCTOR_IBM_SHEARED,
    BP_DOCTOR_IBM_ORDER,
    BP_DOCTOR_IBM_MISSING,
    BP_DOCTOR_UNIT_MIXUP,
    BP_DOCTOR_SCALE_ZERO,
    BP_DOCTOR_SCALE_NEGATIVE,
    BP_DOCTOR_SCALE_NON_UNIFORM,
    BP_DOCTOR_REST_NOT_BIND,
    BP_DOCTOR_KEYS_NOT_INCREASING,
    BP_DOCTOR_ROTATION_NOT_UNIT,
    BP_DOCTOR_CHANNEL_ON_MATRIX_NODE,
    BP_DOCTOR_CHANNEL_ON_SKINNED_MESH,
    BP_DOCTOR_CLIP_INTERLEAVED,
    BP_DOCTOR_POSITION_BOUNDS,
    BP_DOCTOR_TRIANGLE_DEGENERATE,
    BP_DOCTOR_TRIANGLE_FLIPPED,
    BP_DOCTOR_INFLUENCES_UNRELATED,
    BP_DOCTOR_EXPLODES,
    BP_DOCTOR_CANDY_WRAPPER,
    BP_DOCTOR_ID_COUNT
} bp_doctor_id;

/* "weights-sum": scripts rely on it. "" for NONE and for numbers that are no id. */
const char *bp_doctor_id_name(bp_doctor_id id);

/* One fault. The pointers are constants; only validator_code may be NULL. Numbers are those of the file; -1:
 * the fault concerns none, or several. */
typedef struct bp_doctor_finding {
    bp_doctor_id id, caused_by; /* caused_by: the finding that this one follows from, or NONE */
    bp_doctor_severity severity;
    int node, skin, mesh;
    int joint;                  /* of the skin */
    char place[192];            /* a JSON path: "skins[0].joints[3]" */
    const char *validator_code; /* of Khronos' validator, if it has one for this fault */
    char message[512];          /* the fault, with numbers */
    const char *effect;         /* on the picture */
    const char *cause;          /* how it usually comes about */
    const char *remedy;         /* how to repair it */
} bp_doctor_finding;

#define BP_DOCTOR_MAX_FINDINGS 512

/* A list of findings; zero is an empty one. */
typedef struct bp_doctor_report {
    bp_allocator allocator;
    size_t errors, warnings, notes; /* of all findings, including those beyond the limit */
    size_t count;                   /* of findings in the list, in the order in which they were found */
    bp_doctor_finding *findings;    /* owned */
} bp_doctor_report;

/* Frees the findings; the report is then empty. */
void bp_doctor_report_clear(bp_doctor_report *report);

/* Examines a file for faults that concern skinning: weights, inverse binds, hierarchy, pose, animation, mesh,
 * motion. It decodes leniently: a fault that bp_gltf_read refuses becomes a finding, and the rest is still
 * examined. Overwrites `report`; clear it afterwards in any case. Errors leave it empty: INPUT (the container
 * or the JSON is unreadable), ENVIRONMENT, MEMORY. */
bool bp_doctor_examine(const bp_context *context, const char *path, bp_doctor_report *report,
                       bp_error *error);
/* Examines a file of which the caller has read a model, which saves reading it again; `model` may be NULL.
 * The model must be at rest. Its clips are played, and it is at rest again afterwards. */
bool bp_doctor_examine_model(const bp_context *context, const char *path, bp_model *model,
                             bp_doctor_report *report, bp_error *error);
/* Examines bytes; `name` and `folder` as for bp_gltf_read_memory. */
bool bp_doctor_examine_memory(const bp_context *context, const void *data, size_t size, const char *name,
                              const char *folder, bp_doctor_report *report, bp_error *error);

/* A change that a repair made. */
typedef struct bp_repair_change {
    bp_doctor_id id; /* of the finding that it answers */
    char place[192];
    char message[256]; /* what was done */
} bp_repair_change;

/* Options of a repair. Zero means the default in parentheses. */
typedef struct bp_repair_options {
    bp_gltf_container container; /* BY_NAME: the one that the file has (this) */
    bool embed;                  /* buffers and images that are files beside it become part of it (no) */
    bool keep_joints;            /* joints that move no vertex stay in their skins (they are removed, but only
                                    from a file with an error or a warning) */
} bp_repair_options;

/* A repaired file; zero is an empty one. */
typedef struct bp_repair {
    bp_allocator allocator;
    bp_file file; /* owned; the bytes of the file that was examined, if there was nothing to repair */
    size_t count, capacity;
    bp_repair_change *changes;      /* owned */
    bp_doctor_report before, after; /* owned */
} bp_repair;

/* Frees everything in it; it is then empty. */
void bp_repair_clear(bp_repair *repair);

/* Repairs a file (src/gltf/repair/repair.c): every finding of the doctor that has one mechanical remedy.
 * Changes of one kind are kept only if the doctor finds fewer faults afterwards. The rest of the file stays
 * as it is: the JSON's text, extensions, and the bytes of buffers that nothing changed. Files beside it are
 * not changed; new numbers go into this one. Overwrites `out`; clear it afterwards in any case. Errors as
 * those of bp_doctor_examine. */
bool bp_gltf_repair(const bp_context *context, const char *path, const bp_repair_options *options,
                    bp_repair *out, bp_error *error);
/* Repairs bytes; `name` and `folder` as for bp_gltf_read_memory. `options` may be NULL. */
bool bp_gltf_repair_memory(const bp_context *context, const void *data, size_t size, const char *name,
                           const char *folder, const bp_repair_options *options, bp_repair *out,
                           bp_error *error);

/* Which bind pose a file is to have (src/gltf/rebind/rebind.h). */
typedef enum bp_rebind_preset {
    BP_REBIND_REST,             /* the rest pose; bakes vertices */
    BP_REBIND_POSE,             /* a moment of a clip; bakes vertices */
    BP_REBIND_ROTATION_FREE,    /* no joint is rotated at rest: VRM 0.x's axes */
    BP_REBIND_UNIT_SCALE,       /* no joint is scaled at rest: an armature's 0.01 or 100 is folded away */
    BP_REBIND_TRANSLATION_ONLY, /* inverse binds only translate */
    BP_REBIND_IDENTITY,         /* inverse binds are identities */
    BP_REBIND_FILE,             /* inverse binds are those of another file's joints of the same names */
    BP_REBIND_PRESET_COUNT
} bp_rebind_preset;

/* How a joint got its bind. */
typedef enum bp_rebind_way {
    BP_REBIND_KEPT,
    BP_REBIND_FRAME,    /* its frame changed, and its keys with it: exact */
    BP_REBIND_NODE,     /* a new node below it became the joint: exact */
    BP_REBIND_BAKED,    /* vertices moved: exact in the new bind pose */
    BP_REBIND_SINGULAR, /* kept: a matrix has no inverse */
    BP_REBIND_WAY_COUNT
} bp_rebind_way;
/* The way as the end of a sentence: "kept as it is". */
const char *bp_rebind_way_text(bp_rebind_way way);

typedef struct bp_rebind_options {
    bp_rebind_preset preset;
    int clip; /* of POSE; -1: the rest pose */
    double seconds;
    const bp_model *from;        /* of FILE; borrowed for the call */
    bp_gltf_container container; /* BY_NAME: the one that the file has */
    bool embed;                  /* buffers and images that are files beside it become part of it */
    const char *const *clips;    /* files with clips for this skeleton, carried along; may be NULL */
    size_t clips_count;
} bp_rebind_options;

typedef struct bp_rebind_joint {
    int skin, joint, node;
    bp_rebind_way way;
    char name[64]; /* of the node */
} bp_rebind_joint;

/* A rebound file; zero is an empty one. */
typedef struct bp_rebind {
    bp_allocator allocator;
    bp_file file; /* owned */
    size_t joint_count;
    bp_rebind_joint *joints; /* owned; skin after skin */
    size_t clips_count;      /* of the options */
    bp_file *clips;          /* owned; the options' files, with everything in them */
} bp_rebind;

void bp_rebind_clear(bp_rebind *rebind);

/* Gives a file another bind pose and the same motion. Rotations and uniform scales of joints' frames are
 * carried through nodes and keys, which is exact in every pose; other changes of frames put a new node below
 * the joint, which is exact too; REST and POSE bake vertices. Everything else stays, as for bp_gltf_repair.
 * Clips of other files follow by the names of their nodes: their keys are for the new frames then, and so are
 * those files' own nodes and skins. A joint that they move gets no change that keys can't have.
 * To prove the result, compare both files (motion_diff.h). Overwrites `out`; clear it in any case. Errors:
 * those of bp_gltf_read; INPUT, a file without skins, or a mesh with two skins that is to be baked. */
bool bp_gltf_rebind(const bp_context *context, const char *path, const bp_rebind_options *options,
                    bp_rebind *out, bp_error *error);
bool bp_gltf_rebind_memory(const bp_context *context, const void *data, size_t size, const char *name,
                           const char *folder, const bp_rebind_options *options, bp_rebind *out,
                           bp_error *error);

BP_END_C

#endif
