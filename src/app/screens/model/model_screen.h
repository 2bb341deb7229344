/* The screen of a glTF file: what plays, what the doctor found, the vertex that is pointed at, and the
 * model in the pose of that state (bp_model_update). It opens on what is wrong, if something is. */
#pragma once

#include "app/model/loaded_model.h"
#include "app/numbers.h"

enum { BP_MODEL_SPEEDS = 7, BP_MODEL_SPEED_DEFAULT = 3, BP_MODEL_FRAME_RATE = 30 };

typedef struct bp_model_play {
    bp_pose_source source;
    int clip; /* -1: the file has none */
    double seconds;
    int speed; /* index of one of them */
    bool playing;
} bp_model_play;

typedef struct bp_model_screen {
    bp_loaded_model loaded;
    bp_model_play play;
    bp_illustration picture;
    bool findings;        /* what the doctor found is shown */
    int finding;          /* the selected row; -1: none */
    bool clips;           /* the list of all clips is open; typed characters search it */
    int clip_row;         /* the selected row among those listed */
    bool pointing;        /* the mouse points at vertices */
    bp_vertex_ref chosen; /* the vertex that a key chose */
    char failure[640];    /* why a file could not be opened, shown until the next key; usually "" */
    bp_model_comparison comparison;
    uint64_t version; /* grows with every change of the above that the pose depends on */
    uint64_t kept;    /* the version of the edits that were saved, or that the user gives up */

    /* What follows from it. */
    uint64_t made, made_history; /* 0: nothing yet */
    bool fitted, shown;          /* bounds are current; a picture was drawn */
    bp_bounds bounds;            /* what the camera is fitted to */
    bp_vec3 followed;            /* where the hips were then, if a motion is retargeted */
    bp_matrices before; /* of the selected bone, before the last change, while the numbers are open */
    bp_stage stages[2]; /* the file's, and that of its repaired copy */
    char titles[2][96];
    bp_shadow *shadows[2]; /* owned; NULL until they are needed */
    int rows;              /* clips that fit, in the last frame */
} bp_model_screen;

/* Reads the file, and plays its first clip; in the rest pose if it has none. Errors: the file; memory. */
bool bp_model_open(bp_app *app, const char *path, bp_error *error);
/* Gives the model another file's motion, which stands beside it. Errors: those of
 * bp_model_comparison_retarget. */
bool bp_model_retarget(bp_app *app, const bp_motion_source *from, bp_error *error);
void bp_model_close(bp_app *app);
/* Shows another file, which it owns from now on. */
void bp_model_replace(bp_app *app, bp_loaded_model fresh);

/* Poses the model, if it isn't current. Errors: memory. */
bool bp_model_update(bp_app *app, bp_error *error);
bool bp_model_act(bp_app *app, bp_action action, int value, bool repeat, unsigned *requests);
bool bp_model_type(bp_app *app, const bp_event *event, unsigned *requests);
bool bp_model_point(bp_app *app, const bp_event *event);
void bp_model_hold(bp_app *app, const bp_event *event);
/* A value that the page's lists beside the picture set. */
void bp_model_set(bp_app *app, const bp_event *event);
bool bp_model_tick(bp_app *app, double seconds, unsigned *requests);
bool bp_model_is_moving(const bp_app *app);
/* Reads, writes and repairs files. What goes wrong is shown. Errors: memory. */
bool bp_model_fulfil(bp_app *app, unsigned requests, bp_error *error);
/* How many binds were changed by hand and would be lost. */
int bp_model_unsaved(const bp_model_screen *screen);
/* The name of the file for a picture. */
void bp_model_picture_path(const bp_app *app, char *path, size_t size);

/* Goes to a time of the clip, in seconds, clamped to its length. */
void bp_model_seek(bp_model_screen *screen, double seconds);
/* Stops where a retargeted clip is worst by that measure; false: it has no such measure. */
bool bp_model_seek_worst(bp_model_screen *screen, bp_retarget_kind kind);
/* The pose to draw; it borrows the history's edits. */
bp_pose_spec bp_model_spec(const bp_model_screen *screen);
/* Runs the doctor, and opens what is wrong. */
void bp_model_examine(bp_app *app);
/* Selects a bone of one of the file's skeletons. */
void bp_model_choose_bone(bp_model_screen *screen, int skeleton, size_t bone);
/* Selects a finding, and the bone that it is about. */
void bp_model_choose_finding(bp_app *app, int row);
/* The clip in a row of the list, -1 if there is none; `search`: only clips with this in their name. */
int bp_model_clip_at(const bp_loaded_model *loaded, const char *search, int row);
int bp_model_clip_count(const bp_loaded_model *loaded, const char *search);
/* The vertex whose weights are shown. */
bp_vertex_ref bp_model_vertex(const bp_app *app);

/* ---- drawing (model_lists.c) ---- */

bool bp_model_draw(bp_app *app, bp_error *error);
/* Parts of the words: what a retargeted clip's measures are at their worst; the doctor's findings; clips and
 * poses. */
void bp_model_draw_measures(bp_read *read, bp_app *app);
void bp_model_draw_findings(bp_read *read, bp_app *app);
void bp_model_draw_clips(bp_read *read, bp_app *app);
/* Under the slider's track, the colour of the worst bone at each moment; without a report (NULL) nothing. */
void bp_model_draw_angles(bp_painter *p, const bp_retarget_report *report, bp_rect track);
/* The height under a picture alone that compares a motion, in pixels, 0 under others; and what stands there:
 * when, the bone that is farthest off then, and what the colours mean. */
int bp_model_caption_height(const bp_painter *p, const bp_app *app);
void bp_model_draw_caption(bp_painter *p, const bp_app *app);
/* Over the scene: the list of all clips; the weights of a vertex, and a ring around it; a file name being
 * typed, or why a file could not be opened. */
void bp_model_draw_clip_list(bp_painter *p, bp_app *app, bp_rect scene);
void bp_model_draw_vertex(bp_painter *p, const bp_app *app, bp_vertex_ref vertex);
void bp_model_draw_path(bp_painter *p, const bp_app *app, bp_rect scene);
void bp_model_describe(const bp_app *app, bp_json_writer *json);
