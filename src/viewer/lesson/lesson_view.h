/* The picture of a lesson: what the window shows and what is written to PNG. */
#ifndef BP_VIEWER_LESSON_LESSON_VIEW_H
#define BP_VIEWER_LESSON_LESSON_VIEW_H

#include "viewer/lesson/lesson_viewer.h"
#include "viewer/panels.h"

enum { BP_CAPTION_LEADING = 25, BP_ENGINE_CLAIMS = 3 };

/* A claim for which page and engine may differ, as measured. */
typedef struct bp_engine_difference {
    const bp_claim *claim; /* borrowed from the lesson */
    float page, engine; /* the first value that differs, or the first; by the page's rules and the engine's */
    int value;          /* its index, 1.. */
} bp_engine_difference;

/* Numbers that the panels show; lesson_controller.c makes them when something changed. */
typedef struct bp_panel_data {
    bp_matrices before; /* of the selected bone, before the last change */
    char readouts[BP_READOUT_MAX][48];
    char readouts_before[BP_READOUT_MAX][48];
    const bp_readout *readout; /* those of this step, borrowed; NULL: none */
    int readout_count;
    unsigned bars; /* bit i: readout i has a bar */
    bp_engine_difference differing[BP_ENGINE_CLAIMS];
    int differing_count;
    /* The boxes that cameras are fitted to, in the view space of the world's first camera. */
    bp_bounds extents[BP_STAGE_MAX]; /* the world's, and what the student moved beyond it */
    bp_bounds option_extent;         /* all pictures to choose among */
    /* Of an open choice among pictures: the world that each option shows; borrowed. */
    const bp_world *options[BP_OPTION_MAX];
    int option_count, option_stage;         /* the stage that they show */
    bool extent_waits;                      /* for the end of a drag or of a change */
    bp_placed_handle handles[BP_HANDLE_MAX]; /* of this step; none while a question is open */
    int handle_count;
} bp_panel_data;

/* The layout of a lesson's window: rectangles from the window's size and the lesson's texts. It is the same
 * for most steps of a lesson, so little moves from step to step. Stages take the space that is left. */
typedef struct bp_layout {
    bp_rect title;
    bp_rect stages; /* all of them with the gaps between */
    bp_rect cards[BP_STAGE_MAX];
    int first, count;               /* stages with a card: all, or the selected one in a narrow window */
    bp_rect options[BP_OPTION_MAX]; /* of a choice among pictures: they take the place of the stages */
    int option_count;
    float cards_unit; /* pixels of a layout unit in them */
    bp_rect readouts; /* height 0: the lesson has none */
    bp_rect timeline; /* of the step's change; height 0: no step has one */
    bp_rect panel;    /* width 0: folded away */
    bool instead;     /* the panel is shown instead of the caption */
    bp_rect caption;  /* text and question; height 0: not shown */
    bool compact;     /* the caption's letters are smaller */
    bool asked;       /* their place is for the open question alone: what follows has another layout */
    float words_unit; /* pixels of a layout unit in caption and question */
    bp_rect keys;     /* dots and keys */
} bp_layout;

/* Whether a stage has a skeleton: those of most exercises have none. */
bool bp_lesson_has_bones(const bp_world *world);

/* `ui` measures texts; its raster may be NULL. */
bp_layout bp_layout_make(const bp_lesson_viewer *viewer, const bp_lesson_plan *lesson, const bp_world *world,
                         bp_ui *ui);

/* The height in pixels that a step's caption takes in `width` pixels, with its question and the longest of
 * its replies. `compact`: in smaller letters. `asked`: only until the question is answered. */
int bp_caption_height(bp_ui *ui, const bp_lesson_plan *lesson, int step, int width, bool compact, bool asked);
/* The glossary's terms in a caption, each once: where they are, and their indices. Returns their number. */
enum { BP_CAPTION_TERMS_MAX = 12 };
int bp_caption_terms(const char *caption, int lesson, bp_ui_span *spans, int *terms);

/* Rows above the first caption, which say the lesson's goal (panel_end.c). */
int bp_goal_rows(bp_ui *ui, const bp_lesson_plan *lesson, int width);
/* The height of the page after the last step, in pixels. */
int bp_end_height(bp_ui *ui, const bp_lesson_viewer *viewer, const bp_lesson_plan *lesson, int width);

/* All that the picture is made from; borrowed. */
typedef struct bp_lesson_view {
    const bp_lesson_viewer *viewer;
    const bp_lesson_plan *lesson;
    const bp_world *world; /* of the viewer's state */
    const bp_panel_data *data;
    const bp_layout *layout; /* set by bp_lesson_view_draw */
    bp_text_log *texts;      /* receives what is drawn, for tests; NULL: not needed */
    bp_pixel_probe *probe;   /* borrowed: only its pixel is drawn; NULL: the picture */
} bp_lesson_view;

/* Draws into the framebuffer, which has the viewer's size. `drawn` gets what can be clicked; if it says
 * that the last frame is still in the framebuffer, unchanged tiles are not drawn again. The viewer must be
 * settled. Errors: memory. */
bool bp_lesson_view_draw(const bp_lesson_view *view, bp_raster *raster, const bp_framebuffer *to,
                         bp_drawn_frame *drawn, bp_error *error);

/* Words for a stage's note while the student's changes make the lesson's untrue: the bone or the handle that
 * was changed last, as it is now. `brief` leaves out what is less important: 0 nothing, BP_EDIT_NOTE_BRIEF
 * most. NULL: the lesson's note is true. Returns `text`. (edit_note.c) */
enum { BP_EDIT_NOTE_BRIEF = 3 };
const char *bp_edit_note(const bp_lesson_view *view, int stage, int brief, char *text, size_t size);

/* "05": the lesson's number; of an exercise its id, "12b". */
void bp_lesson_number(const bp_lesson_plan *lesson, char *text, size_t size);

/* Its panels, each in a file of its own. */
void bp_panel_title(bp_ui *ui, const bp_lesson_view *view);
void bp_panel_readouts(bp_ui *ui, const bp_lesson_view *view);
/* `answer` gets the rectangle of the question; width 0: the step has none. */
void bp_panel_caption(bp_ui *ui, const bp_lesson_view *view, bp_rect *answer);
/* The goal, if this is the first step; y is its first baseline. Returns its rows. */
int bp_panel_goal(bp_ui *ui, const bp_lesson_view *view, bp_rect inner, int y);
/* In the caption's place, after the last step. */
void bp_panel_end(bp_ui *ui, const bp_lesson_view *view);
/* `track` gets the rectangle in which presses scrub; width 0: none. */
void bp_panel_time(bp_ui *ui, const bp_lesson_view *view, bp_rect *track);
/* A question's answer: its input and the button, then the reply, in `rect`, whose height doesn't matter. With
 * a `reply`, that one is shown. Returns the height. */
int bp_panel_answer(bp_ui *ui, const bp_lesson_viewer *viewer, const bp_question *question, bp_rect rect);
/* The reply that it shows: how to answer, what is wrong, or why the right answer is right. It is written to
 * `text`, or borrowed. */
const char *bp_panel_answer_reply(const bp_lesson_viewer *viewer, const bp_question *question, char *text,
                                  size_t size);
/* The height with the longest reply. */
int bp_panel_answer_height(const bp_ui *ui, const bp_question *question, int width, bool asked_only);
/* The card of the term under the mouse, beside its word in the caption; draws nothing without one. */
void bp_panel_term(bp_ui *ui, const bp_lesson_view *view);
/* The list of terms, over the whole window. */
void bp_panel_glossary(bp_ui *ui, const bp_lesson_view *view);
void bp_panel_keys(bp_ui *ui, const bp_lesson_view *view);
/* The side: tree, matrices, formula, page and engine, from the top. `drawn` gets the tree's rectangle. */
void bp_panel_side(bp_ui *ui, const bp_lesson_view *view, bp_drawn_frame *drawn);
int bp_panel_engine(bp_ui *ui, const bp_lesson_view *view, bp_rect rect);

#endif
