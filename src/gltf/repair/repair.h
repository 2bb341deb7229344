/* repair: mends a file in passes, one for each kind of fault.
 *
 * A pass looks at the file as the doctor decoded it, and notes its changes in a rewrite. The doctor then
 * examines the result. If the result isn't better, the pass is undone: the file before it goes on. */
#ifndef BP_GLTF_REPAIR_H
#define BP_GLTF_REPAIR_H

#include "gltf/doctor/doctor.h"
#include "gltf/rewrite/rewrite.h"

/* A pass at work. */
typedef struct bp_repair_pass {
    bp_doctor *doctor;
    bp_gltf_rewrite rewrite;
    bp_repair *out; /* gets the changes */
    const bp_repair_options *options;
    const bp_gltf_source *source; /* the file as the pass found it */
    bool guessing;                /* the next note is about a plausible change */
    size_t work_left; /* how many more numbers may be read: a file can name one accessor a million times */
} bp_repair_pass;

/* Adds a change to the list: which finding it answers, where, and what was done. False without memory. */
bool bp_repair_note(bp_repair_pass *pass, bp_doctor_id id, const char *path, bp_error *error,
                    const char *format, ...) BP_PRINTF(5, 6);

/* Whether the pass may do what a skin needs; if so, the notes after it are about that skin. */
bool bp_repair_may(bp_repair_pass *pass, const bp_doctor_skin *skin);

/* ---- fewer influences: repair_influences.c ---- */

/* The joint matrices of all skins, at rest and at moments of the clips. */
typedef struct bp_repair_poses {
    bp_arena arena;
    size_t moments, joints; /* of all skins together */
    size_t *starts;         /* by skin: its first joint among them */
    bp_mat4 *matrices;      /* `joints` for each moment */
} bp_repair_poses;

/* Close them in any case. */
bool bp_repair_poses_open(bp_repair_poses *poses, const bp_repair_pass *pass, bp_error *error);
void bp_repair_poses_close(bp_repair_poses *poses);
/* Leaves a vertex at most `limit` of its influences, and puts them first. False: it has no more. `error`: how
 * far that moves it, in the mean. */
bool bp_repair_limit(const bp_repair_poses *poses, size_t skin, bp_vec3 vertex, size_t limit, float *weights,
                     uint16_t *joints, size_t count, double *error);

/* ---- numbers: repair_numbers.c ---- */

/* A primitive's attributes, with the values that lead to them; the structure must not move. */
typedef struct bp_repair_primitive {
    bp_gltf_value mesh, list, primitive, attributes;
} bp_repair_primitive;
void bp_repair_find_primitive(const bp_repair_pass *pass, size_t mesh, size_t primitive,
                              bp_repair_primitive *out);

/* An accessor's numbers as they are in the file, tightly packed, with sparse ones in place. Free them with
 * bp_free. NULL on error. */
uint8_t *bp_repair_pack(bp_repair_pass *pass, const bp_gltf_accessor *accessor, bp_error *error);
/* Writes a number from 0 to 1 (or -1 to 1) in the accessor's component type. */
void bp_repair_encode(const bp_gltf_accessor *accessor, uint8_t *bytes, size_t i, float value);
/* Writes a vertex's joint. */
void bp_repair_encode_joint(const bp_gltf_accessor *accessor, uint8_t *bytes, size_t i, unsigned joint);
/* Replaces an accessor's numbers for the user at `reference`, in the accessor's own format. */
bool bp_repair_replace(bp_repair_pass *pass, bp_rewrite_value *reference, const bp_gltf_accessor *accessor,
                       const uint8_t *bytes, size_t count, int target, bp_error *error);

/* ---- the passes, in their order; each adds a note for every change ---- */

bool bp_repair_repeated_joints(bp_repair_pass *pass, bp_error *error); /* repair_joints.c */
bool bp_repair_shifted_joints(bp_repair_pass *pass, bp_error *error);  /* repair_joints.c */
bool bp_repair_normalized(bp_repair_pass *pass, bp_error *error);      /* repair_weights.c */
bool bp_repair_weights(bp_repair_pass *pass, bp_error *error);
bool bp_repair_binds(bp_repair_pass *pass, bp_error *error);
bool bp_repair_units(bp_repair_pass *pass, bp_error *error); /* repair_binds.c */
bool bp_repair_strides(bp_repair_pass *pass, bp_error *error);
bool bp_repair_interpolation(bp_repair_pass *pass, bp_error *error); /* repair_animations.c */
bool bp_repair_keys(bp_repair_pass *pass, bp_error *error);          /* repair_animations.c */
bool bp_repair_rotations(bp_repair_pass *pass, bp_error *error);     /* repair_animations.c */
bool bp_repair_nodes(bp_repair_pass *pass, bp_error *error);         /* repair_nodes.c */
bool bp_repair_tree(bp_repair_pass *pass, bp_error *error);          /* repair_tree.c */
bool bp_repair_names(bp_repair_pass *pass, bp_error *error);         /* repair_tree.c */
bool bp_repair_channels(bp_repair_pass *pass, bp_error *error);      /* repair_tree.c */
bool bp_repair_unused_joints(bp_repair_pass *pass, bp_error *error); /* repair_joints.c */
bool bp_repair_bounds(bp_repair_pass *pass, bp_error *error);

#endif
