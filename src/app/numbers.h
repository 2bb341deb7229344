/* The numbers of an illustration: the tree of bones, the selected bone's matrices and formulas. They open
 * over the lower part of the picture. Numbers of the local matrix can be dragged and typed: the bone
 * follows, as a change that undo takes back. While binds are edited they are those of bind. */
#pragma once

#include "app/layout.h"

/* ---- Walking a skeleton as a tree: parents before children, children in their order ---------- */

/* The first bone; NULL for a skeleton that is NULL or empty. The next bone; NULL at the end. The next or the
 * previous one, where the first comes after the last. */
bp_bone *bp_bone_tree_first(const bp_skeleton *skeleton);
bp_bone *bp_bone_tree_next(const bp_bone *bone);
bp_bone *bp_bone_tree_wrap(const bp_bone *bone, bool forward);
/* The first bone from `start` on (NULL: from the first) whose name contains `part`, wrapping at the end;
 * NULL: none. */
bp_bone *bp_bone_tree_find(const bp_skeleton *skeleton, const bp_bone *start, const char *part);
/* The bone's name; for a bone without one, "bone 3", written to `text`. */
const char *bp_bone_label(const bp_bone *bone, char *text, size_t size);
int bp_bone_tree_depth(const bp_bone *bone); /* the number of its ancestors */
/* Whether the name contains `part`, in upper or lower case. */
bool bp_name_contains(const char *name, const char *part);

/* ---- Says in words what a matrix does: "rotated 75° about Z, at (0.5, 1.5, 0)" --------------- */

typedef enum bp_matrix_form {
    BP_FORM_TRS,     /* scaling, then rotation, then translation; maybe mirrored */
    BP_FORM_SHEARED, /* its axes are not perpendicular: it has no rotation of its own */
    BP_FORM_FLAT,    /* an axis has length 0 */
    BP_FORM_NOT_AFFINE,
    BP_FORM_NOT_FINITE,
} bp_matrix_form;

/* The parts of a matrix, computed in double. */
typedef struct bp_matrix_parts {
    bp_matrix_form form;
    float degrees; /* of the rotation: -180..180, and > -180; 0 without one */
    bp_vec3 axis;  /* unit length, its largest component positive; zero without a rotation */
    int main_axis; /* 0 X, 1 Y, 2 Z if the axis is one of these; -1: another axis, or no rotation */
    float scale[3];
    int mirrored; /* 0 X, 1 Y, 2 Z: the axis that is reversed; -1: none */
    bp_vec3 position;
} bp_matrix_parts;

bp_matrix_parts bp_matrix_parts_of(const bp_mat4 *m);

/* How much to say. Less fits into less space. */
typedef enum bp_words_detail {
    BP_WORDS_SHORT,       /* "rotated 75°, scaled" */
    BP_WORDS_NO_POSITION, /* "rotated 75° about Z, scaled 2" */
    BP_WORDS_ALL,
} bp_words_detail;

enum { BP_MATRIX_WORDS_MAX = 192 };

/* Writes the words to `text`, of BP_MATRIX_WORDS_MAX bytes, and returns it. */
const char *bp_matrix_words(const bp_mat4 *m, bp_words_detail detail, char *text);
/* "22.5°"; at most one decimal from 10° on, two below. Returns `text`, of 32 bytes. */
const char *bp_angle_text(float degrees, char *text);

/* ---- A bone's matrices, as numbers and in formulas ------------------------------------------- */

enum { BP_FORMULA_LEADING = 18, BP_MATRIX_COUNT = BP_BONE_MATRIX_COUNT };

/* A bone's seven matrices, in the order of bp_bone_matrices. */
typedef struct bp_matrices {
    bp_mat4 m[BP_MATRIX_COUNT];
    bool valid;   /* false: no bone */
    bool current; /* whether the absolute is up to date */
} bp_matrices;

bp_matrices bp_matrices_of(const bp_bone *bone); /* NULL is fine */

/* A number of the selected bone's matrix that can be dragged or typed. */
typedef enum bp_number {
    BP_NUMBER_NONE,
    BP_NUMBER_ANGLE, /* degrees of its rotation */
    BP_NUMBER_X,     /* of its position, metres; then Y and Z */
    BP_NUMBER_COUNT = BP_NUMBER_X + 3,
} bp_number;

/* The decimals that let every entry fit into seven characters: 4, or fewer for large numbers; -1: only the
 * notation with a power of ten fits. */
int bp_matrix_decimals(const bp_mat4 *m);
/* Formats a number, with a minus sign as wide as a digit, and 0 without a sign. Returns `text`, of 32
 * bytes. */
const char *bp_matrix_text(float value, int decimals, char *text);

typedef struct bp_numbers_panel {
    bp_app *app;
    const bp_illustration *shown;
    const bp_bone *bone;       /* the selected one; NULL: none */
    const bp_matrices *before; /* of it, before the last change; entries that differ are marked, if valid */
    const char *location;      /* shown behind the selected bone's name; "": nothing */
    bool hide_node;            /* doesn't show the selected bone's node there */
    const char *blocked;       /* why the bone can't be changed now; NULL: it can */
    unsigned matrices;         /* bits of BP_MATRIX_... that are shown; 0: all seven */
} bp_numbers_panel;

/* Draws the matrices, or the formulas behind them; returns the height that they take if they may have that of
 * the rectangle. With a painter that has failed it only measures. */
int bp_matrices_draw(bp_painter *p, const bp_numbers_panel *panel, bp_rect rect);
int bp_formulas_draw(bp_painter *p, const bp_numbers_panel *panel, bp_rect rect);

/* The actions on numbers, matrix rows and the search for a bone. False: it is none of them. */
bool bp_numbers_act(bp_app *app, bp_illustration *shown, bp_action action, int value);
/* A key or a character while a number or a bone's name is typed. False: not for it. */
bool bp_numbers_type(bp_app *app, bp_illustration *shown, const bp_event *event);
/* The mouse moved while it holds a number, or the button went up. */
void bp_numbers_hold(bp_app *app, bp_illustration *shown, const bp_event *event);

/* Draws them at the bottom of `area`, and as high as they need. Returns the rectangle that they take. */
bp_rect bp_numbers_draw(bp_painter *p, const bp_numbers_panel *panel, bp_rect area);
/* Sets what the mouse over the numbers shows in the picture: a lit row, a hovered bone. */
void bp_numbers_light(const bp_app *app, bp_illustration *shown);
/* The line that opens them: `text` and "numbers", its right end at that of `rect`. */
void bp_numbers_line(bp_painter *p, const bp_app *app, const char *text, bp_rect rect);
