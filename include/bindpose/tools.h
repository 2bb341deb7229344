/* tools: what the commands doctor, rebind and diff do with files: examine them, repair them, give them
 * another bind pose, and compare how they move. */
#ifndef BINDPOSE_TOOLS_H
#define BINDPOSE_TOOLS_H

#include <bindpose/gltf.h>

BP_BEGIN_C

/* ---- examining (src/gltf/doctor/doctor.c) --------------------------------------------------------*/

/* Severity of a finding of the doctor (src/gltf/doctor/doctor.c). ERROR: the picture is wrong, or some
 * programs refuse the file. WARNING: the picture may be wrong, or is wrong in other programs. NOTE: good to
 * know, or a consequence of another finding. */
typedef enum bp_doctor_severity {
    BP_DOCTOR_NOTE,
    BP_DOCTOR_WARNING,
    BP_DOCTOR_ERROR,
} bp_doctor_severity;

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
    BP_DOCTOR_JOINTS_APART,
    BP_DOCTOR_JOINT_UNUSED,
    BP_DOCTOR_NAMES_DUPLICATED,
    BP_DOCTOR_NAMES_MISSING,
    BP_DOCTOR_SKINS_ALIKE,
    BP_DOCTOR_WEIGHTS_NOT_NORMALIZED,
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
    BP_DOCTOR_IBM_IDENTITY,
    BP_DOCTOR_IBM_WRONG,
    BP_DOCTOR_IBM_SCALED,
    BP_DOCTOR_JOINTS_SHIFTED,
    BP_DOCTOR_UNIT_MIXUP,
    BP_DOCTOR_SCALE_ZERO,
    BP_DOCTOR_SCALE_NEGATIVE,
    BP_DOCTOR_SCALE_NON_UNIFORM,
    BP_DOCTOR_MATRIX_SHEARED,
    BP_DOCTOR_FAR_AWAY,
    BP_DOCTOR_REST_NOT_BIND,
    BP_DOCTOR_KEYS_NOT_INCREASING,
    BP_DOCTOR_KEYS_COUNT,
    BP_DOCTOR_ROTATION_NOT_UNIT,
    BP_DOCTOR_ROTATION_ORDER,
    BP_DOCTOR_CHANNEL_DUPLICATED,
    BP_DOCTOR_CHANNEL_ON_MATRIX_NODE,
    BP_DOCTOR_CHANNEL_ON_SKINNED_MESH,
    BP_DOCTOR_TANGENTS,
    BP_DOCTOR_FULL_TURN,
    BP_DOCTOR_BYTE_STRIDE,
    BP_DOCTOR_GLTF_RULE, /* one of glTF's own rules, of which Khronos' validator tells */
    BP_DOCTOR_POSITION_BOUNDS,
    BP_DOCTOR_TRIANGLE_DEGENERATE,
    BP_DOCTOR_TRIANGLE_FLIPPED,
    BP_DOCTOR_MORPH_NORMALS,
    BP_DOCTOR_INFLUENCES_UNRELATED,
    BP_DOCTOR_EXPLODES,
    BP_DOCTOR_CANDY_WRAPPER,
    BP_DOCTOR_CLIP_SHEARED,
    BP_DOCTOR_PROFILE_INFLUENCES, /* from here on: above a limit of a profile, which is asked for */
    BP_DOCTOR_PROFILE_JOINTS,
    BP_DOCTOR_PROFILE_JOINTS_ALL,
    BP_DOCTOR_PROFILE_ROOTS,
    BP_DOCTOR_PROFILE_BETWEEN,
    BP_DOCTOR_PROFILE_ORDER,
    BP_DOCTOR_PROFILE_NAMES,
    BP_DOCTOR_PROFILE_NAME_CHARACTERS,
    BP_DOCTOR_PROFILE_NAME_LENGTH,
    BP_DOCTOR_PROFILE_SCALE,
    BP_DOCTOR_PROFILE_UP_AXIS,
    BP_DOCTOR_PROFILE_MIRRORED,
    BP_DOCTOR_PROFILE_STRETCHED,
    BP_DOCTOR_PROFILE_CLIP_LENGTH,
    BP_DOCTOR_PROFILE_ROOT_HEIGHT,
    BP_DOCTOR_PROFILE_SOLES,
    BP_DOCTOR_PROFILE_T_POSE,
    BP_DOCTOR_PROFILE_HUMANOID,
    BP_DOCTOR_PROFILE_SPRINGS,
    BP_DOCTOR_PROFILE_EXPRESSIONS,
    BP_DOCTOR_PROFILE_FIRST_PERSON,
    BP_DOCTOR_PROFILE_MORPHS,
    BP_DOCTOR_ID_COUNT
} bp_doctor_id;

/* "weights-sum": scripts rely on it. "" for NONE and for numbers that are no id. */
const char *bp_doctor_id_name(bp_doctor_id id);

#define BP_DOCTOR_MAX_CONCERNED 32
/* The first of the vertices or joints that a fault concerns, and how many there are. */
typedef struct bp_doctor_concerned {
    size_t count;
    uint32_t first[BP_DOCTOR_MAX_CONCERNED];
} bp_doctor_concerned;

/* One fault. The pointers are constants; only validator_code may be NULL. Numbers are those of the file; -1:
 * the fault concerns none, or several. */
typedef struct bp_doctor_finding {
    bp_doctor_id id, caused_by; /* caused_by: the finding that this one follows from, or NONE */
    bp_doctor_severity severity;
    int node, skin, mesh;
    int joint;           /* of the skin */
    char place[192];     /* a JSON path: "skins[0].joints[3]"; "": the whole file */
    char pointer[192];   /* the same as a JSON pointer (RFC 6901), as far as the file's JSON has it */
    size_t offset, size; /* the bytes of the pointer's value in the file; size 0: it has no such JSON */
    size_t line;         /* of a .gltf, where the value begins, from 1 on; else 0 */
    const char *validator_code;           /* of Khronos' validator, if it has one for this fault */
    char message[512];                    /* the fault, with numbers */
    const char *effect;                   /* on the picture */
    const char *cause;                    /* how it usually comes about */
    const char *remedy;                   /* how to repair it */
    int primitive;                        /* of the mesh */
    bp_doctor_concerned vertices, joints; /* of the primitive; of the skin */
    size_t time_count;
    float times[4];    /* seconds, in the clip of `place` */
    char silenced[96]; /* why it doesn't count, such as "left hand is modelled so"; "": it counts */
} bp_doctor_finding;

#define BP_DOCTOR_MAX_FINDINGS 512

/* A list of findings; zero is an empty one. */
typedef struct bp_doctor_report {
    bp_allocator allocator;
    size_t errors, warnings, notes; /* of all findings that count, including those beyond the limit */
    size_t count;                   /* of findings in the list, in the order in which they were found */
    char checked[372];              /* what was checked and what wasn't, as a sentence */
    bp_doctor_finding *findings;    /* owned */
} bp_doctor_report;

typedef struct bp_doctor_limits bp_doctor_limits; /* of importers; src/gltf/doctor/doctor_profiles.h */

/* Frees the findings; the report is then empty. */
void bp_doctor_report_clear(bp_doctor_report *report);

/* ---- examining a file (src/gltf/doctor/doctor.c) --------------------------------------------------*/

/* Examines a file for faults that concern skinning: weights, inverse binds, hierarchy, pose, animation, mesh,
 * motion. It decodes leniently: a fault that bp_gltf_read refuses becomes a finding, and the rest is still
 * examined. A text "ID: reason" (or an array of them) named
 * "bindpose-ignore" in the `extras` of the file, its asset, its scene, or a finding's node, mesh or skin
 * silences findings. Overwrites `report`; clear it afterwards in any case. Errors leave it empty: INPUT (the
 * container or the JSON is unreadable), ENVIRONMENT, MEMORY. */
bool bp_doctor_examine(const bp_context *context, const char *path, bp_doctor_report *report,
                       bp_error *error);
/* Examines bytes; `name` and `folder` as for bp_gltf_read_memory. */
bool bp_doctor_examine_memory(const bp_context *context, const void *data, size_t size, const char *name,
                              const char *folder, bp_doctor_report *report, bp_error *error);

/* ---- repairing (src/gltf/repair/repair.c) ---------------------------------------------------------*/

/* A change that a repair made. */
typedef struct bp_repair_change {
    bp_doctor_id id; /* of the finding that it answers */
    char place[192];
    char message[256]; /* what was done */
    bool guess;        /* it is plausible, but not proven */
} bp_repair_change;

/* Options of a repair. Zero means the default in parentheses. */
typedef struct bp_repair_options {
    bp_gltf_container container;    /* BY_NAME: the one that the file has (this) */
    bool embed;                     /* buffers and images that are files beside it become part of it (no) */
    bool prune;                     /* joints that move no vertex leave their skins (they stay) */
    bool names;                     /* joints without a name get one (they have none) */
    int influences;                 /* of a vertex at most; the others are removed (0: as many as it has) */
    bool guess;                     /* plausible changes are made too (only proven ones) */
    bp_doctor_id only;              /* others than this and those mended together with it stay (none) */
    const bp_doctor_limits *limits; /* of an importer, also to be kept; borrowed for the call (none) */
} bp_repair_options;

/* A repaired file; zero is an empty one. */
typedef struct bp_repair {
    bp_allocator allocator;
    bool whole;     /* no error is left, or with `only` none of that kind; else there is no file */
    bool guessable; /* it isn't whole, but would be with `guess` */
    bp_file file;   /* owned; the bytes of the file that was examined, if there was nothing to repair */
    size_t count, capacity;
    bp_repair_change *changes;      /* owned */
    bp_doctor_report before, after; /* owned */
} bp_repair;

/* Frees everything in it; it is then empty. */
void bp_repair_clear(bp_repair *repair);

/* Repairs a file (src/gltf/repair/repair.c): every error and warning of the doctor that has one mechanical
 * remedy; notes change nothing.
 * Changes of one kind are kept only if the doctor finds fewer faults afterwards, and if the skins then move
 * as the hypothesis says that they should. If an error is left, or a warning that makes skins or their motion
 * doubtful (BP_DOCTOR_INFLUENCES_UNRELATED, BP_DOCTOR_IBM_WRONG, BP_DOCTOR_ROTATION_ORDER,
 * BP_DOCTOR_EXPLODES), the repair isn't whole, and there is no file; with `guess`, doubts only make the
 * changes guesses.
 * The rest of the file stays as it is: the JSON's text, extensions, and the bytes of buffers that nothing
 * changed. Files beside it are not changed; new numbers go into this one. Overwrites `out`; clear it
 * afterwards in any case. Errors as those of bp_doctor_examine. */
bool bp_gltf_repair(const bp_context *context, const char *path, const bp_repair_options *options,
                    bp_repair *out, bp_error *error);
/* Repairs bytes; `name` and `folder` as for bp_gltf_read_memory. `options` may be NULL. */
bool bp_gltf_repair_memory(const bp_context *context, const void *data, size_t size, const char *name,
                           const char *folder, const bp_repair_options *options, bp_repair *out,
                           bp_error *error);

BP_END_C

#endif
