/* doctor: a file under examination, and the checks of it.
 *
 * The file is decoded as it is, faults included: joints may be out of range, matrices may be NaN, nodes may
 * form cycles (each is cut where it closes). Every check looks at one part, doesn't rely on another check
 * having passed, and adds findings. Only a lack of memory stops an examination. */
#pragma once

#include "base/arena.h"
#include "base/format.h"
#include "gltf/decode.h"
#include "gltf/rewrite/rewrite_text.h"
#include <bindpose/tools.h>

typedef struct bp_doctor_node {
    const char *name; /* borrowed from the JSON; never NULL */
    bp_mat4 local, world;
    bp_vec3 scale;
    bp_quat rotation;
    bp_quat bound;                 /* the rotation in the bind pose, of a joint below another; else NaN */
    int parent, mesh, skin;        /* -1: none */
    int depth;                     /* 0: a root */
    int root;                      /* the root above it, or itself */
    int joint_above;               /* the nearest ancestor that is a joint of any skin; -1: none */
    size_t preorder, subtree_size; /* it and its descendants have the preorder numbers from `preorder` on */
    int stretched_above;           /* it or its nearest ancestor with unequal scales; -1: none */
    int moved;                     /* by clips: a bit for each bp_track_kind */
    bool has_matrix, in_scene, in_cycle;
    bool is_joint, has_joint_below;
} bp_doctor_node;

/* How sure it is what is wrong with a skin. */
typedef enum bp_doctor_verdict {
    BP_DOCTOR_SOUND,     /* nothing is */
    BP_DOCTOR_CERTAIN,   /* the remedy is proven */
    BP_DOCTOR_PLAUSIBLE, /* the remedy is likely, but something else could have been meant */
    BP_DOCTOR_UNDECIDED  /* something is wrong, and no remedy is known */
} bp_doctor_verdict;

/* What would mend a skin: the hypothesis that explains its numbers best. */
typedef struct bp_doctor_remedy {
    bp_doctor_verdict verdict;
    bp_doctor_id fault;
    bp_formatted text; /* what a repair does: "transposed 21 matrices" */
    bp_mat4 *binds;    /* the right inverse binds; NULL: as they are */
    int *joints;       /* the right list of nodes; NULL: as it is */
    size_t shift;      /* how much too large the vertices' joint numbers are */
    float size;        /* what the vertices must be scaled by; 0: nothing */
} bp_doctor_remedy;

/* Many fields: every check of joints starts from it. */
typedef struct bp_doctor_skin {
    size_t joint_count;
    int *joints;             /* nodes; -1 if the file's index is invalid */
    int skeleton;            /* -1: none given */
    bool has_binds;          /* whether the file has inverse binds */
    size_t bind_count;       /* how many the file has */
    bp_mat4 *binds;          /* inverse binds, one a joint; identity where the file has none */
    bool *bad_bind;          /* whether a joint's inverse bind is known to be wrong */
    bp_doctor_remedy remedy; /* what would mend them: doctor_hypotheses.c */
    bp_mat4 fit_transform;   /* the joint matrix that most joints share as the nodes stand */
    bool *used;              /* whether the joint moves a vertex */
    bool is_posed_in_part;   /* most joints agree with their nodes, and others are posed, or wrong */
    bool has_integers; /* the mesh's positions are integers, in a unit that only the inverse binds know */
    bp_bounds bounds;  /* of the vertices that the skin moves */
    double diagonal;   /* of these bounds; 0: no vertices */
    double scale;      /* how many times its modelled size the mesh is drawn at rest; 0: unknown */
} bp_doctor_skin;

/* Its arrays point into the document's buffers where possible. They are freed before clips are tried. */
typedef struct bp_doctor_primitive {
    size_t mesh, index, vertex_count;
    const bp_vec3 *positions, *normals; /* NULL: none */
    bool integer_positions;             /* in the file */
    size_t sets, influences;
    const uint16_t *joints; /* `influences` each */
    const float *weights;
    float weight_step;       /* the resolution of integer weights; 0: floats */
    const uint32_t *indices; /* a list of triangles, all in range; empty if one isn't */
    size_t index_count;
    int skin; /* of its mesh */
} bp_doctor_primitive;

typedef struct bp_doctor_mesh {
    int skin;            /* of the skins that nodes use with it, the one with fewest joints; -1: none */
    bool has_influences; /* some primitive has joints and weights */
} bp_doctor_mesh;

/* Many fields: the whole file under examination. */
typedef struct bp_doctor {
    const bp_context *context;
    bp_gltf_document document;
    bp_rewrite_tree text;  /* of the JSON, from the first finding on: where values are */
    bp_arena arena;        /* holds the arrays below */
    bp_arena vertex_arena; /* holds the primitives' arrays */
    bp_arena scratch;      /* holds what is measured of one skin */
    bp_doctor_node *nodes;
    int *order; /* every node once, parents before children */
    size_t node_count, skin_count, primitive_count;
    bp_doctor_skin *skins;
    bp_doctor_primitive *primitives;
    bp_doctor_mesh *meshes;
    int *joint_of;                  /* scratch, by node: its joint in one skin; -1 between uses */
    size_t trials_left;             /* how many more matrices may be tried on nodes */
    bool has_cycle;                 /* some nodes form a cycle */
    const bp_doctor_limits *limits; /* NULL: none */
    bp_doctor_report *report;
    bp_error fault;   /* of the part that is being read: bp_doctor_read */
    bool is_stopped;  /* the file is too large, or there is no memory */
    bp_error failure; /* the latter, which ends the examination */
} bp_doctor;

/* Examines a file, also against `limits` (or NULL). `use` (or NULL) is called with the decoded file and its
 * findings, before the clips are tried; its failure ends the examination. */
typedef bool bp_doctor_use(bp_doctor *doctor, void *user, bp_error *error);
bool bp_doctor_examine_source(const bp_context *context, const bp_gltf_source *source,
                              const bp_doctor_limits *limits, bp_model *model, bp_doctor_use *use, void *user,
                              bp_doctor_report *report, bp_error *error);

/* ---- findings: doctor_report.c ---- */

bp_formatted bp_doctor_path_of(const bp_gltf_value *value);
/* "nodes[3]", or nodes[3] "Arm" if it has a name. */
bp_formatted bp_doctor_node_text(const bp_doctor *doctor, int node);

/* The texts of an id: doctor_texts.c. */
typedef struct bp_doctor_id_text {
    const char *name, *code, *effect, *cause, *remedy; /* code: of Khronos' validator; NULL: none */
} bp_doctor_id_text;
const bp_doctor_id_text *bp_doctor_text_of(bp_doctor_id id);
/* UNSUPPORTED has UNREADABLE's name, which stands for both where ids are listed. */
static inline bool bp_doctor_has_own_name(int id) {
    return id != BP_DOCTOR_NONE && id != BP_DOCTOR_UNSUPPORTED;
}
/* The first id with that name; NONE: there is none. */
bp_doctor_id bp_doctor_id_of(const char *name, size_t length);
/* The names of all ids from 1 on, then NULL. */
void bp_doctor_id_names(const char *names[BP_DOCTOR_ID_COUNT]);
/* What ids from one on have in common: the number of the lesson that shows what goes wrong, and how to see it
 * in programs. */
typedef struct bp_doctor_group {
    bp_doctor_id from;
    int lesson;
    const char *blender, *maya, *engines;
} bp_doctor_group;
const bp_doctor_group *bp_doctor_group_of(bp_doctor_id id);

/* What a finding is about: a JSON path, and the file's numbers of what the fault concerns; -1: none. */
typedef struct bp_doctor_place {
    char path[192];
    int node, skin, mesh, joint, primitive;
    bp_doctor_concerned vertices, joints;
    size_t time_count;
    float times[BP_COUNT(((bp_doctor_finding *)0)->times)];
} bp_doctor_place;
static inline void bp_doctor_concern(bp_doctor_concerned *list, size_t item) {
    if (list->count < BP_DOCTOR_MAX_CONCERNED) list->first[list->count] = (uint32_t)item;
    list->count++;
}
static inline void bp_doctor_add_time(bp_doctor_place *place, double seconds) {
    if (place->time_count < BP_COUNT(place->times)) place->times[place->time_count++] = (float)seconds;
}
bp_doctor_place bp_doctor_at_node(int node, const char *format, ...) BP_PRINTF(2, 3);
/* Only a path. */
#define bp_doctor_at(...) bp_doctor_at_node(-1, __VA_ARGS__)
/* An item of a skin's list of joints. */
bp_doctor_place bp_doctor_at_joint(const bp_doctor *doctor, size_t skin, size_t joint);
/* The first of some, about all of them. */
bp_doctor_place bp_doctor_at_joints(const bp_doctor *doctor, size_t skin, const bp_doctor_concerned *joints);
/* A member of a skin (NULL: the skin itself), about one joint; -1: about the skin as a whole. */
bp_doctor_place bp_doctor_at_skin(const bp_doctor *doctor, size_t skin, int joint, const char *member);
/* A member of a primitive, such as "attributes.WEIGHTS_0". */
bp_doctor_place bp_doctor_at_primitive(const bp_doctor_primitive *primitive, const char *member);

/* Adds a finding. One with a cause follows from another finding and so is only a note; a cause of NONE
 * changes nothing. `code`: of Khronos' validator; NULL: none. */
void bp_doctor_add_coded(bp_doctor *doctor, bp_doctor_id id, bp_doctor_severity severity, bp_doctor_id cause,
                         const char *code, bp_doctor_place place, const char *format, ...) BP_PRINTF(7, 8);
/* With the id's own code. */
#define bp_doctor_add_caused(doctor, id, severity, cause, place, ...)                                        \
    bp_doctor_add_coded(doctor, id, severity, cause, bp_doctor_text_of(id)->code, place, __VA_ARGS__)
#define bp_doctor_add(doctor, id, severity, place, ...)                                                      \
    bp_doctor_add_caused(doctor, id, severity, BP_DOCTOR_NONE, place, __VA_ARGS__)
/* Returns whether a part could be read, which is `ok`. Otherwise adds doctor->fault as a finding; a lack of
 * memory stops the examination instead. */
bool bp_doctor_read(bp_doctor *doctor, bool ok);
/* Silences the findings that the file's extras name. */
void bp_doctor_obey_extras(bp_doctor *doctor);
/* The first finding, worse than a note, with an id from `from` to `to`; NONE if there is none. */
bp_doctor_id bp_doctor_first(const bp_doctor *doctor, bp_doctor_id from, bp_doctor_id to);
/* The first finding that makes poses wrong: about the tree, inverse binds, units or scales. */
bp_doctor_id bp_doctor_pose_cause(const bp_doctor *doctor);

/* ---- helpers: doctor_math.c ---- */

/* Zeroed memory of the arena; NULL: none, which stops the examination. */
void *bp_doctor_memory(bp_doctor *doctor, size_t count, size_t size);
/* The same, until the next skin is measured. */
void *bp_doctor_scratch(bp_doctor *doctor, size_t count, size_t size);
/* The same, charged to the memory limit at a value; what exceeds it is a finding, and stops it too. */
void *bp_doctor_alloc(bp_doctor *doctor, const bp_gltf_value *value, size_t count, size_t size);
/* Decodes the accessor that a member of `object` refers to. Free it with bp_free. NULL: there is none, or a
 * finding says why. */
float *bp_doctor_floats(bp_doctor *doctor, const bp_gltf_value *object, const char *key, unsigned types,
                        bp_gltf_accessor *out);
/* Enters a skin's joints into joint_of (a repeated node keeps its first joint), and removes them. */
void bp_doctor_mark_joints(bp_doctor *doctor, const bp_doctor_skin *skin);
void bp_doctor_unmark_joints(bp_doctor *doctor, const bp_doctor_skin *skin);
/* How many morph targets a mesh has; -1: no mesh. */
size_t bp_doctor_count_targets(const bp_doctor *doctor, int mesh);
/* The nearest joint above a node in the marked skin; -1: none. */
int bp_doctor_parent_joint(const bp_doctor *doctor, int node);
/* Whether `above` is the node itself or an ancestor. */
bool bp_doctor_is_above(const bp_doctor *doctor, int above, int node);

/* The order of pointers to nodes by name, then by number. */
int bp_doctor_by_name(const void *a, const void *b);
/* Whether the nodes of all joints have the same world matrix. */
bool bp_doctor_are_nodes_alike(const bp_doctor *doctor, const bp_doctor_skin *skin);
bool bp_doctor_is_finite(bp_mat4 m);
bool bp_doctor_is_affine(bp_mat4 m);   /* its last column is 0, 0, 0, 1, nearly */
bool bp_doctor_is_identity(bp_mat4 m); /* nearly */
/* Joint matrix: inverse bind times world. The joint's node must be valid. */
bp_mat4 bp_doctor_joint_matrix(const bp_doctor *doctor, const bp_doctor_skin *skin, size_t joint);
/* How far apart two matrices move a corner of the skin's bounds, at most, as a fraction of the diagonal as
 * the one that scales more draws it. 1e30
 * if either isn't finite. Matrices closer than the tolerance count as equal. */
double bp_doctor_distance(const bp_doctor_skin *skin, bp_mat4 a, bp_mat4 b);
bool bp_doctor_is_close(const bp_doctor_skin *skin, bp_mat4 a, bp_mat4 b);
#define BP_DOCTOR_TOLERANCE 0.002
/* The determinant of the upper 3x3, and that of its rows at unit length: -1..1; 0 if a row is 0. */
double bp_doctor_determinant(bp_mat4 m);
double bp_doctor_unit_determinant(bp_mat4 m);
/* How much the matrix scales: the root mean square of its first three rows' lengths. */
double bp_doctor_matrix_scale(bp_mat4 m);
/* The largest cosine between two of the first three rows. */
double bp_doctor_shear(bp_mat4 m);

/* ---- the parts of an examination; each is in the file of its name, or in that of the one before ---- */

typedef void bp_doctor_part(bp_doctor *doctor);
bp_doctor_part bp_doctor_load_nodes, bp_doctor_load_skins, bp_doctor_load_primitives;
bp_doctor_part bp_doctor_check_tree, bp_doctor_check_names, bp_doctor_check_bind_sites,
    bp_doctor_check_weights, bp_doctor_check_binds, bp_doctor_check_rest, bp_doctor_check_scales,
    bp_doctor_check_animations, bp_doctor_check_morphs, bp_doctor_check_triangles, bp_doctor_check_influences,
    bp_doctor_check_rules;
/* The inverse bind with which a joint has the joint matrix `transform` (NULL: the identity) as its node
 * stands; those of all joints if they have the identity. False: a node is missing or flat. */
bool bp_doctor_bind_of_node(const bp_doctor *doctor, const bp_doctor_skin *skin, size_t joint,
                            const bp_mat4 *transform, bp_mat4 *out);
bool bp_doctor_binds_of_nodes(const bp_doctor *doctor, const bp_doctor_skin *skin, bp_mat4 *out);
/* Finds the skin's fit transform and its remedy, and reports the fault: doctor_hypotheses.c. */
void bp_doctor_judge_skin(bp_doctor *doctor, size_t skin);
/* Ways in which programs write quaternions wrongly: with w first, and as conjugates. Way 0 is right. */
enum { BP_DOCTOR_WAYS = 3 };
extern const char *const bp_doctor_ways[BP_DOCTOR_WAYS];
/* Degrees from where many rotations should be, in each way of reading them. */
typedef struct bp_doctor_way_tally {
    double off[BP_DOCTOR_WAYS], nearest; /* nearest: as they are, also from the bind pose */
    size_t count;
} bp_doctor_way_tally;
/* Reads a quaternion that was written in a way. */
bp_quat bp_doctor_reorder(bp_quat q, int way);
/* The angle between two rotations in degrees. */
double bp_doctor_angle(bp_quat a, bp_quat b);
/* The way in which they are clearly written. */
int bp_doctor_clear_way(const bp_doctor_way_tally *tally);
/* Of a skin's nodes, from the bind pose; of a clip's rotations of joints, at their nearest, from rest. */
bp_doctor_way_tally bp_doctor_node_ways(bp_doctor *doctor, size_t skin);
bp_doctor_way_tally bp_doctor_clip_ways(bp_doctor *doctor, const bp_gltf_value *animation);
/* How the rotations of the file's clips are clearly written, if those of one are. */
int bp_doctor_clips_way(bp_doctor *doctor);
/* Whether clips translate, rotate or scale the node. */
static inline bool bp_doctor_is_moved(const bp_doctor_node *node) {
    return (node->moved & ~(1 << BP_TRACK_WEIGHTS)) != 0;
}
/* Whether a sampler's interpolation is CUBICSPLINE. */
bool bp_doctor_is_cubic(const bp_gltf_value *sampler);
/* The target of the sampler's first channel. */
bp_gltf_target bp_doctor_sampler_target(const bp_doctor *doctor, const bp_gltf_value *sampler);
/* Plays the clips on the strict reader's model, which must be at rest and is at rest afterwards. */
void bp_doctor_check_motion(bp_doctor *doctor, bp_model *model);

/* ---- glTF's own rules: doctor_breaches.c ---- */

/* What mends a breach of a rule; several may be set. */
typedef struct bp_doctor_rule_remedy {
    bool remove; /* the value */
    const bp_gltf_value
        *object; /* gets the member `key`, which is `text`; NULL: extensionsUsed gets `text` */
    const char *key, *text;
    bp_gltf_component type; /* its numbers go into a buffer view of their own, in that type; 0: they stay */
    bool vectors;           /* its directions get the length 1, its colours the range of 0 to 1 */
    bool padding;           /* of a .glb's chunks: writing the file adds it */
    size_t pairs;           /* the member `key` is a new accessor of so many pairs of 0 */
    bool guess;             /* something else could have been meant */
} bp_doctor_rule_remedy;
typedef struct bp_doctor_breach {
    bp_doctor_id id;         /* of the finding */
    const bp_gltf_value *at; /* borrowed, as are all others, while it is told */
    const char *code, *message;
    bp_doctor_rule_remedy remedy;
} bp_doctor_breach;
typedef void bp_doctor_tell(void *user, const bp_doctor_breach *breach);
/* Tells of each breach; the doctor reports it, and a repair applies its remedy. */
void bp_doctor_each_breach(bp_doctor *doctor, bp_doctor_tell *tell, void *user);

/* "note", "warning", "error". */
const char *bp_doctor_severity_text(bp_doctor_severity severity);
