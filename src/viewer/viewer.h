/* The viewer's core: the state that lessons and model files share, and one step that changes it.
 *
 * The state is a value. bp_viewer_event changes it and returns requests for everything outside of it
 * (files, the window). It draws nothing, opens nothing and knows no window, so tests can press keys
 * without one. A client (a lesson, or a model file) adds its own state behind the core's, its own keys,
 * and functions for them. Clicks are resolved against the frame that was drawn last, because the user saw
 * that one. */
#ifndef BP_VIEWER_VIEWER_H
#define BP_VIEWER_VIEWER_H

#include "viewer/view_settings.h"
#include "viewer/widgets.h"
#include <bindpose/lesson_session.h>

/* Requests of the viewer to the program around it. */
enum {
    BP_REQUEST_REDRAW = 1,
    BP_REQUEST_SAVE = 2,
    BP_REQUEST_OPEN = 4,
    BP_REQUEST_SCREENSHOT = 8,
    BP_REQUEST_FULLSCREEN = 16,
    BP_REQUEST_LEAVE = 32, /* back to the browser, or out */
    BP_REQUEST_QUIT = 64,
    BP_REQUEST_FIT_VIEW = 128, /* point the camera at the whole model in its present pose */
};

/* The selected bone, and the joints that the user rotated, with undo. */
enum { BP_ROTATIONS_MAX = 64, BP_UNDO_MAX = 64 };

typedef struct bp_selection {
    int stage;   /* of a lesson; the skeleton of a model */
    size_t bone; /* its id in the stage's skeleton */
    int axis;    /* of rotation: 0 X, 1 Y, 2 Z */
    int scroll;  /* rows that the user scrolled the tree */
} bp_selection;

typedef struct bp_rotation_history {
    bp_user_rotation now[BP_ROTATIONS_MAX]; /* at most one per bone */
    int count;
    bp_user_rotation before[BP_UNDO_MAX]; /* the rotation before each change, newest last */
    int undo_count;
} bp_rotation_history;

enum { BP_TYPED_MAX = 24 };

/* A search for a bone by its name. */
typedef struct bp_bone_search {
    bool open; /* typed characters go to `name` */
    char name[BP_TYPED_MAX];
} bp_bone_search;

typedef enum bp_drag {
    BP_DRAG_NONE,
    BP_DRAG_ORBIT,
    BP_DRAG_PAN,
    BP_DRAG_RING,  /* rotates the selected joint */
    BP_DRAG_JOINT, /* likewise, from the joint itself */
    BP_DRAG_SCRUB, /* the client's: a model's timeline */
} bp_drag;

typedef struct bp_mouse {
    bp_drag drag;
    int scene;   /* the drawn scene in which the drag began */
    float x, y;  /* the last position */
    float moved; /* pixels since the button went down: a click moves little */
} bp_mouse;

typedef struct bp_viewer {
    bp_view_settings settings;
    bp_selection selection;
    bp_rotation_history rotations;
    bp_bone_search search;
    bp_mouse mouse;
    char notice[160]; /* the result of the last action, shown until the next key; usually "" */
} bp_viewer;

/* A vertex of a figure. */
typedef struct bp_vertex_ref {
    bool valid;
    size_t part, vertex;
} bp_vertex_ref;

/* A scene as it was drawn: for picking bones. */
typedef struct bp_drawn_scene {
    int stage;
    bp_rect rect;
    bp_camera camera;
    float ring;       /* radius in metres of the selected joint's ring; 0: no ring */
    bool drag_joints; /* a drag that begins on a joint rotates it */
} bp_drawn_scene;

/* The frame that was drawn last. */
typedef struct bp_drawn_frame {
    bp_hit_areas hits;
    bp_drawn_scene scenes[BP_STAGE_MAX];
    int scene_count;
    bp_rect tree;    /* the wheel scrolls here */
    int tree_scroll; /* the selection's scroll, limited to the rows there are */
    bool valid;      /* all of it was drawn, and the framebuffer still holds it */
    /* a model's: */
    bp_rect track;        /* of the timeline; width 0: none */
    bp_rect findings;     /* the doctor's list */
    int findings_rows;    /* rows of it that fit */
    bp_vertex_ref vertex; /* whose weights are shown */
} bp_drawn_frame;

typedef struct bp_viewer_scope bp_viewer_scope;

/* A lesson or a model file adds these to the core. Each function gets the viewer that is the first member of
 * the client's own state. */
typedef struct bp_viewer_client {
    const bp_key_table *keys;
    bool alike_stages; /* BP_ACTION_STAGE keeps the bone's id */
    int wheel_rows;    /* rows of the tree that one notch scrolls */
    /* Typed text that the client wants before the key table gets it. True: consumed. */
    bool (*type)(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event, unsigned *requests);
    /* The client's actions, after the core's. */
    void (*act)(bp_viewer *viewer, const bp_viewer_scope *scope, bp_action action, int value,
                unsigned *requests);
    /* Whether the bone may be rotated now; if so, prepares the client for it. */
    bool (*begin_rotation)(bp_viewer *viewer, const bp_bone *bone);
    /* Mouse events outside of scenes, tree and hit areas; may be NULL. True: consumed. */
    bool (*mouse)(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event, unsigned *requests);
    /* A dropped file; may be NULL. */
    unsigned (*drop)(bp_viewer *viewer, const char *path);
} bp_viewer_client;

/* The context in which an event is handled; all borrowed. */
struct bp_viewer_scope {
    const bp_viewer_client *client;
    const void *data;       /* the client's: a bp_lesson_plan, a bp_loaded_model */
    const bp_stage *stages; /* as they stand; the selection's stage is one of them */
    int stage_count;
    const bp_drawn_frame *drawn;
};

/* One event. Returns bits of BP_REQUEST_...; 0: nothing changed. */
unsigned bp_viewer_event(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event);
/* One action: a key's, or a click's. `repeat`: the key is held, so rotations merge into one undo step. */
unsigned bp_viewer_act(bp_viewer *viewer, const bp_viewer_scope *scope, bp_action action, int value,
                       bool repeat);
/* Rotates the selected bone by radians about the selected axis of its own; `merge`: into the last undo
 * step. */
void bp_viewer_rotate(bp_viewer *viewer, const bp_viewer_scope *scope, float radians, bool merge);
void bp_viewer_select(bp_viewer *viewer, int stage, size_t bone);
/* The selected bone; NULL if the stage has none. */
bp_bone *bp_viewer_bone(const bp_viewer *viewer, const bp_stage *stages, int stage_count);

/* Rotates the selected bone by radians about the selected axis of its own; `merge`: no undo step of its own.
 * False: BP_ROTATIONS_MAX other bones are rotated. */
bool bp_rotation_history_rotate(bp_rotation_history *history, const bp_selection *selection, float radians,
                                bool merge);
/* Undoes the last change; false: there is none. */
bool bp_rotation_history_undo(bp_rotation_history *history);
/* The rotations as they were before the last change, into `out`, which has BP_ROTATIONS_MAX elements. */
void bp_rotation_history_before(const bp_rotation_history *history, bp_user_rotation *out);

/* Mouse events: viewer_mouse.c. */
unsigned bp_viewer_mouse_event(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event);

/* Appends a character to a text if it fits into `size`; erases the last one, which may have several
 * bytes. */
void bp_typed_append(char *to, size_t size, const char *character);
void bp_typed_erase(char *from);

#endif
