/* The viewer: what somebody who looks at a lesson has chosen so far, and how an event changes it.
 *
 * It is a value. bp_viewer_event and bp_viewer_tick change it and say what they want done outside (files,
 * window); they draw nothing, open nothing and know no window, so tests can press keys without one. What they
 * settings at is the world of the moment (for bones) and what was drawn last (for clicks). */
#ifndef BP_VIEWER_LESSON_LESSON_VIEWER_H
#define BP_VIEWER_LESSON_LESSON_VIEWER_H

#include "viewer/event.h"
#include "viewer/view_settings.h"
#include "viewer/widgets.h"
#include <bindpose/lesson_session.h>

enum { BP_ROTATIONS_MAX = 64, BP_UNDO_MAX = 64, BP_TYPED_MAX = 24 };

/* Wants of the viewer that reach outside. */
enum {
    BP_REQUEST_REDRAW = 1,
    BP_REQUEST_SAVE = 2,
    BP_REQUEST_OPEN = 4,
    BP_REQUEST_SCREENSHOT = 8,
    BP_REQUEST_FULLSCREEN = 16,
    BP_REQUEST_LEAVE = 32, /* back to the browser, or out */
    BP_REQUEST_QUIT = 64,
    BP_REQUEST_FIT_VIEW = 128, /* of files: the camera shall settings at all of the model as it stands */
};

/* Where in the lesson. */
typedef struct bp_lesson_position {
    int step;
    float t;     /* 0..1 of the step's change, running evenly; eased only where the world is made */
    bool asking; /* the step's question stands, and its change waits for the answer */
    bool engine; /* the engine's rules */
} bp_lesson_position;

/* Which bone the panel is about. */
typedef struct bp_selection {
    int stage;
    size_t bone; /* its number in the stage's skeleton */
    int axis;    /* of turning: 0 X, 1 Y, 2 Z */
    int scroll;  /* rows of the tree, on top of where it would stand by itself */
} bp_selection;

/* Joints that were turned by hand. Turns belong to their step: another step starts without. */
typedef struct bp_rotation_history {
    bp_user_rotation now[BP_ROTATIONS_MAX]; /* at most one for a bone */
    int count;
    bp_user_rotation before[BP_UNDO_MAX]; /* what each change replaced, newest last; the oldest is forgotten */
    int undo_count;
} bp_rotation_history;

/* A bone's name being searched. */
typedef struct bp_bone_search {
    bool open; /* typing goes to it */
    char name[BP_TYPED_MAX];
} bp_bone_search;

/* An answer, or the name that is searched. */
typedef struct bp_viewer_typed {
    char answer[BP_TYPED_MAX]; /* as typed */
    const char *why;              /* what is said to it; borrowed from the lesson; NULL: nothing yet */
    bool right;
    bool skipping; /* Space was pressed once */
    bp_bone_search search;
} bp_viewer_typed;

typedef enum bp_drag {
    BP_DRAG_NONE,
    BP_DRAG_ORBIT,
    BP_DRAG_PAN,
    BP_DRAG_RING,
    BP_DRAG_JOINT, /* of files: a joint itself was taken */
    BP_DRAG_SCRUB, /* of files: the timeline */
} bp_drag;

typedef struct bp_mouse {
    bp_drag drag;
    int scene;   /* of the scenes drawn: the one the drag began in */
    float x, y;  /* where it was last */
    float moved; /* pixels since the button went down: a click moves little */
} bp_mouse;

typedef struct bp_viewer {
    bp_lesson_position position;
    bp_view_settings settings;
    bp_selection selection;
    bp_rotation_history rotations;
    bp_viewer_typed typed;
    bp_mouse mouse;
    char notice[160]; /* what was done last, until the next event; "" mostly */
} bp_viewer;

/* A scene as it was drawn: for picking bones. */
typedef struct bp_drawn_scene {
    int stage;
    bp_rect rect;
    bp_camera camera;
    float ring; /* radius of the selected joint's ring, in metres of the world; 0: none here */
} bp_drawn_scene;

/* What was drawn last. */
typedef struct bp_drawn_frame {
    bp_hit_areas hits;
    bp_drawn_scene scenes[BP_STAGE_MAX];
    int scene_count;
    bp_rect tree;    /* the wheel scrolls here */
    int tree_scroll; /* as drawn: the selection's, cut to what there is */
    bool stands;     /* all of it was drawn, and is in the picture still */
} bp_drawn_frame;

/* What events are judged by: all borrowed. */
typedef struct bp_viewer_scope {
    const bp_lesson_plan *lesson;
    const bp_world *world; /* of the viewer's moment */
    const bp_drawn_frame *drawn;
} bp_viewer_scope;

/* At a step (0.., cut to what there is), its change done, as headless pictures show it. */
bp_viewer bp_viewer_make(const bp_lesson_plan *lesson, int step, int width, int height);
/* At a step as one comes to it: a question is asked, the change starts. */
void bp_viewer_enter(bp_viewer *viewer, const bp_lesson_plan *lesson, int step);

/* One event. Returns bits of BP_REQUEST_...; 0 where nothing came of it. */
unsigned bp_viewer_event(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event);
/* Time goes by. Returns REDRAW while something moves. */
unsigned bp_viewer_tick(bp_viewer *viewer, const bp_lesson_plan *lesson, double seconds);
/* Whether time would change anything. */
bool bp_viewer_is_moving(const bp_viewer *viewer, const bp_lesson_plan *lesson);

/* The moment to make the world of; its rotations are borrowed from the viewer. */
bp_lesson_state bp_viewer_moment(const bp_viewer *viewer);
/* What there was before the last change: the step's beginning, or the pose before the last turn by hand.
 * `rotations` has room for BP_ROTATIONS_MAX and is borrowed by the result. */
bp_lesson_state bp_viewer_moment_before(const bp_viewer *viewer, bp_user_rotation *rotations);
/* Brings the selection into what the world has: after every change of it. */
void bp_viewer_settle(bp_viewer *viewer, const bp_viewer_scope *scope);

/* What is drawn: the lesson's wish and the viewer's changes. */
unsigned bp_viewer_show(const bp_viewer *viewer, const bp_world *world);
/* The selected bone of the world; NULL where the stage has none. */
bp_bone *bp_viewer_bone(const bp_viewer *viewer, const bp_world *world);
/* The question of the step; NULL where it asks nothing. */
const bp_question *bp_viewer_question(const bp_viewer *viewer, const bp_lesson_plan *lesson);

/* A sign or a key for an open search: signs find the first bone from `here` on (NULL: from the first) whose name has
 * what was typed, Tab and Down the next one, Enter and Esc close it. *found is the bone to select, NULL where it stays.
 * False: the key isn't for it. */
bool bp_bone_search_event(bp_bone_search *search, const bp_skeleton *skeleton, const bp_bone *here,
                     const bp_event *event, const bp_bone **found);
/* Adds a sign to what is typed, where it fits into `size`; takes the last one away. */
void bp_typed_append(char *to, size_t size, const char *sign);
void bp_typed_erase(char *from);

/* ---- inside: src/app/viewer_*.c ------------------------------------------------------------------ */

/* Turns the selected bone by radians about the chosen axis of its own; `merge`: part of the change before. */
bool bp_viewer_turn(bp_viewer *viewer, const bp_world *world, float radians, bool merge);
/* Turns a bone likewise; false where all rotations are taken. */
bool bp_rotation_history_rotate(bp_rotation_history *rotations, const bp_selection *selection, float radians, bool merge);
/* Puts back what the last turn replaced; false where there was none. */
bool bp_rotation_history_undo(bp_rotation_history *rotations);
/* The rotations as they were before the last one, into `out`, which has room for BP_ROTATIONS_MAX. */
void bp_rotation_history_before(const bp_rotation_history *rotations, bp_user_rotation *out);
/* Selects a bone of a stage. */
void bp_viewer_select(bp_viewer *viewer, int stage, size_t bone);
unsigned bp_viewer_mouse_event(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event);
unsigned bp_viewer_act(bp_viewer *viewer, const bp_viewer_scope *scope, bp_action action, int value,
                       bool repeat);
/* Typing into the question or the search; false: the event isn't for them. */
bool bp_viewer_typing(bp_viewer *viewer, const bp_viewer_scope *scope, const bp_event *event);
/* Judges what was typed. */
void bp_viewer_answer(bp_viewer *viewer, const bp_lesson_plan *lesson);

#endif
