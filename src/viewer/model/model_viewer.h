/* The viewer of a model file: the core's state, the animation that plays, the vertex pointed at, the doctor's
 * findings, and a file name being typed. A value, like the core: events and time change it. */
#ifndef BP_VIEWER_MODEL_MODEL_VIEWER_H
#define BP_VIEWER_MODEL_MODEL_VIEWER_H

#include "viewer/model/loaded_model.h"

enum { BP_PATH_INPUT_MAX = 1024, BP_MODEL_SPEEDS = 7, BP_MODEL_SPEED_DEFAULT = 3, BP_MODEL_FRAME_RATE = 30 };

extern const bp_key_table bp_model_keys;

typedef struct bp_model_play {
    bp_pose_source source;
    int clip; /* -1: the file has none */
    double seconds;
    int speed; /* index for bp_model_speed */
    bool playing;
} bp_model_play;

typedef struct bp_path_input {
    bool open;                    /* typed characters go to `path` */
    char path[BP_PATH_INPUT_MAX]; /* with BP_REQUEST_OPEN: the file to open */
} bp_path_input;

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

/* The list of all clips, over the scene. Typed characters search it. */
typedef struct bp_clip_list {
    bool open;
    char search[32]; /* lists only clips with this in their name */
    int selected;    /* row among those listed */
    int top;         /* the first row that is shown */
} bp_clip_list;

typedef struct bp_model_viewer {
    bp_viewer core; /* first, see bp_viewer_client. A selection's stage is a skeleton */
    bp_model_play play;
    bp_path_input file;
    bp_model_pointer pointer;
    bp_findings_page doctor;
    bp_clip_list clips;
    char failure[640]; /* why a file could not be opened, shown until the next key; usually "" */
} bp_model_viewer;

/* The context for events: the model in its present pose, and the frame that was drawn last. */
bp_viewer_scope bp_model_scope(const bp_loaded_model *loaded, const bp_drawn_frame *drawn);

/* Playing the file's first clip from its start; in the rest pose if it has no clip. */
bp_model_viewer bp_model_viewer_make(const bp_loaded_model *loaded, int width, int height);
/* Starts over with another file. The view settings stay, except for the camera. */
void bp_model_viewer_reset(bp_model_viewer *viewer, const bp_loaded_model *loaded);

/* Lets time pass. Returns REDRAW while something moves. */
unsigned bp_model_viewer_tick(bp_model_viewer *viewer, const bp_loaded_model *loaded, double seconds);
bool bp_model_viewer_is_moving(const bp_model_viewer *viewer, const bp_loaded_model *loaded);
/* Goes to a time of the clip, in seconds, clamped to its length. */
void bp_model_viewer_seek(bp_model_viewer *viewer, const bp_loaded_model *loaded, double seconds);

/* The pose to draw; it borrows the viewer's rotations. */
bp_pose_spec bp_model_viewer_pose_spec(const bp_model_viewer *viewer);
/* Why a bone, or its bind while binds are edited, can't be changed by hand; NULL: it can. */
const char *bp_model_bone_block(const bp_viewer *viewer, const bp_bone *bone);
/* The selected bone; NULL: none. */
bp_bone *bp_model_viewer_bone(const bp_model_viewer *viewer, const bp_loaded_model *loaded);
/* The visible parts of the model, bits of bp_show_flag. */
unsigned bp_model_viewer_show(const bp_model_viewer *viewer);
/* The clip in a row of the list, -1 if there is none, and the number of rows. */
int bp_clip_list_at(const bp_clip_list *list, const bp_loaded_model *loaded, int row);
int bp_clip_list_count(const bp_clip_list *list, const bp_loaded_model *loaded);
/* Times faster than the clip's own speed. */
double bp_model_speed(int speed);

#endif
