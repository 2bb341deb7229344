/* The screen of a lesson: where the student is in it, the answer to the open question, and the world of
 * that state.
 * The state is small: step, time, answer, rules, and the changes by hand in the illustration. All else
 * follows from it (bp_lesson_update), as soon as `version` or the history's version is another. */
#pragma once

#include "app/numbers.h"
#include "app/progress.h"

/* ---- Answers to a step's question: typed, clicked, or dragged -------------------------------- */

/* The student's answer: as it is being made, and as it was submitted last. */
typedef struct bp_answer {
    float degrees;            /* an angle: the prediction's */
    int option;               /* a choice: 0..; -1: none yet */
    int order[BP_OPTION_MAX]; /* an order: the option in each slot, 0.. */
    int slot;                 /* an order: the slot that the keys move */
    const char *reply;        /* to a wrong answer; borrowed from the lesson; NULL: none yet */
    bool incomplete;          /* the reply says what the answer lacks, until that changes */
    bool skipping;            /* Space was pressed once */
    bool submitted, right;    /* whether an answer was submitted in this step; the last one is right */
    bool skipped;             /* the right answer is shown without the student's: it doesn't count */
    float value;              /* that answer */
} bp_answer;

/* To the question that is open. The answer as it is when that opens; the text field is the answer's then, if
 * one is typed. */
void bp_answer_begin(bp_app *app);
void bp_answer_take_field(bp_app *app);
/* Submits it. True: it is right. */
bool bp_answer_submit(bp_app *app);
/* Sets it as a whole; submit it then. */
void bp_answer_set(bp_app *app, float value);
/* A key or a typed character. True: it was for the answer; the reply tells if it has no meaning there.
 * *submit: it names an option, which is the whole answer. Enter is the caller's. */
bool bp_answer_type(bp_app *app, const bp_event *event, bool *submit);
/* Moves the option of the selected slot to another slot; those between move up. */
void bp_answer_move(bp_app *app, int slot);
/* Sets the angle of a prediction, which the mouse dragged. */
void bp_answer_predict(bp_app *app, float degrees);

typedef struct bp_lesson_position {
    int step;
    float t;     /* 0..1 of the step's change, in even time; the world has it eased, but for a clip */
    bool paused; /* t stays until the student plays on */
    bool asking; /* the step's question is open, and its change waits for the answer */
    bool ended;  /* after the last step: its world with the lesson's end page */
    bool engine; /* the engine's rules */
} bp_lesson_position;

enum { BP_ENGINE_CLAIMS = 3 };

typedef struct bp_lesson_screen {
    bp_session *session; /* borrowed, or owned */
    bool owns_session;
    const bp_lesson_plan *plan;
    bp_lesson_position position;
    bp_answer answer;
    uint64_t answered; /* bit 1 << step: the step's question was answered right, and isn't asked again */
    uint64_t earlier;  /* likewise, answered in an earlier session; a finished lesson asks again */
    bool finished;     /* the end page was reached */
    const char *next;  /* borrowed: title of the lesson that the end page can open; NULL: it can open none */
    bool glossary;     /* the list of terms is open */
    bp_illustration picture;
    uint64_t version; /* grows with every change of the above that the world depends on */

    /* What follows from it. */
    uint64_t made, made_history;      /* the versions that it was made for; 0: nothing yet */
    uint64_t step_version, made_step; /* the version with which the step was entered; that it was made for */
    bool made_engine;
    bp_bounds extents[BP_STAGE_MAX];
    bool extent_waits;                  /* for the end of a drag or of a change */
    bp_session *options[BP_OPTION_MAX]; /* owned: a question's pictures show their worlds; NULL: none yet */
    bp_illustration pictures[BP_OPTION_MAX];
    bp_stage option_stages[BP_OPTION_MAX];
    int option_count;
    char readouts[BP_READOUT_MAX][48];
    const bp_readout *readout; /* those of this step, borrowed; NULL: none */
    int readout_count;
    struct {                   /* claims for which page and engine may differ, as measured: */
        const bp_claim *claim; /* borrowed from the lesson */
        float page, engine;    /* the first value that differs, or the first; by the rules of each */
    } differing[BP_ENGINE_CLAIMS];
    int differing_count;
    bp_matrices before; /* of the selected bone before the last change, while the numbers are open */
    struct bp_lesson_before {
        bool open, asking;
        uint64_t step, undo;
        int stage;
        size_t bone;
    } before_of; /* what it was read for */

    int furthest;            /* the furthest step that was shown, 0.. */
    bp_progress_entry saved; /* what this window has written to the progress file */
    /* The letters' size by which all steps fit, and the window that it was measured for. */
    float words;
    bp_rect words_for;
    float words_unit;
    bp_layout layout; /* of the last frame */
    int question_y;   /* where the question began there */
} bp_lesson_screen;

/* Opens a lesson in the app, at a step (0..), its change done, as pictures show it. `owns`: the session is
 * closed with the screen, also after an error. Errors: memory. */
bool bp_lesson_open(bp_app *app, bp_session *session, bool owns, int step, bp_error *error);
void bp_lesson_close(bp_app *app);
/* For windows: reads the questions that were answered in earlier sessions from the progress file, and
 * enters a step: 0..; -1: the one where the student left a lesson that isn't done, and a notice says so. */
void bp_lesson_start(bp_app *app, int step);
/* Adds this step, the furthest one, the answered questions and the end to the progress file, if that is
 * new, or with `leaving`. An error is ignored: progress is a convenience. */
void bp_lesson_keep_progress(bp_app *app, bool leaving);

/* Enters a step as the student does: its question is open, or its change begins. */
void bp_lesson_enter(bp_lesson_screen *lesson, int step);
/* Enters a step whose question and change are done, whether it was answered or not. */
void bp_lesson_enter_done(bp_lesson_screen *lesson, int step);
/* At a step's end. A question that waits there is asked: a jump must not give its answer away. */
void bp_lesson_jump(bp_lesson_screen *lesson, int step);
/* Stops the step's change at t, limited to 0..1. Changes by hand stay. */
void bp_lesson_scrub(bp_lesson_screen *lesson, float t);

/* Makes the world of the state, and all that follows from it, if it isn't current. Errors: the lesson's
 * functions. */
bool bp_lesson_update(bp_app *app, bp_error *error);
bool bp_lesson_act(bp_app *app, bp_action action, int value, bool repeat, unsigned *requests);
bool bp_lesson_type(bp_app *app, const bp_event *event);
/* A value that an article sets. */
void bp_lesson_set(bp_app *app, const bp_event *event);
bool bp_lesson_point(bp_app *app, const bp_event *event);
void bp_lesson_hold(bp_app *app, const bp_event *event);
bool bp_lesson_tick(bp_app *app, double seconds);
bool bp_lesson_is_moving(const bp_app *app);
void bp_lesson_fulfil(bp_app *app, unsigned requests);
unsigned bp_lesson_keys(const bp_app *app);
/* The name of the file for a picture of this step. */
void bp_lesson_picture_path(const bp_app *app, char *path, size_t size);

/* ---- what follows from the state ---- */

/* The question of the step while it is open; else NULL. */
const bp_question *bp_lesson_question(const bp_lesson_screen *lesson);
bool bp_lesson_answered(const bp_lesson_screen *lesson, int step);
/* Whether the step has a timeline now: a change, and no open question; whether a page follows its last. */
bool bp_lesson_has_timeline(const bp_lesson_screen *lesson);
bool bp_lesson_has_end(const bp_lesson_plan *plan);
bool bp_lesson_has_bones(const bp_lesson_screen *lesson);
/* The lesson state to make the world of; it borrows the history's edits. */
bp_lesson_state bp_lesson_state_of(const bp_lesson_screen *lesson);
/* The number of terms that the lesson and those before it introduce: the first ones of the glossary. */
int bp_lesson_term_count(const bp_lesson_plan *plan);
/* "05": the lesson's number; of an exercise its id, "12b". */
void bp_lesson_number(const bp_lesson_plan *plan, char *text, size_t size);

/* ---- drawing: lesson_draw.c, lesson_question.c, lesson_words.c ---- */

bool bp_lesson_draw(bp_app *app, bp_error *error);
/* The question, its input and the reply. */
void bp_lesson_draw_question(bp_read *read, const bp_app *app, const bp_question *question);
/* The reply that it shows: how to answer, what is wrong, or why the right answer is right. It is written
 * to `text`, or borrowed. */
const char *bp_lesson_reply(const bp_app *app, const bp_question *question, char *text, size_t size);
/* The room that the longest reply takes, measured. */
void bp_lesson_measure_question(bp_read *read, const bp_app *app, const bp_question *question);
/* The page after the last step. */
void bp_lesson_draw_end(bp_read *read, const bp_app *app);
/* The glossary's terms in a text, each once: where they are, and their indices. Returns their number. */
enum { BP_TERMS_MAX = 12 };
int bp_lesson_find_terms(const char *text, int lesson, bp_text_span *spans, int *terms);
/* The card of the term under the mouse, and the list of all terms over the whole window. */
void bp_lesson_draw_term(bp_painter *p, const bp_app *app);
void bp_lesson_draw_glossary(bp_painter *p, bp_app *app);
/* Describes an illustration (lesson_words.c). */
void bp_lesson_describe(const bp_app *app, bp_json_writer *json);

/* The pose file of a lesson, NAME.pose.json in the user's data folder: the step and the user's changes
 * (pose_file.c). Saves it, and writes its path to `path`. Errors: no data folder, memory, the file. */
bool bp_pose_file_save(const bp_lesson_screen *lesson, char *path, size_t size, bp_error *error);
/* Opens it: goes to its step, its change done, with its changes; undo takes them back. Nothing changes on an
 * error. */
bool bp_pose_file_open(bp_lesson_screen *lesson, char *path, size_t size, bp_error *error);

/* ---- pictures and windows of a lesson alone: app/open.c ---- */

typedef struct bp_lesson_options {
    int step; /* 0..: the first one of a window, or a picture's; -1: where the student left the lesson */
    int width, height; /* 0: 1280x800 */
    bool light, columns;
    bool dark;         /* asked for by name; else a window has the saved theme */
    bool illustration; /* the picture alone */
} bp_lesson_options;

/* Opens a window, returns when it is closed, and saves the progress. Errors: no display; the lesson's
 * functions. */
bool bp_lesson_window_run(const bp_window *window, const bp_context *context, bp_session *session,
                          const bp_lesson_options *options, bp_error *error);
/* Writes the end of a step to a PNG file: the picture that the window would show. */
bool bp_lesson_write_picture(const bp_context *context, bp_session *session, const bp_lesson_options *options,
                             const char *path, bp_error *error);
/* Writes step-01.png ... and contact.png, a sheet with all of them. Creates the folder if needed. Of a step
 * with a question step-01.png is the picture before its answer, and step-01-answer.png the one after. */
bool bp_lesson_write_frames(const bp_context *context, bp_session *session, const bp_lesson_options *options,
                            const char *folder, bp_error *error);
