/* The viewer of a lesson: the core's state, the position in the lesson, and the answer being typed. A
 * value, like the core: events and time change it. */
#ifndef BP_VIEWER_LESSON_LESSON_VIEWER_H
#define BP_VIEWER_LESSON_LESSON_VIEWER_H

#include "viewer/viewer.h"
#include <bindpose/lesson_session.h>

typedef struct bp_lesson_position {
    int step;
    float t;     /* 0..1 of the step's change, in even time; bp_lesson_viewer_state eases it */
    bool clip;   /* the step's change plays a clip: t isn't eased */
    bool paused; /* t stays until the student plays on */
    bool asking; /* the step's question is open, and its change waits for the answer */
    bool ended;  /* after the last step: its world with the lesson's end page */
    bool engine; /* the engine's rules */
} bp_lesson_position;

/* The student's answer: as it is being made, and as it was submitted last. */
typedef struct bp_answer_input {
    bp_question_kind kind;
    char text[BP_TYPED_MAX];  /* a number, as typed */
    bool retype;              /* the text was judged: the next character begins a new number */
    float degrees;            /* an angle: the prediction's */
    int option;               /* a choice: 0..; -1: none yet */
    int order[BP_OPTION_MAX]; /* an order: the option in each place, 0.. */
    int place;                /* an order: the place that the keys move */
    const char *reply;        /* to a wrong answer; borrowed from the lesson; NULL: none yet */
    bool incomplete;          /* the reply says what the answer lacks, until that changes */
    bool skipping;            /* Space was pressed once */
    bool submitted, right;    /* whether an answer was submitted in this step; the last one is right */
    bool skipped;             /* the right answer is shown without the student's: it doesn't count */
    bool closed;              /* until the next key or click: letters of the options are no keys yet */
    char letter;              /* while `closed`: the one typed last, 0: none. Typed again it is a key */
    float value;              /* that answer */
} bp_answer_input;

typedef struct bp_lesson_viewer {
    bp_viewer core; /* first: the client's functions get the core and cast it */
    bp_lesson_position position;
    bp_answer_input answer;
    uint64_t answered; /* bit 1 << step: the step's question was answered right, and isn't asked again */
    uint64_t earlier;  /* likewise, answered in an earlier session; a finished lesson asks again */
    bool finished;     /* the end page was reached */
    const char *next;  /* borrowed: title of the lesson that the end page can open; NULL: it can open none */
    int term;          /* the glossary's term under the mouse: its index plus 1; 0: none */
    bool glossary;     /* the list of terms is open */
    int glossary_top;  /* the first term that it shows */
} bp_lesson_viewer;

/* The keys of lessons and of the lesson browser; and those that help lists where a lesson has no bones. */
extern const bp_key_table bp_lesson_keys, bp_lesson_keys_without_bones;

/* The context for events: the world of the viewer's state, and the frame that was drawn last. */
bp_viewer_scope bp_lesson_scope(const bp_lesson_plan *lesson, const bp_world *world,
                                const bp_drawn_frame *drawn);

/* At a step (0.., clamped), its change done, as pictures without a window show it. */
bp_lesson_viewer bp_lesson_viewer_make(const bp_lesson_plan *lesson, int step, int width, int height);
/* Enters a step as the student does: its question is open, or its change begins. */
void bp_lesson_viewer_enter(bp_lesson_viewer *viewer, const bp_lesson_plan *lesson, int step);
/* Enters a step whose question and change are done, whether it was answered or not. */
void bp_lesson_viewer_enter_done(bp_lesson_viewer *viewer, const bp_lesson_plan *lesson, int step);
/* At a step's end. A question that waits there is asked: a jump must not give its answer away. */
void bp_lesson_viewer_jump(bp_lesson_viewer *viewer, const bp_lesson_plan *lesson, int step);

/* Whether the step's question was answered right; false: it wasn't, or the step has none. */
bool bp_lesson_viewer_answered(const bp_lesson_viewer *viewer, int step);

/* Whether a page follows the last step: the lesson has texts for it. */
bool bp_lesson_has_end(const bp_lesson_plan *lesson);
/* Whether the step has a timeline now: it has a change, and no question is open. */
bool bp_lesson_viewer_has_timeline(const bp_lesson_viewer *viewer, const bp_lesson_plan *lesson);
/* Stops the step's change at t, limited to 0..1. Edits by hand stay. */
void bp_lesson_viewer_scrub(bp_lesson_viewer *viewer, const bp_lesson_plan *lesson, float t);
/* Plays the step's change on, or pauses it; at its end it starts again. */
void bp_lesson_viewer_play(bp_lesson_viewer *viewer, const bp_lesson_plan *lesson);

/* Lets time pass. Returns REDRAW while something moves. */
unsigned bp_lesson_viewer_tick(bp_lesson_viewer *viewer, const bp_lesson_plan *lesson, double seconds);
/* Whether a tick would change anything. */
bool bp_lesson_viewer_is_moving(const bp_lesson_viewer *viewer, const bp_lesson_plan *lesson);

/* The question of the viewer's step while it is open; else NULL. */
const bp_question *bp_lesson_viewer_question(const bp_lesson_viewer *viewer, const bp_lesson_plan *lesson);

/* The number of terms that the lesson and those before it introduce: the first ones of the glossary. */
int bp_lesson_viewer_term_count(const bp_lesson_plan *lesson);
/* Keeps glossary_top a term of the list. */
void bp_lesson_viewer_clamp_glossary(bp_lesson_viewer *viewer, const bp_lesson_plan *lesson);

/* The lesson state to make the world of; it borrows the viewer's edits. */
bp_lesson_state bp_lesson_viewer_state(const bp_lesson_viewer *viewer);
/* The state before the last change: the step's beginning, or the pose before the last rotation by hand. It
 * borrows `edits`, which has BP_EDITS_MAX elements. */
bp_lesson_state bp_lesson_viewer_state_before(const bp_lesson_viewer *viewer, bp_edit *edits);
/* Makes the selection one that the world has; call it after each change of the world. */
void bp_lesson_viewer_settle(bp_lesson_viewer *viewer, const bp_lesson_plan *lesson, const bp_world *world);

/* The selected bone of the world; NULL if the stage has none. */
bp_bone *bp_lesson_viewer_bone(const bp_lesson_viewer *viewer, const bp_world *world);

/* The pose file of a lesson, NAME.pose.json in the user's data folder: the step and the user's rotations
 * (pose_file.c). Saves it, and writes its path to `path`. Errors: no data folder, memory, the file. */
bool bp_pose_file_save(const bp_lesson_viewer *viewer, const bp_lesson_plan *lesson, char *path, size_t size,
                       bp_error *error);
/* Opens it: goes to its step, its change done, with its rotations; undo takes them back. The viewer
 * doesn't change on an error. */
bool bp_pose_file_open(bp_lesson_viewer *viewer, const bp_lesson_plan *lesson, char *path, size_t size,
                       bp_error *error);

/* The visible parts of a lesson's stages, bits of bp_show_flag. A grid of pixels is always whole: what the
 * user hides of figures is no part of it. */
unsigned bp_lesson_viewer_show(const bp_lesson_viewer *viewer, const bp_world *world);

#endif
