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
#include <bindpose/stage.h>

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
    BP_REQUEST_NEXT_LESSON = 256,
    BP_REQUEST_LINK = 512,        /* put the command or link that opens this on the clipboard */
    BP_REQUEST_REPAIR = 1024,     /* save a repaired copy of the file */
    BP_REQUEST_SAVE_BINDS = 2048, /* save a copy of the file with the changed binds */
    BP_REQUEST_COMPARE = 4096,    /* show or hide the repaired file beside the file */
};

/* Which bone is selected. */
typedef struct bp_selection {
    int stage;   /* of a lesson; the skeleton of a model */
    size_t bone; /* its id in the stage's skeleton */
    int axis;    /* of rotation: 0 X, 1 Y, 2 Z */
    int scroll;  /* rows that the user scrolled the tree */
    int handle;  /* of the step, its index plus 1: the arrow keys move it instead of the bone; 0: none */
    bool moves;  /* the arrow keys move the bone instead of rotating it */
} bp_selection;

enum { BP_TYPED_MAX = 24 };

/* A search for a bone by its name. */
typedef struct bp_bone_search {
    bool open; /* typed characters go to `name` */
    char name[BP_TYPED_MAX];
} bp_bone_search;

/* A number of the selected bone's local matrix that can be dragged or typed: number_input.h. */
typedef enum bp_number {
    BP_NUMBER_NONE,
    BP_NUMBER_ANGLE, /* degrees of its rotation */
    BP_NUMBER_X,     /* of its position, metres */
    BP_NUMBER_Y,
    BP_NUMBER_Z,
    BP_NUMBER_COUNT,
} bp_number;

typedef struct bp_number_input {
    bp_number number; /* NONE: closed; else typed characters go to `text` */
    char text[BP_TYPED_MAX];
} bp_number_input;

typedef enum bp_drag {
    BP_DRAG_NONE,
    BP_DRAG_ORBIT,
    BP_DRAG_PAN,
    BP_DRAG_RING,   /* rotates the selected joint */
    BP_DRAG_JOINT,  /* likewise, from the joint itself */
    BP_DRAG_FLESH,  /* rotates the bone that moves the surface under the mouse; the surface follows */
    BP_DRAG_PULL,   /* pulls a limb by its end: two bones follow (pull.h) */
    BP_DRAG_MOVE,   /* moves that bone in the picture's plane */
    BP_DRAG_HANDLE, /* moves one of the step's handles */
    BP_DRAG_ANSWER, /* the client's, only hovered: an open question's answer */
    BP_DRAG_NUMBER, /* changes a number of the side panel */
    BP_DRAG_SCRUB,  /* the client's: a timeline */
} bp_drag;

typedef struct bp_mouse {
    bp_drag drag;
    int scene;        /* the drawn scene in which the drag began */
    float x, y;       /* the last position */
    float moved;      /* pixels since the button went down: a click moves little */
    bp_vec3 grabbed;  /* by MOVE and HANDLE: the point of the scene under the mouse, world space */
    bp_vec3 arm;      /* by FLESH and RING: from the joint to the point that was taken, in the bone's frame */
    float angle;      /* radians that the drag has rotated the bone */
    bp_number number; /* that NUMBER drags, about `grabbed` if it is an angle */
    bool edited;      /* the drag has an undo step; Esc takes it back */
} bp_mouse;

/* What is under the mouse, and so what pressing its left button would do. Only movements of the mouse set it,
 * and a key clears it, so pictures without a mouse never show it. */
typedef struct bp_hover {
    bp_drag drag; /* NONE: not in a scene */
    int stage;
    size_t bone;         /* its id plus 1; 0: none */
    int handle;          /* its index plus 1; 0: none */
    int matrix_row;      /* of the side panel: 4 * matrix + row + 1; 0: none */
    bp_number number;    /* of the side panel: dragging changes it */
    int axis;            /* about which FLESH rotates */
    const char *blocked; /* why the bone can't be changed now; NULL: it can */
    const char *answer;  /* what dragging the open question's answer does; NULL: it isn't there */
    bool clickable;      /* a hit area */
    float x, y;          /* of the mouse */
} bp_hover;

/* The pixel inspector: inspector.h. */
typedef struct bp_inspector {
    bool open;
    bool has_pixel;
    bool kept;    /* the mouse no longer moves it */
    int x, y;     /* the pixel, in the window */
    int scroll;   /* rows of text that are above the panel */
    int event;    /* the triangle that is drawn large: its event's index plus 1; 0: none */
    int draws;    /* the picture is shown after so many draws; 0: after all */
    bool scrubs;  /* a drag (BP_DRAG_SCRUB) sets `draws` */
    bool follows; /* the finger that was put on the picture; others may be for the panel */
} bp_inspector;

typedef struct bp_viewer {
    bp_view_settings settings;
    bp_selection selection;
    bp_edit_history history;
    bool pulls; /* a drag of a hand or foot pulls its limb; else it rotates the one bone */
    bool binds; /* drags, keys and numbers change the bone's bind instead of its pose */
    bp_bone_search search;
    bp_mouse mouse;
    bp_hover hover;
    bp_number_input number;
    bp_inspector inspector;
    int matrix_row;   /* as in bp_hover, but chosen by a click or a key */
    char notice[160]; /* what was done last, shown until the next key; "" mostly */
} bp_viewer;

/* A vertex of a figure. */
typedef struct bp_vertex_ref {
    bool valid;
    size_t part, vertex;
} bp_vertex_ref;

/* The frame that was drawn last. */
typedef struct bp_drawn_frame {
    bp_hit_areas hits;
    bp_placed_stage scenes[BP_STAGE_MAX];
    int scene_count;
    bp_placed_handle handles[BP_HANDLE_MAX];
    int handle_count;
    bp_rect tree;            /* the wheel scrolls here */
    int tree_scroll;         /* the selection's scroll, limited to the rows there are */
    bool valid;              /* all of it was drawn, and the framebuffer still holds it */
    bp_rect inspector_track; /* of its slider */
    int inspector_draws;     /* of the pass, in all; 0: no pixel is inspected */
    int inspector_scroll;    /* the inspector's largest scroll; its text fits if that is 0 */
    bp_rect inspector_text;  /* of the history; width 0: none */
    bp_rect track;           /* of the timeline; width 0: none */
    bp_rect answer;          /* a lesson's question with its options and the reply; width 0: none */
    /* a model's: */
    bp_rect findings;     /* the doctor's list */
    int findings_rows;    /* rows of it that fit */
    bool unfolded;        /* the side panel is open only for them */
    bp_rect clips;        /* the list of a model's clips */
    int clips_rows;       /* rows of it that fit */
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
    /* Whether the bone (or a handle: NULL) may be changed now; if so, prepares the client for it. */
    bool (*begin_rotation)(bp_viewer *viewer, const bp_bone *bone);
    /* Why the bone can't be changed by hand now, as words for the mouse; NULL: it can. */
    const char *(*blocked)(const bp_viewer *viewer, const bp_bone *bone);
    /* What dragging an open question's answer under the mouse does, as words for the mouse; NULL: none is
     * there. The client itself drags it (`mouse`). May be NULL. */
    const char *(*answer_at)(const bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event);
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
    bool at_bind; /* the pose is the bind pose: a new bind moves the bone, otherwise the mesh */
    const bp_drawn_frame *drawn;
    const bp_ghost *ghosts; /* of the stages */
    int ghost_count;
};

/* One event. Returns bits of BP_REQUEST_...; 0: nothing changed. */
unsigned bp_viewer_event(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event);
/* One action: a key's, or a click's. `repeat`: the key is held, so rotations merge into one undo step. */
unsigned bp_viewer_act(bp_viewer *viewer, const bp_viewer_scope *scope, bp_action action, int value,
                       bool repeat);
/* Rotates the selected bone by radians about the selected axis of its own; `merge`: into the last undo
 * step. False: it can't be rotated. */
bool bp_viewer_rotate(bp_viewer *viewer, const bp_viewer_scope *scope, float radians, bool merge);
/* Sets the absolute inverse bind of the selected bone; others keep theirs. False: the bone can't be
 * changed. */
bool bp_viewer_set_inverse_bind(bp_viewer *viewer, const bp_viewer_scope *scope, bp_mat4 inverse, bool merge);
/* The same by the bind, relative to its parent's. False also if the matrix has no inverse, which a notice
 * says. */
bool bp_viewer_set_bind(bp_viewer *viewer, const bp_viewer_scope *scope, bp_mat4 bind, bool merge);
void bp_viewer_select(bp_viewer *viewer, int stage, size_t bone);
/* The selected bone; NULL if the stage has none. */
bp_bone *bp_viewer_bone(const bp_viewer *viewer, const bp_stage *stages, int stage_count);

/* Moves the selected bone by metres along its parent's axes; `merge` as above. False: it can't be moved. */
bool bp_viewer_move(bp_viewer *viewer, const bp_viewer_scope *scope, bp_vec3 by, bool merge);
/* Puts the handle of the drawn frame to a position in world space. */
bool bp_viewer_move_handle(bp_viewer *viewer, const bp_viewer_scope *scope, int handle, bp_vec3 position,
                           bool merge);
/* The matrix row whose arrow is in the scene: under the mouse, or chosen; as in bp_hover. */
int bp_viewer_matrix_row(const bp_viewer *viewer);

/* Mouse events: viewer_mouse.c. */
unsigned bp_viewer_mouse_event(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event);
/* Ends a drag that changes a bone or a handle, and takes the change back. False: there is none. */
bool bp_viewer_cancel_drag(bp_viewer *viewer);

/* Appends a character to a text if it fits into `size`; erases the last one, which may have several
 * bytes. */
void bp_typed_append(char *to, size_t size, const char *character);
void bp_typed_erase(char *from);

#endif
