/* repair: mends a file in passes, one for each kind of fault.
 *
 * A pass looks at the file as the doctor decoded it, and notes its changes in a rewrite. The doctor then
 * examines the result. If the result isn't better, the pass is undone: the file before it goes on. A fault of
 * the rewrite undoes the pass, too, so passes needn't stop at one. */
#pragma once

#include "gltf/doctor/doctor.h"
#include "gltf/rewrite/rewrite.h"

/* A pass at work. */
typedef struct bp_repair_pass {
    bp_doctor *doctor;
    bp_gltf_rewrite rewrite; /* its arena is the pass's memory */
    bp_repair *out;          /* gets the changes */
    const bp_repair_options *options;
    const bp_gltf_source *source; /* the file as the pass found it */
    bool guessing;                /* the next note is about a plausible change */
    size_t work_left; /* how many more numbers may be read: a file can name one accessor a million times */
} bp_repair_pass;

/* Adds a change to the list: which finding it answers, where, and what was done. */
void bp_repair_note(bp_repair_pass *pass, bp_doctor_id id, const char *path, const char *format, ...)
    BP_PRINTF(4, 5);

/* Whether the pass may do what a skin needs; if so, the notes after it are about that skin. */
bool bp_repair_may(bp_repair_pass *pass, const bp_doctor_skin *skin);

/* Zeroed memory of the pass; NULL: none, which is a fault of the rewrite. */
void *bp_repair_alloc(bp_repair_pass *pass, size_t count, size_t size);

/* ---- numbers: repair_accessors.c ---- */

/* Opens the accessor that a member of `object` refers to. False: there is none that can be read. */
bool bp_repair_find(bp_repair_pass *pass, const bp_gltf_value *object, const char *key, unsigned types,
                    bp_gltf_accessor *out);
/* An accessor's numbers as they are in the file, tightly packed, with sparse ones in place, in the pass's
 * memory. NULL on error. */
uint8_t *bp_repair_pack(bp_repair_pass *pass, const bp_gltf_accessor *accessor);
/* Writes a number in the accessor's component type: a joint, or from 0 to 1 (or -1 to 1) if normalized. */
void bp_repair_encode(const bp_gltf_accessor *accessor, uint8_t *bytes, size_t i, float value);
/* Replaces an accessor's numbers for the member of `object` that refers to it, in the accessor's own
 * format. */
void bp_repair_replace(bp_repair_pass *pass, const bp_gltf_value *object, const char *key,
                       const bp_gltf_accessor *accessor, const uint8_t *bytes, size_t count, int target);

/* ---- joint numbers: repair_binds.c ---- */

/* The skins all of whose meshes are used with no other skin: their vertices can be renumbered. NULL: no
 * memory. */
bool *bp_repair_own_meshes(bp_repair_pass *pass);
/* Gives the vertices of a skin other joint numbers, one for each of `count` old ones; -1 becomes 0. */
void bp_repair_renumber(bp_repair_pass *pass, size_t skin, const int *numbers, size_t count);

/* ---- the passes; each adds a note for every change ---- */

typedef void bp_repair_function(bp_repair_pass *pass);
bp_repair_function bp_repair_binds, bp_repair_units, bp_repair_repeated_joints, bp_repair_shifted_joints,
    bp_repair_unused_joints;                                                     /* _binds.c */
bp_repair_function bp_repair_weights;                                            /* _weights.c */
bp_repair_function bp_repair_bounds, bp_repair_rules;                            /* _accessors.c */
bp_repair_function bp_repair_interpolation, bp_repair_keys, bp_repair_rotations; /* _animations.c */
bp_repair_function bp_repair_rotation_order;                                     /* _animations.c */
bp_repair_function bp_repair_tree, bp_repair_names, bp_repair_channels, bp_repair_skeleton,
    bp_repair_nodes; /* _tree.c */
