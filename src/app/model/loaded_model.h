/* A model file that is open: the model, its pose, and what the doctor found in it. */
#ifndef BP_APP_MODEL_LOADED_MODEL_H
#define BP_APP_MODEL_LOADED_MODEL_H

#include "app/model/model_bounds.h"

#include <bindpose/gltf.h>
#include <bindpose/tools.h>
#include <bindpose/instance.h>
#include <bindpose/stage.h>

/* The source of the pose, before the user's rotations. */
typedef enum bp_pose_source {
    BP_POSE_FROM_CLIP,
    BP_POSE_FROM_REST, /* the nodes as the file has them */
    BP_POSE_FROM_BIND, /* every joint at its bind: the mesh as it was bound */
} bp_pose_source;

/* A vertex of a figure. */
typedef struct bp_vertex_ref {
    bool valid;
    size_t part, vertex;
} bp_vertex_ref;

typedef struct bp_pose_spec {
    bp_pose_source source;
    int clip; /* -1: none */
    double seconds;
    const bp_edit *edits; /* borrowed for the call; a rotation's stage is a skeleton */
    int edit_count;
} bp_pose_spec;

typedef struct bp_loaded_model {
    bp_context *context; /* borrowed */
    char *path;          /* owned, as is all that follows */
    bp_model *model;
    bp_model_pose *pose;
    bp_model_figure *figure;
    bp_model_framing framing;
    bp_stage *stages; /* one for each skeleton, without texts; at least one */
    int stage_count;
    bp_mat4 *binds;        /* absolute inverse binds as in the file, of all skeletons' bones, one by one */
    bool binds_changed;    /* the skeletons have others now */
    bp_pose_source source; /* of the pose that was set last */
    size_t vertices, triangles, joints;
    size_t elements[2]; /* points, lines */
    char note[300];     /* the reader's first note; usually "" */
    size_t repairs;     /* faults for which the strict reader refuses the file, mended for the picture */
    bool examined;      /* the doctor has run */
    bp_doctor_report report;
    size_t *worst_first; /* indices of the report's findings, errors first */
    char failure[300];   /* why the doctor failed */
} bp_loaded_model;

/* Reads a file, in its rest pose. If it fails there is nothing to close. Errors: those of bp_gltf_read,
 * with a hint at `bindpose doctor`. */
bool bp_loaded_model_open(bp_loaded_model *loaded, bp_context *context, const char *path, bp_error *error);
/* The same for the bytes of a file, which has everything in it and stands for the one at `path`. */
bool bp_loaded_model_open_bytes(bp_loaded_model *loaded, bp_context *context, const char *path,
                                const bp_file *bytes, bp_error *error);
void bp_loaded_model_close(bp_loaded_model *loaded);
/* The file's name without its folder; borrowed. */
const char *bp_loaded_model_name(const bp_loaded_model *loaded);

/* Runs the doctor, once. An error is kept in `failure`. The doctor changes the pose: pose the model again. */
void bp_loaded_model_examine(bp_loaded_model *loaded);
/* The finding in a row of the list, worst first; NULL: no such row. */
const bp_doctor_finding *bp_loaded_model_finding(const bp_loaded_model *loaded, int row);
/* The bone that a finding is about, by its place, or by the first node that its message names; NULL: none. */
bp_bone *bp_loaded_model_finding_bone(const bp_loaded_model *loaded, const bp_doctor_finding *finding,
                                      int *skeleton);

/* Sets all nodes, prepares all skeletons and computes their absolutes. Skins nothing: see bp_figure_pose. */
bool bp_loaded_model_pose(bp_loaded_model *loaded, const bp_pose_spec *spec, bp_error *error);
/* A copy of the file with the inverse binds that the edits change, and all else as it was: a .glb with
 * everything in it. Free `out` with bp_file_free. Errors: the file was moved or changed; memory. */
bool bp_loaded_model_write_binds(const bp_loaded_model *loaded, const bp_edit_history *history, bp_file *out,
                                 bp_error *error);
/* Seconds from 0 to the clip's last key; 0 for -1. */
double bp_loaded_model_clip_length(const bp_loaded_model *loaded, int clip);
/* The bounds of the figure over the whole clip, limited to a box around its pose at `spec`. The model has
 * that pose afterwards. */
bool bp_loaded_model_bounds(bp_loaded_model *loaded, const bp_pose_spec *spec, bp_bounds *out,
                            bp_error *error);

/* The next vertex after `from` that the bone moves; the first one comes after the last. */
bp_vertex_ref bp_loaded_model_next_vertex(const bp_loaded_model *loaded, const bp_bone *bone,
                                          bp_vertex_ref from);

#endif
