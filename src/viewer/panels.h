/* Panels that lessons and model files share. Each draws into its own rectangle and reads only its
 * arguments; lesson_view.c and model_view.c put them together. Each returns the height that it used. */
#ifndef BP_VIEWER_PANELS_H
#define BP_VIEWER_PANELS_H

#include "viewer/viewer.h"

enum { BP_FORMULA_LEADING = 18, BP_MATRIX_COUNT = BP_BONE_MATRIX_COUNT };

/* The bars' heights and the gaps, in layout units. */
enum { BP_LAYOUT_TITLE = 40, BP_LAYOUT_KEYS = 42, BP_LAYOUT_GAP = 12 };

/* The side panel's width in pixels, if it shows so many matrices; 0: folded away. It is open by default in a
 * window of at least this size in layout units. */
int bp_side_width(const bp_view_settings *settings, const bp_ui *ui, int matrices, int from_width,
                  int from_height);
/* How many of the seven matrices the bits of BP_MATRIX_... name; 0 names all. */
int bp_matrix_count(unsigned shown);
/* Writes a bone's matrices of those bits in words, in the order of the panel, as an array "matrices". */
void bp_matrices_describe(const bp_bone *bone, unsigned shown, bp_json_writer *json);

/* A bone's seven matrices, in the order of bp_matrix_names. */
typedef struct bp_matrices {
    bp_mat4 m[BP_MATRIX_COUNT];
    bool valid;   /* false: no bone */
    bool current; /* whether the absolute is up to date */
} bp_matrices;

bp_matrices bp_matrices_of(const bp_bone *bone); /* NULL is fine */

/* The decimals that let every entry fit into seven characters: 4, or fewer for large numbers; -1: only the
 * notation with a power of ten fits. */
int bp_matrix_decimals(const bp_mat4 *m);
/* Formats a number, with a minus sign as wide as a digit, and 0 without a sign. Returns `text`, of 32
 * bytes. */
const char *bp_matrix_text(float value, int decimals, char *text);

/* A skeleton's tree. */
typedef struct bp_tree_panel {
    const bp_bone *selected; /* its skeleton is shown */
    const bp_bone *hovered;  /* under the mouse, as a row or as flesh; NULL: none */
    const char *search;      /* lists only bones with this in their name; NULL: all */
    int scroll;              /* rows from the default position; drawing limits it to the rows there are */
    const char *location;    /* shown behind the selected bone's name; "": nothing */
    bool hide_node;          /* doesn't show the selected bone's node there */
} bp_tree_panel;

int bp_panel_tree(bp_ui *ui, bp_tree_panel *tree, bp_rect rect);
/* The input of bp_panel_matrices and bp_panel_formula. */
typedef struct bp_matrices_panel {
    const bp_bone *bone;
    const bp_matrices *before;    /* entries that differ from it are marked, if it is valid */
    bool columns;                 /* for column vectors */
    unsigned shown;               /* bits of BP_MATRIX_...; 0: all seven */
    bool all;                     /* all seven are shown because the user wants it */
    bool editable;                /* numbers of local can be dragged and typed */
    bool binds;                   /* those of bind instead */
    int axis;                     /* about which a bone without a rotation is rotated: 0 X, 1 Y, 2 Z */
    const bp_number_input *input; /* the number that is being typed; NULL: none */
    int lit;                      /* the row whose arrow is in the scene: 4 * matrix + row + 1; 0: none */
} bp_matrices_panel;

int bp_panel_matrices(bp_ui *ui, const bp_matrices_panel *panel, bp_rect rect);
/* The height that the matrices use if they may use `width` and `height`. */
int bp_panel_matrices_height(const bp_ui *ui, const bp_matrices_panel *panel, int width, int height);
int bp_panel_formula(bp_ui *ui, const bp_matrices_panel *panel, bp_rect rect);
/* The height that the formulas use if there is enough space. */
int bp_panel_formula_height(const bp_ui *ui, const bp_matrices_panel *panel, int width);

/* The input of bp_panel_bone. */
typedef struct bp_bone_panel {
    const bp_viewer *viewer;
    const bp_bone *bone;
    const bp_matrices *before;
    const char *location; /* as in bp_tree_panel */
    bool hide_node;       /* as in bp_tree_panel */
    bool editable;        /* the bone can be changed by hand now */
    unsigned matrices;    /* as bp_lesson_plan has it: those that are shown; 0: all seven */
    int reserved;         /* pixels to leave below the formula */
} bp_bone_panel;

/* Draws tree, matrices and formula of a bone, and stores the tree's rectangle in `drawn`. The tree takes the
 * height that remains, at least three rows. */
int bp_panel_bone(bp_ui *ui, const bp_bone_panel *panel, bp_rect rect, bp_drawn_frame *drawn);
/* A thin line across a panel, and the gap below it. */
int bp_panel_rule(bp_ui *ui, bp_rect panel, int y);
/* The background of a side panel. */
void bp_panel_side_ground(bp_ui *ui, bp_rect rect);

/* The background of the title bar. */
void bp_panel_title_bar(bp_ui *ui, bp_rect bar);
/* The switches at the bar's right end: help, and if there are `matrices`, for rows or columns. On a phone the
 * title needs their space. Returns the right end for what is before them. */
int bp_panel_title_switches(bp_ui *ui, bp_rect bar, const bp_view_settings *settings, bool matrices);
/* A word that can be clicked, its right end at `right`. Returns the right end for the next word. */
int bp_panel_title_switch(bp_ui *ui, bp_rect bar, int right, const char *text, bp_action action);

/* A scroll bar at the right of a list of `count` rows: `rows` of them are visible, from `top` on. */
void bp_scroll_indicator(bp_ui *ui, bp_rect list, int top, int rows, int count);
/* All keys of a table, over the whole window. */
void bp_panel_help(bp_ui *ui, const bp_key_table *table, int width, int height);

/* A key that is useful now. */
typedef struct bp_key_hint {
    bp_action action;
    int value;
} bp_key_hint;

/* Draws the hints that fit (none on touch screens), from the first on, then the help's key. They end at the
 * right end of `row`; its y is their baseline. */
void bp_key_hints(bp_ui *ui, const bp_key_table *table, const bp_key_hint *hints, int count, bp_rect row);

#endif
