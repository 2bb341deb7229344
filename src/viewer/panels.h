/* The parts of the pictures of lessons and files. Each draws into its own rectangle and looks only at what it is
 * given; lesson_view.c and model_view.c put them together. */
#ifndef BP_VIEWER_PANELS_H
#define BP_VIEWER_PANELS_H

#include "viewer/layout.h"
#include "viewer/lesson/lesson_viewer.h"

enum {
    BP_CAPTION_LEADING = 26,
    BP_QUESTION_LEADING = 26,
    BP_FORMULA_LEADING = 18,
    BP_MATRIX_COUNT = BP_BONE_MATRIX_COUNT,
    BP_ENGINE_CLAIMS = 3,
};

/* A bone's seven matrices as they stand, in the order of bp_matrix_names. */
typedef struct bp_matrices {
    bp_mat4 m[BP_MATRIX_COUNT];
    bool there;   /* false: no bone */
    bool current; /* the absolute is */
} bp_matrices;

bp_matrices bp_matrices_of(const bp_bone *bone); /* NULL is fine */

/* Where page and engine differ in a step, as measured. */
typedef struct bp_engine_difference {
    const bp_claim *claim; /* borrowed from the lesson */
    float page, engine;    /* the first value that differs, or the first; by our rules and by the engine's */
    int value;             /* which one that is, 1.. */
} bp_engine_difference;

/* What panels show beside the viewer and the world: made when something changed, see lesson_desk.c. */
typedef struct bp_panel_data {
    bp_matrices before; /* of the selected bone, before the last change */
    char readouts[BP_READOUT_MAX][48];
    char readouts_before[BP_READOUT_MAX][48];
    const bp_readout *readout; /* those in force at this step, borrowed; NULL: none */
    int readout_count;
    bp_engine_difference differing[BP_ENGINE_CLAIMS];
    int differing_count;
} bp_panel_data;

/* All that a panel may look at; borrowed. */
typedef struct bp_panel_scope {
    const bp_viewer *viewer;
    const bp_viewer_scope *scope;
    const bp_layout *layout;
    const bp_panel_data *data;
} bp_panel_scope;

/* ---- panels that know neither lessons nor files; each returns how much height it took -------------- */

/* A skeleton's tree. */
typedef struct bp_tree_panel {
    const bp_bone *selected; /* whose skeleton it is */
    const char *search;      /* only bones that have this in their name are listed; NULL: all */
    int scroll;              /* rows from where it would stand by itself; cut to what there is by drawing */
    const char *where;       /* said behind the selected bone's name; NULL: nothing */
} bp_tree_panel;

int bp_panel_tree(bp_ui *ui, bp_tree_panel *tree, bp_rect rect);
/* Entries that differ from `before` are marked, where it is there. */
int bp_panel_matrices(bp_ui *ui, const bp_bone *bone, const bp_matrices *before, bool columns, bp_rect rect);
int bp_panel_formula(bp_ui *ui, const bp_bone *bone, bool columns, bp_rect rect);
/* Right of a list of `count` rows: which `rows` of them are in sight, from `top` on. */
void bp_scroll_indicator(bp_ui *ui, bp_rect list, int top, int rows, int count);
/* All keys of a table, over everything. */
void bp_panel_help(bp_ui *ui, const bp_key_table *table, int width, int height);

/* A key that is of use now. */
typedef struct bp_key_hint {
    bp_action action;
    int value;
} bp_key_hint;

/* As many as fit to the right end of `row`, the first ones first; y is their baseline. The help comes last. */
void bp_key_hints(bp_ui *ui, const bp_key_table *table, const bp_key_hint *uses, int count, bp_rect row);

/* ---- a lesson's ----------------------------------------------------------------------------------- */

bp_style bp_caption_style(void);

void bp_panel_title(bp_ui *ui, const bp_panel_scope *panel);
void bp_panel_readouts(bp_ui *ui, const bp_panel_scope *panel);
void bp_panel_caption(bp_ui *ui, const bp_panel_scope *panel);
void bp_panel_keys(bp_ui *ui, const bp_panel_scope *panel);
/* The side: tree, matrices, formula, page and engine, from above. `drawn` is told where the tree is. */
void bp_panel_side(bp_ui *ui, const bp_panel_scope *panel, bp_drawn_frame *drawn);
int bp_panel_engine(bp_ui *ui, const bp_panel_scope *panel, bp_rect rect);

#endif
