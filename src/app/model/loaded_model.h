/* A model file that is open: the model, its pose, and what the doctor found in it. */
#pragma once

#include "app/app.h"
#include "gltf/motion_diff.h"
#include "gltf/retarget/transfer.h"
#include "scene/explain.h"
#include "scene/shadow.h"
#include <bindpose/instance.h>
#include <bindpose/tools.h>

/* ---- The part of a model that a camera frames, and the camera -------------------------------- */

/* The joints as they are posed; without skins, the nodes that stand for them. */
bp_bounds bp_model_joint_bounds(const bp_model *model);

/* The parts of a figure without its surroundings: a part that isn't skinned is left out if it is much larger
 * than the rest, far away from it, or the ground below it. Chosen at rest, so that a pose that moves the
 * figure away from a part doesn't cut that part off. */
typedef struct bp_model_framing {
    const bp_model *model;   /* borrowed */
    const bp_figure *figure; /* borrowed */
    bool *parts;             /* owned; of the figure: whether each is framed */
} bp_model_framing;

/* Chooses; the figure must be posed at rest. Clear it in any case. Error: MEMORY. */
bool bp_model_framing_choose(bp_model_framing *framing, const bp_model *model, const bp_figure *figure,
                             bp_error *error);
void bp_model_framing_clear(bp_model_framing *framing);
/* The bounds of the chosen parts as they are posed now; of the joints if nothing is drawn. */
bp_bounds bp_model_framing_bounds(const bp_model_framing *framing);

/* A camera that looks at the figure's front, a little from its left and from above; the distance is for
 * bp_camera_fit. */
bp_camera bp_model_front_camera(const bp_model *model, float fov_y);

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
    const bp_context *context; /* borrowed */
    char *path;                /* owned, as is all that follows */
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
    char note[400];     /* the reader's first note; usually "" */
    size_t repairs;     /* faults for which the strict reader refuses the file, mended for the picture */
    bool examined;      /* the doctor has run */
    bp_doctor_report report;
    size_t *worst_first; /* indices of the report's findings, errors first */
    char failure[300];   /* why the doctor failed */
} bp_loaded_model;

/* Reads a file, in its rest pose. `bytes`: of a file that has everything in it and stands for the one at
 * `path`; NULL: that one's own. If it fails there is nothing to close. Errors: those of bp_gltf_read, with a
 * hint at `bindpose doctor`. */
bool bp_loaded_model_open(bp_loaded_model *loaded, const bp_context *context, const char *path,
                          const bp_file *bytes, bp_error *error);
void bp_loaded_model_close(bp_loaded_model *loaded);
/* The file's name without its folder; borrowed. */
const char *bp_loaded_model_name(const bp_loaded_model *loaded);

/* Runs the doctor, once. An error is kept in `failure`. The doctor changes the pose: pose the model again. */
void bp_loaded_model_examine(bp_loaded_model *loaded);
/* The finding in a row of the list, worst first; NULL: no such row. */
const bp_doctor_finding *bp_loaded_model_finding(const bp_loaded_model *loaded, int row);
/* The bone that a finding is about, by its place, or by the first node that its message names; NULL: none. */
bp_bone *bp_loaded_model_node_bone(const bp_loaded_model *loaded, size_t node, int *skeleton); /* its bone */
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

/* The file as `bindpose doctor --fix` would leave it: a .glb with everything in it. False: nothing is to be
 * repaired, or no repair is whole, as `why` says. Clear `out` in any case. */
bool bp_loaded_model_repair(const bp_loaded_model *loaded, bp_repair *out, char *why, size_t size);

/* The first vertex that the finding concerns. */
bp_vertex_ref bp_loaded_model_finding_vertex(const bp_loaded_model *loaded, const bp_doctor_finding *finding);

/* The next vertex after `from` that the bone moves; the first one comes after the last. */
bp_vertex_ref bp_loaded_model_next_vertex(const bp_loaded_model *loaded, const bp_bone *bone,
                                          bp_vertex_ref from);

/* The inverse bind with which a joint's part of the mesh is placed as that of the joint above it, at rest or
 * in the present pose; of the first joint below, if there is none above. So the units of the mesh don't
 * matter. A single joint gets the inverse of its world matrix. False: a scale of 0. */
bool bp_model_binds_take(const bp_bone *bone, bool rest, bp_mat4 *inverse);

/* ---- A second model beside the file's (comparison.c), in the same pose: the file as `bindpose doctor --fix`
 * would leave it, or the motion from which it has its clips ---- */

typedef struct bp_model_comparison {
    bool open;
    bp_loaded_model loaded;                 /* the repaired file, or the motion; owned */
    size_t repairs, errors[2], warnings[2]; /* before and after */
    bp_transfer transfer;                   /* count 0: there is no motion */
    bp_mat4 placement;                      /* of the motion's scene in the character's */
} bp_model_comparison;

/* Repairs the file in memory. False: nothing to compare; `why` says why, for a notice. */
bool bp_model_comparison_open(bp_model_comparison *comparison, const bp_loaded_model *of, char *why,
                              size_t size);
void bp_model_comparison_close(bp_model_comparison *comparison);

/* Whose motion, and how. */
typedef struct bp_motion_source {
    const char *path, *map; /* borrowed; the map's file, NULL: it is found */
    int clip;               /* -1: all of them */
    bp_retarget_options options;
} bp_motion_source;
/* Replaces the model by one with the motion's clips alone, as `bindpose retarget` writes them, and opens the
 * motion beside it, moved and scaled so that the hips coincide. Errors: the files; those of
 * bp_retarget_create. */
bool bp_model_comparison_retarget(bp_model_comparison *comparison, bp_loaded_model *loaded,
                                  const bp_motion_source *from, bp_error *error);
/* The report of a clip; NULL: -1, or there is no motion. */
const bp_retarget_report *bp_model_comparison_report(const bp_model_comparison *comparison, int clip);
/* Where the result's hips are now. */
bp_vec3 bp_model_comparison_hips(const bp_model_comparison *comparison);
/* The bone of the result with that role, and its skeleton; NULL: there is none. */
bp_bone *bp_model_comparison_bone(const bp_model_comparison *comparison, const bp_loaded_model *of,
                                  const char *role, int *skeleton);
/* From grey over yellow to red: far too much for the eye. */
#define BP_RETARGET_COLORS                                                                                   \
    "Bones are grey where they point as the source's do, yellow from 5 degrees off, red from 10; thin "      \
    "lines "                                                                                                 \
    "are the other's bones."
bp_rgba8 bp_retarget_color(float value, bp_retarget_kind kind);
/* The worst value from a frame on, at least one; -1: none applies. */
float bp_retarget_worst(const bp_retarget_series *series, size_t first, size_t end);
/* For stage 0, the result, and stage 1, the motion: mapped bones by their angle at that time of the clip, and
 * the other's bones as ghosts. */
void bp_model_comparison_paint(const bp_model_comparison *comparison, bp_painter *painter, int clip,
                               double seconds);
/* Poses the second model, with its own binds. Rotations by hand are left out if its skeletons are
 * others. */
bool bp_model_comparison_pose(bp_model_comparison *comparison, const bp_loaded_model *of,
                              const bp_pose_spec *spec, bp_error *error);
/* The bounds that show both: those of the repaired figure if the other one is much larger. */
bp_bounds bp_model_comparison_bounds(bp_bounds before, bp_bounds after);

/* ---- Two posed models side by side, coloured by how far their vertices are apart ------------- */

typedef struct bp_diff_picture {
    bp_model_pose *poses[2]; /* borrowed; posed at one moment; the models lose their colours and textures */
    const char *titles[2];   /* drawn above each; such as the files' names */
    const bp_motion_diff *diff;
    const char *note; /* drawn below: "at 0.5 s of walk" */
    const bp_theme *theme;
    int width, height;
} bp_diff_picture;

/* Draws the picture and writes it as a PNG. */
bool bp_diff_picture_write(const bp_context *context, const bp_diff_picture *picture, const char *path,
                           bp_error *error);

/* ---- A posed model as a picture: meshes, bones, names ---------------------------------------- */

typedef struct bp_model_picture {
    const bp_model *model;   /* borrowed; its skeletons are prepared */
    const bp_figure *figure; /* borrowed; posed */
    const bp_theme *theme;
    bp_camera camera;
    unsigned show; /* of bp_show_flag */
    bool unlit;
    int samples; /* 1 or 4 */
    bp_false_color view;
    bp_shadow *shadow; /* borrowed, and updated; NULL: none */
    bp_bounds bounds;  /* of the figure in its usual pose, for the shadow */
} bp_model_picture;

/* Draws the whole of a framebuffer. */
bool bp_model_picture_draw(bp_raster *raster, const bp_framebuffer *to, const bp_model_picture *picture,
                           bp_error *error);
/* The history of one of its pixels, which is all that it draws. Free it with bp_pixel_history_clear. */
bool bp_model_picture_explain(bp_raster *raster, const bp_framebuffer *to, const bp_model_picture *picture,
                              int x, int y, bp_pixel_history *out, bp_explain_scene *names, bp_error *error);

/* Pictures of a model that moves, or around which the camera goes: one by one, or as one file. */

typedef struct bp_model_sequence {
    bp_raster *raster; /* borrowed */
    bp_framebuffer framebuffer;
    bp_model_picture picture;
    /* Poses the model and its figure at a time of the clip; without a clip at 0. */
    bool (*pose)(void *user, double seconds, bp_error *error);
    void (*check)(void *user, const bp_model_picture *picture); /* called before it is drawn; may be NULL */
    void *user;
    double first, length; /* seconds: the clip's first key, and its length; 0: no clip */
    double fps, seconds;  /* pictures a second, and the time that all take */
    int count;            /* of the pictures */
    bool turntable;       /* the camera goes once round its target */
    const bp_vec3 *path; /* borrowed; path_count moves of the camera, at even times of the clip; NULL: none */
    int path_count;
} bp_model_sequence;

/* Sets `seconds` and `count` from the other members: once through the clip, with a turntable as often as it
 * takes for a calm turn. Returns the number of pictures as a double, which may be too large for `count`. */
double bp_model_sequence_plan(bp_model_sequence *sequence);
/* Sets the distance of the picture's camera so that the box is in view, on a turntable from all sides. */
void bp_model_sequence_fit(bp_model_sequence *sequence, bp_bounds bounds);
bool bp_model_sequence_draw(const bp_model_sequence *sequence, int index, bp_error *error);

/* bp_sequence_encode_apng or bp_sequence_encode_gif. */
typedef bool bp_sequence_encoder(const bp_allocator *allocator, const bp_image_sequence *sequence,
                                 bp_file *out, bp_error *error);
/* Writes the file whole or not at all. */
bool bp_model_sequence_write(bp_model_sequence *sequence, bp_sequence_encoder *encode, const char *path,
                             bp_error *error);
