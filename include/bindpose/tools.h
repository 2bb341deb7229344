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

/* Frees the findings; the report is then empty. */
void bp_doctor_report_clear(bp_doctor_report *report);

/* Silences a finding of the report, for a reason: it stays in the list as a note that isn't counted, and no
 * repair answers it. */
void bp_doctor_silence(bp_doctor_report *report, bp_doctor_finding *finding, const char *reason);
/* Gives a finding of the report, unless it is silenced, another severity. */
void bp_doctor_set_severity(bp_doctor_report *report, bp_doctor_finding *finding,
                            bp_doctor_severity severity);

/* ---- what importers accept (src/gltf/doctor/doctor_profiles.c) ------------------------------------
 *
 *     bp_doctor_limits limits;
 *     bp_doctor_limits_make(&limits, bp_doctor_profile_of("unity"));
 *     bp_doctor_limits_set(&limits, BP_DOCTOR_PROFILE_JOINTS, 75, "our game");
 *     bool good = bp_doctor_examine_within(context, path, &limits, &report, &error);
 *
 * What is above a limit is a finding, whose id is the rule's. */

#define BP_DOCTOR_FIRST_RULE BP_DOCTOR_PROFILE_INFLUENCES
enum { BP_DOCTOR_RULE_COUNT = BP_DOCTOR_ID_COUNT - BP_DOCTOR_FIRST_RULE };

typedef struct bp_doctor_limit {
    double at_most; /* INFINITY: anything */
    bp_doctor_severity severity;
    const char *who, *says; /* borrowed: who sets the limit, and why */
} bp_doctor_limit;

typedef struct bp_doctor_limits {
    bool any;                                    /* some rule has a limit */
    int profile;                                 /* its index; -1: none */
    char characters[32];                         /* that names must not have */
    bp_doctor_limit rules[BP_DOCTOR_RULE_COUNT]; /* by id, from BP_DOCTOR_FIRST_RULE on */
} bp_doctor_limits;

/* The profiles' names, such as "unreal"; NULL-ended. */
extern const char *const bp_doctor_profiles[];
/* The index of a name among them; -1: it is none. */
int bp_doctor_profile_of(const char *name);
/* The limits of a profile, given by its index; -1: none. README.md beside the source says where they are
 * from. */
void bp_doctor_limits_make(bp_doctor_limits *limits, int profile);
/* Sets one limit, for somebody, whose name is borrowed. A rule that is none changes nothing. */
void bp_doctor_limits_set(bp_doctor_limits *limits, bp_doctor_id rule, double at_most, const char *who);
/* The rule of a name such as "joints"; NONE: there is none. */
bp_doctor_id bp_doctor_rule_of(const char *name);

/* ---- examining a file (src/gltf/doctor/doctor.c) --------------------------------------------------*/

/* Examines a file for faults that concern skinning: weights, inverse binds, hierarchy, pose, animation, mesh,
 * motion; and for what is above `limits` (NULL: none). It decodes leniently: a fault that bp_gltf_read
 * refuses becomes a finding, and the rest is still examined. A text "ID: reason" (or an array of them) named
 * "bindpose-ignore" in the `extras` of the file, its asset, its scene, or a finding's node, mesh or skin
 * silences findings. Overwrites `report`; clear it afterwards in any case. Errors leave it empty: INPUT (the
 * container or the JSON is unreadable), ENVIRONMENT, MEMORY. */
bool bp_doctor_examine_within(const bp_context *context, const char *path, const bp_doctor_limits *limits,
                              bp_doctor_report *report, bp_error *error);
/* Examines bytes; `name` and `folder` as for bp_gltf_read_memory. */
bool bp_doctor_examine_memory_within(const bp_context *context, const void *data, size_t size,
                                     const char *name, const char *folder, const bp_doctor_limits *limits,
                                     bp_doctor_report *report, bp_error *error);
/* The same without limits. */
static inline bool bp_doctor_examine(const bp_context *context, const char *path, bp_doctor_report *report,
                                     bp_error *error) {
    return bp_doctor_examine_within(context, path, NULL, report, error);
}
static inline bool bp_doctor_examine_memory(const bp_context *context, const void *data, size_t size,
                                            const char *name, const char *folder, bp_doctor_report *report,
                                            bp_error *error) {
    return bp_doctor_examine_memory_within(context, data, size, name, folder, NULL, report, error);
}

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

/* ---- another bind pose (src/gltf/rebind/rebind.c) -------------------------------------------------*/

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
    char note[256];          /* an extension's number that couldn't follow exactly; usually "" */
} bp_rebind;

void bp_rebind_clear(bp_rebind *rebind);

/* Gives a file another bind pose and the same motion. Rotations and uniform scales of joints' frames are
 * carried through nodes and keys, which is exact in every pose; other changes of frames put a new node below
 * the joint, which is exact too; REST and POSE bake vertices. Numbers that VRM's extensions have in the space
 * of a joint (colliders, offsets, axes) follow; an unknown extension that has some on a joint whose frame
 * changes is an error with its name. Everything else stays, as for bp_gltf_repair. Clips of other files
 * follow by the names of their nodes: their keys are for the new frames then, and so are those files' own
 * nodes and skins. A joint that they move gets no change that keys can't have. To prove the result, compare
 * both files (bp_motion_diff_run). Overwrites `out`; clear it in any case. Errors: those of bp_gltf_read;
 * INPUT, a file without skins, or a mesh with two skins that is to be baked. */
bool bp_gltf_rebind(const bp_context *context, const char *path, const bp_rebind_options *options,
                    bp_rebind *out, bp_error *error);
bool bp_gltf_rebind_memory(const bp_context *context, const void *data, size_t size, const char *name,
                           const char *folder, const bp_rebind_options *options, bp_rebind *out,
                           bp_error *error);

/* ---- do two models move in the same way? (src/gltf/motion_diff.c) ----------------------------------
 *
 * Compares the skinned vertices of two models at rest, and at every key and in the middle between keys of
 * every clip. Distances are relative to the first model's size, the diagonal of its bounds at rest. So it
 * proves that a file with other bind poses, joints or keys still shows the same motion.
 *
 *     bp_motion_diff diff;
 *     if (!bp_motion_diff_run(context, a, b, NULL, &diff, &error)) ... // they can't be compared
 *     if (!diff.equal) printf("%s: %g\n", diff.clips[diff.worst_clip].name, diff.worst);
 *     bp_motion_diff_clear(&diff);
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

BP_END_C

#endif
