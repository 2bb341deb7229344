/* Says in words what a matrix does: "rotated 75° about Z, at (0.5, 1.5, 0)". */
#ifndef BP_APP_MATRIX_WORDS_H
#define BP_APP_MATRIX_WORDS_H

#include <bindpose/math.h>

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

#endif
