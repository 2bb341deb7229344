/* The viewer of a file: what somebody who looks at a character has chosen so far, and how an event changes it.
 *
 * A value, like the lessons' viewer: events and time change it and say what they want done outside; it
 * draws nothing, opens nothing and knows no window. It looks at the loaded (the model as it stands) and at
 * what was drawn last. */
#ifndef BP_VIEWER_MODEL_MODEL_VIEWER_H
#define BP_VIEWER_MODEL_MODEL_VIEWER_H

#include "viewer/model/loaded_model.h"
#include "viewer/lesson/lesson_viewer.h"

enum { BP_MODEL_PATH = 1024, BP_MODEL_SPEEDS = 7, BP_MODEL_SPEED_DEFAULT = 3, BP_MODEL_FRAME_RATE = 30 };

extern const bp_key_table bp_model_keys;

/* Where in which clip. */
typedef struct bp_model_play {
    bp_pose_source source;
    int clip; /* -1: the file has none */
    double seconds;
    int speed; /* of bp_model_speed */
    bool playing;
} bp_model_play;

/* What is typed: a bone's name that is searched, or a file's. */
typedef struct bp_model_typed {
    bp_bone_search search;
    bool open;                /* typing goes to the file's name */
    char path[BP_MODEL_PATH]; /* with BP_REQUEST_OPEN: the file to open */
} bp_model_typed;

/* The vertex whose weights are shown: the one under the mouse, until a key chooses another. */
typedef struct bp_model_pointer {
    bool inside; /* the mouse is over the scene ... */
    float x, y;  /* ... here, in pixels */
    bp_vertex_ref chosen;
} bp_model_pointer;

typedef struct bp_findings_page {
    bool open;    /* instead of the bones */
    int selected; /* row; -1: none */
    int top;      /* the first row that is shown */
} bp_findings_page;

typedef struct bp_model_viewer {
    bp_view_settings settings;
    bp_model_play play;
    bp_selection selection; /* `stage`: the skeleton */
    bp_rotation_history rotations;
    bp_model_typed typed;
    bp_mouse mouse;
    bp_model_pointer pointer;
    bp_findings_page doctor;
    char notice[160];  /* what was done last, until the next key */
    char trouble[640]; /* what went wrong with a file, likewise */
} bp_model_viewer;

/* What was drawn last. */
typedef struct bp_model_drawn {
    bp_drawn_frame stage;         /* hits, the scene, the tree */
    bp_rect track;          /* of the timeline; width 0: there is none */
    bp_rect findings;       /* the list of them */
    int findings_rows;      /* that fit */
    bp_vertex_ref vertex; /* whose weights are shown */
} bp_model_drawn;

/* What events are judged by: all borrowed. */
typedef struct bp_model_scope {
    const bp_loaded_model *loaded;
    const bp_model_drawn *drawn;
} bp_model_scope;

/* At the start of the file's first clip, standing still; in rest where it has none. */
bp_model_viewer bp_model_viewer_make(const bp_loaded_model *loaded, int width, int height);
/* The same for another file: size, theme and the rest of the settings stay. */
void bp_model_viewer_reset(bp_model_viewer *viewer, const bp_loaded_model *loaded);

/* One event. Returns bits of BP_REQUEST_...; 0 where nothing came of it. */
unsigned bp_model_viewer_event(bp_model_viewer *viewer, const bp_model_scope *scope, const bp_event *event);
/* Time goes by. Returns REDRAW while something moves. */
unsigned bp_model_viewer_tick(bp_model_viewer *viewer, const bp_loaded_model *loaded, double seconds);
bool bp_model_viewer_is_moving(const bp_model_viewer *viewer, const bp_loaded_model *loaded);

/* How the model has to stand; its rotations are borrowed from the viewer. */
bp_pose_spec bp_model_viewer_pose_spec(const bp_model_viewer *viewer);
/* The selected skeleton and bone; NULL where there is none. */
bp_skeleton *bp_model_viewer_skeleton(const bp_model_viewer *viewer, const bp_loaded_model *loaded);
bp_bone *bp_model_viewer_bone(const bp_model_viewer *viewer, const bp_loaded_model *loaded);
/* What of the model is drawn, bits of bp_show_flag. */
unsigned bp_model_viewer_show(const bp_model_viewer *viewer);
/* The scene as a stage: skeleton and figure, no words. */
bp_stage bp_model_viewer_stage(const bp_model_viewer *viewer, const bp_loaded_model *loaded);
/* Times faster than the clip says. */
double bp_model_speed(int speed);

/* ---- inside: src/app/model_viewer_*.c --------------------------------------------------------------- */

unsigned bp_model_viewer_act(bp_model_viewer *viewer, const bp_model_scope *scope, const bp_binding *binding,
                             bool repeat);
unsigned bp_model_viewer_mouse_event(bp_model_viewer *viewer, const bp_model_scope *scope,
                                     const bp_event *event);
/* Typing into the search or a file's name; false: the event isn't for them. */
bool bp_model_viewer_typing(bp_model_viewer *viewer, const bp_model_scope *scope, const bp_event *event,
                            unsigned *requests);
/* Asks for a file to be opened. */
unsigned bp_model_viewer_open(bp_model_viewer *viewer, const char *path);
/* To a moment of the clip, cut to its length. */
void bp_model_viewer_seek(bp_model_viewer *viewer, const bp_loaded_model *loaded, double seconds);

#endif
