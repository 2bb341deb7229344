/* A bone's matrices, as numbers and in formulas. */
#ifndef BP_APP_MATRICES_H
#define BP_APP_MATRICES_H

#include "app/state.h"
#include <bindpose/lesson_world.h>

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
    BP_NUMBER_X,     /* of its position, metres */
    BP_NUMBER_Y,
    BP_NUMBER_Z,
    BP_NUMBER_COUNT,
} bp_number;

/* The decimals that let every entry fit into seven characters: 4, or fewer for large numbers; -1: only the
 * notation with a power of ten fits. */
int bp_matrix_decimals(const bp_mat4 *m);
/* Formats a number, with a minus sign as wide as a digit, and 0 without a sign. Returns `text`, of 32
 * bytes. */
const char *bp_matrix_text(float value, int decimals, char *text);
/* Writes a bone's matrices of those bits in words, in the order of the panel, as an array "matrices". */
void bp_matrices_describe(const bp_bone *bone, unsigned shown, bp_json_writer *json);

typedef struct bp_matrices_panel {
    const bp_bone *bone;
    const bp_matrices *before;  /* entries that differ from it are marked, if it is valid */
    bool columns;               /* for column vectors */
    unsigned shown;             /* bits of BP_MATRIX_...; 0: all seven */
    bool all;                   /* all seven are shown because the user wants it */
    bool editable;              /* numbers of local can be dragged and typed */
    bool binds;                 /* those of bind instead */
    int axis;                   /* about which a bone without a rotation is rotated: 0 X, 1 Y, 2 Z */
    const bp_text_field *field; /* a number may be typed into it */
    int lit;                    /* the row whose arrow is in the scene: 4 * matrix + row; -1: none */
} bp_matrices_panel;

/* Draws the matrices; returns the height that they take if they may have that of the rectangle. With a
 * painter that has failed it only measures. */
int bp_matrices_draw(bp_painter *p, const bp_matrices_panel *panel, bp_rect rect);
/* The same for the formulas behind them. */
int bp_formulas_draw(bp_painter *p, const bp_matrices_panel *panel, bp_rect rect);

#endif
