/* What the viewer of files looks at: a model that was read, how it stands, and what the doctor found in it. */
#ifndef BP_VIEWER_MODEL_LOADED_MODEL_H
#define BP_VIEWER_MODEL_LOADED_MODEL_H

#include <bindpose/gltf.h>
#include <bindpose/lesson_session.h>

/* How the model stands, before hands turn it. */
typedef enum bp_pose_source {
    BP_POSE_FROM_CLIP, /* as a clip says */
    BP_POSE_FROM_REST, /* its nodes as the file has them */
    BP_POSE_FROM_BIND, /* every joint at its bind: the mesh as it was when it was bound */
} bp_pose_source;

/* A vertex of a figure. */
typedef struct bp_vertex_ref {
    bool there;
    size_t part, vertex;
} bp_vertex_ref;

/* A spec: source, clip, time, and the joints turned by hand (`stage` of a turn: the skeleton). */
typedef struct bp_pose_spec {
    bp_pose_source source;
    int clip; /* -1: none */
    double seconds;
    const bp_user_rotation *rotations; /* borrowed for the call */
    int turn_count;
} bp_pose_spec;

typedef struct bp_loaded_model {
    bp_context *context; /* borrowed */
    char *path;          /* owned; the rest as well */
    bp_model *model;
    bp_model_pose *pose;
    bp_model_figure *figure;
    size_t vertices, triangles, joints;
    char note[300]; /* the first thing that reading had to say; "" mostly */
    bool examined;  /* the doctor has been */
    bp_doctor_report report;
    size_t *worst_first; /* findings in that order, report.count of them */
    char trouble[300];   /* why the doctor could not */
} bp_loaded_model;

/* Reads a file, in its rest pose. On failure there is nothing to close. Errors: those of bp_gltf_read, with a
 * hint at `bindpose doctor`. */
bool bp_loaded_model_open(bp_loaded_model *loaded, bp_context *context, const char *path, bp_error *error);
void bp_loaded_model_close(bp_loaded_model *loaded);
/* The file's name without its folder; borrowed. */
const char *bp_loaded_model_name(const bp_loaded_model *loaded);

/* Calls the doctor, once. What goes wrong is kept in `trouble`. He bends the model: stand it up again. */
void bp_loaded_model_examine(bp_loaded_model *loaded);
/* The finding in a row of the list, the worst ones first; NULL where there is none. */
const bp_doctor_finding *bp_loaded_model_finding(const bp_loaded_model *loaded, int row);
/* The bone that a finding is about, by its place, or by the first node that its message names; NULL: none. */
bp_bone *bp_loaded_model_finding_bone(const bp_loaded_model *loaded, const bp_doctor_finding *finding,
                                  int *skeleton);

/* Sets all nodes, prepares all skeletons, computes their absolutes. No vertex is moved: see bp_figure_pose. */
bool bp_loaded_model_pose(bp_loaded_model *loaded, const bp_pose_spec *spec, bp_error *error);
/* Seconds from 0 to the clip's last key; 0 for -1. */
double bp_loaded_model_clip_length(const bp_loaded_model *loaded, int clip);
/* The box of the figure as posed, and of where the clip takes it, within reason. The model stands as before. */
bool bp_loaded_model_bounds(bp_loaded_model *loaded, const bp_pose_spec *spec, bp_bounds *out,
                             bp_error *error);

/* The posed vertex that is nearest to a point of the scene. */
bp_vertex_ref bp_loaded_model_nearest_vertex(const bp_loaded_model *loaded, bp_vec3 point);
/* The next vertex after `from`, round and round, that the bone moves. */
bp_vertex_ref bp_loaded_model_next_vertex(const bp_loaded_model *loaded, const bp_bone *bone,
                                             bp_vertex_ref from);

#endif
