/* doctor: a file on the examination table, and the room's checks of it.
 *
 * The patient is the file as it is, taken apart but not made sound: joints may be out of range, matrices may
 * be NaN, nodes may go round in circles (the circle is cut where it closes). Every check looks at its own
 * part, relies on nothing that another would have refused, and adds findings. Only a lack of memory stops
 * an examination. */
#ifndef BP_GLTF_DOCTOR_DOCTOR_H
#define BP_GLTF_DOCTOR_DOCTOR_H

#include <bindpose/gltf.h>

#include "gltf/accessor.h"
#include "gltf/document.h"

/* X(constant, id, validator's code or NULL, effect, cause, remedy): doctor_ids.h. */
typedef enum bp_doctor_id {
#define BP_DOCTOR_ID(constant, id, code, effect, cause, remedy) BP_DOCTOR_##constant,
#include "gltf/doctor/doctor_findings.h"
#undef BP_DOCTOR_ID
    BP_DOCTOR_ID_COUNT
} bp_doctor_id;

/* Nothing, where a finding's cause or a code of its own is asked for. */
#define BP_DOCTOR_NO_CAUSE BP_DOCTOR_ID_COUNT

typedef struct bp_doctor_node {
    const char *name; /* borrowed from the JSON; never NULL */
    bp_mat4 local, world;
    bp_vec3 scale;
    bp_quat rotation;
    int parent, mesh, skin; /* -1: none */
    int depth;              /* 0: a root */
    int root;               /* the topmost node above it, or itself */
    int joint_above;        /* the nearest node above it that is a joint of any skin; -1: none */
    size_t enter,
        below; /* the tree walked through: `below` nodes from number `enter` on are it and its descendants */
    int stretched; /* the nearest node above it, or itself, with unequal scales; -1: none */
    bool has_matrix, in_scene, looped;
    bool is_joint, carries; /* joints are itself; or somewhere below it */
} bp_doctor_node;

/* What is known of a skin. Many fields: every check of joints begins with it. */
typedef struct bp_doctor_skin {
    size_t joint_count;
    int *joints;       /* nodes; -1 where the file names none */
    int skeleton;      /* -1: none given */
    bool given;        /* whether there are inverse binds */
    size_t bind_count; /* as the file has them */
    bp_mat4 *binds;    /* joint_count of them; identity where there is none */
    bool *bad;         /* whether a joint's inverse bind was found to be wrong */
    bp_mat4 whole;     /* inverse bind times world of most joints, as the nodes stand */
    bool *used;        /* whether a vertex is moved by the joint */
    bp_vec3 lo, hi;    /* the vertices that it moves */
    double size;       /* the diagonal; 0: no vertices */
} bp_doctor_skin;

/* Its arrays lie in the document where they lie there as they are wanted; they go before the clips are tried on. */
typedef struct bp_doctor_primitive {
    size_t mesh, number, vertex_count;
    const float *positions; /* 3 each; NULL: none */
    const float *normals;   /* 3 each; NULL: none */
    size_t sets, influences;
    const uint16_t *joints; /* influences each */
    const float *weights;
    float step;              /* what weights are rounded to, for integers; 0: floats */
    const uint32_t *indices; /* of triangles, all in range; none where one isn't */
    size_t index_count;
    int skin; /* as of its mesh */
} bp_doctor_primitive;

/* What nodes make of a mesh. */
typedef struct bp_doctor_mesh {
    int skin;            /* of those that are used with it, the one with the fewest joints; -1: none */
    bool has_influences; /* some primitive of it has joints and weights */
} bp_doctor_mesh;

/* Many fields: it is the whole patient. */
typedef struct bp_doctor {
    const bp_context *context;
    bp_gltf_document document;
    bp_arena arena;    /* everything below, but for */
    bp_arena vertices; /* the arrays of primitives */
    bp_doctor_node *nodes;
    int *order; /* every node once, parents before children */
    size_t node_count, skin_count, primitive_count;
    bp_doctor_skin *skins;
    bp_doctor_primitive *primitives;
    bp_doctor_mesh *meshes;
    int *joint_of; /* scratch, one for each node: a skin's joint at it; -1 between uses */
    size_t trials; /* left of the matrices that may be tried on other joints */
    bool looped;   /* some nodes go round in circles */
    bp_doctor_report *report;
    bool full; /* no memory for a finding */
} bp_doctor;

/* ---- findings: doctor_report.c ---- */

/* Adds a finding. `place` is copied; `cause` is BP_DOCTOR_NO_CAUSE, or what it follows from: then it is a
 * note. */
void bp_doctor_add(bp_doctor *doctor, bp_doctor_id id, bp_doctor_severity severity, bp_doctor_id cause,
                   const char *place, const char *format, ...) BP_PRINTF(6, 7);
/* The same with another code of Khronos' validator than the id's own; NULL: none. */
void bp_doctor_add_coded(bp_doctor *doctor, bp_doctor_id id, bp_doctor_severity severity, bp_doctor_id cause,
                         const char *code, const char *place, const char *format, ...) BP_PRINTF(7, 8);
/* What a reading function said: a finding, unless it is for want of memory; then false, with `error`. */
bool bp_doctor_add_unreadable(bp_doctor *doctor, const bp_error *fault, bp_error *error);
/* The first finding among some ids that is worse than a note; NO_CAUSE where there is none. */
bp_doctor_id bp_doctor_first(const bp_doctor *doctor, bp_doctor_id from, bp_doctor_id to);

/* "nodes[3]", with its name where it has one: nodes[3] "Arm". Returns `text`. */
const char *bp_doctor_node_text(const bp_doctor *doctor, int node, char *text, size_t size);

/* ---- the patient: doctor_nodes.c, doctor_skins.c, doctor_primitives.c ---- */

void *bp_doctor_alloc(bp_doctor *doctor, const bp_gltf_value *value, size_t count, size_t size,
                     bp_error *error);
bool bp_doctor_load_nodes(bp_doctor *doctor, bp_error *error);
bool bp_doctor_load_skins(bp_doctor *doctor, bp_error *error);
bool bp_doctor_load_primitives(bp_doctor *doctor, bp_error *error);
/* Notes in joint_of where a skin's joints are; the first of those at one node. */
void bp_doctor_mark_joints(bp_doctor *doctor, const bp_doctor_skin *skin);
void bp_doctor_unmark_joints(bp_doctor *doctor, const bp_doctor_skin *skin);
/* Whether `above` is the node itself or one that it hangs below. */
bool bp_doctor_is_above(const bp_doctor *doctor, int above, int node);

/* ---- the checks, in their order ---- */

bool bp_doctor_check_tree(bp_doctor *doctor, bp_error *error);       /* doctor_tree.c */
bool bp_doctor_check_names(bp_doctor *doctor, bp_error *error);      /* doctor_names.c */
void bp_doctor_check_bind_sites(bp_doctor *doctor);                      /* doctor_mount.c */
void bp_doctor_check_weights(bp_doctor *doctor);                     /* doctor_weights.c */
void bp_doctor_check_scales(bp_doctor *doctor);                      /* doctor_pose.c */
bool bp_doctor_check_binds(bp_doctor *doctor, bp_error *error);      /* doctor_binds.c */
void bp_doctor_check_rest(bp_doctor *doctor);                        /* doctor_rest.c */
bool bp_doctor_check_triangles(bp_doctor *doctor, bp_error *error);       /* doctor_mesh.c */
bool bp_doctor_check_animations(bp_doctor *doctor, bp_error *error); /* doctor_animation.c */
bool bp_doctor_check_influences(bp_doctor *doctor, bp_error *error);   /* doctor_branches.c */
/* What moves, by the model that the reader makes, which stands at rest before and after. */
bool bp_doctor_check_motion(bp_doctor *doctor, bp_model *model, bp_error *error); /* doctor_motion.c */

/* ---- inverse binds against nodes: doctor_fit.c ---- */

/* How far apart two matrices move the corners of a skin's box, as a part of the box's size; huge where
 * either isn't finite. */
double bp_doctor_distance(const bp_doctor_skin *skin, bp_mat4 a, bp_mat4 b);
/* Closer than this is the same. */
#define BP_DOCTOR_TOLERANCE 0.002
/* Inverse bind times world of a joint, whose node must be there. */
bp_mat4 bp_doctor_joint_matrix(const bp_doctor *doctor, const bp_doctor_skin *skin, size_t joint);
/* Finds skin->whole, and what would make the inverse binds fit that don't; adds findings. */
bool bp_doctor_fit_binds(bp_doctor *doctor, size_t skin, bp_error *error);
/* The worst finding that makes poses wrong: about the tree, inverse binds, units or scales. */
bp_doctor_id bp_doctor_pose_cause(const bp_doctor *doctor);

static inline bool bp_doctor_is_finite(float x) { return x - x == 0.0f; }
bool bp_doctor_is_finite_mat4(bp_mat4 m);
/* The determinant of the upper 3x3, by the product of the rows' lengths: -1..1. 0 where a row is. */
double bp_doctor_unit_determinant(bp_mat4 m);
/* The largest cosine between two of the first three rows. */
double bp_doctor_shear(bp_mat4 m);

#endif
